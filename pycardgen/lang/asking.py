"""Types of what asks, tells and steers: `choose`, `window`, `emit`, `announce`, `next_step`, `end_game`..."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pycardgen.diagnostics import did_you_mean
from pycardgen.lang import ir
from pycardgen.lang.calls import function, note_call, typed_arguments
from pycardgen.lang.context import IN_OPTIONS, Context, Handler, Level, Sig, a, none_hint, placeless
from pycardgen.lang.exprs import expr, needed
from pycardgen.lang.flow import never_empty
from pycardgen.lang.letters import as_list
from pycardgen.lang.world import UNKNOWN, has_unknown
from pycardgen.model.game import Signature
from pycardgen.model.types import (
    BOOL,
    INT,
    NEVER,
    NONE,
    DictType,
    EntityType,
    EnumType,
    FuncType,
    ListType,
    OptionalType,
    Type,
)

Named = tuple[tuple[str, ir.Expr], ...]


# --- asking -------------------------------------------------------------------------------------------------


def _choose(ctx: Context, node: ir.Choose, _: Type | None) -> ir.Expr:
    seat = _seat(ctx, node.seat)
    kind = _decision(ctx, node, node.kind, "confirm" if node.options is None else "choose")
    if kind is None:
        _loose(ctx, node.options, node.default, *(value for _, value in node.about))
        return placeless(node)
    option = _option(kind)
    about = _about(ctx, node, node.about, kind, f'"{node.kind}"')
    if node.options is None:
        ctx.use("other", "confirm", node, Level.ASKS)
        if option not in (BOOL, UNKNOWN):
            ctx.error_at(
                "PCG0820",
                node.at,
                "name",
                f'`confirm` asks yes or no, and "{node.kind}" is {a(option)}',
                "use `choose`",
            )
        return ir.Choose(seat, node.kind, None, None, about, at=node.at, type=BOOL)
    options, item = _options(ctx, node.options, option)
    default, given = _default(ctx, node, options, option, item)
    ctx.use("other", "choose", node, Level.ASKS)
    return ir.Choose(seat, node.kind, options, default, about, at=node.at, type=given)


def _default(
    ctx: Context, node: ir.Choose, options: ir.Expr, option: Type, item: Type
) -> tuple[ir.Expr | None, Type]:
    """The typed default, and the type that the choice then has."""
    if node.default is None:
        empty = not never_empty(options, ctx.flow) and not _all_copies(ctx, options)
        if empty and not has_unknown(options.type):
            hint = "write `default=...`, or test `len(...) > 0` first"
            ctx.error(
                "PCG0846", node.at, "there may be nothing to choose from, and no default is given", hint
            )
        return None, item
    default = needed(ctx, node.default, option if isinstance(option, OptionalType) else OptionalType(option))
    return default, ctx.world.join(item, default.type) or UNKNOWN


def _all_copies(ctx: Context, options: ir.Expr) -> bool:
    """Whether options are all copies of a type that has some, whatever map is played."""
    if not isinstance(options, ir.Builtin) or options.name != "every":
        return False
    entity = str(_item(options.type))
    if ctx.world.kind(entity) != "sector":
        return bool(ctx.world.ids_of(entity))
    maps = ctx.world.game.maps.values()
    return bool(maps) and all(
        any(ctx.world.extends(space.definition.type, entity) for space in one.spaces) for one in maps
    )


def _choose_many(ctx: Context, node: ir.ChooseMany, _: Type | None) -> ir.Expr:
    seat = _seat(ctx, node.seat)
    kind = _decision(ctx, node, node.kind, "many")
    low, high = needed(ctx, node.low, INT), needed(ctx, node.high, INT)
    if kind is None:
        _loose(ctx, node.options, *(value for _, value in node.about))
        return placeless(node)
    options, item = _options(ctx, node.options, _option(kind))
    about = _about(ctx, node, node.about, kind, f'"{node.kind}"')
    ctx.use("other", "choose_many", node, Level.ASKS)
    return ir.ChooseMany(seat, node.kind, options, low, high, about, at=node.at, type=ListType(item))


def _declare(ctx: Context, node: ir.Declare, _: Type | None) -> ir.Expr:
    seats, seat = _seats(ctx, node.seats, entities=True)
    kind = _decision(ctx, node, node.kind, "declare, in secret" if node.secret else "declare")
    option = _option(kind) if kind is not None else UNKNOWN
    options = function(ctx, node.options, (seat,), ListType(option), IN_OPTIONS)
    item = _item(options.type.result) if isinstance(options.type, FuncType) else UNKNOWN
    answers = DictType(seat, option if has_unknown(item) else item)
    valid = None
    if node.valid is not None:
        valid = function(ctx, node.valid, (answers,), BOOL, IN_OPTIONS)
    if kind is not None and not _tells_who(ctx, kind, seat):
        ctx.error_at(
            "PCG0817",
            node.at,
            "name",
            f'"{node.kind}" has arguments, and `declare` gives at most one: for whom the answer is',
            f"keep one of type {seat}, not called `answers`, or none",
        )
    ctx.use("other", "declare", node, Level.ASKS)
    return ir.Declare(node.kind, seats, options, valid, node.secret, at=node.at, type=answers)


def _tells_who(ctx: Context, kind: Signature, seat: Type) -> bool:
    """A declared kind has no argument, or one that is filled with the seat or entity that is asked for."""
    if len(kind.params) > 1 or "answers" in kind.params:
        return False
    return has_unknown(seat) or all(ctx.world.fits(seat, type_) for type_ in kind.params.values())


def _item(kind: Type) -> Type:
    return kind.item if isinstance(kind, ListType) else UNKNOWN


def _seat(ctx: Context, node: ir.Expr) -> ir.Expr:
    """Who is asked: a Player, or an entity for which `controller` says which one."""
    typed = expr(ctx, node)
    player = EntityType(ctx.world.player)
    if ctx.world.fits(typed.type, player):
        return typed
    if isinstance(typed.type, EntityType):
        sig = _controller(ctx, typed, typed.type)
        if sig is not None:
            made = ir.Call(sig.name, (typed,), at=typed.at, type=sig.result)
            note_call(ctx, sig.name, made)
            return made
        return placeless(node)
    ctx.need(typed, player)
    return placeless(node)


def _controller(ctx: Context, typed: ir.Expr, kind: EntityType) -> Sig | None:
    sig = ctx.unit.functions.get("controller")
    if sig is not None and len(sig.params) == 1 and ctx.world.fits(kind, sig.params[0][1]):
        return sig
    if ctx.unit.incomplete and (sig is None or not sig.known):
        return None
    hint = f"write a rule `controller(x: {kind}) -> {ctx.world.player}`"
    ctx.error("PCG0853", typed.at, f"{a(kind)} is asked, and no rule says which player decides for it", hint)
    return None


def _seats(ctx: Context, node: ir.Expr, entities: bool = False) -> tuple[ir.Expr, Type]:
    """A list of those who are asked, and the type of each."""
    player = EntityType(ctx.world.player)
    typed = as_list(expr(ctx, node, ListType(player)))
    kind = typed.type.item if isinstance(typed.type, ListType) else None
    if entities and isinstance(kind, EntityType) and not ctx.world.fits(kind, player):
        sig = _controller(ctx, typed, kind)
        if sig is not None:
            ctx.use("call", sig.name, typed, Level.READS)
        return typed, kind
    if not ctx.need(typed, ListType(player), fresh=True) or kind is None:
        return typed, UNKNOWN
    return typed, kind


def _decision(
    ctx: Context, node: ir.Choose | ir.ChooseMany | ir.Declare, name: str, form: str
) -> Signature | None:
    known = {key: kind for key, kind in ctx.world.game.decisions.items() if not key.startswith("window:")}
    kind = known.get(name)
    if kind is None:
        message = f'there is no kind of decision "{name}"'
        ctx.unknown("PCG0816", node.at, "name", message, name, known)
        return None
    ctx.unit.forms.append((name, form, ctx.unit.problems.positions.part(node.at, "name")))
    return kind


def _option(kind: Signature) -> Type:
    return kind.result if kind.result is not None else BOOL


def _options(ctx: Context, node: ir.Expr, option: Type) -> tuple[ir.Expr, Type]:
    """The typed options, and the type of each."""
    typed = as_list(expr(ctx, node, ListType(option)))
    if isinstance(typed.type, ListType):
        if ctx.need(typed, ListType(option), fresh=True):
            return typed, option if has_unknown(typed.type) else typed.type.item
    elif isinstance(typed.type, OptionalType):
        ctx.error("PCG0822", typed.at, "this may be None, and options are expected", none_hint(typed))
    else:
        ctx.need(typed, ListType(option))
    return typed, UNKNOWN


def _loose(ctx: Context, *nodes: ir.Expr | None) -> None:
    """Check what can't be matched with anything."""
    for node in nodes:
        if node is not None and not isinstance(node, ir.ListLit | ir.Lit):
            expr(ctx, node)


def _about(ctx: Context, node: ir.Expr, given: Named, kind: Signature, what: str) -> Named:
    """Arguments by name, typed, in the order in which they are declared."""
    values: dict[str, ir.Expr] = {}
    for name, value in given:
        wanted = kind.params.get(name)
        if name in values:
            ctx.error_at("PCG0817", node.at, name, f"`{name}` is given twice", "")
        elif wanted is None:
            hint = did_you_mean(name, kind.params) or _takes(kind.params)
            ctx.error_at("PCG0817", node.at, name, f"{what} has no argument `{name}`", hint)
            values[name] = expr(ctx, value)
        else:
            values[name] = _told(ctx, value, wanted)
    missing = [name for name in kind.params if name not in values]
    if missing and all(name in kind.params for name in values):
        message = f"{what} lacks its argument `{missing[0]}`"
        ctx.error_at("PCG0817", node.at, "name", message, _takes(kind.params))
    return tuple((name, values[name]) for name in kind.params if name in values)


def _told(ctx: Context, node: ir.Expr, wanted: Type) -> ir.Expr:
    typed = expr(ctx, node, wanted)
    if isinstance(wanted, ListType):
        typed = as_list(typed)
    ctx.need(typed, wanted, fresh=True)
    return typed


def _takes(params: Mapping[str, Type]) -> str:
    if not params:
        return "it takes none"
    return "it takes " + ", ".join(f"`{name}: {kind}`" for name, kind in params.items())


# --- telling, and what others answer ------------------------------------------------------------------------


def _window(ctx: Context, node: ir.Window, _: Type | None) -> ir.Expr:
    seats, _ = _seats(ctx, node.seats)
    found = _declared(ctx, node, node.name, ctx.world.game.windows, "window")
    args = _about(ctx, node, node.args, found, f'the window "{node.name}"') if found else ()
    ctx.use("other", "window", node, Level.ASKS)
    return ir.Window(node.name, seats, args, at=node.at, type=NONE)


def _emit(ctx: Context, node: ir.Emit, _: Type | None) -> ir.Expr:
    found = _declared(ctx, node, node.name, ctx.world.game.events, "event")
    args = _about(ctx, node, node.args, found, f'the event "{node.name}"') if found else ()
    ctx.use("other", "emit", node, Level.ASKS)
    return ir.Emit(node.name, args, at=node.at, type=NONE)


def _announce(ctx: Context, node: ir.Announce, _: Type | None) -> ir.Expr:
    player = EntityType(ctx.world.player)
    to = as_list(expr(ctx, node.to, ListType(player)))
    if not isinstance(to.type, ListType):
        ctx.need(to, player)
    else:
        ctx.need(to, ListType(player), fresh=True)
    found = _declared(ctx, node, node.name, ctx.world.game.messages, "message")
    args = _about(ctx, node, node.args, found, f'the message "{node.name}"') if found else ()
    ctx.use("other", "announce", node, Level.CHANGES)
    return ir.Announce(to, node.name, args, at=node.at, type=NONE)


def _declared(
    ctx: Context,
    node: ir.Window | ir.Emit | ir.Announce,
    name: str,
    known: Mapping[str, Signature],
    what: str,
) -> Signature | None:
    found = known.get(name)
    if found is None:
        ctx.unknown("PCG0816", node.at, "name", f'there is no {what} "{name}"', name, known)
        _loose(ctx, *(value for _, value in node.args))
    return found


# --- steering -----------------------------------------------------------------------------------------------


def _next_step(ctx: Context, node: ir.NextStep, _: Type | None) -> ir.Expr:
    ctx.use("other", "next_step", node, Level.CHANGES)
    if node.scope is not None:
        _scope(ctx, node, node.scope, "scope")
    sig = ctx.unit.functions.get(node.name)
    if sig is None or sig.role != "rule":
        if not ctx.unit.incomplete:
            known = [name for name, found in ctx.unit.functions.items() if found.role == "rule"]
            ctx.unknown("PCG0811", node.at, "name", f"there is no rule `{node.name}`", node.name, known)
        _loose(ctx, *node.args)
        return ir.NextStep(node.name, node.args, node.scope, at=node.at, type=NONE)
    _may_be_step(ctx, node, sig)
    ctx.use("step", node.name, node, Level.READS)
    args = typed_arguments(ctx, node, sig, node.args)
    return ir.NextStep(node.name, args, node.scope, at=node.at, type=NONE)


def _may_be_step(ctx: Context, node: ir.NextStep, sig: Sig) -> None:
    game = ctx.world.game
    if node.name in game.values or node.name in game.hooks:
        word = "value" if node.name in game.values else "hook"
        ctx.error_at(
            "PCG0861",
            node.at,
            "name",
            f"`{node.name}` is a {word}, not a step",
            "call it in a rule of its own",
        )
    elif sig.known and sig.result != NONE:
        ctx.error_at(
            "PCG0861", node.at, "name", f"`{node.name}` gives {a(sig.result)}, and a step gives nothing", ""
        )


def _scope(ctx: Context, node: ir.Expr, name: str, part: str = "name") -> None:
    known = ctx.world.game.scopes
    if name not in known:
        ctx.unknown("PCG0816", node.at, part, f'there is no scope "{name}"', name, known)


def _cancel(ctx: Context, node: ir.Cancel, _: Type | None) -> ir.Expr:
    _scope(ctx, node, node.scope)
    ctx.use("other", "cancel", node, Level.CHANGES)
    return ir.Cancel(node.scope, at=node.at, type=NONE)


def _end_scope(ctx: Context, node: ir.EndScope, _: Type | None) -> ir.Expr:
    _scope(ctx, node, node.scope)
    ctx.use("other", "end_scope", node, Level.CHANGES)
    return ir.EndScope(node.scope, at=node.at, type=NONE)


def _end_game(ctx: Context, node: ir.EndGame, _: Type | None) -> ir.Expr:
    endings = ctx.world.enums.get("Ending", ())
    if node.reason not in endings:
        ctx.unknown(
            "PCG0816", node.at, "name", f'the game has no ending "{node.reason}"', node.reason, endings
        )
    if ctx.statement is not node:
        ctx.error("PCG0842", node.at, "`end_game` stands as a statement: nothing comes after it", "")
    sides = _told(ctx, node.sides, ListType(EnumType("Side")))
    winners = _told(ctx, node.winners, ListType(EntityType(ctx.world.player)))
    ctx.use("other", "end_game", node, Level.CHANGES)
    return ir.EndGame(node.reason, sides, winners, at=node.at, type=NEVER)


def _original(ctx: Context, node: ir.Original, _: Type | None) -> ir.Expr:
    hook = ctx.hook
    if hook is None:
        ctx.error(
            "PCG0845",
            node.at,
            "`original` stands only in the `replace:` of a hook",
            "call the rule by its name",
        )
        _loose(ctx, *node.args)
        return placeless(node)
    sig = Sig("original", tuple(hook.params.items()), hook.result or NONE, "rule")
    args = typed_arguments(ctx, node, sig, node.args)
    ctx.use("other", "original", node, Level.ASKS)
    return ir.Original(args, at=node.at, type=sig.result)


HANDLERS: dict[type[Any], Handler] = {
    ir.Choose: _choose,
    ir.ChooseMany: _choose_many,
    ir.Declare: _declare,
    ir.Window: _window,
    ir.Emit: _emit,
    ir.Announce: _announce,
    ir.NextStep: _next_step,
    ir.Cancel: _cancel,
    ir.EndScope: _end_scope,
    ir.EndGame: _end_game,
    ir.Original: _original,
}
