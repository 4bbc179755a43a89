"""`pycardgen check`: find every problem of games."""

from __future__ import annotations

from pathlib import Path

import click

from pycardgen.cli.common import (
    FORMATS,
    failed,
    game_folders,
    games_argument,
    pack_folders,
    packs_option,
    show,
)
from pycardgen.diagnostics import Diagnostic


@click.command()
@games_argument
@packs_option
@click.option(
    "--format", "style", type=click.Choice(FORMATS), default="text", show_default=True, help="How to report."
)
@click.pass_context
def command(context: click.Context, games: tuple[Path, ...], packs: tuple[Path, ...], style: str) -> None:
    """Find every problem of games.

    A GAME is a folder with a game.yaml; without any, every one under content/ is checked.
    """
    from pycardgen.check import check_game
    from pycardgen.source.pause import collector_paused

    extra = pack_folders(packs)
    found: dict[Diagnostic, None] = {}
    with collector_paused():
        for folder in game_folders(games):
            found.update(dict.fromkeys(check_game(folder, extra)))
    show(list(found), style)
    if failed(found):
        context.exit(1)
