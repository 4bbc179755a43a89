"""Whether what is printed can be read: texts and signs against the ground they stand on.

Cards, pieces, pages and boards are drawn to be looked at, one for each way that a template colours them, and
of documents a page with all that they may hold; what was found is kept, for it only changes with them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import astuple

from pycardgen.check.shown import Looked, Shown, digests, pieces, shown
from pycardgen.diagnostics import Collector, Diagnostic, Severity, Span
from pycardgen.layout import fields
from pycardgen.layout.colors import contrast, passing
from pycardgen.layout.compose import compose
from pycardgen.layout.grounds import LARGE, Faint, faint
from pycardgen.layout.kit import Kit
from pycardgen.layout.subjects import Subject, Subjects
from pycardgen.layout.template import Element, Template, all_elements
from pycardgen.layout.theme import Theme
from pycardgen.model.components import DiceJob
from pycardgen.model.game import Game
from pycardgen.model.printing import DocumentJob, PrintJob
from pycardgen.source.cache import Cache, key_of, open_cache

_MISPLACED = {"PCG0720", "PCG0721"}
"""What is too large for its box stands on what it wasn't meant for."""


def check_contrast(game: Game, kit: Kit, jobs: Iterable[PrintJob]) -> Iterator[Diagnostic]:
    """Texts and signs that stand out too little: each pair of colours once for a template."""
    cache, told = open_cache(), set[tuple[str, str, str]]()
    at = Looked(game, kit, Subjects(game))
    documents = False
    for job in jobs:
        if isinstance(job, DiceJob):
            yield from _faint_faces(at, job)
        elif isinstance(job, DocumentJob) and not documents:
            documents = True
            yield from _faint_documents(cache, kit, job)
        for one in shown(at, job):
            for found in _looked_at(cache, at, one):
                key = (one.template.name, found.color, found.ground)
                if key not in told and not _empty_pip(found, kit, one.template, one.subject):
                    told.add(key)
                    yield _too_faint(found, kit, one.template, one.subject)


def _looked_at(cache: Cache, at: Looked, one: Shown) -> list[Faint]:
    """What is too faint on a card or a page; kept from the last time if nothing has changed.

    What can't be drawn, or doesn't fit, is reported when it is printed.
    """
    kit = at.kit
    try:
        plain = json.dumps(one.subject, sort_keys=True)
    except (TypeError, ValueError):
        return []
    key = key_of("contrast", kit.theme.digest, at.pictures(), *digests(kit, one.template), plain)
    kept = cache.get("contrast", key)
    if kept is not None:
        return [Faint(*values) for values in json.loads(kept)]
    problems = Collector()
    board = {} if one.board is None else {"board": one.board()}
    drawing = compose(kit, one.template, {**one.subject, **board}, problems)
    found = [] if any(one.code in _MISPLACED for one in problems.found) else faint(drawing)
    if board:  # labels of spaces are judged where looks are checked
        labels = {space.label for map_ in at.game.maps.values() for space in map_.spaces}
        found = [one for one in found if one.text not in labels]
    cache.put("contrast", key, json.dumps([astuple(one) for one in found]).encode())
    return found


SPECIMEN = """\
# A title

Text with **bold**, *slanted* and `coded` words, and [a link](https://example.org).

## A chapter

> **A callout.** What it says.

### A section

- a list

| A table's title | another |
| --- | --- |
| a cell | another |
| a second cell | another |
| a third cell | another |

#### A paragraph's title

Last words.
"""
"""A document with all that documents may hold."""


def _faint_documents(cache: Cache, kit: Kit, job: DocumentJob) -> Iterator[Diagnostic]:
    """What is too faint in documents, which all have the same styles."""
    key = key_of("specimen", kit.theme.digest, kit.paper, job.footer or "")
    kept = cache.get("contrast", key)
    if kept is not None:
        found = [Faint(*values) for values in json.loads(kept)]
    else:
        from pycardgen.layout.document import render_markdown
        from pycardgen.layout.pages import DocumentLook

        look = DocumentLook(footer=job.footer or "Footer")
        pages = render_markdown(SPECIMEN, kit, look, Collector())
        found = [one for page in pages for one in faint(page)]
        cache.put("contrast", key, json.dumps([astuple(one) for one in found]).encode())
    told = set[tuple[str, str]]()
    for one in found:
        if (one.color, one.ground) not in told:
            told.add((one.color, one.ground))
            span = job.job.place.value("document") if job.job.place else None
            yield _message(one, f"'{_short(one.text)}' of documents", kit.theme, span)


def _faint_faces(at: Looked, job: DiceJob) -> Iterator[Diagnostic]:
    """Dice whose signs stand out too little from them."""
    told = set[tuple[str, str]]()
    if not _inked(at, job):
        return
    for subject in pieces(at, job.what):
        color, ink = (_color(at.kit.theme, said, subject) for said in (job.color, job.ink))
        if color and ink and (color, ink) not in told and contrast(ink, color) < LARGE - 0.005:
            told.add((color, ink))
            name = subject.get("name") or subject.get("id")
            ratio = contrast(ink, color)
            one = Faint("", "", ink, color, ratio, LARGE)
            key = "ink" if job.job.place and "ink" in job.job.place.container else "dice"
            span = job.job.place.value(key) if job.job.place and key in job.job.place.container else None
            yield _message(one, f"what is on the faces of '{name}'", at.kit.theme, span)


def _inked(at: Looked, job: DiceJob) -> bool:
    """Whether the faces of dice have signs in the job's ink."""
    template = at.template(job.face)
    if template is None:
        return False
    return any(
        reference.path == "ink"
        for element in all_elements(at.kit.templates, template)
        if element.options.get("opacity", 1.0) == 1.0
        for text in fields.strings(element.options.get("color"))
        for reference in fields.references(text)
    )


def _color(theme: Theme, written: str, subject: Subject) -> str | None:
    """A colour of a job, fields filled in, if that can be done without the face of a die."""
    for reference in fields.references(written):
        if isinstance(fields.lookup(subject, reference.path), fields.Absent):
            return None
    name = fields.expand(written, subject)
    return name.lower() if name.startswith("#") and len(name) == 7 else theme.colors.get(name)


def _too_faint(found: Faint, kit: Kit, template: Template, subject: Subject) -> Diagnostic:
    name = subject.get("name") or subject.get("id")
    what = f"the icon '{found.icon}' of '{name}'" if found.icon else f"'{_short(found.text)}'"
    if not found.icon and found.text.casefold() != str(name).casefold():
        what = f"{what} of '{name}'"
    return _message(found, what, kit.theme, _span(found, kit, template, subject))


def _message(found: Faint, what: str, theme: Theme, span: Span | None) -> Diagnostic:
    colors = f"{_named(theme, found.color)} on {_named(theme, found.ground)}"
    message = (
        f"{what} can hardly be read: {colors} has a contrast of {found.ratio:.1f} to 1, "
        f"below {found.wanted:g} to 1"
    )
    better = passing(found.color, found.ground, found.wanted)
    ratio = contrast(better, found.ground)
    hint = f"the nearest colour that can is '{better}' ({ratio:.1f} to 1); or change the ground"
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
