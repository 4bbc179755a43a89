"""What `pycardgen check` costs on a game of 5,000 cards, against running over the YAML events alone.

    python bench/check/bench.py [CARDS]

One JSON line a measurement: `name`, `seconds` of CPU time (the least of some processes), `ratio` to the
events and, where there is one, the `goal` for a ratio. `command` is all of `pycardgen check`, start-up
included, cold and filling the cache; `command, warm` has its ratio to that. The stages leave out what a game
of one card costs, imports and compiled schemas, which has a line of its own, `start-up`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
RUNS = 3
COLD_GOAL, WARM_GOAL = 3.0, 0.3


def events(folder: Path) -> None:
    """Only the parser: no values, no positions."""
    from _ruamel_yaml import CParser
    from ruamel.yaml.events import StreamEndEvent

    for path in sorted(folder.rglob("*.yaml")):
        get = CParser(path.read_text(encoding="utf-8")).get_event
        while type(get()) is not StreamEndEvent:
            pass


def read(folder: Path) -> None:
    """Values and positions."""
    from pycardgen.diagnostics import Collector
    from pycardgen.source.reader import read_yaml

    for path in sorted(folder.rglob("*.yaml")):
        read_yaml(path, str(path), Collector())


def load(folder: Path) -> None:
    """The whole game, validated."""
    from pycardgen.diagnostics import Collector
    from pycardgen.model.load import load_game

    found = Collector()
    load_game(folder, found)
    assert not found.failed, found.found[:3]


def check(folder: Path) -> None:
    """Everything that `pycardgen check` does."""
    from pycardgen.check import check_game
    from pycardgen.diagnostics import Severity

    found = [d for d in check_game(folder) if d.severity is Severity.ERROR]
    assert not found, found[:3]


STAGES: dict[str, Callable[[Path], None]] = {"events": events, "read": read, "load": load, "check": check}


def one(stage: str, folder: Path, tiny: Path) -> tuple[float, float]:
    """CPU seconds of a stage, in this process: on a game of one card, and then on the whole one."""
    start = time.process_time()
    STAGES[stage](tiny)
    between = time.process_time()
    STAGES[stage](folder)
    return between - start, time.process_time() - between


def environment(folder: Path, cache: Path) -> dict[str, str]:
    """As installed: nothing set, modules compiled once."""
    ours = ("PYCARDGEN_", "PYTHONDONTWRITEBYTECODE")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(ours)}
    return {
        **kept,
        "PYTHONPYCACHEPREFIX": str(folder.parent / "bytecode"),
        "PYCARDGEN_CACHE_DIR": str(cache),
    }


def apart(stage: str, folder: Path, fast: bool = True) -> tuple[float, float]:
    """The least CPU seconds of a stage, start-up and the rest; each run has its own process and cache."""
    tiny = folder.parent / "tiny"
    command = [sys.executable, __file__, "--one", stage, str(folder), str(tiny), "fast" if fast else "plain"]
    runs = []
    for _ in range(RUNS):
        with tempfile.TemporaryDirectory() as empty:
            done = subprocess.run(
                command, env=environment(folder, Path(empty)), check=True, capture_output=True, text=True
            )
            runs.append(tuple(map(float, done.stdout.split())))
    return min(run[0] for run in runs), min(run[1] for run in runs)


def whole(folder: Path, cache: Path) -> float:
    """The CPU seconds of a process that checks the game."""
    command = [sys.executable, "-m", "pycardgen", "check", str(folder)]
    process = subprocess.Popen(command, env=environment(folder, cache), stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0
    return usage.ru_utime + usage.ru_stime


def command_line(folder: Path) -> tuple[float, float]:
    """The least CPU seconds of the whole command, cold and warm."""
    runs = []
    for _ in range(RUNS):
        with tempfile.TemporaryDirectory() as cache:
            runs.append((whole(folder, Path(cache)), whole(folder, Path(cache))))
    return min(cold for cold, _ in runs), min(warm for _, warm in runs)


def main(count: int) -> None:
    """Generate, measure, print."""
    from gen_game import generate

    with tempfile.TemporaryDirectory() as made:
        folder = generate(Path(made) / "game", count)
        generate(Path(made) / "tiny", 1)
        with_rules = generate(Path(made) / "rules", count, 10)
        base = apart("events", folder)[1]
        tell("events", count, base, base)
        for name in ("read", "load", "check"):
            start_up, seconds = apart(name, folder)
            tell(name, count, seconds, base)
        tell("start-up", 1, start_up, base)
        tell("check, rules on every tenth card", count, apart("check", with_rules)[1], base)
        for name in ("load", "check"):
            tell(f"{name}, without fast", count, apart(name, folder, fast=False)[1], base)
        cold, warm = command_line(folder)
        tell("command", count, cold, base, COLD_GOAL)
        tell("command, warm", count, warm, cold, WARM_GOAL)


def tell(name: str, count: int, seconds: float, base: float, goal: float | None = None) -> None:
    """Print one measurement."""
    line: dict[str, object] = {"name": name, "seconds": round(seconds, 3), "ratio": round(seconds / base, 2)}
    if goal is not None:
        line["goal"] = goal
    print(json.dumps({"bench": "check", "cards": count, **line}), flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        if sys.argv[5] == "plain":
            sys.modules["jsonschema_rs"] = None  # type: ignore[assignment]
        print(*one(sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4])))
    else:
        main(*map(int, sys.argv[1:] or ["5000"]))
