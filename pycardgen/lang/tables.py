"""Everything about one game with one set-up that play doesn't change: who has which number, and what is
printed.

A copy's number counts within its root type (the type at the end of its chain of `extends`): its root's own
definitions first, then each subtype's, in order of declaration; definitions in order, copies in order. So
the copies of any type are a range, and `isinstance` compares two numbers. A zone's number counts over all
zones: first a box for each root whose copies zones hold, then the game's zones, then each type's, a zone's
name at a time, owner by owner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal

from pycardgen.lang import ir
from pycardgen.model.game import MISSING, Definition, EntityDecl, Game, MapDecl, MissionDecl, StateDecl
from pycardgen.model.types import (
    DictType,
    EntityType,
    ListType,
    OptionalType,
    Type,
    ZoneType,
)
from pycardgen.records import dataclass

Form = Literal["choose", "confirm", "many", "declare", "window"]


class BadSetup(ValueError):  # noqa: N818
    """A set-up that the game doesn't allow: a number of players, a map or a mission that it doesn't have."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone: where it is declared (`owner_type` "" for the game, None for a box), whose it is, what it
    holds.
    """

    number: int
    name: str
    owner_type: str | None
    owner: int | None
    item: str
    root: str
    active: bool
    seen_by: str
    recycle: int | None


@dataclass(frozen=True, slots=True)
class Column:
    """A state of an entity type that is no zone. `low` to `high`: the copies that have it."""

    entity: str
    root: str
    decl: StateDecl
    low: int
    high: int

    @property
    def slot(self) -> str:
        """The attribute of the state that holds it: a list indexed by a copy's number."""
        return f"c_{self.entity}_{self.decl.name}"


@dataclass(frozen=True, slots=True)
class Tables:
    """The numbering. Mappings by root type have one entry a copy, by number."""

    game: Game
    players: int
    player_type: str
    maps: tuple[MapDecl, ...]
    mission: MissionDecl | None
    settings: Mapping[str, Any]
    start: str
    root_of: Mapping[str, str]
    spans: Mapping[str, tuple[int, int]]
    copies: Mapping[str, tuple[Definition, ...]]
    first: Mapping[tuple[str, str], int]
    neighbors: Mapping[str, tuple[tuple[int, ...], ...]]
    sides: Mapping[str, tuple[tuple[int | None, ...], ...]]
    zones: tuple[Zone, ...]
    zone_base: Mapping[tuple[str | None, str], int]
    order: tuple[int, ...]
    zoned: Mapping[str, tuple[bool, ...]]
    begins: Mapping[str, tuple[int | None, ...]]
    columns: tuple[Column, ...]

    def declares(self, entity: str, name: str) -> str:
        """The topmost type of a chain of `extends` that has this state or field."""
        decl, found = self.game.entities[entity], entity
        while decl.extends is not None:
            decl = self.game.entities[decl.extends]
            if name in decl.state or name in decl.fields:
                found = decl.name
        return found

    def subject(self, signature: Mapping[str, Type]) -> str | None:
        """The entity type of the first parameter of a value or hook."""
        for kind in signature.values():
            return kind.name if isinstance(kind, EntityType) else None
        return None

    def always(self) -> list[tuple[str, int]]:
        """The copies whose behaviours are in force all the time, in order: (root, number).

        The mission, the maps, then every copy of a type that no zone holds.
        """
        kinds = {name: decl.kind for name, decl in self.game.entities.items()}
        rank = {"mission": 0, "map": 1}
        roots = sorted(self.copies, key=lambda root: rank.get(kinds[root], 2))
        return [
            (root, number)
            for root in roots
            for number in range(len(self.copies[root]))
            if not self.zoned[root][number]
        ]


def lay_out(
    game: Game, players: int, map_id: str | None, mission_id: str | None, settings: Mapping[str, Any]
) -> Tables:
    """Number everything. Raises BadSetup."""
    low, high = game.players
    if not low <= players <= high:
        raise BadSetup(f"{game.title} is for {low} to {high} players, not {players}")
    mission = _mission(game, mission_id)
    maps = _maps(game, map_id, mission)
    root_of = {name: root(game, name) for name in game.entities}
    player_type = next(name for name, decl in game.entities.items() if decl.kind == "player")
    spans, copies = _number(game, players, player_type, maps, mission, root_of)
    first: dict[tuple[str, str], int] = {}
    for kind, found in copies.items():
        for number, definition in enumerate(found):
            first.setdefault((kind, definition.id), number)
    neighbors, sides = _edges(maps, copies, root_of)
    zones, bases, order = _zones(game, root_of, spans)
    zoned = _zoned(game, root_of, spans, copies)
    return Tables(
        game=game,
        players=players,
        player_type=player_type,
        maps=maps,
        mission=mission,
        settings={**settings, **(mission.settings if mission else {})},
        start=(mission.setup if mission and mission.setup else game.start),
        root_of=root_of,
        spans=spans,
        copies=copies,
        first=first,
        neighbors=neighbors,
        sides=sides,
        zones=zones,
        zone_base=bases,
        order=order,
        zoned=zoned,
        begins=_begins(game, mission, root_of, copies, zoned, zones, bases),
        columns=_columns(game, root_of, spans),
    )


def root(game: Game, name: str) -> str:
    """The end of a type's chain of `extends`."""
    decl = game.entities[name]
    while decl.extends is not None:
        decl = game.entities[decl.extends]
    return decl.name


def _mission(game: Game, wanted: str | None) -> MissionDecl | None:
    if wanted is None:
        return None
    if wanted not in game.missions:
        raise BadSetup(f"{game.title} has no mission {wanted}")
    return game.missions[wanted]


def _maps(game: Game, wanted: str | None, mission: MissionDecl | None) -> tuple[MapDecl, ...]:
    """The maps in play: the mission's, the one named first; or the one named."""
    names = list(mission.maps) if mission else []
    if wanted is not None and (not names or wanted in names):
        names = [wanted, *(name for name in names if name != wanted)]
    for name in names:
        if name not in game.maps:
            raise BadSetup(f"{game.title} has no map {name}")
    return tuple(game.maps[name] for name in names)


def _number(
    game: Game,
    players: int,
    player_type: str,
    maps: Sequence[MapDecl],
    mission: MissionDecl | None,
    root_of: Mapping[str, str],
) -> tuple[dict[str, tuple[int, int]], dict[str, tuple[Definition, ...]]]:
    """The range of numbers of each type, and the definition behind each number of each root."""
    own: dict[str, list[Definition]] = {name: [] for name in game.entities}
    for board in maps:
        own[board.definition.type].append(board.definition)
        for space in board.spaces:
            own[space.definition.type].append(space.definition)
    if mission is not None:
        own[mission.definition.type].append(mission.definition)
    for definition in game.definitions.values():
        if game.entities[definition.type].kind not in ("map", "mission", "player"):
            own[definition.type].extend([definition] * definition.count)
    seats = [d for d in game.definitions.values() if d.type == player_type]
    own[player_type] = [_seat(game, player_type, seats, seat) for seat in range(players)]
    children: dict[str | None, list[str]] = {}
    for name, decl in game.entities.items():
        children.setdefault(decl.extends, []).append(name)
    spans: dict[str, tuple[int, int]] = {}
    copies: dict[str, tuple[Definition, ...]] = {}

    def walk(name: str, into: list[Definition]) -> None:
        low = len(into)
        into.extend(own[name])
        for child in children.get(name, ()):
            walk(child, into)
        spans[name] = (low, len(into))

    for name in children.get(None, ()):
        found: list[Definition] = []
        walk(name, found)
        copies[name] = tuple(found)
    return spans, copies


def _seat(game: Game, player_type: str, seats: Sequence[Definition], seat: int) -> Definition:
    """The definition behind a seat: the game's, if it defines players, else one that is made up."""
    if seats:
        return seats[min(seat, len(seats) - 1)]
    defaults = {
        name: None if decl.default is MISSING else decl.default
        for name, decl in game.entities[player_type].fields.items()
    }
    return Definition(f"p{seat + 1}", player_type, f"Player {seat + 1}", 1, defaults)


def _edges(
    maps: Sequence[MapDecl], copies: Mapping[str, tuple[Definition, ...]], root_of: Mapping[str, str]
) -> tuple[dict[str, tuple[tuple[int, ...], ...]], dict[str, tuple[tuple[int | None, ...], ...]]]:
    """Neighbours and sides of every space, by its root type."""
    at: dict[int, int] = {}
    for found in copies.values():
        for number, definition in enumerate(found):
            at[id(definition)] = number
    near: dict[str, list[tuple[int, ...]]] = {}
    sides: dict[str, list[tuple[int | None, ...]]] = {}
    for board in maps:
        numbers = [at[id(space.definition)] for space in board.spaces]
        for i, space in enumerate(board.spaces):
            kind = root_of[space.definition.type]
            size = len(copies[kind])
            steps = near.setdefault(kind, [()] * size)
            ways = sides.setdefault(kind, [()] * size)
            steps[numbers[i]] = tuple(numbers[j] for j in board.edges[i])
            if board.sides:
                ways[numbers[i]] = tuple(numbers[j] if j >= 0 else None for j in board.sides[i])
    return {k: tuple(v) for k, v in near.items()}, {k: tuple(v) for k, v in sides.items()}


def _zones(
    game: Game, root_of: Mapping[str, str], spans: Mapping[str, tuple[int, int]]
) -> tuple[tuple[Zone, ...], dict[tuple[str | None, str], int], tuple[int, ...]]:
    """All zones by number, the number of the first of each name, and the order in which they are looked
    through.
    """
    zones: list[Zone] = []
    bases: dict[tuple[str | None, str], int] = {}
    held = {root_of[item] for _, _, item in _declared(game)}
    for kind in (name for name in game.entities if name in held):
        bases[None, kind] = len(zones)
        zones.append(Zone(len(zones), "box", None, None, kind, kind, False, "all", None))
    game_zones = [(decl, item) for owner, decl, item in _declared(game) if owner == ""]
    for decl, _ in game_zones:
        bases["", decl.name] = len(bases)
    order = [bases["", decl.name] for decl, _ in game_zones]
    following = len(zones) + len(game_zones)
    for owner, decl, _ in _declared(game):
        if owner:
            bases[owner, decl.name] = following
            following += spans[owner][1] - spans[owner][0]
    for owner, decl, item in _declared(game):
        if owner == "":
            zones.append(_zone(decl, owner, None, item, root_of, bases, 0))
        else:
            low, high = spans[owner]
            zones.extend(_zone(decl, owner, n, item, root_of, bases, n - low) for n in range(low, high))
    for owner in game.entities:
        low, high = spans[owner]
        names = [decl.name for kind, decl, _ in _declared(game) if kind == owner]
        order.extend(bases[owner, name] + n for n in range(high - low) for name in names)
    return tuple(zones), bases, tuple(order)


def _declared(game: Game) -> list[tuple[str, StateDecl, str]]:
    """Every zone that is declared: (owner's type or "", declaration, type of what it holds)."""
    found = [("", decl) for decl in game.state.values()]
    for name, decl in game.entities.items():
        found.extend((name, state) for state in own_state(game, decl))
    return [
        (owner, decl, decl.type.item.name)
        for owner, decl in found
        if isinstance(decl.type, ZoneType) and isinstance(decl.type.item, EntityType)
    ]


def own_state(game: Game, decl: EntityDecl) -> list[StateDecl]:
    """The state that a type itself declares, without what it inherits."""
    inherited = game.entities[decl.extends].state if decl.extends else {}
    return [state for name, state in decl.state.items() if name not in inherited]


def _zone(
    decl: StateDecl,
    owner_type: str,
    owner: int | None,
    item: str,
    root_of: Mapping[str, str],
    bases: Mapping[tuple[str | None, str], int],
    offset: int,
) -> Zone:
    recycle: int | None = None
    if decl.recycle is not None:
        if (owner_type, decl.recycle) in bases:
            recycle = bases[owner_type, decl.recycle] + offset
        else:
            recycle = bases["", decl.recycle]
    number = bases[owner_type, decl.name] + offset
    return Zone(number, decl.name, owner_type, owner, item, root_of[item], decl.active, decl.seen_by, recycle)


def _zoned(
    game: Game,
    root_of: Mapping[str, str],
    spans: Mapping[str, tuple[int, int]],
    copies: Mapping[str, tuple[Definition, ...]],
) -> dict[str, tuple[bool, ...]]:
    """Of each copy, whether some zone may hold it."""
    held = {item for _, _, item in _declared(game)}
    return {
        kind: tuple(
            any(root_of[item] == kind and spans[item][0] <= n < spans[item][1] for item in held)
            for n in range(len(found))
        )
        for kind, found in copies.items()
    }


def _begins(
    game: Game,
    mission: MissionDecl | None,
    root_of: Mapping[str, str],
    copies: Mapping[str, tuple[Definition, ...]],
    zoned: Mapping[str, tuple[bool, ...]],
    zones: Sequence[Zone],
    bases: Mapping[tuple[str | None, str], int],
) -> dict[str, tuple[int | None, ...]]:
    """The zone in which each copy begins: the one that names its nearest type in `start`, else the box.

    The zone of an entity's that has `start` is its first owner's. Of a definition set aside in part, the
    last copies stay in the box.
    """
    starts: dict[str, int] = {}
    for owner, decl, _ in _declared(game):
        for kind in decl.start:
            starts.setdefault(kind, bases[owner, decl.name])
    aside = dict(mission.aside) if mission else {}
    found: dict[str, tuple[int | None, ...]] = {}
    for kind, definitions in copies.items():
        begin: list[int | None] = []
        seen: dict[str, int] = {}
        for number, definition in enumerate(definitions):
            nth = seen[definition.id] = seen.get(definition.id, 0) + 1
            out = aside.get(definition.id, 0)
            kept = 0 if out < 0 else max(definition.count - out, 0)
            if not zoned[kind][number]:
                begin.append(None)
            else:
                start = _start(game, definition.type, starts)
                begin.append(start if start is not None and nth <= kept else bases[None, kind])
        found[kind] = tuple(begin)
    return found


def _start(game: Game, kind: str, starts: Mapping[str, int]) -> int | None:
    name: str | None = kind
    while name is not None:
        if name in starts:
            return starts[name]
        name = game.entities[name].extends
    return None


def _columns(
    game: Game, root_of: Mapping[str, str], spans: Mapping[str, tuple[int, int]]
) -> tuple[Column, ...]:
    return tuple(
        Column(name, root_of[name], state, *spans[name])
        for name, decl in game.entities.items()
        for state in own_state(game, decl)
        if not isinstance(state.type, ZoneType)
    )


def value_at_play(tables: Tables, value: Any, kind: Type) -> Any:
    """A printed value as rules see it: an entity's id becomes the number of its first copy, None if not in
    play.

    Lists become tuples: they are shared and never change.
    """
    if value is None or value is MISSING:
        return None
    if isinstance(kind, OptionalType):
        return value_at_play(tables, value, kind.item)
    if isinstance(kind, EntityType):
        return tables.first.get((tables.root_of[kind.name], value))
    if isinstance(kind, ListType):
        return tuple(value_at_play(tables, item, kind.item) for item in value)
    if isinstance(kind, DictType):
        return {
            value_at_play(tables, k, kind.key): value_at_play(tables, v, kind.value) for k, v in value.items()
        }
    return value


def initial(tables: Tables, decl: StateDecl) -> Any:
    """What a state holds at first, as a fresh value with tuples for lists; None where it is unset."""
    if decl.default is MISSING:
        if isinstance(decl.type, ListType):
            return ()
        return {} if isinstance(decl.type, DictType) else None
    return value_at_play(tables, decl.default, decl.type)


def decision_forms(game: Game, program: ir.Program) -> tuple[tuple[str, Form], ...]:
    """Every kind of decision with every form in which the rules ask for it, in the order of their numbers.

    Kinds in the order of their declaration, forms in that of `Form`; then one for every window.
    """
    used: set[tuple[str, Form]] = set()
    for function in program.functions:
        for node in walk(function.body):
            if isinstance(node, ir.Choose):
                used.add((node.kind, "confirm" if node.options is None else "choose"))
            elif isinstance(node, ir.ChooseMany):
                used.add((node.kind, "many"))
            elif isinstance(node, ir.Declare):
                used.add((node.kind, "declare"))
    forms: tuple[Form, ...] = ("choose", "confirm", "many", "declare")
    asked = [(name, form) for name in game.decisions for form in forms if (name, form) in used]
    return (*asked, *((f"window:{name}", "window") for name in game.windows))


def walk(tree: Any) -> Sequence[Any]:
    """Every node of a tree of the representation, parents first."""
    known = _walked.get(id(tree))
    if known is None:
        if len(_walked) >= 1024:
            _walked.clear()
        known = _walked[id(tree)] = (tree, _nodes(tree))
    return known[1]


_walked: dict[int, tuple[Any, list[Any]]] = {}
"""What was walked lately, by `id`: a tree's functions are looked through several times. Holds the trees too,
so that no other takes their place.
"""


def parts(node: Any) -> list[Any]:
    """The nodes directly below one, in order."""
    found: list[Any] = []
    kind: Any = type(node)
    todo = [getattr(node, name) for name in _parts(kind) or ()]
    while todo:
        part = todo.pop()
        kind = type(part)
        if kind is tuple:
            todo.extend(reversed(part))
        elif part is not None and _parts(kind) is not None:
            found.append(part)
    return found


def _nodes(tree: Any) -> list[Any]:
    found: list[Any] = []
    todo = [tree]
    while todo:
        node = todo.pop()
        if type(node) is tuple:
            todo.extend(reversed(node))
            continue
        kind: Any = type(node)
        parts = _parts(kind)
        if parts is not None:
            found.append(node)
            for name in parts:
                part = getattr(node, name)
                if part is not None and type(part) not in (str, int, bool):
                    todo.append(part)
    return found


@cache
def _parts(kind: Any) -> tuple[str, ...] | None:
    """The attributes of a node that may hold nodes, the last first; None for what is no node."""
    if kind.__module__ != ir.__name__:
        return None
    names = tuple(kind.__dataclass_fields__)
    return tuple(name for name in reversed(names) if name not in ("at", "type", "name", "entity"))
