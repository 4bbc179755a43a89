"""Which rules are so small that their body can stand in place of a call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycardgen.lang import ir
from pycardgen.lang.builtins import specs
from pycardgen.lang.tables import walk

if TYPE_CHECKING:
    from pycardgen.lang.emit_core import Module

SMALL = 120
"""Nodes that a body may have, those of the bodies put in it included."""


def inlinable(name: str, module: Module) -> ir.Expr | None:
    """The body of a rule as one expression, if it is small, only reads, and nothing changes it."""
    found = _sized(name, module)
    return found[0] if found else None


def _sized(name: str, module: Module) -> tuple[ir.Expr, int] | None:
    """The body and how big it is."""
    if name not in module.bodies:
        module.bodies[name] = _body(name, module)
    return module.bodies[name]


def _body(name: str, module: Module) -> tuple[ir.Expr, int] | None:
    function = module.functions.get(name)
    if function is None or not module.flags.inline or module.flags.coverage:
        return None
    if name in module.facts.recursive or module.answers("modify", name) or module.answers("replace", name):
        return None
    body = _as_expression(function.body)
    if body is None:
        return None
    nodes = walk(body)
    if len(nodes) > SMALL or not all(map(_only_reads, nodes)):
        return None
    inner = [_sized(node.name, module) for node in nodes if isinstance(node, ir.Call)]
    size = len(nodes) + sum(found[1] for found in inner if found)
    return (body, size) if size <= SMALL else None


def _as_expression(body: tuple[ir.Stmt, ...]) -> ir.Expr | None:
    """`return x`, and `if` whose branches return, as an expression."""
    if not body:
        return None
    first, rest = body[0], body[1:]
    if isinstance(first, ir.Return):
        return first.value
    if isinstance(first, ir.If):
        then, other = _as_expression(first.then), _as_expression(first.other or rest)
        if then is not None and other is not None:
            return ir.Cond(first.test, then, other, at=first.at, type=then.type)
    return None


def _only_reads(node: object) -> bool:
    if isinstance(node, ir.Builtin):
        return specs()[node.name].effect == "reads"
    return not isinstance(
        node,
        ir.Choose
        | ir.ChooseMany
        | ir.Declare
        | ir.Window
        | ir.Emit
        | ir.Announce
        | ir.NextStep
        | ir.Cancel
        | ir.EndScope
        | ir.EndGame
        | ir.Original,
    )
