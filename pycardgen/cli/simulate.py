"""`pycardgen simulate`: play many games with bots and report how they went."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
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
    or_usage,
    paranoid_option,
    setup_options,
)

if TYPE_CHECKING:
    from pycardgen.bundle.file import Bundle
    from pycardgen.engine.report import Report
    from pycardgen.engine.simulate import Plan
    from pycardgen.model.game import Game


@click.command()
@game_argument
@setup_options
@click.option(
    "--games",
    type=click.IntRange(1, 10_000_000),
    default=1000,
    show_default=True,
    metavar="N",
    help="How many games.",
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="The first game's seed.")
@click.option(
    "--jobs", type=click.IntRange(1), metavar="J", help="Processes; as many as there are processors."
)
@bots_options
@click.option(
    "--without",
    multiple=True,
    metavar="ID",
    help="Leave a card in the box, or never offer a yes-no decision or window; shows what it was worth.",
)
@click.option(
    "--ladder",
    is_flag=True,
    help="Compare the kinds of bots with each other, side by side; few games with mcts.",
)
@click.option(
    "--cards",
    is_flag=True,
    help="Count for each card in how many games it was in play, and who won those.",
)
@click.option(
    "--coverage",
    type=click.IntRange(0),
    default=20,
    show_default=True,
    metavar="N",
    help="Note in the first N games what is used of cards and rules (slow).",
)
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How to report.",
)
@paranoid_option
def command(
    game: Path | None,
    packs: tuple[Path, ...],
    settings: tuple[str, ...],
    mission: str | None,
    map_id: str | None,
    players: int | None,
    games: int,
    seed: int,
    jobs: int | None,
    bots: str,
    bots_for: tuple[str, ...],
    iterations: int,
    without: tuple[str, ...],
    ladder: bool,
    cards: bool,
    coverage: int,
    style: str,
    paranoid: bool,
) -> None:
    """Play many games with bots and report how they went.

    Games have the seeds S, S+1, ... The figures are the same for any number of jobs.
    """
    from pycardgen.engine.simulate import Plan

    bundle = open_bundle(game, packs)
    setup = choose_setup(bundle, players, map_id, mission, settings)
    plan = Plan(
        setup=setup,
        games=games,
        seed=seed,
        iterations=iterations,
        paranoid=paranoid,
        cards=cards,
        sample=coverage,
    )
    plans = or_usage(lambda: _plans(bundle, plan, bots, bots_for, without, ladder))
    reports = {what: _report_one(bundle, plan, jobs or processors(), what) for what, plan in plans.items()}
    _show(reports, bundle.game, style)


def _plans(
    bundle: Bundle,
    plan: Plan,
    bots: str,
    bots_for: tuple[str, ...],
    without: tuple[str, ...],
    ladder: bool,
) -> dict[str, Plan]:
    """What is to be played, by what it is called: the first is reported in full. Raises DiagnosticError."""
    from pycardgen.engine.knowledge import why_not
    from pycardgen.engine.leaving_out import check_without
    from pycardgen.engine.simulate import ladder_of

    check_without(bundle.game, bundle.program, without)
    kind, sides = choose_bots(bundle, bots, bots_for)
    plan = replace(plan, bots=kind, bots_for=sides)
    if ladder:
        return ladder_of(plan, bundle.game.sides, searching=not why_not(bundle.game, bundle.program))
    if without:
        return {f"without {', '.join(without)}": replace(plan, without=frozenset(without)), "with all": plan}
    return {"games": plan}


def processors() -> int:
    """Processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        return os.cpu_count() or 1


@contextmanager
def progress_bar(total: int, what: str) -> Iterator[Callable[[int], None] | None]:
    """A bar on standard error while games are played, on a terminal only."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)


def _report_one(bundle: Bundle, plan: Plan, jobs: int, what: str) -> Report:
    """Play a plan and sum it up."""
    from pycardgen.engine.coverage import cards_of, coverage
    from pycardgen.engine.report import make_report
    from pycardgen.engine.simulate import simulate
    from pycardgen.engine.stops import at_limit

    with progress_bar(plan.games, what) as progress:
        tally = simulate(bundle, plan, jobs, progress)
    if tally.endings["limit"]:
        show([at_limit(bundle.game, tally.endings["limit"], tally.games)], err=True)
    found = coverage(bundle.game, bundle.program, plan.setup, tally) if plan.sample else {}
    cards = cards_of(bundle.game, plan.setup, tally) if plan.cards else {}
    return make_report(bundle.game, bundle.digest, plan.setup, plan.seed, tally, found, cards)


def _show(reports: Mapping[str, Report], game: Game, style: str) -> None:
    """The first report in full, then how the others compare."""
    from pycardgen.engine.report import print_cards, print_comparison, print_report, to_json

    first, *others = reports.items()
    if style == "json":
        data = to_json(first[1], dict(others))
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
        return
    from rich.console import Console

    console = Console(highlight=False)
    print_report(first[1], game.title, console)
    if first[1].cards:
        print_cards(first[1], {name: found.name for name, found in game.definitions.items()}, console)
    if others:
        print_comparison(reports, console)
