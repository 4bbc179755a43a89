"""A map of a game as a board: its spaces with classes that say what they are, walls and ways."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pycardgen.layout.board import BoardEdge, BoardSpace, BoardSpec, Look
from pycardgen.model.game import Game, MapDecl, Space
from pycardgen.model.types import BoolType, EnumType

_SHAPES = {"hex": "hex-flat", "square": "square", "graph": "free"}
EDGES = ("wall", "way", "one-way")
"""Classes of edges."""

MARKS = ("start", "goal")
"""Classes of spaces that a map says of them."""

_FILLS = ("panel", "tint", "accent-light", "rule", "faint", "gold")
"""What values of the first enum look like when the theme doesn't say."""


def board_spec(game: Game, map_: MapDecl, looks: Mapping[str, Look]) -> BoardSpec:
    """What is drawn of a map. Without looks of a theme, they are made up for the values of the first enum."""
    types = list(dict.fromkeys(space.definition.type for space in map_.spaces))
    spaces = [_space(game, map_, space) for space in map_.spaces]
    return BoardSpec(
        title=map_.title or map_.definition.name,
        shape=_SHAPES[map_.grid.shape],
        spaces=spaces,
        looks=looks or _made_up(game, types),
        edges=list(_edges(map_)),
        shifted=map_.grid.shifted,
        prefix=(types[0] if types else "space").lower(),
    )


def _space(game: Game, map_: MapDecl, space: Space) -> BoardSpace:
    definition = space.definition
    return BoardSpace(
        id=definition.id,
        x=space.x,
        y=space.y,
        label=space.label,
        classes=tuple(_classes(game, map_, space)),
        title=definition.name,
        span=definition.place.value("id") if definition.place else None,
    )


def _classes(game: Game, map_: MapDecl, space: Space) -> Iterator[str]:
    """The values of enum fields, the names of bool fields that are true, `start` and `goal`, the type."""
    definition = space.definition
    for name, field in game.entities[definition.type].fields.items():
        value = definition.fields.get(name)
        if isinstance(field.type, EnumType) and isinstance(value, str):
            yield value
        elif isinstance(field.type, BoolType) and value is True:
            yield name
    if definition.id in map_.starts:
        yield "start"
    if definition.id in map_.goals:
        yield "goal"
    yield definition.type.lower()


def _made_up(game: Game, types: list[str]) -> dict[str, Look]:
    for type_ in types:
        for field in game.entities[type_].fields.values():
            if isinstance(field.type, EnumType):
                words = game.enums[field.type.name].members
                return {
                    word: Look(fill=_FILLS[n % len(_FILLS)], legend=word.replace("_", " ").capitalize())
                    for n, word in enumerate(words)
                }
    return {}


def _edges(map_: MapDecl) -> Iterator[BoardEdge]:
    """Of a grid the walls, of other maps the ways; each once."""
    ids = [space.definition.id for space in map_.spaces]
    if map_.grid.shape != "graph":
        for pair in _walls(map_):
            yield BoardEdge(*pair, classes=("wall",))
        return
    for at, row in enumerate(map_.edges):
        for to in row:
            back = at in map_.edges[to]
            if at < to or not back:
                yield BoardEdge(ids[at], ids[to], classes=("way",) if back else ("one-way", "way"))


def _walls(map_: MapDecl) -> Iterator[tuple[str, str]]:
    place = map_.definition.place
    for pair in place.container.get("walls", ()) if place else ():
        yield str(pair[0]), str(pair[1])
