"""Components: nets that fold, boxes whose panels meet, pieces that are packed, boards that are tiled."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from drawing import make_kit
from hypothesis import given
from hypothesis import strategies as st

from pycardgen.diagnostics import Collector
from pycardgen.layout.components import boxes, packing, standees, tiling, tracks
from pycardgen.layout.components.dice import Die, draw_net, draw_stickers, face_fields, solid_for
from pycardgen.layout.components.nets import Net, net
from pycardgen.layout.components.outlines import cut_to, natural_height, outline
from pycardgen.layout.components.polygons import area, bounds, grown, incircle, mirrored, overlap
from pycardgen.layout.components.solids import FACES, solid
from pycardgen.layout.display import Drawing, Group, Ink, Line, Path, Rect, TextRun, Use, walk
from pycardgen.model.components import SHAPES, SOLIDS

EDGE = 20.0
Edge = tuple[tuple[float, float], tuple[float, float]]


def length(edge: Edge) -> float:
    return math.dist(*edge)


def sides(points: tuple[tuple[float, float], ...]) -> list[Edge]:
    return list(zip(points, (*points[1:], points[0]), strict=True))


# --- solids ---


@pytest.mark.parametrize("faces", FACES)
def test_solids_are_closed(faces: int) -> None:
    shape = solid(faces)
    edges = [(f[i - 1], f[i]) for f in shape.faces for i in range(len(f))]
    assert len(shape.faces) == faces
    assert len(set(edges)) == len(edges)
    assert {(b, a) for a, b in edges} == set(edges)  # each edge twice, once in each direction
    assert len(shape.corners) - len(edges) // 2 + faces == 2


@pytest.mark.parametrize("faces", [n for n in FACES if n != 4])
def test_first_and_last_faces_lie_opposite(faces: int) -> None:
    shape = solid(faces)

    def middle(face: tuple[int, ...]) -> list[float]:
        return [sum(shape.corners[i][k] for i in face) / len(face) for k in range(3)]

    for number, face in enumerate(shape.faces):
        other = middle(shape.faces[faces - 1 - number])
        assert middle(face) == pytest.approx([-v for v in other])


def test_each_face_of_four_lies_opposite_its_corner() -> None:
    assert all(corner not in face for corner, face in enumerate(solid(4).faces))


def test_dice_have_the_faces_that_jobs_may_have() -> None:
    assert SOLIDS == FACES
    assert [solid_for(n) for n in (2, 3, 4, 5, 6, 10)] == [6, 6, 4, 10, 6, 10]
    assert [solid_for(n) for n in (0, 7, 9, 11, 21)] == [None] * 5


# --- nets ---


def flat_corners(found: Net) -> list[dict[int, tuple[float, float]]]:
    return [dict(zip(face.corners, face.points, strict=True)) for face in found.faces]


@pytest.mark.parametrize("faces", FACES)
def test_a_net_has_every_face_once_and_as_large_as_the_solids(faces: int) -> None:
    found, shape = net(faces, EDGE), solid(faces)
    assert [face.corners for face in found.faces] == list(shape.faces)
    for face in found.faces:
        for (a, b), (i, j) in zip(sides(face.points), sides(face.corners), strict=True):  # type: ignore[arg-type]
            true = math.dist(shape.corners[i], shape.corners[j]) * EDGE  # type: ignore[call-overload]
            assert math.dist(a, b) == pytest.approx(true)
    areas = {round(area(face.points), 6) for face in found.faces}
    assert len(areas) == 1
    assert areas.pop() < 0  # anticlockwise on paper: what is printed is the outside


@pytest.mark.parametrize("faces", FACES)
def test_faces_hang_together_and_overlap_nowhere(faces: int) -> None:
    found = net(faces, EDGE)
    flat = flat_corners(found)
    joined = 0
    for one, other in combinations(range(faces), 2):
        assert not overlap(found.faces[one].points, found.faces[other].points, 1e-4)
        shared = flat[one].keys() & flat[other].keys()
        if len(shared) == 2 and all(math.dist(flat[one][c], flat[other][c]) < 1e-6 for c in shared):
            joined += 1
    assert joined == faces - 1


@pytest.mark.parametrize("faces", FACES)
def test_what_is_glued_has_one_tab_on_the_right_edge(faces: int) -> None:
    found, shape = net(faces, EDGE), solid(faces)
    edges = sum(len(face) for face in shape.faces) // 2
    assert len(found.tabs) == edges - (faces - 1)
    glued = set()
    for tab in found.tabs:
        own, onto = shape.faces[tab.face], shape.faces[tab.onto]
        shared = {*own} & {*onto}
        assert len(shared) == 2, "a tab leads to a face that isn't beside it"
        base = {tab.points[0], tab.points[-1]}
        corners = {found.faces[tab.face].points[own.index(corner)] for corner in shared}
        assert base == corners
        target = [found.faces[tab.onto].points[onto.index(corner)] for corner in shared]
        assert math.dist(*target) == pytest.approx(math.dist(tab.points[0], tab.points[-1]))
        glued.add(frozenset((tab.face, tab.onto)))
    assert len(glued) == len(found.tabs)


@pytest.mark.parametrize("faces", FACES)
def test_tabs_have_room(faces: int) -> None:
    found = net(faces, EDGE)
    for number, tab in enumerate(found.tabs):
        for face in found.faces:
            assert not overlap(tab.points, face.points, 0.05)
        for other in found.tabs[:number]:
            assert not overlap(tab.points, other.points, 0.05)


@pytest.mark.parametrize("faces", FACES)
def test_lines_are_complete(faces: int) -> None:
    """Every edge of every face is folded or cut, and nothing is both."""
    found = net(faces, EDGE)

    def key(edge: Edge) -> frozenset[tuple[float, float]]:
        return frozenset((round(x, 4), round(y, 4)) for x, y in edge)

    folds, cuts = {key(e) for e in found.folds}, {key(e) for e in found.cuts}
    assert not folds & cuts
    for face in found.faces:
        assert {key(edge) for edge in sides(face.points)} <= folds | cuts
    for x, y in (p for face in found.faces for p in face.points):
        assert -1e-6 <= x <= found.width + 1e-6
        assert -1e-6 <= y <= found.height + 1e-6


def test_the_circle_of_a_face_touches_its_sides() -> None:
    for faces in FACES:
        for face in net(faces, EDGE).faces:
            for a, b in sides(face.points):
                cross = (b[0] - a[0]) * (face.center[1] - a[1]) - (b[1] - a[1]) * (face.center[0] - a[0])
                assert abs(cross) / math.dist(a, b) == pytest.approx(face.radius, abs=1e-6)


def face_drawing(text: str) -> Drawing:
    run = TextRun(4.0, 14.0, "BarlowCondensed-Bold", 20.0, "#000000", text, width=5.0)
    return Drawing(20.0, 20.0, (Rect(-2, -2, 24, 24, Ink("#ffeecc")), run), 2.0, text)


@pytest.mark.parametrize("faces", FACES)
def test_every_face_shows_what_it_should(faces: int) -> None:
    kit = make_kit(Collector(), {})
    die = Die("Wind", [face_drawing(str(n)) for n in range(faces)], ["#ffffff"] * faces)
    drawn = draw_net(die, faces, EDGE, kit)
    texts = [item.text for item in walk(drawn.items) if isinstance(item, TextRun)]
    times = 3 if faces == 4 else 1  # with four faces what a corner shows stands at it three times
    assert sorted(t for t in texts if t != "Wind") == sorted(
        str(n) for n in range(faces) for _ in range(times)
    )
    assert "Wind" in texts


def test_a_face_of_four_shows_its_corners() -> None:
    kit = make_kit(Collector(), {})
    die = Die("Wind", [face_drawing(str(n)) for n in range(4)], ["#ffffff"] * 4)
    drawn, found = draw_net(die, 4, 30.0, kit), net(4, 30.0)
    for item in drawn.items:
        if isinstance(item, Group) and item.transform and isinstance(item.items[0], Use):
            text = next(i.text for i in walk(item.items) if isinstance(i, TextRun))
            a, b, c, d, e, f = item.transform
            x, y = a * 10 + c * 10 + e, b * 10 + d * 10 + f
            nearest = min(
                (
                    (math.dist((x, y), p), corner)
                    for face in found.faces
                    for p, corner in zip(face.points, face.corners, strict=True)
                ),
            )
            assert str(nearest[1]) == text


def test_faces_repeat_on_a_solid_with_more() -> None:
    kit = make_kit(Collector(), {})
    die = Die("Flag", [face_drawing("a"), face_drawing("b")], ["#ffffff"] * 2)
    texts = [i.text for i in walk(draw_net(die, 6, EDGE, kit).items) if isinstance(i, TextRun)]
    assert sorted(texts) == ["Flag", "a", "a", "a", "b", "b", "b"]


def test_stickers_are_as_large_as_they_should_be() -> None:
    kit = make_kit(Collector(), {})
    die = Die("Wind", [face_drawing(str(n)) for n in range(6)], ["#ffffff"] * 6)
    drawn = draw_stickers(die, 14.0, 1.0, 2.0, kit)
    cuts = [i for i in drawn.items if isinstance(i, Rect) and i.ink.stroke == "#000000"]
    assert [(r.w, r.h) for r in cuts] == [(14.0, 14.0)] * 6
    assert [r.x for r in cuts] == [16.0 * n for n in range(6)]
    assert drawn.width == 6 * 14 + 5 * 2


@pytest.mark.parametrize(
    ("value", "icon", "label"),
    [
        ("gust", "bolt", ""),
        ("long_calm", "", "long calm"),
        (3, "", "3"),
        (True, "circle", ""),
        (False, "", ""),
        ({"id": "lantern", "name": "Lantern", "icon": "flame"}, "flame", ""),
        ({"id": "rope", "name": "Rope"}, "", "Rope"),
        ({"id": "oil", "name": "Oil"}, "", "O"),
        (None, "", ""),
    ],
)
def test_what_a_face_shows(value: object, icon: str, label: str) -> None:
    found = face_fields(value, {"gust": "bolt"}, {"oil": "O"})
    assert (found["icon"], found["label"]) == (icon, label)
    assert found["face"] == value


# --- outlines ---


@pytest.mark.parametrize("shape", SHAPES)
def test_outlines_fill_their_box(shape: str) -> None:
    height = natural_height(shape, 30.0)
    found = outline(shape, 30.0, height)
    if found.points:
        assert bounds(found.points) == pytest.approx((0, 0, 30, height))
        assert found.points != ()
        lengths = [math.dist(a, b) for a, b in sides(found.points)]
        assert max(lengths) == pytest.approx(min(lengths))
    # Seen from behind it is the same: so it lies behind itself on the back page.
    seen = mirrored(found.points, 30.0)
    for x, y in seen:
        assert any(math.dist((x, y), p) < 1e-6 for p in found.points)


@pytest.mark.parametrize("shape", SHAPES)
def test_bleed_reaches_beyond_every_side(shape: str) -> None:
    found = outline(shape, 30.0, natural_height(shape, 30.0))
    group = cut_to((), found, 2.0)
    if found.points:
        for (ax, ay), (bx, by) in sides(group.outline):
            inner = min(
                abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / math.dist((ax, ay), (bx, by))
                for x, y in found.points
            )
            assert inner == pytest.approx(2.0)
    else:
        assert group.clip is not None
        assert group.clip[:4] == (-2, -2, 34, 34)


@given(st.floats(1, 50), st.integers(3, 12), st.floats(0.1, 5))
def test_a_grown_polygon_is_larger_by_as_much(radius: float, count: int, by: float) -> None:
    points = tuple(
        (radius * math.cos(2 * math.pi * n / count), radius * math.sin(2 * math.pi * n / count))
        for n in range(count)
    )
    assert incircle(grown(points, by))[1] == pytest.approx(incircle(points)[1] + by)


# --- packing ---


@given(
    st.lists(st.tuples(st.floats(5, 90), st.floats(5, 130)), min_size=1, max_size=30),
    st.floats(0, 5),
)
def test_packed_pieces_lie_apart_and_on_the_page(sizes: list[tuple[float, float]], gap: float) -> None:
    room = (190.0, 270.0)
    pages = packing.shelves(sizes, room, gap)
    assert pages is not None
    assert sorted(place.piece for page in pages for place in page) == list(range(len(sizes)))
    for page in pages:
        boxes_ = []
        for place in page:
            w, h = sizes[place.piece]
            w, h = (h, w) if place.turned else (w, h)
            assert place.x >= -1e-6
            assert place.y >= -1e-6
            assert place.x + w <= room[0] + 1e-5
            assert place.y + h <= room[1] + 1e-5
            for x, y, ow, oh in boxes_:
                assert (
                    place.x + w <= x + 1e-6
                    or x + ow <= place.x + 1e-6
                    or place.y + h <= y + 1e-6
                    or y + oh <= place.y + 1e-6
                )
            boxes_.append((place.x, place.y, w, h))


def test_a_piece_that_is_too_large_isnt_packed() -> None:
    assert packing.shelves([(10, 10), (200, 280)], (190, 270), 2) is None


@pytest.mark.parametrize("shape", ["hex", "hex-flat"])
@pytest.mark.parametrize(("width", "gap"), [(24.0, 0.0), (47.0, 2.0), (60.0, 6.0), (199.0, 3.0)])
def test_hexagons_lie_like_honeycombs_and_apart(shape: str, width: float, gap: float) -> None:
    size = (width, natural_height(shape, width))
    room = (200.0, 280.0)
    places = packing.lattice(room, size, gap, shape)
    assert len(places) >= max(1, len(packing.grid(room, size, gap)))
    form = outline(shape, *size)
    grown_ = grown(form.points, gap / 2 * math.cos(math.pi / 6) - 1e-3)  # corners are further out
    shapes = [tuple((x + px, y + py) for px, py in grown_) for x, y in places]
    for number, one in enumerate(shapes):
        left, top, right, bottom = bounds(one)
        assert min(left, top) >= -gap
        assert right <= room[0] + gap
        assert bottom <= room[1] + gap
        for other in shapes[:number]:
            if math.dist(one[0], other[0]) < 2 * width:
                assert not overlap(one, other, 1e-6)


def test_a_honeycomb_holds_more() -> None:
    room, size = (200.0, 287.0), (60.0, natural_height("hex", 60.0))
    assert len(packing.grid(room, size, 4.0)) == 9
    assert len(packing.lattice(room, size, 2.0, "hex")) > 9


# --- boxes ---


def plan() -> boxes.Plan:
    return boxes.box_plan((63.0, 88.0), 16.2, 1.0)


def test_a_box_is_as_large_as_its_cards() -> None:
    assert plan().inside == pytest.approx((64.0, 89.0, 17.2))
    panels = plan().panels
    assert (panels["front"].w, panels["front"].h) == (panels["back"].w, panels["back"].h) == (64.0, 89.0)
    assert panels["left"].w == panels["right"].w == pytest.approx(17.2)
    assert panels["top"].h == panels["bottom"].h == pytest.approx(17.2)


def test_panels_of_a_box_meet() -> None:
    front, left, back, right = (plan().panels[name] for name in ("front", "left", "back", "right"))
    for one, other in ((front, left), (left, back), (back, right)):
        assert one.x + one.w == pytest.approx(other.x)
        assert (one.y, one.h) == (other.y, other.h)
    top, bottom = plan().panels["top"], plan().panels["bottom"]
    assert (top.x, top.w) == (bottom.x, bottom.w) == (back.x, back.w)
    assert top.y + top.h == pytest.approx(back.y)
    assert bottom.y == pytest.approx(back.y + back.h)
    assert right.x + right.w == pytest.approx(plan().width)
    assert bottom.y + bottom.h == pytest.approx(plan().height)


@pytest.mark.parametrize("stack", [2.0, 16.0, 60.0])
def test_the_line_around_a_box_is_closed_and_on_the_paper(stack: float) -> None:
    found = boxes.box_plan((63.0, 88.0), stack, 1.0)
    drawn = boxes.draw_box(found, {}, "#336699")
    border = next(i for i in drawn.items if isinstance(i, Path) and i.ink.stroke == "#000000")
    assert border.commands[0][0] == "M"
    assert border.commands[-1] == ("Z",)
    ends = [(float(c[-2]), float(c[-1])) for c in border.commands[:-1]]
    assert area(ends) > 0
    left, top, right, bottom = bounds(ends)
    assert (left, top) == pytest.approx((0, 0))
    assert right == pytest.approx(found.width)
    assert bottom <= found.height + 1e-6
    # Each panel lies within it: a ray to the left crosses it once or three times.
    for panel in found.panels.values():
        assert _inside(ends, panel.x + panel.w / 2, panel.y + panel.h / 2)


def _inside(points: list[tuple[float, float]], x: float, y: float) -> bool:
    hits = 0
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        if (ay > y) != (by > y) and ax + (y - ay) / (by - ay) * (bx - ax) < x:
            hits += 1
    return hits % 2 == 1


def test_flaps_beside_the_lid_dont_meet() -> None:
    found = boxes.box_plan((44.0, 68.0), 60.0, 1.0)
    assert 2 * boxes._dust_depth(found) < found.inside[0]


# --- standees and tracks ---


def test_a_standee_folds_to_its_size() -> None:
    front = Drawing(30.0, 46.0, (Rect(0, 0, 30, 46, Ink("#ff0000")),), 0.0, "gull")
    drawn = standees.draw_standee(front, front, (30.0, 46.0), False, True)
    assert (drawn.width, drawn.height) == (30.0, 2 * 46.0 + 2 * standees.TAB)
    folds = {round(i.y1, 3) for i in drawn.items if isinstance(i, Line) and i.ink.dash}
    middle = drawn.height / 2
    assert folds == {round(middle - 46.0, 3), round(middle, 3), round(middle + 46.0, 3)}
    bare = standees.draw_standee(front, front, (30.0, 46.0), False, False)
    assert bare.height == 92.0


@pytest.mark.parametrize("mirrored_", [False, True])
def test_the_rear_stands_behind_the_front(mirrored_: bool) -> None:
    """Its foot is at the upper end of the strip; mirrored, its left edge is at the left of the strip."""
    front = Drawing(30.0, 46.0, (Rect(0, 0, 30, 46, Ink("#ff0000")),), 0.0, "gull")
    drawn = standees.draw_standee(front, front, (30.0, 46.0), mirrored_, True)
    rear = drawn.items[2]
    assert isinstance(rear, Group)
    inner = rear.items[0]
    assert isinstance(inner, Group)
    assert inner.transform is not None
    a, _, _, d, e, f = inner.transform
    fold = standees.TAB + 46.0
    assert f + d * 46.0 == pytest.approx(standees.TAB)  # its foot is at the top of the strip
    assert f == pytest.approx(fold)
    left = e  # where its left edge lies on the strip
    assert left == pytest.approx(0.0 if mirrored_ else 30.0)
    assert a == (1.0 if mirrored_ else -1.0)


def test_the_slot_of_a_base_takes_the_tabs() -> None:
    kit = make_kit(Collector(), {})
    base = standees.draw_base(30.0, 24.0, "Gull", kit)
    slot = next(i for i in base.items if isinstance(i, Rect) and i.h < 2)
    assert slot.w > 30.0 * 0.6
    assert slot.w < base.width
    assert base.height / 2 > standees.TAB


@pytest.mark.parametrize(
    ("given_", "numbers"),
    [
        ({}, list(range(11))),
        ({"to": 3}, [0, 1, 2, 3]),
        ({"from": 2, "to": 8, "step": 3}, [2, 5, 8]),
        ({"from": 3, "to": 1, "step": -1}, [3, 2, 1]),
        ({"from": 3, "to": 1}, []),
        ({"step": 0}, []),
        ({"to": "x"}, []),
        ({"to": 10**9}, []),
    ],
)
def test_numbers_of_tracks(given_: dict[str, object], numbers: list[int]) -> None:
    assert tracks.track_numbers(given_) == numbers


def test_a_track_has_every_number_in_spaces_of_one_size() -> None:
    kit = make_kit(Collector(), {})
    track = tracks.Track("Oil", list(range(1, 31)))
    columns = tracks.per_row(track, (12.0, 14.0), 200.0, 0)
    assert columns == 10
    drawn = tracks.draw_track(track, (12.0, 14.0), columns, kit)
    texts = [i.text for i in walk(drawn.items) if isinstance(i, TextRun)]
    assert texts[1:] == [str(n) for n in range(1, 31)]
    assert (drawn.width, drawn.height) == (tracks.LABEL + 120.0, 42.0)
    cells = [i for i in drawn.items if isinstance(i, Rect) and i.ink.stroke == "#888888"]
    assert {(c.w, c.h) for c in cells} == {(12.0, 14.0)}


def test_a_slider_goes_around_its_track() -> None:
    kit = make_kit(Collector(), {})
    drawn = tracks.draw_slider((12.0, 14.0), 14.0, kit)
    folds = sorted({i.y1 for i in drawn.items if isinstance(i, Line) and i.ink.dash})
    assert folds[0] > 14.0
    assert folds[1] == pytest.approx(2 * folds[0])


# --- tiling ---


@given(
    st.floats(50, 2000),
    st.floats(50, 2000),
    st.sampled_from([(190.0, 270.0), (270.0, 190.0), (200.0, 260.0)]),
    st.floats(0, 30),
)
def test_windows_cover_the_board_and_overlap(
    w: float, h: float, room: tuple[float, float], overlap_: float
) -> None:
    found = tiling.tiling((w, h), room, overlap_)
    assert found is not None
    last = found.windows[-1]
    assert (found.windows[0].x, found.windows[0].y) == (0.0, 0.0)
    assert (last.x + last.w, last.y + last.h) == pytest.approx((w, h))
    for window in found.windows:
        assert window.w <= room[0] + 1e-6
        assert window.h <= room[1] + 1e-6
        if window.column:
            before = found.windows[window.row * found.columns + window.column - 1]
            assert before.x + before.w - window.x == pytest.approx(overlap_, abs=1e-6)
        if window.row:
            above = found.windows[(window.row - 1) * found.columns + window.column]
            assert above.y + above.h - window.y == pytest.approx(overlap_, abs=1e-6)
    # With one page less in a row there would not be room for all of it.
    if found.columns > 1:
        assert (found.columns - 1) * (room[0] - overlap_) + overlap_ < w + 1e-4


def test_an_overlap_as_large_as_the_page_is_refused() -> None:
    assert tiling.tiling((500, 500), (190, 270), 190) is None


def test_each_join_has_a_letter_of_its_own_on_both_pages() -> None:
    found = tiling.tiling((700, 700), (190, 270), 10)
    assert found is not None
    kit = make_kit(Collector(), {})
    art = Use(make_symbol())
    shown: dict[str, set[tuple[int, int]]] = {}
    for window in found.windows:
        for item in walk(tiling.draw_window(found, window, art, 0.0, kit)):
            if isinstance(item, TextRun):
                shown.setdefault(item.text, set()).add((window.column, window.row))
    joins = (found.columns - 1) * found.rows + found.columns * (found.rows - 1)
    assert len(shown) == joins
    for pages in shown.values():
        (c0, r0), (c1, r1) = sorted(pages)
        assert abs(c0 - c1) + abs(r0 - r1) == 1


def test_letters_go_on_after_z() -> None:
    names = [tiling.letter(n) for n in range(60)]
    assert names[0] == "A"
    assert names[23] == "Z"
    assert names[24] == "AA"
    assert len(set(names)) == 60
    assert not any("I" in name or "O" in name for name in names)


def make_symbol() -> object:
    from pycardgen.layout.display import Symbol

    return Symbol("board", (0, 0, 700, 700), (Rect(0, 0, 700, 700, Ink("#ddeeff")),))
