"""`pycardgen build`: check, compile and print games into out/."""

from __future__ import annotations

import gc
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pycardgen.cli.common import (
    failed,
    game_folders,
    games_argument,
    output_name,
    pack_folders,
    packs_option,
    paper_option,
    show,
)
from pycardgen.cli.printing import Wanted, choice_options, choices, printer_of, printer_options, progress
from pycardgen.diagnostics import Collector, DiagnosticError
from pycardgen.records import dataclass
from pycardgen.source.pause import collector_paused

if TYPE_CHECKING:
    from pycardgen.check import Checked
    from pycardgen.layout.components.guide import Held
    from pycardgen.layout.kit import Proofs
    from pycardgen.model.game import Game
    from pycardgen.paint.choice import Choice
    from pycardgen.paint.folder import Folder
    from pycardgen.paint.jobs import Output
    from pycardgen.paint.press import Press, Printer

KINDS = ("bundle", "pdf", "svg", "png")
USUAL = ("bundle", "pdf", "svg")
"""What is built when `--only` doesn't say."""

CARDS = "cards-svg"
"""An SVG for each card, which `--only svg` adds to those of boards."""


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
    return (*kinds, CARDS) if "svg" in kinds else kinds


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
    help=f"Some of {', '.join(KINDS)}; {', '.join(USUAL)} if left out. With svg, one for each card too.",
)
@click.option(
    "--dpi",
    type=click.IntRange(36, 1200),
    default=150,
    show_default=True,
    help="Dots an inch of png.",
)
@click.option(
    "--outlines", is_flag=True, help="In svg, draw text as outlines, for programs without the fonts."
)
@paper_option
@click.option(
    "--theme",
    default="",
    metavar="NAME",
    help="A variant of the theme, such as low-ink, which every game has.",
)
@click.option(
    "--booklet", is_flag=True, help="Documents as booklets too: half pages, two on a side, to be folded."
)
@click.option(
    "--proofs",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Draws cards whose text doesn't fit into this folder, with the boxes.",
)
@choice_options
@printer_options
@click.pass_context
def command(
    context: click.Context,
    games: tuple[Path, ...],
    packs: tuple[Path, ...],
    out: Path,
    kinds: tuple[str, ...],
    dpi: int,
    outlines: bool,
    paper: str,
    theme: str,
    booklet: bool,
    proofs: Path | None,
    cards: str | None,
    missing: Path | None,
    since: str | None,
    count: int | None,
    offset_x: float | None,
    offset_y: float | None,
    scale: float | None,
    cmyk: bool,
    icc: Path | None,
) -> None:
    """Check games, compile them and print them.

    A GAME is a folder with a game.yaml; without any, every one under content/ is built. If there are errors,
    nothing is written, and the output folder stays as it was.

    With --cards, --missing, --since or --count only those cards are printed, together as far as they have
    a sheet and a size in common, into the folder `reprint`; all else stays.
    """
    from pycardgen.check import check_and_compile

    wanted = Wanted(cards, missing, since, count)
    if wanted.some:
        kinds = _of_cards(kinds)

    extra = pack_folders(packs)
    named = game_folders(games)
    with collector_paused():
        checked = [check_and_compile(folder, extra) for folder in named]
        gc.freeze()  # games stay until the end, so the collector needn't look through them
        context.call_on_close(gc.unfreeze)
    found = list(dict.fromkeys(problem for one in checked for problem in one.diagnostics))
    if found:
        show(found, err=True)
    if failed(found):
        context.exit(1)
    names = [output_name(folder, one.game) for folder, one in zip(named, checked, strict=True) if one.game]
    _refuse_twins(names)
    printer = printer_of(offset_x, offset_y, scale, cmyk, icc)
    with ExitStack() as stack:
        run = _Run(out, kinds, paper, printer, theme, dpi, outlines, booklet, proofs)
        builds = _builds(dict(zip(names, checked, strict=True)), wanted, run)
        folders = [_build(stack, one) for one in builds]
    for folder, paths, changed in folders:
        files = "file" if len(paths) == 1 else "files"
        click.echo(f"{folder.as_posix()}: {len(paths)} {files}, {changed()} changed")
    if not any(paths for _, paths, _ in folders) and wanted.some:
        click.echo(f"No card looks different from {since}." if since else "There are no cards to print.")


@dataclass(frozen=True, slots=True)
class _Run:
    """What is the same for all games of a run."""

    out: Path
    kinds: Collection[str]
    paper: str
    printer: Printer
    theme: str
    dpi: float
    outlines: bool
    booklet: bool
    proofs: Path | None


@dataclass(frozen=True, slots=True)
class _Order:
    """A game to be built, the name of its folder, and which of its cards, if not all."""

    run: _Run
    name: str
    checked: Checked
    choice: Choice | None = None


def _of_cards(kinds: tuple[str, ...]) -> tuple[str, ...]:
    """What is made when only some cards are printed: no bundle and no boards."""
    if kinds == USUAL:
        return ("pdf",)
    if not set(kinds) <= {"pdf", "png"}:
        raise click.UsageError("Of a part of the cards there are only pdf and png.")
    return kinds


def _of_game(run: _Run, checked: Checked) -> _Run:
    """What is made of a game: no bundle without rules. Raises DiagnosticError if that leaves nothing."""
    game = checked.game
    assert game is not None
    if game.played or "bundle" not in run.kinds:
        return run
    from pycardgen.bundle.opening import only_printed

    kinds = tuple(kind for kind in run.kinds if kind != "bundle")
    if not kinds:
        raise DiagnosticError(only_printed(game))
    return replace(run, kinds=kinds)


def _builds(checked: Mapping[str, Checked], wanted: Wanted, run: _Run) -> list[_Order]:
    """What is to be built: all games; or those with cards that were asked for, and them alone."""
    if not wanted.some:
        return [_Order(_of_game(run, one), name, one) for name, one in checked.items()]
    from pycardgen.model.printing import CardsJob, print_jobs
    from pycardgen.paint.since import Manner

    games = []
    for one in checked.values():
        assert one.game is not None
        jobs = print_jobs(one.game, Collector())
        games.append((one.game, [job for job in jobs if isinstance(job, CardsJob)]))
    built = [run.out / name for name in checked]
    found = choices(wanted, games, built, Manner(run.paper, run.printer, run.theme))
    orders = zip(checked.items(), found, strict=True)
    return [_Order(run, name, one, choice) for (name, one), choice in orders if choice]


def _refuse_twins(names: list[str]) -> None:
    """Two games of one id would be written to one folder."""
    for name in names:
        if names.count(name) > 1:
            raise click.UsageError(
                f"Two of these games have the id '{name}'. Build them one by one, with another --out."
            )


def _build(stack: ExitStack, order: _Order) -> tuple[Path, list[str], Callable[[], int]]:
    """Make all files of a game, aside. They take their place when the stack is closed without an error."""
    from pycardgen.paint.folder import replaced

    game, program, run = order.checked.game, order.checked.program, order.run
    assert game is not None
    assert program is not None
    target = run.out / order.name
    made = stack.enter_context(replaced(target, _owned(game, order)))
    paths = []
    if "bundle" in run.kinds:
        from pycardgen.bundle.file import write_compiled
        from pycardgen.model.translations import load_translations

        texts = load_translations(game, Collector())
        write_compiled(game, program, texts, made.folder / f"{game.id}.pcg")
        paths.append(f"{game.id}.pcg")
    for output in _printed(game, order, made):
        made.write(output.path, output.data)
        paths.append(output.path)
    return target, paths, lambda: made.changed


def _owned(game: Game, order: _Order) -> tuple[str, ...]:
    """What the last build may have left that this one makes anew; other files are kept."""
    if order.choice is not None:
        return ("reprint",)
    kinds = order.run.kinds
    owned = tuple(f"{game.id}.pcg" if kind == "bundle" else kind for kind in kinds)
    return (*owned, "prints") if _recorded(order) else owned


def _recorded(order: _Order) -> bool:
    """Whether it is recorded what cards look like, for `--since`."""
    run = order.run
    usual = not (run.printer.cmyk or run.theme)
    return usual and order.choice is None and {"bundle", "pdf"} <= set(run.kinds)


def _printed(game: Game, order: _Order, made: Folder) -> Iterator[Output]:
    """The files of all print jobs. Raises DiagnosticError after the last one if anything can't be printed."""
    from pycardgen.model.printing import print_jobs
    from pycardgen.paint.guide import Record
    from pycardgen.paint.jobs import planned, print_booklets, print_guide, print_job
    from pycardgen.paint.operators import Shelf
    from pycardgen.paint.press import open_press

    run = order.run
    wanted = {kind for kind in run.kinds if kind != "bundle"}
    problems = Collector()
    jobs = print_jobs(game, problems)
    if not wanted or not jobs:
        return
    press = open_press(game, run.paper, problems, run.printer, order.choice, run.theme)
    press.dpi, press.outlines, press.kit.proofs = run.dpi, run.outlines, _proofs(order)
    shelf = Shelf(cmyk=run.printer.cmyk, profile=run.printer.profile)
    record = Record(shelf=shelf) if order.choice is None else None
    for job in progress(planned(press, jobs), "printing"):
        yield from print_job(press, job, wanted, record)
    if run.booklet:
        yield from print_booklets(press, jobs, wanted)
    if CARDS in wanted:
        from pycardgen.paint.exports.singles import card_svgs

        yield from card_svgs(press, jobs, CARDS)
    if record is not None:
        yield from print_guide(press, record, wanted, _contents(game))
    if problems.failed:
        raise DiagnosticError(*dict.fromkeys(problems.found))
    if problems.found:
        show(list(dict.fromkeys(problems.found)), err=True)
    if _recorded(order):
        yield _record(press, made)


def _proofs(order: _Order) -> Proofs | None:
    """Where cards whose text doesn't fit are drawn, if they are."""
    from pycardgen.layout.kit import Proofs
    from pycardgen.paint.proofs import save_proof

    folder = order.run.proofs
    return Proofs(folder / order.name, save_proof) if folder else None


def _contents(game: Game) -> list[Held]:
    """What is in the box, for the print guide."""
    from pycardgen.check.counts import bill
    from pycardgen.layout.components.guide import Held

    return [
        Held(line.name, line.found, "" if line.printed else "not printed", line.part) for line in bill(game)
    ]


def _record(press: Press, made: Folder) -> Output:
    """A record of what the cards of this build look like. Those of the last builds are kept."""
    from pycardgen.bundle.file import digest_in
    from pycardgen.paint.jobs import Output
    from pycardgen.paint.since import RECORDS, former_records, record

    for path in former_records(made.before):
        made.write(f"{RECORDS}/{path.name}", path.read_bytes())
    digest = digest_in(made.folder / f"{press.game.id}.pcg")
    return Output(f"{RECORDS}/{digest[:16]}.json", record(press.looks_of_cards))
