"""Print jobs of pads and mats: a template several times a page, once, or over several pages."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pycardgen.diagnostics import Diagnostic
from pycardgen.layout import sizes
from pycardgen.layout.components.outlines import outline
from pycardgen.layout.components.packing import grid
from pycardgen.layout.components.polygons import Point
from pycardgen.layout.components.tiling import Tiling, draw_plan, draw_window, tiling
from pycardgen.layout.display import Drawing, Group, Ink, Item, Line, Symbol, Use, rotation
from pycardgen.layout.kit import nowhere
from pycardgen.layout.subjects import Subject
from pycardgen.layout.template import Template
from pycardgen.model.components import MatsJob, PadsJob
from pycardgen.model.print_job import Job
from pycardgen.paint.components.copies import Copies, copies, draw, one_size
from pycardgen.paint.components.frames import FOOT, Frame, behind, frames, page, span_of, too_large
from pycardgen.paint.components.pieces import Form, Lattice, Piece, least_bleed, pages_of, planned
from pycardgen.paint.page import Page
from pycardgen.paint.press import Press, extra_fields, sheet_of, template_of
from pycardgen.paint.sheets import Sheet
from pycardgen.records import dataclass

LETTERS = 8.0
"""Room beside what is cut off for the letters of joins, in mm."""

MAX_TILES = 100
"""The most pages that one board may need."""

_CUT = Ink(stroke="#999999", width=0.15)


def _whole(press: Press, job: Job, seat: int, extra: Subject) -> Subject:
    """The game as a subject, at a seat."""
    own = {**press.subjects.whole(), "seat": seat, "name": job.called}
    return {**own, **extra_fields(press, extra, own)}


def _seats(press: Press, each: str) -> range:
    return range(1, (press.game.players[1] if each == "seat" else 1) + 1)


# --- pads ---


@dataclass(frozen=True, slots=True)
class _Pad:
    """Where the sheets of a pad lie on a page, and by how much their template is scaled."""

    frame: Frame
    slots: Sequence[Point]
    scale: float


def pad_pages(press: Press, job: PadsJob) -> Iterator[Page]:
    """Pages with a template several times, and lines to cut between."""
    front, back = template_of(press, job.layout), template_of(press, job.back) if job.back else None
    if front is None:
        return
    sheet = sheet_of(press, job.sheet)
    pad = _pad(press, job, sheet, front.extent(press.kit.paper))
    if pad is None:
        too_large(press, job.job, "pads", "a sheet", front.extent(press.kit.paper), sheet.paper)
        return
    seats = _seats(press, job.each)
    total, number = len(seats) * job.pages, 0
    for seat in seats:
        subject = _whole(press, job.job, seat, dict(job.extra))
        width = front.extent(press.kit.paper)[0] * pad.scale
        sides = [draw(press, t, subject, width=width) for t in (front, back) if t is not None]
        for _ in range(job.pages):
            number += 1
            yield page(pad.frame, _pad_side(pad, sides[0], sheet, False), number, total)
            if len(sides) > 1 and sheet.two_sided:
                note = f"back: turn the paper over its {sheet.flip} edge"
                items = _pad_side(pad, sides[1], sheet, True)
                yield page(pad.frame, items, number, total, note, back=True)


def _pad(press: Press, job: PadsJob, sheet: Sheet, size: tuple[float, float]) -> _Pad | None:
    """Of the ways to lay sheets on the paper, the one with the most, then the largest of them."""
    found: list[_Pad] = []
    for frame in frames(press, sheet, job.job, even=True):
        # Sheets that fill the paper, such as two of a5 on a4, have a margin of their own.
        for room in (frame.room, (0.0, 0.0, *frame.page)):
            slots, scale = _shared(room[2:], size, job.up)
            if slots:
                used = [(room[0] + x, room[1] + y) for x, y in slots]
                low = max(y for _, y in used) + size[1] * scale
                footer = frame.footer and low <= frame.page[1] - FOOT + 1e-6
                found.append(_Pad(replace(frame, footer=footer), used, scale))
    return max(found, key=lambda one: (len(one.slots), round(one.scale, 6), one.frame.footer), default=None)


def _shared(room: tuple[float, float], size: tuple[float, float], up: int) -> tuple[list[Point], float]:
    """Places for sheets, and their scale: as many as fit, or `up` of them made as small as they must be."""
    if not up:
        return grid(room, size, 0.0), 1.0
    best: tuple[list[Point], float] = ([], 0.0)
    for columns in range(1, up + 1):
        rows = math.ceil(up / columns)
        scale = min(1.0, room[0] / (columns * size[0]), room[1] / (rows * size[1]))
        if scale > best[1] + 1e-9:
            w, h = size[0] * scale, size[1] * scale
            left, top = (room[0] - columns * w) / 2, (room[1] - rows * h) / 2
            best = ([(left + (n % columns) * w, top + (n // columns) * h) for n in range(up)], scale)
    return best


def _pad_side(pad: _Pad, drawing: Drawing, sheet: Sheet, back: bool) -> list[Item]:
    w, h = drawing.width * pad.scale, drawing.height * pad.scale
    symbol = Symbol(drawing.name or "sheet", (0.0, 0.0, drawing.width, drawing.height), drawing.items)
    items: list[Item] = []
    for x, y in pad.slots:
        px, py, over = behind(pad.frame.page, sheet.flip, (x, y, w, h)) if back else (x, y, False)
        dx, dy = sheet.back_offset if back else (0.0, 0.0)
        a, b, c, d, e, f = rotation(180.0 if over else 0.0, w / 2, h / 2)
        move = (a, b, c, d, px + dx + e, py + dy + f)
        items.append(Group((Use(symbol, scale=pad.scale),), transform=move, clip=(0.0, 0.0, w, h, 0.0)))
    return items if back else [*items, *_pad_cuts(pad, w, h)]


def _pad_cuts(pad: _Pad, w: float, h: float) -> Iterator[Item]:
    """Lines between the sheets, and around them where there is paper left."""
    xs = sorted({round(x + d, 6) for x, _ in pad.slots for d in (0.0, w)})
    ys = sorted({round(y + d, 6) for _, y in pad.slots for d in (0.0, h)})
    width, height = pad.frame.page
    for x in xs:
        if 0.5 < x < width - 0.5:
            yield Line(x, max(0.0, ys[0] - 3.0), x, min(height, ys[-1] + 3.0), _CUT)
    for y in ys:
        if 0.5 < y < height - 0.5:
            yield Line(max(0.0, xs[0] - 3.0), y, min(width, xs[-1] + 3.0), y, _CUT)


# --- mats ---


def mat_pages(press: Press, job: MatsJob) -> Iterator[Page]:
    """Boards of players: as many on a page as fit, or each over several pages."""
    front, back = template_of(press, job.layout), template_of(press, job.back) if job.back else None
    if front is None:
        return
    sheet = sheet_of(press, job.sheet)
    size = front.extent(press.kit.paper)
    found = list(_mats(press, job))
    one_size(press, ((template, one.subject) for one in found for template in (front, back)))
    lattice = _lattice(press, job, front, back)
    if lattice is not None:
        pieces = (_piece(press, one, front, back) for one in found)
        yield from pages_of(lattice, pieces, sum(one.count for one in found))
        return
    if _same_as_paper(size, sheet):
        yield from _whole_pages(press, job, sheet, found, (front, back))
        return
    copies_of = [
        (draw(press, template, one.subject, one.where), one.count)
        for one in found
        for template in (front, back)
        if template is not None
    ]
    yield from tiled(press, job.job, "mats", sheet, copies_of, job.overlap)


def _whole_pages(
    press: Press,
    job: MatsJob,
    sheet: Sheet,
    found: Sequence[Copies],
    sides: tuple[Template, Template | None],
) -> Iterator[Page]:
    """Boards as large as the paper, a page each, with their backs behind them."""
    number, (front, back) = 0, sides
    for one in found:
        face = draw(press, front, one.subject, one.where)
        behind_it = draw(press, back, one.subject, one.where) if back is not None else None
        for _ in range(one.count):
            number += 1
            yield Page(face, f"{job.job.called} {number}")
            if behind_it is not None and sheet.two_sided:
                yield Page(_turned_over(behind_it, sheet.flip), f"{job.job.called} {number} back")


def _turned_over(drawing: Drawing, flip: str) -> Drawing:
    """A back as it is printed: on its head where the paper is turned over an edge that is above or below."""
    w, h = drawing.width, drawing.height
    if not behind((w, h), flip, (0.0, 0.0, w, h))[2]:
        return drawing
    return replace(drawing, items=(Group(drawing.items, transform=rotation(180.0, w / 2, h / 2)),))


def _lattice(press: Press, job: MatsJob, front: Template, back: Template | None) -> Lattice | None:
    """Where boards lie on pages; None if they are larger than a page."""
    sheet, form = sheet_of(press, job.sheet), _form(press, job, front, back)
    fold = back is not None and sheet.backs == "fold"
    return planned(press, job.job, sheet, form, "rect", fold)


def _form(press: Press, job: MatsJob, front: Template, back: Template | None) -> Form:
    size = front.extent(press.kit.paper)
    return Form(outline("rect", *size), least_bleed(press, (front, back), size[0]), job.outline)


def fits_on_page(press: Press, job: MatsJob) -> bool:
    """Whether the boards of a job can share paper: none is larger than a page, or folded."""
    front, back = template_of(press, job.layout), template_of(press, job.back) if job.back else None
    if front is None or (back is not None and sheet_of(press, job.sheet).backs == "fold"):
        return False
    return _lattice(press, job, front, back) is not None


def mat_pieces(press: Press, job: MatsJob) -> tuple[Form | None, list[Piece]]:
    """The boards of a job that fit on a page, drawn, and their form."""
    front, back = template_of(press, job.layout), template_of(press, job.back) if job.back else None
    if front is None:
        return None, []
    found = list(_mats(press, job))
    one_size(press, ((template, one.subject) for one in found for template in (front, back)))
    return _form(press, job, front, back), [_piece(press, one, front, back) for one in found]


def _mats(press: Press, job: MatsJob) -> Iterator[Copies]:
    if job.what.of or job.what.pieces:
        yield from copies(press, job.what)
        return
    for seat in _seats(press, job.each):
        yield Copies(_whole(press, job.job, seat, dict(job.what.extra)), 1, nowhere)


def _piece(press: Press, found: Copies, front: Template, back: Template | None) -> Piece:
    face = draw(press, front, found.subject, found.where)
    behind_it = draw(press, back, found.subject, found.where) if back is not None else None
    return Piece(face, behind_it, found.count)


def _same_as_paper(size: tuple[float, float], sheet: Sheet) -> bool:
    """Whether a board is as large as the paper, and brings its margins with it."""
    w, h = sizes.PAPERS[sheet.paper]
    return any(abs(size[0] - a) < 1.0 and abs(size[1] - b) < 1.0 for a, b in ((w, h), (h, w)))


# --- over several pages ---


def tiled(
    press: Press,
    job: Job,
    kind: str,
    sheet: Sheet,
    drawings: Sequence[tuple[Drawing, int]],
    overlap: float,
) -> Iterator[Page]:
    """Drawings of one size, each over several pages, after a plan of how these are put together."""
    first = drawings[0][0]
    size, bleed = (first.width, first.height), min(first.bleed, sheet.bleed)
    best: tuple[Frame, Tiling] | None = None
    for frame in frames(press, replace(sheet, margin=max(sheet.margin, LETTERS)), job):
        inner = (frame.room[2] - 2 * bleed, frame.room[3] - 2 * bleed)
        found = tiling(size, inner, overlap)
        if found is not None and (best is None or len(found.windows) < len(best[1].windows)):
            best = (frame, found)
    if best is None or len(best[1].windows) > MAX_TILES:
        _untiled(press, job, kind, sheet, best[1] if best else None, overlap)
        return
    frame, found = best
    each = len(found.windows)
    total = 1 + each * sum(count for _, count in drawings)
    numbers = range(2, each + 2)
    title = f"{job.called}: how the pages are put together"
    room = frame.room[2:]
    plan = draw_plan(found, _use(first), numbers, room, press.kit, title)
    shown = page(frame, [_moved(plan, frame.room[0], frame.room[1])], 1, total, "the plan")
    yield replace(shown, plan=True)
    number = 1
    for drawing, count in drawings:
        art = _use(drawing)
        for _ in range(count):
            for window in found.windows:
                number += 1
                x = frame.room[0] + (frame.room[2] - window.w) / 2
                y = frame.room[1] + (frame.room[3] - window.h) / 2
                items = draw_window(found, window, art, bleed, press.kit)
                note = f"row {window.row + 1}, column {window.column + 1}; cut along solid lines"
                yield page(frame, [_moved(items, x, y)], number, total, note)


def _untiled(press: Press, job: Job, kind: str, sheet: Sheet, found: Tiling | None, overlap: float) -> None:
    """Report that a drawing can't be put on pages: they overlap too far, or there would be too many."""
    if found is None:
        message = f"pages of {sheet.paper} that overlap by {overlap:g} mm show nothing new (`{job.name}`)"
        press.report(Diagnostic("PCG0753", message, span_of(job, "overlap"), "10 mm are enough"))
        return
    w, h = found.size
    message = (
        f"`{job.name}` is {w:.0f} x {h:.0f} mm, which would be {len(found.windows)} pages of {sheet.paper}"
    )
    key = "scale" if span_of(job, "scale") else kind
    hint = f"at most {MAX_TILES} are printed: make it smaller"
    press.report(Diagnostic("PCG0753", message, span_of(job, key), hint))


def _use(drawing: Drawing) -> Use:
    b = drawing.bleed
    box = (-b, -b, drawing.width + 2 * b, drawing.height + 2 * b)
    return Use(Symbol(drawing.name or "board", box, drawing.items))


def _moved(items: Sequence[Item], x: float, y: float) -> Group:
    return Group(tuple(items), transform=(1.0, 0.0, 0.0, 1.0, x, y))
