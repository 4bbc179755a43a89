"""Runs the examples of explanation pages."""

from __future__ import annotations

import shutil
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pycardgen.diagnostics import Collector
from pycardgen.diagnostics.suppress import apply_suppressions
from pycardgen.source.reader import parse_yaml

BASE_GAME = Path(__file__).parent.parent / "data" / "base_game"


def check_game() -> Any:
    """The function that checks a game's folder, as soon as there is one."""
    return getattr(import_module("pycardgen.check"), "check_game", None)


def read_only(files: dict[str, str]) -> set[str]:
    """The codes that reading the files gives, and those of their ignore comments."""
    found = Collector()
    for name, text in files.items():
        if name.endswith(".yaml"):
            parse_yaml(text, name, found)
    return {diagnostic.code for diagnostic in apply_suppressions(found.found, files)}


def diagnose(files: dict[str, str]) -> set[str]:
    """The codes that checking the small game gives when these files replace or join its own."""
    with TemporaryDirectory() as folder:
        game = Path(folder) / "game"
        shutil.copytree(BASE_GAME, game)
        for name, text in files.items():
            (game / name).parent.mkdir(parents=True, exist_ok=True)
            (game / name).write_text(text, encoding="utf-8")
        return {diagnostic.code for diagnostic in check_game()(game)}
