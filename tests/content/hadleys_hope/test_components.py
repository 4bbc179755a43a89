"""H-001 to H-010: what the box holds, and that the base can be built and walked from it."""

from __future__ import annotations

from collections import Counter

import networkx as nx
import pytest

from pycardgen.check.tiles import layouts
from pycardgen.model.game import Definition
from tests.content.driver import load, machine

GAME = load("hadleys-hope")

ALL = list(GAME.definitions.values())
SPOTS = [letter + str(number) for letter in "ABCDEFG" for number in range(1, 6)]


def of(*types: str) -> list[Definition]:
    return [d for d in ALL if d.type in types]


def copies(*types: str) -> int:
    return sum(d.count for d in of(*types))


TILES = of("Corridor", "Room")
ROOMS = {d.id: d.fields for d in of("Room")}


def test_h001_one_to_six_players_and_at_most_fifteen_rounds() -> None:
    assert GAME.players == (1, 6)
    assert GAME.settings["event_cards"].default == 15


def test_h002_counts() -> None:
    counts = {
        "Bridge": 7, "Corridor": 25, "Room": 10, "Event": 36, "Fault": 12, "Indicator": 12, "Status": 18,
        "Object": 18, "Closure": 18,
    }  # fmt: skip
    assert {name: copies(name) for name in counts} == counts
    assert (copies("Settler"), copies("Crew"), copies("Role")) == (6, 6, 7)
    markers: Counter[str] = Counter()
    for d in of("Marker"):
        markers[d.fields["kind"]] += d.count
    assert markers == {
        "human": 6, "xeno": 6, "threat_disc": 6, "queen": 1, "loader": 1, "first_player": 1, "track": 24,
        "auxiliary_board": 1,
    }  # fmt: skip
    assert sum(d.count for d in ALL if GAME.entities[d.type].kind == "die") == 2
    assert len({d.fields["kind"] for d in of("Fault")}) == 3
    assert sorted(d.fields["android"] * d.count for d in of("Role")) == [0, 1]


def test_h003_places_have_a_letter_and_a_number() -> None:
    assert [spot for d in of("Bridge") for spot in d.fields["spots"]] == SPOTS
    places = {s.definition.id: s.definition.fields for s in GAME.maps["colony"].spaces}
    assert sorted(places) == SPOTS
    for id_, fields in places.items():
        assert (fields["bridge"], fields["number"]) == (f"bridge_{id_[0].lower()}", int(id_[1]))


def test_h004_ten_rooms_all_different() -> None:
    assert len(of("Room")) == 10
    icons = ("dock", "hive", "magnetic", "nuclear", "first_aid", "operating", "control")
    kinds = Counter(tuple(f[icon] for icon in icons) for f in ROOMS.values())
    assert max(kinds.values()) == 1


@pytest.mark.parametrize("tile", TILES, ids=lambda d: d.id)
def test_h005_halls_share_no_hatch_and_the_one_with_the_lowest_comes_first(tile: Definition) -> None:
    halls = tile.fields["halls"]
    hatches = [hatch for hall in halls for hatch in hall]
    assert 1 <= len(halls) <= 3
    assert len(set(hatches)) == len(hatches)
    assert set(hatches) <= set(range(1, 7))
    assert all(len(hall) > 1 and hall == sorted(hall) for hall in halls)
    assert halls == sorted(halls)


def test_h005_some_tiles_have_separate_halls() -> None:
    assert Counter(len(d.fields["halls"]) for d in TILES) == {1: 24, 2: 9, 3: 2}


def test_h006_two_objects_for_every_room_but_the_dock() -> None:
    assert 2 * sum(not f["dock"] for f in ROOMS.values()) == copies("Object")


def test_h007_rooms_that_the_rulebook_names() -> None:
    assert ROOMS["dock"]["dock"]
    assert ROOMS["hive"]["hive"]
    assert ROOMS["nursing"]["nuclear"]
    assert not ROOMS["nursing"]["magnetic"]
    assert ROOMS["control_bridge"]["nuclear"]
    assert ROOMS["control_bridge"]["magnetic"]
    for icon in ("first_aid", "operating", "control"):
        assert sum(f[icon] for f in ROOMS.values()) >= 2


def test_h010_difficulties_are_zero_to_two_and_no_rank_finds_everything_easy() -> None:
    ranks = ("officer", "sub_officer", "cargo")
    for d in of("Object"):
        assert set(d.fields["difficulty"]) == set(ranks)
        assert set(d.fields["difficulty"].values()) <= {0, 1, 2}
    for rank in ranks:
        assert {d.fields["difficulty"][rank] for d in of("Object")} >= {0, 1}


def test_table_t2_objects() -> None:
    found = {d.id: (d.count, d.fields["resource"]) for d in of("Object")}
    assert len(found) == 8
    assert {id_: found[id_] for id_ in ("tools", "explorer", "medical_equipment", "scanner")} == {
        "tools": (2, "magnetic"), "explorer": (2, "nuclear"), "medical_equipment": (2, "magnetic"),
        "scanner": (3, "magnetic"),
    }  # fmt: skip
    assert found["flamethrower"][1] == "nuclear"


@pytest.mark.parametrize("card", of("Event"), ids=lambda d: d.id)
def test_h043_h059_an_event_names_enough_places(card: Definition) -> None:
    f = card.fields
    for guide, size in (("failures", 6), ("threats", 7), ("xenos", 5), ("settlers", 6)):
        assert len(f[guide]) == size
        assert len({spot[0] for spot in f[guide]}) == size, "all on different bridges"
    needs_bridge = f["happening"] in ("open_hatches", "rotate_bridge")
    assert (f["bridge"] is not None) == needs_bridge
    assert len(f["hatches"]) == (len(f["spots"]) if f["happening"] == "close_hatches" else 0)
    assert bool(f["spots"]) == (f["happening"] in ("close_hatches", "power_cut", "discard_nuclear"))


def test_table_t5_every_kind_of_success_is_there_and_two_move_the_queen() -> None:
    kinds = Counter(d.fields["happening"] for d in of("Event"))
    assert len(kinds) == 10
    assert kinds["move_queen"] == 2


def test_every_place_can_be_struck_and_found() -> None:
    for guide in ("threats", "settlers", "failures", "xenos"):
        assert {spot for d in of("Event") for spot in d.fields[guide]} == set(SPOTS)


@pytest.mark.parametrize("bridges", [5, 6, 7])
def test_a_base_of_so_many_bridges_hangs_together(bridges: int) -> None:
    """The first slots lie together, compactly: every place but the rim has six neighbours in play."""
    graph = base_graph(bridges)
    assert len(graph) == 5 * bridges
    assert nx.is_connected(graph)
    assert nx.diameter(graph) <= 8
    assert min(dict(graph.degree).values()) >= 2
    assert sum(d == 6 for _, d in graph.degree) >= 8
    assert nx.node_connectivity(graph) >= 2


def test_some_rotation_connects_the_whole_of_every_standard_base() -> None:
    """Whatever tiles lie on five, six or seven bridges, and every tile lies in a base that hangs together."""
    laid = layouts(GAME, GAME.maps["colony"])
    assert [(one.spaces, one.parts, one.joined, one.layings) for one in laid] == [
        (25, 1, 20, 20),
        (30, 1, 20, 20),
        (35, 1, 20, 20),
    ]
    for one in laid:
        assert set(one.used) == {tile.id for tile in TILES}


def test_h003_every_place_knows_its_six_sides_and_neighbours() -> None:
    """Each side leads to the place of the printed grid there, and back by the opposite side."""
    t = machine("hadleys-hope", 4).tables
    names = [d.id for d in t.copies["Place"]]
    at = {s.definition.id: (int(s.x), int(s.y)) for s in GAME.maps["colony"].spaces}
    assert sorted(names) == sorted(SPOTS)
    for n, sides in enumerate(t.sides["Place"]):
        assert len(sides) == 6
        assert [to for to in sides if to is not None] == list(t.neighbors["Place"][n])
        x, y = at[names[n]]
        low = 1 - x % 2  # even columns lie half a cell lower
        steps = ((0, -1), (1, low - 1), (1, low), (0, 1), (-1, low), (-1, low - 1))
        for side, (to, (dx, dy)) in enumerate(zip(sides, steps, strict=True)):
            there = next((name for name, cell in at.items() if cell == (x + dx, y + dy)), None)
            assert (None if to is None else names[to]) == there
            assert to is None or t.sides["Place"][to][(side + 3) % 6] == n


def base_graph(bridges: int) -> nx.Graph[str]:
    t = machine("hadleys-hope", 4).tables
    names = [d.id for d in t.copies["Place"]]
    graph: nx.Graph[str] = nx.Graph()
    for i, near in enumerate(t.neighbors["Place"]):
        graph.add_edges_from(
            (names[i], names[j]) for j in near if {names[i][0], names[j][0]} <= set("ABCDEFG"[:bridges])
        )
    return graph
