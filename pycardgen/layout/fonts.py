"""The fonts that are printed with: static TrueType faces from packages, their advances and their coverage.

Only fonts that come with the installation are used, never the system's, so that a game prints the same
everywhere. A character that a face lacks is set in the fallback family; one that this lacks too is reported
by the text engine.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

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
class Family:
    """Where a family's files are: a package, the stem of its file names, the weights there are."""

    package: str
    stem: str
    css: str
    weights: tuple[int, ...]


FAMILIES = {
    "barlow-condensed": Family(
        "fontpkg_barlow_condensed",
        "BarlowCondensed",
        "Barlow Condensed",
        (100, 200, 300, 400, 500, 600, 700, 800, 900),
    ),
    "plex-condensed": Family(
        "fontpkg_ibm_plex_sans_condensed",
        "IBMPlexSansCondensed",
        "IBM Plex Sans Condensed",
        (100, 200, 300, 400, 500, 600, 700),
    ),
}
"""The families a theme can name."""

FALLBACK = "plex-condensed"

_STAND_INS = {0x2011: 0x2D, 0x202F: 0xA0, 0x2002: 0xA0, 0x2009: 0xA0, 0x2007: 0xA0, 0x2212: 0x2013}
"""Characters that few fonts hold, and what is set in their place when a face lacks them."""


@dataclass(frozen=True, slots=True)
class Face:
    """One font file. `advances` maps code points to em; `ascent` and `descent` bound ordinary text, in em."""

    name: str
    path: Path
    css_family: str
    weight: int
    italic: bool
    advances: dict[int, float] = field(repr=False)
    cap_height: float = 0.7
    descent: float = 0.2

    def width(self, text: str) -> float:
        """The advance of a text, in em. Every character must be covered."""
        advances = self.advances
        return sum([advances[c] for c in map(ord, text)])


@cache
def face_name(family: str, weight: int, italic: bool) -> str:
    """The PostScript name of the face nearest to a weight. Raises KeyError for an unknown family."""
    known = FAMILIES[family]
    nearest = min(known.weights, key=lambda w: (abs(w - weight), -w))
    suffix = _SUFFIX[nearest]
    if italic:
        suffix = "Italic" if suffix == "Regular" else f"{suffix}Italic"
    return f"{known.stem}-{suffix}"


@cache
def _index() -> dict[str, tuple[str, int, bool]]:
    """Every face name with its family, weight and slope."""
    return {
        face_name(family, weight, italic): (family, weight, italic)
        for family, known in FAMILIES.items()
        for weight in known.weights
        for italic in (False, True)
    }


def all_faces() -> list[str]:
    """The names of all faces, in an order that doesn't change."""
    return list(_index())


@cache
def face(name: str) -> Face:
    """A face by its PostScript name, read when first asked for.

    Raises KeyError for a name that isn't there.
    """
    family, weight, italic = _index()[name]
    known = FAMILIES[family]
    path = Path(str(files(known.package) / "files" / f"{name}.ttf"))
    advances, cap_height = _metrics(path)
    return Face(name, path, known.css, weight, italic, advances, cap_height)


def _metrics(path: Path) -> tuple[dict[int, float], float]:
    """Advances by code point and the height of capitals, in em; cached, for fonts are slow to parse."""
    import marshal

    from pycardgen.source.cache import key_of, open_cache

    status = path.stat()
    cache, key = open_cache(), key_of(path.name, str(status.st_size), str(status.st_mtime_ns))
    kept = cache.get("fonts", key)
    if kept is not None:
        advances, cap_height = marshal.loads(kept)
        return advances, cap_height
    from fontTools.ttLib import TTFont

    with TTFont(path, lazy=True) as font:
        units = font["head"].unitsPerEm
        metrics = font["hmtx"].metrics
        advances = {code: metrics[glyph][0] / units for code, glyph in font.getBestCmap().items()}
        cap_height = font["OS/2"].sCapHeight / units
    cache.put("fonts", key, marshal.dumps((advances, cap_height)))
    return advances, cap_height


@cache
def fallbacks(name: str, chain: tuple[str, ...]) -> tuple[Face, ...]:
    """The faces that stand in, in order, for characters that a face lacks: of its weight and slope."""
    family, weight, italic = _index()[name]
    families = dict.fromkeys((*chain, FALLBACK))
    return tuple(face(face_name(other, weight, italic)) for other in families if other != family)


@dataclass(slots=True)
class Segments:
    """A text cut where its face changes, and the characters that no face has."""

    parts: list[tuple[str, str, float]] = field(default_factory=list)
    missing: str = ""


def segments(name: str, text: str, chain: tuple[str, ...] = (FALLBACK,)) -> Segments:
    """The text as (face, text, width in em), each part covered by its face, or by one of the families of the
    chain.

    Missing characters are left out.
    """
    first = face(name)
    advances = first.advances
    try:
        return Segments([(name, text, sum([advances[c] for c in map(ord, text)]))])
    except KeyError:
        return _split((first, *fallbacks(name, chain)), text)


def _split(faces: tuple[Face, ...], text: str) -> Segments:
    found = Segments()
    chosen: Face | None = None
    run: list[str] = []
    for char in text:
        used, shown = _cover(faces, char)
        if used is None:
            found.missing += char
            continue
        if used is not chosen and run and chosen:
            _close(found, chosen, run)
            run = []
        chosen = used
        run.append(shown)
    if run and chosen:
        _close(found, chosen, run)
    return found


def _cover(faces: tuple[Face, ...], char: str) -> tuple[Face | None, str]:
    """The face to set a character in, and the character to set."""
    code = ord(char)
    for candidate in (code, _STAND_INS.get(code, code)):
        for used in faces:
            if candidate in used.advances:
                return used, chr(candidate)
    return None, char


def _close(found: Segments, used: Face, run: list[str]) -> None:
    text = "".join(run)
    found.parts.append((used.name, text, used.width(text)))
