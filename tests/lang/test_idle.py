"""Conditions of what content brings: replacements have them too, and settings may rule an effect out."""

from __future__ import annotations

from pathlib import Path

import pytest

from lang.games import FOLDER, compiled, function, with_files
from pycardgen.lang import ir
from pycardgen.lang.idle import is_idle


def program(tmp_path: Path, entry: str) -> ir.Program:
    """The game with a tool that says this, and two more settings."""
    settings = (FOLDER / "game.yaml").read_text(encoding="utf-8")
    settings = settings.replace(
        "settings:\n",
        "settings:\n  frost: {type: bool, default: false, text: Cold.}\n"
        "  hail: {type: bool, default: true, text: Hard.}\n",
    )
    tool = f"Tool:\n  - id: net\n    {entry}\n"
    found, problems = compiled(with_files(tmp_path, {"game.yaml": settings, "cards/case.yaml": tool}))
    assert found is not None, problems
    return found


def test_a_replacement_may_have_an_if(tmp_path: Path) -> None:
    found = program(tmp_path, 'replace: {taste: {if: p.tired, do: "3"}, bite: "original(p, 1)"}')
    [taste, bite] = found.effects
    assert (taste.condition, bite.condition) == ("replace:taste:net:if", None)
    assert isinstance(function(found, "replace:taste:net").body[0], ir.Return)


@pytest.mark.parametrize(
    ("condition", "idle"),
    [
        ("settings.frost", True),
        ("settings.hail", False),
        ("not settings.hail", True),
        ("settings.frost and p.tired", True),
        ("p.tired and settings.frost", True),
        ("settings.hail and p.tired", False),
        ("settings.hail and not settings.frost", False),
        ("settings.frost or p.tired", False),
        ("settings.frost or not settings.hail", True),
        ("p.tired", False),
        ("settings.days == 5 and settings.frost", True),
    ],
)
def test_what_settings_rule_out_is_idle(tmp_path: Path, condition: str, idle: bool) -> None:
    found = program(tmp_path, f'modify: {{reach: {{add: 1, if: "{condition}"}}}}')
    functions = {f.name: f for f in found.functions}
    [effect] = found.effects
    assert is_idle(effect, functions, {"frost": False, "hail": True, "days": 5}) is idle


def test_an_effect_without_an_if_is_never_idle(tmp_path: Path) -> None:
    found = program(tmp_path, "modify: {reach: {add: 1}}")
    assert not is_idle(found.effects[0], {f.name: f for f in found.functions}, {"frost": False})
