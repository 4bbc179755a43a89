"""Types of literals, names, attributes and items."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pycardgen.diagnostics import did_you_mean
from pycardgen.lang import elsewhere, ir
from pycardgen.lang.builtins import NAMESPACES
from pycardgen.lang.context import Context, Handler, a, none_hint, placeless
from pycardgen.lang.exprs import expr, needed
from pycardgen.lang.limits import MAX_INT, MIN_INT
from pycardgen.lang.parse_expr import why_no_name
from pycardgen.lang.world import BOX, UNKNOWN, has_unknown
from pycardgen.model.game import StateDecl
from pycardgen.model.types import (
    BOOL,
    INT,
    NONE,
    STR,
    DictType,
    EntityType,
    EnumType,
    FuncType,
    IdType,
    ListType,
    NoneType,
    OfferType,
    OptionalType,
    Type,
    ZoneType,
)

# --- literals and names ---


def _literal(ctx: Context, node: ir.Lit, want: Type | None) -> ir.Expr:
    value = node.value
    if value is None:
        return ir.Lit(None, at=node.at, type=NONE)
    if isinstance(value, bool):
        return ir.Lit(value, at=node.at, type=BOOL)
    if isinstance(value, int):
        if not MIN_INT <= value <= MAX_INT:
            ctx.error("PCG0808", node.at, "this number doesn't fit in 64 bits", f"the largest is {MAX_INT}")
        return ir.Lit(value, at=node.at, type=INT)
    wanted = want.item if isinstance(want, OptionalType) else want
    if isinstance(wanted, EnumType):
        return _member(ctx, node, value, wanted)
    if isinstance(wanted, IdType):
        return _id(ctx, node, value, wanted)
    return ir.Lit(value, at=node.at, type=STR)


def _member(ctx: Context, node: ir.Lit, word: str, kind: EnumType) -> ir.Expr:
    members = ctx.world.enums.get(kind.name, ())
    if word not in members:
        ctx.unknown("PCG0815", node.at, "", f'"{word}" is not {a(kind)}', word, members)
    return ir.Lit(word, at=node.at, type=kind)


def _id(ctx: Context, node: ir.Lit, word: str, kind: IdType) -> ir.Expr:
    if not ctx.world.has_id(word, kind.entity):
        ctx.unknown(
            "PCG0814",
            node.at,
            "",
            f'no `{kind.entity}` has the id "{word}"',
            word,
            ctx.world.ids_of(kind.entity),
        )
    return ir.Lit(word, at=node.at, type=kind)


def _entity(ctx: Context, node: ir.Entity, _: Type | None) -> ir.Expr:
    if node.entity not in ctx.world.entities:
        ctx.error("PCG0807", node.at, f"unknown type `{node.entity}`", "")
        return placeless(node)
    if not ctx.world.has_id(node.id, node.entity):
        known = ctx.world.ids_of(node.entity)
        ctx.unknown("PCG0814", node.at, "index", f'no `{node.entity}` has the id "{node.id}"', node.id, known)
    return ir.Entity(node.entity, node.id, at=node.at, type=EntityType(node.entity))


def _local(ctx: Context, node: ir.Local, _: Type | None) -> ir.Expr:
    name = node.name
    if name == "?" and not ctx.unit.strict:
        return placeless(node)
    found = ctx.local(name)
    if found is not None:
        return _known_local(ctx, node, found)
    if name in ctx.world.constants:
        _seen_by_bots(ctx, name, node.at)
        return ir.Const(name, at=node.at, type=ctx.world.constants[name])
    if name in ctx.world.unrelated:
        ctx.error("PCG0864", node.at, ctx.world.unrelated[name], "let them extend one type")
    else:
        _unknown_name(ctx, node)
    return placeless(node)


def _known_local(ctx: Context, node: ir.Local, kind: Type) -> ir.Expr:
    name = node.name
    if name in ctx.barred:
        ctx.error("PCG0858", node.at, ctx.barred[name], "let these types extend a common one")
        return placeless(node)
    inner = any(name in scope for scope in ctx.scopes)
    if not inner and ctx.flow is not None and name not in ctx.flow.assigned:
        if not ctx.broken:
            hint = "give it a value before the branch or the loop"
            ctx.error("PCG0830", node.at, f"`{name}` may have no value here", hint)
        ctx.flow = ctx.flow.assign(name)
        return placeless(node)
    return ir.Local(name, at=node.at, type=kind)


def _unknown_name(ctx: Context, node: ir.Local) -> None:
    name = node.name
    if name in NAMESPACES:
        ctx.error("PCG0819", node.at, f"`{name}` stands before a dot: `{name}.x`", "")
    elif ctx.find(name) is not None:
        ctx.error(
            "PCG0819",
            node.at,
            f"`{name}` is a rule: call it",
            f"`{name}(...)`; only built-ins take a rule by its name",
        )
    elif name in ctx.world.enums:
        hint = f'a word of it is written as a string: "{next(iter(ctx.world.enums[name]), "word")}"'
        ctx.error("PCG0819", node.at, f"`{name}` is a type, not a value", hint)
    elif name in ctx.world.entities:
        ctx.error(
            "PCG0819", node.at, f"`{name}` is a type, not a value", f'one of its kind is `{name}["id"]`'
        )
    elif not (ctx.unit.incomplete and why_no_name(name) == ""):
        known = [*ctx.names(), *NAMESPACES]
        ctx.error(
            "PCG0810",
            node.at,
            f"unknown name `{name}`",
            elsewhere.NAMES.get(name) or did_you_mean(name, known),
        )


def _constant(ctx: Context, node: ir.Const, _: Type | None) -> ir.Expr:
    kind = ctx.world.constants.get(node.name)
    if kind is None or ctx.local(node.name) is not None:
        ctx.error("PCG0810", node.at, f"unknown name `{node.name}`", "")
        return placeless(node)
    _seen_by_bots(ctx, node.name, node.at)
    return ir.Const(node.name, at=node.at, type=kind)


def _seen_by_bots(ctx: Context, name: str, at: int) -> None:
    if name == "box" and ctx.role == "bot":
        ctx.error("PCG0847", at, "bots don't see what lies in the box", "look at the zones of your view")


def _setting(ctx: Context, node: ir.Setting, _: Type | None) -> ir.Expr:
    found = ctx.world.game.settings.get(node.name)
    if found is None:
        _unknown_part(ctx, node, f"there is no setting `{node.name}`", ctx.world.game.settings)
        return placeless(node)
    return ir.Setting(node.name, at=node.at, type=found.type)


def _game_state(ctx: Context, node: ir.GameState, _: Type | None) -> ir.Expr:
    found = ctx.world.game.state.get(node.name)
    if found is None:
        _unknown_part(ctx, node, f"the game has no state or zone `{node.name}`", ctx.world.game.state)
        return placeless(node)
    return ir.GameState(node.name, at=node.at, type=_as_seen(ctx, found))


def _memory(ctx: Context, node: ir.Memory, _: Type | None) -> ir.Expr:
    if ctx.role != "bot":
        ctx.error("PCG0848", node.at, "only bots have a memory", "keep it in a state, declared in types.yaml")
        return placeless(node)
    found = ctx.world.game.memory.get(node.name)
    if found is None:
        _unknown_part(ctx, node, f"bots' memory has no `{node.name}`", ctx.world.game.memory)
        return placeless(node)
    return ir.Memory(node.name, at=node.at, type=found.type)


def _unknown_part(
    ctx: Context, node: ir.Setting | ir.GameState | ir.Memory, message: str, known: Any
) -> None:
    hint = did_you_mean(node.name, known)
    ctx.unit.problems.tail(
        "PCG0813", node.at, len(node.name), message, hint or "it is declared in types.yaml or game.yaml"
    )


def _as_seen(ctx: Context, decl: StateDecl) -> Type:
    """A state's type; to bots, what not everybody sees may be None."""
    if ctx.role != "bot" or decl.seen_by == "all":
        return decl.type
    if isinstance(decl.type, ZoneType):
        return ZoneType(OptionalType(decl.type.item))
    return decl.type if isinstance(decl.type, OptionalType) else OptionalType(decl.type)


# --- attributes and items ---


def _attribute(ctx: Context, node: ir.Field | ir.State, _: Type | None) -> ir.Expr:
    of = expr(ctx, node.of)
    kind = of.type
    if has_unknown(kind):
        return placeless(node)
    if isinstance(kind, OfferType):
        if node.name in ("id", "label"):
            return ir.Field(of, "Offer", node.name, at=node.at, type=STR)
        _unknown_attribute(ctx, node, "an offer", ("id", "label"))
        return placeless(node)
    if isinstance(kind, OptionalType) and isinstance(kind.item, EntityType):
        ctx.error("PCG0822", of.at, f"this may be None, and `{node.name}` is read from it", none_hint(of))
        return placeless(node)
    if not isinstance(kind, EntityType):
        _no_attributes(ctx, node, kind)
        return placeless(node)
    found = ctx.world.attribute(kind.name, node.name)
    if found is None:
        _unknown_attribute(ctx, node, a(kind), ctx.world.attributes(kind.name))
        return placeless(node)
    if isinstance(found.decl, StateDecl):
        if isinstance(of, ir.Const) and of.name == "table":
            ctx.error("PCG0812", of.at, "`table` is the seat of group decisions: it has no state", "")
        return ir.State(of, found.owner, node.name, at=node.at, type=_as_seen(ctx, found.decl))
    return ir.Field(of, found.owner, node.name, at=node.at, type=found.type)


def _unknown_attribute(ctx: Context, node: ir.Field | ir.State, what: str, known: Sequence[str]) -> None:
    hint = did_you_mean(node.name, known) or "fields and state are declared in types.yaml"
    below = [name for name in ctx.world.entities if _adds(ctx, node, name)]
    if below and not did_you_mean(node.name, known):
        hint = f"{a(EntityType(below[0]))} has it: test with `isinstance(x, {below[0]})`"
    ctx.unit.problems.tail("PCG0812", node.at, len(node.name), f"{what} has no `{node.name}`", hint)


def _adds(ctx: Context, node: ir.Field | ir.State, entity: str) -> bool:
    """Whether a type that extends the one at hand has the attribute."""
    of = expr_type(ctx, node.of)
    extends = isinstance(of, EntityType) and of.name != entity and ctx.world.extends(entity, of.name)
    return extends and ctx.world.attribute(entity, node.name) is not None


def expr_type(ctx: Context, node: ir.Expr) -> Type:
    """The type of a local or constant, without checking again; UNKNOWN for anything else."""
    found = ctx.local(node.name) if isinstance(node, ir.Local) else None
    return found if found is not None else UNKNOWN


def _no_attributes(ctx: Context, node: ir.Field | ir.State, kind: Type) -> None:
    hint = "use `len(xs)`, `xs[i]`, `for x in xs`" if isinstance(kind, ListType | ZoneType | DictType) else ""
    if isinstance(kind, NoneType):
        ctx.error("PCG0826", node.of.at, "this gives nothing to read from", "")
        return
    ctx.unit.problems.tail("PCG0812", node.at, len(node.name), f"{a(kind)} has no attributes", hint)


def _index(ctx: Context, node: ir.Index, _: Type | None) -> ir.Expr:
    if (
        isinstance(node.of, ir.Local)
        and ctx.local(node.of.name) is None
        and node.of.name in ctx.world.entities
    ):
        return _first_copy(ctx, node, node.of.name)
    of = expr(ctx, node.of)
    kind = of.type
    if has_unknown(kind) and not isinstance(kind, ListType | DictType):
        expr(ctx, node.index)
        return placeless(node)
    if isinstance(kind, DictType):
        index = needed(ctx, node.index, kind.key)
        return ir.Index(of, index, at=node.at, type=kind.value)
    index = expr(ctx, node.index)
    if isinstance(kind, ListType | ZoneType) and kind != BOX:
        ctx.need(index, INT)
        return ir.Index(of, index, at=node.at, type=kind.item)
    if isinstance(kind, OptionalType):
        ctx.error("PCG0822", of.at, "this may be None, and an item of it is read", none_hint(of))
    else:
        ctx.error("PCG0829", of.at, f"{a(kind)} has no items", "lists, dicts and zones have")
    return placeless(node)


def _first_copy(ctx: Context, node: ir.Index, entity: str) -> ir.Expr:
    if isinstance(node.index, ir.Lit) and isinstance(node.index.value, str):
        ctx.unit.problems.positions.details.setdefault((node.at, "index"), node.index.at)
        return _entity(ctx, ir.Entity(entity, node.index.value, at=node.at), None)
    hint = f'`{entity}["some_id"]`; `every({entity})` lists all copies'
    ctx.error("PCG0820", node.index.at, f"a copy of `{entity}` is named by its id, in quotes", hint)
    return placeless(node)


# --- what stands only in calls ---


def _stray_function(ctx: Context, node: ir.Lambda | ir.FuncRef, _: Type | None) -> ir.Expr:
    what = "a lambda" if isinstance(node, ir.Lambda) else f"the rule `{node.name}`"
    ctx.error("PCG0819", node.at, f"{what} stands only as an argument of a built-in", "")
    return placeless(node)


def _format(ctx: Context, node: ir.Format, _: Type | None) -> ir.Expr:
    ctx.error("PCG0819", node.at, "a format stands only in `debug(...)`", "")
    return placeless(node)


def format_parts(ctx: Context, node: ir.Format) -> ir.Format:
    """The typed text of `debug`."""
    parts = tuple(expr(ctx, part) for part in node.parts)
    for part in parts:
        if isinstance(part.type, NoneType | FuncType | OfferType):
            ctx.error("PCG0826", part.at, "this can't be printed", "")
    return ir.Format(parts, at=node.at, type=STR)


HANDLERS: dict[type[Any], Handler] = {
    ir.Lit: _literal,
    ir.Entity: _entity,
    ir.Local: _local,
    ir.Const: _constant,
    ir.Setting: _setting,
    ir.GameState: _game_state,
    ir.Memory: _memory,
    ir.Field: _attribute,
    ir.State: _attribute,
    ir.Index: _index,
    ir.Lambda: _stray_function,
    ir.FuncRef: _stray_function,
    ir.Format: _format,
}
