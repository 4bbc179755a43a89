"""Cards that are pictures with a title, by hand: reportlab alone, nine a page.

python bench/print/tuned_art.py folder out.pdf
"""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path

from reportlab import rl_config
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

rl_config.useA85 = 0
CW, CH, PW, PH = 63 * mm, 88 * mm, 210 * mm, 297 * mm
X0, Y0 = (PW - 3 * CW) / 2, (PH - 3 * CH) / 2


def main(folder, target):
    path = files("fontpkg_barlow_condensed") / "files" / "BarlowCondensed-SemiBold.ttf"
    pdfmetrics.registerFont(TTFont("title", str(path), shapable=False))
    c = Canvas(target, pagesize=(PW, PH), pageCompression=1, invariant=1, initialFontName="title")
    for index, name in enumerate(sorted(Path(folder).iterdir())):
        slot = index % 9
        if slot == 0 and index:
            c.showPage()
        x, y = X0 + (slot % 3) * CW, Y0 + (2 - slot // 3) * CH
        c.drawImage(str(name), x, y, CW, CH)
        c.setFont("title", 14)
        c.drawString(x + 5 * mm, y + 5 * mm, f"Card {index + 1}")
    c.save()


main(sys.argv[1], sys.argv[2])
