"""Sheets: every card in its slot, its back behind it, marks outside all bleed, on every paper and count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from decks import deck, simple
from hypothesis import given
from hypothesis import strategies as st

from pycardgen.diagnostics import Collector
from pycardgen.layout.display import Bookmark, Circle, Group, Line, TextRun, Use, dump, walk
from pycardgen.paint.impose import impose
from pycardgen.paint.marks import Labels, crop_marks
from pycardgen.paint.page import Page
from pycardgen.paint.sheets import Card, Plan, Sheet, check_deck, load_sheets, plan, slot_box
from pycardgen.source import Document
from pycardgen.source.reader import parse_yaml

LABELS = Labels("Harbour of Lanterns", "Travellers")
POKER = (63.0, 88.0)
PAPERS = ("a4", "letter")


def made(count: int, sheet: Sheet, backs: bool = True) -> tuple[list[Page], Plan]:
    found = plan(sheet, POKER)
    assert found is not None
    return list(impose(deck(count, backs), found, sheet, LABELS, count)), found


def cards_of(page: Page) -> Iterator[tuple[str, Group]]:
    """The text of each card of a page, with the group that places it."""
    for item in page.drawing.items:
        if isinstance(item, Group) and item.clip is not None:
            yield next(i.text for i in walk(item.items) if isinstance(i, TextRun)), item


def bar_of(page: Page) -> Group:
    """The note and the bar of the footer."""
    marks = page.drawing.items[-2]
    assert isinstance(marks, Use)
    bar = marks.symbol.items[-1]
    assert isinstance(bar, Group)
    return bar


def is_back(page: Page) -> bool:
    return page.label.endswith("back")


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("gutter", [0.0, None])
def test_every_count_of_cards(paper: str, gutter: float | None) -> None:
    sheet = Sheet(paper=paper, gutter=gutter)
    slots = len(made(1, sheet)[1].slots)
    assert slots == {("a4", 0.0): 9, ("a4", None): 8, ("letter", 0.0): 9, ("letter", None): 6}[paper, gutter]
    for count in (0, 1, slots - 1, slots, slots + 1, 2 * slots):
        pages, _ = made(count, sheet)
        fronts, backs = [p for p in pages if not is_back(p)], [p for p in pages if is_back(p)]
        assert len(fronts) == len(backs) == -(-count // slots)
        shown = [text for page in fronts for text, _ in cards_of(page)]
        assert shown == [f"front {n}" for n in range(1, count + 1)]
        hidden = [text for page in backs for text, _ in cards_of(page)]
        assert hidden == [f"back {n}" for n in range(1, count + 1)]
        if count:
            assert (
                pages[0].drawing.width == {"a4": (210, 297), "letter": (215.9, 279.4)}[paper][gutter is None]
            )


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("orientation", ["portrait", "landscape"])
def test_backs_lie_behind_their_fronts(paper: str, flip: str, orientation: str) -> None:
    """Turn the paper over the edge: each back lies on its card, upright when the card is turned sideways."""
    sheet = Sheet(paper=paper, flip=flip, orientation=orientation)
    pages, found = made(len(plan(sheet, POKER).slots) - 1, sheet)  # type: ignore[union-attr]
    width, height = found.page
    upright = height > width
    over_vertical = upright == (flip == "long")  # the edge that the paper turns about stands upright
    front = {text.split()[1]: group for text, group in cards_of(pages[0])}
    back = {text.split()[1]: group for text, group in cards_of(pages[1])}
    for number, group in front.items():
        x, y = (group.transform or (0,) * 6)[4:]
        a, b, c, d, e, f = back[number].transform or (1, 0, 0, 1, 0, 0)
        corners = [(a * u + c * v + e, b * u + d * v + f) for u, v in ((0, 0), (63, 88))]
        # Seen through the paper from the front.
        seen = [(width - px, py) if over_vertical else (px, height - py) for px, py in corners]
        assert min(px for px, _ in seen) == pytest.approx(x)
        assert min(py for _, py in seen) == pytest.approx(y)
        assert max(px for px, _ in seen) == pytest.approx(x + 63)
        # Its top is behind the front's top: turned sideways, the card is upright.
        assert seen[0][1] < seen[1][1]


def test_an_offset_moves_all_backs_alike() -> None:
    plain, _ = made(5, Sheet())
    moved, _ = made(5, Sheet(back_offset=(0.7, -0.4)))
    assert dump(plain[0].drawing) == dump(moved[0].drawing)
    for (_, a), (_, b) in zip(cards_of(plain[1]), cards_of(moved[1]), strict=True):
        assert a.transform is not None
        assert b.transform is not None
        assert b.transform[4] - a.transform[4] == pytest.approx(0.7)
        assert b.transform[5] - a.transform[5] == pytest.approx(-0.4)
        assert a.clip == pytest.approx(b.clip)


def test_sheets_without_backs() -> None:
    for sheet in (Sheet(flip="none"), Sheet(backs="none")):
        assert not any(is_back(page) for page in made(20, sheet)[0])
    assert not any(is_back(page) for page in made(20, Sheet(), backs=False)[0])


def test_backs_may_come_last() -> None:
    pages, _ = made(20, Sheet(backs="separate"))
    assert [is_back(page) for page in pages] == [False] * 3 + [True] * 3


def test_a_card_without_a_back_leaves_its_slot_empty() -> None:
    cards = [Card(simple(1), simple(1, True)), Card(simple(2)), Card(simple(3), simple(3, True))]
    sheet = Sheet(orientation="portrait")
    found = plan(sheet, POKER)
    assert found is not None
    pages = list(impose(cards, found, sheet, LABELS, 3))
    assert [text for text, _ in cards_of(pages[1])] == ["back 1", "back 3"]
    front, back = dict(cards_of(pages[0])), dict(cards_of(pages[1]))
    assert front["front 3"].transform[4] == 210 - 63 - back["back 3"].transform[4]  # type: ignore[index]


def test_copies_are_drawn_once() -> None:
    card = Card(simple(1), simple(1, True), 12)
    found = plan(Sheet(), POKER)
    assert found is not None
    pages = list(impose([card], found, Sheet(), LABELS, 12))
    assert len(pages) == 4
    uses = [i for page in pages for _, card in cards_of(page) for i in card.items if isinstance(i, Use)]
    assert len(uses) == 24
    assert len({id(use.symbol) for use in uses}) == 2


@given(
    st.sampled_from(PAPERS),
    st.floats(20, 120),
    st.floats(20, 120),
    st.floats(0, 5),
    st.none() | st.floats(0, 12),
    st.floats(0, 15),
)
def test_nothing_overlaps_and_all_is_on_the_paper(
    paper: str, w: float, h: float, bleed: float, gutter: float | None, margin: float
) -> None:
    sheet = Sheet(paper=paper, bleed=bleed, gutter=gutter, margin=margin)
    found = plan(sheet, (w, h))
    if found is None:
        return
    boxes = [slot_box(found, index) for index in range(len(found.slots))]
    for index, (x, y, bw, bh) in enumerate(boxes):
        assert x >= margin - 1e-6
        assert y >= margin - 1e-6
        assert x + bw <= found.page[0] - margin + 1e-6
        assert y + bh <= found.page[1] - margin + 1e-6
        for ox, oy, ow, oh in boxes[:index]:
            assert x + bw <= ox + 1e-6 or ox + ow <= x + 1e-6 or y + bh <= oy + 1e-6 or oy + oh <= y + 1e-6
    for mark in crop_marks(found):
        assert isinstance(mark, Line)
        left, right = sorted((mark.x1, mark.x2))
        top, bottom = sorted((mark.y1, mark.y2))
        assert left >= 0
        assert bottom <= found.page[1] + 1e-6
        for x, y, bw, bh in boxes:  # outside all bleed
            assert right <= x + 1e-6 or left >= x + bw - 1e-6 or bottom <= y + 1e-6 or top >= y + bh - 1e-6


@given(
    st.sampled_from(["a4", "letter", "a3", "tabloid"]),
    st.floats(20, 120),
    st.floats(20, 120),
    st.floats(0, 5),
    st.none() | st.floats(0, 12),
    st.floats(0, 15),
)
def test_folded_halves_are_mirrored_and_nothing_overlaps(
    paper: str, w: float, h: float, bleed: float, gutter: float | None, margin: float
) -> None:
    found = plan(Sheet(paper=paper, bleed=bleed, gutter=gutter, margin=margin, backs="fold"), (w, h))
    if found is None:
        return
    width, height = found.page
    boxes = [slot_box(found, index) for index in range(len(found.slots))]
    if found.fold == "upright":
        behind = [(width - x - bw, y, bw, bh) for x, y, bw, bh in boxes]
    else:
        behind = [(x, height - y - bh, bw, bh) for x, y, bw, bh in boxes]
    for index, (x, y, bw, bh) in enumerate((*boxes, *behind)):
        assert x >= margin - 1e-6
        assert y >= margin - 1e-6
        assert x + bw <= width - margin + 1e-6
        assert y + bh <= height - margin + 1e-6
        for ox, oy, ow, oh in (*boxes, *behind)[:index]:
            assert x + bw <= ox + 1e-6 or ox + ow <= x + 1e-6 or y + bh <= oy + 1e-6 or oy + oh <= y + 1e-6
    fold = width / 2 if found.fold == "upright" else height / 2
    for x, y, bw, bh in boxes:
        assert (x + bw if found.fold == "upright" else y + bh) <= fold + 1e-6


def test_marks_stand_at_every_cut() -> None:
    _, found = made(9, Sheet(gutter=0.0))
    lines = [mark for mark in crop_marks(found) if isinstance(mark, Line)]
    xs = sorted({round(m.x1, 3) for m in lines if m.x1 == m.x2})
    assert xs == [10.5, 73.5, 136.5, 199.5]
    _, found = made(8, Sheet())
    xs = sorted({round(m.x1, 3) for m in crop_marks(found) if isinstance(m, Line) and m.x1 == m.x2})
    assert len(xs) == 8  # each card is cut on both sides


def test_marks_are_on_fronts_only() -> None:
    pages, _ = made(9, Sheet(footer=False))
    assert any(isinstance(item, Line) for item in walk(pages[0].drawing.items))
    assert not any(isinstance(item, Line) for item in walk(pages[1].drawing.items))
    assert not any(
        isinstance(i, Line) for i in walk(made(9, Sheet(footer=False, marks="none"))[0][0].drawing.items)
    )


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("gutter", [0.0, None])
def test_the_footer_names_the_page_and_measures(paper: str, gutter: float | None) -> None:
    pages, found = made(2 * 9 + 1, Sheet(paper=paper, gutter=gutter))
    for number, page in enumerate([p for p in pages if not is_back(p)], 1):
        footer, bar_group = page.drawing.items[-1], bar_of(page)
        assert isinstance(footer, Group)
        words = [item.text for item in footer.items if isinstance(item, TextRun)]
        total = len([p for p in pages if not is_back(p)])
        assert words[0] == f"Harbour of Lanterns · Travellers · page {number} of {total}"
        bar = next(item for item in bar_group.items if isinstance(item, Line))
        assert bar.x2 - bar.x1 == 100.0
        a, b, c, d, e, f = footer.transform or (1, 0, 0, 1, 0, 0)
        for item in (*footer.items, *bar_group.items):
            ends = [(item.x1, item.y1), (item.x2, item.y2)] if isinstance(item, Line) else [(item.x, item.y)]
            if isinstance(item, TextRun):
                ends.append((item.x + item.width, item.y))
            for u, v in ends:
                x, y = a * u + c * v + e, b * u + d * v + f
                assert 0 < x < found.page[0]
                assert 0 < y < found.page[1]
                boxes = (slot_box(found, i) for i in range(len(found.slots)))
                assert not any(bx < x < bx + w and by < y < by + h for bx, by, w, h in boxes)
    back = next(page for page in pages if is_back(page))
    assert any("over its long edge" in item.text for item in bar_of(back).items if isinstance(item, TextRun))


@pytest.mark.parametrize("paper", ["a5", "a4", "legal", "a3"])
@pytest.mark.parametrize("backs", ["fold", "interleaved"])
@pytest.mark.parametrize("orientation", ["portrait", "landscape"])
def test_the_footer_is_on_the_paper(paper: str, backs: str, orientation: str) -> None:
    sheet = Sheet(paper=paper, backs=backs, orientation=orientation)
    found = plan(sheet, (40.0, 50.0))
    assert found is not None
    cards = [Card(simple(1, size=(40, 50)), simple(1, True, size=(40, 50)), 3)]
    for page in impose(cards, found, sheet, Labels("A Long Title 1.0.0", "A Long Deck"), 3):
        runs = [item for group in (page.drawing.items[-1], bar_of(page)) for item in walk([group])]
        along = max(found.page) if bar_of(page).transform[1] else found.page[0]  # type: ignore[index]
        texts = sorted((i for i in runs if isinstance(i, TextRun)), key=lambda run: run.x)
        ends = [(run.x, run.x + run.width) for run in texts]
        assert ends[0][0] >= 7.9
        assert all(a[1] <= b[0] for a, b in pairwise(ends))
        assert ends[-1][1] <= along - 108.0


def test_a_long_footer_is_shortened() -> None:
    found = plan(Sheet(), POKER)
    assert found is not None
    page = next(impose(deck(1), found, Sheet(), Labels("Game " * 60, "Deck ☢"), 1))
    footer = page.drawing.items[-1]
    assert isinstance(footer, Group)
    first, caption = footer.items[0], bar_of(page).items[0]
    assert isinstance(first, TextRun)
    assert isinstance(caption, TextRun)
    assert first.text.endswith("…")
    assert first.x + first.width < caption.x


def test_the_first_page_is_in_the_outline() -> None:
    pages, _ = made(20, Sheet())
    marks = [[i.title for i in p.drawing.items if isinstance(i, Bookmark)] for p in pages]
    assert marks == [["Travellers"], [], [], [], [], []]


# --- grids, marks, folds, orders ---


def lines_of(page: Page) -> list[Line]:
    return [item for item in walk(page.drawing.items) if isinstance(item, Line)]


@pytest.mark.parametrize("grid", [(2, 2), (1, 3), (3, 1), (4, 2)])
def test_a_grid_is_exact(grid: tuple[int, int]) -> None:
    found = plan(Sheet(grid=grid), POKER)
    assert found is not None
    assert (found.columns, found.rows, len(found.slots)) == (*grid, grid[0] * grid[1])


def test_a_grid_too_large_says_what_fits() -> None:
    report = Collector()
    assert check_deck(Sheet(grid=(5, 3)), deck(1), "d", None, report) is None
    (problem,) = report.found
    assert problem.code == "PCG0777"
    assert "4 x 2" in problem.hint


def test_lines_run_along_every_cut_over_the_whole_page() -> None:
    pages, _ = made(9, Sheet(gutter=0.0, marks="lines", footer=False))
    lines = lines_of(pages[0])
    assert len(lines) == 8
    assert all(abs(line.x1 - line.x2) + abs(line.y1 - line.y2) > 3 * 63 for line in lines)
    assert {round(line.x1, 3) for line in lines if line.x1 == line.x2} == {10.5, 73.5, 136.5, 199.5}
    assert not lines_of(pages[1])


def test_registration_marks_are_the_same_on_both_sides_but_for_the_offset() -> None:
    sheet = Sheet(registration=True, marks="none", footer=False, back_offset=(0.5, -0.25))
    pages, found = made(8, sheet)
    front, back = pages
    targets = [item for item in walk(front.drawing.items) if isinstance(item, Circle)]
    assert len(targets) == 4
    width, height = found.page
    for circle in targets:  # mirrored either way they are themselves
        places = [(c.x, c.y) for c in targets]
        assert any((width - circle.x, circle.y) == pytest.approx(place) for place in places)
        assert any((circle.x, height - circle.y) == pytest.approx(place) for place in places)
        boxes = (slot_box(found, index) for index in range(len(found.slots)))
        assert not any(x - 2 < circle.x < x + w + 2 and y - 2 < circle.y < y + h + 2 for x, y, w, h in boxes)
        assert 2 < circle.x < width - 2
    marks = back.drawing.items[-1]
    assert isinstance(marks, Use)
    (moved,) = marks.symbol.items
    assert isinstance(moved, Group)
    assert moved.transform == (1, 0, 0, 1, 0.5, -0.25)
    assert [item for item in moved.items if isinstance(item, Circle)] == targets


@pytest.mark.parametrize("paper", PAPERS)
def test_a_fold_has_fronts_on_one_side_and_backs_on_the_other(paper: str) -> None:
    pages, found = made(3, Sheet(paper=paper, backs="fold"))
    assert found.fold
    assert not any(is_back(page) for page in pages)
    axis = 0 if found.fold == "upright" else 1
    for text, group in cards_of(pages[0]):
        assert group.transform is not None
        start = group.transform[4 + axis]
        assert (start < found.page[axis] / 2) == text.startswith("front")
    dashed = [line for line in lines_of(pages[0]) if line.ink.dash]
    assert len(dashed) == 1
    ends = (dashed[0].x1, dashed[0].x2) if axis == 0 else (dashed[0].y1, dashed[0].y2)
    assert ends == (found.page[axis] / 2, found.page[axis] / 2)
    # Marks stand where nothing is printed.
    for line in lines_of(pages[0]):
        for index in range(len(found.slots)):
            x, y, w, h = slot_box(found, index)
            assert not (x < line.x1 < x + w and y < line.y1 < y + h)


def test_backs_that_come_last_may_be_in_either_order() -> None:
    texts = [
        [next(cards_of(page))[0] for page in made(20, Sheet(backs="separate", reverse=reverse))[0]]
        for reverse in (False, True)
    ]
    assert texts[0] == ["front 1", "front 9", "front 17", "back 1", "back 9", "back 17"]
    assert texts[1] == ["front 1", "front 9", "front 17", "back 17", "back 9", "back 1"]


@pytest.mark.parametrize("backs", ["interleaved", "separate"])
def test_printers_that_print_both_sides_stay_in_step(backs: str) -> None:
    """A page of cards without backs is followed by an empty back page, if others have backs."""
    sheet = Sheet(backs=backs)
    found = plan(sheet, POKER)
    assert found is not None
    cards = [Card(simple(1), None, 8), Card(simple(2), simple(2, True), 8)]
    pages = list(impose(cards, found, sheet, LABELS, 16, both=True))
    assert [is_back(p) for p in pages] == (
        [False, True] * 2 if backs == "interleaved" else [False] * 2 + [True] * 2
    )
    blank = next(page for page in pages if is_back(page))
    assert not list(cards_of(blank))


def test_each_deck_of_a_file_is_in_the_outline_and_the_footer() -> None:
    found = plan(Sheet(), POKER)
    assert found is not None
    cards = [Card(simple(n), simple(n, True), 5, "One" if n < 3 else "Two") for n in range(1, 5)]
    pages = list(impose(cards, found, Sheet(), LABELS, 20, both=True))
    fronts = [page for page in pages if not is_back(page)]
    marks = [[i.title for i in p.drawing.items if isinstance(i, Bookmark)] for p in fronts]
    assert marks == [["One"], ["Two"], []]
    said = [next(i.text for i in walk([page.drawing.items[-1]]) if isinstance(i, TextRun)) for page in fronts]
    assert [text.split(" · ")[1] for text in said] == ["One", "One, Two", "Two"]
    # Backs are those of their cards, also where decks meet.
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        assert [t.split()[1] for t, _ in cards_of(front)] == [t.split()[1] for t, _ in cards_of(back)]


@pytest.mark.parametrize(
    ("sheet", "scale", "code"),
    [
        (Sheet(back_offset=(10.0, 0.0)), 1.0, None),
        (Sheet(back_offset=(11.0, 0.0)), 1.0, "PCG0778"),
        (Sheet(back_offset=(0.0, -12.0)), 1.0, "PCG0778"),
        (Sheet(back_offset=(11.0, 0.0), flip="none"), 1.0, None),
        (Sheet(), 1.07, None),
        (Sheet(), 1.08, "PCG0778"),
        (Sheet(), 0.9, None),
        (Sheet(back_offset=(5.0, 0.0)), 1.05, "PCG0778"),
        (Sheet(backs="fold"), 1.1, "PCG0778"),
    ],
)
def test_cards_must_stay_on_the_paper(sheet: Sheet, scale: float, code: str | None) -> None:
    report = Collector()
    found = check_deck(sheet, deck(1), "d", None, report, scale)
    assert [problem.code for problem in report.found] == ([code] if code else [])
    assert (found is None) == bool(code)


# --- mistakes ---


def told(sheet: Sheet, cards: list[Card]) -> list[str]:
    report = Collector()
    found = check_deck(sheet, cards, "d", None, report)
    assert (found is None) == bool(report.found) or not cards
    return [problem.code for problem in report.found]


def test_what_can_not_be_printed() -> None:
    assert told(Sheet(), deck(3)) == []
    assert told(Sheet(), []) == []
    assert told(Sheet(), [*deck(1), Card(simple(2, size=(63.5, 88.9)))]) == ["PCG0742"]
    assert told(Sheet(), [Card(simple(1), simple(1, True, size=(88, 63)))]) == ["PCG0742"]
    assert told(Sheet(), [Card(simple(1, bleed=2))]) == ["PCG0743"]
    assert told(Sheet(), [Card(simple(1), simple(1, True, bleed=0))]) == ["PCG0743"]
    assert told(Sheet(bleed=0), [Card(simple(1, bleed=0))]) == []
    assert told(Sheet(), [Card(simple(1, size=(250, 300)))]) == ["PCG0741"]


def sheets(text: str) -> tuple[dict[str, Sheet], list[str]]:
    report = Collector()
    document = parse_yaml(text, "sheets.yaml", report)
    assert isinstance(document, Document)
    return load_sheets([document], report), [problem.code for problem in report.found]


def test_sheets_of_packs_add_to_those_of_the_game() -> None:
    report = Collector()
    texts = (
        "sheets:\n  home: {gutter: 2}\n  bits: {share: true}\n",
        "sheets:\n  home: {gutter: 4}\n  more: {extends: bits, rows: 2}\n",
    )
    found = load_sheets([d for text in texts if (d := parse_yaml(text, "sheets.yaml", report))], report)
    assert not report.found
    assert (found["home"].gutter, found["bits"].share, found["more"].share, found["more"].rows) == (
        4.0,
        True,
        True,
        2,
    )


def test_sheets_are_read() -> None:
    found, problems = sheets(
        "sheets:\n  home: {extends: compact, back_offset: [0.5, 1], paper: letter}\n  x: {gutter: auto}\n"
    )
    assert not problems
    assert found["home"] == replace(found["compact"], back_offset=(0.5, 1.0), paper="letter", fixed=True)
    assert found["compact"].gutter == 0.0
    assert found["x"].gutter is None
    assert found["default"] == Sheet()
    assert [name for name, sheet in found.items() if sheet.fixed] == ["a4", "letter", "a3", "tabloid", "home"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[]", "PCG0740"),
        ("sheets: {a: 3}", "PCG0740"),
        ("sheets: {a: {extends: nothing}}", "PCG0740"),
        ("sheets: {a: {paper: a9}}", "PCG0702"),
        ("sheets: {a: {flip: left}}", "PCG0702"),
        ("sheets: {a: {grid: 3}}", "PCG0702"),
        ("sheets: {a: {grid: 0x3}}", "PCG0702"),
        ("sheets: {a: {marks: true}}", "PCG0702"),
        ("sheets: {a: {bleed: -1}}", "PCG0702"),
        ("sheets: {a: {bleed: 5.5}}", "PCG0702"),
        ("sheets: {a: {back_offset: 3}}", "PCG0702"),
        ("sheets: {a: {color: grey}}", "PCG0702"),
        ("sheets: {a: {gutter: -1}}", "PCG0702"),
        ("sheets: {a: {bleedd: 1}}", "PCG0701"),
        ("sheet: {}", "PCG0701"),
    ],
)
def test_mistakes_in_sheets(text: str, code: str) -> None:
    assert sheets(text)[1] == [code]
