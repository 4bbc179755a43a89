"""Maps of tiles: whether tiles that are laid at random can be turned so that all spaces are joined.

A tile has ways: groups of sides that it joins, 1 on top and on clockwise. Two spaces are joined where ways of
both lead to the side between them. Tiles are laid some times, always the same ones; each is turned so that
the widest of its ways goes on from what is joined already.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pycardgen.model.game import Definition, Game, MapDecl, Space
from pycardgen.model.select import selected
from pycardgen.records import dataclass

LAYINGS = 20
"""How often tiles are laid on each layout."""

_TRIES = 25
"""How often it is tried to join what is laid."""

Ways = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """How often all tiles that were laid on some spaces could be joined, and which tiles were among them."""

    name: str
    spaces: int
    parts: int
    joined: int
    layings: int
    used: tuple[str, ...]
    tiles: int


def ways_of(definition: Definition, field: str) -> Ways:
    """The ways of a tile."""
    found = definition.fields.get(field) or ()
    return tuple(tuple(way) for way in found)


def layouts(game: Game, map_: MapDecl) -> list[Layout]:
    """The layouts that a map's file names under `facts: {tiles: {joined: ...}}`, laid."""
    wanted = map_.facts.get("tiles")
    if not wanted or map_.grid.shape == "graph" or not map_.spaces or wanted["of"] not in game.entities:
        return []
    found = selected(game, wanted["of"], {})
    tiles = {tile.id: ways_of(tile, wanted["ways"]) for tile in found}
    if any(wrong_ways(ways, len(map_.sides[0])) for ways in tiles.values()):
        return []
    copies = [tile.id for tile in found for _ in range(tile.count)]
    return [lay(map_, name, matching(map_, where), tiles, copies) for name, where in wanted["joined"].items()]


def wrong_ways(ways: Ways, sides: int) -> str:
    """What is wrong with a tile's ways; "" if nothing is."""
    everything = [side for way in ways for side in way]
    odd = next((side for side in everything if not 1 <= side <= sides), None)
    if odd is not None:
        return f"has no side {odd}: there are 1 to {sides}"
    twice = next((side for side in everything if everything.count(side) > 1), None)
    if twice is not None:
        return f"has two ways to side {twice}"
    return "" if everything else "has no way to any side, so that nothing gets there"


def alike(tiles: Mapping[str, Ways], sides: int) -> list[tuple[str, ...]]:
    """Tiles whose ways are the same when one is turned."""
    found: dict[frozenset[frozenset[int]], list[str]] = {}
    for id_, ways in tiles.items():
        turned = (
            frozenset(frozenset((side - 1 + turn) % sides for side in way) for way in ways)
            for turn in range(sides)
        )
        key = min(turned, key=lambda one: sorted(map(sorted, one)))
        found.setdefault(key, []).append(id_)
    return [tuple(ids) for ids in found.values() if len(ids) > 1]


def matching(map_: MapDecl, where: Mapping[str, Any]) -> list[int]:
    """The spaces whose fields have one of some values, by their positions."""

    def fits(space: Space) -> bool:
        return all(
            space.definition.fields.get(name) in (values if isinstance(values, list) else [values])
            for name, values in where.items()
        )

    return [at for at, space in enumerate(map_.spaces) if fits(space)]


def lay(
    map_: MapDecl, name: str, spaces: Sequence[int], tiles: Mapping[str, Ways], copies: Sequence[str]
) -> Layout:
    """Lay tiles on some spaces again and again. `copies` names each tile as often as there are copies."""
    import networkx

    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_nodes_from(spaces)
    graph.add_edges_from((at, to) for at in spaces for to in map_.edges[at] if to in graph)
    parts = networkx.number_connected_components(graph) if spaces else 0
    joined, used = 0, set[str]()
    if parts == 1 and len(copies) >= len(spaces):
        for number in range(LAYINGS):
            chance = random.Random(number)
            laid = dict(zip(spaces, _drawn(copies, len(spaces), used, chance), strict=True))
            if join(map_, {at: tiles[id_] for at, id_ in laid.items()}, chance):
                joined += 1
                used |= set(laid.values())
    return Layout(name, len(spaces), parts, joined, LAYINGS, tuple(sorted(used)), len(tiles))


def _drawn(copies: Sequence[str], count: int, used: Iterable[str], chance: random.Random) -> list[str]:
    """So many tiles, in any order; one of each that wasn't used before is among them, if there is room."""
    new = chance.sample(unused := sorted(set(copies) - set(used)), min(len(unused), count))
    rest = list(copies)
    for id_ in new:
        rest.remove(id_)
    drawn = new + chance.sample(rest, count - len(new))
    return chance.sample(drawn, count)


def join(map_: MapDecl, laid: Mapping[int, Ways], chance: random.Random) -> dict[int, int] | None:
    """Turns of tiles, by space, with which all spaces are joined; None if no such turns were found."""
    widest = {at: max(ways, key=len, default=()) for at, ways in laid.items()}
    sides = len(map_.sides[0])
    for _ in range(_TRIES):
        turns = _grow(map_, widest, sides, chance)
        if turns is not None and _is_joined(map_, widest, turns, sides):
            return turns
    return None


def _grow(
    map_: MapDecl, widest: Mapping[int, tuple[int, ...]], sides: int, chance: random.Random
) -> dict[int, int] | None:
    """Turn one tile after another so that it meets one turned before it and leads on."""
    start = max(widest, key=lambda at: (len(widest[at]), chance.random()))
    turns, led_to = {start: 0}, set[int]()
    open_ = {start: _open(widest[start], 0, sides)}
    while len(turns) < len(widest):
        led_to |= _leading(map_, open_, widest, turns)
        led_to -= turns.keys()
        if not led_to:
            return None
        at = min(led_to, key=lambda n: (_free(map_, n, widest, turns), chance.random()))
        best = max(
            range(sides), key=lambda turn: (_worth(map_, at, turn, widest, open_, sides), chance.random())
        )
        turns[at], open_[at] = best, _open(widest[at], best, sides)
    return turns


def _open(way: tuple[int, ...], turn: int, sides: int) -> frozenset[int]:
    """The sides of its space to which a way leads, from 0."""
    return frozenset((side - 1 + turn) % sides for side in way)


def _leading(
    map_: MapDecl, open_: Mapping[int, frozenset[int]], widest: Mapping[int, Any], turns: Mapping[int, int]
) -> set[int]:
    """The spaces to which what is turned leads."""
    return {map_.sides[at][side] for at in turns for side in open_[at]} & widest.keys()


def _free(map_: MapDecl, at: int, widest: Mapping[int, Any], turns: Mapping[int, int]) -> int:
    """How many spaces beside one aren't turned yet."""
    return sum(to in widest and to not in turns for to in map_.sides[at])


def _worth(
    map_: MapDecl,
    at: int,
    turn: int,
    widest: Mapping[int, tuple[int, ...]],
    open_: Mapping[int, frozenset[int]],
    sides: int,
) -> tuple[bool, int]:
    """Whether a tile so turned meets what is there, and to how many new spaces it leads."""
    mine = _open(widest[at], turn, sides)
    beside = [(side, map_.sides[at][side]) for side in mine]
    meets = any(to in open_ and (side + sides // 2) % sides in open_[to] for side, to in beside)
    return meets, sum(to in widest and to not in open_ for _, to in beside)


def _is_joined(
    map_: MapDecl, widest: Mapping[int, tuple[int, ...]], turns: Mapping[int, int], sides: int
) -> bool:
    """Whether one gets from any space to any other."""
    import networkx

    open_ = {at: _open(widest[at], turn, sides) for at, turn in turns.items()}
    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_nodes_from(open_)
    for at, mine in open_.items():
        for side in mine:
            to = map_.sides[at][side]
            if (side + sides // 2) % sides in open_.get(to, ()):
                graph.add_edge(at, to)
    return bool(networkx.is_connected(graph))
