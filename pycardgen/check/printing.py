"""Printing: jobs name types, maps, templates and files that exist; pictures are pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from pycardgen.check.counts import known_fields, selected
from pycardgen.check.lookup import all_definitions
from pycardgen.diagnostics import Collector, Diagnostic, DiagnosticError, Severity, Span, did_you_mean
from pycardgen.model.game import Game
from pycardgen.model.printing import (
    BoardJob,
    CardsJob,
    DocumentJob,
    PagesJob,
    PrintJob,
    print_jobs,
)
from pycardgen.source.files import is_regular, resolve_inside


def check(game: Game) -> Iterable[Diagnostic]:
    """Problems of print jobs, and of the pictures that definitions name."""
    report = Collector()
    jobs = print_jobs(game, report)
    yield from report.found
    for job in jobs:
        yield from _job(game, job)
    yield from _pictures(game)


def _job(game: Game, job: PrintJob) -> Iterator[Diagnostic]:
    if isinstance(job, CardsJob):
        yield from _cards(game, job)
        yield from _template(game, job, "front", job.front)
        if job.back is not None:
            yield from _template(game, job, "back", job.back)
    elif isinstance(job, BoardJob):
        if job.map != "all" and job.map not in game.maps:
            yield _unknown(job, "map", f"there is no map `{job.map}`", (*game.maps, "all"))
        yield from _template(game, job, "layout", job.layout)
    elif isinstance(job, PagesJob):
        yield from _template(game, job, "layout", job.layout)
    else:
        yield from _file(game, job)


def _span(job: PrintJob, key: str) -> Span | None:
    return job.job.place.value(key) if job.job.place else None


def _unknown(job: PrintJob, key: str, message: str, known: Iterable[str]) -> Diagnostic:
    return Diagnostic("PCG0455", message, _span(job, key), did_you_mean(str(getattr(job, key)), known))


def _cards(game: Game, job: CardsJob) -> Iterator[Diagnostic]:
    """The type and the fields that are compared; a job that prints nothing."""
    if job.of not in game.entities:
        yield _unknown(job, "of", f"there is no type `{job.of}`", game.entities)
        return
    known = known_fields(game, job.of)
    unknown = [name for name in job.where if name not in known]
    place = job.job.place.inside("where") if job.job.place and job.where else None
    for name in unknown:
        span = place.key(name) if place else None
        yield Diagnostic("PCG0403", f"{job.of} has no field `{name}`", span, did_you_mean(name, known))
    if not unknown and not any(found.count for found in selected(game, job.of, job.where)):
        yield Diagnostic(
            "PCG0456",
            f"the print job `{job.job.name}` prints nothing: no {job.of} matches",
            _span(job, "of"),
            hint="delete the job, or correct `of` and `where`",
            severity=Severity.WARNING,
        )


def _template(game: Game, job: PrintJob, key: str, name: str) -> Iterator[Diagnostic]:
    """A template is a file of layouts/, or one of the program's own."""
    from pycardgen.layout import builtin

    own = {path.stem for folder in game.folders for path in Path(folder).glob("layouts/*.yaml")}
    stem = Path(name).stem if name.endswith(".yaml") else name
    if stem in own or ("/" not in name and stem in builtin.names()):
        return
    yield Diagnostic(
        "PCG0457",
        f"there is no template `{name}`",
        _span(job, key),
        hint=did_you_mean(stem, {*own, *builtin.names()}) or "templates are the files of layouts/",
    )


def _file(game: Game, job: DocumentJob) -> Iterator[Diagnostic]:
    span = _span(job, "from")
    try:
        found = any(is_regular(resolve_inside(Path(folder), job.source, span)) for folder in game.folders)
    except DiagnosticError as error:
        yield from error.diagnostics
        return
    if not found:
        yield Diagnostic("PCG0458", f"there is no file `{job.source}` in the game's folder", span)


def _pictures(game: Game) -> Iterator[Diagnostic]:
    """Every picture once, at the first definition that names it."""
    told: set[str] = set()
    for definition in all_definitions(game):
        art = definition.art
        if art is None or art in told:
            continue
        told.add(art)
        span = definition.place.value("art") if definition.place else None
        yield from _picture(game, art, span)


def _picture(game: Game, art: str, span: Span | None) -> Iterable[Diagnostic]:
    from pycardgen.layout.pictures import load_picture

    problems = Collector()
    for folder in reversed(game.folders):
        problems = Collector()
        if load_picture(Path(folder), art, span, problems) is not None:
            return []
    return problems.found
