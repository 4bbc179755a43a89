"""Drive a game's rules in tests: load content, set up positions, script the answers, look at the state.

Knows no game. Copies are written as ids: a space is "A01", the third copy of a card "alarm#3"; players are
seats; what a window offers is the id of the definition, None to pass.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pycardgen.diagnostics import Diagnostic
from pycardgen.engine.api import Kind, Outcome
from pycardgen.engine.machine import Machine
from pycardgen.engine.options import make_setup
from pycardgen.engine.rng import INCREMENT, MASK, MULTIPLIER
from pycardgen.lang import ir
from pycardgen.lang.compile import compile_rules
from pycardgen.lang.tables import Zone
from pycardgen.model.game import Game
from pycardgen.model.load import load_game
from pycardgen.model.types import BoolType, DictType, EntityType, ListType, OfferType, OptionalType, Type

ROOT = Path(__file__).parents[2]


def content(name: str) -> Path:
    """The folder of a game under content/."""
    return ROOT / "content" / name


@cache
def load(name: str, *packs: Path) -> Game:
    """A game under content/, with packs; fails if anything is wrong with it."""
    problems: list[Diagnostic] = []
    game = load_game(content(name), problems.append, packs)
    assert game is not None
    assert not problems, problems
    return game


@cache
def program(name: str, *packs: Path) -> ir.Program:
    """The compiled rules of a game under content/."""
    problems: list[Diagnostic] = []
    found = compile_rules(load(name, *packs), problems.append)
    assert found is not None
    assert not problems, problems
    return found


@cache
def machine(
    name: str,
    players: int,
    settings: tuple[str, ...] = (),
    paranoid: bool = True,
    map_id: str | None = None,
    packs: tuple[Path, ...] = (),
) -> Machine:
    """A machine; when paranoid it checks its state after every step and before every question."""
    game = load(name, *packs)
    setup = make_setup(game, players, map_id, settings=settings)
    return Machine(game, program(name, *packs), setup, paranoid=paranoid)


@dataclass(frozen=True, slots=True)
class Question:
    """A decision that a seat was asked for."""

    seat: int
    kind: str
    options: list[Any]
    about: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Told:
    """An announcement, to these seats."""

    seats: tuple[int, ...]
    message: str
    args: Mapping[str, Any]


Answer = Any
"""An option (of `choose_many`, a tuple of them), or a function from the Question to one; a list of these is
used up from its front.
"""


class Play:
    """A game in play. `answers` has an Answer for each kind of decision; a question without one fails.

    `game` is the name of a game under content/, or a machine that is ready.
    """

    def __init__(
        self, game: str | Machine, players: int = 0, seed: int = 1, settings: Sequence[str] = ()
    ) -> None:
        self.machine = machine(game, players, tuple(settings)) if isinstance(game, str) else game
        self.state = self.machine.new(seed)
        self.answers: dict[str, Answer] = {}
        self.asked: list[Question] = []
        self.told: list[Told] = []

    # --- running

    def step(self) -> bool:
        """Run the next step; False when the game is over."""
        return self.machine.step(self.state, self._ask, self._tell)

    def do(self, rule: str, *args: Any, scope: str | None = None) -> None:
        """Run one rule as the only step there is, and leave what it queues."""
        number = self.machine.written.steps.index(rule)
        params = next(function.params for function in self.machine.program.functions if function.name == rule)
        values = tuple(self.value_of(arg, type_) for arg, (_, type_) in zip(args, params, strict=True))
        self.state.steps = [((), [(number, values, scope)])]
        self.step()

    def following(self) -> str | None:
        """The rule that the next step runs; None when the game is over."""
        waiting = [queue for _, queue in self.machine.encode(self.state)["steps"] if queue]
        return str(waiting[-1][0][0]) if waiting else None

    def rolls(self, *wanted: tuple[int, int]) -> None:
        """Make the next random numbers these: `(k, n)` is number k of n, counted from 0; six at most.

        A d6 that shows 4 is (3, 6); the third face of a die with eight is (2, 8).
        """
        assert len(wanted) <= 6, "too many to look for"
        self.state.rng = next(start for start in range(1 << 40) if _gives(start, wanted))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self.machine.outcome(self.state)

    def _ask(
        self,
        state: Any,
        seat: int,
        kind: Kind,
        options: Sequence[Any],
        about: tuple[Any, ...],
        low: int,
        high: int,
    ) -> int | list[int]:
        shown = [self.id_of(option, kind.option) for option in options]
        named = {
            name: self.id_of(value, type_) for (name, type_), value in zip(kind.about, about, strict=True)
        }
        question = Question(seat, kind.name, shown, named)
        self.asked.append(question)
        assert kind.name in self.answers, f"nobody expected to be asked: {question}"
        answer = self.answers[kind.name]
        if isinstance(answer, list):
            assert answer, f"no answer is left for {question}"
            answer = answer.pop(0)
        if isinstance(answer, Callable):  # type: ignore[arg-type]
            answer = answer(question)
        if kind.form == "many":
            assert isinstance(answer, tuple)
            return sorted(shown.index(one) for one in answer)
        assert answer in shown, f"{answer} is no answer to {question}"
        return shown.index(answer)

    def _tell(self, seats: tuple[int, ...], message: str, args: tuple[Any, ...]) -> None:
        params = self.machine.game.messages[message].params
        named = {
            name: self.id_of(value, type_) for (name, type_), value in zip(params.items(), args, strict=True)
        }
        self.told.append(Told(seats, message, named))

    def heard(self, seat: int) -> list[tuple[str, Mapping[str, Any]]]:
        """What a seat was told."""
        return [(told.message, told.args) for told in self.told if seat in told.seats]

    def messages(self) -> list[str]:
        """The names of all messages, in order."""
        return [told.message for told in self.told]

    # --- values

    def id_of(self, value: Any, type_: Type) -> Any:
        """A value as tests write it."""
        if isinstance(type_, OptionalType):
            return None if value is None else self.id_of(value, type_.item)
        if isinstance(type_, ListType):
            return [self.id_of(item, type_.item) for item in value]
        if isinstance(type_, DictType):
            return {self.id_of(k, type_.key): self.id_of(v, type_.value) for k, v in value.items()}
        if isinstance(type_, OfferType):
            return None if value is None else value.id
        if isinstance(type_, BoolType):
            return bool(value)
        if isinstance(type_, EntityType) and value is not None:
            return self._id(self.machine.tables.root_of[type_.name], value)
        return value

    def value_of(self, shown: Any, type_: Type) -> Any:
        """The opposite of `id_of`."""
        if isinstance(type_, OptionalType):
            return None if shown is None else self.value_of(shown, type_.item)
        if isinstance(type_, ListType):
            return [self.value_of(item, type_.item) for item in shown]
        if isinstance(type_, DictType):
            return {self.value_of(k, type_.key): self.value_of(v, type_.value) for k, v in shown.items()}
        if isinstance(type_, EntityType):
            return self._number(self.machine.tables.root_of[type_.name], shown)
        return shown

    def _id(self, root: str, number: int) -> Any:
        tables = self.machine.tables
        if root == tables.player_type or number is None:
            return number
        copies = tables.copies[root]
        nth = sum(copies[n].id == copies[number].id for n in range(number + 1))
        return copies[number].id if nth == 1 else f"{copies[number].id}#{nth}"

    def _number(self, root: str, shown: Any) -> int:
        if isinstance(shown, int):
            return shown
        id_, _, nth = shown.partition("#")
        copies = [n for n, d in enumerate(self.machine.tables.copies[root]) if d.id == id_]
        return copies[int(nth or 1) - 1]

    # --- state

    def get(self, name: str, owner: Any = None) -> Any:
        """A state or zone: `get("round")` of the game, `get("Room.lit", "A01")` of an entity."""
        zone = self._zone(name, owner)
        if zone is not None:
            return [self._id(zone.root, n) for n in self.state.zones[zone.number]]
        holder, slot, decl = self._place(name, owner)
        value = getattr(self.state, holder) if slot is None else getattr(self.state, holder)[slot]
        return self.id_of(value, decl)

    def put(self, name: str, value: Any, owner: Any = None) -> None:
        """Set a state."""
        holder, slot, decl = self._place(name, owner)
        found = self.value_of(value, decl)
        if slot is None:
            setattr(self.state, holder, found)
        else:
            getattr(self.state, holder)[slot] = found

    def move(self, copy: str, name: str, owner: Any = None) -> None:
        """Move a copy on top of a zone."""
        zone = self._zone(name, owner)
        assert zone is not None
        number = self._number(zone.root, copy)
        where = getattr(self.state, f"w_{zone.root}")
        self.state.zones[where[number]].remove(number)
        self.state.zones[zone.number].append(number)
        where[number] = zone.number

    def empty(self, name: str, into: str) -> None:
        """Move all that a zone of the game holds to another."""
        for copy in self.get(name):
            self.move(copy, into)

    def view(self, seat: int) -> Any:
        """What a seat sees, as plain data."""
        seen = self.machine.encode(self.machine.view(self.state, seat))
        return {part: seen[part] for part in ("game", "entities", "zones")}

    def _zone(self, name: str, owner: Any) -> Zone | None:
        type_, _, zone = name.rpartition(".")
        number = None if owner is None else self._number(self.machine.tables.root_of[type_], owner)
        for found in self.machine.tables.zones:
            if (found.owner_type, found.name, found.owner) == (type_, zone, number):
                return found
        return None

    def _place(self, name: str, owner: Any) -> tuple[str, int | None, Type]:
        type_, _, state = name.rpartition(".")
        if not type_:
            return f"g_{state}", None, self.machine.game.state[state].type
        declares = self.machine.tables.declares(type_, state)
        number = self._number(self.machine.tables.root_of[type_], owner)
        return f"c_{declares}_{state}", number, self.machine.game.entities[type_].state[state].type


def _gives(rng: int, wanted: Sequence[tuple[int, int]]) -> bool:
    """Whether a stream of random numbers goes on with these (engine/encoding.md)."""
    for k, n in wanted:
        rng = (rng * MULTIPLIER + INCREMENT) & MASK
        if ((rng >> 33) * n) >> 31 != k:
            return False
    return True
