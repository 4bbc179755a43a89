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
"""The height in mm of a tile of scale 1; how wide it is follows from its picture."""

LOOSE = 6
"""How many of a kind lie on the table."""


@dataclass(slots=True)
class Table:
    """What has been made so far: objects, files, sheets and the next one's number; names given out."""

    order: Order
    objects: list[Object] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    sheets: list[Object] = field(default_factory=list)
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


CARD_TINT = 0.713235259
"""What the program multiplies the colours of its own cards with: with 1 they glare beside others."""


def new_object(table: Table, kind: str, key: str, name: str, text: str, scale: float = 1.0) -> Object:
    """An object with what all of them have, in the program's order. `key` tells it from others."""
    card = kind in ("DeckCustom", "CardCustom", "Card")
    place = ("posX", "posY", "posZ", "rotX", "rotY", "rotZ", "scaleX", "scaleY", "scaleZ")
    turned = 180.0 if card else 0.0
    return {
        "GUID": table.guid(f"{kind} {key}"),
        "Name": kind,
        "Transform": dict(zip(place, (0.0, 1.0, 0.0, 0.0, 180.0, turned, scale, 1.0, scale), strict=True)),
        "Nickname": name,
        "Description": text,
        "GMNotes": "",
        "AltLookAngle": dict.fromkeys("xyz", 0.0),
        "ColorDiffuse": dict.fromkeys("rgb", CARD_TINT if card else 1.0),
        "LayoutGroupSortIndex": 0,
        "Value": 0,
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "IgnoreFoW": False,
        "MeasureMovement": False,
        "DragSelectable": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "GridProjection": False,
        "HideWhenFaceDown": kind not in ("Custom_Board", "Custom_PDF", "Custom_Dice", "Bag"),
        "Hands": card and kind != "DeckCustom",
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }


def together(table: Table, key: str, name: str, made: list[Object]) -> list[Object]:
    """Objects; many of one kind are in a bag, so that they don't cover the table."""
    if len(made) <= LOOSE:
        return made
    bag = new_object(table, "Bag", key, name, f"{len(made)} pieces")
    return [bag | {"MaterialIndex": -1, "MeshIndex": -1, "Bag": {"Order": 0}, "ContainedObjects": made}]


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
