"""Tables of a spreadsheet: CSV, TSV and XLSX as rows of cells that know where they stand.

A `Grid` is a `Document` without values: its cells are offsets into the document's text, so that whatever is
made of them can say where it stands, as what stands in YAML does. Of CSV the text is the file's own. A
workbook has none that people read; its text is a page of blanks, a character a cell, whose lines and columns
are the sheet's rows and columns, and its name is `deck.xlsx:SHEET`.
"""

from __future__ import annotations

import marshal
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pycardgen.diagnostics import Collector, Diagnostic, Report, Span
from pycardgen.diagnostics.wire import from_plain, to_plain
from pycardgen.records import dataclass, field
from pycardgen.source.cache import Cache, key_of
from pycardgen.source.document import Code, Document, Pieces
from pycardgen.source.limits import DEFAULT, MEBIBYTE, Limits
from pycardgen.source.text import decode, read_bytes

MAX_ROWS = 20_000
MAX_COLUMNS = 256
MAX_CELLS = 400_000
WORKBOOK_BYTES = 16 * MEBIBYTE
DELIMITERS = ",;\t|"

Cell = tuple[str | int | float | bool, int, int]
"""A value, and from where to where it stands. Text has no white space at its ends; empty cells are None."""

Row = list[Cell | None]

Troubles = Mapping[tuple[int, int], Diagnostic]
"""What is wrong in cells, by row and column counted from 0: it matters only if the cell is used."""


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """The rows of a table, row by row from the sheet's first; the first ones may be empty. A cell with a
    trouble is None: its formula has no value, or an error.
    """

    document: Document
    rows: list[Row]
    troubles: Troubles = field(default_factory=dict)

    def span(self, cell: Cell) -> Span:
        """Where a cell stands."""
        return self.document.span(cell[1], cell[2])


def is_table(path: str) -> bool:
    """Whether a path has the ending of a table that can be read."""
    return path.lower().endswith((".csv", ".tsv", ".xlsx"))


def read_table(
    path: Path, display: str, sheet: str | None, report: Report, cache: Cache, limits: Limits = DEFAULT
) -> Grid | None:
    """The table of a file that messages call `display`; of a workbook that sheet, or its first.

    None after reporting why not. A file whose bytes were read before isn't parsed again.
    """
    workbook = path.suffix.lower() == ".xlsx"
    data = read_bytes(path, display, report, WORKBOOK_BYTES if workbook else limits.file_bytes)
    if data is None:
        return None
    key = key_of(data, display, repr(sheet), limits)
    kept = cache.get("table", key)
    if kept is not None:
        packed, problems = marshal.loads(kept)
        for plain in problems:
            report(from_plain(plain))
        return None if packed is None else _unpack(packed)
    found = Collector()
    grid = _read(path, data, display, sheet, found, workbook)
    for diagnostic in found.found:
        report(diagnostic)
    if not any(diagnostic.code == "PCG0150" for diagnostic in found.found):  # it may be installed any time
        packed = None if grid is None else _pack(grid)
        cache.put("table", key, marshal.dumps((packed, [to_plain(diagnostic) for diagnostic in found.found])))
    return grid


def _read(
    path: Path, data: bytes, display: str, sheet: str | None, report: Report, workbook: bool
) -> Grid | None:
    if workbook:
        from pycardgen.source.workbook import read_workbook

        read = read_workbook(data, display, sheet, report)
        return None if read is None else sheet_grid(*read)
    return read_csv(data, display, report, "\t" if path.suffix.lower() == ".tsv" else None)


_Packed = tuple[str, str, list[Row], list[tuple[tuple[int, int], dict[str, Any]]]]


def _pack(grid: Grid) -> _Packed:
    troubles = [(at, to_plain(trouble)) for at, trouble in grid.troubles.items()]
    return grid.document.file, grid.document.text, grid.rows, troubles


def _unpack(packed: _Packed) -> Grid:
    file, text, rows, troubles = packed
    embed = _embed_cell if ".xlsx:" in file.lower() else _embed_csv
    found = {at: from_plain(plain) for at, plain in troubles}
    return Grid(Document(file, text, None, embed=embed), rows, found)


def too_large(what: str, span: Span, hint: str = "split it into several files") -> Diagnostic:
    """That a table holds more than is read."""
    return Diagnostic("PCG0152", f"the table has more than {what}", span, hint)


def error_in_cell(error: str, span: Span) -> Diagnostic:
    """That a formula has no value."""
    return Diagnostic(
        "PCG0160", f"the cell holds the error {error}", span, "mend the formula, or write the value itself"
    )


# --- workbooks ---


def sheet_grid(
    file: str, values: Sequence[Sequence[str | int | float | bool | None]], troubles: Troubles
) -> Grid:
    """The grid of a workbook's sheet, from its values, and what is wrong in some cells."""
    width = max(map(len, values), default=0)
    line = width + 1
    rows: list[Row] = [
        [
            None if value is None or value == "" else (value, at * line + column, at * line + column + 1)
            for column, value in enumerate(row)
        ]
        for at, row in enumerate(values)
    ]
    text = "\n".join([" " * width] * len(rows))
    return Grid(Document(file, text, None, embed=_embed_cell), rows, troubles)


def _embed_cell(document: Document, text: str, start: int, end: int) -> Code:
    """Rules text in a cell of a workbook: all of it stands in the cell."""
    pieces: Pieces = tuple((at, start) for at in range(len(text) + 1))
    lines = (document.mark(start),) * (text.count("\n") + 1)
    return Code(document.file, text, lines, pieces, document.line_starts)


# --- CSV ---


def read_csv(data: bytes, display: str, report: Report, delimiter: str | None = None) -> Grid | None:
    """The grid of delimited text: what is between delimiters, in quotes where a cell has any or lines.

    `delimiter`: the one that its header suggests, when not given.
    """
    if data[:2] in _WIDE:
        data = data.decode("utf-16", "replace").encode()
    heard = Collector()
    text = decode(data, display, heard)
    for diagnostic in heard.found:
        wrong = diagnostic.code == "PCG0101"
        hint = "save it as `CSV UTF-8`, or as a workbook: nobody can tell which letters other encodings mean"
        report(replace(diagnostic, hint=hint) if wrong else diagnostic)
    if text is None:
        return None
    document = Document(display, text, None, embed=_embed_csv)
    start = 0
    told = _TOLD.match(text)
    if told:
        delimiter, start = told.group(1), told.end()
    rows = _rows(document, delimiter or _sniffed(text), start, report)
    if rows is None:
        return None
    rows = [[] for _ in range(bool(told))] + rows
    return Grid(document, rows, _errors(document, rows))


_ERROR = re.compile(r"#(?:N/A|REF!|DIV/0!|NAME\?|VALUE!|NUM!|NULL!|ERROR!|SPILL!)|Err:\d{3}")
"""What a spreadsheet program writes for a formula that has no value."""


def _errors(document: Document, rows: list[Row]) -> Troubles:
    """The errors of formulas in delimited text, which are taken out of the rows."""
    troubles: dict[tuple[int, int], Diagnostic] = {}
    for at, row in enumerate(rows):
        for column, cell in enumerate(row):
            if cell is not None and _ERROR.fullmatch(str(cell[0])):
                troubles[at, column] = error_in_cell(str(cell[0]), document.span(cell[1], cell[2]))
                row[column] = None
    return troubles


_WIDE = (b"\xff\xfe", b"\xfe\xff")
"""How UTF-16 begins, which spreadsheet programs call Unicode text."""

_TOLD = re.compile(r'"?sep=([,;\t|])"?\n', re.IGNORECASE)
"""A first line by which spreadsheet programs are told the delimiter."""


def _cell_pattern(delimiter: str) -> re.Pattern[str]:
    """One cell and what ends it: quoted, or as it is."""
    d = re.escape(delimiter)
    blank = "[ ]*+" if delimiter == "\t" else r"[ \t]*+"
    return re.compile(rf'({blank})(?:"([^"]*+(?:""[^"]*+)*+)"{blank}|([^{d}\n]*+))({d}|\n|\Z)')


def _sniffed(text: str) -> str:
    """The delimiter that takes the first line with several cells into the most."""
    for start in (found.start() for found in _FULL_LINE.finditer(text)):
        counts = {delimiter: _cells_of(text, start, delimiter) for delimiter in DELIMITERS}
        best = max(DELIMITERS, key=counts.__getitem__)
        if counts[best] > 1:
            return best
    return DELIMITERS[0]


_FULL_LINE = re.compile(r"^(?=[^\n])", re.MULTILINE)


def _cells_of(text: str, at: int, delimiter: str) -> int:
    """How many cells the line that begins there has."""
    count, pattern = 1, _cell_pattern(delimiter)
    while (found := pattern.match(text, at)) and found.group(4) == delimiter:
        count, at = count + 1, found.end()
    return count


def _rows(document: Document, delimiter: str, at: int, report: Report) -> list[Row] | None:
    """All rows; None after reporting a quote that isn't closed, or too many cells."""
    text, pattern = document.text, _cell_pattern(delimiter)
    rows: list[Row] = []
    row: Row = []
    cells = 0
    while at < len(text) or row:
        found = pattern.match(text, at)
        if found is None or (found.group(2) is None and found.group(3).startswith('"')):
            report(_bad_quote(document, at))
            return None
        row.append(_csv_cell(found))
        cells += 1
        at = found.end()
        if found.group(4) == delimiter:
            if len(row) < MAX_COLUMNS:
                continue
            report(too_large(f"{MAX_COLUMNS} columns", document.span(at - 1, at), "delete what isn't needed"))
            return None
        rows.append(row)
        row = []
        if len(rows) > MAX_ROWS or cells > MAX_CELLS:
            what = f"{MAX_ROWS} rows" if len(rows) > MAX_ROWS else f"{MAX_CELLS} cells"
            report(too_large(what, document.span(found.start(), found.end())))
            return None
    return rows


def _csv_cell(found: re.Match[str]) -> Cell | None:
    if found.group(2) is not None:
        value = found.group(2).replace('""', '"').strip()
        return (value, found.start(2) - 1, found.end(2) + 1) if value else None
    value = found.group(3).strip()
    if not value:
        return None
    start = found.start(3) + found.group(3).index(value)
    return value, start, start + len(value)


def _bad_quote(document: Document, at: int) -> Diagnostic:
    text = document.text
    quote = text.index('"', at)
    closing = re.compile(r'[^"]*+(?:""[^"]*+)*+"').match(text, quote + 1)
    if closing is None:
        message, span = "this quote is not closed", document.span(quote, quote + 1)
    else:
        message = "a quoted cell goes on behind its closing quote"
        span = document.span(closing.end(), closing.end() + 1)
    return Diagnostic("PCG0157", message, span, 'a quote within a quoted cell is written twice: ""')


def _embed_csv(document: Document, text: str, start: int, end: int) -> Code:
    """Rules text in a cell of CSV."""
    source = document.text
    first = document.mark(start)
    if source[start] != '"':
        return Code(document.file, text, (first,))
    at = start + 1
    while source[at].isspace():
        at += 1
    pieces: list[tuple[int, int]] = []
    lines = [document.mark(at)]
    for offset, character in enumerate(text):
        pieces.append((offset, at))
        at += 2 if character == '"' else 1
        if character == "\n":
            lines.append(document.mark(at))
    return Code(document.file, text, tuple(lines), (*pieces, (len(text), at)), document.line_starts)
