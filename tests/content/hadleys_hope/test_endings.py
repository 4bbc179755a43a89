"""H-220 to H-229: the launch, every other end, and who has won; H-240 to H-242 and H-211: the android."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from pycardgen.engine.api import Outcome
from tests.content.hadleys_hope.base import Colony


def ready(players: int, settings: Sequence[str] = (), found: int | None = None) -> Colony:
    """Everybody is in the dock; all settlers that were set aside have appeared, and been lost."""
    colony = Colony(players, settings)
    waiting = colony.play.get("waiting")
    for settler in waiting[: len(waiting) if found is None else found]:
        colony.play.move(settler, "colonists")
    return colony


def launch(colony: Colony, seat: int = 0, **answers: Any) -> Outcome | None:
    """The ship leaves; without further answers nobody suspects anybody."""
    play = colony.play
    play.answers = {
        "launch": True, "suspects": (), "suspect_settlers": (), "leave_player": None, "abandon": None,
        **answers,
    }  # fmt: skip
    play.put("active", seat)
    play.do("drill_launch", seat)
    while play.outcome is None and play.following() in ("hear_suspicions", "vote_players", "vote_settlers"):
        play.step()
    return play.outcome


def end_of(colony: Colony) -> tuple[str, tuple[str, ...], list[int]]:
    outcome = colony.play.outcome
    assert outcome is not None
    return outcome.reason, tuple(outcome.sides), sorted(outcome.winners)


def turn_xeno(colony: Colony, seat: int, captures: int = 0) -> None:
    colony.play.put("Player.being", "xeno", seat)
    colony.play.put("Player.captures", captures, seat)
    colony.stand(seat, "C1")


# --- the launch ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(1, 7))
def test_h221_only_when_all_settlers_set_aside_have_appeared(players: int) -> None:
    colony = ready(players, found=players - 1)
    assert "launch" not in colony.acts(0)
    colony.play.move(colony.play.get("waiting")[0], "colonists")
    assert "launch" in colony.acts(0, pa=0), "it is free"
    colony.stand(0, "A2")
    assert "launch" not in colony.acts(0)


def test_h221_h121_the_highest_rank_in_the_dock_decides() -> None:
    for there, leader in (([0, 1, 2, 3], 0), ([1, 2, 3], 3), ([1, 2], 1), ([2], 2)):
        colony = ready(4)
        for seat in range(4):
            if seat not in there:
                colony.stand(seat, "A2")
        assert launch(colony, there[-1], launch=False) is None
        assert [q.seat for q in colony.play.asked if q.kind == "launch"] == [leader]
        assert colony.play.get("Player.held_back", there[-1])


def test_h223_all_healthy_and_nobody_left_is_a_win() -> None:
    colony = ready(3)
    colony.settler("settler_1", seat=1)
    launch(colony)
    assert end_of(colony) == ("launched", ("humans",), [0, 1, 2])


@pytest.mark.parametrize("who", ["player", "settler"])
@pytest.mark.parametrize("xenos", [0, 1])
def test_h223_h226_an_infected_human_aboard_is_the_end_of_them(who: str, xenos: int) -> None:
    colony = ready(4)
    if xenos:
        turn_xeno(colony, 3, 1)
    if who == "player":
        colony.mark(1, "infected")
    else:
        colony.settler("settler_1", seat=1, status="infected")
    launch(colony)
    assert end_of(colony) == ("launched", ("xenos",) if xenos else (), [3] if xenos else [])


@pytest.mark.parametrize("left", [0, 1, 2, 3])
@pytest.mark.parametrize("xenos", [0, 1, 2])
def test_h223_as_many_healthy_may_stay_as_there_are_xeno_players(left: int, xenos: int) -> None:
    """One healthy player and healthy settlers, in the base or in the hive, stay behind."""
    colony = ready(5)
    for seat in range(5 - xenos, 5):
        turn_xeno(colony, seat)
    places = ["A2", "A3"]
    for n in range(left):
        if n == 0:
            colony.stand(1, "A2")
        else:
            colony.settler(f"settler_{n}", places[n - 1])
    if left == 3:
        colony.play.move("settler_2", "captives")
    launch(colony)
    assert ("humans" in end_of(colony)[1]) == (left <= xenos)


def test_h223_infected_ones_left_behind_do_not_count() -> None:
    colony = ready(3)
    colony.stand(1, "A2")
    colony.mark(1, "infected")
    colony.settler("settler_1", "A2", status="infected")
    colony.settler("settler_2", seat=1, status="infected")
    launch(colony)
    assert end_of(colony) == ("launched", ("humans",), [0, 2])


def test_h225_a_single_human_wins_if_all_others_are_infected() -> None:
    colony = ready(4)
    for seat in (1, 2, 3):
        colony.stand(seat, "A2")
        colony.mark(seat, "infected")
    launch(colony)
    assert end_of(colony) == ("launched", ("humans",), [0])


def test_ambiguity_11_captives_count_as_left_behind() -> None:
    for status, won in (("healthy", False), ("infected", True)):
        colony = ready(3)
        colony.next_status(status)
        colony.play.do("drill_capture", 2)
        launch(colony)
        assert ("humans" in end_of(colony)[1]) == won


@pytest.mark.parametrize(("ayes", "stays"), [(1, False), (2, True), (3, True)])
def test_h224_more_than_half_leave_somebody_behind(ayes: int, stays: bool) -> None:
    """Of three who want to leave, so many vote against seat 2, who is infected."""
    colony = ready(3)
    colony.mark(2, "infected")
    launch(colony, leave_player=lambda q: 2 if q.seat < ayes and 2 in q.options else None)
    votes = min(ayes, 2)
    assert ("humans" in end_of(colony)[1]) == (votes == 2) == stays


def test_h224_settlers_can_be_left_too() -> None:
    colony = ready(3)
    colony.settler("settler_1", seat=1, status="infected")
    launch(colony, abandon=lambda q: "settler_1" if q.seat != 1 else None)
    assert end_of(colony) == ("launched", ("humans",), [0, 1, 2])


def test_h224_votes_are_secret_and_suspicions_are_heard_before() -> None:
    colony = ready(3)
    launch(colony, suspects=lambda q: (2,) if q.seat == 0 else ())
    heard = [(t.seats, t.args) for t in colony.play.told if t.message == "suspected"]
    assert heard == [((0, 1, 2), {"who": 2, "by": 0})]
    kinds = [q.kind for q in colony.play.asked]
    assert kinds.index("suspects") < kinds.index("leave_player")
    assert not [t for t in colony.play.told if t.message == "left_behind"]


# --- two players, and one -----------------------------------------------------------------------------


@pytest.mark.parametrize(("settlers", "won"), [(0, False), (1, False), (2, True), (3, True)])
def test_h228_two_players_bring_two_healthy_settlers(settlers: int, won: bool) -> None:
    colony = ready(2)
    for n in range(settlers):
        colony.settler(f"settler_{n + 1}", seat=0)
    launch(colony)
    assert ("humans" in end_of(colony)[1]) == won


@pytest.mark.parametrize(("settlers", "won"), [(0, False), (1, True)])
def test_h228_one_is_enough_if_the_other_is_a_xeno_player(settlers: int, won: bool) -> None:
    colony = ready(2)
    turn_xeno(colony, 1)
    for n in range(settlers):
        colony.settler(f"settler_{n + 1}", seat=0)
    launch(colony)
    assert end_of(colony) == ("launched", ("humans",) if won else ("xenos",), [0] if won else [1])


def test_h228_the_xeno_player_wins_when_the_other_dies() -> None:
    colony = Colony(2)
    turn_xeno(colony, 1)
    colony.play.do("drill_wound", 0, 6)
    assert end_of(colony)[:2] == ("overrun", ("xenos",))


def test_h228_both_lose_when_all_are_captured() -> None:
    colony = Colony(2)
    turn_xeno(colony, 1)
    colony.play.do("drill_capture", 0)
    colony.play.do("end_round")
    assert end_of(colony) == ("captured", (), [])


@pytest.mark.parametrize(
    ("me", "settler", "won"),
    [
        ("", "healthy", True),
        ("healthy", "healthy", True),
        ("infected", "healthy", False),
        ("", "infected", False),
        ("", "", False),
    ],
)
def test_h229_alone_with_a_healthy_settler(me: str, settler: str, won: bool) -> None:
    colony = ready(1)
    if me:
        colony.mark(0, me)
    if settler:
        colony.settler("settler_1", seat=0, status=settler)
    launch(colony)
    assert ("humans" in end_of(colony)[1]) == won


def test_h229_alone_death_is_the_end_and_capture_is_not() -> None:
    colony = Colony(1)
    colony.play.do("drill_capture", 0)
    colony.play.do("end_round")
    assert colony.play.outcome is None
    colony.play.do("drill_wound", 0, 6)
    assert end_of(colony) == ("overrun", (), [])


# --- other ends ---------------------------------------------------------------------------------------


def test_h226_all_xeno_the_most_captures_win_and_ties_share() -> None:
    colony = Colony(4)
    for seat, captures in ((1, 2), (2, 2), (3, 1)):
        turn_xeno(colony, seat, captures)
    colony.play.do("drill_wound", 0, 6)
    assert end_of(colony) == ("overrun", ("xenos",), [1, 2])


@pytest.mark.parametrize("xeno", [True, False])
def test_h220_h226_h227_all_humans_captives_at_the_end_of_a_round(xeno: bool) -> None:
    colony = Colony(3)
    if xeno:
        turn_xeno(colony, 2)
    else:
        colony.play.do("drill_capture", 2)
    colony.play.do("drill_capture", 0)
    colony.play.do("end_round")
    assert colony.play.outcome is None
    colony.play.do("drill_capture", 1)
    assert colony.play.outcome is None, "only at the end of a round"
    colony.play.do("end_round")
    assert end_of(colony) == ("captured", ("xenos",) if xeno else (), [2] if xeno else [])


@pytest.mark.parametrize(("players", "last"), [(1, 26), (4, 15)])
def test_h220_the_end_of_the_event_deck(players: int, last: int) -> None:
    colony = Colony(players)
    colony.play.put("round", last - 1)
    colony.play.do("end_round")
    assert colony.play.outcome is None
    colony.play.put("round", last)
    colony.play.do("end_round")
    assert end_of(colony) == ("exhausted", (), [])


# --- the android --------------------------------------------------------------------------------------


def android(players: int = 3, settings: Sequence[str] = ()) -> Colony:
    """Seat 0 is the android."""
    colony = ready(players, ("hidden_roles=true", *settings))
    play = colony.play
    for seat in range(players):
        for role in play.get("Player.role", seat):
            play.move(role, "roles")
    play.move("android_role", "Player.role", 0)
    for seat in range(1, players):
        play.move("human_role" if seat == 1 else f"human_role#{seat}", "Player.role", seat)
    return colony


@pytest.mark.parametrize("players", range(2, 7))
def test_h240_there_may_be_an_android_and_never_two(players: int) -> None:
    seen = set()
    for seed in range(25):
        colony = Colony(players, ("hidden_roles=true",), seed)
        roles = [colony.play.get("Player.role", s) for s in range(players)]
        assert all(len(r) == 1 for r in roles)
        assert colony.play.get("roles") == []
        seen.add(sum(r == ["android_role"] for r in roles))
        for s in range(players):
            assert [None in r for r in colony.play.view(s)["zones"]["Player.role"]] == [
                o != s for o in range(players)
            ]
    assert seen == {0, 1}


def test_h240_not_alone() -> None:
    assert Colony(1, ("hidden_roles=true",)).play.get("Player.role", 0) == []


@pytest.mark.parametrize("status", ["healthy", "infected"])
def test_h241_it_wins_when_all_who_were_found_are_infected(status: str) -> None:
    colony = android()
    colony.mark(1, "infected")
    colony.mark(2, "infected")
    colony.settler("settler_1", "A2", status=status)
    assert "reveal" in colony.acts(0)
    assert "reveal" not in colony.acts(1)
    colony.turn(0, "reveal")
    if status == "infected":
        assert end_of(colony) == ("unmasked", ("android",), [0])
    else:
        assert colony.play.outcome is None
        assert colony.play.view(2)["zones"]["Player.shown"][1] != [None]
        assert len(colony.play.get("Settler.shown", "settler_1")) == 1
        colony.next_status("infected")
        colony.play.do("drill_infect", 2)
        assert len(colony.play.get("Player.shown", 2)) == 2, "later indicators are public too"


def test_h241_a_reveal_too_early_may_lose_at_once() -> None:
    colony = android(settings=("android_reveal=loses",))
    colony.turn(0, "reveal")
    assert colony.play.get("Player.being", 0) == "out"


@pytest.mark.parametrize("how", ["captured", "facehugger", "life"])
def test_h242_it_is_out_when_caught_or_broken(how: str) -> None:
    colony = android()
    if how == "captured":
        colony.play.do("drill_capture", 0)
    elif how == "life":
        colony.play.do("drill_wound", 0, 6)
    else:
        colony.stand(1, "C1")
        colony.stand(2, "C1")
        colony.threat(1, "A1", "facehugger_1", 6)
        colony.play.do("drill_meet", 1)
    assert colony.play.get("Player.being", 0) == "out"
    assert colony.play.get("Player.unveiled", 0) == ["android_role"]


def test_h242_it_cannot_board() -> None:
    colony = android()
    launch(colony)
    assert end_of(colony) == ("launched", ("humans",), [1, 2])


@pytest.mark.parametrize("score", range(1, 7))
def test_h211_a_roll_of_five_or_six_destroys_it(score: int) -> None:
    colony = android()
    colony.lay("A2", "hub_1")
    colony.turn(0, "reveal")
    colony.play.rolls((score - 1, 6))
    colony.turn(1, "attack", flee=lambda q: q.options[0])
    gone = score >= 5
    assert (colony.play.get("Player.being", 0) == "out") == gone
    assert colony.play.get("Player.life", 1) == (6 if gone else 5)
    if not gone:
        assert colony.where("Player.hall", 0) == "A2"


def test_h211_fire_destroys_it() -> None:
    colony = android()
    colony.give(1, "flamethrower")
    colony.turn(0, "reveal")
    colony.turn(1, "attack", torch=True)
    assert colony.play.get("Player.being", 0) == "out"
    assert colony.play.get("Player.nuclear", 1) == 2
