"""The kinds of values that options have: how each is read, and its JSON Schema."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from pycardgen.diagnostics import did_you_mean
from pycardgen.layout import fields, sizes
from pycardgen.layout.display import PT
from pycardgen.layout.fonts import FAMILIES, WEIGHTS
from pycardgen.records import dataclass

REST = -1.0
"""A width or height that is what the area has left."""


class BadValueError(ValueError):
    """A value doesn't fit its option; the message says what is expected."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A type of values: how it is read, and its JSON Schema."""

    read: Callable[[Any], Any]
    schema: Mapping[str, Any]


def _number(low: float, high: float, low_open: bool = False) -> Kind:
    def read(value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise BadValueError("a number")
        if not (low < value if low_open else low <= value) or value > high:
            raise BadValueError(f"a number {'above' if low_open else 'from'} {low:g} to {high:g}")
        return float(value)

    least = {"exclusiveMinimum": low} if low_open else {"minimum": low}
    return Kind(read, {"type": "number", **least, "maximum": high})


def _integer(low: int, high: int) -> Kind:
    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise BadValueError(f"a whole number from {low} to {high}")
        return value

    return Kind(read, {"type": "integer", "minimum": low, "maximum": high})


def _choice(*allowed: str) -> Kind:
    def read(value: Any) -> str:
        if value not in allowed:
            hint = did_you_mean(str(value), allowed)
            raise BadValueError(f"one of {', '.join(allowed)}" + (f" ({hint})" if hint else ""))
        return str(value)

    return Kind(read, {"enum": list(allowed)})


def _read_bool(value: Any) -> bool:
    if not isinstance(value, bool):
        raise BadValueError("true or false")
    return value


_LINE = r"^(?=.*\S)[^\n]{1,60}$"


def _read_line(value: Any) -> str:
    if not isinstance(value, str) or not re.match(_LINE, value):
        raise BadValueError("a line of at most 60 characters")
    return value


def _read_text(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise BadValueError("a text")
    return fields.written(value)


_UNITS = {"": 1.0, "mm": 1.0, "cm": 10.0, "in": 25.4, "pt": PT}
"""Millimetres of one unit of length."""

_LENGTH = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+))\s*(mm|cm|in|pt)?\s*")
_LENGTH_PATTERN = r"^\s*[-+]?(\d+\.?\d*|\.\d+)\s*(mm|cm|in|pt)\s*$"
_LENGTH_SCHEMA = {"type": ["number", "string"], "pattern": _LENGTH_PATTERN}


def in_mm(value: Any) -> float | None:
    """A length in mm: a number, or a text with a unit such as `0.25in`, `12pt`, `2mm`; None if it is none."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    match = _LENGTH.fullmatch(value) if isinstance(value, str) else None
    return round(float(match[1]) * _UNITS[match[2] or ""], 6) if match and match[2] else None


def _length(low: float, high: float) -> Kind:
    def read(value: Any) -> float:
        found = in_mm(value)
        if found is None or not low <= found <= high:
            raise BadValueError(f"a length from {low:g} to {high:g} mm, such as 3, 3mm, 0.1in or 9pt")
        return found

    return Kind(read, _LENGTH_SCHEMA)


def _read_points_size(value: Any) -> float:
    """A size of type: a number is points."""
    found = value if isinstance(value, int | float) and not isinstance(value, bool) else in_mm(value)
    if found is not None and isinstance(value, str):
        found = round(found / PT, 4)
    if found is None or not 1 <= found <= 200:
        raise BadValueError("a size from 1 to 200 points, such as 9, 9pt or 3mm")
    return float(found)


_GRID = re.compile(r"([1-9]\d?)x([1-9]\d?)")


def _read_grid(value: Any) -> tuple[int, int] | str:
    found = _GRID.fullmatch(value) if isinstance(value, str) else None
    if found is None and value != "auto":
        raise BadValueError("auto, or columns and rows such as 3x3")
    return (int(found[1]), int(found[2])) if found else "auto"


_NAME = re.compile(r"[A-Za-z_][\w-]*")


def _read_name(value: Any) -> str:
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        raise BadValueError("a name of letters, digits, '_' and '-'")
    return value


def _read_pair(value: Any) -> tuple[float, float]:
    numbers = _numbers(value)
    if len(numbers) != 2:
        raise BadValueError("two numbers in mm, such as [12, 3.5]")
    return numbers[0], numbers[1]


def _read_extent(value: Any) -> tuple[float, float]:
    pair = _read_pair(value)
    if min(pair) < 0:
        raise BadValueError("a width and a height that aren't negative")
    return pair


def _read_box(value: Any) -> tuple[float, float]:
    """Width and height of an element; REST is what is left of the area."""
    if not isinstance(value, list) or len(value) != 2:
        raise BadValueError("[width, height], each a length or rest")
    width, height = (REST if side == "rest" else in_mm(side) for side in value)
    if width is None or height is None or max(width, height) > 2000:
        raise BadValueError("[width, height], each a length or rest")
    if min(width, height) < 0 and min(w for w in (width, height) if w != REST) < 0:
        raise BadValueError("a width and a height that aren't negative")
    return width, height


def _numbers(value: Any) -> list[float]:
    found = [in_mm(v) for v in value] if isinstance(value, list) else [None]
    if any(v is None or abs(v) > 2000 for v in found):
        raise BadValueError("a list of lengths, such as [12, 3.5] (mm) or [0.5in, 3mm]")
    return [v for v in found if v is not None]


def _read_focus(value: Any) -> str | tuple[float, float]:
    """A point of a picture, or a field that holds one."""
    if isinstance(value, str) and any(fields.references(value)):
        return value
    if (
        not isinstance(value, list)
        or len(value) != 2
        or any(isinstance(v, bool) or not isinstance(v, int | float) or not 0 <= v <= 1 for v in value)
    ):
        raise BadValueError("two numbers from 0 (left, top) to 1 (right, bottom), such as [0.5, 0.2]")
    return float(value[0]), float(value[1])


def _read_inset(value: Any) -> tuple[float, float, float, float]:
    if not isinstance(value, list):
        value = [value]
    numbers = _numbers(value)
    if len(numbers) not in (1, 2, 4):
        raise BadValueError("one number in mm, or [vertical, horizontal], or [top, right, bottom, left]")
    top, right, bottom, left = (numbers * 4)[:4] if len(numbers) < 4 else numbers
    return top, right, bottom, left


def _read_points(value: Any) -> tuple[tuple[float, float], ...]:
    if not isinstance(value, list) or not 2 <= len(value) <= 1000:
        raise BadValueError("a list of two or more points, such as [[0, 0], [5, 0], [5, 5]]")
    return tuple(_read_pair(point) for point in value)


def _read_size(value: Any) -> str | tuple[float, float]:
    if isinstance(value, str):
        if sizes.named(value) is None:
            hint = did_you_mean(value, sizes.names())
            raise BadValueError(f"[width, height] in mm, or a named size{f' ({hint})' if hint else ''}")
        return value
    pair = _read_pair(value)
    if min(pair) <= 0:
        raise BadValueError("a width and a height above 0")
    return pair


_HEX = re.compile(r"#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})")


def _read_hex(value: Any) -> str:
    if not isinstance(value, str) or not _HEX.fullmatch(value):
        raise BadValueError("a colour such as '#1d3557'")
    if len(value) == 4:
        return "#" + "".join(c * 2 for c in value[1:]).lower()
    return value.lower()


def _read_color(value: Any) -> str:
    if not isinstance(value, str):
        raise BadValueError("a colour of the theme, such as accent, or '#1d3557'")
    return _read_hex(value) if value.startswith("#") else value


def _read_fill(value: Any) -> str | tuple[tuple[str, Any], ...]:
    if not isinstance(value, dict):
        return _read_color(value)
    if set(value) - {"from", "to", "angle", "radial"} or not {"from", "to"} <= set(value):
        raise BadValueError("a colour, or a gradient {from: COLOUR, to: COLOUR, angle: DEGREES}")
    angle = value.get("angle", 90)
    if isinstance(angle, bool) or not isinstance(angle, int | float):
        raise BadValueError("an angle in degrees")
    return (
        ("from", _read_color(value["from"])),
        ("to", _read_color(value["to"])),
        ("angle", float(angle)),
        ("radial", _read_bool(value.get("radial", False))),
    )


def _read_when(value: Any) -> tuple[fields.Test, ...]:
    tests = value if isinstance(value, list) else [value]
    read = [fields.parse_test(test) if isinstance(test, str) else None for test in tests]
    if not read or None in read:
        raise BadValueError("'field', 'not field', 'field == value' or 'field in a, b', or a list of these")
    return tuple(test for test in read if test is not None)


def _read_weight(value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 100 <= value <= 900:
        return value
    if not isinstance(value, str) or value not in WEIGHTS:
        raise BadValueError(f"one of {', '.join(WEIGHTS)}")
    return WEIGHTS[value]


def _read_classes(value: Any) -> tuple[str, ...]:
    names = value if isinstance(value, list) else [value]
    if not all(isinstance(name, str) and name for name in names):
        raise BadValueError("a name, or a list of names")
    return tuple(names)


def _read_palette(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) != 4:
        raise BadValueError("four colours, such as [dark, accent, accent-light, gold]")
    return tuple(_read_color(color) for color in value)


_FONT_FILES = ("regular", "bold", "italic", "bold-italic")


def _read_font_files(value: Any) -> Any:
    """A path, a list of paths, or paths by what they are."""
    paths = value.values() if isinstance(value, dict) else value if isinstance(value, list) else [value]
    named = not isinstance(value, dict) or set(value) <= set(_FONT_FILES)
    if not named or not 1 <= len(paths) <= 36 or not all(isinstance(p, str) and p for p in paths):
        raise BadValueError("a file, a list of files, or files by regular, bold, italic, bold-italic")
    return value


_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}")


def _read_language(value: Any) -> str:
    from pycardgen.layout.typography import has_hyphens

    if not isinstance(value, str) or not _LANGUAGE.fullmatch(value) or not has_hyphens(value):
        raise BadValueError("a language whose words can be hyphenated, such as en, de or pt-BR")
    return value


def _read_sets(value: Any) -> tuple[tuple[str, ...], ...]:
    if not isinstance(value, list) or not all(isinstance(v, list) and 2 <= len(v) <= 12 for v in value):
        raise BadValueError("lists of two to twelve colours, such as [[good, bad]]")
    return tuple(tuple(_read_color(color) for color in colors) for colors in value)


def _read_strings(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise BadValueError("a list of texts")
    return tuple(_read_text(item) for item in value)


def _read_mapping(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadValueError("a mapping")
    return value


def _read_rows(value: Any) -> Any:
    """A field that holds rows, or the rows: lists of texts."""
    if isinstance(value, str):
        return value
    if not isinstance(value, list):
        raise BadValueError("rows (lists of texts), or a field that holds them, such as '{rows}'")
    return tuple(_read_strings(row) for row in value)


def _read_anything(value: Any) -> Any:
    return value


_STRING = {"type": "string"}
_TEXT = {"type": ["string", "number"]}
_PAIR = {"type": "array", "items": _LENGTH_SCHEMA, "minItems": 2, "maxItems": 2}
_SIDE = {"type": ["number", "string"], "pattern": f"{_LENGTH_PATTERN}|^rest$"}
_COLOR = {"type": "string"}
_FAMILY = {"type": "string", "examples": list(FAMILIES)}
_ELEMENTS = {"type": "array", "items": {"$ref": "#/$defs/element"}}

KINDS: dict[str, Kind] = {
    "text": Kind(_read_text, _TEXT),
    "line": Kind(_read_line, {"type": "string", "pattern": _LINE}),
    "name": Kind(_read_name, {"type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_-]*$"}),
    "bool": Kind(_read_bool, {"type": "boolean"}),
    "length": _length(0, 2000),
    "points": Kind(_read_points_size, _LENGTH_SCHEMA),
    "em": _number(-1, 4),
    "ratio": _number(0, 1),
    "degrees": _number(-360, 360),
    "count": _integer(0, 500),
    "pair": Kind(_read_pair, _PAIR),
    "extent": Kind(_read_extent, _PAIR),
    "box": Kind(_read_box, {**_PAIR, "items": _SIDE}),
    "focus": Kind(
        _read_focus,
        {"oneOf": [_STRING, {**_PAIR, "items": {"type": "number", "minimum": 0, "maximum": 1}}]},
    ),
    "inset": Kind(_read_inset, {"oneOf": [_LENGTH_SCHEMA, {"type": "array", "items": _LENGTH_SCHEMA}]}),
    "polygon": Kind(_read_points, {"type": "array", "items": _PAIR, "minItems": 2, "maxItems": 1000}),
    "size": Kind(_read_size, {"oneOf": [{"enum": sizes.names()}, _PAIR]}),
    "hex": Kind(_read_hex, {"type": "string", "pattern": "^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$"}),
    "color": Kind(_read_color, _COLOR),
    "fill": Kind(
        _read_fill,
        {
            "oneOf": [
                _COLOR,
                {
                    "type": "object",
                    "required": ["from", "to"],
                    "additionalProperties": False,
                    "properties": {
                        "from": _COLOR,
                        "to": _COLOR,
                        "angle": {"type": "number"},
                        "radial": {"type": "boolean"},
                    },
                },
            ]
        },
    ),
    "palette": Kind(_read_palette, {"type": "array", "items": _COLOR, "minItems": 4, "maxItems": 4}),
    "art": _choice("full", "lines", "none"),
    "sets": Kind(
        _read_sets,
        {"type": "array", "items": {"type": "array", "items": _COLOR, "minItems": 2, "maxItems": 12}},
    ),
    "when": Kind(_read_when, {"oneOf": [_STRING, {"type": "array", "items": _STRING, "minItems": 1}]}),
    "weight": Kind(
        _read_weight,
        {"oneOf": [{"enum": list(WEIGHTS)}, {"type": "integer", "minimum": 100, "maximum": 900}]},
    ),
    "family": Kind(_read_text, _FAMILY),
    "families": Kind(_read_classes, {"oneOf": [_FAMILY, {"type": "array", "items": _FAMILY}]}),
    "font_files": Kind(
        _read_font_files,
        {
            "oneOf": [
                _STRING,
                {"type": "array", "items": _STRING, "minItems": 1, "maxItems": 36},
                {
                    "type": "object",
                    "additionalProperties": False,
                    "minProperties": 1,
                    "properties": dict.fromkeys(_FONT_FILES, _STRING),
                },
            ]
        },
    ),
    "language": Kind(_read_language, _STRING),
    "quotes": _choice("smart", "plain"),
    "align": _choice("left", "center", "right", "justify"),
    "valign": _choice("top", "middle", "bottom"),
    "anchor": _choice(
        "top-left",
        "top",
        "top-right",
        "left",
        "center",
        "right",
        "bottom-left",
        "bottom",
        "bottom-right",
    ),
    "area": _choice("trim", "bleed", "safe"),
    "fit": _choice("contain", "cover", "stretch"),
    "direction": _choice("row", "column"),
    "pip": _choice("circle", "square", "diamond", "hexagon"),
    "space": _choice("rect", "circle", "hexagon"),
    "tile": _choice("hex-flat", "hex", "square", "octagon"),
    "shape": _choice("rect", "circle", "line", "polygon", "path", "hexagon"),
    "classes": Kind(_read_classes, {"oneOf": [_STRING, {"type": "array", "items": _STRING}]}),
    "dash": Kind(lambda value: tuple(_numbers(value)), {"type": "array", "items": _LENGTH_SCHEMA}),
    "mapping": Kind(_read_mapping, {"type": "object"}),
    "rows": Kind(
        _read_rows, {"oneOf": [_STRING, {"type": "array", "items": {"type": "array", "items": _TEXT}}]}
    ),
    "columns": Kind(_read_anything, {"type": "array", "items": {"$ref": "#/$defs/column"}, "minItems": 1}),
    "elements": Kind(_read_anything, _ELEMENTS),
    "slots": Kind(_read_mapping, {"type": "object", "additionalProperties": _ELEMENTS}),
    "names": Kind(_read_classes, {"oneOf": [_STRING, {"type": "array", "items": _STRING}]}),
    "paper": _choice(*sizes.PAPERS),
    "orientation": _choice("auto", "portrait", "landscape"),
    "flip": _choice("none", "long", "short"),
    "backs": _choice("interleaved", "separate", "fold", "none"),
    "marks": _choice("crop", "lines", "none"),
    "inks": _choice("rgb", "cmyk"),
    "grid": Kind(_read_grid, {"type": "string", "pattern": r"^([1-9]\d?x[1-9]\d?|auto)$"}),
    "sheet_bleed": _length(0, 5),
    "gutter": Kind(
        lambda v: v if v == "auto" else _length(0, 100).read(v),
        {"type": ["number", "string"], "pattern": f"{_LENGTH_PATTERN}|^auto$"},
    ),
}
"""The kinds of values, by name."""
