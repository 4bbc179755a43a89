"""`pycardgen export`: a game for print shops, virtual tables, cutting machines and spreadsheets."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pycardgen.cli.common import (
    failed,
    game_folder,
    output_name,
    pack_folders,
    packs_option,
    paper_option,
    show,
)
from pycardgen.cli.printing import progress
from pycardgen.diagnostics import Collector, DiagnosticError, did_you_mean

if TYPE_CHECKING:
    from pycardgen.model.game import Game
    from pycardgen.model.printing import PrintJob

TARGETS = (
    "thegamecrafter",
    "makeplayingcards",
    "tabletop-simulator",
    "playingcards.io",
    "screentop",
    "cut-svg",
    "png",
    "svg",
    "csv",
)
"""As `pycardgen.paint.exports` has them, which help needn't import."""


OPTIONS = {
    "dpi": ("png", "playingcards.io", "screentop"),
    "no_bleed": ("png", "svg"),
    "outlines": ("svg",),
    "url": ("tabletop-simulator", "playingcards.io", "screentop"),
    "pixels": ("tabletop-simulator",),
    "paper": ("cut-svg",),
}
"""Which targets an option is for, where it isn't for all."""

LISTS = frozenset(("manifest.json", "manifest.csv", "tables.yaml"))
"""Files that only say what else there is."""


def _target(context: click.Context, parameter: click.Parameter, value: str) -> str:
    """The name of a target, in any letters."""
    name = value.strip().lower()
    if name not in TARGETS:
        hint = did_you_mean(name, TARGETS) or f"there are {', '.join(TARGETS)}"
        raise click.BadParameter(f"there is no target {value!r}: {hint}")
    return name


def _dpi(context: click.Context, parameter: click.Parameter, value: float) -> float:
    """A number that is one."""
    if value != value:
        raise click.BadParameter("nan is no number of dots.")
    return value


def _url(context: click.Context, parameter: click.Parameter, value: str | None) -> str:
    """An address without the slash at its end."""
    if value is None:
        return ""
    if not value.startswith(("http://", "https://", "file://")) or not value.isprintable() or " " in value:
        raise click.BadParameter(f"{value!r} is no address: begin it with https://")
    return value.rstrip("/")


@click.command()
@click.argument("game", type=click.Path(path_type=Path), metavar="GAME")
@click.option(
    "--to",
    "target",
    required=True,
    callback=_target,
    metavar="TARGET",
    help=f"One of {', '.join(TARGETS)}.",
)
@packs_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("out"),
    show_default=True,
    help="The folder that gets a folder for the game, and in it one for the target.",
)
@click.option("--job", "names", multiple=True, metavar="NAME", help="Only this print job; may be repeated.")
@click.option(
    "--dpi",
    type=click.FloatRange(36, 1200),
    default=300.0,
    callback=_dpi,
    show_default=True,
    help="Dots an inch, to png, playingcards.io and screentop.",
)
@click.option("--no-bleed", is_flag=True, help="Cut to size, to png and svg.")
@click.option("--outlines", is_flag=True, help="Text as outlines, to svg: for programs that lack the fonts.")
@click.option(
    "--url-base",
    "url",
    callback=_url,
    metavar="URL",
    help="Where you will put the pictures, to virtual tables.",
)
@click.option(
    "--sheet-pixels",
    "pixels",
    type=click.IntRange(256, 10_000),
    default=4096,
    show_default=True,
    help="How wide and high sheets of cards may be, to tabletop-simulator.",
)
@click.option("--theme", default="", metavar="NAME", help="A variant of the theme, such as low-ink.")
@paper_option
@click.pass_context
def command(
    context: click.Context,
    game: Path,
    target: str,
    packs: tuple[Path, ...],
    out: Path,
    names: tuple[str, ...],
    dpi: float,
    no_bleed: bool,
    outlines: bool,
    url: str,
    pixels: int,
    theme: str,
    paper: str,
) -> None:
    """Write a game for print shops, virtual tables, cutting machines or spreadsheets.

    What is exported are the print jobs of game.yaml. If there are errors nothing is written, and the folder
    stays as it was. What to do with the files is said at the end, and in docs/exports.md.
    """
    from pycardgen.check import check_and_compile
    from pycardgen.paint.exports import TARGETS as KNOWN
    from pycardgen.paint.exports import Order
    from pycardgen.paint.press import open_press

    _fits(context, target)
    named = game_folder(game)
    checked = check_and_compile(named, pack_folders(packs))
    if checked.diagnostics:
        show(checked.diagnostics, err=True)
    if checked.game is None or failed(checked.diagnostics):
        context.exit(1)
    problems = Collector()
    shown_folder = out / output_name(named, checked.game) / target
    folder = shown_folder.absolute()
    press = open_press(checked.game, paper, problems, theme=theme)
    jobs = _chosen(checked.game, names, problems)
    shown = progress(jobs, "exporting")
    order = Order(target, press, shown, folder, dpi, not no_bleed, outlines, url, pixels)
    made, changed = _write(order.folder, order, problems)
    files = "file" if len(made) == 1 else "files"
    click.echo(f"{shown_folder.as_posix()}: {len(made)} {files}, {changed} changed")
    if made <= LISTS:
        click.echo(f"Nothing that these print jobs make is for {target}.", err=True)
    elif KNOWN[target].then:
        click.echo(f"Next: {KNOWN[target].then.format(game=checked.game.id)}.")


def _fits(context: click.Context, target: str) -> None:
    """Raises click.UsageError for an option that means nothing to a target."""
    for name, targets in OPTIONS.items():
        given = context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
        if given and target not in targets:
            option = next(p for p in context.command.params if p.name == name).opts[0]
            message = f"{option} is for {' and '.join(targets)}; it means nothing to {target}."
            raise click.UsageError(message, context)


def _chosen(game: Game, names: tuple[str, ...], problems: Collector) -> list[PrintJob]:
    """The print jobs that are named, or all."""
    from pycardgen.model.printing import print_jobs

    jobs = print_jobs(game, problems)
    known = [job.job.name for job in jobs]
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known) or f"there are {', '.join(known) or 'none'}"
            raise click.BadParameter(f"there is no print job {name!r}: {hint}", param_hint="--job")
    return [job for job in jobs if not names or job.job.name in names]


def _write(folder: Path, order: object, problems: Collector) -> tuple[set[str], int]:
    """Make all files aside, then put them in place; their paths, and how many weren't there so.

    Raises DiagnosticError if anything could not be made.
    """
    from pycardgen.paint.exports import Order, export
    from pycardgen.paint.exports.manifest import owned
    from pycardgen.paint.folder import replaced

    assert isinstance(order, Order)
    paths: set[str] = set()
    with ExitStack() as stack:
        made = stack.enter_context(replaced(folder, owned(folder)))
        for output in export(order):
            made.write(output.path, output.data)
            paths.add(output.path)
        found = list(dict.fromkeys(problems.found))
        if problems.failed:
            raise DiagnosticError(*found)
        if found:
            show(found, err=True)
    return paths, made.changed
