"""Make the pictures of the README from what is really printed: `python docs/img/make.py`.

The game is built aside; cards are cut out of their sheets, and the map is a page of the map book.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import icons
import pypdfium2
from PIL import Image, ImageDraw

from pycardgen.cli import run
from pycardgen.paint.sheets import Sheet, plan

HERE = Path(__file__).parent
GAME = HERE.parents[1] / "content" / "aliens"
IN_PLAY = (
    *("map", str(HERE.parents[1] / "content" / "hadleys-hope")),
    *("--players", "5", "--seed", "11", "--rounds", "6"),
)
"""The map in play that the guide to maps shows."""
CARD, CORNER, GAP, MARGIN = (63.0, 88.0), 3.0, 5.0, 6.0
"""Lengths in mm: a card, the radius of its corners, between two cards, around all."""

SHOWN = (
    # file, page, slot, counted from 0: four of each of two rows
    ("dangerous-sectors", 0, 0),
    ("dangerous-sectors", 6, 4),
    ("dangerous-sectors", 14, 0),
    ("dangerous-sectors", 16, 6),
    ("characters", 2, 0),
    ("characters", 0, 7),
    ("escape-pods", 0, 0),
    ("dangerous-sectors", 1, 0),
)


def page(folder: Path, name: str, number: int, dpi: float) -> Any:
    """A page of a file of the build as a picture."""
    document = pypdfium2.PdfDocument(folder / f"{name}.pdf")
    return document[number].render(scale=dpi / 72).to_pil().convert("RGB")


def cards(folder: Path, dpi: float = 96.0, columns: int = 4) -> Any:
    """Some cards, cut from their sheets at the trimmed edge."""
    slots = plan(Sheet(paper="a4"), CARD)
    assert slots is not None
    mm = dpi / 25.4
    width, height = (round(length * mm) for length in CARD)
    rows = -(-len(SHOWN) // columns)
    step = (width + round(GAP * mm), height + round(GAP * mm))
    edge = round(MARGIN * mm)
    size = (2 * edge + columns * step[0] - round(GAP * mm), 2 * edge + rows * step[1] - round(GAP * mm))
    picture = Image.new("RGB", size, "#f4f3ef")
    mask = Image.new("L", (width * 4, height * 4), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, width * 4 - 1, height * 4 - 1), CORNER * mm * 4, 255)
    mask = mask.resize((width, height), Image.Resampling.LANCZOS)
    for index, (name, number, slot) in enumerate(SHOWN):
        x, y = (round(length * mm) for length in slots.slots[slot])
        card = page(folder, name, number, dpi).crop((x, y, x + width, y + height))
        picture.paste(card, (edge + index % columns * step[0], edge + index // columns * step[1]), mask)
    return picture


def save(picture: Any, name: str, colors: int, method: Any) -> None:
    """Save with few colours, which flat drawings need."""
    few = picture.quantize(colors, method=method, dither=Image.Dither.NONE)
    few.save(HERE / name, optimize=True)
    print(f"{name}: {(HERE / name).stat().st_size // 1024} KB")


def main() -> int:
    """Build the game and make the pictures. Gives the exit code of the build."""
    save(icons.icons(), "icons.png", 16, Image.Quantize.MEDIANCUT)
    icons.scenes().save(HERE / "art.jpg", quality=82, optimize=True)
    with tempfile.TemporaryDirectory() as out:
        code = run(("build", str(GAME), "--out", out, "--only", "pdf", "--paper", "a4"))
        if code == 0:
            folder = Path(out) / GAME.name / "pdf"
            save(cards(folder), "cards.png", 192, Image.Quantize.MEDIANCUT)
            # Most of a map is white and grey; this way keeps the one red line.
            save(page(folder, "map-book-galilei", 0, 110.0), "map.png", 64, Image.Quantize.MAXCOVERAGE)
        code = code or run((*IN_PLAY, "--output", f"{out}/play.png"))
        if code == 0:
            picture = Image.open(f"{out}/play.png").convert("RGB")
            high = round(1000 * picture.height / picture.width)
            few = picture.resize((1000, high), Image.Resampling.LANCZOS).quantize(
                192, method=Image.Quantize.MAXCOVERAGE, kmeans=4, dither=Image.Dither.NONE
            )
            few.save(HERE / "map-play.png", optimize=True)
    return code


if __name__ == "__main__":
    sys.exit(main())
