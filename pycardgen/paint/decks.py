"""Print jobs of cards: the copies of definitions, composed and laid on sheets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from pycardgen.layout.compose import Where, nowhere
from pycardgen.layout.display import Drawing
from pycardgen.layout.subjects import Subject, where
from pycardgen.layout.template import Template
from pycardgen.model.names import printed_name
from pycardgen.model.printing import CardsJob
from pycardgen.model.select import selected
from pycardgen.paint.incremental import composed
from pycardgen.paint.page import Page
from pycardgen.paint.press import Press, extra_fields, template_of
from pycardgen.paint.sheets import Card, Labels, Sheet, check_deck, impose


def deck_pages(press: Press, job: CardsJob) -> Iterator[Page]:
    """The sheets of a deck."""
    front = template_of(press, job.front)
    definitions = [found for found in selected(press.game, job.of, job.where) if found.count]
    if front is None or not definitions:
        return
    sheet = _sheet(press, job)
    cards = _deck(press, job, front)
    first = next(cards)
    span = job.job.place.value("cards") if job.job.place else None
    plan = check_deck(sheet, [first], job.job.name, span, press.report)
    if plan is None:
        return
    total = sum(found.count for found in definitions)
    labels = Labels(press.game.title, printed_name(job.job.name))

    yield from impose(chain([first], cards), plan, sheet, labels, total)


def _deck(press: Press, job: CardsJob, front: Template) -> Iterator[Card]:
    """The cards of a job, drawn one by one."""
    back = template_of(press, job.back) if job.back else None
    shared: Drawing | None = None
    if back is not None and job.backs == "deck":
        shared = _composed(press, back, _deck_subject(press, job), nowhere)
    for definition in selected(press.game, job.of, job.where):
        if not definition.count:
            continue
        subject = press.subjects.of(definition)
        subject = {**extra_fields(press, job.extra, subject), **subject}
        place = where(definition)
        face = _composed(press, front, subject, place)
        own = _composed(press, back, subject, place) if back and not shared else shared
        yield Card(face, own, definition.count)


def _composed(press: Press, template: Template, subject: Subject, place: Where) -> Drawing:
    """A card, taken from the last build if nothing of it has changed."""
    return composed(press.store, press.kit, template, subject, press.report, place)


def _deck_subject(press: Press, job: CardsJob) -> Subject:
    """What the back of a deck shows: the deck, and nothing of its cards."""
    game = press.game
    own = {"id": job.job.name, "name": printed_name(job.job.name), "type": job.of, "game": game.title}
    return {**own, **extra_fields(press, job.extra, press.subjects.whole())}


def _sheet(press: Press, job: CardsJob) -> Sheet:
    """The sheet of a job, on the paper of this run unless the game fixes another."""
    name = job.sheet or "default"
    sheet = press.sheets.get(name, Sheet())
    return sheet if name in press.fixed else replace(sheet, paper=press.paper)
