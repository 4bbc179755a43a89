"""Print shops: a PNG for each copy, in the pixels of the shop's template, and a list of them to order by.

Cards keep their size to a hair: they are never stretched in one direction, and enlarged only as far as the
shop's cut is larger. What of the shop's bleed the card's doesn't reach has the colours at the card's edge.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pycardgen.diagnostics import Diagnostic, Severity, Span
from pycardgen.layout.display import Drawing, Group
from pycardgen.paint.exports import Order
from pycardgen.paint.exports.autofill import order_file
from pycardgen.paint.exports.gather import Batch, Made, batches
from pycardgen.paint.exports.manifest import csv_file, manifest
from pycardgen.paint.exports.products import DPI, PRODUCTS, Product
from pycardgen.paint.exports.raster import MM, Frame, images, png
from pycardgen.paint.jobs import Output

TOLERANCE = 2.0
"""How far a piece's width and height may be from what a shop offers, in mm."""

NEEDED = 3.2
"""How much bleed cutting needs, in mm, whatever more a shop's pictures have."""

SPREAD = 1.2
"""How much of that may be filled with the colours at a card's edge, in mm."""


def export(order: Order) -> Iterator[Output]:
    """The pictures of all cards, and of tokens where the shop makes such; a manifest as JSON and as CSV."""
    rows: list[list[object]] = [["deck", "product", "side", "file", "id", "name", "copy", "copies"]]
    decks, orders = [], []
    for batch in batches(order.press, order.jobs):
        product = _product(order, batch)
        if product is None:
            continue
        listed: list[list[object]] = []
        yield from _batch(batch, product, listed)
        rows += listed
        if product.autofill and (made := order_file(batch, listed)):
            orders.append(made.path)
            yield made
        width, height = product.pixels
        decks.append(
            {
                "deck": batch.job.name,
                "product": product.name,
                "pixels": [width, height],
                "dpi": DPI,
                "cards": batch.count,
                "different": len(batch.pieces),
                "back": "one for all" if batch.shared else "one for each",
            }
        )
    yield csv_file("manifest.csv", rows)
    files = ["manifest.csv", *orders, *dict.fromkeys(str(row[3]) for row in rows[1:])]
    yield manifest(order.press.game, order.target, files, decks=decks)


def _batch(batch: Batch, product: Product, listed: list[list[object]]) -> Iterator[Output]:
    """A deck's pictures: `front-003-NAME-1of2.png` for each copy, and its back or backs."""
    job = batch.job.name
    frame = Frame(product.pixels, DPI, 1000.0)
    fronts = images((_fitted(piece.front, product) for piece in batch.pieces), frame)
    number = 0
    for piece, image in zip(batch.pieces, fronts, strict=True):
        data = png(image, DPI)
        for copy in range(1, piece.count + 1):
            number += 1
            path = f"{job}/front-{number:03d}-{piece.id}-{copy}of{piece.count}.png"
            listed.append([job, product.name, "front", path, piece.id, piece.name, copy, piece.count])
            yield Output(path, data)
    yield from _backs(batch, product, frame, listed)


def _backs(batch: Batch, product: Product, frame: Frame, listed: list[list[object]]) -> Iterator[Output]:
    job = batch.job.name
    with_backs = [piece for piece in batch.pieces if piece.back is not None]
    chosen = with_backs[:1] if batch.shared else with_backs
    sides = (_fitted(piece.back, product) for piece in chosen if piece.back is not None)
    number = 0
    for piece, image in zip(chosen, images(sides, frame), strict=True):
        data = png(image, DPI)
        if batch.shared:
            path = f"{job}/back.png"
            listed.append([job, product.name, "back", path, "", batch.title, 1, batch.count])
            yield Output(path, data)
            return
        for copy in range(1, piece.count + 1):
            number += 1
            path = f"{job}/back-{number:03d}-{piece.id}-{copy}of{piece.count}.png"
            listed.append([job, product.name, "back", path, piece.id, piece.name, copy, piece.count])
            yield Output(path, data)


def _fitted(drawing: Drawing, product: Product) -> Drawing:
    """A drawing turned as the shop has it, and enlarged so far that it fills the cut (never stretched)."""
    lies, should_lie = drawing.width > drawing.height, product.trim[0] > product.trim[1]
    if lies != should_lie and abs(drawing.width - drawing.height) > 1e-6:
        turned = Group(drawing.items, transform=(0.0, 1.0, -1.0, 0.0, drawing.height, 0.0))
        drawing = replace(drawing, width=drawing.height, height=drawing.width, items=(turned,))
    factor = max(product.trim[0] / drawing.width, product.trim[1] / drawing.height)
    group = Group(drawing.items, transform=(factor, 0.0, 0.0, factor, 0.0, 0.0))
    return replace(
        drawing,
        width=drawing.width * factor,
        height=drawing.height * factor,
        bleed=drawing.bleed * factor,
        items=(group,),
    )


# --- what the shop offers ---


def _product(order: Order, batch: Batch) -> Product | None:
    """The product that a batch becomes; None after reporting why there is none."""
    span = batch.job.place.whole() if batch.job.place else None
    offered = [product for product in PRODUCTS[order.target] if product.shape == _shape(batch)]
    if not offered:
        kind = "tokens of this shape" if batch.kind == "tokens" else batch.kind
        message = f"{order.target} makes no {kind}; `{batch.job.name}` is left out"
        order.press.report(Diagnostic("PCG0793", message, span, severity=Severity.NOTE))
        return None
    width, height = sorted((batch.shape.width, batch.shape.height))
    near = sorted(offered, key=lambda product: _distance(product, (width, height)))
    best = near[0]
    if max(abs(side - own) for side, own in zip(sorted(best.trim), (width, height), strict=True)) > TOLERANCE:
        shown = "; ".join(f"{product.name}, {_mm(product.trim)}" for product in near[:3])
        message = f"{order.target} has no size near the {_mm((width, height))} of `{batch.job.name}`"
        severity = Severity.ERROR
        if batch.kind != "cards":  # shops make few tokens; the rest is worth having without
            message, severity = f"{message}, which is left out", Severity.NOTE
        hint = f"the nearest: {shown}"
        order.press.report(Diagnostic("PCG0791", message, span, hint, severity=severity))
        return None
    return best if _enough_bleed(order, batch, best, span) else None


def _shape(batch: Batch) -> str:
    """Which products a batch may become."""
    if batch.kind in ("cards", "boards"):
        return batch.kind.removesuffix("s")
    if batch.kind != "tokens" or len(batch.shape.points) not in (0, 6):
        return "none"
    if batch.shape.points:
        return "hex"
    round_ = batch.shape.radius >= min(batch.shape.width, batch.shape.height) / 2 - 1e-6
    return "round" if round_ else "rect"


def _distance(product: Product, size: tuple[float, float]) -> float:
    return sum(abs(side - own) for side, own in zip(sorted(product.trim), size, strict=True))


def _mm(size: tuple[float, float]) -> str:
    return f"{round(size[0], 1):g} x {round(size[1], 1):g} mm"


def _enough_bleed(order: Order, batch: Batch, product: Product, span: Span | None) -> bool:
    """Whether the bleed of all pieces reaches as far as the shop needs it, or nearly so."""
    for piece in batch.pieces:
        for side in (piece.front, piece.back):
            short = _missing(side, product) if side is not None else 0.0
            if short > SPREAD:
                _too_short(order, batch, piece, short, span)
                return False
    return True


def _missing(side: Drawing, product: Product) -> float:
    """How much of the bleed that the shop needs a drawing's doesn't reach, in mm."""
    fitted = _fitted(side, product)
    sides = zip(product.pixels, (fitted.width, fitted.height), strict=True)
    return min(NEEDED, max((pixels / DPI * MM - own) / 2 for pixels, own in sides)) - fitted.bleed


def _too_short(order: Order, batch: Batch, piece: Made, short: float, span: Span | None) -> None:
    has = piece.front.bleed
    message = f"`{batch.job.name}` has {has:g} mm bleed; {order.target} needs {short:.1f} mm more"
    severity = Severity.ERROR
    if batch.kind != "cards":  # as of sizes: the rest is worth having without
        message, severity = f"{message}; it is left out", Severity.NOTE
    hint = "set `bleed: 3` in its templates, and let backgrounds reach there (`area: bleed`)"
    order.press.report(Diagnostic("PCG0792", message, span, hint, severity=severity))
