"""`pycardgen new`: a folder with a small game that works, to begin with; a map from a sketch."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

import click

_ID = re.compile(r"[a-z][a-z0-9_-]*")


@click.group(context_settings={"auto_envvar_prefix": "PYCARDGEN_NEW"})
def command() -> None:
    """Begin a game from a small one that works, a deck from a spreadsheet, or a map from a sketch."""


@command.command("game")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--title", help="What the game is called; made from the folder's name if not given.")
def new_game(folder: Path, title: str | None) -> None:
    """Begin a new game from a small one that works.

    DIR is the folder to make. What is in it can be checked, built, played and simulated at once.
    """
    from pycardgen.model.names import printed_name

    id_ = _new(folder, "game")
    write_game("game", folder, {"@id@": id_, "@title@": _quoted(title or printed_name(id_))})
    shown = folder.as_posix()
    click.echo(f"{shown} holds a game. Now try:\n")
    for line in (
        f"check {shown}",
        f"build {shown}",
        f"play {shown}",
        f"simulate {shown} --players 2 --games 1000",
    ):
        click.echo(f"    pycardgen {line}")


@command.command("deck")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option(
    "--from",
    "table",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="TABLE",
    help="A spreadsheet of cards, a row each: .xlsx, .csv or .tsv; a small one if not given.",
)
@click.option("--title", help="What the deck is called; made from the folder's name if not given.")
def new_deck(folder: Path, table: Path | None, title: str | None) -> None:
    """Begin a deck that is only printed, from a spreadsheet.

    DIR is the folder to make. The columns of the table are looked at for what they are: names, copies, texts,
    numbers, pictures. What is made of them is yours to change.
    """
    from pycardgen.cli.new_deck import columns_of, files_for, words_for
    from pycardgen.layout.builtin import folder as templates
    from pycardgen.model.names import printed_name

    id_ = _new(folder, "deck")
    table = table or templates() / "new" / "deck" / "cards.csv"
    columns = columns_of(table)
    words = {"@id@": id_, "@title@": _quoted(title or printed_name(id_)), **words_for(columns, table.name)}
    write_game("deck", folder, words, files_for(table, columns))
    shown = folder.as_posix()
    click.echo(f"{shown} holds a deck. Now try:\n")
    for line in (f"check {shown}", f"build {shown}", f"export {shown} --to tabletop-simulator"):
        click.echo(f"    pycardgen {line}")


@command.command("map")
@click.argument("game", type=click.Path(path_type=Path))
@click.argument("name")
@click.option(
    "--from", "sketch", type=click.Path(path_type=Path), metavar="FILE", help="The sketch: a map in letters."
)
@click.option("--title", help="What the map is called; made from NAME if not given.")
@click.option(
    "--like", metavar="MAP", help="The map that it is made after; the game's default map if not given."
)
@click.option(
    "--set",
    "fields",
    multiple=True,
    metavar="FIELD=VALUE",
    help="A field of the map; may be given several times.",
)
@click.option("--force", is_flag=True, help="Write over the map of that name.")
def new_map(
    game: Path,
    name: str,
    sketch: Path | None,
    title: str | None,
    like: str | None,
    fields: tuple[str, ...],
    force: bool,
) -> None:
    """Make a map from a sketch, and add it to a game.

    GAME is the game's folder, NAME the map's id. `pycardgen map GAME MAP --format sketch` writes a map that
    there is as a sketch, with what the letters mean. See docs/maps.md.
    """
    from pycardgen.cli.new_map import Wanted, make

    make(game, Wanted(id_from(name, "map"), title, like, fields, force), sketch)


def _new(folder: Path, what: str) -> str:
    """The id of what a new folder is to hold. Raises click.UsageError if there's something already."""
    id_ = id_from(folder.resolve().name, what)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise click.UsageError(f"'{folder}' exists already. Name a folder that doesn't.")
    return id_


def id_from(name: str, what: str) -> str:
    """An id made of a name. Raises click.UsageError if there's none in it."""
    id_ = re.sub(r"[^a-z0-9_-]+", "-", name.lower()).strip("-_")
    if not _ID.fullmatch(id_):
        raise click.UsageError(f"'{name}' can't be the id of a {what}: begin it with a letter.")
    return id_


def _quoted(title: str) -> str:
    """A title that can stand within double quotes of YAML, and in Markdown."""
    return " ".join(title.replace("\\", "").replace('"', "'").split()) or "Untitled"


def write_game(
    kind: str, folder: Path, words: Mapping[str, str], files: Mapping[str, Path] | None = None
) -> None:
    """Copy a template to a new folder, words replaced, and further `files`, by their paths in it.

    The folder appears whole or not at all.
    """
    from pycardgen.layout.builtin import folder as templates

    folder.parent.mkdir(parents=True, exist_ok=True)
    aside = Path(tempfile.mkdtemp(prefix=".pycardgen-", dir=folder.parent))
    try:
        made = aside / "game"
        shutil.copytree(templates() / "new" / kind, made, copy_function=shutil.copyfile)
        for path in made.rglob("*"):
            if path.is_file():
                text = path.read_text(encoding="utf-8")
                for word, value in words.items():
                    text = text.replace(word, value)
                path.write_text(text, encoding="utf-8", newline="\n")
        for name, file in (files or {}).items():
            (made / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, made / name)
        if folder.is_dir():
            folder.rmdir()
        made.rename(folder)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
