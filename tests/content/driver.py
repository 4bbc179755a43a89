"""Drive a game's rules in tests: load content, script the answers, look at the state, set up positions.

Knows no game. Values are written and read as ids: a sector is "L06", a card is "cat" (or "cat#2" for its second copy).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from pycardgen.diagnostics import Diagnostic
from pycardgen.engine.api import Kind, Machine, Outcome
from pycardgen.engine.options import make_setup
from pycardgen.lang import ir
from pycardgen.model.game import Game
from pycardgen.model.load import load_game

ROOT = Path(__file__).parents[2]


def content(name: str) -> Path:
    """The folder of a game under content/."""
    return ROOT / "content" / name


@cache
def load(name: str) -> Game:
    """A game under content/; fails if anything is wrong with it."""
    problems: list[Diagnostic] = []
    game = load_game(content(name), problems.append)
    assert game is not None
    assert not problems, problems
    return game
