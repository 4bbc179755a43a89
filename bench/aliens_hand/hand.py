"""The base game of content/aliens (no items, no abilities), written by hand in Python and tuned.

It asks the same decisions and draws the same random numbers, in the same order, as the rules do when the
engine runs them: the same seeds give the same games. What can be worked out before a game is: which
sectors a player can reach is a table for each set of closed pods.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pycardgen.engine.rng import BOTS, DICE, INCREMENT, MASK, MULTIPLIER, SETUP, mix

Ask = Callable[[int, Sequence[object]], int]
"""Answers a decision: the seat and the options in, the index of one option out."""

ROUNDS = 40
NOISE_HERE, NOISE_ANYWHERE, SILENCE = 0, 1, 2
DECK = [NOISE_HERE] * 27 + [NOISE_ANYWHERE] * 27 + [SILENCE] * 23
GREEN, RED = 0, 1
PODS = [GREEN] * 4 + [RED]
CREW = 8
ABOARD, TURNING, ESCAPED, OUT = 0, 1, 2, 3
NO_YES = (False, True)


class Result(NamedTuple):
    """How a game ended."""

    reason: str
    sides: tuple[str, ...]
    winners: tuple[int, ...]
    rounds: int
    decisions: int


class Zone:
    """The map: sectors by number, and where a player gets from each, for every set of closed pods."""

    __slots__ = (
        "alien_start",
        "blocked",
        "dangerous",
        "human_start",
        "ids",
        "named",
        "neighbors",
        "pods",
        "reach",
    )

    def __init__(self, file: Path) -> None:
        from ruamel.yaml import YAML

        data = YAML(typ="safe", pure=True).load(file)
        self.ids = sorted([s for kind in data["spaces"].values() for s in kind] + list(data["special"]))
        number = {s: n for n, s in enumerate(self.ids)}
        self.neighbors = [[number[t] for t in _around(s) if t in number] for s in self.ids]
        self.human_start, self.alien_start = number[data["human_start"]], number[data["alien_start"]]
        self.blocked = {self.human_start, self.alien_start}
        self.pods = [number[s] for s, fields in data["special"].items() if fields["kind"] == "pod"]
        dangerous = set(data["spaces"]["dangerous"])
        self.dangerous = [s in dangerous for s in self.ids]
        self.named = [n for n, s in enumerate(self.ids) if s not in data["special"]]
        self.reach = cache(self._reach)

    def _reach(self, closed: frozenset[int]) -> tuple[list[list[int]], list[list[int]], list[list[int]]]:
        """For each sector: where a human, an alien and a fed alien can stop."""
        shut, pods, cells = self.blocked | closed, set(self.pods), range(len(self.ids))
        humans = [self._within(s, 1, shut) for s in cells]
        aliens = [[t for t in self._within(s, 2, shut) if t not in pods] for s in cells]
        fed = [[t for t in self._within(s, 3, shut) if t not in pods] for s in cells]
        return humans, aliens, fed

    def _within(self, start: int, steps: int, shut: set[int] | frozenset[int]) -> list[int]:
        found, seen, edge = [], {start}, [start]
        for _ in range(steps):
            here, edge = edge, []
            for s in here:
                for t in self.neighbors[s]:
                    if t not in seen and t not in shut:
                        seen.add(t)
                        edge.append(t)
            found += edge
        return found


def _around(sector: str) -> list[str]:
    """Neighbours in a grid of flat-top hexes, upwards, then clockwise; even columns sit half a cell lower."""
    column, row = ord(sector[0]) - 64, int(sector[1:])
    low = 1 - column % 2
    around = [(0, -1), (1, low - 1), (1, low), (0, 1), (-1, low), (-1, low - 1)]
    return [f"{chr(column + 64 + dc)}{row + dr:02d}" for dc, dr in around]


class Player:
    """A player; `human` is what the character card said, `alien` what the player is now."""

    __slots__ = ("alien", "fed", "human", "kept", "seat", "sector", "status")

    def __init__(self, seat: int, human: bool, sector: int) -> None:
        self.seat, self.human, self.alien, self.sector = seat, human, not human, sector
        self.status, self.fed = ABOARD, False
        self.kept: list[int] = []


class Random:
    """A stream of the engine's random numbers."""

    __slots__ = ("state",)

    def __init__(self, seed: int, stream: int) -> None:
        self.state = mix(seed, stream)

    def below(self, n: int) -> int:
        self.state = state = (self.state * MULTIPLIER + INCREMENT) & MASK
        return ((state >> 33) * n) >> 31

    def shuffle(self, xs: list[int]) -> None:
        state = self.state
        for i in range(len(xs) - 1, 0, -1):
            state = (state * MULTIPLIER + INCREMENT) & MASK
            j = ((state >> 33) * (i + 1)) >> 31
            xs[i], xs[j] = xs[j], xs[i]
        self.state = state


class RandomBots:
    """Any option, each as likely; every seat has its own stream."""

    __slots__ = ("asked", "states")

    def __init__(self, seed: int, players: int) -> None:
        self.states = [mix(seed, BOTS + seat) for seat in range(players)]
        self.asked = 0

    def __call__(self, seat: int, options: Sequence[object]) -> int:
        self.asked += 1
        states = self.states
        states[seat] = state = (states[seat] * MULTIPLIER + INCREMENT) & MASK
        return ((state >> 33) * len(options)) >> 31


def play(zone: Zone, players: int, seed: int, ask: Ask) -> tuple[str, int, list[Player]]:
    """A game to its end: the reason, the rounds played, the players."""
    setup, dice = Random(seed, SETUP), Random(seed, DICE)
    deck, discard = DECK[:], list[int]()
    setup.shuffle(deck)
    pod_cards = PODS[:]
    setup.shuffle(pod_cards)
    everyone = _deal(zone, players, setup)
    first = setup.below(players)
    order = everyone[first:] + everyone[:first]
    humans_left = players // 2
    closed: frozenset[int] = frozenset()
    human_reach, alien_reach, fed_reach = zone.reach(closed)
    dangerous, named, alien_start = zone.dangerous, zone.named, zone.alien_start

    for number in range(1, ROUNDS + 1):
        for p in order:
            if p.status:
                if p.status != TURNING:
                    continue
                p.status, p.sector = ABOARD, alien_start
            here = p.sector
            alien = p.alien
            options = (fed_reach if p.fed else alien_reach)[here] if alien else human_reach[here]
            if len(options) > 1:
                stop = options[ask(p.seat, options)]
            elif options:
                stop = options[0]
            else:
                stop = here
            if stop != here:
                p.sector = stop
                if alien:
                    if ask(p.seat, NO_YES):
                        humans_left -= _attack(p, order)
                        if not humans_left:
                            return "hunted", number, everyone
                        continue
                elif stop in zone.pods:
                    closed = closed | {stop}
                    human_reach, alien_reach, fed_reach = zone.reach(closed)
                    if pod_cards.pop() == GREEN:
                        p.status = ESCAPED
                        humans_left -= 1
                        if not humans_left:
                            return "escaped", number, everyone
                    if len(closed) == len(zone.pods):
                        return "stranded", number, everyone
                    continue
            if dangerous[stop]:
                if not deck:
                    deck, discard = discard, deck
                    dice.shuffle(deck)
                card = deck.pop()
                if card == SILENCE:
                    p.kept.append(card)
                else:
                    if card == NOISE_ANYWHERE:
                        ask(p.seat, named)
                    discard.append(card)
    return "out_of_time", ROUNDS, everyone


def _deal(zone: Zone, players: int, setup: Random) -> list[Player]:
    """Characters 0 to 7 are human, the rest are aliens; the top of a pile is its end."""
    humans, aliens = list(range(CREW)), list(range(CREW, 2 * CREW))
    setup.shuffle(humans)
    setup.shuffle(aliens)
    crew = humans[: players // 2] + aliens[: players - players // 2]
    setup.shuffle(crew)
    crew.reverse()
    return [
        Player(n, c < CREW, zone.human_start if c < CREW else zone.alien_start) for n, c in enumerate(crew)
    ]


def _attack(p: Player, order: list[Player]) -> int:
    """Everyone else in p's sector dies; how many humans that was."""
    here, eaten = p.sector, 0
    for v in order:
        if v.sector == here and v.status == ABOARD and v is not p:
            if v.alien:
                v.status = OUT
            else:
                v.status, v.alien = TURNING, True
                eaten += 1
            v.kept.clear()
    if eaten:
        p.fed = True
    return eaten


def outcome(reason: str, rounds: int, everyone: list[Player], decisions: int) -> Result:
    """Who has won: every human that escaped, and the aliens unless the last human aboard got away."""
    escaped = [p.seat for p in everyone if p.status == ESCAPED]
    sides: tuple[str, ...] = ("humans",) if escaped else ()
    if reason != "escaped":
        sides += ("aliens",)
        escaped += [p.seat for p in everyone if p.alien and not p.human]
    return Result(reason, sides, tuple(escaped), rounds, decisions)
