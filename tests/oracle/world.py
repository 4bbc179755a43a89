"""The state of a game in play for the interpreter: dicts and lists, looked through from end to end."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pycardgen.engine.api import RulesError
from pycardgen.engine.rng import INCREMENT, MASK, MULTIPLIER, mix
from pycardgen.lang.tables import Column, Tables, Zone, initial
from pycardgen.model.game import StateDecl
from pycardgen.model.types import DictType, ListType, OptionalType, Type, ZoneType

T = TypeVar("T", list[Any], dict[Any, Any])

LARGEST = 10_000
"""Items of a list or dict."""


class Stopped(Exception):  # noqa: N818
    """The game is over: nothing after runs."""


@dataclass
class Frame:
    """Scopes that are open here, and steps waiting: `(rule, arguments, scope)`."""

    tags: list[str] = field(default_factory=list)
    queue: list[tuple[str, list[Any], str | None]] = field(default_factory=list)


@dataclass
class World:
    """A game in play. `entities[type, name]` has one value a copy of the type that declares the state."""

    game: dict[str, Any]
    entities: dict[tuple[str, str], list[Any]]
    zones: list[list[Any]]
    frames: list[Frame]
    rng: list[int]
    steps: int = 0
    decisions: int = 0
    spent: int = 0
    over: tuple[str, list[str], list[int]] | None = None
    memory: dict[str, Any] = field(default_factory=dict)
    bots_rng: int = 0

    def next(self, n: int, bots: bool = False) -> int:
        """A random number from 0 to n - 1, from the stream that serves now."""
        stream = 0 if self.steps <= 1 else 1
        s = ((self.bots_rng if bots else self.rng[stream]) * MULTIPLIER + INCREMENT) & MASK
        if bots:
            self.bots_rng = s
        else:
            self.rng[stream] = s
        return ((s >> 33) * n) >> 31


def plain(value: Any) -> Any:
    """A value whose lists are lists, and its own."""
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value


def new_world(tables: Tables, seed: int) -> World:
    """The state before the first step."""
    entities = {
        (column.entity, column.decl.name): [
            default(tables, column.decl) for _ in range(column.low, column.high)
        ]
        for column in tables.columns
    }
    world = World(
        game={
            name: default(tables, decl)
            for name, decl in tables.game.state.items()
            if not isinstance(decl.type, ZoneType)
        },
        entities=entities,
        zones=[[] for _ in tables.zones],
        frames=[Frame([], [(tables.start, [], None)])],
        rng=[mix(seed, 0), mix(seed, 1)],
    )
    for begins in tables.begins.values():
        for number, zone in enumerate(begins):
            if zone is not None:
                world.zones[zone].append(number)
    return world


def default(tables: Tables, decl: StateDecl) -> Any:
    """What a state holds at first; None where it is unset."""
    return plain(initial(tables, decl))


def defaults(tables: Tables, column: Column) -> list[Any]:
    """The same for every copy that has a state."""
    return [default(tables, column.decl) for _ in range(column.low, column.high)]


def where_is(world: World, tables: Tables, root: str, number: int) -> Zone | None:
    """The zone that a copy is in; None if no zone holds such."""
    for zone in tables.zones:
        if zone.root == root and number in world.zones[zone.number]:
            return zone
    return None


def reset(world: World, tables: Tables, scope: str) -> None:
    """States that go back when a scope ends."""
    for name, decl in tables.game.state.items():
        if decl.resets == scope and name in world.game:
            world.game[name] = default(tables, decl)
    for column in tables.columns:
        if column.decl.resets == scope:
            size = column.high - column.low
            world.entities[column.entity, column.decl.name] = [
                default(tables, column.decl) for _ in range(size)
            ]


def cancel(world: World, scope: str) -> None:
    """Drop what remains of the innermost open scope of a name."""
    for depth in range(len(world.frames) - 1, -1, -1):
        tags = world.frames[depth].tags
        if scope in tags:
            last = len(tags) - 1 - tags[::-1].index(scope)
            del world.frames[depth:]
            world.frames.append(Frame(tags[:last]))
            return


def next_frame(world: World) -> tuple[str, list[Any]] | None:
    """Take the next step and open its frame: its rule and arguments. None when no step is left."""
    while world.frames and not world.frames[-1].queue:
        world.frames.pop()
    if not world.frames:
        return None
    top = world.frames[-1]
    rule, args, scope = top.queue.pop(0)
    tags: list[str] = []
    if not top.queue:
        tags = world.frames.pop().tags
    if scope is not None:
        tags = [tag for tag in tags if tag != scope] + [scope]
    world.frames.append(Frame(tags))
    return rule, plain(args)


def encode(world: World, tables: Tables) -> dict[str, Any]:
    """As engine/encoding.md has it."""
    zones: dict[str, Any] = {}
    entities: dict[str, dict[str, Any]] = {}
    for (entity, name), values in world.entities.items():
        entities.setdefault(entity, {})[name] = [_encoded(value) for value in values]
    for zone in tables.zones:
        held = list(world.zones[zone.number])
        if zone.owner_type is None:
            zones.setdefault("box", {})[zone.root] = held
        elif zone.owner_type == "":
            zones[f"game.{zone.name}"] = held
        else:
            zones.setdefault(f"{zone.owner_type}.{zone.name}", []).append(held)
    steps = [
        [list(frame.tags), [[rule, [_encoded(a) for a in args], scope] for rule, args, scope in frame.queue]]
        for frame in world.frames
    ]
    over = None if world.over is None else [world.over[0], list(world.over[1]), list(world.over[2])]
    return {
        "game": {name: _encoded(value) for name, value in world.game.items()},
        "entities": entities,
        "zones": zones,
        "steps": steps,
        "rng": list(world.rng),
        "counts": [world.steps, world.decisions],
        "over": over,
    }


def _encoded(value: Any) -> Any:
    if isinstance(value, list):
        return [_encoded(item) for item in value]
    if isinstance(value, dict):
        return [[key, _encoded(item)] for key, item in value.items()]
    return value


def seen(world: World, tables: Tables, owns: dict[tuple[str, int], bool]) -> World:
    """A copy in which what a seat doesn't see is None. `owns[root, number]`: whether an entity is its."""
    view = deepcopy(world)
    for name, decl in tables.game.state.items():
        if name in view.game and decl.seen_by != "all":
            view.game[name] = None
    for column in tables.columns:
        values = view.entities[column.entity, column.decl.name]
        for offset in range(len(values)):
            if not _sees(column.decl.seen_by, owns.get((column.root, column.low + offset), False)):
                values[offset] = None
    for zone in tables.zones:
        root = tables.root_of.get(zone.owner_type or "", "")
        mine = zone.owner is not None and owns.get((root, zone.owner), False)
        if not _sees(zone.seen_by, mine):
            view.zones[zone.number] = [None for _ in view.zones[zone.number]]
    return view


def _sees(seen_by: str, mine: bool) -> bool:
    return seen_by == "all" or (seen_by == "owner" and mine)


def may_be_none(kind: Type) -> bool:
    """Whether None is a value of a type."""
    return isinstance(kind, OptionalType)


def bounded(value: T, at: int) -> T:
    """A list or dict that isn't too big."""
    if len(value) > LARGEST:
        raise RulesError("PCG0907", "a list or dict with too many items", at)
    return value


def is_collection(kind: Type) -> bool:
    """Whether values of a type are copied on their way into a state, list or dict."""
    return isinstance(kind, ListType | DictType)
