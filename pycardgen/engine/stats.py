"""Figures about many games: counted so that parts can be added up in any order, then summed up once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

Z95 = 1.959963984540054
"""The normal distribution's 97.5 % point: an interval that holds the truth 95 times of 100."""


@dataclass(frozen=True, slots=True)
class Rate:
    """How often something happened: `n` times, a share of `rate`, with its Wilson interval."""

    n: int
    rate: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Spread:
    """The middle and the length of a distribution."""

    mean: float
    median: float
    p95: int


@dataclass(frozen=True, slots=True)
class Reached:
    """What of something was ever used: how many of how many, and the names of the rest."""

    reached: int
    total: int
    missed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """Some of the games, and how often each side won them."""

    games: int
    wins: Mapping[str, Rate]


@dataclass(frozen=True, slots=True)
class CardFigures:
    """A card: the games at whose end it lay elsewhere than where it began, and, by zone, where it lay."""

    moved: Share
    zones: Mapping[str, Share]


@dataclass(slots=True)
class Tally:
    """Counts over some games. `decisions` and `rounds` count games by their length; `lay` those at whose end
    a card lay in a zone ("" for any but that in which it began), `lay_wins` those of them that a side won.
    """

    games: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    decisions: Counter[int] = field(default_factory=Counter)
    rounds: Counter[int] = field(default_factory=Counter)
    cards: set[str] = field(default_factory=set)
    lay: Counter[tuple[str, str]] = field(default_factory=Counter)
    lay_wins: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    effects: set[int] = field(default_factory=set)
    lines: set[int] = field(default_factory=set)
    sampled: int = 0
    cpu_seconds: float = 0.0

    def add(self, other: Tally) -> None:
        """Add the counts of other games."""
        self.games += other.games
        self.wins += other.wins
        self.endings += other.endings
        self.decisions += other.decisions
        self.rounds += other.rounds
        self.cards |= other.cards
        self.lay += other.lay
        self.lay_wins += other.lay_wins
        self.effects |= other.effects
        self.lines |= other.lines
        self.sampled += other.sampled
        self.cpu_seconds += other.cpu_seconds


def wilson(n: int, total: int, z: float = Z95) -> Rate:
    """The share `n` of `total` and the interval in which the true share lies; all of [0, 1] for no games.

    Wilson's score interval: right for shares near 0 and 1, where the usual one leaves the range.
    """
    if total == 0:
        return Rate(0, 0.0, 0.0, 1.0)
    share = n / total
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z * sqrt(share * (1 - share) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    return Rate(n, share, max(0.0, middle - half), min(1.0, middle + half))


def spread(counts: Mapping[int, int]) -> Spread:
    """Mean, median and 95th percentile (nearest rank) of counted values; zeros for none."""
    total = sum(counts.values())
    if total == 0:
        return Spread(0.0, 0.0, 0)
    mean = sum(value * count for value, count in counts.items()) / total
    low, high = _ranked(counts, (total + 1) // 2), _ranked(counts, total // 2 + 1)
    return Spread(mean, (low + high) / 2, _ranked(counts, -(-total * 95 // 100)))


def _ranked(counts: Mapping[int, int], rank: int) -> int:
    """The value at a rank, from 1, of all values in order."""
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= rank:
            return value
    raise ValueError(f"there is no rank {rank}")


def reached(found: Iterable[Any], names: Sequence[tuple[Any, str]]) -> Reached:
    """Which of `names`, pairs of a key and a name, were found."""
    have = set(found)
    missed = tuple(name for key, name in names if key not in have)
    return Reached(len(names) - len(missed), len(names), missed)
