"""Colours as PDF operators: as they are, or in the four inks of print shops.

Greys are black ink alone, and so is dark text, for letters printed in four inks have coloured edges when the
plates are a little off. Other colours are of inks as the profile of the press says (by its digest), or, if
none is given, of as little of them as can be: never more than 300 % in all, which any press can print.
"""

from __future__ import annotations

from functools import lru_cache

from pycardgen.layout.display import number

REGISTRATION = "registration"
"""The colour of marks that are on all plates."""

_DARK = 0.25
"""Text no lighter than this is black ink alone."""

_GREYISH = 0.04
"""Red, green and blue that differ by less are a grey."""


@lru_cache(maxsize=1024)
def painted(color: str, cmyk: bool, stroke: bool = False, profile: str = "") -> str:
    """The operator that sets a colour `#rrggbb` (or REGISTRATION) for filling, or for strokes."""
    if color == REGISTRATION:
        return "1 1 1 1 K" if stroke else "1 1 1 1 k"
    values = inks(color, profile) if cmyk else rgb(color)
    name = "k" if cmyk else "rg"
    return f"{' '.join(map(number, values))} {name.upper() if stroke else name}"


@lru_cache(maxsize=1024)
def text_painted(color: str, cmyk: bool, profile: str = "") -> str:
    """As `painted`, for text."""
    if cmyk and max(rgb(color)) <= _DARK:
        return "0 0 0 1 k"
    return painted(color, cmyk, profile=profile)


def rgb(color: str) -> tuple[float, float, float]:
    """Red, green and blue from 0 to 1."""
    red, green, blue = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def inks(color: str, profile: str = "") -> tuple[float, float, float, float]:
    """Cyan, magenta, yellow and black from 0 to 1, as a profile says. Without one, what the first three
    have in common is printed in black.
    """
    values = rgb(color)
    light = max(values)
    if light - min(values) < _GREYISH:
        return 0.0, 0.0, 0.0, 1.0 - sum(values) / 3
    if profile:
        from pycardgen.paint.profiles import converted

        return converted(color, profile)
    cyan, magenta, yellow = (1.0 - value / light for value in values)
    return cyan, magenta, yellow, 1.0 - light
