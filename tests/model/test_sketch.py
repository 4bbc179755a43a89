"""Sketches, whatever is drawn: cells and letters come back, slips are few and placed, nothing raises."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from pycardgen.diagnostics import Collector
from pycardgen.model.game import Game, MapDecl
from pycardgen.model.grids import cell_of, id_of
from pycardgen.model.load import load_game
from pycardgen.model.sketch import Spaces, letters, read_sketch

Cells = dict[tuple[int, int], str]
SIGNS = "GWpm"


@cache
def base() -> tuple[Game, MapDecl]:
    problems = Collector()
    game = load_game(Path(__file__).parents[1] / "data" / "base_game", problems)
    assert game is not None
    return game, game.maps["cave"]


def like(shape: str, shifted: str) -> MapDecl:
    cave = base()[1]
    return replace(cave, grid=replace(cave.grid, shape=shape, shifted=shifted))


def read(text: str, shape: str = "hex", shifted: str = "even") -> tuple[Spaces, Collector]:
    problems = Collector()
    known = letters(*base())
    return read_sketch(text, "s.txt", known, like(shape, shifted), problems), problems


def drawn(cells: Cells, shape: str, shifted: str, margin: int = 0) -> str:
    """Cells as text, written without the code that is tested: each at its place on a sheet of blanks."""
    high = 2 if shape == "hex" else 1
    sheet: dict[tuple[int, int], str] = {}
    for (column, row), sign in cells.items():
        low = high == 2 and (column % 2 == 0) == (shifted == "even")
        sheet[high * (row - 1) + low, margin + 2 * (column - 1)] = sign
    last = max(y for y, _ in sheet)
    wide = max(x for _, x in sheet)
    return "\n".join("".join(sheet.get((y, x), " ") for x in range(wide + 1)) for y in range(last + 1))


@st.composite
def maps(draw: st.DrawFn) -> Cells:
    """Cells that touch the left and upper edge, gate and way out among them."""
    columns, rows = draw(st.integers(2, 9)), draw(st.integers(2, 7))
    places = [(column, row) for column in range(1, columns + 1) for row in range(1, rows + 1)]
    cells = {place: draw(st.sampled_from("pm.")) for place in places}
    cells[1, 1], cells[2, 1] = "G", "W"
    cells[1, 2] = cells[2, 2] = "p"
    return cells


@settings(deadline=None, max_examples=60)
@given(
    cells=maps(),
    shape=st.sampled_from(["hex", "square"]),
    shifted=st.sampled_from(["even", "odd"]),
    margin=st.integers(0, 5),
)
def test_what_is_drawn_is_what_is_read(cells: Cells, shape: str, shifted: str, margin: int) -> None:
    found, problems = read(drawn(cells, shape, shifted, margin), shape, shifted)
    assert problems.found == []
    assert {cell: sign for cell, (sign, _) in found.items()} == {
        cell: sign for cell, sign in cells.items() if sign != "."
    }


@settings(deadline=None, max_examples=60)
@given(cells=maps(), margin=st.integers(0, 5))
def test_places_point_at_the_letters(cells: Cells, margin: int) -> None:
    text = drawn(cells, "hex", "even", margin)
    found, _ = read(text)
    lines = text.split("\n")
    for sign, span in found.values():
        assert lines[span.line - 1][span.column - 1] == sign


@settings(deadline=None, max_examples=40)
@given(cells=maps(), data=st.data())
def test_one_slip_is_one_error(cells: Cells, data: st.DataObject) -> None:
    """A letter that has moved by a character, with the rest where it was."""
    lines = drawn(cells, "hex", "even", 1).split("\n")
    at = data.draw(st.sampled_from([n for n, line in enumerate(lines) if "p" in line or "m" in line]))
    column = max(lines[at].rfind("p"), lines[at].rfind("m"))
    sign = lines[at][column]
    lines[at] = lines[at][: column - 1] + sign + " " + lines[at][column + 1 :]
    _, problems = read("\n".join(lines))
    assert [(d.code, d.span and (d.span.line, d.span.column)) for d in problems.found] == [
        ("PCG0581", (at + 1, column))
    ]


@settings(deadline=None, max_examples=150)
@given(
    text=st.text(alphabet=[*"GWpm. \n\t#x", "ä", "界", "\U0001f680"], max_size=120) | st.text(max_size=60),
    shape=st.sampled_from(["hex", "square"]),
)
def test_anything_can_be_read(text: str, shape: str) -> None:
    found, problems = read(text, shape)
    lines = text.split("\n")
    for problem in problems.found:
        assert problem.code in {f"PCG058{n}" for n in range(6)}
        assert problem.span is not None
        assert problem.span.line <= len(lines)
        assert problem.span.column <= len(lines[problem.span.line - 1]) + 1
    assert all(min(cell) >= 1 and sign in SIGNS for cell, (sign, _) in found.items())
    signs = [sign for sign, _ in found.values()]
    if not problems.found:
        assert signs.count("G") == signs.count("W") == 1


@given(st.integers(1, 700), st.integers(1, 999))
def test_ids_of_cells_name_them(column: int, row: int) -> None:
    assert cell_of(id_of((column, row))) == (column, row)
    assert id_of((1, 4)) == "A04"
    assert id_of((27, 12)) == "AA12"
