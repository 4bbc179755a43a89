"""What a seat can't know shows neither in its view nor in what it's told nor in what its bot does."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pycardgen.engine.controllers import PolicyBots
from pycardgen.engine.machine import Machine
from tests.content.blindness import compare_answers, compare_steps, mix, positions
from tests.content.driver import machine
from tests.content.hadleys_hope.base import Colony, dealt

SETTINGS = ("hidden_roles=true", "level=ripley")
HIDDEN = {
    "Status": ("statuses", "status"),
    "Indicator": ("indicators", "indicator"),
    "Object": ("objects", "floor"),
    "Role": ("roles", "role"),
    "Fault": ("faults",),
    "Event": ("deck",),
    "Tile": ("tiles",),
}
"""Zones whose faces not all see, by what lies in them."""


def permuted(m: Machine, state: Any, seat: int, chance: random.Random) -> Any:
    """The same game as far as a seat knows: what it can't know lies otherwise than it did."""
    other = m.clone(state)
    owner = m.tables.player_type
    for root, names in HIDDEN.items():
        zones = [
            z
            for z in m.tables.zones
            if z.root == root
            and z.name in names
            and not (z.owner_type == owner and z.owner == seat and z.name in ("status", "role"))
        ]
        mix(other, root, zones, chance)
    return other


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_seats_view_does_not_depend_on_what_it_cannot_know(players: int) -> None:
    m, chance = machine("hadleys-hope", players, SETTINGS), random.Random(players)
    states = positions(m, range(5), 60)
    assert states
    for state in states:
        for seat in range(players):
            other = permuted(m, state, seat, chance)
            assert m.encode(other)["zones"] != m.encode(state)["zones"]
            assert m.encode(m.view(other, seat)) == m.encode(m.view(state, seat))


def test_a_bots_choice_does_not_depend_on_what_it_cannot_know() -> None:
    """Two games that a seat can't tell apart, and the same question: its bot answers the same."""
    compared, kinds = compare_answers(machine("hadleys-hope", 4, SETTINGS), 4, 160, permuted)
    assert compared > 200
    assert {"act", "move", "explore", "take"} <= kinds


def test_h155_h167_what_is_looked_at_in_private_is_told_to_one_seat_alone() -> None:
    m = machine("hadleys-hope", 5, SETTINGS, paranoid=False)
    private = {"sees", "blip", "diagnosis", "settler_diagnosis"}
    seen: dict[str, set[int]] = {}
    for seed in range(12):
        bots = PolicyBots(m, seed)

        def tell(seats: Any, message: str, args: tuple[Any, ...], bots: PolicyBots = bots) -> None:
            bots.tell(seats, message, args)
            seen.setdefault(message, set()).add(len(seats))

        m.run(m.new(seed), bots.ask, tell)
    assert {"sees", "settler_diagnosis", "diagnosis"} <= seen.keys()
    for message, sizes in seen.items():
        assert sizes == ({1} if message in private else {5}), message


def test_h169_an_indicator_is_seen_by_its_owner_and_nobody_else() -> None:
    seen = []
    for status in ("healthy", "infected"):
        colony = Colony(3)
        colony.next_status(status)
        colony.play.do("drill_infect", 0)
        assert None not in colony.play.view(0)["zones"]["Player.status"][0]
        seen.append((colony.play.view(1), colony.play.heard(1)))
    assert seen[0] == seen[1]


def test_h169_a_settlers_indicator_is_seen_by_nobody() -> None:
    seen = []
    for status in ("healthy", "infected"):
        colony = Colony(3)
        colony.settler("settler_1", seat=0, status=status)
        seen.append([colony.play.view(seat) for seat in range(3)])
    assert seen[0] == seen[1]


def test_h028_who_owns_a_threat_does_not_know_what_it_is() -> None:
    seen = []
    for indicator in ("horde", "cat"):
        play = dealt(3, settings=("level=ripley",))
        for seat in range(3):
            for copy in play.get("Player.indicator", seat):
                play.move(copy, "indicators")
        play.move(indicator, "Player.indicator", 1)
        seen.append([play.view(seat) for seat in range(3)])
    assert seen[0] == seen[1]


def test_h224_no_vote_is_seen_before_all_have_voted() -> None:
    """A vote of another seat isn't seen before all have voted: what is asked of one is asked of all."""
    assert len(views_at_votes(None)) == 3
    assert views_at_votes(None)[1:] == views_at_votes(1)[1:]


def views_at_votes(first: int | None) -> list[Any]:
    """What each seat sees when it votes, if seat 0 voted so before."""
    play, views = Colony(3).play, []
    for settler in play.get("waiting"):
        play.move(settler, "colonists")

    def vote(question: Any) -> int | None:
        views.append((play.view(question.seat), play.heard(question.seat)))
        return first if question.seat == 0 else None

    play.answers = {
        "launch": True,
        "suspects": (),
        "suspect_settlers": (),
        "abandon": None,
        "leave_player": vote,
    }
    play.do("drill_launch", 0)
    for _ in range(2):
        play.step()
    return views


REVEALING = ("round", "fault", "revealed", "encounter", "takes", "shows", "settler_shows")
"""Messages that may tell all what was hidden until then."""
PRIVATE = ("sees", "blip", "diagnosis", "settler_diagnosis")
"""Those that may tell one seat."""


@pytest.mark.parametrize(("players", "settings"), [(2, ()), (4, SETTINGS), (6, SETTINGS)])
def test_what_a_seat_is_asked_and_told_does_not_depend_on_what_it_cannot_know(
    players: int, settings: tuple[str, ...]
) -> None:
    m = machine("hadleys-hope", players, settings)
    compared, revealed = compare_steps(m, range(3), 360, permuted, REVEALING, PRIVATE)
    assert compared > 100
    assert {"round", "revealed"} <= revealed
