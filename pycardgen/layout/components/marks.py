"""How lines to cut and fold, glue flaps and short notes look on every component."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pycardgen.layout.components.polygons import Point
from pycardgen.layout.components.polygons import Polygon as Points
from pycardgen.layout.display import Ink, Item, Line, Polygon
from pycardgen.layout.kit import Box, Kit
from pycardgen.layout.text import Style, set_text

CUT = Ink(stroke="#000000", width=0.2)
"""Solid: cut here."""

HALO = Ink(stroke="#ffffff", width=0.55)
"""Under a cut that runs over artwork, so that it shows on dark ground too."""

FOLD = Ink(stroke="#666666", width=0.2, dash=(1.6, 1.1))
"""Dashed: fold here, away from yourself."""

GLUE = Ink(fill="#f1f1f1")
"""Grey: glue here."""

Edge = tuple[Point, Point]


UNDER = Ink(stroke="#ffffff", width=0.2)
"""Under a fold, so that its dashes show on dark ground too."""


def lines(edges: Iterable[Edge], ink: Ink) -> list[Item]:
    """Straight lines."""
    return [Line(*a, *b, ink) for a, b in edges]


def folds(edges: Iterable[Edge]) -> list[Item]:
    """Lines to fold along, which show on any ground."""
    return [Line(*a, *b, ink) for a, b in edges for ink in (UNDER, FOLD)]


def glue(points: Points) -> list[Item]:
    """A flap that is glued."""
    return [Polygon(points, GLUE)]


def note(kit: Kit, text: str, box: Box, align: str = "left", size: float = 6.0) -> tuple[Item, ...]:
    """A short line for the one who cuts, as small as need be."""
    style = kit.theme.styles.get("caption", Style())
    used = replace(style, color="#444444", size=size, min_size=min(4.0, size), align=align, valign="middle")
    return set_text(text, used, box, lambda name, color: None).items
