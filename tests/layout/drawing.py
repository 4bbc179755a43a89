"""Small helpers: a kit from YAML texts, a drawing from an element."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pycardgen.diagnostics import Collector, Diagnostic
from pycardgen.layout.compose import compose
from pycardgen.layout.display import Drawing, Item, TextRun, walk
from pycardgen.layout.kit import Kit
from pycardgen.layout.template import load_templates
from pycardgen.layout.theme import builtin_theme, load_theme
from pycardgen.source import Document
from pycardgen.source.reader import parse_yaml


def document(text: str, name: str = "layouts/x.yaml") -> Document:
    found = Collector()
    read = parse_yaml(text, name, found)
    assert read is not None, found.found
    return read


def make_kit(
    report: Collector, templates: dict[str, str], theme: str = "", folder: Path | None = None
) -> Kit:
    base = builtin_theme(report)
    own = load_theme(document(theme, "theme.yaml"), base, report, folder) if theme else base
    documents = {name: document(text, f"layouts/{name}.yaml") for name, text in templates.items()}
    return Kit(own, load_templates(documents, report), folder)


def draw(
    elements: str, subject: dict[str, Any] | None = None, theme: str = "", folder: Path | None = None
) -> tuple[Drawing, list[Diagnostic]]:
    """A drawing of 60 x 90 mm with 3 mm bleed, and what was reported."""
    report = Collector()
    text = f"size: [60, 90]\nbleed: 3\nsafe: 4\nelements:\n{elements}"
    kit = make_kit(report, {"x": text}, theme, folder)
    found = compose(kit, kit.templates["x"], subject or {"id": "s", "name": "Sample"}, report)
    return found, report.found


def items(elements: str, subject: dict[str, Any] | None = None, **more: Any) -> list[Item]:
    found, problems = draw(elements, subject, **more)
    assert not problems, problems
    return list(walk(found.items))


def texts(elements: str, subject: dict[str, Any] | None = None, **more: Any) -> list[str]:
    return [item.text for item in items(elements, subject, **more) if isinstance(item, TextRun)]


def codes(problems: list[Diagnostic]) -> list[str]:
    return sorted(problem.code for problem in problems)
