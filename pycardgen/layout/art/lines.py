"""A painted picture as a drawing of lines, for printing with little ink."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pycardgen.layout.display import Circle, Group, Ink, Item, Path, Polygon, Rect, Symbol, Use

WIDTH = 0.12
"""Of the lines, in mm."""


def as_lines(items: Iterable[Item], size: tuple[float, float], color: str) -> tuple[Item, ...]:
    """The outlines of everything that isn't hidden by what lies before it: each shape is filled with white.
    Veils of light are left out, as is what fills the whole picture.
    """
    return tuple(drawn for item in items for drawn in _lines(item, size, color))


def _lines(item: Item, size: tuple[float, float], color: str) -> Iterable[Item]:
    match item:
        case Group():
            if item.opacity == 1.0:
                yield replace(item, items=as_lines(item.items, size, color))
        case Rect() if item.w >= size[0] and item.h >= size[1]:
            pass
        case Rect() | Circle() | Polygon() | Path():
            filled = "#ffffff" if item.ink.fill else None
            yield replace(item, ink=Ink(filled, color, WIDTH, item.ink.dash, True))
        case Use():
            yield _outlined(item, color)
        case _:
            yield item


def _outlined(use: Use, color: str) -> Use:
    """A symbol in lines of the same width, however it is scaled."""
    width = WIDTH / use.scale
    items = tuple(
        replace(part, ink=Ink("#ffffff" if part.ink.fill else None, color, width, (), True))
        for part in use.symbol.items
        if isinstance(part, Path)
    )
    return replace(use, symbol=Symbol(f"{use.symbol.name}-line", use.symbol.box, items))
