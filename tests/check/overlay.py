"""Small games for tests of checks: files laid over the base game, what is expected beside its cause.

`#! PCG0350` at the end of a line expects that diagnostic on the line; `#!^ PCG0603` on a line of its own, on
the line before (for texts, in which YAML has no comments).
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from pycardgen.check import check_game
from pycardgen.diagnostics import Diagnostic

BASE = Path(__file__).parents[1] / "data" / "base_game"
Found = set[tuple[str, int, str]]

_MARK = re.compile(r"\s*#!(\^?) (PCG\d{4}(?: PCG\d{4})*)")


def lay(folder: Path, files: dict[str, str]) -> Path:
    """The base game with these files added or instead, in a new folder below the working directory."""
    shutil.copytree(BASE, folder)
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def expected(files: dict[str, str]) -> tuple[dict[str, str], Found]:
    """The files without marks, and what the marks say: (file, line, code)."""
    clean, wanted = {}, set()
    for name, text in files.items():
        lines: list[str] = []
        for line in text.split("\n"):
            mark = _MARK.search(line)
            rest = line[: mark.start()] if mark else line
            if mark is None or not mark[1]:
                lines.append(rest)
            for code in mark[2].split() if mark else ():
                wanted.add((name, len(lines), code))
        clean[name] = "\n".join(lines)
    return clean, wanted


def check(files: dict[str, str], folder: str = "game") -> tuple[list[Diagnostic], Found, Found]:
    """Check the base game with files laid over it: the diagnostics, found and expected (file, line, code)."""
    clean, wanted = expected(files)
    found = check_game(lay(Path(folder), clean))
    placed = {(d.span.file.removeprefix(f"{folder}/"), d.span.line, d.code) for d in found if d.span}
    return found, placed, wanted


def verify(files: dict[str, str]) -> list[Diagnostic]:
    """Check that exactly what is marked is found; the diagnostics."""
    found, placed, wanted = check(files)
    assert placed == wanted, [f"{d.code} {d.span}: {d.message}" for d in found]
    assert wanted, "nothing is expected"
    return found
