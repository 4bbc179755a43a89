"""What the families of checks share: where values stand, which words the rules use, what extends what."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from pycardgen.diagnostics import Span
from pycardgen.model.game import Behaviour, Definition, Game
from pycardgen.model.types import (
    DictType,
    EntityType,
    EnumType,
    IdType,
    ListType,
    OptionalType,
    Type,
    ZoneType,
)
from pycardgen.source import Code, Place


def key_span(place: Place | None, key: str | int) -> Span | None:
    """Where a key stands, if the source is known."""
    return place.key(key) if place else None


def value_span(place: Place | None, *path: str | int) -> Span | None:
    """Where the value at the end of a path of keys and indices stands; of as much of the path as there is."""
    if place is None or not path:
        return place.whole() if place else None
    for key in path[:-1]:
        if not _holds(place.container, key) or not isinstance(place.container[key], dict | list):
            return place.value(key)
        place = place.inside(key)
    return place.value(path[-1])


def _holds(container: Any, key: str | int) -> bool:
    if isinstance(container, dict):
        return key in container
    return isinstance(container, list) and isinstance(key, int) and key < len(container)


Path = tuple[str | int, ...]
"""Keys and indices that lead to a value."""


def leaves(type_: Type, value: Any, path: Path) -> Iterator[tuple[Type, Any, Path]]:
    """Every single value within a value, with its type and path. A dictionary's key has its value's path."""
    if value is None:
        return
    if isinstance(type_, OptionalType):
        yield from leaves(type_.item, value, path)
    elif isinstance(type_, ListType | ZoneType):
        for index, item in enumerate(value if isinstance(value, list | tuple) else ()):
            yield from leaves(type_.item, item, (*path, index))
    elif isinstance(type_, DictType):
        for key, item in value.items() if isinstance(value, dict) else ():
            yield from leaves(type_.key, key, (*path, str(key)))
            yield from leaves(type_.value, item, (*path, str(key)))
    else:
        yield type_, value, path


def named_types(types: Iterable[Type]) -> set[str]:
    """The names of all enums and entity types within types."""
    found: set[str] = set()
    for type_ in types:
        if isinstance(type_, EnumType | EntityType):
            found.add(type_.name)
        elif isinstance(type_, IdType):
            found.add(type_.entity)
        elif isinstance(type_, OptionalType | ListType | ZoneType):
            found |= named_types([type_.item])
        elif isinstance(type_, DictType):
            found |= named_types([type_.key, type_.value])
    return found


def behaviours(game: Game) -> Iterator[tuple[Definition, Behaviour]]:
    """Every way in which content changes the rules, with the definition that does."""
    for definition in all_definitions(game):
        for behaviour in definition.behaviours:
            yield definition, behaviour


def all_definitions(game: Game) -> Iterable[Definition]:
    """Definitions of content, of maps and their spaces, and of missions, each once."""
    groups: tuple[Iterable[Definition], ...] = (
        game.definitions.values(),
        (map_.definition for map_ in game.maps.values()),
        (space.definition for map_ in game.maps.values() for space in map_.spaces),
        (mission.definition for mission in game.missions.values()),
    )
    return {id(definition): definition for group in groups for definition in group}.values()


def rules_texts(game: Game) -> Iterator[Code]:
    """All text in the rules language: rules, bots, and what stands in content."""
    for file in (*game.rules, *game.bots):
        yield file.code
    for _, behaviour in behaviours(game):
        yield behaviour.body
        if behaviour.condition is not None:
            yield behaviour.condition


_WORD = re.compile(r"[^\W\d][\w-]*|\d[\w-]*")
_DEFINED = re.compile(r"^def\s+\w+\s*\(", re.MULTILINE)
_PART = re.compile(r"[^\W\d]\w*")


def rules_words(game: Game) -> set[str]:
    """Every name that rules and bots use, and every word of their strings; not names of functions as such."""
    found: set[str] = set()
    for code in rules_texts(game):
        text = _DEFINED.sub("(", without_comments(code.text))
        found.update(_PART.findall(text))
        found.update(_WORD.findall(text))
    return found


_TOKEN = re.compile(r"""("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|#[^\n]*""")


def without_comments(text: str) -> str:
    """Rules text with comments blanked out, every other character where it was."""
    return _TOKEN.sub(lambda found: found[0] if found[1] else " " * len(found[0]), text)


def without_strings(text: str) -> str:
    """Rules text with comments and strings blanked out, every other character where it was."""
    return _TOKEN.sub(lambda found: " " * len(found[0]), text)
