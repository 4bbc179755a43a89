"""Many games on all cores, counted.

A plan says what is played; a chunk is a range of its seeds. Chunks are played anywhere and added up in the
order of their seeds, so the figures don't depend on how many processes there are.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from multiprocessing import Event
from multiprocessing.synchronize import Event as EventType
from typing import Any

from pycardgen.bundle.file import Bundle, decode_members, encode_members
from pycardgen.diagnostics import Diagnostic, DiagnosticError
from pycardgen.engine.api import Ask, Outcome, RulesError, Setup, State
from pycardgen.engine.controllers import ITERATIONS, Bots, Table, seat_bots
from pycardgen.engine.coverage import EVERY, note_cards, note_ends, note_hits
from pycardgen.engine.leaving_out import leave_in_box, never_offered
from pycardgen.engine.machine import Machine
from pycardgen.engine.stats import Tally
from pycardgen.engine.stops import stopped

SAMPLE = 20
"""Games, the first of a run, in which coverage is noted: noting it makes them slower."""

CHUNKS = 8
"""Chunks a process, so that all end at about the same time."""

FEW = 10
"""Games that a ladder plays with bots that search, at most."""

MOST = 50
"""Games a chunk, so that progress shows and Ctrl-C is heard."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play: `games` games with seeds from `seed` on. Coverage is noted in the first `sample` of them;
    `cards`: for each card it is counted where it ended, and who won then.
    """

    setup: Setup
    games: int
    seed: int = 0
    bots: Bots = "policy"
    bots_for: Mapping[str, Bots] = field(default_factory=dict)
    without: frozenset[str] = frozenset()
    sample: int = SAMPLE
    iterations: int = ITERATIONS
    paranoid: bool = False
    cards: bool = False


@dataclass(frozen=True, slots=True)
class Chunk:
    """What one range of seeds gave: counts, or why a game was stopped by its rules."""

    tally: Tally
    stopped: Diagnostic | None = None


def ladder_of(plan: Plan, sides: Sequence[str], searching: bool = False) -> dict[str, Plan]:
    """Plans that pit the kinds of bots against each other, by what they are called. `searching`: the game
    can have bots that search; as they take long, only FEW games are played with them.
    """
    found = {"all policy": replace(plan, bots="policy", bots_for={})}
    if len(sides) > 1:
        for side in sides:
            found[f"{side} random"] = replace(plan, bots="policy", bots_for={side: "random"})
    found["all random"] = replace(plan, bots="random", bots_for={})
    if searching:
        few = replace(plan, games=min(plan.games, FEW), bots_for={})
        found |= {f"{side} mcts": replace(few, bots_for={side: "mcts"}) for side in sides if len(sides) > 1}
        found["all mcts"] = replace(few, bots="mcts")
    return found


Progress = Callable[[int], None]
"""Called with the number of games played so far."""


def simulate(bundle: Bundle, plan: Plan, jobs: int = 1, progress: Progress | None = None) -> Tally:
    """Play all games of a plan. The same figures, but for time, for any number of jobs.

    Raises DiagnosticError when the rules stop a game: that of the lowest seed.
    """
    total = Tally()
    for chunk in _chunks(bundle, plan, jobs):
        if chunk.stopped is not None:
            raise DiagnosticError(chunk.stopped)
        total.add(chunk.tally)
        if progress is not None:
            progress(total.games)
    return total


def _chunks(bundle: Bundle, plan: Plan, jobs: int) -> Iterator[Chunk]:
    """The chunks of a plan, in the order of their seeds, from this process or from `jobs` others."""
    size = max(1, min(MOST, plan.games // (jobs * CHUNKS)))
    end = plan.seed + plan.games
    ranges = [range(low, min(low + size, end)) for low in range(plan.seed, end, size)]
    if jobs == 1 or len(ranges) < 2:
        player = Player(bundle, plan)
        yield from map(player.play, ranges)
        return
    members = encode_members(bundle.game, bundle.program, {})
    stop = Event()
    pool = ProcessPoolExecutor(min(jobs, len(ranges)), initializer=_begin, initargs=(members, plan, stop))
    try:
        with _ctrl_c_later():
            chunks = pool.map(_play, ranges)
        yield from chunks
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _ctrl_c_later() -> Iterator[None]:
    """Hold Ctrl-C back while processes are started: they inherit that, so only this one hears it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# --- in a process of its own ---------------------------------------------------------------------

_PLAYER: list[Player] = []


def _begin(members: dict[str, bytes], plan: Plan, stop: EventType) -> None:
    """Make the machine, once a process. Ctrl-C is for the process that started this one; it sets `stop`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    game, program = decode_members(members)
    _PLAYER[:] = [Player(Bundle(game, program, {}, ""), plan, stop.is_set)]


def _play(seeds: range) -> Chunk:
    return _PLAYER[0].play(seeds)


class Player:
    """Plays the games of a plan: one machine for those in which coverage is noted, one for the others."""

    def __init__(self, bundle: Bundle, plan: Plan, given_up: Callable[[], bool] = lambda: False) -> None:
        self.bundle, self.plan, self.given_up = bundle, plan, given_up
        self._machines: dict[bool, Machine] = {}

    def machine(self, coverage: bool) -> Machine:
        """The machine, made when it is first needed."""
        if coverage not in self._machines:
            game = leave_in_box(self.bundle.game, self.plan.setup.mission, self.plan.without)
            self._machines[coverage] = Machine(
                game,
                self.bundle.program,
                self.plan.setup,
                coverage=coverage,
                paranoid=self.plan.paranoid,
            )
        return self._machines[coverage]

    def play(self, seeds: range) -> Chunk:
        """Play the games of some seeds."""
        tally = Tally()
        began = time.process_time()
        for seed in seeds:
            if self.given_up():
                break
            sampled = seed < self.plan.seed + self.plan.sample
            machine = self.machine(sampled)
            try:
                state, outcome = self.play_one(machine, seed, tally if sampled else None)
            except RulesError as error:
                return Chunk(tally, stopped(self.bundle.program, error, seed))
            except DiagnosticError as error:
                return Chunk(tally, error.diagnostics[0])
            count(tally, machine, state, outcome)
            if self.plan.cards:
                note_ends(tally, machine, state, outcome)
        if True in self._machines:
            note_hits(tally, self._machines[True])
        tally.cpu_seconds = time.process_time() - began
        return Chunk(tally)

    def play_one(self, machine: Machine, seed: int, tally: Tally | None) -> tuple[State, Outcome]:
        """Play one game with bots; note the cards that move, if there is a tally for it."""
        table = seat_bots(machine, seed, self.plan.bots, self.plan.bots_for, self.plan.iterations)
        state = machine.new(seed)
        step, ask = stepping(machine, table, self.plan.without)
        if tally is not None:
            steps = 0
            while step(state):
                steps += 1
                if steps % EVERY == 0:
                    note_cards(tally, machine, state)
            note_cards(tally, machine, state)
            tally.sampled += 1
        if table.searchers is not None:
            while step(state):
                pass
        return state, machine.run(state, ask, table.tell)


def stepping(machine: Machine, table: Table, without: Collection[str]) -> tuple[Callable[[State], bool], Ask]:
    """What runs one step of a game with a table of bots (False when the game is over), and who is asked
    then.
    """
    searchers = table.searchers
    if searchers is None:
        ask = never_offered(machine.game, table.ask, without)
        return lambda state: machine.step(state, ask, table.tell), ask
    searchers.without = without
    asked, told = searchers.watch(table.ask, table.tell)
    ask = never_offered(machine.game, asked, without)

    def step(state: State) -> bool:
        searchers.begin(state)
        going = machine.step(state, ask, told)
        searchers.end()
        return going

    return step, ask


def count(tally: Tally, machine: Machine, state: State, outcome: Outcome) -> None:
    """Add a game to the counts."""
    tally.games += 1
    tally.wins.update(outcome.sides)
    tally.endings[outcome.reason] += 1
    tally.decisions[outcome.decisions] += 1
    tally.rounds[rounds_of(machine, state, outcome)] += 1


def rounds_of(machine: Machine, state: State, outcome: Outcome) -> int:
    """How long a game was: its state `round`, if the game has such a number, else its steps."""
    declared = machine.game.state.get("round")
    if declared is not None and str(declared.type) == "int":
        found: Any = machine.encode(state)["game"]["round"]
        if isinstance(found, int):
            return found
    return outcome.steps
