"""Nets: a solid unfolded onto paper, with tabs to glue it together.

Faces hang together along the edges of a tree; every other edge of the solid lies twice on the border, and one
of the two has a tab that is glued behind the other. Of some trees the one is taken whose net needs the
smallest box.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache

from pycardgen.layout.components.polygons import Point, Polygon, bounds, incircle, moved, overlap, turned
from pycardgen.layout.components.solids import Solid, solid
from pycardgen.records import dataclass

Edge = tuple[Point, Point]

TAB = 0.26
"""The depth of a tab, in lengths of its edge, where there is room for it."""

MAX_TAB = 7.0
"""The deepest tab, in mm."""


@dataclass(frozen=True, slots=True)
class Face:
    """A face of a net: its corners, and their numbers in the solid; the circle that fits in it; the direction
    that is up, in radians clockwise from the top of the page.
    """

    points: Polygon
    corners: tuple[int, ...]
    center: Point
    radius: float
    up: float


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab on an edge of a face, to be glued behind that edge of another face."""

    points: Polygon
    face: int
    onto: int


@dataclass(frozen=True, slots=True)
class Net:
    """A net whose upper left corner is the origin; mm. Faces are in the order of the solid's."""

    faces: tuple[Face, ...]
    tabs: tuple[Tab, ...]
    folds: tuple[Edge, ...]
    cuts: tuple[Edge, ...]
    width: float
    height: float


@cache
def net(faces: int, edge: float) -> Net:
    """The net of the solid with that many faces. `edge` is the length of its longest edges, in mm."""
    best: Net | None = None
    shape = solid(faces)
    for tree in _trees(shape):
        flat = _unfold(shape, tree, edge)
        if _overlapping(flat):
            continue
        for turn in _turns(flat):
            made = _finished(shape, tree, [turned(face, turn) for face in flat])
            if made is not None and (best is None or _cost(made) < _cost(best) - 1e-6):
                best = made
    assert best is not None
    return best


def _cost(made: Net) -> float:
    """A small box, rather wide than high."""
    return made.width * made.height + 1e-3 * made.height


# --- trees ---

Tree = tuple[tuple[int, int], ...]
"""For each face but the first, in the order in which they are laid out: what it hangs on, and itself."""


def _neighbours(shape: Solid) -> list[list[int]]:
    """The faces beside each face, in the order of its edges."""
    sides: dict[tuple[int, int], int] = {}
    for number, face in enumerate(shape.faces):
        for index in range(len(face)):
            sides[face[index - 1], face[index]] = number
    return [[sides[face[i], face[i - 1]] for i in range(len(face))] for face in shape.faces]


def _trees(shape: Solid) -> Iterator[Tree]:
    """Some trees: flowers, and strips that turn left and right."""
    near = _neighbours(shape)
    yield _flower(near)
    for pattern in ((1,), (1, 2), (2, 1), (2,), (1, 1, 2, 2), (2, 2, 1), (1, 2, 2)):
        yield _strip(near, pattern)


def _flower(near: list[list[int]]) -> Tree:
    """Around the first face all that touch it, around those all that are left, and so on."""
    return tuple(_hung(near, [0]))


def _strip(near: list[list[int]], pattern: Sequence[int]) -> Tree:
    """A way from face to face as far as it leads, then what is left hung on where it fits first."""
    order: list[tuple[int, int]] = []
    seen = [0]
    came, at = near[0][0], 0
    for step in range(len(near)):
        around = near[at]
        start = around.index(came)
        for turn in range(len(around)):
            other = around[(start + pattern[step % len(pattern)] + turn) % len(around)]
            if other not in seen:
                order.append((at, other))
                seen.append(other)
                came, at = at, other
                break
        else:
            break
    return (*order, *_hung(near, seen))


def _hung(near: list[list[int]], seen: list[int]) -> Iterator[tuple[int, int]]:
    """Each face that isn't seen yet, hung on the first seen one that it touches."""
    for face in seen:
        for other in near[face]:
            if other not in seen:
                seen.append(other)
                yield face, other


# --- laying out ---


def _unfold(shape: Solid, tree: Tree, edge: float) -> list[Polygon]:
    """The faces side by side on paper, as seen from outside the solid."""
    flat: dict[int, Polygon] = {0: _flat(shape, 0, edge)}
    for parent, child in tree:
        a, b = _shared(shape, parent, child)
        own = shape.faces[child]
        known = dict(zip(shape.faces[parent], flat[parent], strict=True))
        raw = dict(zip(own, _flat(shape, child, edge), strict=True))
        angle = _angle(known[a], known[b]) - _angle(raw[a], raw[b])
        spun = dict(zip(own, turned([raw[c] for c in own], angle), strict=True))
        dx, dy = known[a][0] - spun[a][0], known[a][1] - spun[a][1]
        flat[child] = moved([spun[c] for c in own], dx, dy)
    return [flat[number] for number in range(len(shape.faces))]


def _shared(shape: Solid, one: int, other: int) -> tuple[int, int]:
    """The two corners that both faces have, in the order of the first."""
    face, second = shape.faces[one], set(shape.faces[other])
    pairs = ((face[i - 1], face[i]) for i in range(len(face)))
    return next((a, b) for a, b in pairs if a in second and b in second)


def _angle(a: Point, b: Point) -> float:
    return math.atan2(b[1] - a[1], b[0] - a[0])


def _flat(shape: Solid, number: int, edge: float) -> Polygon:
    """A face on paper, seen from outside: its corners stay anticlockwise, though y grows downwards."""
    points = [shape.corners[i] for i in shape.faces[number]]
    origin, first = points[0], points[1]
    u = [first[k] - origin[k] for k in range(3)]
    length = math.sqrt(sum(v * v for v in u))
    u = [v / length for v in u]
    out = []
    for point in points:
        spoke = [point[k] - origin[k] for k in range(3)]
        along = sum(spoke[k] * u[k] for k in range(3))
        rest = math.sqrt(max(0.0, sum(v * v for v in spoke) - along * along))
        out.append((along * edge, -rest * edge))
    return tuple(out)


def _overlapping(flat: Sequence[Polygon]) -> bool:
    return any(overlap(flat[i], flat[j], 1e-4) for i in range(len(flat)) for j in range(i))


def _turns(flat: Sequence[Polygon]) -> list[float]:
    """Turns that make an edge of the first face lie level or upright."""
    first = flat[0]
    angles = {round(-_angle(first[i - 1], first[i]) % (math.pi / 2), 6) for i in range(len(first))}
    return [angle + quarter * math.pi / 2 for angle in sorted(angles) for quarter in (0, 1)]


def _finished(shape: Solid, tree: Tree, flat: list[Polygon]) -> Net | None:
    """Tabs, lines and faces; None if a tab has no room."""
    hung = {frozenset(pair) for pair in tree}
    folds, border = [], {}
    for number, face in enumerate(shape.faces):
        for index in range(len(face)):
            a, b = face[index - 1], face[index]
            line = (flat[number][index - 1], flat[number][index])
            other = next(n for n, f in enumerate(shape.faces) if n != number and a in f and b in f)
            if frozenset((number, other)) not in hung:
                border[number, other] = line
            elif number < other:
                folds.append(line)
    tabs = _tabs(flat, border)
    if tabs is None:
        return None
    cuts = [line for pair, line in border.items() if not any((t.face, t.onto) == pair for t in tabs)]
    for tab in tabs:
        base, one, two, end = tab.points
        folds.append((base, end))
        cuts += [(base, one), (one, two), (two, end)]
    return _at_origin(shape, flat, tabs, folds, cuts)


def _tabs(flat: Sequence[Polygon], border: dict[tuple[int, int], Edge]) -> list[Tab] | None:
    """A tab for each edge that is glued, on whichever of the two faces has room for it."""
    tabs: list[Tab] = []
    for one, other in border:
        if one > other:
            continue
        found = _tab(flat, tabs, border, one, other)
        if found is None:
            return None
        tabs.append(found)
    return tabs


def _tab(
    flat: Sequence[Polygon],
    tabs: Sequence[Tab],
    border: dict[tuple[int, int], Edge],
    one: int,
    other: int,
) -> Tab | None:
    for share, slope in _TAB_SHAPES:
        # The later face first: what is glued last had better have no tabs of its own.
        for face, onto in ((one, other), (other, one)):
            shape = _tab_shape(border[face, onto], share, slope)
            inner = [flat[n] for n in range(len(flat)) if n != face]
            if not any(overlap(shape, taken, 0.05) for taken in (*inner, *(tab.points for tab in tabs))):
                return Tab(shape, face, onto)
    return None


_TAB_SHAPES = ((1.0, 0.9), (0.75, 0.9), (0.8, 1.5), (0.5, 1.5))
"""Depths, in shares of the deepest, and how far a tab's sides lean in; sharp gaps need slender tabs."""


def _tab_shape(line: Edge, share: float, slope: float) -> Polygon:
    """A trapezium outwards from an edge of a face that runs anticlockwise on paper."""
    (ax, ay), (bx, by) = line
    length = math.hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    nx, ny = -uy, ux
    depth = min(TAB * length, MAX_TAB) * share
    inset = min(depth * slope, length * 0.42)
    return (
        (ax, ay),
        (ax + ux * inset + nx * depth, ay + uy * inset + ny * depth),
        (bx - ux * inset + nx * depth, by - uy * inset + ny * depth),
        (bx, by),
    )


def _at_origin(
    shape: Solid, flat: Sequence[Polygon], tabs: Sequence[Tab], folds: Sequence[Edge], cuts: Sequence[Edge]
) -> Net:
    points = [p for face in flat for p in face] + [p for tab in tabs for p in tab.points]
    left, top, right, bottom = bounds(points)

    def line(edge: Edge) -> Edge:
        a, b = moved(edge, -left, -top)
        return a, b

    faces = [_face(shape.faces[n], moved(face, -left, -top)) for n, face in enumerate(flat)]
    return Net(
        tuple(faces),
        tuple(Tab(moved(tab.points, -left, -top), tab.face, tab.onto) for tab in tabs),
        tuple(map(line, folds)),
        tuple(map(line, cuts)),
        right - left,
        bottom - top,
    )


def _face(corners: tuple[int, ...], points: Polygon) -> Face:
    center, radius = incircle(points)
    return Face(points, corners, center, radius, _up(points, center))


def _up(points: Polygon, center: Point) -> float:
    """Of the directions in which what a face shows may stand, the one nearest to the top of the page."""
    count = len(points)
    aims = list(points) if count % 2 else [_between(points[i - 1], points[i]) for i in range(count)]
    lengths = [math.dist(points[i - 1], points[i]) for i in range(count)]
    if count == 4 and max(lengths) - min(lengths) > 1e-6:  # a kite stands on its axis
        far = max(points, key=lambda p: math.dist(p, center))
        aims = [far, (2 * center[0] - far[0], 2 * center[1] - far[1])]
    angles = [_angle(center, aim) + math.pi / 2 for aim in aims]
    return min(
        ((a + math.pi) % (2 * math.pi) - math.pi for a in angles), key=lambda a: (round(abs(a), 6), -a)
    )


def _between(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
