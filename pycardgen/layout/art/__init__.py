"""Illustrations that are made, not drawn: scenes from chance, shapes and the colours of a theme.

The same seed, size and colours give the same picture, on every machine. A picture is an ordinary part of the
display list, at most `MAX_ITEMS` shapes, so that PDF, SVG and PNG show it alike.
"""

from __future__ import annotations

from collections.abc import Callable

from pycardgen.layout.art import emblem, land, space, station
from pycardgen.layout.art.brush import Canvas, Palette, Subject, chance
from pycardgen.layout.display import Item

MAX_ITEMS = 250
"""Shapes of one picture, those in groups included."""

SCENES: dict[str, Callable[[Canvas], None]] = {
    "asteroids": space.asteroids,
    "banner": emblem.banner,
    "blueprint": emblem.blueprint,
    "burst": emblem.burst,
    "cavern": land.cavern,
    "circuit": station.circuit,
    "corridor": station.corridor,
    "forest": land.forest,
    "hall": land.hall,
    "hazard": station.hazard,
    "hexfield": emblem.hexfield,
    "machinery": station.machinery,
    "mountains": land.mountains,
    "planet": space.planet,
    "radar": emblem.radar,
    "sea": land.sea,
    "silhouette": emblem.silhouette,
    "skyline": land.skyline,
    "starfield": space.starfield,
    "storm": land.storm,
    "tanks": station.tanks,
    "viewport": space.viewport,
}
"""Every scene by name."""


def paint(
    scene: str, seed: str, size: tuple[float, float], palette: Palette, subject: Subject
) -> tuple[Item, ...]:
    """The scene of that name in a box of that size in mm, its upper left corner at (0, 0).

    It may reach beyond the box, and is to be clipped. Raises KeyError for an unknown name.
    """
    canvas = Canvas(*size, palette, chance(f"{scene}\0{seed}"), subject)
    SCENES[scene](canvas)
    return tuple(canvas.items)
