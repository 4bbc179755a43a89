"""List and dict literals and comprehensions as Python text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pycardgen.lang import ir
from pycardgen.lang.emit_core import TINY, Scope, X, mark, unmarked
from pycardgen.lang.emit_expr import printed, stored, value
from pycardgen.lang.emit_lift import lifted
from pycardgen.lang.emit_test import tested

BIG = 10_000
"""Items of a list."""


def _list(node: ir.ListLit, scope: Scope) -> X:
    items = [stored(item, scope) for item in node.items]
    if items and all(x.const is not None for x in items):
        found = tuple(x.const[0] for x in items if x.const)
        text = "(" + ", ".join(map(ascii, found)) + ",)"
        return X(text, True, fixed=True, safe=True, static=True, size=len(found))
    text = "[" + ", ".join(x.text for x in items) + "]"
    return X(text, True, fresh=True, safe=all(x.safe for x in items), size=len(items))


def _dict(node: ir.DictLit, scope: Scope) -> X:
    pairs = []
    for key, item in zip(node.keys, node.values, strict=True):
        pairs.append(f"{value(key, scope).text}: {stored(item, scope).text}")
    return X("{" + ", ".join(pairs) + "}", True, fresh=True, size=len(pairs))


def _list_comp(node: ir.ListComp, scope: Scope) -> X:
    clause = node.clauses[0]
    if (
        len(node.clauses) == 1
        and isinstance(clause.over, ir.Builtin)
        and clause.over.name == "within"
        and isinstance(node.item, ir.Local)
        and node.item.name == clause.targets[0]
    ):
        from pycardgen.lang.emit_space import within

        x = within(clause.over, scope, clause.targets[0], clause.tests)
        if x is not None:
            return x
    return comprehension(node, scope, lambda inner: stored(node.item, inner), "[]")


def _dict_comp(node: ir.DictComp, scope: Scope) -> X:
    def item(inner: Scope) -> X:
        key = value(node.key, inner).text
        return X(f"{key}: {stored(node.value, inner).text}")

    return comprehension(node, scope, item, "{}")


def comprehension(
    node: ir.ListComp | ir.DictComp, scope: Scope, item: Callable[[Scope], X], brackets: str
) -> X:
    """A comprehension; a generator when the brackets are round. Two clauses or more can make more than they
    go through, so their result is measured.
    """
    if scope.looped:
        return lifted(node, scope, lambda inner: comprehension(node, inner, item, brackets))
    from pycardgen.lang.emit_stmt import iterable, targets

    parts: list[str] = []
    size: int | None = 1
    product = scope.product

    static = True
    bound: set[str] = set()

    def never_changes(x: X) -> bool:
        return x.static and all(name in bound for name, _ in x.names)

    def nest(rest: tuple[ir.Clause, ...]) -> str:
        nonlocal size, static
        if not rest:
            made = item(scope)
            static = static and never_changes(made)
            return made.text
        clause = rest[0]
        with scope.without_walrus():
            over = iterable(clause.over, scope, node)
        size = None if size is None or over.size is None else size * over.size
        scope.product *= over.size or 1
        names = targets(clause.targets, clause.over, over, scope)
        static = static and never_changes(over) and len(names) == 1
        bound.update(x.text for x in names.values())
        with scope.binding(names, 2):
            text = f"for {', '.join(names[name].text for name in clause.targets)} in {over.a}"
            for test in clause.tests:
                passed = tested(test, scope)
                static = static and never_changes(passed)
                if passed.const is None or not passed.const[0]:
                    text += f" if {passed.a}"
            parts.append(text)
            return nest(rest[1:])

    made = nest(node.clauses)
    scope.product = product
    text = f"{brackets[0]}{made} {' '.join(parts)}{brackets[1]}"
    if static and brackets == "[]" and size is not None and size <= BIG:
        names = {**scope.module.names, "_s": None, "_burn": lambda s, xs: xs}
        return printed(tuple(eval(unmarked(text), names)), scope)
    if len(node.clauses) > 1 and (size is None or size > TINY) and brackets != "()":
        text = f"_small({text})"
    return X(mark(text, node.at), True, fresh=True, size=size)


WRITERS: dict[type, Callable[[Any, Scope], X]] = {
    ir.ListLit: _list,
    ir.DictLit: _dict,
    ir.ListComp: _list_comp,
    ir.DictComp: _dict_comp,
}
