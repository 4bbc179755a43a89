"""A sheet that measures a printer: by how much it scales, and how far its backs are off.

Two pages for paper that stands and two for paper that lies, for printers turn what lies, and their error with
it. What is read from a page are the values of the options themselves.
"""

from __future__ import annotations

from collections.abc import Iterator

from pycardgen.layout import fonts, sizes
from pycardgen.layout.display import PT, Bookmark, Drawing, Ink, Item, Line, TextRun
from pycardgen.paint.page import Page

_REACH = 5
"""How far the rulers of the offset reach, in mm."""

_AWAY = 14.0
"""From the middle of the page to the rulers of the offset, in mm."""

_PLAIN, _BOLD = "IBMPlexSansCondensed-Regular", "BarlowCondensed-SemiBold"
_FINE, _THIN = Ink(stroke="#000000", width=0.1), Ink(stroke="#000000", width=0.2)


def calibration_pages(
    paper: str, flip: str, offset: tuple[float, float] = (0.0, 0.0), scale: float = 1.0
) -> Iterator[Page]:
    """Front and back of paper that stands, then of paper that lies. `flip` is the edge it is turned over.

    With an `offset` and a `scale` the pages show whether those are right.
    """
    width, height = sizes.PAPERS[paper]
    for page, how in (((width, height), "portrait"), ((height, width), "landscape")):
        title = f"Calibration: {sizes.paper_name(paper)}, {how}"
        front = (*_text(page, title, flip, how), *_scale_rulers(page), *_offset_rulers(page, flip))
        yield Page(Drawing(*page, (Bookmark(title, 0, 0.0), *front)), title, scale=scale)
        yield Page(Drawing(*page, tuple(_back(page, offset))), f"{title}, back", scale=scale)


def _length(page: tuple[float, float]) -> float:
    """What is measured to know the scale, in mm."""
    return 150.0 if min(page) > 190.0 else 100.0


def _text(page: tuple[float, float], title: str, flip: str, how: str) -> Iterator[Item]:
    lines = (
        f"Print this page and the next on one sheet, at 100 % (“actual size”), turned over the {flip} edge.",
        "Scale: lay the 0 of a ruler of your own at the 0 of each ruler here. What is printed at your "
        f"{_length(page):.0f} mm is",
        "the value of --scale. If the two differ, take what lies between.",
        "Offset: hold the sheet against a light, this side towards you. The cross of the back shows through:",
        "it crosses the small rulers at the values of --offset-x and --offset-y.",
        "Print again with these options to see that all is right: 100, and twice 0. They hold for "
        f"{how} pages.",
    )
    size, step = (9.0, 4.5) if min(page) > 190.0 else (7.0, 3.6)
    yield _words(20.0, 20.0, title, 16.0, _BOLD)
    for number, line in enumerate(lines):
        yield _words(20.0, 28.0 + step * number, line, size)


def _scale_rulers(page: tuple[float, float]) -> Iterator[Item]:
    """A ruler along two edges of the page, with ticks where its end should be at each scale."""
    length = _length(page)
    x, y = 28.0, page[1] - 18.0
    yield Line(x, y, x + length * 1.05, y, _THIN)
    yield Line(x, y - 4.0, x, y + 4.0, _THIN)
    yield _words(x, y + 7.0, "0", 7.0, middle=True)
    for percent, size in _ticks():
        at = length * percent / 100
        yield Line(x + at, y, x + at, y - size, _FINE)
        if percent % 4 == 0:
            yield _words(x + at, y - size - 1.0, f"{percent:g}", 6.0, middle=True)
    x, y = 12.0, 26.0
    yield Line(x, y, x, y + length * 1.05, _THIN)
    yield Line(x - 4.0, y, x + 4.0, y, _THIN)
    yield _words(x, y - 2.0, "0", 7.0, middle=True)
    for percent, size in _ticks():
        at = length * percent / 100
        yield Line(x, y + at, x + size, y + at, _FINE)
        if percent % 2 == 0:
            yield _words(x + size + 0.8, y + at + 0.7, f"{percent:g}", 6.0)


def _ticks() -> Iterator[tuple[float, float]]:
    """Scales in percent, and how long their ticks are."""
    for half in range(2 * 96, 2 * 104 + 1):
        yield half / 2, 5.0 if half % 4 == 0 else 3.0 if half % 2 == 0 else 2.0


def _offset_rulers(page: tuple[float, float], flip: str) -> Iterator[Item]:
    """Rulers beside the middle. Through the paper, what is too far to the right is seen to the left."""
    cx, cy = page[0] / 2, page[1] / 2
    mirrored = (page[1] >= page[0]) == (flip == "long")
    right, down = (1, -1) if mirrored else (-1, 1)
    y, x = cy - _AWAY, cx - _AWAY
    yield Line(cx - _REACH, y, cx + _REACH, y, _THIN)
    yield Line(x, cy - _REACH, x, cy + _REACH, _THIN)
    for half in range(-2 * _REACH, 2 * _REACH + 1):
        at, size = half / 2, 5.0 if half % 4 == 0 else 4.0 if half % 2 == 0 else 2.0
        yield Line(cx + at, y, cx + at, y - size, _FINE)
        yield Line(x, cy + at, x - size, cy + at, _FINE)
        if half % 8 == 0:
            yield _words(cx + at, y - 6.0, _signed(right * at), 6.5, middle=True)
            yield _words(x - 9.4, cy + at + 0.8, _signed(down * at), 6.5)
    yield _words(cx, y - 10.5, "--offset-x", 8.0, _BOLD, middle=True)
    yield _words(x - 25.0, cy + 1.0, "--offset-y", 8.0, _BOLD)


def _signed(value: float) -> str:
    return f"{value:+g}" if value else "0"


def _back(page: tuple[float, float], offset: tuple[float, float]) -> Iterator[Item]:
    cx, cy = page[0] / 2 + offset[0], page[1] / 2 + offset[1]
    arm = _AWAY + 4.0
    yield Line(cx - arm, cy, cx + arm, cy, Ink(stroke="#000000", width=0.25))
    yield Line(cx, cy - arm, cx, cy + arm, Ink(stroke="#000000", width=0.25))
    yield _words(20.0, 20.0, "Back", 16.0, _BOLD)


def _words(x: float, y: float, text: str, size: float, face: str = _PLAIN, middle: bool = False) -> TextRun:
    width = fonts.face(face).width(text) * size * PT
    return TextRun(x - width / 2 if middle else x, y, face, size, "#000000", text, 0.0, width)
