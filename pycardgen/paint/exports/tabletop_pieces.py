"""Tokens, figures, boards and dice of Tabletop Simulator."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pycardgen.layout.components.dice import face_fields, solid_for
from pycardgen.layout.display import Drawing
from pycardgen.model.components import DiceJob
from pycardgen.paint.components.copies import Copies, copies
from pycardgen.paint.components.dice import faces_of
from pycardgen.paint.exports.gather import Batch, plain_text
from pycardgen.paint.exports.raster import frame_of, images
from pycardgen.paint.exports.rotations import ROTATIONS
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
        back = ""
        if piece.back is not None:
            own = "" if batch.shared else f"{piece.id}-"
            back = f"images/{batch.job.name}-{own}back.png"
            if back not in table.files:
                yield table.picture(back, _cut(piece.back, batch, shape is None))
        made = []
        for copy in range(piece.count):
            key = f"{batch.job.name} {piece.id} {copy}"
            kind = "Custom_Token" if shape is None else "Custom_Tile"
            token = new_object(table, kind, key, piece.name, piece.text, round(batch.shape.width / TILE, 4))
            token["CustomImage"] = {
                "ImageURL": table.url(front),
                "ImageSecondaryURL": table.url(back) if back else "",
                "ImageScalar": 1.0,
                "WidthScale": 0.0,
                **_solid(shape),
            }
            made.append(token)
        table.objects += together(table, f"{batch.job.name} {piece.id}", piece.name, made)


def _solid(shape: int | None) -> Object:
    if shape is None:
        made = {"Thickness": 0.2, "MergeDistancePixels": 15.0, "StandUp": False, "Stackable": True}
        return {"CustomToken": made}
    return {"CustomTile": {"Type": shape, "Thickness": 0.1, "Stackable": True, "Stretch": True}}


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
    frame = frame_of(drawing, CARD_DPI)
    image = next(images([drawing], frame))
    if not transparent:
        return image
    from PIL import Image, ImageDraw

    width, height = frame.pixels
    mask = Image.new("L", (width, height), 0)
    sx, sy = width / batch.shape.width, height / batch.shape.height
    draw = ImageDraw.Draw(mask)
    if batch.shape.points:
        draw.polygon([(x * sx, y * sy) for x, y in batch.shape.points], fill=255)
    else:
        draw.rounded_rectangle((0, 0, width - 1, height - 1), batch.shape.radius * min(sx, sy), fill=255)
    image.putalpha(mask)
    return image


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


def dice(table: Table, job: DiceJob) -> None:
    """Put the dice of a job on the table; those that are printed as nets and as stickers once."""
    for found in copies(table.order.press, job.what):
        id_ = str(found.subject.get("id"))
        if id_ in table.dice:
            continue
        table.dice.add(id_)
        key = f"{job.job.name} {id_}"
        name = str(found.subject.get("name", job.job.name))
        made = [_die(table, found, job, f"{key} {copy}") for copy in range(found.count)]
        table.objects += together(table, key, name, made)


def _die(table: Table, found: Copies, job: DiceJob, key: str) -> Object:
    """A die that calls its faces by what they show."""
    subject = found.subject
    shown = faces_of(subject, job.faces) or []
    solid = solid_for(len(shown)) or 6
    names = [_face_name(job, value) for value in shown] or [str(n) for n in range(1, solid + 1)]
    name = str(subject.get("name", job.job.name))
    die = new_object(table, f"Die_{solid}", key, name, plain_text(subject) or "; ".join(names))
    die["RotationValues"] = [
        {"Value": names[number % len(names)], "Rotation": dict(zip("xyz", rotation, strict=True))}
        for number, rotation in enumerate(ROTATIONS[solid])
    ]
    return die


def _face_name(job: DiceJob, value: Any) -> str:
    shown = face_fields(value, job.icons, job.labels)
    written = shown["label"] or shown["icon"] or ("blank" if value is False or value is None else value)
    return str(written).replace("_", " ").replace("-", " ")
