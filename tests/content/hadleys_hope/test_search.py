"""Bots that search: what a seat doesn't know is drawn anew, and a game can be played so."""

from __future__ import annotations

import pytest

from pycardgen.engine.controllers import PolicyBots, seat_bots
from pycardgen.engine.machine import Machine
from pycardgen.engine.options import make_setup
from pycardgen.engine.resample import resample, unsampled
from pycardgen.engine.rng import Random
from pycardgen.engine.simulate import stepping
from tests.content.driver import load, machine, program

SETTINGS = ("hidden_roles=true",)


def test_nothing_hidden_lacks_a_sampler() -> None:
    assert unsampled(machine("hadleys-hope", 4, SETTINGS)) == []


@pytest.mark.parametrize("players", [1, 4])
def test_a_sample_looks_the_same_to_the_seat_and_is_another_game(players: int) -> None:
    m = machine("hadleys-hope", players, SETTINGS)
    bots = PolicyBots(m, 3)
    state, tried, differ = m.new(3), 0, 0
    for number in range(200):
        if not m.step(state, bots.ask, bots.tell):
            break
        if number % 40 == 20:
            for seat in range(players):
                sample = resample(m, state, seat, (), bots.seats[seat].memory, Random(number))
                assert m.encode(m.view(sample, seat)) == m.encode(m.view(state, seat))
                tried += 1
                differ += m.encode(sample)["zones"] != m.encode(state)["zones"]
    assert tried >= players
    assert differ == tried, "decks and indicators are never all as they are"


def test_a_game_is_played_by_bots_that_search() -> None:
    game = load("hadleys-hope")
    setup = make_setup(game, 2, settings=("event_cards=1",))
    m = Machine(game, program("hadleys-hope"), setup, paranoid=False)
    step, _ = stepping(m, seat_bots(m, 1, "mcts", iterations=2), ())
    state = m.new(1)
    while step(state):
        pass
    outcome = m.outcome(state)
    assert outcome is not None
    assert outcome.reason in game.endings
