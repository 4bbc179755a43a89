"""What a map's file claims of the map: what holds is silent, what doesn't says what is."""

from __future__ import annotations

import pytest

from check.overlay import BASE, check, verify
from check.test_maps import MISSION, graph
from pycardgen.diagnostics import Diagnostic

CAVE = (BASE / "maps/cave.yaml").read_text(encoding="utf-8")


def told(facts: str, cave: str = CAVE) -> list[Diagnostic]:
    found, _, _ = check({"maps/cave.yaml": f"{cave}facts:\n  {facts}\n"})
    return found


@pytest.mark.parametrize(
    "facts",
    [
        "spaces: 10",
        "spaces: [10, 12]",
        "count: {ground: {path: 8, mud: [1, 2]}}",
        "share: {ground: {path: 80, mud: [10, 20]}}",
        "wide: 0",
        "symmetry: [half turn]",
        "steps: {A01: {D03: 4, C01: 2}, D03: {A01: [3, 5]}}",
        "cut: {A01: {D03: 2}}",
        "longest: 4",
        "choke_points: 0",
        "choke_points: []",
        "dead_ends: 0",
    ],
)
def test_facts_that_hold(facts: str) -> None:
    assert told(facts) == []


@pytest.mark.parametrize(
    ("facts", "code", "message"),
    [
        ("spaces: 11", "PCG0560", "on map `cave` the spaces are 10; expected 11"),
        ("spaces: [11, 14]", "PCG0560", "on map `cave` the spaces are 10; expected 11 to 14"),
        (
            "count: {ground: {mud: 3}}",
            "PCG0560",
            "on map `cave` the spaces whose `ground` is mud are 2; expected 3",
        ),
        (
            "share: {ground: {path: [81, 90]}}",
            "PCG0560",
            "on map `cave` the spaces whose `ground` is path are 80 % of all; expected 81 to 90",
        ),
        ("wide: [5, 100]", "PCG0560", "on map `cave` 0 % of the spaces are wide; expected 5 to 100"),
        (
            "steps: {A01: {D03: 3}}",
            "PCG0562",
            "on map `cave` the shortest way from `A01` to `D03` takes 4 steps; expected 3",
        ),
        (
            "cut: {A01: {D03: 1}}",
            "PCG0562",
            "on map `cave` the ways from `A01` to `D03` are cut by blocking 2; expected 1",
        ),
        ("longest: [5, 9]", "PCG0562", "on map `cave` the longest distance is 4 steps; expected 5 to 9"),
        ("choke_points: 1", "PCG0563", "on map `cave` the choke points are 0; expected 1"),
        ("dead_ends: [B01]", "PCG0563", "on map `cave` `B01` isn't one of the dead ends"),
        ("spaces: [12, 9]", "PCG0566", "no number lies between 12 and 9"),
        ("count: {grund: {mud: 2}}", "PCG0564", "the spaces of map `cave` have no field `grund`"),
        ("count: {ground: {mudd: 2}}", "PCG0564", "`ground` is never `mudd`"),
        ("steps: {A01: {D99: 2}}", "PCG0564", "map `cave` has no space `D99`"),
        ("cut: {A01: {A02: 1}}", "PCG0565", "what cuts `A01` off `A02` can't be told on map `cave`"),
    ],
)
def test_facts_that_do_not_hold(facts: str, code: str, message: str) -> None:
    found = told(facts)
    assert [(d.code, d.message) for d in found] == [(code, message)]
    assert found[0].span is not None
    assert found[0].span.line == len(CAVE.splitlines()) + 2


def test_each_number_is_compared_where_it_stands() -> None:
    facts = """\
facts:
  spaces: 9   #! PCG0560
  count:
    ground:
      path: 8
      mud: 1   #! PCG0560
  steps:
    A01:
      D03: 4
      C01: 1   #! PCG0562
"""
    verify({"maps/cave.yaml": CAVE + facts})


def test_a_broken_mirror_names_the_spaces_that_stand_alone() -> None:
    (found,) = told("symmetry: [half turn, top-bottom]")
    assert found.code == "PCG0561"
    assert "(top-bottom): A01, B03, C01, C03, D02, D03 are without a like one" in found.message
    assert found.span is not None
    assert CAVE.count("\n") + 2 == found.span.line
    assert found.span.column == len("  symmetry: [half turn, ") + 1


def test_walls_are_mirrored_too() -> None:
    square = "\n".join(
        [
            "id: cave",
            "type: Cave",
            "gate: A01",
            "way_out: B02",
            "grid: {shape: square, columns: 2, rows: 2}",
            "starts: [A01, B01]",
            "goals: [A02, B02]",
            "default: {type: Tile, ground: path}",
            "spaces: [A01, A02, B01, B02]",
            "",
        ]
    )
    mission = {"missions/first_walk.yaml": MISSION.replace("[out]", "[B02]")}
    facts = "facts: {symmetry: [left-right]}\n"
    found, _, _ = check({"maps/cave.yaml": square + facts, **mission}, "plain")
    assert found == []
    walled = square + "walls: [[A01, A02]]\n" + facts
    found, _, _ = check({"maps/cave.yaml": walled, **mission}, "walled")
    assert [d.code for d in found] == ["PCG0561"]
    assert "A01, A02, B01, B02 are" in found[0].message


def test_choke_points_and_dead_ends_of_a_graph_by_id() -> None:
    ways = "edges: [[gate, hall], [hall, out], [hall, pit]]\n"
    facts = "facts: {choke_points: [hall], dead_ends: [gate, pit, out], longest: 2}\n"
    found, _, _ = check(graph(ways + facts), "right")
    assert found == []
    found, _, _ = check(graph(ways + "facts: {choke_points: [], dead_ends: [gate]}\n"), "wrong")
    assert sorted(d.message for d in found) == [
        "on map `cave` the choke points are also hall",
        "on map `cave` the dead ends are also pit, out",
    ]


def test_what_a_graph_cannot_be_asked() -> None:
    ways = "edges: [[gate, hall], [hall, out]]\none_way: [[hall, pit], [pit, out]]\n"
    found, _, _ = check(graph(ways + "facts: {wide: 0}\n"))
    assert [(d.code, d.message) for d in found] == [("PCG0565", "spaces have no sides on map `cave`")]


def test_a_way_that_other_goals_block_is_none() -> None:
    files = graph("edges: [[gate, hall], [hall, out], [gate, pit]]\nfacts: {steps: {gate: {out: 2}}}\n")
    files["maps/cave.yaml"] = files["maps/cave.yaml"].replace("goals: [out]", "goals: [out, hall, pit]")
    found, _, _ = check(files)
    assert [(d.code, d.message) for d in found] == [
        ("PCG0562", "on map `cave` there is no way from `gate` to `out`")
    ]


@pytest.mark.parametrize(
    "facts",
    [
        "spaces: many",
        "spaces: -1",
        "spaces: [1, 2, 3]",
        "symmetry: [diagonal]",
        "width: 3",
        "steps: {A01: 3}",
    ],
)
def test_facts_of_the_wrong_form_are_the_schemas_matter(facts: str) -> None:
    found = told(facts)
    assert found
    assert {d.code for d in found} <= {"PCG0200", "PCG0201", "PCG0203", "PCG0204", "PCG0206"}
