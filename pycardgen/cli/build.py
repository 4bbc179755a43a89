"""`pycardgen build`: check, compile and print games into out/."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pycardgen.cli.common import failed, game_folders, games_argument, pack_folders, packs_option, show
from pycardgen.diagnostics import Collector, DiagnosticError
from pycardgen.layout import sizes
from pycardgen.model.printing import PrintJob
from pycardgen.source.pause import collector_paused

if TYPE_CHECKING:
    from pycardgen.check import Checked
    from pycardgen.model.game import Game
    from pycardgen.paint.jobs import Output

KINDS = ("bundle", "pdf", "svg", "png")
USUAL = ("bundle", "pdf", "svg")
"""What is built when `--only` doesn't say."""


def _kinds(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[str, ...]:
    """`--only pdf,svg` as a tuple."""
    if value is None:
        return USUAL
    kinds = tuple(dict.fromkeys(part.strip() for part in value.split(",") if part.strip()))
    for kind in kinds:
        if kind not in KINDS:
            raise click.BadParameter(f"{kind!r} is none of {', '.join(KINDS)}.")
    if not kinds:
        raise click.BadParameter(f"name some of {', '.join(KINDS)}.")
    return kinds


@click.command()
@games_argument
@packs_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("out"),
    show_default=True,
    help="The folder that gets a folder for each game.",
)
@click.option(
    "--only",
    "kinds",
    callback=_kinds,
    metavar="KIND,...",
    help=f"Some of {', '.join(KINDS)}; {', '.join(USUAL)} if left out.",
)
@click.option(
    "--paper",
    type=click.Choice(tuple(sizes.PAPERS)),
    default="a4",
    show_default=True,
    help="The paper to print on.",
)
@click.pass_context
def command(
    context: click.Context,
    games: tuple[Path, ...],
    packs: tuple[Path, ...],
    out: Path,
    kinds: tuple[str, ...],
    paper: str,
) -> None:
    """Check games, compile them and print them.

    A GAME is a folder with a game.yaml; without any, every one under content/ is built. If there are errors,
    nothing is written, and the output folder stays as it was.
    """
    from pycardgen.check import check_and_compile

    extra = pack_folders(packs)
    with collector_paused():
        checked = [check_and_compile(folder, extra) for folder in game_folders(games)]
        gc.freeze()  # games stay until the end, so the collector needn't look through them
        context.call_on_close(gc.unfreeze)
    found = list(dict.fromkeys(problem for one in checked for problem in one.diagnostics))
    if found:
        show(found, err=True)
    if failed(found):
        context.exit(1)
    _refuse_twins(checked)
    with ExitStack() as stack:
        folders = [_build(stack, one, out, kinds, paper) for one in checked]
    for folder, paths, changed in folders:
        files = "file" if len(paths) == 1 else "files"
        click.echo(f"{folder.as_posix()}: {len(paths)} {files}, {changed()} changed")


def _refuse_twins(checked: list[Checked]) -> None:
    """Two games of one id would be written to one folder."""
    ids = [one.game.id for one in checked if one.game is not None]
    for id_ in ids:
        if ids.count(id_) > 1:
            raise click.UsageError(
                f"Two of these games have the id '{id_}'. Build them one by one, with another --out."
            )


def _build(
    stack: ExitStack, checked: Checked, out: Path, kinds: Collection[str], paper: str
) -> tuple[Path, list[str], Callable[[], int]]:
    """Make all files of a game, aside. They take their place when the stack is closed without an error."""
    from pycardgen.paint.folder import replaced

    game, program = checked.game, checked.program
    assert game is not None
    assert program is not None
    target = out / game.id
    made = stack.enter_context(replaced(target, _owned(game, kinds)))
    paths = []
    if "bundle" in kinds:
        from pycardgen.bundle.file import write_compiled
        from pycardgen.model.translations import load_translations

        texts = load_translations(game, Collector())
        write_compiled(game, program, texts, made.folder / f"{game.id}.pcg")
        paths.append(f"{game.id}.pcg")
    for output in _printed(game, kinds, paper):
        made.write(output.path, output.data)
        paths.append(output.path)
    return target, paths, lambda: made.changed


def _owned(game: Game, kinds: Collection[str]) -> tuple[str, ...]:
    """What the last build may have left that this one makes anew; other files are kept."""
    return tuple(f"{game.id}.pcg" if kind == "bundle" else kind for kind in kinds)


def _printed(game: Game, kinds: Collection[str], paper: str) -> Iterator[Output]:
    """The files of all print jobs. Raises DiagnosticError after the last one if anything can't be printed."""
    from pycardgen.model.printing import print_jobs
    from pycardgen.paint.jobs import print_job
    from pycardgen.paint.press import open_press

    wanted = {kind for kind in kinds if kind != "bundle"}
    problems = Collector()
    jobs = print_jobs(game, problems)
    if not wanted or not jobs:
        return
    press = open_press(game, paper, problems)
    for job in _progress(jobs):
        yield from print_job(press, job, wanted)
    if problems.failed:
        raise DiagnosticError(*dict.fromkeys(problems.found))
    if problems.found:
        show(list(dict.fromkeys(problems.found)), err=True)


def _progress(jobs: list[PrintJob]) -> Iterator[PrintJob]:
    """The jobs, with a bar on a terminal."""
    if not sys.stderr.isatty():
        yield from jobs
        return
    from rich.progress import Progress

    from pycardgen.cli.common import console

    with Progress(console=console(sys.stderr), transient=True) as progress:
        task = progress.add_task("printing", total=len(jobs))
        for job in jobs:
            progress.update(task, description=f"printing {job.job.name}")
            yield job
            progress.advance(task)
