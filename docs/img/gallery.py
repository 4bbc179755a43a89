"""Make docs/gallery.md and its pictures from what is really printed: `make gallery`.

Each game is built aside, in both themes where that is shown, and pages of its files are taken as they are.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pypdfium2
from PIL import Image, ImageOps

from pycardgen.cli import run

HERE = Path(__file__).parent
FOLDER = HERE / "gallery"
PAGE = HERE.parent / "gallery.md"
CONTENT = HERE.parents[1] / "content"
WIDTH, EDGE, GAP = 1100, 1, 12
"""Pixels: a picture, the line around a page, between two pages."""


@dataclass(frozen=True)
class Picture:
    """Pages of a file, counted from 0, side by side; what they show; the theme that they are built in."""

    file: str
    pages: tuple[int, ...]
    says: str
    theme: str = ""

    @property
    def name(self) -> str:
        """The name of the picture without folder and ending."""
        return f"{self.file}-{self.theme}" if self.theme else self.file


GAMES: dict[str, tuple[Picture, ...]] = {
    "aliens": (
        Picture("map-book-galilei", (0,), "A zone, as each player has it."),
        Picture("dangerous-sectors", (0, 1), "Cards of the first page, and their backs behind them."),
        Picture("characters", (0, 2), "Characters, each with a drawing of its own."),
        Picture(
            "rulebook",
            (1, 2),
            "The rulebook: figures are drawn from positions that the engine is asked about.",
        ),
    ),
    "dark-sector": (
        Picture(
            "chapters-act-1", (0, 1), "Chapters of the first act: illustrations are made from the card's id."
        ),
        Picture("starts-bosses-and-epilogues", (2,), "Bosses."),
        Picture("chapters-act-1", (0,), "The same chapters with little ink.", "low-ink"),
        Picture("items", (0, 2), "Items. What takes two slots lies on its side."),
        Picture("crew-and-tactics", (0, 1), "The crew, whose dice are on their cards."),
        Picture("crew-dice", (0,), "Dice to fold."),
        Picture("ammo-stickers", (0,), "The same as stickers, for blank dice."),
        Picture("medical-records", (0,), "A pad, four on a page."),
        Picture("item-box", (0,), "A box as thick as its cards."),
        Picture("reference", (0,), "A reference sheet."),
        Picture("rulebook", (1, 4), "A rulebook: the table as it is set up, and cards that are explained."),
        Picture("print-guide", (0,), "The print guide, which every game gets."),
    ),
    "hadleys-hope": (
        Picture("sectors", (0, 2), "Sectors, in honeycombs; their backs register."),
        Picture("bridges", (0,), "Bridges to put them on."),
        Picture("events", (0, 1), "Events."),
        Picture("player-boards", (0, 1), "Boards: a human, and on the other side what becomes of it."),
        Picture("models", (0,), "Standees with their bases, and dice to fold, on the same paper."),
        Picture("tokens", (0, 1), "Dials and tokens share paper; their backs lie behind them."),
        Picture("rulebook", (1, 2), "A rulebook whose figures are held to the rules by tests."),
    ),
}


def pages(file: Path, numbers: tuple[int, ...]) -> Iterator[Any]:
    """Some pages of a PDF, each with a thin edge."""
    document = pypdfium2.PdfDocument(file)
    for number in numbers:
        shown = document[number].render(scale=1.6).to_pil().convert("RGB")
        yield ImageOps.expand(shown, EDGE, "#b9bdc4")


def side_by_side(shown: list[Any]) -> Any:
    """Pictures in a row, as wide as a picture of the gallery at most."""
    height = max(one.height for one in shown)
    row = Image.new("RGB", (sum(one.width for one in shown) + GAP * (len(shown) - 1), height), "#ffffff")
    x = 0
    for one in shown:
        row.paste(one, (x, 0))
        x += one.width + GAP
    if (
        len(shown) == 1 and row.width < row.height
    ):  # an upright page alone needs no more than half of the width
        return row.resize((WIDTH // 2, round(row.height * WIDTH / 2 / row.width)), Image.Resampling.LANCZOS)
    return row.resize((WIDTH, round(row.height * WIDTH / row.width)), Image.Resampling.LANCZOS)


def build(game: str, theme: str, out: Path) -> Path:
    """The folder of the PDFs of a game in a theme. Raises SystemExit when it can't be built."""
    chosen = ("--theme", theme) if theme else ()
    code = run(("build", str(CONTENT / game), "--out", str(out), "--only", "pdf", "--paper", "a4", *chosen))
    if code:
        raise SystemExit(code)
    return out / game / "pdf"


def title(game: str) -> str:
    """What game.yaml calls the game."""
    lines = (CONTENT / game / "game.yaml").read_text(encoding="utf-8").splitlines()
    return next(line for line in lines if line.startswith("title:")).removeprefix("title:").strip().strip('"')


def text() -> str:
    """The page."""
    parts = [
        "# Gallery\n",
        "Everything here is printed by `pycardgen build` from the games in `content/`, and the pictures are",
        "made from those files by `make gallery`. Icons and illustrations come with pycardgen; only the",
        "symbols of the games were drawn for them.\n",
    ]
    for game, shown in GAMES.items():
        parts.append(f"## {title(game)}\n")
        for picture in shown:
            parts.append(f"{picture.says}\n\n![{picture.says}](img/gallery/{game}-{picture.name}.jpg)\n")
    return "\n".join(parts)


def main() -> None:
    """Build the games and make the pictures and the page."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.jpg"):
        old.unlink()
    for game, shown in GAMES.items():
        for theme in dict.fromkeys(picture.theme for picture in shown):
            with tempfile.TemporaryDirectory() as out:
                folder = build(game, theme, Path(out))
                for picture in shown:
                    if picture.theme == theme:
                        row = side_by_side(list(pages(folder / f"{picture.file}.pdf", picture.pages)))
                        row.save(FOLDER / f"{game}-{picture.name}.jpg", quality=80, optimize=True)
    PAGE.write_text(text(), encoding="utf-8")
    print(f"{PAGE.name}: {sum(f.stat().st_size for f in FOLDER.iterdir()) // 1024} KB of pictures")


if __name__ == "__main__":
    sys.exit(main())
