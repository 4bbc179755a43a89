"""Decks from spreadsheets: the same definitions as from YAML, and what is wrong by cell."""

from __future__ import annotations

import csv
import io
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from overlay import BASE, lay, load, sound
from PIL import Image

from pycardgen.bundle.file import write_compiled
from pycardgen.check import check_and_compile, check_game
from pycardgen.model.game import Game
from pycardgen.model.load_table import id_of

GAME = (BASE / "game.yaml").read_text(encoding="utf-8").partition("components:")[0]
TYPES = """\
enums:
  Hue: [red, deep_blue]
types:
  Coin:
    kind: token
    fields:
      worth: {type: int, default: 1}
      shiny: {type: bool, default: false}
      hue: {type: Hue, default: red}
      motto: {type: str, default: ""}
      lamps: {type: "list[Lamp]", default: []}
      sizes: {type: "list[int]", default: []}
      gains: {type: "dict[Hue, int]", default: {}}
      twin: {type: "id[Coin] | None", default: null}
"""
CONTENT = """\
Coin:
  - id: old_penny
    name: Old Penny
    count: 12
    text: {text: "Worth {worth}.", flavour: Found in a well.}
    worth: 2
    shiny: true
    hue: deep_blue
    motto: "012"
    lamps: [candle, flare]
    sizes: [3, 4]
    gains: {red: 1, deep_blue: -2}
    art: art/penny.png
  - id: wish
    name: A Wish!
    twin: old_penny
"""
COLUMNS: dict[str, tuple[Any, Any]] = {
    "Name": ("Old Penny", "A Wish!"),
    "id": ("", "wish"),
    "Count": (12, ""),
    "text": ("Worth {worth}.", ""),
    "Flavour": ("Found in a well.", ""),
    "worth": (2, ""),
    "Shiny": ("yes", ""),
    "hue": ("Deep blue", ""),
    "motto": ("012", ""),
    "lamps": ("candle; flare", ""),
    "sizes": ("3;4", ""),
    "gains": ("red: 1; deep_blue: -2", ""),
    "twin": ("", "old_penny"),
    "art": ("art/penny.png", ""),
}
ROWS: list[list[Any]] = [list(COLUMNS), *map(list, zip(*COLUMNS.values(), strict=True))]
TABLE = "Coin: {from: coins.FORM, columns: {text.text: text, text.flavour: Flavour}}\n"


def as_csv(rows: Sequence[Sequence[Any]], delimiter: str = ",") -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return out.getvalue()


def as_workbook(path: Path, rows: Sequence[Sequence[Any]]) -> None:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.active.title = "Coins"
    for row in rows:
        book.active.append([float(v) if isinstance(v, int) else None if v == "" else v for v in row])
    book.save(path)


def coins(folder: Path, table: str, text: str) -> Path:
    """The base game with coins from a table."""
    return lay(folder, {"game.yaml": GAME, "types/coin.yaml": TYPES, "coins.yaml": table, "coins.csv": text})


def bundle(game: Game, folder: Path) -> bytes:
    checked = check_and_compile(folder)
    assert checked.diagnostics == []
    assert checked.program is not None
    target = folder.parent / f"{folder.name}.pcg"
    write_compiled(game, checked.program, {}, target)
    return target.read_bytes()


@pytest.mark.parametrize("form", ["csv", "tsv", "xlsx", "semicolons"])
def test_a_table_gives_the_same_bundle_as_yaml(tmp_path: Path, form: str) -> None:
    same = {"art/.keep": "", "game.yaml": GAME}
    plain = lay(tmp_path / "plain", {"types/coin.yaml": TYPES, "coins.yaml": CONTENT, **same})
    files = {"types/coin.yaml": TYPES, "coins.yaml": TABLE.replace("FORM", form.replace("semicolons", "csv"))}
    folder = lay(tmp_path / "tabled", {**files, **same})
    if form == "xlsx":
        as_workbook(folder / "coins.xlsx", ROWS)
    else:
        delimiter = {"csv": ",", "tsv": "\t", "semicolons": ";"}[form]
        text = as_csv(ROWS, delimiter)
        (folder / f"coins.{form.replace('semicolons', 'csv')}").write_text(text, encoding="utf-8-sig")
    for game in (plain, folder):
        Image.new("RGB", (4, 4)).save(game / "art/penny.png")
    from_yaml, from_table = sound(plain), sound(folder)
    assert from_table.definitions["old_penny"] == from_yaml.definitions["old_penny"]
    assert from_table.definitions["wish"] == from_yaml.definitions["wish"]
    assert list(from_table.definitions) == list(from_yaml.definitions)
    assert bundle(from_table, folder) == bundle(from_yaml, plain)


def test_whole_floats_are_integers_only_where_the_field_says_so(tmp_path: Path) -> None:
    folder = coins(tmp_path / "g", "Coin: {from: coins.csv}\n", "name,worth,motto\nA,3.0,3.0\n")
    found = sound(folder).definitions["a"].fields
    assert (found["worth"], found["motto"]) == (3, "3.0")
    assert type(found["worth"]) is int


def test_rows_are_chosen_and_tables_stand_among_definitions(tmp_path: Path) -> None:
    table = """\
Coin:
  - {id: first}
  - {from: coins.csv, where: {Set: [base, 2]}, header: 2, ignore: [Set]}
  - {id: last}
"""
    text = "My coins,,\nname,Set,# a note\nA,base,x\n,,\nB,promo,y\nC,2,\n"
    game = sound(coins(tmp_path / "g", table, text))
    assert [id_ for id_, d in game.definitions.items() if d.type == "Coin"] == ["first", "a", "c", "last"]


def test_rules_in_cells(tmp_path: Path) -> None:
    table = """\
Lamp:
  from: lamps.csv
  columns: {modify.speed.add: Speed, on.moved.if: If, on.moved.do: Do, use.when: When, use.do: Use}
"""
    text = 'name,count,light,oil,Speed,If,Do,When,Use\nTorch,9,1,,2,by == owner,owner.scor += 1,"leaving",\n'
    text = text.replace('"leaving",', 'leaving,"rest(by, 1)\nmove(self, game.usd)"')
    files = {"cards/lamps.yaml": table, "lamps.csv": text}
    folder = lay(tmp_path / "g", {**files, "game.yaml": GAME})
    found = check_game(folder)
    assert [(d.code, d.span.line, d.span.column) for d in found if d.span] == [
        ("PCG0812", 2, 32),
        ("PCG0813", 3, 17),
    ]


def test_a_pack_replaces_with_a_table(tmp_path: Path) -> None:
    lay(tmp_path / "lamps", {})
    game = "id: more\ntitle: More\nversion: 1.0.0\nextends: lamps\n"
    files = {"game.yaml": game, "c.yaml": "Lamp: {from: c.csv}\n", "c.csv": "replace,light\nflare,9\n"}
    pack = lay(tmp_path / "pack", files, base=None)
    assert sound(tmp_path / "lamps", [pack]).definitions["flare"].fields["light"] == 9


BAD: list[tuple[str, str, str, str, int, int]] = [
    # table, text, code, a word of what is said, line, column (0: in the YAML)
    ("{from: coins.csv}", "name,worth\nA,two\n", "PCG0200", "whole number", 2, 3),
    ("{from: coins.csv}", "name,worth\nA,2.5\n", "PCG0200", "whole number", 2, 3),
    ("{from: coins.csv}", "name,worth\nA,99999999999999999999\n", "PCG0200", "whole number", 2, 3),
    ("{from: coins.csv}", "name,shiny\nA,maybe\n", "PCG0200", "true or false", 2, 3),
    ("{from: coins.csv}", "name,hue\nA,blau\n", "PCG0203", "`blau` is not a Hue", 2, 3),
    ("{from: coins.csv}", "name,sizes\nA,3;x\n", "PCG0200", "whole number", 2, 3),
    ("{from: coins.csv}", "name,gains\nA,red\n", "PCG0200", "a mapping", 2, 3),
    ("{from: coins.csv}", "name,count\nA,10001\n", "PCG0204", "at most 10000", 2, 3),
    ("{from: coins.csv}", "id,worth\nOld Penny,1\n", "PCG0205", "can't stand as `id`", 2, 1),
    ("{from: coins.csv}", "name,wort\nA,1\n", "PCG0153", "`wort`", 1, 6),
    ("{from: coins.csv, columns: {wort: W}}", "name,W\nA,1\n", "PCG0153", "no field `wort`", 0, 0),
    ("{from: coins.csv, columns: {worth: W}}", "name\nA\n", "PCG0154", "no column `W`", 0, 0),
    ("{from: coins.csv, where: {Set: x}}", "name\nA\n", "PCG0154", "no column `Set`", 0, 0),
    ("{from: coins.csv, ignore: [Nots]}", "name\nA\n", "PCG0154", "no column `Nots`", 0, 0),
    ("{from: coins.csv}", "name,name\nA,B\n", "PCG0155", "two columns", 1, 6),
    ("{from: coins.csv}", "name,worth,Worth\nA,1,2\n", "PCG0155", "the field `worth`", 1, 12),
    ("{from: coins.csv, columns: {text.flavour: F}}", "name,text,F\nA,b,c\n", "PCG0155", "`text`", 1, 11),
    ("{from: coins.csv, sheet: Coins}", "name\nA\n", "PCG0156", "only workbooks", 0, 0),
    ("{from: coins.csv}", 'name,text\nA,"b\n', "PCG0157", "not closed", 2, 3),
    ("{from: coins.csv}", "name,text\nA,one, two\n", "PCG0158", "no title", 2, 8),
    ("{from: coins.csv}", "name,,worth\nA,note,1\n", "PCG0158", "no title", 2, 3),
    ("{from: coins.csv}", "name,worth\nA,1.000\n", "PCG0200", "whole number", 2, 3),
    ("{from: coins.csv, ignore: all}", "name\nA\n", "PCG0205", "`ignore`", 0, 0),
    ("{from: coins.csv}", "Our coins\nname,wort\nA,1\n", "PCG0153", "`wort`", 2, 6),
    ("{from: coins.csv}", "name,worth\n,1\n", "PCG0159", "no id", 2, 2),
    ("{from: coins.csv}", "name,worth\n7 up,1\n", "PCG0159", "no id can be made", 2, 1),
    ("{from: coins.csv}", "name\nA b\na-B\n", "PCG0303", "declared twice", 3, 1),
    ("{from: coin.csv}", "name\nA\n", "PCG0161", "no file", 0, 0),
    ("{from: coins.ods}", "name\nA\n", "PCG0161", "not a table", 0, 0),
    ("{from: ../coins.csv}", "name\nA\n", "PCG0130", "`..`", 0, 0),
    ("{from: /etc/passwd}", "name\nA\n", "PCG0130", "not relative", 0, 0),
    ("{from: coins.csv}", "", "PCG0162", "empty", 1, 1),
    ("{from: coins.csv, header: 9}", "name\nA\n", "PCG0162", "no row of titles", 1, 1),
    ("{from: coins.csv, where: {name: B}}", "name\nA\n", "PCG0162", "no row", 0, 0),
    ("{from: coins.csv, shet: x}", "name\nA\n", "PCG0201", "`shet`", 0, 0),
    ("{from: [coins.csv]}", "name\nA\n", "PCG0200", "text", 0, 0),
    ("{from: coins.csv, columns: [name]}", "name\nA\n", "PCG0200", "mapping", 0, 0),
    ("{from: coins.csv, header: 0}", "name\nA\n", "PCG0204", "at least 1", 0, 0),
]


@pytest.mark.parametrize(("table", "text", "code", "word", "line", "column"), BAD)
def test_what_is_wrong_is_said_by_cell(
    tmp_path: Path, table: str, text: str, code: str, word: str, line: int, column: int
) -> None:
    folder = coins(tmp_path / "g", f"Coin: {table}\n", text)
    _, (found,) = load(folder)
    assert found.code == code
    assert word in found.message
    assert found.span is not None
    if line:
        assert found.span.file.endswith("coins.csv")
        assert (found.span.line, found.span.column) == (line, column)
    else:
        assert found.span.file.endswith("coins.yaml")


def test_what_is_missing_is_said_where_the_row_begins(tmp_path: Path) -> None:
    files = {"cards/lamps.yaml": "Lamp: {from: lamps.csv}\n", "lamps.csv": "oil,name\nno,A\n"}
    _, (found,) = load(lay(tmp_path / "g", files))
    assert (found.code, found.span and found.span.line) == ("PCG0202", 2)
    assert "`light` is missing" in found.message


def test_misspelt_names_are_guessed(tmp_path: Path) -> None:
    _, (found,) = load(coins(tmp_path / "g", "Coin: {from: coins.csv}\n", "name,wort\nA,1\n"))
    assert found.hint.startswith("did you mean 'worth'? If not, name its field")
    _, (found,) = load(coins(tmp_path / "h", "Coin: {from: coin.csv}\n", "name\nA\n"))
    assert found.hint == "did you mean 'coins.csv'?"


def test_titles_of_other_programs_are_told_where_they_belong(tmp_path: Path) -> None:
    _, found = load(coins(tmp_path / "g", "Coin: {from: coins.csv}\n", "name,Qty,Image,Edition\nA,1,,x\n"))
    assert [problem.hint for problem in found] == [
        "if it is the count, say so: `columns: {count: Qty}`",
        "if it is the art, say so: `columns: {art: Image}`",
        "name its field under `columns`, or list it under `ignore` (`ignore: rest` is all such columns)",
    ]


def test_the_rest_is_ignored_if_the_table_says_so(tmp_path: Path) -> None:
    table = "Coin: {from: coins.csv, columns: {count: Qty}, ignore: rest}\n"
    found = sound(coins(tmp_path / "g", table, "Name,Qty,Rarity,,Wort\nA,3,x,y,z,w\n")).definitions["a"]
    assert (found.count, found.fields["worth"]) == (3, 1)


def test_a_heading_above_the_titles(tmp_path: Path) -> None:
    for number, head in enumerate(('"Our coins, v3"\n\n', "Coins,Coins,Coins\n")):
        text = f"{head}name,worth\nA,2\n"
        assert sound(coins(tmp_path / f"g{number}", "Coin: {from: coins.csv}\n", text)).definitions["a"]
    one_column = coins(tmp_path / "h", "Coin: {from: coins.csv}\n", "name\nA\nB\n")
    assert list(sound(one_column).definitions)[-2:] == ["a", "b"]


TABLES = Path(__file__).parents[1] / "data" / "tables"
"""As LibreOffice Calc 7.4 and XlsxWriter 3.2 wrote them."""
LIBREOFFICE = """\
Coin:
  from: FILE
  SHEET
  columns: {name: Title, count: Qty}
  where: {Group: [common, rare]}
  ignore: [Chance, Total]
"""


@pytest.mark.parametrize(("file", "sheet"), [("libreoffice.xlsx", "sheet: Coins"), ("unicode.csv", "")])
def test_what_libreoffice_wrote(tmp_path: Path, file: str, sheet: str) -> None:
    """A heading in merged cells, formulas with values and errors, dates, percentages, hidden rows and
    columns, rich text, numbers as text, trailing rows; and the same sheet as Unicode text.
    """
    table = LIBREOFFICE.replace("FILE", file).replace("SHEET", sheet)
    if file == "unicode.csv":  # merged cells are empty there, and a date what is shown
        table = table.replace("  where: {Group: [common, rare]}\n", "  where: {Hue: [Deep blue, RED, red]}\n")
        table = table.replace("[Chance, Total]", "[Chance, Total, Group]")
    folder = lay(tmp_path, {"game.yaml": GAME, "types/coin.yaml": TYPES, "coins.yaml": table})
    shutil.copy(TABLES / file, folder / file)
    found = sound(folder).definitions
    penny, pound, crown = (found[id_] for id_ in ("old_penny", "pound", "crown_e"))
    assert "draft" not in found
    assert (penny.count, pound.count, crown.count) == (3, 2, 1)
    shown = "03/01/2024" if file == "unicode.csv" else "2024-03-01"
    assert penny.fields == {
        "worth": 2,
        "shiny": True,
        "hue": "deep_blue",
        "motto": shown,
        "lamps": ["candle", "flare"],
        "sizes": [3, 4],
        "gains": {},
        "twin": None,
    }
    assert penny.text == {"text": "Worth {worth}."}
    assert (pound.text["text"], pound.fields["hue"], pound.fields["sizes"]) == ("Two\nlines", "red", [7])
    assert (crown.name, crown.fields["worth"], crown.fields["motto"]) == ("Crown é", 12, "007")
    assert (crown.text, crown.fields["lamps"]) == ({}, ["candle"])


def test_errors_matter_in_cells_that_are_used(tmp_path: Path) -> None:
    table = LIBREOFFICE.replace("FILE", "libreoffice.xlsx").replace("SHEET", "sheet: Coins")
    table = table.replace("[common, rare]", "[common, rare, draft]")
    table = table.replace("[Chance, Total]", "[Chance]").replace("Qty}", "Qty, motto: Total}")
    table = table.replace("ignore:", "ignore: [Motto] #")
    folder = lay(tmp_path, {"game.yaml": GAME, "types/coin.yaml": TYPES, "coins.yaml": table})
    shutil.copy(TABLES / "libreoffice.xlsx", folder / "libreoffice.xlsx")
    table = table.replace("[Motto]", "[Motto, Chance]")
    (folder / "coins.yaml").write_text(table, encoding="utf-8")
    _, found = load(folder)
    assert [(problem.code, problem.span and problem.span.shown.rpartition("!")[2]) for problem in found] == [
        ("PCG0160", "K5"),
        ("PCG0160", "K7"),
        ("PCG0160", "C8"),
    ]


def test_rows_with_errors_do_not_hide_the_problems_of_others(tmp_path: Path) -> None:
    text = "name,worth\nA,#REF!\nB,two\nC,3\n"
    _, found = load(coins(tmp_path / "g", "Coin: {from: coins.csv}\n", text))
    assert [(problem.code, problem.span and problem.span.line) for problem in found] == [
        ("PCG0160", 2),
        ("PCG0200", 3),
    ]


def test_what_xlsxwriter_wrote(tmp_path: Path) -> None:
    files = {"game.yaml": GAME, "types/coin.yaml": TYPES, "coins.yaml": "Coin: {from: xlsxwriter.xlsx}\n"}
    folder = lay(tmp_path, files)
    shutil.copy(TABLES / "xlsxwriter.xlsx", folder / "xlsxwriter.xlsx")
    found = sound(folder).definitions
    penny, pound = found["old_penny"], found["pound"]
    assert (penny.count, penny.fields["worth"], penny.fields["shiny"]) == (3, 2, True)
    assert (penny.text["text"], penny.fields["motto"]) == ("Worth {worth}.", "2024-03-01")
    assert (pound.name, pound.text["text"], pound.fields["motto"]) == ("Pound", "Two\nlines", "50%")


def test_a_folder_or_a_link_is_no_table(tmp_path: Path) -> None:
    folder = coins(tmp_path / "g", "Coin: {from: other.csv}\n", "name\nA\n")
    (folder / "other.csv").mkdir()
    _, (found,) = load(folder)
    assert (found.code, "other.csv" in found.hint) == ("PCG0161", False)
    (folder / "other.csv").rmdir()
    (tmp_path / "secret.csv").write_text("name\nsecret\n")
    (folder / "other.csv").symlink_to(tmp_path / "secret.csv")
    _, problems = load(folder)
    assert {d.code for d in problems} == {"PCG0130"}


def test_both_cells_of_an_id_that_is_given_twice(tmp_path: Path) -> None:
    folder = coins(tmp_path / "g", "Coin: {from: coins.xlsx}\n", "")
    as_workbook(folder / "coins.xlsx", [["name"], ["A"], ["B"], ["A"]])
    _, (found,) = load(folder)
    assert found.span is not None
    assert found.span.shown.endswith("coins.xlsx:Coins!A4")
    assert found.related[0].span.shown.endswith("coins.xlsx:Coins!A2")


def test_a_table_that_cannot_be_read_is_one_problem(tmp_path: Path) -> None:
    """What refers to its definitions isn't reported."""
    table = "Coin:\n  - {id: one, twin: penny}\n  - {from: coins.csv}\n"
    folder = coins(tmp_path / "g", table, 'name\n"Penny\n')
    assert [d.code for d in check_game(folder)] == ["PCG0157"]


def test_changing_a_table_changes_the_remembered_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYCARDGEN_NO_CACHE")
    monkeypatch.setenv("PYCARDGEN_CACHE_DIR", str(tmp_path / "cache"))
    folder = coins(tmp_path / "g", "Coin: {from: coins.csv}\n", "name,worth\nA,x\n")
    first = check_game(folder)
    assert [d.code for d in first] == ["PCG0200"]
    assert check_game(folder) == first
    (folder / "coins.csv").write_text("name,worth\nA,1\n")
    assert check_game(folder) == []
    checked = check_and_compile(folder)
    assert checked.game is not None
    assert checked.game.definitions["a"].fields["worth"] == 1


_WORD = st.text("abcdefghijk", min_size=1, max_size=8)
_TEXT = st.text("abc ,;|\t\"'\n{}é", max_size=20).map(str.strip)


@given(
    st.dictionaries(
        _WORD,
        st.tuples(st.integers(-9, 99), st.booleans(), _TEXT, st.lists(st.integers(0, 9), max_size=3)),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from(",;\t|"),
)
def test_any_deck_comes_back_from_csv(
    tmp_path_factory: pytest.TempPathFactory, deck: dict[str, Any], delimiter: str
) -> None:
    rows: list[list[Any]] = [["id", "worth", "shiny", "motto", "sizes"]]
    for id_, (worth, shiny, motto, sizes) in deck.items():
        rows.append([id_, worth, shiny, motto, "; ".join(map(str, sizes))])
    folder = coins(tmp_path_factory.mktemp("g") / "g", "Coin: {from: coins.csv}\n", as_csv(rows, delimiter))
    game = sound(folder)
    for id_, (worth, shiny, motto, sizes) in deck.items():
        found = game.definitions[id_].fields
        assert (found["worth"], found["shiny"], found["motto"], found["sizes"]) == (
            worth,
            shiny,
            motto,
            sizes,
        )


@pytest.mark.parametrize(
    ("name", "id_"),
    [
        ("Oil Lamp", "oil_lamp"),
        ("Größe", "grosse"),
        ("Émile's  Hat!", "emiles_hat"),
        ("7 up", ""),
        ("!?", ""),
        ("x" * 70, "x" * 60),
    ],
)
def test_ids_are_made_of_names(name: str, id_: str) -> None:
    assert id_of(name) == id_
