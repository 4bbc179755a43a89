"""What texts and icons of a drawing stand on, and how well they stand out from it.

On plain grounds the worst of a few points counts. Pictures and illustrations change everywhere, and a line of
a drawing behind a letter takes nothing from it; there a text is too faint if a quarter of it is.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import pairwise, product

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
    Line,
    Path,
    Picture,
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

ACROSS, DOWN = 12, 3
"""Points of a text on a picture that are looked at."""

PART = 0.25
"""How much of a text on a picture may be too faint."""

LARGEST_SIGN = 12.0
"""mm; a larger icon is a picture."""

WHITE = "#ffffff"

WIDE = 2.0
"""mm from which a stroke is a ground that text may stand on."""

SMALL = 96
"""Pixels along the longer side of what pictures are made to be looked at."""

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
    """Something painted, that covers what is beneath: its inside, or where it is `stroked` its outline.
    `back` leads from the page to its own space.

    `around` is left, top, right and bottom of a box on the page that holds it. `outline` is filled when it is
    first needed, and so is `inner`, what an illustration is painted of.
    """

    item: Item
    back: Transform
    clips: Clips
    opacity: float
    around: tuple[float, float, float, float]
    stroked: bool = False
    outline: list[list[Point]] = field(default_factory=list)
    inner: list[_Looker] = field(default_factory=list)


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
            if isinstance(item, Line | Polygon | Path) and item.ink.stroke and item.ink.width >= WIDE:
                self.cover(item, at, clips, opacity, stroked=True)

    def cover(self, item: Item, at: Transform, clips: Clips, opacity: float, stroked: bool = False) -> None:
        x, y, w, h = _box(item)
        if stroked and isinstance(item, Line | Polygon | Path):
            beyond = item.ink.width / 2
            x, y, w, h = x - beyond, y - beyond, w + 2 * beyond, h + 2 * beyond
        corners = [_moved(at, *corner) for corner in ((x, y), (x + w, y), (x, y + h), (x + w, y + h))]
        xs, ys = [corner[0] for corner in corners], [corner[1] for corner in corners]
        around = (min(xs), min(ys), max(xs), max(ys))
        self.layers.append(_Layer(item, _inverse(at), clips, opacity, around, stroked))

    def use(self, use: Use, at: Transform, clips: Clips, opacity: float) -> None:
        inner = combined(at, (use.scale, 0.0, 0.0, use.scale, use.x, use.y))
        x, y, w, h = use.symbol.box
        name = use.symbol.name
        if name.startswith("art-"):
            self.cover(use, inner, clips, opacity)
            return
        size = max(w, h) * use.scale * _size(at)
        colors = {part.ink.fill for part in use.symbol.items if isinstance(part, Path) and part.ink.fill}
        if name.startswith("icon-") and size <= LARGEST_SIGN and len(colors) == 1 and opacity == 1.0:
            color = colors.pop()
            if isinstance(color, str):
                ground = self.stood_on(inner, (x, y, w, h), color, 1)
                self.judge("", name.removeprefix("icon-"), color, ground, LARGE)
        self.items(use.symbol.items, inner, clips, opacity)

    def text(self, run: TextRun, at: Transform, opacity: float) -> None:
        if opacity != 1.0 or not run.text.strip():
            return
        size = run.size * _size(at)
        bold = fonts.face(run.face).weight >= 700
        wanted = LARGE if size >= (LARGE_BOLD if bold else LARGE_SIZE) else BODY
        height = run.size * PT * 0.7
        ground = self.stood_on(at, (run.x, run.y - height, run.width, height), run.color, 3)
        self.judge(run.text, "", run.color, ground, wanted)

    def stood_on(self, at: Transform, box: tuple[float, float, float, float], color: str, count: int) -> str:
        """The ground that a box stands out from the least: of so many points along its middle, or on a
        picture of many, but for those that are few.
        """
        x, y, w, h = box
        parts = (0.08, 0.5, 0.92) if count > 1 else (0.5,)
        found = [self.ground(_moved(at, x + w * part, y + h / 2)) for part in parts]
        skipped = 0
        if any(pictured for _, pictured in found):
            spots = product(range(ACROSS), range(DOWN))
            found = [
                self.ground(_moved(at, x + w * (i + 0.5) / ACROSS, y + h * (j + 0.5) / DOWN))
                for i, j in spots
            ]
            skipped = int(PART * len(found))
        grounds = sorted((ground for ground, _ in found), key=lambda ground: contrast(color, ground))
        return grounds[skipped]

    def judge(self, text: str, icon: str, color: str, ground: str, wanted: float) -> None:
        ratio = contrast(color, ground)
        if ratio < wanted - 0.005:
            self.found.append(Faint(text, icon, color, ground, ratio, wanted))

    def ground(self, point: Point) -> tuple[str, bool]:
        """The colour at a point of the page, and whether a picture lies there."""
        veils: list[tuple[str, float]] = []
        self.seen(point, veils)
        color = WHITE
        for veil, opacity in reversed(veils):
            color = mix(color, veil, opacity)
        return color, self.pictured(point)

    def pictured(self, point: Point) -> bool:
        """Whether the topmost thing at a point that can't be seen through is a picture, or lies on one."""
        for layer in reversed(self.layers):
            if _covers(layer, point):
                if isinstance(layer.item, Image | Use):
                    return True
                if layer.opacity >= 1.0:
                    return False
        return False

    def seen(self, point: Point, veils: list[tuple[str, float]]) -> bool:
        """Add the colours that are seen at a point, from the top, each with how much it hides; whether
        nothing is seen beneath them.
        """
        for layer in reversed(self.layers):
            if not _covers(layer, point):
                continue
            own = _moved(layer.back, *point)
            if isinstance(layer.item, Use):
                if not layer.inner:
                    layer.inner.append(_Looker())
                    layer.inner[0].items(layer.item.symbol.items, _PLAIN, (), 1.0)
                if layer.inner[0].seen(own, veils):
                    return True
                continue
            if isinstance(layer.item, Image):
                found, opacity = _pixel(layer.item, own)
            elif layer.stroked:
                assert isinstance(layer.item, Line | Polygon | Path)
                found, opacity = layer.item.ink.stroke or WHITE, 1.0
            else:
                assert isinstance(layer.item, Rect | Circle | Polygon | Path)
                found, opacity = _color_at(layer.item.ink.fill, own), 1.0
            opacity *= layer.opacity
            veils.append((found, opacity))
            if opacity >= 0.995:
                return True
        return False


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
    if layer.stroked and isinstance(layer.item, Line | Polygon | Path):
        if not layer.outline:
            layer.outline.extend(_outline(layer.item, 2))
        reach = layer.item.ink.width / 2
        return any(_distance(a, b, x, y) <= reach for ring in layer.outline for a, b in pairwise(ring))
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
        case Line():
            left, top = min(item.x1, item.x2), min(item.y1, item.y2)
            return left, top, abs(item.x1 - item.x2), abs(item.y1 - item.y2)
        case Use():
            return item.symbol.box
        case _:
            return 0.0, 0.0, 0.0, 0.0


def _outline(item: Item, least: int = 3) -> list[list[Point]]:
    """The parts of an outline that have so many corners; where it is closed, without the last side."""
    if isinstance(item, Polygon):
        return [list(item.points)]
    if isinstance(item, Line):
        return [[(item.x1, item.y1), (item.x2, item.y2)]]
    return list(_rings(item.commands, least)) if isinstance(item, Path) else []


def _distance(a: Point, b: Point, x: float, y: float) -> float:
    """How far a point is from a line between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy or 1.0)
    along = min(1.0, max(0.0, along))
    return math.hypot(x - a[0] - along * dx, y - a[1] - along * dy)


def _rings(commands: Sequence[Command], least: int) -> Iterator[list[Point]]:
    """The parts of a path, of so many corners, as polygons; curves become four lines each."""
    ring: list[Point] = []
    for command in commands:
        n = [float(v) for v in command[1:]]
        if command[0] == "M":
            if len(ring) >= least:
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
    if len(ring) >= least:
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


def _pixel(image: Image, point: Point) -> tuple[str, float]:
    """The colour of a picture at a point, and how opaque it is there."""
    width, height, pixels = _small(image.picture)
    column = min(width - 1, max(0, int((point[0] - image.x) / image.w * width)))
    row = min(height - 1, max(0, int((point[1] - image.y) / image.h * height)))
    at = 4 * (row * width + column)
    return "#" + pixels[at : at + 3].hex(), pixels[at + 3] / 255


@lru_cache(maxsize=16)
def _small(picture: Picture) -> tuple[int, int, bytes]:
    """The width, the height and the pixels (with their opacity) of a picture made small."""
    from PIL import Image as Pil

    with Pil.open(BytesIO(picture.data)) as opened:
        opened.draft("RGB", (SMALL, SMALL))
        grey = opened.convert("I").point(lambda v: v / 256).convert("L") if opened.mode[0] == "I" else opened
        whole = grey.convert("RGB").convert("RGBA") if grey.mode == "CMYK" else grey.convert("RGBA")
        whole.thumbnail((SMALL, SMALL))
        return whole.width, whole.height, whole.tobytes()


# --- places ---------------------------------------------------------------------------------------


def _moved(at: Transform, x: float, y: float) -> Point:
    return at[0] * x + at[2] * y + at[4], at[1] * x + at[3] * y + at[5]


def _size(at: Transform) -> float:
    return math.sqrt(abs(at[0] * at[3] - at[1] * at[2]))


def _inverse(at: Transform) -> Transform:
    a, b, c, d, e, f = at
    k = a * d - b * c or 1.0
    return d / k, -b / k, -c / k, a / k, (c * f - d * e) / k, (b * e - a * f) / k
