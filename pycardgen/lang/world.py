"""What rules may speak of: a game's types, constants and content, arranged for looking up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pycardgen.model.game import Definition, FieldDecl, Game, StateDecl
from pycardgen.model.types import (
    BOOL,
    INT,
    NEVER,
    STR,
    BoolType,
    DictType,
    EntityType,
    EnumType,
    FuncType,
    IdType,
    IntType,
    ListType,
    NeverType,
    NoneType,
    OptionalType,
    StrType,
    Type,
    ZoneType,
)
from pycardgen.records import dataclass, field

UNKNOWN = EntityType("?")
"""The type of what was wrong already: it fits everywhere, so that one mistake is reported once."""

BOX = ZoneType(NEVER)
"""The type of `box`: it accepts copies of every type and gives none."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """What `x.name` is: `owner` is the type that declares it; `decl` None for `id`, `name`, `seat`."""

    owner: str
    type: Type
    decl: FieldDecl | StateDecl | None


@dataclass(slots=True, eq=False)
class World:
    """A game, arranged. Made by `world_of`."""

    game: Game
    enums: dict[str, tuple[str, ...]]
    entities: dict[str, tuple[str, ...]]
    player: str
    ids: dict[str, list[str]]
    constants: dict[str, Type]
    unrelated: dict[str, str]
    owners: dict[str, list[str | None]] = field(default_factory=dict)
    _spaces: dict[str, Type | None] = field(default_factory=dict)

    # --- entity types ---

    def ancestors(self, entity: str) -> tuple[str, ...]:
        """An entity type and those that it extends, itself first."""
        return self.entities.get(entity, (entity,))

    def extends(self, entity: str, other: str) -> bool:
        """Whether one entity type is or extends another."""
        return other in self.ancestors(entity)

    def related(self, one: str, other: str) -> bool:
        """Whether a copy could be of both types."""
        return self.extends(one, other) or self.extends(other, one)

    def kind(self, entity: str) -> str:
        """The kind of an entity type, "" when there is no such type."""
        decl = self.game.entities.get(entity)
        return decl.kind if decl else ""

    def common(self, entities: Iterable[str]) -> str | None:
        """The nearest type that all extend; None when there is none."""
        found: tuple[str, ...] | None = None
        for entity in entities:
            line = self.ancestors(entity)
            found = line if found is None else tuple(name for name in found if name in line)
        return found[0] if found else None

    def attribute(self, entity: str, name: str) -> Attribute | None:
        """What `x.name` is for an `x` of an entity type."""
        decl = self.game.entities.get(entity)
        if decl is None:
            return None
        if name == "id":
            return Attribute(entity, IdType(entity), None)
        if name == "name":
            return Attribute(entity, STR, None)
        if name == "seat" and entity == self.player:
            return Attribute(entity, INT, None)
        found = decl.fields.get(name) or decl.state.get(name)
        if found is None:
            return None
        owner = entity
        for ancestor in self.ancestors(entity):
            above = self.game.entities.get(ancestor)
            if above and (name in above.fields or name in above.state):
                owner = ancestor
        return Attribute(owner, found.type, found)

    def attributes(self, entity: str) -> list[str]:
        """Every name that may follow the dot."""
        decl = self.game.entities.get(entity)
        own = [*decl.fields, *decl.state] if decl else []
        return ["id", "name", *(["seat"] if entity == self.player else []), *own]

    def space(self, entity: str) -> Type | None:
        """The type of what lies around a space: the nearest that covers all spaces of the maps that hold such
        a space. None when these have nothing in common.
        """
        if entity not in self._spaces:
            found = {entity}
            for one in self.game.maps.values():
                kinds = {space.definition.type for space in one.spaces}
                if any(self.related(kind, entity) for kind in kinds):
                    found |= kinds
            common = self.common(sorted(found))
            self._spaces[entity] = EntityType(common) if common else None
        return self._spaces[entity]

    def has_id(self, word: str, entity: str) -> bool:
        """Whether a definition of an entity type has this id."""
        return any(self.extends(kind, entity) for kind in self.ids.get(word, ()))

    def ids_of(self, entity: str) -> list[str]:
        """The ids of an entity type's definitions."""
        return [word for word, kinds in self.ids.items() if any(self.extends(kind, entity) for kind in kinds)]

    def lies_in_zones(self, entity: str) -> bool:
        """Whether copies of an entity type can be moved: some zone holds such copies."""
        return any(
            isinstance(held, EntityType) and self.related(entity, held.name) for held in _held(self.game)
        )

    def owners_of(self, entity: str) -> list[str | None]:
        """Who may own a zone in which a copy's behaviours are in force; None stands for the game."""
        if entity not in self.owners:
            found: list[str | None] = []
            if entity == self.player:
                found.append(entity)
            for owner, decl in _active_zones(self.game):
                held = decl.type.item if isinstance(decl.type, ZoneType) else None
                fits = isinstance(held, EntityType) and self.related(entity, held.name)
                if fits and owner not in found:
                    found.append(owner)
            self.owners[entity] = found
        return self.owners[entity]

    # --- types ---

    def malformed(self, kind: Type) -> str:
        """Why a type can't be that of a parameter, result or local; empty when it can."""
        if isinstance(kind, EnumType):
            return "" if kind.name in self.enums else f"unknown type `{kind.name}`"
        if isinstance(kind, EntityType):
            return "" if kind.name in self.entities else f"unknown type `{kind.name}`"
        if isinstance(kind, IdType):
            return "" if kind.entity in self.entities else "`id` needs an entity type"
        if isinstance(kind, ZoneType):
            return (
                self.malformed(kind.item)
                if isinstance(kind.item, EntityType)
                else "a zone holds an entity type"
            )
        if isinstance(kind, ListType):
            return self._unfit_item(kind.item)
        if isinstance(kind, DictType):
            if not isinstance(kind.key, IntType | BoolType | StrType | EnumType | IdType | EntityType):
                return f"a dict's key can't be `{kind.key}`"
            return self.malformed(kind.key) or self._unfit_item(kind.value)
        if isinstance(kind, OptionalType):
            if isinstance(kind.item, OptionalType | NoneType):
                return "`T | None` can't be nested"
            return self.malformed(kind.item)
        if isinstance(kind, FuncType | NeverType):
            return f"`{kind}` is not a type that can be written"
        return ""

    def _unfit_item(self, item: Type) -> str:
        return "lists and dicts can't hold None alone" if isinstance(item, NoneType) else self.malformed(item)

    def fits(self, given: Type, wanted: Type, fresh: bool = False) -> bool:
        """Whether a value of one type may stand where another is asked for. A `fresh` list or dict, that
        nobody else holds, may become one of a wider type.
        """
        if given == wanted or UNKNOWN in (given, wanted) or isinstance(given, NeverType):
            return True
        if isinstance(wanted, OptionalType):
            if isinstance(given, NoneType):
                return True
            return self.fits(given.item if isinstance(given, OptionalType) else given, wanted.item, fresh)
        if isinstance(given, EntityType) and isinstance(wanted, EntityType):
            return self.extends(given.name, wanted.name)
        if isinstance(given, IdType) and isinstance(wanted, IdType):
            return self.extends(given.entity, wanted.entity)
        if isinstance(given, ListType) and isinstance(wanted, ListType):
            return self._same(given.item, wanted.item, fresh)
        if isinstance(given, DictType) and isinstance(wanted, DictType):
            return self._same(given.key, wanted.key, fresh) and self._same(given.value, wanted.value, fresh)
        if isinstance(given, ZoneType) and isinstance(wanted, ZoneType):
            return UNKNOWN in (given.item, wanted.item)
        return False

    def _same(self, given: Type, wanted: Type, fresh: bool) -> bool:
        return (
            self.fits(given, wanted)
            if fresh
            else has_unknown(given) or has_unknown(wanted) or given == wanted
        )

    def join(self, one: Type, other: Type) -> Type | None:
        """The narrowest type that covers both; None when there is none."""
        if self.fits(one, other):
            return one if other == UNKNOWN else other
        if self.fits(other, one):
            return one
        if isinstance(one, NoneType):
            return OptionalType(other)
        if isinstance(other, NoneType):
            return OptionalType(one)
        if isinstance(one, OptionalType) or isinstance(other, OptionalType):
            inner = self.join(_inner(one), _inner(other))
            return OptionalType(inner) if inner is not None else None
        if isinstance(one, EntityType) and isinstance(other, EntityType):
            common = self.common((one.name, other.name))
            return EntityType(common) if common else None
        if isinstance(one, IdType) and isinstance(other, IdType):
            common = self.common((one.entity, other.entity))
            return IdType(common) if common else None
        return None

    def comparable(self, one: Type, other: Type) -> bool:
        """Whether two values could be equal."""
        a, b = _inner(one), _inner(other)
        if self.fits(a, b) or self.fits(b, a):
            return True
        if isinstance(a, EntityType) and isinstance(b, EntityType):
            return self.common((a.name, b.name)) is not None
        if isinstance(a, ListType) and isinstance(b, ListType):
            return self.comparable(a.item, b.item)
        return (
            isinstance(a, IdType) and isinstance(b, IdType) and self.common((a.entity, b.entity)) is not None
        )


def has_unknown(kind: Type) -> bool:
    """Whether a type has a part that was wrong already."""
    if isinstance(kind, ListType | ZoneType | OptionalType):
        return has_unknown(kind.item)
    if isinstance(kind, DictType):
        return has_unknown(kind.key) or has_unknown(kind.value)
    return kind == UNKNOWN


def _inner(kind: Type) -> Type:
    return kind.item if isinstance(kind, OptionalType) else kind


def _held(game: Game) -> Iterator[Type]:
    for decl in _zones(game):
        if isinstance(decl[1].type, ZoneType):
            yield decl[1].type.item


def _zones(game: Game) -> Iterator[tuple[str | None, StateDecl]]:
    for decl in game.state.values():
        yield None, decl
    for name, entity in game.entities.items():
        for decl in entity.state.values():
            yield name, decl


def _active_zones(game: Game) -> Iterator[tuple[str | None, StateDecl]]:
    for owner, decl in _zones(game):
        if decl.active and isinstance(decl.type, ZoneType):
            above = game.entities[owner].extends if owner else None
            inherited = above is not None and decl.name in game.entities[above].state
            if not inherited:
                yield owner, decl


def definitions(game: Game) -> Iterator[Definition]:
    """Every definition of a game: content, missions, maps and their spaces; each once."""
    seen: set[int] = set()
    everything = [*game.definitions.values()]
    everything += [mission.definition for mission in game.missions.values()]
    for one in game.maps.values():
        everything.append(one.definition)
        everything += [space.definition for space in one.spaces]
    for found in everything:
        if id(found) not in seen:
            seen.add(id(found))
            yield found


def world_of(game: Game) -> World:
    """Arrange a game."""
    enums = {name: decl.members for name, decl in game.enums.items()}
    enums.setdefault("Side", game.sides)
    enums.setdefault("Ending", game.endings)
    entities = {name: tuple(_line(game, name)) for name in game.entities}
    player = next((name for name, decl in game.entities.items() if decl.kind == "player"), "")
    ids: dict[str, list[str]] = {}
    for definition in definitions(game):
        kinds = ids.setdefault(definition.id, [])
        if definition.type not in kinds:
            kinds.append(definition.type)
    world = World(game, enums, entities, player, ids, {}, {})
    _constants(world)
    return world


def _line(game: Game, entity: str) -> Iterator[str]:
    seen: set[str] = set()
    name: str | None = entity
    while name is not None and name in game.entities and name not in seen:
        seen.add(name)
        yield name
        name = game.entities[name].extends


def _constants(world: World) -> None:
    """`board` and `mission` have the type that covers all maps, all missions, if there are any."""
    game, player = world.game, EntityType(world.player)
    if world.player:
        world.constants["everyone"] = ListType(player)
        world.constants["table"] = player
    world.constants["box"] = BOX
    for name, found in (
        ("board", [one.definition.type for one in game.maps.values()]),
        ("mission", [one.definition.type for one in game.missions.values()]),
    ):
        kind = {"board": "map", "mission": "mission"}[name]
        found = found or [entity for entity, decl in game.entities.items() if decl.kind == kind]
        common = world.common(found) if found else None
        if common:
            world.constants[name] = EntityType(common)
        elif found:
            world.unrelated[name] = (
                f"the game's {kind}s are of unrelated types: {', '.join(sorted(set(found)))}"
            )
    if game.default_mission is None and "mission" in world.constants:
        world.constants["mission"] = OptionalType(world.constants["mission"])


def states(world: World) -> Iterator[tuple[str | None, StateDecl]]:
    """Every state of the game (None) and of the entity types that declare it."""
    for owner, decl in _zones(world.game):
        above = world.game.entities[owner].extends if owner else None
        if (
            above is None
            or decl.name not in world.game.entities.get(above, world.game.entities[owner or ""]).state
        ):
            yield owner, decl


def is_bool(kind: Type) -> bool:
    """Whether a condition may have this type."""
    return kind in (BOOL, UNKNOWN) or isinstance(kind, NeverType)


def is_int(kind: Type) -> bool:
    """Whether arithmetic may have this type."""
    return kind in (INT, UNKNOWN)
