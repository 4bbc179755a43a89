"""Types as they are written in rules: `list[Sector]`, `Sector | None`."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pycardgen.diagnostics import did_you_mean
from pycardgen.lang.world import UNKNOWN, World
from pycardgen.model.types import (
    BOOL,
    BUILTIN_TYPE_NAMES,
    INT,
    NONE,
    OFFER,
    STR,
    DictType,
    EntityType,
    EnumType,
    IdType,
    ListType,
    OptionalType,
    Type,
    ZoneType,
)

Error = Callable[[str, ast.AST, str, str], None]
"""Reports (code, node, message, hint)."""

_PLAIN: dict[str, Type] = {"int": INT, "bool": BOOL, "str": STR, "None": NONE, "Offer": OFFER}


def read_type(node: ast.expr, world: World, error: Error) -> Type:
    """The type that an annotation writes; UNKNOWN, after an error, when it writes none."""
    if isinstance(node, ast.Constant) and node.value is None:
        return NONE
    if isinstance(node, ast.Name):
        return _named(node, world, error)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return _optional(node, world, error)
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        return _generic(node, node.value.id, world, error)
    error(
        "PCG0806",
        node,
        "this is not a type",
        "types are `int`, `Sector`, `list[Sector]`, `Sector | None`, ...",
    )
    return UNKNOWN


def _named(node: ast.Name, world: World, error: Error) -> Type:
    name = node.id
    if name in _PLAIN:
        return _PLAIN[name]
    if name in world.enums:
        return EnumType(name)
    if name in world.entities:
        return EntityType(name)
    if name in ("list", "dict", "id", "Zone"):
        example = {"dict": "dict[Player, int]", "id": "id[Player]"}.get(name, f"{name}[int]")
        error("PCG0806", node, f"`{name}` needs the types of what it holds", f"such as `{example}`")
    else:
        known = [*world.enums, *world.entities, *BUILTIN_TYPE_NAMES]
        error("PCG0807", node, f"unknown type `{name}`", did_you_mean(name, known))
    return UNKNOWN


def _optional(node: ast.BinOp, world: World, error: Error) -> Type:
    left, right = read_type(node.left, world, error), read_type(node.right, world, error)
    if UNKNOWN in (left, right):
        return UNKNOWN
    if (left is NONE) == (right is NONE):
        error(
            "PCG0806", node, "only `T | None` may use `|`", "let the types extend a common one in types.yaml"
        )
        return UNKNOWN
    item = right if left is NONE else left
    return item if isinstance(item, OptionalType) else OptionalType(item)


def _generic(node: ast.Subscript, name: str, world: World, error: Error) -> Type:
    inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    wanted = {"list": 1, "Zone": 1, "id": 1, "dict": 2}.get(name)
    if wanted is None:
        error("PCG0806", node, f"`{name}` takes no types in brackets", "only list, dict, id and Zone do")
        return UNKNOWN
    if len(inner) != wanted:
        error("PCG0806", node, f"`{name}` takes {wanted} type{'s' if wanted > 1 else ''} in brackets", "")
        return UNKNOWN
    parts = [read_type(part, world, error) for part in inner]
    if UNKNOWN in parts:
        return UNKNOWN
    made = _made(name, parts)
    why = world.malformed(made)
    if why:
        error("PCG0806", node, why, "")
        return UNKNOWN
    return made


def _made(name: str, parts: list[Type]) -> Type:
    first = parts[0]
    if name == "list":
        return ListType(first)
    if name == "Zone":
        return ZoneType(first)
    if name == "dict":
        return DictType(first, parts[1])
    return IdType(first.name if isinstance(first, EntityType) else "")
