"""Games for the tests of the rules language: one that is loaded once, with rules or content laid over it."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from pycardgen.diagnostics import Collector, Diagnostic, Severity
from pycardgen.lang import ir
from pycardgen.lang.compile import compile_rules
from pycardgen.model.game import Game, RulesFile
from pycardgen.model.load import load_game
from pycardgen.source import Code

FOLDER = Path(__file__).parent / "game"


@cache
def base() -> Game:
    """The game by itself, without a mistake."""
    return load(FOLDER)


def load(folder: Path) -> Game:
    problems = Collector()
    game = load_game(folder, problems)
    assert game is not None
    assert not problems.found, problems.found
    return game


def with_text(rules: str = "", bots: str = "", alone: bool = False) -> Game:
    """The game with more rules, called `case.star`, or with these alone."""
    more = tuple(RulesFile(file, Code.of_file(file, text)) for file, text in (("case.star", rules),) if text)
    mind = tuple(RulesFile(file, Code.of_file(file, text)) for file, text in (("bots.star", bots),) if text)
    game = base()
    return replace(game, rules=more if alone else game.rules + more, bots=game.bots + mind)


def with_files(tmp: Path, files: Mapping[str, str]) -> Game:
    """The game with more files, or others in place of its own."""
    folder = tmp / "game"
    shutil.copytree(FOLDER, folder)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return load(folder)


def compiled(game: Game) -> tuple[ir.Program | None, list[Diagnostic]]:
    """The program of a game, and every problem of its rules."""
    problems = Collector()
    program = compile_rules(game, problems)
    return program, problems.found


def errors(game: Game) -> list[Diagnostic]:
    return [found for found in compiled(game)[1] if found.severity is Severity.ERROR]


def program_of(rules: str, bots: str = "") -> ir.Program:
    """The program of the game with more rules, which must be right."""
    program, problems = compiled(with_text(rules, bots))
    wrong = [found for found in problems if found.severity is Severity.ERROR]
    assert program is not None, wrong
    return program


def function(program: ir.Program, name: str) -> ir.Func:
    return next(func for func in program.functions if func.name == name)
