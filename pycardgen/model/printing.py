"""Print jobs: the entries of game.yaml's `print:`, read and checked for their form.

Each entry is a mapping; its first word says what is printed, and under which name:

    - {cards: alarm, of: Alarm, where: {loud: true}, front: layouts/alarm.yaml, back: layouts/back.yaml}
    - {board: museum, map: museum, layout: layouts/board.yaml}
    - {pages: records, layout: record, each: seat, with: {name: Record, spaces: "{settings.rounds}"}}
    - {document: rules, from: rulebook.md}

Components that aren't cards are described in `components`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal

from pycardgen.diagnostics import Diagnostic, Related, Report, Span, did_you_mean
from pycardgen.model.components import COMPONENTS, NOTE, TITLE, ComponentJob, read_component
from pycardgen.model.game import FieldValue, Game
from pycardgen.model.print_job import Job as Job
from pycardgen.records import dataclass, field
from pycardgen.source import Place

Each = Literal["seat", "map", "once"]


@dataclass(frozen=True, slots=True)
class CardsJob:
    """Copies of definitions of a type on sheets. `front` and `back` are templates, of size `size`.

    A back shows the deck (its name, and `extra`), the same for all cards; with `backs: card` the card itself.
    """

    job: Job
    of: str
    front: str
    back: str | None = None
    where: Mapping[str, FieldValue] = field(default_factory=dict)
    size: str | None = None
    sheet: str | None = None
    backs: Literal["deck", "card"] = "deck"
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BoardJob:
    """A map, or each of them when `map` is "all", as an SVG and a PDF.

    `scale`: all of it is made so large or small that a space is so many mm wide. With `tiles: auto`, what is
    larger than the paper is put on several pages, which overlap by so many mm.
    """

    job: Job
    map: str
    layout: str
    extra: Mapping[str, Any] = field(default_factory=dict)
    scale: float | None = None
    tiles: Literal["auto", "none"] = "none"
    overlap: float = 10.0


@dataclass(frozen=True, slots=True)
class PagesJob:
    """Whole pages: one, one a seat, or one a map. `map` is the map they show; the default one if None."""

    job: Job
    layout: str
    each: Each = "once"
    map: str | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DocumentJob:
    """A document in Markdown, set in `columns` columns; what it says in braces comes from the data. `pages`:
    how many it shall fill; its text is made larger or smaller for that.
    """

    job: Job
    source: str
    columns: int = 1
    footer: str = ""
    pages: int | None = None


PrintJob = CardsJob | BoardJob | PagesJob | DocumentJob | ComponentJob

_TEXT, _MAPPING, _COLUMNS = "a text", "a mapping", "a number of columns from 1 to 4"
_PAGES = "a number of pages from 1 to 200"
_EACH, _BACKS = "seat, map or once", "deck or card"
_TILES, _LENGTH = "auto or none", "a length in mm from 1 to 500"
_KEYS: Mapping[str, Mapping[str, str]] = {
    "cards": {
        **dict.fromkeys(("of", "front", "back", "size", "sheet"), _TEXT),
        "where": _MAPPING,
        "backs": _BACKS,
        "with": _MAPPING,
    },
    "board": {
        **dict.fromkeys(("map", "layout"), _TEXT),
        "with": _MAPPING,
        "scale": _LENGTH,
        "tiles": _TILES,
        "overlap": _LENGTH,
    },
    "pages": {"layout": _TEXT, "map": _TEXT, "each": _EACH, "with": _MAPPING},
    "document": {"from": _TEXT, "columns": _COLUMNS, "footer": _TEXT, "pages": _PAGES},
}
_LINES = {"title": TITLE, "note": NOTE}
_FIELDS = {"with": "extra", "from": "source"}
"""Keys that are words of Python."""

_NEEDED: Mapping[str, tuple[str, ...]] = {
    "cards": ("of", "front"),
    "board": ("map", "layout"),
    "pages": ("layout",),
    "document": ("from",),
}
GUIDE = "print-guide"
"""The file that a build makes by itself."""

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")


def print_jobs(game: Game, report: Report) -> list[PrintJob]:
    """The print jobs that are well formed; what is wrong with the others is reported."""
    jobs: list[PrintJob] = []
    names: dict[str, Span | None] = {}
    for index, entry in enumerate(game.printing):
        place = game.printing_places[index] if index < len(game.printing_places) else None
        job = _read(entry, place, report)
        if job is None:
            continue
        span = place.value(_kind(entry)) if place else None
        if job.job.name == GUIDE:
            message = f"`{GUIDE}` is the name of the guide that every build makes"
            report(Diagnostic("PCG0752", message, span, "give the print job another name"))
            continue
        if job.job.name in names:
            first = names[job.job.name]
            related = (Related(first, "first used here"),) if first else ()
            message = f"two print jobs are called `{job.job.name}`, and would write the same files"
            report(Diagnostic("PCG0454", message, span, "give one of them another name", related))
            continue
        names[job.job.name] = span
        jobs.append(job)
    return jobs


def _kind(entry: Mapping[str, Any]) -> str:
    return next((key for key in entry if key in _KEYS or key in COMPONENTS), "")


def _read(entry: Mapping[str, Any], place: Place | None, report: Report) -> PrintJob | None:
    kind = _kind(entry)
    if not kind:
        message = f"a print job begins with one of {', '.join((*_KEYS, *COMPONENTS))}"
        report(Diagnostic("PCG0450", message, place.whole() if place else None))
        return None
    if kind in COMPONENTS:
        return read_component(kind, entry, place, report)
    problems = [*_wrong_keys(kind, entry, place), *_wrong_values(kind, entry, place)]
    for problem in problems:
        report(problem)
    return None if problems else _job(kind, entry, place)


def _keys(kind: str) -> dict[str, str]:
    """The keys that an entry may have besides the first, and what their values are."""
    return {**_KEYS[kind], **{key: value.says for key, value in _LINES.items()}}


def _wrong_keys(kind: str, entry: Mapping[str, Any], place: Place | None) -> list[Diagnostic]:
    known = (kind, *_keys(kind))
    found = [
        Diagnostic(
            "PCG0451",
            f"a print job of {kind} has no `{key}`",
            place.key(key) if place else None,
            hint=did_you_mean(key, known) or f"it has {', '.join(known)}",
        )
        for key in entry
        if key not in known
    ]
    found += [
        Diagnostic(
            "PCG0452", f"the print job lacks `{key}`", place.key(kind) if place else None, f"add `{key}: ...`"
        )
        for key in _NEEDED[kind]
        if key not in entry
    ]
    return found


def _wrong_values(kind: str, entry: Mapping[str, Any], place: Place | None) -> list[Diagnostic]:
    found = []
    for key, value in entry.items():
        wanted = "a name of small letters, digits, `_` and `-`" if key == kind else _keys(kind).get(key)
        if wanted and not _fits(value, wanted, is_name=key == kind):
            span = place.value(key) if place else None
            found.append(Diagnostic("PCG0453", f"`{key}` of a print job is {wanted}", span))
    return found


def _fits(value: Any, wanted: str, is_name: bool) -> bool:
    if is_name:
        return isinstance(value, str) and _NAME.fullmatch(value) is not None
    for line in _LINES.values():
        if wanted == line.says:
            return line.fits(value)
    if wanted == _MAPPING:
        return isinstance(value, dict)
    if wanted == _TEXT:
        return isinstance(value, str) and value != ""
    if wanted == _COLUMNS:
        return type(value) is int and 1 <= value <= 4
    if wanted == _PAGES:
        return type(value) is int and 1 <= value <= 200
    if wanted == _LENGTH:
        return type(value) in (int, float) and 1 <= value <= 500
    words = {_EACH: ("seat", "map", "once"), _TILES: ("auto", "none")}.get(wanted, ("deck", "card"))
    return value in words


_MAKE: Mapping[str, Callable[..., PrintJob]] = {
    "cards": CardsJob,
    "board": BoardJob,
    "pages": PagesJob,
    "document": DocumentJob,
}


def _job(kind: str, entry: Mapping[str, Any], place: Place | None) -> PrintJob:
    rest = {_FIELDS.get(key, key): entry[key] for key in _KEYS[kind] if key in entry}
    job = Job(entry[kind], place, entry.get("title", ""), entry.get("note", ""))
    return _MAKE[kind](job, **rest)
