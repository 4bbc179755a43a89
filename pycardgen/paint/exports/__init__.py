"""Exports: a game as files for print shops, virtual tables, cutting machines and spreadsheets.

A target is an entry of `TARGETS`. Its function takes an `Order` and yields files; whoever asked for them puts
them where they belong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path

from pycardgen.model.printing import PrintJob
from pycardgen.paint.jobs import Output
from pycardgen.paint.press import Press
from pycardgen.records import dataclass

__all__ = ["TARGETS", "Order", "Output", "Target", "export"]


@dataclass(frozen=True, slots=True)
class Target:
    """What can be exported to: the module of this package with a function `export`, what it makes, and what
    is done with that. `{game}` is the game's id.
    """

    module: str
    about: str
    then: str


TARGETS: Mapping[str, Target] = {
    "thegamecrafter": Target(
        "shops",
        "PNG with bleed at The Game Crafter's sizes, one for each copy",
        "upload each deck's pictures to the product that manifest.csv names",
    ),
    "makeplayingcards": Target(
        "shops",
        "PNG with bleed at MakePlayingCards' sizes, one for each copy",
        "upload each deck's pictures in the order of manifest.csv; MPC Autofill does it by the .xml files",
    ),
    "tabletop-simulator": Target(
        "tabletop",
        "a saved object with decks, tokens, boards, dice and rules",
        "copy {game}.json to the program's folder Saves/Saved Objects",
    ),
    "playingcards.io": Target(
        "tables",
        "a room, PNG, and a CSV for each deck",
        "import {game}.pcio at https://playingcards.io/import: it makes a new room",
    ),
    "screentop": Target(
        "tables",
        "PNG, and CSV with names, pictures and counts",
        "upload the pictures; the CSV files say how many there are of each",
    ),
    "cut-svg": Target(
        "cutting",
        "SVG for cutting machines: print, cut and registration in layers",
        "print each page at 100 % with its layer Cut hidden, then let the machine cut along that layer",
    ),
    "png": Target("singles", "a PNG for each card, token, figure and board", ""),
    "svg": Target("singles", "an SVG for each card, token, figure and board", ""),
    "csv": Target(
        "definitions",
        "the definitions as tables that `from:` reads back",
        "put the tables and tables.yaml into the game's folder in the place of the YAML that held them",
    ),
}
"""Every target, by the name that `--to` has for it."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be exported.

    `jobs` are the print jobs, one by one as they are asked for. `folder` is where the files will be, for
    targets that say so in them. `dpi` and `bleed` are of pictures, `outlines` of SVG; `url` is the address
    that the files will have, without a slash at its end; `pixels` is how wide and high sheets may be.
    """

    target: str
    press: Press
    jobs: Iterable[PrintJob]
    folder: Path
    dpi: float = 300.0
    bleed: bool = True
    outlines: bool = False
    url: str = ""
    pixels: int = 4096


def export(order: Order) -> Iterator[Output]:
    """The files of an order. What can't be made is reported to the order's press."""
    module = import_module(f"{__name__}.{TARGETS[order.target].module}")
    make: Callable[[Order], Iterator[Output]] = module.export
    return make(order)
