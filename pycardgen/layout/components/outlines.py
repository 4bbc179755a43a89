"""The outlines of tokens and tiles, and how drawings are cut to them."""

from __future__ import annotations

import math
from collections.abc import Iterable

from pycardgen.layout.components.marks import CUT, HALO
from pycardgen.layout.components.polygons import Polygon, bounds, grown, mirrored, moved
from pycardgen.layout.display import Group, Ink, Item, Rect
from pycardgen.layout.display import Polygon as Drawn
from pycardgen.records import dataclass


@dataclass(frozen=True, slots=True)
class Outline:
    """A shape in a box, in mm: a polygon, or without points a rectangle with round corners."""

    width: float
    height: float
    points: Polygon = ()
    radius: float = 0.0


def outline(shape: str, width: float, height: float, corner: float = 0.0) -> Outline:
    """The outline of that name, filling the box. `round` has half circles at its ends."""
    if shape == "round":
        return Outline(width, height, (), min(width, height) / 2)
    if shape == "rect":
        return Outline(width, height, (), min(corner, width / 2, height / 2))
    left, top, right, bottom = bounds(_UNIT[shape])
    sx, sy = width / (right - left), height / (bottom - top)
    return Outline(width, height, tuple(((x - left) * sx, (y - top) * sy) for x, y in _UNIT[shape]))


def natural_height(shape: str, width: float) -> float:
    """How high a shape of that width is if its sides are alike."""
    if shape not in _UNIT:
        return width
    left, top, right, bottom = bounds(_UNIT[shape])
    return width * (bottom - top) / (right - left)


def _regular(sides: int, turn: float) -> Polygon:
    """A regular polygon; `turn` in degrees from a corner at the top."""
    angles = (math.radians(turn - 90 + 360 * index / sides) for index in range(sides))
    return tuple((round(math.cos(a), 12), round(math.sin(a), 12)) for a in angles)


_UNIT = {
    "hex": _regular(6, 0),
    "hex-flat": _regular(6, 30),
    "triangle": _regular(3, 0),
    "diamond": _regular(4, 0),
    "pentagon": _regular(5, 0),
    "octagon": _regular(8, 22.5),
}


def cut_to(items: Iterable[Item], shape: Outline, bleed: float, behind: bool = False) -> Group:
    """Items of the shape's box, cut off where its bleed ends. `behind`: the shape as seen from its back."""
    if not shape.points:
        radius = shape.radius + bleed if shape.radius else 0.0
        box = (-bleed, -bleed, shape.width + 2 * bleed, shape.height + 2 * bleed, radius)
        return Group(tuple(items), clip=box)
    points = mirrored(shape.points, shape.width) if behind else shape.points
    return Group(tuple(items), outline=grown(points, bleed))


def cut_line(shape: Outline, x: float, y: float) -> list[Item]:
    """The line to cut along, of a shape whose box has its upper left corner there."""
    return [_line(shape, x, y, ink) for ink in (HALO, CUT)]


def _line(shape: Outline, x: float, y: float, ink: Ink) -> Item:
    if shape.points:
        return Drawn(moved(shape.points, x, y), ink)
    return Rect(x, y, shape.width, shape.height, ink, shape.radius)
