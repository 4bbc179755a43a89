"""Maps drawn with letters: made by `new map`, shown by `map --format sketch`; what is told about mistakes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.running import BASE, Result, game, pycardgen, snapshot

Capsys = pytest.CaptureFixture[str]

# The base game's cave: G is its gate, W its way out, p and m are path and mud.
SKETCH = """\
# The den, by hand
G   p   m
  m   p
p   .   p
  p   W
"""


def new(capsys: Capsys, sketch: str, *more: str, name: str = "den") -> Result:
    Path("den.txt").write_text(sketch, encoding="utf-8")
    return pycardgen(capsys, "new", "map", "game", name, "--from", "den.txt", *more)


def facts(capsys: Capsys, name: str = "den") -> dict[str, object]:
    found = json.loads(pycardgen(capsys, "map", "game", name, "--format", "json").out)
    return dict(found["map"])


def test_a_sketch_becomes_a_map_that_is_checked_drawn_and_played(capsys: Capsys) -> None:
    mission = (BASE / "missions/first_walk.yaml").read_text()
    game(
        files={
            "missions/first_walk.yaml": mission.replace("maps: [cave]\n", "").replace("goals: [D03]\n", "")
        }
    )
    done = new(capsys, SKETCH, "--title", "The Den")
    assert done.code == 0, done.err
    assert "game/maps/den.yaml holds the map The Den:" in done.out
    assert "pycardgen play game --map den" in done.out
    assert Path("game/maps/den.yaml").read_text() == (
        "id: den\ntype: Cave\nname: The Den\ngate: A01\nway_out: D02\n"
        "grid: {shape: hex, columns: 5, rows: 2, shifted: even}\nstarts: [A01]\ngoals: [D02]\n"
        "default: {type: Tile}\nby: ground\nspaces:\n"
        "  path: [A01, A02, B02, C01, D01, E02]\n  mud: [B01, E01]\n"
        "special:\n  D02: {ground: path, name: The Way Out, label: Out}\n"
    )
    assert pycardgen(capsys, "check", "game").out == "no problems found\n"
    found = facts(capsys)
    assert (found["spaces"], found["kinds"]) == (9, {"ground": {"path": 7, "mud": 2}})
    assert pycardgen(capsys, "play", "game", "--map", "den", "--seed", "1").code == 0


def test_a_map_comes_back_as_the_sketch_that_it_was(capsys: Capsys) -> None:
    game()
    assert new(capsys, SKETCH).code == 0
    shown = pycardgen(capsys, "map", "game", "den", "--format", "sketch").out
    lines = [line for line in shown.split("\n") if not line.startswith("#")]
    assert [line.rstrip() for line in lines] == ["G   p   m", "  m   p", "p   .   p", "  p   W", "", ""]
    assert "# G  gate\n# W  The Way Out\n# p  path\n# m  mud\n" in shown
    assert new(capsys, shown, name="again").code == 0
    first, again = facts(capsys), facts(capsys, "again")
    assert {**first, "id": "", "name": ""} == {**again, "id": "", "name": ""}


@pytest.mark.parametrize(
    "moved",
    [
        "\n\n" + SKETCH,
        SKETCH.replace("# The den, by hand\n", "").replace("\n", "\n# a remark\n"),
        "\n".join("      " + line for line in SKETCH.split("\n")),
        SKETCH + "\n\n",
    ],
)
def test_margins_and_remarks_make_no_difference(moved: str, capsys: Capsys) -> None:
    game()
    assert new(capsys, SKETCH).code == 0
    assert new(capsys, moved, name="moved").code == 0
    one, other = (Path(f"game/maps/{name}.yaml").read_text() for name in ("den", "moved"))
    assert one.replace("id: den\ntype: Cave\nname: Den", "") == other.replace(
        "id: moved\ntype: Cave\nname: Moved", ""
    )


def test_what_begins_with_a_lowered_column_lies_a_row_higher(capsys: Capsys) -> None:
    game()
    assert new(capsys, "  p\nG   W\n").code == 0
    text = Path("game/maps/den.yaml").read_text()
    assert "gate: A02\nway_out: C02\n" in text
    assert "path: [A02, B01]" in text


def test_a_square_grid_has_a_row_a_line(capsys: Capsys) -> None:
    cave = (BASE / "maps/cave.yaml").read_text().replace(", shifted: even", "").replace("hex", "square")
    game(files={"maps/cave.yaml": cave})
    assert new(capsys, "G p .\n. m W\n").code == 0
    text = Path("game/maps/den.yaml").read_text()
    assert "grid: {shape: square, columns: 3, rows: 2}" in text
    assert "path: [A01, B01]\n  mud: [B02]" in text
    assert "way_out: C02" in text
    shown = pycardgen(capsys, "map", "game", "den", "--format", "sketch").out
    assert shown.endswith("G p .\n. m W\n")


@pytest.mark.parametrize(
    ("sketch", "code", "place", "says"),
    [
        ("G   p\n  x   W\n", "PCG0580", "den.txt:2:3", "`x` means nothing in a sketch"),
        ("G   p\n\tp   W\n", "PCG0580", "den.txt:2:1", "a tab can be of any width"),
        ("G   p   p\n  m   W\np  p   p\n", "PCG0581", "den.txt:3:4", "`p` and 1 more of this line stand"),
        ("G   p   p\n  m   W\np   p p p\n", "PCG0581", "den.txt:3:7", "`p` stands between the columns"),
        ("G   G\n  p   W\n", "PCG0582", "den.txt:1:5", "`G` (gate) is drawn twice"),
        (
            "G   p\n  p   p\n",
            "PCG0583",
            "den.txt:1:1",
            "no `W` (The Way Out), which the map's field `way_out`",
        ),
        ("# nothing\n.   .\n", "PCG0584", "den.txt:1:1", "there is no space in the sketch"),
        ("", "PCG0584", "den.txt:1:1", "there is no space in the sketch"),
        ("G   W" + "   p" * 120, "PCG0585", "den.txt:1:401", "larger than 200 columns"),
        ("G   p   .   p\n  p   W\n", "PCG0504", "den.txt:1:13", "no way from any start to G01"),
        ("G   p   .   .\n  p   .   W\n", "PCG0505", "den.txt:2:11", "can't be reached from any start"),
    ],
)
def test_what_is_wrong_is_shown_where_it_is_drawn(
    sketch: str, code: str, place: str, says: str, capsys: Capsys
) -> None:
    game()
    before = snapshot(Path("game"))
    done = new(capsys, sketch)
    assert done.code == 1
    assert f"error[{code}]" in done.err
    assert f"--> {place}\n" in done.err
    assert says in done.err
    assert snapshot(Path("game")) == before


def test_all_that_is_wrong_is_shown_at_once(capsys: Capsys) -> None:
    game()
    done = new(capsys, "G   x\n  G   y\n")
    assert [done.err.count(code) for code in ("PCG0580", "PCG0582", "PCG0583")] == [2, 1, 1]


def test_a_map_is_written_over_only_when_that_is_meant(capsys: Capsys) -> None:
    game()
    assert new(capsys, SKETCH).code == 0
    kept = Path("game/maps/den.yaml").read_text()
    assert "already" in new(capsys, SKETCH.replace("m", "p")).err
    assert Path("game/maps/den.yaml").read_text() == kept
    assert new(capsys, "G   p   .   p\n  p   W\n", "--force").code == 1
    assert Path("game/maps/den.yaml").read_text() == kept
    assert new(capsys, SKETCH.replace("m", "p"), "--force").code == 0
    assert "mud" not in Path("game/maps/den.yaml").read_text()


def test_fields_of_the_map_are_given_or_taken_from_the_one_it_is_made_after(capsys: Capsys) -> None:
    types = (BASE / "types.yaml").read_text()
    cave = (BASE / "maps/cave.yaml").read_text()
    types = types.replace("way_out: Tile}", "way_out: Tile, hint: str, depth: int, wet: bool = false}")
    game(files={"types.yaml": types, "maps/cave.yaml": cave + "hint: Go down.\ndepth: 3\nwet: true\n"})
    done = new(capsys, SKETCH)
    assert "Its texts are still to be written: hint." in done.out
    text = Path("game/maps/den.yaml").read_text()
    assert "hint: Den\ndepth: 3\nwet: true\n" in text
    given = ("--set", "hint=Look: up", "--set", "depth=7", "--set", "wet=false", "--force")
    done = new(capsys, SKETCH, *given)
    assert "still to be written" not in done.out
    assert 'hint: "Look: up"\ndepth: 7\nwet: false\n' in Path("game/maps/den.yaml").read_text()
    assert pycardgen(capsys, "check", "game").out == "no problems found\n"


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--like", "cavern"), "did you mean 'cave'?"),
        (("--set", "depth=1"), "has no field 'depth'"),
        (("--set", "depth"), "--set wants FIELD=VALUE"),
    ],
)
def test_wrong_usage(more: tuple[str, ...], says: str, capsys: Capsys) -> None:
    game()
    done = new(capsys, SKETCH, *more)
    assert done.code == 2
    assert says in done.err


def test_without_a_sketch_the_letters_are_told(capsys: Capsys) -> None:
    game()
    done = pycardgen(capsys, "new", "map", "game", "den")
    assert done.code == 2
    assert "G gate, W The Way Out, p path, m mud" in " ".join(done.err.split())


def test_a_graph_has_no_sketch(capsys: Capsys) -> None:
    graph = (
        "id: cave\ntype: Cave\ngate: a\nway_out: b\ngrid: {shape: graph}\nstarts: [a]\ngoals: [b]\n"
        "default: {type: Tile, ground: path}\nspaces: {a: {at: [0, 0]}, b: {at: [9, 9]}}\nedges: [[a, b]]\n"
    )
    mission = (BASE / "missions/first_walk.yaml").read_text().replace("D03", "b")
    game(files={"maps/cave.yaml": graph, "missions/first_walk.yaml": mission})
    assert "sketches are of grids" in pycardgen(capsys, "map", "game", "--format", "sketch").err
    assert "sketches are of grids" in new(capsys, SKETCH).err


def test_starts_and_goals_without_a_name_have_letters_too(capsys: Capsys) -> None:
    types = (BASE / "types.yaml").read_text().replace("fields: {gate: Tile, way_out: Tile}}", "fields: {}}")
    cave = (BASE / "maps/cave.yaml").read_text().replace("gate: A01\nway_out: D03\n", "")
    cave = cave.replace("starts: [A01]", "starts: [A01, A02]").replace(", name: The Way Out, label: Out", "")
    game(files={"types.yaml": types, "maps/cave.yaml": cave})
    lines = pycardgen(capsys, "map", "game", "--format", "sketch").out.split("\n")
    assert lines[1:5] == ["# p  path", "# m  mud", "# G  path goal", "# S  path start"]
    assert lines[5:12] == ["S   m", "  p   .", "S   p", "  p   p", ".   p", "  m   G", ""]
