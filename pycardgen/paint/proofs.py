"""Proofs: a card whose text doesn't fit, as a picture with the boxes of its texts drawn over it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pycardgen.layout.display import Drawing, Ink, Rect
from pycardgen.paint.files import write
from pycardgen.paint.page import Page

DPI = 200.0

_BOX = Ink(None, "#e00000", 0.3, (1.2, 0.8))


def save_proof(file: Path, drawing: Drawing, boxes: Sequence[tuple[float, float, float, float]]) -> None:
    """Write the picture. Raises DiagnosticError (PCG0760) if the file can't be written."""
    from pycardgen.paint.png import paint_png

    marked = (*drawing.items, *(Rect(*box, _BOX) for box in boxes))
    page = Page(Drawing(drawing.width, drawing.height, marked, drawing.bleed, drawing.name))
    write(file, paint_png(page, DPI))
