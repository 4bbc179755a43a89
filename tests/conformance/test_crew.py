"""A crew that declares at once under one rule, flank rounds, jams, chapters that break the rules, packs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from pycardgen.bundle.opening import open_game
from pycardgen.check import check_game
from pycardgen.diagnostics import Diagnostic
from pycardgen.engine.api import Kind
from pycardgen.engine.story import question_text
from pycardgen.model.load import load_game
from tests.conformance.games import FOLDER, begin, compiled, machine
from tests.content.driver import Play, Question

CREW = ["abel", "bea", "cho"]
HIT, JAM, BLANK = (0, 6), (3, 6), (4, 6)
EXPOSED, COVERED = (0, 6), (2, 6)


def facing(chapter: str, row: Sequence[str], players: int = 3, game: str = "crew") -> Play:
    """A combat with a chapter whose dice show these traits."""
    play = begin(game, players)
    for other in play.get("facing"):
        play.move(other, "deck")
    play.move(chapter, "facing")
    play.put("row", list(row))
    return play


def fight_on(play: Play, chapter: str, *actions: str, **answers: Any) -> None:
    """One round: what abel, bea and cho declare."""
    given = dict(zip(CREW, actions, strict=True))
    play.answers = {
        "action": lambda q: next(given[c] for c in CREW if c not in q.about["answers"]),
        "remove": 0,
        **answers,
    }
    play.do("combat_round", play.machine.tables.first["Chapter", chapter])


def asked(play: Play, kind: str) -> list[Question]:
    return [question for question in play.asked if question.kind == kind]


def hurt(play: Play) -> list[tuple[str, int]]:
    return [(told.args["crew"], told.args["amount"]) for told in play.told if told.message == "hurt"]


# --- declared at once, under one rule ------------------------------------------------------------


class DeclaredError(Exception):
    """Everybody has declared."""


def wholes(play: Play, chapter: str) -> tuple[set[tuple[str, ...]], list[list[str]]]:
    """Every whole declaration that can be reached, and all options that were ever offered."""
    found: set[tuple[str, ...]] = set()
    offered: list[list[str]] = []
    declared: dict[int, str] = {}

    def tell(seats: tuple[int, ...], message: str, args: tuple[Any, ...]) -> None:
        if message == "declared":
            declared[args[0]] = args[1]
            if len(declared) == len(play.get("crew")):
                raise DeclaredError

    def explore(path: list[int]) -> None:
        at = 0

        def ask(
            state: Any, seat: int, kind: Kind, options: Sequence[Any], about: Any, low: int, high: int
        ) -> int:
            nonlocal at
            assert kind.name == "action"
            at += 1
            if at > len(path):
                offered.append(list(options))
                raise LookupError(len(options))
            return path[at - 1]

        trial = play.machine.clone(play.state)
        declared.clear()
        number = play.machine.written.steps.index("combat_round")
        trial.steps = [((), [(number, (play.machine.tables.first["Chapter", chapter],), None)])]
        try:
            play.machine.step(trial, ask, tell)
        except DeclaredError:
            found.add(tuple(declared[c] for c in sorted(declared)))
        except LookupError as more:
            for option in range(more.args[0]):
                explore([*path, option])

    explore([])
    return found, offered


def lawful(actions: Sequence[str]) -> bool:
    """The rule, written again: somebody shoots, nobody fights and one may flank; or somebody fights."""
    if actions.count("flank") > 1:
        return False
    if "shoot" in actions:
        return "fight" not in actions
    return "fight" in actions and "flank" not in actions


RANGED = ["fight", "reload", "cover", "shoot", "flank"]
CLOSE = ["fight", "reload", "cover"]


def options_of(play: Play) -> list[list[str]]:
    """What each of the crew could do if there were no rule over all."""
    found = []
    for crew in play.get("crew"):
        options = list(CLOSE)
        loaded, rate = play.get("Crew.loaded", crew), {"abel": 2, "bea": 2}.get(crew, 1)
        if play.get("at_range") and loaded >= rate:
            options.append("shoot")
        if play.get("at_range") and play.get("flank_ready"):
            options.append("flank")
        found.append(options)
    return found


@pytest.mark.parametrize("players", [1, 3])
@pytest.mark.parametrize("case", ["ready", "close", "no flank", "abel and cho are empty", "all are empty"])
def test_every_lawful_declaration_can_be_made_and_no_other(case: str, players: int) -> None:
    play = facing("guards", ["might", "might"], players)
    if case == "close":
        play.put("at_range", False)
    if case == "no flank":
        play.put("flank_ready", False)
    for empty in {"abel and cho are empty": ["abel", "cho"], "all are empty": CREW}.get(case, []):
        play.put("Crew.loaded", 0, empty)
    found, offered = wholes(play, "guards")
    assert found == {whole for whole in product(*options_of(play)) if lawful(whole)}
    assert all(len(options) > 1 for options in offered)


def test_what_the_last_seat_must_do_is_all_that_it_is_offered() -> None:
    play = facing("guards", ["might"] * 6)
    fight_on(play, "guards", "reload", "cover", "shoot")
    assert asked(play, "action")[-1].options == ["fight", "shoot"]
    play = facing("guards", ["might"] * 6)
    fight_on(play, "guards", "shoot", "cover", "flank")
    assert "fight" not in asked(play, "action")[1].options


def test_the_only_one_left_who_can_keep_it_lawful_is_not_even_asked() -> None:
    play = facing("guards", ["might"] * 6)
    play.put("at_range", False)
    fight_on(play, "guards", "cover", "cover", "cover")
    assert [question.seat for question in asked(play, "action")] == [0, 1]
    assert [t.args["action"] for t in play.told if t.message == "declared"] == ["cover", "cover", "fight"]
    play = facing("guards", ["might"] * 6)
    fight_on(play, "guards", "flank", "cover", "cover")
    assert [question.seat for question in asked(play, "action")] == [0, 1]
    assert [t.args["action"] for t in play.told if t.message == "declared"] == ["flank", "cover", "shoot"]


@pytest.mark.parametrize(("players", "seats"), [(1, [0, 0, 0]), (2, [0, 1, 0]), (3, [0, 1, 2])])
def test_a_player_who_runs_several_is_asked_for_each(players: int, seats: list[int]) -> None:
    play = facing("guards", ["might"] * 6, players)
    fight_on(play, "guards", "shoot", "cover", "reload")
    assert [question.seat for question in asked(play, "action")] == seats
    declared = [(t.args["crew"], t.args["action"]) for t in play.told if t.message == "declared"]
    assert declared == [("abel", "shoot"), ("bea", "cover"), ("cho", "reload")]


def test_an_open_declaration_shows_those_before_by_who_declared_them() -> None:
    play = facing("guards", ["might"] * 6, players=1)
    fight_on(play, "guards", "shoot", "cover", "reload")
    assert [question.about["answers"] for question in asked(play, "action")] == [
        {},
        {"abel": "shoot"},
        {"abel": "shoot", "bea": "cover"},
    ]
    assert [question.about["crew"] for question in asked(play, "action")] == ["abel", "bea", "cho"]
    kind = next(kind for kind in play.machine.kinds if kind.name == "action")
    cho = play.machine.tables.first["Crew", "cho"]
    text = question_text(play.machine, 0, kind, (cho, {cho: "cover"}))
    assert "Cho" in text
    assert "{" not in text
    assert play.machine.show({cho: "cover"}, kind.about[1][1]) == "Cho: cover"


# --- shooting: jams, return fire, chapters that break the rule -------------------------------------


def test_two_hits_wound_and_spend_the_ammunition() -> None:
    play = facing("guards", ["might", "cunning", "wisdom"])
    play.rolls(COVERED, HIT, HIT)
    fight_on(play, "guards", "shoot", "cover", "cover", remove=[1, 0])
    assert play.get("row") == ["wisdom"]
    assert play.get("Crew.loaded", "abel") == 4
    assert hurt(play) == []


def test_hits_that_do_not_make_up_a_wound_are_lost() -> None:
    play = facing("guards", ["might", "cunning", "wisdom"])
    play.rolls(COVERED, HIT, BLANK)
    fight_on(play, "guards", "cover", "shoot", "cover")
    assert play.get("row") == ["might", "cunning", "wisdom"]
    assert play.get("Crew.loaded", "bea") == 2


@pytest.mark.parametrize("dice", [(HIT, JAM), (JAM, HIT), (JAM, JAM)])
def test_a_jam_undoes_all_hits_and_keeps_the_ammunition(dice: tuple[tuple[int, int], ...]) -> None:
    play = facing("guards", ["might", "cunning"])
    play.rolls(COVERED, *dice)
    fight_on(play, "guards", "shoot", "cover", "cover")
    assert play.get("row") == ["might", "cunning"]
    assert play.get("Crew.loaded", "abel") == 6
    assert [told.args["crew"] for told in play.told if told.message == "jammed"] == ["abel"]


def test_fire_is_returned_even_after_a_jam() -> None:
    play = facing("guards", ["might", "cunning"])
    play.rolls(EXPOSED, HIT, JAM)
    fight_on(play, "guards", "shoot", "cover", "cover")
    assert hurt(play) == [("abel", 1)]


def test_against_the_shell_only_explosive_hits_count() -> None:
    play = facing("shell", ["might", "cunning", "wisdom", "might"])
    play.rolls(COVERED, HIT, HIT, COVERED, HIT)
    fight_on(play, "shell", "shoot", "cover", "shoot")
    assert play.get("row") == ["might"]
    assert (play.get("Crew.loaded", "abel"), play.get("Crew.loaded", "cho")) == (4, 1)
    assert {question.seat for question in asked(play, "remove")} == {2}


def test_the_special_goes_with_its_chapter() -> None:
    play = facing("shell", ["might"])
    play.move("shell", "deck")
    play.move("guards", "facing")
    play.rolls(COVERED, HIT, HIT)
    fight_on(play, "guards", "shoot", "cover", "cover")
    assert play.get("row") == []


def test_a_replaced_hook_calls_the_original_or_not() -> None:
    play = facing("fog", ["might", "cunning"])
    play.rolls(EXPOSED, BLANK, BLANK)
    fight_on(play, "fog", "shoot", "cover", "cover")
    assert hurt(play) == [("abel", 3)]
    play = facing("fog", ["might"])
    play.rolls(EXPOSED, BLANK, BLANK)
    fight_on(play, "fog", "shoot", "cover", "cover")
    assert hurt(play) == []


def test_replacements_nest_and_one_of_a_crew_member_is_its_own() -> None:
    play = facing("fog", ["might", "cunning"])
    play.rolls(EXPOSED, BLANK, EXPOSED, BLANK, BLANK)
    fight_on(play, "fog", "cover", "cover", "shoot")
    assert hurt(play) == [("cho", 1), ("cho", 3)]
    play = facing("fog", ["might"])
    play.rolls(EXPOSED, BLANK)
    fight_on(play, "fog", "cover", "cover", "shoot")
    assert hurt(play) == [("cho", 1)]


def test_an_event_runs_what_the_chapter_says_of_it_while_it_is_faced() -> None:
    for chapter, health in (("fog", 7), ("guards", 5)):
        play = facing(chapter, ["might", "cunning", "wisdom"])
        play.put("Crew.hp", 5, "abel")
        play.rolls(COVERED, HIT, HIT)
        fight_on(play, chapter, "shoot", "cover", "cover")
        assert len(play.get("row")) == 1
        assert play.get("Crew.hp", "abel") == health


def test_the_event_does_not_lift_health_above_the_start() -> None:
    play = facing("fog", ["might", "cunning", "wisdom"])
    play.put("Crew.hp", 11, "abel")
    play.rolls(COVERED, HIT, HIT)
    fight_on(play, "fog", "shoot", "cover", "cover")
    assert play.get("Crew.hp", "abel") == 12


# --- the flank round ----------------------------------------------------------------------------


def flanked(row: Sequence[str], *, close: bool = False) -> Play:
    """Bea has flanked; the next round is about to begin."""
    play = facing("guards", row)
    play.rolls(COVERED, BLANK, BLANK, COVERED)
    fight_on(play, "guards", "shoot", "flank", "cover")
    assert play.get("Crew.flanking", "bea") is True
    play.asked.clear()
    play.told.clear()
    if close:
        play.put("at_range", False)
    return play


def test_the_flanker_attacks_before_the_next_round_and_takes_part_in_it() -> None:
    play = flanked(["might"] * 5)
    play.rolls(HIT, HIT)
    fight_on(play, "guards", "shoot", "shoot", "cover", flank_attack="shoot")
    kinds = [question.kind for question in play.asked]
    first = kinds.index("action")
    assert kinds[0] == "flank_attack"
    assert set(kinds[:first]) == {"flank_attack", "remove"}
    assert [question.seat for question in play.asked[:first]] == [1] * first
    assert [question.seat for question in asked(play, "action")] == [0, 1, 2]
    assert play.get("Crew.flanking", "bea") is False


def test_a_flank_attack_that_wounds_takes_one_more_die_and_no_fire_is_returned() -> None:
    play = flanked(["might", "cunning", "wisdom", "might", "might"])
    play.rolls(HIT, HIT)
    left: list[int] = []
    play.answers = {}

    def action(question: Question) -> str:
        left.append(len(play.get("row")))
        return "cover" if len(question.about["answers"]) < 2 else "shoot"

    play.rolls(HIT, HIT, COVERED, BLANK)
    fight_on(play, "guards", "cover", "cover", "shoot", flank_attack="shoot", action=action)
    assert left[0] == 3
    assert hurt(play) == []
    assert play.get("Crew.loaded", "bea") == 2


def test_the_flank_round_comes_before_a_close_round_too() -> None:
    play = flanked(["might"] * 4, close=True)
    play.rolls((3, 6))
    fight_on(play, "guards", "fight", "cover", "cover")
    assert play.asked[0].kind == "action", "without a choice of weapons nobody is asked how to attack"
    play = flanked(["wisdom"] * 4, close=True)
    rows: list[int] = []

    def action(question: Question) -> str:
        rows.append(len(play.get("row")))
        return "cover" if len(question.about["answers"]) else "fight"

    play.rolls((0, 6))
    fight_on(play, "guards", "fight", "cover", "cover", action=action)
    assert rows[0] == 2, "one die struck, one more because it was a wound"


def test_a_row_emptied_from_the_flank_ends_the_combat_without_another_declaration() -> None:
    play = flanked(["might", "might"])
    play.rolls(HIT, HIT)
    fight_on(play, "guards", "shoot", "shoot", "cover", flank_attack="shoot")
    assert play.get("row") == []
    assert asked(play, "action") == []


def test_nobody_flanks_twice_against_one_chapter() -> None:
    play = flanked(["might"] * 5)
    play.rolls(BLANK, BLANK)
    fight_on(play, "guards", "shoot", "cover", "cover", flank_attack="shoot")
    assert all("flank" not in question.options for question in asked(play, "action"))
    play.do("after_chapter", play.machine.tables.first["Chapter", "guards"])
    assert play.get("flank_ready") is True


def test_a_close_round_cannot_become_a_ranged_one_again_before_the_next_chapter() -> None:
    play = facing("guards", ["might"] * 6)
    fight_on(play, "guards", "fight", "cover", "cover")
    assert (play.get("at_range"), play.get("flank_ready")) == (False, False)
    fight_on(play, "guards", "fight", "cover", "cover")
    assert all("shoot" not in q.options and "flank" not in q.options for q in asked(play, "action")[-2:])
    play.do("after_chapter", play.machine.tables.first["Chapter", "guards"])
    assert (play.get("at_range"), play.get("row")) == (True, [])


# --- packs --------------------------------------------------------------------------------------


def test_a_pack_adds_and_replaces_without_a_change_to_the_base() -> None:
    base, packed = compiled("crew")[0], compiled("crew+crew-pack")[0]
    assert set(packed.definitions) - set(base.definitions) == {"swarm", "dov"}
    assert (base.definitions["fog"].name, packed.definitions["fog"].name) == ("Fog", "Thick Fog")
    assert packed.packs == ("crew-pack",)
    assert machine("crew+crew-pack", None, 2).setup.packs == ("crew-pack",)
    play = begin("crew+crew-pack", 2)
    assert play.get("crew") == ["abel", "bea", "cho", "dov"]
    assert sorted([*play.get("deck"), *play.get("facing")]) == ["fog", "guards", "shell", "swarm"]


def test_what_a_replaced_card_did_to_the_rules_is_gone() -> None:
    play = facing("fog", ["might"], game="crew+crew-pack")
    play.rolls(EXPOSED, BLANK, BLANK)
    play.answers = {"action": lambda q: "cover" if q.about["answers"] else "shoot"}
    play.do("combat_round", play.machine.tables.first["Chapter", "fog"])
    assert hurt(play) == [("abel", 1)]


def test_component_counts_of_a_pack_add_up() -> None:
    counts = {component.name: component.count for component in compiled("crew+crew-pack")[0].components}
    assert (counts["Chapters"], counts["Crew"], counts["Crew dice"]) == (4, 4, 2)


def other_pack(tmp_path: Path, name: str, old: str = "", new: str = "") -> Path:
    """A copy of the pack under another id, with one text in its content changed."""
    copytree(FOLDER / "crew-pack", tmp_path / name)
    game, more = tmp_path / name / "game.yaml", tmp_path / name / "more.yaml"
    game.write_text(game.read_text().replace("id: crew-pack", f"id: {name}"))
    assert old in more.read_text()
    more.write_text(more.read_text().replace(old, new) if old else more.read_text())
    return tmp_path / name


def test_a_pack_whose_count_is_wrong_is_told_so(tmp_path: Path) -> None:
    pack = other_pack(tmp_path, "other", "    name: Swarm\n", "    name: Swarm\n    count: 2\n")
    problems = check_game(FOLDER / "crew", [pack])
    assert [problem.code for problem in problems] == ["PCG0400"]
    assert "the box holds 4, but the files define 5" in problems[0].message


def test_two_packs_that_replace_one_id_do_not_go_together(tmp_path: Path) -> None:
    added = (FOLDER / "crew-pack/more.yaml").read_text()
    only_fog = added[added.index("  - replace: fog") : added.index("Crew:")]
    pack = other_pack(tmp_path, "other", added, "Chapter:\n" + only_fog)
    (pack / "game.yaml").write_text("id: other\ntitle: Other\nversion: 1.0.0\nextends: crew\n")
    problems: list[Diagnostic] = []
    assert load_game(FOLDER / "crew", problems.append, [pack]) is not None
    assert problems == []
    load_game(FOLDER / "crew", problems.append, [FOLDER / "crew-pack", pack])
    assert [(problem.severity.name, "fog" in problem.message) for problem in problems] == [("ERROR", True)]


def test_the_digest_covers_the_packs_and_nothing_else_changes_it(tmp_path: Path) -> None:
    def digest(*packs: Path) -> str:
        return open_game(FOLDER / "crew", packs).digest

    plain, packed = digest(), digest(FOLDER / "crew-pack")
    assert plain != packed
    assert (digest(), digest(FOLDER / "crew-pack")) == (plain, packed)
    assert digest(other_pack(tmp_path, "crew-pack")) == packed
    assert digest(other_pack(tmp_path / "changed", "crew-pack", "ranged: 1", "ranged: 2")) != packed
