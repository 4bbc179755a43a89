"""A map with facts drawn over it: distances as numbers and heat, spaces of note ringed, and words below."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from textwrap import wrap

from pycardgen.diagnostics import Report
from pycardgen.layout.board import BoardSpace, Look, draw_board
from pycardgen.layout.display import Drawing, Group, Ink, Item, Rect
from pycardgen.layout.game_board import board_spec
from pycardgen.layout.kit import Kit
from pycardgen.layout.text import Style, set_text
from pycardgen.model.game import Game, MapDecl
from pycardgen.records import dataclass

WIDTH, BOARD, MARGIN = 297.0, 190.0, 10.0
"""Millimetres: of the sheet, of the board's height, around everything."""

_LINE = 4.2
_LETTERS = 74
"""What fits on a line of a column."""
_HEAT = ("#ee8866", "#f9e0a2", "#dce9f2")
"""Near, half way, far; all are light enough for black text."""

CHOKE = Ink(None, "#a50026", 0.9, (), True)
DEAD_END = Ink(None, "#313695", 0.7, (1.0, 0.7), True)


@dataclass(frozen=True, slots=True)
class Facts:
    """What is drawn over a map: steps by space, choke points, dead ends; and what is said below."""

    steps: Mapping[str, int]
    choke_points: Collection[str]
    dead_ends: Collection[str]
    about: str
    lines: Sequence[str]


def fact_sheet(
    game: Game, map_: MapDecl, kit: Kit, looks: Mapping[str, Look], facts: Facts, report: Report
) -> Drawing:
    """The sheet, as high as the words need."""
    spec = board_spec(game, map_, looks)
    most = max(facts.steps.values(), default=1)
    spec = replace(spec, spaces=[_marked(space, facts, most) for space in spec.spaces], subtitle=facts.about)
    board = draw_board(spec, kit, WIDTH - 2 * MARGIN, BOARD, report)
    words, high = columns(kit, facts.lines, MARGIN + BOARD + 5)
    height = MARGIN + BOARD + 5 + high + MARGIN
    items = (
        Rect(0, 0, WIDTH, height, Ink("#ffffff")),
        Group(board.items, transform=(1, 0, 0, 1, MARGIN, MARGIN), layer="Board"),
        Group(tuple(words), layer="Facts"),
    )
    return Drawing(WIDTH, height, items, 0.0, map_.id)


def _marked(space: BoardSpace, facts: Facts, most: int) -> BoardSpace:
    steps = facts.steps.get(space.id)
    core = Ink("#ffffff" if steps is None else heat(steps / max(most, 1)), None)
    ring = CHOKE if space.id in facts.choke_points else DEAD_END if space.id in facts.dead_ends else None
    return replace(space, note="" if steps is None else str(steps), core=core, ring=ring)


def heat(part: float) -> str:
    """The colour of a distance: 0 near, 1 far."""
    low, high = (_HEAT[0], _HEAT[1]) if part < 0.5 else (_HEAT[1], _HEAT[2])
    rest = part * 2 if part < 0.5 else part * 2 - 1
    mixed = (
        round(int(low[at : at + 2], 16) * (1 - rest) + int(high[at : at + 2], 16) * rest) for at in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in mixed)


def columns(kit: Kit, lines: Sequence[str], top: float) -> tuple[list[Item], float]:
    """Lines in three columns from a height on (mm), and how high they are."""
    lines = [part for line in lines for part in wrap(line, _LETTERS, subsequent_indent="    ")]
    rows = -(-len(lines) // 3)
    wide = (WIDTH - 2 * MARGIN) / 3
    style = replace(kit.theme.styles.get("cell", Style()), color="#000000", icon_color="", max_lines=1)
    items: list[Item] = []
    for number, line in enumerate(lines):
        column, row = divmod(number, rows)
        box = (MARGIN + column * wide, top + row * _LINE, wide - 4, _LINE)
        items += set_text(line, style, box, lambda *_: None).items
    return items, rows * _LINE
