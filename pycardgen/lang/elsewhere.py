"""Words that other languages have, and what rules write instead: hints for those who come from there."""

from __future__ import annotations

import re

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

_SIGNS = {
    "&&": "write `and`",
    "||": "write `or`",
    "++": "write `n += 1`",
    "--": "write `n -= 1`",
    "else if": "write `elif`",
    "===": "write `==`",
    "!": "write `not x`, or `x != y`",
    "?": "write `a if test else b`",
    "{": "a block begins with `:` and is indented",
    "}": "a block ends where the indentation does",
    ";": "one statement a line",
}
_CURLY = re.compile("[\u2018\u2019\u201c\u201d]")


def sign(line: str, column: int) -> str:
    """A hint for a line that can't be parsed from about a column on: a sign that other languages have."""
    around = line[max(column - 5, 0) : column + 3]
    if _CURLY.search(around):
        return 'write straight quotes: "'
    return next((hint for word, hint in _SIGNS.items() if word in around), "")
