"""Checks: one module per family, each `check(game) -> Iterable[Diagnostic]`.

`check_loaded` runs them all; `check_game` loads a game first, remembers the result while no file of the game
changes, and leaves out what the source says to ignore.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from pycardgen.diagnostics import Collector, Diagnostic, Report, sort_key
from pycardgen.model.game import Game

FAMILIES = ("references", "counts", "maps", "missions", "text", "printing", "rules")
"""The modules that check a loaded game. Their order is of no matter: what they find is sorted."""


def check_loaded(game: Game, report: Report) -> None:
    """Everything that can be wrong with a game whose files could be read."""
    for family in FAMILIES:
        for found in import_module(f"{__name__}.{family}").check(game):
            report(found)


def check_game(folder: Path, packs: Sequence[Path] = ()) -> list[Diagnostic]:
    """All problems of the game in a folder, sorted, each once; the same at every run."""
    from pycardgen.model.load import load_game

    found = Collector()
    game = load_game(folder, found, packs)
    if game is not None and not found.failed:
        check_loaded(game, found)
    return sorted(dict.fromkeys(found.found), key=sort_key)
