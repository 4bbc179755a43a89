"""Each conformance game runs to its end, replays, survives cloning, and means the same to both machines."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from pycardgen.bundle.file import make_bundle, read_bundle, write_bundle
from pycardgen.check import check_game
from pycardgen.engine.api import Kind
from pycardgen.engine.controllers import random_bots
from pycardgen.engine.machine import Machine
from pycardgen.engine.options import make_setup
from pycardgen.engine.record import Record, recording
from pycardgen.engine.replay import replay
from tests.conformance.games import FOLDER, SETUPS, compiled, machine
from tests.oracle.interpreter import OracleMachine
from tests.oracle.playing import play


@pytest.mark.parametrize(("name", "mission", "players"), SETUPS)
def test_generated_code_and_oracle_agree(name: str, mission: str | None, players: int) -> None:
    fast = machine(name, mission, players)
    oracle = OracleMachine(*compiled(name), fast.setup)
    for seed in range(3):
        found, wanted = play(fast, seed), play(oracle, seed)
        assert found.end == wanted.end
        assert found.questions == wanted.questions
        assert found.told == wanted.told
        assert found.states == wanted.states
        assert found.views == wanted.views
        assert found.end.reason in fast.game.endings


@pytest.mark.parametrize(("name", "mission", "players"), SETUPS)
def test_a_record_replays_to_the_same_state(name: str, mission: str | None, players: int) -> None:
    fast = machine(name, mission, players)
    for seed in range(5):
        decisions: list[Any] = []
        state = fast.new(seed)
        outcome = fast.run(state, recording(random_bots(players, seed), decisions))
        record = Record("0" * 64, fast.game.id, fast.setup, seed, tuple(decisions), outcome)
        again = replay(fast, record)
        assert again.outcome == outcome
        assert fast.encode(again.state) == fast.encode(state)


@pytest.mark.parametrize(("name", "mission", "players"), SETUPS)
def test_a_clone_is_equal_and_independent_at_every_question(
    name: str, mission: str | None, players: int
) -> None:
    fast = machine(name, mission, players)
    bots, asked = random_bots(players, 7), 0

    def ask(
        state: Any, seat: int, kind: Kind, options: Sequence[Any], about: tuple[Any, ...], low: int, high: int
    ) -> int | list[int]:
        nonlocal asked
        asked += 1
        before = fast.encode(state)
        twin = fast.clone(state)
        assert fast.encode(twin) == before
        for zone in twin.zones:
            zone.clear()
        assert fast.encode(state) == before
        return bots(state, seat, kind, options, about, low, high)

    state = fast.new(7)
    kept = copy.deepcopy(fast.encode(state))
    twin = fast.clone(state)
    fast.run(state, ask)
    assert asked > 0
    assert fast.encode(twin) == kept


@pytest.mark.parametrize("name", sorted({name for name, _, _ in SETUPS}))
def test_checking_finds_nothing_wrong(name: str) -> None:
    base, *packs = (FOLDER / part for part in name.split("+"))
    assert check_game(base, packs) == []


@pytest.mark.parametrize("name", sorted({name for name, _, _ in SETUPS}))
def test_a_bundle_comes_back_as_it_was(name: str, tmp_path: Path) -> None:
    bundle = make_bundle(*compiled(name))
    write_bundle(bundle, tmp_path / "a.pcg")
    again = read_bundle(tmp_path / "a.pcg")
    write_bundle(again, tmp_path / "b.pcg")
    assert (tmp_path / "a.pcg").read_bytes() == (tmp_path / "b.pcg").read_bytes()
    assert again.digest == bundle.digest
    assert Machine(again.game, again.program, make_setup(again.game)).kinds
