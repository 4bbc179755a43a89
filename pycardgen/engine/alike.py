"""Which copies nobody can tell apart: those of one definition that have no state of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pycardgen.engine.api import Offer, State, Value
from pycardgen.lang.emit_core import ident
from pycardgen.lang.tables import Tables
from pycardgen.model.types import DictType, EntityType, ListType, OfferType, OptionalType, Type, ZoneType


@dataclass(frozen=True, slots=True)
class Alike:
    """Values and views with copies that can't be told apart made the same.

    `first` has, by root type and number, the first copy that is like a copy.
    """

    tables: Tables
    first: dict[str, Sequence[int]]
    slots: Sequence[tuple[str, Type]]

    def value(self, value: Value, kind: Type) -> Value:
        """A value of a type."""
        if value is None:
            return None
        match kind:
            case OptionalType(item):
                return self.value(value, item)
            case ListType(item):
                return [self.value(part, item) for part in value]
            case DictType(key, item):
                return [(self.value(k, key), self.value(part, item)) for k, part in value.items()]
            case EntityType(name):
                same = self.first[self.tables.root_of[name]]
                return same[value] if type(value) is int and value < len(same) else value
            case OfferType() if isinstance(value, Offer):
                return value.effect, value.id, value.label
        return value

    def view(self, view: State) -> list[Any]:
        """All that a view shows."""
        found: list[Any] = [
            [None if copy is None else self.first[zone.root][copy] for copy in view.zones[zone.number]]
            for zone in self.tables.zones
            if zone.owner_type is not None
        ]
        return found + [self.value(getattr(view, slot), kind) for slot, kind in self.slots]


def alike(tables: Tables) -> Alike:
    """What is alike in a game with one set-up."""
    first: dict[str, Sequence[int]] = {}
    for root, copies in tables.copies.items():
        own = {n for c in tables.columns if c.root == root for n in range(c.low, c.high)}
        seen: dict[str, int] = {}
        first[root] = [
            n if n in own or not tables.zoned[root][n] else seen.setdefault(copy.id, n)
            for n, copy in enumerate(copies)
        ]
    slots: list[tuple[str, Type]] = [
        (f"g_{ident(decl.name)}", decl.type)
        for decl in tables.game.state.values()
        if not isinstance(decl.type, ZoneType)
    ]
    slots += [(f"c_{ident(c.entity)}_{ident(c.decl.name)}", ListType(c.decl.type)) for c in tables.columns]
    return Alike(tables, first, slots)
