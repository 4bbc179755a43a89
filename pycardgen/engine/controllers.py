"""Who answers: random bots, bots that follow bots.star, and which of them for which side.

A controller is an `Ask`. Policy bots also listen: their `Tell` gathers what each seat is told, so that they
know what a person in that seat would know, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol

from pycardgen.diagnostics import Diagnostic, DiagnosticError, did_you_mean
from pycardgen.engine.api import Ask, Kind, Machine, State, Tell, Value
from pycardgen.engine.record import Decision
from pycardgen.engine.rng import BOTS, INCREMENT, MASK, MULTIPLIER, mix
from pycardgen.lang import ir
from pycardgen.model.game import Game

if TYPE_CHECKING:
    from pycardgen.engine.machine import Machine as Playing
    from pycardgen.engine.mcts import Searchers

BotFunction = Callable[..., Any]
"""`f(view, memory, *args)`."""

Bots = Literal["policy", "random", "mcts"]
BOTS_NAMES: tuple[Bots, ...] = ("policy", "random", "mcts")

ITERATIONS = 50
"""Games that a bot which searches plays out for a decision, if nothing else is said."""


class BotMachine(Machine, Protocol):
    """A machine that has bots."""

    def bot(self, name: str) -> BotFunction | None:
        """A function of bots.star."""

    def new_memory(self, seed: int, seat: int) -> Any:
        """What a bot remembers at first: its `rng` is the stream of its random numbers."""


@dataclass(frozen=True, slots=True)
class Table:
    """All that plays a game besides the machine: who answers, and who listens.

    Bots that search (`searchers`) must be shown each step as it begins and ends.
    """

    ask: Ask
    tell: Tell | None
    searchers: Searchers | None = None


def seat_bots(
    machine: Playing,
    seed: int,
    bots: Bots = "policy",
    sides: Mapping[str, Bots] | None = None,
    iterations: int = ITERATIONS,
) -> Table:
    """Bots in every seat: `bots`, but for the sides in `sides`. A seat's side is that of the moment."""
    kinds = {bots, *(sides or {}).values()}
    found: dict[Bots, Ask] = {"random": random_bots(machine.setup.players, seed)}
    tell: Tell | None = None
    searchers: Searchers | None = None
    if "mcts" in kinds:
        from pycardgen.engine.mcts import Searchers

        searchers = Searchers(machine, seed, iterations)
        policy = searchers.policy
        found["mcts"] = searchers.ask
    elif "policy" in kinds:
        policy = PolicyBots(machine, seed)
    if kinds != {"random"}:
        found["policy"], tell = policy.ask, policy.tell
    if len(kinds) == 1:
        return Table(found[bots], tell, searchers)
    return Table(_by_side(machine, found, bots, sides or {}), tell, searchers)


def named(name: str) -> Bots:
    """The kind of bots of a name that is known to be one."""
    return next(kind for kind in BOTS_NAMES if kind == name)


def check_bots(game: Game, program: ir.Program, kinds: Collection[Bots]) -> None:
    """Raises DiagnosticError (PCG0961, PCG0962) if bots that search are wanted and the game can't have
    them.
    """
    if "mcts" in kinds:
        from pycardgen.engine.knowledge import why_not

        problems = why_not(game, program)
        if problems:
            raise DiagnosticError(*problems)


def read_bots_for(game: Game, texts: Sequence[str]) -> dict[str, Bots]:
    """From texts such as `SIDE=random`. Raises DiagnosticError (PCG0958)."""
    found: dict[str, Bots] = {}
    problems = []
    for text in texts:
        side, _, name = text.partition("=")
        known = {word: word for word in BOTS_NAMES}
        if side not in game.sides:
            hint = did_you_mean(side, game.sides) or f"the sides are {', '.join(game.sides)}"
            problems.append(Diagnostic("PCG0958", f"the game has no side `{side}`", hint=hint))
        elif name not in known:
            hint = f"write {side}=random, {side}=policy or {side}=mcts"
            problems.append(Diagnostic("PCG0958", f"`{text}` names no kind of bot", hint=hint))
        else:
            found[side] = known[name]
    if problems:
        raise DiagnosticError(*problems)
    return found


def _by_side(machine: Machine, kinds: Mapping[Bots, Ask], bots: Bots, sides: Mapping[str, Bots]) -> Ask:
    """Asks the bot of the side for which the seat plays now."""

    def ask(
        state: State,
        seat: int,
        kind: Kind,
        options: Sequence[Value],
        about: tuple[Value, ...],
        low: int,
        high: int,
    ) -> Decision:
        side = machine.side_of(state, seat) if seat < machine.setup.players else None
        chosen = sides.get(side, bots) if side is not None else bots
        return kinds[chosen](state, seat, kind, options, about, low, high)

    return ask


# --- random bots ---------------------------------------------------------------------------------


class RandomBots:
    """Any option, each as likely. Every seat, and the table, has a stream of its own.

    Rules that ask draw from `streams` themselves, without a call, where one option is chosen.
    """

    __slots__ = ("streams",)

    def __init__(self, players: int, seed: int) -> None:
        self.streams = [mix(seed, BOTS + seat) for seat in range(players + 1)]

    def __call__(
        self,
        state: State,
        seat: int,
        kind: Kind,
        options: Sequence[Value],
        about: tuple[Value, ...],
        low: int,
        high: int,
    ) -> Decision:
        """Answer a decision."""
        n, streams = len(options), self.streams
        if kind.form == "many":
            answer, streams[seat] = some_of(streams[seat], n, low, high)
            return answer
        if n == 1:
            return 0
        streams[seat] = stream = (streams[seat] * MULTIPLIER + INCREMENT) & MASK
        return ((stream >> 33) * n) >> 31


def random_bots(players: int, seed: int) -> RandomBots:
    """Bots in every seat that answer at random."""
    return RandomBots(players, seed)


def some_of(stream: int, n: int, low: int, high: int) -> tuple[list[int], int]:
    """`low` to `high` numbers below n, ascending, and the stream after drawing them."""

    def below(m: int) -> int:
        nonlocal stream
        stream = (stream * MULTIPLIER + INCREMENT) & MASK
        return ((stream >> 33) * m) >> 31

    left = list(range(n))
    return sorted(left.pop(below(len(left))) for _ in range(low + below(high - low + 1))), stream


# --- bots that follow bots.star ------------------------------------------------------------------


@dataclass(slots=True)
class _Seat:
    """A bot: what it remembers, and what it was told since it last thought."""

    memory: Any
    news: list[tuple[str, tuple[Value, ...]]] = field(default_factory=list)


class PolicyBots:
    """A bot in every seat, and one for the table, each with its own memory.

    Before a decision a bot takes in what its seat was told, then answers from its seat's view. Where
    bots.star has no function for a decision it answers at random.
    """

    def __init__(self, machine: BotMachine, seed: int) -> None:
        self.machine = machine
        self.table = machine.setup.players
        self.seats = [_Seat(machine.new_memory(seed, seat)) for seat in range(self.table + 1)]
        self._functions: dict[str, BotFunction | None] = {}

    def with_memories(self, memories: Sequence[Any], seed: int) -> PolicyBots:
        """Bots like these that remember something else, and have random numbers of their own."""
        found = object.__new__(PolicyBots)
        found.machine, found.table, found._functions = self.machine, self.table, self._functions
        found.seats = [_Seat(memory) for memory in memories]
        for seat, memory in enumerate(memories):
            memory.rng = mix(seed, BOTS + seat)
        return found

    def tell(self, seats: tuple[int, ...], message: str, args: tuple[Value, ...]) -> None:
        """Note what seats are told; the table hears what all hear."""
        if self.function(f"heard_{message}") is None:
            return
        for seat in seats:
            self.seats[seat].news.append((message, args))
        if len(seats) == self.table:
            self.seats[self.table].news.append((message, args))

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
        """Answer from a seat's view. Raises RulesError; DiagnosticError for an answer that is no option."""
        bot = self.seats[seat]
        if len(options) == 1 and kind.form != "many":
            return 0
        name = kind.name.replace("window:", "window_")
        function = self.function(name)
        if function is None:
            answer, bot.memory.rng = some_of(bot.memory.rng, len(options), *_bounds(kind, low, high))
            return answer if kind.form == "many" else answer[0]
        view = self.machine.view(state, seat)
        self._take_in(bot, seat, view)
        if kind.form == "window":
            worth = [function(view, bot.memory, seat, offer, *about) for offer in options[1:]]
            best = max(worth)
            return worth.index(best) + 1 if best > 0 else 0
        if kind.form == "confirm":
            return int(function(view, bot.memory, seat, *about))
        told = tuple(
            one
            for (name, _), one in zip(kind.about, about, strict=True)
            if name != "answers" or kind.form != "declare"
        )
        chosen = function(view, bot.memory, seat, list(options), *told)
        return (
            _indices(name, options, chosen, low, high)
            if kind.form == "many"
            else _index(name, options, chosen)
        )

    def function(self, name: str) -> BotFunction | None:
        """A bots' function, looked up once."""
        if name not in self._functions:
            self._functions[name] = self.machine.bot(name)
        return self._functions[name]

    def _take_in(self, bot: _Seat, seat: int, view: State) -> None:
        """Fold the news into the memory."""
        for message, args in bot.news:
            hear = self.function(f"heard_{message}")
            if hear is not None:
                hear(view, bot.memory, seat, *args)
        bot.news.clear()


def _bounds(kind: Kind, low: int, high: int) -> tuple[int, int]:
    """How many options an answer has."""
    return (low, high) if kind.form == "many" else (1, 1)


def _index(name: str, options: Sequence[Value], chosen: Value) -> int:
    """The option that a bot chose."""
    if chosen not in options:
        raise _no_option(name)
    return options.index(chosen)


def _indices(name: str, options: Sequence[Value], chosen: Sequence[Value], low: int, high: int) -> list[int]:
    """The options that a bot chose, ascending; equal options are taken in their order."""
    left: list[int | None] = list(range(len(options)))
    found: list[int] = []
    for one in chosen:
        number = next((n for n in left if n is not None and options[n] == one), None)
        if number is None:
            raise _no_option(name)
        left[number] = None
        found.append(number)
    if not low <= len(found) <= high:
        raise _no_option(name)
    return sorted(found)


def _no_option(name: str) -> DiagnosticError:
    message = f"the bots' function `{name}` gives what isn't one of the options"
    hint = "it must return an item of `options`, or for several a list of them of an allowed length"
    return DiagnosticError(Diagnostic("PCG0957", message, hint=hint))
