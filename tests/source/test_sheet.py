"""Tables: delimited text and workbooks as rows of cells with their places."""

from __future__ import annotations

import csv
import io
import sys
from datetime import date, datetime, time
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pycardgen.diagnostics import Collector, Diagnostic
from pycardgen.source.cache import Cache
from pycardgen.source.sheet import MAX_COLUMNS, MAX_ROWS, Grid, read_csv, read_table

NO_CACHE = Cache(None)


def grid(text: str | bytes, delimiter: str | None = None) -> Grid:
    report = Collector()
    data = text.encode() if isinstance(text, str) else text
    found = read_csv(data, "t.csv", report, delimiter)
    assert report.found == []
    assert found is not None
    return found


def values(found: Grid) -> list[list[Any]]:
    return [[None if cell is None else cell[0] for cell in row] for row in found.rows]


def refused(text: str | bytes) -> Diagnostic:
    report = Collector()
    data = text.encode() if isinstance(text, str) else text
    assert read_csv(data, "t.csv", report) is None
    (found,) = report.found
    return found


def workbook(path: Path, rows: list[list[Any]], title: str = "Deck") -> Any:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = title
    for row in rows:
        sheet.append(row)
    book.save(path)
    return book


def table(path: Path, sheet: str | None = None) -> tuple[Grid | None, list[Diagnostic]]:
    report = Collector()
    return read_table(path, path.name, sheet, report, NO_CACHE), report.found


# --- CSV ---


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_told_from_the_header(delimiter: str) -> None:
    text = delimiter.join(("a", "b c", "d")) + "\n" + delimiter.join(("1", '"x,;|\t""y"""', "")) + "\n"
    assert values(grid(text)) == [["a", "b c", "d"], ["1", 'x,;|\t"y"', None]]


def test_a_first_line_may_name_the_delimiter() -> None:
    found = grid("sep=;\na;b,c\n1;2\n")
    assert values(found) == [[], ["a", "b,c"], ["1", "2"]]
    assert found.rows[2][1] is not None
    assert found.span(found.rows[2][1]).shown == "t.csv:3:3"


def test_the_first_line_may_be_in_quotes_or_a_heading() -> None:
    assert values(grid('"sep=;"\na;b,c\n')) == [[], ["a", "b,c"]]
    assert values(grid("Our deck\n\na;b\n1;2\n")) == [["Our deck"], [None], ["a", "b"], ["1", "2"]]
    assert values(grid("a\nb\n")) == [["a"], ["b"]]


def test_unicode_text_of_spreadsheet_programs() -> None:
    """UTF-16 with tabs; a file that is cut off in a character doesn't matter."""
    for encoding, mark in (("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff")):
        data = mark + "n\tö\r\n1\t“2”\r\n".encode(encoding)
        found = read_csv(data, "t.csv", Collector())
        assert found is not None
        assert values(found) == [["n", "ö"], ["1", "“2”"]]
        assert read_csv(data[:-1], "t.csv", Collector()) is not None


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_a_byte_order_mark(end: str, mark: bytes) -> None:
    text = end.join(("näme,text", '"A","one', 'two"', "", " B , c "))
    found = grid(mark + text.encode())
    assert values(found) == [["näme", "text"], ["A", "one\ntwo"], [None], ["B", "c"]]
    places = [found.span(cell).shown for row in found.rows for cell in row if cell]
    assert places == ["t.csv:1:1", "t.csv:1:6", "t.csv:2:1", "t.csv:2:5", "t.csv:5:2", "t.csv:5:6"]
    two = found.rows[1][1]
    assert two is not None
    assert (found.span(two).end_line, found.span(two).end_column) == (3, 5)


_TEXT = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Zl", "Zp"), include_characters="\n"))
_CELL = _TEXT.map(str.strip).filter(lambda text: "\ufeff" not in text and "\ufffe" not in text)


@given(
    st.lists(st.lists(_CELL, min_size=2, max_size=4), min_size=1, max_size=5), st.sampled_from(list(",;\t|"))
)
def test_what_spreadsheets_write_is_read(rows: list[list[str]], delimiter: str) -> None:
    rows = [[cell.replace("\uffff", "") for cell in row] for row in rows]
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, quoting=csv.QUOTE_ALL).writerows(rows)
    found = grid(out.getvalue(), delimiter)
    assert values(found) == [[cell.strip() or None for cell in row] for row in rows]
    for row in found.rows:
        for cell in row:
            if cell is not None:
                inner = found.document.text[cell[1] + 1 : cell[2] - 1]
                assert inner.replace('""', '"').strip() == cell[0]


@given(st.text(alphabet='ab,;"\n '))
def test_any_text_is_read_or_refused(text: str) -> None:
    report = Collector()
    found = read_csv(text.encode(), "t.csv", report)
    assert (found is None) == bool(report.found)
    assert all(diagnostic.code == "PCG0157" for diagnostic in report.found)


def test_quotes_out_of_place() -> None:
    assert (refused('a,b\n1,"two\n3,4\n').code, refused('a,b\n1,"two\n').span.shown) == (
        "PCG0157",
        "t.csv:2:3",
    )  # type: ignore[union-attr]
    behind = refused('a,b\n1,"two"x\n')
    assert (behind.code, behind.span.shown if behind.span else "") == ("PCG0157", "t.csv:2:8")
    assert "behind" in behind.message
    assert values(grid('a,b\n5" pipe,say "hi"\n'))[1] == ['5" pipe', 'say "hi"']


def test_not_utf_8() -> None:
    found = refused("nom,œuvre\n".encode("cp1252"))
    assert found.code == "PCG0101"
    assert "CSV UTF-8" in found.hint
    assert refused("a,b\n1,\x00\n").code == "PCG0102"


def test_tables_have_bounds() -> None:
    assert refused("a\n" * (MAX_ROWS + 1)).code == "PCG0152"
    assert refused("a," * MAX_COLUMNS + "a\n").code == "PCG0152"
    assert len(grid("a\n" * MAX_ROWS).rows) == MAX_ROWS


def test_rules_in_cells_know_where_each_character_stands() -> None:
    found = grid('a,b\n"x ""y""\nz == 1",q == 2\n')
    cells = [cell for cell in found.rows[1] if cell]
    entry = {"rules": cells[0][0], "more": cells[1][0]}
    document = found.document
    document.root = entry
    document.positions[id(entry)] = {
        key: (cell[1], cell[2], cell[1], cell[2]) for key, cell in zip(entry, cells, strict=True)
    }
    code = document.place().code("rules")
    assert code.text == 'x "y"\nz == 1'
    assert code.span(1, 3, 1, 4).shown == "t.csv:2:6"
    assert code.span(2, 0, 2, 1).shown == "t.csv:3:1"
    assert document.place().code("more").span(1, 5, 1, 6).shown == "t.csv:3:14"


# --- workbooks ---


def test_a_workbook_s_values(tmp_path: Path) -> None:
    path = tmp_path / "deck.xlsx"
    row = [" A ", 3.0, 2.5, True, date(2024, 3, 1), datetime(2024, 3, 1, 12, 30), time(9, 5), "a\r\nb", None]
    workbook(path, [["t"] * 9, row])
    found, problems = table(path)
    assert problems == []
    assert found is not None
    assert values(found)[1] == [
        "A",
        3,
        2.5,
        True,
        "2024-03-01",
        "2024-03-01 12:30:00",
        "09:05:00",
        "a\nb",
        None,
    ]
    assert found.rows[1][3] is not None
    assert found.span(found.rows[1][3]).shown == "deck.xlsx:Deck!D2"
    assert found.span(found.rows[1][3]).path == "deck.xlsx"


def test_the_sheet_is_chosen_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "deck.xlsx"
    book = workbook(path, [["first"]])
    book.create_sheet("Other one").append(["second"])
    book.save(path)
    assert values(table(path)[0]) == [["first"]]  # type: ignore[arg-type]
    assert values(table(path, "Other one")[0]) == [["second"]]  # type: ignore[arg-type]
    found, (problem,) = table(path, "Other won")
    assert found is None
    assert (problem.code, problem.hint) == ("PCG0156", "did you mean 'Other one'?")


def test_merged_cells_and_hidden_rows(tmp_path: Path) -> None:
    path = tmp_path / "deck.xlsx"
    book = workbook(path, [["kind", "name"], ["x", "A"], [None, "B"], [None, "C"], ["y", "D"]])
    book.active.merge_cells("A2:A4")
    book.active.row_dimensions[3].hidden = True
    book.save(path)
    found, problems = table(path)
    assert problems == []
    assert found is not None
    assert values(found) == [["kind", "name"], ["x", "A"], ["x", "B"], ["x", "C"], ["y", "D"]]


def troubles(found: Grid | None) -> list[tuple[str, str]]:
    """The codes and places of what is wrong in a table's cells."""
    assert found is not None
    return [(d.code, d.span.shown) for d in found.troubles.values() if d.span]


def with_xml(path: Path, old: str, new: str, part: str = "xl/worksheets/sheet1.xml") -> None:
    """Change the XML of a workbook's sheet, as another program could have written it."""
    with ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    sheet = parts[part].decode()
    assert old in sheet
    parts[part] = sheet.replace(old, new).encode()
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)


def test_formulas_have_the_value_that_was_saved(tmp_path: Path) -> None:
    path = tmp_path / "deck.xlsx"
    workbook(path, [["a", "b"], ["=1+1", "=T(A1)"]])
    found, problems = table(path)
    assert problems == []
    assert troubles(found) == [("PCG0160", "deck.xlsx:Deck!A2"), ("PCG0160", "deck.xlsx:Deck!B2")]
    with_xml(path, '<c r="A2"><f>1+1</f><v /></c>', '<c r="A2"><f>1+1</f><v>2</v></c>')
    with_xml(path, '<c r="B2"><f>T(A1)</f><v /></c>', '<c r="B2" t="str"><f>T(A1)</f><v></v></c>')
    found, problems = table(path)
    assert problems == []
    assert found is not None
    assert values(found)[1] == [2, None]


def test_errors_in_cells(tmp_path: Path) -> None:
    path = tmp_path / "deck.xlsx"
    workbook(path, [["a", "b"], ["#REF!", "x\x0by".replace("\x0b", "\u2028")]])
    found, problems = table(path)
    assert problems == []
    assert troubles(found) == [("PCG0160", "deck.xlsx:Deck!A2"), ("PCG0102", "deck.xlsx:Deck!B2")]
    assert found is not None
    assert found.rows[1] == [None, None]


def test_errors_in_delimited_text() -> None:
    found = grid("a,b,c\n#N/A,#1,Err:504\n")
    assert values(found)[1] == [None, "#1", None]
    assert troubles(found) == [("PCG0160", "t.csv:2:1"), ("PCG0160", "t.csv:2:9")]


def test_a_merged_cell_with_an_error_troubles_all_it_covers(tmp_path: Path) -> None:
    path = tmp_path / "deck.xlsx"
    book = workbook(path, [["a", "b"], ["#N/A", "x"], [None, "y"]])
    book.active.merge_cells("A2:A3")
    book.save(path)
    assert troubles(table(path)[0]) == [("PCG0160", "deck.xlsx:Deck!A2")] * 2


def test_percentages_are_text(tmp_path: Path) -> None:
    path = tmp_path / "deck.xlsx"
    book = workbook(path, [["a", "b", "c", "d"], [0.5, 0.125, 3, 3]])
    for cell, form in (("A2", "0%"), ("B2", "0.00%"), ("C2", '0"% of"'), ("D2", "0\\%")):
        book.active[cell].number_format = form
    book.save(path)
    found = table(path)[0]
    assert found is not None
    assert values(found)[1] == ["50%", "12.5%", 3, 3]


def test_a_nought_beside_a_formula_that_was_never_computed(tmp_path: Path) -> None:
    """Programs that only write formulas put 0 beside them, and ask to be computed as the file is opened."""
    path = tmp_path / "deck.xlsx"
    workbook(path, [["a"], ["=1+1"], [0]])
    with_xml(path, "<f>1+1</f><v />", "<f>1+1</f><v>0</v>")
    assert troubles(table(path)[0]) == [("PCG0160", "deck.xlsx:Deck!A2")]
    with_xml(path, 'fullCalcOnLoad="1"', "", "xl/workbook.xml")
    found = table(path)[0]
    assert found is not None
    assert (values(found), troubles(found)) == ([["a"], [0], [0]], [])


def test_what_is_no_workbook(tmp_path: Path) -> None:
    path = tmp_path / "deck.xlsx"
    for data, word in (
        (b"name,count\nA,1\n", "no .xlsx"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "password"),
        (b"", "no .xlsx"),
    ):
        path.write_bytes(data)
        found, (problem,) = table(path)
        assert found is None
        assert problem.code == "PCG0151"
        assert word in problem.message
    workbook(path, [["a"], ["b"]])
    whole = path.read_bytes()
    for cut in range(1, len(whole), 97):
        path.write_bytes(whole[:cut])
        assert [d.code for d in table(path)[1]] == ["PCG0151"]
    with ZipFile(path, "w") as archive:
        archive.writestr("readme.txt", "a zip, but no workbook")
    assert [d.code for d in table(path)[1]] == ["PCG0151"]


def test_damaged_bytes_are_a_diagnostic(tmp_path: Path) -> None:
    path = tmp_path / "deck.xlsx"
    workbook(path, [["a", "b"], [1, "c"]])
    whole = path.read_bytes()
    for at in range(0, len(whole), 61):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        found, problems = table(path)
        assert found is not None or problems


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_refused(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "deck.xlsx"
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><worksheet>&b;</worksheet>'
    with ZipFile(path, "w") as archive:
        archive.writestr("xl/worksheets/sheet1.xml", bomb.encode(encoding))
    (problem,) = table(path)[1]
    assert problem.code == "PCG0151"
    assert "entities" in problem.message


def test_what_unpacks_to_too_much(tmp_path: Path) -> None:
    path = tmp_path / "deck.xlsx"
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", bytes(70 << 20))
    assert path.stat().st_size < 1 << 20
    (problem,) = table(path)[1]
    assert problem.code == "PCG0152"


def test_a_stray_cell_far_away_costs_nothing(tmp_path: Path) -> None:
    path = tmp_path / "deck.xlsx"
    book = workbook(path, [["a"], ["b"]])
    book.active["A1048576"] = None
    book.active["XFD2"] = "far"
    book.save(path)
    found, problems = table(path)
    assert problems == []
    assert found is not None
    assert [row[0][0] for row in found.rows if row[0]] == ["a", "b"]


def test_a_workbook_that_does_not_say_how_wide_it_is(tmp_path: Path) -> None:
    path = tmp_path / "deck.xlsx"
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Deck")
    for number in range(2_000):
        sheet.append(["a", number])
    book.save(path)
    found, problems = table(path)
    assert problems == []
    assert found is not None
    assert (len(found.rows), {len(row) for row in found.rows}) == (2_000, {2})


def test_a_sheet_of_too_many_cells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "deck.xlsx"
    workbook(path, [["a", "b"], [1, 2], [3, 4]])
    monkeypatch.setattr("pycardgen.source.workbook.MAX_CELLS", 6)
    assert table(path)[1] == []
    monkeypatch.setattr("pycardgen.source.workbook.MAX_CELLS", 5)
    found, (problem,) = table(path)
    assert found is None
    assert problem.code == "PCG0152"


def test_without_openpyxl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "deck.xlsx"
    workbook(path, [["a"]])
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    report = Collector()
    cache = Cache(tmp_path / "cache")
    (tmp_path / "cache").mkdir()
    assert read_table(path, "deck.xlsx", None, report, cache) is None
    assert [d.code for d in report.found] == ["PCG0150"]
    assert "pycardgen[xlsx]" in report.found[0].hint
    monkeypatch.undo()
    assert read_table(path, "deck.xlsx", None, report, cache) is not None


def test_what_was_read_before_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "deck.xlsx"
    workbook(path, [["a", 2.5], [True, "#N/A"]])
    cache = Cache(tmp_path / "cache")
    (tmp_path / "cache").mkdir()
    first = read_table(path, "deck.xlsx", None, Collector(), cache)
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    again = read_table(path, "deck.xlsx", None, Collector(), cache)
    assert first is not None
    assert again is not None
    assert again.rows == first.rows
    assert troubles(again) == troubles(first) != []
    assert (again.document.file, again.document.text) == (first.document.file, first.document.text)
    assert again.document.embed is first.document.embed
