"""Expressions of the rules as Python text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pycardgen.lang import ir
from pycardgen.lang.analysis import body_changes
from pycardgen.lang.emit_core import (
    FAST,
    HIGH,
    LOW,
    TINY,
    Scope,
    X,
    constant,
    ident,
    item_of,
    mark,
    marked,
    scalar,
    unmarked,
)
from pycardgen.lang.inline import inlinable
from pycardgen.lang.tables import value_at_play, walk
from pycardgen.model.game import MISSING
from pycardgen.model.types import (
    BoolType,
    DictType,
    EntityType,
    FuncType,
    ListType,
    OfferType,
    OptionalType,
    Type,
    ZoneType,
)


BIG = 10_000
"""Items of a list."""


def emit(node: ir.Expr, scope: Scope) -> X:
    """An expression as text, to be used where it stands: a `Missing` must be noticed, a fixed list not be kept."""
    return _EMIT[type(node)](node, scope)


def used(node: ir.Expr, scope: Scope) -> str:
    """Text in parentheses, for a place that notices a `Missing` by itself."""
    return emit(node, scope).a


def value(node: ir.Expr, scope: Scope) -> X:
    """An expression whose value is kept or passed on: surely there, and a real list if it's a list."""
    return moved(emit(node, scope), node.type, scope)


def stored(node: ir.Expr, scope: Scope) -> X:
    """A value on its way into a state, list, dict or step: a list or dict that nobody else holds."""
    x = emit(node, scope)
    if scalar(node.type):
        return moved(x, node.type, scope)
    return x if x.fresh else _copied(x, node.type, scope)


def moved(x: X, kind: Type, scope: Scope) -> X:
    """Make sure that a value is there, and a real list if it's a list."""
    if x.fixed:
        return _copied(x, kind, scope)
    if not x.missing:
        return x
    if not scope.walrus:
        return replace(x, text=f"_have({x.text})", atom=True, missing=False)
    name = scope.temporary()
    there = f"({name} := {x.text})" + (" is not _UNSET" if x.unset else ".__class__ is not _Missing")
    return replace(x, text=f"{name} if {there} else _have({name})", atom=False, missing=False)


def _copied(x: X, kind: Type, scope: Scope) -> X:
    """A new list or dict with the same items."""
    if isinstance(kind, ListType) and scalar(kind.item):
        of = walked(x, scope)
        return X(f"[*{of.a}]", True, fresh=True, safe=of.safe, size=x.size)
    if isinstance(kind, DictType) and scalar(kind.value):
        return X(f"{walked(x, scope).a}.copy()", True, fresh=True, size=x.size)
    if not scalar(kind):
        return X(f"_copy(_s, {x.text})", True, fresh=True, size=x.size)
    return x


# --- values ----------------------------------------------------------------------------------------------------


def _lit(node: ir.Lit, scope: Scope) -> X:
    return constant(node.value)


def _entity(node: ir.Entity, scope: Scope) -> X:
    number = scope.module.tables.first.get((scope.module.entity(node.entity), node.id))
    if number is None:
        return X(mark(f"_absent({node.id!a})", node.at), True)
    return constant(number)


def _local(node: ir.Local, scope: Scope) -> X:
    x = scope.env[node.name]
    if isinstance(node.type, EntityType) and not x.static and x.text.isidentifier():
        root = scope.module.entity(node.type.name)
        return replace(x, static=True, names=frozenset({(x.text, root)}))
    return x


def _const(node: ir.Const, scope: Scope) -> X:
    tables = scope.module.tables
    if node.name == "everyone":
        return everyone(scope)
    if node.name == "table":
        return constant(tables.players)
    if node.name == "box":
        raise AssertionError("the box has a number only beside a copy's type")
    board = tables.maps[0].definition if tables.maps else None
    found = board if node.name == "board" else tables.mission.definition if tables.mission else None
    if found is None and isinstance(node.type, OptionalType):
        return constant(None)
    if found is None:
        return X(mark(f"_absent({node.name!a})", node.at), True)
    return constant(tables.first[tables.root_of[found.type], found.id])


def everyone(scope: Scope) -> X:
    """All players."""
    players = scope.module.tables.players
    name = scope.module.constant("_everyone", lambda: tuple(range(players)))
    return X(name, True, fixed=True, safe=True, static=True, size=players)


def box(scope: Scope, item: Type) -> int:
    """The number of the box for a type of copies."""
    assert isinstance(item, EntityType)
    return scope.module.tables.zone_base[None, scope.module.entity(item.name)]


def _setting(node: ir.Setting, scope: Scope) -> X:
    return printed(
        value_at_play(scope.module.tables, scope.module.tables.settings[node.name], node.type), scope
    )


def printed(found: Any, scope: Scope) -> X:
    """A constant of the game: lists and dicts get a name."""
    if isinstance(found, tuple | dict):
        name = scope.module.fresh("P")
        scope.module.names[name] = found
        if any(isinstance(x, tuple | dict) for x in (found.values() if isinstance(found, dict) else found)):
            return X(f"_copy(_s, {name})", True, fresh=True)
        return X(name, True, fixed=True, safe=True, static=True, size=len(found))
    return constant(found)


def _game_state(node: ir.GameState, scope: Scope) -> X:
    if isinstance(node.type, ZoneType):
        return constant(scope.module.tables.zone_base["", node.name])
    decl = scope.module.tables.game.state[node.name]
    text = f"_s.g_{ident(node.name)}"
    missing = can_be_unset(decl.type, decl.default)
    return X(mark(text, node.at) if missing else text, True, missing=missing, unset=True, safe=not missing)


def can_be_unset(kind: Type, default: Any) -> bool:
    """Whether a state has no value until one is assigned."""
    return default is MISSING and not isinstance(kind, OptionalType | ListType | DictType)


def _memory(node: ir.Memory, scope: Scope) -> X:
    return X(f"_s.memory.m_{ident(node.name)}", True, safe=True)


def _field(node: ir.Field, scope: Scope) -> X:
    of = emit(node.of, scope)
    if node.name == "seat":
        size = scope.module.tables.players
        return replace(of, low=0, high=size) if of.const is None else of
    if isinstance(node.of.type, OfferType):
        return X(f"{of.a}.{node.name}", True, safe=of.safe, names=of.names)
    name = scope.module.field_table(node.entity, node.name)
    table = scope.module.names[name]
    if of.const is not None and _plain(table):
        return printed(table[of.const[0]], scope)
    missing = not _plain(table)
    found = X(
        f"{name}[{of.text}]",
        True,
        missing=missing,
        safe=of.safe and not missing and not of.missing,
        static=of.static and not missing,
        names=of.names,
    )
    return _of_table(found, table, node)


def _plain(table: tuple[Any, ...]) -> bool:
    return not any(type(item).__name__ == "Missing" for item in table)


def _of_table(x: X, table: tuple[Any, ...], node: ir.Field) -> X:
    """What the values of a table tell: bounds of ints, lengths of lists."""
    if all(type(item) is int for item in table) and table:
        x = replace(x, low=min(table), high=max(table))
    if not scalar(node.type):
        lengths = [len(item) for item in table if isinstance(item, tuple | dict)]
        plain = scalar(node.type.value if isinstance(node.type, DictType) else item_of(node.type))
        if plain:
            return marked(replace(x, fixed=True, size=max(lengths, default=0)), node.at)
        return X(mark(f"_copy(_s, {x.text})", node.at), True, fresh=True)
    return x if x.safe else marked(x, node.at)


def _state(node: ir.State, scope: Scope) -> X:
    tables = scope.module.tables
    owner = tables.declares(node.entity, node.name)
    decl = tables.game.entities[owner].state[node.name]
    of = emit(node.of, scope)
    if isinstance(decl.type, ZoneType):
        return zone_of(of, owner, node.name, scope, node.at)
    missing = can_be_unset(decl.type, decl.default)
    safe = of.safe and not missing and not of.missing
    if scope.module.entity(owner) == tables.player_type:
        scope.module.state_places.add(node.at)
        safe = safe and of.const is not None and of.const[0] < tables.players
    slot = f"c_{ident(owner)}_{ident(node.name)}"
    if (slot, of.text) in scope.values:
        return scope.values[slot, of.text]
    column = scope.of_state(slot)
    x = X(f"{column}[{of.text}]", True, missing=missing, unset=True, safe=safe)
    return marked(x, node.at)


def zone_of(of: X, owner: str, name: str, scope: Scope, at: int) -> X:
    """The number of an entity's zone."""
    tables = scope.module.tables
    low, high = tables.spans[owner]
    base = tables.zone_base[owner, name] - low
    if of.const is not None and of.const[0] < high:
        return constant(base + of.const[0])
    if tables.root_of[owner] == tables.player_type:
        table = scope.module.constant(
            f"_Z_{ident(owner)}_{ident(name)}", lambda: tuple(base + n for n in range(low, high))
        )
        scope.module.state_places.add(at)
        return X(mark(f"{table}[{of.text}]", at), True)
    return X(mark(f"{base} + {of.a}", at), safe=of.safe, static=of.static, names=of.names)


def contents(node: ir.Expr, scope: Scope) -> str:
    """The list of copies in a zone."""
    if not isinstance(node, ir.State):
        return f"{scope.of_state('zones')}[{emit(node, scope).text}]"
    tables = scope.module.tables
    owner = tables.declares(node.entity, node.name)
    if tables.root_of[owner] == tables.player_type:
        scope.module.state_places.add(node.at)
    piles = scope.of_state(f"z_{ident(owner)}_{ident(node.name)}")
    return mark(f"{piles}[{emit(node.of, scope).text}]", node.at)


def _index(node: ir.Index, scope: Scope) -> X:
    index = emit(node.index, scope)
    if isinstance(node.of.type, ZoneType):
        return X(mark(f"{contents(node.of, scope)}[{index.text}]", node.at), True)
    of = emit(node.of, scope)
    return X(mark(f"{of.a}[{index.text}]", node.at), True)


# --- numbers and truth -----------------------------------------------------------------------------------------


def _binary(node: ir.Binary, scope: Scope) -> X:
    left, right = emit(node.left, scope), emit(node.right, scope)
    if isinstance(node.type, ListType):
        return _joined(node, scope, left, right)
    both = left.names | right.names
    low, high = _bounds(node.op, left, right)
    if (
        left.const
        and right.const
        and (node.op in "+-*" or right.const[0] != 0)
        and LOW <= low <= high <= HIGH
    ):
        return constant(_FOLD[node.op](left.const[0], right.const[0]))
    fits = LOW <= low and high <= HIGH
    sure = fits and (node.op in "+-*" or right.low > 0)
    x = X(f"{left.a} {node.op} {right.a}", low=max(low, LOW), high=min(high, HIGH), names=both,
          static=left.static and right.static and sure,
          safe=left.safe and right.safe and sure)  # fmt: skip
    return x if x.safe else marked(x if fits else checked(x, scope, low < LOW, high > HIGH), node.at)


_FOLD: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
}


def _bounds(op: str, left: X, right: X) -> tuple[int, int]:
    """Bounds of a result, before it is checked."""
    if op == "+":
        return left.low + right.low, left.high + right.high
    if op == "-":
        return left.low - right.high, left.high - right.low
    if op == "*":
        corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
        return min(corners), max(corners)
    if op == "%":
        return (0, right.high - 1) if right.low > 0 else (LOW, HIGH)
    if right.low > 0:
        return min(left.low // right.low, left.low // right.high), max(
            left.high // right.low, left.high // right.high
        )
    return (LOW, HIGH) if left.low > LOW or right.low > -1 or right.high < -1 else (LOW, HIGH + 1)


def checked(x: X, scope: Scope, below: bool, above: bool) -> X:
    """An int that may not fit in 64 bits on the sides given: small ones pass quickly, others are looked at."""
    if not scope.walrus:
        return replace(x, text=f"_wide({x.text})", atom=True)
    name = scope.temporary("n")
    test = f"({name} := {x.text})"
    test = f"-{FAST} < {test}" if below else test
    test = f"{test} < {FAST}" if above else test
    return replace(x, text=f"{name} if {test} else _wide({name})", atom=False)


def _joined(node: ir.Binary, scope: Scope, left: X, right: X) -> X:
    """`xs + ys`: a new list."""
    if not scalar(item_of(node.type)):
        text = f"_copy(_s, [*{left.a}, *{right.a}])"
    elif left.size is not None and right.size is not None and left.size + right.size <= TINY:
        return X(f"[*{left.a}, *{right.a}]", True, fresh=True, size=left.size + right.size)
    else:
        text = f"_burn(_s, _small([*{left.a}, *{right.a}]))"
    return X(mark(text, node.at), True, fresh=True)


def _negative(node: ir.Negative, scope: Scope) -> X:
    of = emit(node.of, scope)
    if of.const is not None and of.low > LOW:
        return constant(-of.low)
    x = X(f"-{of.a}", safe=of.safe and of.low > LOW, low=-of.high, high=min(-of.low, HIGH))
    return x if x.safe else marked(x if of.low > LOW else checked(x, scope, False, True), node.at)


def _compare(node: ir.Compare, scope: Scope) -> X:
    if len(node.rest) == 1:
        return _compare_two(node, node.first, node.ops[0], node.rest[0], scope)
    parts = [used(node.first, scope)]
    for op, operand in zip(node.ops, node.rest, strict=True):
        parts += [op, used(operand, scope)]
    return X(mark(" ".join(parts), node.at))


def _compare_two(
    node: ir.Compare,
    first: ir.Expr,
    op: str,
    second: ir.Expr,
    scope: Scope,
    ask: Callable[[ir.Expr, Scope], X] = emit,
) -> X:
    if isinstance(second.type, ZoneType) and op in ("in", "not in"):
        return _in_zone(node, first, second, op, scope)
    right = emit(second, scope)
    if right.const is not None and op in ("==", "!=") and scalar(first.type):
        return distributed(first, scope, lambda leaf, inner: _equals(leaf, op, right, node.at, inner), ask)
    return _compared(first, op, second, right, node.at, scope)


def _compared(first: ir.Expr, op: str, second: ir.Expr, right: X, at: int, scope: Scope) -> X:
    left = emit(first, scope)
    if left.const and right.const:
        return constant(_COMPARE[op](left.const[0], right.const[0]))
    folded = _folded_compare(op, left, right)
    if folded is not None:
        return folded
    if op in ("==", "!=") and not scalar(first.type):
        left, right = (moved(x, kind, scope) for x, kind in ((left, first.type), (right, second.type)))
        return X(mark(f"_burn(_s, {left.text}) {op} {right.a}", at))
    if op in ("in", "not in") and isinstance(second.type, ListType):
        right = walked(right, scope)
    x = X(
        f"{left.a} {op} {right.a}",
        safe=left.safe and right.safe,
        static=left.static and right.static,
        names=left.names | right.names,
    )
    return tabled(x if x.safe else marked(x, at), scope)


def _equals(left: ir.Expr, op: str, right: X, at: int, scope: Scope) -> X:
    """Comparison with a constant: of a printed field, looked up in a table with one answer a copy."""
    assert right.const is not None
    if isinstance(left, ir.Field) and left.name != "seat" and not isinstance(left.of.type, OfferType):
        of = emit(left.of, scope)
        name = scope.module.field_table(left.entity, left.name)
        table = scope.module.names[name]
        if of.const is None and _plain(table):
            answers = tuple(_COMPARE[op](item, right.const[0]) for item in table)
            if len(set(answers)) == 1 and of.safe:
                return constant(answers[0])
            safe = of.safe and not of.missing
            x = X(f"{answer_table(answers, name, op, right, scope)}[{of.text}]", True, safe=safe,
                  static=of.static and not of.missing, names=of.names)  # fmt: skip
            return x if safe else marked(x, at)
    return _compared(left, op, left, right, at, scope)


def answer_table(answers: tuple[bool, ...], field: str, op: str, right: X, scope: Scope) -> str:
    """The name of a table of answers, the same for the same question."""
    key = f"{field} {op} {right.text}"
    if key not in scope.module.conditions:
        name = scope.module.conditions[key] = scope.module.fresh("Q")
        scope.module.names[name] = answers
        scope.module.notes[name] = key
    return scope.module.conditions[key]


def decided(node: ir.Expr, scope: Scope, ask: Callable[[ir.Expr, Scope], X]) -> X:
    """A condition; a constant where we are only reached if it holds, or if it doesn't."""
    x = ask(node, scope)
    found = scope.answer(unmarked(x.text)) if scope.known else None
    return x if found is None else constant(found)


def arms(
    node: ir.Cond, test: X, scope: Scope, write: Callable[[ir.Expr, Scope], X]
) -> tuple[X, X]:
    """Both arms of a conditional, each under what its condition says."""
    text = unmarked(test.text)
    found = []
    for arm, answer in ((node.then, True), (node.other, False)):
        if body_changes(arm, scope.module.facts):
            found.append(write(arm, scope))
        else:
            with scope.assuming(text, answer):
                found.append(write(arm, scope))
    return found[0], found[1]


def distributed(
    node: ir.Expr,
    scope: Scope,
    leaf: Callable[[ir.Expr, Scope], X],
    ask: Callable[[ir.Expr, Scope], X] = emit,
) -> X:
    """A condition on what a conditional or a small rule gives: asked of each of its arms."""
    if isinstance(node, ir.Cond):
        test = decided(node.test, scope, ask)
        if test.const is not None:
            return distributed(node.then if test.const[0] else node.other, scope, leaf, ask)
        then, other = arms(node, test, scope, lambda arm, inner: distributed(arm, inner, leaf, ask))
        return choice(test, then, other)
    if isinstance(node, ir.Call):
        found = opened(node, scope)
        if found is not None:
            body, names = found
            scope.inlined += 1
            with scope.binding(names):
                x = distributed(body, scope, leaf, ask)
            scope.inlined -= 1
            return x
    return leaf(node, scope)


def choice(test: X, then: X, other: X) -> X:
    """`then if test else other` of bools."""
    safe = test.safe and then.safe and other.safe
    static = test.static and then.static and other.static
    names = test.names | then.names | other.names
    missing = other.missing or then.missing
    if then.const == (True,):
        text = f"{test.a} or {other.a}"
    elif then.const == (False,):
        text = f"(not {test.a}) and {other.a}"
    elif other.const == (False,):
        text = f"{test.a} and {then.a}"
    elif other.const == (True,):
        text = f"(not {test.a}) or {then.a}"
    else:
        text = f"{then.a} if {test.a} else {other.a}"
    return X(text, safe=safe, static=static, names=names, missing=missing)


def tested(node: ir.Expr, scope: Scope) -> X:
    """An expression where only its truth matters: a list that isn't empty may stand for True."""
    if isinstance(node, ir.Compare) and len(node.rest) == 1 and _is_len(node.first):
        right = node.rest[0]
        question = (node.ops[0], right.value if isinstance(right, ir.Lit) else None)
        if question in ((">", 0), ("!=", 0), (">=", 1)):
            return _filled(node.first, scope)
        if question in (("==", 0), ("<", 1), ("<=", 0)):
            of = _filled(node.first, scope)
            return replace(of, text=f"not ({of.text})", atom=False)
    if isinstance(node, ir.Compare) and len(node.rest) == 1:
        return _compare_two(node, node.first, node.ops[0], node.rest[0], scope, tested)
    if isinstance(node, ir.Cond) and isinstance(node.type, BoolType):
        return distributed(node, scope, tested, tested)
    if isinstance(node, ir.And):
        return _chain(node.items, scope, "and", True, tested)
    if isinstance(node, ir.Or):
        return _chain(node.items, scope, "or", False, tested)
    if isinstance(node, ir.Call):
        found = opened(node, scope)
        if found is not None:
            body, names = found
            scope.inlined += 1
            with scope.binding(names):
                x = tested(body, scope)
            scope.inlined -= 1
            return x
    return emit(node, scope)


def condition(node: ir.Expr, scope: Scope) -> str:
    """The text of an expression where only its truth matters."""
    return tested(node, scope).text


def _is_len(node: ir.Expr) -> bool:
    return isinstance(node, ir.Builtin) and node.name in ("list.len", "zone.len", "dict.len")


def _filled(node: ir.Expr, scope: Scope) -> X:
    """Whether a list, dict or zone holds anything: it itself."""
    assert isinstance(node, ir.Builtin)
    return _holds_any(node.args[0], scope)


def _holds_any(of: ir.Expr, scope: Scope) -> X:
    from pycardgen.lang.emit_builtin import unrolled

    if isinstance(of.type, ZoneType):
        return X(contents(of, scope), True)
    if isinstance(of, ir.Call):
        found = opened(of, scope)
        if found is not None:
            body, names = found
            scope.inlined += 1
            with scope.binding(names):
                x = _holds_any(body, scope)
            scope.inlined -= 1
            return x
    if isinstance(of, ir.ListComp):
        some = unrolled(ir.ListComp(ir.Lit(True), of.clauses, at=of.at), scope, " or ", False)
        if some is not None:
            return some
    x = emit(of, scope)
    return X(x.text, x.atom, safe=x.safe)


def _folded_compare(op: str, left: X, right: X) -> X | None:
    """Comparisons that bounds decide."""
    if not (left.safe and right.safe) or op in ("in", "not in", "==", "!="):
        return None
    if op in (">", ">="):
        left, right, op = right, left, {">": "<", ">=": "<="}[op]
    if (left.high < right.low) or (op == "<=" and left.high <= right.low):
        return constant(True)
    if (left.low > right.high) or (op == "<" and left.low >= right.high):
        return constant(False)
    return None


_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def _in_zone(node: ir.Compare, first: ir.Expr, second: ir.Expr, op: str, scope: Scope) -> X:
    """Where a copy is tells whether it is in a zone."""
    assert isinstance(second.type, ZoneType)
    copy = emit(first, scope)
    if isinstance(second, ir.Const) and second.name == "box":
        zone = constant(box(scope, first.type.item if isinstance(first.type, OptionalType) else first.type))
    else:
        zone = emit(second, scope)
    same = "==" if op == "in" else "!="
    where = scope.where(root_of_item(scope, second.type, first.type))
    return X(mark(f"{where}[{copy.text}] {same} {zone.a}", node.at), safe=copy.safe and zone.safe)


def root_of_item(scope: Scope, zone: ZoneType, copy: Type) -> str:
    """The root type of what a zone holds; the box's comes from the copy."""
    kind = copy.item if isinstance(copy, OptionalType) else copy
    if not isinstance(kind, EntityType):
        kind = zone.item
    assert isinstance(kind, EntityType)
    return scope.module.entity(kind.name)


def walked(xs: X, scope: Scope) -> X:
    """A list that is gone through at the speed of C: only long ones burn fuel."""
    if xs.size is not None and xs.size <= TINY:
        return xs
    return replace(xs, text=f"_burn(_s, {xs.text})", atom=True, safe=False)


def tabled(x: X, scope: Scope) -> X:
    """A condition on the printed fields of one copy becomes a table with one entry a copy."""
    if not x.static or len(x.names) != 1 or x.text.count("[") < 1:
        return x
    ((name, root),) = x.names
    if root == scope.module.tables.player_type:
        return x
    text = unmarked(x.text)
    key = f"{root}:{name}:{text}"
    table = scope.module.conditions.get(key)
    if table is None:
        size = len(scope.module.tables.copies[root])
        if size == 0:
            return x
        found = tuple(eval(f"[{text} for {name} in range({size})]", dict(scope.module.names)))
        table = scope.module.conditions[key] = scope.module.fresh("Q")
        scope.module.names[table] = found
        scope.module.notes[table] = f"[{text} for {name} in every({root})]"
    values = set(scope.module.names[table])
    if len(values) == 1:
        return constant(values.pop())
    return X(f"{table}[{name}]", True, safe=True, static=True, names=x.names)


def _is_none(node: ir.IsNone, scope: Scope) -> X:
    of = emit(node.of, scope)
    if of.const is not None:
        return constant((of.const[0] is None) != node.negated)
    x = X(f"{of.a} is {'not ' if node.negated else ''}None", safe=of.safe, static=of.static, names=of.names)
    return x if x.safe else marked(x, node.at)


def _is_type(node: ir.IsType, scope: Scope) -> X:
    tables = scope.module.tables
    of = emit(node.of, scope)
    low, high = tables.spans[node.entity]
    size = len(tables.copies[tables.root_of[node.entity]])
    optional = isinstance(node.of.type, OptionalType)
    if tables.root_of[node.entity] == tables.player_type or (low, high) == (0, size):
        return X(f"{of.a} is not None", safe=of.safe) if optional else _sure(of, True)
    if low == high:
        return _sure(of, False)
    name = of.a
    if optional or not of.atom:
        if not scope.walrus:
            return X(mark(f"_between({of.text}, {low}, {high})", node.at), True)
        name = scope.temporary()
        of = replace(of, text=f"({name} := {of.text})", static=False)
    test = (
        f"{name} < {high}"
        if low == 0
        else f"{low} <= {name}"
        if high == size
        else f"{low} <= {name} < {high}"
    )
    if optional:
        return X(f"{of.a} is not None and {test}", safe=of.safe)
    if name != of.a:
        test = test.replace(name, of.a, 1)
    return tabled(X(test, safe=of.safe, static=of.static, names=of.names), scope)


def _sure(of: X, answer: bool) -> X:
    """An answer that doesn't need the operand; what the operand does still happens."""
    return constant(answer) if of.safe else X(f"({of.text}, {answer})[1]", True)


def _and(node: ir.And, scope: Scope) -> X:
    return _chain(node.items, scope, "and", True)


def _or(node: ir.Or, scope: Scope) -> X:
    return _chain(node.items, scope, "or", False)


def _chain(
    items: tuple[ir.Expr, ...],
    scope: Scope,
    word: str,
    neutral: bool,
    each: Callable[[ir.Expr, Scope], X] = emit,
) -> X:
    """`and`, `or`: constants go, what follows a deciding one goes too."""
    parts: list[X] = []
    for item in items:
        x = each(item, scope)
        if x.const is not None:
            if x.const[0] is neutral:
                continue
            parts.append(x)
            break
        parts.append(x)
    if not parts:
        return constant(neutral)
    if len(parts) == 1:
        return parts[0]
    if parts[-1].const is not None and all(part.safe for part in parts):
        return parts[-1]
    x = X(
        f" {word} ".join(part.a for part in parts),
        missing=parts[-1].missing,
        safe=all(part.safe for part in parts),
        static=all(part.static for part in parts),
        names=frozenset().union(*(part.names for part in parts)),
    )
    return tabled(x, scope)


def _not(node: ir.Not, scope: Scope) -> X:
    of = tested(node.of, scope)
    if of.const is not None:
        return constant(not of.const[0])
    x = X(f"not {of.a}", safe=of.safe, static=of.static, names=of.names)
    return x if x.safe else marked(tabled(x, scope), node.at)


def _cond(node: ir.Cond, scope: Scope) -> X:
    test = decided(node.test, scope, tested)
    if test.const is not None:
        return emit(node.then if test.const[0] else node.other, scope)
    then, other = arms(node, test, scope, emit)
    if isinstance(node.type, BoolType) and (then.const or other.const):
        return choice(decided(node.test, scope, emit), then, other)
    return X(
        f"{then.a} if {test.a} else {other.a}",
        fresh=then.fresh and other.fresh,
        fixed=then.fixed or other.fixed,
        missing=then.missing or other.missing,
        unset=all(x.unset for x in (then, other) if x.missing),
        size=max(then.size, other.size) if then.size is not None and other.size is not None else None,
        safe=test.safe and then.safe and other.safe,
        static=test.static and then.static and other.static and not (then.fixed or other.fixed),
        names=test.names | then.names | other.names,
        low=min(then.low, other.low),
        high=max(then.high, other.high),
    )


# --- lists and functions ---------------------------------------------------------------------------------------


def _list(node: ir.ListLit, scope: Scope) -> X:
    items = [stored(item, scope) for item in node.items]
    if items and all(x.const is not None for x in items):
        found = tuple(x.const[0] for x in items if x.const)
        text = "(" + ", ".join(map(ascii, found)) + ",)"
        return X(text, True, fixed=True, safe=True, static=True, size=len(found))
    text = "[" + ", ".join(x.text for x in items) + "]"
    return X(text, True, fresh=True, safe=all(x.safe for x in items), size=len(items))


def _dict(node: ir.DictLit, scope: Scope) -> X:
    pairs = []
    for key, item in zip(node.keys, node.values, strict=True):
        pairs.append(f"{value(key, scope).text}: {stored(item, scope).text}")
    return X("{" + ", ".join(pairs) + "}", True, fresh=True, size=len(pairs))


def _list_comp(node: ir.ListComp, scope: Scope) -> X:
    clause = node.clauses[0]
    if (
        len(node.clauses) == 1
        and isinstance(clause.over, ir.Builtin)
        and clause.over.name == "within"
        and isinstance(node.item, ir.Local)
        and node.item.name == clause.targets[0]
    ):
        from pycardgen.lang.emit_space import within

        x = within(clause.over, scope, clause.targets[0], clause.tests)
        if x is not None:
            return x
    return comprehension(node, scope, lambda: stored(node.item, scope), "[]")


def _dict_comp(node: ir.DictComp, scope: Scope) -> X:
    def item() -> X:
        key = value(node.key, scope).text
        return X(f"{key}: {stored(node.value, scope).text}")

    return comprehension(node, scope, item, "{}")


def comprehension(node: ir.ListComp | ir.DictComp, scope: Scope, item: Callable[[], X], brackets: str) -> X:
    """A comprehension; a generator when the brackets are round. Two clauses or more can make more than they go
    through, so their result is measured.
    """
    from pycardgen.lang.emit_stmt import iterable, targets

    parts: list[str] = []
    size: int | None = 1
    product = scope.product

    static = True
    bound: set[str] = set()

    def never_changes(x: X) -> bool:
        return x.static and all(name in bound for name, _ in x.names)

    def nest(rest: tuple[ir.Clause, ...]) -> str:
        nonlocal size, static
        if not rest:
            made = item()
            static = static and never_changes(made)
            return made.text
        clause = rest[0]
        with scope.without_walrus():
            over = iterable(clause.over, scope, node)
        size = None if size is None or over.size is None else size * over.size
        scope.product *= over.size or 1
        names = targets(clause.targets, clause.over, over, scope)
        static = static and never_changes(over) and len(names) == 1
        bound.update(x.text for x in names.values())
        with scope.binding(names, 2):
            text = f"for {', '.join(names[name].text for name in clause.targets)} in {over.a}"
            for test in clause.tests:
                passed = tested(test, scope)
                static = static and never_changes(passed)
                if passed.const is None or not passed.const[0]:
                    text += f" if {passed.a}"
            parts.append(text)
            return nest(rest[1:])

    made = nest(node.clauses)
    scope.product = product
    text = f"{brackets[0]}{made} {' '.join(parts)}{brackets[1]}"
    if static and brackets == "[]" and size is not None and size <= BIG:
        names = {**scope.module.names, "_s": None, "_burn": lambda s, xs: xs}
        return printed(tuple(eval(unmarked(text), names)), scope)
    if len(node.clauses) > 1 and (size is None or size > TINY) and brackets != "()":
        text = f"_small({text})"
    return X(mark(text, node.at), True, fresh=True, size=size)


def function(node: ir.Expr, scope: Scope) -> X:
    """A function that is handed to a built-in: a lambda, or a rule's name."""
    if isinstance(node, ir.FuncRef):
        lambda_ = as_lambda(node, scope)
        if lambda_ is None:
            scope.called = True
            return X(f"lambda _a: {callee(node.name, scope)}(_s, _a)")
        node = lambda_
    assert isinstance(node, ir.Lambda)
    kinds = node.type.params if isinstance(node.type, FuncType) else ()
    names = {
        name: local(name, scope, kinds[at] if at < len(kinds) else None)
        for at, name in enumerate(node.params)
    }
    with scope.binding(names, 2):
        body = value(node.body, scope)
    return X(f"lambda {', '.join(x.text for x in names.values())}: {body.text}")


def as_lambda(node: ir.Expr, scope: Scope) -> ir.Lambda | None:
    """A function argument as a lambda whose body can be put in place; None for a rule that is more than that."""
    if isinstance(node, ir.Lambda):
        return node
    assert isinstance(node, ir.FuncRef)
    body = inlinable(node.name, scope.module)
    if body is None:
        return None
    params = tuple(name for name, _ in scope.module.functions[node.name].params)
    return ir.Lambda(params, body, at=node.at, type=node.type)


def local(name: str, scope: Scope, kind: Type | None = None) -> X:
    """A local as Python knows it. In a body that was put in place it gets a name of its own."""
    text = scope.temporary("v") + "_" + ident(name) if scope.inlined else ident(name)
    if isinstance(kind, EntityType):
        root = scope.module.entity(kind.name)
        return X(text, True, safe=True, static=True, names=frozenset({(text, root)}))
    return X(text, True, safe=True)


def _lambda(node: ir.Lambda | ir.FuncRef, scope: Scope) -> X:
    return function(node, scope)


def callee(name: str, scope: Scope) -> str:
    """The name of the Python function that a call of a rule runs."""
    module = scope.module
    if name in module.tables.game.values and module.answers("modify", name):
        return f"_v_{ident(name)}"
    if name in module.tables.game.hooks and module.answers("replace", name):
        return f"_h_{ident(name)}"
    module.wanted[name] = None
    return f"_f_{ident(name)}"


def _call(node: ir.Call, scope: Scope) -> X:
    found = opened(node, scope)
    if found is not None:
        body, names = found
        scope.inlined += 1
        with scope.binding(names):
            x = emit(body, scope)
        scope.inlined -= 1
        return x
    scope.called = True
    function = callee(node.name, scope)
    text = "".join(f", {x.text}" for x in _arguments(node, scope, function[:3] == "_f_"))
    return X(mark(f"{function}(_s{text})", node.at), True)


def _arguments(node: ir.Call, scope: Scope, plain: bool) -> list[X]:
    """The arguments of a call. A rule that only looks at a list may be given one that never changes."""
    from pycardgen.lang.emit_stmt import only_looked_at

    function = scope.module.functions[node.name]
    looked = only_looked_at(function, scope.module) if plain else frozenset()
    found = []
    for arg, (name, _) in zip(node.args, function.params, strict=True):
        x = emit(arg, scope)
        found.append(x if x.fixed and name in looked else moved(x, arg.type, scope))
    return found


def opened(node: ir.Call, scope: Scope) -> tuple[ir.Expr, dict[str, X]] | None:
    """The body of a small rule and what stands for its parameters, if it can stand in place of the call."""
    body = inlinable(node.name, scope.module)
    if body is None or scope.inlined > 8:
        return None
    function = scope.module.functions[node.name]
    args = _arguments(node, scope, True)
    if not fits(body, function, args):
        return None
    return body, {name: x for x, (name, _) in zip(args, function.params, strict=True)}


def fits(body: ir.Expr, function: ir.Func, args: list[X]) -> bool:
    """Whether arguments may stand in place of the parameters: names and constants may, safe ones once."""
    uses = [node.name for node in walk(body) if isinstance(node, ir.Local)]
    once = 0 if any(isinstance(node, ir.Call) for node in walk(body)) else 1
    return all(
        x.safe and (x.const is not None or x.text.isidentifier() or uses.count(name) <= once)
        for x, (name, _) in zip(args, function.params, strict=True)
    )


def _format(node: ir.Format, scope: Scope) -> X:
    return X("(" + "".join(f"{value(part, scope).text}, " for part in node.parts) + ")", True)


def _builtin(node: ir.Builtin, scope: Scope) -> X:
    from pycardgen.lang.emit_builtin import builtin

    return builtin(node, scope)


def _flow(node: Any, scope: Scope) -> X:
    from pycardgen.lang.emit_flow import flow

    return flow(node, scope)


def is_bool(kind: Type) -> bool:
    """Whether a type is bool."""
    return isinstance(kind, BoolType)


_EMIT: dict[type, Callable[[Any, Scope], X]] = {
    ir.Lit: _lit,
    ir.Entity: _entity,
    ir.Local: _local,
    ir.Const: _const,
    ir.Setting: _setting,
    ir.GameState: _game_state,
    ir.Memory: _memory,
    ir.Field: _field,
    ir.State: _state,
    ir.Index: _index,
    ir.Binary: _binary,
    ir.Negative: _negative,
    ir.Compare: _compare,
    ir.IsNone: _is_none,
    ir.IsType: _is_type,
    ir.And: _and,
    ir.Or: _or,
    ir.Not: _not,
    ir.Cond: _cond,
    ir.ListLit: _list,
    ir.DictLit: _dict,
    ir.ListComp: _list_comp,
    ir.DictComp: _dict_comp,
    ir.Lambda: _lambda,
    ir.FuncRef: _lambda,
    ir.Call: _call,
    ir.Builtin: _builtin,
    ir.Format: _format,
    ir.Choose: _flow,
    ir.ChooseMany: _flow,
    ir.Declare: _flow,
    ir.Window: _flow,
    ir.Emit: _flow,
    ir.Announce: _flow,
    ir.NextStep: _flow,
    ir.Cancel: _flow,
    ir.EndScope: _flow,
    ir.EndGame: _flow,
    ir.Original: _flow,
}
