"""What texts and icons of a drawing stand on, and how well they stand out from it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from pycardgen.layout import fonts
from pycardgen.layout.colors import contrast, mix
from pycardgen.layout.display import (
    PT,
    Circle,
    Command,
    Drawing,
    Fill,
    Gradient,
    Group,
    Image,
    Item,
    Path,
    Polygon,
    Rect,
    TextRun,
    Transform,
    Use,
)
from pycardgen.layout.paths import bounds, combined
from pycardgen.records import dataclass, field

BODY, LARGE = 4.5, 3.0
"""The contrast that WCAG 2 (AA) asks of text, and of large text and signs."""

LARGE_SIZE, LARGE_BOLD = 18.0, 14.0
"""Points from which text is large, and bold text."""

LARGEST_SIGN = 12.0
"""mm; a larger icon is a picture."""

WHITE = "#ffffff"

Point = tuple[float, float]

Clips = tuple[tuple[Transform, tuple[float, float, float, float]], ...]
"""Rectangles that a thing is cut to, each with the way from the page to its space."""

_PLAIN: Transform = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Faint:
    """A text, or an icon (`text` empty), that stands out too little from what it stands on."""

    text: str
    icon: str
    color: str
    ground: str
    ratio: float
    wanted: float


@dataclass(frozen=True, slots=True)
class _Layer:
    """Something painted, that covers what is beneath. `back` leads from the page to its own space.

    `around` is left, top, right and bottom of a box on the page that holds it. `outline` is filled when it is
    first needed.
    """

    item: Item
    back: Transform
    clips: Clips
    opacity: float
    around: tuple[float, float, float, float]
    outline: list[list[Point]] = field(default_factory=list)


def faint(drawing: Drawing) -> list[Faint]:
    """Every text and small icon of a drawing that stands out too little."""
    looker = _Looker()
    looker.items(drawing.items, _PLAIN, (), 1.0)
    return looker.found


class _Looker:
    """Goes through a drawing as a painter does, and remembers what has been painted."""

    __slots__ = ("found", "layers")

    def __init__(self) -> None:
        self.layers: list[_Layer] = []
        self.found: list[Faint] = []

    def items(self, items: Iterable[Item], at: Transform, clips: Clips, opacity: float) -> None:
        for item in items:
            match item:
                case Group():
                    inner = combined(at, item.transform) if item.transform else at
                    cut = (
                        (*clips, (_inverse(inner), (item.clip[0], item.clip[1], item.clip[2], item.clip[3])))
                        if item.clip
                        else clips
                    )
                    self.items(item.items, inner, cut, opacity * item.opacity)
                case Use():
                    self.use(item, at, clips, opacity)
                case TextRun():
                    self.text(item, at, opacity)
                case Rect() | Circle() | Polygon() | Path() if item.ink.fill:
                    self.cover(item, at, clips, opacity)
                case Image():
                    self.cover(item, at, clips, opacity)

    def cover(self, item: Item, at: Transform, clips: Clips, opacity: float) -> None:
        x, y, w, h = _box(item)
        corners = [_moved(at, *corner) for corner in ((x, y), (x + w, y), (x, y + h), (x + w, y + h))]
        xs, ys = [corner[0] for corner in corners], [corner[1] for corner in corners]
        around = (min(xs), min(ys), max(xs), max(ys))
        self.layers.append(_Layer(item, _inverse(at), clips, opacity, around))

    def use(self, use: Use, at: Transform, clips: Clips, opacity: float) -> None:
        inner = combined(at, (use.scale, 0.0, 0.0, use.scale, use.x, use.y))
        x, y, w, h = use.symbol.box
        name = use.symbol.name
        if name.startswith("art-"):  # its colours change everywhere, as those of a picture do
            self.cover(use, inner, clips, opacity)
            return
        size = max(w, h) * use.scale * _size(at)
        colors = {part.ink.fill for part in use.symbol.items if isinstance(part, Path) and part.ink.fill}
        if name.startswith("icon-") and size <= LARGEST_SIGN and len(colors) == 1 and opacity == 1.0:
            ground = self.ground(_moved(inner, x + w / 2, y + h / 2))
            color = colors.pop()
            if isinstance(color, str) and ground is not None:
                self.judge("", name.removeprefix("icon-"), color, ground, LARGE)
        self.items(use.symbol.items, inner, clips, opacity)

    def text(self, run: TextRun, at: Transform, opacity: float) -> None:
        if opacity != 1.0 or not run.text.strip():
            return
        size = run.size * _size(at)
        bold = fonts.face(run.face).weight >= 700
        wanted = LARGE if size >= (LARGE_BOLD if bold else LARGE_SIZE) else BODY
        y = run.y - run.size * PT * 0.35
        grounds = [self.ground(_moved(at, run.x + run.width * part, y)) for part in (0.08, 0.5, 0.92)]
        known = [ground for ground in grounds if ground is not None]
        if known:
            worst = min(known, key=lambda ground: contrast(run.color, ground))
            self.judge(run.text, "", run.color, worst, wanted)

    def judge(self, text: str, icon: str, color: str, ground: str, wanted: float) -> None:
        ratio = contrast(color, ground)
        if ratio < wanted - 0.005:
            self.found.append(Faint(text, icon, color, ground, ratio, wanted))

    def ground(self, point: Point) -> str | None:
        """The colour at a point of the page; None where a picture lies."""
        veils: list[tuple[str, float]] = []
        color = WHITE
        for layer in reversed(self.layers):
            if not _covers(layer, point):
                continue
            if not isinstance(layer.item, Rect | Circle | Polygon | Path):
                return None
            found = _color_at(layer.item.ink.fill, _moved(layer.back, *point))
            if layer.opacity >= 1.0:
                color = found
                break
            veils.append((found, layer.opacity))
        for veil, opacity in reversed(veils):
            color = mix(color, veil, opacity)
        return color


# --- what covers a point --------------------------------------------------------------------------


def _covers(layer: _Layer, point: Point) -> bool:
    left, top, right, bottom = layer.around
    if not (left <= point[0] <= right and top <= point[1] <= bottom):
        return False
    for back, (cx, cy, cw, ch) in layer.clips:
        x, y = _moved(back, *point)
        if not (cx <= x <= cx + cw and cy <= y <= cy + ch):
            return False
    x, y = _moved(layer.back, *point)
    match layer.item:
        case Rect() | Image() | Use():
            left, top, w, h = _box(layer.item)
            return left <= x <= left + w and top <= y <= top + h
        case Circle():
            return (x - layer.item.x) ** 2 + (y - layer.item.y) ** 2 <= layer.item.r**2
        case _:
            if not layer.outline:
                layer.outline.extend(_outline(layer.item))
            even_odd = isinstance(layer.item, Path) and layer.item.even_odd
            turns = [_turns(ring, x, y) for ring in layer.outline]
            return sum(turns) % 2 != 0 if even_odd else sum(turns) != 0


def _box(item: Item) -> tuple[float, float, float, float]:
    """x, y, width and height of what covers, in its own space."""
    match item:
        case Rect() | Image():
            return item.x, item.y, item.w, item.h
        case Circle():
            return item.x - item.r, item.y - item.r, 2 * item.r, 2 * item.r
        case Polygon():
            xs, ys = [x for x, _ in item.points], [y for _, y in item.points]
            return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
        case Path():
            return bounds(item.commands)
        case Use():
            return item.symbol.box
        case _:
            return 0.0, 0.0, 0.0, 0.0


def _outline(item: Item) -> list[list[Point]]:
    if isinstance(item, Polygon):
        return [list(item.points)]
    return list(_rings(item.commands)) if isinstance(item, Path) else []


def _rings(commands: Sequence[Command]) -> Iterator[list[Point]]:
    """The parts of a path as polygons; curves become four lines each."""
    ring: list[Point] = []
    for command in commands:
        n = [float(v) for v in command[1:]]
        if command[0] == "M":
            if len(ring) > 2:
                yield ring
            ring = [(n[0], n[1])]
        elif command[0] == "L":
            ring.append((n[0], n[1]))
        elif command[0] == "C":
            x, y = ring[-1]
            for step in range(1, 5):
                t, u = step / 4, 1 - step / 4
                k = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
                px = k[0] * x + k[1] * n[0] + k[2] * n[2] + k[3] * n[4]
                ring.append((px, k[0] * y + k[1] * n[1] + k[2] * n[3] + k[3] * n[5]))
    if len(ring) > 2:
        yield ring


def _turns(ring: list[Point], x: float, y: float) -> int:
    """How often a polygon goes around a point."""
    turns = 0
    x0, y0 = ring[-1]
    for x1, y1 in ring:
        if (y0 <= y) != (y1 <= y):
            left = (x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)
            if y1 > y0 and left > 0:
                turns += 1
            elif y1 < y0 and left < 0:
                turns -= 1
        x0, y0 = x1, y1
    return turns


# --- colours --------------------------------------------------------------------------------------


def _color_at(fill: Fill, point: Point) -> str:
    if not isinstance(fill, Gradient):
        return fill or WHITE
    x, y = point
    if fill.kind == "radial":
        part = ((x - fill.x0) ** 2 + (y - fill.y0) ** 2) ** 0.5 / (fill.x1 or 1.0)
    else:
        dx, dy = fill.x1 - fill.x0, fill.y1 - fill.y0
        part = ((x - fill.x0) * dx + (y - fill.y0) * dy) / (dx * dx + dy * dy or 1.0)
    stops = fill.stops
    if part <= stops[0][0]:
        return stops[0][1]
    for (start, first), (end, second) in pairwise(stops):
        if part <= end:
            return mix(first, second, (part - start) / (end - start or 1.0))
    return stops[-1][1]


# --- places ---------------------------------------------------------------------------------------


def _moved(at: Transform, x: float, y: float) -> Point:
    return at[0] * x + at[2] * y + at[4], at[1] * x + at[3] * y + at[5]


def _size(at: Transform) -> float:
    return math.sqrt(abs(at[0] * at[3] - at[1] * at[2]))


def _inverse(at: Transform) -> Transform:
    a, b, c, d, e, f = at
    k = a * d - b * c or 1.0
    return d / k, -b / k, -c / k, a / k, (c * f - d * e) / k, (b * e - a * f) / k
