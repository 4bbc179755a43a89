"""What is declared and never used. Only warnings: a game may be half written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pycardgen.check.lookup import named_types, rules_words
from pycardgen.diagnostics import Diagnostic, Severity
from pycardgen.model.game import Game, StateDecl
from pycardgen.model.names import RESERVED_TYPES
from pycardgen.model.select import is_a
from pycardgen.model.types import Type
from pycardgen.source import Place


def check(game: Game) -> Iterable[Diagnostic]:
    """Declarations that neither types nor rules name. Without rules there is nothing to compare with."""
    if not game.rules:
        return
    words = rules_words(game)
    typed = named_types(_declared_types(game))
    for enum in game.enums.values():
        used = enum.name in typed or enum.name in words or enum.name in RESERVED_TYPES
        if not used and enum.place is not None:
            yield _never("PCG0353", "enum", enum.name, enum.place)
    declared: dict[str, tuple[str, Mapping[str, object]]] = {
        "PCG0354": ("message", game.messages),
        "PCG0355": ("kind of decision", {n: d for n, d in game.decisions.items() if ":" not in n}),
        "PCG0356": ("setting", game.settings),
        "PCG0357": ("event", game.events),
        "PCG0358": ("value", game.values),
        "PCG0359": ("hook", game.hooks),
        "PCG0360": ("window", game.windows),
    }
    for code, (what, group) in declared.items():
        for name, entry in group.items():
            place = getattr(entry, "place", None)
            if name not in words and place is not None:
                yield _never(code, what, name, place)
    yield from _out_of_reach(game, words, typed)


def _never(code: str, what: str, name: str, place: Place) -> Diagnostic:
    return Diagnostic(
        code,
        f"the {what} `{name}` is never used",
        place.key(name),
        hint="delete it, or use it in the rules",
        severity=Severity.WARNING,
    )


def _out_of_reach(game: Game, words: set[str], typed: set[str]) -> Iterator[Diagnostic]:
    """Types whose copies begin in the box, when nothing could ever take them out."""
    dealt = {name for state in _all_state(game) for name in state.start}
    for entity in game.entities.values():
        if entity.kind in ("sector", "map", "mission", "player") or entity.place is None:
            continue
        family = [other for other in game.entities if is_a(game, other, entity.name)]
        above = [other for other in game.entities if is_a(game, entity.name, other)]
        if any(name in words or name in typed or name in dealt for name in (*family, *above)):
            continue
        ids = [found.id for found in game.definitions.values() if found.type in family]
        if any(id_ in words for id_ in ids):
            continue
        yield Diagnostic(
            "PCG0352",
            f"no {entity.name} can come into play: its copies begin in the box, and no rule names it",
            entity.place.key(entity.name),
            hint="let a zone begin with it (`start: [...]`), or take copies out of the box in the rules",
            severity=Severity.WARNING,
        )


def _all_state(game: Game) -> Iterator[StateDecl]:
    yield from game.state.values()
    for entity in game.entities.values():
        yield from entity.state.values()


def _declared_types(game: Game) -> Iterator[Type]:
    for entity in game.entities.values():
        yield from (field.type for field in entity.fields.values())
    yield from (state.type for state in (*_all_state(game), *game.memory.values()))
    yield from (setting.type for setting in game.settings.values())
    for group in (game.events, game.values, game.hooks, game.windows, game.decisions, game.messages):
        for signature in group.values():
            yield from signature.params.values()
            if signature.result is not None:
                yield signature.result
