"""The display list: what is drawn where, in millimetres. Layout makes it, painters draw it, tests compare it.

The origin is the top left corner, y grows downwards. Sizes are millimetres, except font sizes, which are
points. A painter draws items in order and decides nothing: no wrapping, no fitting, no fallback.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache

from pycardgen.records import dataclass, field

PT = 25.4 / 72
"""One point in millimetres."""


@dataclass(frozen=True, slots=True)
class Gradient:
    """A linear (x0, y0, x1, y1) or radial (x0, y0 = centre, x1 = radius) fill, in mm of the item's space."""

    kind: str
    x0: float
    y0: float
    x1: float
    y1: float
    stops: tuple[tuple[float, str], ...]


Fill = str | Gradient | None
"""A colour `#rrggbb`, a gradient, or nothing."""


@dataclass(frozen=True, slots=True)
class Ink:
    """How a shape is painted. `width` and `dash` are in mm."""

    fill: Fill = None
    stroke: str | None = None
    width: float = 0.25
    dash: tuple[float, ...] = ()
    round_joins: bool = False


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle, its corners rounded by `radius`."""

    x: float
    y: float
    w: float
    h: float
    ink: Ink
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Line:
    """A straight stroke."""

    x1: float
    y1: float
    x2: float
    y2: float
    ink: Ink


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed outline."""

    points: tuple[tuple[float, float], ...]
    ink: Ink


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle about (x, y)."""

    x: float
    y: float
    r: float
    ink: Ink


Command = tuple[str | float, ...]
"""('M', x, y), ('L', x, y), ('C', x1, y1, x2, y2, x, y) or ('Z',): absolute coordinates."""


@dataclass(frozen=True, slots=True)
class Path:
    """An outline of lines and cubic curves, filled by the non-zero rule, or even-odd."""

    commands: tuple[Command, ...]
    ink: Ink
    even_odd: bool = False


@dataclass(frozen=True, slots=True)
class TextRun:
    """A string on a baseline, set in one face. `face` is a PostScript name that the font registry knows.

    `size` and `spacing` (added after each character) are points; `width` is the advance of the whole run in
    mm. `anchor` is the part of it that stays where it is if a viewer sets it in another font: 0 is its left.
    """

    x: float
    y: float
    face: str
    size: float
    color: str
    text: str
    spacing: float = 0.0
    width: float = 0.0
    anchor: float = 0.0


@dataclass(frozen=True, slots=True)
class Picture:
    """A raster image: its bytes as they stand in the file, and their digest, which painters store once."""

    digest: str
    kind: str
    width: int
    height: int
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Image:
    """A picture stretched over a box."""

    x: float
    y: float
    w: float
    h: float
    picture: Picture


Transform = tuple[float, float, float, float, float, float]
"""a b c d e f, as in SVG: x' = a x + c y + e, y' = b x + d y + f."""


def rotation(degrees: float, x: float, y: float) -> Transform:
    """A clockwise turn about a point; quarter turns are exact."""
    quarter = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}
    radians = math.radians(degrees)
    cos, sin = quarter.get(degrees % 360.0) or (math.cos(radians), math.sin(radians))
    return cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y


@dataclass(frozen=True, slots=True)
class Group:
    """Items drawn together. Within the group's own space, `clip` is a rectangle (x, y, w, h, radius) and
    `outline` the corners of a polygon that cut off what lies outside.

    `id`, `classes` and `data` name the group in SVG. `layer` makes it a layer of that name.
    """

    items: tuple[Item, ...]
    id: str = ""
    classes: tuple[str, ...] = ()
    data: tuple[tuple[str, str], ...] = ()
    transform: Transform | None = None
    clip: tuple[float, float, float, float, float] | None = None
    opacity: float = 1.0
    layer: str = ""
    title: str = ""
    outline: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Symbol:
    """A drawing made once and used often. Two uses share it when it is the same object.

    `box` is (x, y, w, h) of everything it paints.
    """

    name: str
    box: tuple[float, float, float, float]
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Use:
    """A symbol, moved by (x, y) and scaled."""

    symbol: Symbol
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of the document's outline that leads to this height of the page."""

    title: str
    level: int
    y: float


@dataclass(frozen=True, slots=True)
class Link:
    """A rectangle that leads to a bookmark's title (`#title`) or to an address."""

    x: float
    y: float
    w: float
    h: float
    target: str


@dataclass(frozen=True, slots=True, eq=False)
class Ready:
    """A drawing that the PDF painter finished before, by the name of its form (see `paint.incremental`)."""

    form: str


Item = Rect | Line | Polygon | Circle | Path | TextRun | Image | Group | Use | Ready | Bookmark | Link


@dataclass(frozen=True, slots=True)
class Drawing:
    """A finished card, board or page. Items may reach `bleed` mm beyond the trimmed width and height."""

    width: float
    height: float
    items: tuple[Item, ...]
    bleed: float = 0.0
    name: str = ""


def walk(items: Iterable[Item]) -> Iterator[Item]:
    """Every item, those inside groups and symbols included."""
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from walk(item.items)
        elif isinstance(item, Use):
            yield from walk(item.symbol.items)


@lru_cache(maxsize=8192)
def number(value: float) -> str:
    """A coordinate as text: at most three decimals (a micrometre), no `-0`."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def dump(drawing: Drawing) -> str:
    """The drawing as text, a line an item, for tests and for comparing.

    Symbols are written where first used.
    """
    seen: dict[int, None] = {}
    lines = [f"drawing {number(drawing.width)}x{number(drawing.height)} bleed {number(drawing.bleed)}"]
    for item in drawing.items:
        _dump(item, 1, lines, seen)
    return "\n".join(lines) + "\n"


def _dump(item: Item, depth: int, lines: list[str], seen: dict[int, None]) -> None:
    pad = "  " * depth
    match item:
        case Group():
            lines.append(f"{pad}group{_group_head(item)}")
            for inner in item.items:
                _dump(inner, depth + 1, lines, seen)
        case Use():
            lines.append(f"{pad}use {item.symbol.name} {_numbers(item.x, item.y)} scale {number(item.scale)}")
            if id(item.symbol) not in seen:
                seen[id(item.symbol)] = None
                for inner in item.symbol.items:
                    _dump(inner, depth + 1, lines, seen)
        case _:
            lines.append(pad + _leaf(item))


def _leaf(item: Item) -> str:
    match item:
        case Rect():
            return f"rect {_numbers(item.x, item.y, item.w, item.h)} r {number(item.radius)}{_ink(item.ink)}"
        case Line():
            return f"line {_numbers(item.x1, item.y1, item.x2, item.y2)}{_ink(item.ink)}"
        case Polygon():
            return f"polygon {' '.join(_numbers(*p) for p in item.points)}{_ink(item.ink)}"
        case Circle():
            return f"circle {_numbers(item.x, item.y, item.r)}{_ink(item.ink)}"
        case Path():
            return f"path {path_text(item.commands)}{' even-odd' if item.even_odd else ''}{_ink(item.ink)}"
        case TextRun():
            spacing = f" +{number(item.spacing)}" if item.spacing else ""
            place = _numbers(item.x, item.y)
            return f"text {place} {item.face} {number(item.size)}{spacing} {item.color} {item.text!r}"
        case Image():
            return f"image {_numbers(item.x, item.y, item.w, item.h)} {item.picture.digest[:12]}"
        case Bookmark():
            return f"bookmark {item.level} {number(item.y)} {item.title!r}"
        case Ready():
            return "ready"
        case Link():
            return f"link {_numbers(item.x, item.y, item.w, item.h)} {item.target!r}"
        case _:
            raise TypeError(f"not a leaf: {item!r}")


def path_text(commands: Iterable[Command]) -> str:
    """Path commands in SVG's syntax."""
    return " ".join(" ".join(c if isinstance(c, str) else number(c) for c in command) for command in commands)


def _numbers(*values: float) -> str:
    return ",".join(number(v) for v in values)


def _ink(ink: Ink) -> str:
    text = ""
    if isinstance(ink.fill, Gradient):
        stops = " ".join(f"{number(at)}:{color}" for at, color in ink.fill.stops)
        ends = _numbers(ink.fill.x0, ink.fill.y0, ink.fill.x1, ink.fill.y1)
        text += f" fill {ink.fill.kind}({ends} {stops})"
    elif ink.fill:
        text += f" fill {ink.fill}"
    if ink.stroke:
        text += f" stroke {ink.stroke} {number(ink.width)}"
        text += f" dash {_numbers(*ink.dash)}" if ink.dash else ""
    return text


def _group_head(group: Group) -> str:
    parts = []
    if group.layer:
        parts.append(f"layer {group.layer!r}")
    if group.id:
        parts.append(f"#{group.id}")
    parts += [f".{name}" for name in group.classes]
    parts += [f"[{key}={value}]" for key, value in group.data]
    if group.transform:
        parts.append(f"transform {_numbers(*group.transform)}")
    if group.clip:
        parts.append(f"clip {_numbers(*group.clip)}")
    if group.outline:
        parts.append(f"outline {' '.join(_numbers(*point) for point in group.outline)}")
    if group.opacity != 1.0:
        parts.append(f"opacity {number(group.opacity)}")
    if group.title:
        parts.append(f"title {group.title!r}")
    return "".join(f" {part}" for part in parts)
