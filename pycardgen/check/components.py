"""Print jobs of components: what they name exists, sizes agree, dice have as many faces as dice can."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pycardgen.diagnostics import Diagnostic, Report, Severity, Span, did_you_mean
from pycardgen.layout.subjects import Subjects, fields_of
from pycardgen.model.components import (
    SOLIDS,
    BoxJob,
    ComponentJob,
    DiceJob,
    MatsJob,
    PadsJob,
    PiecesJob,
    Size,
    StandeesJob,
    TracksJob,
    What,
    definitions,
)
from pycardgen.model.game import Game
from pycardgen.model.printing import CardsJob, print_jobs
from pycardgen.model.select import known_fields, selected

if TYPE_CHECKING:
    from pycardgen.layout.kit import Kit
    from pycardgen.layout.template import Element, Template

MAX_SPACES = 500


def check_component(game: Game, kit: Kit, job: ComponentJob, report: Report) -> None:
    """What a job of components names, and whether it can be printed."""
    CHECKS[type(job)](_Context(game, kit, report), job)


class _Context:
    """What the checks of one job share."""

    def __init__(self, game: Game, kit: Kit, report: Report) -> None:
        self.game, self.kit, self.report = game, kit, report

    def template(self, job: ComponentJob, key: str, name: str, fields: Iterable[str]) -> Template | None:
        """A template that exists, and prints only fields that its subjects have."""
        from pycardgen.layout.subjects import USUAL
        from pycardgen.layout.template import check_template, template_name

        stem = template_name(name) if name.endswith(".yaml") else name
        template = self.kit.templates.get(stem)
        if template is not None:
            known = {*fields, *USUAL}
            check_template(template, known, self.kit.theme, self.kit.templates, self.report)
        elif not _is_there(self.game, stem):
            hint = did_you_mean(stem, self.kit.templates) or "templates are the files of layouts/"
            self.report(Diagnostic("PCG0457", f"there is no template `{name}`", span(job, key), hint))
        return template

    def form(self, job: ComponentJob, key: str, template: Template | None, size: Size) -> None:
        """A template has the proportions of what it is drawn on; it is made larger or smaller as a whole."""
        from pycardgen.layout.components.forms import same_form

        if template is None or same_form(template.extent(self.kit.paper), size):
            return
        w, h = template.extent(self.kit.paper)
        message = (
            f"`{job.job.name}` needs {size[0]:.1f} x {size[1]:.1f} mm,"
            f" but template '{template.name}' is {w:.1f} x {h:.1f} mm"
        )
        hint = "give both the same proportions: a template is made larger or smaller as a whole"
        self.report(Diagnostic("PCG0744", message, span(job, key), hint))

    def what(self, job: ComponentJob, what: What) -> set[str] | None:
        """The fields of what a job prints; None if its types aren't there."""
        fields = {*what.extra, *(key for piece in what.pieces for key in piece)}
        for type_ in what.of:
            if type_ not in self.game.entities:
                hint = did_you_mean(type_, self.game.entities)
                message = f"there is no type `{type_}`"
                self.report(Diagnostic("PCG0455", message, span(job, "of"), hint))
                return None
            fields |= {"type", "text", "count", *known_fields(self.game, type_)}
        known = {name for type_ in what.of for name in known_fields(self.game, type_)}
        place = job.job.place.inside("where") if job.job.place and what.where else None
        for name in what.where:
            if what.of and name not in known:
                message = f"{' or '.join(what.of)} has no field `{name}`"
                at = place.key(name) if place else None
                self.report(Diagnostic("PCG0403", message, at, did_you_mean(name, known)))
                return None
        found = definitions(self.game, what)
        return fields | fields_of(self.game, found)

    def sheet(self, job: ComponentJob, name: str | None) -> None:
        """A sheet that exists."""
        if name is None:
            return
        from pycardgen.layout import builtin
        from pycardgen.layout.game_kit import sheets_documents

        known = {*builtin.document("sheets.yaml").root["sheets"]}
        for own in sheets_documents(self.game, lambda problem: None):
            if isinstance(own.root, dict) and isinstance(own.root.get("sheets"), dict):
                known |= own.root["sheets"].keys()
        if name not in known:
            hint = did_you_mean(name, known) or f"the sheets are {', '.join(known)}"
            self.report(Diagnostic("PCG0740", f"there is no sheet '{name}'", span(job, "sheet"), hint))

    def color(self, job: ComponentJob, key: str, name: str) -> None:
        """A colour of the theme, or one in numbers; what has fields is known when it is printed."""
        colors = self.kit.theme.colors
        if name not in colors and not name.startswith("#") and "{" not in name:
            hint = did_you_mean(name, colors) or "colours are the theme's `colors`, or written '#rrggbb'"
            self.report(Diagnostic("PCG0707", f"there is no colour '{name}'", span(job, key), hint))

    def icon(self, at: Span | None, name: str) -> None:
        """An icon of the theme."""
        if "{" not in name and name and name not in self.kit.theme.icons:
            hint = did_you_mean(name, self.kit.theme.icons)
            self.report(Diagnostic("PCG0708", f"there is no icon '{name}'", at, hint))


def span(job: ComponentJob, key: str) -> Span | None:
    """Where a key of a job's entry stands, or its name if it isn't there."""
    place = job.job.place
    if place is None:
        return None
    return place.value(key if key in place.container else next(iter(place.container)))


def _is_there(game: Game, template: str) -> bool:
    names = (f"{template}.yaml", f"{template}.yml")
    return any(Path(folder, "layouts", name).is_file() for folder in game.folders for name in names)


# --- kinds ---


def _pieces(context: _Context, job: PiecesJob) -> None:
    from pycardgen.layout.components.forms import FRONT, piece_size

    fields = context.what(job, job.what)
    context.sheet(job, job.sheet)
    if fields is None:
        return
    front = context.template(job, "front", job.front, fields)
    size = piece_size(job, front.extent(context.kit.paper) if front else (0.0, 0.0))
    if job.front != FRONT:
        context.form(job, "size" if job.size is not None else "front", front, size)
    if job.back is not None:
        known = fields if job.backs == "card" else {"game", *job.what.extra}
        back = context.template(job, "back", job.back, known)
        if front is not None and job.back != FRONT:
            context.form(job, "back", back, size)
    _icons_of_pieces(context, job, job.what)


def _icons_of_pieces(context: _Context, job: ComponentJob, what: What) -> None:
    place = job.job.place
    for number, piece in enumerate(what.pieces):
        icon = piece.get("icon")
        if isinstance(icon, str):
            at = place.inside("pieces").inside(number).value("icon") if place else None
            context.icon(at, icon)


def _standees(context: _Context, job: StandeesJob) -> None:
    from pycardgen.layout.components.forms import figure_size

    fields = context.what(job, job.what)
    context.sheet(job, job.sheet)
    if fields is None:
        return
    fields |= {"rear"}
    front = context.template(job, "front", job.front, fields)
    size = figure_size(job, front.extent(context.kit.paper)) if front else None
    if size is not None:
        context.form(job, "size", front, size)
    if job.rear == "mirrored" and front is not None:
        _mirrored_text(context, job, front)
    if job.rear not in ("same", "mirrored"):
        rear = context.template(job, "rear", job.rear, fields)
        if size is not None:
            context.form(job, "rear", rear, size)
    _icons_of_pieces(context, job, job.what)


def _mirrored_text(context: _Context, job: StandeesJob, front: Template) -> None:
    """Text that would be printed as in a mirror, for it isn't left out of the rear."""
    found = _text_of_rear(front.elements, context.kit, 0)
    if found is not None:
        message = f"template '{front.name}' has text, which is mirrored on the rear of `{job.job.name}`"
        hint = "leave it out there with `when: not rear`, or print `rear: same`"
        at = found.place.value(found.kind)
        context.report(Diagnostic("PCG0754", message, at, hint, severity=Severity.WARNING))


def _text_of_rear(elements: Iterable[Element], kit: Kit, depth: int) -> Element | None:
    """The first element with text that is drawn on the rear too."""
    for element in elements:
        if any(test.path == "rear" for test in element.options.get("when", ())):
            continue
        if element.kind in ("text", "table", "grid"):
            return element
        inner = kit.templates.get(str(element.options.get("include", "")))
        below = [*element.children, *(inner.elements if inner is not None and depth < 8 else ())]
        found = _text_of_rear(below, kit, depth + 1)
        if found is not None:
            return found
    return None


def _dice(context: _Context, job: DiceJob) -> None:
    fields = context.what(job, job.what)
    context.sheet(job, job.sheet)
    context.color(job, "color", job.color)
    context.color(job, "ink", job.ink)
    place = job.job.place
    for value, icon in job.icons.items():
        context.icon(place.inside("icons").value(value) if place else None, icon)
    if fields is None:
        return
    if job.what.of and job.faces not in fields:
        types = " or ".join(job.what.of)
        message, hint = f"{types} has no field `{job.faces}`", did_you_mean(job.faces, fields)
        at = span(job, "faces" if job.faces != "faces" else "of")
        say = "name the field that lists the faces with `faces:`"
        context.report(Diagnostic("PCG0403", message, at, hint or say))
        return
    face = context.template(job, "face", job.face, {*fields, "face", "index", "sides", "label"})
    if face is not None:
        context.form(job, "face", face, (1.0, 1.0))
    shown = {value for die in _dice_of(context, job) for value in _faces(context, job, *die)}
    for key, words in (("icons", job.icons), ("labels", job.labels)):
        for value in words:
            if shown and value not in shown:
                at = place.inside(key).key(value) if place else None
                hint = did_you_mean(value, shown) or f"the faces are {', '.join(sorted(shown))}"
                context.report(Diagnostic("PCG0747", f"no face shows `{value}`", at, hint))


def _dice_of(context: _Context, job: DiceJob) -> Iterator[tuple[Mapping[str, Any], Span | None, str]]:
    """The fields of each die, where its faces stand, and its name."""
    for found in definitions(context.game, job.what):
        own = found.place
        at = None if own is None else own.value(job.faces if job.faces in own.container else "id")
        yield found.fields, at, found.name
    place = job.job.place
    for number, piece in enumerate(job.what.pieces):
        at = place.inside("pieces").value(number) if place else None
        yield piece, at, str(piece["name"])


def _faces(
    context: _Context, job: DiceJob, own: Mapping[str, Any], at: Span | None, name: str
) -> Iterator[str]:
    """The values of a die's faces as words; a number of faces that no die has is reported."""
    from pycardgen.layout.components.dice import face_key, solid_for

    faces = own.get(job.faces)
    count = faces if type(faces) is int else len(faces) if isinstance(faces, list | tuple) else 0
    if job.stickers and 0 < count <= 60:
        solid: int | None = count
    else:
        solid = solid_for(count)
    if solid is None:
        has = f"has {count} faces" if count else f"has no faces in its field `{job.faces}`"
        numbers = ", ".join(map(str, SOLIDS))
        hint = f"dice have {numbers} faces; with 2, 3 or 5, each is shown several times"
        context.report(Diagnostic("PCG0746", f"{name} {has}: no solid can be folded for it", at, hint))
        return
    for value in range(1, count + 1) if isinstance(faces, int) else faces or ():
        yield face_key(value)


def _pads(context: _Context, job: PadsJob) -> None:
    context.sheet(job, job.sheet)
    for key, name in (("layout", job.layout), ("back", job.back)):
        if name is not None:
            context.template(job, key, name, _whole(context.game, job.extra))


def _whole(game: Game, extra: Mapping[str, Any]) -> set[str]:
    return {*Subjects(game).whole(), "seat", *extra}


def _mats(context: _Context, job: MatsJob) -> None:
    fields = context.what(job, job.what)
    context.sheet(job, job.sheet)
    if fields is None:
        return
    whole = {*fields, *_whole(context.game, job.what.extra)}
    own = fields if job.what.of or job.what.pieces else whole
    for key, name in (("layout", job.layout), ("back", job.back)):
        if name is not None:
            context.template(job, key, name, own | {"seat", "game"})
    _icons_of_pieces(context, job, job.what)


def _tracks(context: _Context, job: TracksJob) -> None:
    from pycardgen.layout.components.tracks import track_numbers

    context.sheet(job, job.sheet)
    place = job.job.place.inside("list") if job.job.place else None
    for number, track in enumerate(job.tracks):
        own = place.inside(number) if place else None
        numbers = track_numbers(track)
        if not 0 < len(numbers) <= MAX_SPACES:
            message = f"the track `{track['name']}` has {len(numbers) or 'no'} spaces"
            hint = f"`from`, `to` and `step` are whole numbers, and lead to at most {MAX_SPACES} spaces"
            at = own.value("to" if "to" in track else "name") if own else None
            context.report(Diagnostic("PCG0749", message, at, hint))
        for key in track:
            if key not in TRACK:
                hint = did_you_mean(key, TRACK) or f"it has {', '.join(TRACK)}"
                at = own.key(key) if own else None
                context.report(Diagnostic("PCG0451", f"a track has no `{key}`", at, hint))
        if isinstance(track.get("icon"), str):
            context.icon(own.value("icon") if own else None, track["icon"])
        color = track.get("color")
        if isinstance(color, str) and color not in context.kit.theme.colors and not color.startswith("#"):
            hint = did_you_mean(color, context.kit.theme.colors)
            at = own.value("color") if own else None
            context.report(Diagnostic("PCG0707", f"there is no colour '{color}'", at, hint))


TRACK = ("name", "from", "to", "step", "icon", "color", "count")
"""What a track may say."""


def _box(context: _Context, job: BoxJob) -> None:
    context.sheet(job, job.sheet)
    context.color(job, "color", job.color)
    for part in ("front", "back", "side", "top"):
        context.template(job, part, getattr(job, part), {"game", "cards", "part", *job.extra})
    if job.cards is None:
        return
    decks = {
        one.job.name: one
        for one in print_jobs(context.game, lambda problem: None)
        if isinstance(one, CardsJob)
    }
    if job.cards not in decks:
        hint = did_you_mean(job.cards, decks) or "name a print job of `cards`"
        message = f"there is no print job of cards called `{job.cards}`"
        context.report(Diagnostic("PCG0748", message, span(job, "cards"), hint))
    elif job.card is None:
        deck = decks[job.cards]
        cards = sum(one.count for one in selected(context.game, deck.of, deck.where))
        if not cards and not job.count:
            message = f"the print job `{job.cards}` has no cards that a box could hold"
            context.report(Diagnostic("PCG0748", message, span(job, "cards"), "give `count`"))


CHECKS: Mapping[type, Callable[..., None]] = {
    PiecesJob: _pieces,
    StandeesJob: _standees,
    DiceJob: _dice,
    PadsJob: _pads,
    MatsJob: _mats,
    TracksJob: _tracks,
    BoxJob: _box,
}
