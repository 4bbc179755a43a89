"""Tabletop Simulator: a saved object with decks, tokens, figures, boards, dice and documents.

Cards share sheets of at most 10 x 7, of which the last cell is the picture of a card that is hidden. A deck
refers to its cards by the number of their sheet and of their cell. The saved object goes into the program's
folder `Saves/Saved Objects`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pycardgen.layout.components.dice import face_fields, solid_for
from pycardgen.layout.display import Drawing
from pycardgen.layout.fields import lookup
from pycardgen.model.components import DiceJob
from pycardgen.model.printing import DocumentJob, PrintJob
from pycardgen.paint.components.copies import Copies, copies
from pycardgen.paint.exports import Order
from pycardgen.paint.exports.gather import Batch, Made, batch_of, plain_text
from pycardgen.paint.exports.manifest import json_file, manifest
from pycardgen.paint.exports.raster import Frame, frame_of, images, png
from pycardgen.paint.exports.rotations import ROTATIONS
from pycardgen.paint.jobs import Output
from pycardgen.records import dataclass, field

if TYPE_CHECKING:
    from PIL.Image import Image

Object = dict[str, Any]

COLUMNS, ROWS = 10, 7
CARD_DPI = 300.0
"""Cards aren't drawn with more dots an inch than that, however few there are."""

POKER = 88.9
"""The height in mm of a card of scale 1."""

TILE = 50.8
"""The width in mm of a tile of scale 1."""

LOOSE = 6
"""How many tokens of a kind lie on the table."""

_SHAPES = {"rect": 0, "hex": 1, "round": 2, "corner": 3}


@dataclass(slots=True)
class _Table:
    """What has been made so far: objects, files, the next number of a sheet, and names given out."""

    order: Order
    objects: list[Object] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    sheet: int = 1
    guids: set[str] = field(default_factory=set)
    dice: set[str] = field(default_factory=set)

    def url(self, path: str) -> str:
        """Where the program finds a file: below the given address, or on this machine."""
        return f"{self.order.url}/{path}" if self.order.url else (self.order.folder / path).as_uri()

    def picture(self, path: str, image: Image) -> Output:
        """A picture as a file."""
        self.files.append(path)
        return Output(path, png(image))

    def guid(self, name: str) -> str:
        """Six hexadecimal digits that no other object has, the same at each export."""
        for turn in range(1 << 16):
            made = sha256(f"{name} {turn}".encode()).hexdigest()[:6]
            if made not in self.guids:
                break
        self.guids.add(made)
        return made


def export(order: Order) -> Iterator[Output]:
    """`GAME.json`, and what it shows in `images/` and `documents/`."""
    table, game = _Table(order), order.press.game
    for job in order.jobs:
        yield from _job(table, job)
    _lay_out(table.objects)
    yield json_file(f"{game.id}.json", _saved(game.title, table.objects))
    counts: dict[str, int] = {}
    for made in table.objects:
        counts[made["Name"]] = counts.get(made["Name"], 0) + 1
    yield manifest(game, order.target, [f"{game.id}.json", *table.files], objects=counts)


def _job(table: _Table, job: PrintJob) -> Iterator[Output]:
    if isinstance(job, DiceJob):
        table.objects += [_die(table, found, job) for found in _dice(table, job)]
    elif isinstance(job, DocumentJob):
        yield from _document(table, job)
    else:
        batch = batch_of(table.order.press, job)
        if batch is not None:
            kinds = {"cards": _deck, "tokens": _tokens, "figures": _figures, "boards": _boards}
            yield from kinds[batch.kind](table, batch)


def _saved(title: str, objects: Sequence[Object]) -> Object:
    """A save as the program writes one, with nothing but objects."""
    empty = (
        "GameMode",
        "Date",
        "Table",
        "Sky",
        "Rules",
        "PlayerTurn",
        "LuaScript",
        "LuaScriptState",
        "XmlUI",
    )
    return {
        "SaveName": title,
        **dict.fromkeys(empty, ""),
        "Note": title,
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "ObjectStates": list(objects),
    }


def _object(table: _Table, kind: str, key: str, name: str, text: str, scale: float = 1.0) -> Object:
    """An object with what all of them have. `key` tells it from others."""
    turned = 180.0 if kind in ("DeckCustom", "CardCustom", "Card") else 0.0
    return {
        "GUID": table.guid(f"{kind} {key}"),
        "Name": kind,
        "Transform": {
            **dict.fromkeys(("posX", "posZ", "rotX"), 0.0),
            **dict.fromkeys(("posY", "scaleY"), 1.0),
            **dict.fromkeys(("scaleX", "scaleZ"), scale),
            "rotY": 180.0,
            "rotZ": turned,
        },
        "Nickname": name,
        "Description": text,
        "GMNotes": "",
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "Hands": kind.startswith("Card"),
        "HideWhenFaceDown": kind not in ("Custom_Board", "Custom_PDF"),
    }


def _lay_out(objects: Sequence[Object]) -> None:
    """Put the objects side by side in rows; boards, which are larger, behind all others."""
    boards = [made for made in objects if made["Name"] == "Custom_Board"]
    others = [made for made in objects if made["Name"] != "Custom_Board"]
    for some, step, first in ((others, 5.0, 8.0), (boards, 30.0, 30.0)):
        across = 6 if some is others else 3
        for number, made in enumerate(some):
            column, row = number % across, number // across
            made["Transform"]["posX"] = (column - (across - 1) / 2) * step
            made["Transform"]["posZ"] = first + row * step * (1 if some is boards else -1)


# --- decks ---


def grid(count: int, aspect: float, limit: int) -> tuple[int, int]:
    """Columns and rows of a sheet for so many cards and one more, in which cards of that width by height are
    as large as the limit in pixels allows. At least 2 x 2, at most 10 x 7.
    """
    choices = [
        (columns, rows)
        for columns in range(2, COLUMNS + 1)
        for rows in range(2, ROWS + 1)
        if columns * rows > count
    ]
    return max(choices, key=lambda n: (min(limit / n[0], limit / n[1] * aspect), -n[0] * n[1]))


def _deck(table: _Table, batch: Batch) -> Iterator[Output]:
    """A deck: sheets of its different cards, and an object for each copy."""
    job = batch.job.name
    most = COLUMNS * ROWS - 1
    scale = round(max(batch.shape.width, batch.shape.height) / POKER, 4)
    sheets: dict[str, Object] = {}
    cards: list[Object] = []
    back_url = ""
    if batch.shared and batch.pieces[0].back is not None:
        back = batch.pieces[0].back
        frame = _card_frame(back, 1, 1, table.order.pixels)
        yield table.picture(f"images/{job}-back.png", next(images([back], frame)))
        back_url = table.url(f"images/{job}-back.png")
    for part, start in enumerate(range(0, len(batch.pieces), most), start=1):
        some = batch.pieces[start : start + most]
        number, table.sheet = table.sheet, table.sheet + 1
        size = grid(len(some), some[0].front.width / some[0].front.height, table.order.pixels)
        fronts = [piece.front for piece in some]
        backs = [piece.back for piece in some if piece.back is not None]
        hidden = backs[0] if backs else None
        path = f"images/{job}-{part}.png"
        yield table.picture(path, _sheet(fronts, hidden, size, table.order.pixels))
        own_backs = not batch.shared and len(backs) == len(some)
        if own_backs:
            yield table.picture(
                f"images/{job}-{part}-backs.png", _sheet(backs, None, size, table.order.pixels)
            )
        back_path = table.url(f"images/{job}-{part}-backs.png") if own_backs else back_url or table.url(path)
        sheets[str(number)] = {
            "FaceURL": table.url(path),
            "BackURL": back_path,
            "NumWidth": size[0],
            "NumHeight": size[1],
            "BackIsHidden": bool(batch.shared and back_url),
            "UniqueBack": own_backs,
            "Type": 0 if batch.shape.radius else 1,
        }
        cards += _copies(table, batch, some, number, sheets[str(number)], scale)
    table.objects.append(_stacked(table, batch, cards, sheets, scale))


def _copies(
    table: _Table, batch: Batch, some: Iterable[Made], number: int, sheet: Object, scale: float
) -> Iterator[Object]:
    for cell, piece in enumerate(some):
        for copy in range(piece.count):
            key = f"{batch.job.name} {piece.id} {copy}"
            card = _object(table, "Card", key, piece.name, piece.text, scale)
            card |= {"CardID": number * 100 + cell, "SidewaysCard": _sideways(batch)}
            yield card | {"CustomDeck": {str(number): sheet}}


def _stacked(table: _Table, batch: Batch, cards: Sequence[Object], sheets: Object, scale: float) -> Object:
    """The cards as a deck; one card alone is no deck."""
    if len(cards) == 1:
        return cards[0] | {"Name": "CardCustom"}
    deck = _object(table, "DeckCustom", batch.job.name, batch.title, f"{len(cards)} cards", scale)
    return deck | {
        "SidewaysCard": _sideways(batch),
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": sheets,
        "ContainedObjects": list(cards),
    }


def _sideways(batch: Batch) -> bool:
    return batch.shape.width > batch.shape.height


def _card_frame(drawing: Drawing, columns: int, rows: int, limit: int) -> Frame:
    """How a card is drawn for a sheet: whole pixels, so that no cell shows its neighbour."""
    dpi = min(CARD_DPI, limit / columns / drawing.width * 25.4, limit / rows / drawing.height * 25.4)
    frame = frame_of(drawing, dpi)
    pixels = (min(frame.pixels[0], limit // columns), min(frame.pixels[1], limit // rows))
    return replace(frame, pixels=pixels)


def _sheet(drawings: Sequence[Drawing], hidden: Drawing | None, size: tuple[int, int], limit: int) -> Image:
    """Cards in a grid; `hidden` in its last cell."""
    from PIL import Image

    frame = _card_frame(drawings[0], *size, limit)
    width, height = frame.pixels
    sheet = Image.new("RGB", (width * size[0], height * size[1]), "white")
    for cell, image in enumerate(images(drawings, frame)):
        sheet.paste(image, (cell % size[0] * width, cell // size[0] * height))
    if hidden is not None:
        sheet.paste(next(images([hidden], frame)), ((size[0] - 1) * width, (size[1] - 1) * height))
    return sheet


# --- tokens, boards, dice, documents ---


def _tokens(table: _Table, batch: Batch) -> Iterator[Output]:
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
            token = _object(table, kind, key, piece.name, piece.text, round(batch.shape.width / TILE, 4))
            token["CustomImage"] = {
                "ImageURL": table.url(front),
                "ImageSecondaryURL": table.url(back) if back else "",
                "ImageScalar": 1.0,
                "WidthScale": 0.0,
                **_solid(shape),
            }
            made.append(token)
        table.objects += _together(table, batch, piece, made)


def _together(table: _Table, batch: Batch, piece: Made, made: list[Object]) -> list[Object]:
    """Many tokens of a kind are in a bag, so that they don't cover the table."""
    if len(made) <= LOOSE:
        return made
    bag = _object(table, "Bag", f"{batch.job.name} {piece.id}", piece.name, f"{len(made)} tokens")
    return [bag | {"ContainedObjects": made}]


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


def _figures(table: _Table, batch: Batch) -> Iterator[Output]:
    """Standees: pictures that stand up."""
    for piece in batch.pieces:
        sides = [piece.front, *([piece.back] if piece.back is not None else [])]
        paths = [f"images/{batch.job.name}-{piece.id}{end}.png" for end in ("", "-back")[: len(sides)]]
        for path, image in zip(paths, images(sides, frame_of(piece.front, CARD_DPI)), strict=True):
            yield table.picture(path, image)
        for copy in range(piece.count):
            key = f"{batch.job.name} {piece.id} {copy}"
            figure = _object(table, "Figurine_Custom", key, piece.name, piece.text)
            figure["CustomImage"] = {
                "ImageURL": table.url(paths[0]),
                "ImageSecondaryURL": table.url(paths[1]) if len(paths) > 1 else "",
                "ImageScalar": round(piece.front.height / TILE, 4),
                "WidthScale": 0.0,
            }
            table.objects.append(figure)


def _boards(table: _Table, batch: Batch) -> Iterator[Output]:
    for piece in batch.pieces:
        path = f"images/{batch.job.name}-{piece.id}.png"
        frame = _card_frame(piece.front, 1, 1, table.order.pixels)
        yield table.picture(path, next(images([piece.front], frame)))
        for copy in range(piece.count):
            key = f"{batch.job.name} {piece.id} {copy}"
            board = _object(table, "Custom_Board", key, piece.name, piece.text)
            board["CustomImage"] = {
                "ImageURL": table.url(path),
                "ImageSecondaryURL": "",
                "ImageScalar": 1.0,
                "WidthScale": round(piece.front.width / piece.front.height, 6),
            }
            table.objects.append(board | {"Locked": True})


def _dice(table: _Table, job: DiceJob) -> Iterator[Copies]:
    """A die for each copy; those that are printed as nets and as stickers are there once."""
    for found in copies(table.order.press, job.what):
        name = str(found.subject.get("id"))
        if name not in table.dice:
            table.dice.add(name)
            yield from (Copies({**found.subject, "copy": copy}, 1) for copy in range(found.count))


def _die(table: _Table, found: Copies, job: DiceJob) -> Object:
    """A die that calls its faces by what they show."""
    subject = found.subject
    faces = lookup(subject, job.faces)
    shown = (
        list(range(1, faces + 1))
        if isinstance(faces, int)
        else list(faces)
        if isinstance(faces, list)
        else []
    )
    solid = solid_for(len(shown)) or 6
    names = [_face_name(job, value) for value in shown] or [str(n) for n in range(1, solid + 1)]
    key = f"{job.job.name} {subject.get('id')} {subject.get('copy')}"
    name = str(subject.get("name", job.job.name))
    die = _object(table, f"Die_{solid}", key, name, plain_text(subject) or "; ".join(names))
    die["RotationValues"] = [
        {"Value": names[number % len(names)], "Rotation": dict(zip("xyz", rotation, strict=True))}
        for number, rotation in enumerate(ROTATIONS[solid])
    ]
    return die


def _face_name(job: DiceJob, value: Any) -> str:
    shown = face_fields(value, job.icons, job.labels)
    return str(shown["label"] or shown["icon"] or value)


def _document(table: _Table, job: DocumentJob) -> Iterator[Output]:
    """A document as a PDF that can be read on the table."""
    from pycardgen.paint.jobs import print_job

    for output in print_job(table.order.press, job, ("pdf",)):
        path = f"documents/{job.job.name}.pdf"
        table.files.append(path)
        yield Output(path, output.data)
        pdf = _object(table, "Custom_PDF", job.job.name, job.job.name.replace("-", " ").title(), "")
        pdf["CustomPDF"] = {"PDFUrl": table.url(path), "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
        table.objects.append(pdf)
