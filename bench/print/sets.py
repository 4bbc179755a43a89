"""Measures what print sets cost, from an empty cache, as ratios to tuned reportlab scripts: a JSON line each.

    python bench/print/sets.py [--runs 3] [--only art,board,games,pages]

- art: `build` of 54 cards with 600-dpi pictures, PNG and JPEG, against a script for them.
- board: `build` of a board on four pages, against a script for it.
- games: `build --only pdf` of every game of content/, against the script for 500 cards; files, pages, MB.
- pages: by how many MB printing 5,000 cards needs more than printing 500, for each hundred pages.

CPU time is user plus system of a fresh process, the least of the runs. Checking is part of `build`.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from build import GAME, RULES, TYPES
from build import measured as command_measured
from data import board
from run import HERE, measured

ROOT = HERE.parents[1]
PIXELS = (1630, 2221)
"""69 x 94 mm at 600 dpi: a poker card with its bleed."""

LAYOUT = """size: poker
bleed: 3
elements:
  - {image: "{picture}", area: bleed}
  - {text: "{name}", style: title, color: white, at: [5, 78], size: [53, 8]}
"""


def draw_pictures(folder: Path, count: int) -> None:
    """Pictures that look painted: soft light, and some hundred shapes."""
    import random

    from PIL import Image, ImageDraw

    folder.mkdir()
    light = Image.radial_gradient("L").resize(PIXELS)
    for number in range(count):
        rng = random.Random(number)
        strengths = [rng.uniform(0.4, 1.0) for _ in range(3)]
        layers = [light.point(lambda v, k=k: int(v * k)) for k in strengths]
        image = Image.merge("RGB", layers)
        draw = ImageDraw.Draw(image)
        for _ in range(300):
            x, y, r = rng.randrange(PIXELS[0]), rng.randrange(PIXELS[1]), rng.randrange(10, 200)
            draw.ellipse((x - r, y - r, x + r, y + r), tuple(rng.randrange(256) for _ in range(3)))
        image.save(folder / f"c{number + 1:02d}.{'png' if number % 2 else 'jpg'}")


def write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def game(count: int, jobs: str) -> dict[str, str]:
    text = GAME.format(count=count)
    types = TYPES.replace("cost: int}", "cost: int, picture: str}").replace("icon1: Icon, icon2: Icon, ", "")
    types = types.replace("attack: int, defence: int, cost: int, ", "")
    return {
        "game.yaml": text[: text.index("print:")] + f"print: [{jobs}]\n",
        "types.yaml": types,
        "rules/main.star": RULES,
    }


def least(runs: int, measure: Callable[[], tuple[float, float]]) -> tuple[float, float]:
    found = [measure() for _ in range(runs)]
    return min(cpu for cpu, _ in found), max(memory for _, memory in found)


def built(folder: Path, source: Path, out: Path) -> tuple[float, float]:
    """A build into an empty folder, from an empty cache."""
    with tempfile.TemporaryDirectory(dir=folder) as cache:
        return command_measured(["build", str(source), "--out", str(out), "--only", "pdf"], Path(cache))


def compared(name: str, ours: tuple[float, float], tuned: tuple[float, float], **more: Any) -> dict[str, Any]:
    return {
        "bench": name,
        "cpu_ratio": round(ours[0] / tuned[0], 3),
        "ours_cpu": round(ours[0], 3),
        "tuned_cpu": round(tuned[0], 3),
        "ours_mb": round(ours[1], 1),
        "tuned_mb": round(tuned[1], 1),
        **more,
    }


def art(folder: Path, runs: int) -> Iterator[dict[str, Any]]:
    source = folder / "game"
    jobs = "{cards: deck, of: Finding, front: layouts/card.yaml, sheet: deck}"
    files = game(54, jobs)
    draw_pictures(folder / "art", 54)
    names = sorted(path.name for path in (folder / "art").iterdir())
    rows = (
        f"  - {{id: c{n}, name: Card {n}, picture: art/{name}, text: ''}}\n"
        for n, name in enumerate(names, 1)
    )
    files["cards/cards.yaml"] = "Finding:\n" + "".join(rows)
    files["layouts/card.yaml"] = LAYOUT
    files["sheets.yaml"] = "sheets: {deck: {extends: default, gutter: 0, flip: none}}\n"
    write(source, files)
    shutil.copytree(folder / "art", source / "art")
    ours = least(runs, lambda: built(folder, source, folder / "out"))
    tuned = least(runs, lambda: measured("tuned_art.py", folder / "art", folder / "tuned.pdf"))
    sizes = {"ours_kb": _kb(folder / "out/deck/pdf/deck.pdf"), "tuned_kb": _kb(folder / "tuned.pdf")}
    yield compared("art-54", ours, tuned, **sizes)


def _kb(path: Path) -> int:
    return path.stat().st_size // 1024


def four_pages(folder: Path, runs: int) -> Iterator[dict[str, Any]]:
    (width, height), cells = board()
    elements = []
    for label, fill, corners in cells:
        x, y = sum(x for x, _ in corners) / 6, sum(y for _, y in corners) / 6
        shape = {"shape": "polygon", "points": [list(c) for c in corners], "fill": fill, "stroke": "ink"}
        text = {"text": label, "font_size": 8, "align": "center", "at": [x - 5, y - 2], "size": [10, 4]}
        elements += [json.dumps(shape), json.dumps(text)]
    lines = "".join(f"  - {element}\n" for element in elements)
    files = game(1, "{mats: board, layout: layouts/board.yaml}")
    files["cards/cards.yaml"] = "Finding:\n  - {id: one, picture: x, text: ''}\n"
    files["layouts/board.yaml"] = f"size: [{width}, {height}]\nbleed: 0\nsafe: 0\nelements:\n{lines}"
    write(folder / "game", files)
    ours = least(runs, lambda: built(folder, folder / "game", folder / "out"))
    tuned = least(runs, lambda: measured("tuned_board.py", folder / "tuned.pdf"))
    yield compared("board-4-pages", ours, tuned)


def games(folder: Path, runs: int) -> Iterator[dict[str, Any]]:
    data = folder / "deck.json"
    subprocess.run([sys.executable, str(HERE / "data.py"), str(data), "500"], check=True)
    tuned = least(runs, lambda: measured("tuned.py", data, folder / "tuned.pdf"))
    for path in sorted((ROOT / "content").glob("*/game.yaml")):
        out = folder / path.parent.name
        try:
            ours = least(runs, lambda path=path, out=out: built(folder, path.parent, out))
        except SystemExit as error:  # a game in the making
            print(str(error).splitlines()[0], file=sys.stderr)
            continue
        files = list(out.rglob("*.pdf"))
        pages = sum(_pages(file) for file in files)
        size = round(sum(file.stat().st_size for file in files) / 1e6, 1)
        yield compared(f"print-set-{path.parent.name}", ours, tuned, files=len(files), pages=pages, mb=size)


def _pages(file: Path) -> int:
    import pypdf

    return len(pypdf.PdfReader(file).pages)


def pages(folder: Path, runs: int) -> Iterator[dict[str, Any]]:
    found = {}
    for count in (500, 5000):
        data = folder / f"{count}.json"
        subprocess.run([sys.executable, str(HERE / "data.py"), str(data), str(count)], check=True)
        # The first run of all reads the fonts, which are kept then.
        found[count] = min(measured("ours.py", data, folder / "ours.pdf")[1] for _ in range(2))
    more = found[5000] - found[500]
    yield {
        "bench": "memory-of-pages",
        "mb_500": round(found[500], 1),
        "mb_5000": round(found[5000], 1),
        "mb_per_100_pages": round(more / 5, 2),
        "file_mb": round((folder / "ours.pdf").stat().st_size / 1e6, 1),
    }


BENCHES: Mapping[str, Callable[[Path, int], Iterator[dict[str, Any]]]] = {
    "art": art,
    "board": four_pages,
    "games": games,
    "pages": pages,
}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", default=",".join(BENCHES))
    args = parser.parse_args()
    for name in args.only.split(","):
        with tempfile.TemporaryDirectory() as folder:
            for line in BENCHES[name](Path(folder), args.runs):
                print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
