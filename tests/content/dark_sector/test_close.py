"""S-110 to S-127: close combat, standard actions, the end of a combat."""

from __future__ import annotations

from tests.content.dark_sector.mission import (
    ABBOT,
    B_JAM,
    COVERED,
    TAILOR,
    asked,
    facing,
    give,
    loaded,
    lost,
    round_of,
)
from tests.content.driver import Play


def close(*row: str, players: int = 2, settings: tuple[str, ...] = ()) -> Play:
    play = facing(row=row, players=players, settings=settings)
    play.put("at_range", False)
    play.answers["striker"] = lambda q: q.options[0]
    return play


def test_s110_somebody_fights_in_every_round() -> None:
    play = close("wisdom")
    round_of(play, "cover", "fight")
    assert len(asked(play, "action")) == 1, "the second one has no choice left"
    assert "fight" in asked(play, "action")[0].options


def test_s112_s115_a_match_removes_one_die_and_who_does_not_block_is_hit() -> None:
    play = close("might", "wisdom", "wisdom")
    play.rolls(ABBOT["might"], TAILOR["cunning"])
    round_of(play, "fight", "fight")
    assert play.get("row") == ["wisdom", "wisdom"]
    assert lost(play) == [("abbot", 3), ("tailor", 3)]


def test_s113_s114_a_double_removes_two_and_blocks() -> None:
    """The rulebook's case: a double wounds up to twice, and its shield saves the fighter."""
    play = close("might", "wisdom", "might", "wisdom")
    play.rolls(ABBOT["might_2"], TAILOR["might"])
    round_of(play, "fight", "fight")
    assert play.get("row") == ["wisdom", "wisdom"]
    assert lost(play) == [("tailor", 3)]


def test_s113_a_double_removes_one_if_only_one_matches() -> None:
    play = close("might", "wisdom")
    play.rolls(ABBOT["might_2"], TAILOR["cunning"])
    round_of(play, "fight", "fight")
    assert play.get("row") == ["wisdom"]


def test_s114_a_double_that_misses_blocks_all_the_same() -> None:
    play = close("wisdom", "wisdom")
    play.rolls(ABBOT["might_2"])
    round_of(play, "fight", "cover")
    assert play.get("row") == ["wisdom", "wisdom"]
    assert lost(play) == []


def test_s112_the_hit_chart_says_nothing_about_blows() -> None:
    play = close("might", "might")
    play.rolls(ABBOT["might"])
    round_of(play, "fight", "cover")
    assert play.get("row") == ["might"]


def test_s111_attacks_are_resolved_in_any_order() -> None:
    for order in (["abbot", "tailor"], ["tailor", "abbot"]):
        play = close("might", "might", "wisdom")
        play.rolls(ABBOT["might_2"], TAILOR["might"])
        round_of(play, "fight", "fight", striker=list(order))
        assert play.get("row") == ["wisdom"]
        gone = [told.args["crew"] for told in play.told if told.message == "wounds"]
        assert gone == (["abbot", "abbot"] if order[0] == "abbot" else ["tailor", "abbot"])


def test_s111_all_roll_before_any_attack_is_resolved() -> None:
    play = close("might", "might", "wisdom")
    play.rolls(ABBOT["might_2"], TAILOR["might"])
    round_of(play, "fight", "fight", striker=["tailor"])
    names = [told.message for told in play.told if told.message in ("strikes", "wounds")]
    assert names[:2] == ["strikes", "strikes"]


def test_s116_a_beaten_enemy_does_not_strike_back() -> None:
    play = close("might")
    play.rolls(ABBOT["might"], TAILOR["cunning"])
    round_of(play, "fight", "fight", striker=["abbot"])
    assert lost(play) == []
    assert play.following() == "win_combat"


def test_s117_dice_left_from_range_carry_over() -> None:
    play = facing(row=["might", "wisdom"])
    give(play, "abbot", "plain_pistol", ballistic=3)
    play.rolls(COVERED, B_JAM)
    round_of(play, "shoot", "cover", rate="b1")
    play.rolls(ABBOT["might"])
    round_of(play, "fight", "cover")
    assert play.get("row") == ["wisdom"]


def test_s118_a_close_weapon_does_what_its_card_says_once_a_round() -> None:
    play = close("might", "might", "wisdom", "wisdom")
    give(play, "abbot", "plain_club")
    play.answers["window:attacked"] = ["plain_club", None]
    play.rolls(ABBOT["might"])
    round_of(play, "fight", "cover")
    assert play.get("row") == ["wisdom", "wisdom"]
    assert [q.options for q in asked(play, "window:attacked")] == [[None, "plain_club"], [None]]


def test_s047_close_weapons_count_slots_too() -> None:
    play = close(*["might"] * 5)
    give(play, "abbot", "plain_club")
    give(play, "abbot", "heavy_club")
    play.answers["window:attacked"] = ["plain_club", None]
    play.rolls(ABBOT["might"])
    round_of(play, "fight", "cover")
    assert asked(play, "window:attacked")[1].options == [None]


# --- standard actions ---------------------------------------------------------------------------------


def test_s074_who_does_something_else_is_not_hit() -> None:
    play = close("wisdom", "wisdom", players=3)
    play.rolls(ABBOT["might"])
    round_of(play, "fight", "cover", "drone")
    assert [who for who, _ in lost(play)] == ["abbot"]


def test_s120_reload_fills_up_to_the_capacity() -> None:
    play = close("wisdom", "wisdom")
    give(play, "tailor", "plain_pistol", ballistic=2)
    round_of(play, "fight", "reload", reload="plain_pistol")
    assert loaded(play, "plain_pistol") == {"ballistic": 3}


def test_s120_a_full_weapon_is_not_reloaded() -> None:
    play = close("wisdom", "wisdom")
    give(play, "tailor", "plain_pistol", ballistic=3)
    round_of(play, "fight", "cover")
    assert all("reload" not in q.options for q in asked(play, "action") if len(q.about["answers"]) == 1)


def test_reload_takes_no_more_than_the_supply_has() -> None:
    play = close("wisdom", "wisdom")
    give(play, "abbot", "plain_beam", energy=4)
    give(play, "tailor", "small_beam", energy=0)
    round_of(play, "fight", "reload", reload="small_beam")
    assert loaded(play, "small_beam") == {"energy": 1}


def test_s121_the_drone_heals_at_the_end_of_the_round_and_then_recharges() -> None:
    play = close("wisdom", "wisdom")
    play.put("Crew.hp", 5, "tailor")
    play.rolls(ABBOT["might"])
    round_of(play, "fight", "drone")
    assert play.get("Crew.hp", "tailor") == 6
    assert play.get("Tactic.ready", "medic_drone") is False
    round_of(play, "fight", "cover")
    assert all("drone" not in q.options for q in asked(play, "action")[2:])
    names = [(told.message, told.args["crew"]) for told in play.told if told.message in ("lost", "gained")]
    assert names[:2] == [("lost", "abbot"), ("gained", "tailor")]


def test_s121_one_runs_the_drone_in_a_round() -> None:
    play = close("wisdom", "wisdom", players=3)
    round_of(play, "drone", "cover", "fight")
    assert "drone" in asked(play, "action")[0].options
    assert all("drone" not in q.options for q in asked(play, "action")[1:])


def test_s121_who_runs_the_drone_uses_no_items() -> None:
    play = close("wisdom", "wisdom")
    give(play, "tailor", "plain_food")
    play.answers["partner"] = "tailor"
    play.answers["trade"] = None
    round_of(play, "fight", "drone")
    assert [q.options for q in asked(play, "window:moment") if q.seat == 1] == [[None, "plain_food"]]
    play = close("wisdom", "wisdom", players=3)
    give(play, "abbot", "plain_club")
    give(play, "tailor", "plain_food")
    round_of(play, "trade", "drone", "fight", partner="tailor", trade=None)
    assert all("plain_food" not in q.options for q in asked(play, "window:moment")[3:])


def test_s122_a_trade_goes_both_ways_and_what_is_taken_may_be_used_at_once() -> None:
    play = close("wisdom", "wisdom", players=3)
    play.put("Crew.hp", 6, "abbot")
    give(play, "abbot", "plain_club")
    give(play, "tailor", "plain_food")
    play.answers["window:moment"] = lambda q: (
        "plain_food" if q.seat == 0 and "plain_food" in q.options else None
    )
    round_of(play, "trade", "fight", "cover", partner="tailor", trade=["plain_food", "plain_club", None])
    assert play.get("Crew.items", "tailor") == ["plain_club"]
    assert play.get("Crew.hp", "abbot") == 8


def test_s122_what_was_traded_is_not_used_for_an_action() -> None:
    play = close(*["might"] * 4, players=3)
    give(play, "abbot", "plain_club")
    play.rolls(TAILOR["might"])
    round_of(play, "trade", "fight", "cover", partner="tailor", trade=["plain_club", None])
    assert all("plain_club" not in q.options for q in asked(play, "window:attacked"))


def test_s122_a_shooter_keeps_a_weapon_to_shoot_with() -> None:
    play = facing(row=["might"] * 5, players=2)
    give(play, "abbot", "plain_club")
    give(play, "tailor", "plain_pistol", ballistic=3)
    give(play, "tailor", "plain_food")
    play.rolls(COVERED, B_JAM)
    round_of(play, "trade", "shoot", trade=None, rate="b1")
    assert set(asked(play, "trade")[0].options) == {"plain_food", "plain_club", None}
    play = facing(row=["might"] * 5, players=2)
    give(play, "tailor", "plain_pistol", ballistic=3)
    give(play, "tailor", "second_pistol", ballistic=2)
    round_of(play, "trade", "shoot", trade=["plain_pistol", None])
    assert play.get("Crew.items", "abbot") == ["plain_pistol"]
    assert len(asked(play, "trade")) == 1, "there is nothing more that Tailor can spare"


def test_s122_nobody_exceeds_the_slots_at_any_time() -> None:
    play = close("wisdom", "wisdom")
    for item in ("plain_club", "plain_die", "plain_food"):
        give(play, "abbot", item)
    give(play, "tailor", "heavy_club")
    give(play, "tailor", "plain_shield")
    round_of(play, "trade", "fight", trade=lambda q: "plain_shield" if "plain_shield" in q.options else None)
    assert "heavy_club" not in asked(play, "trade")[0].options


def test_s122_the_short_way_is_a_setting() -> None:
    play = close("wisdom", "wisdom", settings=("trade_mode=one",))
    give(play, "abbot", "plain_club")
    give(play, "tailor", "plain_food")
    give(play, "tailor", "plain_die")
    round_of(play, "trade", "fight", trade="plain_food")
    assert set(asked(play, "trade")[0].options) == {"plain_food", "plain_die", None}
    assert len(asked(play, "trade")) == 1


def test_s123_cover_does_nothing() -> None:
    play = close("wisdom", "wisdom")
    round_of(play, "fight", "cover")
    assert play.get("Crew.record", "tailor") == [12]


# --- the end --------------------------------------------------------------------------------------------


def test_s127_after_combat_as_many_items_are_found_as_the_search_value_says() -> None:
    play = close()
    before = play.get("items")
    play.do("win_combat", "target")
    assert play.get("pool") == list(reversed(before[-2:]))
    assert play.get("in_combat") is False
