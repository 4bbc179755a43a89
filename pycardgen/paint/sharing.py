"""Which print jobs share paper: decks of one size, and components that are made of the same paper in the same
way, as far as they have a sheet that says `share: true`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pycardgen.diagnostics import Diagnostic
from pycardgen.model.components import (
    BoxJob,
    ComponentJob,
    DiceJob,
    MatsJob,
    PadsJob,
    PiecesJob,
    StandeesJob,
    TracksJob,
)
from pycardgen.model.names import printed_name
from pycardgen.model.print_job import Job
from pycardgen.model.printing import CardsJob, PrintJob
from pycardgen.paint.decks import DecksJob, chosen
from pycardgen.paint.press import Press, sheet_of, template_of
from pycardgen.records import dataclass


@dataclass(frozen=True, slots=True)
class PartsJob:
    """Components that are printed together, on the sheet of the first."""

    job: Job
    jobs: tuple[ComponentJob, ...]


AnyJob = PrintJob | DecksJob | PartsJob


def members(job: AnyJob) -> Sequence[PrintJob]:
    """The jobs that are printed in one file."""
    return job.decks if isinstance(job, DecksJob) else job.jobs if isinstance(job, PartsJob) else (job,)


def with_shared(press: Press, jobs: Sequence[PrintJob]) -> list[AnyJob]:
    """The jobs, those together that share paper; where the first of them stood.

    Reports a sheet (PCG0783) whose file would have the name of another.
    """
    groups: list[AnyJob] = [*_decks(press, _with_cards(jobs), only_shared=True), *_parts(press, jobs)]
    group_of = {id(job): group for group in groups for job in members(group)}
    printed = [group_of.get(id(job), job) for job in jobs]
    found: list[AnyJob] = list({id(one): one for one in printed}.values())
    names: set[str] = set()
    for one in sorted(found, key=lambda one: isinstance(one, DecksJob | PartsJob)):
        if one.job.name in names:
            place = members(one)[0].job.place
            message = f"what has the sheet `{one.job.name}` shares a file, and another file has the same name"
            hint = "give the sheet, or the job, another name"
            press.report(Diagnostic("PCG0783", message, place.value("sheet") if place else None, hint))
        names.add(one.job.name)
    return found


def reprints(press: Press, jobs: Iterable[PrintJob]) -> list[DecksJob]:
    """Decks together that have the same sheet and size, whether they share it or not: a file each."""
    return _decks(press, [job for job in _with_cards(jobs) if chosen(press, job)], only_shared=False)


def _with_cards(jobs: Iterable[PrintJob]) -> list[CardsJob]:
    return [job for job in jobs if isinstance(job, CardsJob)]


def _decks(press: Press, jobs: Iterable[CardsJob], only_shared: bool) -> list[DecksJob]:
    """Decks that are printed together. A sheet with cards of several sizes makes several."""
    found: dict[str, dict[tuple[float, float], list[CardsJob]]] = {}
    for job in jobs:
        front = template_of(press, job.front)
        sheet = job.sheet or "default"
        if front is not None and (sheet_of(press, sheet).share or not only_shared):
            size = front.extent(press.kit.paper)
            found.setdefault(sheet, {}).setdefault(size, []).append(job)
    return [
        DecksJob(_file(press, sheet, "" if len(sizes) == 1 else f"{w:g}x{h:g}"), tuple(decks))
        for sheet, sizes in found.items()
        for (w, h), decks in sizes.items()
    ]


def _parts(press: Press, jobs: Sequence[PrintJob]) -> Iterator[PartsJob]:
    """Components that are printed together: their file has the name of the sheet, and if other files share
    that name, of their family too.
    """
    found: dict[str, dict[str, list[ComponentJob]]] = {}
    cards = {job.sheet for job in _with_cards(jobs)}
    for job in jobs:
        if isinstance(job, ComponentJob) and job.sheet and sheet_of(press, job.sheet).share:
            family = _family(press, job)
            if family:
                found.setdefault(job.sheet, {}).setdefault(family, []).append(job)
    for sheet, families in found.items():
        for family, parts in families.items():
            alone = len(families) == 1 and sheet not in cards
            yield PartsJob(_file(press, sheet, "" if alone else family), tuple(parts))


def _file(press: Press, sheet: str, more: str) -> Job:
    """A file of what shares a sheet, called like it, with what tells it from others of that sheet."""
    title = sheet_of(press, sheet).title
    name = f"{sheet}-{more}" if more else sheet
    return Job(name, title=f"{title}: {printed_name(more)}" if title and more else title)


def _family(press: Press, job: ComponentJob) -> str:
    """What is made of the same paper in the same way; nothing for what has pages of its own."""
    from pycardgen.paint.components.mats import fits_on_page
    from pycardgen.paint.components.pieces import folded

    if isinstance(job, PiecesJob):
        return "folded" if folded(job, sheet_of(press, job.sheet)) else "tokens"
    if isinstance(job, MatsJob):
        return "mats" if fits_on_page(press, job) else ""
    if isinstance(job, DiceJob) and job.stickers:
        return "stickers"
    return _FAMILIES[type(job)]


_FAMILIES = {StandeesJob: "models", DiceJob: "models", TracksJob: "tracks", BoxJob: "boxes", PadsJob: ""}
