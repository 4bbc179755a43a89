"""Whether a program that was read from a bundle is one that the compiler could have written for its game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any

from pycardgen.diagnostics import Diagnostic, Severity
from pycardgen.lang import ir
from pycardgen.lang.behaviours import check_effects
from pycardgen.lang.check import check_program
from pycardgen.lang.parse_expr import why_no_name
from pycardgen.lang.source import Positions, Problems
from pycardgen.lang.world import UNKNOWN, World, world_of
from pycardgen.model.game import Game

MOST = 20
"""No more problems than this are listed."""


def verify(program: ir.Program, game: Game) -> list[str]:
    """What is wrong with a program: nothing, when checking it gives it again.

    Takes any tree of well-formed dataclasses whose depth is bounded; never raises.
    """
    found: list[str] = []

    def report(problem: Diagnostic) -> None:
        if problem.severity is Severity.ERROR:
            found.append(f"{problem.code}: {problem.message}")

    try:
        world = world_of(game)
        found += [*_odd_positions(program), *_odd_names(world), *_odd_nodes(program)]
        if found:
            return found[:MOST]
        positions = Positions(list(program.files), list(program.positions))
        problems = Problems(report, positions)
        found += check_effects(world, program)
        again = check_program(world, program, problems, strict=True)
    except RecursionError:
        return ["the program is nested too deeply"]
    if not found and again != program:
        found.append("the program is not what checking it gives")
    return found[:MOST]


def _odd_names(world: World) -> Iterator[str]:
    """Names of the game's that would be taken for something else."""
    for name in (*world.entities, *world.enums):
        if why_no_name(name):
            yield f"`{name}` can't name a type"


def _odd_nodes(program: ir.Program) -> Iterator[str]:
    """Nodes that stand outside of the table, types that checking never gives, roles that there aren't."""
    waiting: list[Any] = [*program.functions, *program.effects]
    for func in program.functions:
        if func.role not in ("rule", "bot", "behaviour"):
            yield f"`{func.name}` has the role `{func.role}`"
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting.extend(node)
        elif is_dataclass(node):
            if node == UNKNOWN:
                yield "a type is unknown"
                return
            if not 0 <= getattr(node, "at", 0) < len(program.positions):
                yield "a place is not in the table"
                return
            waiting.extend(getattr(node, name) for name in node.__dataclass_fields__)


def _odd_positions(program: ir.Program) -> list[str]:
    """The table must begin with nowhere, and name only its files."""
    if not program.positions or program.positions[0] != (0, 0, 0, 0, 0):
        return ["the table of positions doesn't begin with nowhere"]
    for entry in program.positions[1:]:
        if len(entry) != 5 or not 0 <= entry[0] < len(program.files) or min(entry) < 0 or max(entry) > 2**31:
            return ["the table of positions is damaged"]
    return []
