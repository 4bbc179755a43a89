"""500 made-up poker cards, the same for both programs: a title, 35 to 45 words, two icons, three numbers."""

from __future__ import annotations

import json
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


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(deck(int(sys.argv[2]))), encoding="utf-8")
