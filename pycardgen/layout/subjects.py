"""Subjects: what templates and documents see of a game, as plain mappings of fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pycardgen.diagnostics import Span
from pycardgen.model.game import Definition, Game, MapDecl
from pycardgen.model.select import selected
from pycardgen.model.types import DictType, EntityType, IdType, ListType, OptionalType, Type

DEPTH = 2
"""How far references to other definitions are followed: `{weapon.name}`, `{weapon.ammo.name}`."""

Subject = dict[str, Any]


class Subjects:
    """Makes the subjects of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.definitions: dict[str, Definition] = dict(game.definitions)
        for map_ in game.maps.values():
            self.definitions.setdefault(map_.id, map_.definition)
            for space in map_.spaces:
                self.definitions.setdefault(space.definition.id, space.definition)
        self._kept: dict[tuple[str, int], Subject] = {}

    def of(self, definition: Definition, depth: int = DEPTH) -> Subject:
        """The fields of a definition; what they refer to is a subject. A text of one part is a text."""
        entity = self.game.entities[definition.type]
        values = definition.fields
        fields = {name: self._value(f.type, values.get(name), depth) for name, f in entity.fields.items()}
        text = definition.text
        return {
            "id": definition.id,
            "name": definition.name,
            "type": definition.type,
            "count": definition.count,
            "text": text["text"] if text.keys() == {"text"} else dict(text),
            "art": definition.art or "",
            **fields,
        }

    def _value(self, type_: Type, value: Any, depth: int) -> Any:
        if isinstance(type_, OptionalType):
            return None if value is None else self._value(type_.item, value, depth)
        if isinstance(type_, EntityType | IdType):
            return self._referred(value, depth)
        if isinstance(type_, ListType) and isinstance(value, list | tuple):
            return [self._value(type_.item, item, depth) for item in value]
        if isinstance(type_, DictType) and isinstance(value, Mapping):
            return {str(key): self._value(type_.value, item, depth) for key, item in value.items()}
        return value

    def _referred(self, id_: Any, depth: int) -> Any:
        found = self.definitions.get(id_)
        if found is None or depth == 0:
            return id_
        key = (found.id, depth)
        if key not in self._kept:
            self._kept[key] = self.of(found, depth - 1)
        return self._kept[key]

    def map(self, map_: MapDecl) -> Subject:
        """The fields of a map, and its title."""
        return {**self.of(map_.definition), "title": map_.title or map_.definition.name}

    def whole(self) -> Subject:
        """The game: what pages and documents see. Definitions and maps are there by their ids, and how many
        copies there are of each type.
        """
        game = self.game
        everything = {id_: self.of(found) for id_, found in self.definitions.items()}
        everything.update({map_.id: self.map(map_) for map_ in game.maps.values()})
        counted = [{"name": line.name, "type": line.of, "count": line.count} for line in game.components]
        return {
            **everything,
            "id": game.id,
            "name": game.title,
            "subtitle": "",
            "type": "game",
            "game": {"id": game.id, "title": game.title, "version": game.version},
            "players": {"low": game.players[0], "high": game.players[1]},
            "settings": {name: setting.default for name, setting in game.settings.items()},
            "sides": list(game.sides),
            "components": counted,
            "count": {type_: sum(d.count for d in selected(game, type_, {})) for type_ in game.entities},
        }


def where(definition: Definition) -> Callable[[str], Span | None]:
    """Where a definition's fields stand in the source."""

    def find(field: str) -> Span | None:
        place = definition.place
        return place.value(field) if place is not None and field in place.container else None

    return find


def fields_of(game: Game, definitions: Iterable[Definition]) -> set[str]:
    """What a template may print of some definitions: the fields of all their types."""
    known = {"id", "name", "type", "count", "text", "art"}
    for type_ in {definition.type for definition in definitions}:
        known |= game.entities[type_].fields.keys()
    return known
