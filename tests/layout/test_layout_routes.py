"""Routes that join the sides of tiles: where they end, what lies over what, and lists that name no sides."""

from __future__ import annotations

import math
from typing import Any

import pytest
from drawing import codes, items, make_kit
from hypothesis import given
from hypothesis import strategies as st

from pycardgen.diagnostics import Collector
from pycardgen.layout.compose import compose
from pycardgen.layout.display import Circle, Group, Path

SIDE = {"hex-flat": (6, -90), "hex": (6, -60), "square": (4, -90), "octagon": (8, -90)}


def routes(ways: Any, tile: str = "hex-flat", more: str = "") -> Group:
    element = f"- {{routes: '{{ways}}', tile: {tile}, at: [0, 0], size: [40, 40], width: 6{more}}}"
    return next(i for i in items(element, {"ways": ways}) if isinstance(i, Group))


def ends(path: Path) -> tuple[tuple[float, float], tuple[float, float]]:
    first, last = path.commands[0], path.commands[-1]
    return (float(first[1]), float(first[2])), (float(last[-2]), float(last[-1]))


@pytest.mark.parametrize("tile", SIDE)
def test_a_route_begins_beyond_the_middle_of_each_of_its_sides(tile: str) -> None:
    sides, first = SIDE[tile]
    for side in range(1, sides + 1):
        found = routes([[side, side % sides + 1, (side + 1) % sides + 1]], tile)
        x, y = ends(next(i for i in found.items if isinstance(i, Path)))[0]
        angle = math.radians(first + 360 / sides * (side - 1))
        assert math.hypot(x - 20, y - 20) > 20
        assert math.atan2(y - 20, x - 20) == pytest.approx(
            math.atan2(math.sin(angle), math.cos(angle)), abs=1e-6
        )


def test_what_has_fewer_ends_lies_over_the_rest_and_each_has_its_edge_below_it() -> None:
    found = routes([[2, 5], [1, 3, 4, 6]], more=", color: '#ffffff', edge: '#000000', edge_width: 1")
    inks = [(i.ink.stroke, i.ink.width) for i in found.items if isinstance(i, Path)]
    below, above = inks[:-2], inks[-2:]
    assert above == [("#000000", 8.0), ("#ffffff", 6.0)]
    half = len(below) // 2
    assert below == [("#000000", 8.0)] * half + [("#ffffff", 6.0)] * half


def meetings(found: Group) -> set[tuple[float, float]]:
    """Where the curves of routes join, or end within the tile."""
    joints = set()
    for path in found.items:
        if isinstance(path, Path):
            points = [(round(float(c[-2]), 3), round(float(c[-1]), 3)) for c in path.commands]
            joints |= {p for p in points if math.dist(p, (20, 20)) < 20}
    return joints


def test_two_ends_are_one_curve_and_more_meet_at_a_junction() -> None:
    assert meetings(routes([[1, 4]])) == set()
    assert meetings(routes([[1, 3, 5]])) == {(20, 20)}
    assert meetings(routes([[1, 2]])) == set()


def test_junctions_of_several_routes_keep_apart() -> None:
    a, b = meetings(routes([[1, 2, 3], [4, 5, 6]]))
    assert math.dist(a, b) > 6


@given(st.lists(st.integers(1, 6), min_size=3, max_size=6, unique=True), st.sampled_from([[1, 2], [3, 6]]))
def test_ways_through_a_junction_have_no_corner(route: list[int], other: list[int]) -> None:
    """Both of its curves have the same direction there; every end is reached."""
    found = routes([route, other])
    own = [i for i in found.items if isinstance(i, Path)]
    sides = {round(math.degrees(math.atan2(y - 20, x - 20))) % 360 for path in own for x, y in ends(path)}
    assert {(270 + 60 * (side - 1)) % 360 for side in route} <= sides
    for path in own:
        if len(path.commands) == 3 and path.commands[1][3:5] != path.commands[1][5:7]:
            _, before, behind = ([float(n) for n in command[1:]] for command in path.commands)
            hub = before[4], before[5]
            coming = hub[0] - before[2], hub[1] - before[3]
            going = behind[0] - hub[0], behind[1] - hub[1]
            assert coming == pytest.approx(going)


def test_a_route_of_one_end_ends_round() -> None:
    assert [i for i in routes([[1], [2, 5]]).items if isinstance(i, Circle)]
    assert not [i for i in routes([[1, 3, 5]]).items if isinstance(i, Circle)]


@given(st.lists(st.lists(st.integers(1, 6), min_size=1, max_size=6, unique=True), min_size=1, max_size=3))
def test_routes_are_cut_off_at_the_sides_of_the_tile(ways: list[list[int]]) -> None:
    found = routes(ways, more=", beyond: 2")
    apothems = [math.hypot((a[0] + b[0]) / 2 - 20, (a[1] + b[1]) / 2 - 20) for a, b in _sides(found.outline)]
    assert apothems == [pytest.approx(22.0)] * 6


def _sides(corners: Any) -> list[Any]:
    return list(zip(corners, (*corners[1:], corners[0]), strict=True))


@pytest.mark.parametrize("ways", [[[0, 1]], [[7]], [[]], [["a"]], [[True]], 3, "1", [3.5]])
def test_what_is_no_side_is_told(ways: Any) -> None:
    report = Collector()
    template = "size: [40, 40]\nelements:\n  - {routes: '{ways}', at: [0, 0], size: [40, 40]}"
    kit = make_kit(report, {"x": template})
    compose(kit, kit.templates["x"], {"ways": ways}, report)
    assert codes(report.found) == (["PCG0702"] if isinstance(ways, list) else [])
