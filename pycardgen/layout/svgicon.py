"""Icons and pictures from SVG files, as paths and their paint.

Read are the shapes of SVG, groups, `use` and symbols, with transforms, style sheets, gradients and opacity.
What can't be drawn so (text, pictures, masks, filters) is refused rather than drawn wrongly. Nothing is
fetched or run, and what a file can make of itself by `use` is bounded.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pycardgen.layout import paths, svgpaint
from pycardgen.layout.display import Command, Transform
from pycardgen.layout.paths import bounds
from pycardgen.layout.svgpaint import Properties, Rule, number
from pycardgen.layout.svgshape import MAX_BYTES, Shape, SvgError
from pycardgen.records import dataclass

MAX_DEPTH = 32
MAX_SHAPES = 4_000
MAX_NODES = 40_000

Box = tuple[float, float, float, float]


_IDENTITY: Transform = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

_DEFINITIONS = {
    "title", "desc", "metadata", "defs", "style", "symbol", "linearGradient", "radialGradient", "pattern",
    "clipPath", "mask", "filter", "marker",
}  # fmt: skip
"""What isn't drawn where it stands."""

_REFUSED = {
    "text": "text: turn it into paths",
    "image": "a picture",
    "script": "a script",
    "foreignObject": "what isn't SVG",
    "switch": "alternatives (<switch>)",
    "animate": "something that moves",
}
"""What can't be drawn, in words."""

_EFFECTS = {
    "clip-path": "it cuts shapes off (clip-path)",
    "mask": "it has a mask",
    "filter": "it has a filter",
    "marker-start": "it has markers on lines",
    "marker-mid": "it has markers on lines",
    "marker-end": "it has markers on lines",
}


@dataclass(slots=True)
class _File:
    """A file being read: its elements by id, the rules of its style sheets, its view box, and how many
    elements have been gone through.
    """

    nodes: Mapping[str, Any]
    rules: list[Rule]
    view: Box
    seen: int = 0


def read_svg(data: bytes) -> tuple[Box, list[Shape]]:
    """The view box (x, y, w, h) and the shapes of an SVG file. Raises SvgError."""
    from xml.etree import ElementTree

    if len(data) > MAX_BYTES:
        raise SvgError(f"it is larger than {MAX_BYTES // 1024} KiB")
    if b"<!ENTITY" in data.upper() or re.search(rb"<!DOCTYPE[^>]*\[", data, re.IGNORECASE):
        raise SvgError("its document type holds entities or other declarations")
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise SvgError(f"it isn't well-formed: {error}") from None
    if _local(root.tag) != "svg":
        raise SvgError("its outermost element isn't <svg>")
    nodes: dict[str, Any] = {}
    sheets = []
    for node in root.iter():
        nodes.setdefault(node.attrib.get("id", ""), node)
        if _local(node.tag) == "style":
            sheets.append("".join(node.itertext()))
    view = _view_box(root.attrib)
    file = _File(nodes, svgpaint.style_rules(sheets), view)
    own = svgpaint.properties("svg", root.attrib, file.rules)
    shapes: list[Shape] = []
    for shape in _inside(file, root, _IDENTITY, _inherited(svgpaint.INHERITED, own), 1.0, 0):
        if len(shapes) >= MAX_SHAPES:
            raise SvgError(f"it has more than {MAX_SHAPES} shapes")
        shapes.append(shape)
    return view, shapes


def _local(tag: Any) -> str:
    """The name of an element of SVG; nothing for those of other languages, and for comments."""
    if not isinstance(tag, str):
        return ""
    space, _, name = tag.rpartition("}")
    return name if space in ("", "{http://www.w3.org/2000/svg") and ":" not in name else ""


def _view_box(attributes: Mapping[str, str]) -> Box:
    if "viewBox" in attributes:
        numbers = [number(v) for v in re.split(r"[\s,]+", attributes["viewBox"].strip())]
    else:
        numbers = [0.0, 0.0, number(attributes.get("width", "")), number(attributes.get("height", ""))]
    if len(numbers) != 4 or numbers[2] <= 0 or numbers[3] <= 0:
        raise SvgError("it has no usable viewBox")
    return numbers[0], numbers[1], numbers[2], numbers[3]


def _inherited(outer: Mapping[str, str], own: Mapping[str, str]) -> Properties:
    return {**outer, **{key: value for key, value in own.items() if key in svgpaint.INHERITED}}


def _inside(
    file: _File, node: Any, transform: Transform, paint: Properties, opacity: float, depth: int
) -> Iterator[Shape]:
    """The shapes of what stands in an element."""
    if depth > MAX_DEPTH:
        raise SvgError(f"its groups nest deeper than {MAX_DEPTH}")
    for child in node:
        yield from _shapes(file, child, transform, paint, opacity, depth)


def _shapes(
    file: _File, node: Any, transform: Transform, paint: Properties, opacity: float, depth: int
) -> Iterator[Shape]:
    """The shapes of an element."""
    file.seen += 1
    if file.seen > MAX_NODES:
        raise SvgError("it makes too much of its parts by <use>")
    name, attributes = _local(node.tag), node.attrib
    if not name or name in _DEFINITIONS:
        return
    if name in _REFUSED:
        raise SvgError(f"it holds {_REFUSED[name]}")
    own = svgpaint.properties(name, attributes, file.rules)
    if own.get("display") == "none":
        return
    for key, message in _EFFECTS.items():
        if own.get(key, "none") != "none":
            raise SvgError(message)
    inner = _multiply(transform, _transform(attributes.get("transform", "")))
    paint, opacity = _inherited(paint, own), opacity * svgpaint.opacity(own.get("opacity", "1"))
    if name in ("g", "a"):
        yield from _inside(file, node, inner, paint, opacity, depth + 1)
    elif name == "svg":
        yield from _inside(file, node, _nested(file, node, inner, attributes), paint, opacity, depth + 1)
    elif name == "use":
        yield from _used(file, node, inner, paint, opacity, depth + 1)
    elif name in _OUTLINES:
        if paint["visibility"] == "visible":
            yield from _painted(file, _OUTLINES[name](_lengths(file, attributes)), inner, paint, opacity)
    else:
        raise SvgError(f"it holds <{name}>")


def _used(
    file: _File, node: Any, transform: Transform, paint: Properties, opacity: float, depth: int
) -> Iterator[Shape]:
    """The shapes of an element that is drawn in another place."""
    attributes = node.attrib
    target = next((v for k, v in attributes.items() if k.rpartition("}")[2] == "href"), "")
    if not target.startswith("#"):
        raise SvgError(f"it takes a part from elsewhere ('{target[:40]}')")
    shown = file.nodes.get(target[1:])
    if shown is None:
        raise SvgError(f"it has no part '{target[:40]}'")
    x, y = (number(attributes.get(key, "0")) for key in ("x", "y"))
    moved = _multiply(transform, (1.0, 0.0, 0.0, 1.0, x, y))
    if _local(shown.tag) in ("symbol", "svg"):
        given = {key: attributes[key] for key in ("width", "height") if key in attributes}
        own = svgpaint.properties("symbol", shown.attrib, file.rules)
        inner = _nested(file, shown, moved, {**shown.attrib, "x": "0", "y": "0", **given})
        yield from _inside(file, shown, inner, _inherited(paint, own), opacity, depth)
    elif depth > MAX_DEPTH:
        raise SvgError("it is made of itself")
    else:
        yield from _shapes(file, shown, moved, paint, opacity, depth)


def _nested(file: _File, node: Any, transform: Transform, attributes: Mapping[str, str]) -> Transform:
    """The way into the space of an <svg> or a <symbol> within the file."""
    found = _lengths(file, attributes)
    x, y = (number(found.get(key, "0")) for key in ("x", "y"))
    if "viewBox" not in node.attrib:
        return _multiply(transform, (1.0, 0.0, 0.0, 1.0, x, y))
    left, top, w, h = _view_box(node.attrib)
    width, height = number(found.get("width", str(w))), number(found.get("height", str(h)))
    scale = min(
        width / w, height / h
    )  # as preserveAspectRatio has it when it isn't given: all of it, centred
    dx, dy = (width - scale * w) / 2, (height - scale * h) / 2
    return _multiply(transform, (scale, 0.0, 0.0, scale, x + dx - scale * left, y + dy - scale * top))


_ALONG = {"x": 2, "width": 2, "cx": 2, "rx": 2, "x1": 2, "x2": 2}
_DOWN = {"y": 3, "height": 3, "cy": 3, "ry": 3, "y1": 3, "y2": 3}


def _lengths(file: _File, attributes: Mapping[str, str]) -> dict[str, str]:
    """Attributes whose percents are lengths."""
    sides = {**_ALONG, **_DOWN}
    return {
        key: str(number(value, file.view[sides[key]])) if key in sides and value.endswith("%") else value
        for key, value in attributes.items()
    }


# --- shapes and their paint ---


def _painted(file: _File, data: str, t: Transform, paint: Properties, opacity: float) -> Iterator[Shape]:
    """A path as shapes: one, or the inside and the outline each by itself where they are unlike."""
    try:
        commands = paths.parse(data)
    except paths.PathError as error:
        raise SvgError(str(error)) from None
    if not commands:
        return
    moved = tuple(_moved(command, t) for command in commands)
    scale = math.sqrt(abs(t[0] * t[3] - t[1] * t[2]))
    even_odd = paint["fill-rule"] == "evenodd"
    stroke, stroke_opaque = svgpaint.color(_own_color(paint["stroke"], paint))
    stroke_opaque *= opacity * svgpaint.opacity(paint["stroke-opacity"])
    width = number(paint["stroke-width"], file.view[2]) * scale
    if width <= 0 or stroke_opaque <= 0:
        stroke = "none"
    dash = _dash(paint["stroke-dasharray"], scale)
    rounded = "round" in (paint["stroke-linejoin"], paint["stroke-linecap"])
    filled = svgpaint.opacity(paint["fill-opacity"]) * opacity
    if paint["fill"].startswith("url("):
        yield _shaded(file, commands, t, paint["fill"], even_odd, filled)
        fill, filled = "none", 1.0
    else:
        fill, opaque = svgpaint.color(_own_color(paint["fill"], paint))
        filled *= opaque
    if fill != "none" and (stroke == "none" or filled != stroke_opaque):
        yield Shape(moved, fill, "none", width, even_odd, (), rounded, filled)
        fill = "none"
    if stroke != "none":
        yield Shape(moved, fill, stroke, width, even_odd, dash, rounded, stroke_opaque)


def _own_color(value: str, paint: Properties) -> str:
    """A colour; `currentColor` is that of the property `color`."""
    if value.startswith("url("):
        raise SvgError("an outline has a gradient or a pattern")
    return paint["color"] if value.lower() == "currentcolor" else value


def _dash(text: str, scale: float) -> tuple[float, ...]:
    if text == "none":
        return ()
    found = tuple(number(part) * scale for part in re.split(r"[\s,]+", text.strip()) if part)
    return found * 2 if len(found) % 2 else found if any(found) else ()


def _shaded(
    file: _File, commands: tuple[Command, ...], t: Transform, fill: str, even_odd: bool, opacity: float
) -> Shape:
    """A path with a gradient inside, both in the gradient's space."""
    match = re.match(r"url\(\s*['\"]?#([^'\")\s]+)['\"]?\s*\)", fill)
    node = file.nodes.get(match[1]) if match else None
    if node is None or _local(node.tag) not in ("linearGradient", "radialGradient"):
        raise SvgError(f"a shape is filled with a pattern, or with something that isn't there ({fill[:40]})")
    box = bounds(commands)
    made, written, in_box = svgpaint.gradient(node, file.nodes, file.rules, file.view)
    if in_box and (box[2] <= 0 or box[3] <= 0):
        return Shape(tuple(_moved(c, t) for c in commands), "none", "none", 0.0, even_odd)
    space = _multiply(svgpaint.over_box(box) if in_box else _IDENTITY, _transform(written))
    back = _inverse(space)
    inner = tuple(_moved(command, back) for command in commands)
    return Shape(inner, made, "none", 0.0, even_odd, opacity=opacity, transform=_multiply(t, space))


# --- transforms ---


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


def _inverse(t: Transform) -> Transform:
    a, b, c, d, e, f = t
    k = a * d - b * c
    if abs(k) < 1e-12:
        raise SvgError("a gradient is pressed flat")
    return d / k, -b / k, -c / k, a / k, (c * f - d * e) / k, (b * e - a * f) / k


def _transform(text: str) -> Transform:
    result = _IDENTITY
    for name, arguments in re.findall(r"(\w+)\s*\(([^)]*)\)", text):
        numbers = [number(v.removesuffix("deg")) for v in re.split(r"[\s,]+", arguments.strip()) if v]
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
    if name in ("skewX", "skewY") and len(n) == 1 and abs(math.cos(math.radians(n[0]))) > 1e-6:
        tan = math.tan(math.radians(n[0]))
        return (1.0, 0.0, tan, 1.0, 0.0, 0.0) if name == "skewX" else (1.0, tan, 0.0, 1.0, 0.0, 0.0)
    raise SvgError(f"its transform '{name}' can't be used")


# --- outlines ---


def _rect(a: Mapping[str, str]) -> str:
    x, y, w, h = (number(a.get(key, "0")) for key in ("x", "y", "width", "height"))
    if w <= 0 or h <= 0:
        return ""
    rx, ry = number(a.get("rx", a.get("ry", "0"))), number(a.get("ry", a.get("rx", "0")))
    rx, ry = min(rx, w / 2), min(ry, h / 2)
    if rx <= 0 or ry <= 0:
        return f"M{x} {y} h{w} v{h} h{-w} Z"
    return (
        f"M{x + rx} {y} H{x + w - rx} A{rx} {ry} 0 0 1 {x + w} {y + ry}"
        f" V{y + h - ry} A{rx} {ry} 0 0 1 {x + w - rx} {y + h}"
        f" H{x + rx} A{rx} {ry} 0 0 1 {x} {y + h - ry} V{y + ry} A{rx} {ry} 0 0 1 {x + rx} {y} Z"
    )


def _round(a: Mapping[str, str]) -> str:
    cx, cy = number(a.get("cx", "0")), number(a.get("cy", "0"))
    rx = number(a.get("rx", a.get("r", "0")))
    ry = number(a.get("ry", a.get("r", "0")))
    if rx <= 0 or ry <= 0:
        return ""
    return f"M{cx - rx} {cy} A{rx} {ry} 0 1 1 {cx + rx} {cy} A{rx} {ry} 0 1 1 {cx - rx} {cy} Z"


def _poly(a: Mapping[str, str], close: str) -> str:
    points = a.get("points", "").strip()
    return f"M{points}{close}" if points else ""


_OUTLINES: dict[str, Callable[[Mapping[str, str]], str]] = {
    "path": lambda a: a.get("d", ""),
    "rect": _rect,
    "circle": _round,
    "ellipse": _round,
    "line": lambda a: f"M{a.get('x1', 0)} {a.get('y1', 0)} L{a.get('x2', 0)} {a.get('y2', 0)}",
    "polygon": lambda a: _poly(a, " Z"),
    "polyline": lambda a: _poly(a, ""),
}
