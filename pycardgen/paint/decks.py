"""Print jobs of cards: the copies of definitions, composed and laid on sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from pycardgen.diagnostics import Diagnostic
from pycardgen.layout.copies import COPY, shows_copy
from pycardgen.layout.display import Drawing
from pycardgen.layout.fit_groups import has_groups
from pycardgen.layout.kit import Where, nowhere
from pycardgen.layout.subjects import Subject, card_subject, deck_subject, where
from pycardgen.layout.template import Template
from pycardgen.model.game import Definition
from pycardgen.model.print_job import Job
from pycardgen.model.printing import CardsJob
from pycardgen.model.select import selected
from pycardgen.paint.impose import impose, single_pages
from pycardgen.paint.incremental import composed, look, set_group_sizes
from pycardgen.paint.marks import Labels
from pycardgen.paint.page import Page
from pycardgen.paint.press import Press, sheet_of, shown_title, template_of
from pycardgen.paint.sheets import Card, Plan, Sheet, check_deck, check_faces
from pycardgen.records import dataclass

MAX_COPIES = 100_000
"""How many cards a file may have, copies counted: ten thousand sheets."""


@dataclass(frozen=True, slots=True)
class DecksJob:
    """Decks with cards of one size that are printed together, on a sheet."""

    job: Job
    decks: tuple[CardsJob, ...]


def deck_pages(press: Press, job: CardsJob) -> Iterator[Page]:
    """The sheets of a deck."""
    yield from _sheets(press, job.job, (job,))


def shared_pages(press: Press, job: DecksJob) -> Iterator[Page]:
    """The sheets of several decks, one after the other without a gap."""
    yield from _sheets(press, job.job, job.decks)


def _sheets(press: Press, file: Job, jobs: Sequence[CardsJob]) -> Iterator[Page]:
    sheet = sheet_of(press, jobs[0].sheet)
    cards = _cards(press, jobs, sheet)
    total = sum(_copies(press, found) for job in jobs for found in chosen(press, job))
    if press.choice is not None and press.choice.unlike is not None:  # it shows only when they are drawn
        drawn = list(cards)
        total, cards = sum(card.count for _, card in drawn), iter(drawn)
    if total > MAX_COPIES:
        message = f"`{file.name}` would be {total} cards, and more than {MAX_COPIES} aren't printed at once"
        press.report(Diagnostic("PCG0782", message, None, "print fewer copies, or only some of the cards"))
        return
    first = next(cards, None)
    if first is None:
        return
    plan, card = first
    labels = Labels(shown_title(press), file.called)
    both = any(job.back for job in jobs)
    shown = chain([card], (card for _, card in cards))
    if plan is None:
        yield from single_pages(shown, sheet, labels, both)
    else:
        yield from impose(shown, plan, sheet, labels, total, both)


def _cards(press: Press, jobs: Iterable[CardsJob], sheet: Sheet) -> Iterator[tuple[Plan | None, Card]]:
    """The cards of jobs, each with where those of its deck lie: nowhere if each is a page of its own. A deck
    that can't be printed has none.
    """
    for job in jobs:
        front = template_of(press, job.front)
        span = job.job.place.value("cards") if job.job.place else None
        name, plan = job.job.name, None
        for index, card in enumerate(_deck(press, job, front) if front is not None else ()):
            if sheet.single:
                if not index and not check_faces(sheet, [card], name, span, press.report):
                    break
            elif not index:
                plan = check_deck(sheet, [card], name, span, press.report, press.printer.scale)
                if plan is None:
                    break
            yield plan, card


def _deck(press: Press, job: CardsJob, front: Template) -> Iterator[Card]:
    """The cards of a job, drawn one by one."""
    back = template_of(press, job.back) if job.back else None
    press.kit.group_sizes = {}
    whole = deck_subject(press.subjects, job)
    if has_groups(press.kit, front) or (back is not None and has_groups(press.kit, back)):
        set_group_sizes(press.store, press.kit, _faces(press, job, front, back, whole))
    shared: Drawing | None = None
    if back is not None and job.backs == "deck":
        shared = _composed(press, back, whole, nowhere)
    deck, looks = job.job.called, press.looks_of_cards.setdefault(job.job.name, {})
    apart = shows_copy(press.kit, (front, back if job.backs == "card" else None))
    for subject, definition in _subjects(press, job, chosen(press, job)):
        place, count = where(definition), _copies(press, definition)
        for copy, one in _by_copy(subject, definition, count) if apart else [(0, subject)]:
            face = _composed(press, front, one, place)
            own = _composed(press, back, one, place) if back and not shared else shared
            seen = look(face) + (look(own) if own is not None else "")
            card = f"{definition.id} {copy}" if copy > 1 else definition.id
            looks[card] = seen
            if press.choice is None or press.choice.is_new(job.job.name, card, seen):
                yield Card(face, own, 1 if copy else count, deck)


def _by_copy(subject: Subject, definition: Definition, count: int) -> Iterator[tuple[int, Subject]]:
    """What each copy of a card shows, with its number; a field of that name is the card's own."""
    for copy in range(1, count + 1):
        yield copy, subject if COPY in definition.fields else {**subject, COPY: copy}


def _faces(
    press: Press, job: CardsJob, front: Template, back: Template | None, whole: Subject
) -> Iterator[tuple[Template, Subject]]:
    """The faces of all cards of a job, so that one printed again looks like the others. `whole` is what the
    back of the deck shows.
    """
    apart = shows_copy(press.kit, (front, back if job.backs == "card" else None))
    for subject, definition in _subjects(press, job, _defined(press, job)):
        for _, one in _by_copy(subject, definition, definition.count if apart else 1):
            yield front, one
            if back is not None and job.backs == "card":
                yield back, one
    if back is not None and job.backs == "deck":
        yield back, whole


def look_at(press: Press, job: CardsJob) -> None:
    """Draw the cards of a job, only to know what they look like (`Press.looks_of_cards`)."""
    front = template_of(press, job.front)
    for _ in _deck(press, job, front) if front is not None else ():
        pass


def _defined(press: Press, job: CardsJob) -> list[Definition]:
    return [found for found in selected(press.game, job.of, job.where) if found.count]


def chosen(press: Press, job: CardsJob) -> list[Definition]:
    """The definitions of a job of which something is printed."""
    return [found for found in _defined(press, job) if _copies(press, found)]


def _copies(press: Press, definition: Definition) -> int:
    return press.choice.of(definition) if press.choice is not None else definition.count


def _subjects(
    press: Press, job: CardsJob, definitions: Iterable[Definition]
) -> Iterator[tuple[Subject, Definition]]:
    """What each card of a job shows, and of which definition it is."""
    for definition in definitions:
        yield card_subject(press.subjects, job, definition), definition


def _composed(press: Press, template: Template, subject: Subject, place: Where) -> Drawing:
    """A card, taken from the last build if nothing of it has changed."""
    return composed(press.store, press.kit, template, subject, press.report, place)
