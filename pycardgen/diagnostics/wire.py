"""Diagnostics as plain data: the form of the JSON report, and of what the cache keeps."""

from __future__ import annotations

from typing import Any

from pycardgen.diagnostics.core import Diagnostic, Related, Severity, Span

Plain = dict[str, Any]


def to_plain(diagnostic: Diagnostic) -> Plain:
    """A diagnostic as one entry of `check --format json`. Places are null in one that has none."""
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        "hint": diagnostic.hint,
        **_span(diagnostic.span),
        "related": [{"message": other.message, **_span(other.span)} for other in diagnostic.related],
    }


def from_plain(plain: Plain) -> Diagnostic:
    """The inverse of `to_plain`. Raises KeyError, TypeError or ValueError for what it didn't make."""
    return Diagnostic(
        plain["code"],
        plain["message"],
        _place(plain) if plain["file"] is not None else None,
        plain["hint"],
        tuple(Related(_place(other), other["message"]) for other in plain["related"]),
        Severity(plain["severity"]),
    )


def _span(span: Span | None) -> Plain:
    if span is None:
        return dict.fromkeys(("file", "line", "column", "end_line", "end_column"))
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def _place(plain: Plain) -> Span:
    return Span(plain["file"], plain["line"], plain["column"], plain["end_line"], plain["end_column"])
