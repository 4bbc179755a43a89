"""What a seat sees of a game, in lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pycardgen.engine.api import State
from pycardgen.engine.machine import Machine
from pycardgen.engine.story import player_type, seat_name
from pycardgen.model.game import StateDecl
from pycardgen.model.types import DictType, EntityType, ListType, OptionalType, Type, ZoneType

MOST_SHOWN = 12
"""Copies of a zone that are named; items of a list or dict that are told."""

Seen = Mapping[str, Any]
"""A view, encoded."""


def describe(machine: Machine, view: State, seat: int) -> Iterator[str]:
    """The game's own state and zones, then each seat's; what the seat doesn't see is left out or counted."""
    seen = machine.encode(view)
    values = {**seen["game"], **{n[5:]: held for n, held in seen["zones"].items() if n.startswith("game.")}}
    for name, decl in machine.game.state.items():
        text = _described(machine, seen, decl, values.get(name))
        if text:
            yield f"{_words(name)}: {text}"
    for other in range(machine.setup.players):
        parts = list(_of_seat(machine, seen, other))
        mine = " (you)" if other == seat else ""
        yield f"{seat_name(machine, other)}{mine}: {'; '.join(parts) or '-'}"


def _of_seat(machine: Machine, seen: Seen, seat: int) -> Iterator[str]:
    kind = player_type(machine)
    for name, decl in machine.game.entities[kind].state.items():
        owner = _declarer(machine, kind, name)
        zones = seen["zones"].get(f"{owner}.{name}")
        values = zones if zones is not None else seen["entities"].get(owner, {}).get(name)
        if values is not None:
            text = _described(machine, seen, decl, values[seat])
            if text:
                yield f"{_words(name)} {text}"


def _declarer(machine: Machine, kind: str, name: str) -> str:
    """The topmost type of a chain of `extends` that has a state."""
    found = kind
    parent = machine.game.entities[kind].extends
    while parent is not None:
        if name in machine.game.entities[parent].state:
            found = parent
        parent = machine.game.entities[parent].extends
    return found


def _described(machine: Machine, seen: Seen, decl: StateDecl, value: Any) -> str:
    """A value or a zone in words; nothing for what isn't seen or isn't set."""
    if isinstance(decl.type, ZoneType):
        return _zone(machine, decl.type, value)
    return "" if value is None else _value(machine, seen, decl.type, value)


def _zone(machine: Machine, kind: ZoneType, held: list[int | None]) -> str:
    names = [machine.show(copy, kind.item) for copy in held if copy is not None]
    if not names or len(names) > MOST_SHOWN:
        return str(len(held))
    hidden = len(held) - len(names)
    return f"{len(held)} ({', '.join(names)}{f' and {hidden} hidden' if hidden else ''})"


def _value(machine: Machine, seen: Seen, kind: Type, value: Any) -> str:
    """A value of an encoded state, in which a dict is a list of pairs."""
    match kind:
        case OptionalType(item):
            return "-" if value is None else _value(machine, seen, item, value)
        case ListType(item):
            if len(value) > MOST_SHOWN:
                return str(len(value))
            return ", ".join(_value(machine, seen, item, part) for part in value) or "none"
        case DictType(key, item):
            if len(value) > MOST_SHOWN:
                return str(len(value))
            pairs = (f"{_value(machine, seen, key, k)}: {_value(machine, seen, item, v)}" for k, v in value)
            return ", ".join(pairs) or "none"
        case EntityType(name):
            return machine.show(value, kind) + _where(machine, seen, name, value)
    return machine.show(value, kind)


def _where(machine: Machine, seen: Seen, name: str, value: int) -> str:
    """The space in which one of several copies with one name lies, if its state says so."""
    game, tables = machine.game, machine.tables
    copies = tables.copies[tables.root_of[name]]
    if value >= len(copies) or copies[value].count == 1:
        return ""
    for state in game.entities[copies[value].type].state.values():
        of = state.type.item if isinstance(state.type, OptionalType) else state.type
        if isinstance(of, EntityType) and game.entities[of.name].kind == "sector":
            owner = tables.declares(copies[value].type, state.name)
            space = seen["entities"][owner][state.name][value - tables.spans[owner][0]]
            return "" if space is None else f" in {machine.show(space, of)}"
    return ""


def _words(name: str) -> str:
    return name.replace("_", " ")
