"""The `routes` element of templates: ways that join the sides of a tile, for games with tiles to lay.

Each route joins some sides of a regular polygon. One alone meets in the middle; several keep apart, and where
they must cross, the one with fewer ends passes over the others.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from pycardgen.diagnostics import Diagnostic
from pycardgen.layout import fields
from pycardgen.layout.compose import Box, Env, color, source_of
from pycardgen.layout.display import Circle, Command, Group, Ink, Item, Path
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
        lines, hub = _lines(route, ends, len(routes) == 1)
        placed = [_placed(line, middle, reach) for line in lines]
        at = _placed_point(hub, middle, reach)
        items += _stroked(placed, at, len(route), edge, width + 2 * rim)
        items += _stroked(placed, at, len(route), fill, width)
    radius = (reach + options.get("beyond", 0.0)) / math.cos(math.pi / sides)
    corners = [_placed_point(_point(first + 360 / sides * (n + 0.5)), middle, radius) for n in range(sides)]
    return [Group(tuple(items), outline=tuple(corners))]


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


def _lines(route: Sequence[int], ends: Sequence[Point], alone: bool) -> tuple[list[list[Point]], Point]:
    """Cubic curves from the sides, and their junction. The middle is (0, 0), the sides are 1 away from it."""
    points = [ends[side - 1] for side in route]
    if len(points) == 2:
        a, b = points
        return [[_times(a, 1.3), _times(a, BEND), _times(b, BEND), _times(b, 1.3)]], (0.0, 0.0)
    apart = 0.0 if alone else APART
    total = (sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points))
    hub = _times(total, apart)
    if len(points) == 1:
        hub = _times(points[0], 0.3)
    return [[_times(p, 1.3), _times(p, 0.55), hub, hub] for p in points], hub


def _times(p: Point, k: float) -> Point:
    return (p[0] * k, p[1] * k)


def _placed(line: Sequence[Point], middle: Point, reach: float) -> tuple[Command, ...]:
    a, b, c, d = (_placed_point(p, middle, reach) for p in line)
    return (("M", *a), ("C", *b, *c, *d))


def _stroked(
    lines: Sequence[tuple[Command, ...]], hub: Point, ends: int, paint: str, width: float
) -> Iterator[Item]:
    """The curves of a route as wide strokes, and its junction if it has one."""
    for commands in lines:
        yield Path(commands, Ink(None, paint, width, round_joins=True))
    if ends != 2:
        radius = width * (0.62 if ends == 1 else 0.5)
        yield Circle(*hub, radius / 2, Ink(None, paint, radius))  # a stroke, as the ways are
