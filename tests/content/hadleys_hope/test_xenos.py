"""H-180 to H-190 and H-210: xeno players."""

from __future__ import annotations

from typing import Any

import pytest

from tests.content.hadleys_hope.base import Colony


def hunter(
    place: str | None = "A2", skill: int = 0, players: int = 3, settings: tuple[str, ...] = ()
) -> Colony:
    """The last seat is a xeno player; the others are in the dock."""
    colony = Colony(players, settings)
    last = players - 1
    colony.play.put("Player.being", "xeno", last)
    colony.play.put("Player.skill", skill, last)
    colony.play.put("Player.hall", None if place is None else colony.hall(place), last)
    colony.event("fire_doors")
    colony.threat(0, "C1", "cat")  # so that there is always something else to do: to look at it
    return colony


def hunt(colony: Colony, *acts: str, **answers: Any) -> list[list[str]]:
    """A turn of the xeno player, and what it could do each time."""
    play = colony.play
    seat = play.machine.setup.players - 1
    before = len(play.asked)
    wanted = list(acts)

    def act(question: Any) -> Any:
        if wanted:
            return wanted.pop(0)
        return "done" if "done" in question.options else question.options[0]

    play.answers = {"window:attacked": None, **answers, "xeno_act": act}
    play.put("active", seat)
    play.do("begin_turn", seat)
    while play.outcome is None and play.following() == "xeno_acts":
        play.step()
    return [list(q.options) for q in play.asked[before:] if q.kind == "xeno_act"]


def test_h041_there_is_no_threat_phase_for_it() -> None:
    colony = hunter()
    colony.play.do("threat_phase", 2)
    assert colony.play.get("Player.threat", 2) is None


def test_h179_it_enters_where_the_card_says() -> None:
    colony = hunter(None)
    hunt(colony, "move", xeno_move=lambda q: q.options[0])
    assert colony.told("moves")[0]["place"] == "E2"


def test_h080_h181_three_actions() -> None:
    colony = hunter("A3")
    found = hunt(colony, "move", "move", "move", xeno_move=["A2", "A4", "A5"])
    assert len(found) == 3
    assert colony.where("Player.hall", 2) == "A5"


def test_h181_it_looks_at_threats_in_private() -> None:
    colony = hunter("A3")
    colony.threat(0, "C1", "horde")
    hunt(colony, "look", "move", threat_of=0, xeno_move="A2")
    assert [(t.seats, t.args["found"]) for t in colony.play.told if t.message == "blip"] == [((2,), "horde")]


@pytest.mark.parametrize("skill", range(7))
def test_h182_closures_by_skill_and_gas_for_nothing(skill: int) -> None:
    colony = hunter("A2", skill)
    colony.lay("A2", "tangle_2")
    colony.play.move("gas_fault", "faults")
    colony.play.do("drill_break", "C4")
    assert colony.ways("A2") == ["A1", "A4"]
    colony.close("A2", 2)
    hunt(colony, "move", xeno_move=lambda q: "A4" if "A4" in q.options else q.options[0])
    assert colony.told("moves")[0]["place"] == ("A4" if skill >= 2 else "A1")


def test_h183_trapped_it_comes_out_elsewhere_and_its_turn_is_over() -> None:
    colony = hunter("A2")
    colony.lay("A2", "tangle_2")
    colony.close("A2", 1, locked=True)
    colony.close("A2", 2, locked=True)
    found = hunt(colony, "relocate", lair="D3")
    assert "move" not in found[0]
    assert colony.where("Player.hall", 2) == "D3"
    assert len(found) == 1


def test_h184_h186_a_capture_ends_the_turn_and_it_comes_out_elsewhere() -> None:
    colony = hunter("A1")
    found = hunt(colony, "capture", prey=1)
    play = colony.play
    assert len(found) == 1
    assert play.get("Player.captive", 1)
    assert not play.get("Player.captive", 0)
    assert play.get("Player.captures", 2) == 1
    assert colony.where("Player.hall", 2) == "E2"
    assert len(play.get("Player.status", 1)) == 1


def test_h184_it_need_not_capture() -> None:
    colony = hunter("A1")
    hunt(colony, "move", xeno_move="A4")
    assert colony.play.get("Player.captures", 2) == 0
    assert not colony.told("captured")


def test_h185_a_settler_goes_under_its_stack() -> None:
    colony = hunter("A2")
    colony.settler("settler_1", "A2")
    hunt(colony, "capture")
    assert colony.play.get("colonists")[0] == "settler_1"
    assert colony.play.get("Player.captures", 2) == 1
    assert colony.where("Player.hall", 2) == "A2"


@pytest.mark.parametrize(("skill", "burns"), [(0, True), (5, True), (6, False)])
def test_h187_h188_fire_repels_it_unless_it_is_fireproof(skill: int, burns: bool) -> None:
    colony = hunter("A1", skill)
    colony.give(0, "flamethrower")
    hunt(colony, "capture", prey=1, **{"window:attacked": lambda q: q.options[-1]})
    play = colony.play
    assert play.get("Player.captive", 1) is not burns
    assert play.get("Player.captures", 2) == int(not burns)
    assert play.get("Player.stunned", 2) == burns
    assert colony.where("Player.hall", 2) == "E2"
    if burns:
        assert hunt(colony) == [], "it loses its next turn"
        assert not play.get("Player.stunned", 2)


def test_h186_h210_who_hides_is_not_taken_and_only_who_is_chosen_may_hide() -> None:
    colony = hunter("A1")
    colony.give(0, "hiding_place")
    colony.give(1, "hiding_place#2")
    hunt(colony, "capture", prey=1, **{"window:attacked": lambda q: q.options[-1]})
    assert [colony.play.get("Player.hidden", s) for s in (0, 1)] == [False, True]
    assert not colony.play.get("Player.captive", 1)
    assert colony.where("Player.hall", 2) == "E2"


def test_h188_skill_grows_by_one_a_turn_up_to_six() -> None:
    colony = hunter("A3")
    hunt(colony, "move", xeno_move="A2")
    assert colony.play.get("Player.skill", 2) == 1
    colony.play.put("Player.skill", 6, 2)
    hunt(colony, "move", xeno_move="A3")
    assert colony.play.get("Player.skill", 2) == 6


@pytest.mark.parametrize("skill", range(7))
def test_h188_what_skill_allows(skill: int) -> None:
    colony = hunter("A3", skill)
    found = hunt(colony, "move", xeno_move="A2")[0]
    assert ("relocate" in found) == (skill >= 2)
    assert ("rotate" in found) == (skill >= 4)


def test_h188_it_turns_its_sector_unless_that_is_held() -> None:
    colony = hunter("A3", 4)
    hunt(colony, "rotate", "move", clockwise=True, xeno_move="A2")
    assert colony.play.get("Place.turn", "A3") == 1
    colony.play.move("mechanical_fault", "faults")
    colony.play.do("drill_break", "A2")
    assert "rotate" not in hunt(colony, "move", xeno_move="A3")[0]


def test_h189_it_may_not_end_where_it_began() -> None:
    colony = hunter("A3")
    found = hunt(colony, "look", "look", threat_of=0, xeno_move="A2")
    assert "done" not in found[0]
    assert len(found) == 2
    assert colony.where("Player.hall", 2) == "A2", "with its last action it can only move"
    colony = hunter("A3")
    hunt(colony, "move", "move", "move", xeno_move=["A2", "A4", lambda q: q.options[0]])
    last = [q.options for q in colony.play.asked if q.kind == "xeno_move"][-1]
    assert "A1" not in last


def test_h189_the_way_back_is_barred_with_the_last_action() -> None:
    colony = hunter("A3")
    hunt(colony, "move", "look", "move", threat_of=0, xeno_move=["A2", lambda q: q.options[0]])
    last = [q.options for q in colony.play.asked if q.kind == "xeno_move"][-1]
    assert "A3" not in last
    assert "A1" not in last, "nor may it end in the dock"


def test_h189_in_the_dock_it_captures_or_leaves() -> None:
    colony = hunter("A2")
    found = hunt(colony, "move", "capture", xeno_move="A1", prey=0)
    assert "done" not in found[1]
    assert colony.play.get("Player.captive", 0)


def test_h190_it_handles_nothing() -> None:
    colony = hunter("A3")
    colony.play.put("floor_at", [colony.hall("A3")])
    colony.play.move("tools", "floor")
    found = hunt(colony, "move", xeno_move="A2")[0]
    assert set(found) <= {"move", "look", "capture", "relocate", "rotate", "done"}
