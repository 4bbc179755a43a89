"""H-200 to H-211 and H-153 ff.: encounters, what answers them, capture and death."""

from __future__ import annotations

from typing import Any

import pytest

from tests.content.hadleys_hope.base import Colony


def attacked(
    indicator: str, lives: tuple[int, ...], strength: int = 2, settings: tuple[str, ...] = ()
) -> Colony:
    """Players in the dock, seat 0 among them; the threat of the last seat, who is elsewhere, is upon them."""
    colony = Colony(len(lives) + 1, settings)
    play = colony.play
    for seat, life in enumerate(lives):
        play.put("Player.life", life, seat)
    away = len(lives)
    colony.lay("G1", "hub_1")
    colony.stand(away, "G1")
    colony.threat(away, "A1", indicator, strength)
    return colony


def strike(colony: Colony, *rolls: tuple[int, int], **answers: Any) -> None:
    play = colony.play
    play.answers = {"pay_life": 0, "window:attacked": None, "shelter": False, **answers}
    if rolls:
        play.rolls(*rolls)
    owner = next(s for s in range(play.machine.setup.players) if play.get("Player.threat", s) is not None)
    play.do("drill_meet", owner)


def captives(colony: Colony) -> list[int]:
    return [s for s in range(colony.play.machine.setup.players) if colony.play.get("Player.captive", s)]


def marked(colony: Colony) -> list[int]:
    return [len(colony.play.get("Player.status", s)) for s in range(colony.play.machine.setup.players)]


# --- who the threat is --------------------------------------------------------------------------------


def test_h200_a_settler_may_be_rescued() -> None:
    for takes in (True, False):
        colony = attacked("lost_settler", (6,))
        strike(colony, shelter=takes)
        play = colony.play
        assert len(play.get("Player.settlers", 0)) == int(takes)
        assert len(play.get("standing")) == int(not takes)
        assert len(play.get("waiting")) == 1, "those that were set aside appear first"


def test_h200_a_cat_does_nothing() -> None:
    colony = attacked("cat", (6, 6))
    strike(colony)
    assert not captives(colony)
    assert marked(colony) == [0, 0, 0]


def test_h069_whatever_comes_of_it_the_disc_goes_back() -> None:
    for indicator in ("cat", "lost_settler", "facehugger_1", "xenomorph_3", "horde"):
        colony = attacked(indicator, (6,))
        strike(colony)
        assert colony.play.get("Player.threat", 1) is None
        assert colony.play.get("indicators")[0] == indicator


# --- the worked example -------------------------------------------------------------------------------


def test_h205_example_three_facehuggers_two_players_and_a_settler() -> None:
    """Strength 2, rolls of 3 and 1: one facehugger dies, one takes the settler, one the weaker player."""
    colony = attacked("facehugger_3", (5, 4), settings=("facehugger_loss=captured",))
    colony.settler("settler_1", seat=0)
    strike(colony, (0, 2), (2, 6), (0, 6))
    fought = [(f["who"], f["score"], f["won"]) for f in colony.told("fought")]
    assert fought == [(1, 3, True), (0, 1, False)]
    assert colony.play.get("captives") == ["settler_1"]
    assert captives(colony) == [1]


def test_h205_example_a_flamethrower_burns_all_three() -> None:
    colony = attacked("facehugger_3", (5, 4))
    colony.settler("settler_1", seat=0)
    colony.give(0, "flamethrower")
    strike(colony, **{"window:attacked": lambda q: "flamethrower" if "flamethrower" in q.options else None})
    assert colony.told("fought") == []
    assert marked(colony) == [0, 0, 0]
    assert colony.play.get("Player.nuclear", 0) == 2
    assert colony.play.get("Player.settlers", 0) == ["settler_1"]


def test_h204_errata_the_loser_gets_a_status_indicator_and_stays() -> None:
    colony = attacked("facehugger_3", (5, 4))
    strike(colony, (0, 2), (0, 6), (0, 6))
    assert captives(colony) == []
    assert marked(colony) == [1, 1, 0]
    assert [p is not None for p in colony.play.view(0)["zones"]["Player.status"][0]] == [True]
    assert colony.play.view(1)["zones"]["Player.status"][0] == [None]


def test_h204_ties_are_decided_by_lot() -> None:
    taken = set()
    for draw in (0, 1):
        colony = attacked("facehugger_1", (6, 6))
        strike(colony, (draw, 2), (0, 6), (0, 6), (draw, 2))
        taken.add(tuple(marked(colony)))
    assert taken == {(1, 0, 0), (0, 1, 0)}


@pytest.mark.parametrize("strength", range(1, 7))
def test_h203_one_wins_only_above_the_strength(strength: int) -> None:
    for score in range(1, 7):
        colony = attacked("facehugger_1", (1,), strength)
        strike(colony, (score - 1, 6))
        assert marked(colony)[0] == int(score <= strength)


def test_h203_life_weakens_it_but_not_below_one() -> None:
    colony = attacked("facehugger_1", (6,), 4)
    strike(colony, (1, 6), pay_life=3)
    assert [q.options for q in colony.play.asked if q.kind == "pay_life"] == [[0, 1, 2, 3]]
    assert colony.play.get("Player.life", 0) == 3
    assert marked(colony)[0] == 0


def test_h203_nobody_pays_the_last_life() -> None:
    colony = attacked("facehugger_1", (2,), 6)
    strike(colony, (0, 6), pay_life=1)
    assert [q.options for q in colony.play.asked if q.kind == "pay_life"] == [[0, 1]]


# --- xenomorphs and hordes ----------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2, 3])
def test_h206_they_take_as_many_as_they_are_the_weakest_first(number: int) -> None:
    colony = attacked(f"xenomorph_{number}", (6, 3, 5))
    strike(colony)
    assert colony.told("fought") == []
    assert captives(colony) == sorted([1, 2, 0][:number])
    assert marked(colony)[:3] == [int(s in captives(colony)) for s in range(3)]


def test_h202_each_xenomorph_needs_a_use_of_its_own() -> None:
    colony = attacked("xenomorph_3", (6, 3))
    colony.give(0, "flamethrower")
    strike(colony, **{"window:attacked": lambda q: q.options[-1] if q.seat == 0 else None})
    assert colony.play.get("Player.nuclear", 0) == 0
    assert captives(colony) == []


def test_h202_without_the_resource_there_is_no_fire() -> None:
    colony = attacked("xenomorph_1", (6,))
    colony.give(0, "flamethrower")
    colony.play.put("Player.nuclear", 0, 0)
    strike(colony)
    assert all(q.options == [None] for q in colony.play.asked if q.kind == "window:attacked")
    assert captives(colony) == [0]


@pytest.mark.parametrize("mine", [True, False])
def test_h110_h202_fire_costs_an_action_in_ones_own_turn_only(mine: bool) -> None:
    colony = attacked("facehugger_2", (6,))
    colony.give(0, "flamethrower")
    colony.play.put("Player.pa", 3, 0)
    colony.play.put("active", 0 if mine else 1)
    strike(colony, **{"window:attacked": lambda q: q.options[-1]})
    assert colony.play.get("Player.pa", 0) == (2 if mine else 3)


def test_h207_one_xenomorph_takes_the_player_and_leaves_the_rest() -> None:
    colony = attacked("xenomorph_1", (6,))
    colony.settler("settler_1", seat=0)
    colony.give(0, "scanner")
    strike(colony)
    play = colony.play
    assert captives(colony) == [0]
    assert (play.get("standing"), play.get("captives")) == (["settler_1"], [])
    assert colony.where("Settler.hall", "settler_1") == "A1"
    assert play.get("floor") == ["scanner"]
    assert play.get("Player.pack", 0) == []


def test_h207_example_a_captain_with_three_settlers_and_two_xenomorphs() -> None:
    colony = attacked("xenomorph_2", (6,))
    for n in (1, 2, 3):
        colony.settler(f"settler_{n}", seat=0)
    strike(colony)
    assert captives(colony) == [0]
    assert len(colony.play.get("captives")) == 1
    assert len(colony.play.get("standing")) == 2


def test_h208_a_horde_takes_everybody_and_burns_not() -> None:
    colony = attacked("horde", (6, 3, 5))
    colony.give(0, "flamethrower")
    colony.settler("settler_1", seat=1)
    strike(colony)
    assert captives(colony) == [0, 1, 2]
    assert colony.play.get("captives") == ["settler_1"]
    assert all(q.options == [None] for q in colony.play.asked if q.kind == "window:attacked")


@pytest.mark.parametrize("indicator", ["facehugger_3", "xenomorph_3", "horde"])
def test_h201_who_hides_has_no_encounter(indicator: str) -> None:
    colony = attacked(indicator, (6, 6))
    colony.give(0, "hiding_place")
    strike(colony, **{"window:attacked": lambda q: q.options[-1]})
    assert colony.play.get("Player.hidden", 0)
    assert colony.play.get("floor") == ["hiding_place"]
    assert marked(colony)[0] == 0
    assert marked(colony)[1] == 1


def test_h201_a_threat_that_comes_to_one_who_hid_before_stays_there_unseen() -> None:
    colony = attacked("horde", (6,))
    colony.play.put("Player.hidden", True, 0)
    colony.threat(1, "A3", "horde", 3)
    colony.lay("A2", "hub_2")
    assert colony.threat_phase(1) == "A1"
    assert colony.told("encounter") == []
    colony.play.answers = {"window:attacked": None, "act": "done"}
    colony.play.do("begin_turn", 0)
    assert [e["found"] for e in colony.told("encounter")] == ["horde"]


def test_windows_ask_everybody_there_alike() -> None:
    colony = attacked("xenomorph_1", (6, 6))
    strike(colony)
    assert [q.seat for q in colony.play.asked if q.kind == "window:attacked"] == [0, 1]


# --- capture and death --------------------------------------------------------------------------------


def test_h209_without_a_hive_captives_are_nowhere() -> None:
    colony = Colony(2)
    colony.play.do("drill_capture", 0)
    assert colony.play.get("Player.hall", 0) is None
    assert marked(colony) == [1, 0]


def test_h209_a_known_hive_holds_them_where_others_can_free_them() -> None:
    colony = Colony(2)
    colony.lay("A2", "hive", 3)
    colony.play.put("hive", "A2")
    colony.play.do("drill_capture", 0)
    assert colony.where("Player.hall", 0) == "A2"
    colony.stand(1, "A2")
    assert "release" in colony.acts(1)
    colony.turn(1, "release", release=0)
    assert not colony.play.get("Player.captive", 0)


def test_h180_h051_who_dies_leaves_everything_and_hunts() -> None:
    colony = Colony(3)
    play = colony.play
    colony.give(0, "tools")
    colony.settler("settler_1", seat=0)
    play.move("closure", "Player.closures", 0)
    colony.threat(0, "C1", "cat")
    colony.mark(0, "infected")
    play.do("drill_wound", 0, 6)
    assert play.get("Player.being", 0) == "xeno"
    assert (play.get("Player.hall", 0), play.get("Player.threat", 0)) == (None, None)
    assert play.get("floor") == ["tools"]
    assert play.get("standing") == ["settler_1"]
    assert "closure" in play.get("reserve")
    assert play.get("indicators")[0] == "cat"
    assert (play.get("Player.captures", 0), play.get("Player.skill", 0)) == (0, 0)


def test_h107_who_dies_in_the_hive_leaves_its_belongings_there() -> None:
    colony = Colony(3)
    colony.lay("A2", "hive", 3)
    colony.play.put("hive", "A2")
    colony.play.do("drill_capture", 0)
    colony.give(0, "tools")
    colony.play.do("drill_wound", 0, 6)
    assert [colony.shown(h) for h in colony.play.get("floor_at")] == ["A2"]


@pytest.mark.parametrize("score", range(1, 7))
def test_h107_breaking_out(score: int) -> None:
    colony = Colony(2)
    colony.play.do("drill_capture", 0)
    colony.play.rolls((score - 1, 6))
    colony.turn(0, "break_out")
    free = score >= 5
    assert colony.play.get("Player.captive", 0) is not free
    assert colony.play.get("Player.life", 0) == (6 if free else 5)


def test_break_out_is_a_matter_of_settings() -> None:
    colony = Colony(2, ("break_out_roll=7",))
    colony.play.do("drill_capture", 0)
    assert colony.acts(0) == []
    colony = Colony(2, ("break_out_wound=0", "break_out_roll=6"))
    colony.play.do("drill_capture", 0)
    colony.play.rolls((4, 6))
    colony.turn(0, "break_out")
    assert colony.play.get("Player.life", 0) == 6
    assert colony.play.get("Player.captive", 0)
