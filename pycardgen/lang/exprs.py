"""Types of expressions. `expr` gives the typed form; `want` is the type that its place asks for, if any.

`want` only guides literals (`"red"` becomes a member of an enum): that the result fits is for the caller to
check. A typed tree gives itself again, so nothing here may depend on the types that a tree already has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from pycardgen.diagnostics import did_you_mean
from pycardgen.lang import ir
from pycardgen.lang.builtins import CONSTANTS, NAMESPACES
from pycardgen.lang.context import Context, Handler, a, none_hint, placeless, test_hint
from pycardgen.lang.flow import Facts, facts, learn
from pycardgen.lang.limits import MAX_INT, MIN_INT
from pycardgen.lang.parse_expr import why_no_name
from pycardgen.lang.world import BOX, UNKNOWN, has_unknown, is_bool, is_int
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


def expr(ctx: Context, node: ir.Expr, want: Type | None = None) -> ir.Expr:
    """The typed form of an expression. What is wrong is reported, and has the type UNKNOWN."""
    return ctx.unit.handlers[type(node)](ctx, node, want)


def whole(ctx: Context, node: ir.Expr, want: Type | None = None) -> ir.Expr:
    """The same for a statement, or the whole of what is assigned or returned: it may ask."""
    if isinstance(node, ir.Cond):
        return _conditional(ctx, node, want, whole)
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


# --- literals and names -------------------------------------------------------------------------------------


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
        ctx.error("PCG0810", node.at, f"unknown name `{name}`", did_you_mean(name, known))


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


# --- attributes and items -----------------------------------------------------------------------------------


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


# --- operators ----------------------------------------------------------------------------------------------


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
    return _conditional(ctx, node, want, expr)


def _conditional(ctx: Context, node: ir.Cond, want: Type | None, arm: Handler) -> ir.Expr:
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


# --- lists and dicts ----------------------------------------------------------------------------------------


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


# --- functions ----------------------------------------------------------------------------------------------


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


def function_name(ctx: Context, node: ir.Expr) -> str | None:
    """The rule that an argument names, if it names one."""
    if isinstance(node, ir.FuncRef):
        return node.name
    return node.name if isinstance(node, ir.Local) and ctx.local(node.name) is None else None


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
    ir.Binary: _binary,
    ir.Negative: _negative,
    ir.Compare: _compare,
    ir.IsNone: _is_none,
    ir.IsType: _is_type,
    ir.And: _and,
    ir.Or: _or,
    ir.Not: _not,
    ir.Cond: _cond,
    ir.ListLit: _list,
    ir.DictLit: _dict,
    ir.ListComp: _list_comprehension,
    ir.DictComp: _dict_comprehension,
    ir.Lambda: _stray_function,
    ir.FuncRef: _stray_function,
    ir.Format: _format,
}
