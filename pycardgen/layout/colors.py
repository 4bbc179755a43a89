"""Colours as people see them: contrast, lightness, and how they look to the colour-blind."""

from __future__ import annotations

import math
from functools import lru_cache

Rgb = tuple[float, float, float]
"""Linear light, each from 0 to 1."""

SIGHTS: dict[str, tuple[Rgb, Rgb, Rgb]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""How linear light is changed for those who lack a kind of cone (Machado, Oliveira and Fernandes 2009)."""


@lru_cache(maxsize=4096)
def mix(first: str, second: str, part: float) -> str:
    """A colour between two: the first at 0, the second at 1."""
    pairs = ((int(first[i : i + 2], 16), int(second[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


@lru_cache(maxsize=4096)
def linear(color: str) -> Rgb:
    """`#rrggbb` as linear light."""
    r, g, b = (_light(int(color[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return r, g, b


def _light(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _coded(value: float) -> float:
    value = min(max(value, 0.0), 1.0)
    return value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055


def luminance(color: str) -> float:
    """Relative luminance, from 0 to 1, as WCAG 2 defines it."""
    r, g, b = linear(color)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(first: str, second: str) -> float:
    """The contrast of two colours by WCAG 2: from 1 (the same) to 21 (black and white)."""
    a, b = luminance(first), luminance(second)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)


def seen(color: str, sight: str) -> Rgb:
    """A colour as linear light, as people of that sight see it; one that isn't in SIGHTS changes nothing."""
    r, g, b = linear(color)
    matrix = SIGHTS.get(sight)
    if matrix is None:
        return r, g, b
    x, y, z = (min(max(k[0] * r + k[1] * g + k[2] * b, 0.0), 1.0) for k in matrix)
    return x, y, z


def difference(first: str, second: str, sight: str = "") -> float:
    """How far two colours are apart: 100 times their distance in Oklab, where about 2 can just be noticed."""
    a, b = _oklab(seen(first, sight)), _oklab(seen(second, sight))
    return 100 * math.dist(a, b)


def _oklab(light: Rgb) -> Rgb:
    r, g, b = light
    long = _root(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    middle = _root(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    short = _root(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def _root(value: float) -> float:
    return value ** (1 / 3) if value > 0 else 0.0


def dull(color: str) -> bool:
    """Whether a colour has hardly any hue."""
    _, a, b = _oklab(linear(color))
    return math.hypot(a, b) < 0.05


def scaled(color: str, part: float) -> str:
    """A colour with its light made less (`part` below 0, black at -1) or mixed with white (white at 1)."""
    light = [v * (1 + part) if part < 0 else v + (1 - v) * part for v in linear(color)]
    return "#" + "".join(f"{round(_coded(v) * 255):02x}" for v in light)


@lru_cache(maxsize=1024)
def darkened(color: str, wanted: float) -> str:
    """The nearest darker colour that has that contrast with white; the colour itself if it has."""
    return color if contrast(color, "#ffffff") >= wanted else passing(color, "#ffffff", wanted)


@lru_cache(maxsize=1024)
def passing(color: str, ground: str, wanted: float) -> str:
    """The nearest colour of about the same hue that has that contrast with a ground: darker or lighter.

    If none has, black or white, whichever stands out more.
    """
    for step in range(1, 101):
        for part in (-step / 100, step / 100):
            found = scaled(color, part)
            if contrast(found, ground) >= wanted:
                return found
    return max("#000000", "#ffffff", key=lambda found: contrast(found, ground))
