"""What several commands share: which games are meant, which packs, how diagnostics are shown."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from pycardgen.diagnostics import Collector, Diagnostic, Severity

Command = TypeVar("Command", bound=Callable[..., Any])

FORMATS = ("text", "concise", "json", "github", "sarif", "junit")


def games_argument(command: Command) -> Command:
    """`[GAME]...`, handed over as `games`: a tuple of paths, to be resolved by `game_folders`."""
    return click.argument("games", nargs=-1, type=click.Path(path_type=Path), metavar="[GAME]...")(command)


def packs_option(command: Command) -> Command:
    """`--with PACK`, any number of times, handed over as `packs`: a tuple of paths for `game_folders`."""
    return click.option(
        "--with",
        "packs",
        multiple=True,
        type=click.Path(path_type=Path),
        metavar="PACK",
        help="Load a pack, a folder that extends the game; may be given several times.",
    )(command)


def game_folders(paths: Sequence[Path]) -> list[Path]:
    """The folders of the games that are named; of every game under content/ when none is.

    Shows what isn't a game, and leaves the command with exit code 2.
    """
    from pycardgen.source.files import find_games

    problems = Collector()
    found = find_games(paths, problems)
    if problems.failed:
        show(problems.found, err=True)
        raise click.exceptions.Exit(2)
    return found


def game_folder(path: Path) -> Path:
    """The folder of one game; as `game_folders`."""
    return game_folders([path])[0]


def pack_folders(paths: Sequence[Path]) -> tuple[Path, ...]:
    """The folders of packs; as `game_folders`, but none when none is named."""
    return tuple(game_folders(paths)) if paths else ()


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
