"""Display lists as SVG, through svgwrite, which is used nowhere else.

Sizes are millimetres with a matching view box, so that drawing programs and cutters get true lengths. Groups
keep their ids, classes and data; layers are Inkscape's. Opacity is an attribute of what is drawn, not of
groups, from which some programs don't take it over. Text is real text in the display list's faces, with a
subset of each embedded for browsers; `outlines=True` draws it as paths instead, for programs that lack the
fonts.
"""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from pycardgen.layout import fonts
from pycardgen.layout.display import (
    PT,
    Circle,
    Command,
    Drawing,
    Gradient,
    Group,
    Image,
    Ink,
    Item,
    Line,
    Link,
    Path,
    Polygon,
    Rect,
    Symbol,
    TextRun,
    Use,
    number,
    path_text,
    walk,
)
from pycardgen.layout.font_files import PRIVATE, opened


def paint_svg(drawing: Drawing, title: str = "", outlines: bool = False, style: str = "") -> str:
    """The drawing as an SVG document. `style` is CSS put into the document, for the classes of groups."""
    painter = _Svg(drawing, outlines)
    return painter.document(title or drawing.name, style)


class _Svg:
    """An SVG being written."""

    def __init__(self, drawing: Drawing, outlines: bool) -> None:
        import svgwrite
        from svgwrite.extensions import Inkscape

        self.drawing, self.outlines = drawing, outlines
        bleed = drawing.bleed
        width, height = drawing.width + 2 * bleed, drawing.height + 2 * bleed
        self.svg = svgwrite.Drawing(
            size=(f"{number(width)}mm", f"{number(height)}mm"),
            viewBox=f"{number(-bleed)} {number(-bleed)} {number(width)} {number(height)}",
            debug=False,
        )
        self.inkscape = Inkscape(self.svg)
        self.uses = Counter(id(item.symbol) for item in walk(drawing.items) if isinstance(item, Use))
        self.symbols: dict[int, str] = {}
        self.kept: list[Symbol] = []
        self.definitions = 0
        self.opacity = 1.0

    def document(self, title: str, style: str) -> str:
        svg = self.svg
        if title:
            svg.set_desc(title=title)
        css = style if self.outlines else _font_faces(self.drawing.items) + style
        if css:
            svg.defs.add(svg.style(css))
        for item in self.drawing.items:
            self.item(svg, item)
        return '<?xml version="1.0" encoding="utf-8"?>\n' + str(svg.tostring()) + "\n"

    def item(self, parent: Any, item: Item) -> None:
        svg = self.svg
        match item:
            case Group():
                self.group(parent, item)
            case Use():
                self.use(parent, item)
            case Rect():
                place, size = _pair(item.x, item.y), _pair(item.w, item.h)
                extra = {"rx": number(item.radius), "ry": number(item.radius)} if item.radius else {}
                parent.add(svg.rect(place, size, **extra, **self.ink(item.ink)))
            case Line():
                ends = _pair(item.x1, item.y1), _pair(item.x2, item.y2)
                parent.add(svg.line(*ends, **self.ink(item.ink)))
            case Polygon():
                parent.add(svg.polygon([_pair(*p) for p in item.points], **self.ink(item.ink)))
            case Circle():
                parent.add(svg.circle(_pair(item.x, item.y), number(item.r), **self.ink(item.ink)))
            case Path():
                rule = {"fill-rule": "evenodd"} if item.even_odd else {}
                parent.add(svg.path(path_text(item.commands), **rule, **self.ink(item.ink)))
            case TextRun():
                self.text(parent, item)
            case Image():
                self.image(parent, item)
            case Link() if not item.target.startswith("#"):
                link = svg.a(item.target)
                link.add(
                    svg.rect(
                        _pair(item.x, item.y), _pair(item.w, item.h), fill="#ffffff", **{"fill-opacity": "0"}
                    )
                )
                parent.add(link)

    def ink(self, ink: Ink) -> dict[str, str]:
        found = {"fill": self.fill(ink.fill)}
        if ink.fill:
            found |= self.translucent("fill-opacity")
        if ink.stroke:
            found |= {"stroke": ink.stroke, "stroke-width": number(ink.width)}
            found |= self.translucent("stroke-opacity")
            if ink.dash:
                found["stroke-dasharray"] = " ".join(number(d) for d in ink.dash)
            if ink.round_joins:
                found |= {"stroke-linejoin": "round", "stroke-linecap": "round"}
        return found

    def translucent(self, attribute: str) -> dict[str, str]:
        """As in PDF each item is translucent, not a group as a whole."""
        return {attribute: number(self.opacity)} if self.opacity != 1.0 else {}

    def fill(self, fill: str | Gradient | None) -> str:
        if not isinstance(fill, Gradient):
            return fill or "none"
        name = self._name("gradient")
        ends = [number(v) for v in (fill.x0, fill.y0, fill.x1, fill.y1)]
        units = {"gradientUnits": "userSpaceOnUse", "id": name}
        if fill.kind == "radial":
            made = self.svg.radialGradient((ends[0], ends[1]), ends[2], **units)
        else:
            made = self.svg.linearGradient((ends[0], ends[1]), (ends[2], ends[3]), **units)
        for at, color in fill.stops:
            made.add_stop_color(number(at), color)
        self.svg.defs.add(made)
        return f"url(#{name})"

    def _name(self, kind: str) -> str:
        self.definitions += 1
        return f"pcg-{kind}-{self.definitions}"

    def group(self, parent: Any, group: Group) -> None:
        svg = self.svg
        attributes: dict[str, str] = {}
        if group.id:
            attributes["id"] = group.id
        if group.classes:
            attributes["class"] = " ".join(group.classes)
        attributes |= {f"data-{key}": value for key, value in group.data}
        if group.transform:
            attributes["transform"] = f"matrix({' '.join(_six(v) for v in group.transform)})"
        if group.clip:
            attributes["clip-path"] = f"url(#{self.clip(group.clip)})"
        elif group.outline:
            attributes["clip-path"] = f"url(#{self.polygon_clip(group.outline)})"
        made = self.inkscape.layer(label=group.layer, **attributes) if group.layer else svg.g(**attributes)
        if group.title:
            made.set_desc(title=group.title)
        parent.add(made)
        around = self.opacity
        if group.opacity != 1.0:
            self.opacity = group.opacity
        for item in group.items:
            self.item(made, item)
        self.opacity = around

    def clip(self, clip: tuple[float, float, float, float, float]) -> str:
        x, y, w, h, radius = clip
        name = self._name("clip")
        made = self.svg.clipPath(id=name)
        extra = {"rx": number(radius), "ry": number(radius)} if radius else {}
        made.add(self.svg.rect(_pair(x, y), _pair(w, h), **extra))
        self.svg.defs.add(made)
        return name

    def polygon_clip(self, outline: tuple[tuple[float, float], ...]) -> str:
        name = self._name("clip")
        made = self.svg.clipPath(id=name)
        made.add(self.svg.polygon([_pair(x, y) for x, y in outline]))
        self.svg.defs.add(made)
        return name

    def use(self, parent: Any, use: Use) -> None:
        """A symbol used once or translucent is drawn in place; one used often is defined and referred to."""
        symbol = use.symbol
        plain = use.x == 0.0 and use.y == 0.0 and use.scale == 1.0
        transform = f"translate({number(use.x)} {number(use.y)}) scale({_six(use.scale)})"
        if self.uses[id(symbol)] == 1 or self.opacity != 1.0:
            made = self.svg.g(**({} if plain else {"transform": transform}))
            parent.add(made)
            for item in symbol.items:
                self.item(made, item)
            return
        name = self.symbols.get(id(symbol)) or self._define(symbol)
        parent.add(self.svg.use(f"#{name}", **({} if plain else {"transform": transform})))

    def _define(self, symbol: Symbol) -> str:
        name = self.symbols[id(symbol)] = self._name("symbol")
        self.kept.append(symbol)
        made = self.svg.g(id=name, **{"class": symbol.name})
        for item in symbol.items:
            self.item(made, item)
        self.svg.defs.add(made)
        return name

    def text(self, parent: Any, run: TextRun) -> None:
        if self.outlines:
            commands = _outline(run)
            if commands:
                shown = {"class": "text", **self.translucent("fill-opacity")}
                parent.add(self.svg.path(path_text(commands), fill=run.color, **shown))
            return
        face = fonts.face(run.face)
        attributes = {
            "font-family": f"'{face.css_family}'",
            "font-size": number(run.size * PT),
            "font-weight": str(face.weight),
            "fill": run.color,
            "style": "font-kerning:normal;font-variant-ligatures:none",
            "xml:space": "preserve",
            **self.translucent("fill-opacity"),
        }
        if face.italic:
            attributes["font-style"] = "italic"
        if run.spacing:
            attributes["letter-spacing"] = number(run.spacing * PT)
        elif len(run.text) > 1:
            # A program without the font still keeps the line to its length.
            attributes |= {"textLength": number(run.width), "lengthAdjust": "spacingAndGlyphs"}
        if run.anchor:
            attributes["text-anchor"] = "middle" if run.anchor == 0.5 else "end"
        x = run.x + run.anchor * run.width
        parent.add(self.svg.text(run.text, insert=_pair(x, run.y), **attributes))

    def image(self, parent: Any, item: Image) -> None:
        kind = "png" if item.picture.kind == "PNG" else "jpeg"
        href = f"data:image/{kind};base64,{b64encode(item.picture.data).decode()}"
        shown = {"preserveAspectRatio": "none", **self.translucent("opacity")}
        parent.add(self.svg.image(href, _pair(item.x, item.y), _pair(item.w, item.h), **shown))


def _pair(x: float, y: float) -> tuple[str, str]:
    return number(x), number(y)


def _six(value: float) -> str:
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


# --- fonts ---


_ASCII = frozenset(map(chr, range(0x20, 0x7F)))


def _font_faces(items: Iterable[Item]) -> str:
    """CSS that brings the faces used, each cut down to ASCII and what else is used of it.

    All of ASCII, so that words can be edited, and so that most drawings share what is cut out once.
    """
    used: dict[str, set[str]] = {}
    for item in walk(items):
        if isinstance(item, TextRun):
            used.setdefault(item.face, set()).update(item.text)
    return "".join(_font_face(name, "".join(sorted(used[name] | _ASCII))) for name in sorted(used))


@lru_cache(maxsize=64)
def _font_face(name: str, characters: str) -> str:
    face = fonts.face(name)
    style = "italic" if face.italic else "normal"
    data = b64encode(_subset(face, characters)).decode()
    return (
        f"@font-face{{font-family:'{face.css_family}';font-weight:{face.weight};font-style:{style};"
        f"src:url(data:font/woff;base64,{data})}}\n"
    )


def _subset(face: fonts.Face, characters: str) -> bytes:
    """The face as WOFF with these characters only; kept in the cache, for it takes a quarter of a second."""
    from pycardgen.source.cache import key_of, open_cache

    cache, key = open_cache(), key_of(face.file.stamp(), "web", characters)
    kept = cache.get("fonts", key)
    if kept is not None:
        return kept
    from io import BytesIO

    from fontTools.subset import Options, Subsetter

    options = Options(layout_features=["kern"], hinting=False, name_IDs=[], recalc_timestamp=False)
    options.notdef_outline = True
    font = opened(face.file.read())
    subsetter = Subsetter(options)
    subsetter.populate(text=characters)
    subsetter.subset(font)
    font.flavor = "woff"
    out = BytesIO()
    font.save(out)
    cache.put("fonts", key, out.getvalue())
    return out.getvalue()


def _outline(run: TextRun) -> list[Command]:
    """The outlines of a run's characters."""
    face = fonts.face(run.face)
    em = run.size * PT
    x, last = run.x, ""
    commands: list[Command] = []
    for char in run.text if run.spacing else face.shaped(run.text):
        x += face.kerning[last + char] * em if last else 0.0
        commands += (_placed(command, x, run.y, em) for command in _glyph(run.face, char))
        x += face.advances[ord(char)] * em + run.spacing * PT
        last = char
    return commands


def _placed(command: Command, x: float, y: float, em: float) -> Command:
    numbers = [float(v) for v in command[1:]]
    return (command[0], *(y - v * em if i % 2 else x + v * em for i, v in enumerate(numbers)))


_glyphs: dict[tuple[str, str], tuple[Command, ...]] = {}


def _glyph(name: str, char: str) -> tuple[Command, ...]:
    """A character's outline in em, y upwards."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    if (name, char) not in _glyphs:
        with opened(fonts.face(name).file.read()) as font:
            glyphs, units = font.getGlyphSet(), font["head"].unitsPerEm
            pen = DecomposingRecordingPen(glyphs)
            code = ord(char)
            name_of = font.getGlyphName(code - PRIVATE) if code >= PRIVATE else font.getBestCmap()[code]
            glyphs[name_of].draw(pen)
        _glyphs[name, char] = tuple(_commands(pen.value, 1 / units))
    return _glyphs[name, char]


def _commands(recorded: list[tuple[str, tuple[Any, ...]]], scale: float) -> list[Command]:
    out: list[Command] = []
    at = (0.0, 0.0)
    for operator, points in recorded:
        scaled = [(p[0] * scale, p[1] * scale) for p in points if p is not None]
        if operator in ("moveTo", "lineTo"):
            out.append(("M" if operator == "moveTo" else "L", *scaled[0]))
        elif operator == "qCurveTo":
            out += _quadratic(at, scaled)
        elif operator == "curveTo":
            out.append(("C", *scaled[0], *scaled[1], *scaled[2]))
        else:
            out.append(("Z",))
        at = scaled[-1] if scaled else at
    return out


def _quadratic(at: tuple[float, float], points: list[tuple[float, float]]) -> list[Command]:
    """A TrueType curve, whose on-curve points between controls are implied, as cubics."""
    out: list[Command] = []
    *controls, last = points
    for index, (cx, cy) in enumerate(controls):
        if index < len(controls) - 1:
            end = ((cx + controls[index + 1][0]) / 2, (cy + controls[index + 1][1]) / 2)
        else:
            end = last
        first = (at[0] + 2 / 3 * (cx - at[0]), at[1] + 2 / 3 * (cy - at[1]))
        second = (end[0] + 2 / 3 * (cx - end[0]), end[1] + 2 / 3 * (cy - end[1]))
        out.append(("C", *first, *second, *end))
        at = end
    return out
