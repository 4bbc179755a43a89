"""`pycardgen map`: facts about a map, and the map itself."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pycardgen.cli.common import game_folder, load, pack_folders, packs_option
from pycardgen.diagnostics import did_you_mean
from pycardgen.model.game import Game, MapDecl

if TYPE_CHECKING:
    from pycardgen.check.graphs import MapFacts, Way
    from pycardgen.check.tiles import Layout


@click.command()
@click.argument("game", type=click.Path(path_type=Path))
@click.argument("map_id", required=False, metavar="[MAP]")
@packs_option
@click.option(
    "--by", metavar="FIELD", help="The field that spaces are told apart by; the first enum if not given."
)
@click.option(
    "--svg",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the board, with the facts drawn over it, to a file.",
)
@click.option(
    "--distances",
    metavar="SPACE",
    help="With --svg: the steps that are shown are those from this space; else those to the nearest goal.",
)
@click.option(
    "--output",
    "-o",
    type=click.Path(path_type=Path, dir_okay=False),
    help="With --seed or --record: draw the map in play, to a file .svg or .png.",
)
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="Bots play a game with this seed.")
@click.option(
    "--record",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The game is one that `pycardgen play --record` wrote.",
)
@click.option("--rounds", type=click.IntRange(0), metavar="N", help="As it stands at the end of round N.")
@click.option("--steps", type=click.IntRange(0), metavar="N", help="As it stands after N steps of the rules.")
@click.option("--players", type=int, metavar="N", help="With --seed: how many players.")
@click.option("--mission", metavar="M", help="With --seed: the mission to play.")
@click.option(
    "--set", "settings", multiple=True, metavar="K=V", help="With --seed: give a setting of the game a value."
)
@click.option(
    "--seat", type=click.IntRange(1), metavar="N", help="As this seat sees it; else as everybody does."
)
@click.option("--all", "everything", is_flag=True, help="What is hidden from everybody is drawn too.")
@click.option(
    "--format",
    "style",
    type=click.Choice(("text", "json", "sketch")),
    default="text",
    show_default=True,
    help="How to report; a sketch is what `new map` makes a map from.",
)
def command(
    game: Path,
    map_id: str | None,
    packs: tuple[Path, ...],
    by: str | None,
    svg: Path | None,
    distances: str | None,
    output: Path | None,
    seed: int | None,
    record: Path | None,
    rounds: int | None,
    steps: int | None,
    players: int | None,
    mission: str | None,
    settings: tuple[str, ...],
    seat: int | None,
    everything: bool,
    style: str,
) -> None:
    """Show facts about a map, and draw it, in play too.

    MAP is the id of a map; the game's default map if not given, or its only one. With --seed or --record the
    map is drawn as it stands at a moment of a game.
    """
    from pycardgen.check.graphs import facts

    if seed is not None or record is not None:
        given: dict[str, object] = {"--svg": svg, "--distances": distances, "--by": by}
        if record is not None:
            of_bots: dict[str, object] = {
                "--seed": seed,
                "MAP": map_id,
                "--players": players,
                "--mission": mission,
            }
            given |= {**of_bots, "--set": settings or None}
        _only(given, "a map in play", "--record" if record is not None else "--seed")
        if output is None:
            raise click.UsageError("Where is the map in play drawn? Say `--output FILE.svg`, or FILE.png.")
        if seat is not None and everything:
            raise click.UsageError("--seat and --all don't go together: a seat doesn't see everything.")
        from pycardgen.cli.map_play import Wanted, draw_play

        moment = (rounds, steps, seat, everything)
        draw_play(Wanted(game, packs, output, record, seed, players, map_id, mission, settings, *moment))
        return
    of_play: dict[str, object] = {
        "--output": output,
        "--rounds": rounds,
        "--steps": steps,
        "--players": players,
    }
    of_play |= {"--mission": mission, "--set": settings or None, "--seat": seat, "--all": everything or None}
    _only(of_play, "a map as it is printed", "only --seed or --record plays a game")
    loaded = load(game_folder(game), pack_folders(packs))
    map_ = find_map(loaded, map_id)
    if svg is not None:
        from pycardgen.cli.map_svg import write_svg

        write_svg(loaded, map_, distances, svg)
    if style == "json":
        click.echo(json.dumps({"version": 1, "map": asdict(facts(loaded, map_))}, indent=2))
    elif style == "sketch":
        _sketch(loaded, map_)
    else:
        _print(loaded, map_, by)


def _only(given: Mapping[str, object], what: str, why: str) -> None:
    """Raise click.UsageError for the first option that was given and says nothing there."""
    for name, value in given.items():
        if value is not None:
            raise click.UsageError(f"{name} says nothing about {what} ({why}).")


def find_map(game: Game, map_id: str | None) -> MapDecl:
    """The map that is meant. Raises click.UsageError."""
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

    found = facts(game, map_)
    click.echo(f"{found.name} ({found.id}): {found.spaces} spaces, {found.edges} edges")
    for name, value in map_.definition.fields.items():
        if isinstance(value, str) and not any(space.definition.id == value for space in map_.spaces):
            click.echo(f"{name}: {value}")
    click.echo()
    draw_map(game, map_, by)
    click.echo()
    for line in facts_in_words(map_, found):
        click.echo(line)


def draw_map(game: Game, map_: MapDecl, by: str | None) -> None:
    """Print a map as wide as the terminal has room for; 80 columns to a file or a pipe."""
    from pycardgen.cli.terminal_map import draw
    from pycardgen.diagnostics.reporters import wants_color

    color = wants_color(sys.stdout)
    room = shutil.get_terminal_size((80, 24)).columns if sys.stdout.isatty() else 80
    for line in draw(game, map_, by, color, room):
        click.echo(line, color=color)


def facts_in_words(map_: MapDecl, found: MapFacts) -> Iterator[str]:
    """The facts about a map, a line each."""
    names = {space.definition.id: _named(space.definition.id, space.definition.name) for space in map_.spaces}
    for name, counts in found.kinds.items():
        shares = (f"{value} {_share(count, found.spaces)}" for value, count in counts.items())
        yield f"{name}: {', '.join(shares)}"
    for way in (*found.ways, *found.meetings):
        yield f"{names[way.start]} to {names[way.goal]}: {_way(way)}"
    yield f"choke points: {_listed(found.choke_points)}"
    yield f"dead ends: {_listed(found.dead_ends)}"
    if found.one_way:
        yield f"one-way edges: {found.one_way}"
    if found.longest is not None:
        yield f"longest distance: {found.longest} steps"
    if found.wide is not None:
        yield f"wide (a way on every side): {_share(found.wide, found.spaces)}"
    mirrors = (
        f"{m.name} {'exact' if m.matched == m.total else f'{m.matched} of {m.total}'}" for m in found.mirrors
    )
    yield f"symmetry: {', '.join(mirrors)}"
    for laid in found.tiles:
        yield f"{laid.name}: {laid.spaces} spaces, {_joined(laid)}"


def _named(id_: str, name: str) -> str:
    """A space by its name, where it has one of its own."""
    from pycardgen.model.names import printed_name

    return id_ if name in (id_, printed_name(id_)) else f"{name} ({id_})"


def _share(count: int, whole: int) -> str:
    """A number, with its share of the whole where that says something."""
    from pycardgen.check.facts import percent

    share = percent(count, whole)
    return f"{count} ({share} %)" if share else str(count)


def _way(way: Way) -> str:
    steps = "no way" if way.steps is None else f"{way.steps} step{'s' * (way.steps != 1)}"
    return steps if way.cut is None else f"{steps}, cut by blocking {way.cut}"


def _joined(laid: Layout) -> str:
    if laid.parts != 1:
        return f"in {laid.parts} parts"
    tiles = f"{len(laid.used)} of {laid.tiles} tiles"
    return f"joined by turning tiles in {laid.joined} of {laid.layings} layings, with {tiles}"


def _listed(ids: tuple[str, ...]) -> str:
    return f"{len(ids)}: {', '.join(ids)}" if ids else "none"


def _sketch(game: Game, map_: MapDecl) -> None:
    """The map in letters, and what they mean."""
    from pycardgen.model.sketch import letters, sketch_of

    if map_.grid.shape == "graph":
        raise click.UsageError(f"The map '{map_.id}' is a graph: sketches are of grids.")
    like = game.maps.get(game.default_map or "", map_)
    like = like if like.definition.type == map_.definition.type and like.grid.shape != "graph" else map_
    known = letters(game, like)
    click.echo(f"# {map_.definition.name}")
    for letter in known.values():
        click.echo(f"# {letter.sign}  {letter.about}")
    for line in sketch_of(game, map_, known):
        click.echo(line)
