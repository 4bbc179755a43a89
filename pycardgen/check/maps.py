"""Maps: every space and goal can be reached, doors have two sides, nothing lies where something else does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pycardgen.check.graphs import indices, islands, reached, reversed_edges
from pycardgen.check.lookup import key_span, value_span
from pycardgen.diagnostics import Diagnostic, Span, did_you_mean
from pycardgen.model.game import Game, MapDecl


def check(game: Game) -> Iterable[Diagnostic]:
    """Problems of all maps, whatever missions are played on them."""
    for map_ in game.maps.values():
        yield from _doors(map_)
        named = [*_named(map_, "starts"), *_named(map_, "goals")]
        yield from named
        yield from _missing(game, map_)
        if not named:
            yield from _reach(map_)


def _doors(map_: MapDecl) -> Iterator[Diagnostic]:
    """Edges that are declared to go one way only, but go back as well."""
    index = {space.definition.id: number for number, space in enumerate(map_.spaces)}
    for number, (start, end) in enumerate(_pairs(map_, "one_way")):
        if start in index and end in index and index[start] in map_.edges[index[end]]:
            yield Diagnostic(
                "PCG0501",
                f"on map `{map_.id}` the way from `{start}` to `{end}` goes back as well",
                value_span(map_.definition.place, "one_way", number),
                hint="take the pair out of `one_way`, or the edge out of `edges`",
            )


def _pairs(map_: MapDecl, key: str) -> list[list[Any]]:
    place = map_.definition.place
    found = place.container.get(key) if place and isinstance(place.container, dict) else None
    return (
        [pair for pair in found if isinstance(pair, list) and len(pair) == 2]
        if isinstance(found, list)
        else []
    )


def _named(map_: MapDecl, key: str) -> Iterator[Diagnostic]:
    """Starts or goals that the map doesn't have."""
    known = {space.definition.id for space in map_.spaces}
    for number, id_ in enumerate(map_.starts if key == "starts" else map_.goals):
        if id_ not in known:
            yield Diagnostic(
                "PCG0502",
                f"map `{map_.id}` has no space `{id_}`",
                value_span(map_.definition.place, key, number),
                hint=did_you_mean(id_, known),
            )


def _missing(game: Game, map_: MapDecl) -> Iterator[Diagnostic]:
    """Goals without a start; a map without starts or goals beside others of its type that have some."""
    alike = [other for other in game.maps.values() if other.definition.type == map_.definition.type]
    for key, own, other in (("starts", map_.starts, map_.goals), ("goals", map_.goals, map_.starts)):
        if own or _pairs_given(map_, key):
            continue
        elsewhere = any(getattr(map2, key) for map2 in alike)
        if elsewhere or (key == "starts" and other):
            why = "other maps of its type have some" if elsewhere else "it has goals"
            yield Diagnostic(
                "PCG0503",
                f"map `{map_.id}` has no {key}, but {why}",
                key_span(map_.definition.place, "id"),
                hint=f"name them with `{key}: [...]`; `{key}: []` if there are none",
            )


def _pairs_given(map_: MapDecl, key: str) -> bool:
    place = map_.definition.place
    return place is not None and isinstance(place.container, dict) and key in place.container


def _reach(map_: MapDecl) -> Iterator[Diagnostic]:
    """Islands, goals without a way, and spaces from which there's no way on."""
    starts, goals = indices(map_, map_.starts), indices(map_, map_.goals)
    ids = [space.definition.id for space in map_.spaces]
    if not starts:
        parts = islands(map_) if ids else []
        for part in parts[1:]:
            yield _island(map_, [ids[n] for n in part], f"`{ids[parts[0][0]]}`")
        return
    steps = reached(map_.edges, starts)
    lost = [n for n in range(len(ids)) if n not in steps]
    for goal in goals:
        if goal not in steps:
            yield Diagnostic(
                "PCG0505",
                f"the goal `{ids[goal]}` of map `{map_.id}` can't be reached from any start",
                value_span(map_.definition.place, "goals", map_.goals.index(ids[goal])),
                hint="join it to the rest of the map, or take it off the goals",
            )
    rest = [ids[n] for n in lost if n not in goals]
    if rest:
        yield _island(map_, rest, "any start")
    yield from _traps(map_, ids, goals, steps)


def _island(map_: MapDecl, spaces: list[str], origin: str) -> Diagnostic:
    shown = ", ".join(spaces[:8]) + (f" and {len(spaces) - 8} more" if len(spaces) > 8 else "")
    return Diagnostic(
        "PCG0504",
        f"on map `{map_.id}` there's no way from {origin} to {shown}",
        space_span(map_, spaces[0]),
        hint="add the missing spaces or edges, or remove a wall; an island has to be joined to the rest",
    )


def _traps(map_: MapDecl, ids: list[str], goals: list[int], steps: dict[int, int]) -> Iterator[Diagnostic]:
    """Spaces that can be entered, but from which no goal can be reached; without goals, no start."""
    ends = [goal for goal in goals if goal in steps] if goals else indices(map_, map_.starts)
    if not ends:
        return
    back = reached(reversed_edges(map_.edges), ends)
    stuck = [ids[n] for n in steps if n not in back]
    if stuck:
        shown = ", ".join(stuck[:8]) + (", ..." if len(stuck) > 8 else "")
        yield Diagnostic(
            "PCG0506",
            f"on map `{map_.id}` no {'goal' if goals else 'start'} can be reached from {shown}",
            space_span(map_, stuck[0]),
            hint="a one-way edge leads there: add a way on",
        )


def space_span(map_: MapDecl, id_: str) -> Span | None:
    """Where a space is named in the map's file."""
    places = (space.definition.place for space in map_.spaces if space.definition.id == id_)
    return next((place.value("id") for place in places if place is not None), None)
