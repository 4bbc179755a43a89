"""What is known where we are: which locals hold what a state holds (`Scope.values`), which of a few values
states may have and which locals are surely players, not the table (`among`), on which zone a copy lies
(`lying`), which conditions have been answered (`held`).

Learnt from assignments, moves and conditions; where paths meet, what both know is known; a statement takes
away what it may change.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pycardgen.lang import ir
from pycardgen.lang.analysis import Facts, body_edits, body_moves, children_looked_at, opens
from pycardgen.lang.emit_core import Among, Scope, X, ident
from pycardgen.lang.emit_expr import emit
from pycardgen.lang.settled import constants
from pycardgen.lang.tables import walk
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


def forget(statement: ir.Stmt, scope: Scope, ahead: bool = False) -> None:
    """What no longer holds after a statement. Calls in whose place a body stands have been followed already,
    but for statements that hold others, which are looked at `ahead`.
    """
    if not (scope.values or scope.among or scope.lying or scope.held):
        return
    known = scope.module.facts
    columns: set[str] = set()
    texts: set[str] = set()
    for node in walk(statement):
        if isinstance(node, (ir.Assign, ir.Augment)):
            target = node.target
            if isinstance(target, ir.State):
                columns.add(column(target, scope))
            elif isinstance(target, ir.GameState):
                columns.add(f"g_{ident(target.name)}")
            elif isinstance(target, ir.Local):
                texts.add(scope.env[target.name].text)
        elif isinstance(node, ir.For):
            texts.update(scope.env[name].text for name in node.targets)
        elif _may_change(node, known) and (ahead or id(node) not in scope.opened):
            scope.values = {}
            scope.among = {key: values for key, values in scope.among.items() if key[0] == PLAYER}
            scope.lying, scope.held = {}, {}
            columns.clear()
    scope.among = {
        key: values for key, values in scope.among.items() if key[0] not in columns and key[1] not in texts
    }
    if scope.held and body_edits(statement, known):
        scope.held = {}
    if scope.held:
        gone = columns | texts
        if body_moves(statement, known):
            gone |= {word for _, words in scope.held.values() for word in words if word[:2] in ("z_", "w_")}
            gone.add("zones")
        scope.held = {text: held for text, held in scope.held.items() if not held[1] & gone}
    if scope.lying:
        moved = body_moves(statement, known)
        scope.lying = (
            {} if moved else {k: v for k, v in scope.lying.items() if not texts & {k, *_words(v[0])}}
        )
    scope.values = {
        key: x
        for key, x in scope.values.items()
        if key[0] not in columns and key[1] not in texts and x.text not in texts
    }


def _words(text: str) -> list[str]:
    """The names in a text."""
    return re.findall(r"\w+", text)


def _may_change(node: Any, known: Facts) -> bool:
    if isinstance(node, (ir.Call, ir.FuncRef)):
        return node.name in known.changes or opens(node, known)
    return isinstance(node, ir.EndScope) or opens(node, known)


def learn(statement: ir.Stmt, scope: Scope) -> None:
    """What a simple statement tells of a state: which local or constant is its value."""
    forget(statement, scope)
    if scope.laid is not None:
        scope.lying = {**scope.lying, scope.laid[0]: scope.laid[1]}
        scope.laid = None
    if isinstance(statement, ir.Assign):
        assigned(statement.target, statement.value, scope)
    if not isinstance(statement, ir.Assign) or not scope.learnt:
        return
    key, x = scope.learnt
    scope.learnt = None
    if x.const is not None or x.text.isidentifier():
        scope.values[key] = x


def column(target: ir.State, scope: Scope) -> str:
    """The attribute that holds an entity's state."""
    owner = scope.module.tables.declares(target.entity, target.name)
    return f"c_{ident(owner)}_{ident(target.name)}"


def keeps_size(name: str, scope: Scope) -> bool:
    """Whether a local with a list is set in one place only, and the list only looked at."""
    places = 0
    for node in walk(scope.function.body):
        if isinstance(node, ir.Assign | ir.Augment) and isinstance(node.target, ir.Local):
            places += node.target.name == name
        elif isinstance(node, ir.For):
            places += node.targets.count(name)
    return places == 1 and (name in scope.keeps or _only_read(name, scope))


def _only_read(name: str, scope: Scope) -> bool:
    """Whether a local with a list is looked at, or handed to what looks at it, and nothing else."""
    from pycardgen.lang.emit_stmt import only_looked_at

    uses = reads = 0
    for node in walk(scope.function.body):
        uses += isinstance(node, ir.Local) and node.name == name
        seen = children_looked_at(node)
        if isinstance(node, ir.Window):
            seen = [node.seats]
        elif isinstance(node, ir.Call) and not opens(node, scope.module.facts):
            called = scope.module.functions[node.name]
            looked = only_looked_at(called, scope.module)
            seen = [arg for arg, (param, _) in zip(node.args, called.params, strict=True) if param in looked]
        reads += sum(isinstance(x, ir.Local) and x.name == name for x in seen)
    return uses == reads
