"""Picking definitions by their type and the values of their fields, as `where:` does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pycardgen.model.game import Definition, FieldValue, Game

OWN = ("id", "name", "count", "art")
"""What `where` may compare beside the fields of the type."""


def is_a(game: Game, name: str, wanted: str) -> bool:
    """Whether the entity type `name` is `wanted` or extends it, directly or not."""
    at: str | None = name
    while at is not None:
        if at == wanted:
            return True
        found = game.entities.get(at)
        at = found.extends if found else None
    return False


def known_fields(game: Game, type_: str) -> set[str]:
    """What `where` may compare: the fields of a type and of those that extend it, and a few of all."""
    return set(OWN).union(*(e.fields for name, e in game.entities.items() if is_a(game, name, type_)))


def selected(game: Game, type_: str, where: Mapping[str, FieldValue]) -> list[Definition]:
    """Definitions of a type (or a type that extends it) whose fields match; a list means any of them."""
    return [
        definition
        for definition in game.definitions.values()
        if is_a(game, definition.type, type_)
        and all(_matches(_field(definition, name), wanted) for name, wanted in where.items())
    ]


def _field(definition: Definition, name: str) -> Any:
    return getattr(definition, name) if name in OWN else definition.fields.get(name)


def _matches(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, list) and not isinstance(value, list):
        return any(_matches(value, one) for one in wanted)
    return type(value) is type(wanted) and bool(value == wanted)
