"""`pycardgen new deck`: a deck to print, from a spreadsheet whose columns are looked at for what they are."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any

import click

from pycardgen.records import dataclass

_FLAVOUR = ("flavour", "flavor", "flavour text", "flavor text", "quote")
_TRUTHS = frozenset(("yes", "no", "y", "n", "true", "false", "x"))
_LONG = 24
"""Words longer than this don't fit into the line below a card's name."""
_AT_THE_FOOT = 5
"""Numbers that have room beside each other."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its title, its field, and what is in its cells.

    The type is that of the field as types.yaml says it, and empty for what every definition has.
    """

    title: str
    field: str
    type: str
    values: tuple[Any, ...]

    @property
    def longest(self) -> int:
        """How many letters the longest cell has."""
        return max((len(str(value)) for value in self.values), default=0)


def columns_of(table: Path) -> list[Column]:
    """The columns of a table, by what their titles and cells look like.

    Raises DiagnosticError if it can't be read, click.UsageError if it is none or nothing is in it.
    """
    from pycardgen.diagnostics import Collector, DiagnosticError
    from pycardgen.model.load_table import header_row
    from pycardgen.source.cache import open_cache
    from pycardgen.source.files import display
    from pycardgen.source.sheet import is_table, read_table

    if not is_table(table.name):
        raise click.UsageError(f"'{table}' is no table that can be read: save it as .xlsx, .csv or .tsv.")
    problems = Collector()
    grid = read_table(table, display(table), None, problems, open_cache())
    if grid is None:
        raise DiagnosticError(*problems.found)
    own: dict[str, Any] = {field: {} for field in ("id", "name", "count", "text", "art")}
    at = header_row({}, grid, {"properties": own})
    rows = [row for row in grid.rows[at:] if any(row)]
    if len(rows) < 2:
        raise click.UsageError(f"'{table}' has no cards: a row of titles, and a row for each card.")
    titles = [(at, str(cell[0])) for at, cell in enumerate(rows[0]) if cell is not None]
    cells = {at: [row[at] if at < len(row) else None for row in rows[1:]] for at, _ in titles}
    taken: set[str] = set()
    found = []
    for at, title in titles:
        if not title.startswith("#") or title == "#":
            found.append(_column(title, [cell and cell[0] for cell in cells[at]], taken, table.parent))
    return found if taken & {"name", "id"} else _with_name(found)


def _with_name(columns: list[Column]) -> list[Column]:
    """Columns of which none is called a name: the first with a text in each row is taken for it."""
    at = next((at for at, column in enumerate(columns) if column.type == "str"), 0)
    return [replace(column, field="name", type="") if at == i else column for i, column in enumerate(columns)]


def _column(title: str, values: Sequence[Any], taken: set[str], folder: Path) -> Column:
    from pycardgen.model.load_table import usual_field

    given = tuple(value for value in values if value is not None)
    known = "count" if title == "#" else usual_field(title)
    if known is not None and known not in taken and _fits(known, given, folder):
        taken.add(known)
        return Column(title, known, "", given)
    field = (
        "flavour" if title.lower().strip() in _FLAVOUR and "flavour" not in taken else _field(title, taken)
    )
    taken.add(field)
    return Column(title, field, _type(given, len(given) < len(values)), given)


def _fits(known: str, given: Sequence[Any], folder: Path) -> bool:
    """Whether a column can be what its title says: counts are whole and no numbering, pictures are there."""
    if known == "count":
        numbering = len(given) > 2 and [str(value) for value in given] == [
            str(n + 1) for n in range(len(given))
        ]
        return all(_whole(value) for value in given) and not numbering
    return known != "art" or (bool(given) and all(_inside(folder, str(value)) for value in given))


def _whole(value: Any) -> bool:
    return re.fullmatch(r"\d+(\.0*)?", str(value)) is not None


def _inside(folder: Path, name: str) -> bool:
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and (folder / name).is_file()


def _type(given: Sequence[Any], gaps: bool) -> str:
    if given and all(re.fullmatch(r"-?\d+(\.0*)?", str(value)) for value in given):
        return "int = 0" if gaps else "int"
    if given and all(str(value).lower() in _TRUTHS for value in given):
        return "bool = false"
    return 'str = ""' if gaps or not given else "str"


def _field(title: str, taken: set[str]) -> str:
    """A name for the field of a column: its title, as names are written."""
    from pycardgen.model.names import reserved

    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    name = re.sub(r"[^a-z0-9]+", "_", plain.lower()).strip("_")
    if not name or not name[0].isalpha():
        name = f"field_{name}".rstrip("_")
    if reserved(name) or name in (
        "type",
        "name",
        "count",
        "text",
        "art",
        "id",
        "on",
        "modify",
        "replace",
        "use",
    ):
        name += "_"
    return (
        name
        if name not in taken
        else next(f"{name}_{at}" for at in range(2, 999) if f"{name}_{at}" not in taken)
    )


def files_for(table: Path, columns: Sequence[Column]) -> dict[str, Path]:
    """What is copied into the new deck: the table, and the pictures that it names."""
    pictures = [str(name) for column in columns if column.field == "art" for name in column.values]
    return {table.name: table, **{name: table.parent / name for name in pictures}}


def words_for(columns: Sequence[Column], table: str) -> dict[str, str]:
    """What stands in the files of the new deck, by the marks in its templates."""
    own = [column for column in columns if column.type]
    renamed = [column for column in columns if column.title.lower().replace(" ", "_") != column.field]
    return {
        "@table@": _quoted(table),
        "@fields@": "\n".join(f"      {column.field}: {column.type}" for column in own) or "      {}",
        "@columns@": "\n".join(f"    {column.field}: {_quoted(column.title)}" for column in renamed)
        or "    {}",
        "@elements@": "\n".join(f"  - {line}" for line in _elements(columns)) or "  []",
        "@foot@": "\n".join(f"    - {line}" for line in _foot(own)) or "    []",
    }


def _quoted(title: str) -> str:
    import json

    return json.dumps(title, ensure_ascii=False)


def _elements(columns: Sequence[Column]) -> Iterator[str]:
    """Below the name the short words; a picture; the flavour below the text."""
    own = [column for column in columns if column.type]
    short = [c for c in own if c.type.startswith("str") and c.longest <= _LONG and c.field != "flavour"][:2]
    shown = " · ".join(f"{{{column.field}}}" for column in short)
    yield f'{{id: type, text: "{shown}", style: subtitle, at: [5.6, 16.8], size: [51.8, 4.6]}}'
    place = "at: [5.6, 22.4], size: [51.8, 28], radius: 1"
    yield f'{{id: art, art: "{{id}}", image: "{{art}}", scene: hexfield, {place}}}'
    texts = [c.field for c in own if c.type.startswith("str") and c not in short and c.field != "flavour"]
    if any(column.field == "text" for column in columns):
        texts.insert(0, "text")
    body = "\\n\\n".join(f"{{{field}}}" for field in texts)
    above, wide = "foot", "anchor: {}, at: [5.6, 0], size: [51.8, {}]"
    if any(column.field == "flavour" for column in own):
        above = "flavour"
        low = f"style: flavour, grow: true, above: foot, space: 2, {wide.format('bottom-left', 4)}"
        yield f'{{id: flavour, text: "{{flavour}}", {low}}}'
    between = f"below: art, above: {above}, space: 2.5, {wide.format('top-left', 'rest')}"
    yield f'{{id: text, text: "{body}", style: body, font_size: 9, {between}}}'


def _foot(own: Sequence[Column]) -> Iterator[str]:
    """Numbers beside each other, each above its title."""
    numbers = [column for column in own if column.type.startswith("int")][:_AT_THE_FOOT]
    for index, column in enumerate(numbers):
        width = round(51.8 / len(numbers), 2)
        left, text = round(index * width, 2), f"{{{column.field}}}"
        yield f'{{text: "{text}", style: number, color: accent, at: [{left}, 0], size: [{width}, 6.5]}}'
        yield f"{{text: {_quoted(column.title)}, style: label, at: [{left}, 6.5], size: [{width}, 3.5]}}"
