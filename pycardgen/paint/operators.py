"""Display items as PDF operators, in a form that doesn't depend on the document they end up in.

Numbers are millimetres with y downwards. Text is glyph numbers; fonts, forms, pictures, gradients and
opacities go by names made from what they are. So what was written for a card once can be kept, and put into
any document unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from zlib import decompress

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
    Ready,
    Rect,
    Symbol,
    TextRun,
    Use,
    number,
)
from pycardgen.paint.color import painted, text_painted
from pycardgen.paint.pdf_file import packed
from pycardgen.paint.pdf_fonts import shown
from pycardgen.records import dataclass, field

_ROUND = 0.5522847498
"""How far a cubic curve's control points lie out, for a quarter of a circle."""

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Form:
    """A drawing made once and used often: what it may paint (left, top, right, bottom), and its operators."""

    box: Box
    content: Content


@dataclass(frozen=True, slots=True)
class Content:
    """Operators, packed, and what they use: the faces of text with its characters beyond ASCII, the names of
    forms and pictures, gradients (name and `definition`), and opacities.
    """

    packed: bytes
    faces: tuple[tuple[str, str], ...] = ()
    forms: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()
    gradients: tuple[tuple[str, str], ...] = ()
    opacities: tuple[str, ...] = ()

    @property
    def operators(self) -> str:
        """The operators as text."""
        return decompress(self.packed).decode("latin-1")


@dataclass(slots=True)
class Shelf:
    """Forms and pictures by name, each there once. `named` remembers the names of symbols. With `cmyk` what
    is put on it is in the colours of print shops, by the `profile` of a press if there is one (its digest).
    """

    forms: dict[str, Form] = field(default_factory=dict)
    pictures: dict[str, Picture] = field(default_factory=dict)
    named: dict[int, tuple[Symbol, str]] = field(default_factory=dict)
    cmyk: bool = False
    profile: str = ""


def content_of(items: Iterable[Item], shelf: Shelf, head: str = "") -> Content:
    """The operators of items, after those of `head`; what they use is put on the shelf."""
    writer = _Writer(shelf)
    if head:
        writer.out.append(head)
    writer.items(items)
    return Content(
        packed("\n".join(writer.out)),
        tuple((face, "".join(sorted(chars))) for face, chars in writer.faces.items()),
        tuple(writer.forms),
        tuple(writer.pictures),
        tuple(writer.gradients.items()),
        tuple(writer.opacities),
    )


def shelve(shelf: Shelf, content: Content, box: Box, kind: str = "p") -> Ready:
    """Put a finished drawing on a shelf, as a form that documents can show; a name of its kind begins so."""
    name = f"{kind}-{sha256(content.packed).hexdigest()[:16]}"
    if name not in shelf.forms:
        shelf.forms[name] = Form(box, content)
    return Ready(name)


@lru_cache(maxsize=256)
def font_name(face: str) -> str:
    """The name of a face's font in every document; a number for those that every theme can name."""
    known = fonts.all_faces()
    return f"F{known.index(face) + 1}" if face in known else f"f{sha256(face.encode()).hexdigest()[:12]}"


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
        other.fill, other.stroke, other.width = self.fill, self.stroke, self.width
        other.dash, other.join = self.dash, self.join
        return other


class _Writer:
    """Operators being written. Names are kept in the order of their first use."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.out: list[str] = []
        self.cmyk, self.profile = shelf.cmyk, shelf.profile
        self.faces: dict[str, set[str]] = {}
        self.forms: dict[str, None] = {}
        self.pictures: dict[str, None] = {}
        self.gradients: dict[str, str] = {}
        self.opacities: dict[str, None] = {}
        self.state = _State()
        self.states: list[_State] = []

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
                self.paint(_polygon(item.points), item.ink)
            case Circle():
                self.paint(_circle(item.x, item.y, item.r), item.ink)
            case Path():
                self.paint(_path(item.commands), item.ink, item.even_odd)
            case Image():
                self.image(item)
            case Ready():
                self.ready(item)
            case Bookmark() | Link():
                pass  # these belong to a page, which takes them from the display list

    def ready(self, item: Ready) -> None:
        """A form that is on the shelf."""
        self.forms[item.form] = None
        self.out.append(f"/{item.form} Do")

    # --- shapes ---

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
            self.out.append(f"{outline} B{star}")
        elif fill:
            self.out.append(f"{outline} f{star}")
        elif stroke:
            self.out.append(f"{outline} S")

    def fill(self, color: str) -> None:
        operator = painted(color, self.cmyk, False, self.profile)
        if self.state.fill != operator:
            self.state.fill = operator
            self.out.append(operator)

    def stroke(self, ink: Ink) -> None:
        state, out = self.state, self.out
        if state.stroke != ink.stroke and ink.stroke:
            state.stroke = ink.stroke
            out.append(painted(ink.stroke, self.cmyk, True, self.profile))
        if state.width != ink.width:
            state.width = ink.width
            out.append(f"{number(ink.width)} w")
        if state.dash != ink.dash:
            state.dash = ink.dash
            out.append(f"[{' '.join(number(d) for d in ink.dash)}] 0 d")
        join = 1 if ink.round_joins else 0
        if state.join != join:
            state.join = join
            out.append(f"{join} j {join} J")

    def gradient(self, outline: str, gradient: Gradient, even_odd: bool) -> None:
        ends = ",".join(number(v) for v in (gradient.x0, gradient.y0, gradient.x1, gradient.y1))
        stops = ",".join(f"{number(at)},{color}" for at, color in gradient.stops)
        definition = f"{gradient.kind}|{ends}|{stops}"
        name = "g" + sha256(definition.encode()).hexdigest()[:16]
        self.gradients[name] = definition
        self.save()
        self.out.append(f"{outline} W{'*' if even_odd else ''} n /{name} sh")
        self.restore()

    def save(self) -> None:
        self.out.append("q")
        self.states.append(self.state)
        self.state = self.state.copy()

    def restore(self) -> None:
        self.out.append("Q")
        self.state = self.states.pop()

    def group(self, group: Group) -> None:
        if group.transform is None and not group.clip and not group.outline and group.opacity == 1.0:
            self.items(group.items)
            return
        self.save()
        if group.transform:
            a, b, c, d, e, f = group.transform
            factors = " ".join(_factor(v) for v in (a, b, c, d))
            self.out.append(f"{factors} {number(e)} {number(f)} cm")
        if group.clip:
            x, y, w, h, radius = group.clip
            self.out.append(f"{_rect(Rect(x, y, w, h, Ink(), radius))} W n")
        if group.outline:
            self.out.append(f"{_polygon(group.outline)} W n")
        if group.opacity != 1.0:
            opacity = number(group.opacity)
            self.opacities[opacity] = None
            self.out.append(f"/{opacity_name(opacity)} gs")
        self.items(group.items)
        self.restore()

    # --- drawn once, used often ---

    def use(self, use: Use) -> None:
        name = self.form(use.symbol)
        self.forms[name] = None
        if use.x == 0.0 and use.y == 0.0 and use.scale == 1.0:
            self.out.append(f"/{name} Do")
        else:
            scale = _factor(use.scale)
            self.out.append(f"q {scale} 0 0 {scale} {_xy(use.x, use.y)} cm /{name} Do Q")

    def form(self, symbol: Symbol) -> str:
        """The name of a symbol's form, which is on the shelf then.

        It is made of digits: others need escapes.
        """
        shelf = self.shelf
        kept = shelf.named.get(id(symbol))
        if kept is not None:
            return kept[1]
        content = content_of(symbol.items, shelf)
        x, y, w, h = symbol.box
        room = 0.25 * max(w, h)  # strokes reach beyond the box
        box = (x - room, y - room, x + w + room, y + h + room)
        name = "s" + sha256(f"{box} {content.operators}".encode()).hexdigest()[:16]
        shelf.named[id(symbol)] = (symbol, name)
        shelf.forms.setdefault(name, Form(box, content))
        return name

    def image(self, item: Image) -> None:
        name = f"p{item.picture.digest[:16]}"
        self.shelf.pictures[name] = item.picture
        self.pictures[name] = None
        x, y, w, h = (number(v) for v in (item.x, item.y + item.h, item.w, item.h))
        self.out.append(f"q {w} 0 0 -{h} {x} {y} cm /{name} Do Q")  # upright where y grows downwards

    # --- text ---

    def texts(self, runs: list[TextRun]) -> None:
        """Runs that follow each other, in one text object."""
        out = ["BT"]
        face, size, spacing = "", 0.0, 0.0
        fill = self.state.fill
        for run in runs:
            color = text_painted(run.color, self.cmyk, self.profile)
            if color != fill:
                fill = color
                out.append(fill)
            if run.spacing != spacing:
                spacing = run.spacing
                out.append(f"{number(spacing * PT)} Tc")
            if run.face != face or run.size != size:
                face, size = run.face, run.size
                used = self.faces.setdefault(face, set())
                out.append(f"/{font_name(face)} {_factor(size * PT)} Tf")
            text = run.text
            if not text.isascii():
                used.update(char for char in text if not char.isascii())
            out.append(f"1 0 0 -1 {_xy(run.x, run.y)} Tm {shown(face, text, spacing != 0.0)}")
        if spacing:
            out.append("0 Tc")
        out.append("ET")
        self.out.append(" ".join(out))
        self.state.fill = fill


def opacity_name(opacity: str) -> str:
    """The name of the graphics state of an opacity."""
    return f"a{opacity}"


@lru_cache(maxsize=4096)
def _factor(value: float) -> str:
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
            f"{_xy(right, bottom - k)} {_xy(right - k, bottom)} {_xy(right - r, bottom)} c",
            f"{_xy(x + r, bottom)} l",
            f"{_xy(x + k, bottom)} {_xy(x, bottom - k)} {_xy(x, bottom - r)} c {_xy(x, y + r)} l",
            f"{_xy(x, y + k)} {_xy(x + k, y)} {_xy(x + r, y)} c h",
        )
    )


def _polygon(points: tuple[tuple[float, float], ...]) -> str:
    first, *rest = points
    lines = " ".join(f"{_xy(*p)} l" for p in rest)
    return f"{_xy(*first)} m {lines} h"


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
        out += [number(float(value)) for value in command[1:]]
        out.append(_OPERATORS[str(command[0])])
    return " ".join(out)
