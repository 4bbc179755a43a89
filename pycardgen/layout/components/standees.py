"""Figures of paper that stand: strips that fold at the top, with tabs that go through the slot of a base."""

from __future__ import annotations

from pycardgen.layout.components.marks import CUT, HALO, folds, glue, note
from pycardgen.layout.components.polygons import Point
from pycardgen.layout.display import Drawing, Group, Item, Line, Rect, Symbol, Use
from pycardgen.layout.kit import Kit

TAB = 9.0
"""The length of the tabs in mm: together they reach across the underside of a base."""

SLOT = 0.8
"""The width of the slot in mm: two sheets of card."""


def draw_standee(
    front: Drawing, rear: Drawing, size: tuple[float, float], mirrored: bool, tabs: bool
) -> Drawing:
    """The strip of one figure: its rear upside down above its front, tabs at both ends if it has a base."""
    w, h = size
    tab, inset = (TAB, w * 0.2) if tabs else (0.0, 0.0)
    fold, bottom = tab + h, tab + 2 * h
    scale = w / front.width
    upright = Group((_face(front),), transform=(scale, 0.0, 0.0, scale, 0.0, fold))
    # A half turn; mirrored, left and right change places once more.
    over = (scale if mirrored else -scale, 0.0, 0.0, -scale, 0.0 if mirrored else w, fold)
    items: list[Item] = [
        Group((Group((_face(rear),), transform=over),), clip=(0.0, tab, w, h, 0.0)),
        Group((upright,), clip=(0.0, fold, w, h, 0.0)),
    ]
    creases = [((0.0, fold), (w, fold))]
    border: list[Point] = [(0.0, tab), (0.0, bottom)]
    if tabs:
        top_tab = ((inset, 0.0), (w - inset, 0.0), (w - inset, tab), (inset, tab))
        low_tab = tuple((x, bottom + (tab - y)) for x, y in top_tab)
        items = [*glue(top_tab), *glue(low_tab), *items]
        creases += [((inset, tab), (w - inset, tab)), ((inset, bottom), (w - inset, bottom))]
        border += [(inset, bottom), (inset, bottom + tab), (w - inset, bottom + tab), (w - inset, bottom)]
    border += [(w, bottom), (w, tab)]
    if tabs:
        border += [(w - inset, tab), (w - inset, 0.0), (inset, 0.0), (inset, tab)]
    edges = [(a, b) for a, b in zip(border, (*border[1:], border[0]), strict=True)]
    items += [Line(*a, *b, ink) for ink in (HALO, CUT) for a, b in edges]
    items += folds(creases)
    return Drawing(w, bottom + tab, tuple(items), 0.0, front.name)


def _face(drawing: Drawing) -> Use:
    b = drawing.bleed
    return Use(Symbol("figure", (-b, -b, drawing.width + 2 * b, drawing.height + 2 * b), drawing.items))


def draw_base(width: float, depth: float, name: str, kit: Kit) -> Drawing:
    """The base of a figure of that width, with the slot that its tabs go through."""
    slot, across = width * 0.6 + 0.6, max(width, depth)
    left, top = (across - slot) / 2, (depth - SLOT) / 2
    items: list[Item] = [
        Rect(0.0, 0.0, across, depth, CUT, min(4.0, depth / 4)),
        Rect(left, top, slot, SLOT, CUT),
        *note(kit, name, (1.5, depth - 5.0, across - 3.0, 3.0), "center"),
    ]
    return Drawing(across, depth, tuple(items), 0.0, f"base of {name}")
