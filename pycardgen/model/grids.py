"""The geometry of grids: which cell lies in which direction, and which one an id such as `C04` names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pycardgen.model.game import Grid

Cell = tuple[int, int]
"""(column, row), from 1."""

_CELL = re.compile(r"([A-Za-z]{1,2})([0-9]{1,3})")

_SQUARE = ((0, -1), (1, 0), (0, 1), (-1, 0))
_DIAGONAL = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
_HIGH = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
_LOW = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
"""Of the columns of a hex grid that lie half a cell lower."""


def directions(grid: Grid, column: int) -> Sequence[Cell]:
    """The steps (columns, rows) from a cell of a column to its neighbours: up, then clockwise."""
    if grid.shape == "square":
        return _DIAGONAL if grid.diagonal else _SQUARE
    low = (column % 2 == 0) == (grid.shifted == "even")
    return _LOW if low else _HIGH


def cell_of(id_: str) -> Cell | None:
    """The cell that an id names: letters for the column (A, B, ... Z, AA, ...), a number for the row."""
    found = _CELL.fullmatch(id_)
    if found is None:
        return None
    column = 0
    for letter in found[1].upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return (column, int(found[2]))


def id_of(cell: Cell) -> str:
    """The id that names a cell: the inverse of `cell_of`."""
    column, name = cell[0], ""
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("A") + letter) + name
    return f"{name}{cell[1]:02}"
