"""The `routes` element of templates: ways that join the sides of a tile, for games with tiles to lay.

Each route joins some sides of a regular polygon. One alone meets in the middle; several keep apart, and where
they must cross, the one with fewer ends passes over the others.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from pycardgen.diagnostics import Diagnostic
from pycardgen.layout import fields
from pycardgen.layout.display import Circle, Command, Group, Ink, Item, Path
from pycardgen.layout.kit import Box, Env, source_of
from pycardgen.layout.styles import color
from pycardgen.layout.template import Element

SHAPES = {
    "hex-flat": (6, -90.0),
    "hex": (6, -60.0),
    "square": (4, -90.0),
    "octagon": (8, -90.0),
}
"""Sides of each shape, and where the first one lies from the middle: degrees, clockwise from the right."""

APART = 0.6
"""How far from the middle, in halves of the tile's width, a route that isn't alone has its junction."""

BEND = 0.36
"""How far from the middle a route of two ends begins to bend."""

OUT = 1.3
"""How far from the middle a route begins: beyond the tile."""

HARDLY = -0.4
"""Ends whose cosine is less lie so far apart that a way between them bends instead of turning."""

LEAD = 0.75
"""How far from the middle ways begin to bend towards a junction."""

SWING = 0.24
"""How far ways that bend keep their direction on both sides of a junction, in the distance of their ends."""

Point = tuple[float, float]


def draw_routes(element: Element, box: Box, env: Env) -> list[Item]:
    """The routes, that with most ends at the bottom, cut off at the tile's sides. Reports PCG0702."""
    options = element.options
    shape = options.get("tile", "hex-flat")
    sides, first = SHAPES[shape]
    routes = _read(options["routes"], env)
    if any(not 1 <= side <= sides for route in routes for side in route) or not all(routes):
        message = f"'routes' must be lists of sides from 1 to {sides} (for {env.subject})"
        env.report(Diagnostic("PCG0702", message, source_of(element, "routes", env)))
        return []
    x, y, w, h = box
    middle, reach = (x + w / 2, y + h / 2), min(w, h) / 2
    ends = [_point(first + 360 / sides * n) for n in range(sides)]
    width = options.get("width", reach / 3)
    fill = color(env, element, "color", "paper") or "#ffffff"
    edge = color(env, element, "edge", "ink") or "#000000"
    rim = options.get("edge_width", width / 10)
    items: list[Item] = []
    for route in sorted(routes, key=len, reverse=True):
        for paint, wide in ((edge, width + 2 * rim), (fill, width)):
            items += _drawn(route, ends, len(routes) == 1, (middle, reach), paint, wide)
    radius = (reach + options.get("beyond", 0.0)) / math.cos(math.pi / sides)
    corners = [_placed_point(_point(first + 360 / sides * (n + 0.5)), middle, radius) for n in range(sides)]
    return [Group(tuple(items), outline=tuple(corners))]


def _drawn(
    route: Sequence[int],
    ends: Sequence[Point],
    alone: bool,
    tile: tuple[Point, float],
    paint: str,
    width: float,
) -> Iterator[Item]:
    if len(route) == 1:
        hub = _times(ends[route[0] - 1], 0.3)
        yield from _stroked([_placed(_to(ends[route[0] - 1], hub), *tile)], paint, width)
        yield _rounded(_placed_point(hub, *tile), paint, width)
    else:
        yield from _stroked([_placed(line, *tile) for line in _lines(route, ends, alone)], paint, width)


def _point(degrees: float) -> Point:
    return math.cos(math.radians(degrees)), math.sin(math.radians(degrees))


def _placed_point(p: Point, middle: Point, reach: float) -> Point:
    return middle[0] + p[0] * reach, middle[1] + p[1] * reach


def _read(option: Any, env: Env) -> list[list[int]]:
    """The routes that an option's field holds."""
    value = fields.held(str(option), env.fields)
    if not isinstance(value, list | tuple):
        return []
    routes = [list(route) if isinstance(route, list | tuple) else [route] for route in value]
    return [[side if type(side) is int else 0 for side in route] for route in routes]


def _lines(route: Sequence[int], ends: Sequence[Point], alone: bool) -> list[list[Point]]:
    """What a route of several ends is drawn with: cubic curves. The middle is (0, 0), sides are 1 from it.

    Three ends and more meet in a junction. Where that lies off the middle, ways go through it in one bend as
    far as they can, so that walls have no corner there, and others end in it. Ways that have an end in common
    are one as far as the junction, and part there.
    """
    points = [ends[side - 1] for side in route]
    if len(points) == 2:
        a, b = points
        return [[_times(a, OUT), _times(a, BEND), _times(b, BEND), _times(b, OUT)]]
    mean = (sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points))
    hub = (0.0, 0.0) if alone else _times(mean, APART)
    if math.hypot(*hub) < 0.01:
        return [[*_to(a, hub), *reversed(_to(b, hub)[:-1])] for a, b in combinations(points, 2)]
    bent = [(a, b) for a, b in combinations(points, 2) if a[0] * b[0] + a[1] * b[1] < HARDLY]
    others = [_to(p, hub) for p in points if not any(p in pair for pair in bent)]
    stem = next((p for p in points if len(bent) > 1 and all(p in pair for pair in bent)), None)
    if stem is None:
        return [_through(a, hub, b, _less(b, a)) for a, b in bent] + others
    forks = [b if a == stem else a for a, b in bent]
    mean = (sum(p[0] for p in forks) / len(forks), sum(p[1] for p in forks) / len(forks))
    return [_through(stem, hub, fork, _less(mean, stem)) for fork in forks] + others


def _to(a: Point, hub: Point) -> list[Point]:
    """From a side to a junction: a cubic curve."""
    return [_times(a, OUT), _times(a, 0.55), hub, hub]


def _through(a: Point, hub: Point, b: Point, aim: Point) -> list[Point]:
    """From a side to another through a junction: two cubic curves, with one direction where they meet."""
    x, y = _times(aim, SWING)
    before, behind = (hub[0] - x, hub[1] - y), (hub[0] + x, hub[1] + y)
    return [_times(a, OUT), _lead(a, hub), before, hub, behind, _lead(b, hub), _times(b, OUT)]


def _lead(a: Point, hub: Point) -> Point:
    """Where a way begins to bend: not nearer to the middle than its junction, or it would swing out again."""
    along, far = a[0] * hub[0] + a[1] * hub[1], hub[0] ** 2 + hub[1] ** 2
    return _times(a, min(0.9, max(LEAD, far / along)) if along > 0 else LEAD)


def _less(p: Point, q: Point) -> Point:
    return p[0] - q[0], p[1] - q[1]


def _times(p: Point, k: float) -> Point:
    return (p[0] * k, p[1] * k)


def _placed(line: Sequence[Point], middle: Point, reach: float) -> tuple[Command, ...]:
    start, *curve = (_placed_point(p, middle, reach) for p in line)
    curves = (curve[at : at + 3] for at in range(0, len(curve), 3))
    return (("M", *start), *(("C", *b, *c, *d) for b, c, d in curves))


def _stroked(lines: Sequence[tuple[Command, ...]], paint: str, width: float) -> Iterator[Item]:
    """The curves of a route as wide strokes."""
    for commands in lines:
        yield Path(commands, Ink(None, paint, width, round_joins=True))


def _rounded(hub: Point, paint: str, width: float) -> Item:
    """The place where a route of one end ends: a stroke, as the ways are."""
    radius = width * 0.62
    return Circle(*hub, radius / 2, Ink(None, paint, radius))
