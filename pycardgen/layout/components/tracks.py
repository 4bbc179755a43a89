"""Tracks: strips of numbered spaces for a paper clip, a cube or a paper slider."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from pycardgen.layout.components.marks import CUT, folds, glue, lines, note
from pycardgen.layout.display import Drawing, Ink, Item, Rect, Use
from pycardgen.layout.images import icon_symbol
from pycardgen.layout.kit import Kit
from pycardgen.layout.text import Style, set_text
from pycardgen.records import dataclass

LABEL = 26.0
"""The width of the field with the name, in mm."""


@dataclass(frozen=True, slots=True)
class Track:
    """A track. `color` and `icon` are of the theme, `color` as `#rrggbb`."""

    name: str
    numbers: Sequence[int]
    icon: str = ""
    color: str = "#1f4e79"


def track_numbers(given: Mapping[str, Any]) -> list[int]:
    """The numbers of a track: from 0 (or `from`) to 10 (or `to`); none if they lead nowhere."""
    first, last, step = (given.get(key, usual) for key, usual in (("from", 0), ("to", 10), ("step", 1)))
    if not all(type(v) is int for v in (first, last, step)) or not step or abs(last - first) > 100_000:
        return []
    return list(range(first, last + (1 if step > 0 else -1), step))


def per_row(track: Track, cell: tuple[float, float], room: float, columns: int) -> int:
    """How many spaces lie in a row: so many columns, or as fit beside the label, spread over even rows."""
    most = max(1, int((room - LABEL + 1e-6) // cell[0]))
    if columns:
        return min(columns, most)
    lines_ = -(-len(track.numbers) // most)
    return -(-len(track.numbers) // lines_)


def draw_track(track: Track, cell: tuple[float, float], columns: int, kit: Kit) -> Drawing:
    """The strip: a label, then the spaces in rows."""
    w, h = cell
    count = -(-len(track.numbers) // columns)
    width, height = LABEL + min(columns, len(track.numbers)) * w, count * h
    ground = Rect(0.0, 0.0, LABEL, height, Ink(track.color))
    items: list[Item] = [ground, *_head(track, height, kit)]
    for index, number in enumerate(track.numbers):
        line, column = divmod(index, columns)
        x, y = LABEL + column * w, line * h
        tint = "#ffffff" if index % 2 else _tint(track.color)
        items.append(Rect(x, y, w, h, Ink(tint, "#888888", 0.15)))
        style = replace(kit.theme.styles.get("number", Style()), color="#1c2128", size=min(16.0, h * 1.5))
        style = replace(style, min_size=min(style.min_size, style.size))
        items += set_text(str(number), style, (x + 0.8, y, w - 1.6, h), lambda name, color: None).items
    items.append(Rect(0.0, 0.0, width, height, CUT))
    return Drawing(width, height, tuple(items), 0.0, track.name)


def _head(track: Track, height: float, kit: Kit) -> list[Item]:
    items: list[Item] = []
    left = 1.5
    ink = "#ffffff" if _is_dark(track.color) else "#1c2128"
    symbol = icon_symbol(kit, track.icon, ink, lambda problem: None) if track.icon else None
    side = min(7.0, height - 2.0)
    if symbol is not None:
        x, y, sw, sh = symbol.box
        scale = side / max(sw, sh)
        items.append(Use(symbol, left - x * scale, (height - sh * scale) / 2 - y * scale, scale))
        left += side + 1.2
    style = replace(kit.theme.styles.get("head", Style()), color=ink, align="left", valign="middle")
    box = (left, 0.5, LABEL - left - 1.0, height - 1.0)
    items += set_text(track.name, style, box, lambda name, color: None).items
    return items


def _channels(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def _is_dark(color: str) -> bool:
    red, green, blue = _channels(color)
    return 0.299 * red + 0.587 * green + 0.114 * blue < 150


def _tint(color: str) -> str:
    """The colour, nearly white."""
    return "#" + "".join(f"{round(255 - (255 - channel) * 0.16):02x}" for channel in _channels(color))


def draw_slider(cell: tuple[float, float], height: float, kit: Kit) -> Drawing:
    """A sleeve around a strip of that height, with a window of one space: front, back and a flap to glue."""
    w, h = cell[0] + 8.0, height + 1.5
    flap = min(6.0, h * 0.6)
    total = 2 * h + flap
    tab = ((0.0, 2 * h), (1.5, total), (w - 1.5, total), (w, 2 * h))
    window = Rect((w - cell[0]) / 2, (h - cell[1]) / 2, cell[0], cell[1], CUT)
    edges = [((0.0, 0.0), (w, 0.0)), ((0.0, 0.0), (0.0, 2 * h)), ((w, 0.0), (w, 2 * h))]
    edges += list(pairwise(tab))
    items: list[Item] = [*glue(tab), window, *lines(edges, CUT)]
    items += folds([((0.0, h), (w, h)), ((0.0, 2 * h), (w, 2 * h))])
    items += note(kit, "slider", (0.0, h + h / 2 - 1.5, w, 3.0), "center")
    return Drawing(w, total, tuple(items), 0.0, "slider")
