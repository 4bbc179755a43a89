"""Pages of components: the paper, the part of it that may be used, and the line at its foot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pycardgen.diagnostics import Diagnostic, Span
from pycardgen.layout import fonts, sizes
from pycardgen.layout.components.packing import Place, shelves
from pycardgen.layout.display import PT, Bookmark, Drawing, Ink, Item, Line, TextRun
from pycardgen.model.print_job import Job
from pycardgen.paint.marks import hair, target
from pycardgen.paint.page import Page
from pycardgen.paint.press import Press, shown_title
from pycardgen.paint.sheets import Sheet
from pycardgen.records import dataclass

FOOT = 10.0
"""What the footer takes of the lower edge, in mm."""

EDGE, EASY = 5.0, 8.0
"""How much of the paper's edge is left free at least, in mm, and how much if that takes no further page."""

PAGE_FOLD = 4.0
"""Between the fold of a page and the pieces, in mm."""

_FROM_EDGE = 6.0
"""How far registration marks are from the edges of the paper, in mm."""

_FACE, _SIZE, _GREY, _EDGE, _BAR = "IBMPlexSansCondensed-Regular", 6.0, "#555555", 8.0, 100.0


@dataclass(frozen=True, slots=True)
class Frame:
    """A kind of page. `room` is (x, y, w, h) of what may be used, `targets` the ink of registration marks, if
    there are any.
    """

    page: tuple[float, float]
    room: tuple[float, float, float, float]
    game: str
    title: str
    footer: bool
    targets: Ink | None = None


def frames(press: Press, sheet: Sheet, job: Job, even: bool = False, edge: float = EDGE) -> list[Frame]:
    """The pages that a sheet allows: upright, lying, or both. `even`: as much is left free above as below,
    for what is printed on both sides.
    """
    w, h = sizes.PAPERS[sheet.paper]
    pages = {"portrait": [(w, h)], "landscape": [(h, w)], "auto": [(w, h), (h, w)]}[sheet.orientation]
    side = max(sheet.margin, edge)
    foot = max(side, FOOT) if sheet.footer else side
    head = foot if even else side
    return [
        Frame(
            page,
            (side, head, page[0] - 2 * side, page[1] - head - foot),
            shown_title(press),
            job.called,
            sheet.footer,
            hair(sheet) if sheet.registration else None,
        )
        for page in pages
    ]


def room_of(frame: Frame, fold: bool) -> tuple[float, float, float, float]:
    """(x, y, w, h) of a page where fronts may lie: half of it if it is folded."""
    x, y, w, h = frame.room
    return (x, y, w, frame.page[1] / 2 - PAGE_FOLD - y) if fold else (x, y, w, h)


def packed(
    press: Press,
    sheet: Sheet,
    job: Job,
    sizes: Sequence[tuple[float, float]],
    gap: float,
    even: bool = False,
    fold: bool = False,
) -> tuple[Frame, list[list[Place]]] | None:
    """Pieces of these sizes on as few pages as hold them, a wide edge left free if that takes no more of
    them. None if one is too large for a page.
    """
    best: tuple[Frame, list[list[Place]]] | None = None
    for edge in (EASY, EDGE):
        for frame in frames(press, sheet, job, even, edge):
            placed = shelves(sizes, room_of(frame, fold)[2:], gap)
            if placed is not None and (best is None or len(placed) < len(best[1])):
                best = frame, placed
    return best


def behind(
    page: tuple[float, float], flip: str, box: tuple[float, float, float, float]
) -> tuple[float, float, bool]:
    """Where on the back page the back of a box lies, and whether it stands on its head.

    Paper that is turned over its long edge has left and right exchanged if it is upright, top and bottom if
    it lies; there backs are turned, so that a piece turned sideways has an upright back.
    """
    (width, height), (x, y, w, h) = page, box
    if (height >= width) == (flip == "long"):
        return width - x - w, y, False
    return x, height - y - h, True


def begins(shown: Iterable[tuple[str, float]], begun: set[str]) -> list[Item]:
    """Entries of the file's outline for the jobs of which a page shows the first pieces, given as titles with
    heights on the page; they are added to `begun`.
    """
    found: list[Item] = []
    for title, y in shown:
        if title and title not in begun:
            begun.add(title)
            found.append(Bookmark(title, 0, y))
    return found


def joined(*parts: str) -> str:
    """What the line above the foot says, of several parts."""
    return " · ".join(part for part in parts if part)


def page(
    frame: Frame, items: Iterable[Item], number: int, total: int, note: str = "", back: bool = False
) -> Page:
    """A finished page with its footer. The file's outline leads to the first, or to what the items say."""
    content: list[Item] = [*items]
    if number == 1 and not back and not any(isinstance(item, Bookmark) for item in content):
        content.insert(0, Bookmark(frame.title, 0, 0.0))
    if frame.targets:
        content += _targets(frame.page, frame.targets)
    if frame.footer:
        content += _footer(frame, number, total, note)
    label = f"{frame.title} {number}" + (" back" if back else "")
    return Page(Drawing(*frame.page, tuple(content), 0.0, label), label)


def _footer(frame: Frame, number: int, total: int, note: str) -> list[Item]:
    """Game, job and page, a bar that shows whether the printer scaled, and above them what is to be done."""
    width, base = frame.page[0], frame.page[1] - 4.0
    side = _EDGE + (1.5 if frame.targets else 0.0)
    right, ink = width - side, Ink(stroke=_GREY, width=0.15)
    bar = min(_BAR, width - 2 * side - 60.0)
    bar = _BAR if bar >= _BAR else 50.0
    left = right - bar
    items: list[Item] = [Line(left, base, right, base, ink)]
    for step in range(int(bar / 10) + 1):
        x = left + step * 10.0
        items.append(Line(x, base - (1.8 if step % 5 == 0 else 1.0), x, base, ink))
    says = _text(0.0, base, f"print at 100 %: this is {bar:.0f} mm", 5.0)
    says = replace(says, x=left - 1.5 - says.width)
    items.append(says)
    text = " · ".join(part for part in (frame.game, frame.title, f"page {number} of {total}") if part)
    items.append(_shortened(text, side, base, says.x - 3.0 - side))
    if note:
        items.append(_shortened(note, side, base - 3.2, width - 2 * side))
    return items


def _targets(size: tuple[float, float], ink: Ink) -> Iterator[Item]:
    """A target at each corner of the paper: those of both sides lie on each other when backs lie right."""
    for x in (_FROM_EDGE, size[0] - _FROM_EDGE):
        for y in (_FROM_EDGE, size[1] - _FROM_EDGE):
            yield from target(x, y, ink)


def _text(x: float, y: float, text: str, size: float = _SIZE) -> TextRun:
    face = fonts.face(_FACE)
    shown = "".join(c for c in text if ord(c) in face.advances)
    return TextRun(x, y, _FACE, size, _GREY, shown, 0.0, face.width(shown) * size * PT)


def _shortened(text: str, x: float, y: float, room: float) -> TextRun:
    run = _text(x, y, text)
    while run.width > room and text:
        text = text[:-1]
        run = _text(x, y, text + "…")
    return run


def span_of(job: Job, key: str) -> Span | None:
    """Where a key of a job's entry stands."""
    place = job.place
    return place.value(key) if place is not None and key in place.container else None


def too_large(press: Press, job: Job, kind: str, what: str, size: tuple[float, float], paper: str) -> None:
    """Report a piece that doesn't fit on the paper."""
    message = (
        f"{what} of `{job.name}` is {size[0]:.0f} x {size[1]:.0f} mm, too large for {paper} and its margins"
    )
    hint = "make it smaller, or print it on a larger paper: --paper a3, or a `sheet`"
    press.report(Diagnostic("PCG0745", message, span_of(job, kind), hint))
