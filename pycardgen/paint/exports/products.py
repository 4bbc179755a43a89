"""What print shops offer: the sizes of their products, and of the pictures that they want of them.

The Game Crafter's are those of its list of products (https://www.thegamecrafter.com/api/tgc/products), in
which each has its finished inches and the pixels of its picture: 37.5 of bleed on each side.
MakePlayingCards wants 36 on each side, and says so on the page of each product; poker, bridge, tarot, domino,
business and micro cards were compared with these pages, the others follow the rule.
"""

from __future__ import annotations

from collections.abc import Mapping

from pycardgen.paint.exports.raster import MM
from pycardgen.records import dataclass

DPI = 300.0


@dataclass(frozen=True, slots=True)
class Product:
    """What a shop prints: its name there, width and height as cut in mm, the pixels of a picture of it, and
    which pieces it is for: cards, boards, tokens of a shape. `autofill`: there is a program that orders it.
    """

    name: str
    trim: tuple[float, float]
    pixels: tuple[int, int]
    shape: str = "card"
    autofill: bool = False


def _inches(name: str, w: float, h: float, pixels: tuple[int, int], shape: str = "card") -> Product:
    return Product(name, (w * MM, h * MM), pixels, shape)


def _eighth(name: str, w: float, h: float, shape: str) -> Product:
    """A product whose pictures have an eighth of an inch of bleed on each side."""
    return _inches(name, w, h, (round(w * DPI) + 75, round(h * DPI) + 75), shape)


def _with_bleed(name: str, w: float, h: float, autofill: bool = False) -> Product:
    """A product whose pictures have 36 pixels of bleed on each side."""
    pixels = (round(w * DPI) + 72, round(h * DPI) + 72)
    return Product(name, (w * MM, h * MM), pixels, autofill=autofill)


# As the shops' own templates have them: cards upright, hexagons on a side.
PRODUCTS: Mapping[str, tuple[Product, ...]] = {
    "thegamecrafter": (
        _inches("PokerDeck", 2.5, 3.5, (825, 1125)),
        Product("EuroPokerDeck", (63.0, 88.0), (825, 1125)),
        _inches("BridgeDeck", 2.25, 3.5, (750, 1125)),
        Product("USGameDeck", (56.0, 87.0), (750, 1125)),
        Product("MintTinDeck", (52.0, 87.0), (750, 1125)),
        _inches("BusinessDeck", 2.0, 3.5, (675, 1125)),
        _inches("DominoDeck", 1.75, 3.5, (600, 1125)),
        _inches("DividerDeck", 3.0, 3.5, (975, 1125)),
        _inches("MiniDeck", 1.75, 2.5, (600, 825)),
        _inches("MicroDeck", 1.25, 1.75, (450, 600)),
        _inches("TarotDeck", 2.75, 4.75, (900, 1500)),
        _inches("JumboDeck", 3.5, 5.5, (1125, 1725)),
        _inches("SmallSquareDeck", 2.5, 2.5, (825, 825)),
        Product("EuroSquareDeck", (70.0, 70.0), (900, 900)),
        _inches("SquareDeck", 3.5, 3.5, (1125, 1125)),
        _eighth("SmallCircleChit", 0.5, 0.5, "round"),
        _eighth("MediumCircleChit", 0.75, 0.75, "round"),
        _eighth("LargeCircleChit", 1.0, 1.0, "round"),
        _eighth("MiniCircleTile", 1.25, 1.25, "round"),
        _eighth("SmallSquareChit", 0.5, 0.5, "rect"),
        _eighth("MediumSquareChit", 0.75, 0.75, "rect"),
        _eighth("LargeSquareChit", 1.0, 1.0, "rect"),
        _eighth("MiniSquareTile", 1.25, 1.25, "rect"),
        _eighth("SmallSquareTile", 2.0, 2.0, "rect"),
        _eighth("MediumSquareTile", 2.5, 2.5, "rect"),
        _eighth("LargeSquareTile", 3.5, 3.5, "rect"),
        _eighth("DominoChit", 1.0, 2.0, "rect"),
        _eighth("DominoTile", 2.0, 4.0, "rect"),
        _inches("MiniHexTile", 1.25, 1.08, (450, 450), "hex"),
        _inches("SmallHexTile", 2.0, 1.75, (675, 600), "hex"),
        _inches("MediumHexTile", 2.5, 2.2, (825, 750), "hex"),
        _inches("LargeHexTile", 3.75, 3.25, (1200, 1050), "hex"),
        _eighth("SmallSquareMat", 4.0, 4.0, "board"),
        _eighth("QuarterMat", 5.0, 5.0, "board"),
        _eighth("SquareMat", 8.0, 8.0, "board"),
        _eighth("LargeSquareMat", 10.0, 10.0, "board"),
        _eighth("PlacardMat", 3.0, 4.0, "board"),
        _eighth("PostcardMat", 4.0, 6.0, "board"),
        _eighth("DominoMat", 4.0, 8.0, "board"),
        _eighth("HalfMat", 5.0, 10.0, "board"),
        _eighth("SmallBiFoldMat", 5.5, 7.0, "board"),
        _eighth("SmallQuadFoldMat", 7.0, 11.0, "board"),
        _eighth("BigMat", 10.0, 16.0, "board"),
        _eighth("QuadFoldMat", 11.0, 17.0, "board"),
        _eighth("BiFoldBoard", 9.0, 18.0, "board"),
        _eighth("MediumSixFoldBoard", 16.0, 16.0, "board"),
        _eighth("QuadFoldBoard", 18.0, 18.0, "board"),
        _eighth("SixFoldBoard", 18.0, 27.0, "board"),
    ),
    "makeplayingcards": (
        _with_bleed("poker (2.5 x 3.5 in)", 2.5, 3.5, autofill=True),
        _with_bleed("bridge (2.25 x 3.5 in)", 2.25, 3.5),
        _with_bleed("business (2 x 3.5 in)", 2.0, 3.5),
        _with_bleed("domino (1.75 x 3.5 in)", 1.75, 3.5),
        _with_bleed("mini (1.75 x 2.5 in)", 1.75, 2.5),
        _with_bleed("micro (1.25 x 1.75 in)", 1.25, 1.75),
        _with_bleed("tarot (2.75 x 4.75 in)", 2.75, 4.75),
        _with_bleed("jumbo (3.5 x 5 in)", 3.5, 5.0),
        _with_bleed("large (3.5 x 5.75 in)", 3.5, 5.75),
        _with_bleed("small square (2.5 x 2.5 in)", 2.5, 2.5),
        _with_bleed("square (2.75 x 2.75 in)", 2.75, 2.75),
        _with_bleed("large square (3.5 x 3.5 in)", 3.5, 3.5),
    ),
}
"""What each shop offers."""
