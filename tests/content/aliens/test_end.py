"""The end and who has won: rules A-120 to A-126, and the knobs of A-143."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pycardgen.engine.api import Outcome
from tests.content.aliens.station import close, station, status, turn
from tests.content.driver import Play


def outcome(play: Play) -> tuple[str, tuple[str, ...], tuple[int, ...]]:
    found = play.outcome
    assert isinstance(found, Outcome)
    return found.reason, tuple(found.sides), tuple(sorted(found.winners))


def play_rounds(play: Play) -> None:
    """Play on until the game ends, everyone moving to the first sector, nobody attacking."""
    play.answers = {"move": lambda q: q.options[0], "attack": False, "noise": "A02"}
    play.state.steps = [((), [(play.machine.written.steps.index("play_round"), (), None)])]
    while play.step():
        pass


def killed_last(settings: Sequence[str] = ()) -> Play:
    """Seat 0 has escaped, seat 1 was killed, an alien is out, and the last human, seat 2, is killed."""
    play = station("HHHAAA", "U13", "D08", "C09", "D09", "D08", "L05", settings=settings)
    play.move("pod_ready", "pods")
    turn(play, 0, "V13")
    turn(play, 3, "D08", attack=True)
    turn(play, 3, "C09", attack=True)
    return play


def test_a120_the_game_ends_after_round_40_when_all_have_had_their_turn() -> None:
    play = station("HHA", "A09", "L09", "P09")
    play.put("round", 39)
    play_rounds(play)
    assert play.get("round") == 40
    assert [q.seat for q in play.asked if q.kind == "move"] == [0, 1, 2]
    assert outcome(play) == ("out_of_time", ("aliens",), (2,))
    assert [status(play, seat) for seat in (0, 1)] == ["out", "out"]


def test_a143_the_number_of_rounds_is_a_setting() -> None:
    play = station("HA", "A09", "P09", settings=["rounds=3"])
    play.put("round", 0)
    play_rounds(play)
    assert play.get("round") == 3


def test_a120_and_a125_the_last_human_escapes_and_the_aliens_lose() -> None:
    play = station("HHA", "U13", "D08", "D09")
    turn(play, 2, "D08", attack=True)
    assert play.outcome is None
    play.move("pod_ready", "pods")
    turn(play, 0, "V13")
    assert outcome(play) == ("escaped", ("humans",), (0,))


def test_a120_and_a122_the_last_human_is_killed_and_the_aliens_win() -> None:
    play = station("HAA", "D08", "L05", "D09")
    turn(play, 2, "D08", attack=True)
    assert outcome(play) == ("hunted", ("aliens",), (1, 2))


def test_a121_and_a123_escaped_humans_and_aliens_win_together() -> None:
    assert outcome(killed_last()) == ("hunted", ("humans", "aliens"), (0, 3, 4, 5))


def test_a122_when_no_pod_is_left_the_aliens_win() -> None:
    play = station("HHA", "U13", "L09", "L06")
    close(play, "B02", "V02", "B13")
    play.move("pod_ready", "pods")
    turn(play, 0, "V13")
    assert outcome(play) == ("stranded", ("humans", "aliens"), (0, 2))


def test_a125_the_last_human_aboard_escapes_by_the_last_pod() -> None:
    play = station("HA", "U13", "L06")
    close(play, "B02", "V02", "B13")
    play.move("pod_ready", "pods")
    turn(play, 0, "V13")
    assert outcome(play) == ("escaped", ("humans",), (0,))


def test_a124_a_killed_human_has_lost() -> None:
    _, _, winners = outcome(killed_last())
    assert 1 not in winners
    assert 2 not in winners


def test_a143_converted_players_may_share_the_win() -> None:
    _, _, winners = outcome(killed_last(["converted_share_win=true"]))
    assert winners == (0, 1, 2, 3, 4, 5)


def test_a143_whether_the_dead_share_the_win() -> None:
    assert status(killed_last(), 4) == "out"
    _, _, winners = outcome(killed_last(["dead_share_win=false"]))
    assert winners == (0, 3, 5)


def test_a126_without_aliens_the_humans_play_on() -> None:
    play = station("HHAA", "A09", "L09", "D08", "D09")
    turn(play, 3, "D08", attack=True)
    play.put("Player.status", "out", 3)
    play.put("round", 38)
    play_rounds(play)
    assert {q.seat for q in play.asked if q.kind == "move" and q.about["here"] not in ("D09", "D08")} == {
        0,
        1,
    }
    assert outcome(play)[0] == "out_of_time"


@pytest.mark.parametrize(("settings", "speeds"), [([], 3), (["fed_speed=4"], 4)])
def test_a143_the_speed_of_a_fed_alien_is_a_setting(settings: list[str], speeds: int) -> None:
    play = station("HHA", "D08", "L09", "D09", settings=settings)
    heard = turn(play, 2, "D08", attack=True)
    assert ("fed", {"who": 2, "speed": speeds}) in heard
