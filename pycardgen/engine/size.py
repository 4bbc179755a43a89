"""How big a state may grow. Fuel bounds what a step adds, a list holds ten thousand items at most; lists
within lists, lists of many copies and steps that wait with lists could still fill the memory, a step at a
time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pycardgen.engine.api import RulesError
from pycardgen.lang.emit_core import ident
from pycardgen.lang.missing import StopError
from pycardgen.lang.tables import Tables
from pycardgen.model.types import DictType, ListType, OptionalType, Type

State = Any
LARGEST = 2_000_000
"""Items of all lists and dicts of a game in play."""


def can_grow(tables: Tables) -> bool:
    """Whether a game has states that could fill the memory: lists within lists, or lists of entities."""
    nested = any(_depth(decl.type) > 1 for decl in tables.game.state.values())
    return nested or any(_depth(column.decl.type) > 0 for column in tables.columns)


def check(tables: Tables, s: State) -> None:
    """Count the items of a state. Raises StopError PCG0914 when they are too many."""
    if count(_parts(tables, s)) > LARGEST:
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
        inner = value.values() if isinstance(value, dict) else value
        todo.extend(x for x in inner if type(x) in _HOLDERS)
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


def _parts(tables: Tables, s: State) -> Iterator[Any]:
    """The lists and dicts of a state, the arguments of steps that wait among them."""
    for name, decl in tables.game.state.items():
        if _depth(decl.type) > 0:
            yield getattr(s, f"g_{ident(name)}")
    for column in tables.columns:
        if _depth(column.decl.type) > 0:
            held = getattr(s, f"c_{ident(column.entity)}_{ident(column.decl.name)}")
            yield [value for value in held if type(value) in _HOLDERS]
    for _, queue in s.steps:
        for _, args, _ in queue:
            yield args
