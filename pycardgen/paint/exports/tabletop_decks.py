"""Decks of Tabletop Simulator: sheets of at most 10 x 7 cards, the last cell of which is the hidden face.

A deck refers to its cards by the number of their sheet and of their cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pycardgen.layout.display import Drawing, Ink, Rect
from pycardgen.paint.exports.gather import Batch, Made
from pycardgen.paint.exports.raster import Frame, frame_of, images
from pycardgen.paint.exports.tabletop_objects import CARD_DPI, Object, Table, new_object
from pycardgen.paint.jobs import Output

if TYPE_CHECKING:
    from PIL.Image import Image

COLUMNS, ROWS = 10, 7
MOST = COLUMNS * ROWS - 1
"""Cards of one sheet."""

PLAIN = Ink(fill="#555555")
"""The back of cards that have none."""

POKER = 88.9
"""The height in mm of a card of scale 1."""


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


def deck(table: Table, batch: Batch) -> Iterator[Output]:
    """A deck: sheets of its different cards, and an object for each copy."""
    scale = round(max(batch.shape.width, batch.shape.height) / POKER, 4)
    sheets: dict[str, Object] = {}
    cards: list[Object] = []
    if batch.shared:
        yield _shared_back(table, batch)
    for part, start in enumerate(range(0, len(batch.pieces), MOST), start=1):
        some = batch.pieces[start : start + MOST]
        number, table.sheet = table.sheet, table.sheet + 1
        columns, rows = grid(len(some), batch.shape.width / batch.shape.height, table.order.pixels)
        name = f"images/{batch.job.name}-{part}"
        yield from _sheets(table, batch, some, (columns, rows), name)
        back = f"images/{batch.job.name}-back" if batch.shared else f"{name}-backs"
        sheet = sheets[str(number)] = {
            "FaceURL": table.url(f"{name}.png"),
            "BackURL": table.url(f"{back}.png"),
            "NumWidth": columns,
            "NumHeight": rows,
            "BackIsHidden": batch.shared,
            "UniqueBack": not batch.shared,
            "Type": 0 if batch.shape.radius else 1,
        }
        cells = [piece.id for piece in some]
        size = {"columns": columns, "rows": rows}
        table.sheets.append({"file": f"{name}.png", "back": f"{back}.png", **size, "cells": cells})
        cards += _copies(table, batch, some, number, sheet, scale)
    table.objects.append(_stacked(table, batch, cards, sheets, scale))


def _shared_back(table: Table, batch: Batch) -> Output:
    """The back of all cards; a plain one where they have none, for what lies face down must not be seen."""
    width, height = batch.shape.width, batch.shape.height
    plain = Drawing(width, height, (Rect(0.0, 0.0, width, height, PLAIN),), 0.0, "back")
    back = batch.pieces[0].back or plain
    frame = card_frame(back, 1, 1, table.order.pixels)
    return table.picture(f"images/{batch.job.name}-back.png", next(images([back], frame)))


def _sheets(
    table: Table, batch: Batch, some: Sequence[Made], size: tuple[int, int], name: str
) -> Iterator[Output]:
    """The sheet of some cards' faces, and where each has its own, that of their backs."""
    limit = table.order.pixels
    backs = [piece.back for piece in some if piece.back is not None]
    yield table.picture(f"{name}.png", _sheet([piece.front for piece in some], backs[:1], size, limit))
    if not batch.shared:
        yield table.picture(f"{name}-backs.png", _sheet(backs, [], size, limit))


def _copies(
    table: Table, batch: Batch, some: Iterable[Made], number: int, sheet: Object, scale: float
) -> Iterator[Object]:
    for cell, piece in enumerate(some):
        for copy in range(piece.count):
            key = f"{batch.job.name} {piece.id} {copy}"
            card = new_object(table, "Card", key, piece.name, piece.text, scale)
            card |= {"CardID": number * 100 + cell, "SidewaysCard": _sideways(batch)}
            yield card | {"CustomDeck": {str(number): sheet}}


def _stacked(table: Table, batch: Batch, cards: Sequence[Object], sheets: Object, scale: float) -> Object:
    """The cards as a deck; one card alone is no deck."""
    if len(cards) == 1:
        return cards[0] | {"Name": "CardCustom"}
    deck = new_object(table, "DeckCustom", batch.job.name, batch.title, f"{len(cards)} cards", scale)
    return deck | {
        "SidewaysCard": _sideways(batch),
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": sheets,
        "ContainedObjects": list(cards),
    }


def _sideways(batch: Batch) -> bool:
    return batch.shape.width > batch.shape.height


def card_frame(drawing: Drawing, columns: int, rows: int, limit: int) -> Frame:
    """How a card is drawn for a sheet: whole pixels, so that no cell shows its neighbour."""
    dpi = min(CARD_DPI, limit / columns / drawing.width * 25.4, limit / rows / drawing.height * 25.4)
    frame = frame_of(drawing, dpi)
    pixels = (min(frame.pixels[0], limit // columns), min(frame.pixels[1], limit // rows))
    return replace(frame, pixels=pixels)


def _sheet(
    drawings: Sequence[Drawing], hidden: Sequence[Drawing], size: tuple[int, int], limit: int
) -> Image:
    """Cards in a grid; the first of `hidden` in its last cell."""
    from PIL import Image

    frame = card_frame(drawings[0], *size, limit)
    width, height = frame.pixels
    sheet = Image.new("RGB", (width * size[0], height * size[1]), "white")
    for cell, image in enumerate(images(drawings, frame)):
        sheet.paste(image, (cell % size[0] * width, cell // size[0] * height))
    for image in images(hidden[:1], frame):
        sheet.paste(image, ((size[0] - 1) * width, (size[1] - 1) * height))
    return sheet
