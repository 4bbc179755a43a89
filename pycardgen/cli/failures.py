"""What is said when a command fails: diagnostics, trouble of the machine, or a bug and a report to send."""

from __future__ import annotations

import errno
import os
import platform
import tempfile
import traceback
from collections.abc import Sequence

import click

from pycardgen import __version__
from pycardgen.diagnostics import Diagnostic, DiagnosticError

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_FORBIDDEN = {errno.EACCES, errno.EPERM, errno.EROFS}
_IN_THE_WAY = {errno.EISDIR, errno.ENOTDIR, errno.EEXIST, errno.ENOTEMPTY}
_NO_PLACE = {errno.ENOENT, errno.ENAMETOOLONG, errno.ELOOP, errno.EINVAL, errno.EIO, errno.ENXIO}


def report_failure(error: Exception, arguments: Sequence[str]) -> int:
    """Say what went wrong and give the exit code: 1, or 3 for a bug. Never shows a traceback, but for
    PYCARDGEN_DEBUG.
    """
    if os.environ.get("PYCARDGEN_DEBUG"):
        raise error
    if isinstance(error, DiagnosticError):
        found: Sequence[Diagnostic] = error.diagnostics
    else:
        problem = machine_problem(error)
        if problem is None:
            return _bug(error, arguments)
        found = [problem]
    from pycardgen.cli.common import show

    show(found, err=True)
    return 1


def machine_problem(error: BaseException) -> Diagnostic | None:
    """The diagnostic for what the machine refused: a full disk, a folder that can't be written, memory."""
    if isinstance(error, MemoryError):
        return Diagnostic(
            "PCG0004", "there is not enough memory", hint="close other programs, or work on less at once"
        )
    if not isinstance(error, OSError):
        return None
    where = f" `{os.fsdecode(error.filename)}`" if isinstance(error.filename, str | bytes) else ""
    if error.errno in _FULL:
        return Diagnostic(
            "PCG0002",
            "the disk is full" + (f": can't write{where}" if where else ""),
            hint="make room, then run it again",
        )
    if error.errno in _FORBIDDEN:
        return Diagnostic(
            "PCG0003",
            f"can't write{where}: {(error.strerror or 'not allowed').lower()}",
            hint="choose another folder with --out, or allow writing there",
        )
    if error.errno in _IN_THE_WAY:
        return Diagnostic(
            "PCG0005",
            f"something is in the way{' at' + where if where else ''}: {(error.strerror or '').lower()}",
            hint="move it away, or choose another folder",
        )
    if error.errno in _NO_PLACE and where:
        return Diagnostic(
            "PCG0006",
            f"can't use{where}: {(error.strerror or '').lower()}",
            hint="choose another file or folder; if a file was being changed meanwhile, run it again",
        )
    return None


def _bug(error: Exception, arguments: Sequence[str]) -> int:
    """Write a report of a bug to a file and say where it is."""
    text = "\n".join(
        [
            f"pycardgen {__version__}, Python {platform.python_version()}, {platform.platform()}",
            f"arguments: {list(arguments)!r}",
            "",
            "".join(traceback.format_exception(error)),
        ]
    )
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", prefix="pycardgen-crash-", suffix=".txt", delete=False
        ) as file:
            file.write(text)
        report = f"The report is in {file.name}"
    except OSError:
        report = "No report could be written; PYCARDGEN_DEBUG=1 shows what happened."
    hint = "please send the report to the people who make pycardgen, with your files if you can"
    message = f"this is a bug in pycardgen, not a mistake of yours ({type(error).__name__})"
    _last_words(Diagnostic("PCG0001", message, hint=hint))
    click.echo(report, err=True)
    return 3


def _last_words(diagnostic: Diagnostic) -> None:
    """Show a diagnostic even if what shows them is what failed."""
    from pycardgen.cli.common import show

    try:
        show([diagnostic], err=True)
    except Exception:
        click.echo(f"error[{diagnostic.code}]: {diagnostic.message}\n  {diagnostic.hint}", err=True)
