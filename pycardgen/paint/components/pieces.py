"""Print jobs of tokens and tiles: shapes with two sides, cut along their outlines.

Backs lie behind their fronts when the paper is turned over; or, with `sides: fold`, on the other half of the
same page, which is folded and glued before anything is cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pycardgen.layout.components.forms import FRONT, USUAL_WIDTH, piece_size
from pycardgen.layout.components.marks import folds
from pycardgen.layout.components.outlines import Outline, cut_line, cut_to, outline
from pycardgen.layout.components.packing import lattice
from pycardgen.layout.components.polygons import Point
from pycardgen.layout.compose import rotation
from pycardgen.layout.display import Drawing, Group, Item, Symbol, Use
from pycardgen.layout.template import Template
from pycardgen.model.components import PiecesJob
from pycardgen.model.print_job import Job
from pycardgen.paint.components.copies import copies, draw, job_subject, one_size, resized
from pycardgen.paint.components.frames import Frame, behind, frames, page, too_large
from pycardgen.paint.page import Page
from pycardgen.paint.press import Press, sheet_of, template_of
from pycardgen.paint.sheets import Sheet
from pycardgen.records import dataclass, field

LEAST_GAP = 2.0
"""Between two pieces, in mm, if they have no bleed."""

PAGE_FOLD = 4.0
"""Between the fold of a page and the pieces, in mm."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What is printed: its sides, and how many copies."""

    front: Drawing
    back: Drawing | None
    count: int


@dataclass(slots=True)
class Run:
    """What the pages of a job share. Pieces have a shape and a bleed, in mm."""

    shape: Outline
    bleed: float
    frame: Frame
    slots: Sequence[Point]
    sheet: Sheet
    fold: bool = False
    outlines: bool = True
    pages: int = 0
    symbols: dict[int, tuple[Drawing, Use]] = field(default_factory=dict)


def piece_pages(press: Press, job: PiecesJob) -> Iterator[Page]:
    """The pages of tokens or tiles."""
    front, back = template_of(press, job.front), template_of(press, job.back) if job.back else None
    if front is None:
        return
    size = piece_size(job, front.extent(press.kit.paper))
    usual = (USUAL_WIDTH, USUAL_WIDTH * size[1] / size[0])
    if job.front == FRONT:
        front = resized(front, usual)
    if back is not None and job.back == FRONT:
        back = resized(back, usual)
    sheet, shape = sheet_of(press, job.sheet), outline(job.shape, *size, job.corner)
    bleed = least_bleed(press, (front, back), size[0])
    fold = back is not None and "fold" in (job.sides, sheet.backs)
    run = planned(press, job.job, sheet, shape, bleed, job.shape, fold)
    if run is None:
        kind = "tiles" if job.job.place and "tiles" in job.job.place.container else "tokens"
        too_large(press, job.job, kind, "a piece", size, sheet.paper)
        return
    run.outlines = job.outline
    total = sum(found.count for found in copies(press, job.what))
    yield from pages_of(run, _pieces(press, job, front, back), total)


def least_bleed(press: Press, templates: Iterable[Template | None], width: float) -> float:
    """The least bleed of some templates, in mm when they are as wide as the pieces."""
    known = [template for template in templates if template is not None]
    return min(template.bleed * width / template.extent(press.kit.paper)[0] for template in known)


def planned(
    press: Press, job: Job, sheet: Sheet, shape: Outline, bleed: float, name: str, fold: bool = False
) -> Run | None:
    """Where pieces lie on the pages of a job; None if not one fits. `name` is that of the shape."""
    bleed = min(sheet.bleed, bleed)
    gap = max(2 * bleed, LEAST_GAP) if sheet.gutter is None else sheet.gutter
    bleed = min(bleed, gap / 2)
    size = (shape.width, shape.height)
    found = [
        (frame, _slots(frame, size, gap, name, bleed, fold)) for frame in frames(press, sheet, job, even=True)
    ]
    frame, slots = max(found, key=lambda one: len(one[1]))
    return Run(shape, bleed, frame, slots, sheet, fold) if slots else None


def _slots(
    frame: Frame, size: tuple[float, float], gap: float, shape: str, bleed: float, fold: bool
) -> list[Point]:
    x, y, w, h = frame.room
    if fold:
        h = frame.page[1] / 2 - PAGE_FOLD - y
    inner = (w - 2 * bleed, h - 2 * bleed)
    return [(x + bleed + px, y + bleed + py) for px, py in lattice(inner, size, gap, shape)]


def _pieces(press: Press, job: PiecesJob, front: Template, back: Template | None) -> Iterator[Piece]:
    one_size(press, front, copies(press, job.what))
    shared = None
    if back is not None and job.backs == "deck":
        shared = draw(press, back, job_subject(press, job.job, job.what))
    for found in copies(press, job.what):
        face = draw(press, front, found.subject, found.where)
        own = shared
        if back is not None and own is None:
            own = draw(press, back, found.subject, found.where)
        yield Piece(face, own, found.count)


def pages_of(run: Run, pieces: Iterable[Piece], total: int) -> Iterator[Page]:
    """The pages of some pieces, `total` copies in all."""
    run.pages = -(-total // len(run.slots))
    late: list[Page] = []
    for number, chunk in enumerate(_chunks(pieces, len(run.slots)), 1):
        items = _fronts(run, chunk)
        if run.fold:
            line = run.frame.page[1] / 2
            items += [*_backs(run, chunk), *folds([((0.0, line), (run.frame.page[0], line))])]
            yield page(run.frame, items, number, run.pages, "fold along the line, glue, then cut")
            continue
        yield page(run.frame, items, number, run.pages)
        if any(piece.back for piece in chunk) and run.sheet.two_sided:
            note = f"back: turn the paper over its {run.sheet.flip} edge"
            behind_it = page(run.frame, _backs(run, chunk), number, run.pages, note, back=True)
            if run.sheet.backs == "separate":
                late.append(behind_it)
            else:
                yield behind_it
    yield from reversed(late) if run.sheet.reverse else late


def _chunks(pieces: Iterable[Piece], size: int) -> Iterator[list[Piece]]:
    chunk: list[Piece] = []
    for piece in pieces:
        for _ in range(piece.count):
            chunk.append(piece)
            if len(chunk) == size:
                yield chunk
                chunk = []
    if chunk:
        yield chunk


def _use(run: Run, drawing: Drawing) -> Use:
    """A drawing as a symbol, scaled to the pieces' width."""
    kept = run.symbols.get(id(drawing))
    if kept is None:
        b = drawing.bleed
        box = (-b, -b, drawing.width + 2 * b, drawing.height + 2 * b)
        symbol = Symbol(drawing.name or "piece", box, drawing.items)
        kept = (drawing, Use(symbol, scale=run.shape.width / drawing.width))
        run.symbols[id(drawing)] = kept
    return kept[1]


def _fronts(run: Run, chunk: Sequence[Piece]) -> list[Item]:
    items: list[Item] = []
    for piece, (x, y) in zip(chunk, run.slots, strict=False):
        cut = cut_to((_use(run, piece.front),), run.shape, run.bleed)
        items.append(Group((cut,), transform=(1.0, 0.0, 0.0, 1.0, x, y)))
    if run.outlines:
        for x, y in run.slots[: len(chunk)]:
            items += cut_line(run.shape, x, y)
    return items


def _backs(run: Run, chunk: Sequence[Piece]) -> list[Item]:
    """Backs behind their fronts; on a page that is folded, below them and upside down."""
    items: list[Item] = []
    (dx, dy) = (0.0, 0.0) if run.fold else run.sheet.back_offset
    w, h = run.shape.width, run.shape.height
    flip = run.sheet.flip
    if run.fold:  # as paper that is turned over a level edge
        flip = "short" if run.frame.page[1] >= run.frame.page[0] else "long"
    for piece, (x, y) in zip(chunk, run.slots, strict=False):
        if piece.back is None:
            continue
        cut = cut_to((_use(run, piece.back),), run.shape, run.bleed, behind=True)
        px, py, over = behind(run.frame.page, flip, (x, y, w, h))
        a, b, c, d, e, f = rotation(180.0 if over else 0.0, w / 2, h / 2)
        items.append(Group((cut,), transform=(a, b, c, d, px + dx + e, py + dy + f)))
    return items
