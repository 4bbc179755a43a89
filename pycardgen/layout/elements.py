"""How each kind of element is drawn: one function a kind, listed in DRAW."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from pycardgen.diagnostics import Diagnostic
from pycardgen.layout import fields
from pycardgen.layout.arrange import draw_all, extent
from pycardgen.layout.art.element import draw_art
from pycardgen.layout.compose import _page
from pycardgen.layout.display import (
    Circle,
    Drawing,
    Group,
    Ink,
    Item,
    Line,
    Polygon,
    Rect,
    Use,
)
from pycardgen.layout.images import artwork, icon_symbol, image_item, path_item, proportions
from pycardgen.layout.kit import MAX_DEPTH, Box, Env, source_of
from pycardgen.layout.paths import PathError
from pycardgen.layout.routes import draw_routes
from pycardgen.layout.styles import color, grouped, ink, plain_style, style
from pycardgen.layout.table import Column, Table, TableLook, draw_table, set_table
from pycardgen.layout.template import Element
from pycardgen.layout.text import Style
from pycardgen.layout.text_block import note_size, report_small, text_block, text_items
from pycardgen.records import dataclass

MAX_REPEATS = 1_000


def _text(element: Element, box: Box, env: Env) -> list[Item]:
    return list(text_items(element, env.text(element.options["text"]), style(env, element), box, env))


def _icon(element: Element, box: Box, env: Env) -> list[Item]:
    name = env.text(element.options["icon"])
    if not name:
        return []
    return icon_in_box(element, name, color(env, element, "color", "ink") or "#000000", box, env)


def icon_in_box(element: Element, name: str, ink_color: str, box: Box, env: Env) -> list[Item]:
    """An icon as large as the box allows, in its middle."""
    symbol = icon_symbol(env.kit, name, ink_color, env.report)
    if symbol is None:
        if name not in env.kit.theme.icons:
            message = f"there is no icon '{name}' (for {env.subject})"
            env.report(Diagnostic("PCG0708", message, source_of(element, "icon", env)))
        return []
    x, y, w, h = box
    sx, sy, sw, sh = symbol.box
    scale = min(w / sw, h / sh)
    return [Use(symbol, x + (w - sw * scale) / 2 - sx * scale, y + (h - sh * scale) / 2 - sy * scale, scale)]


def _image(element: Element, box: Box, env: Env) -> list[Item]:
    name = env.text(element.options["image"])
    return image_item(env, element, name, box) if name else []


def _shape(element: Element, box: Box, env: Env) -> list[Item]:
    options = element.options
    x, y, w, h = box
    used = ink(env, element, box)
    kind = options["shape"]
    if kind == "circle":
        return [Circle(x + w / 2, y + h / 2, min(w, h) / 2, used)]
    if kind == "hexagon":
        return [Polygon(hexagon(x, y, w, h), used)]
    if kind in ("polygon", "line"):
        points = tuple((x + px, y + py) for px, py in options.get("points", ((0.0, 0.0), (w, h))))
        if kind == "line":
            pairs = pairwise(points)
            return [Line(*a, *b, replace(used, stroke=used.stroke or "#000000")) for a, b in pairs]
        return [Polygon(points, used)]
    if kind == "path":
        try:
            return [path_item(options.get("path", ""), box, used, options.get("even_odd", False))]
        except PathError as error:
            message = f"the path can't be read: {error}"
            env.report(Diagnostic("PCG0702", message, element.place.value("path")))
            return []
    if options.get("cut"):
        return [Polygon(_cut_rect(box, options["cut"]), used)]
    return [Rect(x, y, w, h, used, options.get("radius", 0.0))]


def hexagon(x: float, y: float, w: float, h: float) -> tuple[tuple[float, float], ...]:
    """A flat-top hexagon filling a box."""
    return (
        (x + w, y + h / 2),
        (x + w * 0.75, y + h),
        (x + w * 0.25, y + h),
        (x, y + h / 2),
        (x + w * 0.25, y),
        (x + w * 0.75, y),
    )


def _cut_rect(box: Box, cut: float) -> tuple[tuple[float, float], ...]:
    x, y, w, h = box
    c = min(cut, w / 2, h / 2)
    return (
        (x + c, y),
        (x + w - c, y),
        (x + w, y + c),
        (x + w, y + h - c),
        (x + w - c, y + h),
        (x + c, y + h),
        (x, y + h - c),
        (x, y + c),
    )


def _count(element: Element, key: str, env: Env, most: int = 500) -> int:
    """A whole number from an option that may be a field; reports what isn't one."""
    text = env.text(str(element.options.get(key, "0"))).strip()
    if text in ("", "no", "yes"):
        return int(text == "yes")
    try:
        value = int(text)
    except ValueError:
        value = -1
    if not 0 <= value <= most:
        message = f"'{key}' must be a whole number from 0 to {most}, not '{text}' (for {env.subject})"
        env.report(Diagnostic("PCG0702", message, source_of(element, key, env)))
        return 0
    return value


def _pips(element: Element, box: Box, env: Env) -> list[Item]:
    options = element.options
    filled = _count(element, "pips", env)
    total = max(filled, _count(element, "max", env)) if "max" in options else filled
    row = options.get("direction", "row") == "row"
    x, y, w, h = box
    gap = options.get("gap", 0.6)
    across, along = (h, w) if row else (w, h)
    each = min(across, (along - gap * (total - 1)) / total) if total else 0.0
    if each <= 0:
        return []
    length = each * total + gap * (total - 1)
    start = {"center": (along - length) / 2, "right": along - length}.get(options.get("align", "left"), 0.0)
    items: list[Item] = []
    for index in range(total):
        at = start + index * (each + gap)
        cell = (
            (x + at, y + (h - each) / 2, each, each)
            if row
            else (x + (w - each) / 2, y + h - at - each, each, each)
        )
        items += _pip(element, cell, index < filled, env)
    return items


def _pip(element: Element, cell: Box, filled: bool, env: Env) -> list[Item]:
    options = element.options
    main = color(env, element, "color", "accent") or "#000000"
    empty = color(env, element, "empty_color", "faint") or "#bbbbbb"
    if "icon" in options:
        return icon_in_box(element, env.text(options["icon"]), main if filled else empty, cell, env)
    x, y, w, h = cell
    used = Ink(fill=main) if filled else Ink(None, empty, 0.2)
    if not filled:
        x, y, w, h = x + 0.1, y + 0.1, w - 0.2, h - 0.2
    kind = options.get("pip", "circle")
    if kind == "square":
        return [Rect(x, y, w, h, used)]
    if kind == "diamond":
        return [Polygon(((x + w / 2, y), (x + w, y + h / 2), (x + w / 2, y + h), (x, y + h / 2)), used)]
    if kind == "hexagon":
        return [Polygon(hexagon(x, y, w, h), used)]
    return [Circle(x + w / 2, y + h / 2, w / 2, used)]


# --- repetition and nesting -----------------------------------------------------------------------


def _list(element: Element, key: str, env: Env) -> list[Any]:
    """The list that an option's field holds; a number counts from 1."""
    source = str(element.options[key])
    path = next((r.path for r in fields.references(source)), source)
    value = int(path) if path.isdigit() else fields.lookup(env.fields, path)
    if isinstance(value, int) and not isinstance(value, bool):
        value = list(range(1, min(max(value, 0), MAX_REPEATS) + 1))
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list | tuple):
        return list(value)[:MAX_REPEATS]
    if value not in (None, "", False) and not isinstance(value, fields.Absent):
        return [value]
    return []


@dataclass(frozen=True, slots=True)
class _Cell:
    """An item of a repeat: its fields, and where it lies."""

    env: Env
    box: Box


def _cells(element: Element, box: Box, env: Env) -> list[_Cell]:
    """Where the items of a repeat lie. In one that grows, each row is as high as its highest item."""
    options = element.options
    found = _list(element, "repeat", env)
    gap = options.get("gap", 0.0)
    row = options.get("direction", "column") == "row"
    columns = options.get("columns", 0) or (max(1, len(found)) if row else 1)
    lines = -(-len(found) // columns)
    default = ((box[2] - gap * (columns - 1)) / columns, (box[3] - gap * (lines - 1)) / max(lines, 1))
    w, h = options.get("cell", default)
    grow = options.get("grow", False)
    cells: list[_Cell] = []
    y = box[1]
    for start in range(0, len(found), columns):
        line = []
        for column, value in enumerate(found[start : start + columns]):
            named = {options.get("as", "item"): value, "index": start + column + 1}
            inner = replace(env, fields={**env.fields, **named})
            line.append(_Cell(inner, (box[0] + column * (w + gap), y, w, h)))
        if grow:
            room = max(0.0, box[1] + box[3] - y)
            high = max(extent(element.children, (*c.box[:3], room), c.env) for c in line)
            line = [_Cell(c.env, (*c.box[:3], high)) for c in line]
        cells += line
        y += line[0].box[3] + gap
    return cells


def _repeat(element: Element, box: Box, env: Env) -> list[Item]:
    items: list[Item] = []
    for cell in _cells(element, box, env):
        items += draw_all(element.children, cell.box, cell.env)
    return items


def _repeat_height(element: Element, box: Box, env: Env) -> float:
    return max((c.box[1] + c.box[3] - box[1] for c in _cells(element, box, env)), default=0.0)


def _include(element: Element, box: Box, env: Env) -> list[Item]:
    template = env.kit.templates.get(element.options["include"])
    if template is None or env.depth >= MAX_DEPTH:  # both are reported when templates are loaded
        return []
    extra = {
        key: env.text(value) if isinstance(value, str) else value
        for key, value in element.options.get("with", {}).items()
    }
    inner = replace(env, template=template, fields={**env.fields, **extra}, depth=env.depth + 1)
    w, h = template.extent(env.kit.paper)
    return _page(template, (box[0], box[1], w, h), inner)


def _group(element: Element, box: Box, env: Env) -> list[Item]:
    items = draw_all(element.children, box, env)
    if items and element.options.get("clip"):
        return [Group(tuple(items), clip=(*box, element.options.get("radius", 0.0)))]
    return items


def _slot(element: Element, box: Box, env: Env) -> list[Item]:
    return draw_all(element.children, box, env)


def _drawing(element: Element, box: Box, env: Env) -> list[Item]:
    value = fields.held(str(element.options["drawing"]), env.fields)
    if not isinstance(value, Drawing):
        return []
    x, y, w, h = box
    scale = min(w / value.width, h / value.height)
    dx, dy = x + (w - value.width * scale) / 2, y + (h - value.height * scale) / 2
    return [Group(value.items, transform=(scale, 0.0, 0.0, scale, dx, dy))]


# --- tables and grids -----------------------------------------------------------------------------


def _rows(element: Element, env: Env) -> list[list[str]]:
    """The texts of the cells."""
    value = element.options["table"]
    raw: list[Any] = list(value) if isinstance(value, tuple) else _list(element, "table", env)
    columns = element.columns
    rows = []
    for entry in raw:
        inner = replace(env, fields={**env.fields, "row": entry})
        cells = list(entry.values()) if isinstance(entry, Mapping) else entry
        cells = list(cells) if isinstance(cells, list | tuple) else [cells]
        count = len(columns) or len(cells)
        row = []
        for index in range(count):
            template = columns[index].get("text") if columns else None
            default = cells[index] if index < len(cells) else ""
            row.append(inner.text(template) if template is not None else env.text(fields.written(default)))
        rows.append(row)
    return rows


def _set_table(element: Element, box: Box, env: Env) -> Table | None:
    rows = _rows(element, env)
    width = max(map(len, rows), default=0)
    if not width:
        return None
    rows = [row + [""] * (width - len(row)) for row in rows]
    columns = element.columns or ({},) * width
    options = element.options
    cell, head_style = _table_styles(element, env)
    look = TableLook(
        cell,
        head_style,
        options.get("pad", 1.0),
        color(env, element, "line", "rule"),
        color(env, element, "head_fill"),
        color(env, element, "stripe"),
    )
    plan = [Column(c.get("width"), c.get("align")) for c in columns]
    head = [env.text(c.get("title", "")) for c in columns] if any("title" in c for c in columns) else None
    return set_table(
        plan,
        head,
        rows,
        look,
        box[2],
        lambda n, c: icon_symbol(env.kit, n, c, env.report),
        box[3],
        env.kit.theme.colors,
    )


def _table_styles(element: Element, env: Env) -> tuple[Style, Style]:
    """Those of cells and of titles. Where a group makes the cells smaller, so are the titles."""
    plain = plain_style(env, element, "style", "cell")
    cell, head = grouped(plain, env.kit), plain_style(env, element, "head_style", "head")
    if head.fit_group:
        return cell, grouped(head, env.kit)
    size = head.size * cell.size / plain.size
    return cell, replace(head, size=size, min_size=min(head.min_size, size))


def _table(element: Element, box: Box, env: Env) -> list[Item]:
    done = _set_table(element, box, env)
    if done is None:
        return []
    if env.kit.measured is not None:
        cell, head_style = _table_styles(element, env)
        note_size(env.kit.measured, cell, done.look.cell.size)
        note_size(env.kit.measured, head_style, done.look.head.size)
        return []
    if done.excess > 0:
        message = f"the table of {env.subject} is {done.excess:.1f} mm too high for its box"
        env.report(Diagnostic("PCG0720", message, source_of(element, "table", env)))
    else:
        report_small(done.look.cell.size, element, "table", env)
    for char in dict.fromkeys(done.missing):
        message = f"no font has the character U+{ord(char):04X} '{char}' in a table of {env.subject}"
        env.report(Diagnostic("PCG0722", message, source_of(element, "table", env)))
    return draw_table(done, box[0], box[1])


def _grid(element: Element, box: Box, env: Env) -> list[Item]:
    options = element.options
    total = _count(element, "grid", env, 1000)
    if not total:
        return []
    columns = min(options.get("columns", 10) or 1, total)
    lines, gap = -(-total // columns), options.get("gap", 0.0)
    w = (box[2] - gap * (columns - 1)) / columns
    h = (box[3] - gap * (lines - 1)) / lines
    plain = ink(env, element, box) if "fill" in options or "stroke" in options else Ink(None, "#000000", 0.2)
    accent = color(env, element, "accent")
    items: list[Item] = []
    for index in range(total):
        line, column = divmod(index, columns)
        if options.get("direction") == "column":
            column, line = divmod(index, lines)
        cell = (box[0] + column * (w + gap), box[1] + line * (h + gap), w, h)
        number = (total - 1 - index if options.get("reverse") else index) + options.get("start", 1)
        marked = accent and options.get("every") and number % options["every"] == 0
        used = replace(plain, fill=accent) if marked else plain
        items.append(_space(options.get("pip", "rect"), cell, used, options.get("radius", 0.0)))
        items += _grid_label(element, number, cell, env)
    return items


def _space(kind: str, cell: Box, used: Ink, radius: float) -> Item:
    x, y, w, h = cell
    if kind == "circle":
        return Circle(x + w / 2, y + h / 2, min(w, h) / 2, used)
    return Polygon(hexagon(*cell), used) if kind == "hexagon" else Rect(*cell, used, radius)


def _grid_label(element: Element, number: int, cell: Box, env: Env) -> tuple[Item, ...]:
    options = element.options
    where = options.get("label_at", "top-left")
    inner = replace(env, fields={**env.fields, "n": number})
    used = replace(
        style(env, element, "style", "grid"),
        align="left" if "left" in where else "right" if "right" in where else "center",
        valign="top" if "top" in where else "bottom" if "bottom" in where else "middle",
    )
    x, y, w, h = cell
    box = (x + 0.8, y + 0.8, w - 1.6, h - 1.6)
    return text_items(element, inner.text(options.get("label", "{n}")), used, box, inner, "grid")


DRAW: dict[str, Callable[[Element, Box, Env], list[Item]]] = {
    "art": draw_art,
    "pips": _pips,
    "text": _text,
    "icon": _icon,
    "image": _image,
    "shape": _shape,
    "table": _table,
    "repeat": _repeat,
    "include": _include,
    "group": _group,
    "slot": _slot,
    "grid": _grid,
    "routes": draw_routes,
    "drawing": _drawing,
}
"""Every kind of element with its function."""


def _text_height(element: Element, box: Box, env: Env) -> float:
    text = env.text(element.options["text"])
    return text_block(element, text, style(env, element), box, env).fit.height if text else 0.0


def _children_height(element: Element, box: Box, env: Env) -> float:
    return extent(element.children, box, env)


def _image_height(element: Element, box: Box, env: Env) -> float:
    name = env.text(element.options["image"])
    found = artwork(env, element, name) if name else None
    if found is None:
        return 0.0
    w, h = proportions(found)
    return box[2] * h / w


GROW: dict[str, Callable[[Element, Box, Env], float]] = {
    "text": _text_height,
    "image": _image_height,
    "table": lambda element, box, env: table.height if (table := _set_table(element, box, env)) else 0.0,
    "group": _children_height,
    "slot": _children_height,
    "repeat": _repeat_height,
}
"""The height that elements need that can grow."""
