"""The intermediate representation: what rules are after parsing and checking, and what a bundle carries.

Frozen dataclasses, one a construct. Every expression has a `type`, filled in by the checker (`NONE`
before), and an `at`: where it stands, as an index into the program's table of positions. The checker is
idempotent: checking a checked tree gives the same tree, which is how the engine verifies a bundle.
"""

from __future__ import annotations

from typing import Literal

from pycardgen.model.types import NONE, Type
from pycardgen.records import dataclass, field

At = int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Expr:
    at: At = 0
    type: Type = NONE


# --- values ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lit(_Expr):
    """None, a bool, an int or a string; a string's type may be str, an enum or an id."""

    value: bool | int | str | None


@dataclass(frozen=True, slots=True)
class Entity(_Expr):
    """`Sector["L06"]`: the first copy of a definition."""

    entity: str
    id: str


@dataclass(frozen=True, slots=True)
class Local(_Expr):
    """A parameter or local variable."""

    name: str


@dataclass(frozen=True, slots=True)
class Const(_Expr):
    """A built-in constant: `board`, `mission`, `table`, `everyone`, `box`."""

    name: str


@dataclass(frozen=True, slots=True)
class Setting(_Expr):
    """`settings.rounds`."""

    name: str


@dataclass(frozen=True, slots=True)
class GameState(_Expr):
    """`game.round`; a zone of the game when its type is a zone."""

    name: str


@dataclass(frozen=True, slots=True)
class Memory(_Expr):
    """`memory.heard`: a bot's memory (bots only)."""

    name: str


@dataclass(frozen=True, slots=True)
class Field(_Expr):
    """A printed field, `id`, `name` or `seat` of an entity. `entity` is the type that declares it."""

    of: Expr
    entity: str
    name: str


@dataclass(frozen=True, slots=True)
class State(_Expr):
    """A state of an entity; a zone of it when its type is a zone. `entity` is the type that declares it."""

    of: Expr
    entity: str
    name: str


@dataclass(frozen=True, slots=True)
class Index(_Expr):
    """`xs[i]`, `d[k]`, `zone[i]`."""

    of: Expr
    index: Expr


@dataclass(frozen=True, slots=True)
class Binary(_Expr):
    """`+ - * // %` on ints; `+` on lists."""

    op: Literal["+", "-", "*", "//", "%"]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Negative(_Expr):
    """`-x`."""

    of: Expr


CompareOp = Literal["==", "!=", "<", "<=", ">", ">=", "in", "not in"]


@dataclass(frozen=True, slots=True)
class Compare(_Expr):
    """`a < b` and chains: `rest` has one operator and operand a link, each operand evaluated once."""

    first: Expr
    ops: tuple[CompareOp, ...]
    rest: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class IsNone(_Expr):
    """`x is None`, or `x is not None` when negated."""

    of: Expr
    negated: bool


@dataclass(frozen=True, slots=True)
class IsType(_Expr):
    """`isinstance(x, T)`."""

    of: Expr
    entity: str


@dataclass(frozen=True, slots=True)
class And(_Expr):
    """`a and b and c`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Or(_Expr):
    """`a or b or c`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Not(_Expr):
    """`not a`."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Cond(_Expr):
    """`a if test else b`."""

    test: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class ListLit(_Expr):
    """`[a, b]`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class DictLit(_Expr):
    """`{k: v}`."""

    keys: tuple[Expr, ...]
    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """`for targets in over if tests`. Two targets over `enumerate(...)` or `d.items()`."""

    targets: tuple[str, ...]
    over: Expr
    tests: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class ListComp(_Expr):
    """A list comprehension; also the generator inside any(), all(), sum(), min(), max(), sorted()."""

    item: Expr
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class DictComp(_Expr):
    """A dict comprehension."""

    key: Expr
    value: Expr
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Lambda(_Expr):
    """A lambda, only as an argument of a built-in; it may read the locals around it."""

    params: tuple[str, ...]
    body: Expr


@dataclass(frozen=True, slots=True)
class FuncRef(_Expr):
    """The name of a rule, as an argument of a built-in."""

    name: str


@dataclass(frozen=True, slots=True)
class Call(_Expr):
    """A call of a function. Of a declared value or hook: what modifies or replaces it now applies."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Builtin(_Expr):
    """A call of a built-in or of a method (`xs.append(x)` is `list.append` with args (xs, x)).

    Keyword arguments are in `named`, by name, sorted.
    """

    name: str
    args: tuple[Expr, ...]
    named: tuple[tuple[str, Expr], ...] = ()


@dataclass(frozen=True, slots=True)
class Format(_Expr):
    """An f-string: only in `debug(...)`."""

    parts: tuple[Expr, ...]


# --- asking, telling, flow: expressions that only stand as a statement or a whole right-hand side -


@dataclass(frozen=True, slots=True)
class Choose(_Expr):
    """`choose(seat, kind, options, default=d, **about)`: one of the options; of none, the default.

    `confirm(seat, kind)` is a choose over [False, True]: its `options` is None.
    """

    seat: Expr
    kind: str
    options: Expr | None
    default: Expr | None = None
    about: tuple[tuple[str, Expr], ...] = ()


@dataclass(frozen=True, slots=True)
class ChooseMany(_Expr):
    """`choose_many(seat, kind, options, low, high)`: a sub-list, in the order of the options."""

    seat: Expr
    kind: str
    options: Expr
    low: Expr
    high: Expr
    about: tuple[tuple[str, Expr], ...] = ()


@dataclass(frozen=True, slots=True)
class Declare(_Expr):
    """`declare(kind, seats, options, valid=v, secret=b)`: a dict from seat to answer.

    `options` maps a seat to its list; `valid` accepts or refuses the dict of all answers. Seats are
    players, or (see `seats.type`) entities for which the rule `controller` names the player; they are the
    dict's keys.
    """

    kind: str
    seats: Expr
    options: Expr
    valid: Expr | None = None
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Window(_Expr):
    """`window(name, seats, **args)`: offers every fitting use to each seat in order, until it passes."""

    name: str
    seats: Expr
    args: tuple[tuple[str, Expr], ...] = ()


@dataclass(frozen=True, slots=True)
class Emit(_Expr):
    """`emit(event, **args)`: runs what listens, at once."""

    name: str
    args: tuple[tuple[str, Expr], ...] = ()


@dataclass(frozen=True, slots=True)
class Announce(_Expr):
    """`announce(to, message, **args)`."""

    to: Expr
    name: str
    args: tuple[tuple[str, Expr], ...] = ()


@dataclass(frozen=True, slots=True)
class NextStep(_Expr):
    """`next_step(rule, args..., scope="turn")`: queues a step."""

    name: str
    args: tuple[Expr, ...]
    scope: str | None = None


@dataclass(frozen=True, slots=True)
class Cancel(_Expr):
    """`cancel("turn")`: drops what remains of the innermost open scope of that name."""

    scope: str


@dataclass(frozen=True, slots=True)
class EndScope(_Expr):
    """`end_scope("turn")`: states that reset then go back to their defaults."""

    scope: str


@dataclass(frozen=True, slots=True)
class EndGame(_Expr):
    """`end_game(reason, sides=[...], winners=[...])`: stops the game; never returns."""

    reason: str
    sides: Expr
    winners: Expr


@dataclass(frozen=True, slots=True)
class Original(_Expr):
    """`original(args...)` in a replacement: the hook as it was before."""

    args: tuple[Expr, ...]


Expr = (
    Lit
    | Entity
    | Local
    | Const
    | Setting
    | GameState
    | Memory
    | Field
    | State
    | Index
    | Binary
    | Negative
    | Compare
    | IsNone
    | IsType
    | And
    | Or
    | Not
    | Cond
    | ListLit
    | DictLit
    | ListComp
    | DictComp
    | Lambda
    | FuncRef
    | Call
    | Builtin
    | Format
    | Choose
    | ChooseMany
    | Declare
    | Window
    | Emit
    | Announce
    | NextStep
    | Cancel
    | EndScope
    | EndGame
    | Original
)

# --- statements -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stmt:
    at: At = 0


@dataclass(frozen=True, slots=True)
class Assign(_Stmt):
    """`target = value`. Target: Local, State, GameState, Memory or Index. Lists and dicts are copied on
    their way into a state, a memory, a list or a dict, so that no two places share one.
    """

    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Augment(_Stmt):
    """`target op= value` on ints; the target is evaluated once."""

    target: Expr
    op: Literal["+", "-", "*", "//", "%"]
    value: Expr


@dataclass(frozen=True, slots=True)
class Do(_Stmt):
    """An expression for its effect."""

    value: Expr


@dataclass(frozen=True, slots=True)
class If(_Stmt):
    """`if`, with `elif` nested in `other`."""

    test: Expr
    then: tuple[Stmt, ...]
    other: tuple[Stmt, ...] = ()


@dataclass(frozen=True, slots=True)
class For(_Stmt):
    """`for targets in over`. The list is taken as it is when the loop starts."""

    targets: tuple[str, ...]
    over: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class While(_Stmt):
    """`while test`."""

    test: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Return(_Stmt):
    """`return`, with a value unless the function gives None."""

    value: Expr | None


@dataclass(frozen=True, slots=True)
class Break(_Stmt):
    """`break`."""


@dataclass(frozen=True, slots=True)
class Continue(_Stmt):
    """`continue`."""


Stmt = Assign | Augment | Do | If | For | While | Return | Break | Continue

# --- functions and programs -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Func:
    """A rule, a bots' function, or the compiled part of a behaviour.

    `role`: "rule", "bot" or "behaviour". A behaviour's parameters are `self`, `owner`, then those of what
    it answers. `asks` (the checker fills it in): whether it may ask a seat, emit or open a window, directly
    or through a call.
    Names are unique in a program: a rule has its own, a bots' function `bot:NAME` (`bot:move`,
    `bot:window_hit`; calls of it say so too), a behaviour `KIND:NAME:SOURCE`, `#2` and on appended to tell
    several apart, `:if` to a condition.
    """

    name: str
    params: tuple[tuple[str, Type], ...]
    result: Type
    body: tuple[Stmt, ...]
    role: Literal["rule", "bot", "behaviour"] = "rule"
    at: At = 0
    asks: bool = False


@dataclass(frozen=True, slots=True)
class Effect:
    """A behaviour, compiled: `source` is the definition that has it; `condition` and `body` name Funcs.

    `kind` and `name` as in model.Behaviour; a `use` has one Effect a window. A Func of `condition` gives
    bool, of a `modify` body the value's type, of a `replace` body the hook's result, of others None.
    """

    kind: Literal["on", "modify", "replace", "use"]
    name: str
    source: str
    body: str
    condition: str | None = None
    stage: Literal["set", "add", "cap", "floor"] | None = None
    label: str = ""
    at: At = 0


@dataclass(frozen=True, slots=True)
class Program:
    """All rules of a game. `positions[at]`: file index, line, column, end line, end column; 0 is nowhere."""

    functions: tuple[Func, ...]
    effects: tuple[Effect, ...]
    files: tuple[str, ...]
    positions: tuple[tuple[int, int, int, int, int], ...] = field(default=((0, 0, 0, 0, 0),))
