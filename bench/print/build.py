"""Measures `pycardgen build` of a game that is one large deck: in full, again, and after one card changed.

    python bench/print/build.py [--cards 500] [--runs 3]

One JSON line: CPU seconds of each (the least of the runs), the ratios to a full build (goal for one changed
card: 0.5), and by how many MB building needs more memory than checking (goal: 30, for 5,000 cards).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from data import ICONS, deck

HERE = Path(__file__).parent
GAME = """id: deck
title: Deck
version: 1.0.0
players: {{min: 1, max: 4}}
sides: [all]
endings: [done]
scopes: [turn]
start: setup
components: [{{name: Cards, of: Finding, count: {count}}}]
print: [{{cards: deck, of: Finding, front: layouts/card.yaml, sheet: deck}}]
"""
TYPES = f"""enums: {{Icon: [{", ".join(ICONS)}]}}
types:
  Finding:
    kind: card
    fields: {{icon1: Icon, icon2: Icon, attack: int, defence: int, cost: int}}
  Player: {{kind: player, state: {{hand: {{type: "Zone[Finding]", seen_by: owner}}}}}}
game: {{deck: {{type: "Zone[Finding]", seen_by: nobody, start: [Finding]}}}}
"""
RULES = """def setup():
    for p in everyone:
        draw(game.deck, p.hand)
    end_game("done", sides=["all"])

def side_of(p: Player) -> Side:
    return "all"
"""


def write_game(folder: Path, count: int, changed: str = "") -> None:
    """The game; `changed` is added to one card's text."""
    cards = deck(count)
    cards[count // 3]["text"] = f"{cards[count // 3]['text']}{changed}"
    files = {
        "game.yaml": GAME.format(count=count),
        "types.yaml": TYPES,
        "rules/main.star": RULES,
        "sheets.yaml": "sheets: {deck: {extends: default, gutter: 0, flip: none}}\n",
        "layouts/card.yaml": (HERE / "card.yaml").read_text(encoding="utf-8"),
    }
    for start in range(0, count, 100):
        lines = "".join(f"  - {json.dumps(card)}\n" for card in cards[start : start + 100])
        files[f"cards/part{start:05}.yaml"] = f"Finding:\n{lines}"
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def measured(command: list[str], cache: Path) -> tuple[float, float]:
    """CPU seconds and peak memory (MB) of one run."""
    # As installed: modules are compiled once, not in each run.
    environment = {
        **os.environ,
        "PYCARDGEN_CACHE_DIR": str(cache),
        "PYTHONPYCACHEPREFIX": str(HERE.parents[1] / "out/pyc"),
    }
    for name in ("PYCARDGEN_NO_CACHE", "PYTHONDONTWRITEBYTECODE"):
        environment.pop(name, None)
    process = subprocess.Popen(
        [sys.executable, "-m", "pycardgen", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment,
        text=True,
    )
    assert process.stdout is not None
    said = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{command} failed:\n{said[:2000]}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def one_round(folder: Path, count: int) -> dict[str, tuple[float, float]]:
    """Each measurement once, from an empty cache."""
    game, out, cache = folder / "game", folder / "out", folder / "cache"
    build = ["build", str(game), "--out", str(out)]
    write_game(game, count)
    found = {"check": measured(["check", str(game)], folder / "other")}
    found["full"] = measured(build, cache)
    found["unchanged"] = measured(build, cache)
    write_game(game, count, " Then rest.")
    found["changed"] = measured(build, cache)
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--cards", type=int, default=500)
    parser.add_argument("--runs", type=int, default=3)
    args = parser.parse_args()
    best: dict[str, tuple[float, float]] = {}
    for _ in range(args.runs):
        with tempfile.TemporaryDirectory() as folder:
            for name, (cpu, memory) in one_round(Path(folder), args.cards).items():
                old = best.get(name, (cpu, memory))
                best[name] = (min(cpu, old[0]), max(memory, old[1]))
    full = best["full"][0]
    line = {
        "bench": f"build-{args.cards}",
        **{f"{name}_cpu": round(cpu, 3) for name, (cpu, _) in best.items()},
        "changed_ratio": round(best["changed"][0] / full, 3),
        "unchanged_ratio": round(best["unchanged"][0] / full, 3),
        "build_mb": round(best["full"][1], 1),
        "more_mb_than_check": round(best["full"][1] - best["check"][1], 1),
        "goal": {"changed_ratio": 0.5, "more_mb_than_check": 30},
    }
    print(json.dumps(line))


if __name__ == "__main__":
    main()
