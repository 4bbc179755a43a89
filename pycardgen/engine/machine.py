"""The machine that plays a game with one set-up: rules turned into Python functions once, then run step by
step.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import CodeType, TracebackType
from typing import Any

from pycardgen.engine import runtime, size, state, views
from pycardgen.engine.api import Ask, Kind, Offer, Outcome, RulesError, Setup, Tell, Value
from pycardgen.engine.kinds import kinds_of
from pycardgen.engine.plans import controllers, plans
from pycardgen.engine.rng import BOTS, DICE, SETUP, mix
from pycardgen.lang import ir, missing
from pycardgen.lang.emit import Written, write
from pycardgen.lang.emit_core import Flags, ident, scalar
from pycardgen.lang.tables import Tables, lay_out
from pycardgen.model.game import Game
from pycardgen.model.types import (
    BoolType,
    DictType,
    EntityType,
    EnumType,
    ListType,
    OfferType,
    OptionalType,
    Type,
)

State = Any
Bot = Callable[..., Any]

_CAUGHT = (
    missing.StopError,
    IndexError,
    KeyError,
    ZeroDivisionError,
    TypeError,
    OverflowError,
    RecursionError,
    MemoryError,
)
_MEANING: Mapping[type[BaseException], tuple[str, str]] = {
    IndexError: ("PCG0900", "an index is out of range"),
    KeyError: ("PCG0901", "a dict has no such key"),
    ZeroDivisionError: ("PCG0903", "a division by zero"),
    TypeError: ("PCG0908", "a value that isn't there is used"),
    OverflowError: ("PCG0900", "an index is out of range"),
    RecursionError: ("PCG0906", "rules call each other too deeply"),
    MemoryError: ("PCG0914", "the game needs more memory than there is"),
}


LOOK = 64
"""Steps after which a state is measured that can grow; after one that burns much it is in any case."""


class Machine:
    """A game made ready to run with one set-up. Implements api.Machine.

    `paranoid` checks the invariants of the state after each step and before each question. `coverage` counts
    what runs, in `hits` (by place in the rules). Raises BadSetup for a set-up that the game doesn't allow,
    RulesError (PCG0920) for rules that nest too deeply.
    """

    def __init__(
        self,
        game: Game,
        program: ir.Program,
        setup: Setup,
        *,
        coverage: bool = False,
        paranoid: bool = False,
        debug: Callable[[str], None] | None = None,
    ) -> None:
        self.game, self.program, self.setup = game, program, setup
        self.paranoid, self.burnt = paranoid, 0
        self.kinds: tuple[Kind, ...] = kinds_of(game, program)
        self.tables: Tables = lay_out(game, setup.players, setup.map, setup.mission, setup.settings)
        self.flags = Flags(coverage=coverage)
        self.written: Written = write(self.tables, program, self.flags)
        self.hits: list[int] = [0] * len(program.positions)
        self._names = self._load(debug)
        self._clone: Callable[[State], State] = self._names["_clone"]
        self._blank = state.new(self.tables, self._names["_State"])
        self._names["_link"](self._blank)
        self._names["_rules"] = [self._rule(name) for name in self.written.steps]
        self._steps: Callable[[State, int], None] = self._names["_play"]
        self.controllers = controllers(self.tables, program, self._names)
        self._grows = size.can_grow(self.tables) or any(map(self._holds_lists, self.written.steps))
        self._growing = size.growing(self.tables)
        if self._grows:
            self._names["_heavy"] = self._heavy
        self._mask = views.mask_of(self.tables, self.controllers)
        sys.setrecursionlimit(max(sys.getrecursionlimit(), 3_000))

    def _load(self, debug: Callable[[str], None] | None) -> dict[str, Any]:
        """Compile the written module and give it the names that it uses."""
        names: dict[str, Any] = {f"_{name}": thing for name, thing in vars(runtime).items() if name[0] != "_"}
        code = self._compiled()
        names |= self.written.names
        names |= {f"_K{kind.index}": kind for kind in self.kinds}
        names |= {
            "__name__": "rules",
            "_Missing": missing.Missing,
            "_UNSET": missing.UNSET,
            "_partial": partial,
            "_fresh": state.fresh,
            "_list_copy": list.copy,
            "_dict_copy": dict.copy,
            "_hits": self.hits,
            "_debug": _debugger(debug),
        }
        exec(code, names)
        names |= plans(self.tables, self.program, self.written.loaded, self.kinds, names)
        return names

    def _compiled(self) -> CodeType:
        """The module's code. Where bodies put in place nest too deeply for Python, it is written without."""
        try:
            return compile(self.written.source, self.file, "exec")
        except (SyntaxError, RecursionError, MemoryError):
            self.written = write(self.tables, self.program, replace(self.flags, inline=False))
        try:
            return compile(self.written.source, self.file, "exec")
        except (SyntaxError, RecursionError, MemoryError) as problem:
            raise RulesError("PCG0920", f"these rules nest too deeply to be run: {problem}", 0) from None

    def _rule(self, name: str) -> Callable[..., None] | None:
        """The function of a step, None if its lines stand in the loop of steps. Clones share its arguments,
        so that it is given lists of its own.
        """
        rule: Callable[..., None] | None = self._names.get(f"_f_{ident(name)}")
        if rule is None or not self._holds_lists(name):
            return rule
        return state.freshly(rule)

    def _holds_lists(self, name: str) -> bool:
        """Whether a rule has parameters that are lists or dicts."""
        params = next(function.params for function in self.program.functions if function.name == name)
        return not all(scalar(kind) for _, kind in params)

    @property
    def file(self) -> str:
        """The name of the generated module in tracebacks."""
        return f"<rules of {self.game.id}>"

    @property
    def source(self) -> str:
        """The generated module, for debugging."""
        return self.written.source

    # --- playing

    def new(self, seed: int) -> State:
        """The state before the first step."""
        found = self._clone(self._blank)
        found.rng, found.other = mix(seed, SETUP), mix(seed, DICE)
        return found

    def step(self, state: State, ask: Ask, tell: Tell | None = None) -> bool:
        """Run the next step to completion; False when the game is over. Raises RulesError."""
        return self._play(state, ask, tell, state.done + 1)

    def run(self, state: State, ask: Ask, tell: Tell | None = None) -> Outcome:
        """Run to the end or to the game's limits. Raises RulesError."""
        self._play(state, ask, tell, self.game.limits.steps + 1)
        found = self.outcome(state)
        assert found is not None
        return found

    def _play(self, state: State, ask: Ask, tell: Tell | None, until: int) -> bool:
        """Run steps up to a number of them; False when the game is over."""
        if state.over is not None:
            return False
        state.depth = 0
        state.ask, state.tell = (self._checking(ask) if self.paranoid else ask), tell
        state.dice = getattr(state.ask, "streams", None)
        try:
            if state.done == 0:
                try:
                    self._run(state, min(until, 1))
                finally:
                    state.rng, state.other = state.other, state.rng
            self._run(state, until)
        except runtime.GameOver:
            state.steps, state.queue = [], None
            if self.paranoid:
                self.check(state)
        except _CAUGHT as problem:
            self._explain(problem)
        return state.over is None

    def _run(self, state: State, until: int) -> None:
        """Run steps until so many are done (lang/emit_loop.py); after some, look at the state."""
        most = min(until, self.game.limits.steps)
        each = 1 if self.paranoid else LOOK if self._grows else most
        while state.done < most:
            self._steps(state, min(state.done // each * each + each, most))
            if self.paranoid:
                self.check(state)
            if self._grows and state.done % LOOK == 0:
                size.check(self._growing, state)
        if until > most:
            runtime.limit(state)

    def _heavy(self, state: State, fuel: int, most: int, at: int) -> None:
        """After a step that burnt much, in a game whose states can grow."""
        runtime.heavy(state, fuel, most, at)
        size.check(self._growing, state)

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, None while it goes on."""
        if state.over is None:
            return None
        reason, sides, winners = state.over
        return Outcome(reason, sides, winners, state.done, self.game.limits.decisions - state.left)

    def clone(self, state: State) -> State:
        """An equal, independent state."""
        return self._clone(state)

    # --- looking

    def view(self, state: State, seat: int) -> State:
        """What a seat sees."""
        seen = self._clone(state)
        running = state.fuel, state.depth
        state.fuel, state.depth = self.game.limits.fuel, 0  # for the rule `controller`
        views.hide(self._mask, state, seen, seat)
        state.fuel, state.depth = running
        return seen

    def encode(self, of: State) -> dict[str, Any]:
        """The state as JSON data (engine/encoding.md)."""
        return state.encode(self.tables, self.written.steps, of)

    def digest(self, of: State) -> str:
        """A SHA-256 over the encoded state."""
        text = json.dumps(self.encode(of), separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def check(self, of: State) -> None:
        """The invariants of a state. Raises RulesError PCG0919."""
        wrong = views.broken(self.tables, of)
        if wrong:
            raise RulesError("PCG0919", wrong, 0)

    def side_of(self, state: State, seat: int) -> str | None:
        """For which side a seat plays now, if the rules say. Raises RulesError."""
        rule = self._names.get("_f_side_of")
        return None if rule is None else str(self._call(rule, state, seat))

    def show(self, value: Value, type: Type) -> str:  # noqa: A002
        """A value for a reader: names of copies, words of enums, yes and no."""
        if value is None:
            return "-"
        if isinstance(value, Offer):
            return value.label or value.id
        match type:
            case OptionalType(item):
                return self.show(value, item)
            case EntityType(name):
                root = self.tables.root_of[name]
                table = root == self.tables.player_type and value == self.tables.players
                return "table" if table else self.tables.copies[root][value].name
            case ListType(item):
                return ", ".join(self.show(part, item) for part in value)
            case DictType(key, item):
                return ", ".join(f"{self.show(k, key)}: {self.show(v, item)}" for k, v in value.items())
            case BoolType():
                return "yes" if value else "no"
            case EnumType():
                return str(value).replace("_", " ")
        return str(value)

    # --- bots

    def bot(self, name: str) -> Bot | None:
        """A bots' function as `f(view, memory, *args)`, None if there is none. It may raise RulesError."""
        function = self._names.get(f"_f_{ident('bot:' + name)}")
        if function is None:
            return None

        lists = self._list_places(f"bot:{name}")

        def run(view: State, memory: Any, *args: Any) -> Any:
            view.memory, view.rng = memory, memory.rng
            if lists:
                args = tuple(list(x) if at in lists else x for at, x in enumerate(args))
            try:
                found = self._call(function, view, *args)
                self._count(memory)
                return found
            finally:
                memory.rng = view.rng

        return run

    def _count(self, memory: Any) -> None:
        """After a bot's function ran: what burns much counts towards what a bot may burn in a game."""
        limits = self.game.limits
        if self.burnt > limits.light:
            size.check_memory(memory)
            memory.spent += self.burnt
            if memory.spent > limits.game_fuel:
                raise RulesError("PCG0905", "a bot does too much: it has burnt the fuel of a whole game", 0)

    def _list_places(self, name: str) -> frozenset[int]:
        """Which parameters of a function are lists: what it is given may be another kind of sequence."""
        params = next(function.params for function in self.program.functions if function.name == name)
        return frozenset(at for at, (_, kind) in enumerate(params) if isinstance(kind, ListType))

    def new_memory(self, seed: int = 0, seat: int = 0) -> Any:
        """The memory of a seat's bot in the game of a seed; it holds the bot's random numbers too."""
        memory = self._names["_Memory"]()
        memory.rng, memory.spent = mix(seed, BOTS + seat), 0
        for name, decl in self.game.memory.items():
            setattr(memory, f"m_{ident(name)}", state.default(self.tables, decl))
        return memory

    def copy_memory(self, memory: Any) -> Any:
        """An equal, independent memory."""
        found = self._names["_Memory"]()
        for name in memory.__slots__:
            setattr(found, name, state.fresh(getattr(memory, name)))
        return found

    # --- errors

    def _call(self, function: Callable[..., Any], state: State, *args: Any) -> Any:
        """Call a rule that neither asks nor changes anything; the state may be in the middle of a step."""
        before = [getattr(state, name, None) for name in ("fuel", "depth", "tell")]
        state.fuel, state.depth, state.tell = self.game.limits.fuel, 0, None
        try:
            return function(state, *args)
        except _CAUGHT as problem:
            self._explain(problem)
        finally:
            self.burnt = self.game.limits.fuel - state.fuel
            state.fuel, state.depth, state.tell = before

    def _explain(self, problem: BaseException) -> None:
        """Turn an exception of generated code into RulesError; others go on."""
        at = self.place(problem.__traceback__)
        if at is None:
            if not isinstance(problem, missing.StopError):
                raise problem
            at = 0
        if isinstance(problem, missing.StopError):
            raise RulesError(problem.code, str(problem), at) from None
        if isinstance(problem, IndexError) and at in self.written.state_places:
            raise RulesError(missing.NO_STATE.code, missing.NO_STATE.message, at) from None
        if isinstance(problem, IndexError) and at in self.written.answer_places:
            raise RulesError("PCG0918", "the answer isn't one of the options", at) from None
        for kind, (code, message) in _MEANING.items():
            if isinstance(problem, kind):
                raise RulesError(code, message, at) from None
        raise problem

    def place(self, trace: TracebackType | None) -> int | None:
        """Where in the rules an exception came from (0: somewhere); None if it isn't from generated code."""
        found: int | None = None
        while trace is not None:
            code = trace.tb_frame.f_code
            if trace.tb_frame.f_globals is self._names:
                found = self._place_in(code, trace.tb_lasti, trace.tb_lineno) or found or 0
            elif found is not None and code.co_filename not in _OURS:
                return None
            trace = trace.tb_next
        return found

    def _place_in(self, code: CodeType, instruction: int, line: int) -> int:
        """The innermost marked piece of a line that holds an instruction."""
        marks = self.written.marks.get(line, ())
        for number, (_, _, start, end) in enumerate(code.co_positions()):
            if number == instruction // 2 and start is not None and end is not None:
                inside = [at for first, last, at in marks if first <= start and end <= last]
                if inside:
                    return inside[-1]
        return marks[0][2] if marks else 0

    def _checking(self, ask: Ask) -> Ask:
        """Check the state before each question, and the answer."""

        def checked(
            state: State, seat: int, kind: Kind, options: Any, about: Any, low: int, high: int
        ) -> int | list[int]:
            self.check(state)
            answer = ask(state, seat, kind, options, about, low, high)
            if isinstance(answer, int) and not 0 <= answer < len(options):
                runtime.bad_answer(kind)
            return answer

        return checked


_OURS = frozenset({runtime.__file__, missing.__file__, state.__file__, plans.__code__.co_filename})


def _debugger(debug: Callable[[str], None] | None) -> Callable[[tuple[Any, ...]], None]:
    def show(parts: tuple[Any, ...]) -> None:
        if debug is not None:
            debug("".join(map(str, parts)))

    return show


__all__ = ["Machine", "OfferType"]
