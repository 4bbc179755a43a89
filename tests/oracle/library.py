"""The built-in functions for the interpreter: one Python function each, by their names after checking.

Each gets the run, the node, the arguments and the named arguments, all evaluated.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pycardgen.engine.api import RulesError
from pycardgen.lang import ir
from pycardgen.lang.tables import value_at_play
from pycardgen.model.types import EntityType, Type
from tests.oracle.world import LARGEST, bounded, plain, where_is

if TYPE_CHECKING:
    from tests.oracle.interpreter import Run

BOX = "box"
Named = dict[str, Any]


def call(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> Any:
    """Call a built-in."""
    found = _FUNCTIONS[node.name](run, node, args, named)
    if isinstance(found, list) and node.name not in _HANDED_ON:
        return bounded(plain(found), node.at)
    return found


_HANDED_ON = {
    "pick",
    "list.min",
    "list.max",
    "list.pop",
    "dict.get",
    "dict.pop",
    "known",
    "enumerate",
    "dict.items",
}
"""These give what they were given, or pairs; the others' lists are new."""


def stop(code: str, message: str, node: ir.Expr) -> RulesError:
    """The error that stops a game."""
    return RulesError(code, message, node.at)


def fits(number: int, node: ir.Expr | ir.Stmt) -> int:
    """A 64-bit integer."""
    if not -(2**63) <= number < 2**63:
        raise RulesError("PCG0902", "a number that doesn't fit 64 bits", node.at)
    return number


def root_of(run: Run, kind: Type) -> str:
    """The root type of an entity type."""
    assert isinstance(kind, EntityType), kind
    return run.tables.root_of[kind.name]


# --- random


def roll(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> int:
    if args[0] <= 0:
        raise stop("PCG0904", "a roll of nothing", node)
    return 1 + run.random(args[0])


def roll_die(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> Any:
    kind = node.args[0].type
    assert isinstance(kind, EntityType)
    definition = run.tables.copies[root_of(run, kind)][args[0]]
    declared = run.tables.game.entities[definition.type].fields["faces"].type
    faces = value_at_play(run.tables, definition.fields["faces"], declared)
    if not faces:
        raise stop("PCG0904", "a die without faces", node)
    return faces[run.random(len(faces))]


def pick(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> Any:
    if not args[0]:
        raise stop("PCG0904", "a pick from nothing", node)
    return args[0][run.random(len(args[0]))]


def shuffled(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> Any:
    return mixed(run, args[0])


def mixed(run: Run, items: list[Any]) -> list[Any]:
    """The items shuffled."""
    found = list(items)
    for i in range(len(found) - 1, 0, -1):
        j = run.random(i + 1)
        found[i], found[j] = found[j], found[i]
    return found


# --- zones


def zone_number(run: Run, zone: Any, root: str) -> int:
    """A zone's number; the box's is that of the box for the root type."""
    return run.tables.zone_base[None, root] if zone == BOX else zone


def shuffle(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> None:
    run.world.zones[args[0]] = mixed(run, run.world.zones[args[0]])


def draw(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> Any:
    zone, zones = run.tables.zones[args[0]], run.world.zones
    if not zones[args[0]] and zone.recycle is not None and zones[zone.recycle]:
        zones[args[0]] = mixed(run, zones[zone.recycle])
        zones[zone.recycle] = []
    if not zones[args[0]]:
        return None
    top = zones[args[0]].pop()
    zones[zone_number(run, args[1], zone.root)].append(top)
    return top


def move(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> None:
    to = _take(run, node, args)
    to.append(args[0])


def put_under(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> None:
    to = _take(run, node, args)
    to.insert(0, args[0])


def _take(run: Run, node: ir.Builtin, args: list[Any]) -> list[Any]:
    """Take a copy out of its zone; the zone where it goes."""
    root = root_of(run, node.args[0].type)
    zone = where_is(run.world, run.tables, root, args[0])
    assert zone is not None
    run.world.zones[zone.number].remove(args[0])
    return run.world.zones[zone_number(run, args[1], root)]


def move_all(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> None:
    zones = run.world.zones
    to = zone_number(run, args[1], run.tables.zones[args[0]].root)
    moving, zones[args[0]] = zones[args[0]], []
    zones[to] = zones[to] + moving


def top(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> Any:
    held = run.world.zones[args[0]]
    return held[-1] if held else None


def zone_len(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> int:
    return len(run.world.zones[args[0]])


def zone_list(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> Any:
    return list(run.world.zones[args[0]])


def every(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> Any:
    return list(range(*run.tables.spans[args[0]]))


# --- collections


def least(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> Any:
    return _extreme(node, args, named, lambda new, best: new < best)


def most(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> Any:
    return _extreme(node, args, named, lambda new, best: new > best)


def _extreme(node: ir.Builtin, args: list[Any], named: Named, better: Callable[[Any, Any], bool]) -> Any:
    if not args[0]:
        if "default" in named:
            return named["default"]
        raise stop("PCG0904", "the least or most of nothing", node)
    key = named.get("key", lambda item: item)
    keys = [key(item) for item in args[0]]
    best = 0
    for number in range(1, len(keys)):
        if better(keys[number], keys[best]):
            best = number
    return args[0][best]


def in_order(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> Any:
    key = named.get("key", lambda item: item)
    keys = [key(item) for item in args[0]]
    order = sorted(range(len(keys)), key=keys.__getitem__, reverse=named.get("reverse", False))
    return [args[0][number] for number in order]


def numbers(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> Any:
    if args[1] - args[0] > LARGEST:
        raise stop("PCG0907", "a range of too many numbers", node)
    return list(range(args[0], args[1]))


def append(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> None:
    bounded(args[0] + [0], node.at)
    args[0].append(plain(args[1]))


def pop(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> Any:
    if not -len(args[0]) <= args[1] < len(args[0]):
        raise stop("PCG0900", "no such item", node)
    return args[0].pop(args[1])


def insert(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> None:
    bounded(args[0] + [0], node.at)
    args[0].insert(args[1], plain(args[2]))


def remove(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> None:
    if args[1] not in args[0]:
        raise stop("PCG0913", "not in the list", node)
    args[0].remove(args[1])


def extend(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> None:
    bounded(args[0] + args[1], node.at)
    args[0].extend(plain(args[1]))


def index(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> int:
    if args[1] not in args[0]:
        raise stop("PCG0913", "not in the list", node)
    found: int = args[0].index(args[1])
    return found


def dict_pop(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> Any:
    if args[1] not in args[0]:
        raise stop("PCG0901", "no such key", node)
    return args[0].pop(args[1])


def known(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> Any:
    if args[0] is None:
        raise stop("PCG0908", "it is None", node)
    return args[0]


# --- space


def neighbors(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> Any:
    return list(run.tables.neighbors[root_of(run, node.args[0].type)][args[0]])


def side(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> Any:
    sides = run.tables.sides[root_of(run, node.args[0].type)][args[0]]
    if not -len(sides) <= args[1] < len(sides):
        raise stop("PCG0900", "no such side", node)
    return sides[args[1]]


def distance(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> int:
    edges = run.tables.neighbors[root_of(run, node.args[0].type)]
    known = run.machine.far.setdefault((root_of(run, node.args[0].type), args[0]), {})
    if not known:
        known[args[0]], queue = 0, [args[0]]
        for x in queue:
            for y in edges[x]:
                if y not in known:
                    known[y] = known[x] + 1
                    queue.append(y)
    return known.get(args[1], -1)


def within(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> Any:
    start, limit = args
    near, passable = _ways(run, node, named)
    seen, found, queue = {start}, [], [(start, 0)]
    while queue:
        x, steps = queue.pop(0)
        if steps >= limit:
            continue
        for y in near(x):
            if y not in seen:
                seen.add(y)
                if passable(y):
                    found.append(y)
                    queue.append((y, steps + 1))
    return found


def shortest_path(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> Any:
    a, b = args
    if a == b:
        return []
    near, passable = _ways(run, node, named)
    seen, queue = {a}, [[a]]
    while queue:
        path = queue.pop(0)
        for y in near(path[-1]):
            if y not in seen:
                seen.add(y)
                if passable(y):
                    if y == b:
                        return [*path[1:], y]
                    queue.append([*path, y])
    return []


def _ways(run: Run, node: ir.Builtin, named: Named) -> tuple[Callable[[Any], Any], Callable[[Any], bool]]:
    def printed(x: Any) -> Any:
        return run.tables.neighbors[root_of(run, node.args[0].type)][x]

    return named.get("neighbors", printed), named.get("passable", lambda y: True)


def after(run: Run, node: ir.Builtin, args: list[Any], named: Named) -> Any:
    count = run.tables.players
    return [(args[0] + step) % count for step in range(1, count)]


_FUNCTIONS: dict[str, Callable[[Any, ir.Builtin, list[Any], Named], Any]] = {
    "roll": roll,
    "roll_die": roll_die,
    "pick": pick,
    "shuffled": shuffled,
    "zone.shuffle": shuffle,
    "zone.draw": draw,
    "zone.move": move,
    "zone.put_under": put_under,
    "zone.move_all": move_all,
    "zone.top": top,
    "zone.len": zone_len,
    "zone.list": zone_list,
    "every": every,
    "list.len": lambda run, node, args, named: len(args[0]),
    "dict.len": lambda run, node, args, named: len(args[0]),
    "list.copy": lambda run, node, args, named: args[0],
    "sum": lambda run, node, args, named: fits(sum(args[0]), node),
    "any": lambda run, node, args, named: any(args[0]),
    "all": lambda run, node, args, named: all(args[0]),
    "abs": lambda run, node, args, named: fits(abs(args[0]), node),
    "int.min": lambda run, node, args, named: min(args),
    "int.max": lambda run, node, args, named: max(args),
    "list.min": least,
    "list.max": most,
    "sorted": in_order,
    "reversed": lambda run, node, args, named: args[0][::-1],
    "range": numbers,
    "enumerate": lambda run, node, args, named: list(enumerate(args[0])),
    "list.append": append,
    "list.pop": pop,
    "list.insert": insert,
    "list.remove": remove,
    "list.extend": extend,
    "list.index": index,
    "list.count": lambda run, node, args, named: args[0].count(args[1]),
    "list.clear": lambda run, node, args, named: args[0].clear(),
    "dict.get": lambda run, node, args, named: args[0].get(args[1], args[2]),
    "dict.keys": lambda run, node, args, named: list(args[0]),
    "dict.values": lambda run, node, args, named: list(args[0].values()),
    "dict.items": lambda run, node, args, named: list(args[0].items()),
    "dict.pop": dict_pop,
    "known": known,
    "neighbors": neighbors,
    "side": side,
    "distance": distance,
    "within": within,
    "shortest_path": shortest_path,
    "after": after,
    "debug": lambda run, node, args, named: None,
}
