"""Built-in functions of the rules as Python text."""

from __future__ import annotations

from collections.abc import Callable

from pycardgen.lang import ir
from pycardgen.lang.distances import Distances
from pycardgen.lang.emit_call import as_lambda, callee, function
from pycardgen.lang.emit_core import HIGH, TINY, Scope, X, constant, mark, marked, scalar
from pycardgen.lang.emit_expr import copied, emit, local, stored, used, value, walked
from pycardgen.lang.emit_test import tested
from pycardgen.lang.emit_value import box, contents, everyone, root_of_item
from pycardgen.lang.tables import walk
from pycardgen.model.types import EntityType, FuncType, ListType, ZoneType

BIG = 10_000


def builtin(node: ir.Builtin, scope: Scope) -> X:
    """A call of a built-in."""
    x = _BUILTINS[node.name](node, scope)
    return x if x.safe else marked(x, node.at)


def _named(node: ir.Builtin, name: str) -> ir.Expr | None:
    return dict(node.named).get(name)


# --- random numbers and zones ----------------------------------------------------------------------


def _roll(node: ir.Builtin, scope: Scope) -> X:
    sides = emit(node.args[0], scope)
    return X(f"_roll(_s, {sides.text})", True, low=1, high=max(sides.high, 1))


def _roll_die(node: ir.Builtin, scope: Scope) -> X:
    die = node.args[0]
    assert isinstance(die.type, EntityType)
    faces = ir.Field(die, die.type.name, "faces", at=node.at, type=ListType(node.type))
    return X(f"_pick(_s, {emit(faces, scope).text})", True)


def _pick(node: ir.Builtin, scope: Scope) -> X:
    return X(f"_pick(_s, {emit(node.args[0], scope).text})", True)


def _shuffled(node: ir.Builtin, scope: Scope) -> X:
    xs = emit(node.args[0], scope)
    text = copied(xs, node.type, scope).text if not xs.fresh else xs.text
    return X(f"_mix(_s, {text})", True, fresh=True, size=xs.size)


def zone_number(node: ir.Expr, scope: Scope, copy: ir.Expr) -> str:
    """A zone's number; the box's is the one for what is put there."""
    if isinstance(node, ir.Const) and node.name == "box":
        kind = copy.type.item if isinstance(copy.type, ZoneType) else copy.type
        return str(box(scope, kind))
    return emit(node, scope).text


def where_of(copy: ir.Expr, scope: Scope) -> str:
    kind = copy.type.item if isinstance(copy.type, ZoneType) else copy.type
    return scope.where(root_of_item(scope, ZoneType(kind), kind))


def _shuffle(node: ir.Builtin, scope: Scope) -> X:
    return X(f"_mix(_s, {contents(node.args[0], scope)})", True)


def _draw(node: ir.Builtin, scope: Scope) -> X:
    zone, to = node.args
    source = emit(zone, scope)
    recycled = tuple(z.recycle for z in scope.module.tables.zones)
    if source.const is not None:
        recycle = repr(recycled[source.const[0]])
    elif not any(recycled):
        recycle = "None"
    else:
        table = scope.module.constant("_recycle", lambda: recycled)
        recycle = f"{table}[{source.text}]"
        if not source.text.isidentifier():
            parts = (source.text, zone_number(to, scope, zone), where_of(zone, scope), table)
            return X(f"_draw_from(_s, {', '.join(parts)})", True)
    return X(
        f"_draw(_s, {source.text}, {zone_number(to, scope, zone)}, {where_of(zone, scope)}, {recycle})", True
    )


def _move(name: str) -> Callable[[ir.Builtin, Scope], X]:
    def write(node: ir.Builtin, scope: Scope) -> X:
        what, to = node.args
        return X(
            f"{name}(_s, {emit(what, scope).text}, {zone_number(to, scope, what)}, {where_of(what, scope)})",
            True,
        )

    return write


def _top(node: ir.Builtin, scope: Scope) -> X:
    zone = contents(node.args[0], scope)
    if not scope.walrus:
        return X(f"_top({zone})", True)
    name = scope.temporary()
    return X(f"{name}[-1] if ({name} := {zone}) else None")


def _zone_len(node: ir.Builtin, scope: Scope) -> X:
    zone = node.args[0]
    return X(f"len({contents(zone, scope)})", True, safe=_is_safe(zone), low=0, high=BIG * 100)


def _is_safe(zone: ir.Expr) -> bool:
    """Whether a zone is surely there: not one of what may be the table."""
    return isinstance(zone, ir.GameState)


def _zone_list(node: ir.Builtin, scope: Scope) -> X:
    return X(f"_burn(_s, {contents(node.args[0], scope)})[:]", True, fresh=True)


def _every(node: ir.Builtin, scope: Scope) -> X:
    kind = node.args[0]
    assert isinstance(kind, ir.Lit)
    tables = scope.module.tables
    name = str(kind.value)
    if tables.root_of[name] == tables.player_type:
        return everyone(scope)
    low, high = tables.spans[name]
    table = scope.module.constant(f"_every_{name}", lambda: tuple(range(low, high)))
    return X(table, True, fixed=True, safe=True, static=True, size=high - low)


# --- collections -----------------------------------------------------------------------------------


def _len(node: ir.Builtin, scope: Scope) -> X:
    xs = emit(node.args[0], scope)
    return X(f"len({xs.text})", True, safe=xs.safe, low=0, high=BIG if xs.size is None else xs.size)


def _copy(node: ir.Builtin, scope: Scope) -> X:
    xs = emit(node.args[0], scope)
    return xs if xs.fresh else copied(xs, node.type, scope)


def _any(word: str) -> Callable[[ir.Builtin, Scope], X]:
    def write(node: ir.Builtin, scope: Scope) -> X:
        of = node.args[0]
        if isinstance(of, ir.ListComp):
            flat = unrolled(of, scope, " or " if word == "any" else " and ", word == "all")
            if flat is not None:
                return flat
            return _generator(word, of, scope)
        return X(f"{word}({walked(emit(of, scope), scope).text})", True)

    return write


def _generator(word: str, comp: ir.ListComp, scope: Scope) -> X:
    from pycardgen.lang.emit_list import comprehension

    item = emit if word == "sum" else tested
    made = comprehension(comp, scope, lambda inner: item(comp.item, inner), "()")
    return X(f"{word}({made.text})", True)


def unrolled(comp: ir.ListComp, scope: Scope, word: str, neutral: bool) -> X | None:
    """`any(f(p) for p in everyone)` over a few players: `f(0) or f(1) or f(2)`."""
    clause = comp.clauses[0]
    if len(comp.clauses) > 1 or len(clause.targets) > 1 or scope.module.flags.coverage:
        return None
    players = scope.module.tables.players
    if not _is_everyone(clause.over) or players * len(walk(comp)) > 160:
        return None
    parts = []
    missing = False
    for number in range(players):
        with scope.binding({clause.targets[0]: constant(number)}), scope.perhaps():
            tests = [tested(test, scope) for test in clause.tests]
            item = emit(comp.item, scope)
            missing = missing or item.missing
            if word == " or ":
                pieces = [x.a for x in (*tests, item) if x.const != (True,)] or ["True"]
                parts.append("(" + " and ".join(pieces) + ")")
            else:
                pieces = [f"not {x.a}" for x in tests] + [item.a]
                parts.append("(" + " or ".join(pieces) + ")")
    return X(word.join(parts), missing=missing)


def _is_everyone(node: ir.Expr) -> bool:
    return isinstance(node, ir.Const) and node.name == "everyone"


def _sum(node: ir.Builtin, scope: Scope) -> X:
    of = node.args[0]
    if isinstance(of, ir.ListComp):
        x = _generator("sum", of, scope)
    else:
        x = X(f"sum({walked(emit(of, scope), scope).text})", True)
    return X(f"_wide({x.text})", True)


def _abs(node: ir.Builtin, scope: Scope) -> X:
    of = emit(node.args[0], scope)
    if of.low >= 0:
        return of
    high = max(-of.low, of.high)
    if high > HIGH:
        return X(f"_wide(abs({of.text}))", True, low=0)
    return X(f"abs({of.text})", True, safe=of.safe, low=0, high=high)


def _int_min(node: ir.Builtin, scope: Scope) -> X:
    a, b = (emit(arg, scope) for arg in node.args)
    low, high = min(a.low, b.low), min(a.high, b.high)
    return _between_two("min", "<", a, b, low, high)


def _int_max(node: ir.Builtin, scope: Scope) -> X:
    a, b = (emit(arg, scope) for arg in node.args)
    low, high = max(a.low, b.low), max(a.high, b.high)
    return _between_two("max", ">", a, b, low, high)


def _between_two(name: str, op: str, a: X, b: X, low: int, high: int) -> X:
    """The smaller or larger of two; simple operands are compared in place."""
    safe = a.safe and b.safe
    if safe and all(x.const is not None or x.text.isidentifier() for x in (a, b)):
        return X(f"{a.a} if {a.a} {op} {b.a} else {b.a}", safe=safe, low=low, high=high)
    return X(f"{name}({a.text}, {b.text})", True, safe=safe, low=low, high=high)


def _list_min(name: str) -> Callable[[ir.Builtin, Scope], X]:
    def write(node: ir.Builtin, scope: Scope) -> X:
        xs = emit(node.args[0], scope).text
        key, default = _named(node, "key"), _named(node, "default")
        extra = f", {function(key, scope).text}" if key is not None else ""
        if default is None:
            return X(f"{name}(_s, {xs}{extra})", True)
        other = value(default, scope).text
        extra = extra or ", None"
        return X(f"{name}_or(_s, {xs}{extra}, {other})", True)

    return write


def _sorted(node: ir.Builtin, scope: Scope) -> X:
    xs = emit(node.args[0], scope)
    text = xs.text if xs.size is not None and xs.size <= TINY else f"_burn(_s, {xs.text})"
    key, reverse = _named(node, "key"), _named(node, "reverse")
    if key is not None:
        text += f", key={function(key, scope).text}"
    if reverse is not None:
        text += f", reverse={emit(reverse, scope).text}"
    return _items(X(f"sorted({text})", True, fresh=True, size=xs.size), node, scope)


def _items(x: X, node: ir.Builtin, scope: Scope) -> X:
    """A new list of another's items: items that are lists are copied too."""
    assert isinstance(node.type, ListType)
    return x if scalar(node.type.item) else X(f"_copy(_s, {x.text})", True, fresh=True)


def _reversed(node: ir.Builtin, scope: Scope) -> X:
    xs = walked(emit(node.args[0], scope), scope)
    return _items(X(f"[*reversed({xs.text})]", True, fresh=True, size=xs.size), node, scope)


def _range(node: ir.Builtin, scope: Scope) -> X:
    a, b = (emit(arg, scope) for arg in node.args)
    size = max(b.high - a.low, 0)
    known = size if size <= BIG else None
    text = f"range({b.text})" if a.const == (0,) else f"range({a.text}, {b.text})"
    if known is None:
        text = f"_span({a.text}, {b.text})"
    sure = a.safe and b.safe and known is not None
    return X(text, True, fixed=True, safe=sure, size=known, low=a.low, high=max(b.high - 1, a.low))


def _append(node: ir.Builtin, scope: Scope) -> X:
    return X(f"_append({value(node.args[0], scope).a}, {stored(node.args[1], scope).text})", True)


def _pop(node: ir.Builtin, scope: Scope) -> X:
    index = emit(node.args[1], scope)
    return X(
        f"{value(node.args[0], scope).a}.pop({'' if index.const == (-1,) else index.text})", True, fresh=True
    )


def _edit(name: str) -> Callable[[ir.Builtin, Scope], X]:
    def write(node: ir.Builtin, scope: Scope) -> X:
        first, *rest = node.args
        args = [value(first, scope).text, *(stored(arg, scope).text for arg in rest)]
        return X(f"{name}(_s, {', '.join(args)})", True)

    return write


def _count(node: ir.Builtin, scope: Scope) -> X:
    xs = walked(emit(node.args[0], scope), scope)
    return X(f"{xs.a}.count({value(node.args[1], scope).text})", True, low=0, high=BIG)


def _clear(node: ir.Builtin, scope: Scope) -> X:
    return X(f"{value(node.args[0], scope).a}.clear()", True)


def _get(node: ir.Builtin, scope: Scope) -> X:
    of, key, default = node.args
    other = emit(default, scope)
    extra = "" if other.const == (None,) else f", {value(default, scope).text}"
    return X(f"{used(of, scope)}.get({emit(key, scope).text}{extra})", True)


def _keys(node: ir.Builtin, scope: Scope) -> X:
    return X(f"[*{walked(emit(node.args[0], scope), scope).a}]", True, fresh=True)


def _values(node: ir.Builtin, scope: Scope) -> X:
    of = walked(emit(node.args[0], scope), scope)
    return _items(X(f"[*{of.a}.values()]", True, fresh=True), node, scope)


def _dict_pop(node: ir.Builtin, scope: Scope) -> X:
    return X(f"{value(node.args[0], scope).a}.pop({emit(node.args[1], scope).text})", True, fresh=True)


def _pairs(node: ir.Builtin, scope: Scope) -> X:
    """`enumerate` and `dict.items` are written where they are looped over."""
    return emit(node.args[0], scope)


# --- space and players -----------------------------------------------------------------------------


def _root(node: ir.Expr, scope: Scope) -> str:
    assert isinstance(node.type, EntityType)
    return scope.module.entity(node.type.name)


def near_table(root: str, scope: Scope) -> str:
    """The neighbours of every space of a root type."""
    tables = scope.module.tables
    size = len(tables.copies[root])
    return scope.module.constant(f"_near_{root}", lambda: tables.neighbors.get(root, ((),) * size))


def _neighbors(node: ir.Builtin, scope: Scope) -> X:
    space = emit(node.args[0], scope)
    name = near_table(_root(node.args[0], scope), scope)
    size = max(map(len, scope.module.names[name]), default=0)
    return X(f"{name}[{space.text}]", True, fixed=True, safe=space.safe and not space.missing, size=size)


def _side(node: ir.Builtin, scope: Scope) -> X:
    root = _root(node.args[0], scope)
    tables = scope.module.tables
    size = len(tables.copies[root])
    name = scope.module.constant(f"_sides_{root}", lambda: tables.sides.get(root, ((),) * size))
    side = emit(node.args[1], scope)
    text = side.text if side.low >= 0 else f"_way({side.text})"
    return X(f"{name}[{emit(node.args[0], scope).text}][{text}]", True)


def _distance(node: ir.Builtin, scope: Scope) -> X:
    a, b = node.args
    root = _root(a, scope)
    near = near_table(root, scope)
    name = scope.module.constant(f"_steps_{root}", lambda: Distances(scope.module.names[near]))
    high = len(scope.module.tables.copies[root])
    x, y = emit(a, scope), emit(b, scope)
    return X(f"{name}({x.text}, {y.text})", True, low=-1, high=high)


def _within(node: ir.Builtin, scope: Scope) -> X:
    from pycardgen.lang.emit_space import within

    x = within(node, scope)
    assert x is not None
    return x


def _shortest_path(node: ir.Builtin, scope: Scope) -> X:
    a, b = (emit(arg, scope).text for arg in node.args)
    near = _steps(node, scope)
    passable = _named(node, "passable")
    test = "None" if passable is None else function(passable, scope).a
    return X(f"_shortest_path(_s, {a}, {b}, {near}, {test})", True, fresh=True)


def _steps(node: ir.Builtin, scope: Scope) -> str:
    """The function that gives a space's neighbours."""
    own = _named(node, "neighbors")
    if own is not None:
        return function(own, scope).a
    return f"{near_table(_root(node.args[0], scope), scope)}.__getitem__"


def _after(node: ir.Builtin, scope: Scope) -> X:
    players = scope.module.tables.players
    table = scope.module.constant(
        "_after",
        lambda: (
            *(tuple((p + n) % players for n in range(1, players)) for p in range(players)),
            tuple(range(players)),
        ),
    )
    player = emit(node.args[0], scope)
    return X(f"{table}[{player.text}]", True, fixed=True, safe=player.safe, size=players)


def _known(node: ir.Builtin, scope: Scope) -> X:
    x = value(node.args[0], scope)
    if not scope.walrus:
        return X(f"_known({x.text})", True)
    name = scope.temporary()
    return X(f"{name} if ({name} := {x.text}) is not None else _known(None)")


def _debug(node: ir.Builtin, scope: Scope) -> X:
    return X(f"_debug({emit(node.args[0], scope).text})", True)


_BUILTINS: dict[str, Callable[[ir.Builtin, Scope], X]] = {
    "roll": _roll,
    "roll_die": _roll_die,
    "pick": _pick,
    "shuffled": _shuffled,
    "zone.shuffle": _shuffle,
    "zone.draw": _draw,
    "zone.move": _move("_move"),
    "zone.put_under": _move("_put_under"),
    "zone.move_all": _move("_move_all"),
    "zone.top": _top,
    "zone.len": _zone_len,
    "zone.list": _zone_list,
    "every": _every,
    "list.len": _len,
    "dict.len": _len,
    "list.copy": _copy,
    "sum": _sum,
    "any": _any("any"),
    "all": _any("all"),
    "abs": _abs,
    "int.min": _int_min,
    "int.max": _int_max,
    "list.min": _list_min("_least"),
    "list.max": _list_min("_most"),
    "sorted": _sorted,
    "reversed": _reversed,
    "range": _range,
    "enumerate": _pairs,
    "list.append": _append,
    "list.pop": _pop,
    "list.insert": _edit("_insert"),
    "list.remove": _edit("_remove"),
    "list.extend": _edit("_extend"),
    "list.index": _edit("_index"),
    "list.count": _count,
    "list.clear": _clear,
    "dict.get": _get,
    "dict.keys": _keys,
    "dict.values": _values,
    "dict.items": _pairs,
    "dict.pop": _dict_pop,
    "known": _known,
    "neighbors": _neighbors,
    "side": _side,
    "distance": _distance,
    "within": _within,
    "shortest_path": _shortest_path,
    "after": _after,
    "debug": _debug,
}

__all__ = ["FuncType", "as_lambda", "builtin", "callee", "local", "mark", "near_table"]
