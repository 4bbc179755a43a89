"""Reading a text file of a game: bounded, UTF-8, one kind of line end, nothing invisible in it."""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from pathlib import Path

from pycardgen.diagnostics import Diagnostic, Report, Span
from pycardgen.source.limits import DEFAULT, Limits

# What no text of a game needs and what would make lines and columns differ between tools: control characters
# (but for tab and newline), the rare line separators, half surrogates, a byte order mark within the text.
_REFUSED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")

_WIDE_ENCODINGS = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}


def read_bytes(path: Path, display: str, report: Report, limit: int) -> bytes | None:
    """The bytes of a regular file of at most `limit` bytes; None after reporting why not."""
    try:
        # Without O_NONBLOCK, opening a named pipe would wait for ever.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with open(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                report(Diagnostic("PCG0100", "this is not a regular file", Span(display)))
                return None
            data = file.read(limit + 1)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        report(Diagnostic("PCG0100", f"the file can't be read: {reason}", Span(display)))
        return None
    if len(data) > limit:
        report(
            Diagnostic(
                "PCG0103",
                f"the file is larger than {_size(limit)}",
                Span(display),
                hint="split it into several files",
            )
        )
        return None
    return data


def read_text(path: Path, display: str, report: Report, limits: Limits = DEFAULT) -> str | None:
    """The text of a file, newlines as `\\n` and without a BOM; None after reporting why not."""
    data = read_bytes(path, display, report, limits.file_bytes)
    return None if data is None else decode(data, display, report)


def decode(data: bytes, display: str, report: Report) -> str | None:
    """The text of a file's bytes, newlines as `\\n` and without a BOM; None after reporting why not."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
        wide = _WIDE_ENCODINGS.get(data[:2])
        report(
            Diagnostic(
                "PCG0101",
                f"the file is not UTF-8: it looks like {wide}"
                if wide
                else f"the file is not UTF-8: byte 0x{data[error.start]:02x} doesn't belong here",
                Span.point(display, line, column),
                hint="save the file as UTF-8",
            )
        )
        return None
    return clean(text, display, report)


def clean(text: str, display: str, report: Report) -> str | None:
    """The text with newlines as `\\n` and without a BOM; None after reporting characters that can't stand."""
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    found = _REFUSED.search(text)
    if found is None:
        return text
    offset, character = found.start(), found.group()
    name = unicodedata.name(character, "control character").lower()
    report(
        Diagnostic(
            "PCG0102",
            f"the invisible character U+{ord(character):04X} ({name}) can't stand here",
            Span.point(display, text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)),
            hint="delete it",
        )
    )
    return None


def _size(count: int) -> str:
    """A number of bytes as a person would say it."""
    for unit, factor in (("MiB", 1024 * 1024), ("KiB", 1024)):
        if count >= factor:
            return f"{count / factor:g} {unit}"
    return f"{count} bytes"
