"""Where the engine looks for the effects that answer an event, value, hook or window."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pycardgen.engine.api import Kind
from pycardgen.engine.runtime import Found, Looked, Part, Plan
from pycardgen.lang import ir
from pycardgen.lang.emit_core import ident
from pycardgen.lang.missing import StopError
from pycardgen.lang.tables import Tables, Zone
from pycardgen.model.types import EntityType, Type

Names = Mapping[str, Any]


def plans(
    tables: Tables, program: ir.Program, loaded: Sequence[int], kinds: Sequence[Kind], names: Names
) -> dict[str, Plan]:
    """The plan of everything that a loaded effect answers, under the name that generated code has for it.

    `names` are the names of the generated module, functions included.
    """
    found: dict[str, Plan] = {}
    asked = _asked(tables, program, names)
    for letter, kind, signatures in (
        ("E", "on", tables.game.events),
        ("V", "modify", tables.game.values),
        ("H", "replace", tables.game.hooks),
        ("W", "use", tables.game.windows),
    ):
        for name, signature in signatures.items():
            parts = [_part(i, program.effects[i], names) for i in loaded
                     if (program.effects[i].kind, program.effects[i].name) == (kind, name)]  # fmt: skip
            if not parts:
                continue
            subject = tables.subject(signature.params) if kind in ("modify", "replace") else None
            plan = _plan(tables, parts, subject)
            if kind == "replace":
                plan.base = names[f"_f_{ident(name)}"]
            if kind == "use":
                plan.kind = next(k for k in kinds if k.name == f"window:{name}")
                plan.asked = asked
            found[f"_{letter}_{ident(name)}"] = plan
    return found


def _part(number: int, effect: ir.Effect, names: Names) -> Part:
    condition = names[f"_f_{ident(effect.condition)}"] if effect.condition else None
    body = names[f"_f_{ident(effect.body)}"]
    return Part(number, body, condition, effect.stage, effect.source, effect.label)


def _plan(tables: Tables, parts: Sequence[Part], subject: str | None) -> Plan:
    """A plan that works out where to look for a subject when it is first asked about it."""
    by_source: dict[str, list[Part]] = {}
    for part in parts:
        by_source.setdefault(part.source, []).append(part)
    by_copy = {
        root: [tuple(by_source.get(definition.id, ())) for definition in copies]
        for root, copies in tables.copies.items()
    }
    cache: dict[int | None, tuple[Sequence[Found], Sequence[Looked]]] = {}

    def places(of: int | None) -> tuple[Sequence[Found], Sequence[Looked]]:
        if of not in cache:
            cache[of] = _always(tables, by_copy, subject, of), _zones(tables, by_copy, subject, of)
        return cache[of]

    return Plan(places, [z.active for z in tables.zones], [z.owner for z in tables.zones])


Parts = Mapping[str, Sequence[Sequence[Part]]]


def _always(tables: Tables, parts: Parts, subject: str | None, of: int | None) -> list[Found]:
    """The effects that are in force all the time: of a subject's type, only its own."""
    return [
        (part, number, None, number if root == tables.player_type else None)
        for root, number in tables.always()
        if subject is None or number == of or not _is(tables, root, number, subject)
        for part in parts[root][number]
    ]


def _zones(tables: Tables, parts: Parts, subject: str | None, of: int | None) -> list[Looked]:
    """The zones to look through: of those owned by a subject's type, only its own."""
    found: list[Looked] = []
    for zone in (tables.zones[number] for number in tables.order):
        if not zone.active or not any(parts[zone.root]):
            continue
        owned = subject is not None and _owner_is(tables, zone, subject)
        if owned and zone.owner != of:
            continue
        only = None
        if subject is not None and not owned and tables.root_of[subject] == zone.root:
            only = tables.spans[subject]
        found.append((zone.number, zone.owner, parts[zone.root], f"w_{ident(zone.root)}", only))
    return found


def _is(tables: Tables, root: str, number: int, kind: str) -> bool:
    low, high = tables.spans[kind]
    return tables.root_of[kind] == root and low <= number < high


def _owner_is(tables: Tables, zone: Zone, kind: str) -> bool:
    return bool(zone.owner_type) and zone.owner is not None and _is(
        tables, tables.root_of[zone.owner_type or ""], zone.owner, kind
    )  # fmt: skip


def controllers(
    tables: Tables, program: ir.Program, names: Names
) -> Callable[[str], Callable[[Any, int], int | None]]:
    """For a type of owner, the function that gives the player who sees and answers for it; None: nobody."""
    declared: Mapping[str, Type] = {
        kind.name: kind
        for function in program.functions
        if function.name == "controller"
        for _, kind in function.params[:1]
        if isinstance(kind, EntityType)
    }
    controller = names.get("_f_controller")

    def of_type(owner: str) -> Callable[[Any, int], int | None]:
        if tables.root_of[owner] == tables.player_type:
            return lambda state, entity: entity
        spans = [tables.spans[kind] for kind in declared if tables.root_of[kind] == tables.root_of[owner]]
        if controller is None or not spans:
            return lambda state, entity: None
        low, high = spans[0]

        def ask(state: Any, entity: int) -> int | None:
            if not low <= entity < high:
                return None
            try:
                seat: int = controller(state, entity)
            except (StopError, IndexError, KeyError, TypeError, ZeroDivisionError):
                return None
            return seat

        return ask

    return of_type


def _asked(tables: Tables, program: ir.Program, names: Names) -> dict[int, Callable[[Any, int], int | None]]:
    """By number of zone, who answers for its owner."""
    of_type = controllers(tables, program, names)
    return {zone.number: of_type(zone.owner_type) for zone in tables.zones if zone.owner_type}
