"""manifest.json: what an export consists of. It tells people what to upload, and the next export what is its
own.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pycardgen.model.game import Game
from pycardgen.paint.jobs import Output

NAME = "manifest.json"


def manifest(game: Game, target: str, files: Iterable[str], **more: Any) -> Output:
    """The manifest of an export: the game, the target, more about it, and its files."""
    head = {"game": game.id, "title": game.title, "version": game.version, "target": target}
    return json_file(NAME, {**head, **more, "files": sorted(files)})


def json_file(path: str, value: Mapping[str, Any]) -> Output:
    """A value as a JSON file."""
    return Output(path, (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode())


def csv_file(path: str, rows: Iterable[Sequence[Any]]) -> Output:
    """Rows as a CSV file, as spreadsheets and web sites read it: UTF-8, commas, quotes where needed."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows(rows)
    return Output(path, out.getvalue().encode())


def owned(folder: Path) -> set[str]:
    """What the last export into a folder made there, files and folders directly in it."""
    try:
        found = json.loads((folder / NAME).read_text(encoding="utf-8"))
        return {NAME, *(str(name).split("/")[0] for name in found["files"])}
    except (OSError, ValueError, KeyError, TypeError):
        return {NAME}
