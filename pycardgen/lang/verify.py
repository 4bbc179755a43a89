"""Whether a program that was read from a bundle is one that the compiler could have written for its game."""

from __future__ import annotations

from pycardgen.diagnostics import Diagnostic, Severity
from pycardgen.lang import ir
from pycardgen.lang.behaviours import check_effects
from pycardgen.lang.check import check_program
from pycardgen.lang.source import Positions, Problems
from pycardgen.lang.world import world_of
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
        found += _odd_positions(program)
        if found:
            return found[:MOST]
        positions = Positions(list(program.files), list(program.positions))
        problems = Problems(report, positions)
        world = world_of(game)
        found += check_effects(world, program)
        again = check_program(world, program, problems, strict=True)
    except RecursionError:
        return ["the program is nested too deeply"]
    if not found and again != program:
        found.append("the program is not what checking it gives")
    return found[:MOST]


def _odd_positions(program: ir.Program) -> list[str]:
    """The table must begin with nowhere, and name only its files."""
    if not program.positions or program.positions[0] != (0, 0, 0, 0, 0):
        return ["the table of positions doesn't begin with nowhere"]
    for entry in program.positions[1:]:
        if len(entry) != 5 or not 0 <= entry[0] < len(program.files) or min(entry) < 0 or max(entry) > 2**31:
            return ["the table of positions is damaged"]
    return []
