"""Missions: each fits the boards it names, and the copies it sets aside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pycardgen.check.lookup import key_span, value_span
from pycardgen.diagnostics import Diagnostic, did_you_mean
from pycardgen.model.game import Game, MapDecl, MissionDecl


def check(game: Game) -> Iterable[Diagnostic]:
    """Problems of all missions."""
    for mission in game.missions.values():
        yield from _boards(game, mission)
        yield from _aside(game, mission)


def _boards(game: Game, mission: MissionDecl) -> Iterator[Diagnostic]:
    """The boards it names, or the one that is played on when none is named."""
    names = mission.maps or ((game.default_map,) if game.default_map else ())
    for name in names:
        if name in game.maps:
            yield from _goals(mission, game.maps[name])


def _goals(mission: MissionDecl, map_: MapDecl) -> Iterator[Diagnostic]:
    """Goals of a mission that a board doesn't have. Whether they can be reached is the map's own check."""
    known = {space.definition.id for space in map_.spaces}
    for number, id_ in enumerate(mission.goals):
        if id_ not in known:
            yield Diagnostic(
                "PCG0520",
                f"the goal `{id_}` of mission `{mission.id}` is no space of map `{map_.id}`",
                value_span(mission.definition.place, "goals", number),
                hint=did_you_mean(id_, known),
            )


def _aside(game: Game, mission: MissionDecl) -> Iterator[Diagnostic]:
    place = mission.definition.place
    inner = place.inside("aside") if place and "aside" in place.container else None
    for id_, count in mission.aside.items():
        definition = game.definitions.get(id_)
        if definition is None and (game.failed_files or id_ in game.broken):
            continue
        if definition is None:
            yield Diagnostic(
                "PCG0521",
                f"mission `{mission.id}` sets aside `{id_}`, which doesn't exist",
                key_span(inner, id_),
                hint=did_you_mean(id_, game.definitions),
            )
        elif count > definition.count:
            yield Diagnostic(
                "PCG0522",
                f"mission `{mission.id}` sets aside {count} of `{id_}`, but there are {definition.count}",
                value_span(inner, id_),
                hint="`all` sets every copy aside",
            )
