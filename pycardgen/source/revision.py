"""Folders as they were at a revision of their git repository."""

from __future__ import annotations

import io
import subprocess
import tarfile
from pathlib import Path

from pycardgen.diagnostics import Diagnostic, DiagnosticError

CODE = "PCG0781"


def extract(folder: Path, revision: str, target: Path) -> None:
    """Put the files of a folder, as a revision (a tag, a branch, a commit) has them, into a new folder.

    Raises DiagnosticError (PCG0781) when there is no git, no repository or no such revision, or when the
    folder wasn't there.
    """
    if revision.startswith("-") or not revision.strip():
        raise _error(f"'{revision}' is no revision")
    commit = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if commit is None:
        if _git(folder, "rev-parse", "--git-dir") is None:
            raise _error(
                f"'{folder.as_posix()}' is in no git repository, so '{revision}' says nothing about it"
            )
        raise _error(f"there is no revision '{revision}' of '{folder.as_posix()}'")
    packed = _git(folder, "archive", "--format=tar", commit.decode().strip())
    if packed is None:
        raise _error(f"'{folder.as_posix()}' wasn't there at revision '{revision}'")
    target.mkdir(parents=True)
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(target, filter="data")


def _git(folder: Path, *arguments: str) -> bytes | None:
    """What git says in a folder; None if it fails."""
    try:
        done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, check=False)
    except OSError as error:
        raise _error("git can't be run, which is needed to look at revisions") from error
    return done.stdout if done.returncode == 0 else None


def _error(message: str) -> DiagnosticError:
    hint = (
        "`--since` takes a tag, branch or commit of the game, or the digest of a bundle that was built here"
    )
    return DiagnosticError(Diagnostic(CODE, message, hint=hint))
