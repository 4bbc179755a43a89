"""H-020 to H-030, tables T3 and T4: the set-up."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.content.driver import Play
from tests.content.hadleys_hope.base import dealt

T3 = {1: (5, 9, 16, 26, 1), 2: (5, 10, 15, 15, 2), 3: (6, 10, 20, 15, 3), 4: (6, 10, 20, 15, 4),
      5: (7, 10, 25, 15, 5), 6: (7, 10, 25, 15, 6)}  # fmt: skip
"""Bridges, rooms, corridors, event cards, settlers that must appear."""

T4 = {
    "basic": {"settler": 1, "cat": 1, "facehugger": 3, "xenomorph": 3},
    "medium": {"settler": 1, "cat": 1, "facehugger": 3, "xenomorph": 3},
    "extreme": {"settler": 1, "cat": 1, "facehugger": 3, "xenomorph": 3, "horde": 1},
    "ripley": {"settler": 1, "cat": 1, "facehugger": 3, "xenomorph": 3, "horde": 2},
}


def used(play: Play) -> list[str]:
    return [d.id for d in play.machine.tables.copies["Place"] if play.get("Place.used", d.id)]


def field(play: Play, copy: str, name: str) -> Any:
    return play.machine.game.definitions[str(copy).split("#")[0]].fields[name]


def indicators(play: Play) -> list[str]:
    held = [i for seat in range(play.machine.setup.players) for i in play.get("Player.indicator", seat)]
    return [*play.get("indicators"), *held]


@pytest.mark.parametrize("players", T3)
def test_table_t3_and_h020_h021(players: int) -> None:
    play = dealt(players)
    bridges, rooms, corridors, events, settlers = T3[players]
    places = used(play)
    assert {p[0] for p in places} == set("ABCDEFG"[:bridges])
    assert len(places) == 5 * bridges
    tiles = play.get("tiles") + play.get("laid")
    kinds = Counter(play.machine.game.definitions[t].type for t in tiles)
    assert kinds == {"Room": rooms, "Corridor": corridors}
    assert ("hive" in tiles) == (players > 1)
    assert len(play.get("deck")) + len(play.get("event")) == events
    assert len(play.get("waiting")) == settlers
    assert play.get("queen") is None
    assert (play.get("loader") is None) == (players == 1)


@pytest.mark.parametrize("seed", range(6))
def test_h021_the_dock_is_open_and_on_the_rim(seed: int) -> None:
    play = dealt(4, seed)
    dock = play.get("dock")
    assert play.get("Place.tile", dock) == "dock"
    assert [p for p in used(play) if play.get("Place.explored", p)] == [dock]
    t = play.machine.tables
    names = [d.id for d in t.copies["Place"]]
    near = [names[n] for n in t.neighbors["Place"][names.index(dock)] if names[n] in used(play)]
    assert len(near) < 6


def test_h022_stacks_are_whole_and_hidden() -> None:
    play = dealt(3)
    assert len(play.get("faults")) == 12
    assert len(play.get("objects")) == 18
    assert len(play.get("reserve")) == 18
    for stack in ("faults", "objects", "statuses", "indicators", "colonists", "waiting", "tiles", "deck"):
        assert set(play.view(0)["zones"][f"game.{stack}"]) == {None}, stack


@pytest.mark.parametrize("level", T4)
def test_table_t4_threat_indicators(level: str) -> None:
    play = dealt(4, settings=(f"level={level}",))
    assert Counter(field(play, i, "kind") for i in indicators(play)) == T4[level]


def test_table_t4_alone_there_are_cats_and_no_settler() -> None:
    play = dealt(1)
    assert Counter(field(play, i, "kind") for i in indicators(play)) == {
        "cat": 2, "facehugger": 3, "xenomorph": 3,
    }  # fmt: skip


def test_h026_h030_players_begin_whole() -> None:
    play = dealt(6)
    for seat in range(6):
        assert play.get("Player.life", seat) == 6
        assert (play.get("Player.magnetic", seat), play.get("Player.nuclear", seat)) == (3, 3)
        assert play.get("Player.status", seat) == []
        assert play.get("Player.strength", seat) == 1
        assert play.get("Player.hall", seat) == play.get("Place.halls", play.get("dock"))[0]
    assert len({play.get("Player.crew", seat) for seat in range(6)}) == 6


def test_h027_any_player_may_begin() -> None:
    assert {dealt(3, seed).get("first") for seed in range(20)} == {0, 1, 2}


@pytest.mark.parametrize("seed", range(8))
def test_h028_threats_lie_on_the_first_free_places_of_the_card_in_turn_order(seed: int) -> None:
    play = dealt(4, seed)
    card = play.get("event")[0]
    free = [s for s in field(play, card, "threats") if s in used(play) and s != play.get("dock")]
    first = play.get("first")
    for nth, spot in enumerate(free[:4]):
        seat = (first + nth) % 4
        assert play.get("Player.threat", seat) == play.get("Place.halls", spot)[0]
        assert len(play.get("Player.indicator", seat)) == 1
        assert play.view(seat)["zones"]["Player.indicator"][seat] == [None], "not even its owner looks"


def test_h029_the_loader_stands_beside_the_dock_where_the_first_player_wants_it() -> None:
    play = dealt(4)
    asked = [q for q in play.asked if q.kind == "loader_start"]
    assert [q.seat for q in asked] == [play.get("first")]
    assert play.get("loader") == play.get("Place.halls", asked[0].options[0])[0]


def test_layout_random_lays_other_bridges_and_names_their_places() -> None:
    seen = set()
    for seed in range(8):
        play = dealt(2, seed, ("layout=random",))
        names = [play.get("Place.spot", p) for p in used(play)]
        assert len(set(names)) == 25
        for place in used(play):
            assert play.get("Place.spot", place)[1] == place[1]
        seen.add(frozenset(name[0] for name in names))
    assert len(seen) > 1


def test_crew_dealt_at_random_asks_nobody() -> None:
    play = dealt(3, settings=("crew=random",))
    assert not [q for q in play.asked if q.kind == "crew"]
    assert len({play.get("Player.crew", seat) for seat in range(3)}) == 3
