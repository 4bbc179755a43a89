"""A board of 20 x 20 labelled hexagons on four pages, by hand: reportlab alone, the board as one form.

python bench/print/tuned_board.py out.pdf
"""

from __future__ import annotations

import sys
from importlib.resources import files

from data import board
from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

rl_config.useA85 = 0
PW, PH = 210 * mm, 297 * mm


def main(target):
    path = files("fontpkg_ibm_plex_sans_condensed") / "files" / "IBMPlexSansCondensed-Regular.ttf"
    pdfmetrics.registerFont(TTFont("label", str(path), shapable=False))
    c = Canvas(target, pagesize=(PW, PH), pageCompression=1, invariant=1, initialFontName="label")
    (width, height), cells = board()
    c.beginForm("board", 0, 0, width * mm, height * mm)
    for label, fill, points in cells:
        outline = c.beginPath()
        for index, (x, y) in enumerate(points):
            (outline.lineTo if index else outline.moveTo)(x * mm, (height - y) * mm)
        outline.close()
        c.setFillColor(HexColor(fill))
        c.drawPath(outline, stroke=1, fill=1)
        c.setFillColor(HexColor("#000000"))
        c.setFont("label", 8)
        middle = sum(x for x, _ in points) / 6, sum(y for _, y in points) / 6
        c.drawCentredString(middle[0] * mm, (height - middle[1]) * mm, label)
    c.endForm()
    for x in (10 * mm, 10 * mm - 180 * mm):
        for y in (10 * mm, 10 * mm - 267 * mm):
            c.saveState()
            clip = c.beginPath()
            clip.rect(10 * mm, 10 * mm, 190 * mm, 277 * mm)
            c.clipPath(clip, stroke=0)
            c.translate(x, y)
            c.doForm("board")
            c.restoreState()
            c.showPage()
    c.save()


main(sys.argv[1])
