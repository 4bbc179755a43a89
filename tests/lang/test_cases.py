"""Diagnostics of the rules language, from small files that carry what is expected beside its cause.

`# error: PCG0810 a part of the message` at the end of a line expects that error on it; ` & ` joins several. A
`.star` case joins the rules of tests/lang/game, a `bots_*.star` one its bots, a `.yaml` one its content.
Warnings are compared only in files that expect one.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lang.games import compiled, with_files, with_text
from pycardgen.diagnostics import Diagnostic, Severity
from pycardgen.model.game import Game

CASES = Path(__file__).parent / "cases"
EXPECTED = re.compile(r"#.*?\b(error|warning): (.*)$")
FILES = sorted(path.name for path in CASES.iterdir())


def expected(text: str) -> list[tuple[int, str, str, str]]:
    """(line, severity, code, part of the message) of every expectation."""
    found: list[tuple[int, str, str, str]] = []
    for number, line in enumerate(text.split("\n"), 1):
        match = EXPECTED.search(line)
        for one in match[2].split(" & ") if match else ():
            code, _, message = one.strip().partition(" ")
            found.append((number, match[1] if match else "", code, message.strip()))
    return found


def game_of(name: str, text: str, tmp: Path) -> Game:
    if name.endswith(".yaml"):
        return with_files(tmp, {"cards/case.yaml": text})
    return with_text(bots=text) if name.startswith("bots_") else with_text(text)


@pytest.mark.parametrize("name", FILES)
def test_case(name: str, tmp_path: Path) -> None:
    text = (CASES / name).read_text(encoding="utf-8")
    wanted = expected(text)
    assert wanted
    warnings = any(severity == "warning" for _, severity, _, _ in wanted)
    found = [
        problem
        for problem in compiled(game_of(name, text, tmp_path))[1]
        if warnings or problem.severity is Severity.ERROR
    ]
    unmet = [one for one in wanted if not any(meets(problem, one) for problem in found)]
    surprising = [problem for problem in found if not any(meets(problem, one) for one in wanted)]
    assert (unmet, [brief(problem) for problem in surprising]) == ([], [])
    assert len(found) == len(wanted), [brief(problem) for problem in found]


def meets(problem: Diagnostic, one: tuple[int, str, str, str]) -> bool:
    line, severity, code, message = one
    place = problem.span.line if problem.span else 0
    return (place, problem.severity.value, problem.code) == (
        line,
        severity,
        code,
    ) and message in problem.message


def brief(problem: Diagnostic) -> str:
    line = problem.span.line if problem.span else 0
    return f"{line}: {problem.severity.value}: {problem.code} {problem.message} | {problem.hint}"
