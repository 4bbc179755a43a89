"""What is in play, as templates see it: copies and the game as mappings of fields, made when they are read.

A copy has its printed fields (`name`, `type`, `id` too) and its state, what refers to another copy is that
copy, a zone is a list of the copies in it. What a view hides is None.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pycardgen.engine.machine import Machine
from pycardgen.engine.play import held_by
from pycardgen.lang.tables import Tables
from pycardgen.model.game import Definition, StateDecl
from pycardgen.model.types import DictType, EntityType, IdType, ListType, OptionalType, Type, ZoneType

State = Any


class Shown:
    """A state, or a seat's view of one, with its copies by type."""

    __slots__ = ("_data", "_players", "_tables")

    def __init__(self, machine: Machine, state: State) -> None:
        self._tables: Tables = machine.tables
        self._data = machine.encode(state)
        self._players = machine.setup.players

    def of(self, type_: str) -> list[Copy]:
        """The copies of a type, in order."""
        return [
            Copy(self, self._tables.root_of[type_], number) for number in range(*self._tables.spans[type_])
        ]

    def whole(self) -> dict[str, Any]:
        """What is said of the game: `game`, its state, and `settings`, as they are in force."""
        declared = self._tables.game.state
        own = {name: self.state("game", decl, None) for name, decl in declared.items()}
        return {"game": own, "settings": dict(self._tables.settings)}

    def definition(self, root: str, number: int) -> Definition:
        """What is printed of a copy."""
        return self._tables.copies[root][number]

    def own(self, root: str, number: int) -> dict[str, Any]:
        """Everything that is said of a copy."""
        tables, found = self._tables, self.definition(root, number)
        entity, text = tables.game.entities[found.type], found.text
        about: dict[str, Any] = {
            "id": found.id,
            "name": found.name,
            "type": found.type,
            "text": text["text"] if text.keys() == {"text"} else dict(text),
            "art": found.art or "",
        }
        if root == tables.player_type:
            about["seat"] = number + 1
        for name, field in entity.fields.items():
            about[name] = self.printed(field.type, found.fields.get(name))
        for name, decl in entity.state.items():
            about[name] = self.state(tables.declares(found.type, name), decl, number)
        return about

    def state(self, owner: str, decl: StateDecl, number: int | None) -> Any:
        """A state or zone of the game (`number` None), or of a copy whose type is declared as `owner`."""
        if isinstance(decl.type, ZoneType):
            name = f"{owner}.{decl.name}"
            held = self._data["zones"].get(name, [])
            if number is not None:
                held = held[number - self._tables.spans[owner][0]]
            root = held_by(self._tables.game, name)
            return [None if copy is None else Copy(self, root, copy) for copy in held]
        if number is None:
            return self.value(decl.type, self._data["game"][decl.name])
        values = self._data["entities"][owner][decl.name]
        return self.value(decl.type, values[number - self._tables.spans[owner][0]])

    def value(self, type_: Type, value: Any) -> Any:
        """A value of a state, as data."""
        if value is None:
            return None
        match type_:
            case OptionalType(item):
                return self.value(item, value)
            case EntityType(name):
                root = self._tables.root_of[name]
                table = root == self._tables.player_type and value == self._players
                return "table" if table else Copy(self, root, value)
            case ListType(item):
                return [self.value(item, one) for one in value]
            case DictType(key, item):
                return {self._word(key, one): self.value(item, other) for one, other in value}
        return value

    def printed(self, type_: Type, value: Any) -> Any:
        """A value of a printed field: ids of what is in play are copies."""
        match type_:
            case OptionalType(item):
                return None if value is None else self.printed(item, value)
            case EntityType(name) | IdType(name):
                root = self._tables.root_of[name]
                first = self._tables.first.get((root, str(value)))
                return value if first is None else Copy(self, root, first)
            case ListType(item) if isinstance(value, list | tuple):
                return [self.printed(item, one) for one in value]
            case DictType(_, item) if isinstance(value, Mapping):
                return {str(key): self.printed(item, one) for key, one in value.items()}
        return value

    def _word(self, type_: Type, value: Any) -> str:
        found = self.value(type_, value)
        return str(found["id"]) if isinstance(found, Copy) else str(found)


class Copy(Mapping[str, Any]):
    """A copy in play; what is said of it is looked up when it is asked for."""

    __slots__ = ("_of", "_own", "number", "root")

    def __init__(self, of: Shown, root: str, number: int) -> None:
        self._of, self.root, self.number = of, root, number
        self._own: dict[str, Any] | None = None

    def _about(self) -> dict[str, Any]:
        if self._own is None:
            self._own = self._of.own(self.root, self.number)
        return self._own

    def __getitem__(self, key: str) -> Any:
        return self._about()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._about())

    def __len__(self) -> int:
        return len(self._about())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Copy) and (other.root, other.number) == (self.root, self.number)

    def __hash__(self) -> int:
        return hash((self.root, self.number))
