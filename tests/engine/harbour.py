"""A made-up game whose rules each test writes itself: types, zones, events and windows to try."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pycardgen.bundle.opening import open_game
from pycardgen.engine.api import Kind
from pycardgen.engine.machine import Machine
from pycardgen.engine.options import make_setup

FILES = {
    "game.yaml": """
id: harbour
title: Harbour
version: 1.0.0
language: en
players: {min: 2, max: 3}
sides: [crew]
endings: [done]
scopes: [game, round, turn]
start: setup
settings:
  long: {type: bool, default: false, text: A long game.}
maps: {default: quay}
components:
  - {name: Crates, of: Crate, count: 8}
limits: {steps: 60, decisions: 30, fuel: 5000}
""",
    "types.yaml": """
enums:
  Colour: [red, blue]
types:
  Berth: {kind: sector, fields: {deep: bool = false}, state: {boats: int = 0}}
  Quay: {kind: map}
  Crate:
    kind: card
    fields: {weight: int, colour: Colour, marks: {type: "list[int]", default: [1, 2]}}
  Barrel: {kind: card, extends: Crate, fields: {full: bool = true}, state: {open: bool = false}}
  Captain:
    kind: character
    state: {player: {type: "Player | None"}, mood: {type: int, default: 0, resets: turn}}
  Player:
    kind: player
    state:
      gold: int = 0
      berth: {type: Berth, seen_by: owner, sample: possible_berths}
      log: {type: "list[int]", resets: round}
      grid: {type: "list[list[int]]"}
      hold: {type: "Zone[Crate]", seen_by: owner, active: true}
game:
  turn: int = 0
  note: {type: int}
  names: {type: "dict[Player, int]", default: {}}
  numbers: {type: "list[int]", default: [3, 1, 2]}
  pile: {type: "Zone[Crate]", seen_by: nobody, start: [Crate], recycle: used}
  used: {type: "Zone[Crate]"}
  barrels: {type: "Zone[Barrel]", start: [Barrel]}
  yard: {type: "Zone[Crate]", active: true}
  captains: {type: "Zone[Captain]", start: [Captain], active: true}
memory:
  heard: {type: int, default: 0}
events:
  landed: {by: Player}
values:
  price: {of: {p: Player, base: int}, gives: int}
hooks:
  pay: {of: {p: Player, amount: int}}
windows:
  storm: {who: Player}
""",
    "messages.yaml": """
decisions:
  berth: {option: Berth, text: "Where?"}
  crate: {option: Crate, args: {left: int}, text: "Which?"}
  sure: {option: bool, text: "Sure?"}
  bid: {option: int, text: "How much?"}
  vow: {option: int, text: "What do you vow?"}
  few: {option: int, text: "Which of them?"}
  window:storm: {text: "Answer?"}
messages:
  said: {args: {n: int}, text: "{n}"}
  listed: {args: {ns: "list[int]"}, text: "{ns}"}
""",
    "cards.yaml": """
Crate:
  - {id: plain, name: Plain, count: 4, weight: 1, colour: red}
  - id: scale
    name: Scale
    weight: 2
    colour: blue
    marks: [4]
    modify: {price: {add: "10 * self.weight", if: "base > 0"}}
    on: {landed: "by.gold += 1"}
  - id: toll
    name: Toll
    weight: 3
    colour: blue
    modify: {price: {cap: "5"}}
    replace: {pay: "original(p, amount + 1)"}
  - id: anchor
    name: Anchor
    weight: 9
    colour: red
    replace: {pay: "if p.gold > 0:\\n    original(p, amount * 2)"}
    use: {when: [storm], if: "owner != who", do: "who.gold -= 1\\nmove(self, game.used)", label: Drop}
Barrel:
  - {id: rum, name: Rum, weight: 5, colour: red}
Captain:
  - {id: mate, name: Mate, modify: {price: {set: "7", if: "base == 0"}}}
""",
    "maps/quay.yaml": """
id: quay
type: Quay
name: The Quay
grid: {shape: square, columns: 4, rows: 1}
starts: [A01]
spaces: [A01, B01, C01]
special:
  D01: {deep: true}
""",
    "rules/base.star": """
def controller(c: Captain) -> Player:
    return known(c.player)


def price(p: Player, base: int) -> int:
    return base


def pay(p: Player, amount: int):
    p.gold -= amount


def finish():
    end_game("done", sides=["crew"], winners=everyone)
""",
    "bots.star": """
def possible_berths(me: Player, of: Player) -> list[Berth]:
    return [b for b in every(Berth) if not b.deep]


def bid(me: Player, options: list[int]) -> int:
    memory.heard += 1
    return max(options + [0 - roll(6)])
""",
}


@cache
def machine(
    rules: str,
    players: int = 2,
    coverage: bool = False,
    paranoid: bool = False,
    files: tuple[tuple[str, str], ...] = (),
) -> Machine:
    """The game with these rules, which must hold `def setup()`, and with these files in place of its own."""
    with TemporaryDirectory() as held:
        folder = Path(held)
        for name, text in {**FILES, "rules/main.star": rules, **dict(files)}.items():
            path = folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        bundle = open_game(folder)
    setup = make_setup(bundle.game, players=players)
    return Machine(bundle.game, bundle.program, setup, coverage=coverage, paranoid=paranoid)


def first(state: Any, seat: int, kind: Kind, options: Any, about: Any, low: int, high: int) -> Any:
    """Answers with the first option, or the fewest."""
    return list(range(low)) if kind.form == "many" else 0


class Scripted:
    """Answers as told, and writes down what it was asked."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[int, str, list[Any], tuple[Any, ...]]] = []

    def __call__(
        self,
        state: Any,
        seat: int,
        kind: Kind,
        options: Sequence[Any],
        about: tuple[Any, ...],
        low: int,
        high: int,
    ) -> Any:
        self.asked.append((seat, kind.name, list(options), about))
        return self.answers.pop(0)


def encoded(rules: str, ask: Any = first, steps: int = 1, seed: int = 1) -> dict[str, Any]:
    """The state after some steps of a game with these rules."""
    played = machine(rules, paranoid=True)
    state = played.new(seed)
    for _ in range(steps):
        played.step(state, ask)
    return played.encode(state)


def body(*lines: str) -> str:
    """Rules whose first step has these lines."""
    return "def setup():\n" + "".join(f"    {line}\n" for text in lines for line in text.split("\n"))
