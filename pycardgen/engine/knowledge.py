"""What a seat knows of a game, and states that it thinks possible: its view, what is hidden filled in at
random.

Only `know` sees the truth. It keeps the seat's view, the flow of steps, and what the content's `sample:`
functions, asked on that view, think possible. `guess` makes states from that alone, as many as are wanted,
so that the truth can't change what it gives. The copies that a seat doesn't see are dealt anew to the
places where it knows that some lie.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pycardgen.diagnostics import Diagnostic
from pycardgen.engine.machine import Machine, State
from pycardgen.engine.rng import Random
from pycardgen.engine.state import default, fresh
from pycardgen.engine.views import hidden_copies
from pycardgen.lang import ir
from pycardgen.lang.emit_core import ident
from pycardgen.lang.missing import UNSET
from pycardgen.lang.tables import root, walk
from pycardgen.model.game import Game, StateDecl
from pycardgen.model.types import DictType, EntityType, ListType, OptionalType, Type, ZoneType


@dataclass(frozen=True, slots=True)
class Place:
    """Stands for a copy that the seat can't tell: the one at this place of this zone (by number)."""

    zone: int
    at: int


@dataclass(frozen=True, slots=True)
class Pile:
    """A zone whose faces are hidden: how many copies lie in it, and which (a range) it may hold."""

    zone: int
    count: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Hidden:
    """A hidden value: the state's attribute, the entity's number (None: of the game), what it may be."""

    slot: str
    number: int | None
    values: Sequence[Any]


@dataclass(frozen=True, slots=True)
class Known:
    """What a seat knows of a state between two steps. `base` is its view with hidden values filled in
    somehow. `dealt` has, by root type, the copies that it doesn't see and the piles in which they lie,
    those that may hold the fewest kinds first.
    """

    view: State
    base: State
    begun: bool
    steps: Sequence[Any]
    hidden: Sequence[Hidden]
    dealt: Mapping[str, tuple[Sequence[int], Sequence[Pile]]]


def why_not(game: Game, program: ir.Program) -> list[Diagnostic]:
    """What keeps bots from guessing in a game: hidden states without a sampler (PCG0961), and steps whose
    arguments could tell what is hidden (PCG0962).
    """
    secret: list[Type] = []
    problems = []
    for decl in _secrets(game):
        secret.append(_plain(game, decl.type))
        if decl.sample is None:
            message = f"nothing says what the hidden state `{decl.name}` may be, so bots can't search"
            hint = "name a function of bots.star with `sample:`; it lists what a seat thinks possible"
            span = decl.place.key(decl.name) if decl.place else None
            problems.append(Diagnostic("PCG0961", message, span, hint))
    player = next(EntityType(name) for name, decl in game.entities.items() if decl.kind == "player")
    for name, params in sorted(_steps(program).items()):
        for param, kind in params:
            if any(part in secret and part != _plain(game, player) for part in _parts(game, kind)):
                message = f"the step `{name}` carries `{param}`, which may be hidden, so bots can't search"
                hint = "keep it in a state that says who sees it, and let the step read it there"
                problems.append(Diagnostic("PCG0962", message, None, hint))
    return problems


def know(machine: Machine, truth: State, seat: int, memory: Any) -> Known:
    """What a seat knows of a state between two steps. `memory` is its bot's. Raises RulesError (of a
    sampler).
    """
    view, base = machine.view(truth, seat), machine.view(truth, seat)
    memory = machine.copy_memory(memory)
    hidden: list[Hidden] = []
    for decl in machine.game.state.values():
        if _is_secret(decl):
            values = _possible(machine, view, memory, decl, seat)
            hidden.append(Hidden(f"g_{ident(decl.name)}", None, values))
    for column, numbers in hidden_copies(machine.tables, truth, seat, machine.controllers):
        slot = f"c_{ident(column.entity)}_{ident(column.decl.name)}"
        _unset(getattr(base, slot), column.decl, column.low)
        for number in numbers:
            values = _possible(machine, view, memory, column.decl, seat, number)
            hidden.append(Hidden(slot, number, values))
    view.memory = None
    for one in hidden:
        _fill(base, one, one.values[0])
    return Known(view, base, bool(truth.done), _flow(machine, truth, view), hidden, _dealt(machine, view))


def guess(machine: Machine, known: Known, chance: Random) -> State:
    """A state that gives the seat the same view, with random numbers of its own."""
    s = machine.clone(known.base)
    for name, (copies, piles) in known.dealt.items():
        left = list(copies)
        chance.shuffle(left)
        where = getattr(s, f"w_{ident(name)}")
        for pile in piles:
            taken = [copy for copy in left if pile.low <= copy < pile.high][: pile.count]
            s.zones[pile.zone][:] = taken
            for copy in taken:
                where[copy] = pile.zone
            left = [copy for copy in left if where[copy] is None]
    for one in known.hidden:
        _fill(s, one, one.values[chance.below(len(one.values))])
    s.rng, s.other = chance.stream(), chance.stream()
    s.done, s.left = int(known.begun), machine.game.limits.decisions
    s.steps = [
        (tags, [(rule, tuple(_told(s, arg) for arg in args), scope) for rule, args, scope in queue])
        for tags, queue in known.steps
    ]
    return s


# --- what is hidden ------------------------------------------------------------------------------------


def _is_secret(decl: StateDecl) -> bool:
    return decl.seen_by != "all" and not isinstance(decl.type, ZoneType)


def _secrets(game: Game) -> Iterator[StateDecl]:
    """The declarations of hidden states that are no zones; an inherited one once."""
    seen: set[int] = set()
    for states in (game.state, *(entity.state for entity in game.entities.values())):
        for decl in states.values():
            if _is_secret(decl) and id(decl) not in seen:
                seen.add(id(decl))
                yield decl


def _possible(
    machine: Machine, view: State, memory: Any, decl: StateDecl, seat: int, *of: int
) -> Sequence[Any]:
    """What a hidden value may be; its default when the sampler knows of nothing."""
    sampler = machine.bot(decl.sample) if decl.sample is not None else None
    found = list(sampler(view, memory, seat, *of)) if sampler is not None else []
    return found or [default(machine.tables, decl)]


def _unset(values: list[Any], decl: StateDecl, low: int) -> None:
    """A view shows None for what is unset: make it unset again."""
    if not isinstance(decl.type, OptionalType):
        values[low:] = [UNSET if value is None else value for value in values[low:]]


def _fill(s: State, one: Hidden, value: Any) -> None:
    if one.number is None:
        setattr(s, one.slot, fresh(value))
    else:
        getattr(s, one.slot)[one.number] = fresh(value)


def _dealt(machine: Machine, view: State) -> dict[str, tuple[Sequence[int], Sequence[Pile]]]:
    """The copies that a seat doesn't see, and where they may lie."""
    tables = machine.tables
    found: dict[str, tuple[Sequence[int], Sequence[Pile]]] = {}
    for name, zoned in tables.zoned.items():
        if any(zoned):
            where = getattr(view, f"w_{ident(name)}")
            copies = [copy for copy, there in enumerate(zoned) if there and where[copy] is None]
            piles = [
                Pile(zone.number, len(view.zones[zone.number]), *tables.spans[zone.item])
                for zone in tables.zones
                if zone.root == name and None in view.zones[zone.number]
            ]
            found[name] = copies, sorted(piles, key=lambda pile: pile.high - pile.low)
    return found


# --- the flow of steps ---------------------------------------------------------------------------------


def _steps(program: ir.Program) -> dict[str, Sequence[tuple[str, Type]]]:
    """The rules that are queued as steps, with their parameters."""
    queued = {
        node.name
        for function in program.functions
        for node in walk(function.body)
        if isinstance(node, ir.NextStep)
    }
    return {function.name: function.params for function in program.functions if function.name in queued}


def _flow(machine: Machine, truth: State, view: State) -> list[Any]:
    """What is queued; copies that the seat doesn't see are given by their places."""
    frames = [*truth.steps, (truth.tags, truth.queue)] if truth.queue else truth.steps
    declared = {function.name: function.params for function in machine.program.functions}
    params = [[kind for _, kind in declared[name]] for name in machine.written.steps]
    hide = _hider(machine, truth, view)
    return [
        (tags, [(rule, tuple(map(hide, args, params[rule])), scope) for rule, args, scope in queue])
        for tags, queue in frames
    ]


def _hider(machine: Machine, truth: State, view: State) -> Callable[[Any, Type], Any]:
    """Puts places for the copies in a value that the seat doesn't see."""
    tables = machine.tables

    def hide(value: Any, kind: Type) -> Any:
        match kind:
            case OptionalType(item):
                return None if value is None else hide(value, item)
            case ListType(item):
                return [hide(part, item) for part in value]
            case DictType(key, item):
                return {hide(k, key): hide(part, item) for k, part in value.items()}
            case EntityType(name):
                where = getattr(truth, f"w_{ident(tables.root_of[name])}", None)
                if where is None or where[value] is None:
                    return value
                at = truth.zones[where[value]].index(value)
                return value if view.zones[where[value]][at] == value else Place(where[value], at)
        return value

    return hide


def _told(s: State, value: Any) -> Any:
    """A value of the flow in a guess."""
    match value:
        case Place(zone, at):
            return s.zones[zone][at]
        case list():
            return [_told(s, part) for part in value]
        case dict():
            return {_told(s, key): _told(s, part) for key, part in value.items()}
    return value


def _plain(game: Game, kind: Type) -> Type:
    """A type as it is compared: without `| None`, an entity's by its root."""
    if isinstance(kind, OptionalType):
        return _plain(game, kind.item)
    return EntityType(root(game, kind.name)) if isinstance(kind, EntityType) else kind


def _parts(game: Game, kind: Type) -> Iterator[Type]:
    """A type and all that it is made of."""
    yield _plain(game, kind)
    match kind:
        case OptionalType(item) | ListType(item):
            yield from _parts(game, item)
        case DictType(key, item):
            yield from _parts(game, key)
            yield from _parts(game, item)
