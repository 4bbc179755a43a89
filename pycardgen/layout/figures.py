"""Figures in documents: a part of a map, what can be reached on it, a way across it, who stands where."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from pycardgen.diagnostics import Diagnostic, Report, did_you_mean
from pycardgen.layout.board import BoardSpec, Point, draw_board
from pycardgen.layout.display import Circle, Drawing, Group, Ink, Item, Line, Polygon, walk
from pycardgen.layout.kit import Kit
from pycardgen.records import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """What is drawn: spaces with looks and marks, `reached` ({space: colour}), the spaces of the `path`.

    It is at most `height` mm high. The caption may have markup.
    """

    board: BoardSpec
    reached: Mapping[str, str]
    path: Sequence[str]
    height: float
    caption: str


def draw_figure(figure: Figure, kit: Kit, width: float, report: Report) -> tuple[tuple[Item, ...], float]:
    """What a figure draws within a width (mm) from (0, 0) on, and how high it is."""
    colors = kit.theme.colors

    def color(name: str) -> str:
        if name.startswith("#"):
            return name.lower()
        if name not in colors:
            hint = did_you_mean(name, colors)
            report(Diagnostic("PCG0707", f"there is no colour '{name}' (in a figure)", None, hint))
        return colors.get(name, "#888888")

    inks = {name: Ink(None, color(name), 0.8, (), True) for name in dict.fromkeys(figure.reached.values())}
    rings = {id_: inks[name] for id_, name in figure.reached.items()}
    spaces = [replace(space, ring=rings.get(space.id)) for space in figure.board.spaces]
    board = draw_board(replace(figure.board, spaces=spaces), kit, width, figure.height, report)
    top, bottom = _extent(board)
    items = (*board.items, *_arrows(board, figure, color("ink")))
    return (Group(items, transform=(1.0, 0.0, 0.0, 1.0, 0.0, -top)),), bottom - top


def _extent(board: Drawing) -> tuple[float, float]:
    """The highest and the lowest point of the spaces, in mm."""
    ys = [y for item in walk(board.items) if isinstance(item, Polygon) for _, y in item.points]
    ys += [item.y + d for item in walk(board.items) if isinstance(item, Circle) for d in (-item.r, item.r)]
    return (min(ys) - 0.3, max(ys) + 0.3) if ys else (0.0, 0.0)


def _arrows(board: Drawing, figure: Figure, color: str) -> Iterator[Item]:
    """An arrow for each step of the way, across what lies between two spaces, so that it covers no label."""
    centers = {
        group.id: _center(group) for group in walk(board.items) if isinstance(group, Group) and group.id
    }
    prefix = figure.board.prefix
    for one, other in pairwise(figure.path):
        ends = centers.get(f"{prefix}-{one}"), centers.get(f"{prefix}-{other}")
        if ends[0] and ends[1]:
            yield from _arrow(ends[0], ends[1], color)


def _center(group: Group) -> Point | None:
    """The middle of the outline of a space, which is drawn first."""
    outline = group.items[0] if group.items else None
    if isinstance(outline, Circle):
        return outline.x, outline.y
    if not isinstance(outline, Polygon):
        return None
    count = len(outline.points)
    return sum(x for x, _ in outline.points) / count, sum(y for _, y in outline.points) / count


def _arrow(start: Point, end: Point, color: str) -> Iterator[Item]:
    """An arrow in the middle of the way from one point to another, on white."""
    (x, y), far = start, math.dist(start, end)
    ux, uy = (end[0] - x) / far, (end[1] - y) / far

    def at(along: float, aside: float = 0.0) -> Point:
        return x + ux * along - uy * aside, y + uy * along + ux * aside

    head, tip = far * 0.54, far * 0.67
    wide = far * 0.09
    tail = Line(*at(far * 0.43), *at(head), Ink(None, color, far * 0.07))
    point = Polygon((at(head, wide), at(tip), at(head, -wide)), Ink(color, None))
    yield replace(tail, ink=Ink(None, "#ffffff", far * 0.07 + 0.6))
    yield replace(point, ink=Ink("#ffffff", "#ffffff", 0.6, (), True))
    yield tail
    yield point
