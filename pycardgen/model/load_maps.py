"""Loading maps: the spaces of a file, where they lie, and what can be stepped to from each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pycardgen.diagnostics import Related, Span
from pycardgen.model.derive import map_schema
from pycardgen.model.game import EntityDecl, Grid, MapDecl, Space
from pycardgen.model.grids import cell_of, directions
from pycardgen.model.load_definitions import Reader, valid_entry
from pycardgen.model.load_types import Types
from pycardgen.model.loading import Loading, was_given, words
from pycardgen.model.schema import Checker
from pycardgen.model.types import BoolType, IntType
from pycardgen.records import dataclass
from pycardgen.source import Place
from pycardgen.source.document import Offsets


@dataclass(frozen=True, slots=True)
class MapReaders:
    """Readers of maps and spaces, made once a type."""

    loading: Loading
    types: Types
    made: dict[tuple[str, bool], Reader]

    def of_map(self, entity: EntityDecl, by: bool) -> Reader:
        """The reader of a map type's files."""
        members = self.loading.members
        key = (entity.name, by)
        if key not in self.made:
            self.made[key] = Reader(entity, members, Checker(map_schema(entity, members, by)))
        return self.made[key]

    def of_space(self, entity: EntityDecl) -> Reader:
        """The reader of a space type's entries."""
        key = (entity.name, False)
        if key not in self.made:
            self.made[key] = Reader(entity, self.loading.members)
        return self.made[key]


_PARTS = ("spaces", "special", "starts", "goals", "walls", "edges", "one_way")


def load_map(readers: MapReaders, place: Place) -> MapDecl | None:
    """The map of a file; None when it has no id or type that can be used, which is reported."""
    loading, raw = readers.loading, place.container
    entity = entity_of(loading, place, "map")
    if entity is None:
        return None
    reader = readers.of_map(entity, "by" in raw)
    if not valid_entry(loading, reader.check, place, _PARTS) or "grid" not in raw:
        return None
    if any(key not in raw and was_given(place, key) for key in ("by", "spaces")):
        return None  # without them every space would seem to be missing
    grid = _grid(loading, place)
    definition = reader.definition(place, readers.types, loading, counted=False)
    spaces = _spaces(readers, place, grid)
    edges, sides = _edges(loading, place, grid, spaces)
    return MapDecl(
        definition,
        grid,
        tuple(spaces),
        edges,
        sides,
        words(place, "starts"),
        words(place, "goals"),
        raw.get("title", definition.name),
        raw.get("facts", {}),
    )


def entity_of(loading: Loading, place: Place, kind: str) -> EntityDecl | None:
    """The type that a map or mission names with `type`; None, reported, when it is of no use."""
    name = place.container.get("type")
    known = [entity.name for entity in loading.entities.values() if entity.kind == kind]
    if name is None:
        hint = f"such as `type: {known[0]}`" if known else f"declare a type of kind {kind} in types.yaml"
        loading.error("PCG0202", "`type` is missing", place.whole(), hint)
        return None
    entity = loading.entities.get(name) if isinstance(name, str) else None
    if entity is None:
        loading.unknown("PCG0302", f"type of kind {kind}", str(name), place.value("type"), known)
        return None
    if entity.kind != kind:
        text = f"`{name}` is a type of kind {entity.kind}, not {kind}"
        loading.error("PCG0302", text, place.value("type"), f"there is {', '.join(known)}" if known else "")
        return None
    return entity


def _grid(loading: Loading, place: Place) -> Grid:
    """The grid; what isn't said is as large as it may be. Reports keys that its shape has no use for."""
    at = place.inside("grid")
    raw = at.container
    shape = raw["shape"]
    useful = {"hex": ("columns", "rows", "shifted"), "square": ("columns", "rows", "diagonal"), "graph": ()}[
        shape
    ]
    for key in raw:
        if key != "shape" and key not in useful:
            loading.error(
                "PCG0315", f"`{key}` has no meaning for a map of shape {shape}", at.key(key), "delete it"
            )
    for key in ("columns", "rows"):
        if key in useful and key not in raw:
            loading.error(
                "PCG0202", f"`{key}` is missing in `grid`", place.key("grid"), "such as `columns: 8`"
            )
    if shape == "graph" and "walls" in place.container:
        text = "`walls` has no meaning for a map of shape graph"
        loading.error("PCG0315", text, place.key("walls"), "leave out those `edges` instead")
    size = 0 if shape == "graph" else 200
    return Grid(
        shape,
        raw.get("columns", size),
        raw.get("rows", size),
        raw.get("shifted", "even"),
        raw.get("diagonal", False),
    )


# --- spaces ---------------------------------------------------------------------------------------

Marks = dict[str | int, Offsets]
Entry = dict[str, Any]


def _spaces(readers: MapReaders, place: Place, grid: Grid) -> list[Space]:
    """The spaces of a map: on a grid by column and row, otherwise as they are listed."""
    loading = readers.loading
    found: list[Space] = []
    by_cell: dict[tuple[float, float], Space] = {}
    for entry in _entries(loading, place):
        space = _space(readers, Place(place.document, entry), grid)
        if space is None:
            loading.broken.add(entry["id"])
            continue
        cell = (space.x, space.y)
        other = by_cell.setdefault(cell, space)
        if other is not space:
            _doubled(loading, other, space)
            continue
        found.append(space)
    return found if grid.shape == "graph" else sorted(found, key=lambda space: (space.x, space.y))


def _doubled(loading: Loading, first: Space, second: Space) -> None:
    there, here = first.definition.place, second.definition.place
    assert there is not None
    assert here is not None
    text = f"`{second.definition.id}` lies where `{first.definition.id}` is"
    related = Related(there.value("id"), f"`{first.definition.id}` is here")
    loading.error("PCG0311", text, here.value("id"), "move one of them with `at`", related)


def _space(readers: MapReaders, place: Place, grid: Grid) -> Space | None:
    loading, entry = readers.loading, place.container
    entity = _space_type(loading, place)
    if entity is None:
        return None
    reader = readers.of_space(entity)
    if not reader.check.accepts(entry) and not valid_entry(loading, reader.check, place):
        return None
    position = _position(loading, place, grid)
    if position is None:
        return None
    definition = reader.definition(place, readers.types, loading, counted=False)
    label = entry.get("label", definition.id if grid.shape != "graph" else definition.name)
    return Space(definition, *position, label)


def _space_type(loading: Loading, place: Place) -> EntityDecl | None:
    """The type of a space: the one it names, or the only one there is."""
    entry = place.container
    if "type" not in entry:
        known = [entity for entity in loading.entities.values() if entity.kind == "sector"]
        if len(known) == 1:
            return known[0]
    return entity_of(loading, place, "sector")


def _position(loading: Loading, place: Place, grid: Grid) -> tuple[float, float] | None:
    entry = place.container
    id_, at = entry["id"], entry.get("at")
    if grid.shape == "graph":
        if at is None:
            loading.error("PCG0313", f"`{id_}` has no place", place.value("id"), "add `at: [x, y]`, in mm")
        return None if at is None else (at[0], at[1])
    cell = cell_of(id_) if at is None else (int(at[0]), int(at[1]))
    if cell is None:
        hint = "name it by column and row, such as `C04`, or add `at: [column, row]`"
        loading.error("PCG0313", f"`{id_}` doesn't say where it lies", place.value("id"), hint)
        return None
    if not (1 <= cell[0] <= grid.columns and 1 <= cell[1] <= grid.rows):
        text = (
            f"`{id_}` lies outside the grid: column {cell[0]} of {grid.columns}, row {cell[1]} of {grid.rows}"
        )
        span = place.value("id") if at is None else place.value("at")
        loading.error("PCG0312", text, span, "correct it, or make the grid larger")
        return None
    return cell


def _entries(loading: Loading, place: Place) -> Iterator[Entry]:
    """An entry for each space, made of all that the file says about it in different places.

    Its keys keep the positions of where they stand in the file.
    """
    made: dict[str, tuple[Entry, Marks]] = {}
    for id_, values, marks in _listed(loading, place):
        if id_ in made:
            first = place.document.span(*made[id_][1]["id"][2:])
            loading.twice(
                "PCG0311", "the space", id_, place.document.span(*marks["id"][2:]), first, "delete one"
            )
            continue
        made[id_] = ({"id": id_, **values}, dict(marks))
    for id_, values, marks in _by_id(place, "special"):
        entry, known = made.setdefault(id_, ({"id": id_}, {"id": marks["id"]}))
        entry.update(values)
        known.update({key: mark for key, mark in marks.items() if key not in known or key != "id"})
    shared = place.container.get("default", {})
    shared_marks = place.document.positions.get(id(shared), {})
    for entry, marks in made.values():
        type_name = entry.get("type", shared.get("type"))
        entity = loading.entities.get(type_name) if isinstance(type_name, str) else None
        for key, value in shared.items():
            # Spaces of another type take what they have a field for.
            fits = (
                entity is None
                or type_name == shared.get("type")
                or key in entity.fields
                or key in _NOT_FIELDS
            )
            if key not in entry and fits:
                entry[key] = value
                marks[key] = shared_marks[key]
        place.document.positions[id(entry)] = marks
        yield entry


_NOT_FIELDS = ("text", "art", "on", "modify", "replace", "use", "name")
_Listed = tuple[str, Entry, Mapping[str | int, Offsets]]


def _listed(loading: Loading, place: Place) -> Iterator[_Listed]:
    """What `spaces` says: (id, fields, positions)."""
    spaces = place.container.get("spaces", ())
    if isinstance(spaces, list):
        yield from _ids(place, "spaces", {}, {})
    elif "by" not in place.container or not spaces:
        yield from _by_id(place, "spaces")
    else:
        by = place.container["by"]
        inner = place.inside("spaces")
        marks = place.document.positions[id(spaces)]
        for word in spaces:
            key = marks[word][:2] * 2
            yield from _ids(inner, word, {by: _word(loading, by, word)}, {by: key})


def _ids(place: Place, key: str, values: Entry, marks: Mapping[str | int, Offsets]) -> Iterator[_Listed]:
    ids = place.container[key] or ()
    positions = place.document.positions.get(id(ids), {})
    for index, id_ in enumerate(ids):
        if id_ is not None:
            yield id_, values, {"id": positions[index], **marks}


def _by_id(place: Place, key: str) -> Iterator[_Listed]:
    """Spaces as a mapping from their ids to their fields."""
    group = place.container.get(key) or {}
    positions = place.document.positions.get(id(group), {})
    for id_, values in group.items():
        start, end = positions[id_][:2]
        inner = place.document.positions.get(id(values), {}) if values else {}
        yield id_, values or {}, {**inner, "id": (start, end, start, end)}


def _word(loading: Loading, by: str, word: str) -> Any:
    """The value of the field by which spaces are listed, from the key it is in YAML."""
    for entity in loading.entities.values():
        decl = entity.fields.get(by) if entity.kind == "sector" else None
        if decl is not None and isinstance(decl.type, IntType) and word.lstrip("-").isdigit():
            return int(word)
        if decl is not None and isinstance(decl.type, BoolType) and word in ("true", "false"):
            return word == "true"
    return word


# --- edges ----------------------------------------------------------------------------------------

Rows = tuple[tuple[int, ...], ...]


def _edges(loading: Loading, place: Place, grid: Grid, spaces: Sequence[Space]) -> tuple[Rows, Rows]:
    """What can be stepped to from each space, and what lies in each direction (of grids), -1 for nothing."""
    index = {space.definition.id: at for at, space in enumerate(spaces)}
    sides = _neighbours(grid, spaces)
    walls = list(_pairs(loading, place, "walls", index)) if grid.shape != "graph" else []
    closed = {(a, b) for a, b, _ in walls} | {(b, a) for a, b, _ in walls}
    for a, b, span in walls:
        if b not in sides[a]:
            loading.error(
                "PCG0314", "there is no way here that a wall could close", span, "the two aren't neighbours"
            )
    one_way = list(_pairs(loading, place, "one_way", index))
    closed |= {(b, a) for a, b, _ in one_way}
    sides = [[-1 if (at, to) in closed else to for to in row] for at, row in enumerate(sides)]
    edges = [[to for to in row if to >= 0] for row in sides]
    for a, b, span in _pairs(loading, place, "edges", index):
        if a == b:
            loading.error("PCG0314", "a space can't be joined to itself", span)
            continue
        for start, end in ((a, b), (b, a)):
            if end not in edges[start]:
                edges[start].append(end)
    for a, b, _ in one_way:
        if b not in edges[a]:
            edges[a].append(b)
    return tuple(map(tuple, edges)), tuple(map(tuple, sides)) if grid.shape != "graph" else ()


def _neighbours(grid: Grid, spaces: Sequence[Space]) -> list[list[int]]:
    if grid.shape == "graph":
        return [[] for _ in spaces]
    at = {(space.x, space.y): number for number, space in enumerate(spaces)}
    return [
        [at.get((space.x + dx, space.y + dy), -1) for dx, dy in directions(grid, int(space.x))]
        for space in spaces
    ]


def _pairs(
    loading: Loading, place: Place, key: str, index: Mapping[str, int]
) -> Iterator[tuple[int, int, Span]]:
    """Pairs of spaces by their numbers; unknown ones are reported."""
    pairs = place.container.get(key, ())
    known = {entry for entry, _, _ in _listed(loading, place)} | set(place.container.get("special", ()))
    for number, pair in enumerate(pairs):
        if pair is None or None in pair:
            continue
        at = place.inside(key).inside(number)
        for end, id_ in enumerate(pair):
            if id_ not in index and id_ not in known:
                loading.unknown("PCG0316", "space", id_, at.value(end), index)
        if all(id_ in index for id_ in pair):
            yield index[pair[0]], index[pair[1]], place.inside(key).value(number)
