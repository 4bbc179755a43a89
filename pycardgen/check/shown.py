"""What of a game's print is drawn to be looked at: for each template as many subjects as it has looks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from pycardgen.diagnostics import Collector
from pycardgen.layout import fields
from pycardgen.layout.arrange import element_boxes
from pycardgen.layout.board import Look, draw_board
from pycardgen.layout.display import Drawing
from pycardgen.layout.game_board import board_spec
from pycardgen.layout.game_kit import load_looks
from pycardgen.layout.kit import Kit
from pycardgen.layout.subjects import (
    Subject,
    Subjects,
    card_subject,
    deck_subject,
    given_fields,
    job_subject,
    piece_subjects,
)
from pycardgen.layout.template import Template, all_elements, template_name
from pycardgen.model.components import MatsJob, PadsJob, PiecesJob, StandeesJob, What
from pycardgen.model.game import Game, MapDecl
from pycardgen.model.printing import BoardJob, CardsJob, PagesJob, PrintJob
from pycardgen.model.select import selected
from pycardgen.records import dataclass
from pycardgen.source.files import list_files

MOST = 16
"""Subjects of a template that are looked at."""

_DECIDING = ("color", "icon_color", "fill", "stroke", "style", "palette", "accent", "include", "image", "art")
"""Options that say how an element is coloured."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A template and a subject to draw it with; `board` draws the map that it shows, if it shows one."""

    template: Template
    subject: Subject
    board: Callable[[], Drawing | None] | None = None


@dataclass(slots=True)
class Looked:
    """What all jobs of a game share."""

    game: Game
    kit: Kit
    subjects: Subjects
    looks: dict[str, Look] | None = None
    stamp: str = ""

    def template(self, name: str | None) -> Template | None:
        """A template by its name or file."""
        if not name:
            return None
        return self.kit.templates.get(template_name(name) if name.endswith(".yaml") else name)

    def pictures(self) -> str:
        """What tells this state of the game's pictures from others."""
        if not self.stamp:
            found = []
            for folder in map(Path, self.game.folders):
                for path in list_files(folder, Collector()).art:
                    status = path.stat()
                    found.append(f"{path} {status.st_size} {status.st_mtime_ns}")
            self.stamp = "\n".join(found) or "none"
        return self.stamp


def shown(at: Looked, job: PrintJob) -> Iterator[Shown]:
    """The subjects of a job's templates that differ in what decides about colours."""
    match job:
        case CardsJob():
            cards = (card_subject(at.subjects, job, one) for one in selected(at.game, job.of, job.where))
            yield from _samples(at, job.front, cards)
            if job.backs == "card":
                cards = (card_subject(at.subjects, job, one) for one in selected(at.game, job.of, job.where))
            yield from _samples(
                at, job.back, cards if job.backs == "card" else [deck_subject(at.subjects, job)]
            )
        case PiecesJob():
            yield from _samples(at, job.front, pieces(at, job.what))
            alike = (
                [job_subject(at.subjects, job.job, job.what)] if job.backs == "deck" else pieces(at, job.what)
            )
            yield from _samples(at, job.back, alike)
        case StandeesJob():
            yield from _samples(at, job.front, pieces(at, job.what))
        case MatsJob():
            seats = [{**at.subjects.whole(), "seat": 1, "name": job.job.called}]
            yield from _samples(at, job.layout, pieces(at, job.what) if _lists(job.what) else seats)
        case PadsJob():
            whole = {**at.subjects.whole(), "seat": 1, "name": job.job.called}
            yield from _samples(at, job.layout, [{**whole, **given_fields(at.game, job.extra, whole)}])
        case PagesJob() | BoardJob():
            yield from _pages(at, job)
        case _:
            pass


def _lists(what: What) -> bool:
    return bool(what.of or what.pieces)


def pieces(at: Looked, what: What) -> Iterator[Subject]:
    """The subjects of what a job of components prints."""
    return (subject for subject, _, _ in piece_subjects(at.subjects, what))


def _samples(at: Looked, name: str | None, subjects: Iterable[Subject]) -> Iterator[Shown]:
    """A subject for each combination of values that decide about colours."""
    template = at.template(name)
    if template is None:
        return
    deciding = sorted(_deciding_fields(at.kit, template))
    seen = set[str]()
    for subject in subjects:
        key = repr([fields.lookup(subject, path) for path in deciding])
        if key not in seen and len(seen) < MOST:
            seen.add(key)
            yield Shown(template, subject)


def _deciding_fields(kit: Kit, template: Template) -> set[str]:
    """The fields that colours, styles and conditions of a template depend on, those of included ones too."""
    found = set[str]()
    for element in all_elements(kit.templates, template):
        options = element.options
        found |= {test.path for test in options.get("when", ())}
        for key in _DECIDING:
            for text in fields.strings(options.get(key)):
                found |= {reference.path for reference in fields.references(text)}
        for text in fields.strings(options.get("with")):
            found |= {reference.path for reference in fields.references(text)}
    return found


def digests(kit: Kit, template: Template) -> list[str]:
    """What a template and those that it includes look like."""
    included = (element.options.get("include", "") for element in all_elements(kit.templates, template))
    found = (template, *(kit.templates[name] for name in dict.fromkeys(included) if name in kit.templates))
    return [one.digest for one in found]


# --- pages and boards -----------------------------------------------------------------------------


def _pages(at: Looked, job: PagesJob | BoardJob) -> Iterator[Shown]:
    template = at.template(job.layout)
    if template is None:
        return
    # All maps have the looks of the theme, so one shows what there is to see.
    wanted = at.game.default_map if job.map in (None, "all") else job.map
    map_ = at.game.maps.get(wanted or "") or next(iter(at.game.maps.values()), None)
    subject: Subject = {**at.subjects.whole(), "seat": 1, "name": job.job.called}
    if map_ is not None:
        of_map = at.subjects.map(map_)
        subject |= {**of_map, "map": of_map} if isinstance(job, BoardJob) else {"map": of_map}
    subject |= given_fields(at.game, job.extra, subject)
    yield Shown(template, subject, _board(at, template, subject, map_) if map_ is not None else None)


def _board(at: Looked, template: Template, subject: Subject, map_: MapDecl) -> Callable[[], Drawing | None]:
    def draw() -> Drawing | None:
        if at.looks is None:
            at.looks = load_looks(at.game, Collector())
        for element, box in element_boxes(at.kit, template, subject):
            if element.kind == "drawing" and "board" in str(element.options["drawing"]):
                spec = board_spec(at.game, map_, at.looks)
                return draw_board(spec, at.kit, box[2], box[3], Collector())
        return None

    return draw
