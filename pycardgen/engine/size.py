"""How big a state may grow. Fuel bounds what a step adds, a list holds ten thousand items at most; lists
within lists, lists of many copies and steps that wait with lists could still fill the memory, a step at a
time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pycardgen.engine.api import RulesError
from pycardgen.lang.emit_core import ident
from pycardgen.lang.missing import StopError
from pycardgen.lang.tables import Tables
from pycardgen.model.types import DictType, ListType, OptionalType, Type, ZoneType

State = Any
LARGEST = 2_000_000
"""Items of all lists and dicts of a game in play."""


@dataclass(frozen=True, slots=True)
class Growing:
    """The attributes of a game's state that hold lists and dicts: of the game or, in lists, of entities. What
    is `flat` holds none itself and is always there.
    """

    flat: Sequence[str]
    deep: Sequence[str]
    flats: Sequence[str]
    deeps: Sequence[str]


def growing(tables: Tables) -> Growing:
    """What of a game's state may grow."""
    states = [
        (f"g_{ident(name)}", decl.type)
        for name, decl in tables.game.state.items()
        if not isinstance(decl.type, ZoneType)
    ]
    columns = [(f"c_{ident(c.entity)}_{ident(c.decl.name)}", c.decl.type) for c in tables.columns]

    def of(found: Sequence[tuple[str, Type]], flat: bool) -> list[str]:
        return [name for name, kind in found if _depth(kind) > 0 and _is_flat(kind) == flat]

    return Growing(of(states, True), of(states, False), of(columns, True), of(columns, False))


def _is_flat(kind: Type) -> bool:
    return _depth(kind) == 1 and not isinstance(kind, OptionalType)


def can_grow(tables: Tables) -> bool:
    """Whether a game has states that could fill the memory: lists within lists, or lists of entities."""
    nested = any(_depth(decl.type) > 1 for decl in tables.game.state.values())
    return nested or any(_depth(column.decl.type) > 0 for column in tables.columns)


def check(grows: Growing, s: State) -> None:
    """Count the items of a state. Raises StopError PCG0914 when they are too many."""
    total = sum(len(getattr(s, name)) for name in grows.flat)
    total += sum(sum(map(len, getattr(s, name))) for name in grows.flats)
    held = [getattr(s, name) for name in grows.deep]
    for name in grows.deeps:
        held += getattr(s, name)
    held += [args for _, queue in s.steps for _, args, _ in queue if args]
    if total + count(value for value in held if type(value) in _HOLDERS) > LARGEST:
        raise StopError("PCG0914", f"the lists of the game hold more than {LARGEST:,} items")


def check_memory(memory: Any) -> None:
    """Count the items of a bot's memory. Raises RulesError PCG0914 when they are too many."""
    held = [getattr(memory, name) for name in memory.__slots__]
    if count(value for value in held if type(value) in _HOLDERS) > LARGEST:
        raise RulesError("PCG0914", f"a bot's memory holds more than {LARGEST:,} items", 0)


def count(values: Iterable[Any]) -> int:
    """The items of lists and dicts, and of those in them."""
    total = 0
    todo = list(values)
    while todo:
        value = todo.pop()
        total += len(value)
        inner = value.values() if type(value) is dict else value
        todo += [x for x in inner if type(x) in _HOLDERS]
    return total


_HOLDERS = (list, dict, tuple)


def _depth(kind: Type) -> int:
    """How deep lists and dicts are nested in a type."""
    match kind:
        case OptionalType(item):
            return _depth(item)
        case ListType(item):
            return 1 + _depth(item)
        case DictType(_, value):
            return 1 + _depth(value)
    return 0
