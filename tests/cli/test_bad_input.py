"""Whatever a game holds or the machine does: the right diagnostic and exit code, no traceback, the output as
it was.
"""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import pytest

from cli.running import BASE, game, pycardgen, snapshot

GAME = (BASE / "game.yaml").read_text(encoding="utf-8").partition("components:")[0]
CARDS = (BASE / "cards/lamps.yaml").read_text(encoding="utf-8")
CAVE = (BASE / "maps/cave.yaml").read_text(encoding="utf-8")
MAIN = (BASE / "rules/main.star").read_text(encoding="utf-8")
TYPES = (BASE / "types.yaml").read_text(encoding="utf-8")

Files = dict[str, str | bytes]


def rule(body: str) -> Files:
    return {"rules/more.star": f"def more(p: Player):\n    {body}\n"}


def effect(body: str) -> Files:
    return {"cards/a.yaml": f"Lamp:\n  - id: a\n    light: 1\n    on:\n      moved: |\n        {body}\n"}


def table(name: str, data: bytes) -> Files:
    return {"cards/a.yaml": f"Lamp: {{from: {name}}}\n", name: data}


def png(width: int, height: int) -> bytes:
    """A picture that says it is of this size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    size = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    parts = ((b"IHDR", size + b"\x08\x02\0\0\0"), (b"IDAT", zlib.compress(b"")), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)


BAD: dict[str, tuple[Files, str]] = {
    "broken YAML": ({"cards/a.yaml": "Lamp: [\n"}, "PCG0110"),
    "tabs": ({"cards/a.yaml": "Lamp:\n\t- {id: a, light: 1}\n"}, "PCG0111"),
    "not UTF-8": ({"cards/a.yaml": "Lamp: # \xe4\n".encode("latin-1")}, "PCG0101"),
    "UTF-16": ({"cards/a.yaml": "Lamp: []\n".encode("utf-16")}, "PCG0101"),
    "an alias bomb": (
        {"cards/a.yaml": "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: [*c, *c]\n"},
        "PCG0113 PCG0114",
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
    "a picture of too many pixels": (
        {"cards/a.yaml": "Lamp:\n  - {id: a, light: 1, art: a.png}\n", "a.png": png(20_000, 20_000)},
        "PCG0733",
    ),
    "rules that reach for __class__": (rule("x = p.__class__"), "PCG0805"),
    "rules that reach for __import__": (rule("__import__('os')"), "PCG0805"),
    "rules that open files": (rule("open('x')"), "PCG0811"),
    "rules that import": ({"rules/more.star": "import os\n"}, "PCG0804"),
    "effects that reach for __class__": (effect("x = owner.__class__"), "PCG0805"),
    "effects that open files": (effect("open('x')"), "PCG0811"),
    "effects that import": (effect("import os"), "PCG0804"),
    "rules nested without end": (rule("x = " + "(" * 400 + "1" + ")" * 400), "PCG0801"),
    "rules without end": (rule("x = " + "1 + " * 60_000 + "1"), "PCG0800"),
    "rules that are no rules": ({"rules/more.star": "def\n"}, "PCG0802"),
    "an empty game": ({"game.yaml": ""}, "PCG0200"),
    "a game that is a list": ({"game.yaml": "- a\n- b\n"}, "PCG0200"),
    "a game that is a number": ({"types.yaml": "17\n"}, "PCG0200"),
    "a table of noise": (table("a.csv", bytes(range(128, 256)) * 9), "PCG0101"),
    "a table that is a program": (table("a.xlsx", b"MZ" + bytes(999)), "PCG0151"),
    "a table with zeros": (table("a.csv", b"id,light\n\0,1\n"), "PCG0102"),
    "a table of one endless line": (table("a.csv", b"id," * 999_999), "PCG0152"),
    "a table of quotes": (table("a.csv", b'"' * 99_999), "PCG0157"),
    "a table without rows": (table("a.csv", b"\n" * 9_999), "PCG0162"),
    "a table that is a way out": (table("../a.csv", b""), "PCG0130"),
    "a table that isn't there": ({"cards/a.yaml": "Lamp: {from: nowhere.tsv}\n"}, "PCG0161"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    files, code = BAD[name]
    game(files={"game.yaml": GAME, **files})
    Path("out/lamps").mkdir(parents=True)
    Path("out/lamps/lamps.pcg").write_text("the last one that worked")
    before = snapshot(Path("out"))
    checked = pycardgen(capsys, "check", "game", "--format", "concise")
    assert checked.code == 1
    assert set(re.findall(r"PCG\d{4}", checked.out)) == set(code.split())
    built = pycardgen(capsys, "build", "game")
    assert built.code == 1
    assert code.split()[0] in built.err
    assert snapshot(Path("out")) == before
    for text in (checked.out, checked.err, built.out, built.err):
        assert "Traceback" not in text
        assert "PCG0001" not in text


JOB = "print: [{cards: lamps, of: Lamp, front: card, back: card-back}]\n"

UNPRINTABLE: dict[str, tuple[str, str]] = {
    "a text that overflows": (f"text: {'far and wide ' * 200}", "PCG0720"),
    "a title that overflows": (f"name: {'Torch' * 30}", "PCG0721"),
    "a missing glyph": ("text: \U000131aa", "PCG0722"),
}


@pytest.mark.parametrize("name", UNPRINTABLE)
def test_what_can_not_be_printed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    text, code = UNPRINTABLE[name]
    game(files={"game.yaml": GAME + JOB})
    assert pycardgen(capsys, "build", "game").code == 0
    before = snapshot(Path("out"))
    Path("game/cards/a.yaml").write_text(f"Lamp:\n  - id: a\n    light: 3\n    {text}\n", encoding="utf-8")
    built = pycardgen(capsys, "build", "game")
    assert built.code == 1
    assert set(re.findall(r"PCG\d{4}", built.err)) == {code}
    assert "game/cards/a.yaml:" in built.err
    assert snapshot(Path("out")) == before


RUNNING: dict[str, tuple[str, str]] = {
    "a loop without end": ("x = 0\n    while x >= 0:\n        x = x * 1", "PCG0905"),
    "a loop that does nothing": ("while game.round == 0:\n        pass", "PCG0905"),
    "a step that queues without end": ("while game.round == 0:\n        next_step(again)", "PCG0905"),
    "a search without end": ("while game.round == 0:\n        xs = neighbors(board.gate)", "PCG0905"),
    "loops in loops": ("xs = [a + b for a in range(9999) for b in range(9999)]", "PCG0905"),
    "recursion": ("again()", "PCG0906"),
    "recursion in a circle": ("ping(1)", "PCG0906"),
    "a long list": ("xs = [1]\n    while len(xs) > 0:\n        xs.append(1)", "PCG0907"),
    "a list that doubles": ("xs = [1]\n    while len(xs) > 0:\n        xs.extend(xs)", "PCG0907"),
    "a list that is added to itself": ("xs = [1]\n    while len(xs) > 0:\n        xs = xs + xs", "PCG0907"),
    "a large dict": ("d = {0: 0}\n    while len(d) > 0:\n        d[len(d)] = 1", "PCG0907"),
    "a list of very many": ("xs = list(range(1000000000))", "PCG0907"),
    "a number that squares": ("x = 3\n    while x > 0:\n        x = x * x", "PCG0902"),
}
HELPERS = """
def again():
    again()

def ping(n: int):
    pong(n)

def pong(n: int):
    ping(n)
"""


@pytest.mark.parametrize("command", ["play", "simulate"])
@pytest.mark.parametrize("name", RUNNING)
def test_rules_that_never_end(name: str, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """They compile, so that only playing finds them: at their place, and in no time."""
    body, code = RUNNING[name]
    rules = MAIN.replace("def setup():\n", f"def setup():\n    {body}\n") + HELPERS
    limits = "limits: {fuel: 100000}\n"
    game(files={"game.yaml": GAME + limits, "rules/main.star": rules})
    assert pycardgen(capsys, "build", "game", "--only", "bundle").code == 0
    before = snapshot(Path("out"))
    games = ("--games", "3", "--jobs", "1") if command == "simulate" else ()
    for source in ("game", "out/lamps/lamps.pcg"):
        done = pycardgen(capsys, command, source, "--seed", "1", *games)
        assert done.code == 1
        assert set(re.findall(r"error\[(PCG\d{4})", done.err)) == {code}
        assert re.search(r"rules/main\.star:\d+:\d+", done.err)
        assert "Traceback" not in done.err
    assert snapshot(Path("out")) == before


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_a_game_without_end_is_stopped_and_said(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    rules = MAIN.replace(
        "next_step(play_round)\n\ndef play", "next_step(wait)\n\ndef wait():\n    next_step(wait)\n\ndef play"
    )
    game(files={"game.yaml": GAME + "limits: {steps: 500}\n", "rules/main.star": rules})
    games = ("--games", "3", "--jobs", "1") if command == "simulate" else ()
    done = pycardgen(capsys, command, "game", "--seed", "1", *games)
    assert done.code == 0
    assert "warning[PCG0921]" in done.err
    assert "500 steps" in done.err


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


def test_what_a_link_leads_to_is_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    folder = game()
    Path("secret.yaml").write_text("password: swordfish\n")
    (folder / "cards/a.yaml").symlink_to(Path("secret.yaml").absolute())
    done = pycardgen(capsys, "check", "game")
    assert (done.code, "PCG0130" in done.out, "swordfish" in done.out) == (1, True, False)


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
