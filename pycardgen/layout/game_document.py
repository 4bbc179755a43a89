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
from collections.abc import Mapping
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
from pycardgen.source import Document
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
    rows = _rows(raw, document, subjects, report)
    for title, column in columns.items() if rows else ():
        for path in _paths(str(column)):
            if not any(not isinstance(fields.lookup(row, path), fields.Absent) for row in rows):
                hint = did_you_mean(path, rows[0]) or f"there are {', '.join(rows[0])}"
                span = place.inside("columns").value(title)
                report(Diagnostic("PCG0461", f"nothing in this table has a field `{path}`", span, hint))
    return TableData(list(columns), [[_cell(row, str(path)) for path in columns.values()] for row in rows])


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
