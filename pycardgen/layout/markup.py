"""Inline markup of card text: `**bold**`, `*italic*`, `{icon:name}`, `- ` list items, line breaks,
paragraphs.

A blank line begins a new paragraph, a single line end a new line. A backslash takes the meaning from the next
character. Interpolation (`{field}`) is done before; any other `{...}` that is left stands as it is.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pycardgen.records import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """Text of one kind, or an icon when `icon` is set."""

    text: str
    bold: bool = False
    italic: bool = False
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Spans set as one paragraph. `marker` is a list item's bullet or number; `tight`: no gap before it."""

    spans: tuple[Span, ...]
    marker: str = ""
    tight: bool = False


_BULLET = re.compile(r"\s*(?:[-•]|(\d{1,3}[.)]))\s+")
_PIECE = re.compile(r"\\(.)|(\*{1,3})|\{icon:([\w-]+)\}|([^\\*{]+|.)", re.DOTALL)


@lru_cache(maxsize=256)
def parse(text: str) -> tuple[Paragraph, ...]:
    """The paragraphs of a text."""
    found: list[Paragraph] = []
    gap = True
    for line in text.split("\n"):
        if not line.strip():
            gap = True
            continue
        bullet = _BULLET.match(line)
        if bullet:
            marker = bullet[1] or "•"
            after_item = bool(found) and bool(found[-1].marker)
            found.append(Paragraph(inline(line[bullet.end() :]), marker, tight=after_item or not gap))
        else:
            found.append(Paragraph(inline(line.strip()), tight=not gap))
        gap = False
    return tuple(found)


def inline(text: str) -> tuple[Span, ...]:
    """The spans of one line. Emphasis that is never closed is an asterisk."""
    if "*" not in text and "{" not in text and "\\" not in text:
        return (Span(text),)
    pieces = _pieces(text)
    closed = _paired(pieces)
    spans: list[Span] = []
    bold = italic = False
    for index, (kind, value) in enumerate(pieces):
        if kind == "star" and index in closed:
            bold ^= len(value) >= 2
            italic ^= len(value) % 2 == 1
        elif kind == "icon":
            spans.append(Span("", bold, italic, value))
        elif spans and not spans[-1].icon and (spans[-1].bold, spans[-1].italic) == (bold, italic):
            spans[-1] = Span(spans[-1].text + value, bold, italic)
        else:
            spans.append(Span(value, bold, italic))
    return tuple(spans)


def _pieces(text: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for match in _PIECE.finditer(text):
        if match[1] is not None:
            found.append(("text", match[1]))
        elif match[2]:
            found.append(("star", match[2]))
        elif match[3]:
            found.append(("icon", match[3]))
        else:
            found.append(("text", match[4]))
    return found


def _paired(pieces: list[tuple[str, str]]) -> set[int]:
    """Indices of asterisks that open or close emphasis: each has a partner of the same length, no space
    inside.
    """
    paired: set[int] = set()
    waiting: dict[str, int] = {}
    for index, (kind, value) in enumerate(pieces):
        if kind != "star":
            continue
        before = pieces[index - 1] if index else ("text", " ")
        after = pieces[index + 1] if index + 1 < len(pieces) else ("text", " ")
        if value in waiting and not (before[0] == "text" and before[1][-1:].isspace()):
            paired |= {waiting.pop(value), index}
        elif not (after[0] == "text" and after[1][:1].isspace()):
            waiting.setdefault(value, index)
    return paired


def escape(text: str) -> str:
    """Text that markup leaves alone."""
    return re.sub(r"([\\*{])", r"\\\1", text)


def plain(text: str) -> str:
    """The text without its markup, on one line; icons as their names."""
    return " ".join("".join(s.text or s.icon for s in p.spans) for p in parse(text))
