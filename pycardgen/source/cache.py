"""A cache on disk, by content: what was read or checked once is not read or checked again.

An entry's key is a hash of everything that its value depends on, so an entry is right or absent, never
stale. The folder belongs to its user alone: entries are trusted as far as the user's own files are. Whatever
goes wrong with the cache is a miss.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import stat
import sys
import tempfile
from collections.abc import Iterable
from functools import cache as once
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pycardgen import __version__
from pycardgen.diagnostics import Collector, Diagnostic, Report
from pycardgen.diagnostics.wire import from_plain, to_plain
from pycardgen.records import dataclass
from pycardgen.source.document import Document, Positions
from pycardgen.source.limits import DEFAULT, MEBIBYTE, Limits
from pycardgen.source.pause import collector_paused
from pycardgen.source.text import decode, read_bytes

_MAGIC = b"pcg1"
_KEPT_BYTES = 256 * MEBIBYTE
"""Of each kind; the oldest entries go first."""


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder of entries, or nothing (`folder` None): then every `get` is a miss."""

    folder: Path | None

    def get(self, kind: str, key: str) -> bytes | None:
        """The bytes put under a kind (a word such as `yaml`) and a key (from `key_of`), or None."""
        if self.folder is None:
            return None
        try:
            data = (self.folder / kind / key).read_bytes()
        except OSError:
            return None
        payload = data[36:]
        return payload if data[:36] == _MAGIC + hashlib.sha256(payload).digest() else None

    def put(self, kind: str, key: str, payload: bytes) -> None:
        """Keep bytes. The entry appears whole or not at all, also when several processes write it."""
        if self.folder is None:
            return
        try:
            place = self.folder / kind
            place.mkdir(mode=0o700, exist_ok=True)
            _prune(place)
            descriptor, name = tempfile.mkstemp(prefix=".", dir=place)
            try:
                with open(descriptor, "wb") as file:
                    file.write(_MAGIC + hashlib.sha256(payload).digest() + payload)
                os.replace(name, place / key)
            except BaseException:
                os.unlink(name)
                raise
        except OSError:
            return


def open_cache() -> Cache:
    """The user's cache: in PYCARDGEN_CACHE_DIR, or where the system keeps caches.

    With PYCARDGEN_NO_CACHE set, or where the folder can't be had for oneself, one that keeps nothing.
    """
    if os.environ.get("PYCARDGEN_NO_CACHE"):
        return Cache(None)
    named = os.environ.get("PYCARDGEN_CACHE_DIR")
    if named:
        folder = Path(named)
    else:
        from platformdirs import user_cache_path

        folder = user_cache_path("pycardgen", appauthor=False)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return Cache(folder if _is_ours_alone(folder) else None)
    except OSError:
        return Cache(None)


def _is_ours_alone(folder: Path) -> bool:
    """Whether no other user could have put anything into a folder.

    (Windows keeps users' folders apart itself.)
    """
    if not hasattr(os, "getuid"):
        return True
    status = folder.lstat()
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o022


@once
def _prune(place: Path) -> None:
    """Delete the oldest entries of a kind beyond what is kept; once a run is enough."""
    entries = sorted(os.scandir(place), key=lambda entry: entry.stat().st_mtime_ns, reverse=True)
    total = 0
    for entry in entries:
        total += entry.stat().st_size
        if total > _KEPT_BYTES:
            os.unlink(entry.path)


def key_of(*parts: bytes | str | Limits) -> str:
    """A key: a hash of the parts, of this version of the tool and of Python's."""
    digest = hashlib.sha256(tool_identity())
    for part in parts:
        data = part if isinstance(part, bytes) else repr(part).encode()
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


@once
def tool_identity() -> bytes:
    """What results depend on besides their input: versions, and the tool's own files as they are now."""
    package = Path(__file__).parent.parent
    parts = [__version__, sys.version]
    parts += [str(find_spec(optional) is not None) for optional in ("_ruamel_yaml", "openpyxl")]
    # Schemas and templates are in the package when it is installed, beside it in a checkout.
    for top in (package, package.parent / "schemas", package.parent / "templates"):
        for folder, folders, names in os.walk(top):
            folders[:] = sorted(name for name in folders if name != "__pycache__")
            for name in sorted(names):
                status = os.stat(os.path.join(folder, name))
                parts.append(f"{folder}/{name} {status.st_size} {status.st_mtime_ns}")
    return hashlib.sha256("\n".join(parts).encode()).digest()


def read_yaml_cached(
    path: Path, display: str, report: Report, cache: Cache, limits: Limits = DEFAULT
) -> Document | None:
    """As `reader.read_yaml`, without parsing a file whose bytes were read before."""
    data = read_bytes(path, display, report, limits.file_bytes)
    if data is None:
        return None
    key = key_of(data, display, limits)
    kept = cache.get("yaml", key)
    if kept is not None:
        with collector_paused():
            packed, problems = marshal.loads(kept)
            document = None if packed is None else _unpack(display, packed)
        for plain in problems:
            report(from_plain(plain))
        return document
    text = decode(data, display, report)
    if text is None:
        return None
    from pycardgen.source import reader  # here: ruamel.yaml isn't needed when everything is in the cache

    reader.note_slow_parser(report)
    found = Collector()
    document = reader.parse_yaml(text, display, found, limits)
    for diagnostic in found.found:
        report(diagnostic)
    packed = None if document is None else _pack(document, not found.found)
    cache.put("yaml", key, marshal.dumps((packed, [to_plain(diagnostic) for diagnostic in found.found])))
    return document


Packed = tuple[str, Any, bytes]
"""A document's text and root, and apart, for they are seldom needed, the positions within its containers."""


def _containers(root: Any) -> Iterable[Any]:
    """Every mapping and sequence of a document, in the order in which they begin."""
    pending = [root]
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            parts: Iterable[Any] = reversed(value.values())
        elif isinstance(value, list):
            parts = reversed(value)
        else:
            continue
        yield value
        pending += [part for part in parts if type(part) is dict or type(part) is list]


def _pack(document: Document, intact: bool) -> Packed:
    """`intact`: no container has been replaced by another of the same key."""
    positions = document.positions
    if intact:
        tables = list(positions.values())
    else:
        tables = [positions[id(container)] for container in _containers(document.root)]
    return (document.text, document.root, marshal.dumps(tables))


def _unpack(file: str, packed: Packed) -> Document:
    text, root, tables = packed
    containers = list(_containers(root))  # as they are now: whoever loads a game may take some out

    def positions() -> Positions:
        with collector_paused():
            return dict(zip(map(id, containers), marshal.loads(tables), strict=True))

    return Document(file, text, root, positions)


def recall(cache: Cache, kind: str, key: str) -> list[Diagnostic] | None:
    """The diagnostics kept under a key (that hashes all files of a game, for instance); None on a miss."""
    kept = cache.get(kind, key)
    return None if kept is None else [from_plain(plain) for plain in marshal.loads(kept)]


def remember(cache: Cache, kind: str, key: str, diagnostics: Iterable[Diagnostic]) -> None:
    """Keep diagnostics for `recall`."""
    cache.put(kind, key, marshal.dumps([to_plain(diagnostic) for diagnostic in diagnostics]))
