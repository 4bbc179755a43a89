"""What is known of states before a rule runs: those that the first step surely sets, and the only values that
any rule gives to one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from pycardgen.lang import ir
from pycardgen.lang.tables import walk
from pycardgen.model.types import EntityType

if TYPE_CHECKING:
    from pycardgen.lang.emit_core import Module

State = tuple[str, str]
"""A state: the type that declares it ("" for the game), its name."""


def set_at_first(module: Module) -> frozenset[State]:
    """States that have a value as soon as the first step is over, and are never unset again."""
    found: set[State] = set()
    _follow(module.functions[module.tables.start].body, module, found, {module.tables.start})
    return frozenset(state for state in found if not _resets(state, module))


def begun(module: Module) -> frozenset[str]:
    """The functions that only run when the first step is over: no part of it, and nothing that looks on."""
    early: set[str] = set()
    todo = [module.tables.start, "side_of", "controller"]
    todo += [f.name for f in module.program.functions if f.role == "bot"]
    while todo:
        name = todo.pop()
        if name not in early:
            early.add(name)
            todo.extend(module.facts.calls.get(name, ()))
    return frozenset(module.functions) - early


def _resets(state: State, module: Module) -> bool:
    game = module.tables.game
    held = game.state if state[0] == "" else game.entities[state[0]].state
    return held[state[1]].resets is not None


def _follow(body: Iterable[ir.Stmt], module: Module, found: set[State], within: set[str]) -> None:
    """Statements that surely run, one after the other."""
    for statement in body:
        if any(isinstance(node, ir.Return) for node in walk(statement)):
            return
        match statement:
            case ir.Assign(target=ir.GameState(name=name)):
                found.add(("", name))
            case ir.For(targets=(each,), over=over, body=inner):
                found.update(_set_for_all(each, over, inner, module))
            case ir.Do(value=ir.Call(name=name)) if _is_plain(name, module) and name not in within:
                _follow(module.functions[name].body, module, found, within | {name})


def _is_plain(name: str, module: Module) -> bool:
    return not module.answers("replace", name) and not module.answers("modify", name)


def _set_for_all(each: str, over: ir.Expr, body: Iterable[ir.Stmt], module: Module) -> Iterable[State]:
    """The states that a loop sets for all copies of a type."""
    tables = module.tables
    match over:
        case ir.Const(name="everyone"):
            kind = tables.player_type
        case ir.Builtin(name="every", args=(ir.Lit(value=str() as kind),)):
            pass
        case _:
            return
    nodes = walk(tuple(body))
    leaves = any(isinstance(node, ir.Break | ir.Continue) for node in nodes)
    changes = any(isinstance(node, ir.Local) and node.name == each for node in _targets(nodes))
    if leaves or changes:
        return
    for statement in body:
        match statement:
            case ir.Assign(target=ir.State(of=ir.Local(name=name), entity=entity, name=state)) if (
                name == each
            ):
                owner = tables.declares(entity, state)
                if tables.spans[owner] == tables.spans[kind]:
                    yield owner, state


def _targets(nodes: Iterable[object]) -> list[ir.Expr]:
    return [node.target for node in nodes if isinstance(node, ir.Assign | ir.Augment)]


def only_values(module: Module) -> Mapping[State, frozenset[object]]:
    """The values of states of entities that all see and that only constants are assigned to."""
    found: dict[State, set[object] | None] = {}
    for column in module.tables.columns:
        decl = column.decl
        open_to_all = decl.seen_by == "all" and decl.sample is None
        known = open_to_all and isinstance(decl.default, str | bool) and not isinstance(decl.type, EntityType)
        found[column.entity, decl.name] = {decl.default} if known else None
    for name in module.reached:
        for node in walk(module.functions[name].body):
            target = node.target if isinstance(node, ir.Assign | ir.Augment) else None
            if isinstance(target, ir.State) and isinstance(node, ir.Assign | ir.Augment):
                key = module.tables.declares(target.entity, target.name), target.name
                held, given = found.get(key), constants(node.value)
                if held is not None:
                    found[key] = held | given if given is not None else None
    return {key: frozenset(held) for key, held in found.items() if held is not None}


def constants(value: ir.Expr) -> set[object] | None:
    """The values that an expression may give, if all are literals."""
    match value:
        case ir.Lit(value=str() | bool() as found):
            return {found}
        case ir.Cond(then=then, other=other):
            one, two = constants(then), constants(other)
            return None if one is None or two is None else one | two
    return None
