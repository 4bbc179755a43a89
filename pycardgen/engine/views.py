"""What a seat sees of a state, and the invariants that hold of every state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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
from pycardgen.records import dataclass

State = Any
Controller = Callable[[str], Callable[[State, int], int | None]]


@dataclass(slots=True)
class Mask:
    """What is hidden in a game, worked out once: states of the game; columns (attribute, first and last
    number, who answers for an owner); zones (number, attribute that says where copies are, owner, who
    answers for it).

    Who answers is a function of the state and the owner, the string "player" where owners are players, None
    where nobody sees it.
    """

    states: Sequence[str]
    columns: Sequence[tuple[str, int, int, Any]]
    zones: Sequence[tuple[int, str, int | None, Any]]


def mask_of(tables: Tables, controllers: Controller) -> Mask:
    """The mask of a game with one set-up."""

    def answers(seen_by: str, owner: str | None) -> Any:
        if seen_by == "nobody" or not owner:
            return None
        return "player" if tables.root_of[owner] == tables.player_type else controllers(owner)

    return Mask(
        [
            decl.name
            for decl in tables.game.state.values()
            if decl.seen_by != "all" and not isinstance(decl.type, ZoneType)
        ],
        [
            (f"c_{ident(c.entity)}_{ident(c.decl.name)}", c.low, c.high, answers(c.decl.seen_by, c.entity))
            for c in tables.columns
            if c.decl.seen_by != "all"
        ],
        [
            (zone.number, f"w_{ident(zone.root)}", zone.owner, answers(zone.seen_by, zone.owner_type))
            for zone in tables.zones
            if zone.seen_by != "all"
        ],
    )


def hide(mask: Mask, truth: State, seen: State, seat: int) -> None:
    """Take out of a copy of a state what a seat doesn't see: what is hidden becomes None."""
    seen.rng = seen.other = seen.done = seen.left = 0
    seen.steps, seen.tags, seen.queue = [], (), None
    for name in mask.states:
        replace_state(seen, name, None)
    for slot, low, high, answers in mask.columns:
        values = getattr(seen, slot)
        shown = [n for n in range(low, high) if _is_shown(answers, truth, n, seat)]
        kept = [values[n] for n in shown]
        values[low:high] = [None] * (high - low)
        for n, value in zip(shown, kept, strict=True):
            values[n] = None if value is UNSET else value
    for number, slot, owner, answers in mask.zones:
        pile = seen.zones[number]
        if pile and not (owner is not None and _is_shown(answers, truth, owner, seat)):
            where = getattr(seen, slot)
            for copy in pile:
                where[copy] = None
            pile[:] = [None] * len(pile)


def _is_shown(answers: Any, truth: State, owner: int, seat: int) -> bool:
    """Whether a seat sees what an owner sees."""
    if answers == "player":
        return owner == seat
    return answers is not None and answers(truth, owner) == seat


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
