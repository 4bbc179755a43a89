"""What the modules that load a game share: where problems go, and which names are known to be broken."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from pycardgen.diagnostics import Diagnostic, Related, Report, Span, did_you_mean
from pycardgen.model.game import EntityDecl, EnumDecl
from pycardgen.model.schema import Checker, found_words, validate
from pycardgen.model.values import Enums
from pycardgen.records import dataclass, field
from pycardgen.source import Place


@dataclass(slots=True)
class Loading:
    """One loading of a game: what has been resolved so far.

    `broken` holds names and ids that are declared, but not well enough to be used; what refers to them is not
    reported again. `failed` lists the files that could not be parsed, and `unread` what they were for
    (`maps`, `content`, ...), together with sections of files that could not be used at all: what seems to be
    missing may be in them. `printed` is a game without rules, which needs neither players nor a start.
    """

    sink: Report
    enums: dict[str, EnumDecl] = field(default_factory=dict)
    entities: dict[str, EntityDecl] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    failed: list[str] = field(default_factory=list)
    unread: set[str] = field(default_factory=set)
    printed: bool = False
    _seen: set[Diagnostic] = field(default_factory=set)

    def report(self, diagnostic: Diagnostic) -> None:
        """Report a problem, once; not that of a key which was declared, but not well enough to be known."""
        if diagnostic.code == "PCG0201" and _key(diagnostic.message) in self.broken:
            return
        if diagnostic not in self._seen:
            self._seen.add(diagnostic)
            self.sink(diagnostic)

    def error(self, code: str, message: str, span: Span | None, hint: str = "", *related: Related) -> None:
        """Report an error."""
        self.report(Diagnostic(code, message, span, hint, related))

    def unknown(self, code: str, what: str, name: str, span: Span | None, known: Iterable[str]) -> None:
        """Report a name that nothing has, unless what may have it is broken.

        `what` begins with a word such as `event`, of which there is a section or file `events`.
        """
        if name in self.broken or f"{what.split()[0]}s" in self.unread:
            return
        names = sorted(known)
        hint = did_you_mean(name, names)
        if not hint and names:
            shown = names[:8]
            verb, rest = "is" if len(names) == 1 else "are", ", ..." if len(names) > 8 else ""
            hint = f"there {verb} {', '.join(shown)}{rest}"
        self.error(code, f"there is no {what} `{name}`", span, hint)

    def twice(self, code: str, what: str, name: str, span: Span, first: Span | None, hint: str = "") -> None:
        """Report a name or id that is declared twice."""
        related = (Related(first, "first declared here"),) if first else ()
        self.error(
            code, f"{what} `{name}` is declared twice", span, hint or "rename one or delete it", *related
        )

    @property
    def members(self) -> Enums:
        """The members of each enum."""
        return {name: enum.members for name, enum in self.enums.items()}

    def is_a(self, name: str, wanted: str) -> bool:
        """Whether an entity type is another one or extends it."""
        at: str | None = name
        while at is not None:
            if at == wanted:
                return True
            at = self.entities[at].extends if at in self.entities else None
        return False


def _key(message: str) -> str:
    """The key of `unknown key `KEY``."""
    return message.split("`")[1]


def validated(loading: Loading, place: Place, check: Checker, sections: Iterable[str]) -> None:
    """Validate and prune a file. Names declared in its sections that don't survive are known to be broken,
    and so is every name in what is thrown away: it may have been declared there.
    """
    raw = place.container
    declared = {key: set(raw[key]) for key in sections if isinstance(raw.get(key), dict)}
    before = Counter(_names(raw))
    if not validate(place, check, loading.report):
        loading.broken |= (before - Counter(_names(raw))).keys() - set(_keys_of(check.schema))
    for key in sections:
        if was_given(place, key) and key not in raw:
            loading.unread.add(key)
    for key, names in declared.items():
        loading.broken |= names - set(raw.get(key) or ())


_NAME = re.compile(r"[^\W\d][\w-]*")


def _names(value: Any) -> Iterator[str]:
    """The keys of a value, and the words of its lists, at any depth; not those of texts."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield key.lower()  # a name that was refused for its capital letters
            yield from _names(inner)
    elif isinstance(value, list):
        for item in value:
            if isinstance(item, str):
                yield from _NAME.findall(item)
            else:
                yield from _names(item)


def _keys_of(schema: Any) -> Iterator[str]:
    """Every key that a schema knows by name, at any depth."""
    if isinstance(schema, dict):
        properties = schema.get("properties")
        yield from properties if isinstance(properties, dict) else ()
    inner = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    for part in inner:
        yield from _keys_of(part)


def was_given(place: Place, key: str) -> bool:
    """Whether a mapping has a key in its file, even if it has been pruned."""
    return key in place.document.positions.get(id(place.container), {})


def words(place: Place, key: str) -> tuple[str, ...]:
    """A list of words, without what was pruned."""
    return tuple(word for word in place.container.get(key, ()) if word is not None)


def mapping_at(place: Place, key: str) -> Place | None:
    """The place of a nested mapping; None when there is none."""
    value = place.container.get(key)
    return place.inside(key) if isinstance(value, dict) else None


def root_mapping(loading: Loading, document: Any) -> Place | None:
    """The place of a document's root; None when it is empty, or no mapping, which is reported."""
    if document.root is None:
        return None
    if not isinstance(document.root, dict):
        where = document.place().whole() if isinstance(document.root, list) else Span(document.file)
        loading.error(
            "PCG0200",
            f"the file must hold a mapping, not {found_words(document.root)}",
            where,
            "begin each line at the left with `key:`",
        )
        return None
    return Place(document, document.root)
