"""People at the terminal: asked once, told once, able to go back only while nothing was learnt."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pexpect
import pytest
from click.testing import CliRunner

from pycardgen.bundle.file import write_bundle
from pycardgen.bundle.opening import open_game
from pycardgen.cli import replay as replay_command
from pycardgen.cli.play import command, read_seats
from pycardgen.cli.terminal import find_option, read_answer
from pycardgen.diagnostics import DiagnosticError
from pycardgen.engine.api import Kind
from pycardgen.engine.controllers import seat_bots
from pycardgen.engine.machine import Machine
from pycardgen.engine.play import Question, Session, Told, Undo
from pycardgen.engine.record import Record, read_record
from pycardgen.engine.replay import replay
from pycardgen.model.types import INT
from tests.engine.lanterns import FILES, lanterns, machine, write_lanterns


@dataclass
class Script:
    """A person who answers what a function says, and remembers everything."""

    say: Callable[[Question], Any]
    asked: list[Question] = field(default_factory=list)
    heard: list[Told] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def answer(self, question: Question) -> Any:
        self.asked.append(question)
        found = self.say(question)
        if found is Undo:
            raise Undo
        return found

    def hear(self, told: Told) -> None:
        self.heard.append(told)

    def refuse_undo(self, why: str) -> None:
        self.refused.append(why)


def first(question: Question) -> Any:
    return list(range(question.low)) if question.kind.form == "many" else 0


def sit(script: Script, humans: set[int], seed: int = 7, lamp: Machine | None = None) -> Session:
    lamp = lamp or machine()
    return Session(lamp, seed, seat_bots(lamp, seed), frozenset(humans), script)


def test_a_game_with_people_is_the_game_that_its_record_gives() -> None:
    for humans in ({0}, {1, 2}, {0, 1, 2}, set[int]()):
        script = Script(first)
        session = sit(script, humans)
        outcome = session.play()
        record = Record(lanterns().digest, "lanterns", session.machine.setup, 7, session.decisions, outcome)
        found, told = replayed(record)
        assert found == outcome
        assert script.heard == told, "everything is told once"
        assert {question.seat for question in script.asked} == humans


def replayed(record: Record) -> tuple[Any, list[Told]]:
    told: list[Told] = []
    return replay(machine(), record, lambda *news: told.append(Told(*news))).outcome, told


def test_a_person_among_bots_is_asked_only_what_is_a_question() -> None:
    script = Script(first)
    sit(script, {0}).play()
    assert all(len(q.options) > 1 or q.kind.form == "many" for q in script.asked)


def test_people_who_share_a_terminal_are_asked_alike() -> None:
    """Who is asked whether to answer must not tell who could: all are, in the same order each time."""
    script = Script(first)
    session = sit(script, {0, 1, 2})
    session.play()
    windows = [q for q in script.asked if q.kind.form == "window"]
    assert {len(q.options) for q in windows} > {1}
    assert [q.seat for q in windows] == [0, 1, 2] * (len(windows) // 3)
    recorded = [q for q in script.asked if len(q.options) > 1 or q.kind.form == "many"]
    assert len(session.decisions) == len(recorded)


def test_a_person_sees_its_own_view() -> None:
    script = Script(first)
    session = sit(script, {0, 1, 2})
    session.play()
    for question in script.asked:
        seen = session.machine.encode(question.view)
        hands = seen["zones"]["Player.hand"]
        assert None not in hands[question.seat]
        for other, hand in enumerate(hands):
            if other != question.seat:
                assert set(hand) <= {None}
                assert seen["entities"]["Player"]["secret"][other] is None


# --- going back


def undo_once_at(kind: str, turn: int = 0) -> Script:
    """Takes back the decision before the one of a kind, once."""
    done: list[bool] = []

    def say(question: Question) -> Any:
        if question.kind.name == kind and not done and len(script.asked) > turn:
            done.append(True)
            return Undo
        return first(question)

    script = Script(say)
    return script


def test_a_decision_is_taken_back_when_nothing_has_happened() -> None:
    script = undo_once_at("play")
    session = sit(script, {0})
    session.play()
    kinds = [question.kind.name for question in script.asked]
    assert kinds[:4] == ["boast", "play", "boast", "play"]
    assert script.refused == []
    plain = Script(first)
    other = sit(plain, {0})
    other.play()
    assert session.decisions == other.decisions
    assert script.heard == plain.heard


def test_what_was_announced_is_not_taken_back() -> None:
    def say(question: Question) -> Any:
        if question.kind.name == "play" and not script.refused:
            return Undo
        return 1 if question.kind.name == "boast" else first(question)

    script = Script(say)
    sit(script, {0}).play()
    assert script.refused == ["something was announced since"]


def test_the_first_decision_has_nothing_before_it() -> None:
    script = undo_once_at("boast")
    sit(script, {0}).play()
    assert script.refused == ["you have made no decision since somebody else decided"]


def test_another_seats_decision_stays() -> None:
    script = undo_once_at("boast", turn=5)
    sit(script, {0, 1, 2}).play()
    assert "since somebody else decided" in script.refused[0]


@pytest.mark.parametrize(
    ("effect", "why"),
    [
        ("game.round += 0 * roll(6)", "something was rolled or shuffled since"),
        ("draw(game.deck, to=p.hand)", "you have seen something new since"),
        ("if len(p.hand) > 2:\n        move(p.hand[0], game.used)", ""),
    ],
)
def test_what_was_learnt_is_not_taken_back(tmp_path: Path, effect: str, why: str) -> None:
    rules = FILES["rules/main.star"].replace("    if wants:\n", f"    {effect}\n    if wants:\n")
    bundle = open_game(write_lanterns(tmp_path, rules_main_star=rules))
    script = undo_once_at("play")
    sit(script, {0}, lamp=machine(bundle=bundle)).play()
    assert script.refused == ([why] if why else [])


EARLIER = """\
    if p.seat == 0:
        next_step(again, p)
{wants}    if p.seat == 0:
        return
"""
AGAIN = """

def again(p: Player):
    sure = confirm(p, "boast")
    if sure:
        announce(everyone, "boasts", who=p)
"""


def test_going_back_reaches_into_the_step_before(tmp_path: Path) -> None:
    """The decision and the next question are in different steps."""
    wants = '    wants = confirm(p, "boast")\n'
    rules = FILES["rules/main.star"].replace(wants, EARLIER.format(wants=wants)) + AGAIN
    bundle = open_game(write_lanterns(tmp_path, rules_main_star=rules))
    answers: Iterator[Any] = iter([1, Undo, 0, 1])
    script = Script(lambda question: next(answers, first(question)))
    session = sit(script, {0}, lamp=machine(bundle=bundle))
    session.play()
    assert session.decisions[:2] == [0, 1]
    assert script.refused == []


def test_given_answers_come_first() -> None:
    script = Script(first)
    session = sit(script, {0})
    session.play()
    later = Script(first)
    again = sit(later, {0})
    again.given = tuple(session.decisions[:5])
    again.play()
    assert again.decisions[:5] == session.decisions[:5]
    assert 0 < len(later.asked) < len(script.asked)


# --- what is typed

LABELS = ["Short Wick", "Long Wick", "Long Wire", "long wick", "10"]


@pytest.mark.parametrize(
    ("text", "found"),
    [("1", 0), (" 3 ", 2), ("sh", 0), ("LONG WI", None), ("long wir", 2), ("long wick", 1), ("10", 4)],
)
def test_options_are_found_by_number_and_name(text: str, found: int | None) -> None:
    answer = find_option(text, LABELS)
    assert answer == found if found is not None else isinstance(answer, str)


@pytest.mark.parametrize("text", ["", "0", "6", "-1", "x", "²", "1.5"])
def test_what_is_no_option_is_explained(text: str) -> None:
    assert isinstance(find_option(text, LABELS), str)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("1, 3", [0, 2]),
        ("3 1", [0, 2]),
        ("short, long wir", [0, 2]),
        ("2,2,1", [0, 1]),
        ("1", None),
        ("1,2,3,5", None),
        ("none", None),
        ("1, cat", None),
    ],
)
def test_several_options_are_read(line: str, found: list[int] | None) -> None:
    question = Question(0, Kind(0, "keep", "many", INT), LABELS, (), 2, 3, None)
    answer = read_answer(line, LABELS, question)
    assert answer == found if found is not None else isinstance(answer, str)


def test_seats_are_read() -> None:
    assert read_seats(("2=human", "1=human", "3=bot"), 3) == (0, 1)
    for text in ("4=human", "0=human", "x=human", "1", "1=dog"):
        with pytest.raises(DiagnosticError) as error:
            read_seats((text,), 3)
        assert error.value.diagnostics[0].code == "PCG0960"


# --- the commands


@pytest.fixture
def bundle_file(tmp_path: Path) -> Path:
    write_bundle(lanterns(), tmp_path / "lanterns.pcg")
    return tmp_path / "lanterns.pcg"


def play(bundle: Path, *args: str, typed: str = "") -> Any:
    return CliRunner().invoke(command, [str(bundle), "--players", "3", "--seed", "7", *args], input=typed)


def test_bots_alone_tell_a_story(bundle_file: Path, tmp_path: Path) -> None:
    result = play(bundle_file, "--record", str(tmp_path / "game.json"))
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == "Lanterns, 3 players, seed 7"
    assert any(re.fullmatch(r"Player \d lights \w+( Wick)?\.", line) for line in lines)
    assert lines[-1].startswith("The game is over: dusk.")
    assert "You hold" not in result.stdout
    again = CliRunner().invoke(replay_command.command, [str(tmp_path / "game.json"), str(bundle_file)])
    assert again.stdout.splitlines() == lines[1:]
    revealed = play(bundle_file, "--reveal").stdout
    assert "(Player 1 only) You hold" in revealed
    assert [line for line in revealed.splitlines() if "only)" not in line] == lines


def test_a_person_plays_saves_and_goes_on(bundle_file: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    result = play(bundle_file, "--seat", "1=human", typed=f"?\nlook\nlog\nno\nsave {saved}\nquit\n")
    assert result.exit_code == 0, result.output
    assert "You hold" in result.stdout
    assert "Type the number of an option" in result.stdout
    assert "(you)" in result.stdout
    assert "You stopped; the game isn't over." in result.stdout
    assert read_record(saved).decisions == (0,)
    args = ["--resume", str(saved), "--seat", "1=human"]
    rest = CliRunner().invoke(command, [str(bundle_file), *args], input="1\nnone\n" * 40)
    assert rest.exit_code == 0
    assert "Do you boast" not in rest.stdout.split("Player 1 lights")[0]


def test_the_end_of_the_input_ends_cleanly(bundle_file: Path, tmp_path: Path) -> None:
    result = play(bundle_file, "--seat", "1=human", "--record", str(tmp_path / "r.json"), typed="no\n")
    assert result.exit_code == 0
    assert "You stopped" in result.stdout
    data = json.loads((tmp_path / "r.json").read_text())
    assert data["decisions"] == [0]
    assert "outcome" not in data


def test_people_who_share_a_terminal_see_only_their_own(bundle_file: Path) -> None:
    """Each piece of output between two hand-overs holds only what its seat was told."""
    typed = "\n".join(["", "1", "1", "1", "1"] * 60) + "\n"
    result = play(bundle_file, "--seat", "1=human", "--seat", "2=human", typed=typed)
    assert result.exit_code == 0, result.output
    parts = re.split(r"Pass the device to Player (\d), who presses Enter\. ", result.stdout)
    owners, texts = parts[1::2], parts[2::2]
    assert {"1", "2"} <= set(owners)
    script = Script(first)
    sit(script, {0, 1}, seed=7).play()
    mine = {
        seat: {machine().show(told.args[0], machine().game.messages["sees"].params["wick"])}
        for seat in (0, 1)
        for told in script.heard
        if told.message == "sees" and told.seats == (seat,)
    }
    assert mine.keys() == {0, 1}
    for owner, text in zip(owners, texts, strict=True):
        asked = set(re.findall(r"Player (\d), (?:which|do you)", text)) | set(
            re.findall(r"Do you answer, Player (\d)", text)
        )
        assert asked <= {owner}
    assert sum(text.count("You hold") for text in texts) == 6
    assert texts[owners.index("1")].count("You hold") == 3
    assert texts[owners.index("2")].count("You hold") == 3


def test_wrong_usage_is_explained(bundle_file: Path, tmp_path: Path) -> None:
    for args, said in (
        (("--seat", "9=human"), "PCG0960"),
        (("--set", "rounds=x"), "PCG0952"),
        (("--bots-for", "dawn=random"), "PCG0958"),
        (("--resume", str(tmp_path / "none.json")), "PCG0940"),
    ):
        result = play(bundle_file, *args)
        assert result.exit_code == 2, result.output
        assert said in result.stderr


def test_a_terminal_asks_and_ctrl_c_leaves(bundle_file: Path) -> None:
    words = ["-m", "pycardgen", "play", str(bundle_file), "--players", "2", "--seed", "1"]
    words += ["--seat", "1=human"]
    child = pexpect.spawn(sys.executable, words, encoding="utf-8", timeout=60, dimensions=(40, 100))
    child.expect("do you boast")
    child.sendline("maybe")
    child.expect("No option is called 'maybe'")
    child.sendline("2")
    child.expect("Player 1 boasts")
    child.expect("which wick")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert "Traceback" not in child.before
