"""What comes with the program: the theme, the icons, the templates and the sheets in templates/."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pycardgen.diagnostics import Collector, DiagnosticError
from pycardgen.source import Document

PREFIX = "<built-in>/"
"""What the names of built-in files begin with in messages."""


def folder() -> Path:
    """The folder of built-in templates: beside the package in a checkout, inside it when installed."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "_data" / "templates"
    return inside if inside.is_dir() else package.parent / "templates"


@cache
def document(name: str) -> Document:
    """A built-in file, such as `theme.yaml`. Raises DiagnosticError if the installation is damaged."""
    from pycardgen.source.cache import open_cache, read_yaml_cached

    report = Collector()
    found = read_yaml_cached(folder() / name, f"{PREFIX}{name}", report, open_cache())
    if found is None:
        raise DiagnosticError(*report.found)
    return found


def icon_files() -> list[str]:
    """The names of the built-in files of icons, for `document`."""
    return sorted(f"icons/{path.name}" for path in (folder() / "icons").glob("*.yaml"))


def names() -> list[str]:
    """The names of the built-in templates."""
    files = sorted(path.name for path in folder().glob("*.yaml"))
    return [name.removesuffix(".yaml") for name in files if name not in ("theme.yaml", "sheets.yaml")]
