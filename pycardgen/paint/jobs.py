"""Print jobs carried out: a game's cards, boards, pages and documents as files.

A kind of job is an entry of `KINDS`. Everything is drawn before anything is written; the caller puts the
files where they belong.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Any

from pycardgen.diagnostics import Diagnostic
from pycardgen.model.components import BoxJob, DiceJob, MatsJob, PadsJob, PiecesJob, StandeesJob, TracksJob
from pycardgen.model.names import printed_name
from pycardgen.model.printing import GUIDE, BoardJob, CardsJob, DocumentJob, PagesJob, PrintJob
from pycardgen.paint.decks import DecksJob
from pycardgen.paint.incremental import Store, borrowed, open_store, save
from pycardgen.paint.operators import Shelf
from pycardgen.paint.page import Info, Page
from pycardgen.paint.pdf import paint_pdf
from pycardgen.paint.press import Press, sheet_of
from pycardgen.paint.sharing import AnyJob, PartsJob, members, reprints, with_shared
from pycardgen.records import dataclass
from pycardgen.source.cache import open_cache

if TYPE_CHECKING:
    from pycardgen.layout.components.guide import Held
    from pycardgen.paint.guide import Record


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
    DecksJob: Kind("decks", "shared_pages"),
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
    PartsJob: Kind("components.shared", "parts_pages"),
}
"""Every kind of job that is printed."""


REPRINT = "reprint"
"""The folder of prints that aren't of all cards."""


def planned(press: Press, jobs: Sequence[PrintJob]) -> Sequence[AnyJob]:
    """What is printed, a file each: jobs that share sheets together; when only some cards are printed, all
    that have a sheet in common.
    """
    return reprints(press, jobs) if press.choice is not None else with_shared(press, jobs)


def print_job(
    press: Press, job: AnyJob, kinds: Collection[str], record: Record | None = None
) -> Iterator[Output]:
    """The files of a job, of the kinds that are asked for: `pdf`, `svg`, `png`.

    The `record` gets what the print guide tells of them.
    """
    name, kind = job.job.name, KINDS[type(job)]
    press.store, press.kit.group_sizes = _store(press, job), {}
    pages = _pages(kind, press, job)
    if "svg" in kinds and kind.svg:
        drawn = list(pages)
        yield from _svgs(press, name, drawn)
        pages = iter(drawn)
    if kind.sheets:
        pages = function_of(kind, kind.sheets)(press, job, pages)
    if record is not None:
        pages = record.noted(press, job, pages)
    first = next(pages, None) if "pdf" in kinds or "png" in kinds else None
    if first is None:
        return
    pdf = paint_pdf(_scaled(press, chain([first], pages)), _info(press, job), press.store.shelf)
    save(press.store)
    yield from _files(press, name, pdf, kinds)


def print_booklets(press: Press, jobs: Sequence[AnyJob], kinds: Collection[str]) -> Iterator[Output]:
    """The documents among the jobs once more, as booklets."""
    from pycardgen.paint.documents import booklet_pages

    for job in jobs if {"pdf", "png"} & {*kinds} else ():
        pages = list(booklet_pages(press, job)) if isinstance(job, DocumentJob) else []
        if pages:
            shelf = Shelf(cmyk=press.printer.cmyk, profile=press.printer.profile)
            pdf = paint_pdf(_scaled(press, iter(pages)), replace(_info(press, job), duplex="short"), shelf)
            yield from _files(press, f"{job.job.name}-booklet", pdf, kinds)


def print_guide(
    press: Press, record: Record, kinds: Collection[str], contents: Sequence[Held]
) -> Iterator[Output]:
    """The guide to the files of a record, if any was printed. `contents` is the bill of materials."""
    from pycardgen.paint.guide import guide_pages

    pages = guide_pages(press, record, contents) if {"pdf", "png"} & {*kinds} else []
    if pages:
        info = Info(f"{press.game.title}: {printed_name(GUIDE)}", f"version {press.game.version}")
        yield from _files(press, GUIDE, paint_pdf(pages, info, record.shelf), kinds)


def _files(press: Press, name: str, pdf: bytes, kinds: Collection[str]) -> Iterator[Output]:
    part = press.choice is not None
    if "pdf" in kinds:
        yield Output(f"{REPRINT if part else 'pdf'}/{name}.pdf", pdf)
    if "png" in kinds:
        from pycardgen.paint.png import pdf_to_png

        try:
            for number, png in enumerate(pdf_to_png(pdf, press.dpi), start=1):
                yield Output(f"{REPRINT if part else 'png'}/{name}-{number:02d}.png", png)
        except ValueError as error:
            message = f"{error} (of `{name}`)"
            press.report(Diagnostic("PCG0794", message, hint="choose a lower --dpi, or leave png out"))


def _store(press: Press, job: AnyJob) -> Store:
    """Where finished cards of a job are kept; those of a part of it are only taken from there."""
    sheet = sheet_of(press, getattr(members(job)[0], "sheet", None))
    cmyk = press.printer.cmyk or sheet.color == "cmyk"
    cache, folders, paper, profile = open_cache(), press.game.folders, press.paper, press.printer.profile
    if press.choice is None:
        return open_store(cache, *folders, job.job.name, paper, cmyk=cmyk, profile=profile)
    names = dict.fromkeys((job.job.name, *(one.job.name for one in members(job))))
    stores = (open_store(cache, *folders, name, paper, cmyk=cmyk, profile=profile) for name in names)
    return borrowed(stores, cmyk, profile)


def _scaled(press: Press, pages: Iterator[Page]) -> Iterator[Page]:
    scale = press.printer.scale
    return pages if scale == 1.0 else (replace(page, scale=scale) for page in pages)


def _info(press: Press, job: AnyJob) -> Info:
    """What a file says of itself, and which edge the printer shall turn the paper over."""
    game = press.game
    title = f"{game.title}: {job.job.called}"
    printed = members(job)
    turnable = CardsJob | PiecesJob | MatsJob | PadsJob
    turned = any(isinstance(one, turnable) and one.back for one in printed)
    duplex = ""
    if turned and getattr(printed[0], "sides", "") != "fold":
        sheet = sheet_of(press, getattr(printed[0], "sheet", None))
        duplex = sheet.flip if sheet.two_sided and sheet.backs == "interleaved" and not sheet.single else ""
    return Info(title, f"version {game.version}", game.language, duplex=duplex)


def _pages(kind: Kind, press: Press, job: AnyJob) -> Iterator[Page]:
    pages: Iterator[Page] = function_of(kind, kind.pages)(press, job)
    return pages


def function_of(kind: Kind, name: str) -> Any:
    """A function of the module that draws jobs of a kind."""
    return getattr(import_module(f"pycardgen.paint.{kind.module}"), name)


def _svgs(press: Press, name: str, pages: list[Page]) -> Iterator[Output]:
    from pycardgen.paint.svg import paint_svg

    for page in pages:
        title = f"{press.game.title}: {printed_name(page.label)}"
        file = f"{name}-{page.file}" if page.file else name
        yield Output(f"svg/{file}.svg", paint_svg(page.drawing, title, press.outlines).encode())
