"""Game records: all that is needed to play a game again, as one JSON file.

`{version, game, bundle, setup, seed, decisions, outcome?}` (schemas/record.schema.json). `bundle` is the
digest of what was played, `decisions` holds an option's index for each question, or a list of them. A record
holds the seed, so it tells everything: no seat may see it before the game is over.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pycardgen.bundle.canonical import BadDataError, from_bytes
from pycardgen.diagnostics import Diagnostic, DiagnosticError, Span
from pycardgen.engine.api import Ask, Kind, Outcome, Setup, State, Value

VERSION = 1
MAX_BYTES = 16 * 2**20

Decision = int | list[int]


@dataclass(frozen=True, slots=True)
class Record:
    """A game that was played, or begun when `outcome` is None."""

    bundle: str
    game: str
    setup: Setup
    seed: int
    decisions: Sequence[Decision]
    outcome: Outcome | None = None


def recording(ask: Ask, into: list[Decision]) -> Ask:
    """Ask, and note every answer that a replay has to know."""

    def asked(
        state: State,
        seat: int,
        kind: Kind,
        options: Sequence[Value],
        about: tuple[Value, ...],
        low: int,
        high: int,
    ) -> Decision:
        answer = ask(state, seat, kind, options, about, low, high)
        if is_recorded(kind, options):
            into.append(answer)
        return answer

    return asked


def is_recorded(kind: Kind, options: Sequence[Value]) -> bool:
    """Whether a question's answer is part of the record: a window's without a choice isn't."""
    return kind.form != "window" or len(options) > 1


# --- writing -------------------------------------------------------------------------------------


def to_text(record: Record) -> str:
    """The record's file: one line for each part."""
    setup = record.setup
    parts: dict[str, Any] = {
        "version": VERSION,
        "game": record.game,
        "bundle": record.bundle,
        "setup": {
            "players": setup.players,
            "map": setup.map,
            "mission": setup.mission,
            "settings": dict(setup.settings),
            "packs": list(setup.packs),
        },
        "seed": record.seed,
        "decisions": list(record.decisions),
    }
    if record.outcome is not None:
        parts["outcome"] = outcome_data(record.outcome)
    lines = (f"  {json.dumps(key)}: {json.dumps(part, ensure_ascii=False)}" for key, part in parts.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def outcome_data(outcome: Outcome) -> dict[str, Any]:
    """An outcome as JSON data."""
    return {
        "reason": outcome.reason,
        "sides": list(outcome.sides),
        "winners": list(outcome.winners),
        "steps": outcome.steps,
        "decisions": outcome.decisions,
    }


def write_record(record: Record, path: Path) -> None:
    """Write a record, aside and then in place of what was there. Raises OSError."""
    from pycardgen.bundle.file import write_aside

    write_aside(path, to_text(record).encode())


# --- reading -------------------------------------------------------------------------------------


def read_record(path: Path) -> Record:
    """Read a record strictly. Raises DiagnosticError (PCG0940, PCG0941)."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise _refuse(path, f"it is bigger than {MAX_BYTES >> 20} MB")
        return _record(path, from_bytes(path.read_bytes()))
    except OSError as error:
        raise _refuse(path, error.strerror or str(error)) from None
    except BadDataError as error:
        raise _refuse(path, f"{error.where}: {error.message}" if error.path else error.message) from None


def _refuse(path: Path, message: str) -> DiagnosticError:
    hint = "record the game again with `pycardgen play --record FILE`"
    return DiagnosticError(
        Diagnostic("PCG0940", f"{path.name} is no game record: {message}", Span(str(path)), hint)
    )


def _record(path: Path, data: Any) -> Record:
    if isinstance(data, dict) and _is_int(data.get("version"), VERSION + 1):
        message = (
            f"{path.name} is a record of version {data['version']}; this pycardgen reads up to {VERSION}"
        )
        raise DiagnosticError(Diagnostic("PCG0941", message, Span(str(path)), "use a newer pycardgen"))
    _keys(data, {"version", "game", "bundle", "setup", "seed", "decisions"}, frozenset(("outcome",)))
    _need(data["version"] == VERSION and _is_int(data["version"], 1), "version")
    _need(_is_int(data["seed"], 0), "seed")
    for key in ("game", "bundle"):
        _need(isinstance(data[key], str), key)
    decisions = data["decisions"]
    _need(isinstance(decisions, list), "decisions")
    for number, decision in enumerate(decisions):
        _need(_is_decision(decision), "decisions", number)
    outcome = _inside("outcome", _outcome, data["outcome"]) if "outcome" in data else None
    return Record(
        data["bundle"],
        data["game"],
        _inside("setup", _setup, data["setup"]),
        data["seed"],
        tuple(decisions),
        outcome,
    )


def _setup(data: Any) -> Setup:
    _keys(data, {"players", "map", "mission", "settings", "packs"})
    _need(_is_int(data["players"], 1), "players")
    for key in ("map", "mission"):
        _need(data[key] is None or isinstance(data[key], str), key)
    _need(isinstance(data["settings"], dict), "settings")
    for name, value in data["settings"].items():
        _need(value is None or isinstance(value, bool | int | str), "settings", name)
    _need(_is_list_of(data["packs"], str), "packs")
    return Setup(data["players"], data["map"], data["mission"], data["settings"], tuple(data["packs"]))


def _outcome(data: Any) -> Outcome:
    _keys(data, {"reason", "sides", "winners", "steps", "decisions"})
    _need(isinstance(data["reason"], str), "reason")
    _need(_is_list_of(data["sides"], str), "sides")
    _need(_is_list_of(data["winners"], int) and all(_is_int(w, 0) for w in data["winners"]), "winners")
    for key in ("steps", "decisions"):
        _need(_is_int(data[key], 0), key)
    return Outcome(
        data["reason"], tuple(data["sides"]), tuple(data["winners"]), data["steps"], data["decisions"]
    )


def _inside(key: str, read: Callable[[Any], Any], data: Any) -> Any:
    try:
        return read(data)
    except BadDataError as error:
        error.path.insert(0, key)
        raise


def _need(good: bool, *path: str | int) -> None:
    if not good:
        error = BadDataError("not a value that may stand here")
        error.path[:] = path
        raise error


def _keys(data: Any, needed: set[str], optional: frozenset[str] = frozenset()) -> None:
    if not isinstance(data, dict):
        raise BadDataError("expected an object")
    for key in sorted(needed - data.keys()):
        raise BadDataError(f"`{key}` is missing")
    for key in data:
        if key not in needed and key not in optional:
            raise BadDataError(f"`{key[:40]}` doesn't belong here")


def _is_int(value: Any, low: int) -> bool:
    return type(value) is int and value >= low


def _is_decision(value: Any) -> bool:
    return _is_int(value, 0) or (isinstance(value, list) and all(_is_int(part, 0) for part in value))


def _is_list_of(value: Any, kind: type) -> bool:
    return isinstance(value, list) and all(type(part) is kind for part in value)
