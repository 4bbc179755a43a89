"""H-080 to H-121: the actions of humans."""

from __future__ import annotations

import pytest

from tests.content.hadleys_hope.base import Colony


@pytest.mark.parametrize(("level", "actions"), [("basic", 5), ("medium", 4), ("extreme", 4), ("ripley", 4)])
def test_h080_table_t4_actions(level: str, actions: int) -> None:
    colony = Colony(2, (f"level={level}",))
    colony.play.answers["act"] = "done"
    colony.play.do("begin_turn", 0)
    assert colony.play.get("Player.pa", 0) == actions


@pytest.mark.parametrize("turn", range(6))
def test_h090_a_new_tile_meets_the_hatch_of_the_same_number(turn: int) -> None:
    """Explored across hatch k, whatever way the explorer's tile lies; the dock has all six."""
    for there in ("E5", "D3", "A4", "A2", "C4", "E3"):
        colony = Colony(4)
        colony.lay("A1", "dock", turn)
        colony.turn(0, "explore", explore=there)
        side = ["E5", "D3", "A4", "A2", "C4", "E3"].index(there)
        hatch = (side - turn) % 6 + 1
        new = colony.play.get("Place.turn", there)
        assert (hatch - 1 + new) % 6 == (side + 3) % 6


def test_h090_explore_costs_an_action_and_a_room_brings_two_objects() -> None:
    seen = set()
    for seed in range(12):
        colony = Colony(2, seed=seed)
        colony.turn(0, "explore", explore="A2")
        assert colony.play.get("Player.pa", 0) == 4
        tile = colony.play.get("Place.tile", "A2")
        room = colony.play.machine.game.definitions[tile].type == "Room"
        assert len(colony.play.get("floor")) == (2 if room else 0)
        assert [colony.shown(h) for h in colony.play.get("floor_at")] == ["A2"] * len(
            colony.play.get("floor")
        )
        assert set(colony.play.view(0)["zones"]["game.floor"]) <= {None}
        seen.add(room)
    assert seen == {True, False}


def test_h090_explore_reach_may_be_limited_to_ones_own_hatches() -> None:
    for reach, there in (("any_side", 6), ("own_hatches", 3)):
        colony = Colony(2, (f"explore_reach={reach}", "bridges=7"))
        colony.lay("A2", "fork_1")
        colony.stand(0, "A2")
        colony.lay("A1", "dock")
        colony.turn(0, "explore", explore=lambda q: q.options[0])
        found = [q.options for q in colony.play.asked if q.kind == "explore"][-1]
        assert len(found) == there - 1, "the dock above is explored"


def test_h091_moves_follow_halls_that_connect() -> None:
    colony = Colony(2)
    colony.lay("A2", "hub_1")
    colony.lay("A4", "tangle_2", 3)
    colony.turn(0, "move", move="A2")
    assert colony.where("Player.hall", 0) == "A2"
    colony.stand(0, "A4", 0)
    assert "move" in colony.acts(0)


def test_h091_unexplored_sectors_and_closures_stop_a_human() -> None:
    colony = Colony(2)
    assert "move" not in colony.acts(0)
    colony.lay("A2", "hub_1")
    assert "move" in colony.acts(0)
    colony.close("A2", 1)
    assert "move" not in colony.acts(0)


@pytest.mark.parametrize(("pa", "moves"), [(1, False), (2, True)])
def test_h091_h161_a_gas_leak_costs_two(pa: int, moves: bool) -> None:
    colony = Colony(2)
    colony.lay("A2", "hub_1")
    colony.play.move("gas_fault", "faults")
    colony.play.do("drill_break", "A2")
    assert ("move" in colony.acts(0, pa)) == moves
    if moves:
        colony.turn(0, "move", pa=pa)
        assert colony.play.get("Player.pa", 0) == 0


@pytest.mark.parametrize(("clockwise", "turned"), [(True, 1), (False, 5)])
def test_h092_one_turns_ones_own_sector_either_way(clockwise: bool, turned: int) -> None:
    colony = Colony(2)
    colony.turn(0, "rotate", rotate="A1", clockwise=clockwise)
    assert colony.play.get("Place.turn", "A1") == turned
    assert colony.where("Player.hall", 0) == "A1"


def test_h092_unexplored_neighbours_turn_too_explored_ones_do_not() -> None:
    colony = Colony(2)
    colony.lay("A2", "hub_1")
    colony.turn(0, "rotate", rotate=lambda q: q.options[0], clockwise=True)
    asked = next(q.options for q in colony.play.asked if q.kind == "rotate")
    assert "A1" in asked
    assert "A2" not in asked
    assert "A4" in asked


def test_h092_h161_a_mechanical_fault_holds_a_sector() -> None:
    colony = Colony(2)
    colony.play.move("mechanical_fault", "faults")
    colony.play.do("drill_break", "A1")
    colony.turn(0, "rotate", rotate=lambda q: q.options[0], clockwise=True)
    assert "A1" not in next(q.options for q in colony.play.asked if q.kind == "rotate")


def test_a_turn_cuts_a_hall_off() -> None:
    colony = Colony(2)
    colony.lay("A2", "pass_2")
    assert colony.ways("A2", 0)[0] == "A1"
    colony.play.do("drill_rotate", "A2", 1)
    assert "A1" not in colony.ways("A2", 0)
    assert "A2" not in colony.ways("A1")
    assert "A2/1" in colony.ways("A1")


# --- objects ------------------------------------------------------------------------------------------


def on_floor(colony: Colony, *things: str, place: str = "A1") -> None:
    colony.play.put("floor_at", [colony.hall(place)] * len(things))
    for thing in things:
        colony.play.move(thing, "floor")


def test_h093_looking_is_free_and_private() -> None:
    colony = Colony(3)
    on_floor(colony, "tools", "scanner")
    colony.turn(0, "peek", pa=5)
    assert colony.play.get("Player.pa", 0) == 5
    assert [t.seats for t in colony.play.told if t.message == "sees"] == [(0,), (0,)]
    assert [s["object"] for s in colony.told("sees")] == ["tools", "scanner"]
    assert "peek" not in colony.acts(0), "once a turn"
    assert colony.play.view(0)["zones"]["game.floor"] == [None, None]


@pytest.mark.parametrize(("seat", "level"), [(0, 2), (1, 1), (2, 0)])
def test_h010_h094_a_taken_object_lies_at_its_difficulty_for_the_rank(seat: int, level: int) -> None:
    colony = Colony(3)
    on_floor(colony, "scanner", "tools")
    colony.turn(seat, "take", take=2)
    assert colony.play.get("Player.pack", seat) == ["tools"]
    assert colony.play.get("Object.level", "tools") == level
    assert colony.play.get("Player.pa", seat) == 4
    assert colony.play.get("floor") == ["scanner"]


def test_h094_six_objects_and_closures_and_no_more() -> None:
    colony = Colony(2)
    for thing in ("tools", "tools#2", "explorer", "explorer#2"):
        colony.give(0, thing)
    colony.play.move("closure", "Player.closures", 0)
    on_floor(colony, "scanner")
    assert "take" in colony.acts(0)
    colony.play.move("closure#2", "Player.closures", 0)
    assert "take" not in colony.acts(0)


def test_h095_learning_brings_it_one_down() -> None:
    colony = Colony(2)
    colony.give(0, "tools", 2)
    colony.turn(0, "learn", "learn")
    assert colony.play.get("Object.level", "tools") == 0
    assert colony.play.get("Player.pa", 0) == 3


@pytest.mark.parametrize(("level", "magnetic", "usable"), [(0, 1, True), (1, 1, False), (0, 0, False)])
def test_h096_h150_an_object_is_used_at_level_zero_and_paid_for(
    level: int, magnetic: int, usable: bool
) -> None:
    colony = Colony(2)
    colony.give(0, "scanner", level)
    colony.threat(1, "C1", "cat")
    colony.play.put("Player.magnetic", magnetic, 0)
    assert ("operate" in colony.acts(0)) == usable
    if usable:
        colony.turn(0, "operate", threat_of=1)
        assert (colony.play.get("Player.magnetic", 0), colony.play.get("Player.pa", 0)) == (0, 4)


def test_h097_leaving_is_free_and_it_is_as_hard_as_ever_when_taken_again() -> None:
    colony = Colony(2)
    colony.give(0, "tools", 0)
    colony.turn(0, "drop", "take", drop="tools", take=1)
    assert colony.play.get("Object.level", "tools") == 2
    assert colony.play.get("Player.pa", 0) == 4


def test_h112_what_is_dropped_stays_in_its_hall() -> None:
    colony = Colony(2)
    colony.lay("A2", "pass_2")
    colony.stand(0, "A2", 1)
    colony.give(0, "tools", 0)
    colony.settler("settler_1", seat=0)
    colony.turn(0, "drop", "leave_settler")
    assert [colony.shown(h) for h in colony.play.get("floor_at")] == ["A2/1"]
    assert colony.where("Settler.hall", "settler_1") == "A2/1"
    colony.stand(0, "A2", 0)
    found = colony.acts(0)
    assert not {"take", "pick_up", "peek"} & set(found)


# --- rooms --------------------------------------------------------------------------------------------


def in_room(room: str, players: int = 2) -> Colony:
    colony = Colony(players)
    colony.lay("A2", room)
    for seat in range(players):
        colony.stand(seat, "A2")
        colony.play.put("Player.magnetic", 0, seat)
        colony.play.put("Player.nuclear", 0, seat)
    return colony


def test_h098_each_kind_once_a_room_and_turn() -> None:
    colony = in_room("control_bridge")
    colony.turn(0, "refill", "refill", refill=["magnetic"])
    assert (colony.play.get("Player.magnetic", 0), colony.play.get("Player.nuclear", 0)) == (1, 1)
    assert "refill" not in colony.acts(0)
    colony.play.do("end_turn", 0)
    assert "refill" in colony.acts(0)


def test_h098_nursing_gives_nuclear_only() -> None:
    colony = in_room("nursing")
    colony.turn(0, "refill")
    assert (colony.play.get("Player.magnetic", 0), colony.play.get("Player.nuclear", 0)) == (0, 1)
    assert "refill" not in colony.acts(0)


def test_h099_a_closure_from_any_room_once_a_turn() -> None:
    colony = in_room("workshop")
    colony.turn(0, "get_closure")
    assert len(colony.play.get("Player.closures", 0)) == 1
    assert colony.play.get("Player.pa", 0) == 4
    assert "get_closure" not in colony.acts(0)
    colony.lay("A3", "hub_1")
    colony.stand(0, "A3")
    assert "get_closure" not in colony.acts(0), "a corridor has none"


def test_h100_a_closure_goes_on_a_hatch_of_ones_own_sector() -> None:
    colony = in_room("workshop")
    colony.play.move("closure", "Player.closures", 0)
    colony.turn(0, "close", close=5)
    assert colony.play.get("Place.gates", "A2") == [0, 0, 0, 0, 5, 0]
    colony.play.move("closure#2", "Player.closures", 0)
    colony.turn(0, "close", close=lambda q: q.options[0])
    assert [q.options for q in colony.play.asked if q.kind == "close"][-1] == [1, 2, 3, 6]


def test_h100_h161_a_pneumatic_fault_lets_no_closure_hold() -> None:
    colony = in_room("workshop")
    colony.close("A2", 2)
    colony.close("A2", 3, locked=True)
    colony.play.move("pneumatic_fault", "faults")
    colony.play.do("drill_break", "A2")
    assert colony.play.get("Place.gates", "A2") == [0] * 6
    assert len(colony.play.get("reserve")) == 18
    colony.play.move("closure", "Player.closures", 0)
    assert "close" not in colony.acts(0)


@pytest.mark.parametrize("keep", [True, False])
def test_h101_a_yellow_closure_is_removed_and_kept_or_not(keep: bool) -> None:
    colony = in_room("workshop")
    colony.close("A2", 2)
    colony.close("A2", 3, locked=True)
    colony.turn(0, "unclose", keep=keep)
    assert colony.play.get("Place.gates", "A2") == [0, 0, 6, 0, 0, 0]
    assert len(colony.play.get("Player.closures", 0)) == int(keep)
    assert "unclose" not in colony.acts(0), "a lock stays"


def test_h115_first_aid_once_a_turn_for_anybody_there() -> None:
    colony = in_room("nursing")
    colony.play.put("Player.life", 3, 1)
    colony.turn(0, "first_aid", patient=1)
    assert colony.play.get("Player.life", 1) == 4
    assert "first_aid" not in colony.acts(0)


def test_h117_one_kind_of_use_of_a_station_a_visit() -> None:
    colony = in_room("signal_room")
    colony.event("fire_doors")
    on_floor(colony, "tools", place="A2")
    colony.play.put("Player.crew", "pris", 0)
    colony.turn(0, "station", "station", station=["search"])
    assert len([q for q in colony.play.asked if q.kind == "station"]) == 1
    assert len(colony.told("nobody")) == 2, "it may be repeated"
    colony.lay("A3", "hub_1")
    colony.turn(0, "move", "move", "station", move=["A3"], station="objects")
    assert [s["object"] for s in colony.told("sees")] == ["tools"]


@pytest.mark.parametrize("die", range(1, 7))
def test_h117_a_search_finds_a_settler_where_the_card_says(die: int) -> None:
    colony = Colony(5)
    colony.event("fire_doors")
    spots = ["F1", "B1", "D3", "E5", "G3", "C5"]
    colony.lay("A2", "signal_room")
    colony.stand(0, "A2")
    for spot, tile in zip(spots, ["hub_1", "hub_2", "star_1", "star_2", "star_3", "cross_1"], strict=True):
        colony.lay(spot, tile)
    colony.play.rolls((die - 1, 6))
    colony.turn(0, "station", station="search")
    assert [s["place"] for s in colony.told("appears")] == [spots[die - 1]]


@pytest.mark.parametrize("what", ["unexplored", "threat", "xeno", "queen"])
def test_h117_a_search_fails_where_nobody_can_be(what: str) -> None:
    colony = Colony(5)
    colony.event("fire_doors")
    colony.lay("A2", "signal_room")
    colony.stand(0, "A2")
    if what != "unexplored":
        colony.lay("F1", "hub_1")
    if what == "threat":
        colony.threat(1, "F1", "cat")
    elif what == "queen":
        colony.play.put("queen", colony.hall("F1"))
    elif what == "xeno":
        colony.play.put("Player.being", "xeno", 1)
        colony.stand(1, "F1")
    colony.play.rolls((0, 6))
    colony.turn(0, "station", station="search")
    assert colony.told("appears") == []


def test_h117_a_station_shows_what_lies_in_any_sector_of_the_base() -> None:
    """One names the sector; objects in each of its halls are seen, by oneself alone."""
    colony = Colony(2)
    colony.lay("A2", "signal_room")
    colony.lay("A3", "pass_1")
    colony.stand(1, "A2")
    for nth, thing in ((0, "scanner"), (1, "decoy")):
        colony.stand(0, "A3", nth)
        colony.give(0, thing)
        colony.turn(0, "drop", drop=thing)
    colony.stand(0, "A1")
    colony.give(0, "tools")
    colony.turn(0, "drop", drop="tools")
    colony.play.told.clear()
    colony.turn(1, "station", station="objects", camera="A3")
    assert [q.options for q in colony.play.asked if q.kind == "camera"] == [["A3", "A1"]]
    seen = [(told.seats, told.args["object"]) for told in colony.play.told if told.message == "sees"]
    assert seen == [((1,), "scanner"), ((1,), "decoy")]


def test_h117_h120_only_officers_turn_sectors_from_afar() -> None:
    for seat, can in ((0, True), (1, False), (2, False)):
        colony = in_room("signal_room", 3)
        colony.event("fire_doors")
        colony.turn(
            seat,
            "station",
            station=lambda q: "turn" if "turn" in q.options else q.options[0],
            turn="C1",
            clockwise=True,
            loader_to=lambda q: q.options[0],
        )
        assert (colony.play.get("Place.turn", "C1") == 1) == can


def test_h120_sub_officers_examine_anybody_without_equipment() -> None:
    colony = Colony(3)
    colony.lay("C4", "hub_1")
    colony.stand(0, "C4")
    colony.mark(0, "infected")
    assert "inspect" in colony.acts(1)
    assert "inspect" not in colony.acts(2)
    colony.turn(1, "inspect", inspect=0)
    assert [(t.seats, t.args["infected"]) for t in colony.play.told if t.message == "diagnosis"] == [
        ((1,), True)
    ]


def test_h120_cargo_crew_mend_without_tools() -> None:
    colony = Colony(3)
    colony.play.do("drill_break", "A1")
    assert ["mend" in colony.acts(seat) for seat in range(3)] == [False, False, True]
    colony.turn(2, "mend")
    assert colony.play.get("broken") == []
    assert len(colony.play.get("faults")) == 12


# --- people -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("agreed", [True, False])
def test_h102_h103_receiving_needs_consent_and_costs_the_one_who_receives(agreed: bool) -> None:
    colony = Colony(3)
    colony.give(1, "scanner", 0)
    colony.play.put("Player.pa", 4, 1)
    colony.turn(0, "receive", give=agreed)
    assert colony.play.get("Player.pack", 0) == (["scanner"] if agreed else [])
    assert colony.play.get("Player.pa", 0) == (4 if agreed else 5)
    assert colony.play.get("Player.pa", 1) == 4
    if not agreed:
        assert "receive" not in colony.acts(0), "who refused isn't asked again"


def test_h102_settlers_and_closures_change_hands_too() -> None:
    colony = Colony(2)
    colony.settler("settler_1", seat=1)
    colony.play.move("closure", "Player.closures", 1)
    colony.turn(0, "receive", "receive", piece=["settler"], give=True)
    assert colony.play.get("Player.settlers", 0) == ["settler_1"]
    assert colony.play.get("Player.closures", 0) == ["closure"]


def test_h104_h105_settlers_are_picked_up_and_left() -> None:
    colony = Colony(2)
    colony.settler("settler_1", "A1")
    colony.turn(0, "pick_up")
    assert colony.play.get("Player.settlers", 0) == ["settler_1"]
    colony.lay("A2", "hub_1")
    colony.turn(0, "move", "leave_settler")
    assert colony.where("Settler.hall", "settler_1") == "A2"
    assert colony.play.get("Player.pa", 0) == 3


def test_h106_settlers_in_the_hive_are_freed_one_an_action() -> None:
    colony = Colony(2)
    colony.lay("A2", "hive", 3)
    colony.play.put("hive", "A2")
    for n in (1, 2):
        colony.settler(f"settler_{n}", "A1")
        colony.play.move(f"settler_{n}", "captives")
    colony.stand(0, "A2")
    colony.turn(0, "release", "release", release_settler=lambda q: q.options[0])
    assert sorted(colony.play.get("Player.settlers", 0)) == ["settler_1", "settler_2"]
    assert colony.play.get("Player.pa", 0) == 3


def test_everybody_is_told_what_all_can_see() -> None:
    """What is learnt, taken and refilled; that somebody climbs off; who begins; what an event does to all."""
    colony = Colony(2)
    colony.lay("A2", "nursing")
    colony.stand(0, "A2")
    colony.give(0, "tools", level=2)
    colony.play.put("Player.nuclear", 0, 0)
    colony.turn(0, "learn", "refill", "get_closure")
    assert colony.told("learns") == [{"who": 0, "object": "tools", "left": 1}]
    assert colony.told("refills") == [{"who": 0, "resource": "nuclear"}]
    assert colony.told("equips") == [{"who": 0}]
    colony.play.put("loader", colony.hall("A2"))
    colony.turn(0, "climb", "dismount")
    assert colony.told("dismounts") == [{"who": 0}]
    colony.play.put("round", 2)
    colony.play.do("turns")
    assert colony.told("begins") == [{"who": 1}]
    colony.threat(1, "A3", "cat")
    colony.event("they_smell_you")
    colony.play.do("happening")
    assert colony.play.messages().count("grow") == 1
