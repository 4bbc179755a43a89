"""Who knows what: rules A-130 to A-133, and that nothing else leaks into a view or a bot's choice."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pycardgen.engine.controllers import random_bots
from pycardgen.engine.machine import Machine
from tests.content.aliens.station import FIRST_GAME, next_cards, station, turn
from tests.content.blindness import compare_answers, mix, positions
from tests.content.driver import machine


def test_a130_position_cards_and_character_are_private() -> None:
    play = station("HHAA", "D09", "P10", "L05", "M05")
    next_cards(play, "cat", "noise_here")
    turn(play, 0, "D08")
    mine, others = play.view(0), play.view(2)
    sectors = play.machine.encode(play.state)["entities"]["Player"]["sector"]
    assert mine["entities"]["Player"]["sector"] == [sectors[0], None, None, None]
    assert others["entities"]["Player"]["sector"] == [None, None, sectors[2], None]
    assert len(mine["zones"]["Player.kept"][0]) == 1
    assert mine["zones"]["Player.kept"][0] != [None]
    assert others["zones"]["Player.kept"][0] == [None]
    assert others["zones"]["Player.character"][0] == [None]


def test_a131_what_everyone_sees() -> None:
    play = station("HHAA", "D08", "U13", "D09", "M05")
    play.move("pod_damaged", "pods")
    turn(play, 1, "V13")
    turn(play, 2, "D08", attack=True)
    truth = play.machine.encode(play.state)
    for seat in range(4):
        seen = play.view(seat)
        assert seen["game"] == truth["game"]
        for name in ("status", "fed"):
            assert seen["entities"]["Player"][name] == truth["entities"]["Player"][name]
        for zone in ("game.tried", "game.lost", "Player.unmasked"):
            assert seen["zones"][zone] == truth["zones"][zone]
    assert {name for name, _ in play.heard(0)} == {name for name, _ in play.heard(3)}


def test_a131_announcements_reach_everyone_but_those_to_one_player() -> None:
    play = station("HA", "D09", "L06")
    next_cards(play, "noise_here")
    turn(play, 0, "D08")
    assert [(told.message, told.seats) for told in play.told] == [("drawn", (0,)), ("noise", (0, 1))]


def test_a133_announcements_are_true_but_for_noise_in_any_sector() -> None:
    m = machine("aliens", 6, FIRST_GAME, paranoid=False)
    true: dict[str, set[bool]] = {"attack": set(), "noise_here": set(), "noise_anywhere": set()}
    for seed in range(6):
        state, drawn = m.new(seed), ""

        def tell(seats: Any, message: str, args: tuple[Any, ...], state: Any = state) -> None:
            nonlocal drawn
            if message == "drawn":
                drawn = m.tables.copies["DangerousCard"][args[0]].id
            elif message in ("attack", "noise"):
                who, sector = args
                true[message if message == "attack" else drawn].add(sector == state.c_Player_sector[who])

        m.run(state, random_bots(6, seed), tell)
    assert true == {"attack": {True}, "noise_here": {True}, "noise_anywhere": {True, False}}


def test_a133_what_a_spotlight_or_a_sensor_finds_is_true() -> None:
    m, found = machine("aliens", 6, paranoid=False), 0
    for seed in range(30):
        state = m.new(seed)

        def tell(seats: Any, message: str, args: tuple[Any, ...], state: Any = state) -> None:
            nonlocal found
            if message in ("located", "attack"):
                who, sector = args
                assert state.c_Player_sector[who] == sector
                found += message == "located"

        m.run(state, random_bots(6, seed), tell)
    assert found > 0


# --- nothing leaks ------------------------------------------------------------------------------------


def permuted(m: Machine, state: Any, seat: int, chance: random.Random) -> Any:
    """The same game as far as a seat knows: what it can't know is other than it was."""
    other = m.clone(state)
    numbers = range(len(m.tables.copies["Sector"]))
    for p in range(m.setup.players):
        if p != seat:
            other.c_Player_sector[p] = chance.choice(numbers)
            other.c_Player_progress[p] = chance.choice(["waiting", "moved", "stayed"])
            other.c_Player_spent[p] = chance.choice([False, True])
            other.c_Player_dangers[p] = chance.randrange(3)
    hidden = {
        "DangerousCard": ("deck", "discard", "kept"),
        "Character": ("character", "former", "crew"),
        "PodCard": ("pods", "found"),
    }
    for root, names in hidden.items():
        zones = [z for z in m.tables.zones if z.root == root and z.name in names and z.owner != seat]
        mix(other, root, zones, chance)
    return other


@pytest.mark.parametrize("settings", [(), FIRST_GAME], ids=["full", "first game"])
@pytest.mark.parametrize("players", [2, 5, 8])
def test_a_seats_view_does_not_depend_on_what_it_cannot_know(players: int, settings: tuple[str, ...]) -> None:
    m, chance = machine("aliens", players, settings), random.Random(players)
    states = positions(m, range(6), 40)
    assert states
    for state in states:
        for seat in range(players):
            other = permuted(m, state, seat, chance)
            assert m.encode(other)["entities"] != m.encode(state)["entities"]
            assert m.encode(m.view(other, seat)) == m.encode(m.view(state, seat))


def test_a_bots_choice_does_not_depend_on_what_it_cannot_know() -> None:
    """Two games that a seat can't tell apart, and the same question: its bot answers the same."""
    compared, kinds = compare_answers(machine("aliens", 6), 4, 30, permuted)
    assert compared > 100
    assert {"move", "attack", "noise", "window:turn_start", "window:moved"} <= kinds
