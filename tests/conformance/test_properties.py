"""What holds in every game of each conformance game, whatever the seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pycardgen.engine.api import Kind
from pycardgen.engine.controllers import PolicyBots, random_bots
from pycardgen.engine.machine import Machine
from pycardgen.engine.rng import Random
from pycardgen.model.types import BoolType, EntityType, EnumType, IntType, OptionalType, Type
from tests.conformance.games import SETUPS, machine

SEEDS = st.integers(0, 2**63 - 1)
FEW = settings(max_examples=6, deadline=None, derandomize=True)
SECRETIVE = [setup for setup in SETUPS if setup[0] in ("hidden", "halls")]

Look = Callable[[Any, int], None]
"""Is shown the state at a question, and the seat that is asked."""


@pytest.fixture(autouse=True, scope="module")
def _any_machine() -> None:
    """The first machine raises Python's recursion limit: not in the midst of an example."""
    machine(*SETUPS[0])


def play(fast: Machine, seed: int, look: Look) -> Any:
    """Play a game at random, looking at each question; its last state."""
    bots = random_bots(fast.setup.players, seed)

    def ask(
        state: Any, seat: int, kind: Kind, options: Sequence[Any], about: tuple[Any, ...], low: int, high: int
    ) -> int | list[int]:
        look(state, seat)
        return bots(state, seat, kind, options, about, low, high)

    state = fast.new(seed)
    fast.run(state, ask)
    return state


# --- all games ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "mission", "players"), SETUPS)
@FEW
@given(seed=SEEDS)
def test_a_game_ends_in_one_of_its_endings_with_every_copy_where_one_is(
    name: str, mission: str | None, players: int, seed: int
) -> None:
    fast = machine(name, mission, players)

    def conserved(state: Any, seat: int) -> None:
        held: dict[str, list[int]] = {}
        for zone in fast.tables.zones:
            held.setdefault(zone.root, []).extend(state.zones[zone.number])
        for root, copies in held.items():
            zoned = [n for n, there in enumerate(fast.tables.zoned[root]) if there]
            assert sorted(copies) == zoned

    end = play(fast, seed, conserved)
    conserved(end, 0)
    outcome = fast.outcome(end)
    assert outcome is not None
    assert outcome.reason in fast.game.endings
    assert set(outcome.sides) <= set(fast.game.sides)
    assert fast.encode(end)["steps"] == []


# --- views ----------------------------------------------------------------------------------------


def another_truth(fast: Machine, state: Any, seat: int, chance: Random) -> Any:
    """A state that differs from this one only in what a seat doesn't see, by the declarations alone."""
    twin, tables = fast.clone(state), fast.tables
    hidden = [zone for zone in tables.zones if not sees(seat, zone.seen_by, zone.owner_type, zone.owner)]
    for item in sorted({zone.item for zone in hidden}):
        zones = [zone for zone in hidden if zone.item == item]
        copies = [copy for zone in zones for copy in state.zones[zone.number]]
        chance.shuffle(copies)
        for zone in zones:
            pile = [copies.pop() for _ in state.zones[zone.number]]
            twin.zones[zone.number][:] = pile
            for copy in pile:
                getattr(twin, f"w_{zone.root}")[copy] = zone.number
    for column in tables.columns:
        for number in range(column.low, column.high):
            if not sees(seat, column.decl.seen_by, column.entity, number):
                getattr(twin, column.slot)[number] = any_value(fast, column.decl.type, chance)
    fast.check(twin)
    return twin


def sees(seat: int, seen_by: str, owner_type: str | None, owner: int | None) -> bool:
    """Whether a seat sees a state or a zone's faces; only players own what is hidden in these games."""
    if seen_by == "owner":
        assert owner_type == "Player"
        return owner == seat
    return seen_by == "all"


def any_value(fast: Machine, kind: Type, chance: Random) -> Any:
    match kind:
        case OptionalType(item):
            return any_value(fast, item, chance) if chance.below(2) else None
        case EntityType(name):
            low, high = fast.tables.spans[name]
            return low + chance.below(high - low)
        case EnumType(name):
            members = fast.game.enums[name].members
            return members[chance.below(len(members))]
        case BoolType():
            return bool(chance.below(2))
        case IntType():
            return chance.below(1000)
    raise AssertionError(f"no values of {kind} are known here")


@pytest.mark.parametrize(("name", "mission", "players"), SECRETIVE)
@FEW
@given(seed=SEEDS)
def test_what_a_seat_does_not_see_never_shows_in_its_view(
    name: str, mission: str | None, players: int, seed: int
) -> None:
    fast = machine(name, mission, players)
    chance, differed = Random(seed, 5), 0

    def look(state: Any, asked: int) -> None:
        nonlocal differed
        for seat in {min(asked, players - 1), chance.below(players)}:
            twin = another_truth(fast, state, seat, chance)
            assert fast.encode(fast.view(twin, seat)) == fast.encode(fast.view(state, seat))
            differed += fast.encode(twin) != fast.encode(state)

    play(fast, seed, look)
    assert differed > 0


@FEW
@given(seed=SEEDS)
def test_a_bot_decides_by_its_view_alone(seed: int) -> None:
    fast = machine("hidden", None, 4)
    bots, chance = PolicyBots(fast, seed), Random(seed, 5)

    def ask(
        state: Any, seat: int, kind: Kind, options: Sequence[Any], about: tuple[Any, ...], low: int, high: int
    ) -> int | list[int]:
        mine = bots.seats[seat]
        kept = fast.copy_memory(mine.memory), list(mine.news)
        answers = []
        for truth in (another_truth(fast, state, seat, chance), state):
            mine.memory, mine.news = fast.copy_memory(kept[0]), list(kept[1])
            answers.append(bots.ask(truth, seat, kind, options, about, low, high))
        assert answers[0] == answers[1]
        return answers[1]

    state = fast.new(seed)
    outcome = fast.run(state, ask, bots.tell)
    assert outcome.reason in fast.game.endings


# --- where the others may be ------------------------------------------------------------------------


def possible(fast: Machine, state: Any, me: int, of: int) -> list[int]:
    """What the sampler of positions says, on a seat's view."""
    sampler = fast.bot("possible_sectors")
    assert sampler is not None
    return list(sampler(fast.view(state, me), fast.new_memory(), me, of))


@pytest.mark.parametrize("players", [2, 4])
@FEW
@given(seed=SEEDS)
def test_the_truth_is_among_what_the_sampler_thinks_possible(players: int, seed: int) -> None:
    fast = machine("hidden", None, players)
    narrower = 0

    def look(state: Any, seat: int) -> None:
        nonlocal narrower
        for other in range(players):
            found = possible(fast, state, seat, other)
            assert state.c_Player_sector[other] in found
            assert len(found) == len(set(found))
            narrower += len(found) < len(fast.tables.copies["Sector"])

    play(fast, seed, look)
    assert narrower > 0, "a sampler that thinks everything possible would be none"


@FEW
@given(seed=SEEDS)
def test_the_truth_never_changes_what_the_sampler_says(seed: int) -> None:
    fast = machine("hidden", None, 4)
    chance = Random(seed, 5)

    def look(state: Any, seat: int) -> None:
        twin = another_truth(fast, state, seat, chance)
        for other in range(4):
            assert possible(fast, twin, seat, other) == possible(fast, state, seat, other)

    play(fast, seed, look)
