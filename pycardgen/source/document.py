"""A YAML file in memory: plain values, and the place of every key and value."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from operator import itemgetter
from typing import Any

from pycardgen.diagnostics import Span
from pycardgen.records import dataclass, field

Value = Any
"""None, bool, int, float, str, list[Value] or dict[str, Value]: what a YAML 1.2 core document holds."""

Mark = tuple[int, int]
"""(line, column), both from 1."""

Offsets = tuple[int, int, int, int]
"""Key start, key end, value start, value end, as offsets into the text.

An item of a sequence is its own key.
"""

Positions = dict[int, dict[str | int, Offsets]]
"""`positions[id(container)][key]`, where `key` is a mapping's key or a sequence's index.

An empty container has one entry, "", which is the container itself."""


@dataclass(slots=True, eq=False)
class Document:
    """One parsed file. `text` is the file's text, newlines normalised to `\\n`, without a BOM.

    Positions are kept as offsets, which are cheap to keep for every value, and become lines and columns when
    asked. `unpack`: what gives the positions when they are first asked for. `embed`: what places rules text
    that stands in the file, where it isn't YAML.
    """

    file: str
    text: str
    root: Value
    unpack: Callable[[], Positions] = field(default=dict, repr=False)
    embed: Embed | None = field(default=None, repr=False)
    _positions: Positions | None = field(default=None, init=False, repr=False)
    _starts: list[int] | None = field(default=None, init=False, repr=False)

    @property
    def positions(self) -> Positions:
        """Where the parts of each container stand."""
        if self._positions is None:
            self._positions = self.unpack()
        return self._positions

    def place(self) -> Place:
        """The place of the root, which must be a mapping or a sequence."""
        return Place(self, self.root)

    def span(self, start: int, end: int) -> Span:
        """The span between two offsets into the text."""
        return Span(self.file, *self.mark(start), *self.mark(end))

    def mark(self, offset: int) -> Mark:
        """Line and column of an offset into the text."""
        return _mark(self.line_starts, offset)

    @property
    def line_starts(self) -> list[int]:
        """The offset of the first character of each line."""
        if self._starts is None:
            lengths = map((1).__add__, map(len, self.text.split("\n")))
            self._starts = [0, *accumulate(lengths)][:-1]
        return self._starts


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A mapping or sequence within a document, able to say where its parts stand."""

    document: Document
    container: Any

    def key(self, key: str | int) -> Span:
        """The span of a key (in a sequence, of the item); of the container when there is no such key."""
        found = self._offsets(key)
        return self.whole() if found is None else self.document.span(found[0], found[1])

    def value(self, key: str | int) -> Span:
        """The span of a key's value; of the container itself when there is no such key."""
        found = self._offsets(key)
        return self.whole() if found is None else self.document.span(found[2], found[3])

    def inside(self, key: str | int) -> Place:
        """The place of a nested mapping or sequence."""
        return Place(self.document, self.container[key])

    def whole(self) -> Span:
        """The first key or item, standing for the whole container."""
        for first in self.document.positions.get(id(self.container), {}).values():
            return self.document.span(first[0], first[1])
        return Span(self.document.file)

    def code(self, key: str | int) -> Code:
        """The rules text held by a string value, with the place of each of its characters."""
        found = self._offsets(key)
        text = str(self.container[key])
        if found is None:
            return Code.of_file(self.document.file, text)
        embed = self.document.embed or _embedded
        return embed(self.document, text, found[2], found[3])

    def _offsets(self, key: str | int) -> Offsets | None:
        return self.document.positions.get(id(self.container), {}).get(key)


Embed = Callable[[Document, str, int, int], "Code"]
"""Places the characters of a text, the value of what stands between two offsets of a document."""

Pieces = tuple[tuple[int, int], ...]
"""(offset into a value, offset into its file) of each piece of the value that is written as it is."""


@dataclass(frozen=True, slots=True)
class Code:
    """Rules text and where it stands in its file.

    `lines[i]` = (line, column), from 1, of the first character of line i of `text`. `pieces` is empty where
    the text stands in its file as it is, line by line; otherwise (folded lines, escapes in quotes) it says
    where each piece stands, and `line_starts` has the offsets of the file's lines.
    """

    file: str
    text: str
    lines: tuple[Mark, ...]
    pieces: Pieces = field(default=(), repr=False)
    line_starts: Sequence[int] = field(default=(), repr=False, compare=False)

    @staticmethod
    def of_file(file: str, text: str) -> Code:
        """A whole file of rules."""
        return Code(file, text, tuple((n + 1, 1) for n in range(text.count("\n") + 1)))

    def span(self, line: int, column: int, end_line: int, end_column: int) -> Span:
        """From positions in `text` (lines from 1, columns from 0, in characters) to a span in the file."""
        return Span(self.file, *self._mark(line, column), *self._mark(end_line, end_column))

    def _mark(self, line: int, column: int) -> Mark:
        if self.pieces:
            before = self.text.split("\n")[: line - 1]
            at = sum(map(len, before)) + len(before) + column
            return _mark(self.line_starts, _in_file(self.pieces, min(at, len(self.text))))
        start = self.lines[min(line, len(self.lines)) - 1]
        return (start[0], start[1] + column)


def _mark(line_starts: Sequence[int], offset: int) -> Mark:
    """Line and column of an offset."""
    line = bisect_right(line_starts, offset)
    return (line, offset - line_starts[line - 1] + 1)


def _embedded(document: Document, text: str, start: int, end: int) -> Code:
    """Place the characters of a scalar that stands between two offsets."""
    source = document.text
    if source[start : start + 1] == "|":
        return Code(document.file, text, _literal_lines(document, text, start))
    if source[start:end] == text and "\n" not in text:
        return Code(document.file, text, (document.mark(start),))
    pieces = align(source, start, end, text)
    first_characters = accumulate((len(line) + 1 for line in text.split("\n")[:-1]), initial=0)
    lines = tuple(document.mark(_in_file(pieces, at)) for at in first_characters)
    return Code(document.file, text, lines, pieces, document.line_starts)


def _in_file(pieces: Pieces, at: int) -> int:
    """The offset into the file of an offset into a value."""
    value_at, file_at = pieces[bisect_right(pieces, at, key=itemgetter(0)) - 1]
    return file_at + at - value_at


def _literal_lines(document: Document, text: str, start: int) -> tuple[Mark, ...]:
    """The place of each line of a `|` scalar: after its header, behind the indentation that YAML took off."""
    first = document.mark(start)[0]
    starts = document.line_starts
    indent = 0
    for number, line in enumerate(text.split("\n")):
        if line:
            here = starts[first + number]
            raw = document.text[here : document.text.find("\n", here) % (len(document.text) + 1)]
            indent = len(raw) - len(line)
            break
    return tuple((first + 1 + n, indent + 1) for n in range(text.count("\n") + 1))


def align(source: str, start: int, end: int, text: str) -> Pieces:
    """How `text`, the value of the scalar at `source[start:end]`, stands there; the first piece begins at 0.

    Exact for everything but white space that folding made or kept, which is placed near by.
    """
    quote = source[start : start + 1]
    if quote == ">":
        start = source.find("\n", start, end) + 1 or end
    elif quote in ("'", '"'):
        start, end = start + 1, end - 1
        if ("\\" if quote == '"' else "''") in source[start:end]:
            return tuple(_escaped_pieces(source, start, end, text, quote))
    pieces = [(0, start)]
    at = 0
    for line in source[start:end].split("\n"):
        words = line.strip(" \t")
        if words:
            at = text.find(words, at)
            pieces.append((at, start + line.index(words)))
            at += len(words)
        start += len(line) + 1
    return (*pieces, (len(text), end))


_ESCAPE_LENGTHS = {"x": 4, "u": 6, "U": 10}


def _escaped_pieces(source: str, here: int, end: int, text: str, quote: str) -> Iterator[tuple[int, int]]:
    """As `align`, a piece for each character, for quoted text with escapes in it."""
    for at, character in enumerate(text):
        if not character.isspace():
            while here < end and (
                source[here].isspace() or (quote == '"' and source.startswith("\\\n", here))
            ):
                here += 1
        yield at, min(here, end)
        if quote == '"' and source[here : here + 1] == "\\":
            here += _ESCAPE_LENGTHS.get(source[here + 1 : here + 2], 2)
        elif quote == "'" and character == "'":
            here += 2
        else:
            here += 1
    yield len(text), end
