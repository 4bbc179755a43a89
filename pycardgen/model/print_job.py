"""What every print job has."""

from __future__ import annotations

from pycardgen.model.names import printed_name
from pycardgen.records import dataclass, field
from pycardgen.source import Place


@dataclass(frozen=True, slots=True)
class Job:
    """The name of a print job's files, and where it stands. `title`: what it is called in print; `note`: what
    the print guide says of it.
    """

    name: str
    place: Place | None = field(default=None, compare=False, repr=False)
    title: str = ""
    note: str = ""

    @property
    def called(self) -> str:
        """What the job is called in print: its title, or its name in words."""
        return self.title or printed_name(self.name)
