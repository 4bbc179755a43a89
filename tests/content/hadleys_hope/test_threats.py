"""H-060 to H-070, H-100 and the worked example of the best route; locks and closures by strength."""

from __future__ import annotations

import pytest

from tests.content.hadleys_hope.base import Colony

SMALL = ("bridges=2",)


def two_routes(turn: int) -> Colony:
    """From A1 (turned so) to B5 it's four sectors by A4 as by A2; nothing leads to A3, which is nearer."""
    colony = Colony(3, SMALL)
    colony.lay("A1", "dock", turn)
    colony.lay("A4", "bend_2", 1)
    colony.lay("A2", "fork_1", 0)
    colony.lay("A5", "bend_1", 0)
    colony.lay("A3", "hub_1")
    colony.stand(0, "A3")
    colony.stand(1, "B5")
    colony.stand(2, "B5")
    colony.threat(2, "A1", "xenomorph_1")
    return colony


@pytest.mark.parametrize("turn", range(6))
def test_h062_example_two_equal_routes_and_an_unreachable_human(turn: int) -> None:
    colony = two_routes(turn)
    by_a4, by_a2 = (2 - turn) % 6, (3 - turn) % 6
    assert colony.threat_phase(2) == ("A4" if by_a4 < by_a2 else "A2")


def test_h062_the_shorter_route_wins_whatever_the_hatch() -> None:
    colony = two_routes(0)
    colony.stand(1, "A5", 1)
    assert colony.threat_phase(2) == "A2"


def test_h064_what_no_route_leads_to_is_no_target() -> None:
    colony = two_routes(0)
    for seat in (1, 2):
        colony.stand(seat, "A3")
    assert colony.threat_phase(2) == "A1"
    assert colony.play.get("Player.strength", 2) == 2


def test_h061_the_owners_own_token_is_a_target_too() -> None:
    colony = two_routes(0)
    colony.stand(1, "A3")
    assert colony.threat_phase(2) == "A4"


@pytest.mark.parametrize(("strength", "steps"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_h009_table_t1_strength_and_movement(strength: int, steps: int) -> None:
    colony = two_routes(0)
    colony.threat(2, "A1", "xenomorph_1", strength)
    assert colony.threat_phase(2) == ["A4", "B1", "B4"][steps - 1]


def test_h063_h065_unexplored_sectors_faults_and_others_stop_no_threat() -> None:
    colony = two_routes(0)
    colony.play.do("drill_break", "B1")
    colony.play.put("queen", colony.hall("B1"))
    colony.threat(2, "A4", "xenomorph_1")
    colony.threat(1, "B1", "cat")
    assert colony.threat_phase(2) == "B1"


@pytest.mark.parametrize("strength", range(1, 7))
@pytest.mark.parametrize("inside", [True, False])
def test_h064_closures_hold_what_is_weaker_than_the_hatch(strength: int, inside: bool) -> None:
    """A closure on hatch 4 of the dock, towards A2; on the other side, on the hatch of A2 that meets it."""
    colony = Colony(2, ("bridges=1",))
    colony.lay("A2", "hub_1", 0 if inside else 3)
    colony.lay("A4", "tangle_2", 1)
    if inside:
        colony.close("A1", 4)
    else:
        colony.close("A2", 4)
    for seat in (0, 1):
        colony.stand(seat, "A2" if inside else "A1")
    colony.threat(1, "A1" if inside else "A2", "cat", strength)
    colony.play.answers["act"] = "done"
    colony.play.do("threat_phase", 1)
    met = bool(colony.told("encounter"))
    assert met == (strength >= 4)


@pytest.mark.parametrize(("setting", "passes"), [("strongest", True), ("nobody", False)])
def test_h064_locks_let_only_strength_six_pass_or_nothing(setting: str, passes: bool) -> None:
    for strength in range(1, 7):
        colony = Colony(2, ("bridges=1", f"lock_pass={setting}"))
        colony.lay("A2", "hub_1")
        colony.lay("A4", "tangle_2", 1)
        colony.close("A1", 4, locked=True)
        for seat in (0, 1):
            colony.stand(seat, "A2")
        colony.threat(1, "A1", "cat", strength)
        colony.play.do("threat_phase", 1)
        assert bool(colony.told("encounter")) == (passes and strength == 6)


def test_h060_a_disc_that_is_off_the_board_is_placed_and_does_not_move() -> None:
    colony = Colony(2)
    colony.event("fire_doors")
    assert colony.threat_phase(1) == "B5"
    assert colony.play.get("Player.strength", 1) == 1
    assert len(colony.play.get("Player.indicator", 1)) == 1


def test_placed_threat_moves_if_the_setting_says_so() -> None:
    colony = Colony(2, ("placed_threat_moves=true",))
    colony.event("fire_doors")
    assert colony.threat_phase(1) != "B5"


def test_h043_places_that_are_taken_or_not_in_play_are_skipped() -> None:
    colony = Colony(2)
    colony.event("fire_doors")
    colony.threat(0, "B5", "cat")
    colony.play.put("queen", colony.hall("E3"))
    colony.play.put("Player.being", "xeno", 1)
    colony.stand(1, "C2")
    colony.play.put("Player.threat", None, 0)
    colony.play.do("drill_place", 0)
    assert colony.where("Player.threat", 0) == "B5"
    colony.threat(0, "B5", "cat")
    colony.play.put("Player.being", "human", 1)
    colony.stand(1, "A1")
    colony.play.do("drill_place", 1)
    assert colony.where("Player.threat", 1) == "C2", "E3 holds the queen"


def test_h066_a_threat_that_meets_a_settler_is_gone_with_it() -> None:
    colony = two_routes(0)
    colony.settler("settler_1", "A4", status="infected")
    colony.threat(2, "A1", "xenomorph_1", 3)
    assert colony.threat_phase(2) is None
    play = colony.play
    assert play.get("colonists")[0] == "settler_1"
    assert play.get("Settler.status", "settler_1") == []
    assert play.get("statuses")[0].startswith("infected")
    assert play.get("indicators")[0] == "xenomorph_1"


def test_h067_h069_a_human_stops_it_and_the_disc_goes_back() -> None:
    colony = two_routes(0)
    colony.stand(0, "B1")
    colony.threat(2, "A1", "cat", 6)
    assert colony.threat_phase(2) is None
    assert colony.told("encounter") == [{"of": 2, "found": "cat", "place": "B1"}]
    assert colony.play.get("indicators")[0] == "cat"
    assert colony.play.get("Player.strength", 2) == 1


def test_h068_it_grows_up_to_six() -> None:
    colony = two_routes(0)
    for seat in range(3):
        colony.stand(seat, "A3")
    colony.threat(2, "A1", "cat", 5)
    for expected in (6, 6):
        colony.threat_phase(2)
        assert colony.play.get("Player.strength", 2) == expected


def test_h070_on_a_tile_with_separate_halls_it_appears_at_the_lowest_hatch() -> None:
    """The hall of hatches 1 and 4, not the wider one of 2, 3, 5 and 6; however the tile is turned."""
    for turn in range(6):
        colony = Colony(2)
        colony.event("fire_doors")
        colony.lay("B5", "pass_2", turn)
        assert colony.threat_phase(1) == "B5"
        assert colony.play.get("Hall.hatches", colony.play.get("Player.threat", 1)) == [1, 4]


def test_h156_a_decoy_draws_every_threat_until_one_reaches_it() -> None:
    colony = two_routes(0)
    colony.play.move("decoy", "decoys")
    colony.play.put("Object.where", colony.hall("A2"), "decoy")
    colony.stand(0, "A4")
    assert colony.threat_phase(2) is None
    assert colony.play.get("decoys") == []
    assert colony.play.get("floor") == ["decoy"]
    assert [colony.shown(h) for h in colony.play.get("floor_at")] == ["A2"]


@pytest.mark.parametrize("how", ["turn", "closure"])
def test_ways_are_worked_out_anew_only_around_what_changed(how: str) -> None:
    """A hall far off, and one beside what changes, have lost their ways: only the latter gets them again."""
    colony = Colony(2)
    for place, tile in (("A2", "hub_1"), ("A3", "hub_2"), ("D1", "star_1")):
        colony.lay(place, tile)
    near, far = colony.ways("A3"), colony.ways("D1")
    assert near
    assert far
    for place in ("A3", "D1"):
        colony.play.put("Hall.ways", [], colony.hall(place))
    if how == "turn":
        colony.play.do("drill_rotate", "A2", 1)
    else:
        colony.close("A2", 2)
    assert colony.ways("A3") == near
    assert colony.ways("D1") == []
