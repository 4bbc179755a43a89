"""The fonts that a theme brings: files of the game's folder, whose licence it states.

A family is kept under a key made from what its files hold, so that the same name may mean other files in
another game, or in another version of this one.
"""

from __future__ import annotations

import marshal
import re
from collections.abc import Iterator, Mapping
from dataclasses import astuple
from hashlib import sha256
from pathlib import Path
from typing import Any

from pycardgen.diagnostics import Diagnostic, Report, Severity, did_you_mean
from pycardgen.layout import fonts, options
from pycardgen.layout.font_files import Described, FontError, examine
from pycardgen.layout.options import read_options
from pycardgen.layout.pictures import read_file
from pycardgen.records import dataclass
from pycardgen.source import Place
from pycardgen.source.cache import key_of, open_cache

MAX_BYTES = 16 * 1024 * 1024

_NAME = re.compile(r"[a-z][a-z0-9-]*")

_CUTS = {
    "regular": (400, False),
    "bold": (700, False),
    "italic": (400, True),
    "bold-italic": (700, True),
}
"""What `files` may name: weight and slope."""


@dataclass(frozen=True, slots=True)
class _File:
    """A font file of a family, and what it says of itself."""

    data: bytes
    digest: str
    said: Described
    weight: int
    italic: bool


def load_fonts(place: Place, folder: Path | None, report: Report) -> dict[str, str]:
    """The keys of the families of a theme's `fonts`, by name. What can't be used is reported, once: where it
    is named, a built-in one stands in.
    """
    found = {}
    for name, value in place.container.items():
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            message = f"'{name}' can't be the name of a font: it has small letters, digits and '-'"
            report(Diagnostic("PCG0702", message, place.key(name)))
        elif not isinstance(value, dict):
            hint = "such as {files: fonts/title.ttf, licence: OFL-1.1}"
            report(Diagnostic("PCG0702", f"font '{name}' must be a mapping", place.value(name), hint))
        else:
            found[name] = _family(place.inside(name), name, folder, report) or fonts.FALLBACK
    return found


def _family(place: Place, name: str, folder: Path | None, report: Report) -> str | None:
    said = read_options(place, options.FONT, report, f"font '{name}'")
    if "files" not in said:
        if "files" not in place.container:
            report(Diagnostic("PCG0702", f"font '{name}' needs 'files'", place.whole()))
        return None
    read = list(_files(place, said["files"], folder, report))
    licence = said.get("licence", "")
    if not licence:
        _unlicensed(place, name, read, report)
    elif _is_path(licence) and read_file(folder, licence, place.value("licence"), report, 1 << 20) is None:
        licence = ""
    files = [file for file, _, _ in read if file is not None]
    if not files or len(files) < len(read) or not _told_apart(place, name, read, report):
        return None
    key = f"{name}:" + sha256(" ".join(file.digest for file in files).encode()).hexdigest()[:16]
    made = tuple(
        fonts.FontFile(_face_name(file), file.weight, file.italic, data=file.data, digest=file.digest)
        for file in files
    )
    fonts.bring(key, fonts.Family(files[0].said.family, made, licence))
    return key


def _face_name(file: _File) -> str:
    """A name that no other file has, nor this one used for another weight."""
    return f"{file.said.name}:{file.weight}{'i' if file.italic else ''}:{file.digest[:16]}"


def _is_path(licence: str) -> bool:
    return "/" in licence or licence.lower().endswith((".txt", ".md", ".pdf"))


def _unlicensed(place: Place, name: str, read: list[Any], report: Report) -> None:
    """A font whose licence nobody states; what its file says of it is a hint."""
    own = next((file.said.licence for file, _, _ in read if file is not None and file.said.licence), "")
    hint = f"the file says: {own[:120]}" if own else "such as `licence: OFL-1.1`, or the file that holds it"
    message = f"the licence of font '{name}' isn't stated"
    report(Diagnostic("PCG0716", message, place.whole(), hint, severity=Severity.WARNING))


def _files(
    place: Place, files: Any, folder: Path | None, report: Report
) -> Iterator[tuple[_File | None, Place, str | int]]:
    """Each file of a family (None if it can't be used), with its place."""
    if isinstance(files, str):
        yield _file(place, "files", files, None, folder, report), place, "files"
        return
    inner = place.inside("files")
    named = files.items() if isinstance(files, dict) else enumerate(files)
    for key, path in named:
        yield _file(inner, key, path, _CUTS.get(str(key)), folder, report), inner, key


def _file(
    place: Place, key: str | int, name: str, cut: tuple[int, bool] | None, folder: Path | None, report: Report
) -> _File | None:
    span = place.value(key)
    data = read_file(folder, name, span, report, MAX_BYTES)
    if data is None:
        return None
    digest = sha256(data).hexdigest()
    said = _examined(data, digest)
    if isinstance(said, str):
        report(Diagnostic("PCG0715", f"'{name}' can't be printed with: {said}", span))
        return None
    weight, italic = cut or (said.weight, said.italic)
    return _File(data, digest, said, weight, italic)


def _examined(data: bytes, digest: str) -> Described | str:
    """What a font file says of itself, or why it can't be used; remembered, for to see it takes time."""
    cache, key = open_cache(), key_of(digest, "examined")
    kept = cache.get("fonts", key)
    if kept is not None:
        found = marshal.loads(kept)
        return found if isinstance(found, str) else Described(*found)
    try:
        said: Described | str = examine(data)
    except FontError as error:
        said = str(error)
    cache.put("fonts", key, marshal.dumps(said if isinstance(said, str) else astuple(said)))
    return said


def _told_apart(place: Place, name: str, read: list[Any], report: Report) -> bool:
    """Whether no two files of a family have the same weight and slope."""
    seen: dict[tuple[int, bool], _File] = {}
    for file, inner, key in read:
        cut = (file.weight, file.italic)
        if cut in seen:
            slope = " italic" if file.italic else ""
            message = f"two files of font '{name}' have the weight {file.weight}{slope}"
            hint = "name them: `files: {regular: ..., bold: ..., italic: ..., bold-italic: ...}`"
            report(Diagnostic("PCG0718", message, inner.value(key), hint))
            return False
        seen[cut] = file
    return True


def licences(families: Mapping[str, str]) -> list[tuple[str, str]]:
    """The families that a game is printed with, built-in ones first, and the licence of each."""
    keys = dict.fromkeys((*(name for name in fonts.FAMILIES if name not in families), *families.values()))
    found = [fonts.family(key) for key in (*keys, fonts.FALLBACK)]
    return list(dict.fromkeys((family.css, family.licence or "licence not stated") for family in found))


def unknown_font(name: str, families: Mapping[str, str], place: Place, key: str | int) -> Diagnostic:
    """The diagnostic about a family that a theme doesn't have."""
    known = dict.fromkeys((*fonts.FAMILIES, *families))
    hint = did_you_mean(name, known) or f"there are {', '.join(known)}; `fonts` of a theme brings others"
    return Diagnostic("PCG0717", f"there is no font '{name}'", place.value(key), hint)


def unknown_fonts(said: Mapping[str, Any], key: str, families: Mapping[str, str]) -> list[str]:
    """The families that an option names and that aren't there."""
    value = said.get(key, ())
    named = (value,) if isinstance(value, str) else value
    return [name for name in named if name not in families and name not in fonts.FAMILIES]
