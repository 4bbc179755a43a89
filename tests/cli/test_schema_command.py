"""`pycardgen schema`: what it writes, and the lines that tell an editor about it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from pycardgen.cli.schema import command
from pycardgen.diagnostics import Collector
from pycardgen.source.reader import read_yaml

BASE = Path(__file__).parents[1] / "data" / "base_game"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PYCARDGEN_NO_CACHE", "1")
    monkeypatch.chdir(tmp_path)
    shutil.copytree(BASE, tmp_path / "content" / "lamps")
    return Path("content/lamps")


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(command, list(arguments))
    assert result.exit_code == code, result.output
    return result.output


def written(folder: Path) -> dict[str, Any]:
    return {path.name.removesuffix(".schema.json"): json.loads(path.read_text()) for path in folder.iterdir()}


def test_the_schemas_of_a_game_accept_its_files(game: Path) -> None:
    run("content/lamps")
    schemas = written(Path("out/lamps/schemas"))
    files = {
        "game": "game.yaml",
        "types": "types.yaml",
        "messages": "messages.yaml",
        "content": "cards/lamps.yaml",
        "map": "maps/cave.yaml",
        "mission": "missions/first_walk.yaml",
    }
    assert set(files) <= set(schemas)
    assert {"layout", "theme", "sheets", "pack"} <= set(schemas)
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)
    for name, file in files.items():
        document = read_yaml(game / file, file, Collector())
        assert document is not None
        check = Draft202012Validator(schemas[name])
        assert list(check.iter_errors(document.root)) == []
        assert not check.is_valid({**document.root, "nonsense": 1})


def test_editors_complete_words_and_ids(game: Path) -> None:
    run("content/lamps", "--out", "s")
    schemas = written(Path("s"))
    lamp = schemas["content"]["properties"]["Lamp"]["then"]["items"]["else"]
    assert lamp["properties"]["light"]["description"] == "How many spaces it lights."
    assert lamp["properties"]["light"]["maximum"] == 9
    assert lamp["properties"]["oil"]["default"] is False
    assert lamp["required"] == ["id", "light"]
    cave = schemas["map"]["allOf"][0]["then"]
    assert "D03" in cave["properties"]["gate"]["enum"]
    assert schemas["map"]["properties"]["type"]["enum"] == ["Cave"]


def test_the_lines_lead_from_each_file_to_its_schema(game: Path) -> None:
    output = run("content/lamps").split("\n")
    lines = {
        title: line.strip().removeprefix("# yaml-language-server: $schema=")
        for title, line in zip(output[2::3], output[3::3], strict=False)
    }
    assert lines["content/lamps/cards/*.yaml"] == "../../../out/lamps/schemas/content.schema.json"
    assert lines["content/lamps/game.yaml"] == "../../out/lamps/schemas/game.schema.json"
    for title, target in lines.items():
        assert (Path(title).parent / target).is_file()


def test_without_a_game_there_are_the_general_ones(game: Path) -> None:
    output = run()
    assert "game.yaml" in output
    assert set(written(Path("out/schemas"))) == {
        "game",
        "pack",
        "types",
        "messages",
        "layout",
        "theme",
        "sheets",
        "position",
    }


def test_a_game_with_mistakes_has_schemas_too(game: Path) -> None:
    (game / "cards" / "more.yaml").write_text("Lamp:\n  - {id: torch}\n")
    run("content/lamps")
    assert "Lamp" in written(Path("out/lamps/schemas"))["content"]["properties"]


def test_a_game_that_cannot_be_read(game: Path) -> None:
    (game / "types.yaml").write_text("types: [\n")
    run("content/lamps", code=1)
    assert not Path("out").exists()


def test_a_game_that_is_not_there(game: Path) -> None:
    run("content/lamsp", code=2)
