"""A file for each card, token and board: PNG at any resolution, or SVG with text as text or as outlines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from pycardgen.diagnostics import Diagnostic
from pycardgen.layout.display import Drawing
from pycardgen.model.components import MatsJob
from pycardgen.model.printing import BoardJob, PrintJob
from pycardgen.paint.exports import Order
from pycardgen.paint.exports.gather import Batch, batches
from pycardgen.paint.exports.manifest import manifest
from pycardgen.paint.exports.raster import Frame, frame_of, images, png
from pycardgen.paint.jobs import Output
from pycardgen.paint.png import MAX_PIXELS
from pycardgen.paint.press import Press

NO_BLEED = 0.0


def export(order: Order) -> Iterator[Output]:
    """`JOB/ID.png` or `.svg`, backs `JOB/back.png` or `JOB/ID-back.png`; a manifest with counts."""
    files: list[str] = []
    pieces = []
    for batch in batches(order.press, order.jobs):
        for output in _svgs(order, batch) if order.target == "svg" else pngs(order, batch):
            files.append(output.path)
            yield output
        pieces += [
            {"deck": batch.job.name, "id": piece.id, "name": piece.name, "copies": piece.count}
            for piece in batch.pieces
        ]
    yield manifest(order.press.game, order.target, files, pieces=pieces)


def card_svgs(press: Press, jobs: Iterable[PrintJob], folder: str) -> Iterator[Output]:
    """An SVG for each side of the cards, tokens and figures of print jobs, with its bleed."""
    for batch in batches(press, (job for job in jobs if not isinstance(job, BoardJob | MatsJob))):
        for path, drawing in sides(batch):
            yield Output(f"{folder}/{path}.svg", svg_of(drawing, press.outlines).encode())


def sides(batch: Batch) -> Iterator[tuple[str, Drawing]]:
    """Every side of a batch once, with its path without the ending."""
    job = batch.job.name
    for piece in batch.pieces:
        yield f"{job}/{piece.id}", piece.front
        if piece.back is not None and not batch.shared:
            yield f"{job}/{piece.id}-back", piece.back
    if batch.shared and batch.pieces[0].back is not None:
        yield f"{job}/back", batch.pieces[0].back


def _svgs(order: Order, batch: Batch) -> Iterator[Output]:
    for path, drawing in sides(batch):
        yield Output(f"{path}.svg", svg_of(drawing, order.outlines, order.bleed).encode())


def pngs(order: Order, batch: Batch) -> Iterator[Output]:
    """A PNG for every side of a batch."""
    wanted = [(path, drawing) for path, drawing in sides(batch) if _drawable(order, batch, path, drawing)]
    for frame, some in groupby(wanted, lambda one: _frame(order, one[1])):
        paths, drawings = zip(*some, strict=True)
        for path, image in zip(paths, images(drawings, frame), strict=True):
            yield Output(f"{path}.png", png(image, order.dpi))


def _drawable(order: Order, batch: Batch, path: str, drawing: Drawing) -> bool:
    width, height = _frame(order, drawing).pixels
    if width * height <= MAX_PIXELS:
        return True
    span = batch.job.place.whole() if batch.job.place else None
    message = f"`{path}` would have {width} x {height} pixels at {order.dpi:g} dpi"
    hint = f"choose a lower --dpi: at most {MAX_PIXELS // 1_000_000} million pixels are drawn"
    order.press.report(Diagnostic("PCG0794", message, span, hint))
    return False


def _frame(order: Order, drawing: Drawing) -> Frame:
    return frame_of(drawing, order.dpi, drawing.bleed if order.bleed else NO_BLEED)


def svg_of(drawing: Drawing, outlines: bool, bleed: bool = True) -> str:
    """A drawing as an SVG document, with its bleed or cut to its size."""
    from pycardgen.paint.svg import paint_svg

    return paint_svg(drawing if bleed else replace(drawing, bleed=NO_BLEED), drawing.name, outlines)
