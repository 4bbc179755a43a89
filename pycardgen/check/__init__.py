"""Checks: one module per family, each `check(game) -> Iterable[Diagnostic]`.

`check_loaded` runs them all; `check_game` loads a game first, remembers the result while no file of the game
changes, and leaves out what the source says to ignore.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path

from pycardgen.diagnostics import Collector, Diagnostic, Report, sort_key
from pycardgen.model.game import Game

FAMILIES = ("references", "maps", "missions", "text", "printing", "rules")
"""The modules that check a loaded game. Their order is of no matter: what they find is sorted."""

OF_THE_WHOLE = ("counts", "unused")
"""Modules that can only judge a game in which nothing is missing."""


def check_loaded(game: Game, report: Report, intact: bool = True) -> None:
    """Everything that can be wrong with a loaded game; `intact`: nothing was wrong in loading it."""
    for family in (*FAMILIES, *OF_THE_WHOLE) if intact else FAMILIES:
        for found in import_module(f"{__name__}.{family}").check(game):
            report(found)


def check_game(folder: Path, packs: Sequence[Path] = ()) -> list[Diagnostic]:
    """All problems of the game in a folder, sorted, each once; the same at every run."""
    from pycardgen.check.memory import files_of, key_of_files
    from pycardgen.source.cache import open_cache, recall, remember

    cache = open_cache()
    files = files_of((folder, *packs))
    key = key_of_files(folder, packs, files)
    found = recall(cache, "check", key)
    if found is None:
        found = _check(folder, packs, files)
        remember(cache, "check", key, found)
    return found


def _check(folder: Path, packs: Sequence[Path], files: Mapping[str, bytes]) -> list[Diagnostic]:
    """As `check_game`, without looking at what is remembered."""
    from pycardgen.diagnostics.suppress import apply_suppressions
    from pycardgen.model.load import load_game
    from pycardgen.source.text import decode

    problems = Collector()
    game = load_game(folder, problems, packs)
    if game is not None:
        check_loaded(game, problems, intact=not problems.failed)
    texts = {
        name: decode(data, name, Collector()) or ""
        for name, data in files.items()
        if name.endswith((".yaml", ".yml", ".star")) and b"pycardgen:" in data
    }
    return sorted(dict.fromkeys(apply_suppressions(problems.found, texts)), key=sort_key)
