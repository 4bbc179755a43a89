"""Types of calls: rules, built-in functions, methods, and the functions that are handed to them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pycardgen.diagnostics import did_you_mean
from pycardgen.lang import ir
from pycardgen.lang.builtins import ANY_ZONE, FORMS, PLAYER, Param, Spec, by_written, specs, variable
from pycardgen.lang.context import IN_FUNCTION, Context, Handler, Level, Room, Sig, a, none_hint, placeless
from pycardgen.lang.exprs import enter, expr, format_parts, function_name, is_fresh, needed
from pycardgen.lang.world import BOX, UNKNOWN, has_unknown
from pycardgen.model.types import (
    BOOL,
    INT,
    NONE,
    STR,
    BoolType,
    DictType,
    EntityType,
    FuncType,
    IdType,
    IntType,
    ListType,
    NeverType,
    NoneType,
    OptionalType,
    StrType,
    Type,
    ZoneType,
)

Bindings = dict[str, Type]
"""What the letters of a Spec stand for in one call."""


# --- rules --------------------------------------------------------------------------------------------------


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
    hint = did_you_mean(node.name, known)
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


# --- functions as arguments ---------------------------------------------------------------------------------


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


# --- built-ins ----------------------------------------------------------------------------------------------


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
        ctx.error("PCG0828", node.at, f"`{_written(known[0])}` stands only in a loop with two names", hint)
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
            "PCG0818", args[len(names)].at, f"`{_written(spec)}` takes no further argument", f"`{spec.text}`"
        )
        return None
    for name, value in node.named:
        if name not in names or name in given or name == "self":
            twice = "is given twice" if name in given else "is not an argument of it"
            ctx.error_at("PCG0818", node.at, name, f"`{_written(spec)}`: `{name}` {twice}", f"`{spec.text}`")
            return None
        given[name] = value
    missing = [
        param.name for param in spec.params if not (param.named or param.optional) and param.name not in given
    ]
    if missing:
        ctx.error(
            "PCG0818", node.at, f"`{_written(spec)}` lacks its argument `{missing[0]}`", f"`{spec.text}`"
        )
        return None
    return spec, given, typed


def _written(spec: Spec) -> str:
    return spec.written.lstrip(".")


def _choose(
    ctx: Context, node: ir.Builtin, known: tuple[Spec, ...], args: tuple[ir.Expr, ...]
) -> tuple[Spec, ir.Expr | None] | None:
    """The overload that fits the number of arguments or the type of the first one."""
    if known[0].name in ("int.min", "int.max"):
        return (known[0] if len(args) == 2 else known[1]), None
    if not args:
        ctx.error("PCG0818", node.at, f"`{_written(known[0])}` lacks its argument", f"`{known[0].text}`")
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
            f"this may be None, and `{_written(known[0])}` needs a value",
            none_hint(first),
        )
    elif known[0].written[0] == ".":
        _no_method(ctx, node, _written(known[0]), first.type)
    else:
        forms = ", or ".join(f"`{spec.text}`" for spec in known)
        ctx.error("PCG0820", first.at, f"`{_written(known[0])}` doesn't take {a(first.type)}", forms)
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
    return typed if _unify(ctx, spec, param.type, typed, bound) else None


def as_list(typed: ir.Expr) -> ir.Expr:
    """A zone where a list is asked for: the list of its copies."""
    if not isinstance(typed.type, ZoneType) or typed.type == BOX:
        return typed
    return ir.Builtin("zone.list", (typed,), at=typed.at, type=ListType(typed.type.item))


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


def orderable(kind: Type) -> bool:
    """Whether values can be put in order."""
    if isinstance(kind, ListType):
        return kind.item in (INT, UNKNOWN)
    return isinstance(kind, IntType | BoolType | StrType | IdType | NeverType) or has_unknown(kind)


# --- letters ------------------------------------------------------------------------------------------------


def substitute(ctx: Context, pattern: Type, bound: Bindings) -> Type | None:
    """A parameter's type with what its letters stand for; None while one of them is open."""
    if pattern == PLAYER:
        return EntityType(ctx.world.player)
    if pattern == ANY_ZONE:
        return None
    letter = variable(pattern)
    if letter:
        return bound.get(letter)
    if isinstance(pattern, ListType | ZoneType | OptionalType):
        item = substitute(ctx, pattern.item, bound)
        if item is None:
            return None
        return (
            item
            if isinstance(pattern, OptionalType) and isinstance(item, OptionalType)
            else type(pattern)(item)
        )
    if isinstance(pattern, DictType):
        key, value = substitute(ctx, pattern.key, bound), substitute(ctx, pattern.value, bound)
        return DictType(key, value) if key is not None and value is not None else None
    return pattern


def _unify(ctx: Context, spec: Spec, pattern: Type, typed: ir.Expr, bound: Bindings) -> bool:
    """Match an argument with a parameter's type: bind open letters, else report what doesn't fit."""
    if pattern == ANY_ZONE:
        return _accepting(ctx, typed, bound)
    wanted = substitute(ctx, pattern, bound)
    if wanted is not None:
        return _fit_bound(ctx, pattern, typed, wanted, bound)
    kind = typed.type
    if kind == BOX:
        hint = "`every(T)` lists all copies of a type"
        ctx.error("PCG0820", typed.at, "the box is only moved to, or asked with `in`", hint)
        return False
    letter = variable(pattern)
    if letter:
        return _bind_letter(ctx, letter, typed, kind, bound)
    if isinstance(pattern, OptionalType):
        if not isinstance(kind, OptionalType):
            ctx.error("PCG0827", typed.at, f"{a(kind)} is never None", f"delete `{spec.written}`")
            return False
        return _bind_letter(ctx, variable(pattern.item), typed, kind.item, bound)
    if type(pattern) is not type(kind):
        _misfit(ctx, spec, pattern, typed)
        return False
    if isinstance(pattern, DictType) and isinstance(kind, DictType):
        bound[variable(pattern.key)], bound[variable(pattern.value)] = kind.key, kind.value
        return True
    if isinstance(pattern, ListType | ZoneType) and isinstance(kind, ListType | ZoneType):
        return _bind_letter(ctx, variable(pattern.item), typed, kind.item, bound)
    return True


def _fit_bound(ctx: Context, pattern: Type, typed: ir.Expr, wanted: Type, bound: Bindings) -> bool:
    """A second argument of an entity's letter may widen what it stands for."""
    letter = variable(pattern)
    if letter in ("E", "S") and not ctx.world.fits(typed.type, wanted):
        wider = ctx.world.join(wanted, typed.type)
        if isinstance(wider, EntityType):
            bound[letter] = wider
            return True
    read_only = isinstance(wanted, ListType) and letter == ""
    return ctx.need(typed, wanted, read_only or is_fresh(typed))


def _misfit(ctx: Context, spec: Spec, pattern: Type, typed: ir.Expr) -> None:
    kind = typed.type
    if isinstance(kind, OptionalType) and type(kind.item) is type(pattern):
        ctx.error(
            "PCG0822", typed.at, f"this may be None, and `{_written(spec)}` needs a value", none_hint(typed)
        )
    elif isinstance(kind, NoneType):
        ctx.error(
            "PCG0826", typed.at, f"this gives nothing, and `{_written(spec)}` needs a value", f"`{spec.text}`"
        )
    else:
        ctx.error("PCG0820", typed.at, f"`{_written(spec)}` doesn't take {a(kind)} here", f"`{spec.text}`")


def _bind_letter(ctx: Context, letter: str, typed: ir.Expr, kind: Type, bound: Bindings) -> bool:
    if letter in ("E", "S", "D"):
        return _bind_entity(ctx, letter, typed, kind, bound)
    if isinstance(kind, NoneType | FuncType):
        ctx.error("PCG0826", typed.at, "this gives nothing, and a value is expected", "")
        return False
    bound[letter] = kind
    return True


def _bind_entity(ctx: Context, letter: str, typed: ir.Expr, kind: Type, bound: Bindings) -> bool:
    if has_unknown(kind):
        bound[letter] = UNKNOWN
        return True
    if isinstance(kind, OptionalType) and isinstance(kind.item, EntityType):
        hint = none_hint(typed) if kind is typed.type else "bots don't see what lies in this zone"
        ctx.error("PCG0822", typed.at, "this may be None, and a copy is expected", hint)
        return False
    if not isinstance(kind, EntityType):
        ctx.error("PCG0820", typed.at, f"this is {a(kind)}, and a copy of some type is expected", "")
        return False
    if letter == "D":
        return _bind_die(ctx, typed, kind, bound)
    if letter == "S" and ctx.world.kind(kind.name) != "sector":
        ctx.error(
            "PCG0820",
            typed.at,
            f"this is {a(kind)}, and a space of a map is expected",
            "a type of kind sector",
        )
        return False
    around = ctx.world.space(kind.name) if ctx.world.kind(kind.name) == "sector" else kind
    if around is None:
        message = "the maps have spaces of unrelated types, so that the spaces around have none"
        ctx.error("PCG0864", typed.at, message, "let them extend one type")
    bound[letter] = around or UNKNOWN
    return True


def _bind_die(ctx: Context, typed: ir.Expr, kind: EntityType, bound: Bindings) -> bool:
    faces = ctx.world.attribute(kind.name, "faces")
    if ctx.world.kind(kind.name) != "die" or faces is None or not isinstance(faces.type, ListType):
        ctx.error(
            "PCG0820",
            typed.at,
            f"{a(kind)} is no die",
            "a die is a type of kind die with a field `faces: list[...]`",
        )
        return False
    bound["D"], bound["F"] = kind, faces.type.item
    return True


def _accepting(ctx: Context, typed: ir.Expr, bound: Bindings) -> bool:
    """A zone to which a copy is moved."""
    kind, moved = typed.type, bound.get("E", UNKNOWN)
    if not isinstance(kind, ZoneType):
        ctx.error(
            "PCG0820", typed.at, f"this is {a(kind)}, and a zone is expected", "such as `p.hand` or `box`"
        )
        return False
    if isinstance(moved, EntityType) and moved != UNKNOWN and not ctx.world.lies_in_zones(moved.name):
        ctx.error("PCG0820", typed.at, f"{a(moved)} lies in no zone: it can't be moved", "")
        return False
    if kind != BOX and not ctx.world.fits(moved, kind.item):
        ctx.error("PCG0820", typed.at, f"{a(kind)} doesn't accept {a(moved)}", "")
        return False
    return True


# --- results and effects ------------------------------------------------------------------------------------


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
        ctx.use("other", _written(spec), node, Level.RANDOM)
    elif spec.effect == "changes":
        ctx.use("other", _written(spec), node, Level.CHANGES)
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


HANDLERS: dict[type[Any], Handler] = {ir.Call: _call, ir.Builtin: _builtin}
