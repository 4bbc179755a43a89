"""A map in the terminal: two lines a cell, so that a hex grid's shifted columns sit half a cell lower."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import click

from pycardgen.check.graphs import choke_points, dead_ends, position
from pycardgen.model.game import Game, MapDecl, Space
from pycardgen.model.sketch import first_enum
from pycardgen.model.types import EnumType

PATTERNS = "·░▒▓█╱╳◆●○"
"""What fills a cell without colour, by the value of the field that spaces are told apart by."""

COLORS = (
    *((250, 254), (67, 110), (173, 216), (108, 151), (139, 182), (180, 187), (131, 174), (73, 116)),
    *((101, 144), (245, 248)),
)
"""Backgrounds, from the palette of 256 colours; all are light enough for black text. Every other column is
lighter, so that cells of one colour can be told apart.
"""

CHOKE, DEAD_END = "!", "x"


@dataclass(frozen=True, slots=True)
class _Style:
    """How cells are drawn: `width` characters wide, `gap` between them, with ids or without."""

    width: int
    gap: int
    ids: bool
    color: bool
    order: Mapping[str, int] = field(default_factory=dict)

    def top(self, number: int, id_: str, column: int) -> str:
        """The upper half of a cell."""
        if not self.ids and not self.color:
            return self.fill(number)
        label = id_[: self.width] if self.ids else ""
        return self.painted(label.center(self.width), number, column)

    def fill(self, number: int, mark: str = "", column: int = 0) -> str:
        """The lower half of a cell, `mark` in its middle."""
        if self.color:
            return self.painted(mark.center(self.width), number, column, edge=True)
        pattern = PATTERNS[number % len(PATTERNS)]
        middle = (self.width - len(mark)) // 2
        return pattern * middle + mark + pattern * (self.width - middle - len(mark))

    def painted(self, text: str, number: int, column: int, edge: bool = False) -> str:
        """Text on the colour of a value; `edge`: with the cell's lower edge."""
        if not self.color:
            return text
        return click.style(text, fg=16, bg=COLORS[number % len(COLORS)][column % 2], underline=edge)


def draw(game: Game, map_: MapDecl, by: str | None, color: bool, room: int = 80) -> Iterator[str]:
    """The lines of a drawing and of its legend, `room` characters wide if that can be.

    Raises click.UsageError if no space has a field `by`.
    """
    told_by = _field(game, map_, by)
    if map_.grid.shape == "graph":
        yield from _list(map_, told_by)
        return
    values = list(dict.fromkeys(_value(space, told_by) for space in map_.spaces)) if told_by else [""]
    order = {value: n for n, value in enumerate(_members(game, map_, told_by) or values)}
    style = _style(map_, room, color, order)
    marks = _marks(map_)
    yield from _grid(map_, told_by, style, marks)
    yield ""
    if told_by:
        yield from _filled(
            [f"{style.fill(order[value])} {value}" for value in order if value in values],
            [style.width + 1 + len(value) for value in order if value in values],
            room,
        )
    legend = [f"{mark} {about}" for mark, about in _explained(map_, marks)]
    yield from _filled(legend, list(map(len, legend)), room)
    if not style.ids:
        yield f"(too wide for ids in {room} columns)"


def _style(map_: MapDecl, room: int, color: bool, order: Mapping[str, int]) -> _Style:
    """The roomiest style that fits: cells apart, cells that touch, cells without ids."""
    left, right = _columns(map_)
    columns = right - left + 1
    width = min(max((len(space.definition.id) for space in map_.spaces), default=1), 8)
    if columns * (width + 1) - 1 <= room:
        return _Style(width, 1, True, color, order)
    if columns * width <= room:
        return _Style(width, 0, True, color, order)
    return _Style(2, 0, False, color, order)


def _columns(map_: MapDecl) -> tuple[int, int]:
    """The first and the last column with a space."""
    columns = [int(space.x) for space in map_.spaces] or [1]
    return min(columns), max(columns)


def _field(game: Game, map_: MapDecl, by: str | None) -> str | None:
    """The field that spaces are told apart by: the one that is named, or the first enum of their types."""
    if by is None:
        return first_enum(game, map_)
    types = dict.fromkeys(space.definition.type for space in map_.spaces)
    fields = [name for type_ in types for name in game.entities[type_].fields]
    if by not in fields:
        known = ", ".join(fields) or "none"
        raise click.UsageError(f"The spaces of '{map_.id}' have no field '{by}'; they have {known}.")
    return by


def _members(game: Game, map_: MapDecl, field: str | None) -> list[str]:
    """The members of the field's enum, in their order, so that a value looks the same on every map."""
    for space in map_.spaces:
        declared = game.entities[space.definition.type].fields.get(field or "")
        if declared is not None and isinstance(declared.type, EnumType):
            return list(game.enums[declared.type.name].members)
    return []


def _value(space: Space, field: str | None) -> str:
    return str(space.definition.fields.get(field)) if field else ""


# --- marks ------------------------------------------------------------------------------------------


def _marks(map_: MapDecl) -> dict[str, str]:
    """What stands in the cells of spaces of note: their labels, `S`, `G`, or what is special about them."""
    chokes, ends = choke_points(map_), dead_ends(map_)
    found = {}
    for space in map_.spaces:
        id_ = space.definition.id
        if len(space.label) == 1:
            found[id_] = space.label
        elif id_ in map_.starts or id_ in map_.goals:
            found[id_] = "S" if id_ in map_.starts else "G"
        elif id_ in chokes or id_ in ends:
            found[id_] = CHOKE if id_ in chokes else DEAD_END
    return found


def _explained(map_: MapDecl, marks: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The marks with what they mean, each once."""
    words = {"S": "start", "G": "goal", CHOKE: "choke point", DEAD_END: "dead end"}
    told: dict[str, str] = {}
    for space in map_.spaces:
        mark = marks.get(space.definition.id, "")
        if mark:
            told.setdefault(mark, space.definition.name if space.label == mark else words[mark])
    yield from sorted(told.items(), key=lambda item: (not item[0].isalnum(), item[0]))


def _filled(parts: Sequence[str], lengths: Sequence[int], room: int) -> Iterator[str]:
    """Parts side by side, two spaces apart, on as many lines as they need. `lengths` are those seen."""
    line: list[str] = []
    used = 0
    for part, length in zip(parts, lengths, strict=True):
        if line and used + 2 + length > room:
            yield "  ".join(line)
            line, used = [], 0
        used += length + (2 if line else 0)
        line.append(part)
    if line:
        yield "  ".join(line)


# --- cells ------------------------------------------------------------------------------------------


def _grid(map_: MapDecl, field: str | None, style: _Style, marks: Mapping[str, str]) -> Iterator[str]:
    lines: dict[int, dict[int, str]] = {}
    for space in map_.spaces:
        x, y = position(map_, space.x, space.y)
        top = int(y if map_.grid.shape == "hex" else 2 * y)
        number = style.order.get(_value(space, field), 0)
        id_ = space.definition.id
        lines.setdefault(top, {})[int(x)] = style.top(number, id_, int(x))
        lines.setdefault(top + 1, {})[int(x)] = style.fill(number, marks.get(id_, ""), int(x))
    left, right = _columns(map_)
    for y in range(min(lines, default=0), max(lines, default=-1) + 1):
        line = lines.get(y, {})
        yield (" " * style.gap).join(line.get(x, " " * style.width) for x in range(left, right + 1)).rstrip()


def _list(map_: MapDecl, field: str | None) -> Iterator[str]:
    """A graph as its spaces and where each leads."""
    ids = [space.definition.id for space in map_.spaces]
    width = max((len(id_) for id_ in ids), default=0)
    for space, row in zip(map_.spaces, map_.edges, strict=True):
        kind = f" ({_value(space, field)})" if field else ""
        yield f"{space.definition.id.ljust(width)}{kind} -> {', '.join(ids[to] for to in row) or 'nowhere'}"
