"""The generated code and the interpreter agree on each of the four games that two settings make."""

from __future__ import annotations

import pytest

from pycardgen.engine.options import make_setup
from tests.content.driver import load, machine, program
from tests.oracle.interpreter import OracleMachine
from tests.oracle.playing import play

GAMES = [
    (),
    ("items=false",),
    ("abilities=false",),
    ("items=false", "abilities=false"),
]


@pytest.mark.parametrize("settings", GAMES, ids=" ".join)
def test_both_machines_tell_the_same_story(settings: tuple[str, ...]) -> None:
    players = 3
    game = load("aliens")
    oracle = OracleMachine(game, program("aliens"), make_setup(game, players, settings=settings))
    ours = machine("aliens", players, settings, paranoid=False)
    expected, found = (play(m, 1, views=False) for m in (oracle, ours))
    assert not isinstance(found.end, tuple), found.end
    assert found == expected
