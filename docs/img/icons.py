"""Pictures of the built-in icons and of the scenes of illustrations, for docs/templates.md."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import Any

from PIL import Image

from pycardgen.diagnostics import Collector
from pycardgen.layout.art import SCENES, paint
from pycardgen.layout.art.brush import Palette
from pycardgen.layout.display import Drawing, Group, Item, Symbol, Use
from pycardgen.layout.images import icon_symbol
from pycardgen.layout.kit import Kit
from pycardgen.layout.text import set_text
from pycardgen.layout.theme import builtin_theme
from pycardgen.paint.page import Page
from pycardgen.paint.png import paint_png

CELL, COLUMNS = (15.0, 15.0), 16
"""An icon with its name, in mm."""

SCENE, SIDE_BY_SIDE = (46.0, 32.0), 4

PALETTES = (
    Palette("#10161b", "#3d5a6c", "#e6edf0", "#e0a33a"),
    Palette("#1a1020", "#6b3a58", "#f4e6dc", "#ef6a4a"),
    Palette("#0d1a14", "#3f6b4e", "#eef3e0", "#c9d94a"),
)
SUBJECTS = ("", "person", "skull", "rocket", "tower", "spider", "wolf", "ship")


def icons() -> Any:
    """Every built-in icon with its name."""
    kit = _kit()
    names = sorted(kit.theme.icons)
    items: list[Item] = []
    for index, name in enumerate(names):
        x, y = _cell(index, COLUMNS, CELL)
        symbol = icon_symbol(kit, name, "#1c2128", Collector())
        assert symbol is not None
        items.append(Use(symbol, x + 3.5, y + 1.0, 8 / 24))
        items += _label(kit, name, (x, y + 10.0, CELL[0], 3.0))
    return _picture(items, len(names), COLUMNS, CELL)


def scenes() -> Any:
    """Every scene with its name, some with a subject."""
    kit = _kit()
    cell = (SCENE[0] + 2, SCENE[1] + 5)
    items: list[Item] = []
    for index, name in enumerate(SCENES):
        x, y = _cell(index, SIDE_BY_SIDE, cell)
        shown = SUBJECTS[index % len(SUBJECTS)]

        def subject(color: str, shown: str = shown) -> Symbol | None:
            return icon_symbol(kit, shown, color, Collector()) if shown else None

        made = paint(name, "seed", SCENE, PALETTES[index % len(PALETTES)], subject)
        items.append(Group((Group(made, clip=(0, 0, *SCENE, 1.5)),), transform=(1, 0, 0, 1, x + 1, y + 1)))
        items += _label(kit, name, (x, y + SCENE[1] + 1.4, cell[0], 3.0))
    return _picture(items, len(SCENES), SIDE_BY_SIDE, cell)


def _kit() -> Kit:
    return Kit(builtin_theme(Collector()), {})


def _cell(index: int, columns: int, cell: tuple[float, float]) -> tuple[float, float]:
    return 1 + index % columns * cell[0], 1 + index // columns * cell[1]


def _label(kit: Kit, text: str, box: tuple[float, float, float, float]) -> tuple[Item, ...]:
    style = replace(kit.theme.styles["label"], color="#444444", caps=False, size=5.5, min_size=3.5)
    return set_text(text, style, box, lambda *_: None).items


def _picture(items: list[Item], count: int, columns: int, cell: tuple[float, float]) -> Any:
    height = 2 + -(-count // columns) * cell[1]
    drawing = Drawing(2 + columns * cell[0], height, tuple(items))
    return Image.open(BytesIO(paint_png(Page(drawing), 130))).convert("RGB")
