"""What a seat can't know must change nothing that it sees, and nothing that its bot does. Knows no game."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pycardgen.engine.api import Kind
from pycardgen.engine.controllers import PolicyBots, random_bots
from pycardgen.engine.machine import Machine
from pycardgen.lang.tables import Zone

Permuted = Callable[[Machine, Any, int, random.Random], Any]
"""The same game as far as a seat knows: what it can't know is other than it was."""


def positions(m: Machine, seeds: Iterable[int], steps: int) -> list[Any]:
    """States in the middle of games."""
    found = []
    for seed in seeds:
        state, bots = m.new(seed), random_bots(m.setup.players, seed)
        for _ in range(steps):
            m.step(state, bots)
        if state.over is None:
            found.append(state)
    return found


def mix(state: Any, root: str, zones: Sequence[Zone], chance: random.Random) -> None:
    """Deal the copies in zones anew among them; each holds as many as before."""
    copies = [c for z in zones for c in state.zones[z.number]]
    chance.shuffle(copies)
    for zone in zones:
        held = state.zones[zone.number]
        held[:] = [copies.pop() for _ in held]
        for copy in held:
            getattr(state, f"w_{root}")[copy] = zone.number


def compare_answers(m: Machine, seeds: int, steps: int, permuted: Permuted) -> tuple[int, set[str]]:
    """Ask bots the same question in two games that their seat can't tell apart: they must answer the same.

    How many questions there were, and the kinds of those with several options.
    """
    compared, kinds, chance = 0, set[str](), random.Random(1)
    for seed in range(seeds):
        state = m.new(seed)
        bots = PolicyBots(m, seed)

        def ask(
            state: Any,
            seat: int,
            kind: Kind,
            options: Sequence[Any],
            about: tuple[Any, ...],
            low: int,
            high: int,
            bots: PolicyBots = bots,
        ) -> Any:
            nonlocal compared
            memory, news = m.copy_memory(bots.seats[seat].memory), bots.seats[seat].news[:]
            answers = []
            for truth in (state, permuted(m, state, seat, chance)):
                bots.seats[seat].memory, bots.seats[seat].news = m.copy_memory(memory), news[:]
                answers.append(bots.ask(truth, seat, kind, options, about, low, high))
            assert answers[0] == answers[1], (seat, kind.name)
            compared += 1
            if len(options) > 1:
                kinds.add(kind.name)
            return answers[0]

        for _ in range(steps):
            if not m.step(state, ask, bots.tell):
                break
    return compared, kinds
