"""Reading the types that a bundle writes: the notation of types.yaml, and what only the checker makes.

`model.types.parse_type` reads what authors may write. Expressions also have the types `never`,
`(A, B) -> R` and lists of these.
"""

from __future__ import annotations

from pycardgen.model.types import (
    NEVER,
    DictType,
    FuncType,
    ListType,
    OptionalType,
    Type,
    TypeNotation,
    ZoneType,
    parse_type,
)

MAX_NESTING = 16


class NotationError(ValueError):
    """The text is no type."""


def read_type(text: str, enums: frozenset[str], entities: frozenset[str]) -> Type:
    """Read what `str(type)` wrote; raises NotationError for anything else."""
    if len(text) > 400:
        raise NotationError("a type that is too long")
    found = _read(text, enums, entities, 0)
    if str(found) != text:
        raise NotationError(f"`{text}` isn't how a type is written")
    return found


def _read(text: str, enums: frozenset[str], entities: frozenset[str], level: int) -> Type:
    if level > MAX_NESTING:
        raise NotationError("a type that is nested too deeply")
    if text.startswith("("):
        params, result = _function(text)
        read = tuple(_read(part, enums, entities, level + 1) for part in params)
        return FuncType(read, _read(result, enums, entities, level + 1))
    if text.endswith(" | None"):
        return OptionalType(_read(text.removesuffix(" | None"), enums, entities, level + 1))
    if text == "never":
        return NEVER
    for head, make in (("list[", ListType), ("Zone[", ZoneType)):
        if text.startswith(head) and text.endswith("]"):
            return make(_read(text[len(head) : -1], enums, entities, level + 1))
    if text.startswith("dict[") and text.endswith("]"):
        parts = _split(text[5:-1])
        if len(parts) == 2:
            key, value = (_read(part, enums, entities, level + 1) for part in parts)
            return DictType(key, value)
    try:
        return parse_type(text, enums, entities)
    except TypeNotation as error:
        raise NotationError(str(error)) from None


def _function(text: str) -> tuple[list[str], str]:
    """`(A, B) -> R` as its parameters and its result."""
    depth = 0
    for at, mark in enumerate(text):
        depth += (mark in "([") - (mark in ")]")
        if depth == 0:
            inner, arrow = text[1:at], text[at + 1 : at + 5]
            if mark != ")" or arrow != " -> ":
                break
            return _split(inner) if inner else [], text[at + 5 :]
    raise NotationError(f"`{text}` isn't how a type is written")


def _split(text: str) -> list[str]:
    """Split at the commas outside brackets."""
    parts, depth, start = [], 0, 0
    for at, mark in enumerate(text):
        depth += (mark in "([") - (mark in ")]")
        if mark == "," and depth == 0:
            parts.append(text[start:at])
            start = at + 2
    return [*parts, text[start:]]
