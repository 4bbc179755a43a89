"""How benchmarks measure."""

from __future__ import annotations

import time
from collections.abc import Callable


def best(run: Callable[[], object], times: int, rounds: int) -> float:
    """Seconds of CPU time for one run, the best of some rounds of several."""
    found = []
    for _ in range(rounds):
        start = time.process_time()
        for _ in range(times):
            run()
        found.append((time.process_time() - start) / times)
    return min(found)
