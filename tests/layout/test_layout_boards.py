"""Boards: where spaces lie, what they are called, what is told about mistakes."""

from __future__ import annotations

import math

import pytest
from drawing import codes, make_kit

from pycardgen.diagnostics import Collector, Diagnostic
from pycardgen.layout.board import BoardEdge, BoardSpace, BoardSpec, Look, draw_board
from pycardgen.layout.display import Circle, Drawing, Group, Ink, Line, Polygon, TextRun, Use, walk
from pycardgen.layout.fact_sheet import heat

KIT = make_kit(Collector(), {})
LOOKS = {
    "reef": Look("accent-light", "accent", 0.3, inner="accent", legend="Reef"),
    "port": Look("accent", "ink", color="white", icon="flag", legend="Port", labelled=False),
    "unused": Look("ink", legend="Never seen"),
}


def grid(columns: int, rows: int, *classes: str) -> list[BoardSpace]:
    return [
        BoardSpace(f"{'ABCDEFGH'[c - 1]}{r:02}", c, r, f"{'ABCDEFGH'[c - 1]}{r:02}", classes)
        for c in range(1, columns + 1)
        for r in range(1, rows + 1)
    ]


def board(spec: BoardSpec, w: float = 180.0, h: float = 120.0) -> tuple[Drawing, list[Diagnostic]]:
    report = Collector()
    return draw_board(spec, KIT, w, h, report), report.found


def spaces(drawing: Drawing) -> dict[str, Group]:
    return {g.id: g for g in walk(drawing.items) if isinstance(g, Group) and g.id}


def center(group: Group) -> tuple[float, float]:
    shape = group.items[0]
    assert isinstance(shape, Polygon)
    xs, ys = [p[0] for p in shape.points], [p[1] for p in shape.points]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


@pytest.mark.parametrize("shifted", ["even", "odd"])
def test_shifted_columns_lie_half_a_cell_lower(shifted: str) -> None:
    found = spaces(board(BoardSpec("", "hex-flat", grid(3, 3), shifted=shifted))[0])
    a, b, c = (center(found[f"space-{name}01"]) for name in "ABC")
    high = center(found["space-A02"])[1] - a[1]
    step = high / 2 if shifted == "even" else -high / 2
    assert b[1] - a[1] == pytest.approx(step)
    assert c[1] == pytest.approx(a[1])
    # A regular hexagon is as high as the root of three times its side; columns lie 1.5 sides apart.
    assert (b[0] - a[0]) / high == pytest.approx(1.5 / math.sqrt(3))


def test_neighbours_share_a_side() -> None:
    """With even columns lower, D09 touches D08, C09, C10, D10, E10 and E09, and nothing else."""
    found = spaces(board(BoardSpec("", "hex-flat", grid(8, 12), shifted="even"))[0])
    middle = center(found["space-D09"])
    side = math.dist(middle, center(found["space-D10"]))
    near = {
        name.removeprefix("space-")
        for name, group in found.items()
        if 0 < math.dist(middle, center(group)) < side * 1.01
    }
    assert near == {"D08", "C09", "C10", "D10", "E10", "E09"}


def test_pointy_rows_are_shifted_to_the_right() -> None:
    found = spaces(board(BoardSpec("", "hex-pointy", grid(3, 3)))[0])
    first, second, third = (center(found[f"space-A0{n}"]) for n in (1, 2, 3))
    wide = center(found["space-B01"])[0] - first[0]
    assert second[0] - first[0] == pytest.approx(wide / 2)
    assert third[0] == pytest.approx(first[0])


def test_a_board_fills_its_room_and_no_more() -> None:
    for shape in ("hex-flat", "hex-pointy", "square"):
        for title in ("", "Title"):
            drawing, problems = board(BoardSpec(title, shape, grid(6, 5, "reef"), LOOKS))
            assert not problems
            points = [p for item in walk(drawing.items) if isinstance(item, Polygon) for p in item.points]
            assert min(x for x, _ in points) >= 0
            assert max(x for x, _ in points) <= 180
            assert max(y for _, y in points) <= 120


def test_spaces_have_ids_classes_and_titles() -> None:
    space = BoardSpace("L06", 1, 1, "L06", ("sector", "reef"), title="Reef", data=(("depth", "3"),))
    found = spaces(board(BoardSpec("", "hex-flat", [space], LOOKS, prefix="sector"))[0])["sector-L06"]
    assert found.classes == ("sector", "reef")
    assert (found.title, found.data) == ("Reef", (("depth", "3"),))
    inks = [item.ink for item in found.items if isinstance(item, Polygon)]
    assert [ink.fill for ink in inks] == ["#dce7f1", None]


def test_labels_symbols_and_the_legend() -> None:
    cells = [BoardSpace("A01", 1, 1, "A01", ("reef",)), BoardSpace("B01", 2, 1, "B01", ("port",), "heart")]
    drawing, problems = board(BoardSpec("The Bay", "hex-flat", cells, LOOKS, subtitle="Chart 3"))
    assert not problems
    shown = [item.text for item in walk(drawing.items) if isinstance(item, TextRun)]
    assert shown == ["A01", "THE BAY", "CHART 3", "Reef", "Port"]
    assert {i.symbol.name for i in walk(drawing.items) if isinstance(i, Use)} == {"icon-heart", "icon-flag"}
    layers = [item.layer for item in drawing.items if isinstance(item, Group)]
    assert layers == ["Spaces", "Title and legend"]


def test_walls_lie_on_the_common_side() -> None:
    edges = [BoardEdge("A01", "B01"), BoardEdge("A01", "C03")]
    drawing, problems = board(BoardSpec("", "square", grid(3, 3), edges=edges))
    assert not problems
    walls = [item for item in walk(drawing.items) if isinstance(item, Line)]
    a, b = (center(spaces(drawing)[f"space-{name}01"]) for name in "AB")
    assert len(walls) == 1  # A01 and C03 don't touch
    assert walls[0].x1 == walls[0].x2 == pytest.approx((a[0] + b[0]) / 2)


def test_free_spaces_are_joined_by_ways() -> None:
    cells = [BoardSpace("quay", 0, 0, "Quay"), BoardSpace("inn", 60, 20, "Inn")]
    drawing, problems = board(
        BoardSpec("", "free", cells, edges=[BoardEdge("quay", "inn", ("way",))], radius=8)
    )
    assert not problems
    circles = [item for item in walk(drawing.items) if isinstance(item, Circle)]
    way = next(item for item in walk(drawing.items) if isinstance(item, Line))
    assert (way.x1, way.y1, way.x2, way.y2) == pytest.approx(
        (circles[0].x, circles[0].y, circles[1].x, circles[1].y)
    )
    scale = circles[0].r / 8
    assert circles[1].x - circles[0].x == pytest.approx(60 * scale)


def test_mistakes_are_told() -> None:
    cells = [BoardSpace("a", 1, 1), BoardSpace("b", 1, 1), BoardSpace("c", 2, 1, "c", ("odd",))]
    looks = {"odd": Look("nocolor", icon="noicon")}
    edges = [BoardEdge("a", "nowhere")]
    _, problems = board(BoardSpec("", "square", cells, looks, edges))
    assert codes(problems) == ["PCG0707", "PCG0708", "PCG0750", "PCG0751"]


def test_a_board_without_spaces() -> None:
    drawing, problems = board(BoardSpec("", "hex-flat", []))
    assert not problems
    assert (drawing.width, drawing.height) == (180, 120)


def test_no_neighbour_covers_half_of_a_thick_outline() -> None:
    middle = [BoardSpace("B02", 2, 2, classes=("hub",)) if s.id == "B02" else s for s in grid(3, 3, "reef")]
    drawing, _ = board(BoardSpec("", "hex-flat", middle, {**LOOKS, "hub": Look(stroke_width=0.9)}))
    assert list(spaces(drawing))[-1] == "space-B02"
    assert len(spaces(drawing)) == 9


def test_samples_of_the_legend_have_thin_lines() -> None:
    looks = {"hub": Look(stroke_width=2.0, inner="ink", legend="Hub")}
    drawing, _ = board(BoardSpec("", "hex-flat", grid(2, 2, "hub"), looks))
    legend = next(g for g in drawing.items if isinstance(g, Group) and g.layer == "Title and legend")
    assert [item.ink.width for item in legend.items if isinstance(item, Polygon)] == [0.3, 0.15]


def test_a_note_stands_in_the_core_with_the_label_above_and_no_icon() -> None:
    core, ring = Ink("#ffeeaa"), Ink(None, "#aa0000", 0.9)
    plain = BoardSpace("A01", 1, 1, "A01", ("port",))
    noted = BoardSpace("B01", 2, 1, "B01", ("port",), note="7", core=core, ring=ring)
    drawing, problems = board(BoardSpec("", "hex-flat", [plain, noted], LOOKS))
    assert problems == []
    found = spaces(drawing)
    assert any(isinstance(item, Use) for item in walk(found["space-A01"].items))
    items = list(walk(found["space-B01"].items))
    assert not any(isinstance(item, Use) for item in items)
    label, note = (item for item in items if isinstance(item, TextRun))
    assert (label.text, note.text) == ("B01", "7")
    assert label.y < note.y
    assert [item.ink for item in items if isinstance(item, Polygon)][1:] == [ring, core]


def test_heat_goes_from_near_to_far() -> None:
    assert [heat(part) for part in (0.0, 0.5, 1.0)] == ["#ee8866", "#f9e0a2", "#dce9f2"]
    assert heat(0.25) == "#f4b484"
