"""What a seat can't know must change nothing that it sees, and nothing that its bot does. Knows no game."""

from __future__ import annotations

import random
from collections.abc import Callable, Container, Iterable, Sequence
from contextlib import suppress
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


def compare_steps(
    m: Machine,
    seeds: Iterable[int],
    steps: int,
    permuted: Permuted,
    revealing: Container[str],
    private: Container[str],
) -> tuple[int, set[str]]:
    """Run some steps of some games twice, in two worlds that a seat can't tell apart, with the same answers.

    What the seat is asked and told must be the same, up to the first thing that it may learn: something new
    in its view, a message in `revealing`, or one in `private` that it alone is told; or up to where another
    seat is asked something else. How much was compared, and which messages revealed something.
    """
    compared, revealed = 0, set[str]()
    for seed in seeds:
        chance = random.Random(seed)
        state, bots = m.new(seed), random_bots(m.setup.players, seed)
        for number in range(steps):
            if number % 3 or number == 0:  # the set-up shows a lot
                m.step(state, bots)
                continue
            me = number // 3 % m.setup.players
            answers: list[Any] = []
            other = permuted(m, state, me, chance)
            seen = _told(m, state, me, bots, answers, keep=True)
            twin = _told(m, other, me, bots, answers, keep=False)
            for one, two in zip(seen, twin, strict=False):
                if one[0] == "view" and one != two:
                    break
                if one[0] == "other" and (one != two or two[0] != "other"):
                    break
                if one != two:
                    assert one[0] == two[0] == "tell", (seed, number, me, one, two)
                    assert one[1] in (revealing if one[2] else private), (seed, number, me, one, two)
                    revealed.add(one[1])
                    break
                compared += 1
    return compared, revealed


def _told(
    m: Machine, state: Any, me: int, bots: Any, answers: list[Any], keep: bool
) -> list[tuple[Any, ...]]:
    """What a seat sees, is asked and is told, and what others are asked. `keep`: answers are new."""
    found: list[tuple[Any, ...]] = []
    known = iter(list(answers))

    def ask(
        state: Any,
        seat: int,
        kind: Kind,
        options: Sequence[Any],
        about: tuple[Any, ...],
        low: int,
        high: int,
    ) -> Any:
        if seat == me:
            found.append(("view", m.encode(m.view(state, seat))))
            found.append(("ask", kind.name, [str(option) for option in options], about, low, high))
        else:
            found.append(("other", seat, kind.name, len(options), low, high))
        answer = bots(state, seat, kind, options, about, low, high) if keep else next(known, None)
        if answer is None or (isinstance(answer, int) and answer >= len(options)):
            raise _Apart
        answers.append(answer)
        return answer

    def tell(seats: tuple[int, ...], message: str, args: tuple[Any, ...]) -> None:
        if me in seats:
            found.append(("tell", message, len(seats) > 1, [repr(arg) for arg in args]))

    with suppress(_Apart):
        m.step(state, ask, tell)
    return found


class _Apart(Exception):  # noqa: N818
    """The two worlds have come apart: what one was answered is no answer in the other."""
