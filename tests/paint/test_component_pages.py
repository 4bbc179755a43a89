"""Pages of components: they look as kept, backs lie behind fronts, pieces are as large as they should be."""

from __future__ import annotations

import math
from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pypdfium2
import pytest
from component_pages import GAME, KEPT, open_game, outputs, pages, small
from component_pages import names as kept_names
from PIL import Image, ImageChops, ImageStat

from pycardgen.check import check_game
from pycardgen.check.counts import bill
from pycardgen.diagnostics import Collector
from pycardgen.layout.components.outlines import outline
from pycardgen.layout.display import Circle, Drawing, Group, Ink, Item, Line, Polygon, Rect, TextRun, walk
from pycardgen.model.components import PiecesJob
from pycardgen.model.load import load_game
from pycardgen.paint.components.pieces import Form, Piece, pages_of, planned
from pycardgen.paint.jobs import KINDS, function_of, print_job
from pycardgen.paint.page import Page
from pycardgen.paint.press import sheet_of

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}


@pytest.mark.parametrize("name", sorted(path.stem for path in KEPT.iterdir()))
def test_pages_look_as_kept(name: str) -> None:
    page, kept = small(outputs("a4")[f"png/{name}.png"]), Image.open(KEPT / f"{name}.png")
    assert page.size == kept.size
    difference = ImageChops.difference(page, kept)
    assert ImageStat.Stat(difference).mean[0] < 0.6
    tenth = difference.resize((page.width // 10, page.height // 10), Image.Resampling.BOX)
    assert tenth.getextrema()[1] < 24, "a part of the page looks different"  # type: ignore[operator]


def test_there_is_a_picture_of_every_file() -> None:
    assert {path.stem for path in KEPT.iterdir()} == set(kept_names())


def test_the_same_bytes_every_time() -> None:
    first = dict(outputs("a4"))
    outputs.cache_clear()
    again = outputs("a4")
    assert first.keys() == again.keys()
    assert [path for path in first if first[path] != again[path]] == []


@pytest.mark.parametrize("paper", PAPERS)
def test_every_page_is_on_the_paper(paper: str) -> None:
    for path, data in outputs(paper).items():
        if path.startswith("pdf/"):
            for page in pypdfium2.PdfDocument(data):
                size = sorted(v * 25.4 / 72 for v in page.get_size())
                assert size == pytest.approx(sorted(PAPERS[paper]), abs=0.01), path


def test_a_second_build_takes_what_the_first_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import pycardgen.paint.incremental as incremental

    monkeypatch.setenv("PYCARDGEN_CACHE_DIR", str(tmp_path))
    drawn: list[str] = []
    real = incremental.compose

    def counting(*args: object) -> object:
        drawn.append("")
        return real(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(incremental, "compose", counting)
    made = []
    for _ in range(2):
        press, jobs, _ = open_game("a4")
        made.append([o.data for name in ("buoys", "dice") for o in print_job(press, jobs[name], {"pdf"})])
        drawn.append("|")
    first, second, _ = "".join(d or "x" for d in drawn).split("|")
    assert len(first) >= 6
    assert second == ""
    assert made[0] == made[1]


# --- two sides ---


def placed(page: Page) -> list[tuple[float, float, Group, bool]]:
    """Where each piece of a page lies, in its slot's order, and whether it stands on its head."""
    found = []
    for item in page.drawing.items:
        if isinstance(item, Group) and item.transform and isinstance(item.items[0], Group):
            a, _, _, _, e, f = item.transform
            if item.items[0].clip or item.items[0].outline:
                found.append((e, f, item.items[0], a < 0))
    return found


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("sheet", ["default", "short-edge"])
@pytest.mark.parametrize("name", ["buoys", "reefs"])
def test_backs_lie_behind_their_fronts(name: str, sheet: str, paper: str) -> None:
    found = pages(name, paper, sheet)
    assert len(found) % 2 == 0
    for front, back in zip(found[::2], found[1::2], strict=True):
        assert back.label == f"{front.label} back"
        width, height = front.drawing.width, front.drawing.height
        sideways = (height >= width) == (sheet == "default")
        fronts, backs = placed(front), placed(back)
        assert len(fronts) == len(backs) > 0
        w, h = (28.0, 28.0) if name == "buoys" else (60.0, 69.28)
        for (x, y, shape, _), (bx, by, behind, turned) in zip(fronts, backs, strict=True):
            assert turned != sideways
            left, top = (bx - w, by - h) if turned else (bx, by)
            seen = (width - left - w, top) if sideways else (left, height - top - h)
            assert seen == pytest.approx((x, y), abs=1e-3)
            # Both are cut to the same outline, seen through the paper.
            assert {_rounded(p) for p in shape.outline} == {
                _rounded((w - px, py)) for px, py in behind.outline
            }
            assert shape.clip == behind.clip


def _rounded(point: tuple[float, float]) -> tuple[float, float]:
    return round(point[0], 3) + 0.0, round(point[1], 3) + 0.0


@pytest.mark.parametrize("paper", PAPERS)
def test_folded_sheets_meet_at_the_fold(paper: str) -> None:
    (page,) = pages("signs", paper)
    found = placed(page)
    assert len(found) == 10
    middle = page.drawing.height / 2
    for (x, y, _, upright), (bx, by, _, turned) in zip(found[:5], found[5:], strict=True):
        assert not upright
        assert turned
        assert bx - 30.0 == pytest.approx(x)
        assert (by - middle) == pytest.approx(middle - y)  # the back's foot is behind the front's head
        assert y + 30.0 < middle


def test_the_offset_of_a_printer_moves_backs(tmp_path: Path) -> None:
    import shutil

    folder = tmp_path / "game"
    shutil.copytree(GAME, folder)
    (folder / "sheets.yaml").write_text("sheets:\n  mine: {extends: default, back_offset: [0.7, -0.4]}\n")
    text = (folder / "game.yaml").read_text().replace("size: 28}", "size: 28, sheet: mine}")
    (folder / "game.yaml").write_text(text)
    press, jobs, report = open_game("a4", folder)
    from pycardgen.paint.components.pieces import piece_pages

    moved, plain = list(piece_pages(press, jobs["buoys"])), pages("buoys")
    assert not report.found
    for (x, y, _, _), (mx, my, _, _) in zip(placed(plain[1]), placed(moved[1]), strict=True):
        assert (mx - x, my - y) == pytest.approx((0.7, -0.4))
    assert [p[:2] for p in placed(plain[0])] == [p[:2] for p in placed(moved[0])]


def test_texts_of_a_group_have_one_size_on_all_pieces(tmp_path: Path) -> None:
    import shutil

    folder = tmp_path / "game"
    shutil.copytree(GAME, folder)
    text = (
        (folder / "layouts/reef.yaml").read_text().replace("style: title,", "style: title, fit_group: names,")
    )
    text = text.replace("size: [44, 8]", "size: [14, 8]")
    (folder / "layouts/reef.yaml").write_text(text)
    press, jobs, report = open_game("a4", folder)
    pdf = next(o.data for o in print_job(press, jobs["reefs"], {"pdf"}))
    assert not report.found
    page = pypdfium2.PdfDocument(pdf)[0].get_textpage()
    heights = set()
    for word in ("Shallows", "Deep water"):
        index, _ = page.search(word).get_next()
        heights.add(round(page.get_charbox(index, loose=True)[3] - page.get_charbox(index, loose=True)[1], 2))
    assert len(heights) == 1


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("shape", "size"), [("round", (25.0, 25.0)), ("hex", (60.0, 69.28))])
@pytest.mark.parametrize("fold", [False, True])
def test_every_count_of_pieces(paper: str, shape: str, size: tuple[float, float], fold: bool) -> None:
    """None, one, a page less one, a page, one more, two pages: fronts and backs, none lost or doubled."""
    press, jobs, _ = open_game(paper)
    form = outline(shape, *size)
    for more in (-2, -1, 0, 1, 2):
        run = planned(press, jobs["buoys"].job, sheet_of(press, None), Form(form, 2.0), shape, fold)
        assert run is not None
        slots = len(run.slots)
        count = {-2: 0, -1: slots - 1, 0: slots, 1: slots + 1, 2: 2 * slots}[more]
        front, back = (Drawing(*size, (Rect(-2, -2, 99, 99, Ink(color)),), 2.0, color) for color in COLORS)
        found = list(pages_of(run, [Piece(front, back, count)], count))
        assert len(found) == -(-count // slots) * (1 if fold else 2)
        shown = [placed(page) for page in found]
        assert sum(map(len, shown)) == 2 * count
        for pieces, page in zip(shown, found, strict=True):
            for x, y, _, turned in pieces:
                left, top = (x - size[0], y - size[1]) if turned else (x, y)
                assert left >= 5.0 - 1e-6
                assert top >= 5.0 - 1e-6
                assert left + size[0] <= page.drawing.width - 5.0 + 1e-6
                assert top + size[1] <= page.drawing.height - 5.0 + 1e-6


COLORS = ("#aa0000", "#0000aa")


@pytest.mark.parametrize(("name", "edge"), [("buoys", True), ("signs", False), ("dice", False)])
def test_files_with_backs_say_so_to_printers(name: str, edge: bool) -> None:
    assert (b"/DuplexFlipLongEdge" in outputs("a4")[f"pdf/{name}.pdf"]) is edge


# --- marks ---


@pytest.mark.parametrize("paper", PAPERS)
def test_rectangles_with_bleed_have_crop_marks_as_cards_have(paper: str) -> None:
    for page in pages("boat-mats", paper):
        assert not [i for i in page.drawing.items if isinstance(i, Rect) and i.ink.stroke == "#000000"]
        width, height = page.drawing.width, page.drawing.height
        bleeds = []
        for x, y, inner, _ in placed(page):
            assert inner.clip
            left, top, w, h, _ = inner.clip
            bleeds.append(
                (x + left, y + top, x + left + w, y + top + h, x, y, x + w + 2 * left, y + h + 2 * top)
            )
        lines = [i for i in page.drawing.items if isinstance(i, Line) and i.ink.width == 0.1]
        xs = {round(v, 3) for box in bleeds for v in (box[4], box[6])}
        ys = {round(v, 3) for box in bleeds for v in (box[5], box[7])}
        assert {round(i.x1, 3) for i in lines if i.x1 == i.x2} == xs
        assert {round(i.y1, 3) for i in lines if i.y1 == i.y2} == ys
        for line in lines:
            assert min(line.x1, line.x2, line.y1, line.y2) >= 3.0 - 1e-6
            assert max(line.x1, line.x2) <= width - 3.0 + 1e-6
            assert max(line.y1, line.y2) <= height - 10.0 + 1e-6, "it is clear of the foot"
            for box in bleeds:
                beside = line.x2 <= box[0] or line.x1 >= box[2] or line.y2 <= box[1] or line.y1 >= box[3]
                assert beside, "marks stand outside the bleed"


def test_registration_marks_of_both_sides_lie_on_each_other(tmp_path: Path) -> None:
    import shutil

    folder = tmp_path / "game"
    shutil.copytree(GAME, folder)
    (folder / "sheets.yaml").write_text("sheets:\n  mine: {extends: default, registration: true}\n")
    text = (folder / "game.yaml").read_text().replace("size: 28}", "size: 28, sheet: mine}")
    (folder / "game.yaml").write_text(text)
    press, jobs, report = open_game("a4", folder)
    front, back = list(function_of(KINDS[PiecesJob], "piece_pages")(press, jobs["buoys"]))
    assert not report.found
    width, height = front.drawing.width, front.drawing.height
    shown = [
        {(round(i.x, 3), round(i.y, 3)) for i in page.drawing.items if isinstance(i, Circle)}
        for page in (front, back)
    ]
    assert len(shown[0]) == 4
    assert shown[1] == {(round(width - x, 3), y) for x, y in shown[0]}
    assert shown[1] == {(x, round(height - y, 3)) for x, y in shown[0]}
    runs = [i for i in front.drawing.items if isinstance(i, TextRun)]
    for x, _ in shown[0]:
        assert all(run.x > x + 2.0 or run.x + run.width < x - 2.0 for run in runs if run.y > height - 12.0)
    plain = pages("buoys")[0]
    assert not [i for i in plain.drawing.items if isinstance(i, Circle)]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", ["boats", "dice", "order-box", "tracks"])
def test_what_is_cut_from_one_side_keeps_off_the_edge_of_the_paper(name: str, paper: str) -> None:
    for page in pages(name, paper):
        lines = [i for i in walk(page.drawing.items) if isinstance(i, Group) and i.transform]
        assert lines
        assert min(i.transform[4] for i in lines if i.transform and i in page.drawing.items) >= 8.0 - 1e-6
        assert min(i.transform[5] for i in lines if i.transform and i in page.drawing.items) >= 8.0 - 1e-6


# --- sizes ---


def test_outlines_have_the_size_that_was_asked_for() -> None:
    cuts = [i for i in pages("buoys")[0].drawing.items if isinstance(i, Rect) and i.ink.stroke == "#000000"]
    assert len(cuts) == 24
    assert {(r.w, r.h, r.radius) for r in cuts} == {(28.0, 28.0, 14.0)}
    hexes = [
        i for i in pages("reefs")[0].drawing.items if isinstance(i, Polygon) and i.ink.stroke == "#000000"
    ]
    assert len(hexes) == 9
    for shape in hexes:
        xs, ys = [x for x, _ in shape.points], [y for _, y in shape.points]
        assert max(xs) - min(xs) == pytest.approx(60.0)
        assert max(ys) - min(ys) == pytest.approx(69.28)


def test_a_sticker_is_cut_to_a_tenth_of_a_millimetre() -> None:
    """Measured on the page as it is printed, at 10 pixels a millimetre."""
    press, jobs, _ = open_game("a4")
    pdf = next(o.data for o in print_job(press, jobs["die-stickers"], {"pdf"}))
    image = pypdfium2.PdfDocument(pdf)[0].render(scale=254 / 72).to_pil().convert("L")
    (page,) = pages("die-stickers")
    strip = page.drawing.items[1]  # after the bookmark
    assert isinstance(strip, Group)
    assert strip.transform is not None
    x, y = strip.transform[4] * 10, (strip.transform[5] + 4.0) * 10
    row = [image.getpixel((px, round(y + 70))) for px in range(round(x) - 15, round(x) + 160)]
    dark = [px - 15 for px, value in enumerate(row) if value < 40]  # type: ignore[operator]
    edges = [dark[0], *(b for a, b in pairwise(dark) if b - a > 100)]
    assert edges[0] == pytest.approx(0, abs=1)
    assert edges[1] == pytest.approx(140, abs=1)


def texts(items: tuple[Item, ...]) -> list[str]:
    return [item.text for item in walk(items) if isinstance(item, TextRun)]


def written(paper: str, name: str) -> list[str]:
    """The text of each page of a file, as a PDF reader sees it."""
    document = pypdfium2.PdfDocument(outputs(paper)[f"pdf/{name}.pdf"])
    return [page.get_textpage().get_text_bounded() for page in document]


@pytest.mark.parametrize("paper", PAPERS)
def test_pieces_are_printed_as_often_as_they_should_be(paper: str) -> None:
    fronts = "".join(text.partition("The Bay")[0] for text in written(paper, "buoys")[::2])
    assert (fronts.count("1"), fronts.count("2")) == (14, 10)
    backs = "".join(written(paper, "buoys")[1::2]).upper()
    assert backs.count("RED BUOY") == 14
    assert backs.count("GREEN BUOY") == 10
    reefs = "".join(written(paper, "reefs"))
    assert (reefs.count("Shallows"), reefs.count("Deep water")) == (5, 4)
    numbers = "".join(written(paper, "numbers"))
    assert all(name in numbers for name in ("Four", "Eight", "Ten", "Twelve", "Twenty"))
    boats = "".join(written(paper, "boats"))
    assert all(boats.count(name) == 1 for name in ("Gull", "Tern", "Heron"))  # on the bases


@pytest.mark.parametrize("paper", PAPERS)
def test_pads_are_alike_and_apart(paper: str) -> None:
    assert len(pages("log", paper)) == 2
    for page in pages("log", paper):
        placed_ = [i for i in page.drawing.items if isinstance(i, Group) and i.transform and i.clip]
        assert len(placed_) == 4
        w, h = placed_[0].clip[2:4]  # type: ignore[index]
        corners = [i.transform[4:] for i in placed_ if i.transform]
        assert len({(round(x, 3), round(y, 3)) for x, y in corners}) == 4
        for x, y in corners:
            assert x >= -1e-6
            assert y >= -1e-6
            assert x + w <= page.drawing.width + 1e-6
            assert y + h <= page.drawing.height + 1e-6
        assert w / h == pytest.approx(130 / 180)


# --- boards over several pages ---


@pytest.mark.parametrize("paper", PAPERS)
def test_pages_of_a_board_show_all_of_it(paper: str) -> None:
    plan, *rest = pages("sea", paper)
    assert "380 x 520 mm" in " ".join(texts(plan.drawing.items))
    shown = []
    for page in rest:
        window = next(i for i in walk(page.drawing.items) if isinstance(i, Group) and i.clip)
        inner = window.items[0]
        assert isinstance(inner, Group)
        assert inner.transform is not None
        assert window.clip is not None
        shown.append((-inner.transform[4], -inner.transform[5], window.clip[2], window.clip[3]))
    assert min(x for x, _, _, _ in shown) == 0.0
    assert max(x + w for x, _, w, _ in shown) == pytest.approx(380.0)
    assert max(y + h for _, y, _, h in shown) == pytest.approx(520.0)
    area = sum(w * h for _, _, w, h in shown)
    assert area > 380 * 520
    columns = sorted({round(x, 3) for x, _, _, _ in shown})
    width = shown[0][2]
    assert all(b - a == pytest.approx(width - 12.0, abs=0.01) for a, b in pairwise(columns))


def test_a_board_is_as_large_as_its_spaces_should_be() -> None:
    rest = pages("bay-poster")[1:]
    labels = [page for page in rest if "A01" in texts(page.drawing.items)]
    assert labels
    hexes = [i for i in walk(labels[0].drawing.items) if isinstance(i, Polygon) and len(i.points) == 6]
    scale = _scale_of(labels[0], hexes[0])
    ys = [y for _, y in hexes[0].points]
    assert (max(ys) - min(ys)) * scale == pytest.approx(40.0, abs=0.1)


def _scale_of(page: Page, wanted: Item) -> float:
    """By how much an item of a page is scaled in all."""

    def search(items: tuple[Item, ...], scale: float) -> Iterator[float]:
        for item in items:
            if item is wanted:
                yield scale
            elif isinstance(item, Group):
                a, b = (item.transform or (1.0, 0.0))[:2]
                yield from search(item.items, scale * math.hypot(a, b))
            elif hasattr(item, "symbol"):
                yield from search(item.symbol.items, scale * item.scale)

    return next(search(page.drawing.items, 1.0))


def test_boards_that_fit_stay_whole() -> None:
    assert len(pages("bay-map")) == 1


# --- the guide ---


@pytest.mark.parametrize("paper", PAPERS)
def test_the_guide_tells_of_every_file(paper: str) -> None:
    text = "\n".join(written(paper, "print-guide"))
    files = {path for path in outputs(paper) if path.startswith("pdf/")} - {"pdf/print-guide.pdf"}
    assert len(files) >= 14
    assert [path for path in files if path not in text] == []
    assert ("A4" if paper == "a4" else "Letter") in text
    assert "24 pieces" in text
    assert "36 cards" in text
    assert "turn it over its long edge" in text
    assert "not printed" in text
    assert "by the plan" in text
    boats = text[text.index("Boat Mats") :]
    assert "by the plan" not in boats[: boats.index("pdf/", 40)]


def test_the_guide_sets_parts_of_a_line_apart() -> None:
    document = pypdfium2.PdfDocument(outputs("a4")["pdf/print-guide.pdf"])
    page = document[len(document) - 1].get_textpage()

    def left(words: str) -> float:
        index, _ = page.search(words, match_case=True).get_next()
        return page.get_charbox(index)[0]

    assert left("Red buoys") > left("Buoys") + 10


def test_the_guide_counts_sheets() -> None:
    text = "\n".join(written("a4", "print-guide"))
    stickers = next(line for line in text.splitlines() if line.startswith("Self-adhesive"))
    assert stickers
    orders = pypdfium2.PdfDocument(outputs("a4")["pdf/orders.pdf"])
    assert f"{len(orders)} pages on {len(orders) // 2} sheets of A4, on both sides" in text


def test_the_guide_shows_each_first_page() -> None:
    document = pypdfium2.PdfDocument(outputs("a4")["pdf/print-guide.pdf"])
    image = document[0].render(scale=1).to_pil().convert("L")
    # The pictures stand at the left: there is ink of every shade.
    column = image.crop((42, 300, 140, 800))
    assert ImageStat.Stat(column).stddev[0] > 30


# --- the bill of materials, and the game itself ---


def test_what_components_print_is_counted() -> None:
    game = load_game(GAME, Collector())
    assert game is not None
    lines = {line.of: (line.found, line.printed) for line in bill(game)}
    assert lines["Buoy"] == (24, 24)
    assert lines["Reef"] == (9, 9)
    assert lines["Boat"] == (3, 6)  # as figures, and as boards
    assert lines["WindDie"] == (3, 3)  # to fold, or as stickers
    assert lines["Order"] == (36, 36)


def test_the_game_has_no_errors() -> None:
    assert [d for d in check_game(GAME) if d.severity.name == "ERROR"] == []


def test_pictures_are_what_a_reader_shows() -> None:
    image = Image.open(BytesIO(outputs("a4")["png/dice-01.png"]))
    assert image.size == (1241, 1754)
