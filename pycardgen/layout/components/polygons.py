"""Polygons in millimetres, y downwards: growing them, what lies in them, and whether two overlap."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

Point = tuple[float, float]
Polygon = tuple[Point, ...]

_TINY = 1e-9


def area(points: Sequence[Point]) -> float:
    """The area, positive if the corners follow each other clockwise as seen on paper (y downwards)."""
    pairs = zip(points, (*points[1:], points[0]), strict=True)
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs) / 2


def bounds(points: Iterable[Point]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of some points."""
    found = list(points)
    xs, ys = [x for x, _ in found], [y for _, y in found]
    return min(xs), min(ys), max(xs), max(ys)


def moved(points: Iterable[Point], dx: float, dy: float) -> Polygon:
    """The points, moved."""
    return tuple((x + dx, y + dy) for x, y in points)


def turned(points: Iterable[Point], angle: float) -> Polygon:
    """The points, turned about the origin by an angle in radians, clockwise on paper."""
    cos, sin = math.cos(angle), math.sin(angle)
    return tuple((x * cos - y * sin, x * sin + y * cos) for x, y in points)


def mirrored(points: Sequence[Point], width: float) -> Polygon:
    """The polygon seen through the paper: left and right exchanged within a width."""
    return tuple((width - x, y) for x, y in reversed(points))


def grown(points: Sequence[Point], by: float) -> Polygon:
    """A convex polygon with every side moved outwards. A sharp corner is moved at most three times as far."""
    if area(points) < 0:
        points = tuple(reversed(points))
    count = len(points)
    out = []
    for index, (x, y) in enumerate(points):
        ax, ay = _outward(points[index - 1], points[index])
        bx, by_ = _outward(points[index], points[(index + 1) % count])
        mx, my = ax + bx, ay + by_
        length = mx * mx + my * my
        reach = min(2 * by / max(length, _TINY), 3 * by / max(math.sqrt(length), _TINY))
        out.append((x + mx * reach, y + my * reach))
    return tuple(out)


def _outward(a: Point, b: Point) -> Point:
    """The unit normal of a side that points out of a polygon whose area is positive."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy) or 1.0
    return dy / length, -dx / length


def incircle(points: Sequence[Point]) -> tuple[Point, float]:
    """Centre and radius of the circle that touches the first three sides of a convex polygon: of a regular
    polygon or a kite, all sides.
    """
    if area(points) < 0:
        points = tuple(reversed(points))
    rows = []
    for index in range(3):
        nx, ny = _outward(points[index], points[(index + 1) % len(points)])
        rows.append((nx, ny, nx * points[index][0] + ny * points[index][1]))
    # The distance to each side is the radius: n . p + r = c, three equations for x, y and r.
    (a1, b1, c1), (a2, b2, c2), (a3, b3, c3) = rows
    p, q, s = a1 - a2, b1 - b2, c1 - c2
    t, u, v = a1 - a3, b1 - b3, c1 - c3
    determinant = p * u - q * t
    x, y = (s * u - q * v) / determinant, (p * v - s * t) / determinant
    return (x, y), c1 - a1 * x - b1 * y


def overlap(one: Sequence[Point], other: Sequence[Point], slack: float = 1e-6) -> bool:
    """Whether two convex polygons share more than a border of `slack` mm."""
    for polygon in (one, other):
        for index in range(len(polygon)):
            nx, ny = _outward(polygon[index - 1], polygon[index])
            first = [nx * x + ny * y for x, y in one]
            second = [nx * x + ny * y for x, y in other]
            if max(first) <= min(second) + slack or max(second) <= min(first) + slack:
                return False
    return True
