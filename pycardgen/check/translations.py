"""Translations: they translate what there is, with the arguments that it has."""

from __future__ import annotations

from collections.abc import Iterable

from pycardgen.diagnostics import Collector, Diagnostic
from pycardgen.model.game import Game
from pycardgen.model.translations import load_translations


def check(game: Game) -> Iterable[Diagnostic]:
    """What is wrong with the files of i18n/."""
    found = Collector()
    load_translations(game, found)
    return found.found
