"""Missions: on the boards they name, with rules and copies that exist."""

from __future__ import annotations

from check.overlay import BASE, verify

MISSION = (BASE / "missions/first_walk.yaml").read_text(encoding="utf-8")
CAVE = (BASE / "maps/cave.yaml").read_text(encoding="utf-8")


def test_a_goal_is_a_space_of_every_board_that_is_named() -> None:
    den = CAVE.replace("id: cave", "id: den").replace("C02, ", "")
    mission = MISSION.replace("maps: [cave]", "maps: [cave, den]").replace(
        "goals: [D03]", "goals: [C02]   #! PCG0520"
    )
    (problem,) = verify({"maps/den.yaml": den, "missions/first_walk.yaml": mission})
    assert "no space of map `den`" in problem.message


def test_without_a_board_the_default_one_counts() -> None:
    mission = MISSION.replace("maps: [cave]\n", "").replace("goals: [D03]", "goals: [D04]   #! PCG0520")
    (problem,) = verify({"missions/first_walk.yaml": mission})
    assert problem.hint.startswith("did you mean 'D0")


def test_what_is_set_aside_exists_in_that_number() -> None:
    aside = """\
aside:
  lantern: 3
  candle: 6      #! PCG0522
  flare: all
  lanturn: all   #! PCG0521
"""
    verify({"missions/first_walk.yaml": MISSION + aside})


def test_a_map_and_a_setting_that_do_not_exist() -> None:
    mission = MISSION.replace("[cave]", "[cavern]   #! PCG0320").replace("rounds: 12", "round: 12")
    mission = mission.replace("settings: {round", "settings: {   #! PCG0322\n  round").replace(
        "settings: {   #! PCG0322\n  round: 12}", "settings:\n  round: 12   #! PCG0322"
    )
    verify({"missions/first_walk.yaml": mission})
