"""Loading definitions: the entries of the content, and what maps, spaces and missions share with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pycardgen.diagnostics import Related
from pycardgen.model.derive import NOT_IN_CONTENT, entity_schema
from pycardgen.model.game import MISSING, Behaviour, Definition, EntityDecl, Signature, Stage
from pycardgen.model.load_table import is_from_table, load_table
from pycardgen.model.load_types import Types
from pycardgen.model.loading import Loading, root_mapping
from pycardgen.model.names import printed_name
from pycardgen.model.schema import Checker, Schema, found_words, prune
from pycardgen.model.values import Enums, filler, reader
from pycardgen.records import dataclass, field
from pycardgen.source import Document, Place

MAX_COPIES = 100_000
"""Copies of all definitions together."""


class _Plan(NamedTuple):
    """How a field is read: its default or what stands in, and what turns YAML's value into the model's."""

    name: str
    default: Any
    read: Callable[[Any], Any] | None


class Reader:
    """Reads the definitions of one entity type. Made once a type, for its schema is compiled."""

    def __init__(self, entity: EntityDecl, enums: Enums, check: Checker | None = None) -> None:
        self.entity = entity
        self.check = check or Checker(entity_schema(entity, enums))
        self.plans = [
            _Plan(
                decl.name,
                filler(decl.type, enums) if decl.default is MISSING else decl.default,
                reader(decl.type),
            )
            for decl in entity.fields.values()
        ]

    def fields(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        """A value for every field of a valid (or pruned) entry."""
        found = {}
        for name, default, read in self.plans:
            if name not in entry:
                found[name] = default
            elif read is None:
                found[name] = entry[name]
            else:
                found[name] = read(entry[name])
        return found

    def definition(self, place: Place, types: Types, loading: Loading, counted: bool = True) -> Definition:
        """The definition that a valid (or pruned) entry with an id makes."""
        entry = place.container
        id_ = entry["id"]
        text = entry.get("text", "")
        if text and isinstance(text, str):
            text = {"text": text}
        behaving = "on" in entry or "modify" in entry or "replace" in entry or "use" in entry
        return Definition(
            id_,
            self.entity.name,
            entry.get("name") or printed_name(id_),
            entry.get("count", 1) if counted else 1,
            self.fields(entry),
            tuple(_behaviours(loading, types, place)) if behaving else (),
            {name: part.rstrip() for name, part in text.items()} if text else {},
            entry.get("art"),
            place,
        )


def valid_entry(loading: Loading, check: Checker, place: Place, parts: Sequence[str] = ()) -> bool:
    """Report what is wrong with an entry and take out its bad keys, whole; of `parts` only what is bad.

    Returns whether it still has its id.
    """
    entry = place.container
    problems = check.problems(entry)
    for problem in problems:
        loading.report(problem.diagnostic(place))
    for path in sorted({problem.path for problem in problems if problem.path}, key=len, reverse=True):
        prune(entry, path if path[0] in parts else path[:1])
    return "id" in entry


@dataclass(slots=True)
class Content:
    """All definitions by id. `layer_of` says which game or pack (from 0) each comes from."""

    definitions: dict[str, Definition] = field(default_factory=dict)
    layer_of: dict[str, int] = field(default_factory=dict)


def load_content(
    loading: Loading, types: Types, layers: Sequence[tuple[Path, Sequence[Document]]]
) -> dict[str, Definition]:
    """The definitions of the content files of a game and its packs, each with its folder."""
    content = Content()
    readers: dict[str, Reader] = {}
    for layer, (folder, documents) in enumerate(layers):
        for document in documents:
            root = root_mapping(loading, document)
            for type_name in root.container if root else ():
                assert root is not None
                _entries(loading, types, content, readers, layer, folder, root, type_name)
    _count_copies(loading, content)
    return content.definitions


def _entries(
    loading: Loading,
    types: Types,
    content: Content,
    readers: dict[str, Reader],
    layer: int,
    folder: Path,
    root: Place,
    type_name: str,
) -> None:
    """The list of definitions under the name of a type, or the table that has them."""
    entity = loading.entities.get(type_name)
    entries = root.container[type_name]
    if entity is None or entity.kind in NOT_IN_CONTENT:
        _not_content(loading, entity, root, type_name)
        _break_ids(loading, entries)
        return
    if entries is None:
        return
    if not isinstance(entries, list) and not is_from_table(entries):
        text = f"`{type_name}` must be a list of definitions, not {found_words(entries)}"
        loading.error("PCG0200", text, root.key(type_name), "begin each with `- id: ...`")
        return
    read = readers.get(type_name)
    if read is None:
        read = readers[type_name] = Reader(entity, loading.members)
    for part in _lists(loading, folder, root.inside(type_name), read.check.schema):
        valid = read.check.accepts_all(part.container)
        for index, entry in enumerate(part.container):
            if not isinstance(entry, dict):
                text = f"a definition must be a mapping, not {found_words(entry)}"
                loading.error("PCG0200", text, part.value(index), "begin it with `- id: ...`")
                continue
            place = Place(part.document, entry)
            replaces = _replaced(loading, content, layer, place)
            if valid or valid_entry(loading, read.check, place):
                _add(content, loading, layer, replaces, read.definition(place, types, loading))


def _lists(loading: Loading, folder: Path, entries: Place, schema: Schema) -> Iterator[Place]:
    """The entries as lists of definitions, what stands in tables in its place."""
    if isinstance(entries.container, dict):
        table = load_table(loading, folder, entries, schema)
        if table is not None:
            yield table
    elif not any(map(is_from_table, entries.container)):
        yield entries
    else:
        for index, entry in enumerate(entries.container):
            positions = entries.document.positions
            if is_from_table(entry):
                yield from _lists(loading, folder, Place(entries.document, entry), schema)
                continue
            alone = [entry]
            positions[id(alone)] = {0: positions[id(entries.container)][index]}
            yield Place(entries.document, alone)


def _not_content(loading: Loading, entity: EntityDecl | None, root: Place, type_name: str) -> None:
    if entity is None:
        loading.unknown("PCG0302", "type", type_name, root.key(type_name), loading.entities)
        return
    where = {"sector": "stand in a file of maps/", "map": "have a file each in maps/"}
    text = f"a {entity.kind} can't be defined here: such definitions "
    text += where.get(entity.kind, "have a file each in missions/")
    loading.error("PCG0308", text, root.key(type_name), "move them there")


def _break_ids(loading: Loading, entries: Any) -> None:
    """What can't be loaded isn't reported as unknown where it is referred to."""
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, dict) and isinstance(entry.get("id"), str):
            loading.broken.add(entry["id"])


def _replaced(loading: Loading, content: Content, layer: int, place: Place) -> str | None:
    """The id of the definition that an entry of a pack takes the place of; the entry is given that id."""
    entry = place.container
    wanted = entry.get("replace")
    if not isinstance(wanted, str):
        return None
    del entry["replace"]
    span = place.value("replace")
    if entry.setdefault("id", wanted) != wanted:
        loading.error(
            "PCG0304",
            f"what replaces `{wanted}` has the id `{entry['id']}`",
            place.value("id"),
            "delete `id`",
        )
        entry["id"] = wanted
    first = content.definitions.get(wanted)
    if layer == 0:
        loading.error("PCG0304", "only a pack can replace a definition", span, "delete one of the two")
    elif first is None:
        if "content" not in loading.unread:
            loading.unknown("PCG0304", "definition", wanted, span, content.definitions)
    elif content.layer_of[wanted] == layer or content.layer_of[wanted] > 0:
        related = (Related(first.place.key("id"), "the first one"),) if first.place else ()
        loading.error(
            "PCG0305",
            f"`{wanted}` is replaced twice",
            span,
            "two packs that change one thing don't go together",
            *related,
        )
    return wanted


def _add(content: Content, loading: Loading, layer: int, replaces: str | None, found: Definition) -> None:
    first = content.definitions.get(found.id)
    assert found.place is not None
    if first is not None and replaces is None:
        hint = "rename one"
        if content.layer_of[found.id] != layer:
            hint = f"rename it, or write `replace: {found.id}` instead of the id"
        at = first.place.value("id") if first.place else None
        loading.twice("PCG0303", "the id", found.id, found.place.value("id"), at, hint)
        return
    content.definitions[found.id] = found
    content.layer_of[found.id] = layer


def _count_copies(loading: Loading, content: Content) -> None:
    total = sum(found.count for found in content.definitions.values())
    if total > MAX_COPIES:
        most = max(content.definitions.values(), key=lambda found: found.count)
        text = f"the game has {total} copies of definitions; more than {MAX_COPIES} are not supported"
        loading.error("PCG0309", text, most.place.value("count") if most.place else None, "lower the counts")
    players = [
        found for found in content.definitions.values() if loading.entities[found.type].kind == "player"
    ]
    for extra in players[1:]:
        assert extra.place is not None
        loading.error(
            "PCG0310", f"`{extra.type}` has one definition only", extra.place.value("id"), "merge them"
        )


# --- behaviours -----------------------------------------------------------------------------------

_STAGES: tuple[Stage, ...] = ("set", "add", "cap", "floor")


def _behaviours(loading: Loading, types: Types, place: Place) -> Iterator[Behaviour]:
    """What `on`, `modify`, `replace` and `use` of an entry say; unknown names are reported and left out."""
    readers: dict[str, Callable[[Place, str], Iterator[Behaviour]]] = {
        "on": _on,
        "modify": _modify,
        "replace": _replace,
    }
    tables: dict[str, tuple[Mapping[str, Signature], str]] = {
        "on": (types.events, "event"),
        "modify": (types.values, "value"),
        "replace": (types.hooks, "hook"),
    }
    for kind, read in readers.items():
        for name in place.container.get(kind, ()):
            at = place.inside(kind)
            table, what = tables[kind]
            if name in table:
                yield from read(at, name)
            else:
                loading.unknown("PCG0227", what, name, at.key(name), table)
    if "use" in place.container:
        yield from _uses(loading, types, place)


def _on(at: Place, name: str) -> Iterator[Behaviour]:
    yield _answer("on", at, name)


def _answer(kind: Literal["on", "replace"], at: Place, name: str) -> Behaviour:
    """What is done when an event happens or a hook is called: a text, or a mapping with an `if`."""
    if isinstance(at.container[name], str):
        return Behaviour(kind, name, at.code(name), place=at)
    inner = at.inside(name)
    condition = inner.code("if") if "if" in inner.container else None
    return Behaviour(kind, name, inner.code("do"), condition, place=at)


def _modify(at: Place, name: str) -> Iterator[Behaviour]:
    inner = at.inside(name)
    condition = inner.code("if") if "if" in inner.container else None
    for stage in _STAGES:
        if stage in inner.container:
            yield Behaviour("modify", name, inner.code(stage), condition, stage, place=at)


def _replace(at: Place, name: str) -> Iterator[Behaviour]:
    yield _answer("replace", at, name)


def _uses(loading: Loading, types: Types, place: Place) -> Iterator[Behaviour]:
    at = place.inside("use")
    for use in [at] if isinstance(at.container, dict) else map(at.inside, range(len(at.container))):
        names = use.container["when"]
        for index, name in enumerate(names):
            if name not in types.windows:
                loading.unknown("PCG0227", "window", name, use.inside("when").value(index), types.windows)
        windows = tuple(name for name in names if name in types.windows)
        if windows:
            yield Behaviour(
                "use",
                windows[0],
                use.code("do"),
                use.code("if") if "if" in use.container else None,
                windows=windows,
                label=use.container.get("label", ""),
                place=use,
            )
