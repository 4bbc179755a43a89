"""Values of fields, settings and defaults: their JSON Schema, what stands in for a bad one, reading them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pycardgen.model.schema import Schema
from pycardgen.model.types import (
    INT,
    BoolType,
    DictType,
    EntityType,
    EnumType,
    IdType,
    IntType,
    ListType,
    OptionalType,
    StrType,
    Type,
)

Enums = Mapping[str, tuple[str, ...]]
"""The members of each enum."""

Ids = Callable[[str], Iterable[str]]
"""The ids of the definitions of an entity type."""

MAX_ITEMS = 10_000
"""Items of a list or dict, in content as in play."""

MAX_TEXT = 4_000
_ID = "^[A-Za-z][A-Za-z0-9_-]*$"


def type_schema(type_: Type, enums: Enums, ids: Ids | None = None) -> Schema:
    """The JSON Schema of a type's values in YAML. With `ids`, references are limited to them (for editors).

    A type that couldn't be understood accepts everything, so that it is reported only once.
    """
    if isinstance(type_, IntType):
        return {"type": "integer"}
    if isinstance(type_, BoolType):
        return {"type": "boolean"}
    if isinstance(type_, StrType):
        return {"type": "string", "maxLength": MAX_TEXT}
    if isinstance(type_, EnumType):
        return {"enum": list(enums[type_.name]), "title": type_.name} if type_.name in enums else {}
    if isinstance(type_, IdType | EntityType):
        name = type_.entity if isinstance(type_, IdType) else type_.name
        about = {"description": f"the id of {_an(name)}"}
        if ids is not None and (known := sorted(ids(name))):
            return {"enum": known, **about}
        return {"type": "string", "pattern": _ID, **about}
    if isinstance(type_, ListType):
        return {"type": "array", "items": type_schema(type_.item, enums, ids), "maxItems": MAX_ITEMS}
    if isinstance(type_, DictType):
        return {
            "type": "object",
            "propertyNames": _key_schema(type_.key, enums, ids),
            "additionalProperties": type_schema(type_.value, enums, ids),
            "maxProperties": MAX_ITEMS,
        }
    if isinstance(type_, OptionalType):
        return _nullable(type_schema(type_.item, enums, ids))
    return {}


def _an(name: str) -> str:
    return f"{'an' if name[:1] in 'AEIOU' else 'a'} {name}"


def _key_schema(type_: Type, enums: Enums, ids: Ids | None) -> Schema:
    """The schema of a dictionary's keys, which are text in YAML."""
    if isinstance(type_, IntType):
        return {
            "pattern": "^(0|-?[1-9][0-9]{0,17})$",
            "description": "a key of this mapping is a whole number",
        }
    if isinstance(type_, BoolType):
        return {"enum": ["true", "false"]}
    return type_schema(type_, enums, ids)


def _nullable(schema: Schema) -> Schema:
    if "enum" in schema:
        return {**schema, "enum": [*schema["enum"], None]}
    return {**schema, "type": [schema["type"], "null"]} if "type" in schema else schema


def filler(type_: Type, enums: Enums) -> Any:
    """A value of a type to go on with where none could be read; None for references."""
    if isinstance(type_, IntType):
        return 0
    if isinstance(type_, BoolType):
        return False
    if isinstance(type_, StrType):
        return ""
    if isinstance(type_, EnumType):
        return next(iter(enums.get(type_.name, ())), None)
    if isinstance(type_, ListType):
        return []
    return {} if isinstance(type_, DictType) else None


Reader = Callable[[Any], Any]


def reader(type_: Type) -> Reader | None:
    """What turns a valid value of YAML into one of the model; None where it is the same."""
    if isinstance(type_, IntType):
        return _whole
    if isinstance(type_, ListType):
        if type_.item == INT:
            return _whole_list
        item = reader(type_.item)
        return None if item is None else lambda value: [item(part) for part in value]
    if isinstance(type_, OptionalType):
        inner = reader(type_.item)
        return None if inner is None else lambda value: None if value is None else inner(value)
    if isinstance(type_, DictType):
        return _dict_reader(type_)
    return None


def _dict_reader(type_: DictType) -> Reader | None:
    if type_.value == INT and not isinstance(type_.key, IntType | BoolType):
        return _whole_dict
    of_value = reader(type_.value) or _same
    of_key: Reader = _same
    if isinstance(type_.key, IntType):
        of_key = int
    elif isinstance(type_.key, BoolType):
        of_key = _is_true
    if of_key is _same and of_value is _same:
        return None
    return lambda value: {of_key(key): of_value(part) for key, part in value.items()}


def _whole(value: Any) -> Any:
    """1.0 is a whole number too."""
    return value if type(value) is int else int(value)


def _whole_list(value: Any) -> Any:
    return [part if type(part) is int else int(part) for part in value]


def _whole_dict(value: Any) -> Any:
    return {key: part if type(part) is int else int(part) for key, part in value.items()}


def _is_true(value: Any) -> bool:
    return bool(value == "true")


def _same(value: Any) -> Any:
    return value
