"""Tables: columns as wide as their texts need, rows as high, by the one text engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from math import floor

from pycardgen.layout.display import PT, Ink, Item, Line, Rect
from pycardgen.layout.markup import Paragraph, Span
from pycardgen.layout.text import Fit, Icons, Style, paragraphs
from pycardgen.layout.text_fit import STEP, fit
from pycardgen.layout.text_measure import Prepared, prepare
from pycardgen.layout.text_place import place
from pycardgen.records import dataclass

_ENDLESS = 1e6

Text = str | tuple[Span, ...]
"""What a cell says: text with markup, or spans."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column's width in mm (None: by need) and alignment (None: the style's)."""

    width: float | None = None
    align: str | None = None


@dataclass(frozen=True, slots=True)
class TableLook:
    """Styles of cells and titles, padding in mm, and colours or None."""

    cell: Style
    head: Style
    pad: float = 1.0
    line: str | None = None
    head_fill: str | None = None
    stripe: str | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """A measured text, and how it was fitted to its column."""

    prepared: Prepared
    fit: Fit
    style: Style


@dataclass(frozen=True, slots=True)
class Row:
    """Cells of one height in mm, padding included."""

    cells: tuple[Cell, ...]
    height: float
    head: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A set table: widths of the columns and rows with their heights, in mm.

    `excess`: by how much it is too high.
    """

    widths: tuple[float, ...]
    rows: tuple[Row, ...]
    look: TableLook
    icons: Icons
    excess: float = 0.0
    missing: str = ""

    @property
    def height(self) -> float:
        """The height of all rows."""
        return sum(row.height for row in self.rows)


def set_table(
    columns: Sequence[Column],
    head: Sequence[Text] | None,
    rows: Sequence[Sequence[Text]],
    look: TableLook,
    width: float,
    icons: Icons,
    height: float = _ENDLESS,
    colors: Mapping[str, str] | None = None,
) -> Table:
    """Set a table in a width; its text is shrunk until it fits the height or is at the floor of its style.

    `colors` are those that the markup of its texts may name.
    """
    style = look.cell
    steps = max(0, floor((style.size - style.min_size) / STEP + 1e-6))
    low, high = 0, steps
    best = _attempt(columns, head, rows, look, width, icons, 0, colors, height)
    if best.height <= height + 1e-4 or not steps:
        return replace(best, excess=max(0.0, best.height - height - 1e-4))
    while low < high:
        middle = (low + high) // 2
        best = _attempt(columns, head, rows, look, width, icons, middle, colors, height)
        if best.height <= height + 1e-4:
            high = middle
        else:
            low = middle + 1
    best = _attempt(columns, head, rows, look, width, icons, low, colors, height)
    return replace(best, excess=max(0.0, best.height - height - 1e-4))


def _attempt(
    columns: Sequence[Column],
    head: Sequence[Text] | None,
    rows: Sequence[Sequence[Text]],
    look: TableLook,
    width: float,
    icons: Icons,
    step: int,
    colors: Mapping[str, str] | None,
    height: float,
) -> Table:
    scale = (look.cell.size - step * STEP) / look.cell.size
    shrunk = replace(look, cell=_at(look.cell, scale), head=_at(look.head, scale))
    measured = [
        [_cell(text, columns[i], shrunk.cell, icons, colors) for i, text in enumerate(row)] for row in rows
    ]
    titles = (
        [_cell(text, columns[i], shrunk.head, icons, colors) for i, text in enumerate(head)] if head else None
    )
    everything = [titles, *measured] if titles else measured
    widths = _widths(columns, everything, shrunk.pad, width)
    if height == _ENDLESS:
        widths = _evened(columns, everything, shrunk.pad, widths)
    made = [_row(cells, widths, shrunk.pad, cells is titles) for cells in everything]
    missing = "".join(prepared.missing for cells in everything for prepared, _ in cells)
    return Table(widths, tuple(made), shrunk, icons, missing=missing)


def _at(style: Style, scale: float) -> Style:
    size = style.size * scale
    return replace(style, size=size, min_size=size)


def _cell(
    text: Text, column: Column, style: Style, icons: Icons, colors: Mapping[str, str] | None
) -> tuple[Prepared, Style]:
    used = replace(style, align=column.align or style.align, valign="top")
    return prepare(_paragraphs(text, used), used, icons, colors), used


def _paragraphs(text: Text, style: Style) -> Sequence[Paragraph]:
    return paragraphs(text, style) if isinstance(text, str) else (Paragraph(text),)


def _widths(
    columns: Sequence[Column], rows: Sequence[Sequence[tuple[Prepared, Style]]], pad: float, width: float
) -> tuple[float, ...]:
    """Given widths are kept; the rest is shared: what each column needs at least, and more by how much it
    holds.
    """
    least, most = [], []
    for index, column in enumerate(columns):
        if column.width:
            least.append(column.width)
            most.append(column.width)
            continue
        needs = [_needs(*row[index]) for row in rows]
        least.append(max(n[0] for n in needs) + 2 * pad)
        most.append(max(n[1] for n in needs) + 2 * pad)
    free = [i for i, column in enumerate(columns) if not column.width]
    spare = width - sum(least)
    wishes = [most[i] - least[i] if i in free else 0.0 for i in range(len(columns))]
    wished = sum(wishes)
    if spare > wished:
        extra = (spare - wished) / max(len(free), 1)
        return tuple(most[i] + (extra if i in free else 0.0) for i in range(len(columns)))
    return tuple(
        least[i] + (spare * wishes[i] / wished if wished and spare > 0 else 0.0) for i in range(len(columns))
    )


def _evened(
    columns: Sequence[Column],
    rows: Sequence[Sequence[tuple[Prepared, Style]]],
    pad: float,
    widths: tuple[float, ...],
) -> tuple[float, ...]:
    """The same width in all, shared out anew between columns as long as that makes the table less high."""
    free = [i for i, column in enumerate(columns) if not column.width]
    least = [max(_needs(*row[i])[0] for row in rows) + 2 * pad for i in range(len(columns))]
    best, total = _height(rows, widths, pad), sum(widths)
    for step in (total / 12, total / 24, total / 48):
        better = True
        while better:
            better = False
            for give, take in permutations(free, 2):
                tried = list(widths)
                tried[give], tried[take] = tried[give] - step, tried[take] + step
                if tried[give] < least[give]:
                    continue
                height = _height(rows, tried, pad)
                if height < best - 1e-6:
                    widths, best, better = tuple(tried), height, True
    return widths


def _height(rows: Sequence[Sequence[tuple[Prepared, Style]]], widths: Sequence[float], pad: float) -> float:
    return sum(_row(cells, widths, pad, False).height for cells in rows)


def _needs(prepared: Prepared, style: Style) -> tuple[float, float]:
    """The width of the longest word, and of the longest paragraph on one line, in mm."""
    em = style.size * PT
    longest = max((w.width for p in prepared.paras for w in p.words), default=0.0)
    line = max((sum(w.width + w.glue for w in p.words) + p.indent for p in prepared.paras), default=0.0)
    return longest * em + 0.01, line * em + 0.01


def _row(cells: Sequence[tuple[Prepared, Style]], widths: Sequence[float], pad: float, head: bool) -> Row:
    made = []
    for (prepared, style), width in zip(cells, widths, strict=True):
        made.append(Cell(prepared, fit(prepared, style, width - 2 * pad, _ENDLESS), style))
    return Row(tuple(made), max(cell.fit.height for cell in made) + 2 * pad, head)


def draw_table(table: Table, x: float, y: float) -> list[Item]:
    """All rows from (x, y) down."""
    items: list[Item] = []
    for index, row in enumerate(table.rows):
        items += draw_row(table, row, x, y, striped=index % 2 == 0)
        y += row.height
    return items


def draw_row(table: Table, row: Row, x: float, y: float, striped: bool = False) -> list[Item]:
    """One row with its top at y: what is behind it, its texts, and the line below."""
    look, width = table.look, sum(table.widths)
    items: list[Item] = []
    behind = look.head_fill if row.head else look.stripe if striped else None
    if behind:
        items.append(Rect(x, y, width, row.height, Ink(fill=behind)))
    left = x
    for cell, column in zip(row.cells, table.widths, strict=True):
        box = (left + look.pad, y + look.pad, column - 2 * look.pad, row.height - 2 * look.pad)
        items += place(cell.prepared, cell.fit, cell.style, box, table.icons)
        left += column
    if look.line:
        items.append(Line(x, y + row.height, x + width, y + row.height, Ink(stroke=look.line, width=0.15)))
    return items
