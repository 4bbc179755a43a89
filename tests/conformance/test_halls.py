"""Tiles that turn, separate halls, threats on the shortest accessible route, closures, a secret vote.

How the tiles lie, with the sides on which they touch (0 is up, then clockwise): the core in the middle, then
cross (0), twin (1), bend (2), hub (3), fork (4) and spur (5) around it. Hatch n of a tile that isn't turned
faces side n - 1.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.conformance.games import begin
from tests.content.driver import Play, Question

START = {
    "core_all": ["cross_all", "twin_high", "bend_high", "hub_all"],
    "cross_all": ["core_all"],
    "twin_low": [],
    "twin_high": ["bend_low", "core_all"],
    "bend_low": ["twin_high"],
    "bend_high": ["core_all"],
    "hub_all": ["core_all", "fork_all"],
    "fork_all": ["spur_all", "hub_all"],
    "spur_all": ["fork_all"],
}
"""Where one gets from each hall at first, lowest hatch first."""


def base(players: int = 2) -> Play:
    """A game after its set-up: everybody in the core, no threats."""
    play = begin("halls", players)
    for seat in range(players):
        play.put("Player.threat", None, seat)
    return play


def act(play: Play, *acts: str, hall: Any = None) -> None:
    """The actions of seat 0; it waits when none is left."""
    play.answers = {"act": [*acts, "wait", "wait"][:2], "hall": hall, "closure": lambda q: q.options[0]}
    play.do("action_phase", 0)


def reached(play: Play, hall: str, how: str = "move") -> list[str]:
    """Where seat 0 gets from a hall in one action."""
    play.put("Player.hall", hall, 0)
    play.asked.clear()
    act(play, how, hall=lambda q: q.options[0])
    for question in play.asked:
        if question.kind == "hall":
            return list(question.options)
    now = play.get("Player.hall", 0)
    return [] if now == hall else [now]


def everywhere(play: Play) -> dict[str, list[str]]:
    return {hall: reached(play, hall) for hall in START}


def threat(play: Play, start: str, human: str, strength: int = 1) -> str | None:
    """Where the threat of seat 1 is after its phase (None: it has bitten). Seat 0 is its prey."""
    play.put("Player.hall", human, 0)
    play.put("Player.hall", "twin_low", 1)
    play.put("Player.threat", start, 1)
    play.put("Player.strength", strength, 1)
    play.do("threat_phase", 1)
    found = play.get("Player.threat", 1)
    return None if found is None else str(found)


# --- halls that turn ------------------------------------------------------------------------------


def test_hatches_that_meet_connect_halls_and_others_do_not() -> None:
    assert everywhere(base()) == START


def test_turning_a_tile_cuts_its_halls_off_and_joins_others() -> None:
    play = base()
    play.put("Player.hall", "twin_high", 0)
    act(play, "turn")
    assert play.get("Tile.rotation", "twin") == 1
    cut = {
        **START,
        "core_all": ["cross_all", "twin_high", "bend_high", "hub_all"],
        "twin_high": ["core_all"],
        "bend_low": [],
    }
    assert everywhere(play) == cut
    act(play)
    play.put("Player.hall", "twin_low", 0)
    act(play, "turn", "turn")
    assert play.get("Tile.rotation", "twin") == 3
    assert reached(play, "twin_low") == ["bend_low", "core_all"]
    assert reached(play, "twin_high") == []


def test_six_turns_are_none() -> None:
    play = base()
    play.put("Player.hall", "bend_low", 0)
    for _ in range(3):
        act(play, "turn", "turn")
    assert play.get("Tile.rotation", "bend") == 0
    assert [told.args["tile"] for told in play.told] == ["bend"] * 6
    assert everywhere(play) == START


@pytest.mark.parametrize(("low", "high"), [("twin_low", "twin_high"), ("bend_low", "bend_high")])
def test_separate_halls_of_a_tile_never_connect(low: str, high: str) -> None:
    for rotation in range(6):
        play = base()
        play.put("Tile.rotation", rotation, low.split("_")[0])
        assert high not in reached(play, low)
        assert low not in reached(play, high)


def test_between_two_halls_of_one_tile_a_threat_goes_the_long_way_round() -> None:
    assert threat(base(), "bend_low", "bend_high") == "twin_high"
    assert threat(base(), "twin_high", "bend_high") == "core_all"
    assert threat(base(), "core_all", "bend_high") is None


# --- running ---------------------------------------------------------------------------------------


def test_running_goes_two_halls_far_through_open_hatches_only() -> None:
    play = base()
    assert set(reached(play, "twin_high", "run")) == {
        "bend_low", "core_all", "cross_all", "bend_high", "hub_all"
    }  # fmt: skip
    play.put("Tile.closed", [2], "core")
    assert reached(play, "twin_high", "run") == ["bend_low"]


def test_one_runs_once_a_turn() -> None:
    play = base()
    act(play, "run", "wait", hall=lambda q: q.options[0])
    offered = [question.options for question in play.asked if question.kind == "act"]
    assert [("run" in options) for options in offered] == [True, False]
    play.asked.clear()
    act(play, "wait", "wait")
    assert all("run" in question.options for question in play.asked)


# --- routes ----------------------------------------------------------------------------------------


def test_a_threat_takes_the_shortest_route_though_a_longer_one_leaves_by_a_lower_hatch() -> None:
    play = base()
    play.put("Tile.rotation", 2, "spur")
    ways = reached(play, "core_all")
    assert (ways[0], ways[-1]) == ("cross_all", "spur_all")
    assert "spur_all" in reached(play, "cross_all")
    assert threat(play, "core_all", "spur_all") is None
    play.put("Tile.closed", [6], "core")
    assert threat(play, "core_all", "spur_all") == "cross_all"


@pytest.mark.parametrize("rotation", range(6))
def test_among_equal_routes_it_leaves_by_the_lower_hatch(rotation: int) -> None:
    """As the core turns, hub and spur are behind its hatches 4 and 6, 3 and 5, ..., 5 and 1."""
    play = base()
    play.put("Tile.rotation", 3, "spur")
    play.put("Tile.rotation", rotation, "core")
    way = ["hub_all", "hub_all", "hub_all", "hub_all", "spur_all", "spur_all"][rotation]
    assert threat(play, "core_all", "fork_all") == way


def test_it_goes_for_the_nearest_human_the_first_among_equals() -> None:
    play = base(4)
    for seat, hall in enumerate(["spur_all", "cross_all", "hub_all", "fork_all"]):
        play.put("Player.hall", hall, seat)
    play.put("Player.threat", "bend_high", 3)
    play.do("threat_phase", 3)
    assert play.get("Player.threat", 3) == "core_all"
    play.put("Player.strength", 1, 3)
    play.do("threat_phase", 3)
    assert [told.args["who"] for told in play.told if told.message == "bitten"] == [1]


def test_a_strong_threat_goes_two_halls_and_stops_where_it_bites() -> None:
    assert threat(base(), "bend_low", "cross_all", 2) == "twin_high"
    assert threat(base(), "bend_low", "cross_all", 3) == "core_all"
    assert threat(base(), "core_all", "cross_all", 6) is None


def test_without_a_way_a_threat_stays_and_grows() -> None:
    play = base()
    assert threat(play, "cross_all", "fork_all", 1) == "core_all"
    play.put("Tile.rotation", 1, "hub")
    play.put("Tile.closed", [1, 2, 3, 4, 5, 6], "hub")
    assert threat(play, "cross_all", "fork_all", 1) == "cross_all"
    assert play.get("Player.strength", 1) == 2


# --- closures --------------------------------------------------------------------------------------


@pytest.mark.parametrize("strength", range(1, 7))
@pytest.mark.parametrize(("start", "end"), [("core_all", "hub_all"), ("hub_all", "core_all")])
def test_a_closure_holds_what_is_weaker_than_its_number_from_both_sides(
    start: str, end: str, strength: int
) -> None:
    """The core's hatch 4 faces the hub's hatch 1; only the core's is closed."""
    play = base()
    play.put("Tile.closed", [4], "core")
    assert threat(play, start, end, strength) == (None if strength >= 4 else start)


def test_a_closed_way_is_gone_round_if_there_is_another() -> None:
    play = base()
    play.put("Tile.rotation", 3, "spur")
    play.put("Tile.closed", [4], "core")
    assert threat(play, "core_all", "fork_all", 1) == "spur_all"
    assert threat(play, "core_all", "hub_all", 1) == "spur_all"
    assert threat(play, "core_all", "hub_all", 4) is None


def test_people_pass_no_closure_at_all() -> None:
    play = base()
    play.put("Player.hall", "hub_all", 0)
    act(play, "close", "close")
    assert play.get("Tile.closed", "hub") == [1, 2]
    assert reached(play, "hub_all") == ["fork_all"]
    assert "hub_all" not in reached(play, "core_all")


# --- indicators ------------------------------------------------------------------------------------


def test_a_status_is_seen_by_its_owner_alone() -> None:
    play = base(3)
    for seat in range(3):
        shown = play.view(seat)["zones"]["Player.status"]
        assert [None in pile for pile in shown] == [other != seat for other in range(3)]
        assert [len(pile) for pile in shown] == [1, 1, 1]
        assert set(play.view(seat)["zones"]["game.stack"]) == {None}


def test_a_bite_looks_the_same_to_others_whatever_it_brings() -> None:
    seen = []
    for brought in ("healthy", "infected"):
        play = base()
        for copy in play.get("Player.status", 0):
            play.move(copy, "stack")
        play.move("healthy#5", "Player.status", 0)
        play.move(brought, "stack")
        assert threat(play, "core_all", "cross_all", 1) is None
        assert brought in play.get("Player.status", 0)
        assert play.machine.side_of(play.state, 0) == ("infected" if brought == "infected" else "humans")
        seen.append((play.view(1), play.heard(1)))
    assert seen[0] == seen[1]


# --- the vote --------------------------------------------------------------------------------------


def vote(answers: dict[int, bool]) -> tuple[Play, list[tuple[Question, Any, int]]]:
    """A vote on seat 0, the last: the game; each question with its seat's view and how much was told."""
    play = base(4)
    play.put("round", 6)
    for seat in (1, 2, 3):
        play.put("Player.alive", False, seat)
    asked: list[tuple[Question, Any, int]] = []

    def answer(question: Question) -> bool:
        asked.append((question, play.view(question.seat), len(play.told)))
        return answers[question.seat]

    play.answers = {"leave": answer}
    play.do("vote")
    return play, asked


def test_nobody_sees_a_vote_before_all_have_voted() -> None:
    runs = [vote(dict(enumerate(answers)))[1] for answers in product([False, True], repeat=4)]
    for run in runs:
        assert [question.seat for question, _, _ in run] == [0, 1, 2, 3]
        assert all(question.about == {} and told == 0 for question, _, told in run)
        assert run == runs[0]


def test_the_count_is_told_to_all_when_all_have_voted_and_not_who_voted_how() -> None:
    one = vote({0: True, 1: False, 2: False, 3: True})[0]
    other = vote({0: False, 1: True, 2: True, 3: False})[0]
    assert one.told == other.told
    assert [(t.seats, t.message, dict(t.args)) for t in one.told] == [
        ((0, 1, 2, 3), "voted", {"who": 0, "aye": 2})
    ]


@pytest.mark.parametrize(("ayes", "stays"), [(0, True), (2, True), (3, False), (4, False)])
def test_more_than_half_leave_somebody_behind(ayes: int, stays: bool) -> None:
    play, _ = vote({seat: seat < ayes for seat in range(4)})
    assert play.get("Player.alive", 0) is stays
    assert play.outcome is not None
    assert play.outcome.reason == "launched"
