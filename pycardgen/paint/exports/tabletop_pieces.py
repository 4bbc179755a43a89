"""Tokens, figures and boards of Tabletop Simulator."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pycardgen.layout.display import Drawing
from pycardgen.paint.exports.gather import Batch, Made
from pycardgen.paint.exports.raster import cut_out, frame_of, images
from pycardgen.paint.exports.tabletop_decks import card_frame
from pycardgen.paint.exports.tabletop_objects import CARD_DPI, TILE, Object, Table, new_object, together
from pycardgen.paint.jobs import Output

if TYPE_CHECKING:
    from PIL.Image import Image

_SHAPES = {"rect": 0, "hex": 1, "round": 2, "corner": 3}


def tokens(table: Table, batch: Batch) -> Iterator[Output]:
    """Tiles of the shapes that the program has; other shapes are cut by the transparency of their picture."""
    shape = _tile_shape(batch)
    for piece in batch.pieces:
        front = f"images/{batch.job.name}-{piece.id}.png"
        yield table.picture(front, _cut(piece.front, batch, shape is None))
        back, made = "", []
        if piece.back is not None:
            own = "" if batch.shared else f"{piece.id}-"
            back = f"images/{batch.job.name}-{own}back.png"
            if back not in table.files:
                yield table.picture(back, _cut(piece.back, batch, shape is None))
        for copy in range(piece.count):
            key = f"{batch.job.name} {piece.id} {copy}"
            if shape is not None:
                made.append(_flat(table, batch, piece, key, (front, back), _tile(shape)))
                continue
            token = _flat(table, batch, piece, key, (front, ""), _TOKEN)
            if back:  # such a token has no back: it is turned by its states, with Page Up and Page Down
                token["States"] = {"2": _flat(table, batch, piece, f"{key} back", (back, ""), _TOKEN)}
            made.append(token)
        table.objects += together(table, f"{batch.job.name} {piece.id}", piece.name, made)


def _flat(
    table: Table, batch: Batch, piece: Made, key: str, sides: tuple[str, str], solid: tuple[str, Object]
) -> Object:
    """A flat object with pictures on its sides (paths; none where empty)."""
    name, form = solid
    made = new_object(table, name, key, piece.name, piece.text, round(batch.shape.height / TILE, 4))
    made["CustomImage"] = {
        "ImageURL": table.url(sides[0]),
        "ImageSecondaryURL": table.url(sides[1]) if sides[1] else "",
        "ImageScalar": 1.0,
        "WidthScale": 0.0,
        **form,
    }
    return made


_TOKEN: tuple[str, Object] = (
    "Custom_Token",
    {"CustomToken": {"Thickness": 0.2, "MergeDistancePixels": 15.0, "StandUp": False, "Stackable": True}},
)


def _tile(shape: int) -> tuple[str, Object]:
    form = {"Type": shape, "Thickness": 0.1, "Stackable": True, "Stretch": True}
    return "Custom_Tile", {"CustomTile": form}


def _tile_shape(batch: Batch) -> int | None:
    """The number of the program's shape; None if it has none like this."""
    shape = batch.shape
    if len(shape.points) == 6:
        return _SHAPES["hex"] if shape.width > shape.height else None
    if shape.points:
        return None
    if shape.radius >= min(shape.width, shape.height) / 2 - 1e-6:
        return _SHAPES["round"] if abs(shape.width - shape.height) < 1e-6 else None
    return _SHAPES["corner" if shape.radius else "rect"]


def _cut(drawing: Drawing, batch: Batch, transparent: bool) -> Image:
    """A token's picture; transparent outside its shape where its transparency is what shapes it."""
    image = next(images([drawing], frame_of(drawing, CARD_DPI)))
    return cut_out(image, batch.shape) if transparent else image


def figures(table: Table, batch: Batch) -> Iterator[Output]:
    """Standees: pictures that stand up."""
    for piece in batch.pieces:
        sides = [piece.front, *([piece.back] if piece.back is not None else [])]
        paths = [f"images/{batch.job.name}-{piece.id}{end}.png" for end in ("", "-back")[: len(sides)]]
        for path, image in zip(paths, images(sides, frame_of(piece.front, CARD_DPI)), strict=True):
            yield table.picture(path, image)
        for copy in range(piece.count):
            key = f"{batch.job.name} {piece.id} {copy}"
            figure = new_object(table, "Figurine_Custom", key, piece.name, piece.text)
            figure["CustomImage"] = {
                "ImageURL": table.url(paths[0]),
                "ImageSecondaryURL": table.url(paths[1]) if len(paths) > 1 else "",
                "ImageScalar": round(piece.front.height / TILE, 4),
                "WidthScale": 0.0,
            }
            table.objects.append(figure)


def boards(table: Table, batch: Batch) -> Iterator[Output]:
    """Boards, which stay where they are put."""
    for piece in batch.pieces:
        path = f"images/{batch.job.name}-{piece.id}.png"
        frame = card_frame(piece.front, 1, 1, table.order.pixels)
        yield table.picture(path, next(images([piece.front], frame)))
        for copy in range(piece.count):
            key = f"{batch.job.name} {piece.id} {copy}"
            board = new_object(table, "Custom_Board", key, piece.name, piece.text)
            board["CustomImage"] = {
                "ImageURL": table.url(path),
                "ImageSecondaryURL": "",
                "ImageScalar": 1.0,
                "WidthScale": round(piece.front.width / piece.front.height, 6),
            }
            table.objects.append(board | {"Locked": True})
