"""What cloning a checkpoint costs: a game in play with fourteen copies that have state, and the zones of
their cards.

Prints a line of JSON; the best of several rounds counts.

    python bench/engine/clone.py

"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from pycardgen.engine.controllers import random_bots  # noqa: E402
from pycardgen.engine.machine import Machine  # noqa: E402
from pycardgen.engine.options import make_setup  # noqa: E402
from tests.conformance.games import compiled  # noqa: E402

GOAL, CLONES, ROUNDS = 5.0, 20_000, 7


def main() -> None:
    """Measure, and print."""
    game, program = compiled("dungeon")
    machine = Machine(game, program, make_setup(game, 3))
    state, ask = machine.new(1), random_bots(3, 1)
    for _ in range(5):
        machine.step(state, ask)
    entities = machine.encode(state)["entities"]
    copies = len(entities["Fighter"]["health"]) + len(entities["Room"]["seen"])
    micros = min(_round(machine, state) for _ in range(ROUNDS))
    line = {"bench": "clone", "entities": copies, "microseconds": round(micros, 2), "goal": GOAL}
    print(json.dumps(line))


def _round(machine: Machine, state: Any) -> float:
    clone = machine.clone
    start = time.process_time()
    for _ in range(CLONES):
        clone(state)
    return (time.process_time() - start) / CLONES * 1e6


if __name__ == "__main__":
    main()
