"""`pycardgen bom`: the bill of materials, expected, found and printed."""

from __future__ import annotations

import json
from pathlib import Path

import click

from pycardgen.check.counts import BomLine, bill
from pycardgen.cli.common import console, game_folders, games_argument, load, pack_folders, packs_option
from pycardgen.model.game import Game


@click.command()
@games_argument
@packs_option
@click.option(
    "--format",
    "style",
    type=click.Choice(("text", "json")),
    default="text",
    show_default=True,
    help="How to report.",
)
@click.pass_context
def command(context: click.Context, games: tuple[Path, ...], packs: tuple[Path, ...], style: str) -> None:
    """Compare the component list with what the files define.

    Expected is what game.yaml lists, found what the files define, printed what the print jobs draw.
    """
    extra = pack_folders(packs)
    bills = [(game, bill(game)) for game in (load(folder, extra) for folder in game_folders(games))]
    if style == "json":
        click.echo(json.dumps({"version": 1, "games": [_plain(*one) for one in bills]}, indent=2))
    else:
        for game, lines in bills:
            _print(game, lines)
    if any(line.expected not in (None, line.found) for _, lines in bills for line in lines):
        context.exit(1)


def _plain(game: Game, lines: list[BomLine]) -> dict[str, object]:
    keys = ("name", "of", "expected", "found", "printed")
    return {
        "id": game.id,
        "title": game.title,
        "lines": [{k: getattr(line, k) for k in keys} for line in lines],
    }


def _print(game: Game, lines: list[BomLine]) -> None:
    from rich.table import Table

    table = Table(title=game.title, title_justify="left", box=None, pad_edge=False)
    table.add_column("component")
    table.add_column("type")
    for title in ("expected", "found", "printed"):
        table.add_column(title, justify="right")
    table.add_column("")
    for line in lines:
        wrong = line.expected not in (None, line.found)
        note = "differs" if wrong else "not listed" if line.expected is None else ""
        expected = "-" if line.expected is None else str(line.expected)
        row = (line.name, line.of, expected, str(line.found), str(line.printed), note)
        table.add_row(*row, style="red" if wrong else None)
    console().print(table)
