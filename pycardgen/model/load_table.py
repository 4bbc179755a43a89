"""Definitions from spreadsheets: `Lamp: {from: lamps.csv}`, a definition for each row.

Rows become the mappings that YAML would have given, with the places of their cells, so that everything after
is the same for both: schemas, checks, the bundle.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pycardgen.diagnostics import DiagnosticError, Related, Severity, Span, did_you_mean
from pycardgen.diagnostics.core import Diagnostic
from pycardgen.model.loading import Loading
from pycardgen.model.schema import Schema, checker, validate
from pycardgen.records import dataclass
from pycardgen.source import Document, Place
from pycardgen.source.cache import open_cache
from pycardgen.source.files import display, is_regular, resolve_inside
from pycardgen.source.sheet import MAX_COLUMNS, Cell, Grid, Row, is_table, read_table

KEY = "from"
"""What tells a table from a definition: no field can be called so."""

REST = "rest"
"""What `ignore` says instead of titles: all columns that are no field's."""


def is_from_table(entry: Any) -> bool:
    """Whether an entry of the content is a table instead of a definition."""
    return isinstance(entry, dict) and KEY in entry


def load_table(loading: Loading, folder: Path, place: Place, schema: Schema) -> Place | None:
    """The definitions of a table: the place of a list of entries, to be validated as those of YAML are.

    `place` is the mapping that names the file, `schema` that of one definition. None after reporting why the
    table can't be read; what refers to definitions isn't reported then.
    """
    grid = _grid(loading, folder, place)
    table = None if grid is None else _with_columns(loading, place, grid, schema)
    troubled = _troubled(loading, table) if table else set()
    if table is None or troubled:
        loading.unread |= {"content", "definitions"}
        loading.failed.append(str(place.container.get(KEY)))
    if table is None:
        return None
    document = table.grid.document
    rows = list(_chosen(table, troubled))
    document.root = [entry for row in rows if (entry := _entry(loading, table, row)) is not None]
    if not rows and not troubled:
        message = "no row of the table becomes a definition"
        hint = "look at `where`" if table.where else "the rows stand below the titles"
        loading.report(Diagnostic("PCG0162", message, place.value(KEY), hint, severity=Severity.WARNING))
    return document.place()


@dataclass(frozen=True, slots=True)
class _Column:
    """Where the cells of a column go: the path in an entry, and the schema of what they hold."""

    path: tuple[str, ...]
    schema: Schema
    title: Cell


@dataclass(frozen=True, slots=True)
class _Table:
    """A table understood: what becomes of each column, and which rows are wanted."""

    grid: Grid
    first: int
    columns: Mapping[int, _Column]
    titled: Container[int]
    where: Mapping[int, frozenset[str]]


# --- the file -------------------------------------------------------------------------------------


def _grid(loading: Loading, folder: Path, place: Place) -> Grid | None:
    """The file that a table names, read."""
    if not validate(place, checker("table"), loading.report):
        return None
    name, sheet = place.container[KEY], place.container.get("sheet")
    span = place.value(KEY)
    try:
        path = resolve_inside(folder, name, span)
    except DiagnosticError as error:
        for diagnostic in error.diagnostics:
            loading.report(diagnostic)
        return None
    if not is_table(name):
        text = f"`{name}` is not a table that can be read"
        loading.error("PCG0161", text, span, "save it as .xlsx, .csv or .tsv")
    elif not is_regular(path):
        near = (file.relative_to(folder).as_posix() for file in _tables(folder))
        hint = did_you_mean(name, near) or "its path begins at the game's folder"
        loading.error("PCG0161", f"there is no file {display(path)}", span, hint)
    elif sheet is not None and path.suffix.lower() != ".xlsx":
        text = f"only workbooks have sheets, `{name}` has none"
        loading.error("PCG0156", text, place.value("sheet"), "delete `sheet`")
    else:
        return read_table(path, display(path), sheet, loading.report, open_cache())
    return None


def _tables(folder: Path) -> list[Path]:
    """The tables that a game has."""
    return [path for path in sorted(folder.rglob("*")) if is_table(path.name) and is_regular(path)]


# --- titles ---------------------------------------------------------------------------------------


def _with_columns(loading: Loading, place: Place, grid: Grid, schema: Schema) -> _Table | None:
    """What each column is, by the titles in the header and what the table says of them."""
    at = header_row(place.container, grid, schema)
    if at is None:
        text = "the table has no row of titles" if grid.rows else "the table is empty"
        loading.error("PCG0162", text, Span(grid.document.file), "its first row names the fields")
        return None
    titles = _titles(loading, grid, grid.rows[at])
    if titles is None:
        return None
    raw = place.container
    named = {title: path for path, title in raw.get("columns", {}).items()}
    fine = _known_titles(loading, place, titles)
    columns: dict[int, _Column] = {}
    for index, cell in titles.values():
        title = str(cell[0])
        path = named.get(title) or _field(title, schema)
        if title in _ignored(raw) or title.startswith("#"):
            continue
        if path is not None and (part := part_schema(schema, path.split("."))) is not None:
            columns[index] = _Column(tuple(path.split(".")), part, cell)
        elif title in named:
            known = list(schema["properties"])
            span = place.inside("columns").key(named[title])
            loading.error("PCG0153", f"there is no field `{named[title]}`", span, _hint(named[title], known))
            fine = False
        elif title not in raw.get("where", {}) and raw.get("ignore") != REST:
            text = f"no field belongs to the column `{title}`"
            loading.error("PCG0153", text, grid.span(cell), _belongs(title, schema["properties"]))
            fine = False
    if not fine or not _apart(loading, grid, columns):
        return None
    titled = range(MAX_COLUMNS) if raw.get("ignore") == REST else {index for index, _ in titles.values()}
    return _Table(grid, at + 1, columns, titled, _wanted(raw.get("where", {}), titles))


def header_row(raw: Mapping[str, Any], grid: Grid, schema: Schema) -> int | None:
    """The index of the row of titles: the one that is given, or the first with anything in it, but for a
    heading above it. `raw` is what is said of the table, `schema` that of one definition.
    """
    given = raw.get("header")
    if given is not None:
        return int(given) - 1 if int(given) <= len(grid.rows) and any(grid.rows[int(given) - 1]) else None
    full = [at for at, row in enumerate(grid.rows) if any(row)]
    if len(full) > 1 and _is_heading(raw, grid.rows[full[0]], grid.rows[full[1]], schema):
        return full[1]
    return full[0] if full else None


def _is_heading(raw: Mapping[str, Any], row: Row, below: Row, schema: Schema) -> bool:
    """Whether a row holds one text, maybe in merged cells, that is no title, and the next row more."""
    texts = {str(cell[0]) for cell in row if cell is not None}
    known = {*raw.get("columns", {}).values(), *_ignored(raw), *raw.get("where", {})}
    if len(texts) > 1 or texts & known or any(_field(text, schema) for text in texts):
        return False
    return len({cell[0] for cell in below if cell is not None}) > 1


def _titles(loading: Loading, grid: Grid, header: Row) -> dict[str, tuple[int, Cell]] | None:
    """The columns that have titles, by them."""
    found: dict[str, tuple[int, Cell]] = {}
    for index, cell in enumerate(header):
        if cell is None:
            continue
        title = str(cell[0])
        if title in found:
            related = Related(grid.span(found[title][1]), "the first one")
            text = f"two columns have the title `{title}`"
            loading.error("PCG0155", text, grid.span(cell), "give one of them another title", related)
            return None
        found[title] = (index, cell)
    return found


def _ignored(raw: Mapping[str, Any]) -> Sequence[str]:
    """The titles under `ignore`."""
    given = raw.get("ignore", ())
    return () if given == REST else given


def _known_titles(loading: Loading, place: Place, titles: Mapping[str, Any]) -> bool:
    """Whether all titles exist that the table speaks of."""
    raw = place.container
    asked = [(title, place.inside("columns").value(path)) for path, title in raw.get("columns", {}).items()]
    asked += [(title, place.inside("ignore").value(at)) for at, title in enumerate(_ignored(raw))]
    asked += [(title, place.inside("where").key(title)) for title in raw.get("where", {})]
    fine = True
    for title, span in asked:
        if title not in titles:
            text = f"the table has no column `{title}`"
            loading.error("PCG0154", text, span, _hint(title, list(titles)))
            fine = False
    return fine


def _apart(loading: Loading, grid: Grid, columns: Mapping[int, _Column]) -> bool:
    """Whether no two columns are for one field, or for a field and a part of it."""
    by_path: dict[tuple[str, ...], _Column] = {}
    for column in columns.values():
        for path, other in by_path.items():
            shared = min(len(path), len(column.path))
            if path[:shared] == column.path[:shared]:
                text = f"two columns are for the field `{'.'.join(column.path[:shared])}`"
                related = Related(grid.span(other.title), "the first one")
                hint = "list one of them under `ignore`"
                loading.error("PCG0155", text, grid.span(column.title), hint, related)
                return False
        by_path[column.path] = column
    return True


_USUAL = {
    "count": frozenset(("qty", "quantity", "copies", "number", "amount", "no", "num", "anzahl", "cantidad")),
    "name": frozenset(("title", "card", "card_name", "cardname")),
    "text": frozenset(("description", "rules", "effect", "body", "rules_text", "card_text", "ability")),
    "art": frozenset(("image", "picture", "img", "illustration", "artwork", "art_file")),
}
"""What other programs' users call the columns that every type has."""


def usual_field(title: str) -> str | None:
    """The field of every type that a column usually has which is called so."""
    plain = _plain(title)
    if plain == "id" or plain in _USUAL:
        return plain
    return next((field for field, titles in _USUAL.items() if plain in titles), None)


def _belongs(title: str, fields: Collection[str]) -> str:
    """What may be done about a column that is no field's."""
    plain = _plain(title)
    usual = usual_field(title)
    if usual is not None and usual in fields:
        return f"if it is the {usual}, say so: `columns: {{{usual}: {title}}}`"
    close = did_you_mean(plain, fields)
    other = "name its field under `columns`, or list it under `ignore`"
    return f"{close} If not, {other}" if close else f"{other} (`ignore: {REST}` is all such columns)"


def _hint(name: str, known: Sequence[str]) -> str:
    shown = ", ".join(known[:12])
    return did_you_mean(name, known) or f"there are {shown}{', ...' if len(known) > 12 else ''}"


def _plain(title: str) -> str:
    """A title as a field could be called: `Armour Damage` is `armour_damage`."""
    return re.sub(r"[\s-]+", "_", title.strip().casefold())


def _field(title: str, schema: Schema) -> str | None:
    """The field whose name a title is, more or less."""
    plain = _plain(title)
    return plain if plain.split(".")[0] in schema["properties"] else None


def part_schema(schema: Schema, path: Sequence[str]) -> Schema | None:
    """The schema of a part of a definition; None if there is no such part."""
    for step in path:
        inner = schema.get("properties", {}).get(step)
        if inner is None:
            inner = schema.get("additionalProperties")
        if not isinstance(inner, dict):
            return None
        schema = inner
    return schema


# --- rows -----------------------------------------------------------------------------------------


def _wanted(where: Mapping[str, Any], titles: Mapping[str, tuple[int, Cell]]) -> dict[int, frozenset[str]]:
    """By column: the values that rows may have there, as text."""
    return {
        titles[title][0]: frozenset(map(_text, value if isinstance(value, list) else [value]))
        for title, value in where.items()
    }


def _chosen(table: _Table, besides: Container[int]) -> Iterator[Row]:
    """The rows with anything in them that `where` lets through, besides some."""
    for at, row in enumerate(table.grid.rows[table.first :], table.first):
        if any(row) and at not in besides and _lets_through(table, row):
            yield row


def _lets_through(table: _Table, row: Row, besides: Collection[int] = ()) -> bool:
    """Whether `where` wants a row, as far as its cells `besides` these say."""
    wanted = ((index, values) for index, values in table.where.items() if index not in besides)
    return all(_text(_at(row, index)) in values for index, values in wanted)


def _troubled(loading: Loading, table: _Table) -> set[int]:
    """The rows with a cell that should become something and has no value, after reporting those cells."""
    used = {*table.columns, *table.where}
    by_row: dict[int, dict[int, Diagnostic]] = {}
    for (at, column), trouble in table.grid.troubles.items():
        if column in used and at >= table.first:
            by_row.setdefault(at, {})[column] = trouble
    rows = {at for at, troubles in by_row.items() if _lets_through(table, table.grid.rows[at], troubles)}
    found = (trouble for at in by_row if at in rows for trouble in by_row[at].values())
    for trouble in dict.fromkeys(found):
        loading.report(trouble)
    return rows


def _at(row: Row, index: int) -> Any:
    cell = row[index] if index < len(row) else None
    return "" if cell is None else cell[0]


def _entry(loading: Loading, table: _Table, row: Row) -> dict[str, Any] | None:
    """The definition that a row is, with the places of its cells; None after reporting why it is none."""
    document = table.grid.document
    extra = next((cell for at, cell in enumerate(row) if cell is not None and at not in table.titled), None)
    if extra is not None:
        text = "above this cell there is no title"
        hint = "put text that has a delimiter in it in quotes, or give the column a title"
        loading.error("PCG0158", text, table.grid.span(extra), hint)
    entry: dict[str, Any] = {}
    for index, column in table.columns.items():
        cell = row[index] if index < len(row) else None
        if cell is not None:
            _put(document, entry, column.path, read_cell(cell[0], column.schema), cell)
    return entry if _identified(loading, table, row, entry) else None


def _put(document: Document, entry: dict[str, Any], path: Sequence[str], value: Any, cell: Cell) -> None:
    """Set a value in an entry, and note where it and all around it stand."""
    at = (cell[1], cell[2], cell[1], cell[2])
    into = entry
    for step in path[:-1]:
        document.positions.setdefault(id(into), {}).setdefault(step, at)
        into = into.setdefault(step, {})
    into[path[-1]] = value
    document.positions.setdefault(id(into), {})[path[-1]] = at
    if isinstance(value, list):
        document.positions[id(value)] = dict.fromkeys(range(len(value)), at)
    elif isinstance(value, dict):
        document.positions[id(value)] = dict.fromkeys(value, at)


def _identified(loading: Loading, table: _Table, row: Row, entry: dict[str, Any]) -> bool:
    """Whether an entry has an id; where none is given, its name makes one."""
    if "id" in entry or "replace" in entry:
        return True
    name = entry.get("name")
    id_ = "" if name is None else id_of(str(name))
    if id_:
        positions = table.grid.document.positions[id(entry)]
        entry["id"] = id_
        positions["id"] = positions["name"]
        return True
    first = next(cell for cell in row if cell is not None)
    if name is None:
        text = "this row has no id, and no name to make one of"
        loading.error("PCG0159", text, table.grid.span(first), "give it a name, or an id")
    else:
        span = Place(table.grid.document, entry).value("name")
        text = f"of the name `{name}` no id can be made"
        loading.error("PCG0159", text, span, "add a column `id`: small letters, digits, `_`, `-`")
    return False


def id_of(name: str) -> str:
    """The id that a name makes, such as `oil_lamp` of Oil Lamp; empty when no letter begins it."""
    plain = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    id_ = re.sub(r"[^a-z0-9]+", "_", re.sub(r"['`]", "", plain)).strip("_")[:60]
    return id_ if id_[:1].isalpha() else ""


# --- cells ----------------------------------------------------------------------------------------

_TRUTHS = {
    **dict.fromkeys(("true", "yes", "y", "x", "1"), True),
    **dict.fromkeys(("false", "no", "n", "0"), False),
}
_SEPARATORS = re.compile(r"[;\n]")
_THOUSANDS = re.compile(r"-?\d{1,3}(\.\d{3})+")
"""What may be 1000 or 1, by the country: not a number before somebody says which."""


def read_cell(raw: Any, schema: Schema) -> Any:
    """A cell's value as its field wants it; as it is where it doesn't fit, which validation reports."""
    wanted = schema.get("type", ())
    kinds = {wanted} if isinstance(wanted, str) else set(wanted)
    if "enum" in schema:
        return _member(raw, schema["enum"])
    if "string" in kinds:
        return _scalar(raw) if "integer" in kinds else _text(raw)
    if "boolean" in kinds:
        return _TRUTHS.get(_text(raw).casefold(), raw)
    if "integer" in kinds:
        return _scalar(raw)
    if "array" in kinds:
        parts = [part.strip() for part in _SEPARATORS.split(_text(raw))]
        return [read_cell(part, schema.get("items", {})) for part in parts if part]
    if "object" in kinds:
        return _pairs(raw, schema)
    return _scalar(raw) if isinstance(raw, str) else raw


def _member(raw: Any, members: Sequence[Any]) -> Any:
    """A member of an enum: as it is written, or as it is in small letters with `_` between words."""
    text = _text(raw)
    plain = _plain(text)
    return text if text in members or plain not in members else plain


def _scalar(raw: Any) -> Any:
    """A number, a truth or text; a whole float is an integer."""
    from pycardgen.source.reader import resolve

    if isinstance(raw, str):
        if _THOUSANDS.fullmatch(raw):
            return raw
        try:
            raw = resolve(raw)
        except OverflowError:
            return raw
    return int(raw) if isinstance(raw, float) and raw.is_integer() and abs(raw) < 1 << 63 else raw


def _text(raw: Any) -> str:
    """A value as it would be typed."""
    if isinstance(raw, bool):
        return "true" if raw else "false"
    if isinstance(raw, float) and raw.is_integer() and abs(raw) < 1 << 63:
        return str(int(raw))
    return str(raw)


def _pairs(raw: Any, schema: Schema) -> Any:
    """A mapping, written `might: 2; cunning: 1`."""
    parts = [part.partition(":") for part in _SEPARATORS.split(_text(raw)) if part.strip()]
    inner = schema.get("additionalProperties")
    if not isinstance(inner, dict) or not all(colon and key.strip() for key, colon, _ in parts):
        return raw
    return {key.strip(): read_cell(value.strip(), inner) for key, _, value in parts}
