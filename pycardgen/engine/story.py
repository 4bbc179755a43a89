"""What players read: messages, questions and outcomes as sentences in the game's language."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pycardgen.engine.api import Kind, Machine, Outcome, Value
from pycardgen.model.types import EntityType, Type

_SLOT = re.compile(r"\{(\w+)\}")


def message_text(machine: Machine, name: str, args: Sequence[Value]) -> str:
    """An announcement as a sentence."""
    message = machine.game.messages[name]
    if not message.text:
        return _listed(machine, name, message.params, args)
    return _filled(machine, message.text, message.params, args)


def question_text(machine: Machine, seat: int, kind: Kind, about: Sequence[Value]) -> str:
    """What a seat is asked. `{player}` in the text is the seat."""
    declared = machine.game.decisions.get(kind.name)
    params = dict(kind.about)
    if declared is None or not declared.text:
        who = seat_name(machine, seat)
        return _listed(machine, f"{who}: {kind.name.removeprefix('window:')}", params, about)
    asked = {"player": EntityType(player_type(machine)), **params}
    return _filled(machine, declared.text, asked, (seat, *about))


def option_text(machine: Machine, kind: Kind, option: Value) -> str:
    """An option as a word or two."""
    if kind.form == "window":
        return _offer_text(machine, option)
    if kind.form == "confirm" or isinstance(option, bool):
        return "yes" if option else "no"
    return machine.show(option, kind.option)


def _offer_text(machine: Machine, offer: Value) -> str:
    if offer is None:
        return "pass"
    definition = machine.game.definitions.get(offer.id)
    name = definition.name if definition is not None else offer.id
    return f"{name}: {offer.label}" if offer.label else name


def outcome_text(machine: Machine, outcome: Outcome) -> str:
    """How a game ended, in a sentence or two."""
    winners = [seat_name(machine, seat) for seat in outcome.winners]
    if outcome.reason == "limit":
        return f"The game was stopped at its limit, after {outcome.steps} steps."
    parts = [f"The game is over: {_words(outcome.reason)}."]
    if outcome.sides:
        parts.append(f"Winning: {_joined([_words(side) for side in outcome.sides])}.")
    if winners:
        parts.append(f"Winners: {_joined(winners)}.")
    if not outcome.sides and not winners:
        parts.append("Nobody wins.")
    return " ".join(parts)


def seat_name(machine: Machine, seat: int) -> str:
    """What a seat is called."""
    if seat >= machine.setup.players:
        return "The table"
    return machine.show(seat, EntityType(player_type(machine)))


def player_type(machine: Machine) -> str:
    """The name of the game's type of kind player."""
    return next(name for name, decl in machine.game.entities.items() if decl.kind == "player")


def _filled(machine: Machine, text: str, params: Mapping[str, Type], args: Sequence[Value]) -> str:
    shown = {
        name: machine.show(value, kind) for (name, kind), value in zip(params.items(), args, strict=False)
    }
    return _SLOT.sub(lambda slot: shown.get(slot[1], slot[0]), text)


def _listed(machine: Machine, head: str, params: Mapping[str, Type], args: Sequence[Value]) -> str:
    """What has no text of its own: its name and its arguments."""
    pairs = zip(params.items(), args, strict=False)
    shown = ", ".join(f"{name} {machine.show(value, kind)}" for (name, kind), value in pairs)
    return f"{head} ({shown})" if shown else head


def _words(name: str) -> str:
    return name.replace("_", " ")


def _joined(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
