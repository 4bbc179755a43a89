"""`pycardgen map --seed` and `--record`: a map in play, as it stands at a moment of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pycardgen.cli.playing import choose_setup, open_bundle, open_record
from pycardgen.diagnostics import Collector, DiagnosticError
from pycardgen.engine.api import RulesError
from pycardgen.engine.controllers import seat_bots
from pycardgen.engine.machine import Machine
from pycardgen.engine.moment import Moment, counts_rounds, played, replayed
from pycardgen.engine.record import Record
from pycardgen.engine.showing import Shown
from pycardgen.engine.stops import stopped
from pycardgen.layout.display import Drawing
from pycardgen.layout.game_kit import load_kit, load_looks, position_document
from pycardgen.layout.position import read_position
from pycardgen.layout.position_sheet import Table, position_sheet
from pycardgen.model.game import Game, MapDecl
from pycardgen.paint.files import write
from pycardgen.paint.page import Page
from pycardgen.paint.png import paint_png
from pycardgen.paint.svg import paint_svg
from pycardgen.records import dataclass

if TYPE_CHECKING:
    from pycardgen.bundle.file import Bundle

DPI = 150
"""Of a picture."""

SUFFIXES = (".svg", ".png")
"""What the names of drawings end in."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for: which game, which moment of it, who looks, and where it is drawn.

    Without a `record` bots play a game with the set-up and seed. `seat` is from 1; `everything`: what is
    hidden too.
    """

    game: Path
    packs: tuple[Path, ...]
    file: Path
    record: Path | None
    seed: int | None
    players: int | None
    map: str | None
    mission: str | None
    settings: tuple[str, ...]
    rounds: int | None
    steps: int | None
    seat: int | None
    everything: bool


def draw_play(wanted: Wanted) -> None:
    """Play to the moment, draw it, and say what was drawn. Raises click.UsageError, DiagnosticError."""
    if wanted.file.suffix.lower() not in SUFFIXES:
        raise click.UsageError(f"'{wanted.file}' is neither .svg nor .png: how it is drawn goes by its name.")
    bundle = open_bundle(wanted.game, wanted.packs)
    record = _record(bundle, wanted)
    machine = Machine(bundle.game, bundle.program, record.setup)
    if wanted.seat is not None and wanted.seat > record.setup.players:
        raise click.UsageError(f"There are {record.setup.players} seats in this game, no seat {wanted.seat}.")
    if wanted.rounds is not None and not counts_rounds(machine):
        hint = "it has no state `round`; say how many steps: --steps N"
        raise click.UsageError(f"'{bundle.game.id}' counts no rounds: {hint}")
    if not machine.tables.maps:
        raise click.UsageError(f"'{bundle.game.id}' is played on no map.")
    moment = _moment(bundle, machine, record, wanted)
    when = _when(moment, wanted)
    _draw(machine, moment, wanted, when)
    click.echo(f"{wanted.file}: {machine.tables.maps[0].definition.name}, {when}; {_seen(wanted)}")


def _record(bundle: Bundle, wanted: Wanted) -> Record:
    """The game that is drawn; one that nobody has played yet has no decisions."""
    if wanted.record is None:
        setup = choose_setup(bundle, wanted.players, wanted.map, wanted.mission, wanted.settings)
        return Record(bundle.digest, bundle.game.id, setup, wanted.seed or 0, ())
    return open_record(bundle, wanted.record)


def _moment(bundle: Bundle, machine: Machine, record: Record, wanted: Wanted) -> Moment:
    try:
        if wanted.record is not None:
            return replayed(machine, record, wanted.rounds, wanted.steps)
        bots = seat_bots(machine, record.seed)
        return played(machine, record.seed, bots, wanted.rounds, wanted.steps)
    except RulesError as error:
        raise DiagnosticError(stopped(bundle.program, error, record.seed)) from None


def _when(moment: Moment, wanted: Wanted) -> str:
    """The moment in words."""
    parts = [f"round {moment.round}"] if moment.round is not None else []
    parts.append(f"after {moment.steps} steps")
    if moment.outcome is not None:
        parts.append("the game is over")
    elif moment.record_ends:
        parts.append("where the record ends")
    return ", ".join(parts)


def _seen(wanted: Wanted) -> str:
    if wanted.everything:
        return "everything is shown"
    return f"as seat {wanted.seat} sees it" if wanted.seat else "what everybody sees"


def _draw(machine: Machine, moment: Moment, wanted: Wanted, when: str) -> None:
    """Draw what the seat sees; what all see, for the seat of the table."""
    seat = machine.setup.players if wanted.seat is None else wanted.seat - 1
    seen = moment.state if wanted.everything else machine.view(moment.state, seat)
    draw_seen(machine, seen, wanted.file, when)


def draw_seen(machine: Machine, seen: Any, file: Path, about: str) -> None:
    """Draw the first map in play as it is seen in a state, or in a view of one. Raises DiagnosticError."""
    map_ = machine.tables.maps[0]
    sheet = _sheet(machine.game, map_, Shown(machine, seen), about)
    if file.suffix.lower() == ".png":
        write(file, paint_png(Page(sheet), DPI))
    else:
        write(file, paint_svg(sheet, f"{machine.game.title}: {map_.definition.name}, {about}"))


def _sheet(game: Game, map_: MapDecl, shown: Shown, when: str) -> Drawing:
    problems = Collector()
    kit = load_kit(game, "a4", problems)
    looks = load_looks(game, problems)
    document = position_document(game, problems)
    position = read_position(document, game, problems) if document is not None else None
    if problems.failed:
        raise DiagnosticError(*dict.fromkeys(problems.found))
    table = Table(shown.of, shown.whole())
    sheet = position_sheet(game, map_, kit, looks, position, table, when, problems)
    if problems.failed:
        raise DiagnosticError(*dict.fromkeys(problems.found))
    return sheet
