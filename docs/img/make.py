"""Make tour.png, the picture of the README, from real output.

.venv/bin/python docs/img/make.py
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

ROOT = Path(__file__).parents[2]
GAME, CARDS, MAP = "content/aliens", "characters-01.png", "map-book-galilei-01.png"
WIDTH, GAP, LINES = 1600, 24, 13


def main() -> None:
    """A sheet of cards beside the map, and below how a game began and ended."""
    with tempfile.TemporaryDirectory() as folder:
        run("build", GAME, "--only", "png", "--out", folder)
        made = next(Path(folder).iterdir()) / "png"
        half = (WIDTH - 3 * GAP) // 2
        pages = [fitted(Image.open(made / name).convert("RGB"), half) for name in (CARDS, MAP)]
    height = max(page.height for page in pages)
    story = run("play", GAME, "--players", "6", "--seed", "11").rstrip().split("\n")
    picture = Image.new("RGB", (WIDTH, height + 3 * GAP + 26 * LINES + 2 * GAP), "#dfe3e8")
    for index, page in enumerate(pages):
        picture.paste(page, (GAP + index * (half + GAP), GAP + (height - page.height) // 2))
    terminal(picture, [*story[: LINES - 1], "..."], story[-LINES:], height + 2 * GAP)
    picture.quantize(128).save(Path(__file__).parent / "tour.png", optimize=True)


def run(*arguments: str) -> str:
    """What a command prints."""
    command = [sys.executable, "-m", "pycardgen", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def fitted(page: Image.Image, width: int) -> Image.Image:
    """A page at a width."""
    return page.resize((width, round(page.height * width / page.width)), Image.Resampling.LANCZOS)


def terminal(picture: Image.Image, left: list[str], right: list[str], top: int) -> None:
    """Lines as in a terminal, in two columns, from `top` to the bottom."""
    from pycardgen.layout.fonts import face

    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((GAP, top, WIDTH - GAP, picture.height - GAP), 12, fill="#14181d")
    font = ImageFont.truetype(face("IBMPlexSansCondensed-Regular").path, 19)
    for column, lines in enumerate((left, right)):
        for number, line in enumerate(lines):
            place = (2 * GAP + column * WIDTH // 2, top + GAP * 0.7 + 26 * number)
            draw.text(place, line, font=font, fill="#d7dde4")


if __name__ == "__main__":
    main()
