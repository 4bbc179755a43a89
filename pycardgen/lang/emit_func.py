"""Whole functions of the rules as Python text."""

from __future__ import annotations

from pycardgen.lang import ir
from pycardgen.lang.emit_core import Module, Scope, mark, settle
from pycardgen.lang.emit_expr import local
from pycardgen.lang.emit_stmt import body, burn, keeps_of, locals_of

DEPTH = 200
"""Calls of rules that can reach themselves, within each other."""


def write_function(module: Module, function: ir.Func, name: str, first: tuple[str, ...] = ("_s",)) -> None:
    """Add a function to the module; one that can reach itself gets a second that counts how deep it is."""
    scope = Scope(module, function, {}, keeps_of(function), settled=function.name in module.begun)
    scope.env = {name: local(name, scope, kind) for name, kind in function.params}
    params = ", ".join([*first, *(scope.env[name].text for name, _ in function.params)])
    for kind in locals_of(function):
        scope.env.setdefault(kind[0], local(kind[0], scope, kind[1]))
    inner = name
    if function.name in module.facts.recursive:
        inner = name + "_"
        module.lines += [
            "",
            "",
            f"def {name}({params}):",
            f"    if _s.depth >= {DEPTH}:",
            f"        {mark('_deep()', function.at)}",
            "    _s.depth += 1",
            f"    _r = {inner}({params})",
            "    _s.depth -= 1",
            "    return _r",
        ]
    body(function.body, scope)
    lines = settle(scope.lines, scope.uses, 1) or ["    pass"]
    only_a_step = function.name in module.steps and not module.calls.get(function.name)
    if (scope.called or scope.cost) and not only_a_step:
        scope.lines = []
        burn(scope, str(scope.called + scope.cost), function.at)
        lines = scope.lines + lines
    module.lines += ["", "", f"def {inner}({params}):", *lines]
