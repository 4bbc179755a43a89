"""How a theme says that boards look: colours and icons that exist, for spaces that could be there."""

from __future__ import annotations

from collections.abc import Iterator

from pycardgen.diagnostics import Diagnostic, Severity, did_you_mean
from pycardgen.layout.game_board import EDGES, MARKS
from pycardgen.layout.options import LOOK
from pycardgen.layout.theme import Theme, unknown_color
from pycardgen.model.game import Game
from pycardgen.model.types import BoolType, EnumType
from pycardgen.source import Place

_COLORS = tuple(name for name, option in LOOK.items() if option.kind == "color")


def check_look(game: Game, theme: Theme, looks: Place, name: str) -> Iterator[Diagnostic]:
    """What is wrong with the look `name` of a theme's `looks`; the form of its options has been read."""
    known = set(_classes(game))
    if name not in known:
        yield Diagnostic(
            "PCG0709",
            f"no space of a board can look like `{name}`",
            looks.key(name),
            did_you_mean(name, known) or f"there are {', '.join(sorted(known))}",
            severity=Severity.WARNING,
        )
    place, icons = looks.inside(name), theme.icons
    for key, value in place.container.items():
        if not isinstance(value, str) or value == "none":
            continue
        if key in _COLORS and not value.startswith("#") and value not in theme.colors:
            yield unknown_color(value, theme.colors, place, key)
        if key == "icon" and value not in icons:
            message = f"there is no icon `{value}` (in the look of `{name}`)"
            yield Diagnostic("PCG0708", message, place.value(key), did_you_mean(value, icons))


def _classes(game: Game) -> Iterator[str]:
    """Everything that a space or an edge can be called: see `game_board`."""
    yield from (*EDGES, *MARKS)
    for entity in game.entities.values():
        if entity.kind != "sector":
            continue
        yield entity.name.lower()
        for name, field in entity.fields.items():
            if isinstance(field.type, EnumType):
                yield from game.enums[field.type.name].members
            elif isinstance(field.type, BoolType):
                yield name
