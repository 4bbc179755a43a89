"""Bots that search: what they suppose fits what they know, the truth never matters, and they play well."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from click.testing import CliRunner

from pycardgen.bundle.file import Bundle
from pycardgen.bundle.opening import open_game
from pycardgen.cli.simulate import command as simulate_command
from pycardgen.diagnostics import DiagnosticError
from pycardgen.engine.alike import alike
from pycardgen.engine.api import Kind
from pycardgen.engine.controllers import ITERATIONS, PolicyBots, check_bots, random_bots, seat_bots
from pycardgen.engine.knowledge import guess, know
from pycardgen.engine.machine import Machine
from pycardgen.engine.mcts import Searchers, arms_of
from pycardgen.engine.options import make_setup
from pycardgen.engine.play import Session
from pycardgen.engine.rng import Random
from pycardgen.engine.simulate import FEW, Plan, ladder_of, simulate, stepping
from pycardgen.model.types import EntityType, ListType
from tests.conformance.games import FOLDER, SETUPS, compiled, machine
from tests.conformance.test_properties import another_truth
from tests.engine.lanterns import FILES, lanterns, write_lanterns

HEAP = {
    "game.yaml": """
id: heap
title: Heap
version: 1.0.0
language: en
players: {min: 2, max: 2}
sides: [even, odd]
endings: [empty]
start: setup
""",
    "types.yaml": "types: {Player: {kind: player}}\ngame: {stones: {type: int, default: 13}}\n",
    "messages.yaml": 'decisions: {take: {option: int, text: "{player}, how many stones?"}}\n',
    "rules/main.star": """
def setup():
    next_step(turn, everyone[0])


def side_of(p: Player) -> Side:
    return "even" if p.seat == 0 else "odd"


def turn(p: Player):
    taken = choose(p, "take", [n for n in [1, 2, 3] if n <= game.stones], default=1)
    game.stones -= taken
    if game.stones <= 0:
        end_game("empty", sides=[side_of(p)], winners=[p])
    next_step(turn, after(p)[0])
""",
}
"""Whoever takes the last stone wins: a game without secrets, chance and bots of its own."""


@cache
def heap() -> Bundle:
    with TemporaryDirectory() as folder:
        for name, text in HEAP.items():
            file = Path(folder) / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(text)
        return open_game(Path(folder))


@cache
def hidden() -> Bundle:
    return open_game(FOLDER / "hidden")


def quick(players: int = 2) -> Machine:
    """The game of hidden moves, without checks at every question."""
    game, program = compiled("hidden")
    return Machine(game, program, make_setup(game, players))


def checkpoints(fast: Machine, seed: int) -> list[Any]:
    """The states between the steps of a game that is played at random."""
    state, ask = fast.new(seed), random_bots(fast.setup.players, seed)
    found = [fast.clone(state)]
    while fast.step(state, ask):
        found.append(fast.clone(state))
    return found


# --- what a seat thinks possible -------------------------------------------------------------------


@pytest.mark.parametrize(("name", "mission", "players"), SETUPS)
def test_a_guess_never_changes_the_view_of_the_seat(name: str, mission: str | None, players: int) -> None:
    fast = machine(name, mission, players)
    chance, differing = Random(5), 0
    for state in checkpoints(fast, 3)[::3]:
        for seat in range(players + 1):
            known = know(fast, state, seat, fast.new_memory())
            supposed = guess(fast, known, chance)
            fast.check(supposed)
            assert fast.encode(fast.view(supposed, seat)) == fast.encode(fast.view(state, seat))
            assert [tags for tags, _ in supposed.steps] == [tags for tags, _ in state.steps]
            truth, other = fast.encode(state), fast.encode(supposed)
            differing += any(truth[part] != other[part] for part in ("zones", "entities"))
    secretive = any(zone.seen_by != "all" and zone.owner_type is not None for zone in fast.tables.zones)
    assert (differing > 0) is secretive


def test_the_truth_never_changes_what_is_guessed() -> None:
    fast = machine("hidden", None, 4)
    chance = Random(8)
    for state in checkpoints(fast, 1)[1::4]:
        for seat in range(4):
            twin = another_truth(fast, state, seat, chance)
            found = [
                guess(fast, know(fast, truth, seat, fast.new_memory()), Random(2)) for truth in (state, twin)
            ]
            assert fast.encode(found[0]) == fast.encode(found[1])


class _Asked(Exception):  # noqa: N818
    """A seat is asked."""


def decide(fast: Machine, begun: Any, mine: int, answers: Sequence[int]) -> tuple[Any, Any]:
    """What a seat is asked in a step after it gave some answers, and what it answers then."""
    searchers = Searchers(fast, 4, 10)
    others = random_bots(fast.setup.players, 9)
    left = list(answers)
    found: list[Any] = []

    def ask(
        state: Any, seat: int, kind: Kind, options: Sequence[Any], about: tuple[Any, ...], low: int, high: int
    ) -> int | list[int]:
        if seat != mine:
            return others(state, seat, kind, options, about, low, high)
        if left:
            return left.pop(0)
        found.append((kind.name, list(options), about, fast.encode(fast.view(state, seat))))
        found.append(searchers.ask(state, seat, kind, options, about, low, high))
        raise _Asked

    searchers.begin(begun)
    try:
        fast.step(fast.clone(begun), *searchers.watch(ask, None))
    except _Asked:
        return found[0], found[1]
    return None, None


def test_the_truth_never_changes_the_choice() -> None:
    fast, chance = quick(4), Random(3)
    compared: dict[str, int] = {}
    for state in checkpoints(fast, 2)[2:26]:
        for seat in range(4):
            for answers in ((), (0,), (1,)):
                twin = another_truth(fast, state, seat, chance)
                question, answer = decide(fast, state, seat, answers)
                other, again = decide(fast, twin, seat, answers)
                if question is not None and question == other:
                    assert answer == again
                    compared[question[0]] = compared.get(question[0], 0) + 1
    assert compared["move"] > 5
    assert compared["attack"] > 2


def test_what_a_seat_was_told_in_the_open_step_must_fit() -> None:
    """If no guess can explain what was heard, the policy decides, and no play-out counts."""
    fast = quick()
    begun = checkpoints(fast, 1)[2]
    state = fast.clone(begun)
    kind = next(kind for kind in fast.kinds if kind.name == "move")
    searchers, policy = Searchers(fast, 4, 10), PolicyBots(fast, 4)
    searchers.begin(begun)
    searchers.step.told.append(((0, 1), "killed", (1,)))
    options = list(range(5, 9))
    assert searchers.ask(state, 0, kind, options, (), 1, 1) == policy.ask(state, 0, kind, options, (), 1, 1)


def spy(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many games are played out, for each decision."""
    counts: list[int] = []
    search = Searchers._search

    def counting(self: Searchers, question: Any, known: Any, arms: Any, mind: Any) -> None:
        search(self, question, known, arms, mind)
        counts.append(sum(arm.visits for arm in arms))

    monkeypatch.setattr(Searchers, "_search", counting)
    return counts


@pytest.mark.parametrize("without", [(), ("window:searching",), ("cat",)])
def test_every_question_is_searched(monkeypatch: pytest.MonkeyPatch, without: Collection[str]) -> None:
    counts = spy(monkeypatch)
    fast = quick()
    table = seat_bots(fast, 2, "mcts", {}, 8)
    state = fast.new(2)
    step, _ = stepping(fast, table, without)
    while step(state):
        pass
    assert len(counts) > 4
    assert set(counts) == {8}


def test_copies_of_one_definition_are_alike_unless_they_have_a_state() -> None:
    fast = quick()
    same, cards = alike(fast.tables), fast.tables.copies["Search"]
    here = [number for number, card in enumerate(cards) if card.id == "here"]
    cat = next(number for number, card in enumerate(cards) if card.id == "cat")
    kind = ListType(EntityType("Search"))
    assert same.value([here[0], here[1]], kind) == same.value([here[2], here[0]], kind)
    assert same.value([here[0]], kind) != same.value([cat], kind)
    assert [same.value(seat, EntityType("Player")) for seat in range(3)] == [0, 1, 2]


def test_where_nobody_sees_more_than_others_all_follow_what_others_decide() -> None:
    """The chosen number of a seat counts in a guess of another only in a game without private hands."""
    for name, mission, players, known in (("crew", None, 3, True), ("hidden", None, 2, False)):
        searchers = Searchers(machine(name, mission, players), 1, 1)
        searchers.begin(searchers.machine.new(0))
        searchers.step.answers += [(0, 1), (1, 2), (0, 3)]
        question = searchers._question(searchers.machine.new(0), 0, ())
        assert question.answers == ({0: [1, 3], 1: [2]} if known else {0: [1, 3]})


# --- playing well ------------------------------------------------------------------------------------


def wins(bundle: Bundle, games: int, iterations: int = 0, **sides: Any) -> dict[str, int]:
    setup = make_setup(bundle.game, players=2)
    plan = Plan(setup, games, bots="random", bots_for=sides, iterations=iterations or 1, sample=0)
    return dict(simulate(bundle, plan).wins)


@pytest.mark.parametrize("side", ["even", "odd"])
def test_searching_beats_chance_where_nothing_is_hidden(side: Any) -> None:
    assert wins(heap(), 200)[side] < 130
    assert wins(heap(), 25, 60, **{side: "mcts"})[side] >= 23


def test_searching_finds_the_winning_move() -> None:
    """Of 5, 6 or 7 stones one leaves 4."""
    fast = Machine(heap().game, heap().program, make_setup(heap().game, players=2))
    kind = fast.kinds[0]
    for stones, best in ((5, 0), (6, 1), (7, 2)):
        begun = checkpoints(fast, 0)[1]
        begun.g_stones = stones
        searchers = Searchers(fast, 1, 300)
        searchers.begin(begun)
        assert searchers.ask(begun, 0, kind, [1, 2, 3], (), 1, 1) == best


def test_searching_beats_chance_where_places_are_hidden() -> None:
    chance = wins(hidden(), 60)
    assert chance.get("runners", 0) < 30
    assert wins(hidden(), 12, 25, runners="mcts")["runners"] >= 10


# --- the same again ------------------------------------------------------------------------------------


def test_the_same_figures_for_any_number_of_processes() -> None:
    plan = Plan(make_setup(hidden().game, players=2), 6, bots="mcts", iterations=5)
    one, two = simulate(hidden(), plan, 1), simulate(hidden(), plan, 2)
    assert (one.wins, one.decisions, one.rounds) == (two.wins, two.decisions, two.rounds)


class _First:
    """A person who always takes the first option."""

    def answer(self, question: Any) -> Any:
        return 0

    def hear(self, told: Any) -> None:
        return

    def refuse_undo(self, why: str) -> None:
        raise AssertionError(why)


def played(humans: frozenset[int]) -> tuple[list[Any], Any]:
    fast = quick()
    session = Session(fast, 3, seat_bots(fast, 3, "mcts", {}, 8), humans, _First())
    outcome = session.play()
    return session.decisions, outcome


def test_a_game_with_people_is_the_same_game_again() -> None:
    assert played(frozenset({0})) == played(frozenset({0}))
    fast = quick()
    state, table = fast.new(3), seat_bots(fast, 3, "mcts", {}, 8)
    step, _ = stepping(fast, table, ())
    while step(state):
        pass
    assert played(frozenset())[1] == fast.outcome(state)


# --- games that can't be searched ----------------------------------------------------------------------


def test_a_hidden_state_without_a_sampler_is_said() -> None:
    with pytest.raises(DiagnosticError) as error:
        check_bots(lanterns().game, lanterns().program, {"mcts"})
    assert [found.code for found in error.value.diagnostics] == ["PCG0961"]
    assert "`secret`" in error.value.diagnostics[0].message
    check_bots(lanterns().game, lanterns().program, {"policy", "random"})
    check_bots(hidden().game, hidden().program, {"mcts"})


def test_a_step_that_carries_what_may_be_hidden_is_said(tmp_path: Path) -> None:
    rules = FILES["rules/main.star"].replace("next_step(round_end)", "next_step(late, [game.round])")
    rules += "\n\ndef late(rounds: list[int]):\n    next_step(round_end)\n"
    types = FILES["types.yaml"].replace(
        "seen_by: owner}\n      hand", "seen_by: owner, sample: secrets}\n      hand"
    )
    bots = FILES["bots.star"] + "\n\ndef secrets(me: Player, of: Player) -> list[int]:\n    return [1, 2]\n"
    bundle = open_game(write_lanterns(tmp_path, rules_main_star=rules, types_yaml=types, bots_star=bots))
    with pytest.raises(DiagnosticError) as error:
        check_bots(bundle.game, bundle.program, {"mcts"})
    assert [found.code for found in error.value.diagnostics] == ["PCG0962"]


def test_the_command_says_so_and_a_ladder_leaves_searching_out(tmp_path: Path) -> None:
    write_lanterns(tmp_path)
    result = CliRunner().invoke(simulate_command, [str(tmp_path), "--bots", "mcts", "--games", "1"])
    assert result.exit_code == 2
    assert "PCG0961" in result.output
    plan = Plan(make_setup(hidden().game, players=2), 80)
    assert not any("mcts" in name for name in ladder_of(plan, hidden().game.sides))
    found = ladder_of(plan, hidden().game.sides, searching=True)
    assert {name: one.games for name, one in found.items() if "mcts" in name} == {
        "runners mcts": FEW,
        "hunters mcts": FEW,
        "all mcts": FEW,
    }


def test_the_option_says_how_many_games_are_played_out() -> None:
    option = next(param for param in simulate_command.params if param.name == "iterations")
    assert option.default == ITERATIONS


def test_all_answers_of_several_are_compared_if_there_are_few() -> None:
    kind = next(kind for kind in lanterns_kinds() if kind.form == "many")
    few = [arm.answer for arm in arms_of(kind, 3, 0, 2, [1], Random(1))]
    assert few[0] == [1]
    assert sorted(map(str, few)) == sorted(map(str, [[], [0], [1], [2], [0, 1], [0, 2], [1, 2]]))
    many = [arm.answer for arm in arms_of(kind, 12, 2, 9, [0, 5], Random(1))]
    assert 10 < len(many) < 60
    assert all(isinstance(some, list) and 2 <= len(some) <= 9 for some in many)


def lanterns_kinds() -> Sequence[Kind]:
    from tests.engine.lanterns import machine as lamp

    return lamp().kinds
