"""How large pieces are: as their job says, or as large as their template."""

from __future__ import annotations

from pycardgen.layout.components.outlines import natural_height
from pycardgen.model.components import PiecesJob, StandeesJob

Size = tuple[float, float]

FRONT = "token"
"""The template of pieces that name none; it takes their proportions."""

USUAL_WIDTH = 25.0
"""The width of pieces that have neither a size nor a template, in mm."""


def piece_size(job: PiecesJob, template: Size) -> Size:
    """Width and height of tokens or tiles in mm; `template` is the size of their template."""
    if isinstance(job.size, tuple):
        return job.size
    if job.size is None and job.front != FRONT:
        return template
    width = USUAL_WIDTH if job.size is None else job.size
    return width, natural_height(job.shape, width)


def figure_size(job: StandeesJob, template: Size) -> Size:
    """Width and height of one side of a standee in mm."""
    if isinstance(job.size, tuple):
        return job.size
    if job.size is None:
        return template
    return job.size, job.size * template[1] / template[0]


def same_form(template: Size, size: Size) -> bool:
    """Whether a template has the proportions of what it is drawn on, within two in a hundred."""
    return abs(template[0] * size[1] / (template[1] * size[0]) - 1.0) <= 0.02
