"""Conditions as Python text: folded, looked up in tables, asked of the arms of conditionals."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

from pycardgen.lang import ir
from pycardgen.lang.analysis import body_changes
from pycardgen.lang.emit_call import opened
from pycardgen.lang.emit_core import (
    AGAIN,
    KEEP,
    KEPT,
    KEPT_AS,
    Scope,
    X,
    constant,
    mark,
    marked,
    scalar,
    unmarked,
)
from pycardgen.lang.emit_expr import emit, moved, used, walked
from pycardgen.lang.emit_known import may_be
from pycardgen.lang.emit_value import box, contents, plain_table, root_of_item
from pycardgen.model.types import BoolType, ListType, OfferType, OptionalType, ZoneType


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
        return distributed(first, scope, lambda leaf, inner: equals(leaf, op, right, node.at, inner), ask)
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


def equals(left: ir.Expr, op: str, right: X, at: int, scope: Scope) -> X:
    """Comparison with a constant: of a printed field, looked up in a table with one answer a copy."""
    assert right.const is not None
    if isinstance(left, ir.State) and op in ("==", "!="):
        values = may_be(left, emit(left.of, scope), scope)
        if values is not None and right.const[0] not in values:
            return constant(op == "!=")
        if values == frozenset(right.const):
            return constant(op == "==")
    if isinstance(left, ir.Field) and left.name != "seat" and not isinstance(left.of.type, OfferType):
        of = emit(left.of, scope)
        name = scope.module.field_table(left.entity, left.name)
        table = scope.module.names[name]
        if of.const is None and plain_table(table):
            answers = tuple(_COMPARE[op](item, right.const[0]) for item in table)
            if len(set(answers)) == 1 and of.safe:
                return constant(answers[0])
            safe = of.safe and not of.missing
            word, found = answer_table(answers, name, op, right, scope)
            static = of.static and not of.missing
            x = X(f"{found}[{of.text}]", True, safe=safe, static=static, names=of.names)
            x = x if safe else marked(x, at)
            return replace(x, text=word + x.text, atom=not word)
    return _compared(left, op, left, right, at, scope)


def answer_table(answers: tuple[bool, ...], field: str, op: str, right: X, scope: Scope) -> tuple[str, str]:
    """`not ` or nothing, and the name of a table of answers: the same for a question and its opposite."""
    key = f"{field} {op} {right.text}"
    opposite = tuple(not answer for answer in answers)
    for other, name in scope.module.conditions.items():
        if other.startswith(f"{field} ") and scope.module.names[name] == opposite:
            return "not ", name
    if key not in scope.module.conditions:
        name = scope.module.conditions[key] = scope.module.fresh("Q")
        scope.module.names[name] = answers
        scope.module.notes[name] = key
    return "", scope.module.conditions[key]


def decided(node: ir.Expr, scope: Scope, ask: Callable[[ir.Expr, Scope], X]) -> X:
    """A condition; a constant where we are only reached if it holds, or if it doesn't."""
    x = ask(node, scope)
    found = scope.answer(unmarked(x.text)) if scope.known else None
    return x if found is None else constant(found)


def arms(node: ir.Cond, test: X, scope: Scope, write: Callable[[ir.Expr, Scope], X]) -> tuple[X, X]:
    """Both arms of a conditional, each under what its condition says."""
    text = unmarked(test.text)
    found = []
    for arm, answer in ((node.then, True), (node.other, False)):
        if body_changes(arm, scope.module.facts):
            with scope.perhaps():
                found.append(write(arm, scope))
        else:
            with scope.assuming(text, answer), scope.perhaps():
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
    elif other.const == (True,) and _NOT_ITEM.match(unmarked(then.text)):
        text = f"not ({test.a} and {then.text[4:]})"
    elif other.const == (True,):
        text = f"(not {test.a}) or {then.a}"
    else:
        text = f"{then.a} if {test.a} else {other.a}"
    loose = test.loose or then.loose or other.loose
    return X(text, safe=safe, static=static, names=names, missing=missing, loose=loose)


def tested(node: ir.Expr, scope: Scope) -> X:
    """An expression where only its truth matters: a list that isn't empty may stand for True."""
    if isinstance(node, ir.Compare) and len(node.rest) == 1 and _is_len(node.first):
        right = node.rest[0]
        question = (node.ops[0], right.value if isinstance(right, ir.Lit) else None)
        if question in ((">", 0), ("!=", 0), (">=", 1)):
            return _filled(node.first, scope)
        if question in (("==", 0), ("<", 1), ("<=", 0)):
            of = _filled(node.first, scope)
            return replace(of, text=f"not ({of.text})", atom=False, loose=False)
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
            return known_answer(x, scope)
    return emit(node, scope)


def known_answer(x: X, scope: Scope) -> X:
    """A condition that a rule stands for: the local that holds its answer; else it gets one, if it's used."""
    text, word = unmarked(x.text), ""
    if text.startswith("not (") and text.endswith(")"):
        text, word = text[5:-1], "not "
    if text in scope.held:
        again = f"{AGAIN}{scope.held[text][0]}{KEPT_AS}{text}{KEPT}"
        return replace(x, text=word + again, atom=not word, safe=True)
    names = frozenset(_WORDS.findall(text))
    plain = not word and x.const is None and scope.walrus and ":=" not in text and not _HELD.search(text)
    if (
        plain
        and scope.certain
        and "[" in text
        and set(_CALLED.findall(text)) <= {"len"}
        and "_s" not in names
    ):
        scope.counter += 1
        name = f"_e{scope.counter}"
        scope.held = {**scope.held, text: (name, names)}
        return replace(x, text=f"{KEEP}{name}{KEPT_AS}{x.text}{KEPT}", atom=True)
    return x


_NOT_ITEM = re.compile(r"not \w+\[[^ ]*\]$")
_HELD = re.compile(r"\b_e\d+\b")
_WORDS, _CALLED = re.compile(r"\w+"), re.compile(r"(\w+)\(")


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
        return X(contents(of, scope), True, loose=True)
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
    return X(x.text, x.atom, safe=x.safe, loose=True)


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
    if copy.text in scope.lying and unmarked(scope.lying[copy.text][0]) == unmarked(zone.text):
        return constant(op == "in")
    same = "==" if op == "in" else "!="
    where = scope.where(root_of_item(scope, second.type, first.type))
    return X(mark(f"{where}[{copy.text}] {same} {zone.a}", node.at), safe=copy.safe and zone.safe)


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
        with nullcontext() if item is items[0] else scope.perhaps():
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
        loose=any(part.loose for part in parts),
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
        return choice(decided(node.test, scope, emit) if test.loose else test, then, other)
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


WRITERS: dict[type, Callable[[Any, Scope], X]] = {
    ir.Compare: _compare,
    ir.IsNone: _is_none,
    ir.IsType: _is_type,
    ir.And: _and,
    ir.Or: _or,
    ir.Not: _not,
    ir.Cond: _cond,
}
