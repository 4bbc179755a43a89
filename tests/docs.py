"""Documents that are run: their files are written, their commands typed, what they show is compared.

A fence `yaml file=PATH` is a file; `console` holds commands (`$ ...`) and what they print. There, a line
`...` stands for any lines.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

_FENCE = re.compile(r"^(`{3,})(\S+)(?: file=(\S+))?\n(.*?)^\1$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Step:
    """A file to write, or a command to run and the lines it should print."""

    file: str = ""
    text: str = ""
    command: str = ""
    prints: tuple[str, ...] = ()


def steps(markdown: str) -> list[Step]:
    """What a document does, in order."""
    found: list[Step] = []
    for _, kind, file, body in _FENCE.findall(markdown):
        if file:
            found.append(Step(file=file, text=body))
        elif kind == "console":
            for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
                command, *lines = part.rstrip("\n").split("\n")
                found.append(Step(command=command, prints=tuple(line.rstrip() for line in lines)))
    return found


def follow(found: list[Step], folder: Path) -> None:
    """Do as a document says, beginning in a folder."""
    environment = {**os.environ, "PYCARDGEN_CACHE_DIR": str(folder / ".cache")}
    environment.pop("COLUMNS", None)  # how wide the terminal of the tests is
    for step in found:
        if step.file:
            path = folder / step.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step.text, encoding="utf-8")
            continue
        words = shlex.split(step.command)
        if words[0] == "mkdir":
            (folder / words[1]).mkdir()
        elif words[0] == "cd":
            folder = folder / words[1]
        else:
            assert words[0] == "pycardgen", step.command
            command = [sys.executable, "-m", "pycardgen", *words[1:]]
            done = subprocess.run(
                command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False
            )
            printed = [line.rstrip() for line in (done.stdout + done.stderr).rstrip("\n").split("\n")]
            assert matches(list(step.prints), printed), f"$ {step.command}\n{done.stdout}{done.stderr}"
            assert done.returncode == (1 if "error" in (done.stdout + done.stderr) else 0), step.command


def matches(wanted: list[str], printed: list[str]) -> bool:
    """Whether lines are as wanted; `...` stands for any lines."""
    if not wanted:
        return not printed
    if wanted[0] == "...":
        return any(matches(wanted[1:], printed[n:]) for n in range(len(printed) + 1))
    return bool(printed) and printed[0] == wanted[0] and matches(wanted[1:], printed[1:])
