"""H-040 to H-059: the round and the event phase."""

from __future__ import annotations

from typing import Any

import pytest

from tests.content.driver import Play
from tests.content.hadleys_hope.base import Colony, dealt


def happen(colony: Colony, card: str, **answers: Any) -> None:
    colony.event(card)
    colony.play.answers.update(answers)
    colony.play.do("happening")


def waiting(play: Play) -> list[str]:
    """The steps that are queued, in order."""
    return [step[0] for _, queue in reversed(play.machine.encode(play.state)["steps"]) for step in queue]


def test_h040_h042_the_order_of_a_round() -> None:
    play = dealt(3)
    play.put("first", 1)
    play.step()
    assert waiting(play)[:5] == ["eclosion", "failure", "happening", "queen_step", "turns"]
    for _ in range(5):
        play.step()
    steps = [q for _, queue in reversed(play.machine.encode(play.state)["steps"]) for q in queue]
    assert [s[0] for s in steps] == ["threat_phase", "begin_turn", "end_turn"] * 3 + ["end_round"]
    assert [next(iter(s[1])) for s in steps if s[0] == "begin_turn"] == [1, 2, 0]


def test_h025_h042_the_first_card_is_that_of_the_set_up_and_each_round_has_another() -> None:
    play = dealt(2)
    card = play.get("event")
    play.do("play_round")
    assert play.get("event") == card
    play.do("play_round")
    assert play.get("past") == card
    assert play.get("event") != card


def test_h057_the_token_passes_from_the_second_round_on() -> None:
    colony = Colony(3)
    colony.play.do("turns")
    assert colony.play.get("first") == 0
    colony.play.put("round", 2)
    colony.play.do("turns")
    assert colony.play.get("first") == 1
    colony.play.put("first", 2)
    colony.play.do("turns")
    assert colony.play.get("first") == 0


@pytest.mark.parametrize("status", ["healthy", "infected"])
def test_h050_h051_eclosion_kills_the_infected(status: str) -> None:
    colony = Colony(3)
    colony.event("pressure_drill")
    colony.mark(0, status)
    colony.play.do("eclosion")
    assert colony.told("shows") == [{"who": 0, "infected": status == "infected"}]
    assert colony.play.get("Player.being", 0) == ("xeno" if status == "infected" else "human")
    assert colony.play.get("Player.being", 1) == "human"


def test_h052_a_settler_that_hatches_goes_under_its_stack_with_its_indicator() -> None:
    colony = Colony(3)
    colony.event("pressure_drill")
    colony.settler("settler_1", seat=0, status="infected")
    colony.settler("settler_2", "A1", status="healthy")
    colony.play.do("eclosion")
    assert colony.play.get("Player.settlers", 0) == []
    assert colony.play.get("colonists")[0] == "settler_1"
    assert colony.play.get("statuses")[0].startswith("infected")
    assert colony.play.get("standing") == ["settler_2"]


def test_h053_elsewhere_and_xeno_players_are_safe() -> None:
    colony = Colony(3)
    colony.event("pressure_drill")
    colony.stand(0, "A3")
    colony.mark(0, "infected")
    colony.play.put("Player.being", "xeno", 1)
    colony.play.do("eclosion")
    assert [colony.play.get("Player.being", s) for s in range(3)] == ["human", "xeno", "human"]


def test_h054_a_fault_lies_on_the_first_place_that_is_in_play_and_not_the_dock() -> None:
    colony = Colony(2)
    colony.event("gear_slip")
    spots = colony.play.machine.game.definitions["gear_slip"].fields["failures"]
    free = [s for s in spots if s[0] in "ABCDE"]
    colony.play.do("failure")
    assert [f["place"] for f in colony.told("fault")] == [free[0]]
    colony.play.put("dock", free[0])
    colony.play.do("failure")
    colony.play.do("failure")
    assert [f["place"] for f in colony.told("fault")][1:] == [free[1], free[1]], (
        "several may lie in one sector"
    )


@pytest.mark.parametrize("players", [1, 2])
def test_h058_twelve_faults_are_the_end_but_not_alone(players: int) -> None:
    colony = Colony(players)
    colony.event("gear_slip")
    for _ in range(12):
        assert colony.play.outcome is None
        colony.play.do("failure")
    if players == 1:
        assert colony.play.outcome is None
        colony.play.do("failure")
        assert len(colony.play.get("broken")) == 12
    else:
        assert colony.play.outcome is not None
        assert (colony.play.outcome.reason, colony.play.outcome.sides) == ("collapsed", ())


# --- what happens -------------------------------------------------------------------------------------


def test_table_t5_close_hatches() -> None:
    colony = Colony(5)
    colony.lay("B2", "hub_1")
    colony.lay("A4", "hub_2")
    happen(colony, "fire_doors")
    assert colony.play.get("Place.gates", "B2")[5] == 6
    assert colony.play.get("Place.gates", "A4")[4] == 5
    assert len(colony.play.get("placed")) == 2, "G3 and F1 are unexplored"


def test_table_t5_open_hatches_lifts_the_yellow_closures_of_a_bridge() -> None:
    colony = Colony(6)
    bridge = colony.play.machine.game.definitions["all_clear"].fields["bridge"][-1].upper()
    other = "A" if bridge != "A" else "B"
    colony.lay(f"{bridge}2", "hub_1")
    colony.lay(f"{other}2", "hub_2")
    colony.close(f"{bridge}2", 1)
    colony.close(f"{bridge}2", 2, locked=True)
    colony.close(f"{other}2", 1)
    happen(colony, "all_clear")
    assert colony.play.get("Place.gates", f"{bridge}2") == [0, 6, 0, 0, 0, 0]
    assert colony.play.get("Place.gates", f"{other}2")[0] == 1


def test_table_t5_raise_threats() -> None:
    colony = Colony(3)
    colony.threat(0, "C1", "cat", 3)
    colony.threat(1, "C2", "cat#2", 6)
    happen(colony, "restless")
    assert [colony.play.get("Player.strength", s) for s in range(3)] == [4, 6, 1]


def test_table_t5_rotate_bridge_turns_all_but_what_is_held() -> None:
    colony = Colony(6)
    letter = colony.play.machine.game.definitions["gear_slip"].fields["bridge"][-1].upper()
    colony.play.move("mechanical_fault", "faults")
    colony.play.do("drill_break", f"{letter}2")
    before = colony.play.get("Place.turn", f"{letter}1")
    happen(colony, "gear_slip")
    turns = [colony.play.get("Place.turn", f"{letter}{n}") for n in range(1, 6)]
    assert turns == [(before + 1) % 6, 0, 1, 1, 1]


def test_table_t5_a_power_cut_turns_sectors_down_again() -> None:
    colony = Colony(5)
    spot = next(s for s in colony.play.machine.game.definitions["brownout"].fields["spots"] if s != "A1")
    colony.lay(spot, "pass_2")
    colony.close(spot, 2)
    colony.close(spot, 3, locked=True)
    colony.settler("settler_1", spot)
    colony.play.put("Settler.hall", colony.hall(spot, 1), "settler_1")
    happen(colony, "brownout")
    assert not colony.play.get("Place.explored", spot)
    assert colony.play.get("Place.gates", spot) == [0] * 6
    assert colony.where("Settler.hall", "settler_1") == spot
    assert colony.play.get("Hall.hatches", colony.hall(spot)) == [1, 2, 3, 4, 5, 6]


def test_table_t5_a_sector_with_somebody_in_it_keeps_its_light() -> None:
    colony = Colony(5)
    spot = next(s for s in colony.play.machine.game.definitions["brownout"].fields["spots"] if s != "A1")
    colony.lay(spot, "pass_2")
    colony.stand(0, spot)
    happen(colony, "brownout")
    assert colony.play.get("Place.explored", spot)


def test_table_t5_place_settler() -> None:
    colony = Colony(5)
    spots = colony.play.machine.game.definitions["flare"].fields["settlers"]
    colony.lay(spots[2], "hub_1")
    colony.play.rolls((2, 6))
    happen(colony, "flare")
    assert [s["place"] for s in colony.told("appears")] == [spots[2]]
    assert len(colony.play.get("waiting")) == 4


def test_table_t5_mixing_gives_everybody_as_many_as_before() -> None:
    seen = set()
    for seed in range(12):
        colony = Colony(4, seed=seed)
        for seat, indicator in enumerate(["cat", "xenomorph_1", "facehugger_1"]):
            colony.threat(seat, f"C{seat + 1}", indicator)
        happen(colony, "false_echo")
        held = [colony.play.get("Player.indicator", s) for s in range(4)]
        assert [len(h) for h in held] == [1, 1, 1, 0]
        assert sorted(h[0] for h in held[:3]) == ["cat", "facehugger_1", "xenomorph_1"]
        seen.add(tuple(h[0] for h in held[:3]))
    assert len(seen) > 2


def test_table_t5_move_threats_moves_every_disc_once() -> None:
    colony = Colony(3)
    colony.threat(0, "A3", "cat")
    colony.threat(1, "C5", "cat#2")
    happen(colony, "drums")
    assert [colony.where("Player.threat", s) for s in (0, 1)] == ["A2", "C4"]
    assert [colony.play.get("Player.strength", s) for s in (0, 1)] == [2, 2]


def test_table_t5_discard_nuclear() -> None:
    colony = Colony(5)
    spots = colony.play.machine.game.definitions["cell_leak"].fields["spots"]
    colony.stand(0, spots[0])
    happen(colony, "cell_leak")
    expected = 0 if "A1" in spots else 3
    assert [colony.play.get("Player.nuclear", s) for s in range(2)] == [0, expected]


@pytest.mark.parametrize("there", [True, False])
def test_table_t5_move_queen_is_ignored_without_her(there: bool) -> None:
    colony = Colony(3)
    if there:
        colony.play.put("queen", colony.hall("A5"))
    for seat in range(3):
        colony.stand(seat, "C1")
    happen(colony, "her_cry")
    assert (colony.where("queen") in ("A2", "A4")) == there
    assert len(colony.told("queen")) == int(there)


def test_h044_h055_what_concerns_a_bridge_that_is_not_in_play_is_ignored() -> None:
    colony = Colony(2)
    cards = colony.play.machine.game.definitions.values()
    card = next(d for d in cards if d.type == "Event" and str(d.fields["bridge"]) in ("bridge_f", "bridge_g"))
    before = colony.play.machine.encode(colony.play.state)["entities"]["Place"]
    happen(colony, card.id)
    assert colony.play.machine.encode(colony.play.state)["entities"]["Place"] == before
