"""Measures printing 500 cards against a tuned script for that one deck, and prints ratios as JSON lines.

    python bench/print/run.py [--runs 5] [--cards 500]

CPU time is user plus system of a fresh process, the least of the runs (other work on the machine only adds).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
GOAL = {"cpu_ratio": 1.4, "ours_mb": 100.0}


def measured(script: str, *arguments: Path) -> tuple[float, float]:
    """CPU seconds and peak memory (MB) of one run."""
    # As installed: modules are compiled once, not in each run.
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(HERE.parents[1] / "out/pyc")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    process = subprocess.Popen([sys.executable, str(HERE / script), *map(str, arguments)], env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{script} failed")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--cards", type=int, default=500)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "deck.json"
        subprocess.run([sys.executable, str(HERE / "data.py"), str(data), str(args.cards)], check=True)
        best: dict[str, tuple[float, float]] = {}
        sizes: dict[str, int] = {}
        for _ in range(args.runs):
            for script in ("tuned.py", "ours.py"):
                out = Path(folder) / f"{script}.pdf"
                cpu, memory = measured(script, data, out)
                sizes[script] = out.stat().st_size
                if script not in best or cpu < best[script][0]:
                    best[script] = (cpu, memory)
        (tuned, tuned_mb), (ours, ours_mb) = best["tuned.py"], best["ours.py"]
        line = {
            "bench": f"print-{args.cards}",
            "cpu_ratio": round(ours / tuned, 3),
            "ours_cpu": round(ours, 3),
            "tuned_cpu": round(tuned, 3),
            "ours_mb": round(ours_mb, 1),
            "tuned_mb": round(tuned_mb, 1),
            "ours_kb": sizes["ours.py"] // 1024,
            "tuned_kb": sizes["tuned.py"] // 1024,
            "goal": GOAL,
        }
        print(json.dumps(line))


if __name__ == "__main__":
    main()
