"""The two phases: both libraries say the same, problems stand where they are, pruning leaves the rest."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from overlay import lay, load
from test_load_problems import CASES

from pycardgen.diagnostics import Collector
from pycardgen.model import schema as module
from pycardgen.model.derive import entity_schema
from pycardgen.model.game import MISSING, EntityDecl, FieldDecl
from pycardgen.model.schema import Checker, checker, load_schema, schemas_folder, validate
from pycardgen.model.types import (
    BOOL,
    INT,
    STR,
    DictType,
    EntityType,
    EnumType,
    IdType,
    ListType,
    OptionalType,
    Type,
)
from pycardgen.model.values import filler, reader, type_schema
from pycardgen.source.reader import parse_yaml

ENUMS = {"Colour": ("red", "green"), "Number": ("one", "two")}
FORMS = ["card", "enemy", "sector", "map", "mission", "character", "token", "die", "player"]
FORMS += ["game", "pack", "types", "messages"]


@pytest.mark.parametrize("name", [*FORMS, "definition"])
def test_a_schema_is_a_schema(name: str) -> None:
    from jsonschema import Draft202012Validator

    text = (schemas_folder() / f"{name}.schema.json").read_text(encoding="utf-8")
    found = json.loads(text)
    assert found["$schema"] == module.DRAFT
    Draft202012Validator.check_schema(found)
    Draft202012Validator.check_schema(load_schema(name))
    assert "$ref" not in json.dumps(load_schema(name)) or "#/$defs" not in text
    assert "unevaluated" not in text


# --- the same with and without the fast library ----------------------------------------------------

KEYS = st.sampled_from(
    ["id", "name", "count", "text", "type", "min", "when", "do", "a", "red", "7", "", "_", "é\n"]
)
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**63 - 1),
    st.integers(-3, 12),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(
        ["", "a", "a\n", "red", "all", "A01", "A 1", "x" * 61, "12", "é", "1.0.0", "en", "a.star"]
    ),
    st.text(max_size=5),
)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=8
)
TYPES: st.SearchStrategy[Type] = st.recursive(
    st.sampled_from(
        [INT, BOOL, STR, EnumType("Colour"), EnumType("Number"), IdType("Thing"), EntityType("Thing")]
    ),
    lambda inner: st.one_of(
        st.builds(ListType, inner),
        st.builds(
            DictType, st.sampled_from([INT, BOOL, STR, EnumType("Colour"), EntityType("Thing")]), inner
        ),
        st.builds(lambda item: item if isinstance(item, OptionalType) else OptionalType(item), inner),
    ),
    max_leaves=3,
)


def slow(schema: dict[str, Any], value: Any) -> bool:
    """What jsonschema says."""
    found: bool = module._explainer(schema).is_valid(value)
    return found


@given(TYPES, VALUES)
def test_both_libraries_agree_on_values(type_: Type, value: Any) -> None:
    schema = type_schema(type_, ENUMS)
    check = Checker(schema)
    assert check.accepts(value) == slow(schema, value)
    assert bool(check.problems(value)) != check.accepts(value)


def valid(type_: Type) -> st.SearchStrategy[Any]:
    """Values that YAML may give for a type."""
    if type_ == INT:
        return st.integers(-9, 9) | st.just(2.0)
    if type_ == BOOL:
        return st.booleans()
    if type_ == STR:
        return st.text(max_size=5)
    if isinstance(type_, EnumType):
        return st.sampled_from(ENUMS[type_.name])
    if isinstance(type_, ListType):
        return st.lists(valid(type_.item), max_size=3)
    if isinstance(type_, DictType):
        keys = valid(type_.key).map(lambda key: str(int(key)) if type_.key == INT else str(key))
        keys = keys.map(str.lower) if type_.key == BOOL else keys
        return st.dictionaries(keys, valid(type_.value), max_size=3)
    if isinstance(type_, OptionalType):
        return st.none() | valid(type_.item)
    return st.sampled_from(["thing", "A01"])


def belongs(type_: Type, value: Any) -> bool:
    """Whether a value of the model is of a type: another way to say what the schema says."""
    if type_ in (INT, BOOL, STR):
        return type(value) is {INT: int, BOOL: bool, STR: str}[type_]  # type: ignore[index]
    if isinstance(type_, EnumType):
        return value in ENUMS[type_.name]
    if isinstance(type_, ListType):
        return isinstance(value, list) and all(belongs(type_.item, item) for item in value)
    if isinstance(type_, DictType):
        return isinstance(value, dict) and all(
            belongs(type_.key, key) and belongs(type_.value, item) for key, item in value.items()
        )
    if isinstance(type_, OptionalType):
        return value is None or belongs(type_.item, value)
    return isinstance(value, str)


@given(st.data())
def test_what_is_valid_is_read_as_a_value_of_its_type(data: st.DataObject) -> None:
    type_ = data.draw(TYPES)
    value = data.draw(valid(type_))
    assert Checker(type_schema(type_, ENUMS)).problems(value) == []
    read = reader(type_)
    assert belongs(type_, value if read is None else read(value))


@given(TYPES)
def test_what_stands_in_is_a_value_of_its_type_or_nothing(type_: Type) -> None:
    found = filler(type_, ENUMS)
    assert found is None or belongs(type_, found)


@settings(max_examples=40)
@given(st.sampled_from(FORMS), VALUES)
def test_both_libraries_agree_on_files(name: str, value: Any) -> None:
    schema = load_schema(name)
    assert checker(name).accepts(value) == slow(schema, value)


ENTITY = EntityDecl(
    "Thing",
    "card",
    None,
    {
        "size": FieldDecl("size", INT, low=0, high=9),
        "colour": FieldDecl("colour", EnumType("Colour"), "red"),
        "parts": FieldDecl("parts", DictType(EnumType("Number"), ListType(INT)), MISSING),
    },
    {},
)
ENTRIES = st.fixed_dictionaries(
    {"id": st.just("a") | VALUES},
    optional={
        "size": st.integers(-1, 11) | VALUES,
        "colour": st.sampled_from(["red", "rde"]) | VALUES,
        "parts": st.dictionaries(st.sampled_from(["one", "three"]), st.lists(st.integers(), max_size=2))
        | VALUES,
        "use": st.fixed_dictionaries({"when": st.just(["a"]), "do": st.just("pass")}) | VALUES,
        "modify": st.fixed_dictionaries({"a": st.just({"add": 1}) | VALUES}),
        "text": VALUES,
        "coulour": VALUES,
    },
)


@given(ENTRIES)
def test_both_libraries_agree_on_definitions(entry: dict[str, Any]) -> None:
    schema = entity_schema(ENTITY, ENUMS)
    check = Checker(schema)
    assert check.accepts(entry) == slow(schema, entry)
    problems = check.problems(entry)
    assert bool(problems) != check.accepts(entry)
    assert all(problem.message and problem.code.startswith("PCG02") for problem in problems)


@pytest.mark.parametrize("name", list(CASES))
def test_diagnostics_are_the_same_without_the_fast_library(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(folder, CASES[name])
    _, with_it = load(folder)
    monkeypatch.setitem(sys.modules, "jsonschema_rs", None)
    checker.cache_clear()
    try:
        _, without = load(folder)
    finally:
        checker.cache_clear()
    assert without == with_it


def test_a_name_ends_where_it_ends() -> None:
    """`$` in a pattern isn't the end of a line."""
    assert not checker("card").accepts({"id": "torch\n"})
    assert [problem.code for problem in checker("card").problems({"id": "torch\n"})] == ["PCG0205"]


# --- problems --------------------------------------------------------------------------------------


def problems(schema: dict[str, Any], text: str) -> list[tuple[str, str, str]]:
    """(code, underlined text, message) of what is wrong with a YAML mapping."""
    found = Collector()
    document = parse_yaml(text, "a.yaml", found)
    assert document is not None
    validate(document.place(), Checker(schema), found)
    lines = text.split("\n")
    return [
        (d.code, lines[d.span.line - 1][d.span.column - 1 : d.span.end_column - 1], d.message)
        for d in found.found
        if d.span
    ]


def test_problems_underline_the_key_or_the_value() -> None:
    schema = {
        "type": "object",
        "required": ["id"],
        "additionalProperties": False,
        "properties": {
            "id": {"type": "string"},
            "size": {"type": "integer", "minimum": 2},
            "parts": {
                "type": "object",
                "propertyNames": {"pattern": "^[a-z]+$"},
                "additionalProperties": {
                    "type": "object",
                    "required": ["x"],
                    "properties": {"x": {"enum": ["red"]}},
                },
            },
        },
    }
    text = "sise: 3\nsize: 1\nparts:\n  X: {x: red}\n  a: {x: blue}\n  b: {}\n"
    assert sorted(problems(schema, text)) == [
        ("PCG0201", "sise", "unknown key `sise`"),
        ("PCG0202", "b", "`x` is missing in `b`"),
        ("PCG0202", "sise", "`id` is missing"),
        ("PCG0203", "blue", "`blue` is not a value of `x`"),
        ("PCG0204", "1", "`size` is 1, but must be at least 2"),
        ("PCG0205", "X", "`X` can't be used as a name here"),
    ]


def test_pruning_leaves_what_is_valid() -> None:
    schema = {
        "type": "object",
        "additionalProperties": {
            "type": "object",
            "required": ["x"],
            "properties": {"x": {"type": "integer"}, "ys": {"type": "array", "items": {"type": "integer"}}},
        },
    }
    found = Collector()
    document = parse_yaml("a: {x: 1, ys: [1, two, 3]}\nb: {x: one}\nc: 3\nd: {x: 4}\n", "a.yaml", found)
    assert document is not None
    assert not validate(document.place(), Checker(schema), found)
    assert document.root == {"a": {"x": 1, "ys": [1, None, 3]}, "d": {"x": 4}}
    assert len(found.found) == 3


@given(VALUES.filter(lambda value: isinstance(value, dict)))
def test_pruning_ends_in_something_valid(value: dict[str, Any]) -> None:
    schema = {**load_schema("messages"), "required": []}
    document = parse_yaml("{}", "a.yaml", Collector())
    assert document is not None
    document.root = value
    found = Collector()
    fine = validate(document.place(), Checker(schema), found)
    assert fine == (not found.found)
    assert Checker(schema).accepts(document.root) or None in json_lists(document.root)


def json_lists(value: Any) -> list[Any]:
    """Every item of every list in a value."""
    if isinstance(value, dict):
        return [item for part in value.values() for item in json_lists(part)]
    return [*value, *(item for part in value for item in json_lists(part))] if isinstance(value, list) else []
