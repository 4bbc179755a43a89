"""Reading YAML: values, positions, and what is refused. Everything holds for both parsers."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from written import FILES, Writer, places

from pycardgen.diagnostics import Collector, Severity, Span
from pycardgen.diagnostics.reporters import render
from pycardgen.source import reader
from pycardgen.source.cache import Cache, read_yaml_cached
from pycardgen.source.limits import DEFAULT, Limits
from pycardgen.source.reader import parse_yaml, read_yaml

C_PARSER = reader.CParser


@pytest.fixture(params=["c", "pure"], autouse=True)
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "pure":
        monkeypatch.setattr(reader, "CParser", None)
    return str(request.param)


def load(text: str) -> Any:
    found = Collector()
    document = parse_yaml(text, "f.yaml", found)
    assert found.found == []
    assert document is not None
    return document


def problems(text: str, limits: Limits = DEFAULT) -> list[tuple[str, str]]:
    """Codes, and the text that each span covers."""
    found = Collector()
    parse_yaml(text, "f.yaml", found, limits)
    return [(d.code, piece(text, d.span)) for d in found.found if d.severity is Severity.ERROR]


def piece(text: str, span: Span | None) -> str:
    assert span is not None
    lines = text.split("\n")
    if span.line == span.end_line:
        return lines[span.line - 1][span.column - 1 : span.end_column - 1]
    last = lines[span.end_line - 1][: span.end_column - 1]
    return "\n".join([lines[span.line - 1][span.column - 1 :], *lines[span.line : span.end_line - 1], last])


def test_c_parser_is_installed() -> None:
    """Without it reading takes 15 times as long: continuous integration must notice."""
    assert C_PARSER is not None


def test_note_only_without_the_c_parser(parser: str, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("a: 1\n")
    for read in (read_yaml, lambda *args: read_yaml_cached(*args, Cache(None))):
        found = Collector()
        document = read(tmp_path / "a.yaml", "a.yaml", found)
        assert document is not None
        assert document.root == {"a": 1}
        assert [(d.code, d.severity) for d in found.found] == [("PCG0190", Severity.NOTE)] * (
            parser == "pure"
        )


@pytest.mark.parametrize(
    ("written", "value"),
    [
        *[
            (word, word)
            for word in ("no", "on", "off", "yes", "y", "2001-01-01", "012", "-012", "00", "1_000")
        ],
        *[
            (word, word)
            for word in ("0b11", "1:30", "012.5", "=", "1.2.3", "0o8", "0xg", "+", "1e", ".", "tRue")
        ],
        *[(word, None) for word in ("", "~", "null", "Null", "NULL")],
        *[(word, True) for word in ("true", "True", "TRUE")],
        *[(word, False) for word in ("false", "False", "FALSE")],
        *[
            ("0", 0),
            ("-0", 0),
            ("+7", 7),
            ("120", 120),
            ("0o14", 12),
            ("0x1F", 31),
            ("-9223372036854775808", -(2**63)),
        ],
        *[("1.5", 1.5), (".5", 0.5), ("1.", 1.0), ("1e3", 1000.0), ("-2.5E-1", -0.25), ("0.0", 0.0)],
        *[
            ("'12'", "12"),
            ('"true"', "true"),
            ("'~'", "~"),
            ('""', ""),
            ('"\\u00e9\\n"', "é\n"),
            ("'it''s'", "it's"),
        ],
        *[
            ("|\n  12\n", "12\n"),
            (">-\n  a\n  b\n\n  c\n", "a b\nc"),
            ("|2\n   x\n  y\n", " x\ny\n"),
            ("|+\n  a\n\n", "a\n\n"),
        ],
    ],
)
def test_scalars(written: str, value: Any) -> None:
    found = load(f"a: {written}").root["a"]
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("key", ["1", "true", "null", "~", "012", "a b", "no"])
def test_keys_are_text(key: str) -> None:
    assert load(f"{key}: 1").root == {key: 1}


@pytest.mark.parametrize("text", ["", "# only a comment\n", "---\n", "\n\n", "\ufeff", "---\n...\n"])
def test_empty_files(text: str) -> None:
    document = load(text)
    assert document.root is None
    assert document.place().whole() == Span("f.yaml")


def test_only_a_scalar() -> None:
    assert load("lantern").root == "lantern"


@settings(max_examples=200, deadline=None)
@given(value=FILES, seed=st.integers(0, 2**32))
def test_values_and_positions(value: Any, seed: int) -> None:
    """Whatever is written in whatever style is read back, and everything is where it was written."""
    writer = Writer(Random(seed))
    document = load(writer.file(value))
    assert repr(document.root) == repr(value)
    assert places(document) == writer.places


TOKENS = [
    *"ab:-,[]{}'\"#&*!?|>%~\\ \n\t@`é😀",
    ": ",
    "- ",
    "\n  ",
    "\n    ",
    "---\n",
    "...\n",
    ">-\n",
    "|2\n",
    "<<",
    "12",
]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(TOKENS), max_size=25).map("".join))
def test_no_text_upsets_the_reader(text: str) -> None:
    found = Collector()
    document = parse_yaml(text, "f.yaml", found)
    assert document is not None or found.failed
    last = text.count("\n") + 1
    for diagnostic in found.found:
        assert diagnostic.span is not None
        assert 1 <= diagnostic.span.line <= diagnostic.span.end_line <= last
    assert render(found.found, "text", {"f.yaml": text})


def test_positions_of_blocks_end_with_their_content() -> None:
    text = "a:\n  b: |\n    x\n    y\n\n\n# c\nd:\n  - e: 1\n    f: [1,\n      2]\n\ng: end\n"
    document = load(text)
    place = document.place()
    assert piece(text, place.value("a")) == "b: |\n    x\n    y"
    assert piece(text, place.inside("a").value("b")) == "|\n    x\n    y"
    assert piece(text, place.value("d")) == "- e: 1\n    f: [1,\n      2]"
    assert piece(text, place.key("g")) == "g"
    assert place.key("missing") == place.whole() == Span("f.yaml", 1, 1, 1, 2)


def test_multi_line_scalars() -> None:
    text = "plain: one\n  two\n\nquoted: 'one\n\n  two'\n'key q': \"x\\\n  y\"\n"
    document = load(text)
    assert document.root == {"plain": "one two", "quoted": "one\ntwo", "key q": "xy"}
    place = document.place()
    assert piece(text, place.value("plain")) == "one\n  two"
    assert piece(text, place.value("quoted")) == "'one\n\n  two'"
    assert piece(text, place.key("key q")) == "'key q'"


def test_columns_count_characters() -> None:
    document = load('"😀é": 😀 # 語\n語: {é: 1, 😀: [2]}\n')
    place = document.place()
    assert place.value("😀é") == Span("f.yaml", 1, 7, 1, 8)
    assert place.inside("語").value("😀") == Span("f.yaml", 2, 14, 2, 17)


def test_bom_and_line_ends_are_normalised(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: |\r\n  x\r\n  y\rb: 2\r\n")
    found = Collector()
    document = read_yaml(path, "a.yaml", found)
    assert document is not None
    assert document.text == "a: |\n  x\n  y\nb: 2\n"
    assert document.root == {"a": "x\ny\n", "b": 2}
    assert document.place().key("b") == Span("a.yaml", 4, 1, 4, 2)


def test_every_duplicate_is_reported_with_the_first_place() -> None:
    text = "a: 1\nb: {x: 1, x: 2, 'x': 3}\na: {c: [1]}\nd: {e: 1, e: 2}\na: 3\n"
    found = Collector()
    document = parse_yaml(text, "f.yaml", found)
    assert document is not None, "duplicates leave the file readable for other checks"
    assert document.root["a"] == 3
    got = [
        (d.span.line, d.span.column, d.related[0].span.line, d.related[0].span.column)
        for d in found.found
        if d.span
    ]
    assert got == [(2, 11, 2, 5), (2, 17, 2, 5), (3, 1, 1, 1), (4, 11, 4, 5), (5, 1, 1, 1)]
    assert {d.code for d in found.found} == {"PCG0112"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: &x 1\nb: [&y {c: 1}]\n&z d: 2\n", [("PCG0113", "&x"), ("PCG0113", "&y"), ("PCG0113", "&z")]),
        ("a: &x\n  b: 1\n", [("PCG0113", "&x")]),
        ("a: *x\n", [("PCG0114", "*x")]),
        ("*x : 1\n", [("PCG0114", "*x")]),
        ("a: *bold* text\n", [("PCG0114", "*")]),
        (
            "a: !t 1\nb: ! 2\nc: !!map {}\n!k d: 1\n",
            [("PCG0115", "!t"), ("PCG0115", "!"), ("PCG0115", "!!map"), ("PCG0115", "!k")],
        ),
        ("a: &x !t 1\n", [("PCG0113", "&x"), ("PCG0115", "!t")]),
        ("a: !<tag:x> 1\n", [("PCG0115", "!<tag:x>")]),
        ("a: !x!y 1\n", [("PCG0115", "!")]),
        ("<<: {a: 1}\nb: {<<: 2}\n", [("PCG0116", "<<"), ("PCG0116", "<<")]),
        ("a: 1\n---\nb: 2\n", [("PCG0117", "-")]),
        ("a: {{b}}\n", [("PCG0118", "{")]),
        ("[a]: 1\n", [("PCG0118", "[")]),
        ("? - a\n: 1\n", [("PCG0118", "-")]),
        ("%YAML 1.1\n---\na: 1\n", [("PCG0119", "%")]),
        (
            "a: 9223372036854775808\nb: 1e999\nc: .nan\nd: -.inf\n",
            [
                ("PCG0120", "9223372036854775808"),
                ("PCG0120", "1e999"),
                ("PCG0120", ".nan"),
                ("PCG0120", "-.inf"),
            ],
        ),
        ("a: 1e999\nb: 1e999\n", [("PCG0120", "1e999"), ("PCG0120", "1e999")]),
        ("a: " + "9" * 5000, [("PCG0120", "9" * 5000)]),
        ("a: 0x" + "f" * 5000, [("PCG0120", "0x" + "f" * 5000)]),
    ],
)
def test_refused(text: str, expected: list[tuple[str, str]]) -> None:
    assert problems(text) == expected
    assert parse_yaml(text, "f.yaml", Collector()) is None


@pytest.mark.parametrize(
    "text", ['a: "&x *y !z <<"', "a: b & c * d ! e", '"<<": 1', "'': 1", "a: x&y", "a: 'x' # &a *b !c\n"]
)
def test_not_refused(text: str) -> None:
    load(text)


@pytest.mark.parametrize(
    ("text", "code", "covered"),
    [
        ("a:\n\tb: 1\n", "PCG0111", "\t"),
        ("a:\n  b: 1\n\tc: 2\n", "PCG0111", "\t"),
        ("a: |\n\tx\n", "PCG0111", "\t"),
        ("\ta: 1\n", "PCG0111", "\t"),
        ("a:\n  - b\n \t- c\n", "PCG0111", "\t"),
        ("a: b: c\n", "PCG0110", ":"),
        ("a: 1\nb\nc: 2\n", "PCG0110", "b"),
        ("- a\n-b c \n- d\n", "PCG0110", "-b c"),
        ("a: @x\n", "PCG0110", "@"),
        ("a: `x`\n", "PCG0110", "`"),
        ("a: [1, 2\nb: 3\n", "PCG0110", ":"),
        ("a: {x: 1\nb: 3\n", "PCG0110", ":"),
        ("a: 'x\nb: 1\n", "PCG0110", "'"),
        ("\t\na: 'x\n\tb: 1\n".lstrip(), "PCG0110", "'"),
        ('a: "\\q"\n', "PCG0110", None),
        ("a: - b\n", "PCG0110", "-"),
        ("a:\n    b: 1\n  c: 2\n", "PCG0110", "c"),
        ("- a\nb: 1\n", "PCG0110", "b"),
        ("a: ]\n", "PCG0110", "]"),
        ("a: 'it's'\n", "PCG0110", "s"),
        ("a: |x\n  b\n", "PCG0110", None),
        ("[1:30]\n", "PCG0110", None),
        ('a: "\\ud800"\n', "PCG0110", None),
        ("a: 1\n... b\n", "PCG0110", "b"),
        ('a: "x\nb: "y"\n', "PCG0110", '"'),
    ],
)
def test_syntax_errors(text: str, code: str, covered: str | None) -> None:
    found = Collector()
    assert parse_yaml(text, "f.yaml", found) is None
    assert [d.code for d in found.found] == [code]
    assert found.found[0].hint
    if covered is not None:
        assert piece(text, found.found[0].span) == covered


def test_unclosed_bracket_points_to_where_it_opens() -> None:
    found = Collector()
    parse_yaml("a: [1, 2\nb: 3\n", "f.yaml", found)
    assert [(other.span.line, other.span.column) for other in found.found[0].related] == [(1, 4)]


@pytest.mark.parametrize("quote", ["'", '"'])
def test_a_quote_that_ends_at_the_next_one_is_shown_where_it_begins(quote: str) -> None:
    found = Collector()
    parse_yaml(f"a: x\nb: {quote}y\nc: {quote}z{quote}\n", "f.yaml", found)
    (problem,) = found.found
    assert problem.span is not None
    assert (problem.span.line, problem.span.column) == (2, 4)
    assert [(other.span.line, other.span.column) for other in problem.related] == [(3, 4)]


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Counts the events that are taken from the parser."""
    taken = [0]
    original = reader._events

    def events(text: str) -> Any:
        get = original(text)

        def counting() -> Any:
            taken[0] += 1
            return get()

        return counting

    monkeypatch.setattr(reader, "_events", events)
    return taken


@pytest.mark.parametrize("text", ["[" * 10_000 + "]" * 10_000, "{a: " * 10_000, "- " * 10_000, "? " * 10_000])
def test_deep_nesting_stops_at_once(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = counted(monkeypatch)
    codes = [code for code, _ in problems(text)]
    assert codes in (["PCG0105"], ["PCG0118"])
    assert taken[0] < 100


def test_many_comment_signs_take_no_time() -> None:
    """Looking for a missing value's place must not try every way to split a comment."""
    text = f"? a  {'# ' * 5000}\n? b\n"
    assert piece(text, load(text).place().value("a")) == ""


def test_depth_limit_is_exact() -> None:
    assert load("[" * 32 + "]" * 32).root
    assert problems("[" * 33 + "]" * 33) == [("PCG0105", "[")]


def test_alias_bomb_stops_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    bomb += "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 30))
    taken = counted(monkeypatch)
    found = problems(bomb)
    assert {code for code, _ in found} == {"PCG0113", "PCG0114"}
    assert len(found) == DEFAULT.problems
    assert taken[0] < 100


def test_too_many_problems_end_the_file() -> None:
    found = Collector()
    assert parse_yaml("".join("a: 1\n" for _ in range(100)), "f.yaml", found, Limits(problems=3)) is None
    assert [d.code for d in found.found] == ["PCG0112"] * 3 + ["PCG0107"]


def test_node_limit() -> None:
    limits = Limits(nodes=4)
    assert problems("[1, 2, 3]", limits) == []
    assert problems("[1, 2, 3, 4]", limits) == [("PCG0106", "[")]


def test_mapping_ids_are_unambiguous_after_duplicates() -> None:
    """A replaced value is freed, and its id may come again: that must not mix up positions."""
    text = "".join(f"a: {{x: {n}, y: [{n}]}}\n" for n in range(20)) + "b: {x: 1, y: [2]}\n"
    found = Collector()
    document = parse_yaml(text, "f.yaml", found)
    assert document is not None
    assert {d.related[0].span.line for d in found.found} == {1}
    assert document.place().inside("b").key("x") == Span("f.yaml", 21, 5, 21, 6)
    assert document.place().inside("b").inside("y").value(0) == Span("f.yaml", 21, 15, 21, 16)
