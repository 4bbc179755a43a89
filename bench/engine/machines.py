"""What a machine costs to make, and a state to copy: CPU time, best of several rounds. Prints a line of
JSON.

`clone_us`: copying a state of ten entities with four states each, five zones and forty cards. `games`: for
each game of content/, milliseconds to write its module and to compile it, and its lines.

    python bench/engine/machines.py [--rounds N]

"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from bench.timing import best  # noqa: E402
from pycardgen.bundle.opening import open_game  # noqa: E402
from pycardgen.diagnostics import DiagnosticError  # noqa: E402
from pycardgen.engine.machine import Machine  # noqa: E402
from pycardgen.engine.options import make_setup  # noqa: E402
from pycardgen.lang.emit import write  # noqa: E402
from pycardgen.lang.emit_core import Flags  # noqa: E402

TEN = {
    "game.yaml": """
id: ten
title: Ten
version: 1.0.0
language: en
players: {min: 2, max: 2}
sides: [all]
endings: [done]
scopes: [turn]
start: setup
components: [{name: Cards, of: Card, count: 40}]
""",
    "types.yaml": """
types:
  Card: {kind: card, fields: {value: int}}
  Fighter:
    kind: character
    state: {health: int = 5, armor: int = 1, acted: bool = false, notes: {type: "list[int]"}}
  Player: {kind: player, state: {hand: {type: "Zone[Card]", seen_by: owner}}}
game:
  round: int = 0
  deck: {type: "Zone[Card]", start: [Card]}
  used: {type: "Zone[Card]"}
""",
    "cards.yaml": "Card:\n  - {id: one, name: One, count: 40, value: 1}\n",
    "fighters.yaml": "Fighter:\n  - {id: guard, name: Guard, count: 10}\n",
    "rules/main.star": """
def setup():
    for p in everyone:
        for i in range(5):
            x = draw(game.deck, to=p.hand)
    for f in every(Fighter):
        f.notes.append(f.health)
    next_step(on)


def on():
    game.round += 1
    next_step(on, scope="turn")
""",
}


def nobody(*_: Any) -> int:
    return 0


def clone(rounds: int) -> float:
    """Microseconds to copy a state of ten entities."""
    with TemporaryDirectory() as held:
        for name, text in TEN.items():
            path = Path(held, name)
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        bundle = open_game(Path(held))
    machine = Machine(bundle.game, bundle.program, make_setup(bundle.game, players=2))
    state = machine.new(1)
    machine.step(state, nobody)
    machine.step(state, nobody)
    return best(lambda: machine.clone(state), 5000, rounds) * 1e6


def game(folder: Path, rounds: int) -> dict[str, object] | None:
    """Milliseconds to write and compile a game's module; None for a game with errors."""
    try:
        bundle = open_game(folder)
    except DiagnosticError:
        return None
    machine = Machine(bundle.game, bundle.program, make_setup(bundle.game))
    source = machine.source
    writing = best(lambda: write(machine.tables, bundle.program, Flags()), 1, rounds)
    compiling = best(lambda: compile(source, "rules", "exec"), 1, rounds)
    return {
        "write_ms": round(writing * 1000, 1),
        "compile_ms": round(compiling * 1000, 1),
        "lines": source.count("\n"),
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    folders = sorted(path.parent for path in (ROOT / "content").glob("*/game.yaml"))
    games = {folder.name: game(folder, rounds) for folder in folders}
    print(json.dumps({"bench": "engine", "clone_us": round(clone(rounds), 2), "games": games}))


if __name__ == "__main__":
    main()
