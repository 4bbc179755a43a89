"""What layouts, themes and sheets may say: every option with its type and its meaning, in one table.

The loader accepts exactly these, the JSON Schemas are made from them, and docs/templates.md lists them; tests
hold the three together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from pycardgen.diagnostics import Diagnostic, Report, did_you_mean
from pycardgen.layout import fields, sizes
from pycardgen.layout.display import PT
from pycardgen.layout.fonts import FAMILIES, WEIGHTS
from pycardgen.records import dataclass
from pycardgen.source import Place

REST = -1.0
"""A width or height that is what the area has left."""


class BadValueError(ValueError):
    """A value doesn't fit its option; the message says what is expected."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A type of values: how it is read, and its JSON Schema."""

    read: Callable[[Any], Any]
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Option:
    """One option: the name of its kind, and what it means."""

    kind: str
    doc: str


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


def _read_families(value: Any) -> tuple[str, ...]:
    names = _read_classes(value)
    if any(name not in FAMILIES for name in names):
        raise BadValueError(f"families out of {', '.join(FAMILIES)}")
    return names


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
_FAMILY = {"enum": list(FAMILIES)}
_ELEMENTS = {"type": "array", "items": {"$ref": "#/$defs/element"}}

KINDS: dict[str, Kind] = {
    "text": Kind(_read_text, _TEXT),
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
    "family": _choice(*FAMILIES),
    "families": Kind(_read_families, {"oneOf": [_FAMILY, {"type": "array", "items": _FAMILY}]}),
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


STYLE: dict[str, Option] = {
    "font": Option("family", "The font family."),
    "weight": Option("weight", "The weight of plain text."),
    "bold_weight": Option("weight", "The weight of `**bold**` text."),
    "italic": Option("bool", "Slanted; `*emphasis*` is then upright."),
    "font_size": Option("points", "The size in points, used where the text fits."),
    "min_size": Option("points", "The size in points below which text isn't shrunk."),
    "leading": Option("em", "From baseline to baseline, in em of the size."),
    "min_leading": Option("em", "How far the leading may be tightened before the text is shrunk."),
    "color": Option("color", "The colour of the text."),
    "icon_color": Option("color", "The colour of inline icons; the text's when not given."),
    "icon_scale": Option("em", "The height of inline icons, in em of the size."),
    "align": Option("align", "How lines stand in the width of the box."),
    "valign": Option("valign", "Where the text stands in the height of the box."),
    "max_lines": Option("count", "At most so many lines; 0: as many as fit."),
    "tracking": Option("em", "Extra space between characters, in em of the size."),
    "gap": Option("em", "Extra space between paragraphs, in em of the size."),
    "caps": Option("bool", "In capital letters."),
    "small_caps": Option("bool", "Small letters are small capitals."),
    "indent": Option("em", "How far the first lines of further paragraphs are indented, in em of the size."),
    "first_line": Option("text", "How the first line looks, in words as in `[text](words)`."),
    "widows": Option("bool", "Whether a paragraph may end with a line of a single word."),
    "hyphenate": Option("bool", "Whether words are hyphenated; only justified ones when not given."),
    "language": Option("language", "The language of hyphens and quotation marks; the game's when not given."),
    "quotes": Option("quotes", "smart (the default): straight ones become those of the language; or plain."),
    "fallback": Option("families", "Families that give the characters that the font lacks, in order."),
    "fit_group": Option("name", "All texts of a deck, or of a page, in a group of this name have one size."),
}
"""What a style says; a text element may say it too."""

COMMON: dict[str, Option] = {
    "at": Option("pair", "[x, y] in mm, from the anchor point of the surrounding area."),
    "size": Option("box", "[width, height] in mm; `rest`, and what isn't given, is the rest of the area."),
    "anchor": Option(
        "anchor", "The point of the area that `at` counts from, and of the element that comes there."
    ),
    "area": Option(
        "area", "The area of the template that the element lies in: trim (the default), bleed or safe."
    ),
    "inset": Option("inset", "Shrinks the area first, in mm."),
    "below": Option("names", "The area begins below the element of this id, or the lowest of several."),
    "above": Option("names", "The area ends above this element, and the element stands at its end."),
    "right_of": Option("names", "The area begins to the right of this element."),
    "left_of": Option(
        "names", "The area ends to the left of this element, and the element stands at its end."
    ),
    "around": Option("names", "The area is the box of this element, or one that holds all of several."),
    "space": Option("length", "The distance kept from these elements, in mm; with `around`, the margin."),
    "grow": Option("bool", "The element is only as high as what it shows; its size is the most it takes."),
    "when": Option("when", "Draws the element only if the condition (or all of a list) holds."),
    "id": Option("name", "Names the element: for templates that extend this one, and in SVG."),
    "class": Option("classes", "Classes in SVG."),
    "rotate": Option("degrees", "Turns the element about its middle, clockwise."),
    "opacity": Option("ratio", "From 0 (invisible) to 1."),
}
"""What every element accepts."""

PAINT: dict[str, Option] = {
    "fill": Option("fill", "The colour or gradient inside."),
    "stroke": Option("color", "The colour of the outline."),
    "stroke_width": Option("length", "The width of the outline, in mm."),
    "dash": Option("dash", "Lengths of dashes and gaps, in mm."),
}

ELEMENTS: dict[str, dict[str, Option]] = {
    "art": {
        "art": Option(
            "text", "What the illustration is made from, usually `{id}`: another text, another picture."
        ),
        "scene": Option("text", "What it shows; a scene of the list below, `silhouette` when not given."),
        "icon": Option("text", "An icon that the scene is about."),
        "palette": Option("palette", "Four colours: the dark, things, what is lit, lamps and signs."),
        "seed": Option("text", "Any text or number: another one gives another picture of the scene."),
    },
    "pips": {
        "pips": Option("text", "How many are filled: a number or a field."),
        "max": Option("text", "How many there are; the rest is drawn empty."),
        "pip": Option("pip", "The shape of each."),
        "icon": Option("text", "An icon instead of a shape."),
        "direction": Option("direction", "A row, or a column from the bottom up."),
        "gap": Option("length", "Between two pips, in mm."),
        "align": Option("align", "Where the pips stand along the box."),
        "color": Option("color", "The colour of filled pips."),
        "empty_color": Option("color", "The outline of empty pips."),
    },
    "text": {
        "text": Option("text", "The text, with fields and markup."),
        "style": Option("text", "A style of the theme."),
        **STYLE,
    },
    "icon": {
        "icon": Option("text", "The icon's name."),
        "color": Option("color", "The colour of the parts that have none of their own."),
    },
    "image": {
        "image": Option("text", "A PNG, JPEG or SVG file in the game's folder."),
        "fit": Option("fit", "contain: all of it; cover (the default): the whole box; stretch: both."),
        "focus": Option(
            "focus", "The point that stays in sight when it is cropped; [0.5, 0.5] is the middle."
        ),
        "color": Option("color", "The colour of the black parts of an SVG file; `ink` when not given."),
        "radius": Option("length", "Rounds the corners, in mm."),
    },
    "shape": {
        "shape": Option("shape", "rect, circle, line, polygon, path or hexagon."),
        "radius": Option("length", "Rounds the corners of a rect, in mm."),
        "cut": Option("length", "Cuts the corners of a rect off, in mm."),
        "points": Option(
            "polygon", "The corners of a polygon, or the two ends of a line, in mm within the box."
        ),
        "path": Option("text", "SVG path data, in mm within the box."),
        "even_odd": Option("bool", "Overlapping parts of a path are holes."),
        **PAINT,
    },
    "table": {
        "table": Option("rows", "The rows: lists of texts, or a field that holds rows."),
        "columns": Option("columns", "A mapping for each column."),
        "style": Option("text", "The style of the cells."),
        "head_style": Option("text", "The style of the titles."),
        "head_fill": Option("color", "The colour behind the titles."),
        "stripe": Option("color", "The colour behind every second row."),
        "line": Option("color", "The colour of the lines between rows."),
        "pad": Option("length", "Space around the text of a cell, in mm."),
    },
    "repeat": {
        "repeat": Option("text", "A field that holds a list or a number."),
        "as": Option(
            "name", "The field that each item becomes; `item` when not given. `index` counts from 1."
        ),
        "elements": Option("elements", "What is drawn for each item."),
        "cell": Option("extent", "[width, height] of each item's area, in mm."),
        "gap": Option("length", "Between two items, in mm."),
        "columns": Option("count", "Items side by side before the next row begins."),
        "direction": Option("direction", "Items in a row, or in a column."),
    },
    "include": {
        "include": Option("name", "Another template, drawn with its top left corner at this element's."),
        "with": Option("mapping", "Fields that it sees besides the subject's."),
    },
    "group": {
        "group": Option("elements", "Elements that lie in this element's box."),
        "clip": Option("bool", "Cuts off what sticks out of the box."),
        "radius": Option("length", "Rounds the corners of the clipping box, in mm."),
    },
    "slot": {
        "slot": Option("name", "A name; templates that extend this one put elements there, by `slots`."),
        "elements": Option("elements", "What is there when none does."),
    },
    "grid": {
        "grid": Option("text", "How many numbered spaces there are: a number or a field."),
        "columns": Option("count", "Spaces in a row."),
        "start": Option("count", "The lowest number."),
        "reverse": Option("bool", "Numbered from the last space to the first."),
        "gap": Option("length", "Between two spaces, in mm."),
        "pip": Option("space", "The shape of each space: rect (the default), circle or hexagon."),
        "radius": Option("length", "Rounds the corners of the spaces, in mm."),
        "style": Option("text", "The style of the numbers."),
        "label": Option("text", "What is written in a space instead of its number; `{n}` is the number."),
        "label_at": Option("anchor", "Where the number stands in its space."),
        "every": Option("count", "Every so many spaces one is painted with `accent`."),
        "accent": Option("color", "The colour of those spaces."),
        "direction": Option("direction", "Numbered along rows, or down columns."),
        **PAINT,
    },
    "routes": {
        "routes": Option(
            "text", "A field that holds the routes: for each, the list of the sides that it joins."
        ),
        "tile": Option("tile", "The tile: hex-flat (the default), hex (on a corner), square or octagon."),
        "width": Option("length", "How wide a route is, in mm."),
        "beyond": Option("length", "How far routes reach beyond the tile's sides, in mm: its bleed."),
        "color": Option("color", "The colour of the routes."),
        "edge": Option("color", "The colour of their edges."),
        "edge_width": Option("length", "The width of their edges, in mm."),
    },
    "drawing": {
        "drawing": Option("text", "A field that holds a finished drawing, such as a board."),
        "fit": Option("fit", "contain: all of it in the box."),
    },
}
ELEMENTS["art"].update(ELEMENTS["image"])  # it may show a picture instead
"""Each kind of element, with the options that only it has.

An element is of the first kind here that it names.
"""

COLUMN: dict[str, Option] = {
    "title": Option("text", "The title of the column."),
    "width": Option("length", "The width in mm; shared out by need when not given."),
    "align": Option("align", "How its cells are aligned."),
    "text": Option(
        "text", "What its cells say; the row is the field `row`. The row's next cell when not given."
    ),
}

TEMPLATE: dict[str, Option] = {
    "extends": Option("name", "A template whose size and elements this one begins with."),
    "size": Option("size", "The trimmed size: [width, height] in mm, or a name."),
    "bleed": Option("length", "How far the background reaches beyond the trimmed edge, in mm."),
    "safe": Option("length", "How far from the edge everything important stays, in mm."),
    "corner": Option("length", "The radius of the corners after cutting, in mm."),
    "remove": Option("names", "Ids of elements of the extended template that are left out."),
    "slots": Option("slots", "Elements for the slots of the extended template, by the slots' names."),
    "elements": Option("elements", "What is drawn, from back to front."),
}

THEME: dict[str, Option] = {
    "colors": Option("mapping", "Names for colours."),
    "styles": Option("mapping", "Names for text styles; a style may have `extends`."),
    "icons": Option("mapping", "Icons: SVG path data in a 24 by 24 box, a mapping, or an SVG file."),
    "looks": Option(
        "mapping", "How spaces and edges of boards look, by class: a value of a field, or a type."
    ),
    "variants": Option("mapping", "Other versions of the theme, by name, for `build --theme NAME`."),
    "distinct": Option("sets", "Lists of colours that must be told apart, also by the colour-blind."),
}

VARIANT: dict[str, Option] = {
    "colors": Option("mapping", "Colours that are others in this variant."),
    "art": Option("art", "How illustrations are drawn: full, lines, or none."),
    "fills": Option("bool", "Whether grounds are filled; `false`: white, with thin outlines and dark text."),
}

LOOK: dict[str, Option] = {
    "fill": Option("color", "The colour inside; none for nothing."),
    "stroke": Option("color", "The colour of the outline; none for nothing."),
    "stroke_width": Option("length", "The width of the outline, in mm."),
    "dash": Option("dash", "Lengths of dashes and gaps of the outline, in mm."),
    "inner": Option("color", "The colour of a second outline inside."),
    "color": Option("color", "The colour of the label."),
    "icon": Option("text", "An icon in the space."),
    "icon_color": Option("color", "The colour of the icon; the label's when not given."),
    "legend": Option("text", "What the legend calls it; not in the legend without it."),
    "labelled": Option("bool", "Whether the label is shown."),
}

THEME_STYLE: dict[str, Option] = {
    "extends": Option("name", "A style that this one begins with."),
    **STYLE,
}

ICON: dict[str, Option] = {
    "d": Option("text", "SVG path data, in the icon's colour."),
    "paths": Option(
        "elements", "Several paths, each with `d`, and `fill`, `stroke`, `stroke_width` of its own."
    ),
    "box": Option("pair", "[width, height] of the icon's coordinates; [24, 24] when not given."),
    "even_odd": Option("bool", "Overlapping parts are holes."),
    "file": Option("text", "An SVG file in the game's folder."),
}

ICON_PATH: dict[str, Option] = {
    "d": Option("text", "SVG path data."),
    "fill": Option("color", "A colour, `none`, or `current` (the default): the icon's colour."),
    "stroke": Option("color", "A colour, `none` (the default), or `current`."),
    "stroke_width": Option("length", "The width of the outline, in the icon's coordinates."),
}

SHEET: dict[str, Option] = {
    "extends": Option("name", "A sheet that this one begins with."),
    "paper": Option("paper", "The paper."),
    "orientation": Option("orientation", "How the paper lies; auto: whichever holds more."),
    "margin": Option("length", "The edge of the paper that stays empty, in mm."),
    "bleed": Option("sheet_bleed", "How much of each card's bleed is printed, 0 to 5 mm."),
    "gutter": Option("gutter", "Between two cards, in mm; auto: twice the bleed."),
    "columns": Option("count", "Cards side by side, at most; 0: as many as there is room for."),
    "rows": Option("count", "Cards below each other, at most; 0: as many as there is room for."),
    "grid": Option("grid", "Exactly so many columns and rows, such as 3x3; auto: as there is room."),
    "marks": Option("marks", "crop: marks in the margins; lines: thin lines along the cuts; or none."),
    "registration": Option("bool", "Targets at the corners that lie on each other when backs lie right."),
    "flip": Option("flip", "The edge that the printer turns the paper over; none: fronts only."),
    "backs": Option(
        "backs",
        "interleaved: backs follow each front page; separate: all fronts, then all backs; fold: beside the"
        " fronts, beyond a line to fold along; or none.",
    ),
    "reverse": Option("bool", "With separate backs, the last page comes first."),
    "back_offset": Option("pair", "[x, y] in mm: moves the backs to make up for the printer."),
    "share": Option("bool", "Decks of one size that have this sheet are printed in one file of its name."),
    "single": Option("bool", "Each card is a page of its own, with its bleed, as some print shops want it."),
    "color": Option("inks", "rgb, or cmyk for print shops: four inks, greys and dark text in black alone."),
    "footer": Option("bool", "A line with game, version, deck, page and a scale bar."),
}

SHEETS: dict[str, Option] = {"sheets": Option("mapping", "Sheets by name.")}


def read_options(
    place: Place,
    accepted: Mapping[str, Option],
    report: Report,
    what: str,
    skip: frozenset[str] = frozenset(),
) -> dict[str, Any]:
    """The options of a mapping that are accepted and well formed; others are reported.

    Absent ones stay absent.
    """
    found: dict[str, Any] = {}
    for key, value in place.container.items():
        if key in skip:
            continue
        option = accepted.get(key)
        if option is None:
            hint = did_you_mean(str(key), accepted) or f"it knows {', '.join(accepted)}"
            report(Diagnostic("PCG0701", f"{what} has no option '{key}'", place.key(key), hint))
            continue
        try:
            found[key] = KINDS[option.kind].read(value)
        except BadValueError as error:
            shown = f"{value!r}" if isinstance(value, str | int | float | bool) else "this"
            message = f"'{key}' of {what} must be {error}, not {shown}"
            report(Diagnostic("PCG0702", message, place.value(key), option.doc))
    return found
