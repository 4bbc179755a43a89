"""Types of calls of built-in functions and methods."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pycardgen.diagnostics import did_you_mean
from pycardgen.lang import ir
from pycardgen.lang.builtins import Param, Spec, by_written, specs, variable
from pycardgen.lang.calls import function
from pycardgen.lang.context import IN_FUNCTION, Context, Handler, Level, a, none_hint, placeless
from pycardgen.lang.exprs import expr
from pycardgen.lang.letters import Bindings, as_list, orderable, substitute, unify, written
from pycardgen.lang.values import format_parts
from pycardgen.lang.world import UNKNOWN, has_unknown
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


def _builtin(ctx: Context, node: ir.Builtin, want: Type | None) -> ir.Expr:
    if node.name == "every":
        return _every(ctx, node)
    if node.name == "debug":
        return _debug(ctx, node)
    args = node.args
    if node.name == "range" and len(args) == 1 and not node.named:
        args = (ir.Lit(0, at=args[0].at), args[0])
    known = _overloads(node.name)
    if not known:
        return _unknown_method(ctx, node)
    if known[0].name in ("enumerate", "dict.items") and ctx.pairs is not node:
        hint = "`for i, x in enumerate(xs)`, `for k, v in d.items()`"
        ctx.error("PCG0828", node.at, f"`{written(known[0])}` stands only in a loop with two names", hint)
    given = _bind(ctx, node, known, args)
    return _apply(ctx, node, *given) if given is not None else placeless(node)


def _overloads(name: str) -> tuple[Spec, ...]:
    """The rows of a name as it is written, or of one that is the checked form's already."""
    found = by_written().get(name, ())
    return found or ((specs()[name],) if name in specs() else ())


def _every(ctx: Context, node: ir.Builtin) -> ir.Expr:
    arg = node.args[0] if len(node.args) == 1 else None
    if node.named or not isinstance(arg, ir.Lit) or not isinstance(arg.value, str):
        ctx.error("PCG0820", node.at, "`every` takes the name of a type", "write `every(Player)`")
        return placeless(node)
    if arg.value not in ctx.world.entities:
        hint = did_you_mean(arg.value, ctx.world.entities)
        ctx.error("PCG0807", arg.at, f"there is no type `{arg.value}` with copies", hint)
        return placeless(node)
    kind = ListType(EntityType(arg.value))
    return ir.Builtin("every", (ir.Lit(arg.value, at=arg.at, type=STR),), at=node.at, type=kind)


def _debug(ctx: Context, node: ir.Builtin) -> ir.Expr:
    arg = node.args[0] if len(node.args) == 1 else None
    if not isinstance(arg, ir.Format) or node.named:
        ctx.error("PCG0818", node.at, "`debug` takes one text", '`debug(f"wounds: {p.wounds}")`')
        return placeless(node)
    return ir.Builtin("debug", (format_parts(ctx, arg),), at=node.at, type=NONE)


def _unknown_method(ctx: Context, node: ir.Builtin) -> ir.Expr:
    name = node.name.rpartition(".")[2]
    kind = expr(ctx, node.args[0]).type if node.args else UNKNOWN
    if not has_unknown(kind):
        _no_method(ctx, node, name, kind)
    return placeless(node)


def _no_method(ctx: Context, node: ir.Builtin, name: str, kind: Type) -> None:
    word = {ListType: "list", DictType: "dict"}.get(type(kind), "")
    methods = [
        row.written[1:]
        for row in specs().values()
        if word and row.name.startswith(word + ".") and row.written[0] == "."
    ]
    hint = did_you_mean(name, methods)
    if isinstance(kind, ZoneType):
        hint = "copies are moved with `move`, `put_under`, `draw` and `move_all`"
    elif isinstance(kind, EntityType) and ctx.find(name) is not None:
        hint = f"rules are called as `{name}(...)`"
    elif not hint and methods:
        hint = "there is " + ", ".join(methods)
    problems = ctx.unit.problems
    at = problems.positions.part(node.at, "name")
    problems.tail("PCG0829", at, len(name), f"{a(kind)} has no method `{name}`", hint)


def _bind(
    ctx: Context, node: ir.Builtin, known: tuple[Spec, ...], args: tuple[ir.Expr, ...]
) -> tuple[Spec, dict[str, ir.Expr], Mapping[str, ir.Expr]] | None:
    """Choose among overloads and match arguments with parameters. The first is typed, if it chose."""
    spec, typed = known[0], {}
    if len(known) > 1 or spec.written[0] == ".":
        chosen = _choose(ctx, node, known, args)
        if chosen is None:
            return None
        spec, first = chosen
        typed = {spec.params[0].name: first} if first is not None else {}
    names = [param.name for param in spec.params]
    given = dict(zip(names, args, strict=False))
    if len(args) > len(names):
        ctx.error(
            "PCG0818", args[len(names)].at, f"`{written(spec)}` takes no further argument", f"`{spec.text}`"
        )
        return None
    for name, value in node.named:
        if name not in names or name in given or name == "self":
            twice = "is given twice" if name in given else "is not an argument of it"
            ctx.error_at("PCG0818", node.at, name, f"`{written(spec)}`: `{name}` {twice}", f"`{spec.text}`")
            return None
        given[name] = value
    missing = [
        param.name for param in spec.params if not (param.named or param.optional) and param.name not in given
    ]
    if missing:
        ctx.error(
            "PCG0818", node.at, f"`{written(spec)}` lacks its argument `{missing[0]}`", f"`{spec.text}`"
        )
        return None
    return spec, given, typed


def _choose(
    ctx: Context, node: ir.Builtin, known: tuple[Spec, ...], args: tuple[ir.Expr, ...]
) -> tuple[Spec, ir.Expr | None] | None:
    """The overload that fits the number of arguments or the type of the first one."""
    if known[0].name in ("int.min", "int.max"):
        return (known[0] if len(args) == 2 else known[1]), None
    if not args:
        ctx.error("PCG0818", node.at, f"`{written(known[0])}` lacks its argument", f"`{known[0].text}`")
        return None
    first = expr(ctx, args[0])
    for spec in known:
        if _shaped(spec.params[0].type, first.type):
            return spec, first
    if has_unknown(first.type):
        for arg in args[1:]:
            if not isinstance(arg, ir.Lambda):
                expr(ctx, arg)
        return None
    if isinstance(first.type, OptionalType) and any(
        _shaped(spec.params[0].type, first.type.item) for spec in known
    ):
        ctx.error(
            "PCG0822",
            first.at,
            f"this may be None, and `{written(known[0])}` needs a value",
            none_hint(first),
        )
    elif known[0].written[0] == ".":
        _no_method(ctx, node, written(known[0]), first.type)
    else:
        forms = ", or ".join(f"`{spec.text}`" for spec in known)
        ctx.error("PCG0820", first.at, f"`{written(known[0])}` doesn't take {a(first.type)}", forms)
    return None


def _shaped(pattern: Type, kind: Type) -> bool:
    """Whether a type has the outer form of a parameter's."""
    if variable(pattern) == "D":
        return isinstance(kind, EntityType) and kind != UNKNOWN
    return type(pattern) is type(kind)


def _apply(
    ctx: Context, node: ir.Builtin, spec: Spec, given: Mapping[str, ir.Expr], typed: Mapping[str, ir.Expr]
) -> ir.Expr:
    """Type the arguments in order, each telling what the letters stand for, and the result."""
    bound: Bindings = {}
    args: list[ir.Expr] = []
    named: list[tuple[str, ir.Expr]] = []
    for param in spec.params:
        if param.name in given:
            arg = _argument(ctx, spec, param, given[param.name], typed.get(param.name), bound)
            if arg is None:
                return placeless(node)
        elif param.optional:
            arg = ir.Lit(param.default, at=node.at, type=NONE if param.default is None else INT)
        else:
            continue
        if param.named:
            named.append((param.name, arg))
        else:
            args.append(arg)
    made = ir.Builtin(spec.name, tuple(args), tuple(sorted(named)), at=node.at)
    kind = _result(ctx, made, spec, bound)
    _note(ctx, node, spec, args)
    return ir.Builtin(spec.name, made.args, made.named, at=node.at, type=kind)


def _argument(
    ctx: Context, spec: Spec, param: Param, node: ir.Expr, typed: ir.Expr | None, bound: Bindings
) -> ir.Expr | None:
    """The typed argument, None after an error that leaves nothing to go on with."""
    if isinstance(param.type, FuncType):
        return _function_argument(ctx, param.type, node, bound)
    if typed is None:
        typed = expr(ctx, node, substitute(ctx, param.type, bound))
    if isinstance(param.type, ListType) and isinstance(typed.type, ZoneType) and param.name != "self":
        typed = as_list(typed)
    if has_unknown(typed.type) and not isinstance(typed.type, ListType | DictType | ZoneType):
        return None
    default = param.name == "default" and isinstance(typed.type, NoneType | OptionalType)
    if default and ctx.world.fits(typed.type, OptionalType(substitute(ctx, param.type, bound) or UNKNOWN)):
        return typed
    return typed if unify(ctx, spec, param.type, typed, bound) else None


def _function_argument(ctx: Context, pattern: FuncType, node: ir.Expr, bound: Bindings) -> ir.Expr | None:
    params = tuple(substitute(ctx, kind, bound) or UNKNOWN for kind in pattern.params)
    result = substitute(ctx, pattern.result, bound)
    made = function(ctx, node, params, result, IN_FUNCTION)
    if not isinstance(made.type, FuncType):
        return None
    if variable(pattern.result) == "O" and not orderable(made.type.result):
        hint = "a key gives an int, a bool, a str, or a list of ints"
        at = made.body.at if isinstance(made, ir.Lambda) else made.at
        ctx.error("PCG0820", at, f"{a(made.type.result)} can't be put in order", hint)
    return made


# --- results and effects ---


def _result(ctx: Context, made: ir.Builtin, spec: Spec, bound: Bindings) -> Type:
    kind = substitute(ctx, spec.result, bound)
    if kind is None:
        return UNKNOWN
    named = dict(made.named)
    if spec.name in ("list.min", "list.max", "sorted") and "key" not in named:
        item = bound.get("T", UNKNOWN)
        if not orderable(item) and item != BOOL:
            hint = "give a key: `key=lambda x: ...`"
            ctx.error("PCG0820", made.args[0].at, f"{a(item)} can't be put in order", hint)
    default = named.get("default") if spec.name != "dict.get" else made.args[2]
    if default is not None:
        return ctx.world.join(kind, default.type) or UNKNOWN
    return kind


def _note(ctx: Context, node: ir.Builtin, spec: Spec, args: list[ir.Expr]) -> None:
    if spec.effect == "random":
        ctx.use("other", written(spec), node, Level.RANDOM)
    elif spec.effect == "changes":
        ctx.use("other", written(spec), node, Level.CHANGES)
    elif spec.effect == "edits":
        edits(ctx, args[0], node)


def edits(ctx: Context, target: ir.Expr, node: ir.Expr) -> None:
    """Note a change of the items of a list or dict; report one that never changes."""
    root = target
    while isinstance(root, ir.Index):
        root = root.of
    if isinstance(root, ir.Field | ir.Setting | ir.Const):
        what = "printed" if isinstance(root, ir.Field) else "fixed"
        ctx.error(
            "PCG0841",
            root.at,
            f"`{root.name}` is {what}: its items never change",
            "change a copy: `xs = list(...)`",
        )
    elif isinstance(root, ir.State | ir.GameState):
        ctx.use("other", f"`{root.name}`", node, Level.CHANGES)
    elif isinstance(root, ir.Local) and ctx.flow is not None:
        ctx.flow = ctx.flow.emptied(root.name)
        if isinstance(node, ir.Builtin) and node.name.endswith(("append", "insert")) and root is target:
            ctx.flow = ctx.flow.assign(root.name, ctx.flow.narrowed.get(root.name), filled=True)


HANDLERS: dict[type[Any], Handler] = {
    ir.Builtin: _builtin,
}
