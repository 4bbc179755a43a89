"""What a language does to text: its quotation marks, and where its words may be broken."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

_QUOTES = {
    "en": "“”‘’",
    "cs": "„“‚‘",
    "da": "»«›‹",
    "de": "„“‚‘",
    "de-ch": "«»‹›",
    "es": "«»“”",
    "fi": "””’’",
    "fr": "«»‹›",
    "hu": "„”»«",
    "it": "«»“”",
    "nb": "«»‘’",
    "nl": "“”‘’",
    "nn": "«»‘’",
    "pl": "„”‚’",
    "pt": "“”‘’",
    "ro": "„”«»",
    "ru": "«»„“",
    "sk": "„“‚‘",
    "sl": "„“‚‘",
    "sv": "””’’",
    "uk": "«»„“",
}
"""Opening and closing marks, and those within them, by language."""

_APOSTROPHE, _NARROW = "’", "\u202f"
_MARK = re.compile(r"\\.|[\"']", re.DOTALL)
_OPENS = re.compile(r"(?:^|[\s\u00a0(\[{/\u2013\u2014\"'„“«»‚‘‹›-])[*]*$")
"""What stands before a mark that opens."""
_CLOSES = re.compile(r"[^\s\\]'(?![^\W_])")


def quotes_of(language: str) -> str:
    """The four quotation marks of a language (a BCP 47 tag); those of English when it isn't known."""
    tag = language.lower().replace("_", "-")
    return _QUOTES.get(tag) or _QUOTES.get(tag.partition("-")[0]) or _QUOTES["en"]


def spaced_quotes(language: str) -> list[str]:
    """As `quotes_of`, with the narrow spaces that French sets inside the outer ones."""
    first, last, inner, end = tuple(quotes_of(language))
    return [first + _NARROW, _NARROW + last, inner, end] if _spaced(language) else [first, last, inner, end]


def _spaced(language: str) -> bool:
    return language.lower().partition("-")[0] == "fr"


@lru_cache(maxsize=512)
def smart(text: str, language: str) -> str:
    """Text with markup, its straight quotes made typographic. `\\"` stays straight, and so does `5"`."""
    marks = quotes_of(language)
    space = _NARROW if _spaced(language) else ""
    out: list[str] = []
    at, double, single = 0, False, False
    # A single mark opens only if one that ends a word comes later.
    last_close = max((match.end() for match in _CLOSES.finditer(text)), default=0) if "'" in text else 0
    for match in _MARK.finditer(text):
        out.append(text[at : match.start()])
        at, mark = match.end(), match[0]
        before, after = text[max(0, match.start() - 4) : match.start()], text[at : at + 1]
        begins = _OPENS.search(before) is not None or (before[-1:] == "}" and after.isalnum() and not double)
        opens = begins and after != "" and not after.isspace()
        if mark[0] == "\\":
            out.append(mark[1] if mark[1] in "\"'" else mark)
        elif mark == "'":
            inner = opens and not single and at < last_close and not after.isdigit()
            ends = single and not after.isalnum()
            out.append(marks[2] if inner else marks[3] if ends else _APOSTROPHE)
            single = inner or (single and not ends)
        elif opens:
            out.append(marks[0] + space)
            double = True
        elif not double and before[-1:].isdigit():
            out.append(mark)
        else:
            out.append(space + marks[1])
            double = False
    out.append(text[at:])
    return "".join(out)


@lru_cache(maxsize=4_096)
def hyphenated(text: str, language: str) -> str:
    """The text with a soft hyphen wherever a word of five letters or more may be broken."""
    found = _dictionary(language)
    if found is None or "\u00ad" in text:
        return text
    return _WORD.sub(lambda word: _broken(found, word[0]), text)


def _broken(dictionary: Any, word: str) -> str:
    # Where a language would also change letters at a break, none is offered.
    cuts = [0, *(int(at) for at in dictionary.positions(word) if not getattr(at, "data", None)), len(word)]
    return "\u00ad".join(word[a:b] for a, b in pairwise(cuts))


_WORD = re.compile(r"[^\W\d_]{5,}")


@cache
def _dictionary(language: str) -> Any:
    """The patterns of a language; None when there are none."""
    import pyphen

    name = pyphen.language_fallback("en_US" if language == "en" else language.replace("-", "_"))
    return pyphen.Pyphen(lang=name, left=2, right=3) if name else None


def has_hyphens(language: str) -> bool:
    """Whether words of a language can be broken."""
    return _dictionary(language) is not None
