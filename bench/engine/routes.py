"""What routes over tiles that turn cost: microseconds of CPU time, best of several rounds, in a line of JSON.

A base of tiles with halls keeps, for each hall, where its hatches lead; a turn or a closure works that out
anew for the tile and those around it. `turn_us`: that; `all_us`: for the whole base, as it would be without;
`route_us`: the way of a threat to the nearest human over what is kept; `game_ms`: a game of bots.

    python bench/engine/routes.py [--rounds N]

"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from bench.timing import best  # noqa: E402
from pycardgen.bundle.opening import open_game  # noqa: E402
from pycardgen.engine.controllers import seat_bots  # noqa: E402
from pycardgen.engine.machine import Machine  # noqa: E402
from pycardgen.engine.moment import played  # noqa: E402
from pycardgen.engine.options import make_setup  # noqa: E402

GAME = ROOT / "content" / "hadleys-hope"
PLAYERS, SEED, ROUND = 4, 7, 8


def rule(machine: Machine, name: str, state: Any) -> Callable[..., object]:
    """A rule of the game, called on a state."""
    function = machine._names[f"_f_{name}"]
    return lambda *args: machine._call(function, state, *args)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    bundle = open_game(GAME)
    machine = Machine(bundle.game, bundle.program, make_setup(bundle.game, PLAYERS))
    state = played(machine, SEED, seat_bots(machine, SEED), ROUND, None).state
    encoded = machine.encode(state)["entities"]
    places = [n for n, used in enumerate(encoded["Place"]["used"]) if used]
    threat = next(hall for hall in encoded["Player"]["threat"] if hall is not None)
    rewire, route = rule(machine, "rewire", state), rule(machine, "goal_of", state)
    figures = {
        "turn_us": best(lambda: rewire([places[7]]), 50, rounds) * 1e6,
        "all_us": best(lambda: rewire(places), 50, rounds) * 1e6,
        "route_us": best(lambda: route(threat, 3), 50, rounds) * 1e6,
        "game_ms": best(lambda: played(machine, SEED, seat_bots(machine, SEED), None, None), 1, rounds) * 1e3,
    }
    print(json.dumps({"bench": "routes", **{name: round(value, 1) for name, value in figures.items()}}))


if __name__ == "__main__":
    main()
