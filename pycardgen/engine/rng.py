"""Random numbers: a 64-bit linear congruential generator whose state is one int, read from its high bits."""

from __future__ import annotations

MASK = (1 << 64) - 1
MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407

SETUP, DICE, BOTS = 0, 1, 2
"""Streams of a game; the bots of seat k have stream `BOTS + k`."""


def mix(seed: int, stream: int) -> int:
    """Where a stream of a game begins: splitmix64's finaliser over seed and stream."""
    x = (seed * 0x9E3779B97F4A7C15 + (stream + 1) * 0xD1B54A32D192ED03) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


class Random:
    """A stream for what isn't part of a game: random bots, samples."""

    __slots__ = ("state",)

    def __init__(self, seed: int, stream: int = 0) -> None:
        self.state = mix(seed, stream)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self.state = s = (self.state * MULTIPLIER + INCREMENT) & MASK
        return ((s >> 33) * n) >> 31

    def stream(self) -> int:
        """Where another stream may begin."""
        return self.below(1 << 31) << 33 | self.below(1 << 31) << 2 | self.below(4)

    def shuffle(self, items: list[int]) -> None:
        """Fisher-Yates, from the end."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
