"""Items: rules A-075 to A-090, A-141, and what section 14 settles about them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.content.aliens.full import asked_windows, crew, give, names, offered, said, take_turn
from tests.content.aliens.station import next_cards, status
from tests.content.driver import Play, load

ALL = [d.id for d in load("aliens").definitions.values() if d.type == "Item"]
WHEN = {
    "turn_start": {"adrenaline", "sedatives", "spotlight", "teleport", "sensor", "mutation"},
    "moved": {"attack", "spotlight", "cat", "sensor", "mutation"},
    "turn_end": {"attack", "spotlight", "teleport", "sensor", "mutation"},
    "attacked": {"defence", "clone"},
}


def human(sector: str = "D09", *others: tuple[str, str], **more: Any) -> Play:
    """A human without an ability that matters, and an alien far away."""
    return crew(("psychologist", sector), *(others or (("psychic_alien", "P10"),)), **more)


def reach(play: Play, seat: int, **answers: Any) -> set[str]:
    """Where a seat may move in a turn."""
    before = len(play.asked)
    take_turn(play, seat, lambda q: q.options[0], **answers)
    return next(set(q.options) for q in play.asked[before:] if q.kind == "move")


# --- who and when --------------------------------------------------------------------------------------


def test_a075_a_human_is_offered_every_item_and_an_alien_none() -> None:
    play = give(human("D09", ("brute_alien", "E09")), 0, *ALL)
    take_turn(play, 0, "D08")
    next_cards(play, "noise_here")
    for item in ALL:
        play.move(item, "Player.kept", 1)
    take_turn(play, 1, "E08")
    for window in ("turn_start", "moved", "turn_end"):
        assert offered(play, 0, window) == WHEN[window]
        assert offered(play, 1, window) == set()


@pytest.mark.parametrize("item", ALL)
def test_a076_items_are_offered_when_their_card_says(item: str) -> None:
    definition = load("aliens").definitions[item]
    timing = {
        "any_time": {"turn_start", "moved", "turn_end"},
        "turn_start": {"turn_start"},
        "after_move": {"moved", "turn_end"},
        "before_draw": {"moved"},
        "attacked": {"attacked"},
    }[definition.fields["timing"]]
    windows = {window for b in definition.behaviours if b.kind == "use" for window in b.windows}
    if item == "teleport":  # before the move, or after all that the new sector asked: section 14, 8
        assert windows == timing - {"moved"}
    else:
        assert windows == timing


def test_a076_an_item_may_be_used_in_the_turn_in_which_it_was_drawn() -> None:
    play = human()
    next_cards(play, "teleport")
    heard = take_turn(play, 0, "D08", turn_end="teleport")
    assert names(heard) == ["silence", "used"]
    assert play.get("Player.sector", 0) == "L08"


def test_a076_several_items_and_several_of_a_kind_in_one_turn() -> None:
    play = give(human(), 0, "adrenaline", "adrenaline#2", "sedatives", "cat")
    heard = take_turn(play, 0, "E08", turn_start=["adrenaline", "sedatives", "adrenaline"])
    assert [args["item"] for args in said(heard, "used")] == ["adrenaline", "sedatives", "adrenaline#2"]


def test_a077_a_used_item_lies_face_up_to_the_end_and_is_used_once() -> None:
    play = give(human(), 0, "sedatives")
    heard = take_turn(play, 0, "D08", turn_start="sedatives")
    assert heard[0] == ("used", {"who": 0, "item": "sedatives"})
    assert play.get("Player.used", 0) == ["sedatives"]
    assert play.get("Player.kept", 0) == []
    assert None not in play.view(1)["zones"]["Player.used"][0]
    take_turn(play, 0, "D09", turn_start="sedatives")
    assert offered(play, 0, "turn_start") == {"sedatives"}
    assert [q.options for q in play.asked if q.kind == "window:turn_start"][-1] == [None]


def test_a078_defence_and_clone_are_offered_to_the_attacked_alone() -> None:
    play = give(
        human("D09", ("brute_alien", "E08"), ("pilot", "D09"), ("medic", "P10")), 0, "defence", "clone"
    )
    take_turn(play, 1, "D09", attack=True)
    assert offered(play, 0, "attacked") == {"defence", "clone"}
    assert asked_windows(play) == [
        (1, "turn_start"),
        (1, "moved"),
        (2, "attacked"),
        (0, "attacked"),
        (1, "turn_end"),
    ]


def test_a131_who_holds_nothing_is_asked_alike() -> None:
    seen = []
    for held in ((), ("defence", "clone", "cat", "spotlight")):
        play = give(human("D09", ("brute_alien", "C11")), 0, *held)
        next_cards(play, "noise_here")
        take_turn(play, 0, "C10")
        take_turn(play, 1, "C10", attack=True)
        seen.append((asked_windows(play), play.heard(1)))
    assert seen[0] == seen[1]


def test_a141_items_alone_can_be_left_out() -> None:
    play = give(human(settings=["items=false"]), 0, *ALL)
    take_turn(play, 0, "D08")
    assert not any(offered(play, 0, window) for window in WHEN)
    assert asked_windows(play) != []
    play = give(crew(("soldier", "D09"), ("brute_alien", "P10"), settings=["abilities=false"]), 0, "attack")
    take_turn(play, 0, "D08")
    assert offered(play, 0, "moved") == {"attack"}


# --- Attack --------------------------------------------------------------------------------------------


def test_a080_attack_kills_like_an_aliens_and_draws_no_card() -> None:
    play = give(human("D09", ("psychic_alien", "D08"), ("pilot", "D08")), 0, "attack")
    deck = play.get("deck")
    heard = take_turn(play, 0, "D08", moved="attack")
    assert names(heard)[:2] == ["used", "attack"]
    assert heard[1] == ("attack", {"who": 0, "sector": "D08"})
    assert (status(play, 1), status(play, 2)) == ("out", "turning")
    assert play.get("deck") == deck


def test_a080_attack_gives_no_second_step_and_only_after_moving() -> None:
    play = give(human(), 0, "attack")
    assert len(reach(play, 0)) == 6
    assert "attack" not in offered(play, 0, "turn_start")


def test_a080_no_attack_where_there_is_a_pod_or_after_a_teleport() -> None:
    play = give(human("U13"), 0, "attack", "teleport")
    play.move("pod_damaged", "pods")
    take_turn(play, 0, "V13", turn_end="teleport")
    assert offered(play, 0, "moved") == set()
    assert [q.options for q in play.asked if q.kind == "window:turn_end"] == [[None, "teleport"], [None]]


def test_14_7_an_attack_card_may_follow_the_draw() -> None:
    play = human("D09", ("psychic_alien", "D08"))
    next_cards(play, "attack")
    heard = take_turn(play, 0, "D08", turn_end="attack")
    assert names(heard)[:3] == ["silence", "used", "attack"]
    assert status(play, 1) == "out"


def test_a073_a_human_that_kills_is_not_fed() -> None:
    play = give(human("D09", ("pilot", "D08"), ("psychic_alien", "P10")), 0, "attack")
    heard = take_turn(play, 0, "D08", moved="attack")
    assert "fed" not in names(heard)
    assert play.get("Player.fed", 0) is False


# --- Teleport ------------------------------------------------------------------------------------------


def test_a081_teleport_before_the_move_and_out_again() -> None:
    play = give(human("P10"), 0, "teleport")
    take_turn(play, 0, "L09", turn_start="teleport")
    assert play.get("Player.sector", 0) == "L09"


def test_a081_and_14_8_teleport_after_the_move_when_the_sector_has_been_dealt_with() -> None:
    play = give(human("D09"), 0, "teleport")
    next_cards(play, "noise_here")
    heard = take_turn(play, 0, "D08", turn_end="teleport")
    assert heard == [("noise", {"who": 0, "sector": "D08"}), ("used", {"who": 0, "item": "teleport"})]
    assert play.get("Player.sector", 0) == "L08"
    assert "L08" not in reach(play, 0)


# --- Adrenaline ----------------------------------------------------------------------------------------


def test_a082_one_sector_more_for_this_turn_and_the_step_is_optional() -> None:
    play = give(human(), 0, "adrenaline")
    further = reach(play, 0, turn_start="adrenaline")
    play.put("Player.sector", "D09", 0)
    usual = reach(play, 0)
    assert further > usual
    assert "D07" not in further  # there is no such sector
    assert "D11" in further - usual


def test_a082_several_add_up() -> None:
    play = give(human(), 0, "adrenaline", "adrenaline#2", "adrenaline#3")
    found = reach(play, 0, turn_start=["adrenaline", "adrenaline", "adrenaline"])
    assert "D13" in found


def test_a082_a_card_is_drawn_only_where_the_move_ends() -> None:
    play = give(human("D08"), 0, "adrenaline")
    deck = play.get("deck")
    heard = take_turn(play, 0, "D10", turn_start="adrenaline")
    assert names(heard) == ["used", "silent"]
    assert play.get("deck") == deck


def test_vector_pod_3_from_t13_with_adrenaline_in_one_turn() -> None:
    play = give(human("T13"), 0, "adrenaline")
    play.move("pod_ready", "pods")
    heard = take_turn(play, 0, "V13", turn_start="adrenaline")
    assert ("escaped", {"who": 0, "pod": "V13"}) in heard


# --- Sedatives -----------------------------------------------------------------------------------------


def test_a083_and_14_12_sedatives_draw_no_card_and_say_nothing() -> None:
    play = give(human(), 0, "sedatives")
    deck = play.get("deck")
    assert names(take_turn(play, 0, "D08", turn_start="sedatives")) == ["used"]
    assert play.get("deck") == deck
    next_cards(play, "noise_here")
    assert names(take_turn(play, 0, "D09")) == ["noise"]


def test_a083_a_silent_sector_is_still_announced() -> None:
    play = give(human(), 0, "sedatives")
    assert names(take_turn(play, 0, "D10", turn_start="sedatives")) == ["used", "silent"]


# --- Defence -------------------------------------------------------------------------------------------


def attacked(*held: str, use: Any = None, by: str = "psychic_alien", **more: Any) -> Play:
    """Seat 1 attacks seat 0, which holds these, in D09; seat 2 is a human elsewhere."""
    play = give(crew(("psychologist", "D09"), (by, "D10"), ("pilot", "P10"), **more), 0, *held)
    answers: dict[str, Any] = {} if use is None else {"attacked": use}
    if by == "soldier":
        answers["moved"] = "soldier"
    take_turn(play, 1, "D09", attack=by != "soldier", **answers)
    return play


def test_a084_defence_keeps_its_owner_alive_and_everything_it_has() -> None:
    play = attacked("defence", "cat", use="defence")
    assert status(play, 0) == "aboard"
    assert play.get("Player.sector", 0) == "D09"
    assert play.get("Player.kept", 0) == ["cat"]
    assert play.get("Player.used", 0) == ["defence"]
    assert ("unharmed", {"who": 0}) in play.heard(2)
    assert play.get("Player.character", 0) == ["psychologist"]


def test_a072_a_kill_that_was_held_off_feeds_nobody() -> None:
    play = attacked("defence", use="defence")
    assert play.get("Player.fed", 1) is False


def test_a084_the_next_attack_kills() -> None:
    play = attacked("defence", use="defence")
    play.put("Player.sector", "D10", 1)
    take_turn(play, 1, "D09", attack=True)
    assert status(play, 0) == "turning"


def test_14_5_defence_and_clone_answer_any_attack_unless_settings_say_otherwise() -> None:
    assert status(attacked("defence", use="defence", by="soldier"), 0) == "aboard"
    assert status(attacked("clone", use="clone", by="soldier"), 0) == "waking"
    play = attacked("defence", by="soldier", settings=["defence_against_humans=false"])
    assert offered(play, 0, "attacked") == set()


def test_one_answer_to_an_attack_is_enough() -> None:
    play = attacked("defence", "clone", use=["defence", "clone"])
    assert play.get("Player.kept", 0) == ["clone"]


def test_a059_victims_are_asked_from_the_left_before_anybody_dies() -> None:
    play = crew(("psychologist", "D09"), ("psychic_alien", "D10"), ("pilot", "D09"), ("medic", "P10"))
    give(play, 0, "defence")
    heard = take_turn(play, 1, "D09", attack=True, attacked="defence")
    assert [seat for seat, window in asked_windows(play) if window == "attacked"] == [2, 0, 0]
    assert names(heard)[:3] == ["attack", "used", "killed"]
    assert (status(play, 0), status(play, 2)) == ("aboard", "turning")


# --- Spotlight -----------------------------------------------------------------------------------------


def test_a085_everyone_in_the_light_says_where_but_not_who_they_are() -> None:
    play = crew(("psychologist", "D09"), ("psychic_alien", "D10"), ("pilot", "C09"), ("fast_alien", "P10"))
    give(play, 0, "spotlight")
    heard = take_turn(play, 0, "D08", turn_start="spotlight", light="D09")
    assert said(heard, "located") == [
        {"who": 0, "sector": "D09"},
        {"who": 1, "sector": "D10"},
        {"who": 2, "sector": "C09"},
    ]
    assert "shown" not in names(heard)


def test_a085_any_sector_may_be_named_and_only_its_neighbours_are_lit() -> None:
    play = crew(("psychologist", "D09"), ("psychic_alien", "L06"), ("pilot", "L04"))
    give(play, 0, "spotlight")
    heard = take_turn(play, 0, "D08", turn_end="spotlight", light="L06")
    assert said(heard, "located") == [{"who": 1, "sector": "L06"}]
    [question] = [q for q in play.asked if q.kind == "light"]
    assert len(question.options) == 276


def test_a057_and_a085_a_killed_human_is_neither_lit_nor_sensed() -> None:
    play = crew(("psychologist", "D09"), ("psychic_alien", "D10"), ("pilot", "D08"), ("fast_alien", "P10"))
    give(play, 2, "spotlight", "sensor")
    take_turn(play, 1, "D09", attack=True)
    heard = take_turn(play, 2, "C09", turn_start=["spotlight", "sensor"], light="D09", sense=1)
    assert [args["who"] for args in said(heard, "located")] == [2, 1, 1]
    assert [q.options for q in play.asked if q.kind == "sense"] == [[3, 1]]


# --- Clone ---------------------------------------------------------------------------------------------


def test_a086_a_clone_wakes_in_the_human_sector_as_the_human_it_was() -> None:
    play = attacked("clone", "cat", "silence", use="clone")
    assert status(play, 0) == "waking"
    assert play.get("Player.kept", 0) == []
    assert play.get("lost") == ["cat", "silence"]
    assert play.get("Player.used", 0) == ["clone"]
    assert play.machine.side_of(play.state, 0) == "humans"
    assert "unmasked" not in play.messages()
    heard = take_turn(play, 0, "L09")
    assert heard[0] == ("woken", {"who": 0})
    assert play.get("Player.sector", 0) == "L09"
    assert play.get("Player.character", 0) == ["psychologist"]


def test_a072_and_14_6_a_clone_feeds_the_attacker() -> None:
    play = attacked("clone", use="clone")
    assert play.get("Player.fed", 1) is True


def test_a086_the_last_human_lives_on_as_a_clone() -> None:
    play = give(crew(("psychologist", "D09"), ("psychic_alien", "D10")), 0, "clone")
    take_turn(play, 1, "D09", attack=True, attacked="clone")
    assert play.outcome is None


def test_a057_until_the_clone_wakes_it_is_nowhere() -> None:
    play = attacked("clone", use="clone")
    play.put("Player.sector", "D10", 1)
    heard = take_turn(play, 1, "D09", attack=True)
    assert names(heard) == ["attack", "missed"]


# --- Cat -----------------------------------------------------------------------------------------------


def cat(card: str, to: str = "J09", **answers: Any) -> tuple[Play, list[Any]]:
    play = give(human("J10"), 0, "cat")
    next_cards(play, card)
    return play, take_turn(play, 0, to, moved="cat", **answers)


def test_a087_and_vector_j09_the_truth_is_one_of_two_noises() -> None:
    play, heard = cat("noise_here", noise="I08")
    assert said(heard, "noises") == [{"who": 0, "sectors": ["I08", "J09"]}]
    [question] = [q for q in play.asked if q.kind == "noise"]
    assert "J09" not in question.options
    assert {"I08", "N10"} <= set(question.options)


@pytest.mark.parametrize("card", ["noise_anywhere", "silence", "sensor"])
def test_a087_with_any_other_card_both_are_free_and_differ(card: str) -> None:
    play, heard = cat(card, noise=["N10", "I08"])
    assert said(heard, "noises") == [{"who": 0, "sectors": ["I08", "N10"]}]
    first, second = (q for q in play.asked if q.kind == "noise")
    assert "J09" in first.options
    assert set(first.options) - set(second.options) == {"N10"}


@pytest.mark.parametrize("card", ["noise_here", "noise_anywhere", "silence", "sensor"])
def test_a087_and_a047_what_was_drawn_is_discarded_whatever_it_is(card: str) -> None:
    play, _ = cat(card)
    assert play.get("discard") == [card]
    assert play.get("Player.kept", 0) == []
    assert play.get("Player.used", 0) == ["cat"]


def test_a090_pairs_tell_nothing_by_their_order() -> None:
    first, second = cat("noise_anywhere", noise=["N10", "I08"]), cat("noise_anywhere", noise=["I08", "N10"])
    assert first[1] == second[1]


def test_a087_a_cat_is_for_dangerous_sectors_and_one_is_enough() -> None:
    play = give(human(), 0, "cat", "cat#2")
    take_turn(play, 0, "D10")
    assert offered(play, 0, "moved") == set()
    next_cards(play, "noise_here")
    take_turn(play, 0, "D09", moved=["cat", "cat#2"])
    assert play.get("Player.kept", 0) == ["cat#2"]


# --- Sensor --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("whom", "where"), [(1, "P10"), (2, "L09")])
def test_a088_a_sensed_player_says_where_it_is_human_or_alien(whom: int, where: str) -> None:
    play = give(human("D09", ("psychic_alien", "P10"), ("pilot", "L09")), 0, "sensor")
    heard = take_turn(play, 0, "D08", turn_start="sensor", sense=whom)
    assert said(heard, "located") == [{"who": whom, "sector": where}]


# --- Mutation ------------------------------------------------------------------------------------------


def mutant(window: str, **answers: Any) -> tuple[Play, list[Any]]:
    play = crew(("soldier", "D09"), ("pilot", "D08"), ("psychic_alien", "P10"))
    give(play, 0, "mutation", "sensor")
    return play, take_turn(play, 0, **{window: "mutation"}, **answers)


def test_a089_and_14_10_a_mutant_is_an_alien_at_once() -> None:
    play, heard = mutant("turn_start", to="D11")
    assert names(heard)[:2] == ["used", "mutated"]
    assert play.get("Player.sector", 0) == "D11"
    assert play.machine.side_of(play.state, 0) == "aliens"
    assert "attack" in [q.kind for q in play.asked]


def test_14_10_it_may_attack_in_the_turn_in_which_it_mutates_and_is_fed() -> None:
    play, heard = mutant("moved", to="D08", attack=True)
    assert status(play, 1) == "turning"
    assert "fed" in names(heard)


def test_14_7_and_14_10_after_the_draw_a_mutant_does_not_attack() -> None:
    play, _ = mutant("turn_end", to="D08")
    assert "attack" not in [q.kind for q in play.asked]


def test_14_10_items_and_the_human_ability_are_gone() -> None:
    play, _ = mutant("turn_start", to="D08")
    assert offered(play, 0, "moved") == offered(play, 0, "turn_end") == set()
    assert play.get("Player.kept", 0)[0] == "sensor"


def test_14_10_when_the_last_human_mutates_the_aliens_win_and_it_with_them() -> None:
    play = give(crew(("psychologist", "D09"), ("psychic_alien", "P10")), 0, "mutation")
    take_turn(play, 0, "D08", turn_start="mutation")
    assert play.outcome is not None
    assert (play.outcome.reason, play.outcome.sides) == ("hunted", ("aliens",))
    assert sorted(play.outcome.winners) == [0, 1]


def test_a055_and_a053_a_killed_mutant_is_out_shows_what_it_was_and_has_not_lost() -> None:
    play, _ = mutant("turn_start", to="D11")
    play.put("Player.sector", "D10", 2)
    heard = take_turn(play, 2, "D11", attack=True)
    assert status(play, 0) == "out"
    assert ("unmasked", {"who": 0, "character": "soldier"}) in heard
    play.put("Player.sector", "D10", 2)
    play.put("Player.sector", "D09", 1)
    take_turn(play, 2, "D09", attack=True)
    assert play.outcome is not None
    assert sorted(play.outcome.winners) == [0, 2]


def test_a053_and_a054_a_killed_human_leaves_its_items_and_ability() -> None:
    play = give(crew(("soldier", "D09"), ("psychic_alien", "D10"), ("pilot", "P10")), 0, "attack", "sensor")
    take_turn(play, 1, "D09", attack=True)
    assert play.get("lost") == ["attack", "sensor"]
    before = len(play.asked)
    take_turn(play, 0, "L05")
    assert [q.options for q in play.asked[before:] if q.kind.startswith("window")] == [[None]] * 4


def test_a076_and_a087_a_cat_may_follow_adrenaline_but_not_sedatives_nor_another_cat() -> None:
    for first, offers in (("adrenaline", {"cat"}), ("sedatives", set())):
        play = give(human("D09"), 0, first, "cat")
        take_turn(play, 0, "D08", turn_start=first)
        assert offered(play, 0, "moved") == offers
    play = give(human("D09"), 0, "cat", "cat#2")
    take_turn(play, 0, "D08", moved=["cat", "cat#2"])
    assert play.get("Player.used", 0) == ["cat"]


def noted(play: Play) -> list[tuple[tuple[int, ...], str]]:
    return [(told.seats, told.args["mark"]) for told in play.told if told.message == "noted"]


def test_a030_the_record_has_initials_and_an_asterisk_that_nobody_else_sees() -> None:
    play = give(human("D09"), 0, "adrenaline", "cat")
    take_turn(play, 0, "D08", turn_start="adrenaline", moved="cat")
    assert noted(play) == [((0,), "A"), ((0,), "C")]
    soldier = crew(("soldier", "D09"), ("psychic_alien", "P10"))
    take_turn(soldier, 0, "D08", moved="soldier")
    assert noted(soldier) == [((0,), "*")]
