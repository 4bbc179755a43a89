"""Distances on the static edges of the maps in play."""

from __future__ import annotations

from collections.abc import Sequence


class Distances:
    """Steps between any two spaces of a root type, one row at a time when first needed."""

    __slots__ = ("near", "rows")

    def __init__(self, near: Sequence[Sequence[int]]) -> None:
        self.near = near
        self.rows: list[list[int] | None] = [None] * len(near)

    def __call__(self, a: int, b: int) -> int:
        """Steps from `a` to `b`, -1 if there is no way."""
        row = self.rows[a]
        return (row or self.row(a))[b]

    def row(self, a: int) -> list[int]:
        """Distances from `a`, -1 where there is no way."""
        row = [-1] * len(self.near)
        row[a] = 0
        queue = [a]
        for x in queue:
            for y in self.near[x]:
                if row[y] < 0:
                    row[y] = row[x] + 1
                    queue.append(y)
        self.rows[a] = row
        return row
