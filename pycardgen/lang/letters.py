"""What the letters in the signatures of built-ins stand for in one call."""

from __future__ import annotations

from pycardgen.lang import ir
from pycardgen.lang.builtins import ANY_ZONE, PLAYER, Spec, variable
from pycardgen.lang.context import Context, a, none_hint
from pycardgen.lang.exprs import is_fresh
from pycardgen.lang.world import BOX, UNKNOWN, has_unknown
from pycardgen.model.types import (
    INT,
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


def unify(ctx: Context, spec: Spec, pattern: Type, typed: ir.Expr, bound: Bindings) -> bool:
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
            "PCG0822", typed.at, f"this may be None, and `{written(spec)}` needs a value", none_hint(typed)
        )
    elif isinstance(kind, NoneType):
        ctx.error(
            "PCG0826", typed.at, f"this gives nothing, and `{written(spec)}` needs a value", f"`{spec.text}`"
        )
    else:
        ctx.error("PCG0820", typed.at, f"`{written(spec)}` doesn't take {a(kind)} here", f"`{spec.text}`")


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


def as_list(typed: ir.Expr) -> ir.Expr:
    """A zone where a list is asked for: the list of its copies."""
    if not isinstance(typed.type, ZoneType) or typed.type == BOX:
        return typed
    return ir.Builtin("zone.list", (typed,), at=typed.at, type=ListType(typed.type.item))


def orderable(kind: Type) -> bool:
    """Whether values can be put in order."""
    if isinstance(kind, ListType):
        return kind.item in (INT, UNKNOWN)
    return isinstance(kind, IntType | BoolType | StrType | IdType | NeverType) or has_unknown(kind)


def written(spec: Spec) -> str:
    """The name of a built-in as messages have it."""
    return spec.written.lstrip(".")
