"""`build`: what it writes, and that nothing half-written is ever left."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import BASE, Result, game, pycardgen, snapshot
from pycardgen.bundle.file import read_bundle

GAME = (BASE / "game.yaml").read_text(encoding="utf-8").partition("components:")[0]
JOBS = """\
print:
  - {cards: lamps, of: Lamp, front: card, back: card-back}
  - {board: cave, map: all, layout: map-page}
  - {pages: notes, layout: record, with: {name: Notes, spaces: "{settings.rounds}"}}
  - {document: rules, from: rulebook.md}
"""
FILES: dict[str, str | bytes] = {
    "game.yaml": GAME + JOBS,
    "rulebook.md": "# Lamps\n\nThere are {count.Lamp} lamps, for {settings.rounds} rounds.\n",
}
JOBS_OF = ("cave", "lamps", "notes", "rules")
PRINTED = {*(f"pdf/{name}.pdf" for name in (*JOBS_OF, "print-guide")), "svg/cave-cave.svg"}

ROOT = Path(__file__).parents[2]
CONFORMANCE = ROOT / "tests" / "conformance"

Capsys = pytest.CaptureFixture[str]


def build(capsys: Capsys, *arguments: str) -> Result:
    return pycardgen(capsys, "build", "game", *arguments)


def built(capsys: Capsys) -> dict[str, bytes]:
    """A game that was built, and all files of its output."""
    game(files=FILES)
    assert build(capsys).code == 0
    return snapshot(Path("out"))


def test_everything_is_written_below_the_game_s_id(capsys: Capsys) -> None:
    found = built(capsys)
    records = {name for name in found if name.startswith("lamps/prints/")}
    assert len(records) == 1
    assert found.keys() - records == {f"lamps/{name}" for name in (*PRINTED, "lamps.pcg")}
    assert all(data for data in found.values())
    assert found["lamps/pdf/lamps.pdf"].startswith(b"%PDF")


def test_building_twice_gives_the_same_bytes_and_leaves_the_files_alone(capsys: Capsys) -> None:
    first = built(capsys)
    before = {path: path.stat().st_mtime_ns for path in Path("out").rglob("*") if path.is_file()}
    done = build(capsys)
    assert "8 files, 0 changed" in done.out
    assert snapshot(Path("out")) == first
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_only_what_is_affected_changes(capsys: Capsys) -> None:
    first = built(capsys)
    Path("game/rulebook.md").write_text("# Lamps\n\nLight {lantern.light}.\n")
    assert "2 changed" in build(capsys).out
    second = snapshot(Path("out"))
    changed = {name for name in first if first[name] != second[name]}
    assert changed == {"lamps/pdf/rules.pdf", "lamps/pdf/print-guide.pdf"}  # which shows its first page


def test_only_some_kinds_and_the_others_are_kept(capsys: Capsys) -> None:
    first = built(capsys)
    Path("game/rulebook.md").write_text("# Other\n")
    assert build(capsys, "--only", "svg,png").code == 0
    second = snapshot(Path("out"))
    assert {name: second[name] for name in first} == first
    assert {name.split("/")[1] for name in second.keys() - first.keys()} == {"png", "cards-svg"}
    assert second["lamps/png/rules-01.png"].startswith(b"\x89PNG")


def test_svg_by_name_is_one_for_each_card_too(capsys: Capsys) -> None:
    first = built(capsys)
    assert build(capsys, "--only", "svg").code == 0
    plain = snapshot(Path("out"))
    cards = {f"lamps/cards-svg/lamps/{name}.svg" for name in ("candle", "lantern", "flare", "back")}
    assert plain.keys() - first.keys() == cards
    assert all(b"</text>" in plain[name] for name in cards)
    assert build(capsys, "--only", "svg", "--outlines").code == 0
    outlined = snapshot(Path("out"))
    assert not any(b"<text" in data for name, data in outlined.items() if name.endswith(".svg"))
    assert build(capsys).code == 0
    assert snapshot(Path("out")).keys() >= cards


def test_png_has_the_dots_that_are_asked_for(capsys: Capsys) -> None:
    game(files=FILES)
    assert build(capsys, "--only", "png", "--dpi", "36").code == 0
    page = Path("out/lamps/png/lamps-01.png").read_bytes()
    assert (int.from_bytes(page[16:20]), int.from_bytes(page[20:24])) == (421, 298)
    before = snapshot(Path("out"))
    done = build(capsys, "--only", "png", "--dpi", "1200")
    assert (done.code, "error[PCG0794]" in done.err) == (1, True)
    assert snapshot(Path("out")) == before
    assert build(capsys, "--only", "png", "--dpi", "0").code == 2


def test_what_a_job_no_longer_prints_goes_and_other_files_stay(capsys: Capsys) -> None:
    built(capsys)
    Path("out/lamps/notes.txt").write_text("mine")
    text = Path("game/game.yaml").read_text()
    Path("game/game.yaml").write_text(text.replace("cards: lamps,", "cards: torches,"))
    assert build(capsys).code == 0
    found = snapshot(Path("out/lamps")).keys()
    assert "pdf/torches.pdf" in found
    assert "pdf/lamps.pdf" not in found
    assert "notes.txt" in found


def test_the_paper_changes_what_is_printed(capsys: Capsys) -> None:
    from pypdf import PdfReader

    built(capsys)
    assert build(capsys, "--paper", "letter", "--only", "pdf").code == 0
    for name, size in (("lamps", {612, 792}), ("rules", {612, 792}), ("notes", {612, 792})):
        box = PdfReader(f"out/lamps/pdf/{name}.pdf").pages[0].mediabox
        assert {round(float(box.width)), round(float(box.height))} == size


def test_another_folder(capsys: Capsys) -> None:
    game(files=FILES)
    assert build(capsys, "--out", "a/b", "--only", "bundle").code == 0
    assert snapshot(Path("a")).keys() == {"b/lamps/lamps.pcg"}
    assert not Path("out").exists()


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ({"cards/lamps.yaml": "Lamp:\n  - {id: candle\n"}, "PCG011"),
        ({"cards/more.yaml": "Lamp:\n  - {id: torch, light: 3, text: It lights 3 spaces.}\n"}, "PCG0603"),
        (
            {"cards/more.yaml": f"Lamp:\n  - {{id: torch, light: 3, text: {'far and wide ' * 200}}}\n"},
            "PCG0720",
        ),
        ({"cards/more.yaml": "Lamp:\n  - {id: torch, light: 3, text: \U000131aa}\n"}, "PCG0722"),
        ({"cards/more.yaml": f"Lamp:\n  - {{id: torch, light: 3, name: {'Torch' * 30}}}\n"}, "PCG0721"),
        ({"rules/main.star": "def setup(:\n"}, "PCG08"),
    ],
    ids=["yaml", "check", "overflow", "glyph", "title", "rules"],
)
def test_with_errors_nothing_is_written(files: dict[str, str], code: str, capsys: Capsys) -> None:
    first = built(capsys)
    for name, text in files.items():
        Path("game", name).write_text(text, encoding="utf-8")
    done = build(capsys)
    assert done.code == 1
    assert code in done.err
    assert snapshot(Path("out")) == first


def test_with_errors_no_folder_is_made(capsys: Capsys) -> None:
    game(files={**FILES, "cards/more.yaml": f"Lamp:\n  - {{id: torch, light: 3, text: {'wide ' * 900}}}\n"})
    assert build(capsys, "--out", "deep/er").code == 1
    assert not Path("deep").exists()


def test_an_error_in_one_game_stops_all(capsys: Capsys) -> None:
    game(files=FILES)
    other = GAME.replace("id: lamps", "id: other") + JOBS.replace(
        "front: card,", "front: layouts/small.yaml,"
    )
    small = 'size: poker\nbleed: 3\nelements: [{text: "{text}", size: [3, 3]}]\n'
    game("other", {**FILES, "game.yaml": other, "layouts/small.yaml": small})
    done = pycardgen(capsys, "build", "game", "other")
    assert done.code == 1
    assert not Path("out").exists()


def test_two_games_of_one_id(capsys: Capsys) -> None:
    game(files=FILES)
    game("other", FILES)
    done = pycardgen(capsys, "build", "game", "other")
    assert done.code == 2
    assert "the id 'lamps'" in done.err


def fail_at(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Let the last PDF of a build fail."""
    import pycardgen.paint.jobs as jobs

    real = jobs.paint_pdf

    def paint(pages: object, info: object, shelf: object) -> bytes:
        data = real(pages, info, shelf)  # type: ignore[arg-type]
        if "Rules" in str(info):
            raise error
        return data

    monkeypatch.setattr(jobs, "paint_pdf", paint)


@pytest.mark.parametrize(
    ("error", "code", "says"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), 1, "PCG0002"),
        (OSError(errno.EROFS, "Read-only file system", "out"), 1, "PCG0003"),
        (MemoryError(), 1, "PCG0004"),
        (KeyboardInterrupt(), 130, "Stopped."),
        (RuntimeError("a bug"), 3, "PCG0001"),
    ],
    ids=["full", "read-only", "memory", "ctrl-c", "bug"],
)
def test_whatever_happens_the_output_is_as_it_was(
    error: BaseException, code: int, says: str, monkeypatch: pytest.MonkeyPatch, capsys: Capsys
) -> None:
    first = built(capsys)
    Path("game/rulebook.md").write_text("# Changed\n")
    fail_at(monkeypatch, error)
    done = build(capsys)
    assert (done.code, says in done.err) == (code, True)
    assert "Traceback" not in done.err
    assert snapshot(Path("out")) == first


@pytest.mark.parametrize("number", [0, 1])
def test_failing_while_the_folder_is_replaced(
    number: int, monkeypatch: pytest.MonkeyPatch, capsys: Capsys
) -> None:
    first = built(capsys)
    Path("game/rulebook.md").write_text("# Changed\n")
    calls = []
    real = os.rename

    def rename(*paths: Path) -> None:
        calls.append(paths)
        if len(calls) == number + 1:
            raise KeyboardInterrupt
        real(*paths)

    monkeypatch.setattr("os.rename", rename)
    assert build(capsys).code == 130
    assert snapshot(Path("out")) == first


def test_a_file_where_the_output_should_be(capsys: Capsys) -> None:
    game(files=FILES)
    Path("out").write_text("in the way")
    done = build(capsys)
    assert done.code in (1, 2)
    assert "Traceback" not in done.err
    assert Path("out").read_text() == "in the way"


def test_a_real_ctrl_c_in_the_middle(capsys: Capsys) -> None:
    first = built(capsys)
    Path("game/rulebook.md").write_text("# Changed\n")
    code = (
        "import os, signal, sys, time, pycardgen.paint.jobs as jobs\n"
        "def paint(pages, info, shelf):\n"
        "    list(pages)\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    time.sleep(30)\n"
        "jobs.paint_pdf = paint\n"
        "sys.argv = ['pycardgen', 'build', 'game']\n"
        "from pycardgen.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=25
    )
    assert done.returncode == 130
    assert "Traceback" not in done.stderr
    assert snapshot(Path("out")) == first


def test_a_pack_is_built_beside_its_game(capsys: Capsys, tmp_path: Path) -> None:
    folders = [str(CONFORMANCE / name) for name in ("crew", "crew-pack")]
    assert pycardgen(capsys, "build", *folders, "--out", str(tmp_path), "--only", "bundle").code == 0
    assert {path.name for path in tmp_path.glob("[!.]*")} == {"crew", "crew-pack"}
    alone, whole = (read_bundle(tmp_path / name / "crew.pcg").game for name in ("crew", "crew-pack"))
    assert (alone.packs, whole.packs) == ((), ("crew-pack",))


def test_what_a_pack_is_compared_with_is_its_own_last_build(capsys: Capsys, tmp_path: Path) -> None:
    """`--since` reads the records in the folder that the pack is built into; an export has that name too."""
    pack = str(ROOT / "content" / "dark-sector-expansion")
    assert pycardgen(capsys, "build", pack, "--out", str(tmp_path)).code == 0
    (record,) = (tmp_path / "dark-sector-expansion" / "prints").glob("*.json")
    again = pycardgen(capsys, "build", pack, "--out", str(tmp_path), "--since", record.stem)
    assert again.code == 0, again.err
    assert "No card looks different" in again.out
    assert pycardgen(capsys, "export", pack, "--to", "csv", "--out", str(tmp_path / "tables")).code == 0
    assert [path.name for path in (tmp_path / "tables").glob("[!.]*")] == ["dark-sector-expansion"]
