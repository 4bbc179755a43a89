"""What every way of running a game agrees on: set-up, questions, answers, announcements and the outcome.

Two machines implement `Machine`: the generated code (engine/machine.py) and, in tests, the slow interpreter
of the same representation. Bots, records, replay, simulation and the terminal only know this.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from pycardgen.model.game import FieldValue, Game
from pycardgen.model.types import Type

State = Any
"""The whole of a game in play: plain data, private to the machine that made it."""

Value = Any
"""A value at play: None, bool, int (also copies and zones), str (also enums and ids), list or dict."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is fixed before the first card is shuffled. `settings` has a value for every one of the game."""

    players: int
    map: str | None
    mission: str | None
    settings: Mapping[str, FieldValue]
    packs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of decision. `form`: choose, confirm, many, declare or window. `option` is the type of its
    options; `about` names and types what else the seat is told. A window's kind is named `window:NAME`.
    """

    index: int
    name: str
    form: Literal["choose", "confirm", "many", "declare", "window"]
    option: Type
    about: tuple[tuple[str, Type], ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """An option of a window: use `effect`, an index into the program's effects, of the copy `copy`."""

    effect: int
    copy: int
    id: str
    label: str


class Ask(Protocol):
    """Answers a decision: the index of one option or, for `many`, `low` to `high` ascending indices.

    `seat` is the player's index; the number of players for the table. For `confirm` the options are [False,
    True]; for a window None (pass) and then Offers. A list of one option is asked about only by a window,
    and not recorded. `about` has the values of `kind.about`, in its order (for an open declare: the answers
    so far, a dict, last).

    One that answers at random may have `streams`: random numbers (engine/rng.py), one for each seat and one
    for the table, from which a machine may draw the index of one option instead of asking.
    """

    def __call__(
        self,
        state: State,
        seat: int,
        kind: Kind,
        options: Sequence[Value],
        about: tuple[Value, ...],
        low: int,
        high: int,
    ) -> int | list[int]:
        """Answer."""
        ...


Tell = Callable[[tuple[int, ...], str, tuple[Value, ...]], None]
"""Receives an announcement: the seats told, the message, its arguments in the order of its declaration."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. `reason` is one of the game's endings, or "limit" when its limits stopped it."""

    reason: str
    sides: tuple[str, ...]
    winners: tuple[int, ...]
    steps: int
    decisions: int


class RulesError(Exception):
    """The rules did what they may not (an index out of range, no fuel, ...): its code, and the place."""

    def __init__(self, code: str, message: str, at: int) -> None:
        super().__init__(message)
        self.code = code
        self.at = at


class Machine(Protocol):
    """A game made ready to run with one set-up."""

    game: Game
    setup: Setup

    @property
    def kinds(self) -> Sequence[Kind]:
        """Every kind of decision, by number."""
        ...

    def new(self, seed: int) -> State:
        """The state before the first step. `seed` is any non-negative integer."""
        ...

    def step(self, state: State, ask: Ask, tell: Tell | None = None) -> bool:
        """Run the next step to completion; False when the game is over. Raises RulesError."""
        ...

    def run(self, state: State, ask: Ask, tell: Tell | None = None) -> Outcome:
        """Run to the end or to the game's limits. Raises RulesError."""
        ...

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, None while it goes on."""
        ...

    def clone(self, state: State) -> State:
        """An equal, independent state."""
        ...

    def view(self, state: State, seat: int) -> State:
        """What a seat sees: a state in which what it doesn't see is None. Bots' functions run on it."""
        ...

    def encode(self, state: State) -> dict[str, Any]:
        """The state as JSON data: two states are equal when their encodings are. Same for every machine."""
        ...

    def side_of(self, state: State, seat: int) -> str | None:
        """For which side a seat plays now, if the rules say."""
        ...

    def show(self, value: Value, type: Type) -> str:  # noqa: A002 - a type of the rules
        """A value for a reader: names of copies, words of enums."""
        ...
