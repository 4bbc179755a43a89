"""A game's documents: Markdown whose fields and tables come from the data.

A fenced block of the sort `table` becomes a table of definitions, components or settings:

    ```table
    of: Alarm
    where: {loud: true}
    columns: {Card: name, Copies: count, What it does: text}
    ```
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pycardgen.diagnostics import Diagnostic, Report, did_you_mean
from pycardgen.layout import fields
from pycardgen.layout.document import TableData
from pycardgen.layout.subjects import Subjects
from pycardgen.model.select import selected
from pycardgen.source import Document
from pycardgen.source.reader import parse_yaml

_FENCE = re.compile(r"^(```|~~~)table[ \t]*\n(.*?)^\1[ \t]*$", re.MULTILINE | re.DOTALL)


def document_subject(subjects: Subjects) -> dict[str, Any]:
    """What a document may print: the game, what is in it by id, how many copies there are of each type."""
    return subjects.whole()


def with_tables(text: str, file: str, subjects: Subjects, report: Report) -> tuple[str, dict[str, TableData]]:
    """The text with its tables of data named instead (its lines stay where they are), and these tables."""
    tables: dict[str, TableData] = {}

    def name(found: re.Match[str]) -> str:
        above = text.count("\n", 0, found.start(2))
        table = _table("\n" * above + found[2], file, subjects, report)
        if table is None:
            return found[0]
        key = f"data-{len(tables) + 1}"
        tables[key] = table
        return f"{{table:{key}}}" + "\n" * found[0].count("\n")

    return _FENCE.sub(name, text), tables


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
    for title, path in columns.items() if rows else ():
        if not any(not isinstance(fields.lookup(row, str(path)), fields.Absent) for row in rows):
            hint = did_you_mean(str(path), rows[0]) or f"there are {', '.join(rows[0])}"
            span = place.inside("columns").value(title)
            report(Diagnostic("PCG0461", f"nothing in this table has a field `{path}`", span, hint))
    return TableData(list(columns), [[_cell(row, str(path)) for path in columns.values()] for row in rows])


def _cell(row: Mapping[str, Any], path: str) -> str:
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
    where = raw.get("where")
    found = selected(game, of, where if isinstance(where, dict) else {})
    return [subjects.of(definition) for definition in found]
