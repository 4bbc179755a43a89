"""The JSON contract of `check --format json`, which schemas/diagnostics.schema.json describes."""

from __future__ import annotations

import json
from collections.abc import Mapping

from pycardgen.diagnostics.core import Diagnostic
from pycardgen.diagnostics.reporters.common import counts
from pycardgen.diagnostics.wire import to_plain

VERSION = 1


def render(diagnostics: list[Diagnostic], sources: Mapping[str, str], color: bool, width: int) -> str:
    """The report as a JSON object."""
    report = {
        "version": VERSION,
        "diagnostics": [to_plain(diagnostic) for diagnostic in diagnostics],
        "counts": {f"{severity.value}s": n for severity, n in counts(diagnostics).items()},
    }
    return json.dumps(report, indent=2, ensure_ascii=False) + "\n"
