"""What sheets have besides cards: marks to cut and fold by, and a footer that measures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pycardgen.layout import fonts
from pycardgen.layout.display import PT, Circle, Group, Ink, Item, Line, TextRun, Transform
from pycardgen.paint.color import REGISTRATION
from pycardgen.paint.sheets import Plan, Sheet
from pycardgen.records import dataclass

MARK = 4.0
"""Length of crop marks, in mm, where the margin has room for it."""

MARK_GAP = 0.8
"""Between the end of the bleed and a mark, in mm."""

_HAIR = Ink(stroke="#000000", width=0.1)
_ON_ALL_PLATES = Ink(stroke=REGISTRATION, width=0.1)
_GUIDE = Ink(stroke="#8a8a8a", width=0.1)
_UNDER = Ink(stroke="#ffffff", width=0.2)
_FOLD = Ink(stroke="#000000", width=0.2, dash=(3.0, 2.0))
_TARGET = 1.2
"""The radius of registration marks, in mm."""


@dataclass(frozen=True, slots=True)
class Labels:
    """What the footer says."""

    game: str
    deck: str
    note: str = "print at 100 %: this is 100 mm"


def marks_of(plan: Plan, sheet: Sheet, front: bool) -> Iterator[Item]:
    """What a sheet's pages have besides cards, its footer aside. Backs have no marks to cut by."""
    if front and sheet.marks == "crop":
        yield from crop_marks(plan, hair(sheet))
    elif front and sheet.marks == "lines":
        yield from cut_lines(plan)
    if front:
        yield from fold_line(plan)
    if sheet.registration:
        yield from registration_marks(plan, hair(sheet))


def hair(sheet: Sheet) -> Ink:
    """The ink of marks: on all plates where there are plates."""
    return _ON_ALL_PLATES if sheet.color == "cmyk" else _HAIR


def _cuts(plan: Plan) -> tuple[list[float], list[float]]:
    """Where the paper is cut: across and down."""
    w, h = plan.card
    xs = sorted({round(x + d, 6) for x, _ in plan.slots for d in (0.0, w)})
    ys = sorted({round(y + d, 6) for _, y in plan.slots for d in (0.0, h)})
    return xs, ys


def _reach(plan: Plan) -> tuple[float, float, float]:
    """How far the marks stand from the cards, and how long they are beside and above them."""
    gap = plan.bleed + MARK_GAP
    across, down = (max(0.0, min(MARK, edge - gap - 1.0)) for edge in plan.slots[0])
    return gap, across, down


def crop_marks(plan: Plan, ink: Ink = _HAIR) -> Iterator[Item]:
    """A mark for each cut at each end of it, outside all bleed. Towards a fold there are none."""
    x0, y0, x1, y1 = plan.block
    gap, across, down = _reach(plan)
    xs, ys = _cuts(plan)
    for x in xs if down else ():
        yield Line(x, y0 - gap - down, x, y0 - gap, ink)
        if plan.fold != "level":
            yield Line(x, y1 + gap, x, y1 + gap + down, ink)
    for y in ys if across else ():
        yield Line(x0 - gap - across, y, x0 - gap, y, ink)
        if plan.fold != "upright":
            yield Line(x1 + gap, y, x1 + gap + across, y, ink)


def cut_lines(plan: Plan) -> Iterator[Item]:
    """A thin line along each cut, over the cards and beyond them, for those who cut with scissors."""
    x0, y0, x1, y1 = plan.block
    gap, across, down = _reach(plan)
    beyond = (across + gap if across else 0.0, down + gap if down else 0.0)
    xs, ys = _cuts(plan)
    for x in xs:
        yield Line(x, y0 - beyond[1], x, y1 + (0.0 if plan.fold == "level" else beyond[1]), _GUIDE)
    for y in ys:
        yield Line(x0 - beyond[0], y, x1 + (0.0 if plan.fold == "upright" else beyond[0]), y, _GUIDE)


def fold_line(plan: Plan) -> Iterator[Item]:
    """The line that the page is folded along, from mark to mark; on light and on dark it can be seen."""
    width, height = plan.page
    left, top, right, bottom = plan.block
    reach = plan.bleed + MARK_GAP + MARK
    for ink in (_UNDER, _FOLD):
        if plan.fold == "upright":
            yield Line(width / 2, max(3.0, top - reach), width / 2, min(height - 3.0, bottom + reach), ink)
        elif plan.fold == "level":
            yield Line(max(3.0, left - reach), height / 2, min(width - 3.0, right + reach), height / 2, ink)


def registration_marks(plan: Plan, ink: Ink = _HAIR) -> Iterator[Item]:
    """A target beyond each corner: those of both sides lie on each other when backs are right."""
    x0, y0 = plan.slots[0]
    out = plan.bleed + MARK_GAP + _TARGET + 0.2
    if min(x0, y0) - out < _TARGET + 1.5:
        return
    width, height = plan.page
    # The same on both sides, also where a fold puts all cards into one half.
    for x in (x0 - out, width - x0 + out):
        for y in (y0 - out, height - y0 + out):
            yield from target(x, y, ink)


def target(x: float, y: float, ink: Ink) -> Iterator[Item]:
    """A registration mark."""
    reach = _TARGET + 0.8
    yield Circle(x, y, _TARGET, ink)
    yield Line(x - reach, y, x + reach, y, ink)
    yield Line(x, y - reach, x, y + reach, ink)


# --- the footer ---

_FACE = "IBMPlexSansCondensed-Regular"
_SMALL, _TINY = 6.0, 5.0
_EDGE = 8.0
"""From the ends of the footer to the edges of the paper, in mm."""

_GREY = "#555555"
_BAR = 100.0


def footer_bar(plan: Plan, sheet: Sheet, labels: Labels, front: bool) -> Group:
    """A bar of 100 mm with a note before it."""
    move, along = _footer_line(plan)
    ink = Ink(stroke=_GREY, width=0.15)
    right = along - _EDGE
    bar = right - _BAR
    caption = _note(labels, sheet, front, along)
    items: list[Item] = [replace(caption, x=bar - 1.5 - caption.width), Line(bar, 0.0, right, 0.0, ink)]
    for step in range(11):
        x = bar + step * 10.0
        items.append(Line(x, -1.8 if step % 5 == 0 else -1.0, x, 0.0, ink))
    return Group(tuple(items), transform=move)


def footer_label(plan: Plan, sheet: Sheet, labels: Labels, page: str, front: bool) -> Group:
    """Game, deck and page, as far as there is room for them."""
    move, along = _footer_line(plan)
    note = _note(labels, sheet, front, along)
    room = along - 2 * _EDGE - _BAR - 1.5 - note.width - 3.0
    text = _shortened(" · ".join(part for part in (labels.game, labels.deck, page) if part), room)
    return Group((_label(_EDGE, 0.0, text),), transform=move)


def _note(labels: Labels, sheet: Sheet, front: bool, along: float) -> TextRun:
    """What stands before the bar, as much as there is room for."""
    said = labels.note if front else f"back: turn the paper over its {sheet.flip} edge"
    longer = f"fold along the dashed line; {said}" if sheet.backs == "fold" else said
    room = along - 2 * _EDGE - _BAR - 1.5
    found = _label(0.0, 0.0, longer, _TINY)
    return found if found.width <= room else _label(0.0, 0.0, _shortened(said, room, _TINY), _TINY)


def _footer_line(plan: Plan) -> tuple[Transform, float]:
    """Where the footer is, and how long: below the cards, or along the left edge if there is more room."""
    width, height = plan.page
    left, top, _, bottom = plan.block
    beside, below = left - plan.bleed, (top if plan.fold == "level" else height - bottom) - plan.bleed
    upright = below >= min(beside, 8.0)
    room = below if upright else beside
    rise = max(3.2, min(5.0, room - MARK_GAP - MARK - 2.4))
    if upright:
        return (1.0, 0.0, 0.0, 1.0, 0.0, height - rise), width
    return (0.0, -1.0, 1.0, 0.0, rise, height), height


def _label(x: float, y: float, text: str, size: float = _SMALL) -> TextRun:
    found = fonts.segments(_FACE, text)
    shown = "".join(part[1] for part in found.parts if part[0] == _FACE)
    width = sum(part[2] for part in found.parts if part[0] == _FACE)
    return TextRun(x, y, _FACE, size, _GREY, shown, 0.0, width * size * PT)


def _shortened(text: str, room: float, size: float = _SMALL) -> str:
    """The text, its end replaced by an ellipsis if it is wider than `room` mm."""
    face = fonts.face(_FACE)
    covered = "".join(c for c in text if ord(c) in face.advances)
    em = size * PT
    if face.width(covered) * em <= room:
        return covered
    while covered and face.width(covered + "…") * em > room:
        covered = covered[:-1]
    return covered + "…"
