"""Documents of several pages from Markdown: rulebooks, summaries, anything that is mostly text.

The Markdown is CommonMark with tables, read by markdown-it; the text is set by the one text engine. `{field}`
and `{icon:name}` work as on cards; a paragraph that is only `{table:name}` or `{figure:name}` becomes a table
or a figure made of the game's data, and one that is only `[TOC]` the list of chapters with their pages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pycardgen.diagnostics import Diagnostic, Report, Severity, Span, did_you_mean
from pycardgen.layout import fields, fonts, sizes
from pycardgen.layout import markup as inline_markup
from pycardgen.layout.card_figure import CardFigure, draw_cards
from pycardgen.layout.compose import Kit, icon_symbol
from pycardgen.layout.display import (
    PT,
    Bookmark,
    Drawing,
    Group,
    Image,
    Ink,
    Item,
    Line,
    Link,
    Rect,
    TextRun,
)
from pycardgen.layout.figures import Figure, draw_figure
from pycardgen.layout.markup import Paragraph
from pycardgen.layout.pictures import load_picture
from pycardgen.layout.table import Column, TableLook, draw_row, set_table
from pycardgen.layout.text import Icons, Style, break_lines, draw_line, prepare, set_text
from pycardgen.records import dataclass, field

MAX_PAGES = 500


@dataclass(frozen=True, slots=True)
class DocumentLook:
    """How pages look; lengths in mm. `margins` are top, right, bottom and left."""

    paper: str = "a4"
    margins: tuple[float, float, float, float] = (20.0, 22.0, 22.0, 22.0)
    columns: int = 1
    gutter: float = 9.0
    footer: str = ""


@dataclass(frozen=True, slots=True)
class TableData:
    """A table that `{table:name}` brings: titles and rows of texts, which may have markup."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]


Data = TableData | Figure | CardFigure
"""What a paragraph can name instead of being text."""


@dataclass(frozen=True, slots=True)
class Piece:
    """The smallest part that isn't broken over pages: its height, and what it draws with its top left at (x,
    y).

    `glued`: it stays with the piece after it.
    """

    height: float
    draw: Callable[[float, float], list[Item]]
    glued: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading, list item or table: space before it (dropped at the top of a column) and its
    pieces.

    `repeat` is drawn again at the top of each further column: a table's titles. `whole` begins a page, across
    all columns.
    """

    before: float
    pieces: tuple[Piece, ...]
    repeat: Piece | None = None
    whole: bool = False


def render_markdown(
    text: str,
    kit: Kit,
    look: DocumentLook,
    report: Report,
    file: str = "",
    subject: Mapping[str, Any] | None = None,
    tables: Mapping[str, Data] | None = None,
) -> list[Drawing]:
    """The pages of a Markdown text.

    `file` is how messages call it; `subject` holds the fields that it prints.
    """
    reader = _Reader(kit, look, report, file, subject or {}, tables or {})
    blocks = list(reader.blocks(text))
    pages = _pages(blocks, kit, look)
    if CONTENTS in text:
        # The list is as long with numbers as without them, so the pages of the first run are right.
        reader.numbers |= _chapter_pages(pages)
        pages = _pages(blocks, kit, look)
    return pages


def _chapter_pages(pages: Sequence[Drawing]) -> dict[str, int]:
    """The page of each heading, by its text; of headings of the same text, the first."""
    found: dict[str, int] = {}
    for number, page in enumerate(pages, start=1):
        for item in page.items:
            if isinstance(item, Bookmark):
                found.setdefault(item.title, number)
    return found


# --- from Markdown to blocks ---

_HEADINGS = {"h1": ("h1", 9.0, 3.0), "h2": ("h2", 7.5, 0.6), "h3": ("h3", 5.4, 0.0), "h4": ("h4", 4.6, 0.0)}
"""Style, space before and after, in mm."""

CONTENTS = "[TOC]"
"""A paragraph that becomes the list of chapters."""

_SHORT = 6
"""Rows of a table that is never broken."""

_PART = re.compile(r"\{icon:([\w-]+)\}")
_DATA = re.compile(r"\{(table|figure):([\w.-]+)\}")


@dataclass(slots=True)
class _Reader:
    """Turns Markdown's tokens into blocks."""

    kit: Kit
    look: DocumentLook
    report: Report
    file: str
    subject: Mapping[str, Any]
    tables: Mapping[str, Data]
    line: int = 0
    lists: list[int | None] = field(default_factory=list)
    quoted: int = 0
    marker: str = ""
    tight: bool = False
    chapters: list[str] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)

    @property
    def width(self) -> float:
        """The width of a column."""
        page = sizes.PAPERS[self.look.paper][0] - self.look.margins[1] - self.look.margins[3]
        return (page - self.look.gutter * (self.look.columns - 1)) / self.look.columns

    @property
    def icons(self) -> Icons:
        return lambda name, ink_color: icon_symbol(self.kit, name, ink_color, self.report)

    def blocks(self, text: str) -> Iterator[Block]:
        from markdown_it import MarkdownIt

        tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(text)
        self.chapters = [
            fields.expand(tokens[at + 1].content, self.subject)
            for at, token in enumerate(tokens)
            if token.type == "heading_open" and token.tag == "h2"
        ]
        index = 0
        while index < len(tokens):
            token = tokens[index]
            if token.map:
                self.line = token.map[0] + 1
            if token.type == "table_open":
                end = next(i for i in range(index, len(tokens)) if tokens[i].type == "table_close")
                yield from self.markdown_table(tokens[index:end])
                index = end
            elif token.type == "heading_open":
                yield self.heading(token.tag, self.spans(tokens[index + 1]))
                index += 2
            elif token.type == "inline":
                yield from self.paragraph(token)
            else:
                yield from self.structure(token)
            index += 1

    def structure(self, token: Any) -> Iterator[Block]:
        """Lists, quotes, rules and code; what opens and closes changes how paragraphs are set."""
        kind = token.type
        if kind == "ordered_list_open":
            self.lists.append(int(token.attrGet("start") or 1))
        elif kind == "bullet_list_open":
            self.lists.append(None)
        elif kind in ("ordered_list_close", "bullet_list_close"):
            self.lists.pop()
        elif kind == "list_item_open":
            number = self.lists[-1]
            self.marker = "•" if number is None else f"{number}."
            self.lists[-1] = None if number is None else number + 1
        elif kind == "paragraph_open":
            self.tight = bool(token.hidden)
        elif kind in ("blockquote_open", "blockquote_close"):
            self.quoted += 1 if kind == "blockquote_open" else -1
        elif kind == "hr":
            yield self.rule()
        elif kind in ("fence", "code_block"):
            spans = tuple(
                inline_markup.Span(line.replace(" ", "\u00a0")) for line in token.content.split("\n")
            )
            for number, span in enumerate(spans[:-1] if len(spans) > 1 else spans):
                yield self.text_block((span,), "code", 2.0 if number == 0 else 0.0)

    # --- text ---

    def style(self, name: str) -> Style:
        """A style of the theme with its colours as numbers."""
        found = self.kit.theme.styles.get(name) or self.kit.theme.styles.get("text", Style())
        colors = self.kit.theme.colors
        return replace(
            found,
            color=colors.get(found.color, found.color),
            icon_color=colors.get(found.icon_color, found.icon_color),
        )

    def span(self) -> Span | None:
        return Span(self.file, self.line, 1, self.line, 1) if self.file else None

    def spans(self, token: Any) -> tuple[inline_markup.Span, ...]:
        """The spans of an inline token."""
        out: list[inline_markup.Span] = []
        bold = italic = 0
        for child in token.children or ():
            kind = child.type
            if kind in ("strong_open", "strong_close"):
                bold += 1 if kind == "strong_open" else -1
            elif kind in ("em_open", "em_close"):
                italic += 1 if kind == "em_open" else -1
            elif kind in ("softbreak", "hardbreak"):
                out.append(inline_markup.Span(" " if kind == "softbreak" else "\n", bool(bold), bool(italic)))
            elif kind in ("text", "code_inline"):
                out += self.filled(child.content, bool(bold) or kind == "code_inline", bool(italic))
            elif kind not in ("link_open", "link_close"):
                self.tell(f"'{child.content or kind}' can't be printed here", "write it as plain text")
        return tuple(out)

    def filled(self, text: str, bold: bool, italic: bool) -> Iterator[inline_markup.Span]:
        """Text with fields filled in, cut at icons."""
        shown = fields.expand(text, self.subject, self.unknown)
        at = 0
        for match in _PART.finditer(shown):
            if match.start() > at:
                yield inline_markup.Span(shown[at : match.start()], bold, italic)
            yield inline_markup.Span("", bold, italic, match[1])
            at = match.end()
        if at < len(shown):
            yield inline_markup.Span(shown[at:], bold, italic)

    def unknown(self, path: str) -> None:
        hint = did_you_mean(path, [str(k) for k in self.subject])
        message = f"there is no '{path}' that '{{{path}}}' could print"
        self.report(Diagnostic("PCG0705", message, self.span(), hint))

    def tell(self, message: str, hint: str) -> None:
        self.report(Diagnostic("PCG0761", message, self.span(), hint, severity=Severity.WARNING))

    def heading(self, tag: str, spans: tuple[inline_markup.Span, ...]) -> Block:
        style, before, after = _HEADINGS.get(tag, _HEADINGS["h4"])
        used = self.style(style)
        level = int(tag[1]) - 1
        text = "".join(s.text for s in spans)
        lines = self.lines(spans, used, 0.0)
        pieces = [Piece(p.height, p.draw, True) for p in lines]
        first = pieces[0] if pieces else Piece(0.0, lambda x, y: [])
        pieces[:1] = [
            Piece(first.height, lambda x, y: [Bookmark(text, level, y - 2.0), *first.draw(x, y)], True)
        ]
        if tag == "h1":
            color, width = self.kit.theme.colors.get("gold", "#888888"), self.width
            bar = Piece(2.2, lambda x, y: [Rect(x, y + 1.2, min(28.0, width), 0.9, Ink(color))], True)
            pieces.append(bar)
        pieces.append(Piece(after, lambda x, y: [], True))
        return Block(before, tuple(pieces))

    def paragraph(self, token: Any) -> Iterator[Block]:
        content = token.content.strip()
        if content == CONTENTS:
            yield self.contents()
            return
        named = _DATA.fullmatch(content)
        if named:
            yield from self.data(named[1], named[2])
            return
        children = token.children or []
        if len(children) == 1 and children[0].type == "image":
            yield from self.image(children[0])
            return
        style = "quote" if self.quoted else "text"
        yield self.text_block(self.spans(token), style, 1.2 if self.tight else 2.6)

    def contents(self) -> Block:
        """The chapters, each with a row of dots and its page; pages are known when it is drawn again."""
        used = self.style("text")
        lines = [
            self.entry(title, line, used)
            for title in self.chapters
            for line in self.lines((inline_markup.Span(title),), used, 0.0)[:1]
        ]
        return Block(2.6, tuple(lines))

    def entry(self, title: str, line: Piece, style: Style) -> Piece:
        room, base, ink = self.width, _ascent(style), Ink(None, style.color, 0.25, (0.25, 1.2))

        def draw(x: float, y: float) -> list[Item]:
            items = line.draw(x, y)
            number = inline_markup.escape(str(self.numbers.get(title, "")))
            box = (x, y, room, line.height)
            shown = tuple(
                replace(item, y=y + base) if isinstance(item, TextRun) else item
                for item in set_text(number, replace(style, align="right"), box, self.icons).items
            )
            ends = [item for item in (*items, *shown) if isinstance(item, TextRun)]
            right = max((run.x + run.width for run in ends[:-1]), default=x)
            items.append(Line(right + 1.5, y + base, x + room - 7.0, y + base, ink))
            return [*items, *shown, Link(x, y, room, line.height, f"#{title}")]

        return replace(line, draw=draw)

    def text_block(self, spans: tuple[inline_markup.Span, ...], style: str, before: float) -> Block:
        used = self.style(style)
        indent = 5.5 * len(self.lists) + (5.0 if self.quoted else 0.0)
        lines = self.lines(spans, used, indent)
        if self.marker and lines:
            lines[0] = self.marked(lines[0], used, indent)
        self.marker = ""
        if self.quoted:
            lines = [self.barred(line) for line in lines]
        return Block(before, _kept_together(lines))

    def marked(self, line: Piece, style: Style, indent: float) -> Piece:
        """The first line of a list item, with its bullet or number."""
        marker = self.marker
        box = (0.0, 0.0, indent, line.height)
        bullet = set_text(inline_markup.escape(marker), replace(style, align="left"), box, self.icons)
        run = next((item for item in bullet.items if isinstance(item, TextRun)), None)
        base = _ascent(style)

        def draw(x: float, y: float) -> list[Item]:
            items = line.draw(x, y)
            if run is not None:
                items.insert(0, replace(run, x=x + indent - 4.6, y=y + base))
            return items

        return Piece(line.height, draw, line.glued)

    def barred(self, line: Piece) -> Piece:
        """A line of a quote, with a bar at its left."""
        color = self.kit.theme.colors.get("gold", "#888888")

        def draw(x: float, y: float) -> list[Item]:
            return [Rect(x + 1.2, y, 0.7, line.height, Ink(color)), *line.draw(x, y)]

        return Piece(line.height, draw, line.glued)

    def lines(self, spans: tuple[inline_markup.Span, ...], style: Style, indent: float) -> list[Piece]:
        """Each line of a paragraph as a piece."""
        pieces: list[Piece] = []
        em = style.size * PT
        room = self.width - indent
        base = _ascent(style)
        for part in _split_lines(spans):
            prepared = prepare([Paragraph(part)], style, self.icons)
            self.complain(prepared.missing, prepared.unknown_icons)
            words = prepared.paras[0].words
            found = break_lines(words, room / em)
            for number, line in enumerate(found):
                last = number == len(found) - 1

                def draw(
                    x: float, y: float, words: Any = words, line: Any = line, last: bool = last
                ) -> list[Item]:
                    where = (x + indent, y + base, room)
                    return draw_line(words, line, style, where, style.size, self.icons, last)

                pieces.append(Piece(style.leading * em, draw))
        return pieces

    def complain(self, missing: str, unknown_icons: Sequence[str]) -> None:
        for char in dict.fromkeys(missing):
            message = f"no font has the character U+{ord(char):04X} '{char}'"
            self.report(
                Diagnostic("PCG0722", message, self.span(), "replace it, or use an icon: {icon:name}")
            )
        for name in dict.fromkeys(unknown_icons):
            hint = did_you_mean(name, self.kit.theme.icons)
            self.report(Diagnostic("PCG0708", f"there is no icon '{name}'", self.span(), hint))

    # --- tables, pictures, rules ---

    def rule(self) -> Block:
        color, width = self.kit.theme.colors.get("rule", "#888888"), self.width
        line = Ink(stroke=color, width=0.3)
        return Block(4.0, (Piece(1.0, lambda x, y: [Line(x, y, x + width, y, line)]),))

    def image(self, token: Any) -> Iterator[Block]:
        found = load_picture(self.kit.folder, token.attrGet("src") or "", self.span(), self.report)
        if found is None:
            return
        # 150 pixels an inch, unless it is wider than the column.
        width = min(self.width, found.width * 25.4 / 150)
        height = width * found.height / found.width
        left = (self.width - width) / 2
        yield Block(4.0, (Piece(height, lambda x, y: [Image(x + left, y, width, height, found)]),))

    def data(self, sort: str, name: str) -> Iterator[Block]:
        data = self.tables.get(name)
        if data is None:
            hint = did_you_mean(name, self.tables)
            self.report(Diagnostic("PCG0705", f"there is no {sort} '{name}'", self.span(), hint))
        elif isinstance(data, Figure | CardFigure):
            yield from self.figure(data)
        else:
            rows = [list(row) for row in data.rows]
            yield self.table(list(data.head) or None, rows, [None] * len(data.head))

    def figure(self, data: Figure | CardFigure) -> Iterator[Block]:
        """The drawing, and its caption, which stays with it."""
        from markdown_it import MarkdownIt

        if isinstance(data, CardFigure):
            items, height = draw_cards(data, self.kit, self.width, self.report)
        else:
            items, height = draw_figure(data, self.kit, self.width, self.report)
        picture = Piece(height, lambda x, y: [Group(items, transform=(1, 0, 0, 1, x, y))], bool(data.caption))
        pieces = [picture]
        if data.caption:
            style = replace(self.style("text"), italic=True)
            lines = self.lines(self.spans(MarkdownIt().parseInline(data.caption)[0]), style, 0.0)
            pieces.append(Piece(1.6, lambda x, y: [], True))
            pieces += [replace(line, glued=line is not lines[-1]) for line in lines]
        pieces.append(Piece(1.2, lambda x, y: []))
        yield Block(3.6, tuple(pieces))

    def markdown_table(self, tokens: Sequence[Any]) -> Iterator[Block]:
        rows: list[list[str]] = []
        aligns: list[str | None] = []
        for index, token in enumerate(tokens):
            if token.type == "tr_open":
                rows.append([])
            elif token.type in ("th_open", "td_open"):
                if token.type == "th_open":
                    match = re.search(r"text-align:(\w+)", str(token.attrGet("style") or ""))
                    aligns.append(match[1] if match else None)
                rows[-1].append(_as_markup(self.spans(tokens[index + 1])))
        yield self.table(rows[0] if any(rows[0]) else None, rows[1:], aligns)

    def table(self, head: list[str] | None, rows: list[list[str]], aligns: Sequence[str | None]) -> Block:
        count = max([len(head or ()), *map(len, rows)], default=0)
        rows = [row + [""] * (count - len(row)) for row in rows]
        colors = self.kit.theme.colors
        look = TableLook(
            self.style("cell"), self.style("head"), 1.4, colors.get("rule"), colors.get("tint"), None
        )
        columns = [Column(None, aligns[i] if i < len(aligns) else None) for i in range(count)]
        done = set_table(columns, head, rows, look, self.width, self.icons)
        self.complain(done.missing, ())
        last = len(done.rows) - 1

        def piece(index: int) -> Piece:
            row = done.rows[index]
            # The titles stay with two rows, the last two rows together, and a short table in one piece.
            glued = index != last and (last <= _SHORT or index <= 1 or index == last - 1)
            below = 1.2 if index == last else 0.0
            return Piece(row.height + below, lambda x, y: draw_row(done, row, x, y), glued)

        pieces = [*map(piece, range(last + 1))]
        return Block(3.6, tuple(pieces), pieces[0] if head else None)


def _as_markup(spans: Sequence[inline_markup.Span]) -> str:
    """Spans as markup text, which tables read."""
    out = []
    for span in spans:
        stars = "*" * (2 * span.bold + span.italic)
        text = f"{{icon:{span.icon}}}" if span.icon else inline_markup.escape(span.text)
        out.append(f"{stars}{text}{stars}" if text.strip() else text)
    return "".join(out)


def _split_lines(spans: Sequence[inline_markup.Span]) -> Iterator[tuple[inline_markup.Span, ...]]:
    """The spans of each line that ends with a hard break."""
    part: list[inline_markup.Span] = []
    for span in spans:
        if span.text == "\n":
            yield tuple(part)
            part = []
        else:
            part.append(span)
    yield tuple(part)


def _ascent(style: Style) -> float:
    """From the top of a line to its baseline: what leading adds is shared out above and below."""
    face = fonts.face(fonts.face_name(style.family, style.weight, style.italic))
    return (style.leading + face.cap_height) / 2 * style.size * PT


def _kept_together(lines: Sequence[Piece]) -> tuple[Piece, ...]:
    """No line of a paragraph stands alone: the first two stay together, and the last two."""
    last = len(lines) - 1
    glued = {0, last - 1} if last >= 1 else set()
    return tuple(replace(line, glued=line.glued or i in glued) for i, line in enumerate(lines))


# --- from blocks to pages ---


def _pages(blocks: Sequence[Block], kit: Kit, look: DocumentLook) -> list[Drawing]:
    width, height = sizes.PAPERS[look.paper]
    top, _right, bottom, left = look.margins
    column_width = (width - look.margins[1] - left - look.gutter * (look.columns - 1)) / look.columns
    columns: list[list[Item]] = [[]]
    y = top
    floor = height - bottom
    for index, block in enumerate(blocks):
        fresh = y == top
        y = y if fresh else y + block.before
        for number, piece in enumerate(block.pieces):
            needed = _together(blocks, index, number)
            if (
                y + min(needed, floor - top) > floor + 1e-6
                and y > top
                and len(columns) < MAX_PAGES * look.columns
            ):
                columns.append([])
                y = top
                if block.repeat is not None and number > 0:
                    columns[-1] += block.repeat.draw(_left(look, left, column_width, len(columns)), y)
                    y += block.repeat.height
            columns[-1] += piece.draw(_left(look, left, column_width, len(columns)), y)
            y += piece.height
    count = -(-len(columns) // look.columns)
    pages = []
    for number in range(count):
        items = [
            item for column in columns[number * look.columns : (number + 1) * look.columns] for item in column
        ]
        items += _footer(kit, look, number + 1, count)
        pages.append(Drawing(width, height, tuple(items), 0.0, f"page {number + 1}"))
    return pages


def _left(look: DocumentLook, left: float, column_width: float, columns: int) -> float:
    return left + ((columns - 1) % look.columns) * (column_width + look.gutter)


def _together(blocks: Sequence[Block], index: int, number: int) -> float:
    """The height of a piece and of all that it is glued to, into the next blocks."""
    total = 0.0
    pieces = blocks[index].pieces
    while True:
        total += pieces[number].height
        if not pieces[number].glued:
            return total
        number += 1
        if number == len(pieces):
            index, number = index + 1, 0
            if index >= len(blocks) or not blocks[index].pieces:
                return total
            pieces = blocks[index].pieces
            total += blocks[index].before


def _footer(kit: Kit, look: DocumentLook, number: int, count: int) -> list[Item]:
    width, height = sizes.PAPERS[look.paper]
    left, right = look.margins[3], width - look.margins[1]
    style = kit.theme.styles.get("footer", Style())
    style = replace(style, color=kit.theme.colors.get(style.color, style.color), icon_color="")
    y = height - look.margins[2] + 7.0
    rule = Ink(stroke=kit.theme.colors.get("rule", "#888888"), width=0.2)
    items: list[Item] = [Line(left, y, right, y, rule)]
    box = (left, y + 1.0, right - left, 5.0)
    for text, align in ((look.footer, "left"), (f"{number} / {count}", "right")):
        if text:
            items += set_text(
                inline_markup.escape(text), replace(style, align=align), box, lambda n, c: None
            ).items
    return items
