"""From blocks of a document to its pages: what stays together, where a column ends, what is on which page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pycardgen.layout import markup, sizes
from pycardgen.layout.display import Drawing, Ink, Item, Line
from pycardgen.layout.kit import Kit
from pycardgen.layout.text import Style, set_text
from pycardgen.records import dataclass, field

MAX_PAGES = 500

_SLACK = 1e-6


@dataclass(frozen=True, slots=True)
class DocumentLook:
    """How pages look; lengths in mm.

    `margins` are top, right, bottom and left. With `half`, pages are half of the paper, for a booklet. Text
    and what is between it are `scale` times as large as the theme says.
    """

    paper: str = "a4"
    margins: tuple[float, float, float, float] = (20.0, 22.0, 22.0, 22.0)
    columns: int = 1
    gutter: float = 9.0
    footer: str = ""
    half: bool = False
    scale: float = 1.0

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of a page."""
        width, height = sizes.PAPERS[self.paper]
        return (height / 2, width) if self.half else (width, height)

    @property
    def column(self) -> tuple[float, float]:
        """Width and height of a column."""
        width, height = self.size
        top, right, bottom, left = self.margins
        room = width - left - right - self.gutter * (self.columns - 1)
        return room / self.columns, height - top - bottom


@dataclass(frozen=True, slots=True)
class Piece:
    """The smallest part that isn't broken over pages: its height, and what it draws with its top left at (x,
    y).

    `glued`: it stays with the piece after it. `held`: it does so where that takes no further page. `marks`
    are the headings (`#slug`) and terms (`index:TERM`) in it.
    """

    height: float
    draw: Callable[[float, float], list[Item]]
    glued: bool = False
    held: bool = False
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading, list item or table: space before it (dropped at the top of a column) and its
    pieces.

    `repeat` is drawn again at the top of each further column: a table's titles. `fresh`: it begins a page.
    `heading`: what follows belongs below it.
    """

    before: float
    pieces: tuple[Piece, ...]
    repeat: Piece | None = None
    fresh: bool = False
    heading: bool = False


@dataclass(slots=True)
class Laid:
    """Finished pages, and the numbers of the pages that each mark is on."""

    pages: list[Drawing]
    places: dict[str, list[int]] = field(default_factory=dict)


Placed = tuple[int, float, Piece]
"""A column of the document, counted from 0, the top of the piece within it in mm, and the piece."""


def lay_pages(blocks: Sequence[Block], kit: Kit, look: DocumentLook) -> Laid:
    """The pages of a document. The columns of the last one are about as long as each other."""
    height = look.column[1]
    columns = look.columns
    held = _held(blocks, look)
    placed = _flow(blocks, look, lambda _: height, held)
    last = _last(placed, columns)
    if columns > 1:
        placed = _balanced(blocks, look, placed, last, held)
    per_page: list[list[Item]] = [[] for _ in range(last + 1)]
    laid = Laid([])
    top, _, _, left = look.margins
    for column, y, piece in placed:
        page, side = divmod(column, columns)
        per_page[page] += piece.draw(left + side * (look.column[0] + look.gutter), top + y)
        for mark in piece.marks:
            pages = laid.places.setdefault(mark, [])
            if page + 1 not in pages:
                pages.append(page + 1)
    for number, items in enumerate(per_page, start=1):
        shown = (*items, *_footer(kit, look, number, last + 1))
        laid.pages.append(Drawing(*look.size, shown, 0.0, f"page {number}"))
    return laid


def _held(blocks: Sequence[Block], look: DocumentLook) -> frozenset[int]:
    """The blocks, of those that would stay whole, that can do so without making the document longer."""
    height, held = look.column[1], frozenset[int]()
    wishing = [index for index, block in enumerate(blocks) if any(piece.held for piece in block.pieces)]
    if not wishing:
        return held
    least = _last(_flow(blocks, look, lambda _: height, held), look.columns)
    for index in wishing:
        tried = _flow(blocks, look, lambda _: height, held | {index})
        if _last(tried, look.columns) <= least:
            held |= {index}
    return held


def _last(placed: Sequence[Placed], columns: int) -> int:
    """The last page, counted from 0."""
    return max((column for column, _, _ in placed), default=0) // columns


def _balanced(
    blocks: Sequence[Block], look: DocumentLook, placed: list[Placed], last: int, held: frozenset[int]
) -> list[Placed]:
    """The same pages, the columns of the last one as short as they can be."""
    height, first, end = look.column[1], last * look.columns, (last + 1) * look.columns
    low, high = 0.0, height
    for _ in range(8):
        middle = (low + high) / 2
        tried = _flow(blocks, look, _shorter(height, middle, first), held)
        if max(column for column, _, _ in tried) < end:
            placed, high = tried, middle
        else:
            low = middle
    return placed


def _shorter(height: float, least: float, first: int) -> Callable[[int], float]:
    """The heights of columns, those from `first` on being shorter."""
    return lambda column: least if column >= first else height


def _flow(
    blocks: Sequence[Block], look: DocumentLook, room: Callable[[int], float], held: frozenset[int]
) -> list[Placed]:
    """Where each piece comes, if columns are as high as `room` says. `held` are blocks that stay whole."""
    placed: list[Placed] = []
    column, y = 0, 0.0
    for index, block in enumerate(blocks):
        if block.fresh and placed:
            column, y = (column // look.columns + 1) * look.columns, 0.0
        y += block.before if y else 0.0
        for number, piece in enumerate(block.pieces):
            height = room(column)
            needed = min(_together(blocks, index, number, held), height)
            if y + needed > height + _SLACK and y > 0 and column < MAX_PAGES * look.columns:
                column, y = column + 1, 0.0
                if block.repeat is not None and number > 0:
                    placed.append((column, y, block.repeat))
                    y += block.repeat.height
            placed.append((column, y, piece))
            y += piece.height
    return placed


def _together(blocks: Sequence[Block], index: int, number: int, held: frozenset[int]) -> float:
    """The height of a piece and of all that it is glued to, into the next blocks."""
    total = 0.0
    pieces = blocks[index].pieces
    while True:
        piece = pieces[number]
        total += piece.height
        if not (piece.glued or (piece.held and index in held)):
            return total
        number += 1
        if number == len(pieces):
            index, number = index + 1, 0
            if index >= len(blocks) or not blocks[index].pieces or blocks[index].fresh:
                return total
            pieces = blocks[index].pieces
            total += blocks[index].before


def _footer(kit: Kit, look: DocumentLook, number: int, count: int) -> list[Item]:
    width, height = look.size
    left, right = look.margins[3], width - look.margins[1]
    style = kit.theme.styles.get("footer", Style())
    style = replace(style, color=kit.theme.colors.get(style.color, style.color), icon_color="")
    y = height - look.margins[2] + 7.0
    rule = Ink(stroke=kit.theme.colors.get("rule", "#888888"), width=0.2)
    items: list[Item] = [Line(left, y, right, y, rule)]
    box = (left, y + 1.0, right - left, 5.0)
    for text, align in ((look.footer, "left"), (f"{number} / {count}", "right")):
        if text:
            items += set_text(markup.escape(text), replace(style, align=align), box, lambda n, c: None).items
    return items
