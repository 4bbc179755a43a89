"""Display lists as a PDF file.

reportlab keeps the document: pages, fonts and their subsets, forms, images, outline. The operators are written here,
in millimetres with y downwards (the page's first operator turns the plane over), so that numbers in the file are
those of the display list. The same input gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO
from typing import Any

from pycardgen import __version__
from pycardgen.layout import fonts
from pycardgen.layout.display import (
    PT,
    Bookmark,
    Circle,
    Command,
    Gradient,
    Group,
    Image,
    Ink,
    Item,
    Line,
    Link,
    Path,
    Picture,
    Polygon,
    Rect,
    Symbol,
    TextRun,
    Use,
    number,
)
from pycardgen.paint.page import Info, Page

_MM = 1 / PT
"""One millimetre in points."""

_ROUND = 0.5522847498
"""How far a cubic curve's control points lie out, for a quarter of a circle."""


def paint_pdf(pages: Iterable[Page], info: Info) -> bytes:
    """The pages as a PDF file. Raises ValueError if there are none."""
    document: _Document | None = None
    for page in pages:
        if document is None:
            document = _Document(info)
        document.page(page)
    if document is None:
        raise ValueError("a document needs a page")
    return document.finish()


@lru_cache(maxsize=512)
def _rgb(color: str) -> str:
    parts = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return " ".join(number(part) for part in parts)


class _State:
    """The graphics state as far as it is known; what is unknown is set before it matters."""

    __slots__ = ("dash", "fill", "join", "stroke", "width")

    def __init__(self) -> None:
        self.fill = self.stroke = ""
        self.width = -1.0
        self.dash: tuple[float, ...] | None = None
        self.join = -1

    def copy(self) -> _State:
        other = _State()
        for name in _State.__slots__:
            setattr(other, name, getattr(self, name))
        return other


class _Document:
    """A PDF being written."""

    def __init__(self, info: Info) -> None:
        from reportlab import rl_config
        from reportlab.pdfgen.canvas import Canvas

        rl_config.useA85 = 0  # binary streams: a fifth smaller
        self.fonts: dict[str, Any] = {}
        self.forms: dict[int, str] = {}
        self.kept: list[Symbol] = []  # so that ids in `forms` stay theirs
        self.images: dict[str, str] = {}
        self.destinations: dict[str, str] = {}
        self.canvas = Canvas(
            BytesIO(),
            invariant=1,
            pageCompression=1,
            initialFontName=self._register("IBMPlexSansCondensed-Regular"),
            lang=info.language,
            pdfVersion=(1, 5),
        )
        self.canvas.setTitle(info.title)
        self.canvas.setSubject(info.subject)
        self.canvas.setAuthor(info.author)
        self.canvas.setKeywords(", ".join(info.keywords))
        self.canvas.setCreator(f"pycardgen {__version__}")
        self.state = _State()
        self.states: list[_State] = []
        self.level = -1
        self.offset = (0.0, 0.0)
        self.height = 0.0

    # --- pages ---

    def page(self, page: Page) -> None:
        drawing = page.drawing
        bleed = drawing.bleed
        width, height = drawing.width + 2 * bleed, drawing.height + 2 * bleed
        canvas = self.canvas
        canvas.setPageSize((width * _MM, height * _MM))
        canvas._preamble = ""
        self.height, self.offset = height, (bleed, bleed)
        canvas.setTrimBox(self._box(page.trim or (0.0, 0.0, drawing.width, drawing.height)))
        canvas.setBleedBox(self._box(page.bleed or (-bleed, -bleed, width, height)))
        self.state, self.states = _State(), []
        scale = f"{_MM:.6f}"
        x, y = bleed * _MM, (height - bleed) * _MM
        self.put(f"{scale} 0 0 -{scale} {x:.4f} {y:.4f} cm")
        self.items(drawing.items)
        canvas.showPage()
        self._compress_last_page()

    def _box(self, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        """A box of the drawing in points from the lower left corner of the page."""
        x, y, w, h = box
        left, top = x + self.offset[0], y + self.offset[1]
        bottom = self.height - top - h
        return tuple(round(v * _MM, 4) for v in (left, bottom, left + w, bottom + h))  # type: ignore[return-value]

    def _compress_last_page(self) -> None:
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
        return data if isinstance(data, bytes) else data.encode("latin-1")

    def put(self, operators: str) -> None:
        self.canvas._code.append(operators)

    # --- items ---

    def items(self, items: Iterable[Item]) -> None:
        run: list[TextRun] = []
        for item in items:
            if type(item) is TextRun:
                run.append(item)
                continue
            if run:
                self.texts(run)
                run = []
            self.item(item)
        if run:
            self.texts(run)

    def item(self, item: Item) -> None:
        match item:
            case Use():
                self.use(item)
            case Group():
                self.group(item)
            case Rect():
                self.paint(_rect(item), item.ink)
            case Line():
                self.paint(f"{_xy(item.x1, item.y1)} m {_xy(item.x2, item.y2)} l", item.ink)
            case Polygon():
                first, *rest = item.points
                lines = " ".join(f"{_xy(*p)} l" for p in rest)
                self.paint(f"{_xy(*first)} m {lines} h", item.ink)
            case Circle():
                self.paint(_circle(item.x, item.y, item.r), item.ink)
            case Path():
                self.paint(_path(item.commands), item.ink, item.even_odd)
            case Image():
                self.image(item)
            case Bookmark():
                self.bookmark(item)
            case Link():
                self.link(item)

    def paint(self, outline: str, ink: Ink, even_odd: bool = False) -> None:
        if isinstance(ink.fill, Gradient):
            self.gradient(outline, ink.fill, even_odd)
            if ink.stroke:
                self.paint(outline, Ink(None, ink.stroke, ink.width, ink.dash, ink.round_joins))
            return
        fill, stroke = ink.fill, ink.stroke
        if fill:
            self.fill(fill)
        if stroke:
            self.stroke(ink)
        star = "*" if even_odd else ""
        if fill and stroke:
            self.put(f"{outline} B{star}")
        elif fill:
            self.put(f"{outline} f{star}")
        elif stroke:
            self.put(f"{outline} S")

    def fill(self, color: str) -> None:
        if self.state.fill != color:
            self.state.fill = color
            self.put(f"{_rgb(color)} rg")

    def stroke(self, ink: Ink) -> None:
        state = self.state
        if state.stroke != ink.stroke and ink.stroke:
            state.stroke = ink.stroke
            self.put(f"{_rgb(ink.stroke)} RG")
        if state.width != ink.width:
            state.width = ink.width
            self.put(f"{number(ink.width)} w")
        if state.dash != ink.dash:
            state.dash = ink.dash
            self.put(f"[{' '.join(number(d) for d in ink.dash)}] 0 d")
        join = 1 if ink.round_joins else 0
        if state.join != join:
            state.join = join
            self.put(f"{join} j {join} J")

    def gradient(self, outline: str, gradient: Gradient, even_odd: bool) -> None:
        from reportlab.lib.colors import HexColor

        colors = [HexColor(color) for _, color in gradient.stops]
        positions = [at for at, _ in gradient.stops]
        self.save()
        self.put(f"{outline} W{'*' if even_odd else ''} n")
        ends = tuple(round(v, 4) for v in (gradient.x0, gradient.y0, gradient.x1, gradient.y1))
        if gradient.kind == "radial":
            self.canvas.radialGradient(*ends[:3], colors, positions)
        else:
            self.canvas.linearGradient(*ends, colors, positions)
        self.restore()

    def save(self) -> None:
        self.put("q")
        self.states.append(self.state)
        self.state = self.state.copy()

    def restore(self) -> None:
        self.put("Q")
        self.state = self.states.pop()

    def group(self, group: Group) -> None:
        if group.transform is None and group.clip is None and group.opacity == 1.0:
            self.items(group.items)
            return
        self.save()
        if group.transform:
            a, b, c, d, e, f = group.transform
            self.put(f"{a:.6f} {b:.6f} {c:.6f} {d:.6f} {number(e)} {number(f)} cm")
        if group.clip:
            x, y, w, h, radius = group.clip
            self.put(f"{_rect(Rect(x, y, w, h, Ink(), radius))} W n")
        if group.opacity != 1.0:
            self.canvas.push_state_stack()
            self.canvas.setFillAlpha(round(group.opacity, 3))
            self.canvas.setStrokeAlpha(round(group.opacity, 3))
        self.items(group.items)
        if group.opacity != 1.0:
            self.canvas.pop_state_stack()
        self.restore()

    # --- drawn once, used often ---

    def use(self, use: Use) -> None:
        name = self.forms.get(id(use.symbol)) or self._form(use.symbol)
        scale = number6(use.scale)
        if use.x == 0.0 and use.y == 0.0 and use.scale == 1.0:
            self.put(f"/{_form_object(name)} Do")
        else:
            self.put(f"q {scale} 0 0 {scale} {_xy(use.x, use.y)} cm /{_form_object(name)} Do Q")
        self.canvas._formsinuse.append(name)

    def _form(self, symbol: Symbol) -> str:
        """Define a symbol as a form. Its name in the file is a number: other names may need escapes."""
        name = self.forms[id(symbol)] = f"s{len(self.forms)}"
        self.kept.append(symbol)
        x, y, w, h = symbol.box
        room = 0.25 * max(w, h)  # strokes reach beyond the box
        self._begin_form(name, (x - room, y - room, x + w + room, y + h + room))
        self.items(symbol.items)
        self._end_form()
        return name

    def _begin_form(self, name: str, box: tuple[float, float, float, float]) -> None:
        self.put("")  # reportlab saves the page's operators only if there are any
        self.states.append(self.state)
        self.state = _State()
        self.canvas.beginForm(name, *(round(v, 3) for v in box))

    def _end_form(self) -> None:
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
        canvas.endForm(Resources=resources)
        canvas._preamble = ""
        self.state = self.states.pop()

    def image(self, item: Image) -> None:
        name = self.images.get(item.picture.digest) or self._picture(item.picture)
        x, y, w, h = (number(v) for v in (item.x, item.y, item.w, item.h))
        self.put(f"q {w} 0 0 {h} {x} {y} cm /{_form_object(name)} Do Q")
        self.canvas._formsinuse.append(name)

    def _picture(self, picture: Picture) -> str:
        """A form of 1 by 1 that shows a picture, upright where y grows downwards."""
        from reportlab.lib.utils import ImageReader

        name = self.images[picture.digest] = f"p{len(self.images)}"
        self._begin_form(name, (0.0, 0.0, 1.0, 1.0))
        self.put("1 0 0 -1 0 1 cm")
        self.canvas.drawImage(ImageReader(BytesIO(picture.data)), 0, 0, 1, 1, mask="auto")
        self._end_form()
        return name

    # --- text ---

    def _register(self, name: str) -> str:
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont

        font = TTFont(name, str(fonts.face(name).path), validate=0, shapable=False, asciiReadable=1)
        pdfmetrics.registerFont(font)
        self.fonts[name] = font
        return name

    def texts(self, runs: list[TextRun]) -> None:
        """Runs that follow each other, in one text object."""
        out: list[str] = []
        face, size, spacing = "", 0.0, 0.0
        color = self.state.fill
        document = self.canvas._doc
        for run in runs:
            if run.face not in self.fonts:
                self._register(run.face)
            font = self.fonts[run.face]
            if run.color != color:
                color = run.color
                out.append(f"{_rgb(color)} rg")
            if run.spacing != spacing:
                spacing = run.spacing
                out.append(f"{number(spacing * PT)} Tc")
            place = f"1 0 0 -1 {_xy(run.x, run.y)} Tm"
            if run.text.isascii():
                if (run.face, run.size) != (face, size):
                    face, size = run.face, run.size
                    out.append(f"{font.getSubsetInternalName(0, document)} {number6(size * PT)} Tf")
                out.append(f"{place} ({_escaped(run.text)}) Tj")
                continue
            out.append(place)
            for subset, codes in font.splitString(run.text, document):
                out.append(f"{font.getSubsetInternalName(subset, document)} {number6(run.size * PT)} Tf")
                out.append(f"({codes.decode('latin-1').translate(_ESCAPES)}) Tj")
            face = ""
        if spacing:
            out.append("0 Tc")
        self.put(f"BT {' '.join(out)} ET")
        self.state.fill = color

    # --- navigation ---

    def bookmark(self, item: Bookmark) -> None:
        key = self.destinations.setdefault(item.title, f"d{len(self.destinations)}")
        top = (self.height - item.y - self.offset[1]) * _MM
        self.canvas.bookmarkPage(key, fit="XYZ", left=0, top=round(top, 2))
        self.level = min(item.level, self.level + 1)
        self.canvas.addOutlineEntry(item.title, key, self.level, closed=self.level > 0)

    def link(self, item: Link) -> None:
        rect = self._box((item.x, item.y, item.w, item.h))
        if item.target.startswith("#"):
            key = self.destinations.setdefault(item.target[1:], f"d{len(self.destinations)}")
            self.canvas.linkAbsolute("", key, rect, Border="[0 0 0]")
        else:
            self.canvas.linkURL(item.target, rect, relative=0)


_ESCAPES = {c: f"\\{c:03o}" for c in (*range(32), *range(127, 256))} | {c: f"\\{chr(c)}" for c in b"()\\"}


def _escaped(text: str) -> str:
    if "(" in text or ")" in text or "\\" in text:
        return text.translate(_ESCAPES)
    return text


def _form_object(name: str) -> str:
    """The name that reportlab gives a form among the resources."""
    return f"FormXob.{name}"


def number6(value: float) -> str:
    """A factor: at most six decimals."""
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _xy(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"


def _rect(rect: Rect) -> str:
    x, y, w, h = rect.x, rect.y, rect.w, rect.h
    if rect.radius <= 0:
        return f"{_xy(x, y)} {_xy(w, h)} re"
    r = min(rect.radius, w / 2, h / 2)
    k = r * (1 - _ROUND)
    right, bottom = x + w, y + h
    return " ".join(
        (
            f"{_xy(x + r, y)} m {_xy(right - r, y)} l",
            f"{_xy(right - k, y)} {_xy(right, y + k)} {_xy(right, y + r)} c {_xy(right, bottom - r)} l",
            f"{_xy(right, bottom - k)} {_xy(right - k, bottom)} {_xy(right - r, bottom)} c {_xy(x + r, bottom)} l",
            f"{_xy(x + k, bottom)} {_xy(x, bottom - k)} {_xy(x, bottom - r)} c {_xy(x, y + r)} l",
            f"{_xy(x, y + k)} {_xy(x + k, y)} {_xy(x + r, y)} c h",
        )
    )


def _circle(x: float, y: float, r: float) -> str:
    k = r * _ROUND
    return " ".join(
        (
            f"{_xy(x + r, y)} m",
            f"{_xy(x + r, y + k)} {_xy(x + k, y + r)} {_xy(x, y + r)} c",
            f"{_xy(x - k, y + r)} {_xy(x - r, y + k)} {_xy(x - r, y)} c",
            f"{_xy(x - r, y - k)} {_xy(x - k, y - r)} {_xy(x, y - r)} c",
            f"{_xy(x + k, y - r)} {_xy(x + r, y - k)} {_xy(x + r, y)} c h",
        )
    )


_OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


def _path(commands: Iterable[Command]) -> str:
    out: list[str] = []
    for command in commands:
        out += [number(value) for value in command[1:]]  # type: ignore[arg-type]
        out.append(_OPERATORS[str(command[0])])
    return " ".join(out)
