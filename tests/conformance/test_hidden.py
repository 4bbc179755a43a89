"""Hidden moves: views, two noises of one card, attacks answered out of turn, windows that tell nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.conformance.games import begin
from tests.content.driver import Play, Question


def on_deck(*sectors: str) -> Play:
    """A game with everybody in these sectors: seats 0 and 2 run, 1 and 3 hunt."""
    play = begin("hidden", len(sectors))
    for seat, sector in enumerate(sectors):
        play.put("Player.sector", sector, seat)
    return play


def turn(play: Play, seat: int, **answers: Any) -> None:
    """A turn of a seat; windows are passed unless the answers say otherwise."""
    passing = {"window:searching": None, "window:attacked": None, "attack": False}
    play.answers = {**passing, **answers}
    play.do("turn", seat)


def next_card(play: Play, card: str) -> None:
    play.move(card, "pile")


def noises(play: Play) -> list[list[str]]:
    return [told.args["sectors"] for told in play.told if told.message == "noises"]


def asked(play: Play) -> list[tuple[int, str, Mapping[str, Any]]]:
    """Who was asked what about what, without the options."""
    return [(question.seat, question.kind, question.about) for question in play.asked]


# --- hidden moves --------------------------------------------------------------------------------


def test_a_seat_sees_its_own_position_and_nobody_elses() -> None:
    play = on_deck("A02", "D03", "C02", "E03")
    turn(play, 0, move="B01")
    for seat in range(4):
        seen = play.view(seat)["entities"]["Player"]["sector"]
        assert [number is not None for number in seen] == [other == seat for other in range(4)]
    mine = play.view(0)["entities"]["Player"]["sector"][0]
    assert play.machine.tables.copies["Sector"][mine].id == "B01"


def test_a_move_to_a_quiet_sector_tells_nothing_and_looks_the_same_wherever_it_leads() -> None:
    seen = []
    for start, quiet in (("B02", "B01"), ("D02", "C03"), ("D02", "D03")):
        play = on_deck(start, "A04")
        before = play.view(1)
        turn(play, 0, move=quiet)
        assert play.get("Player.sector", 0) == quiet
        assert play.told == []
        assert play.view(1) == before
        seen.append(play.view(1))
    assert seen[0] == seen[1] == seen[2]


def test_faces_of_hands_and_of_the_pile_are_hidden_but_not_their_number() -> None:
    play = on_deck("A02", "D03")
    play.move("cat", "Player.hand", 0)
    play.move("defence", "Player.hand", 0)
    number = len(play.get("pile"))
    own, other = play.view(0)["zones"], play.view(1)["zones"]
    assert None not in own["Player.hand"][0]
    assert len(own["Player.hand"][0]) == 2
    assert other["Player.hand"][0] == [None, None]
    assert own["game.pile"] == other["game.pile"] == [None] * number


# --- one card, two noises ------------------------------------------------------------------------


def cat(card: str, truth: str, *claimed: str) -> Play:
    """A runner moves to a loud sector, plays its Cat and draws a card; it claims these sectors when asked."""
    play = on_deck("B01", "D03")
    neighbour = {"B02": "B01", "A02": "B01", "C02": "B01"}[truth]
    play.put("Player.sector", neighbour, 0)
    play.move("cat", "Player.hand", 0)
    next_card(play, card)
    turn(play, 0, move=truth, noise=list(claimed), **{"window:searching": ["cat", None]})
    return play


@pytest.mark.parametrize("claimed", ["A01", "E04"])
def test_the_cat_with_a_noise_here_names_the_true_sector_and_one_other(claimed: str) -> None:
    play = cat("here", "B02", claimed)
    assert [set(pair) for pair in noises(play)] == [{"B02", claimed}]
    questions = [question for question in play.asked if question.kind == "noise"]
    assert len(questions) == 1
    assert "B02" not in questions[0].options


def test_the_pair_is_unordered_the_same_wherever_the_truth_is() -> None:
    first, second = cat("here", "A02", "C02"), cat("here", "C02", "A02")
    assert noises(first) == noises(second) == [["A02", "C02"]]
    assert first.heard(1) == second.heard(1)


def test_the_cat_with_a_noise_anywhere_may_lie_twice() -> None:
    play = cat("anywhere", "B02", "E03", "A04")
    assert noises(play) == [["A04", "E03"]]
    first, second = (question for question in play.asked if question.kind == "noise")
    assert "B02" in first.options
    assert "E03" in first.options
    assert "E03" not in second.options


@pytest.mark.parametrize("card", ["silence", "defence", "cat#2"])
def test_a_silent_card_drawn_with_the_cat_is_discarded_like_a_noise(card: str) -> None:
    play = cat(card, "B02", "E03", "A04")
    assert noises(play) == [["A04", "E03"]]
    assert "silence" not in play.messages()
    assert play.get("discard") == [card]
    assert play.get("Player.hand", 0) == []
    assert play.get("played") == ["cat"]


def test_without_the_cat_a_silent_card_is_kept_and_a_noise_is_one_sector() -> None:
    play = on_deck("B01", "D03")
    next_card(play, "defence")
    turn(play, 0, move="B02")
    assert (play.messages(), play.get("Player.hand", 0)) == (["silence"], ["defence"])
    next_card(play, "here")
    turn(play, 0, move="C02")
    assert noises(play) == [["C02"]]


def test_two_noises_hold_for_one_turn_and_a_second_cat_is_not_offered_in_it() -> None:
    play = on_deck("B01", "D03")
    play.move("cat", "Player.hand", 0)
    play.move("cat#2", "Player.hand", 0)
    next_card(play, "here")
    turn(play, 0, move="B02", noise="A01", **{"window:searching": ["cat", None]})
    offers = [question.options for question in play.asked if question.kind == "window:searching"]
    assert offers == [[None, "cat", "cat"], [None]]
    next_card(play, "here#2")
    turn(play, 0, move="C02")
    assert noises(play) == [["A01", "B02"], ["C02"]]
    again = [question.options for question in play.asked if question.kind == "window:searching"][2:]
    assert again == [[None, "cat"]]


# --- an attack answered out of turn --------------------------------------------------------------


def attacked(*answers: str | None, cards: tuple[str, ...] = ("defence",)) -> Play:
    """Seat 1 attacks D03, where seats 0 and 2 are; seat 0 holds the cards and gives these answers."""
    play = on_deck("D03", "C03", "D03", "E03")
    for card in cards:
        play.move(card, "Player.hand", 0)
    left = list(answers)

    def answer(question: Question) -> str | None:
        return left.pop(0) if question.seat == 0 else None

    turn(play, 1, move="D03", attack=True, **{"window:attacked": answer})
    assert left == []
    return play


def test_a_defence_out_of_turn_saves_its_holder_and_nobody_else() -> None:
    play = attacked("defence", None)
    assert [play.get("Player.alive", seat) for seat in range(4)] == [True, True, False, True]
    told = [(told.message, told.args.get("who")) for told in play.told]
    assert told == [("attack", 1), ("used", 0), ("killed", 2), ("survived", 0)]
    assert play.outcome is None


def test_the_defence_lies_face_up_for_all_afterwards() -> None:
    play = attacked("defence", None)
    assert play.get("played") == ["defence"]
    assert play.get("Player.hand", 0) == []
    for seat in range(4):
        assert None not in play.view(seat)["zones"]["game.played"]


def test_who_passes_with_a_defence_in_hand_dies() -> None:
    play = attacked(None)
    assert [play.get("Player.alive", seat) for seat in range(4)] == [False, True, False, True]
    assert play.outcome is not None
    assert (play.outcome.reason, play.outcome.sides) == ("caught", ("hunters",))


def test_the_shield_lasts_for_one_turn() -> None:
    play = attacked("defence", None)
    turn(play, 3, move="D03", attack=True)
    assert play.get("Player.alive", 0) is False


def test_only_victims_are_asked_and_only_what_fits_is_offered() -> None:
    play = on_deck("D03", "C03", "C04", "E03")
    play.move("defence", "Player.hand", 0)
    play.move("cat", "Player.hand", 0)
    play.move("defence#2", "Player.hand", 2)
    turn(play, 1, move="D03", attack=True)
    windows = [question for question in play.asked if question.kind == "window:attacked"]
    assert [(question.seat, question.options) for question in windows] == [(0, [None, "defence"])]


def test_each_victim_is_offered_its_own_cards_only() -> None:
    play = on_deck("D03", "C03", "D03", "E03")
    play.move("defence", "Player.hand", 0)
    play.move("defence#2", "Player.hand", 2)
    turn(play, 1, move="D03", attack=True)
    windows = [question for question in play.asked if question.kind == "window:attacked"]
    assert [(q.seat, q.options) for q in windows] == [(2, [None, "defence"]), (0, [None, "defence"])]


def test_the_search_window_is_the_searchers_alone() -> None:
    play = on_deck("B01", "D03", "C03", "E03")
    play.move("cat", "Player.hand", 2)
    next_card(play, "here")
    turn(play, 0, move="B02")
    windows = [question for question in play.asked if question.kind == "window:searching"]
    assert [(question.seat, question.options) for question in windows] == [(0, [None])]


# --- being asked tells nothing -------------------------------------------------------------------


@pytest.mark.parametrize("cards", [(), ("defence",), ("cat", "defence", "defence#2"), ("here",)])
def test_a_victim_is_asked_alike_whatever_it_holds(cards: tuple[str, ...]) -> None:
    held, empty = attacked(None, cards=cards), attacked(None, cards=())
    assert asked(held) == asked(empty)
    assert [seat for seat, kind, _ in asked(held) if kind == "window:attacked"] == [2, 0]
    assert held.told == empty.told


@pytest.mark.parametrize("cards", [(), ("cat",), ("defence", "cat", "cat#2")])
def test_a_searcher_is_asked_alike_whatever_it_holds(cards: tuple[str, ...]) -> None:
    games = []
    for held in ((), cards):
        play = on_deck("B01", "D03")
        for card in held:
            play.move(card, "Player.hand", 0)
        next_card(play, "here")
        turn(play, 0, move="B02")
        games.append(play)
    assert asked(games[0]) == asked(games[1])
    assert games[0].told == games[1].told


def test_a_seat_that_passes_is_not_asked_again() -> None:
    play = attacked(None, cards=("defence", "defence#2"))
    windows = [question.seat for question in play.asked if question.kind == "window:attacked"]
    assert sorted(windows) == [0, 2]


def test_a_seat_that_uses_something_is_asked_until_it_passes() -> None:
    play = attacked("defence", None, cards=("defence", "defence#2"))
    windows = [q.options for q in play.asked if q.kind == "window:attacked" and q.seat == 0]
    assert windows == [[None, "defence", "defence"], [None]]
    assert play.get("Player.hand", 0) == ["defence#2"]
