"""Sheets of paper for cards: what they say, where the cards lie, and where their backs come to lie.

A slot is a card's trimmed size. Between two slots lies the gutter; each card's bleed reaches at most to its
middle, so that no card is printed over another. Backs are mirrored across the edge that the paper is turned
over, or the line that it is folded along.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pycardgen.diagnostics import Diagnostic, Report, Span, did_you_mean
from pycardgen.layout import options, sizes
from pycardgen.layout.display import Drawing
from pycardgen.layout.options import read_options
from pycardgen.records import dataclass
from pycardgen.source import Document, Place


@dataclass(frozen=True, slots=True)
class Sheet:
    """How cards are laid on paper; lengths in mm. `gutter` None is twice the bleed, `grid` exactly so many
    columns and rows.
    """

    paper: str = "a4"
    orientation: str = "auto"
    margin: float = 4.0
    bleed: float = 3.0
    gutter: float | None = None
    columns: int = 0
    rows: int = 0
    grid: tuple[int, int] | None = None
    marks: str = "crop"
    registration: bool = False
    flip: str = "long"
    backs: str = "interleaved"
    reverse: bool = False
    back_offset: tuple[float, float] = (0.0, 0.0)
    share: bool = False
    color: str = "rgb"
    footer: bool = True

    @property
    def two_sided(self) -> bool:
        """Whether backs are printed on the other side of the paper."""
        return self.flip != "none" and self.backs in ("interleaved", "separate")


@dataclass(frozen=True, slots=True)
class Card:
    """What is printed: a front, a back or none, how many copies, and of which deck."""

    front: Drawing
    back: Drawing | None = None
    count: int = 1
    deck: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """Where slots lie on a page: their top left corners, row by row, in mm. `fold` is the line through the
    middle that the page is folded along, with backs beyond it: `upright`, `level` or none.
    """

    page: tuple[float, float]
    card: tuple[float, float]
    slots: tuple[tuple[float, float], ...]
    columns: int
    rows: int
    bleed: float
    gutter: float
    fold: str = ""

    @property
    def block(self) -> tuple[float, float, float, float]:
        """The left, top, right and bottom of all fronts, without bleed."""
        (x0, y0), (x1, y1), (w, h) = self.slots[0], self.slots[-1], self.card
        return x0, y0, x1 + w, y1 + h


# --- reading sheets ---


def load_sheets(document: Document | None, report: Report) -> dict[str, Sheet]:
    """The sheets of a file by name, and the built-in ones."""
    from pycardgen.layout import builtin

    found: dict[str, Sheet] = {}
    _read_sheets(builtin.document("sheets.yaml"), found, report)
    if document is not None:
        _read_sheets(document, found, report)
    return found


def _read_sheets(document: Document, found: dict[str, Sheet], report: Report) -> None:
    if not isinstance(document.root, dict):
        report(Diagnostic("PCG0740", "sheets are a mapping with 'sheets'", document.place().whole()))
        return
    place = document.place()
    read = read_options(place, options.SHEETS, report, "a file of sheets")
    if "sheets" in read:
        for name in read["sheets"]:
            sheet = read_sheet(place.inside("sheets"), name, found, report)
            if sheet is not None:
                found[name] = sheet


def read_sheet(place: Place, key: str, known: Mapping[str, Sheet], report: Report) -> Sheet | None:
    """The sheet that a mapping's value describes: a mapping of options, or the name of a known sheet."""
    value = place.container[key]
    if isinstance(value, str) and value in known:
        return known[value]
    if not isinstance(value, dict):
        hint = did_you_mean(str(value), known) or f"the sheets are {', '.join(known)}"
        report(Diagnostic("PCG0740", f"there is no sheet '{value}'", place.value(key), hint))
        return None
    inner = place.inside(key)
    read = read_options(inner, options.SHEET, report, f"sheet '{key}'")
    base_name = read.pop("extends", "default" if "default" in known and key != "default" else None)
    base = known.get(base_name, Sheet()) if base_name else Sheet()
    if base_name and base_name not in known:
        hint = did_you_mean(base_name, known) or "a sheet extends one that stands before it"
        report(Diagnostic("PCG0740", f"there is no sheet '{base_name}'", inner.value("extends"), hint))
    read.update({key: None for key in ("gutter", "grid") if read.get(key) == "auto"})
    changes: dict[str, Any] = read
    return replace(base, **changes)


# --- where cards lie ---


def plan(sheet: Sheet, card: tuple[float, float]) -> Plan | None:
    """The slots for cards of a trimmed size; None if not one fits on the paper, or not the whole grid."""
    width, height = sizes.PAPERS[sheet.paper]
    turned = {"portrait": [False], "landscape": [True], "auto": [False, True]}[sheet.orientation]
    folds = ("upright", "level") if sheet.backs == "fold" else ("",)
    plans = [
        _plan(sheet, card, (height, width) if turn else (width, height), fold)
        for turn in turned
        for fold in folds
    ]
    if sheet.grid:
        plans = [found for found in plans if (found.columns, found.rows) == sheet.grid]
    # Of two that hold as many, the one with more room for marks; of equals, upright.
    best = max(plans, key=lambda p: (len(p.slots), min(p.slots[0]) if p.slots else 0.0), default=None)
    return best if best is not None and best.slots else None


def _plan(sheet: Sheet, card: tuple[float, float], page: tuple[float, float], fold: str) -> Plan:
    gutter = 2 * sheet.bleed if sheet.gutter is None else sheet.gutter
    most = sheet.grid or (sheet.columns, sheet.rows)
    (columns, left), (rows, top) = (
        _axis(sheet, page[i], card[i], gutter, most[i], fold == folded)
        for i, folded in ((0, "upright"), (1, "level"))
    )
    slots = tuple(
        (left + column * (card[0] + gutter), top + row * (card[1] + gutter))
        for row in range(rows)
        for column in range(columns)
    )
    return Plan(page, card, slots, columns, rows, sheet.bleed, gutter, fold)


def _axis(
    sheet: Sheet, length: float, size: float, gutter: float, most: int, folded: bool
) -> tuple[int, float]:
    """How many cards lie along an edge of the paper, and where the first begins: in the middle, or beside the
    line that the paper is folded along.
    """
    beside = max(sheet.bleed, gutter / 2)
    edge = sheet.margin + sheet.bleed
    room = length / 2 - edge - beside if folded else length - 2 * edge
    count = max(0, int((room + gutter + 1e-6) // (size + gutter)))
    count = min(count, most) if most else count
    used = count * size + (count - 1) * gutter
    return count, length / 2 - beside - used if folded else (length - used) / 2


def check_deck(
    sheet: Sheet, cards: Sequence[Card], deck: str, span: Span | None, report: Report, scale: float = 1.0
) -> Plan | None:
    """The plan for a deck, or None after reporting why it can't be printed on the sheet.

    Cards of different sizes, and a bleed that the cards don't have, are errors.
    """
    if not cards:
        return None
    first = cards[0].front
    card = (first.width, first.height)
    faces = [face for c in cards for face in (c.front, c.back) if face is not None]
    for face in faces:
        if (face.width, face.height) != card:
            other = _size((face.width, face.height))
            message = f"deck '{deck}' has cards of {_size(card)} and '{face.name}' of {other}"
            hint = "give fronts and backs of a deck templates of one size"
            report(Diagnostic("PCG0742", message, span, hint))
            return None
    short = next((face for face in faces if face.bleed < sheet.bleed - 1e-6), None)
    if short is not None:
        message = (
            f"'{short.name}' of deck '{deck}' has {short.bleed:g} mm bleed,"
            f" but the sheet prints {sheet.bleed:g} mm"
        )
        hint = (
            f"set 'bleed: {sheet.bleed:g}' in its template and let the background reach there (area: bleed)"
        )
        report(Diagnostic("PCG0743", message, span, hint))
        return None
    found = plan(sheet, card)
    if found is None:
        report(_too_large(sheet, card, deck, span))
    elif not _stays_on_paper(found, sheet, scale):
        x, y = sheet.back_offset
        how = [f"with backs moved by {x:g} and {y:g} mm"] if sheet.two_sided and (x or y) else []
        how += [f"at {100 * scale:.4g} %"] if scale != 1.0 else []
        message = f"the cards of deck '{deck}' would leave the paper {' and '.join(how)}"
        hint = "use a smaller offset or scale, a larger margin, or fewer `columns` or `rows`"
        report(Diagnostic("PCG0778", message, span, hint))
        return None
    return found


def _too_large(sheet: Sheet, card: tuple[float, float], deck: str, span: Span | None) -> Diagnostic:
    without = plan(replace(sheet, grid=None, columns=0, rows=0), card)
    if without is None or sheet.grid is None:
        message = f"no card of {_size(card)} fits on {sheet.paper} with its bleed and margins (deck '{deck}')"
        return Diagnostic("PCG0741", message, span, "use a larger paper, or less margin, bleed or gutter")
    columns, rows = sheet.grid
    message = (
        f"a grid of {columns} x {rows} cards of {_size(card)} doesn't fit on {sheet.paper} with its bleed and"
        f" margins (deck '{deck}')"
    )
    hint = f"there is room for {without.columns} x {without.rows}; or use less margin, bleed or gutter"
    return Diagnostic("PCG0777", message, span, hint)


def _stays_on_paper(found: Plan, sheet: Sheet, scale: float) -> bool:
    """Whether the cards with their bleed are on the paper when backs are moved, and all is scaled."""
    (width, height), (left, top, right, bottom) = found.page, found.block
    # A fold, or the back of the paper, has as much on the other side.
    ends = ((min(left, width - right), width), (min(top, height - bottom), height))
    moved = sheet.back_offset if sheet.two_sided else (0.0, 0.0)
    return all(
        (length / 2 - end + found.bleed) * scale + abs(move) * scale <= length / 2 + 1e-6
        for (end, length), move in zip(ends, moved, strict=True)
    )


def _size(size: tuple[float, float]) -> str:
    return f"{size[0]:g} x {size[1]:g} mm"


def slot_box(plan: Plan, index: int) -> tuple[float, float, float, float]:
    """What a slot may paint: its card and bleed, but at most half of the gutter towards a neighbour."""
    x, y = plan.slots[index]
    w, h = plan.card
    column, row = index % plan.columns, index // plan.columns
    half, whole = min(plan.bleed, plan.gutter / 2), plan.bleed
    left, right = (whole if column == 0 else half), (whole if column == plan.columns - 1 else half)
    top, bottom = (whole if row == 0 else half), (whole if row == plan.rows - 1 else half)
    return x - left, y - top, w + left + right, h + top + bottom


def mirrored(plan: Plan, flip: str, slot: tuple[float, float]) -> tuple[tuple[float, float], bool]:
    """Where on the back page the back of a slot lies, and whether it stands on its head.

    Turning paper over its long edge mirrors an upright page left to right, and a page that lies top to
    bottom; there, the back is turned, so that a card held upright has an upright back when it is turned
    sideways.
    """
    (width, height), (w, h), (x, y) = plan.page, plan.card, slot
    if sideways(plan, flip):
        return (width - x - w, y), False
    return (x, height - y - h), True


def sideways(plan: Plan, flip: str) -> bool:
    """Whether backs are mirrored left to right, rather than top to bottom."""
    if plan.fold:
        return plan.fold == "upright"
    return (plan.page[1] >= plan.page[0]) == (flip == "long")
