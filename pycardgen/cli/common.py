"""What several commands share: which games are meant, which packs, how diagnostics are shown."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from pycardgen.diagnostics import Diagnostic, Severity

Command = TypeVar("Command", bound=Callable[..., Any])

FORMATS = ("text", "concise", "json", "github", "sarif", "junit")
CONTENT = Path("content")
"""Where games are looked for when none is named, and a game or pack that is named without a path."""


def games_argument(command: Command) -> Command:
    """`[GAME...]`, handed over as `games`: a tuple of paths, to be resolved by `game_folders`."""
    return click.argument("games", nargs=-1, type=click.Path(path_type=Path), metavar="[GAME]...")(command)


def packs_option(command: Command) -> Command:
    """`--with PACK`, any number of times, handed over as `packs`: a tuple of paths."""
    return click.option(
        "--with",
        "packs",
        multiple=True,
        type=click.Path(path_type=Path),
        metavar="PACK",
        help="Load a pack, a folder that extends the game; may be given several times.",
    )(command)


def game_folder(path: Path) -> Path:
    """The folder of a game named on the command line: a path, or the name of a folder under content/."""
    for folder in (path, CONTENT / path):
        if (folder / "game.yaml").is_file():
            return folder
    if path.name == "game.yaml" and path.is_file():
        return path.parent
    if not path.exists():
        from pycardgen.diagnostics import did_you_mean

        hint = did_you_mean(path.name, (folder.name for folder in _all_games()))
        raise click.UsageError(f"There is no game at '{path}'." + (f" {hint.capitalize()}" if hint else ""))
    raise click.UsageError(f"'{path}' is not a game: it has no game.yaml.")


def game_folders(paths: Sequence[Path]) -> list[Path]:
    """The folders of the games that are named; of every game under content/ when none is."""
    if paths:
        return list(dict.fromkeys(game_folder(path) for path in paths))
    found = _all_games()
    if not found:
        raise click.UsageError("No game is named, and there is none under content/.")
    return found


def _all_games() -> list[Path]:
    return sorted(file.parent for file in CONTENT.glob("*/game.yaml"))


def failed(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether there is an error among them."""
    return any(found.severity is Severity.ERROR for found in diagnostics)


def coloured(err: bool = False) -> bool:
    """Whether output may be in colour: on a terminal, unless NO_COLOR is set."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return (sys.stderr if err else sys.stdout).isatty() and os.environ.get("TERM") != "dumb"


def show(diagnostics: Sequence[Diagnostic], style: str = "text", err: bool = False) -> None:
    """Print diagnostics to standard output, or with `err` to standard error."""
    from pycardgen.diagnostics.reporters import render

    click.echo(render(diagnostics, style, colour=coloured(err)), err=err, nl=False, color=True)
