"""`# pycardgen: ignore PCG0412`: a comment that drops diagnostics of its line, and is itself checked.

It works in YAML and in rules. On the header line of a block scalar (`text: |  # pycardgen: ignore ...`) it
covers the whole block, in which YAML has no comments.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache

from pycardgen.diagnostics.core import Diagnostic, Severity, Span
from pycardgen.diagnostics.suggest import did_you_mean
from pycardgen.records import dataclass

_MARKER = "pycardgen:"
_COMMENT = re.compile(r"#\s*pycardgen:\s*(?P<what>.*)")
_IGNORE = re.compile(r"ignore\s+(?P<codes>PCG\d+(?:\s*,\s*PCG\d+)*)(?=\s|$)")
_CODE = re.compile(r"PCG\d+")
_BLOCK_HEADER = re.compile(r"(?:^|[\s:-])[|>][-+0-9]*\s*$")
_SOURCE = re.compile(r"PCG01\d\d")
"""Can't be ignored: when a file can't be read, nothing else that is said about the game is reliable."""


@dataclass(frozen=True, slots=True)
class _Ignore:
    """One code of one comment, where it stands, and the lines (from, to, inclusive) that it covers."""

    code: str
    span: Span
    first: int
    last: int


def apply_suppressions(diagnostics: Iterable[Diagnostic], texts: Mapping[str, str]) -> list[Diagnostic]:
    """The diagnostics without those that a comment ignores, and with what is wrong with such comments.

    `texts` has the text of every file that was read, YAML and rules, by the name that spans give it.
    Comments that ignored nothing are reported only if all files could be read, as otherwise many checks
    haven't run.
    """
    found = list(diagnostics)
    broken: list[Diagnostic] = []
    ignores: list[_Ignore] = []
    for file, text in texts.items():
        if _MARKER in text:
            ignores.extend(_ignores(file, text, broken))
    if not ignores and not broken:
        return found
    by_place: dict[tuple[str, str], list[_Ignore]] = {}
    for ignore in ignores:
        by_place.setdefault((ignore.span.file, ignore.code), []).append(ignore)
    used: set[int] = set()
    kept = [diagnostic for diagnostic in found if not _ignored(diagnostic, by_place, used)]
    if not any(_SOURCE.fullmatch(d.code) and d.severity is Severity.ERROR for d in found):
        broken.extend(_unused(ignore) for ignore in ignores if id(ignore) not in used)
    return kept + broken


def _ignored(
    diagnostic: Diagnostic, by_place: Mapping[tuple[str, str], Collection[_Ignore]], used: set[int]
) -> bool:
    """Whether a comment ignores a diagnostic; every comment that does is noted in `used`."""
    span = diagnostic.span
    if span is None:
        return False
    matches = [
        ignore
        for ignore in by_place.get((span.file, diagnostic.code), ())
        if ignore.first <= span.line <= ignore.last
    ]
    used.update(map(id, matches))
    return bool(matches)


def _unused(ignore: _Ignore) -> Diagnostic:
    message = f"there is no {ignore.code} on this line to ignore"
    return Diagnostic("PCG0140", message, ignore.span, "delete the comment", severity=Severity.WARNING)


def _ignores(file: str, text: str, broken: list[Diagnostic]) -> Iterator[_Ignore]:
    """The ignore comments of a file; what is wrong with them goes to `broken`."""
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        if _MARKER not in line:
            continue
        found = _COMMENT.search(line, comment_start(line))
        if found is None:
            continue
        ignore = _IGNORE.match(found["what"])
        if ignore is None:
            hint = "write `# pycardgen: ignore PCG0000`, several codes with commas between them"
            span = Span.point(file, number, found.start() + 1, len(found.group().rstrip()))
            broken.append(
                Diagnostic("PCG0142", "this comment is not understood", span, hint, severity=Severity.WARNING)
            )
            continue
        last = _last_covered(lines, number, line[: found.start()])
        for code in _CODE.finditer(
            line, found.start("what") + ignore.start("codes"), found.start("what") + ignore.end()
        ):
            span = Span.point(file, number, code.start() + 1, len(code.group()))
            problem = _unusable(code.group(), span)
            if problem is None:
                yield _Ignore(code.group(), span, number, last)
            else:
                broken.append(problem)


def _unusable(code: str, span: Span) -> Diagnostic | None:
    """What is wrong with the code in an ignore comment."""
    from pycardgen.diagnostics.explain import all_codes

    problem = _judge(code, all_codes())
    return problem and Diagnostic("PCG0141", problem[0], span, problem[1], severity=Severity.WARNING)


@cache
def _judge(code: str, known: tuple[str, ...]) -> tuple[str, str] | None:
    """Message and hint for a code that can't be ignored."""
    if code not in known:
        return f"there is no code {code}", did_you_mean(code, known)
    if _SOURCE.fullmatch(code):
        return f"{code} can't be ignored", "correct what it is about"
    return None


def comment_start(line: str) -> int:
    """Where the comment of a line begins (its `#`); the line's length if there is none.

    A `#` within quotes is text; a quote opens only where a value can begin, so that an apostrophe doesn't.
    """
    quote = ""
    before = " "
    escaped = False
    for column, character in enumerate(line):
        if escaped:
            escaped = False
        elif quote:
            if character == quote:
                quote = ""
            elif character == "\\" and quote == '"':
                escaped = True
        elif character == "#" and before.isspace():
            return column
        elif character in "'\"" and not (before.isalnum() or before in ")]}"):
            quote = character
        before = character
    return len(line)


def _last_covered(lines: list[str], number: int, code: str) -> int:
    """The last line that a comment on line `number` covers; `code` is what stands before the comment."""
    if not _BLOCK_HEADER.search(code):
        return number
    indent = _indent(code)
    last = number
    for following, line in enumerate(lines[number:], start=number + 1):
        if line.strip():
            if _indent(line) <= indent:
                break
            last = following
    return last


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
