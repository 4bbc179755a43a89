"""The only measurer and line breaker: text with markup set into a box, in one of few sizes.

Words are measured (`text_measure`), lines broken and fitted (`text_fit`) and placed (`text_place`). What was
measured is what is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping

from pycardgen.layout import typography
from pycardgen.layout.display import Item
from pycardgen.layout.markup import Paragraph, parse
from pycardgen.layout.text_fit import Fit as Fit
from pycardgen.layout.text_fit import fit
from pycardgen.layout.text_measure import Icons as Icons
from pycardgen.layout.text_measure import Style as Style
from pycardgen.layout.text_measure import prepare
from pycardgen.layout.text_place import place
from pycardgen.records import dataclass


@dataclass(frozen=True, slots=True)
class Block:
    """Set text: what to draw, how it was fitted, and what can't be set."""

    items: tuple[Item, ...]
    fit: Fit
    missing: str
    unknown_icons: tuple[str, ...]
    unknown_colors: tuple[str, ...] = ()

    @property
    def unset(self) -> bool:
        """Whether something of the text can't be set."""
        return bool(self.missing or self.unknown_icons or self.unknown_colors)


def set_text(
    text: str,
    style: Style,
    box: tuple[float, float, float, float],
    icons: Icons,
    colors: Mapping[str, str] | None = None,
) -> Block:
    """Markup text fitted into `box` = (x, y, w, h) in mm. `colors` are those that its markup may name."""
    w, h = box[2:]
    prepared = prepare(paragraphs(text, style), style, icons, colors)
    found = fit(prepared, style, w, h)
    items = place(prepared, found, style, box, icons)
    unknown = tuple(prepared.unknown_icons), tuple(prepared.unknown_colors)
    return Block(tuple(items), found, prepared.missing, *unknown)


def paragraphs(text: str, style: Style) -> tuple[Paragraph, ...]:
    """The paragraphs of a text with markup, its quotation marks as the style has them."""
    if ('"' in text or "'" in text) and style.quotes == "smart":
        text = typography.smart(text, style.language)
    return parse(text)
