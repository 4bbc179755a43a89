"""Types of expressions. `expr` gives the typed form; `want` is the type that its place asks for, if any.

`want` only guides literals (`"red"` becomes a member of an enum): that the result fits is for the caller to
check. A typed tree gives itself again, so nothing here may depend on the types that a tree already has.
"""

from __future__ import annotations

from collections.abc import Callable

from pycardgen.lang import ir
from pycardgen.lang.builtins import CONSTANTS, NAMESPACES
from pycardgen.lang.context import Context, Handler, a, test_hint
from pycardgen.lang.flow import Facts, facts, learn
from pycardgen.lang.parse_expr import why_no_name
from pycardgen.lang.world import UNKNOWN, has_unknown, is_bool
from pycardgen.model.types import BOOL, NONE, Type


def expr(ctx: Context, node: ir.Expr, want: Type | None = None) -> ir.Expr:
    """The typed form of an expression. What is wrong is reported, and has the type UNKNOWN."""
    return ctx.unit.handlers[type(node)](ctx, node, want)


def whole(ctx: Context, node: ir.Expr, want: Type | None = None) -> ir.Expr:
    """The same for a statement, or the whole of what is assigned or returned: it may ask."""
    if isinstance(node, ir.Cond):
        return conditional(ctx, node, want, whole)
    outer, ctx.whole = ctx.whole, node
    typed = expr(ctx, node, want)
    ctx.whole = outer
    return typed


def needed(ctx: Context, node: ir.Expr, want: Type, code: str = "PCG0820") -> ir.Expr:
    """The same for one that must have a type."""
    typed = expr(ctx, node, want)
    ctx.need(typed, want, is_fresh(typed), code)
    return typed


def condition(ctx: Context, node: ir.Expr) -> ir.Expr:
    """The same for one that is tested."""
    typed = expr(ctx, node, BOOL)
    if not is_bool(typed.type):
        ctx.error(
            "PCG0821",
            typed.at,
            f"a condition is true or false, and this is {a(typed.type)}",
            test_hint(typed.type),
        )
    return typed


_FRESH = {"list.copy", "zone.list", "sorted", "reversed", "shuffled", "every", "dict.keys", "dict.values"} | {
    "within",
    "neighbors",
    "shortest_path",
    "after",
}


def is_fresh(typed: ir.Expr) -> bool:
    """Whether nobody else holds the list or dict that this gives: then it may become one of a wider type."""
    if isinstance(typed, ir.ListLit | ir.ListComp | ir.DictLit | ir.DictComp | ir.Binary):
        return True
    if isinstance(typed, ir.Cond):
        return is_fresh(typed.then) and is_fresh(typed.other)
    return isinstance(typed, ir.Builtin) and typed.name in _FRESH


def conditional(ctx: Context, node: ir.Cond, want: Type | None, arm: Handler) -> ir.Expr:
    """The typed form of `a if test else b`; `arm` types either arm."""
    test = condition(ctx, node.test)
    yes, no = facts(test)
    if want is None and isinstance(node.then, ir.Lit):  # then the other arm says which type it has
        other = _after(ctx, no, lambda: arm(ctx, node.other, want))
        then = _after(ctx, yes, lambda: arm(ctx, node.then, _guess(other)))
    else:
        then = _after(ctx, yes, lambda: arm(ctx, node.then, want))
        other = _after(ctx, no, lambda: arm(ctx, node.other, want if want is not None else _guess(then)))
    kind = ctx.world.join(then.type, other.type)
    if kind is None:
        ctx.error(
            "PCG0820",
            node.at,
            f"one arm gives {a(then.type)}, the other {a(other.type)}",
            "give both one type",
        )
        kind = UNKNOWN
    return ir.Cond(test, then, other, at=node.at, type=kind)


def _guess(arm: ir.Expr) -> Type | None:
    return None if arm.type == NONE or has_unknown(arm.type) else arm.type


def _after(ctx: Context, found: Facts, check: Callable[[], ir.Expr]) -> ir.Expr:
    before = ctx.flow
    ctx.flow = learn(ctx.flow, found)
    typed = check()
    ctx.flow = before
    return typed


def enter(ctx: Context, names: dict[str, Type], at: int) -> None:
    """Begin an inner scope. The caller ends it, and puts the flow back."""
    for name in names:
        check_local_name(ctx, name, at)
    ctx.scopes.append(names)
    ctx.flow = ctx.flow.forget(names) if ctx.flow is not None else None


def check_local_name(ctx: Context, name: str, at: int) -> None:
    """Report a name that a parameter or local can't have."""
    why = why_no_name(name) if ctx.unit.strict else ""  # the text's names were looked at when it was read
    if name in CONSTANTS or name in NAMESPACES:
        why = f"`{name}` already has a meaning in rules"
    if why:
        ctx.error("PCG0805", at, why, "choose another name")
