"""Words measured once, in em: what a text is broken, fitted and placed by.

Widths scale with the font size, so that a size is tried by breaking lines at `box width / size`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from pycardgen.layout import fonts, typography
from pycardgen.layout.display import Symbol
from pycardgen.layout.markup import Paragraph, Span, looked
from pycardgen.records import dataclass, field

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
