"""Lines broken, and text made to fit its box.

First the leading is tightened, then the text shrunk in quarter points down to the floor, and then it is told
by how many millimetres it is too much.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import floor

from pycardgen.layout import fonts
from pycardgen.layout.display import PT
from pycardgen.layout.text_measure import Para, Prepared, Style, Word
from pycardgen.records import dataclass

STEP = 0.25
"""Sizes are tried in steps of this many points."""

_SLACK = 1e-6

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
