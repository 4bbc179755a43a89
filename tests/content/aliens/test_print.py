"""The printed side of the game, read back: sheets, boxes, fonts, what stands on which page, the boards."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from pycardgen.cli import run
from pycardgen.diagnostics import Collector
from pycardgen.layout.compose import compose
from pycardgen.layout.display import PT, Drawing
from pycardgen.layout.subjects import where
from pycardgen.model.game import Definition, Game
from pycardgen.model.printing import PagesJob, print_jobs
from pycardgen.model.select import selected
from pycardgen.paint.boards import whole_pages
from pycardgen.paint.press import Press, open_press
from tests.content.driver import content, load
from tests.content.printed import texts

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
SLOTS = {"a4": (4, 2), "letter": (3, 2)}
"""Poker cards with 3 mm of bleed around each, on a sheet that lies: columns and rows."""

CARD, BLEED = (63.0, 88.0), 3.0
DECKS = {"dangerous-sectors": "DangerousCard", "escape-pods": "PodCard", "characters": "Character"}
FRONTS = {"dangerous-sectors": "danger", "escape-pods": "pod", "characters": "character"}
BACKS = {"dangerous-sectors": "DANGEROUS SECTOR", "escape-pods": "ESCAPE POD", "characters": "IDENTITY"}
ZONES = sorted(path.stem for path in (content("aliens") / "maps").glob("*.yaml"))
PAGES = {
    "zone": len(ZONES),
    **{f"map-book-{zone}": 8 for zone in ZONES},
    "movement-records": 8,
    "reference": 1,
    "summary": 1,
    "crew-and-items": 1,
}


@dataclass(frozen=True)
class Built:
    """A build: the paper, its size in mm, and the folder of the files."""

    paper: str
    folder: Path

    @property
    def slots(self) -> int:
        columns, rows = SLOTS[self.paper]
        return columns * rows

    def pdf(self, name: str) -> Any:
        return _reader(self.folder / "pdf" / f"{name}.pdf")

    def lines(self, name: str, page: int) -> list[str]:
        """The lines of text of a page, counted from 0."""
        return _lines(self.folder / "pdf" / f"{name}.pdf", page)

    def words(self, name: str, page: int = 0) -> str:
        return " ".join(self.lines(name, page))


@cache
def _reader(path: Path) -> Any:
    from pypdf import PdfReader

    return PdfReader(path)


@cache
def _lines(path: Path, page: int) -> list[str]:
    import pypdfium2

    text = pypdfium2.PdfDocument(path)[page].get_textpage().get_text_bounded()
    return [line.strip() for line in text.splitlines()]


@pytest.fixture(scope="module")
def game() -> Game:
    return load("aliens")


@pytest.fixture(scope="module", params=list(PAPERS))
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The game built on each paper, by the command."""
    out = tmp_path_factory.mktemp("out")
    arguments = ["build", str(content("aliens")), "--out", str(out), "--only", "pdf,svg"]
    assert run((*arguments, "--paper", request.param)) == 0
    return Built(request.param, out / "aliens")


def copies(game: Game, deck: str) -> list[Definition]:
    """The cards of a deck in the order in which they are printed, each as often as it is there."""
    return [found for found in selected(game, DECKS[deck], {}) for _ in range(found.count)]


def test_everything_is_built_and_nothing_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: Game
) -> None:
    assert run(("build", str(content("aliens")), "--out", str(tmp_path), "--only", "pdf,svg")) == 0
    assert capsys.readouterr().err == ""
    files = {path.relative_to(tmp_path / "aliens").as_posix() for path in tmp_path.rglob("*.*")}
    printed = {f"pdf/{name}.pdf" for name in (*DECKS, *PAGES, "rulebook", "print-guide")}
    cards = {f"cards-svg/{deck}/{card.id}.svg" for deck in DECKS for card in copies(game, deck)}
    assert {name for name in files if not name.startswith("cards-svg/")} == printed | {
        f"svg/zone-{name}.svg" for name in game.maps
    }
    assert cards <= files


# --- sheets of cards ----------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", DECKS)
def test_each_front_page_has_its_cards_and_each_back_only_backs(built: Built, game: Game, deck: str) -> None:
    cards = copies(game, deck)
    names = {card.name.upper() for card in cards}
    sheets = math.ceil(len(cards) / built.slots)
    assert len(built.pdf(deck).pages) == 2 * sheets
    for sheet in range(sheets):
        chunk = cards[sheet * built.slots : (sheet + 1) * built.slots]
        front, back = built.lines(deck, 2 * sheet), built.lines(deck, 2 * sheet + 1)
        assert Counter(line for line in front if line in names) == Counter(c.name.upper() for c in chunk)
        assert back.count(BACKS[deck]) == 2 * len(chunk)
        assert set(back) - {BACKS[deck], ""} == {line for line in back if "page" in line or "turn" in line}


@pytest.mark.parametrize("deck", DECKS)
def test_backs_lie_behind_their_fronts_with_their_bleed(built: Built, game: Game, deck: str) -> None:
    """The last sheet, which has free slots: ink where a card is and behind it, and nowhere else."""
    import pypdfium2

    count = len(copies(game, deck)) % built.slots or built.slots
    document = pypdfium2.PdfDocument(built.folder / "pdf" / f"{deck}.pdf")
    last = len(document)
    front, back = (document[page].render(scale=2).to_pil().convert("L") for page in (last - 2, last - 1))
    scale = 2 / PT
    high, wide = PAPERS[built.paper]

    def inked(image: Any, x: float, y: float) -> bool:
        box = (int((x - 0.3) * scale), int((y - 0.3) * scale), int((x + 0.3) * scale), int((y + 0.3) * scale))
        return bool(image.crop(box).getextrema()[0] < 255)

    for slot, (x, y) in enumerate(_corners(built)):
        spot, taken = (x + 1.0, y + CARD[1] / 2), slot < count
        assert inked(front, *spot) == taken
        # The sheet lies, so turning it over its long edge mirrors it top to bottom.
        assert inked(back, spot[0], high - spot[1]) == taken
        if taken and slot % SLOTS[built.paper][0] == 0:
            edge = x - BLEED
            for image, across in ((front, spot[1]), (back, high - spot[1])):
                assert inked(image, edge + 0.6, across)
                assert not inked(image, edge - 0.6, across)
    assert (front.width / scale, front.height / scale) == pytest.approx((wide, high), abs=0.5)


def _corners(built: Built) -> Iterator[tuple[float, float]]:
    columns, rows = SLOTS[built.paper]
    high, wide = PAPERS[built.paper]
    left = (wide - columns * CARD[0] - (columns - 1) * 2 * BLEED) / 2
    top = (high - rows * CARD[1] - (rows - 1) * 2 * BLEED) / 2
    for row in range(rows):
        for column in range(columns):
            yield left + column * (CARD[0] + 2 * BLEED), top + row * (CARD[1] + 2 * BLEED)


def test_all_dangerous_cards_share_one_back_that_says_nothing_of_them(built: Built, game: Game) -> None:
    """A full sheet of red cards, of green ones, and of items: the same back page but for its number."""
    pages = {re.sub(r"page \d+", "page", built.words("dangerous-sectors", n)) for n in (1, 11, 15)}
    assert len(pages) == 1
    assert len(copies(game, "dangerous-sectors")) == 77


def printed(game: Game, value: Any) -> str:
    """A field as a text shows it: another definition by its name."""
    found = game.definitions.get(value) if isinstance(value, str) else None
    return found.name if found is not None else str(value)


def test_a_card_says_what_its_definition_says(built: Built, game: Game) -> None:
    for deck in DECKS:
        pages = range(0, len(built.pdf(deck).pages), 2)
        said = _letters("".join(built.words(deck, page) for page in pages))
        for card in selected(game, DECKS[deck], {}):
            for text in card.text.values():
                filled = re.sub(r"\{(\w+)\}", lambda m, card=card: printed(game, card.fields[m[1]]), text)
                assert _letters(filled) in said, (card.id, filled)


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text)


# --- every file ---------------------------------------------------------------------------------------


def _fonts(resources: Any, seen: set[int]) -> Iterator[Any]:
    """The fonts of a page and of the forms that it draws."""
    for font in (resources.get("/Font") or {}).values():
        yield font.get_object()
    for form in (resources.get("/XObject") or {}).values():
        found = form.get_object()
        if id(found) not in seen and "/Resources" in found:
            seen.add(id(found))
            yield from _fonts(found["/Resources"].get_object(), seen)


@pytest.mark.parametrize("name", [*DECKS, *PAGES, "rulebook"])
def test_pages_have_the_size_of_the_paper_and_embedded_subset_fonts(built: Built, name: str) -> None:
    document = built.pdf(name)
    if name in PAGES:
        assert len(document.pages) == PAGES[name]
    seen: set[int] = set()
    fonts = []
    for page in document.pages:
        size = (float(page.mediabox.width) * PT, float(page.mediabox.height) * PT)
        assert tuple(sorted(size)) == pytest.approx(PAPERS[built.paper], abs=0.05)
        for box in (page.trimbox, page.bleedbox):
            assert list(box) == list(page.mediabox)
        assert "/TrimBox" in page
        assert "/BleedBox" in page
        fonts += _fonts(page["/Resources"], seen)
    assert fonts
    for font in fonts:
        assert re.match(r"/[A-Z]{6}\+(Barlow|IBMPlex)", font["/BaseFont"])
        assert "/FontFile2" in font["/DescendantFonts"][0]["/FontDescriptor"]


# --- pages --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ZONES)
def test_a_map_page_shows_the_zone_and_every_coordinate_once(built: Built, game: Game, name: str) -> None:
    zone = game.maps[name]
    kinds = {space.definition.id: space.definition.fields["kind"] for space in zone.spaces}
    named = [id_ for id_, kind in kinds.items() if kind in ("silent", "dangerous")]
    numbers = [str(s.definition.fields["number"]) for s in zone.spaces if kinds[s.definition.id] == "pod"]
    fields = zone.definition.fields
    span = f"{fields['subtitle']}: {fields['players_low']} to {fields['players_high']} players"
    for page in range(game.players[1]):
        lines = built.lines(f"map-book-{name}", page)
        found = Counter(" ".join(lines).split())
        assert all(found[id_] == 1 for id_ in named)
        assert not any(found[id_] for id_ in kinds.keys() - set(named))
        assert all(found[number] == 1 + span.split().count(number) for number in numbers)
        assert {zone.definition.name.upper(), fields["advice"], span.upper(), "PLAYER"} <= set(lines)
        legend = " ".join(lines)
        shown = {"silent": "Silent", "dangerous": "Dangerous", "human": "Human Sector", "pod": "Escape pod"}
        assert all(
            (f"{word}:" in legend or f"{word}," in legend) == (kind in kinds.values())
            for kind, word in shown.items()
        )


def test_a005_a_record_has_a_space_for_each_round(built: Built, game: Game) -> None:
    rounds = game.settings["rounds"].default
    assert rounds == 40
    pages = built.pdf("movement-records").pages
    assert len(pages) == game.players[1]
    for page in pages:
        numbers = [int(word) for word in page.extract_text().split() if word.isdigit()]
        assert sorted(numbers) == list(range(1, rounds + 1))


def test_the_reference_has_the_numbers_of_the_game(built: Built, game: Game) -> None:
    said = _letters(built.words("reference"))
    for id_ in ("noise_here", "noise_anywhere", "silence", "pod_ready", "pod_damaged"):
        card = game.definitions[id_]
        assert re.search(f"{_letters(card.name)}(red|green|white){card.count}", said)
    assert "Itemswhite17" in said
    setting = {name: found.default for name, found in game.settings.items()}
    for phrase in (
        f"{setting['human_speed']} sector",
        f"up to {setting['alien_speed']} sectors",
        f"up to {setting['fed_speed']} sectors",
        f"after round {setting['rounds']}",
    ):
        assert _letters(phrase) in said


def test_the_summary_and_the_list_of_crew_and_items_fit_on_a_page(built: Built, game: Game) -> None:
    listed = _letters(built.words("crew-and-items"))
    for card in (*selected(game, "Item", {}), *selected(game, "Character", {})):
        assert _letters(card.name) in listed
    summary = _letters(built.words("summary"))
    for phrase in ("77 dangerous sector cards", "5 escape pod cards", "In each of the 40 rounds"):
        assert _letters(phrase) in summary


def test_the_rulebook_has_its_chapters_and_its_numbers(built: Built) -> None:
    pages = range(len(built.pdf("rulebook").pages))
    lines = [line for page in pages for line in built.lines("rulebook", page)]
    source = (content("aliens") / "rulebook.md").read_text(encoding="utf-8")
    chapters = re.findall(r"^## (.+)$", source, re.MULTILINE)
    assert len(chapters) > 5
    assert {chapter.upper().replace("'", "’") for chapter in chapters} <= set(lines)
    assert "{" not in "".join(lines)
    assert "2 to 8 players" in " ".join(lines)


# --- boards -------------------------------------------------------------------------------------------

SVG = "{http://www.w3.org/2000/svg}"


def test_the_board_has_an_id_and_the_classes_of_each_sector(built: Built, game: Game) -> None:
    for zone in game.maps.values():
        root = ElementTree.parse(built.folder / "svg" / f"zone-{zone.definition.id}.svg").getroot()
        high, wide = PAPERS[built.paper]
        assert (root.get("width"), root.get("height")) == (f"{wide:g}mm", f"{high:g}mm")
        groups = {g.get("id", ""): g for g in root.iter(f"{SVG}g")}
        drawn = {id_ for id_ in groups if id_.startswith("sector-")}
        assert drawn == {f"sector-{space.definition.id}" for space in zone.spaces}
        for space in zone.spaces:
            group, kind = groups[f"sector-{space.definition.id}"], space.definition.fields["kind"]
            classes = group.get("class", "").split()
            assert classes[0] == kind
            assert classes[-1] == "sector"
            labels = [text.text for text in group.iter(f"{SVG}text")]
            shown = {"human": [], "alien": [], "pod": [str(space.definition.fields["number"])]}
            assert labels == shown.get(kind, [space.definition.id])


# --- text: large enough to read, and never over other text ------------------------------------------------


def _faces(press: Press) -> Iterator[tuple[Drawing, float]]:
    """The cards and pages of the game, with the edge that stays free of text, in mm."""
    for deck, template in FRONTS.items():
        for card in selected(press.game, DECKS[deck], {}):
            subject = press.subjects.of(card)
            front = press.kit.templates[template]
            yield compose(press.kit, front, subject, press.report, where(card)), 3.0
    for job in print_jobs(press.game, press.report):
        if isinstance(job, PagesJob):
            yield next(whole_pages(press, job)).drawing, 7.0


@pytest.mark.parametrize("paper", PAPERS)
def test_text_is_large_enough_inside_the_edges_and_never_over_other_text(game: Game, paper: str) -> None:
    report = Collector()
    seen = 0
    for drawing, edge in _faces(open_press(game, paper, report)):
        boxes = list(texts(drawing.items))
        seen += len(boxes)
        for run_, (left, top, right, bottom) in boxes:
            assert run_.size >= (7.5 if "Plex" in run_.face else 7.0) or run_.text.startswith(game.title)
            assert min(left, top) >= edge - 0.01, run_.text
            assert right <= drawing.width - edge + 0.01, run_.text
            assert bottom <= drawing.height - edge + 0.01, run_.text
        for (one, a), (other, b) in combinations(boxes, 2):
            over = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
            assert min(over) < 0.05, (drawing.name, one.text, other.text)
    assert seen > 500
    assert not report.found
