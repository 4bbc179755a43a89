"""Games without rules: checked, printed and exported, and never played."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import Result, pycardgen, snapshot

Capsys = pytest.CaptureFixture[str]

GAME = "id: lamps\ntitle: Lamps\nprint:\n  - {cards: lamps, of: Lamp, front: card, back: card-back}\n"
TYPES = "types: {Lamp: {kind: card, fields: {light: int}}}\n"
CARDS = "Lamp:\n  - {id: torch, count: 3, light: 2, text: It lights 2 spaces for 10 minutes.}\n"
PAGES = "  - {pages: notes, layout: record, each: seat, with: {name: Notes, spaces: 9}}\n"


@pytest.fixture(autouse=True)
def _files() -> None:
    lay("lamps/game.yaml", GAME)
    lay("lamps/types.yaml", TYPES)
    lay("lamps/cards.yaml", CARDS)


def lay(name: str, text: str) -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, encoding="utf-8")


def check(capsys: Capsys) -> Result:
    return pycardgen(capsys, "check", "lamps", "--format", "concise")


def test_it_is_checked_printed_and_exported(capsys: Capsys) -> None:
    assert check(capsys).out == "no problems found\n"
    assert pycardgen(capsys, "build", "lamps").code == 0
    assert {name.split("/")[0] for name in snapshot(Path("out/lamps"))} == {"pdf"}
    assert pycardgen(capsys, "build", "lamps", "--count", "1").code == 0
    assert Path("out/lamps/reprint").is_dir()
    assert pycardgen(capsys, "export", "lamps", "--to", "tabletop-simulator").code == 0
    assert "3" in pycardgen(capsys, "bom", "lamps").out


@pytest.mark.parametrize("command", ["play", "simulate", "inspect"])
def test_it_is_not_played(capsys: Capsys, command: str) -> None:
    done = pycardgen(capsys, command, "lamps")
    assert done.code == 1
    assert "error[PCG0939]: Lamps has no rules" in done.err


def test_there_is_no_bundle_of_it(capsys: Capsys) -> None:
    done = pycardgen(capsys, "build", "lamps", "--only", "bundle")
    assert (done.code, "PCG0939" in done.err) == (1, True)
    assert not Path("out").exists()


@pytest.mark.parametrize(
    ("name", "text", "missing"),
    [
        ("rules/main.star", "def setup():\n    pass\n", {"players", "start"}),
        ("bots.star", "", {"players", "start"}),
        ("game.yaml", GAME + "sides: [keepers]\n", {"players", "start"}),
        ("game.yaml", GAME + "players: {min: 1, max: 4}\nendings: [dark]\n", {"start"}),
        ("game.yaml", GAME + "start: setup\n", {"players"}),
    ],
)
def test_what_has_anything_of_play_has_all_of_it(
    capsys: Capsys, name: str, text: str, missing: set[str]
) -> None:
    lay(f"lamps/{name}", text)
    found = check(capsys).out
    assert {key for key in ("players", "start") if f"`{key}` is missing" in found} == missing
    assert "PCG0603" in found


def test_seats_without_rules_have_sheets(capsys: Capsys) -> None:
    lay("lamps/game.yaml", GAME + PAGES + "players: {min: 2, max: 3}\n")
    assert check(capsys).out == "no problems found\n"
    assert pycardgen(capsys, "build", "lamps").code == 0
    import pypdfium2

    assert len(pypdfium2.PdfDocument("out/lamps/pdf/notes.pdf")) == 3
