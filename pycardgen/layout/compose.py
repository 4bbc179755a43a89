"""A template and a subject become a drawing: element by element, each in the box that is found for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pycardgen.diagnostics import Report
from pycardgen.layout import fields
from pycardgen.layout.display import (
    Drawing,
    Group,
    Item,
    Symbol,
    Use,
    rotation,
)
from pycardgen.layout.kinds import REST
from pycardgen.layout.kit import Box, Env, Kit, Where, nowhere
from pycardgen.layout.low_ink import low_ink
from pycardgen.layout.template import RELATIONS, Element, Template


def compose(
    kit: Kit,
    template: Template,
    subject: Mapping[str, Any],
    report: Report,
    where: Where = nowhere,
) -> Drawing:
    """Draw a subject by a template. What can't be drawn well is reported, and drawn as well as it can be.

    Texts of a fit group have the size that the kit says, or that of the tightest of this drawing.
    """
    from pycardgen.layout.fit_groups import has_groups, natural_sizes

    if kit.measured is not None or kit.group_sizes or not has_groups(kit, template):
        return _composed(kit, template, subject, report, where)
    kit.group_sizes = natural_sizes(kit, template, subject)
    try:
        return _composed(kit, template, subject, report, where)
    finally:
        kit.group_sizes = {}


def _composed(
    kit: Kit, template: Template, subject: Mapping[str, Any], report: Report, where: Where
) -> Drawing:
    width, height = template.extent(kit.paper)
    env = Env(kit, template, subject, report, where)
    items: Iterable[Item] = _page(template, (0.0, 0.0, width, height), env)
    if not kit.theme.fills:
        items = low_ink(items)
    made = Drawing(width, height, tuple(items), template.bleed, str(subject.get("id", template.name)))
    if kit.proofs and kit.proofs.boxes:
        boxes, kit.proofs.boxes = kit.proofs.boxes, []
        kit.proofs.save(kit.proofs.file(template, subject), made, boxes)
    return made


def _page(template: Template, trim: Box, env: Env) -> list[Item]:
    """A template's elements; runs of those that look the same for every subject are drawn once as symbols."""
    from pycardgen.layout.arrange import boxes

    items: list[Item] = []
    elements = template.elements
    placed = boxes(elements, lambda element: template_area(element, template, trim), env)
    index = 0
    while index < len(elements):
        stop = index
        while stop < len(elements) and elements[stop].static:
            stop += 1
        if stop > index and trim[0] == trim[1] == 0.0 and env.kit.measured is None:
            items += _static_run(template, index, stop, trim, env)
            index = stop
        else:
            element = elements[index]
            items += draw(
                element, template_area(element, template, trim), env, placed[index] if placed else None
            )
            index += 1
    return items


def _static_run(template: Template, start: int, stop: int, trim: Box, env: Env) -> tuple[Item, ...]:
    key = (template.name, start, env.kit.paper, tuple(env.kit.group_sizes.items()))
    kept = env.kit.statics.get(key)
    if kept is None:
        items: list[Item] = []
        for element in template.elements[start:stop]:
            items += draw(element, template_area(element, template, trim), env)
        kept = tuple(items)
        if len(items) > 2:
            bleed = template.bleed
            box = (-bleed, -bleed, trim[2] + 2 * bleed, trim[3] + 2 * bleed)
            kept = (Use(Symbol(f"{template.name}-{start}", box, kept)),)
        env.kit.statics[key] = kept
    return kept


def template_area(element: Element, template: Template, trim: Box) -> Box:
    """The part of a template that an element lies in: trimmed, with its bleed, or the safe part."""
    area = element.options.get("area", "trim")
    grow = {"trim": 0.0, "bleed": template.bleed, "safe": -template.safe}[area]
    x, y, w, h = trim
    return x - grow, y - grow, w + 2 * grow, h + 2 * grow


_WITHOUT_TEXT = ("image", "shape", "icon", "pips", "drawing", "art", "routes")
"""Kinds that have no part in measuring the sizes of texts."""


def draw(element: Element, area: Box, env: Env, placed: Box | None = None) -> list[Item]:
    """An element within an area, or in the box that was found for it; nothing if it is hidden."""
    from pycardgen.layout.elements import DRAW

    options = element.options
    for test in options.get("when", ()):
        if not fields.holds(test, env.fields):
            return []
    if env.kit.measured is not None and element.kind in _WITHOUT_TEXT:
        return []
    box = placed or element_box(element, area)
    items = DRAW[element.kind](element, box, env)
    return _wrapped(element, box, items, env)


def element_box(
    element: Element, area: Box, named: Mapping[str, Box] | None = None, hidden: bool = False
) -> Box:
    """Where an element lies: `at` and `size` against the anchor point of the area.

    `named` are the boxes of the elements that it is placed by. One that is hidden has no extent, and keeps no
    space.
    """
    options = element.options
    x, y, w, h = area
    if "inset" in options:
        top, right, bottom, left = options["inset"]
        x, y, w, h = x + left, y + top, max(0.0, w - left - right), max(0.0, h - top - bottom)
    dx, dy = options.get("at", (0.0, 0.0))
    anchor = options.get("anchor", "top-left")
    ax = 0.0 if "left" in anchor else 1.0 if "right" in anchor else 0.5
    ay = 0.0 if "top" in anchor else 1.0 if "bottom" in anchor else 0.5
    if named is not None and not options.keys().isdisjoint(RELATIONS):
        from pycardgen.layout.arrange import related

        x, y, w, h = related(element, (x, y, w, h), named, 0.0 if hidden else options.get("space", 0.0))
        if "anchor" not in options:
            ax = 1.0 if "left_of" in options and "right_of" not in options else 0.0
            ay = 1.0 if "above" in options and "below" not in options else 0.0
        if hidden:
            dx, dy = 0.0, 0.0
    own_w, own_h = options.get("size", (REST, REST))
    if own_w == REST:
        own_w = _rest(w, dx, ax)
    if own_h == REST:
        own_h = _rest(h, dy, ay)
    if hidden:
        own_w, own_h = 0.0, 0.0
    return x + ax * (w - own_w) + dx, y + ay * (h - own_h) + dy, own_w, own_h


def _rest(room: float, offset: float, side: float) -> float:
    """The extent that an element without a size has: from its offset to the far end of the area."""
    return max(0.0, room - offset if side == 0.0 else room + offset if side == 1.0 else room)


def _wrapped(element: Element, box: Box, items: list[Item], env: Env) -> list[Item]:
    options = element.options
    if not items or not ({"rotate", "opacity", "id", "class"} & options.keys()):
        return items
    turn = options.get("rotate", 0.0)
    classes = tuple(env.text(name) for name in options.get("class", ()))
    group = Group(
        tuple(items),
        classes=(str(options["id"]), *classes) if "id" in options else classes,
        transform=rotation(turn, box[0] + box[2] / 2, box[1] + box[3] / 2) if turn else None,
        opacity=options.get("opacity", 1.0),
    )
    return [group]
