"""The base in play as `pycardgen map` draws it: what it shows is what the state says."""

from __future__ import annotations

from pathlib import Path

import pytest

from pycardgen.diagnostics import Collector
from pycardgen.engine.showing import Shown
from pycardgen.layout.display import Drawing, Group, TextRun, walk
from pycardgen.layout.game_kit import load_kit, load_looks, position_document
from pycardgen.layout.position import read_position
from pycardgen.layout.position_sheet import Table, position_sheet
from pycardgen.model.load import load_game
from tests.content.hadleys_hope.base import Colony

GAME = Path(__file__).parents[3] / "content/hadleys-hope"


def sheet_of(colony: Colony) -> Drawing:
    """The base as everybody sees it."""
    problems = Collector()
    game = load_game(GAME, problems)
    assert game is not None
    kit, looks = load_kit(game, "a4", problems), load_looks(game, problems)
    document = position_document(game, problems)
    assert document is not None
    position = read_position(document, game, problems)
    machine = colony.play.machine
    shown = Shown(machine, machine.view(colony.play.state, machine.setup.players))
    table = Table(shown.of, shown.whole())
    sheet = position_sheet(game, game.maps["colony"], kit, looks, position, table, "", problems)
    assert problems.found == []
    return sheet


def lying(sheet: Drawing) -> list[tuple[str, float, float, float]]:
    """What lies in the base: words, middle (mm), how far it is turned (cosine)."""
    layer = next(item for item in sheet.items if isinstance(item, Group) and item.layer == "Pieces")
    found = []
    for item in layer.items:
        assert isinstance(item, Group)
        assert item.transform is not None
        words = " ".join(run.text for run in walk(item.items) if isinstance(run, TextRun))
        inner = item.items[0]
        assert isinstance(inner, Group)
        cosine = inner.transform[0] if inner.transform else 1.0
        found.append((words, item.transform[4], item.transform[5], round(cosine, 3)))
    return found


def words(sheet: Drawing) -> list[str]:
    return [text for text, *_ in lying(sheet)]


def test_tiles_lie_as_they_were_turned_and_the_rest_is_dark() -> None:
    colony = Colony(2)
    colony.lay("A2", "nursing", turn=2)
    shown = lying(sheet_of(colony))
    dark = [piece for piece in shown if piece[0] == "1 2 3 4 5 6"]
    assert len(dark) == 23
    nursing = next(piece for piece in shown if "NURSING" in piece[0].upper() and "1 2 3" in piece[0])
    assert nursing[3] == pytest.approx(-0.5)


def test_names_of_places_are_those_of_the_bridges_that_lie_there() -> None:
    colony = Colony(2, settings=["layout=random"], seed=5)
    spot = colony.play.get("Place.spot", "A2")
    assert spot != "A2"
    assert spot in words(sheet_of(colony))


def test_people_threats_closures_and_faults_are_there() -> None:
    colony = Colony(3)
    colony.lay("A2", "star_1")
    before = words(sheet_of(colony))
    colony.stand(1, "A2")
    colony.threat(2, "A2", "xenomorph_1", strength=4)
    colony.close("A2", 3)
    after = words(sheet_of(colony))
    assert "3: 4" in after
    assert "3: 4" not in before
    assert after.count("3") == before.count("3") + 1  # the closure's hatch; player 3 is a 3 too
    assert not any("xenomorph" in text.lower() for text in after)


def test_a_player_that_is_a_captive_of_an_unknown_hive_is_nowhere() -> None:
    colony = Colony(2)
    assert "2" in words(sheet_of(colony))
    colony.play.put("Player.hall", None, 1)
    colony.play.put("Player.captive", True, 1)
    assert "2" not in words(sheet_of(colony))


def test_in_a_sector_of_two_halls_things_lie_at_their_hatch() -> None:
    """The first hall of this tile has hatch 1 (up), the second hatch 2."""
    colony = Colony(2)
    colony.lay("A2", "pass_1")
    halls = [colony.play.get("Hall.hatches", colony.hall("A2", n)) for n in (0, 1)]
    assert [min(hatches) for hatches in halls] == [1, 2]
    where = []
    for nth in (0, 1):
        colony.stand(1, "A2", nth)
        where.append(next((x, y) for text, x, y, _ in lying(sheet_of(colony)) if text == "2"))
    (x0, y0), (x1, y1) = where
    assert x1 > x0 + 3
    assert y1 > y0 + 1
