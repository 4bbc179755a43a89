"""The rulebook's pictures of moves: each is held to what the engine offers in that position."""

from __future__ import annotations

import pytest

from pycardgen.diagnostics import Collector
from pycardgen.layout.figures import Figure
from pycardgen.layout.game_document import with_tables
from pycardgen.layout.subjects import Subjects
from tests.content.aliens.full import crew, give, names, take_turn
from tests.content.aliens.station import moves, station
from tests.content.driver import content, load


def figures() -> list[Figure]:
    report = Collector()
    text = (content("aliens") / "rulebook.md").read_text(encoding="utf-8")
    _, found = with_tables(text, "rulebook.md", Subjects(load("aliens")), report)
    assert not report.found
    return [data for data in found.values() if isinstance(data, Figure)]


@pytest.mark.parametrize("nth", range(3))
def test_ringed_sectors_are_those_that_the_engine_offers(nth: int) -> None:
    found = figures()
    assert len(found) == 4
    figure = found[nth]
    start, stop = figure.path[0], figure.path[-1]
    symbol = next(space.symbol for space in figure.board.spaces if space.id == start)
    play = station("HA", start, "L06") if symbol == "human" else station("HA", "L08", start)
    offered = moves(play, 0 if symbol == "human" else 1)
    assert set(offered) == set(figure.reached)
    assert stop in offered
    assert set(offered) <= {space.id for space in figure.board.spaces}


def test_the_example_with_adrenaline_is_a_turn_that_can_be_played() -> None:
    figure = figures()[3]
    start, *_, stop = figure.path
    play = give(crew(("captain", start), ("brute_alien", "L06")), 0, "adrenaline")
    heard = take_turn(play, 0, to=stop, turn_start="adrenaline")
    move = next(question for question in play.asked if question.kind == "move")
    assert set(move.options) == set(figure.reached)
    assert set(move.options) <= {space.id for space in figure.board.spaces}
    assert names(heard)[:2] == ["used", "pod"]
