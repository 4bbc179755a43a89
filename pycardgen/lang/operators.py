"""Types of operators, comparisons, tests and conditionals."""

from __future__ import annotations

from typing import Any

from pycardgen.lang import ir
from pycardgen.lang.context import Context, Handler, a, none_hint, placeless
from pycardgen.lang.exprs import condition, conditional, expr, needed
from pycardgen.lang.flow import facts, learn
from pycardgen.lang.world import BOX, has_unknown, is_int
from pycardgen.model.types import (
    BOOL,
    INT,
    NONE,
    STR,
    DictType,
    EntityType,
    FuncType,
    ListType,
    NoneType,
    OptionalType,
    Type,
    ZoneType,
)


def _binary(ctx: Context, node: ir.Binary, want: Type | None) -> ir.Expr:
    if node.op not in ("+", "-", "*", "//", "%"):
        ctx.error("PCG0804", node.at, "this operator isn't part of the rules language", "")
        return placeless(node)
    hint = want if isinstance(want, ListType) else None
    left = expr(ctx, node.left, hint)
    right = expr(ctx, node.right, left.type if isinstance(left.type, ListType) else hint)
    if has_unknown(left.type) or has_unknown(right.type):
        return placeless(node)
    if node.op == "+" and isinstance(left.type, ListType) and isinstance(right.type, ListType):
        item = ctx.world.join(left.type.item, right.type.item)
        if item is not None:
            return ir.Binary("+", left, right, at=node.at, type=ListType(item))
    if is_int(left.type) and is_int(right.type):
        return ir.Binary(node.op, left, right, at=node.at, type=INT)
    return _bad_operands(ctx, node, left, right)


def _bad_operands(ctx: Context, node: ir.Binary, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    for side in (left, right):
        if isinstance(side.type, OptionalType):
            ctx.error(
                "PCG0822", side.at, f"this may be None, and `{node.op}` is computed with it", none_hint(side)
            )
            return placeless(node)
    hint = "text is never built: announce a message with arguments" if STR in (left.type, right.type) else ""
    message = f"`{node.op}` can't be computed of {a(left.type)} and {a(right.type)}"
    ctx.error("PCG0823", node.at, message, hint)
    return placeless(node)


def _negative(ctx: Context, node: ir.Negative, _: Type | None) -> ir.Expr:
    return ir.Negative(needed(ctx, node.of, INT), at=node.at, type=INT)


def _compare(ctx: Context, node: ir.Compare, _: Type | None) -> ir.Expr:
    if len(node.ops) != len(node.rest) or not node.ops or any(op not in _OPS for op in node.ops):
        ctx.error("PCG0804", node.at, "this comparison isn't part of the rules language", "")
        return placeless(node)
    operands = _operands(ctx, node)
    for left, op, right in zip(operands, node.ops, operands[1:], strict=False):
        if not (has_unknown(left.type) or has_unknown(right.type)):
            _link(ctx, node, left, op, right)
    return ir.Compare(operands[0], node.ops, tuple(operands[1:]), at=node.at, type=BOOL)


_OPS = ("==", "!=", "<", "<=", ">", ">=", "in", "not in")


def _operands(ctx: Context, node: ir.Compare) -> list[ir.Expr]:
    """The typed operands: a string takes its type from what it is compared with."""
    given = [node.first, *node.rest]
    typed: list[ir.Expr] = []
    late = isinstance(given[0], ir.Lit)  # then the second says which type the first has
    if not late:
        typed.append(expr(ctx, given[0]))
    for op, operand in zip(node.ops, given[1:], strict=True):
        before = typed[-1].type if typed else None
        inside = op in ("in", "not in")
        typed.append(expr(ctx, operand, ListType(before) if inside and before is not None else before))
        if late:
            late = False
            kind = _held_by(typed[0].type) if inside else typed[0].type
            typed.insert(0, expr(ctx, given[0], kind))
    return typed


def _held_by(kind: Type) -> Type | None:
    if isinstance(kind, DictType):
        return kind.key
    return kind.item if isinstance(kind, ListType | ZoneType) else None


def _link(ctx: Context, node: ir.Compare, left: ir.Expr, op: str, right: ir.Expr) -> None:
    if op in ("in", "not in"):
        _membership(ctx, node, left, right)
    elif op in ("==", "!="):
        if isinstance(left.type, NoneType | FuncType) or not ctx.world.comparable(left.type, right.type):
            message = f"{a(left.type)} and {a(right.type)} are never equal"
            ctx.error(
                "PCG0823",
                node.at,
                message,
                "None is tested with `is None`" if NONE in (left.type, right.type) else "",
            )
    else:
        for side in (left, right):
            if isinstance(side.type, OptionalType):
                ctx.error(
                    "PCG0822", side.at, f"this may be None, and `{op}` compares numbers", none_hint(side)
                )
            elif not is_int(side.type):
                ctx.error("PCG0823", side.at, f"`{op}` compares numbers, and this is {a(side.type)}", "")


def _membership(ctx: Context, node: ir.Compare, left: ir.Expr, right: ir.Expr) -> None:
    held = _held_by(right.type)
    if held is None:
        if isinstance(right.type, OptionalType):
            ctx.error("PCG0822", right.at, "this may be None, and it is looked into", none_hint(right))
        else:
            ctx.error(
                "PCG0823", right.at, f"`in` looks into a list, a dict or a zone, not {a(right.type)}", ""
            )
    elif right.type == BOX:
        if not isinstance(left.type, EntityType):
            ctx.error("PCG0823", node.at, f"the box can't hold {a(left.type)}", "")
    elif not ctx.world.comparable(left.type, held):
        ctx.error("PCG0823", node.at, f"{a(right.type)} can't hold {a(left.type)}", "")


def _is_none(ctx: Context, node: ir.IsNone, _: Type | None) -> ir.Expr:
    of = expr(ctx, node.of)
    if not isinstance(of.type, OptionalType) and not has_unknown(of.type):
        word = "always" if node.negated else "never"
        ctx.error("PCG0827", node.at, f"this is {word} so: {a(of.type)} is not None", "delete the test")
    return ir.IsNone(of, node.negated, at=node.at, type=BOOL)


def _is_type(ctx: Context, node: ir.IsType, _: Type | None) -> ir.Expr:
    of = expr(ctx, node.of)
    if node.entity not in ctx.world.entities:
        ctx.unknown(
            "PCG0807", node.at, "name", f"unknown type `{node.entity}`", node.entity, ctx.world.entities
        )
        return placeless(node)
    kind = of.type.item if isinstance(of.type, OptionalType) else of.type
    if has_unknown(kind):
        return ir.IsType(of, node.entity, at=node.at, type=BOOL)
    if not isinstance(kind, EntityType):
        ctx.error("PCG0820", of.at, f"this is {a(of.type)}, and a copy of some type is expected", "")
    elif not ctx.world.related(kind.name, node.entity):
        ctx.error("PCG0827", node.at, f"this is never so: {a(kind)} is no `{node.entity}`", "delete the test")
    elif ctx.world.extends(kind.name, node.entity) and not isinstance(of.type, OptionalType):
        ctx.error("PCG0827", node.at, f"this is always so: {a(kind)} is a `{node.entity}`", "delete the test")
    return ir.IsType(of, node.entity, at=node.at, type=BOOL)


def _and(ctx: Context, node: ir.And, _: Type | None) -> ir.Expr:
    return ir.And(_conditions(ctx, node.items, 0), at=node.at, type=BOOL)


def _or(ctx: Context, node: ir.Or, _: Type | None) -> ir.Expr:
    return ir.Or(_conditions(ctx, node.items, 1), at=node.at, type=BOOL)


def _conditions(ctx: Context, items: tuple[ir.Expr, ...], outcome: int) -> tuple[ir.Expr, ...]:
    """Each is reached only when those before it came out one way: true (0), or false (1)."""
    before, typed = ctx.flow, []
    for item in items:
        typed.append(condition(ctx, item))
        ctx.flow = learn(ctx.flow, facts(typed[-1])[outcome])
    ctx.flow = before
    return tuple(typed)


def _not(ctx: Context, node: ir.Not, _: Type | None) -> ir.Expr:
    return ir.Not(condition(ctx, node.of), at=node.at, type=BOOL)


def _cond(ctx: Context, node: ir.Cond, want: Type | None) -> ir.Expr:
    return conditional(ctx, node, want, expr)


HANDLERS: dict[type[Any], Handler] = {
    ir.Binary: _binary,
    ir.Negative: _negative,
    ir.Compare: _compare,
    ir.IsNone: _is_none,
    ir.IsType: _is_type,
    ir.And: _and,
    ir.Or: _or,
    ir.Not: _not,
    ir.Cond: _cond,
}
