"""What generated rules call: random numbers, zones, asking, events, values, hooks, windows, steps.

Every function takes the state `s` first if it needs it. Generated code sees them under their names with `_`
in front.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from pycardgen.engine.api import Kind, Offer, RulesError
from pycardgen.lang.missing import Missing, StopError

State = Any
BIG = 10_000
DEPTH = 200
MAX, MIN = (1 << 63) - 1, -(1 << 63)


class GameOver(Exception):  # noqa: N818
    """The game ended: `s.over` says how."""


def have(value: Any) -> Any:
    """A value that must be there."""
    if value.__class__ is Missing:
        value.stop()
    return value


def absent(what: str) -> NoReturn:
    """A definition that isn't in play."""
    raise StopError("PCG0911", f"{what} isn't in play with this set-up")


def known(value: Any) -> Any:
    """`known(x)`."""
    if value is None:
        raise StopError("PCG0908", "there is nothing here: the value is None")
    return value


def top(pile: list[int]) -> int | None:
    """`top(z)`."""
    return pile[-1] if pile else None


def between(n: int, low: int, high: int) -> bool:
    """Whether a copy (or None) is in a range of numbers."""
    return n is not None and low <= n < high


def itself(seat: int) -> int:
    """The seat that answers for a player."""
    return seat


def seats_of(players: Sequence[int], table: int) -> tuple[int, ...]:
    """The seats that some players stand for."""
    return tuple(range(table)) if table in players else tuple(players)


def announce(s: State, to: tuple[int, ...], name: str, args: tuple[Any, ...]) -> None:
    """Tell seats something."""
    if s.tell is not None:
        s.tell(to, name, args)


# --- numbers and lists -----------------------------------------------------------------------------


def wide(n: int) -> int:
    """A result that may not fit in 64 bits."""
    if MIN <= n <= MAX:
        return n
    raise StopError("PCG0902", "the result doesn't fit in 64 bits")


def dry() -> NoReturn:
    """Fuel has run out."""
    raise StopError("PCG0905", "this step does too much: it has burnt all its fuel. Does a loop never end?")


def deep() -> NoReturn:
    """Rules call each other too deeply."""
    raise StopError("PCG0906", f"rules call each other more than {DEPTH} deep")


def burn(s: State, xs: Any) -> Any:
    """Pay for going through a list, and give it back."""
    s.fuel -= len(xs)
    if s.fuel < 0:
        dry()
    return xs


def small(xs: Any) -> Any:
    """A list or dict that may have grown too big."""
    if len(xs) > BIG:
        raise StopError("PCG0907", f"a list or dict holds more than {BIG:,} items")
    return xs


def span(a: int, b: int) -> range:
    """`range(a, b)`."""
    if b - a > BIG:
        raise StopError("PCG0907", f"a list holds more than {BIG:,} items")
    return range(a, b)


def copy(s: State, value: Any) -> Any:
    """An independent copy of a list or dict, whatever it holds; tuples become lists."""
    kind = type(value)
    if kind is list or kind is tuple or kind is range:
        return [copy(s, x) for x in burn(s, value)]
    return {k: copy(s, x) for k, x in burn(s, value).items()} if kind is dict else value


def append(xs: list[Any], x: Any) -> None:
    """`xs.append(x)`."""
    if len(xs) >= BIG:
        raise StopError("PCG0907", f"a list holds more than {BIG:,} items")
    xs.append(x)


def insert(s: State, xs: list[Any], i: int, x: Any) -> None:
    """`xs.insert(i, x)`."""
    burn(s, xs)
    xs.insert(max(min(i, BIG), -BIG), x)
    small(xs)


def extend(s: State, xs: list[Any], ys: Sequence[Any]) -> None:
    """`xs.extend(ys)`; `ys` may be `xs`."""
    burn(s, ys)
    xs.extend(list(ys))
    small(xs)


def remove(s: State, xs: list[Any], x: Any) -> None:
    """`xs.remove(x)`."""
    burn(s, xs)
    if x not in xs:
        raise StopError("PCG0913", "the list doesn't hold what is to be removed from it")
    xs.remove(x)


def index(s: State, xs: Sequence[Any], x: Any) -> int:
    """`xs.index(x)`."""
    burn(s, xs)
    if x not in xs:
        raise StopError("PCG0913", "the list doesn't hold what is looked for")
    return int(xs.index(x))


def least(s: State, xs: Sequence[Any], key: Any = None) -> Any:
    """`min(xs, key=key)`."""
    if not xs:
        raise StopError("PCG0904", "min() of nothing; give it a default")
    return min(burn(s, xs), key=key)


def least_or(s: State, xs: Sequence[Any], key: Any, default: Any) -> Any:
    """`min(xs, key=key, default=default)`."""
    return least(s, xs, key) if xs else default


def most_or(s: State, xs: Sequence[Any], key: Any, default: Any) -> Any:
    """`max(xs, key=key, default=default)`."""
    return most(s, xs, key) if xs else default


def most(s: State, xs: Sequence[Any], key: Any = None) -> Any:
    """`max(xs, key=key)`."""
    if not xs:
        raise StopError("PCG0904", "max() of nothing; give it a default")
    return max(burn(s, xs), key=key)


# --- random numbers --------------------------------------------------------------------------------


def roll(s: State, n: int) -> int:
    """1 to n."""
    if n < 1:
        raise StopError("PCG0904", f"roll({n}): a die needs at least one side")
    r: int = (s.rng * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
    s.rng = r
    return 1 + ((r >> 33) * n >> 31)


def pick(s: State, xs: Sequence[Any]) -> Any:
    """One of a list."""
    n = len(xs)
    if n == 0:
        raise StopError("PCG0904", "pick() of nothing")
    s.rng = r = (s.rng * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
    return xs[(r >> 33) * n >> 31]


def mix(s: State, xs: list[Any]) -> list[Any]:
    """Shuffle a list in place, from its end."""
    burn(s, xs)
    r = s.rng
    for n in range(len(xs), 1, -1):
        r = (r * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        j = (r >> 33) * n >> 31
        xs[n - 1], xs[j] = xs[j], xs[n - 1]
    s.rng = r
    return xs


# --- zones -----------------------------------------------------------------------------------------


def draw(s: State, z: int, to: int, where: list[int], recycle: int | None) -> int | None:
    """The top of zone `z` goes on top of zone `to`; `where` says in which zone each copy is."""
    pile: list[int] = s.zones[z]
    if not pile:
        if recycle is None or not s.zones[recycle]:
            return None
        move_all(s, recycle, z, where)
        mix(s, pile)
    c = pile.pop()
    s.zones[to].append(c)
    where[c] = to
    return c


def draw_from(s: State, z: int, to: int, where: list[int], recycle: Sequence[int | None]) -> int | None:
    """`draw`, where the table says what is recycled into which zone."""
    return draw(s, z, to, where, recycle[z])


def move(s: State, c: int, to: int, where: list[int]) -> None:
    """A copy goes on top of a zone."""
    take(s, s.zones[where[c]], c)
    s.zones[to].append(c)
    where[c] = to


def put_under(s: State, c: int, to: int, where: list[int]) -> None:
    """A copy goes to the bottom of a zone."""
    take(s, s.zones[where[c]], c)
    burn(s, s.zones[to]).insert(0, c)
    where[c] = to


def take(s: State, pile: list[int], c: int) -> None:
    """A copy leaves the zone that holds it."""
    if pile[-1] == c:
        pile.pop()
    else:
        burn(s, pile).remove(c)


def move_all(s: State, z: int, to: int, where: list[int]) -> None:
    """All of zone `z` goes on top of `to`, in order."""
    pile = s.zones[z]
    if z != to:
        for c in burn(s, pile):
            where[c] = to
        s.zones[to].extend(pile)
        pile.clear()


# --- space -----------------------------------------------------------------------------------------

Steps = Callable[[int], Iterable[int]]


def shortest_path(s: State, a: int, b: int, near: Steps, passable: Callable[[int], bool] | None) -> list[int]:
    """The spaces after `a`, `b` last."""
    if a == b:
        return []
    came = {a: a}
    queue = [a]
    for x in queue:
        for y in burn(s, near(x)):
            if y not in came:
                came[y] = x
                if passable is None or passable(y):
                    if y == b:
                        return _back(came, a, b)
                    queue.append(y)
    return []


def _back(came: Mapping[int, int], a: int, b: int) -> list[int]:
    path = [b]
    while came[path[-1]] != a:
        path.append(came[path[-1]])
    return path[::-1]


def way(k: int) -> int:
    """A direction: not counted from the end."""
    if k < 0:
        raise IndexError
    return k


KEPT = 20_000
"""Answers of searches that are kept."""


def tables_of(s: State, slot: str, kept: dict[frozenset[Any], Any]) -> Any:
    """Tables with the answers of searches under what a list of the game holds now; the state has them at hand
    until the list changes. `kept` has those for what it held before.
    """
    holds = frozenset(getattr(s, f"g_{slot[2:]}"))
    found = kept.get(holds)
    if found is None:
        if sum(len(table) for tables in kept.values() for table in tables.values()) > KEPT:
            kept.clear()
        found = kept[holds] = defaultdict(dict, {0: {}})
    setattr(s, slot, found)
    return found


def key(value: Any) -> Any:
    """A list or dict as part of a dict's key."""
    kind = type(value)
    if kind is list or kind is tuple:
        return tuple(map(key, value))
    return tuple((k, key(x)) for k, x in value.items()) if kind is dict else value


# --- asking ----------------------------------------------------------------------------------------


NO_YES = (False, True)


def choose(s: State, seat: int, kind: Kind, options: Sequence[Any], about: tuple[Any, ...]) -> Any:
    """One of the options; of one, it. (Mostly written in place: lang/emit_deliver.py.)"""
    n = len(options)
    if n == 0:
        no_option(kind)
    if n == 1:
        return options[0]
    if not s.left:
        limit(s)
    s.left -= 1
    i = s.ask(s, seat, kind, options, about, 1, 1)
    if not 0 <= i < n:
        bad_answer(kind)
    return options[i]


def choose_or(
    s: State, seat: int, kind: Kind, options: Sequence[Any], default: Any, about: tuple[Any, ...]
) -> Any:
    """One of the options, or the default if there are none."""
    return choose(s, seat, kind, options, about) if options else default


def confirm(s: State, seat: int, kind: Kind, about: tuple[Any, ...]) -> Any:
    """Yes or no."""
    return choose(s, seat, kind, NO_YES, about)


def no_option(kind: Kind) -> NoReturn:
    """Nothing to choose from."""
    raise StopError("PCG0910", f"nothing can be chosen for `{kind.name}`, and it has no default")


def choose_many(
    s: State, seat: int, kind: Kind, options: Sequence[Any], low: int, high: int, about: tuple[Any, ...]
) -> list[Any]:
    """Between `low` and `high` of the options."""
    n = len(options)
    low = max(0, min(low, n))
    high = max(low, min(high, n))
    if low == n or high == 0:
        return list(options[:low])
    if not s.left:
        limit(s)
    s.left -= 1
    answer = s.ask(s, seat, kind, options, about, low, high)
    if not low <= len(answer) <= high or any(
        not 0 <= i < n or (at and answer[at - 1] >= i) for at, i in enumerate(answer)
    ):
        bad_answer(kind)
    return [options[i] for i in answer]


def bad_answer(kind: Kind) -> NoReturn:
    """A controller answered what it wasn't offered."""
    raise StopError("PCG0918", f"the answer to `{kind.name}` isn't one of the options")


def declare(
    s: State,
    kind: Kind,
    seats: Sequence[int],
    options: Callable[[int], Sequence[Any]],
    valid: Callable[[dict[int, Any]], bool] | None,
    secret: bool,
    asked: Callable[[int], int],
) -> dict[int, Any]:
    """An answer for each seat, such that the whole is valid. `asked` gives the seat that answers for one."""
    seats = list(seats)
    lists = [list(options(seat)) for seat in seats]
    answers: dict[int, Any] = {}
    for at, seat in enumerate(seats):
        open_to = [x for x in lists[at] if _completes(s, seats, lists, {**answers, seat: x}, at + 1, valid)]
        if not open_to:
            raise StopError("PCG0909", f"no declaration of `{kind.name}` is valid")
        told = {} if secret else dict(answers)
        about = tuple(told if name == "answers" else seat for name, _ in kind.about)
        answers[seat] = choose(s, asked(seat), kind, open_to, about)
    return answers


def _completes(
    s: State,
    seats: Sequence[int],
    lists: Sequence[Sequence[Any]],
    answers: dict[int, Any],
    at: int,
    valid: Callable[[dict[int, Any]], bool] | None,
) -> bool:
    """Whether the seats from `at` on can still answer so that the whole is valid."""
    s.fuel -= 1
    if s.fuel < 0:
        dry()
    if at == len(seats):
        return valid is None or valid(answers)
    return any(_completes(s, seats, lists, {**answers, seats[at]: x}, at + 1, valid) for x in lists[at])


def limit(s: State) -> NoReturn:
    """The game is stopped by its own limits."""
    s.left = max(s.left, 0)
    s.over = ("limit", (), ())
    raise GameOver


# --- flow ------------------------------------------------------------------------------------------


def cancel(s: State, scope: str) -> None:
    """Drop what remains of the innermost open scope of a name."""
    if scope in s.tags:
        s.tags, s.queue = s.tags[: s.tags.index(scope)], []
        return
    frames = s.steps
    for at in range(len(frames) - 1, -1, -1):
        tags = frames[at][0]
        if scope in tags:
            del frames[at:]
            s.tags, s.queue = tags[: tags.index(scope)], []
            return


def end_game(s: State, reason: str, sides: Sequence[str], winners: Sequence[int]) -> NoReturn:
    """The game is over."""
    s.over = (reason, tuple(sides), tuple(winners))
    raise GameOver


def no_step() -> NoReturn:
    """Nothing is left to run."""
    raise StopError("PCG0912", "no step is left to run, and the game hasn't ended")


def tagged(tags: tuple[str, ...], scope: str | None) -> tuple[str, ...]:
    """The tags of a step that opens a scope."""
    if scope is None:
        return tags
    return (*[tag for tag in tags if tag != scope], scope) if tags else (scope,)


def follow(s: State, frames: list[Any]) -> tuple[list[Any], list[Any] | None, tuple[str, ...], bool]:
    """After a step that dropped others: what runs next, and what the loop of steps notes of queue, tags and
    scope (lang/emit_loop.py).
    """
    if s.queue:
        frames.append((s.tags, small(s.queue)))
        s.queue = None
    return (frames[-1][1] if frames else []), s.queue, (), True


def heavy(s: State, fuel: int, most: int, at: int) -> None:
    """After a step that burnt much: it counts towards what the game may burn. `at`: the rule's place."""
    s.spent += fuel - s.fuel
    if s.spent > most:
        message = "the game does too much: its steps together have burnt the fuel of a whole game"
        raise RulesError("PCG0905", message, at)


# --- content that changes rules --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Part:
    """An effect as it runs: its functions take the state, the copy, the zone's owner and what it answers."""

    number: int
    body: Callable[..., Any]
    condition: Callable[..., bool] | None
    stage: str | None
    source: str
    label: str

    def holds(self, s: State, copy: int, owner: int | None, args: tuple[Any, ...]) -> bool:
        """Whether its `if` holds."""
        return self.condition is None or self.condition(s, copy, owner, *args)


Found = tuple[Part, int, str | None, int | None]
"""An effect in force: of which copy, the attribute that says where such copies are (None: always in force),
the zone's owner.
"""
Looked = tuple[int, int | None, Sequence[Sequence[Part]], str, tuple[int, int] | None]
"""A zone to look through: its number, owner, the effects of each copy, the attribute that says where copies
are, and the range of copies that count only if they are the subject.
"""


@dataclass(slots=True)
class Plan:
    """Where to look for the effects that answer one name. `places` gives, for a subject (None: there is
    none), what is always in force and the zones; `active` and `owners` are by number of zone.
    """

    places: Callable[[int | None], tuple[Sequence[Found], Sequence[Looked]]]
    active: Sequence[bool]
    owners: Sequence[int | None]
    base: Callable[..., Any] | None = None
    kind: Kind | None = None
    asked: Mapping[int, Callable[[State, int], int | None]] = field(default_factory=dict)

    def found(self, s: State, subject: int | None) -> list[Found]:
        """The effects in force for a subject, in order."""
        always, zones = self.places(subject)
        found = list(always)
        piles = s.zones
        for number, owner, parts, where, only in zones:
            for c in piles[number]:
                if (
                    c is not None
                    and parts[c]
                    and (only is None or c == subject or not only[0] <= c < only[1])
                ):
                    found.extend((part, c, where, owner) for part in parts[c])
        s.fuel -= len(found)
        if s.fuel < 0:
            dry()
        return found

    def still(self, s: State, copy: int, where: str | None, owner: int | None) -> tuple[bool, int | None]:
        """Whether an effect is still in force, and whose zone its copy is in now."""
        if where is None:
            return True, owner
        zone = getattr(s, where)[copy]
        return (zone is not None and self.active[zone]), (None if zone is None else self.owners[zone])


def emit(s: State, plan: Plan, args: tuple[Any, ...]) -> None:
    """An event: what listens runs, if it still does when its turn comes."""
    for part, copy, where, owner in plan.found(s, None):
        there, owner = plan.still(s, copy, where, owner)
        if there and part.holds(s, copy, owner, args):
            part.body(s, copy, owner, *args)


def value(s: State, plan: Plan, result: Any, args: tuple[Any, ...]) -> Any:
    """A value: what the base gave, under the modifiers in force."""
    found = plan.found(s, args[0])
    if not found:
        return result
    stages: dict[str | None, list[Any]] = {"set": [], "add": [], "cap": [], "floor": []}
    for part, copy, _, owner in found:
        if part.holds(s, copy, owner, args):
            stages[part.stage].append(part.body(s, copy, owner, *args))
    if stages["set"]:
        result = stages["set"][-1]
    if stages["add"]:
        result = wide(result + sum(stages["add"]))
    if stages["cap"]:
        result = min(result, *stages["cap"])
    return max(result, *stages["floor"]) if stages["floor"] else result


def hook(s: State, plan: Plan, args: tuple[Any, ...]) -> Any:
    """A hook: the replacements in force around the rule, the last outermost."""
    found = plan.found(s, args[0] if args else None)
    return original(s, (plan, found, len(found)), args)


def original(s: State, chain: tuple[Plan, Sequence[Found], int], args: tuple[Any, ...]) -> Any:
    """The hook as it was before one replacement."""
    plan, found, at = chain
    while at > 0:
        at -= 1
        part, copy, where, owner = found[at]
        there, owner = plan.still(s, copy, where, owner)
        if there and part.holds(s, copy, owner, args):
            return part.body(s, (plan, found, at), copy, owner, *args)
    assert plan.base is not None
    return plan.base(s, *args)


def window(s: State, plan: Plan, seats: Sequence[int], args: tuple[Any, ...]) -> None:
    """Each seat in order is offered what fits, until it passes."""
    kind = plan.kind
    assert kind is not None
    for seat in list(seats):
        while True:
            s.fuel -= 1
            fitting = [
                (part, copy, owner)
                for part, copy, where, owner in plan.found(s, None)
                if _offered(s, plan, copy, where, owner, seat) and part.holds(s, copy, owner, args)
            ]
            options = [None, *(Offer(p.number, copy, p.source, p.label) for p, copy, _ in fitting)]
            if len(options) > 1:
                if not s.left:
                    limit(s)
                s.left -= 1
            answer = s.ask(s, seat, kind, options, args, 1, 1)
            if not 0 <= answer <= len(fitting):
                bad_answer(kind)
            if answer == 0:
                break
            part, copy, owner = fitting[answer - 1]
            part.body(s, copy, owner, *args)


def _offered(s: State, plan: Plan, copy: int, where: str | None, owner: int | None, seat: int) -> bool:
    """Whether a use is in force for a seat: its own, one of an entity that it controls, or nobody's."""
    if owner is None:
        return True
    if where is None:
        return owner == seat
    return plan.asked[getattr(s, where)[copy]](s, owner) == seat
