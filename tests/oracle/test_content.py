"""The generated code and the interpreter play the same games of real content, also with bots."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pycardgen.bundle.file import Bundle, read_bundle, write_bundle
from pycardgen.bundle.opening import open_game
from pycardgen.engine.machine import Machine
from pycardgen.engine.options import make_setup
from tests.engine.lanterns import lanterns
from tests.oracle.interpreter import OracleMachine
from tests.oracle.playing import play

ROOT = Path(__file__).parents[2]
CONFORMANCE = ROOT / "tests/conformance"
GAMES: dict[str, tuple[Path, tuple[Path, ...]]] = {
    "crew": (CONFORMANCE / "crew", ()),
    "crew with a pack": (CONFORMANCE / "crew", (CONFORMANCE / "crew-pack",)),
    "dungeon": (CONFORMANCE / "dungeon", ()),
    "halls": (CONFORMANCE / "halls", ()),
    "hidden": (CONFORMANCE / "hidden", ()),
    **{folder.name: (folder, ()) for folder in sorted((ROOT / "content").iterdir()) if folder.is_dir()},
}


@cache
def bundle(name: str) -> Bundle:
    return open_game(*GAMES[name])


def setups(name: str) -> list[dict[str, Any]]:
    """The fewest and the most players, each mission."""
    game = bundle(name).game
    missions = [{"mission_id": mission} for mission in game.missions] or [{}]
    return [{"players": players, **one} for players in sorted(set(game.players)) for one in missions]


def agree(name: str, asked: dict[str, Any], seeds: range, policy: bool, views: bool) -> None:
    game, program = bundle(name).game, bundle(name).program
    setup = make_setup(game, **asked)
    oracle, machine = OracleMachine(game, program, setup), Machine(game, program, setup, paranoid=True)
    for seed in seeds:
        expected = play(oracle, seed, views, policy)
        found = play(machine, seed, views, policy)
        assert found.end == expected.end, (asked, seed)
        assert not isinstance(found.end, tuple), (asked, seed, found.end)
        assert found.questions == expected.questions, (asked, seed)
        assert found.told == expected.told, (asked, seed)
        for number, (state, other) in enumerate(zip(found.states, expected.states, strict=True)):
            assert state == other, (asked, seed, number)
        assert found.views == expected.views, (asked, seed)


@pytest.mark.parametrize("policy", [False, True], ids=["random", "policy"])
@pytest.mark.parametrize("name", GAMES)
def test_both_machines_play_the_same_games(name: str, policy: bool) -> None:
    for asked in setups(name):
        few = asked["players"] == bundle(name).game.players[0]
        if few or not policy:
            agree(name, asked, range(1 + few), policy, views=few and not policy)


MANY = {"dark-sector": 40, "dark-sector-expansion": 20, "hadleys-hope": 20}
"""Games of content that the interpreter takes seconds for; 200 of the others."""


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_both_machines_play_many_games_alike(name: str) -> None:
    found = setups(name)
    for number, asked in enumerate(found):
        each = MANY.get(name, 200) // len(found) + 1
        agree(name, asked, range(number * each, (number + 1) * each), number % 2 == 1, views=False)


@pytest.mark.parametrize("name", GAMES)
def test_bundles_of_all_games_are_the_same_when_written_again(name: str, tmp_path: Path) -> None:
    write_bundle(bundle(name), tmp_path / "first.pcg")
    read = read_bundle(tmp_path / "first.pcg")
    write_bundle(read, tmp_path / "second.pcg")
    assert (tmp_path / "first.pcg").read_bytes() == (tmp_path / "second.pcg").read_bytes()
    assert read.program.functions == bundle(name).program.functions
    assert read.digest == bundle(name).digest


def test_the_small_game_of_the_engine_tests_too() -> None:
    setup = make_setup(lanterns().game, players=3)
    machines = [kind(lanterns().game, lanterns().program, setup) for kind in (OracleMachine, Machine)]
    for seed in range(5):
        first, second = (play(machine, seed, policy=True) for machine in machines)
        assert first == second
