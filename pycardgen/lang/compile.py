"""From a game to its program: every file of rules, every behaviour of its content, read and checked."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from dataclasses import replace

from pycardgen.diagnostics import Report
from pycardgen.lang import ir
from pycardgen.lang.behaviours import compile_behaviours
from pycardgen.lang.check import check_program
from pycardgen.lang.context import Role, Sig
from pycardgen.lang.parse import parse_file
from pycardgen.lang.source import Positions, Problems
from pycardgen.lang.world import UNKNOWN, World, world_of
from pycardgen.model.game import Game, RulesFile
from pycardgen.source.pause import collector_paused

OF_FILES = frozenset(("PCG0814", "PCG0816", "PCG0817", "PCG0850"))
"""What may only follow from a file that could not be read."""


def compile_rules(game: Game, report: Report) -> ir.Program | None:
    """The checked program of a game. Every problem is reported; None when one of them is an error.

    Nothing is said of names that could not be loaded: that was reported then.
    """
    muted = OF_FILES if game.failed_files else frozenset()
    with collector_paused():
        return _compile(game, Problems(report, Positions(), muted, game.broken))


def _compile(game: Game, problems: Problems) -> ir.Program | None:
    world = world_of(game)
    functions: list[ir.Func] = []
    broken: set[str] = set()
    unread = [_unread("?", "rule") for file in game.failed_files if file.endswith(".star")]
    with (
        warnings.catch_warnings()
    ):  # Python's own, about odd escapes and the like, are not for readers of rules
        warnings.simplefilter("ignore")
        _read(world, problems, game.rules, "rule", functions, broken, unread)
        _read(world, problems, game.bots, "bot", functions, broken, unread)
        content = compile_behaviours(world, problems)
    functions += content.functions
    broken |= content.broken
    positions = problems.positions
    program = ir.Program(
        tuple(functions), tuple(content.effects), tuple(positions.files), tuple(positions.table)
    )
    checked = check_program(world, program, problems, broken, unread)
    return checked if problems.errors == 0 else None


def _read(
    world: World,
    problems: Problems,
    files: Iterable[RulesFile],
    role: Role,
    functions: list[ir.Func],
    broken: set[str],
    unread: list[Sig],
) -> None:
    prefix = "bot:" if role == "bot" else ""
    for file in files:
        parsed = parse_file(file.code, world, problems)
        functions += [replace(func, name=prefix + func.name, role=role) for func in parsed.functions]
        broken |= {prefix + name for name in parsed.broken}
        if not parsed.complete:
            unread += [_unread(prefix + name, role) for name in (*sorted(parsed.broken), "?")]


def _unread(name: str, role: Role) -> Sig:
    """What is known of a function in a file that could not be read."""
    return Sig(name, (), UNKNOWN, role, known=False)
