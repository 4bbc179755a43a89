"""The solids that dice are: four, six, eight, ten, twelve and twenty faces.

Faces lie in such an order that the first and the last are opposite each other, the second and the last but
one, and so on; of a solid with four faces, each lies opposite the corner of its number.
"""

from __future__ import annotations

import math
from functools import cache
from itertools import combinations

from pycardgen.records import dataclass

Vector = tuple[float, float, float]

FACES = (4, 6, 8, 10, 12, 20)
"""How many faces a die can have."""


@dataclass(frozen=True, slots=True)
class Solid:
    """A convex solid, its longest edges 1. A face lists its corners, anticlockwise as seen from outside."""

    corners: tuple[Vector, ...]
    faces: tuple[tuple[int, ...], ...]


@cache
def solid(faces: int) -> Solid:
    """The solid with that many faces. Raises KeyError if dice don't have so many."""
    corners = {4: _four, 6: _six, 8: _eight, 10: _ten, 12: _twelve, 20: _twenty}[faces]()
    found = _opposed(corners, _hull(corners))
    edges = [math.dist(corners[f[i - 1]], corners[f[i]]) for f in found for i in range(len(f))]
    longest = max(edges)
    return Solid(tuple((x / longest, y / longest, z / longest) for x, y, z in corners), tuple(found))


def _four() -> list[Vector]:
    return [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]


def _six() -> list[Vector]:
    return [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]


def _eight() -> list[Vector]:
    return [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]


def _ten() -> list[Vector]:
    """Ten kites. The ring zigzags as far as keeps each kite flat."""
    cos, top = math.cos(math.pi / 5), 1.05
    zig = top * (1 - cos) / (1 + cos)
    ring = [(math.cos(k * math.pi / 5), math.sin(k * math.pi / 5), zig if k % 2 else -zig) for k in range(10)]
    return [(0.0, 0.0, top), (0.0, 0.0, -top), *ring]


_GOLDEN = (1 + math.sqrt(5)) / 2


def _twelve() -> list[Vector]:
    a, b = 1 / _GOLDEN, _GOLDEN
    out: list[Vector] = list(_six())
    for s in (-1, 1):
        for t in (-1, 1):
            out += [(0, s * a, t * b), (s * a, t * b, 0), (t * b, 0, s * a)]
    return out


def _twenty() -> list[Vector]:
    out: list[Vector] = []
    for s in (-1, 1):
        for t in (-_GOLDEN, _GOLDEN):
            out += [(0, s, t), (s, t, 0), (t, 0, s)]
    return out


def _hull(corners: list[Vector]) -> list[tuple[int, ...]]:
    """The faces of the convex solid with these corners."""
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for i, j, k in combinations(range(len(corners)), 3):
        normal = _cross(_minus(corners[j], corners[i]), _minus(corners[k], corners[i]))
        heights = [_dot(normal, _minus(corner, corners[i])) for corner in corners]
        if max(heights) > 1e-6 and min(heights) < -1e-6:
            continue
        if max(heights) > 1e-6:
            normal = (-normal[0], -normal[1], -normal[2])
        flat = frozenset(index for index, height in enumerate(heights) if abs(height) <= 1e-6)
        if flat not in found:
            found[flat] = _around(corners, sorted(flat), normal)
    return [found[key] for key in sorted(found, key=sorted)]


def _around(corners: list[Vector], face: list[int], normal: Vector) -> tuple[int, ...]:
    """The corners of a face in order, anticlockwise about its normal."""
    middle = tuple(sum(corners[i][axis] for i in face) / len(face) for axis in range(3))
    centre = (middle[0], middle[1], middle[2])
    u = _minus(corners[face[0]], centre)
    v = _cross(normal, u)
    scale = math.sqrt(_dot(v, v) / _dot(u, u))

    def angle(index: int) -> float:
        spoke = _minus(corners[index], centre)
        found = math.atan2(_dot(spoke, v) / scale, _dot(spoke, u)) % (2 * math.pi)
        return 0.0 if found > 2 * math.pi - 1e-9 else found

    return tuple(sorted(face, key=angle))


def _opposed(corners: list[Vector], faces: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Faces put into the order that the module describes."""
    if len(faces) == 4:
        return [next(face for face in faces if corner not in face) for corner in range(4)]
    first: list[tuple[int, ...]] = []
    last: list[tuple[int, ...]] = []
    for face in faces:
        if face in last:
            continue
        away = [tuple(-v for v in corners[i]) for i in face]
        other = next(f for f in faces if all(_near(corners[i], away) for i in f))
        first.append(face)
        last.insert(0, other)
    return [*first, *last]


def _near(corner: Vector, points: list[tuple[float, ...]]) -> bool:
    return any(math.dist(corner, point) < 1e-6 for point in points)


def _minus(a: Vector, b: Vector) -> Vector:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def _cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
