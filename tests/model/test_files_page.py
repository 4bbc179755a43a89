"""The examples of docs/files.md, put together, are a game in which nothing is wrong."""

from __future__ import annotations

import re
from pathlib import Path

from overlay import lay, load, sound

DOCS = Path(__file__).parents[2] / "docs" / "files.md"
FILES = {
    "game.yaml": "game.yaml",
    "types.yaml": "types.yaml",
    "messages.yaml": "messages.yaml",
    "Content": "cards/alarms.yaml",
    "maps/*.yaml": "maps/museum.yaml",
    "missions/*.yaml": "missions/first_night.yaml",
    "Packs": "../roof/game.yaml",
}


def examples() -> dict[str, str]:
    sections = re.split(r"^## ", DOCS.read_text(encoding="utf-8"), flags=re.MULTILINE)
    titled = {
        section.split("\n")[0]: re.findall(r"```yaml\n(.*?)```", section, re.DOTALL) for section in sections
    }
    return {file: titled[title][0] for title, file in FILES.items()}


def test_the_examples_are_a_game(tmp_path: Path) -> None:
    files = {**examples(), "missions/duel.star": "def setup_duel():\n    pass\n"}
    folder = lay(tmp_path / "museum", dict(files), base=None)
    game = sound(folder, [tmp_path / "roof"])
    assert set(game.definitions) == {"creaking_board", "siren"}
    assert game.packs == ("night-watch-roof",)
    assert [space.label for space in game.maps["museum"].spaces] == ["A01", "A02", "A03", "G01", "Vault"]


def test_names_that_the_docs_reserve(tmp_path: Path) -> None:
    """Every name that the docs say can't be used can't."""
    text = DOCS.read_text(encoding="utf-8")
    keys = re.search(r"key of every definition \(`([a-z ]+)`", text)
    names = re.search(r"what rules have anyway \(`([a-z ]+)`", text)
    assert keys is not None
    assert names is not None
    fields = "".join(f"      {name}: int\n" for name in keys[1].split())
    params = "".join(f"    {name}: int\n" for name in names[1].split())
    types = f"types:\n  Coin:\n    kind: token\n    fields:\n{fields}events:\n  lost:\n{params}"
    _, found = load(lay(tmp_path / "lamps", {"types/more.yaml": types}))
    assert {d.code for d in found} == {"PCG0215"}
    assert len(found) == len(keys[1].split()) + len(names[1].split())
