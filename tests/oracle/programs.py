"""Random well-typed programs for the small game: what the generated code and the interpreter must agree on.

A number and a size make a program: quicker by far than drawing each node from hypothesis, and as repeatable.
Every node has a position of its own, so that machines can be compared by where they stop.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, TypeVar

from pycardgen.lang import ir
from pycardgen.lang.tables import walk
from pycardgen.model.game import Game, Limits, Signature, StateDecl
from pycardgen.model.types import (
    BOOL,
    INT,
    NEVER,
    NONE,
    STR,
    DictType,
    EntityType,
    EnumType,
    FuncType,
    ListType,
    OptionalType,
    Type,
    ZoneType,
)
from tests.oracle.small import CARD, COLOR, PLAYER, ROOM, small_game

N = TypeVar("N", bound=ir.Expr | ir.Stmt)
T = TypeVar("T")

INTS, COUNTS, CARDS, PLAYERS, ROOMS = (
    ListType(INT),
    DictType(PLAYER, INT),
    ListType(CARD),
    ListType(PLAYER),
    ListType(ROOM),
)
GRID = ListType(INTS)
ZONE, MAYBE_CARD, MAYBE_ROOM = ZoneType(CARD), OptionalType(CARD), OptionalType(ROOM)
LOCALS = (INT, BOOL, INTS, CARD, PLAYER, COLOR, MAYBE_CARD, COUNTS, GRID)
EDGES = (0, 1, -1, 2, 3, 5, 7, -7, 100, 2**62, -(2**63), 2**63 - 1)


class Builder:
    """Draws a program. `scope` holds the locals that are surely set, by name."""

    def __init__(self, seed: int, size: int, game: Game) -> None:
        self.random, self.size, self.game = Random(seed), size, game
        self.at = 0
        self.scope: dict[str, Type] = {}
        self.helpers: list[ir.Func] = []
        self.may_ask = True
        self.only_reads = False
        self.loop = 0
        self.names = 0
        self.result: Type = NONE

    # --- drawing

    def pick(self, *items: T) -> T:
        return self.random.choice(items)

    def chance(self, of: int = 2) -> bool:
        return self.random.randrange(of) == 0

    def number(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    def put(self, node: N) -> N:
        """Give a node the next position."""
        self.at += 1
        return replace(node, at=self.at)

    def fresh(self) -> str:
        self.names += 1
        return f"v{self.names}"

    def locals(self, kind: Type) -> list[str]:
        return [name for name, found in self.scope.items() if found == kind]

    # --- expressions

    def expr(self, kind: Type, depth: int) -> ir.Expr:
        """An expression of a type."""
        names = self.locals(kind)
        if names and self.chance():
            return self.put(ir.Local(self.pick(*names), type=kind))
        makers = self.makers(kind, depth)
        return self.put(self.pick(*makers)())

    def makers(self, kind: Type, depth: int) -> list[Callable[[], ir.Expr]]:
        """Ways to make an expression of a type; at depth 0 those that need no others."""
        leaves, others = self._of(kind, depth - 1)
        return leaves if depth <= 0 else leaves + others * 2

    def _of(self, kind: Type, depth: int) -> tuple[list[Callable[[], ir.Expr]], list[Callable[[], ir.Expr]]]:
        match kind:
            case EnumType():
                return self._colors(depth)
            case EntityType("Card"):
                return self._cards(depth)
            case EntityType("Player"):
                return self._players(depth)
            case EntityType("Room"):
                return self._rooms(depth)
            case ZoneType():
                return self._zones(depth)
            case OptionalType(item):
                return self._optionals(item, depth)
            case DictType():
                return self._dicts(depth)
            case ListType(item):
                return self._lists(item, depth)
        return self._ints(depth) if kind == INT else self._bools(depth)

    def builtin(self, name: str, kind: Type, *args: ir.Expr, **named: ir.Expr) -> ir.Builtin:
        return ir.Builtin(name, args, tuple(sorted(named.items())), type=kind)

    def lit(self, value: Any, kind: Type) -> ir.Lit:
        return ir.Lit(value, type=kind)

    def plain(self, kind: Type) -> ir.Expr:
        """A literal with a position."""
        return self.put(self.lit(self.number(0, 6), kind) if kind == INT else self.lit(self.chance(), kind))

    def cond(self, kind: Type, depth: int) -> ir.Expr:
        return ir.Cond(self.expr(BOOL, depth), self.expr(kind, depth), self.expr(kind, depth), type=kind)

    def risk(self, kind: Type, depth: int, make: Callable[[], ir.Expr]) -> ir.Expr:
        """What is likely to stop the game: seldom, or games would be over at once."""
        return make() if self.chance(8) else self.cond(kind, depth)

    def chancy(self, kind: Type, depth: int, make: Callable[[], ir.Expr]) -> ir.Expr:
        """What takes random numbers or changes the game, where that may be done."""
        return self.cond(kind, depth) if self.only_reads else make()

    def call(self, kind: Type, depth: int) -> ir.Expr:
        """A call of a helper that gives a type."""
        readers = [helper for helper in self.helpers if helper.name == "deep"]
        found = [h for h in (readers if self.only_reads else self.helpers) if h.result == kind]
        if not found:
            return self.cond(kind, depth)
        helper = self.pick(*found)
        return ir.Call(helper.name, tuple(self.expr(p, depth) for _, p in helper.params), type=kind)

    def key(self, item: Type, result: Type, depth: int) -> ir.Expr:
        """A lambda of one parameter."""
        name = self.fresh()
        before, reads = dict(self.scope), self.only_reads
        self.scope[name], self.only_reads = item, True
        body = self.expr(result, depth)
        self.scope, self.only_reads = before, reads
        return self.put(ir.Lambda((name,), body, type=FuncType((item,), result)))

    def comprehension(self, item: Type, depth: int) -> ir.ListComp:
        name, over = self.fresh(), self.pick(INT, CARD, PLAYER)
        before = dict(self.scope)
        source = self.expr(ListType(over), depth)
        self.scope[name] = over
        tests = (self.expr(BOOL, depth),) if self.chance() else ()
        found = self.expr(item, depth)
        self.scope = before
        return self.put(ir.ListComp(found, (ir.Clause((name,), source, tests),), type=ListType(item)))

    def _ints(self, depth: int) -> tuple[list[Any], list[Any]]:
        e = self.expr
        leaves = [
            lambda: self.lit(self.pick(*EDGES), INT),
            lambda: self.lit(self.number(0, 9), INT),
            lambda: ir.GameState("round", type=INT),
            lambda: ir.Setting("rounds", type=INT),
        ]
        others = [
            lambda: ir.Binary(self.pick("+", "-", "*", "//", "%"), e(INT, depth), e(INT, depth), type=INT),
            lambda: ir.Negative(e(INT, depth), type=INT),
            lambda: self.cond(INT, depth),
            lambda: self.call(INT, depth),
            lambda: self.worth(depth),
            lambda: ir.State(e(PLAYER, depth), "Player", "points", type=INT),
            lambda: ir.Field(e(CARD, depth), "Card", "value", type=INT),
            lambda: ir.Field(e(PLAYER, depth), "Player", "seat", type=INT),
            lambda: self.risk(INT, depth, lambda: ir.Index(e(INTS, depth), e(INT, depth), type=INT)),
            lambda: self.risk(INT, depth, lambda: ir.Index(e(COUNTS, depth), e(PLAYER, depth), type=INT)),
            lambda: self.builtin("list.len", INT, e(self.pick(INTS, CARDS, GRID), depth)),
            lambda: self.builtin("dict.len", INT, e(COUNTS, depth)),
            lambda: self.builtin("zone.len", INT, e(ZONE, depth)),
            lambda: self.builtin("sum", INT, e(INTS, depth)),
            lambda: self.builtin("sum", INT, self.comprehension(INT, depth)),
            lambda: self.builtin("abs", INT, e(INT, depth)),
            lambda: self.builtin(self.pick("int.min", "int.max"), INT, e(INT, depth), e(INT, depth)),
            lambda: self.risk(
                INT, depth, lambda: self.builtin(self.pick("list.min", "list.max"), INT, e(INTS, depth))
            ),
            lambda: self.builtin(
                self.pick("list.min", "list.max"),
                INT,
                e(INTS, depth),
                key=self.key(INT, INT, depth),
                default=e(INT, depth),
            ),
            lambda: self.risk(
                INT, depth, lambda: self.builtin("list.index", INT, e(INTS, depth), e(INT, depth))
            ),
            lambda: self.builtin("list.count", INT, e(INTS, depth), e(INT, depth)),
            lambda: self.builtin("dict.get", INT, e(COUNTS, depth), e(PLAYER, depth), e(INT, depth)),
            lambda: self.chancy(INT, depth, lambda: self.builtin("roll", INT, self.plain(INT))),
            lambda: self.chancy(INT, depth, lambda: self.builtin("pick", INT, e(INTS, depth))),
            lambda: self.builtin("distance", INT, e(ROOM, depth), e(ROOM, depth)),
        ]
        return leaves, others

    def _bools(self, depth: int) -> tuple[list[Any], list[Any]]:
        e = self.expr
        order = ("==", "!=", "<", "<=", ">", ">=")
        leaves = [lambda: self.lit(self.chance(), BOOL)]
        others = [
            lambda: ir.Compare(e(INT, depth), (self.pick(*order),), (e(INT, depth),), type=BOOL),
            lambda: ir.Compare(
                e(INT, depth),
                (self.pick(*order), self.pick(*order)),
                (e(INT, depth), e(INT, depth)),
                type=BOOL,
            ),
            lambda: ir.Compare(self.color(depth), (self.pick("==", "!="),), (e(COLOR, 0),), type=BOOL),
            lambda: ir.Compare(e(INTS, depth), ("==",), (e(INTS, depth),), type=BOOL),
            lambda: ir.Compare(e(INT, depth), (self.pick("in", "not in"),), (e(INTS, depth),), type=BOOL),
            lambda: ir.Compare(e(PLAYER, depth), ("in",), (e(COUNTS, depth),), type=BOOL),
            lambda: ir.Compare(e(CARD, depth), ("in",), (e(ZONE, depth),), type=BOOL),
            lambda: ir.IsNone(self.maybe(depth), self.chance(), type=BOOL),
            lambda: ir.IsType(self.some_card(depth), "Big", type=BOOL),
            lambda: ir.And((e(BOOL, depth), e(BOOL, depth)), type=BOOL),
            lambda: ir.Or((e(BOOL, depth), e(BOOL, depth)), type=BOOL),
            lambda: ir.Not(e(BOOL, depth), type=BOOL),
            lambda: self.cond(BOOL, depth),
            lambda: self.call(BOOL, depth),
            lambda: ir.State(e(CARD, depth), "Card", "marked", type=BOOL),
            lambda: self.builtin(self.pick("any", "all"), BOOL, self.comprehension(BOOL, depth)),
        ]
        return leaves, others

    def some_card(self, depth: int) -> ir.Expr:
        """A card that is no local: the checker would narrow its type."""
        every = self.put(self.builtin("every", CARDS, self.put(self.lit("Card", STR))))
        return self.put(self.builtin("list.max", CARD, every, key=self.key(CARD, INT, depth)))

    def color(self, depth: int) -> ir.Expr:
        return self.put(ir.Field(self.expr(CARD, depth), "Card", "color", type=COLOR))

    def maybe(self, depth: int) -> ir.Expr:
        """What may be None, but isn't always."""
        if self.chance():
            return self.room_of(depth)
        return self.top_of(depth)

    def top_of(self, depth: int) -> ir.Expr:
        return self.put(self.builtin("zone.top", MAYBE_CARD, self.expr(ZONE, depth)))

    def room_of(self, depth: int) -> ir.Expr:
        return self.put(ir.State(self.expr(PLAYER, depth), "Player", "room", type=MAYBE_ROOM))

    def worth(self, depth: int) -> ir.Expr:
        """A call of the value; nowhere that could be part of it."""
        if self.only_reads:
            return self.cond(INT, depth)
        return ir.Call("worth", (self.expr(CARD, depth),), type=INT)

    def _colors(self, depth: int) -> tuple[list[Any], list[Any]]:
        return [
            lambda: self.lit(self.pick("red", "blue"), COLOR),
            lambda: ir.Setting("mode", type=COLOR),
        ], [
            lambda: ir.Field(self.expr(CARD, depth), "Card", "color", type=COLOR),
            lambda: self.cond(COLOR, depth),
        ]

    def _cards(self, depth: int) -> tuple[list[Any], list[Any]]:
        e = self.expr
        return [lambda: ir.Entity("Card", self.pick("one", "two"), type=CARD)], [
            lambda: self.chancy(CARD, depth, lambda: self.builtin("pick", CARD, e(CARDS, depth))),
            lambda: self.risk(
                CARD,
                depth,
                lambda: self.builtin("known", CARD, self.top_of(depth)),
            ),
            lambda: self.risk(CARD, depth, lambda: ir.Index(e(ZONE, depth), e(INT, depth), type=CARD)),
            lambda: self.risk(CARD, depth, lambda: ir.Index(e(CARDS, depth), self.plain(INT), type=CARD)),
            lambda: self.builtin(
                "list.min", CARD, e(CARDS, depth), key=self.key(CARD, self.pick(INT, BOOL), depth)
            ),
            lambda: self.cond(CARD, depth),
        ]

    def _players(self, depth: int) -> tuple[list[Any], list[Any]]:
        e = self.expr
        everyone = ir.Const("everyone", type=PLAYERS)
        return [
            lambda: ir.Index(self.put(everyone), self.put(self.lit(self.number(0, 1), INT)), type=PLAYER)
        ], [
            lambda: self.chancy(PLAYER, depth, lambda: self.builtin("pick", PLAYER, e(PLAYERS, depth))),
            lambda: self.builtin(
                "list.max",
                PLAYER,
                e(PLAYERS, depth),
                key=self.key(PLAYER, INT, depth),
                default=e(PLAYER, depth),
            ),
            lambda: self.cond(PLAYER, depth),
        ]

    def somebody(self) -> ir.Expr:
        everyone = self.put(ir.Const("everyone", type=PLAYERS))
        return ir.Index(everyone, self.put(self.lit(self.number(0, 1), INT)), type=PLAYER)

    def _rooms(self, depth: int) -> tuple[list[Any], list[Any]]:
        board = ir.Const("board", type=EntityType("Plan"))
        return [
            lambda: ir.Entity("Room", self.pick("A1", "B1", "C1"), type=ROOM),
            lambda: ir.Field(self.put(board), "Plan", "gate", type=ROOM),
        ], [
            lambda: self.risk(ROOM, depth, lambda: self.builtin("known", ROOM, self.room_of(depth))),
            lambda: self.chancy(ROOM, depth, lambda: self.builtin("pick", ROOM, self.expr(ROOMS, depth))),
        ]

    def _zones(self, depth: int) -> tuple[list[Any], list[Any]]:
        return [lambda: ir.GameState(self.pick("deck", "used"), type=ZONE)], [
            lambda: ir.State(self.expr(PLAYER, depth), "Player", "hand", type=ZONE)
        ]

    def _optionals(self, item: Type, depth: int) -> tuple[list[Any], list[Any]]:
        none = [lambda: self.lit(None, NONE)]
        if item == ROOM:
            return none, [
                lambda: ir.State(self.expr(PLAYER, depth), "Player", "room", type=MAYBE_ROOM),
                lambda: self.builtin("side", MAYBE_ROOM, self.expr(ROOM, depth), self.plain(INT)),
            ]
        return none, [
            lambda: self.builtin("zone.top", MAYBE_CARD, self.expr(ZONE, depth)),
            lambda: self.chancy(
                MAYBE_CARD,
                depth,
                lambda: self.builtin("zone.draw", MAYBE_CARD, self.expr(ZONE, depth), self.expr(ZONE, depth)),
            ),
        ]

    def _dicts(self, depth: int) -> tuple[list[Any], list[Any]]:
        e = self.expr
        return [lambda: ir.GameState("count", type=COUNTS)], [
            lambda: ir.DictLit((e(PLAYER, depth),), (e(INT, depth),), type=COUNTS),
            lambda: self.dict_comprehension(depth),
        ]

    def dict_comprehension(self, depth: int) -> ir.Expr:
        name = self.fresh()
        before = dict(self.scope)
        source = self.expr(PLAYERS, depth)
        self.scope[name] = PLAYER
        key, value = self.expr(PLAYER, depth), self.expr(INT, depth)
        self.scope = before
        return ir.DictComp(key, value, (ir.Clause((name,), source),), type=COUNTS)

    def _lists(self, item: Type, depth: int) -> tuple[list[Any], list[Any]]:
        e, kind = self.expr, ListType(item)
        leaves: list[Any] = {
            INT: [lambda: ir.GameState("log", type=INTS), lambda: self.range()],
            CARD: [lambda: self.builtin("every", CARDS, self.put(self.lit("Card", STR)))],
            PLAYER: [lambda: ir.Const("everyone", type=PLAYERS)],
            ROOM: [lambda: self.builtin("every", ROOMS, self.put(self.lit("Room", STR)))],
            INTS: [lambda: ir.GameState("grid", type=GRID)],
        }[item]
        others: list[Any] = [
            lambda: ir.ListLit(tuple(e(item, depth) for _ in range(self.number(1, 3))), type=kind),
            lambda: ir.Binary("+", e(kind, depth), e(kind, depth), type=kind),
            lambda: self.builtin("reversed", kind, e(kind, depth)),
            lambda: self.builtin("list.copy", kind, e(kind, depth)),
            lambda: self.chancy(kind, depth, lambda: self.builtin("shuffled", kind, e(kind, depth))),
            lambda: self.comprehension(item, depth),
        ]
        if item == INT:
            others += [
                lambda: self.builtin("sorted", INTS, e(INTS, depth)),
                lambda: self.builtin(
                    "sorted",
                    INTS,
                    e(INTS, depth),
                    key=self.key(INT, self.pick(INT, BOOL, INTS), depth),
                    reverse=e(BOOL, 0),
                ),
                lambda: self.builtin("dict.values", INTS, e(COUNTS, depth)),
                lambda: self.risk(INTS, depth, lambda: ir.Index(e(GRID, depth), self.plain(INT), type=INTS)),
            ]
        elif item == CARD:
            others += [lambda: self.builtin("zone.list", CARDS, e(ZONE, depth))]
        elif item == PLAYER:
            others += [
                lambda: self.builtin("after", PLAYERS, e(PLAYER, depth)),
                lambda: self.builtin("dict.keys", PLAYERS, e(COUNTS, depth)),
            ]
        elif item == ROOM:
            others += [
                lambda: self.builtin("neighbors", ROOMS, e(ROOM, depth)),
                lambda: self.builtin(
                    "within", ROOMS, e(ROOM, depth), self.plain(INT), passable=self.key(ROOM, BOOL, depth)
                ),
                lambda: self.builtin(
                    "shortest_path", ROOMS, e(ROOM, depth), e(ROOM, depth), neighbors=self.key(ROOM, ROOMS, 1)
                ),
            ]
        return leaves, others

    def range(self) -> ir.Expr:
        return self.builtin("range", INTS, self.plain(INT), self.plain(INT))

    # --- statements

    def block(self, size: int, depth: int) -> tuple[ir.Stmt, ...]:
        """Statements; the locals that they set are gone after them."""
        before = dict(self.scope)
        found: list[ir.Stmt] = []
        for _ in range(self.number(1, size + self.size)):
            found.append(self.put(self.statement(depth)))
            if isinstance(found[-1], ir.Return | ir.Break | ir.Continue):
                break
        self.scope = before
        return tuple(found)

    def statement(self, depth: int) -> ir.Stmt:
        simple: list[Callable[[], ir.Stmt]] = [
            self.new_local,
            self.new_local,
            self.assign,
            self.augment,
            self.effect,
            self.effect,
            self.tell,
        ]
        if self.may_ask:
            simple += [self.ask, self.ask, self.ask, self.steer]
        if depth > 0:
            simple += [
                lambda: self.branch(depth - 1),
                lambda: self.branch(depth - 1),
                lambda: self.go_through(depth - 1),
                lambda: self.repeat(depth - 1),
                self.leave,
            ]
        return self.pick(*simple)()

    def new_local(self) -> ir.Stmt:
        kind = self.pick(*LOCALS)
        value = self.expr(kind, 2)
        name = self.pick(*(self.locals(kind) or [self.fresh()]), self.fresh())
        self.scope[name] = kind
        return ir.Assign(self.put(ir.Local(name, type=kind)), value)

    def assign(self) -> ir.Stmt:
        target, kind = self.target()
        return ir.Assign(self.put(target), self.expr(kind, 2))

    def target(self) -> tuple[ir.Expr, Type]:
        return self.pick(
            lambda: (ir.GameState("log", type=INTS), INTS),
            lambda: (ir.GameState("count", type=COUNTS), COUNTS),
            lambda: (ir.GameState("grid", type=GRID), GRID),
            lambda: (ir.GameState("round", type=INT), INT),
            lambda: (ir.State(self.expr(PLAYER, 1), "Player", "points", type=INT), INT),
            lambda: (ir.State(self.expr(PLAYER, 1), "Player", "room", type=MAYBE_ROOM), MAYBE_ROOM),
            lambda: (ir.State(self.expr(CARD, 1), "Card", "marked", type=BOOL), BOOL),
            lambda: (ir.Index(self.expr(INTS, 1), self.expr(INT, 1), type=INT), INT),
            lambda: (ir.Index(self.expr(COUNTS, 1), self.expr(PLAYER, 1), type=INT), INT),
            lambda: (ir.Index(self.expr(GRID, 1), self.plain(INT), type=INTS), INTS),
        )()

    def augment(self) -> ir.Stmt:
        names = self.locals(INT)
        target: ir.Expr
        if names and self.chance():
            target = ir.Local(self.pick(*names), type=INT)
        else:
            target = self.pick(
                lambda: ir.GameState("round", type=INT),
                lambda: ir.State(self.expr(PLAYER, 1), "Player", "points", type=INT),
                lambda: ir.Index(self.expr(INTS, 1), self.expr(INT, 1), type=INT),
            )()
        return ir.Augment(self.put(target), self.pick("+", "-", "*", "//", "%"), self.expr(INT, 2))

    def effect(self) -> ir.Stmt:
        e, b = self.expr, self.builtin
        return ir.Do(
            self.put(
                self.pick(
                    lambda: b("list.append", NONE, e(INTS, 1), e(INT, 2)),
                    lambda: b("list.append", NONE, e(GRID, 1), e(INTS, 2)),
                    lambda: b("list.insert", NONE, e(INTS, 1), e(INT, 1), e(INT, 1)),
                    lambda: b("list.extend", NONE, e(INTS, 1), e(INTS, 1)),
                    lambda: b("list.remove", NONE, e(INTS, 1), e(INT, 1)),
                    lambda: b("list.pop", INT, e(INTS, 1), self.put(self.lit(self.pick(-1, 0, 1), INT))),
                    lambda: b("list.clear", NONE, e(INTS, 1)),
                    lambda: b("dict.pop", INT, e(COUNTS, 1), e(PLAYER, 1)),
                    lambda: b("zone.shuffle", NONE, e(ZONE, 1)),
                    lambda: b("zone.draw", MAYBE_CARD, e(ZONE, 1), e(ZONE, 1)),
                    lambda: b("zone.move", NONE, e(CARD, 2), e(ZONE, 1)),
                    lambda: b("zone.move", NONE, e(CARD, 2), self.put(ir.Const("box", type=ZoneType(NEVER)))),
                    lambda: b("zone.put_under", NONE, e(CARD, 2), e(ZONE, 1)),
                    lambda: b("zone.move_all", NONE, e(ZONE, 1), e(ZONE, 1)),
                    lambda: self.gain(),
                )()
            )
        )

    def gain(self) -> ir.Expr:
        """A call of the hook, where asking is allowed: a replacement of it may ask."""
        if not self.may_ask:
            return self.builtin("zone.shuffle", NONE, self.expr(ZONE, 1))
        return ir.Call("gain", (self.expr(PLAYER, 1), self.expr(INT, 1)), type=NONE)

    def tell(self) -> ir.Stmt:
        to = self.expr(self.pick(PLAYER, PLAYERS), 1)
        args = (("who", self.expr(PLAYER, 1)), ("card", self.expr(CARD, 1)))
        return ir.Do(self.put(ir.Announce(to, "played", args, type=NONE)))

    def ask(self) -> ir.Stmt:
        """A decision as the right-hand side of an assignment, or an event or a window."""
        cost = (("cost", self.expr(INT, 1)),)
        kind: Type
        value: ir.Expr
        match self.number(0, 5):
            case 0:
                kind = CARD
                options, default = self.expr(CARDS, 2), self.expr(CARD, 1)
                value = ir.Choose(self.expr(PLAYER, 1), "play", options, default, cost, type=CARD)
            case 1:
                kind = BOOL
                value = ir.Choose(self.expr(PLAYER, 1), "sure", None, type=BOOL)
            case 2:
                kind = CARDS
                bounds = self.plain(INT), self.plain(INT)
                value = ir.ChooseMany(
                    self.expr(PLAYER, 1), "some", self.expr(CARDS, 2), *bounds, cost, type=CARDS
                )
            case 3:
                kind = COUNTS
                options = self.key(PLAYER, INTS, 2)
                valid = self.key(COUNTS, BOOL, 2) if self.chance() else None
                secret = self.chance()
                name = "secret" if secret else "bid"
                value = ir.Declare(name, self.expr(PLAYERS, 1), options, valid, secret, type=COUNTS)
            case 4:
                args = (("by", self.expr(PLAYER, 1)),)
                return ir.Do(self.put(ir.Emit("scored", args, type=NONE)))
            case _:
                args = (("who", self.expr(PLAYER, 1)),)
                return ir.Do(self.put(ir.Window("turn", self.expr(PLAYERS, 1), args, type=NONE)))
        value = self.put(value)
        name = self.fresh()
        self.scope[name] = kind
        return ir.Assign(self.put(ir.Local(name, type=kind)), value)

    def steer(self) -> ir.Stmt:
        match self.number(0, 9):
            case 0:
                return ir.Do(self.put(ir.Cancel("turn", type=NONE)))
            case 1:
                return ir.Do(self.put(ir.EndScope("turn", type=NONE)))
            case 2:
                sides = self.put(
                    ir.ListLit(
                        (self.put(self.lit("reds", EnumType("Side"))),), type=ListType(EnumType("Side"))
                    )
                )
                return ir.Do(self.put(ir.EndGame("won", sides, self.expr(PLAYERS, 1), type=NEVER)))
        args = (self.expr(INT, 1), self.expr(INTS, 1), self.expr(PLAYER, 1))
        return ir.Do(self.put(ir.NextStep("later", args, self.pick(None, "turn", "round"), type=NONE)))

    def branch(self, depth: int) -> ir.Stmt:
        test = self.expr(BOOL, 2)
        then = self.block(3, depth)
        other = self.block(2, depth) if self.chance() else ()
        return ir.If(test, then, other)

    def go_through(self, depth: int) -> ir.Stmt:
        before = dict(self.scope)
        targets: tuple[str, ...]
        over: ir.Expr
        match self.number(0, 3):
            case 0:
                over = self.put(self.builtin("enumerate", DictType(INT, CARD), self.expr(CARDS, 1)))
                targets = (self.fresh(), self.fresh())
                self.scope.update({targets[0]: INT, targets[1]: CARD})
            case 1:
                over = self.put(self.builtin("dict.items", COUNTS, self.expr(COUNTS, 1)))
                targets = (self.fresh(), self.fresh())
                self.scope.update({targets[0]: PLAYER, targets[1]: INT})
            case _:
                item = self.pick(INT, CARD, PLAYER, INTS)
                over = self.expr(ListType(item), 2)
                targets = (self.fresh(),)
                self.scope[targets[0]] = item
        self.loop += 1
        body = self.block(3, depth)
        self.loop -= 1
        self.scope = before
        return ir.For(targets, over, body)

    def repeat(self, depth: int) -> ir.Stmt:
        test = self.expr(BOOL, 2)
        self.loop += 1
        body = self.block(3, depth)
        self.loop -= 1
        return ir.While(test, body)

    def leave(self) -> ir.Stmt:
        if self.loop and self.chance():
            return ir.Break() if self.chance() else ir.Continue()
        return ir.Return(None if self.result == NONE else self.expr(self.result, 1))

    # --- functions

    def function(
        self, name: str, params: tuple[tuple[str, Type], ...], result: Type, asks: bool, **rest: Any
    ) -> ir.Func:
        """A function; one that gives something ends with a return."""
        self.scope = dict(params)
        self.may_ask, self.result, self.loop = asks, result, 0
        body = self.block(4, 2)
        if result != NONE and not isinstance(body[-1], ir.Return):
            body = (*body, self.put(ir.Return(self.expr(result, 2))))
        return ir.Func(name, params, result, body, asks=asks, **rest)

    def pure(self, name: str, params: tuple[tuple[str, Type], ...], result: Type) -> ir.Func:
        """The part of a behaviour that is one expression."""
        self.scope = dict(params)
        self.may_ask, self.loop, self.only_reads = False, 0, True
        body = self.put(ir.Return(self.expr(result, 2)))
        self.only_reads = False
        return ir.Func(name, params, result, (body,), role="behaviour")

    def recursive(self) -> ir.Func:
        """`deep(n)`: calls itself n times, too often when n is big."""
        n = ir.Local("n", type=INT)
        self.scope, self.may_ask, self.only_reads = {"n": INT}, False, True
        test = self.put(ir.Compare(n, ("<=",), (self.put(self.lit(0, INT)),), type=BOOL))
        base = self.put(ir.Return(self.expr(INT, 1)))
        less = self.put(ir.Binary("-", n, self.put(self.lit(1, INT)), type=INT))
        again = self.put(ir.Call("deep", (less,), type=INT))
        more = self.put(ir.Binary("+", again, self.expr(INT, 1), type=INT))
        body = (self.put(ir.If(test, (base,))), self.put(ir.Return(more)))
        self.only_reads = False
        return ir.Func("deep", (("n", INT),), INT, body)

    def replacement(self) -> ir.Func:
        """A replacement of the hook, around what it was before."""
        params = (("self", CARD), ("owner", PLAYER), ("p", PLAYER), ("n", INT))
        function = self.function("one/replace", params, NONE, asks=False, role="behaviour")
        self.scope = dict(params)
        original = ir.Original((self.expr(PLAYER, 1), self.expr(INT, 2)), type=NONE)
        before = self.put(ir.Do(self.put(original)))
        return replace(function, body=(before, *function.body))


def program_game() -> Game:
    """The small game with what random programs need."""
    game = small_game()
    player = game.entities["Player"]
    room = replace(player.state["room"], sample=None)
    return replace(
        game,
        scopes=("round", "turn"),
        entities={**game.entities, "Player": replace(player, state={**player.state, "room": room})},
        state={**game.state, "grid": StateDecl("grid", GRID)},
        decisions={
            **game.decisions,
            "some": replace(game.decisions["play"], name="some"),
            "sure": Signature("sure", {}, BOOL),
            "bid": Signature("bid", {}, INT),
            "secret": Signature("secret", {}, INT),
        },
        limits=Limits(steps=12, decisions=60, fuel=2_000),
    )


EFFECTS = (
    ir.Effect("on", "scored", "one", "one/on", "one/on/if"),
    ir.Effect("modify", "worth", "one", "one/add", stage="add"),
    ir.Effect("modify", "worth", "two", "two/set", "two/set/if", stage="set"),
    ir.Effect("modify", "worth", "two", "one/add", "two/set/if", stage="cap"),
    ir.Effect("replace", "gain", "one", "one/replace"),
    ir.Effect("replace", "gain", "two", "one/replace", "gain/if"),
    ir.Effect("use", "turn", "two", "two/use", "two/use/if", label="Play"),
)


def random_program(seed: int, size: int) -> ir.Program:
    """A program for `program_game()`; `size` from 0."""
    build = Builder(seed, size, program_game())
    mine = (("self", CARD), ("owner", PLAYER))
    of_card, of_gain, of_turn, of_scored = (
        (*mine, ("card", CARD)),
        (*mine, ("p", PLAYER), ("n", INT)),
        (*mine, ("who", PLAYER)),
        (*mine, ("by", PLAYER)),
    )
    functions = [
        build.pure("worth", (("card", CARD),), INT),
        build.pure("one/add", of_card, INT),
        build.pure("two/set", of_card, INT),
        build.pure("two/set/if", of_card, BOOL),
        build.recursive(),
    ]
    functions[0] = replace(functions[0], role="rule")
    build.helpers = [functions[-1]]
    for name, params, result in (
        ("count", (("a", INT), ("xs", INTS)), INT),
        ("test", (("c", CARD), ("room", MAYBE_ROOM)), BOOL),
    ):
        functions.append(build.function(name, params, result, asks=False))
        build.helpers.append(functions[-1])
    functions += [
        build.function("gain", (("p", PLAYER), ("n", INT)), NONE, asks=False),
        build.pure("gain/if", of_gain, BOOL),
        build.replacement(),
        build.pure("one/on/if", of_scored, BOOL),
        build.function("one/on", of_scored, NONE, asks=False, role="behaviour"),
        build.pure("two/use/if", of_turn, BOOL),
        build.function("two/use", of_turn, NONE, asks=False, role="behaviour"),
        build.function("later", (("n", INT), ("xs", INTS), ("p", PLAYER)), NONE, asks=True),
        start(build),
    ]
    functions = [replace(function, asks=may_ask(function)) for function in functions]
    positions = ((0, 0, 0, 0, 0), *((0, at, 1, at, 2) for at in range(1, build.at + 1)))
    return ir.Program(tuple(functions), EFFECTS, ("rules/main.star",), positions)


def may_ask(function: ir.Func) -> bool:
    """Whether a function may ask somebody: the checker's rule, for what these programs hold."""
    asking = (ir.Choose, ir.ChooseMany, ir.Declare, ir.Emit, ir.Window, ir.Original)
    return any(
        isinstance(node, asking) or (isinstance(node, ir.Call) and node.name == "gain")
        for node in walk(function.body)
    )


def start(build: Builder) -> ir.Func:
    """The first step: every player draws two cards, then anything, and two steps to come."""
    function = build.function("setup", (), NONE, asks=True)
    build.scope, p = {}, ir.Local("p", type=PLAYER)
    deck = ir.GameState("deck", type=ZONE)
    hand = ir.State(p, "Player", "hand", type=ZONE)
    drawing = ir.Do(build.put(build.builtin("zone.draw", MAYBE_CARD, deck, hand)))
    shuffling = ir.Do(build.put(build.builtin("zone.shuffle", NONE, deck)))
    body = [
        shuffling,
        ir.For(("p",), ir.Const("everyone", type=PLAYERS), (drawing, drawing)),
    ]
    for scope in ("round", None):
        args = (build.expr(INT, 1), build.expr(INTS, 1), build.expr(PLAYER, 0))
        body.append(ir.Do(build.put(ir.NextStep("later", args, scope, type=NONE))))
    return replace(function, body=(*body, *function.body))
