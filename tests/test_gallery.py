"""docs/gallery.md is what docs/img/gallery.py writes, and shows files that the games really print."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "docs" / "img"))

import gallery  # noqa: E402


def test_the_page_is_what_the_script_writes() -> None:
    assert gallery.PAGE.read_text(encoding="utf-8") == gallery.text()


def test_every_picture_is_there_and_no_other() -> None:
    shown = re.findall(r"\((img/gallery/[^)]+)\)", gallery.text())
    assert shown
    assert sorted(Path(name).name for name in shown) == sorted(p.name for p in gallery.FOLDER.iterdir())


@pytest.mark.parametrize("game", gallery.GAMES)
def test_files_are_print_jobs_of_the_game(game: str) -> None:
    """Files of jobs, or of sheets that jobs share. The print guide is made without a job."""
    listed = (gallery.CONTENT / game / "game.yaml").read_text(encoding="utf-8")
    jobs = set(re.findall(r"^  - \{?\w+: ([\w-]+)|\bsheet: ([\w-]+)", listed, re.M))
    jobs = {name for found in jobs for name in found} | {"print-guide"}
    assert {picture.file for picture in gallery.GAMES[game]} <= jobs
