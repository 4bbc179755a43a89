"""Functions with a fixed meaning: the start, values and hooks, `controller`, `side_of`, bots' answers."""

from __future__ import annotations

from collections.abc import Iterator

from pycardgen.diagnostics import Diagnostic, Span, did_you_mean
from pycardgen.lang.context import Sig, Unit, a
from pycardgen.lang.world import UNKNOWN, has_unknown, states
from pycardgen.model.game import Signature, StateDecl
from pycardgen.model.types import BOOL, INT, NONE, OFFER, EntityType, EnumType, ListType, Type, ZoneType

Params = tuple[tuple[str, Type], ...]


def check_special(unit: Unit) -> list[str]:
    """Check the functions that declarations ask for. Gives the bots' functions that the engine calls."""
    _starts(unit)
    for kind, declared in (("value", unit.world.game.values), ("hook", unit.world.game.hooks)):
        for signature in declared.values():
            _base(unit, signature, kind)
    _side_of(unit)
    _controller(unit)
    return list(_bots(unit))


def _report(unit: Unit, code: str, sig: Sig | None, span: Span | None, message: str, hint: str) -> None:
    if sig is not None:
        unit.problems.error(code, sig.at, message, hint)
    else:
        unit.problems.add(Diagnostic(code, message, span, hint))


def _matches(sig: Sig, params: Params, result: Type) -> bool:
    """Whether a function has these parameters, names and all, and this result."""
    if has_unknown(sig.result) or any(has_unknown(kind) for _, kind in sig.params):
        return [name for name, _ in sig.params] == [name for name, _ in params]
    return sig.params == params and sig.result == result


def _text(name: str, params: Params, result: Type) -> str:
    arrow = f" -> {result}" if result != NONE else ""
    return f"`def {name}({', '.join(f'{param}: {kind}' for param, kind in params)}){arrow}`"


# --- rules --------------------------------------------------------------------------------------------------


def _starts(unit: Unit) -> None:
    game = unit.world.game
    place = game.place
    if game.played:
        _start(unit, game.start, place.value("start") if place else None, "the game's `start:`")
    for mission in game.missions.values():
        if mission.setup:
            where = mission.definition.place
            _start(unit, mission.setup, where.value("setup") if where else None, "the mission's `setup:`")


def _start(unit: Unit, name: str, span: Span | None, what: str) -> None:
    sig = unit.functions.get(name)
    if sig is None or sig.role != "rule":
        if not unit.incomplete:
            rules = [found.name for found in unit.functions.values() if found.role == "rule"]
            hint = did_you_mean(name, rules) or f"write `def {name}():` in a file of rules"
            _report(unit, "PCG0850", None, span, f"{what} names the rule `{name}`, and there is none", hint)
    elif sig.known and (sig.params or sig.result not in (NONE, UNKNOWN)):
        message = f"`{name}` is where the game starts: it has no parameters, and gives nothing"
        _report(unit, "PCG0850", sig, None, message, f"`def {name}():`")


def _base(unit: Unit, signature: Signature, kind: str) -> None:
    params, result = tuple(signature.params.items()), signature.result or NONE
    sig = unit.functions.get(signature.name)
    hint = _text(signature.name, params, result)
    if sig is None or sig.role != "rule":
        if not unit.incomplete:
            span = signature.place.whole() if signature.place else None
            message = f"the {kind} `{signature.name}` has no rule of its name to start from"
            _report(unit, "PCG0851", None, span, message, f"write {hint}")
    elif sig.known and not _matches(sig, params, result):
        message = f"`{signature.name}` is declared as a {kind} with another signature"
        _report(unit, "PCG0851", sig, None, message, hint)


def _side_of(unit: Unit) -> None:
    sig = unit.functions.get("side_of")
    player, side = EntityType(unit.world.player), EnumType("Side")
    if sig is None or not sig.known:
        return
    right = [kind for _, kind in sig.params] == [player] and sig.result == side
    if not right and not has_unknown(sig.result):
        hint = _text("side_of", (("p", player),), side)
        _report(unit, "PCG0852", sig, None, "`side_of` says for which side a player plays", hint)


def _controller(unit: Unit) -> None:
    sig = unit.functions.get("controller")
    player = EntityType(unit.world.player)
    if sig is not None and sig.known:
        kinds = [kind for _, kind in sig.params]
        right = len(kinds) == 1 and isinstance(kinds[0], EntityType)
        if not right or sig.result not in (player, UNKNOWN):
            hint = _text("controller", (("x", EntityType("Hero")),), player)
            _report(unit, "PCG0852", sig, None, "`controller` says which player decides for an entity", hint)
            return
    for owner, decl in states(unit.world):
        if owner is not None and owner != unit.world.player and decl.seen_by == "owner":
            _needs_controller(unit, owner, decl, sig)


def _needs_controller(unit: Unit, owner: str, decl: StateDecl, sig: Sig | None) -> None:
    if sig is None and unit.incomplete:
        return
    if sig is not None and (not sig.known or unit.world.fits(EntityType(owner), sig.params[0][1])):
        return
    message = f"the owner of {a(EntityType(owner))} sees `{decl.name}`, and no rule says which player that is"
    hint = "write " + _text("controller", (("x", EntityType(owner)),), EntityType(unit.world.player))
    span = decl.place.key(decl.name) if decl.place else None
    _report(unit, "PCG0853", None, span, message, hint)


# --- bots ---------------------------------------------------------------------------------------------------


def _bots(unit: Unit) -> Iterator[str]:
    """Check the bots' functions; give those that the engine calls."""
    sampled = {decl.sample: (owner, decl) for owner, decl in states(unit.world) if decl.sample}
    for sig in list(unit.functions.values()):
        if sig.role != "bot":
            continue
        name = sig.name.removeprefix("bot:")
        wanted = [*_answers(unit, name)]
        if name in sampled:
            wanted.append(_sampler(unit, *sampled[name]))
        if wanted:
            yield sig.name
            if sig.known and not any(_matches(sig, *one) for one in wanted):
                hint = _text(name, *wanted[0])
                _report(unit, "PCG0854", sig, None, f"`{name}` doesn't match what it answers", hint)
        else:
            _misnamed(unit, sig, name)
    _missing_samplers(unit, [decl for _, decl in sampled.values()])


def _answers(unit: Unit, name: str) -> Iterator[tuple[Params, Type]]:
    """The signatures that a bots' function of a name may have: as a decision's, a window's, a message's."""
    game, me = unit.world.game, ("me", EntityType(unit.world.player))
    kind = game.decisions.get(name)
    if kind is not None and not name.startswith("window:"):
        yield from _decision(unit, kind, me)
    if name.startswith("window_") and name[7:] in game.windows:
        yield (me, ("offer", OFFER), *game.windows[name[7:]].params.items()), INT
    if name.startswith("heard_") and name[6:] in game.messages:
        yield (me, *game.messages[name[6:]].params.items()), NONE


def _decision(unit: Unit, kind: Signature, me: tuple[str, Type]) -> Iterator[tuple[Params, Type]]:
    option = kind.result if kind.result is not None else BOOL
    about = tuple(kind.params.items())
    options = ("options", ListType(option))
    forms = {form for name, form, _ in unit.forms if name == kind.name}
    everything = not forms
    if "confirm" in forms or (everything and option == BOOL):
        yield (me, *about), BOOL
    if "choose" in forms or everything:
        yield (me, options, *about), option
    if "many" in forms or everything:
        yield (me, options, *about), ListType(option)
    if {"declare", "declare, in secret"} & forms:
        yield (me, options, *about), option


def _sampler(unit: Unit, owner: str | None, decl: StateDecl) -> tuple[Params, Type]:
    me = ("me", EntityType(unit.world.player))
    of = (("of", EntityType(owner)),) if owner is not None else ()
    kind = decl.type.item if isinstance(decl.type, ZoneType) else decl.type
    return (me, *of), ListType(kind)


def _misnamed(unit: Unit, sig: Sig, name: str) -> None:
    game = unit.world.game
    for prefix, known in (("window_", game.windows), ("heard_", game.messages)):
        if name.startswith(prefix):
            word = "window" if prefix == "window_" else "message"
            hint = did_you_mean(name[len(prefix) :], known)
            unit.problems.error(
                "PCG0854", sig.at, f'there is no {word} "{name[len(prefix) :]}" to answer', hint
            )


def _missing_samplers(unit: Unit, decls: list[StateDecl]) -> None:
    if unit.incomplete:
        return
    bots = [sig.name[4:] for sig in unit.functions.values() if sig.role == "bot"]
    for decl in decls:
        if decl.sample not in bots:
            span = decl.place.key(decl.name) if decl.place else None
            message = f"`sample:` names the bots' function `{decl.sample}`, and there is none"
            hint = did_you_mean(decl.sample or "", bots) or "write it in bots.star"
            _report(unit, "PCG0856", None, span, message, hint)


def check_forms(unit: Unit) -> None:
    """Report kinds of decisions that are asked in several forms: bots answer each with one function."""
    first: dict[str, str] = {}
    for kind, form, at in unit.forms:
        known = first.setdefault(kind, form)
        if known != form:
            message = f'"{kind}" is asked with `{_word(form)}` here, and with `{_word(known)}` elsewhere'
            unit.problems.error("PCG0849", at, message, "declare two kinds of decisions")


def _word(form: str) -> str:
    return {"many": "choose_many"}.get(form, form)
