"""Counts: what the box should hold, and what is printed, against what the files define."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pycardgen.check.lookup import key_span, value_span
from pycardgen.diagnostics import Collector, Diagnostic, Severity
from pycardgen.model.components import DiceJob, What, copied, definitions
from pycardgen.model.game import Definition, Game
from pycardgen.model.printing import CardsJob, PrintJob, print_jobs
from pycardgen.model.select import known_fields, selected
from pycardgen.records import dataclass

COUNTED = ("card", "character", "enemy", "token", "die")
"""Kinds of which a box holds copies. Spaces, maps, missions and players aren't listed one by one."""


@dataclass(frozen=True, slots=True)
class BomLine:
    """A line of the bill of materials. `expected` is None for what the component list doesn't name.

    `printed` is how many copies the print jobs draw. `part`: what it counts is some of what the last line
    that is no part counts.
    """

    name: str
    of: str
    expected: int | None
    found: int
    printed: int
    part: bool = False


def check(game: Game) -> Iterable[Diagnostic]:
    """Component lines that don't agree with the definitions, and definitions that no line counts."""
    for component in game.components:
        found = sum(other.count for other in selected(game, component.of, component.where))
        if found != component.count:
            yield Diagnostic(
                "PCG0400",
                f"{component.name}: the box holds {component.count}, but the files define {found}",
                value_span(component.place, "count"),
                hint="correct this count, or those of the definitions; `pycardgen bom` shows all lines",
            )
    if game.components:
        yield from _uncounted(game)
    yield from _idle_jobs(game)


def _uncounted(game: Game) -> Iterator[Diagnostic]:
    """Each type with definitions that no line of the list counts, at the first of them."""
    counted = {
        found.id
        for component in game.components
        if component.of in game.entities
        for found in selected(game, component.of, component.where)
    }
    told: set[str] = set()
    for definition in countable(game):
        if definition.id in counted or definition.type in told or definition.count == 0:
            continue
        told.add(definition.type)
        yield Diagnostic(
            "PCG0401",
            f"no line of `components:` counts `{definition.id}` ({definition.type})",
            key_span(definition.place, "id"),
            hint="add a line to `components:` in game.yaml",
            severity=Severity.WARNING,
        )


def _idle_jobs(game: Game) -> Iterator[Diagnostic]:
    """Print jobs that print nothing. Where a line of the list lacks all it counts, that is the cause."""
    lacking = {line.of for line in game.components if line.count and not selected(game, line.of, line.where)}
    for job in print_jobs(game, Collector()):
        what = What((job.of,), job.where) if isinstance(job, CardsJob) else copied(job)
        drawn = _drawn(game, job)
        if what is None or drawn is None or lacking & {*what.of}:
            continue
        known = set().union(*(known_fields(game, type_) for type_ in what.of))
        if all(name in known for name in what.where) and not any(found.count for found in drawn):
            yield Diagnostic(
                "PCG0456",
                f"the print job `{job.job.name}` prints nothing: no {' or '.join(what.of)} matches",
                value_span(job.job.place, "of"),
                hint="delete the job, or correct `of` and `where`",
                severity=Severity.WARNING,
            )


def countable(game: Game) -> Iterator[Definition]:
    """Definitions of which a box holds copies."""
    for definition in game.definitions.values():
        entity = game.entities.get(definition.type)
        if entity is not None and entity.kind in COUNTED:
            yield definition


def bill(game: Game) -> list[BomLine]:
    """The bill of materials: the component list, then types that it leaves out."""
    lines = []
    counted: set[str] = set()
    whole: set[str] = set()
    for component in game.components:
        found = selected(game, component.of, component.where)
        ids = {definition.id for definition in found}
        part = bool(ids) and ids < whole
        whole = whole if part else ids
        counted |= ids
        total, printed = sum(definition.count for definition in found), _printed(game, found)
        lines.append(BomLine(component.name, component.of, component.count, total, printed, part))
    rest: dict[str, list[Definition]] = {}
    for definition in countable(game):
        if definition.id not in counted:
            rest.setdefault(definition.type, []).append(definition)
    for type_, found in rest.items():
        total = sum(definition.count for definition in found)
        lines.append(BomLine(type_, type_, None, total, _printed(game, found)))
    return lines


def _printed(game: Game, wanted: list[Definition]) -> int:
    """How many copies of some definitions the print jobs draw.

    Stickers of dice that are printed as nets as well are another way to make them, no further dice.
    """
    ids = {definition.id for definition in wanted}
    jobs = [(job, _drawn(game, job) or ()) for job in print_jobs(game, Collector())]
    folded = {one.id for job, drawn in jobs if isinstance(job, DiceJob) and not job.stickers for one in drawn}
    return sum(
        definition.count
        for job, drawn in jobs
        for definition in drawn
        if definition.id in ids
        and not (isinstance(job, DiceJob) and job.stickers and definition.id in folded)
    )


def _drawn(game: Game, job: PrintJob) -> list[Definition] | None:
    """The definitions whose copies a job prints; None of one that prints something else, or names no type."""
    what = What((job.of,), job.where) if isinstance(job, CardsJob) else copied(job)
    if what is None or not what.of or not all(type_ in game.entities for type_ in what.of):
        return None
    return definitions(game, what)
