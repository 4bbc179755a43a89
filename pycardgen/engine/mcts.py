"""Bots that search: flat Monte Carlo over the answers to a question, in states that the seat thinks
possible.

The open step is what makes it more than a loop: a question comes in the middle of a step, and only between
steps is a game plain data. So a state is guessed as the step began, and the step is run again: the seat's
own answers are given as before, the others' are guessed too. If the seat is then not told, not shown or not
asked exactly the same, the guess was wrong, and is dropped. Else the game goes on with one of the answers,
as bots would play it, and how it ends counts for that answer. All guesses share one table of figures; UCB1
says which answer is tried next.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb, inf, log, sqrt
from typing import Any

from pycardgen.diagnostics import DiagnosticError
from pycardgen.engine.alike import Alike, alike
from pycardgen.engine.api import Ask, Kind, Outcome, RulesError, State, Tell, Value
from pycardgen.engine.controllers import ITERATIONS, PolicyBots, random_bots, some_of
from pycardgen.engine.knowledge import Known, guess, know
from pycardgen.engine.leaving_out import never_offered
from pycardgen.engine.machine import Machine
from pycardgen.engine.record import Decision
from pycardgen.engine.rng import Random
from pycardgen.lang.tables import Zone
from pycardgen.model.game import StateDecl

TRIES = 8
"""Guesses for each game that is played out, at most: those that don't fit are dropped."""

HOPELESS = 60
"""Guesses after which, if none of them fits, the policy decides."""

DEPTH = 400
"""Decisions of others and of itself that a game is played on; one that is still open then counts half."""

MANY = 48
"""Answers that are compared when several options are taken, at most."""

CURIOSITY = 0.7
"""How much UCB1 favours what was seldom tried; rewards are 0 to 1."""

STREAM = 1000
"""Streams of random numbers from here on are the searchers', one a seat; the game and its bots have those
before.
"""

News = tuple[tuple[int, ...], str, tuple[Value, ...]]


@dataclass(slots=True)
class OpenStep:
    """The step that is being run: how the game stood before it, what was answered in it, what was told."""

    state: State = None
    answers: list[tuple[int, Decision]] = field(default_factory=list)
    told: list[News] = field(default_factory=list)

    def begin(self, state: State) -> None:
        """A step begins, perhaps once more: what its last run gave is dropped."""
        self.state, self.answers, self.told = state, [], []

    def keeping(self, ask: Ask) -> Ask:
        """Ask, and note who answered what."""

        def asked(
            state: State,
            seat: int,
            kind: Kind,
            options: Sequence[Value],
            about: tuple[Value, ...],
            low: int,
            high: int,
        ) -> Decision:
            answer = ask(state, seat, kind, options, about, low, high)
            self.answers.append((seat, answer))
            return answer

        return asked

    def hearing(self, tell: Tell | None) -> Tell:
        """Tell, and note what is told."""

        def heard(seats: tuple[int, ...], message: str, args: tuple[Value, ...]) -> None:
            self.told.append((seats, message, args))
            if tell is not None:
                tell(seats, message, args)

        return heard


@dataclass(slots=True)
class _Mind:
    """What a seat that searches keeps: how much of the news it has taken in, its random numbers, and for
    every seat the memory that a bot there would have if it had been told only what this seat was told too.
    """

    memories: list[Any]
    chance: Random
    taken: int = 0


@dataclass(frozen=True, slots=True)
class _Question:
    """What a seat is asked, and what it sees and has been told since the step began.

    Copies that are alike are made the same. `answers` has those that it knows of, by seat: its own, others'
    only if all decide openly.
    """

    seat: int
    asked: tuple[Any, ...]
    view: Sequence[Any]
    told: Sequence[tuple[Any, ...]]
    answers: Mapping[int, Sequence[Decision]]


@dataclass(slots=True)
class _Arm:
    """An answer, and how the games went in which it was given."""

    answer: Decision
    visits: int = 0
    total: float = 0.0


class _Wrong(Exception):  # noqa: N818
    """A guess doesn't fit what the seat has seen."""


class _Enough(Exception):  # noqa: N818
    """A game was played on for long enough."""


class Searchers:
    """A bot in every seat that searches before it answers.

    Whoever runs the machine calls `begin` and `end` around each step, and asks and tells through `step`.
    The policy answers too, from the same view: what it says is tried first, stands when no guess fits, and
    is the table's answer if the players aren't all of one side.
    """

    def __init__(self, machine: Machine, seed: int, iterations: int = ITERATIONS) -> None:
        self.machine, self.iterations = machine, iterations
        self.table = machine.setup.players
        self.policy = PolicyBots(machine, seed)
        self.step = OpenStep()
        self.without: Collection[str] = ()
        self._news: list[News] = []
        self._minds = [
            _Mind([machine.new_memory(seed, k) for k in range(self.table + 1)], Random(seed, STREAM + seat))
            for seat in range(self.table + 1)
        ]
        self._alike = alike(machine.tables)
        self._open = all(declared.seen_by != "owner" for declared in self._declared())

    def begin(self, state: State) -> None:
        """A step begins: what was told before is news."""
        self.step.begin(self.machine.clone(state))

    def watch(self, ask: Ask, tell: Tell | None) -> tuple[Ask, Tell]:
        """Whoever is asked and told while steps run, with the searchers looking on."""
        return self.step.keeping(ask), self.step.hearing(tell)

    def end(self) -> None:
        """A step is done: what was told in it is news for those to come."""
        self._news += self.step.told
        self.step.told = []

    def ask(
        self,
        state: State,
        seat: int,
        kind: Kind,
        options: Sequence[Value],
        about: tuple[Value, ...],
        low: int,
        high: int,
    ) -> Decision:
        """Answer from a seat's view. Raises RulesError."""
        said = self.policy.ask(state, seat, kind, options, about, low, high)
        mind = self._minds[seat]
        arms = arms_of(kind, len(options), low, high, said, mind.chance)
        if len(arms) == 1 or not self._has_side(state, seat):
            return said
        asked = _asked(self._alike, seat, kind, options, about, low, high)
        self._search(self._question(state, seat, asked), self._know(seat), arms, mind)
        return max(arms, key=lambda arm: (arm.visits, arm.total)).answer

    # --- what a seat knows

    def _declared(self) -> Iterator[Zone | StateDecl]:
        """All that may be hidden."""
        yield from self.machine.tables.zones
        yield from (column.decl for column in self.machine.tables.columns)

    def _question(self, state: State, seat: int, asked: tuple[Any, ...]) -> _Question:
        """A question, with what the seat knows of the open step. Where no seat sees more than others, all can
        follow what the others decide.
        """
        answers: dict[int, list[Decision]] = {seat: []}
        for who, answer in self.step.answers:
            if who == seat or self._open:
                answers.setdefault(who, []).append(answer)
        told = [
            _told(self._alike, message, args)
            for seats, message, args in self.step.told
            if self._hears(seat, seats)
        ]
        return _Question(seat, asked, self._alike.view(self.machine.view(state, seat)), told, answers)

    def _has_side(self, state: State, seat: int) -> bool:
        """Whether there is a side to play for: the table has one if all players are of one."""
        if seat < self.table:
            return True
        return len({self.machine.side_of(state, player) for player in range(self.table)}) == 1

    def _hears(self, seat: int, seats: tuple[int, ...]) -> bool:
        """Whether a seat is told what is told to some; the table hears what all hear."""
        return seat in seats or (seat == self.table and len(seats) == self.table)

    def _know(self, seat: int) -> Known:
        """What a seat knew when the step began; its mind takes in the news of before."""
        mind, news = self._minds[seat], self._news
        fresh = [told for told in news[mind.taken :] if self._hears(seat, told[0])]
        mind.taken = len(news)
        view = self.machine.view(self.step.state, seat)
        self._take_in(mind.memories[seat], seat, view, fresh)
        known = know(self.machine, self.step.state, seat, mind.memories[seat])
        if fresh:
            supposed = guess(self.machine, known, mind.chance)
            for other in range(self.table + 1):
                if other != seat:
                    self._take_in(mind.memories[other], other, self.machine.view(supposed, other), fresh)
        return known

    def _take_in(self, memory: Any, seat: int, view: State, news: Sequence[News]) -> None:
        """Fold news into a bot's memory. A bot that can't make sense of a guess makes nothing of it."""
        for seats, message, args in news:
            hear = self.policy.function(f"heard_{message}")
            if hear is not None and self._hears(seat, seats):
                try:
                    hear(view, memory, seat, *args)
                except RulesError:
                    continue

    # --- the search

    def _search(self, question: _Question, known: Known, arms: Sequence[_Arm], mind: _Mind) -> None:
        """Play games out, until there are enough or guessing is hopeless."""
        tries = played = 0
        while played < self.iterations and tries < self.iterations * TRIES:
            if played == 0 and tries == HOPELESS:
                return
            tries += 1
            arm = _next(arms, played)
            reward = self._play_out(question, known, arm.answer, mind)
            if reward is not None:
                played += 1
                arm.visits += 1
                arm.total += reward

    def _play_out(self, question: _Question, known: Known, answer: Decision, mind: _Mind) -> float | None:
        """How one guess ends, for the seat: 0 to 1. None if it doesn't fit."""
        machine = self.machine
        state = guess(machine, known, mind.chance)
        seed = mind.chance.below(1 << 31)
        memories = [machine.copy_memory(memory) for memory in mind.memories]
        bots = self.policy.with_memories(memories, seed)
        game = _PlayOut(machine, question, answer, self._alike, bots, seed)
        outcome: Outcome | None = None
        try:
            outcome = machine.run(state, never_offered(machine.game, game.ask, self.without), game.tell)
        except _Enough:
            pass
        except (_Wrong, RulesError, DiagnosticError):
            return None
        return game.reward(outcome) if game.reached else None


class _PlayOut:
    """Answers and listens while a guess is played out: up to the question as it was, then as bots play."""

    def __init__(
        self,
        machine: Machine,
        question: _Question,
        answer: Decision,
        same: Alike,
        bots: PolicyBots,
        seed: int,
    ) -> None:
        self.machine, self.question, self.answer = machine, question, answer
        self.same, self.bots = same, bots
        self.chance = Random(seed, 1)
        self.random = random_bots(machine.setup.players, seed)
        self.wild: set[int] = set()
        self.reached = False
        self.sides: set[str | None] = set()
        self.known = {seat: list(answers) for seat, answers in question.answers.items()}
        self.heard = 0
        self.left = DEPTH

    def tell(self, seats: tuple[int, ...], message: str, args: tuple[Value, ...]) -> None:
        """Until the question, the seat must hear what it heard."""
        if not self.reached:
            seat, table = self.question.seat, self.machine.setup.players
            if seat in seats or (seat == table and len(seats) == table):
                told = self.question.told
                if self.heard == len(told) or told[self.heard] != _told(self.same, message, args):
                    raise _Wrong
                self.heard += 1
        self.bots.tell(seats, message, args)

    def ask(
        self,
        state: State,
        seat: int,
        kind: Kind,
        options: Sequence[Value],
        about: tuple[Value, ...],
        low: int,
        high: int,
    ) -> Decision:
        """An answer: the seat's own of before, the one that is tried, a guess, or a bot's."""
        if self.reached:
            self.left -= 1
            if self.left < 0:
                raise _Enough
            bots = self.random if seat in self.wild else self.bots.ask
            return bots(state, seat, kind, options, about, low, high)
        known = self.known.get(seat)
        if known:
            return known.pop(0)
        if seat != self.question.seat:
            supposed = self.bots.ask if self.chance.below(2) else self.random
            return supposed(state, seat, kind, options, about, low, high)
        self._compare(state, _asked(self.same, seat, kind, options, about, low, high))
        self._begin(state)
        return self.answer

    def _compare(self, state: State, asked: tuple[Any, ...]) -> None:
        """It is the question: the seat must be asked, have heard and see the same."""
        question = self.question
        if asked != question.asked or self.heard != len(question.told):
            raise _Wrong
        if self.same.view(self.machine.view(state, question.seat)) != question.view:
            raise _Wrong

    def _begin(self, state: State) -> None:
        """From here on bots play: opponents by their policy or at random, as one can't know them."""
        players = range(self.machine.setup.players)
        sides = [self.machine.side_of(state, player) for player in players]
        self.reached = True
        self.sides = {sides[player] for player in players if self.question.seat in (player, len(players))}
        self.wild = {player for player in players if sides[player] not in self.sides and self.chance.below(2)}

    def reward(self, outcome: Outcome | None) -> float:
        """What an end is worth: half for being among the winners, half for the side; if the end names
        such.
        """
        if outcome is None or not (outcome.sides or outcome.winners):
            return 0.5 if outcome is None or outcome.reason == "limit" else 0.0
        marks = []
        if outcome.sides:
            marks.append(any(side in outcome.sides for side in self.sides))
        if outcome.winners and self.question.seat < self.machine.setup.players:
            marks.append(self.question.seat in outcome.winners)
        return sum(marks) / len(marks) if marks else 0.0


def _asked(
    same: Alike,
    seat: int,
    kind: Kind,
    options: Sequence[Value],
    about: tuple[Value, ...],
    low: int,
    high: int,
) -> tuple[Any, ...]:
    """A question as it is compared."""
    offered = [same.value(option, kind.option) for option in options]
    told = [same.value(value, of) for value, (_, of) in zip(about, kind.about, strict=True)]
    return seat, kind.index, offered, told, low, high


def _told(same: Alike, message: str, args: tuple[Value, ...]) -> tuple[Any, ...]:
    """An announcement as it is compared."""
    kinds = same.tables.game.messages[message].params.values()
    return message, *(same.value(arg, kind) for arg, kind in zip(args, kinds, strict=True))


def arms_of(kind: Kind, n: int, low: int, high: int, first: Decision, chance: Random) -> list[_Arm]:
    """The answers that are compared, the policy's first. Of very many, some are taken at random."""
    if kind.form != "many":
        answers: list[Decision] = list(range(n))
    elif sum(comb(n, size) for size in range(low, high + 1)) <= MANY:
        answers = [list(some) for size in range(low, high + 1) for some in combinations(range(n), size)]
    else:
        answers = []
        for _ in range(MANY):
            some, chance.state = some_of(chance.state, n, low, high)
            if some not in answers:
                answers.append(some)
    return [_Arm(first), *(_Arm(answer) for answer in answers if answer != first)]


def _next(arms: Sequence[_Arm], played: int) -> _Arm:
    """The answer to try: one that wasn't tried yet, else the one with the highest upper bound (UCB1)."""

    def bound(arm: _Arm) -> float:
        if arm.visits == 0:
            return inf
        return arm.total / arm.visits + CURIOSITY * sqrt(log(played) / arm.visits)

    return max(arms, key=bound)
