"""References: every id names a definition of the right type; what is declared is used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pycardgen.check.lookup import (
    all_definitions,
    is_a,
    key_span,
    leaves,
    named_types,
    rules_words,
    value_span,
)
from pycardgen.diagnostics import Diagnostic, Related, Severity, Span, did_you_mean
from pycardgen.model.game import MISSING, Definition, FieldDecl, FieldValue, Game, Setting, StateDecl
from pycardgen.model.types import EntityType, IdType, Type
from pycardgen.source import Place


def check(game: Game) -> Iterable[Diagnostic]:
    """Unknown ids, ids of another type, and declarations that nothing uses."""
    names = _Names(game)
    yield from _in_definitions(game, names)
    yield from _in_declarations(game, names)
    yield from _unused(game)


class _Names:
    """What an id may name: definitions everywhere; within a map, its own spaces first."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: dict[str, Definition] = {found.id: found for found in all_definitions(game)}
        self.known.update(game.definitions)
        self.kinds = {name: entity.kind for name, entity in game.entities.items()}

    def problem(self, entity: str, id_: str, span: Span | None) -> Diagnostic | None:
        """What is wrong with an id where one of an entity type is asked for."""
        found = self.known.get(id_)
        if found is not None and is_a(self.game, found.type, entity):
            return None
        if found is None and (self.game.failed_files or id_ in self.game.broken):
            return None
        fitting = [other.id for other in self.known.values() if is_a(self.game, other.type, entity)]
        if found is not None:
            place = key_span(found.place, "id")
            return Diagnostic(
                "PCG0351",
                f"`{id_}` is of type {found.type}, but {_an(entity)} is asked for",
                span,
                hint=did_you_mean(id_, fitting) or _some(fitting),
                related=(Related(place, f"`{id_}` is defined here"),) if place else (),
            )
        return Diagnostic(
            "PCG0350",
            f"there is no {entity} with the id `{id_}`",
            span,
            hint=did_you_mean(id_, fitting) or _some(fitting),
        )


def _an(name: str) -> str:
    return f"{'an' if name[:1] in 'AEIOU' else 'a'} {name}"


def _some(ids: list[str]) -> str:
    if not ids:
        return ""
    shown = sorted(ids)[:6]
    rest = ", ..." if len(ids) > len(shown) else ""
    return f"there {'is' if len(ids) == 1 else 'are'} {', '.join(shown)}{rest}"


def _in_definitions(game: Game, names: _Names) -> Iterator[Diagnostic]:
    """Printed fields. A default is judged once, where it is declared."""
    referring = {
        name: [field for field in entity.fields.values() if _refers(field.type)]
        for name, entity in game.entities.items()
    }
    for definition in all_definitions(game):
        for field in referring.get(definition.type, ()):
            value = definition.fields.get(field.name)
            if definition.place is None or field.name in definition.place.container:
                yield from _values(names, field.type, value, definition.place, (field.name,))


def _in_declarations(game: Game, names: _Names) -> Iterator[Diagnostic]:
    """Defaults of fields, state, memory and settings."""
    declared: list[FieldDecl | StateDecl] = [*game.state.values(), *game.memory.values()]
    for entity in game.entities.values():
        declared += [*entity.fields.values(), *entity.state.values()]
    for declaration in declared:
        if _refers(declaration.type):
            yield from _defaults(names, declaration)
    for setting in game.settings.values():
        yield from _defaults(names, setting)


def _defaults(names: _Names, declared: FieldDecl | StateDecl | Setting) -> Iterator[Diagnostic]:
    if declared.default is MISSING:
        return
    # The notation `name: T = value` has one place for all of it; `value_span` stops there.
    path = (declared.name, "default")
    yield from _values(names, declared.type, declared.default, declared.place, path)


def _values(
    names: _Names, type_: Type, value: FieldValue, place: Place | None, path: tuple[str | int, ...]
) -> Iterator[Diagnostic]:
    for leaf, id_, where in leaves(type_, value, path):
        if not isinstance(leaf, EntityType | IdType) or not isinstance(id_, str):
            continue
        entity = leaf.name if isinstance(leaf, EntityType) else leaf.entity
        problem = names.problem(entity, id_, value_span(place, *where))
        if problem is not None:
            yield problem


def _refers(type_: Type) -> bool:
    """Whether values of a type hold ids."""
    if isinstance(type_, EntityType | IdType):
        return True
    inner = [getattr(type_, part) for part in ("item", "key", "value") if hasattr(type_, part)]
    return any(_refers(part) for part in inner)


# --- what nothing uses --------------------------------------------------------------------------------


def _unused(game: Game) -> Iterator[Diagnostic]:
    """Declarations that neither types nor rules name, if all that might name them could be read."""
    if not game.rules or game.failed_files or game.broken:
        return
    words = rules_words(game)
    typed = named_types(_declared_types(game))
    for enum in game.enums.values():
        if enum.name not in typed and enum.name not in words and enum.place is not None:
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
