"""Print jobs carried out: a game's cards, boards, pages and documents as files.

Everything is drawn before anything is written; the caller puts the files where they belong.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

from pycardgen.diagnostics import Diagnostic, DiagnosticError, Report
from pycardgen.layout import fields, sizes
from pycardgen.layout.board import Look, draw_board
from pycardgen.layout.compose import Box, Kit, Where, compose, element_box, nowhere
from pycardgen.layout.display import Drawing
from pycardgen.layout.document import DocumentLook, render_markdown
from pycardgen.layout.game_board import board_spec
from pycardgen.layout.game_document import document_subject, with_tables
from pycardgen.layout.game_kit import load_kit, load_looks, sheets_document
from pycardgen.layout.subjects import Subject, Subjects, where
from pycardgen.layout.template import Element, Template, template_name
from pycardgen.model.game import Game, MapDecl
from pycardgen.model.names import printed_name
from pycardgen.model.printing import BoardJob, CardsJob, DocumentJob, PagesJob, PrintJob
from pycardgen.model.select import selected
from pycardgen.paint.incremental import Store, composed, open_store, save
from pycardgen.paint.page import Info, Page
from pycardgen.paint.pdf import paint_pdf
from pycardgen.paint.sheets import Card, Labels, Sheet, check_deck, impose, load_sheets
from pycardgen.records import dataclass, field
from pycardgen.source.cache import Cache, open_cache
from pycardgen.source.files import display, resolve_inside
from pycardgen.source.text import read_text


@dataclass(frozen=True, slots=True)
class Output:
    """A file to be: its path below the game's output folder, with `/`, and its bytes."""

    path: str
    data: bytes


@dataclass(slots=True)
class Press:
    """What the print jobs of a game share."""

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


def open_press(game: Game, paper: str, report: Report) -> Press:
    """Read what is needed to print a game on a paper (a name such as `a4`)."""
    document = sheets_document(game, report)
    root = document.root if document is not None and isinstance(document.root, dict) else {}
    own = root.get("sheets")
    fixed = [name for name, raw in own.items() if isinstance(raw, dict) and "paper" in raw] if own else []
    return Press(
        game,
        paper,
        report,
        load_kit(game, paper, report),
        load_looks(game, report),
        load_sheets(document, report),
        fixed,
        Subjects(game),
        Store(Cache(None), ""),
    )


def print_job(press: Press, job: PrintJob, kinds: Collection[str]) -> Iterator[Output]:
    """The files of a job, of the kinds that are asked for: `pdf`, `svg` (of boards), `png`."""
    name = job.job.name
    press.store = open_store(open_cache(), *press.game.folders, name, press.paper)
    pages: Iterator[Page] = _PAGES[type(job)](press, job)
    if "svg" in kinds and isinstance(job, BoardJob):
        drawn = list(pages)
        yield from _svgs(press, job, drawn)
        pages = iter(drawn)
    first = next(pages, None) if "pdf" in kinds or "png" in kinds else None
    if first is None:
        return
    title = f"{press.game.title}: {printed_name(name)}"
    info = Info(title, language=press.game.language)
    pdf = paint_pdf(chain([first], pages), info, press.store.shelf)
    save(press.store)
    if "pdf" in kinds:
        yield Output(f"pdf/{name}.pdf", pdf)
    if "png" in kinds:
        from pycardgen.paint.png import pdf_to_png

        for number, png in enumerate(pdf_to_png(pdf), start=1):
            yield Output(f"png/{name}-{number:02d}.png", png)


def _svgs(press: Press, job: BoardJob, pages: list[Page]) -> Iterator[Output]:
    from pycardgen.paint.svg import paint_svg

    for page in pages:
        name = f"{job.job.name}-{page.label}" if job.map == "all" else job.job.name
        title = f"{press.game.title}: {printed_name(page.label)}"
        yield Output(f"svg/{name}.svg", paint_svg(page.drawing, title).encode())


def _template(press: Press, name: str) -> Template | None:
    """A template by the name or path of a job. That it exists has been checked."""
    return press.kit.templates.get(template_name(name) if name.endswith(".yaml") else name)


def _extra(press: Press, extra: Mapping[str, Any], subject: Mapping[str, Any]) -> Subject:
    """What a job says under `with:`, fields filled in. What is only one field is that field's value."""
    return {key: _filled(value, subject) for key, value in extra.items()}


def _filled(value: Any, subject: Mapping[str, Any]) -> Any:
    if isinstance(value, list):
        return [_filled(item, subject) for item in value]
    if isinstance(value, dict):
        return {key: _filled(item, subject) for key, item in value.items()}
    if not isinstance(value, str):
        return value
    parts = fields.parts(value)
    if len(parts) == 1 and isinstance(parts[0], fields.Reference) and not parts[0].filter:
        found = fields.lookup(subject, parts[0].path)
        return value if isinstance(found, fields.Absent) else found
    return fields.expand(value, subject)


# --- cards --------------------------------------------------------------------------------------------


def _cards(press: Press, job: CardsJob) -> Iterator[Page]:
    front = _template(press, job.front)
    definitions = [found for found in selected(press.game, job.of, job.where) if found.count]
    if front is None or not definitions:
        return
    sheet = _sheet(press, job)
    cards = _deck(press, job, front)
    first = next(cards)
    span = job.job.place.value("cards") if job.job.place else None
    plan = check_deck(sheet, [first], job.job.name, span, press.report)
    if plan is None:
        return
    total = sum(found.count for found in definitions)
    labels = Labels(press.game.title, printed_name(job.job.name))

    yield from impose(chain([first], cards), plan, sheet, labels, total)


def _deck(press: Press, job: CardsJob, front: Template) -> Iterator[Card]:
    """The cards of a job, drawn one by one."""
    back = _template(press, job.back) if job.back else None
    shared: Drawing | None = None
    if back is not None and job.backs == "deck":
        shared = _composed(press, back, _deck_subject(press, job), nowhere)
    for definition in selected(press.game, job.of, job.where):
        if not definition.count:
            continue
        subject = press.subjects.of(definition)
        subject = {**_extra(press, job.extra, subject), **subject}
        place = where(definition)
        face = _composed(press, front, subject, place)
        own = _composed(press, back, subject, place) if back and not shared else shared
        yield Card(face, own, definition.count)


def _composed(press: Press, template: Template, subject: Subject, place: Where) -> Drawing:
    """A card, taken from the last build if nothing of it has changed."""
    return composed(press.store, press.kit, template, subject, press.report, place)


def _deck_subject(press: Press, job: CardsJob) -> Subject:
    """What the back of a deck shows: the deck, and nothing of its cards."""
    game = press.game
    own = {"id": job.job.name, "name": printed_name(job.job.name), "type": job.of, "game": game.title}
    return {**own, **_extra(press, job.extra, press.subjects.whole())}


def _sheet(press: Press, job: CardsJob) -> Sheet:
    """The sheet of a job, on the paper of this run unless the game fixes another."""
    name = job.sheet or "default"
    sheet = press.sheets.get(name, Sheet())
    return sheet if name in press.fixed else replace(sheet, paper=press.paper)


# --- boards and pages ---------------------------------------------------------------------------------


def _boards(press: Press, job: BoardJob) -> Iterator[Page]:
    for map_ in press.game.maps.values():
        if job.map in ("all", map_.id):
            drawing = board_drawing(press, map_, job.layout, job.extra)
            if drawing is not None:
                yield Page(drawing, map_.id)


def board_drawing(press: Press, map_: MapDecl, layout: str, extra: Mapping[str, Any]) -> Drawing | None:
    """A map as its template has it."""
    template = _template(press, layout)
    if template is None:
        return None
    shown = press.subjects.map(map_)
    subject = {**press.subjects.whole(), **shown, "map": shown}
    subject["board"] = _board(press, map_, template)
    return compose(press.kit, template, {**subject, **_extra(press, extra, subject)}, press.report)


def _pages(press: Press, job: PagesJob) -> Iterator[Page]:
    template = _template(press, job.layout)
    if template is None:
        return
    game = press.game
    if job.each == "map":
        for map_ in game.maps.values():
            yield _one_page(press, job, template, map_, 1)
        return
    shown = game.maps.get(job.map or game.default_map or "")
    for seat in range(1, (game.players[1] if job.each == "seat" else 1) + 1):
        yield _one_page(press, job, template, shown, seat)


def _one_page(press: Press, job: PagesJob, template: Template, map_: MapDecl | None, seat: int) -> Page:
    subject: Subject = {**press.subjects.whole(), "seat": seat, "name": printed_name(job.job.name)}
    if map_ is not None:
        subject["map"] = press.subjects.map(map_)
        subject["board"] = _board(press, map_, template)
    label = map_.id if job.each == "map" and map_ is not None else f"{job.job.name} {seat}"
    extra = _extra(press, job.extra, subject)
    return Page(compose(press.kit, template, {**subject, **extra}, press.report), label)


def _board(press: Press, map_: MapDecl, template: Template) -> Drawing | None:
    """The board of a map, as large as the template's box for it, so that nothing is scaled afterwards."""
    box = _board_box(template.elements, template, press.paper)
    if box is None:
        return None
    key = (map_.id, box[2], box[3])
    if key not in press.boards:
        spec = board_spec(press.game, map_, press.looks)
        press.boards[key] = draw_board(spec, press.kit, box[2], box[3], press.report)
    return press.boards[key]


def _board_box(elements: tuple[Element, ...], template: Template, paper: str) -> Box | None:
    """Where a template draws the board, if it does."""
    width, height = template.extent(paper)
    for element in elements:
        grow = {"bleed": template.bleed, "safe": -template.safe}.get(element.options.get("area", "trim"), 0.0)
        box = element_box(element, (-grow, -grow, width + 2 * grow, height + 2 * grow))
        if element.kind == "drawing" and "board" in str(element.options["drawing"]):
            return box
    return None


# --- documents ----------------------------------------------------------------------------------------


def _document(press: Press, job: DocumentJob) -> Iterator[Page]:
    path = _source(press, job)
    if path is None:
        return
    name = display(path)
    text = read_text(path, name, press.report)
    if text is None:
        return
    text, tables = with_tables(text, name, press.subjects, press.report, press.looks)
    paper = press.paper if press.paper in sizes.PAPERS else "a4"
    look = DocumentLook(paper=paper, columns=job.columns, footer=job.footer or press.game.title)
    subject = document_subject(press.subjects)
    pages = render_markdown(text, press.kit, look, press.report, name, subject, tables)
    for number, drawing in enumerate(pages, start=1):
        yield Page(drawing, f"{job.job.name} {number}")


def _source(press: Press, job: DocumentJob) -> Path | None:
    """The file of a document: a pack's, before that of the game. That there is one has been checked."""
    span = job.job.place.value("from") if job.job.place else None
    for folder in reversed(press.game.folders):
        try:
            path = resolve_inside(Path(folder), job.source, span)
        except DiagnosticError as error:
            for found in error.diagnostics:
                press.report(found)
            return None
        if path.is_file():
            return path
    press.report(Diagnostic("PCG0458", f"there is no file `{job.source}` in the game's folder", span))
    return None


_PAGES: Mapping[type, Any] = {
    CardsJob: _cards,
    BoardJob: _boards,
    PagesJob: _pages,
    DocumentJob: _document,
}
