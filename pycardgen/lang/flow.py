"""What is known at a point of a function: locals with a value, narrower types, lists that aren't empty."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pycardgen.lang import ir
from pycardgen.model.types import EntityType, OptionalType, Type
from pycardgen.records import dataclass, field

_NOTHING: Mapping[str, Type] = {}


@dataclass(frozen=True, slots=True)
class Flow:
    """What holds at a point. `filled`: the paths (`xs`, `p.hand`) of lists that have an item."""

    assigned: frozenset[str] = frozenset()
    narrowed: Mapping[str, Type] = field(default_factory=dict)
    filled: frozenset[str] = frozenset()

    def assign(self, name: str, narrower: Type | None = None, filled: bool = False) -> Flow:
        """After a local was given a value."""
        narrowed = {key: kind for key, kind in self.narrowed.items() if key != name}
        if narrower is not None:
            narrowed[name] = narrower
        paths = {path for path in self.filled if path.split(".", 1)[0] != name}
        return Flow(self.assigned | {name}, narrowed, frozenset(paths | {name} if filled else paths))

    def forget(self, names: Iterable[str]) -> Flow:
        """What still holds when these locals may have changed, and any state."""
        gone = set(names)
        narrowed = {key: kind for key, kind in self.narrowed.items() if key not in gone}
        paths = {path for path in self.filled if "." not in path and path not in gone}
        return Flow(self.assigned, narrowed, frozenset(paths))

    def emptied(self, path: str) -> Flow:
        """What still holds when a list may have lost items."""
        return replace(self, filled=self.filled - {path})


def join(*flows: Flow | None) -> Flow | None:
    """What holds where several ways meet; None when none of them gets there."""
    live = [flow for flow in flows if flow is not None]
    if not live:
        return None
    first, *others = live
    for other in others:
        narrowed = {name: kind for name, kind in first.narrowed.items() if other.narrowed.get(name) == kind}
        first = Flow(first.assigned & other.assigned, narrowed, first.filled & other.filled)
    return first


@dataclass(frozen=True, slots=True)
class Facts:
    """What a condition says about locals and lists when it has come out one way."""

    narrowed: Mapping[str, Type] = field(default_factory=dict)
    filled: frozenset[str] = frozenset()

    def also(self, other: Facts) -> Facts:
        """Both hold."""
        return Facts({**self.narrowed, **other.narrowed}, self.filled | other.filled)


NO_FACTS = Facts()


def learn(flow: Flow | None, facts: Facts) -> Flow | None:
    """A point after a condition."""
    if flow is None or facts is NO_FACTS:
        return flow
    return Flow(flow.assigned, {**flow.narrowed, **facts.narrowed}, flow.filled | facts.filled)


def facts(test: ir.Expr) -> tuple[Facts, Facts]:
    """What a (typed) condition says when it is true, and when it is false."""
    if isinstance(test, ir.Not):
        yes, no = facts(test.of)
        return no, yes
    if isinstance(test, ir.And):
        yes = NO_FACTS
        for item in test.items:
            yes = yes.also(facts(item)[0])
        return yes, NO_FACTS
    if isinstance(test, ir.Or):
        no = NO_FACTS
        for item in test.items:
            no = no.also(facts(item)[1])
        return NO_FACTS, no
    if isinstance(test, ir.IsNone) and isinstance(test.of, ir.Local):
        kind = test.of.type
        some = Facts({test.of.name: kind.item}) if isinstance(kind, OptionalType) else NO_FACTS
        return (some, NO_FACTS) if test.negated else (NO_FACTS, some)
    if isinstance(test, ir.IsType) and isinstance(test.of, ir.Local):
        return Facts({test.of.name: EntityType(test.entity)}), NO_FACTS
    if isinstance(test, ir.Compare) and len(test.ops) == 1:
        return _length(test.first, test.ops[0], test.rest[0])
    return NO_FACTS, NO_FACTS


_FLIPPED: dict[str, str] = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


def _length(left: ir.Expr, op: str, right: ir.Expr) -> tuple[Facts, Facts]:
    """`len(xs) > 0` and its kin."""
    if isinstance(left, ir.Lit):
        if op not in _FLIPPED:
            return NO_FACTS, NO_FACTS
        left, op, right = right, _FLIPPED[op], left
    if not (isinstance(left, ir.Builtin) and left.name.endswith(".len") and len(left.args) == 1):
        return NO_FACTS, NO_FACTS
    found = path(left.args[0])
    if found is None or not isinstance(right, ir.Lit) or type(right.value) is not int:
        return NO_FACTS, NO_FACTS
    some, n = Facts(filled=frozenset((found,))), right.value
    if (op == ">" and n >= 0) or (op in (">=", "==") and n >= 1) or (op == "!=" and n == 0):
        return some, NO_FACTS
    if (op == "==" and n == 0) or (op == "<" and n == 1) or (op == "<=" and n == 0):
        return NO_FACTS, some
    return NO_FACTS, NO_FACTS


def path(expr: ir.Expr) -> str | None:
    """A name for a list that is reached through names only: `xs`, `p.hand`, `game.deck`."""
    if isinstance(expr, ir.Local):
        return expr.name
    if isinstance(expr, ir.Const | ir.GameState):
        return "." + expr.name
    if isinstance(expr, ir.State | ir.Field):
        owner = path(expr.of)
        return f"{owner}.{expr.name}" if owner is not None else None
    return None


_KEEPS_ITEMS = ("list.copy", "zone.list", "sorted", "reversed", "shuffled")


def never_empty(expr: ir.Expr, flow: Flow | None) -> bool:
    """Whether a list evidently has an item."""
    if isinstance(expr, ir.ListLit):
        return bool(expr.items)
    if isinstance(expr, ir.Binary):
        return never_empty(expr.left, flow) or never_empty(expr.right, flow)
    if isinstance(expr, ir.Cond):
        return never_empty(expr.then, flow) and never_empty(expr.other, flow)
    if isinstance(expr, ir.Builtin) and expr.args:
        if expr.name in _KEEPS_ITEMS:
            return never_empty(expr.args[0], flow)
        bounds = [arg.value if isinstance(arg, ir.Lit) else None for arg in expr.args]
        if expr.name == "range" and len(bounds) == 2:
            low, high = bounds
            return type(low) is int and type(high) is int and low < high
        return False
    if isinstance(expr, ir.Const):
        return expr.name == "everyone"
    found = path(expr)
    return flow is not None and found is not None and found in flow.filled


def assigned_in(body: tuple[ir.Stmt, ...]) -> set[str]:
    """The locals that statements may give a value or, if they are lists, take items from."""
    found: set[str] = set()
    for stmt in body:
        if isinstance(stmt, ir.Assign | ir.Augment) and isinstance(stmt.target, ir.Local):
            found.add(stmt.target.name)
        if isinstance(stmt, ir.Assign | ir.Do):
            found |= _shortened(stmt.value)
        elif isinstance(stmt, ir.If):
            found |= assigned_in(stmt.then) | assigned_in(stmt.other)
        elif isinstance(stmt, ir.For):
            found |= {*stmt.targets} | assigned_in(stmt.body)
        elif isinstance(stmt, ir.While):
            found |= assigned_in(stmt.body)
    return found


def _shortened(value: ir.Expr) -> set[str]:
    if isinstance(value, ir.Builtin) and value.name.rpartition(".")[2] in ("pop", "remove", "clear"):
        return {arg.name for arg in value.args[:1] if isinstance(arg, ir.Local)}
    return set()
