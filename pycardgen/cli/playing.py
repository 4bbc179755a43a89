"""What the commands share that play a game: which game, with which set-up."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pycardgen.cli.common import failed, game_folder, game_folders, pack_folders, packs_option, show
from pycardgen.diagnostics import DiagnosticError

if TYPE_CHECKING:
    from pycardgen.bundle.file import Bundle
    from pycardgen.engine.api import Setup
    from pycardgen.engine.controllers import Bots
    from pycardgen.engine.record import Record

Command = TypeVar("Command", bound=Callable[..., Any])


def game_argument(command: Command) -> Command:
    """`[GAME|BUNDLE]`, handed over as `game`: a path for `open_bundle`, or None."""
    argument = click.argument(
        "game", required=False, type=click.Path(path_type=Path), metavar="[GAME|BUNDLE]"
    )
    return argument(command)


def setup_options(command: Command) -> Command:
    """`--players --map --mission --set --with`, for `choose_setup` and `open_bundle`."""
    for option in (
        packs_option,
        click.option(
            "--set",
            "settings",
            multiple=True,
            metavar="K=V",
            help="Give a setting of the game a value; may be given several times.",
        ),
        click.option("--mission", metavar="M", help="The mission to play; the game's default if left out."),
        click.option(
            "--map",
            "map_id",
            metavar="M",
            help="The map to play on; the mission's or the game's default if left out.",
        ),
        click.option(
            "--players",
            type=int,
            metavar="N",
            help="How many players; the middle of what the game allows if left out.",
        ),
    ):
        command = option(command)
    return command


def bots_options(command: Command) -> Command:
    """`--bots --bots-for --iterations`, for `choose_bots`."""
    for option in (
        click.option(
            "--iterations",
            type=click.IntRange(1, 1_000_000),
            default=50,
            show_default=True,
            metavar="N",
            help="Games that an mcts bot plays out in its mind for a decision.",
        ),
        click.option(
            "--bots-for", multiple=True, metavar="SIDE=BOTS", help="Other bots for one side: SIDE=random."
        ),
        click.option(
            "--bots",
            type=click.Choice(["policy", "random", "mcts"]),
            default="policy",
            show_default=True,
            help="What plays: the game's own policy, chance, or a search through what may be (slow).",
        ),
    ):
        command = option(command)
    return command


def paranoid_option(command: Command) -> Command:
    """`--paranoid`, for `Machine`."""
    return click.option(
        "--paranoid", is_flag=True, help="Check the state of the game after each step and decision (slow)."
    )(command)


def choose_bots(bundle: Bundle, bots: str, bots_for: tuple[str, ...]) -> tuple[Bots, dict[str, Bots]]:
    """The bots, and those of single sides. Raises DiagnosticError (PCG0958, PCG0961, PCG0962)."""
    from pycardgen.engine.controllers import check_bots, named, read_bots_for

    found, sides = named(bots), read_bots_for(bundle.game, bots_for)
    check_bots(bundle.game, bundle.program, {found, *sides.values()})
    return found, sides


def open_bundle(path: Path | None, packs: tuple[Path, ...] = ()) -> Bundle:
    """The game that is named, or the only one under content/. Raises DiagnosticError."""
    from pycardgen.bundle.opening import SUFFIX, open_game

    if path is None:
        found = game_folders(())
        if len(found) > 1:
            names = ", ".join(map(str, found))
            raise click.UsageError(f"There are several games, name one: {names}")
        path = found[0]
    if path.suffix == SUFFIX or path.is_file():
        return open_game(path, packs)
    return open_game(game_folder(path), pack_folders(packs))


def choose_setup(
    bundle: Bundle, players: int | None, map_id: str | None, mission: str | None, settings: tuple[str, ...]
) -> Setup:
    """The set-up that is asked for. Shows what is wrong with it, and leaves the command with exit code 2."""
    from pycardgen.engine.options import make_setup

    return or_usage(lambda: make_setup(bundle.game, players, map_id, mission, settings))


T = TypeVar("T")


def or_usage(choose: Callable[[], T]) -> T:
    """What a person chose on the command line; diagnostics about it are shown, and the exit code is 2."""
    try:
        return choose()
    except DiagnosticError as error:
        show(error.diagnostics, err=True)
        raise click.exceptions.Exit(2) from None


def open_record(bundle: Bundle, file: Path) -> Record:
    """A recorded game of this bundle; what may differ is shown. Raises DiagnosticError."""
    from pycardgen.engine.record import read_record
    from pycardgen.engine.replay import check_record

    record = read_record(file)
    problems = check_record(record, bundle.game, bundle.digest)
    if failed(problems):
        raise DiagnosticError(*problems)
    if problems:
        show(problems, err=True)
    return record
