"""Whole games: they end, whoever plays; by hand in Python they are the same; the bots know what they do."""

from __future__ import annotations

import importlib.util
import random
import sys
from collections import Counter, deque
from collections.abc import Callable, Sequence
from functools import cache
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pycardgen.bundle.opening import open_game
from pycardgen.engine.api import Outcome
from pycardgen.engine.controllers import seat_bots
from pycardgen.engine.machine import Machine
from pycardgen.engine.options import make_setup
from pycardgen.engine.simulate import Plan, simulate
from tests.content.aliens.station import FIRST_GAME
from tests.content.driver import ROOT, content, machine

ENDINGS = {"escaped", "hunted", "stranded", "out_of_time"}
Seats = st.integers(2, 8)
Seeds = st.integers(0, 1 << 40)


def seekers(m: Machine, seed: int) -> Callable[[int, str, Sequence[Any]], int]:
    """Players who mostly walk to one pod, then the next, so that pods are tried; they see options alone."""
    pods = [n for n, d in enumerate(m.tables.copies["Sector"]) if d.fields["kind"] == "pod"]
    far = [steps_to(m, pod) for pod in pods]
    chance, moved = random.Random(seed), Counter[int]()

    def choose(seat: int, kind: str, options: Sequence[Any]) -> int:
        if kind == "move" and chance.random() < 0.9:
            moved[seat] += 1
            way = far[(seat + moved[seat] // 16) % len(far)]
            return min(range(len(options)), key=lambda i: (way[options[i]], i))
        if kind == "attack":
            return int(chance.random() < 0.2)
        return chance.randrange(len(options))

    return choose


def steps_to(m: Machine, goal: int) -> dict[int, int]:
    queue, far = deque([goal]), {goal: 0}
    while queue:
        here = queue.popleft()
        for there in m.tables.neighbors["Sector"][here]:
            if there not in far:
                far[there] = far[here] + 1
                queue.append(there)
    return far


def asking(choose: Callable[[int, str, Sequence[Any]], int]) -> Any:
    return lambda state, seat, kind, options, about, low, high: choose(seat, kind.name, options)


@pytest.fixture(scope="module", autouse=True)
def _machines() -> None:
    """Made before hypothesis looks: making one raises Python's recursion limit."""
    machine("aliens", 2)


# --- every game ends ------------------------------------------------------------------------------------


def check_outcome(m: Machine, state: Any, outcome: Outcome) -> None:
    """What holds at the end of every game."""
    players = range(m.setup.players)
    end = m.encode(state)
    status = end["entities"]["Player"]["status"]
    side = [m.side_of(state, seat) for seat in players]
    escaped = [seat for seat in players if status[seat] == "escaped"]
    assert outcome.reason in ENDINGS
    assert ("humans" in outcome.sides) == bool(escaped)
    assert ("aliens" in outcome.sides) == (outcome.reason != "escaped")
    assert set(escaped) <= set(outcome.winners)
    assert not [seat for seat in players if status[seat] == "aboard" and side[seat] == "humans"]
    assert end["game"]["round"] <= 40
    if outcome.reason == "out_of_time":
        assert end["game"]["round"] == 40


@settings(max_examples=25, deadline=None)
@given(players=Seats, seed=Seeds, bots=st.sampled_from(["random", "policy"]))
def test_every_game_ends_whoever_plays(players: int, seed: int, bots: Any) -> None:
    m = machine("aliens", players, paranoid=False)
    state, table = m.new(seed), seat_bots(m, seed, bots)
    check_outcome(m, state, m.run(state, table.ask, table.tell))


@settings(max_examples=10, deadline=None)
@given(players=Seats, seed=Seeds)
def test_every_game_ends_when_all_seek_the_pods(players: int, seed: int) -> None:
    m = machine("aliens", players)
    state = m.new(seed)
    check_outcome(m, state, m.run(state, asking(seekers(m, seed))))


@pytest.mark.parametrize("players", range(2, 9))
def test_a_clone_plays_on_as_the_game_itself_does(players: int) -> None:
    m = machine("aliens", players, paranoid=False)
    state = m.new(players)
    for _ in range(25):
        m.step(state, asking(seekers(m, 5)))
    other = m.clone(state)
    assert m.encode(other) == m.encode(state)
    ends = [m.run(s, asking(seekers(m, 7))) for s in (state, other)]
    assert ends[0] == ends[1]
    assert m.encode(other) == m.encode(state)


# --- the same game written by hand ------------------------------------------------------------------------


@cache
def by_hand() -> ModuleType:
    path = ROOT / "bench" / "aliens_hand" / "hand.py"
    spec = importlib.util.spec_from_file_location("aliens_by_hand", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("players", range(2, 9))
def test_the_game_by_hand_tells_the_same_story(players: int) -> None:
    hand, m = by_hand(), machine("aliens", players, FIRST_GAME, paranoid=False)
    zone = hand.Zone(content("aliens") / "maps" / "galilei.yaml")
    reasons = set()
    for seed in range(25):
        ours: list[Any] = []
        theirs: list[Any] = []
        choose, choose_by_hand = seekers(m, seed), seekers(m, seed)
        outcome = m.run(
            m.new(seed),
            asking(choose),
            lambda seats, name, args, to=ours: to.append((tuple(seats), name, args)),
        )
        game = hand.play(
            zone,
            players,
            seed,
            lambda seat, kind, options, about, choose=choose_by_hand: choose(seat, kind, options),
            lambda seats, name, args, to=theirs: to.append((tuple(seats), name, args)),
        )
        assert ours == theirs
        result = (outcome.reason, tuple(outcome.sides), tuple(outcome.winners), outcome.decisions)
        assert result == hand.result(game)
        reasons.add(outcome.reason)
    assert len(reasons) > 1


# --- bots ------------------------------------------------------------------------------------------------


def wins(players: int, games: int, sides: dict[str, Any]) -> dict[str, float]:
    """How often each side wins, of so many games."""
    m = machine("aliens", players, paranoid=False)
    found = {"humans": 0, "aliens": 0}
    for seed in range(games):
        table = seat_bots(m, seed, "policy", sides)
        for side in m.run(m.new(seed), table.ask, table.tell).sides:
            found[side] += 1
    return {side: n / games for side, n in found.items()}


def test_with_bots_on_both_sides_either_can_win() -> None:
    found = wins(6, 60, {})
    assert min(found.values()) > 0.2


def test_random_humans_lose_clearly_to_the_aliens_bots() -> None:
    assert wins(6, 20, {"humans": "random"})["humans"] <= 0.1


def test_random_aliens_lose_clearly_to_the_humans_bots() -> None:
    found = wins(6, 30, {"aliens": "random"})
    assert found["humans"] >= 0.95
    assert found["aliens"] < wins(6, 30, {})["aliens"]


@pytest.mark.parametrize("item", ["adrenaline", "sedatives", "teleport", "clone"])
def test_the_game_can_be_played_without_an_item(item: str) -> None:
    """Three of these are what some aliens can use."""
    bundle = open_game(content("aliens"), ())
    plan = Plan(make_setup(bundle.game, 8), 12, without=frozenset({item}), sample=0)
    assert simulate(bundle, plan).games == 12
