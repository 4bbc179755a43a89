"""What a seat sees of a state, and the invariants that hold of every state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pycardgen.lang.emit_core import ident
from pycardgen.lang.missing import UNSET
from pycardgen.lang.tables import Column, Tables
from pycardgen.model.types import (
    BoolType,
    DictType,
    EntityType,
    EnumType,
    IdType,
    IntType,
    ListType,
    OptionalType,
    Type,
    ZoneType,
)

State = Any
Controller = Callable[[str], Callable[[State, int], int | None]]


def mask(tables: Tables, truth: State, seen: State, seat: int, controllers: Controller) -> None:
    """Take out of a copy of a state what a seat doesn't see: what is hidden becomes None."""
    seen.rng = seen.other = seen.done = seen.left = 0
    seen.steps, seen.tags, seen.queue = [], (), None
    for decl in tables.game.state.values():
        if decl.seen_by != "all" and not isinstance(decl.type, ZoneType):
            replace_state(seen, decl.name, None)
    for column, numbers in hidden_copies(tables, truth, seat, controllers):
        values = getattr(seen, f"c_{ident(column.entity)}_{ident(column.decl.name)}")
        for number in numbers:
            values[number] = None
    for column in tables.columns:
        if column.decl.seen_by != "all":
            name = f"c_{ident(column.entity)}_{ident(column.decl.name)}"
            getattr(seen, name)[:] = [None if x is UNSET else x for x in getattr(seen, name)]
    for zone in tables.zones:
        if zone.seen_by == "all" or not seen.zones[zone.number]:
            continue
        if (
            zone.seen_by == "owner"
            and zone.owner_type
            and zone.owner is not None
            and controllers(zone.owner_type)(truth, zone.owner) == seat
        ):
            continue
        where = getattr(seen, f"w_{ident(zone.root)}")
        for copy in seen.zones[zone.number]:
            where[copy] = None
        seen.zones[zone.number][:] = [None] * len(seen.zones[zone.number])


def replace_state(s: State, name: str, value: Any) -> None:
    """Give a state of the game another value."""
    setattr(s, f"g_{ident(name)}", value)
    if hasattr(s, f"k_{ident(name)}"):
        setattr(s, f"k_{ident(name)}", None)


def hidden_copies(
    tables: Tables, truth: State, seat: int, controllers: Controller
) -> Iterator[tuple[Column, list[int]]]:
    """The states of entities that a seat doesn't see, each with the numbers of the copies of which it
    doesn't.
    """
    for column in tables.columns:
        numbers = list(range(column.low, column.high))
        if column.decl.seen_by == "owner":
            owner = controllers(column.entity)
            yield column, [number for number in numbers if owner(truth, number) != seat]
        elif column.decl.seen_by == "nobody":
            yield column, numbers


def broken(tables: Tables, s: State) -> str:
    """The first invariant that doesn't hold, "" if all do."""
    for root, zoned in tables.zoned.items():
        wrong = _misplaced(tables, s, root) if any(zoned) else ""
        if wrong:
            return wrong
    for decl in tables.game.state.values():
        if not isinstance(decl.type, ZoneType):
            value = getattr(s, f"g_{ident(decl.name)}")
            if value is not UNSET and not fits(tables, value, decl.type):
                return f"game.{decl.name} holds {value!r}, which is no {decl.type}"
    for column in tables.columns:
        for value in getattr(s, f"c_{ident(column.entity)}_{ident(column.decl.name)}")[column.low :]:
            if value is not UNSET and not fits(tables, value, column.decl.type):
                return f"{column.entity}.{column.decl.name} holds {value!r}, which is no {column.decl.type}"
    return ""


def _misplaced(tables: Tables, s: State, root: str) -> str:
    """Every copy is in exactly one zone, the one that it is said to be in."""
    where = getattr(s, f"w_{ident(root)}")
    found: list[int | None] = [None] * len(where)
    for zone in tables.zones:
        if zone.root == root:
            for copy in s.zones[zone.number]:
                if found[copy] is not None:
                    return f"{root} {copy} is in two zones"
                found[copy] = zone.number
    return "" if found == where else f"a {root} is in no zone, or not where it is said to be"


def fits(tables: Tables, value: Any, kind: Type) -> bool:
    """Whether a value is one of a type, within bounds."""
    match kind:
        case OptionalType(item):
            return value is None or fits(tables, value, item)
        case ListType(item):
            return (
                isinstance(value, list) and len(value) <= 10_000 and all(fits(tables, x, item) for x in value)
            )
        case DictType(key, item):
            return (
                isinstance(value, dict)
                and len(value) <= 10_000
                and all(fits(tables, k, key) and fits(tables, x, item) for k, x in value.items())
            )
        case EntityType(name):
            low, high = tables.spans[name]
            table = name == tables.player_type and value == tables.players
            return type(value) is int and (low <= value < high or table)
        case EnumType(name):
            enum = tables.game.enums.get(name)
            return isinstance(value, str) and (enum is None or value in enum.members)
        case IdType():
            return isinstance(value, str)
        case BoolType():
            return isinstance(value, bool)
        case IntType():
            return type(value) is int and -(1 << 63) <= value < 1 << 63
    return True
