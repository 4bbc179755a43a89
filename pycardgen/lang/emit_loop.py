"""The loop in which games are played, as Python text: it takes the steps one after the other. The rules that
run most often stand in it, so that what they need of the state is looked up once a game.

Its locals: `_frames` the frames of steps, `_waiting` the queue of the innermost, `_queue` what the running
step queues (None: to be made), `_tags` and `_scope` of which the running step's tags are made (`_scope` is
True when the state has them already), `_left` the decisions that are left (None: the state has them).
"""

from __future__ import annotations

import re

from pycardgen.lang import ir
from pycardgen.lang.analysis import body_flows
from pycardgen.lang.emit_core import Module, Scope, Sink, ident, scalar, settle
from pycardgen.lang.emit_expr import local
from pycardgen.lang.emit_stmt import body, keeps_of, locals_of
from pycardgen.lang.splice import ONCE, arranged
from pycardgen.lang.tables import walk

PLACED = 3
"""Rules that stand in the loop, at most: each costs those after it a comparison."""

HEAD = """\
    _frames, _waiting, _queue, _scope, _left = _s.steps, [], None, True, _s.left
    try:
        for _s.done in range(_s.done + 1, _until + 1):
            if not _waiting:
                if not _frames: _no_step()
                _waiting, _tags = _frames[-1][1], ()
            _rule, _args, _scope = _waiting.pop(0)
            if not _waiting: _tags = _frames.pop()[0]
            _s.fuel = {fuel}"""

FOOT = """\
            if _s.fuel < {light}: _heavy(_s, {fuel}, {game}, _places[_rule])
    finally:
        if _left is not None: _s.left = _left
    if _scope is not True:
        _s.tags = _tagged(_tags, _scope)
        if _queue is None: _s.queue = []"""


def placed(module: Module) -> list[str]:
    """The rules that stand in the loop, those that are queued in loops first."""
    if not module.flags.inline or module.flags.coverage:
        return []
    often = {
        node.name: 1
        for name in module.reached
        for loop in walk(module.functions[name].body)
        if isinstance(loop, ir.For | ir.While)
        for node in walk(loop.body)
        if isinstance(node, ir.NextStep)
    }
    found = [name for name in module.steps if _fits(name, module)]
    return sorted(found, key=lambda name: -often.get(name, 0))[:PLACED]


def _fits(name: str, module: Module) -> bool:
    """Whether a rule runs as a step only, small enough, and can be written without `return`."""
    function = module.functions[name]
    return (
        name != module.tables.start
        and not module.calls.get(name)
        and name not in module.facts.recursive
        and all(scalar(kind) for _, kind in function.params)
        and arranged(function, module, ONCE) is not None
    )


def write_loop(module: Module) -> None:
    """Add the function `_play(_s, _until)`: it runs steps until so many are done."""
    limits = module.tables.game.limits
    parts = {"fuel": limits.fuel, "light": limits.fuel - limits.light, "game": limits.game_fuel}
    module.names["_places"] = tuple(module.functions[name].at for name in module.steps)
    scope = Scope(module, module.functions[module.tables.start], {}, looped=True, settled=True, weight=2)
    scope.lines += HEAD.format(**parts).split("\n")
    scope.indent = 3
    word = "if"
    for name in module.placed:
        scope.line(f"{word} _rule == {module.steps[name]}:")
        with scope.block():
            _place(module.functions[name], scope)
        word = "elif"
    if module.placed:
        scope.line("else:")
        scope.indent += 1
    _begin(scope)
    scope.line("_rules[_rule](_s, *_args)")
    _end(scope)
    asking = _ASKING | {f"_f_{ident(name)}" for name in module.facts.asks}
    scope.lines = [text for line in scope.lines for text in _counted(line, asking)]
    scope.lines += FOOT.format(**parts).split("\n")
    module.lines += ["", "", "def _play(_s, _until):", *settle(scope.lines, scope.uses, 1)]


def _counted(line: str, asking: set[str]) -> list[str]:
    """A line, and how the count of decisions goes to the state and back if what it calls may ask."""
    if not any(name in asking or name[:3] == "_h_" for name in _CALLED.findall(line)):
        return [line]
    space = " " * (len(line) - len(line.lstrip(" ")))
    return [f"{space}_s.left, _left = _left, None", line, f"{space}_left = _s.left"]


_CALLED = re.compile(r"\b(_\w+)[(\[]")
_ASKING = {
    "_rules",
    "_window",
    "_emit",
    "_original",
    "_choose",
    "_choose_or",
    "_confirm",
    "_choose_many",
    "_declare",
}


def _place(function: ir.Func, scope: Scope) -> None:
    """The lines of a rule. One that queues nothing needs no tags while it runs."""
    found = arranged(function, scope.module, ONCE)
    assert found is not None
    flows = body_flows(function.body, scope.module.facts)
    if flows:
        _begin(scope)
    scope.budget, scope.inlined = 1200, 1
    scope.values, scope.among, scope.lying, scope.held = {}, {}, {}, {}
    names = {name: local(name, scope, kind) for name, kind in function.params}
    if names:
        scope.line(f"({', '.join(x.text for x in names.values())},) = _args")
    names |= {name: local(name, scope, kind) for name, kind in locals_of(function) if name not in names}
    scope.keeps, scope.sink, scope.function = keeps_of(function), Sink("drop"), function
    with scope.binding(names):
        body(found[0], scope)
    if flows:
        _end(scope)


def _begin(scope: Scope) -> None:
    """Before a step that may queue others, or drop them."""
    scope.line("_s.tags = _tags if _scope is None else _tagged(_tags, _scope)")
    scope.line("if _queue is None: _s.queue = _queue = []")


def _end(scope: Scope) -> None:
    """After a step that may have queued others, or dropped them."""
    scope.line("if _s.queue is not _queue: _waiting, _queue, _tags, _scope = _follow(_s, _frames)")
    scope.line("elif _queue:")
    scope.line("    _frames.append((_s.tags, _small(_queue)))")
    scope.line("    _waiting, _tags, _scope = _queue, (), True")
    scope.line("    _s.queue = _queue = None")
