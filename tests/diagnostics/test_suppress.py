"""`# pycardgen: ignore` comments."""

from __future__ import annotations

import pytest

from pycardgen.diagnostics import Diagnostic, Span
from pycardgen.diagnostics import explain as explaining
from pycardgen.diagnostics.suppress import apply_suppressions, comment_start

CODES = ("PCG0110", "PCG0401", "PCG0412", "PCG0413")


@pytest.fixture(autouse=True)
def _known_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explaining, "all_codes", lambda: CODES)


def at(code: str, line: int, file: str = "f.yaml") -> Diagnostic:
    return Diagnostic(code, "m", Span(file, line, 3, line, 5))


def remaining(text: str, *found: Diagnostic, file: str = "f.yaml") -> list[tuple[str, int, int]]:
    return [(d.code, d.span.line, d.span.column) for d in apply_suppressions(found, {file: text}) if d.span]


def test_only_that_code_on_that_line() -> None:
    text = "a: 1  # pycardgen: ignore PCG0412\nb: 2\n"
    found = [at("PCG0412", 1), at("PCG0413", 1), at("PCG0412", 2), at("PCG0412", 1, "g.yaml")]
    assert remaining(text, *found) == [("PCG0413", 1, 3), ("PCG0412", 2, 3), ("PCG0412", 1, 3)]


@pytest.mark.parametrize(
    "comment",
    [
        "# pycardgen: ignore PCG0412, PCG0413",
        "# pycardgen: ignore PCG0412,PCG0413 a reason",
        "#pycardgen:ignore PCG0413 , PCG0412",
        "# why # pycardgen: ignore PCG0412, PCG0413",
    ],
)
def test_several_codes(comment: str) -> None:
    assert remaining(f"a: 1 {comment}\n", at("PCG0412", 1), at("PCG0413", 1)) == []


def test_rules_files() -> None:
    text = 'def f():\n    return "#"  # pycardgen: ignore PCG0401\n'
    assert remaining(text, at("PCG0401", 2, "r.star"), file="r.star") == []


def test_block_scalars_are_covered_from_their_header() -> None:
    text = "a:\n  text: |-  # pycardgen: ignore PCG0412\n    one\n\n    two\n  b: 1\n"
    found = [at("PCG0412", line) for line in (2, 3, 4, 5, 6)]
    assert remaining(text, *found) == [("PCG0412", 6, 3)]


def test_plain_value_with_a_bar_is_no_block() -> None:
    text = "a: x|  # pycardgen: ignore PCG0412\n  y\n"
    assert remaining(text, at("PCG0412", 1), at("PCG0412", 2)) == [("PCG0412", 2, 3)]


def test_unused_ignores_are_reported() -> None:
    text = "a: 1\nb: 2  # pycardgen: ignore PCG0412, PCG0413\n"
    assert remaining(text, at("PCG0413", 2)) == [("PCG0140", 2, 27)]
    assert remaining(text) == [("PCG0140", 2, 27), ("PCG0140", 2, 36)]


def test_unused_ignores_are_not_reported_when_a_file_could_not_be_read() -> None:
    text = "a: 1  # pycardgen: ignore PCG0412\n"
    assert remaining(text, at("PCG0110", 7, "g.yaml")) == [("PCG0110", 7, 3)]


def test_codes_that_can_not_be_ignored() -> None:
    text = "a: 1  # pycardgen: ignore PCG0110, PCG0499\n"
    assert remaining(text, at("PCG0110", 1)) == [("PCG0110", 1, 3), ("PCG0141", 1, 27), ("PCG0141", 1, 36)]
    hints = [d.hint for d in apply_suppressions([], {"f.yaml": text})]
    assert hints == ["correct what it is about", "did you mean 'PCG0401'?"] or "did you mean" in hints[1]


@pytest.mark.parametrize(
    "what", ["ignroe PCG0412", "ignore", "ignore 0412", "ignore PCG0412;PCG0413", "ignore all"]
)
def test_comments_that_are_not_understood(what: str) -> None:
    assert remaining(f"a: 1  # pycardgen: {what}\n", at("PCG0412", 1)) == [
        ("PCG0412", 1, 3),
        ("PCG0142", 1, 7),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "a: '# pycardgen: ignore PCG0412'",
        'a: "# pycardgen: ignore PCG0412"',
        "a: x# pycardgen: ignore PCG0412",
    ],
)
def test_text_is_no_comment(line: str) -> None:
    assert remaining(line, at("PCG0412", 1)) == [("PCG0412", 1, 3)]


@pytest.mark.parametrize(
    ("line", "start"),
    [
        ("# c", 0),
        ("  # c", 2),
        ("a: b # c", 5),
        ("a: b#c", 6),
        ("a: it's # c", 8),
        ("a: 'it''s # x' # c", 15),
        ('a: "\\" # x" # c', 12),
        ('f("#", x) # c', 10),
        ('a: "\\\\" # c', 8),
        ("a: 'C:\\' # c", 9),
        ("[a, '#'] # c", 9),
        ("", 0),
    ],
)
def test_where_a_comment_begins(line: str, start: int) -> None:
    assert comment_start(line) == start
