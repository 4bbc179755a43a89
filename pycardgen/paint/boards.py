"""Print jobs of boards, and of whole pages that may show one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from pycardgen.layout import sizes
from pycardgen.layout.arrange import element_boxes
from pycardgen.layout.board import draw_board, space_width
from pycardgen.layout.compose import compose
from pycardgen.layout.display import Bookmark, Drawing, Group
from pycardgen.layout.game_board import board_spec
from pycardgen.layout.kit import Box
from pycardgen.layout.subjects import Subject
from pycardgen.layout.template import Template
from pycardgen.model.game import MapDecl
from pycardgen.model.printing import BoardJob, PagesJob
from pycardgen.paint.page import Page
from pycardgen.paint.press import Press, extra_fields, sheet_of, template_of


def board_pages(press: Press, job: BoardJob) -> Iterator[Page]:
    """A map, or each of them, a page each."""
    for map_ in press.game.maps.values():
        if job.map in ("all", map_.id):
            drawing = board_drawing(press, map_, job.layout, job.extra)
            if drawing is not None and job.scale is not None:
                drawing = _scaled(drawing, job.scale / _space_width(press, map_, job.layout))
            if drawing is not None:
                marked = _marked(drawing, map_.title or map_.definition.name)
                yield Page(marked, map_.id, map_.id if job.map == "all" else "")


def board_sheets(press: Press, job: BoardJob, pages: Iterable[Page]) -> Iterator[Page]:
    """The pages of boards as they are printed: one that is larger than the paper becomes several."""
    from pycardgen.paint.components.mats import tiled

    sheet = sheet_of(press, None)
    paper = sorted(sizes.PAPERS[sheet.paper])
    for page in pages:
        size = sorted((page.drawing.width, page.drawing.height))
        if job.tiles == "none" or all(size[i] <= paper[i] + 0.5 for i in (0, 1)):
            yield page
        else:
            yield from tiled(press, job.job, "board", sheet, [(page.drawing, 1)], job.overlap)


def _space_width(press: Press, map_: MapDecl, layout: str) -> float:
    """How wide a space of a board is as its template has it, in mm."""
    template = template_of(press, layout)
    box = _board_box(press, template, press.subjects.map(map_)) if template is not None else None
    if box is None:
        return 1.0
    return space_width(board_spec(press.game, map_, press.looks), press.kit, box[2], box[3]) or 1.0


def _scaled(drawing: Drawing, by: float) -> Drawing:
    """A drawing made larger or smaller as a whole."""
    items = (Group(drawing.items, transform=(by, 0.0, 0.0, by, 0.0, 0.0)),)
    return Drawing(drawing.width * by, drawing.height * by, items, drawing.bleed * by, drawing.name)


def board_drawing(press: Press, map_: MapDecl, layout: str, extra: Mapping[str, Any]) -> Drawing | None:
    """A map as its template has it."""
    template = template_of(press, layout)
    if template is None:
        return None
    shown = press.subjects.map(map_)
    subject = {**press.subjects.whole(), **shown, "map": shown}
    subject["board"] = _board(press, map_, template, subject)
    return compose(press.kit, template, {**subject, **extra_fields(press, extra, subject)}, press.report)


def whole_pages(press: Press, job: PagesJob) -> Iterator[Page]:
    """Pages by a template: one, one a seat or one a map."""
    template = template_of(press, job.layout)
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
    subject: Subject = {**press.subjects.whole(), "seat": seat, "name": job.job.called}
    if map_ is not None:
        subject["map"] = press.subjects.map(map_)
        subject["board"] = _board(press, map_, template, subject)
    label = map_.id if job.each == "map" and map_ is not None else f"{job.job.name} {seat}"
    title = job.job.called if job.each == "once" else f"{job.job.called} {seat}"
    if job.each == "map" and map_ is not None:
        title = map_.title or map_.definition.name
    extra = extra_fields(press, job.extra, subject)
    drawing = compose(press.kit, template, {**subject, **extra}, press.report)
    return Page(_marked(drawing, title), label)


def _marked(drawing: Drawing, title: str) -> Drawing:
    """A page with an entry in the file's outline."""
    return replace(drawing, items=(Bookmark(title, 0, 0.0), *drawing.items))


def _board(press: Press, map_: MapDecl, template: Template, subject: Subject) -> Drawing | None:
    """The board of a map, as large as the template's box for it, so that nothing is scaled afterwards."""
    box = _board_box(press, template, subject)
    if box is None:
        return None
    key = (map_.id, box[2], box[3])
    if key not in press.boards:
        spec = board_spec(press.game, map_, press.looks)
        press.boards[key] = draw_board(spec, press.kit, box[2], box[3], press.report)
    return press.boards[key]


def _board_box(press: Press, template: Template, subject: Subject) -> Box | None:
    """Where a template draws the board, if it does."""
    for element, box in element_boxes(press.kit, template, subject):
        if element.kind == "drawing" and "board" in str(element.options["drawing"]):
            return box
    return None
