"""`within` as Python text: looked up where nothing can change its answer, else a search with its conditions in place."""

from __future__ import annotations

from collections.abc import Iterable

from pycardgen.lang import ir
from pycardgen.lang.emit_builtin import near_table
from pycardgen.lang.emit_core import Scope, X, settle
from pycardgen.lang.emit_expr import as_lambda, callee, emit, local, value
from pycardgen.lang.tables import walk
from pycardgen.model.types import EntityType


def within(node: ir.Builtin, scope: Scope) -> X:
    """A call of `within`."""
    start, steps = emit(node.args[0], scope), emit(node.args[1], scope)
    named = dict(node.named)
    passable, near = named.get("passable"), named.get("neighbors")
    if near is None:
        table = _looked_up(node, passable, scope)
        if table is not None:
            return X(f"{table}(_s, {start.text}, {steps.text})", True, fixed=True)
        if steps.const == (1,):
            x = _one_step(node, passable, start, scope)
            if x is not None:
                return x
    return _search(node, passable, near, start, steps, scope)


def _condition(passable: ir.Expr | None, name: str, root: str, scope: Scope) -> X | None:
    """The condition on a space that is called `name`, as text."""
    if passable is None:
        return X("True", True, safe=True, static=True)
    as_text = X(name, True, safe=True, static=True, names=frozenset({(name, root)}))
    lambda_ = as_lambda(passable, scope)
    if lambda_ is None:
        assert isinstance(passable, ir.FuncRef)
        return X(f"{callee(passable.name, scope)}(_s, {name})", True)
    scope.inlined += 1
    with scope.binding({lambda_.params[0]: as_text}, 2):
        x = emit(lambda_.body, scope)
    scope.inlined -= 1
    return x


def _looked_up(node: ir.Builtin, passable: ir.Expr | None, scope: Scope) -> str | None:
    """The name of a table of answers, if only printed fields matter."""
    from pycardgen.engine.runtime import Reach
    from pycardgen.lang.emit_core import unmarked

    root = _root(node, scope)
    x = _condition(passable, "_y", root, scope)
    if x is None or not x.static or any(name != "_y" for name, _ in x.names):
        return None
    module = scope.module
    text = unmarked(x.text)
    key = f"within:{root}:{text}"
    if key not in module.conditions:
        near = module.names[near_table(root, scope)]
        size = len(module.tables.copies[root])
        ok = eval(f"[{text} for _y in range({size})]", dict(module.names))
        name = module.conditions[key] = module.fresh("R")
        module.names[name] = Reach(near, None if all(ok) else ok)
        module.notes[name] = f"within, passable: {text}"
    return module.conditions[key]


def _root(node: ir.Builtin, scope: Scope) -> str:
    kind = node.args[0].type
    assert isinstance(kind, EntityType)
    return scope.module.entity(kind.name)


def _one_step(node: ir.Builtin, passable: ir.Expr | None, start: X, scope: Scope) -> X | None:
    """`within(s, 1, ...)`: the neighbours that pass."""
    root = _root(node, scope)
    name = f"_y{scope.counter}"
    scope.counter += 1
    near = scope.module.names[near_table(root, scope)]
    table = scope.module.constant(
        f"_next_{root}",
        lambda: tuple(tuple(dict.fromkeys(y for y in ys if y != x)) for x, ys in enumerate(near)),
    )
    x = _condition(passable, name, root, scope)
    if x is None:
        return None
    size = max(map(len, near), default=0)
    return X(f"[{name} for {name} in {table}[{start.text}] if {x.text}]", True, fresh=True, size=size)


def _search(
    node: ir.Builtin, passable: ir.Expr | None, near: ir.Expr | None, start: X, steps: X, scope: Scope
) -> X:
    """A function of its own for one call: breadth first, with what it asks of each space written in place."""
    module = scope.module
    root = _root(node, scope)
    name = module.fresh("within")
    free = [x.text for x in _free(passable, near, scope)]
    inner = Scope(module, scope.function, dict(scope.env), scope.keeps, indent=4, weight=4, counter=100)
    inner.inlined = scope.inlined
    found = _neighbors_of(near, root, inner)
    condition = _condition(passable, "_y", root, inner)
    assert condition is not None
    body = [
        "    _seen, _found, _edge = {_a}, [], [_a]",
        "    while _edge and _n > 0:",
        "        _n -= 1",
        "        _more = []",
        "        for _x in _edge:",
        f"            for _y in {found}:",
        "                if _y not in _seen:",
        "                    _seen.add(_y)",
        f"                    if {condition.text}:",
        "                        _more.append(_y)",
        "        _found += _more",
        "        _edge = _more",
        "    _burn(_s, _seen)",
        "    return _small(_found)",
    ]
    head = f"def {name}({', '.join(['_s', '_a', '_n', *free])}):"
    module.lines += ["", "", head, *settle(body, inner.uses, 1)]
    return X(f"{name}({', '.join(['_s', start.text, steps.text, *free])})", True, fresh=True)


def _neighbors_of(near: ir.Expr | None, root: str, scope: Scope) -> str:
    if near is None:
        return f"{near_table(root, scope)}[_x]"
    lambda_ = as_lambda(near, scope)
    if lambda_ is None:
        assert isinstance(near, ir.FuncRef)
        return f"_burn(_s, {callee(near.name, scope)}(_s, _x))"
    scope.inlined += 1
    with scope.binding({lambda_.params[0]: X("_x", True, safe=True)}, 2):
        x = emit(lambda_.body, scope)
    scope.inlined -= 1
    return f"_burn(_s, {x.text})"


def _free(passable: ir.Expr | None, near: ir.Expr | None, scope: Scope) -> Iterable[X]:
    """What the conditions read of the locals around them, once each."""
    found: dict[str, X] = {}
    for part in (passable, near):
        if isinstance(part, ir.Lambda):
            for node in walk(part.body):
                if isinstance(node, ir.Local) and node.name not in part.params and node.name in scope.env:
                    x = scope.env[node.name]
                    if x.const is None:
                        found[x.text] = x
    return found.values()


__all__ = ["local", "value", "within"]
