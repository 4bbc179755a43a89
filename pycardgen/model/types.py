"""The types that fields, state and rules have, and the notation that writes them (`list[Sector] | None`)."""

from __future__ import annotations

from pycardgen.records import dataclass


@dataclass(frozen=True, slots=True)
class IntType:
    """A 64-bit integer."""

    def __str__(self) -> str:
        return "int"


@dataclass(frozen=True, slots=True)
class BoolType:
    """true or false."""

    def __str__(self) -> str:
        return "bool"


@dataclass(frozen=True, slots=True)
class StrType:
    """Text. Rules compare it and pass it on; they never build it."""

    def __str__(self) -> str:
        return "str"


@dataclass(frozen=True, slots=True)
class NoneType:
    """The type of None, and the result of a function that returns nothing."""

    def __str__(self) -> str:
        return "None"


@dataclass(frozen=True, slots=True)
class EnumType:
    """A closed list of words, declared in types.yaml. Its values are strings when the game runs."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class IdType:
    """The id of a definition of an entity type: `id[Weapon]`. A string when the game runs."""

    entity: str

    def __str__(self) -> str:
        return f"id[{self.entity}]"


@dataclass(frozen=True, slots=True)
class EntityType:
    """A copy of a definition: a card, a sector, a player. An integer when the game runs."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class ZoneType:
    """A zone that holds copies of an entity type; reads like a list. An integer when the game runs."""

    item: Type

    def __str__(self) -> str:
        return f"Zone[{self.item}]"


@dataclass(frozen=True, slots=True)
class ListType:
    """A list of values of one type."""

    item: Type

    def __str__(self) -> str:
        return f"list[{self.item}]"


@dataclass(frozen=True, slots=True)
class DictType:
    """A dictionary in order of insertion. Keys are int, bool, str, enum, id or entity."""

    key: Type
    value: Type

    def __str__(self) -> str:
        return f"dict[{self.key}, {self.value}]"


@dataclass(frozen=True, slots=True)
class OptionalType:
    """`T | None`. Never nested."""

    item: Type

    def __str__(self) -> str:
        return f"{self.item} | None"


@dataclass(frozen=True, slots=True)
class FuncType:
    """A function handed to a built-in: a lambda or the name of a rule."""

    params: tuple[Type, ...]
    result: Type

    def __str__(self) -> str:
        return f"({', '.join(map(str, self.params))}) -> {self.result}"


@dataclass(frozen=True, slots=True)
class OfferType:
    """What a window offers a seat: one use of one active copy."""

    def __str__(self) -> str:
        return "Offer"


@dataclass(frozen=True, slots=True)
class NeverType:
    """The result of what never returns: `end_game(...)`."""

    def __str__(self) -> str:
        return "never"


Type = (
    IntType
    | BoolType
    | StrType
    | NoneType
    | EnumType
    | IdType
    | EntityType
    | ZoneType
    | ListType
    | DictType
    | OptionalType
    | FuncType
    | OfferType
    | NeverType
)

INT, BOOL, STR, NONE, OFFER, NEVER = IntType(), BoolType(), StrType(), NoneType(), OfferType(), NeverType()


class TypeNotation(ValueError):  # noqa: N818 - named for what it is about
    """A type that can't be read; `column` (from 0) is where reading stopped, `word` the unknown name if
    any."""

    def __init__(self, message: str, column: int, word: str = "") -> None:
        super().__init__(message)
        self.column = column
        self.word = word


def parse_type(text: str, enums: frozenset[str] | set[str], entities: frozenset[str] | set[str]) -> Type:
    """Read a type such as `dict[Player, list[Sector]]` or `Room | None`.

    Raises TypeNotation for bad notation or a name that is neither an enum, nor an entity type, nor built in.
    """
    reader = _Reader(text, frozenset(enums), frozenset(entities))
    found = reader.union()
    reader.expect_end()
    return found


class _Reader:
    """A recursive-descent reader over words and brackets."""

    def __init__(self, text: str, enums: frozenset[str], entities: frozenset[str]) -> None:
        self.text, self.enums, self.entities = text, enums, entities
        self.at = 0

    def skip(self) -> None:
        while self.at < len(self.text) and self.text[self.at] == " ":
            self.at += 1

    def take(self, mark: str) -> bool:
        self.skip()
        if self.text.startswith(mark, self.at):
            self.at += len(mark)
            return True
        return False

    def need(self, mark: str) -> None:
        if not self.take(mark):
            raise TypeNotation(f"expected `{mark}` in type `{self.text}`", self.at)

    def expect_end(self) -> None:
        self.skip()
        if self.at < len(self.text):
            raise TypeNotation(f"unexpected `{self.text[self.at :]}` in type `{self.text}`", self.at)

    def word(self) -> tuple[str, int]:
        self.skip()
        start = self.at
        while self.at < len(self.text) and (self.text[self.at].isalnum() or self.text[self.at] == "_"):
            self.at += 1
        if start == self.at:
            raise TypeNotation(f"expected a type in `{self.text}`", start)
        return self.text[start : self.at], start

    def union(self) -> Type:
        found = self.single()
        if self.take("|"):
            name, start = self.word()
            if name != "None":
                raise TypeNotation("only `T | None` may use `|`", start)
            return found if isinstance(found, OptionalType) else OptionalType(found)
        return found

    def single(self) -> Type:
        name, start = self.word()
        plain: dict[str, Type] = {"int": INT, "bool": BOOL, "str": STR, "None": NONE, "Offer": OFFER}
        if name in plain:
            return plain[name]
        if name in ("list", "Zone"):
            self.need("[")
            item = self.union()
            self.need("]")
            return ListType(item) if name == "list" else ZoneType(item)
        if name == "dict":
            self.need("[")
            key = self.union()
            self.need(",")
            value = self.union()
            self.need("]")
            return DictType(key, value)
        if name == "id":
            self.need("[")
            entity, where = self.word()
            if entity not in self.entities:
                raise TypeNotation(f"unknown type `{entity}`", where, entity)
            self.need("]")
            return IdType(entity)
        if name in self.enums:
            return EnumType(name)
        if name in self.entities:
            return EntityType(name)
        raise TypeNotation(f"unknown type `{name}`", start, name)


BUILTIN_TYPE_NAMES = ("int", "bool", "str", "list", "dict", "id", "Zone", "None")
