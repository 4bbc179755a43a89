"""What a component's job prints copies of, as subjects for templates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from pycardgen.layout.display import Drawing
from pycardgen.layout.kit import Where, nowhere
from pycardgen.layout.subjects import Subject, where
from pycardgen.layout.template import Template
from pycardgen.model.components import What, definitions
from pycardgen.model.print_job import Job
from pycardgen.paint.incremental import composed, set_group_sizes
from pycardgen.paint.press import Press, extra_fields
from pycardgen.records import dataclass

USUAL: Subject = {"icon": "", "color": "accent-light", "ink": "ink", "text": "", "art": ""}
"""Fields of every piece that doesn't have them itself."""


@dataclass(frozen=True, slots=True)
class Copies:
    """A subject, how many copies of it are printed, and where its fields stand."""

    subject: Subject
    count: int
    where: Where = nowhere


def copies(press: Press, what: What) -> Iterator[Copies]:
    """What is printed, with the fields that the job adds."""
    for found in definitions(press.game, what):
        if found.count:
            subject = press.subjects.of(found)
            extra = extra_fields(press, what.extra, subject)
            yield Copies({**USUAL, **extra, **subject}, found.count, where(found))
    whole = press.subjects.whole() if what.pieces else {}
    for number, piece in enumerate(what.pieces, 1):
        own: dict[str, Any] = {"id": f"piece-{number}", "type": "piece", **extra_fields(press, piece, whole)}
        count = int(piece.get("count", 1))
        if count:
            yield Copies({**USUAL, **extra_fields(press, what.extra, own), **own}, count)


def one_size(press: Press, faces: Iterable[tuple[Template | None, Subject]]) -> None:
    """Texts of a fit group have one size on all faces of a job's pieces: fronts, backs, sides."""
    drawn = ((template, subject) for template, subject in faces if template is not None)
    set_group_sizes(press.store, press.kit, drawn)


def job_subject(press: Press, job: Job, what: What) -> Subject:
    """What a back shows that is the same for all: the job, and nothing of its pieces."""
    game = press.game
    own = {"id": job.name, "name": job.called, "type": "deck", "game": game.title}
    return {**USUAL, **own, **extra_fields(press, what.extra, press.subjects.whole())}


def draw(
    press: Press, template: Template, subject: Subject, place: Where = nowhere, width: float | None = None
) -> Drawing:
    """A subject by a template, taken from the last build if nothing of it has changed. `width` is that with
    which it is printed in mm; its template's when not given.
    """
    press.kit.scale = 1.0 if width is None else round(width / template.extent(press.kit.paper)[0], 4)
    try:
        return composed(press.store, press.kit, template, subject, press.report, place)
    finally:
        press.kit.scale = 1.0


def resized(template: Template, size: tuple[float, float]) -> Template:
    """A template that takes another size. It must be kept as long as the job lasts: stores tell templates
    apart by identity.
    """
    mark = f"{size[0]:.4f} x {size[1]:.4f}"
    return replace(template, name=f"{template.name} {mark}", size=size, digest=f"{template.digest} {mark}")
