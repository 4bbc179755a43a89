"""The component list against the definitions, and the bill of materials."""

from __future__ import annotations

from pathlib import Path

import pytest

from check.overlay import BASE, lay, verify
from pycardgen.check.counts import BomLine, bill
from pycardgen.diagnostics import Collector
from pycardgen.model.game import Game
from pycardgen.model.load import load_game

GAME = (BASE / "game.yaml").read_text(encoding="utf-8")


def loaded(files: dict[str, str]) -> Game:
    game = load_game(lay(Path("bom"), files), Collector())
    assert game is not None
    return game


def test_a_count_that_differs_shows_both_numbers() -> None:
    game = GAME.replace("of: Lamp, count: 9}", "of: Lamp, count: 10}   #! PCG0400")
    (problem,) = verify({"game.yaml": game})
    assert problem.message == "Lamps: the box holds 10, but the files define 9"


def test_where_counts_only_what_matches() -> None:
    game = GAME.replace("count: 3}", "count: 4}   #! PCG0400")
    (problem,) = verify({"game.yaml": game})
    assert "define 3" in problem.message


def test_definitions_that_no_line_counts_are_named_once_a_type() -> None:
    game = GAME.replace("  - {name: Lamps, of: Lamp, count: 9}\n", "")
    cards = """\
Lamp:
  - {id: candle, count: 5, light: 1}   #! PCG0401
  - {id: torch, light: 3}
  - {id: lantern, count: 3, light: 2, oil: true}
"""
    (problem,) = verify({"game.yaml": game, "cards/lamps.yaml": cards})
    assert problem.severity.value == "warning"


def test_a_game_without_a_component_list_is_not_asked_for_one() -> None:
    game = GAME[: GAME.index("components:")]
    assert bill(loaded({"game.yaml": game})) == [BomLine("Lamp", "Lamp", None, 9, 0)]


def test_the_bill_has_what_is_expected_found_and_printed() -> None:
    game = GAME.replace("count: 3}", "count: 2}")
    game += "print:\n  - {cards: oil, of: Lamp, where: {oil: true}, front: card}\n"
    assert bill(loaded({"game.yaml": game})) == [
        BomLine("Lamps", "Lamp", 9, 9, 3),
        BomLine("Lamps with oil", "Lamp", 2, 3, 3, part=True),
    ]


@pytest.mark.parametrize(
    ("jobs", "printed"),
    [(["dice"], 3), (["stickers"], 3), (["dice", "stickers"], 3), (["dice", "dice"], 6)],
)
def test_stickers_of_dice_that_are_folded_too_are_no_further_dice(jobs: list[str], printed: int) -> None:
    types = (BASE / "types.yaml").read_text(encoding="utf-8")
    types = types.replace("types:\n", "types:\n  Omen: {kind: die, fields: {faces: 'list[int]'}}\n", 1)
    lines = "".join(f"  - {{{job}: omens-{at}, of: Omen}}\n" for at, job in enumerate(jobs))
    files = {
        "types.yaml": types,
        "dice.yaml": "Omen: [{id: omen, count: 3, faces: [1, 2, 3, 4, 5, 6]}]\n",
        "game.yaml": f"{GAME}print:\n{lines}",
    }
    assert [line.printed for line in bill(loaded(files)) if line.of == "Omen"] == [printed]


def test_counts_are_not_judged_while_a_definition_is_broken() -> None:
    cards = (
        (BASE / "cards/lamps.yaml")
        .read_text(encoding="utf-8")
        .replace("count: 5", "count: many   #! PCG0200", 1)
    )
    found = verify({"cards/lamps.yaml": cards})
    assert len(found) == 1
