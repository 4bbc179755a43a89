"""What characters can do: rules A-091 to A-108, A-141, and what section 14 settles about them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.content.aliens.full import crew, give, names, offered, said, take_turn
from tests.content.aliens.station import next_cards, status
from tests.content.driver import Play, load, machine

FAR = ("psychic_alien", "P10")


def alone(character: str, sector: str = "D09", *others: tuple[str, str], **more: Any) -> Play:
    return crew((character, sector), *(others or (FAR,)), **more)


def destinations(play: Play, seat: int, **answers: Any) -> set[str]:
    before = len(play.asked)
    take_turn(play, seat, lambda q: q.options[0], **answers)
    return next(set(q.options) for q in play.asked[before:] if q.kind == "move")


# --- the human crew ------------------------------------------------------------------------------------


def test_a091_and_14_12_the_captains_first_dangerous_sector_sounds_like_a_silent_one() -> None:
    play = alone("captain")
    deck = play.get("deck")
    assert take_turn(play, 0, "D08") == [("silent", {"who": 0})]
    assert play.get("deck") == deck
    next_cards(play, "noise_here")
    assert take_turn(play, 0, "D09") == [("noise", {"who": 0, "sector": "D09"})]


def test_a091_silent_sectors_do_not_count() -> None:
    play = alone("captain")
    take_turn(play, 0, "D10")
    assert take_turn(play, 0, "D09") == [("silent", {"who": 0})]
    assert [told.seats for told in play.told if told.message == "drawn"] == []


def test_a091_the_first_dangerous_sector_counts_even_if_he_attacks_there() -> None:
    play = give(alone("captain"), 0, "attack")
    take_turn(play, 0, "D08", moved="attack")
    next_cards(play, "noise_here")
    assert names(take_turn(play, 0, "D09")) == ["noise"]


def test_a092_the_pilot_makes_two_noises_of_a_card_once() -> None:
    play = alone("pilot")
    next_cards(play, "noise_here", "noise_here#2")
    heard = take_turn(play, 0, "D08", drawn="pilot", noise="N10")
    assert heard == [("noises", {"who": 0, "sectors": ["D08", "N10"]})]
    assert play.get("discard") == ["noise_here"]
    assert take_turn(play, 0, "D09", drawn="pilot") == [("noise", {"who": 0, "sector": "D09"})]


@pytest.mark.parametrize("card", ["silence", "sensor"])
def test_a092_and_a087_what_the_pilot_drew_is_discarded(card: str) -> None:
    play = alone("pilot")
    next_cards(play, card)
    heard = take_turn(play, 0, "D08", drawn="pilot", noise=["N10", "I08"])
    assert heard == [("noises", {"who": 0, "sectors": ["I08", "N10"]})]
    assert (play.get("discard"), play.get("Player.kept", 0)) == ([card], [])


def test_a092_the_pilot_need_not() -> None:
    play = alone("pilot")
    next_cards(play, "silence")
    assert names(take_turn(play, 0, "D08")) == ["silence"]
    assert play.get("Player.kept", 0) == ["silence"]


def starts(character: str, *settings: str) -> str:
    """Where the holder of a character begins, in the first game in which it is dealt."""
    for seed in range(200):
        play = Play(machine("aliens", 8, settings), seed=seed)
        play.step()
        for seat in range(8):
            if play.get("Player.character", seat) == [character]:
                return str(play.get("Player.sector", seat))
    raise AssertionError(character)


def test_a093_and_a017_the_psychologist_begins_among_the_aliens() -> None:
    assert starts("psychologist") == "L06"
    assert starts("psychologist", "abilities=false") == "L08"
    assert starts("pilot") == "L08"
    assert len(destinations(alone("psychologist", "L06"), 0)) <= 6


def test_a094_the_soldier_attacks_once_and_shows_nothing() -> None:
    play = crew(("soldier", "D09"), ("psychic_alien", "D08"), ("pilot", "P10"), ("fast_alien", "L05"))
    deck = play.get("deck")
    heard = take_turn(play, 0, "D08", moved="soldier")
    assert names(heard) == ["attack", "killed", "unmasked", "destroyed"]
    assert play.get("deck") == deck
    take_turn(play, 0, "D09", moved="soldier")
    assert [q.options for q in play.asked if q.kind == "window:moved"][-1] == [None]


def test_a096_the_executive_officer_stays_once_and_nobody_is_told() -> None:
    play = alone("executive_officer")
    next_cards(play, "noise_here", "noise_here#2")
    heard = take_turn(play, 0, turn_start="executive_officer")
    assert heard == [("noise", {"who": 0, "sector": "D09"})]
    assert play.get("Player.sector", 0) == "D09"
    assert "move" not in [q.kind for q in play.asked]
    take_turn(play, 0, "D08", turn_start="executive_officer")
    assert play.get("Player.sector", 0) == "D08"


def test_a096_in_a_silent_sector_he_says_so() -> None:
    assert take_turn(alone("executive_officer", "D10"), 0, turn_start="executive_officer") == [
        ("silent", {"who": 0})
    ]


def test_a113_the_executive_officer_cannot_stay_on_a_pod_nor_where_nobody_may_end() -> None:
    play = alone("executive_officer", "U13")
    play.move("pod_damaged", "pods")
    take_turn(play, 0, "V13")
    play.asked.clear()
    take_turn(play, 0, "U13")
    assert offered(play, 0, "turn_start") == set()
    play = alone("executive_officer", "L08")
    take_turn(play, 0, "L09")
    assert offered(play, 0, "turn_start") == set()


def test_a096_others_see_the_same_whether_he_stayed_or_moved() -> None:
    seen = []
    for sector, stays in (("D08", True), ("D09", False)):
        play = alone("executive_officer", sector)
        next_cards(play, "noise_anywhere")
        answers = {"turn_start": "executive_officer"} if stays else {}
        take_turn(play, 0, "D08", noise="N10", **answers)
        seen.append((play.heard(1), play.view(1)))
    assert seen[0] == seen[1]


@pytest.mark.parametrize("window", ["turn_start", "turn_end"])
def test_a097_the_co_pilot_teleports_once_and_shows_her_card(window: str) -> None:
    play = alone("co_pilot")
    next_cards(play, "noise_here")
    to = "L09" if window == "turn_start" else "D08"
    heard = take_turn(play, 0, to, **{window: "co_pilot"})
    assert ("shown", {"who": 0, "character": "co_pilot"}) in heard
    assert play.get("Player.sector", 0) == ("L09" if window == "turn_start" else "L08")
    assert play.get("Player.shown", 0) == "co_pilot"
    assert play.view(1)["entities"]["Player"]["shown"][0] is not None
    assert offered(play, 0, window) == {"co_pilot"}
    play.asked.clear()
    take_turn(play, 0, lambda q: q.options[0])
    assert offered(play, 0, "turn_start") == set()


def engineer(*pods: str) -> Play:
    play = crew(("engineer", "U13"), FAR, ("pilot", "L09"))
    for card in reversed(pods):
        play.move(card, "pods")
    return play


@pytest.mark.parametrize("choice", ["pod_ready", "pod_damaged"])
def test_a098_the_engineer_draws_two_pod_cards_and_uses_one(choice: str) -> None:
    play = engineer("pod_damaged", "pod_ready")
    heard = take_turn(play, 0, "V13", pod_card=choice)
    assert said(heard, "pod") == [{"who": 0, "pod": "V13", "card": choice}]
    assert play.get("tried") == [choice]
    assert len(play.get("pods")) == 4
    assert play.get("Player.found", 0) == []
    [question] = [q for q in play.asked if q.kind == "pod_card"]
    assert sorted(question.options) == ["pod_damaged", "pod_ready"]


def test_a098_with_one_card_left_he_draws_one() -> None:
    play = engineer()
    for card in ("pod_ready", "pod_ready#2", "pod_ready#3", "pod_damaged"):
        play.move(card, "tried")
    heard = take_turn(play, 0, "V13")
    assert said(heard, "pod") == [{"who": 0, "pod": "V13", "card": "pod_ready#4"}]


def test_a098_what_goes_back_is_shuffled_in() -> None:
    tops = set()
    for seed in range(12):
        play = crew(("engineer", "U13"), FAR, ("pilot", "L09"), seed=seed)
        for card in ("pod_ready", "pod_damaged"):
            play.move(card, "pods")
        take_turn(play, 0, "V13", pod_card="pod_ready")
        tops.add(play.get("pods").index("pod_damaged"))
    assert len(tops) > 1


@pytest.mark.parametrize(("seat", "side"), [(1, "aliens"), (2, "humans")])
def test_a099_the_medic_makes_another_say_what_it_is_and_shows_his_card(seat: int, side: str) -> None:
    play = crew(("medic", "D09"), FAR, ("pilot", "L09"))
    heard = take_turn(play, 0, "D10", turn_start="medic", examine=seat)
    assert heard[:2] == [
        ("shown", {"who": 0, "character": "medic"}),
        ("identified", {"who": seat, "kind": side}),
    ]
    assert play.get("Player.shown", seat) is None
    play.asked.clear()
    take_turn(play, 0, "D09")
    assert not any(offered(play, 0, window) for window in ("turn_start", "moved", "turn_end"))


# --- the alien crew ------------------------------------------------------------------------------------

USERS = {"blink_alien": "teleport", "silent_alien": "sedatives", "surge_alien": "adrenaline"}
ITEMS = [d.id for d in load("aliens").definitions.values() if d.type == "Item"]


@pytest.mark.parametrize("alien", USERS)
def test_a100_a101_a102_three_aliens_can_use_one_item_each(alien: str) -> None:
    play = give(crew((alien, "D09"), ("pilot", "P10")), 0, *ITEMS)
    heard = take_turn(play, 0, lambda q: q.options[0], turn_start=USERS[alien])
    assert offered(play, 0, "turn_start") == {USERS[alien]}
    assert offered(play, 0, "moved") == set()
    assert offered(play, 0, "turn_end") <= {USERS[alien]}
    assert heard[0] == ("used", {"who": 0, "item": USERS[alien]})
    assert "shown" not in names(heard)
    assert play.get("Player.used", 0) == [USERS[alien]]


def test_a100_the_blink_alien_stands_in_the_human_sector() -> None:
    play = give(crew(("blink_alien", "D09"), ("pilot", "P10")), 0, "teleport")
    take_turn(play, 0, "D10", turn_end="teleport")
    assert play.get("Player.sector", 0) == "L08"


def test_a102_two_sectors_become_three_and_three_become_four() -> None:
    plain = destinations(crew(("psychic_alien", "D09"), ("pilot", "P10")), 0)
    for fed in (False, True):
        play = give(crew(("surge_alien", "D09"), ("pilot", "P10")), 0, "adrenaline")
        play.put("Player.fed", fed, 0)
        further = destinations(play, 0, turn_start="adrenaline")
        assert further > plain
        plain = further


def test_a103_and_14_13_the_brute_lives_and_shows_its_card_every_time() -> None:
    play = crew(("brute_alien", "D09"), ("psychic_alien", "D10"), ("pilot", "P10"))
    heard = take_turn(play, 1, "D09", attack=True)
    assert names(heard) == ["attack", "shown", "unharmed"]
    assert said(heard, "shown") == [{"who": 0, "character": "brute_alien"}]
    assert status(play, 0) == "aboard"
    assert play.get("Player.shown", 0) == "brute_alien"


def test_a103_the_brute_is_immune_to_humans_too() -> None:
    play = give(crew(("brute_alien", "D09"), ("pilot", "D10"), ("medic", "P10")), 1, "attack")
    take_turn(play, 1, "D09", moved="attack")
    assert status(play, 0) == "aboard"


def test_a104_the_lurking_alien_attacks_where_it_is_instead_of_moving() -> None:
    play = crew(("lurking_alien", "D09"), ("pilot", "D09"), ("medic", "P10"))
    heard = take_turn(play, 0, turn_start="lurking_alien")
    assert heard[0] == ("attack", {"who": 0, "sector": "D09"})
    assert status(play, 1) == "turning"
    assert play.get("Player.sector", 0) == "D09"
    assert not {"move", "attack"} & {q.kind for q in play.asked}
    assert not {"silent", "noise", "silence"} & set(names(heard))


def test_a104_as_often_as_it_likes_but_once_a_turn() -> None:
    play = crew(("lurking_alien", "D09"), ("pilot", "P10"))
    for _ in range(2):
        heard = take_turn(play, 0, turn_start=["lurking_alien", "lurking_alien"])
        assert names(heard) == ["attack", "missed"]


def test_a105_and_14_13_the_invisible_alien_shows_its_card_instead_of_its_place() -> None:
    play = give(crew(("pilot", "D09"), ("invisible_alien", "D10")), 0, "spotlight", "sensor")
    heard = take_turn(play, 0, "C09", turn_start=["spotlight", "sensor"], light="D10", sense=1)
    assert said(heard, "shown") == [{"who": 1, "character": "invisible_alien"}] * 2
    assert said(heard, "located") == [{"who": 0, "sector": "D09"}]


def test_a106_the_fast_alien_is_fast_in_its_first_move() -> None:
    play = crew(("fast_alien", "D09"), ("pilot", "P10"))
    usual = destinations(play, 0)
    play.put("Player.sector", "D09", 0)
    play.put("round", 1)
    assert destinations(play, 0) > usual


def test_a107_and_14_11_the_psychic_makes_a_noise_of_silence() -> None:
    play = crew(("psychic_alien", "D09"), ("pilot", "P10"))
    next_cards(play, "silence", "sensor", "noise_here")
    assert take_turn(play, 0, "D08", noise="N10") == [("noise", {"who": 0, "sector": "N10"})]
    assert play.get("discard") == ["silence"]
    assert names(take_turn(play, 0, "D09")) == ["silence"]
    assert play.get("Player.kept", 0) == ["sensor"]
    assert take_turn(play, 0, "D08") == [("noise", {"who": 0, "sector": "D08"})]


def test_a143_the_psychic_may_act_on_items_too() -> None:
    play = crew(("psychic_alien", "D09"), ("pilot", "P10"), settings=["psychic_items=true"])
    next_cards(play, "sensor")
    assert take_turn(play, 0, "D08", noise="N10") == [("noise", {"who": 0, "sector": "N10"})]
    assert play.get("discard") == ["sensor"]


def test_a141_without_items_an_item_card_is_silence_to_the_psychic() -> None:
    play = crew(("psychic_alien", "D09"), ("pilot", "P10"), settings=["items=false"])
    next_cards(play, "sensor")
    assert take_turn(play, 0, "D08", noise="N10") == [("noise", {"who": 0, "sector": "N10"})]


def test_a108_abilities_are_lost_with_the_character() -> None:
    play = crew(("soldier", "D09"), ("psychic_alien", "D10"), ("pilot", "P10"))
    take_turn(play, 1, "D09", attack=True)
    play.asked.clear()
    take_turn(play, 0, "L05")
    assert offered(play, 0, "moved") == set()


def test_a054_a_risen_human_has_no_ability_that_saves_it() -> None:
    play = crew(("psychologist", "D09"), ("psychic_alien", "D10"), ("pilot", "P10"))
    take_turn(play, 1, "D09", attack=True)
    take_turn(play, 0, "L05")
    play.put("Player.sector", "L04", 1)
    take_turn(play, 1, "L05", attack=True)
    assert status(play, 0) == "out"


# --- either can be left out ----------------------------------------------------------------------------


def test_a141_abilities_alone_can_be_left_out() -> None:
    off = ["abilities=false"]
    assert names(take_turn(alone("psychologist", settings=off), 0, "D10")) == ["silent"]
    for human in ("pilot", "soldier", "executive_officer", "co_pilot", "medic"):
        play = alone(human, settings=off)
        next_cards(play, "noise_here")
        assert take_turn(play, 0, "D08") == [("noise", {"who": 0, "sector": "D08"})]
        assert not any(offered(play, 0, w) for w in ("turn_start", "moved", "drawn", "turn_end"))
    play = alone("captain", settings=off)
    next_cards(play, "noise_here")
    assert names(take_turn(play, 0, "D08")) == ["noise"]
    play = crew(("brute_alien", "D09"), ("psychic_alien", "D10"), ("pilot", "P10"), settings=off)
    next_cards(play, "silence")
    take_turn(play, 1, "D09", attack=True)
    assert status(play, 0) == "out"


def test_a141_without_items_abilities_work() -> None:
    play = alone("executive_officer", settings=["items=false"])
    take_turn(play, 0, turn_start="executive_officer")
    assert play.get("Player.sector", 0) == "D09"


def test_every_character_says_in_its_own_words_what_its_rules_do() -> None:
    """Each of the sixteen changes the rules, and those that say "once" count."""
    for d in load("aliens").definitions.values():
        if d.type == "Character":
            assert d.behaviours, d.id
            spends = any("spend(owner)" in b.body.text for b in d.behaviours)
            assert spends == bool(d.fields["once"]), d.id
