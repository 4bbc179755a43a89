"""Where a problem of rules is shown: within .star files, and within every sort of YAML string."""

from __future__ import annotations

from pathlib import Path

import pytest

from lang.games import errors, with_files, with_text

HEAD = "Apple:\n  - id: golden\n    weight: 2\n    on:\n      picked: "


def place_of(text: str, tmp: Path) -> tuple[str, str]:
    """The code of the only error in a content file, and the text that it underlines."""
    (problem,) = errors(with_files(tmp, {"cards/case.yaml": text}))
    assert problem.span is not None
    assert problem.span.file.endswith("cards/case.yaml")
    assert problem.span.line == problem.span.end_line
    line = text.split("\n")[problem.span.line - 1]
    return problem.code, line[problem.span.column - 1 : problem.span.end_column - 1]


@pytest.mark.parametrize(
    ("entry", "code", "marked"),
    [
        ("by.scor += 1", "PCG0812", "scor"),
        ('"by.scor += 1"', "PCG0812", "scor"),
        ("'by.scor += 1'", "PCG0812", "scor"),
        ("'by.score = 1 if by.name == ''x'' else \"y\"'", "PCG0820", "1 if by.name == ''x'' else \"y\""),
        ("|\n        by.score += 1\n        by.scor += 1\n", "PCG0812", "scor"),
        ("|\n        if by.tired:\n            by.tired = 1\n", "PCG0820", "1"),
        (">\n        by.score +=\n        by.scor\n", "PCG0812", "scor"),
        ("|-\n        # ä é 漢 before\n        debug('ä é 漢'); by.scor = 1\n", "PCG0812", "scor"),
        ("|\n        by.score +\n", "PCG0802", ""),
        ("{if: by.scor > 1, do: by.score += 1}", "PCG0812", "scor"),
        ('{if: "by.score > worth", do: by.score += 1}', "PCG0810", "worth"),
        ('"by.score = 1; \\\n        by.scor = 1"', "PCG0812", "scor"),
    ],
)
def test_inside_yaml(entry: str, code: str, marked: str, tmp_path: Path) -> None:
    found, text = place_of(HEAD + entry + "\n", tmp_path)
    assert (found, text) == (code, marked)


def test_condition_over_several_lines(tmp_path: Path) -> None:
    entry = "\n        if: |\n          by.tired\n          and by.scor > 1\n        do: by.score += 1\n"
    assert place_of(HEAD + entry, tmp_path) == ("PCG0812", "scor")


@pytest.mark.parametrize(
    ("line", "marked"),
    [
        ("    p.scor = 1", "scor"),
        ('    a = "ä漢"; p.scor = 1', "scor"),
        ("    a = nowhere", "nowhere"),
        ("    rech(p)", "rech"),
        ('    announce(p, "gone")', '"gone"'),
        ('    announce(p, "went", who=p, tre=p.tree)', "tre"),
        ("    next_step(trun, p)", "trun"),
        ('    next_step(turn, p, scope="trun")', '"trun"'),
        ("    bite(p, 1, 2)", "2"),
        ('    t = Tree["A09"]', '"A09"'),
        ('    debug(f"{p.scor}")', "scor"),
        ("    p.notes.push(1)", "push"),
        ("    if p.score:\n        pass", "p.score"),
    ],
)
def test_inside_rules(line: str, marked: str) -> None:
    text = f"def case(p: Player):\n{line}\n"
    (problem,) = errors(with_text(text))
    assert problem.span is not None
    assert problem.span.file == "case.star"
    lines = text.split("\n")
    found = lines[problem.span.line - 1][problem.span.column - 1 : problem.span.end_column - 1]
    # Python doesn't place the parts of f-strings well: the whole string is marked.
    assert found == marked or (line.lstrip().startswith("debug") and found.endswith('"'))


def test_name_of_function() -> None:
    (problem,) = errors(with_text("def  nothing(p: Player) -> int:\n    p.score = 1\n"))
    assert problem.span is not None
    assert (problem.span.line, problem.span.column, problem.span.end_column) == (1, 6, 13)


def test_second_of_two_functions_points_to_the_first() -> None:
    (problem,) = errors(with_text("def turn():\n    pass\n"))
    assert problem.code == "PCG0809"
    assert problem.related[0].span.file.endswith("rules/main.star")
