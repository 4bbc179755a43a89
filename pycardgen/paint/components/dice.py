"""Print jobs of dice: nets to fold, or stickers for blank dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pycardgen.diagnostics import Diagnostic, did_you_mean
from pycardgen.layout import fields
from pycardgen.layout.components.dice import EDGE, Die, draw_net, draw_stickers, face_fields, solid_for
from pycardgen.layout.display import Drawing
from pycardgen.layout.template import Template
from pycardgen.layout.theme import ground
from pycardgen.model.components import DiceJob
from pycardgen.paint.components.copies import Copies, copies, draw, one_size
from pycardgen.paint.components.flats import Flat, flat_pages
from pycardgen.paint.components.frames import span_of
from pycardgen.paint.page import Page
from pycardgen.paint.press import Press, template_of

STICKER = 14.0
"""The side of a sticker in mm: for dice of 16 mm."""

MAX_FACES = 60

_FOLDING = "score the dashed lines, cut, fold away from you, glue the grey tabs"


def dice_pages(press: Press, job: DiceJob) -> Iterator[Page]:
    """The pages of nets or of stickers."""
    kind = "stickers" if job.stickers else "dice"
    yield from flat_pages(press, job.job, kind, job.sheet, dice_flats(press, job))


def dice_flats(press: Press, job: DiceJob) -> list[Flat]:
    """Nets or stickers."""
    template = template_of(press, job.face)
    if template is None:
        return []
    note = "" if job.stickers else _FOLDING
    dice = [
        (found, _sides(press, job, found, faces))
        for found in copies(press, job.what)
        if (faces := faces_of(found.subject, job.faces)) is not None
    ]
    one_size(press, ((template, side) for _, sides in dice for side in sides))
    return [Flat(_drawn(press, job, template, found, sides), found.count, note) for found, sides in dice]


def faces_of(subject: Mapping[str, Any], name: str) -> list[Any] | None:
    """What the faces of a die show; None if it lists none, or a number of faces that no die has."""
    found = fields.lookup(subject, name)
    if type(found) is int and solid_for(found):
        return list(range(1, found + 1))
    if isinstance(found, list | tuple) and 0 < len(found) <= MAX_FACES:
        return list(found)
    return None


def _sides(press: Press, job: DiceJob, found: Copies, faces: Sequence[Any]) -> list[dict[str, Any]]:
    """What each face of a die shows."""
    sides = []
    for number, value in enumerate(faces, 1):
        own = {**found.subject, **face_fields(value, job.icons, job.labels), "index": number}
        own["color"] = _color(press, job, "color", own)
        sides.append({**own, "ink": _color(press, job, "ink", own), "sides": len(faces)})
    return sides


def _drawn(
    press: Press, job: DiceJob, template: Template, found: Copies, faces: Sequence[dict[str, Any]]
) -> Drawing:
    width = job.size or (STICKER if job.stickers else EDGE[solid_for(len(faces)) or 6])
    shown = [draw(press, template, side, found.where, width) for side in faces]
    colors = [ground(press.kit.theme, side["color"]) for side in faces]
    if job.stickers:  # as many as a blank die has faces
        times = (solid_for(len(faces)) or len(faces)) // len(faces)
        shown, colors = shown * times, colors * times
    die = Die(str(found.subject.get("name", job.job.name)), shown, colors)
    if job.stickers:
        return draw_stickers(die, job.size or STICKER, job.corner, job.gap, press.kit)
    solid = solid_for(len(faces)) or 6
    return draw_net(die, solid, job.size or EDGE[solid], press.kit)


def _color(press: Press, job: DiceJob, key: str, own: Mapping[str, Any]) -> str:
    """A colour of the job as `#rrggbb`, fields filled in."""
    written = job.color if key == "color" else job.ink
    name = fields.expand(written, own)
    if name.startswith("#") and len(name) == 7:
        return name.lower()
    colors = press.kit.theme.colors
    if name not in colors:
        hint = did_you_mean(name, colors) or "colours are the theme's `colors`, or written '#rrggbb'"
        message = f"there is no colour '{name}' (for `{job.job.name}`)"
        press.report(Diagnostic("PCG0707", message, span_of(job.job, key), hint))
    return colors.get(name, "#888888")
