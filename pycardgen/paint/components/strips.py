"""Print jobs of standees, tracks and boxes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pycardgen.layout.components.boxes import Plan, box_plan, draw_box
from pycardgen.layout.components.forms import figure_size
from pycardgen.layout.components.standees import draw_base, draw_standee
from pycardgen.layout.components.tracks import Track, draw_slider, draw_track, per_row, track_numbers
from pycardgen.layout.display import Drawing
from pycardgen.layout.subjects import USUAL
from pycardgen.layout.template import Template
from pycardgen.layout.theme import ground
from pycardgen.model.components import BoxJob, StandeesJob, TracksJob
from pycardgen.model.printing import CardsJob, print_jobs
from pycardgen.model.select import selected
from pycardgen.paint.components.copies import copies, draw, one_size, resized
from pycardgen.paint.components.flats import Flat, flat_pages
from pycardgen.paint.components.frames import frames
from pycardgen.paint.page import Page
from pycardgen.paint.press import Press, extra_fields, sheet_of, template_of


def standee_pages(press: Press, job: StandeesJob) -> Iterator[Page]:
    """Strips that fold to figures, and their bases."""
    yield from flat_pages(press, job.job, "standees", job.sheet, standee_flats(press, job))


def standee_flats(press: Press, job: StandeesJob) -> list[Flat]:
    """Strips that fold to figures, and their bases."""
    front = template_of(press, job.front)
    rear = template_of(press, job.rear) if job.rear not in ("same", "mirrored") else None
    if front is None:
        return []
    note = "fold at the top and glue; put the tabs through the slot, spread and glue them"
    size = figure_size(job, front.extent(press.kit.paper))
    flats, bases = [], []
    sides = ((front, False), (rear or front, True))
    shown = list(copies(press, job.what))
    one_size(press, ((side, {**one.subject, "rear": at_rear}) for one in shown for side, at_rear in sides))
    for found in shown:
        face, behind = (
            draw(press, side, {**found.subject, "rear": at_rear}, found.where, size[0])
            for side, at_rear in sides
        )
        figure = draw_standee(face, behind, size, job.rear == "mirrored", job.base > 0)
        flats.append(Flat(figure, found.count, note))
        if job.base > 0:
            base = draw_base(size[0], job.base, str(found.subject.get("name", "")), press.kit)
            bases.append(Flat(base, found.count, note))
    return [*flats, *bases]


# --- tracks ---


def track_pages(press: Press, job: TracksJob) -> Iterator[Page]:
    """Strips of numbered spaces, and sleeves for them."""
    yield from flat_pages(press, job.job, "tracks", job.sheet, track_flats(press, job))


def track_flats(press: Press, job: TracksJob) -> list[Flat]:
    """Strips of numbered spaces, and sleeves for them."""
    widest = max(frame.room[2] for frame in frames(press, sheet_of(press, job.sheet), job.job))
    flats, sleeves = [], []
    for given in job.tracks:
        track = _track(press, given)
        columns = per_row(track, job.cell, widest, job.columns)
        count = int(given.get("count", 1)) * job.count
        drawn = draw_track(track, job.cell, columns, press.kit)
        flats.append(Flat(drawn, count))
        if job.sliders:
            sleeves.append(Flat(draw_slider(job.cell, drawn.height, press.kit), count))
    return [*flats, *sleeves]


def _track(press: Press, given: Mapping[str, Any]) -> Track:
    shown = extra_fields(press, given, press.subjects.whole())
    theme, color = press.kit.theme, str(shown.get("color", "accent"))
    return Track(
        str(shown["name"]),
        track_numbers(shown),
        str(shown.get("icon", "")),
        ground(theme, theme.colors.get(color, color if color.startswith("#") else "#1f4e79")),
    )


# --- boxes ---


def box_pages(press: Press, job: BoxJob) -> Iterator[Page]:
    """The box for a deck."""
    yield from flat_pages(press, job.job, "box", job.sheet, box_flats(press, job))


def box_flats(press: Press, job: BoxJob) -> list[Flat]:
    """The box for a deck."""
    plan = _plan(press, job)
    if plan is None:
        return []
    kept: list[Template] = []
    faces = {name: _panel(press, job, plan, name, kept) for name in plan.panels}
    theme = press.kit.theme
    color = theme.colors.get(job.color, job.color if job.color.startswith("#") else "#12304d")
    drawn = draw_box(
        plan, {name: face for name, face in faces.items() if face is not None}, ground(theme, color)
    )
    w, h, d = plan.inside
    note = f"inside {w:.0f} x {h:.0f} x {d:.0f} mm; score the dashed lines, fold, glue the grey flaps"
    return [Flat(drawn, 1, note)]


def _plan(press: Press, job: BoxJob) -> Plan | None:
    """How large the box is: by its cards, or as given."""
    card, count = job.card, job.count
    deck = deck_of(press, job)
    if deck is not None:
        template = template_of(press, deck.front)
        if card is None and template is not None:
            card = template.extent(press.kit.paper)
        count = count or sum(one.count for one in selected(press.game, deck.of, deck.where))
    if card is None or not count:
        return None
    return box_plan(card, count * job.thickness, job.room)


def deck_of(press: Press, job: BoxJob) -> CardsJob | None:
    """The print job of the cards in a box."""
    jobs = print_jobs(press.game, lambda problem: None)
    return next((one for one in jobs if isinstance(one, CardsJob) and one.job.name == job.cards), None)


_PARTS = {"left": "side", "right": "side", "bottom": "top"}
"""Panels that are drawn by the template of another part."""


def _panel(press: Press, job: BoxJob, plan: Plan, name: str, kept: list[Template]) -> Drawing | None:
    """A panel of the box by its template, which takes the panel's size."""
    part = _PARTS.get(name, name)
    template = template_of(press, getattr(job, part))
    if template is None:
        return None
    kept.append(resized(template, plan.panels[name].size))
    deck = deck_of(press, job)
    title = job.job.title or (deck.job if deck else job.job).called
    game = press.game
    own = {"id": job.job.name, "name": title, "type": "box", "game": game.title, "part": name}
    extra = extra_fields(press, job.extra, press.subjects.whole())
    cards = job.count or 0
    return draw(press, kept[-1], {**USUAL, "cards": cards, **own, **extra, "color": job.color})
