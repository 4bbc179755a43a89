"""Print jobs of boards, and of whole pages that may show one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pycardgen.layout.board import draw_board
from pycardgen.layout.compose import Box, compose, element_box
from pycardgen.layout.display import Drawing
from pycardgen.layout.game_board import board_spec
from pycardgen.layout.subjects import Subject
from pycardgen.layout.template import Element, Template
from pycardgen.model.game import MapDecl
from pycardgen.model.names import printed_name
from pycardgen.model.printing import BoardJob, PagesJob
from pycardgen.paint.page import Page
from pycardgen.paint.press import Press, extra_fields, template_of


def board_pages(press: Press, job: BoardJob) -> Iterator[Page]:
    """A map, or each of them, a page each."""
    for map_ in press.game.maps.values():
        if job.map in ("all", map_.id):
            drawing = board_drawing(press, map_, job.layout, job.extra)
            if drawing is not None:
                yield Page(drawing, map_.id, map_.id if job.map == "all" else "")


def board_drawing(press: Press, map_: MapDecl, layout: str, extra: Mapping[str, Any]) -> Drawing | None:
    """A map as its template has it."""
    template = template_of(press, layout)
    if template is None:
        return None
    shown = press.subjects.map(map_)
    subject = {**press.subjects.whole(), **shown, "map": shown}
    subject["board"] = _board(press, map_, template)
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
    subject: Subject = {**press.subjects.whole(), "seat": seat, "name": printed_name(job.job.name)}
    if map_ is not None:
        subject["map"] = press.subjects.map(map_)
        subject["board"] = _board(press, map_, template)
    label = map_.id if job.each == "map" and map_ is not None else f"{job.job.name} {seat}"
    extra = extra_fields(press, job.extra, subject)
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
