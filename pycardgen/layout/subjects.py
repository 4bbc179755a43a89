"""Subjects: what templates and documents see of a game, as plain mappings of fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from pycardgen.diagnostics import Span
from pycardgen.layout import fields
from pycardgen.model.components import What, definitions
from pycardgen.model.game import Definition, Game, MapDecl
from pycardgen.model.print_job import Job
from pycardgen.model.printing import CardsJob
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
        self._whole: Subject = {}

    def of(self, definition: Definition, depth: int = DEPTH) -> Subject:
        """The fields of a definition; what they refer to is a subject. A text of one part is a text."""
        entity = self.game.entities[definition.type]
        values = definition.fields
        own = {name: self._value(f.type, values.get(name), depth) for name, f in entity.fields.items()}
        text = definition.text
        return {
            "id": definition.id,
            "name": definition.name,
            "type": definition.type,
            "count": definition.count,
            "text": text["text"] if text.keys() == {"text"} else dict(text),
            "art": definition.art or "",
            **own,
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
        copies there are of each type. It is made once, and not to be changed.
        """
        if not self._whole:
            self._whole = self._everything()
        return self._whole

    def _everything(self) -> Subject:
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


# --- what a print job adds ------------------------------------------------------------------------


def card_subject(subjects: Subjects, job: CardsJob, definition: Definition) -> Subject:
    """What a card of a deck shows: its own fields, what the deck gives to all, and the number of the copy."""
    own = subjects.of(definition)
    return {"copy": 1, **given_fields(subjects.game, job.extra, own), **own}


def deck_subject(subjects: Subjects, job: CardsJob) -> Subject:
    """What the back of a deck shows: the deck, and nothing of its cards."""
    name, game = job.job.name, subjects.game
    own = {"id": name, "name": job.job.called, "type": job.of, "game": game.title}
    return {**own, **(given_fields(game, job.extra, subjects.whole()) if job.extra else {})}


def given_fields(game: Game, extra: Mapping[str, Any], subject: Mapping[str, Any]) -> Subject:
    """What a job says under `with:`, fields of the subject and settings of the game filled in.

    What is only one field is that field's value.
    """
    if not extra:
        return {}
    settings = {name: setting.default for name, setting in game.settings.items()}
    known = {"settings": settings, **subject}
    return {key: _filled(value, known) for key, value in extra.items()}


def _filled(value: Any, subject: Mapping[str, Any]) -> Any:
    if isinstance(value, list):
        return [_filled(item, subject) for item in value]
    if isinstance(value, dict):
        return {key: _filled(item, subject) for key, item in value.items()}
    if not isinstance(value, str):
        return value
    parts = fields.parts(value)
    if len(parts) == 1 and isinstance(parts[0], fields.Reference) and not parts[0].filter:
        found = fields.lookup(subject, parts[0].path)
        return value if isinstance(found, fields.Absent) else found
    return fields.expand(value, subject)


# --- pieces ---------------------------------------------------------------------------------------

USUAL: Subject = {"icon": "", "color": "accent-light", "ink": "ink", "text": "", "art": ""}
"""Fields of every piece that doesn't have them itself."""


def piece_subjects(subjects: Subjects, what: What) -> Iterator[tuple[Subject, int, Definition | None]]:
    """What a job of components prints: subjects with the fields that the job adds, how many copies there are
    of each, and its definition, if it has one.
    """
    game = subjects.game
    for found in definitions(game, what):
        own = subjects.of(found)
        yield {**USUAL, **given_fields(game, what.extra, own), **own}, found.count, found
    for number, piece in enumerate(what.pieces, 1):
        own = {"id": f"piece-{number}", "type": "piece", **given_fields(game, piece, subjects.whole())}
        yield {**USUAL, **given_fields(game, what.extra, own), **own}, int(piece.get("count", 1)), None


def job_subject(subjects: Subjects, job: Job, what: What) -> Subject:
    """What a back shows that is the same for all: the job, and nothing of its pieces."""
    own = {"id": job.name, "name": job.called, "type": "deck", "game": subjects.game.title}
    return {**USUAL, **own, **given_fields(subjects.game, what.extra, subjects.whole())}


# --- where they are declared ----------------------------------------------------------------------


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
