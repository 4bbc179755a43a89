"""JSON Schema: finding schemas, and validating documents into diagnostics with places.

Two phases: a filter that only says yes or no (jsonschema-rs where it is installed, else jsonschema), and for
what fails, jsonschema's errors put into our own words. Both agree, so diagnostics don't depend on what is
installed. Every branch is chosen by a discriminator before a schema is applied: there is no `anyOf` to guess
about.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from pycardgen.diagnostics import Diagnostic, Span, did_you_mean
from pycardgen.records import dataclass
from pycardgen.source import Place

Schema = dict[str, Any]
Path_ = tuple[str | int, ...]

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"


def schemas_folder() -> Path:
    """Where the hand-written schemas are: in an installed package, else in the source tree."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "_data" / "schemas"
    return installed if installed.is_dir() else package.parent / "schemas"


@cache
def load_schema(name: str) -> Schema:
    """The schema `NAME.schema.json` with every `$ref` replaced by what it names. Not to be changed."""
    schema = _read(name)
    found: Schema = _inlined(schema, schema)
    found.pop("$defs", None)
    return found


@cache
def _read(name: str) -> Schema:
    found: Schema = json.loads((schemas_folder() / f"{name}.schema.json").read_text(encoding="utf-8"))
    return found


def _inlined(value: Any, home: Schema) -> Any:
    """A copy without references. They are never recursive."""
    if isinstance(value, list):
        return [_inlined(item, home) for item in value]
    if not isinstance(value, dict):
        return value
    if "$ref" in value:
        file, _, pointer = value["$ref"].partition("#/$defs/")
        target = _read(file.removesuffix(".schema.json")) if file else home
        rest = {key: _inlined(item, home) for key, item in value.items() if key != "$ref"}
        return {**_inlined(target["$defs"][pointer], target), **rest}
    return {key: _inlined(item, home) for key, item in value.items()}


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with one value: `path` leads to it, `code` and `message` say it.

    `at_key`: the last step of the path is itself what is wrong (an unknown key, a bad name). `missing`: the
    key that the value lacks; nothing in it is wrong by itself.
    """

    path: Path_
    code: str
    message: str
    hint: str = ""
    at_key: bool = False
    missing: str = ""

    def diagnostic(self, place: Place) -> Diagnostic:
        """The problem of a value that stands at `place`."""
        return Diagnostic(self.code, self.message, self.span(place), self.hint)

    def span(self, place: Place) -> Span:
        """Where it is: the value at the path, its key, or (for what is missing) the key of what lacks it."""
        if not self.path:
            return place.whole()
        for step in self.path[:-1]:
            place = place.inside(step)
        last = self.path[-1]
        return place.key(last) if self.at_key or self.missing else place.value(last)


class Checker:
    """A schema made ready. Made once for many values."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self._filter: Callable[[Any], bool] | None = None
        self._list_filter: Callable[[Any], bool] | None = None

    def accepts(self, value: Any) -> bool:
        """Whether a value is valid."""
        if self._filter is None:
            self._filter = _filter(self.schema)
        return self._filter(value)

    def accepts_all(self, values: Sequence[Any]) -> bool:
        """Whether every value of a list is valid; quicker than one by one."""
        if self._list_filter is None:
            self._list_filter = _filter({"type": "array", "items": self.schema})
        return self._list_filter(values)

    def problems(self, value: Any) -> list[Problem]:
        """What is wrong with a value; nothing when it is valid."""
        return [] if self.accepts(value) else _without_echoes(list(self._explained(value)))

    def _explained(self, value: Any) -> Iterator[Problem]:
        for error in _explainer(self.schema).iter_errors(value):
            yield from _explain(error)


def _without_echoes(problems: list[Problem]) -> list[Problem]:
    """A misspelt key isn't reported again as the missing one that it was meant to be."""
    meant = {(found.path[:-1], found.hint) for found in problems if found.code == "PCG0201"}
    return [
        found for found in problems if (found.path, did_you_mean(found.missing, [found.missing])) not in meant
    ]


@cache
def checker(name: str, *needed: str) -> Checker:
    """The checker of a hand-written schema, with keys that are needed beyond those that it says."""
    schema = load_schema(name)
    return Checker({**schema, "required": [*schema["required"], *needed]} if needed else schema)


def prune(value: Any, path: Path_) -> None:
    """Take the value at a path out of its container; a list keeps None in its place."""
    for step in path[:-1]:
        value = value[step]
    if isinstance(value, list):
        value[int(path[-1])] = None
    else:
        value.pop(path[-1], None)


def validate(place: Place, check: Checker, report: Callable[[Diagnostic], object]) -> bool:
    """Report what is wrong with the mapping at `place` and prune it until all that is left in it is valid.

    What the mapping itself lacks stays lacking. Returns whether nothing was wrong.
    """
    value = place.container
    problems = check.problems(value)
    for problem in problems:
        report(problem.diagnostic(place))
    fine = not problems
    # What pruning leaves incomplete goes too, silently: its root cause is reported.
    while cut := {problem.path for problem in problems if problem.path and not _is_gap(value, problem.path)}:
        for path in sorted(cut, key=len, reverse=True):
            prune(value, path)
        problems = check.problems(value)
    return fine


def _is_gap(value: Any, path: Path_) -> bool:
    """Whether a path leads to an item of a list that has been pruned."""
    for step in path[:-1]:
        value = value[step]
    return isinstance(value, list) and value[int(path[-1])] is None


# --- the two libraries ----------------------------------------------------------------------------


def _filter(schema: Schema) -> Callable[[Any], bool]:
    try:
        fast = import_module("jsonschema_rs")
    except ImportError:
        valid: Callable[[Any], bool] = _explainer(schema).is_valid
        return valid
    found: Callable[[Any], bool] = fast.Draft202012Validator(schema).is_valid
    return found


def _explainer(schema: Schema) -> Any:
    return _explainer_class()(schema)


@cache
def _explainer_class() -> Any:
    """jsonschema's validator, with `$` in a pattern meaning only the very end, as it does in JSON Schema."""
    import re

    from jsonschema import Draft202012Validator, ValidationError
    from jsonschema.validators import extend

    def pattern(_: Any, wanted: str, instance: Any, __: Any) -> Iterator[Any]:
        if isinstance(instance, str) and not re.search(wanted.replace("$", r"\Z"), instance):
            yield ValidationError(f"{instance!r} does not match {wanted!r}")

    return extend(Draft202012Validator, {"pattern": pattern})  # type: ignore[no-untyped-call]


# --- words ----------------------------------------------------------------------------------------

_TYPES: Final = {
    "integer": "a whole number",
    "number": "a number",
    "string": "text",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "empty",
}


def found_words(value: Any) -> str:
    """What a value is, for a message: `the number 3`, `a list`."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, str):
        return f"the text `{shortened(value)}`"
    return "a list" if isinstance(value, list) else "a mapping"


def shortened(text: str) -> str:
    """A text on one line, of at most 40 characters."""
    line = " ".join(text.split())
    return line if len(line) <= 40 else line[:37] + "..."


def listed(words: Sequence[str], most: int = 12) -> str:
    """Words for a hint: `one of a, b, c`."""
    shown = ", ".join(words[:most])
    return f"one of: {shown}{', ...' if len(words) > most else ''}"


def _explain(error: Any) -> Iterator[Problem]:
    path: Path_ = tuple(error.absolute_path)
    steps = list(error.absolute_schema_path)
    if len(steps) >= 2 and steps[-2] == "propertyNames":
        yield _bad_key(error, path)
        return
    words = _WORDS.get(error.validator)
    if words is None:
        yield Problem(path, "PCG0200", f"{_subject(path)} can't be {found_words(error.instance)}")
    else:
        yield from words(error, path)


def _bad_key(error: Any, path: Path_) -> Problem:
    key = error.instance
    if error.validator == "enum":
        known = [str(word) for word in error.validator_value]
        hint = did_you_mean(key, known) or listed(known)
        return Problem(
            (*path, key), "PCG0203", f"`{shortened(key)}` is not a key that may stand here", hint, at_key=True
        )
    return Problem(
        (*path, key),
        "PCG0205",
        f"`{shortened(key)}` can't be used as a name here",
        error.schema.get("description", ""),
        at_key=True,
    )


def _subject(path: Path_) -> str:
    """What a message speaks of."""
    names = [step for step in path if isinstance(step, str)]
    if not path or not names:
        return "this"
    return f"`{names[-1]}`" if isinstance(path[-1], str) else f"an item of `{names[-1]}`"


def _type(error: Any, path: Path_) -> Iterator[Problem]:
    wanted = error.validator_value if isinstance(error.validator_value, list) else [error.validator_value]
    words = " or ".join(_TYPES[name] for name in wanted if name != "null")
    value, hint = error.instance, ""
    if "string" in wanted and isinstance(value, bool | int | float):
        hint = f'put it in quotes: "{str(value).lower() if isinstance(value, bool) else value}"'
    elif "integer" in wanted and isinstance(value, str) and value.strip().lstrip("+-").isdigit():
        hint = "write the number without quotes and leading zeros"
    elif "boolean" in wanted and isinstance(value, str) and value.lower() in ("yes", "no", "on", "off"):
        hint = f"write {'true' if value.lower() in ('yes', 'on') else 'false'}"
    hint = hint or error.schema.get("description", "")
    yield Problem(path, "PCG0200", f"{_subject(path)} must be {words}, not {found_words(value)}", hint)


def _unknown_keys(error: Any, path: Path_) -> Iterator[Problem]:
    known = list(error.schema.get("properties", {}))
    for key in error.instance:
        if key not in known:
            hint = did_you_mean(key, known) or (listed(known) if known else "nothing may stand here")
            yield Problem((*path, key), "PCG0201", f"unknown key `{shortened(key)}`", hint, at_key=True)


def _missing(error: Any, path: Path_) -> Iterator[Problem]:
    # jsonschema reports each missing key by itself, but names it only in its message.
    for key in error.validator_value:
        if key not in error.instance and error.message.startswith(repr(key)):
            about = error.schema.get("properties", {}).get(key, {}).get("description", "")
            where = "" if not path else f" in {_subject(path)}"
            yield Problem(path, "PCG0202", f"`{key}` is missing{where}", about, missing=key)


def _choice(error: Any, path: Path_) -> Iterator[Problem]:
    known = [str(word) for word in error.validator_value if isinstance(word, str)]
    value = error.instance
    hint = (did_you_mean(value, known) if isinstance(value, str) else "") or listed(known)
    name = error.schema.get("title")
    what = f"{_an(name)}" if name else f"a value of {_subject(path)}"
    yield Problem(path, "PCG0203", f"{found_words(value)} is not {what}".replace("the text ", ""), hint)


def _an(name: str) -> str:
    return f"{'an' if name[:1] in 'AEIOUaeiou' else 'a'} {name}"


def _form(error: Any, path: Path_) -> Iterator[Problem]:
    text = f"`{shortened(error.instance)}` can't stand as {_subject(path)}"
    yield Problem(path, "PCG0205", text, error.schema.get("description", ""))


def _range(text: str) -> Callable[[Any, Path_], Iterator[Problem]]:
    def explain(error: Any, path: Path_) -> Iterator[Problem]:
        limit = error.validator_value
        message = text.format(limit=limit, s="" if limit == 1 else "s", value=error.instance)
        yield Problem(path, "PCG0204", f"{_subject(path)} {message}", error.schema.get("description", ""))

    return explain


def _repeated(error: Any, path: Path_) -> Iterator[Problem]:
    items = error.instance
    for index, item in enumerate(items):
        if item in items[:index]:
            yield Problem(
                (*path, index),
                "PCG0206",
                f"{found_words(item)} is listed twice".replace("the text ", ""),
                "delete one",
            )
            return


_WORDS: Final[Mapping[str, Callable[[Any, Path_], Iterator[Problem]]]] = {
    "type": _type,
    "additionalProperties": _unknown_keys,
    "required": _missing,
    "enum": _choice,
    "pattern": _form,
    "uniqueItems": _repeated,
    "minimum": _range("is {value}, but must be at least {limit}"),
    "maximum": _range("is {value}, but must be at most {limit}"),
    "minLength": _range("must not be empty"),
    "maxLength": _range("is longer than {limit} characters"),
    "minItems": _range("must have at least {limit} item{s}"),
    "maxItems": _range("must have at most {limit} item{s}"),
    "minProperties": _range("must have at least {limit} entry"),
}
