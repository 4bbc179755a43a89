"""Texts of what is printed, read back from drawings. Knows no game."""

from __future__ import annotations

from collections.abc import Iterator

from pycardgen.layout.display import PT, Group, Item, Symbol, TextRun, Use

Edges = tuple[float, float, float, float]
"""Left, top, right and bottom of a box in mm."""


def texts(items: tuple[Item, ...], dx: float = 0.0, dy: float = 0.0) -> Iterator[tuple[TextRun, Edges]]:
    """Every text, with its box; also of groups that lie on their side."""
    for item in items:
        if isinstance(item, TextRun):
            x, y, high = item.x + dx, item.y + dy, 0.7 * item.size * PT
            yield item, (x, y - high, x + item.width, y)
        elif isinstance(item, Group):
            a, b, c, d, e, f = item.transform or (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
            if (a, b, c, d) == (1.0, 0.0, 0.0, 1.0):
                yield from texts(item.items, dx + e, dy + f)
            else:
                yield from _turned(item, dx, dy)
        elif isinstance(item, Use) and isinstance(item.symbol, Symbol):
            yield from texts(item.symbol.items, dx + item.x, dy + item.y)


def _turned(group: Group, dx: float, dy: float) -> Iterator[tuple[TextRun, Edges]]:
    """The texts of a group that lies on its side."""
    a, b, c, d, e, f = group.transform or (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    for run_, (left, top, right, bottom) in texts(group.items):
        xs = [a * x + c * y + e + dx for x in (left, right) for y in (top, bottom)]
        ys = [b * x + d * y + f + dy for x in (left, right) for y in (top, bottom)]
        yield run_, (min(xs), min(ys), max(xs), max(ys))
