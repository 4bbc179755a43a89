"""Diagnostics: what is wrong, where, and what to do. Imports nothing else of ours."""

from pycardgen.diagnostics.core import (
    Collector,
    Diagnostic,
    DiagnosticError,
    Related,
    Report,
    Severity,
    Span,
    sort_key,
)
from pycardgen.diagnostics.suggest import did_you_mean

__all__ = [
    "Collector",
    "Diagnostic",
    "DiagnosticError",
    "Related",
    "Report",
    "Severity",
    "Span",
    "did_you_mean",
    "sort_key",
]
