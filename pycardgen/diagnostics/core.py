"""What every stage reports with: a span in a source file and a diagnostic about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum


class Severity(Enum):
    """How bad a problem is. Only errors make a command exit with 1."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A piece of a source file. Lines and columns count from 1, columns in characters; the end is exclusive.

    `file` is the path as the user would write it: relative to the working directory where possible, with `/`.
    Of a workbook it is `PATH.xlsx:SHEET`, and lines and columns are those of the sheet.
    """

    file: str
    line: int = 1
    column: int = 1
    end_line: int = 1
    end_column: int = 1

    @staticmethod
    def point(file: str, line: int, column: int, width: int = 1) -> Span:
        """A span of `width` characters within one line."""
        return Span(file, line, column, line, column + width)

    @property
    def path(self) -> str:
        """The file alone, without the sheet."""
        return self.file[: self._workbook] if self._workbook else self.file

    @property
    def shown(self) -> str:
        """Such as `cards/lamps.yaml:12:3`; of a workbook `deck.xlsx:SHEET!C12`."""
        if not self._workbook:
            return f"{self.file}:{self.line}:{self.column}"
        letters, column = "", self.column
        while column:
            column, letter = divmod(column - 1, 26)
            letters = chr(ord("A") + letter) + letters
        return f"{self.file}!{letters}{self.line}"

    @property
    def _workbook(self) -> int:
        """How long the path of a workbook is; 0 when `file` is no sheet of one."""
        found = self.file.lower().find(".xlsx:")
        return found + len(".xlsx") if found >= 0 else 0


@dataclass(frozen=True, slots=True)
class Related:
    """A second place that explains a diagnostic, such as where a name was first defined."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem: its code (`PCG0123`), what is wrong, where, and what to do about it.

    `span` is None only for problems of the machine (a full disk, an unreadable folder).
    """

    code: str
    message: str
    span: Span | None = None
    hint: str = ""
    related: tuple[Related, ...] = ()
    severity: Severity = Severity.ERROR


Report = Callable[[Diagnostic], None]
"""Where a stage sends what it finds: usually `list.append`."""


class DiagnosticError(Exception):
    """A stage cannot go on; carries what to show. The CLI turns it into diagnostics and exit code 1."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__("; ".join(f"{d.code} {d.message}" for d in diagnostics))
        self.diagnostics = diagnostics


@dataclass(slots=True)
class Collector:
    """A list of diagnostics that can be called as a `Report`."""

    found: list[Diagnostic] = field(default_factory=list)

    def __call__(self, diagnostic: Diagnostic) -> None:
        """Add one."""
        self.found.append(diagnostic)

    @property
    def failed(self) -> bool:
        """Whether any error (not only warnings) was found."""
        return any(d.severity is Severity.ERROR for d in self.found)


def sort_key(diagnostic: Diagnostic) -> tuple[object, ...]:
    """Order of output: by place, then code, then message; placeless ones first."""
    span = diagnostic.span or Span("", 0, 0, 0, 0)
    return (span, diagnostic.code, diagnostic.message)
