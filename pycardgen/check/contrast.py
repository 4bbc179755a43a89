"""Whether what is printed can be read: texts and signs against the ground they stand on, and colours apart.

Cards are drawn to be looked at, one for each way that a template colours them; what was found is kept, for it
only changes with the card.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import astuple
from itertools import combinations

from pycardgen.diagnostics import Collector, Diagnostic, Severity, Span
from pycardgen.layout import fields
from pycardgen.layout.colors import SIGHTS, contrast, difference, passing, scaled
from pycardgen.layout.compose import Kit, compose
from pycardgen.layout.grounds import Faint, faint
from pycardgen.layout.subjects import Subject, Subjects, card_subject, deck_subject
from pycardgen.layout.template import Element, Template, all_elements, template_name
from pycardgen.layout.theme import Theme
from pycardgen.model.game import Game
from pycardgen.model.printing import CardsJob, PrintJob
from pycardgen.model.select import selected
from pycardgen.source.cache import Cache, key_of, open_cache

MOST = 16
"""Cards of a job that are looked at."""

APART = 10.0
"""How far colours must be apart that mean different things (see `colors.difference`)."""

_MISPLACED = {"PCG0720", "PCG0721"}
"""What is too large for its box stands on what it wasn't meant for."""

_DECIDING = ("color", "icon_color", "fill", "stroke", "style", "palette", "accent", "include")
"""Options that say how an element is coloured."""


def check_contrast(game: Game, kit: Kit, jobs: Iterable[PrintJob]) -> Iterator[Diagnostic]:
    """Texts and signs of cards that stand out too little: each pair of colours once for a template."""
    cache, subjects, told = open_cache(), Subjects(game), set[tuple[str, str, str]]()
    for job in jobs:
        if not isinstance(job, CardsJob):
            continue
        for name in (job.front, job.back):
            template = kit.templates.get(template_name(name)) if name else None
            if template is None:
                continue
            deck = name == job.back and job.backs != "card"
            samples = _samples(game, subjects, kit, template, job)
            for subject in [deck_subject(subjects, job)] if deck else samples:
                for found in _looked_at(cache, kit, template, subject):
                    key = (template.name, found.color, found.ground)
                    if key not in told and not _empty_pip(found, kit, template, subject):
                        told.add(key)
                        yield _too_faint(found, kit, template, subject)


def _samples(
    game: Game, subjects: Subjects, kit: Kit, template: Template, job: CardsJob
) -> Iterator[Subject]:
    """A card for each combination of values that decide about colours."""
    deciding = sorted(_deciding_fields(kit, template))
    seen = set[str]()
    for definition in selected(game, job.of, job.where):
        subject = card_subject(subjects, job, definition)
        key = repr([fields.lookup(subject, path) for path in deciding])
        if key not in seen and len(seen) < MOST:
            seen.add(key)
            yield subject


def _deciding_fields(kit: Kit, template: Template) -> set[str]:
    """The fields that colours, styles and conditions of a template depend on, those of included ones too."""
    found = set[str]()
    for element in all_elements(kit.templates, template):
        options = element.options
        found |= {test.path for test in options.get("when", ())}
        for key in _DECIDING:
            for text in fields.strings(options.get(key)):
                found |= {reference.path for reference in fields.references(text)}
        for text in fields.strings(options.get("with")):
            found |= {reference.path for reference in fields.references(text)}
    return found


def _looked_at(cache: Cache, kit: Kit, template: Template, subject: Subject) -> list[Faint]:
    """What is too faint on a card; kept from the last time if nothing has changed.

    What can't be drawn, or doesn't fit, is reported when the card is printed.
    """
    try:
        plain = json.dumps(subject, sort_keys=True)
    except (TypeError, ValueError):
        return []
    digests = sorted(found.digest for found in kit.templates.values())
    key = key_of("contrast", kit.theme.digest, template.name, *digests, plain)
    kept = cache.get("contrast", key)
    if kept is not None:
        return [Faint(*values) for values in json.loads(kept)]
    problems = Collector()
    drawing = compose(kit, template, subject, problems)
    found = [] if any(one.code in _MISPLACED for one in problems.found) else faint(drawing)
    cache.put("contrast", key, json.dumps([astuple(one) for one in found]).encode())
    return found


def _too_faint(found: Faint, kit: Kit, template: Template, subject: Subject) -> Diagnostic:
    name = subject.get("name") or subject.get("id")
    what = f"the icon '{found.icon}' of '{name}'" if found.icon else f"'{_short(found.text)}'"
    if not found.icon and found.text.casefold() != str(name).casefold():
        what = f"{what} of '{name}'"
    colors = f"{_named(kit.theme, found.color)} on {_named(kit.theme, found.ground)}"
    message = (
        f"{what} can hardly be read: {colors} has a contrast of {found.ratio:.1f} to 1, "
        f"below {found.wanted:g} to 1"
    )
    better = passing(found.color, found.ground, found.wanted)
    ratio = contrast(better, found.ground)
    hint = f"the nearest colour that can is '{better}' ({ratio:.1f} to 1); or change the ground"
    span = _span(found, kit, template, subject)
    return Diagnostic("PCG0725", message, span, hint, severity=Severity.WARNING)


def _short(text: str) -> str:
    return text if len(text) <= 32 else f"{text[:30].rstrip()}…"


def _named(theme: Theme, color: str) -> str:
    """A colour by its name in the theme, if it has one."""
    name = next((name for name, value in theme.colors.items() if value == color), None)
    return f"{name} ({color})" if name else color


def _empty_pip(found: Faint, kit: Kit, template: Template, subject: Subject) -> bool:
    """Whether it is the icon of an empty pip, which is meant to be faint."""
    element = _element(found, kit, template, subject)
    if element is None or element.kind != "pips":
        return False
    empty = element.options.get("empty_color", "faint")
    return bool(found.color == kit.theme.colors.get(empty, empty))


def _span(found: Faint, kit: Kit, template: Template, subject: Subject) -> Span | None:
    """Where a text or an icon stands in the templates."""
    element = _element(found, kit, template, subject)
    if element is None:
        return template.place.value("elements")
    key = next((k for k in ("color", "style", "icon", "text") if k in element.options), "size")
    return element.place.value(key)


def _element(found: Faint, kit: Kit, template: Template, subject: Subject) -> Element | None:
    """The element that shows a text or an icon."""
    option = "icon" if found.icon else "text"
    wanted = found.icon or found.text.casefold()
    for element in all_elements(kit.templates, template):
        shown = element.options.get(option)
        if not isinstance(shown, str):
            continue
        text = fields.expand(shown, subject, lambda _: None)
        if text == wanted if found.icon else wanted in text.replace("*", "").casefold():
            return element
    return None


# --- colours that must be told apart --------------------------------------------------------------


def check_distinct(theme: Theme) -> Iterator[Diagnostic]:
    """Colours that the theme says must be told apart, and that somebody can't."""
    for names, place in theme.distinct:
        for first, second in combinations(dict.fromkeys(names), 2):
            a, b = (theme.colors.get(name, name) for name in (first, second))
            apart = {sight: difference(a, b, sight) for sight in ("", *SIGHTS)}
            sight = min(apart, key=lambda one: apart[one])
            if apart[sight] < APART:
                index = names.index(second)
                yield _alike(first, second, a, b, sight, apart[sight], place.value(index))


def _alike(first: str, second: str, a: str, b: str, sight: str, found: float, span: Span) -> Diagnostic:
    who = f"with {sight}" if sight else "for anybody"
    message = f"'{first}' and '{second}' look alike {who}: they are {found:.1f} apart, below {APART:g}"
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
