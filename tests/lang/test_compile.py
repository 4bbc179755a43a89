"""From a game to its program: what is called what, who may ask, and that one cause is one error."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from lang.games import base, compiled, errors, function, load, program_of, with_files, with_text
from pycardgen.lang import ir
from pycardgen.model.types import INT, NONE, EntityType, OptionalType

BASE_GAME = Path(__file__).parents[1] / "data" / "base_game"


def test_names_and_effects(tmp_path: Path) -> None:
    content = """\
Tool:
  - id: net
    on: {picked: "by.score += 1"}
    modify: {reach: {set: "2", add: 1, if: "p.tired"}}
    replace: {bite: "original(p, amount - 1)", taste: "3"}
    use:
      - {when: [picking], do: "by.score += 1", label: Haul}
      - {when: [picking], if: "by.tired", do: "by.score += 2"}
"""
    program, _ = compiled(with_files(tmp_path, {"cards/case.yaml": content}))
    assert program is not None
    found = [(e.name, e.source, e.body, e.condition, e.stage, e.label) for e in program.effects]
    assert found == [
        ("picked", "net", "on:picked:net", None, None, ""),
        ("reach", "net", "modify:reach:net", "modify:reach:net:if", "set", ""),
        ("reach", "net", "modify:reach:net#2", "modify:reach:net#2:if", "add", ""),
        ("bite", "net", "replace:bite:net", None, None, ""),
        ("taste", "net", "replace:taste:net", None, None, ""),
        ("picking", "net", "use:picking:net", None, None, "Haul"),
        ("picking", "net", "use:picking:net#2", "use:picking:net#2:if", None, ""),
    ]
    taste = function(program, "replace:taste:net")
    assert taste.result == INT
    assert isinstance(taste.body[0], ir.Return)
    assert all(function(program, e.body).role == "behaviour" for e in program.effects)


def test_parameters_of_behaviours(tmp_path: Path) -> None:
    content = 'Apple:\n  - {id: golden, weight: 2, on: {picked: "by.score += 1"}}\n'
    program, _ = compiled(with_files(tmp_path, {"cards/case.yaml": content}))
    assert program is not None
    player = EntityType("Player")
    assert function(program, "on:picked:golden").params == (
        ("self", EntityType("Apple")),
        ("owner", player),
        ("by", player),
        ("fruit", EntityType("Fruit")),
    )


def test_owner_of_missions_may_be_none(tmp_path: Path) -> None:
    mission = (
        'id: storm\ntype: Harvest\nname: Storm\nmaps: [field]\non: {day_over: "game.day += self.quota"}\n'
    )
    program, _ = compiled(with_files(tmp_path, {"missions/storm.yaml": mission}))
    assert program is not None
    assert function(program, "on:day_over:storm").params[1] == ("owner", OptionalType(EntityType("Player")))


def test_owner_of_what_lies_in_a_zone_of_the_game_may_be_none() -> None:
    game = load(BASE_GAME)
    state = dict(game.state)
    state["used"] = replace(state["used"], active=True)
    problems = compiled(replace(game, state=state))[1]
    assert any(problem.code == "PCG0822" and "None" in problem.message for problem in problems)


@pytest.mark.parametrize(
    ("body", "asks"),
    [
        ("p.score += 1", False),
        ('n = choose(p, "again", [1, 2])', True),
        ('window("picking", [p], by=p, fruit=Fruit["plum"])', True),
        ('emit("day_over")', True),
        ("bite(p, 1)", True),
        ("n = reach(p)", False),
        ('announce(p, "done")', False),
        ("next_step(turn, p)", False),
        ("other(p)", True),
    ],
)
def test_who_may_ask(body: str, asks: bool) -> None:
    more = 'def other(p: Player):\n    third(p)\n\ndef third(p: Player):\n    emit("day_over")\n'
    program = program_of(f"def case(p: Player):\n    {body}\n\n{more}")
    assert function(program, "case").asks is asks
    assert function(program, "third").asks is True


def test_bots_have_names_of_their_own() -> None:
    helper = "def bite(me: Player, n: int) -> int:\n    return n\n\n"
    answer = "def again(me: Player, options: list[int]) -> int:\n    return bite(me, options[0])\n"
    program = program_of("", helper + answer)
    value = function(program, "bot:again").body[0]
    assert isinstance(value, ir.Return)
    assert isinstance(value.value, ir.Call)
    assert value.value.name == "bot:bite"
    assert function(program, "bite").role == "rule"


def test_rules_cannot_call_bots() -> None:
    (problem,) = errors(with_text("def case(p: Player):\n    x = possible_trees(p, p)\n"))
    assert problem.code == "PCG0811"


def test_a_seat_is_wrapped() -> None:
    program = program_of('def case(d: Dog):\n    n = choose(d, "again", [1, 2])\n')
    (assign,) = function(program, "case").body
    assert isinstance(assign, ir.Assign)
    assert isinstance(assign.value, ir.Choose)
    assert isinstance(assign.value.seat, ir.Call)
    assert assign.value.seat.name == "controller"


def test_arguments_by_name_stand_in_the_declared_order() -> None:
    program = program_of('def case(p: Player):\n    announce(p, "went", tree=p.tree, who=p)\n')
    (do,) = function(program, "case").body
    assert isinstance(do, ir.Do)
    assert isinstance(do.value, ir.Announce)
    assert [name for name, _ in do.value.args] == ["who", "tree"]


def test_positions() -> None:
    program = program_of("def case(p: Player):\n    p.score = 3\n")
    case = function(program, "case")
    file, *marks = program.positions[case.body[0].at]
    assert (program.files[file], marks) == ("case.star", [2, 5, 2, 16])
    assert program.positions[0] == (0, 0, 0, 0, 0)


# --- one cause, one error -----------------------------------------------------------------------------------

CAUSES = Path(__file__).parent / "causes"


@pytest.mark.parametrize("cause", sorted(path.name for path in CAUSES.iterdir()))
def test_one_cause_is_one_error(cause: str) -> None:
    found = errors(with_text((CAUSES / cause).read_text(encoding="utf-8")))
    assert len(found) == 1, [(problem.code, problem.message) for problem in found]


def test_rules_that_call_into_a_file_that_could_not_be_read() -> None:
    """The small game's own rules can't be read: nothing is said of those that call them."""
    game = base()
    broken = replace(game.rules[0].code, text=game.rules[0].code.text + "def x(:\n")
    calling = with_text("def case(p: Player):\n    bite(p, reach(p))\n").rules[1:]
    rules = (replace(game.rules[0], code=broken), *calling)
    found = errors(replace(game, rules=rules))
    assert [problem.code for problem in found] == ["PCG0802"]


def test_what_could_not_be_loaded_is_not_reported_again() -> None:
    messages = {name: kind for name, kind in base().messages.items() if name != "went"}
    game = replace(base(), messages=messages, definitions={})
    assert {problem.code for problem in errors(game)} == {"PCG0816", "PCG0814"}
    assert errors(replace(game, failed_files=("cards.yaml",))) == []
    assert compiled(replace(game, failed_files=("cards.yaml",)))[0] is None
    found = errors(replace(game, broken=frozenset(("went",))))
    assert {problem.code for problem in found} == {"PCG0814"}
    assert compiled(replace(game, broken=frozenset(("went", "plum"))))[0] is None


def test_same_problems_twice() -> None:
    game = with_text("def case(p: Player):\n    x = nobody\n    p.scor = []\n    p.tree = 3\n")
    assert len(errors(game)) == 3
    assert compiled(game)[1] == compiled(game)[1]


def test_a_behaviour_of_two_windows_is_reported_once(tmp_path: Path) -> None:
    game = base()
    windows = {**game.windows, "waiting": replace(game.windows["picking"], name="waiting")}
    content = 'Tool:\n  - {id: net, use: {when: [picking], do: "by.scor += 1"}}\n'
    more = with_files(tmp_path, {"cards/case.yaml": content})
    net = more.definitions["net"]
    both = replace(net, behaviours=tuple(replace(b, windows=("picking", "waiting")) for b in net.behaviours))
    found = errors(replace(more, windows=windows, definitions={**more.definitions, "net": both}))
    assert [problem.code for problem in found] == ["PCG0812"]


def test_docstrings_and_comments_are_left_out() -> None:
    program = program_of(
        '"""A file."""\n\ndef case(p: Player):\n    """A rule."""\n    # nothing\n    pass\n'
    )
    assert function(program, "case") == replace(function(program, "case"), body=(), result=NONE)
