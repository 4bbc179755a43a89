"""Which rules' lines can stand in place of a call: those that return at their end only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pycardgen.lang import ir
from pycardgen.lang.inline import inlinable
from pycardgen.lang.tables import walk

if TYPE_CHECKING:
    from pycardgen.lang.emit_core import Module

SMALL, ONCE = 30, 500
"""Nodes that a rule may have, and one that is called from one place only."""


Lines = tuple[tuple[ir.Stmt, ...], int, bool]
"""The statements of a rule, arranged so that every `return` ends them, how many nodes they have, and whether
they hold closures.
"""


def spliceable(name: str, module: Module) -> Lines | None:
    """The lines of a rule, if they may stand in place of a call."""
    if name not in module.spliced:
        module.spliced[name] = _found(name, module)
    return module.spliced[name]


def _found(name: str, module: Module) -> Lines | None:
    function = module.functions.get(name)
    if function is None or not module.flags.inline or module.flags.coverage or name in module.facts.recursive:
        return None
    if module.answers("modify", name) or module.answers("replace", name):
        return None
    return arranged(function, module, ONCE if module.calls.get(name) == 1 else SMALL)


def arranged(function: ir.Func, module: Module, most: int) -> Lines | None:
    """The statements of a rule of at most so many nodes, if they can stand elsewhere without a `return`."""
    nodes = walk(function.body)
    if len(nodes) > most:
        return None
    if any(isinstance(node, ir.Original) for node in nodes):
        return None
    bodies = [inlinable(node.name, module) for node in nodes if isinstance(node, ir.Call)]
    closures = any(_has_closures(_all(body, module)) for body in bodies if body is not None)
    body = _ended(function.body)
    return None if body is None else (body, len(nodes), closures or _has_closures(nodes))


def _has_closures(nodes: Sequence[Any]) -> bool:
    """Whether code would hold comprehensions or lambdas: these make the locals around them slow.

    What `within` is given isn't among them: its conditions stand in a function of their own.
    """
    searches = [node for node in nodes if isinstance(node, ir.Builtin) and node.name == "within"]
    apart = {id(value) for node in searches for _, value in node.named}
    apart |= {
        id(node)
        for node in nodes
        if isinstance(node, ir.ListComp)
        and any(node.clauses[0].over is search for search in searches)
        and isinstance(node.item, ir.Local)
    }
    closures = (ir.ListComp, ir.DictComp, ir.Lambda)
    return any(isinstance(node, closures) and id(node) not in apart for node in nodes)


def _all(body: ir.Expr, module: Module) -> list[Any]:
    """The nodes of an expression and of the small rules that stand in place of calls in it."""
    found = list(walk(body))
    for node in found:
        inner = inlinable(node.name, module) if isinstance(node, ir.Call) else None
        if inner is not None:
            found.extend(walk(inner))
    return found


def _ended(body: tuple[ir.Stmt, ...]) -> tuple[ir.Stmt, ...] | None:
    """Statements in which nothing follows a `return`; None where a loop returns or code would have to be
    doubled.
    """
    done: list[ir.Stmt] = []
    for at, statement in enumerate(body):
        rest = body[at + 1 :]
        if isinstance(statement, ir.Return):
            return (*done, statement)
        if not _returns(statement):
            done.append(statement)
            continue
        if not isinstance(statement, ir.If):
            return None
        ends = _always(statement.then), _always(statement.other)
        if rest and not any(ends):
            return None
        then = _ended(statement.then if ends[0] else (*statement.then, *rest))
        other = _ended(statement.other if ends[1] else (*statement.other, *rest))
        if then is None or other is None:
            return None
        return (*done, replace(statement, then=then, other=other))
    return tuple(done)


def _returns(statement: ir.Stmt) -> bool:
    return any(isinstance(node, ir.Return) for node in walk(statement))


def _always(body: tuple[ir.Stmt, ...]) -> bool:
    """Whether statements return whatever happens."""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, ir.If):
        return _always(last.then) and _always(last.other)
    return isinstance(last, ir.Return)
