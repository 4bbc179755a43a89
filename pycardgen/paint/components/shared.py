"""Components of several print jobs on the same paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pycardgen.layout.components.packing import Place
from pycardgen.model.components import (
    BoxJob,
    ComponentJob,
    DiceJob,
    MatsJob,
    PiecesJob,
    StandeesJob,
    TracksJob,
)
from pycardgen.paint.components.dice import dice_flats
from pycardgen.paint.components.flats import Flat, flat_pages
from pycardgen.paint.components.frames import packed, room_of, too_large
from pycardgen.paint.components.mats import mat_pieces
from pycardgen.paint.components.pieces import (
    Form,
    Laid,
    Piece,
    Run,
    folded,
    form_of,
    laid_pages,
    pieces_of,
    sides_of,
    spaced,
)
from pycardgen.paint.components.strips import box_flats, standee_flats, track_flats
from pycardgen.paint.page import Page
from pycardgen.paint.press import Press, sheet_of
from pycardgen.paint.sharing import PartsJob
from pycardgen.paint.sheets import Sheet
from pycardgen.records import dataclass

_FLATS: Mapping[type, Callable[[Press, Any], list[Flat]]] = {
    StandeesJob: standee_flats,
    DiceJob: dice_flats,
    TracksJob: track_flats,
    BoxJob: box_flats,
}


def parts_pages(press: Press, job: PartsJob) -> Iterator[Page]:
    """The pages of components that share paper: as few as hold them, with backs if one has a back."""
    first = job.jobs[0]
    if isinstance(first, PiecesJob | MatsJob):
        yield from _piece_pages(press, job)
        return
    flats = [
        replace(flat, title=one.job.called) for one in job.jobs for flat in _FLATS[type(one)](press, one)
    ]
    yield from flat_pages(press, job.job, "", first.sheet, flats)


@dataclass(frozen=True, slots=True)
class _Copy:
    """A piece, and the size of its box with half of the gap to others around it, in mm."""

    piece: Piece
    form: Form
    gap: float
    job: ComponentJob

    @property
    def size(self) -> tuple[float, float]:
        return self.form.shape.width + self.gap, self.form.shape.height + self.gap


def _piece_pages(press: Press, job: PartsJob) -> Iterator[Page]:
    """The pages of pieces with two sides."""
    sheet = sheet_of(press, job.jobs[0].sheet)
    fold = any(isinstance(one, PiecesJob) and folded(one, sheet) for one in job.jobs)
    copies = [copy for one in job.jobs for copy in _copies(press, one, sheet)]
    if not copies:
        return
    best = packed(press, sheet, job.job, [copy.size for copy in copies], 0.0, even=True, fold=fold)
    if best is None:
        largest = max(copies, key=lambda copy: copy.size[0] * copy.size[1])
        shape = largest.form.shape
        too_large(press, largest.job.job, "", "a piece", (shape.width, shape.height), sheet.paper)
        return
    frame, placed = best
    both = not fold and any(copy.piece.back for copy in copies)
    run = Run(frame, sheet, fold, both, len(placed))
    yield from laid_pages(run, [_laid(run, copies, places) for places in placed])


def _copies(press: Press, job: ComponentJob, sheet: Sheet) -> Iterator[_Copy]:
    """The copies of a job, all drawn."""
    pieces: Sequence[Piece] = ()
    form: Form | None = None
    if isinstance(job, PiecesJob):
        sides = sides_of(press, job)
        if sides is not None:
            form, pieces = form_of(job, sides), list(pieces_of(press, job, sides))
    elif isinstance(job, MatsJob):
        form, pieces = mat_pieces(press, job)
    if form is None:
        return
    form, gap = spaced(sheet, replace(form, title=job.job.called))
    for piece in pieces:
        for _ in range(piece.count):
            yield _Copy(piece, form, gap, job)


def _laid(run: Run, copies: Sequence[_Copy], places: Sequence[Place]) -> list[Laid]:
    x, y, _, _ = room_of(run.frame, run.fold)
    return [
        Laid(copy.piece, copy.form, x + place.x + copy.gap / 2, y + place.y + copy.gap / 2)
        for place in places
        for copy in [copies[place.piece]]
    ]
