"""Types of calls of rules, and of the functions that are handed to built-ins."""

from __future__ import annotations

from typing import Any

from pycardgen.diagnostics import did_you_mean
from pycardgen.lang import elsewhere, ir
from pycardgen.lang.builtins import FORMS, by_written
from pycardgen.lang.context import Context, Handler, Level, Room, Sig, a, placeless
from pycardgen.lang.exprs import enter, expr, needed
from pycardgen.lang.world import has_unknown
from pycardgen.model.types import FuncType, Type


def _call(ctx: Context, node: ir.Call, _: Type | None) -> ir.Expr:
    sig = ctx.find(node.name)
    if sig is None:
        _unknown_function(ctx, node)
        for arg in node.args:
            expr(ctx, arg)
        return placeless(node)
    args = typed_arguments(ctx, node, sig, node.args)
    note_call(ctx, sig.name, node)
    return ir.Call(sig.name, args, at=node.at, type=sig.result)


def _unknown_function(ctx: Context, node: ir.Call) -> None:
    if ctx.unit.incomplete:
        return
    width = len(node.name)
    if ctx.local(node.name) is not None:
        ctx.unit.problems.head("PCG0819", node.at, width, f"`{node.name}` is a value: it can't be called", "")
        return
    known = {
        name.removeprefix("bot:") for name in ctx.unit.functions if ctx.role == "bot" or name[:4] != "bot:"
    }
    known |= {name for name in by_written() if name[0] != "."} | set(FORMS)
    hint = elsewhere.CALLS.get(node.name) or did_you_mean(node.name, known)
    ctx.unit.problems.head("PCG0811", node.at, width, f"there is no rule or built-in `{node.name}`", hint)


def typed_arguments(ctx: Context, node: ir.Expr, sig: Sig, given: tuple[ir.Expr, ...]) -> tuple[ir.Expr, ...]:
    """The typed arguments of a call of a rule, in the order of its parameters."""
    if not sig.known:
        return tuple(expr(ctx, arg) for arg in given)
    typed = tuple(needed(ctx, arg, kind) for arg, (_, kind) in zip(given, sig.params, strict=False))
    name = sig.name.removeprefix("bot:")
    if len(given) < len(sig.params):
        missing, _ = sig.params[len(given)]
        ctx.error("PCG0818", node.at, f"`{name}` lacks its argument `{missing}`", f"{_signature(name, sig)}")
    elif len(given) > len(sig.params):
        ctx.error(
            "PCG0818", given[len(sig.params)].at, f"`{name}` takes no further argument", _signature(name, sig)
        )
    return typed


def _signature(name: str, sig: Sig) -> str:
    return f"`{name}({', '.join(f'{param}: {kind}' for param, kind in sig.params)})`"


def note_call(ctx: Context, name: str, node: ir.Expr) -> None:
    """Note that a function, a value or a hook is called here."""
    game = ctx.world.game
    if name in game.hooks:
        ctx.use("hook", name, node, Level.ASKS)
    elif name in game.values:
        ctx.use("value", name, node, Level.READS)
    else:
        ctx.use("call", name, node, Level.READS)


# --- functions as arguments ---


def function_name(ctx: Context, node: ir.Expr) -> str | None:
    """The rule that an argument names, if it names one."""
    if isinstance(node, ir.FuncRef):
        return node.name
    return node.name if isinstance(node, ir.Local) and ctx.local(node.name) is None else None


def function(
    ctx: Context, node: ir.Expr, params: tuple[Type, ...], result: Type | None, room: Room
) -> ir.Expr:
    """The typed form of a function handed to a built-in. `result` None: any; see its type."""
    if isinstance(node, ir.Lambda):
        return _lambda(ctx, node, params, result, room)
    name = function_name(ctx, node)
    sig = ctx.find(name) if name is not None else None
    if sig is None:
        return _no_function(ctx, node, name)
    if not sig.known:
        return placeless(node)
    if len(sig.params) != len(params):
        message = f"a function of {len(params)} is expected, and `{name}` takes {len(sig.params)}"
        ctx.error("PCG0818", node.at, message, "use a lambda")
        return placeless(node)
    for given, (param, wanted) in zip(params, sig.params, strict=True):
        if not ctx.world.fits(given, wanted):
            ctx.error("PCG0820", node.at, f"`{name}` gets {a(given)} as `{param}`, and takes {a(wanted)}", "")
            return placeless(node)
    made = ir.FuncRef(sig.name, at=node.at, type=FuncType(tuple(kind for _, kind in sig.params), sig.result))
    outer, ctx.room = ctx.room, room
    note_call(ctx, sig.name, made)
    ctx.room = outer
    if result is not None and not ctx.world.fits(sig.result, result, fresh=True):
        ctx.error("PCG0820", node.at, f"`{name}` gives {a(sig.result)}, and {a(result)} is expected", "")
    return made


def _no_function(ctx: Context, node: ir.Expr, name: str | None) -> ir.Expr:
    if name is not None and (ctx.unit.incomplete or name == "?"):
        return placeless(node)
    if name is not None and (name in by_written() or name in FORMS):
        ctx.error(
            "PCG0819", node.at, f"`{name}` can't be handed on by its name", f"write `lambda x: {name}(x)`"
        )
    elif name is not None and name not in ctx.world.constants:
        known = [found.removeprefix("bot:") for found in ctx.unit.functions]
        ctx.error("PCG0811", node.at, f"there is no rule `{name}`", did_you_mean(name, known))
    else:
        hint = "a lambda, or the name of a rule"
        typed = expr(ctx, node)
        if not has_unknown(typed.type):
            ctx.error("PCG0820", node.at, f"this is {a(typed.type)}, and a function is expected", hint)
    return placeless(node)


def _lambda(
    ctx: Context, node: ir.Lambda, params: tuple[Type, ...], result: Type | None, room: Room
) -> ir.Expr:
    if len(node.params) != len(params):
        count = f"{len(params)} parameter{'s' if len(params) > 1 else ''}"
        ctx.error(
            "PCG0818", node.at, f"a lambda of {count} is expected here, this one has {len(node.params)}", ""
        )
        return placeless(node)
    before, outer = ctx.flow, ctx.room
    enter(ctx, dict(zip(node.params, params, strict=True)), node.at)
    ctx.room = room if room.level < outer.level else outer
    body = needed(ctx, node.body, result) if result is not None else expr(ctx, node.body)
    ctx.scopes.pop()
    ctx.flow, ctx.room = before, outer
    return ir.Lambda(node.params, body, at=node.at, type=FuncType(params, body.type))


HANDLERS: dict[type[Any], Handler] = {
    ir.Call: _call,
}
