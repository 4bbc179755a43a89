"""A template and a subject become a drawing.

`Kit` holds what drawings of a game share: theme, templates, and what was made once and is used again (icons,
the unchanging parts of templates, fitted texts).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from pycardgen.diagnostics import Diagnostic, Report, Severity, Span, did_you_mean
from pycardgen.layout import fields
from pycardgen.layout import paths as path_data
from pycardgen.layout.display import (
    PT,
    Drawing,
    Fill,
    Gradient,
    Group,
    Image,
    Ink,
    Item,
    Picture,
    Symbol,
    Transform,
    Use,
)
from pycardgen.layout.display import Path as PathItem
from pycardgen.layout.kinds import REST
from pycardgen.layout.low_ink import low_ink
from pycardgen.layout.markup import LOOKS
from pycardgen.layout.pictures import load_picture, read_file
from pycardgen.layout.svgshape import MAX_BYTES, Shape, SvgError
from pycardgen.layout.template import RELATIONS, Element, Template
from pycardgen.layout.text import Block, Fit, Style, set_text
from pycardgen.layout.theme import Icon, Theme, restyle
from pycardgen.layout.theme_fonts import unknown_font, unknown_fonts
from pycardgen.records import dataclass, field

Box = tuple[float, float, float, float]
"""x, y, width, height in mm."""

Where = Callable[[str], Span | None]
"""The place in the source of a field of the subject."""

MAX_CACHED = 256
MAX_DEPTH = 16


def nowhere(_: str) -> Span | None:
    """For subjects that stand in no file."""
    return None


@dataclass(frozen=True, slots=True)
class Vector:
    """An SVG file as a symbol, and the digest of its bytes."""

    digest: str
    symbol: Symbol


@dataclass(slots=True, eq=False)
class Proofs:
    """Where cards with text that doesn't fit are drawn, and how: `save(file, drawing, boxes)`, the boxes (mm)
    being those of the texts that are too large.
    """

    folder: Path
    save: Callable[[Path, Drawing, Sequence[Box]], None]
    boxes: list[Box] = field(default_factory=list)

    def file(self, template: Template, subject: Mapping[str, Any]) -> Path:
        """The picture of a card."""
        name = f"{template.name}-{subject.get('id', '')}".strip("-")
        return self.folder / f"{re.sub(r'[^A-Za-z0-9_-]+', '-', name)}.png"


@dataclass(slots=True, eq=False)
class Kit:
    """What the drawings of a game share.

    `folder` is where its pictures are; `paper` names the size of pages; `language` is that of the texts.
    `group_sizes` are the sizes (pt) of the texts of each fit group; where `measured` is a mapping, the sizes
    that they would have by themselves are noted there. `scale`: how large drawings are printed; `small` are
    the elements of which it has been said that their text is too small then.
    """

    theme: Theme
    templates: Mapping[str, Template]
    folder: Path | None = None
    paper: str = "a4"
    language: str = "en"
    icons: dict[tuple[str, str], Symbol | None] = field(default_factory=dict)
    statics: dict[tuple[Any, ...], tuple[Item, ...]] = field(default_factory=dict)
    blocks: dict[tuple[int, Box, str, Style], Block] = field(default_factory=dict)
    styles: dict[tuple[str, tuple[tuple[str, Any], ...]], Style] = field(default_factory=dict)
    pictures: dict[str, Picture | None] = field(default_factory=dict)
    art: dict[tuple[object, ...], Symbol] = field(default_factory=dict)
    vectors: dict[tuple[str, str], Vector | None] = field(default_factory=dict)
    shapes: dict[str, tuple[Box, list[Shape]] | None] = field(default_factory=dict)
    group_sizes: Mapping[str, float] = field(default_factory=dict)
    measured: dict[str, float] | None = None
    grouping: dict[int, bool] = field(default_factory=dict)
    proofs: Proofs | None = None
    scale: float = 1.0
    small: set[int] = field(default_factory=set)
    orders: dict[int, tuple[object, tuple[int, ...] | None]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Env:
    """What an element is drawn with."""

    kit: Kit
    template: Template
    fields: Mapping[str, Any]
    report: Report
    where: Where
    depth: int = 0

    @property
    def subject(self) -> str:
        """How messages call the subject."""
        name = self.fields.get("name") or self.fields.get("id")
        return f"'{name}'" if name else f"a drawing of template '{self.template.name}'"

    def text(self, text: str) -> str:
        """A text with the subject's fields filled in."""
        if "{" not in text:
            return text
        return fields.expand(text, self.fields, self._unknown)

    def _unknown(self, path: str) -> None:
        span = self.where(path.partition(".")[0]) or self.template.place.whole()
        known = [str(k) for k in self.fields]
        message = f"{self.subject} has no field '{path}', which template '{self.template.name}' prints"
        hint = did_you_mean(path, known) or f"it has {fields.some(known)}"
        self.report(Diagnostic("PCG0705", message, span, hint))


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


# --- an element -----------------------------------------------------------------------------------


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


def rotation(degrees: float, x: float, y: float) -> Transform:
    """A clockwise turn about a point; quarter turns are exact."""
    quarter = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}
    radians = math.radians(degrees)
    cos, sin = quarter.get(degrees % 360.0) or (math.cos(radians), math.sin(radians))
    return cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y


# --- colours, styles, icons, pictures -------------------------------------------------------------


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


def icon_symbol(kit: Kit, name: str, ink_color: str, report: Report) -> Symbol | None:
    """An icon in a colour, made once; None when there is no such icon."""
    key = (name, ink_color)
    if key not in kit.icons:
        kit.icons[key] = _make_icon(kit, name, ink_color, report)
    return kit.icons[key]


def _make_icon(kit: Kit, name: str, ink_color: str, report: Report) -> Symbol | None:
    icon = kit.theme.icons.get(name)
    if icon is None:
        return None
    if name not in kit.shapes:
        kit.shapes[name] = _icon_shapes(kit, icon, report) if icon.file else (icon.box, list(icon.shapes))
    found = kit.shapes[name]
    if found is None:
        return None
    box, shapes = found
    return Symbol(f"icon-{name}", box, _painted(kit, shapes, ink_color))


_PLAIN_SVG = "save it as plain SVG, text and effects turned into paths; or as PNG with 300 pixels an inch"


def _painted(kit: Kit, shapes: Iterable[Shape], ink_color: str) -> tuple[Item, ...]:
    return tuple(_painted_shape(kit, shape, ink_color) for shape in shapes)


def _painted_shape(kit: Kit, shape: Shape, ink_color: str) -> Item:
    fill = shape.fill if isinstance(shape.fill, Gradient) else _icon_paint(kit, shape.fill, ink_color)
    stroke = _icon_paint(kit, shape.stroke, ink_color)
    ink = Ink(fill, stroke, shape.width, shape.dash, shape.rounded)
    path = PathItem(shape.commands, ink, shape.even_odd)
    if shape.transform is None and shape.opacity == 1.0:
        return path
    return Group((path,), transform=shape.transform, opacity=shape.opacity)


def _icon_paint(kit: Kit, paint: str, ink_color: str) -> str | None:
    if paint == "none":
        return None
    return (
        ink_color
        if paint == "current"
        else kit.theme.colors.get(paint, paint if paint[0] == "#" else ink_color)
    )


def _icon_shapes(kit: Kit, icon: Icon, report: Report) -> tuple[Box, list[Shape]] | None:
    span = icon.place.value(icon.key) if icon.place else None
    data = read_file(kit.folder, icon.file, span, report, MAX_BYTES)
    if data is None:
        return None
    from pycardgen.layout.svgicon import read_svg

    try:
        return read_svg(data)
    except SvgError as error:
        message = f"'{icon.file}' can't be used as an icon: {error}"
        report(Diagnostic("PCG0734", message, span, _PLAIN_SVG))
        return None


def picture(env: Env, name: str, span: Span | None) -> Picture | None:
    """A picture of the game's folder, read once."""
    kit = env.kit
    if name not in kit.pictures:
        kit.pictures[name] = load_picture(kit.folder, name, span, env.report)
    return kit.pictures[name]


# --- text -----------------------------------------------------------------------------------------


def source_of(element: Element, key: str, env: Env) -> Span | None:
    """Where the text of an element comes from: the first field that it prints, or the element."""
    value = element.options.get(key)
    for reference in fields.references(value) if isinstance(value, str) else ():
        span = env.where(reference.path.partition(".")[0])
        if span is not None:
            return span
    return element.place.value(key)


def text_items(
    element: Element, text: str, used: Style, box: Box, env: Env, key: str = "text"
) -> tuple[Item, ...]:
    """Fitted text, and the diagnostics about it."""
    if not text:
        return ()
    block = text_block(element, text, used, box, env)
    if env.kit.measured is not None:
        note_size(env.kit.measured, used, block.fit.size)
        return ()
    if block.fit.excess_h or block.fit.excess_w or block.unset:
        _report_block(block, element, key, box, env)
    else:
        report_small(block.fit.size, element, key, env)
    return block.items


FLOOR = 5.0
"""The size in points below which few people can read a text."""


def report_small(size: float, element: Element, key: str, env: Env) -> None:
    """Report an element, once, whose text is printed too small to be read. `size` is that in the template."""
    kit = env.kit
    printed = size * kit.scale
    if printed >= FLOOR - 0.1 or id(element) in kit.small:
        return
    kit.small.add(id(element))
    scaled = f" ({size:g} pt in the template, made {kit.scale:.0%} as large)" if kit.scale != 1.0 else ""
    message = f"text of {env.subject} is printed at {printed:.1f} pt{scaled}: few can read that"
    where = f"template '{env.template.name}'"
    hint = f"{FLOOR:g} pt are the least: raise `min_size` or `font_size` in {where}, or print it larger"
    span = source_of(element, key, env)
    env.report(Diagnostic("PCG0737", message, span, hint, severity=Severity.WARNING))


def note_size(measured: dict[str, float], used: Style, size: float) -> None:
    """Take down the size (pt) that a text of a group has by itself."""
    group = used.fit_group
    if group:
        measured[group] = min(measured.get(group, used.size), size)


def text_block(element: Element, text: str, used: Style, box: Box, env: Env) -> Block:
    """Fitted text. The same text in the same box is fitted once."""
    memo = (id(element), box, text, used)
    block = env.kit.blocks.get(memo)
    if block is None:
        if len(env.kit.blocks) >= MAX_CACHED:
            env.kit.blocks.clear()
        kit = env.kit

        def icon(name: str, ink_color: str) -> Symbol | None:
            return icon_symbol(kit, name, ink_color, env.report)

        block = set_text(text, used, box, icon, kit.theme.colors)
        env.kit.blocks[memo] = block
    return block


def _report_excess(fit: Fit, what: str, span: Span | None, box: Box, env: Env) -> None:
    """By how much a text is too large, in mm and lines, and where that can be seen."""
    where = f"its box of {box[2]:.4g} x {box[3]:.4g} mm in template '{env.template.name}'"
    see = "; build with --proofs FOLDER to see it"
    if env.kit.proofs:
        env.kit.proofs.boxes.append(box)
        see = f"; see {env.kit.proofs.file(env.template, env.fields).as_posix()}"
    if fit.excess_h:
        count = sum(map(len, fit.lines))
        over = min(count, max(1, round(fit.excess_h / (fit.leading * fit.size * PT))))
        lines = f"{over} of {count} line{'s' if count > 1 else ''} at {fit.size:g} pt"
        message = f"{what} is {fit.excess_h:.1f} mm too high for {where}: {lines}"
        hint = f"shorten it, enlarge the box, or lower min_size{see}"
        env.report(Diagnostic("PCG0720", message, span, hint))
    if fit.excess_w:
        message = f"{what} is {fit.excess_w:.1f} mm too wide for {where} at {fit.size:g} pt"
        hint = f"a word is too wide: shorten it, hyphenate it (a soft hyphen), or enlarge the box{see}"
        env.report(Diagnostic("PCG0721", message, span, hint))


def _report_block(block: Block, element: Element, key: str, box: Box, env: Env) -> None:
    span = source_of(element, key, env)
    what = (
        f"the text '{element.name}' of {env.subject}"
        if element.name != "text"
        else f"the text of {env.subject}"
    )
    fit = block.fit
    if fit.excess_h or fit.excess_w:
        _report_excess(fit, what, span, box, env)
    for char in dict.fromkeys(block.missing):
        message = f"no font has the character U+{ord(char):04X} '{char}' in {what}"
        env.report(Diagnostic("PCG0722", message, span, "replace it, or use an icon: {icon:name}"))
    for name in dict.fromkeys(block.unknown_icons):
        hint = did_you_mean(name, env.kit.theme.icons)
        env.report(Diagnostic("PCG0708", f"there is no icon '{name}' (in {what})", span, hint))
    for name in dict.fromkeys(block.unknown_colors):
        hint = did_you_mean(name, (*env.kit.theme.colors, *LOOKS)) or f"or one of {', '.join(LOOKS)}"
        env.report(Diagnostic("PCG0707", f"there is no colour '{name}' (in {what})", span, hint))


def image_item(env: Env, element: Element, name: str, box: Box) -> list[Item]:
    """A picture in a box: all of it, or as much as fills the box about its focus, or stretched."""
    found = artwork(env, element, name)
    if found is None:
        return []
    options = element.options
    fit, radius = options.get("fit", "cover"), options.get("radius", 0.0)
    x, y, w, h = box
    own_w, own_h = proportions(found)
    if fit == "stretch":
        return [_shown(found, box)]
    scales = (w / own_w, h / own_h)
    scale = min(scales) if fit == "contain" else max(scales)
    iw, ih = own_w * scale, own_h * scale
    fx, fy = _focus(env, element) if fit == "cover" else (0.5, 0.5)
    left = x + _shifted(w, iw, fx)
    top = y + _shifted(h, ih, fy)
    image = _shown(found, (left, top, iw, ih))
    if fit == "contain" and not radius:
        return [image]
    return [Group((image,), clip=(x, y, w, h, radius))]


def _shifted(room: float, extent: float, focus: float) -> float:
    """Where a picture begins so that its focus is as near to the middle of the room as its edges allow."""
    if extent <= room:
        return (room - extent) / 2
    return min(0.0, max(room - extent, room / 2 - focus * extent))


def _focus(env: Env, element: Element) -> tuple[float, float]:
    value = element.options.get("focus", (0.5, 0.5))
    if isinstance(value, str):
        path = next(fields.references(value)).path
        value = fields.lookup(env.fields, path)
        if value in (None, "", []) or isinstance(value, fields.Absent):
            return 0.5, 0.5
        try:
            x, y = (float(part) for part in value)
        except (TypeError, ValueError):
            x = y = -1.0
        if not (0 <= x <= 1 and 0 <= y <= 1):
            message = f"'{path}' of {env.subject} must be two numbers from 0 to 1, the focus of its picture"
            env.report(Diagnostic("PCG0702", message, source_of(element, "focus", env)))
            return 0.5, 0.5
        return x, y
    return value[0], value[1]


def _shown(found: Picture | Symbol, box: Box) -> Item:
    x, y, w, h = box
    if isinstance(found, Picture):
        return Image(x, y, w, h, found)
    sx, sy, sw, sh = found.box
    across, down = w / sw, h / sh
    if abs(across - down) < 1e-9:
        return Use(found, x - sx * across, y - sy * across, across)
    return Group((Use(found),), transform=(across, 0.0, 0.0, down, x - sx * across, y - sy * down))


def proportions(found: Picture | Symbol) -> tuple[float, float]:
    """Width and height of a picture, in units of its own."""
    return found.box[2:] if isinstance(found, Symbol) else (float(found.width), float(found.height))


def artwork(env: Env, element: Element, name: str) -> Picture | Symbol | None:
    """The picture of that name in the game's folder: a raster image, or the shapes of an SVG file."""
    span = source_of(element, "image", env)
    if not name.lower().endswith(".svg"):
        return picture(env, name, span)
    ink_color = color(env, element, "color", "ink") or "#000000"
    vectors = env.kit.vectors
    if (name, ink_color) not in vectors:
        vectors[name, ink_color] = _vector(env.kit, name, ink_color, span, env.report)
    found = vectors[name, ink_color]
    return found.symbol if found else None


def _vector(kit: Kit, name: str, ink_color: str, span: Span | None, report: Report) -> Vector | None:
    data = read_file(kit.folder, name, span, report, MAX_BYTES)
    if data is None:
        return None
    from pycardgen.layout.svgicon import read_svg

    try:
        box, shapes = read_svg(data)
    except SvgError as error:
        message = f"'{name}' can't be printed: {error}"
        report(Diagnostic("PCG0734", message, span, _PLAIN_SVG))
        return None
    stem = re.sub(r"[^A-Za-z0-9_-]+", "-", name)
    return Vector(sha256(data).hexdigest(), Symbol(f"image-{stem}", box, _painted(kit, shapes, ink_color)))


def path_item(data: str, box: Box, used: Ink, even_odd: bool) -> PathItem:
    """Path data moved to a box. Raises PathError."""
    return PathItem(path_data.placed(path_data.parse(data), box[0], box[1]), used, even_odd)
