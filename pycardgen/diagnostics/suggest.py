"""`did you mean`: the one place that guesses what an unknown name should have been."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint such as `did you mean 'armor'?`, or an empty string when nothing is close."""
    names = sorted(set(known))
    close = get_close_matches(word, names, n=1, cutoff=0.6)
    if not close:
        folded = {name.casefold(): name for name in names}
        match = folded.get(word.casefold())
        return f"did you mean '{match}'?" if match else ""
    return f"did you mean '{close[0]}'?"
