"""What a sensible player does: single choices of the bots."""

from __future__ import annotations

from typing import Any

from pycardgen.engine.controllers import PolicyBots
from tests.content.aliens.station import close, next_cards, station
from tests.content.driver import Play


def bots_play(play: Play, rule: str = "take_turn", *args: Any, seed: int = 1) -> dict[str, Any]:
    """Let the bots take a turn; what they answered, by kind of decision."""
    bots = PolicyBots(play.machine, seed)
    answered: dict[str, Any] = {}
    return resume(play, bots, answered, rule, *args)


def resume(play: Play, bots: PolicyBots, answered: dict[str, Any], rule: str, *args: Any) -> dict[str, Any]:
    def ask(
        state: Any, seat: int, kind: Any, options: Any, about: Any, low: int, high: int
    ) -> int | list[int]:
        answer = bots.ask(state, seat, kind, options, about, low, high)
        assert isinstance(answer, int)
        answered[kind.name] = play.id_of(options[answer], kind.option)
        return answer

    number = play.machine.written.steps.index(rule)
    play.state.steps = [((), [(number, args, None)])]
    play.machine.step(play.state, ask, bots.tell)
    return answered


def test_a_human_beside_an_open_pod_steps_in() -> None:
    for seed in range(5):
        assert bots_play(station("HA", "U13", "L06"), "take_turn", 0, seed=seed)["move"] == "V13"


def test_a_human_turns_to_another_pod_when_its_own_is_closed() -> None:
    play = station("HA", "U13", "L06")
    close(play, "V13", "B13", "B02")
    for _ in range(20):
        bots_play(play, "take_turn", 0)
    assert play.get("tried")
    assert play.get("open_pods") == []


def test_humans_do_not_all_take_the_same_way() -> None:
    firsts = set()
    for seed in range(12):
        play = station("HA")
        close(play, "V02", "V13", "B13")
        bots = PolicyBots(play.machine, seed)
        firsts.add(tuple(resume(play, bots, {}, "take_turn", 0)["move"] for _ in range(4)))
    assert len(firsts) > 3


def test_an_alien_strikes_where_a_likely_human_was_heard_beside_it() -> None:
    play = station("HA", "L08", "K10")
    bots = PolicyBots(play.machine, 1)
    next_cards(play, "noise_here")
    play.answers = {"move": "K08"}
    play.do("take_turn", 0)
    for told in play.told:
        seats, args = (
            told.seats,
            tuple(
                play.value_of(value, type_)
                for value, type_ in zip(
                    told.args.values(), play.machine.game.messages[told.message].params.values(), strict=True
                )
            ),
        )
        bots.tell(seats, told.message, args)
    answered = resume(play, bots, {}, "take_turn", 1)
    assert answered == {"move": "K08", "attack": True}
    assert play.get("Player.status", 0) == "turning"


def test_an_alien_that_heard_nothing_does_not_strike_at_random() -> None:
    for seed in range(10):
        assert not bots_play(station("HA", "L08", "P10"), "take_turn", 1, seed=seed)["attack"]


def test_a_lie_is_a_dangerous_sector_where_a_human_could_have_come() -> None:
    board = {d.id: d.fields["kind"] for d in station("HA").machine.tables.copies["Sector"]}
    named = []
    for seed in range(12):
        play = station("HA", "K09", "L06")
        play.put("round", 4)
        next_cards(play, "noise_anywhere")
        answered = bots_play(play, "take_turn", 0, seed=seed)
        if "noise" in answered and answered["noise"] != play.get("Player.sector", 0):
            named.append(answered["noise"])
    assert named
    assert {board[sector] for sector in named} == {"dangerous"}
    assert len(set(named)) > 2
