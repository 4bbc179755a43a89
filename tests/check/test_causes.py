"""One root cause is one error: a single slip in one file of a game that works gives a single diagnostic."""

from __future__ import annotations

from pathlib import Path

import pytest

from check.overlay import lay
from pycardgen.check import check_game
from pycardgen.cli import run

GAME = """\
print:
  - {cards: lamps, of: Lamp, front: layouts/lamp.yaml}
  - {board: cave, map: cave, layout: map-page}
  - {document: rules, from: rulebook.md}
"""
LAMP = 'extends: card\nelements:\n  - {id: light, text: "{light}", color: white, at: [5, 5], size: [9, 9]}\n'
BOOK = """\
# Lamps

The candle lights {candle.light}, and there are {count.Lamp} lamps.

```table
of: Lamp
columns: {Lamp: name, Light: light}
```
"""

SLIPS = {
    "a list of game.yaml": ("game.yaml", "endings:", "ending:", "PCG0201"),
    "a word of a list": ("game.yaml", "[arrived, dark]", "[arrived dark]", "PCG0205"),
    "a setting": ("game.yaml", "rounds: {type: int,", "rounds: {typ: int,", "PCG0201"),
    "the first step": ("game.yaml", "start: setup", "start: set_up", "PCG0850"),
    "the fields of a type": ("types.yaml", "    fields:\n      light", "    field:\n      light", "PCG0201"),
    "one field": ("types.yaml", "light: {type: int,", "light: {typ: int,", "PCG0201"),
    "the type of a field": ("types.yaml", "light: {type: int,", "light: {type: number,", "PCG0211"),
    "the type of a state": ("types.yaml", "score: int = 0", "score: integer = 0", "PCG0211"),
    "the type of a parameter": (
        "types.yaml",
        "moved: {by: Player, to: Tile}",
        "moved: {by: Player, to: Til}",
        "PCG0211",
    ),
    "a kind": ("types.yaml", "kind: card", "kind: crad", "PCG0203"),
    "an event": ("types.yaml", "  moved: {by", "  Moved: {by", "PCG0205"),
    "an enum": ("types.yaml", "Ground: [path, mud]", "Ground: path", "PCG0200"),
    "a message": ("messages.yaml", "  walked:", "  waked:", "PCG0816"),
    "the form of a message": ("messages.yaml", "  walked: {args", "  walked: {arg", "PCG0201"),
    "YAML of messages": ("messages.yaml", "decisions:", "decisions: [", "PCG0110"),
    "a decision": ("messages.yaml", "  go:", "  goes:", "PCG0816"),
    "YAML of cards": ("cards/lamps.yaml", "    light: 1", "   light: 1", "PCG0110"),
    "the type of cards": ("cards/lamps.yaml", "Lamp:", "Lmap:", "PCG0302"),
    "a field of a card": ("cards/lamps.yaml", "    light: 4", "    lihgt: 4", "PCG0201"),
    "YAML of a map": ("maps/cave.yaml", "goals: [D03]", "goals: [D03", "PCG0110"),
    "a space outside": ("maps/cave.yaml", "D03: {ground", "D03: {at: [9, 9], ground", "PCG0312"),
    "the shape of a map": ("maps/cave.yaml", "shape: hex", "shape: hexagon", "PCG0203"),
    "the type of a map": ("maps/cave.yaml", "type: Cave", "type: Cav", "PCG0302"),
    "a mission": ("missions/first_walk.yaml", "type: Walk", "type: Wlak", "PCG0302"),
    "YAML of a mission": ("missions/first_walk.yaml", "maps: [cave]", "maps: [cave", "PCG0110"),
    "YAML of a layout": ("layouts/lamp.yaml", "[9, 9]}", "[9, 9]", "PCG0110"),
    "a field in a layout": ("layouts/lamp.yaml", "{light}", "{lihgt}", "PCG0705"),
    "a rule that is called": ("rules/main.star", "        arrive(p)", "        arive(p)", "PCG0811"),
    "a step that is queued": ("rules/main.star", "next_step(end_round)", "next_step(endround)", "PCG0811"),
    "the head of a rule": ("rules/main.star", "def arrive(p: Player):", "def arrive(p: Player)", "PCG0802"),
    "a field in rules": ("rules/main.star", "dest.ground", "dest.gruond", "PCG0812"),
    "rules that aren't text": ("rules/main.star", "def setup():", "def setup():\ufffe\x00", "PCG0102"),
    "a field in a table": ("rulebook.md", "Light: light", "Light: lihgt", "PCG0461"),
}


def files() -> dict[str, str]:
    """A small game that prints what it has."""
    from check.overlay import BASE

    return {
        "game.yaml": (BASE / "game.yaml").read_text(encoding="utf-8") + GAME,
        "layouts/lamp.yaml": LAMP,
        "rulebook.md": BOOK,
    }


def test_without_a_slip_nothing_is_wrong() -> None:
    assert check_game(lay(Path("game"), files())) == []


@pytest.mark.parametrize("name", SLIPS)
def test_one_slip_is_one_diagnostic(name: str) -> None:
    file, old, new, code = SLIPS[name]
    path = lay(Path("game"), files()) / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    found = check_game(Path("game"))
    assert [d.code for d in found] == [code], [f"{d.code} {d.span}: {d.message}" for d in found]
    span = found[0].span
    assert span is not None
    assert span.file in (f"game/{file}", "game/rules/main.star")


@pytest.mark.parametrize(
    "file", ["types.yaml", "maps/cave.yaml", "cards/lamps.yaml", "rulebook.md", "layouts/lamp.yaml"]
)
def test_a_missing_file_is_told_without_a_traceback(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    (lay(Path("game"), files()) / file).unlink()
    assert run(["check", "game", "--format", "concise"]) == 1
    out = capsys.readouterr().out
    assert "error" in out
    assert "PCG0001" not in out
