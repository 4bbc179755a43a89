"""What an SVG file becomes: shapes with their paint. What reads one is only loaded when there is one."""

from __future__ import annotations

from pycardgen.layout.display import Command, Gradient, Transform
from pycardgen.records import dataclass

MAX_BYTES = 256 * 1024
"""How large an SVG file may be."""


class SvgError(ValueError):
    """The file can't be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A path and its paint: a colour, `none` or `current`, or a gradient inside. With `transform` the path
    and the gradient are in a space of their own.
    """

    commands: tuple[Command, ...]
    fill: str | Gradient
    stroke: str
    width: float
    even_odd: bool
    dash: tuple[float, ...] = ()
    rounded: bool = True
    opacity: float = 1.0
    transform: Transform | None = None
