"""What the result of checking a game depends on, so that it can be remembered."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from hashlib import file_digest
from io import BufferedReader
from pathlib import Path

from pycardgen.diagnostics import Collector
from pycardgen.layout import builtin
from pycardgen.model.schema import schemas_folder
from pycardgen.source.cache import key_of
from pycardgen.source.files import GAME_FILE, display, list_files


def files_of(folders: Sequence[Path]) -> dict[str, bytes]:
    """Every file that checking games may read, by the name that messages have for it.

    Of YAML and rules the bytes; of other files, which may be large, a hash.
    """
    found: dict[str, bytes] = {}
    for folder in _with_bases(folders):
        if not folder.is_dir():
            continue
        files = list_files(folder, Collector())
        for path in (*files.yaml, *files.star):
            found[display(path)] = _read(path, lambda file: file.read())
        for path in (*files.art, *files.other):
            found[display(path)] = _read(path, lambda file: file_digest(file, "sha256").digest())
    return found


def _read(path: Path, read: Callable[[BufferedReader], bytes]) -> bytes:
    """What is made of a file; nothing if it can't be read, which is reported by what needs it."""
    try:
        with open(path, "rb") as file:
            return read(file)
    except OSError:
        return b""


def _with_bases(folders: Sequence[Path]) -> list[Path]:
    """The folders, and for a pack those beside it, among which its base is found."""
    found = dict.fromkeys(folders)
    for folder in folders:
        try:
            is_pack = b"extends" in (folder / GAME_FILE).read_bytes()
        except OSError:
            continue
        if is_pack:
            found.update(dict.fromkeys(file.parent for file in sorted(folder.parent.glob(f"*/{GAME_FILE}"))))
    return list(found)


def key_of_files(folder: Path, packs: Sequence[Path], files: Mapping[str, bytes]) -> str:
    """A key for the result: names and contents of all files, and what comes with the program."""
    named = [display(part) for part in (folder, *packs)]
    parts: list[bytes | str] = [repr(named), _own_files()]
    for name in sorted(files):
        parts += [name, files[name]]
    return key_of(*parts)


def _own_files() -> str:
    """Schemas and templates of the program, as they are now."""
    stamps = []
    for top in (schemas_folder(), builtin.folder()):
        for path in sorted(top.rglob("*")):
            status = os.stat(path)
            stamps.append((path.name, status.st_size, status.st_mtime_ns))
    return repr(stamps)
