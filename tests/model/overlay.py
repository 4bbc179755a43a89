"""The small game in tests/data/base_game with files laid over it, loaded."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from pycardgen.diagnostics import Collector, Diagnostic
from pycardgen.model.game import Game
from pycardgen.model.load import load_game

BASE = Path(__file__).parent.parent / "data" / "base_game"
_MARK = re.compile(r"#.*?(PCG\d{4}(?: PCG\d{4})*)")


def lay(folder: Path, files: Mapping[str, str | None], base: Path | None = BASE) -> Path:
    """Copy the base game to `folder` and write files over it; None deletes one."""
    if base is not None:
        shutil.copytree(base, folder, dirs_exist_ok=True)
    for name, text in files.items():
        path = folder / name
        if text is None:
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return folder


def load(folder: Path, packs: Sequence[Path] = ()) -> tuple[Game | None, list[Diagnostic]]:
    """The game of a folder and what was reported."""
    found = Collector()
    return load_game(folder, found, packs), found.found


def sound(folder: Path, packs: Sequence[Path] = ()) -> Game:
    """The game of a folder in which nothing is wrong."""
    game, found = load(folder, packs)
    assert found == []
    assert game is not None
    return game


def expected(files: Mapping[str, str | None]) -> set[tuple[str, int, str]]:
    """(file name, line, code) of every `# PCGnnnn` comment."""
    return {
        (name, number, code)
        for name, text in files.items()
        for number, line in enumerate((text or "").split("\n"), start=1)
        for mark in [_MARK.search(line)]
        if mark
        for code in mark[1].split()
    }


def reported(found: Sequence[Diagnostic], folder: Path) -> set[tuple[str, int, str]]:
    """(file name, line, code) of every diagnostic."""
    return {
        (Path(d.span.file).absolute().relative_to(folder.absolute()).as_posix(), d.span.line, d.code)
        for d in found
        if d.span
    }
