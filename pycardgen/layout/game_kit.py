"""A game's theme, templates and looks, read from its folder and those of its packs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pycardgen.diagnostics import Collector, Diagnostic, Report, did_you_mean
from pycardgen.layout import options
from pycardgen.layout.board import Look
from pycardgen.layout.kit import Kit
from pycardgen.layout.options import read_options
from pycardgen.layout.template import load_templates, template_name
from pycardgen.layout.theme import builtin_theme, load_theme, varied
from pycardgen.model.game import Game
from pycardgen.source import Document, Place
from pycardgen.source.cache import open_cache, read_yaml_cached
from pycardgen.source.files import display, list_files

THEME, SHEETS, POSITION, LAYOUTS = "theme.yaml", "sheets.yaml", "position.yaml", "layouts"


def load_kit(game: Game, paper: str, report: Report, variant: str = "") -> Kit:
    """What all drawings of a game share. `paper` is the size of pages that have that of the paper.

    `variant` is one of the theme's; one that isn't there is reported.
    """
    theme = builtin_theme(report)
    templates: dict[str, Document] = {}
    for folder, name, document in _documents_in(game, report):
        if name == THEME:
            theme = load_theme(document, theme, report, folder)
        elif name.startswith(f"{LAYOUTS}/"):
            templates[template_name(name)] = document
    if variant and variant not in theme.variants:
        known = ", ".join(theme.variants)
        hint = did_you_mean(variant, theme.variants) or f"it has {known}"
        report(Diagnostic("PCG0724", f"the theme of {game.id} has no variant '{variant}'", None, hint))
        variant = ""
    theme = varied(theme, variant)
    pictures = Path(game.folders[0]) if game.folders else None
    return Kit(theme, load_templates(templates, report), pictures, paper, game.language)


def load_looks(game: Game, report: Report) -> dict[str, Look]:
    """How the spaces of boards look, by class; of the game, and what its packs add."""
    return {
        name: _look(read_options(place.inside(name), options.LOOK, report, f"look '{name}'"))
        for place, name in looks_of(game, report)
    }


def looks_of(game: Game, report: Report) -> Iterator[tuple[Place, str]]:
    """Every look of the themes of a game and its packs: the mapping that it stands in, and its name there."""
    for file, document in _documents(game, report):
        if file == THEME and isinstance(document.root, dict) and isinstance(document.root.get("looks"), dict):
            place = document.place().inside("looks")
            for name, value in place.container.items():
                if isinstance(value, dict):
                    yield place, name
                else:
                    message = f"look '{name}' must be a mapping"
                    report(Diagnostic("PCG0702", message, place.value(name), "such as `{fill: tint}`"))


def _look(found: Mapping[str, Any]) -> Look:
    bare: dict[str, Any] = {key: None if value == "none" else value for key, value in found.items()}
    return Look(**bare)


def sheets_documents(game: Game, report: Report) -> list[Document]:
    """The sheets of a game, and what its packs add or change."""
    return [document for name, document in _documents(game, report) if name == SHEETS]


def position_document(game: Game, report: Report) -> Document | None:
    """What lies on a game's maps in play; that of the last pack that says so."""
    found = [document for name, document in _documents(game, report) if name == POSITION]
    return found[-1] if found else None


def _documents(game: Game, report: Report) -> Iterator[tuple[str, Document]]:
    """What layouts are made of, by path within its folder: the game's files, then those of its packs."""
    for _, name, document in _documents_in(game, report):
        yield name, document


def _documents_in(game: Game, report: Report) -> Iterator[tuple[Path, str, Document]]:
    """As `_documents`, each with its folder."""
    cache = open_cache()
    for folder in map(Path, game.folders):
        for path in list_files(folder, Collector()).yaml:
            name = path.relative_to(folder).as_posix()
            if name in (THEME, SHEETS, POSITION) or name.startswith(f"{LAYOUTS}/"):
                document = read_yaml_cached(path, display(path), report, cache)
                if document is not None:
                    yield folder, name, document
