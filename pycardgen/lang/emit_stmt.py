"""Statements and whole functions of the rules as Python text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from pycardgen.lang import ir
from pycardgen.lang.analysis import body_edits, body_moves, children_looked_at
from pycardgen.lang.emit_core import (
    HIGH,
    LOW,
    TINY,
    Module,
    Scope,
    Sink,
    X,
    ident,
    item_of,
    mark,
    scalar,
    unmarked,
)
from pycardgen.lang.emit_expr import emit, local, stored, value
from pycardgen.lang.emit_flow import queue, step, told
from pycardgen.lang.emit_known import column, forget, harmless, keeps_size, learn, meet, tell
from pycardgen.lang.emit_number import _FOLD, bounds, checked
from pycardgen.lang.emit_test import tested
from pycardgen.lang.emit_value import contents
from pycardgen.lang.tables import walk
from pycardgen.model.types import INT, DictType, EntityType, EnumType, ListType, Type, ZoneType


def locals_of(function: ir.Func) -> list[tuple[str, Type]]:
    """Locals that are assigned or looped over (not those of comprehensions), with the type of their value."""
    found: list[tuple[str, Type]] = []
    for node in walk(function.body):
        if isinstance(node, ir.Assign) and isinstance(node.target, ir.Local):
            found.append((node.target.name, node.target.type))
        elif isinstance(node, ir.For):
            kinds = target_types(node.over)
            found.extend(zip(node.targets, kinds if len(node.targets) > 1 else kinds[-1:], strict=True))
    kinds_of: dict[str, set[Type]] = {}
    for name, kind in found:
        kinds_of.setdefault(name, set()).add(kind)
    return [(name, next(iter(kinds)) if len(kinds) == 1 else INT) for name, kinds in kinds_of.items()]


def target_types(over: ir.Expr) -> tuple[Type, Type]:
    """The types of what a loop over something gives; of one target, the second."""
    kind = over.type
    if isinstance(kind, DictType) and isinstance(over, ir.Builtin):
        return kind.key, kind.value
    return INT, item_of(kind)


def keeps_of(function: ir.Func) -> frozenset[str]:
    """The locals that are lists and are only looked at, so that they may hold one that never changes."""
    return looked_at(function) - {name for name, _ in function.params}


def only_looked_at(function: ir.Func, module: Module) -> frozenset[str]:
    """The parameters of a rule that are lists and are only looked at."""
    if function.name not in module.looked:
        module.looked[function.name] = looked_at(function)
    return module.looked[function.name]


def looked_at(function: ir.Func) -> frozenset[str]:
    """The names of lists that are neither kept, compared nor changed."""
    looked: dict[str, int] = {}
    seen: dict[str, int] = {}
    for node in walk(function.body):
        if isinstance(node, ir.Local) and isinstance(node.type, ListType) and scalar(node.type.item):
            seen[node.name] = seen.get(node.name, 0) + 1
        for child in children_looked_at(node):
            if isinstance(child, ir.Local):
                looked[child.name] = looked.get(child.name, 0) + 1
    return frozenset(name for name, count in seen.items() if looked.get(name) == count)


def body(statements: tuple[ir.Stmt, ...], scope: Scope) -> None:
    """A block of statements."""
    before = len(scope.lines)
    for statement in statements:
        _one(statement, scope)
    if len(scope.lines) == before:
        scope.line("pass")


def _one(statement: ir.Stmt, scope: Scope) -> None:
    """A statement, and what is known after it."""
    if scope.module.flags.coverage:
        scope.line(f"_hits[{statement.at}] += 1")
        scope.module.statements.add(statement.at)
    if isinstance(statement, ir.If):
        _if(statement, scope)
    elif isinstance(statement, ir.For | ir.While):
        forget(statement, scope, True)  # the body may have run before
        before = dict(scope.values), dict(scope.among), scope.lying, scope.held
        _STATEMENTS[type(statement)](statement, scope)
        scope.values, scope.among, scope.lying, scope.held = before
    else:
        scope.opened -= {id(node) for node in walk(statement)}
        _STATEMENTS[type(statement)](statement, scope)
        learn(statement, scope)


def burn(scope: Scope, amount: str, at: int) -> None:
    """Pay fuel, and stop the game if there's none left."""
    scope.line(f"_s.fuel -= {amount}")
    scope.line(mark("if _s.fuel < 0: _dry()", at))


# --- assignment ------------------------------------------------------------------------------------


def _assign(node: ir.Assign, scope: Scope) -> None:
    from pycardgen.lang.emit_deliver import deliver, lines_needed

    target = node.target
    if isinstance(target, ir.Local):
        name = scope.env[target.name].text
        scope.sizes.pop(name, None)
        deliver(node.value, Sink("local", name, target.name in scope.keeps), scope)
        if name in scope.sizes and not keeps_size(target.name, scope):
            del scope.sizes[name]
        if isinstance(node.value, ir.State) and scalar(node.value.type) and name.isidentifier():
            of = emit(node.value.of, scope)
            if (of.const is not None or of.text.isidentifier()) and of.text != name:
                scope.learnt = (column(node.value, scope), of.text), scope.env[target.name]
        return
    if lines_needed(node.value, scope) and scalar(node.value.type):
        name = scope.temporary("r")
        deliver(node.value, Sink("local", name), scope)
        x = X(name, True)
    else:
        x = stored(node.value, scope)
    if isinstance(target, ir.Index):
        _assign_item(target, x.text, scope)
        return
    scope.line(f"{_place(target, scope)} = {x.text}")
    _outdated(target, scope)
    if isinstance(target, ir.State) and scalar(target.type):
        of = emit(target.of, scope)
        if of.const is not None or of.text.isidentifier():
            scope.learnt = (column(target, scope), of.text), X(x.text, True, safe=True, const=x.const)


def _place(target: ir.Expr, scope: Scope) -> str:
    """A state as the target of an assignment."""
    if isinstance(target, ir.GameState):
        return f"_s.g_{ident(target.name)}"
    if isinstance(target, ir.Memory):
        return f"_s.memory.m_{ident(target.name)}"
    assert isinstance(target, ir.State)
    return _column(target, emit(target.of, scope).text, scope)


def _column(target: ir.State, of: str, scope: Scope) -> str:
    owner = scope.module.tables.declares(target.entity, target.name)
    if scope.module.entity(owner) == scope.module.tables.player_type:
        scope.module.state_places.add(target.at)
    return mark(f"{scope.of_state(f'c_{ident(owner)}_{ident(target.name)}')}[{of}]", target.at)


def _assign_item(target: ir.Index, text: str, scope: Scope) -> None:
    of = value(target.of, scope).a
    index = value(target.index, scope).text
    if not isinstance(target.of.type, DictType) or _few_keys(target.of.type.key, scope.module):
        scope.line(mark(f"{of}[{index}]", target.at) + f" = {text}")
        return
    keeper = scope.temporary("d")
    item = scope.temporary("x")
    scope.line(f"{item} = {text}")
    scope.line(f"{keeper} = {of}")
    scope.line(mark(f"{keeper}[{index}]", target.at) + f" = {item}")
    scope.line(mark(f"_small({keeper})", target.at))


def _few_keys(key: Type, module: Module) -> bool:
    """Whether a dict can't grow too big, because there aren't that many keys."""
    if isinstance(key, EntityType):
        return len(module.tables.copies[module.entity(key.name)]) < 10_000
    return isinstance(key, EnumType)


def _augment(node: ir.Augment, scope: Scope) -> None:
    target = node.target
    if isinstance(target, ir.Local):
        place = scope.env[target.name].text
    elif isinstance(target, ir.State):
        of = emit(target.of, scope)
        place = _column(target, held(of, scope), scope)
    elif isinstance(target, ir.Index):
        of_item = held(value(target.of, scope), scope)
        place = mark(f"{of_item}[{held(value(target.index, scope), scope)}]", target.at)
    else:
        place = _place(target, scope)
    right = emit(node.value, scope)
    low, high = bounds(node.op, X(place), right)
    x = X(f"{place} {node.op} {right.a}")
    if low < LOW or high > HIGH:
        x = checked(x, scope, low < LOW, high > HIGH)
    scope.line(f"{place} = {mark(x.text, node.at)}")


def held(x: X, scope: Scope) -> str:
    """A value that is used twice: in a local, unless it is a name already."""
    if x.const is not None or x.text.isidentifier():
        return x.text
    name = scope.temporary("x")
    scope.line(f"{name} = {x.text}")
    return name


# --- flow ------------------------------------------------------------------------------------------


def _do(node: ir.Do, scope: Scope) -> None:
    from pycardgen.lang.emit_deliver import deliver

    if isinstance(node.value, ir.Announce):
        to, args = told(node.value, scope)
        if to.safe and all(x.safe for x in args):
            text = "".join(x.text + ", " for x in args).rstrip(" ")
            tell = scope.of_state("tell")
            scope.line(f"if {tell} is not None: {tell}({to.text}, {node.value.name!a}, ({text}))")
            return
    if isinstance(node.value, ir.NextStep):
        scope.line(f"{queue(scope)}.append({step(node.value, scope)})")
        return
    deliver(node.value, Sink("drop"), scope)
    if isinstance(node.value, ir.Builtin) and node.value.args:
        _outdated(node.value.args[0], scope)


def _outdated(of: ir.Expr, scope: Scope) -> None:
    """A list of the game's has changed: what is kept for looking it up as a whole is worked out anew."""
    if isinstance(of, ir.GameState) and of.name in scope.module.keyed:
        scope.line(f"_s.k_{ident(of.name)} = None")


def branch(statements: tuple[ir.Stmt, ...], scope: Scope) -> None:
    """A block that may not run: what it tells of values and copies holds in it only."""
    values, lying, held = dict(scope.values), scope.lying, scope.held
    body(statements, scope)
    scope.values, scope.lying, scope.held = values, lying, held


def _if(node: ir.If, scope: Scope, word: str = "if") -> None:
    test, before = tested(node.test, scope), len(scope.lines)
    idle = test.safe or harmless(node.test, scope)
    if test.const is not None:
        chosen = node.then if test.const[0] else node.other
        if word == "if":
            for statement in chosen:
                _one(statement, scope)
        elif chosen:
            _else(chosen, scope)
        return
    start = scope.values, dict(scope.among), scope.lying, scope.held
    forget(node, scope, True)
    lasting = scope.values, scope.lying, scope.held
    scope.values, scope.among, scope.lying, scope.held = start[0], dict(start[1]), start[2], start[3]
    scope.line(f"{word} {test.text}:")
    with scope.block():
        tell(node.test, True, scope)
        branch(node.then, scope)
    then, scope.among = scope.among, start[1]
    tell(node.test, False, scope)
    if (
        idle
        and not node.other
        and word == "if"
        and scope.lines[-1].endswith(" pass")
        and len(scope.lines) == before + 2
    ):
        del scope.lines[before:]
    _otherwise(node, scope)
    scope.values, scope.lying, scope.held = lasting
    scope.among = meet(then, scope.among)


def _otherwise(node: ir.If, scope: Scope) -> None:
    """What follows where a condition doesn't hold."""
    if len(node.other) == 1 and isinstance(node.other[0], ir.If) and not scope.module.flags.coverage:
        _else_if(node.other[0], scope)
    elif node.other:
        _else(node.other, scope)


def _else(statements: tuple[ir.Stmt, ...], scope: Scope) -> None:
    """The block after `else`, if it does anything."""
    scope.line("else:")
    before = len(scope.lines)
    with scope.block():
        branch(statements, scope)
    if scope.lines[before:] == ["    " * (scope.indent + 1) + "pass"]:
        del scope.lines[before - 1 :]


def _else_if(node: ir.If, scope: Scope) -> None:
    """`elif`, where its condition needs no lines of its own."""
    _if(node, scope, "elif")


def iterable(over: ir.Expr, scope: Scope, inside: Any) -> X:
    """What a loop goes through: as it is when the loop starts, its length paid for."""
    pairs = isinstance(over, ir.Builtin) and over.name in ("enumerate", "dict.items")
    of = over.args[0] if pairs and isinstance(over, ir.Builtin) else over
    x = emit(of, scope)
    parts = inside.body if isinstance(inside, ir.For) else (inside,)
    if isinstance(of.type, ZoneType):
        x = X(contents(of, scope), True)
        taken = body_moves(parts, scope.module.facts)
    else:
        taken = not x.fresh and not x.fixed and body_edits(parts, scope.module.facts)
    if pairs and isinstance(over, ir.Builtin) and over.name == "dict.items":
        text = f"{x.a}.items()"
        text = f"[*{text}]" if taken else text
        paid = mark(f"_burn(_s, {text})", over.at)
        return X(text if _free(x, scope) else paid, True, size=x.size)
    if taken:
        x = X(f"{x.a}[:]", True)
    if not _free(x, scope):
        x = replace(x, text=mark(f"_burn(_s, {x.text})", over.at), atom=True)
    return replace(x, text=f"enumerate({x.text})", atom=True) if pairs else x


def _free(x: X, scope: Scope) -> bool:
    """Whether a loop is so short, with those around it, that it burns nothing."""
    return x.size is not None and x.size * scope.product <= TINY


def targets(names: tuple[str, ...], over: ir.Expr, x: X, scope: Scope) -> dict[str, X]:
    """The locals that a loop sets."""
    kinds = target_types(over)
    found = {
        name: local(name, scope, kind)
        for name, kind in zip(names, kinds if len(names) > 1 else kinds[-1:], strict=True)
    }
    if len(names) == 1 and isinstance(over, ir.Builtin) and over.name == "range":
        found[names[0]] = replace(found[names[0]], low=x.low, high=x.high)
    if len(names) == 2 and isinstance(over, ir.Builtin) and over.name == "enumerate":
        found[names[0]] = replace(found[names[0]], low=0, high=10_000)
    return found


def _for(node: ir.For, scope: Scope) -> None:
    over = iterable(node.over, scope, node)
    paid = unmarked(over.text)
    if paid.startswith("_burn(_s, ") and paid[10:-1].isidentifier():
        burn(scope, f"len({paid[10:-1]})", node.over.at)
        over = replace(over, text=paid[10:-1])
    names = {name: scope.env[name].text for name in node.targets}
    bounds = _only_set_here(node, over, scope)
    product = scope.product
    scope.product *= max(over.size, 1) if over.size is not None and over.size <= TINY else 1
    scope.line(f"for {', '.join(names.values())} in {over.text}:")
    scope.loops += 1
    with scope.block(), scope.binding(bounds, 3):
        branch(node.body, scope)
    scope.loops -= 1
    scope.product = product


def _only_set_here(node: ir.For, over: X, scope: Scope) -> Mapping[str, X]:
    """What is known of a loop's locals in its body, if nothing else there sets them."""
    assigned = {
        target.name
        for inner in walk(node.body)
        for target in ([inner.target] if isinstance(inner, ir.Assign | ir.Augment) else [])
        if isinstance(target, ir.Local)
    }
    assigned |= {name for inner in walk(node.body) if isinstance(inner, ir.For) for name in inner.targets}
    known = targets(node.targets, node.over, over, scope)
    return {
        name: replace(scope.env[name], low=x.low, high=x.high)
        for name, x in known.items()
        if name not in assigned
    }


def _while(node: ir.While, scope: Scope) -> None:
    with scope.binding({}, 3):
        test = tested(node.test, scope)
        product, scope.product = scope.product, 1
        scope.line(f"while {test.text}:")
        scope.loops += 1
        with scope.block():
            burn(scope, "1", node.at)
            branch(node.body, scope)
        scope.loops -= 1
        scope.product = product


def _return(node: ir.Return, scope: Scope) -> None:
    from pycardgen.lang.emit_deliver import deliver

    if node.value is not None:
        deliver(node.value, scope.sink, scope)
    elif scope.sink.kind == "return":
        scope.line("return")


def _break(node: ir.Break, scope: Scope) -> None:
    scope.line("break")


def _continue(node: ir.Continue, scope: Scope) -> None:
    scope.line("continue")


_STATEMENTS: dict[type, Callable[[Any, Scope], None]] = {
    ir.Assign: _assign,
    ir.Augment: _augment,
    ir.Do: _do,
    ir.If: _if,
    ir.For: _for,
    ir.While: _while,
    ir.Return: _return,
    ir.Break: _break,
    ir.Continue: _continue,
}
__all__ = ["_FOLD", "body", "iterable", "targets"]
