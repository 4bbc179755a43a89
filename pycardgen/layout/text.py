"""The only measurer and line breaker: text with markup set into a box, in one of few sizes.

Widths scale with the font size, so words are measured once, in em, and a size is tried by breaking lines at
`box width / size`. The order in which text is made to fit: tighten the leading, shrink in quarter points down
to the floor, and then report by how many millimetres it is too much. What was measured is what is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import floor

from pycardgen.layout import fonts, typography
from pycardgen.layout.display import PT, Item, Link, Symbol, TextRun, Use
from pycardgen.layout.markup import Paragraph, Span, looked, parse
from pycardgen.records import dataclass, field

STEP = 0.25
"""Sizes are tried in steps of this many points."""

_SLACK = 1e-6

Icons = Callable[[str, str], Symbol | None]
"""An icon by name and colour, or None when there is no such icon."""


@dataclass(frozen=True, slots=True)
class Style:
    """How text is set. Sizes in points; leading, tracking, gap, indent and icon_scale in em of the size.

    `max_lines` 0 means as many as fit. `gap` separates paragraphs. `min_size` is the floor of shrinking.
    `language` is a BCP 47 tag; `hyphenate` None hyphenates what is justified; `fallback` are the families of
    characters that the font lacks; `first_line` are words as in `[text](words)`.
    """

    family: str = "plex-condensed"
    weight: int = 400
    bold_weight: int = 700
    italic: bool = False
    size: float = 9.0
    min_size: float = 6.0
    leading: float = 1.25
    min_leading: float = 1.12
    color: str = "#000000"
    icon_color: str = ""
    align: str = "left"
    valign: str = "top"
    max_lines: int = 0
    tracking: float = 0.0
    gap: float = 0.45
    icon_scale: float = 0.95
    caps: bool = False
    small_caps: bool = False
    indent: float = 0.0
    first_line: str = ""
    widows: bool = False
    hyphenate: bool | None = None
    language: str = ""
    quotes: str = "smart"
    fallback: tuple[str, ...] = (fonts.FALLBACK,)
    fit_group: str = ""


@dataclass(frozen=True, slots=True)
class Seg:
    """Part of a word: text in one face, or an icon (`face` is then empty). `width` in em.

    `color` is that of the style when empty; `scale` is against the size of the style; `mark` as in `Span`.
    """

    face: str
    text: str
    width: float
    color: str = ""
    scale: float = 1.0
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    """What is never broken. `glue` is the space before it, `tail` the hyphen's width if a line ends here; in
    em.

    `face` and `text` are set when the word is of one piece of text in the style's colour, which most are.
    """

    segs: tuple[Seg, ...]
    width: float
    glue: float = 0.0
    tail: float = 0.0
    face: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Para:
    """A measured paragraph; `indent` and `marker` make it a list item.

    `first` is the indent (em) of its first line, `opening` the same words as that line shows them, `soft`
    whether some of its breaks show a hyphen.
    """

    words: tuple[Word, ...]
    marker: tuple[Seg, ...]
    indent: float
    tight: bool
    first: float = 0.0
    opening: tuple[Word, ...] = ()
    soft: bool = False

    def line(self, number: int) -> tuple[Word, ...]:
        """The words that a line's span counts."""
        return self.opening if number == 0 and self.opening else self.words


@dataclass(slots=True)
class Prepared:
    """Measured text, and what can't be set of it."""

    paras: list[Para] = field(default_factory=list)
    missing: str = ""
    unknown_icons: list[str] = field(default_factory=list)
    unknown_colors: list[str] = field(default_factory=list)


LineSpan = tuple[int, int, float]
"""First word, one past the last, width in em."""


@dataclass(frozen=True, slots=True)
class Fit:
    """The size (pt) and leading (em) found, the lines of each paragraph, and what sticks out (mm, 0 when it
    fits).
    """

    size: float
    leading: float
    lines: tuple[tuple[LineSpan, ...], ...]
    height: float
    excess_w: float
    excess_h: float


@dataclass(frozen=True, slots=True)
class Block:
    """Set text: what to draw, how it was fitted, and what can't be set."""

    items: tuple[Item, ...]
    fit: Fit
    missing: str
    unknown_icons: tuple[str, ...]
    unknown_colors: tuple[str, ...] = ()

    @property
    def unset(self) -> bool:
        """Whether something of the text can't be set."""
        return bool(self.missing or self.unknown_icons or self.unknown_colors)


def set_text(
    text: str,
    style: Style,
    box: tuple[float, float, float, float],
    icons: Icons,
    colors: Mapping[str, str] | None = None,
) -> Block:
    """Markup text fitted into `box` = (x, y, w, h) in mm. `colors` are those that its markup may name."""
    w, h = box[2:]
    prepared = prepare(paragraphs(text, style), style, icons, colors)
    found = fit(prepared, style, w, h)
    items = place(prepared, found, style, box, icons)
    unknown = tuple(prepared.unknown_icons), tuple(prepared.unknown_colors)
    return Block(tuple(items), found, prepared.missing, *unknown)


def paragraphs(text: str, style: Style) -> tuple[Paragraph, ...]:
    """The paragraphs of a text with markup, its quotation marks as the style has them."""
    if ('"' in text or "'" in text) and style.quotes == "smart":
        text = typography.smart(text, style.language)
    return parse(text)


# --- measuring ------------------------------------------------------------------------------------


SMALL_CAPS = 0.8
"""The size of small capitals against that of capitals."""

Look = tuple[str, bool, str]
"""What a span says about its text besides the face: a colour (`#rrggbb`), small capitals, a mark."""

_NO_LOOK: Look = ("", False, "")


@lru_cache(maxsize=1_024)
def _measured(
    face: str, text: str, chain: tuple[str, ...], look: Look = _NO_LOOK, spaced: bool = False
) -> tuple[tuple[Seg, ...], str]:
    if look is _NO_LOOK:
        found = fonts.segments(face, text, chain, spaced)
        return tuple(Seg(*part) for part in found.parts), found.missing
    segs: list[Seg] = []
    missing = ""
    color, small, mark = look
    for part in filter(None, _LOWER.split(text)) if small else (text,):
        scale = SMALL_CAPS if small and _LOWER.fullmatch(part) else 1.0
        found = fonts.segments(face, part.upper() if scale < 1 else part, chain, spaced)
        missing += found.missing
        segs += [Seg(name, shown, width * scale, color, scale, mark) for name, shown, width in found.parts]
    return tuple(segs), missing


_LOWER = re.compile(r"([^\W\d_A-ZÀ-ÖØ-Þ]+)")
"""Small letters; those of other alphabets that are capitals stay as they are."""


@lru_cache(maxsize=256)
def _faces(family: str, weight: int, bold_weight: int, italic: bool) -> tuple[str, str, str, str]:
    """Face names for plain, bold, italic and bold italic."""
    return (
        fonts.face_name(family, weight, italic),
        fonts.face_name(family, bold_weight, italic),
        fonts.face_name(family, weight, not italic),
        fonts.face_name(family, bold_weight, not italic),
    )


def prepare(
    paragraphs: Sequence[Paragraph], style: Style, icons: Icons, colors: Mapping[str, str] | None = None
) -> Prepared:
    """Measure every word once."""
    out = Prepared()
    setter = _Setter(style, icons, colors or {}, out)
    for number, paragraph in enumerate(paragraphs):
        words = tuple(setter.words(paragraph.spans))
        marker: tuple[Seg, ...] = ()
        indent = 0.0
        if paragraph.marker:
            marker, missing = _measured(setter.faces[0], paragraph.marker, style.fallback)
            out.missing += missing
            indent = max(0.8, sum(seg.width for seg in marker) + 0.3)
        first = style.indent if number and not marker else 0.0
        opening = setter.opening(paragraph, len(words)) if style.first_line and not number else ()
        soft = any(word.tail for word in words)
        out.paras.append(Para(words, marker, indent, paragraph.tight, first, opening, soft))
    return out


_SPACES = re.compile(r"[ \t\r\f\v]+")
_BREAKS = re.compile(r"(?<=[^\s-]-)(?=[^\W\d_])|(?<=[–—/\u00ad\u200b])(?=\S)")


class _Setter:
    """Measures the spans of paragraphs in one style."""

    __slots__ = ("chain", "colors", "faces", "hyphens", "icons", "out", "style")

    def __init__(self, style: Style, icons: Icons, colors: Mapping[str, str], out: Prepared) -> None:
        self.style, self.icons, self.colors, self.out = style, icons, colors, out
        self.faces = _faces(style.family, style.weight, style.bold_weight, style.italic)
        self.chain = style.fallback
        self.hyphens = style.align == "justify" if style.hyphenate is None else style.hyphenate

    def opening(self, paragraph: Paragraph, count: int) -> tuple[Word, ...]:
        """The words of a paragraph as its first line shows them."""
        added = looked(self.style.first_line)
        spans = [
            replace(
                span,
                bold=span.bold or added.bold,
                italic=span.italic or added.italic,
                small=span.small or added.small,
                color=span.color or added.color,
            )
            for span in paragraph.spans
        ]
        words = tuple(self.words(spans))
        return words if len(words) == count else ()

    def look(self, span: Span) -> Look:
        small = span.small or self.style.small_caps
        if not (span.color or small or span.mark):
            return _NO_LOOK
        return self.color(span), small, span.mark

    def color(self, span: Span) -> str:
        if span.color and span.color not in self.colors:
            self.out.unknown_colors.append(span.color)
        return self.colors.get(span.color, "")

    def words(self, spans: Sequence[Span]) -> list[Word]:
        style, out = self.style, self.out
        words: list[Word] = []
        open_segs: list[Seg] = []
        glue = 0.0  # the space before the open word
        for number, span in enumerate(spans):
            if span.icon:
                open_segs += self.icon(span)
                continue
            face = self.faces[span.bold + 2 * span.italic]
            space = _space(face, self.chain) + style.tracking
            look = self.look(span)
            chunks = _SPACES.split(span.text.upper() if style.caps else span.text)
            last = len(chunks) - 1
            for index, chunk in enumerate(chunks):
                if index:
                    if open_segs:
                        words.append(_word(open_segs, glue))
                        open_segs = []
                    glue = space
                if not chunk:
                    continue
                if self.hyphens and not span.whole:
                    chunk = typography.hyphenated(chunk, style.language)
                found, missing = _chunk(face, chunk, style.tracking, glue, self.chain, look)
                if missing:
                    out.missing += missing
                if not open_segs and (index < last or number == len(spans) - 1):
                    words += found
                    continue
                *closed, rest = found
                if closed:
                    words.append(_word([*open_segs, *closed[0].segs], glue, closed[0].tail))
                    words += closed[1:]
                    open_segs, glue = [], 0.0
                open_segs += rest.segs
        if open_segs:
            words.append(_word(open_segs, glue))
        return words

    def icon(self, span: Span) -> list[Seg]:
        style = self.style
        color = self.color(span) or style.icon_color or style.color
        symbol = self.icons(span.icon, color)
        if symbol is None:
            self.out.unknown_icons.append(span.icon)
            return []
        return [Seg("", span.icon, symbol.box[2] / symbol.box[3] * style.icon_scale, color)]


@lru_cache(maxsize=256)
def _space(face: str, chain: tuple[str, ...]) -> float:
    return _measured(face, " ", chain)[0][0].width


def _word(segs: Sequence[Seg], glue: float, tail: float = 0.0) -> Word:
    width = sum([seg.width for seg in segs])
    first = segs[0]
    if len(segs) > 1 or first.color or first.scale != 1.0 or first.mark:
        return Word(tuple(segs), width, glue, tail)
    return Word(tuple(segs), width, glue, tail, first.face, first.text)


@lru_cache(maxsize=4_096)
def _chunk(
    face: str, chunk: str, tracking: float, glue: float, chain: tuple[str, ...], look: Look = _NO_LOOK
) -> tuple[tuple[Word, ...], str]:
    """A text without spaces, cut wherever a line may end inside, and the characters that can't be set."""
    pieces = _BREAKS.split(chunk) if not chunk.isalpha() else [chunk]
    words: list[Word] = []
    gone = ""
    spaced = tracking != 0.0
    for index, piece in enumerate(pieces):
        shown = piece.strip("\u00ad\u200b")
        segs, missing = _measured(face, shown, chain, look, spaced)
        gone += missing
        if tracking:
            segs = tuple(replace(s, width=s.width + tracking * len(s.text)) for s in segs)
        tail = 0.0
        if index < len(pieces) - 1 and segs:
            joint = _joint(segs[-1], pieces[index + 1].strip("\u00ad\u200b"), spaced)
            if piece.endswith("\u00ad"):
                tail = _measured(face, "-", chain)[0][0].width + _joint(segs[-1], "-", spaced) - joint
            if joint:
                segs = (*segs[:-1], replace(segs[-1], width=segs[-1].width + joint))
        words.append(_word(segs or (Seg(face, "", 0.0),), glue if index == 0 else 0.0, tail))
    return tuple(words), gone


def _joint(seg: Seg, text: str, spaced: bool) -> float:
    """By how much (em) a part of a word is wider, or narrower, where it is joined to what follows it."""
    if seg.scale != 1.0:
        return 0.0
    face, last, first = fonts.face(seg.face), seg.text[-2:], text[:2]
    try:
        return face.width(last + first, spaced) - face.width(last, spaced) - face.width(first, spaced)
    except KeyError:  # what follows is set in another face
        return 0.0


# --- breaking and fitting -------------------------------------------------------------------------


def break_lines(words: Sequence[Word], limit: float) -> list[LineSpan]:
    """Lines no wider than `limit` em, each as full as it can be.

    A word wider than that has a line of its own.
    """
    if not words:
        return []
    limit += _SLACK
    lines: list[LineSpan] = []
    start, width = 0, words[0].width
    for index in range(1, len(words)):
        word = words[index]
        longer = width + word.glue + word.width
        if longer + word.tail <= limit:
            width = longer
        else:
            lines.append((start, index, width + words[index - 1].tail))
            start, width = index, word.width
    lines.append((start, len(words), width))
    return lines


ZONE = 0.86
"""How full a line must be to end before a word that could be hyphenated."""


def lines_of(para: Para, limit: float) -> list[LineSpan]:
    """The lines of a paragraph in a width (em), its own indent taken off."""
    limit -= para.indent
    if not (para.soft or para.first or para.opening):
        return break_lines(para.words, limit)
    lines: list[LineSpan] = []
    start = 0
    while start < len(para.words):
        room = limit - para.first if not lines else limit
        start, end, width = _next_line(para.line(len(lines)), start, room)
        lines.append((start, end, width))
        start = end
    return lines


def _next_line(words: Sequence[Word], start: int, limit: float) -> LineSpan:
    """The line that begins with a word. It is hyphenated only where it would be rather short otherwise."""
    limit += _SLACK
    width = words[start].width
    whole: LineSpan | None = None
    for index in range(start + 1, len(words)):
        word, before = words[index], words[index - 1]
        if word.glue or not before.tail:
            whole = (start, index, width)
        longer = width + word.glue + word.width
        # The hyphen of a word that doesn't end the line isn't in the way.
        if longer + word.tail > limit and not _fits_whole(words, index, longer, limit):
            if before.tail and whole and whole[2] >= ZONE * limit:
                return whole
            return start, index, width + before.tail
        width = longer
    return start, len(words), width


def _fits_whole(words: Sequence[Word], index: int, width: float, limit: float) -> bool:
    """Whether the rest of a word that is broken by hyphens fits, though the hyphen would not."""
    if width > limit:
        return False
    while words[index].tail and index + 1 < len(words):
        index += 1
        width += words[index].width
        if width <= limit and not words[index].tail:
            return True
        if width + words[index].tail <= limit:
            return True
    return width <= limit


def _broken(prepared: Prepared, size: float, w: float) -> tuple[tuple[LineSpan, ...], ...]:
    limit = w / (size * PT)
    return tuple([tuple(lines_of(p, limit)) for p in prepared.paras])


SHORT = 0.25
"""The part of the width that a last line should have."""

WEIGHT = 2.5
"""How much worse it is that the last line is short than that another one is."""

LEAST = 0.55
"""How long the other lines stay, as a part of the width."""

EVEN = 3
"""How many lines at the end of a paragraph are broken anew, at most."""


def without_widow(para: Para, lines: Sequence[LineSpan], limit: float) -> tuple[LineSpan, ...]:
    """The lines; if the last one is a single word or quite short, the last of them broken anew, more evenly.

    `limit` is the width in em. The number of lines stays as it is.
    """
    before, room = tuple(lines), limit - para.indent
    if len(before) < 2:
        return before
    start, end, width = before[-1]
    if width >= SHORT * room and any(word.glue for word in para.words[start + 1 : end]):
        return before
    kept = max(len(before) - EVEN, 1 if para.opening or para.first else 0)
    if len(before) - kept < 2:
        return before
    found = _even(para.words, before[kept:], room)
    least = min(LEAST * room, *(line[2] for line in before[kept:-1]))
    if found is None or found[-1][0] >= start or min(line[2] for line in found[:-1]) < least - _SLACK:
        return before
    return (*before[:kept], *found)


def _even(words: Sequence[Word], lines: Sequence[LineSpan], room: float) -> tuple[LineSpan, ...] | None:
    """The same words in as many lines, with little room left in each and a last one that isn't too short."""
    first, end = lines[0][0], lines[-1][1]
    breaks = [i for i in range(first + 1, end) if words[i].glue] + [line[0] for line in lines[1:]]
    ends = [*sorted(set(breaks)), end]
    best: dict[int, tuple[float, tuple[LineSpan, ...]]] = {first: (0.0, ())}
    for number in range(1, len(lines) + 1):
        last = number == len(lines)
        reached: dict[int, tuple[float, tuple[LineSpan, ...]]] = {}
        for begin, (cost, done) in best.items():
            for stop in ends[-1:] if last else ends[:-1]:
                if stop <= begin:
                    continue
                width = _width(words, begin, stop)
                if width > room + _SLACK:
                    break
                free = WEIGHT * max(0.0, SHORT - width / room) if last else 1.0 - width / room
                total = cost + free * free
                if stop not in reached or total < reached[stop][0]:
                    reached[stop] = (total, (*done, (begin, stop, width)))
        best = reached
    return best[end][1] if end in best else None


def _width(words: Sequence[Word], begin: int, end: int) -> float:
    """The width in em of a line, with its hyphen if it ends with one."""
    width = sum([word.width + word.glue for word in words[begin:end]]) - words[begin].glue
    broken = end < len(words) and not words[end].glue
    return width + words[end - 1].tail if broken else width


def _fixed(prepared: Prepared, style: Style) -> float:
    """The em of fixed height: capitals, descenders and gaps between paragraphs."""
    gaps = sum(style.gap for p in prepared.paras[1:] if not p.tight)
    regular = fonts.face(fonts.face_name(style.family, style.weight, style.italic))
    return regular.cap_height + regular.descent + gaps


def _widest(prepared: Prepared) -> float:
    """The em of the widest word, with all that may stand beside it: lines are never wider than the box unless
    it is.
    """
    return max(
        [
            max([word.width + word.tail for word in (*para.words, *para.opening)]) + para.indent + para.first
            for para in prepared.paras
            if para.words
        ],
        default=0.0,
    )


def _over(prepared: Prepared, lines: Sequence[Sequence[LineSpan]], size: float, w: float) -> float:
    """By how many mm the widest line is too wide."""
    em = size * PT
    widest = 0.0
    for para, part in zip(prepared.paras, lines, strict=True):
        if part:
            widest = max(widest, part[0][2] + para.indent + para.first)
            widest = max(widest, max([line[2] for line in part]) + para.indent)
    return max(0.0, widest * em - w) if widest * em > w + 1e-4 else 0.0


def fit(prepared: Prepared, style: Style, w: float, h: float) -> Fit:
    """The largest size that fits, and the widest leading up to the style's at that size."""
    found = _fitted(prepared, style, w, h)
    if style.widows or style.align == "justify":
        return found
    limit = w / (found.size * PT)
    pairs = zip(prepared.paras, found.lines, strict=True)
    lines = tuple([without_widow(para, part, limit) if len(part) > 1 else part for para, part in pairs])
    return found if lines == found.lines else replace(found, lines=lines)


def _fitted(prepared: Prepared, style: Style, w: float, h: float) -> Fit:
    steps = max(0, floor((style.size - style.min_size) / STEP + _SLACK))

    fixed, widest = _fixed(prepared, style), _widest(prepared)

    def attempt(step: int) -> Fit:
        size = style.size - step * STEP
        lines = _broken(prepared, size, w)
        over = _over(prepared, lines, size, w) if widest * size * PT > w else 0.0
        return _judge(style, size, lines, h, fixed, over)

    best = attempt(0)
    if _fits(best) or not steps:
        return best
    low, high, found = 1, steps, None
    while low < high:
        middle = (low + high) // 2
        tried = attempt(middle)
        if _fits(tried):
            high, found = middle, (middle, tried)
        else:
            low = middle + 1
    return found[1] if found and found[0] == low else attempt(low)


def _fits(found: Fit) -> bool:
    return found.excess_w == 0.0 and found.excess_h == 0.0


def _judge(
    style: Style, size: float, lines: tuple[tuple[LineSpan, ...], ...], h: float, fixed: float, over: float
) -> Fit:
    """How lines of a size fit; `fixed` is the height in em of what isn't leading, `over` how many mm they are
    too wide.
    """
    em = size * PT
    count = sum(map(len, lines))
    leading = style.leading
    if count > 1:
        leading = max(
            min(style.leading, (h / em - fixed) / (count - 1)), min(style.min_leading, style.leading)
        )
    height = (fixed + (count - 1) * leading) * em if count else 0.0
    over_h = height - h if height > h + 1e-4 else 0.0
    if style.max_lines and count > style.max_lines:
        # Too many lines count as too high by the lines that are too many, however high the box is.
        over_h = max(over_h, (count - style.max_lines) * leading * em)
    return Fit(size, leading, lines, height, over, max(0.0, over_h))


# --- placing --------------------------------------------------------------------------------------


def place(
    prepared: Prepared, found: Fit, style: Style, box: tuple[float, float, float, float], icons: Icons
) -> list[Item]:
    """The runs and icons of fitted text, in mm."""
    x, y, w, h = box
    em = found.size * PT
    cap = fonts.face(fonts.face_name(style.family, style.weight, style.italic)).cap_height
    baseline = y + _drop(found, style, h, em) + cap * em
    items: list[Item] = []
    first = True
    for para, lines in zip(prepared.paras, found.lines, strict=True):
        if not first and not para.tight:
            baseline += style.gap * em
        for number, line in enumerate(lines):
            if not first:
                baseline += found.leading * em
            first = False
            if number == 0 and para.marker:
                items += _marker(para, style, x, baseline, found.size)
            last = number == len(lines) - 1
            inset = (para.indent + (para.first if number == 0 else 0.0)) * em
            where = (x + inset, baseline, w - inset)
            items += draw_line(para.line(number), line, style, where, found.size, icons, last)
    return items


def _drop(found: Fit, style: Style, h: float, em: float) -> float:
    """How far below the top of the box the text begins. The middle is that of capitals, not of descenders."""
    free = h - found.height
    if style.valign == "bottom":
        return max(0.0, free)
    if style.valign == "middle":
        return min(max(0.0, (free + 0.2 * em) / 2), max(0.0, free)) if free > 0 else max(free / 2, -0.1 * em)
    return 0.0


def _marker(para: Para, style: Style, x: float, y: float, size: float) -> list[Item]:
    em = size * PT
    items: list[Item] = []
    for seg in para.marker:
        items.append(TextRun(x, y, seg.face, size, style.color, seg.text, 0.0, seg.width * em))
        x += seg.width * em
    return items


def draw_line(
    words: Sequence[Word],
    line: LineSpan,
    style: Style,
    where: tuple[float, float, float],
    size: float,
    icons: Icons,
    last: bool = True,
) -> list[Item]:
    """One line at `where` = (left, baseline, room) in mm."""
    start, end, width = line
    left, baseline, room = where
    em = size * PT
    free = room - (width - style.tracking) * em
    stretch = 0.0
    if style.align == "center":
        left += free / 2
    elif style.align == "right":
        left += free
    elif style.align == "justify" and not last and free > 0:
        spaces = sum(1 for word in words[start + 1 : end] if word.glue)
        stretch = free / spaces / em if spaces else 0.0
    if not stretch and (run := _plain_line(words[start:end], (left, baseline), style, size, width)):
        return [run]
    pen = _Pen(left, baseline, size, style, icons)
    for index in range(start, end):
        word = words[index]
        if index > start and word.glue:
            pen.space(word.glue, stretch)
        for seg in word.segs:
            pen.add(seg)
    if end < len(words) and words[end - 1].tail:
        cut = words[end - 1].segs[-1]
        pen.add(Seg(cut.face, "-", words[end - 1].tail, cut.color, 1.0, cut.mark))
    return pen.finish()


def _plain_line(
    words: Sequence[Word], where: tuple[float, float], style: Style, size: float, width: float
) -> TextRun | None:
    """The line as one run, if all of it is in one face."""
    face = words[0].face
    for word in words:
        if word.face != face:
            return None
    if not face or words[-1].tail:
        return None
    rest = "".join([" " + word.text if word.glue else word.text for word in words[1:]])
    spacing, anchor = style.tracking * size, _ANCHORS.get(style.align, 0.0)
    return TextRun(
        where[0], where[1], face, size, style.color, words[0].text + rest, spacing, width * size * PT, anchor
    )


_ANCHORS = {"center": 0.5, "right": 1.0}


class _Pen:
    """Joins what stands side by side in one face into one run."""

    __slots__ = (
        "at",
        "em",
        "face",
        "glue",
        "icons",
        "items",
        "look",
        "size",
        "style",
        "text",
        "width",
        "x",
        "y",
    )

    def __init__(self, x: float, y: float, size: float, style: Style, icons: Icons) -> None:
        self.x, self.y, self.size, self.style, self.icons = x, y, size, style, icons
        self.em = size * PT
        self.items: list[Item] = []
        self.face, self.text = "", list[str]()
        self.look: tuple[str, float, str] = ("", 1.0, "")
        self.at = self.width = 0.0  # em: where the open run begins, and how long it is
        self.glue = 0.0

    def space(self, glue: float, stretch: float) -> None:
        if stretch:
            self._close()
            self.at += glue + stretch
        else:
            self.glue = glue

    def add(self, seg: Seg) -> None:
        look = (seg.color, seg.scale, seg.mark)
        # A space is as wide as the size that it is set in: runs of another size begin anew after one.
        if (
            seg.face
            and seg.face == self.face
            and self.text
            and look == self.look
            and not (self.glue and seg.scale != 1.0)
        ):
            if self.glue:
                self.text.append(" ")
            self.width += self.glue
        else:
            self._close()
            self.at += self.glue
            self.face, self.look = seg.face, look
        self.glue = 0.0
        if seg.face:
            self.text.append(seg.text)
            self.width += seg.width
        else:
            self._icon(seg)

    def _icon(self, seg: Seg) -> None:
        symbol = self.icons(seg.text, seg.color)
        if symbol is not None:
            x, y, _, h = symbol.box
            scale = self.style.icon_scale * self.em / h
            # Centred on the capitals: they reach from the baseline to 0.7 em.
            top = self.y - (0.35 + self.style.icon_scale / 2) * self.em
            self.items.append(Use(symbol, self.x + self.at * self.em - x * scale, top - y * scale, scale))
        self.at += seg.width

    def _close(self) -> None:
        if not self.text:
            return
        style, em = self.style, self.em
        color, scale, mark = self.look
        if mark and not mark.startswith("index:"):
            left, top = self.x + self.at * em, self.y - 0.8 * em
            self.items.append(Link(left, top, self.width * em, 1.1 * em, mark))
        self.items.append(
            TextRun(
                self.x + self.at * em,
                self.y,
                self.face,
                self.size * scale,
                color or style.color,
                "".join(self.text),
                style.tracking * self.size,
                self.width * em,
            )
        )
        self.at += self.width
        self.width, self.text, self.face = 0.0, [], ""

    def finish(self) -> list[Item]:
        self._close()
        return self.items
