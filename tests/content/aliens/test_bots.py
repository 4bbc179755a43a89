"""What a sensible player does: single choices of the bots."""

from __future__ import annotations

from typing import Any

import pytest

from pycardgen.engine.controllers import PolicyBots
from tests.content.aliens.full import crew, give
from tests.content.aliens.station import close, next_cards, station
from tests.content.driver import Play, machine


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


# --- items and abilities -------------------------------------------------------------------------------


def uses(play: Play, seat: int = 0, seed: int = 1, bots: PolicyBots | None = None) -> list[str]:
    """What the bots use in a turn of a seat."""
    before = len(play.told)
    bots_answer(play, seat, bots or PolicyBots(play.machine, seed))
    return [str(told.args["item"]) for told in play.told[before:] if told.message == "used"]


def bots_answer(play: Play, seat: int, bots: PolicyBots) -> None:
    """A turn in which bots answer everything and all hear all."""
    number = play.machine.written.steps.index("take_turn")
    play.state.steps = [((), [(number, (seat,), None)])]

    def tell(seats: Any, message: str, args: Any) -> None:
        play._tell(seats, message, args)
        bots.tell(seats, message, args)

    play.machine.step(play.state, bots.ask, tell)


def hunted(play: Play, sector: str, ago: int = 0) -> PolicyBots:
    """Bots that have heard seat 1, an alien, attack here in this round, or so many rounds ago."""
    bots = PolicyBots(play.machine, 1)
    seats, now = tuple(range(play.machine.setup.players)), play.get("round")
    bots.tell(seats, "round", (now - ago,))
    where = next(n for n, d in enumerate(play.machine.tables.copies["Sector"]) if d.id == sector)
    bots.tell(seats, "attack", (1, where))
    if ago:
        bots.tell(seats, "round", (now,))
    return bots


def test_a_human_two_steps_from_a_pod_takes_its_adrenaline() -> None:
    play = give(crew(("psychologist", "T13"), ("psychic_alien", "L06"), ("pilot", "L09")), 0, "adrenaline")
    play.move("pod_ready", "pods")
    assert uses(play) == ["adrenaline"]
    assert play.get("Player.status", 0) == "escaped"


@pytest.mark.parametrize("item", ["sedatives", "teleport", "adrenaline"])
def test_a_hunted_human_uses_what_it_has(item: str) -> None:
    play = give(crew(("psychologist", "D09"), ("psychic_alien", "D09"), ("pilot", "L09")), 0, item)
    assert item in uses(play, bots=hunted(play, "D09"))


@pytest.mark.parametrize("item", ["teleport", "mutation", "adrenaline"])
def test_what_saves_a_human_is_kept_while_it_is_safe(item: str) -> None:
    for seed in range(5):
        play = give(
            crew(("psychologist", "M09"), ("psychic_alien", "P10"), ("pilot", "L09"), ("fast_alien", "P10")),
            0,
            item,
        )
        assert uses(play, seed=seed) == []


def test_a_human_near_a_pod_sends_out_its_cat() -> None:
    play = give(crew(("psychologist", "S12"), ("psychic_alien", "L06"), ("pilot", "L09")), 0, "cat")
    found = [uses(play, seed=seed) for seed in range(3)]
    assert ["cat"] in found


@pytest.mark.parametrize("held", [("defence",), ("clone",), ("clone", "defence")])
def test_a_human_that_is_attacked_always_answers(held: tuple[str, ...]) -> None:
    play = give(crew(("psychologist", "D09"), ("lurking_alien", "D09"), ("pilot", "L09")), 0, *held)
    bots = PolicyBots(play.machine, 1)

    def ask(state: Any, seat: int, kind: Any, options: Any, about: Any, low: int, high: int) -> Any:
        if kind.name == "window:turn_start" and seat == 1 and len(options) > 1:
            return 1
        return bots.ask(state, seat, kind, options, about, low, high)

    step = play.machine.written.steps.index("take_turn")
    play.state.steps = [((), [(step, (1,), None)])]
    play.machine.step(play.state, ask, play._tell)
    assert [told.args["item"] for told in play.told if told.message == "used"] == [held[-1]]


def test_a_human_strikes_an_alien_that_was_found_where_it_is() -> None:
    play = give(crew(("psychologist", "D09"), ("psychic_alien", "D08"), ("pilot", "L09")), 0, "attack")
    bots = hunted(play, "D08")
    answer = bots.ask

    def ask(state: Any, seat: int, kind: Any, options: Any, about: Any, low: int, high: int) -> Any:
        if kind.name == "move":
            return [play.id_of(o, kind.option) for o in options].index("D08")
        return answer(state, seat, kind, options, about, low, high)

    step = play.machine.written.steps.index("take_turn")
    play.state.steps = [((), [(step, (0,), None)])]
    play.machine.step(play.state, ask, play._tell)
    assert play.get("Player.status", 1) == "out"


@pytest.mark.parametrize(("member", "held"), [("psychologist", ["attack"]), ("soldier", [])])
@pytest.mark.parametrize("ago", [0, 1])
def test_a_human_that_can_strike_goes_to_a_known_alien_beside_it(
    member: str, held: list[str], ago: int
) -> None:
    """The alien struck in this round, or in the last; then it has still to move, as its turn comes later."""
    play = give(crew((member, "D09"), ("psychic_alien", "D08"), ("pilot", "L09")), 0, *held)
    bots_answer(play, 0, hunted(play, "D08", ago))
    assert play.get("Player.sector", 0) == "D08"
    assert play.get("Player.status", 1) == "out"


def test_a_human_knows_that_an_alien_has_moved_on() -> None:
    play = give(crew(("psychologist", "D09"), ("psychic_alien", "D08"), ("pilot", "L09")), 0, "attack")
    play.put("first", 1)
    assert uses(play, bots=hunted(play, "D08", 1)) == []


def test_a_human_without_means_keeps_away_from_a_known_alien() -> None:
    play = crew(("psychologist", "D09"), ("psychic_alien", "D08"), ("pilot", "L09"))
    bots_answer(play, 0, hunted(play, "D08"))
    assert play.get("Player.sector", 0) != "D08"


def test_the_last_human_with_a_mutation_wins_by_it() -> None:
    play = give(crew(("psychologist", "D09"), ("psychic_alien", "P10")), 0, "mutation")
    assert uses(play) == ["mutation"]
    assert play.outcome is not None
    assert 0 in play.outcome.winners


def test_an_engineer_takes_the_green_card() -> None:
    play = crew(("engineer", "U13"), ("psychic_alien", "L06"), ("pilot", "L09"))
    play.move("pod_ready", "pods")
    play.move("pod_damaged", "pods")
    bots_answer(play, 0, PolicyBots(play.machine, 1))
    assert play.get("tried") == ["pod_ready"]


def test_an_alien_that_heard_what_it_can_not_explain_supposes_anything() -> None:
    """The captain is silent in a dangerous sector; here there was no silent one to go to."""
    play = crew(("captain", "L09"), ("psychic_alien", "L06"), ("pilot", "L09"))
    tables = play.machine.tables
    dangerous = [d.fields["kind"] == "dangerous" for d in tables.copies["Sector"]]
    around = tables.neighbors["Sector"]
    walled = next(n for n, near in enumerate(around) if len(near) == 6 and all(dangerous[s] for s in near))
    bots = PolicyBots(play.machine, 1)
    everyone = (0, 1, 2)
    bots.tell(everyone, "located", (0, walled))
    bots.tell(everyone, "silent", (0,))
    bots_answer(play, 1, bots)
    clouds = bots.seats[1].memory.m_cloud
    assert len(clouds[0]) > 1


def test_news_that_come_late_do_not_break_what_an_alien_supposes() -> None:
    """In this game a pod was closed before the bot heard what had been announced before that."""
    found = machine("aliens", 7, map_id="morgenland")
    bots = PolicyBots(found, 118)
    state = found.new(118)
    assert found.run(state, bots.ask, bots.tell).reason in ("escaped", "hunted")


def test_a_lurking_alien_waits_for_who_is_heard_beside_it() -> None:
    """A noise tells of a likely human in the sector in which the alien stands."""
    play = crew(("psychologist", "M09"), ("lurking_alien", "L09"), ("pilot", "P10"))
    next_cards(play, "noise_here")
    bots = PolicyBots(play.machine, 1)
    sector = {d.id: n for n, d in enumerate(play.machine.tables.copies["Sector"])}
    everyone = (0, 1, 2)
    bots.tell(everyone, "pod", (0, sector["L09"], 0))
    bots_answer(play, 1, bots)
    attacks = [told.args for told in play.told if told.message == "attack"]
    assert attacks == [{"who": 1, "sector": "L09"}]
    assert play.get("Player.sector", 1) == "L09"


def test_an_executive_officer_stays_while_an_alien_is_about_on_its_way() -> None:
    play = crew(("executive_officer", "D09"), ("psychic_alien", "C12"), ("pilot", "L09"))
    bots_answer(play, 0, hunted(play, "C12"))
    assert play.get("Player.sector", 0) == "D09"
    assert play.get("Player.spent", 0)
