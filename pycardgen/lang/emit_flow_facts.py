"""What is known of states where we are: which of a few values they may have, and which locals are surely
players (not the table). Learnt from assignments and conditions; where paths meet, what both know is known.
"""

from __future__ import annotations

from collections.abc import Mapping

from pycardgen.lang import ir
from pycardgen.lang.emit_core import Among, Scope, X, ident
from pycardgen.lang.emit_expr import emit
from pycardgen.lang.settled import constants
from pycardgen.model.types import BoolType, EnumType

PLAYER = ""
"""In place of a column: the local is surely a player."""


def meet(
    one: Mapping[tuple[str, str], Among], other: Mapping[tuple[str, str], Among]
) -> dict[tuple[str, str], Among]:
    """What is known where two paths meet."""
    return {key: values | other[key] for key, values in one.items() if key in other}


def named(node: ir.Expr, scope: Scope) -> tuple[str, str] | None:
    """The column of a state and the text of its index, if that is a local or a constant."""
    if not isinstance(node, ir.State) or scope.function.role == "bot":
        return None
    of = node.of
    x = (
        scope.env.get(of.name)
        if isinstance(of, ir.Local)
        else emit(of, scope)
        if isinstance(of, ir.Entity)
        else None
    )
    if x is None or not (x.const is not None or x.text.isidentifier()):
        return None
    owner = scope.module.tables.declares(node.entity, node.name)
    return f"c_{ident(owner)}_{ident(node.name)}", x.text


def may_be(node: ir.Expr, of: X, scope: Scope) -> Among | None:
    """The values that a state may have, if reading it can't fail."""
    key = named(node, scope)
    if key is None or not isinstance(node, ir.State):
        return None
    found = scope.among.get(key)
    if found is not None:
        return found
    tables = scope.module.tables
    player = scope.module.entity(node.entity) == tables.player_type
    sure = (PLAYER, key[1]) in scope.among or (of.const is not None and of.const[0] < tables.players)
    return every(node, scope) if sure or (of.safe and not player) else None


def every(node: ir.State, scope: Scope) -> Among | None:
    """The values that a state ever has."""
    tables = scope.module.tables
    owner = tables.declares(node.entity, node.name)
    decl = tables.game.entities[owner].state[node.name]
    only = scope.module.only.get((owner, node.name))
    if only is not None:
        return only
    if not isinstance(decl.default, str | bool) and (owner, node.name) not in scope.module.sure:
        return None
    match decl.type:
        case BoolType():
            return frozenset((False, True))
        case EnumType(name) if name in tables.game.enums:
            return frozenset(tables.game.enums[name].members)
    return None


def assigned(target: ir.Expr, value: ir.Expr, scope: Scope) -> None:
    """After an assignment to a state."""
    key = named(target, scope)
    if key is None:
        return
    scope.among[PLAYER, key[1]] = frozenset()
    given = constants(value)
    if given is not None:
        scope.among[key] = frozenset(given)


def tell(test: ir.Expr, answer: bool, scope: Scope) -> None:
    """Where a condition has had an answer."""
    match test:
        case ir.Not(of=inner):
            tell(inner, not answer, scope)
        case ir.And(items=items) | ir.Or(items=items):
            if isinstance(test, ir.And) == answer:
                for item in items:
                    tell(item, answer, scope)
            else:
                _looked(items[0], scope)
        case ir.Compare(
            first=ir.State() as state, ops=("==" | "!=" as op,), rest=(ir.Lit(value=str() | bool() as value),)
        ):
            _looked(test, scope)
            key, before = named(state, scope), may_be(state, emit(state.of, scope), scope)
            if key is not None and before is not None:
                same = (op == "==") == answer
                scope.among[key] = frozenset((value,)) if same else before - {value}


def _looked(test: ir.Expr, scope: Scope) -> None:
    """A condition has been looked at, so that the one whose state it names first is a player."""
    match test:
        case ir.And(items=items) | ir.Or(items=items):
            _looked(items[0], scope)
        case ir.Compare(first=ir.State() as state):
            key = named(state, scope)
            if key is not None:
                scope.among[PLAYER, key[1]] = frozenset()


def harmless(test: ir.Expr, scope: Scope) -> bool:
    """Whether a condition on a state can't fail."""
    match test:
        case ir.Compare(first=ir.State() as state, ops=(op,), rest=(ir.Lit(),)) if op in ("==", "!="):
            return may_be(state, emit(state.of, scope), scope) is not None
    return False
