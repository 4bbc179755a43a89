"""Print jobs of documents: Markdown with fields, tables and figures, typeset."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from pycardgen.diagnostics import Collector, Diagnostic, DiagnosticError, Report, Severity
from pycardgen.layout import sizes
from pycardgen.layout.booklet import fold
from pycardgen.layout.display import Drawing
from pycardgen.layout.document import render_markdown
from pycardgen.layout.game_document import document_subject, with_tables
from pycardgen.layout.pages import DocumentLook
from pycardgen.model.printing import DocumentJob
from pycardgen.paint.page import Page
from pycardgen.paint.press import Press
from pycardgen.source.files import display, resolve_inside
from pycardgen.source.text import read_text

BOOKLET_MARGINS = (14.0, 13.0, 18.0, 13.0)
"""Top, right, bottom and left of the pages of a booklet, in mm."""


def document_pages(press: Press, job: DocumentJob) -> Iterator[Page]:
    """The pages of a document."""
    look = DocumentLook(_paper(press), columns=job.columns, footer=job.footer or press.game.title)
    shown = _rendered(press, job, look, press.report) if job.pages is None else _filling(press, job, look)
    for number, drawing in enumerate(shown, start=1):
        yield Page(drawing, f"{job.job.name} {number}")


def booklet_pages(press: Press, job: DocumentJob) -> Iterator[Page]:
    """The document as a booklet: pages of half the paper, in one column, two on each side of a sheet."""
    footer = job.footer or press.game.title
    look = DocumentLook(_paper(press), BOOKLET_MARGINS, footer=footer, half=True)
    for number, drawing in enumerate(fold(_rendered(press, job, look, press.report)), start=1):
        yield Page(drawing, f"{job.job.name} booklet {number}")


def _paper(press: Press) -> str:
    return press.paper if press.paper in sizes.PAPERS else "a4"


SCALES = [percent / 100 for percent in range(84, 113, 2)]
"""How large the text of a document may be against the theme's, so that it fills its pages."""


def _filling(press: Press, job: DocumentJob, look: DocumentLook) -> list[Drawing]:
    """The document with text as large as the pages that it shall fill have room for."""

    def tried(scale: float) -> tuple[list[Drawing], Collector]:
        told = Collector()
        return _rendered(press, job, replace(look, scale=scale), told), told

    pages, best = job.pages or 1, tried(SCALES[0])
    if len(best[0]) > pages:
        paper = sizes.paper_name(_paper(press))
        message = f"`{job.source}` needs {len(best[0])} pages on {paper} however small its text is"
        hint = f"shorten it, or allow more than {pages}"
        span = job.job.place.value("pages") if job.job.place else None
        press.report(Diagnostic("PCG0736", message, span, hint, severity=Severity.WARNING))
        return _rendered(press, job, look, press.report)
    low, high = 0, len(SCALES)
    while high - low > 1:
        middle = (low + high) // 2
        found = tried(SCALES[middle])
        if len(found[0]) <= pages:
            low, best = middle, found
        else:
            high = middle
    for problem in best[1].found:
        press.report(problem)
    return best[0]


def _rendered(press: Press, job: DocumentJob, look: DocumentLook, report: Report) -> list[Drawing]:
    path = _source(press, job)
    if path is None:
        return []
    name = display(path)
    text = read_text(path, name, report)
    if text is None:
        return []
    text, tables = with_tables(text, name, press.subjects, report, press.looks)
    subject = document_subject(press.subjects)
    return render_markdown(text, press.kit, look, report, name, subject, tables)


def _source(press: Press, job: DocumentJob) -> Path | None:
    """The file of a document: a pack's, before that of the game. That there is one has been checked."""
    span = job.job.place.value("from") if job.job.place else None
    for folder in reversed(press.game.folders):
        try:
            path = resolve_inside(Path(folder), job.source, span)
        except DiagnosticError as error:
            for found in error.diagnostics:
                press.report(found)
            return None
        if path.is_file():
            return path
    press.report(Diagnostic("PCG0458", f"there is no file `{job.source}` in the game's folder", span))
    return None
