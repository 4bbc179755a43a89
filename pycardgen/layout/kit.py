"""What drawings of a game share, and what one element is drawn with.

`Kit` holds theme, templates, and what was made once and is used again (icons, the unchanging parts of
templates, fitted texts).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pycardgen.diagnostics import Diagnostic, Report, Span, did_you_mean
from pycardgen.layout import fields
from pycardgen.layout.display import (
    Drawing,
    Item,
    Picture,
    Symbol,
)
from pycardgen.layout.svgshape import Shape
from pycardgen.layout.template import Element, Template
from pycardgen.layout.text import Block, Style
from pycardgen.layout.theme import Theme
from pycardgen.records import dataclass, field

Box = tuple[float, float, float, float]
"""x, y, width, height in mm."""


Where = Callable[[str], Span | None]
"""The place in the source of a field of the subject."""


MAX_CACHED = 256


MAX_DEPTH = 16


def nowhere(_: str) -> Span | None:
    """For subjects that stand in no file."""
    return None


@dataclass(frozen=True, slots=True)
class Vector:
    """An SVG file as a symbol, and the digest of its bytes."""

    digest: str
    symbol: Symbol


@dataclass(slots=True, eq=False)
class Proofs:
    """Where cards with text that doesn't fit are drawn, and how: `save(file, drawing, boxes)`, the boxes (mm)
    being those of the texts that are too large.
    """

    folder: Path
    save: Callable[[Path, Drawing, Sequence[Box]], None]
    boxes: list[Box] = field(default_factory=list)

    def file(self, template: Template, subject: Mapping[str, Any]) -> Path:
        """The picture of a card."""
        name = f"{template.name}-{subject.get('id', '')}".strip("-")
        return self.folder / f"{re.sub(r'[^A-Za-z0-9_-]+', '-', name)}.png"


@dataclass(slots=True, eq=False)
class Kit:
    """What the drawings of a game share.

    `folder` is where its pictures are; `paper` names the size of pages; `language` is that of the texts.
    `group_sizes` are the sizes (pt) of the texts of each fit group; where `measured` is a mapping, the sizes
    that they would have by themselves are noted there. `scale`: how large drawings are printed; `small` are
    the elements of which it has been said that their text is too small then.
    """

    theme: Theme
    templates: Mapping[str, Template]
    folder: Path | None = None
    paper: str = "a4"
    language: str = "en"
    icons: dict[tuple[str, str], Symbol | None] = field(default_factory=dict)
    statics: dict[tuple[Any, ...], tuple[Item, ...]] = field(default_factory=dict)
    blocks: dict[tuple[int, Box, str, Style], Block] = field(default_factory=dict)
    styles: dict[tuple[str, tuple[tuple[str, Any], ...]], Style] = field(default_factory=dict)
    pictures: dict[str, Picture | None] = field(default_factory=dict)
    art: dict[tuple[object, ...], Symbol] = field(default_factory=dict)
    vectors: dict[tuple[str, str], Vector | None] = field(default_factory=dict)
    shapes: dict[str, tuple[Box, list[Shape]] | None] = field(default_factory=dict)
    group_sizes: Mapping[str, float] = field(default_factory=dict)
    measured: dict[str, float] | None = None
    grouping: dict[int, bool] = field(default_factory=dict)
    proofs: Proofs | None = None
    scale: float = 1.0
    small: set[int] = field(default_factory=set)
    orders: dict[int, tuple[object, tuple[int, ...] | None]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Env:
    """What an element is drawn with."""

    kit: Kit
    template: Template
    fields: Mapping[str, Any]
    report: Report
    where: Where
    depth: int = 0

    @property
    def subject(self) -> str:
        """How messages call the subject."""
        name = self.fields.get("name") or self.fields.get("id")
        return f"'{name}'" if name else f"a drawing of template '{self.template.name}'"

    def text(self, text: str) -> str:
        """A text with the subject's fields filled in."""
        if "{" not in text:
            return text
        return fields.expand(text, self.fields, self._unknown)

    def _unknown(self, path: str) -> None:
        span = self.where(path.partition(".")[0]) or self.template.place.whole()
        known = [str(k) for k in self.fields]
        message = f"{self.subject} has no field '{path}', which template '{self.template.name}' prints"
        hint = did_you_mean(path, known) or f"it has {fields.some(known)}"
        self.report(Diagnostic("PCG0705", message, span, hint))


def source_of(element: Element, key: str, env: Env) -> Span | None:
    """Where the text of an element comes from: the first field that it prints, or the element."""
    value = element.options.get(key)
    for reference in fields.references(value) if isinstance(value, str) else ():
        span = env.where(reference.path.partition(".")[0])
        if span is not None:
            return span
    return element.place.value(key)
