"""Flat pieces that are cut from one side: put on as few pages as hold them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pycardgen.layout.components.packing import Place
from pycardgen.layout.display import Drawing, Group, Item, Symbol, Use
from pycardgen.model.print_job import Job
from pycardgen.paint.components.frames import Frame, begins, joined, packed, page, too_large
from pycardgen.paint.page import Page
from pycardgen.paint.press import Press, sheet_of
from pycardgen.records import dataclass

GAP = 3.0
"""Between two pieces, in mm."""


@dataclass(frozen=True, slots=True)
class Flat:
    """A piece, how many copies of it are printed, and what is done with it; `title` is that of its job where
    jobs share paper.
    """

    drawing: Drawing
    count: int = 1
    note: str = ""
    title: str = ""


def flat_pages(
    press: Press, job: Job, kind: str, sheet_name: str | None, flats: Sequence[Flat]
) -> Iterator[Page]:
    """The pages of some pieces. `kind` is what messages call them."""
    sheet = sheet_of(press, sheet_name)
    copies = [flat for flat in flats for _ in range(flat.count)]
    if not copies:
        return
    sizes = [(flat.drawing.width, flat.drawing.height) for flat in copies]
    best = packed(press, sheet, job, sizes, GAP)
    if best is None:
        largest = max(sizes, key=lambda size: size[0] * size[1])
        too_large(press, job, kind, "a piece", largest, sheet.paper)
        return
    frame, placed = best
    symbols = _symbols([flat.drawing for flat in copies])
    begun: set[str] = set()
    for number, places in enumerate(placed, 1):
        shown = [(copies[place.piece], place) for place in places]
        marks = begins([(flat.title, frame.room[1] + place.y) for flat, place in shown], begun)
        items = [_placed(frame, place, flat.drawing, symbols) for flat, place in shown]
        titles = ", ".join(dict.fromkeys(flat.title for flat, _ in shown if flat.title))
        notes = dict.fromkeys(flat.note for flat, _ in shown)
        yield page(frame, [*marks, *items], number, len(placed), joined(titles, *notes))


def _symbols(copies: Sequence[Drawing]) -> dict[int, Symbol]:
    """The drawings that occur more than once, as symbols."""
    found: dict[int, Symbol] = {}
    seen: set[int] = set()
    for drawing in copies:
        if id(drawing) in seen and id(drawing) not in found:
            box = (-2.0, -2.0, drawing.width + 4.0, drawing.height + 4.0)
            found[id(drawing)] = Symbol(drawing.name or "piece", box, drawing.items)
        seen.add(id(drawing))
    return found


def _placed(frame: Frame, place: Place, drawing: Drawing, symbols: dict[int, Symbol]) -> Item:
    symbol = symbols.get(id(drawing))
    items = (Use(symbol),) if symbol is not None else drawing.items
    x, y = frame.room[0] + place.x, frame.room[1] + place.y
    if place.turned:
        return Group(items, transform=(0.0, 1.0, -1.0, 0.0, x + drawing.height, y))
    return Group(items, transform=(1.0, 0.0, 0.0, 1.0, x, y))
