"""Figures of cards in documents, and the list of chapters."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from drawing import codes, make_kit

from pycardgen.diagnostics import Collector, Diagnostic
from pycardgen.layout.card_figure import GAP, CardFigure, draw_cards
from pycardgen.layout.display import Drawing, Group, Link, TextRun, walk
from pycardgen.layout.document import render_markdown
from pycardgen.layout.game_document import with_tables
from pycardgen.layout.pages import DocumentLook
from pycardgen.layout.subjects import Subjects
from pycardgen.model.game import Game
from pycardgen.model.load import load_game

BASE = Path(__file__).parents[1] / "data" / "base_game"
TILE = """
size: [40, 60]
corner: 2
elements:
  - {text: "{name} {shade}", style: title}
"""
GAUGE = """
size: [20, 10]
elements:
  - {text: "{settings.rounds} {shade}", style: number}
"""
KIT = make_kit(Collector(), {"tile": TILE, "gauge": GAUGE})


@cache
def game() -> Game:
    report = Collector()
    found = load_game(BASE, report)
    assert found is not None, report.found
    return found


def read(block: str) -> tuple[CardFigure | None, list[Diagnostic]]:
    report = Collector()
    text = f"```figure\n{block}\n```\n"
    _, found = with_tables(text, "rules.md", Subjects(game()), report)
    figure = next(iter(found.values()), None)
    assert figure is None or isinstance(figure, CardFigure)
    return figure, report.found


def groups(block: str, width: float) -> tuple[list[Group], float]:
    figure, problems = read(block)
    assert figure is not None, problems
    report = Collector()
    items, height = draw_cards(figure, KIT, width, report)
    assert not report.found
    return [item for item in items if isinstance(item, Group)], height


def words(items: object) -> str:
    assert isinstance(items, Group)
    return " ".join(item.text for item in walk(items.items) if isinstance(item, TextRun))


def test_cards_stand_side_by_side_in_the_middle() -> None:
    cards, height = groups("layout: tile\ncards: [lantern, candle]\nwith: {shade: Dim}\nheight: 30", 100.0)
    assert height == 30.0
    assert [words(card) for card in cards] == ["Lantern Dim", "Candle Dim"]
    places = [card.transform[4] for card in cards if card.transform]
    assert places == pytest.approx([50 - 20 - GAP / 2, 50 + GAP / 2])
    assert all(card.clip == (0.0, 0.0, 40.0, 60.0, 2.0) for card in cards)


def test_cards_are_never_wider_than_the_column_nor_larger_than_in_print() -> None:
    cards, height = groups("layout: tile\ncards: [lantern, candle]\nwith: {shade: Dim}\nheight: 200", 43.0)
    assert height == pytest.approx(30.0)
    assert groups("layout: tile\ncards: [lantern]\nwith: {shade: Dim}\nheight: 200", 300.0)[1] == 60.0
    assert len(cards) == 2


def test_without_cards_the_game_is_shown() -> None:
    (drawn,), _ = groups('layout: gauge\nwith: {shade: "of {settings.rounds}"}', 100.0)
    assert words(drawn) == "20 of 20"


@pytest.mark.parametrize(
    ("block", "code", "said"),
    [
        ("layout: tile\ncards: [lantren]", "PCG0776", "lantren"),
        ("layout: tile\ncrads: [lantern]", "PCG0770", "crads"),
        ("layout: tile\ncards: lantern", "PCG0770", "cards"),
        ("layout: tile\nheight: 500", "PCG0770", "from 1 to 240"),
        ("layout: tile\nheight: true", "PCG0770", "height"),
        ("height: 20", "PCG0770", "neither"),
    ],
)
def test_mistakes(block: str, code: str, said: str) -> None:
    figure, problems = read(block)
    assert figure is None
    assert codes(problems) == [code]
    assert said in problems[0].message


def test_a_template_that_is_not_there() -> None:
    figure, problems = read("layout: tiel\ncards: [lantern]")
    assert figure is not None
    assert not problems
    report = Collector()
    assert draw_cards(figure, KIT, 100.0, report) == ((), 0.0)
    assert codes(report.found) == ["PCG0457"]
    assert "tile" in (report.found[0].hint or "")


def pages(text: str) -> list[Drawing]:
    report = Collector()
    found = render_markdown(text, KIT, DocumentLook(paper="a4"), report)
    assert not report.found
    return found


def test_contents_name_the_page_of_each_chapter() -> None:
    filler = "\n\n".join(["Word " * 60] * 12)
    text = f"# Title\n\n[TOC]\n\n## First\n\n{filler}\n\n### Part\n\n## Second\n\n{filler}\n\n## Third\n"
    found = pages(text)
    where = {}
    for number, page in enumerate(found, start=1):
        for name in ("First", "Second", "Third"):
            if any(isinstance(i, TextRun) and i.text == name and i.size > 12 for i in walk(page.items)):
                where[name] = number
    assert len(set(where.values())) > 1
    links = [item for item in found[0].items if isinstance(item, Link)]
    assert [link.target for link in links] == ["#First", "#Second", "#Third"]
    for link in links:
        runs = [
            item.text
            for item in walk(found[0].items)
            if isinstance(item, TextRun) and link.y < item.y < link.y + link.h
        ]
        assert runs == [link.target[1:], str(where[link.target[1:]])]
