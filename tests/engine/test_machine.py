"""The machine: lists are values, steps and scopes, zones, numbers, questions, views, clones, bots."""

from __future__ import annotations

from typing import Any

import pytest

from pycardgen.engine.api import RulesError, Setup
from pycardgen.engine.machine import Machine
from pycardgen.engine.rng import DICE, INCREMENT, MASK, MULTIPLIER, SETUP, mix
from pycardgen.lang.tables import BadSetup
from tests.engine.harbour import Scripted, body, encoded, first, machine


def number(lines: str, rest: str = "") -> Any:
    """What `game.turn` is after a first step."""
    return encoded(body(lines) + rest)["game"]["turn"]


# --- lists and numbers ------------------------------------------------------------------------------


def test_a_list_is_copied_into_a_state_and_read_from_it_is_that_state() -> None:
    found = encoded(
        body(
            "xs = [1, 2]",
            "everyone[0].log = xs",
            "xs.append(3)",
            "ys = everyone[0].log",
            "ys.append(4)",
            "everyone[1].grid = [xs, ys]",
            "ys.append(5)",
            "everyone[1].grid.append(ys)",
            "everyone[1].grid[0].append(9)",
            "everyone[0].grid = everyone[1].grid",
            "everyone[1].grid[0].append(8)",
        )
    )["entities"]["Player"]
    assert found["log"] == [[1, 2, 4, 5], []]
    assert found["grid"] == [
        [[1, 2, 3, 9], [1, 2, 4], [1, 2, 4, 5]],
        [[1, 2, 3, 9, 8], [1, 2, 4], [1, 2, 4, 5]],
    ]


def test_a_printed_list_can_be_changed_only_as_a_copy() -> None:
    lines = 'c = Crate["scale"]\nxs = c.marks\nxs.append(5)\ngame.turn = len(c.marks) * 10 + len(xs)'
    assert number(lines) == 12
    assert (
        number('game.numbers = Crate["scale"].marks + Crate["toll"].marks\ngame.turn = len(game.numbers)')
        == 3
    )
    assert number('game.turn = 1 if Crate["toll"].marks == [1, 2] else 0') == 1


def test_a_loop_goes_through_a_list_as_it_was_at_its_start() -> None:
    assert number("for n in game.numbers:\n    game.numbers.append(n)\n    game.turn += 1") == 3
    lines = "for c in game.pile:\n    move(c, game.used)\n    game.turn += 1"
    assert number(lines) == 7
    assert (
        number("for i, n in enumerate(game.numbers):\n    game.numbers.remove(n)\n    game.turn += i * n")
        == 5
    )


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7 // (0 - 2)", -4),
        ("(0 - 7) % 3", 2),
        ("9223372036854775806 + 1", 2**63 - 1),
        ("0 - 9223372036854775807 - 1", -(2**63)),
        ("abs(0 - 3) + max(2, 5) - min(2, 5)", 6),
        ("sum([n * n for n in range(4) if n != 2])", 10),
        ("len([a for a in range(3) for b in range(a)])", 3),
        ("sorted(game.numbers, key=lambda n: 0 - n)[0]", 3),
        ("sorted([10, 21, 12], key=lambda n: n % 10, reverse=True)[1]", 21),
        ("max(game.numbers, key=lambda n: n % 3) * 10 + min([], default=4)", 24),
        ("reversed(game.numbers)[0]", 2),
        ("game.numbers.count(3) + game.numbers.index(2)", 3),
        ("{1: 5, 2: 6}.get(2, 0) + {1: 5}.get(9, 7)", 13),
        ("sum({1: 5, 2: 6}.values()) + sum({1: 5, 2: 6}.keys())", 14),
        ("1 if 1 < 2 < 3 and not 3 < 2 < 9 else 0", 1),
        (
            "1 if any(c.weight == 9 for c in every(Crate)) and all(c.weight > 0 for c in game.pile) else 0",
            1,
        ),
        ("len(every(Crate)) * 10 + len(every(Barrel))", 81),
        ("1 if isinstance(every(Crate)[7], Barrel) and not isinstance(every(Crate)[0], Barrel) else 0", 1),
        ('distance(Berth["A01"], Berth["D01"])', 3),
        (
            'len(within(Berth["A01"], 2)) * 10 + len(within(Berth["A01"], 9, passable=lambda b: not b.deep))',
            22,
        ),
        ('len(shortest_path(Berth["A01"], Berth["D01"]))', 3),
        ('len(shortest_path(Berth["A01"], Berth["D01"], passable=lambda b: not b.deep))', 0),
        ("after(everyone[0])[0].seat + table.seat", 3),
        ("len(neighbors(Berth['B01'])) + (1 if side(Berth['A01'], 0) is None else 0)", 3),
    ],
)
def test_expressions(text: str, value: int) -> None:
    annotated = (
        text.replace("min([], default=4)", "least([])")
        .replace("{1: 5, 2: 6}", "pairs()")
        .replace("{1: 5}", "one()")
    )
    rest = "\n\ndef least(xs: list[int]) -> int:\n    return min(xs, default=4)\n"
    rest += "\n\ndef pairs() -> dict[int, int]:\n    return {1: 5, 2: 6}\n"
    rest += "\n\ndef one() -> dict[int, int]:\n    return {1: 5}\n"
    assert number(f"game.turn = {annotated}", rest) == value


# --- random numbers ---------------------------------------------------------------------------------


def test_the_first_step_draws_from_the_set_up_and_later_ones_from_the_dice() -> None:
    rules = "def setup():\n    game.turn = roll(6)\n    next_step(later)\n\n\n"
    rules += "def later():\n    game.numbers = [roll(6), roll(6)]\n"
    found = encoded(rules, steps=2, seed=42)

    def rolls(stream: int, count: int) -> list[int]:
        state, out = mix(42, stream), []
        for _ in range(count):
            state = (state * MULTIPLIER + INCREMENT) & MASK
            out.append(1 + ((state >> 33) * 6 >> 31))
        return out

    assert found["game"]["turn"] == rolls(SETUP, 1)[0]
    assert found["game"]["numbers"] == rolls(DICE, 2)


def test_shuffling_is_from_the_end() -> None:
    found = encoded(body("shuffle(game.pile)", "game.numbers = shuffled([1, 2, 3, 4])"), seed=7)
    state, pile = mix(7, SETUP), list(range(7))

    def below(n: int) -> int:
        nonlocal state
        state = (state * MULTIPLIER + INCREMENT) & MASK
        return (state >> 33) * n >> 31

    for xs in (pile, numbers := [1, 2, 3, 4]):
        for i in range(len(xs) - 1, 0, -1):
            j = below(i + 1)
            xs[i], xs[j] = xs[j], xs[i]
    assert found["zones"]["game.pile"] == pile
    assert found["game"]["numbers"] == numbers


# --- zones ------------------------------------------------------------------------------------------


def test_copies_begin_in_the_zone_of_their_nearest_type() -> None:
    zones = encoded(body("game.turn = 1"))["zones"]
    assert zones["game.pile"] == [0, 1, 2, 3, 4, 5, 6]
    assert zones["game.barrels"] == [7]
    assert zones["box"] == {"Crate": [], "Captain": []}


def test_drawing_moving_and_recycling() -> None:
    zones = encoded(
        body(
            "p = everyone[0]",
            "c = known(draw(game.pile, to=p.hold))",
            "put_under(known(draw(game.pile, to=p.hold)), game.pile)",
            "move(c, box)",
            "move(c, p.hold)",
            "move(game.pile[0], game.pile)",
        )
    )["zones"]
    assert zones["game.pile"] == [0, 1, 2, 3, 4, 5]
    assert zones["Player.hold"] == [[6], []]
    lines = [
        "move_all(game.pile, game.used)",
        "x = draw(game.pile, to=everyone[1].hold)",
        "move_all(game.pile, everyone[1].hold)",
        "y = draw(game.pile, to=game.yard)",
    ]
    found = encoded(body(*lines, "game.turn = 1 if x is not None and y is None else 0"))
    assert found["game"]["turn"] == 1
    assert sorted(found["zones"]["Player.hold"][1]) == [0, 1, 2, 3, 4, 5, 6]
    assert found["zones"]["game.used"] == []


def test_a_copy_is_in_the_zone_where_it_lies() -> None:
    lines = "p = everyone[1]\nc = known(draw(game.pile, to=p.hold))\n"
    lines += "game.turn = 1 if c in p.hold and c not in game.pile else 0"
    assert number(lines) == 1
    lines = "c = known(draw(game.pile, to=everyone[0].hold))\nmove(c, box)\ngame.turn = 1 if c in box else 0"
    assert number(lines) == 1


# --- steps ------------------------------------------------------------------------------------------

STEPS = """
def setup():
    next_step(say, 1, [7], scope="round")
    next_step(say, 2, [8, 9])


def say(n: int, xs: list[int]):
    game.numbers.append(n)
    xs.append(n)
    game.turn = len(xs)
    if n == 1:
        next_step(say, 11, xs, scope="turn")
        next_step(say, 12, xs)
    if n == 11:
        next_step(say, 111, xs)
        next_step(say, 112, xs)
"""


def test_children_run_before_what_remains_of_their_parents() -> None:
    found = encoded(STEPS, steps=7)
    assert found["game"]["numbers"] == [3, 1, 2, 1, 11, 111, 112, 12, 2]
    assert found["game"]["turn"] == 3


def test_steps_between_two_steps_are_data() -> None:
    assert encoded(STEPS, steps=3)["steps"] == [
        [[], [["say", [2, [8, 9]], None]]],
        [["round"], [["say", [12, [7, 1]], None]]],
        [["turn"], [["say", [111, [7, 1, 11]], None], ["say", [112, [7, 1, 11]], None]]],
    ]


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ('cancel("turn")', [1, 11, 111, 12, 2]),
        ('cancel("round")', [1, 11, 111, 2]),
        ('cancel("game")', [1, 11, 111, 112, 12, 2]),
        (
            'cancel("turn")\n        next_step(say, 5, xs)\n        '
            'cancel("round")\n        next_step(say, 6, xs)',
            [1, 11, 111, 6, 2],
        ),
    ],
)
def test_cancelling_a_scope_drops_what_remains_of_it(line: str, order: list[int]) -> None:
    rules = STEPS + f"    if n == 111:\n        {line}\n"
    rules += "    if n == 2:\n        end_game('done', sides=[], winners=[])\n"
    played = machine(rules, paranoid=True)
    state = played.new(1)
    played.run(state, first)
    assert played.encode(state)["game"]["numbers"][3:] == order
    assert played.encode(state)["steps"] == []


def test_a_scope_that_ends_resets_states() -> None:
    lines = "everyone[0].log = [1]\neveryone[1].gold = 5\nevery(Captain)[0].mood = 4"
    assert encoded(body(lines, 'end_scope("turn")'))["entities"]["Captain"]["mood"] == [0]
    found = encoded(body(lines, 'xs = everyone[0].log\nend_scope("round")\nxs.append(3)\nend_scope("game")'))
    assert found["entities"]["Captain"]["mood"] == [4]
    assert found["entities"]["Player"]["log"] == [[], []]
    assert found["entities"]["Player"]["gold"] == [0, 5]


def test_nothing_runs_after_the_end() -> None:
    rules = "def setup():\n    stop()\n    game.turn = 1\n\n\ndef stop():\n"
    rules += '    end_game("done", winners=[everyone[1]], sides=["crew"])\n'
    played = machine(rules)
    state = played.new(1)
    assert not played.step(state, first)
    assert not played.step(state, first)
    outcome = played.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.sides, outcome.winners, outcome.steps) == ("done", ("crew",), (1,), 1)
    assert played.encode(state)["game"]["turn"] == 0


# --- questions --------------------------------------------------------------------------------------


def test_a_question_with_one_option_is_not_asked() -> None:
    rules = body(
        'a = choose(everyone[0], "bid", [5], default=1)',
        'b = choose(everyone[0], "bid", [n for n in game.numbers if n > 9], default=2)',
        'c = choose(everyone[1], "bid", game.numbers, default=3)',
        'd = confirm(everyone[1], "sure")',
        "game.numbers = [a, b, c, 1 if d else 0]",
    )
    ask = Scripted(2, 1)
    played = machine(rules)
    state = played.new(1)
    played.step(state, ask)
    assert played.encode(state)["game"]["numbers"] == [5, 2, 2, 1]
    assert ask.asked == [(1, "bid", [3, 1, 2], ()), (1, "sure", [False, True], ())]
    assert played.encode(state)["counts"] == [1, 2]


def test_arms_of_a_conditional_are_asked_only_when_reached() -> None:
    rules = body(
        'a = choose(everyone[0], "bid", [1, 2]) if game.turn == 0 else choose(everyone[1], "bid", [3, 4])',
        'b = confirm(everyone[0], "sure") if game.turn > 0 else False',
        "game.turn = a * 10 + (1 if b else 0)",
    )
    ask = Scripted(1)
    state = machine(rules).new(1)
    machine(rules).step(state, ask)
    assert machine(rules).encode(state)["game"]["turn"] == 20


def test_choosing_several_clips_its_bounds() -> None:
    rules = body(
        'a = choose_many(everyone[0], "few", game.numbers, 1, 2)',
        'b = choose_many(everyone[0], "few", game.numbers, 3, 9)',
        'c = choose_many(everyone[0], "few", game.numbers, 0, 0)',
        "game.numbers = a + [0] + b + [0] + c",
    )
    ask = Scripted([0, 2])
    assert encoded(rules, ask)["game"]["numbers"] == [3, 2, 0, 3, 1, 2, 0]
    assert [kind for _, kind, _, _ in ask.asked] == ["few"]


def test_a_declaration_offers_what_can_still_be_completed() -> None:
    rules = body('d = declare("bid", everyone, bids, valid=fits)', "game.numbers = d.values()")
    rules += "\n\ndef bids(p: Player) -> list[int]:\n    return [1, 2, 3]\n"
    rules += "\n\ndef fits(d: dict[Player, int]) -> bool:\n    return sum(d.values()) == 5\n"
    ask = Scripted(1)
    assert encoded(rules, ask)["game"]["numbers"] == [3, 2]
    assert ask.asked == [(0, "bid", [2, 3], ({},))]
    secret = rules.replace("valid=fits", "secret=True")
    ask = Scripted(1, 2)
    assert encoded(secret, ask)["game"]["numbers"] == [2, 3]
    assert ask.asked[1] == (1, "bid", [1, 2, 3], ())


def test_an_entity_is_asked_through_its_controller() -> None:
    rules = body(
        "m = every(Captain)[0]",
        "m.player = everyone[1]",
        'a = choose(m, "bid", [4, 5])',
        'd = declare("vow", every(Captain), bids)',
        "game.turn = a + d[m]",
    )
    rules += "\n\ndef bids(c: Captain) -> list[int]:\n    return [1, 2]\n"
    ask = Scripted(1, 1)
    assert encoded(rules, ask)["game"]["turn"] == 7
    assert [seat for seat, *_ in ask.asked] == [1, 1]


def test_telling() -> None:
    rules = body(
        'announce(everyone[1], "said", n=1)',
        'announce(table, "said", n=2)',
        'announce([everyone[1], everyone[0]], "said", n=3)',
        'xs = [1]\nannounce(everyone, "listed", ns=xs)\nxs.append(2)\ngame.numbers = xs',
    )
    told: list[Any] = []
    machine(rules).step(machine(rules).new(1), first, lambda *what: told.append(what))
    assert told == [
        ((1,), "said", (1,)),
        ((0, 1), "said", (2,)),
        ((1, 0), "said", (3,)),
        ((0, 1), "listed", ([1],)),
    ]


def test_what_a_message_says_is_worked_out_whether_anybody_listens_or_not() -> None:
    rules = body('announce(everyone, "said", n=roll(6))', 'announce(everyone, "said", n=7 // game.turn)')
    for tell in (None, lambda *_: None):
        state = machine(rules).new(1)
        with pytest.raises(RulesError, match="division by zero"):
            machine(rules).step(state, first, tell)
        assert state.rng == machine(rules).new(1).rng or state.other != 0


# --- content that changes rules ---------------------------------------------------------------------


def hold(*cards: str) -> str:
    return "\n".join(f'move(Crate["{card}"], everyone[0].hold)' for card in cards)


@pytest.mark.parametrize(
    ("cards", "expression", "value"),
    [
        ((), "price(everyone[0], 3)", 3),
        (("scale",), "price(everyone[0], 3)", 23),
        (("scale",), "price(everyone[1], 3)", 3),
        (("scale",), "price(everyone[0], 0 - 3)", -3),
        (("scale", "toll"), "price(everyone[0], 3)", 5),
        (("scale", "toll"), "price(everyone[0], 0)", 5),
        ((), "price(everyone[1], 0)", 7),
    ],
)
def test_a_value_under_what_modifies_it(cards: tuple[str, ...], expression: str, value: int) -> None:
    assert number(f"{hold(*cards)}\ngame.turn = {expression}".strip()) == value


def test_what_lies_in_no_active_zone_or_in_one_of_the_game() -> None:
    assert number('move(Crate["scale"], game.used)\ngame.turn = price(everyone[0], 3)') == 3
    assert number('move(Crate["scale"], game.yard)\ngame.turn = price(everyone[1], 3)') == 23


@pytest.mark.parametrize(
    ("cards", "gold"),
    [
        ((), [6, 9]),
        (("toll",), [5, 9]),
        (("anchor",), [2, 9]),
        (("toll", "anchor"), [1, 9]),
        (("anchor", "toll"), [0, 9]),
    ],
)
def test_a_hook_and_what_replaces_it_the_last_outermost(cards: tuple[str, ...], gold: list[int]) -> None:
    lines = "for p in everyone:\n    p.gold = 10\npay(everyone[0], 4)\npay(everyone[1], 1)"
    assert encoded(body(hold(*cards) or "game.turn = 1", lines))["entities"]["Player"]["gold"] == gold


def test_an_event_runs_what_listens() -> None:
    found = encoded(body(hold("scale"), 'emit("landed", by=everyone[1])', 'emit("landed", by=everyone[0])'))
    assert found["entities"]["Player"]["gold"] == [1, 1]


def test_a_window_offers_until_each_seat_passes() -> None:
    rules = body(hold("anchor"), 'window("storm", everyone, who=everyone[1])', "game.turn = 1")
    ask = Scripted(1, 0, 0)
    played = machine(rules)
    state = played.new(1)
    played.step(state, ask)
    shown = [(seat, [o and (o.id, o.label) for o in options], about) for seat, _, options, about in ask.asked]
    assert shown == [(0, [None, ("anchor", "Drop")], (1,)), (0, [None], (1,)), (1, [None], (1,))]
    found = played.encode(state)
    assert found["entities"]["Player"]["gold"] == [0, -1]
    assert found["counts"] == [1, 1]


# --- states -----------------------------------------------------------------------------------------

PLAY = """
def setup():
    shuffle(game.pile)
    for p in everyone:
        p.berth = every(Berth)[p.seat]
        for i in range(3):
            c = draw(game.pile, to=p.hold)
            p.log.append(roll(6))
    every(Captain)[0].player = everyone[0]
    next_step(turn, everyone[0], [1])


def turn(p: Player, xs: list[int]):
    p.berth = choose(p, "berth", neighbors(p.berth), default=p.berth)
    c = choose(p, "crate", list(p.hold), default=Crate["toll"], left=len(p.hold))
    move(c, game.used)
    game.names[p] = game.names.get(p, 0) + c.weight
    xs.append(c.weight)
    p.grid.append(xs)
    game.turn += 1
    if game.turn < 12:
        next_step(turn, after(p)[0], xs, scope="turn")
    else:
        finish()
"""


def counting(start: int) -> Any:
    held = [start]

    def ask(state: Any, seat: int, kind: Any, options: Any, about: Any, low: int, high: int) -> int:
        held[0] = held[0] * 7 + 3
        return held[0] % len(options)

    return ask


def test_a_clone_is_equal_and_independent() -> None:
    played = machine(PLAY, paranoid=True)
    state = played.new(5)
    while True:
        before = played.encode(state)
        clone = played.clone(state)
        assert played.encode(clone) == before
        going = played.step(clone, counting(1))
        assert played.encode(state) == before
        after = played.encode(clone)
        assert played.step(state, counting(1)) == going
        assert played.encode(state) == after
        assert played.digest(state) == played.digest(clone) != played.digest(played.new(5))
        if not going:
            break
    outcome = played.outcome(state)
    assert outcome is not None
    assert outcome.reason == "done"


def test_the_same_step_burns_the_same_fuel_whatever_was_played_before() -> None:
    rules = PLAY.replace(
        "neighbors(p.berth)", "within(p.berth, 1 + game.turn % 3, passable=lambda b: not b.deep)"
    )

    def fuel(played: Machine) -> list[int]:
        state, found = played.new(5), []
        while played.step(state, counting(1)):
            found.append(state.fuel)
        return found

    machine.cache_clear()
    played = machine(rules)
    assert fuel(played) == fuel(played) != []


def test_counted_code_plays_the_same_games() -> None:
    plain, counted = machine(PLAY), machine(PLAY, coverage=True)
    for seed in range(4):
        states = [played.new(seed) for played in (plain, counted)]
        for played, state in zip((plain, counted), states, strict=True):
            played.run(state, counting(seed))
        assert plain.encode(states[0]) == counted.encode(states[1])
    assert sum(counted.hits) > 0
    assert sum(plain.hits) == 0
    missed = {
        counted.program.positions[at][1]
        for at in counted.written.statements
        if not counted.hits[at]
        and counted.program.files[counted.program.positions[at][0]].endswith("main.star")
    }
    assert missed == set()


def test_a_view_shows_what_its_seat_sees() -> None:
    played = machine(PLAY)
    state = played.new(5)
    played.step(state, first)
    truth = played.encode(state)
    seen = played.encode(played.view(state, 0))
    assert seen["entities"]["Player"]["berth"] == [truth["entities"]["Player"]["berth"][0], None]
    assert seen["entities"]["Player"]["log"] == truth["entities"]["Player"]["log"]
    assert seen["zones"]["Player.hold"] == [truth["zones"]["Player.hold"][0], [None, None, None]]
    assert seen["zones"]["game.pile"] == [None]
    assert seen["zones"]["game.barrels"] == truth["zones"]["game.barrels"]
    assert (seen["rng"], seen["steps"]) == ([0, 0], [])
    assert played.encode(state) == truth


def test_two_truths_that_look_the_same_have_the_same_view() -> None:
    played = machine(PLAY)
    one = played.new(5)
    played.step(one, first)
    other = played.clone(one)
    pile, hold_ = other.zones[2], other.z_Player_hold[1]
    pile[0], hold_[0] = hold_[0], pile[0]
    where = other.w_Crate
    where[pile[0]], where[hold_[0]] = where[hold_[0]], where[pile[0]]
    other.c_Player_berth[1] = 3
    played.check(other)
    assert played.encode(one) != played.encode(other)
    assert played.encode(played.view(one, 0)) == played.encode(played.view(other, 0))


@pytest.mark.parametrize(
    "break_it",
    [
        lambda s: s.zones[2].pop(),
        lambda s: s.zones[2].append(s.zones[2][0]),
        lambda s: s.c_Player_gold.__setitem__(0, 1 << 70),
        lambda s: s.c_Player_berth.__setitem__(0, 99),
        lambda s: s.g_numbers.append("x"),
    ],
)
def test_broken_invariants_are_found(break_it: Any) -> None:
    played = machine(PLAY)
    state = played.new(5)
    played.step(state, first)
    played.check(state)
    break_it(state)
    with pytest.raises(RulesError) as caught:
        played.check(state)
    assert caught.value.code == "PCG0919"


def test_a_bot_has_a_memory_and_random_numbers_of_its_own() -> None:
    played = machine(body("game.turn = 1"))
    state = played.new(1)
    before = played.encode(state)
    bot = played.bot("bid")
    assert bot is not None
    assert played.bot("nobody") is None
    memory, same, other = played.new_memory(3, 0), played.new_memory(3, 0), played.new_memory(3, 1)
    assert memory.rng == same.rng != other.rng
    for asked in range(1, 4):
        assert bot(played.view(state, 0), memory, 0, (1, 9)) == 9
        assert memory.m_heard == asked
    assert same.m_heard == 0
    assert memory.rng != same.rng
    copy = played.copy_memory(memory)
    bot(played.view(state, 0), copy, 0, (1, 9))
    assert (memory.m_heard, copy.m_heard) == (3, 4)
    assert played.encode(state) == before


def test_the_players_of_a_set_up() -> None:
    played = machine(body("game.turn = 1"))
    for setup in (Setup(4, "quay", None, {}), Setup(2, "nowhere", None, {}), Setup(2, "quay", "none", {})):
        with pytest.raises(BadSetup):
            Machine(played.game, played.program, setup)


def test_settings_are_constants_of_the_generated_code() -> None:
    rules = body("game.turn = 5 if settings.long else 6")
    assert "game.turn" not in machine(rules).source
    assert "_s.g_turn = 6" in machine(rules).source


def test_rules_that_nest_too_deeply_for_python() -> None:
    loops = (
        "\n".join("    " * n + f"for a{n} in range(2):" for n in range(24))
        + "\n"
        + "    " * 24
        + "game.turn += 1"
    )
    with pytest.raises(RulesError) as caught:
        machine(body(loops))
    assert caught.value.code == "PCG0920"


def test_a_scope_may_be_called_as_anything_else() -> None:
    assert number('end_scope("game")\ngame.turn = 1') == 1


def test_a_look_in_the_middle_of_a_step_leaves_it_as_it_is() -> None:
    rules = body("every(Captain)[0].player = everyone[0]", "for i in range(100):", "    game.turn += 1")
    rules += "    if confirm_(everyone[0]):\n        game.turn += 1\n\n\n"
    rules += 'def confirm_(p: Player) -> bool:\n    return confirm(p, "sure")\n'
    rules = rules.replace("    if confirm_(everyone[0]):", "    x = confirm_(everyone[0])\n    if x:")
    played = machine(rules)

    def fuel(look: bool) -> int:
        def ask(state: Any, *_: Any) -> int:
            if look:
                played.view(state, 0)
                played.side_of(state, 0)
            return 1

        state = played.new(1)
        played.step(state, ask)
        return int(state.fuel)

    assert fuel(True) == fuel(False)
