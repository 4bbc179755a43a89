"""Cards laid on sheets: front pages, and backs that come to lie behind their fronts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pycardgen.layout.display import Bookmark, Drawing, Group, Item, Ready, Symbol, Transform, Use, rotation
from pycardgen.paint.marks import Labels, footer_bar, footer_label, marks_of
from pycardgen.paint.page import Page
from pycardgen.paint.sheets import Card, Plan, Sheet, mirrored, sideways, slot_box
from pycardgen.records import dataclass, field

Box = tuple[float, float, float, float]


@dataclass(slots=True)
class _Run:
    """What the pages of one file share. `marks` is what each front, or each back, has besides its cards."""

    plan: Plan
    sheet: Sheet
    labels: Labels
    pages: int
    marks: dict[bool, Use]
    symbols: dict[int, tuple[Drawing, Symbol]] = field(default_factory=dict)
    decks: set[str] = field(default_factory=set)


def impose(
    cards: Iterable[Card], plan: Plan, sheet: Sheet, labels: Labels, total: int, both: bool = False
) -> Iterator[Page]:
    """The pages of cards. `total` is the number of copies in all, which the page numbers need beforehand.

    With `backs: interleaved` each front page is followed by its backs, if any of its cards has one; with
    `separate` all backs come after all fronts. `both`: each front page is followed by a back page, and be it
    empty, for that is what a printer counts on that prints on both sides.
    """
    slots = len(plan.slots)
    marks = {front: _marks(plan, sheet, labels, front) for front in (True, False)}
    run = _Run(plan, sheet, labels, -(-total // slots), marks)
    late: list[Page] = []
    for number, chunk in enumerate(_chunks(cards, slots), 1):
        yield _front(run, chunk, number)
        if not sheet.two_sided or not (both or any(card.back for card in chunk)):
            continue
        if sheet.backs == "interleaved":
            yield _back(run, chunk, number)
        else:
            late.append(_back(run, chunk, number))
    yield from reversed(late) if sheet.reverse else late


def single_pages(cards: Iterable[Card], sheet: Sheet, labels: Labels, both: bool) -> Iterator[Page]:
    """A page a card and side, as large as the card with its bleed; backs in the order that the sheet says."""
    late: list[Page] = []
    decks: set[str] = set()
    for number, (card,) in enumerate(_chunks(cards, 1), 1):
        deck = card.deck or labels.deck
        mark = () if deck in decks else (Bookmark(deck, 0, 0.0),)
        decks.add(deck)
        label = f"{labels.deck} {number}"
        yield _single(card.front, sheet, label, mark)
        if not sheet.two_sided or not (both or card.back):
            continue
        back = card.back or Drawing(card.front.width, card.front.height, ())
        page = _single(back, sheet, f"{label} back", ())
        if sheet.backs == "interleaved":
            yield page
        else:
            late.append(page)
    yield from reversed(late) if sheet.reverse else late


def _single(drawing: Drawing, sheet: Sheet, label: str, mark: tuple[Item, ...]) -> Page:
    return Page(Drawing(drawing.width, drawing.height, (*mark, *drawing.items), sheet.bleed, label), label)


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
    for deck in dict.fromkeys(card.deck or run.labels.deck for card in chunk):
        if deck not in run.decks:
            run.decks.add(deck)
            items.append(Bookmark(deck, 0, 0.0))
    for index, card in enumerate(chunk):
        clip = slot_box(run.plan, index)
        items.append(_placed(run, card.front, run.plan.slots[index], clip, None, card.count > 1))
    if run.plan.fold:
        items += _backs(run, chunk, (0.0, 0.0))
    return _page(run, chunk, items, number, True)


def _back(run: _Run, chunk: Sequence[Card], number: int) -> Page:
    return _page(run, chunk, _backs(run, chunk, run.sheet.back_offset), number, False)


def _backs(run: _Run, chunk: Sequence[Card], offset: tuple[float, float]) -> list[Item]:
    """The backs of a page's cards, behind their fronts."""
    items: list[Item] = []
    plan, flip, (dx, dy) = run.plan, run.sheet.flip, offset
    for index, card in enumerate(chunk):
        if card.back is None:
            continue
        (x, y), turned = mirrored(plan, flip, plan.slots[index])
        bx, by, bw, bh = _mirrored_box(plan, flip, slot_box(plan, index))
        turn = rotation(180.0, plan.card[0] / 2, plan.card[1] / 2) if turned else None
        clip = (bx + dx, by + dy, bw, bh)
        items.append(_placed(run, card.back, (x + dx, y + dy), clip, turn, True))
    return items


def _mirrored_box(plan: Plan, flip: str, box: Box) -> Box:
    (width, height), (x, y, w, h) = plan.page, box
    return (width - x - w, y, w, h) if sideways(plan, flip) else (x, height - y - h, w, h)


def _placed(
    run: _Run, drawing: Drawing, place: tuple[float, float], clip: Box, turn: Transform | None, often: bool
) -> Item:
    """A card at a place of the page, cut off where its slot ends. One drawn often becomes a symbol."""
    items = drawing.items
    if often and not all(isinstance(item, Ready) for item in items):
        items = (Use(_symbol(drawing, run.symbols)),)
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


def _page(run: _Run, chunk: Sequence[Card], items: list[Item], number: int, front: bool) -> Page:
    if run.marks[front].symbol.items:
        items.append(run.marks[front])
    labels = run.labels
    if run.sheet.footer:
        decks = ", ".join(dict.fromkeys(card.deck or labels.deck for card in chunk))
        shown = Labels(labels.game, decks, labels.note)
        items.append(footer_label(run.plan, run.sheet, shown, f"page {number} of {run.pages}", front))
    label = f"{labels.deck} {number}" + ("" if front else " back")
    return Page(Drawing(*run.plan.page, tuple(items), 0.0, label), label)


def _marks(plan: Plan, sheet: Sheet, labels: Labels, front: bool) -> Use:
    """Marks and the bar of the footer: the same on every page, so drawn once."""
    items = list(marks_of(plan, sheet, front))
    if not front and items:  # they show where the backs lie
        dx, dy = sheet.back_offset
        items = [Group(tuple(items), transform=(1.0, 0.0, 0.0, 1.0, dx, dy))]
    if sheet.footer:
        items.append(footer_bar(plan, sheet, labels, front))
    return Use(Symbol("marks", (0.0, 0.0, *plan.page), tuple(items)))
