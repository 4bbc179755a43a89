"""Things that lie on the spaces of a drawn map: cut out, turned, side by side."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pycardgen.layout.board import Point
from pycardgen.layout.display import Drawing, Group, Ink, Item, Polygon, Rect, rotation
from pycardgen.records import dataclass

_LINE = Ink(None, "#000000", 0.25, (), True)
_ROOM, _BESIDE = 0.62, 0.36
"""How much of a space's width things in its middle take, and things at a side."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A space on the sheet, in mm: its middle, its corners, and the radius of what fits in it."""

    center: Point
    corners: tuple[Point, ...]
    radius: float

    @property
    def wide(self) -> float:
        """How wide it is."""
        xs = [x for x, _ in self.corners]
        return max(xs) - min(xs) if xs else 2 * self.radius


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing to be laid: its drawing, how it is cut, how far it is turned (degrees), how large it is."""

    drawing: Drawing
    shape: str
    degrees: float
    scale: float


def heap(pile: Sequence[Piece], spot: Spot, way: Point) -> Iterator[Item]:
    """Things side by side, in rows, as large as there is room for."""
    room = 2 * spot.radius * (_BESIDE if any(way) else _ROOM)
    across = math.ceil(math.sqrt(len(pile)))
    rows = [pile[at : at + across] for at in range(0, len(pile), across)]
    gap = 0.02 * spot.wide
    wide = max(sum(_extent(p)[0] for p in row) + gap * (len(row) - 1) for row in rows)
    highs = [max(_extent(p)[1] for p in row) for row in rows]
    high = sum(highs) + gap * (len(rows) - 1)
    fit = min(1.0, room / wide, room / high)
    y = spot.center[1] + way[1] * spot.radius - high * fit / 2
    for row, tall in zip(rows, highs, strict=True):
        x = spot.center[0] + way[0] * spot.radius
        x -= (sum(_extent(p)[0] for p in row) + gap * (len(row) - 1)) * fit / 2
        for piece in row:
            taken = _extent(piece)[0] * fit
            yield laid(piece, (x + taken / 2, y + tall * fit / 2), fit)
            x += taken + gap * fit
        y += (tall + gap) * fit


def _extent(piece: Piece) -> tuple[float, float]:
    """How wide and high a thing is as it lies, in mm."""
    w, h = piece.drawing.width * piece.scale, piece.drawing.height * piece.scale
    angle = math.radians(piece.degrees)
    c, s = abs(math.cos(angle)), abs(math.sin(angle))
    return w * c + h * s, w * s + h * c


def laid(piece: Piece, middle: Point, fit: float, line: Ink = _LINE) -> Group:
    """A thing, cut out and outlined, with its middle at a point."""
    made, scale = piece.drawing, piece.scale * fit
    w, h = made.width, made.height
    items: tuple[Item, ...] = made.items
    thin = replace(line, width=line.width / scale)
    if piece.shape == "hexagon":
        corners = tuple((w / 2 + x * w, h / 2 + y * h) for x, y in _HEX)
        cut = Group((*items, Polygon(corners, thin)), outline=corners)
    else:
        radius = min(w, h) / 2 if piece.shape == "round" else min(w, h) * 0.06
        edge: Item = Rect(0, 0, w, h, thin, radius)
        cut = Group((*items, edge), clip=(0.0, 0.0, w, h, radius))
    placed = (scale, 0.0, 0.0, scale, middle[0] - w / 2 * scale, middle[1] - h / 2 * scale)
    turned = Group((cut,), transform=rotation(piece.degrees, w / 2, h / 2)) if piece.degrees else cut
    return Group((turned,), transform=placed, title=made.name)


OUTLINES = {"hex": "hexagon", "square": "rect", "graph": "round"}
_HEX = ((0.5, 0.0), (0.25, 0.5), (-0.25, 0.5), (-0.5, 0.0), (-0.25, -0.5), (0.25, -0.5))
