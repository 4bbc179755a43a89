"""The report in each of its forms."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pycardgen.diagnostics import Collector, Diagnostic, Related, Severity, Span, sort_key
from pycardgen.diagnostics.explain import explain, title
from pycardgen.diagnostics.reporters import FORMATS, render, wants_color
from pycardgen.diagnostics.reporters.text import excerpt
from pycardgen.diagnostics.wire import from_plain, to_plain

ROOT = Path(__file__).parent.parent.parent
SCHEMA = json.loads((ROOT / "schemas" / "diagnostics.schema.json").read_text(encoding="utf-8"))
# The OASIS schema, as the npm package @microsoft/jest-sarif 1.0.0-beta.0 (MIT) carries it.
SARIF = json.loads((ROOT / "tests" / "data" / "sarif-2.1.0.schema.json").read_text(encoding="utf-8"))

FILE = "content/g/a.yaml"
TEXT = """\
- id: lamp
  name: Lamp
  text: |
    one
    two
    three
    four
    five
  name: Light
\tx: 日本
"""
FOUND = [
    Diagnostic(
        "PCG0112",
        "the key `name` is given twice",
        Span(FILE, 9, 3, 9, 7),
        "keep one of the two",
        (Related(Span(FILE, 2, 3, 2, 7), "first given here"),),
    ),
    Diagnostic("PCG0412", "a long text", Span(FILE, 3, 9, 8, 9), severity=Severity.WARNING),
    Diagnostic("PCG0100", "the disk is full", severity=Severity.ERROR),
    Diagnostic("PCG0413", "by the way", Span("content/g/b.yaml", 4, 1, 4, 2), severity=Severity.NOTE),
]
SOURCES = {FILE: TEXT, "content/g/game.yaml": "id: g\n"}

EXPECTED = """\
error[PCG0100]: the disk is full

warning[PCG0412]: a long text
 --> content/g/a.yaml:3:9
  |
3 |   text: |
  |         ^
4 |     one
  |     ^^^
...
8 |     five
  |     ^^^^

error[PCG0112]: the key `name` is given twice
 --> content/g/a.yaml:9:3
  |
9 |   name: Light
  |   ^^^^
 ::: content/g/a.yaml:2:3
  |
2 |   name: Lamp
  |   ---- first given here
  = help: keep one of the two

note[PCG0413]: by the way
 --> content/g/b.yaml:4:1

2 errors, 1 warning, 1 note
"""


def test_text() -> None:
    assert render(FOUND, "text", SOURCES) == EXPECTED


def test_text_without_problems() -> None:
    assert render([], "text") == "no problems found\n"


def test_color_only_adds_escapes() -> None:
    colored = render(FOUND, "text", SOURCES, color=True)
    assert "\x1b[1;31merror[PCG0100]\x1b[0m" in colored
    plain = colored
    for code in ("1", "0", "1;31", "1;33", "1;34", "1;36"):
        plain = plain.replace(f"\x1b[{code}m", "")
    assert plain == EXPECTED
    assert "\x1b" not in EXPECTED


def test_concise() -> None:
    assert render(FOUND, "concise", SOURCES).splitlines() == [
        "PCG0100 the disk is full",
        f"{FILE}:3:9: PCG0412 warning: a long text",
        f"{FILE}:9:3: PCG0112 the key `name` is given twice",
        "content/g/b.yaml:4:1: PCG0413 note: by the way",
        "2 errors, 1 warning, 1 note",
    ]


def underlined(line: str, start: int, end: int, room: int = 80) -> str:
    """The quoted line, and the marks below it, as columns of a terminal."""
    shown, before, length = excerpt(line, start, end, room)
    return f"{shown}\n{' ' * before}{'^' * length}"


@pytest.mark.parametrize(
    ("line", "start", "end", "expected"),
    [
        ("abc def", 4, 7, "abc def\n    ^^^"),
        ("日本語 x", 1, 3, "日本語 x\n  ^^^^"),
        ("日本語 x", 4, 5, "日本語 x\n       ^"),
        ("\tx", 1, 2, "    x\n    ^"),
        ("a\tb\tc", 2, 4, "a   b   c\n    ^^^^"),
        ("e\u0301x", 2, 3, "e\u0301x\n ^"),
        ("😀x", 1, 2, "😀x\n  ^"),
        ("abc", 3, 3, "abc\n   ^"),
        ("abc", 9, 12, "abc\n   ^"),
        ("", 0, 1, "\n^"),
        ("a\x1bb", 2, 3, "a\\u001bb\n       ^"),
    ],
)
def test_marks_stand_below_their_text(line: str, start: int, end: int, expected: str) -> None:
    assert underlined(line, start, end) == expected


@given(
    st.text("ab \t日é😀e\u0301", max_size=400), st.integers(0, 400), st.integers(0, 50), st.integers(20, 60)
)
def test_long_lines_are_cut_around_the_span(line: str, start: int, length: int, room: int) -> None:
    shown, before, count = excerpt(line, start, start + length, room)
    width = sum(2 if c in "日😀" else 0 if c == "\u0301" else 1 for c in shown)
    assert width <= room
    assert count >= 1
    assert before + count <= room + 1
    if start < len(line) and line[start] not in "\t\u0301":
        column = 0
        for character in shown:
            if column == before and character != "\u0301":
                assert character == line[start]
                break
            column += 2 if character in "日😀" else 0 if character == "\u0301" else 1
        else:
            pytest.fail("the underlined character isn't shown")


def test_a_line_of_a_megabyte_is_quoted_shortly() -> None:
    line = "x" * 1_000_000 + "Y" + "z" * 1_000_000
    report = render(
        [Diagnostic("PCG0001", "m", Span("f", 1, 1_000_001, 1, 1_000_002))], "text", {"f": line}, width=60
    )
    quoted, marks = report.splitlines()[3:5]
    assert len(quoted) <= 60
    assert quoted[marks.index("^")] == "Y"


def test_nothing_from_a_file_reaches_the_terminal_raw() -> None:
    evil = "\x1b[2J\u202e\x07\r"
    found = [
        Diagnostic(
            "PCG0001", evil, Span(f"f{evil}", 1, 1, 1, 9), evil, (Related(Span("g", 1, 1, 1, 2), evil),)
        )
    ]
    for format_ in ("text", "concise", "github"):
        report = render(found, format_, {f"f{evil}": evil, "g": evil})
        for character in evil[0], "\u202e", "\x07", "\r":
            assert character not in report


def test_colors_are_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert wants_color(Terminal())
    assert not wants_color(io.StringIO())
    monkeypatch.setenv("TERM", "dumb")
    assert not wants_color(Terminal())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_color(Terminal())


def test_json() -> None:
    report = json.loads(render(FOUND, "json", SOURCES))
    jsonschema.Draft202012Validator(SCHEMA).validate(report)
    assert report["version"] == 1
    assert report["counts"] == {"errors": 2, "warnings": 1, "notes": 1}
    assert [entry["code"] for entry in report["diagnostics"]] == ["PCG0100", "PCG0412", "PCG0112", "PCG0413"]
    assert report["diagnostics"][0]["file"] is None
    assert report["diagnostics"][2] == {
        "code": "PCG0112",
        "severity": "error",
        "message": "the key `name` is given twice",
        "hint": "keep one of the two",
        "file": FILE,
        "line": 9,
        "column": 3,
        "end_line": 9,
        "end_column": 7,
        "related": [
            {
                "message": "first given here",
                "file": FILE,
                "line": 2,
                "column": 3,
                "end_line": 2,
                "end_column": 7,
            }
        ],
    }


def test_json_schema_is_strict() -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    validator.check_schema(SCHEMA)
    report = json.loads(render(FOUND, "json", SOURCES))
    for damage in ({"version": 2}, {"counts": {}}, {"more": 1}, {"diagnostics": [{"code": "PCG0001"}]}):
        assert not validator.is_valid(report | damage)


def test_plain_form_and_back() -> None:
    assert [from_plain(json.loads(json.dumps(to_plain(d)))) for d in FOUND] == FOUND


def test_github() -> None:
    found = [
        Diagnostic("PCG0001", "50%\nmore", Span("a,b:c.yaml", 3, 5, 3, 9), "do: this, that"),
        Diagnostic("PCG0002", "long", Span("f.yaml", 1, 5, 4, 2), severity=Severity.WARNING),
        Diagnostic("PCG0003", "m", severity=Severity.NOTE),
    ]
    assert render(found, "github").splitlines() == [
        "::error title=PCG0001,file=a%2Cb%3Ac.yaml,line=3,endLine=3,col=5,endColumn=8"
        "::50%25\\u000amore%0Ado: this, that",
        "::warning title=PCG0002,file=f.yaml,line=1,endLine=4::long",
        "::notice title=PCG0003::m",
        "::notice title=pycardgen::1 error, 1 warning, 1 note",
    ]


def test_github_shows_ten_of_each_level_and_lists_the_rest() -> None:
    found = [
        Diagnostic("PCG0001", f"m{n:02}", Span("::error::f.yaml", n + 1), severity=severity)
        for severity in Severity
        for n in range(13)
    ]
    lines = render(found, "github").splitlines()
    commands = [line for line in lines if line.startswith("::")]
    for level in ("error", "warning", "notice"):
        assert sum(line.startswith(f"::{level} ") for line in commands) == 10
    assert (
        commands[-1]
        == "::notice title=pycardgen::13 errors, 13 warnings, 13 notes; 10 of them only in the log"
    )
    rest = lines[len(commands) :]
    assert len(rest) == 10
    assert not any("::" in line for line in rest), "a log line must not be taken for a command"
    assert all(f"m{n:02}" in commands[n] for n in range(10)), "in the order of the report"


def sarif(found: list[Diagnostic], sources: dict[str, str]) -> Any:
    log = json.loads(render(found, "sarif", sources))
    jsonschema.Draft4Validator(SARIF).validate(log)
    return log["runs"][0]


def test_sarif() -> None:
    run = sarif(FOUND, SOURCES)
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["PCG0100", "PCG0112", "PCG0412", "PCG0413"]
    assert rules[1]["help"]["markdown"] == explain("PCG0112")
    assert rules[1]["shortDescription"]["text"] == title("PCG0112")
    assert [rules[r["ruleIndex"]]["id"] for r in run["results"]] == [r["ruleId"] for r in run["results"]]
    assert [r["level"] for r in run["results"]] == ["error", "warning", "error", "note"]
    assert "locations" not in run["results"][0]
    place = run["results"][2]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == FILE
    assert place["region"] == {"startLine": 9, "startColumn": 3, "endLine": 9, "endColumn": 7}
    assert run["results"][2]["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 2
    assert run["columnKind"] == "unicodeCodePoints"


def test_sarif_of_nothing_is_valid() -> None:
    assert sarif([], {})["results"] == []


def test_sarif_paths_are_uris() -> None:
    [result] = sarif([Diagnostic("PCG0001", "m", Span("my games/é#1.yaml"))], {})["results"]
    assert (
        result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "my%20games/%C3%A9%231.yaml"
    )


def fingerprints(lines: list[str]) -> list[str]:
    """Of a problem in each line that has an x."""
    found = [
        Diagnostic("PCG0001", "m", Span.point("f", n, 1))
        for n, line in enumerate(lines, start=1)
        if "x" in line
    ]
    results = sarif(found, {"f": "\n".join(lines)})["results"]
    return [result["partialFingerprints"]["primaryLocationLineHash"] for result in results]


def test_sarif_fingerprints_stay_when_lines_move() -> None:
    before = fingerprints(["a: x", "b: x", "a: x"])
    assert len(set(before)) == 3
    assert fingerprints(["", "  a: x", "c: 1", "b: x", "d:", "a:  x"]) == before
    assert fingerprints(["b: x", "a: x"]) == [before[1], before[0]]


def test_junit() -> None:
    suites = ElementTree.fromstring(render(FOUND, "junit", SOURCES))
    assert suites.attrib["tests"] == "4"
    assert suites.attrib["failures"] == "2"
    cases = {(case.get("classname"), case.get("name")): case for case in suites.iter("testcase")}
    assert list(cases) == [
        ("content/g", "a.yaml"),
        ("content/g", "b.yaml"),
        ("content/g", "game.yaml"),
        (".", "pycardgen"),
    ]
    broken = cases["content/g", "a.yaml"]
    failure = broken.find("failure")
    assert failure is not None
    assert (failure.get("type"), failure.get("message")) == ("PCG0112", "1 error")
    assert "a.yaml:9:3: PCG0112 the key `name` is given twice (keep one of the two)" in (failure.text or "")
    assert "PCG0412" in (broken.findtext("system-out") or "")
    assert cases["content/g", "b.yaml"].find("failure") is None
    assert len(cases["content/g", "game.yaml"]) == 0


def test_junit_is_xml_whatever_the_message() -> None:
    found = [Diagnostic("PCG0001", "<&>]]>\x00\x1b\ud800\uffff", Span('a"<&\x01.yaml'))]
    suites = ElementTree.fromstring(render(found, "junit").encode("utf-8"))
    assert [case.get("name") for case in suites.iter("testcase")] == ['a"<&\ufffd.yaml']


@pytest.mark.parametrize("format_", FORMATS)
def test_same_report_in_whatever_order_problems_come(format_: str) -> None:
    expected = render(FOUND, format_, SOURCES)
    assert expected.endswith("\n")
    shuffled = FOUND * 2
    for seed in range(5):
        random.Random(seed).shuffle(shuffled)
        assert render(iter(shuffled), format_, dict(reversed(SOURCES.items()))) == expected


def test_unknown_format() -> None:
    with pytest.raises(ValueError, match="unknown format 'xml'"):
        render([], "xml")


def test_order_is_by_place_then_code_then_message() -> None:
    found = [
        Diagnostic("PCG0002", "a", Span("b", 1)),
        Diagnostic("PCG0001", "b", Span("b", 1)),
        Diagnostic("PCG0001", "a", Span("b", 1)),
        Diagnostic("PCG0009", "z"),
        Diagnostic("PCG0009", "z", Span("a", 10)),
        Diagnostic("PCG0009", "z", Span("a", 9)),
    ]
    assert sorted(found, key=sort_key) == [found[3], found[5], found[4], found[2], found[1], found[0]]


def test_collector_knows_whether_there_is_an_error() -> None:
    collector = Collector()
    collector(Diagnostic("PCG0001", "m", severity=Severity.WARNING))
    assert not collector.failed
    collector(Diagnostic("PCG0001", "m"))
    assert collector.failed
    assert len(collector.found) == 2
