"""Frozen dataclasses that are quick to create.

The standard ones compile six methods a class as they are created, a millisecond each time: for the two
hundred classes of this program more than all else that it does to start. Here only `__init__` is compiled;
comparing, hashing and showing are closures. The type checker sees the standard decorator and holds to
`frozen`, which costs nothing; while the program runs nothing does, so making an instance is twice as quick.
"""

from __future__ import annotations

import dataclasses
from dataclasses import field
from operator import attrgetter
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass", "field"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(*, frozen=False, eq=True, **options):
        """As `dataclasses.dataclass`, but for `order`."""

        def decorate(cls):
            made = dataclasses.dataclass(eq=False, repr=False, **options)(cls)
            if eq:
                _compare(made, frozen)
            if "__repr__" not in cls.__dict__:
                made.__repr__ = _repr
            return made

        return decorate


def _compare(cls: Any, frozen: bool) -> None:
    """Instances are equal if their class and fields are; those that may change have no hash."""
    names = [part.name for part in dataclasses.fields(cls) if part.compare]
    values = attrgetter(*names) if names else _nothing

    def equal(self: Any, other: Any) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: Any) -> int:
        return hash(values(self))

    if "__eq__" not in cls.__dict__:
        cls.__eq__ = equal
        cls.__hash__ = hashed if frozen else None


def _nothing(_: Any) -> tuple[()]:
    return ()


def _repr(self: Any) -> str:
    shown = (f"{part.name}={getattr(self, part.name)!r}" for part in dataclasses.fields(self) if part.repr)
    return f"{self.__class__.__qualname__}({', '.join(shown)})"
