"""Types and flow of statements and functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pycardgen.lang import ir
from pycardgen.lang.builtin_calls import edits
from pycardgen.lang.context import Context, Level, Loop, Unit, Use, a, none_hint
from pycardgen.lang.exprs import check_local_name, condition, expr, is_fresh, whole
from pycardgen.lang.flow import Flow, assigned_in, facts, join, learn, never_empty
from pycardgen.lang.lists import iterated
from pycardgen.lang.world import UNKNOWN, has_unknown, is_int
from pycardgen.model.game import Signature
from pycardgen.model.types import (
    NONE,
    FuncType,
    ListType,
    NeverType,
    NoneType,
    OfferType,
    OptionalType,
    Type,
    ZoneType,
)


def function(
    unit: Unit,
    func: ir.Func,
    broken: bool = False,
    hook: Signature | None = None,
    barred: dict[str, str] | None = None,
) -> tuple[ir.Func, list[Use]]:
    """The typed form of a function, and what it uses. `broken`: parts of it could not be read, so that
    nothing is said of its flow. `barred`: parameters that can't be used, and why.
    """
    ctx = Context(unit, func.name, func.role, func.result, func.at, broken, hook, barred or {})
    for name, kind in func.params:
        _parameter(ctx, name, kind)
    if func.result != NONE and unit.world.malformed(func.result) and func.result != UNKNOWN:
        ctx.error("PCG0806", func.at, unit.world.malformed(func.result), "")
    ctx.flow = Flow(frozenset(ctx.locals))
    body = block(ctx, func.body)
    if ctx.flow is not None and func.result not in (NONE, UNKNOWN) and not broken:
        message = f"`{_shown(func.name)}` may end without a `return`, and gives {a(func.result)}"
        ctx.error("PCG0831", func.at, message, "return something at the end, or in every branch")
    typed = ir.Func(func.name, func.params, func.result, body, role=func.role, at=func.at, asks=func.asks)
    return typed, ctx.uses


def _shown(name: str) -> str:
    return name.removeprefix("bot:") if ":" not in name.removeprefix("bot:") else "this"


def _parameter(ctx: Context, name: str, kind: Type) -> None:
    check_local_name(ctx, name, ctx.at)
    if ctx.unit.strict and name in ctx.locals:
        ctx.error("PCG0805", ctx.at, f"two parameters are called `{name}`", "rename one")
    why = ctx.world.malformed(kind) if kind != UNKNOWN else ""
    if why or kind == NONE:
        ctx.error("PCG0806", ctx.at, why or "a parameter can't be None alone", "")
    ctx.locals[name] = kind


def block(ctx: Context, body: Sequence[ir.Stmt]) -> tuple[ir.Stmt, ...]:
    """The typed form of statements; the flow is then what holds after them."""
    typed: list[ir.Stmt] = []
    for stmt in body:
        if ctx.flow is None:
            if not ctx.broken:
                ctx.error(
                    "PCG0832", stmt.at, "this is never reached", "delete it, or mend what comes before it"
                )
            break
        typed.append(_STATEMENTS[type(stmt)](ctx, stmt))
    return tuple(typed)


# --- assignment ---------------------------------------------------------------------------------------------


def _assign(ctx: Context, node: ir.Assign) -> ir.Stmt:
    if isinstance(node.target, ir.Local) and node.target.name != "?":
        return _assign_local(ctx, node, node.target)
    target = _place(ctx, node.target)
    value = whole(ctx, node.value, target.type)
    ctx.need(value, target.type, is_fresh(value))
    _changed(ctx, target)
    return ir.Assign(target, value, at=node.at)


def _assign_local(ctx: Context, node: ir.Assign, target: ir.Local) -> ir.Stmt:
    name, annotated = target.name, target.type
    check_local_name(ctx, name, target.at)
    known = ctx.locals.get(name)
    if annotated not in (NONE, UNKNOWN) and (why := ctx.world.malformed(annotated)):
        ctx.error("PCG0806", target.at, why, "")
        annotated = UNKNOWN
    want = known if known is not None else annotated if annotated != NONE else None
    value = whole(ctx, node.value, want)
    kind = _declared(ctx, target, annotated, known, value) if want is None or known is not None else annotated
    if want is not None and known is None:
        ctx.need(value, annotated, is_fresh(value))
    ctx.locals[name] = kind
    if ctx.flow is not None:
        narrower = kind.item if isinstance(kind, OptionalType) and _is_some(value.type) else None
        ctx.flow = ctx.flow.assign(name, narrower, never_empty(value, ctx.flow))
    return ir.Assign(ir.Local(name, at=target.at, type=kind), value, at=node.at)


def _is_some(kind: Type) -> bool:
    return not isinstance(kind, OptionalType | NoneType) and not has_unknown(kind)


def _declared(ctx: Context, target: ir.Local, annotated: Type, known: Type | None, value: ir.Expr) -> Type:
    """The type of a local after an assignment: that of its first one."""
    if known is not None:
        if annotated not in (NONE, UNKNOWN, known):
            message = f"`{target.name}` is {a(known)} already"
            ctx.error("PCG0825", target.at, message, "a local has one type: use another name")
        elif not ctx.world.fits(value.type, known, is_fresh(value)) and _is_some(value.type):
            message = f"`{target.name}` is {a(known)}, and this is {a(value.type)}"
            ctx.error(
                "PCG0825",
                value.at,
                message,
                "a local has one type: annotate its first value, or use another name",
            )
        else:
            ctx.need(value, known, is_fresh(value))
        return known
    if isinstance(value.type, NoneType) and isinstance(value, ir.Lit):
        hint = f"write its type: `{target.name}: int | None = None`"
        ctx.error("PCG0824", value.at, "None alone doesn't say which type the local has", hint)
        return UNKNOWN
    if isinstance(value.type, NoneType | NeverType | FuncType | OfferType):
        ctx.error("PCG0826", value.at, "this gives nothing to keep", "")
        return UNKNOWN
    return value.type


def _place(ctx: Context, node: ir.Expr) -> ir.Expr:
    """The typed form of what is assigned to, other than a local."""
    typed = expr(ctx, node)
    if isinstance(typed, ir.Index):
        if isinstance(typed.of.type, ZoneType):
            ctx.error("PCG0840", typed.at, "a zone's copies can't be assigned", _MOVE_HINT)
        return typed
    if isinstance(typed, ir.Local):
        if not (typed.name == "?" or has_unknown(typed.type)):
            return typed
    elif isinstance(typed, ir.State | ir.GameState):
        if isinstance(typed.type, ZoneType):
            ctx.error("PCG0840", typed.at, "a zone can't be assigned: its copies are moved", _MOVE_HINT)
    elif not isinstance(typed, ir.Memory):
        _no_place(ctx, typed)
    return typed


_MOVE_HINT = "use `move`, `move_all`, `draw` or `put_under`"


def _no_place(ctx: Context, typed: ir.Expr) -> None:
    if isinstance(typed, ir.Field):
        message = f"`{typed.name}` is printed, and never changes"
        hint = "declare a state for what play changes" if typed.name not in ("id", "name", "seat") else ""
        ctx.unit.problems.tail("PCG0840", typed.at, len(typed.name), message, hint)
    elif isinstance(typed, ir.Setting):
        ctx.error(
            "PCG0840",
            typed.at,
            f"the setting `{typed.name}` is fixed for a game",
            "keep what changes in a state",
        )
    elif isinstance(typed, ir.Const):
        ctx.error(
            "PCG0805", typed.at, f"`{typed.name}` already has a meaning in rules", "choose another name"
        )
    else:
        ctx.error("PCG0840", typed.at, "this can't be assigned to", "assign to a local, a state, or an item")


def _changed(ctx: Context, target: ir.Expr) -> None:
    """Note a change of state, or of an item."""
    if isinstance(target, ir.Index):
        edits(ctx, target.of, target)
    elif isinstance(target, ir.State | ir.GameState):
        ctx.use("other", f"`{target.name}`", target, Level.CHANGES)


def _augment(ctx: Context, node: ir.Augment) -> ir.Stmt:
    if isinstance(node.target, ir.Local) and node.target.name not in ctx.locals:
        target: ir.Expr = expr(ctx, node.target)
    else:
        target = _place(ctx, node.target)
    value = expr(ctx, node.value)
    if node.op not in ("+", "-", "*", "//", "%"):
        ctx.error("PCG0804", node.at, "this operator isn't part of the rules language", "")
    for side in (target, value):
        if isinstance(side.type, OptionalType):
            ctx.error(
                "PCG0822", side.at, f"this may be None, and `{node.op}=` computes with it", none_hint(side)
            )
        elif not is_int(side.type) and not has_unknown(side.type):
            hint = "use `xs.extend(...)` or `xs.append(x)`" if isinstance(side.type, ListType) else ""
            ctx.error(
                "PCG0823", side.at, f"`{node.op}=` computes with numbers, and this is {a(side.type)}", hint
            )
    _changed(ctx, target)
    if isinstance(target, ir.Local) and ctx.flow is not None and target.name in ctx.locals:
        ctx.flow = ctx.flow.assign(target.name, ctx.flow.narrowed.get(target.name))
    return ir.Augment(target, node.op, value, at=node.at)


# --- expressions as statements ------------------------------------------------------------------------------

_CALLS = (
    ir.Call,
    ir.Choose,
    ir.ChooseMany,
    ir.Declare,
    ir.Window,
    ir.Emit,
    ir.Announce,
    ir.NextStep,
    ir.Cancel,
    ir.EndScope,
    ir.EndGame,
    ir.Original,
)


def _do(ctx: Context, node: ir.Do) -> ir.Stmt:
    outer, ctx.statement = ctx.statement, node.value
    uses = len(ctx.uses)
    flow = ctx.flow
    value = whole(ctx, node.value)
    ctx.statement = outer
    if isinstance(value, ir.EndGame):
        ctx.flow = None
    elif not _does_something(ctx, value, uses, flow):
        ctx.error("PCG0835", value.at, "this statement does nothing", _idle_hint(value))
    return ir.Do(value, at=node.at)


def _does_something(ctx: Context, value: ir.Expr, uses: int, flow: Flow | None) -> bool:
    if isinstance(value, ir.Cond):
        return all(_does_something(ctx, arm, uses, flow) for arm in (value.then, value.other))
    if has_unknown(value.type) or isinstance(value, _CALLS):
        return True
    if not isinstance(value, ir.Builtin):
        return False
    edited = value.name.startswith(("list.", "dict.")) and value.type == NONE
    popped = value.name in ("list.pop", "dict.pop")
    return edited or popped or value.name == "debug" or len(ctx.uses) > uses


def _idle_hint(value: ir.Expr) -> str:
    if isinstance(value, ir.Compare):
        return "assignment is one `=`"
    return "use what it gives, or delete it"


# --- branches and loops -------------------------------------------------------------------------------------


def _if(ctx: Context, node: ir.If) -> ir.Stmt:
    test = condition(ctx, node.test)
    _not_fixed(ctx, test)
    yes, no = facts(test)
    before = ctx.flow
    ctx.flow = learn(before, yes)
    then = block(ctx, node.then)
    after_then = ctx.flow
    ctx.flow = learn(before, no)
    other = block(ctx, node.other)
    ctx.flow = join(after_then, ctx.flow)
    return ir.If(test, then, other, at=node.at)


def _not_fixed(ctx: Context, test: ir.Expr) -> None:
    if isinstance(test, ir.Lit) and isinstance(test.value, bool):
        word = "always" if test.value else "never"
        ctx.error("PCG0827", test.at, f"this is {word} so: one way is never taken", "delete the test")


def _for(ctx: Context, node: ir.For) -> ir.Stmt:
    if not 1 <= len(node.targets) <= 2 or len(set(node.targets)) != len(node.targets):
        ctx.error("PCG0804", node.at, "a loop gives a value to one name, or to two", "")
        return node
    over, kinds = iterated(ctx, node.over, len(node.targets))
    head = _head(ctx, node.body, set(node.targets))
    ctx.flow = head
    for name, kind in zip(node.targets, kinds, strict=True):
        _loop_name(ctx, name, kind, over.at)
    body, loop, end = _body(ctx, node.body)
    ctx.flow = join(head, end, *loop.nexts, *loop.breaks)
    return ir.For(node.targets, over, body, at=node.at)


def _loop_name(ctx: Context, name: str, kind: Type, at: int) -> None:
    check_local_name(ctx, name, at)
    known = ctx.locals.setdefault(name, kind)
    if not ctx.world.fits(kind, known):
        message = f"`{name}` is {a(known)} already, and the loop gives it {a(kind)}"
        ctx.error("PCG0825", at, message, "a local has one type: use another name")
    if ctx.flow is not None:
        narrower = kind if kind != known and _is_some(kind) else None
        ctx.flow = ctx.flow.assign(name, narrower)


def _head(ctx: Context, body: tuple[ir.Stmt, ...], names: set[str]) -> Flow | None:
    """What holds each time a loop comes round."""
    return ctx.flow.forget(assigned_in(body) | names) if ctx.flow is not None else None


def _body(ctx: Context, body: tuple[ir.Stmt, ...]) -> tuple[tuple[ir.Stmt, ...], Loop, Flow | None]:
    loop = Loop()
    ctx.loops.append(loop)
    typed = block(ctx, body)
    ctx.loops.pop()
    return typed, loop, ctx.flow


def _while(ctx: Context, node: ir.While) -> ir.Stmt:
    ctx.flow = _head(ctx, node.body, set())
    test = condition(ctx, node.test)
    forever = isinstance(test, ir.Lit) and test.value is True
    if not forever:
        _not_fixed(ctx, test)
    yes, no = facts(test)
    head = ctx.flow
    ctx.flow = learn(head, yes)
    body, loop, _ = _body(ctx, node.body)
    if forever:
        ctx.flow = join(*loop.breaks)
    else:
        ctx.flow = join(learn(head, no), *loop.breaks)
    return ir.While(test, body, at=node.at)


def _break(ctx: Context, node: ir.Break) -> ir.Stmt:
    _leave(ctx, node.at, "break", lambda loop: loop.breaks)
    return ir.Break(at=node.at)


def _continue(ctx: Context, node: ir.Continue) -> ir.Stmt:
    _leave(ctx, node.at, "continue", lambda loop: loop.nexts)
    return ir.Continue(at=node.at)


def _leave(ctx: Context, at: int, word: str, where: Callable[[Loop], list[Flow]]) -> None:
    if not ctx.loops:
        ctx.error("PCG0833", at, f"`{word}` stands outside of any loop", "use `return` to leave a function")
    elif ctx.flow is not None:
        where(ctx.loops[-1]).append(ctx.flow)
    ctx.flow = None


def _return(ctx: Context, node: ir.Return) -> ir.Stmt:
    if node.value is None:
        if ctx.result not in (NONE, UNKNOWN):
            ctx.error(
                "PCG0834", node.at, f"this returns nothing, and {a(ctx.result)} is expected", "return a value"
            )
        ctx.flow = None
        return ir.Return(None, at=node.at)
    if ctx.result == NONE:
        value = whole(ctx, node.value)
        if not has_unknown(value.type):
            hint = (
                f"write the result's type: `-> {value.type}`"
                if ctx.role != "behaviour"
                else "delete the value"
            )
            ctx.error("PCG0834", value.at, "nothing is expected of this, and a value is returned", hint)
    else:
        value = whole(ctx, node.value, ctx.result)
        ctx.need(value, ctx.result, is_fresh(value))
    ctx.flow = None
    return ir.Return(value, at=node.at)


_STATEMENTS: dict[type[Any], Callable[[Context, Any], ir.Stmt]] = {
    ir.Assign: _assign,
    ir.Augment: _augment,
    ir.Do: _do,
    ir.If: _if,
    ir.For: _for,
    ir.While: _while,
    ir.Return: _return,
    ir.Break: _break,
    ir.Continue: _continue,
}
