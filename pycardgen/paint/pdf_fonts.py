"""Fonts in PDF files: codes are the glyphs' numbers, and what is embedded is a subset.

Text is written as glyph numbers of two bytes, which depend on nothing but the font file; so what was written
for one document can stand in any other. The subset keeps all numbers and empties the glyphs that aren't used.
"""

from __future__ import annotations

import marshal
import struct
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

from pycardgen.layout import fonts
from pycardgen.paint.pdf_file import PdfFile, array, dictionary, packed, ref
from pycardgen.records import dataclass
from pycardgen.source.cache import key_of, open_cache

ALWAYS = "".join(map(chr, range(32, 127)))
"""Characters that every subset holds, so that texts can change without another font."""


@dataclass(frozen=True, slots=True)
class FontFacts:
    """What a PDF says of a font. `glyphs`: numbers by code point; `widths` by number. In 1/1000 em."""

    name: str
    glyphs: dict[int, int]
    widths: list[int]
    box: tuple[int, int, int, int]
    ascent: int
    descent: int
    cap_height: int
    angle: float


class _Codes(dict[int, str]):
    """Code points to glyph numbers of four hexadecimal digits; what the font lacks is its box."""

    def __missing__(self, code: int) -> str:
        return "0000"


@cache
def glyph_codes(face: str) -> dict[int, str]:
    """A table for `str.translate` that writes text of a face as hexadecimal glyph numbers."""
    return _Codes({code: f"{glyph:04x}" for code, glyph in facts(face).glyphs.items()})


@cache
def facts(face: str) -> FontFacts:
    """What there is to know of a face; kept between runs, for fonts are slow to read."""
    path = fonts.face(face).path
    store, key = open_cache(), _key(path, "facts")
    kept = store.get("fonts", key)
    if kept is not None:
        return FontFacts(*marshal.loads(kept))
    found = _read(path)
    store.put("fonts", key, marshal.dumps(found))
    return FontFacts(*found)


def _key(path: Path, *more: str) -> str:
    status = path.stat()
    return key_of(path.name, str(status.st_size), str(status.st_mtime_ns), *more)


def _read(path: Path) -> tuple[Any, ...]:
    from fontTools.ttLib import TTFont

    with TTFont(path, lazy=True) as font:
        head, lines = font["head"], font["hhea"]
        scale = 1000 / head.unitsPerEm
        glyphs = {code: font.getGlyphID(name) for code, name in font.getBestCmap().items()}
        widths = [round(font["hmtx"].metrics[name][0] * scale) for name in font.getGlyphOrder()]
        box = tuple(round(v * scale) for v in (head.xMin, head.yMin, head.xMax, head.yMax))
        name = str(font["name"].getDebugName(6))
        heights = (round(v * scale) for v in (lines.ascent, lines.descent, font["OS/2"].sCapHeight))
        return (name, glyphs, widths, box, *heights, float(font["post"].italicAngle))


def embed(file: PdfFile, face: str, extra: Iterable[str], number: int) -> None:
    """Write a face with the characters `ALWAYS` and those of `extra`, as the font object of that number."""
    known, chars = facts(face), sorted(set(ALWAYS).union(*extra))
    used = {glyph: char for char in reversed(chars) if (glyph := known.glyphs.get(ord(char))) is not None}
    program, length = _subset(face, sorted(used))
    tag = "".join(chr(65 + byte % 26) for byte in sha256("".join(chars).encode()).digest()[:6])
    name = f"/{tag}+{known.name}"
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
        "FontFile2": ref(file.stream({"Filter": "/FlateDecode", "Length1": str(length)}, program)),
    }
    descendant = {
        "Type": "/Font",
        "Subtype": "/CIDFontType2",
        "BaseFont": name,
        "CIDSystemInfo": "<</Registry (Adobe) /Ordering (Identity) /Supplement 0>>",
        "FontDescriptor": ref(file.put(dictionary(descriptor))),
        "CIDToGIDMap": "/Identity",
        "W": _widths(known.widths, sorted(used)),
    }
    font = {
        "Type": "/Font",
        "Subtype": "/Type0",
        "BaseFont": name,
        "Encoding": "/Identity-H",
        "DescendantFonts": f"[{ref(file.put(dictionary(descendant)))}]",
        "ToUnicode": ref(file.stream({"Filter": "/FlateDecode"}, packed(_to_unicode(used)))),
    }
    file.put(dictionary(font), number)


def _widths(widths: list[int], glyphs: list[int]) -> str:
    """The widths of glyphs: for each run of numbers its first, and a list."""
    parts: list[str] = []
    last = -2
    for glyph in glyphs:
        if glyph != last + 1:
            parts += ["]" if parts else "", f"{glyph} ["]
        parts.append(str(widths[glyph]))
        last = glyph
    return f"[{' '.join(parts)} ]]" if parts else "[]"


def _to_unicode(used: dict[int, str]) -> str:
    """What readers take as the text of each glyph."""
    lines = [f"<{glyph:04x}> <{char.encode('utf-16-be').hex()}>" for glyph, char in sorted(used.items())]
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


def _subset(face: str, glyphs: list[int]) -> tuple[bytes, int]:
    """A font file with these glyphs alone, packed, and its unpacked length; kept between runs."""
    path = fonts.face(face).path
    store, key = open_cache(), _key(path, "subset", array(glyphs))
    kept = store.get("fonts", key)
    if kept is not None:
        program, length = marshal.loads(kept)
        return program, length
    whole = subset_font(path.read_bytes(), glyphs)
    found = (packed(whole), len(whole))
    store.put("fonts", key, marshal.dumps(found))
    return found


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
