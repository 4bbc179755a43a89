"""`replay` and `inspect`: what they say of records and bundles, good and bad."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pycardgen import cli
from pycardgen.bundle.file import write_bundle
from pycardgen.bundle.opening import open_game
from pycardgen.diagnostics import DiagnosticError
from tests.engine.lanterns import FILES, lanterns, write_lanterns


@pytest.fixture
def bundle_file(tmp_path: Path) -> Path:
    write_bundle(lanterns(), tmp_path / "lanterns.pcg")
    return tmp_path / "lanterns.pcg"


@pytest.fixture
def record(bundle_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    file = tmp_path / "game.json"
    assert cli.run(["play", str(bundle_file), "--players", "3", "--seed", "4", "--record", str(file)]) == 0
    capsys.readouterr()
    return file


def run(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[int, str, str]:
    """A command's exit code and output, as the console script gives it."""
    code = cli.run([str(arg) for arg in args])
    out, err = capsys.readouterr()
    return code, out, err


def changed(record: Path, **parts: Any) -> Path:
    data = json.loads(record.read_text())
    record.write_text(json.dumps({**data, **parts}))
    return record


def test_a_replay_ends_as_the_game_did(bundle_file: Path, record: Path, capsys: Any) -> None:
    code, out, err = run(capsys, "replay", record, bundle_file, "--quiet")
    assert (code, err) == (0, "")
    assert out.startswith("The game is over: dusk.")
    told = run(capsys, "replay", record, bundle_file)[1]
    assert told.endswith(out)
    assert len(told.splitlines()) > 10


def test_a_folder_replays_what_its_bundle_recorded(record: Path, tmp_path: Path, capsys: Any) -> None:
    folder = write_lanterns(tmp_path / "game")
    code, _, err = run(capsys, "replay", record, folder, "--quiet")
    assert (code, err) == (0, "")


def test_a_game_that_has_changed_is_said(record: Path, tmp_path: Path, capsys: Any) -> None:
    folder = write_lanterns(tmp_path / "game", game_yaml=FILES["game.yaml"].replace("1.0.0", "1.0.1"))
    code, out, err = run(capsys, "replay", record, folder, "--quiet")
    assert code == 0
    assert "PCG0942" in err
    assert "The game is over" in out


def test_a_record_without_an_end_says_so(bundle_file: Path, record: Path, capsys: Any) -> None:
    data = json.loads(record.read_text())
    del data["outcome"]
    record.write_text(json.dumps({**data, "decisions": data["decisions"][:4]}))
    code, out, _ = run(capsys, "replay", record, bundle_file, "--quiet")
    assert code == 0
    assert out == "The record ends here, after 4 decisions; the game isn't over.\n"


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"game": "candles"}, "PCG0946"),
        ({"decisions": [99]}, "PCG0943"),
        ({"decisions": []}, "PCG0944"),
        ({"version": 5}, "PCG0941"),
        ({"seed": None}, "PCG0940"),
    ],
)
def test_bad_records_are_refused(
    bundle_file: Path, record: Path, capsys: Any, parts: dict[str, Any], said: str
) -> None:
    code, _, err = run(capsys, "replay", changed(record, **parts), bundle_file, "--quiet")
    assert code == 1
    assert said in err
    assert "Traceback" not in err


def test_bad_bundles_are_refused_by_every_command(bundle_file: Path, record: Path, capsys: Any) -> None:
    bundle_file.write_bytes(bundle_file.read_bytes()[:-40])
    for args in (
        ("replay", record, bundle_file),
        ("play", bundle_file),
        ("simulate", bundle_file),
        ("inspect", bundle_file),
    ):
        code, out, err = run(capsys, *args)
        assert code == 1
        assert out == ""
        assert "PCG0930" in err


def test_rules_with_errors_are_shown_with_their_place(tmp_path: Path, capsys: Any) -> None:
    rules = FILES["rules/main.star"].replace("p.secret = roll(6)", "p.secrets = roll(6)")
    folder = write_lanterns(tmp_path / "game", rules_main_star=rules)
    code, out, err = run(capsys, "play", folder)
    assert (code, out) == (1, "")
    assert "main.star:5" in err
    assert "did you mean 'secret'" in err


def test_a_record_that_cannot_be_written(bundle_file: Path, tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "file").write_text("")
    record = tmp_path / "file" / "game.json"
    code, _, err = run(capsys, "play", bundle_file, "--players", "2", "--seed", "1", "--record", record)
    assert code == 1
    assert "PCG0005" in err


def test_inspect_lists_what_is_there(bundle_file: Path, capsys: Any) -> None:
    code, out, _ = run(capsys, "inspect", bundle_file)
    assert code == 0
    for word in (
        *("Lanterns", lanterns().digest, "2 to 4", "day, night", "lane (3 spaces)", "eve (The Eve)"),
        *("rounds", "a whole number from 1 to 9", "calm, windy", "true or false", "The weather."),
        *("Wick", "16", "boast (confirm)", "keep (many)", "guess (declare)", "window:lit (window)"),
    ):
        assert word in " ".join(out.split()), word


def test_inspect_as_json(bundle_file: Path, capsys: Any) -> None:
    data = json.loads(run(capsys, "inspect", bundle_file, "--format", "json")[1])
    assert data["manifest"]["digest"] == lanterns().digest
    assert data["settings"]["rounds"] == {
        "type": "int",
        "default": 2,
        "values": "a whole number from 1 to 9",
        "text": "How long it lasts.",
    }
    assert data["definitions"]["Wick"] == {"definitions": 4, "copies": 16}
    assert data["maps"] == {"lane": 3, "loop": 2}


def test_packs_are_for_folders(bundle_file: Path, tmp_path: Path) -> None:
    with pytest.raises(DiagnosticError) as error:
        open_game(bundle_file, [tmp_path])
    assert error.value.diagnostics[0].code == "PCG0938"


def test_no_command_loads_what_it_does_not_need() -> None:
    code = (
        "import sys, pycardgen.cli.play, pycardgen.cli.simulate, pycardgen.cli.replay, pycardgen.cli.inspect;"
        "print([m for m in sys.modules if m.split('.')[0] in ('rich', 'networkx', 'reportlab', 'jsonschema')"
        " or m in ('pycardgen.engine.machine', 'concurrent.futures.process')])"
    )
    import subprocess
    import sys

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("words", [("play",), ("simulate", "--games", "2", "--jobs", "1"), ("replay",)])
def test_paranoid_checks_the_state(
    words: tuple[str, ...], bundle_file: Path, record: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, *rest = words
    command = (name, *((record,) if name == "replay" else ()), bundle_file, *rest)
    assert run(capsys, *command, "--paranoid")[0] == 0
    monkeypatch.setattr("pycardgen.engine.views.broken", lambda *_: "a copy is nowhere")
    assert run(capsys, *command)[0] == 0
    code, _, err = run(capsys, *command, "--paranoid")
    assert code == 1
    assert "PCG0919" in err


def test_help_of_each_command() -> None:
    for name in ("play", "replay", "simulate", "inspect"):
        result = CliRunner().invoke(cli.cli, [name, "--help"])
        assert result.exit_code == 0
        assert cli.COMMANDS[name] in " ".join(result.output.split())
