"""Playing without something: copies that stay in the box, and decisions that are never offered."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from pycardgen.diagnostics import Diagnostic, DiagnosticError, did_you_mean
from pycardgen.engine.api import Ask, Kind, Offer, State, Value
from pycardgen.engine.record import Decision
from pycardgen.lang import ir
from pycardgen.lang.tables import decision_forms
from pycardgen.model.game import Game


def check_without(game: Game, program: ir.Program, names: Collection[str]) -> None:
    """Raises DiagnosticError (PCG0959) for names of nothing that can be left out."""
    refusable = [name for name, form in decision_forms(game, program) if form in ("confirm", "window")]
    known = {*game.definitions, *refusable}
    problems = []
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known) or "name a definition, a yes-no decision or window:NAME"
            problems.append(Diagnostic("PCG0959", f"there is no `{name}` that could be left out", hint=hint))
    if problems:
        raise DiagnosticError(*problems)


def leave_in_box(game: Game, mission: str | None, names: Collection[str]) -> Game:
    """The game with all copies of some definitions set aside; without a mission there are none of them."""
    found = [name for name in names if name in game.definitions]
    if not found:
        return game
    if mission is None:
        none = {name: replace(game.definitions[name], count=0) for name in found}
        return replace(game, definitions={**game.definitions, **none})
    played = game.missions[mission]
    aside = replace(played, aside={**played.aside, **dict.fromkeys(found, -1)})
    return replace(game, missions={**game.missions, mission: aside})


def never_offered(game: Game, ask: Ask, names: Collection[str]) -> Ask:
    """Ask, but say no to some yes-no decisions, pass some windows, hide what some definitions offer. What is
    called as a definition is the definition, not a decision.
    """
    if not names:
        return ask
    refused = {name for name in names if name not in game.definitions}

    def asked(
        state: State,
        seat: int,
        kind: Kind,
        options: Sequence[Value],
        about: tuple[Value, ...],
        low: int,
        high: int,
    ) -> Decision:
        if kind.name in refused and kind.form in ("confirm", "window"):
            return 0
        if kind.form != "window":
            return ask(state, seat, kind, options, about, low, high)
        kept = [n for n, one in enumerate(options) if not (isinstance(one, Offer) and one.id in names)]
        answer = ask(state, seat, kind, [options[n] for n in kept], about, low, high)
        return kept[answer] if isinstance(answer, int) else answer

    return asked
