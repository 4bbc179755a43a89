"""What the generated code needs to know of rules before it is written: who calls whom, and what that may
change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pycardgen.lang import ir
from pycardgen.lang.builtins import specs
from pycardgen.lang.tables import parts, walk
from pycardgen.model.types import ListType, ZoneType
from pycardgen.records import dataclass

ZONE_CHANGES = frozenset({"zone.shuffle", "zone.draw", "zone.move", "zone.put_under", "zone.move_all"})


READS_LISTS = frozenset(
    {
        "list.len", "list.copy", "sum", "any", "all", "list.min", "list.max", "sorted", "reversed",
        "enumerate", "list.index", "list.count", "pick", "shuffled",
    }
)  # fmt: skip
"""Built-ins that only look at their first argument."""


@dataclass(frozen=True, slots=True)
class Facts:
    """By a function's name: the functions it may run, whether it can reach itself, edits lists, moves
    copies, changes anything, drops steps, queues or drops steps, asks.

    `calls` includes what listens to its events, what modifies its values, and so on, of loaded effects only.
    `reads` are the states of the game on which what it gives depends, apart from its arguments; None if on
    more than these.
    """

    calls: Mapping[str, frozenset[str]]
    recursive: frozenset[str]
    edits: frozenset[str]
    moves: frozenset[str]
    changes: frozenset[str]
    cancels: frozenset[str]
    flows: frozenset[str]
    asks: frozenset[str]
    reads: Mapping[str, frozenset[str] | None]
    answered: frozenset[tuple[str, str]]


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
    groups = _groups(calls)
    recursive = frozenset(name for group in groups for name in group if len(group) > 1 or name in calls[name])
    changes = {f.name for f in program.functions if any(map(_changes, walk(f.body)))}
    cancels = {f.name for f in program.functions if any(isinstance(n, ir.Cancel) for n in walk(f.body))}
    flows = {f.name for f in program.functions if any(map(_flows, walk(f.body)))}
    changed = {name for kind, name in answers if kind in ("modify", "replace")}
    return Facts(
        calls,
        recursive,
        _reaching(calls, edits),
        _reaching(calls, moves),
        _reaching(calls, changes),
        _reaching(calls, cancels),
        _reaching(calls, flows),
        _reaching(calls, {f.name for f in program.functions if any(map(_asks, walk(f.body)))}),
        _all_reads(program, calls, groups, recursive, changed),
        frozenset(answers),
    )


def reads(tree: object, known: Facts) -> frozenset[str] | None:
    """The states of the game that an expression depends on beside locals; None if it does or depends on more.

    `NAME?`: only on what the list holds, not on its order.
    """
    found: set[str] = set()
    nodes = walk(tree)
    sought = {id(x) for node in nodes if isinstance(node, ir.Compare) for x in _sought(node)}
    for node in nodes:
        if isinstance(node, ir.GameState) and not isinstance(node.type, ZoneType):
            found.add(node.name + ("?" if id(node) in sought else ""))
        elif isinstance(node, ir.Call | ir.FuncRef):
            inner = known.reads.get(node.name)
            if inner is None:
                return None
            found |= inner
        elif not _only_looks(node):
            return None
    return frozenset(found)


def _sought(node: ir.Compare) -> list[ir.Expr]:
    """Lists in which a comparison looks for something."""
    return [x for op, x in zip(node.ops, node.rest, strict=True) if op in ("in", "not in")]


def _only_looks(node: object) -> bool:
    if isinstance(node, ir.Builtin):
        return (
            specs()[node.name].effect == "reads"
            and not node.name.startswith("zone.")
            and node.name != "debug"
        )
    if isinstance(node, ir.Compare):
        return not any(isinstance(x.type, ZoneType) for x in node.rest)
    if isinstance(node, ir.Assign | ir.Augment):
        return isinstance(node.target, ir.Local)
    return isinstance(
        node,
        ir.Lit | ir.Entity | ir.Local | ir.Const | ir.Setting | ir.Field | ir.Index | ir.Binary | ir.Negative
        | ir.IsNone | ir.IsType | ir.And | ir.Or | ir.Not | ir.Cond | ir.ListLit | ir.ListComp | ir.Clause
        | ir.Lambda | ir.Return | ir.If | ir.For | ir.While | ir.Break | ir.Continue,
    )  # fmt: skip


def _all_reads(
    program: ir.Program,
    calls: Mapping[str, frozenset[str]],
    groups: Sequence[Sequence[str]],
    recursive: frozenset[str],
    changed: set[str],
) -> dict[str, frozenset[str] | None]:
    """`Facts.reads`, from the rules that call none upwards."""
    found: dict[str, frozenset[str] | None] = {}
    bodies = {function.name: function.body for function in program.functions}
    none = frozenset[str]()
    partial = Facts(calls, recursive, none, none, none, none, none, none, found, frozenset())
    for group in groups:
        for name in group:
            found[name] = None if name in recursive or name in changed else reads(bodies[name], partial)
    return found


def body_edits(body: object, known: Facts) -> bool:
    """Whether running some nodes may change a list or dict in place."""
    return any(_edits(node) or _called_in(node, known.edits) for node in walk(body)) or _opens(body, known)


def body_moves(body: object, known: Facts) -> bool:
    """Whether running some nodes may change what a zone holds."""
    return any(_moves(node) or _called_in(node, known.moves) for node in walk(body)) or _opens(body, known)


def body_changes(body: object, known: Facts) -> bool:
    """Whether running some nodes may change anything but locals and random numbers."""
    return any(_changes(node) or _called_in(node, known.changes) for node in walk(body)) or _opens(
        body, known
    )


def body_flows(body: object, known: Facts) -> bool:
    """Whether running some nodes may queue or drop steps."""
    return any(_flows(node) or _called_in(node, known.flows) for node in walk(body)) or _opens(body, known)


def reached(program: ir.Program, known: Facts, roots: Iterable[str]) -> tuple[list[str], list[str]]:
    """The functions that can run, and those of them that are queued as steps; `roots` run for sure."""
    bodies = {function.name: function.body for function in program.functions}
    found = dict.fromkeys(name for name in roots if name in bodies)
    steps: dict[str, None] = {}
    todo = list(found)
    while todo:
        name = todo.pop()
        queued = [node.name for node in walk(bodies[name]) if isinstance(node, ir.NextStep)]
        steps |= dict.fromkeys(queued)
        more = [other for other in (*sorted(known.calls[name]), *queued) if other not in found]
        found |= dict.fromkeys(more)
        todo += more
    return list(found), list(steps)


def free_locals(node: Any, bound: frozenset[str] = frozenset()) -> dict[str, None]:
    """The locals that an expression reads, but for those that it binds itself."""
    if isinstance(node, ir.Local):
        return {} if node.name in bound else {node.name: None}
    found: dict[str, None] = {}
    if isinstance(node, ir.Lambda):
        bound |= set(node.params)
    elif isinstance(node, ir.ListComp | ir.DictComp):
        for clause in node.clauses:
            found |= free_locals(clause.over, bound)
            bound |= set(clause.targets)
            for test in clause.tests:
                found |= free_locals(test, bound)
    for part in parts(node):
        if not isinstance(part, ir.Clause):
            found |= free_locals(part, bound)
    return found


def _flows(node: object) -> bool:
    return isinstance(node, ir.NextStep | ir.Cancel)


def _asks(node: object) -> bool:
    return isinstance(node, ir.Choose | ir.ChooseMany | ir.Declare | ir.Window)


def _changes(node: object) -> bool:
    if isinstance(node, ir.Assign | ir.Augment):
        return not isinstance(node.target, ir.Local)
    return _edits(node) or _moves(node) or isinstance(node, ir.EndScope)


def _opens(body: object, known: Facts) -> bool:
    """Effects run: taken to do anything."""
    return any(opens(node, known) for node in walk(body))


def opens(node: object, known: Facts) -> bool:
    """Whether a node makes effects run that are loaded."""
    if isinstance(node, ir.Emit):
        return ("on", node.name) in known.answered
    if isinstance(node, ir.Window):
        return ("use", node.name) in known.answered
    if isinstance(node, ir.Call):
        return ("modify", node.name) in known.answered or ("replace", node.name) in known.answered
    return isinstance(node, ir.Original)


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


def _groups(calls: Mapping[str, frozenset[str]]) -> list[list[str]]:
    """Functions that can reach each other together, those that are called before those that call (Tarjan)."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    waiting: list[str] = []
    held: set[str] = set()
    found: list[list[str]] = []
    for start in calls:
        work = [] if start in order else [(start, iter(sorted(calls[start])))]
        if work:
            order[start] = low[start] = len(order)
            waiting.append(start)
            held.add(start)
        while work:
            name, rest = work[-1]
            following = next(rest, None)
            if following is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[name])
                if low[name] == order[name]:
                    at = waiting.index(name)
                    found.append(waiting[at:])
                    held.difference_update(waiting[at:])
                    del waiting[at:]
            elif following not in order:
                order[following] = low[following] = len(order)
                waiting.append(following)
                held.add(following)
                work.append((following, iter(sorted(calls[following]))))
            elif following in held:
                low[name] = min(low[name], order[following])
    return found


def _reaching(calls: Mapping[str, frozenset[str]], goal: set[str]) -> frozenset[str]:
    """The functions that are in `goal` or can reach one that is."""
    found = set(goal)
    grown = True
    while grown:
        more = {name for name, others in calls.items() if name not in found and others & found}
        grown = bool(more)
        found |= more
    return frozenset(found)


def children_looked_at(node: Any) -> list[Any]:
    """The children of a node that it neither keeps, compares nor changes."""
    if isinstance(node, ir.Assign):
        return [node.target] if isinstance(node.target, ir.Local) else []
    if isinstance(node, ir.For | ir.Clause):
        return [node.over]
    if isinstance(node, ir.Index):
        return [node.of]
    if isinstance(node, ir.Choose | ir.ChooseMany):
        return [node.options]
    if isinstance(node, ir.Builtin) and node.name in READS_LISTS:
        return [node.args[0]]
    if isinstance(node, ir.Compare):
        return [x for op, x in zip(node.ops, node.rest, strict=True) if op in ("in", "not in")]
    return []


def unshared(program: ir.Program) -> frozenset[str]:
    """The lists of the game's state in which rules look for something, and that nothing else ever holds or
    hands on.

    They change only where a statement edits or assigns them by name.
    """
    every: Counter[str] = Counter()
    fine: Counter[str] = Counter()
    sought: set[str] = set()
    for node in (node for function in program.functions for node in walk(function.body)):
        if isinstance(node, ir.GameState) and isinstance(node.type, ListType):
            every[node.name] += 1
        for child in [*children_looked_at(node), *_edited(node)]:
            if isinstance(child, ir.GameState):
                fine[child.name] += 1
        if isinstance(node, ir.Compare):
            sought |= {x.name for x in _sought(node) if isinstance(x, ir.GameState)}
    return frozenset(name for name in sought if every[name] == fine[name])


def _edited(node: object) -> list[ir.Expr]:
    """The list that a statement edits or assigns."""
    if isinstance(node, ir.Assign) and isinstance(node.target, ir.GameState):
        return [node.target]
    value = node.value if isinstance(node, ir.Do) else None
    edits = isinstance(value, ir.Builtin) and specs()[value.name].effect == "edits"
    return [value.args[0]] if isinstance(value, ir.Builtin) and edits else []
