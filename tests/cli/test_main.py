"""The command itself: quick help, exit codes, crashes, pipes, variables."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click
import pytest

from cli.running import BASE, game, process, pycardgen
from pycardgen.cli import COMMANDS, run

HEAVY = [
    "networkx",
    "reportlab",
    "svgwrite",
    "jsonschema",
    "jsonschema_rs",
    "rich",
    "ruamel",
    "_ruamel_yaml",
    "PIL",
    "pypdfium2",
    "fontTools",
]


def test_help_loads_nothing_that_is_heavy() -> None:
    code = (
        "import sys; from pycardgen.cli import run; code = run(['--help'])\n"
        "ours = [m for m in sys.modules if m.startswith('pycardgen.')]\n"
        f"print(code, [m for m in {HEAVY} if m in sys.modules], ours, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "0 [] ['pycardgen.cli']"
    assert "Find every problem of games." in done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_is_there_and_says_what_the_list_says(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = import_module(f"pycardgen.cli.{name}").command
    assert isinstance(command, click.Command)
    assert (command.help or "").split("\n\n")[0].strip().replace("\n", " ") == COMMANDS[name]
    done = pycardgen(capsys, name, "--help")
    assert done.code == 0
    assert f"Usage: pycardgen {name}" in done.out


def parts(command: click.Command) -> Iterator[click.Command]:
    """A command, or all commands of a group."""
    yield from command.commands.values() if isinstance(command, click.Group) else (command,)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_explained(name: str) -> None:
    for command in parts(import_module(f"pycardgen.cli.{name}").command):
        options = [found for found in command.params if isinstance(found, click.Option)]
        assert [found.name for found in options if not (found.help or "").endswith(".")] == []


def test_the_version_and_the_module_that_runs_it() -> None:
    done = process("--version")
    assert done.returncode == 0
    assert re.fullmatch(r"pycardgen, version \d+\.\d+\.\d+\n", done.stdout)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("chek",), "did you mean 'check'?"),
        (("nonsense-that-is-nothing",), "`pycardgen --help` lists the commands"),
        (("check", "--format", "html"), "'html' is not one of"),
        (("check", "nowhere"), "PCG0131"),
        (("check",), "PCG0132"),
        (("build", "--only", "epub", "game"), "'epub' is none of"),
        (("map", "game", "cavern"), "did you mean 'cave'?"),
        (("map", "game", "--by", "grund"), "no field 'grund'"),
        (("explain", "PCG9999"), "There is no code PCG9999"),
        (("new", "game", "game"), "exists already"),
        (("new", "game", "7"), "can't be the id of a game"),
        (("new", "town", "x"), "town"),
    ],
)
def test_wrong_usage_is_two(
    arguments: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game()
    done = pycardgen(capsys, *arguments)
    assert done.code == 2
    assert says in done.err
    assert "Traceback" not in done.err


def test_a_bug_is_three_with_a_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("impossible")

    monkeypatch.setattr("pycardgen.check.check_game", fails)
    done = pycardgen(capsys, "check", str(BASE))
    assert done.code == 3
    assert "PCG0001" in done.err
    assert "Traceback" not in done.err + done.out
    (report,) = Path(".tmp").glob("pycardgen-crash-*.txt")
    assert report.name in done.err
    text = report.read_text()
    assert "RuntimeError: impossible" in text
    assert str(BASE) in text


def test_debugging_shows_the_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("impossible")

    monkeypatch.setattr("pycardgen.check.check_game", fails)
    monkeypatch.setenv("PYCARDGEN_DEBUG", "1")
    with pytest.raises(RuntimeError):
        run(["check", str(BASE)])


def test_ctrl_c_is_clean(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def stops(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pycardgen.check.check_game", stops)
    done = pycardgen(capsys, "check", str(BASE))
    assert done.code == 130
    assert done.err.strip() == "Stopped."


def test_a_reader_that_has_gone_is_no_crash() -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "pycardgen", "explain"]
    with open(write, "wb") as pipe:
        done = subprocess.run(command, stdout=pipe, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (141, "")


def test_a_full_disk_behind_the_output() -> None:
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "pycardgen", "check", str(BASE)]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert "PCG0002" in done.stderr
    assert "Traceback" not in done.stderr


def test_options_can_be_set_by_variables(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PYCARDGEN_CHECK_FORMAT", "json")
    done = pycardgen(capsys, "check", str(BASE))
    assert json.loads(done.out)["diagnostics"] == []


def test_sigterm_leaves_as_ctrl_c_does() -> None:
    code = (
        "import os, signal, sys, pycardgen.check\n"
        "pycardgen.check.check_game = lambda *a: os.kill(os.getpid(), signal.SIGTERM)\n"
        f"sys.argv = ['pycardgen', 'check', {str(BASE)!r}]\n"
        "from pycardgen.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 128 + signal.SIGTERM
    assert "Traceback" not in done.stderr


def test_no_colour_in_a_pipe_or_a_file() -> None:
    game(files={"cards/more.yaml": "Lamp:\n  - {id: x, light: none}\n"})
    done = process("check", "game", env={**os.environ, "TERM": "xterm"})
    assert done.returncode == 1
    assert "\x1b" not in done.stdout
