"""Words that other languages have, and what rules write instead: hints for those who come from there."""

from __future__ import annotations

NAMES = {
    "true": "write `True`",
    "false": "write `False`",
    "null": "write `None`",
    "none": "write `None`",
    "nil": "write `None`",
    "this": "write `self` for the copy whose rules these are",
    "random": "there are `roll(n)`, `pick(xs)` and `shuffle(zone)`",
}
"""Hints for unknown names."""

_SEALED = "rules see their game and nothing else"

CALLS = {
    "print": '`announce(...)` tells players something; `debug(f"...")` is for finding mistakes',
    "input": "`choose(...)` and `confirm(...)` ask a player",
    "randint": "`roll(n)` gives 1 to n",
    "random": "`roll(n)` gives 1 to n, `pick(xs)` one of a list",
    "choice": "`pick(xs)` takes one at random, `choose(...)` asks a player",
    "str": "text is never built: announce a message with arguments",
    "format": "text is never built: announce a message with arguments",
    "int": "there are only whole numbers: nothing has to be converted",
    "float": "there are only whole numbers",
    "set": "a list will do: `if x not in xs`",
    "tuple": "write a list",
    "dict": "write `{}`",
    "map": "write `[f(x) for x in xs]`",
    "filter": "write `[x for x in xs if ...]`",
    "zip": "go through the indices: `for i in range(len(xs))`",
    "type": "`isinstance(x, T)` asks for the type of a copy",
    **dict.fromkeys(
        (
            "open",
            "exec",
            "eval",
            "compile",
            "getattr",
            "setattr",
            "globals",
            "locals",
            "vars",
            "dir",
            "object",
        ),
        _SEALED,
    ),
}
"""Hints for unknown functions."""
