"""Maps: where spaces lie, and what can be stepped to from them."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from overlay import lay, sound

from pycardgen.model.game import Grid, MapDecl
from pycardgen.model.grids import cell_of, directions

HEAD = "id: other\ntype: Cave\ngate: A01\nway_out: A02\ndefault: {ground: path}\n"


def a_map(folder: Path, text: str) -> MapDecl:
    return sound(lay(folder, {"maps/other.yaml": HEAD + text + "\n"})).maps["other"]


def ids(map_: MapDecl) -> list[str]:
    return [space.definition.id for space in map_.spaces]


def around(map_: MapDecl, id_: str) -> list[str]:
    names = ids(map_)
    return [names[to] for to in map_.edges[names.index(id_)]]


def test_the_neighbours_of_a_hex_that_lies_lower(folder: Path) -> None:
    cells = ", ".join(f"{column}{row:02}" for column in "ABCDE" for row in range(1, 12))
    map_ = a_map(folder, f"grid: {{shape: hex, columns: 5, rows: 11, shifted: even}}\nspaces: [{cells}]")
    assert around(map_, "D09") == ["D08", "E09", "E10", "D10", "C10", "C09"]
    assert around(map_, "C09") == ["C08", "D08", "D09", "C10", "B09", "B08"]
    assert around(map_, "A01") == ["B01", "A02"]


def test_odd_columns_that_lie_lower(folder: Path) -> None:
    cells = ", ".join(f"{column}{row:02}" for column in "ABCDE" for row in range(1, 12))
    map_ = a_map(folder, f"grid: {{shape: hex, columns: 5, rows: 11, shifted: odd}}\nspaces: [{cells}]")
    assert around(map_, "C09") == ["C08", "D09", "D10", "C10", "B10", "B09"]


def test_squares(folder: Path) -> None:
    cells = ", ".join(f"{column}{row}" for column in "ABC" for row in range(1, 4))
    map_ = a_map(folder, f"grid: {{shape: square, columns: 3, rows: 3}}\nspaces: [{cells}]")
    assert around(map_, "B2") == ["B1", "C2", "B3", "A2"]
    assert around(map_, "A1") == ["B1", "A2"]
    assert map_.sides[ids(map_).index("A1")] == (-1, ids(map_).index("B1"), ids(map_).index("A2"), -1)


def test_squares_that_touch_at_corners(folder: Path) -> None:
    cells = ", ".join(f"{column}{row}" for column in "ABC" for row in range(1, 4))
    map_ = a_map(folder, f"grid: {{shape: square, columns: 3, rows: 3, diagonal: true}}\nspaces: [{cells}]")
    assert around(map_, "B2") == ["B1", "C1", "C2", "C3", "B3", "A3", "A2", "A1"]


def test_walls_one_way_doors_and_tunnels(folder: Path) -> None:
    text = """
grid: {shape: square, columns: 4, rows: 1}
spaces: [A1, B1, C1, D1]
walls: [[A1, B1]]
one_way: [[B1, C1]]
edges: [[A1, D1]]
"""
    map_ = a_map(folder, text)
    assert [around(map_, id_) for id_ in ["A1", "B1", "C1", "D1"]] == [["D1"], ["C1"], ["D1"], ["C1", "A1"]]
    assert map_.sides[0] == (-1, -1, -1, -1)


def test_a_graph(folder: Path) -> None:
    text = """
grid: {shape: graph}
spaces:
  hall: {at: [10, 20.5], ground: mud, name: The Hall}
  attic: {at: [30, 5]}
  yard: {at: [0, 0], label: Y}
edges: [[yard, hall], [hall, attic]]
one_way: [[attic, yard]]
"""
    map_ = a_map(folder, text)
    assert ids(map_) == ["hall", "attic", "yard"]
    assert [around(map_, id_) for id_ in ids(map_)] == [["yard", "attic"], ["hall", "yard"], ["hall"]]
    assert [(space.x, space.y, space.label) for space in map_.spaces] == [
        *((10, 20.5, "The Hall"), (30, 5, "Attic"), (0, 0, "Y"))
    ]
    assert map_.sides == ()
    assert map_.grid.shape == "graph"


def test_spaces_are_put_together_from_all_that_is_said_of_them(folder: Path) -> None:
    text = """
grid: {shape: hex, columns: 4, rows: 4}
by: ground
spaces:
  mud: [B02, A01]
  path: [A02]
special:
  A02: {name: Crossing, label: X}
  C03: {ground: mud, at: [4, 4]}
"""
    map_ = a_map(folder, text)
    assert ids(map_) == ["A01", "A02", "B02", "C03"]
    assert [space.definition.fields["ground"] for space in map_.spaces] == ["mud", "path", "mud", "mud"]
    assert [(space.label, space.x, space.y) for space in map_.spaces] == [
        *(("A01", 1, 1), ("X", 1, 2), ("B02", 2, 2), ("C03", 4, 4))
    ]
    assert map_.spaces[1].definition.name == "Crossing"


def test_a_space_knows_its_place_in_a_list(folder: Path) -> None:
    map_ = a_map(folder, "grid: {shape: hex, columns: 4, rows: 4}\nby: ground\nspaces:\n  mud: [B02, A01]")
    place = map_.spaces[0].definition.place
    assert place is not None
    assert (place.value("id").line, place.value("id").column) == (9, 14)
    assert (place.value("ground").line, place.value("ground").column) == (9, 3)


def test_spaces_of_two_types_share_what_they_have_fields_for(folder: Path) -> None:
    from overlay import BASE

    types = (
        (BASE / "types.yaml")
        .read_text()
        .replace("  Walk:", "  Pit: {kind: sector, fields: {depth: int = 1}}\n  Walk:")
    )
    text = HEAD.replace("{ground", "{type: Tile, ground") + (
        "grid: {shape: hex, columns: 4, rows: 4}\nspaces: [A01]\nspecial:\n  A02: {type: Pit, depth: 3}\n"
    )
    map_ = sound(lay(folder, {"types.yaml": types, "maps/other.yaml": text})).maps["other"]
    assert [(s.definition.type, s.definition.fields) for s in map_.spaces] == [
        *(("Tile", {"ground": "path"}), ("Pit", {"depth": 3}))
    ]


def test_spaces_listed_by_a_number_or_by_their_type(folder: Path) -> None:
    from overlay import BASE

    types = (
        (BASE / "types.yaml").read_text().replace("{ground: Ground}}", "{ground: Ground, level: int = 0}}")
    )
    grid = "grid: {shape: hex, columns: 4, rows: 4}\n"
    by_level = HEAD + grid + "by: level\nspaces:\n  2: [A01]\n  -1: [A02]\n"
    by_type = HEAD.replace("other", "third") + grid + "by: type\nspaces:\n  Tile: [A01]\n"
    game = sound(lay(folder, {"types.yaml": types, "maps/other.yaml": by_level, "maps/third.yaml": by_type}))
    assert [space.definition.fields["level"] for space in game.maps["other"].spaces] == [2, -1]
    assert [space.definition.type for space in game.maps["third"].spaces] == ["Tile"]


GRIDS = st.one_of(
    st.builds(Grid, st.just("hex"), st.just(9), st.just(9), st.sampled_from(["even", "odd"])),
    st.builds(Grid, st.just("square"), st.just(9), st.just(9), st.just("even"), st.booleans()),
)


@given(GRIDS, st.integers(2, 8))
def test_every_direction_has_an_opposite(grid: Grid, column: int) -> None:
    steps = directions(grid, column)
    half = len(steps) // 2
    for number, (dx, dy) in enumerate(steps):
        back = directions(grid, column + dx)[(number + half) % len(steps)]
        assert (dx + back[0], dy + back[1]) == (0, 0)


@given(GRIDS, st.integers(2, 8))
def test_directions_go_round_clockwise(grid: Grid, column: int) -> None:
    """Each neighbour touches the next one around the cell."""
    steps = directions(grid, column)
    around = [(column + dx, dy) for dx, dy in steps]
    wide = Grid("square", 9, 9, diagonal=True) if grid.shape == "square" else grid
    for (x, y), (to_x, to_y) in pairwise([*around, around[0]]):
        reach = [(x + dx, y + dy) for dx, dy in directions(wide, x)]
        assert (to_x, to_y) in reach


def test_cells_and_ids() -> None:
    assert [cell_of(id_) for id_ in ("A01", "w14", "Z9", "AA1", "AB10")] == [
        *((1, 1), (23, 14), (26, 9), (27, 1), (28, 10))
    ]
    assert [cell_of(id_) for id_ in ("hall", "A", "1A", "ABC1", "A1b")] == [None] * 5
