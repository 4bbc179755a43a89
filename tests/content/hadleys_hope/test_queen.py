"""H-160 and H-171 to H-178: the queen and the power loader."""

from __future__ import annotations

import pytest

from tests.content.hadleys_hope.base import Colony


def queen_at(place: str, players: int = 3, settings: tuple[str, ...] = ()) -> Colony:
    colony = Colony(players, settings)
    colony.play.put("queen", colony.hall(place))
    return colony


def test_h160_she_comes_with_the_hive() -> None:
    for seed in range(40):
        colony = Colony(2, seed=seed)
        colony.play.move("hive", "tiles")
        colony.turn(0, "explore", explore="A2")
        assert colony.where("queen") == "A2"
        assert colony.play.get("hive") == "A2"
        break


def test_h160_captives_are_found_with_the_hive() -> None:
    colony = Colony(2)
    colony.play.do("drill_capture", 1)
    colony.play.move("hive", "tiles")
    colony.turn(0, "explore", explore="A2")
    assert colony.where("Player.hall", 1) == "A2"


def test_h171_one_sector_a_step_to_the_dock() -> None:
    colony = queen_at("A5")
    for seat in range(3):
        colony.stand(seat, "C1")
    colony.play.do("queen_step")
    assert colony.where("queen") in ("A2", "A4")
    colony.play.do("queen_step")
    assert colony.where("queen") == "A1"
    colony.play.do("queen_step")
    assert colony.where("queen") == "A1"


@pytest.mark.parametrize("locked", [True, False])
def test_h171_nothing_but_walls_stops_her(locked: bool) -> None:
    colony = Colony(2, ("bridges=1",))
    colony.play.put("queen", colony.hall("A3"))
    colony.stand(0, "A4")
    colony.stand(1, "A4")
    colony.lay("A2", "hub_1")
    for hatch in range(1, 7):
        colony.close("A2", hatch, locked)
    colony.play.do("drill_break", "A2")
    colony.play.put("loader", None)
    colony.play.do("queen_step")
    assert colony.where("queen") == "A2"


def test_h172_humans_and_settlers_in_her_way_are_carried_off() -> None:
    colony = queen_at("A3")
    colony.play.put("loader", None)
    for seat in range(2):
        colony.stand(seat, "A2")
    colony.play.put("Player.being", "xeno", 1)
    colony.settler("settler_1", "A2")
    colony.play.do("queen_step")
    assert colony.where("queen") == "A2"
    assert [colony.play.get("Player.captive", s) for s in range(3)] == [True, False, False]
    assert colony.play.get("captives") == ["settler_1"]
    assert len(colony.play.get("Player.status", 0)) == 1


def test_h172_walking_into_her_is_being_captured() -> None:
    colony = queen_at("A2")
    colony.lay("A2", "hub_1")
    colony.turn(0, "move")
    assert colony.play.get("Player.captive", 0)


def test_h174_no_object_helps() -> None:
    colony = queen_at("A2")
    colony.lay("A2", "hub_1")
    colony.give(0, "flamethrower")
    colony.give(0, "hiding_place")
    colony.turn(0, "move")
    assert not [q for q in colony.play.asked if q.kind == "window:attacked"]
    assert colony.play.get("Player.captive", 0)


def test_h175_the_loader_holds_her() -> None:
    colony = queen_at("A3")
    colony.play.do("queen_step")
    assert colony.where("queen") == "A3"
    colony.lay("A2", "hub_1")
    colony.lay("A3", "hub_2")
    colony.stand(0, "A2")
    colony.turn(0, "move", move="A3")
    assert not colony.play.get("Player.captive", 0)


@pytest.mark.parametrize(("setting", "moves"), [("false", False), ("true", True)])
def test_h175_whether_an_event_frees_her_is_a_setting(setting: str, moves: bool) -> None:
    colony = queen_at("A3", settings=(f"queen_breaks_free={setting}",))
    colony.event("her_cry")
    colony.play.do("happening")
    assert (colony.where("queen") != "A3") == moves


def test_h109_h176_climbing_on_and_one_move_a_turn() -> None:
    colony = Colony(2)
    colony.lay("A2", "hub_1")
    colony.play.put("loader", colony.hall("A1"))
    colony.turn(0, "climb", "move", move="A2")
    assert colony.where("loader") == "A2"
    assert colony.play.get("Player.pa", 0) == 3
    assert "move" not in colony.acts(0)
    assert "dismount" in colony.acts(0)
    colony.turn(0, "dismount", "move", move="A1")
    assert colony.where("loader") == "A2"


def test_h176_she_is_dragged_along() -> None:
    colony = queen_at("A1")
    colony.play.put("loader", colony.hall("A1"))
    colony.lay("A2", "hub_1")
    colony.stand(1, "C1")
    colony.stand(2, "C1")
    colony.turn(0, "climb", "drag", drag="A2")
    assert [colony.where("queen"), colony.where("loader"), colony.where("Player.hall", 0)] == ["A2"] * 3
    assert colony.play.get("Player.pa", 0) == 3


def test_h177_driving_the_loader_in_her_sector_costs_life() -> None:
    colony = queen_at("A3")
    colony.stand(0, "A3")
    colony.play.put("Player.riding", True, 0)
    colony.play.do("queen_step")
    assert colony.play.get("Player.life", 0) == 5
    colony.play.put("Player.riding", False, 0)
    colony.play.do("queen_step")
    assert colony.play.get("Player.life", 0) == 5


def test_h173_driven_from_the_dock_she_walks_back() -> None:
    colony = queen_at("A2")
    for seat in range(3):
        colony.stand(seat, "C1")
    colony.play.put("loader", colony.hall("A3"))
    colony.play.do("queen_step")
    assert colony.where("queen") == "A1"


def test_h178_the_loader_protects_from_nothing_else() -> None:
    colony = Colony(2)
    colony.play.put("Player.riding", True, 0)
    colony.play.put("loader", colony.hall("A1"))
    colony.stand(1, "C1")
    colony.threat(1, "A1", "xenomorph_1")
    colony.play.do("drill_meet", 1)
    assert colony.play.get("Player.captive", 0)
    assert not colony.play.get("Player.riding", 0)


def test_h117_the_loader_rolls_by_itself_once_a_turn() -> None:
    colony = Colony(2)
    colony.lay("A2", "signal_room")
    colony.lay("A3", "hub_1")
    colony.lay("A5", "hub_2")
    colony.stand(0, "A2")
    colony.turn(0, "station", station="loader", loader_to=lambda q: q.options[0])
    assert colony.where("loader") != "A3"
    assert "station" not in colony.acts(0)
