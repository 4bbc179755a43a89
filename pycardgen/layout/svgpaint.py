"""How the shapes of an SVG file are painted: what attributes and style sheets say, colours, gradients."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pycardgen.layout.display import Gradient, Transform
from pycardgen.layout.svgshape import SvgError

Properties = dict[str, str]

Rule = tuple[tuple[str, str, str], Properties]
"""A selector (`path`, `.a`, `#b`, `path.a`) as tag, mark and word, and what it says."""

INHERITED = {
    "fill": "current",
    "stroke": "none",
    "stroke-width": "1",
    "fill-rule": "nonzero",
    "fill-opacity": "1",
    "stroke-opacity": "1",
    "stroke-dasharray": "none",
    "stroke-linejoin": "miter",
    "stroke-linecap": "butt",
    "visibility": "visible",
    "color": "current",
}
"""Properties that the insides of a group have too, and what they are where nobody says."""

OWN = ("opacity", "display", "clip-path", "mask", "filter", "marker-start", "marker-mid", "marker-end")
"""Properties of one element."""

_OF_STOPS = ("stop-color", "stop-opacity")

_KNOWN = {*INHERITED, *OWN, *_OF_STOPS}

_SELECTOR = re.compile(r"([\w-]*)(?:([.#])([\w-]+))?")


# --- properties ---


def declared(text: str) -> Properties:
    """What `name: value; name: value` says, as far as it is known."""
    found = {}
    for declaration in text.split(";"):
        name, _, value = declaration.partition(":")
        name, value = name.strip(), value.replace("!important", "").strip()
        if name in _KNOWN and value and value != "inherit":
            found[name] = value
    return found


def style_rules(sheets: Iterable[str]) -> list[Rule]:
    """The rules of style sheets, the weakest first: for elements, for classes, for ids. Raises SvgError."""
    rules: list[Rule] = []
    for sheet in sheets:
        text = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
        for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
            for selector in map(str.strip, selectors.split(",")):
                found = _SELECTOR.fullmatch(selector)
                if found is None:
                    raise SvgError(
                        f"its style sheet has the selector '{selector[:40]}'; set the style directly"
                    )
                tag, mark, word = found.groups("")
                rules.append(((tag, mark, word), declared(body)))
    return sorted(rules, key=lambda rule: ("", ".", "#").index(rule[0][1]))


def properties(name: str, attributes: Mapping[str, str], rules: Iterable[Rule]) -> Properties:
    """What an element says of itself: attributes, then style sheets, then its own style."""
    found = {
        key: value.strip()
        for key, value in attributes.items()
        if key in _KNOWN and value.strip() not in ("", "inherit")
    }
    classes = attributes.get("class", "").split()
    for (tag, mark, word), said in rules:
        named = word in classes if mark == "." else word == attributes.get("id") if mark == "#" else True
        if named and tag in ("", name):
            found |= said
    return found | declared(attributes.get("style", ""))


# --- numbers and colours ---

_UNITS = {"": 1.0, "px": 1.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "pt": 4 / 3, "pc": 16.0}

_NUMBER = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(px|mm|cm|in|pt|pc|%)?\s*")


def number(text: str, whole: float = 1.0) -> float:
    """A length; percents are of a whole. Raises SvgError."""
    match = _NUMBER.fullmatch(text)
    if match is None:
        raise SvgError(f"'{text[:40]}' isn't a number")
    unit = match[2] or ""
    return float(match[1]) * whole / 100 if unit == "%" else float(match[1]) * _UNITS[unit]


def opacity(text: str) -> float:
    """A part of 1. Raises SvgError."""
    return min(1.0, max(0.0, number(text)))


def color(text: str) -> tuple[str, float]:
    """A colour as `none`, `current` (as black is) or `#rrggbb`, and how opaque it is. Raises SvgError."""
    text = text.strip()
    if text in ("none", "transparent"):
        return "none", 1.0
    if text.lower() in ("currentcolor", "current", "black", "#000", "#000000"):
        return "current", 1.0
    if re.fullmatch(r"#[0-9A-Fa-f]{6}", text):
        return text.lower(), 1.0
    from PIL import ImageColor

    match = re.fullmatch(r"rgba?\(([^()]*)\)", text)
    try:
        if match is not None:
            return _channels(re.split(r"[\s,/]+", match[1].strip()))
        red, green, blue, *alpha = ImageColor.getrgb(text)
    except ValueError:
        raise SvgError(f"its colour '{text[:40]}' isn't of the form #rrggbb") from None
    found = f"#{red:02x}{green:02x}{blue:02x}"
    return "current" if found == "#000000" else found, alpha[0] / 255 if alpha else 1.0


def _channels(parts: list[str]) -> tuple[str, float]:
    """The three or four parts of a colour in `rgb(...)`."""
    if len(parts) not in (3, 4):
        raise ValueError
    values = [round(min(255.0, max(0.0, number(part, 255.0)))) for part in parts[:3]]
    found = "#" + "".join(f"{value:02x}" for value in values)
    return "current" if found == "#000000" else found, opacity(parts[3]) if len(parts) == 4 else 1.0


# --- gradients ---


def gradient(
    node: Any, nodes: Mapping[str, Any], rules: Iterable[Rule], box: tuple[float, float, float, float]
) -> tuple[Gradient, str, bool]:
    """A gradient in its own space, its transform as it is written, and whether that space is the unit square
    over the shape's box. `nodes` are elements by id. Raises SvgError.
    """
    chain = list(_chain(node, nodes))
    attributes: dict[str, str] = {}
    for one in reversed(chain):
        attributes |= {key.rpartition("}")[2]: value for key, value in one.attrib.items()}
    if attributes.get("spreadMethod", "pad") != "pad":
        raise SvgError("it has a gradient that repeats")
    stops = next((found for one in chain if (found := tuple(_stops(one, rules)))), ())
    if not stops:
        raise SvgError("it has a gradient without colours")
    in_box = attributes.get("gradientUnits", "objectBoundingBox") != "userSpaceOnUse"
    w, h = (1.0, 1.0) if in_box else (box[2], box[3])

    def at(key: str, usual: str, whole: float) -> float:
        return number(attributes.get(key, usual), whole)

    if str(node.tag).endswith("linearGradient"):
        ends = at("x1", "0%", w), at("y1", "0%", h), at("x2", "100%", w), at("y2", "0%", h)
        made = Gradient("linear", *ends, stops)
    else:
        cx, cy, r = at("cx", "50%", w), at("cy", "50%", h), at("r", "50%", ((w * w + h * h) / 2) ** 0.5)
        if abs(at("fx", str(cx), w) - cx) + abs(at("fy", str(cy), h) - cy) > 0.05 * r:
            raise SvgError("it has a gradient whose focus isn't in its middle")
        made = Gradient("radial", cx, cy, r, 0.0, stops)
    return made, attributes.get("gradientTransform", ""), in_box


def _chain(node: Any, nodes: Mapping[str, Any]) -> Iterator[Any]:
    """A gradient, and those that it takes from."""
    for _ in range(8):
        yield node
        target = next((value for key, value in node.attrib.items() if key.rpartition("}")[2] == "href"), "")
        node = nodes.get(target[1:]) if target.startswith("#") else None
        if node is None:
            return


def _stops(node: Any, rules: Iterable[Rule]) -> Iterator[tuple[float, str]]:
    least = 0.0
    for stop in node:
        if not str(stop.tag).endswith("stop"):
            continue
        said = properties("stop", stop.attrib, rules)
        shade, opaque = color(said.get("stop-color", "black"))
        if opaque * opacity(said.get("stop-opacity", "1")) < 0.995:
            raise SvgError("it has a gradient that can be seen through (stop-opacity)")
        least = max(least, min(1.0, number(stop.attrib.get("offset", "0"), 1.0)))
        yield least, "#000000" if shade == "current" else shade


def over_box(box: tuple[float, float, float, float]) -> Transform:
    """From the unit square to a box (x, y, w, h)."""
    x, y, w, h = box
    return w, 0.0, 0.0, h, x, y
