"""The base game of content/aliens (no items, no abilities), written by hand in Python and tuned.

It asks the same decisions, draws the same random numbers and tells the same things, in the same order, as the
rules do when the engine runs them: the same seeds give the same games. What can be worked out before a game
is: which sectors a player can reach is a table for each set of closed pods. Cards, characters and sectors are
the numbers that the engine gives their copies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pycardgen.engine.rng import BOTS, DICE, INCREMENT, MASK, MULTIPLIER, SETUP, mix

Ask = Callable[[int, str, Sequence[Any], tuple[Any, ...]], int]
"""Answers a decision: its seat, kind, options, and what else is told; gives the index of an option."""

Tell = Callable[[Sequence[int], str, tuple[Any, ...]], None]
"""Hears an announcement: the seats, the message and its arguments."""

ROUNDS = 40
SPEED, FED_SPEED = 2, 3
NOISE_HERE, NOISE_ANYWHERE, SILENCE = 0, 1, 2
CARDS = (NOISE_HERE,) * 27 + (NOISE_ANYWHERE,) * 27 + (SILENCE,) * 23
"""What each card of the deck asks for; an item card is silence."""
GREEN, RED = 0, 1
PODS = (GREEN,) * 4 + (RED,)
ALIENS, HUMANS = range(8), range(8, 16)
ABOARD, TURNING, ESCAPED, OUT = 0, 1, 2, 3
NO_YES = (False, True)


class Zone:
    """The map: sectors by number, and where a player gets from each, for every set of closed pods."""

    def __init__(self, file: Path) -> None:
        from ruamel.yaml import YAML

        data = YAML(typ="safe", pure=True).load(file)
        special = data["special"]
        self.ids: list[str] = sorted([s for kind in data["spaces"].values() for s in kind] + list(special))
        number = {s: n for n, s in enumerate(self.ids)}
        self.neighbors = [[number[t] for t in _around(s) if t in number] for s in self.ids]
        self.human_start, self.alien_start = number[data["human_start"]], number[data["alien_start"]]
        self.pods = [number[s] for s, fields in special.items() if fields["kind"] == "pod"]
        dangerous = set(data["spaces"]["dangerous"])
        self.dangerous = [s in dangerous for s in self.ids]
        self.coordinates = [n for n, s in enumerate(self.ids) if s not in special]
        self.reach = cache(self._reach)

    def _reach(self, closed: frozenset[int]) -> tuple[list[list[int]], list[list[int]], list[list[int]]]:
        """For each sector: where a human, an alien and a fed alien can stop."""
        shut, pods, cells = (
            {self.human_start, self.alien_start} | closed,
            set(self.pods),
            range(len(self.ids)),
        )
        humans = [self._within(s, 1, shut) for s in cells]
        aliens = [[t for t in self._within(s, SPEED, shut) if t not in pods] for s in cells]
        fed = [[t for t in self._within(s, FED_SPEED, shut) if t not in pods] for s in cells]
        return humans, aliens, fed

    def _within(self, start: int, steps: int, shut: set[int]) -> list[int]:
        found: list[int] = []
        seen, edge = {start}, [start]
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
    """A player; `character` says what it was dealt, `alien` what it is now."""

    __slots__ = ("alien", "character", "fed", "kept", "seat", "sector", "status")

    def __init__(self, seat: int, character: int, zone: Zone) -> None:
        self.seat, self.character = seat, character
        self.alien = character in ALIENS
        self.sector = zone.alien_start if self.alien else zone.human_start
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


def random_bots(seed: int, players: int) -> Ask:
    """Any option, each as likely; every seat has its own stream, as the engine's random bots have."""
    streams = [mix(seed, BOTS + seat) for seat in range(players)]

    def ask(seat: int, kind: str, options: Sequence[Any], about: tuple[Any, ...]) -> int:
        streams[seat] = stream = (streams[seat] * MULTIPLIER + INCREMENT) & MASK
        return ((stream >> 33) * len(options)) >> 31

    return ask


class Game:
    """A game in play."""

    __slots__ = (
        "asked",
        "closed",
        "deck",
        "discard",
        "everyone",
        "order",
        "pods",
        "reason",
        "round",
        "seats",
    )

    def __init__(self, zone: Zone, players: int, setup: Random, tell: Tell | None) -> None:
        self.deck, self.discard = list(range(len(CARDS))), list[int]()
        setup.shuffle(self.deck)
        self.pods = list(range(len(PODS)))
        setup.shuffle(self.pods)
        self.everyone = [Player(n, c, zone) for n, c in enumerate(_deal(players, setup))]
        if tell is not None:
            for p in self.everyone:
                tell((p.seat,), "dealt", (p.character,))
        first = setup.below(players)
        self.order = self.everyone[first:] + self.everyone[:first]
        self.seats = tuple(range(players))
        self.closed: frozenset[int] = frozenset()
        self.round = self.asked = 0
        self.reason = ""


def _deal(players: int, setup: Random) -> list[int]:
    humans, aliens = list(HUMANS), list(ALIENS)
    setup.shuffle(humans)
    setup.shuffle(aliens)
    crew = humans[: players // 2] + aliens[: players - players // 2]
    setup.shuffle(crew)
    crew.reverse()
    return crew


def play(zone: Zone, players: int, seed: int, ask: Ask, tell: Tell | None = None) -> Game:
    """A game from its set-up to its end."""
    game = Game(zone, players, Random(seed, SETUP), tell)
    dice = Random(seed, DICE)
    deck, discard, order, seats = game.deck, game.discard, game.order, game.seats
    dangerous, coordinates = zone.dangerous, zone.coordinates
    human_reach, alien_reach, fed_reach = zone.reach(game.closed)
    humans_left = players // 2
    asked = 0
    for number in range(1, ROUNDS + 1):
        game.round = number
        if tell is not None:
            tell(seats, "round", (number,))
        for p in order:
            if p.status:
                if p.status != TURNING:
                    continue
                p.status, p.sector = ABOARD, zone.alien_start
                if tell is not None:
                    tell(seats, "risen", (p.seat,))
            stop = here = p.sector
            alien = p.alien
            options = (fed_reach if p.fed else alien_reach)[here] if alien else human_reach[here]
            if len(options) > 1:
                asked += 1
                p.sector = stop = options[ask(p.seat, "move", options, (here,))]
            elif options:
                p.sector = stop = options[0]
            if stop != here:
                if alien:
                    asked += 1
                    if ask(p.seat, "attack", NO_YES, (stop,)):
                        humans_left -= _attack(p, game, tell)
                        if not humans_left:
                            game.reason, game.asked = "hunted", asked
                            return game
                        continue
                elif stop in zone.pods:
                    humans_left -= _try_pod(p, game, tell)
                    if game.reason or not humans_left or len(game.closed) == len(zone.pods):
                        game.asked = asked
                        game.reason = "stranded" if humans_left else "escaped"
                        _abandon_humans(game, tell)
                        return game
                    human_reach, alien_reach, fed_reach = zone.reach(game.closed)
                    continue
            if dangerous[stop]:
                if not deck:
                    deck += discard
                    discard.clear()
                    dice.shuffle(deck)
                card = deck.pop()
                if tell is not None:
                    tell((p.seat,), "drawn", (card,))
                kind = CARDS[card]
                if kind == SILENCE:
                    p.kept.append(card)
                    if tell is not None:
                        tell(seats, "silence", (p.seat,))
                else:
                    if kind == NOISE_ANYWHERE:
                        asked += 1
                        stop = coordinates[ask(p.seat, "noise", coordinates, ())]
                    if tell is not None:
                        tell(seats, "noise", (p.seat, stop))
                    discard.append(card)
            elif tell is not None:
                tell(seats, "silent", (p.seat,))
    game.reason, game.asked = "out_of_time", asked
    _abandon_humans(game, tell)
    return game


def _attack(p: Player, game: Game, tell: Tell | None) -> int:
    """Everyone else in p's sector dies; how many humans that was."""
    here, eaten, hit, order = p.sector, 0, False, game.everyone
    if tell is not None:
        tell(game.seats, "attack", (p.seat, here))
    for v in order[p.seat + 1 :] + order[: p.seat]:
        if v.sector == here and v.status == ABOARD:
            hit = True
            _kill(v, p, game, tell)
            eaten += v.status == TURNING
    if tell is not None and not hit:
        tell(game.seats, "missed", (p.seat,))
    if eaten and not p.fed:
        p.fed = True
        if tell is not None:
            tell(game.seats, "fed", (p.seat, FED_SPEED))
    return eaten


def _kill(v: Player, by: Player, game: Game, tell: Tell | None) -> None:
    first = not (v.alien and v.character in HUMANS)
    v.status, v.alien = (OUT if v.alien else TURNING), True
    v.kept.clear()
    if tell is not None:
        tell(game.seats, "killed", (v.seat, by.seat))
        if first:
            tell(game.seats, "unmasked", (v.seat, v.character))
        tell(game.seats, "turning" if v.status == TURNING else "destroyed", (v.seat,))


def _try_pod(p: Player, game: Game, tell: Tell | None) -> int:
    """A human opens a pod: 1 if it is gone."""
    pod, card = p.sector, game.pods.pop()
    game.closed |= {pod}
    green = PODS[card] == GREEN
    if green:
        p.status = ESCAPED
    if tell is not None:
        tell(game.seats, "pod", (p.seat, pod, card))
        tell(game.seats, "escaped" if green else "damaged", (p.seat, pod))
    return int(green)


def _abandon_humans(game: Game, tell: Tell | None) -> None:
    for p in game.everyone:
        if p.status == ABOARD and not p.alien:
            p.status = OUT
            if tell is not None:
                tell(game.seats, "abandoned", (p.seat,))


class Result(NamedTuple):
    """How a game ended."""

    reason: str
    sides: tuple[str, ...]
    winners: tuple[int, ...]
    asked: int


def result(game: Game) -> Result:
    """Who has won: every human that escaped, and the aliens unless the last human aboard got away."""
    winners = [p.seat for p in game.everyone if p.status == ESCAPED]
    sides: tuple[str, ...] = ("humans",) if winners else ()
    if game.reason != "escaped":
        sides += ("aliens",)
        winners += [p.seat for p in game.everyone if p.character in ALIENS]
    return Result(game.reason, sides, tuple(winners), game.asked)
