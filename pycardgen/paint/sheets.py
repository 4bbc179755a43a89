"""Where cards lie on sheets of paper, and where their backs come to lie.

A slot is a card's trimmed size. Between two slots lies the gutter; each card's bleed reaches at most to its
middle, so that no card is printed over another. Backs are mirrored across the edge that the paper is turned
over, or the line that it is folded along.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pycardgen.diagnostics import Diagnostic, Report, Span
from pycardgen.layout import sizes
from pycardgen.layout.display import Drawing
from pycardgen.layout.sheet import Sheet as Sheet
from pycardgen.layout.sheet import load_sheets as load_sheets
from pycardgen.records import dataclass


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
    """The plan for a deck, or None after reporting why it can't be printed on the sheet."""
    if not cards or not check_faces(sheet, cards, deck, span, report):
        return None
    card = (cards[0].front.width, cards[0].front.height)
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


def check_faces(sheet: Sheet, cards: Sequence[Card], deck: str, span: Span | None, report: Report) -> bool:
    """Whether fronts and backs have one size, and the bleed that the sheet prints; if not, it is reported."""
    first = cards[0].front
    card = (first.width, first.height)
    faces = [face for c in cards for face in (c.front, c.back) if face is not None]
    for face in faces:
        if (face.width, face.height) != card:
            other = _size((face.width, face.height))
            message = f"deck '{deck}' has cards of {_size(card)} and '{face.name}' of {other}"
            hint = "give fronts and backs of a deck templates of one size"
            report(Diagnostic("PCG0742", message, span, hint))
            return False
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
        return False
    return True


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
