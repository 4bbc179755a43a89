"""`pycardgen replay`: play a recorded game again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pycardgen.cli.common import packs_option
from pycardgen.cli.playing import game_argument, open_bundle, open_record, paranoid_option
from pycardgen.diagnostics import DiagnosticError

if TYPE_CHECKING:
    from pycardgen.engine.machine import Machine
    from pycardgen.engine.record import Record


@click.command()
@click.argument("record", type=click.Path(path_type=Path, dir_okay=False), metavar="RECORD")
@game_argument
@packs_option
@click.option("--quiet", is_flag=True, help="Only say how the game ended.")
@click.option("--reveal", is_flag=True, help="Also tell what only some seats were told.")
@paranoid_option
def command(
    record: Path, game: Path | None, packs: tuple[Path, ...], quiet: bool, reveal: bool, paranoid: bool
) -> None:
    """Play a recorded game again.

    RECORD is a file of `pycardgen play --record`. The game must be the one that was played; a game that has
    changed since may go another way, which is said.
    """
    from pycardgen.engine.machine import Machine

    bundle = open_bundle(game, packs)
    found = open_record(bundle, record)
    _replay(Machine(bundle.game, bundle.program, found.setup, paranoid=paranoid), found, quiet, reveal)


def _replay(machine: Machine, record: Record, quiet: bool, reveal: bool) -> None:
    """Tell the game as a story."""
    from rich.console import Console

    from pycardgen.cli.terminal import Terminal
    from pycardgen.engine.api import RulesError
    from pycardgen.engine.play import Told
    from pycardgen.engine.replay import replay
    from pycardgen.engine.stops import stopped
    from pycardgen.engine.story import outcome_text

    terminal = Terminal(machine, (), Console(highlight=False), lambda file: None, reveal)
    tell = None if quiet else lambda seats, message, args: terminal.hear(Told(seats, message, args))
    try:
        played = replay(machine, record, tell)
    except RulesError as error:
        raise DiagnosticError(stopped(machine.program, error, record.seed)) from None
    if played.outcome is None:
        terminal.say(f"The record ends here, after {len(record.decisions)} decisions; the game isn't over.")
    else:
        terminal.say(outcome_text(machine, played.outcome), "bold")
