"""Maps: reachability, doors, starts and goals; and the facts that are told of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from check.overlay import BASE, lay, verify
from pycardgen.check.graphs import MapFacts, Mirror, Way, facts, steps_around
from pycardgen.diagnostics import Collector
from pycardgen.model.load import load_game

CAVE = (BASE / "maps/cave.yaml").read_text(encoding="utf-8")
GRAPH = """\
id: cave
type: Cave
gate: gate
way_out: out
grid: {shape: graph}
starts: [gate]
goals: [out]
default: {type: Tile, ground: path}
spaces:
  gate: {at: [0, 0]}
  hall: {at: [40, 0]}
  pit: {at: [40, 40]}
  out: {at: [80, 0]}
"""
MISSION = "id: first-walk\ntype: Walk\nname: The First Walk\nmaps: [cave]\ngoals: [out]\n"


def graph(rest: str) -> dict[str, str]:
    return {"maps/cave.yaml": GRAPH + rest, "missions/first_walk.yaml": MISSION}


def told(files: dict[str, str], folder: str = "facts") -> MapFacts:
    found = Collector()
    game = load_game(lay(Path(folder), files), found)
    assert game is not None
    assert not found.failed
    return facts(game, game.maps["cave"])


def test_an_island_is_reported_once_with_its_spaces() -> None:
    maps = (
        CAVE.replace("path: [A01,", "path: [D01, A01,").replace("D01, A01", "A01") + "walls: [[A01, A02]]\n"
    )
    maps = maps.replace("walls: [[A01, A02]]", "walls: [[A01, A02], [A02, B01], [A02, B02]]")
    maps = maps.replace("  path: [A01, A02,", "  path: [A01, A02,   #! PCG0504\n    ")
    (problem,) = verify({"maps/cave.yaml": maps})
    assert problem.message == "on map `cave` there's no way from any start to A02"


def test_an_island_of_a_map_without_starts_is_what_is_not_the_largest_part() -> None:
    den = CAVE.replace("id: cave", "id: den").replace("[A01]", "[]").replace("goals: [D03]", "goals: []")
    den = den.replace("  path: [A01,", "  path: [A01,   #! PCG0504\n    ")
    (problem,) = verify({"maps/den.yaml": den + "walls: [[A01, A02], [A01, B01]]\n"})
    assert "from `A02` to A01" in problem.message


def test_a_goal_that_cannot_be_reached_is_not_an_island_as_well() -> None:
    maps = CAVE.replace("goals: [D03]", "goals: [D03]   #! PCG0505") + "walls: [[D02, D03], [C03, D03]]\n"
    verify({"maps/cave.yaml": maps})


def test_a_one_way_door_into_a_place_without_a_way_on() -> None:
    rest = "edges: [[gate, hall], [hall, out]]\none_way: [[hall, pit]]\n"
    files = graph(rest)
    files["maps/cave.yaml"] = (
        files["maps/cave.yaml"]
        .replace("  pit: {at", "  pit: {at")
        .replace("  pit: {at: [40, 40]}", "  pit: {at: [40, 40]}   #! PCG0506")
    )
    (problem,) = verify(files)
    assert problem.severity.value == "error"


def test_a_one_way_door_with_a_way_on_is_fine() -> None:
    found = told(graph("edges: [[gate, hall], [hall, out]]\none_way: [[hall, pit], [pit, out]]\n"))
    assert found.one_way == 2


def test_a_pair_that_is_said_to_go_one_way_and_goes_back() -> None:
    verify(graph("edges: [[gate, hall], [hall, out], [hall, pit]]\none_way:\n  - [hall, pit]   #! PCG0501\n"))


def test_a_doubled_coordinate() -> None:
    maps = CAVE.replace("D03: {ground: path,", "D03: {at: [4, 2], ground: path,   #! PCG0311\n   ")
    verify(
        {
            "maps/cave.yaml": maps.replace("goals: [D03]", "goals: [D02]").replace(
                "way_out: D03", "way_out: D02"
            ),
            "missions/first_walk.yaml": MISSION.replace("[out]", "[D02]"),
        }
    )


@pytest.mark.parametrize(("key", "old"), [("starts", "starts: [A01]"), ("goals", "goals: [D03]")])
def test_a_start_or_goal_that_the_map_does_not_have(key: str, old: str) -> None:
    verify({"maps/cave.yaml": CAVE.replace(old, f"{key}: [A01, Z99]   #! PCG0502")})


def test_a_map_with_goals_but_without_starts() -> None:
    maps = CAVE.replace("starts: [A01]\n", "").replace("id: cave", "id: cave   #! PCG0503")
    verify({"maps/cave.yaml": maps})


def test_a_map_without_goals_beside_one_that_has_some() -> None:
    den = CAVE.replace("id: cave", "id: den").replace("goals: [D03]\n", "")
    verify({"maps/den.yaml": den.replace("id: den", "id: den   #! PCG0503")})


def test_a_map_that_says_it_has_none_is_believed() -> None:
    den = CAVE.replace("id: cave", "id: den").replace("goals: [D03]", "goals: [Z99]   #! PCG0502")
    none = CAVE.replace("id: cave", "id: pit").replace("goals: [D03]", "goals: []")
    verify({"maps/den.yaml": den, "maps/pit.yaml": none})


def test_facts_of_a_graph_with_a_bridge() -> None:
    found = told(graph("edges: [[gate, hall], [hall, out], [hall, pit]]\n"))
    assert (found.spaces, found.edges, found.one_way, found.longest) == (4, 3, 0, 2)
    assert found.ways == (Way("gate", "out", 2, 1),)
    assert found.choke_points == ("hall",)
    assert found.dead_ends == ("gate", "pit", "out")
    assert found.kinds == {"ground": {"path": 4, "mud": 0}}


def test_distances_go_round_other_starts_and_goals() -> None:
    ring = "edges: [[gate, hall], [hall, out], [gate, pit], [pit, out]]\n"
    files = graph(ring)
    assert told(files).ways == (Way("gate", "out", 2, 2),)
    files["maps/cave.yaml"] = files["maps/cave.yaml"].replace("goals: [out]", "goals: [out, hall, pit]")
    ways = {(way.start, way.goal): way.steps for way in told(files, "again").ways}
    assert ways == {("gate", "out"): None, ("gate", "hall"): 1, ("gate", "pit"): 1}


def test_mirrors_of_a_hex_map() -> None:
    symmetric = """\
id: cave
type: Cave
gate: A02
way_out: C02
grid: {shape: hex, columns: 3, rows: 3}
starts: [A02]
goals: [C02]
default: {type: Tile}
by: ground
spaces:
  path: [A01, A02, A03, C01, C02, C03]
  mud: [B01, B02]
"""
    mission = MISSION.replace("[out]", "[C02]")
    found = told({"maps/cave.yaml": symmetric, "missions/first_walk.yaml": mission})
    assert found.mirrors == (
        Mirror("left-right", 8, 8),
        Mirror("top-bottom", 8, 8),
        Mirror("half turn", 8, 8),
    )


def test_steps_around_a_space_and_to_the_nearest_goal() -> None:
    files = graph("edges: [[gate, hall], [hall, out]]\none_way: [[hall, pit], [pit, out]]\n")
    found = Collector()
    game = load_game(lay(Path("around"), files), found)
    assert game is not None
    cave = game.maps["cave"]
    assert steps_around(cave, None) == {"gate": 2, "hall": 1, "pit": 1, "out": 0}
    assert steps_around(cave, "gate") == {"gate": 0, "hall": 1, "pit": 2, "out": 2}
    # No way leads into the pit but from the hall, and none through the goal.
    assert steps_around(cave, "pit") == {"pit": 0, "out": 1}


def test_spaces_that_can_be_left_on_every_side() -> None:
    square = """\
id: cave
type: Cave
gate: A01
way_out: C03
grid: {shape: square, columns: 3, rows: 3}
starts: [A01]
goals: [C03]
default: {type: Tile, ground: path}
spaces: [A01, A02, A03, B01, B02, B03, C01, C02, C03]
"""
    mission = {"missions/first_walk.yaml": MISSION.replace("[out]", "[C03]")}
    assert told({"maps/cave.yaml": square, **mission}).wide == 1
    walled = square + "walls: [[B02, B03]]\n"
    assert told({"maps/cave.yaml": walled, **mission}, "walled").wide == 0
    assert told(graph("edges: [[gate, hall], [hall, out], [hall, pit]]\n"), "graph").wide is None


def test_ways_between_starts() -> None:
    files = graph("edges: [[gate, hall], [hall, out], [hall, pit]]\n")
    files["maps/cave.yaml"] = files["maps/cave.yaml"].replace("starts: [gate]", "starts: [gate, pit]")
    found = told(files)
    assert found.meetings == (Way("gate", "pit", 2, 1),)
    assert [(way.start, way.goal) for way in found.ways] == [("gate", "out"), ("pit", "out")]
