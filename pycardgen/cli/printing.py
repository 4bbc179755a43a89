"""Options of what is printed and on which printer, and what they mean for a game."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pycardgen.diagnostics import Collector, DiagnosticError
from pycardgen.records import dataclass

if TYPE_CHECKING:
    from pycardgen.model.game import Game
    from pycardgen.model.printing import CardsJob
    from pycardgen.paint.choice import Choice
    from pycardgen.paint.press import Printer
    from pycardgen.paint.sharing import AnyJob as Printed
    from pycardgen.paint.since import Manner

AnyJob = TypeVar("AnyJob", bound="Printed")
Command = TypeVar("Command", bound=Callable[..., Any])

OFFSET, SCALE = 20.0, (90.0, 110.0)
"""How far backs can be moved, in mm, and how much smaller or larger all can be printed, in percent."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which cards are asked for; all of them when nothing is said."""

    cards: str | None = None
    missing: Path | None = None
    since: str | None = None
    count: int | None = None

    @property
    def some(self) -> bool:
        """Whether it isn't simply all cards."""
        return self != Wanted()


def _finite(context: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
    if value is not None and not math.isfinite(value):
        raise click.BadParameter("it must be a number.")
    return value


def choice_options(command: Command) -> Command:
    """`--cards`, `--missing`, `--since` and `--count`."""
    for add in (
        click.option("--count", type=click.IntRange(1, 500), metavar="N", help="Copies of each card."),
        click.option(
            "--since",
            metavar="REVISION|DIGEST",
            help="Only cards that look different from those of a git revision, or of a bundle built here.",
        ),
        click.option(
            "--missing",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="Only lost cards: a file with an id a line, one copy for each.",
        ),
        click.option("--cards", metavar="ID,...", help="Only these cards, into the folder `reprint`."),
    ):
        command = add(command)
    return command


def offset_options(command: Command) -> Command:
    """`--offset-x`, `--offset-y` and `--scale`, which `calibrate` measures."""
    offset = click.FloatRange(-OFFSET, OFFSET)
    for add in (
        click.option(
            "--scale",
            type=click.FloatRange(*SCALE),
            callback=_finite,
            metavar="PERCENT",
            help="Print larger or smaller, for a printer that doesn't print at 100 %.",
        ),
        click.option("--offset-y", type=offset, callback=_finite, metavar="MM", help="Move backs down."),
        click.option("--offset-x", type=offset, callback=_finite, metavar="MM", help="Move backs right."),
    ):
        command = add(command)
    return command


def printer_options(command: Command) -> Command:
    """Those of `offset_options`, `--cmyk` and `--icc`."""
    inks = click.option("--cmyk", is_flag=True, help="Four inks, dark text in black alone: for print shops.")
    profile = click.option(
        "--icc",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="As --cmyk, by the ICC profile of a press, which is put into the files.",
    )
    return offset_options(inks(profile(command)))


def printer_of(
    offset_x: float | None,
    offset_y: float | None,
    scale: float | None,
    cmyk: bool = False,
    icc: Path | None = None,
) -> Printer:
    """The printer that the options describe. Raises DiagnosticError (PCG0729) if a profile is none."""
    from pycardgen.paint.press import Printer

    profile = ""
    if icc is not None:
        from pycardgen.paint.profiles import read_profile

        profile = read_profile(icc).digest
    offset = None if offset_x is None and offset_y is None else (offset_x or 0.0, offset_y or 0.0)
    return Printer(offset, (scale or 100.0) / 100.0, cmyk or icc is not None, profile)


def choices(
    wanted: Wanted,
    games: Sequence[tuple[Game, Sequence[CardsJob]]],
    built: Sequence[Path],
    manner: Manner,
) -> list[Choice | None]:
    """For each game (with its print jobs of cards) which cards are printed. None for one of which none is.
    `built`: the folder of each game's output.

    Raises DiagnosticError: PCG0779 for unknown cards, PCG0780 for a bad list, PCG0781 for a bad `--since`.
    """
    from pycardgen.paint.choice import Choice, Named, check_named, counted, printed_cards, read_list

    given = [name for name in ("cards", "missing", "since") if getattr(wanted, name) is not None]
    if len(given) > 1:
        raise click.UsageError(f"Give one of --{' and --'.join(given)}.")
    copies: dict[str, int | None] | None = None
    if wanted.cards is not None or wanted.missing is not None:
        if wanted.missing is not None:
            named = read_list(wanted.missing)
            copies = counted(named)
        else:
            named = [Named(id_) for part in (wanted.cards or "").split(",") if (id_ := part.strip())]
            if not named:
                raise click.BadParameter("name some cards.", param_hint="--cards")
            copies = {one.id: None for one in named}
        problems = Collector()
        check_named(named, games, problems)
        if problems.found:
            raise DiagnosticError(*problems.found)
    found: list[Choice | None] = []
    for (game, jobs), folder in zip(games, built, strict=True):
        unlike = None
        if wanted.since is not None:
            from pycardgen.paint.since import looks_since

            unlike = looks_since(wanted.since, game, folder, manner)
        choice = Choice(copies, wanted.count, unlike)
        found.append(choice if any(choice.of(card) for card in printed_cards(game, jobs)) else None)
    return found


def progress(jobs: Sequence[AnyJob], doing: str) -> Iterator[AnyJob]:
    """The jobs, with a bar on a terminal that says what is being done with which."""
    if not sys.stderr.isatty():
        yield from jobs
        return
    from rich.progress import Progress

    from pycardgen.cli.common import console

    with Progress(console=console(sys.stderr), transient=True) as bar:
        task = bar.add_task(doing, total=len(jobs))
        for job in jobs:
            bar.update(task, description=f"{doing} {job.job.name}")
            yield job
            bar.advance(task)
