"""The bundle's file: a zip of JSON members, stored, in a fixed order and with fixed times.

    manifest.json       format, digest, tool, the game's id, title and version, packs
    content.json        the game without its maps
    rules.json          the program
    maps.json           the maps
    i18n/LANG.json      translations: `{"decisions": {name: text}, "messages": {name: text}}`

The digest is taken over the names and bytes of all members but the manifest.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import re
import struct
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from pycardgen import __version__
from pycardgen.bundle import canonical, codec
from pycardgen.bundle.canonical import BadDataError
from pycardgen.diagnostics import Diagnostic, DiagnosticError, Span
from pycardgen.lang import ir
from pycardgen.model.game import Game

FORMAT = 1
"""The version of the format that this tool writes, and the newest that it reads."""

MAX_FILE = 64 * 2**20
"""Bytes of a whole bundle, and so of each member: members are stored as they are."""

MAX_MEMBERS = 64

_TIME = (1980, 1, 1, 0, 0, 0)
_FIXED = ("manifest.json", "content.json", "rules.json", "maps.json")
_TRANSLATION = re.compile(r"i18n/[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*\.json")
_LOCAL_HEADER, _DIRECTORY_ENTRY, _END_RECORD = 30, 46, 22
"""Bytes of a zip's records, without names."""
_MANIFEST_KEYS = {"format", "digest", "tool", "game", "packs"}

T = TypeVar("T")

Translations = Mapping[str, Mapping[str, Mapping[str, str]]]
"""By language: `{"decisions": {name: text}, "messages": {name: text}}`."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """A compiled game. `digest` identifies its content: a hexadecimal SHA-256."""

    game: Game
    program: ir.Program
    manifest: Mapping[str, Any]
    digest: str
    translations: Translations = field(default_factory=dict)


# --- writing


def make_bundle(game: Game, program: ir.Program, translations: Translations | None = None) -> Bundle:
    """The bundle of a game just compiled, without a file."""
    digest = digest_of(encode_members(game, program, translations or {}))
    return Bundle(game, program, _manifest(game, digest), digest, translations or {})


def write_bundle(bundle: Bundle, path: Path) -> None:
    """Write a bundle, aside and then in place of what was there. Raises OSError."""
    members = encode_members(bundle.game, bundle.program, bundle.translations)
    _write(bundle.manifest, members, path)


def write_compiled(game: Game, program: ir.Program, translations: Translations, path: Path) -> None:
    """Write the bundle of a game just compiled; as `make_bundle` and `write_bundle`, encoding it once."""
    members = encode_members(game, program, translations)
    _write(_manifest(game, digest_of(members)), members, path)


def _write(manifest: Mapping[str, Any], members: Mapping[str, bytes], path: Path) -> None:
    write_aside(path, pack({"manifest.json": canonical.to_bytes(manifest), **members}))


def write_aside(path: Path, data: bytes) -> None:
    """Write a file, aside and then in place of what was there: never seen half-written. Raises OSError.

    A pipe or a device is written to.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    handle, aside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.chmod(aside, 0o644)
        os.replace(aside, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(aside)
        raise


def pack(members: Mapping[str, bytes]) -> bytes:
    """A zip of stored members with fixed times: the same bytes for the same members."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, data in members.items():
            info = zipfile.ZipInfo(name, _TIME)
            info.create_system = 3
            info.external_attr = 0o100644 << 16
            archive.writestr(info, data)
    return out.getvalue()


def digest_in(path: Path) -> str:
    """The digest that a bundle just written says it has. Raises OSError."""
    with zipfile.ZipFile(path) as archive:
        return str(json.loads(archive.read("manifest.json"))["digest"])


def digest_of(members: Mapping[str, bytes]) -> str:
    """SHA-256 over `name, newline, length, newline, bytes` of each member in order, the manifest excepted."""
    total = hashlib.sha256()
    for name, data in members.items():
        if name != "manifest.json":
            total.update(f"{name}\n{len(data)}\n".encode())
            total.update(data)
    return total.hexdigest()


def encode_members(game: Game, program: ir.Program, translations: Translations) -> dict[str, bytes]:
    """All members but the manifest, in their order."""
    content, maps = codec.encode_game(game)
    members = {
        "content.json": canonical.to_bytes(content),
        "rules.json": canonical.to_bytes(codec.encode_program(_portable(game, program))),
        "maps.json": canonical.to_bytes(maps),
    }
    for language in sorted(translations):
        members[f"i18n/{language}.json"] = canonical.to_bytes(translations[language])
    return members


def _manifest(game: Game, digest: str) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "digest": digest,
        "tool": __version__,
        "game": {"id": game.id, "title": game.title, "version": game.version},
        "packs": list(game.packs),
    }


def _portable(game: Game, program: ir.Program) -> ir.Program:
    """The program with its files named from their game folder, wherever that lies on this machine."""
    files = tuple(_relative(name, game.folders) for name in program.files)
    return ir.Program(program.functions, program.effects, files, program.positions)


def _relative(name: str, folders: tuple[str, ...]) -> str:
    """`rules/a.star`, or `PACK/rules/a.star` for a file of a pack."""
    whole = Path(os.path.abspath(name))
    for number, folder in enumerate(folders):
        root = Path(os.path.abspath(folder))
        if whole.is_relative_to(root):
            inner = whole.relative_to(root).as_posix()
            return inner if number == 0 else f"{root.name}/{inner}"
    return name


# --- reading


def read_bundle(path: Path) -> Bundle:
    """Read a bundle as if it came from a stranger. Raises DiagnosticError (PCG0930 to PCG0937)."""
    members = _unpack(path)
    manifest = _read_manifest(path, members["manifest.json"])
    digest = digest_of(members)
    if digest != manifest["digest"]:
        raise refuse(path, "PCG0934", "it was changed after it was written: its digest doesn't match")
    content = _parse(path, "content.json", members)
    maps, rules = _parse(path, "maps.json", members), _parse(path, "rules.json", members)
    game = _decoded(path, "content.json", lambda: codec.decode_game(content, maps))
    names = codec.type_names(content)
    program = _decoded(path, "rules.json", lambda: codec.decode_program(rules, names))
    translations = {
        name.removeprefix("i18n/").removesuffix(".json"): _read_texts(path, name, members)
        for name in members
        if name.startswith("i18n/")
    }
    if {**_manifest(game, digest), "tool": manifest["tool"]} != manifest:
        raise refuse(path, "PCG0935", "manifest.json speaks of another game than content.json")
    _validate(path, game, program)
    return Bundle(game, program, manifest, digest, translations)


def decode_members(members: Mapping[str, bytes]) -> tuple[Game, ir.Program]:
    """The inverse of `encode_members`, for members that this tool has just written. Raises BadDataError."""
    content = canonical.from_bytes(members["content.json"])
    game = codec.decode_game(content, canonical.from_bytes(members["maps.json"]))
    rules = canonical.from_bytes(members["rules.json"])
    return game, codec.decode_program(rules, codec.type_names(content))


def refuse(path: Path, code: str, message: str, hint: str = "") -> DiagnosticError:
    """The error that refuses a bundle."""
    hint = hint or "Build the bundle again from its game folder, or fetch it again."
    return DiagnosticError(Diagnostic(code, f"{path.name} can't be used: {message}", Span(str(path)), hint))


def _validate(path: Path, game: Game, program: ir.Program) -> None:
    """What source is checked for, on what was read."""
    from pycardgen.bundle.validate import check_game, check_places
    from pycardgen.lang.verify import verify

    for code, check in (
        ("PCG0936", lambda: check_game(game)),
        ("PCG0937", lambda: check_places(program)),
        ("PCG0937", lambda: verify(program, game)),
    ):
        first = next(iter(check()), None)
        if first is not None:
            raise refuse(path, code, first)


def _unpack(path: Path) -> dict[str, bytes]:
    """The members of a bundle, in their order, if the file is such a zip as `pack` writes."""
    try:
        if path.stat().st_size > MAX_FILE:
            raise refuse(path, "PCG0931", f"it is bigger than {MAX_FILE >> 20} MB")
        raw = path.read_bytes()
    except OSError as error:
        raise refuse(
            path, "PCG0930", error.strerror or str(error), "Check the file and its folder."
        ) from None
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            _check_container(path, archive, len(raw))
            return {info.filename: archive.read(info) for info in archive.infolist()}
    except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError, ValueError, struct.error):
        raise refuse(path, "PCG0930", "it is damaged or cut short, or is no bundle at all") from None


def _check_container(path: Path, archive: zipfile.ZipFile, size: int) -> None:
    """Refuse what a zip may hold and a bundle doesn't: what is compressed, hidden, doubled or added."""
    infos = archive.infolist()
    names = [info.filename for info in infos]
    if len(names) > MAX_MEMBERS:
        raise refuse(path, "PCG0931", f"it holds more than {MAX_MEMBERS} members")
    translations = names[len(_FIXED) :]
    if tuple(names[: len(_FIXED)]) != _FIXED or translations != sorted(set(translations)):
        raise refuse(
            path, "PCG0932", f"its members aren't {', '.join(_FIXED)} and translations, in this order"
        )
    odd = next((name for name in translations if not _TRANSLATION.fullmatch(name)), None)
    if odd is not None:
        raise refuse(path, "PCG0932", f"{odd[:80]!r} doesn't belong in a bundle")
    at = 0
    for info in infos:
        if info.compress_type != zipfile.ZIP_STORED or info.file_size != info.compress_size:
            raise refuse(path, "PCG0932", f"{info.filename} is compressed; a bundle's members are stored")
        if info.flag_bits or info.extra or info.comment or info.header_offset != at:
            raise refuse(path, "PCG0932", f"{info.filename} isn't stored plainly")
        at += _LOCAL_HEADER + len(info.filename) + info.file_size
    directory = sum(_DIRECTORY_ENTRY + len(name) for name in names)
    if archive.start_dir != at or archive.comment or at + directory + _END_RECORD != size:
        raise refuse(path, "PCG0932", "something stands before, between or after its members")


def _read_manifest(path: Path, raw: bytes) -> dict[str, Any]:
    """The manifest; its format version is looked at before anything else is trusted."""
    manifest = _decoded(path, "manifest.json", lambda: canonical.from_bytes(raw))
    version = manifest.get("format") if isinstance(manifest, dict) else None
    if type(version) is not int or version < 1:
        raise refuse(path, "PCG0935", "manifest.json has no format version")
    if version > FORMAT:
        raise refuse(
            path,
            "PCG0933",
            f"it is of format {version}; this pycardgen reads up to {FORMAT}",
            "Use a newer pycardgen, or build the bundle with this one.",
        )
    if manifest.keys() != _MANIFEST_KEYS or not all(type(manifest[key]) is str for key in ("digest", "tool")):
        raise refuse(path, "PCG0935", "manifest.json doesn't hold what a manifest holds")
    return dict(manifest)


def _parse(path: Path, name: str, members: Mapping[str, bytes]) -> Any:
    return _decoded(path, name, lambda: canonical.from_bytes(members[name]))


def _read_texts(path: Path, name: str, members: Mapping[str, bytes]) -> Mapping[str, Mapping[str, str]]:
    """A translation: texts by group and name."""
    data = _parse(path, name, members)
    groups = data.values() if isinstance(data, dict) else [None]
    if not all(isinstance(group, dict) and all(type(t) is str for t in group.values()) for group in groups):
        raise refuse(path, "PCG0935", f"{name} doesn't hold texts by their names")
    return dict(data)


def _decoded(path: Path, name: str, decode: Callable[[], T]) -> T:
    """Run a decoder; what it refuses becomes a diagnostic."""
    try:
        return decode()
    except BadDataError as error:
        where = f"{name}, {error.where}" if error.path else name
        raise refuse(path, "PCG0935", f"{where}: {error.message}") from None
    except RecursionError:
        raise refuse(path, "PCG0935", f"{name}: nested too deeply") from None
