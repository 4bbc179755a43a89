"""Colours that everybody can tell apart: those that a theme lists, and of pieces that differ in nothing else.

Colours are compared as people see them who lack a kind of cone (see `colors.SIGHTS`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator
from hashlib import sha256
from itertools import combinations, islice
from typing import Any

from pycardgen.check.shown import Looked, digests, pieces
from pycardgen.diagnostics import Collector, Diagnostic, Severity, Span
from pycardgen.layout.colors import SIGHTS, difference, scaled
from pycardgen.layout.compose import compose
from pycardgen.layout.display import dump
from pycardgen.layout.kit import Kit
from pycardgen.layout.subjects import Subject, Subjects
from pycardgen.layout.template import Template
from pycardgen.layout.theme import Theme
from pycardgen.model.components import PiecesJob, StandeesJob
from pycardgen.model.game import Game
from pycardgen.model.printing import PrintJob
from pycardgen.records import dataclass
from pycardgen.source import Place
from pycardgen.source.cache import Cache, key_of, open_cache

APART = 10.0
"""How far colours must be apart that mean different things (see `colors.difference`)."""

MOST_PIECES = 60
"""Pieces of a job that are compared."""

_HEX = re.compile("#[0-9a-f]{6}")


def check_distinct(theme: Theme) -> Iterator[Diagnostic]:
    """Colours that the theme says must be told apart, and that somebody can't."""
    for names, place in theme.distinct:
        for first, second in combinations(dict.fromkeys(names), 2):
            a, b = (theme.colors.get(name, name) for name in (first, second))
            apart, sight = _nearest([(a, b)])
            if apart < APART:
                yield _alike(first, second, a, b, sight, apart, place.value(names.index(second)))


def _nearest(pairs: Collection[tuple[str, str]]) -> tuple[float, str]:
    """The sight to which colours look most alike, and how far apart the pair is there that differs most."""
    return min((max(difference(a, b, sight) for a, b in pairs), sight) for sight in ("", *SIGHTS))


def _who(sight: str) -> str:
    return f"with {sight}" if sight else "for anybody"


def _alike(first: str, second: str, a: str, b: str, sight: str, found: float, span: Span) -> Diagnostic:
    message = (
        f"'{first}' and '{second}' look alike {_who(sight)}: they are {found:.1f} apart, below {APART:g}"
    )
    better = _apart(a, b)
    hint = f"'{better}' for '{second}' could be told apart; and give each meaning a shape or a word as well"
    return Diagnostic("PCG0726", message, span, hint, severity=Severity.WARNING)


def _apart(a: str, b: str) -> str:
    """The nearest darker or lighter colour than `b` that everybody tells from `a`."""
    for step in range(1, 101):
        for part in (-step / 100, step / 100):
            found = scaled(b, part)
            if all(difference(a, found, sight) >= APART for sight in ("", *SIGHTS)):
                return found
    return "#000000"


# --- spaces that only their colours tell apart ----------------------------------------------------

_COLORED = ("fill", "stroke", "inner", "color", "icon_color")


def check_spaces(theme: Theme, looks: Iterable[tuple[Place, str]]) -> Iterator[Diagnostic]:
    """Spaces of boards that the legend tells apart, and that look the same to somebody."""
    shown = [found for place, name in looks if (found := _space(theme, place, name)) is not None]
    for one, other in combinations(shown, 2):
        if one.rest != other.rest or one.colors.keys() != other.colors.keys():
            continue
        pairs = [
            (color, other.colors[key]) for key, color in one.colors.items() if color != other.colors[key]
        ]
        if not pairs:
            continue
        apart, sight = _nearest(pairs)
        if apart < APART:
            message = (
                f"spaces that look like `{one.name}` and like `{other.name}` look alike {_who(sight)}: "
                f"they differ in colour alone, by {apart:.1f}, below {APART:g}"
            )
            hint = "give one of them an icon, an outline or dashes, or colours of which one is lighter"
            yield Diagnostic("PCG0726", message, other.place.key(other.name), hint, severity=Severity.WARNING)


@dataclass(frozen=True, slots=True)
class _Space:
    """How a kind of spaces looks: its colours, and what else the theme says of it."""

    name: str
    place: Place
    colors: dict[str, str]
    rest: dict[str, Any]


def _space(theme: Theme, place: Place, name: str) -> _Space | None:
    """A look that the legend explains."""
    look = dict(place.inside(name).container)
    if not look.pop("legend", ""):
        return None
    named = {key: str(look.pop(key)) for key in _COLORED if key in look}
    colors = {key: theme.colors.get(value, value) for key, value in named.items()}
    if not all(_HEX.fullmatch(color) for color in colors.values()):
        return None
    return _Space(name, place, colors, look)


# --- pieces that only their colours tell apart ----------------------------------------------------


def check_pieces(game: Game, kit: Kit, jobs: Iterable[PrintJob]) -> Iterator[Diagnostic]:
    """Tokens, tiles and figures that look the same to somebody, because they differ in colour alone."""
    cache, at = open_cache(), Looked(game, kit, Subjects(game))
    for job in jobs:
        if isinstance(job, PiecesJob | StandeesJob):
            template = at.template(job.front)
            if template is not None:
                yield from _alike_pieces(cache, at, job, template)


def _alike_pieces(
    cache: Cache, at: Looked, job: PiecesJob | StandeesJob, template: Template
) -> Iterator[Diagnostic]:
    first = islice(pieces(at, job.what), MOST_PIECES)
    found = [(subject, _drawn_as(cache, at, template, subject)) for subject in first]
    for (one, (shape, colors)), (other, (other_shape, other_colors)) in combinations(found, 2):
        if shape != other_shape or colors == other_colors or not shape:
            continue
        pairs = {(a, b) for a, b in zip(colors, other_colors, strict=True) if a != b}
        apart, sight = _nearest(pairs)
        if apart < APART:
            yield _alike_in(job, one, other, sight, apart)


def _drawn_as(cache: Cache, at: Looked, template: Template, subject: Subject) -> tuple[str, list[str]]:
    """What a piece looks like without its colours, and these; nothing if it can't be drawn."""
    try:
        plain = json.dumps(subject, sort_keys=True)
    except (TypeError, ValueError):
        return "", []
    key = key_of("apart", at.kit.theme.digest, *digests(at.kit, template), plain)
    kept = cache.get("contrast", key)
    if kept is not None:
        shape, colors = json.loads(kept)
        return shape, colors
    text = dump(compose(at.kit, template, subject, Collector()))
    found = sha256(_HEX.sub("#", text).encode()).hexdigest(), _HEX.findall(text)
    cache.put("contrast", key, json.dumps(found).encode())
    return found


def _alike_in(
    job: PiecesJob | StandeesJob, one: Subject, other: Subject, sight: str, found: float
) -> Diagnostic:
    names = " and ".join(f"'{subject.get('name') or subject.get('id')}'" for subject in (one, other))
    message = (
        f"{names} of `{job.job.name}` look alike {_who(sight)}: they differ in colour alone, by {found:.1f}, "
        f"below {APART:g}"
    )
    hint = "give each an icon, a letter or a shape as well, or colours of which one is lighter"
    span = job.job.place.key(next(iter(job.job.place.container))) if job.job.place else None
    return Diagnostic("PCG0726", message, span, hint, severity=Severity.WARNING)
