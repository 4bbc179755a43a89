"""Printed sheets as pictures: cards have their size, and backs lie behind their fronts through the paper."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pypdf
import pypdfium2
import pytest
from PIL import Image as Pil
from PIL import ImageOps

from pycardgen.layout.display import Drawing, Ink, Rect
from pycardgen.paint.calibration import calibration_pages
from pycardgen.paint.impose import impose
from pycardgen.paint.marks import Labels
from pycardgen.paint.page import Info, Page
from pycardgen.paint.pdf import paint_pdf
from pycardgen.paint.sheets import Card, Plan, Sheet, plan

SCALE = 4
"""Pixels a millimetre."""

SIZES = {
    "poker": (63.0, 88.0),
    "bridge": (57.0, 89.0),
    "mini": (44.0, 68.0),
    "euro": (59.0, 92.0),
    "tarot": (70.0, 120.0),
    "square": (70.0, 70.0),
    "custom": (33.5, 51.25),
}


def card(number: int, size: tuple[float, float] = SIZES["poker"], bleed: float = 3.0) -> Card:
    """A card of a colour of its own on both sides; its upper third is darker."""
    w, h = size
    light, dark = (
        f"#{(number * 53) % 200 + 50:02x}ff{(number * 31) % 200 + 50:02x}",
        f"#{number * 16:02x}0000",
    )
    ground = Rect(-bleed, -bleed, w + 2 * bleed, h + 2 * bleed, Ink(light))
    side = Drawing(w, h, (ground, Rect(0, 0, w, h / 3, Ink(dark))), bleed, str(number))
    return Card(side, side)


def printed(
    sheet: Sheet, count: int, size: tuple[float, float] = SIZES["poker"], scale: float = 1.0
) -> bytes:
    found = plan(sheet, size)
    assert found is not None
    pages = impose([card(n, size) for n in range(count)], found, sheet, Labels("Game", "Deck"), count)
    return paint_pdf((replace(page, scale=scale) for page in pages), Info("Deck"))


def pictures(data: bytes, scale: int = SCALE) -> list[Pil.Image]:
    document = pypdfium2.PdfDocument(data)
    return [page.render(scale=scale * 25.4 / 72).to_pil().convert("RGB") for page in document]


def middle(found: Plan, index: int, down: float = 0.5) -> tuple[float, float]:
    """A point of a slot in mm: in its middle, `down` of the way from its top."""
    x, y = found.slots[index]
    return x + found.card[0] / 2, y + found.card[1] * down


def color(image: Pil.Image, x: float, y: float) -> tuple[int, int, int]:
    found = image.getpixel((round(x * SCALE), round(y * SCALE)))
    assert isinstance(found, tuple)
    return found[0], found[1], found[2]


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "tabloid"])
@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("orientation", ["portrait", "landscape"])
def test_through_the_paper_each_back_is_that_of_its_front(paper: str, flip: str, orientation: str) -> None:
    offset = (1.5, -1.0)
    sheet = Sheet(paper=paper, flip=flip, orientation=orientation, back_offset=offset, footer=False)
    found = plan(sheet, SIZES["poker"])
    assert found is not None
    count = len(found.slots) - 1
    front, back = pictures(printed(sheet, count))
    upright = front.height > front.width
    # The paper is turned over an edge: an upright page about its side if that is the long one.
    about_side = upright == (flip == "long")
    through = ImageOps.mirror(back) if about_side else ImageOps.flip(back)
    # Turned about the side the offset to the right is seen to the left.
    dx, dy = (-offset[0], offset[1]) if about_side else (offset[0], -offset[1])
    for index in range(count):
        for down in (0.5, 0.95, 0.05):  # the upper part of the back is behind that of the front
            x, y = middle(found, index, down)
            assert color(front, x, y) == color(through, x + dx, y + dy), (index, down)
    assert color(through, *middle(found, count)) == (255, 255, 255)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("size", ["poker", "mini", "square", "tarot"])
def test_folded_backs_lie_behind_their_fronts(paper: str, size: str) -> None:
    sheet = Sheet(paper=paper, backs="fold", footer=False)
    found = plan(sheet, SIZES[size])
    assert found is not None
    count = len(found.slots)
    (page,) = pictures(printed(sheet, count, SIZES[size]))
    folded = ImageOps.mirror(page) if found.fold == "upright" else ImageOps.flip(page)
    for index in range(count):
        for down in (0.5, 0.95, 0.05):
            point = middle(found, index, down)
            assert color(page, *point) == color(folded, *point) != (255, 255, 255)


def extent(image: Pil.Image, per_mm: int) -> tuple[float, float, float, float]:
    """The left, top, right and bottom of what isn't white, in mm."""
    box = ImageOps.invert(image.convert("L")).point(lambda v: 255 if v > 60 else 0).getbbox()
    assert box is not None
    return box[0] / per_mm, box[1] / per_mm, box[2] / per_mm, box[3] / per_mm


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("size", list(SIZES))
def test_cards_have_their_size_to_a_tenth_of_a_millimetre(paper: str, size: str) -> None:
    w, h = SIZES[size]
    sheet = Sheet(paper=paper, bleed=0.0, gutter=10.0, columns=1, rows=1, marks="none", footer=False)
    side = Drawing(w, h, (Rect(0, 0, w, h, Ink("#000000")),), 0.0, "x")
    found = plan(sheet, (w, h))
    assert found is not None
    data = paint_pdf(impose([Card(side)], found, sheet, Labels("", ""), 1), Info("Size"))
    left, top, right, bottom = extent(pictures(data, 20)[0], 20)
    assert (right - left, bottom - top) == pytest.approx((w, h), abs=0.1)
    page = pypdf.PdfReader(BytesIO(data)).pages[0]
    width, height = (float(v) * 25.4 / 72 for v in (page.mediabox.width, page.mediabox.height))
    assert ((left + right) / 2, (top + bottom) / 2) == pytest.approx((width / 2, height / 2), abs=0.1)


def test_crop_marks_are_where_cards_end() -> None:
    """Cut from mark to mark, a card is as large as it should be."""
    data = printed(Sheet(footer=False, columns=1, rows=1), 1)
    image = pictures(data, 20)[0].convert("L")
    left, top, _, _ = extent(pictures(data, 20)[0], 20)
    above, beside = round((top + 1.0) * 20), round((left + 1.0) * 20)
    across = [x / 20 for x in range(image.width) if image.getpixel((x, above)) < 128]  # type: ignore[operator]
    down = [y / 20 for y in range(image.height) if image.getpixel((beside, y)) < 128]  # type: ignore[operator]
    assert across[-1] - across[0] == pytest.approx(63.0, abs=0.15)
    assert down[-1] - down[0] == pytest.approx(88.0, abs=0.15)


def test_all_is_scaled_about_the_middle_of_the_page() -> None:
    sheet = Sheet(footer=False, columns=1, rows=1, marks="none", bleed=0.0)
    plain, larger = (extent(pictures(printed(sheet, 1, scale=s), 20)[0], 20) for s in (1.0, 1.02))
    assert larger[2] - larger[0] == pytest.approx(1.02 * (plain[2] - plain[0]), abs=0.1)
    assert larger[0] + larger[2] == pytest.approx(plain[0] + plain[2], abs=0.1)
    assert larger[1] + larger[3] == pytest.approx(plain[1] + plain[3], abs=0.1)


# --- calibration ---


@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
@pytest.mark.parametrize("flip", ["long", "short"])
def test_what_is_read_from_the_calibration_sheet_puts_backs_right(paper: str, flip: str) -> None:
    """A printer moves backs; the values that are read through the paper put them right again."""
    error = (0.8, -1.2)
    pages = list(calibration_pages(paper, flip))
    assert len(pages) == 4
    for front, back in (pages[:2], pages[2:]):
        width, height = front.drawing.width, front.drawing.height
        about_side = (height >= width) == (flip == "long")
        labels = ruler_labels(front)
        seen_x = width / 2 + (-error[0] if about_side else error[0])
        seen_y = height / 2 + (error[1] if about_side else -error[1])
        read = (interpolated(labels["x"], seen_x), interpolated(labels["y"], seen_y))
        assert read == pytest.approx((-error[0], -error[1]), abs=0.01)
        corrected = next(page for page in calibration_pages(paper, flip, read) if page.label == back.label)
        lines = [item for item in corrected.drawing.items if hasattr(item, "x1")]
        assert lines[1].x1 + error[0] == pytest.approx(width / 2)
        assert lines[0].y1 + error[1] == pytest.approx(height / 2)


def ruler_labels(page: Page) -> dict[str, list[tuple[float, float]]]:
    """The values at the rulers of the offset, each with its place in mm."""
    found: dict[str, list[tuple[float, float]]] = {"x": [], "y": []}
    cx, cy = page.drawing.width / 2, page.drawing.height / 2
    for item in page.drawing.items:
        text = getattr(item, "text", "")
        if text in ("-4", "0", "+4") and getattr(item, "size", 0) == 6.5:
            if abs(item.x + item.width / 2 - cx) < 6:
                found["x"].append((item.x + item.width / 2, float(text)))
            elif abs(item.y - cy) < 6:
                found["y"].append((item.y - 0.8, float(text)))
    return found


def interpolated(labels: list[tuple[float, float]], at: float) -> float:
    (place, value), (other, next_value) = sorted(labels)[0], sorted(labels)[-1]
    assert len(labels) == 3
    return value + (at - place) * (next_value - value) / (other - place)


def test_the_ruler_of_the_scale_is_as_long_as_it_says() -> None:
    first = next(calibration_pages("a4", "long"))
    starts = [item for item in first.drawing.items if getattr(item, "text", "") == "0" and item.size == 7.0]
    ends = [item for item in first.drawing.items if getattr(item, "text", "") == "100"]
    across = ends[0].x + ends[0].width / 2 - (starts[0].x + starts[0].width / 2)
    assert across == pytest.approx(150.0)
