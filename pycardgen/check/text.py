"""Text: what a card says comes from its fields, so that a number is written once."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from pycardgen.check.lookup import all_definitions, behaviours, key_span, without_strings
from pycardgen.diagnostics import Diagnostic, Related, Severity, Span, did_you_mean
from pycardgen.model.game import Behaviour, Definition, Game
from pycardgen.source import Code

ALWAYS = ("id", "name", "type", "count")
"""What every definition's text may interpolate beside the fields of its type."""

_PIECE = re.compile(
    r"""\\(?:\d+|.)                # an escaped character or number
    | \{icon:[\w-]+\}
    | \{([^{}\n]*)\}               # 1: something in braces
    | ([{}])                       # 2: a lone brace
    | (\d+)                        # 3: a number""",
    re.DOTALL | re.VERBOSE,
)
_BEGIN = re.compile(r"[\\{}\d]")
"""What a piece begins with: far quicker to look for than the pieces."""

_ITEM = re.compile(r"^[ \t]*\d{1,3}[.)][ \t]", re.MULTILINE)
"""The number of a list's item."""


def check(game: Game) -> Iterable[Diagnostic]:
    """Problems of the texts of definitions, and numbers in rules that are printed as well."""
    for definition in all_definitions(game):
        for key, text in definition.text.items():
            yield from _card_text(game, definition, key, text)
    for definition, behaviour in behaviours(game):
        yield from _repeated(definition, behaviour)


def _card_text(game: Game, definition: Definition, key: str, text: str) -> Iterator[Diagnostic]:
    code: Code | None = None
    fields = definition.fields
    for found in _pieces(text):
        inner, brace, digits = found.groups()
        if inner in fields or (inner is None and brace is None and digits is None):
            continue
        if inner is not None and _known(game, definition, inner):
            continue
        if digits is not None and _ITEM.match(text, text.rfind("\n", 0, found.start()) + 1, found.end() + 2):
            continue
        known = (*fields, *ALWAYS)
        code = code or _code(definition, key)
        span = _span(code, text, found.start(), found.end())
        if inner is not None:
            yield Diagnostic(
                "PCG0601",
                f"`{definition.id}` has no field `{inner}` to put into its text",
                span,
                hint=did_you_mean(inner, known) or f"{definition.type} has {', '.join(known)}",
            )
        elif brace is not None:
            yield Diagnostic(
                "PCG0602", f"this `{brace}` has no partner", span, hint=f"a brace as such is `\\{brace}`"
            )
        elif game.played:
            yield Diagnostic(
                "PCG0603",
                f"the number {digits} is written into the text of `{definition.id}`",
                span,
                hint=_instead(definition, digits),
            )


def _pieces(text: str) -> Iterator[re.Match[str]]:
    at = 0
    while begin := _BEGIN.search(text, at):
        found = _PIECE.match(text, begin.start())
        if found:
            yield found
        at = (found or begin).end()


_ICON = re.compile(r"(\\.)|\{icon:([\w-]+)\}", re.DOTALL)


def unknown_icons(game: Game, icons: Collection[str]) -> Iterator[Diagnostic]:
    """Icons in texts that the theme doesn't have."""
    for definition in all_definitions(game):
        for key, text in definition.text.items():
            for found in _ICON.finditer(text) if "{icon:" in text else ():
                if found[2] is None or found[2] in icons:
                    continue
                span = _span(_code(definition, key), text, found.start(), found.end())
                message = f"there is no icon `{found[2]}` (in the text of `{definition.id}`)"
                yield Diagnostic("PCG0708", message, span, did_you_mean(found[2], icons))


def _instead(definition: Definition, digits: str) -> str:
    """What to write instead of a number: a field that has this value, or a new one."""
    same = [name for name, value in definition.fields.items() if type(value) is int and str(value) == digits]
    if same:
        return f"write `{{{same[0]}}}`"
    return (
        f"make it a field and interpolate that, `{{field}}`; if it's no value of the game, write `\\{digits}`"
    )


def _known(game: Game, definition: Definition, path: str) -> bool:
    """Whether `field`, or `field.field` through references, may stand in braces."""
    first, _, rest = path.partition("|")[0].partition(".")
    if not rest:
        return first in definition.fields or first in ALWAYS
    other = game.definitions.get(str(definition.fields.get(first)))
    return other is not None and _known(game, other, rest)


def _code(definition: Definition, key: str) -> Code | None:
    """Where the lines of a text stand."""
    place = definition.place
    if place is None:
        return None
    written = place.container.get("text")
    if isinstance(written, dict) and key in written:
        return place.inside("text").code(key)
    return place.code("text") if isinstance(written, str) else None


def _span(code: Code | None, text: str, start: int, end: int) -> Span | None:
    """From offsets in a text to a place; both ends are on one line."""
    if code is None:
        return None
    line = text.count("\n", 0, start)
    head = text.rfind("\n", 0, start) + 1
    return code.span(line + 1, start - head, line + 1, end - head)


# --- numbers in rules ---------------------------------------------------------------------------------

_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
_TELLING = 2
"""The least number that is taken for a printed value: 0 and 1 are everywhere."""


def _repeated(definition: Definition, behaviour: Behaviour) -> Iterator[Diagnostic]:
    """A number in a card's rules that is also printed on it."""
    printed = {
        value: name
        for name, value in reversed(list(definition.fields.items()))
        if type(value) is int and value >= _TELLING
    }
    for code in (behaviour.body, behaviour.condition) if printed else ():
        if code is None:
            continue
        text = without_strings(code.text)
        for found in _NUMBER.finditer(text):
            name = printed.get(int(found[0]))
            if name is not None:
                place = key_span(definition.place, name)
                yield Diagnostic(
                    "PCG0604",
                    f"this {found[0]} repeats the printed field `{name}` of `{definition.id}`",
                    _span(code, text, found.start(), found.end()),
                    hint=f"write `self.{name}`",
                    related=(Related(place, "printed from here"),) if place else (),
                    severity=Severity.WARNING,
                )
