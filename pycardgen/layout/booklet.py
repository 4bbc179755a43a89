"""A booklet: pages two by two on sheets that are printed on both sides, folded in the middle and stapled."""

from __future__ import annotations

from collections.abc import Sequence

from pycardgen.layout.display import Drawing, Group, Ink, Item, Line

FOLD = 4.0
"""The length of the marks of the fold, in mm."""


def order(count: int) -> list[tuple[int, int]]:
    """The pages (from 0) that lie left and right on each side of the sheets, front and back in turn.

    Numbers from `count` on are blank pages: there is a multiple of four.
    """
    total = -(-count // 4) * 4
    sides = []
    for sheet in range(total // 4):
        first, last = 2 * sheet, total - 1 - 2 * sheet
        sides += [(last, first), (first + 1, last - 1)]
    return sides


def fold(pages: Sequence[Drawing]) -> list[Drawing]:
    """The sides of the sheets of a booklet, from pages of one size; backs are turned over the short edge."""
    if not pages:
        return []
    width, height = pages[0].width, pages[0].height
    marks = _marks(width, height)
    return [
        Drawing(2 * width, height, (*_halves(pages, pair), *marks), 0.0, f"sheet side {number}")
        for number, pair in enumerate(order(len(pages)), start=1)
    ]


def _halves(pages: Sequence[Drawing], pair: tuple[int, int]) -> list[Item]:
    return [
        Group(pages[page].items, transform=(1.0, 0.0, 0.0, 1.0, side * pages[0].width, 0.0))
        for side, page in enumerate(pair)
        if page < len(pages)
    ]


def _marks(x: float, height: float) -> list[Item]:
    ink = Ink(None, "#888888", 0.15, (0.8, 0.8))
    return [Line(x, 0.0, x, FOLD, ink), Line(x, height - FOLD, x, height, ink)]
