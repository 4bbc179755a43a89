"""Figures of cards in documents: what a template draws, as it is printed.

    ```figure
    layout: alarm
    cards: [siren, lantern]
    with: {tone: red}
    height: 60
    caption: A loud alarm, and a quiet one.
    ```

Without `cards`, the template is drawn once, against the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pycardgen.diagnostics import Diagnostic, Report, did_you_mean
from pycardgen.layout import fields
from pycardgen.layout.compose import compose
from pycardgen.layout.display import Drawing, Group, Item
from pycardgen.layout.kit import Kit
from pycardgen.layout.subjects import Subject, Subjects
from pycardgen.records import dataclass
from pycardgen.source import Place

HEIGHT = 58.0
"""How high a figure is at most unless it says so, in mm."""

GAP = 3.0
"""Between two cards, in mm."""

MOST = 240
"""How high a figure may be, in mm."""

_KINDS: Mapping[str, Any] = {
    "layout": str,
    "cards": list,
    "with": dict,
    "height": int | float,
    "caption": str | int,
}


@dataclass(frozen=True, slots=True)
class CardFigure:
    """Subjects drawn by a template, side by side, at most `height` mm high. The caption may have markup."""

    layout: str
    cards: tuple[Subject, ...]
    height: float
    caption: str
    place: Place


def read_cards(place: Place, subjects: Subjects, report: Report) -> CardFigure | None:
    """The figure that a block describes; None after reporting what is wrong with it (PCG0770, PCG0776)."""
    raw, whole = place.container, subjects.whole()
    problems = [*_wrong_form(place), *_unknown_cards(place, subjects)]
    for problem in problems:
        report(problem)
    if problems:
        return None
    extra = raw.get("with", {})
    given = {key: fields.expand(v, whole) if isinstance(v, str) else v for key, v in extra.items()}
    named = [subjects.definitions[str(id_)] for id_ in raw.get("cards", [])]
    shown = [{**given, **subjects.of(found)} for found in named] or [{**whole, **given}]
    caption = fields.expand(fields.written(raw.get("caption", "")), whole)
    return CardFigure(raw["layout"], tuple(shown), float(raw.get("height", HEIGHT)), caption, place)


def _wrong_form(place: Place) -> Iterator[Diagnostic]:
    """Options that aren't known, and values that don't fit theirs."""
    raw = place.container
    for key in [key for key in raw if key not in _KINDS]:
        hint = did_you_mean(str(key), _KINDS) or f"it knows {', '.join(_KINDS)}"
        yield Diagnostic("PCG0770", f"a figure of cards has no option `{key}`", place.key(key), hint)
    for key, kind in _KINDS.items():
        if key in raw and (not isinstance(raw[key], kind) or isinstance(raw[key], bool)):
            hint = "such as `{layout: TEMPLATE, cards: [ID, ID], height: 60}`"
            yield Diagnostic("PCG0770", f"`{key}` of a figure is of another sort", place.value(key), hint)
    height = raw.get("height", HEIGHT)
    if isinstance(height, int | float) and not 1 <= height <= MOST:
        message = f"`height` of a figure must be a number of mm from 1 to {MOST}"
        yield Diagnostic("PCG0770", message, place.value("height"), "leave it out for the usual height")


def _unknown_cards(place: Place, subjects: Subjects) -> Iterator[Diagnostic]:
    names = place.container.get("cards")
    for at, id_ in enumerate(names if isinstance(names, list) else ()):
        if str(id_) not in subjects.definitions:
            hint = did_you_mean(str(id_), subjects.definitions) or "write the id of a definition"
            message = f"there is no `{id_}` to draw in this figure"
            yield Diagnostic("PCG0776", message, place.inside("cards").value(at), hint)


def draw_cards(figure: CardFigure, kit: Kit, width: float, report: Report) -> tuple[tuple[Item, ...], float]:
    """What a figure draws within a width (mm) from (0, 0) on, and how high it is."""
    template = kit.templates.get(figure.layout)
    if template is None:
        hint = did_you_mean(figure.layout, kit.templates) or "templates are the files of layouts/"
        message = f"there is no template `{figure.layout}`"
        report(Diagnostic("PCG0457", message, figure.place.value("layout"), hint))
        return (), 0.0
    drawn = [compose(kit, template, card, report) for card in figure.cards]
    count = len(drawn)
    room = (width - GAP * (count - 1)) / count
    scale = min(figure.height / drawn[0].height, room / drawn[0].width, 1.0)
    step = drawn[0].width * scale + GAP
    left = (width - step * count + GAP) / 2
    items = [_card(card, scale, left + step * at, template.corner) for at, card in enumerate(drawn)]
    return tuple(items), drawn[0].height * scale


def _card(card: Drawing, scale: float, x: float, corner: float) -> Group:
    """A card as it is cut."""
    clip = (0.0, 0.0, card.width, card.height, corner)
    return Group(card.items, transform=(scale, 0.0, 0.0, scale, x, 0.0), clip=clip)
