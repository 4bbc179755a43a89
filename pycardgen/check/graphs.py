"""Maps as graphs: what can be reached from where, and the facts that `pycardgen map` prints.

NetworkX is imported by the functions that need it; what is expensive on large maps is left out there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pycardgen.model.game import Game, MapDecl
from pycardgen.model.types import BoolType, EnumType

if TYPE_CHECKING:
    import networkx

SMALL = 400
"""Spaces up to which minimum cuts (a maximum flow for each start and goal) are worth their time."""


@dataclass(frozen=True, slots=True)
class Way:
    """From a start to a goal, other starts and goals blocked.

    `steps` is None when there is no way; `cut`, how many spaces have to be blocked to cut it, when the map is
    large, or start and goal touch.
    """

    start: str
    goal: str
    steps: int | None
    cut: int | None


@dataclass(frozen=True, slots=True)
class Mirror:
    """How many of all spaces have a like one where a mirror shows it. `name` says which way it mirrors."""

    name: str
    matched: int
    total: int


@dataclass(frozen=True, slots=True)
class MapFacts:
    """What there is to know about a map. `kinds` counts spaces by each enum field: `{field: {value: n}}`.

    `choke_points` are spaces whose loss cuts the map in two; `dead_ends` have one neighbour; `longest` is the
    greatest distance between two spaces (None when the map is large or not all of it is connected).
    """

    id: str
    name: str
    spaces: int
    edges: int
    one_way: int
    kinds: dict[str, dict[str, int]]
    ways: tuple[Way, ...]
    choke_points: tuple[str, ...]
    dead_ends: tuple[str, ...]
    longest: int | None
    mirrors: tuple[Mirror, ...]


Edges = tuple[tuple[int, ...], ...]
"""For each space the positions of those that can be stepped to."""


def reached(edges: Edges, starts: Iterable[int], blocked: Collection[int] = ()) -> dict[int, int]:
    """Steps to every space that can be reached from some of them, `blocked` ones never entered."""
    steps = dict.fromkeys(starts, 0)
    queue = deque(steps)
    while queue:
        at = queue.popleft()
        for to in edges[at]:
            if to not in steps and to not in blocked:
                steps[to] = steps[at] + 1
                queue.append(to)
    return steps


def reversed_edges(edges: Edges) -> Edges:
    """The same edges, walked backwards."""
    back: list[list[int]] = [[] for _ in edges]
    for at, row in enumerate(edges):
        for to in row:
            back[to].append(at)
    return tuple(tuple(row) for row in back)


def indices(map_: MapDecl, ids: Iterable[str]) -> list[int]:
    """Positions of spaces in the map's list, without those that the map doesn't have."""
    index = {space.definition.id: n for n, space in enumerate(map_.spaces)}
    return [index[id_] for id_ in ids if id_ in index]


def graph(map_: MapDecl) -> networkx.DiGraph[int]:
    """The map as a directed graph over positions in its list of spaces."""
    import networkx

    found: networkx.DiGraph[int] = networkx.DiGraph()
    found.add_nodes_from(range(len(map_.spaces)))
    found.add_edges_from((at, to) for at, row in enumerate(map_.edges) for to in row)
    return found


def islands(map_: MapDecl) -> list[list[int]]:
    """The map's parts that no edge joins, the largest first, each in the order of the map."""
    import networkx

    parts = [sorted(part) for part in networkx.weakly_connected_components(graph(map_))]
    return sorted(parts, key=lambda part: (-len(part), part))


def facts(game: Game, map_: MapDecl) -> MapFacts:
    """All facts about a map."""
    import networkx

    directed = graph(map_)
    both = directed.to_undirected()
    ids = [space.definition.id for space in map_.spaces]
    one_way = sum(not directed.has_edge(to, at) for at, to in directed.edges)
    connected = len(ids) > 1 and networkx.is_strongly_connected(directed)
    return MapFacts(
        id=map_.id,
        name=map_.definition.name,
        spaces=len(ids),
        edges=both.number_of_edges(),
        one_way=one_way,
        kinds=_kinds(game, map_),
        ways=tuple(_ways(map_, directed)),
        choke_points=tuple(ids[n] for n in sorted(networkx.articulation_points(both))),
        dead_ends=tuple(ids[n] for n in both if both.degree(n) == 1),
        longest=networkx.diameter(directed) if connected and len(ids) <= SMALL else None,
        mirrors=tuple(_mirrors(game, map_)),
    )


def _kinds(game: Game, map_: MapDecl) -> dict[str, dict[str, int]]:
    counts: dict[str, dict[str, int]] = {}
    for space in map_.spaces:
        entity = game.entities.get(space.definition.type)
        for name, field in entity.fields.items() if entity else ():
            if isinstance(field.type, EnumType):
                of_field = counts.setdefault(name, dict.fromkeys(game.enums[field.type.name].members, 0))
                value = str(space.definition.fields.get(name))
                of_field[value] = of_field.get(value, 0) + 1
    return counts


def _ways(map_: MapDecl, directed: networkx.DiGraph[int]) -> Iterable[Way]:
    import networkx

    starts, goals = indices(map_, map_.starts), indices(map_, map_.goals)
    ids = [space.definition.id for space in map_.spaces]
    special = {*starts, *goals}
    for start in starts:
        for goal in goals:
            if start == goal:
                continue
            blocked = special - {start, goal}
            steps = reached(map_.edges, [start], blocked).get(goal)
            cut = None
            if len(ids) <= SMALL and steps is not None and steps > 1:
                open_ = directed.subgraph(set(directed) - blocked)
                cut = int(networkx.node_connectivity(open_, start, goal))
            yield Way(ids[start], ids[goal], steps, cut)


_MIRRORS = (("left-right", True, False), ("top-bottom", False, True), ("half turn", True, True))
"""Name, and which coordinates are mirrored."""


def _mirrors(game: Game, map_: MapDecl) -> Iterable[Mirror]:
    """Left and right, top and bottom, and half a turn, on a lattice in which all of them are exact."""
    places: dict[tuple[float, float], tuple[object, ...]] = {}
    special = set(map_.starts) | set(map_.goals)
    for space in map_.spaces:
        entity = game.entities.get(space.definition.type)
        alike = tuple(
            space.definition.fields.get(name)
            for name, field in (entity.fields.items() if entity else ())
            if isinstance(field.type, EnumType | BoolType)
        )
        places[position(map_, space.x, space.y)] = (
            space.definition.type,
            space.definition.id in special,
            alike,
        )
    if not places:
        return
    width = min(x for x, _ in places) + max(x for x, _ in places)
    height = min(y for _, y in places) + max(y for _, y in places)
    # Half a cell more or less: the columns of a hex grid may begin and end on different heights.
    nudges = (0, -1, 1) if map_.grid.shape == "hex" else (0,)
    for name, over_x, over_y in _MIRRORS:
        matched = max(
            sum(
                places.get((width - x if over_x else x, height + nudge - y if over_y else y)) == look
                for (x, y), look in places.items()
            )
            for nudge in (nudges if over_y else (0,))
        )
        yield Mirror(name, matched, len(places))


def position(map_: MapDecl, x: float, y: float) -> tuple[float, float]:
    """Where a space lies: on a hex grid half a cell's height is 1; positions in mm are rounded to tenths."""
    grid = map_.grid
    if grid.shape == "hex":
        lower = int(x) % 2 == (0 if grid.shifted == "even" else 1)
        return (x, 2 * y + (1 if lower else 0))
    return (round(x, 1), round(y, 1))
