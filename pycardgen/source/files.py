"""Finding games and their files, without ever leaving a game's folder."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from pycardgen.diagnostics import Diagnostic, DiagnosticError, Report, Span, did_you_mean
from pycardgen.records import dataclass
from pycardgen.source.limits import DEFAULT, Limits

GAME_FILE = "game.yaml"
CONTENT = "content"

ART_SUFFIXES = frozenset((".png", ".jpg", ".jpeg", ".webp", ".svg"))


@dataclass(frozen=True, slots=True)
class GameFiles:
    """The files of a game, each kind sorted by path. Other files (`.md`, `.po`, ...) are in `other`."""

    folder: Path
    yaml: tuple[Path, ...]
    star: tuple[Path, ...]
    art: tuple[Path, ...]
    other: tuple[Path, ...]


def display(path: Path) -> str:
    """A path as messages show it: relative to the working directory where that is shorter, with `/`."""
    try:
        return path.absolute().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path.as_posix()


def find_games(paths: Iterable[Path | str], report: Report, root: Path = Path(CONTENT)) -> list[Path]:
    """The folders of the games that were named, or of every game under `root` when none was.

    A game may be named by its folder or by its game.yaml. Reports what isn't a game; the result has no
    folder twice.
    """
    named = [Path(path) for path in paths]
    found: dict[Path, Path] = {}
    for path in named or _games_under(root):
        folder = path.parent if path.name == GAME_FILE else path
        if (folder / GAME_FILE).is_file():
            found.setdefault(folder.resolve(), folder)
        else:
            report(_not_a_game(folder, root))
    if not named and not found:
        hint = "name the folder of a game, or begin one with `pycardgen new`"
        report(Diagnostic("PCG0132", f"there is no game under {display(root)}/", hint=hint))
    return list(found.values())


def _games_under(root: Path) -> list[Path]:
    """The folders directly under `root` that hold a game, sorted."""
    if not root.is_dir():
        return []
    return sorted(path for path in root.iterdir() if (path / GAME_FILE).is_file())


def _not_a_game(folder: Path, root: Path) -> Diagnostic:
    if not folder.exists():
        hint = did_you_mean(display(folder), (display(game) for game in _games_under(root)))
        return Diagnostic("PCG0131", f"there is no folder {display(folder)}", hint=hint)
    return Diagnostic(
        "PCG0131", f"{display(folder)} is not a game: it has no {GAME_FILE}", hint=f"add a {GAME_FILE} to it"
    )


def list_files(folder: Path, report: Report, limits: Limits = DEFAULT) -> GameFiles:
    """All files of a game, in an order that is the same everywhere.

    Names that begin with a dot are left out. Reports links that lead out of the folder, and, as an error,
    more files or bytes than `limits` allow; what is over the limit is left out.
    """
    kinds: dict[str, list[Path]] = {"yaml": [], "star": [], "art": [], "other": []}
    size = 0
    for count, (path, length) in enumerate(_walk(folder, folder.resolve(), report), start=1):
        size += length
        if count > limits.files or size > limits.game_bytes:
            what = f"{limits.files} files" if count > limits.files else f"{limits.game_bytes} bytes"
            report(
                Diagnostic(
                    "PCG0104",
                    f"the game has more than {what}; the rest was not read",
                    Span(display(folder / GAME_FILE)),
                    hint="is this folder really a game, with nothing else in it?",
                )
            )
            break
        kinds[_kind(path)].append(path)
    return GameFiles(folder, **{kind: tuple(found) for kind, found in kinds.items()})


def _kind(path: Path) -> str:
    suffix = path.suffix.lower()
    if suffix in (".yaml", ".yml"):
        return "yaml"
    if suffix == ".star":
        return "star"
    return "art" if suffix in ART_SUFFIXES else "other"


def _walk(folder: Path, top: Path, report: Report) -> Iterator[tuple[Path, int]]:
    """Every regular file below a folder and its size; folders that are links are not entered."""
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        path = folder / entry.name
        if entry.name.startswith("."):
            continue
        if entry.is_symlink() and not path.resolve().is_relative_to(top):
            report(
                Diagnostic(
                    "PCG0130",
                    "this link leads out of the game's folder",
                    Span(display(path)),
                    hint="put a copy of the file here",
                )
            )
        elif entry.is_dir(follow_symlinks=False):
            yield from _walk(path, top, report)
        elif entry.is_file():
            yield path, entry.stat().st_size


_DRIVE = re.compile(r"[A-Za-z]:")


def resolve_inside(folder: Path, relative: str, span: Span | None = None) -> Path:
    """The path of a file that a game names, such as `art/map.png`; it need not exist.

    Raises DiagnosticError (PCG0130 at `span`) for a path that isn't relative, has `..` in it, or leads out
    of the folder through a link.
    """
    reason = _refusal(relative)
    path = folder / relative if not reason else folder
    if not reason and not path.resolve().is_relative_to(folder.resolve()):
        reason = "leads out of the game's folder through a link"
    if reason:
        hint = "write it relative to the game's folder, such as `art/name.png`"
        raise DiagnosticError(Diagnostic("PCG0130", f"the path `{relative}` {reason}", span, hint))
    return path


def _refusal(relative: str) -> str:
    """Why a path can't be used on every platform, or an empty string."""
    if not relative or not relative.isprintable():
        return "is not a path"
    if "\\" in relative:
        return "has a backslash; paths are written with `/`"
    if relative.startswith(("/", "~")) or _DRIVE.match(relative):
        return "is not relative"
    if ".." in relative.split("/"):
        return "has `..` in it"
    return ""


def is_regular(path: Path) -> bool:
    """Whether a path is a file with contents, rather than a folder, a pipe or a device."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):
        return False
