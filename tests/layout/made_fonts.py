"""Fonts made for tests: every letter is a box, so that where it stands can be seen in a picture."""

from __future__ import annotations

from io import BytesIO

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen

WIDTHS = {"A": 700, "V": 650, "f": 300, "i": 250, "f_i": 480, "space": 250, "hyphen": 300}
"""Advances in thousandths; other letters have 500."""

FEATURES = """
feature kern { pos A V -60; pos [V] [A i] -80; } kern;
feature liga { sub f i by f_i; sub V V by A; } liga;
"""


def made_font(
    family: str = "Boxes",
    chars: str = "AVfixyz- ",
    cff: bool = False,
    weight: int = 400,
    italic: bool = False,
    embedding: int = 0,
    licence: str = "",
) -> bytes:
    """A font file with these characters, each a box as high as capitals (700), 50 inside its advance."""
    cmap = {
        ord(c): {" ": "space", "-": "hyphen"}.get(c, c if c.isascii() else f"uni{ord(c):04X}") for c in chars
    }
    order = [".notdef", *cmap.values(), "f_i"]
    builder = FontBuilder(1000, isTTF=not cff)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(cmap)
    widths = {name: WIDTHS.get(name, 500) for name in order}
    names = {
        "familyName": family,
        "styleName": "Regular",
        "psName": f"{family.replace(' ', '')}-{weight}{'i' if italic else ''}",
        "licenseDescription": licence,
    }
    if cff:
        drawn = {name: _box(T2CharStringPen(width, None), width, name) for name, width in widths.items()}
        builder.setupCFF(names["psName"], {}, {name: pen.getCharString() for name, pen in drawn.items()}, {})
    else:
        pens = {name: _box(TTGlyphPen(None), width, name) for name, width in widths.items()}
        builder.setupGlyf({name: pen.glyph() for name, pen in pens.items()})
    builder.setupHorizontalMetrics({name: (width, 50) for name, width in widths.items()})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable(names)
    builder.setupOS2(usWeightClass=weight, fsType=embedding, fsSelection=1 if italic else 64, sCapHeight=700)
    builder.setupPost(italicAngle=-10 if italic else 0)
    addOpenTypeFeaturesFromString(builder.font, FEATURES)
    out = BytesIO()
    builder.save(out)
    return out.getvalue()


def _box(pen: object, width: int, name: str) -> object:
    if name != "space":
        pen.moveTo((50, 0))  # type: ignore[attr-defined]
        for x, y in ((width - 50, 0), (width - 50, 700), (50, 700)):
            pen.lineTo((x, y))  # type: ignore[attr-defined]
        pen.closePath()  # type: ignore[attr-defined]
    return pen
