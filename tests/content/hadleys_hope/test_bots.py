"""What a sensible crew does: single turns of the bots."""

from __future__ import annotations

from typing import Any

import pytest

from pycardgen.engine.controllers import PolicyBots
from tests.content.hadleys_hope.base import Colony


def leaving(players: int = 4, settings: tuple[str, ...] = ()) -> Colony:
    """All settlers have appeared: those who are well gather in the dock, A1."""
    colony = Colony(players, settings)
    for settler in colony.play.get("waiting"):
        colony.play.move(settler, "colonists")
    for seat in range(players):
        for thing in colony.play.get("Player.pack", seat):
            colony.play.move(thing, "objects")
    return colony


def turn(
    colony: Colony, seat: int, pa: int = 5, rule: str = "human_acts", bots: Any = None
) -> list[tuple[int, str, Any]]:
    """The bots play a turn of a seat; who answered what, in order."""
    play = colony.play
    table = bots or PolicyBots(play.machine, 1)
    answered: list[tuple[int, str, Any]] = []

    def ask(
        state: Any, who: int, kind: Any, options: Any, about: Any, low: int, high: int
    ) -> int | list[int]:
        answer = table.ask(state, who, kind, options, about, low, high)
        if isinstance(answer, int):
            shown: Any = play.id_of(options[answer], kind.option)
        else:
            shown = [play.id_of(options[n], kind.option) for n in answer]
        answered.append((who, kind.name, shown))
        assert isinstance(answer, int | list)
        return answer

    def tell(seats: tuple[int, ...], message: str, args: tuple[Any, ...]) -> None:
        table.tell(seats, message, args)
        play._tell(seats, message, args)

    play.put("active", seat)
    play.put("Player.pa", pa, seat)
    number = play.machine.written.steps.index(rule)
    play.state.steps = [((), [(number, (seat,), None)])]
    while play.outcome is None and play.following() is not None:
        play.machine.step(play.state, ask, tell)
    return answered


def acts(answered: list[tuple[int, str, Any]]) -> list[str]:
    return [answer for _, kind, answer in answered if kind == "act"]


def test_when_all_are_aboard_and_well_the_ship_leaves() -> None:
    colony = leaving()
    assert acts(turn(colony, 2))[:1] == ["launch"]
    outcome = colony.play.outcome
    assert outcome is not None
    assert outcome.sides == ("humans",)


def test_nobody_leaves_while_somebody_who_is_well_is_on_the_way() -> None:
    colony = leaving()
    colony.lay("A2", "hub_1")
    colony.stand(3, "A2")
    assert "launch" not in acts(turn(colony, 2))


def test_who_has_to_come_by_foot_comes() -> None:
    colony = leaving()
    colony.lay("A2", "hub_1")
    colony.stand(3, "A2")
    turn(colony, 3)
    outcome = colony.play.outcome
    assert outcome is not None
    assert outcome.sides == ("humans",)


def test_who_is_infected_leaves_its_settlers_in_the_dock_and_keeps_off_the_ship() -> None:
    colony = leaving()
    colony.lay("A2", "hub_1")
    colony.mark(1, "infected")
    colony.settler("settler_1", seat=1)
    done = acts(turn(colony, 1))
    assert "leave_settler" in done
    assert "launch" not in done
    assert colony.where("Player.hall", 1) != "A1"
    assert colony.where("Settler.hall", "settler_1") == "A1"


def test_a_settler_in_the_dock_is_taken_aboard_but_not_one_that_somebody_knows_is_ill() -> None:
    for status, taken in (("healthy", True), ("infected", False)):
        colony = leaving()
        colony.settler("settler_1", "A1", status=status)
        colony.stand(3, "A4")
        done = acts(turn(colony, 1))
        assert done[0] == "inspect", "a sub-officer can tell"
        assert ("settler_1" in colony.play.get("Player.settlers", 1)) is taken


def test_a_leader_trusts_a_sub_officer_who_wants_to_leave() -> None:
    """The captain can't tell that somebody far away is infected; the sub-officer has looked."""
    colony = leaving()
    colony.lay("E2", "hub_1")
    colony.stand(3, "E2")
    colony.mark(3, "infected")
    done = turn(colony, 1)
    assert (0, "launch", True) in done
    colony = leaving()
    colony.lay("E2", "hub_1")
    colony.stand(3, "E2")
    colony.mark(3, "infected")
    assert "launch" not in acts(turn(colony, 0)), "alone it waits"


def test_a_settler_whom_a_sub_officer_names_stays_behind() -> None:
    colony = leaving()
    colony.settler("settler_1", seat=2, status="infected")
    colony.settler("settler_2", seat=2)
    turn(colony, 1)
    assert [told["settler"] for told in colony.told("settler_left")] == ["settler_1"]
    outcome = colony.play.outcome
    assert outcome is not None
    assert outcome.sides == ("humans",)


def test_a_hatch_is_closed_against_what_is_behind_it() -> None:
    colony = leaving()
    colony.stand(3, "E2")
    behind = colony.ways("A1")
    place = behind[-1]
    colony.threat(0, place, "xenomorph_1")
    colony.play.move(colony.play.get("reserve")[0], "Player.closures", 0)
    done = turn(colony, 0)
    hatch = next(answer for _, kind, answer in done if kind == "close")
    assert hatch > 1
    assert colony.play.get("Place.gates", "A1")[hatch - 1] == hatch
    assert colony.threat_phase(0) != "A1"


def test_a_captive_keeps_its_last_life_while_somebody_can_come() -> None:
    colony = leaving()
    colony.lay("E2", "hive")
    colony.play.put("hive", "E2")
    colony.play.put("Player.captive", True, 1)
    colony.stand(1, "E2")
    colony.play.put("Player.life", 2, 1)
    assert acts(turn(colony, 1)) == ["done"]
    colony.play.put("Player.life", 6, 1)
    assert acts(turn(colony, 1))[0] == "break_out"


@pytest.mark.parametrize(("indicator", "pays"), [("facehugger_1", True), ("facehugger_3", False)])
def test_life_is_not_spent_where_there_are_too_many(indicator: str, pays: bool) -> None:
    colony = leaving()
    colony.lay("A2", "hub_1")
    colony.stand(3, "A2")
    colony.threat(3, "A2", indicator, strength=3)
    paid = [answer for _, kind, answer in turn(colony, 3, rule="threat_phase") if kind == "pay_life"]
    assert len(paid) == 1
    assert (paid[0] > 0) is pays


def test_a_threat_that_is_known_to_be_a_settler_is_met() -> None:
    colony = Colony(3)
    colony.lay("A2", "hub_1")
    colony.threat(0, "A2", "lost_settler")
    bots = PolicyBots(colony.play.machine, 1)
    assert "move" not in acts(turn(colony, 2, pa=1, bots=bots))
    places = colony.play.machine.tables.copies["Indicator"]
    found = next(n for n, one in enumerate(places) if one.id == "lost_settler")
    bots.tell((2,), "blip", (0, found))
    turn(colony, 2, pa=1, bots=bots)
    assert [str(told["found"])[:12] for told in colony.told("encounter")] == ["lost_settler"]


def test_an_android_shows_itself_when_all_are_infected_and_wins() -> None:
    colony = leaving(3, ("hidden_roles=true",))
    for seat in range(3):
        for role in colony.play.get("Player.role", seat):
            colony.play.move(role, "roles")
    colony.play.move("android_role", "Player.role", 0)
    for seat in (1, 2):
        colony.mark(seat, "infected")
        colony.mark(seat, "healthy")
    assert acts(turn(colony, 0))[0] == "reveal"
    outcome = colony.play.outcome
    assert outcome is not None
    assert outcome.sides == ("android",)


def test_an_officer_turns_from_afar_what_cuts_somebody_off() -> None:
    colony = leaving()
    colony.lay("A2", "control_bridge")
    colony.stand(0, "A2")
    colony.play.put("loader", colony.hall("A1"))
    for turned in range(6):
        colony.lay("E5", "fork_1", turned)
        if "E5" not in colony.ways("A1"):
            break
    colony.stand(3, "E5")
    done = turn(colony, 0)
    assert ("station", "turn") in [(kind, answer) for _, kind, answer in done]
    assert "E5" in colony.ways("A1")
