"""Crop marks for pieces with straight edges: in the margins, as those of cards, so that no line is left on a
piece that is cut a little off.
"""

from __future__ import annotations

from collections.abc import Sequence

from pycardgen.layout.components.polygons import Point
from pycardgen.layout.display import Ink, Item, Line
from pycardgen.paint.components.frames import FOOT, Frame
from pycardgen.paint.marks import MARK, MARK_GAP

LEAST = 2.0
"""The length of a mark in mm below which there is no use in it."""

_EDGE = 3.0
"""How near to the paper's edge marks reach, in mm."""


def crops(
    frame: Frame, slots: Sequence[Point], size: tuple[float, float], bleed: float, fold: bool, ink: Ink
) -> list[Item]:
    """A mark at each end of each cut through pieces in rows, outside all bleed and clear of the footer; none
    towards a fold. Nothing if the margins have no room for them.
    """
    xs = sorted({round(x + d, 6) for x, _ in slots for d in (0.0, size[0])})
    ys = sorted({round(y + d, 6) for _, y in slots for d in (0.0, size[1])})
    away, (width, height) = bleed + MARK_GAP, frame.page
    foot = FOOT if frame.footer else _EDGE
    beside = min(xs[0], width - xs[-1]) - away - _EDGE
    above = ys[0] - away - _EDGE
    below = above if fold else height - ys[-1] - away - foot
    across, down = min(MARK, beside), min(MARK, above, below)
    if min(across, down) < LEAST:
        return []
    marks: list[Item] = []
    for x in xs:
        marks.append(Line(x, ys[0] - away - down, x, ys[0] - away, ink))
        if not fold:
            marks.append(Line(x, ys[-1] + away, x, ys[-1] + away + down, ink))
    for y in ys:
        marks.append(Line(xs[0] - away - across, y, xs[0] - away, y, ink))
        marks.append(Line(xs[-1] + away, y, xs[-1] + away + across, y, ink))
    return marks
