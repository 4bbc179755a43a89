"""Fitted text placed: runs in one face each, and icons on the line, in mm."""

from __future__ import annotations

from collections.abc import Sequence

from pycardgen.layout import fonts
from pycardgen.layout.display import PT, Item, Link, TextRun, Use
from pycardgen.layout.text_fit import Fit, LineSpan
from pycardgen.layout.text_measure import Icons, Para, Prepared, Seg, Style, Word


def place(
    prepared: Prepared, found: Fit, style: Style, box: tuple[float, float, float, float], icons: Icons
) -> list[Item]:
    """The runs and icons of fitted text, in mm."""
    x, y, w, h = box
    em = found.size * PT
    cap = fonts.face(fonts.face_name(style.family, style.weight, style.italic)).cap_height
    baseline = y + _drop(found, style, h, em) + cap * em
    items: list[Item] = []
    first = True
    for para, lines in zip(prepared.paras, found.lines, strict=True):
        if not first and not para.tight:
            baseline += style.gap * em
        for number, line in enumerate(lines):
            if not first:
                baseline += found.leading * em
            first = False
            if number == 0 and para.marker:
                items += _marker(para, style, x, baseline, found.size)
            last = number == len(lines) - 1
            inset = (para.indent + (para.first if number == 0 else 0.0)) * em
            where = (x + inset, baseline, w - inset)
            items += draw_line(para.line(number), line, style, where, found.size, icons, last)
    return items


def _drop(found: Fit, style: Style, h: float, em: float) -> float:
    """How far below the top of the box the text begins. The middle is that of capitals, not of descenders."""
    free = h - found.height
    if style.valign == "bottom":
        return max(0.0, free)
    if style.valign == "middle":
        return min(max(0.0, (free + 0.2 * em) / 2), max(0.0, free)) if free > 0 else max(free / 2, -0.1 * em)
    return 0.0


def _marker(para: Para, style: Style, x: float, y: float, size: float) -> list[Item]:
    em = size * PT
    items: list[Item] = []
    for seg in para.marker:
        items.append(TextRun(x, y, seg.face, size, style.color, seg.text, 0.0, seg.width * em))
        x += seg.width * em
    return items


def draw_line(
    words: Sequence[Word],
    line: LineSpan,
    style: Style,
    where: tuple[float, float, float],
    size: float,
    icons: Icons,
    last: bool = True,
) -> list[Item]:
    """One line at `where` = (left, baseline, room) in mm."""
    start, end, width = line
    left, baseline, room = where
    em = size * PT
    free = room - (width - style.tracking) * em
    stretch = 0.0
    if style.align == "center":
        left += free / 2
    elif style.align == "right":
        left += free
    elif style.align == "justify" and not last and free > 0:
        spaces = sum(1 for word in words[start + 1 : end] if word.glue)
        stretch = free / spaces / em if spaces else 0.0
    if not stretch and (run := _plain_line(words[start:end], (left, baseline), style, size, width)):
        return [run]
    pen = _Pen(left, baseline, size, style, icons)
    for index in range(start, end):
        word = words[index]
        if index > start and word.glue:
            pen.space(word.glue, stretch)
        for seg in word.segs:
            pen.add(seg)
    if end < len(words) and words[end - 1].tail:
        cut = words[end - 1].segs[-1]
        pen.add(Seg(cut.face, "-", words[end - 1].tail, cut.color, 1.0, cut.mark))
    return pen.finish()


def _plain_line(
    words: Sequence[Word], where: tuple[float, float], style: Style, size: float, width: float
) -> TextRun | None:
    """The line as one run, if all of it is in one face."""
    face = words[0].face
    for word in words:
        if word.face != face:
            return None
    if not face or words[-1].tail:
        return None
    rest = "".join([" " + word.text if word.glue else word.text for word in words[1:]])
    spacing, anchor = style.tracking * size, _ANCHORS.get(style.align, 0.0)
    return TextRun(
        where[0], where[1], face, size, style.color, words[0].text + rest, spacing, width * size * PT, anchor
    )


_ANCHORS = {"center": 0.5, "right": 1.0}


class _Pen:
    """Joins what stands side by side in one face into one run."""

    __slots__ = (
        "at",
        "em",
        "face",
        "glue",
        "icons",
        "items",
        "look",
        "size",
        "style",
        "text",
        "width",
        "x",
        "y",
    )

    def __init__(self, x: float, y: float, size: float, style: Style, icons: Icons) -> None:
        self.x, self.y, self.size, self.style, self.icons = x, y, size, style, icons
        self.em = size * PT
        self.items: list[Item] = []
        self.face, self.text = "", list[str]()
        self.look: tuple[str, float, str] = ("", 1.0, "")
        self.at = self.width = 0.0  # em: where the open run begins, and how long it is
        self.glue = 0.0

    def space(self, glue: float, stretch: float) -> None:
        if stretch:
            self._close()
            self.at += glue + stretch
        else:
            self.glue = glue

    def add(self, seg: Seg) -> None:
        look = (seg.color, seg.scale, seg.mark)
        # A space is as wide as the size that it is set in: runs of another size begin anew after one.
        if (
            seg.face
            and seg.face == self.face
            and self.text
            and look == self.look
            and not (self.glue and seg.scale != 1.0)
        ):
            if self.glue:
                self.text.append(" ")
            self.width += self.glue
        else:
            self._close()
            self.at += self.glue
            self.face, self.look = seg.face, look
        self.glue = 0.0
        if seg.face:
            self.text.append(seg.text)
            self.width += seg.width
        else:
            self._icon(seg)

    def _icon(self, seg: Seg) -> None:
        symbol = self.icons(seg.text, seg.color)
        if symbol is not None:
            x, y, _, h = symbol.box
            scale = self.style.icon_scale * self.em / h
            # Centred on the capitals: they reach from the baseline to 0.7 em.
            top = self.y - (0.35 + self.style.icon_scale / 2) * self.em
            self.items.append(Use(symbol, self.x + self.at * self.em - x * scale, top - y * scale, scale))
        self.at += seg.width

    def _close(self) -> None:
        if not self.text:
            return
        style, em = self.style, self.em
        color, scale, mark = self.look
        if mark and not mark.startswith("index:"):
            left, top = self.x + self.at * em, self.y - 0.8 * em
            self.items.append(Link(left, top, self.width * em, 1.1 * em, mark))
        self.items.append(
            TextRun(
                self.x + self.at * em,
                self.y,
                self.face,
                self.size * scale,
                color or style.color,
                "".join(self.text),
                style.tracking * self.size,
                self.width * em,
            )
        )
        self.at += self.width
        self.width, self.text, self.face = 0.0, [], ""

    def finish(self) -> list[Item]:
        self._close()
        return self.items
