"""The built-in functions and methods of the rules language: one table, for the checker and the docs' test.

After checking, a call of one is `ir.Builtin(name, args, named)` where `name` is the table's first column:
overloads are resolved (`len` of a list is `list.len`, of a zone `zone.len`), so no later stage looks at
types to choose.

Conventions of the checked form
- `args` holds every parameter before `*`, in the order of the table, optional ones filled in (`xs.pop()`
  is `list.pop(xs, -1)`, `d.get(k)` is `dict.get(d, k, None)`, `range(n)` is `range(0, n)`). A method's
  first argument is what it is called on. `named` holds the parameters after `*` that were given, sorted
  by name.
- `every(T)` is `every` of one `Lit`: the type's name. `isinstance` is `ir.IsType`.
- Where a parameter is a list and a zone is given, the checker wraps it: `zone.list(z)`.
- `any`, `all`, `sum`, `min`, `max`, `sorted` over a generator have an `ir.ListComp` as argument.
- `enumerate` and `dict.items` stand only as the `over` of a `For` or `Clause` with two targets; their
  type is `dict[int, T]` and `dict[K, V]`: that of the pairs they give.
- A function as argument is an `ir.Lambda` or an `ir.FuncRef`, its type an exact `FuncType`.
- `roll_die` rolls an entity of kind die: one of its field `faces`.
- `debug` has one `ir.Format`.
- What asks, tells or steers (`FORMS`) has a node of its own in ir.py: arguments by name stand in the
  order of the declaration of the decision, window, event or message. A seat that isn't a Player is
  wrapped: `Call("controller", x)`.

Letters in the table: T, V any type, E an entity, S a space (kind sector), D a die and F what is on its
faces, K what a dict's key may be, O what can be put in order (int, bool, str, list[int]); `Zone[]` is a
zone that accepts the copy, or the box.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from pycardgen.model.types import (
    DictType,
    EntityType,
    FuncType,
    ListType,
    OptionalType,
    Type,
    ZoneType,
    parse_type,
)
from pycardgen.records import dataclass

Effect = Literal["reads", "edits", "random", "changes"]
"""Only reads; edits its first argument (a list or dict); takes random numbers; changes the game."""

_TABLE = """
roll           random   roll(n: int) -> int
roll_die       random   roll(die: D) -> F
pick           random   pick(xs: list[T]) -> T
shuffled       random   shuffled(xs: list[T]) -> list[T]
zone.shuffle   changes  shuffle(z: Zone[T])
zone.draw      changes  draw(z: Zone[E], to: Zone[]) -> E | None
zone.move      changes  move(c: E, to: Zone[])
zone.put_under changes  put_under(c: E, to: Zone[])
zone.move_all  changes  move_all(z: Zone[E], to: Zone[])
zone.top       reads    top(z: Zone[T]) -> T | None
zone.len       reads    len(z: Zone[T]) -> int
zone.list      reads    list(z: Zone[T]) -> list[T]
every          reads    every(T) -> list[T]
list.len       reads    len(xs: list[T]) -> int
dict.len       reads    len(d: dict[K, V]) -> int
list.copy      reads    list(xs: list[T]) -> list[T]
sum            reads    sum(xs: list[int]) -> int
any            reads    any(xs: list[bool]) -> bool
all            reads    all(xs: list[bool]) -> bool
abs            reads    abs(n: int) -> int
int.min        reads    min(a: int, b: int) -> int
int.max        reads    max(a: int, b: int) -> int
list.min       reads    min(xs: list[T], *, key: (T) -> O, default: T) -> T
list.max       reads    max(xs: list[T], *, key: (T) -> O, default: T) -> T
sorted         reads    sorted(xs: list[T], *, key: (T) -> O, reverse: bool) -> list[T]
reversed       reads    reversed(xs: list[T]) -> list[T]
range          reads    range(a: int, b: int) -> list[int]
enumerate      reads    enumerate(xs: list[T]) -> dict[int, T]
list.append    edits    list[T].append(x: T)
list.pop       edits    list[T].pop(i: int = -1) -> T
list.insert    edits    list[T].insert(i: int, x: T)
list.remove    edits    list[T].remove(x: T)
list.extend    edits    list[T].extend(xs: list[T])
list.index     reads    list[T].index(x: T) -> int
list.count     reads    list[T].count(x: T) -> int
list.clear     edits    list[T].clear()
dict.get       reads    dict[K, V].get(k: K, default: V = None) -> V
dict.keys      reads    dict[K, V].keys() -> list[K]
dict.values    reads    dict[K, V].values() -> list[V]
dict.items     reads    dict[K, V].items() -> dict[K, V]
dict.pop       edits    dict[K, V].pop(k: K) -> V
known          reads    known(x: T | None) -> T
neighbors      reads    neighbors(s: S) -> list[S]
side           reads    side(s: S, k: int) -> S | None
distance       reads    distance(a: S, b: S) -> int
within         reads    within(s: E, n: int, *, passable: (E) -> bool, neighbors: (E) -> list[E]) -> list[E]
shortest_path  reads shortest_path(a: E, b: E, *, passable: (E) -> bool, neighbors: (E) -> list[E]) -> list[E]
after          reads    after(p: Player) -> list[Player]
debug          reads    debug(text: str)
"""

FORMS: tuple[str, ...] = (
    "choose",
    "confirm",
    "choose_many",
    "declare",
    "window",
    "announce",
    "emit",
    "next_step",
    "cancel",
    "end_scope",
    "end_game",
    "original",
    "isinstance",
)
"""Calls that have a node of their own in ir.py."""

CONSTANTS: tuple[str, ...] = ("board", "mission", "everyone", "table", "box")
"""Names of `ir.Const`."""

NAMESPACES: tuple[str, ...] = ("game", "settings", "memory")
"""Names that only stand before a dot."""


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter. `named`: goes to `Builtin.named` may be left out. `optional`: `default` fills it in."""

    name: str
    type: Type
    named: bool = False
    default: int | None = None
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Spec:
    """One row: `written` is the name in the source, with a dot before a method's."""

    name: str
    written: str
    params: tuple[Param, ...]
    result: Type
    effect: Effect
    text: str


VARIABLES = frozenset("TVESDFKO")
PLAYER = EntityType("'Player")
"""Stands for the game's type of kind player."""

ANY_ZONE = ZoneType(EntityType("'Any"))
"""Stands for a zone that accepts what is moved."""


def variable(kind: Type) -> str:
    """The letter of a type variable in a Spec (they are written as entity types `'T`), "" for other types."""
    return (
        kind.name[1:]
        if isinstance(kind, EntityType) and kind.name[:1] == "'" and kind.name[1:] in VARIABLES
        else ""
    )


@cache
def by_written() -> dict[str, tuple[Spec, ...]]:
    """Overloads by the name in the source; in the order of the table."""
    found: dict[str, list[Spec]] = {}
    for spec in specs().values():
        found.setdefault(spec.written, []).append(spec)
    return {name: tuple(overloads) for name, overloads in found.items()}


@cache
def specs() -> dict[str, Spec]:
    """Every built-in, by the name that the checked form has."""
    return {spec.name: spec for spec in map(_row, _TABLE.strip().split("\n"))}


@cache
def reserved() -> frozenset[str]:
    """Names that a rule can't take, since a call of it would mean something else."""
    functions = {name for name in by_written() if name[0] != "."}
    return frozenset(functions | set(FORMS) | set(CONSTANTS) | set(NAMESPACES))


def _row(line: str) -> Spec:
    name, effect, text = line.split(None, 2)
    head, result = (text[:-1], "None") if text.endswith(")") else text.rsplit(") -> ", 1)
    before, _, inside = head.partition("(")
    receiver, dot, method = before.rpartition(".")
    params = [Param("self", _type(receiver))] if dot else []
    named = False
    for part in _split(inside):
        if part == "*":
            named = True
        else:
            params.append(_param(part, named))
    return Spec(name, "." + method if dot else before, tuple(params), _type(result), _effect(effect), text)


def _effect(word: str) -> Effect:
    found: dict[str, Effect] = {
        "reads": "reads",
        "edits": "edits",
        "random": "random",
        "changes": "changes",
    }
    return found[word]


def _param(text: str, named: bool) -> Param:
    name, _, kind = text.partition(": ")
    kind, _, default = kind.partition(" = ")
    value = int(default) if default.startswith("-") else None
    return Param(name, _type(kind or "T"), named, value, default != "")


def _split(text: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for at, char in enumerate(text):
        depth += (char in "([") - (char in ")]")
        if char == "," and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    return [part for part in (*parts, text[start:].strip()) if part]


def _type(text: str) -> Type:
    if text.startswith("("):
        param, _, result = text[1:].partition(") -> ")
        return FuncType((_type(param),), _type(result))
    if text == "Zone[]":
        return ANY_ZONE
    return _variables(parse_type(text, set(), VARIABLES | {"Player"}))


def _variables(kind: Type) -> Type:
    """Mark the type variables, so that no type of a game is taken for one."""
    if isinstance(kind, EntityType):
        return EntityType("'" + kind.name)
    if isinstance(kind, ListType):
        return ListType(_variables(kind.item))
    if isinstance(kind, ZoneType):
        return ZoneType(_variables(kind.item))
    if isinstance(kind, DictType):
        return DictType(_variables(kind.key), _variables(kind.value))
    if isinstance(kind, OptionalType):
        return OptionalType(_variables(kind.item))
    return kind
