"""What the YAML parser's complaints mean to the person who wrote the file."""

from __future__ import annotations

import re
from typing import Any

from pycardgen.diagnostics import Diagnostic, Related
from pycardgen.records import dataclass
from pycardgen.source.document import Document


@dataclass(frozen=True, slots=True)
class _Rule:
    """How to say one complaint.

    `pattern` is searched in "context; problem" as the parser words them. In `message`, {char} is the
    character at the place. `at_start`: the problem is where the unfinished thing began. `began` labels that
    place when it isn't.
    """

    pattern: str
    message: str
    hint: str
    code: str = "PCG0110"
    at_start: bool = False
    began: str = ""


_QUOTE = "put the text in quotes"
_CLOSE = "close it with the same quote; within single quotes, an apostrophe is written twice"

_RULES = (
    _Rule(
        "scanning an alias",
        "aliases (`*`) are not allowed",
        f"if it is text, {_QUOTE}",
        "PCG0114",
        at_start=True,
    ),
    _Rule(
        "scanning an anchor",
        "anchors (`&`) are not allowed",
        f"if it is text, {_QUOTE}",
        "PCG0113",
        at_start=True,
    ),
    _Rule(
        "(scanning|parsing) a tag|tag handle",
        "tags (`!`) are not allowed",
        f"if it is text, {_QUOTE}",
        "PCG0115",
        at_start=True,
    ),
    _Rule(
        "quoted scalar; found unexpected (end|document)",
        "this quote is never closed",
        _CLOSE,
        at_start=True,
    ),
    _Rule(
        "quoted scalar; ",
        "this is not an escape sequence",
        "write a backslash twice, or use single quotes",
    ),
    _Rule(
        "mapping values are not allowed",
        "this `:` can't stand here",
        "put text that holds `: ` in quotes; begin a nested mapping on a new line; indent keys alike",
    ),
    _Rule(
        "could not find expected ':'",
        "this line is neither `key: value` nor `- item`",
        "a space follows the `:` or the `-`; a text that goes on in the next line is indented",
        at_start=True,
    ),
    _Rule("cannot start any token", "`{char}` can't begin a value", _QUOTE),
    _Rule(
        "flow sequence",
        "a `,` or `]` is missing before this",
        "close the list, or put text that holds brackets in quotes",
        began="the list begins here",
    ),
    _Rule(
        "flow mapping",
        "a `,` or `}` is missing before this",
        "close the mapping, or put text that holds braces in quotes",
        began="the mapping begins here",
    ),
    _Rule(
        "sequence entries are not allowed",
        "a list can't begin here",
        "begin the list on the line after its key",
    ),
    _Rule("mapping keys are not allowed", "`?` can't begin a value", _QUOTE),
    _Rule("node content", "`{char}` can't stand where a value is expected", _QUOTE),
    _Rule(
        "block mapping; (did not find expected key|expected <block end>)",
        "this doesn't belong to the mapping around it",
        "indent the keys of a mapping alike; put all of a text in quotes when it begins with one",
        began="the mapping begins here",
    ),
    _Rule(
        "block collection; ",
        "an item that begins with `- ` was expected here",
        "indent the items of a list alike",
        began="the list begins here",
    ),
    _Rule("block scalar; ", "this can't follow the `|` or `>`", "the text begins on the next line"),
    _Rule(
        "unexpected ':'",
        "this `:` needs a space after it, or quotes around the text",
        "within brackets and braces, text with a `:` needs quotes",
    ),
    _Rule("directive|incompatible", "directives (`%`) are not allowed", "delete the line", "PCG0119"),
    _Rule("document", "nothing can follow the end of the document", "delete the `...`"),
)


def syntax_error(error: Any, document: Document) -> Diagnostic:
    """The diagnostic for a `MarkedYAMLError` of either parser."""
    text = document.text
    began = None if error.context_mark is None else min(error.context_mark.index, len(text))
    at = began or 0 if error.problem_mark is None else min(error.problem_mark.index, len(text))
    complaint = f"{error.context or ''}; {error.problem or ''}"
    rule = next((rule for rule in _RULES if re.search(rule.pattern, complaint)), None)
    if rule and rule.at_start and began is not None:
        at = began
    tab = None if rule and "quote" in rule.message else _indenting_tab(text, at)
    if tab is not None:
        message = "a tab can't be used for indentation"
        return Diagnostic("PCG0111", message, document.span(*tab), "indent with spaces")
    if rule is None:
        message = f"this is not YAML: {error.problem or error.context}"
        return Diagnostic("PCG0110", message, document.span(at, at + 1))
    opened = _opening_quote(text, at)
    if opened is not None:
        ends = Related(document.span(at - 1, at), "the text ends here")
        message = "this quote isn't closed on its line, so the text goes on to the next quote"
        return Diagnostic("PCG0110", message, document.span(opened, opened + 1), _CLOSE, (ends,))
    related: tuple[Related, ...] = ()
    if rule.began and began is not None and began != at:
        related = (Related(document.span(began, began + 1), rule.began),)
    message = rule.message.replace("{char}", text[at : at + 1])
    return Diagnostic(rule.code, message, document.span(at, _end(text, at, rule)), rule.hint, related)


def _opening_quote(text: str, at: int) -> int | None:
    """Where a text in quotes began that ends just before an offset, if that was on another line."""
    quote = text[at - 1 : at]
    if not quote or quote not in "'\"":
        return None
    opened = text.rfind(quote, 0, at - 1)
    return opened if 0 <= opened < text.rfind("\n", 0, at) else None


def _end(text: str, at: int, rule: _Rule) -> int:
    """Where the underlined piece ends: the line for a broken line, otherwise one character."""
    if rule.message.startswith("this line"):
        newline = text.find("\n", at)
        return len(text[: newline if newline >= 0 else None].rstrip())
    return at + 1


def _indenting_tab(text: str, at: int) -> tuple[int, int] | None:
    """Start and end of the tabs in the indentation of the line that holds an offset."""
    line = text.rfind("\n", 0, at) + 1
    found = re.compile(r" *(\t+)").match(text, line)
    return found.span(1) if found else None
