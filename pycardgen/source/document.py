"""A YAML file in memory: plain values, and the place of every key and value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pycardgen.diagnostics import Span

Value = Any
"""None, bool, int, float, str, list[Value] or dict[str, Value]: what a YAML 1.2 core document holds."""

Mark = tuple[int, int]
"""(line, column), both from 1."""


@dataclass(slots=True, eq=False)
class Document:
    """One parsed file.

    `positions[id(container)][key]` = (key start, key end, value start, value end), where `key` is a mapping's key or
    a sequence's index (for which key and value marks are equal). `text` is the file's text, newlines normalised to
    `\\n`, without a BOM.
    """

    file: str
    text: str
    root: Value
    positions: dict[int, dict[str | int, tuple[Mark, Mark, Mark, Mark]]] = field(default_factory=dict)

    def place(self) -> Place:
        """The place of the root, which must be a mapping or a sequence."""
        return Place(self, self.root)


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A mapping or sequence within a document, able to say where its parts stand."""

    document: Document
    container: Any

    def key(self, key: str | int) -> Span:
        """The span of a key (of the item, in a sequence); of the container itself when there is no such key."""
        marks = self.document.positions.get(id(self.container), {}).get(key)
        if marks is None:
            return self.whole()
        return Span(self.document.file, *marks[0], *marks[1])

    def value(self, key: str | int) -> Span:
        """The span of a key's value; of the container itself when there is no such key."""
        marks = self.document.positions.get(id(self.container), {}).get(key)
        if marks is None:
            return self.whole()
        return Span(self.document.file, *marks[2], *marks[3])

    def inside(self, key: str | int) -> Place:
        """The place of a nested mapping or sequence."""
        return Place(self.document, self.container[key])

    def whole(self) -> Span:
        """The first key or item, standing for the whole container."""
        marks = self.document.positions.get(id(self.container), {})
        for first in marks.values():
            return Span(self.document.file, *first[0], *first[1])
        return Span(self.document.file)

    def code(self, key: str | int) -> Code:
        """The rules text held by a string value, with the place of each of its lines."""
        return _embedded(self, key)


@dataclass(frozen=True, slots=True)
class Code:
    """Rules text and where each of its lines stands in its file.

    `lines[i]` = (line, column), from 1, of the first character of line i of `text`.
    """

    file: str
    text: str
    lines: tuple[Mark, ...]

    @staticmethod
    def of_file(file: str, text: str) -> Code:
        """A whole file of rules."""
        return Code(file, text, tuple((n + 1, 1) for n in range(text.count("\n") + 1)))

    def span(self, line: int, column: int, end_line: int, end_column: int) -> Span:
        """From positions in `text` (lines from 1, columns from 0, in characters) to a span in the file."""
        first, last = self.lines[min(line, len(self.lines)) - 1], self.lines[min(end_line, len(self.lines)) - 1]
        return Span(self.file, first[0], first[1] + column, last[0], last[1] + end_column)


def _embedded(place: Place, key: str | int) -> Code:
    """Place the lines of a scalar: a block scalar's after its header, others from the first character on."""
    text = str(place.container[key])
    span = place.value(key)
    source = place.document.text.split("\n")
    head = source[span.line - 1][span.column - 1 :]
    count = text.count("\n") + 1
    if head[:1] in ("|", ">"):
        first = span.line  # 0-based index of the line after the header
        body = text.split("\n")
        indent = _indent(source, first, body[0])
        return Code(place.document.file, text, tuple((first + 1 + n, indent + 1) for n in range(count)))
    quote = 1 if head[:1] in ("'", '"') else 0
    start = (span.line, span.column + quote)
    return Code(place.document.file, text, (start,) * count)


def _indent(source: list[str], first: int, line: str) -> int:
    """Indentation that YAML took off a block scalar."""
    if first >= len(source) or not line:
        return 0
    raw = source[first]
    return max(len(raw) - len(line), 0)
