"""`pycardgen new`: a folder with a small game that works, to begin with."""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path

import click

_ID = re.compile(r"[a-z][a-z0-9_-]*")


@click.command()
@click.argument("kind", type=click.Choice(("game",)), metavar="game")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--title", help="What the game is called; made from the folder's name if not given.")
def command(kind: str, folder: Path, title: str | None) -> None:
    """Begin a new game from a small one that works.

    DIR is the folder to make. What is in it can be checked, built, played and simulated at once.
    """
    from pycardgen.model.names import printed_name

    id_ = re.sub(r"[^a-z0-9_-]+", "-", folder.resolve().name.lower()).strip("-_")
    if not _ID.fullmatch(id_):
        raise click.UsageError(f"'{folder.name}' can't be the id of a game: begin it with a letter.")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise click.UsageError(f"'{folder}' exists already. Name a folder that doesn't.")
    write_game(kind, folder, {"@id@": id_, "@title@": _quoted(title or printed_name(id_))})
    shown = folder.as_posix()
    click.echo(f"{shown} holds a game. Now try:\n")
    for line in (
        f"check {shown}",
        f"build {shown}",
        f"play {shown}",
        f"simulate {shown} --players 2 --games 1000",
    ):
        click.echo(f"    pycardgen {line}")


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
