"""Drawing anew what a seat doesn't know."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from pycardgen.engine.api import RulesError
from pycardgen.engine.machine import Machine
from pycardgen.engine.resample import resample, unsampled
from pycardgen.engine.rng import Random
from tests.engine.harbour import first, machine
from tests.engine.test_machine import PLAY


def test_a_sample_looks_the_same_to_its_seat_and_holds_every_copy_once() -> None:
    game = machine(PLAY)
    state = game.new(5)
    while game.step(state, first):
        for seat in range(2):
            before = game.encode(state)
            sample = resample(game, state, seat, [], game.new_memory(5, seat), Random(9))
            game.check(sample)
            assert game.encode(game.view(sample, seat)) == game.encode(game.view(state, seat))
            assert game.encode(state) == before
            assert game.encode(sample)["steps"] == before["steps"]
            game.run(sample, first)


def test_samples_differ_from_the_truth_and_from_each_other() -> None:
    game = machine(PLAY)
    state = game.new(5)
    game.step(state, first)
    rng, memory = Random(1), game.new_memory(5, 0)
    hands, berths, streams = Counter[tuple[int, ...]](), Counter[int](), set()
    for _ in range(300):
        sample = resample(game, state, 0, [], memory, rng)
        hands.update([tuple(sorted(sample.z_Player_hold[1]))])
        berths.update([sample.c_Player_berth[1]])
        streams.add(sample.other)
    assert len(hands) == 4  # three of the four copies that seat 0 sees nowhere
    assert min(hands.values()) > 40
    assert set(berths) == {0, 1, 2}  # what `possible_berths` lists
    assert min(berths.values()) > 60
    assert len(streams) == 300
    assert memory.rng == game.new_memory(5, 0).rng


def test_the_truth_has_no_part_in_a_sample() -> None:
    game = machine(PLAY)
    one = game.new(5)
    game.step(one, first)
    other = game.clone(one)
    pile, hold = other.zones[2], other.z_Player_hold[1]
    pile[0], hold[1] = hold[1], pile[0]
    other.w_Crate[pile[0]], other.w_Crate[hold[1]] = other.w_Crate[hold[1]], other.w_Crate[pile[0]]
    other.c_Player_berth[1] = 2
    game.check(other)
    samples = [resample(game, state, 0, [], game.new_memory(5, 0), Random(4)) for state in (one, other)]
    assert game.encode(samples[0]) == game.encode(samples[1])


def test_a_hidden_state_without_a_sampler_is_named() -> None:
    game = machine(PLAY)
    assert unsampled(game) == []
    functions = tuple(f for f in game.program.functions if f.name != "bot:possible_berths")
    without = Machine(game.game, replace(game.program, functions=functions), game.setup)
    assert unsampled(without) == ["Player.berth"]
    state = without.new(5)
    without.step(state, first)
    with pytest.raises(RulesError, match="berth") as caught:
        resample(without, state, 0, [], without.new_memory(5, 0), Random(4))
    assert caught.value.code == "PCG0915"
