"""The pages of the game of every component, and small pictures of them.

Run as a program, it writes the pictures that the tests compare with: look at them before you keep them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from pycardgen.diagnostics import Collector
from pycardgen.layout.components.guide import Held
from pycardgen.model.load import load_game
from pycardgen.model.printing import print_jobs
from pycardgen.paint.guide import Record
from pycardgen.paint.jobs import KINDS, Output, function_of, print_guide, print_job
from pycardgen.paint.page import Page
from pycardgen.paint.press import Press, open_press

GAME = Path(__file__).parents[1] / "data" / "components_game"
KEPT = Path(__file__).parent / "pages"
DPI = 30
BILL = [Held("Buoys", 24), Held("Red buoys", 14, part=True), Held("Flags", 2, "not printed")]


def open_game(paper: str, folder: Path = GAME) -> tuple[Press, dict[str, Any], Collector]:
    """A press for the game, its jobs by name, and what is reported."""
    report = Collector()
    game = load_game(folder, report)
    assert game is not None
    assert not report.found, report.found
    jobs = {job.job.name: job for job in print_jobs(game, report)}
    return open_press(game, paper, report), jobs, report


def pages(name: str, paper: str = "a4", sheet: str | None = None) -> list[Page]:
    """The pages of one of its jobs; on another sheet, if one is named."""
    from dataclasses import replace

    press, jobs, report = open_game(paper)
    job = replace(jobs[name], sheet=sheet) if sheet else jobs[name]
    kind = KINDS[type(job)]
    found: Iterator[Page] = function_of(kind, kind.pages)(press, job)
    if kind.sheets:
        found = function_of(kind, kind.sheets)(press, job, found)
    made = list(found)
    assert not report.found, report.found
    return made


@cache
def outputs(paper: str) -> dict[str, bytes]:
    """Every file of a build, by its path."""
    press, jobs, report = open_game(paper)
    record = Record()
    found: list[Output] = []
    for job in jobs.values():
        found += print_job(press, job, {"pdf", "png"}, record)
    found += print_guide(press, record, {"pdf", "png"}, BILL)
    assert not report.found, report.found
    return {output.path: output.data for output in found}


def small(png: bytes) -> Image.Image:
    """A page as a small picture in grey."""
    page = Image.open(BytesIO(png)).convert("L")
    return page.resize((page.width * DPI // 150, page.height * DPI // 150), Image.Resampling.BOX)


def names() -> list[str]:
    """The pages that are kept: the first two of each file, fronts and backs."""
    return sorted(
        Path(path).stem
        for path in outputs("a4")
        if path.startswith("png/") and path.endswith(("-01.png", "-02.png"))
    )


if __name__ == "__main__":
    KEPT.mkdir(exist_ok=True)
    for name in names():
        small(outputs("a4")[f"png/{name}.png"]).save(KEPT / f"{name}.png", optimize=True)
    print(f"{len(names())} pages in {KEPT}")
