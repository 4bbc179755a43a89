"""Functions that declarations ask for: what lacks or doesn't match is said where it can be mended."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from lang.games import FOLDER, base, errors, with_files
from pycardgen.diagnostics import Diagnostic
from pycardgen.model.game import Game, RulesFile
from pycardgen.model.types import INT, EntityType
from pycardgen.source import Code

MAIN = (FOLDER / "rules" / "main.star").read_text(encoding="utf-8")


def with_main(old: str, new: str) -> Game:
    """The small game, its rules changed in one place."""
    assert old in MAIN
    return replace(base(), rules=(RulesFile("main.star", Code.of_file("main.star", MAIN.replace(old, new))),))


def only(game: Game) -> Diagnostic:
    (problem,) = errors(game)
    return problem


REACH = "def reach(p: Player) -> int:\n    return 1\n"


@pytest.mark.parametrize(
    ("old", "new", "code", "message"),
    [
        ("def setup():", "def setup(n: int):", "PCG0850", "has no parameters"),
        (REACH, "def reach(q: Player) -> int:\n    return 1\n", "PCG0851", "another signature"),
        (REACH, "def reach(p: Dog) -> int:\n    return 1\n", "PCG0851", "another signature"),
        (REACH, "def reach(p: Player) -> bool:\n    return True\n", "PCG0851", "another signature"),
        (REACH, "def reach(p: Player, n: int) -> int:\n    return 1\n", "PCG0851", "another signature"),
        ("def side_of(p: Player)", "def side_of(p: Dog)", "PCG0852", "`side_of` says"),
        (
            "def controller(d: Dog) -> Player:",
            "def controller(d: Dog) -> Player | None:",
            "PCG0852",
            "`controller`",
        ),
    ],
)
def test_other_signatures(old: str, new: str, code: str, message: str) -> None:
    found = [problem for problem in errors(with_main(old, new)) if problem.code == code]
    assert len(found) == 1
    assert message in found[0].message
    assert found[0].span is not None
    assert found[0].span.file == "main.star"


def test_no_start() -> None:
    problem = only(with_main("def setup():", "def set_up():"))
    assert problem.code == "PCG0850"
    assert problem.hint == "did you mean 'set_up'?"
    assert problem.span is not None
    assert problem.span.file.endswith("game.yaml")
    line = (FOLDER / "game.yaml").read_text(encoding="utf-8").split("\n")[problem.span.line - 1]
    assert line[problem.span.column - 1 : problem.span.end_column - 1] == "setup"


def test_no_setup_of_a_mission(tmp_path: Path) -> None:
    mission = "id: storm\ntype: Harvest\nname: Storm\nmaps: [field]\nsetup: storm\n"
    problem = only(with_files(tmp_path, {"missions/storm.yaml": mission}))
    assert problem.code == "PCG0850"
    assert problem.span is not None
    assert (problem.span.file.rpartition("/")[2], problem.span.line) == ("storm.yaml", 5)


def test_no_base_of_a_value() -> None:
    found = errors(with_main("def may_pick(", "def might_pick("))
    missing = [problem for problem in found if problem.code == "PCG0851"]
    assert len(missing) == 1
    assert missing[0].span is not None
    assert missing[0].span.file.endswith("types.yaml")
    assert "def may_pick(p: Player, fruit: Fruit) -> bool" in missing[0].hint


def test_no_controller() -> None:
    """A zone of dogs is seen by their owner, and nobody says who that is."""
    problem = only(with_main("def controller(d: Dog)", "def master(d: Dog)"))
    assert problem.code == "PCG0853"
    assert "`jaws`" in problem.message
    assert problem.span is not None
    assert problem.span.file.endswith("types.yaml")


def test_no_sampler() -> None:
    problem = only(replace(base(), bots=()))
    assert problem.code == "PCG0856"
    assert "possible_trees" in problem.message


def test_sampler_with_another_signature() -> None:
    text = "def possible_trees(me: Player) -> list[Tree]:\n    return every(Tree)\n"
    problem = only(replace(base(), bots=(RulesFile("bots.star", Code.of_file("bots.star", text)),)))
    assert problem.code == "PCG0854"
    assert problem.hint == "`def possible_trees(me: Player, of: Player) -> list[Tree]`"


ROUND = """
def helper(p: Player) -> int:
    return reach(p) + 1
"""


@pytest.mark.parametrize(
    ("reach", "may_pick", "named"),
    [
        ("helper(p)", "True", ["`helper`"]),
        ("2 if may_pick(p, Fruit['plum']) else 1", "reach(p) > 1", ["`may_pick`", "`reach`"]),
        ("2 if may_pick(p, Fruit['plum']) else 1", "True", []),
        ("2", "helper(p) > 1", []),
    ],
)
def test_modifiers_that_go_round(reach: str, may_pick: str, named: list[str], tmp_path: Path) -> None:
    """A value is read by what modifies it, through a rule or through another value and what modifies that."""
    modify = f'reach: {{set: "{reach}"}}, may_pick: {{set: "{may_pick}"}}'
    content = f"Tool:\n  - id: net\n    modify: {{{modify}}}\n"
    found = errors(with_files(tmp_path, {"cards/case.yaml": content, "rules/more.star": ROUND}))
    assert [problem.code for problem in found] == ["PCG0844"] * len(named)
    assert all(name in problem.message for name, problem in zip(named, found, strict=True))


def test_missions_of_unrelated_types() -> None:
    game = with_main(
        "    game.day" if "    game.day" in MAIN else "def setup():\n",
        "def setup():\n    n = mission.quota\n",
    )
    other = replace(game.entities["Harvest"], name="Race")
    race = replace(
        game.missions["harvest"],
        definition=replace(game.missions["harvest"].definition, id="race", type="Race"),
    )
    both = replace(game, entities={**game.entities, "Race": other}, missions={**game.missions, "race": race})
    assert errors(game) == []
    assert only(both).code == "PCG0864"


def test_mission_may_be_none_without_a_default() -> None:
    game = with_main("def setup():\n", "def setup():\n    n = mission.quota\n")
    assert only(replace(game, default_mission=None)).code == "PCG0822"


def test_spaces_of_unrelated_types() -> None:
    game = base()
    field = game.maps["field"]
    pond = replace(game.entities["Tree"], name="Pond")
    spaces = (
        *field.spaces[:-1],
        replace(field.spaces[-1], definition=replace(field.spaces[-1].definition, type="Pond")),
    )
    changed = replace(
        game, entities={**game.entities, "Pond": pond}, maps={"field": replace(field, spaces=spaces)}
    )
    assert "PCG0864" in {problem.code for problem in errors(changed)}


def test_what_lies_around_a_space_has_the_common_type() -> None:
    game = with_main(
        "def setup():\n", "def setup():\n    for t in neighbors(board.gate):\n        t.ripe = t.depth > 1\n"
    )
    pond = replace(game.entities["Tree"], name="Pond", extends="Tree")
    pond = replace(
        pond, fields={**pond.fields, "depth": replace(pond.fields["weather"], name="depth", type=INT)}
    )
    problem = only(replace(game, entities={**game.entities, "Pond": pond}))
    assert problem.code == "PCG0812"
    assert "isinstance" not in problem.message
    assert EntityType("Pond").name in problem.hint
