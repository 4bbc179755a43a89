"""docs/templates.md: every example is drawn without an error, and has a picture of what it says now."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pycardgen.diagnostics import Collector
from pycardgen.layout import options
from pycardgen.layout.display import Drawing, walk
from pycardgen.layout.template import every_element, load_templates
from pycardgen.source import Document
from pycardgen.source.reader import parse_yaml

ROOT = Path(__file__).parents[2]
OWN_SUBJECT = {"drawing"}
"""Kinds whose example needs a subject that a page of text can't have."""


@cache
def script() -> Any:
    spec = importlib.util.spec_from_file_location("template_pictures", ROOT / "docs/img/templates.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@cache
def drawn() -> tuple[dict[str, Drawing], Collector]:
    report = Collector()
    return {example.name: drawing for example, drawing in script().drawn(report)}, report


def pictured() -> list[Any]:
    return [example for example in script().examples() if example.kind == "picture"]


def test_examples_are_drawn_without_a_problem() -> None:
    drawings, report = drawn()
    assert len(drawings) >= 17
    assert not report.found
    assert all(list(walk(drawing.items)) for drawing in drawings.values())


@pytest.mark.parametrize("example", pictured(), ids=lambda example: example.name)
def test_each_example_has_the_picture_of_what_it_says(example: Any) -> None:
    """`make pictures` draws them anew."""
    with Image.open(ROOT / f"docs/img/templates/{example.name}.png") as picture:
        assert picture.info["example"] == example.digest
        width = float(example.size.split("x")[0])
        assert picture.width == pytest.approx(width / 25.4 * script().DPI, abs=4)
    page = (ROOT / "docs/templates.md").read_text(encoding="utf-8")
    assert f"](img/templates/{example.name}.png)" in page


def test_every_kind_of_element_has_an_example() -> None:
    report, used = Collector(), set[str]()
    documents: dict[str, Document] = {}
    for example in script().examples():
        if example.kind != "subject":
            document = parse_yaml(example.template(), f"layouts/{example.name}.yaml", report)
            assert document is not None
            documents[example.name] = document
    templates = load_templates(documents, report)
    for name in documents:
        used |= {element.kind for element in every_element(templates[name].elements)}
    assert used == set(options.ELEMENTS) - OWN_SUBJECT
