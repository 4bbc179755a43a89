"""Inline markup of card text: `**bold**`, `*italic*`, `{icon:name}`, `[text](small-caps)`, `- ` list items,
line breaks, paragraphs.

A blank line begins a new paragraph, a single line end a new line. A backslash takes the meaning from the next
character. Interpolation (`{field}`) is done before; any other `{...}` that is left stands as it is.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from pycardgen.records import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """Text of one kind, or an icon when `icon` is set.

    `color` is a name of the theme; `small`: in small capitals; `whole`: never hyphenated. `mark` is where a
    document's text leads (`#heading`), or `index:TERM`.
    """

    text: str
    bold: bool = False
    italic: bool = False
    icon: str = ""
    color: str = ""
    small: bool = False
    whole: bool = False
    mark: str = ""


LOOKS = ("bold", "italic", "small-caps", "no-break")
"""Words of `[text](words)` that aren't colours."""

PLAIN = Span("")
"""A span that says nothing about its text."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Spans set as one paragraph. `marker` is a list item's bullet or number; `tight`: no gap before it."""

    spans: tuple[Span, ...]
    marker: str = ""
    tight: bool = False


_BULLET = re.compile(r"\s*(?:[-•]|(\d{1,3}[.)]))\s+")
_PIECE = re.compile(
    r"""\\(.)                                       # 1: an escaped character
    | (\*{1,3})                                     # 2: emphasis
    | \{icon:([\w-]+)\}                             # 3: an icon
    | \[((?:\\.|[^\[\]\\])+)\]\(([A-Za-z][\w\ -]*)\)  # 4, 5: a text, and how it looks
    | ([^\\*{\[]+|.)                                # 6: anything else""",
    re.DOTALL | re.VERBOSE,
)


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


def inline(text: str, look: Span = PLAIN) -> tuple[Span, ...]:
    """The spans of one line, which look as `look` does. Emphasis that is never closed is an asterisk."""
    if "*" not in text and "{" not in text and "\\" not in text and "](" not in text:
        return (_styled(text, look, look.bold, look.italic),)
    pieces = _pieces(text)
    closed = _paired(pieces)
    spans: list[Span] = []
    bold, italic = look.bold, look.italic
    for index, (kind, value) in enumerate(pieces):
        if kind == "star" and index in closed:
            bold ^= len(value) >= 2
            italic ^= len(value) % 2 == 1
        elif kind == "icon":
            spans.append(replace(look, bold=bold, italic=italic, icon=value))
        elif kind == "look":
            inner, words = value.split("\0")
            spans += inline(inner, looked(words, replace(look, bold=bold, italic=italic)))
        else:
            span = _styled(value, look, bold, italic)
            if spans and replace(spans[-1], text=span.text) == span:
                spans[-1] = replace(span, text=spans[-1].text + span.text)
            else:
                spans.append(span)
    return tuple(spans)


def _styled(text: str, look: Span, bold: bool, italic: bool) -> Span:
    if look is PLAIN:
        return Span(text, bold, italic)
    return replace(look, text=held(text) if look.whole else text, bold=bold, italic=italic)


def held(text: str) -> str:
    """Text in which no line may end."""
    return text.translate({ord(" "): "\u00a0", ord("-"): "\u2011", 0xAD: None, 0x200B: None})


def looked(words: str, look: Span = PLAIN) -> Span:
    """A look with what the words of `[text](words)` add: bold, italic, small-caps, no-break, or a colour."""
    for word in words.split():
        if word in ("bold", "italic"):
            look = replace(look, bold=look.bold or word == "bold", italic=look.italic or word == "italic")
        elif word == "small-caps":
            look = replace(look, small=True)
        elif word == "no-break":
            look = replace(look, whole=True)
        else:
            look = replace(look, color=word)
    return look


def _pieces(text: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for match in _PIECE.finditer(text):
        if match[1] is not None:
            found.append(("text", match[1]))
        elif match[2]:
            found.append(("star", match[2]))
        elif match[3]:
            found.append(("icon", match[3]))
        elif match[4]:
            found.append(("look", f"{match[4]}\0{match[5]}"))
        else:
            found.append(("text", match[6]))
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
    return re.sub(r"([\\*{\[])", r"\\\1", text)


def plain(text: str) -> str:
    """The text without its markup, on one line; icons as their names."""
    return " ".join("".join(s.text or s.icon for s in p.spans) for p in parse(text))
