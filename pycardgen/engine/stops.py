"""From rules that did what they may not to a diagnostic that points at them."""

from __future__ import annotations

from pycardgen.diagnostics import Diagnostic, Span
from pycardgen.engine.api import RulesError
from pycardgen.lang import ir


def stopped(program: ir.Program, error: RulesError, seed: int) -> Diagnostic:
    """What stopped a game, and where."""
    return Diagnostic(
        error.code,
        str(error),
        span_of(program, error.at),
        f"it happens in the game with the seed {seed}: `pycardgen explain {error.code}` says more",
    )


def span_of(program: ir.Program, at: int) -> Span | None:
    """The place of a position of a program, None for nowhere."""
    if not 0 < at < len(program.positions):
        return None
    file, *place = program.positions[at]
    return Span(program.files[file], *place)
