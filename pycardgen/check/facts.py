"""Facts: what a map's file claims of the map, compared with what it is."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from pycardgen.check.graphs import Way, choke_points, dead_ends, longest, unmatched, way, wide
from pycardgen.check.lookup import value_span
from pycardgen.check.tiles import layouts, matching, ways_of, wrong_ways
from pycardgen.diagnostics import Diagnostic, Span, did_you_mean
from pycardgen.model.game import Definition, Game, MapDecl
from pycardgen.model.select import selected
from pycardgen.model.types import BoolType, EnumType
from pycardgen.records import dataclass

Path = tuple[str | int, ...]
Range = int | Sequence[int]
"""A number, or the lowest and the highest that will do."""


def check(game: Game) -> Iterable[Diagnostic]:
    """Facts that don't hold, and facts that say nothing."""
    for map_ in game.maps.values():
        claim = _Claim(game, map_)
        for name in map_.facts:
            yield from _FACTS[name](claim)


@dataclass(frozen=True, slots=True)
class _Claim:
    """The facts of one map."""

    game: Game
    map: MapDecl

    def span(self, *path: str | int) -> Span | None:
        """Where a fact stands."""
        return value_span(self.map.definition.place, "facts", *path)

    def untellable(self, path: Path, why: str, hint: str = "") -> Diagnostic:
        """A fact that can't be told of this map."""
        return Diagnostic("PCG0565", f"{why} on map `{self.map.id}`", self.span(*path), hint)

    def number(self, path: Path, wanted: Range, found: int, what: str, code: str) -> Iterator[Diagnostic]:
        """Compares a number. `what` is the sentence that says it, with `{}` where the number goes."""
        low, high = (wanted, wanted) if isinstance(wanted, int) else (wanted[0], wanted[1])
        if low > high:
            text = f"no number lies between {low} and {high}"
            yield Diagnostic("PCG0566", text, self.span(*path), f"write [{high}, {low}]")
        elif not low <= found <= high:
            expected = str(low) if low == high else f"{low} to {high}"
            text = f"on map `{self.map.id}` {what.format(found)}; expected {expected}"
            yield Diagnostic(code, text, self.span(*path), "correct the map, or the fact")


# --- spaces -----------------------------------------------------------------------------------------


def _spaces(claim: _Claim) -> Iterator[Diagnostic]:
    found = len(claim.map.spaces)
    yield from claim.number(("spaces",), claim.map.facts["spaces"], found, "the spaces are {}", "PCG0560")


def _count(claim: _Claim) -> Iterator[Diagnostic]:
    for field, value, wanted in _by_field(claim, "count"):
        known = _known(claim, ("count", field, value))
        yield from known
        if not known:
            what = f"the spaces whose `{field}` is {value} are {{}}"
            found = _having(claim.map, field, value)
            yield from claim.number(("count", field, value), wanted, found, what, "PCG0560")


def _share(claim: _Claim) -> Iterator[Diagnostic]:
    for field, value, wanted in _by_field(claim, "share"):
        known = _known(claim, ("share", field, value))
        yield from known
        if not known:
            what = f"the spaces whose `{field}` is {value} are {{}} % of all"
            found = percent(_having(claim.map, field, value), len(claim.map.spaces))
            yield from claim.number(("share", field, value), wanted, found, what, "PCG0560")


def _wide(claim: _Claim) -> Iterator[Diagnostic]:
    found = wide(claim.map)
    if found is None:
        yield claim.untellable(("wide",), "spaces have no sides", "leave `wide` out")
    else:
        share = percent(found, len(claim.map.spaces))
        what = "{} % of the spaces are wide"
        yield from claim.number(("wide",), claim.map.facts["wide"], share, what, "PCG0560")


def percent(part: int, whole: int) -> int:
    """A share in percent, rounded, halves up."""
    return math.floor(100 * part / whole + 0.5) if whole else 0


def _by_field(claim: _Claim, fact: str) -> Iterator[tuple[str, str, Range]]:
    for field, values in claim.map.facts[fact].items():
        for value, wanted in values.items():
            yield field, value, wanted


def _having(map_: MapDecl, field: str, value: str) -> int:
    return sum(_word(space.definition.fields.get(field)) == value for space in map_.spaces)


def _word(value: Any) -> str:
    """A value as it is written in a file."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _known(claim: _Claim, path: tuple[str, str, str]) -> list[Diagnostic]:
    """What is wrong with the field and the value that a fact names."""
    _, name, value = path
    types = dict.fromkeys(space.definition.type for space in claim.map.spaces)
    fields = {n: f for type_ in types for n, f in claim.game.entities[type_].fields.items()}
    if name not in fields:
        hint = did_you_mean(name, fields) or f"they have {', '.join(fields) or 'none'}"
        text = f"the spaces of map `{claim.map.id}` have no field `{name}`"
        return [Diagnostic("PCG0564", text, claim.span(*path[:2]), hint)]
    type_ = fields[name].type
    words = (
        claim.game.enums[type_.name].members
        if isinstance(type_, EnumType)
        else ("true", "false")
        if isinstance(type_, BoolType)
        else (value,)
    )
    if value in words:
        return []
    hint = did_you_mean(value, words) or f"it is one of {', '.join(words)}"
    return [Diagnostic("PCG0564", f"`{name}` is never `{value}`", claim.span(*path), hint)]


# --- symmetry ---------------------------------------------------------------------------------------


def _symmetry(claim: _Claim) -> Iterator[Diagnostic]:
    for number, name in enumerate(claim.map.facts["symmetry"]):
        odd = unmatched(claim.game, claim.map, name)
        if odd:
            text = f"map `{claim.map.id}` isn't symmetric ({name}): {_listed(odd)} without a like one"
            hint = "each space needs a like one, with like ways, where the mirror shows it"
            yield Diagnostic("PCG0561", text, claim.span("symmetry", number), hint)


def _listed(ids: Sequence[str]) -> str:
    shown = ", ".join(ids[:8])
    rest = f" and {len(ids) - 8} more" if len(ids) > 8 else ""
    return f"{shown}{rest} {'is' if len(ids) == 1 else 'are'}"


# --- ways -------------------------------------------------------------------------------------------


def _steps(claim: _Claim) -> Iterator[Diagnostic]:
    for path, wanted, found in _ways(claim, "steps"):
        if isinstance(found, Diagnostic):
            yield found
        elif found.steps is None:
            yield _no_way(claim, path, found)
        else:
            what = f"the shortest way from `{found.start}` to `{found.goal}` takes {{}} steps"
            yield from claim.number(path, wanted, found.steps, what, "PCG0562")


def _cut(claim: _Claim) -> Iterator[Diagnostic]:
    for path, wanted, found in _ways(claim, "cut"):
        if isinstance(found, Diagnostic):
            yield found
        elif found.steps is None:
            yield _no_way(claim, path, found)
        elif found.cut is None:
            why = f"what cuts `{found.start}` off `{found.goal}` can't be told"
            yield claim.untellable(path, why, "not of neighbours, and not of large maps")
        else:
            what = f"the ways from `{found.start}` to `{found.goal}` are cut by blocking {{}}"
            yield from claim.number(path, wanted, found.cut, what, "PCG0562")


def _ways(claim: _Claim, fact: str) -> Iterator[tuple[Path, Range, Way | Diagnostic]]:
    known = {space.definition.id for space in claim.map.spaces}
    for start, goals in claim.map.facts[fact].items():
        for goal, wanted in goals.items():
            path = (fact, start, goal)
            lost = next((id_ for id_ in (start, goal) if id_ not in known), None)
            if lost is not None:
                text = f"map `{claim.map.id}` has no space `{lost}`"
                yield path, wanted, Diagnostic("PCG0564", text, claim.span(*path), did_you_mean(lost, known))
            else:
                yield path, wanted, way(claim.map, start, goal, cut=fact == "cut")


def _no_way(claim: _Claim, path: Path, found: Way) -> Diagnostic:
    text = f"on map `{claim.map.id}` there is no way from `{found.start}` to `{found.goal}`"
    hint = "other starts and goals block ways: see what `pycardgen map` draws"
    return Diagnostic("PCG0562", text, claim.span(*path), hint)


def _longest(claim: _Claim) -> Iterator[Diagnostic]:
    found = longest(claim.map)
    if found is None:
        hint = "not all of it is connected, or it is large"
        yield claim.untellable(("longest",), "the longest distance can't be told", hint)
    else:
        what = "the longest distance is {} steps"
        yield from claim.number(("longest",), claim.map.facts["longest"], found, what, "PCG0562")


# --- spaces of note ---------------------------------------------------------------------------------


def _choke_points(claim: _Claim) -> Iterator[Diagnostic]:
    yield from _ids(claim, "choke_points", choke_points(claim.map))


def _dead_ends(claim: _Claim) -> Iterator[Diagnostic]:
    yield from _ids(claim, "dead_ends", dead_ends(claim.map))


def _ids(claim: _Claim, fact: str, found: Sequence[str]) -> Iterator[Diagnostic]:
    """Compares spaces: their number, or which they are."""
    wanted, words = claim.map.facts[fact], fact.replace("_", " ")
    if isinstance(wanted, int):
        shown = f": {', '.join(found[:8])}" if found else ""
        if wanted != len(found):
            text = f"on map `{claim.map.id}` the {words} are {len(found)}{shown}; expected {wanted}"
            yield Diagnostic("PCG0563", text, claim.span(fact), "correct the map, or the fact")
        return
    for number, id_ in enumerate(wanted):
        if id_ not in found:
            text = f"on map `{claim.map.id}` `{id_}` isn't one of the {words}"
            yield Diagnostic(
                "PCG0563", text, claim.span(fact, number), f"they are {', '.join(found) or 'none'}"
            )
    missing = [id_ for id_ in found if id_ not in wanted]
    if missing:
        text = f"on map `{claim.map.id}` the {words} are also {', '.join(missing)}"
        yield Diagnostic("PCG0563", text, claim.span(fact), "add them to the fact, or correct the map")


# --- tiles ------------------------------------------------------------------------------------------


def _tiles(claim: _Claim) -> Iterator[Diagnostic]:
    """That each tile is of use, and layouts can be joined by turning tiles."""
    wanted = claim.map.facts["tiles"]
    problems = [*_named_tiles(claim), *_no_spaces(claim)]
    yield from problems
    if claim.map.grid.shape == "graph":
        yield claim.untellable(("tiles",), "spaces have no sides", "leave `tiles` out")
    if problems or claim.map.grid.shape == "graph" or not claim.map.spaces:
        return
    found = selected(claim.game, wanted["of"], {})
    wrong = [*_wrong_ways(found, wanted["ways"], len(claim.map.sides[0]))]
    yield from wrong
    if not wrong:
        yield from _unjoined(claim, found)


def _named_tiles(claim: _Claim) -> Iterator[Diagnostic]:
    """What is wrong with the type and the field of tiles that a fact names."""
    of, ways = claim.map.facts["tiles"]["of"], claim.map.facts["tiles"]["ways"]
    entity = claim.game.entities.get(of)
    if entity is None:
        hint = did_you_mean(of, claim.game.entities)
        yield Diagnostic("PCG0564", f"there is no type `{of}`", claim.span("tiles", "of"), hint)
    elif ways not in entity.fields or str(entity.fields[ways].type) != "list[list[int]]":
        lists = [name for name, field in entity.fields.items() if str(field.type) == "list[list[int]]"]
        hint = did_you_mean(ways, lists) or "declare a field whose type is `list[list[int]]`"
        text = f"`{of}` has no field `{ways}` that lists the sides which each way joins"
        yield Diagnostic("PCG0564", text, claim.span("tiles", "ways"), hint)


def _no_spaces(claim: _Claim) -> Iterator[Diagnostic]:
    """Layouts without a space."""
    for name, where in claim.map.facts["tiles"]["joined"].items():
        if claim.map.spaces and not matching(claim.map, where):
            text = f"no space of map `{claim.map.id}` is in the layout `{name}`"
            hint = "it names fields of spaces and the values that they have there"
            yield Diagnostic("PCG0564", text, claim.span("tiles", "joined", name), hint)


def _wrong_ways(found: Sequence[Definition], field: str, sides: int) -> Iterator[Diagnostic]:
    for tile in found:
        why = wrong_ways(ways_of(tile, field), sides)
        if why:
            hint = "list the sides that each way joins, such as [[1, 4], [2, 3]]; each side once"
            yield Diagnostic("PCG0757", f"the tile `{tile.id}` {why}", value_span(tile.place, field), hint)


def _unjoined(claim: _Claim, found: Sequence[Definition]) -> Iterator[Diagnostic]:
    copies = sum(tile.count for tile in found)
    for one in layouts(claim.game, claim.map):
        why = ""
        if one.parts > 1:
            why = f"its spaces are in {one.parts} parts"
        elif copies < one.spaces:
            why = f"it has {one.spaces} spaces, and there are {copies} tiles"
        elif one.joined == 0:
            why = f"tiles were laid {one.layings} times, and never joined however they were turned"
        if why:
            text = f"on map `{claim.map.id}` the layout `{one.name}` can't be joined: {why}"
            hint = "make ways that join more sides, or more tiles; or change the layout"
            yield Diagnostic("PCG0756", text, claim.span("tiles", "joined", one.name), hint)


_FACTS: dict[str, Callable[[_Claim], Iterator[Diagnostic]]] = {
    "spaces": _spaces,
    "count": _count,
    "share": _share,
    "wide": _wide,
    "symmetry": _symmetry,
    "steps": _steps,
    "cut": _cut,
    "longest": _longest,
    "choke_points": _choke_points,
    "dead_ends": _dead_ends,
    "tiles": _tiles,
}
