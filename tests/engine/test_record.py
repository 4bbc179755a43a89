"""Records: written, read strictly, replayed to the same game, and refused when they don't fit."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from pycardgen.diagnostics import DiagnosticError
from pycardgen.engine.controllers import seat_bots
from pycardgen.engine.record import Decision, Record, read_record, recording, to_text, write_record
from pycardgen.engine.replay import check_record, replay
from tests.engine.lanterns import lanterns, machine

SCHEMA = json.loads((Path(__file__).parents[2] / "schemas/record.schema.json").read_text())


def played(seed: int = 7) -> tuple[Record, list[Any], Any]:
    """A game played by bots: its record, what was told, its last state."""
    lamp, decisions, told = machine(), list[Decision](), list[Any]()
    table = seat_bots(lamp, seed)

    def tell(*news: Any) -> None:
        told.append(news)
        assert table.tell is not None
        table.tell(*news)

    state = lamp.new(seed)
    outcome = lamp.run(state, recording(table.ask, decisions), tell)
    record = Record(lanterns().digest, "lanterns", lamp.setup, seed, tuple(decisions), outcome)
    return record, told, lamp.encode(state)


def test_a_record_replays_to_the_same_game() -> None:
    record, told, state = played()
    again: list[Any] = []
    lamp = machine()
    found = replay(lamp, record, lambda *news: again.append(news))
    assert found.outcome == record.outcome
    assert again == told
    assert lamp.encode(found.state) == state
    assert any(isinstance(decision, list) for decision in record.decisions)


def test_reading_gives_what_was_written(tmp_path: Path) -> None:
    record, _, _ = played()
    write_record(record, tmp_path / "game.json")
    assert read_record(tmp_path / "game.json") == record
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]
    jsonschema.validate(json.loads(to_text(record)), SCHEMA)
    unfinished = replace(record, outcome=None, decisions=record.decisions[:3])
    write_record(unfinished, tmp_path / "game.json")
    assert read_record(tmp_path / "game.json") == unfinished
    jsonschema.validate(json.loads(to_text(unfinished)), SCHEMA)


def code_of(error: pytest.ExceptionInfo[DiagnosticError]) -> str:
    (diagnostic,) = error.value.diagnostics
    return diagnostic.code


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("seed",), -1),
        (("seed",), "7"),
        (("seed",), 1.5),
        (("decisions", 0), -1),
        (("decisions", 0), None),
        (("decisions", 0), ["1"]),
        (("decisions",), {}),
        (("bundle",), 1),
        (("setup", "players"), 0),
        (("setup", "players"), True),
        (("setup", "settings", "rounds"), [1]),
        (("setup", "packs"), "none"),
        (("setup", "map"), 3),
        (("outcome", "winners"), ["1"]),
        (("outcome", "reason"), None),
        (("outcome", "extra"), 1),
        (("extra",), 1),
        (("version",), 0),
        (("version",), "1"),
    ],
)
def test_damaged_records_are_refused(tmp_path: Path, path: tuple[Any, ...], value: Any) -> None:
    data = json.loads(to_text(played()[0]))
    place = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    (tmp_path / "game.json").write_text(json.dumps(data))
    with pytest.raises(DiagnosticError) as error:
        read_record(tmp_path / "game.json")
    assert code_of(error) == "PCG0940"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, SCHEMA)


@pytest.mark.parametrize("key", ["version", "game", "bundle", "setup", "seed", "decisions"])
def test_every_part_is_needed(tmp_path: Path, key: str) -> None:
    data = json.loads(to_text(played()[0]))
    del data[key]
    (tmp_path / "game.json").write_text(json.dumps(data))
    with pytest.raises(DiagnosticError, match=f"`{key}` is missing"):
        read_record(tmp_path / "game.json")


@pytest.mark.parametrize(
    "raw", [b"", b"{", b"[]", b"\xff\xfe", b'{"version": 1, "version": 1}', b"[" * 100_000, b"NaN"]
)
def test_what_is_no_record_is_refused(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "game.json").write_bytes(raw)
    with pytest.raises(DiagnosticError) as error:
        read_record(tmp_path / "game.json")
    assert code_of(error) == "PCG0940"


def test_missing_and_newer_records_say_so(tmp_path: Path) -> None:
    with pytest.raises(DiagnosticError) as error:
        read_record(tmp_path / "nowhere.json")
    assert code_of(error) == "PCG0940"
    (tmp_path / "game.json").write_text('{"version": 2, "news": []}')
    with pytest.raises(DiagnosticError) as error:
        read_record(tmp_path / "game.json")
    assert code_of(error) == "PCG0941"


# --- records that don't fit the game


def test_another_digest_is_a_warning_and_another_game_an_error() -> None:
    record, _, _ = played()
    game, digest = lanterns().game, lanterns().digest
    assert check_record(record, game, digest) == []
    (warning,) = check_record(record, game, "0" * 64)
    assert (warning.code, warning.severity.value) == ("PCG0942", "warning")
    (error,) = check_record(replace(record, game="candles"), game, digest)
    assert (error.code, error.severity.value) == ("PCG0946", "error")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"players": 9}, "PCG0950"),
        ({"map": "moon"}, "PCG0953"),
        ({"mission": "moon"}, "PCG0954"),
        ({"settings": {"mode": "calm", "fog": False}}, "PCG0951"),
        ({"settings": {"mode": "calm", "fog": False, "rounds": 2, "roundz": 1}}, "PCG0951"),
        ({"settings": {"mode": "wild", "fog": False, "rounds": 2}}, "PCG0952"),
        ({"settings": {"mode": "calm", "fog": 0, "rounds": 2}}, "PCG0952"),
        ({"settings": {"mode": "calm", "fog": False, "rounds": 99}}, "PCG0952"),
    ],
)
def test_a_recorded_setup_must_fit_the_game(change: dict[str, Any], code: str) -> None:
    record, _, _ = played()
    record = replace(record, setup=replace(record.setup, **change))
    (found,) = check_record(record, lanterns().game, lanterns().digest)
    assert found.code == code
    assert found.hint


def test_a_decision_that_does_not_fit_is_named_by_its_number() -> None:
    record, _, _ = played()
    lists = [n for n, decision in enumerate(record.decisions) if isinstance(decision, list)]
    one = next(n for n, decision in enumerate(record.decisions) if isinstance(decision, int))
    for number, wrong in ((one, 99), (one, [0]), (lists[0], 0), (lists[0], [0, 1]), (lists[0], [7])):
        changed = [*record.decisions[:number], wrong, *record.decisions[number + 1 :]]
        with pytest.raises(DiagnosticError, match=f"decision {number + 1} of the record") as error:
            replay(machine(), replace(record, decisions=changed))
        assert code_of(error) == "PCG0943"


def test_too_many_and_too_few_decisions() -> None:
    record, _, _ = played()
    with pytest.raises(DiagnosticError, match="1 recorded decisions are left") as error:
        replay(machine(), replace(record, decisions=(*record.decisions, 0)))
    assert code_of(error) == "PCG0944"
    with pytest.raises(DiagnosticError, match="goes on where its record ends") as error:
        replay(machine(), replace(record, decisions=record.decisions[:-1]))
    assert code_of(error) == "PCG0944"
    half = replay(machine(), replace(record, decisions=record.decisions[:-1], outcome=None))
    assert half.outcome is None


def test_another_outcome_is_said() -> None:
    record, _, _ = played()
    assert record.outcome is not None
    with pytest.raises(DiagnosticError) as error:
        replay(machine(), replace(record, outcome=replace(record.outcome, winners=())))
    assert code_of(error) == "PCG0945"
