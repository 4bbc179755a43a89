"""The JSON Schemas of layouts, themes and sheets, made from the tables of options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pycardgen.layout import options
from pycardgen.layout.kinds import KINDS
from pycardgen.layout.options import Option
from pycardgen.layout.position import LAYER, NOTE, POSITION, SHAPES

_BASE = "https://pycardgen.invalid/schemas"
_DRAFT = "https://json-schema.org/draft/2020-12/schema"


def layout_schema() -> dict[str, Any]:
    """The schema of a layout file: one template."""
    kinds = options.ELEMENTS
    branches = [
        {
            "if": {
                "required": [kind],
                "not": {"anyOf": [{"required": [first]} for first in list(kinds)[:index]]},
            }
            if index
            else {"required": [kind]},
            "then": _object({**own, **options.COMMON}),
        }
        for index, (kind, own) in enumerate(kinds.items())
    ]
    element = {"type": "object", "allOf": branches, "anyOf": [{"required": [kind]} for kind in kinds]}
    return {
        "$schema": _DRAFT,
        "$id": f"{_BASE}/layout.schema.json",
        "title": "A layout template",
        **_object(options.TEMPLATE),
        "$defs": {"element": element, "column": _object(options.COLUMN)},
    }


def theme_schema() -> dict[str, Any]:
    """The schema of a theme."""
    colors = {"type": "object", "additionalProperties": dict(KINDS["hex"].schema)}
    styles = {"type": "object", "additionalProperties": _object(options.THEME_STYLE)}
    variant = _object(options.VARIANT)
    variant["properties"]["colors"] = colors
    path = _object(options.ICON_PATH)
    icon = _object(options.ICON)
    icon["properties"]["paths"] = {"type": "array", "items": {**path, "required": ["d"]}, "minItems": 1}
    schema = _object(options.THEME)
    schema["properties"] = {
        "colors": {**colors, "description": options.THEME["colors"].doc},
        "fonts": {
            "type": "object",
            "additionalProperties": {**_object(options.FONT), "required": ["files"]},
            "description": options.THEME["fonts"].doc,
        },
        "styles": {**styles, "description": options.THEME["styles"].doc},
        "icons": {
            "type": "object",
            "additionalProperties": {"oneOf": [{"type": "string"}, icon]},
            "description": options.THEME["icons"].doc,
        },
        "looks": {
            "type": "object",
            "additionalProperties": _object(options.LOOK),
            "description": options.THEME["looks"].doc,
        },
        "variants": {
            "type": "object",
            "additionalProperties": variant,
            "description": options.THEME["variants"].doc,
        },
        "distinct": schema["properties"]["distinct"],
    }
    return {"$schema": _DRAFT, "$id": f"{_BASE}/theme.schema.json", "title": "A theme", **schema}


def sheet_schema() -> dict[str, Any]:
    """The schema of a file of sheets."""
    schema = _object(options.SHEETS)
    schema["properties"]["sheets"] = {
        "type": "object",
        "additionalProperties": _object(options.SHEET),
        "description": options.SHEETS["sheets"].doc,
    }
    return {"$schema": _DRAFT, "$id": f"{_BASE}/sheet.schema.json", "title": "Sheets to print on", **schema}


def position_schema() -> dict[str, Any]:
    """The schema of what says what lies on a map in play."""
    schema = _object(POSITION)
    for key, accepted, needed in (("layers", LAYER, "layout"), ("notes", NOTE, "text")):
        schema["properties"][key] = {
            "type": "array",
            "items": {**_object(accepted), "required": [needed]},
            "description": POSITION[key].doc,
        }
    schema["properties"]["layers"]["items"]["properties"]["shape"]["enum"] = list(SHAPES)
    title = "What lies on a map in play"
    return {"$schema": _DRAFT, "$id": f"{_BASE}/position.schema.json", "title": title, **schema}


def _object(accepted: Mapping[str, Option]) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            name: {**KINDS[option.kind].schema, "description": option.doc}
            for name, option in accepted.items()
        },
    }
