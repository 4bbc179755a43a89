"""Types of list and dict literals, comprehensions, and what loops run over."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pycardgen.lang import ir
from pycardgen.lang.context import Context, Handler, a, none_hint, placeless
from pycardgen.lang.exprs import condition, enter, expr, needed
from pycardgen.lang.flow import facts, learn
from pycardgen.lang.world import BOX, UNKNOWN, has_unknown
from pycardgen.model.types import INT, DictType, ListType, NoneType, OptionalType, Type, ZoneType


def _list(ctx: Context, node: ir.ListLit, want: Type | None) -> ir.Expr:
    wanted = _wanted(want, ListType)
    if wanted is not None:
        return ir.ListLit(
            tuple(needed(ctx, item, wanted.item) for item in node.items), at=node.at, type=wanted
        )
    if not node.items and want != UNKNOWN:
        ctx.error("PCG0824", node.at, "of what is this list?", "write its type: `xs: list[int] = []`")
        return placeless(node)
    if not node.items:
        return placeless(node)
    items, kind = _joined(ctx, node.items)
    return ir.ListLit(items, at=node.at, type=ListType(kind)) if kind != UNKNOWN else placeless(node)


def _wanted(want: Type | None, kind: type[Any]) -> Any:
    if isinstance(want, OptionalType):
        want = want.item
    return want if isinstance(want, kind) and not has_unknown(want) else None


def _joined(ctx: Context, nodes: tuple[ir.Expr, ...]) -> tuple[tuple[ir.Expr, ...], Type]:
    """Items whose types say together which one a list has. Strings take theirs from the others."""
    typed = {n: expr(ctx, node) for n, node in enumerate(nodes) if not isinstance(node, ir.Lit)}
    kind: Type | None = None
    for one in typed.values():
        kind = one.type if kind is None else ctx.world.join(kind, one.type)
        if kind is None:
            break
    for n, node in enumerate(nodes):
        if n not in typed:
            typed[n] = expr(ctx, node, kind)
    items = tuple(typed[n] for n in range(len(nodes)))
    return items, _common(ctx, items)


def _common(ctx: Context, items: tuple[ir.Expr, ...]) -> Type:
    kind = items[0].type
    for item in items[1:]:
        found = ctx.world.join(kind, item.type)
        if found is None:
            ctx.error("PCG0820", item.at, f"this is {a(item.type)}, and what stands before it {a(kind)}", "")
            return UNKNOWN
        kind = found
    if isinstance(kind, NoneType):
        ctx.error(
            "PCG0824",
            items[0].at,
            "lists and dicts can't hold None alone",
            "write the type: `xs: list[int | None] = ...`",
        )
        return UNKNOWN
    return kind


def _dict(ctx: Context, node: ir.DictLit, want: Type | None) -> ir.Expr:
    if len(node.keys) != len(node.values):
        ctx.error("PCG0804", node.at, "a dict has as many keys as values", "")
        return placeless(node)
    wanted = _wanted(want, DictType)
    if wanted is not None:
        keys = tuple(needed(ctx, key, wanted.key) for key in node.keys)
        values = tuple(needed(ctx, value, wanted.value) for value in node.values)
        return ir.DictLit(keys, values, at=node.at, type=wanted)
    if not node.keys and want != UNKNOWN:
        ctx.error("PCG0824", node.at, "of what is this dict?", "write its type: `d: dict[Player, int] = {}`")
        return placeless(node)
    if not node.keys:
        return placeless(node)
    keys, key = _joined(ctx, node.keys)
    values, value = _joined(ctx, node.values)
    if UNKNOWN in (key, value) or not _may_be_dict(ctx, node, key, value):
        return placeless(node)
    return ir.DictLit(keys, values, at=node.at, type=DictType(key, value))


def _may_be_dict(ctx: Context, node: ir.Expr, key: Type, value: Type) -> bool:
    why = ctx.world.malformed(DictType(key, value)) if not (has_unknown(key) or has_unknown(value)) else ""
    if why:
        ctx.error("PCG0820", node.at, why, "keys are int, bool, str, an enum, an id or a copy")
    return not why


def _list_comprehension(ctx: Context, node: ir.ListComp, want: Type | None) -> ir.Expr:
    wanted = _wanted(want, ListType)
    with _clauses(ctx, node.clauses) as clauses:
        item = needed(ctx, node.item, wanted.item) if wanted is not None else expr(ctx, node.item)
    if wanted is not None:
        return ir.ListComp(item, clauses, at=node.at, type=wanted)
    if isinstance(item.type, NoneType):
        ctx.error("PCG0826", item.at, "this gives nothing to put into a list", "use a `for` statement")
        return placeless(node)
    return ir.ListComp(item, clauses, at=node.at, type=ListType(item.type))


def _dict_comprehension(ctx: Context, node: ir.DictComp, want: Type | None) -> ir.Expr:
    wanted = _wanted(want, DictType)
    with _clauses(ctx, node.clauses) as clauses:
        key = needed(ctx, node.key, wanted.key) if wanted is not None else expr(ctx, node.key)
        value = needed(ctx, node.value, wanted.value) if wanted is not None else expr(ctx, node.value)
    if wanted is not None:
        return ir.DictComp(key, value, clauses, at=node.at, type=wanted)
    if not _may_be_dict(ctx, node, key.type, value.type):
        return placeless(node)
    return ir.DictComp(key, value, clauses, at=node.at, type=DictType(key.type, value.type))


@contextmanager
def _clauses(ctx: Context, given: tuple[ir.Clause, ...]) -> Iterator[tuple[ir.Clause, ...]]:
    """The typed clauses of a comprehension; what follows is checked within their scope."""
    before, typed, depth = ctx.flow, [], len(ctx.scopes)
    for clause in given:
        over, kinds = iterated(ctx, clause.over, len(clause.targets))
        enter(ctx, dict(zip(clause.targets, kinds, strict=False)), over.at)
        tests = []
        for test in clause.tests:
            tests.append(condition(ctx, test))
            ctx.flow = learn(ctx.flow, facts(tests[-1])[0])
        typed.append(ir.Clause(clause.targets, over, tuple(tests)))
    yield tuple(typed)
    del ctx.scopes[depth:]
    ctx.flow = before


def iterated(ctx: Context, node: ir.Expr, names: int) -> tuple[ir.Expr, list[Type]]:
    """What a loop runs over, and the types of its names."""
    outer, ctx.pairs = ctx.pairs, node
    typed = expr(ctx, node)
    ctx.pairs = outer
    kind = typed.type
    if has_unknown(kind) and not isinstance(kind, ListType | ZoneType | DictType):
        return typed, [UNKNOWN] * names
    paired = isinstance(typed, ir.Builtin) and typed.name in ("enumerate", "dict.items")
    if paired and isinstance(kind, DictType):
        if names == 2:
            return typed, [kind.key, kind.value]
        ctx.error(
            "PCG0828", typed.at, "this gives two values at a time", "write two names: `for i, x in ...`"
        )
    elif names == 2:
        ctx.error(
            "PCG0828",
            typed.at,
            "this gives one value at a time",
            "two names stand over `enumerate(xs)` and `d.items()`",
        )
    elif isinstance(kind, ListType | ZoneType) and kind != BOX:
        return typed, [kind.item]
    elif isinstance(kind, DictType):
        ctx.error(
            "PCG0828",
            typed.at,
            "a loop runs over a list or a zone",
            "`d.keys()`, `d.values()` or `d.items()`",
        )
    elif isinstance(kind, OptionalType):
        ctx.error("PCG0822", typed.at, "this may be None, and a loop runs over it", none_hint(typed))
    else:
        hint = "a loop over numbers is `for i in range(n)`" if kind == INT else ""
        ctx.error("PCG0828", typed.at, f"a loop runs over a list or a zone, not {a(kind)}", hint)
    return typed, [UNKNOWN] * names


HANDLERS: dict[type[Any], Handler] = {
    ir.ListLit: _list,
    ir.DictLit: _dict,
    ir.ListComp: _list_comprehension,
    ir.DictComp: _dict_comprehension,
}
