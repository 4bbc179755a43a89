"""The expansion of the game: it mixes in, and its drones have two functions (S-141)."""

from __future__ import annotations

import pytest

from pycardgen.check import check_game
from pycardgen.engine.controllers import seat_bots
from tests.content.dark_sector.mission import COVERED, CREW, PARTS, WINDOWS, asked, give, lost, round_of
from tests.content.driver import Play, content, load, machine

PACK = content("dark-sector-expansion")
FLAME_HIT, FLAME_SPECIAL = (0, 6), (3, 6)
MIGHT = (0, 6)
"""Of Abbot's die."""


def facing(drone: str, encounter: str, row: list[str], players: int = 2) -> Play:
    """In close combat, the crew having brought a drone."""
    play = Play(machine("dark-sector", players, packs=(PACK,)))
    play.answers = {
        "drone": drone,
        "crewmember": CREW[:players],
        "cybernetic": PARTS[:players],
        "remove": lambda q: q.options[0],
        "rate": lambda q: q.options[0],
        **{f"window:{name}": None for name in WINDOWS},
    }
    play.step()
    play.move(encounter, "facing")
    play.put("row", row)
    play.put("in_combat", True)
    play.put("leader", "abbot")
    play.put("at_range", False)
    return play


def test_it_fits_the_game_and_changes_none_of_its_cards() -> None:
    assert check_game(content("dark-sector"), [PACK]) == []
    base, packed = load("dark-sector").definitions, load("dark-sector", PACK).definitions
    assert {id_: d.fields for id_, d in base.items()} == {id_: packed[id_].fields for id_ in base}
    counts = {c.name: c.count for c in load("dark-sector", PACK).components}
    assert (counts["Boss cards"], counts["Tactical action cards"], counts["Ammo dice"]) == (6, 5, 21)


@pytest.mark.parametrize(
    ("drone", "function", "health", "left", "dice"),
    [
        ("welder_drone", "basic", 6, 0, 3),
        ("welder_drone", "advanced", 5, 3, 3),
        ("arc_drone", "basic", 6, 0, 3),
        ("arc_drone", "advanced", 5, 0, 2),
        ("screen_drone", "basic", 6, 0, 3),
        ("screen_drone", "advanced", 5, 0, 3),
    ],
)
def test_a_drone_does_what_it_was_told_when_it_was_activated(
    drone: str, function: str, health: int, left: int, dice: int
) -> None:
    play = facing(drone, "smelter_gang", ["wisdom"] * 3)
    give(play, "tailor", "seeker_pistol", special_ammo=0)
    play.put("Crew.hp", 5, "tailor")
    play.rolls(MIGHT)
    round_of(play, "fight", "drone", encounter="smelter_gang", function=function)
    assert play.get("Crew.hp", "tailor") == health
    assert play.get("Item.loaded", "seeker_pistol") == {"special_ammo": left}
    assert len(play.get("row")) == dice
    shielded = (drone, function) == ("screen_drone", "advanced")
    assert lost(play) == ([] if shielded else [("abbot", 1)])
    assert play.get("Tactic.ready", drone) is False


def test_the_screen_is_down_again_in_the_next_round() -> None:
    play = facing("screen_drone", "smelter_gang", ["wisdom"] * 3)
    play.rolls(MIGHT)
    round_of(play, "fight", "drone", encounter="smelter_gang", function="advanced")
    play.rolls(MIGHT)
    round_of(play, "fight", "cover", encounter="smelter_gang")
    assert lost(play) == [("abbot", 1)]


def test_an_overload_goes_whatever_is_rolled() -> None:
    for die in ((0, 6), (3, 6), (5, 6)):
        play = facing("arc_drone", "smelter_gang", ["overload"])
        play.rolls(die)
        round_of(play, "fight", "cover", encounter="smelter_gang")
        assert play.get("row") == []


def test_an_overload_that_is_left_hurts_the_leader() -> None:
    for row, loss in ((["overload", "wisdom", "wisdom", "wisdom"], [("abbot", 1)]), (["wisdom"] * 3, [])):
        play = facing("arc_drone", "overloaded_core", row)
        play.put("at_range", True)
        give(play, "tailor", "seeker_pistol", special_ammo=3)
        play.rolls(COVERED, (5, 6))
        round_of(play, "cover", "shoot", encounter="overloaded_core")
        assert lost(play) == loss


def test_flame_is_wild_and_counts_like_energy_where_a_chart_does_not_name_it() -> None:
    play = facing("arc_drone", "overloaded_core", ["wisdom"] * 5)
    play.put("at_range", True)
    give(play, "tailor", "slag_thrower", flame_ammo=3)
    play.rolls(COVERED, FLAME_HIT, FLAME_SPECIAL)
    round_of(play, "cover", "shoot", encounter="overloaded_core", rate="f2")
    assert play.get("row") == ["wisdom"] * 2, "the special takes one, the hit two"
    assert lost(play) == [("tailor", 1)]


def test_a_battery_makes_the_drone_ready_again() -> None:
    play = facing("arc_drone", "smelter_gang", ["wisdom"] * 3)
    give(play, "tailor", "drone_battery")
    play.put("Tactic.ready", False, "arc_drone")
    play.answers["window:moment"] = lambda q: "drone_battery" if "drone_battery" in q.options else None
    round_of(play, "fight", "drone", encounter="smelter_gang", function="basic")
    assert "drone" in asked(play, "action")[0].options
    assert play.get("discard") == ["drone_battery"]


@pytest.mark.parametrize("players", [1, 4])
@pytest.mark.parametrize("bots", ["random", "policy"])
def test_every_game_with_it_ends(players: int, bots: str) -> None:
    m = machine("dark-sector", players, packs=(PACK,))
    for seed in range(3):
        table = seat_bots(m, seed, bots)  # type: ignore[arg-type]
        assert m.run(m.new(seed), table.ask, table.tell).reason in ("escaped", "killed")
