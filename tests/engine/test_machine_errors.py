"""What stops a game does so with its code, at its place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pycardgen.engine.api import RulesError
from pycardgen.engine.controllers import PolicyBots
from pycardgen.engine.machine import Machine
from pycardgen.model.game import Limits
from tests.engine.harbour import FILES, Scripted, body, first, machine
from tests.oracle.interpreter import OracleMachine


def stopped(rules: str, ask: Any = first, steps: int = 1) -> tuple[str, str]:
    """The code, and the piece of the rules that the place of the error covers."""
    played = machine(rules)
    state = played.new(3)
    for _ in range(steps - 1):
        played.step(state, ask)
    with pytest.raises(RulesError) as caught:
        played.step(state, ask)
    positions = played.program.positions[caught.value.at]
    number, line, column, end_line, end_column = positions
    if caught.value.at == 0 or line != end_line:
        return caught.value.code, f"{played.program.files[number].split('/')[-1]}:{line}"
    return caught.value.code, rules.split("\n")[line - 1][column - 1 : end_column - 1]


BIG = "9223372036854775807"


@pytest.mark.parametrize(
    ("lines", "code", "place"),
    [
        ("game.turn = game.numbers[3]", "PCG0900", "game.numbers[3]"),
        ("xs: list[int] = []\ngame.turn = xs.pop()", "PCG0900", "xs.pop()"),
        ("game.numbers[0 - 4] = 1", "PCG0900", "game.numbers[0 - 4]"),
        ("game.turn = game.pile[20].weight", "PCG0900", "game.pile[20]"),
        ("game.turn = game.names[everyone[1]]", "PCG0901", "game.names[everyone[1]]"),
        (f"game.turn = {BIG}\ngame.turn += 1", "PCG0902", "game.turn += 1"),
        (f"game.turn = {BIG}\nx = 3 * game.turn", "PCG0902", "3 * game.turn"),
        (f"game.turn = 0 - {BIG}\nx = 0 - (game.turn - 1)", "PCG0902", "0 - (game.turn - 1)"),
        (f"game.turn = 0 - {BIG} - 1\nx = game.turn // (0 - 1)", "PCG0902", "game.turn // (0 - 1)"),
        ("x = sum([n * 4611686018427387904 for n in [1, 1]])", "PCG0902", "sum("),
        ("game.turn = 7 // game.turn", "PCG0903", "7 // game.turn"),
        ("game.turn %= 0", "PCG0903", "game.turn %= 0"),
        ("xs: list[int] = []\nx = pick(xs)", "PCG0904", "pick(xs)"),
        ("xs: list[int] = []\nx = min(xs)", "PCG0904", "min(xs)"),
        ("x = roll(game.turn)", "PCG0904", "roll(game.turn)"),
        ("while game.turn == 0:\n    game.numbers[0] = 1", "PCG0905", "game.turn == 0"),
        (
            "xs = range(4)\nfor a in range(1000):\n    for b in range(1000):\n        game.turn = a",
            "PCG0905",
            "range(1000)",
        ),
        ("game.note += 1", "PCG0908", "game.note"),
        ("x = known(top(game.used))", "PCG0908", "known(top(game.used))"),
        ("game.turn = everyone[0].berth.boats", "PCG0908", "everyone[0].berth"),
        ("b = everyone[0].berth\ngame.turn = 1", "PCG0908", "everyone[0].berth"),
        ("everyone[1].berth = everyone[0].berth", "PCG0908", "everyone[0].berth"),
        ("game.numbers.remove(9)", "PCG0913", "game.numbers.remove(9)"),
        ("game.turn = game.numbers.index(9)", "PCG0913", "game.numbers.index(9)"),
        ("x = range(10001)", "PCG0907", "range(10001)"),
    ],
)
def test_what_stops_a_game(lines: str, code: str, place: str) -> None:
    found = stopped(body(lines))
    assert found[0] == code
    assert place in found[1], found


@pytest.mark.parametrize(
    "what", ["p.gold = 1", "game.turn = p.gold", "game.turn = len(p.hold)", "p.gold += 1"]
)
@pytest.mark.parametrize("more", ["", "\n    if game.turn > 99:\n        spend(p)"])
def test_the_table_has_no_state(what: str, more: str) -> None:
    code, place = stopped(f"def setup():\n    spend(table)\n\n\ndef spend(p: Player):\n    {what}{more}\n")
    assert (code, place) == (
        "PCG0917",
        what.removeprefix("game.turn = ")
        .removesuffix(" = 1")
        .removesuffix(" += 1")
        .removeprefix("len(")
        .removesuffix(")"),
    )


def test_a_list_of_more_than_ten_thousand_items_stops_the_game() -> None:
    rules = body("game.numbers = range(10000)", "game.numbers.append(1)")
    played = machine(rules.replace("setup():", "setup():\n    game.turn = 1"))
    state = played.new(1)
    with pytest.raises(RulesError) as caught:
        played.step(state, first)
    assert caught.value.code in ("PCG0905", "PCG0907")


def test_a_rule_that_calls_itself_for_ever_stops_at_its_depth() -> None:
    rules = "def setup():\n    x = down(1)\n\n\ndef down(n: int) -> int:\n    return down(n + 1) + 1\n"
    assert stopped(rules)[0] == "PCG0906"
    deep = rules.replace("return down(n + 1) + 1", "return down(n + 1) if n < 200 else n").replace(
        "x =", "game.turn ="
    )
    played = machine(deep)
    state = played.new(1)
    assert played.step(state, first)
    assert played.encode(state)["game"]["turn"] == 200
    assert stopped(deep.replace("n < 200", "n < 201"))[0] == "PCG0906"


def test_the_place_inside_a_rule_that_stands_in_place_of_its_call() -> None:
    rules = "def setup():\n    game.turn = third(game.numbers) + 1\n\n\n"
    rules += "def third(xs: list[int]) -> int:\n    return xs[7]\n"
    assert stopped(rules) == ("PCG0900", "xs[7]")


def test_nothing_to_choose_from_without_a_default() -> None:
    rules = body("xs = game.numbers", "if len(xs) > 0:", "    game.numbers.clear()")
    rules += '        game.turn = choose(everyone[0], "bid", xs)\n'
    assert stopped(rules)[0] == "PCG0910"


@pytest.mark.parametrize("answer", [3, 99])
def test_an_answer_that_is_no_option(answer: int) -> None:
    rules = body('x = choose(everyone[0], "bid", game.numbers, default=4)')
    assert stopped(rules, Scripted(answer))[0] == "PCG0918"
    rules = body('x = confirm(everyone[0], "sure")', "if x:\n    game.turn = 1")
    assert stopped(rules, Scripted(answer))[0] == "PCG0918"


@pytest.mark.parametrize("answer", [[0], [0, 0], [1, 0], [0, 3], [0, 1, 2, 3]])
def test_several_answers_that_are_not_allowed(answer: list[int]) -> None:
    rules = body('xs = choose_many(everyone[0], "few", game.numbers, 2, 3)', "game.numbers = xs")
    assert stopped(rules, Scripted(answer))[0] == "PCG0918"


def test_a_game_without_steps_stops() -> None:
    assert stopped(body("game.turn = 1"), steps=2)[0] == "PCG0912"


def test_no_valid_declaration() -> None:
    rules = body('d = declare("bid", everyone, bids, valid=fits)', "game.turn = d[everyone[0]]")
    rules += "\n\ndef bids(p: Player) -> list[int]:\n    return [1, 2]\n"
    rules += "\n\ndef fits(d: dict[Player, int]) -> bool:\n    return sum(d.values()) > 4\n"
    assert stopped(rules)[0] == "PCG0909"


def test_an_exception_of_a_controller_goes_on_as_it_is() -> None:
    def broken(*_: Any) -> int:
        raise KeyError("not ours")

    played = machine(body('x = confirm(everyone[0], "sure")', "if x:\n    game.turn = 1"))
    with pytest.raises(KeyError, match="not ours"):
        played.step(played.new(1), broken)


def test_limits_end_the_game() -> None:
    rules = "def setup():\n    game.turn += 1\n    next_step(setup)\n"
    played = machine(rules)
    found = played.run(played.new(1), first)
    assert (found.reason, found.steps, found.winners) == ("limit", 60, ())
    lines = 'while True:\n    x = confirm(everyone[0], "sure")\n    if x:\n        game.turn += 1'
    rules = body(lines)
    played = machine(rules)
    state = played.new(1)
    found = played.run(state, first)
    assert (found.reason, found.steps, found.decisions) == ("limit", 1, 30)
    assert played.encode(state)["steps"] == []


def test_lists_that_grow_from_step_to_step_stop_the_game() -> None:
    rules = (
        "def setup():\n    xs = range(10000)\n    for i in range(50):\n        everyone[0].grid.append(xs)\n"
    )
    rules += "    next_step(setup)\n"
    played = machine(rules)
    game = replace(played.game, limits=Limits(steps=1000, fuel=1_000_000))
    roomy = Machine(game, played.program, played.setup)
    with pytest.raises(RulesError) as caught:
        roomy.run(roomy.new(1), first)
    assert caught.value.code == "PCG0914"
    rules = (
        "def setup():\n    next_step(wait, range(9999))\n    next_step(setup)\n\n\ndef wait(xs: list[int]):\n"
    )
    rules += "    if len(xs) > 0:\n        next_step(wait, xs)\n        next_step(wait, xs)\n"
    played = machine(rules)
    roomy = Machine(replace(played.game, limits=game.limits), played.program, played.setup)
    with pytest.raises(RulesError) as caught:
        roomy.run(roomy.new(1), first)
    assert caught.value.code == "PCG0914"


@pytest.mark.parametrize("kind", [Machine, OracleMachine])
def test_steps_that_together_burn_too_much_stop_the_game(kind: Any) -> None:
    """Each within its bounds; a game of which each step burns little goes on."""
    rules = "def setup():\n    next_step(work, {})\n\n\ndef work(n: int):\n    game.turn = 0\n"
    rules += "    while game.turn < n:\n        game.turn += 1\n    next_step(work, n)\n"
    ends = []
    for turns in (900, 90):
        played = machine(rules.format(turns))
        game = replace(played.game, limits=Limits(steps=100, fuel=5_000, game_fuel=50_000))
        strict = kind(game, played.program, played.setup)
        state = strict.new(1)
        try:
            ends.append(strict.run(state, first).reason)
        except RulesError as error:
            line = played.program.positions[error.at][1]
            ends.append((error.code, line, 20 < strict.encode(state)["counts"][0] < 70))
    assert ends == [("PCG0905", 5, True), "limit"]


def test_bots_that_burn_too_much_stop_the_game() -> None:
    bots = (
        "\n\ndef sure(me: Player) -> bool:\n    n = 0\n    while n < 900:\n        n += 1\n    return True\n"
    )
    rules = "def setup():\n    x = confirm(everyone[0], 'sure')\n    next_step(setup)\n"
    played = machine(rules, files=(("bots.star", FILES["bots.star"] + bots),))
    game = replace(played.game, limits=Limits(steps=1000, fuel=5_000, game_fuel=50_000))
    strict = Machine(game, played.program, played.setup)
    with pytest.raises(RulesError) as caught:
        strict.run(strict.new(1), PolicyBots(strict, 1).ask)
    assert caught.value.code == "PCG0905"


def test_states_of_a_type_beside_another_hold_lists_of_their_own() -> None:
    """Copies of the types before it have no such state: the machine can be made and copied all the same."""
    more = 'open: bool = false, notes: {type: "list[int]"}, seen: {type: "dict[int, int]", default: {}}'
    types = FILES["types.yaml"].replace("open: bool = false", more)
    rules = "def setup():\n    every(Barrel)[0].notes.append(1)\n    every(Barrel)[0].seen[2] = 3\n"
    played = machine(rules, files=(("types.yaml", types),))
    state = played.clone(played.new(1))
    played.step(state, first)
    copy = played.clone(state)
    found = played.encode(copy)["entities"]["Barrel"]
    assert (found["notes"], found["seen"]) == ([[1]], [[[2, 3]]])
