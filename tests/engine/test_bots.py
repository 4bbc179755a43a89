"""Bots: they answer from their seat's view and from what they were told, and nothing else."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pycardgen.bundle.opening import open_game
from pycardgen.diagnostics import DiagnosticError
from pycardgen.engine.api import Kind
from pycardgen.engine.controllers import PolicyBots, random_bots, read_bots_for, seat_bots, some_of
from pycardgen.engine.machine import Machine
from pycardgen.model.types import INT
from tests.engine.lanterns import FILES, lanterns, machine, write_lanterns

CHOOSE = Kind(0, "pick", "choose", INT)
MANY = Kind(1, "pick", "many", INT)


def answers_of(bots: str, seed: int = 5, sides: Any = None, lamp: Machine | None = None) -> list[Any]:
    """Every answer of a game: (seat, kind, options, answer)."""
    lamp = lamp or machine()
    table = seat_bots(lamp, seed, bots, sides)  # type: ignore[arg-type]
    found: list[Any] = []

    def ask(state: Any, seat: int, kind: Kind, options: Any, about: Any, low: int, high: int) -> Any:
        answer = table.ask(state, seat, kind, options, about, low, high)
        found.append((seat, kind.name, list(options), answer))
        return answer

    lamp.run(lamp.new(seed), ask, table.tell)
    return found


def test_random_bots_answer_fairly_and_repeatably() -> None:
    for n in (2, 3, 7):
        ask = random_bots(2, 11)
        counts = Counter(ask(None, 0, CHOOSE, range(n), (), 1, 1) for _ in range(700 * n))
        assert set(counts) == set(range(n))
        assert max(counts.values()) < 850
    first, second = random_bots(2, 3), random_bots(2, 3)
    assert [first(None, s % 3, CHOOSE, range(9), (), 1, 1) for s in range(30)] == [
        second(None, s % 3, CHOOSE, range(9), (), 1, 1) for s in range(30)
    ]


def test_each_seat_has_its_own_stream() -> None:
    alone, shared = random_bots(2, 4), random_bots(2, 4)
    expected = [alone(None, 1, CHOOSE, range(100), (), 1, 1) for _ in range(20)]
    found = []
    for _ in range(20):
        shared(None, 0, CHOOSE, range(100), (), 1, 1)
        found.append(shared(None, 1, CHOOSE, range(100), (), 1, 1))
    assert found == expected


def test_random_answers_for_several_are_ascending_and_within_bounds() -> None:
    ask, sizes = random_bots(2, 8), set()
    for _ in range(200):
        answer = ask(None, 0, MANY, "abcde", (), 1, 3)
        assert isinstance(answer, list)
        assert answer == sorted(set(answer))
        assert all(0 <= one < 5 for one in answer)
        sizes.add(len(answer))
    assert sizes == {1, 2, 3}
    assert some_of(1, 4, 4, 4)[0] == [0, 1, 2, 3]


def test_policy_bots_never_see_what_their_seat_does_not() -> None:
    """`boast` of bots.star is yes as soon as a bot sees another's secret or a card of its hand."""
    boasts = [answer for _, kind, _, answer in answers_of("policy") if kind == "boast"]
    assert boasts
    assert set(boasts) == {0}


def test_policy_bots_remember_what_they_were_told() -> None:
    """`play` takes the option numbered by the lights that the bot has heard of."""
    heard = 0
    for _, kind, options, answer in answers_of("policy"):
        if kind == "play":
            assert answer == heard % len(options)
            heard += 1
    assert heard > 3


def test_a_window_is_answered_by_the_best_offer() -> None:
    offered = [
        (len(options), answer) for _, kind, options, answer in answers_of("policy") if kind == "window:lit"
    ]
    assert {answer for n, answer in offered if n == 1} == {0}
    assert {answer for n, answer in offered if n > 1} == {1}


def test_what_bots_do_not_know_is_answered_at_random() -> None:
    seen = {
        answer
        for seed in range(6)
        for _, kind, options, answer in answers_of("policy", seed)
        if kind == "guess" and len(options) == 2
    }
    assert seen == {0, 1}


def test_the_same_seed_gives_the_same_game() -> None:
    assert answers_of("policy", 9) == answers_of("policy", 9)
    assert answers_of("policy", 9) != answers_of("policy", 10)


def test_other_bots_for_a_side() -> None:
    """Night is every other seat: it boasts now and then, day never."""
    found = [
        (seat, answer)
        for seed in range(5)
        for seat, kind, _, answer in answers_of("policy", seed, {"night": "random"})
        if kind == "boast"
    ]
    assert {answer for seat, answer in found if seat % 2 == 0} == {0}
    assert {answer for seat, answer in found if seat % 2 == 1} == {0, 1}


def test_an_answer_that_is_no_option_is_a_diagnostic(tmp_path: Path) -> None:
    changed = FILES["bots.star"].replace("return options[memory.heard % len(options)]", 'return Wick["rare"]')
    bundle = open_game(write_lanterns(tmp_path, bots_star=changed))
    lamp = machine(bundle=bundle)
    with pytest.raises(DiagnosticError) as error:
        [answers_of("policy", seed, lamp=lamp) for seed in range(9)]
    assert error.value.diagnostics[0].code == "PCG0957"


def test_news_is_taken_in_once_and_dropped() -> None:
    lamp = machine()
    bots = PolicyBots(lamp, 1)
    state = lamp.new(1)
    lamp.step(state, bots.ask, bots.tell)
    for _ in range(3):
        bots.tell((0, 2), "lights", (0, 1))
    kind = next(kind for kind in lamp.kinds if kind.name == "boast")
    for seat in (0, 1, 0):
        bots.ask(state, seat, kind, [False, True], (), 1, 1)
    assert [len(seat.news) for seat in bots.seats] == [0, 0, 3, 0]


@pytest.mark.parametrize("text", ["dawn=random", "day", "day=", "day=magic", "=random"])
def test_bots_for_names_a_side_and_a_kind(text: str) -> None:
    with pytest.raises(DiagnosticError) as error:
        read_bots_for(lanterns().game, [text])
    assert error.value.diagnostics[0].code == "PCG0958"
    assert read_bots_for(lanterns().game, ["day=random", "night=policy"]) == {
        "day": "random",
        "night": "policy",
    }
