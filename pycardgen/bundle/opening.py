"""A game to play, from what a person names: a bundle, or a folder that is compiled in memory."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pycardgen.bundle.file import Bundle, make_bundle, read_bundle
from pycardgen.diagnostics import Collector, Diagnostic, DiagnosticError, Span

if TYPE_CHECKING:
    from pycardgen.model.game import Game

SUFFIX = ".pcg"


def open_game(path: Path, packs: Sequence[Path] = ()) -> Bundle:
    """The bundle of a file, or of a game's folder with packs laid over it.

    Raises DiagnosticError with everything that is wrong.
    """
    if path.is_dir():
        return _compile(path, packs)
    if packs:
        message = f"{path.name} is a bundle: no pack can be laid over it"
        hint = "name the game's folder instead, or build the bundle with the pack"
        raise DiagnosticError(Diagnostic("PCG0938", message, Span(str(path)), hint))
    return read_bundle(path)


def _compile(folder: Path, packs: Sequence[Path]) -> Bundle:
    from pycardgen.lang.compile import compile_rules
    from pycardgen.model.load import load_game
    from pycardgen.model.translations import load_translations

    problems = Collector()
    game = load_game(folder, problems, packs)
    program = compile_rules(game, problems) if game is not None and not problems.failed else None
    if problems.failed or game is None or program is None:
        raise DiagnosticError(*problems.found)
    if not game.played:
        raise DiagnosticError(only_printed(game))
    return make_bundle(game, program, load_translations(game, problems))


def only_printed(game: Game) -> Diagnostic:
    """That a game has no rules, for those who want its bundle."""
    message = f"{game.title} has no rules, so it can't be played"
    hint = "`pycardgen build` prints it; write rules, and name the first in game.yaml: `start: setup`"
    return Diagnostic("PCG0939", message, game.place.key("id") if game.place else None, hint)
