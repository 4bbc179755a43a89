"""Attacks, deaths and feeding: rules A-050 to A-073."""

from __future__ import annotations

from tests.content.aliens.station import moves, next_cards, station, status, turn


def test_a050_an_alien_attacks_where_it_has_just_arrived_and_says_so() -> None:
    play = station("HHA", "D08", "L09", "D09")
    heard = turn(play, 2, "D08", attack=True)
    assert heard[0] == ("attack", {"who": 2, "sector": "D08"})
    [question] = [q for q in play.asked if q.kind == "attack"]
    assert question.about["sector"] == "D08"


def test_a050_it_need_not_attack() -> None:
    play = station("HHA", "D08", "L09", "D09")
    turn(play, 2, "D08", attack=False)
    assert status(play, 0) == "aboard"


def test_a051_everyone_else_in_the_sector_is_killed_human_or_alien() -> None:
    play = station("HHHAAA", "D08", "D08", "D09", "D08", "D09", "D09")
    heard = turn(play, 5, "D08", attack=True)
    assert [status(play, seat) for seat in range(6)] == [
        "turning",
        "turning",
        "aboard",
        "out",
        "aboard",
        "aboard",
    ]
    assert [args["who"] for name, args in heard if name == "killed"] == [0, 1, 3]


def test_a053_the_dead_show_their_character_and_lose_their_cards() -> None:
    play = station("HHA", "D09", "L09", "D09")
    next_cards(play, "cat", "silence")
    turn(play, 0, "D08")
    turn(play, 0, "C09")
    heard = turn(play, 2, "C09", attack=True)
    assert ("unmasked", {"who": 0, "character": "captain"}) in heard
    assert play.get("Player.character", 0) == []
    assert play.get("Player.unmasked", 0) == ["captain"]
    assert play.get("Player.kept", 0) == []
    assert play.get("lost") == ["cat", "silence"]
    assert None not in play.view(1)["zones"]["game.lost"]
    assert play.view(1)["zones"]["Player.unmasked"][0] != [None]


def test_a054_a_killed_human_goes_on_from_the_alien_sector_as_an_alien() -> None:
    play = station("HHA", "D08", "L09", "D09")
    turn(play, 2, "D08", attack=True)
    assert play.machine.side_of(play.state, 0) == "aliens"
    found = moves(play, 0)
    assert status(play, 0) == "aboard"
    assert set(found) == set(moves(station("HHA", "L08", "L09", "L06"), 2))
    assert ("risen", {"who": 0}) in play.heard(1)


def test_a054_it_attacks_as_an_alien_but_has_no_speed_of_a_fed_one() -> None:
    play = station("HHA", "D08", "L05", "D09")
    turn(play, 2, "D08", attack=True)
    turn(play, 0, "L05", attack=True)
    assert status(play, 1) == "turning"


def test_a055_a_killed_alien_is_out_for_good() -> None:
    play = station("HAA", "L09", "D08", "D09")
    turn(play, 2, "D08", attack=True)
    assert status(play, 1) == "out"
    before = len(play.asked)
    turn(play, 1)
    assert len(play.asked) == before


def test_a055_a_human_killed_twice_is_out() -> None:
    play = station("HHA", "D08", "L09", "D09")
    turn(play, 2, "D08", attack=True)
    turn(play, 0, "L05")
    play.put("Player.sector", "L05", 2)
    turn(play, 2, "M05")
    heard = turn(play, 2, "L05", attack=True)
    assert status(play, 0) == "out"
    assert "unmasked" not in [name for name, _ in heard]
    assert ("destroyed", {"who": 0}) in heard


def test_a056_a_human_is_never_asked_to_attack() -> None:
    play = station("HHA", "D09", "D08", "L06")
    turn(play, 0, "D08")
    assert "attack" not in [q.kind for q in play.asked]
    assert status(play, 1) == "aboard"


def test_a057_until_it_rises_a_killed_human_is_nowhere() -> None:
    play = station("HHAA", "D08", "L09", "D09", "D09")
    turn(play, 2, "D08", attack=True)
    heard = turn(play, 3, "D08", attack=True)
    assert [args["who"] for name, args in heard if name == "killed"] == [2]
    assert status(play, 0) == "turning"


def test_a058_the_attacker_is_not_its_own_victim() -> None:
    play = station("HA", "L09", "D09")
    heard = turn(play, 1, "D08", attack=True)
    assert status(play, 1) == "aboard"
    assert [name for name, _ in heard] == ["attack", "missed"]


def test_a059_victims_are_taken_from_the_attackers_left() -> None:
    play = station("HHHAAA", "D08", "L09", "D08", "D09", "D08", "D08")
    heard = turn(play, 3, "D08", attack=True)
    assert [args["who"] for name, args in heard if name == "killed"] == [4, 5, 0, 2]


def test_a060_a_miss_costs_nothing_but_what_it_tells() -> None:
    play = station("HA", "L09", "D09")
    before = play.machine.encode(play.state)
    turn(play, 1, "D08", attack=True)
    after = play.machine.encode(play.state)
    assert after["zones"] == before["zones"]
    assert after["game"] == before["game"]
    changed = {
        name
        for name, column in after["entities"]["Player"].items()
        if column != before["entities"]["Player"][name]
    }
    assert changed == {"sector"}


def test_a070_a_human_meal_makes_an_alien_faster_from_its_next_turn() -> None:
    play = station("HHA", "D08", "L09", "D09")
    heard = turn(play, 2, "D08", attack=True)
    assert ("fed", {"who": 2, "speed": 3}) in heard
    assert set(moves(play, 2)) > set(moves(station("HHA", "L09", "L09", "D08"), 2))


def test_a071_a_second_meal_adds_nothing() -> None:
    play = station("HHHA", "D08", "D08", "L09", "D09")
    turn(play, 3, "D08", attack=True)
    once = set(moves(play, 3))
    play.put("Player.sector", "L05", 3)
    play.put("Player.sector", "M05", 2)
    play.put("Player.status", "aboard", 2)
    other = station("HHHA", "L09", "L09", "L09", "D08")
    other.put("Player.fed", True, 3)
    assert once == set(moves(other, 3))
    assert [name for name, _ in play.heard(0)].count("fed") == 1
    heard = turn(play, 3, "M05", attack=True)
    assert "fed" not in [name for name, _ in heard]


def test_a073_killing_aliens_feeds_nobody() -> None:
    play = station("HAA", "L09", "D08", "D09")
    heard = turn(play, 2, "D08", attack=True)
    assert status(play, 1) == "out"
    assert play.get("Player.fed", 2) is False
    assert "fed" not in [name for name, _ in heard]


def test_a073_killing_a_turned_human_feeds_nobody_and_it_may_be_fed_itself() -> None:
    play = station("HHAA", "D08", "M05", "D09", "L05")
    turn(play, 2, "D08", attack=True)
    turn(play, 0, "M05", attack=True)
    assert play.get("Player.fed", 0) is True
    play = station("HHAA", "D08", "L09", "D09", "L04")
    turn(play, 2, "D08", attack=True)
    turn(play, 0, "L05")
    turn(play, 3, "L05", attack=True)
    assert status(play, 0) == "out"
    assert play.get("Player.fed", 3) is False


def test_vector_the_attack_of_the_rulebook() -> None:
    """An alien enters D08, where a human stands, and attacks."""
    play = station("HHA", "D08", "L09", "D09")
    turn(play, 2, "D08", attack=True)
    assert status(play, 0) == "turning"
    assert set(moves(play, 0)) == set(moves(station("HHA"), 2))
    assert len(moves(play, 2)) > len(moves(station("HHA", "D09", "L09", "D08"), 2))
