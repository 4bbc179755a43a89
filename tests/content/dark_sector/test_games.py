"""Whole games: they end, whoever plays; generated code and interpreter agree; bots know what they do."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pycardgen.engine.controllers import seat_bots
from pycardgen.engine.machine import Machine
from pycardgen.engine.options import make_setup
from tests.content.driver import load, machine, program
from tests.oracle.interpreter import OracleMachine
from tests.oracle.playing import play

Seats = st.integers(1, 4)
Seeds = st.integers(0, 1 << 40)


@pytest.fixture(scope="module", autouse=True)
def _machines() -> None:
    """Made before hypothesis looks: making one raises Python's recursion limit."""
    machine("dark-sector", 2)


@settings(max_examples=25, deadline=None)
@given(players=Seats, seed=Seeds, bots=st.sampled_from(["random", "policy"]))
def test_every_game_ends_whoever_plays(players: int, seed: int, bots: Any) -> None:
    m = machine("dark-sector", players)
    state, table = m.new(seed), seat_bots(m, seed, bots)
    outcome = m.run(state, table.ask, table.tell)
    end = m.encode(state)
    health = [
        hp
        for hp, seat in zip(end["entities"]["Crew"]["hp"], end["entities"]["Crew"]["seat"], strict=True)
        if seat is not None
    ]
    assert len(health) == max(players, 2)
    assert outcome.reason == ("escaped" if min(health) > 0 else "killed")
    assert ("crew" in outcome.sides) == (outcome.reason == "escaped")


@pytest.mark.parametrize("players", [1, 3])
@pytest.mark.parametrize("policy", [False, True], ids=["random", "policy"])
def test_the_interpreter_plays_the_same_games(players: int, policy: bool) -> None:
    game, rules = load("dark-sector"), program("dark-sector")
    setup = make_setup(game, players)
    oracle, found = OracleMachine(game, rules, setup), Machine(game, rules, setup, paranoid=True)
    for seed in range(2):
        ours, theirs = play(found, seed, False, policy), play(oracle, seed, False, policy)
        assert ours.end == theirs.end
        assert ours.questions == theirs.questions
        assert ours.told == theirs.told
        assert all(a == b for a, b in zip(ours.states, theirs.states, strict=True))


def wins(players: int, games: int, bots: Any) -> float:
    m = machine("dark-sector", players, paranoid=False)
    won = 0
    for seed in range(games):
        table = seat_bots(m, seed, bots)
        won += m.run(m.new(seed), table.ask, table.tell).reason == "escaped"
    return won / games


def test_a_crew_that_thinks_does_far_better_than_one_that_does_not() -> None:
    thinking, random = wins(3, 40, "policy"), wins(3, 40, "random")
    assert thinking >= random + 0.15
