"""What font files say: how wide and how near to each other characters stand, and whether one may be used."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any
from unicodedata import bidirectional

from pycardgen.records import dataclass

PRIVATE = 0xF0000
"""Ligatures are the characters from here on: the number of their glyph is added."""

_MOST_CHARS = 4
"""Characters of one glyph that are kerned; hostile fonts have no end of them."""

Measures = tuple[dict[int, float], float, list[list[tuple[Any, ...]]], dict[str, str]]
"""Advances by code point (em), the height of capitals (em), tables of kerning (em), ligatures by letters."""


_TABLES = {
    *("CFF ", "GDEF", "GPOS", "GSUB", "OS/2", "cmap", "cvt ", "fpgm", "fvar", "glyf", "head", "hhea", "hmtx"),
    *("kern", "loca", "maxp", "name", "post", "prep"),
}
"""What is needed of a font."""


def opened(data: bytes) -> Any:
    """A font file as fontTools reads it, with the tables that are needed. What fontTools would have to say of
    the others, or of small faults, is nothing that an author can mend.
    """
    import logging

    from fontTools.ttLib import TTFont

    logging.getLogger("fontTools").setLevel(logging.CRITICAL)
    font = TTFont(BytesIO(data), lazy=True, recalcTimestamp=False)
    for tag in font.keys():  # noqa: SIM118
        if tag not in _TABLES and tag != "GlyphOrder":
            del font[tag]
    return font


def measures(data: bytes) -> Measures:
    """What text in the font of a file is measured with."""
    with opened(data) as font:
        return _measures(font)


def _measures(font: Any) -> Measures:
    units = font["head"].unitsPerEm
    metrics = font["hmtx"].metrics
    cmap = {code: glyph for code, glyph in font.getBestCmap().items() if _is_set_as_it_stands(code)}
    advances = {code: metrics[glyph][0] / units for code, glyph in cmap.items()}
    chars: dict[str, list[str]] = {}
    for code, glyph in cmap.items():
        known = chars.setdefault(glyph, [])
        if code != 0x20 and len(known) < _MOST_CHARS:  # lines are broken at spaces, and stretched
            known.append(chr(code))
    ligatures = {}
    for letters, glyph in sorted(_ligatures(font, cmap)):
        own = PRIVATE + font.getGlyphID(glyph)
        ligatures[letters] = chr(own)
        advances[own] = metrics[glyph][0] / units
        chars.setdefault(glyph, []).append(chr(own))
    return advances, cap_height(font), list(_lookups(font, chars, units)), ligatures


_SHAPED = (
    (0x0900, 0x0DFF),
    (0x0E00, 0x0EFF),
    (0x0F00, 0x109F),
    (0x1780, 0x18AF),
    (0x1900, 0x1CFF),
    (0xA800, 0xABFF),
)
"""Scripts of South and Southeast Asia: their signs move, and change with their neighbours."""


def _is_set_as_it_stands(code: int) -> bool:
    """Whether a character only has to be put behind the one before it.

    Others would be printed wrong: those of scripts that run from right to left, or need shaping.
    """
    if code < 0x0590:
        return True
    return bidirectional(chr(code)) not in ("R", "AL", "AN") and not any(a <= code <= z for a, z in _SHAPED)


def cap_height(font: Any) -> float:
    """The height of capitals in em; of fonts that don't say it, that of an H, or what is usual."""
    found = getattr(font["OS/2"], "sCapHeight", 0) if "OS/2" in font else 0
    if not found and "glyf" in font and "H" in font["glyf"].keys():  # noqa: SIM118
        found = getattr(font["glyf"]["H"], "yMax", 0)
    return found / font["head"].unitsPerEm if found else 0.7


def _ligatures(font: Any, cmap: dict[int, str]) -> Iterator[tuple[str, str]]:
    """Ligatures of small letters that begin with an f, and their glyphs: those that are only for looks."""
    names = {glyph: chr(code) for code, glyph in cmap.items() if chr(code).islower() and code < 0x80}
    for table in _of_feature(font, "GSUB", "liga"):
        for subtable in table:
            if subtable.LookupType != 4:
                continue
            for found in subtable.ligatures.get(cmap.get(0x66, ""), ()):
                if all(part in names for part in found.Component):
                    yield "f" + "".join(names[part] for part in found.Component), found.LigGlyph


def _of_feature(font: Any, table: str, feature: str) -> Iterator[list[Any]]:
    """The subtables of each lookup of a feature, in any script."""
    layout = font[table].table if table in font else None
    if layout is None or not layout.FeatureList or not layout.LookupList:
        return
    records = [one for one in layout.FeatureList.FeatureRecord if one.FeatureTag == feature]
    numbers = sorted({number for one in records for number in one.Feature.LookupListIndex})
    for number in numbers:
        lookup = layout.LookupList.Lookup[number]
        yield [getattr(subtable, "ExtSubTable", subtable) for subtable in lookup.SubTable]


def _lookups(font: Any, chars: dict[str, list[str]], units: int) -> Iterator[list[tuple[Any, ...]]]:
    """Tables of kerning as `fonts.Kerning` asks them, by characters."""
    found = list(_of_feature(font, "GPOS", "kern"))
    for lookup in found:
        yield [_pairs(one, chars, units) for one in lookup if one.LookupType == 2]
    if not found and "kern" in font:
        for table in font["kern"].kernTables:
            if getattr(table, "coverage", 1) & 1 and hasattr(table, "kernTable"):
                pairs = {
                    a + b: value / units
                    for (first, second), value in table.kernTable.items()
                    for a in chars.get(first, ())
                    for b in chars.get(second, ())
                }
                yield [(pairs,)]


def _pairs(table: Any, chars: dict[str, list[str]], units: int) -> tuple[Any, ...]:
    if table.Format == 1:
        pairs: dict[str, float] = {}
        for first, records in zip(table.Coverage.glyphs, table.PairSet, strict=True):
            for record in records.PairValueRecord:
                for a in chars.get(first, ()):
                    for b in chars.get(record.SecondGlyph, ()):
                        pairs.setdefault(a + b, _advance(record.Value1) / units)
        return (pairs,)
    firsts = {
        char: table.ClassDef1.classDefs.get(glyph, 0)
        for glyph in table.Coverage.glyphs
        for char in chars.get(glyph, ())
    }
    seconds = {
        char: kind for glyph, kind in table.ClassDef2.classDefs.items() for char in chars.get(glyph, ())
    }
    rows = [[_advance(record.Value1) / units for record in row.Class2Record] for row in table.Class1Record]
    return firsts, seconds, rows


def _advance(value: Any) -> int:
    return getattr(value, "XAdvance", 0) or 0 if value is not None else 0


# --- fonts that games bring ---


class FontError(ValueError):
    """A file can't be printed with; the message says why."""


@dataclass(frozen=True, slots=True)
class Described:
    """What a font file says of itself. `name` is that of PostScript, `family` that of CSS."""

    name: str
    family: str
    weight: int
    italic: bool
    licence: str


_SIGNATURES = {
    b"wOFF": "it is a WOFF file, which is made for web pages; use the TTF or OTF file",
    b"wOF2": "it is a WOFF2 file, which is made for web pages; use the TTF or OTF file",
    b"ttcf": "it is a collection of fonts; save the one that is needed as a file of its own",
    b"%!PS": "it is a PostScript Type 1 font; use the OTF file",
    b"\x80\x01": "it is a PostScript Type 1 font; use the OTF file",
}

RESTRICTED, NO_SUBSETS, BITMAPS = 0x0002, 0x0100, 0x0200
"""Bits of `fsType`: the font may not be embedded; only whole; only as bitmaps."""


def examine(data: bytes) -> Described:
    """What a font file says of itself, if it can be printed with. Raises FontError."""
    for signature, message in _SIGNATURES.items():
        if data.startswith(signature):
            raise FontError(message)
    if data[:4] not in (b"\0\1\0\0", b"true", b"OTTO"):
        raise FontError("it is no TrueType or OpenType font")
    try:
        with opened(data) as font:
            described = _described(font)
            _measures(font)
            assert isinstance(font["post"].italicAngle, float)
            assert font["hhea"].ascent > font["hhea"].descent
        _embedded(data)
    except FontError:
        raise
    except Exception as error:  # fontTools raises many kinds of exceptions for damaged files
        raise FontError(f"it is damaged ({type(error).__name__})") from None
    return described


_NEEDED = ("OS/2", "cmap", "head", "hhea", "hmtx", "maxp", "name", "post")
"""Tables that a font must have."""


def _described(font: Any) -> Described:
    if "fvar" in font:
        raise FontError(
            "it is a variable font; make a file of each weight that is needed, with "
            "`fonttools varLib.instancer FILE wght=400`"
        )
    lacking = [tag for tag in _NEEDED if tag not in font]
    if lacking:
        raise FontError(f"it lacks the table {', '.join(lacking)}")
    if not font.getBestCmap():
        raise FontError("it says of none of its glyphs which characters they are (Unicode)")
    if "glyf" not in font and "CFF " not in font:
        raise FontError("it has no outlines, only bitmaps or drawings in colour")
    system = font["OS/2"]
    allowed = system.fsType
    if (allowed & RESTRICTED and not allowed & 0x000C) or allowed & BITMAPS:
        raise FontError("its maker forbids that it is embedded in files (fsType in its table OS/2)")
    if allowed & NO_SUBSETS:
        raise FontError("its maker forbids that a part of it is embedded (fsType in its table OS/2)")
    names = font["name"]
    family = names.getDebugName(16) or names.getDebugName(1) or "Font"
    name = names.getDebugName(6) or family.replace(" ", "")
    licence = (names.getDebugName(13) or "").strip()
    italic = bool(system.fsSelection & 1 or font["head"].macStyle & 2)
    return Described(_plain(name, "-"), _plain(family, " "), system.usWeightClass or 400, italic, licence)


def _plain(name: str, instead: str) -> str:
    """A name without what has a meaning in PDF or CSS."""
    kept = "".join(char if char.isascii() and (char.isalnum() or char in "-_ ") else instead for char in name)
    return kept.replace(" ", "" if instead == "-" else " ").strip() or "Font"


def _embedded(data: bytes) -> None:
    """Whether all that is done with outlines can be done, in bounds: glyphs may be made of glyphs, and the
    programs of CFF call each other, which a hostile file can make endless.
    """
    with opened(data) as font:
        if "glyf" in font:
            counted: dict[str, int] = {}
            for name in font.getGlyphOrder():
                _count_parts(font["glyf"], name, counted, 0)
        else:
            _count_calls(font["CFF "].cff)
    from fontTools.subset import Options, Subsetter

    with opened(data) as font:
        subsetter = Subsetter(Options(layout_features=["kern"], notdef_outline=True, recalc_timestamp=False))
        subsetter.populate(unicodes=list(font.getBestCmap())[:200])
        subsetter.subset(font)
        font.save(BytesIO())


_MOST_PARTS, _MOST_CALLS, _DEEPEST = 256, 4096, 12


def _count_parts(table: Any, name: str, counted: dict[str, int], depth: int) -> int:
    """How many outlines a glyph is made of."""
    if depth > _DEEPEST:
        raise FontError(f"its glyph '{_plain(name, '-')}' is made of itself, or of too many others")
    if name not in counted:
        glyph = table[name]
        parts = glyph.components if glyph.isComposite() else ()
        counted[name] = sum(_count_parts(table, part.glyphName, counted, depth + 1) for part in parts) or 1
    if counted[name] > _MOST_PARTS:
        raise FontError(f"its glyph '{_plain(name, '-')}' is made of too many others")
    return counted[name]


def _count_calls(fonts: Any) -> None:
    """Read the program of each glyph."""
    from fontTools.misc.psCharStrings import SimpleT2Decompiler

    class Counter(SimpleT2Decompiler):  # type: ignore[misc]
        """Reads programs as the subsetter does, but not without end."""

        calls = 0

        def execute(self, program: Any) -> None:
            self.calls += 1
            if self.calls > _MOST_CALLS:
                raise FontError("the outlines of its glyphs are too complex")
            super().execute(program)

    top = fonts.topDictIndex[0]
    for name in top.CharStrings.keys():  # noqa: SIM118
        program, selector = top.CharStrings.getItemAndSelector(name)
        private = top.FDArray[selector].Private if hasattr(top, "FDArray") else top.Private
        counter = Counter(getattr(private, "Subrs", []), top.GlobalSubrs, private)
        counter.execute(program)
