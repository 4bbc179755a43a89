"""The same deck through templates, the text engine, the display list and the painter.

python bench/print/ours.py deck.json out.pdf
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from pycardgen.diagnostics import Collector
from pycardgen.layout.compose import compose
from pycardgen.layout.kit import Kit
from pycardgen.layout.template import load_templates
from pycardgen.layout.theme import builtin_theme
from pycardgen.paint.files import write
from pycardgen.paint.impose import impose
from pycardgen.paint.marks import Labels
from pycardgen.paint.page import Info
from pycardgen.paint.pdf import paint_pdf
from pycardgen.paint.sheets import Card, Sheet, plan
from pycardgen.source.reader import read_yaml


def main(source: str, target: str) -> None:
    report = Collector()
    layout = read_yaml(Path(__file__).parent / "card.yaml", "card.yaml", report)
    assert layout is not None
    kit = Kit(builtin_theme(report), load_templates({"deck": layout}, report))
    rows = json.loads(Path(source).read_text(encoding="utf-8"))
    sheet = Sheet(gutter=0.0, flip="none")
    slots = plan(sheet, (63.0, 88.0))
    assert slots is not None
    cards = (Card(compose(kit, kit.templates["deck"], row, report)) for row in rows)
    pages = impose(cards, slots, sheet, Labels("Bench", "Deck"), len(rows))
    write(Path(target), paint_pdf(pages, Info("Deck")))
    assert not report.found, report.found[:3]


main(sys.argv[1], sys.argv[2])
