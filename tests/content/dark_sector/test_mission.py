"""S-030 to S-038, S-055 and S-130 to S-132: turning cards, leading, attempts, health, the end."""

from __future__ import annotations

import pytest

from tests.content.dark_sector.mission import (
    ABBOT,
    TAILOR,
    asked,
    begin,
    facing,
    give,
    heal,
    hurt,
    kinds,
    lost,
    round_of,
)
from tests.content.driver import Play


def turn(play: Play, card: str, leader: str = "abbot") -> None:
    """Turn a card that was put on the deck, and run its own instructions."""
    play.move(card, "deck")
    play.answers["leader"] = leader
    play.do("next_encounter")
    play.step()


def test_s031_s033_the_crew_chooses_who_leads_before_the_card_is_seen() -> None:
    for players in (1, 3):
        play = begin(players)
        play.move("quiet_target", "deck")
        seen = []

        def answer(question: object, play: Play = play, seen: list[object] = seen) -> str:
            seen.append(play.get("facing"))
            return "tailor"

        play.answers["leader"] = answer
        play.do("next_encounter")
        assert seen == [[]]
        assert asked(play, "leader")[0].seat == players, "the table decides"
        assert play.get("facing") == ["quiet_target"]
        assert play.get("leader") == "tailor"


@pytest.mark.parametrize("leader", ["abbot", "tailor"])
def test_s032_you_is_the_leader(leader: str) -> None:
    play = begin()
    play.answers["way"] = "hack"
    play.rolls((0, 6))
    turn(play, "laser_grid", leader)
    assert {who for who, _ in lost(play)} <= {leader}
    assert len(lost(play)) == 1


def test_s030_a_card_is_finished_before_the_next_is_turned() -> None:
    play = begin()
    play.move("target", "deck")
    turn(play, "ambush_target")
    assert play.get("facing") == ["ambush_target"]
    play.answers.update({"action": "fight", "striker": "abbot", "pause": "go_on"})
    while play.following() != "next_encounter":
        assert play.get("facing") in (["ambush_target"], [])
        play.step()
    assert play.get("overcome") == ["ambush_target"]
    assert play.get("deck")[-1] == "target"


# --- attempts ------------------------------------------------------------------------------------


def attempt_of(play: Play, roll: tuple[int, int], *more: tuple[int, int]) -> list[tuple[str, int]]:
    """Tailor leads into the laser grid and hacks: an attempt at Wisdom."""
    play.answers["way"] = "hack"
    play.rolls(roll, *more)
    turn(play, "laser_grid", "tailor")
    return lost(play)


def test_s034_an_attempt_passes_if_the_trait_is_rolled() -> None:
    assert attempt_of(begin(), TAILOR["wisdom"]) == []
    assert attempt_of(begin(), TAILOR["might"]) == [("tailor", 2)]


def test_s034_a_double_shows_its_trait() -> None:
    play = begin()
    play.answers["way"] = "dodge"
    play.rolls(ABBOT["cunning_2"], TAILOR["cunning_2"])
    turn(play, "laser_grid")
    assert lost(play) == []


def test_s035_a_roll_may_be_changed_before_it_is_applied_in_the_same_attempt() -> None:
    play = begin()
    give(play, "tailor", "plain_die")
    play.answers["window:tested"] = ["plain_die", None]
    assert attempt_of(play, TAILOR["might"], TAILOR["wisdom"]) == []
    assert play.get("discard") == ["plain_die"]
    assert [told.message for told in play.told if told.message in ("passed", "failed")] == ["passed"]


def test_s046_only_the_holder_may_use_an_item() -> None:
    for holder, offered in (("tailor", ["plain_die"]), ("abbot", [])):
        play = begin()
        give(play, holder, "plain_die")
        attempt_of(play, TAILOR["wisdom"])
        windows = asked(play, "window:tested")
        assert [question.options[1:] for question in windows if question.options[1:]] == (
            [offered] if offered else []
        )


# --- health --------------------------------------------------------------------------------------


def test_s055_every_change_is_a_point_on_the_record() -> None:
    play = begin()
    hurt(play, "abbot")
    heal(play, "abbot")
    hurt(play, "abbot")
    assert play.get("Crew.record", "abbot") == [12, 9, 11, 8]
    assert play.get("Crew.hp", "abbot") == 8


def test_s056_health_does_not_rise_above_the_cap() -> None:
    play = begin()
    play.put("Crew.hp", 11, "abbot")
    heal(play, "abbot")
    heal(play, "abbot")
    assert play.get("Crew.record", "abbot") == [12, 12], "no change, no point"
    play = begin(2, ("hp_cap=13",))
    heal(play, "abbot")
    assert play.get("Crew.hp", "abbot") == 13


def test_s046_a_shield_is_offered_before_health_is_lost() -> None:
    play = begin()
    give(play, "abbot", "plain_shield")
    play.put("Crew.hp", 3, "abbot")
    play.answers["window:harmed"] = ["plain_shield", None]
    hurt(play, "abbot")
    assert play.get("Crew.hp", "abbot") == 3
    assert play.get("discard") == ["plain_shield"]


# --- the end -------------------------------------------------------------------------------------


def test_s037_s038_the_game_is_lost_at_once_when_anybody_dies() -> None:
    play = begin(3)
    play.put("Crew.hp", 3, "tailor")
    hurt(play, "tailor")
    assert play.outcome is not None
    assert (play.outcome.reason, list(play.outcome.sides)) == ("killed", [])
    assert play.told[-1].args == {"epilogue": "defeat"}


def test_s037_health_never_falls_below_nothing() -> None:
    play = begin()
    play.put("Crew.hp", 2, "abbot")
    hurt(play, "abbot")
    assert play.get("Crew.hp", "abbot") == 0


def test_s036_s038_the_game_is_won_when_the_boss_is_beaten() -> None:
    play = begin()
    play.move("hollow_admiral", "facing")
    play.do("overcome", "hollow_admiral")
    assert play.outcome is not None
    assert (play.outcome.reason, list(play.outcome.sides)) == ("escaped", ["crew"])
    assert play.told[-1].args == {"epilogue": "victory"}


def test_s036_nothing_else_wins() -> None:
    play = begin()
    play.move("target", "facing")
    play.answers["pause"] = "go_on"
    play.do("overcome", "target")
    assert play.outcome is None


# --- between chapters ----------------------------------------------------------------------------


def test_s130_both_tactical_cards_are_ready_again() -> None:
    play = facing(row=["might"])
    play.put("Tactic.ready", False, "flank")
    play.put("Tactic.ready", False, "medic_drone")
    play.answers["pause"] = "go_on"
    play.do("overcome", "target")
    assert play.get("Tactic.ready", "flank") is True
    assert play.get("Tactic.ready", "medic_drone") is True
    assert play.following() == "next_encounter"


def test_s131_each_of_the_crew_reloads_once() -> None:
    play = facing()
    give(play, "abbot", "plain_pistol", ballistic=0)
    give(play, "abbot", "second_pistol", ballistic=0)
    give(play, "tailor", "third_pistol", ballistic=1)
    play.answers.update(
        {
            "pause": lambda q: "reload" if "reload" in q.options else "go_on",
            "reload": ["plain_pistol", "third_pistol"],
        }
    )
    play.do("overcome", "target")
    assert [
        play.get("Item.loaded", w)["ballistic"] for w in ("plain_pistol", "second_pistol", "third_pistol")
    ] == [3, 0, 2]
    assert kinds(play).count("reload") == 2


def test_s131_items_are_used_and_change_hands_in_any_order() -> None:
    play = facing()
    play.put("Crew.hp", 5, "tailor")
    give(play, "abbot", "plain_food")
    play.answers.update(
        {
            "pause": ["use", "share", "use", "go_on"],
            "handle": ["plain_food", None],
            "receiver": ["tailor"],
            "window:moment": lambda q: "plain_food" if q.seat == 1 and "plain_food" in q.options else None,
        }
    )
    play.do("overcome", "target")
    assert play.get("Crew.hp", "tailor") == 7
    assert play.get("discard") == ["plain_food"]


def test_what_is_used_once_a_chapter_is_fresh_in_the_next() -> None:
    play = facing(row=["might"] * 3)
    play.put("Crew.hp", 5, "abbot")
    play.answers["window:moment"] = lambda q: q.options[-1] if q.seat == 0 else None
    round_of(play, "fight", "cover", striker="abbot")
    round_of(play, "fight", "cover", striker="abbot")
    gained = [told for told in play.told if told.message == "gained"]
    assert len(gained) == 1
    play.answers["pause"] = "go_on"
    play.do("overcome", "target")
    assert play.get("Cybernetic.spent", "stim_gland") is False
