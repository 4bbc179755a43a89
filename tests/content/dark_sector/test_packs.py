"""S-141: what packs mix in: drones, chapter dice, ammo, without a change to the game's own files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.content.dark_sector.mission import COVERED, CREW, PARTS, WINDOWS, asked, give, round_of
from tests.content.driver import Play, machine

MORE = (Path(__file__).parent / "more",)


def begin(drone: str = "nurse_drone") -> Play:
    play = Play(machine("dark-sector", 2, packs=MORE))
    play.answers = {
        "drone": drone,
        "crewmember": CREW[:2],
        "cybernetic": PARTS[:2],
        **{f"window:{name}": None for name in WINDOWS},
    }
    play.step()
    return play


def test_the_crew_takes_one_of_the_new_drones_and_the_others_go_to_the_box() -> None:
    play = begin("gun_drone")
    question = asked(play, "drone")[0]
    assert (question.seat, question.options) == (2, ["nurse_drone", "gun_drone"])
    assert play.get("tactics") == ["flank", "gun_drone"]


@pytest.mark.parametrize(("drone", "health", "left"), [("nurse_drone", 8, 2), ("gun_drone", 5, 1)])
def test_a_new_drone_does_what_its_card_says(drone: str, health: int, left: int) -> None:
    play = begin(drone)
    play.move("tech_target", "facing")
    play.put("row", ["wisdom", "wisdom"])
    play.put("at_range", False)
    play.put("Crew.hp", 5, "tailor")
    play.rolls((0, 6))
    round_of(play, "fight", "drone", encounter="tech_target")
    assert play.get("Crew.hp", "tailor") == health
    assert len(play.get("row")) == left
    assert play.get("Tactic.ready", drone) is False


def test_a_new_chapter_die_lies_in_the_row_and_goes_for_more_than_one_trait() -> None:
    play = begin()
    play.move("tech_target", "facing")
    play.do("face", "tech_target", "abbot")
    assert play.get("row")[:2] == ["might", "tech"]
    for die, left in (((0, 6), []), ((5, 6), []), ((3, 6), ["tech"])):
        play.put("row", ["tech"])
        play.put("at_range", False)
        play.rolls(die)
        play.answers["striker"] = "tailor"
        round_of(play, "cover", "fight", encounter="tech_target")
        assert play.get("row") == left


def test_new_ammo_counts_like_another_unless_the_chart_names_it() -> None:
    for chapter, left in (("tech_target", 3), ("flame_target", 2)):
        play = begin()
        play.move(chapter, "facing")
        play.put("row", ["might"] * 5)
        give(play, "abbot", "plain_torch", flame=2)
        play.rolls(COVERED, (0, 6))
        round_of(play, "shoot", "cover", encounter=chapter)
        assert len(play.get("row")) == left
        assert play.get("Item.loaded", "plain_torch") == {"flame": 1}


def test_new_chapters_items_and_dice_are_mixed_into_the_same_decks() -> None:
    play = begin()
    assert "plain_torch" in play.get("items")
    decks = set()
    for seed in range(30):
        play.state = play.machine.new(seed)
        play.answers.update({"drone": "gun_drone", "crewmember": CREW[:2], "cybernetic": PARTS[:2]})
        play.step()
        decks.update(play.get("deck"))
    assert {"tech_target", "flame_target"} <= decks
