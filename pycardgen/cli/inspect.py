"""`pycardgen inspect`: what a bundle holds."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pycardgen.cli.common import packs_option
from pycardgen.cli.playing import game_argument, open_bundle

if TYPE_CHECKING:
    from pycardgen.bundle.file import Bundle
    from pycardgen.model.game import Game

VERSION = 1


@click.command()
@game_argument
@packs_option
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How to report.",
)
def command(game: Path | None, packs: tuple[Path, ...], style: str) -> None:
    """Show what a bundle holds.

    A game's folder is compiled first, and shown as the bundle that it would make.
    """
    bundle = open_bundle(game, packs)
    if style == "json":
        click.echo(json.dumps(contents(bundle), indent=2, ensure_ascii=False))
    else:
        _print(bundle)


def contents(bundle: Bundle) -> dict[str, Any]:
    """What a bundle holds, as JSON data."""
    from pycardgen.engine.kinds import kinds_of
    from pycardgen.engine.options import expected

    game = bundle.game
    return {
        "version": VERSION,
        "manifest": dict(bundle.manifest),
        "players": list(game.players),
        "sides": list(game.sides),
        "endings": list(game.endings),
        "settings": {
            name: {
                "type": str(one.type),
                "default": one.default,
                "values": expected(game, one),
                "text": one.text,
            }
            for name, one in game.settings.items()
        },
        "definitions": _counted(game),
        "maps": {board.id: len(board.spaces) for board in game.maps.values()},
        "missions": {mission.id: mission.definition.name for mission in game.missions.values()},
        "decisions": {
            f"{kind.name} ({kind.form})": str(kind.option) for kind in kinds_of(game, bundle.program)
        },
        "rules": {"functions": len(bundle.program.functions), "effects": len(bundle.program.effects)},
        "translations": sorted(bundle.translations),
        "fonts": _fonts(game),
    }


def _fonts(game: Game) -> dict[str, str]:
    """The licence of each font that a game is printed with; none for a bundle, which isn't printed."""
    if not game.folders:
        return {}
    from pycardgen.diagnostics import Collector
    from pycardgen.layout.game_kit import load_kit
    from pycardgen.layout.theme_fonts import licences

    return dict(licences(load_kit(game, "a4", Collector()).theme.families))


def _counted(game: Game) -> dict[str, dict[str, int]]:
    """Definitions and copies by type."""
    definitions, copies = Counter[str](), Counter[str]()
    for definition in game.definitions.values():
        definitions[definition.type] += 1
        copies[definition.type] += definition.count
    return {kind: {"definitions": definitions[kind], "copies": copies[kind]} for kind in definitions}


def _print(bundle: Bundle) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    found = contents(bundle)
    manifest = found["manifest"]
    console = Console(highlight=False, soft_wrap=False)
    about = manifest["game"]
    head = Table(box=None, show_header=False, pad_edge=False)
    low, high = found["players"]
    for name, text in (
        ("game", f"{about['title']} ({about['id']} {about['version']})"),
        ("packs", ", ".join(manifest["packs"])),
        ("format", f"{manifest['format']}, written by pycardgen {manifest['tool']}"),
        ("digest", manifest["digest"]),
        ("players", f"{low} to {high}"),
        ("sides", ", ".join(found["sides"])),
        ("endings", ", ".join(found["endings"])),
        ("maps", ", ".join(f"{name} ({size} spaces)" for name, size in found["maps"].items())),
        ("missions", ", ".join(f"{name} ({title})" for name, title in found["missions"].items())),
        ("rules", f"{found['rules']['functions']} functions, {found['rules']['effects']} effects"),
        ("translations", ", ".join(found["translations"])),
        ("fonts", ", ".join(f"{name} ({licence})" for name, licence in found["fonts"].items())),
    ):
        if text:
            head.add_row(f"[bold]{name}[/]", escape(text))
    console.print(head)
    settings = Table("setting", "default", "values", "", box=None, pad_edge=False)
    for name, one in found["settings"].items():
        default = str(one["default"]).lower() if isinstance(one["default"], bool) else str(one["default"])
        settings.add_row(name, escape(default), one["values"], escape(one["text"]))
    counts = Table("content", "definitions", "copies", box=None, pad_edge=False)
    for name, one in found["definitions"].items():
        counts.add_row(name, str(one["definitions"]), str(one["copies"]))
    kinds = Table("decision", "options", box=None, pad_edge=False)
    for name, kind in found["decisions"].items():
        kinds.add_row(name, kind)
    for table in (settings, counts, kinds):
        if table.row_count:
            console.print()
            console.print(table)
