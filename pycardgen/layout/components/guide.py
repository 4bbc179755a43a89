"""The print guide: what to print on which paper, in which order, how to cut and fold it, with pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pycardgen.layout.display import Bookmark, Drawing, Ink, Item, Line, Rect, Symbol, Use
from pycardgen.layout.kit import Box, Kit
from pycardgen.layout.text import Style, set_text
from pycardgen.records import dataclass, field

Change = float | str | bool
"""The value of an option of a style."""

MARGIN = 15.0
BETWEEN = 8.0
"""Between the two columns, in mm."""

THUMB = (27.0, 36.0)
"""The most that a picture of a page takes, in mm."""


@dataclass(frozen=True, slots=True)
class Thumb:
    """A page as a symbol, and its size in mm."""

    symbol: Symbol
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Entry:
    """A file: its title and path, what is in it, how it is printed, what the game says of it, and what is
    done with it then.
    """

    title: str
    file: str
    facts: Sequence[str]
    note: str
    steps: str
    thumb: Thumb


@dataclass(frozen=True, slots=True)
class Part:
    """Files that are printed on one kind of paper. `amount` says how many sheets of it are needed."""

    paper: str
    amount: str
    entries: Sequence[Entry]


@dataclass(frozen=True, slots=True)
class Held:
    """A line of the bill of materials: a name, how many there are, a note. `part`: they are some of those of
    the last line that is no part.
    """

    name: str
    count: int
    note: str = ""
    part: bool = False


@dataclass(frozen=True, slots=True)
class Guide:
    """A whole guide. `contents` are the lines of the bill of materials, `colophon` says what it is set in."""

    game: str
    intro: str
    parts: Sequence[Part]
    contents: Sequence[Held]
    colophon: str = ""


@dataclass(slots=True)
class _Pages:
    """Pages being filled from top to bottom."""

    kit: Kit
    size: tuple[float, float]
    done: list[list[Item]] = field(default_factory=list)
    y: float = MARGIN

    @property
    def width(self) -> float:
        return self.size[0] - 2 * MARGIN

    @property
    def half(self) -> float:
        """The width of a column."""
        return (self.width - BETWEEN) / 2

    def room(self, height: float) -> None:
        """Begin a new page if there is less room than that."""
        if not self.done or self.y + height > self.size[1] - MARGIN:
            self.done.append([])
            self.y = MARGIN

    def add(self, items: Sequence[Item]) -> None:
        self.done[-1].extend(items)


def draw_guide(guide: Guide, kit: Kit, paper: tuple[float, float]) -> list[Drawing]:
    """The pages of the guide, upright on a paper of that size in mm."""
    pages = _Pages(kit, (min(paper), max(paper)))
    _head(pages, guide)
    _summary(pages, guide)
    for part in guide.parts:
        _part(pages, part)
    if guide.contents:
        _contents(pages, guide.contents)
    if guide.colophon:
        _colophon(pages, guide.colophon)
    total = len(pages.done)
    return [
        Drawing(*pages.size, (*items, *_foot(pages, guide, number, total)), 0.0, f"print-guide {number}")
        for number, items in enumerate(pages.done, 1)
    ]


def _set(
    kit: Kit, style: str, text: str, box: Box, **changes: float | str | bool
) -> tuple[tuple[Item, ...], float]:
    """Text in a style of the theme, and how high it is in mm."""
    used = kit.theme.styles.get(style, Style())
    colors = {key: kit.theme.colors.get(name, name) for key in ("color",) for name in [getattr(used, key)]}
    made: Style = replace(used, **{**colors, **changes})
    made = replace(made, min_size=min(made.min_size, made.size))
    block = set_text(_plain(text), made, box, lambda name, color: None)
    return block.items, block.fit.height


def _plain(text: str) -> str:
    """Titles and names are no markup."""
    return text.replace("{", "(").replace("}", ")")


def _head(pages: _Pages, guide: Guide) -> None:
    pages.room(60.0)
    pages.add([Bookmark("Print guide", 0, 0.0)])
    for style, text, gap in (("h1", guide.game, 1.0), ("h3", "Print guide", 3.0), ("text", guide.intro, 5.0)):
        box = (MARGIN, pages.y, pages.width, 60.0)
        items, height = _set(pages.kit, style, text, box)
        pages.add(items)
        pages.y += height + gap


def _summary(pages: _Pages, guide: Guide) -> None:
    """The papers that are needed."""
    pages.room(12.0 + 6.4 * len(guide.parts))
    _heading(pages, "What you need")
    for part in guide.parts:
        items, _ = _set(pages.kit, "text", part.paper, (MARGIN, pages.y, pages.width * 0.62, 6.0), size=9.5)
        right = (MARGIN + pages.width * 0.64, pages.y, pages.width * 0.36, 6.0)
        amount, _ = _set(pages.kit, "text", part.amount, right, size=9.5)
        pages.add([*items, *amount, _rule(pages, pages.y + 5.4)])
        pages.y += 6.4
    pages.y += 4.0


def _rule(pages: _Pages, y: float) -> Line:
    color = pages.kit.theme.colors.get("rule", "#cccccc")
    return Line(MARGIN, y, MARGIN + pages.width, y, Ink(stroke=color, width=0.2))


def _heading(pages: _Pages, text: str) -> None:
    items, height = _set(pages.kit, "h2", text, (MARGIN, pages.y, pages.width, 20.0), caps=False)
    pages.add(items)
    pages.y += height + 2.0


def _part(pages: _Pages, part: Part) -> None:
    """The files of a kind of paper, two side by side."""
    rows = [_Row(pages, entry) for entry in part.entries]
    pairs = [rows[number : number + 2] for number in range(0, len(rows), 2)]
    heights = [max(row.height for row in pair) for pair in pairs]
    pages.room(14.0 + heights[0])
    pages.add([Bookmark(part.paper, 1, pages.y - 2.0)])
    _heading(pages, part.paper)
    for pair, height in zip(pairs, heights, strict=True):
        pages.room(height)
        for column, row in enumerate(pair):
            pages.add(row.at(MARGIN + column * (pages.half + BETWEEN), pages.y))
        pages.y += height


def _small() -> dict[str, Change]:
    return {"size": 9.0, "min_size": 9.0, "leading": 1.25}


class _Row:
    """A file with its picture, measured before it is placed."""

    def __init__(self, pages: _Pages, entry: Entry) -> None:
        self.pages, self.entry = pages, entry
        thumb = entry.thumb
        self.scale = min(THUMB[0] / thumb.width, THUMB[1] / thumb.height)
        self.words = list(self._words())
        written = sum(height for _, height in self.words)
        self.height = max(thumb.height * self.scale, written) + 6.0

    def _words(self) -> Iterator[tuple[tuple[str, str, dict[str, Change]], float]]:
        entry = self.entry
        lines: list[tuple[str, str, dict[str, Change]]] = [
            ("h3", entry.title, {}),
            ("caption", entry.file, {"size": 7.0}),
            *[("text", fact, _small()) for fact in entry.facts],
            ("text", entry.note, _small()),
            ("text", entry.steps, {**_small(), "color": "#5f6772"}),
        ]
        for style, text, changes in (line for line in lines if line[1]):
            box = (0.0, 0.0, self._width(), 100.0)
            yield (style, text, changes), _set(self.pages.kit, style, text, box, **changes)[1] + 0.8

    def _width(self) -> float:
        return self.pages.half - THUMB[0] - 4.0

    def at(self, left: float, y: float) -> list[Item]:
        """The row, its upper left corner there."""
        thumb = self.entry.thumb
        w, h = thumb.width * self.scale, thumb.height * self.scale
        x = left + (THUMB[0] - w) / 2
        items: list[Item] = [
            Rect(x, y, w, h, Ink("#ffffff")),
            Use(thumb.symbol, x, y, self.scale),
            Rect(x, y, w, h, Ink(stroke="#999999", width=0.2)),
        ]
        top = y
        for (style, text, changes), height in self.words:
            box = (left + THUMB[0] + 4.0, top, self._width(), 100.0)
            items += _set(self.pages.kit, style, text, box, **{**changes, "valign": "top"})[0]
            top += height
        return items


def _contents(pages: _Pages, contents: Sequence[Held]) -> None:
    """The bill of materials, in two columns; parts stay with what they are parts of."""
    half = next(
        (n for n in range(-(-len(contents) // 2), len(contents)) if not contents[n].part), len(contents)
    )
    left, right = contents[:half], contents[half:]
    pages.room(14.0 + min(6, half) * LINE)
    pages.add([Bookmark("What there is in the end", 1, pages.y - 2.0)])
    _heading(pages, "What there is in the end")
    for index in range(max(len(left), len(right))):
        pages.room(LINE)
        for column, lines in enumerate((left, right)):
            if index < len(lines):
                pages.add(_held(pages, lines[index], MARGIN + column * (pages.half + BETWEEN)))
        pages.y += LINE


def _colophon(pages: _Pages, text: str) -> None:
    """A last paragraph."""
    looks: dict[str, Change] = {"size": 7.5, "min_size": 7.5, "max_lines": 0}
    height = _set(pages.kit, "caption", text, (MARGIN, 0.0, pages.width, 60.0), valign="top", **looks)[1]
    pages.room(height + 6.0)
    box = (MARGIN, pages.y + 5.0, pages.width, 60.0)
    pages.add(_set(pages.kit, "caption", text, box, valign="top", **looks)[0])
    pages.y += height + 6.0


LINE = 5.0
"""The height of a line of the bill of materials, in mm."""


def _held(pages: _Pages, line: Held, x: float) -> list[Item]:
    """A line of the bill, its left edge there; a part is indented and paler."""
    kit, y, indent = pages.kit, pages.y, 10.0 if line.part else 0.0
    looks: dict[str, Change] = {"size": 8.5, "color": "#5f6772"} if line.part else {"size": 9.0}
    count, _ = _set(kit, "text", str(line.count), (x + indent, y, 9.0, LINE), align="right", **looks)
    room = pages.half - indent - 11.0 - (28.0 if line.note else 0.0)
    name, _ = _set(kit, "text", line.name, (x + indent + 11.0, y, room, LINE), **looks)
    note, _ = _set(kit, "caption", line.note, (x + pages.half - 27.0, y, 27.0, LINE), align="right")
    return [*count, *name, *note]


def _foot(pages: _Pages, guide: Guide, number: int, total: int) -> tuple[Item, ...]:
    text = f"{guide.game} · print guide · page {number} of {total}"
    box = (MARGIN, pages.size[1] - 10.0, pages.width, 4.0)
    return _set(pages.kit, "footer", text, box)[0]
