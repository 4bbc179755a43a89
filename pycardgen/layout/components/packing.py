"""Where pieces lie on pages: flat ones in rows, two-sided ones in lattices."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from pycardgen.layout.components.polygons import Point
from pycardgen.records import dataclass

_SLACK = 1e-6


@dataclass(frozen=True, slots=True)
class Place:
    """Where a piece lies: its number, its upper left corner in mm, and whether it is turned by 90 degrees."""

    piece: int
    x: float
    y: float
    turned: bool = False


def shelves(
    sizes: Sequence[tuple[float, float]], room: tuple[float, float], gap: float
) -> list[list[Place]] | None:
    """Pieces in rows on as few pages as hold them, the highest first, so that straight cuts part the rows;
    upright or all lying, and with rows of one size if that takes no further page. Pieces of one size stay in
    their order.

    Each page's pieces are centred from left to right. None if a piece is larger than the room.
    """
    best: list[list[Place]] | None = None
    for turned, tidy in ((False, True), (True, True), (False, False), (True, False)):
        found = _shelves([(h, w) if turned else (w, h) for w, h in sizes], room, gap, turned, tidy)
        if found is not None and (best is None or len(found) < len(best)):
            best = found
    return best


@dataclass(slots=True)
class _Shelf:
    """A row of a page: its upper edge, how far it is filled, and for which size it was begun."""

    page: int
    y: float
    filled: float
    size: tuple[float, float]


def _shelves(
    sizes: Sequence[tuple[float, float]], room: tuple[float, float], gap: float, turned: bool, tidy: bool
) -> list[list[Place]] | None:
    """Each piece in the first row with room for it, and each row on the first page with room for it. `tidy`:
    in a row of another size only if all pieces of its size find room there.
    """
    if any(w > room[0] + _SLACK or h > room[1] + _SLACK for w, h in sizes):
        return None
    counts, alone = Counter(sizes), set[tuple[float, float]]()
    rows: list[_Shelf] = []
    pages: list[list[Place]] = []
    filled: list[float] = []
    for number in sorted(range(len(sizes)), key=lambda n: (-sizes[n][1], -sizes[n][0], n)):
        size = w, h = sizes[number]
        # The first of a size that is to stay together needs room for all of it.
        needed = counts.pop(size, 1) * (w + gap) - gap if tidy else w
        open_ = [row for row in rows if row.size == size] if size in alone else rows
        row = next((row for row in open_ if row.filled + needed <= room[0] + _SLACK), None)
        if row is None:
            if tidy:
                alone.add(size)
            page = next((n for n, used in enumerate(filled) if used + h <= room[1] + _SLACK), len(pages))
            if page == len(pages):
                pages.append([])
                filled.append(0.0)
            row = _Shelf(page, filled[page], 0.0, size)
            rows.append(row)
            filled[page] += h + gap
        pages[row.page].append(Place(number, row.filled, row.y, turned))
        row.filled += w + gap
    return [_centred(places, sizes, room[0]) for places in pages]


def _centred(places: Sequence[Place], sizes: Sequence[tuple[float, float]], width: float) -> list[Place]:
    """The places of a page, moved to its middle, row by row from the left."""
    move = (width - max(place.x + sizes[place.piece][0] for place in places)) / 2
    ordered = sorted(places, key=lambda place: (place.y, place.x))
    return [Place(place.piece, place.x + move, place.y, place.turned) for place in ordered]


def grid(room: tuple[float, float], piece: tuple[float, float], gap: float) -> list[Point]:
    """The upper left corners of as many pieces as there is room for, in the middle of it."""
    columns, lines = (max(0, int((room[i] + gap + _SLACK) // (piece[i] + gap))) for i in (0, 1))
    left = (room[0] - columns * (piece[0] + gap) + gap) / 2
    top = (room[1] - lines * (piece[1] + gap) + gap) / 2
    return [
        (left + column * (piece[0] + gap), top + line * (piece[1] + gap))
        for line in range(lines)
        for column in range(columns)
    ]


def honeycomb(room: tuple[float, float], width: float, gap: float) -> list[Point]:
    """The upper left corners of regular hexagons that stand on a corner, `width` from side to side."""
    pitch, height = width + gap, width * 2 / math.sqrt(3)
    rise = pitch * math.sqrt(3) / 2
    lines = max(0, int((room[1] - height + _SLACK) // rise) + 1) if room[1] + _SLACK >= height else 0
    even = max(0, int((room[0] + gap + _SLACK) // pitch))
    odd = max(0, int((room[0] - pitch / 2 + gap + _SLACK) // pitch))
    if not even:
        return []
    wide = max(even * pitch - gap, odd * pitch + pitch / 2 - gap if lines > 1 else 0.0)
    left, top = (room[0] - wide) / 2, (room[1] - (lines - 1) * rise - height) / 2
    return [
        (left + (pitch / 2 if line % 2 else 0.0) + column * pitch, top + line * rise)
        for line in range(lines)
        for column in range(odd if line % 2 else even)
    ]


def lattice(room: tuple[float, float], piece: tuple[float, float], gap: float, shape: str) -> list[Point]:
    """Where pieces of a shape lie: hexagons like honeycombs if they are regular and more fit so."""
    best = grid(room, piece, gap)
    w, h = piece
    if shape == "hex" and abs(h - w * 2 / math.sqrt(3)) < 0.02 * w:
        best = max(best, honeycomb(room, w, gap), key=len)
    elif shape == "hex-flat" and abs(w - h * 2 / math.sqrt(3)) < 0.02 * w:
        lying = [(x, y) for y, x in honeycomb((room[1], room[0]), h, gap)]
        best = max(best, lying, key=len)
    return best
