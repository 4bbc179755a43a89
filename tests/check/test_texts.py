"""Texts of cards: what they interpolate exists, and no number is written twice."""

from __future__ import annotations

import pytest

from check.overlay import check, verify


def cards(text: str, rest: str = "") -> dict[str, str]:
    """The base game with a card that has this text (as YAML) and further lines."""
    return {
        "cards/lamps.yaml": f"""\
Lamp:
  - {{id: candle, count: 6, light: 1}}
  - id: torch
    count: 3
    light: 3
    oil: true
    text: {text}
{rest}"""
    }


@pytest.mark.parametrize(
    "text",
    [
        '"Light {light}, {name}, {id}, {count}, {oil}."',
        '"{light|signed} and {icon:flame}"',
        r"Deck \7, in \2049.",
        r"A brace \{ and another \}.",
        '"First:\\n1. Take it.\\n2) Burn it."',
        "no number at all",
    ],
)
def test_texts_without_problems(text: str) -> None:
    found, _, _ = check(cards(text))
    assert found == []


def test_an_unknown_field_is_underlined_within_the_text() -> None:
    text = '"It lights {lights} spaces."'
    (problem,) = verify(cards(text + "   #! PCG0601"))
    assert problem.hint == "did you mean 'light'?"
    assert problem.span is not None
    assert (problem.span.column, problem.span.end_column) == (22, 30)


def test_a_number_that_a_field_holds_comes_with_the_field_to_write() -> None:
    (problem,) = verify(cards("It lights 3 spaces.   #! PCG0603"))
    assert problem.hint == "write `{light}`"


def test_a_number_that_no_field_holds() -> None:
    (problem,) = verify(cards("It lights 4 spaces.   #! PCG0603"))
    assert "make it a field" in problem.hint
    assert r"`\4`" in problem.hint


def test_braces_without_partners() -> None:
    verify(cards('"It lights {light spaces."   #! PCG0602'))


def test_places_within_a_block_of_several_parts() -> None:
    text = """
      rules: |
        It lights {light} spaces.
        And 5 more.
      #!^ PCG0603
      flavour: "{nothing} here"   #! PCG0601
"""
    found = verify(cards(text))
    number = next(d for d in found if d.code == "PCG0603")
    assert number.span is not None
    assert (number.span.line, number.span.column) == (10, 13)


def test_a_rule_that_repeats_a_printed_number() -> None:
    rest = '    on: {moved: "by.score += 3"}   #! PCG0604\n'
    (problem,) = verify(cards("Bright.", rest))
    assert problem.hint == "write `self.light`"
    assert problem.related[0].span.line == 5


@pytest.mark.parametrize(
    "rule", ["by.score += self.light", "by.score += 4", "by.score += 1", "by.score += 33", "pass  # 3 lines"]
)
def test_rules_that_repeat_nothing(rule: str) -> None:
    found, _, _ = check(cards("Bright.", f'    on: {{moved: "{rule}"}}\n'))
    assert found == []
