"""`pycardgen play`: play one game, alone, with others or with bots."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pycardgen.cli.common import show
from pycardgen.cli.playing import (
    bots_options,
    choose_bots,
    choose_setup,
    game_argument,
    open_bundle,
    open_record,
    or_usage,
    paranoid_option,
    setup_options,
)
from pycardgen.diagnostics import Diagnostic, DiagnosticError

if TYPE_CHECKING:
    from pycardgen.bundle.file import Bundle
    from pycardgen.cli.terminal import Terminal
    from pycardgen.engine.api import Outcome, Setup
    from pycardgen.engine.controllers import Bots
    from pycardgen.engine.play import Session
    from pycardgen.engine.record import Record


@click.command()
@game_argument
@setup_options
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="The game's seed; a new one if left out.")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="N=human",
    help="A person plays this seat, from 1; may be given several times. The others are bots.",
)
@bots_options
@click.option(
    "--record", type=click.Path(path_type=Path, dir_okay=False), help="Write the game to this file."
)
@click.option(
    "--resume", type=click.Path(path_type=Path, dir_okay=False), help="Go on with a game that was saved."
)
@click.option("--reveal", is_flag=True, help="Without people: also tell what only some seats are told.")
@paranoid_option
def command(
    game: Path | None,
    packs: tuple[Path, ...],
    settings: tuple[str, ...],
    mission: str | None,
    map_id: str | None,
    players: int | None,
    seed: int | None,
    seats: tuple[str, ...],
    bots: str,
    bots_for: tuple[str, ...],
    iterations: int,
    record: Path | None,
    resume: Path | None,
    reveal: bool,
    paranoid: bool,
) -> None:
    """Play one game in the terminal, alone, with others or with bots.

    Without any --seat, bots play it and the game is told as a story.
    """
    bundle = open_bundle(game, packs)
    if resume is not None:
        begun = or_usage(lambda: open_record(bundle, resume))
    else:
        begun = _begin(bundle, choose_setup(bundle, players, map_id, mission, settings), seed)
    humans = or_usage(lambda: read_seats(seats, begun.setup.players))
    kind, sides = or_usage(lambda: choose_bots(bundle, bots, bots_for))
    session, terminal = _sit_down(bundle, begun, humans, kind, sides, iterations, paranoid)
    terminal.reveal = reveal
    _play(bundle, session, terminal, record)


def read_seats(texts: tuple[str, ...], players: int) -> tuple[int, ...]:
    """The people's seats, from 0. Raises DiagnosticError (PCG0960)."""
    found: dict[int, bool] = {}
    for text in texts:
        number, _, who = text.partition("=")
        if not (number.isdecimal() and 1 <= int(number) <= players and who in ("human", "bot")):
            hint = f"write N=human, with N from 1 to {players}"
            raise DiagnosticError(Diagnostic("PCG0960", f"`{text}` names no seat", hint=hint))
        found[int(number) - 1] = who == "human"
    return tuple(sorted(seat for seat, human in found.items() if human))


def _begin(bundle: Bundle, setup: Setup, seed: int | None) -> Record:
    """A game of which nothing has been played."""
    import secrets

    from pycardgen.engine.record import Record

    chosen = secrets.randbelow(10**9) if seed is None else seed
    return Record(bundle.digest, bundle.game.id, setup, chosen, ())


def _sit_down(
    bundle: Bundle,
    begun: Record,
    humans: tuple[int, ...],
    bots: Bots,
    sides: Mapping[str, Bots],
    iterations: int,
    paranoid: bool,
) -> tuple[Session, Terminal]:
    """Everybody at the table."""
    from rich.console import Console

    from pycardgen.cli.terminal import Terminal
    from pycardgen.engine.controllers import seat_bots
    from pycardgen.engine.machine import Machine
    from pycardgen.engine.play import Session

    machine = Machine(bundle.game, bundle.program, begun.setup, paranoid=paranoid)
    table = seat_bots(machine, begun.seed, bots, sides, iterations)
    console = Console(highlight=False)
    terminal = Terminal(machine, humans, console, lambda file: _write(bundle, session, file, None))
    session = Session(machine, begun.seed, table, frozenset(humans), terminal, tuple(begun.decisions))
    return session, terminal


def _play(bundle: Bundle, session: Session, terminal: Terminal, record: Path | None) -> None:
    """Play to the end, or until somebody stops. Raises DiagnosticError when the rules stop the game."""
    from pycardgen.cli.terminal import Quit
    from pycardgen.engine.api import RulesError
    from pycardgen.engine.stops import at_limit, stopped
    from pycardgen.engine.story import outcome_text

    setup = session.machine.setup
    terminal.say(f"{bundle.game.title}, {setup.players} players, seed {session.seed}", "bold")
    outcome: Outcome | None = None
    try:
        outcome = session.play()
        terminal.say(outcome_text(session.machine, outcome), "bold")
        if outcome.reason == "limit":
            show([at_limit(bundle.game, 1, 1)], err=True)
    except Quit:
        terminal.say("You stopped; the game isn't over.")
    except RulesError as error:
        raise DiagnosticError(stopped(bundle.program, error, session.seed)) from None
    finally:
        if record is not None:
            _write(bundle, session, record, outcome)


def _write(bundle: Bundle, session: Session, file: Path, outcome: Outcome | None) -> None:
    """Write the record of a game, finished or not."""
    from pycardgen.engine.record import Record, write_record

    setup, decisions = session.machine.setup, tuple(session.decisions)
    write_record(Record(bundle.digest, bundle.game.id, setup, session.seed, decisions, outcome), file)
