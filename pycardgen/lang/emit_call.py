"""Calls of rules and functions that are handed to built-ins, as Python text; small rules in place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pycardgen.lang import ir
from pycardgen.lang.emit_core import Scope, X, ident, mark
from pycardgen.lang.emit_expr import emit, local, there, value
from pycardgen.lang.emit_lift import lifted
from pycardgen.lang.inline import inlinable
from pycardgen.lang.tables import walk
from pycardgen.model.types import FuncType


def function(node: ir.Expr, scope: Scope) -> X:
    """A function that is handed to a built-in: a lambda, or a rule's name."""
    if isinstance(node, ir.FuncRef):
        lambda_ = as_lambda(node, scope)
        if lambda_ is None:
            scope.called = True
            return X(f"_partial({callee(node.name, scope)}, _s)", True)
        node = lambda_
    if scope.looped:
        return lifted(node, scope, lambda inner: function(node, inner))
    assert isinstance(node, ir.Lambda)
    kinds = node.type.params if isinstance(node.type, FuncType) else ()
    names = {
        name: local(name, scope, kinds[at] if at < len(kinds) else None)
        for at, name in enumerate(node.params)
    }
    with scope.binding(names, 2):
        body = value(node.body, scope)
    return X(f"lambda {', '.join(x.text for x in names.values())}: {body.text}")


def as_lambda(node: ir.Expr, scope: Scope) -> ir.Lambda | None:
    """A function argument as a lambda whose body can be put in place; None for a rule that is more than
    that.
    """
    if isinstance(node, ir.Lambda):
        return node
    assert isinstance(node, ir.FuncRef)
    body = inlinable(node.name, scope.module)
    if body is None:
        return None
    params = tuple(name for name, _ in scope.module.functions[node.name].params)
    return ir.Lambda(params, body, at=node.at, type=node.type)


def callee(name: str, scope: Scope) -> str:
    """The name of the Python function that a call of a rule runs."""
    module = scope.module
    if name in module.tables.game.values and module.answers("modify", name):
        return f"_v_{ident(name)}"
    if name in module.tables.game.hooks and module.answers("replace", name):
        return f"_h_{ident(name)}"
    module.wanted[name] = None
    return f"_f_{ident(name)}"


def _call(node: ir.Call, scope: Scope) -> X:
    args, found = _opened(node, scope)
    if found is not None:
        body, names = found
        scope.inlined += 1
        with scope.binding(names):
            x = emit(body, scope)
        scope.inlined -= 1
        return x
    scope.called = True
    function = callee(node.name, scope)
    if args is None:
        args = arguments(node, scope, function[:3] == "_f_")
    text = "".join(f", {x.text}" for x in args)
    return X(mark(f"{function}(_s{text})", node.at), True)


def arguments(node: ir.Call, scope: Scope, plain: bool) -> list[X]:
    """The arguments of a call. A rule that only looks at a list may be given one that never changes."""
    from pycardgen.lang.emit_stmt import only_looked_at

    function = scope.module.functions[node.name]
    looked = only_looked_at(function, scope.module) if plain else frozenset()
    found = []
    for arg, (name, _) in zip(node.args, function.params, strict=True):
        x = emit(arg, scope)
        found.append(x if x.fixed and name in looked else there(x, arg, scope))
    return found


Opened = tuple[ir.Expr, dict[str, X]]


def opened(node: ir.Call, scope: Scope) -> Opened | None:
    """The body of a small rule and what stands for its parameters, if it can stand in place of the call."""
    return _opened(node, scope)[1]


def _opened(node: ir.Call, scope: Scope) -> tuple[list[X] | None, Opened | None]:
    """The arguments, if they had to be written to find out; the body if it can stand in place of the call."""
    module = scope.module
    body = inlinable(node.name, module)
    if body is None or scope.inlined > 8 or module.spare < 0:
        return None, None
    function = module.functions[node.name]
    args = arguments(node, scope, True)
    if not fits(body, function, args):
        return args, None
    module.spare -= len(walk(body))
    return args, (body, {name: x for x, (name, _) in zip(args, function.params, strict=True)})


def fits(body: ir.Expr, function: ir.Func, args: list[X]) -> bool:
    """Whether arguments may stand in place of the parameters: names and constants may, safe ones once."""
    uses = [node.name for node in walk(body) if isinstance(node, ir.Local)]
    once = 0 if any(isinstance(node, ir.Call) for node in walk(body)) else 1
    return all(
        x.safe and (x.const is not None or x.text.isidentifier() or uses.count(name) <= once)
        for x, (name, _) in zip(args, function.params, strict=True)
    )


def _format(node: ir.Format, scope: Scope) -> X:
    return X("(" + "".join(f"{value(part, scope).text}, " for part in node.parts) + ")", True)


WRITERS: dict[type, Callable[[Any, Scope], X]] = {
    ir.Lambda: function,
    ir.FuncRef: function,
    ir.Call: _call,
    ir.Format: _format,
}
