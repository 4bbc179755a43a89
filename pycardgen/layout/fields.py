"""Fields in templates: `{name}` in texts, and the conditions of `when:`.

A field is a name, or a path such as `{weapon.range}` into nested mappings. `{name|upper}` changes how it is
written. A field's value may itself hold fields, as card texts do; they are filled in too, a few levels deep.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from pycardgen.records import dataclass

DEPTH = 4
"""How deep fields within the values of fields are filled in."""

FILTERS: dict[str, Callable[[str], str]] = {
    "upper": str.upper,
    "lower": str.lower,
    "title": lambda text: text.replace("_", " ").replace("-", " ").title(),
    "words": lambda text: text.replace("_", " ").replace("-", " "),
    "signed": lambda text: text if text.startswith(("-", "+")) else f"+{text}",
}
"""What can follow a field's name after `|`."""

_REFERENCE = re.compile(r"\\.|\{([A-Za-z_][\w.-]*)(?:\|([a-z]+))?\}", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Reference:
    """A `{path|filter}` and where it begins in its text."""

    path: str
    filter: str
    start: int


class Absent:
    """What a path leads to when there is no such field."""


ABSENT = Absent()


@lru_cache(maxsize=1024)
def parts(text: str) -> tuple[str | Reference, ...]:
    """The literal pieces and the references of a text."""
    if "{" not in text:
        return (text,)
    found: list[str | Reference] = []
    at = 0
    for match in _REFERENCE.finditer(text):
        if match[1] is None:
            continue
        if match.start() > at:
            found.append(text[at : match.start()])
        found.append(Reference(match[1], match[2] or "", match.start()))
        at = match.end()
    if at < len(text):
        found.append(text[at:])
    return tuple(found)


def references(text: str) -> Iterator[Reference]:
    """The references of a text."""
    return (part for part in parts(text) if isinstance(part, Reference))


def lookup(fields: Mapping[str, Any], path: str) -> Any:
    """The value a path leads to, or ABSENT. List items are reached by number."""
    value: Any = fields
    for name in path.split("."):
        if isinstance(value, Mapping) and name in value:
            value = value[name]
        elif isinstance(value, list | tuple) and name.isdigit() and int(name) < len(value):
            value = value[int(name)]
        else:
            return ABSENT
    return value


def held(source: str, fields: Mapping[str, Any]) -> Any:
    """What the field holds that an option names, in braces or bare; ABSENT if there is no such field."""
    return lookup(fields, next((reference.path for reference in references(source)), source))


def strings(value: Any) -> Iterator[str]:
    """The texts in a value of YAML, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from strings(item)
    elif isinstance(value, dict):
        yield from strings(list(value.values()))


def some(names: Iterable[str], most: int = 8) -> str:
    """Names for a hint: a few of them, and how many there are."""
    found = sorted(names)
    if len(found) <= most + 2:
        return ", ".join(found)
    return f"{', '.join(found[:most])} and {len(found) - most} more"


def written(value: Any) -> str:
    """A value as it is printed."""
    if value is None or value is ABSENT:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, list | tuple):
        return ", ".join(written(item) for item in value)
    if isinstance(value, Mapping):
        return written(value.get("name", value.get("id")))
    return str(value)


def expand(
    text: str, fields: Mapping[str, Any], unknown: Callable[[str], None] | None = None, depth: int = DEPTH
) -> str:
    """The text with its fields filled in; `unknown` is told the paths that lead nowhere."""
    if "{" not in text:
        return text
    out: list[str] = []
    for part in parts(text):
        if isinstance(part, str):
            out.append(part)
            continue
        value = lookup(fields, part.path)
        if value is ABSENT and unknown:
            unknown(part.path)
        shown = written(value)
        if depth and "{" in shown:
            shown = expand(shown, fields, unknown, depth - 1)
        out.append(FILTERS[part.filter](shown) if part.filter in FILTERS else shown)
    return "".join(out)


@dataclass(frozen=True, slots=True)
class Test:
    """One comparison of `when:`: the operator is `set`, `unset`, `==`, `!=`, `<`, `<=`, `>`, `>=` or `in`."""

    path: str
    operator: str
    values: tuple[str, ...] = ()


_TEST = re.compile(
    r"\s*(?:(?P<no>not\s+)?(?P<only>[A-Za-z_][\w.-]*)"
    r"|(?P<path>[A-Za-z_][\w.-]*)\s*(?P<op>==|!=|<=|>=|<|>|\bin\b)\s*(?P<value>\S.*?))\s*"
)


def parse_test(text: str) -> Test | None:
    """`field`, `not field`, `field == value`, `field in a, b`; None when it is none of these."""
    match = _TEST.fullmatch(text)
    if match is None:
        return None
    if match["only"]:
        return Test(match["only"], "unset" if match["no"] else "set")
    values = [match["value"]] if match["op"] != "in" else match["value"].split(",")
    return Test(match["path"], match["op"], tuple(_unquoted(v.strip()) for v in values))


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) >= 2 and text[0] == text[-1] and text[0] in "'\"" else text


def holds(test: Test, fields: Mapping[str, Any]) -> bool:
    """Whether a subject's fields meet a test. A field that is absent, empty, zero or false is not set."""
    value = lookup(fields, test.path)
    if test.operator in ("set", "unset"):
        is_set = value is not ABSENT and value not in (None, False, "", 0) and value != [] and value != {}
        return is_set == (test.operator == "set")
    shown = _plain(value)
    if test.operator in ("==", "in"):
        return shown in test.values
    if test.operator == "!=":
        return shown not in test.values
    try:
        left, right = float(shown), float(test.values[0])
    except ValueError:
        return False
    return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[test.operator]


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return written(value)
