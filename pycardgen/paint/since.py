"""What cards looked like before: at a revision of the game's files, or in a build whose record was kept.

A build keeps a record of what its cards look like, under the digest of its bundle, beside its files. Of a
revision the cards are drawn again, as this version of the program draws them.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from pycardgen.diagnostics import Collector, Diagnostic, DiagnosticError
from pycardgen.model.game import Game
from pycardgen.model.load import load_game
from pycardgen.model.printing import CardsJob, print_jobs
from pycardgen.paint.choice import Looks
from pycardgen.paint.decks import look_at
from pycardgen.paint.incremental import borrowed, open_store
from pycardgen.paint.press import Printer, open_press, sheet_of
from pycardgen.records import dataclass
from pycardgen.source.cache import open_cache
from pycardgen.source.revision import CODE, extract

RECORDS = "prints"
"""The folder of a game's output that holds the records of its builds."""

KEPT = 30
"""How many records are kept."""

_VERSION = 1
_DIGEST = re.compile(r"[0-9a-f]{7,64}")


@dataclass(frozen=True, slots=True)
class Manner:
    """How cards are drawn to be compared: on a paper, for a printer, in a variant of the theme."""

    paper: str
    printer: Printer
    theme: str = ""

    @property
    def usual(self) -> bool:
        """Whether it is that of the records."""
        return not (self.printer.cmyk or self.theme)


def looks_since(value: str, game: Game, out: Path, manner: Manner) -> Looks:
    """What the cards of a game looked like. `value` is a revision, or the beginning (seven digits or more) of
    the digest of a bundle that was built into `out`.

    Raises DiagnosticError (PCG0781) when it is neither.
    """
    if manner.usual and _DIGEST.fullmatch(value.lower()):
        for path in sorted((out / RECORDS).glob(f"{value.lower()}*.json")):
            found = _read_record(path)
            if found is not None:
                return found
    return _at_revision(value, game, manner)


def _at_revision(revision: str, game: Game, manner: Manner) -> Looks:
    with tempfile.TemporaryDirectory(prefix="pycardgen-") as folder:
        parts = [Path(folder) / f"{index}-{Path(name).name}" for index, name in enumerate(game.folders)]
        for name, part in zip(game.folders, parts, strict=True):
            extract(Path(name), revision, part)
        unheard = Collector()
        former = load_game(parts[0], unheard, parts[1:])
        if former is None:
            why = f": {unheard.found[0].message}" if unheard.found else ""
            raise DiagnosticError(Diagnostic(CODE, f"the game of revision '{revision}' can't be read{why}"))
        return _drawn(former, game.folders, manner)


def _drawn(former: Game, folders: Sequence[str], manner: Manner) -> Looks:
    """What the cards of a game look like when they are drawn now."""
    unheard, cache, profile = Collector(), open_cache(), manner.printer.profile
    press = open_press(former, manner.paper, unheard, manner.printer, theme=manner.theme)
    for job in print_jobs(former, unheard):
        if isinstance(job, CardsJob):
            cmyk = sheet_of(press, job.sheet).color == "cmyk"
            # What hasn't changed since is in the store of today.
            kept = open_store(cache, *folders, job.job.name, manner.paper, cmyk=cmyk, profile=profile)
            press.store = borrowed([kept], cmyk, profile)
            look_at(press, job)
    return press.looks_of_cards


# --- records ---


def record(found: Looks) -> bytes:
    """A record of what the cards of a build look like."""
    return json.dumps({"version": _VERSION, "cards": found}, indent=0, sort_keys=True).encode()


def _read_record(path: Path) -> Looks | None:
    with suppress(OSError, ValueError, TypeError, KeyError):
        data = json.loads(path.read_bytes())
        if data["version"] == _VERSION and all(isinstance(deck, dict) for deck in data["cards"].values()):
            kept: Looks = data["cards"]
            return kept
    return None


def former_records(out: Path) -> Sequence[Path]:
    """The newest records of a game's output, as many as are kept beside a new one."""
    found = [path for path in (out / RECORDS).glob("*.json") if path.is_file()]
    return sorted(found, key=lambda path: (-path.stat().st_mtime_ns, path.name))[: KEPT - 1]
