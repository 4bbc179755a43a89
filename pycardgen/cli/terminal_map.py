"""A map in the terminal: two lines a cell, so that a hex grid's shifted columns sit half a cell lower."""

from __future__ import annotations

from collections.abc import Iterator

import click

from pycardgen.check.graphs import position
from pycardgen.model.game import Game, MapDecl, Space
from pycardgen.model.types import EnumType

PATTERNS = "·░▒▓█╱╳◆●○"
"""What fills a cell without colour, by the value of the field that spaces are told apart by."""

COLORS = (250, 67, 173, 108, 139, 180, 131, 73, 101, 245)
"""Backgrounds, from the palette of 256 colours; all are light enough for black text."""


def draw(game: Game, map_: MapDecl, by: str | None, color: bool) -> Iterator[str]:
    """The lines of a drawing and of its legend. Raises click.UsageError if no space has a field `by`."""
    field = _field(game, map_, by)
    values = list(dict.fromkeys(_value(space, field) for space in map_.spaces)) if field else [""]
    order = {value: n for n, value in enumerate(_members(game, map_, field) or values)}
    if map_.grid.shape == "graph":
        yield from _list(map_, field)
        return
    yield from _grid(map_, field, order, color)
    yield ""
    legend = [_fill(order[value], 3, color) + f" {value}" for value in order if value in values]
    marks = [
        f"{mark} {name}"
        for mark, name, ids in (("S", "start", map_.starts), ("G", "goal", map_.goals))
        if ids
    ]
    yield "  ".join([*(legend if field else []), *marks])


def _field(game: Game, map_: MapDecl, by: str | None) -> str | None:
    """The field that spaces are told apart by: the one that is named, or the first enum of their types."""
    types = dict.fromkeys(space.definition.type for space in map_.spaces)
    fields = {name: field for type_ in types for name, field in game.entities[type_].fields.items()}
    if by is not None:
        if by not in fields:
            known = ", ".join(fields) or "none"
            raise click.UsageError(f"The spaces of '{map_.id}' have no field '{by}'; they have {known}.")
        return by
    return next((name for name, field in fields.items() if isinstance(field.type, EnumType)), None)


def _members(game: Game, map_: MapDecl, field: str | None) -> list[str]:
    """The members of the field's enum, in their order, so that a value looks the same on every map."""
    for space in map_.spaces:
        declared = game.entities[space.definition.type].fields.get(field or "")
        if declared is not None and isinstance(declared.type, EnumType):
            return list(game.enums[declared.type.name].members)
    return []


def _value(space: Space, field: str | None) -> str:
    return str(space.definition.fields.get(field)) if field else ""


def _grid(map_: MapDecl, field: str | None, order: dict[str, int], color: bool) -> Iterator[str]:
    width = min(max((len(space.definition.id) for space in map_.spaces), default=1), 8)
    lines: dict[int, dict[int, str]] = {}
    for space in map_.spaces:
        x, y = position(map_, space.x, space.y)
        top = int(y if map_.grid.shape == "hex" else 2 * y)
        number = order.get(_value(space, field), 0)
        id_ = space.definition.id
        mark = "S" if id_ in map_.starts else "G" if id_ in map_.goals else ""
        label = id_[:width].center(width)
        lines.setdefault(top, {})[int(x)] = _painted(label, number) if color else label
        lines.setdefault(top + 1, {})[int(x)] = _fill(number, width, color, mark)
    columns = range(1, max((x for line in lines.values() for x in line), default=0) + 1)
    for y in range(min(lines, default=0), max(lines, default=-1) + 1):
        line = lines.get(y, {})
        yield " ".join(line.get(x, " " * width) for x in columns).rstrip()


def _fill(number: int, width: int, color: bool, mark: str = "") -> str:
    """The lower half of a cell, `mark` in its middle."""
    if color:
        return _painted(mark.center(width), number)
    pattern = PATTERNS[number % len(PATTERNS)]
    middle = (width - len(mark)) // 2
    return pattern * middle + mark + pattern * (width - middle - len(mark))


def _painted(text: str, number: int) -> str:
    return click.style(text, fg=16, bg=COLORS[number % len(COLORS)])


def _list(map_: MapDecl, field: str | None) -> Iterator[str]:
    """A graph as its spaces and where each leads."""
    ids = [space.definition.id for space in map_.spaces]
    width = max((len(id_) for id_ in ids), default=0)
    for space, row in zip(map_.spaces, map_.edges, strict=True):
        kind = f" ({_value(space, field)})" if field else ""
        yield f"{space.definition.id.ljust(width)}{kind} -> {', '.join(ids[to] for to in row) or 'nowhere'}"
