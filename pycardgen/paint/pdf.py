"""Display lists as a PDF file.

reportlab keeps the document: pages, fonts and their subsets, forms, images, outline. The operators are
written by `operators`; the page's first one turns the plane over, so that numbers in the file are those of
the display list. The same input gives the same bytes. Pages are taken one at a time, and compressed when they
are done.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import Any

from pycardgen import __version__
from pycardgen.layout import fonts
from pycardgen.layout.display import PT, Bookmark, Item, Link, Picture
from pycardgen.paint.operators import ESCAPES, Content, Form, Shelf, content_of, font_name
from pycardgen.paint.page import Info, Page

_MM = 1 / PT
"""One millimetre in points."""


def paint_pdf(pages: Iterable[Page], info: Info, shelf: Shelf | None = None) -> bytes:
    """The pages as a PDF file. Raises ValueError if there are none.

    `shelf` holds the forms and pictures that `Ready` items of the pages show.
    """
    document: _Document | None = None
    for page in pages:
        if document is None:
            document = _Document(info, shelf or Shelf())
        document.page(page)
    if document is None:
        raise ValueError("a document needs a page")
    return document.finish()


class _Document:
    """A PDF being written."""

    def __init__(self, info: Info, shelf: Shelf) -> None:
        from reportlab import rl_config
        from reportlab.pdfgen.canvas import Canvas

        rl_config.useA85 = 0  # binary streams: a fifth smaller
        self.shelf = shelf
        self.fonts: dict[str, Any] = {}
        self.defined: set[str] = set()
        self.destinations: dict[str, str] = {}
        self.level = -1
        first = fonts.face_name(fonts.FALLBACK, 400, False)
        self.canvas = Canvas(
            BytesIO(),
            invariant=1,
            pageCompression=1,
            initialFontName=self.load_font(first).fontName,
            lang=info.language,
            pdfVersion=(1, 5),
        )
        self.canvas.setTitle(info.title)
        self.canvas.setSubject(info.subject)
        self.canvas.setAuthor(info.author)
        self.canvas.setKeywords(", ".join(info.keywords))
        self.canvas.setCreator(f"pycardgen {__version__}")

    # --- pages ---

    def page(self, page: Page) -> None:
        drawing, canvas = page.drawing, self.canvas
        bleed = drawing.bleed
        width, height = drawing.width + 2 * bleed, drawing.height + 2 * bleed
        canvas.setPageSize((width * _MM, height * _MM))
        canvas._preamble = ""
        canvas.setTrimBox(_box(page.trim or (0.0, 0.0, drawing.width, drawing.height), bleed, height))
        canvas.setBleedBox(_box(page.bleed or (-bleed, -bleed, width, height), bleed, height))
        x, y = bleed * _MM, (height - bleed) * _MM
        canvas._code.append(f"{_MM:.6f} 0 0 -{_MM:.6f} {x:.4f} {y:.4f} cm")
        self.place(content_of(drawing.items, self.shelf))
        self.navigation(drawing.items, bleed, height)
        canvas.showPage()
        self.compress_last_page()

    def compress_last_page(self) -> None:
        """Compress a page as soon as it is done; reportlab would keep the text of all pages until the end."""
        from reportlab.pdfbase.pdfdoc import PDFStream, PDFZCompress

        page = self.canvas._doc.Pages.pages[-1]
        stream = PDFStream(content=PDFZCompress.encode(page.stream), filters=[])
        stream.dictionary["Filter"] = "/FlateDecode"
        page.Contents, page.stream = stream, None

    def finish(self) -> bytes:
        canvas = self.canvas
        if self.level >= 0:
            canvas.showOutline()
        data = canvas._doc.GetPDFData(canvas)
        return data if isinstance(data, bytes) else bytes(data.encode("latin-1"))

    # --- content ---

    def place(self, content: Content) -> None:
        """Put operators into the page or form that is open, and what they use into the document."""
        for face in content.faces:
            self.font(face)
        for name in content.forms:
            if name not in self.defined:
                self.form(name, self.shelf.forms[name])
        for name in content.pictures:
            if name not in self.defined:
                self.picture(name, self.shelf.pictures[name])
        self.canvas._formsinuse.extend((*content.forms, *content.pictures))
        if "\0" not in content.operators:
            self.canvas._code.append(content.operators)
            return
        for index, part in enumerate(content.operators.split("\0")):
            if index % 2 == 0:
                self.canvas._code.append(part)
            else:
                _DIRECTIVES[part[0]](self, part[1:])

    def text(self, part: str) -> None:
        """Text beyond ASCII: each piece in the font of the subset that holds it."""
        face, size, text = part.split("|", 2)
        font, document = self.font(face), self.canvas._doc
        for subset, codes in font.splitString(text, document):
            shown = codes.decode("latin-1").translate(ESCAPES)
            name = font.getSubsetInternalName(subset, document)
            self.canvas._code.append(f"{name} {size} Tf ({shown}) Tj")

    def gradient(self, part: str) -> None:
        from reportlab.lib.colors import HexColor

        kind, ends, stops = part.split("|")
        x0, y0, x1, y1 = (float(v) for v in ends.split(","))
        values = stops.split(",")
        colors = [HexColor(color) for color in values[1::2]]
        positions = [float(at) for at in values[::2]]
        if kind == "radial":
            self.canvas.radialGradient(x0, y0, x1, colors, positions)
        else:
            self.canvas.linearGradient(x0, y0, x1, y1, colors, positions)

    def opacity(self, part: str) -> None:
        canvas = self.canvas
        if part:
            canvas.push_state_stack()
            canvas.setFillAlpha(float(part))
            canvas.setStrokeAlpha(float(part))
        else:
            canvas.pop_state_stack()

    def form(self, name: str, form: Form) -> None:
        self.begin_form(name, form.box)
        self.place(form.content)
        self.end_form()

    def picture(self, name: str, picture: Picture) -> None:
        """A form of 1 by 1 that shows a picture, upright where y grows downwards."""
        from reportlab.lib.utils import ImageReader

        self.begin_form(name, (0.0, 0.0, 1.0, 1.0))
        self.canvas._code.append("1 0 0 -1 0 1 cm")
        self.canvas.drawImage(ImageReader(BytesIO(picture.data)), 0, 0, 1, 1, mask="auto")
        self.end_form()

    def begin_form(self, name: str, box: tuple[float, float, float, float]) -> None:
        self.defined.add(name)
        self.canvas._code.append("")  # reportlab puts the open page aside only if there is something on it
        self.canvas.beginForm(name, *(round(v, 3) for v in box))

    def end_form(self) -> None:
        """Close the form, with resources that reportlab's own forms lack (gradients, opacity)."""
        from reportlab.pdfbase.pdfdoc import PDFResourceDictionary

        canvas = self.canvas
        resources = PDFResourceDictionary()
        resources.basicFonts()
        resources.allProcs()
        if canvas._formsinuse:
            resources.XObject = canvas._doc.xobjDict(canvas._formsinuse)
        states = canvas._extgstate.getState()
        if states:
            resources.ExtGState = states
        resources.setShading(canvas._shadingUsed)
        canvas._preamble = ""
        canvas.endForm(Resources=resources)

    # --- fonts ---

    def load_font(self, name: str) -> Any:
        """A face that reportlab knows. Codes of ASCII characters are the characters themselves."""
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont

        font = TTFont(name, str(fonts.face(name).path), validate=0, shapable=False, asciiReadable=1)
        pdfmetrics.registerFont(font)
        self.fonts[name] = font
        return font

    def font(self, name: str) -> Any:
        """A face with its name in the document fixed."""
        font = self.fonts.get(name) or self.load_font(name)
        document = self.canvas._doc
        if name not in document.fontMapping:
            state = font._assignState(document)
            state.internalName = font_name(name)
            document.fontMapping[name] = f"/{state.internalName}"
            document.delayedFonts.append(font)
        return font

    # --- navigation ---

    def navigation(self, items: Iterable[Item], bleed: float, height: float) -> None:
        for item in items:
            if isinstance(item, Bookmark):
                self.bookmark(item, (height - bleed - item.y) * _MM)
            elif isinstance(item, Link):
                self.link(item, _box((item.x, item.y, item.w, item.h), bleed, height))

    def bookmark(self, item: Bookmark, top: float) -> None:
        key = self.destinations.setdefault(item.title, f"d{len(self.destinations)}")
        self.canvas.bookmarkPage(key, fit="XYZ", left=0, top=round(top, 2))
        self.level = min(item.level, self.level + 1)
        self.canvas.addOutlineEntry(item.title, key, self.level, closed=self.level > 0)

    def link(self, item: Link, rect: tuple[float, ...]) -> None:
        if item.target.startswith("#"):
            key = self.destinations.setdefault(item.target[1:], f"d{len(self.destinations)}")
            self.canvas.linkAbsolute("", key, rect, Border="[0 0 0]")
        else:
            self.canvas.linkURL(item.target, rect, relative=0)


_DIRECTIVES = {"T": _Document.text, "G": _Document.gradient, "A": _Document.opacity}


def _box(box: tuple[float, float, float, float], bleed: float, height: float) -> tuple[float, ...]:
    """A box of the drawing in points from the lower left corner of the page."""
    x, y, w, h = box
    left, bottom = x + bleed, height - y - bleed - h
    return tuple(round(v * _MM, 4) for v in (left, bottom, left + w, bottom + h))
