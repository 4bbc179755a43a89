"""Rules: the whole of them compiles."""

from __future__ import annotations

from collections.abc import Iterable

from pycardgen.diagnostics import Collector, Diagnostic
from pycardgen.model.game import Game


def check(game: Game) -> Iterable[Diagnostic]:
    """What the compiler of the rules language finds."""
    from pycardgen.lang.compile import compile_rules

    found = Collector()
    compile_rules(game, found)
    return found.found
