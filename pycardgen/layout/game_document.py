"""A game's documents: Markdown whose fields and tables come from the data.

A fenced block of the sort `table` becomes a table of definitions, maps, components or settings:

    ```table
    of: Alarm
    where: {loud: true}
    columns: {Card: name, Copies: count, Heard: "{low} to {high} steps away", What it does: text}
    ```

and one of the sort `figure` a drawing of a part of a map (see `figure_block`), or of cards (see
`card_figure`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pycardgen.diagnostics import Diagnostic, Report, Span, did_you_mean
from pycardgen.layout import fields
from pycardgen.layout.board import Look
from pycardgen.layout.card_figure import CardFigure, read_cards
from pycardgen.layout.document import Data, TableData
from pycardgen.layout.figure_block import read_figure
from pycardgen.layout.figures import Figure
from pycardgen.layout.subjects import Subjects
from pycardgen.model.select import is_a, selected
from pycardgen.source import Document, Place
from pycardgen.source.reader import parse_yaml

_FENCE = re.compile(r"^(```|~~~)(table|figure)[ \t]*\n(.*?)^\1[ \t]*$", re.MULTILINE | re.DOTALL)


def document_subject(subjects: Subjects) -> dict[str, Any]:
    """What a document may print: the game, what is in it by id, how many copies there are of each type."""
    return subjects.whole()


def with_tables(
    text: str, file: str, subjects: Subjects, report: Report, looks: Mapping[str, Look] | None = None
) -> tuple[str, dict[str, Data]]:
    """The text with its tables and figures named instead (its lines stay where they are), and these by name.

    `looks` is how the spaces of figures look.
    """
    found: dict[str, Data] = {}

    def name(block: re.Match[str]) -> str:
        above = text.count("\n", 0, block.start(3))
        source = "\n" * above + block[3]
        if block[2] == "table":
            data: Data | None = _table(source, file, subjects, report)
        else:
            data = _figure(source, file, subjects, looks or {}, report)
        if data is None:
            return block[0]
        key = f"data-{len(found) + 1}"
        found[key] = data
        return f"{{{block[2]}:{key}}}" + "\n" * block[0].count("\n")

    return _FENCE.sub(name, text), found


_BRACE = re.compile(r"\\.|\{[\w.:|-]+\}|([{}])", re.DOTALL)


_INLINE_CODE = re.compile(r"(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)")


def _without_code(text: str) -> str:
    """A document whose code, in which a brace is a brace, is blank."""
    from markdown_it import MarkdownIt

    lines = text.split("\n")
    for token in MarkdownIt("commonmark").parse(text):
        if token.type in ("fence", "code_block") and token.map:
            lines[slice(*token.map)] = [""] * (token.map[1] - token.map[0])
    return _INLINE_CODE.sub(lambda code: " " * len(code[0]), "\n".join(lines))


def lone_braces(text: str, file: str) -> Iterator[Diagnostic]:
    """Braces of a document that are no field, icon, table or figure, and aren't code."""
    prose = _without_code(text) if "{" in text or "}" in text else ""
    for match in _BRACE.finditer(prose):
        if match[1]:
            line = prose.count("\n", 0, match.start())
            column = match.start() - prose.rfind("\n", 0, match.start())
            span = Span.point(file, line + 1, column, 1)
            hint = f"a field is `{{name}}`; a brace as such is `\\{match[1]}`"
            yield Diagnostic("PCG0602", f"this `{match[1]}` belongs to no field", span, hint)


def _figure(
    source: str, file: str, subjects: Subjects, looks: Mapping[str, Look], report: Report
) -> Figure | CardFigure | None:
    document = parse_yaml(source, file, report)
    if document is None:
        return None
    if isinstance(document.root, dict) and "layout" in document.root:
        return read_cards(document.place(), subjects, report)
    if not isinstance(document.root, dict) or "map" not in document.root:
        hint = "write `map: MAP` or `layout: TEMPLATE`, and what else it shows"
        line = len(source) - len(source.lstrip("\n")) + 1
        span = Span.point(file, line, 1, len(source.strip().partition("\n")[0]) or 1)
        report(Diagnostic("PCG0770", "this figure says neither `map` nor `layout`", span, hint))
        return None
    return read_figure(document.place(), subjects, looks, report)


_KEYS = ("of", "where", "columns", "widths")
"""What a table's block may say."""


def _table(source: str, file: str, subjects: Subjects, report: Report) -> TableData | None:
    """The table that a block describes; None after reporting what is wrong with it."""
    document = parse_yaml(source, file, report)
    if document is None or not isinstance(document.root, dict):
        return None
    place, raw = document.place(), document.root
    columns = raw.get("columns")
    if not isinstance(raw.get("of"), str) or not isinstance(columns, dict) or not columns:
        hint = "write `of: TYPE` (or components, or settings) and `columns: {Title: field}`"
        report(Diagnostic("PCG0460", "this table doesn't say what it shows", place.whole(), hint))
        return None
    for key in raw:
        if key not in _KEYS:
            hint = did_you_mean(str(key), _KEYS) or f"it has {', '.join(_KEYS)}"
            report(Diagnostic("PCG0460", f"a table has no `{key}`", place.key(key), hint))
    widths = _given_widths(place, report)
    rows = _rows(raw, document, subjects, report)
    for title, column in columns.items() if rows else ():
        for path in _paths(str(column)):
            if not any(not isinstance(fields.lookup(row, path), fields.Absent) for row in rows):
                hint = did_you_mean(path, rows[0]) or f"there are {fields.some(rows[0])}"
                span = place.inside("columns").value(title)
                report(Diagnostic("PCG0461", f"nothing in this table has a field `{path}`", span, hint))
    cells = [[_cell(row, str(path)) for path in columns.values()] for row in rows]
    return TableData([*map(str, columns)], cells, [widths.get(str(title)) for title in columns])


def _given_widths(place: Place, report: Report) -> dict[str, float]:
    """The widths in mm that a table gives to columns, by their titles."""
    raw = place.container.get("widths", {})
    if not isinstance(raw, dict):
        hint = "write `widths: {Title: 12}`, in mm"
        report(Diagnostic("PCG0460", "the widths of columns are a mapping", place.value("widths"), hint))
        return {}
    found: dict[str, float] = {}
    inner = place.inside("widths") if raw else place
    for title, width in raw.items():
        if title not in place.container["columns"]:
            hint = did_you_mean(str(title), map(str, place.container["columns"]))
            report(Diagnostic("PCG0460", f"the table has no column `{title}`", inner.key(title), hint))
        elif type(width) not in (int, float) or not 3 <= width <= 500:
            message = f"the width of a column is a number of mm from 3 to 500, not `{width}`"
            report(Diagnostic("PCG0460", message, inner.value(title)))
        else:
            found[str(title)] = float(width)
    return found


def _paths(column: str) -> list[str]:
    """The fields that a column shows: it is the name of one, or a text with some in braces."""
    return [found.path for found in fields.references(column)] if "{" in column else [column]


def _cell(row: Mapping[str, Any], column: str) -> str:
    if "{" in column:
        return fields.expand(column, row)
    path = column
    return fields.expand(fields.written(fields.lookup(row, path)), row)


def _rows(
    raw: Mapping[str, Any], document: Document, subjects: Subjects, report: Report
) -> list[dict[str, Any]]:
    game, of, place = subjects.game, raw["of"], document.place()
    if of == "components":
        return list(subjects.whole()["components"])
    if of == "settings":
        return [
            {"id": name, "name": fields.FILTERS["words"](name), "default": s.default, "text": s.text}
            for name, s in game.settings.items()
        ]
    if of not in game.entities:
        hint = did_you_mean(of, (*game.entities, "components", "settings"))
        report(Diagnostic("PCG0460", f"there is no type `{of}` to make a table of", place.value("of"), hint))
        return []
    if game.entities[of].kind == "map":
        return [subjects.map(map_) for map_ in game.maps.values() if is_a(game, map_.definition.type, of)]
    where = raw.get("where")
    found = selected(game, of, where if isinstance(where, dict) else {})
    return [subjects.of(definition) for definition in found]
