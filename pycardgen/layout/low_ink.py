"""Drawings for printing with little ink: white grounds, thin outlines, dark text.

It works on what a template has drawn, so that every game has it. Small marks stay filled, and so do pale
tints, for they mean something and cost little. Pictures become frames.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pycardgen.layout.colors import contrast, darkened, dull, luminance
from pycardgen.layout.display import (
    PT,
    Circle,
    Fill,
    Gradient,
    Group,
    Image,
    Ink,
    Item,
    Line,
    Path,
    Polygon,
    Rect,
    Symbol,
    TextRun,
    Transform,
    Use,
)
from pycardgen.layout.paths import bounds, combined

LINE = 0.2
"""The width of outlines, in mm."""

SMALL, LARGE = 6.0, 26.0
"""mm: marks up to the first stay filled unless something stands on them, pale tints up to the second."""

PALE = 0.6
"""The luminance of tints that may stay."""

BAND = 3.0
"""mm: pale strokes that are wider are grounds, not outlines."""

TEXT, MARKS = 7.0, 4.5
"""The contrast with white that text and marks are darkened to."""

WHITE, FRAME, INK = "#ffffff", "#a8acb2", "#2a2e34"

Box = tuple[float, float, float, float]
"""left, top, right, bottom"""

_PLAIN: Transform = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

Shape = Rect | Circle | Polygon | Path


def low_ink(items: Iterable[Item]) -> tuple[Item, ...]:
    """The same drawing with little ink."""
    found = tuple(_opened(items))
    marks = list(_marks(found, _PLAIN))
    return tuple(_Thrift(marks).items(found, _PLAIN))


def _opened(items: Iterable[Item]) -> Iterator[Item]:
    """Symbols of several elements are taken apart: what stands on their shapes isn't always in them."""
    for item in items:
        if isinstance(item, Use) and not _is_icon(item):
            move = (item.scale, 0.0, 0.0, item.scale, item.x, item.y)
            art = item.symbol.name.startswith("art-")
            yield item if art else Group(tuple(_opened(item.symbol.items)), transform=move)
        elif isinstance(item, Group):
            yield replace(item, items=tuple(_opened(item.items)))
        else:
            yield item


def _is_icon(use: Use) -> bool:
    return use.symbol.name.startswith("icon-")


def _marks(items: Iterable[Item], at: Transform) -> Iterator[tuple[float, float] | None]:
    """For each item that is painted, in order: where it stands, if it is text or an icon."""
    for item in items:
        match item:
            case Group():
                yield from _marks(item.items, combined(at, item.transform))
            case TextRun():
                yield _point(at, item.x + item.width / 2, item.y - item.size * PT * 0.35)
            case Use():
                x, y, w, h = item.symbol.box
                yield _point(at, item.x + (x + w / 2) * item.scale, item.y + (y + h / 2) * item.scale)
            case _:
                yield None


class _Thrift:
    """A drawing being changed; `index` counts the painted items as `_marks` does."""

    __slots__ = ("index", "marks")

    def __init__(self, marks: list[tuple[float, float] | None]) -> None:
        self.marks, self.index = marks, -1

    def items(self, items: Iterable[Item], at: Transform) -> Iterator[Item]:
        for item in items:
            if isinstance(item, Group):
                inner = tuple(self.items(item.items, combined(at, item.transform)))
                if item.opacity == 1.0:
                    yield replace(item, items=inner)
                continue
            self.index += 1
            yield self.item(item, at)

    def item(self, item: Item, at: Transform) -> Item:
        match item:
            case Rect() | Circle() | Polygon() | Path():
                return replace(item, ink=self.ink(item, at))
            case Line():
                return replace(item, ink=replace(item.ink, stroke=_line(item.ink.stroke, MARKS)))
            case TextRun():
                return replace(item, color=_dark(item.color, TEXT))
            case Image():
                return Rect(item.x, item.y, item.w, item.h, Ink(WHITE, FRAME, LINE / 2))
            case Use():
                return item if item.symbol.name.startswith("art-") else _icon(item, at)
            case _:
                return item

    def ink(self, item: Shape, at: Transform) -> Ink:
        """A ground becomes an outline; a mark stays filled, and dark."""
        ink, fill = item.ink, _color(item.ink.fill)
        if fill is None and ink.stroke and ink.width > BAND and luminance(ink.stroke) >= PALE:
            return replace(ink, stroke=WHITE)
        if fill is None:
            return replace(ink, stroke=_line(ink.stroke, MARKS))
        box = _moved(_extent(item), at)
        size = min(box[2] - box[0], box[3] - box[1])
        pale = luminance(fill) >= PALE
        if size <= (LARGE if pale else SMALL) and (pale or not self.carries(box)):
            return replace(ink, fill=fill if pale else _dark(fill, MARKS), stroke=_line(ink.stroke, MARKS))
        stroke = _line(ink.stroke, MARKS) or (FRAME if pale else _dark(fill, MARKS))
        return Ink(WHITE, stroke, ink.width if ink.stroke else LINE, ink.dash, ink.round_joins)

    def carries(self, box: Box) -> bool:
        """Whether text or an icon that is painted later stands in a box."""
        left, top, right, bottom = box
        later = self.marks[self.index + 1 :]
        return any(mark and left < mark[0] < right and top < mark[1] < bottom for mark in later)


def _icon(use: Use, at: Transform) -> Use:
    """Small icons stay filled, large ones are drawn in lines."""
    w, h = use.symbol.box[2:]
    large = min(w, h) * use.scale * abs(at[0] or at[1]) > 3 * SMALL
    items = tuple(_icon_part(part, large, LINE / use.scale) for part in use.symbol.items)
    return replace(use, symbol=Symbol(f"{use.symbol.name}-low", use.symbol.box, items))


def _icon_part(part: Item, large: bool, width: float) -> Item:
    if not isinstance(part, Path):
        return part
    ink, fill = part.ink, _color(part.ink.fill)
    if large and fill:
        return replace(part, ink=Ink(WHITE, _dark(fill, MARKS), width, (), True))
    stroke = _line(ink.stroke, MARKS)
    return replace(part, ink=replace(ink, fill=fill and _dark(fill, MARKS), stroke=stroke))


# --- colours and boxes ----------------------------------------------------------------------------


def _color(fill: Fill) -> str | None:
    """The colour of a fill; of a gradient its darkest."""
    if isinstance(fill, Gradient):
        return min((color for _, color in fill.stops), key=luminance)
    return fill


def _line(color: str | None, wanted: float) -> str | None:
    return color and _dark(color, wanted)


def _dark(color: str, wanted: float) -> str:
    """A colour that can be read on white: of the same hue, or the colour of ink if it has hardly any."""
    if contrast(color, WHITE) >= wanted:
        return color
    return INK if dull(color) else darkened(color, wanted)


def _extent(item: Shape) -> Box:
    match item:
        case Rect():
            return item.x, item.y, item.x + item.w, item.y + item.h
        case Circle():
            return item.x - item.r, item.y - item.r, item.x + item.r, item.y + item.r
        case Polygon():
            xs, ys = zip(*item.points, strict=True)
            return min(xs), min(ys), max(xs), max(ys)
        case Path():
            x, y, w, h = bounds(item.commands)
            return x, y, x + w, y + h


def _point(at: Transform, x: float, y: float) -> tuple[float, float]:
    return at[0] * x + at[2] * y + at[4], at[1] * x + at[3] * y + at[5]


def _moved(box: Box, at: Transform) -> Box:
    left, top, right, bottom = box
    corners = [_point(at, x, y) for x in (left, right) for y in (top, bottom)]
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
