"""What the print jobs of a game share while they are carried out, and what each of them needs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from pycardgen.diagnostics import Report
from pycardgen.layout import typography
from pycardgen.layout.board import Look
from pycardgen.layout.display import Drawing
from pycardgen.layout.game_kit import load_kit, load_looks, sheets_documents
from pycardgen.layout.kit import Kit
from pycardgen.layout.subjects import Subject, Subjects, given_fields
from pycardgen.layout.template import Template, template_name
from pycardgen.model.game import Game
from pycardgen.paint.choice import Choice
from pycardgen.paint.incremental import Store
from pycardgen.paint.sheets import Sheet, load_sheets
from pycardgen.records import dataclass, field
from pycardgen.source import Document
from pycardgen.source.cache import Cache


@dataclass(frozen=True, slots=True)
class Printer:
    """What a run says of the printer: how far backs are moved in mm, instead of what sheets say, by how much
    all is scaled, and whether it prints in four inks, by the `profile` of a press (its digest).
    """

    offset: tuple[float, float] | None = None
    scale: float = 1.0
    cmyk: bool = False
    profile: str = ""


@dataclass(slots=True)
class Press:
    """What the print jobs of a game share. `choice`: which cards are printed, if not all; `dpi` and
    `outlines`: dots an inch of PNG, and whether SVG has text as outlines.
    """

    game: Game
    paper: str
    report: Report
    kit: Kit
    looks: Mapping[str, Look]
    sheets: Mapping[str, Sheet]
    fixed: Collection[str]
    subjects: Subjects
    store: Store
    boards: dict[tuple[str, float, float], Drawing] = field(default_factory=dict)
    printer: Printer = Printer()
    choice: Choice | None = None
    looks_of_cards: dict[str, dict[str, str]] = field(default_factory=dict)
    dpi: float = 150.0
    outlines: bool = False


def open_press(
    game: Game,
    paper: str,
    report: Report,
    printer: Printer | None = None,
    choice: Choice | None = None,
    theme: str = "",
) -> Press:
    """Read what is needed to print a game on a paper (a name such as `a4`), in a variant of its theme."""
    sheets = _sheets(sheets_documents(game, report), report, printer)
    return Press(
        game,
        paper,
        report,
        load_kit(game, paper, report, theme),
        load_looks(game, report),
        sheets,
        [name for name, sheet in sheets.items() if sheet.fixed],
        Subjects(game),
        Store(Cache(None), ""),
        printer=printer or Printer(),
        choice=choice,
    )


def _sheets(documents: Iterable[Document], report: Report, printer: Printer | None) -> dict[str, Sheet]:
    """The sheets of a game, as the printer has them."""
    found = load_sheets(documents, report)
    changes: dict[str, Any] = {}
    if printer is not None and printer.offset is not None:
        changes["back_offset"] = printer.offset
    if printer is not None and printer.cmyk:
        changes["color"] = "cmyk"
    return {name: replace(sheet, **changes) for name, sheet in found.items()} if changes else found


def sheet_of(press: Press, name: str | None) -> Sheet:
    """The sheet of a job, on the paper of this run unless the game fixes another."""
    name = name or "default"
    sheet = press.sheets.get(name, Sheet())
    return sheet if name in press.fixed else replace(sheet, paper=press.paper)


def shown_title(press: Press) -> str:
    """The game and its version, as the foot of pages names them."""
    game = press.game
    return f"{typography.smart(game.title, game.language)} {game.version}"


def template_of(press: Press, name: str) -> Template | None:
    """A template by the name or path of a job. That it exists has been checked."""
    return press.kit.templates.get(template_name(name) if name.endswith(".yaml") else name)


def extra_fields(press: Press, extra: Mapping[str, Any], subject: Mapping[str, Any]) -> Subject:
    """What a job says under `with:`, filled in: see `given_fields`."""
    return given_fields(press.game, extra, subject)
