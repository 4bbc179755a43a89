"""What the emitters share: pieces of Python text with what is known of them, the module, and the function
being written.

Text carries marks: `mark(text, at)` says which node of the rules a piece comes from. They are taken out at
the end and become a table, so that an exception's line and columns lead back to the place in the rules at no
cost in play.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from pycardgen.lang import ir
from pycardgen.lang.analysis import Facts
from pycardgen.lang.missing import ABSENT, NO_STATE
from pycardgen.lang.tables import Form, Tables, value_at_play
from pycardgen.model.types import DictType, EntityType, ListType, OptionalType, Type, ZoneType

OPEN, MIDDLE, CLOSE = "\x01", "\x02", "\x03"
"""A mark: OPEN at MIDDLE text CLOSE."""
HOIST, HOISTED = "\x04", "\x05"
"""An attribute of the state that a function may keep in a local: HOIST name HOISTED."""
KEEP, AGAIN, KEPT_AS, KEPT = "\x06", "\x0f", "\x07", "\x0e"
"""A condition that is put in a local if it is needed again: KEEP local KEPT_AS condition KEPT; where it is
needed again: AGAIN local KEPT_AS condition KEPT.
"""
TINY = 64
"""A loop over at most so many things, known when the code is written, burns no fuel."""
LOW, HIGH = -(1 << 63), (1 << 63) - 1
FAST = 1 << 30
"""Results within this are fine without a closer look (a small int in CPython)."""


@dataclass(frozen=True, slots=True)
class Flags:
    """How code is to be written: `coverage` counts what runs, `inline` puts small rules in place of their
    calls.
    """

    coverage: bool = False
    inline: bool = True


@dataclass(frozen=True, slots=True)
class X:
    """An expression as Python text.

    `atom`: needs no parentheses. `fresh`: a list or dict that nobody else holds. `fixed`: a list or dict
    that never changes and may be a tuple or range; at most `size` long if that is known. `missing`: may be a
    `Missing`, which stops the game when used but could be moved unnoticed; `unset`: it can only be UNSET.
    `safe`: can't fail and changes nothing. `static`: depends on nothing but constants and the locals in
    `names`, each with the root type of the copies it holds. `low`, `high`: bounds of an int. `const`: its
    value, as a 1-tuple. `loose`: only its truth counts.
    """

    text: str
    atom: bool = False
    fresh: bool = False
    fixed: bool = False
    missing: bool = False
    unset: bool = False
    loose: bool = False
    safe: bool = False
    static: bool = False
    names: frozenset[tuple[str, str]] = frozenset()
    low: int = LOW
    high: int = HIGH
    size: int | None = None
    const: tuple[Any] | None = None

    @property
    def a(self) -> str:
        """The text, in parentheses if it needs them."""
        return self.text if self.atom else f"({self.text})"


def ident(name: str) -> str:
    """A name of the game as part of a Python name. Names are checked long before; this is the last fence."""
    if name.isascii() and name.isidentifier():
        return name
    return "_" + "".join(char if char.isascii() and char.isalnum() else f"_{ord(char):x}_" for char in name)


def constant(value: Any) -> X:
    """None, a bool, an int or a string."""
    low, high = (value, value) if type(value) is int else (LOW, HIGH)
    text = ascii(value)
    return X(
        text, value is None or text[0] != "-", safe=True, static=True, low=low, high=high, const=(value,)
    )


def mark(text: str, at: int) -> str:
    """Text that comes from a node of the rules."""
    return f"{OPEN}{at}{MIDDLE}{text}{CLOSE}" if at else text


def marked(x: X, at: int) -> X:
    """An expression that comes from a node of the rules, and may fail."""
    return replace(x, text=mark(x.text, at))


def unmarked(text: str) -> str:
    """Text without its marks."""
    while (end := text.find(MIDDLE)) >= 0:
        text = text[: text.rindex(OPEN, 0, end)] + text[end + 1 :]
    return _KEPT.sub(r"\1", text.replace(CLOSE, ""))


_KEPT = re.compile(f"[{KEEP}{AGAIN}](\\w+){KEPT_AS}[^{KEPT}]*{KEPT}")


def scalar(kind: Type) -> bool:
    """Whether values of a type are neither lists nor dicts."""
    if isinstance(kind, OptionalType):
        return scalar(kind.item)
    return not isinstance(kind, ListType | DictType)


def item_of(kind: Type) -> Type:
    """What a list, zone or dict's keys hold."""
    if isinstance(kind, ListType | ZoneType):
        return kind.item
    return kind.key if isinstance(kind, DictType) else kind


@dataclass(slots=True)
class Module:
    """The module being written for one set-up.

    `reached` are the functions that can run, `calls` says from how many places in them a rule is called,
    `placed` are the rules that stand in the loop of steps. `keyed` are the lists of the game of which the
    state notes when they change, `searches` how many searches of the map depend on one of them only.
    `sure` are the states that the first step sets, `begun` the functions that only run after it, `only` the
    values that states have (settled.py). `spare`: nodes that may still be put in place of calls.
    """

    tables: Tables
    program: ir.Program
    facts: Facts
    flags: Flags
    effects: Mapping[tuple[str, str], Sequence[int]]
    forms: Mapping[tuple[str, Form], int]
    functions: dict[str, ir.Func] = field(default_factory=dict)
    names: dict[str, Any] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    state_places: set[int] = field(default_factory=set)
    answer_places: set[int] = field(default_factory=set)
    statements: set[int] = field(default_factory=set)
    steps: dict[str, int] = field(default_factory=dict)
    conditions: dict[str, str] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    bodies: dict[str, tuple[ir.Expr, int] | None] = field(default_factory=dict)
    looked: dict[str, frozenset[str]] = field(default_factory=dict)
    spliced: dict[str, tuple[tuple[ir.Stmt, ...], int, bool] | None] = field(default_factory=dict)
    wanted: dict[str, None] = field(default_factory=dict)
    calls: Mapping[str, int] = field(default_factory=dict)
    reached: Sequence[str] = ()
    placed: Sequence[str] = ()
    keyed: frozenset[str] = frozenset()
    searches: dict[str, int] = field(default_factory=dict)
    sure: frozenset[tuple[str, str]] = frozenset()
    begun: frozenset[str] = frozenset()
    only: Mapping[tuple[str, str], frozenset[object]] = field(default_factory=dict)
    spare: int = 0
    counter: int = 0

    def fresh(self, prefix: str) -> str:
        """A name that nothing else has."""
        self.counter += 1
        return f"_{prefix}{self.counter}"

    def constant(self, name: str, make: Callable[[], Any]) -> str:
        """The name of a constant of the module, made when first asked for."""
        if name not in self.names:
            self.names[name] = make()
        return name

    def entity(self, name: str) -> str:
        """The root of an entity type."""
        return self.tables.root_of[name]

    def answers(self, kind: str, name: str) -> Sequence[int]:
        """The loaded effects (by index) of a kind that answer a name."""
        return self.effects.get((kind, name), ())

    def field_table(self, entity: str, name: str) -> str:
        """The name of the tuple that holds a printed field of every copy of a root type, by number."""
        declared = self.tables.declares(entity, name) if name not in ("id", "name", "seat") else entity
        return self.constant(f"_F_{ident(declared)}_{ident(name)}", lambda: self._field(declared, name))

    def _field(self, entity: str, name: str) -> tuple[Any, ...]:
        tables = self.tables
        kind = tables.game.entities[entity].fields[name].type if name in self._fields(entity) else None
        found: list[Any] = []
        for number, definition in enumerate(tables.copies[self.entity(entity)]):
            if name in ("id", "name"):
                found.append(getattr(definition, name))
            elif name == "seat":
                found.append(number)
            elif kind is None or name not in definition.fields:
                found.append(None)
            else:
                value = value_at_play(tables, definition.fields[name], kind)
                absent = value is None and isinstance(kind, EntityType)
                found.append(ABSENT if absent else value)
        if self.entity(entity) == tables.player_type:
            made = {"id": "table", "name": "Table", "seat": tables.players}
            found.append(made.get(name, NO_STATE))
        return tuple(found)

    def _fields(self, entity: str) -> Mapping[str, Any]:
        return self.tables.game.entities[entity].fields


@dataclass(frozen=True, slots=True)
class Sink:
    """Where a statement's value goes: into a `local` of a name (`keep`: a list that never changes will do),
    to the caller (`return`), or nowhere (`drop`).
    """

    kind: Literal["local", "return", "drop"]
    name: str = ""
    keep: bool = False


Among = frozenset[object]
"""The values that a state may have."""


@dataclass(slots=True)
class Scope:
    """The function being written: its lines, the names of its locals, and where in it we are.

    `env` maps a local of the rules to what stands for it. `keeps` are the locals that may hold a fixed
    list. `weight` grows in loops, so that what they use is kept in a local. `walrus` is off where Python
    forbids `:=`, `plain` in comprehensions and lambdas. `inlined` says how deep in bodies put in place we
    are, `product` how often the tiny loops around run, `called` whether the code calls rules. `sink` is
    where `return` puts its value, `loops` how many loops are around, `budget` how many more nodes of
    other rules may be put in place, `known` which conditions hold or don't where we are, `values` the
    locals that hold what a state (its column, the text of its index) holds, `among` which values one may
    have, `lying` on top of which zone (its number, its list) a copy surely lies, `laid` what of that the
    statement at hand adds, `held` the locals that hold the answers to conditions, each with the names
    that its text has, `certain` that what is written is surely run, `sizes` how long lists in locals are
    at most, `learnt` what the statement at hand adds, `opened` the calls (by id) in whose place a body
    stands, `cost` the fuel that a call burns beside one for itself, `looped` that this is the loop of
    steps (emit_loop.py), `settled` that the first step is over.
    """

    module: Module
    function: ir.Func
    env: dict[str, X]
    keeps: frozenset[str] = frozenset()
    lines: list[str] = field(default_factory=list)
    indent: int = 1
    uses: dict[str, int] = field(default_factory=dict)
    weight: int = 1
    walrus: bool = True
    plain: bool = True
    inlined: int = 0
    product: int = 1
    called: bool = False
    known: dict[str, bool] = field(default_factory=dict)
    values: dict[tuple[str, str], X] = field(default_factory=dict)
    among: dict[tuple[str, str], Among] = field(default_factory=dict)
    lying: dict[str, tuple[str, str]] = field(default_factory=dict)
    laid: tuple[str, tuple[str, str]] | None = None
    held: dict[str, tuple[str, frozenset[str]]] = field(default_factory=dict)
    certain: bool = True
    sizes: dict[str, int] = field(default_factory=dict)
    learnt: tuple[tuple[str, str], X] | None = None
    opened: set[int] = field(default_factory=set)
    cost: int = 0
    sink: Sink = Sink("return")
    loops: int = 0
    budget: int = 1200
    looped: bool = False
    settled: bool = False
    counter: int = 0

    def line(self, text: str) -> None:
        """Add a line of code."""
        self.lines.append("    " * self.indent + text)

    @contextmanager
    def block(self) -> Iterator[None]:
        """Lines within stand one level deeper."""
        self.indent += 1
        yield
        self.indent -= 1

    @contextmanager
    def without_walrus(self) -> Iterator[None]:
        """Where Python has no `:=`: the iterables of comprehensions."""
        before, self.walrus = self.walrus, False
        yield
        self.walrus = before

    @contextmanager
    def perhaps(self) -> Iterator[None]:
        """What is written within may not be reached."""
        certain, held, self.certain = self.certain, self.held, False
        yield
        self.certain, self.held = certain, held

    @contextmanager
    def assuming(self, test: str, answer: bool) -> Iterator[None]:
        """What is written within is only reached when a condition, given as text, has this answer."""
        while test.startswith("not (") and test.endswith(")"):
            test, answer = test[5:-1], not answer
        before = self.known.get(test)
        self.known[test] = answer
        yield
        if before is None:
            del self.known[test]
        else:
            self.known[test] = before

    def answer(self, test: str) -> bool | None:
        """Whether a condition, given as text, is known to hold here."""
        inverted = False
        while test.startswith("not (") and test.endswith(")"):
            test, inverted = test[5:-1], not inverted
        found = self.known.get(test)
        return None if found is None else found != inverted

    @contextmanager
    def binding(self, names: Mapping[str, X], weight: int = 1) -> Iterator[None]:
        """Locals of a comprehension or lambda."""
        before = {name: self.env.get(name) for name in names}
        self.env.update(names)
        self.weight *= weight
        plain, self.plain = self.plain, self.plain and weight == 1
        hidden, texts = self.values, {x.text for x in names.values() if weight > 1}
        if texts:
            self.values = {key: x for key, x in hidden.items() if key[1] not in texts and x.text not in texts}
        known, certain, held = self.among, self.certain, self.held
        self.certain = certain and weight == 1
        if texts:
            self.among = {key: values for key, values in known.items() if key[1] not in texts}
        yield
        self.values = hidden if texts else self.values
        self.among = known if texts else self.among
        self.certain, self.held = certain, held if weight > 1 else self.held
        self.plain = plain
        self.weight //= weight
        for name, old in before.items():
            if old is None:
                del self.env[name]
            else:
                self.env[name] = old

    def temporary(self, prefix: str = "t") -> str:
        """A local that nothing else is called."""
        self.counter += 1
        return f"_{prefix}{self.counter}"

    def of_state(self, slot: str) -> str:
        """An attribute of the state, to be kept in a local if it's used often."""
        self.uses[slot] = self.uses.get(slot, 0) + self.weight
        return f"{HOIST}{slot}{HOISTED}"

    def where(self, root: str) -> str:
        """The list that says in which zone each copy of a root is."""
        return self.of_state(f"w_{ident(root)}")


def settle(lines: Sequence[str], uses: Mapping[str, int], indent: int) -> list[str]:
    """Lines in which each hoisted attribute is a local if it is used often, else read in place.

    The local is assigned in the innermost block that holds all its uses, but outside loops.
    """
    lines = _keep(lines)
    often = {slot for slot, count in uses.items() if count > 1}
    where: dict[str, list[int]] = {}
    found = []
    for number, line in enumerate(lines):
        while (start := line.find(HOIST)) >= 0:
            end = line.index(HOISTED, start)
            slot = line[start + 1 : end]
            if slot in often:
                where.setdefault(slot, []).append(number)
            line = line[:start] + (f"_{slot}" if slot in often else f"_s.{slot}") + line[end + 1 :]
        found.append(line)
    before: dict[int, list[str]] = {}
    depths = [len(line) - len(line.lstrip(" ")) for line in found]
    for slot, numbers in where.items():
        at = _block_start(found, depths, numbers[0], numbers[-1])
        before.setdefault(at, []).append(" " * depths[at] + f"_{slot} = _s.{slot}")
    return [text for number, line in enumerate(found) for text in (*before.get(number, ()), line)]


def _keep(lines: Sequence[str]) -> list[str]:
    """Lines in which conditions that are needed again are put in a local, if the first place still stands."""
    text = "\n".join(lines)
    made = set(re.findall(f"{KEEP}(\\w+){KEPT_AS}", text))
    used = set(re.findall(f"{AGAIN}(\\w+){KEPT_AS}", text))
    text = _AGAIN.sub(lambda m: m[1] if m[1] in made else f"({m[2]})", text)
    while KEEP in text:
        text = _ONCE.sub(lambda m: f"({m[1]} := {m[2]})" if m[1] in used else f"({m[2]})", text)
    return text.split("\n")


_ONCE = re.compile(f"{KEEP}(\\w+){KEPT_AS}([^{KEEP}{KEPT}]*){KEPT}")
_AGAIN = re.compile(f"{AGAIN}(\\w+){KEPT_AS}([^{KEPT}]*){KEPT}")


def _block_start(lines: Sequence[str], depths: Sequence[int], first: int, last: int) -> int:
    """The line before which a local is assigned that lines `first` to `last` use."""
    depth = min(depths[first : last + 1])
    at, outside = first, first
    while True:
        word = lines[at].lstrip(" ").split(" ", 1)[0].rstrip(":")
        if depths[at] <= depth and word not in ("else", "elif"):
            outside = at
            depth = min(depth, depths[at])
            break
        at -= 1
    while depths[at] > depths[0] or at > 0:  # out of the loops around
        at -= 1
        if at < 0:
            break
        if depths[at] < depth:
            depth = depths[at]
            word = lines[at].lstrip(" ").split(" ", 1)[0]
            if word in ("for", "while"):
                outside = at
    return outside


Marks = dict[int, list[tuple[int, int, int]]]
"""By line of the written source: (first column, last column, place in the rules), outer ones first."""


_PIECES = re.compile(f"{OPEN}[0-9]+{MIDDLE}|{CLOSE}|[^{OPEN}{CLOSE}]+")


def take_marks(lines: Sequence[str]) -> tuple[list[str], Marks]:
    """Clean lines, and where each marked piece stands in them."""
    clean: list[str] = []
    marks: Marks = {}
    for number, line in enumerate(lines, 1):
        if OPEN not in line:
            clean.append(line)
            continue
        out: list[str] = []
        size, stack, found = 0, [], marks.setdefault(number, [])
        for piece in _PIECES.findall(line):
            if piece[0] == OPEN:
                stack.append((len(found), size))
                found.append((size, size, int(piece[1:-1])))
            elif piece == CLOSE:
                place, start = stack.pop()
                found[place] = (start, size, found[place][2])
            else:
                out.append(piece)
                size += len(piece)
        clean.append("".join(out))
    return clean, marks
