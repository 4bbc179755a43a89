"""Dice: what their faces show, their nets, and strips of stickers for blank dice."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from pycardgen.layout.components.marks import CUT, HALO, folds, glue, lines, note
from pycardgen.layout.components.nets import Face, Net, net
from pycardgen.layout.components.polygons import grown, overlap
from pycardgen.layout.components.solids import FACES
from pycardgen.layout.display import (
    Drawing,
    Group,
    Ink,
    Item,
    Polygon,
    Rect,
    Symbol,
    Transform,
    Use,
    rotation,
)
from pycardgen.layout.kit import Box, Kit
from pycardgen.records import dataclass

EDGE: Mapping[int, float] = {4: 30.0, 6: 20.0, 8: 26.0, 10: 24.0, 12: 14.0, 20: 20.0}
"""Lengths of edges in mm when nothing is said: dice of about one size."""

SPILL = 0.8
"""How far the colour of a face reaches beyond its edges, in mm."""

_SPREAD = (6, 12, 8, 10, 20)
"""The solids that are tried, in this order, for a number of faces that none has."""


def solid_for(faces: int) -> int | None:
    """How many faces the solid has that shows so many different ones: as many, or a multiple."""
    if faces in FACES:
        return faces
    return next((n for n in _SPREAD if faces > 0 and n % faces == 0), None)


def face_fields(value: Any, icons: Mapping[str, str], labels: Mapping[str, str]) -> dict[str, Any]:
    """What a face shows as the fields `face`, `icon` and `label`. An icon is that which the job names for the
    value, or the field `icon` of what the face refers to, or a circle for `true`; without one, a text is
    written.
    """
    key = face_key(value)
    own = value if isinstance(value, Mapping) else {}
    icon = icons.get(key) or str(own.get("icon") or "")
    if value is True and key not in labels:
        icon = icon or "circle"
    label = labels.get(key, "" if icon or value is False else _written(value, own))
    return {"face": value, "icon": icon, "label": str(label)}


def face_key(value: Any) -> str:
    """How a job names a value: an id, a word, a number, true or false."""
    if isinstance(value, Mapping):
        return str(value.get("id", ""))
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


def _written(value: Any, own: Mapping[str, Any]) -> str:
    return str(own.get("name") or value).replace("_", " ") if value is not None else ""


@dataclass(frozen=True, slots=True)
class Die:
    """A die to be drawn: the drawings of its faces, in order, and the colour of each face."""

    name: str
    faces: Sequence[Drawing]
    colors: Sequence[str]


def draw_net(die: Die, solid: int, edge: float, kit: Kit) -> Drawing:
    """The net of a die with a note of its name. A solid with more faces shows each several times."""
    found = net(solid, edge)
    shown = [_symbol(face) for face in die.faces]
    items: list[Item] = []
    for tab in found.tabs:
        items += glue(tab.points)
    for number, face in enumerate(found.faces):
        color = die.colors[number % len(die.faces)]
        items.append(Polygon(grown(face.points, SPILL), Ink(color)))
    for number, face in enumerate(found.faces):
        items += _face(found, number, face, shown, die)
    items += folds(found.folds)
    items += lines(found.cuts, CUT)
    box, align = _free(found)
    items += note(kit, die.name, box, align)
    return Drawing(found.width, max(found.height, box[1] + box[3]), tuple(items), 0.0, die.name)


def _free(found: Net) -> tuple[Box, str]:
    """Where the name of a die stands: in a corner that the net leaves free, or below it."""
    w, h = found.width, found.height
    for width in (0.45 * w, 0.3 * w):
        corners = ((0.0, h - 3.0, "left"), (w - width, h - 3.0, "right"))
        for x, y, align in corners:
            box = ((x, y), (x + width, y), (x + width, y + 3.0), (x, y + 3.0))
            shapes = [*(face.points for face in found.faces), *(tab.points for tab in found.tabs)]
            if not any(overlap(box, grown(shape, SPILL)) for shape in shapes):
                return (x, y, width, 3.0), align
    return (0.0, h + 1.2, w, 3.0), "center"


def _symbol(drawing: Drawing) -> Symbol:
    b = drawing.bleed
    return Symbol("face", (-b, -b, drawing.width + 2 * b, drawing.height + 2 * b), drawing.items)


def _face(found: Net, number: int, face: Face, shown: Sequence[Symbol], die: Die) -> list[Item]:
    ground = Polygon(face.points, Ink(die.colors[number % len(die.faces)]))
    if len(found.faces) == 4:
        return [ground, *_corners(face, shown, die)]
    place = _placed(die.faces[number % len(shown)], face.center, _side(face), face.up)
    art = Group((Use(shown[number % len(shown)]),), transform=place)
    return [Group((ground, art), outline=face.points)]


def _side(face: Face) -> float:
    """The side of the square that a face's template fills: of a square all of it, else the largest that lies
    well within the circle.
    """
    return face.radius * (2.0 if len(face.points) == 4 and _is_square(face) else 1.5)


def _is_square(face: Face) -> bool:
    sides = [math.dist(face.points[i - 1], face.points[i]) for i in range(4)]
    return max(sides) - min(sides) < 1e-6 and abs(sides[0] - 2 * face.radius) < 1e-6


def _corners(face: Face, shown: Sequence[Symbol], die: Die) -> list[Item]:
    """With four faces none is on top: each shows at its corners what lies at these, and the corner counts."""
    items: list[Item] = []
    x, y = face.center
    for (px, py), corner in zip(face.points, face.corners, strict=True):
        center = (x + (px - x) * 0.46, y + (py - y) * 0.46)
        up = math.atan2(py - y, px - x) + math.pi / 2
        place = _placed(die.faces[corner % len(shown)], center, face.radius * 0.85, up)
        items.append(Group((Use(shown[corner % len(shown)]),), transform=place))
    return items


def _placed(drawing: Drawing, center: tuple[float, float], side: float, up: float) -> Transform:
    """A square drawing scaled to a side, turned, and moved to a centre."""
    scale = side / drawing.width
    a, b, c, d, e, f = rotation(math.degrees(up), 0.0, 0.0)
    middle = side / 2
    return (
        a * scale,
        b * scale,
        c * scale,
        d * scale,
        center[0] - a * middle - c * middle + e,
        center[1] - b * middle - d * middle + f,
    )


def draw_stickers(die: Die, side: float, corner: float, gap: float, kit: Kit) -> Drawing:
    """A strip of square stickers, one a face, below the name of the die."""
    head = 4.0
    items: list[Item] = [*note(kit, die.name, (0.0, 0.0, len(die.faces) * (side + gap) - gap, 3.2))]
    spill = min(SPILL, gap / 2)
    for number, face in enumerate(die.faces):
        x = number * (side + gap)
        ground = Rect(x - spill, head - spill, side + 2 * spill, side + 2 * spill, Ink(die.colors[number]))
        scale = side / face.width
        art = Group((Use(_symbol(face)),), transform=(scale, 0.0, 0.0, scale, x, head))
        clip = (x - spill, head - spill, side + 2 * spill, side + 2 * spill, 0.0)
        items.append(Group((ground, art), clip=clip))
        items += [Rect(x, head, side, side, ink, corner) for ink in (HALO, CUT)]
    width = len(die.faces) * (side + gap) - gap
    return Drawing(width, head + side + spill, tuple(items), 0.0, die.name)
