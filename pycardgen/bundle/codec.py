"""Games and programs as canonical JSON, and back again: strictly, and without running anything that is read.

The dataclasses themselves are the format. Those of the model become objects, key by key in the order of their
fields; those of the intermediate representation become arrays `[class, field, ...]`, a third of the size.
Types are written in their notation. What only source has (places, rules text, printing) is left out.
"""

from __future__ import annotations

import types as python_types
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, dataclass, fields, is_dataclass
from typing import Any, Literal, NamedTuple

from pycardgen.bundle.canonical import BadDataError
from pycardgen.bundle.notation import NotationError, read_type
from pycardgen.lang import ir
from pycardgen.model import game as model
from pycardgen.model.game import MISSING
from pycardgen.model.types import Type

MAX_DEPTH = 150
"""Nesting of nodes, far below what Python's own stack holds."""

MAX_NODES = 1_000_000
"""Dataclasses in one bundle."""


class Names(NamedTuple):
    """The names that types may use."""

    enums: frozenset[str]
    entities: frozenset[str]


class _Context:
    """What one reading keeps count of."""

    __slots__ = ("depth", "names", "nodes", "types")

    def __init__(self, names: Names) -> None:
        self.names = names
        self.types: dict[str, Type] = {}
        self.depth = 0
        self.nodes = 0


@dataclass(slots=True)
class _Coder:
    """The two directions for one kind of value."""

    encode: Callable[[Any], Any]
    decode: Callable[[Any, _Context], Any]


# --- games and programs --------------------------------------------------------------------------


def encode_game(game: model.Game) -> tuple[dict[str, Any], dict[str, Any]]:
    """The game as (content, maps): two JSON objects."""
    content = _coder(model.Game).encode(game)
    return content, content.pop("maps")


def encode_program(program: ir.Program) -> list[Any]:
    """The program as a JSON array."""
    found: list[Any] = _coder(ir.Program).encode(program)
    return found


def decode_game(content: Any, maps: Any) -> model.Game:
    """The inverse of `encode_game`. Raises BadDataError."""
    if not isinstance(content, dict):
        raise BadDataError("expected an object")
    context = _Context(type_names(content))
    found: model.Game = _coder(model.Game).decode({**content, "maps": maps}, context)
    return found


def decode_program(data: Any, names: Names) -> ir.Program:
    """The inverse of `encode_program`. Raises BadDataError."""
    found: ir.Program = _coder(ir.Program).decode(data, _Context(names))
    return found


def type_names(content: Mapping[str, Any]) -> Names:
    """The enums and entity types that a game's content declares."""
    enums, entities = content.get("enums"), content.get("entities")
    return Names(frozenset(_keys(enums)), frozenset(_keys(entities)))


def _keys(value: Any) -> Iterator[str]:
    return iter(value) if isinstance(value, dict) else iter(())


# --- coders from type hints ----------------------------------------------------------------------


def _coder(hint: Any) -> _Coder:
    """The coder for a type hint of the model or the representation, made once."""
    found = _CODERS.get(hint)
    if found is None:
        # known before it is made: hints are recursive
        found = _CODERS[hint] = _Coder(_same, _unready)
        made = _make_coder(hint)
        found.encode, found.decode = made.encode, made.decode
    return found


_CODERS: dict[Any, _Coder] = {}


def _make_coder(hint: Any) -> _Coder:
    if hint == Type:
        return _Coder(str, _decode_type)
    if hint is Any:
        return _Coder(_encode_value, _decode_value)
    if hint in _SCALARS:
        return _Coder(_same, _SCALARS[hint])
    if is_dataclass(hint) and isinstance(hint, type):
        return _array_coder(hint) if hint.__module__ == ir.__name__ else _object_coder(hint)
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is Literal:
        return _Coder(_same, _literal(args))
    if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
        return _sequence_coder(_coder(args[0]))
    if origin is tuple:
        return _fixed_coder([_coder(arg) for arg in args])
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping_coder(_coder(args[1]))
    if origin in (typing.Union, python_types.UnionType):
        return _union_coder(args)
    raise TypeError(f"no way to write {hint!r}")


def _same(value: Any) -> Any:
    return value


def _unready(value: Any, context: _Context) -> Any:
    raise AssertionError("used before it was made")


def _expect(kind: type, name: str) -> Callable[[Any, _Context], Any]:
    def decode(value: Any, context: _Context) -> Any:
        if type(value) is not kind:
            raise BadDataError(f"expected {name}, found {_kind_of(value)}")
        return value

    return decode


def _decode_text(value: Any, context: _Context) -> str:
    if type(value) is not str:
        raise BadDataError(f"expected a string, found {_kind_of(value)}")
    if not value.isascii():
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            raise BadDataError("a string that isn't text") from None
    return value


def _decode_float(value: Any, context: _Context) -> float:
    if type(value) not in (int, float):
        raise BadDataError(f"expected a number, found {_kind_of(value)}")
    number: float = value
    return number


_SCALARS: dict[Any, Callable[[Any, _Context], Any]] = {
    str: _decode_text,
    int: _expect(int, "an integer"),
    bool: _expect(bool, "true or false"),
    float: _decode_float,
    type(None): _expect(type(None), "null"),
}


def _kind_of(value: Any) -> str:
    """A JSON value's kind, for messages."""
    names = {
        dict: "an object",
        list: "an array",
        str: "a string",
        bool: "true or false",
        int: "an integer",
        float: "a fraction",
    }
    return names.get(type(value), "null")


def _decode_type(value: Any, context: _Context) -> Type:
    if type(value) is not str:
        raise BadDataError(f"expected a type, found {_kind_of(value)}")
    found = context.types.get(value)
    if found is None:
        try:
            found = context.types[value] = read_type(value, context.names.enums, context.names.entities)
        except NotationError as error:
            raise BadDataError(str(error)) from None
    return found


def _literal(words: tuple[Any, ...]) -> Callable[[Any, _Context], Any]:
    allowed = frozenset(words)

    def decode(value: Any, context: _Context) -> Any:
        if type(value) is not str or value not in allowed:
            raise BadDataError(f"expected one of {', '.join(map(str, words))}")
        return value

    return decode


# --- composite coders ----------------------------------------------------------------------------


def _items(coder: _Coder, values: Any, context: _Context) -> tuple[Any, ...]:
    """Decode the items of an array, noting which one was wrong."""
    decode, done = coder.decode, []
    try:
        for value in values:
            done.append(decode(value, context))
    except BadDataError as error:
        error.path.insert(0, len(done))
        raise
    return tuple(done)


def _sequence_coder(item: _Coder) -> _Coder:
    """`tuple[T, ...]`: an array."""

    def encode(value: Any) -> Any:
        return [item.encode(part) for part in value]

    def decode(value: Any, context: _Context) -> Any:
        if type(value) is not list:
            raise BadDataError(f"expected an array, found {_kind_of(value)}")
        return _items(item, value, context)

    return _Coder(encode, decode)


def _fixed_coder(items: list[_Coder]) -> _Coder:
    """`tuple[A, B]`: an array of that length."""

    def encode(value: Any) -> Any:
        return [item.encode(part) for item, part in zip(items, value, strict=True)]

    def decode(value: Any, context: _Context) -> Any:
        if type(value) is not list or len(value) != len(items):
            raise BadDataError(f"expected an array of {len(items)}")
        return tuple(item.decode(part, context) for item, part in zip(items, value, strict=True))

    return _Coder(encode, decode)


def _mapping_coder(item: _Coder) -> _Coder:
    """`Mapping[str, T]`: an object, in its order."""

    def encode(value: Any) -> Any:
        return {key: item.encode(part) for key, part in value.items()}

    def decode(value: Any, context: _Context) -> Any:
        if type(value) is not dict:
            raise BadDataError(f"expected an object, found {_kind_of(value)}")
        return dict(zip(map(_text, value), _values(value, item, context), strict=True))

    return _Coder(encode, decode)


def _values(value: dict[str, Any], item: _Coder, context: _Context) -> Iterator[Any]:
    """Decode the values of an object, noting which one was wrong."""
    for key, part in value.items():
        try:
            yield item.decode(part, context)
        except BadDataError as error:
            error.path.insert(0, key)
            raise


def _text(key: str) -> str:
    """An object's key, which must be text like any other string."""
    return _decode_text(key, _NO_CONTEXT)


def _union_coder(args: tuple[Any, ...]) -> _Coder:
    """`T | None`, a union of nodes, or of scalars: told apart by what the JSON is."""
    rest = tuple(arg for arg in args if arg is not type(None))
    if rest == typing.get_args(Type):
        return _optional(_coder(Type))
    nodes = {arg.__name__: _coder(arg) for arg in rest if isinstance(arg, type) and is_dataclass(arg)}
    if nodes and len(nodes) == len(rest) and rest[0].__module__ == ir.__name__:
        coder = _node_coder(nodes)
    elif all(arg in _SCALARS for arg in rest):
        coder = _Coder(_same, _scalar(rest))
    elif len(rest) == 1:
        coder = _coder(rest[0])
    else:
        raise TypeError(f"no way to tell {args!r} apart")
    return coder if len(rest) == len(args) else _optional(coder)


def _optional(inner: _Coder) -> _Coder:
    def encode(value: Any) -> Any:
        return None if value is None else inner.encode(value)

    def decode(value: Any, context: _Context) -> Any:
        return None if value is None else inner.decode(value, context)

    return _Coder(encode, decode)


def _scalar(kinds: tuple[Any, ...]) -> Callable[[Any, _Context], Any]:
    def decode(value: Any, context: _Context) -> Any:
        if type(value) not in kinds:
            raise BadDataError(f"didn't expect {_kind_of(value)}")
        return _decode_text(value, context) if type(value) is str else value

    return decode


def _node_coder(coders: dict[str, _Coder]) -> _Coder:
    """A union of nodes: the array's first item names the class."""

    def encode(value: Any) -> Any:
        return coders[type(value).__name__].encode(value)

    def decode(value: Any, context: _Context) -> Any:
        name = value[0] if type(value) is list and value else None
        if type(name) is not str:
            raise BadDataError(f"expected a node, found {_kind_of(value)}")
        if name not in coders:
            raise BadDataError(f"`{name[:40]}` isn't a node that may stand here")
        return coders[name].decode(value, context)

    return _Coder(encode, decode)


def _written(cls: type) -> list[tuple[Field[Any], _Coder]]:
    """The fields of a dataclass that a bundle carries."""
    hints = typing.get_type_hints(cls)
    return [
        (part, _coder(hints[part.name]))
        for part in fields(cls)
        if not part.metadata.get("source") and (cls.__name__, part.name) not in _LEFT_OUT
    ]


_LEFT_OUT = {("Definition", "behaviours")}
"""A definition's behaviours are rules text; what they do travels in the program's effects."""


def _enter(context: _Context) -> None:
    """Count a dataclass and its nesting."""
    context.nodes += 1
    context.depth += 1
    if context.nodes > MAX_NODES:
        raise BadDataError(f"more than {MAX_NODES} parts")
    if context.depth > MAX_DEPTH:
        raise BadDataError("nested too deeply")


def _array_coder(cls: type) -> _Coder:
    """A node: `[class, field, ...]`."""
    parts = _written(cls)
    name, size = cls.__name__, len(parts) + 1
    keys = [part.name for part, _ in parts]

    def encode(value: Any) -> Any:
        return [name, *(coder.encode(getattr(value, part.name)) for part, coder in parts)]

    def decode(value: Any, context: _Context) -> Any:
        if type(value) is not list or not value or value[0] != name:
            raise BadDataError(f"expected a `{name}`, found {_kind_of(value)}")
        if len(value) != size:
            raise BadDataError(f"`{name}` has {size - 1} parts, not {len(value) - 1}")
        _enter(context)
        done: dict[str, Any] = {}
        try:
            for (part, coder), raw in zip(parts, value[1:], strict=True):
                done[part.name] = coder.decode(raw, context)
        except BadDataError as error:
            error.path.insert(0, keys[len(done)])
            raise
        context.depth -= 1
        return cls(**done)

    return _Coder(encode, decode)


def _object_coder(cls: type) -> _Coder:
    """A part of the model: an object with exactly the fields' names; only a default may be missing."""
    parts = _written(cls)
    names = [part.name for part, _ in parts]
    optional = {part.name for part, _ in parts if part.default is MISSING}

    def encode(value: Any) -> Any:
        found = ((part.name, coder, getattr(value, part.name)) for part, coder in parts)
        return {name: coder.encode(item) for name, coder, item in found if item is not MISSING}

    def decode(value: Any, context: _Context) -> Any:
        if type(value) is not dict:
            raise BadDataError(f"expected an object, found {_kind_of(value)}")
        _enter(context)
        _check_keys(value, names, optional)
        done: dict[str, Any] = {}
        for part, coder in parts:
            if part.name not in value:
                continue
            try:
                done[part.name] = coder.decode(value[part.name], context)
            except BadDataError as error:
                error.path.insert(0, part.name)
                raise
        context.depth -= 1
        return cls(**done)

    return _Coder(encode, decode)


def _check_keys(value: dict[str, Any], names: list[str], optional: set[str]) -> None:
    for name in names:
        if name not in value and name not in optional:
            raise BadDataError(f"`{name}` is missing")
    for key in value:
        if key not in names:
            raise BadDataError(f"`{key[:40]}` doesn't belong here")


# --- printed values ------------------------------------------------------------------------------

_PAIRS = "#"
"""A dict whose keys aren't all strings is `{"#": [[key, value], ...]}`, since JSON's keys are."""


def _encode_value(value: Any) -> Any:
    if isinstance(value, Mapping):
        if any(type(key) is not str for key in value) or _PAIRS in value:
            return {_PAIRS: [[key, _encode_value(part)] for key, part in value.items()]}
        return {key: _encode_value(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_encode_value(part) for part in value]
    return value


def _decode_value(value: Any, context: _Context) -> Any:
    if type(value) is str:
        return _decode_text(value, context)
    if value is None or type(value) in (bool, int):
        return value
    if type(value) is float:
        raise BadDataError("expected an integer, found a fraction")
    _enter(context)
    found: Any
    if type(value) is list:
        found = [_decode_value(part, context) for part in value]
    elif _PAIRS in value:
        found = _decode_pairs(value, context)
    else:
        found = {_text(key): _decode_value(part, context) for key, part in value.items()}
    context.depth -= 1
    return found


def _decode_pairs(value: dict[str, Any], context: _Context) -> dict[Any, Any]:
    pairs = value[_PAIRS]
    if len(value) != 1 or type(pairs) is not list:
        raise BadDataError("expected pairs of keys and values")
    found: dict[Any, Any] = {}
    for pair in pairs:
        if type(pair) is not list or len(pair) != 2 or type(pair[0]) not in (bool, int, str):
            raise BadDataError("expected a pair of a key and a value")
        if pair[0] in found:
            raise BadDataError(f"the key {pair[0]!r} stands twice")
        found[pair[0]] = _decode_value(pair[1], context)
    return found


_NO_CONTEXT = _Context(Names(frozenset(), frozenset()))
