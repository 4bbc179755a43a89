"""`pycardgen map --svg`: the board with the facts drawn over it."""

from __future__ import annotations

from pathlib import Path

import click

from pycardgen.check.graphs import facts, steps_around
from pycardgen.cli.map import facts_in_words
from pycardgen.diagnostics import Collector, DiagnosticError, did_you_mean
from pycardgen.layout.fact_sheet import Facts, fact_sheet
from pycardgen.layout.game_kit import load_kit, load_looks
from pycardgen.model.game import Game, MapDecl
from pycardgen.paint.files import write
from pycardgen.paint.svg import paint_svg


def write_svg(game: Game, map_: MapDecl, origin: str | None, path: Path) -> None:
    """Draw a map and what is known of it. `origin`: the space from which steps are counted.

    Raises click.UsageError for one that isn't there.
    """
    ids = [space.definition.id for space in map_.spaces]
    if origin is not None and origin not in ids:
        hint = did_you_mean(origin, ids) or "see `pycardgen map` for its spaces"
        raise click.UsageError(f"The map '{map_.id}' has no space '{origin}': {hint}")
    problems = Collector()
    found = facts(game, map_)
    about = f"steps from {origin}" if origin else "steps to the nearest goal" if map_.goals else ""
    lines = [f"{found.spaces} spaces, {found.edges} edges", *facts_in_words(map_, found)]
    if found.choke_points or found.dead_ends:
        lines.append("rings: whole around choke points, dashed around dead ends")
    drawn = Facts(steps_around(map_, origin), found.choke_points, found.dead_ends, about, lines)
    kit = load_kit(game, "a4", problems)
    sheet = fact_sheet(game, map_, kit, load_looks(game, problems), drawn, problems)
    if problems.failed:
        raise DiagnosticError(*dict.fromkeys(problems.found))
    write(path, paint_svg(sheet, f"{game.title}: {map_.title or map_.definition.name}"))
