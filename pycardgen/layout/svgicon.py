"""Icons from SVG files: the shapes that drawing programs save for an icon, as paths.

Read are paths, rectangles, circles, ellipses, lines, polygons and groups, with transforms, plain fills and
strokes. Everything else (text, images, gradients, styles by class) is refused rather than drawn wrongly.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pycardgen.layout import paths
from pycardgen.layout.display import Command, Transform
from pycardgen.records import dataclass

MAX_BYTES = 256 * 1024
MAX_DEPTH = 32


class SvgError(ValueError):
    """The file can't be used as an icon; the message says why."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A path and its paint: a colour, `none` or `current`."""

    commands: tuple[Command, ...]
    fill: str
    stroke: str
    width: float
    even_odd: bool


_IDENTITY: Transform = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_IGNORED = {"title", "desc", "metadata", "defs", "namedview"}
_PAINT = {"fill": "current", "stroke": "none", "stroke-width": "1", "fill-rule": "nonzero"}


def read_svg(data: bytes) -> tuple[tuple[float, float, float, float], list[Shape]]:
    """The view box (x, y, w, h) and the shapes of an SVG file. Raises SvgError."""
    from xml.etree import ElementTree

    if len(data) > MAX_BYTES:
        raise SvgError(f"it is larger than {MAX_BYTES // 1024} KiB")
    if b"<!DOCTYPE" in data.upper() or b"<!ENTITY" in data.upper():
        raise SvgError("it has a document type, which may hold entities")
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise SvgError(f"it isn't well-formed: {error}") from None
    if _local(root.tag) != "svg":
        raise SvgError("its outermost element isn't <svg>")
    return _view_box(root.attrib), list(_shapes(root, _IDENTITY, _PAINT, 0))


def _local(tag: Any) -> str:
    return str(tag).rpartition("}")[2]


def _view_box(attributes: Mapping[str, str]) -> tuple[float, float, float, float]:
    if "viewBox" in attributes:
        numbers = [_number(v) for v in re.split(r"[\s,]+", attributes["viewBox"].strip())]
    else:
        numbers = [0.0, 0.0, _number(attributes.get("width", "")), _number(attributes.get("height", ""))]
    if len(numbers) != 4 or numbers[2] <= 0 or numbers[3] <= 0:
        raise SvgError("it has no usable viewBox")
    return numbers[0], numbers[1], numbers[2], numbers[3]


def _number(text: str) -> float:
    match = re.fullmatch(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(?:px|mm)?\s*", text)
    if match is None:
        raise SvgError(f"'{text}' isn't a number")
    return float(match[1])


def _shapes(node: Any, transform: Transform, paint: Mapping[str, str], depth: int) -> Iterator[Shape]:
    if depth > MAX_DEPTH:
        raise SvgError(f"its groups nest deeper than {MAX_DEPTH}")
    for child in node:
        name, attributes = _local(child.tag), dict(child.attrib)
        if name in _IGNORED or not isinstance(child.tag, str):
            continue
        own = {**paint, **_paint(attributes)}
        inner = _multiply(transform, _transform(attributes.get("transform", "")))
        if name in ("g", "svg", "a"):
            yield from _shapes(child, inner, own, depth + 1)
        elif name in _OUTLINES:
            yield _shape(_OUTLINES[name](attributes), inner, own)
        else:
            raise SvgError(f"it holds <{name}>, which icons can't have")


def _paint(attributes: Mapping[str, str]) -> dict[str, str]:
    found = {key: attributes[key] for key in _PAINT if key in attributes}
    for declaration in attributes.get("style", "").split(";"):
        key, _, value = declaration.partition(":")
        if key.strip() in _PAINT:
            found[key.strip()] = value.strip()
    return found


def _color(text: str) -> str:
    text = text.strip()
    if text in ("none", "transparent"):
        return "none"
    if text in ("currentColor", "current", "black", "#000", "#000000"):
        return "current"
    if text == "white":
        return "#ffffff"
    match = re.fullmatch(r"#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})", text)
    if match is None:
        raise SvgError(f"its colour '{text}' isn't of the form #rrggbb")
    return "#" + (match[1] if len(match[1]) == 6 else "".join(c * 2 for c in match[1])).lower()


def _shape(data: str, t: Transform, paint: Mapping[str, str]) -> Shape:
    try:
        commands = paths.parse(data)
    except paths.PathError as error:
        raise SvgError(str(error)) from None
    moved = tuple(_moved(command, t) for command in commands)
    scale = math.sqrt(abs(t[0] * t[3] - t[1] * t[2]))
    width = _number(paint["stroke-width"]) * scale
    return Shape(
        moved, _color(paint["fill"]), _color(paint["stroke"]), width, paint["fill-rule"] == "evenodd"
    )


def _moved(command: Command, t: Transform) -> Command:
    numbers = [float(v) for v in command[1:]]
    out: list[str | float] = [command[0]]
    for x, y in zip(numbers[::2], numbers[1::2], strict=True):
        out += [t[0] * x + t[2] * y + t[4], t[1] * x + t[3] * y + t[5]]
    return tuple(out)


def _multiply(a: Transform, b: Transform) -> Transform:
    return (
        a[0] * b[0] + a[2] * b[1],
        a[1] * b[0] + a[3] * b[1],
        a[0] * b[2] + a[2] * b[3],
        a[1] * b[2] + a[3] * b[3],
        a[0] * b[4] + a[2] * b[5] + a[4],
        a[1] * b[4] + a[3] * b[5] + a[5],
    )


def _transform(text: str) -> Transform:
    result = _IDENTITY
    for name, arguments in re.findall(r"(\w+)\s*\(([^)]*)\)", text):
        numbers = [_number(v) for v in re.split(r"[\s,]+", arguments.strip()) if v]
        result = _multiply(result, _one_transform(name, numbers))
    return result


def _one_transform(name: str, n: list[float]) -> Transform:
    if name == "matrix" and len(n) == 6:
        return n[0], n[1], n[2], n[3], n[4], n[5]
    if name == "translate" and len(n) in (1, 2):
        return 1.0, 0.0, 0.0, 1.0, n[0], n[1] if len(n) == 2 else 0.0
    if name == "scale" and len(n) in (1, 2):
        return n[0], 0.0, 0.0, n[-1], 0.0, 0.0
    if name == "rotate" and len(n) in (1, 3):
        cos, sin = math.cos(math.radians(n[0])), math.sin(math.radians(n[0]))
        x, y = (n[1], n[2]) if len(n) == 3 else (0.0, 0.0)
        return cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y
    raise SvgError(f"its transform '{name}' can't be used")


def _rect(a: Mapping[str, str]) -> str:
    x, y, w, h = (_number(a.get(key, "0")) for key in ("x", "y", "width", "height"))
    r = min(_number(a.get("rx", a.get("ry", "0"))), w / 2, h / 2)
    if r <= 0:
        return f"M{x} {y} h{w} v{h} h{-w} Z"
    return (
        f"M{x + r} {y} H{x + w - r} A{r} {r} 0 0 1 {x + w} {y + r}"
        f" V{y + h - r} A{r} {r} 0 0 1 {x + w - r} {y + h}"
        f" H{x + r} A{r} {r} 0 0 1 {x} {y + h - r} V{y + r} A{r} {r} 0 0 1 {x + r} {y} Z"
    )


def _round(a: Mapping[str, str]) -> str:
    cx, cy = _number(a.get("cx", "0")), _number(a.get("cy", "0"))
    rx = _number(a.get("rx", a.get("r", "0")))
    ry = _number(a.get("ry", a.get("r", "0")))
    return f"M{cx - rx} {cy} A{rx} {ry} 0 1 1 {cx + rx} {cy} A{rx} {ry} 0 1 1 {cx - rx} {cy} Z"


def _poly(a: Mapping[str, str], close: str) -> str:
    return f"M{a.get('points', '')}{close}"


_OUTLINES: dict[str, Callable[[Mapping[str, str]], str]] = {
    "path": lambda a: a.get("d", ""),
    "rect": _rect,
    "circle": _round,
    "ellipse": _round,
    "line": lambda a: f"M{a.get('x1', 0)} {a.get('y1', 0)} L{a.get('x2', 0)} {a.get('y2', 0)}",
    "polygon": lambda a: _poly(a, " Z"),
    "polyline": lambda a: _poly(a, ""),
}
