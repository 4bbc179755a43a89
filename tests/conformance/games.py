"""The conformance games, loaded, compiled and made ready to run."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pycardgen.diagnostics import Diagnostic
from pycardgen.engine.machine import Machine
from pycardgen.engine.options import make_setup
from pycardgen.lang import ir
from pycardgen.lang.compile import compile_rules
from pycardgen.model.game import Game
from pycardgen.model.load import load_game
from tests.content.driver import Play

FOLDER = Path(__file__).parent

SETUPS = [
    ("hidden", None, 2),
    ("hidden", None, 4),
    ("crew", None, 1),
    ("crew", None, 3),
    ("crew+crew-pack", None, 2),
    ("halls", None, 2),
    ("halls", None, 4),
    ("dungeon", "standard", 1),
    ("dungeon", "standard", 3),
    ("dungeon", "hunt", 2),
    ("dungeon", "duel", 2),
]
"""Game (and pack), mission, players."""


@cache
def compiled(name: str) -> tuple[Game, ir.Program]:
    """A conformance game, `GAME` or `GAME+PACK`; fails if anything is wrong with it."""
    base, *packs = name.split("+")
    problems: list[Diagnostic] = []
    game = load_game(FOLDER / base, problems.append, packs=[FOLDER / pack for pack in packs])
    assert game is not None
    program = compile_rules(game, problems.append)
    assert program is not None
    assert not problems, problems
    return game, program


@cache
def machine(name: str, mission: str | None, players: int, settings: tuple[str, ...] = ()) -> Machine:
    """A machine that checks its invariants (copies conserved, bounds of state) at every step and question."""
    game, program = compiled(name)
    setup = make_setup(game, players, mission_id=mission, settings=settings)
    return Machine(game, program, setup, paranoid=True)


def begin(name: str, players: int, mission: str | None = None, settings: tuple[str, ...] = ()) -> Play:
    """A game to be driven by a test, after its set-up."""
    play = Play(machine(name, mission, players, settings))
    play.step()
    play.told.clear()
    return play
