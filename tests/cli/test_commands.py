"""check, bom, map, explain and new, as they are used."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from cli.running import BASE, game, pycardgen, snapshot
from pycardgen.model.grids import id_of

GAME = (BASE / "game.yaml").read_text(encoding="utf-8")
Capsys = pytest.CaptureFixture[str]


def schema(name: str) -> dict[str, Any]:
    """One of the schemas of reports."""
    found: dict[str, Any] = json.loads((BASE.parents[2] / f"schemas/{name}.schema.json").read_text())
    return found


def test_check_finds_every_game_under_content(capsys: Capsys) -> None:
    Path("content").mkdir()
    game("content/one")
    game("content/two", {"game.yaml": GAME.replace("id: lamps", "id: two").replace("count: 9", "count: 8")})
    done = pycardgen(capsys, "check")
    assert done.code == 1
    assert "content/two/game.yaml" in done.out
    assert "content/one" not in done.out


def test_check_shows_the_line_and_underlines_the_place(capsys: Capsys) -> None:
    game(files={"game.yaml": GAME.replace("count: 9", "count: 8")})
    lines = pycardgen(capsys, "check", "game").out.split("\n")
    (at,) = [n for n, line in enumerate(lines) if "of: Lamp, count: 8" in line]
    column = lines[at].index("8}")
    assert lines[at + 1][column] == "^"


@pytest.mark.parametrize("style", ["text", "concise", "json", "github", "sarif", "junit"])
def test_check_in_every_format(style: str, capsys: Capsys) -> None:
    game(files={"game.yaml": GAME.replace("count: 9", "count: 8")})
    done = pycardgen(capsys, "check", "game", "--format", style)
    assert done.code == 1
    assert "PCG0400" in done.out
    if style in ("json", "sarif"):
        assert isinstance(json.loads(done.out), dict)
    if style == "junit":
        assert ElementTree.fromstring(done.out).tag == "testsuites"


def test_warnings_alone_are_fine(capsys: Capsys) -> None:
    game(files={"game.yaml": GAME.replace("settings:\n", "settings:\n  fog: {type: bool, default: false}\n")})
    done = pycardgen(capsys, "check", "game")
    assert (done.code, "PCG0356" in done.out) == (0, True)


def test_check_with_a_pack(capsys: Capsys) -> None:
    game()
    Path("pack").mkdir()
    Path("pack/game.yaml").write_text("id: more\ntitle: More\nversion: 1.0.0\nextends: lamps\n")
    Path("pack/lamps.yaml").write_text("Lamp:\n  - {id: torch, light: 3}\n")
    done = pycardgen(capsys, "check", "game", "--with", "pack")
    assert done.code == 1
    assert "the files define 10" in done.out
    assert pycardgen(capsys, "check", "game", "--with", "nowhere").code == 2


def test_bom_as_a_table(capsys: Capsys) -> None:
    game(files={"game.yaml": GAME.replace("count: 3}", "count: 4}")})
    done = pycardgen(capsys, "bom", "game")
    assert done.code == 1
    rows = [line.split() for line in done.out.split("\n") if line.startswith("Lamps ")]
    assert rows == [
        ["Lamps", "Lamp", "9", "9", "0"],
        ["Lamps", "with", "oil", "Lamp", "4", "3", "0", "differs"],
    ]


def test_bom_as_json(capsys: Capsys) -> None:
    game()
    done = pycardgen(capsys, "bom", "game", "--format", "json")
    assert done.code == 0
    found = json.loads(done.out)
    jsonschema.validate(found, schema("bom"))
    assert found["games"][0]["lines"][1] == {
        "name": "Lamps with oil",
        "of": "Lamp",
        "expected": 3,
        "found": 3,
        "printed": 0,
    }


def test_map_draws_a_hex_grid_with_shifted_columns(capsys: Capsys) -> None:
    game()
    done = pycardgen(capsys, "map", "game")
    assert done.code == 0
    drawing = done.out.split("\n")[2:10]
    assert drawing == [
        "A01     C01",
        "·S· B01 ░░░",
        "A02 ··· C02",
        "··· B02 ··· D02",
        "    ··· C03 ···",
        "    B03 ··· D03",
        "    ░░░     ·G·",
        "",
    ]
    assert "A01 to The Way Out (D03): 4 steps, cut by blocking 2" in done.out
    assert "ground: path 8 (80 %), mud 2 (20 %)" in done.out


def wide_cave(columns: int) -> str:
    """A cave of one row of so many columns, whose middle is mud."""
    names = [id_of((column, 1)) for column in range(1, columns + 1)]
    middle = names.pop(columns // 2)
    cave = (BASE / "maps/cave.yaml").read_text().split("grid:")[0].replace("D03", names[-1])
    return (
        f"{cave}grid: {{shape: hex, columns: {columns}, rows: 1}}\nstarts: [A01]\ngoals: [{names[-1]}]\n"
        f"default: {{type: Tile}}\nby: ground\nspaces: {{path: [{', '.join(names)}], mud: [{middle}]}}\n"
    )


@pytest.mark.parametrize(
    ("columns", "line"),
    [
        (20, "·S· B01 ·!· D01 "),  # apart: 79 characters
        (23, "·S·B01·!·D01·!·F01"),  # touching: 69
        (40, "S···!···!···"),  # without ids: 80
    ],
)
def test_a_wide_map_is_drawn_narrower(columns: int, line: str, capsys: Capsys) -> None:
    mission = (BASE / "missions/first_walk.yaml").read_text().replace("D03", id_of((columns, 1)))
    game(files={"maps/cave.yaml": wide_cave(columns), "missions/first_walk.yaml": mission})
    lines = pycardgen(capsys, "map", "game").out.split("\n")
    assert lines[3].startswith(line)
    assert all(len(text) <= 80 for text in lines[2:7])
    assert ("(too wide for ids in 80 columns)" in lines) == (columns == 40)


def test_the_drawing_begins_at_the_first_column_and_explains_its_marks(capsys: Capsys) -> None:
    cave = (BASE / "maps/cave.yaml").read_text()
    cave = cave.replace("[A01, A02, B01, B02, C02, C03, D02]", "[C02, D01, D02]").replace(
        "mud: [B03, C01]", ""
    )
    cave = cave.replace("A01", "C02").replace("label: Out", "label: O")
    game(files={"maps/cave.yaml": cave})
    out = pycardgen(capsys, "map", "game").out
    assert "\n    D01\nC02 ···\n·S· D02\n    ·!·\n    D03\n    ·O·\n" in out
    assert "\nO The Way Out  S start  ! choke point\n" in out
    assert pycardgen(capsys, "map", "game", "--svg", "cave.svg").code == 0
    assert "rings: whole around choke points, dashed around dead ends" in texts("cave.svg")


def test_map_in_colour_has_the_same_cells(monkeypatch: pytest.MonkeyPatch, capsys: Capsys) -> None:
    game()
    plain = pycardgen(capsys, "map", "game").out
    monkeypatch.setattr("pycardgen.diagnostics.reporters.wants_color", lambda _: True)
    colored = pycardgen(capsys, "map", "game").out
    assert "\x1b[" in colored
    bare = re.sub(r"\x1b\[[0-9;]*m", "", colored)
    assert re.findall(r"[A-D]0\d", bare) == re.findall(r"[A-D]0\d", plain)


def test_map_of_squares_and_of_a_graph(capsys: Capsys) -> None:
    den = (
        (BASE / "maps/cave.yaml")
        .read_text()
        .replace("id: cave", "id: den")
        .replace("shape: hex", "shape: square")
    )
    graph = """\
id: pit
type: Cave
gate: gate
way_out: out
grid: {shape: graph}
starts: [gate]
goals: [out]
default: {type: Tile, ground: path}
spaces: {gate: {at: [0, 0]}, out: {at: [80, 0]}}
one_way: [[gate, out]]
"""
    game(files={"maps/den.yaml": den.replace(", shifted: even", ""), "maps/pit.yaml": graph})
    square = pycardgen(capsys, "map", "game", "den").out.split("\n")
    assert square[2:4] == ["A01 B01 C01", "·S· ··· ░░░"]
    listed = pycardgen(capsys, "map", "game", "pit").out
    assert "gate (path) -> out\nout  (path) -> nowhere" in listed
    assert "one-way edges: 1" in listed


def test_map_as_json(capsys: Capsys) -> None:
    game()
    found = json.loads(pycardgen(capsys, "map", "game", "--format", "json").out)
    jsonschema.validate(found, schema("map-facts"))
    assert found["map"]["id"] == "cave"
    assert found["map"]["ways"] == [{"start": "A01", "goal": "D03", "steps": 4, "cut": 2}]


def test_map_as_a_drawing(capsys: Capsys) -> None:
    game()
    assert pycardgen(capsys, "map", "game", "--svg", "sub/cave.svg").code == 0
    root = ElementTree.parse("sub/cave.svg").getroot()
    groups = {node.get("id"): (node.get("class") or "").split() for node in root.iter() if node.get("id")}
    assert "mud" in groups["tile-B03"]
    assert "goal" in groups["tile-D03"]


def texts(path: str) -> list[str]:
    return [node.text or "" for node in ElementTree.parse(path).getroot().iter() if node.tag.endswith("text")]


def test_the_drawing_has_distances_and_facts(capsys: Capsys) -> None:
    game()
    assert pycardgen(capsys, "map", "game", "--svg", "goal.svg").code == 0
    assert pycardgen(capsys, "map", "game", "--svg", "a01.svg", "--distances", "A01").code == 0
    goal, origin = texts("goal.svg"), texts("a01.svg")
    assert {"steps to the nearest goal".upper(), "steps from A01".upper()} == {
        text.upper() for text in goal + origin if text.lower().startswith("steps ")
    }
    # Ten spaces: one goal or origin, its neighbours, and so on.
    assert sorted(text for text in goal if text.isdigit()) == list("0112223334")
    assert sorted(text for text in origin if text.isdigit()) == list("0112223334")
    assert "A01 to The Way Out (D03): 4 steps, cut by blocking 2" in goal


def test_distances_from_a_space_that_is_not_there(capsys: Capsys) -> None:
    game()
    done = pycardgen(capsys, "map", "game", "--svg", "x.svg", "--distances", "A10")
    assert done.code == 2
    assert "did you mean 'A02'?" in done.err
    assert not Path("x.svg").exists()


def test_explain_in_any_spelling(capsys: Capsys) -> None:
    pages = {pycardgen(capsys, "explain", code).out for code in ("PCG0603", "pcg0603", "603")}
    (page,) = pages
    assert page.startswith("# PCG0603: ")
    assert "## Wrong" in page


def test_explain_lists_all(capsys: Capsys) -> None:
    done = pycardgen(capsys, "explain")
    assert re.search(r"^PCG0112  \S", done.out, re.MULTILINE)


def test_new_makes_a_game_that_is_without_problems(capsys: Capsys) -> None:
    done = pycardgen(capsys, "new", "game", "deep/My Heist!", "--title", 'The "Big" \\ One')
    assert done.code == 0
    assert "pycardgen check deep/My Heist!" in done.out
    text = Path("deep/My Heist!/game.yaml").read_text()
    assert 'id: "my-heist"' in text
    assert "title: \"The 'Big' One\"" in text
    assert pycardgen(capsys, "check", "deep/My Heist!").out == "no problems found\n"
    assert not list(Path("deep").glob(".*"))


def test_new_leaves_what_is_there(capsys: Capsys) -> None:
    Path("mine").mkdir()
    Path("mine/notes.txt").write_text("mine")
    assert pycardgen(capsys, "new", "game", "mine").code == 2
    assert snapshot(Path("mine")) == {"notes.txt": b"mine"}
    Path("empty").mkdir()
    assert pycardgen(capsys, "new", "game", "empty").code == 0
    assert Path("empty/game.yaml").exists()
