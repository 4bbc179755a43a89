"""SARIF 2.1.0, which code scanning services read. Rules carry their explanation page as help."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from pycardgen import __version__
from pycardgen.diagnostics.core import Diagnostic, Severity, Span
from pycardgen.diagnostics.explain import explain, summary, title

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}

Plain = dict[str, Any]


def render(diagnostics: list[Diagnostic], sources: Mapping[str, str], color: bool, width: int) -> str:
    """A log with one run.

    Rules are those that have a result, so that the log depends only on the diagnostics.
    """
    codes = sorted({diagnostic.code for diagnostic in diagnostics})
    driver = {"name": "pycardgen", "version": __version__, "rules": [_rule(code) for code in codes]}
    seen: Counter[str] = Counter()
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(diagnostic, codes, sources, seen) for diagnostic in diagnostics],
    }
    return (
        json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False)
        + "\n"
    )


def _rule(code: str) -> Plain:
    page = explain(code) or code
    return {
        "id": code,
        "shortDescription": {"text": title(code) or code},
        "fullDescription": {"text": summary(code) or code},
        "help": {"text": page, "markdown": page},
    }


def _result(
    diagnostic: Diagnostic, codes: list[str], sources: Mapping[str, str], seen: Counter[str]
) -> Plain:
    hint = f"\n\nHelp: {diagnostic.hint}" if diagnostic.hint else ""
    fingerprint = _fingerprint(diagnostic, sources)
    seen[fingerprint] += 1
    result: Plain = {
        "ruleId": diagnostic.code,
        "ruleIndex": codes.index(diagnostic.code),
        "level": _LEVELS[diagnostic.severity],
        "message": {"text": diagnostic.message + hint},
        "partialFingerprints": {"primaryLocationLineHash": f"{fingerprint}:{seen[fingerprint]}"},
    }
    if diagnostic.span:
        result["locations"] = [{"physicalLocation": _location(diagnostic.span)}]
    if diagnostic.related:
        result["relatedLocations"] = [
            {"id": n, "physicalLocation": _location(other.span), "message": {"text": other.message}}
            for n, other in enumerate(diagnostic.related)
        ]
    return result


def _location(span: Span) -> Plain:
    return {
        "artifactLocation": {"uri": quote(span.path), "uriBaseId": "%SRCROOT%"},
        "region": {
            "startLine": span.line,
            "startColumn": span.column,
            "endLine": span.end_line,
            "endColumn": span.end_column,
        },
    }


def _fingerprint(diagnostic: Diagnostic, sources: Mapping[str, str]) -> str:
    """What a problem keeps when other lines move: its code, its file, its message, its line's text."""
    span = diagnostic.span
    parts = [diagnostic.code, diagnostic.message]
    if span:
        lines = sources.get(span.file, "").split("\n")
        parts += [span.file, " ".join(lines[span.line - 1].split()) if span.line <= len(lines) else ""]
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]
