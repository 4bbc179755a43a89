"""`pycardgen map`: facts about a map, and the map itself."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

import click

from pycardgen.cli.common import game_folder, load, pack_folders, packs_option
from pycardgen.diagnostics import did_you_mean
from pycardgen.model.game import Game, MapDecl


@click.command()
@click.argument("game", type=click.Path(path_type=Path))
@click.argument("map_id", required=False, metavar="[MAP]")
@packs_option
@click.option(
    "--by", metavar="FIELD", help="The field that spaces are told apart by; the first enum if not given."
)
@click.option(
    "--svg", type=click.Path(path_type=Path, dir_okay=False), help="Write the printed board to a file."
)
@click.option("--format", "style", type=click.Choice(("text", "json")), default="text", show_default=True)
def command(
    game: Path, map_id: str | None, packs: tuple[Path, ...], by: str | None, svg: Path | None, style: str
) -> None:
    """Show facts about a map, and draw it.

    MAP is the id of a map; the game's default map if not given, or its only one.
    """
    from pycardgen.check.graphs import facts

    loaded = load(game_folder(game), pack_folders(packs))
    map_ = _find(loaded, map_id)
    if style == "json":
        click.echo(json.dumps({"version": 1, "map": asdict(facts(loaded, map_))}, indent=2))
    else:
        _print(loaded, map_, by)
    if svg is not None:
        from pycardgen.cli.build import write_board

        write_board(loaded, map_, svg)


def _find(game: Game, map_id: str | None) -> MapDecl:
    """The map that is meant."""
    wanted = map_id or game.default_map or (next(iter(game.maps)) if len(game.maps) == 1 else None)
    if wanted is None:
        listed = ", ".join(game.maps) or "it has none"
        raise click.UsageError(f"Which map of '{game.id}'? {listed[:1].upper()}{listed[1:]}.")
    if wanted not in game.maps:
        hint = did_you_mean(wanted, game.maps) or f"there are {', '.join(game.maps)}"
        raise click.UsageError(f"'{game.id}' has no map '{wanted}': {hint}")
    return game.maps[wanted]


def _print(game: Game, map_: MapDecl, by: str | None) -> None:
    from pycardgen.check.graphs import facts
    from pycardgen.cli.terminal_map import draw
    from pycardgen.diagnostics.reporters import wants_color

    found = facts(game, map_)
    click.echo(f"{found.name} ({found.id}): {found.spaces} spaces, {found.edges} edges")
    click.echo()
    color = wants_color(sys.stdout)
    for line in draw(game, map_, by, color):
        click.echo(line, color=color)
    click.echo()
    for name, counts in found.kinds.items():
        click.echo(f"{name}: " + ", ".join(f"{value} {count}" for value, count in counts.items()))
    for way in found.ways:
        steps = "no way" if way.steps is None else f"{way.steps} step{'s' * (way.steps != 1)}"
        cut = "" if way.cut is None else f", cut by blocking {way.cut}"
        click.echo(f"{way.start} to {way.goal}: {steps}{cut}")
    click.echo(f"choke points: {_listed(found.choke_points)}")
    click.echo(f"dead ends: {_listed(found.dead_ends)}")
    if found.one_way:
        click.echo(f"one-way edges: {found.one_way}")
    if found.longest is not None:
        click.echo(f"longest distance: {found.longest} steps")
    mirrors = (
        f"{m.name} {'exact' if m.matched == m.total else f'{m.matched} of {m.total}'}" for m in found.mirrors
    )
    click.echo(f"symmetry: {', '.join(mirrors)}")


def _listed(ids: tuple[str, ...]) -> str:
    return f"{len(ids)}: {', '.join(ids)}" if ids else "none"
