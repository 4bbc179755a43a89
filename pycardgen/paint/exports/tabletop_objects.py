"""What all objects of Tabletop Simulator have, and the table that they lie on."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pycardgen.paint.exports import Order
from pycardgen.paint.exports.raster import png
from pycardgen.paint.jobs import Output
from pycardgen.records import dataclass, field

if TYPE_CHECKING:
    from PIL.Image import Image

Object = dict[str, Any]

CARD_DPI = 300.0
"""Nothing is drawn with more dots an inch than that, however much room there is."""

TILE = 50.8
"""The width in mm of a tile of scale 1."""

LOOSE = 6
"""How many of a kind lie on the table."""


@dataclass(slots=True)
class Table:
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


def new_object(table: Table, kind: str, key: str, name: str, text: str, scale: float = 1.0) -> Object:
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


def together(table: Table, key: str, name: str, made: list[Object]) -> list[Object]:
    """Objects; many of one kind are in a bag, so that they don't cover the table."""
    if len(made) <= LOOSE:
        return made
    bag = new_object(table, "Bag", key, name, f"{len(made)} pieces")
    return [bag | {"ContainedObjects": made}]


def lay_out(objects: Sequence[Object]) -> None:
    """Put the objects side by side in rows; boards, which are larger, behind all others."""
    boards = [made for made in objects if made["Name"] == "Custom_Board"]
    others = [made for made in objects if made["Name"] != "Custom_Board"]
    for some, step, first in ((others, 5.0, 8.0), (boards, 30.0, 30.0)):
        across = 6 if some is others else 3
        for number, made in enumerate(some):
            column, row = number % across, number // across
            made["Transform"]["posX"] = (column - (across - 1) / 2) * step
            made["Transform"]["posZ"] = first + row * step * (1 if some is boards else -1)
