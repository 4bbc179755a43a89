"""Which cards are printed when it isn't all of them: some by id, what was lost, what looks different now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from pycardgen.diagnostics import Diagnostic, DiagnosticError, Report, Span, did_you_mean
from pycardgen.model.game import Definition, Game
from pycardgen.model.printing import CardsJob
from pycardgen.model.select import selected
from pycardgen.records import dataclass
from pycardgen.source.text import read_text

Looks = Mapping[str, Mapping[str, str]]
"""By print job and card id, a digest of what the card looks like (see `incremental.look`)."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of cards. `copies`: how many of which, by id, None for as many as there are; without it all of
    them. `count`: how many of each, instead. `unlike`: cards that look as they do here aren't printed.
    """

    copies: Mapping[str, int | None] | None = None
    count: int | None = None
    unlike: Looks | None = None

    def of(self, definition: Definition) -> int:
        """How many copies of a card are printed; none of one that the game has no copies of."""
        chosen = self.copies.get(definition.id, 0) if self.copies is not None else None
        if not definition.count or chosen == 0:
            return 0
        return self.count or chosen or definition.count

    def is_new(self, job: str, card: str, look: str) -> bool:
        """Whether a card looks different from what it is compared with, or wasn't there."""
        return self.unlike is None or self.unlike.get(job, {}).get(card) != look


@dataclass(frozen=True, slots=True)
class Named:
    """A card that was asked for by its id, and where, if it was in a file."""

    id: str
    span: Span | None = None


def read_list(path: Path) -> list[Named]:
    """The ids of a file, one a line; empty lines and what follows a `#` don't count.

    Raises DiagnosticError (PCG0780) when it can't be read, or names nothing.
    """
    problems: list[Diagnostic] = []
    name = path.as_posix()
    text = read_text(path, name, problems.append)
    found = list(_lines(text or "", name))
    if not found:
        what = f"the list of cards '{name}' is empty"
        if text is None:
            what = f"the list of cards '{name}' can't be read" + "".join(
                f": {p.message}" for p in problems[:1]
            )
        raise DiagnosticError(Diagnostic("PCG0780", what, hint="it is a text file with an id a line"))
    return found


def _lines(text: str, file: str) -> Iterator[Named]:
    for number, line in enumerate(text.splitlines(), 1):
        id_ = line.partition("#")[0].strip()
        if id_:
            column = line.index(id_) + 1
            yield Named(id_, Span(file, number, column, number, column + len(id_)))


def check_named(
    named: Iterable[Named], games: Sequence[tuple[Game, Sequence[CardsJob]]], report: Report
) -> None:
    """Report ids (PCG0779) that aren't those of cards that one of the games prints."""
    printed = {found.id for game, jobs in games for found in printed_cards(game, jobs)}
    for one in named:
        if one.id in printed:
            continue
        defined = any(one.id in game.definitions for game, _ in games)
        what = f"`{one.id}` is no card that is printed" if defined else f"there is no card `{one.id}`"
        hint = did_you_mean(one.id, printed) or "`pycardgen bom` lists the cards"
        if defined:
            hint = "no print job of `cards` prints it"
        report(Diagnostic("PCG0779", what, one.span, hint))


def printed_cards(game: Game, jobs: Iterable[CardsJob]) -> Iterator[Definition]:
    """The cards that print jobs print."""
    for job in jobs:
        yield from (found for found in selected(game, job.of, job.where) if found.count)


def counted(named: Iterable[Named]) -> dict[str, int | None]:
    """One copy for each time that a card is named."""
    found: dict[str, int | None] = {}
    for one in named:
        found[one.id] = (found.get(one.id) or 0) + 1
    return found
