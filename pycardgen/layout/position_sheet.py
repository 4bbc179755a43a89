"""A map in play as a drawing: the board, what lies on it, and notes below."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pycardgen.diagnostics import Report
from pycardgen.layout import fields
from pycardgen.layout.board import BoardSpec, Look, Point, draw_board, outlines
from pycardgen.layout.compose import compose
from pycardgen.layout.display import Circle, Drawing, Group, Ink, Item, Rect
from pycardgen.layout.fact_sheet import MARGIN, WIDTH, columns
from pycardgen.layout.game_board import board_spec
from pycardgen.layout.kit import Kit
from pycardgen.layout.lying import OUTLINES, Piece, Spot, heap, laid
from pycardgen.layout.position import Layer, Position, bases
from pycardgen.layout.template import template_name
from pycardgen.layout.text import Style, set_text
from pycardgen.model.game import Game, MapDecl
from pycardgen.records import dataclass

Subject = Mapping[str, Any]

HIGH = 330.0
"""The most that a map takes of a sheet's height, in mm."""

TITLE = 13.0
"""The height of a map's title, in mm."""

SEATS = ("#f4b183", "#9dc3e6", "#a9d18e", "#ffd966", "#c9a6e4", "#f4a6c0", "#8fd6cf", "#d0cece")
"""Colours of the marks of seats where the game doesn't say what lies on its maps."""


@dataclass(frozen=True, slots=True)
class Table:
    """What is in play: the copies of a type, and what is said of the game."""

    copies: Callable[[str], Sequence[Subject]]
    whole: Mapping[str, Any]


def position_sheet(
    game: Game,
    map_: MapDecl,
    kit: Kit,
    looks: Mapping[str, Look],
    position: Position | None,
    table: Table,
    about: str,
    report: Report,
) -> Drawing:
    """The sheet, as high as the map and the notes need. `about` is written beside the map's name.

    Without a position the board is drawn as it is printed, with a mark for whatever has a space as its state.
    """
    spec = replace(board_spec(game, map_, looks), subtitle=about)
    if position is not None:
        shown = {str(one["id"]) for one in _spaces(game, map_, table) if _all(position.when, one)}
        spaces = [space for space in spec.spaces if space.id in shown]
        edges = [edge for edge in spec.edges if {edge.a, edge.b} <= shown]
        spec = replace(spec, spaces=spaces, edges=edges, legend=position.board)
    width = WIDTH - 2 * MARGIN
    tall = _height(spec, kit, width)
    board = draw_board(spec, kit, width, tall, report)
    spots = {id_: Spot(*found) for id_, found in outlines(spec, kit, width, tall).items()}
    items = board.items
    if position is not None and not position.board:
        items = tuple(item for item in items if not (isinstance(item, Group) and item.layer in _BOARD))
    laying = _Laying(game, map_, kit, position, table, spots, report)
    layers = laying.layers() if position is not None else laying.marks()
    lines = _lines(position, table) if position is not None else []
    words, high = columns(kit, lines, MARGIN + tall + 5)
    height = MARGIN + tall + 5 + high + MARGIN
    drawn = (
        Rect(0, 0, WIDTH, height, Ink("#ffffff")),
        Group(items, transform=(1, 0, 0, 1, MARGIN, MARGIN), layer="Board"),
        Group(tuple(layers), transform=(1, 0, 0, 1, MARGIN, MARGIN), layer="Pieces"),
        Group(tuple(words), layer="Notes"),
    )
    return Drawing(WIDTH, height, drawn, 0.0, map_.id)


_BOARD = ("Ground", "Spaces", "Walls", "Ways")


def _spaces(game: Game, map_: MapDecl, table: Table) -> Iterator[Subject]:
    """The spaces of a map, in play."""
    own = {space.definition.id for space in map_.spaces}
    for type_ in dict.fromkeys(space.definition.type for space in map_.spaces):
        yield from ({**table.whole, **one} for one in table.copies(type_) if one["id"] in own)


def _all(tests: Sequence[fields.Test], subject: Subject) -> bool:
    return all(fields.holds(test, subject) for test in tests)


def _height(spec: BoardSpec, kit: Kit, width: float) -> float:
    """How high a map is that is as wide as may be, with its title and legend, in mm."""
    cells = outlines(spec, kit, width, HIGH).values()
    if not cells:
        return TITLE
    top = min(min((y for _, y in corners), default=middle[1] - radius) for middle, corners, radius in cells)
    return HIGH - 2 * (top - TITLE) + 1.0


def _lines(position: Position, table: Table) -> list[str]:
    """The notes, filled in."""
    found = []
    for note in position.notes:
        for one in table.copies(note.of) if note.of else [{}]:
            subject = {**table.whole, **one}
            if _all(note.when, subject):
                found.append(fields.expand(note.text, subject))
    return found


# --- laying things down -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Laying:
    """What is needed to lay things on a map."""

    game: Game
    map: MapDecl
    kit: Kit
    position: Position | None
    table: Table
    spots: Mapping[str, Spot]
    report: Report

    def layers(self) -> Iterator[Item]:
        """What covers spaces, then what lies in them."""
        assert self.position is not None
        piles: dict[tuple[str, Point], list[Piece]] = {}
        for layer in self.position.layers:
            for subject in self.table.copies(layer.of) if layer.of else [{}]:
                whole = {**self.table.whole, **subject}
                if not _all(layer.when, whole):
                    continue
                if not layer.at:
                    yield from self.cover(layer, whole)
                    continue
                for space in _several(whole, layer.at):
                    self.put(layer, whole, space, piles)
        for (id_, way), pile in piles.items():
            yield from heap(pile, self.spots[id_], way)

    def cover(self, layer: Layer, subject: Subject) -> Iterator[Item]:
        """Lay something over the whole of a space."""
        spot = self.spots.get(str(subject["id"]))
        piece = self.piece(layer, subject, spot) if spot else None
        if spot and piece:
            yield laid(piece, spot.center, 1.0, Ink())

    def put(
        self, layer: Layer, subject: Subject, space: Subject, piles: dict[tuple[str, Point], list[Piece]]
    ) -> None:
        """Put something with what lies in the same part of a space."""
        spot = self.spots.get(str(space["id"]))
        piece = self.piece(layer, subject, spot) if spot else None
        if piece is None:
            return
        way, side = (0.0, 0.0), _number(subject, layer.side)
        if side is not None:
            angle = math.radians(self.angle(side - 1 + (_number(subject, layer.turn) or 0)))
            way = (round(math.sin(angle) * layer.out, 6), round(-math.cos(angle) * layer.out, 6))
        piles.setdefault((str(space["id"]), way), []).append(piece)

    def piece(self, layer: Layer, subject: Subject, spot: Spot | None) -> Piece | None:
        """Draw what lies somewhere; None if it isn't there."""
        shown = fields.lookup(subject, layer.show) if layer.show else subject
        template = self.kit.templates.get(template_name(layer.layout))
        if not isinstance(shown, Mapping) or template is None or spot is None:
            return None
        drawing = compose(self.kit, template, self.face(layer, subject, shown), self.report)
        scale = spot.wide / self.space * ((layer.size or drawing.width) / drawing.width)
        turn, degrees = _number(subject, layer.turn) or 0, 0.0
        if not layer.at:
            degrees = self.angle(turn)
        elif layer.along:
            side = _number(subject, layer.side) or 1
            degrees = (self.angle(side - 1 + turn) + 89.9) % 180 - 89.9
        shape = OUTLINES[self.map.grid.shape] if layer.shape == "space" else layer.shape
        return Piece(drawing, shape, round(degrees, 3), scale)

    def face(self, layer: Layer, subject: Subject, shown: Subject) -> Subject:
        """What the template sees."""
        given = {key: _filled(value, subject) for key, value in layer.extra.items()}
        return {**self.table.whole, **shown, **given}

    def angle(self, sides: int) -> float:
        """Degrees of so many sides."""
        grid = self.map.grid
        return sides * (60.0 if grid.shape == "hex" else 45.0 if grid.diagonal else 90.0)

    @property
    def space(self) -> float:
        assert self.position is not None
        return self.position.space

    # --- without a position

    def marks(self) -> Iterator[Item]:
        """A round mark for each copy that has a space as its state."""
        piles: dict[str, list[Piece]] = {}
        types = {space.definition.type for space in self.map.spaces}
        for name, entity in self.game.entities.items():
            own = [n for n, s in entity.state.items() if str(s.type).removesuffix(" | None") in types]
            if not own or any(name in bases(self.game, other) for other in self.game.entities):
                continue
            for subject in self.table.copies(name):
                space = fields.lookup(subject, own[0])
                spot = self.spots.get(str(space["id"])) if isinstance(space, Mapping) else None
                if spot and isinstance(space, Mapping):
                    mark = self.mark(subject, spot.wide)
                    piles.setdefault(str(space["id"]), []).append(mark)
        for id_, pile in piles.items():
            yield from heap(pile, self.spots[id_], (0.0, 0.0))

    def mark(self, subject: Subject, wide: float) -> Piece:
        seat = subject.get("seat")
        text = str(seat) if seat else _initials(str(subject["name"]))
        fill = SEATS[(seat - 1) % len(SEATS)] if seat else "#ffffff"
        style = replace(
            self.kit.theme.styles.get("number", Style()), color="#000000", size=18.0, min_size=4.0
        )
        block = set_text(text, style, (1.0, 1.0, 10.0, 10.0), lambda *_: None)
        disc = Circle(6.0, 6.0, 6.0, Ink(fill))
        return Piece(Drawing(12.0, 12.0, (disc, *block.items), 0.0, text), "round", 0.0, wide / 34.0)


def _initials(name: str) -> str:
    return "".join(word[0] for word in name.split()[:2]).upper()


def _several(subject: Subject, path: str) -> list[Subject]:
    """The spaces that a path leads to, through lists too."""
    found: list[Any] = [subject]
    for name in path.split("."):
        following = [fields.lookup({"x": one}, f"x.{name}") for one in found]
        found = [one for value in following for one in (value if isinstance(value, list) else [value])]
    return [one for one in found if isinstance(one, Mapping) and "id" in one]


def _number(subject: Subject, path: str) -> int | None:
    """The number that a path leads to."""
    value = fields.lookup(subject, path) if path else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _filled(value: Any, subject: Subject) -> Any:
    """A value of `with:`, fields filled in; what is only a field is that field's value."""
    if not isinstance(value, str):
        return value
    parts = fields.parts(value)
    if len(parts) == 1 and isinstance(parts[0], fields.Reference) and not parts[0].filter:
        found = fields.lookup(subject, parts[0].path)
        return "" if isinstance(found, fields.Absent) else found
    return fields.expand(value, subject)
