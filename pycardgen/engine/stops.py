"""From rules that did what they may not to a diagnostic that points at them."""

from __future__ import annotations

from pycardgen.diagnostics import Diagnostic, Severity, Span
from pycardgen.engine.api import RulesError
from pycardgen.lang import ir
from pycardgen.model.game import Game


def stopped(program: ir.Program, error: RulesError, seed: int) -> Diagnostic:
    """What stopped a game, and where."""
    return Diagnostic(
        error.code,
        str(error),
        span_of(program, error.at),
        f"it happens in the game with the seed {seed}: `pycardgen explain {error.code}` says more",
    )


def at_limit(game: Game, stopped: int, games: int) -> Diagnostic:
    """That some of the games that were played didn't end by the rules."""
    limits = game.limits
    which = "the game was" if games == 1 else f"{stopped} of {games} games were"
    return Diagnostic(
        "PCG0921",
        f"{which} stopped at the limit of {limits.steps:,} steps and {limits.decisions:,} decisions",
        hint="let the rules end a game that goes round in circles, or raise `limits` in game.yaml",
        severity=Severity.WARNING,
    )


def span_of(program: ir.Program, at: int) -> Span | None:
    """The place of a position of a program, None for nowhere."""
    if not 0 < at < len(program.positions):
        return None
    file, *place = program.positions[at]
    return Span(program.files[file], *place)
