"""What the scenes are painted with: a canvas in millimetres, chance that is the same everywhere, colours."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from random import Random
from typing import TypeVar

from pycardgen.layout.colors import mix
from pycardgen.layout.display import (
    Circle,
    Command,
    Fill,
    Gradient,
    Group,
    Ink,
    Item,
    Path,
    Polygon,
    Rect,
    Symbol,
    Use,
)
from pycardgen.records import dataclass, field

T = TypeVar("T")

Point = tuple[float, float]
"""x, y in mm."""

Subject = Callable[[str], Symbol | None]
"""The icon that a picture shows, in a colour; None when it shows none."""


@dataclass(frozen=True, slots=True)
class Palette:
    """Four colours: the dark, the colour of things, the pale of what is lit, and that of lamps and signs."""

    deep: str
    base: str
    light: str
    glow: str

    def shade(self, part: float) -> str:
        """From the dark (0) over the base (0.5) to the light (1)."""
        part = min(max(part, 0.0), 1.0)
        if part < 0.5:
            return mix(self.deep, self.base, round(part * 2, 3))
        return mix(self.base, self.light, round(part * 2 - 1, 3))


def chance(seed: str) -> Random:
    """A source of chance that gives the same numbers on every machine. Only its `random` may be used."""
    return Random(int.from_bytes(sha256(seed.encode()).digest()[:8], "big"))


@dataclass(slots=True, eq=False)
class Canvas:
    """A picture being painted, from back to front, in a box of `w` by `h` mm."""

    w: float
    h: float
    palette: Palette
    random: Random
    subject: Subject
    items: list[Item] = field(default_factory=list)

    # --- chance ---

    def between(self, low: float, high: float) -> float:
        """A number from `low` to `high`."""
        return low + (high - low) * self.random.random()

    def whole(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both included."""
        return low + int(self.random.random() * (high - low + 1))

    def pick(self, values: Sequence[T]) -> T:
        """One of several."""
        return values[int(self.random.random() * len(values))]

    def happens(self, part: float) -> bool:
        """True in that part of all cases."""
        return self.random.random() < part

    # --- lengths and colours ---

    @property
    def unit(self) -> float:
        """A fortieth of the shorter side, in mm: what strokes and details are measured in."""
        return min(self.w, self.h) / 40

    def shade(self, part: float) -> str:
        """See `Palette.shade`."""
        return self.palette.shade(part)

    # --- shapes ---

    def rect(self, x: float, y: float, w: float, h: float, fill: Fill, radius: float = 0.0) -> None:
        """A filled rectangle."""
        self.items.append(Rect(x, y, w, h, Ink(fill), radius))

    def ground(self, fill: Fill) -> None:
        """Fill the whole box."""
        self.rect(0, 0, self.w, self.h, fill)

    def circle(self, x: float, y: float, r: float, fill: Fill) -> None:
        """A filled circle."""
        self.items.append(Circle(x, y, r, Ink(fill)))

    def ring(self, x: float, y: float, r: float, color: str, width: float) -> None:
        """The outline of a circle."""
        self.items.append(Circle(x, y, r, Ink(None, color, width)))

    def polygon(self, points: Iterable[Point], fill: Fill) -> None:
        """A filled polygon."""
        self.items.append(Polygon(tuple(points), Ink(fill)))

    def path(self, commands: Iterable[Command], fill: Fill, even_odd: bool = False) -> None:
        """A filled path; nothing if it has no commands."""
        kept = tuple(commands)
        if kept:
            self.items.append(Path(kept, Ink(fill), even_odd))

    def stroke(self, commands: Iterable[Command], color: str, width: float) -> None:
        """A path drawn as a line of that width in mm."""
        kept = tuple(commands)
        if kept:
            self.items.append(Path(kept, Ink(None, color, width, round_joins=True)))

    def veil(self, items: Iterable[Item], opacity: float) -> None:
        """Things that let what is behind them through; each does, so that they add up."""
        self.items.append(Group(tuple(items), opacity=opacity))

    def glow(self, x: float, y: float, r: float, color: str, strength: float = 0.5, steps: int = 6) -> None:
        """Light around a point, that fades away towards `r`."""
        each = 1 - (1 - strength) ** (1 / steps)
        self.veil((Circle(x, y, r * (1 - (step / steps) ** 1.3), Ink(color)) for step in range(steps)), each)

    # --- the subject ---

    def stand(self, x: float, y: float, height: float, color: str, rim: str | None = None) -> bool:
        """The subject on a ground at `y`, its middle at `x`; with a rim of light on its upper left."""
        return self.show(x, y - height / 2, height, color, rim)

    def show(self, x: float, y: float, size: float, color: str, rim: str | None = None) -> bool:
        """The subject about a point, in a square of that size. False when the picture has none."""
        symbol = self.subject(color)
        if symbol is None:
            return False
        lit = self.subject(rim) if rim else None
        if lit is not None:
            step = size * 0.018
            self.items += [_placed(lit, x - step, y - step, size), _placed(lit, x + step, y - step / 2, size)]
        self.items.append(_placed(symbol, x, y, size))
        return True


def _placed(symbol: Symbol, x: float, y: float, size: float) -> Use:
    left, top, w, h = symbol.box
    scale = size / max(w, h)
    return Use(symbol, x - (left + w / 2) * scale, y - (top + h / 2) * scale, scale)


# --- gradients and outlines -----------------------------------------------------------------------


def down(y0: float, y1: float, *colors: str) -> Gradient:
    """From top to bottom, the colours evenly spread."""
    return Gradient("linear", 0.0, y0, 0.0, y1, _stops(colors))


def across(x0: float, x1: float, *colors: str) -> Gradient:
    """From left to right, the colours evenly spread."""
    return Gradient("linear", x0, 0.0, x1, 0.0, _stops(colors))


def around(x: float, y: float, r: float, *colors: str) -> Gradient:
    """From a point outwards, the colours evenly spread."""
    return Gradient("radial", x, y, r, 0.0, _stops(colors))


def _stops(colors: Sequence[str]) -> tuple[tuple[float, str], ...]:
    last = max(1, len(colors) - 1)
    return tuple((index / last, color) for index, color in enumerate(colors))


def outline(points: Iterable[Point]) -> list[Command]:
    """A closed outline."""
    first, *rest = points
    return [("M", *first), *(("L", *point) for point in rest), ("Z",)]


def line(points: Iterable[Point]) -> list[Command]:
    """An open line."""
    first, *rest = points
    return [("M", *first), *(("L", *point) for point in rest)]


def box(x: float, y: float, w: float, h: float) -> list[Command]:
    """A rectangle as an outline, for a path of many."""
    return [("M", x, y), ("L", x + w, y), ("L", x + w, y + h), ("L", x, y + h), ("Z",)]


def diamond(x: float, y: float, r: float) -> list[Command]:
    """A square on its corner."""
    return [("M", x - r, y), ("L", x, y - r), ("L", x + r, y), ("L", x, y + r), ("Z",)]


def dot(x: float, y: float) -> list[Command]:
    """A line of no length, which a round pen makes a dot: the cheapest mark there is, for many."""
    return [("M", x, y), ("L", x, y)]


def glint(x: float, y: float, r: float) -> list[Command]:
    """A star of four hollow points."""
    k = r * 0.12
    return [
        ("M", x, y - r),
        ("C", x + k, y - k, x + k, y - k, x + r, y),
        ("C", x + k, y + k, x + k, y + k, x, y + r),
        ("C", x - k, y + k, x - k, y + k, x - r, y),
        ("C", x - k, y - k, x - k, y - k, x, y - r),
        ("Z",),
    ]


def ellipse(x: float, y: float, rx: float, ry: float, turn: float = 0.0) -> list[Command]:
    """An ellipse, turned clockwise by `turn` radians."""
    cos, sin, k = math.cos(turn), math.sin(turn), 0.5522847498

    def at(u: float, v: float) -> Point:
        return x + u * rx * cos - v * ry * sin, y + u * rx * sin + v * ry * cos

    return [
        ("M", *at(1, 0)),
        ("C", *at(1, k), *at(k, 1), *at(0, 1)),
        ("C", *at(-k, 1), *at(-1, k), *at(-1, 0)),
        ("C", *at(-1, -k), *at(-k, -1), *at(0, -1)),
        ("C", *at(k, -1), *at(1, -k), *at(1, 0)),
        ("Z",),
    ]


def regular(x: float, y: float, r: float, sides: int, turn: float = 0.0) -> list[Point]:
    """The corners of a regular polygon; `turn` in radians."""
    step = 2 * math.pi / sides
    return [(x + r * math.cos(turn + i * step), y + r * math.sin(turn + i * step)) for i in range(sides)]


def between(a: Point, b: Point, part: float) -> Point:
    """A point on the way from `a` to `b`."""
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
