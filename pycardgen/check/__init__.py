"""Checks: one module per family, each `check(game) -> Iterable[Diagnostic]`.

`check_loaded` runs them all and compiles the rules; `check_game` loads a game first, remembers the result
while no file of the game changes, and leaves out what the source says to ignore.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from pycardgen.diagnostics import Collector, Diagnostic, Report, Severity, sort_key
from pycardgen.records import dataclass

if TYPE_CHECKING:
    from pycardgen.lang.ir import Program
    from pycardgen.model.game import Game

FAMILIES = ("references", "maps", "facts", "missions", "text", "translations", "printing", "position")
"""The modules that check a loaded game. Their order is of no matter: what they find is sorted."""

OF_THE_WHOLE = ("counts",)
"""Modules that can only judge a game in which nothing is missing."""

OF_THE_RULES = ("unused",)
"""Modules that can only judge a game whose rules are right: what seems unused may be what they mean."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A game, its compiled rules, and what is wrong with it: sorted, each problem once.

    `game` and `program` are None if they can't be had, and may be if there are errors.
    """

    diagnostics: list[Diagnostic]
    game: Game | None = None
    program: Program | None = None

    @property
    def failed(self) -> bool:
        """Whether there is an error among the diagnostics."""
        return any(found.severity is Severity.ERROR for found in self.diagnostics)


def check_loaded(game: Game, report: Report, intact: bool = True) -> Program | None:
    """Everything that can be wrong with a loaded game; `intact`: nothing was wrong in loading it."""
    from pycardgen.lang.compile import compile_rules
    from pycardgen.lang.mending import mended

    _run((*OF_THE_WHOLE, *FAMILIES) if intact else FAMILIES, game, report)
    of_rules = Collector()
    program = compile_rules(game if intact else mended(game), of_rules)
    if intact and program is not None:
        _run(OF_THE_RULES, game, report)
    for found in of_rules.found:
        report(found)
    return program


def _run(families: Iterable[str], game: Game, report: Report) -> None:
    """What some families find, but for what follows from problems that were reported before."""
    from pycardgen.check.causes import follows

    for family in families:
        for found in import_module(f"{__name__}.{family}").check(game):
            if not follows(found, game):
                report(found)


def check_game(folder: Path, packs: Sequence[Path] = ()) -> list[Diagnostic]:
    """All problems of the game in a folder. One that was checked before is not loaded again."""
    return _check(folder, packs, load=False).diagnostics


def check_and_compile(folder: Path, packs: Sequence[Path] = ()) -> Checked:
    """As `check_game`, with the game and its rules."""
    return _check(folder, packs, load=True)


def _check(folder: Path, packs: Sequence[Path], load: bool) -> Checked:
    from pycardgen.check.memory import files_of, key_of_files
    from pycardgen.source.cache import open_cache, recall, remember

    cache = open_cache()
    files = files_of((folder, *packs))
    key = key_of_files(folder, packs, files)
    found = recall(cache, "check", key)
    if found is None:
        checked = _examine(folder, packs, files)
        remember(cache, "check", key, checked.diagnostics)
        return checked
    remembered = Checked(found)
    return _reloaded(folder, packs, remembered) if load and not remembered.failed else remembered


def _examine(folder: Path, packs: Sequence[Path], files: Mapping[str, bytes]) -> Checked:
    """Load and check a game."""
    from pycardgen.diagnostics.suppress import apply_suppressions
    from pycardgen.model.load import load_game
    from pycardgen.source.files import display
    from pycardgen.source.text import decode

    problems = Collector()
    game = load_game(folder, problems, packs)
    program = check_loaded(game, problems, intact=not problems.failed) if game is not None else None
    folders = [Path(name) for name in game.folders] if game is not None else [folder, *packs]
    own = tuple(f"{display(part)}/" for part in folders)  # a pack's files include those of games beside it
    texts = {
        name: decode(data, name, Collector()) or ""
        for name, data in files.items()
        if name.startswith(own) and name.endswith((".yaml", ".yml", ".star")) and b"pycardgen:" in data
    }
    kept = apply_suppressions(problems.found, texts)
    return Checked(sorted(dict.fromkeys(kept), key=sort_key), game, program)


def _reloaded(folder: Path, packs: Sequence[Path], checked: Checked) -> Checked:
    """A game that is known to be without errors."""
    from pycardgen.lang.compile import compile_rules
    from pycardgen.model.load import load_game

    ignored = Collector()
    game = load_game(folder, ignored, packs)
    program = compile_rules(game, ignored) if game is not None else None
    return Checked(checked.diagnostics, game, program)
