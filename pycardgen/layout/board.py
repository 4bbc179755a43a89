"""Boards: hexagons, squares or free spaces with their labels, symbols, walls and a legend, as a drawing.

Every space is a group with an id such as `room-L06` and classes that say what it is, for SVG and for tests.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pycardgen.diagnostics import Diagnostic, Report, Span, did_you_mean
from pycardgen.layout.display import Circle, Drawing, Group, Ink, Item, Line, Polygon, Rect, Use
from pycardgen.layout.images import icon_symbol
from pycardgen.layout.kit import Box, Kit
from pycardgen.layout.text import Style, set_text
from pycardgen.records import dataclass, field

SHAPES = ("hex-flat", "hex-pointy", "square", "free")

_ROOT3 = 1.7320508075688772
_LEGEND_ROW = 6.5


@dataclass(frozen=True, slots=True)
class Look:
    """How spaces (or edges) of a class look. Colours by name of the theme or `#rrggbb`, None for nothing.

    `inner` is a second outline inside the space; `icon` a symbol in it. `legend` is what the legend calls the
    class; without it the class isn't in the legend. `labelled`: whether its spaces show their labels.
    """

    fill: str | None = "panel"
    stroke: str | None = "ink"
    stroke_width: float = 0.25
    dash: tuple[float, ...] = ()
    inner: str | None = None
    color: str = "ink"
    icon: str = ""
    icon_color: str = ""
    legend: str = ""
    labelled: bool = True


@dataclass(frozen=True, slots=True)
class BoardSpace:
    """A space. `x`, `y` are column and row from 1 on a grid, millimetres on a free board.

    The first of `classes` that has a look decides the look. `symbol` is an icon used instead of the look's.
    A `note` is written in the core, which has an ink of its own, with the label above it instead of an icon.
    `ring` is drawn within the outline.
    """

    id: str
    x: float
    y: float
    label: str = ""
    classes: tuple[str, ...] = ()
    symbol: str = ""
    title: str = ""
    data: tuple[tuple[str, str], ...] = ()
    span: Span | None = None
    note: str = ""
    core: Ink | None = None
    ring: Ink | None = None


@dataclass(frozen=True, slots=True)
class BoardEdge:
    """A wall or door between two spaces (drawn on their common side), or a way between two free spaces."""

    a: str
    b: str
    classes: tuple[str, ...] = ("wall",)
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class BoardSpec:
    """A board. `shifted`: which columns (rows, for pointy hexagons), counting from 1, lie half a cell
    further.

    `prefix` begins the ids of spaces: the space type's name in lower case.
    """

    title: str
    shape: str
    spaces: Sequence[BoardSpace]
    looks: Mapping[str, Look] = field(default_factory=dict)
    edges: Sequence[BoardEdge] = ()
    shifted: str = "even"
    prefix: str = "space"
    subtitle: str = ""
    ground: str | None = None
    legend: bool = True
    radius: float = 9.0


Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Cell:
    """Where a space lies: its centre, its corners (none for a circle) and the radius of what fits in it, in
    mm.
    """

    space: BoardSpace
    center: Point
    corners: tuple[Point, ...]
    radius: float


def draw_board(spec: BoardSpec, kit: Kit, width: float, height: float, report: Report) -> Drawing:
    """The board, as large as width and height (mm) allow.

    Doubled places and unknown ends of edges are reported.
    """
    _check(spec, report)
    legend = _legend_entries(spec) if spec.legend else []
    legend_rows = _legend_rows(legend, kit, width)
    area = _area(spec, kit, width, height)
    bottom = height - area[1] - area[3]
    cells = _cells(spec, area)
    painter = _Board(spec, kit, report)
    layers = []
    if spec.ground:
        layers.append(Group((Rect(0, 0, width, height, Ink(painter.color(spec.ground))),), layer="Ground"))
    if spec.shape == "free":
        layers.append(Group(tuple(painter.edges(cells)), layer="Ways"))
    # Thick outlines on top, so that no neighbour covers half of one.
    over = sorted(cells, key=lambda cell: painter.look(cell.space.classes).stroke_width)
    layers.append(Group(tuple(painter.space(cell) for cell in over), layer="Spaces"))
    if spec.shape != "free" and spec.edges:
        layers.append(Group(tuple(painter.edges(cells)), layer="Walls"))
    words = [*painter.title(width), *painter.legend(legend_rows, height - bottom + 3.0, width)]
    if words:
        layers.append(Group(tuple(words), layer="Title and legend"))
    return Drawing(width, height, tuple(layers), 0.0, spec.title or "board")


def space_width(spec: BoardSpec, kit: Kit, width: float, height: float) -> float:
    """How wide a space of the board that `draw_board` makes is, in mm; 0 if it has none."""
    cells = _cells(spec, _area(spec, kit, width, height))
    return 2 * cells[0].radius if cells else 0.0


def outlines(
    spec: BoardSpec, kit: Kit, width: float, height: float
) -> dict[str, tuple[Point, tuple[Point, ...], float]]:
    """Where `draw_board` puts each space, by id: its middle, its corners (none for a circle), and the radius
    of what fits in it, in mm.
    """
    cells = _cells(spec, _area(spec, kit, width, height))
    return {cell.space.id: (cell.center, cell.corners, cell.radius) for cell in cells}


def _area(spec: BoardSpec, kit: Kit, width: float, height: float) -> Box:
    """Where the spaces lie: below the title, above the legend."""
    top = 13.0 if spec.title else 0.0
    rows = _legend_rows(_legend_entries(spec), kit, width) if spec.legend else []
    return 0.0, top, width, height - top - len(rows) * _LEGEND_ROW - (3.0 if rows else 0.0)


def _check(spec: BoardSpec, report: Report) -> None:
    places: dict[Point, BoardSpace] = {}
    ids = {space.id for space in spec.spaces}
    for space in spec.spaces:
        other = places.setdefault((space.x, space.y), space)
        if other is not space:
            message = f"spaces '{other.id}' and '{space.id}' lie in the same place"
            report(Diagnostic("PCG0750", message, space.span, "give one of them another place"))
    for edge in spec.edges:
        for end in (edge.a, edge.b):
            if end not in ids:
                message = f"an edge of the board leads to '{end}', which is not one of its spaces"
                report(Diagnostic("PCG0751", message, edge.span, did_you_mean(end, ids)))


# --- geometry ---


def _cells(spec: BoardSpec, area: Box) -> list[_Cell]:
    """Every space scaled into an area and centred there."""
    if not spec.spaces:
        return []
    outlines = [(space, *_unit(spec, space)) for space in spec.spaces]
    reach = 0.0 if spec.shape != "free" else spec.radius
    xs = [x for _, center, corners in outlines for x, _ in (corners or (center,))]
    ys = [y for _, center, corners in outlines for _, y in (corners or (center,))]
    left, top = min(xs) - reach, min(ys) - reach
    wide, high = max(xs) + reach - left, max(ys) + reach - top
    x, y, w, h = area
    scale = min((w - 0.6) / wide, (h - 0.6) / high)
    dx, dy = x + (w - wide * scale) / 2 - left * scale, y + (h - high * scale) / 2 - top * scale
    inner = {"hex-flat": _ROOT3 / 2, "hex-pointy": _ROOT3 / 2, "square": 0.5}.get(spec.shape, spec.radius)
    return [
        _Cell(
            space,
            (center[0] * scale + dx, center[1] * scale + dy),
            tuple((px * scale + dx, py * scale + dy) for px, py in corners),
            inner * scale,
        )
        for space, center, corners in outlines
    ]


def _unit(spec: BoardSpec, space: BoardSpace) -> tuple[Point, tuple[Point, ...]]:
    """Centre and corners of a space whose hexagons have sides of 1 and whose squares are 1 by 1."""
    if spec.shape == "free":
        return (space.x, space.y), ()
    column, row = space.x - 1, space.y - 1
    if spec.shape == "square":
        x, y = column, row
        return (x, y), ((x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5))
    if spec.shape == "hex-flat":
        shift = 0.5 if _is_shifted(int(space.x), spec.shifted) else 0.0
        x, y = 1.5 * column, _ROOT3 * (row + shift)
        half = _ROOT3 / 2
        around = ((1, 0), (0.5, half), (-0.5, half), (-1, 0), (-0.5, -half), (0.5, -half))
    else:
        shift = 0.5 if _is_shifted(int(space.y), spec.shifted) else 0.0
        x, y = _ROOT3 * (column + shift), 1.5 * row
        half = _ROOT3 / 2
        around = ((0, 1), (-half, 0.5), (-half, -0.5), (0, -1), (half, -0.5), (half, 0.5))
    return (x, y), tuple((x + px, y + py) for px, py in around)


def _is_shifted(number: int, shifted: str) -> bool:
    return (number % 2 == 0) == (shifted == "even")


def _common_side(a: _Cell, b: _Cell) -> tuple[Point, Point] | None:
    """The side that two cells share, if they touch."""
    near = [p for p in a.corners if any(math.dist(p, q) < a.radius * 0.05 for q in b.corners)]
    return (near[0], near[1]) if len(near) == 2 else None


# --- painting ---


@dataclass(slots=True)
class _Board:
    """What painting a board needs."""

    spec: BoardSpec
    kit: Kit
    report: Report
    told: set[str] = field(default_factory=set)

    def color(self, name: str | None) -> str | None:
        if not name or name == "none":
            return None
        if name.startswith("#"):
            return name.lower()
        found = self.kit.theme.colors.get(name)
        if found is None and name not in self.told:
            self.told.add(name)
            hint = did_you_mean(name, self.kit.theme.colors)
            self.report(Diagnostic("PCG0707", f"there is no colour '{name}' (on the board)", None, hint))
        return found or "#888888"

    def look(self, classes: Sequence[str]) -> Look:
        return next((self.spec.looks[name] for name in classes if name in self.spec.looks), Look())

    def ink(self, look: Look) -> Ink:
        return Ink(self.color(look.fill), self.color(look.stroke), look.stroke_width, look.dash, True)

    def space(self, cell: _Cell) -> Group:
        space, look = cell.space, self.look(cell.space.classes)
        items: list[Item] = [self.outline(cell, 1.0, self.ink(look))]
        if look.inner:
            inner = Ink(None, self.color(look.inner), look.stroke_width, (), True)
            items.append(self.outline(cell, 0.84, inner))
        if space.ring:
            items.append(self.outline(cell, 0.9, space.ring))
        items += self.noted(cell, space.core) if space.core else self.inside(cell, look)
        name = f"{self.spec.prefix}-{space.id}"
        return Group(
            tuple(items), name, space.classes, space.data, title=space.title or space.label or space.id
        )

    def outline(self, cell: _Cell, scale: float, ink: Ink) -> Item:
        x, y = cell.center
        if not cell.corners:
            return Circle(x, y, cell.radius * scale, ink)
        return Polygon(tuple((x + (px - x) * scale, y + (py - y) * scale) for px, py in cell.corners), ink)

    def inside(self, cell: _Cell, look: Look) -> list[Item]:
        """Symbol and label: one in the middle, or the symbol above the label."""
        space, (x, y), r = cell.space, cell.center, cell.radius
        icon = space.symbol or look.icon
        label = space.label if look.labelled else ""
        items: list[Item] = []
        if icon:
            size, rise = (r * 0.9, r * 0.26) if label else (r * 1.25, 0.0)
            items += self.icon(icon, (x - size / 2, y - rise - size / 2, size, size), look)
        if label:
            top, high = (r * 0.2, r * 0.56) if icon else (-r * 0.3, r * 0.6)
            items += self.text(
                label, "board-label", look.color, (x - r * 0.8, y + top, r * 1.6, high), r * 1.15
            )
        return items

    def noted(self, cell: _Cell, core: Ink) -> list[Item]:
        """The core with its note, and the label above it on the same ground."""
        space, (x, y), r = cell.space, cell.center, cell.radius
        items = [self.outline(cell, 0.74, core)]
        items += self.text(
            space.label, "board-label", "black", (x - r * 0.6, y - r * 0.6, r * 1.2, r * 0.4), r * 0.5
        )
        items += self.text(
            space.note, "number", "black", (x - r * 0.6, y - r * 0.25, r * 1.2, r * 0.8), r * 0.95
        )
        return items

    def icon(self, name: str, box: Box, look: Look) -> list[Item]:
        ink_color = self.color(look.icon_color or look.color) or "#000000"
        symbol = icon_symbol(self.kit, name, ink_color, self.report)
        if symbol is None:
            if name not in self.told and name not in self.kit.theme.icons:
                hint = did_you_mean(name, self.kit.theme.icons)
                self.report(Diagnostic("PCG0708", f"there is no icon '{name}' (on the board)", None, hint))
            self.told.add(name)
            return []
        sx, sy, sw, sh = symbol.box
        scale = min(box[2] / sw, box[3] / sh)
        left, top = box[0] + (box[2] - sw * scale) / 2, box[1] + (box[3] - sh * scale) / 2
        return [Use(symbol, left - sx * scale, top - sy * scale, scale)]

    def text(self, text: str, style: str, color: str, box: Box, limit: float = 0.0) -> Sequence[Item]:
        """A line of text; `limit` (mm) bounds the size of its characters besides the box."""
        used = self.kit.theme.styles.get(style, Style())
        if limit:
            size = min(used.size, limit / 0.3528)
            used = replace(used, size=size, min_size=min(used.min_size, size))
        used = replace(used, color=self.color(color) or "#000000", icon_color="")
        block = set_text(text, used, box, lambda n, c: icon_symbol(self.kit, n, c, self.report))
        if block.fit.excess_w or block.missing:
            self.told.add(text)
            what = (
                f"is {block.fit.excess_w:.1f} mm too wide"
                if block.fit.excess_w
                else "has characters of no font"
            )
            code = "PCG0721" if block.fit.excess_w else "PCG0722"
            self.report(Diagnostic(code, f"'{text}' on the board {what}", None, "shorten it"))
        return block.items

    def edges(self, cells: Sequence[_Cell]) -> list[Item]:
        by_id = {cell.space.id: cell for cell in cells}
        items: list[Item] = []
        for edge in self.spec.edges:
            a, b = by_id.get(edge.a), by_id.get(edge.b)
            if a is None or b is None:
                continue
            default = Look(None, "ink", 1.1 if a.corners else 0.7)
            look = next((self.spec.looks[n] for n in edge.classes if n in self.spec.looks), default)
            ends = _common_side(a, b) if a.corners else (a.center, b.center)
            if ends is not None:
                ink = Ink(None, self.color(look.stroke), look.stroke_width, look.dash, True)
                line = Line(*ends[0], *ends[1], ink)
                items.append(Group((line,), f"edge-{edge.a}-{edge.b}", edge.classes))
        return items

    def title(self, width: float) -> list[Item]:
        if not self.spec.title:
            return []
        items = list(self.text(self.spec.title, "board-title", "ink", (0.0, 0.0, width * 0.68, 9.5)))
        if self.spec.subtitle:
            used = self.kit.theme.styles.get("subtitle", Style())
            styled = replace(used, align="right", color=self.color(used.color) or "#000000", size=9.0)
            box = (width * 0.7, 0.0, width * 0.3, 9.5)
            block = set_text(
                self.spec.subtitle, styled, box, lambda n, c: icon_symbol(self.kit, n, c, self.report)
            )
            items += block.items
        return items

    def legend(
        self, rows: Sequence[Sequence[tuple[Look, str, float]]], top: float, width: float
    ) -> list[Item]:
        items: list[Item] = []
        for index, row in enumerate(rows):
            x, y = 0.0, top + index * _LEGEND_ROW
            for look, text, room in row:
                cell = _sample(self.spec.shape, (x + 2.8, y + 2.6), 2.5)
                # Thinner lines: a sample is smaller than a space.
                width = min(look.stroke_width, 0.3)
                items.append(self.outline(cell, 1.0, replace(self.ink(look), width=width)))
                if look.inner and not look.icon:  # both are a smudge at this size
                    items.append(self.outline(cell, 0.78, Ink(None, self.color(look.inner), width / 2)))
                if look.icon:
                    items += self.icon(look.icon, (x + 1.1, y + 0.9, 3.4, 3.4), look)
                items += self.text(text, "board-legend", "ink", (x + 6.6, y, room - 9.0, 5.2))
                x += room
        return items


def _sample(shape: str, center: Point, r: float) -> _Cell:
    """A small space for the legend."""
    x, y = center
    space = BoardSpace("", 1, 1)
    if shape == "free":
        return _Cell(space, center, (), r)
    spec = BoardSpec("", shape, (), shifted="even")
    scale = r if shape != "square" else r * 1.8
    (ux, uy), corners = _unit(spec, space)
    return _Cell(
        space, center, tuple((x + (px - ux) * scale, y + (py - uy) * scale) for px, py in corners), r
    )


def _legend_entries(spec: BoardSpec) -> list[tuple[Look, str]]:
    """The looks that are used on the board and have a name, in the order of `looks`."""
    used = {name for space in spec.spaces for name in space.classes}
    return [(look, look.legend) for name, look in spec.looks.items() if look.legend and name in used]


def _legend_rows(
    entries: Sequence[tuple[Look, str]], kit: Kit, width: float
) -> list[list[tuple[Look, str, float]]]:
    """Entries side by side, with the width in mm that each takes, in as many rows as they need."""
    style = kit.theme.styles.get("board-legend", Style())
    rows: list[list[tuple[Look, str, float]]] = []
    used = 0.0
    for look, text in entries:
        block = set_text(text, replace(style, max_lines=0), (0.0, 0.0, 1e4, 1e4), lambda n, c: None)
        em = style.size * 25.4 / 72
        room = min(
            max((line[2] for lines in block.fit.lines for line in lines), default=0.0) * em + 12.0, width
        )
        if not rows or used + room > width:
            rows.append([])
            used = 0.0
        rows[-1].append((look, text, room))
        used += room
    return rows
