"""Where the elements of a list lie: by themselves, or placed by others that may grow with what they show.

A list in which nothing is placed by another, and nothing grows, isn't looked at any closer: `boxes` is None.
Else boxes are found in the order in which elements need each other, whatever the order they are drawn in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Any

from pycardgen.diagnostics import Diagnostic
from pycardgen.layout import fields
from pycardgen.layout.compose import draw, element_box, template_area
from pycardgen.layout.display import Item
from pycardgen.layout.kinds import REST
from pycardgen.layout.kit import Box, Env, Kit, nowhere
from pycardgen.layout.template import Element, Template, relations

AreaOf = Callable[[Element], Box]
"""The area that an element lies in."""


def draw_all(elements: tuple[Element, ...], area: Box, env: Env) -> list[Item]:
    """The elements of a group, slot or cell, in its box."""
    placed = boxes(elements, lambda _: area, env)
    items: list[Item] = []
    for index, element in enumerate(elements):
        items += draw(element, area, env, placed[index] if placed else None)
    return items


def boxes(elements: tuple[Element, ...], area_of: AreaOf, env: Env) -> list[Box] | None:
    """The box of each element, grown as far as it grows; None when each can be placed by itself."""
    order = _order(elements, env)
    if order is None:
        return None
    named: dict[str, Box] = {}
    found: list[Box] = [(0.0, 0.0, 0.0, 0.0)] * len(elements)
    for index in order:
        element = elements[index]
        box = _box(element, area_of(element), named, env)
        found[index] = box
        if "id" in element.options:
            named[element.options["id"]] = box
    return found


def element_boxes(kit: Kit, template: Template, subject: Mapping[str, Any]) -> list[tuple[Element, Box]]:
    """Where the elements of a template lie when it is composed against a subject."""
    env = Env(kit, template, subject, _unheard, nowhere)
    width, height = template.extent(kit.paper)

    def area_of(element: Element) -> Box:
        return template_area(element, template, (0.0, 0.0, width, height))

    placed = boxes(template.elements, area_of, env)
    return [
        (element, placed[index] if placed else element_box(element, area_of(element)))
        for index, element in enumerate(template.elements)
    ]


def _unheard(_: Diagnostic) -> None:
    """What is wrong is told when the template is drawn."""


def _order(elements: tuple[Element, ...], env: Env) -> tuple[int, ...] | None:
    """The order in which boxes are found, or None when it doesn't matter; remembered."""
    orders = env.kit.orders
    key = id(elements)
    if key not in orders:
        # The elements are kept with their order, so that no others can have their place in memory.
        orders[key] = (elements, _sorted(elements))
    return orders[key][1]


def _sorted(elements: tuple[Element, ...]) -> tuple[int, ...] | None:
    if not any("grow" in e.options or any(relations(e)) for e in elements):
        return None
    at = {e.options["id"]: index for index, e in enumerate(elements) if "id" in e.options}
    needs = {
        index: [at[name] for _, name in relations(element) if name in at]
        for index, element in enumerate(elements)
    }
    try:
        return tuple(TopologicalSorter(needs).static_order())
    except CycleError:  # reported when the template was loaded
        return None


def _box(element: Element, area: Box, named: Mapping[str, Box], env: Env) -> Box:
    if not all(fields.holds(test, env.fields) for test in element.options.get("when", ())):
        return element_box(element, area, named, hidden=True)
    box = element_box(element, area, named)
    return grown(element, _within(box, area), env) if element.options.get("grow") else box


def _within(box: Box, area: Box) -> Box:
    """A box as high as the area has room for: what grows doesn't grow out of it."""
    x, y, w, h = box
    room = area[1] + area[3] - y
    return (x, y, w, room) if 0.0 < room < h else box


def grown(element: Element, box: Box, env: Env) -> Box:
    """The box of an element that is only as high as it must be; it keeps the side that it is anchored at."""
    from pycardgen.layout.elements import GROW

    x, y, w, h = box
    needs = GROW.get(element.kind)
    height = min(needs(element, box, env), h) if needs else h
    anchor = str(element.options.get("anchor", "bottom" if "above" in element.options else "top"))
    free = h - height
    return x, y + (free if "bottom" in anchor else 0.0), w, height


def extent(elements: tuple[Element, ...], area: Box, env: Env) -> float:
    """The height of an area that elements with a height of their own need."""
    placed = boxes(elements, lambda _: area, env)
    lowest = area[1]
    for index, element in enumerate(elements):
        if not _has_height(element):
            continue
        box = placed[index] if placed else _box(element, area, {}, env)
        lowest = max(lowest, box[1] + box[3])
    return lowest - area[1]


def _has_height(element: Element) -> bool:
    size = element.options.get("size")
    return bool(element.options.get("grow")) or (size is not None and size[1] != REST)


def related(element: Element, area: Box, named: Mapping[str, Box], space: float) -> Box:
    """The part of an area that the elements leave by which this one is placed."""
    around = _known(element, "around", named)
    if around:
        left, top = min(b[0] for b in around) - space, min(b[1] for b in around) - space
        right, bottom = max(b[0] + b[2] for b in around) + space, max(b[1] + b[3] for b in around) + space
        return left, top, right - left, bottom - top
    left, top, right, bottom = area[0], area[1], area[0] + area[2], area[1] + area[3]
    if found := _known(element, "below", named):
        top = max(b[1] + b[3] for b in found) + space
    if found := _known(element, "above", named):
        bottom = min(b[1] for b in found) - space
    if found := _known(element, "right_of", named):
        left = max(b[0] + b[2] for b in found) + space
    if found := _known(element, "left_of", named):
        right = min(b[0] for b in found) - space
    return left, top, max(0.0, right - left), max(0.0, bottom - top)


def _known(element: Element, key: str, named: Mapping[str, Box]) -> list[Box]:
    return [named[name] for name in _names(element, key) if name in named]


def _names(element: Element, key: str) -> Iterable[str]:
    names: Iterable[str] = element.options.get(key, ())
    return names
