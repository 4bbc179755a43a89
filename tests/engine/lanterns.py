"""A small made-up game that uses what bots, records, simulation and the terminal have to do with."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from pycardgen.bundle.file import Bundle
from pycardgen.bundle.opening import open_game
from pycardgen.engine.machine import Machine
from pycardgen.engine.options import make_setup

FILES = {
    "game.yaml": """
id: lanterns
title: Lanterns
version: 1.0.0
language: en
players: {min: 2, max: 4}
sides: [day, night]
endings: [dusk]
scopes: [turn]
start: setup
settings:
  rounds: {type: int, default: 2, min: 1, max: 9, text: How long it lasts.}
  mode: {type: Mode, default: calm, text: The weather.}
  fog: {type: bool, default: false, text: It is foggy.}
maps: {default: lane}
components:
  - {name: Wicks, of: Wick, count: 16}
""",
    "types.yaml": """
enums:
  Mode: [calm, windy]
types:
  Spot: {kind: sector}
  Lane: {kind: map}
  Mission: {kind: mission, fields: {bonus: int = 0}}
  Wick: {kind: card, fields: {value: int}}
  Player:
    kind: player
    state:
      points: int = 0
      secret: {type: int, default: 0, seen_by: owner}
      hand: {type: "Zone[Wick]", seen_by: owner, active: true}
game:
  round: int = 0
  deck: {type: "Zone[Wick]", seen_by: nobody, start: [Wick], recycle: used}
  used: {type: "Zone[Wick]"}
memory:
  heard: {type: int, default: 0}
windows:
  lit: {who: Player}
""",
    "messages.yaml": """
decisions:
  play: {option: Wick, args: {left: int}, text: "{player}, which wick? {left} left."}
  boast: {option: bool, text: "{player}, do you boast?"}
  keep: {option: Wick, text: "Keep which?"}
  guess: {option: int, text: "One or two?"}
  window:lit: {text: "Do you answer, {player}?"}
messages:
  lights: {args: {who: Player, wick: Wick}, text: "{who} lights {wick}."}
  sees: {args: {wick: Wick}, text: "You hold {wick}."}
  boasts: {args: {who: Player}, text: "{who} boasts."}
  kept: {args: {who: Player, count: int}, text: "{who} keeps {count}."}
""",
    "cards.yaml": """
Wick:
  - {id: short, name: Short Wick, count: 6, value: 1}
  - {id: long, name: Long Wick, count: 6, value: 2}
  - id: spark
    name: Spark
    count: 3
    value: 0
    use: {when: [lit], if: "owner != who", do: "move(self, game.used)\\nwho.points -= 1", label: Snuff}
  - {id: rare, name: Rare Wick, count: 1, value: 5}
""",
    "maps/lane.yaml": """
id: lane
type: Lane
name: The Lane
grid: {shape: square, columns: 3, rows: 1}
default: {type: Spot}
spaces: {A1: {}, B1: {}, C1: {}}
""",
    "maps/loop.yaml": """
id: loop
type: Lane
name: The Loop
grid: {shape: square, columns: 2, rows: 1}
default: {type: Spot}
spaces: {A1: {}, B1: {}}
""",
    "missions/eve.yaml": """
id: eve
type: Mission
name: The Eve
maps: [loop]
settings: {rounds: 1}
bonus: 3
""",
    "rules/main.star": """
def setup():
    shuffle(game.deck)
    for p in everyone:
        p.secret = roll(6)
        for i in range(3):
            wick = draw(game.deck, to=p.hand)
            if wick is not None:
                announce(p, "sees", wick=wick)
    next_step(play_round)


def side_of(p: Player) -> Side:
    return "day" if p.seat % 2 == 0 else "night"


def play_round():
    game.round += 1
    for p in everyone:
        next_step(turn, p, scope="turn")
    next_step(round_end)


def turn(p: Player):
    wants = confirm(p, "boast")
    if wants:
        announce(everyone, "boasts", who=p)
    if len(p.hand) > 0:
        wick = choose(p, "play", list(p.hand), default=p.hand[0], left=len(p.hand))
        move(wick, game.used)
        p.points += wick.value
        announce(everyone, "lights", who=p, wick=wick)
        window("lit", everyone, who=p)
    kept = choose_many(p, "keep", list(p.hand), 0, 1)
    announce(everyone, "kept", who=p, count=len(kept))
    guesses = declare("guess", everyone, lambda q: [1, 2], secret=True)
    p.points += len([q for q in everyone if guesses[q] == 2 and q != p])


def round_end():
    if game.round >= settings.rounds:
        best = max([p.points for p in everyone])
        winners = [p for p in everyone if p.points == best]
        by_day = any(side_of(p) == "day" for p in winners)
        end_game("dusk", sides=["day"] if by_day else ["night"], winners=winners)
    next_step(play_round)
""",
    "bots.star": """
def play(me: Player, options: list[Wick], left: int) -> Wick:
    return options[memory.heard % len(options)]


def boast(me: Player) -> bool:
    return any(q.secret is not None or any(w is not None for w in q.hand) for q in after(me))


def window_lit(me: Player, offer: Offer, who: Player) -> int:
    return 1 if offer.label == "Snuff" else 0


def heard_lights(me: Player, who: Player, wick: Wick):
    memory.heard += 1
""",
}


def write_lanterns(folder: Path, **changes: str) -> Path:
    """Write the game; `changes` replaces files, named with `_` for what isn't a letter."""
    for name, text in FILES.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(changes.get(name.replace("/", "_").replace(".", "_"), text))
    return folder


@cache
def lanterns() -> Bundle:
    """The game, compiled once."""
    with TemporaryDirectory() as folder:
        return open_game(write_lanterns(Path(folder)))


def machine(players: int = 3, bundle: Bundle | None = None) -> Machine:
    """The game with its default set-up."""
    found = bundle or lanterns()
    return Machine(found.game, found.program, make_setup(found.game, players=players), paranoid=True)
