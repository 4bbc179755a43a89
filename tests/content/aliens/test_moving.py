"""Moving: rules A-020 to A-029, and a player that closed pods wall in (section 14, 18)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.content.aliens.station import close, moves, next_cards, station, status, turn
from tests.content.driver import Play


def test_a020_everyone_on_board_has_one_turn_a_round_and_must_move() -> None:
    play = station("HAHA")
    play.put("Player.status", "out", 1)
    play.put("Player.status", "escaped", 2)
    play.answers = {"move": lambda q: q.options[0], "attack": False, "noise": "A02"}
    play.state.steps = [((), [(play.machine.written.steps.index("play_round"), (), None)])]
    while play.get("round") < 5:
        play.step()
    turns = [q for q in play.asked if q.kind == "move"]
    assert [q.seat for q in turns] == [0, 3] * 3
    assert all(q.about["here"] not in q.options for q in turns)


def test_a021_a_human_moves_one_sector() -> None:
    assert set(moves(station("HA", "D09", "L06"), 0)) == {"D08", "C09", "C10", "D10", "E10", "E09"}


@pytest.mark.parametrize(("fed", "reach"), [(False, 2), (True, 3)])
def test_a021_an_alien_moves_one_or_two_and_a_fed_one_up_to_three(fed: bool, reach: int) -> None:
    play = station("HA", "L09", "P09")
    play.put("Player.fed", fed, 1)
    assert set(moves(play, 1)) == within(play, "P09", reach, blocked=("L06", "L08"))


def test_a022_a_turn_never_ends_where_it_began() -> None:
    for sector in ("D09", "A14", "K01", "U13"):
        assert sector not in moves(station("HA", sector, "L06"), 0)
        assert sector not in moves(station("HA", "L08", sector), 1)


def test_a024_steps_lead_only_to_sectors_that_exist() -> None:
    assert set(moves(station("HA", "W14", "L06"), 0)) == {"W13", "V13", "V14"}
    assert set(moves(station("HA", "A06", "L06"), 0)) == {"A05", "B05", "B06"}


def test_a025_nobody_enters_or_crosses_the_starting_sectors() -> None:
    assert "L08" not in moves(station("HA", "L09", "L06"), 0)
    assert "L06" not in moves(station("HA", "L05", "L06"), 0)
    for start in ("L05", "L09"):
        play = station("HA", "D09", start)
        assert set(moves(play, 1)) == within(play, start, 2, blocked=("L06", "L08"))


def test_a026_only_a_human_may_stop_on_a_pod() -> None:
    assert "V13" in moves(station("HA", "U13", "L06"), 0)
    assert "V13" not in moves(station("HA", "L08", "U13"), 1)


def test_a026_an_alien_may_cross_an_open_pod_but_not_with_the_knob_off() -> None:
    play = station("HA", "L08", "A02")
    blocked = ("L06", "L08")
    assert set(moves(play, 1)) == within(play, "A02", 2, blocked) - {"B02"}
    behind = within(play, "A02", 2, blocked) - within(play, "A02", 2, (*blocked, "B02")) - {"B02"}
    assert behind
    strict = station("HA", "L08", "A02", settings=["aliens_cross_pods=false"])
    assert not behind & set(moves(strict, 1))


def test_a027_a_closed_pod_is_neither_entered_nor_crossed() -> None:
    play = station("HA", "U13", "A02")
    close(play, "V13", "B02")
    assert "V13" not in moves(play, 0)
    assert set(moves(play, 1)) == within(play, "A02", 2, ("L06", "L08", "B02"))


def test_a027_whoever_sits_in_a_closed_pod_leaves_it() -> None:
    play = station("HA", "V13", "L06")
    close(play, "V13")
    assert "U13" in moves(play, 0)
    assert play.get("Player.sector", 0) != "V13"


def test_a028_players_share_a_sector_without_a_word() -> None:
    play = station("HAA", "D09", "D10", "D10")
    heard = turn(play, 0, "D10")
    assert heard == [("silent", {"who": 0})]
    heard = turn(play, 1, "C10")
    assert [name for name, _ in heard] in (["silent"], ["silence"], ["noise"])


def test_a029_a_move_needs_a_way_of_allowed_length_not_a_straight_line() -> None:
    found = moves(station("HA", "L08", "D03"), 1)
    assert "D05" not in found  # two rows below, but what lies between is no sector
    assert "B03" in found  # round a corner


def test_a029_only_the_end_of_a_move_is_asked_for_and_told_to_nobody() -> None:
    play = station("HA", "L08", "D03")
    heard = turn(play, 1, "C05")
    assert [q.kind for q in play.asked].count("move") == 1
    assert all("C05" not in args.values() and "D03" not in args.values() for _, args in heard)


def test_walled_in_a_player_stays_and_resolves_its_sector() -> None:
    play = station("HA", "A01", "A07", cell=True)
    close(play, "A02")
    next_cards(play, "silence")
    heard = turn(play, 0)
    assert play.get("Player.sector", 0) == "A01"
    assert heard == [("silence", {"who": 0})]


def test_walled_in_an_alien_may_not_attack() -> None:
    play = station("HA", "A01", "A01", cell=True)
    close(play, "A02")
    turn(play, 1, attack=True)
    assert play.get("Player.sector", 1) == "A01"
    assert not [q for q in play.asked if q.kind in ("move", "attack")]
    assert status(play, 0) == "aboard"


def test_vector_d09_to_d08_draws_and_d09_to_d10_does_not() -> None:
    play = station("HA", "D09", "L06")
    before = len(play.get("deck"))
    turn(play, 0, "D08")
    assert len(play.get("deck")) == before - 1
    play = station("HA", "D09", "L06")
    turn(play, 0, "D10")
    assert len(play.get("deck")) == before


def within(play: Play, start: str, steps: int, blocked: Sequence[str]) -> set[str]:
    """Every sector that so many steps lead to, by the map alone."""
    ids = [d.id for d in play.machine.tables.copies["Sector"]]
    near = play.machine.tables.neighbors["Sector"]
    found, edge = {start}, {start}
    for _ in range(steps):
        edge = {ids[n] for s in edge for n in near[ids.index(s)]} - set(blocked) - found
        found |= edge
    return found - {start}
