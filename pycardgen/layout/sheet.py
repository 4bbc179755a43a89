"""Sheets of paper for cards: what sheets.yaml says of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from pycardgen.diagnostics import Diagnostic, Report, did_you_mean
from pycardgen.layout import builtin, options
from pycardgen.layout.options import read_options
from pycardgen.records import dataclass
from pycardgen.source import Document, Place


@dataclass(frozen=True, slots=True)
class Sheet:
    """How cards are laid on paper; lengths in mm. `gutter` None is twice the bleed, `grid` exactly so many
    columns and rows. `fixed`: it is for its paper, whatever a build prints on. `title` is what a file of its
    name is called.
    """

    paper: str = "a4"
    orientation: str = "auto"
    margin: float = 4.0
    bleed: float = 3.0
    gutter: float | None = None
    columns: int = 0
    rows: int = 0
    grid: tuple[int, int] | None = None
    marks: str = "crop"
    registration: bool = False
    flip: str = "long"
    backs: str = "interleaved"
    reverse: bool = False
    back_offset: tuple[float, float] = (0.0, 0.0)
    share: bool = False
    single: bool = False
    color: str = "rgb"
    footer: bool = True
    fixed: bool = False
    title: str = ""

    @property
    def two_sided(self) -> bool:
        """Whether backs are printed on the other side of the paper."""
        return self.flip != "none" and self.backs in ("interleaved", "separate")


def load_sheets(documents: Iterable[Document], report: Report) -> dict[str, Sheet]:
    """The built-in sheets by name, and those of files; a later one takes the place of one of its name."""
    found: dict[str, Sheet] = {}
    _read_sheets(builtin.document("sheets.yaml"), found, report)
    for document in documents:
        _read_sheets(document, found, report)
    return found


def _read_sheets(document: Document, found: dict[str, Sheet], report: Report) -> None:
    if not isinstance(document.root, dict):
        report(Diagnostic("PCG0740", "sheets are a mapping with 'sheets'", document.place().whole()))
        return
    place = document.place()
    read = read_options(place, options.SHEETS, report, "a file of sheets")
    if "sheets" in read:
        for name in read["sheets"]:
            sheet = read_sheet(place.inside("sheets"), name, found, report)
            if sheet is not None:
                found[name] = sheet


def read_sheet(place: Place, key: str, known: Mapping[str, Sheet], report: Report) -> Sheet | None:
    """The sheet that a mapping's value describes: a mapping of options, or the name of a known sheet."""
    value = place.container[key]
    if isinstance(value, str) and value in known:
        return known[value]
    if not isinstance(value, dict):
        hint = did_you_mean(str(value), known) or f"the sheets are {', '.join(known)}"
        report(Diagnostic("PCG0740", f"there is no sheet '{value}'", place.value(key), hint))
        return None
    inner = place.inside(key)
    read = read_options(inner, options.SHEET, report, f"sheet '{key}'")
    base_name = read.pop("extends", "default" if "default" in known and key != "default" else None)
    base = known.get(base_name, Sheet()) if base_name else Sheet()
    if base_name and base_name not in known:
        hint = did_you_mean(base_name, known) or "a sheet extends one that stands before it"
        report(Diagnostic("PCG0740", f"there is no sheet '{base_name}'", inner.value("extends"), hint))
    read.update({key: None for key in ("gutter", "grid") if read.get(key) == "auto"})
    changes: dict[str, Any] = read
    return replace(base, **changes, fixed=base.fixed or "paper" in read)
