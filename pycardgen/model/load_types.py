"""Loading types.yaml: enums, entity types, state, and the signatures of what rules and content share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from pycardgen.diagnostics import Collector, Related, did_you_mean
from pycardgen.model.game import MISSING, EntityDecl, EnumDecl, FieldDecl, FieldValue, Signature, StateDecl
from pycardgen.model.loading import Loading, mapping_at, validated, was_given
from pycardgen.model.names import (
    BOT_PARAMETERS,
    BUILTIN_FUNCTIONS,
    RESERVED_TYPES,
    definition_keys,
    reserved,
)
from pycardgen.model.schema import Checker, checker
from pycardgen.model.types import (
    BUILTIN_TYPE_NAMES,
    NEVER,
    BoolType,
    DictType,
    EntityType,
    EnumType,
    IdType,
    IntType,
    ListType,
    NeverType,
    NoneType,
    OfferType,
    OptionalType,
    StrType,
    Type,
    TypeNotation,
    ZoneType,
    parse_type,
)
from pycardgen.model.values import filler, reader, type_schema
from pycardgen.records import dataclass, field
from pycardgen.source import Code, Place

ALONE = ("sector", "map", "mission", "player")
"""Kinds whose types can only extend types of the same kind; the others are pieces, and may be mixed."""

SECTIONS = ("enums", "types", "game", "memory", "events", "values", "hooks", "windows")
"""The keys of types.yaml."""

Use = Literal["field", "state", "parameter"]


@dataclass(slots=True)
class Types:
    """Everything that types.yaml declares besides enums and entity types, which are in Loading."""

    state: dict[str, StateDecl] = field(default_factory=dict)
    memory: dict[str, StateDecl] = field(default_factory=dict)
    events: dict[str, Signature] = field(default_factory=dict)
    values: dict[str, Signature] = field(default_factory=dict)
    hooks: dict[str, Signature] = field(default_factory=dict)
    windows: dict[str, Signature] = field(default_factory=dict)


def load_types(loading: Loading, files: Sequence[Place], scopes: Sequence[str]) -> Types:
    """Resolve the types.yaml of a game and its packs, in this order, into `loading` and the result."""
    for place in files:
        validated(loading, place, checker("types"), SECTIONS)
    _enums(loading, files)
    _entities(loading, files, scopes)
    types = Types()
    for place in files:
        _add_states(loading, types.state, mapping_at(place, "game"), scopes, "state of the game")
        _add_states(loading, types.memory, mapping_at(place, "memory"), (), "memory")
        for table, key in ((types.events, "events"), (types.windows, "windows")):
            _signatures(loading, table, mapping_at(place, key), key[:-1])
        for table, key in ((types.values, "values"), (types.hooks, "hooks")):
            _functions(loading, types, table, mapping_at(place, key), key[:-1])
    types.state = _zones(loading, types.state, types.state)
    for name, entity in list(loading.entities.items()):
        state = _zones(loading, dict(entity.state), types.state)
        loading.entities[name] = replace(entity, state=state)
    _player_type(loading, files)
    return types


# --- enums and entity types -----------------------------------------------------------------------


def _enums(loading: Loading, files: Sequence[Place]) -> None:
    for place in _parts(files, "enums"):
        for name, members in place.container.items():
            if _free_type_name(loading, name, place):
                words = tuple(word for word in members if word is not None)
                loading.enums[name] = EnumDecl(name, words, place)


def _parts(files: Sequence[Place], key: str) -> Iterator[Place]:
    for file in files:
        part = mapping_at(file, key)
        if part is not None:
            yield part


def _free_type_name(loading: Loading, name: str, place: Place) -> bool:
    if name in RESERVED_TYPES:
        loading.error(
            "PCG0215", f"`{name}` is a type that every game has", place.key(name), "choose another name"
        )
        loading.broken.add(name)
        return False
    first = loading.enums.get(name) or loading.entities.get(name)
    if first is not None:
        loading.twice(
            "PCG0222", "the type", name, place.key(name), first.place.key(name) if first.place else None
        )
        return False
    return True


def _entities(loading: Loading, files: Sequence[Place], scopes: Sequence[str]) -> None:
    """Types in the order of the files, but after the types that they extend."""
    places: dict[str, Place] = {}
    for place in _parts(files, "types"):
        for name in place.container:
            if name in places:
                loading.twice("PCG0222", "the type", name, place.key(name), places[name].key(name))
            elif _free_type_name(loading, name, place):
                places[name] = place
    # A type may name any other in its fields, so all names are known before any field is read.
    for name, place in places.items():
        loading.entities[name] = EntityDecl(name, "", None, {}, {}, place)
    order = _by_extension(loading, places)
    for name in order:
        loading.entities[name] = _head(loading, name, places[name])
    for name in places:
        if name not in order:
            del loading.entities[name]
            loading.broken.add(name)
    for name in order:
        loading.entities[name] = _body(loading, loading.entities[name], places[name], scopes)


def _by_extension(loading: Loading, places: Mapping[str, Place]) -> dict[str, None]:
    """The names of types, each after what it extends; those in a cycle, which is reported, are left out."""
    order: dict[str, None] = {}
    cyclic: set[str] = set()
    for name in places:
        chain: list[str] = []
        at: str | None = name
        while at is not None and at in places and at not in order and at not in chain and at not in cyclic:
            chain.append(at)
            at = places[at].container[at].get("extends")
        if at is not None and (at in chain or at in cyclic):
            if at in chain:
                cycle = chain[chain.index(at) :]
                path = " -> ".join([*cycle, at])
                loading.error(
                    "PCG0213",
                    f"these types extend each other: {path}",
                    places[at].inside(at).value("extends"),
                )
            cyclic.update(chain)
            continue
        order.update(dict.fromkeys(reversed(chain)))
    return order


def _head(loading: Loading, name: str, place: Place) -> EntityDecl:
    """Kind and parent. A type without a usable kind is a token, so that what follows can be judged."""
    raw = place.container[name]
    at = place.inside(name)
    parent = raw.get("extends")
    if parent is not None and parent not in loading.entities:
        loading.unknown("PCG0211", "type", parent, at.value("extends"), loading.entities)
        parent = None
    inherited = loading.entities[parent].kind if parent else None
    kind = raw.get("kind") or inherited
    if kind is None:
        if not was_given(at, "kind") and not was_given(at, "extends"):
            loading.error(
                "PCG0202", f"`kind` is missing in `{name}`", place.key(name), "such as `kind: card`"
            )
        kind = "token"
    if inherited and kind != inherited and (kind in ALONE or inherited in ALONE):
        loading.error(
            "PCG0214",
            f"`{name}` is a {kind}, so it can't extend `{parent}`, which is a {inherited}",
            at.value("extends"),
        )
        parent = None
    return EntityDecl(name, kind, parent, {}, {}, place)


def _body(loading: Loading, head: EntityDecl, place: Place, scopes: Sequence[str]) -> EntityDecl:
    """Fields and state, what is inherited first."""
    parent = loading.entities.get(head.extends or "")
    fields = dict(parent.fields) if parent else {}
    state = dict(parent.state) if parent else {}
    inner = place.inside(head.name)
    taken = definition_keys(head.kind)
    own = mapping_at(inner, "fields")
    for name in own.container if own else ():
        assert own is not None
        if _free_name(loading, name, own, taken, fields, state):
            fields[name] = _field(loading, name, own)
    own = mapping_at(inner, "state")
    taken = ("id", "name", "seat") if head.kind == "player" else ("id", "name")
    for name in own.container if own else ():
        assert own is not None
        if _free_name(loading, name, own, taken, fields, state):
            state[name] = _state(loading, name, own, scopes)
    return replace(head, fields=fields, state=state)


def _free_name(
    loading: Loading,
    name: str,
    place: Place,
    taken: Sequence[str],
    fields: Mapping[str, FieldDecl],
    state: Mapping[str, StateDecl],
) -> bool:
    """Whether a name can be that of a field or a state."""
    reason = f"`{name}` is a key that every definition has" if name in taken else _keyword(name)
    if reason:
        loading.error("PCG0215", reason, place.key(name), "choose another name")
        return False
    first = fields.get(name) or state.get(name)
    if first is not None:
        at = first.place.key(name) if first.place else None
        related = (Related(at, "first declared here"),) if at else ()
        text = f"`{name}` is declared twice, or inherited"
        loading.error("PCG0216", text, place.key(name), "choose another name", *related)
    return first is None


def _keyword(name: str) -> str:
    from keyword import iskeyword

    return f"`{name}` is a word of the rules language itself" if iskeyword(name) else ""


def _player_type(loading: Loading, files: Sequence[Place]) -> None:
    found = [entity for entity in loading.entities.values() if entity.kind == "player"]
    if len(found) > 1:
        for other in found[1:]:
            first, place = found[0].place, other.place
            assert first is not None
            assert place is not None
            related = Related(first.key(found[0].name), "the first one")
            text = f"`{other.name}` is a second type of kind player"
            loading.error("PCG0217", text, place.key(other.name), "a game has exactly one", related)
    elif not found and files and not loading.broken and not loading.printed:
        loading.error(
            "PCG0217",
            "no type is of kind player",
            files[0].key("types"),
            "add `Player: {kind: player}` to `types`: there is a copy of it for each seat",
        )


# --- fields and state -----------------------------------------------------------------------------


def _field(loading: Loading, name: str, place: Place) -> FieldDecl:
    notation = _Notation(loading, name, place)
    raw = notation.raw
    type_ = notation.type("field")
    low, high = raw.get("min"), raw.get("max")
    if (low is not None or high is not None) and not isinstance(type_, IntType | NeverType):
        loading.error(
            "PCG0218",
            "`min` and `max` are for ints",
            place.inside(name).key("min" if "min" in raw else "max"),
        )
        low = high = None
    default = notation.default(type_, low, high)
    return FieldDecl(name, type_, default, place, text=raw.get("text", ""), low=low, high=high)


def _state(loading: Loading, name: str, place: Place, scopes: Sequence[str]) -> StateDecl:
    notation = _Notation(loading, name, place)
    raw = notation.raw
    type_ = notation.type("state")
    zone = isinstance(type_, ZoneType)
    default = notation.default(type_)
    if default is MISSING:
        default = {ListType: [], DictType: {}, OptionalType: None}.get(type(type_), MISSING)
    if raw and not isinstance(type_, NeverType):
        _check_options(loading, raw, place.inside(name), zone, default)
    resets = raw.get("resets")
    if resets is not None and resets not in scopes:
        loading.unknown("PCG0219", "scope", resets, place.inside(name).value("resets"), scopes)
        resets = None
    return StateDecl(
        name,
        type_,
        MISSING if zone else default,
        raw.get("seen_by", "all"),
        None if zone else resets,
        None if zone else raw.get("sample"),
        zone and raw.get("active", False),
        tuple(type_name for type_name in raw.get("start", ()) if type_name) if zone else (),
        raw.get("recycle") if zone else None,
        place,
    )


def _check_options(
    loading: Loading, raw: Mapping[str, Any], place: Place, zone: bool, default: FieldValue
) -> None:
    """That zones have what is for zones, and others what is for others."""
    for key in ("default", "resets", "sample") if zone else ("active", "start", "recycle"):
        if key in raw:
            what = "a zone can't have" if zone else "only a zone can have"
            loading.error("PCG0218", f"{what} `{key}`", place.key(key), "delete it")
    if not zone and "resets" in raw and default is MISSING:
        loading.error(
            "PCG0218", "`resets` needs a default to return to", place.key("resets"), "add `default: ...`"
        )
    if not zone and "sample" in raw and raw.get("seen_by", "all") == "all":
        loading.error(
            "PCG0218",
            "`sample` is for what is hidden",
            place.key("sample"),
            "add `seen_by: owner`, or delete it",
        )


class _Notation:
    """`TYPE`, `TYPE = DEFAULT`, or a mapping with `type` and `default`."""

    def __init__(self, loading: Loading, name: str, place: Place) -> None:
        value = place.container[name]
        self.loading, self.name, self.place = loading, name, place
        self.raw: Mapping[str, Any] = value if isinstance(value, dict) else {}
        at, key = (place.inside(name), "type") if self.raw else (place, name)
        self.code = at.code(key)
        self.text, self.equals, self.default_text = str(at.container[key]).partition("=")
        if self.equals and "default" in self.raw:
            loading.error("PCG0212", f"`{name}` has two defaults", at.key("default"), "keep one")

    def type(self, use: Use) -> Type:
        """The type; NEVER when it can't be read, which is reported."""
        return read_type(self.loading, self.text, self.code, use)

    def default(self, type_: Type, low: int | None = None, high: int | None = None) -> FieldValue:
        """The default, MISSING if there is none. What is declared badly is not asked for again."""
        if isinstance(type_, NeverType | ZoneType):
            return None
        if "default" in self.raw:
            span = self.place.inside(self.name).value("default")
            return fit_default(self.loading, self.name, type_, self.raw["default"], span, low, high)
        if not self.equals:
            return MISSING
        start = len(self.text) + 1
        span = self.code.span(1, start, 1, len(self.code.text))
        value = _value_of(self.default_text.strip(), type_)
        return fit_default(self.loading, self.name, type_, value, span, low, high)


def _value_of(text: str, type_: Type) -> Any:
    """What a default means that is written behind its type."""
    plain = type_.item if isinstance(type_, OptionalType) else type_
    if isinstance(type_, OptionalType) and text in ("None", "null"):
        return None
    if isinstance(plain, StrType | EnumType | IdType | EntityType):
        quoted = len(text) >= 2 and text[0] == text[-1] and text[0] in "'\""
        return text[1:-1] if quoted else text
    from pycardgen.source.reader import parse_yaml

    found = parse_yaml(text, "", Collector())
    return found.root if found is not None else text


def fit_default(
    loading: Loading,
    name: str,
    type_: Type,
    value: Any,
    span: Any,
    low: int | None = None,
    high: int | None = None,
) -> FieldValue:
    """A default as a value of the model; something that does fit when it doesn't, which is reported."""
    schema = type_schema(type_, loading.members)
    if low is not None:
        schema["minimum"] = low
    if high is not None:
        schema["maximum"] = high
    problems = Checker(schema).problems(value)
    if problems:
        first = problems[0]
        text = f"the default of `{name}` doesn't fit `{type_}`: {first.message.replace('this', 'it', 1)}"
        loading.error("PCG0212", text, span, first.hint)
        return filler(type_, loading.members)
    read = reader(type_)
    return value if read is None else read(value)


def read_type(loading: Loading, text: str, code: Code, use: Use) -> Type:
    """The type that a notation writes; NEVER when there is none, which is reported."""
    try:
        found = parse_type(text.rstrip(), set(loading.enums), set(loading.entities))
    except TypeNotation as error:
        width = max(len(error.word), 1)
        span = code.span(1, error.column, 1, error.column + width)
        if not error.word:
            loading.error("PCG0210", str(error), span, "such as `int`, `list[Room]` or `Room | None`")
        elif error.word not in loading.broken and not loading.unread & {"types", "enums"}:
            known = [*BUILTIN_TYPE_NAMES, *loading.enums, *loading.entities]
            hint = did_you_mean(error.word, known) or "declare it under `enums` or `types` in types.yaml"
            loading.error("PCG0211", f"there is no type `{error.word}`", span, hint)
        return NEVER
    reason = _refusal(found, use)
    if reason:
        loading.error("PCG0221", reason, code.span(1, 0, 1, len(text.rstrip())))
        return NEVER
    return found


_KEYS = (IntType, BoolType, StrType, EnumType, IdType, EntityType)


def _refusal(type_: Type, use: Use) -> str:
    """Why a type can't stand here."""
    if isinstance(type_, ZoneType):
        if use == "field":
            return "a printed field can't be a zone"
        if not isinstance(type_.item, EntityType):
            return "a zone holds copies of an entity type, such as `Zone[Card]`"
        return ""
    for inner in _inside(type_):
        if isinstance(inner, ZoneType):
            return "a zone can't be inside another type"
        if isinstance(inner, NoneType | OfferType):
            return f"`{inner}` can't stand here"
        if isinstance(inner, DictType) and not isinstance(inner.key, _KEYS):
            return f"the key of a dict can't be `{inner.key}`"
    return ""


def _inside(type_: Type) -> Iterator[Type]:
    yield type_
    for part in ("item", "key", "value"):
        if hasattr(type_, part):
            yield from _inside(getattr(type_, part))


def _add_states(
    loading: Loading, table: dict[str, StateDecl], place: Place | None, scopes: Sequence[str], what: str
) -> None:
    for name in place.container if place else ():
        assert place is not None
        if name in table:
            first = table[name].place
            loading.twice("PCG0222", f"the {what}", name, place.key(name), first.key(name) if first else None)
        elif reason := _keyword(name):
            loading.error("PCG0215", reason, place.key(name), "choose another name")
        else:
            table[name] = _state(loading, name, place, scopes)


def _zones(
    loading: Loading, table: Mapping[str, StateDecl], game: Mapping[str, StateDecl]
) -> dict[str, StateDecl]:
    """Check what zones say of others, and let `start` name every type whose copies begin in a zone."""
    claimed: dict[str, StateDecl] = {}
    for zone in table.values():
        for name in zone.start:
            _check_start(loading, zone, name, table is game, claimed)
    found: dict[str, StateDecl] = {}
    for name, zone in table.items():
        if zone.recycle is not None and not _fits(loading, zone, table, game):
            zone = replace(zone, recycle=None)
        if zone.start:
            inherits = [
                entity
                for entity in loading.entities
                if _claimed_by(loading, entity, claimed) is zone or claimed.get(entity) is zone
            ]
            zone = replace(
                zone, start=tuple(dict.fromkeys([*(n for n in zone.start if n in inherits), *inherits]))
            )
        found[name] = zone
    return found


def _claimed_by(loading: Loading, name: str, claimed: Mapping[str, StateDecl]) -> StateDecl | None:
    """The zone where copies of a type begin: that of the nearest type it extends which is named."""
    at: str | None = name
    while at is not None and at not in claimed:
        at = loading.entities[at].extends if at in loading.entities else None
    return claimed[at] if at is not None else None


def _check_start(
    loading: Loading, zone: StateDecl, name: str, of_game: bool, claimed: dict[str, StateDecl]
) -> None:
    assert zone.place is not None
    at = zone.place.inside(zone.name)
    index = at.container["start"].index(name)
    span = at.inside("start").value(index)
    if not of_game:
        loading.error(
            "PCG0218",
            "only a zone of the game can have `start`",
            at.key("start"),
            "deal copies in the setup rule",
        )
    elif name not in loading.entities:
        loading.unknown("PCG0211", "type", name, span, loading.entities)
    elif isinstance(zone.type, ZoneType) and not loading.is_a(name, str(zone.type.item)):
        loading.error(
            "PCG0220",
            f"a `{zone.type}` can't hold a {name}",
            span,
            f"{name} would have to extend {zone.type.item}",
        )
    elif name in claimed:
        first = claimed[name].place
        related = (Related(first.key(claimed[name].name), "the first one"),) if first else ()
        loading.error(
            "PCG0220",
            f"copies of {name} already begin in the zone `{claimed[name].name}`",
            span,
            "",
            *related,
        )
    else:
        claimed[name] = zone


def _fits(
    loading: Loading, zone: StateDecl, table: Mapping[str, StateDecl], game: Mapping[str, StateDecl]
) -> bool:
    """Whether the zone that is shuffled into another exists and holds what fits in it."""
    assert zone.place is not None
    span = zone.place.inside(zone.name).value("recycle")
    other = table.get(zone.recycle or "") or game.get(zone.recycle or "")
    if other is None or not isinstance(other.type, ZoneType):
        zones = {name for name, state in {**game, **table}.items() if isinstance(state.type, ZoneType)} - {
            zone.name
        }
        if other is None or not isinstance(other.type, NeverType):
            loading.unknown("PCG0220", "zone", zone.recycle or "", span, zones)
        return False
    if (
        other is zone
        or not isinstance(zone.type, ZoneType)
        or not loading.is_a(str(other.type.item), str(zone.type.item))
    ):
        reason = "itself" if other is zone else f"`{other.name}`, a `{other.type}`,"
        loading.error("PCG0220", f"{reason} can't be shuffled into `{zone.name}`, a `{zone.type}`", span)
        return False
    return True


# --- signatures -----------------------------------------------------------------------------------


def parameters(loading: Loading, place: Place | None) -> dict[str, Type]:
    """Parameters and their types."""
    found: dict[str, Type] = {}
    for name, text in place.container.items() if place else ():
        assert place is not None
        reason = reserved(name)
        if not reason and name in BUILTIN_FUNCTIONS:
            reason = f"`{name}` is a built-in function"
        if not reason and name in BOT_PARAMETERS:
            reason = f"`{name}` is a parameter that bots' functions have already"
        if reason:
            loading.error("PCG0215", reason, place.key(name), "choose another name")
            continue
        found[name] = read_type(loading, text, place.code(name), "parameter")
    return found


def _signatures(loading: Loading, table: dict[str, Signature], place: Place | None, what: str) -> None:
    for name in place.container if place else ():
        assert place is not None
        if _free_signature(loading, table, name, place, what):
            table[name] = Signature(name, parameters(loading, mapping_at(place, name)), place=place)


def _functions(
    loading: Loading, types: Types, table: dict[str, Signature], place: Place | None, what: str
) -> None:
    for name in place.container if place else ():
        assert place is not None
        reason = reserved(name) or (f"`{name}` is a built-in function" if name in BUILTIN_FUNCTIONS else "")
        if reason:
            loading.error("PCG0215", reason, place.key(name), "choose another name")
            loading.broken.add(name)
            continue
        if not _free_signature(loading, {**types.values, **types.hooks}, name, place, what):
            continue
        at = place.inside(name)
        result = (
            read_type(loading, at.container["gives"], at.code("gives"), "parameter")
            if "gives" in at.container
            else None
        )
        table[name] = Signature(name, parameters(loading, at.inside("of")), result, place=place)


def _free_signature(
    loading: Loading, table: Mapping[str, Signature], name: str, place: Place, what: str
) -> bool:
    first = table.get(name)
    if first is not None:
        loading.twice(
            "PCG0222", f"the {what}", name, place.key(name), first.place.key(name) if first.place else None
        )
    return first is None


Report = Callable[..., None]
