"""H-165 to H-170 and what belongs to them: settlers, status indicators; what no other test names."""

from __future__ import annotations

import pytest

from tests.content.driver import load
from tests.content.hadleys_hope.base import Colony, dealt
from tests.content.hadleys_hope.test_endings import launch, ready, turn_xeno


def test_h008_h026_life_is_six_at_most_and_markers_start_at_the_top() -> None:
    settings = load("hadleys-hope").settings
    assert (settings["life"].default, settings["life"].high, settings["resources"].default) == (6, 6, 3)
    play = dealt(3, settings=("life=4", "resources=2"))
    for seat in range(3):
        assert play.get("Player.life", seat) == 4
        assert (play.get("Player.magnetic", seat), play.get("Player.nuclear", seat)) == (2, 2)


@pytest.mark.parametrize("players", range(1, 7))
def test_h023_as_many_settlers_as_players_are_set_aside(players: int) -> None:
    play = dealt(players)
    assert len(play.get("waiting")) == players
    assert len(play.get("colonists")) == 6 - players


def test_h024_unused_threat_indicators_stay_in_the_box() -> None:
    play = dealt(2)
    held = [i for seat in range(2) for i in play.get("Player.indicator", seat)]
    assert len(play.get("indicators")) + len(held) == 8
    assert {kind.split("#")[0] for kind in play.get("indicators")}.isdisjoint({"horde"})


def test_h056_the_queen_walks_in_every_event_phase_after_the_success() -> None:
    colony = Colony(2)
    colony.lay("A2", "hub_1")
    colony.lay("A3", "hub_2")
    colony.stand(0, "C1")
    colony.stand(1, "C1")
    colony.play.put("queen", colony.hall("A3"))
    colony.play.put("loader", colony.hall("B1"))
    colony.play.put("round", 0)
    colony.event("they_smell_you")
    colony.play.put("round", 0)
    colony.play.do("play_round")
    order = []
    while colony.play.following() != "turns":
        order.append(colony.play.following())
        colony.play.step()
    assert order == ["eclosion", "failure", "happening", "queen_step"]
    assert colony.where("queen") == "A2"


def test_h111_the_launch_is_free_and_needs_no_action() -> None:
    colony = ready(3)
    assert "launch" in colony.acts(0, pa=0)
    launch(colony)
    assert colony.play.outcome is not None
    assert colony.play.outcome.reason == "launched"


def test_h165_those_set_aside_appear_first_then_the_others() -> None:
    colony = Colony(2)
    colony.lay("A2", "hub_1")
    aside, others = colony.play.get("waiting"), colony.play.get("colonists")
    for _ in range(6):
        colony.play.do("drill_appear", colony.hall("A2"))
    came = [told["settler"] for told in colony.told("appears")]
    assert set(came[:2]) == set(aside)
    assert set(came[2:]) == set(others)
    assert [told["wanted"] for told in colony.told("appears")] == [1, 0, 0, 0, 0, 0]


def test_h166_each_that_appears_gets_an_indicator_which_goes_with_it() -> None:
    colony = Colony(2)
    colony.lay("A2", "hub_1")
    colony.play.do("drill_appear", colony.hall("A2"))
    (settler,) = colony.play.get("standing")
    (status,) = colony.play.get("Settler.status", settler)
    assert status not in colony.play.get("statuses")
    for seat in range(2):
        assert colony.play.view(seat)["zones"]["Settler.status"].count([None]) == 1
    colony.stand(0, "C1")
    colony.stand(1, "C1")
    colony.threat(1, "A3", "cat")
    colony.lay("A3", "hub_2")
    colony.stand(0, "A1")
    colony.threat_phase(1)
    assert colony.play.get("standing") == []
    assert colony.play.get("statuses")[0] == status, "under its stack"


def test_h167_a_rescued_settler_travels_with_its_player() -> None:
    colony = Colony(2)
    colony.lay("A2", "hub_1")
    colony.settler("settler_1", "A1")
    colony.turn(0, "pick_up", "move", pick_up="settler_1", move="A2")
    assert colony.where("Player.hall", 0) == "A2"
    assert colony.play.get("Player.settlers", 0) == ["settler_1"]
    assert "settler_1" not in colony.play.get("standing")


@pytest.mark.parametrize("who", ["threat", "xeno", "queen"])
def test_h168_what_a_settler_meets_takes_it_away(who: str) -> None:
    """A threat and a xeno player send it back to its stack, the queen to the hive."""
    colony = Colony(3)
    for place, tile in (("A2", "hub_1"), ("A3", "hub_2")):
        colony.lay(place, tile)
    colony.settler("settler_1", "A2")
    if who == "threat":
        colony.threat(2, "A3", "cat")
        colony.threat_phase(2)
    elif who == "xeno":
        turn_xeno(colony, 2)
        colony.stand(2, "A2")
        colony.play.answers |= {"prey_settler": "settler_1", "xeno_act": ["capture"]}
        colony.play.put("Player.pa", 3, 2)
        colony.play.put("active", 2)
        colony.play.do("xeno_acts", 2)
    else:
        colony.play.put("queen", colony.hall("A3"))
        colony.play.do("drill_queen")
    stack, hive = colony.play.get("colonists"), colony.play.get("captives")
    assert (("settler_1" in stack), ("settler_1" in hive)) == (who != "queen", who == "queen")


@pytest.mark.parametrize(
    ("statuses", "infected"),
    [((), False), (("healthy", "healthy"), False), (("healthy", "infected"), True), (("infected",), True)],
)
def test_h170_any_infected_indicator_makes_one_infected(statuses: tuple[str, ...], infected: bool) -> None:
    colony = ready(3)
    for status in statuses:
        colony.mark(1, status)
    launch(colony)
    shown = {told["who"]: told["infected"] for told in colony.told("shows")}
    assert shown[1] == infected


def test_h222_after_the_launch_everybody_shows_indicators_and_only_the_dock_is_aboard() -> None:
    """One in another sector, one in the hive, a settler beside the dock: they are left in the base."""
    colony = ready(5)
    colony.lay("A2", "hub_1")
    turn_xeno(colony, 4)
    colony.stand(1, "A2")
    colony.play.put("Player.captive", True, 2)
    colony.mark(1, "infected")
    colony.mark(2, "infected")
    colony.settler("settler_1", "A2", status="infected")
    colony.settler("settler_2", seat=3)
    launch(colony)
    assert {told["who"] for told in colony.told("shows")} == {0, 1, 2, 3}
    assert {told["settler"] for told in colony.told("settler_shows")} == {"settler_1", "settler_2"}
    outcome = colony.play.outcome
    assert outcome is not None
    assert (outcome.sides, sorted(outcome.winners)) == (("humans",), [0, 3])
