"""Asking, telling and the flow of steps as Python text."""

from __future__ import annotations

from typing import Any

from pycardgen.lang import ir
from pycardgen.lang.emit_call import function
from pycardgen.lang.emit_core import Scope, X, ident, marked
from pycardgen.lang.emit_expr import emit, stored, value
from pycardgen.model.types import EntityType, ListType


def flow(node: Any, scope: Scope) -> X:
    """What asks, tells or steers."""
    scope.called = scope.called or isinstance(node, ir.Window | ir.Emit | ir.Original | ir.Declare)
    return marked(_FLOW[type(node)](node, scope), node.at)


def kind_name(name: str, form: Any, scope: Scope) -> str:
    """The name of a kind of decision."""
    return f"_K{scope.module.forms[name, form]}"


def about(args: tuple[tuple[str, ir.Expr], ...], scope: Scope) -> str:
    """What a question tells beside its options."""
    return as_tuple([value(arg, scope) for _, arg in args])


def as_tuple(items: list[X]) -> str:
    """A tuple of some values."""
    return "(" + "".join(x.text + ", " for x in items).rstrip(" ") + ")" if items else "()"


def _choose(node: ir.Choose, scope: Scope) -> X:
    seat = value(node.seat, scope).text
    if node.options is None:
        kind = kind_name(node.kind, "confirm", scope)
        return X(f"_confirm(_s, {seat}, {kind}, {about(node.about, scope)})", True)
    kind = kind_name(node.kind, "choose", scope)
    options = emit(node.options, scope).text
    if node.default is None:
        return X(f"_choose(_s, {seat}, {kind}, {options}, {about(node.about, scope)})", True)
    default = value(node.default, scope).text
    return X(f"_choose_or(_s, {seat}, {kind}, {options}, {default}, {about(node.about, scope)})", True)


def _choose_many(node: ir.ChooseMany, scope: Scope) -> X:
    seat, options = value(node.seat, scope).text, emit(node.options, scope).text
    low, high = emit(node.low, scope).text, emit(node.high, scope).text
    kind = kind_name(node.kind, "many", scope)
    told = about(node.about, scope)
    text = f"_choose_many(_s, {seat}, {kind}, {options}, {low}, {high}, {told})"
    return X(text, True, fresh=True)


def _declare(node: ir.Declare, scope: Scope) -> X:
    module = scope.module
    kind = kind_name(node.kind, "declare", scope)
    seats = emit(node.seats, scope).text
    options = function(node.options, scope).a
    valid = "None" if node.valid is None else function(node.valid, scope).a
    of = node.seats.type
    player = (
        isinstance(of, ListType)
        and isinstance(of.item, EntityType)
        and module.entity(of.item.name) == module.tables.player_type
    )
    if not player:
        module.wanted["controller"] = None
    asked = "_itself" if player else "_partial(_f_controller, _s)"
    text = f"_declare(_s, {kind}, {seats}, {options}, {valid}, {node.secret}, {asked})"
    return X(text, True, fresh=True)


def _window(node: ir.Window, scope: Scope) -> X:
    seats = emit(node.seats, scope)
    args = [value(arg, scope) for _, arg in node.args]
    if not scope.module.answers("use", node.name):
        return _nothing([seats, *args])
    return X(f"_window(_s, _W_{ident(node.name)}, {seats.text}, {as_tuple(args)})", True)


def _emit_event(node: ir.Emit, scope: Scope) -> X:
    args = [value(arg, scope) for _, arg in node.args]
    if not scope.module.answers("on", node.name):
        return _nothing(args)
    return X(f"_emit(_s, _E_{ident(node.name)}, {as_tuple(args)})", True)


def _nothing(args: list[X]) -> X:
    """Nobody listens: only what the arguments do still happens."""
    rest = [x for x in args if not x.safe]
    return X(as_tuple(rest), True) if rest else X("None", True, safe=True)


def _announce(node: ir.Announce, scope: Scope) -> X:
    to, args = told(node, scope)
    return X(f"_announce(_s, {to.text}, {node.name!a}, {as_tuple(args)})", True)


def told(node: ir.Announce, scope: Scope) -> tuple[X, list[X]]:
    """The seats that are told, as a tuple, and the message's arguments."""
    to = emit(node.to, scope)
    if to.text == "_everyone":
        seats = to
    elif isinstance(node.to.type, ListType):
        seats = X(f"_seats_of({to.text}, {scope.module.tables.players})", True, safe=to.safe)
    else:
        players = scope.module.tables.players
        table = scope.module.constant(
            "_seats", lambda: (*((p,) for p in range(players)), tuple(range(players)))
        )
        seats = X(f"{table}[{to.text}]", True, safe=to.safe)
    return seats, [stored(arg, scope) for _, arg in node.args]


def _next_step(node: ir.NextStep, scope: Scope) -> X:
    return X(f"{queue(scope)}.append({step(node, scope)})", True)


def queue(scope: Scope) -> str:
    """The steps that the running one has queued."""
    if scope.function.name in scope.module.facts.cancels:
        return "_s.queue"
    return "_queue" if scope.looped else scope.of_state("queue")


def step(node: ir.NextStep, scope: Scope) -> str:
    """A step that waits: the number of its rule, its arguments, its scope."""
    args = as_tuple([stored(arg, scope) for arg in node.args])
    return f"({scope.module.steps[node.name]}, {args}, {node.scope!a})"


def _cancel(node: ir.Cancel, scope: Scope) -> X:
    return X(f"_cancel(_s, {node.scope!a})", True)


def _end_scope(node: ir.EndScope, scope: Scope) -> X:
    return X(f"_reset_{ident(node.scope)}(_s)", True)


def _end_game(node: ir.EndGame, scope: Scope) -> X:
    sides, winners = emit(node.sides, scope).text, emit(node.winners, scope).text
    return X(f"_end_game(_s, {node.reason!a}, {sides}, {winners})", True)


def _original(node: ir.Original, scope: Scope) -> X:
    return X(f"_original(_s, _chain, {as_tuple([value(arg, scope) for arg in node.args])})", True)


_FLOW: dict[type, Any] = {
    ir.Choose: _choose,
    ir.ChooseMany: _choose_many,
    ir.Declare: _declare,
    ir.Window: _window,
    ir.Emit: _emit_event,
    ir.Announce: _announce,
    ir.NextStep: _next_step,
    ir.Cancel: _cancel,
    ir.EndScope: _end_scope,
    ir.EndGame: _end_game,
    ir.Original: _original,
}

WRITERS: dict[type, Any] = dict.fromkeys(_FLOW, flow)
