"""`export`: what it writes and where, what it refuses, and that nothing half-written is left."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from cli.running import BASE, Result, game, pycardgen, snapshot
from pycardgen.cli.export import TARGETS
from pycardgen.paint.exports import TARGETS as KNOWN

HEAD = (BASE / "game.yaml").read_text(encoding="utf-8").partition("components:")[0]
JOBS = """\
print:
  - {cards: lamps, of: Lamp, front: card, back: card-back, size: poker}
  - {board: cave, map: all, layout: map-page}
"""
FILES: dict[str, str | bytes] = {"game.yaml": HEAD + JOBS}
Capsys = pytest.CaptureFixture[str]


def export(capsys: Capsys, *arguments: str) -> Result:
    return pycardgen(capsys, "export", "game", *arguments)


def test_help_knows_every_target() -> None:
    assert tuple(KNOWN) == TARGETS


def test_files_are_below_the_game_and_the_target(capsys: Capsys) -> None:
    game(files=FILES)
    done = export(capsys, "--to", "png", "--dpi", "72", "--job", "lamps")
    assert done.code == 0
    assert done.out == "out/lamps/png: 5 files, 5 changed\n"
    assert set(snapshot(Path("out"))) == {
        "lamps/png/manifest.json",
        *(f"lamps/png/lamps/{name}.png" for name in ("candle", "lantern", "flare", "back")),
    }
    again = export(capsys, "--to", "PNG", "--dpi", "72", "--job", "lamps")
    assert again.out == "out/lamps/png: 5 files, 0 changed\n"


@pytest.mark.parametrize("target", TARGETS)
def test_what_to_do_next_is_said(capsys: Capsys, target: str) -> None:
    """Of files that are no pictures to look at."""
    game(files=FILES)
    done = export(capsys, "--to", target, "--job", "lamps")
    assert done.code == 0
    first, *then = done.out.splitlines()
    assert first.startswith(f"out/lamps/{target}: ")
    assert [line[:6] for line in then] == ([] if target in ("png", "svg") else ["Next: "])
    for named in re.findall(r"[\w-]+\.(?:json|csv|pcio|yaml)", " ".join(then)):
        assert (Path("out/lamps") / target / named).is_file()


def test_what_was_exported_before_goes_and_other_files_stay(capsys: Capsys) -> None:
    game(files=FILES)
    assert export(capsys, "--to", "svg").code == 0
    Path("out/lamps/svg/notes.txt").write_text("mine")
    Path("out/lamps/lamps.pcg").write_text("of a build")
    assert export(capsys, "--to", "svg", "--job", "cave").code == 0
    assert {name.split("/", 1)[1] for name in snapshot(Path("out"))} == {
        "svg/cave/cave.svg",
        "svg/manifest.json",
        "svg/notes.txt",
        "lamps.pcg",
    }


@pytest.mark.parametrize("text", ["{", "[]", '{"files": 3}', '{"files": ["../../game", "/etc", ""]}', "\xff"])
def test_a_manifest_that_is_not_ours(capsys: Capsys, text: str) -> None:
    game(files=FILES)
    Path("out/lamps/svg").mkdir(parents=True)
    Path("out/lamps/svg/manifest.json").write_text(text, encoding="latin-1")
    Path("out/lamps/svg/kept.txt").write_text("kept")
    assert export(capsys, "--to", "svg").code == 0
    assert json.loads(Path("out/lamps/svg/manifest.json").read_text())["target"] == "svg"
    assert Path("out/lamps/svg/kept.txt").exists()
    assert Path("game/game.yaml").exists()


def test_a_failing_export_leaves_the_folder_as_it_was(capsys: Capsys) -> None:
    game(files=FILES)
    assert export(capsys, "--to", "thegamecrafter").code == 0
    before = snapshot(Path("out"))
    odd = "  - {cards: odd, of: Lamp, front: layouts/odd.yaml}\n"
    Path("game/game.yaml").write_text(HEAD + JOBS + odd)
    Path("game/layouts").mkdir()
    Path("game/layouts/odd.yaml").write_text("size: [60, 60]\nelements: [{shape: rect, fill: '#aa3322'}]\n")
    done = export(capsys, "--to", "thegamecrafter")
    assert done.code == 1
    assert "error[PCG0791]: thegamecrafter has no size near the 60 x 60 mm of `odd`" in done.err
    assert "game/game.yaml" in done.err
    assert snapshot(Path("out")) == before
    assert not [name for name in os.listdir("out/lamps") if name.startswith(".")]


def test_a_game_with_errors_is_not_exported(capsys: Capsys) -> None:
    game(files={**FILES, "cards/lamps.yaml": "Lamp:\n  - {id: a, light: many}\n"})
    done = export(capsys, "--to", "csv")
    assert done.code == 1
    assert "PCG0200" in done.err
    assert not Path("out").exists()


def test_addresses_lose_their_slash(capsys: Capsys) -> None:
    game(files=FILES)
    arguments = ("--to", "tabletop-simulator", "--url-base", "https://example.org/x/", "--job", "lamps")
    assert export(capsys, *arguments).code == 0
    text = Path("out/lamps/tabletop-simulator/lamps.json").read_text()
    assert set(re.findall(r'"(?:Face|Back)URL": "([^"]+)"', text)) == {
        "https://example.org/x/images/lamps-1.png",
        "https://example.org/x/images/lamps-back.png",
    }


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "Missing option '--to'"),
        (("--to", "thegamecraft"), "there is no target 'thegamecraft': did you mean 'thegamecrafter'?"),
        (("--to", "zzz"), "there are thegamecrafter,"),
        (("--to", ""), "there is no target ''"),
        (("--to", "png", "--job", "lamp"), "there is no print job 'lamp': did you mean 'lamps'?"),
        (("--to", "png", "--dpi", "5"), "36<=x<=1200"),
        (("--to", "png", "--dpi", "many"), "'many' is not a valid float"),
        (("--to", "png", "--dpi", "nan"), "nan"),
        (("--to", "cut-svg", "--paper", "a44"), "'a44' is not one of"),
        (("--to", "tabletop-simulator", "--url-base", "example.org"), "begin it with https://"),
        (("--to", "tabletop-simulator", "--url-base", "https://a b"), "is no address"),
        (("--to", "tabletop-simulator", "--sheet-pixels", "100000"), "256<=x<=10000"),
        (("--to", "png", "--with", "nowhere"), "there is no folder nowhere"),
        (("--to", "png", "--outlines"), "--outlines is for svg; it means nothing to png"),
        (("--to", "thegamecrafter", "--dpi", "600"), "--dpi is for png and playingcards.io and screentop;"),
        (("--to", "csv", "--paper", "a3"), "--paper is for cut-svg; it means nothing to csv"),
        (("--to", "svg", "--url-base", "https://example.org"), "it means nothing to svg"),
    ],
)
def test_wrong_usage(capsys: Capsys, arguments: tuple[str, ...], said: str) -> None:
    game(files=FILES)
    done = export(capsys, *arguments)
    assert done.code == 2
    assert said in done.err.replace("\n", " ")
    assert not Path("out").exists()


def test_a_game_that_is_not_there(capsys: Capsys) -> None:
    done = pycardgen(capsys, "export", "nothing", "--to", "png")
    assert done.code == 2
    assert "there is no folder nothing" in done.err


def test_a_file_in_the_way(capsys: Capsys) -> None:
    game(files=FILES)
    Path("out").write_text("a file")
    done = export(capsys, "--to", "csv")
    assert (done.code, "'out' is a file" in done.err) == (2, True)
    Path("out").unlink()
    Path("out").mkdir()
    Path("out/lamps").write_text("another")
    done = export(capsys, "--to", "csv")
    assert (done.code, "error[PCG0005]" in done.err) == (1, True)
    assert Path("out/lamps").read_text() == "another"


def test_a_game_that_prints_nothing(capsys: Capsys) -> None:
    game(files={"game.yaml": HEAD})
    done = export(capsys, "--to", "makeplayingcards")
    assert (done.code, done.err) == (0, "Nothing that these print jobs make is for makeplayingcards.\n")
    assert Path("out/lamps/makeplayingcards/manifest.csv").read_text().startswith("deck,product")
