"""Deriving a JSON Schema for each type of a game: it validates the files, and editors complete from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pycardgen.model.game import MISSING, EntityDecl, FieldDecl, Game
from pycardgen.model.schema import DRAFT, Schema, load_schema
from pycardgen.model.values import Enums, Ids, type_schema

NOT_IN_CONTENT = ("sector", "map", "mission")
"""Kinds whose definitions have files of their own."""


def entity_schema(entity: EntityDecl, enums: Enums, ids: Ids | None = None) -> Schema:
    """The schema of one definition of an entity type: its kind's, with the type's fields."""
    base = load_schema(entity.kind)
    fields = entity.fields.values()
    return {
        "type": "object",
        "title": entity.name,
        "description": base["description"],
        "required": [*base["required"], *(field.name for field in fields if field.default is MISSING)],
        "properties": {
            **base["properties"],
            **{field.name: field_schema(field, enums, ids) for field in fields},
        },
        "additionalProperties": False,
    }


def field_schema(field: FieldDecl, enums: Enums, ids: Ids | None = None) -> Schema:
    """The schema of a field's values."""
    schema = type_schema(field.type, enums, ids)
    if field.low is not None:
        schema["minimum"] = field.low
    if field.high is not None:
        schema["maximum"] = field.high
    if isinstance(field.default, bool | int | str):
        schema["default"] = field.default
    schema["description"] = field.text or schema.get("description") or f"of type `{field.type}`"
    return schema


def map_schema(entity: EntityDecl, enums: Enums, by: bool, ids: Ids | None = None) -> Schema:
    """The schema of a map's file. `by`: whether its spaces are listed by the values of a field."""
    schema = entity_schema(entity, enums, ids)
    spaces = dict(schema["properties"]["spaces"])
    ids_of_spaces = {"type": "array", "items": spaces["items"]}
    if by:
        spaces = {
            "type": "object",
            "additionalProperties": ids_of_spaces,
            "description": spaces["description"],
        }
    else:
        spaces["propertyNames"] = spaces["items"]
        spaces["additionalProperties"] = {"type": ["object", "null"]}
    schema["properties"] = {**schema["properties"], "spaces": spaces}
    return schema


def enum_members(game: Game) -> Enums:
    """The members of each enum of a game."""
    return {name: enum.members for name, enum in game.enums.items()}


def editor_schemas(game: Game) -> Mapping[str, Schema]:
    """A schema for each sort of file of a game: `content`, `map` and `mission`."""
    enums, ids = enum_members(game), _ids(game)
    by_kind: dict[str, list[EntityDecl]] = {}
    for entity in game.entities.values():
        by_kind.setdefault(entity.kind if entity.kind in NOT_IN_CONTENT else "content", []).append(entity)
    found: dict[str, Schema] = {
        "content": {
            "$schema": DRAFT,
            "title": f"Content of {game.title}",
            "type": "object",
            "additionalProperties": False,
            "properties": {
                entity.name: _entries_schema(entity_schema(entity, enums, ids))
                for entity in by_kind.get("content", ())
            },
        }
    }
    for kind in ("map", "mission"):
        types = by_kind.get(kind, [])
        if types:
            found[kind] = _by_type(kind, types, [_file_schema(kind, entity, enums, ids) for entity in types])
    return found


def _entries_schema(definition: Schema) -> Schema:
    """The schema of a type's definitions: a list of them, in which tables may stand, or one table."""
    table = load_schema("table")
    return {
        "if": {"type": "array"},
        "then": {"items": {"if": {"required": ["from"]}, "then": table, "else": definition}},
        "else": table,
    }


def _file_schema(kind: str, entity: EntityDecl, enums: Enums, ids: Ids) -> Schema:
    if kind == "mission":
        return entity_schema(entity, enums, ids)
    schema = map_schema(entity, enums, by=False, ids=ids)
    schema["properties"]["spaces"] = load_schema("map")["properties"]["spaces"]
    return schema


def _by_type(kind: str, types: list[EntityDecl], schemas: list[Schema]) -> Schema:
    """One schema for several types, told apart by the key `type`."""
    names = [entity.name for entity in types]
    head: dict[str, Any] = {"$schema": DRAFT, "title": f"A {kind}", "type": "object", "required": ["type"]}
    head["properties"] = {"type": {"enum": names, "description": f"the {kind}'s type"}}
    head["allOf"] = [
        {"if": {"required": ["type"], "properties": {"type": {"const": name}}}, "then": schema}
        for name, schema in zip(names, schemas, strict=True)
    ]
    return head


def _ids(game: Game) -> Ids:
    """The ids of an entity type's definitions, those of types that extend it included."""
    found: dict[str, list[str]] = {}
    spaces = (space.definition for map_ in game.maps.values() for space in map_.spaces)
    for definition in (*game.definitions.values(), *spaces):
        at: str | None = definition.type
        while at is not None:
            found.setdefault(at, []).append(definition.id)
            at = game.entities[at].extends if at in game.entities else None

    def ids(name: str) -> Iterable[str]:
        return dict.fromkeys(found.get(name, ()))

    return ids
