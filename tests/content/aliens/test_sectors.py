"""What a sector asks of a player, and the dangerous sector cards: rules A-035 to A-048, A-140."""

from __future__ import annotations

import pytest

from tests.content.aliens.station import next_cards, station, turn

ITEMS = [
    "adrenaline",
    "sedatives",
    "attack",
    "spotlight",
    "cat",
    "teleport",
    "defence",
    "clone",
    "sensor",
    "mutation",
]


def test_a035_a_silent_sector_is_announced_and_no_card_drawn() -> None:
    play = station("HA", "D09", "L06")
    before = play.get("deck")
    assert turn(play, 0, "D10") == [("silent", {"who": 0})]
    assert play.get("deck") == before


def test_a036_a_dangerous_sector_costs_a_card() -> None:
    play = station("HA", "D09", "L06")
    top = play.get("deck")[-1]
    turn(play, 0, "D08")
    assert top not in play.get("deck")
    assert [args["card"] for name, args in play.heard(0) if name == "drawn"] == [top]


def test_a036_a038_a052_no_card_on_a_turn_with_an_attack() -> None:
    play = station("HA", "L08", "D09")
    before = play.get("deck")
    heard = turn(play, 1, "D08", attack=True)
    assert play.get("deck") == before
    assert heard[0] == ("attack", {"who": 1, "sector": "D08"})
    assert not {"silent", "silence", "noise"} & {name for name, _ in heard}


def test_a039_first_the_move_then_the_attack_then_the_card() -> None:
    play = station("HA", "L08", "D09")
    next_cards(play, "noise_anywhere")
    turn(play, 1, "D08")
    assert [q.kind for q in play.asked] == ["move", "attack", "noise"]


def test_a040_noise_in_your_sector_is_the_truth() -> None:
    play = station("HA", "D09", "L06")
    next_cards(play, "noise_here")
    assert turn(play, 0, "D08") == [("noise", {"who": 0, "sector": "D08"})]
    assert "noise" not in [q.kind for q in play.asked]


@pytest.mark.parametrize("named", ["N10", "D08", "D10", "W14"])
def test_a041_noise_in_any_sector_is_where_the_player_says(named: str) -> None:
    play = station("HA", "D09", "L06")
    next_cards(play, "noise_anywhere")
    assert turn(play, 0, "D08", noise=named) == [("noise", {"who": 0, "sector": named})]


def test_a041_every_sector_with_coordinates_can_be_named_and_no_other() -> None:
    play = station("HA", "D09", "L06")
    next_cards(play, "noise_anywhere")
    turn(play, 0, "D08")
    [question] = [q for q in play.asked if q.kind == "noise"]
    assert len(question.options) == len(set(question.options)) == 270
    assert not {"L06", "L08", "B02", "V02", "V13", "B13"} & set(question.options)


def test_a042_silence() -> None:
    play = station("HA", "D09", "L06")
    next_cards(play, "silence")
    assert turn(play, 0, "D08") == [("silence", {"who": 0})]


@pytest.mark.parametrize("item", ITEMS)
def test_a043_and_a140_an_item_sounds_like_silence(item: str) -> None:
    play = station("HA", "D09", "L06")
    next_cards(play, item)
    assert turn(play, 0, "D08") == [("silence", {"who": 0})]
    assert play.get("Player.kept", 0) == [item]


def test_a044_nobody_else_learns_which_card_it_was() -> None:
    for cards in (("noise_here", "noise_anywhere"), ("silence", "cat")):
        seen = []
        for card in cards:
            play = station("HA", "D09", "L06")
            for each in cards[::-1] if card == cards[0] else cards:
                next_cards(play, each)
            turn(play, 0, "D08", noise="D08")
            seen.append((play.heard(1), play.view(1)))
            assert play.get("Player.kept", 0) + play.get("discard") == [card]
        assert seen[0] == seen[1]


def test_a045_noise_is_discarded_face_down_and_silence_kept() -> None:
    play = station("HA", "D09", "L06")
    next_cards(play, "noise_here", "silence")
    turn(play, 0, "D08")
    turn(play, 0, "D09")
    assert play.get("discard") == ["noise_here"]
    assert play.get("Player.kept", 0) == ["silence"]
    assert play.view(0)["zones"]["game.discard"] == [None]
    assert None not in play.view(0)["zones"]["Player.kept"][0]


def test_a046_others_see_how_many_cards_are_kept_aliens_keep_them_too() -> None:
    play = station("HA", "D09", "P10")
    next_cards(play, "silence", "cat", "silence#2")
    turn(play, 0, "D08")
    turn(play, 0, "D09")
    turn(play, 1, "P09")
    assert play.view(1)["zones"]["Player.kept"][0] == [None, None]
    assert play.view(0)["zones"]["Player.kept"][1] == [None]
    assert play.get("Player.kept", 1) == ["silence#2"]


def test_a047_discarded_noise_makes_a_new_deck_and_what_is_kept_stays_kept() -> None:
    play = station("HA", "D09", "L06")
    next_cards(play, "silence", "noise_here", "noise_here#2", "noise_anywhere")
    for to in ("D08", "D09", "D08", "D09"):
        turn(play, 0, to, noise="A02")
    play.empty("deck", "lost")
    discarded = sorted(play.get("discard"))
    assert discarded == ["noise_anywhere", "noise_here", "noise_here#2"]
    turn(play, 0, "D08")
    assert len(play.get("deck")) == 2
    assert sorted(play.get("deck") + play.get("discard")) == discarded
    assert play.get("Player.kept", 0) == ["silence"]


def test_a048_there_is_no_limit_to_what_is_kept() -> None:
    play = station("HA", "D09", "L06")
    kept = ["silence", *ITEMS]
    next_cards(play, *kept)
    for n in range(len(kept)):
        turn(play, 0, ("D08", "D09")[n % 2])
    assert play.get("Player.kept", 0) == kept
