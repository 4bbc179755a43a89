"""What a template says of colours, lines and styles, made of the theme."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from pycardgen.diagnostics import Diagnostic, did_you_mean
from pycardgen.layout.display import (
    Fill,
    Gradient,
    Ink,
    rotation,
)
from pycardgen.layout.kit import Box, Env, Kit
from pycardgen.layout.template import Element
from pycardgen.layout.text import Style
from pycardgen.layout.theme import restyle
from pycardgen.layout.theme_fonts import unknown_font, unknown_fonts


def color(env: Env, element: Element, key: str, default: str | None = None) -> str | None:
    """A colour option as `#rrggbb`; None for `none`, or when neither it nor a default is given."""
    value = element.options.get(key, default)
    return None if value is None else named_color(env, element, key, value)


def named_color(env: Env, element: Element, key: str, value: str) -> str | None:
    """A colour by name or number, fields filled in."""
    name = env.text(value)
    if name in ("none", ""):
        return None
    if name.startswith("#"):
        return name.lower()
    found = env.kit.theme.colors.get(name)
    if found is None:
        hint = did_you_mean(name, env.kit.theme.colors)
        span = element.place.value(key)
        env.report(Diagnostic("PCG0707", f"there is no colour '{name}' (for {env.subject})", span, hint))
        return "#888888"
    return found


def ink(env: Env, element: Element, box: Box) -> Ink:
    """How a shape is painted, from its options."""
    options = element.options
    fill = options.get("fill")
    stroke = color(env, element, "stroke")
    return Ink(
        _fill(env, element, fill, box),
        stroke,
        options.get("stroke_width", 0.25),
        options.get("dash", ()),
    )


def _fill(env: Env, element: Element, value: Any, box: Box) -> Fill:
    if value is None or isinstance(value, str):
        return None if value is None else named_color(env, element, "fill", value)
    stops = dict(value)
    first = named_color(env, element, "fill", stops["from"]) or "#ffffff"
    second = named_color(env, element, "fill", stops["to"]) or "#ffffff"
    x, y, w, h = box
    if stops["radial"]:
        radius = math.hypot(w, h) / 2
        return Gradient("radial", x + w / 2, y + h / 2, radius, 0.0, ((0.0, first), (1.0, second)))
    across, along = rotation(stops["angle"], 0.0, 0.0)[:2]
    reach = abs(across) * w / 2 + abs(along) * h / 2
    middle = (x + w / 2, y + h / 2)
    return Gradient(
        "linear",
        middle[0] - across * reach,
        middle[1] - along * reach,
        middle[0] + across * reach,
        middle[1] + along * reach,
        ((0.0, first), (1.0, second)),
    )


def style(env: Env, element: Element, key: str = "style", default: str = "body") -> Style:
    """The style of an element's text: a style of the theme, changed by what the element says itself, with the
    size of its group.
    """
    return grouped(plain_style(env, element, key, default), env.kit)


def plain_style(env: Env, element: Element, key: str, default: str) -> Style:
    """The style of an element's text, whatever the size of its group is."""
    name = env.text(element.options.get(key, default))
    changes = tuple((k, env.text(v) if isinstance(v, str) else v) for k, v in element.style)
    kept = env.kit.styles.get((name, changes))
    if kept is not None:
        return kept
    base = env.kit.theme.styles.get(name)
    if base is None:
        hint = did_you_mean(name, env.kit.theme.styles)
        env.report(Diagnostic("PCG0706", f"there is no style '{name}'", element.place.value(key), hint))
        base = Style()
    changed = restyle(base, _known_fonts(env, element, dict(changes)), env.kit.theme.families)
    made = replace(
        changed,
        color=named_color(env, element, "color", changed.color) or "#000000",
        icon_color=named_color(env, element, "icon_color", changed.icon_color) or ""
        if changed.icon_color
        else "",
        language=changed.language or env.kit.language,
    )
    env.kit.styles[name, changes] = made
    return made


def _known_fonts(env: Env, element: Element, changes: dict[str, Any]) -> dict[str, Any]:
    """Changes of a style without fonts that aren't there, which are reported."""
    for key in ("font", "fallback"):
        for name in unknown_fonts(changes, key, env.kit.theme.families):
            env.report(unknown_font(name, env.kit.theme.families, element.place, key))
            changes.pop(key, None)
    return changes


def grouped(made: Style, kit: Kit) -> Style:
    """The style with the size of its group; never below its own floor."""
    size = kit.group_sizes.get(made.fit_group) if made.fit_group else None
    return made if size is None else replace(made, size=max(min(made.size, size), made.min_size))
