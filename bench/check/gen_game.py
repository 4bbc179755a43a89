"""Generate a game of 5,000 cards: about 2 MB of YAML with nested fields and comments, in 50 files.

    python bench/check/gen_game.py FOLDER [CARDS [RULES]]

RULES is how many of a hundred cards bring rules of their own. The same bytes at every run.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

WORDS = [
    "amber",
    "anchor",
    "arch",
    "ash",
    "beacon",
    "bell",
    "birch",
    "bloom",
    "bough",
    "brook",
    "cairn",
    "cedar",
    "cinder",
    "clay",
    "cloud",
    "copper",
    "coral",
    "crest",
    "dawn",
    "delta",
    "drift",
    "dune",
    "dusk",
    "ember",
    "fern",
    "field",
    "flint",
    "fog",
    "ford",
    "frost",
    "gale",
    "glade",
    "glen",
    "gorge",
    "grove",
    "gust",
    "harbor",
    "hazel",
    "heath",
    "hill",
    "hollow",
    "inlet",
    "iris",
    "ivory",
    "jade",
    "kelp",
    "lake",
    "lantern",
    "larch",
    "ledge",
    "loam",
    "marsh",
    "meadow",
    "mist",
    "moor",
    "moss",
    "oak",
    "opal",
    "orchard",
    "peak",
    "pebble",
    "pine",
    "pond",
    "quartz",
    "rain",
    "reed",
    "ridge",
    "river",
    "rock",
    "sage",
    "sand",
    "shore",
    "slate",
    "sleet",
    "snow",
    "spark",
    "spring",
    "stone",
    "storm",
    "thicket",
    "thorn",
    "tide",
    "timber",
    "vale",
    "vine",
    "wave",
    "willow",
    "wind",
    "wood",
]
TAGS = ["warm", "cold", "dry", "wet", "high", "low", "old", "young"]
TRAITS = ["strength", "reach", "weight"]
KINDS = ["tool", "shelter", "path", "animal"]
PER_FILE = 100

GAME = """id: generated
title: Generated
version: 1.0.0
players: {{min: 1, max: 4}}
sides: [all]
endings: [done]
scopes: [turn]
start: setup
components:
  - {{name: Cards, of: Finding, count: {count}}}
"""

TYPES = f"""enums:
  Kind: [{", ".join(KINDS)}]
  Tag: [{", ".join(TAGS)}]
  Trait: [{", ".join(TRAITS)}]
  Rarity: [common, uncommon, rare]
types:
  Finding:
    kind: card
    fields:
      kind: Kind
      cost: {{type: int, min: 0, max: 9}}
      unique: bool = false
      rarity: Rarity
      tags: "list[Tag]"
      traits: "dict[Trait, int]"
      steps: "list[dict[Trait, int]]"
      needs: "Finding | None = None"
  Player:
    kind: player
    state:
      score: int = 0
      hand: {{type: "Zone[Finding]", seen_by: owner, active: true}}
game:
  deck: {{type: "Zone[Finding]", seen_by: nobody, start: [Finding]}}
events:
  gathered: {{by: Player, card: Finding}}
values:
  worth: {{of: {{p: Player}}, gives: int}}
"""

MESSAGES = """messages:
  done: {args: {who: Player}, text: "{who} is done."}
"""

RULES = """def setup():
    shuffle(game.deck)
    for p in everyone:
        next_step(gather, p)

def gather(p: Player):
    card = draw(game.deck, p.hand)
    if card is None:
        announce(everyone, "done", who=p)
        end_game("done", sides=["all"])
    else:
        p.score += worth(p) + card.cost
        emit("gathered", by=p, card=card)
        next_step(gather, p)

def worth(p: Player) -> int:
    return 1

def side_of(p: Player) -> Side:
    return "all"
"""


def card(number: int, count: int, rules: int, chance: random.Random) -> str:
    """One definition of about 20 lines."""

    def words(many: int) -> str:
        return " ".join(chance.choice(WORDS) for _ in range(many))

    lines = [
        f"  - id: card_{number:05}  # {words(3)}",
        f"    name: {words(2).title()}",
        f"    kind: {chance.choice(KINDS)}",
        f"    cost: {chance.randint(0, 9)}",
        f"    unique: {chance.choice(['true', 'false'])}",
        f"    rarity: {chance.choice(['common', 'uncommon', 'rare'])}",
        f"    tags: [{', '.join(chance.sample(TAGS, chance.randint(1, 4)))}]",
        "    traits:",
        f"      strength: {chance.randint(0, 6)}",
        f"      reach: {chance.randint(0, 6)}  # tried out {chance.randint(1, 40)} times",
        f"      weight: {chance.randint(1, 3)}",
        "    steps:",
    ]
    for _ in range(chance.randint(1, 3)):
        lines.append(f"      - {{strength: {chance.randint(0, 5)}, reach: {chance.randint(0, 5)}}}")
        if chance.random() < 0.4:
            lines.append(f"      # {words(4)}")
    if chance.random() < 0.2:
        lines.append(f"    needs: card_{chance.randrange(count):05}")
    lines += [
        "    text: >-",
        f"      {words(chance.randint(5, 9)).capitalize()} {{cost}}.",
        f"      {words(chance.randint(4, 8)).capitalize()}.",
    ]
    if number % 100 < rules:
        lines += [
            "    on:",
            "      gathered:",
            "        if: by == owner",
            "        do: owner.score += self.cost",
        ]
    if number % 100 < rules:
        lines.append("    modify: {worth: {add: 1}}")
    return "\n".join(lines) + "\n"


def generate(folder: Path, count: int = 5_000, rules: int = 0) -> Path:
    """Write the game to a folder and return it."""
    chance = random.Random(7)
    files = {
        "game.yaml": GAME.format(count=count),
        "types.yaml": TYPES,
        "messages.yaml": MESSAGES,
        "rules/main.star": RULES,
    }
    for first in range(0, count, PER_FILE):
        numbers = range(first, min(first + PER_FILE, count))
        text = "# Generated.\nFinding:\n" + "".join(card(number, count, rules, chance) for number in numbers)
        files[f"cards/cards_{first:05}.yaml"] = text
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    return folder


if __name__ == "__main__":
    generate(Path(sys.argv[1]), *map(int, sys.argv[2:]))
