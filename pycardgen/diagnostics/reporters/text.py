"""The report for people: each problem with its source line, the span underlined.

error[PCG0112]: the key `name` is given twice
  --> content/example/cards/basic.yaml:12:3
   |
12 |   name: Lantern
   |   ^^^^
  ::: content/example/cards/basic.yaml:10:3
   |
10 |   name: Torch
   |   ---- first given here
   = help: keep one of the two
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterator, Mapping
from itertools import accumulate

from pycardgen.diagnostics.core import Diagnostic, Severity, Span
from pycardgen.diagnostics.reporters.common import location, safe, summary

_BOLD, _BLUE = "1", "1;34"
_COLORS = {Severity.ERROR: "1;31", Severity.WARNING: "1;33", Severity.NOTE: "1;36"}
_TAB = 4
_SHOWN_LINES = 4


def render(diagnostics: list[Diagnostic], sources: Mapping[str, str], color: bool, width: int) -> str:
    """Every problem, a blank line after each, and a summary."""
    lines: list[str] = []
    split: dict[str, list[str]] = {}
    for diagnostic in diagnostics:
        for span in _spans(diagnostic):
            if span.file in sources and span.file not in split:
                split[span.file] = sources[span.file].split("\n")
        lines.extend(_problem(diagnostic, split, color, width))
        lines.append("")
    worst = min((list(Severity).index(diagnostic.severity) for diagnostic in diagnostics), default=None)
    style = "1;32" if worst is None else _COLORS[list(Severity)[worst]]
    lines.append(_paint(summary(diagnostics), style, color))
    return "\n".join(lines) + "\n"


def _spans(diagnostic: Diagnostic) -> Iterator[Span]:
    if diagnostic.span:
        yield diagnostic.span
    yield from (other.span for other in diagnostic.related)


def _problem(
    diagnostic: Diagnostic, sources: Mapping[str, list[str]], color: bool, width: int
) -> Iterator[str]:
    """The lines of one problem."""
    style = _COLORS[diagnostic.severity]
    head = _paint(f"{diagnostic.severity.value}[{diagnostic.code}]", style, color)
    yield head + _paint(f": {safe(diagnostic.message)}", _BOLD, color)
    gutter = max((len(str(span.end_line)) for span in _spans(diagnostic)), default=1)
    margin = " " * gutter
    if diagnostic.span:
        yield f"{margin}{_paint('-->', _BLUE, color)} {location(diagnostic)}"
        yield from _quote(diagnostic.span, "^", "", style, sources, gutter, color, width)
    for other in diagnostic.related:
        span = other.span
        note = safe(other.message)
        where = safe(span.shown)
        yield f"{margin}{_paint(':::', _BLUE, color)} {where}{'' if span.file in sources else f': {note}'}"
        yield from _quote(span, "-", note, _BLUE, sources, gutter, color, width)
    for part in diagnostic.hint.splitlines():
        for n, line in enumerate(textwrap.wrap(safe(part), max(width - gutter - 9, 20))):
            yield (
                f"{margin} {_paint('= help:', _BLUE, color)} {line}" if n == 0 else f"{margin}         {line}"
            )


def _quote(
    span: Span,
    mark: str,
    note: str,
    style: str,
    sources: Mapping[str, list[str]],
    gutter: int,
    color: bool,
    width: int,
) -> Iterator[str]:
    """The source lines of a span, underlined with `mark`; of a long span, the first ones and the last."""
    source = sources.get(span.file)
    if source is None or span.line > len(source):
        return
    bar = _paint("|", _BLUE, color)
    room = max(width - gutter - 3, 20)
    yield f"{' ' * gutter} {bar}"
    last = min(span.end_line - (span.end_column == 1 and span.end_line > span.line), len(source))
    numbers = list(range(span.line, last + 1))
    if len(numbers) > _SHOWN_LINES:
        numbers = [*numbers[:2], 0, last]
    for number in numbers:
        if number == 0:
            yield _paint("...", _BLUE, color)
            continue
        line = source[number - 1]
        start = span.column - 1 if number == span.line else len(line) - len(line.lstrip())
        end = span.end_column - 1 if number == span.end_line else len(line)
        quoted, before, length = excerpt(line, start, end, room)
        yield f"{_paint(f'{number:>{gutter}}', _BLUE, color)} {bar} {quoted}".rstrip()
        label = f" {note}" if note and number == numbers[-1] else ""
        yield f"{' ' * gutter} {bar} {' ' * before}{_paint(mark * length + label, style, color)}"


def excerpt(line: str, start: int, end: int, room: int) -> tuple[str, int, int]:
    """A line as shown in `room` columns, and the piece to underline: how many columns precede it and are in
    it.

    `start` and `end` count characters. Tabs become spaces, wide characters count as two columns, and what
    doesn't fit is cut away on both sides of the piece.
    """
    start = min(start, len(line))
    skipped = max(0, start - 4 * room)
    cut = len(line) > skipped + 8 * room
    line = line[skipped : skipped + 8 * room]  # some files are one very long line
    start, end = start - skipped, end - skipped
    shown = _glyphs(line)
    ends = list(accumulate(map(_columns, shown), initial=0))
    end = min(max(end, start), len(line))
    first, last = 0, len(shown)
    if ends[-1] > room:
        wanted = max(0, min(ends[start] - room // 3, ends[-1] - room + 1))
        first = next(n for n, column in enumerate(ends) if column >= wanted)
        last = max(n for n, column in enumerate(ends) if column - ends[first] <= room - 2)
    left, right = "…" if first or skipped else "", "…" if last < len(shown) or cut else ""
    before = ends[start] - ends[first] + len(left)
    return left + "".join(shown[first:last]) + right, before, max(ends[min(end, last)] - ends[start], 1)


def _glyphs(line: str) -> list[str]:
    """What is shown for each character of a line."""
    if line.isascii() and line.isprintable():
        return list(line)
    shown: list[str] = []
    column = 0
    for character in line:
        glyph = " " * (_TAB - column % _TAB) if character == "\t" else safe(character)
        shown.append(glyph)
        column += _columns(glyph)
    return shown


def _columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.category(c) in ("Mn", "Me", "Cf") else 1 + (unicodedata.east_asian_width(c) in "WF")
        for c in text
    )


def _paint(text: str, style: str, color: bool) -> str:
    return f"\x1b[{style}m{text}\x1b[0m" if color else text
