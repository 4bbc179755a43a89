"""`within` as Python text: a search of its own for each place where it stands, with its conditions written
in place.

Where the conditions depend on printed fields, the state of the game and a few numbers only, answers are
kept: the same question under the same state has the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pycardgen.lang import ir
from pycardgen.lang.analysis import reads
from pycardgen.lang.emit_builtin import near_table
from pycardgen.lang.emit_call import as_lambda, callee
from pycardgen.lang.emit_core import Scope, X, ident, settle
from pycardgen.lang.emit_expr import emit
from pycardgen.lang.emit_lift import lifted
from pycardgen.lang.emit_test import condition
from pycardgen.lang.tables import walk
from pycardgen.model.types import BoolType, EntityType, EnumType, IdType, IntType, OptionalType, Type

KEPT = 20_000
"""Answers that are kept of one search."""
LOOK = 20
"""Fuel for a look at them, the same whether the answer is there or has to be worked out."""


def within(node: ir.Builtin, scope: Scope, var: str = "", tests: Sequence[ir.Expr] = ()) -> X | None:
    """A call of `within`; with `var` and `tests`: only the spaces that pass them, if that can be kept (else
    None).
    """
    start, steps = emit(node.args[0], scope), emit(node.args[1], scope)
    named = dict(node.named)
    passable, near = named.get("passable"), named.get("neighbors")
    kept = _kept(passable, near, var, tests, scope)
    if kept is None and tests:
        return None
    if kept is None and near is None and steps.const == (1,):
        if scope.looped:
            return lifted(node, scope, lambda inner: within(node, inner) or start)
        return _one_step(node, passable, start, scope)
    free = [] if kept is None else kept[1]
    if kept is None:
        free = [x.text for x in _free(passable, near, scope)]
    name = scope.module.fresh("within")
    _write_search(name, node, free, (var, tests), scope)
    if kept is None:
        return X(_called(name, start, steps, free), True, fresh=True)
    book = _book(name, kept[0], free, steps, scope)
    _write_kept(name, book, scope)
    if scope.plain and scope.walrus and scope.loops == 0:
        return _looked_up(name, book, start, steps, scope)
    return X(_called(name + "_kept", start, steps, free), True, fixed=True)


def _called(name: str, start: X, steps: X, free: Sequence[str]) -> str:
    return f"{name}({', '.join(['_s', start.text, steps.text, *free])})"


# --- what an answer depends on ---------------------------------------------------------------------


def _kept(
    passable: ir.Expr | None, near: ir.Expr | None, var: str, tests: Sequence[ir.Expr], scope: Scope
) -> tuple[list[str], list[str]] | None:
    """The state of the game and the locals that an answer depends on; None if it depends on more than can be
    kept.
    """
    states: set[str] = set()
    free: list[str] = []
    for part, params in ((passable, None), (near, None), *((test, (var,)) for test in tests)):
        if part is None:
            continue
        found = reads(part, scope.module.facts)
        if found is None:
            return None
        states |= found
        bound = part.params if isinstance(part, ir.Lambda) else params or ()
        for name, kind in _locals_of(part, bound):
            x = scope.env.get(name)
            if x is None or x.const is not None:
                continue
            if not _is_plain(kind) or not x.text.isidentifier():
                return None
            free.append(x.text)
    return sorted(states), list(dict.fromkeys(free))


def _locals_of(part: ir.Expr, bound: Sequence[str]) -> Iterator[tuple[str, Type]]:
    if not isinstance(part, ir.FuncRef):
        for node in walk(part):
            if isinstance(node, ir.Local) and node.name not in bound:
                yield node.name, node.type


def _is_plain(kind: Type) -> bool:
    """Whether values of a type can stand in a key."""
    inner = kind.item if isinstance(kind, OptionalType) else kind
    return isinstance(inner, IntType | BoolType | EnumType | EntityType | IdType)


def _free(passable: ir.Expr | None, near: ir.Expr | None, scope: Scope) -> list[X]:
    """What the conditions read of the locals around them, once each."""
    found: dict[str, X] = {}
    for part in (passable, near):
        if isinstance(part, ir.Lambda):
            for name, _ in _locals_of(part, part.params):
                x = scope.env.get(name)
                if x is not None and x.const is None:
                    found[x.text] = x
    return list(found.values())


# --- the text --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Book:
    """Where answers are kept, as text: the dict, and the key in it of what `_a` and `_n` stand for."""

    table: str
    states: Sequence[str]
    free: Sequence[str]
    alone: bool

    def key(self, start: str, steps: str) -> str:
        """The key: what an answer depends on, but for what the dict itself stands for."""
        parts = [start, *([] if self.alone else [steps]), *self.free, *self.states]
        return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"


def _book(name: str, states: Sequence[str], free: Sequence[str], steps: X, scope: Scope) -> _Book:
    """Answers that depend on what one list of the game holds are kept in a dict that the state has at hand,
    until the list changes; others in one dict of the module.
    """
    module = scope.module
    alone = steps.const is not None
    listed = states[0].removesuffix("?") if len(states) == 1 else ""
    if listed in module.keyed and states[0] != listed:
        slot = f"k_{ident(listed)}"
        number = module.searches[listed] = module.searches.get(listed, 0) + 1
        kept = module.constant(f"_kept_{ident(listed)}", dict)
        return _Book(f"(_s.{slot} or _tables_of(_s, {slot!a}, {kept}))[{number}]", (), free, alone)
    module.names[f"{name}_known"] = {}
    game, parts = module.tables.game, []
    for state in states:
        whole = state.removesuffix("?")
        text = f"_s.g_{ident(whole)}"
        if _is_plain(game.state[whole].type):
            parts.append(text)
        elif whole == state:
            parts.append(f"_key({text})")
        elif whole not in states:
            parts.append(f"frozenset({text})")
    return _Book(f"{name}_known", parts, free, alone)


def _looked_up(name: str, book: _Book, start: X, steps: X, scope: Scope) -> X:
    """A look at what is kept, without a call. The function at hand burns for it, found or not."""
    scope.cost += LOOK
    names, firsts = [], []
    for x in (start, steps):
        simple = x.const is not None or x.text.isidentifier()
        names.append(x.text if simple else scope.temporary("a"))
        firsts.append(x.text if simple else f"({names[-1]} := {x.text})")
    search = f"{name}_new({', '.join(['_s', *names, *book.free])})"
    return X(f"{book.table}.get({book.key(*firsts)}) or {search}", fixed=True)


def _write_kept(name: str, book: _Book, scope: Scope) -> None:
    """Functions that search and keep the answer, and that look first. Both burn the same, found or not.
    (Where there is nothing to be found they search each time, which is quick.)
    """
    params = ", ".join(["_s", "_a", "_n", *book.free])
    scope.module.lines += [
        "",
        "",
        f"def {name}_new({params}):",
        "    _fuel = _s.fuel",
        f"    _r = tuple({name}({params}))",
        "    _s.fuel = _fuel",
        f"    _known = {book.table}",
        f"    if len(_known) >= {KEPT}: _known.clear()",
        f"    _known[{book.key('_a', '_n')}] = _r",
        "    return _r",
        "",
        "",
        f"def {name}_kept({params}):",
        f"    _r = {book.table}.get({book.key('_a', '_n')}) or {name}_new({params})",
        f"    _s.fuel -= {LOOK}",
        "    return _r",
    ]


def _write_search(
    name: str,
    node: ir.Builtin,
    free: Sequence[str],
    keep: tuple[str, Sequence[ir.Expr]],
    scope: Scope,
) -> None:
    """A function that searches breadth first from `_a`, at most `_n` steps far."""
    module = scope.module
    root = _root(node, scope)
    named = dict(node.named)
    inner = Scope(module, scope.function, dict(scope.env), scope.keeps, weight=4, inlined=scope.inlined + 1)
    inner.counter, inner.settled = scope.counter + 100, scope.settled
    found = _neighbors_of(named.get("neighbors"), root, inner)
    test = _test(named.get("passable"), "_y", root, inner)
    var, tests = keep
    with inner.binding({var: _space("_y", root)} if tests else {}):
        filters = "".join(f" if {condition(one, inner)}" for one in tests)
    body = [
        "    _seen, _found, _edge = {_a}, [], [_a]",
        "    while _edge and _n > 0:",
        "        _n -= 1",
        "        _more = []",
        "        for _x in _edge:",
        f"            for _y in {found}:",
        "                if _y not in _seen:",
        "                    _seen.add(_y)",
        *([f"                    if {test}:"] if test != "True" else []),
        ("                    " if test == "True" else "                        ") + "_more.append(_y)",
        "        _found += _more",
        "        _edge = _more",
        "    _burn(_s, _seen)",
        f"    return _small({f'[_y for _y in _found{filters}]' if tests else '_found'})",
    ]
    head = f"def {name}({', '.join(['_s', '_a', '_n', *free])}):"
    module.lines += ["", "", head, *settle(body, inner.uses, 1)]


def _space(name: str, root: str) -> X:
    return X(name, True, safe=True, static=True, names=frozenset({(name, root)}))


def _test(passable: ir.Expr | None, name: str, root: str, scope: Scope) -> str:
    """The condition on a space that is called `name`, as text."""
    if passable is None:
        return "True"
    lambda_ = as_lambda(passable, scope)
    if lambda_ is None:
        assert isinstance(passable, ir.FuncRef)
        return f"{callee(passable.name, scope)}(_s, {name})"
    with scope.binding({lambda_.params[0]: _space(name, root)}):
        return condition(lambda_.body, scope)


def _neighbors_of(near: ir.Expr | None, root: str, scope: Scope) -> str:
    if near is None:
        return f"{near_table(root, scope)}[_x]"
    lambda_ = as_lambda(near, scope)
    if lambda_ is None:
        assert isinstance(near, ir.FuncRef)
        return f"_burn(_s, {callee(near.name, scope)}(_s, _x))"
    with scope.binding({lambda_.params[0]: _space("_x", root)}):
        return f"_burn(_s, {emit(lambda_.body, scope).text})"


def _root(node: ir.Builtin, scope: Scope) -> str:
    kind = node.args[0].type
    assert isinstance(kind, EntityType)
    return scope.module.entity(kind.name)


def _one_step(node: ir.Builtin, passable: ir.Expr | None, start: X, scope: Scope) -> X:
    """`within(s, 1, ...)`: the neighbours that pass."""
    root = _root(node, scope)
    name = scope.temporary("y")
    near = scope.module.names[near_table(root, scope)]
    table = scope.module.constant(
        f"_next_{root}",
        lambda: tuple(tuple(dict.fromkeys(y for y in ys if y != x)) for x, ys in enumerate(near)),
    )
    scope.inlined += 1
    scope.weight *= 2
    test = _test(passable, name, root, scope)
    scope.weight //= 2
    scope.inlined -= 1
    size = max(map(len, near), default=0)
    return X(f"[{name} for {name} in {table}[{start.text}] if {test}]", True, fresh=True, size=size)
