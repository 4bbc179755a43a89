"""500 made-up poker cards, the same for both programs: a title, 35 to 45 words, two icons, three numbers."""

from __future__ import annotations

import json
import math
import random
import sys
from pathlib import Path

WORDS = (  # noqa: SIM905
    "when you play this card move two lanterns to a harbour in the same bay then draw one "
    "if your oil is below half gain rope until the end of your turn each crew member may sail "
    "discard reveal salvage anchor rudder storm reef chart boarding quay token marker voyage"
).split()
ICONS = ("heart", "shield", "bolt", "star", "eye", "flame")


def deck(count: int = 500, seed: int = 7) -> list[dict[str, object]]:
    rng = random.Random(seed)
    cards: list[dict[str, object]] = []
    for number in range(1, count + 1):
        words = rng.choices(WORDS, k=rng.randint(35, 45))
        cards.append(
            {
                "id": f"c{number}",
                "name": f"{rng.choice(WORDS).capitalize()} {rng.choice(WORDS)} {number:03d}",
                "text": " ".join(words).capitalize() + ".",
                "icon1": rng.choice(ICONS),
                "icon2": rng.choice(ICONS),
                "attack": rng.randint(0, 9),
                "defence": rng.randint(0, 9),
                "cost": rng.randint(0, 9),
            }
        )
    return cards


Cell = tuple[str, str, list[tuple[float, float]]]


def board(columns: int = 20, rows: int = 20) -> tuple[tuple[float, float], list[Cell]]:
    """A board of hexagons that takes four pages of A4: its size in mm; of each label, colour, corners."""
    width, height = 360.0, 530.0
    side = min(width / (1.5 * columns + 0.5), height / ((rows + 0.5) * math.sqrt(3)))
    cells: list[Cell] = []
    for column in range(columns):
        for row in range(rows):
            x, y = side * (1 + 1.5 * column), side * math.sqrt(3) * (row + 0.5 + 0.5 * (column % 2))
            turns = [math.pi / 3 * step for step in range(6)]
            corners = [(round(x + side * math.cos(t), 3), round(y + side * math.sin(t), 3)) for t in turns]
            fill = ("#dfe6d8", "#c9d8e8", "#eee3cc")[(column * 7 + row * 5) % 3]
            cells.append((f"{chr(65 + column)}{row + 1:02d}", fill, corners))
    return (width, height), cells


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(deck(int(sys.argv[2]))), encoding="utf-8")
