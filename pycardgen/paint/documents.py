"""Print jobs of documents: Markdown with fields, tables and figures, typeset."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pycardgen.diagnostics import Diagnostic, DiagnosticError
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
    for number, drawing in enumerate(_rendered(press, job, look), start=1):
        yield Page(drawing, f"{job.job.name} {number}")


def booklet_pages(press: Press, job: DocumentJob) -> Iterator[Page]:
    """The document as a booklet: pages of half the paper, in one column, two on each side of a sheet."""
    footer = job.footer or press.game.title
    look = DocumentLook(_paper(press), BOOKLET_MARGINS, footer=footer, half=True)
    for number, drawing in enumerate(fold(_rendered(press, job, look)), start=1):
        yield Page(drawing, f"{job.job.name} booklet {number}")


def _paper(press: Press) -> str:
    return press.paper if press.paper in sizes.PAPERS else "a4"


def _rendered(press: Press, job: DocumentJob, look: DocumentLook) -> list[Drawing]:
    path = _source(press, job)
    if path is None:
        return []
    name = display(path)
    text = read_text(path, name, press.report)
    if text is None:
        return []
    text, tables = with_tables(text, name, press.subjects, press.report, press.looks)
    subject = document_subject(press.subjects)
    return render_markdown(text, press.kit, look, press.report, name, subject, tables)


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
