"""Fonts in PDF files: codes are the glyphs' numbers, and what is embedded is a subset.

Text is written as glyph numbers of two bytes, which depend on nothing but the font file; so what was written
for one document can stand in any other. The subset keeps all numbers and empties the glyphs that aren't used.
Fonts with outlines of PostScript (CFF) are embedded as such.
"""

from __future__ import annotations

import marshal
import struct
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from itertools import pairwise
from typing import Any

from pycardgen.layout import fonts
from pycardgen.layout.font_files import PRIVATE, cap_height, opened
from pycardgen.paint.pdf_file import PdfFile, array, dictionary, packed, ref
from pycardgen.records import dataclass
from pycardgen.source.cache import key_of, open_cache

ALWAYS = "".join(map(chr, range(32, 127)))
"""Characters that every subset holds, so that texts can change without another font."""


@dataclass(frozen=True, slots=True)
class FontFacts:
    """What a PDF says of a font. `glyphs`: numbers by code point, ligatures included; `widths` by number. In
    1/1000 em. `outlines` are of TrueType or of CFF.
    """

    name: str
    glyphs: dict[int, int]
    widths: list[float]
    box: tuple[int, int, int, int]
    ascent: int
    descent: int
    cap_height: int
    angle: float
    outlines: str


class _Words(dict[str, str]):
    """Words of a face as they stand within the strings of an operator: glyph numbers of four hexadecimal
    digits, with the kerning of pairs between strings; what the font lacks is its box.
    """

    def __init__(self, face: str, spaced: bool) -> None:
        super().__init__()
        self.face, self.spaced = fonts.face(face), spaced
        self.codes = {code: f"{glyph:04x}" for code, glyph in facts(face).glyphs.items()}

    def __missing__(self, word: str) -> str:
        codes, kerning = self.codes, self.face.kerning
        out, last = [], ""
        for char in word if self.spaced else self.face.shaped(word):
            nearer = kerning[last + char] if last else 0.0
            if nearer:
                out.append(f">{round(-1000 * nearer, 1):g}<")
            out.append(codes.get(ord(char), "0000"))
            last = char
        written = self[word] = "".join(out)
        return written


@cache
def _words(face: str, spaced: bool) -> tuple[_Words, str]:
    """The words of a face, and its space."""
    words = _Words(face, spaced)
    return words, words.codes.get(32, "0000")


def shown(face: str, text: str, spaced: bool) -> str:
    """The operator that shows a text. What is `spaced` has no ligatures."""
    words, space = _words(face, spaced)
    written = space.join(map(words.__getitem__, text.split(" ")))
    return f"[<{written}>] TJ" if ">" in written else f"<{written}> Tj"


@cache
def facts(face: str) -> FontFacts:
    """What there is to know of a face; kept between runs, for fonts are slow to read."""
    source = fonts.face(face).file
    store, key = open_cache(), key_of(source.stamp(), "facts")
    kept = store.get("fonts", key)
    if kept is not None:
        return FontFacts(*marshal.loads(kept))
    found = _read(source.read(), map(ord, fonts.face(face).ligatures.values()))
    store.put("fonts", key, marshal.dumps(found))
    return FontFacts(*found)


def _read(data: bytes, ligatures: Iterable[int]) -> tuple[Any, ...]:
    with opened(data) as font:
        head, lines = font["head"], font["hhea"]
        scale = 1000 / head.unitsPerEm
        order = font.getGlyphOrder()
        numbers = _numbers(font, order)
        glyphs = {code: numbers[name] for code, name in font.getBestCmap().items()}
        glyphs |= {code: numbers[order[code - PRIVATE]] for code in ligatures}
        widths = [0.0] * (max(numbers.values()) + 1)
        for name, number in numbers.items():
            widths[number] = round(font["hmtx"].metrics[name][0] * scale, 1)
        box = tuple(round(v * scale) for v in (head.xMin, head.yMin, head.xMax, head.yMax))
        name = str(font["name"].getDebugName(6) or "Font").replace(" ", "")
        heights = (round(v * scale) for v in (lines.ascent, lines.descent))
        capitals = round(cap_height(font) * 1000)
        outlines = "TrueType" if "glyf" in font else "CFF"
        return (name, glyphs, widths, box, *heights, capitals, float(font["post"].italicAngle), outlines)


def _numbers(font: Any, order: list[str]) -> dict[str, int]:
    """The numbers of glyphs in a PDF: their places in the file, or what some CFF fonts call them."""
    own = "CFF " in font and hasattr(font["CFF "].cff.topDictIndex[0], "ROS")
    return {name: int(name[3:]) if own and name[3:].isdigit() else i for i, name in enumerate(order)}


def embed(file: PdfFile, face: str, extra: Iterable[str], number: int) -> None:
    """Write a face with the characters `ALWAYS`, its ligatures and the characters of `extra`, as the font
    object of that number.
    """
    known, chars = facts(face), sorted(set(ALWAYS).union(*extra))
    used = {glyph: char for char in reversed(chars) if (glyph := known.glyphs.get(ord(char))) is not None}
    for letters, char in fonts.face(face).ligatures.items():
        used[known.glyphs[ord(char)]] = letters
    program, length = _subset(face, known, sorted(used))
    tag = "".join(chr(65 + byte % 26) for byte in sha256("".join(chars).encode()).digest()[:6])
    name = f"/{tag}+{known.name}"
    plain = known.outlines == "TrueType"
    kept = {"Length1": str(length)} if plain else {"Subtype": "/CIDFontType0C"}
    descriptor = {
        "Type": "/FontDescriptor",
        "FontName": name,
        "Flags": str(4 | (64 if known.angle else 0)),
        "FontBBox": array(known.box),
        "ItalicAngle": f"{known.angle:g}",
        "Ascent": str(known.ascent),
        "Descent": str(known.descent),
        "CapHeight": str(known.cap_height),
        "StemV": "80",
        f"FontFile{2 if plain else 3}": ref(file.stream({"Filter": "/FlateDecode", **kept}, program)),
    }
    descendant = {
        "Type": "/Font",
        "Subtype": f"/CIDFontType{2 if plain else 0}",
        "BaseFont": name,
        "CIDSystemInfo": "<</Registry (Adobe) /Ordering (Identity) /Supplement 0>>",
        "FontDescriptor": ref(file.put(dictionary(descriptor))),
        **({"CIDToGIDMap": "/Identity"} if plain else {}),
        "W": _widths(known.widths, sorted(used)),
    }
    font = {
        "Type": "/Font",
        "Subtype": "/Type0",
        "BaseFont": name if plain else f"{name}-Identity-H",
        "Encoding": "/Identity-H",
        "DescendantFonts": f"[{ref(file.put(dictionary(descendant)))}]",
        "ToUnicode": ref(file.stream({"Filter": "/FlateDecode"}, packed(_to_unicode(used)))),
    }
    file.put(dictionary(font), number)


def _widths(widths: list[float], glyphs: list[int]) -> str:
    """The widths of glyphs: for each run of numbers its first, and a list."""
    parts: list[str] = []
    last = -2
    for glyph in glyphs:
        if glyph != last + 1:
            parts += ["]" if parts else "", f"{glyph} ["]
        parts.append(f"{widths[glyph]:g}")
        last = glyph
    return f"[{' '.join(parts)} ]]" if parts else "[]"


def _to_unicode(used: dict[int, str]) -> str:
    """What readers take as the text of each glyph."""
    lines = [f"<{glyph:04x}> <{text.encode('utf-16-be').hex()}>" for glyph, text in sorted(used.items())]
    blocks = [lines[start : start + 100] for start in range(0, len(lines), 100)]
    maps = "".join(f"{len(b)} beginbfchar\n" + "\n".join(b) + "\nendbfchar\n" for b in blocks)
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n"
        "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        f"1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n{maps}"
        "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
    )


# --- subsets ---

_TABLES = ("cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep")
"""The tables that a PDF needs of a font."""


def _subset(face: str, known: FontFacts, glyphs: list[int]) -> tuple[bytes, int]:
    """A font file with these glyphs alone, packed, and its unpacked length; kept between runs."""
    source = fonts.face(face).file
    store, key = open_cache(), key_of(source.stamp(), "subset", array(glyphs))
    kept = store.get("fonts", key)
    if kept is not None:
        program, length = marshal.loads(kept)
        return program, length
    subset = subset_font if known.outlines == "TrueType" else subset_cff
    whole = subset(source.read(), glyphs)
    found = (packed(whole), len(whole))
    store.put("fonts", key, marshal.dumps(found))
    return found


def subset_cff(data: bytes, glyphs: Iterable[int]) -> bytes:
    """The table CFF of a font file, with these glyphs (by their numbers in a PDF) alone."""
    from fontTools.subset import Options, Subsetter

    options = Options(layout_features=[], notdef_outline=True, retain_gids=True, recalc_timestamp=False)
    with opened(data) as font:
        order = font.getGlyphOrder()
        wanted = {0, *glyphs}
        places = {number: name for name, number in _numbers(font, order).items()}
        subsetter = Subsetter(options)
        subsetter.populate(glyphs=[places[number] for number in sorted(wanted) if number in places])
        subsetter.subset(font)
        return bytes(font.getTableData("CFF "))


def subset_font(data: bytes, glyphs: Iterable[int]) -> bytes:
    """A TrueType font file with all but these glyphs (by number, and their parts) emptied."""
    tables = {tag: table for tag, table in _tables(data).items() if tag in _TABLES}
    count = struct.unpack_from(">H", tables["maxp"], 4)[0]
    long_form = struct.unpack_from(">h", tables["head"], 50)[0]
    layout = f">{count + 1}{'L' if long_form else 'H'}"
    places = [place if long_form else place * 2 for place in struct.unpack_from(layout, tables["loca"])]
    outlines = [tables["glyf"][a:b] for a, b in pairwise(places)]
    wanted = _with_parts({0, *glyphs}, outlines)
    kept = [outline if glyph in wanted else b"" for glyph, outline in enumerate(outlines)]
    kept = [outline + bytes(-len(outline) % 4) for outline in kept]
    ends = [0]
    for outline in kept:
        ends.append(ends[-1] + len(outline))
    tables["glyf"] = b"".join(kept)
    tables["loca"] = struct.pack(f">{count + 1}L", *ends)
    head = bytearray(tables["head"])
    struct.pack_into(">L", head, 8, 0)
    struct.pack_into(">h", head, 50, 1)
    tables["head"] = bytes(head)
    return _file(tables)


def _tables(data: bytes) -> dict[str, bytes]:
    found = {}
    for index in range(struct.unpack_from(">H", data, 4)[0]):
        tag, _, offset, length = struct.unpack_from(">4sLLL", data, 12 + 16 * index)
        found[tag.decode("latin-1")] = data[offset : offset + length]
    return found


def _with_parts(glyphs: set[int], outlines: list[bytes]) -> set[int]:
    """Glyphs, and those that they are composed of."""
    waiting, found = list(glyphs), set(glyphs)
    while waiting:
        for part in _parts(outlines[waiting.pop()]):
            if part not in found:
                found.add(part)
                waiting.append(part)
    return found


def _parts(outline: bytes) -> list[int]:
    """The glyphs that a glyph is composed of."""
    if len(outline) < 10 or struct.unpack_from(">h", outline)[0] >= 0:
        return []
    parts, at, flags = [], 10, 0x20
    while flags & 0x20:  # more components
        flags, glyph = struct.unpack_from(">HH", outline, at)
        parts.append(glyph)
        at += 4 + (4 if flags & 0x01 else 2)
        at += 2 if flags & 0x08 else 4 if flags & 0x40 else 8 if flags & 0x80 else 0
    return parts


def _file(tables: dict[str, bytes]) -> bytes:
    """Tables as a font file, with their checksums."""
    count = len(tables)
    power = 1 << (count.bit_length() - 1)
    search = (power * 16, power.bit_length() - 1, (count - power) * 16)
    out = bytearray(struct.pack(">LHHHH", 0x00010000, count, *search))
    offset = 12 + 16 * count
    for tag, table in sorted(tables.items()):
        out += struct.pack(">4sLLL", tag.encode("latin-1"), _checksum(table), offset, len(table))
        offset += len(table) + -len(table) % 4
    place = 0
    for tag, table in sorted(tables.items()):
        if tag == "head":
            place = len(out)
        out += table + bytes(-len(table) % 4)
    struct.pack_into(">L", out, place + 8, (0xB1B0AFBA - _checksum(bytes(out))) & 0xFFFFFFFF)
    return bytes(out)


def _checksum(table: bytes) -> int:
    whole = table + bytes(-len(table) % 4)
    total: int = sum(struct.unpack(f">{len(whole) // 4}L", whole))
    return total & 0xFFFFFFFF
