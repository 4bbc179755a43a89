"""How long a game takes in generated code, against the same game written by hand: CPU time, random bots.

Prints a line of JSON. The two take turns and the best of several rounds counts, so that what else the machine
does matters little. `same`: both played some games, announcements included, and agreed.

    python bench/aliens_hand/bench.py [--games N] [--rounds N] [--players N]
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(ROOT))

import hand  # noqa: E402

from pycardgen.diagnostics import Diagnostic  # noqa: E402
from pycardgen.engine.controllers import random_bots, seat_bots  # noqa: E402
from pycardgen.engine.machine import Machine  # noqa: E402
from pycardgen.engine.options import make_setup  # noqa: E402
from pycardgen.lang.compile import compile_rules  # noqa: E402
from pycardgen.model.load import load_game  # noqa: E402

FOLDER = ROOT / "content" / "aliens"
Told = tuple[tuple[int, ...], str, tuple[Any, ...]]


def make_machine(players: int) -> Machine:
    """The game as the engine plays it: fuel on, coverage and checks off."""
    problems: list[Diagnostic] = []
    game = load_game(FOLDER, problems.append)
    program = compile_rules(game, problems.append) if game is not None else None
    if game is None or program is None or problems:
        raise SystemExit(f"{FOLDER} has errors: pycardgen check {FOLDER}")
    return Machine(game, program, make_setup(game, players, settings=["items=false", "abilities=false"]))


def differences(machine: Machine, zone: hand.Zone, seeds: range) -> list[int]:
    """The seeds of which the two tell another story, or give another result."""
    players = machine.setup.players
    found = []
    for seed in seeds:
        ours: list[Told] = []
        theirs: list[Told] = []
        outcome = machine.run(machine.new(seed), random_bots(players, seed), listener(ours))
        game = hand.play(zone, players, seed, hand.random_bots(seed, players), listener(theirs))
        result = (outcome.reason, tuple(outcome.sides), tuple(outcome.winners), outcome.decisions)
        if result != hand.result(game) or ours != theirs:
            found.append(seed)
    return found


def listener(into: list[Told]) -> hand.Tell:
    """Writes down what is announced."""

    def tell(seats: Sequence[int], message: str, args: tuple[Any, ...]) -> None:
        into.append((tuple(seats), message, tuple(args)))

    return tell


def cpu(run: Callable[[int], object], games: int) -> float:
    """Milliseconds a game."""
    start = time.process_time()
    for seed in range(games):
        run(seed)
    return (time.process_time() - start) * 1000 / games


def measure(games: int = 100, rounds: int = 7, players: int = 6) -> dict[str, object]:
    """The figures: milliseconds of CPU time a game, and their ratio."""
    machine, zone = make_machine(players), hand.Zone(FOLDER / "maps" / "galilei.yaml")
    runs: dict[str, Callable[[int], object]] = {
        "generated": lambda seed: machine.run(machine.new(seed), random_bots(players, seed)),
        "hand": lambda seed: hand.result(hand.play(zone, players, seed, hand.random_bots(seed, players))),
    }
    best = dict.fromkeys(runs, float("inf"))
    wrong = differences(machine, zone, range(20))
    for _ in range(rounds):
        for name, run in runs.items():
            best[name] = min(best[name], cpu(run, games))
    return {
        "bench": "aliens",
        "players": players,
        "games": games,
        "same": not wrong,
        "generated_ms": round(best["generated"], 3),
        "hand_ms": round(best["hand"], 3),
        "ratio": round(best["generated"] / best["hand"], 2),
        "policy_ms": round(_policy(machine, 20), 1),
    }


def _policy(machine: Machine, games: int) -> float:
    """Milliseconds of CPU time a game with the bots of bots.star, for information."""

    def run(seed: int) -> None:
        bots = seat_bots(machine, seed)
        machine.run(machine.new(seed), bots.ask, bots.tell)

    return cpu(run, games)


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=100)
    options.add_argument("--rounds", type=int, default=7)
    options.add_argument("--players", type=int, default=6)
    given = options.parse_args()
    print(json.dumps(measure(given.games, given.rounds, given.players)))


if __name__ == "__main__":
    main()
