"""The eight zones: rules A-004 to A-006 and A-023, what the rules say of each, test vectors.

The facts in the zones' files are checked by `check`; here, that they would be broken by a change.
"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from pycardgen.check import facts, maps
from pycardgen.check.graphs import choke_points, unmatched, way, wide
from pycardgen.diagnostics import Collector
from pycardgen.engine.controllers import seat_bots
from pycardgen.model.game import MapDecl
from pycardgen.model.grids import id_of
from pycardgen.model.sketch import letters, read_sketch, sketch_of
from tests.content.driver import content, load, machine

# Title, and how many players the rules suggest.
ZONES = {
    "galilei": ("Research", 4, 8),
    "marconi": ("Recreation", 6, 8),
    "fermi": ("Technological", 2, 6),
    "socrates": ("Navigation", 2, 6),
    "galvani": ("Transport", 2, 8),
    "morgenland": ("Medical", 4, 6),
    "volta": ("Cargo", 4, 8),
    "levi-montalcini": ("Labyrinth", 4, 8),
}
NORMAL = ("silent", "dangerous")


def zone(name: str) -> MapDecl:
    return load("aliens").maps[name]


def kinds(map_: MapDecl) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for space in map_.spaces:
        found.setdefault(space.definition.fields["kind"], []).append(space.definition.id)
    return found


def neighbours(map_: MapDecl, id_: str) -> set[str]:
    ids = [space.definition.id for space in map_.spaces]
    return {ids[to] for to in map_.edges[ids.index(id_)]}


def share(map_: MapDecl, kind: str) -> float:
    return len(kinds(map_).get(kind, ())) / len(map_.spaces)


def pods(map_: MapDecl) -> list[str]:
    """Pods by number."""
    numbered = {
        s.definition.fields["number"]: s.definition.id for s in map_.spaces if s.definition.id in map_.goals
    }
    return [numbered[number] for number in sorted(numbered)]


def steps(map_: MapDecl, side: str) -> list[int]:
    """From the start of a side to each pod, by number."""
    found = [way(map_, map_.definition.fields[f"{side}_start"], pod).steps for pod in pods(map_)]
    assert None not in found
    return [count for count in found if count is not None]


def test_a004_there_are_eight_zones_and_no_other_map() -> None:
    assert set(load("aliens").maps) == set(ZONES)
    assert load("aliens").default_map == "galilei"


@pytest.mark.parametrize("name", ZONES)
def test_t3_titles_and_players(name: str) -> None:
    title, low, high = ZONES[name]
    fields = zone(name).definition.fields
    assert fields["subtitle"] == f"The {title} Zone"
    assert (fields["players_low"], fields["players_high"]) == (low, high)
    assert 20 < len(fields["advice"]) < 90, "it stands on one line of the map"


@pytest.mark.parametrize("name", ZONES)
def test_a004_a_zone_is_a_hex_grid_of_five_kinds_of_sectors(name: str) -> None:
    map_, found = zone(name), kinds(zone(name))
    assert (map_.grid.shape, map_.grid.columns, map_.grid.rows, map_.grid.shifted) == ("hex", 23, 14, "even")
    assert set(found) <= {"silent", "dangerous", "human", "alien", "pod"}
    assert found["human"] == [map_.definition.fields["human_start"]]
    assert found["alien"] == [map_.definition.fields["alien_start"]]
    assert sorted(map_.starts) == sorted(found["human"] + found["alien"])
    assert map_.goals == tuple(pods(map_))
    assert sorted(map_.goals) == sorted(found["pod"])
    assert len(found["pod"]) == (3 if name == "morgenland" else 4)


@pytest.mark.parametrize("name", ZONES)
def test_a006_only_silent_and_dangerous_sectors_have_coordinates(name: str) -> None:
    for space in zone(name).spaces:
        fields = space.definition.fields
        if fields["kind"] in NORMAL:
            assert re.fullmatch(r"[A-W](0[1-9]|1[0-4])", space.label)
            assert space.label == space.definition.id
        else:
            assert space.label == {"human": "H", "alien": "A"}.get(fields["kind"], str(fields["number"]))


@pytest.mark.parametrize("name", ZONES)
def test_every_zone_is_without_problems_and_holds_to_its_facts(name: str) -> None:
    game = replace(load("aliens"), maps={name: zone(name)})
    assert list(maps.check(game)) == []
    assert list(facts.check(game)) == []
    assert {"steps", "choke_points", "dead_ends"} <= set(zone(name).facts)
    text = (content("aliens") / f"maps/{name}.yaml").read_text(encoding="utf-8")
    ours = name in ("marconi", "volta")
    assert text.startswith(f"# Zone {zone(name).definition.name}")
    assert ("our design" in text.split("id:")[0]) == ours
    assert ("stand-in" in text.split("id:")[0]) == (name == "levi-montalcini")


@pytest.mark.parametrize("name", ZONES)
def test_facts_are_broken_by_other_kinds_of_sectors(name: str) -> None:
    """Every third sector turned silent, or dangerous where it was, is another zone."""
    map_ = zone(name)
    other = {"silent": "dangerous", "dangerous": "silent"}
    spaces = tuple(
        replace(
            space,
            definition=replace(
                space.definition,
                fields={**space.definition.fields, "kind": other.get(kind, kind)},
            ),
        )
        if n % 3 == 0
        else space
        for n, space in enumerate(map_.spaces)
        for kind in [space.definition.fields["kind"]]
    )
    game = replace(load("aliens"), maps={name: replace(map_, spaces=spaces)})
    assert {found.code for found in facts.check(game)} & {"PCG0560", "PCG0561"}


@pytest.mark.parametrize("name", ZONES)
def test_facts_are_broken_by_other_ways(name: str) -> None:
    """Without the sectors round the human start there's no way to what the facts claim ways to."""
    map_ = zone(name)
    ids = [space.definition.id for space in map_.spaces]
    at = ids.index(map_.definition.fields["human_start"])
    edges = tuple(() if n == at else row for n, row in enumerate(map_.edges))
    game = replace(load("aliens"), maps={name: replace(map_, edges=edges)})
    assert "PCG0562" in {found.code for found in facts.check(game)}


# --- what the rules say of each ---------------------------------------------------------------------


def test_marconi_is_long_and_nowhere_silent() -> None:
    assert "silent" not in kinds(zone("marconi"))
    others = [min(steps(zone(name), "human")) for name in ZONES if name != "marconi"]
    assert min(steps(zone("marconi"), "human")) > max(others)


def test_fermi_is_hard_for_humans() -> None:
    """Aliens are at every pod long before any human, and all ways to two of them lead through one sector."""
    fermi = zone("fermi")
    for human, alien in zip(steps(fermi, "human"), steps(fermi, "alien"), strict=True):
        assert alien <= human - 3
    assert set(choke_points(fermi)) == {"K02", "K03", "M02", "M03"}


def test_socrates_is_perfectly_symmetric() -> None:
    assert unmatched(load("aliens"), zone("socrates"), "left-right") == []


def test_galvani_is_made_of_tracks() -> None:
    assert (wide(zone("galvani")) or 0) < 0.02 * len(zone("galvani").spaces)
    assert steps(zone("galvani"), "human") == [14, 14, 15, 14]


def test_morgenland_has_narrow_corridors() -> None:
    morgenland = zone("morgenland")
    assert wide(morgenland) == 1
    for pod in pods(morgenland):
        assert way(morgenland, "L08", pod).cut == 2


def test_volta_is_symmetric_and_dangerous() -> None:
    assert unmatched(load("aliens"), zone("volta"), "left-right") == []
    assert share(zone("volta"), "dangerous") > 0.85
    assert share(zone("volta"), "dangerous") > max(
        share(zone(name), "dangerous") for name in ZONES if name not in ("volta", "marconi")
    )
    assert 0 < share(zone("volta"), "silent") < 0.1


def test_levi_montalcini_is_a_labyrinth() -> None:
    """Many sectors, few of them wide, yet never only one way."""
    labyrinth = zone("levi-montalcini")
    assert len(labyrinth.spaces) == 175
    assert (wide(labyrinth) or 0) < 0.15 * len(labyrinth.spaces)
    assert choke_points(labyrinth) == ()


# --- section 15: test vectors -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "dangerous", "silent"),
    [
        ("galilei", 191, 79),
        ("fermi", 15, 33),
        ("galvani", 150, 31),
        ("socrates", 25, 9),
        ("morgenland", 33, 13),
        ("levi-montalcini", 107, 62),
    ],
)
def test_zones_have_the_sectors_that_are_public(name: str, dangerous: int, silent: int) -> None:
    found = kinds(zone(name))
    assert (len(found["dangerous"]), len(found["silent"])) == (dangerous, silent)


def test_a023_neighbours_of_d09() -> None:
    assert neighbours(zone("galilei"), "D09") == {"D08", "C09", "C10", "D10", "E10", "E09"}


def test_d08_is_dangerous_and_d10_silent() -> None:
    found = kinds(zone("galilei"))
    assert "D08" in found["dangerous"]
    assert "D10" in found["silent"]


def test_t13_is_two_steps_from_pod_3_by_u13() -> None:
    galilei = zone("galilei")
    assert pods(galilei)[2] == "V13"
    assert way(galilei, "T13", "V13").steps == 2
    assert "U13" in neighbours(galilei, "T13") & neighbours(galilei, "V13")


def test_j09_and_i08_are_dangerous_and_not_adjacent() -> None:
    assert {"J09", "I08"} <= set(kinds(zone("galilei"))["dangerous"])
    assert "I08" not in neighbours(zone("galilei"), "J09")


def test_shortest_distances_on_galilei() -> None:
    assert steps(zone("galilei"), "human") == [12, 12, 11, 11]
    assert steps(zone("galilei"), "alien") == [10, 11, 14, 13]


# --- play -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ZONES)
def test_games_on_every_zone_end(name: str) -> None:
    made = machine("aliens", ZONES[name][1], map_id=name)
    assert made.setup.map == name
    for seed in (1, 2):
        state, table = made.new(seed), seat_bots(made, seed, "random" if seed == 1 else "policy")
        outcome = made.run(state, table.ask, table.tell)
        assert outcome.reason in ("escaped", "hunted", "stranded", "out_of_time")


@pytest.mark.parametrize("name", ZONES)
def test_every_zone_can_be_drawn_and_read_again(name: str) -> None:
    game, map_ = load("aliens"), zone(name)
    known = letters(game, zone("galilei"))
    text = "\n".join(sketch_of(game, map_, known))
    assert set(text) <= set("123456789AHsd. \n")
    problems = Collector()
    found = read_sketch(text, "zone.txt", known, zone("galilei"), problems)
    assert problems.found == []
    drawn = {id_of(cell): known[sign].entries for cell, (sign, _) in found.items()}
    assert {id_: entries["kind"] for id_, entries in drawn.items()} == {
        space.definition.id: space.definition.fields["kind"] for space in map_.spaces
    }
    labels = {id_: entries["label"] for id_, entries in drawn.items() if "label" in entries}
    assert labels == {s.definition.id: s.label for s in map_.spaces if s.label != s.definition.id}
