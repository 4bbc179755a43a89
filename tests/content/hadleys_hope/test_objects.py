"""H-150 to H-156 and table T2: what objects do."""

from __future__ import annotations

import pytest

from tests.content.hadleys_hope.base import Colony


def test_h151_tools_mend_a_fault_and_pay() -> None:
    colony = Colony(2)
    colony.give(0, "tools")
    colony.play.move("mechanical_fault", "faults")
    colony.play.do("drill_break", "A1")
    colony.turn(0, "operate")
    assert colony.play.get("broken") == []
    assert (colony.play.get("Player.magnetic", 0), colony.play.get("Player.pa", 0)) == (2, 4)


@pytest.mark.parametrize(("pa", "mended"), [(1, False), (2, True)])
def test_h151_a_gas_leak_costs_two_actions(pa: int, mended: bool) -> None:
    colony = Colony(2)
    colony.give(0, "tools")
    colony.play.move("gas_fault", "faults")
    colony.play.do("drill_break", "A1")
    assert ("operate" in colony.acts(0, pa)) == mended
    if mended:
        colony.turn(0, "operate", pa=pa)
        assert colony.play.get("Player.pa", 0) == 0
        assert colony.play.get("Place.gas", "A1") == 0


def test_h151_closures_become_locks_and_locks_closures() -> None:
    colony = Colony(2)
    colony.give(0, "tools")
    colony.close("A1", 3)
    colony.turn(0, "operate", "operate", job=["lock", "unlock"])
    assert [b["locked"] for b in colony.told("bolted")] == [True, False]
    assert colony.play.get("Place.gates", "A1")[2] == 3


def test_h152_a_mended_fault_goes_under_its_stack() -> None:
    colony = Colony(3)
    colony.play.move("gas_fault", "faults")
    colony.play.do("drill_break", "A1")
    colony.turn(2, "mend")
    assert colony.play.get("faults")[0] == "gas_fault"


def test_h153_the_explorer_walks_and_explores_until_its_charge_is_spent() -> None:
    colony = Colony(4)
    colony.give(0, "explorer")
    colony.lay("A2", "hub_1")
    colony.play.put("Player.nuclear", 9, 0)
    colony.turn(0, "operate", "operate", probe=["move", "explore"], probe_to="A3", pa=9)
    play = colony.play
    assert colony.where("Object.where", "explorer") == "A2"
    assert play.get("Place.explored", "A3")
    assert colony.where("Player.hall", 0) == "A1"
    assert (play.get("Object.charges", "explorer"), play.get("Player.nuclear", 0)) == (4, 7)
    play.put("Object.charges", 1, "explorer")
    colony.turn(0, "operate", probe="move", probe_to="A1")
    assert play.get("Player.pack", 0) == []
    assert [colony.shown(h) for h in play.get("floor_at") if h == colony.hall("A1")] == ["A1"]


def test_h153_who_takes_it_next_has_all_of_its_actions() -> None:
    colony = Colony(2)
    colony.give(0, "explorer", 0)
    colony.play.put("Object.charges", 2, "explorer")
    colony.turn(0, "drop")
    colony.turn(1, "take", take=1)
    assert colony.play.get("Object.charges", "explorer") == 6


def test_h154_h108_medical_equipment_heals_oneself_or_others_there() -> None:
    colony = Colony(3)
    colony.give(0, "medical_equipment")
    colony.play.put("Player.life", 4, 0)
    colony.play.put("Player.life", 5, 1)
    colony.turn(0, "operate", "operate", care="heal", patient=[0, 1])
    assert [colony.play.get("Player.life", s) for s in (0, 1)] == [5, 6]
    assert colony.play.get("Player.magnetic", 0) == 1


def test_h154_it_looks_at_an_indicator_in_private() -> None:
    colony = Colony(3)
    colony.give(0, "medical_equipment")
    colony.mark(1, "infected")
    colony.turn(0, "operate", care="look", inspect=1)
    assert [(t.seats, t.args) for t in colony.play.told if t.message == "diagnosis"] == [
        ((0,), {"who": 1, "infected": True})
    ]


@pytest.mark.parametrize("room", ["laboratory", "mess_hall"])
def test_h116_h154_only_an_operating_room_takes_an_indicator_away_once_a_turn(room: str) -> None:
    colony = Colony(2)
    colony.lay("A2", room)
    colony.stand(0, "A2")
    colony.give(0, "medical_equipment")
    colony.mark(0, "healthy")
    colony.mark(0, "infected")
    colony.mark(0, "infected")
    if room == "mess_hall":
        assert "operate" not in colony.acts(0)
        return
    colony.turn(0, "operate", cured=lambda q: next(o for o in q.options if str(o).startswith("infected")))
    left = [s.split("#")[0] for s in colony.play.get("Player.status", 0)]
    assert left == ["healthy", "infected"]
    assert colony.play.get("statuses")[0].startswith("infected")
    assert "operate" not in colony.acts(0)


def test_h155_a_scanner_is_private() -> None:
    colony = Colony(3)
    colony.give(0, "scanner")
    colony.threat(1, "C1", "horde")
    colony.turn(0, "operate", threat_of=1)
    assert [(t.seats, t.args) for t in colony.play.told if t.message == "blip"] == [
        ((0,), {"of": 1, "found": "horde"})
    ]
    assert colony.play.view(0)["zones"]["Player.indicator"][1] == [None]


def test_h156_a_decoy_is_set_where_its_owner_stands_and_can_be_taken_again() -> None:
    colony = Colony(2)
    colony.give(0, "decoy")
    colony.turn(0, "operate")
    assert colony.play.get("decoys") == ["decoy"]
    assert colony.where("Object.where", "decoy") == "A1"
    colony.stand(0, "A2")
    colony.stand(1, "A2")
    colony.threat(1, "A3", "cat", 1)
    colony.play.put("Player.threat", colony.hall("A1"), 1)
    assert colony.threat_phase(1) is None
    colony.stand(0, "A1")
    assert "take" in colony.acts(0)


def test_the_hiding_place_hides_until_the_next_turn() -> None:
    colony = Colony(2)
    colony.give(0, "hiding_place")
    colony.turn(0, "operate")
    assert colony.play.get("Player.hidden", 0)
    colony.play.answers["act"] = "done"
    colony.play.do("begin_turn", 0)
    assert not colony.play.get("Player.hidden", 0)


def test_moving_gives_a_hidden_human_away() -> None:
    colony = Colony(2)
    colony.lay("A2", "hub_1")
    colony.give(0, "hiding_place")
    colony.turn(0, "operate", "move")
    assert not colony.play.get("Player.hidden", 0)


def test_the_eighth_object_a_stimulant_gives_actions_for_life() -> None:
    colony = Colony(2)
    colony.give(0, "stimulant")
    colony.turn(0, "operate", pa=2)
    assert (colony.play.get("Player.pa", 0), colony.play.get("Player.life", 0)) == (4, 5)
    assert colony.play.get("objects")[0] == "stimulant"


def test_h202_a_flamethrower_is_no_use_in_ones_turn_but_against_an_attack() -> None:
    colony = Colony(2)
    colony.give(0, "flamethrower")
    assert "operate" not in colony.acts(0)
