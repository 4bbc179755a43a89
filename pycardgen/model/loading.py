"""What the modules that load a game share: where problems go, and which names are known to be broken."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from pycardgen.diagnostics import Diagnostic, Related, Report, Span, did_you_mean
from pycardgen.model.game import EntityDecl, EnumDecl
from pycardgen.model.schema import Checker, found_words, validate
from pycardgen.model.values import Enums
from pycardgen.source import Place


@dataclass(slots=True)
class Loading:
    """One loading of a game: what has been resolved so far.

    `broken` holds names and ids that are declared, but not well enough to be used; what refers to them is not
    reported again. `failed` lists the files that could not be parsed, and `unread` what they were for
    (`maps`, `content`, ...), together with sections of files that could not be used at all: what seems to be
    missing may be in them.
    """

    sink: Report
    enums: dict[str, EnumDecl] = field(default_factory=dict)
    entities: dict[str, EntityDecl] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    failed: list[str] = field(default_factory=list)
    unread: set[str] = field(default_factory=set)
    _seen: set[Diagnostic] = field(default_factory=set)

    def report(self, diagnostic: Diagnostic) -> None:
        """Report a problem, once."""
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


def validated(loading: Loading, place: Place, check: Checker, sections: Iterable[str]) -> None:
    """Validate and prune a file; names declared in its sections that don't survive are known to be broken."""
    raw = place.container
    declared = {key: set(raw[key]) for key in sections if isinstance(raw.get(key), dict)}
    validate(place, check, loading.report)
    for key in sections:
        if was_given(place, key) and key not in raw:
            loading.unread.add(key)
    for key, names in declared.items():
        loading.broken |= names - set(raw.get(key) or ())


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
