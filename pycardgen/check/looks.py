"""How a theme says that boards look: colours and icons that exist, for spaces that could be there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pycardgen.diagnostics import Diagnostic, Severity, did_you_mean
from pycardgen.layout.colors import contrast, passing
from pycardgen.layout.game_board import EDGES, MARKS
from pycardgen.layout.grounds import BODY, LARGE
from pycardgen.layout.options import LOOK
from pycardgen.layout.theme import Theme, unknown_color
from pycardgen.model.game import Game
from pycardgen.model.types import BoolType, EnumType
from pycardgen.source import Place

_COLORS = tuple(name for name, option in LOOK.items() if option.kind == "color")

_HEX = re.compile("#[0-9a-f]{6}")


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
    yield from _readable(theme, place, name)


def _readable(theme: Theme, place: Place, name: str) -> Iterator[Diagnostic]:
    """Labels and icons that stand out too little from the space that they stand in."""
    look = {key: theme.colors.get(str(value), str(value)) for key, value in place.container.items()}
    ground = look.get("fill", "none")
    label, icon = look.get("color"), look.get("icon_color", look.get("color"))
    shown = [("color", label, "labels", BODY)] if place.container.get("labelled", True) is True else []
    if "icon" in look:
        shown.append(("icon_color" if "icon_color" in look else "color", icon, "icons", LARGE))
    for key, color, what, wanted in shown:
        if not (_HEX.fullmatch(ground) and color and _HEX.fullmatch(color)):
            continue
        ratio = contrast(color, ground)
        if ratio < wanted - 0.005:
            message = (
                f"the {what} of spaces that look like `{name}` can hardly be read: {color} on {ground} has a "
                f"contrast of {ratio:.1f} to 1, below {wanted:g} to 1"
            )
            hint = f"the nearest colour that can is '{passing(color, ground, wanted)}'"
            yield Diagnostic("PCG0725", message, place.value(key), hint, severity=Severity.WARNING)


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
