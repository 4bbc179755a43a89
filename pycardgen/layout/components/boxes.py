"""A box for cards with a lid that is tucked in, made from one sheet.

From left to right: a flap to glue, the front, a side, the back, the other side. The lid hangs on the back.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from pycardgen.layout.components.marks import CUT, HALO, folds, glue
from pycardgen.layout.components.polygons import Point
from pycardgen.layout.display import Command, Drawing, Group, Ink, Item, Path, Rect, Symbol, Use, rotation
from pycardgen.records import dataclass

SPILL = 2.0
"""How far the colour reaches beyond the edges, in mm."""

_ROUND = 0.5522847498


@dataclass(frozen=True, slots=True)
class Panel:
    """A face of the box on paper, in mm. `turn`: by how many degrees what it shows is turned, clockwise."""

    x: float
    y: float
    w: float
    h: float
    turn: float = 0.0

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of what it shows, upright."""
        return (self.h, self.w) if self.turn % 180 else (self.w, self.h)


@dataclass(frozen=True, slots=True)
class Plan:
    """Where the parts of a box lie, and how large it is inside: width, height, depth in mm."""

    inside: tuple[float, float, float]
    panels: Mapping[str, Panel]
    flap: float
    tongue: float
    top: float
    width: float
    height: float


def box_plan(card: tuple[float, float], stack: float, room: float) -> Plan:
    """The box for a stack of cards of that size and thickness, with some room on every side."""
    w, h, d = card[0] + room, card[1] + room, stack + room
    flap = min(12.0, max(6.0, d))
    tongue = min(16.0, h * 0.3)
    top = d + tongue
    x = [flap, flap + w, flap + w + d, flap + 2 * w + d]
    panels = {
        "front": Panel(x[0], top, w, h),
        "left": Panel(x[1], top, d, h, 90.0),
        "back": Panel(x[2], top, w, h),
        "right": Panel(x[3], top, d, h, 90.0),
        "top": Panel(x[2], tongue, w, d, 180.0),
        "bottom": Panel(x[2], top + h, w, d),
    }
    return Plan((w, h, d), panels, flap, tongue, top, flap + 2 * (w + d), top + h + d)


def draw_box(plan: Plan, faces: Mapping[str, Drawing], color: str) -> Drawing:
    """The box, its panels showing drawings of their sizes."""
    w, h, d = plan.inside
    top, bottom = plan.top, plan.top + h
    items: list[Item] = [
        *glue(_flap(plan)),
        Rect(plan.flap - SPILL, top - SPILL, 2 * (w + d) + 2 * SPILL, h + 2 * SPILL, Ink(color)),
        _over(plan, "top", color, plan.tongue + SPILL, 0.0),
        _over(plan, "bottom", color, 0.0, SPILL),
    ]
    for side in ("left", "right"):
        panel = plan.panels[side]
        items += glue(_dust(panel, top, -_dust_depth(plan)))
        items += glue(_dust(panel, bottom, _dust_depth(plan)))
    front = plan.panels["front"]
    items += glue(_bottom_flap(front, bottom, d))
    items += [_shown(plan.panels[name], drawing) for name, drawing in faces.items()]
    border = Path(tuple(_border(plan)), CUT)
    items += [Path(border.commands, HALO), border, *folds(_folds(plan))]
    return Drawing(plan.width, plan.height, tuple(items), 0.0, "box")


def _over(plan: Plan, name: str, color: str, above: float, below: float) -> Rect:
    panel = plan.panels[name]
    return Rect(panel.x - SPILL, panel.y - above, panel.w + 2 * SPILL, panel.h + above + below, Ink(color))


def _shown(panel: Panel, drawing: Drawing) -> Group:
    """A drawing in its panel, turned about its middle, and cut off at the panel's edges."""
    w, h = panel.size
    b = drawing.bleed
    box = (-b, -b, drawing.width + 2 * b, drawing.height + 2 * b)
    art = Use(Symbol("panel", box, drawing.items), (panel.w - w) / 2, (panel.h - h) / 2)
    move = rotation(panel.turn, panel.w / 2, panel.h / 2) if panel.turn else None
    turned = Group((art,), transform=move)
    place = (1.0, 0.0, 0.0, 1.0, panel.x, panel.y)
    return Group((turned,), transform=place, clip=(0.0, 0.0, panel.w, panel.h, 0.0))


def _dust_depth(plan: Plan) -> float:
    """Flaps beside the lid: as deep as the box, but they must not meet in the middle."""
    w, _, d = plan.inside
    return min(d, w / 2 - 2.0, 24.0)


def _flap(plan: Plan) -> tuple[Point, ...]:
    top, bottom, slant = plan.top, plan.top + plan.inside[1], min(6.0, plan.flap / 2)
    return ((plan.flap, top + 0.5), (0.0, top + slant), (0.0, bottom - slant), (plan.flap, bottom - 0.5))


def _dust(panel: Panel, at: float, depth: float) -> tuple[Point, ...]:
    lean = min(2.0, panel.w / 6)
    return (
        (panel.x + 0.4, at),
        (panel.x + lean, at + depth),
        (panel.x + panel.w - lean, at + depth),
        (panel.x + panel.w - 0.4, at),
    )


def _bottom_flap(front: Panel, at: float, depth: float) -> tuple[Point, ...]:
    lean = min(3.0, depth / 3)
    return (
        (front.x + 0.5, at),
        (front.x + lean, at + depth * 0.92),
        (front.x + front.w - lean, at + depth * 0.92),
        (front.x + front.w - 0.5, at),
    )


def _border(plan: Plan) -> list[Command]:
    """The line to cut along, clockwise from the upper end of the flap to glue."""
    front, left, back, right = (plan.panels[name] for name in ("front", "left", "back", "right"))
    top, bottom = plan.top, plan.top + plan.inside[1]
    depth, tongue, d = _dust_depth(plan), plan.tongue, plan.inside[2]
    flap = _flap(plan)
    out: list[Command] = [("M", *flap[1]), ("L", *flap[0]), ("L", front.x, top)]
    out += _notch(front, top)
    out += [("L", *p) for p in _dust(left, top, -depth)]
    r = min(8.0, tongue * 0.8, back.w / 4)
    k = r * (1 - _ROUND)
    x0, x1 = back.x, back.x + back.w
    out += [
        ("L", x0, top),
        ("L", x0, tongue),
        ("L", x0 + 0.8, tongue),
        ("L", x0 + 0.8, r),
        ("C", x0 + 0.8, k, x0 + k, 0.0, x0 + r, 0.0),
        ("L", x1 - r, 0.0),
        ("C", x1 - k, 0.0, x1 - 0.8, k, x1 - 0.8, r),
        ("L", x1 - 0.8, tongue),
        ("L", x1, tongue),
        ("L", x1, top),
    ]
    out += [("L", *p) for p in _dust(right, top, -depth)]
    out += [("L", right.x + right.w, top), ("L", right.x + right.w, bottom)]
    out += [("L", *p) for p in reversed(_dust(right, bottom, depth))]
    out += [("L", x1, bottom), ("L", x1, bottom + d), ("L", x0, bottom + d), ("L", x0, bottom)]
    out += [("L", *p) for p in reversed(_dust(left, bottom, depth))]
    out += [("L", *p) for p in reversed(_bottom_flap(front, bottom, d))]
    return [*out, ("L", front.x, bottom), ("L", *flap[3]), ("L", *flap[2]), ("Z",)]


def _notch(front: Panel, top: float) -> list[Command]:
    """Room for a thumb at the upper edge of the front."""
    r = min(9.0, front.w / 5)
    middle, k = front.x + front.w / 2, r * _ROUND
    return [
        ("L", middle - r, top),
        ("C", middle - r, top + k, middle - k, top + r, middle, top + r),
        ("C", middle + k, top + r, middle + r, top + k, middle + r, top),
        ("L", front.x + front.w, top),
    ]


def _folds(plan: Plan) -> list[tuple[Point, Point]]:
    top, bottom = plan.top, plan.top + plan.inside[1]
    panels = plan.panels
    upright = [plan.flap, *(panels[name].x for name in ("left", "back", "right"))]
    found = [((x, top), (x, bottom)) for x in upright]
    for name in ("left", "back", "right"):
        panel = panels[name]
        found.append(((panel.x, top), (panel.x + panel.w, top)))
    for low, high in pairwise((plan.flap, panels["left"].x, panels["back"].x, panels["right"].x, plan.width)):
        found.append(((low, bottom), (high, bottom)))
    back = panels["back"]
    found.append(((back.x, plan.tongue), (back.x + back.w, plan.tongue)))
    return found
