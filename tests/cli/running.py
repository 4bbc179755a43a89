"""Running commands in tests: in this process, or in one of its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from pycardgen.cli import run

BASE = Path(__file__).parents[1] / "data" / "base_game"


@dataclass(frozen=True)
class Result:
    """What a command left: its exit code and what it wrote."""

    code: int
    out: str
    err: str


def pycardgen(capsys: pytest.CaptureFixture[str], *arguments: str) -> Result:
    """Run a command in this process."""
    capsys.readouterr()
    code = run(arguments)
    written = capsys.readouterr()
    return Result(code, written.out, written.err)


def process(*arguments: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own."""
    command = [sys.executable, "-m", "pycardgen", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env=env, check=False)


def game(folder: str = "game", files: dict[str, str | bytes] | None = None) -> Path:
    """The base game with files added or instead, in a new folder of the working directory."""
    path = Path(folder)
    shutil.copytree(BASE, path)
    for name, data in (files or {}).items():
        target = path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def snapshot(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, hidden ones too, with its bytes."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}
