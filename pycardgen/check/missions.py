"""Missions: each fits the boards it names, the settings it fixes and the copies it sets aside."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pycardgen.check.graphs import indices, reached
from pycardgen.check.lookup import key_span, value_span
from pycardgen.diagnostics import Diagnostic, did_you_mean
from pycardgen.model.game import FieldValue, Game, MapDecl, MissionDecl, Setting
from pycardgen.model.types import BoolType, EnumType, IntType

_RULE = re.compile(r"^def\s+(\w+)", re.MULTILINE)


def check(game: Game) -> Iterable[Diagnostic]:
    """Problems of all missions."""
    rules = {name for file in game.rules for name in _RULE.findall(file.code.text)}
    for mission in game.missions.values():
        yield from _boards(game, mission)
        yield from _settings(game, mission)
        yield from _aside(game, mission)
        if mission.setup is not None and mission.setup not in rules:
            yield Diagnostic(
                "PCG0524",
                f"mission `{mission.id}` is set up by `{mission.setup}`, but there is no such rule",
                value_span(mission.definition.place, "setup"),
                hint=did_you_mean(mission.setup, rules) or f"write `def {mission.setup}():` in a rules file",
            )


def _boards(game: Game, mission: MissionDecl) -> Iterator[Diagnostic]:
    place = mission.definition.place
    for number, id_ in enumerate(mission.maps):
        map_ = game.maps.get(id_)
        if map_ is None:
            yield Diagnostic(
                "PCG0520",
                f"mission `{mission.id}` is played on map `{id_}`, which doesn't exist",
                value_span(place, "maps", number),
                hint=did_you_mean(id_, game.maps),
            )
        else:
            yield from _goals(mission, map_)
    usual = game.maps.get(game.default_map or "")
    if not mission.maps and usual is not None:
        yield from _goals(mission, usual)


def _goals(mission: MissionDecl, map_: MapDecl) -> Iterator[Diagnostic]:
    """Goals of a mission that a board doesn't have, or that the players can't reach on it."""
    place = mission.definition.place
    known = {space.definition.id for space in map_.spaces}
    steps = reached(map_.edges, indices(map_, map_.starts))
    for number, id_ in enumerate(mission.goals):
        if id_ not in known:
            yield Diagnostic(
                "PCG0521",
                f"the goal `{id_}` of mission `{mission.id}` is no space of map `{map_.id}`",
                value_span(place, "goals", number),
                hint=did_you_mean(id_, known),
            )
        elif map_.starts and not steps.keys() & set(indices(map_, [id_])):
            yield Diagnostic(
                "PCG0522",
                f"the goal `{id_}` of mission `{mission.id}` can't be reached on map `{map_.id}`",
                value_span(place, "goals", number),
                hint=f"`pycardgen map` shows what is reached from {', '.join(map_.starts)}",
            )


def _settings(game: Game, mission: MissionDecl) -> Iterator[Diagnostic]:
    place = mission.definition.place
    inner = place.inside("settings") if place and "settings" in place.container else None
    for name, value in mission.settings.items():
        setting = game.settings.get(name)
        if setting is None:
            yield Diagnostic(
                "PCG0525",
                f"mission `{mission.id}` fixes the setting `{name}`, which the game doesn't have",
                key_span(inner, name),
                hint=did_you_mean(name, game.settings),
            )
            continue
        wrong = setting_problem(game, setting, value)
        if wrong:
            yield Diagnostic("PCG0526", f"the setting `{name}` {wrong}", value_span(inner, name))


def setting_problem(game: Game, setting: Setting, value: FieldValue) -> str:
    """Why a setting can't have a value (`is at most 8`), or an empty string."""
    if isinstance(setting.type, IntType):
        if type(value) is not int:
            return "is an integer"
        if setting.low is not None and value < setting.low:
            return f"is at least {setting.low}"
        if setting.high is not None and value > setting.high:
            return f"is at most {setting.high}"
    if isinstance(setting.type, BoolType) and type(value) is not bool:
        return "is true or false"
    if isinstance(setting.type, EnumType):
        members = game.enums[setting.type.name].members
        if value not in members:
            return f"is one of {', '.join(members)}"
    return ""


def _aside(game: Game, mission: MissionDecl) -> Iterator[Diagnostic]:
    place = mission.definition.place
    inner = place.inside("aside") if place and "aside" in place.container else None
    for id_, count in mission.aside.items():
        definition = game.definitions.get(id_)
        if definition is None:
            yield Diagnostic(
                "PCG0527",
                f"mission `{mission.id}` sets aside `{id_}`, which doesn't exist",
                key_span(inner, id_),
                hint=did_you_mean(id_, game.definitions),
            )
        elif count > definition.count:
            yield Diagnostic(
                "PCG0528",
                f"mission `{mission.id}` sets aside {count} of `{id_}`, but there are {definition.count}",
                value_span(inner, id_),
                hint="`all` sets every copy aside",
            )
