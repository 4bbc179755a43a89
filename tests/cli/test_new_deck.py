"""A deck from a spreadsheet: what its columns are taken for, and that it is checked and printed at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.running import Result, pycardgen, snapshot
from pycardgen.cli import run
from pycardgen.cli.new_deck import columns_of

Capsys = pytest.CaptureFixture[str]

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc0000003010100"
    "c9fe92ef0000000049454e44ae426082"
)


def deck(capsys: Capsys, table: str | bytes, name: str = "cards.csv", *more: str) -> Result:
    Path(name).write_bytes(table.encode() if isinstance(table, str) else table)
    return pycardgen(capsys, "new", "deck", "mine", "--from", name, *more)


def taken_for(table: str) -> dict[str, tuple[str, str]]:
    """By title: the field that a column is, and its type."""
    Path("table.csv").write_bytes(table.encode())
    return {column.title: (column.field, column.type) for column in columns_of(Path("table.csv"))}


def printed(capsys: Capsys) -> str:
    """The text of the sheets of the new deck."""
    import pypdfium2

    done = pycardgen(capsys, "build", "mine")
    assert (done.code, done.err) == (0, ""), done.err
    pages = pypdfium2.PdfDocument("out/mine/pdf/cards.pdf")
    return "\n".join(page.get_textpage().get_text_range() for page in pages)


def test_without_a_table_there_is_a_small_one(capsys: Capsys) -> None:
    done = pycardgen(capsys, "new", "deck", "mine")
    assert done.code == 0
    assert "mine holds a deck. Now try:" in done.out
    assert pycardgen(capsys, "check", "mine").out == "no problems found\n"
    text = printed(capsys)
    assert text.count("Loose Plank") == 4
    assert text.count("goes back 2 spaces") == 3
    assert "Old Keeper" in text


def test_columns_are_what_their_titles_and_cells_look_like(tmp_path: Path) -> None:
    assert taken_for(
        "Card Name;Qty;Damage;Two-handed;Kind;Rules Text;Flavor Text;#note\n"
        "Axe;2;3;yes;melee;Hits hard.;;mine\nBow;1;2.0;no;ranged;Far.;Twang.;\n"
    ) == {
        "Card Name": ("name", ""),
        "Qty": ("count", ""),
        "Damage": ("damage", "int"),
        "Two-handed": ("two_handed", "bool = false"),
        "Kind": ("kind", "str"),
        "Rules Text": ("text", ""),
        "Flavor Text": ("flavour", 'str = ""'),
    }


def test_odd_titles_become_names(tmp_path: Path) -> None:
    found = taken_for("Name,Größe,2nd,class,Größe!,On,Number\nA,1,2,3,4,5,few\n")
    assert [field for field, _ in found.values()] == [
        "name",
        "groe",
        "field_2nd",
        "class_",
        "groe_2",
        "on_",
        "number",
    ]


def test_the_first_texts_are_names_if_no_column_says_so(tmp_path: Path) -> None:
    found = taken_for("Power,Spell,Colour\n1,Zap,red\n2,Zing,blue\n")
    assert found == {"Power": ("power", "int"), "Spell": ("name", ""), "Colour": ("colour", "str")}


def test_what_is_no_count_and_no_picture_is_a_field(tmp_path: Path) -> None:
    found = taken_for("Name,Number,Image\nA,one,nowhere.png\nB,,\n")
    assert found["Number"] == ("number", 'str = ""')
    assert found["Image"] == ("image", 'str = ""')


def test_a_heading_above_the_titles_is_passed_over(capsys: Capsys) -> None:
    assert deck(capsys, "My cards,,\nName,Qty,Power\nAxe,2,3\nBow,1,4\n").code == 0
    assert printed(capsys).count("Axe") == 2


def test_cards_that_are_numbered_are_not_counted(tmp_path: Path) -> None:
    assert taken_for("No,Name\n1,A\n2,B\n3,C\n")["No"] == ("no", "int")


def test_pictures_come_along(capsys: Capsys) -> None:
    Path("pics").mkdir()
    Path("pics/axe.png").write_bytes(PIXEL)
    assert deck(capsys, "Name,Image\nAxe,pics/axe.png\nBow,\n").code == 0
    assert Path("mine/pics/axe.png").read_bytes() == PIXEL
    assert "Axe" in printed(capsys)


def test_a_workbook_may_be_the_table(capsys: Capsys) -> None:
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.create_sheet("Winds", 0)
    for row in (["Title", "Copies", "Power"], ["Wind", 2.0, 7], ["Calm", None, 0]):
        sheet.append(row)
    book.save("cards.xlsx")
    done = pycardgen(capsys, "new", "deck", "mine", "--from", "cards.xlsx", "--title", 'The "Winds"')
    assert done.code == 0
    text = printed(capsys)
    assert text.count("Wind\r\n") == 2
    assert "POWER" in text.upper()
    assert "The ‘Winds’" in text


def test_all_columns_of_texts_are_printed(capsys: Capsys) -> None:
    long = "A sentence that has no room below a name"
    assert deck(capsys, f"Name,Text,Setup,Upkeep\nA,First 1.,{long} one.,{long} two.\n").code == 0
    text = " ".join(printed(capsys).split())
    assert all(words in text for words in ("First 1.", f"{long} one.", f"{long} two."))


@pytest.mark.parametrize(
    ("table", "name", "words"),
    [
        ("", "cards.csv", "has no cards"),
        ("Name,Text\n", "cards.csv", "has no cards"),
        ("\n\n\n", "cards.csv", "has no cards"),
        (b"Name\x00\x81\xff", "cards.csv", "error[PCG"),
        (b"PK\x03\x04 no workbook", "cards.xlsx", "error[PCG"),
        ('Name,Text\n"A,b\n', "cards.csv", "error[PCG"),
        ("Name\nA\n", "cards.txt", "no table"),
        ("Name\nA\n", "cards.ods", "no table"),
    ],
)
def test_bad_tables(capsys: Capsys, table: str | bytes, name: str, words: str) -> None:
    done = deck(capsys, table, name)
    assert done.code in (1, 2)
    assert words in done.err
    assert not Path("mine").exists()


def test_other_bad_input(capsys: Capsys) -> None:
    before = snapshot(Path())
    assert "does not exist" in pycardgen(capsys, "new", "deck", "mine", "--from", "no.csv").err
    assert "can't be the id of a deck" in pycardgen(capsys, "new", "deck", "1").err
    assert snapshot(Path()) == before
    deck(capsys, "Name\nA\n")
    assert "exists already" in deck(capsys, "Name\nB\n").err


CELL = st.text(st.characters(blacklist_categories=("Cs", "Cc"), blacklist_characters="{}\\"), max_size=12)


@settings(max_examples=25, deadline=None)
@given(
    st.lists(CELL, min_size=1, max_size=5),
    st.lists(st.lists(CELL, min_size=5, max_size=5), min_size=1, max_size=4),
)
def test_any_table_is_loaded_or_told_why_not(
    tmp_path_factory: pytest.TempPathFactory, titles: list[str], rows: list[list[str]]
) -> None:
    """What `new deck` writes names fields as the rules of the language want them, whatever the titles are."""
    import contextlib
    import csv
    import io

    folder = tmp_path_factory.mktemp("any")
    with (folder / "cards.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([titles, *(row[: len(titles)] for row in rows)])
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        code = run(["new", "deck", str(folder / "mine"), "--from", str(folder / "cards.csv")])
    assert code in (0, 1, 2)
    if code == 0:
        with contextlib.redirect_stdout(io.StringIO()) as out:
            run(["check", str(folder / "mine"), "--format", "json"])
        codes = {one["code"] for one in json.loads(out.getvalue())["diagnostics"]}
        # The table's own slips are told (names twice, cells without a title); what was written has none.
        ours = ("PCG0153", "PCG0154", "PCG02", "PCG04", "PCG08")
        assert not [code for code in codes if code.startswith(ours)]
