"""S-040 to S-051: finding, carrying, using, exchanging and leaving items."""

from __future__ import annotations

from tests.content.dark_sector.mission import asked, begin, facing, give
from tests.content.driver import Play, load


def pausing(
    *pause: str, handle: list[str | None] | None = None, receiver: list[str | None] | None = None
) -> Play:
    """After a chapter; what the crew does with its items."""
    play = facing()
    play.answers.update({"pause": list(pause), "handle": handle or [None], "receiver": receiver or []})
    return play


def test_s041_what_is_found_lies_face_up_and_the_crew_shares_it() -> None:
    play = pausing("share", "go_on", handle=["plain_club", "plain_food", None], receiver=["tailor", "abbot"])
    play.move("plain_club", "pool")
    play.move("plain_food", "pool")
    play.do("overcome", "target")
    assert play.get("Crew.items", "tailor") == ["plain_club"]
    assert play.get("Crew.items", "abbot") == ["plain_food"]
    assert {question.seat for question in asked(play, "receiver")} == {2}


def test_s051_what_nobody_takes_is_discarded() -> None:
    play = pausing("go_on")
    play.move("plain_club", "pool")
    play.do("overcome", "target")
    assert (play.get("pool"), play.get("discard")) == ([], ["plain_club"])


def test_s044_s049_items_change_hands_or_are_left_between_chapters() -> None:
    play = pausing("share", "go_on", handle=["plain_club", "plain_food", None], receiver=["tailor", None])
    give(play, "abbot", "plain_club")
    give(play, "abbot", "plain_food")
    play.do("overcome", "target")
    assert (play.get("Crew.items", "abbot"), play.get("Crew.items", "tailor")) == ([], ["plain_club"])
    assert play.get("discard") == ["plain_food"]


def test_s042_s050_nobody_goes_on_with_more_than_four_slots() -> None:
    play = pausing("go_on")
    for item in ("plain_beam", "plain_club", "plain_die", "plain_food"):
        give(play, "abbot", item)
    play.answers["drop"] = ["plain_club"]
    play.do("overcome", "target")
    assert play.get("Crew.items", "abbot") == ["plain_beam", "plain_die", "plain_food"]
    assert asked(play, "drop")[0].options == ["plain_beam", "plain_club", "plain_die", "plain_food"]


def test_s042_four_slots_are_not_too_many() -> None:
    play = pausing("go_on")
    for item in ("plain_beam", "plain_launcher"):
        give(play, "abbot", item)
    play.do("overcome", "target")
    assert asked(play, "drop") == []


def test_s043_what_was_just_found_can_be_used_with_full_hands() -> None:
    play = pausing("share", "use", "go_on", handle=["plain_food", None], receiver=["abbot"])
    for item in ("plain_beam", "plain_launcher"):
        give(play, "abbot", item)
    play.move("plain_food", "pool")
    play.put("Crew.hp", 5, "abbot")
    play.answers["window:moment"] = lambda q: "plain_food" if "plain_food" in q.options else None
    play.do("overcome", "target")
    assert play.get("Crew.hp", "abbot") == 7
    assert asked(play, "drop") == []


def test_s045_discards_are_shuffled_when_the_deck_is_empty() -> None:
    play = begin()
    play.empty("items", "discard")
    play.move("target", "facing")
    play.do("win_combat", "target")
    assert len(play.get("pool")) == 2
    assert play.get("discard") == []


def test_s046_things_are_used_at_any_time_before_a_round_too() -> None:
    play = facing(row=["might"])
    play.put("Crew.hp", 5, "tailor")
    give(play, "tailor", "plain_food")
    play.answers.update(
        {
            "window:moment": lambda q: "plain_food" if q.seat == 1 and "plain_food" in q.options else None,
            "action": "fight",
        }
    )
    play.answers["striker"] = "abbot"
    play.do("combat_round", "target")
    assert [told.args["crew"] for told in play.told if told.message == "gained"] == ["tailor"]


def test_s048_a_ranged_weapon_is_found_fully_loaded() -> None:
    play = begin()
    play.move("plain_pistol", "items")
    play.move("plain_beam", "items")
    play.move("target", "facing")
    play.do("win_combat", "target")
    assert play.get("Item.loaded", "plain_pistol") == {"ballistic": 3}
    assert play.get("Item.loaded", "plain_beam") == {"energy": 4}


def test_ammo_of_what_is_left_behind_is_free_again() -> None:
    play = pausing("go_on")
    play.move("plain_beam", "pool")
    play.put("Item.loaded", {"energy": 4}, "plain_beam")
    play.do("overcome", "target")
    assert play.get("Item.loaded", "plain_beam") == {}


def test_s040_a_card_may_say_that_items_are_found() -> None:
    play = begin()
    play.move("kennels", "facing")
    play.move("plain_club", "items")
    play.answers.update(
        {"way": "sneak", "pause": ["share", "go_on"], "handle": ["plain_club", None], "receiver": ["tailor"]}
    )
    play.rolls((3, 6))
    play.do("face", "kennels", "abbot")
    assert play.get("Crew.items", "tailor") == ["plain_club"]


def test_s021_starting_weapons_come_with_the_start_and_the_rest_leaves_the_game() -> None:
    play = begin()
    start = play.get("deck")[-1]
    play.move("lights_out", "deck")
    play.answers.update({"leader": "abbot", "pause": "go_on"})
    play.do("next_encounter")
    there = len(play.get("arms"))
    play.step()
    found = [told.args["item"] for told in play.told if told.message == "found"]
    assert len(found) == min(3, there)
    assert all(load("dark-sector").definitions[item].fields["starting"] for item in found)
    play.step()
    assert play.get("arms") == []
    assert start is not None


def test_s047_gear_is_not_limited() -> None:
    play = facing(row=["might"] * 4)
    for item in ("plain_beam", "plain_die", "chrono_bomb"):
        give(play, "abbot", item)
    play.put("at_range", False)
    play.answers["window:attacked"] = ["plain_die", "chrono_bomb", None]
    play.answers.update({"action": lambda q: "cover" if q.about["answers"] else "fight"})
    play.do("combat_round", "target")
    assert play.get("discard") == ["plain_die", "chrono_bomb"]
