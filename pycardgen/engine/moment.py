"""A moment of a game: played by bots or from a record, up to a round or a step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pycardgen.engine.api import Outcome
from pycardgen.engine.controllers import Table
from pycardgen.engine.machine import Machine
from pycardgen.engine.record import Record
from pycardgen.engine.replay import BadDecisionError, RecordEnds, recorded, unfit
from pycardgen.engine.simulate import stepping
from pycardgen.lang.emit_core import ident
from pycardgen.records import dataclass

State = Any


@dataclass(frozen=True, slots=True)
class Moment:
    """A state between two steps, and how the game ended if that was before the moment that was wanted.

    `record_ends`: the record holds no more decisions.
    """

    state: State
    steps: int
    round: int | None
    outcome: Outcome | None
    record_ends: bool = False


def counts_rounds(machine: Machine) -> bool:
    """Whether the game has the state `round`, a number."""
    declared = machine.game.state.get("round")
    return declared is not None and str(declared.type) == "int"


def played(machine: Machine, seed: int, bots: Table, rounds: int | None, steps: int | None) -> Moment:
    """A game of bots at the end of a round, after some steps, or at its end. Raises RulesError."""
    step, _ = stepping(machine, bots, ())
    return _run(machine, machine.new(seed), step, rounds, steps)


def replayed(machine: Machine, record: Record, rounds: int | None, steps: int | None) -> Moment:
    """A record at the end of a round, after some steps, or where it ends.

    Raises RulesError, and DiagnosticError (PCG0943) when a decision doesn't fit.
    """
    ask = recorded(record.decisions)
    try:
        return _run(machine, machine.new(record.seed), lambda s: machine.step(s, ask), rounds, steps)
    except BadDecisionError as error:
        raise unfit(error) from None


def _run(
    machine: Machine, state: State, step: Callable[[State], bool], rounds: int | None, steps: int | None
) -> Moment:
    """Step by step; the state before the step in which the round after the last begins."""
    going = True
    while going and (steps is None or state.done < steps):
        before = machine.clone(state)
        try:
            going = step(state)
        except RecordEnds:
            return _moment(machine, before, record_ends=True)
        if rounds is not None and (round_of(machine, state) or 0) > rounds:
            return _moment(machine, before)
    return _moment(machine, state)


def _moment(machine: Machine, state: State, record_ends: bool = False) -> Moment:
    return Moment(state, state.done, round_of(machine, state), machine.outcome(state), record_ends)


def round_of(machine: Machine, state: State) -> int | None:
    """The round that is being played, if the game counts them."""
    found: int | None = getattr(state, f"g_{ident('round')}") if counts_rounds(machine) else None
    return found
