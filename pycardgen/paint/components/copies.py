"""What a component's job prints copies of, as subjects for templates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pycardgen.layout.display import Drawing
from pycardgen.layout.kit import Where, nowhere
from pycardgen.layout.subjects import Subject, piece_subjects, where
from pycardgen.layout.template import Template
from pycardgen.model.components import What
from pycardgen.paint.incremental import composed, set_group_sizes
from pycardgen.paint.press import Press
from pycardgen.records import dataclass


@dataclass(frozen=True, slots=True)
class Copies:
    """A subject, how many copies of it are printed, and where its fields stand."""

    subject: Subject
    count: int
    where: Where = nowhere


def copies(press: Press, what: What) -> Iterator[Copies]:
    """What is printed, with the fields that the job adds."""
    for subject, count, found in piece_subjects(press.subjects, what):
        if count:
            yield Copies(subject, count, where(found) if found is not None else nowhere)


def one_size(press: Press, faces: Iterable[tuple[Template | None, Subject]]) -> None:
    """Texts of a fit group have one size on all faces of a job's pieces: fronts, backs, sides."""
    drawn = ((template, subject) for template, subject in faces if template is not None)
    set_group_sizes(press.store, press.kit, drawn)


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
