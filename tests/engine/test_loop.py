"""The loop of steps: rules in place of their calls, answers drawn in place, what is known where rules run."""

from __future__ import annotations

from typing import Any

import pytest

from pycardgen.engine.api import Ask, RulesError
from pycardgen.engine.controllers import random_bots
from pycardgen.engine.machine import Machine
from pycardgen.engine.options import make_setup
from tests.conformance.games import compiled
from tests.engine.harbour import first, machine

Told = list[tuple[Any, ...]]


def played(game: Machine, seed: int, in_place: bool) -> tuple[Any, ...]:
    """A game by random bots: at once, answers drawn in place; or step by step, answers asked for."""
    bots, told = random_bots(game.setup.players, seed), Told()

    def ask(*question: Any) -> Any:
        return bots(*question)

    def tell(seats: tuple[int, ...], message: str, args: tuple[Any, ...]) -> None:
        told.append((tuple(seats), message, tuple(args)))

    state = game.new(seed)
    asked: Ask = bots if in_place else ask
    if in_place:
        game.run(state, asked, tell)
    else:
        while game.step(state, asked, tell):
            pass
    return game.outcome(state), game.encode(state), told, bots.streams


@pytest.mark.parametrize("name", ["crew", "dungeon", "halls", "hidden"])
def test_answers_drawn_in_place_are_those_of_bots_that_are_asked(name: str) -> None:
    rules, program = compiled(name)
    game = Machine(rules, program, make_setup(rules, rules.players[0]))
    for seed in range(6):
        assert played(game, seed, True) == played(game, seed, False)


def ends(rules: str, steps: int = 20) -> tuple[int, int]:
    """What `game.turn` holds after a game, and after the same game in which every rule is called."""
    found = []
    for coverage in (False, True):
        game = machine(rules, coverage=coverage)
        state = game.new(1)
        for _ in range(steps):
            if not game.step(state, first):
                break
        found.append(game.encode(state)["game"]["turn"])
    return found[0], found[1]


SETUP = "def setup():\n    for b in every(Barrel):\n        next_step(work, b)\n\n\n"


@pytest.mark.parametrize(
    ("lines", "turn"),
    [
        # what one path changes isn't known where paths meet
        ("if game.turn == 0:\n    b.open = True\nif b.open:\n    game.turn += 1", 1),
        ("b.open = True\nif game.turn == 5:\n    b.open = False\nif b.open:\n    game.turn += 1", 1),
        # a loop's body may have run before its beginning
        ("b.open = True\nfor i in range(3):\n    if b.open:\n        game.turn += 1\n    b.open = False", 1),
        ("while game.turn < 9:\n    if b.open:\n        game.turn += 5\n    b.open = not b.open\n"
         "    game.turn += 1", 14),
        # a rule in place of two calls, which changes something the second time
        ("flip(b)\nif b.open:\n    flip(b)\nif not b.open:\n    game.turn += 7", 7),
        # what a rule that is called does
        ("b.open = True\nshut_all(3)\nif not b.open:\n    game.turn += 2", 2),
        # an answer that was true before a copy moved
        ("if holds(everyone[0]):\n    game.turn += 1\nmove(game.pile[0], everyone[0].hold)\n"
         "if holds(everyone[0]):\n    game.turn += 10", 10),
        ("p = everyone[0]\nif holds(p):\n    game.turn += 1\nc = known(draw(game.pile, to=p.hold))\n"
         "if holds(p):\n    game.turn += 10\nmove(c, game.used)\nif holds(p):\n    game.turn += 100\n"
         "if c in p.hold or c not in game.used:\n    game.turn += 1000", 10),
        ("p = everyone[0]\nif logged(p):\n    game.turn += 1\np.log.append(3)\nif logged(p):\n"
         "    game.turn += 10\np.log.clear()\nif logged(p):\n    game.turn += 100", 10),
        ("p = everyone[0]\nx = True if holds(p) else p.gold > 0\nif x or holds(p):\n    game.turn += 1\n"
         "if holds(p):\n    pass\nif holds(p) or not x:\n    game.turn += 10", 10),
        # a copy that one of two paths has moved
        ("q = everyone[1]\nc = draw(game.pile, to=q.hold) if b.open else draw(game.pile, to=game.used)\n"
         "if c in q.hold:\n    game.turn += 1\nif c in game.used:\n    game.turn += 10", 10),
        # a local that stands for another copy now
        ("c = known(draw(game.pile, to=game.used))\nc = game.pile[0]\n"
         "if c in game.used:\n    game.turn += 1", 0),
        ("p = everyone[0]\np.gold = 3\nfor q in everyone:\n    p = q\n"
         "if p.gold == 0:\n    game.turn += 4", 4),
        # lists made in place
        ("xs = [p for p in everyone if p.gold == 0]\nxs = [p for p in everyone if p in xs and p.seat == 1]\n"
         "game.turn = len(xs) * 10 + xs[0].seat", 11),
    ],
)  # fmt: skip
def test_what_is_known_holds(lines: str, turn: int) -> None:
    rules = SETUP + "def work(b: Barrel):\n    " + lines.replace("\n", "\n    ")
    rules += "\n    next_step(finish)\n"
    rules += (
        "\n\ndef flip(b: Barrel):\n    if b.open:\n        b.open = False\n    else:\n        b.open = True\n"
    )
    rules += "\n\ndef shut_all(n: int):\n    if n > 0:\n        shut_all(n - 1)\n"
    rules += "    for b in every(Barrel):\n        b.open = False\n"
    rules += "\n\ndef logged(p: Player) -> bool:\n    return len(p.log) > 0 and p.log[0] > 0\n"
    rules += "\n\ndef holds(p: Player) -> bool:\n    return len(p.hold) > 0 and p.hold[0].weight > 0\n"
    assert ends(rules) == (turn, turn)


@pytest.mark.parametrize(
    ("first_step", "stops"),
    [
        ("for p in everyone:\n        p.berth = Berth['A01']", False),
        ("for p in everyone:\n        if p.seat == 0:\n            p.berth = Berth['A01']", True),
        (
            "for p in everyone:\n        if p.seat == 1:\n            break\n        p.berth = Berth['A01']",
            True,
        ),
        (
            "if len(everyone) > 5:\n        return\n    for p in everyone:\n        p.berth = Berth['A01']",
            False,
        ),
        ("place_all()", False),
        ("everyone[0].berth = Berth['A01']", True),
    ],
)
def test_states_that_the_first_step_sets_and_others(first_step: str, stops: bool) -> None:
    rules = (
        f"def setup():\n    {first_step}\n    next_step(work)\n\n\ndef work():\n    b = everyone[1].berth\n"
    )
    rules += "    everyone[0].berth = b\n\n\ndef place_all():\n"
    rules += "    for p in everyone:\n        p.berth = Berth['A01']\n"
    game = machine(rules)
    state = game.new(1)
    game.step(state, first)
    if stops:
        with pytest.raises(RulesError) as caught:
            game.step(state, first)
        assert caught.value.code == "PCG0908"
    else:
        assert game.step(state, first)


@pytest.mark.parametrize("seed", range(4))
def test_one_of_two_lists_of_different_lengths_is_offered(seed: int) -> None:
    rules = (
        "def setup():\n    next_step(work)\n\n\ndef work():\n    for i in range(4):\n"
        "        x = choose(everyone[0], 'bid', [1, 2, 3] if game.turn > 50 else [10, 20])\n"
        "        game.turn += x\n"
        "    y = choose(everyone[0], 'bid', [1, 2] if game.turn < 0 else [100])\n    game.turn += y\n"
    )
    game = machine(rules)
    found = []
    for bots in (random_bots(2, seed), random_bots(2, seed).__call__):
        state = game.new(1)
        game.step(state, first)
        game.step(state, bots)
        found.append((game.encode(state)["game"]["turn"], game.encode(state)["counts"][1]))
    assert found[0] == found[1]
    assert found[0][1] == 4


def test_decisions_are_counted_wherever_they_are_asked() -> None:
    """In the loop, in a rule that is called, in a window: the limit stops the game at the right one."""
    rules = (
        "def setup():\n    for p in everyone:\n        next_step(work, p)\n\n\n"
        "def work(p: Player):\n    x = confirm(p, 'sure')\n    more(p, 2)\n    y = confirm(p, 'sure')\n"
        "    next_step(work, p)\n\n\n"
        "def more(p: Player, n: int):\n    if n > 0:\n        x = confirm(p, 'sure')\n"
        "        more(p, n - 1)\n"
    )
    game = machine(rules)
    asked = 0

    def ask(*question: Any) -> int:
        nonlocal asked
        asked += 1
        return 0

    for _ in range(2):
        state, before = game.new(1), asked
        outcome = game.run(state, ask)
        assert (outcome.reason, outcome.decisions, asked - before) == ("limit", 30, 30)
    state = game.new(1)
    for count in (0, 4, 8):
        game.step(state, random_bots(2, 1))
        assert game.encode(state)["counts"][1] == count
