"""Display items as PDF operators, in a form that doesn't depend on the document they end up in.

Numbers are millimetres with y downwards. Fonts, forms and pictures go by names made from what they are, so
that what was written for a card once can be kept, and put into any document unchanged. What only a document
can decide stands between NUL characters, as directives: text beyond ASCII (whose codes depend on the font's
subset), gradients, opacity.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from typing import Literal

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
    """Operators, the faces their text is set in, and the names of the forms and pictures that they show."""

    operators: str
    faces: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()


@dataclass(slots=True)
class Shelf:
    """Forms and pictures by name, each there once. `named` remembers the names of symbols."""

    forms: dict[str, Form] = field(default_factory=dict)
    pictures: dict[str, Picture] = field(default_factory=dict)
    named: dict[int, tuple[Symbol, str]] = field(default_factory=dict)


def content_of(items: Iterable[Item], shelf: Shelf) -> Content:
    """The operators of items; what they use is put on the shelf."""
    writer = _Writer(shelf)
    writer.items(items)
    return Content("\n".join(writer.out), tuple(writer.faces), tuple(writer.forms), tuple(writer.pictures))


def font_name(face: str) -> str:
    """The name of a face's font in every document."""
    return _font_names()[face]


@lru_cache(maxsize=1)
def _font_names() -> dict[str, str]:
    return {name: f"F{number}" for number, name in enumerate(fonts.all_faces(), 1)}


@lru_cache(maxsize=512)
def _rgb(color: str) -> str:
    return " ".join(number(int(color[i : i + 2], 16) / 255) for i in (1, 3, 5))


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
        self.faces: dict[str, None] = {}
        self.forms: dict[str, None] = {}
        self.pictures: dict[str, None] = {}
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
                self.ready(item.content)
            case Bookmark() | Link():
                pass  # these belong to a page, which takes them from the display list

    def ready(self, content: Content) -> None:
        """What was written before; it sets what it needs, and nothing is known after it."""
        self.out.append(content.operators)
        self.faces |= dict.fromkeys(content.faces)
        self.forms |= dict.fromkeys(content.forms)
        self.pictures |= dict.fromkeys(content.pictures)
        self.state = _State()

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
        if self.state.fill != color:
            self.state.fill = color
            self.out.append(f"{_rgb(color)} rg")

    def stroke(self, ink: Ink) -> None:
        state, out = self.state, self.out
        if state.stroke != ink.stroke and ink.stroke:
            state.stroke = ink.stroke
            out.append(f"{_rgb(ink.stroke)} RG")
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
        self.save()
        self.out.append(f"{outline} W{'*' if even_odd else ''} n")
        self.out.append(f"\0G{gradient.kind}|{ends}|{stops}\0")
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
            self.out.append(f"\0A{number(group.opacity)}\0")
        self.items(group.items)
        if group.opacity != 1.0:
            self.out.append("\0A\0")
        self.restore()

    # --- drawn once, used often ---

    def use(self, use: Use) -> None:
        name = self.form(use.symbol)
        self.forms[name] = None
        if use.x == 0.0 and use.y == 0.0 and use.scale == 1.0:
            self.out.append(f"/{form_object(name)} Do")
        else:
            scale = _factor(use.scale)
            self.out.append(f"q {scale} 0 0 {scale} {_xy(use.x, use.y)} cm /{form_object(name)} Do Q")

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
        x, y, w, h = (number(v) for v in (item.x, item.y, item.w, item.h))
        self.out.append(f"q {w} 0 0 {h} {x} {y} cm /{form_object(name)} Do Q")

    # --- text ---

    def texts(self, runs: list[TextRun]) -> None:
        """Runs that follow each other, in one text object."""
        out = ["BT"]
        face, size, spacing = "", 0.0, 0.0
        color = self.state.fill
        for run in runs:
            if run.color != color:
                color = run.color
                out.append(f"{_rgb(color)} rg")
            if run.spacing != spacing:
                spacing = run.spacing
                out.append(f"{number(spacing * PT)} Tc")
            if run.face != face or run.size != size:
                face, size = run.face, run.size
                self.faces[face] = None
                out.append(f"/{font_name(face)}+0 {_factor(size * PT)} Tf")
            text = run.text
            place = f"1 0 0 -1 {_xy(run.x, run.y)} Tm"
            if text.isascii():
                if "(" in text or ")" in text or "\\" in text:
                    text = text.translate(ESCAPES)
                out.append(f"{place} ({text}) Tj")
            else:
                out.append(f"{place} \0T{face}|{_factor(size * PT)}|{text}\0")
                face = ""
        if spacing:
            out.append("0 Tc")
        out.append("ET")
        self.out.append(" ".join(out))
        self.state.fill = color


ESCAPES = {c: f"\\{c:03o}" for c in (*range(32), *range(127, 256))} | {c: f"\\{chr(c)}" for c in b"()\\"}
"""How characters of a PDF string are written that can't stand in it."""

Directive = Literal["T", "G", "A"]


def form_object(name: str) -> str:
    """The name that reportlab gives a form among the resources."""
    return f"FormXob.{name}"


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
