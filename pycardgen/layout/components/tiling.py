"""Drawings larger than the paper, over several pages: windows that overlap, marks to join them, and a plan.

Each page is cut along its left and upper edge and glued onto the pages before it, up to a dashed line on
these. The ends of a join have the same letter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pycardgen.layout.components.marks import CUT, FOLD, HALO, UNDER, note
from pycardgen.layout.display import Circle, Group, Ink, Item, Line, Rect, Use
from pycardgen.layout.kit import Kit
from pycardgen.records import dataclass

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Window:
    """What one page shows of a drawing, in mm of the drawing; column and row count from 0."""

    column: int
    row: int
    x: float
    y: float
    w: float
    h: float


@dataclass(frozen=True, slots=True)
class Tiling:
    """The pages of a drawing, row by row."""

    size: tuple[float, float]
    columns: int
    rows: int
    overlap: float
    windows: tuple[Window, ...]


def tiling(size: tuple[float, float], room: tuple[float, float], overlap: float) -> Tiling | None:
    """As few pages as possible, all showing as much; None if pages overlap so far that none is gained."""
    if overlap >= min(room) - 1.0:
        return None
    columns, rows = (_pages(size[i], room[i], overlap) for i in (0, 1))
    w, h = (size[0] + (columns - 1) * overlap) / columns, (size[1] + (rows - 1) * overlap) / rows
    windows = tuple(
        Window(column, row, column * (w - overlap), row * (h - overlap), w, h)
        for row in range(rows)
        for column in range(columns)
    )
    return Tiling(size, columns, rows, overlap, windows)


def _pages(length: float, room: float, overlap: float) -> int:
    if length <= room + 1e-6:
        return 1
    return int(-(-(length - overlap - 1e-6) // (room - overlap)))


def letter(index: int) -> str:
    """The letter of a join: A to Z without I and O, then AA and so on."""
    count = len(_LETTERS)
    return _LETTERS[index] if index < count else letter(index // count - 1) + _LETTERS[index % count]


def beside(found: Tiling, column: int, row: int) -> str:
    """The letter of the join between a page and the next one in its row."""
    return letter(row * (2 * found.columns - 1) + column)


def below(found: Tiling, column: int, row: int) -> str:
    """The letter of the join between a page and the one below it."""
    return letter(row * (2 * found.columns - 1) + found.columns - 1 + column)


def draw_window(found: Tiling, window: Window, art: Use, bleed: float, kit: Kit) -> list[Item]:
    """What a page shows, the window's upper left corner being the origin, with its lines and letters.

    At the outer edges of the drawing `bleed` mm more are shown.
    """
    last_column, last_row = window.column == found.columns - 1, window.row == found.rows - 1
    left, top = (0.0 if window.column else bleed), (0.0 if window.row else bleed)
    right, bottom = (bleed if last_column else 0.0), (bleed if last_row else 0.0)
    clip = (-left, -top, window.w + left + right, window.h + top + bottom, 0.0)
    inner = Group((art,), transform=(1.0, 0.0, 0.0, 1.0, -window.x, -window.y))
    items: list[Item] = [Group((inner,), clip=clip)]
    edges = [((0.0, 0.0), (0.0, window.h)), ((0.0, 0.0), (window.w, 0.0))]
    edges += [((window.w, 0.0), (window.w, window.h))] if last_column else []
    edges += [((0.0, window.h), (window.w, window.h))] if last_row else []
    items += [Line(*a, *b, ink) for ink in (HALO, CUT) for a, b in edges]
    items += _overlaps(found, window, last_column, last_row)
    items += [mark for join in _joins(found, window) for mark in _mark(join, kit)]
    return items


def _overlaps(found: Tiling, window: Window, last_column: bool, last_row: bool) -> Iterator[Item]:
    """Where the next pages' edges will lie."""
    x, y = window.w - found.overlap, window.h - found.overlap
    for ink in (UNDER, FOLD):
        if not last_column:
            yield Line(x, 0.0, x, window.h, ink)
        if not last_row:
            yield Line(0.0, y, window.w, y, ink)


@dataclass(frozen=True, slots=True)
class _Join:
    """A letter at a place of a page; outside the window it has no ground."""

    text: str
    x: float
    y: float
    inside: bool


def _joins(found: Tiling, window: Window) -> Iterator[_Join]:
    """Two letters for each join, where it is covered by the next page, and beside where that is cut off."""
    column, row, half = window.column, window.row, found.overlap / 2
    for share in (0.25, 0.75):
        x, y = window.w * share, window.h * share
        if column < found.columns - 1:
            yield _Join(beside(found, column, row), window.w - half, y, True)
        if column:
            yield _Join(beside(found, column - 1, row), -2.2, y, False)
        if row < found.rows - 1:
            yield _Join(below(found, column, row), x, window.h - half, True)
        if row:
            yield _Join(below(found, column, row - 1), x, -2.2, False)


def _mark(join: _Join, kit: Kit) -> list[Item]:
    items: list[Item] = []
    if join.inside:
        items.append(Circle(join.x, join.y, 2.1, Ink("#ffffff", "#000000", 0.15)))
    items += note(kit, join.text, (join.x - 2.0, join.y - 1.6, 4.0, 3.2), "center", 7.0)
    return items


def draw_plan(
    found: Tiling, art: Use, pages: Sequence[int], room: tuple[float, float], kit: Kit, title: str
) -> list[Item]:
    """The plan: the drawing made small, with the edges and numbers of its pages, the letters of its joins,
    and what is to be done. `pages` are the numbers of the windows' pages.
    """
    scale = min(room[0] * 0.8 / found.size[0], (room[1] - 60.0) * 0.8 / found.size[1], 1.0)
    w, h = found.size[0] * scale, found.size[1] * scale
    left, top = (room[0] - w) / 2, 56.0
    small = Use(art.symbol, 0.0, 0.0, art.scale * scale)
    shown = Group((small,), clip=(0.0, 0.0, w, h, 0.0), opacity=1.0)
    parts: list[Item] = [shown, Rect(0.0, 0.0, w, h, Ink(stroke="#000000", width=0.3))]
    for window, number in zip(found.windows, pages, strict=True):
        parts += _on_plan(found, window, number, scale, kit)
    items = [Group(tuple(parts), transform=(1.0, 0.0, 0.0, 1.0, left, top))]
    return [*_words(found, title, room[0], kit), *items]


def _on_plan(found: Tiling, window: Window, number: int, scale: float, kit: Kit) -> Iterator[Item]:
    x, y, w, h = (v * scale for v in (window.x, window.y, window.w, window.h))
    line = Ink(stroke="#000000", width=0.25)
    white = Ink(stroke="#ffffff", width=0.7)
    if window.column:
        yield from (Line(x, y, x, y + h, ink) for ink in (white, line))
        yield from _badge(beside(found, window.column - 1, window.row), x, y + h / 2, 2.4, kit)
    if window.row:
        yield from (Line(x, y, x + w, y, ink) for ink in (white, line))
        yield from _badge(below(found, window.column, window.row - 1), x + w / 2, y, 2.4, kit)
    yield from _badge(f"p. {number}", x + w / 2, y + h / 2, 4.6, kit)


def _badge(text: str, x: float, y: float, radius: float, kit: Kit) -> Iterator[Item]:
    yield Circle(x, y, radius, Ink("#ffffff", "#000000", 0.2))
    yield from note(kit, text, (x - radius, y - 1.8, 2 * radius, 3.6), "center", 7.0)


def _words(found: Tiling, title: str, width: float, kit: Kit) -> Iterator[Item]:
    count = len(found.windows)
    steps = (
        title,
        f"{count} pages, {found.columns} side by side and {found.rows} below each other,"
        f" make {found.size[0]:.0f} x {found.size[1]:.0f} mm.",
        "1. Print at 100 %, on one side. Cut each page along its solid lines, never along dashed ones.",
        "2. Row by row, glue each page onto the one at its left, up to the dashed line: A on A, and so on.",
        "3. Glue each row onto the one above it in the same way.",
        f"Pages overlap by {found.overlap:g} mm.",
    )
    y = 0.0
    for number, text in enumerate(steps):
        size = 16.0 if number == 0 else 9.0
        high = 10.0 if number == 0 else 6.4
        yield from note(kit, text, (0.0, y, width, high), size=size)
        y += high
