"""Documents of several pages from Markdown: rulebooks, summaries, anything that is mostly text.

The Markdown is CommonMark with tables, read by markdown-it; the text is set by the one text engine. `{field}`
and `{icon:name}` work as on cards; a paragraph that is only `{table:name}` or `{figure:name}` becomes a table
or a figure made of the game's data. One that is only `[TOC]` becomes the list of chapters with their pages,
`[INDEX]` that of the terms marked as `[[term]]`, and `[PAGE]` begins a page. `[text](#heading)` names a page.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any
from unicodedata import combining, normalize

from pycardgen.diagnostics import Collector, Diagnostic, Report, Severity, Span, did_you_mean
from pycardgen.layout import fields, fonts, typography
from pycardgen.layout import markup as inline_markup
from pycardgen.layout.card_figure import CardFigure, draw_cards
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
from pycardgen.layout.images import icon_symbol
from pycardgen.layout.kit import Kit
from pycardgen.layout.markup import Paragraph
from pycardgen.layout.pages import Block, DocumentLook, Piece, lay_pages
from pycardgen.layout.pictures import load_picture
from pycardgen.layout.table import Column, TableLook, Text, draw_row, set_table
from pycardgen.layout.text import Icons, Style, set_text
from pycardgen.layout.text_fit import LineSpan, lines_of, without_widow
from pycardgen.layout.text_measure import Para, Word, prepare
from pycardgen.layout.text_place import draw_line
from pycardgen.records import dataclass, field


@dataclass(frozen=True, slots=True)
class TableData:
    """A table that `{table:name}` brings: titles and rows of texts, which may have markup. `widths` are those
    of columns in mm, or None.
    """

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    widths: Sequence[float | None] = ()


Data = TableData | Figure | CardFigure
"""What a paragraph can name instead of being text."""


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
    titles: dict[str, str] = {}
    places: dict[str, list[int]] = {}
    for _ in range(_TRIES):
        told = Collector()
        reader = _Reader(kit, look, told, file, subject or {}, tables or {}, titles=titles, places=places)
        laid = lay_pages(list(reader.blocks(text)), kit, look)
        # What names pages is set again when these are known, until it doesn't move them any more.
        if not reader.refers or (laid.places == places and reader.headings == titles):
            break
        titles, places = reader.headings, laid.places
    for problem in told.found:
        report(problem)
    return laid.pages


# --- from Markdown to blocks ---

_HEADINGS = {"h1": ("h1", 9.0, 3.0), "h2": ("h2", 7.5, 0.6), "h3": ("h3", 5.4, 0.0), "h4": ("h4", 4.6, 0.0)}
"""Style, space before and after, in mm."""

_BELOW = 2.2
"""Between a heading and what follows it, in mm."""

CONTENTS, INDEX, PAGE = "[TOC]", "[INDEX]", "[PAGE]"
"""Paragraphs that become the list of chapters and that of terms, and one that begins a page."""

_TRIES = 4
"""How often a document is set at most until the numbers of its pages are right."""

_WHOLE = 0.6
"""The part of a column that a table may take and still be kept whole, if that takes no further page."""

_SHORT = 6
"""Rows of a table that is never broken."""

_WIDER = "give it fewer columns, shorter words or smaller `widths`, or the document fewer `columns`"

_PART = re.compile(r"\{icon:([\w-]+)\}|\[\[([^\[\]|\n]+)(?:\|([^\[\]|\n]+))?\]\]")
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
    fresh: bool = False
    refers: bool = False
    titles: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, Sequence[int]] = field(default_factory=dict)
    headings: dict[str, str] = field(default_factory=dict)
    chapters: list[tuple[str, str]] = field(default_factory=list)
    references: list[tuple[str, Span | None]] = field(default_factory=list)

    @property
    def width(self) -> float:
        """The width of a column."""
        return self.look.column[0]

    @property
    def icons(self) -> Icons:
        return lambda name, ink_color: icon_symbol(self.kit, name, ink_color, self.report)

    def blocks(self, text: str) -> Iterator[Block]:
        """The blocks of a text, the same space below every heading."""
        below = False
        for block in self.read(text):
            before = _BELOW if below and not block.heading else block.before
            below = block.heading
            yield replace(block, before=before * self.look.scale)

    def read(self, text: str) -> Iterator[Block]:
        tokens = self.parser().parse(text)
        self.chapters = self.list_chapters(tokens)
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
        self.check_references()

    def parser(self) -> Any:
        """Markdown's parser; quotation marks become those of the language."""
        from markdown_it import MarkdownIt

        style = self.style("text")
        parser = MarkdownIt("commonmark", {"html": False}).enable("table")
        if style.quotes == "smart":
            parser.options["typographer"] = True
            parser.options["quotes"] = typography.spaced_quotes(style.language)
            parser.enable("smartquotes")
        return parser

    def list_chapters(self, tokens: Sequence[Any]) -> list[tuple[str, str]]:
        """The slug and the title of each heading of the second level."""
        slugs: dict[str, str] = {}
        found = []
        for at, token in enumerate(tokens):
            if token.type == "heading_open":
                title = "".join(span.text for span in self.spans(tokens[at + 1], quiet=True))
                slug = _slug(title, slugs)
                slugs[slug] = title
                if token.tag == "h2":
                    found.append((slug, title))
        return found

    def check_references(self) -> None:
        for slug, span in self.references:
            if slug not in self.headings:
                hint = did_you_mean(slug, self.headings) or f"the headings are {fields.some(self.headings)}"
                self.report(Diagnostic("PCG0714", f"no heading is called `#{slug}`", span, hint))

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
        colors, scale = self.kit.theme.colors, self.look.scale
        return replace(
            found,
            size=found.size * scale,
            min_size=min(found.min_size, found.size * scale),
            color=colors.get(found.color, found.color),
            icon_color=colors.get(found.icon_color, found.icon_color),
            language=found.language or self.kit.language,
        )

    def span(self) -> Span | None:
        return Span(self.file, self.line, 1, self.line, 1) if self.file else None

    def spans(self, token: Any, quiet: bool = False) -> tuple[inline_markup.Span, ...]:
        """The spans of an inline token. `quiet`: nothing is reported."""
        out: list[inline_markup.Span] = []
        look = inline_markup.PLAIN
        bold = italic = begun = 0
        for child in token.children or ():
            kind = child.type
            base = replace(look, bold=look.bold or bool(bold), italic=look.italic or bool(italic))
            if kind in ("strong_open", "strong_close"):
                bold += 1 if kind == "strong_open" else -1
            elif kind in ("em_open", "em_close"):
                italic += 1 if kind == "em_open" else -1
            elif kind in ("softbreak", "hardbreak"):
                out.append(replace(base, text=" " if kind == "softbreak" else "\n"))
            elif kind in ("text", "code_inline"):
                code = kind == "code_inline"
                out += self.filled(child.content, replace(base, bold=base.bold or code), quiet, code)
            elif kind == "link_open":
                look, begun = self.linked(str(child.attrGet("href") or ""), quiet), len(out)
            elif kind == "link_close":
                out += self.page_number(look, begun == len(out), base)
                look = inline_markup.PLAIN
            elif not quiet:
                self.tell(f"'{child.content or kind}' can't be printed here", "write it as plain text")
        return tuple(out)

    def linked(self, target: str, quiet: bool) -> inline_markup.Span:
        """What `[text](target)` says about its text: a page, an address, or how it looks."""
        if target.startswith("#"):
            self.refers = True
            if not quiet:
                self.references.append((target[1:], self.span()))
            return replace(inline_markup.PLAIN, mark=target)
        if _ADDRESS.match(target):
            return replace(inline_markup.PLAIN, mark=target)
        if target in inline_markup.LOOKS or target in self.kit.theme.colors:
            return inline_markup.looked(target)
        if not quiet:
            hint = "name a heading (#heading), an address (https://...), a colour of the theme, or small-caps"
            self.tell(f"`{target}` is nothing that a printed text can lead to", hint)
        return inline_markup.PLAIN

    def page_number(
        self, look: inline_markup.Span, empty: bool, base: inline_markup.Span
    ) -> Iterator[inline_markup.Span]:
        """The page that a reference names, and the title of the heading if it has no text of its own."""
        if not look.mark.startswith("#"):
            return
        slug = look.mark[1:]
        if empty:
            yield replace(base, text=self.titles.get(slug, slug))
        page = next(iter(self.places.get(look.mark, ())), 0)
        yield replace(base, text=f" (→\u00a0{page})", whole=True)

    def filled(
        self, text: str, base: inline_markup.Span, quiet: bool = False, code: bool = False
    ) -> Iterator[inline_markup.Span]:
        """Text with fields filled in, cut at icons and terms."""
        shown = fields.expand(text, self.subject, None if quiet else self.unknown)
        style = self.style("text")
        if "{" in text and not code and style.quotes == "smart":
            shown = typography.smart(shown, style.language)
        if base.whole:
            shown = inline_markup.held(shown)
        at = 0
        for match in _PART.finditer(shown):
            if match.start() > at:
                yield replace(base, text=shown[at : match.start()])
            if match[1]:
                yield replace(base, icon=match[1])
            else:
                yield replace(base, text=match[2].strip(), mark=f"index:{(match[3] or match[2]).strip()}")
            at = match.end()
        if at < len(shown):
            yield replace(base, text=shown[at:])

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
        slug = _slug(text, self.headings)
        self.headings[slug] = text
        lines = self.lines(spans, used, 0.0)
        pieces = [replace(line, glued=True) for line in lines]
        first = pieces[0] if pieces else Piece(0.0, lambda x, y: [])
        pieces[:1] = [
            replace(
                first,
                draw=lambda x, y: [Bookmark(text, level, y - 2.0), *first.draw(x, y)],
                glued=True,
                marks=(*first.marks, f"#{slug}"),
            )
        ]
        if tag == "h1":
            color, width = self.kit.theme.colors.get("gold", "#888888"), self.width
            bar = Piece(2.2, lambda x, y: [Rect(x, y + 1.2, min(28.0, width), 0.9, Ink(color))], True)
            pieces.append(bar)
        pieces.append(Piece(after, lambda x, y: [], True))
        return Block(before, tuple(pieces), fresh=self.begins_page(), heading=True)

    def begins_page(self) -> bool:
        """Whether `[PAGE]` stood before this block."""
        begins, self.fresh = self.fresh, False
        return begins

    def paragraph(self, token: Any) -> Iterator[Block]:
        content = token.content.strip()
        if content == CONTENTS:
            yield self.contents()
            return
        if content == INDEX:
            yield from self.index()
            return
        if content == PAGE:
            self.fresh = True
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
        """The chapters, each with a row of dots and its page."""
        self.refers = True
        used = self.style("text")
        lines = [
            self.entry(slug, title, line, used)
            for slug, title in self.chapters
            for line in self.lines((inline_markup.Span(title),), used, 0.0)[:1]
        ]
        return Block(2.6, tuple(lines), fresh=self.begins_page())

    def entry(self, slug: str, title: str, line: Piece, style: Style) -> Piece:
        room, base, ink = self.width, _ascent(style), Ink(None, style.color, 0.25, (0.25, 1.2))
        number = "".join(map(str, self.places.get(f"#{slug}", ())[:1]))

        def draw(x: float, y: float) -> list[Item]:
            items = line.draw(x, y)
            box = (x, y, room, line.height)
            set_ = set_text(number, replace(style, align="right", valign="top"), box, self.icons)
            runs = [replace(run, y=y + base) for run in set_.items if isinstance(run, TextRun)]
            right = max((run.x + run.width for run in items if isinstance(run, TextRun)), default=x)
            items.append(Line(right + 1.5, y + base, x + room - 7.0, y + base, ink))
            return [*items, *runs, Link(x, y, room, line.height, f"#{title}")]

        return replace(line, draw=draw)

    def index(self) -> Iterator[Block]:
        """The marked terms in the order of the alphabet, each with its pages."""
        self.refers = True
        terms = {mark[6:]: pages for mark, pages in self.places.items() if mark.startswith("index:")}
        if self.titles and not terms:
            self.tell("the index is empty", "mark terms as `[[term]]`, or `[[text|term]]`")
        letter = ""
        for term in sorted(terms, key=lambda term: (_plain(term), term)):
            first = _plain(term)[:1].upper()
            before = 2.4 if first != letter and letter else 0.0
            letter = first
            spans = (inline_markup.Span(f"{term}\u00a0\u00a0"), inline_markup.Span(_ranges(terms[term])))
            yield Block(before, tuple(self.lines(spans, self.style("text"), 4.0, -4.0)))

    def text_block(self, spans: tuple[inline_markup.Span, ...], style: str, before: float) -> Block:
        used = self.style(style)
        indent = 5.5 * len(self.lists) + (5.0 if self.quoted else 0.0)
        lines = self.lines(spans, used, indent)
        if self.marker and lines:
            lines[0] = self.marked(lines[0], used, indent)
        self.marker = ""
        if self.quoted:
            lines = [self.barred(line) for line in lines]
        return Block(before, _kept_together(lines), fresh=self.begins_page())

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

        return replace(line, draw=draw)

    def barred(self, line: Piece) -> Piece:
        """A line of a quote, with a bar at its left."""
        color = self.kit.theme.colors.get("gold", "#888888")

        def draw(x: float, y: float) -> list[Item]:
            return [Rect(x + 1.2, y, 0.7, line.height, Ink(color)), *line.draw(x, y)]

        return replace(line, draw=draw)

    def lines(
        self, spans: tuple[inline_markup.Span, ...], style: Style, indent: float, first: float = 0.0
    ) -> list[Piece]:
        """Each line of a paragraph as a piece. `first` is added to the indent (mm) of the first line."""
        pieces: list[Piece] = []
        em = style.size * PT
        base = _ascent(style)
        colors = self.kit.theme.colors
        for part in _split_lines(spans):
            prepared = prepare([Paragraph(part)], style, self.icons, colors)
            self.complain(prepared.missing, prepared.unknown_icons)
            para = replace(prepared.paras[0], first=first / em)
            room = self.width - indent
            found: Sequence[LineSpan] = lines_of(para, room / em)
            if not style.widows and style.align != "justify":
                found = without_widow(para, found, room / em)
            for number in range(len(found)):
                inset = indent + (first if number == 0 else 0.0)
                pieces.append(self.line_piece(para, found, number, (inset, base), style))
            first = 0.0
        return pieces

    def line_piece(
        self, para: Para, lines: Sequence[LineSpan], number: int, at: tuple[float, float], style: Style
    ) -> Piece:
        """One line, `at` (inset, baseline) in mm from the top left of the piece."""
        words, line, last = para.line(number), lines[number], number == len(lines) - 1
        marks = tuple(_marks(words[line[0] : line[1]]))

        def draw(x: float, y: float) -> list[Item]:
            where = (x + at[0], y + at[1], self.width - at[0])
            items = draw_line(words, line, style, where, style.size, self.icons, last)
            return [self.titled(item) for item in items] if marks else items

        terms = tuple(mark for mark in marks if mark.startswith("index:"))
        return Piece(style.leading * style.size * PT, draw, marks=terms)

    def titled(self, item: Item) -> Item:
        """A link to a heading leads to its bookmark, which goes by the title."""
        if isinstance(item, Link) and item.target.startswith("#"):
            slug = item.target[1:]
            return replace(item, target=f"#{self.titles.get(slug, slug)}")
        return item

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
        return Block(
            4.0, (Piece(1.0, lambda x, y: [Line(x, y, x + width, y, line)]),), fresh=self.begins_page()
        )

    def image(self, token: Any) -> Iterator[Block]:
        found = load_picture(self.kit.folder, token.attrGet("src") or "", self.span(), self.report)
        if found is None:
            return
        # 150 pixels an inch, unless it is wider than the column.
        width = min(self.width, found.width * 25.4 / 150)
        height = width * found.height / found.width
        left = (self.width - width) / 2
        piece = Piece(height, lambda x, y: [Image(x + left, y, width, height, found)])
        yield Block(4.0, (piece,), fresh=self.begins_page())

    def data(self, sort: str, name: str) -> Iterator[Block]:
        data = self.tables.get(name)
        if data is None:
            hint = did_you_mean(name, self.tables)
            self.report(Diagnostic("PCG0705", f"there is no {sort} '{name}'", self.span(), hint))
        elif isinstance(data, Figure | CardFigure):
            yield from self.figure(data)
        else:
            rows = [list(row) for row in data.rows]
            yield self.table(list(data.head) or None, rows, [None] * len(data.head), data.widths)

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
            smart = style.quotes == "smart"
            caption = typography.smart(data.caption, style.language) if smart else data.caption
            lines = self.lines(self.spans(MarkdownIt().parseInline(caption)[0]), style, 0.0)
            pieces.append(Piece(1.6, lambda x, y: [], True))
            pieces += [replace(line, glued=line is not lines[-1]) for line in lines]
        pieces.append(Piece(1.2, lambda x, y: []))
        yield Block(3.6, tuple(pieces), fresh=self.begins_page())

    def markdown_table(self, tokens: Sequence[Any]) -> Iterator[Block]:
        rows: list[list[Text]] = []
        aligns: list[str | None] = []
        for index, token in enumerate(tokens):
            if token.type == "tr_open":
                rows.append([])
            elif token.type in ("th_open", "td_open"):
                if token.type == "th_open":
                    match = re.search(r"text-align:(\w+)", str(token.attrGet("style") or ""))
                    aligns.append(match[1] if match else None)
                rows[-1].append(self.spans(tokens[index + 1]))
        yield self.table(rows[0] if any(rows[0]) else None, rows[1:], aligns)

    def table(
        self,
        head: Sequence[Text] | None,
        rows: Sequence[Sequence[Text]],
        aligns: Sequence[str | None],
        widths: Sequence[float | None] = (),
    ) -> Block:
        count = max([len(head or ()), *map(len, rows)], default=0)
        rows = [[*row, *[""] * (count - len(row))] for row in rows]
        colors = self.kit.theme.colors
        look = TableLook(
            self.style("cell"), self.style("head"), 1.4, colors.get("rule"), colors.get("tint"), None
        )
        columns = [
            Column(widths[i] if i < len(widths) else None, aligns[i] if i < len(aligns) else None)
            for i in range(count)
        ]
        done = set_table(columns, head, rows, look, self.width, self.icons, colors=colors)
        self.complain(done.missing, ())
        over = sum(done.widths) - self.width
        if over > 0.05:
            message = f"a table is {over:.1f} mm wider than its column of {self.width:.0f} mm"
            self.report(Diagnostic("PCG0735", message, self.span(), _WIDER, severity=Severity.WARNING))
        last = len(done.rows) - 1
        whole = done.height <= _WHOLE * self.look.column[1]

        def piece(index: int) -> Piece:
            row = done.rows[index]
            # A table that is broken has at least three rows on each page.
            glued = index != last and (last <= _SHORT or index <= 2 or index >= last - 2)
            below = 1.2 if index == last else 0.0
            words = [word for cell in row.cells for para in cell.prepared.paras for word in para.words]
            return Piece(
                row.height + below,
                lambda x, y: [self.titled(item) for item in draw_row(done, row, x, y)],
                glued,
                whole and index != last,
                tuple(mark for mark in _marks(words) if mark.startswith("index:")),
            )

        pieces = [*map(piece, range(last + 1))]
        return Block(3.6, tuple(pieces), pieces[0] if head else None, self.begins_page())


_ADDRESS = re.compile(r"(?:https?|mailto):", re.IGNORECASE)


def _marks(words: Iterable[Word]) -> Iterable[str]:
    """What the text of some words is marked with."""
    return dict.fromkeys(seg.mark for word in words for seg in word.segs if seg.mark)


def _slug(title: str, taken: Container[str]) -> str:
    """What a heading is called in `[text](#heading)`: small letters, spaces as hyphens, as elsewhere."""
    slug = re.sub(r"[^\w -]", "", title.strip().lower()).replace(" ", "-") or "heading"
    number, name = 1, slug
    while name in taken:
        name, number = f"{slug}-{number}", number + 1
    return name


def _plain(term: str) -> str:
    """A term as it is sorted: without accents, and without case."""
    return "".join(c for c in normalize("NFKD", term) if not combining(c)).casefold()


def _ranges(pages: Sequence[int]) -> str:
    """Page numbers, runs of three and more as ranges."""
    runs: list[list[int]] = []
    for page in sorted(pages):
        if runs and page == runs[-1][-1] + 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


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
