"""`pycardgen map --seed` and `--record`: a map in play."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from cli.running import game, pycardgen

Capsys = pytest.CaptureFixture[str]

FILES: dict[str, str | bytes] = {
    "layouts/pawn.yaml": "size: [12, 12]\nelements: [{text: '{seat}', style: number, size: [12, 12]}]\n",
    "layouts/lamp.yaml": (
        "size: [12, 12]\nelements: [{text: 'lamp {light}', style: number, size: [12, 12], min_size: 1}]\n"
    ),
    "position.yaml": (
        "layers:\n  - {of: Player, at: tile, layout: pawn}\n"
        "  - {of: Player, at: tile, show: hand.0, layout: lamp}\n"
        "notes:\n  - {text: 'Turn {game.round}'}\n"
    ),
}


def words(file: str) -> list[str]:
    """The texts of a drawing."""
    return re.findall(r">([^<>]+)</text>", Path(file).read_text(encoding="utf-8"))


def test_bots_play_up_to_the_end_of_a_round(capsys: Capsys) -> None:
    game(files=FILES)
    done = pycardgen(capsys, "map", "game", "--seed", "3", "--rounds", "1", "-o", "cave.svg")
    assert done.code == 0
    assert re.fullmatch(r"cave.svg: The Cave, round 1, after \d+ steps; what everybody sees\n", done.out)
    shown = words("cave.svg")
    assert {"1", "2", "Turn 1"} <= set(shown)
    again = pycardgen(capsys, "map", "game", "--seed", "3", "--rounds", "1", "-o", "again.svg")
    assert again.code == 0
    assert Path("cave.svg").read_bytes() == Path("again.svg").read_bytes()
    assert pycardgen(capsys, "map", "game", "--seed", "3", "--rounds", "2", "-o", "later.svg").code == 0
    assert "Turn 2" in words("later.svg")


def test_nothing_hidden_is_drawn_unless_asked_for(capsys: Capsys) -> None:
    """Hands are seen by their owners."""
    game(files=FILES)
    lamps = []
    for who in ((), ("--seat", "1"), ("--seat", "2"), ("--all",)):
        assert pycardgen(capsys, "map", "game", "--seed", "3", "--rounds", "2", "-o", "x.svg", *who).code == 0
        lamps.append([text for text in words("x.svg") if text.startswith("lamp")])
    nobodys, first, second, everybodys = lamps
    assert nobodys == []
    assert len(first) == len(second) == 1
    assert sorted(everybodys) == sorted(first + second)


def test_a_record_is_drawn_as_the_game_that_it_is_of(capsys: Capsys) -> None:
    game(files=FILES)
    assert pycardgen(capsys, "play", "game", "--seed", "3", "--record", "walk.json").code == 0
    pycardgen(capsys, "map", "game", "--seed", "3", "--rounds", "2", "-o", "played.svg")
    done = pycardgen(capsys, "map", "game", "--record", "walk.json", "--rounds", "2", "-o", "recorded.svg")
    assert done.code == 0
    assert Path("played.svg").read_bytes() == Path("recorded.svg").read_bytes()
    done = pycardgen(capsys, "map", "game", "--record", "walk.json", "-o", "end.svg")
    assert "the game is over" in done.out


def test_a_record_that_stops_is_drawn_where_it_stops(capsys: Capsys) -> None:
    game(files=FILES)
    assert pycardgen(capsys, "play", "game", "--seed", "3", "--record", "walk.json").code == 0
    record = json.loads(Path("walk.json").read_text(encoding="utf-8"))
    del record["outcome"], record["decisions"][1:]
    Path("walk.json").write_text(json.dumps(record), encoding="utf-8")
    done = pycardgen(capsys, "map", "game", "--record", "walk.json", "-o", "cut.svg")
    assert done.code == 0, done.err
    assert "where the record ends" in done.out


def test_steps_and_pictures(capsys: Capsys) -> None:
    game(files=FILES)
    done = pycardgen(capsys, "map", "game", "--seed", "3", "--steps", "4", "-o", "sub/cave.png")
    assert "after 4 steps" in done.out
    assert Path("sub/cave.png").read_bytes().startswith(b"\x89PNG")


def test_a_game_that_says_nothing_has_marks_for_its_players(capsys: Capsys) -> None:
    game()
    assert pycardgen(capsys, "map", "game", "--seed", "3", "--rounds", "1", "-o", "x.svg").code == 0
    assert {"1", "2"} <= set(words("x.svg"))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--seed", "1"), "Where is the map in play drawn?"),
        (("--seed", "1", "-o", "x.pdf"), "neither .svg nor .png"),
        (("--seed", "one", "-o", "x.svg"), "'one' is not a valid integer"),
        (("--seed", "1", "--rounds", "-1", "-o", "x.svg"), "-1"),
        (("--seed", "1", "--seat", "3", "-o", "x.svg"), "There are 2 seats in this game, no seat 3."),
        (("--seed", "1", "--seat", "1", "--all", "-o", "x.svg"), "don't go together"),
        (("--seed", "1", "--players", "9", "-o", "x.svg"), "9"),
        (("--seed", "1", "--set", "roundz=3", "-o", "x.svg"), "roundz"),
        (("--seed", "1", "--svg", "y.svg", "-o", "x.svg"), "--svg says nothing about a map in play"),
        (("cavern", "--seed", "1", "-o", "x.svg"), "cavern"),
        (("--record", "nothing.json", "-o", "x.svg"), "nothing.json"),
        (("--record", "walk.json", "--seed", "1", "-o", "x.svg"), "--seed says nothing about a map in play"),
        (("--rounds", "3"), "--rounds says nothing about a map as it is printed"),
        (("-o", "x.svg"), "--output says nothing about a map as it is printed"),
        (("--all",), "--all says nothing about a map as it is printed"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], says: str, capsys: Capsys) -> None:
    game()
    done = pycardgen(capsys, "map", "game", *arguments)
    assert done.code in (1, 2)
    assert says in done.err
    assert "Traceback" not in done.err
    assert not Path("x.svg").exists()


def test_a_game_without_rounds_is_asked_for_steps(capsys: Capsys) -> None:
    path = game()
    for name in ("types.yaml", "rules/main.star"):
        text = (path / name).read_text(encoding="utf-8")
        changed = re.sub(r"\bgame\.round\b", "game.turns", text).replace("  round: int", "  turns: int")
        (path / name).write_text(changed, encoding="utf-8")
    done = pycardgen(capsys, "map", "game", "--seed", "1", "--rounds", "2", "-o", "x.svg")
    assert done.code == 2
    assert "'lamps' counts no rounds" in done.err
    assert pycardgen(capsys, "map", "game", "--seed", "1", "--steps", "2", "-o", "x.svg").code == 0


def test_mistakes_in_the_position_are_diagnostics(capsys: Capsys) -> None:
    game(files={**FILES, "position.yaml": "layers: [{of: Player, at: tiel, layout: pawn}]\n"})
    done = pycardgen(capsys, "map", "game", "--seed", "1", "-o", "x.svg")
    assert done.code == 1
    assert "PCG0755" in done.err
    assert not Path("x.svg").exists()


def test_who_plays_draws_the_map_as_that_seat_sees_it(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    game(files=FILES)
    lines = "draw mine.svg\ndraw mine.txt\ndraw mine.svg/x.svg\nquit\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    done = pycardgen(capsys, "play", "game", "--seed", "3", "--seat", "1=human")
    assert "mine.svg has the map as you see it." in done.out
    assert "Name a file that ends in .svg or .png: draw FILE" in done.out
    assert "It can't be drawn: 'mine.svg/x.svg' can't be written" in done.out
    shown = words("mine.svg")
    assert {"1", "2"} <= set(shown)
    assert len([text for text in shown if text.startswith("lamp")]) == 1, "its own hand alone"
