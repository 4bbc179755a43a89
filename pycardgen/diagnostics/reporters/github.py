"""Workflow commands, which GitHub Actions shows beside the lines of a change.

GitHub keeps ten of each level from a step and drops the rest without a word, so no more are written, and a
last notice says how many there are.
"""

from __future__ import annotations

from collections.abc import Mapping

from pycardgen.diagnostics.core import Diagnostic, Severity
from pycardgen.diagnostics.reporters.common import concise_line, safe, summary

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_SHOWN = {Severity.ERROR: 10, Severity.WARNING: 10, Severity.NOTE: 9}  # the summary is a notice too


def render(diagnostics: list[Diagnostic], sources: Mapping[str, str], color: bool, width: int) -> str:
    """The commands of each level up to GitHub's limit, the summary, and the rest as plain log lines."""
    lines: list[str] = []
    rest: list[str] = []
    for severity in Severity:
        of_level = [diagnostic for diagnostic in diagnostics if diagnostic.severity is severity]
        shown = _SHOWN[severity]
        lines.extend(map(_command, of_level[:shown]))
        rest.extend(map(_log_line, of_level[shown:]))
    more = f"; {len(rest)} of them only in the log" if rest else ""
    lines.append(f"::notice title=pycardgen::{_data(summary(diagnostics) + more)}")
    return "\n".join(lines + rest) + "\n"


def _command(diagnostic: Diagnostic) -> str:
    properties = {"title": diagnostic.code}
    span = diagnostic.span
    if span:
        properties |= {"file": safe(span.path), "line": str(span.line), "endLine": str(span.end_line)}
        if span.line == span.end_line:  # GitHub refuses columns that are on different lines
            properties |= {"col": str(span.column), "endColumn": str(max(span.end_column - 1, span.column))}
    cell = f" ({span.shown})" if span and span.path != span.file else ""
    text = "\n".join(safe(line) for line in [diagnostic.message + cell, *diagnostic.hint.splitlines()])
    written = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{_LEVELS[diagnostic.severity]} {written}::{_data(text)}"


def _log_line(diagnostic: Diagnostic) -> str:
    """A line of the log that no file name turns into a command."""
    return concise_line(diagnostic).replace("::", ": :").replace("##[", "## [")


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
