"""References: every id names a definition of the right type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from pycardgen.check.lookup import (
    all_definitions,
    key_span,
    leaves,
    value_span,
)
from pycardgen.diagnostics import Diagnostic, Related, Span, did_you_mean
from pycardgen.model.game import MISSING, Definition, FieldDecl, FieldValue, Game, Setting, StateDecl
from pycardgen.model.select import is_a
from pycardgen.model.types import EntityType, IdType, Type
from pycardgen.source import Place


def check(game: Game) -> Iterable[Diagnostic]:
    """Unknown ids, and ids of another type."""
    names = _Names(game)
    yield from _in_definitions(game, names)
    yield from _in_declarations(game, names)


class _Names:
    """What an id may name: definitions everywhere; within a map, its own spaces first."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: dict[str, Definition] = {found.id: found for found in all_definitions(game)}
        self.known.update(game.definitions)
        self.kinds = {name: entity.kind for name, entity in game.entities.items()}

    def problem(self, entity: str, id_: str, at: Callable[[], Span | None]) -> Diagnostic | None:
        """What is wrong with an id where one of an entity type is asked for; `at` says where that is."""
        found = self.known.get(id_)
        if found is not None and is_a(self.game, found.type, entity):
            return None
        if found is None and (self.game.failed_files or id_ in self.game.broken):
            return None
        span = at()
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
        problem = names.problem(entity, id_, partial(value_span, place, *where))
        if problem is not None:
            yield problem


def _refers(type_: Type) -> bool:
    """Whether values of a type hold ids."""
    if isinstance(type_, EntityType | IdType):
        return True
    inner = [getattr(type_, part) for part in ("item", "key", "value") if hasattr(type_, part)]
    return any(_refers(part) for part in inner)
