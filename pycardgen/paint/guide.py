"""The print guide of a game: a file about all the others, made when they are done.

While jobs are painted their first pages are kept, as what they became in the PDF, to be drawn small in the
guide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from pycardgen.layout import sizes
from pycardgen.layout.components.guide import Entry, Guide, Held, Part, Thumb, draw_guide
from pycardgen.layout.display import Drawing, Ready, Symbol
from pycardgen.layout.theme_fonts import licences
from pycardgen.model.components import (
    BoxJob,
    DiceJob,
    MatsJob,
    PadsJob,
    PiecesJob,
    StandeesJob,
    TracksJob,
    copied,
    definitions,
)
from pycardgen.model.printing import GUIDE, BoardJob, CardsJob, DocumentJob, PagesJob, PrintJob
from pycardgen.model.select import selected
from pycardgen.paint.operators import Content, Form, Shelf, content_of
from pycardgen.paint.page import Page
from pycardgen.paint.press import Press, sheet_of, template_of
from pycardgen.paint.sharing import AnyJob, members
from pycardgen.records import dataclass, field


@dataclass(frozen=True, slots=True)
class _Printed:
    """A file: its job, its pages and how many of them are backs, whether they are put together by a plan, and
    the form of its first page.
    """

    job: AnyJob
    pages: int
    backs: int
    plan: bool
    size: tuple[float, float]
    form: str


@dataclass(slots=True)
class Record:
    """The files of a build, with what their first pages show."""

    printed: list[_Printed] = field(default_factory=list)
    shelf: Shelf = field(default_factory=Shelf)

    def noted(self, press: Press, job: AnyJob, pages: Iterator[Page]) -> Iterator[Page]:
        """The pages of a job, as they are; once all have been taken the job is part of the record."""
        first: Drawing | None = None
        count = backs = 0
        plan = False
        for page in pages:
            first = first or page.drawing
            count += 1
            backs += page.label.endswith(" back")
            plan = plan or page.plan
            yield page
        if first is not None:
            content = content_of(first.items, press.store.shelf)
            self._keep(content, press.store.shelf)
            form = f"page-{len(self.printed)}"
            self.shelf.forms[form] = Form((0.0, 0.0, first.width, first.height), content)
            self.printed.append(_Printed(job, count, backs, plan, (first.width, first.height), form))

    def _keep(self, content: Content, shelf: Shelf) -> None:
        """Keep the forms and pictures that a page shows; those of the other pages are let go."""
        for name in content.pictures:
            self.shelf.pictures[name] = shelf.pictures[name]
        for name in content.forms:
            if name not in self.shelf.forms:
                self.shelf.forms[name] = shelf.forms[name]
                self._keep(shelf.forms[name].content, shelf)


@dataclass(frozen=True, slots=True)
class _Way:
    """How files of a kind are printed: on what (in the order of `PAPERS`), and what is done then."""

    paper: str
    steps: str


PAPERS = {
    "plain": "Plain paper, 80 to 120 g/m²",
    "card": "Card, 250 to 300 g/m²",
    "light": "Light card, 160 to 200 g/m²",
    "board": "Paper of 120 g/m², to be glued onto board of 1.5 to 2 mm",
    "sticker": "Self-adhesive paper, matt",
}
"""Kinds of paper, in the order in which they are printed."""

_INSTEAD = "Instead of the dice to fold, for blank dice."
_PLAN = "Put the pages together by the plan on the first of them."
_SCORE = "Score the dashed lines with the back of a knife before you fold them away from you."

_WAYS: Mapping[type, _Way] = {
    CardsJob: _Way("card", "Cut along the marks: first all cuts in one direction, then the strips."),
    PiecesJob: _Way("board", "Glue onto board, let it dry under weight, and cut along the outlines."),
    StandeesJob: _Way(
        "light",
        f"{_SCORE} Glue the halves together but for the tabs, put these through the slot of the base, "
        "spread them and glue them below. Bases are better of thick card.",
    ),
    DiceJob: _Way("light", f"{_SCORE} Glue the grey tabs one after the other, the last face at the end."),
    PadsJob: _Way("plain", "Cut along the lines; brush glue onto the upper edge of the stack to make a pad."),
    MatsJob: _Way("card", "Cut along the lines."),
    TracksJob: _Way(
        "card", "Cut the strips. Mark with paper clips, or fold and glue the sliders around them."
    ),
    BoxJob: _Way("card", f"{_SCORE} Cut out the notch for the thumb. Glue the long flap, then the bottom."),
    BoardJob: _Way("board", "Glue onto board."),
    PagesJob: _Way("plain", "Nothing is cut."),
    DocumentJob: _Way("plain", "May be printed on both sides; staple it at the left."),
}
_STICKERS = _Way("sticker", "Cut along the outlines, and press one onto each face of a blank die.")


_ALONE = _Way("plain", "Cut along the lines.")
_UNCUT = _Way("plain", "Nothing is cut.")


def _way(press: Press, job: AnyJob) -> _Way:
    first = members(job)[0]
    if isinstance(first, DiceJob) and first.stickers:
        return _STICKERS
    if isinstance(first, PadsJob | MatsJob) and _fills_paper(press, first):
        return replace(_WAYS[type(first)], steps=_UNCUT.steps)
    if isinstance(first, PadsJob) and first.pages == 1:
        return _ALONE
    return _WAYS[type(first)]


def _fills_paper(press: Press, job: PadsJob | MatsJob) -> bool:
    """Whether what a job prints is as large as the paper, so that nothing is cut."""
    template = template_of(press, job.layout)
    paper = sheet_of(press, job.sheet).paper
    size = template.extent(press.kit.paper) if template is not None else (0.0, 0.0)
    return all(abs(a - b) < 1.0 for a, b in zip(sorted(size), sorted(sizes.PAPERS[paper]), strict=True))


def guide_pages(press: Press, record: Record, contents: Sequence[Held]) -> list[Page]:
    """The pages of the guide; none if nothing was printed. `contents` is the bill of materials."""
    if not record.printed:
        return []
    paper = press.paper
    intro = (
        f"Print every file at 100 % (“actual size”) on {_paper_name(sizes.PAPERS[paper])}. The bar at the"
        " foot of a page must be 100 mm long: measure it on the first page that you print. Files stand in the"
        " order in which it is best to print them, by kind of paper."
    )
    parts = [part for name in PAPERS if (part := _part(press, record, name)) is not None]
    guide = Guide(press.game.title, intro, parts, contents, _colophon(press))
    drawings = draw_guide(guide, press.kit, sizes.PAPERS[paper])
    return [Page(drawing, f"{GUIDE} {number}") for number, drawing in enumerate(drawings, 1)]


def _colophon(press: Press) -> str:
    """The fonts that are embedded in the files, and what allows that."""
    families = licences(press.kit.theme.families)
    named = "; ".join(f"{name} ({licence})" for name, licence in families)
    return f"Fonts and their licences: {named}."


def _part(press: Press, record: Record, paper: str) -> Part | None:
    """The files that are printed on a kind of paper."""
    found = [one for one in record.printed if _way(press, one.job).paper == paper]
    if not found:
        return None
    nets = _dice(press, (job for one in record.printed for job in members(one.job)), stickers=False)
    instead = [one for one in found if _dice(press, members(one.job), stickers=True) <= nets]
    instead = [one for one in instead if _is_stickers(one)]
    sheets = sum(_sheets(one) for one in found)
    double = sum(_sheets(one) for one in found if _two_sided(one))
    other = sum(_sheets(one) for one in instead)
    amount = _counted(sheets, "sheet")
    for some, says in ((double, "on both sides"), (other, "instead of dice to fold")):
        if some:
            amount += f", {says}" if some == sheets else f", {some} of them {says}"
    return Part(PAPERS[paper], amount, [_entry(press, one, one in instead) for one in found])


def _is_stickers(one: _Printed) -> bool:
    return all(isinstance(job, DiceJob) and job.stickers for job in members(one.job))


def _dice(press: Press, jobs: Iterable[PrintJob], stickers: bool) -> set[str]:
    """The ids and names of the dice that jobs print, as stickers or as nets."""
    found: set[str] = set()
    for job in jobs:
        if isinstance(job, DiceJob) and job.stickers is stickers:
            found |= {one.id for one in definitions(press.game, job.what)}
            found |= {str(piece.get("name")) for piece in job.what.pieces}
    return found


def _two_sided(one: _Printed) -> bool:
    return one.backs > 0 or (isinstance(one.job, DocumentJob) and one.pages > 1)


def _sheets(one: _Printed) -> int:
    """Sheets of paper: a back shares that of its front; documents are printed on both sides."""
    if isinstance(one.job, DocumentJob):
        return -(-one.pages // 2)
    return one.pages - one.backs


def _entry(press: Press, one: _Printed, instead: bool) -> Entry:
    name = one.job.job.name
    width, height = one.size
    facts = []
    what = _what(press, one.job)
    if what:
        facts.append(what)
    printed = f"{_counted(one.pages, 'page')} on {_counted(_sheets(one), 'sheet')} of {_paper_name(one.size)}"
    facts.append(printed + (f", on both sides: {_over(press, one)}" if one.backs else ""))
    box = (0.0, 0.0, width, height)
    thumb = Thumb(Symbol(f"page-{name}", box, (Ready(one.form),)), width, height)
    return Entry(one.job.job.called, f"pdf/{name}.pdf", facts, _note(one, instead), _steps(press, one), thumb)


def _steps(press: Press, one: _Printed) -> str:
    """What is done with what was printed, by kind where a file has several."""
    if isinstance(one.job, DocumentJob) and one.pages == 1:
        return _WAYS[PagesJob].steps
    found: dict[str, list[str]] = {}
    for job in members(one.job):
        found.setdefault(_way(press, job).steps, []).append(job.job.called)
    if len(found) > 1:
        return "\n".join(f"{_listed(titles)}: {steps}" for steps, titles in found.items())
    return " ".join([*found, *([_PLAN] if one.plan else [])])


def _note(one: _Printed, instead: bool) -> str:
    """What is to be known of a file, and what the game says of it: of which jobs, where that differs."""
    noted: dict[str, list[str]] = {}
    for job in members(one.job):
        noted.setdefault(job.job.note, []).append(job.job.called)
    lines = [_INSTEAD] if instead else []
    if len(noted) == 1:
        return "\n".join([*lines, *filter(None, noted)])
    return "\n".join([*lines, *(f"{_listed(names)}: {note}" for note, names in noted.items() if note)])


def _listed(titles: Sequence[str]) -> str:
    return titles[0] if len(titles) == 1 else f"{', '.join(titles[:-1])} and {titles[-1]}"


def _over(press: Press, one: _Printed) -> str:
    """How the paper is turned over."""
    sheet = sheet_of(press, getattr(members(one.job)[0], "sheet", None))
    return f"turn it over its {sheet.flip} edge"


def _what(press: Press, job: AnyJob) -> str:
    """How many of what are in a file, job by job where it has several."""
    counts = [(one, count) for one in members(job) if (count := _count(press, one))]
    if not counts:
        return ""
    units = {_unit(one) for one, _ in counts}
    each = ", ".join(f"{one.job.called} {count}" for one, count in counts)
    if len(units) > 1:
        return each
    total = _counted(sum(count for _, count in counts), *units)
    return total if len(members(job)) == 1 else f"{total}: {each}"


def _count(press: Press, job: PrintJob) -> int:
    """How many pieces a job prints; 0 of one that prints something else."""
    if isinstance(job, CardsJob):
        return sum(one.count for one in selected(press.game, job.of, job.where))
    what = copied(job)
    if what is None:
        return 0
    listed = sum(int(piece.get("count", 1)) for piece in what.pieces)
    return listed + sum(one.count for one in definitions(press.game, what))


def _unit(job: PrintJob) -> str:
    return _UNITS.get(type(job), "piece")


_UNITS: Mapping[type, str] = {CardsJob: "card", StandeesJob: "figure", MatsJob: "board", DiceJob: "die"}


def _counted(count: int, unit: str) -> str:
    return f"{count} {unit if count == 1 else 'dice' if unit == 'die' else f'{unit}s'}"


def _paper_name(size: tuple[float, float]) -> str:
    """A paper by its name, or its size."""
    for name, (w, h) in sizes.PAPERS.items():
        if sorted((round(w), round(h))) == sorted((round(size[0]), round(size[1]))):
            return sizes.paper_name(name)
    return f"{size[0]:.0f} x {size[1]:.0f} mm"
