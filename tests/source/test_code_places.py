"""Rules text within YAML: each character of it has a place in the file, however it is written."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from written import TEXTS, Writer

from pycardgen.diagnostics import Collector, Span
from pycardgen.source import Code, Document
from pycardgen.source.reader import parse_yaml


def read(text: str) -> Document:
    found = Collector()
    document = parse_yaml(text, "f.yaml", found)
    assert found.found == []
    assert document is not None
    return document


def code(text: str) -> Code:
    return read(text).place().code("do")


@pytest.mark.parametrize(
    ("text", "word", "line", "column"),
    [
        ("do: one two\n", "two", 1, 9),
        ('do: "one two"\n', "two", 1, 10),
        ("do: 'it''s two'\n", "two", 1, 12),
        ('do: "a\\u00e9\\n two"\n', "two", 1, 16),
        ("do: |\n  one\n  two\n", "two", 3, 3),
        ("do: |\n\n  one\n    two\n", "two", 4, 5),
        ("do: |2-\n   one\n  two\n", "two", 3, 3),
        ("do: |2\n    one two\n", "two", 2, 9),
        ("do: |\n  one\n\n  two", "two", 4, 3),
        ("do: >\n  one\n  two\n", "two", 3, 3),
        ("do: >-\n  one\n\n    if\n      two\n", "two", 5, 7),
        ("do: one\n  two\n", "two", 2, 3),
        ("do: 'one\n\n  two'\n", "two", 3, 3),
        ('do: "one\\\n  two"\n', "two", 2, 3),
    ],
)
def test_place_of_a_word(text: str, word: str, line: int, column: int) -> None:
    found = code(text)
    at = found.text.index(word)
    row = found.text.count("\n", 0, at) + 1
    start = at - (found.text.rfind("\n", 0, at) + 1)
    span = found.span(row, start, row, start + len(word))
    assert (span.line, span.column) == (line, column)
    assert (span.end_line, span.end_column) == (line, column + len(word))


def test_lines_begin_where_their_text_does() -> None:
    assert code("do: |\n  one\n  two\n").lines == ((2, 3), (3, 3), (4, 3))
    assert code('do: "one\\ntwo"\n').lines == ((1, 6), (1, 11))
    assert Code.of_file("f.star", "a\nb").lines == ((1, 1), (2, 1))


def test_spans_past_the_end_stay_in_the_file() -> None:
    assert code("do: ''\n").span(1, 0, 1, 0) == Span("f.yaml", 1, 6, 1, 6)
    assert code("do: >\n  one\n").span(9, 9, 9, 9).line == 2


@settings(max_examples=300, deadline=None)
@given(st.one_of(TEXTS, st.text("ab {}'\"\\\n:#é語😀", max_size=20)), st.integers(0, 2**32))
def test_every_visible_character_is_found(value: str, seed: int) -> None:
    writer = Writer(Random(seed))
    text = writer.file({"do": value, "z": 1})
    found = read(text).place().code("do")
    assert found.text == value
    lines = text.split("\n")
    for row, line in enumerate(value.split("\n"), start=1):
        for column, character in enumerate(line):
            if character.isspace():
                continue
            span = found.span(row, column, row, column + 1)
            there = lines[span.line - 1][span.column - 1 :]
            assert there[0] == character or there.startswith(("\\", "''"))
