"""What painters of documents are given: pages, and what the document says of itself."""

from __future__ import annotations

from pycardgen.layout.display import Drawing
from pycardgen.records import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    """One page: a drawing, with its bleed around it. `label` names it in messages; `file` is added to the
    names of files that hold this page alone.

    All of it is drawn `scale` times as large about its middle, for printers that print too large or small.

    `trim` and `bleed` are boxes (x, y, w, h) of the drawing in mm that say where it is cut and how far ink
    may reach; by default the drawing's own size, and that with its bleed. `plan`: it shows how the pages
    after it are put together.
    """

    drawing: Drawing
    label: str = ""
    file: str = ""
    scale: float = 1.0
    trim: tuple[float, float, float, float] | None = None
    bleed: tuple[float, float, float, float] | None = None
    plan: bool = False


@dataclass(frozen=True, slots=True)
class Info:
    """What a document says of itself. `language` is a BCP 47 tag; `duplex` the edge (`long`, `short`) that
    the paper is turned over, or nothing.
    """

    title: str
    subject: str = ""
    language: str = "en"
    author: str = ""
    keywords: tuple[str, ...] = ()
    duplex: str = ""
