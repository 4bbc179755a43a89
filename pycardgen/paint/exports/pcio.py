"""A room of PlayingCards.io: a ZIP archive with the table's widgets as JSON, and the pictures that they show.

The form is that which rooms exported from the site have: decks with card types and templates, cards that name
their deck and type, piles, boards. It is that of version 3, where piles are called so, not holders as since
version 6. All is laid out on the site's table of 1600 x 1000 units.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile, ZipInfo

from pycardgen.layout.display import Drawing
from pycardgen.paint.exports.gather import Batch, Made
from pycardgen.paint.exports.raster import cut_out, frame_of, images
from pycardgen.paint.jobs import Output
from pycardgen.records import dataclass, field

if TYPE_CHECKING:
    from PIL.Image import Image

Widget = dict[str, Any]

VERSION = b"3"
"""Of the form: rooms that were made long ago are read too."""

DPI = 150.0
"""Of the pictures: enough for a card that is enlarged."""

SCALE = 1.6
"""Units of the table to a millimetre, if there is room."""

TABLE = (1600.0, 1000.0)
HAND = 820.0
"""Where the table ends, and the hand begins."""

MARGIN = 4.0
"""How far a pile reaches beyond its cards."""

GAP = 50.0
"""Between piles: a label stands above each, a button below."""


@dataclass(slots=True)
class Room:
    """A room that is being furnished: its widgets, the pictures by name, and where the next pile stands."""

    widgets: list[Widget] = field(default_factory=list)
    pictures: dict[str, bytes] = field(default_factory=dict)
    place: tuple[float, float] = (GAP, GAP)
    row: float = 0.0


def add(room: Room, batch: Batch) -> None:
    """Put the pieces of a print job into a room: boards on the table, others as a deck."""
    if batch.kind == "boards":
        for piece in batch.pieces:
            _board(room, batch, piece)
    else:
        _deck(room, batch)


def room_file(room: Room, name: str) -> Output:
    """The room as a file."""
    hand = {"id": "hand", "type": "hand", "x": GAP, "y": HAND, "z": 1, "dragging": None}
    made = BytesIO()
    with ZipFile(made, "w") as archive:
        widgets = json.dumps([hand, *room.widgets], ensure_ascii=False, separators=(",", ":"))
        archive.writestr(_entry("schemaVersion"), VERSION)
        archive.writestr(_entry("widgets.json"), widgets.encode())
        for path, data in room.pictures.items():
            archive.writestr(_entry(f"userassets/{path}"), data)
    return Output(name, made.getvalue())


def _entry(name: str) -> ZipInfo:
    """A member of the archive, the same at each export, and not compressed, as the site has it."""
    return ZipInfo(name, (1980, 1, 1, 0, 0, 0))


def _pictures(room: Room, batch: Batch, named: Mapping[str, Drawing]) -> dict[str, str]:
    """The addresses of pictures of one size, which are put into the archive, by their names."""
    see_through = batch.kind == "tokens" and bool(batch.shape.points or batch.shape.radius)
    drawn = images(named.values(), frame_of(next(iter(named.values())), DPI)) if named else ()
    found = {}
    for name, image in zip(named, drawn, strict=True):
        path = f"{batch.job.name}-{name}.{'png' if see_through else 'jpg'}"
        room.pictures[path] = _encoded(cut_out(image, batch.shape) if see_through else image)
        found[name] = f"package://userassets/{path}"
    return found


def _encoded(image: Image) -> bytes:
    out = BytesIO()
    if image.mode == "RGBA":
        image.save(out, "PNG", optimize=False)
    else:
        image.save(out, "JPEG", quality=88, dpi=(DPI, DPI))
    return out.getvalue()


def _board(room: Room, batch: Batch, piece: Made) -> None:
    width, height = batch.shape.width, batch.shape.height
    scale = min(SCALE, (TABLE[0] - 2 * GAP) / width, (HAND - 2 * GAP) / height)
    size = {"width": round(width * scale), "height": round(height * scale)}
    at = {"x": round((TABLE[0] - width * scale) / 2), "y": GAP, "z": 1}
    image = _pictures(room, batch, {piece.id: piece.front})[piece.id]
    for copy in range(piece.count):
        id_ = f"{batch.job.name}-{piece.id}-{copy}"
        room.widgets.append({"id": id_, "type": "board", **at, **size, "boardImage": image})


# --- decks ---


def _deck(room: Room, batch: Batch) -> None:
    """A pile with all copies of a job's pieces, face down."""
    width, height = round(batch.shape.width * SCALE), round(batch.shape.height * SCALE)
    x, y = _free_place(room, width + 2 * MARGIN, height + 2 * MARGIN)
    pile, deck = f"{batch.job.name}-pile", f"{batch.job.name}-deck"
    size = {"width": width + 2 * MARGIN, "height": height + 2 * MARGIN}
    at = {"x": x + MARGIN, "y": y + MARGIN}
    room.widgets += [
        {"id": pile, "type": "cardPile", "x": x, "y": y, "z": 1, **size}
        | {"label": batch.title, "hasShuffleButton": True},
        {"id": deck, "type": "cardDeck", "parent": pile, **at, "z": 2}
        | {"cardWidth": width, "cardHeight": height, "enlarge": True}
        | {"cardTypes": _types(room, batch)}
        | {"faceTemplate": _template("face", batch, (width, height))}
        | {"backTemplate": _template("back", batch, (width, height))},
        *_cards(batch.pieces, {"deck": deck, "parent": pile, **at}, batch.job.name),
    ]


def _cards(pieces: Iterable[Made], shared: Widget, job: str) -> Iterator[Widget]:
    number = 0
    for piece in pieces:
        for copy in range(piece.count):
            number += 1
            own = {"id": f"{job}-{piece.id}-{copy}", "type": "card", "cardType": piece.id}
            yield {**own, **shared, "z": 1000 + number, "faceup": False}


def _types(room: Room, batch: Batch) -> dict[str, dict[str, str]]:
    """By piece: its label, and the addresses of its pictures."""
    faces = _pictures(room, batch, {piece.id: piece.front for piece in batch.pieces})
    if batch.shared:
        backs = {"": batch.pieces[0].back} if batch.pieces[0].back is not None else {}
    else:
        backs = {piece.id: piece.back for piece in batch.pieces if piece.back is not None}
    shown = _pictures(room, batch, {f"{id_}-back".lstrip("-"): back for id_, back in backs.items()})
    behind = dict(zip(backs, shown.values(), strict=True))
    found = {}
    for piece in batch.pieces:
        back = behind.get("" if batch.shared else piece.id)
        found[piece.id] = {"label": piece.name, "face": faces[piece.id], **({"back": back} if back else {})}
    return found


def _template(side: str, batch: Batch, size: Sequence[int]) -> Widget:
    """What one side of all cards shows: the picture of that side, or a plain back."""
    shown = side == "face" or any(piece.back is not None for piece in batch.pieces)
    value = {"value": side, "valueType": "dynamic"} if shown else {"value": "", "valueType": "static"}
    color = "transparent" if shown else "#555555"
    whole = {"type": "image", **value, "color": color, "x": 0, "y": 0, "w": size[0], "h": size[1]}
    border = False if batch.kind == "tokens" else "light"
    return {"includeBorder": border, "includeRadius": bool(batch.shape.radius), "objects": [whole]}


def _free_place(room: Room, width: float, height: float) -> tuple[float, float]:
    """Where a pile stands: beside the last one, or in the next row."""
    x, y = room.place
    if x > GAP and x + width > TABLE[0] - GAP:
        x, y = GAP, y + room.row + 2 * GAP
        room.row = 0.0
    if y > GAP and y + height > HAND:
        x, y = GAP, GAP  # no room is left: above the first ones
    room.place = (x + width + GAP, y)
    room.row = max(room.row, height)
    return x, y
