"""A game as it might be: what a seat doesn't know drawn anew, so that the seat couldn't tell the difference.

Copies whose faces a seat can't see change places among the zones that hold such, and each hidden state takes
one of the values that its `sample` function of the bots lists. Everything is worked out from the seat's view
and its bot's memory, so that the truth has no part in it; only steps that wait keep their arguments.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pycardgen.engine.api import RulesError
from pycardgen.engine.machine import Machine
from pycardgen.engine.rng import Random
from pycardgen.engine.views import hidden_copies
from pycardgen.lang.emit_core import ident
from pycardgen.lang.tables import Tables, Zone
from pycardgen.model.game import StateDecl
from pycardgen.model.types import ZoneType

State = Any
TRIES = 10
"""Samples that are drawn before it is given up that one fits."""

Told = tuple[str, tuple[Any, ...]]


def resample(
    machine: Machine, state: State, seat: int, log: Sequence[Told], memory: Any, rng: Random
) -> State:
    """A state that gives a seat the view that it has now, drawn with `rng`; `log` is what the seat was told.

    The log is known to `memory`, into which the bots have folded it; it is here for samplers to come. Raises
    RulesError: PCG0915 if a hidden state has no sampler, PCG0916 if no sample gives the same view.
    """
    view = machine.view(state, seat)
    wanted = machine.encode(view)
    for _ in range(TRIES):
        sample = machine.clone(state)
        _shuffle_hidden(machine.tables, view, sample, rng)
        _draw_states(machine, state, view, sample, seat, memory, rng)
        sample.rng, sample.other = rng.stream(), rng.stream()
        if machine.encode(machine.view(sample, seat)) == wanted:
            return sample
    raise RulesError("PCG0916", f"no sample gives seat {seat} the view that it has", 0)


def unsampled(machine: Machine) -> list[str]:
    """The hidden states that have no sampler: a game that has such can't be resampled."""
    found = [
        f"game.{decl.name}"
        for decl in machine.game.state.values()
        if _is_hidden(decl) and _sampler(machine, decl) is None
    ]
    return found + [
        f"{column.entity}.{column.decl.name}"
        for column in machine.tables.columns
        if _is_hidden(column.decl) and _sampler(machine, column.decl) is None
    ]


def _is_hidden(decl: StateDecl) -> bool:
    return decl.seen_by != "all" and not isinstance(decl.type, ZoneType)


def _sampler(machine: Machine, decl: StateDecl) -> Any:
    return machine.bot(decl.sample) if decl.sample else None


# --- copies ------------------------------------------------------------------------------


def _shuffle_hidden(tables: Tables, view: State, sample: State, rng: Random) -> None:
    """The copies that the seat can't see, in zones that could hold them, as many in each as there are."""
    for root, zoned in tables.zoned.items():
        if not any(zoned):
            continue
        where = getattr(sample, f"w_{ident(root)}")
        seen = getattr(view, f"w_{ident(root)}")
        pool = [n for n, zone in enumerate(seen) if zone is None and zoned[n]]
        rng.shuffle(pool)
        # Zones that take the fewest types choose first: what is left suits the others too.
        for zone in sorted(_hidden_zones(tables, view, root), key=lambda zone: _width(tables, zone)):
            low, high = tables.spans[zone.item]
            pile = sample.zones[zone.number]
            fitting = [n for n in pool if low <= n < high][: len(pile)]
            pool = [n for n in pool if n not in set(fitting)]
            pile[:] = fitting
            for copy in fitting:
                where[copy] = zone.number


def _hidden_zones(tables: Tables, view: State, root: str) -> list[Zone]:
    return [zone for zone in tables.zones if zone.root == root and None in view.zones[zone.number]]


def _width(tables: Tables, zone: Zone) -> int:
    low, high = tables.spans[zone.item]
    return high - low


# --- hidden states ------------------------------------------------------------------------------


def _draw_states(
    machine: Machine, state: State, view: State, sample: State, seat: int, memory: Any, rng: Random
) -> None:
    """Give each hidden state one of the values that its sampler lists."""
    memory = machine.copy_memory(memory)
    for decl in machine.game.state.values():
        if _is_hidden(decl):
            values = _values(machine, f"game.{decl.name}", decl, view, memory, (seat,))
            setattr(sample, f"g_{ident(decl.name)}", values[rng.below(len(values))])
    for column, numbers in hidden_copies(machine.tables, state, seat, machine.controllers):
        held = getattr(sample, f"c_{ident(column.entity)}_{ident(column.decl.name)}")
        for number in numbers:
            name = f"{column.entity}.{column.decl.name}"
            values = _values(machine, name, column.decl, view, memory, (seat, number))
            held[number] = values[rng.below(len(values))]


def _values(
    machine: Machine, name: str, decl: StateDecl, view: State, memory: Any, args: tuple[int, ...]
) -> list[Any]:
    """What a hidden state may be. Raises RulesError."""
    sampler = _sampler(machine, decl)
    if sampler is None:
        raise RulesError("PCG0915", f"`{name}` is hidden and has no `sample:` function", 0)
    values: list[Any] = sampler(view, memory, *args)
    if not values:
        raise RulesError("PCG0916", f"`{decl.sample}` lists no value for `{name}`", 0)
    return values
