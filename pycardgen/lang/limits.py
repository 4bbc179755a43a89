"""Bounds on rules text, checked before Python's parser sees it: hostile text can neither crash nor hang.

The scan knows just enough of Python's words to skip strings and comments and to count brackets; it is linear.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

MAX_SOURCE = 200_000
MAX_LINE = 1_000
MAX_BRACKETS = 24
MAX_TOKENS = 4_000
MAX_DEPTH = 90
"""Characters a text, characters a line, open brackets, words a logical line, levels of the syntax tree."""

MAX_INT = 2**63 - 1
MIN_INT = -(2**63)


@dataclass(frozen=True, slots=True)
class Excess:
    """Text that is over a bound or that has a character rules don't have; `line` from 1, `column` from 0."""

    code: str
    message: str
    hint: str
    line: int
    column: int


_CONTROL = re.compile(r"[^\t\n\x20-\x7e\x80-\ud7ff\ue000-\U0010ffff]")
_WORD = re.compile(
    r"""(?P<comment>\#[^\n]*)
      | (?P<triple>[A-Za-z]{0,2}(?:\"\"\"|'''))
      | (?P<string>[A-Za-z]{0,2}(?:"(?:[^"\\\n]|\\[^\n]|\\\n)*"?|'(?:[^'\\\n]|\\[^\n]|\\\n)*'?))
      | (?P<open>[(\[{]) | (?P<close>[)\]}])
      | (?P<newline>\n) | (?P<join>\\\n)
      | (?P<word>\w+|[^\w\s])
      | [^\S\n]+""",
    re.VERBOSE,
)


def excess(text: str) -> Excess | None:
    """The first bound that a text breaks, if any."""
    if len(text) > MAX_SOURCE:
        return Excess(
            "PCG0800", f"rules text is longer than {MAX_SOURCE:,} characters", "split the file", 1, 0
        )
    found = _CONTROL.search(text)
    if found:
        message = f"rules text can't hold the character U+{ord(found[0]):04X}"
        return Excess("PCG0803", message, "delete it, or write a space", *_position(text, found.start()))
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE:
            return Excess(
                "PCG0800", f"a line is longer than {MAX_LINE:,} characters", "break it up", number, MAX_LINE
            )
    return _scan(text)


def _scan(text: str) -> Excess | None:
    at, depth, words = 0, 0, 0
    while at < len(text):
        found = _WORD.match(text, at)
        if found is None:
            at += 1
            continue
        kind, start, at = found.lastgroup, at, found.end()
        if kind == "triple":
            end = _triple_end(text, at, found[0][-3:])
            at, words = end, words + 1
        elif kind == "open":
            depth, words = depth + 1, words + 1
            if depth > MAX_BRACKETS:
                message = f"more than {MAX_BRACKETS} brackets are open"
                return Excess("PCG0801", message, "name parts of it first", *_position(text, start))
        elif kind == "close":
            depth, words = max(depth - 1, 0), words + 1
        elif kind == "newline":
            words = words if depth else 0
        elif kind in ("word", "string"):
            words += 1
        if words > MAX_TOKENS:
            message = f"a statement has more than {MAX_TOKENS:,} words"
            return Excess("PCG0800", message, "split it, or put the data into YAML", *_position(text, start))
    return None


def _triple_end(text: str, at: int, quotes: str) -> int:
    """Where a triple-quoted string that began before `at` ends; the text's end when it doesn't."""
    while (end := text.find(quotes, at)) >= 0:
        slashes = end - 1
        while slashes >= at and text[slashes] == "\\":
            slashes -= 1
        if (end - 1 - slashes) % 2 == 0:
            return end + 3
        at = end + 1
    return len(text)


def _position(text: str, offset: int) -> tuple[int, int]:
    return text.count("\n", 0, offset) + 1, offset - (text.rfind("\n", 0, offset) + 1)


def too_deep(tree: ast.AST) -> ast.AST | None:
    """A node that lies deeper than MAX_DEPTH, if any; found without recursion."""
    level: list[ast.AST] = [tree]
    for _ in range(MAX_DEPTH):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        if not level:
            return None
    return next((node for node in level if hasattr(node, "lineno")), tree)
