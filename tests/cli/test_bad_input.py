"""Whatever a game's files hold: the right diagnostic, exit code 1, no traceback, and the output as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import BASE, game, pycardgen, snapshot

CARDS = (BASE / "cards/lamps.yaml").read_text(encoding="utf-8")
CAVE = (BASE / "maps/cave.yaml").read_text(encoding="utf-8")
MAIN = (BASE / "rules/main.star").read_text(encoding="utf-8")
TYPES = (BASE / "types.yaml").read_text(encoding="utf-8")

Files = dict[str, str | bytes]


def rule(body: str) -> Files:
    return {"rules/more.star": f"def more(p: Player):\n    {body}\n"}


BAD: dict[str, tuple[Files, str]] = {
    "broken YAML": ({"cards/a.yaml": "Lamp: [\n"}, "PCG011"),
    "tabs": ({"cards/a.yaml": "Lamp:\n\t- {id: a, light: 1}\n"}, "PCG0111"),
    "not UTF-8": ({"cards/a.yaml": "Lamp: # \xe4\n".encode("latin-1")}, "PCG0101"),
    "UTF-16": ({"cards/a.yaml": "Lamp: []\n".encode("utf-16")}, "PCG0101"),
    "an alias bomb": (
        {"cards/a.yaml": "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: [*c, *c]\n"},
        "PCG0114",
    ),
    "10,000 levels of nesting": ({"cards/a.yaml": "Lamp: " + "[" * 10_000 + "]" * 10_000}, "PCG0105"),
    "duplicate ids across files": ({"cards/a.yaml": "Lamp:\n  - {id: candle, light: 1}\n"}, "PCG0303"),
    "a duplicate key": ({"cards/a.yaml": "Lamp:\n  - {id: a, light: 1, light: 2}\n"}, "PCG0112"),
    "types that extend each other": (
        {"types.yaml": TYPES.replace("  Player:\n", "  A: {extends: B}\n  B: {extends: A}\n  Player:\n", 1)},
        "PCG0213",
    ),
    "templates that extend each other": (
        {"layouts/a.yaml": "extends: b\n", "layouts/b.yaml": "extends: a\n"},
        "PCG0704",
    ),
    "a map with an island": (
        {"maps/cave.yaml": CAVE + "walls: [[A01, A02], [A02, B01], [A02, B02]]\n"},
        "PCG0504",
    ),
    "a one-way door": (
        {"maps/cave.yaml": CAVE + "one_way: [[A01, A02], [B01, A02], [B02, A02]]\n"},
        "PCG0506",
    ),
    "a doubled coordinate": ({"maps/cave.yaml": CAVE + "  X: {at: [1, 1], ground: mud}\n"}, "PCG0311"),
    "an image that is missing": ({"cards/a.yaml": "Lamp:\n  - {id: a, light: 1, art: a.png}\n"}, "PCG0730"),
    "an image that is too big": (
        {"cards/a.yaml": "Lamp:\n  - {id: a, light: 1, art: a.png}\n", "a.png": bytes(33 * 1024 * 1024)},
        "PCG0733",
    ),
    "an image that is none": (
        {"cards/a.yaml": "Lamp:\n  - {id: a, light: 1, art: a.png}\n", "a.png": "hello"},
        "PCG0732",
    ),
    "a path that leaves the folder": (
        {"cards/a.yaml": "Lamp:\n  - {id: a, light: 1, art: ../../a.png}\n"},
        "PCG0731",
    ),
    "a file of rules outside the folder": (
        {"missions/m.yaml": "id: m\ntype: Walk\nrules: ../../m.star\n"},
        "PCG0205",
    ),
    "rules that reach for __class__": (rule("p.__class__"), "PCG08"),
    "rules that open files": (rule("open('x')"), "PCG08"),
    "rules that import": ({"rules/more.star": "import os\n"}, "PCG08"),
    "rules nested without end": (rule("x = " + "(" * 5000 + "1" + ")" * 5000), "PCG08"),
    "rules that are no rules": ({"rules/more.star": "def\n"}, "PCG08"),
    "an empty game": ({"game.yaml": ""}, "PCG0200"),
    "a game that is a list": ({"game.yaml": "- a\n- b\n"}, "PCG0200"),
    "a game that is a number": ({"types.yaml": "17\n"}, "PCG0200"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    files, code = BAD[name]
    game(files=files)
    Path("out/lamps").mkdir(parents=True)
    Path("out/lamps/lamps.pcg").write_text("the last one that worked")
    before = snapshot(Path("out"))
    checked = pycardgen(capsys, "check", "game", "--format", "concise")
    assert checked.code == 1
    assert code in checked.out
    built = pycardgen(capsys, "build", "game")
    assert built.code == 1
    assert code in built.err
    assert snapshot(Path("out")) == before
    for text in (checked.out, checked.err, built.out, built.err):
        assert "Traceback" not in text
        assert "PCG0001" not in text


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf" + CARDS.encode(),
        CARDS.replace("\n", "\r\n").encode(),
        CARDS.replace("\n", "\r").encode(),
    ],
    ids=["a BOM", "CRLF", "CR"],
)
def test_input_that_only_looks_bad(data: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    game(
        files={
            "cards/lamps.yaml": data,
            "rules/main.star": b"\xef\xbb\xbf" + MAIN.replace("\n", "\r\n").encode(),
        }
    )
    done = pycardgen(capsys, "check", "game")
    assert (done.code, done.out) == (0, "no problems found\n")


def test_all_of_them_at_once_are_all_shown(capsys: pytest.CaptureFixture[str]) -> None:
    game(
        files={
            "cards/a.yaml": "Lamp:\n  - {id: a, light: 1, text: Seven 7}\n",
            "cards/b.yaml": "Lamp:\n  - {id: candle, light: 1}\n",
            "cards/c.yaml": "Lamp:\n  - {id: c, light: 1, text: '{nothing}'}\n",
            "maps/cave.yaml": CAVE.replace("goals: [D03]", "goals: [D99]"),
        }
    )
    done = pycardgen(capsys, "check", "game", "--format", "concise")
    codes = [code for code in ("PCG0303", "PCG0502", "PCG0601", "PCG0603") if code in done.out]
    assert len(codes) == 4
