"""`pycardgen new map`: a map's file from a sketch, checked before it stays in the game's folder."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pycardgen.cli.common import failed, game_folder, load, show
from pycardgen.cli.map import draw_map, find_map
from pycardgen.diagnostics import Collector, Diagnostic, did_you_mean

if TYPE_CHECKING:
    from pycardgen.model.game import Game, MapDecl
    from pycardgen.model.sketch import Letter, Spaces


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for: `fields` are `NAME=VALUE`."""

    id: str
    title: str | None
    like: str | None
    fields: tuple[str, ...]
    force: bool


def make(game: Path, wanted: Wanted, sketch: Path | None) -> None:
    """Read a sketch, write the map's file and check the game. What is wrong is shown, and no file is left."""
    from pycardgen.model.map_file import map_file, texts_to_write
    from pycardgen.model.names import printed_name
    from pycardgen.model.sketch import legend, letters

    folder = game_folder(game)
    loaded = load(folder)
    like = _pattern(loaded, wanted.like)
    known = letters(loaded, like)
    if sketch is None:
        raise click.UsageError(f"Name a sketch with --from. Its letters are: {legend(known.values())}.")
    given = _given(loaded, like, wanted.fields)
    path = _path(loaded, folder, wanted)
    drawn = _read(sketch, known, like)
    title = wanted.title or printed_name(wanted.id)
    text = map_file(loaded, like, wanted.id, title, given, drawn, known)
    with _written(path, text):
        problems = _checked(folder, path, text, drawn)
        if problems:
            show(problems, err=True)
        if failed(problems):
            raise click.exceptions.Exit(1)
    unwritten = [name for name in texts_to_write(loaded, like) if name not in given]
    _tell(folder, wanted.id, path, unwritten)


def _pattern(game: Game, named: str | None) -> MapDecl:
    """The map that the new one is made after."""
    if not game.maps:
        raise click.UsageError(
            f"'{game.id}' has no map to learn from: write its first one as docs/files.md says."
        )
    first = game.default_map if game.default_map in game.maps else next(iter(game.maps))
    like = find_map(game, named or first)
    if like.grid.shape == "graph":
        raise click.UsageError(
            f"The map '{like.id}' is a graph: sketches are of grids. Name another with --like."
        )
    types = dict.fromkeys(space.definition.type for space in like.spaces)
    if len(types) != 1:
        text = f"The spaces of '{like.id}' are of several types ({', '.join(types)}): sketches know one."
        raise click.UsageError(text)
    return like


def _given(game: Game, like: MapDecl, fields: Iterable[str]) -> dict[str, str]:
    """The fields that are given as NAME=VALUE."""
    known = game.entities[like.definition.type].fields
    found = {}
    for text in fields:
        name, equals, value = text.partition("=")
        if not equals:
            raise click.UsageError(f"--set wants FIELD=VALUE, not '{text}'.")
        if name not in known:
            hint = did_you_mean(name, known) or f"it has {', '.join(known) or 'none'}"
            raise click.UsageError(f"A map of type {like.definition.type} has no field '{name}': {hint}")
        found[name] = value
    return found


def _path(game: Game, folder: Path, wanted: Wanted) -> Path:
    """Where the map's file goes. It must not be there, and no other map may have its id, without --force."""
    path = folder / "maps" / f"{wanted.id}.yaml"
    known = game.maps.get(wanted.id)
    elsewhere = known is not None and known.definition.place is not None and not path.exists()
    if elsewhere or (not wanted.force and (known is not None or path.exists())):
        hint = "choose another name" if elsewhere else "choose another name, or write over it with --force"
        raise click.UsageError(f"'{game.id}' has a map '{wanted.id}' already: {hint}.")
    return path


def _read(sketch: Path, known: Mapping[str, Letter], like: MapDecl) -> Spaces:
    from pycardgen.model.sketch import read_sketch
    from pycardgen.source.files import display
    from pycardgen.source.text import read_text

    problems = Collector()
    text = read_text(sketch, display(sketch), problems)
    drawn = read_sketch(text, display(sketch), known, like, problems) if text is not None else {}
    if problems.found:
        show(problems.found, err=True)
    if problems.failed:
        raise click.exceptions.Exit(1)
    return drawn


@contextmanager
def _written(path: Path, text: str) -> Iterator[None]:
    """The file while it is being checked; taken away, or what was there put back, if that fails."""
    from pycardgen.paint.files import write

    before = path.read_bytes() if path.exists() else None
    write(path, text)
    try:
        yield
    except BaseException:
        if before is None:
            path.unlink()
        else:
            write(path, before)
        raise


_CELL = re.compile(r"[A-Z]{1,2}\d{2,3}\b")


def _checked(folder: Path, path: Path, text: str, drawn: Spaces) -> list[Diagnostic]:
    """What the check finds in the new file. Problems of a space are shown where it was drawn."""
    from pycardgen.check import check_game
    from pycardgen.model.grids import cell_of
    from pycardgen.source.files import display

    lines = text.split("\n")
    found = []
    for problem in check_game(folder):
        if problem.span is None or problem.span.file != display(path):
            continue
        named = _CELL.match(lines[problem.span.line - 1], problem.span.column - 1)
        cell = cell_of(named[0]) if named else None
        place = drawn[cell][1] if cell is not None and cell in drawn else None
        found.append(replace(problem, span=place))
    return found


def _tell(folder: Path, id_: str, path: Path, unwritten: list[str]) -> None:
    """What was made, and what to do with it."""
    shown = folder.as_posix()
    game = load(folder)
    click.echo(f"{path.as_posix()} holds the map {game.maps[id_].definition.name}:\n")
    draw_map(game, game.maps[id_], None)
    if unwritten:
        click.echo(f"\nIts texts are still to be written: {', '.join(unwritten)}.")
    click.echo("\nNow try:\n")
    for line in (
        f"map {shown} {id_}",
        f"play {shown} --map {id_}",
        f"simulate {shown} --map {id_} --games 200",
    ):
        click.echo(f"    pycardgen {line}")
