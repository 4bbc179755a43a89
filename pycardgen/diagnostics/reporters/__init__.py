"""Diagnostics as text for people, CI services and programs.

All forms are sorted and the same at every run.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import IO

from pycardgen.diagnostics.core import Diagnostic, sort_key

FORMATS = ("text", "concise", "json", "github", "sarif", "junit")

Reporter = Callable[[list[Diagnostic], Mapping[str, str], bool, int], str]
"""What each module of this package has as `render`: sorted diagnostics, sources, color, width in columns."""


def render(
    diagnostics: Iterable[Diagnostic],
    format: str = "text",  # noqa: A002 - the name of the option
    sources: Mapping[str, str] | None = None,
    color: bool = False,
    width: int = 100,
) -> str:
    """The whole report in one of FORMATS, ending with a newline.

    `sources` has the text of each file by the name that spans give it: lines are quoted from it, and `junit`
    lists every file of it. Equal diagnostics are shown once. Raises ValueError for an unknown format.
    """
    if format not in FORMATS:
        raise ValueError(f"unknown format {format!r}")
    reporter: Reporter = import_module(f"{__name__}.{format}").render
    return reporter(sorted(dict.fromkeys(diagnostics), key=sort_key), sources or {}, color, width)


def wants_color(stream: IO[str]) -> bool:
    """Whether to colour what goes to a stream: it is a terminal that can, and NO_COLOR is not set."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()
