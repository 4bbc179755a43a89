"""The deck by hand: reportlab alone, tuned. Form objects for frame and icons, widths measured once and scaled
to find a size, real wraps to confirm it. What a careful person would write for this one deck.

python bench/print/tuned.py deck.json out.pdf
"""

from __future__ import annotations

import json
import sys
from xml.sax.saxutils import escape

from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

rl_config.useA85 = 0
PACKAGES = {
    "body": ("fontpkg_ibm_plex_sans_condensed", "IBMPlexSansCondensed-Regular"),
    "title": ("fontpkg_barlow_condensed", "BarlowCondensed-SemiBold"),
    "number": ("fontpkg_barlow_condensed", "BarlowCondensed-Bold"),
}
ICONS = {
    "heart": "M12 21 C4 14.5 2 11.5 2 8 C2 5 4.3 3 7 3 C9 3 11 4 12 6 C13 4 15 3 17 3 C19.7 3 22 5 22 8 "
    "C22 11.5 20 14.5 12 21 Z",
    "shield": "M12 2 L21 5 L21 11.5 C21 16.5 17.5 20 12 22 C6.5 20 3 16.5 3 11.5 L3 5 Z",
    "bolt": "M13.5 2 L4.5 13.5 L11 13.5 L9.5 22 L19.5 9.5 L12.5 9.5 Z",
    "star": "M12 2 L14.9 8.6 L22 9.3 L16.6 14 L18.2 21 L12 17.3 L5.8 21 L7.4 14 L2 9.3 L9.1 8.6 Z",
    "eye": "M1.5 12 C5 6.5 8.3 4.5 12 4.5 C15.7 4.5 19 6.5 22.5 12 C19 17.5 15.7 19.5 12 19.5 "
    "C8.3 19.5 5 17.5 1.5 12 Z",
    "flame": "M12.5 1.5 C13.5 6 18.5 8.5 18.5 14.5 C18.5 18.7 15.6 22 12 22 C8.2 22 5.5 19 5.5 15 "
    "C5.5 12 7 10 8.3 8.5 "
    "C8.6 10.3 9.2 11.3 10.2 12 C9.8 8 10.6 4.2 12.5 1.5 Z",
}
CW, CH, PW, PH = 63 * mm, 88 * mm, 210 * mm, 297 * mm
X0, Y0 = (PW - 3 * CW) / 2, (PH - 3 * CH) / 2
SIZES = [13 - 0.25 * i for i in range(29)]
STYLES = {s: ParagraphStyle("b", fontName="body", fontSize=s, leading=s * 1.2) for s in SIZES}
WIDTHS: dict[str, float] = {}


def path(canvas, data):
    outline, tokens, at = canvas.beginPath(), data.split(), 0
    while at < len(tokens):
        letter, count = tokens[at][0], {"M": 2, "L": 2, "C": 6, "Z": 0}[tokens[at][0]]
        numbers = [float(t.lstrip("MLC")) for t in tokens[at : at + max(count, 1)] if t != "Z"]
        {"M": outline.moveTo, "L": outline.lineTo, "C": outline.curveTo, "Z": outline.close}[letter](*numbers)
        at += max(count, 1)
    canvas.drawPath(outline, stroke=0, fill=1)


def fit(text, w, h):
    """The largest size that fits: estimated from word widths, confirmed by wraps."""
    base = 10.0
    measure = pdfmetrics.stringWidth
    space = WIDTHS.get(" ") or WIDTHS.setdefault(" ", measure(" ", "body", base))
    words = [WIDTHS.get(x) or WIDTHS.setdefault(x, measure(x, "body", base)) for x in text.split()]

    def lines(size):
        k, count, width = size / base, 1, 0.0
        for word in words:
            if width and width + (space + word) * k > w:
                count, width = count + 1, word * k
            else:
                width += (space + word) * k if width else word * k
        return count

    def real(i):
        paragraph = Paragraph(text, STYLES[SIZES[i]])
        return paragraph, paragraph.wrap(w, 1e6)[1]

    low, high = 0, len(SIZES) - 1
    while low < high:
        middle = (low + high) // 2
        if lines(SIZES[middle]) * SIZES[middle] * 1.2 <= h:
            high = middle
        else:
            low = middle + 1
    best, height = real(low)
    if height <= h:
        while low > 0:
            larger, larger_height = real(low - 1)
            if larger_height > h:
                break
            low, best, height = low - 1, larger, larger_height
    while height > h and low < len(SIZES) - 1:
        low += 1
        best, height = real(low)
    return best, height


def forms(c):
    c.beginForm("frame", 0, 0, CW, CH)
    c.setFillColor(HexColor("#fbf9f4"))
    c.setStrokeColor(HexColor("#1c2128"))
    c.setLineWidth(0.5 * mm)
    c.roundRect(2 * mm, 2 * mm, 59 * mm, 84 * mm, 2.5 * mm, fill=1)
    c.setLineWidth(0.25 * mm)
    c.rect(5 * mm, 20 * mm, 53 * mm, 34 * mm)
    c.endForm()
    for name, data in ICONS.items():
        c.beginForm(name, 0, 0, 24, 24)
        c.setFillColor(HexColor("#1f4e79"))
        path(c, data)
        c.endForm()


def icon(c, name, x, y):
    k = 9 * mm / 24
    c.saveState()
    c.transform(k, 0, 0, -k, x, y + 9 * mm)
    c.doForm(name)
    c.restoreState()


def marks(c):
    c.setLineWidth(0.3)
    for i in range(4):
        x, y = X0 + i * CW, Y0 + i * CH
        c.line(x, Y0 - 22, x, Y0 - 11)
        c.line(x, Y0 + 3 * CH + 11, x, Y0 + 3 * CH + 22)
        c.line(X0 - 22, y, X0 - 11, y)
        c.line(X0 + 3 * CW + 11, y, X0 + 3 * CW + 22, y)


def card(c, row):
    c.doForm("frame")
    size = 11.0
    while size > 7 and pdfmetrics.stringWidth(row["name"], "title", size) > 33 * mm:
        size -= 0.25
    c.setFillColor(HexColor("#1c2128"))
    c.setFont("title", size)
    c.drawCentredString(CW / 2, CH - 10.2 * mm, row["name"])
    icon(c, row["icon1"], 5 * mm, CH - 14 * mm)
    icon(c, row["icon2"], 49 * mm, CH - 14 * mm)
    body, height = fit(escape(row["text"]), 49 * mm, 31 * mm)
    body.drawOn(c, 7 * mm, CH - 35.5 * mm - height)
    c.setFont("number", 12)
    for at, name in ((12.5, "attack"), (31.5, "defence"), (50.5, "cost")):
        c.drawCentredString(at * mm, 8.5 * mm, str(row[name]))


def main(source, target):
    from importlib.resources import files

    for name, (package, stem) in PACKAGES.items():
        pdfmetrics.registerFont(TTFont(name, str(files(package) / "files" / f"{stem}.ttf"), shapable=False))
    with open(source, encoding="utf-8") as file:
        rows = json.load(file)
    c = Canvas(target, pagesize=(PW, PH), pageCompression=1, invariant=1, initialFontName="body")
    forms(c)
    for index, row in enumerate(rows):
        slot = index % 9
        if slot == 0:
            if index:
                c.showPage()
            marks(c)
        c.saveState()
        c.translate(X0 + (slot % 3) * CW, Y0 + (2 - slot // 3) * CH)
        card(c, row)
        c.restoreState()
    c.save()


main(sys.argv[1], sys.argv[2])
