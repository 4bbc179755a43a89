"""From what a person asks for to a set-up: players, map, mission and settings, all checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pycardgen.diagnostics import Collector, Diagnostic, DiagnosticError, Report, did_you_mean
from pycardgen.engine.api import Setup
from pycardgen.model.game import FieldValue, Game, MissionDecl, Setting
from pycardgen.model.types import BoolType, EntityType, EnumType, IdType, IntType, OptionalType, StrType

_WORDS = {"true": True, "false": False, "yes": True, "no": False, "on": True, "off": False}


def make_setup(
    game: Game,
    players: int | None = None,
    map_id: str | None = None,
    mission_id: str | None = None,
    settings: Sequence[str] = (),
) -> Setup:
    """A set-up from what a person asked for; `settings` are texts such as `rounds=12`.

    What isn't asked for is the game's or the mission's default, the number of players the middle of its
    range. Raises DiagnosticError with every problem (PCG0950 to PCG0956).
    """
    problems = Collector()
    chosen = _choose_mission(game, mission_id, problems)
    setup = Setup(
        players=_choose_players(game, players, problems),
        map=_choose_map(game, map_id, chosen, problems),
        mission=chosen.id if chosen is not None else None,
        settings=_choose_settings(game, chosen, settings, problems),
        packs=game.packs,
    )
    if problems.found:
        raise DiagnosticError(*problems.found)
    return setup


def check_setup(game: Game, setup: Setup) -> list[Diagnostic]:
    """What is wrong with a set-up that was recorded, for this game."""
    problems = Collector()
    _choose_players(game, setup.players, problems)
    mission = _choose_mission(game, setup.mission, problems) if setup.mission is not None else None
    if setup.map is not None:
        _choose_map(game, setup.map, mission, problems)
    for name in sorted(game.settings.keys() - setup.settings.keys()):
        problems(Diagnostic("PCG0951", f"the setting `{name}` has no value", hint="record the game again"))
    for name, value in setup.settings.items():
        setting = game.settings.get(name)
        if setting is None:
            problems(_unknown("PCG0951", "setting", name, game.settings))
        elif not _is_value(game, setting, value):
            problems(_bad_value(game, setting, repr(value)))
    return problems.found


def _unknown(code: str, what: str, name: str, known: Iterable[str]) -> Diagnostic:
    names = sorted(known)
    hint = did_you_mean(name, names) or (f"there are: {', '.join(names)}" if names else "the game has none")
    return Diagnostic(code, f"there is no {what} `{name}`", hint=hint)


def _choose_players(game: Game, players: int | None, report: Report) -> int:
    low, high = game.players
    if players is None:
        return (low + high) // 2
    if not low <= players <= high:
        count = str(low) if low == high else f"{low} to {high}"
        report(
            Diagnostic(
                "PCG0950", f"{game.title} is not for {players} players", hint=f"it is for {count}: --players"
            )
        )
    return players


def _choose_mission(game: Game, name: str | None, report: Report) -> MissionDecl | None:
    if name is None:
        name = game.default_mission
    if name is None:
        return None
    if name not in game.missions:
        report(_unknown("PCG0954", "mission", name, game.missions))
    return game.missions.get(name)


def _choose_map(game: Game, name: str | None, mission: MissionDecl | None, report: Report) -> str | None:
    """The map that is asked for, the mission's first, or the game's."""
    if name is None:
        return mission.maps[0] if mission is not None and mission.maps else game.default_map
    if name not in game.maps:
        report(_unknown("PCG0953", "map", name, game.maps))
    elif mission is not None and mission.maps and name not in mission.maps:
        hint = f"it is played on {', '.join(mission.maps)}"
        report(
            Diagnostic("PCG0955", f"the mission `{mission.id}` is not played on the map `{name}`", hint=hint)
        )
    return name


# --- settings ------------------------------------------------------------------------------------


def _choose_settings(
    game: Game, mission: MissionDecl | None, texts: Sequence[str], report: Report
) -> Mapping[str, FieldValue]:
    fixed = mission.settings if mission is not None else {}
    values = {name: fixed.get(name, setting.default) for name, setting in game.settings.items()}
    for text in texts:
        name, equals, written = text.partition("=")
        setting = game.settings.get(name)
        if not equals:
            hint = f"write it as {name}=VALUE"
            report(Diagnostic("PCG0952", f"`{text}` gives the setting no value", hint=hint))
        elif setting is None:
            report(_unknown("PCG0951", "setting", name, game.settings))
        else:
            value = _read_value(setting, written)
            if not _is_value(game, setting, value):
                report(_bad_value(game, setting, f"`{written}`"))
            elif name in fixed and fixed[name] != value:
                message = f"the mission fixes the setting `{name}` to {_shown(fixed[name])}"
                report(Diagnostic("PCG0956", message, hint="leave it out, or choose another mission"))
            else:
                values[name] = value
    return values


def _read_value(setting: Setting, written: str) -> FieldValue:
    """A value as it is written on the command line; the text itself when it can't be read."""
    kind = setting.type
    if isinstance(kind, OptionalType):
        if written == "none":
            return None
        kind = kind.item
    if isinstance(kind, BoolType):
        return _WORDS.get(written.lower(), written)
    if isinstance(kind, IntType):
        digits = written.removeprefix("-")
        return int(written) if digits.isascii() and digits.isdigit() and len(digits) < 19 else written
    return written


def _is_value(game: Game, setting: Setting, value: FieldValue) -> bool:
    kind = setting.type
    if isinstance(kind, OptionalType):
        if value is None:
            return True
        kind = kind.item
    match kind:
        case IntType():
            return type(value) is int and _within(setting, value)
        case BoolType():
            return type(value) is bool
        case StrType():
            return type(value) is str
        case EnumType(name):
            return type(value) is str and value in game.enums[name].members
        case IdType() | EntityType():
            return type(value) is str and value in game.definitions
    return bool(value == setting.default)


def _within(setting: Setting, value: int) -> bool:
    return (setting.low is None or value >= setting.low) and (setting.high is None or value <= setting.high)


def _bad_value(game: Game, setting: Setting, written: str) -> Diagnostic:
    """What the setting may be, and the nearest word."""
    hint = f"it may be {expected(game, setting)}"
    if isinstance(setting.type, EnumType):
        hint = did_you_mean(written.strip("`'"), game.enums[setting.type.name].members) or hint
    return Diagnostic("PCG0952", f"the setting `{setting.name}` can't be {written}", hint=hint)


def expected(game: Game, setting: Setting) -> str:
    """What a setting may be, in words."""
    match setting.type:
        case BoolType():
            return "true or false"
        case EnumType(name):
            return ", ".join(game.enums[name].members)
        case IntType():
            low = "" if setting.low is None else f" from {setting.low}"
            return f"a whole number{low}" + ("" if setting.high is None else f" to {setting.high}")
    return f"of type {setting.type}"


def _shown(value: FieldValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
