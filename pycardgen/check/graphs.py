"""Maps as graphs: what can be reached from where, and the facts that `pycardgen map` prints.

NetworkX is imported by the functions that need it; what is expensive on large maps is left out there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from pycardgen.check.tiles import Layout, layouts
from pycardgen.model.game import Game, MapDecl, Space
from pycardgen.model.types import BoolType, EnumType
from pycardgen.records import dataclass

if TYPE_CHECKING:
    import networkx

SMALL = 400
"""Spaces up to which minimum cuts (a maximum flow for each start and goal) are worth their time."""


@dataclass(frozen=True, slots=True)
class Way:
    """From a start to a goal or to another start, other starts and goals blocked.

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

    `ways` lead from starts to goals, `meetings` from each start to the later ones. `choke_points` are spaces
    whose loss cuts the map in two; `dead_ends` have one neighbour; `longest` is the greatest distance between
    two spaces (None when the map is large or not all of it is connected). `wide` counts the spaces that can
    be left on every side of the grid (None for graphs). `tiles` are the layouts on which tiles were laid.
    """

    id: str
    name: str
    spaces: int
    edges: int
    one_way: int
    kinds: dict[str, dict[str, int]]
    ways: tuple[Way, ...]
    meetings: tuple[Way, ...]
    choke_points: tuple[str, ...]
    dead_ends: tuple[str, ...]
    longest: int | None
    wide: int | None
    mirrors: tuple[Mirror, ...]
    tiles: tuple[Layout, ...] = ()


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


def steps_around(map_: MapDecl, space: str | None) -> dict[str, int]:
    """Steps from a space to all others that can be reached; without one, from each space to the nearest goal.

    Ways go round starts and goals other than their own ends.
    """
    starts, goals = indices(map_, map_.starts), indices(map_, map_.goals)
    edges = map_.edges if space is not None else reversed_edges(map_.edges)
    ends = indices(map_, [space]) if space is not None else goals
    blocked = {*starts, *goals}
    steps = reached(edges, ends, blocked)
    # Those that block ways are ends of ways themselves.
    back = reversed_edges(edges)
    for at in sorted(blocked - set(ends)):
        near = [steps[to] for to in back[at] if to in steps and to not in blocked - set(ends)]
        if near:
            steps[at] = min(near) + 1
    return {map_.spaces[at].definition.id: count for at, count in sorted(steps.items())}


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
    directed = graph(map_)
    both = directed.to_undirected()
    ids = [space.definition.id for space in map_.spaces]
    one_way = sum(not directed.has_edge(to, at) for at, to in directed.edges)
    starts, goals = ([id_ for id_ in named if id_ in ids] for named in (map_.starts, map_.goals))
    return MapFacts(
        id=map_.id,
        name=map_.definition.name,
        spaces=len(ids),
        edges=both.number_of_edges(),
        one_way=one_way,
        kinds=_kinds(game, map_),
        ways=tuple(way(map_, at, to) for at in starts for to in goals if at != to),
        meetings=tuple(way(map_, at, to) for at, to in combinations(starts, 2)),
        choke_points=choke_points(map_),
        dead_ends=dead_ends(map_),
        longest=longest(map_),
        wide=wide(map_),
        mirrors=tuple(
            Mirror(name, len(ids) - len(unmatched(game, map_, name)), len(ids)) for name in MIRRORS if ids
        ),
        tiles=tuple(layouts(game, map_)),
    )


def choke_points(map_: MapDecl) -> tuple[str, ...]:
    """The spaces whose loss cuts the map in two, or one of its parts."""
    import networkx

    cut = networkx.articulation_points(graph(map_).to_undirected())
    return tuple(map_.spaces[n].definition.id for n in sorted(cut))


def dead_ends(map_: MapDecl) -> tuple[str, ...]:
    """The spaces with one neighbour, whatever the direction."""
    near = [{*out, *back} for out, back in zip(map_.edges, reversed_edges(map_.edges), strict=True)]
    return tuple(space.definition.id for space, row in zip(map_.spaces, near, strict=True) if len(row) == 1)


def longest(map_: MapDecl) -> int | None:
    """The most steps from any space to any other; None on large maps and where not all is connected."""
    if not 1 < len(map_.spaces) <= SMALL:
        return None
    found = 0
    for start in range(len(map_.spaces)):
        steps = reached(map_.edges, [start])
        if len(steps) < len(map_.spaces):
            return None
        found = max(found, max(steps.values()))
    return found


def wide(map_: MapDecl) -> int | None:
    """How many spaces can be left on every side; None for graphs, whose spaces have no sides."""
    if map_.grid.shape == "graph":
        return None
    return sum(all(to in row for to in sides) for row, sides in zip(map_.edges, map_.sides, strict=True))


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


def way(map_: MapDecl, start: str, goal: str, cut: bool = True) -> Way:
    """The shortest way from a space to another, other starts and goals blocked. Both must be on the map.

    `cut`: whether to work out how many spaces cut it, which takes far longer.
    """
    at, to = indices(map_, [start, goal])
    blocked = {*indices(map_, map_.starts), *indices(map_, map_.goals)} - {at, to}
    steps = reached(map_.edges, [at], blocked).get(to)
    if not cut or len(map_.spaces) > SMALL or steps is None or steps < 2:
        return Way(start, goal, steps, None)
    import networkx

    directed = graph(map_)
    directed.remove_nodes_from(blocked)
    return Way(start, goal, steps, int(networkx.node_connectivity(directed, at, to)))


MIRRORS = {"left-right": (True, False), "top-bottom": (False, True), "half turn": (True, True)}
"""Which coordinates are mirrored."""


def unmatched(game: Game, map_: MapDecl, mirror: str) -> list[str]:
    """The spaces that have no like one, with like ways, where one of the MIRRORS shows them."""
    if not map_.spaces:
        return []
    places = [position(map_, space.x, space.y) for space in map_.spaces]
    width = min(x for x, _ in places) + max(x for x, _ in places)
    height = min(y for _, y in places) + max(y for _, y in places)
    over_x, over_y = MIRRORS[mirror]
    # Half a cell more or less: the columns of a hex grid may begin and end on different heights.
    nudges = (0, -1, 1) if map_.grid.shape == "hex" and over_y else (0,)
    looks = [_look(game, map_, space) for space in map_.spaces]
    index = {place: n for n, place in enumerate(places)}
    found = []
    for nudge in nudges:
        image = [
            index.get((width - x if over_x else x, height + nudge - y if over_y else y), -1)
            for x, y in places
        ]
        found.append([n for n in range(len(places)) if not _alike(map_.edges, looks, image, n)])
    return [map_.spaces[n].definition.id for n in min(found, key=len)]


def _look(game: Game, map_: MapDecl, space: Space) -> tuple[object, ...]:
    """What makes two spaces alike: type, enum and bool fields, and whether one is a start or goal."""
    definition = space.definition
    entity = game.entities.get(definition.type)
    fields = tuple(
        definition.fields.get(name)
        for name, field in (entity.fields.items() if entity else ())
        if isinstance(field.type, EnumType | BoolType)
    )
    return (definition.type, definition.id in (*map_.starts, *map_.goals), fields)


def _alike(edges: Edges, looks: Sequence[object], image: Sequence[int], at: int) -> bool:
    """Whether a space looks as its image does, and ways lead to the images of where its own lead."""
    other = image[at]
    if other < 0 or looks[at] != looks[other]:
        return False
    there = {image[to] for to in edges[at] if image[to] >= 0}
    return there == {to for to in edges[other] if image[to] >= 0}


def position(map_: MapDecl, x: float, y: float) -> tuple[float, float]:
    """Where a space lies: on a hex grid half a cell's height is 1; positions in mm are rounded to tenths."""
    grid = map_.grid
    if grid.shape == "hex":
        lower = int(x) % 2 == (0 if grid.shifted == "even" else 1)
        return (x, 2 * y + (1 if lower else 0))
    return (round(x, 1), round(y, 1))
