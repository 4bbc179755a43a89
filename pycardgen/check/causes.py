"""One root cause is one error: what only follows from a problem of loading isn't reported again."""

from __future__ import annotations

import re

from pycardgen.diagnostics import Diagnostic
from pycardgen.model.game import Game

OF_FILES = frozenset(("PCG0455", "PCG0461", "PCG0705"))
"""What may be because a file could not be read: no such map, no such field."""

_QUOTED = re.compile(r"[`'\"]([^\s`'\"]+)[`'\"]")


def follows(problem: Diagnostic, game: Game) -> bool:
    """Whether a problem of a loaded game may only follow from what was reported when it was loaded."""
    if game.failed_files and problem.code in OF_FILES:
        return True
    return bool(game.broken) and any(
        part in game.broken for name in _QUOTED.findall(problem.message) for part in (name, *name.split("."))
    )
