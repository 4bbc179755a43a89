"""Print jobs of tokens and tiles: shapes with two sides, cut along their outlines.

Backs lie behind their fronts when the paper is turned over; or, with `sides: fold`, on the other half of the
same page, which is folded and glued before anything is cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pycardgen.layout.components.forms import FRONT, USUAL_WIDTH, piece_size
from pycardgen.layout.components.marks import folds
from pycardgen.layout.components.outlines import Outline, cut_line, cut_to, outline
from pycardgen.layout.components.packing import lattice
from pycardgen.layout.components.polygons import Point
from pycardgen.layout.display import Drawing, Group, Item, Symbol, Use, rotation
from pycardgen.layout.subjects import job_subject
from pycardgen.layout.template import Template
from pycardgen.model.components import PiecesJob
from pycardgen.model.print_job import Job
from pycardgen.paint.components.copies import copies, draw, one_size, resized
from pycardgen.paint.components.crops import crops
from pycardgen.paint.components.frames import Frame, begins, behind, frames, joined, page, room_of, too_large
from pycardgen.paint.marks import hair
from pycardgen.paint.page import Page
from pycardgen.paint.press import Press, sheet_of, template_of
from pycardgen.paint.sheets import Sheet
from pycardgen.records import dataclass, field

LEAST_GAP = 2.0
"""Between two pieces, in mm, if they have no bleed."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What is printed: its sides, and how many copies."""

    front: Drawing
    back: Drawing | None
    count: int


@dataclass(frozen=True, slots=True)
class Form:
    """What the pieces of a job have in common: their shape and bleed in mm, and whether the shape is
    outlined. `title` is that of the job where jobs share paper.
    """

    shape: Outline
    bleed: float
    outlined: bool = True
    title: str = ""


@dataclass(frozen=True, slots=True)
class Laid:
    """A piece on a page, the upper left corner of its box there."""

    piece: Piece
    form: Form
    x: float
    y: float


@dataclass(slots=True)
class Run:
    """What the pages of a file have in common. `fold`: backs are on the lower half of the page; `both`: every
    page has a back, and be it empty, so that printers that print on both sides stay in step.
    """

    frame: Frame
    sheet: Sheet
    fold: bool = False
    both: bool = False
    pages: int = 0
    symbols: dict[tuple[int, float], tuple[Drawing, Use]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lattice:
    """Where the pieces of one job lie on its pages. `cropped`: marks in the margins show where to cut."""

    run: Run
    form: Form
    slots: Sequence[Point]
    cropped: bool = False


@dataclass(frozen=True, slots=True)
class Sides:
    """The templates of a job's pieces, their size in mm, and what of the templates' bleed there is."""

    front: Template
    back: Template | None
    size: tuple[float, float]
    bleed: float


def sides_of(press: Press, job: PiecesJob) -> Sides | None:
    """What a job's pieces are drawn by; None if its template isn't there, which has been reported."""
    front, back = template_of(press, job.front), template_of(press, job.back) if job.back else None
    if front is None:
        return None
    size = piece_size(job, front.extent(press.kit.paper))
    usual = (USUAL_WIDTH, USUAL_WIDTH * size[1] / size[0])
    if job.front == FRONT:
        front = resized(front, usual)
    if back is not None and job.back == FRONT:
        back = resized(back, usual)
    return Sides(front, back, size, least_bleed(press, (front, back), size[0]))


def form_of(job: PiecesJob, sides: Sides) -> Form:
    """The form of a job's pieces."""
    return Form(outline(job.shape, *sides.size, job.corner), sides.bleed, job.outline)


def folded(job: PiecesJob, sheet: Sheet) -> bool:
    """Whether the backs of a job are on the other half of a page that is folded."""
    return job.back is not None and "fold" in (job.sides, sheet.backs)


def piece_pages(press: Press, job: PiecesJob) -> Iterator[Page]:
    """The pages of tokens or tiles."""
    sides = sides_of(press, job)
    if sides is None:
        return
    sheet = sheet_of(press, job.sheet)
    found = planned(press, job.job, sheet, form_of(job, sides), job.shape, folded(job, sheet))
    if found is None:
        kind = "tiles" if job.job.place and "tiles" in job.job.place.container else "tokens"
        too_large(press, job.job, kind, "a piece", sides.size, sheet.paper)
        return
    total = sum(found.count for found in copies(press, job.what))
    yield from pages_of(found, pieces_of(press, job, sides), total)


def least_bleed(press: Press, templates: Iterable[Template | None], width: float) -> float:
    """The least bleed of some templates, in mm when they are as wide as the pieces."""
    known = [template for template in templates if template is not None]
    return min(template.bleed * width / template.extent(press.kit.paper)[0] for template in known)


def spaced(sheet: Sheet, form: Form) -> tuple[Form, float]:
    """A form with as much bleed as the sheet prints, and the gap between two of its pieces in mm."""
    bleed = min(sheet.bleed, form.bleed)
    gap = max(2 * bleed, LEAST_GAP) if sheet.gutter is None else sheet.gutter
    return replace(form, bleed=min(bleed, gap / 2)), gap


def planned(
    press: Press, job: Job, sheet: Sheet, form: Form, shape: str, fold: bool = False
) -> Lattice | None:
    """Where pieces lie on the pages of a job; None if not one fits. `shape` is the name of theirs."""
    form, gap = spaced(sheet, form)
    found = [(frame, _slots(frame, form, gap, shape, fold)) for frame in frames(press, sheet, job, even=True)]
    frame, slots = max(found, key=lambda one: len(one[1]))
    if not slots:
        return None
    run = Run(frame, sheet, fold)
    cropped = bool(_crops(run, slots, form))
    return Lattice(run, replace(form, outlined=form.outlined and not cropped), slots, cropped)


def _crops(run: Run, slots: Sequence[Point], form: Form) -> list[Item]:
    """Marks instead of outlines: of pieces with bleed and straight edges, if the sheet has marks and room."""
    shape = form.shape
    if not form.outlined or shape.points or shape.radius or form.bleed < 1.0 or run.sheet.marks != "crop":
        return []
    return crops(run.frame, slots, (shape.width, shape.height), form.bleed, run.fold, hair(run.sheet))


def _slots(frame: Frame, form: Form, gap: float, shape: str, fold: bool) -> list[Point]:
    x, y, w, h = room_of(frame, fold)
    bleed = form.bleed
    places = lattice((w - 2 * bleed, h - 2 * bleed), (form.shape.width, form.shape.height), gap, shape)
    return [(x + bleed + px, y + bleed + py) for px, py in places]


def pieces_of(press: Press, job: PiecesJob, sides: Sides) -> Iterator[Piece]:
    """What a job prints, drawn one by one."""
    front, back = sides.front, sides.back
    whole = job_subject(press.subjects, job.job, job.what)
    fronts = [found.subject for found in copies(press, job.what)]
    behind_them = fronts if job.backs == "card" else [whole]
    one_size(press, [*((front, one) for one in fronts), *((back, one) for one in behind_them)])
    shared = None
    if back is not None and job.backs == "deck":
        shared = draw(press, back, whole, width=sides.size[0])
    for found in copies(press, job.what):
        face = draw(press, front, found.subject, found.where, sides.size[0])
        own = shared
        if back is not None and own is None:
            own = draw(press, back, found.subject, found.where, sides.size[0])
        yield Piece(face, own, found.count)


def pages_of(lattice: Lattice, pieces: Iterable[Piece], total: int) -> Iterator[Page]:
    """The pages of some pieces, `total` copies in all."""
    run, slots = lattice.run, lattice.slots
    run.pages = -(-total // len(slots))
    chunks = _chunks(pieces, len(slots))
    laid = ([Laid(p, lattice.form, *at) for p, at in zip(c, slots, strict=False)] for c in chunks)
    yield from laid_pages(run, laid, lattice.cropped)


def laid_pages(run: Run, pages: Iterable[Sequence[Laid]], cropped: bool = False) -> Iterator[Page]:
    """The pages of what lies on each, backs where the sheet wants them. Where jobs share paper (their forms
    have titles), the file's outline leads to where each begins, and the foot says what is on the page. With
    `cropped`, marks show where to cut.
    """
    late: list[Page] = []
    begun: set[str] = set()
    for number, laid in enumerate(pages, 1):
        marks = begins([(one.form.title, one.y) for one in laid], begun)
        titles = ", ".join(dict.fromkeys(one.form.title for one in laid if one.form.title))
        items = [*marks, *_fronts(run, laid)]
        if cropped:
            form = replace(laid[0].form, outlined=True)
            items += _crops(run, [(one.x, one.y) for one in laid], form)
        if run.fold:
            line = run.frame.page[1] / 2
            items += [*_backs(run, laid), *folds([((0.0, line), (run.frame.page[0], line))])]
            note = joined("fold along the line, glue, then cut", titles)
            yield page(run.frame, items, number, run.pages, note)
            continue
        yield page(run.frame, items, number, run.pages, titles)
        if run.sheet.two_sided and (run.both or any(one.piece.back for one in laid)):
            note = joined(f"back: turn the paper over its {run.sheet.flip} edge", titles)
            behind_it = page(run.frame, _backs(run, laid), number, run.pages, note, back=True)
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


def _use(run: Run, drawing: Drawing, form: Form) -> Use:
    """A drawing as a symbol, scaled to the pieces' width."""
    key = (id(drawing), form.shape.width)
    kept = run.symbols.get(key)
    if kept is None:
        b = drawing.bleed
        box = (-b, -b, drawing.width + 2 * b, drawing.height + 2 * b)
        symbol = Symbol(drawing.name or "piece", box, drawing.items)
        kept = (drawing, Use(symbol, scale=form.shape.width / drawing.width))
        run.symbols[key] = kept
    return kept[1]


def _fronts(run: Run, laid: Sequence[Laid]) -> list[Item]:
    items: list[Item] = []
    for one in laid:
        cut = cut_to((_use(run, one.piece.front, one.form),), one.form.shape, one.form.bleed)
        items.append(Group((cut,), transform=(1.0, 0.0, 0.0, 1.0, one.x, one.y)))
    for one in laid:
        if one.form.outlined:
            items += cut_line(one.form.shape, one.x, one.y)
    return items


def _backs(run: Run, laid: Sequence[Laid]) -> list[Item]:
    """Backs behind their fronts; on a page that is folded, below them and upside down."""
    items: list[Item] = []
    (dx, dy) = (0.0, 0.0) if run.fold else run.sheet.back_offset
    flip = run.sheet.flip
    if run.fold:  # as paper that is turned over a level edge
        flip = "short" if run.frame.page[1] >= run.frame.page[0] else "long"
    for one in laid:
        if one.piece.back is None:
            continue
        w, h = one.form.shape.width, one.form.shape.height
        cut = cut_to((_use(run, one.piece.back, one.form),), one.form.shape, one.form.bleed, behind=True)
        px, py, over = behind(run.frame.page, flip, (one.x, one.y, w, h))
        a, b, c, d, e, f = rotation(180.0 if over else 0.0, w / 2, h / 2)
        items.append(Group((cut,), transform=(a, b, c, d, px + dx + e, py + dy + f)))
    return items
