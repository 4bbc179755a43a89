"""Escape pods: rules A-110 to A-115."""

from __future__ import annotations

from tests.content.aliens.station import close, moves, station, status, turn
from tests.content.driver import Play


def next_pods(play: Play, *cards: str) -> None:
    for card in reversed(cards):
        play.move(card, "pods")


def test_a037_a110_the_pod_is_named_and_a_card_drawn_and_shown() -> None:
    play = station("HHA", "U13", "L09", "L06")
    next_pods(play, "pod_ready")
    heard = turn(play, 0, "V13")
    assert heard[0] == ("pod", {"who": 0, "pod": "V13", "card": "pod_ready"})
    assert play.get("tried") == ["pod_ready"]
    assert None not in play.view(2)["zones"]["game.tried"]


def test_a111_green_is_an_escape_and_closes_the_pod() -> None:
    play = station("HHA", "U13", "U13", "L06")
    next_pods(play, "pod_ready")
    heard = turn(play, 0, "V13")
    assert heard[1] == ("escaped", {"who": 0, "pod": "V13"})
    assert status(play, 0) == "escaped"
    assert play.get("open_pods") == ["B02", "B13", "V02"]
    assert "V13" not in moves(play, 1)


def test_a112_red_damages_the_pod_for_the_rest_of_the_game() -> None:
    play = station("HHA", "U13", "U13", "L06")
    next_pods(play, "pod_damaged")
    heard = turn(play, 0, "V13")
    assert heard[1] == ("damaged", {"who": 0, "pod": "V13"})
    assert status(play, 0) == "aboard"
    assert play.get("Player.sector", 0) == "V13"
    assert "V13" not in moves(play, 1)


def test_a112_nobody_can_attack_a_player_in_a_damaged_pod() -> None:
    play = station("HHA", "U13", "L09", "U12")
    next_pods(play, "pod_damaged")
    turn(play, 0, "V13")
    assert "V13" not in moves(play, 2)
    play.put("Player.sector", "U13", 2)
    assert "V13" not in moves(play, 2)


def test_a112_the_player_leaves_on_its_next_turn_and_cannot_come_back() -> None:
    play = station("HHA", "U13", "L09", "L06")
    next_pods(play, "pod_damaged")
    turn(play, 0, "V13")
    turn(play, 0, "U13")
    assert play.get("Player.sector", 0) == "U13"
    assert "V13" not in moves(play, 0)


def test_a113_pod_cards_are_not_put_back() -> None:
    play = station("HHHA", "U13", "U02", "L09", "L06")
    next_pods(play, "pod_ready", "pod_ready#2")
    turn(play, 0, "V13")
    turn(play, 1, "V02")
    assert play.get("tried") == ["pod_ready", "pod_ready#2"]
    assert len(play.get("pods")) == 3


def test_a114_without_a_pod_left_everyone_still_human_is_lost() -> None:
    play = station("HHHA", "U13", "L09", "D09", "L06")
    close(play, "B02", "V02", "B13")
    next_pods(play, "pod_ready")
    heard = turn(play, 0, "V13")
    assert [args["who"] for name, args in heard if name == "abandoned"] == [1, 2]
    assert [status(play, seat) for seat in range(4)] == ["escaped", "out", "out", "aboard"]
    assert play.outcome is not None
    assert play.outcome.reason == "stranded"


def test_a114_a_damaged_last_pod_takes_its_finder_too() -> None:
    play = station("HHA", "U13", "L09", "L06")
    close(play, "B02", "V02", "B13")
    next_pods(play, "pod_damaged")
    heard = turn(play, 0, "V13")
    assert [args["who"] for name, args in heard if name == "abandoned"] == [0, 1]


def test_a115_all_five_cards_are_there_for_four_pods() -> None:
    play = station("HA")
    assert len(play.get("pods")) == 5
    pods = [d.id for d in play.machine.tables.copies["Sector"] if d.fields["kind"] == "pod"]
    assert len(pods) == 4


def test_vector_pod_3_from_t13_takes_a_human_two_turns() -> None:
    play = station("HHA", "T13", "L09", "L06")
    assert "V13" not in moves(play, 0)
    play.put("Player.sector", "T13", 0)
    turn(play, 0, "U13")
    assert "V13" in moves(play, 0)
