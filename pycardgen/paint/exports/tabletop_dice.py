"""Dice of Tabletop Simulator: they call what their faces show, and cubes show it.

The program has a model for each number of faces, and says by angles which face is up. A cube's faces are on
one picture, laid out as its template has them; the layouts of other dice aren't known here, so these keep the
program's numbers, and call what they mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pycardgen.layout import fields
from pycardgen.layout.components.dice import face_fields, solid_for
from pycardgen.layout.compose import compose
from pycardgen.layout.display import Drawing, Ink, Rect
from pycardgen.layout.theme import ground
from pycardgen.model.components import DiceJob
from pycardgen.paint.components.copies import Copies, copies
from pycardgen.paint.components.dice import faces_of
from pycardgen.paint.exports.gather import plain_text
from pycardgen.paint.exports.raster import MM, Frame, images
from pycardgen.paint.exports.rotations import ROTATIONS
from pycardgen.paint.exports.tabletop_objects import Object, Table, new_object, together
from pycardgen.paint.jobs import Output
from pycardgen.paint.press import template_of

if TYPE_CHECKING:
    from PIL.Image import Image

_CUBE = 1
"""The program's number for a die with six faces."""

_SIDE = 2048
"""The side of the picture of a cube's faces, in pixels."""

_CENTERS: Mapping[int, tuple[int, int, bool]] = {
    1: (321, 1712, True),
    2: (321, 1017, False),
    3: (1021, 1712, False),
    4: (1021, 1017, False),
    5: (1712, 1017, False),
    6: (1712, 1712, True),
}
"""Where the middle of each face is on it, and whether it is upside down. The upper third is empty."""

_FACE = 560
"""The side of a face in it, in pixels: well within, for the cube's edges are round."""


def dice(table: Table, job: DiceJob) -> Iterator[Output]:
    """Put the dice of a job on the table; those that are printed as nets and as stickers once."""
    for found in copies(table.order.press, job.what):
        id_ = str(found.subject.get("id"))
        if id_ in table.dice or not found.count:
            continue
        table.dice.add(id_)
        faces = faces_of(found.subject, job.faces) or []
        image = _picture(table, job, found, faces) if solid_for(len(faces)) == len(ROTATIONS[6]) else None
        path = f"images/{job.job.name}-{id_}.png"
        if image is not None:
            yield table.picture(path, image)
        key, name = f"{job.job.name} {id_}", str(found.subject.get("name", job.job.name))
        url = table.url(path) if image is not None else ""
        made = [_die(table, found, job, f"{key} {copy}", url) for copy in range(found.count)]
        table.objects += together(table, key, name, made)


def _die(table: Table, found: Copies, job: DiceJob, key: str, url: str) -> Object:
    """A die that calls its faces by what they show. `url` is that of a picture of them, if there is one."""
    subject = found.subject
    shown = faces_of(subject, job.faces) or []
    solid = solid_for(len(shown)) or 6
    names = [_face_name(job, value) for value in shown] or [str(n) for n in range(1, solid + 1)]
    name = str(subject.get("name", job.job.name))
    kind = "Custom_Dice" if url else f"Die_{solid}"
    die = new_object(table, kind, key, name, plain_text(subject) or "; ".join(names))
    if url:
        image = {"ImageURL": url, "ImageSecondaryURL": "", "ImageScalar": 1.0, "WidthScale": 0.0}
        die["CustomImage"] = image | {"CustomDice": {"Type": _CUBE}}
    die["RotationValues"] = [
        {"Value": names[number % len(names)], "Rotation": dict(zip("xyz", rotation, strict=True))}
        for number, rotation in enumerate(ROTATIONS[solid])
    ]
    return die


def _face_name(job: DiceJob, value: Any) -> str:
    shown = face_fields(value, job.icons, job.labels)
    written = shown["label"] or shown["icon"] or ("blank" if value is False or value is None else value)
    return str(written).replace("_", " ").replace("-", " ")


# --- the picture of a cube ---


def _picture(table: Table, job: DiceJob, found: Copies, faces: Sequence[Any]) -> Image | None:
    """The faces of a cube, laid out as the program has them; fewer than six are there several times."""
    template = template_of(table.order.press, job.face)
    if template is None:
        return None
    from PIL import Image

    drawn, colors = [], []
    for number, value in enumerate(faces, 1):
        own = _subject(table, job, found, value, number) | {"sides": len(faces)}
        face = compose(table.order.press.kit, template, own, table.order.press.report, found.where)
        colors.append(ground(table.order.press.kit.theme, own["color"]))
        drawn.append(_on_ground(face, colors[-1]))
    frame = Frame((_FACE, _FACE), _FACE / drawn[0].width * MM, 0.0)
    pictures = list(images(drawn, frame))
    sheet, third = Image.new("RGB", (_SIDE, _SIDE), colors[0]), -(-_SIDE // 3)
    for number, (x, y, turned) in _CENTERS.items():
        at = (number - 1) % len(pictures)
        left, top = x // third * third, y // third * third
        sheet.paste(colors[at], (left, top, left + third, top + third))
        shown = pictures[at].rotate(180) if turned else pictures[at]
        sheet.paste(shown, (x - _FACE // 2, y - _FACE // 2))
    return sheet


def _subject(table: Table, job: DiceJob, found: Copies, value: Any, number: int) -> dict[str, Any]:
    """What a face's template shows, its colours as `#rrggbb`."""
    own = {**found.subject, **face_fields(value, job.icons, job.labels), "index": number}
    palette = table.order.press.kit.theme.colors
    for key, written in (("color", job.color), ("ink", job.ink)):
        name = fields.expand(written, own)
        own[key] = name.lower() if name.startswith("#") and len(name) == 7 else palette.get(name, "#888888")
    return own


def _on_ground(face: Drawing, color: str) -> Drawing:
    """A face on the colour of its die."""
    whole = Rect(0.0, 0.0, face.width, face.height, Ink(color))
    return replace(face, items=(whole, *face.items))
