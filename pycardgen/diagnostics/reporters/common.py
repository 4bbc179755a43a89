"""What several reporters need."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pycardgen.diagnostics.core import Diagnostic, Severity

# Control characters and those that reorder text would let a file write on the terminal what it likes.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069\ud800-\udfff\ufeff]"
)


def safe(text: str) -> str:
    """Text from a file or message in one line, with what could upset a terminal made visible."""
    return _UNSAFE.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def counts(diagnostics: Iterable[Diagnostic]) -> dict[Severity, int]:
    """How many there are of each severity, worst first; each is present."""
    found = dict.fromkeys(Severity, 0)
    for diagnostic in diagnostics:
        found[diagnostic.severity] += 1
    return found


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """Such as `3 errors, 1 warning`."""
    parts = [f"{n} {s.value}{'s' * (n != 1)}" for s, n in counts(diagnostics).items() if n]
    return ", ".join(parts) or "no problems found"


def location(diagnostic: Diagnostic) -> str:
    """Such as `file:12:3` or `deck.xlsx:SHEET!C12`; empty for what has no place."""
    span = diagnostic.span
    return safe(span.shown) if span else ""


def concise_line(diagnostic: Diagnostic) -> str:
    """A diagnostic in one line."""
    place = location(diagnostic)
    level = "" if diagnostic.severity is Severity.ERROR else f" {diagnostic.severity.value}:"
    return f"{place + ': ' if place else ''}{diagnostic.code}{level} {safe(diagnostic.message)}"
