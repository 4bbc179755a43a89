"""Each code has an explanation page, each page a code, and the examples do what the pages say."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import harness
import pytest

import pycardgen
from pycardgen.diagnostics.explain import all_codes, explain, parse_page, summary, title

PACKAGE = Path(pycardgen.__file__).parent
PAGES = {code: parse_page(explain(code) or "") for code in all_codes()}
EXAMPLES = [code for code, page in PAGES.items() if page.wrong]
READING = [code for code in EXAMPLES if code.startswith("PCG01")]
CHECKING = [code for code in EXAMPLES if code not in READING and harness.check_game()]


@pytest.fixture(autouse=True)
def _no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYCARDGEN_NO_CACHE", "1")


@cache
def codes_in_source() -> frozenset[str]:
    """Every string literal of the package that is a code."""
    return frozenset(
        node.value
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"PCG\d{4}", node.value)
    )


@pytest.mark.parametrize("code", sorted(codes_in_source() | set(PAGES)))
def test_codes_and_pages_match(code: str) -> None:
    assert code in PAGES, "this code has no page"
    assert code in codes_in_source(), "nothing gives this code"


@pytest.mark.parametrize("code", PAGES)
def test_page_is_well_formed(code: str) -> None:
    page = PAGES[code]
    assert page.code == code
    assert page.title == title(code)
    assert len(page.title) <= 60
    assert not page.title.endswith(".")
    assert summary(code)
    assert all(page.sections.values())
    assert page.wrong.keys() == page.right.keys() or page.wrong


@pytest.mark.parametrize("code", READING)
def test_examples_that_are_read(code: str) -> None:
    assert harness.read_only(PAGES[code].wrong) == {code}
    assert harness.read_only(PAGES[code].right) == set()


@pytest.mark.parametrize("code", CHECKING)
def test_examples_that_are_checked(code: str) -> None:
    assert code in harness.diagnose(PAGES[code].wrong)
    assert code not in harness.diagnose(PAGES[code].right)


def test_base_game_is_fine() -> None:
    """Otherwise the examples that are checked would prove nothing."""
    assert not CHECKING or harness.diagnose({}) == set()


def test_unknown_codes() -> None:
    assert explain("PCG9999") is None
    assert title("PCG9999") == summary("PCG9999") == ""
    assert explain("../README") is None
    assert explain("pcg0110") == explain("PCG0110")


@pytest.mark.parametrize(
    "text",
    [
        "## What\n\nx\n",
        "# PCG0001: t\n\n## What\n\nx\n",
        "# PCG0001: t\n\n## What\n\nx\n\n## Right\n\n## Wrong\n",
        "# PCG0001: t\n\n## What\n\nx\n\n## Wrong\n\n```yaml\na: 1\n```\n\n## Right\n\nx\n",
    ],
)
def test_bad_pages_are_noticed(text: str) -> None:
    with pytest.raises(ValueError, match=r"page|sections|example"):
        parse_page(text)


def test_examples_are_taken_apart() -> None:
    text = "# PCG0001: t\n\n## What\n\nx\ny\n\nz\n\n## Wrong\n\n```yaml file=a.yaml\na: 1\n```\nand\n"
    text += "```star file=rules/b.star\ndef f():\n    pass\n```\n\n## Right\n\n```yaml file=a.yaml\n```\n"
    page = parse_page(text)
    assert page.wrong == {"a.yaml": "a: 1\n", "rules/b.star": "def f():\n    pass\n"}
    assert page.right == {"a.yaml": ""}
