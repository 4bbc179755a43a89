"""One line for each diagnostic: `file:line:column: PCG0123 message`."""

from __future__ import annotations

from collections.abc import Mapping

from pycardgen.diagnostics.core import Diagnostic
from pycardgen.diagnostics.reporters.common import concise_line, summary


def render(diagnostics: list[Diagnostic], sources: Mapping[str, str], color: bool, width: int) -> str:
    """The lines, and a summary."""
    return "\n".join([*map(concise_line, diagnostics), summary(diagnostics)]) + "\n"
