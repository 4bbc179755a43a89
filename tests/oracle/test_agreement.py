"""The generated code and the interpreter play the same games."""

from __future__ import annotations

import pytest

from pycardgen.engine.api import Setup
from pycardgen.engine.machine import Machine
from pycardgen.lang.verify import verify
from tests.oracle.interpreter import OracleMachine
from tests.oracle.playing import FUEL, play
from tests.oracle.programs import program_game, random_program

SETUP = Setup(2, "row", "first", {"rounds": 3, "mode": "red"})
BLOCK = 12

POINTLESS = {"PCG0827", "PCG0832"}
"""All that random programs may be blamed for: conditions always so, statements never reached."""


@pytest.mark.parametrize("block", range(10))
def test_random_programs_do_the_same_on_both(block: int) -> None:
    game, finished = program_game(), 0
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        program = random_program(seed, seed % 3)
        assert {problem[:7] for problem in verify(program, game)} <= POINTLESS, seed
        oracle = play(OracleMachine(game, program, SETUP), seed)
        found = play(Machine(game, program, SETUP, paranoid=True), seed)
        if oracle.broke_bounds or found.broke_bounds:
            assert found.broke_bounds, (seed, oracle.end, found.end)
            assert oracle.broke_bounds or found.end[0] == FUEL, (seed, oracle.end, found.end)
            continue
        assert found.end == oracle.end, seed
        assert found.questions == oracle.questions, seed
        assert found.told == oracle.told, seed
        for number, (state, other) in enumerate(zip(found.states, oracle.states, strict=True)):
            assert state == other, (seed, number)
        for number, (view, other) in enumerate(zip(found.views, oracle.views, strict=True)):
            assert view == other, (seed, number)
        finished += len(found.states) > 1
    assert finished > 0
