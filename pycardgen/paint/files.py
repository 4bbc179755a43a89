"""Writing output: aside first, then renamed, so that nothing half-written is ever left in its place."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from pycardgen.diagnostics import Diagnostic, DiagnosticError


def write(path: Path, data: bytes | str) -> bool:
    """Write a file whole or not at all; whether it changed. A file that holds the same bytes is left alone;
    a pipe or a device is written to.

    Raises DiagnosticError (PCG0760) when the disk is full or the place can't be written.
    """
    content = data.encode("utf-8") if isinstance(data, str) else data
    try:
        if _holds(path, content):
            return False
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            path.write_bytes(content)
        else:
            _replace(path, content)
    except OSError as error:
        raise DiagnosticError(cannot_write(path, error)) from error
    return True


def _holds(path: Path, content: bytes) -> bool:
    return path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content


def _replace(path: Path, content: bytes) -> None:
    descriptor, aside = tempfile.mkstemp(prefix=".pycardgen-", dir=path.parent)
    try:
        with open(descriptor, "wb") as file:
            file.write(content)
        os.chmod(aside, 0o666 & ~_umask())
        os.replace(aside, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(aside)
        raise


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def cannot_write(path: Path, error: OSError) -> Diagnostic:
    """The diagnostic about a file that can't be written."""
    return Diagnostic(
        "PCG0760",
        f"'{path.as_posix()}' can't be written: {error.strerror or error}",
        hint="free some space, or choose another folder with --out",
    )
