"""Writing a map's file from a sketch."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pycardgen.model.game import MISSING, Game, MapDecl
from pycardgen.model.grids import id_of
from pycardgen.model.sketch import Letter, Spaces, first_enum
from pycardgen.model.types import EntityType, StrType

WIDTH = 110

Texts = Mapping[str, str]


def map_file(
    game: Game, like: MapDecl, id_: str, name: str, given: Texts, drawn: Spaces, known: Mapping[str, Letter]
) -> str:
    """The text of a map's file. `given` are values for its own fields, as text."""
    by = first_enum(game, like)
    spaces = [(id_of(cell), known[drawn[cell][0]]) for cell in sorted(drawn)]
    in_order = [(space, letter) for letter in known.values() for space, other in spaces if other is letter]
    lines = [f"id: {id_}", f"type: {like.definition.type}", f"name: {_scalar(name)}"]
    lines += _fields(
        game, like, name, given, {field: space for space, letter in spaces for field in letter.named}
    )
    lines.append(_grid(like, drawn))
    lines.append(f"starts: {_flow([space for space, letter in in_order if letter.start])}")
    lines.append(f"goals: {_flow([space for space, letter in in_order if letter.goal])}")
    types = list(dict.fromkeys(space.definition.type for space in like.spaces))
    lines.append(f"default: {{type: {types[0]}}}")
    lines += _listed([(space, letter) for space, letter in spaces if set(letter.entries) <= {by}], by)
    special = [(space, letter) for space, letter in in_order if not set(letter.entries) <= {by}]
    if special:
        lines += ["special:", *(f"  {space}: {_flow(letter.entries)}" for space, letter in special)]
    return "\n".join(lines) + "\n"


def texts_to_write(game: Game, like: MapDecl) -> list[str]:
    """The fields of a new map that only a person can write."""
    fields = game.entities[like.definition.type].fields.values()
    return [field.name for field in fields if isinstance(field.type, StrType) and field.default is MISSING]


def _fields(game: Game, like: MapDecl, name: str, given: Texts, spaces: Texts) -> Iterator[str]:
    """The map's own fields: as given, or as on the map that this one is made after; texts are its name.

    `spaces` are the ids of the spaces that fields name.
    """
    missing = texts_to_write(game, like)
    for field, declared in game.entities[like.definition.type].fields.items():
        value = like.definition.fields.get(field)
        if field in given:
            text = given[field]
            is_text = isinstance(declared.type, StrType)
            yield f"{field}: {_scalar(text) if is_text else _flow(_read(text))}"
        elif field in spaces:
            yield f"{field}: {spaces[field]}"
        elif field in missing:
            yield f"{field}: {_scalar(name)}"
        elif not isinstance(declared.type, EntityType) and declared.default != value:
            yield f"{field}: {_flow(value)}"


def _read(text: str) -> Any:
    """A value that isn't meant to be text: a number, a switch, a word."""
    if re.fullmatch(r"-?\d{1,15}", text):
        return int(text)
    return text == "true" if text in ("true", "false") else text


def _grid(like: MapDecl, drawn: Spaces) -> str:
    columns, rows = (max(cell[n] for cell in drawn) for n in (0, 1))
    grid: dict[str, Any] = {"shape": like.grid.shape, "columns": columns, "rows": rows}
    if like.grid.shape == "hex":
        grid["shifted"] = like.grid.shifted
    elif like.grid.diagonal:
        grid["diagonal"] = True
    return f"grid: {_flow(grid)}"


def _listed(plain: Iterable[tuple[str, Letter]], by: str | None) -> Iterator[str]:
    """Spaces of which there's nothing to say but the value of one field."""
    groups: dict[str, list[str]] = {}
    for space, letter in plain:
        groups.setdefault(str(letter.entries.get(by or "", "")), []).append(space)
    if by is None or not all(groups):
        yield from _wrapped("spaces", [id_ for group in groups.values() for id_ in group], "")
        return
    yield from (f"by: {by}", "spaces:")
    for value, ids in groups.items():
        yield from _wrapped(value, ids, "  ")


def _wrapped(key: str, ids: list[str], margin: str) -> Iterator[str]:
    line = f"{margin}{key}: [{', '.join(ids)}]"
    if len(line) <= WIDTH:
        yield line
        return
    yield f"{margin}{key}: ["
    inner = textwrap.wrap(f"{', '.join(ids)}]", WIDTH - len(margin) - 2)
    yield from (f"{margin}  {part}" for part in inner)


def _flow(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_scalar(key)}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_flow(item) for item in value)}]"
    return _scalar(value)


_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_-]*( [A-Za-z0-9_-]+)*")
_WORDS = ("true", "false", "null")


def _scalar(value: Any) -> str:
    """A number, a switch or a text, in quotes where it could be taken for something else."""
    if value is None or isinstance(value, bool | int):
        return json.dumps(value)
    text = str(value)
    return (
        text
        if _PLAIN.fullmatch(text) and text.lower() not in _WORDS
        else json.dumps(text, ensure_ascii=False)
    )
