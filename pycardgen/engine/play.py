"""Playing with people: one step at a time, asking again only what hasn't been answered.

An open step is run on a clone with the answers that it has so far. When a person's answer is missing, the
clone is dropped, the person is asked, and the step is run again from its beginning. Nothing is told twice:
what was told before is counted and skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from pycardgen.engine.api import Ask, Kind, Machine, Outcome, State, Tell, Value
from pycardgen.engine.controllers import Table
from pycardgen.engine.record import Decision, is_recorded
from pycardgen.lang.tables import root
from pycardgen.model.game import Game
from pycardgen.model.types import EntityType, ZoneType


@dataclass(frozen=True, slots=True)
class Question:
    """What a person is asked, and what the seat sees at that moment."""

    seat: int
    kind: Kind
    options: Sequence[Value]
    about: tuple[Value, ...]
    low: int
    high: int
    view: State


@dataclass(frozen=True, slots=True)
class Told:
    """An announcement and the seats that hear it."""

    seats: tuple[int, ...]
    message: str
    args: tuple[Value, ...]


class Undo(Exception):  # noqa: N818
    """A person takes back its last decision."""


class Person(Protocol):
    """A person at the terminal, or several who share it."""

    def answer(self, question: Question) -> Decision:
        """Ask. Raises Undo, or whatever ends the game early."""
        ...

    def hear(self, told: Told) -> None:
        """An announcement, once."""
        ...

    def refuse_undo(self, why: str) -> None:
        """Say why nothing can be taken back."""
        ...


@dataclass(slots=True)
class _Moment:
    """A decision of a person that may be taken back: where the game stood just before it."""

    seat: int
    state: State
    answers: list[Decision]
    decisions: int
    told: int
    in_step: int
    rng: Any
    seen: frozenset[tuple[str, int]]


class _Pending(Exception):  # noqa: N818
    """A person's answer is missing."""

    def __init__(self, question: Question, truth: State) -> None:
        super().__init__()
        self.question, self.truth = question, truth


@dataclass(slots=True)
class Session:
    """A game being played. `decisions` is its record so far; `given` are answers that come before others."""

    machine: Machine
    seed: int
    bots: Table
    humans: frozenset[int]
    person: Person
    given: Sequence[Decision] = ()
    decisions: list[Decision] = field(default_factory=list)
    told: int = 0
    _state: State = None
    _answers: list[Decision] = field(default_factory=list)
    _in_step: int = 0
    _back: _Moment | None = None

    def play(self) -> Outcome:
        """Play to the end. Raises RulesError, and what the person raises to stop."""
        self._state = self.machine.new(self.seed)
        while True:
            found = self.machine.outcome(self._state)
            if found is not None:
                return found
            self._finish_step()

    def _finish_step(self) -> None:
        """Run the next step, asking people as often as needed."""
        self._answers, self._in_step = [], 0
        while True:
            trial = self.machine.clone(self._state)
            heard = 0

            def tell(seats: tuple[int, ...], message: str, args: tuple[Value, ...]) -> None:
                nonlocal heard
                heard += 1
                if heard > self._in_step:
                    self._in_step = heard
                    self._announce(Told(seats, message, args))

            try:
                self._run(trial, tell)
            except _Pending as pending:
                self._ask(pending.question, pending.truth)
            else:
                self._state = trial
                return

    def _run(self, trial: State, tell: Tell) -> None:
        """Run a step. Bots that search look on, from its beginning each time."""
        ask: Ask = self._answering()
        searchers = self.bots.searchers
        if searchers is None:
            self.machine.step(trial, ask, tell)
            return
        searchers.begin(trial)
        self.machine.step(trial, *searchers.watch(ask, tell))
        searchers.end()

    def _answering(self) -> Callable[..., Decision]:
        """Answers the open step's questions: those answered before, then bots; a person's stops it."""
        known = iter(list(self._answers))

        def ask(
            state: State,
            seat: int,
            kind: Kind,
            options: Sequence[Value],
            about: tuple[Value, ...],
            low: int,
            high: int,
        ) -> Decision:
            answer = next(known, None)
            if answer is not None:
                return answer
            recorded = is_recorded(kind, options)
            if len(self.decisions) < len(self.given):
                answer = self.given[len(self.decisions)] if recorded else 0
            elif seat in self.humans:
                if not recorded and len(self.humans) < 2:
                    return self._keep(0, recorded)  # nobody at the table could learn that it has no choice
                view = self.machine.view(state, seat)
                raise _Pending(Question(seat, kind, list(options), about, low, high, view), state)
            else:
                answer = self.bots.ask(state, seat, kind, options, about, low, high)
                self._back = self._back if not recorded else None
            return self._keep(answer, recorded)

        return ask

    def _keep(self, answer: Decision, recorded: bool) -> Decision:
        """Note an answer for the open step, and for the record."""
        self._answers.append(answer)
        if recorded:
            self.decisions.append(answer)
        return answer

    def _announce(self, told: Told) -> None:
        """Pass an announcement on, to bots and people."""
        self.told += 1
        if self.bots.tell is not None:
            self.bots.tell(told.seats, told.message, told.args)
        self.person.hear(told)

    # --- people

    def _ask(self, question: Question, truth: State) -> None:
        """Ask a person, until there is an answer; or go back."""
        while True:
            try:
                answer = self.person.answer(question)
            except Undo:
                why = self._why_not_back(question, truth)
                if not why:
                    self._go_back()
                    return
                self.person.refuse_undo(why)
                continue
            recorded = is_recorded(question.kind, question.options)
            if recorded:
                self._back = self._moment(question, truth)
            self._keep(answer, recorded)
            return

    def _moment(self, question: Question, truth: State) -> _Moment:
        return _Moment(
            question.seat,
            self._state,
            list(self._answers),
            len(self.decisions),
            self.told,
            self._in_step,
            self.machine.encode(truth)["rng"],
            self._seen(question.view),
        )

    def _why_not_back(self, question: Question, truth: State) -> str:
        """Why the last decision stands; "" if it may be taken back."""
        back = self._back
        if back is None or back.seat != question.seat:
            return "you have made no decision since somebody else decided"
        if back.rng != self.machine.encode(truth)["rng"]:
            return "something was rolled or shuffled since"
        if back.told != self.told:
            return "something was announced since"
        if self._seen(question.view) - back.seen:
            return "you have seen something new since"
        return ""

    def _go_back(self) -> None:
        """Stand where the last decision was made."""
        back = self._back
        assert back is not None
        self._state, self._answers, self._in_step = back.state, list(back.answers), back.in_step
        del self.decisions[back.decisions :]
        self._back = None

    def _seen(self, view: State) -> frozenset[tuple[str, int]]:
        """The copies whose faces a seat sees, each with its root type."""
        zones = dict(self.machine.encode(view)["zones"])
        boxes = zones.pop("box", {})
        found = {(kind, copy) for kind, held in boxes.items() for copy in held}
        for name, held in zones.items():
            kind = held_by(self.machine.game, name)
            found |= {(kind, copy) for copy in _flat(held) if copy is not None}
        return frozenset(found)


def held_by(game: Game, name: str) -> str:
    """The root of the type that a zone holds, named as in an encoded state: `game.deck`, `Hero.hand`."""
    owner, zone = name.split(".")
    declared = (game.state if owner == "game" else game.entities[owner].state)[zone].type
    assert isinstance(declared, ZoneType)
    assert isinstance(declared.item, EntityType)
    return root(game, declared.item.name)


def _flat(held: list[Any]) -> list[Any]:
    """The copies in the zones of one name: a list, or a list for each owner."""
    return [copy for part in held for copy in (part if isinstance(part, list) else [part])]
