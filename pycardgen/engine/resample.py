"""A game as it might be: what a seat doesn't know drawn anew, so that it couldn't tell the difference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pycardgen.engine.api import RulesError
from pycardgen.engine.knowledge import guess, know
from pycardgen.engine.machine import Machine
from pycardgen.engine.rng import Random
from pycardgen.model.game import StateDecl
from pycardgen.model.types import ZoneType

State = Any
Told = tuple[str, tuple[Any, ...]]


def resample(
    machine: Machine, state: State, seat: int, log: Sequence[Told], memory: Any, rng: Random
) -> State:
    """A state between two steps that gives a seat the view that it has now, drawn with `rng`.

    `log` is what the seat was told. `memory` knows it: the bots have folded it in; it is here for
    samplers to come.

    Raises RulesError: PCG0915 for a hidden state without a sampler, PCG0916 if the sample gives another view.
    """
    for name in unsampled(machine):
        raise RulesError("PCG0915", f"`{name}` is hidden and has no `sample:` function", 0)
    sample = guess(machine, know(machine, state, seat, memory), rng)
    if machine.encode(machine.view(sample, seat)) != machine.encode(machine.view(state, seat)):
        raise RulesError("PCG0916", f"no sample gives seat {seat} the view that it has", 0)
    return sample


def unsampled(machine: Machine) -> list[str]:
    """The hidden states that have no sampler: a game that has such can't be resampled."""
    declared = [(f"game.{decl.name}", decl) for decl in machine.game.state.values()]
    declared += [(f"{column.entity}.{column.decl.name}", column.decl) for column in machine.tables.columns]
    return [name for name, decl in declared if _is_hidden(decl) and not _has_sampler(machine, decl)]


def _is_hidden(decl: StateDecl) -> bool:
    return decl.seen_by != "all" and not isinstance(decl.type, ZoneType)


def _has_sampler(machine: Machine, decl: StateDecl) -> bool:
    return decl.sample is not None and machine.bot(decl.sample) is not None
