"""What every print job has."""

from __future__ import annotations

from pycardgen.records import dataclass, field
from pycardgen.source import Place


@dataclass(frozen=True, slots=True)
class Job:
    """The name of a print job's files, and where it stands."""

    name: str
    place: Place | None = field(default=None, compare=False, repr=False)
