"""Icons, pictures and drawn paths, as items of a drawing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256

from pycardgen.diagnostics import Diagnostic, Report, Span
from pycardgen.layout import fields
from pycardgen.layout import paths as path_data
from pycardgen.layout.display import (
    Gradient,
    Group,
    Image,
    Ink,
    Item,
    Picture,
    Symbol,
    Use,
)
from pycardgen.layout.display import Path as PathItem
from pycardgen.layout.kit import Box, Env, Kit, Vector, source_of
from pycardgen.layout.pictures import load_picture, read_file
from pycardgen.layout.styles import color
from pycardgen.layout.svgshape import MAX_BYTES, Shape, SvgError
from pycardgen.layout.template import Element
from pycardgen.layout.theme import Icon


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
