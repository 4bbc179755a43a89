"""Comprehensions and lambdas as functions of their own.

A closure makes every local that it reads slower in the function around it. In the loop of steps, where rules
stand in place of their calls, what would be a closure is a function that is given what it reads.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pycardgen.lang import ir
from pycardgen.lang.analysis import free_locals
from pycardgen.lang.emit_core import Scope, X, settle


def lifted(node: ir.Expr, scope: Scope, write: Callable[[Scope], X]) -> X:
    """A call of a function that gives what `write` writes for a node in the scope that it is handed."""
    module = scope.module
    inner = Scope(module, scope.function, {}, scope.keeps, inlined=scope.inlined + 1)
    inner.counter, inner.settled = scope.counter, scope.settled
    given: dict[str, str] = {}
    for name in free_locals(node):
        x = scope.env.get(name)
        if x is None:
            continue
        if x.const is None:
            text = x.text if x.text.isidentifier() else inner.temporary("a")
            given[text] = x.text
            x = replace(x, text=text, atom=True)
        inner.env[name] = x
    x = write(inner)
    if x.const is not None or (x.static and not x.names):
        return x
    name = module.fresh("part")
    params = ", ".join(["_s", *given])
    module.lines += ["", "", f"def {name}({params}):", *settle([f"    return {x.text}"], inner.uses, 1)]
    text = f"{name}({', '.join(['_s', *given.values()])})"
    return replace(x, text=text, atom=True, static=False, safe=False, names=frozenset())
