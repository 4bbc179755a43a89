"""Cutting machines: pages as SVG whose layers hold what is printed, where is cut, and marks to register by.

The layers are Inkscape's, which plotters' programs read too; they are called as its extension for machines by
Silhouette expects, which cuts neither `Print` nor `Regmarks`. All cuts are closed paths in one colour,
without a fill, a hair wide; nothing else has that colour. Marks are a square and two corners as these
machines look for, 10 mm from the edges: they are the paper's width and height less 20 mm apart. The squares
that the corners' arms span stay free, as their programs want it. Text is outlines, for these lack the fonts.
One file holds the page as it is printed, and where the machine cuts it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import islice, product

from pycardgen.diagnostics import Diagnostic
from pycardgen.layout import sizes
from pycardgen.layout.components.outlines import Outline, cut_to
from pycardgen.layout.components.packing import lattice
from pycardgen.layout.components.polygons import Point, moved
from pycardgen.layout.display import Drawing, Group, Ink, Item, Polygon, Rect, Symbol, Use, walk
from pycardgen.paint.exports import Order
from pycardgen.paint.exports.gather import Batch, Made, batches
from pycardgen.paint.exports.manifest import manifest
from pycardgen.paint.jobs import Output
from pycardgen.records import dataclass

COLORS = ("#ff0000", "#00ff00", "#0000ff", "#ff00ff", "#00ffff")
"""Of cuts: the first one that the pieces themselves don't have."""

BLACK = Ink(fill="#000000")

PRINT = "Print"

INSET = 10.0
"""From the edge of the paper to the marks, in mm."""

MARK = 5.0
"""The side of the square mark, in mm."""

FREE = 2.0
"""What stays free around marks, in mm."""

ARMS, STROKE = (20.0, 15.0, 10.0, 5.0), 0.5
"""How long the corners' arms may be, and how wide they are, in mm, as the machines' program takes them.
Shorter arms leave room for more pieces: they are taken if that saves a page.
"""

SLACK = 1e-6
"""What sums of lengths may be wrong by."""

SPACES = ((1.0, 1.0), (0.5, 0.25))
"""How far pieces are printed beyond the cut, at most, and what is between two of them then, in mm.
Less leaves room for more pieces: it is taken if that saves a page.
"""


@dataclass(frozen=True, slots=True)
class _Plan:
    """A page: its size, where on it pieces lie (their upper left corners), and the ink of cuts."""

    page: tuple[float, float]
    slots: Sequence[Point]
    bleed: float
    cut: Ink
    arm: float


def export(order: Order) -> Iterator[Output]:
    """`JOB-N.svg` for each page of cards and tokens; where there are backs, `JOB-N-back.svg`, not cut."""
    files: list[str] = []
    cut: list[dict[str, object]] = []
    for batch in batches(order.press, order.jobs):
        plan = _plan(order, batch) if batch.kind in ("cards", "tokens") else None
        if plan is None:
            continue
        pages = 0
        for number, chunk in enumerate(_chunks(batch, len(plan.slots)), start=1):
            pages += 1
            for output in _page(batch, plan, chunk, number):
                files.append(output.path)
                yield output
        color = plan.cut.stroke
        deck = {"deck": batch.job.name, "pieces": batch.count, "pages": pages, "color": color}
        cut.append({**deck, "marks": {"length": plan.arm, "thickness": STROKE, "inset": INSET}})
    yield manifest(order.press.game, order.target, files, paper=order.press.paper, cut=cut)


def _plan(order: Order, batch: Batch) -> _Plan | None:
    """Where the pieces of a batch lie so that they take the fewest pages, upright or lying; None after
    reporting that none fits.
    """
    drawn = min(side.bleed for piece in batch.pieces for side in _sides(piece))
    shape, cut = batch.shape, _cut_ink(batch)
    width, height = sizes.PAPERS[order.press.paper]
    best: _Plan | None = None
    for (bleed, gap), page, arm in product(SPACES, ((width, height), (height, width)), ARMS):
        slots = _slots(page, shape, min(bleed, drawn), gap, arm)
        if slots and (best is None or _pages(batch, slots) < _pages(batch, best.slots)):
            best = _Plan(page, slots, min(bleed, drawn), cut, arm)
    if best is None:
        size = f"{shape.width:g} x {shape.height:g} mm"
        message = f"`{batch.job.name}`: no piece of {size} fits on {order.press.paper} within the marks"
        span = batch.job.place.whole() if batch.job.place else None
        order.press.report(Diagnostic("PCG0796", message, span, "choose a larger --paper"))
    return best


def _pages(batch: Batch, slots: Sequence[Point]) -> int:
    return math.ceil(batch.count / len(slots))


def _cut_ink(batch: Batch) -> Ink:
    """The ink of cuts, in a colour that no piece has."""
    used: set[object] = set()
    for item in walk(item for piece in batch.pieces for side in _sides(piece) for item in side.items):
        ink = getattr(item, "ink", None)
        used |= {ink.fill, ink.stroke} if ink is not None else {getattr(item, "color", None)}
    color = next((color for color in COLORS if color not in used), COLORS[0])
    return Ink(stroke=color, width=0.1)


def _slots(page: tuple[float, float], shape: Outline, bleed: float, gap: float, arm: float) -> list[Point]:
    """As many places for a shape as there are outside the corners with marks, in the middle of the page."""
    hexagon = "hex" if shape.height > shape.width else "hex-flat"
    name = hexagon if len(shape.points) == 6 else "rect"
    near, far = INSET + bleed, INSET + arm + FREE + bleed
    best: list[Point] = []
    for edges in ((near, near), (near, far), (far, near)):
        room = (page[0] - 2 * edges[0], page[1] - 2 * edges[1])
        found = lattice(room, (shape.width, shape.height), gap + 2 * bleed, name)
        places = [(x + edges[0], y + edges[1]) for x, y in found]
        best = max(best, [place for place in places if _free(page, shape, place, far)], key=len)
    return best


def _free(page: tuple[float, float], shape: Outline, place: Point, far: float) -> bool:
    """Whether a piece lies outside the corners at the upper left, the upper right and the lower left."""
    left, top = place[0] < far - SLACK, place[1] < far - SLACK
    right = place[0] + shape.width > page[0] - far + SLACK
    low = place[1] + shape.height > page[1] - far + SLACK
    return not ((left and (top or low)) or (right and top))


def _sides(piece: Made) -> Iterator[Drawing]:
    yield piece.front
    if piece.back is not None:
        yield piece.back


def _chunks(batch: Batch, size: int) -> Iterator[list[Made]]:
    """The copies, as many at a time as a page holds."""
    copies = (piece for piece in batch.pieces for _ in range(piece.count))
    while chunk := list(islice(copies, size)):
        yield chunk


# --- pages ---


def _page(batch: Batch, plan: _Plan, chunk: Sequence[Made], number: int) -> Iterator[Output]:
    name = f"{batch.job.name}-{number}"
    symbols: dict[int, Symbol] = {}
    fronts = [
        _placed(piece.front, batch.shape, plan.bleed, place, symbols)
        for piece, place in zip(chunk, plan.slots, strict=False)
    ]
    cuts = [_outline(batch.shape, x, y, plan.cut) for x, y in plan.slots[: len(chunk)]]
    marks = tuple(_marks(plan.page, plan.arm))
    layers = (
        Group(tuple(fronts), id="print", layer=PRINT),
        Group(marks, id="registration", layer="Regmarks"),
        Group(tuple(cuts), id="cut", layer="Cut"),
    )
    yield _file(plan, layers, name)
    backs = [
        _placed(piece.back, batch.shape, plan.bleed, _behind(plan, batch.shape, place), symbols, True)
        for piece, place in zip(chunk, plan.slots, strict=False)
        if piece.back is not None
    ]
    if backs:
        yield _file(plan, (Group(tuple(backs), id="print", layer=PRINT),), f"{name}-back")


def _file(plan: _Plan, layers: tuple[Item, ...], name: str) -> Output:
    from pycardgen.paint.svg import paint_svg

    drawing = Drawing(*plan.page, layers, 0.0, name)
    return Output(f"{name}.svg", paint_svg(drawing, name, outlines=True).encode())


def _placed(
    drawing: Drawing,
    shape: Outline,
    bleed: float,
    place: Point,
    symbols: dict[int, Symbol],
    behind: bool = False,
) -> Item:
    """A drawing at its place, cut off where its bleed ends. Copies share one symbol."""
    symbol = symbols.get(id(drawing))
    if symbol is None:
        b = drawing.bleed
        box = (-b, -b, drawing.width + 2 * b, drawing.height + 2 * b)
        symbol = symbols[id(drawing)] = Symbol(drawing.name or "piece", box, drawing.items)
    return Group(
        (cut_to((Use(symbol),), shape, bleed, behind),), transform=(1.0, 0.0, 0.0, 1.0, place[0], place[1])
    )


def _behind(plan: _Plan, shape: Outline, place: Point) -> Point:
    """Where a piece's back lies when the paper is turned over from left to right."""
    return plan.page[0] - place[0] - shape.width, place[1]


def _outline(shape: Outline, x: float, y: float, ink: Ink) -> Item:
    if shape.points:
        return Polygon(moved(shape.points, x, y), ink)
    return Rect(x, y, shape.width, shape.height, ink, shape.radius)


def _marks(page: tuple[float, float], arm: float) -> Iterator[Item]:
    """A square at the upper left, corners at the upper right and the lower left, the middles of whose lines
    are the inset from the edges, and from which the arms are measured.
    """
    half = STROKE / 2
    right, bottom = page[0] - INSET, page[1] - INSET
    yield Rect(INSET, INSET, MARK, MARK, BLACK)
    yield Rect(right - arm, INSET - half, arm + half, STROKE, BLACK)
    yield Rect(right - half, INSET - half, STROKE, arm + half, BLACK)
    yield Rect(INSET - half, bottom - half, arm + half, STROKE, BLACK)
    yield Rect(INSET - half, bottom - arm, STROKE, arm + half, BLACK)
