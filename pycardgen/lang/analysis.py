"""What the generated code needs to know of rules before it is written: who calls whom, and what that may change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pycardgen.lang import ir
from pycardgen.lang.builtins import specs
from pycardgen.lang.tables import walk

ZONE_CHANGES = frozenset({"zone.shuffle", "zone.draw", "zone.move", "zone.put_under", "zone.move_all"})


@dataclass(frozen=True, slots=True)
class Facts:
    """By a function's name: the functions it may run, whether it can reach itself, edits lists, moves copies.

    `calls` includes what listens to its events, what modifies its values, and so on, of loaded effects only.
    """

    calls: Mapping[str, frozenset[str]]
    recursive: frozenset[str]
    edits: frozenset[str]
    moves: frozenset[str]


def facts(program: ir.Program, loaded: Iterable[ir.Effect]) -> Facts:
    """Look through every function of a program with the effects that one set-up loads."""
    answers: dict[tuple[str, str], set[str]] = {}
    for effect in loaded:
        parts = {effect.body} | ({effect.condition} if effect.condition else set())
        answers.setdefault((effect.kind, effect.name), set()).update(parts)
    hook_of = {effect.body: effect.name for effect in loaded if effect.kind == "replace"}
    known = {function.name for function in program.functions}
    calls = {
        function.name: frozenset(_called(function, answers, hook_of) & known)
        for function in program.functions
    }
    edits = {f.name for f in program.functions if any(map(_edits, walk(f.body)))}
    moves = {f.name for f in program.functions if any(map(_moves, walk(f.body)))}
    return Facts(calls, _recursive(calls), _reaching(calls, edits), _reaching(calls, moves))


def body_edits(body: object, known: Facts) -> bool:
    """Whether running some nodes may change a list or dict in place."""
    return any(_edits(node) or _called_in(node, known.edits) for node in walk(body)) or _opens(body)


def body_moves(body: object, known: Facts) -> bool:
    """Whether running some nodes may change what a zone holds."""
    return any(_moves(node) or _called_in(node, known.moves) for node in walk(body)) or _opens(body)


def _opens(body: object) -> bool:
    """Effects run: taken to do anything."""
    return any(isinstance(node, ir.Emit | ir.Window | ir.Original) for node in walk(body))


def _called_in(node: object, names: frozenset[str]) -> bool:
    return isinstance(node, ir.Call | ir.FuncRef) and node.name in names


def _edits(node: object) -> bool:
    if isinstance(node, ir.Builtin):
        return specs()[node.name].effect == "edits"
    return isinstance(node, ir.Assign | ir.Augment) and isinstance(node.target, ir.Index)


def _moves(node: object) -> bool:
    return isinstance(node, ir.Builtin) and node.name in ZONE_CHANGES


def _called(
    function: ir.Func, answers: Mapping[tuple[str, str], set[str]], hook_of: Mapping[str, str]
) -> set[str]:
    found: set[str] = set()
    for node in walk(function.body):
        if isinstance(node, ir.Call):
            found |= {node.name} | answers.get(("modify", node.name), set())
            found |= answers.get(("replace", node.name), set())
        elif isinstance(node, ir.FuncRef):
            found.add(node.name)
        elif isinstance(node, ir.Emit):
            found |= answers.get(("on", node.name), set())
        elif isinstance(node, ir.Window):
            found |= answers.get(("use", node.name), set()) | {"controller"}
        elif isinstance(node, ir.Declare):
            found.add("controller")
        elif isinstance(node, ir.Original) and function.name in hook_of:
            hook = hook_of[function.name]
            found |= {hook} | answers.get(("replace", hook), set())
    return found


def _recursive(calls: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """The functions that can reach themselves."""
    found = set()
    for name in calls:
        seen: set[str] = set()
        todo = list(calls[name])
        while todo:
            other = todo.pop()
            if other not in seen:
                seen.add(other)
                todo.extend(calls.get(other, ()))
        if name in seen:
            found.add(name)
    return frozenset(found)


def _reaching(calls: Mapping[str, frozenset[str]], goal: set[str]) -> frozenset[str]:
    """The functions that are in `goal` or can reach one that is."""
    found = set(goal)
    grown = True
    while grown:
        more = {name for name, others in calls.items() if name not in found and others & found}
        grown = bool(more)
        found |= more
    return frozenset(found)
