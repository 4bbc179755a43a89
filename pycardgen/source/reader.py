"""YAML into plain values with a position for every key and value.

Values and positions are built from the events of ruamel.yaml's C parser, which is an order of magnitude
faster than any loader that keeps positions. What a game's content doesn't need is refused: anchors and
aliases (which can grow without end), tags, merge keys, several documents in a file.

Scalars follow the YAML 1.2 core schema, so that `no`, `on` and dates are text; a number written with a
leading zero (`012`) is text too, for readers disagree about what it means.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import isfinite
from pathlib import Path
from typing import Any, Final, NoReturn

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from pycardgen.diagnostics import Diagnostic, Related, Report, Severity, Span
from pycardgen.source.document import Document, Offsets
from pycardgen.source.limits import DEFAULT, Limits
from pycardgen.source.pause import collector_paused
from pycardgen.source.syntax import syntax_error
from pycardgen.source.text import clean, read_text

try:
    from _ruamel_yaml import CParser
except ImportError:  # pragma: no cover - the pure parser is tested by replacing this name
    CParser = None

Next = Callable[[], Any]
"""Gives the parser's next event at each call."""


def read_yaml(path: Path, display: str, report: Report, limits: Limits = DEFAULT) -> Document | None:
    """Read a file that messages call `display`.

    None when its values can't be known, which has been reported.
    """
    text = read_text(path, display, report, limits)
    if text is None:
        return None
    note_slow_parser(report)
    return _parse(text, display, report, limits)


def parse_yaml(text: str, display: str, report: Report, limits: Limits = DEFAULT) -> Document | None:
    """As `read_yaml`, from text in memory."""
    cleaned = clean(text, display, report)
    return None if cleaned is None else _parse(cleaned, display, report, limits)


def note_slow_parser(report: Report) -> None:
    """Tell when the C parser is not installed: always the same note, which is shown once."""
    if CParser is None:
        message = "the fast YAML parser is not installed, so reading takes about 15 times as long"
        hint = "pip install 'ruamel.yaml[oldlibyaml]'"
        report(Diagnostic("PCG0190", message, hint=hint, severity=Severity.NOTE))


def _parse(text: str, file: str, report: Report, limits: Limits) -> Document | None:
    document = Document(file, text, None)
    trouble = _Trouble(document, report, limits)
    try:
        with collector_paused():
            _build(_events(text), document, trouble, limits)
    except _Stop:
        return None
    except MarkedYAMLError as error:
        report(syntax_error(error, document))
        return None
    except YAMLError as error:
        report(Diagnostic("PCG0110", f"this is not YAML: {' '.join(str(error).split())}", Span(file)))
        return None
    return None if trouble.unknowable else document


def _events(text: str) -> Next:
    """The parser's events, one a call. Both parsers give the same ones; marks count from 0, in characters."""
    if CParser is not None:
        get: Next = CParser(text).get_event
        return get
    return _pure_events(text).__next__


def _pure_events(text: str) -> Iterator[Any]:
    """The events of the parser in Python, as strict as the one in C."""
    parser = YAML(typ="safe", pure=True)
    parser.version = (1, 1)  # the grammar of the C parser; scalars are resolved here either way
    brackets = 0
    for event in parser.parse(text):
        kind = type(event)
        if kind is ScalarEvent:
            if brackets and not event.style and ":" in event.value:
                raise MarkedYAMLError(problem="found unexpected ':'", problem_mark=event.start_mark)
            if _SURROGATE.search(event.value):
                raise MarkedYAMLError("while parsing a quoted scalar", None, "no character", event.start_mark)
        elif kind is MappingStartEvent or kind is SequenceStartEvent:
            brackets += bool(brackets or event.flow_style)
        elif (kind is MappingEndEvent or kind is SequenceEndEvent) and brackets:
            brackets -= 1
        elif kind is AliasEvent and not _ANCHOR.fullmatch(event.anchor):
            raise MarkedYAMLError("while scanning an alias", event.start_mark)
        yield event


_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_ANCHOR: Final = re.compile("[-_0-9A-Za-z]+")
_MISSING: Final = object()


def _build(get: Next, document: Document, trouble: _Trouble, limits: Limits) -> None:
    """Fill `document.root` and `document.positions` from the events.

    This loop is where a check of a large game spends its time, so it is one flat function over local names.
    The document's root is the one item of a list, which spares every step the question whether there is a
    container.
    """
    positions = document.positions
    depth = limits.depth
    source = document.text
    wary = "&" in source or "!" in source  # only then can a node have an anchor or a tag
    plain: dict[str, Any] = dict(_CORE)  # what each plain scalar met so far means
    names: dict[str, str] = {}  # one string for all equal keys
    root: list[Any] = []
    stack: list[tuple[Any, ...]] = []
    left = limits.nodes
    # The open container, its positions, and the next key: of a mapping, None until its scalar comes.
    container: Any = root
    table: dict[str | int, Offsets] = {}
    key: Any = 0
    is_mapping = False
    key_start = key_end = start = end = 0

    while True:
        event = get()
        kind = type(event)
        if kind is ScalarEvent:
            start = event.start_mark.index
            end = event.end_mark.index
            text = event.value
            style = event.style
            if wary and source[start : start + 1] in _PROPERTIES:
                trouble.properties(event, start)
            if key is None:
                key = names.get(text)
                if key is None:
                    key = trouble.new_key(text, style, start, end, names)
                if key in container:
                    trouble.duplicate(container, table, key, start, end)
                key_start = start
                key_end = end
                continue
            if not style:
                value = plain.get(text, _MISSING)
                if value is _MISSING:
                    value = trouble.resolve(text, start, end, plain)
                    if not text and stack:
                        before = key_end if is_mapping else table[key - 1][3] if key else stack[-1][5]
                        start = end = _empty_place(source, before)
            else:
                value = text
                if style in "|>":
                    end = _block_end(source, start, end)
        elif kind is MappingStartEvent or kind is SequenceStartEvent:
            start = event.start_mark.index
            if event.anchor is not None or event.ctag is not None:
                trouble.properties(event, start)
            if key is None:
                trouble.stop("PCG0118", "a key must be text, not a list or a mapping", start, hint=_BRACES)
            if len(stack) >= depth:
                trouble.stop("PCG0105", f"the nesting is deeper than {depth} levels", start)
            stack.append((container, table, key, key_start, key_end, start, is_mapping))
            is_mapping = kind is MappingStartEvent
            container, key = ({}, None) if is_mapping else ([], 0)
            table = positions[id(container)] = {}
            continue
        elif kind is MappingEndEvent or kind is SequenceEndEvent:
            last = event.end_mark.index
            if last != event.start_mark.index:  # a closing bracket; a block ends with its last value
                end = last
            if not container:
                table[""] = (stack[-1][5], end, stack[-1][5], end)
            value = container
            container, table, key, key_start, key_end, start, is_mapping = stack.pop()
        elif kind is AliasEvent:
            trouble.alias(event)
            value = None
            if key is None:
                key = ""
                continue
        elif kind is DocumentStartEvent:
            trouble.document_start(event)
            continue
        elif kind is StreamEndEvent:
            break
        else:
            continue
        left -= 1
        if left < 0:
            trouble.stop("PCG0106", f"the file holds more than {limits.nodes} values", start)
        if is_mapping:
            container[key] = value
            table[key] = (key_start, key_end, start, end)
            key = None
        else:
            container.append(value)
            table[key] = (start, end, start, end)
            key += 1
    document.root = root[0] if root else None


def _block_end(source: str, start: int, end: int) -> int:
    """Where a block scalar ends: after its last line that isn't blank.

    The parser says, where the next thing begins.
    """
    return start + len(source[start:end].rstrip())


def _empty_place(source: str, before: int) -> int:
    """Where a value stands that isn't written at all: behind its `:` or `-`, which come after `before`."""
    found = _INDICATOR.match(source, before)
    return found.end() if found else before


_INDICATOR: Final = re.compile(r"(?>\s|#[^\n]*)*+[-:]")
_CORE: Final[dict[str, Any]] = {
    **dict.fromkeys(("~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_NUMBER_STARTS: Final = frozenset("-+.0123456789")
_INTEGER: Final = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_FLOAT: Final = re.compile(r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_BASED: Final = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_NOT_FINITE: Final = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_TOO_LONG: Final = 400
"""Digits that no number in range has; Python itself refuses to read very long ones."""


def resolve(text: str) -> Any:
    """What a plain scalar means in the YAML 1.2 core schema.

    Raises OverflowError for numbers out of range.
    """
    if not text:
        return None
    if text in _CORE:
        return _CORE[text]
    if text[0] not in _NUMBER_STARTS:
        return text
    if _INTEGER.fullmatch(text):
        return _bounded(text, 10)
    if _FLOAT.fullmatch(text):
        number = float(text)
        if not isfinite(number):
            raise OverflowError
        return number
    if _BASED.fullmatch(text):
        return _bounded(text, 0)
    if _NOT_FINITE.fullmatch(text):
        raise OverflowError
    return text


def _bounded(digits: str, base: int) -> int:
    """An integer of at most 64 bits, which is what the rules compute with."""
    number = int(digits, base) if len(digits) < _TOO_LONG else 1 << 64
    if not -(1 << 63) <= number < 1 << 63:
        raise OverflowError
    return number


_PROPERTIES: Final = frozenset("&!")
_BRACES: Final = "to write a brace or a bracket, put the text in quotes"
_QUOTE: Final = "put the text in quotes if it is only text"


class _Stop(Exception):  # noqa: N818 - not an error of the program
    """The rest of the file isn't read."""


class _Trouble:
    """The rare branches of the loop: what to report, and whether the file's values can still be known."""

    def __init__(self, document: Document, report: Report, limits: Limits) -> None:
        self.document = document
        self.report = report
        self.left = limits.problems
        self.unknowable = False  # duplicate keys leave the values known, so that other checks can go on
        self.documents = 0
        self.firsts: dict[tuple[int, str], Offsets] = {}
        self.replaced: list[Any] = []

    def say(
        self, code: str, message: str, start: int, end: int, hint: str = "", related: tuple[Related, ...] = ()
    ) -> None:
        """Report a problem; past the limit, stop."""
        span = self.document.span(start, end)
        self.report(Diagnostic(code, message, span, hint, related))
        self.unknowable |= code != "PCG0112"
        self.left -= 1
        if self.left == 0:
            message = "there are too many problems in this file; the rest of it was not read"
            self.report(Diagnostic("PCG0107", message, span, severity=Severity.NOTE))
            raise _Stop

    def stop(self, code: str, message: str, start: int, hint: str = "") -> NoReturn:
        """Report a problem and leave the rest unread."""
        self.say(code, message, start, start + 1, hint)
        raise _Stop

    def properties(self, event: Any, start: int) -> None:
        """Report the anchor and the tag of a node."""
        written = _NODE_PROPERTIES.match(self.document.text, start)
        for found in _NODE_PROPERTY.finditer(written.group() if written else ""):
            at, name = start + found.start(), found.group()
            if name[0] == "&":
                self.say(
                    "PCG0113", f"anchors such as `{name}` are not allowed", at, at + len(name), _WRITE_OUT
                )
            else:
                self.say("PCG0115", f"tags such as `{name}` are not allowed", at, at + len(name), _NO_TAG)

    def alias(self, event: Any) -> None:
        """Report an alias, whose value isn't looked up."""
        start, end = event.start_mark.index, event.end_mark.index
        self.say("PCG0114", f"aliases such as `*{event.anchor}` are not allowed", start, end, _WRITE_OUT)

    def new_key(self, text: str, style: str, start: int, end: int, known: dict[str, str]) -> str:
        """Look closer at a key that isn't noted in `known` yet, and note it there if it may be a key."""
        if text == "<<" and not style:
            self.say("PCG0116", "merge keys `<<` are not allowed", start, end, "write the values out here")
        elif not text and not style:
            self.say(
                "PCG0118", "the key before this `:` is missing", start, end, 'an empty key is written `""`'
            )
        elif text and text != "<<":
            known[text] = text
        return text

    def duplicate(self, container: Any, table: Any, key: str, start: int, end: int) -> None:
        """Report a key that its mapping already has. The later value stays, as in other readers."""
        self.replaced.append(container[key])  # alive, so that no other container gets its id
        first = self.firsts.setdefault((id(container), key), table[key])
        related = Related(self.document.span(first[0], first[1]), "first given here")
        self.say("PCG0112", f"the key `{key}` is given twice", start, end, "keep one of the two", (related,))

    def resolve(self, text: str, start: int, end: int, known: dict[str, Any]) -> Any:
        """What a plain scalar means, noted in `known`; None after reporting a number out of range."""
        try:
            value = resolve(text)
        except OverflowError:
            self.say(
                "PCG0120",
                "this number is out of range",
                start,
                end,
                "an integer has at most 64 bits, a number with a point at most 308 digits",
            )
            return None
        if text:
            known[text] = value
        return value

    def document_start(self, event: Any) -> None:
        """Report directives, and a second document."""
        start = event.start_mark.index
        self.documents += 1
        if self.documents > 1:
            self.stop("PCG0117", "a second document begins here", start, "put it into a file of its own")
        if event.version or event.tags:
            percent = _DIRECTIVE.search(self.document.text)
            at = percent.start() if percent else start
            self.say("PCG0119", "directives (`%`) are not allowed", at, at + 1, "delete the line")


_WRITE_OUT: Final = f"write the values out where they are needed; {_QUOTE}"
_NO_TAG: Final = f"delete the tag; {_QUOTE}"
_DIRECTIVE: Final = re.compile("^%", re.MULTILINE)
_NODE_PROPERTY: Final = re.compile(r"[&!][^\s,\[\]{}]*")
_NODE_PROPERTIES: Final = re.compile(rf"{_NODE_PROPERTY.pattern}(?:[ \t]+{_NODE_PROPERTY.pattern})*")
