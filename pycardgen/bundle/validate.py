"""What a loaded game always is, checked on one that was read from a bundle.

The loader makes sure of this while it can still point into YAML; a bundle may have been written by anyone.
The rules have their own check (`lang.verify`), which relies on this one.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import astuple
from typing import Any

from pycardgen.lang import ir
from pycardgen.lang.tables import walk
from pycardgen.model.game import MISSING, Definition, EntityDecl, Game, MapDecl, MissionDecl, StateDecl
from pycardgen.model.types import (
    BoolType,
    DictType,
    EntityType,
    EnumType,
    IdType,
    IntType,
    ListType,
    OptionalType,
    StrType,
    Type,
    ZoneType,
)

KINDS = frozenset(("card", "character", "enemy", "sector", "token", "die", "map", "mission", "player"))
MAX_COPIES = 100_000
MAX_PLAYERS = 64

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,79}")

Ids = Mapping[str, frozenset[str]]
"""The types of the definitions that have an id: spaces of several maps may share one."""


def check_game(game: Game) -> Iterator[str]:
    """What is wrong with a game, in words. Nothing when the rest of the tool can rely on it."""
    ids = _all_ids(game)
    yield from _check_names(game)
    yield from _check_frame(game)
    yield from _check_entities(game)
    for owner, states in _states(game):
        for state in states.values():
            yield from _check_state(game, ids, owner, states, state)
    for setting in game.settings.values():
        if not fits(setting.default, setting.type, game, ids):
            yield f"the default of setting {setting.name} isn't of type {setting.type}"
    yield from _check_definitions(game, ids)
    for board in game.maps.values():
        yield from _check_map(game, board)
    for mission in game.missions.values():
        yield from _check_mission(game, ids, mission)


def check_places(program: ir.Program) -> Iterator[str]:
    """Whether every node, function and effect stands at a place that the program's table has."""
    size = len(program.positions)
    parts = (*program.functions, *program.effects, *walk(tuple(f.body for f in program.functions)))
    if any(not 0 <= getattr(part, "at", 0) < size for part in parts):
        yield "its rules name a place that isn't there"


def is_name(name: str) -> bool:
    """Whether rules may use it: letters, digits and underscores, no keyword, none in front."""
    return bool(_NAME.fullmatch(name)) and not keyword.iskeyword(name)


def definitions_of(game: Game) -> Iterator[Definition]:
    """Every definition: the content's, maps, their spaces, missions."""
    yield from game.definitions.values()
    for board in game.maps.values():
        yield board.definition
        yield from (space.definition for space in board.spaces)
    yield from (mission.definition for mission in game.missions.values())


def fits(value: Any, kind: Type, game: Game, ids: Ids) -> bool:
    """Whether a printed value is of a type."""
    match kind:
        case IntType():
            return type(value) is int
        case BoolType():
            return type(value) is bool
        case StrType():
            return type(value) is str
        case EnumType(name):
            return type(value) is str and value in game.enums[name].members
        case IdType(entity) | EntityType(entity):
            found = ids.get(value, frozenset()) if type(value) is str else frozenset()
            return any(_is_a(game, one, entity) for one in found)
        case OptionalType(item):
            return value is None or fits(value, item, game, ids)
        case ListType(item):
            return type(value) is list and all(fits(part, item, game, ids) for part in value)
        case DictType(key, item):
            return type(value) is dict and all(
                fits(name, key, game, ids) and fits(part, item, game, ids) for name, part in value.items()
            )
    return False


def _all_ids(game: Game) -> Ids:
    found: dict[str, set[str]] = {}
    for definition in definitions_of(game):
        found.setdefault(definition.id, set()).add(definition.type)
    return {name: frozenset(types) for name, types in found.items()}


def _is_a(game: Game, entity: str, other: str) -> bool:
    """Whether a type is another or extends it (types that extend each other are refused elsewhere)."""
    for _ in range(len(game.entities) + 1):
        if entity == other:
            return True
        parent = game.entities[entity].extends if entity in game.entities else None
        if parent is None:
            return False
        entity = parent
    return False


# --- names ---------------------------------------------------------------------------------------


def _check_names(game: Game) -> Iterator[str]:
    """Names that end up in generated code are names, and things stand under their own name."""
    tables: dict[str, Mapping[str, Any]] = {
        "enum": game.enums,
        "type": game.entities,
        "state": game.state,
        "memory": game.memory,
        "setting": game.settings,
        "event": game.events,
        "value": game.values,
        "hook": game.hooks,
        "window": game.windows,
        "message": game.messages,
    }
    for entity in game.entities.values():
        tables[f"field of {entity.name}"] = entity.fields
        tables[f"state of {entity.name}"] = entity.state
    for what, table in tables.items():
        yield from _check_table(what, table, is_name)
    yield from _check_table("decision", game.decisions, lambda name: is_name(name.removeprefix("window:")))
    for signatures in (game.events, game.values, game.hooks, game.windows, game.decisions, game.messages):
        for signature in signatures.values():
            odd = next((name for name in signature.params if not is_name(name)), None)
            if odd is not None:
                yield f"{signature.name} has a parameter named {odd[:80]!r}"
    for scope in (*game.scopes, game.start):
        if not is_name(scope):
            yield f"{scope[:80]!r} is no name"


def _check_table(what: str, table: Mapping[str, Any], good: Callable[[str], bool]) -> Iterator[str]:
    for key, value in table.items():
        if value.name != key or not good(key):
            yield f"a {what} stands under the name {key[:80]!r}"


# --- the game's frame ----------------------------------------------------------------------------


def _check_frame(game: Game) -> Iterator[str]:
    low, high = game.players
    if not 1 <= low <= high <= MAX_PLAYERS:
        yield f"it is for {low} to {high} players"
    if not all(1 <= limit <= 10**9 for limit in astuple(game.limits)):
        yield "its limits aren't between 1 and a billion"
    if game.default_map is not None and game.default_map not in game.maps:
        yield f"its default map {game.default_map} isn't there"
    if game.default_mission is not None and game.default_mission not in game.missions:
        yield f"its default mission {game.default_mission} isn't there"
    for words in (game.sides, game.endings, *(enum.members for enum in game.enums.values())):
        if len(set(words)) != len(words) or not all(0 < len(word) <= 80 for word in words):
            yield "an enum has a word twice, an empty word or one that is too long"


def _check_entities(game: Game) -> Iterator[str]:
    if sum(entity.kind == "player" for entity in game.entities.values()) != 1:
        yield "it doesn't have exactly one type of kind player"
    for entity in game.entities.values():
        if entity.kind not in KINDS:
            yield f"type {entity.name} is of an unknown kind"
        yield from _check_parent(game, entity)
        for part in entity.fields.values():
            if not _storable(part.type):
                yield f"field {entity.name}.{part.name} can't be of type {part.type}"


def _check_parent(game: Game, entity: EntityDecl) -> Iterator[str]:
    """The type that an entity extends is there, holds no more than it, and isn't itself."""
    seen, at = {entity.name}, entity
    while at.extends is not None:
        parent = game.entities.get(at.extends)
        if parent is None or parent.name in seen:
            yield f"type {at.name} can't extend {at.extends[:80]}"
            return
        if not (parent.fields.keys() <= entity.fields.keys() and parent.state.keys() <= entity.state.keys()):
            yield f"type {entity.name} lacks what {parent.name} has"
        seen.add(parent.name)
        at = parent


def _storable(kind: Type) -> bool:
    """Whether a field, or a state that is no zone, may be of a type."""
    match kind:
        case OptionalType(item) | ListType(item):
            return _storable(item)
        case DictType(key, item):
            return isinstance(
                key, IntType | BoolType | StrType | EnumType | IdType | EntityType
            ) and _storable(item)
    return isinstance(kind, IntType | BoolType | StrType | EnumType | IdType | EntityType)


def _states(game: Game) -> Iterator[tuple[str, Mapping[str, StateDecl]]]:
    """All tables of state, each with a name for messages."""
    yield "game", game.state
    yield "memory", game.memory
    for entity in game.entities.values():
        yield entity.name, entity.state


def _check_state(
    game: Game, ids: Ids, owner: str, states: Mapping[str, StateDecl], state: StateDecl
) -> Iterator[str]:
    name = f"{owner}.{state.name}"
    if isinstance(state.type, ZoneType):
        if not isinstance(state.type.item, EntityType) or state.default is not MISSING or owner == "memory":
            yield f"the zone {name} isn't declared as a zone is"
        if any(start not in game.entities for start in state.start):
            yield f"the zone {name} starts with copies of an unknown type"
        other = states.get(state.recycle) if state.recycle is not None else state
        if other is None or other.type != state.type:
            yield f"the zone {name} can't recycle {state.recycle}"
        return
    if not _storable(state.type) or state.active or state.start or state.recycle is not None:
        yield f"the state {name} isn't declared as a state is"
    if state.default is not MISSING and not fits(state.default, state.type, game, ids):
        yield f"the default of {name} isn't of type {state.type}"
    if state.resets is not None and state.resets not in game.scopes:
        yield f"{name} resets with an unknown scope"
    if state.sample is not None and not is_name(state.sample):
        yield f"{name} is sampled by no name"


# --- content -------------------------------------------------------------------------------------


def _check_definitions(game: Game, ids: Ids) -> Iterator[str]:
    copies = 0
    for key, definition in game.definitions.items():
        if key != definition.id:
            yield f"a definition stands under the id {key[:80]!r}"
    for definition in definitions_of(game):
        entity = game.entities.get(definition.type)
        if not _ID.fullmatch(definition.id) or entity is None:
            yield f"the definition {definition.id[:80]!r} has no good id or type"
            continue
        copies += definition.count
        if not 0 <= definition.count <= MAX_COPIES:
            yield f"{definition.id} has {definition.count} copies"
        if definition.fields.keys() != entity.fields.keys():
            yield f"{definition.id} doesn't have the fields of {entity.name}"
            continue
        for name, value in definition.fields.items():
            if not fits(value, entity.fields[name].type, game, ids):
                yield f"field {name} of {definition.id} isn't of type {entity.fields[name].type}"
    if copies > MAX_COPIES:
        yield f"it has more than {MAX_COPIES} copies"


def _check_map(game: Game, board: MapDecl) -> Iterator[str]:
    name, size = board.id[:80], len(board.spaces)
    kinds = [
        game.entities[s.definition.type].kind for s in board.spaces if s.definition.type in game.entities
    ]
    if game.maps.get(board.id) is not board or len(kinds) != size or any(kind != "sector" for kind in kinds):
        yield f"the map {name} doesn't hold sectors under its id"
    spaces = {space.definition.id for space in board.spaces}
    if len(spaces) != size:
        yield f"the map {name} has a space twice"
    if len(board.edges) != size or len(board.sides) not in (0, size):
        yield f"the map {name} doesn't have edges for each space"
    if any(not 0 <= to < size for row in board.edges for to in row):
        yield f"the map {name} has an edge that leads nowhere"
    if (
        any(not -1 <= to < size for row in board.sides for to in row)
        or len({len(r) for r in board.sides}) > 1
    ):
        yield f"the map {name} has sides that lead nowhere"
    if not spaces.issuperset(board.starts) or not spaces.issuperset(board.goals):
        yield f"a start or goal of the map {name} isn't on it"


def _check_mission(game: Game, ids: Ids, mission: MissionDecl) -> Iterator[str]:
    name = mission.id[:80]
    if game.missions.get(mission.id) is not mission or any(board not in game.maps for board in mission.maps):
        yield f"the mission {name} stands under another id or is played on an unknown map"
    for key, value in mission.settings.items():
        setting = game.settings.get(key)
        if setting is None or not fits(value, setting.type, game, ids):
            yield f"the mission {name} fixes the setting {key[:80]!r} wrongly"
    if any(one not in game.definitions or count < -1 for one, count in mission.aside.items()):
        yield f"the mission {name} sets aside what isn't there"
    if mission.setup is not None and not is_name(mission.setup):
        yield f"the mission {name} is set up by no name"
