"""Literals, locals, constants, printed fields, states and zones as Python text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pycardgen.lang import ir
from pycardgen.lang.emit_core import Scope, X, constant, ident, item_of, mark, marked, scalar
from pycardgen.lang.emit_expr import emit, printed
from pycardgen.lang.tables import value_at_play
from pycardgen.model.game import MISSING
from pycardgen.model.types import DictType, EntityType, ListType, OfferType, OptionalType, Type, ZoneType


def _lit(node: ir.Lit, scope: Scope) -> X:
    return constant(node.value)


def _entity(node: ir.Entity, scope: Scope) -> X:
    number = scope.module.tables.first.get((scope.module.entity(node.entity), node.id))
    if number is None:
        return X(mark(f"_absent({node.id!a})", node.at), True)
    return constant(number)


def _local(node: ir.Local, scope: Scope) -> X:
    x = scope.env[node.name]
    if x.text in scope.sizes:
        x = replace(x, size=scope.sizes[x.text])
    if isinstance(node.type, EntityType) and not x.static and x.text.isidentifier():
        root = scope.module.entity(node.type.name)
        return replace(x, static=True, names=frozenset({(x.text, root)}))
    return x


def _const(node: ir.Const, scope: Scope) -> X:
    tables = scope.module.tables
    if node.name == "everyone":
        return everyone(scope)
    if node.name == "table":
        return constant(tables.players)
    if node.name == "box":
        raise AssertionError("the box has a number only beside a copy's type")
    board = tables.maps[0].definition if tables.maps else None
    found = board if node.name == "board" else tables.mission.definition if tables.mission else None
    if found is None and isinstance(node.type, OptionalType):
        return constant(None)
    if found is None:
        return X(mark(f"_absent({node.name!a})", node.at), True)
    return constant(tables.first[tables.root_of[found.type], found.id])


def everyone(scope: Scope) -> X:
    """All players."""
    players = scope.module.tables.players
    name = scope.module.constant("_everyone", lambda: tuple(range(players)))
    return X(name, True, fixed=True, safe=True, static=True, size=players)


def box(scope: Scope, item: Type) -> int:
    """The number of the box for a type of copies."""
    assert isinstance(item, EntityType)
    return scope.module.tables.zone_base[None, scope.module.entity(item.name)]


def _setting(node: ir.Setting, scope: Scope) -> X:
    return printed(
        value_at_play(scope.module.tables, scope.module.tables.settings[node.name], node.type), scope
    )


def _game_state(node: ir.GameState, scope: Scope) -> X:
    if isinstance(node.type, ZoneType):
        return constant(scope.module.tables.zone_base["", node.name])
    decl = scope.module.tables.game.state[node.name]
    text = f"_s.g_{ident(node.name)}"
    missing = can_be_unset(decl.type, decl.default) and not _is_set(("", node.name), scope)
    return X(mark(text, node.at) if missing else text, True, missing=missing, unset=True, safe=not missing)


def can_be_unset(kind: Type, default: Any) -> bool:
    """Whether a state has no value until one is assigned."""
    return default is MISSING and not isinstance(kind, OptionalType | ListType | DictType)


def _is_set(state: tuple[str, str], scope: Scope) -> bool:
    """Whether a state surely has a value here: the first step, which is over, has given it one."""
    return scope.settled and state in scope.module.sure


def _memory(node: ir.Memory, scope: Scope) -> X:
    return X(f"_s.memory.m_{ident(node.name)}", True, safe=True)


def _field(node: ir.Field, scope: Scope) -> X:
    of = emit(node.of, scope)
    if node.name == "seat":
        size = scope.module.tables.players
        return replace(of, low=0, high=size) if of.const is None else of
    if isinstance(node.of.type, OfferType):
        return X(f"{of.a}.{node.name}", True, safe=of.safe, names=of.names)
    name = scope.module.field_table(node.entity, node.name)
    table = scope.module.names[name]
    if of.const is not None and plain_table(table):
        return printed(table[of.const[0]], scope)
    missing = not plain_table(table)
    found = X(
        f"{name}[{of.text}]",
        True,
        missing=missing,
        safe=of.safe and not missing and not of.missing,
        static=of.static and not missing,
        names=of.names,
    )
    return _of_table(found, table, node)


def plain_table(table: tuple[Any, ...]) -> bool:
    """Whether every copy has a value in a table."""
    return not any(type(item).__name__ == "Missing" for item in table)


def _of_table(x: X, table: tuple[Any, ...], node: ir.Field) -> X:
    """What the values of a table tell: bounds of ints, lengths of lists."""
    if all(type(item) is int for item in table) and table:
        x = replace(x, low=min(table), high=max(table))
    if not scalar(node.type):
        lengths = [len(item) for item in table if isinstance(item, tuple | dict)]
        plain = scalar(node.type.value if isinstance(node.type, DictType) else item_of(node.type))
        if plain:
            return marked(replace(x, fixed=True, size=max(lengths, default=0)), node.at)
        return X(mark(f"_copy(_s, {x.text})", node.at), True, fresh=True)
    return x if x.safe else marked(x, node.at)


def _state(node: ir.State, scope: Scope) -> X:
    tables = scope.module.tables
    owner = tables.declares(node.entity, node.name)
    decl = tables.game.entities[owner].state[node.name]
    of = emit(node.of, scope)
    if isinstance(decl.type, ZoneType):
        return zone_of(of, owner, node.name, scope, node.at)
    missing = can_be_unset(decl.type, decl.default) and not _is_set((owner, node.name), scope)
    safe = of.safe and not missing and not of.missing
    if scope.module.entity(owner) == tables.player_type:
        scope.module.state_places.add(node.at)
        safe = safe and of.const is not None and of.const[0] < tables.players
    slot = f"c_{ident(owner)}_{ident(node.name)}"
    if (slot, of.text) in scope.values:
        return scope.values[slot, of.text]
    column = scope.of_state(slot)
    x = X(f"{column}[{of.text}]", True, missing=missing, unset=True, safe=safe)
    return marked(x, node.at)


def zone_of(of: X, owner: str, name: str, scope: Scope, at: int) -> X:
    """The number of an entity's zone."""
    tables = scope.module.tables
    low, high = tables.spans[owner]
    base = tables.zone_base[owner, name] - low
    if of.const is not None and of.const[0] < high:
        return constant(base + of.const[0])
    if tables.root_of[owner] == tables.player_type:
        table = scope.module.constant(
            f"_Z_{ident(owner)}_{ident(name)}", lambda: tuple(base + n for n in range(low, high))
        )
        scope.module.state_places.add(at)
        return X(mark(f"{table}[{of.text}]", at), True)
    return X(mark(f"{base} + {of.a}", at), safe=of.safe, static=of.static, names=of.names)


def contents(node: ir.Expr, scope: Scope) -> str:
    """The list of copies in a zone."""
    if not isinstance(node, ir.State):
        return f"{scope.of_state('zones')}[{emit(node, scope).text}]"
    tables = scope.module.tables
    owner = tables.declares(node.entity, node.name)
    if tables.root_of[owner] == tables.player_type:
        scope.module.state_places.add(node.at)
    piles = scope.of_state(f"z_{ident(owner)}_{ident(node.name)}")
    return mark(f"{piles}[{emit(node.of, scope).text}]", node.at)


def _index(node: ir.Index, scope: Scope) -> X:
    index = emit(node.index, scope)
    if isinstance(node.of.type, ZoneType):
        return X(mark(f"{contents(node.of, scope)}[{index.text}]", node.at), True)
    of = emit(node.of, scope)
    return X(mark(f"{of.a}[{index.text}]", node.at), True)


def root_of_item(scope: Scope, zone: ZoneType, copy: Type) -> str:
    """The root type of what a zone holds; the box's comes from the copy."""
    kind = copy.item if isinstance(copy, OptionalType) else copy
    if not isinstance(kind, EntityType):
        kind = zone.item
    assert isinstance(kind, EntityType)
    return scope.module.entity(kind.name)


WRITERS: dict[type, Callable[[Any, Scope], X]] = {
    ir.Lit: _lit,
    ir.Entity: _entity,
    ir.Local: _local,
    ir.Const: _const,
    ir.Setting: _setting,
    ir.GameState: _game_state,
    ir.Memory: _memory,
    ir.Field: _field,
    ir.State: _state,
    ir.Index: _index,
}
