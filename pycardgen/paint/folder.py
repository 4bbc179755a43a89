"""A folder of output that changes as a whole: files are made aside, and take its place when all are there."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pycardgen.records import dataclass


@dataclass(slots=True)
class Folder:
    """The folder being made, and the one whose place it takes. `changed`: files that weren't there so."""

    folder: Path
    before: Path
    changed: int = 0

    def write(self, path: str, data: bytes) -> None:
        """Write a file. One that holds the same bytes already will stay the same file, with its time."""
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


@contextmanager
def replaced(target: Path, owned: Collection[str]) -> Iterator[Folder]:
    """A new folder to fill. If the block ends well it takes the place of `target`; else that stays as it was.

    Files of the old folder are kept, but for those that are `owned` (names of its files and folders) and not
    made again. Raises OSError.
    """
    target = target.resolve()
    fresh = [folder for folder in target.parents if not folder.exists()]
    target.parent.mkdir(parents=True, exist_ok=True)
    aside = Path(tempfile.mkdtemp(prefix=".pycardgen-", dir=target.parent))
    try:
        made = Folder(aside / "new", target)
        made.folder.mkdir()
        yield made
        made.changed = _take_over(target, made.folder, owned)
        _swap(target, made.folder, aside / "old")
    finally:
        shutil.rmtree(aside, ignore_errors=True)
        with suppress(OSError):  # not empty: it is in use
            for folder in fresh:
                folder.rmdir()


def _take_over(old: Path, new: Path, owned: Collection[str]) -> int:
    """Bring over what is kept or unchanged; how many files of the new folder differ from the old ones."""
    changed = sum(not _same(path, old / path.relative_to(new)) for path in _files(new))
    for path in _files(old) if old.is_dir() else ():
        relative = path.relative_to(old)
        made = new / relative
        if made.exists():
            if _same(made, path):
                made.unlink()
                _link(path, made)
        elif relative.parts[0] not in owned:
            made.parent.mkdir(parents=True, exist_ok=True)
            _link(path, made)
    return changed


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() or path.is_symlink())


def _same(one: Path, other: Path) -> bool:
    return (
        other.is_file()
        and not other.is_symlink()
        and one.stat().st_size == other.stat().st_size
        and one.read_bytes() == other.read_bytes()
    )


def _link(path: Path, to: Path) -> None:
    """The same file in another folder; a copy where the system can't."""
    try:
        os.link(path, to, follow_symlinks=False)
    except OSError:
        shutil.copy2(path, to, follow_symlinks=False)


def _swap(target: Path, new: Path, old: Path) -> None:
    """Put a new folder in the place of another; if that fails, the other is back where it was."""
    try:
        if target.exists():
            os.rename(target, old)
        os.rename(new, target)
    except BaseException:
        if old.exists() and not target.exists():
            os.rename(old, target)
        raise
