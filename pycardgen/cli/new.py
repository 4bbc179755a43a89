"""`pycardgen new`: a folder with a small game that works, to begin with; a map from a sketch."""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path

import click

_ID = re.compile(r"[a-z][a-z0-9_-]*")


@click.group(context_settings={"auto_envvar_prefix": "PYCARDGEN_NEW"})
def command() -> None:
    """Begin a new game from a small one that works, or a map from a sketch."""


@command.command("game")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--title", help="What the game is called; made from the folder's name if not given.")
def new_game(folder: Path, title: str | None) -> None:
    """Begin a new game from a small one that works.

    DIR is the folder to make. What is in it can be checked, built, played and simulated at once.
    """
    from pycardgen.model.names import printed_name

    id_ = id_from(folder.resolve().name, "game")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise click.UsageError(f"'{folder}' exists already. Name a folder that doesn't.")
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


def id_from(name: str, what: str) -> str:
    """An id made of a name. Raises click.UsageError if there's none in it."""
    id_ = re.sub(r"[^a-z0-9_-]+", "-", name.lower()).strip("-_")
    if not _ID.fullmatch(id_):
        raise click.UsageError(f"'{name}' can't be the id of a {what}: begin it with a letter.")
    return id_


def _quoted(title: str) -> str:
    """A title that can stand within double quotes of YAML, and in Markdown."""
    return " ".join(title.replace("\\", "").replace('"', "'").split()) or "Untitled"


def write_game(kind: str, folder: Path, words: dict[str, str]) -> None:
    """Copy a template to a new folder, words replaced; the folder appears whole or not at all."""
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
        if folder.is_dir():
            folder.rmdir()
        made.rename(folder)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
