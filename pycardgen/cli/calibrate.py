"""`pycardgen calibrate`: a sheet that measures a printer."""

from __future__ import annotations

from pathlib import Path

import click

from pycardgen.cli.common import paper_option
from pycardgen.cli.printing import offset_options, printer_of


@click.command()
@paper_option
@click.option(
    "--flip",
    type=click.Choice(("long", "short")),
    default="long",
    show_default=True,
    help="The edge that the printer turns the paper over.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    help="The file that is written; out/calibration-PAPER.pdf if left out.",
)
@offset_options
def command(
    paper: str,
    flip: str,
    out: Path | None,
    offset_x: float | None,
    offset_y: float | None,
    scale: float | None,
) -> None:
    """Write a sheet that measures how a printer scales, and how far its backs are off.

    Print it, read the values of --scale, --offset-x and --offset-y from it, and print it again with them to
    see that they are right. `build` takes the same options.
    """
    from pycardgen.paint.calibration import calibration_pages
    from pycardgen.paint.files import write
    from pycardgen.paint.page import Info
    from pycardgen.paint.pdf import paint_pdf

    printer = printer_of(offset_x, offset_y, scale)
    pages = calibration_pages(paper, flip, printer.offset or (0.0, 0.0), printer.scale)
    target = out or Path("out", f"calibration-{paper}.pdf")
    write(target, paint_pdf(pages, Info(f"Calibration: {paper}", duplex=flip)))
    click.echo(f"{target.as_posix()}: print it at 100 %, on both sides, turned over the {flip} edge")
