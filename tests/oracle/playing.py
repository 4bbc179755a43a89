"""Playing a game on a machine while writing down everything that machines must agree on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pycardgen.engine.api import Kind, RulesError
from pycardgen.engine.controllers import PolicyBots
from pycardgen.engine.rng import Random

FUEL, DEPTH = "PCG0905", "PCG0906"
"""The generated code counts in its own way: it burns more fuel than the oracle, and may stop elsewhere."""


@dataclass
class Played:
    """A game as seen from outside. `end` is its outcome, or the code and place of what stopped it."""

    states: list[Any] = field(default_factory=list)
    views: list[Any] = field(default_factory=list)
    questions: list[Any] = field(default_factory=list)
    told: list[Any] = field(default_factory=list)
    end: Any = None

    @property
    def broke_bounds(self) -> bool:
        return isinstance(self.end, tuple) and self.end[0] in (FUEL, DEPTH)


def play(machine: Any, seed: int, views: bool = True, policy: bool = False) -> Played:
    """Play a game with random answers, or with the answers of its bots."""
    played, chance = Played(), Random(seed, 99)
    bots = PolicyBots(machine, seed) if policy else None

    def ask(
        state: Any, seat: int, kind: Kind, options: Sequence[Any], about: tuple[Any, ...], low: int, high: int
    ) -> int | list[int]:
        if kind.form == "window" and len(options) == 1:
            return 0
        played.questions.append((seat, kind.name, kind.form, list(options), list(about), low, high))
        if bots is not None:
            return bots.ask(state, seat, kind, options, about, low, high)
        if kind.form != "many":
            return chance.below(len(options))
        left = list(range(len(options)))
        return sorted(left.pop(chance.below(len(left))) for _ in range(low + chance.below(high - low + 1)))

    def tell(seats: tuple[int, ...], message: str, args: tuple[Any, ...]) -> None:
        played.told.append((list(seats), message, list(args)))
        if bots is not None:
            bots.tell(seats, message, args)

    state = machine.new(seed)
    try:
        running = True
        while running:
            played.states.append(machine.encode(state))
            if views:
                played.views.append([seen(machine, state, seat) for seat in range(machine.setup.players)])
            running = machine.step(state, ask, tell)
        played.states.append(machine.encode(state))
        played.end = machine.outcome(state)
    except RulesError as error:
        played.end = (error.code, error.at)
    return played


def seen(machine: Any, state: Any, seat: int) -> Any:
    """What a seat sees, as data."""
    view = machine.encode(machine.view(state, seat))
    return {part: view[part] for part in ("game", "entities", "zones")}
