"""Bounds on rules text, checked before Python's parser sees it: hostile text can neither crash nor hang.

The scan knows just enough of Python's words to skip strings and comments and to count brackets; it is linear.
"""

from __future__ import annotations

import ast
import re

from pycardgen.records import dataclass

MAX_SOURCE = 100_000
MAX_LINE = 1_000
MAX_STATEMENT = 20_000
MAX_BRACKETS = 24
MAX_DEPTH = 90
"""Characters a text, a line, a statement without its strings; open brackets; levels of the syntax tree."""

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
_MARK = re.compile(
    r"""\#[^\n]*
      | \"\"\"(?:[^\\]|\\.)*?(?:\"\"\"|\Z) | '''(?:[^\\]|\\.)*?(?:'''|\Z)
      | "(?:[^"\\\n]|\\.)*"? | '(?:[^'\\\n]|\\.)*'?
      | (?P<open>[(\[{]) | (?P<close>[)\]}]) | (?P<join>\\\n) | (?P<newline>\n)""",
    re.VERBOSE | re.DOTALL,
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
    depth, start, skipped = 0, 0, 0
    for found in _MARK.finditer(text):
        kind = found.lastgroup
        if kind == "open":
            depth += 1
            if depth > MAX_BRACKETS:
                message = f"more than {MAX_BRACKETS} brackets are open"
                return Excess("PCG0801", message, "name parts of it first", *_position(text, found.start()))
        elif kind == "close":
            depth = max(depth - 1, 0)
        elif kind is None:
            skipped += found.end() - found.start()
        if found.end() - start - skipped > MAX_STATEMENT:
            return _long_statement(text, found.start())
        if kind == "newline" and depth == 0:
            start, skipped = found.end(), 0
    return _long_statement(text, start) if len(text) - start - skipped > MAX_STATEMENT else None


def _long_statement(text: str, offset: int) -> Excess:
    message = f"a statement is longer than {MAX_STATEMENT:,} characters"
    return Excess("PCG0800", message, "split it, or put the data into YAML", *_position(text, offset))


def _position(text: str, offset: int) -> tuple[int, int]:
    return text.count("\n", 0, offset) + 1, offset - (text.rfind("\n", 0, offset) + 1)


def too_deep(tree: ast.AST) -> ast.AST | None:
    """A node that lies deeper than MAX_DEPTH, if any; found without recursion."""
    waiting: list[tuple[ast.AST, int]] = [(tree, 0)]
    while waiting:
        node, depth = waiting.pop()
        if depth > MAX_DEPTH:
            return node if hasattr(node, "lineno") else tree
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, list):
                waiting.extend((child, depth + 1) for child in value if isinstance(child, ast.AST))
            elif isinstance(value, ast.AST) and value._fields:
                waiting.append((value, depth + 1))
    return None
