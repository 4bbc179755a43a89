"""What several commands share: which games are meant, which packs, how diagnostics are shown."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar

import click

from pycardgen.diagnostics import Collector, Diagnostic, Severity

if TYPE_CHECKING:
    from rich.console import Console

    from pycardgen.model.game import Game

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


def paper_option(command: Command) -> Command:
    """`--paper NAME`, handed over as `paper`: one of `sizes.PAPERS`."""
    from pycardgen.layout.sizes import PAPERS

    return click.option(
        "--paper",
        type=click.Choice(tuple(PAPERS)),
        default="a4",
        show_default=True,
        help="The paper to print on.",
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


def output_name(folder: Path, game: Game) -> str:
    """What a game's output is called: its id, or that of the pack if the folder named is a pack's."""
    is_pack = bool(game.packs) and Path(game.folders[0]).resolve() != folder.resolve()
    return game.packs[0] if is_pack else game.id


def pack_folders(paths: Sequence[Path]) -> tuple[Path, ...]:
    """The folders of packs; as `game_folders`, but none when none is named."""
    return tuple(game_folders(paths)) if paths else ()


def failed(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether there is an error among them."""
    return any(found.severity is Severity.ERROR for found in diagnostics)


def show(diagnostics: Sequence[Diagnostic], style: str = "text", err: bool = False) -> None:
    """Print diagnostics to standard output, or with `err` to standard error."""
    from pycardgen.diagnostics.reporters import render, wants_color

    color = wants_color(sys.stderr if err else sys.stdout)
    text = render(diagnostics, style, _sources(diagnostics), color, _width())
    click.echo(text, err=err, nl=False, color=color)


def _width() -> int:
    return max(60, min(shutil.get_terminal_size((100, 24)).columns, 120))


def _sources(diagnostics: Iterable[Diagnostic]) -> dict[str, str]:
    """The text of every file that diagnostics point into, as far as it can be read."""
    from pycardgen.source.text import read_text

    files: set[str] = set()
    for found in diagnostics:
        files.update(span.file for span in (found.span, *(other.span for other in found.related)) if span)
    # What a link leads to may be no part of the game, and nothing to show.
    own = [file for file in sorted(files) if not Path(file).is_symlink()]
    texts = {file: read_text(Path(file), file, lambda _: None) for file in own}
    return {file: text for file, text in texts.items() if text is not None}


def load(folder: Path, packs: tuple[Path, ...] = ()) -> Game:
    """A game whose files can be read. Otherwise shows why not, and leaves with exit code 1."""
    from pycardgen.model.load import load_game

    problems = Collector()
    game = load_game(folder, problems, packs)
    if game is None or problems.failed:
        show(problems.found, err=True)
        raise click.exceptions.Exit(1)
    return game


def console(stream: IO[str] | None = None) -> Console:
    """Where tables are printed: coloured as diagnostics are, never cut off in a file or a pipe."""
    from rich.console import Console

    from pycardgen.diagnostics.reporters import wants_color

    out = stream or sys.stdout
    width = None if out.isatty() else 160
    return Console(file=out, no_color=not wants_color(out), highlight=False, width=width, soft_wrap=True)
