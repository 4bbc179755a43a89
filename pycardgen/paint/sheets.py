"""Cards on sheets of paper: slots, bleed, crop marks, backs that come to lie behind their fronts.

A slot is a card's trimmed size. Between two slots lies the gutter; each card's bleed reaches at most to its
middle, so that no card is printed over another. Marks stand outside all bleed. Backs are mirrored across the
edge that the paper is turned over, and moved by the offset that makes up for the printer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pycardgen.diagnostics import Diagnostic, Report, Span, did_you_mean
from pycardgen.layout import fonts, options, sizes
from pycardgen.layout.compose import rotation
from pycardgen.layout.display import (
    PT,
    Bookmark,
    Drawing,
    Group,
    Ink,
    Item,
    Line,
    Symbol,
    TextRun,
    Transform,
    Use,
)
from pycardgen.layout.options import read_options
from pycardgen.paint.page import Page
from pycardgen.records import dataclass
from pycardgen.source import Document, Place

MARK = 4.0
"""Length of crop marks, in mm, where the margin has room for it."""

MARK_GAP = 0.8
"""Between the end of the bleed and a mark, in mm."""

MAX_CARDS = 100_000


@dataclass(frozen=True, slots=True)
class Sheet:
    """How cards are laid on paper; lengths in mm. `gutter` None is twice the bleed."""

    paper: str = "a4"
    orientation: str = "auto"
    margin: float = 4.0
    bleed: float = 3.0
    gutter: float | None = None
    columns: int = 0
    rows: int = 0
    marks: bool = True
    flip: str = "long"
    backs: str = "interleaved"
    back_offset: tuple[float, float] = (0.0, 0.0)
    footer: bool = True


@dataclass(frozen=True, slots=True)
class Card:
    """What is printed: a front, a back or none, and how many copies."""

    front: Drawing
    back: Drawing | None = None
    count: int = 1


@dataclass(frozen=True, slots=True)
class Plan:
    """Where slots lie on a page: their top left corners, row by row, in mm."""

    page: tuple[float, float]
    card: tuple[float, float]
    slots: tuple[tuple[float, float], ...]
    columns: int
    rows: int
    bleed: float
    gutter: float


# --- reading sheets ---


def load_sheets(document: Document | None, report: Report) -> dict[str, Sheet]:
    """The sheets of a file by name, and the built-in ones."""
    from pycardgen.layout import builtin

    found: dict[str, Sheet] = {}
    _read_sheets(builtin.document("sheets.yaml"), found, report)
    if document is not None:
        _read_sheets(document, found, report)
    return found


def _read_sheets(document: Document, found: dict[str, Sheet], report: Report) -> None:
    if not isinstance(document.root, dict):
        report(Diagnostic("PCG0740", "sheets are a mapping with 'sheets'", document.place().whole()))
        return
    place = document.place()
    read = read_options(place, options.SHEETS, report, "a file of sheets")
    if "sheets" in read:
        for name in read["sheets"]:
            sheet = read_sheet(place.inside("sheets"), name, found, report)
            if sheet is not None:
                found[name] = sheet


def read_sheet(place: Place, key: str, known: Mapping[str, Sheet], report: Report) -> Sheet | None:
    """The sheet that a mapping's value describes: a mapping of options, or the name of a known sheet."""
    value = place.container[key]
    if isinstance(value, str) and value in known:
        return known[value]
    if not isinstance(value, dict):
        hint = did_you_mean(str(value), known) or f"the sheets are {', '.join(known)}"
        report(Diagnostic("PCG0740", f"there is no sheet '{value}'", place.value(key), hint))
        return None
    inner = place.inside(key)
    read = read_options(inner, options.SHEET, report, f"sheet '{key}'")
    base_name = read.pop("extends", "default" if "default" in known and key != "default" else None)
    base = known.get(base_name, Sheet()) if base_name else Sheet()
    if base_name and base_name not in known:
        hint = did_you_mean(base_name, known) or "a sheet extends one that stands before it"
        report(Diagnostic("PCG0740", f"there is no sheet '{base_name}'", inner.value("extends"), hint))
    if read.get("gutter") == "auto":
        read["gutter"] = None
    changes: dict[str, Any] = read
    return replace(base, **changes)


# --- where cards lie ---


def plan(sheet: Sheet, card: tuple[float, float]) -> Plan | None:
    """The slots for cards of a trimmed size; None if not one fits on the paper."""
    width, height = sizes.PAPERS[sheet.paper]
    turned = {"portrait": [False], "landscape": [True], "auto": [False, True]}[sheet.orientation]
    plans = [_plan(sheet, card, (height, width) if turn else (width, height)) for turn in turned]
    # Of two that hold as many, the one with more room for marks; of equals, upright.
    best = max(plans, key=lambda p: (len(p.slots), min(p.slots[0]) if p.slots else 0.0))
    return best if best.slots else None


def _plan(sheet: Sheet, card: tuple[float, float], page: tuple[float, float]) -> Plan:
    gutter = 2 * sheet.bleed if sheet.gutter is None else sheet.gutter
    columns, rows = (
        _how_many(page[i] - 2 * (sheet.margin + sheet.bleed), card[i], gutter, limit)
        for i, limit in ((0, sheet.columns), (1, sheet.rows))
    )
    left = (page[0] - columns * card[0] - (columns - 1) * gutter) / 2
    top = (page[1] - rows * card[1] - (rows - 1) * gutter) / 2
    slots = tuple(
        (left + column * (card[0] + gutter), top + row * (card[1] + gutter))
        for row in range(rows)
        for column in range(columns)
    )
    return Plan(page, card, slots, columns, rows, sheet.bleed, gutter)


def _how_many(room: float, size: float, gutter: float, limit: int) -> int:
    count = max(0, int((room + gutter + 1e-6) // (size + gutter)))
    return min(count, limit) if limit else count


def check_deck(
    sheet: Sheet, cards: Sequence[Card], deck: str, span: Span | None, report: Report
) -> Plan | None:
    """The plan for a deck, or None after reporting why it can't be printed on the sheet.

    Cards of different sizes, and a bleed that the cards don't have, are errors.
    """
    if not cards:
        return None
    first = cards[0].front
    card = (first.width, first.height)
    faces = [face for c in cards for face in (c.front, c.back) if face is not None]
    for face in faces:
        if (face.width, face.height) != card:
            other = _size((face.width, face.height))
            message = f"deck '{deck}' has cards of {_size(card)} and '{face.name}' of {other}"
            hint = "give fronts and backs of a deck templates of one size"
            report(Diagnostic("PCG0742", message, span, hint))
            return None
    short = next((face for face in faces if face.bleed < sheet.bleed - 1e-6), None)
    if short is not None:
        message = (
            f"'{short.name}' of deck '{deck}' has {short.bleed:g} mm bleed,"
            f" but the sheet prints {sheet.bleed:g} mm"
        )
        hint = (
            f"set 'bleed: {sheet.bleed:g}' in its template and let the background reach there (area: bleed)"
        )
        report(Diagnostic("PCG0743", message, span, hint))
        return None
    found = plan(sheet, card)
    if found is None:
        message = f"no card of {_size(card)} fits on {sheet.paper} with its bleed and margins (deck '{deck}')"
        report(Diagnostic("PCG0741", message, span, "use a larger paper, or less margin, bleed or gutter"))
    return found


def _size(size: tuple[float, float]) -> str:
    return f"{size[0]:g} x {size[1]:g} mm"


def slot_box(plan: Plan, index: int) -> tuple[float, float, float, float]:
    """What a slot may paint: its card and bleed, but at most half of the gutter towards a neighbour."""
    x, y = plan.slots[index]
    w, h = plan.card
    column, row = index % plan.columns, index // plan.columns
    half, whole = min(plan.bleed, plan.gutter / 2), plan.bleed
    left, right = (whole if column == 0 else half), (whole if column == plan.columns - 1 else half)
    top, bottom = (whole if row == 0 else half), (whole if row == plan.rows - 1 else half)
    return x - left, y - top, w + left + right, h + top + bottom


def mirrored(plan: Plan, flip: str, slot: tuple[float, float]) -> tuple[tuple[float, float], bool]:
    """Where on the back page the back of a slot lies, and whether it stands on its head.

    Turning paper over its long edge mirrors an upright page left to right, and a page that lies top to
    bottom; there, the back is turned, so that a card held upright has an upright back when it is turned
    sideways.
    """
    (width, height), (w, h), (x, y) = plan.page, plan.card, slot
    upright = height >= width
    if upright == (flip == "long"):
        return (width - x - w, y), False
    return (x, height - y - h), True


# --- pages ---


@dataclass(frozen=True, slots=True)
class Labels:
    """What the footer says."""

    game: str
    deck: str
    note: str = "print at 100 %: this is 100 mm"


@dataclass(slots=True)
class _Run:
    """What the pages of one deck share. `marks` is what each front, or each back, has besides its cards."""

    plan: Plan
    sheet: Sheet
    labels: Labels
    pages: int
    marks: dict[bool, Use]
    symbols: dict[int, tuple[Drawing, Symbol]]


def impose(cards: Iterable[Card], plan: Plan, sheet: Sheet, labels: Labels, total: int) -> Iterator[Page]:
    """The pages of a deck. `total` is the number of copies in all, which the page numbers need beforehand.

    With `backs: interleaved` each front page is followed by its backs, if any of its cards has one; with
    `separate` all backs come after all fronts.
    """
    slots = len(plan.slots)
    marks = {front: _marks(plan, sheet, labels, front) for front in (True, False)}
    run = _Run(plan, sheet, labels, -(-total // slots), marks, {})
    late: list[Page] = []
    for number, chunk in enumerate(_chunks(cards, slots), 1):
        yield _front(run, chunk, number)
        if sheet.flip == "none" or sheet.backs == "none" or not any(card.back for card in chunk):
            continue
        if sheet.backs == "interleaved":
            yield _back(run, chunk, number)
        else:
            late.append(_back(run, chunk, number))
    yield from late


def _chunks(cards: Iterable[Card], size: int) -> Iterator[list[Card]]:
    """The copies of the cards, as many at a time as a page holds."""
    chunk: list[Card] = []
    for card in cards:
        for _ in range(card.count):
            chunk.append(card)
            if len(chunk) == size:
                yield chunk
                chunk = []
    if chunk:
        yield chunk


def _front(run: _Run, chunk: Sequence[Card], number: int) -> Page:
    items: list[Item] = []
    if number == 1:
        items.append(Bookmark(run.labels.deck, 0, 0.0))
    for index, card in enumerate(chunk):
        clip = slot_box(run.plan, index)
        items.append(_placed(run, card.front, run.plan.slots[index], clip, None, card.count > 1))
    return _page(run, items, number, True)


def _back(run: _Run, chunk: Sequence[Card], number: int) -> Page:
    items: list[Item] = []
    plan, flip, (dx, dy) = run.plan, run.sheet.flip, run.sheet.back_offset
    for index, card in enumerate(chunk):
        if card.back is None:
            continue
        (x, y), turned = mirrored(plan, flip, plan.slots[index])
        bx, by, bw, bh = _mirrored_box(plan, flip, slot_box(plan, index))
        turn = rotation(180.0, plan.card[0] / 2, plan.card[1] / 2) if turned else None
        clip = (bx + dx, by + dy, bw, bh)
        items.append(_placed(run, card.back, (x + dx, y + dy), clip, turn, True))
    return _page(run, items, number, False)


def _mirrored_box(
    plan: Plan, flip: str, box: tuple[float, float, float, float]
) -> tuple[float, float, float, float]:
    (width, height), (x, y, w, h) = plan.page, box
    if (height >= width) == (flip == "long"):
        return width - x - w, y, w, h
    return x, height - y - h, w, h


def _placed(
    run: _Run,
    drawing: Drawing,
    place: tuple[float, float],
    clip: tuple[float, float, float, float],
    turn: Transform | None,
    often: bool,
) -> Item:
    """A card at a place of the page, cut off where its slot ends. One drawn often becomes a symbol."""
    items = (Use(_symbol(drawing, run.symbols)),) if often else drawing.items
    x, y = place
    left, top, w, h = clip
    if turn is None:
        return Group(items, transform=(1.0, 0.0, 0.0, 1.0, x, y), clip=(left - x, top - y, w, h, 0.0))
    move = (turn[0], turn[1], turn[2], turn[3], x + turn[4], y + turn[5])
    # A half turn about the middle of the card: the clip is turned with it.
    inner = (x + drawing.width - left - w, y + drawing.height - top - h, w, h, 0.0)
    return Group(items, transform=move, clip=inner)


def _symbol(drawing: Drawing, symbols: dict[int, tuple[Drawing, Symbol]]) -> Symbol:
    kept = symbols.get(id(drawing))
    if kept is None:
        b = drawing.bleed
        box = (-b, -b, drawing.width + 2 * b, drawing.height + 2 * b)
        kept = (drawing, Symbol(drawing.name or "card", box, drawing.items))
        symbols[id(drawing)] = kept
    return kept[1]


def _page(run: _Run, items: list[Item], number: int, front: bool) -> Page:
    if run.marks[front].symbol.items:
        items.append(run.marks[front])
    if run.sheet.footer:
        items.append(_page_label(run, number, front))
    label = f"{run.labels.deck} {number}" + ("" if front else " back")
    return Page(Drawing(*run.plan.page, tuple(items), 0.0, label), label)


# --- marks and footer ---


def _note(labels: Labels, sheet: Sheet, front: bool) -> str:
    return labels.note if front else f"back: turn the paper over its {sheet.flip} edge"


def _marks(plan: Plan, sheet: Sheet, labels: Labels, front: bool) -> Use:
    """Crop marks (on fronts) and the bar of the footer: the same on every page, so drawn once."""
    items = list(crop_marks(plan)) if sheet.marks and front else []
    if sheet.footer:
        items.append(_bar(plan, _note(labels, sheet, front)))
    return Use(Symbol("marks", (0.0, 0.0, *plan.page), tuple(items)))


def crop_marks(plan: Plan) -> Iterator[Item]:
    """A mark for each cut at each end of it, outside all bleed."""
    ink = Ink(stroke="#000000", width=0.1)
    x0, y0 = plan.slots[0]
    x1, y1 = plan.slots[-1][0] + plan.card[0], plan.slots[-1][1] + plan.card[1]
    gap = plan.bleed + MARK_GAP
    across, down = (max(0.0, min(MARK, edge - gap - 1.0)) for edge in (x0, y0))
    xs = sorted({round(x + d, 6) for x, _ in plan.slots for d in (0.0, plan.card[0])})
    ys = sorted({round(y + d, 6) for _, y in plan.slots for d in (0.0, plan.card[1])})
    for x in xs if down else ():
        yield Line(x, y0 - gap - down, x, y0 - gap, ink)
        yield Line(x, y1 + gap, x, y1 + gap + down, ink)
    for y in ys if across else ():
        yield Line(x0 - gap - across, y, x0 - gap, y, ink)
        yield Line(x1 + gap, y, x1 + gap + across, y, ink)


_FACE = "IBMPlexSansCondensed-Regular"
_SMALL, _TINY = 6.0, 5.0
_EDGE = 8.0
"""From the ends of the footer to the edges of the paper, in mm."""

_GREY = "#555555"
_BAR = 100.0


def _footer_line(plan: Plan) -> tuple[Transform, float]:
    """Where the footer is, and how long: below the cards, or along the left edge if there is more room."""
    width, height = plan.page
    below = plan.slots[0][1] - plan.bleed
    beside = plan.slots[0][0] - plan.bleed
    upright = below >= min(beside, 8.0)
    room = below if upright else beside
    rise = max(3.2, min(5.0, room - MARK_GAP - MARK - 2.4))
    if upright:
        return (1.0, 0.0, 0.0, 1.0, 0.0, height - rise), width
    return (0.0, -1.0, 1.0, 0.0, rise, height), height


def _bar(plan: Plan, note: str) -> Group:
    """A bar of 100 mm with a note before it."""
    move, along = _footer_line(plan)
    ink = Ink(stroke=_GREY, width=0.15)
    right = along - _EDGE
    bar = right - _BAR
    caption = _label(0.0, 0.0, note, _TINY)
    items: list[Item] = [replace(caption, x=bar - 1.5 - caption.width), Line(bar, 0.0, right, 0.0, ink)]
    for step in range(11):
        x = bar + step * 10.0
        items.append(Line(x, -1.8 if step % 5 == 0 else -1.0, x, 0.0, ink))
    return Group(tuple(items), transform=move)


def _page_label(run: _Run, number: int, front: bool) -> Group:
    """Game, deck and page, as far as there is room for them."""
    move, along = _footer_line(run.plan)
    note = _label(0.0, 0.0, _note(run.labels, run.sheet, front), _TINY)
    room = along - 2 * _EDGE - _BAR - 1.5 - note.width - 3.0
    parts = [run.labels.game, run.labels.deck, f"page {number} of {run.pages}"]
    text = _shortened(" · ".join(part for part in parts if part), room)
    return Group((_label(_EDGE, 0.0, text),), transform=move)


def _label(x: float, y: float, text: str, size: float = _SMALL) -> TextRun:
    found = fonts.segments(_FACE, text)
    shown = "".join(part[1] for part in found.parts if part[0] == _FACE)
    width = sum(part[2] for part in found.parts if part[0] == _FACE)
    return TextRun(x, y, _FACE, size, _GREY, shown, 0.0, width * size * PT)


def _shortened(text: str, room: float) -> str:
    """The text, its end replaced by an ellipsis if it is wider than `room` mm."""
    face = fonts.face(_FACE)
    covered = "".join(c for c in text if ord(c) in face.advances)
    em = _SMALL * PT
    if face.width(covered) * em <= room:
        return covered
    while covered and face.width(covered + "…") * em > room:
        covered = covered[:-1]
    return covered + "…"
