"""Print jobs carried out: a game's cards, boards, pages and documents as files.

A kind of job is an entry of `KINDS`. Everything is drawn before anything is written; the caller puts the
files where they belong.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from importlib import import_module
from itertools import chain
from typing import Any

from pycardgen.model.components import BoxJob, DiceJob, MatsJob, PadsJob, PiecesJob, StandeesJob, TracksJob
from pycardgen.model.names import printed_name
from pycardgen.model.printing import BoardJob, CardsJob, DocumentJob, PagesJob, PrintJob
from pycardgen.paint.incremental import open_store, save
from pycardgen.paint.page import Info, Page
from pycardgen.paint.pdf import paint_pdf
from pycardgen.paint.press import Press
from pycardgen.records import dataclass
from pycardgen.source.cache import open_cache


@dataclass(frozen=True, slots=True)
class Output:
    """A file to be: its path below the game's output folder, with `/`, and its bytes."""

    path: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Kind:
    """How jobs of a kind are drawn: the function `pages` of a module of this package, given the press and the
    job, yields pages (`Page`). The module is imported when there is such a job. With `svg` each page is also
    written as an SVG file. The function `sheets`, if there is one, makes pages into those that are printed.
    """

    module: str
    pages: str
    svg: bool = False
    sheets: str = ""


KINDS: Mapping[type, Kind] = {
    CardsJob: Kind("decks", "deck_pages"),
    BoardJob: Kind("boards", "board_pages", svg=True, sheets="board_sheets"),
    PagesJob: Kind("boards", "whole_pages"),
    DocumentJob: Kind("documents", "document_pages"),
    PiecesJob: Kind("components.pieces", "piece_pages"),
    DiceJob: Kind("components.dice", "dice_pages"),
    StandeesJob: Kind("components.strips", "standee_pages"),
    TracksJob: Kind("components.strips", "track_pages"),
    BoxJob: Kind("components.strips", "box_pages"),
    PadsJob: Kind("components.mats", "pad_pages"),
    MatsJob: Kind("components.mats", "mat_pages"),
}
"""Every kind of job that is printed."""


def print_job(press: Press, job: PrintJob, kinds: Collection[str]) -> Iterator[Output]:
    """The files of a job, of the kinds that are asked for: `pdf`, `svg`, `png`."""
    name, kind = job.job.name, KINDS[type(job)]
    press.store = open_store(open_cache(), *press.game.folders, name, press.paper)
    pages = _pages(kind, press, job)
    if "svg" in kinds and kind.svg:
        drawn = list(pages)
        yield from _svgs(press, name, drawn)
        pages = iter(drawn)
    if kind.sheets:
        pages = _function(kind, kind.sheets)(press, job, pages)
    first = next(pages, None) if "pdf" in kinds or "png" in kinds else None
    if first is None:
        return
    title = f"{press.game.title}: {printed_name(name)}"
    info = Info(title, language=press.game.language)
    pdf = paint_pdf(chain([first], pages), info, press.store.shelf)
    save(press.store)
    if "pdf" in kinds:
        yield Output(f"pdf/{name}.pdf", pdf)
    if "png" in kinds:
        from pycardgen.paint.png import pdf_to_png

        for number, png in enumerate(pdf_to_png(pdf), start=1):
            yield Output(f"png/{name}-{number:02d}.png", png)


def _pages(kind: Kind, press: Press, job: PrintJob) -> Iterator[Page]:
    pages: Iterator[Page] = _function(kind, kind.pages)(press, job)
    return pages


def _function(kind: Kind, name: str) -> Any:
    return getattr(import_module(f"pycardgen.paint.{kind.module}"), name)


def _svgs(press: Press, name: str, pages: list[Page]) -> Iterator[Output]:
    from pycardgen.paint.svg import paint_svg

    for page in pages:
        title = f"{press.game.title}: {printed_name(page.label)}"
        file = f"{name}-{page.file}" if page.file else name
        yield Output(f"svg/{file}.svg", paint_svg(page.drawing, title).encode())
