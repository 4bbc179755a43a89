"""`pycardgen schema`: JSON Schemas for editors, which complete and check YAML with them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from pycardgen.cli.common import game_folder, show

GENERAL = ("game", "pack", "types", "messages")
"""Hand-written schemas of whole files."""

_KIND_OF_FILES = {"maps": "map", "missions": "mission"}
_EXAMPLES = {
    "game": "game.yaml",
    "types": "types.yaml",
    "messages": "messages.yaml",
    "layout": "layouts/card.yaml",
    "theme": "theme.yaml",
    "sheets": "sheets.yaml",
    "position": "position.yaml",
}


@click.command()
@click.argument("game", required=False, type=click.Path(path_type=Path), metavar="[GAME]")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    show_default="out/schemas, or out/GAME/schemas",
    help="Where to write them.",
)
@click.pass_context
def command(context: click.Context, game: Path | None, out: Path | None) -> None:
    """Write JSON Schemas for editors, and print the line to paste into each file.

    With a GAME there are also schemas of its cards, maps and missions, which know its types and ids.
    """
    schemas = dict(general_schemas())
    folder = None if game is None else game_folder(game)
    if folder is not None:
        schemas.update(_of_game(context, folder))
    from pycardgen.paint.files import write

    out = out or (Path("out") / folder.resolve().name if folder else Path("out")) / "schemas"
    for name, schema in schemas.items():
        write(out / f"{name}.schema.json", json.dumps(schema, indent=2, ensure_ascii=False) + "\n")
    click.echo(f"Wrote {len(schemas)} schemas to {out}. The first line of each file tells the editor:")
    for title, line in modelines(folder, out, schemas):
        click.echo(f"\n{title}\n  {line}")


def general_schemas() -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The schemas that are the same for every game, by name."""
    from pycardgen.layout.schemas import layout_schema, position_schema, sheet_schema, theme_schema
    from pycardgen.model.components import with_entries
    from pycardgen.model.schema import load_schema

    for name in GENERAL:
        schema = load_schema(name)
        yield name, with_entries(schema) if "print" in schema.get("properties", ()) else schema
    yield "layout", layout_schema()
    yield "theme", theme_schema()
    yield "sheets", sheet_schema()
    yield "position", position_schema()


def _of_game(context: click.Context, folder: Path) -> Mapping[str, Mapping[str, Any]]:
    """The schemas derived from a game's types. A game with mistakes has some too: that is when they help."""
    from pycardgen.diagnostics import Collector
    from pycardgen.model.derive import editor_schemas
    from pycardgen.model.load import load_game

    problems = Collector()
    game = load_game(folder, problems)
    if game is None:
        show(problems.found, err=True)
        context.exit(1)
    return editor_schemas(game)


def modelines(
    folder: Path | None, out: Path, schemas: Mapping[str, Mapping[str, Any]]
) -> Iterator[tuple[str, str]]:
    """(files, line to paste) for the files of a game, or for the files that any game has.

    Paths are relative to the file, so that the lines hold wherever the whole is checked out.
    """
    if folder is None:
        for kind, example in _EXAMPLES.items():
            yield example, _modeline(Path(out / f"{kind}.schema.json").resolve().as_posix())
        return
    groups: dict[tuple[str, str], str] = {}
    for path in sorted(folder.rglob("*.yaml")):
        kind = _schema_of(path.relative_to(folder), folder)
        if kind in schemas:
            named = kind in ("game", "pack", "types", "messages", "theme", "sheets", "position")
            title = (path if named else path.parent / "*.yaml").as_posix()
            target = os.path.relpath(out / f"{kind}.schema.json", path.parent)
            groups.setdefault((title, kind), _modeline(Path(target).as_posix()))
    for (title, _), line in groups.items():
        yield title, line


def _modeline(target: str) -> str:
    return f"# yaml-language-server: $schema={target}"


def _schema_of(path: Path, folder: Path) -> str:
    """The name of the schema of a game's file; one that no schema has when there is none."""
    from pycardgen.model.load import file_kind

    if path.parts[0] == "layouts":
        return "layout"
    if path.name in ("theme.yaml", "sheets.yaml", "position.yaml") and len(path.parts) == 1:
        return path.stem
    kind = file_kind(path) or ""
    if kind == "game" and "\nextends:" in "\n" + (folder / path).read_text(
        encoding="utf-8", errors="replace"
    ):
        return "pack"
    return _KIND_OF_FILES.get(kind, kind)
