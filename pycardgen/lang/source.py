"""Where rules stand: the program's table of positions, and problems that are reported by a place in it."""

from __future__ import annotations

import re

from pycardgen.diagnostics import Diagnostic, Related, Report, Severity, Span
from pycardgen.records import dataclass, field
from pycardgen.source import Code

Position = tuple[int, int, int, int, int]
NOWHERE: Position = (0, 0, 0, 0, 0)


@dataclass(slots=True)
class Positions:
    """The table while it grows. `details` places parts of a node that the tree drops: (at, part) -> at."""

    files: list[str] = field(default_factory=list)
    table: list[Position] = field(default_factory=lambda: [NOWHERE])
    details: dict[tuple[int, str], int] = field(default_factory=dict)
    _index: dict[str, int] = field(default_factory=dict)

    def add(self, span: Span) -> int:
        """The `at` of a new node that stands at a span."""
        entry = (self.file(span.file), span.line, span.column, span.end_line, span.end_column)
        self.table.append(entry)
        return len(self.table) - 1

    def file(self, name: str) -> int:
        """The number of a file."""
        number = self._index.get(name)
        if number is None:
            number = self._index[name] = len(self.files)
            self.files.append(name)
        return number

    def span(self, at: int) -> Span | None:
        """The place of a node; None when it stands nowhere."""
        if not 0 < at < len(self.table):
            return None
        number, *marks = self.table[at]
        return Span(self.files[number], *marks) if number < len(self.files) else None

    def part(self, at: int, name: str) -> int:
        """The place of a part of a node: of an argument by its name, of its `name`; else its own."""
        return self.details.get((at, name), at)


_QUOTED = re.compile(r"[`\"](\S+?)[`\"]")


@dataclass(slots=True)
class Problems:
    """Reports problems once each: a behaviour that answers several windows is checked several times."""

    report: Report
    positions: Positions
    muted: frozenset[str] = frozenset()
    missing: frozenset[str] = frozenset()
    """Codes, and names, of errors that may only follow from what was reported before: they count, unshown."""
    seen: set[Diagnostic] = field(default_factory=set)
    errors: int = 0

    def add(self, problem: Diagnostic) -> None:
        """Report a problem unless it has been."""
        if problem not in self.seen:
            self.seen.add(problem)
            self.errors += problem.severity is Severity.ERROR
            if not self._follows(problem):
                self.report(problem)

    def _follows(self, problem: Diagnostic) -> bool:
        if problem.severity is not Severity.ERROR:
            return False
        words = self.missing and self.missing.intersection(_QUOTED.findall(problem.message))
        return problem.code in self.muted or bool(words)

    def error(
        self, code: str, at: int, message: str, hint: str = "", related: tuple[Related, ...] = ()
    ) -> None:
        """An error at a node."""
        self.add(Diagnostic(code, message, self.positions.span(at), hint, related))

    def head(self, code: str, at: int, width: int, message: str, hint: str = "") -> None:
        """An error at the first `width` characters of a node: the name of what is called."""
        span = self.positions.span(at)
        if span is not None:
            span = Span(span.file, span.line, span.column, span.line, span.column + width)
        self.add(Diagnostic(code, message, span, hint))

    def tail(self, code: str, at: int, width: int, message: str, hint: str = "") -> None:
        """An error at the last `width` characters of a node: the name of an attribute."""
        span = self.positions.span(at)
        if span is not None and span.end_column > width:
            span = Span(span.file, span.end_line, span.end_column - width, span.end_line, span.end_column)
        self.add(Diagnostic(code, message, span, hint))

    def warning(self, code: str, at: int, message: str, hint: str = "") -> None:
        """A warning at a node."""
        self.add(Diagnostic(code, message, self.positions.span(at), hint, severity=Severity.WARNING))


class Columns:
    """Turns the positions of Python's `ast` (columns in UTF-8 bytes) into those of the table."""

    def __init__(self, code: Code, positions: Positions, indent: int = 0) -> None:
        """`indent`: characters that were put before the first line for parsing."""
        self.code, self.positions, self.indent = code, positions, indent
        self.lines = code.text.split("\n")
        self.file = positions.file(code.file)
        self.plain = not code.pieces and code.text.isascii() and not indent

    def column(self, line: int, offset: int) -> int:
        """The column, in characters from 0, of a byte offset in a line of the parsed text."""
        if line == 1:
            offset -= self.indent
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        if not text.isascii():
            offset = len(text.encode()[: max(offset, 0)].decode(errors="ignore"))
        return min(max(offset, 0), len(text))

    def at(self, line: int, offset: int, end_line: int, end_offset: int) -> int:
        """A new entry of the table."""
        if self.plain and end_line <= len(self.code.lines):
            first, last = self.code.lines[line - 1], self.code.lines[end_line - 1]
            table = self.positions.table
            table.append((self.file, first[0], first[1] + offset, last[0], last[1] + end_offset))
            return len(table) - 1
        start, end = self.column(line, offset), self.column(end_line, end_offset)
        return self.positions.add(self.code.span(line, start, end_line, end))
