"""S-060 to S-105: how combat begins, ranged rounds, jams, return fire, the flank round."""

from __future__ import annotations

import pytest

from tests.content.dark_sector.mission import (
    ABBOT,
    B_HIT,
    B_JAM,
    B_SPECIAL,
    COVERED,
    E_HIT,
    E_SPECIAL,
    HIT,
    TAILOR,
    X_BLANK,
    X_HIT,
    asked,
    begin,
    facing,
    give,
    kinds,
    loaded,
    lost,
    round_of,
)
from tests.content.driver import Play

ROW = ["might", "cunning", "wisdom", "might", "cunning"]


def armed(*weapons: tuple[str, dict[str, int]], row: list[str] = ROW, settings: tuple[str, ...] = ()) -> Play:
    """Abbot carries these weapons, Tailor a loaded pistol."""
    play = facing(row=row, settings=settings)
    for weapon, dice in weapons:
        give(play, "abbot", weapon, **dice)
    give(play, "tailor", "third_pistol", ballistic=2)
    play.answers.update(
        {"remove": lambda q: q.options[0], "weapon": lambda q: q.options[0], "rate": lambda q: q.options[0]}
    )
    return play


PISTOL = ("plain_pistol", {"ballistic": 3})


# --- the beginning -------------------------------------------------------------------------------


def test_s062_the_row_is_what_the_card_shows_and_a_die_for_each_of_the_crew() -> None:
    for players, dice in ((1, 5), (2, 5), (3, 6), (4, 7)):
        play = begin(players)
        play.move("target", "facing")
        play.do("face", "target", "abbot")
        row = play.get("row")
        assert len(row) == dice
        assert row[:2] == ["might", "cunning"]


def test_s062_unmarked_dice_are_rolled() -> None:
    play = begin(2)
    play.move("target", "facing")
    play.rolls((0, 6), (2, 6), (5, 6))
    play.do("face", "target", "abbot")
    assert play.get("row") == ["might", "cunning", "might", "cunning", "wisdom"]


@pytest.mark.parametrize("how", ["ranged", "close"])
def test_s060_the_crew_chooses_how_to_begin(how: str) -> None:
    play = armed(PISTOL)
    play.answers["combat"] = how
    play.do("begin_combat", "target", "free")
    assert asked(play, "combat")[0].options == ["ranged", "close"]
    assert asked(play, "combat")[0].seat == 2, "as a group"
    assert play.get("at_range") is (how == "ranged")


@pytest.mark.parametrize(("mode", "at_range"), [("ranged", True), ("close", False)])
def test_s060_forced_combat_leaves_no_choice(mode: str, at_range: bool) -> None:
    play = armed(PISTOL)
    play.do("begin_combat", "target", mode)
    assert kinds(play) == []
    assert play.get("at_range") is at_range


def test_s064_close_combat_makes_the_flank_unavailable() -> None:
    play = armed(PISTOL)
    play.do("begin_combat", "target", "close")
    assert play.get("Tactic.ready", "flank") is False
    play = armed(PISTOL)
    round_of(play, "fight", "cover", striker="abbot")
    assert play.get("Tactic.ready", "flank") is False


def test_s061_close_combat_never_turns_back() -> None:
    play = armed(PISTOL)
    round_of(play, "fight", "cover", striker="abbot")
    round_of(play, "fight", "cover", striker="abbot")
    for question in asked(play, "action")[2:]:
        assert not {"shoot", "flank"} & set(question.options)


def test_s080_without_a_shot_the_round_is_close_combat() -> None:
    play = armed(PISTOL)
    play.put("Item.loaded", {"ballistic": 1}, "third_pistol")
    play.rolls(ABBOT["wisdom"])
    round_of(play, "fight", "reload", reload="third_pistol")
    assert play.get("at_range") is False
    assert play.get("row") == ["might", "cunning", "might", "cunning"]


def test_s071_s072_s073_what_can_be_declared_at_range() -> None:
    """Tailor's pistol is empty: if Abbot flanks or covers, nobody shoots, and the round is close combat."""
    play = armed(PISTOL)
    play.put("Item.loaded", {"ballistic": 0}, "third_pistol")
    round_of(play, "shoot", "cover")
    abbot, tailor = (set(question.options) for question in asked(play, "action"))
    assert abbot == {"shoot", "fight", "drone", "trade", "cover"}
    assert tailor == {"flank", "reload", "drone", "trade", "cover"}


def test_s081_who_has_too_little_ammo_for_the_lowest_rate_cannot_shoot() -> None:
    play = armed(("plain_beam", {"energy": 1}))
    round_of(play, "cover", "shoot")
    assert "shoot" not in asked(play, "action")[0].options


# --- shots ----------------------------------------------------------------------------------------


def test_s082_s086_a_shot_rolls_the_dice_of_its_rate_and_spends_them() -> None:
    play = armed(PISTOL)
    play.rolls(COVERED, B_HIT, B_HIT)
    round_of(play, "shoot", "cover", rate="b2")
    assert asked(play, "rate")[0].options == ["b1", "b2"]
    assert loaded(play, "plain_pistol") == {"ballistic": 1}
    assert len(play.get("row")) == 3


def test_only_rates_that_the_ammo_allows_are_offered() -> None:
    play = armed(("plain_pistol", {"ballistic": 1}))
    play.rolls(COVERED, B_HIT)
    round_of(play, "shoot", "cover")
    assert asked(play, "rate") == []
    assert loaded(play, "plain_pistol") == {"ballistic": 0}


def test_s013_s083_hit_chart_one_ballistic_hit_is_one_wound() -> None:
    play = armed(PISTOL)
    play.rolls(COVERED, B_HIT)
    round_of(play, "shoot", "cover", rate="b1")
    assert len(play.get("row")) == 4


def test_s013_s083_hit_chart_two_energy_hits_are_one_wound() -> None:
    for dice, left in (((E_HIT, E_HIT), 4), ((E_HIT, E_SPECIAL), 5)):
        play = armed(("plain_beam", {"energy": 2}))
        play.rolls(COVERED, *dice)
        round_of(play, "shoot", "cover")
        assert len(play.get("row")) == left


def test_s013_s083_hit_chart_one_explosive_hit_is_three_wounds() -> None:
    for die, left in ((X_HIT, 2), (X_BLANK, 5)):
        play = armed(("plain_launcher", {"explosive": 2}))
        play.rolls(COVERED, die)
        round_of(play, "shoot", "cover")
        assert len(play.get("row")) == left
        assert loaded(play, "plain_launcher") == {"explosive": 1}


def test_s083_the_shooter_chooses_which_dice_go() -> None:
    play = armed(("plain_launcher", {"explosive": 2}))
    play.rolls(COVERED, X_HIT)
    round_of(play, "shoot", "cover", remove=["wisdom", "might", "might"])
    assert play.get("row") == ["cunning", "cunning"]
    assert [(q.seat, q.options) for q in asked(play, "remove")] == [
        (0, ["might", "cunning", "wisdom"]),
        (0, ["might", "cunning"]),
        (0, ["might", "cunning"]),
    ]


def test_s084_special_symbols_do_what_the_weapon_says() -> None:
    for weapon, left in (("lucky_pistol", 3), ("plain_pistol", 4)):
        play = armed((weapon, {"ballistic": 2}))
        play.rolls(COVERED, B_HIT, B_SPECIAL)
        round_of(play, "shoot", "cover", rate="b2")
        assert len(play.get("row")) == left


@pytest.mark.parametrize("exposed", [True, False])
def test_s085_a_jam_undoes_the_shot_keeps_the_dice_and_does_not_stop_return_fire(exposed: bool) -> None:
    play = armed(PISTOL)
    play.rolls(HIT if exposed else COVERED, B_HIT, B_JAM)
    round_of(play, "shoot", "cover", rate="b2")
    assert play.get("row") == ROW
    assert loaded(play, "plain_pistol") == {"ballistic": 3}
    assert lost(play) == ([("abbot", 2)] if exposed else [])


def test_s085_a_jam_undoes_the_other_weapon_of_the_same_action_too() -> None:
    play = armed(PISTOL, ("second_pistol", {"ballistic": 2}))
    play.rolls(COVERED, B_HIT, B_JAM)
    round_of(play, "shoot", "cover", weapon=["plain_pistol", "second_pistol"], rate="b1")
    assert play.get("row") == ROW
    assert (loaded(play, "plain_pistol"), loaded(play, "second_pistol")) == (
        {"ballistic": 3},
        {"ballistic": 2},
    )


def test_s087_only_shooters_are_shot_at() -> None:
    play = armed(PISTOL)
    play.rolls(HIT, B_HIT)
    round_of(play, "shoot", "cover", rate="b1")
    assert lost(play) == [("abbot", 2)]


def test_s087_a_beaten_enemy_still_returns_the_fire() -> None:
    play = armed(PISTOL, row=["might"])
    play.rolls(HIT, B_HIT)
    round_of(play, "shoot", "cover", rate="b1")
    assert play.get("row") == []
    assert lost(play) == [("abbot", 2)]


def test_s087_a_crew_that_dies_while_the_last_die_goes_has_lost() -> None:
    play = armed(PISTOL, row=["might"])
    play.put("Crew.hp", 2, "abbot")
    play.rolls(HIT, B_HIT)
    round_of(play, "shoot", "cover", rate="b1")
    assert play.outcome is not None
    assert play.outcome.reason == "killed"


def test_s089_combat_ends_when_the_row_is_empty_and_goes_on_otherwise() -> None:
    for row, then in ((["might"], "win_combat"), (["might", "might"], "combat_round")):
        play = armed(PISTOL, row=row)
        play.rolls(COVERED, B_HIT)
        round_of(play, "shoot", "cover", rate="b1")
        assert play.following() == then


def test_s090_several_weapons_fire_in_one_action_with_one_hit_die() -> None:
    play = armed(("plain_pistol", {"ballistic": 1}), ("second_pistol", {"ballistic": 2}))
    play.rolls(HIT, B_HIT, B_HIT)
    round_of(play, "shoot", "cover", weapon=["second_pistol", "plain_pistol"])
    assert len(play.get("row")) == 3
    assert lost(play) == [("abbot", 2)]


def test_s090_hits_of_one_action_add_up_those_of_two_crewmembers_do_not() -> None:
    for settings, left in (((), 5), (("pooled_hits=true",), 4)):
        play = armed(("small_beam", {"energy": 1}), settings=settings)
        play.move("third_pistol", "Crew.items", "abbot")
        give(play, "tailor", "plain_beam", energy=2)
        play.rolls(COVERED, E_HIT, COVERED, E_HIT, E_SPECIAL)
        round_of(play, "shoot", "shoot", weapon=["small_beam", None])
        assert len(play.get("row")) == left


def test_s047_two_slots_of_weapons_in_a_round() -> None:
    play = armed(PISTOL, ("second_pistol", {"ballistic": 2}), ("lucky_pistol", {"ballistic": 2}))
    play.rolls(COVERED, B_HIT, B_HIT)
    round_of(play, "shoot", "cover", weapon=["second_pistol", "plain_pistol"], rate="b1")
    assert len(asked(play, "weapon")) == 2
    assert loaded(play, "lucky_pistol") == {"ballistic": 2}
    play = armed(("plain_beam", {"energy": 4}), PISTOL)
    play.rolls(COVERED, E_HIT, E_HIT)
    round_of(play, "shoot", "cover", weapon="plain_beam", rate="e2")
    assert len(asked(play, "weapon")) == 1
    assert loaded(play, "plain_pistol") == {"ballistic": 3}


def test_s047_the_other_weapons_fire_in_the_next_round() -> None:
    play = armed(PISTOL, ("second_pistol", {"ballistic": 2}), ("lucky_pistol", {"ballistic": 2}))
    play.rolls(COVERED, B_HIT, B_HIT)
    round_of(play, "shoot", "cover", weapon=["second_pistol", "plain_pistol"], rate="b1")
    play.rolls(COVERED, B_HIT, B_HIT)
    round_of(play, "shoot", "cover", weapon=["lucky_pistol", None], rate="b2")
    assert loaded(play, "lucky_pistol") == {"ballistic": 0}


# --- flanking -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "damage"), [(HIT, [("tailor", 1)]), (COVERED, [])])
def test_s088_a_flanker_risks_exactly_one(die: tuple[int, int], damage: list[tuple[str, int]]) -> None:
    """The rulebook's example: Abbot and Tailor, one on the flank while the other shoots."""
    play = armed(PISTOL)
    play.rolls(COVERED, B_JAM, die)
    round_of(play, "shoot", "flank", rate="b1")
    assert lost(play) == damage
    assert play.get("Crew.flanking", "tailor") is True


def test_s088_one_flanks_in_a_round_and_none_after_that() -> None:
    play = facing(row=ROW, players=3)
    give(play, "tailor", "third_pistol", ballistic=2)
    give(play, "brandt", "plain_pistol", ballistic=3)
    play.rolls(COVERED, COVERED, B_JAM)
    round_of(play, "flank", "cover", "shoot", rate="b1")
    assert ["flank" in question.options for question in asked(play, "action")] == [True, False]
    play.asked.clear()
    play.rolls(ABBOT["might"], COVERED, B_JAM)
    round_of(play, "cover", "shoot", "cover", remove=lambda q: q.options[0])
    assert all("flank" not in question.options for question in asked(play, "action"))


def on_the_flank(*weapons: tuple[str, dict[str, int]]) -> Play:
    """Abbot has reached the flank; nobody was hit."""
    play = armed(*weapons)
    play.put("Crew.flanking", True, "abbot")
    play.put("Tactic.ready", False, "flank")
    return play


def test_s100_the_flanker_attacks_alone_before_the_next_round() -> None:
    play = on_the_flank(PISTOL)
    play.rolls(B_JAM, COVERED, B_JAM)
    round_of(play, "cover", "shoot", flank_attack="shoot", rate="b1")
    assert kinds(play)[0] == "flank_attack"
    assert asked(play, "flank_attack")[0].options == ["shoot", "fight"]
    assert asked(play, "flank_attack")[0].seat == 0


def test_s101_a_shot_from_the_flank_draws_no_fire_and_a_wound_takes_one_die_more() -> None:
    for dice, left in (((B_HIT, B_HIT), 2), ((B_HIT, B_SPECIAL), 3), ((B_SPECIAL, B_SPECIAL), 5)):
        play = on_the_flank(PISTOL)
        play.rolls(*dice, COVERED, B_JAM)
        round_of(play, "cover", "shoot", flank_attack="shoot", rate="b2")
        assert len(play.get("row")) == left
        assert lost(play) == []
        assert loaded(play, "plain_pistol") == {"ballistic": 1}


def test_s102_a_blow_from_the_flank_is_not_struck_back() -> None:
    for die, left in (("might", 3), ("might_2", 2), ("wisdom", 3)):
        play = on_the_flank()
        play.rolls(ABBOT[die], COVERED, B_JAM)
        round_of(play, "cover", "shoot")
        assert len(play.get("row")) == left
        assert lost(play) == []
    play = on_the_flank()
    play.put("row", ["cunning", "cunning"])
    play.rolls(ABBOT["wisdom"], COVERED, B_JAM)
    round_of(play, "cover", "shoot")
    assert play.get("row") == ["cunning", "cunning"], "no wound, no other die"


def test_s100_one_without_ammo_must_fight() -> None:
    play = on_the_flank(("plain_pistol", {"ballistic": 0}))
    play.rolls(ABBOT["might"], COVERED, B_JAM)
    round_of(play, "cover", "shoot")
    assert asked(play, "flank_attack") == []


def test_s103_the_flank_round_comes_before_close_combat_too() -> None:
    play = on_the_flank()
    play.put("at_range", False)
    play.rolls(ABBOT["might"], TAILOR["wisdom"])
    round_of(play, "cover", "fight", remove=["cunning"])
    assert play.get("row") == ["might", "cunning"]


def test_s104_the_flanker_also_acts_in_the_round() -> None:
    play = on_the_flank(PISTOL)
    play.rolls(B_JAM, COVERED, B_HIT, COVERED, B_JAM)
    round_of(play, "shoot", "shoot", flank_attack="shoot", rate="b1")
    assert play.get("Crew.flanking", "abbot") is False
    assert len(play.get("row")) == 4


def test_s104_the_slots_of_a_round_are_free_again_after_the_flank_round() -> None:
    play = on_the_flank(("plain_beam", {"energy": 4}))
    play.rolls(E_HIT, E_HIT, COVERED, E_HIT, E_HIT)
    round_of(play, "shoot", "cover", flank_attack="shoot", rate="e2")
    assert loaded(play, "plain_beam") == {"energy": 0}


def test_s105_combat_ends_at_once_if_the_row_is_empty_after_the_flank_round() -> None:
    play = on_the_flank(PISTOL)
    play.put("row", ["might", "wisdom"])
    play.rolls(B_HIT)
    round_of(play, "cover", "shoot", flank_attack="shoot", rate="b1")
    assert asked(play, "action") == []
    assert play.following() == "win_combat"


def test_a_flank_in_the_round_in_which_the_enemy_is_beaten_is_for_nothing() -> None:
    play = armed(PISTOL, row=["might"])
    play.rolls(COVERED, B_HIT, COVERED)
    round_of(play, "shoot", "flank", rate="b1")
    assert play.following() == "win_combat"
    play.answers["pause"] = "go_on"
    play.do("overcome", "target")
    assert (play.get("Crew.flanking", "tailor"), play.get("Tactic.ready", "flank")) == (False, True)


# --- specials -------------------------------------------------------------------------------------


def test_s125_a_special_overrides_the_rules_while_its_combat_lasts() -> None:
    play = armed(PISTOL)
    play.move("target", "overcome")
    play.move("deaf_target", "facing")
    play.rolls(COVERED, B_HIT)
    round_of(play, "shoot", "cover", encounter="deaf_target", rate="b1")
    assert play.get("row") == ROW
    assert all("flank" not in question.options for question in asked(play, "action"))
