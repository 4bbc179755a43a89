"""A sheet of an XLSX workbook as plain values, through openpyxl, which is used nowhere else.

Workbooks are untrusted: how much they unpack to is looked at first, and entities are refused. Formulas are
not computed; what the spreadsheet program computed last is in the file beside them.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time
from io import BytesIO
from typing import Any
from zipfile import BadZipFile, ZipFile

from pycardgen.diagnostics import Collector, Diagnostic, Report, Span, did_you_mean
from pycardgen.source.limits import MEBIBYTE
from pycardgen.source.sheet import MAX_CELLS, MAX_COLUMNS, MAX_ROWS, Troubles, error_in_cell, too_large
from pycardgen.source.text import clean

Value = str | int | float | bool | None
Values = list[list[Value]]

_UNPACKED = 64 * MEBIBYTE
_PARTS = 2_000
_ENTITIES = re.compile(rb"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_PERCENT = re.compile(r'^(?:[^"\\]|"[^"]*"|\\.)*?%')
"""A number's format that shows it in percent."""
_MERGED = re.compile(rb'<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7})"')


Sheet = tuple[str, Values, Troubles]


def read_workbook(data: bytes, display: str, sheet: str | None, report: Report) -> Sheet | None:
    """The name for messages (`deck.xlsx:SHEET`), the values of a sheet, and what is wrong in some of its
    cells, which have no value then; None after reporting why it can't be read.

    `sheet` None is the first one. Merged cells all have the value of the first of them; hidden rows and
    columns are like others.
    """
    try:
        import openpyxl
    except ImportError:
        hint = "pip install 'pycardgen[xlsx]', or save the sheet as CSV"
        message = "to read .xlsx files, openpyxl has to be installed"
        report(Diagnostic("PCG0150", message, Span(display), hint))
        return None
    problem = _refused(data, display)
    if problem is not None:
        report(problem)
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about what openpyxl leaves out: charts, validations
            book = openpyxl.load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)
            return _sheet_of(book, data, display, sheet, report)
    except Exception as error:  # whatever a damaged file leads to in openpyxl
        reason = " ".join(str(error).split())[:120] or type(error).__name__
        report(_damaged(display, f"it is damaged ({reason})"))
        return None


def _damaged(display: str, why: str) -> Diagnostic:
    hint = "open it in a spreadsheet program and save it as .xlsx, or as CSV"
    return Diagnostic("PCG0151", f"the file is not a workbook that can be read: {why}", Span(display), hint)


def _refused(data: bytes, display: str) -> Diagnostic | None:
    """Why a file isn't opened at all."""
    if data[:8] == b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1":
        return _damaged(display, "it has a password, or is in the old .xls format")
    try:
        with ZipFile(BytesIO(data)) as archive:
            parts = archive.infolist()
            unpacked = sum(part.file_size for part in parts)
            if len(parts) > _PARTS or unpacked > _UNPACKED:
                return Diagnostic(
                    "PCG0152",
                    f"the workbook unpacks to more than {_UNPACKED // MEBIBYTE} MiB",
                    Span(display),
                    "delete pictures and sheets that aren't needed, or save the sheet as CSV",
                )
            xml = [part for part in parts if part.filename.endswith((".xml", ".rels"))]
            if any(_has_entities(archive.read(part)) for part in xml):
                return _damaged(display, "it declares XML entities, which no spreadsheet program does")
    except (BadZipFile, OSError, EOFError, ValueError, NotImplementedError, RuntimeError) as error:
        reason = "it has a password" if isinstance(error, RuntimeError) else "it is no .xlsx file"
        return _damaged(display, reason)
    except Exception:  # zlib's errors, of which there is no common class
        return _damaged(display, "it is damaged")
    return None


def _has_entities(xml: bytes) -> bool:
    return _ENTITIES.search(xml.replace(b"\0", b"")) is not None  # UTF-16 too


def _sheet_of(book: Any, data: bytes, display: str, sheet: str | None, report: Report) -> Sheet | None:
    sheets = {one.title: one for one in book.worksheets}
    name = next(iter(sheets), None) if sheet is None else sheet
    if name is None or name not in sheets:
        message = f"the workbook has no sheet `{name}`" if sheet else "the workbook has no sheet"
        hint = did_you_mean(name or "", sheets) or f"its sheets are {', '.join(sheets)}"
        report(Diagnostic("PCG0156", message, Span(display), hint))
        return None
    file = f"{display}:{name}"
    xml = book._archive.read(sheets[name]._worksheet_path)
    cells = [list(row) for row in sheets[name].iter_rows(max_row=MAX_ROWS + 1, max_col=_width(sheets[name]))]
    written = len(cells)
    while cells and not any(cell.value is not None for cell in cells[-1]):
        cells.pop()
    _cut(cells)
    if len(cells) > MAX_ROWS or sum(map(len, cells)) > MAX_CELLS:
        report(too_large(f"{MAX_ROWS} rows or {MAX_CELLS} cells", Span(file)))
        return None
    heard = Collector()
    values = [[_value(cell, file, heard) for cell in row] for row in cells]
    if b"<f" in xml:
        parts = [part for part in book._archive.namelist() if part.endswith("workbook.xml")]
        unsure = any(b'fullCalcOnLoad="1"' in book._archive.read(part) for part in parts)
        computed = {(at.row, at.column) for at in _cells(cells) if _is_computed(at, unsure)}
        _report_uncomputed(data, name, file, written, computed, heard)
    troubles = {(d.span.line - 1, d.span.column - 1): d for d in heard.found if d.span}
    _fill_merged(xml, values, troubles)
    return file, values, troubles


def _width(sheet: Any) -> int:
    """As many columns as are said to be used, within bounds; a sheet that doesn't say may have them all."""
    return min(sheet.max_column or MAX_COLUMNS, MAX_COLUMNS)


def _cut(rows: list[list[Any]]) -> None:
    """Take off columns at the right in which nothing stands."""
    used = max((n for row in rows for n, cell in enumerate(row, 1) if cell.value is not None), default=0)
    for row in rows:
        del row[used:]


def _value(cell: Any, file: str, report: Report) -> Value:
    """A cell's value: dates and percentages as text, text with one kind of line end, nothing invisible in
    it.
    """
    value = cell.value
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return f"{value * 100:.10g}%" if _PERCENT.search(cell.number_format or "") else value
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ")
    if isinstance(value, date | time):
        return value.isoformat()
    text = str(value)
    span = Span.point(file, cell.row, cell.column)
    if cell.data_type == "e":
        report(error_in_cell(text, span))
        return None
    heard = Collector()
    cleaned = clean(text, file, heard)
    for found in heard.found:
        report(Diagnostic(found.code, found.message, span, found.hint))
    return (cleaned or "").strip() or None


def _fill_merged(xml: bytes, values: Values, troubles: dict[tuple[int, int], Diagnostic]) -> None:
    """Give the cells of a merged range the value of its first, or its trouble."""
    from openpyxl.utils import range_boundaries

    for found in _MERGED.finditer(xml):
        left, top, right, bottom = (int(edge or 0) - 1 for edge in range_boundaries(found.group(1).decode()))
        if top >= len(values) or left >= len(values[top]):
            continue
        trouble = troubles.get((top, left))
        for at, row in enumerate(values[top : bottom + 1], top):
            for column in range(left, min(right + 1, len(row))):
                row[column] = values[top][left]
                if trouble is not None:
                    troubles[at, column] = trouble


def _is_computed(cell: Any, unsure: bool) -> bool:
    """Whether a cell has a value, maybe an empty text. A workbook that asks to be computed as it is opened is
    `unsure`: programs that only write formulas put 0 beside them.
    """
    if unsure and cell.value == 0 and not isinstance(cell.value, bool):
        return False
    return cell.value is not None or bool(cell.data_type == "str")


def _report_uncomputed(
    data: bytes, name: str, file: str, rows: int, computed: set[tuple[int, int]], report: Report
) -> None:
    """Report formulas without a value: the program that wrote the file didn't compute them."""
    import openpyxl

    book = openpyxl.load_workbook(BytesIO(data), read_only=True, keep_links=False)
    for cell in _cells(book[name].iter_rows(max_row=rows, max_col=_width(book[name]))):
        if cell.data_type == "f" and (cell.row, cell.column) not in computed:
            span = Span.point(file, cell.row, cell.column)
            hint = "open the file in a spreadsheet program and save it; then the value is in it"
            report(Diagnostic("PCG0160", "the value of this formula is not in the file", span, hint))


def _cells(rows: Iterable[Sequence[Any]]) -> Iterator[Any]:
    for row in rows:
        yield from row
