"""What the checker carries through one function: names in scope, the flow so far, what the function uses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import Any, Literal

from pycardgen.diagnostics import did_you_mean
from pycardgen.lang import ir
from pycardgen.lang.flow import Flow
from pycardgen.lang.source import Problems
from pycardgen.lang.world import BOX, UNKNOWN, World, has_unknown
from pycardgen.model.game import Signature
from pycardgen.model.types import (
    BoolType,
    DictType,
    IntType,
    ListType,
    NoneType,
    OptionalType,
    StrType,
    Type,
    ZoneType,
)
from pycardgen.records import dataclass, field

Role = Literal["rule", "bot", "behaviour"]


class Level(IntEnum):
    """What running something may do, each more than the one before."""

    READS = 0
    RANDOM = 1
    CHANGES = 2
    ASKS = 3


@dataclass(frozen=True, slots=True)
class Room:
    """How much may be done at a place in a function, and why no more."""

    level: Level
    why: str = ""


INSIDE = Room(
    Level.CHANGES, "what asks a player stands as a statement, or as the whole of what is assigned or returned"
)
IN_FUNCTION = Room(Level.RANDOM, "a function handed to a built-in may only read")
IN_OPTIONS = Room(Level.READS, "a function that gives options, or accepts answers, may only read")


UseKind = Literal["call", "value", "hook", "step", "other"]


@dataclass(frozen=True, slots=True)
class Use:
    """Something that a function does. `call` names a function (also when handed on), `value` and `hook`
    declared ones, `step` one that runs later; the level of others is fixed.
    """

    kind: UseKind
    name: str
    at: int
    level: Level
    room: Room


@dataclass(frozen=True, slots=True)
class Sig:
    """What can be called: a rule, or a bots' function. `known` is False when its file could not be read."""

    name: str
    params: tuple[tuple[str, Type], ...]
    result: Type
    role: Role
    at: int = 0
    known: bool = True


Handler = Callable[["Context", Any, "Type | None"], ir.Expr]
"""Types one construct: its place, the tree, the type that is asked for."""


@dataclass(slots=True, eq=False)
class Unit:
    """What all functions of a program share while they are checked.

    `handlers` has one a kind of expression. `strict`: the tree comes from a bundle, so that it must be what
    checking gives. `incomplete`: a file could not be read, so that unknown functions aren't reported.
    """

    world: World
    problems: Problems
    functions: dict[str, Sig]
    handlers: dict[type[Any], Handler]
    strict: bool = False
    incomplete: bool = False
    forms: list[tuple[str, str, int]] = field(default_factory=list)
    """Kinds of decisions, each with the form in which it is asked."""


@dataclass(slots=True)
class Loop:
    """The flows that leave a loop's body early."""

    breaks: list[Flow] = field(default_factory=list)
    nexts: list[Flow] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Context:
    """The checker's place in a function."""

    unit: Unit
    name: str
    role: Role
    result: Type
    at: int
    broken: bool = False
    hook: Signature | None = None
    barred: dict[str, str] = field(default_factory=dict)
    """Names in scope that can't be used, and why."""
    locals: dict[str, Type] = field(default_factory=dict)
    scopes: list[dict[str, Type]] = field(default_factory=list)
    flow: Flow | None = field(default_factory=Flow)
    loops: list[Loop] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)
    room: Room = INSIDE
    whole: ir.Expr | None = None
    """The expression that now stands as a statement, or as the whole of what is assigned or returned."""
    statement: ir.Expr | None = None
    pairs: ir.Expr | None = None
    """The expression over which a loop with two names runs."""

    @property
    def world(self) -> World:
        """The game."""
        return self.unit.world

    def error(self, code: str, at: int, message: str, hint: str = "") -> None:
        """Report an error at a node."""
        self.unit.problems.error(code, at, message, hint)

    def error_at(self, code: str, at: int, part: str, message: str, hint: str = "") -> None:
        """Report an error at a part of a node."""
        self.unit.problems.error(code, self.unit.problems.positions.part(at, part), message, hint)

    def use(self, kind: UseKind, name: str, node: ir.Expr, level: Level) -> None:
        """Note what the function does here. Only what stands whole may ask."""
        room = Room(Level.ASKS) if node is self.whole else self.room
        self.uses.append(Use(kind, name, node.at, level, room))
        if level >= Level.CHANGES or kind != "other":
            self.flow = self.flow.forget(()) if self.flow is not None else None

    def find(self, name: str) -> Sig | None:
        """The function that a name calls here."""
        functions = self.unit.functions
        if self.role == "bot":
            return functions.get("bot:" + name) or functions.get(name)
        found = functions.get(name)
        return found if found is not None and found.role == "rule" else None

    def local(self, name: str) -> Type | None:
        """The type of a local or parameter here; None when there is none of the name."""
        for scope in reversed(self.scopes):
            if name in scope:
                return self._narrowed(name, scope[name])
        if name in self.locals:
            return self._narrowed(name, self.locals[name])
        return None

    def _narrowed(self, name: str, declared: Type) -> Type:
        return self.flow.narrowed.get(name, declared) if self.flow is not None else declared

    def names(self) -> Iterable[str]:
        """Every name that stands for a value here."""
        yield from self.world.constants
        yield from self.locals
        for scope in self.scopes:
            yield from scope

    def need(self, given: ir.Expr, wanted: Type, fresh: bool = False, code: str = "PCG0820") -> bool:
        """Report an expression that doesn't fit where a type is asked for."""
        if self.world.fits(given.type, wanted, fresh) or has_unknown(given.type):
            return True
        if isinstance(given.type, OptionalType) and self.world.fits(given.type.item, wanted, fresh):
            self.error(
                "PCG0822", given.at, f"this may be None, and {a(wanted)} is expected", none_hint(given)
            )
        elif isinstance(given.type, NoneType) and not isinstance(given, ir.Lit):
            self.error("PCG0826", given.at, f"this gives nothing, and {a(wanted)} is expected", "")
        else:
            self.error(
                code,
                given.at,
                f"this is {a(given.type)}, and {a(wanted)} is expected",
                _hint(given.type, wanted),
            )
        return False

    def unknown(self, code: str, at: int, part: str, message: str, word: str, known: Iterable[str]) -> None:
        """Report an unknown word, and guess the right one."""
        found = list(known)
        hint = did_you_mean(word, found)
        if not hint and 0 < len(found) <= 8:
            hint = "there is " + ", ".join(f"`{name}`" for name in sorted(found))
        self.error_at(code, at, part, message, hint)


def none_hint(given: ir.Expr) -> str:
    """How to go on with something that may be None."""
    if isinstance(given, ir.Local):
        return f"test it first: `if {given.name} is not None`"
    return "assign it to a local and test that: `if x is not None`, or use `known(...)`"


def a(kind: Type) -> str:
    """A type with its article, in backquotes."""
    if isinstance(kind, NoneType):
        return "None"
    if kind == BOX:
        return "the box"
    word = str(kind)
    return f"{'an' if word[:1] in 'aeiouAEIO' else 'a'} `{word}`"


def _hint(given: Type, wanted: Type) -> str:
    if isinstance(wanted, BoolType):
        return test_hint(given)
    if isinstance(given, ZoneType) and isinstance(wanted, ListType):
        return "`list(zone)` gives its copies"
    if isinstance(given, ListType) and isinstance(wanted, ListType):
        return "`list(xs)` gives a list that can be of a wider type" if given != wanted else ""
    return ""


def test_hint(kind: Type) -> str:
    """How to make a condition of a value."""
    if isinstance(kind, IntType):
        return "compare it: `n > 0`"
    if isinstance(kind, OptionalType):
        return "compare it: `x is not None`"
    if isinstance(kind, ListType | DictType | ZoneType):
        return "compare its length: `len(xs) > 0`"
    if isinstance(kind, StrType):
        return 'compare it: `s == "word"`'
    return "compare it with `==`"


def placeless(expr: ir.Expr, kind: Type = UNKNOWN) -> ir.Expr:
    """What stands for an expression that was wrong."""
    return ir.Local("?", at=expr.at, type=kind)
