"""The demonstration deck, and simple cards."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from pycardgen.diagnostics import Collector
from pycardgen.layout.compose import compose
from pycardgen.layout.display import Drawing, Ink, Rect, TextRun
from pycardgen.layout.kit import Kit
from pycardgen.layout.template import load_templates
from pycardgen.layout.theme import builtin_theme, load_theme
from pycardgen.paint.sheets import Card
from pycardgen.source import Document
from pycardgen.source.reader import read_yaml

DEMO = Path(__file__).parent / "demo"


def read(name: str, folder: Path = DEMO) -> Document:
    report = Collector()
    document = read_yaml(folder / name, name, report)
    assert document is not None, report.found
    return document


def demo_kit(report: Collector, folder: Path = DEMO) -> Kit:
    theme = load_theme(read("theme.yaml", folder), builtin_theme(report), report)
    layouts = {
        path.stem: read(f"layouts/{path.name}", folder) for path in sorted((folder / "layouts").iterdir())
    }
    return Kit(theme, load_templates(layouts, report), folder)


def demo_subjects() -> list[dict[str, Any]]:
    return [{**card, "type": "card"} for card in read("cards.yaml").root]


@cache
def demo_cards() -> tuple[tuple[Drawing, ...], Drawing]:
    """Fronts and the back."""
    report = Collector()
    kit = demo_kit(report)
    fronts = tuple(compose(kit, kit.templates["traveller"], s, report) for s in demo_subjects())
    back = compose(kit, kit.templates["traveller-back"], {"id": "back", "name": "back"}, report)
    assert not report.found, report.found
    return fronts, back


def simple(
    number: int, back: bool = False, size: tuple[float, float] = (63.0, 88.0), bleed: float = 3.0
) -> Drawing:
    """A card that says its number, its background as far as the bleed."""
    w, h = size
    fill = "#224466" if back else "#eeeecc"
    ground = Rect(-bleed, -bleed, w + 2 * bleed, h + 2 * bleed, Ink(fill))
    text = f"{'back' if back else 'front'} {number}"
    run = TextRun(10.0, 20.0, "BarlowCondensed-Bold", 12.0, "#000000" if not back else "#ffffff", text)
    return Drawing(w, h, (ground, run), bleed, text)


def deck(count: int, backs: bool = True) -> list[Card]:
    return [Card(simple(n), simple(n, True) if backs else None) for n in range(1, count + 1)]
