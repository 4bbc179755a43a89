"""Whatever the machine refuses: the right diagnostic and exit code, no traceback, the output as it was."""

from __future__ import annotations

import errno
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import BASE, Result, game, pycardgen, snapshot

GAME = (BASE / "game.yaml").read_text(encoding="utf-8")
JOB = "print: [{cards: lamps, of: Lamp, front: card, back: card-back}]\n"
Capsys = pytest.CaptureFixture[str]


def small_disk() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))


def on_a_full_disk(*arguments: str) -> Result:
    """Run a command in a process that can't write more than a few bytes to a file."""
    done = subprocess.run(
        [sys.executable, "-m", "pycardgen", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        preexec_fn=small_disk,
    )
    return Result(done.returncode, done.stdout, done.stderr)


def built(capsys: Capsys) -> dict[str, bytes]:
    """A game that was built and then changed, and all files of its output."""
    game(files={"game.yaml": GAME + JOB})
    assert pycardgen(capsys, "build", "game").code == 0
    path = Path("game/cards/lamps.yaml")
    path.write_text(path.read_text().replace("name: Candle", "name: Old Candle"))
    return snapshot(Path("out"))


def assert_refused(done: Result, code: str) -> None:
    assert done.code == 1
    assert f"error[{code}]" in done.err
    assert "Traceback" not in done.err
    assert "PCG0001" not in done.err


def test_a_full_disk(capsys: Capsys) -> None:
    before = built(capsys)
    assert_refused(on_a_full_disk("build", "game"), "PCG0002")
    assert snapshot(Path("out")) == before


def test_a_full_disk_for_a_record(capsys: Capsys) -> None:
    game()
    assert_refused(pycardgen(capsys, "play", "game", "--seed", "1", "--record", "/dev/full"), "PCG0002")
    assert Path("/dev/full").is_char_device()


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES, errno.EPERM])
def test_an_output_folder_that_is_read_only(
    number: int, monkeypatch: pytest.MonkeyPatch, capsys: Capsys
) -> None:
    before = built(capsys)

    def refuse(*_: object, **where: object) -> None:
        raise OSError(number, "not allowed", str(where["dir"]))

    monkeypatch.setattr("tempfile.mkdtemp", refuse)
    assert_refused(pycardgen(capsys, "build", "game"), "PCG0003")
    assert snapshot(Path("out")) == before


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("build", "game", "--out", "a" * 300), "PCG0006"),
        (("build", "game", "--out", "/proc/nothing"), "PCG0006"),
        (("build", "game", "--out", "game/game.yaml/out"), "PCG0005"),
        (("new", "game", "game/game.yaml/new"), "PCG0005"),
        (("new", "game", "b" * 300), "PCG0006"),
        (("check", "c" * 300), "PCG0006"),
    ],
)
def test_paths_that_can_not_be(arguments: tuple[str, ...], code: str, capsys: Capsys) -> None:
    game()
    before = snapshot(Path())
    assert_refused(pycardgen(capsys, *arguments), code)
    after = {name: data for name, data in snapshot(Path()).items() if not name.startswith(".cache")}
    assert after == before
