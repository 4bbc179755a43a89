"""JUnit XML: a test case for each file, which fails when the file has an error."""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.etree import ElementTree

from pycardgen.diagnostics.core import Diagnostic, Severity
from pycardgen.diagnostics.reporters.common import concise_line, summary

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(diagnostics: list[Diagnostic], sources: Mapping[str, str], color: bool, width: int) -> str:
    """A case for every file of `sources` or with a diagnostic, and `pycardgen` for what has no file."""
    cases: dict[str, list[Diagnostic]] = {file: [] for file in sources}
    for diagnostic in diagnostics:
        cases.setdefault(diagnostic.span.path if diagnostic.span else "pycardgen", []).append(diagnostic)
    failed = sum(any(d.severity is Severity.ERROR for d in found) for found in cases.values())
    totals = {
        "name": "pycardgen",
        "tests": str(len(cases)),
        "failures": str(failed),
        "errors": "0",
        "skipped": "0",
    }
    top = ElementTree.Element("testsuites", totals)
    suite = ElementTree.SubElement(top, "testsuite", totals)
    for file, found in sorted(cases.items()):
        _case(suite, file, found)
    ElementTree.indent(top)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(top, encoding="unicode") + "\n"


def _case(suite: ElementTree.Element, file: str, found: list[Diagnostic]) -> None:
    folder, _, name = file.rpartition("/")
    case = ElementTree.SubElement(
        suite,
        "testcase",
        {"classname": _xml(folder or "."), "name": _xml(name), "file": _xml(file), "time": "0"},
    )
    errors = [diagnostic for diagnostic in found if diagnostic.severity is Severity.ERROR]
    others = [diagnostic for diagnostic in found if diagnostic.severity is not Severity.ERROR]
    if errors:
        about = {"message": summary(errors), "type": errors[0].code}
        ElementTree.SubElement(case, "failure", about).text = _lines(errors)
    if others:
        ElementTree.SubElement(case, "system-out").text = _lines(others)


def _lines(diagnostics: list[Diagnostic]) -> str:
    return _xml("\n".join(concise_line(d) + (f" ({d.hint})" if d.hint else "") for d in diagnostics))


def _xml(text: str) -> str:
    """Text without what XML can't hold."""
    return _NOT_XML.sub("\ufffd", text)
