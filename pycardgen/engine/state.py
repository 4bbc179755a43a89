"""The state of a game: made, encoded. Its class is generated (lang/emit_state.py)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pycardgen.lang.emit_core import ident, scalar
from pycardgen.lang.missing import UNSET
from pycardgen.lang.tables import Tables, initial
from pycardgen.model.game import StateDecl
from pycardgen.model.types import OptionalType, ZoneType

State = Any


def fresh(value: Any) -> Any:
    """An independent copy; tuples become lists."""
    kind = type(value)
    if kind is list or kind is tuple:
        return [fresh(x) for x in value]
    return {k: fresh(x) for k, x in value.items()} if kind is dict else value


def freshly(rule: Callable[..., None]) -> Callable[..., None]:
    """A rule that is given copies of its arguments."""
    return lambda s, *args: rule(s, *map(fresh, args))


def default(tables: Tables, decl: StateDecl) -> Any:
    """What a state holds at first."""
    found = initial(tables, decl)
    if found is None and not isinstance(decl.type, OptionalType):
        return UNSET
    return fresh(found)


def new(tables: Tables, kind: type[Any]) -> State:
    """The state before the first step, without random numbers."""
    s = kind()
    s.rng = s.other = 0
    s.done, s.left, s.spent, s.over = 0, tables.game.limits.decisions, 0, None
    s.steps, s.tags, s.queue = [((), [(0, (), None)])], (), None
    s.fuel = s.depth = 0
    s.ask = s.dice = s.tell = s.memory = None
    for decl in tables.game.state.values():
        if not isinstance(decl.type, ZoneType):
            setattr(s, f"g_{ident(decl.name)}", default(tables, decl))
    for column in tables.columns:
        values: list[Any] = [default(tables, column.decl) for _ in range(column.high)]
        if scalar(
            column.decl.type
        ):  # else copies of other types have lists too, so that all are copied alike
            values[: column.low] = [UNSET] * column.low
        setattr(s, f"c_{ident(column.entity)}_{ident(column.decl.name)}", values)
    s.zones = [[] for _ in tables.zones]
    for root, begins in tables.begins.items():
        for number, zone in enumerate(begins):
            if zone is not None:
                s.zones[zone].append(number)
        if any(tables.zoned[root]):
            setattr(s, f"w_{ident(root)}", list(begins))
    return s


def encode(tables: Tables, steps: Sequence[str], s: State) -> dict[str, Any]:
    """The state as JSON data, as engine/encoding.md has it. `steps` names the rules by number."""
    game = {
        decl.name: plain(getattr(s, f"g_{ident(decl.name)}"))
        for decl in tables.game.state.values()
        if not isinstance(decl.type, ZoneType)
    }
    entities: dict[str, dict[str, Any]] = {}
    for column in tables.columns:
        values = getattr(s, f"c_{ident(column.entity)}_{ident(column.decl.name)}")
        held = [plain(value) for value in values[column.low : column.high]]
        entities.setdefault(column.entity, {})[column.decl.name] = held
    frames = s.steps if s.queue is None else [*s.steps, (s.tags, s.queue)]
    return {
        "game": game,
        "entities": entities,
        "zones": _zones(tables, s),
        "steps": [
            [list(tags), [[steps[n], [plain(arg) for arg in args], scope] for n, args, scope in queue]]
            for tags, queue in frames
        ],
        "rng": [s.rng, s.other] if s.done == 0 else [s.other, s.rng],
        "counts": [s.done, tables.game.limits.decisions - s.left],
        "over": None if s.over is None else [s.over[0], list(s.over[1]), list(s.over[2])],
    }


def _zones(tables: Tables, s: State) -> dict[str, Any]:
    zones: dict[str, Any] = {}
    for zone in tables.zones:
        held = s.zones[zone.number][:]
        if zone.owner_type is None:
            zones.setdefault("box", {})[zone.root] = held
        elif zone.owner_type == "":
            zones[f"game.{zone.name}"] = held
        else:
            zones.setdefault(f"{zone.owner_type}.{zone.name}", []).append(held)
    return zones


def plain(value: Any) -> Any:
    """A value as JSON data: dicts are lists of pairs, what is unset is None."""
    if type(value) is list or type(value) is tuple:
        return [plain(item) for item in value]
    if type(value) is dict:
        return [[key, plain(item)] for key, item in value.items()]
    return None if value is UNSET else value
