"""Simulation: the same figures for any number of processes, right intervals, and what was never reached."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from pycardgen.bundle.file import write_bundle
from pycardgen.bundle.opening import open_game
from pycardgen.cli.simulate import command
from pycardgen.diagnostics import DiagnosticError
from pycardgen.engine.api import Kind
from pycardgen.engine.coverage import coverage
from pycardgen.engine.leaving_out import check_without, never_offered
from pycardgen.engine.options import make_setup
from pycardgen.engine.simulate import Plan, Player, ladder_of, simulate
from pycardgen.engine.stats import Tally, reached, spread, wilson
from pycardgen.model.types import BOOL
from tests.engine.lanterns import FILES, lanterns, write_lanterns

SCHEMA = json.loads((Path(__file__).parents[2] / "schemas/simulate.schema.json").read_text())


def plan(games: int = 40, **rest: Any) -> Plan:
    return Plan(make_setup(lanterns().game, players=3), games, **rest)


def figures(tally: Tally) -> Tally:
    return replace(tally, cpu_seconds=0.0)


@pytest.fixture
def bundle_file(tmp_path: Path) -> Path:
    write_bundle(lanterns(), tmp_path / "lanterns.pcg")
    return tmp_path / "lanterns.pcg"


# --- figures


@pytest.mark.parametrize(
    ("n", "total", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_wilson_intervals(n: int, total: int, low: float, high: float) -> None:
    """The last row is the example of Newcombe (1998)."""
    rate = wilson(n, total)
    assert rate.low == pytest.approx(low, abs=5e-5)
    assert rate.high == pytest.approx(high, abs=5e-5)


def test_no_games_tell_nothing() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)
    assert spread({}).mean == 0


@given(st.lists(st.integers(0, 50), min_size=1, max_size=60))
def test_spreads_of_counts_are_those_of_the_values(values: list[int]) -> None:
    counts = {value: values.count(value) for value in values}
    found, order = spread(counts), sorted(values)
    assert found.mean == pytest.approx(sum(values) / len(values))
    assert found.median == (order[(len(order) - 1) // 2] + order[len(order) // 2]) / 2
    assert found.p95 in order
    assert sum(value <= found.p95 for value in order) >= 0.95 * len(order)
    assert sum(value < found.p95 for value in order) < 0.95 * len(order)


def test_what_was_reached() -> None:
    found = reached({"a", "x"}, [("a", "A"), ("b", "B")])
    assert (found.reached, found.total, found.missed) == (1, 2, ("B",))


# --- games


def test_the_figures_do_not_depend_on_the_number_of_processes() -> None:
    alone, several = simulate(lanterns(), plan()), simulate(lanterns(), plan(), jobs=3)
    assert figures(alone) == figures(several)
    assert alone.games == 40
    assert sum(alone.endings.values()) == 40
    assert set(alone.rounds) == {2}
    assert alone.wins["day"] + alone.wins["night"] == 40
    assert alone.cpu_seconds > 0
    assert several.cpu_seconds > 0


def test_parts_add_up_to_the_whole() -> None:
    first, second = simulate(lanterns(), plan(25)), simulate(lanterns(), plan(15, seed=25))
    first.add(second)
    whole = simulate(lanterns(), plan(40))
    assert (first.wins, first.decisions, first.endings) == (whole.wins, whole.decisions, whole.endings)


def test_a_run_that_is_given_up_ends_after_the_game_that_is_played() -> None:
    asked: list[int] = []

    def given_up() -> bool:
        asked.append(1)
        return len(asked) > 3

    assert Player(lanterns(), plan(), given_up).play(range(50)).tally.games == 3


def test_progress_is_told() -> None:
    seen: list[int] = []
    simulate(lanterns(), plan(20), progress=seen.append)
    assert seen[-1] == 20
    assert seen == sorted(seen)
    assert len(seen) > 2


def test_other_seeds_and_bots_give_other_games() -> None:
    usual = figures(simulate(lanterns(), plan()))
    assert figures(simulate(lanterns(), plan(seed=1000))) != usual
    assert figures(simulate(lanterns(), plan(bots="random"))) != usual
    assert figures(simulate(lanterns(), plan(bots_for={"day": "random"}))) != usual


def test_rules_that_stop_a_game_are_a_diagnostic_of_the_lowest_seed(tmp_path: Path) -> None:
    rules = FILES["rules/main.star"].replace(
        "    p.secret = roll(6)", "    p.secret = 6 // (roll(4) - 1)\n        p.secret = roll(6)"
    )
    bundle = open_game(write_lanterns(tmp_path, rules_main_star=rules))
    found = []
    for jobs in (1, 2):
        with pytest.raises(DiagnosticError) as error:
            simulate(bundle, plan(30, bots="random"), jobs)
        (diagnostic,) = error.value.diagnostics
        found.append(diagnostic)
    assert found[0].code == "PCG0903"
    assert found[0].span is not None
    assert found[0].span.file.endswith("main.star")
    assert found[0].span.line == 5
    assert (found[0].message, found[0].hint) == (found[1].message, found[1].hint)


# --- coverage


def test_coverage_names_what_was_never_reached(tmp_path: Path) -> None:
    rules = FILES["rules/main.star"] + (
        "\n\ndef never(p: Player):\n    p.points = 9\n\n\ndef seldom():\n    if game.round > 5:\n"
        "        next_step(play_round)\n    return\n"
    )
    rules = rules.replace("    game.round += 1", "    game.round += 1\n    seldom()")
    wicks = FILES["cards.yaml"] + "  - {id: spare, name: Spare, value: 1}\n"
    bundle = open_game(write_lanterns(tmp_path, rules_main_star=rules, cards_yaml=wicks))
    setup = make_setup(bundle.game, players=2)
    setup = replace(setup, settings={**setup.settings, "rounds": 1})
    tally = simulate(bundle, Plan(setup, 1, sample=1))
    found = coverage(bundle.game, bundle.program, setup, tally)
    assert found["lines"].missed
    missed = {int(line.rpartition(":")[2]) for line in found["lines"].missed}
    text = rules.split("\n")
    assert {text[line - 1].strip() for line in missed} >= {"p.points = 9", "next_step(play_round)"}
    assert "move(wick, game.used)" not in {text[line - 1].strip() for line in missed}
    assert found["cards"].total == 5
    assert 0 < found["cards"].reached <= 4
    assert found["effects"].total == 1
    full = coverage(bundle.game, bundle.program, setup, simulate(bundle, Plan(setup, 60, sample=60)))
    assert full["cards"].missed == ()
    assert full["effects"].missed == ()
    assert simulate(bundle, Plan(setup, 5, sample=0)).lines == set()


def test_coverage_does_not_depend_on_the_number_of_processes() -> None:
    alone, several = simulate(lanterns(), plan(30, sample=30)), simulate(lanterns(), plan(30, sample=30), 2)
    assert (alone.lines, alone.cards, alone.sampled) == (several.lines, several.cards, several.sampled)
    assert alone.sampled == 30


# --- leaving out, ladder


def test_without_a_card_it_never_turns_up() -> None:
    tally = simulate(lanterns(), plan(30, without=frozenset({"spark"}), sample=30))
    assert "spark" not in tally.cards
    assert "long" in tally.cards
    usual = simulate(lanterns(), plan(30, sample=30))
    assert "spark" in usual.cards


def test_a_window_that_is_left_out_is_passed() -> None:
    tally = simulate(lanterns(), plan(30, without=frozenset({"window:lit"}), sample=30))
    usual = simulate(lanterns(), plan(30, sample=30))
    body = next(e.body for e in lanterns().program.effects if e.kind == "use")
    at = next(f.body[0].at for f in lanterns().program.functions if f.name == body)
    assert at in usual.lines
    assert at not in tally.lines


def test_a_card_that_is_called_as_a_decision_is_left_out_alone() -> None:
    """Otherwise leaving a card out would also forbid what it shares its name with."""
    game = lanterns().game
    named = replace(game, definitions={**game.definitions, "boast": game.definitions["spark"]})
    kind = Kind(0, "boast", "confirm", BOOL)
    for played, told in ((game, 0), (named, 1)):
        ask = never_offered(played, lambda *question: 1, {"boast"})
        assert ask(None, 0, kind, (False, True), (), 1, 1) == told


def test_what_can_be_left_out_is_checked() -> None:
    game, program = lanterns().game, lanterns().program
    check_without(game, program, ["spark", "boast", "window:lit"])
    for name in ("sparc", "play", "hand"):
        with pytest.raises(DiagnosticError) as error:
            check_without(game, program, [name])
        assert error.value.diagnostics[0].code == "PCG0959"


def test_a_ladder_has_a_plan_for_each_side() -> None:
    found = ladder_of(plan(), ("day", "night"))
    assert list(found) == ["all policy", "day random", "night random", "all random"]
    assert found["day random"].bots_for == {"day": "random"}
    assert list(ladder_of(plan(), ("all",))) == ["all policy", "all random"]


# --- the command


def run(*args: str) -> Any:
    return CliRunner().invoke(command, args, catch_exceptions=True)


def test_json_follows_its_schema(bundle_file: Path) -> None:
    result = run(str(bundle_file), "--games", "12", "--jobs", "1", "--players", "4", "--format", "json")
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    jsonschema.validate(data, SCHEMA)
    assert (data["version"], data["game"], data["bundle"]) == (1, "lanterns", lanterns().digest)
    assert data["setup"]["players"] == 4
    assert sum(side["n"] for side in data["wins"].values()) == data["games"] == 12
    assert data["endings"] == {"dusk": 12}
    assert data["coverage"]["cards"]["total"] == 4
    del data["cpu_seconds"]
    again = json.loads(
        run(str(bundle_file), "--games", "12", "--jobs", "2", "--players", "4", "--format", "json").stdout
    )
    del again["cpu_seconds"]
    assert again == data


def test_comparisons_follow_the_schema(bundle_file: Path) -> None:
    for extra in (("--ladder",), ("--without", "rare")):
        result = run(str(bundle_file), "--games", "6", "--jobs", "1", "--format", "json", *extra)
        data = json.loads(result.stdout)
        jsonschema.validate(data, SCHEMA)
        assert data["compared"]
    text = run(str(bundle_file), "--games", "6", "--jobs", "1", "--without", "rare").stdout
    assert "without rare" in text
    assert "with all" in text


def test_cards_are_counted_where_they_end(bundle_file: Path) -> None:
    asked = ("--games", "12", "--players", "3", "--cards", "--coverage", "0", "--format", "json")
    data, again = (json.loads(run(str(bundle_file), *asked, "--jobs", jobs).stdout) for jobs in ("1", "2"))
    jsonschema.validate(data, SCHEMA)
    assert data["cards"] == again["cards"]
    assert data["coverage"] == {}
    assert set(data["cards"]) == {"long", "short", "rare", "spark"}
    for card in data["cards"].values():
        moved = card["moved"]
        assert moved["games"] <= 12
        assert sum(rate["n"] for rate in moved["wins"].values()) == moved["games"]
        zones = card["ended_in"]
        assert all(zone["games"] <= 12 for zone in zones.values())
        assert sum(zone["games"] for zone in zones.values()) >= 12
    ended = {zone for card in data["cards"].values() for zone in card["ended_in"]}
    assert {"used", "Player.hand"} <= ended <= {"deck", "used", "Player.hand"}


def test_cards_as_a_table_name_them_and_compare_with_the_usual(bundle_file: Path) -> None:
    text = run(str(bundle_file), "--games", "8", "--jobs", "1", "--cards", "--coverage", "0").stdout
    assert "in play" in text
    assert "day then" in text
    for definition in ("long", "short", "spark"):
        assert lanterns().game.definitions[definition].name in text
    assert "never" not in text


def test_the_text_has_sides_endings_lengths_and_coverage(bundle_file: Path) -> None:
    text = run(str(bundle_file), "--games", "6", "--jobs", "1").stdout
    for word in ("Lanterns", "day", "night", "dusk", "decisions", "rounds", "cards: ", "lines: ", "95 %"):
        assert word in text


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--players", "9"), "PCG0950"),
        (("--set", "round=3"), "did you mean 'rounds'?"),
        (("--set", "rounds=30"), "a whole number from 1 to 9"),
        (("--set", "rounds"), "write it as rounds=VALUE"),
        (("--set", "mode=wind"), "did you mean 'windy'?"),
        (("--set", "fog=maybe"), "true or false"),
        (("--map", "lan"), "did you mean 'lane'?"),
        (("--mission", "ev"), "did you mean 'eve'?"),
        (("--mission", "eve", "--map", "lane"), "it is played on loop"),
        (("--mission", "eve", "--set", "rounds=2"), "the mission fixes the setting `rounds` to 1"),
        (("--bots-for", "dya=random"), "did you mean 'day'?"),
        (("--without", "rarer"), "did you mean 'rare'?"),
    ],
)
def test_wrong_usage_is_explained(bundle_file: Path, args: tuple[str, ...], said: str) -> None:
    result = run(str(bundle_file), "--games", "2", *args)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""


def test_a_mission_brings_its_map_and_settings(bundle_file: Path) -> None:
    result = run(str(bundle_file), "--games", "3", "--jobs", "1", "--mission", "eve", "--format", "json")
    data = json.loads(result.stdout)
    assert (data["setup"]["map"], data["setup"]["settings"]["rounds"]) == ("loop", 1)
    assert data["rounds"]["mean"] == 1


def children(pid: int) -> list[str]:
    """The processes that a process has started."""
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def test_ctrl_c_stops_without_half_a_report(bundle_file: Path) -> None:
    words = [
        sys.executable,
        "-m",
        "pycardgen",
        "simulate",
        str(bundle_file),
        "--games",
        "1000000",
        "--jobs",
        "2",
    ]
    process = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    while process.poll() is None and not children(process.pid):
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == ""
    assert "Traceback" not in err
