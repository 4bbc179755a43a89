"""The fonts that are printed with: static faces from packages or from a game's folder, and how wide text is.

Never the system's fonts, so that a game prints the same everywhere. A character that a face lacks is set in a
fallback family; one that this lacks too is reported by the text engine. What is measured is shaped: pairs of
characters are kerned, and letters that would collide are ligatures, each a character of its own in a private
range.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from operator import add
from pathlib import Path
from unicodedata import normalize

from pycardgen.records import dataclass, field

WEIGHTS = {
    "thin": 100,
    "extra-light": 200,
    "light": 300,
    "regular": 400,
    "medium": 500,
    "semi-bold": 600,
    "bold": 700,
    "extra-bold": 800,
    "black": 900,
}
"""Names of weights in themes."""

_SUFFIX = {
    100: "Thin",
    200: "ExtraLight",
    300: "Light",
    400: "Regular",
    500: "Medium",
    600: "SemiBold",
    700: "Bold",
    800: "ExtraBold",
    900: "Black",
}


@dataclass(frozen=True, slots=True)
class FontFile:
    """A file of a family: the name of its face, and the path in a package where it is, or what it holds, with
    the digest of that.
    """

    name: str
    weight: int
    italic: bool
    package: str = ""
    path: str = ""
    data: bytes = field(default=b"", repr=False)
    digest: str = ""

    def read(self) -> bytes:
        """What the file holds."""
        return self.data or (files(self.package) / self.path).read_bytes()

    def stamp(self) -> str:
        """What tells a version of the file from others: for those of packages, size and time are enough."""
        if self.digest:
            return self.digest
        status = Path(str(files(self.package) / self.path)).stat()
        return f"{self.name} {status.st_size} {status.st_mtime_ns}"


@dataclass(frozen=True, slots=True)
class Family:
    """A family's name in CSS, its files, and the licence that it is printed under."""

    css: str
    files: tuple[FontFile, ...]
    licence: str = ""


def _packaged(package: str, stem: str, css: str, weights: Iterable[int]) -> Family:
    """A family of a package, whose files are called after their weights."""
    found = []
    for weight in weights:
        for slope in ("", "Italic"):
            suffix = (_SUFFIX[weight] + slope).replace("RegularItalic", "Italic")
            name = f"{stem}-{suffix}"
            found.append(FontFile(name, weight, bool(slope), package, f"files/{name}.ttf"))
    return Family(css, tuple(found), "OFL-1.1")


FAMILIES = {
    "barlow-condensed": _packaged(
        "fontpkg_barlow_condensed", "BarlowCondensed", "Barlow Condensed", range(100, 1000, 100)
    ),
    "plex-condensed": _packaged(
        "fontpkg_ibm_plex_sans_condensed",
        "IBMPlexSansCondensed",
        "IBM Plex Sans Condensed",
        range(100, 800, 100),
    ),
}
"""The families that every theme can name."""

FALLBACK = "plex-condensed"

_brought: dict[str, Family] = {}
"""The families of games, by keys made from what their files hold: a key always means the same."""

_STAND_INS = {0x2011: 0x2D, 0x202F: 0xA0, 0x2002: 0xA0, 0x2009: 0xA0, 0x2007: 0xA0, 0x2212: 0x2013}
"""Characters that few fonts hold, and what is set in their place when a face lacks them."""


def bring(key: str, family: Family) -> None:
    """Make a family of a game known, under a key that is made from what its files hold."""
    _brought[key] = family


def family(key: str) -> Family:
    """A family by its key, which is the name of those that every theme can name. Raises KeyError."""
    return FAMILIES.get(key) or _brought[key]


# --- faces ---


class Kerning(dict[str, float]):
    """How much nearer (or farther) the second character of a pair stands, in em; looked up once a pair.

    `tables` are asked one after the other until one knows the pair, as GPOS and `kern` tables are: pairs with
    their values, or classes of first and second characters and the values of each two classes.
    """

    def __init__(self, lookups: Iterable[Iterable[tuple[object, ...]]] = ()) -> None:
        super().__init__()
        self.lookups = tuple(lookups)

    def __missing__(self, pair: str) -> float:
        value = self[pair] = sum(_kern(tables, pair) for tables in self.lookups)
        return value


def _kern(tables: Iterable[tuple[object, ...]], pair: str) -> float:
    for table in tables:
        if len(table) == 1:
            pairs = table[0]
            assert isinstance(pairs, dict)
            if pair in pairs:
                return float(pairs[pair])
            continue
        firsts, seconds, rows = table
        assert isinstance(firsts, dict)
        assert isinstance(seconds, dict)
        assert isinstance(rows, list)
        if pair[0] in firsts:
            return float(rows[firsts[pair[0]]][seconds.get(pair[1], 0)])
    return 0.0


@dataclass(frozen=True, slots=True)
class Face:
    """One font file. `advances` are by code point; `cap_height` and `descent` bound ordinary text; in em.

    `ligatures` are characters of their own, by the letters that they stand for.
    """

    name: str
    file: FontFile
    css_family: str
    weight: int
    italic: bool
    advances: dict[int, float] = field(repr=False)
    cap_height: float = 0.7
    descent: float = 0.2
    kerning: Kerning = field(default_factory=Kerning, repr=False, compare=False)
    ligatures: Mapping[str, str] = field(default_factory=dict, repr=False)

    def shaped(self, text: str) -> str:
        """The text with ligatures as characters of their own."""
        if "f" not in text or not self.ligatures:
            return text
        return _ligature_pattern(self.name).sub(lambda found: self.ligatures[found[0]], text)

    def width(self, text: str, spaced: bool = False) -> float:
        """The advance of a text, in em. All characters must be covered. What is `spaced` has no ligatures."""
        shown = text if spaced else self.shaped(text)
        advances = self.advances
        total = sum([advances[c] for c in map(ord, shown)])
        return total + sum(map(self.kerning.__getitem__, map(add, shown, shown[1:])))


@cache
def _ligature_pattern(name: str) -> re.Pattern[str]:
    """What finds the ligatures of a face, the longest first."""
    found = sorted(face(name).ligatures, key=lambda letters: (-len(letters), letters))
    return re.compile("|".join(map(re.escape, found)))


@cache
def face_name(key: str, weight: int, italic: bool) -> str:
    """The name of the face of a family nearest to a weight and a slope. Raises KeyError."""

    def distance(file: FontFile) -> tuple[bool, int, int]:
        return file.italic != italic, abs(file.weight - weight), -file.weight

    return min(family(key).files, key=distance).name


def _file(name: str) -> tuple[str, FontFile]:
    """The file of a face and the key of its family. Raises KeyError."""
    found = _packaged_files().get(name)
    if found is not None:
        return found
    for key, brought in _brought.items():
        for file in brought.files:
            if file.name == name:
                return key, file
    raise KeyError(name)


@cache
def _packaged_files() -> dict[str, tuple[str, FontFile]]:
    return {file.name: (key, file) for key, family in FAMILIES.items() for file in family.files}


def all_faces() -> list[str]:
    """The names of all faces that every theme can name, in an order that doesn't change."""
    return list(_packaged_files())


def family_of(name: str) -> Family:
    """The family of a face."""
    return family(_file(name)[0])


@cache
def face(name: str) -> Face:
    """A face by its name, read when first asked for.

    Raises KeyError for a name that isn't there.
    """
    key, file = _file(name)
    advances, cap_height, lookups, ligatures = _metrics(file)
    css, kerning = family(key).css, Kerning(lookups)
    return Face(name, file, css, file.weight, file.italic, advances, cap_height, 0.2, kerning, ligatures)


def _metrics(
    file: FontFile,
) -> tuple[dict[int, float], float, list[list[tuple[object, ...]]], dict[str, str]]:
    """What is measured with, see `font_files.measures`; cached, for fonts are slow to parse."""
    import marshal

    from pycardgen.source.cache import key_of, open_cache

    cache, key = open_cache(), key_of(file.stamp(), "measures")
    kept = cache.get("fonts", key)
    if kept is None:
        from pycardgen.layout.font_files import measures

        kept = marshal.dumps(measures(file.read()))
        cache.put("fonts", key, kept)
    advances, cap_height, lookups, ligatures = marshal.loads(kept)
    return advances, cap_height, lookups, ligatures


@cache
def fallbacks(name: str, chain: tuple[str, ...]) -> tuple[Face, ...]:
    """The faces that stand in, in order, for characters that a face lacks: of its weight and slope."""
    key, file = _file(name)
    families = dict.fromkeys((*chain, FALLBACK))
    return tuple(face(face_name(other, file.weight, file.italic)) for other in families if other != key)


# --- texts in several faces ---


@dataclass(slots=True)
class Segments:
    """A text cut where its face changes, and the characters that no face has."""

    parts: list[tuple[str, str, float]] = field(default_factory=list)
    missing: str = ""


def segments(name: str, text: str, chain: tuple[str, ...] = (FALLBACK,), spaced: bool = False) -> Segments:
    """The text as (face, text, width in em), each part covered by its face, or by one of the families of the
    chain. What is `spaced` has no ligatures.

    Letters whose accents are characters of their own, as some programs write them, are put together. Missing
    characters are left out.
    """
    text = text if text.isascii() else normalize("NFC", text)
    first = face(name)
    try:
        return Segments([(name, text, first.width(text, spaced))])
    except KeyError:
        return _split((first, *fallbacks(name, chain)), text, spaced)


def _split(faces: tuple[Face, ...], text: str, spaced: bool) -> Segments:
    found = Segments()
    chosen: Face | None = None
    run: list[str] = []
    for char in text:
        used, shown = _cover(faces, char)
        if used is None:
            found.missing += char
            continue
        if used is not chosen and run and chosen:
            _close(found, chosen, run, spaced)
            run = []
        chosen = used
        run.append(shown)
    if run and chosen:
        _close(found, chosen, run, spaced)
    return found


def _cover(faces: tuple[Face, ...], char: str) -> tuple[Face | None, str]:
    """The face to set a character in, and the character to set."""
    code = ord(char)
    for candidate in (code, _STAND_INS.get(code, code)):
        for used in faces:
            if candidate in used.advances:
                return used, chr(candidate)
    return None, char


def _close(found: Segments, used: Face, run: list[str], spaced: bool) -> None:
    text = "".join(run)
    found.parts.append((used.name, text, used.width(text, spaced)))
