"""Arithmetic as Python text: results that can't leave 64 bits aren't checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pycardgen.lang import ir
from pycardgen.lang.emit_core import FAST, HIGH, LOW, TINY, Scope, X, constant, item_of, mark, marked, scalar
from pycardgen.lang.emit_expr import emit
from pycardgen.model.types import ListType


def _binary(node: ir.Binary, scope: Scope) -> X:
    left, right = emit(node.left, scope), emit(node.right, scope)
    if isinstance(node.type, ListType):
        return _joined(node, scope, left, right)
    both = left.names | right.names
    low, high = bounds(node.op, left, right)
    if (
        left.const
        and right.const
        and (node.op in "+-*" or right.const[0] != 0)
        and LOW <= low <= high <= HIGH
    ):
        return constant(_FOLD[node.op](left.const[0], right.const[0]))
    fits = low >= LOW and high <= HIGH
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


def bounds(op: str, left: X, right: X) -> tuple[int, int]:
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
    """An int that may not fit in 64 bits on some sides: small ones pass quickly, others are looked at."""
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


WRITERS: dict[type, Callable[[Any, Scope], X]] = {
    ir.Binary: _binary,
    ir.Negative: _negative,
}
