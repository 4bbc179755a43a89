"""Playing a recorded game again: the same set-up, seed and answers give the same game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pycardgen.diagnostics import Diagnostic, DiagnosticError, Severity
from pycardgen.engine.api import Ask, Kind, Machine, Outcome, State, Tell, Value
from pycardgen.engine.options import check_setup
from pycardgen.engine.record import Decision, Record, is_recorded, recording
from pycardgen.model.game import Game


@dataclass(frozen=True, slots=True)
class Replayed:
    """A game played again: how it ended, or None where its record stops."""

    state: State
    outcome: Outcome | None


class RecordEnds(Exception):  # noqa: N818
    """Every recorded decision has been used, and another is asked for."""


class BadDecisionError(Exception):
    """A recorded decision, by its number from 0, doesn't answer what was asked."""

    def __init__(self, number: int, kind: Kind, options: int) -> None:
        super().__init__(number)
        self.number, self.kind, self.options = number, kind, options


def check_record(record: Record, game: Game, digest: str) -> list[Diagnostic]:
    """What is wrong with playing a record with this game. Another digest is only a warning (PCG0942)."""
    if record.game != game.id:
        message = f"the record is of the game `{record.game}`, not `{game.id}`"
        return [Diagnostic("PCG0946", message, hint="replay it with the game that it was played with")]
    found = check_setup(game, record.setup)
    if record.bundle != digest:
        message = "the record was played with another version of the game: it may go differently"
        hint = f"it was played with the bundle {record.bundle[:12]}, this is {digest[:12]}"
        found.append(Diagnostic("PCG0942", message, hint=hint, severity=Severity.WARNING))
    return found


def recorded(decisions: Sequence[Decision]) -> Ask:
    """Answers from a record. Raises BadDecisionError, and RecordEnds when there are no more."""
    following = iter(enumerate(decisions))

    def ask(
        state: State,
        seat: int,
        kind: Kind,
        options: Sequence[Value],
        about: tuple[Value, ...],
        low: int,
        high: int,
    ) -> Decision:
        if not is_recorded(kind, options):
            return 0
        number, answer = next(following, (-1, 0))
        if number < 0:
            raise RecordEnds
        if not fits(answer, kind, len(options), low, high):
            raise BadDecisionError(number, kind, len(options))
        return answer

    return ask


def fits(answer: Decision, kind: Kind, options: int, low: int, high: int) -> bool:
    """Whether an answer is one that may be given."""
    if kind.form != "many":
        return isinstance(answer, int) and 0 <= answer < options
    return (
        isinstance(answer, list)
        and low <= len(answer) <= high
        and all(0 <= one < options for one in answer)
        and all(one < other for one, other in pairwise(answer))
    )


def replay(machine: Machine, record: Record, tell: Tell | None = None) -> Replayed:
    """Play a record. Raises RulesError, and DiagnosticError when it doesn't fit (PCG0943 to PCG0945)."""
    used: list[Decision] = []
    ask = recording(recorded(record.decisions), used)
    state = machine.new(record.seed)
    try:
        while machine.step(state, ask, tell):
            pass
    except RecordEnds:
        if record.outcome is not None:
            raise _differs("PCG0944", "the game goes on where its record ends") from None
        return Replayed(state, None)
    except BadDecisionError as error:
        raise unfit(error) from None
    outcome = machine.outcome(state)
    if len(used) < len(record.decisions):
        rest = len(record.decisions) - len(used)
        raise _differs("PCG0944", f"the game is over, but {rest} recorded decisions are left")
    if record.outcome is not None and outcome != record.outcome:
        raise _differs("PCG0945", "the game ends in another way than its record says")
    return Replayed(state, outcome)


def unfit(error: BadDecisionError) -> DiagnosticError:
    """What is said of a decision that doesn't answer what was asked (PCG0943)."""
    message = (
        f"decision {error.number + 1} of the record doesn't answer `{error.kind.name}`, "
        f"which has {error.options} options here"
    )
    return _differs("PCG0943", message)


def _differs(code: str, message: str) -> DiagnosticError:
    hint = "replay it with the version of the game that it was played with, or record the game again"
    return DiagnosticError(Diagnostic(code, message, hint=hint))
