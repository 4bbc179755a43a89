"""Printing: jobs name types, maps, templates and files that exist; pictures are pictures."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from pycardgen.check.lookup import all_definitions
from pycardgen.check.text import unknown_icons
from pycardgen.diagnostics import (
    Collector,
    Diagnostic,
    DiagnosticError,
    Report,
    Span,
    did_you_mean,
)
from pycardgen.layout import sizes
from pycardgen.layout.subjects import Subjects, fields_of
from pycardgen.model.game import Game
from pycardgen.model.printing import BoardJob, CardsJob, DocumentJob, PagesJob, PrintJob, print_jobs
from pycardgen.model.select import known_fields, selected
from pycardgen.source.files import display, is_regular, resolve_inside
from pycardgen.source.text import read_text

if TYPE_CHECKING:
    from pycardgen.layout.kit import Kit


def check(game: Game) -> Iterable[Diagnostic]:
    """Problems of print jobs and their templates, and of the pictures that definitions name."""
    report = Collector()
    jobs = print_jobs(game, report)
    if jobs or any(Path(folder, "layouts").is_dir() for folder in game.folders):
        from pycardgen.check.apart import check_distinct, check_pieces, check_spaces
        from pycardgen.check.contrast import check_contrast
        from pycardgen.check.looks import check_look
        from pycardgen.layout.game_kit import load_kit, load_looks, looks_of, sheets_documents
        from pycardgen.layout.sheet import load_sheets

        kit = load_kit(game, "a4", report)
        sheets = load_sheets(sheets_documents(game, report), report)
        load_looks(game, report)
        for place, name in looks_of(game, Collector()):
            yield from check_look(game, kit.theme, place, name)
        for job in jobs:
            _job(game, kit, job, report)
            if isinstance(job, CardsJob):
                _sheet(job, sheets, report)
        yield from unknown_icons(game, kit.theme.icons)
        yield from check_distinct(kit.theme)
        yield from check_spaces(kit.theme, looks_of(game, Collector()))
        if not report.failed:
            yield from check_contrast(game, kit, jobs)
            yield from check_pieces(game, kit, jobs)
    yield from report.found
    yield from _pictures(game)


def _job(game: Game, kit: Kit, job: PrintJob, report: Report) -> None:
    """What a job names: types, maps, files; and templates, against the fields that they may print."""
    if isinstance(job, DocumentJob):
        _file(game, job, report)
        return
    if not isinstance(job, CardsJob | BoardJob | PagesJob):
        from pycardgen.check.components import check_component

        check_component(game, kit, job, report)
        return
    if isinstance(job, CardsJob):
        if not _cards(game, job, report):
            return
        drawn = selected(game, job.of, job.where)
        declared = {"type", "text", *known_fields(game, job.of)}  # for a type that has no definitions yet
        fields = (fields_of(game, drawn) if drawn else declared) | job.extra.keys() | {"copy"}
        _template(game, kit, job, "front", job.front, fields, report)
        if job.back is not None:
            deck = {*fields, "game"} if job.backs == "card" else {"game", *job.extra}
            _template(game, kit, job, "back", job.back, deck, report)
        return
    whole = {*Subjects(game).whole(), "board", "map", "seat", "title", *job.extra}
    if isinstance(job, BoardJob):
        whole |= {name for map_ in game.maps.values() for name in map_.definition.fields}
    if job.map is not None and job.map not in (*game.maps, "all" if isinstance(job, BoardJob) else ""):
        hint = did_you_mean(job.map, (*game.maps, "all"))
        report(Diagnostic("PCG0455", f"there is no map `{job.map}`", _span(job, "map"), hint))
    _template(game, kit, job, "layout", job.layout, whole, report)


def _span(job: PrintJob, key: str) -> Span | None:
    return job.job.place.value(key) if job.job.place else None


def _sheet(job: CardsJob, sheets: Collection[str], report: Report) -> None:
    """A sheet that exists."""
    if job.sheet is not None and job.sheet not in sheets:
        hint = did_you_mean(job.sheet, sheets) or f"the sheets are {', '.join(sheets)}"
        report(Diagnostic("PCG0740", f"there is no sheet '{job.sheet}'", _span(job, "sheet"), hint))


def _cards(game: Game, job: CardsJob, report: Report) -> bool:
    """The type, and the fields that are compared; whether both exist."""
    if job.of not in game.entities:
        hint = did_you_mean(job.of, game.entities)
        report(Diagnostic("PCG0455", f"there is no type `{job.of}`", _span(job, "of"), hint))
        return False
    known = known_fields(game, job.of)
    unknown = [name for name in job.where if name not in known]
    place = job.job.place.inside("where") if job.job.place and job.where else None
    for name in unknown:
        span = place.key(name) if place else None
        report(Diagnostic("PCG0403", f"{job.of} has no field `{name}`", span, did_you_mean(name, known)))
    return not unknown


def _template(
    game: Game, kit: Kit, job: PrintJob, key: str, name: str, fields: Iterable[str], report: Report
) -> None:
    """A template is a file of layouts/, or one of the program's own; it has the size that the job says."""
    from pycardgen.layout.template import check_template, template_name

    stem = template_name(name) if name.endswith(".yaml") else name
    template = kit.templates.get(stem)
    if template is None and _is_there(game, stem):
        return  # it could not be read, which is reported
    if template is None:
        hint = did_you_mean(stem, kit.templates) or "templates are the files of layouts/"
        report(Diagnostic("PCG0457", f"there is no template `{name}`", _span(job, key), hint))
        return
    check_template(template, fields, kit.theme, kit.templates, report)
    if isinstance(job, CardsJob) and job.size is not None:
        _size(job, key, template.extent(kit.paper), report)


def _is_there(game: Game, template: str) -> bool:
    return any(
        Path(folder, "layouts", f"{template}{end}").is_file()
        for folder in game.folders
        for end in (".yaml", ".yml")
    )


def _size(job: CardsJob, key: str, found: tuple[float, float], report: Report) -> None:
    wanted = sizes.named(job.size or "")
    span = _span(job, "size")
    if wanted is None:
        hint = did_you_mean(job.size or "", sizes.names()) or f"there are {', '.join(sizes.CARDS)}"
        report(Diagnostic("PCG0459", f"there is no size `{job.size}`", span, hint))
    elif wanted != found:
        shown = f"{found[0]:g} x {found[1]:g} mm"
        message = f"the job prints cards of size `{job.size}`, but its {key} has {shown}"
        report(Diagnostic("PCG0459", message, span, "change the template's `size`, or the job's"))


def _file(game: Game, job: DocumentJob, report: Report) -> None:
    span = _span(job, "from")
    try:
        paths = [resolve_inside(Path(folder), job.source, span) for folder in reversed(game.folders)]
        found = next((path for path in paths if is_regular(path)), None)
    except DiagnosticError as error:
        for problem in error.diagnostics:
            report(problem)
        return
    if found is None:
        report(Diagnostic("PCG0458", f"there is no file `{job.source}` in the game's folder", span))
    else:
        _document(game, found, report)


def _document(game: Game, path: Path, report: Report) -> None:
    """Tables and fields of a document; it is typeset only when it is built."""
    from pycardgen.layout import fields
    from pycardgen.layout.game_document import document_subject, lone_braces, with_tables

    name = display(path)
    text = read_text(path, name, report)
    if text is None:
        return
    subjects = Subjects(game)
    text, _ = with_tables(text, name, subjects, report)
    subject = document_subject(subjects)
    for problem in lone_braces(text, name):
        report(problem)
    for number, line in enumerate(text.split("\n"), start=1):
        for reference in fields.references(line):
            if isinstance(fields.lookup(subject, reference.path), fields.Absent):
                span = Span.point(name, number, reference.start + 1, len(reference.path) + 2)
                hint = did_you_mean(reference.path, subject)
                report(Diagnostic("PCG0705", f"there is no field '{reference.path}'", span, hint))


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
