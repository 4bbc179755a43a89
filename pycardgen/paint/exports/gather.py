"""What is exported, piece by piece: cards, tokens, figures, boards, as their print jobs describe them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pycardgen.diagnostics import Diagnostic
from pycardgen.layout import fields
from pycardgen.layout.components.forms import FRONT, figure_size, piece_size
from pycardgen.layout.components.outlines import Outline, outline
from pycardgen.layout.compose import compose
from pycardgen.layout.copies import COPY, shows_copy
from pycardgen.layout.display import Drawing, Group
from pycardgen.layout.kit import Where, nowhere
from pycardgen.layout.subjects import Subject, card_subject, deck_subject, job_subject, where
from pycardgen.layout.template import Template
from pycardgen.model.components import MatsJob, PiecesJob, StandeesJob
from pycardgen.model.load_table import id_of
from pycardgen.model.names import printed_name
from pycardgen.model.print_job import Job
from pycardgen.model.printing import BoardJob, CardsJob, PrintJob
from pycardgen.model.select import selected
from pycardgen.paint.components.copies import Copies, copies, resized
from pycardgen.paint.incremental import set_group_sizes
from pycardgen.paint.press import Press, extra_fields, template_of
from pycardgen.records import dataclass

CARD_CORNER = 3.0
"""The radius of cards' corners in mm where their template doesn't say."""


MAX_COPIES = 5_000
"""Of one print job: each may become a file."""


@dataclass(frozen=True, slots=True)
class Made:
    """A card, token, figure or board: what it is called and says, how many copies there are, and its sides.

    `id` is fit for the name of a file, and no other piece of its batch has it.
    """

    id: str
    name: str
    text: str
    count: int
    front: Drawing
    back: Drawing | None = None


@dataclass(frozen=True, slots=True)
class Batch:
    """What a print job makes. `kind` is cards, tokens, figures or boards; `shape` is that of every piece, in
    mm.

    `shared`: all backs are one and the same.
    """

    job: Job
    kind: str
    pieces: tuple[Made, ...]
    shape: Outline
    shared: bool = True

    @property
    def title(self) -> str:
        """The job's name, as it is printed."""
        return self.job.called

    @property
    def count(self) -> int:
        """How many pieces there are, copies counted."""
        return sum(piece.count for piece in self.pieces)


def batches(press: Press, jobs: Iterable[PrintJob]) -> Iterator[Batch]:
    """The pieces of all jobs that make any, job by job. Others (documents, sheets to write on) have none."""
    for job in jobs:
        batch = batch_of(press, job)
        if batch is not None:
            yield batch


def batch_of(press: Press, job: PrintJob) -> Batch | None:
    """The pieces of a job; None if it makes none, or, which is reported, too many."""
    batch = _made_by(press, job)
    if batch is None or not batch.pieces:
        return None
    if batch.count > MAX_COPIES:
        message = (
            f"`{job.job.name}` has {batch.count} copies; at most {MAX_COPIES} of a print job are exported"
        )
        span = job.job.place.whole() if job.job.place else None
        press.report(
            Diagnostic("PCG0797", message, span, "lower the counts, or make several print jobs of it")
        )
        return None
    return batch


def _made_by(press: Press, job: PrintJob) -> Batch | None:
    if isinstance(job, CardsJob):
        return _cards(press, job)
    if isinstance(job, PiecesJob):
        return _tokens(press, job)
    if isinstance(job, StandeesJob):
        return _figures(press, job)
    if isinstance(job, BoardJob):
        return _boards(press, job)
    return _mats(press, job) if isinstance(job, MatsJob) else None


# --- the kinds ---


def _cards(press: Press, job: CardsJob) -> Batch | None:
    front, back = template_of(press, job.front), template_of(press, job.back) if job.back else None
    if front is None:
        return None
    apart = shows_copy(press.kit, (front, back if job.backs == "card" else None))
    found = list(_of_cards(press, job, apart))
    width, height = front.extent(press.kit.paper)
    shape = Outline(width, height, (), front.corner or CARD_CORNER)
    deck = deck_subject(press.subjects, job) if job.backs == "deck" else None
    return _batch(press, job.job, "cards", found, front, back, deck, shape)


def _of_cards(press: Press, job: CardsJob, apart: bool) -> Iterator[Copies]:
    """What the cards of a deck show, as on its sheets; `apart`: each copy something else."""
    for definition in selected(press.game, job.of, job.where):
        if definition.count:
            shown = card_subject(press.subjects, job, definition)
            if not apart or COPY in definition.fields:
                yield Copies(shown, definition.count, where(definition))
                continue
            for copy in range(1, definition.count + 1):
                yield Copies({**shown, COPY: copy}, 1, where(definition))


def _tokens(press: Press, job: PiecesJob) -> Batch | None:
    front, back = template_of(press, job.front), template_of(press, job.back) if job.back else None
    if front is None:
        return None
    size = piece_size(job, front.extent(press.kit.paper))
    if job.front == FRONT:
        front = resized(front, size)
    shape = outline(job.shape, *size, job.corner)
    subject = job_subject(press.subjects, job.job, job.what) if job.backs == "deck" else None
    found = list(copies(press, job.what))
    return _batch(press, job.job, "tokens", found, front, back, subject, shape)


def _figures(press: Press, job: StandeesJob) -> Batch | None:
    front = template_of(press, job.front)
    if front is None:
        return None
    rear = template_of(press, job.rear) if job.rear not in ("same", "mirrored") else None
    shape = Outline(*figure_size(job, front.extent(press.kit.paper)))
    return _batch(press, job.job, "figures", list(copies(press, job.what)), front, rear, None, shape)


def _batch(
    press: Press,
    job: Job,
    kind: str,
    found: Sequence[Copies],
    front: Template,
    back: Template | None,
    deck: Subject | None,
    shape: Outline,
) -> Batch:
    """`deck`: what all backs show, if they are the same."""
    width = shape.width
    behind = [] if back is None else [deck] if deck is not None else [one.subject for one in found]
    faces = [*((front, one.subject) for one in found), *((back, one) for one in behind if back is not None)]
    set_group_sizes(press.store, press.kit, faces)

    def drawn(template: Template, subject: Subject, place: Where = nowhere) -> Drawing:
        return _scaled(compose(press.kit, template, subject, press.report, place), width)

    shared = drawn(back, deck) if back is not None and deck is not None else None
    made: list[Made] = []
    for one in found:
        own = shared if back is None or shared else drawn(back, one.subject, one.where)
        _add(made, one.subject, one.count, drawn(front, one.subject, one.where), own)
    return Batch(job, kind, tuple(made), shape, back is None or shared is not None)


def _boards(press: Press, job: BoardJob) -> Batch | None:
    from pycardgen.paint.boards import board_drawing

    made: list[Made] = []
    for map_ in press.game.maps.values():
        if job.map in ("all", map_.id):
            drawing = board_drawing(press, map_, job.layout, job.extra)
            if drawing is not None:
                _add(made, press.subjects.map(map_), 1, drawing)
    return _flat(job.job, made)


def _mats(press: Press, job: MatsJob) -> Batch | None:
    """Boards of players."""
    front, back = template_of(press, job.layout), template_of(press, job.back) if job.back else None
    if front is None:
        return None
    made: list[Made] = []
    for number, one in enumerate(_mat_subjects(press, job), start=1):
        subject = {"id": f"{job.job.name}-{number}", **one.subject}
        sides = (compose(press.kit, t, subject, press.report, one.where) for t in (front, back) if t)
        _add(made, subject, one.count, *sides)
    return _flat(job.job, made)


def _mat_subjects(press: Press, job: MatsJob) -> Iterator[Copies]:
    found = list(copies(press, job.what))
    if found:
        yield from found
        return
    for seat in range(1, (press.game.players[1] if job.each == "seat" else 1) + 1):
        whole = {**press.subjects.whole(), "seat": seat, "name": job.job.called}
        own = {**whole, **extra_fields(press, job.what.extra, whole)}
        yield Copies({**own, "id": f"{job.job.name}-{seat}"}, 1)


def _flat(job: Job, made: list[Made]) -> Batch | None:
    if not made:
        return None
    first = made[0].front
    shape = Outline(first.width, first.height)
    return Batch(job, "boards", tuple(made), shape, all(piece.back is None for piece in made))


def _add(
    made: list[Made], subject: Mapping[str, Any], count: int, front: Drawing, back: Drawing | None = None
) -> None:
    """Add a piece to those of its batch."""
    id_ = str(subject.get("id", ""))
    name = str(subject.get("name") or printed_name(id_))
    listed = subject.get("type") == "piece"
    plain = (id_of(name) if listed else "") or re.sub(r"[^A-Za-z0-9_-]+", "_", id_)[:60] or "piece"
    taken = {piece.id for piece in made}
    free = next(
        free for n in range(1, len(made) + 2) if (free := f"{plain}-{n}" if n > 1 else plain) not in taken
    )
    made.append(Made(free, name, plain_text(subject), count, front, back))


def _scaled(drawing: Drawing, width: float) -> Drawing:
    """A drawing as wide as that, in mm."""
    factor = width / drawing.width
    if abs(factor - 1.0) < 1e-9:
        return drawing
    group = Group(drawing.items, transform=(factor, 0.0, 0.0, factor, 0.0, 0.0))
    return replace(
        drawing,
        width=width,
        height=drawing.height * factor,
        bleed=drawing.bleed * factor,
        items=(group,),
    )


# --- what it says ---

_ICON = re.compile(r"\{icon:([\w-]+)\}")
_EMPHASIS = re.compile(r"(?<!\\)\*+")


def plain_text(subject: Mapping[str, Any]) -> str:
    """What a piece says, its fields filled in, without markup: for what shows no more than text."""
    text = subject.get("text") or ""
    parts = text.values() if isinstance(text, Mapping) else [text]
    shown = "\n".join(str(part) for part in parts if part)
    shown = _ICON.sub(lambda found: f"[{found.group(1)}]", shown)
    return _EMPHASIS.sub("", fields.expand(shown, subject)).replace("\\*", "*").strip()
