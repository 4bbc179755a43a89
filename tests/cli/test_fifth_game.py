"""Invariant: a new game is a folder and nothing else. One that was just generated passes every command."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cli.running import Result, pycardgen, snapshot
from pycardgen.cli import COMMANDS

Capsys = pytest.CaptureFixture[str]


def fine(capsys: Capsys, *arguments: str) -> Result:
    done = pycardgen(capsys, *arguments)
    assert done.code == 0, done.err + done.out
    return done


def test_a_generated_game_passes_every_command(capsys: Capsys) -> None:
    used = {"explain"}

    def run(name: str, *arguments: str) -> str:
        used.add(name)
        return fine(capsys, name, *arguments).out

    run("new", "game", "content/quiet-house")
    assert run("check") == "no problems found\n"
    assert "30" in run("bom")
    assert "The Museum" in run("map", "content/quiet-house")
    assert "out/quiet-house: " in run("build", "--only", "bundle,pdf,svg,png")
    made = snapshot(Path("out/quiet-house"))
    assert {name.partition("/")[0] for name in made} == {
        "quiet-house.pcg",
        "pdf",
        "svg",
        "cards-svg",
        "png",
        "prints",
    }
    bundle = "out/quiet-house/quiet-house.pcg"
    story = run("play", bundle, "--seed", "1", "--players", "3", "--record", "game.json")
    assert "Player 3" in story
    assert "The game is over" in story
    assert "The game is over" in run("replay", "game.json", bundle)
    report = json.loads(run("simulate", "--players", "2", "--games", "40", "--jobs", "1", "--format", "json"))
    assert report["games"] == 40
    assert sum(report["endings"].values()) == 40
    assert set(report["endings"]) <= {"escaped", "caught"}
    assert re.search(r"[0-9a-f]{12}", run("inspect", bundle))
    assert "schema" in run("schema", "content/quiet-house")
    assert "csv" in run("export", "content/quiet-house", "--to", "csv", "--out", "tables")
    assert "calibration" in run("calibrate")
    assert used == set(COMMANDS)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_it_ends_with_any_number_of_players(players: int, capsys: Capsys) -> None:
    fine(capsys, "new", "game", "house")
    done = fine(
        capsys,
        "simulate",
        "house",
        "--players",
        str(players),
        "--games",
        "30",
        "--jobs",
        "1",
        "--bots",
        "random",
    )
    assert "limit" not in done.out
