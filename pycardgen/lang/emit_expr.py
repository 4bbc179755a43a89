"""Expressions of the rules as Python text: what each kind of node becomes, and what it takes to keep a
value.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from pycardgen.lang import ir
from pycardgen.lang.emit_core import TINY, Scope, X, constant, ident, marked, scalar
from pycardgen.model.types import DictType, EntityType, ListType, Type


def emit(node: ir.Expr, scope: Scope) -> X:
    """An expression as text, to be used where it stands: a `Missing` must be noticed, a fixed list not be
    kept.
    """
    return _writers()[type(node)](node, scope)


def used(node: ir.Expr, scope: Scope) -> str:
    """Text in parentheses, for a place that notices a `Missing` by itself."""
    return emit(node, scope).a


def value(node: ir.Expr, scope: Scope) -> X:
    """An expression whose value is kept or passed on: surely there, and a real list if it's a list."""
    return there(emit(node, scope), node, scope)


def stored(node: ir.Expr, scope: Scope) -> X:
    """A value on its way into a state, list, dict or step: a list or dict that nobody else holds."""
    x = emit(node, scope)
    if scalar(node.type):
        return there(x, node, scope)
    return x if x.fresh else copied(x, node.type, scope)


def there(x: X, node: ir.Expr, scope: Scope) -> X:
    """`moved`, with the place of a node for what is found missing."""
    sure = moved(x, node.type, scope)
    return marked(sure, node.at) if x.missing else sure


def moved(x: X, kind: Type, scope: Scope) -> X:
    """Make sure that a value is there, and a real list if it's a list."""
    if x.fixed:
        return copied(x, kind, scope)
    if not x.missing:
        return x
    if not scope.walrus:
        return replace(x, text=f"_have({x.text})", atom=True, missing=False)
    name = scope.temporary()
    there = f"({name} := {x.text})" + (" is not _UNSET" if x.unset else ".__class__ is not _Missing")
    return replace(x, text=f"{name} if {there} else _have({name})", atom=False, missing=False)


def copied(x: X, kind: Type, scope: Scope) -> X:
    """A new list or dict with the same items."""
    if isinstance(kind, ListType) and scalar(kind.item):
        of = walked(x, scope)
        return X(f"[*{of.a}]", True, fresh=True, safe=of.safe, size=x.size)
    if isinstance(kind, DictType) and scalar(kind.value):
        return X(f"{walked(x, scope).a}.copy()", True, fresh=True, size=x.size)
    if not scalar(kind):
        return X(f"_copy(_s, {x.text})", True, fresh=True, size=x.size)
    return x


def walked(xs: X, scope: Scope) -> X:
    """A list that is gone through at the speed of C: only long ones burn fuel."""
    if xs.size is not None and xs.size <= TINY:
        return xs
    return replace(xs, text=f"_burn(_s, {xs.text})", atom=True, safe=False)


def printed(found: Any, scope: Scope) -> X:
    """A constant of the game: lists and dicts get a name."""
    if isinstance(found, tuple | dict):
        name = scope.module.fresh("P")
        scope.module.names[name] = found
        if any(isinstance(x, tuple | dict) for x in (found.values() if isinstance(found, dict) else found)):
            return X(f"_copy(_s, {name})", True, fresh=True)
        return X(name, True, fixed=True, safe=True, static=True, size=len(found))
    return constant(found)


def local(name: str, scope: Scope, kind: Type | None = None) -> X:
    """A local as Python knows it. In a body that was put in place it gets a name of its own."""
    text = scope.temporary("v") + "_" + ident(name) if scope.inlined else ident(name)
    if isinstance(kind, EntityType):
        root = scope.module.entity(kind.name)
        return X(text, True, safe=True, static=True, names=frozenset({(text, root)}))
    return X(text, True, safe=True)


@cache
def _writers() -> dict[type, Callable[[Any, Scope], X]]:
    """What writes each kind of node."""
    from pycardgen.lang import emit_call, emit_flow, emit_list, emit_number, emit_test, emit_value
    from pycardgen.lang.emit_builtin import builtin

    found: dict[type, Callable[[Any, Scope], X]] = {ir.Builtin: builtin}
    for module in (emit_value, emit_number, emit_test, emit_list, emit_call, emit_flow):
        found |= module.WRITERS
    return found
