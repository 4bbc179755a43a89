"""The definitions of a game as tables: what a spreadsheet edits, and `from:` reads back to the same game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pycardgen.diagnostics import Diagnostic, Severity
from pycardgen.model.derive import entity_schema, enum_members
from pycardgen.model.game import Definition
from pycardgen.model.load_table import part_schema, read_cell
from pycardgen.model.schema import Schema
from pycardgen.paint.exports import Order
from pycardgen.paint.exports.manifest import csv_file, manifest
from pycardgen.paint.jobs import Output

Path = tuple[str, ...]

_FIRST = ("id", "name", "count")
_LAST = ("text", "art", "on", "modify", "replace", "use")


def export(order: Order) -> Iterator[Output]:
    """`TYPE.csv` for each type with definitions, and `tables.yaml`, which names them."""
    game = order.press.game
    for _ in order.jobs:
        pass  # what is printed is of no matter here
    by_type: dict[str, list[Definition]] = {}
    for definition in game.definitions.values():
        by_type.setdefault(definition.type, []).append(definition)
    files = []
    for type_, found in by_type.items():
        schema = entity_schema(game.entities[type_], enum_members(game))
        rows = list(_table(order, found, schema))
        if len(rows) > 1:
            files.append(f"{type_}.csv")
            yield csv_file(files[-1], rows)
    lines = [f"{name.removesuffix('.csv')}: {{from: {name}}}\n" for name in files]
    yield Output("tables.yaml", "".join(lines).encode())
    yield manifest(game, order.target, [*files, "tables.yaml"])


def _table(order: Order, found: Iterable[Definition], schema: Schema) -> Iterator[list[str]]:
    """Titles, then a row for each definition; those that no row can hold are reported."""
    rows: list[dict[Path, str]] = []
    for definition in found:
        place = definition.place
        cells = dict(_cells(place.container if place else {}))
        cells = {path: _without_end(path, value) for path, value in cells.items()}
        written = {path: _written(value) for path, value in cells.items()}
        if all(_comes_back(value, written[path], path, schema) for path, value in cells.items()):
            rows.append(written)
            continue
        message = f"`{definition.id}` holds what no row of a table can; it is left out"
        span = place.value("id") if place else None
        hint = "keep it in YAML: a list of definitions may have tables in it"
        order.press.report(Diagnostic("PCG0795", message, span, hint, severity=Severity.NOTE))
    rows = _without_prefixes(rows)
    paths = sorted({path for row in rows for path in row}, key=lambda path: _rank(path, schema))
    yield [".".join(path) for path in paths]
    for row in rows:
        yield [row.get(path, "") for path in paths]


def _without_prefixes(rows: Sequence[dict[Path, str]]) -> list[dict[Path, str]]:
    """Rows in which no column is a part of another's: `text` beside `text.flavour` is `text.text`, a handler
    beside its condition its `do`.
    """
    longer = {path[:length] for row in rows for path in row for length in range(1, len(path))}
    return [
        {
            (*path, "text" if path == ("text",) else "do") if path in longer else path: cell
            for path, cell in row.items()
        }
        for row in rows
    ]


def _rank(path: Path, schema: Schema) -> tuple[int, int, Path]:
    """Where a column stands: the id first, then fields as declared, then texts and rules."""
    name = path[0]
    if name in _FIRST:
        return (0, _FIRST.index(name), path)
    if name in _LAST:
        return (2, _LAST.index(name), path)
    return (1, list(schema["properties"]).index(name), path)


def _cells(entry: Mapping[str, Any]) -> Iterator[tuple[Path, Any]]:
    """The values of an entry by their paths; texts and rules are taken apart, fields are not."""
    for key, value in entry.items():
        if key in _LAST and isinstance(value, dict):
            yield from _parts((key,), value)
        else:
            yield (key,), value


def _parts(path: Path, value: Mapping[str, Any]) -> Iterator[tuple[Path, Any]]:
    for key, inner in value.items():
        if isinstance(inner, dict):
            yield from _parts((*path, key), inner)
        else:
            yield (*path, key), inner


def _without_end(path: Path, value: Any) -> Any:
    """A text or rules without the line end that YAML's blocks have, which means nothing there."""
    return value.rstrip("\n") if isinstance(value, str) and path[0] in _LAST else value


def _written(value: Any) -> str:
    """A value as a cell has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "; ".join(map(_written, value))
    if isinstance(value, dict):
        return "; ".join(f"{key}: {_written(inner)}" for key, inner in value.items())
    return "" if value is None else str(value)


def _comes_back(value: Any, written: str, path: Sequence[str], schema: Schema) -> bool:
    """Whether a table gives the value back; an empty cell gives none."""
    part = part_schema(schema, path)
    if part is None or written != written.strip():
        return False
    return bool(written) and _same(read_cell(written, part), value)


def _same(one: Any, other: Any) -> bool:
    """Whether two values are the same to the rules, for which `1` and `False` are the same as text."""
    return bool(one == other) or (not isinstance(one, str | list | dict) and str(one) == other)
