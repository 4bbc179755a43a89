"""The printed side of the game and its pack, read back: counts, cards, backs behind fronts, dice, documents,
sizes of text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from pycardgen.check.counts import bill
from pycardgen.cli import run
from pycardgen.diagnostics import Collector
from pycardgen.layout.compose import compose
from pycardgen.layout.display import PT, Drawing
from pycardgen.layout.subjects import card_subject, where
from pycardgen.model.components import BoxJob, DiceJob, definitions
from pycardgen.model.game import Definition, Game
from pycardgen.model.printing import CardsJob, print_jobs
from pycardgen.model.select import selected
from pycardgen.paint.press import Press, open_press
from pycardgen.source.reader import parse_yaml
from tests.content.driver import content, load
from tests.content.printed import texts

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
PACK = content("dark-sector-expansion")
SIZES = {"jumbo": (89.0, 127.0), "tarot": (70.0, 120.0), "poker": (63.0, 88.0)}
BACKS = {"items": "ITEMS", "starting-weapons": "STARTING WEAPON", "cybernetics": "CYBERNETIC", "crew": "CREW"}
AMOUNTS = ("loss", "worse", "heal", "items", "dice", "tries", "weapons", "amount")
"""Fields of the numbers in texts."""

MISSION = {
    "starts": "THE CELLS",
    "chapters-act-1": "DETENTION LEVEL",
    "chapters-act-2": "HEART OF THE STATION",
    "chapters-act-3": "FORGOTTEN ZONES",
    "bosses": "THE LAST HALL",
    "epilogues": "EPILOGUE",
}


@dataclass(frozen=True)
class Built:
    """A build of the game with its pack: the paper, and the folder of the files."""

    paper: str
    folder: Path

    def lines(self, name: str, page: int) -> list[str]:
        """The lines of text of a page, counted from 0."""
        return _lines(self.folder / "pdf" / f"{name}.pdf", page)

    def words(self, name: str) -> str:
        pages = range(len(_pages(self.folder / "pdf" / f"{name}.pdf")))
        return " ".join(line for page in pages for line in self.lines(name, page))

    def pages(self, name: str) -> Any:
        return _pages(self.folder / "pdf" / f"{name}.pdf")


@cache
def _pages(path: Path) -> Any:
    import pypdfium2

    return pypdfium2.PdfDocument(path)


@cache
def _lines(path: Path, page: int) -> list[str]:
    text = _pages(path)[page].get_textpage().get_text_bounded()
    return [line.strip() for line in text.splitlines()]


@pytest.fixture(scope="module")
def game() -> Game:
    return load("dark-sector", PACK)


@pytest.fixture(scope="module", params=list(PAPERS))
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Built:
    out = tmp_path_factory.mktemp("out")
    arguments = ["build", str(PACK), "--out", str(out), "--only", "pdf", "--paper", request.param]
    assert run(tuple(arguments)) == 0
    return Built(request.param, out / "dark-sector-expansion")


def decks(game: Game) -> dict[str, CardsJob]:
    return {job.job.name: job for job in print_jobs(game, Collector()) if isinstance(job, CardsJob)}


def file(job: CardsJob | DiceJob) -> str:
    """The file that a job is printed into: its own, or that of the sheet which it shares with others."""
    return job.sheet or job.job.name


def copies(game: Game, job: CardsJob) -> list[Definition]:
    return [found for found in selected(game, job.of, job.where) for _ in range(found.count)]


def shown(page: Any, names: set[str]) -> Counter[str]:
    """How often each name stands on a page in capitals, as a title does."""
    found: Counter[str] = Counter()
    text = page.get_textpage()
    for name in names:
        search = text.search(name, match_case=True, match_whole_word=True)
        while search.get_next():
            found[name] += 1
    return found


def letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text)


# --- counts -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("packs", [(), (PACK,)])
def test_s001_every_component_is_printed_in_its_count(packs: tuple[Path, ...]) -> None:
    lines = bill(load("dark-sector", *packs))
    assert len(lines) == 20
    for line in lines:
        assert line.expected == line.found == line.printed, line.name
    dice = sum(line.printed for line in lines if line.of.endswith("Die"))
    assert dice == (42 if packs else 35)


def test_the_pack_is_on_sheets_of_its_own(game: Game) -> None:
    for name, job in decks(game).items():
        assert {card.fields.get("added", False) for card in copies(game, job)} == {
            name.startswith("expansion")
        }


def test_the_game_alone_prints_with_little_ink_and_nothing_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = str(content("dark-sector"))
    assert run(("build", folder, "--out", str(tmp_path), "--only", "pdf", "--theme", "low-ink")) == 0
    assert capsys.readouterr().err == ""
    jobs = print_jobs(load("dark-sector"), Collector())
    files = {file(job) if isinstance(job, (CardsJob, DiceJob)) else job.job.name for job in jobs}
    assert {path.stem for path in tmp_path.rglob("*.pdf")} >= files
    assert len(files) > 15


# --- cards --------------------------------------------------------------------------------------------


def test_each_card_is_on_its_front_page_and_each_back_behind_it(built: Built, game: Game) -> None:
    for name, job in decks(game).items():
        cards = copies(game, job)
        names = {card.name.upper() for card in cards}
        document = built.pages(file(job))
        printed: Counter[str] = Counter()
        for page in range(0, len(document), 2):
            front = shown(document[page], names)
            printed += front
            if job.backs == "card":
                assert shown(document[page + 1], names | {"USED"}) == front + Counter(USED=front.total())
            else:
                label = (MISSION | BACKS).get(name) or job.extra["place"].upper()
                assert shown(document[page + 1], names | {label}) == Counter({label: front.total()}), name
        assert printed == Counter(card.name.upper() for card in cards), name


@pytest.mark.parametrize("deck", ["epilogues", "items", "cybernetics", "expansion-boss"])
def test_backs_lie_behind_their_fronts(built: Built, game: Game, deck: str) -> None:
    """The last sheet, which has free slots: seen through the paper, backs cover what fronts cover."""
    from PIL import Image

    document = built.pages(file(decks(game)[deck]))
    front, back = (document[len(document) - n].render(scale=1.5).to_pil().convert("L") for n in (2, 1))
    upright = front.height > front.width  # the paper is turned over its long edge
    flip = Image.Transpose.FLIP_LEFT_RIGHT if upright else Image.Transpose.FLIP_TOP_BOTTOM
    covered = _covered(front)
    assert covered == pytest.approx(_covered(back.transpose(flip)), abs=2)
    if deck == "expansion-boss":  # alone in its row, at the left: its back is at the right
        row = (0, front.height // 2 + 9, front.width, front.height)
        covered = _covered(front.crop(row))
        width = SIZES[decks(game)[deck].size or ""][0] + 6.0
        assert covered[2] - covered[0] == pytest.approx(width / PT * 1.5, abs=9)
        assert covered[2] < front.width / 2 + 5
        assert _covered(back.crop(row))[0] > front.width / 2 - 5


def _covered(page: Any) -> tuple[int, int, int, int]:
    """The box of what is large and dark: the cards, without marks and labels."""
    from PIL import ImageFilter

    box = page.point(lambda v: 255 if v < 90 else 0).filter(ImageFilter.MinFilter(9)).getbbox()
    assert box is not None
    return tuple(box)


def test_a_card_says_what_its_definition_says(game: Game) -> None:
    press = open_press(game, "a4", Collector())
    seen = 0
    for job in decks(game).values():
        for card in copies(game, job):
            said = letters("".join(run_.text for run_, _ in texts(_face(press, job, card).items)))
            for key, text in card.text.items():
                bare = re.sub(r"\{icon:[\w-]+\}", "", text)
                filled = re.sub(r"\{(\w+)\}", lambda m, card=card: str(card.fields[m[1]]), bare)
                if key != "used":  # it stands on the back
                    assert letters(filled) in said, (card.id, filled)
                    seen += 1
    assert seen > 200


TRAITS = {"might", "cunning", "wisdom"}
UNTOLD = {"station_voice": {"worse"}}
"""Numbers that a card writes as words ("every second round")."""

GENERAL = {id_: {"heal"} for id_ in ("welder_drone", "arc_drone", "screen_drone")}
"""Numbers that the rules of the game use, not those of the card."""


def _cards() -> Iterator[Mapping[str, Any]]:
    """The definitions of chapters, items and cybernetics as they stand in the files."""
    for folder in (content("dark-sector"), PACK):
        for path in [*folder.glob("*.yaml"), *folder.glob("*/*.yaml")]:
            if path.parent.name in ("chapters", "items", "crew") or path.stem in (
                "chapters",
                "items",
                "drones",
            ):
                document = parse_yaml(path.read_text(encoding="utf-8"), path.name, Collector())
                assert document is not None
                for found in document.root.values():
                    yield from (card for card in found if {"use", "on", "modify", "replace"} & card.keys())


def _code(value: Any) -> str:
    """All rules that stand below a key."""
    if isinstance(value, dict):
        value = [rules for key, rules in value.items() if key not in ("label", "when")]
    return "\n".join(map(_code, value)) if isinstance(value, list) else str(value)


def test_texts_name_the_ways_traits_and_numbers_of_the_rules() -> None:
    """What rules ask and what a card says go by the same words: ways in bold, traits, numbers."""
    seen: Counter[str] = Counter()
    for card in _cards():
        rules = _code([card.get(key, []) for key in ("use", "on", "modify", "replace")])
        text = " ".join(card["text"].values())
        used = set(re.findall(r"\bself\.(\w+)", rules)) & {*AMOUNTS}
        told = set(re.findall(r"\{(\w+)\}", text))
        assert used - UNTOLD.get(card["id"], set()) == told - GENERAL.get(card["id"], set()), card["id"]
        traits = set(re.findall(r"""["'](\w+)["']""", rules)) & TRAITS
        assert traits == set(re.findall(r"\{icon:(\w+)\}", text)) & TRAITS, card["id"]
        ways = set(re.findall(r"\"(\w+)\"", " ".join(re.findall(r"pick_way\((.*)\)", rules))))
        bold = {word.lower() for word in re.findall(r"\*\*(\w+):?\*\*", card["text"].get("task", ""))}
        assert ways == bold, card["id"]
        seen.update(used=len(used), traits=len(traits), ways=len(ways))
    assert min(seen["used"], seen["traits"], seen["ways"]) > 40


def test_the_console_has_the_numbers_of_the_enemy(game: Game) -> None:
    """Hit chart, return fire, blow and search of each card with combat, as the layout draws them."""
    report = Collector()
    press = open_press(game, "a4", report)
    for name, job in decks(game).items():
        if not job.front.endswith("chapter.yaml"):
            continue
        for card in copies(game, job):
            found = Counter(
                run_.text for run_, _ in texts(_face(press, job, card).items) if run_.text.isdigit()
            )
            fields = card.fields
            if fields["mode"] == "none":
                assert not found, card.id
                continue
            wanted = [fields["close"]] + [fields["search"]] * (fields["search"] > 0)
            if fields["mode"] != "close":
                wanted += [fields["ranged"], *fields["hits"].values(), *fields["wounds"].values()]
            assert found == Counter(map(str, wanted)), (name, card.id)
    assert not report.found


def test_the_box_of_the_mission_holds_its_cards() -> None:
    game = load("dark-sector")
    jobs = print_jobs(game, Collector())
    (box,) = (job for job in jobs if isinstance(job, BoxJob) and job.card)
    assert box.card == SIZES["jumbo"]
    assert (
        box.count == sum(len(copies(game, job)) for job in decks(game).values() if job.size == "jumbo") == 58
    )


# --- dice, records, sheets, documents -----------------------------------------------------------------


def test_every_die_has_a_net_and_stickers(built: Built, game: Game) -> None:
    for kind in (False, True):
        printed: Counter[str] = Counter()
        for job in print_jobs(game, Collector()):
            if isinstance(job, DiceJob) and job.stickers is kind:
                dice = definitions(game, job.what)
                names = {die.name for die in dice}
                found = sum((shown(page, names) for page in built.pages(file(job))), Counter[str]())
                assert found == Counter({die.name: die.count for die in dice}), job.job.name
                printed += found
        assert printed.total() == 42


def test_s055_a_medical_record_has_a_column_for_each_hp_and_lines_for_changes(
    built: Built, game: Game
) -> None:
    cap = game.settings["hp_cap"].default
    assert cap == 12
    text = built.words("medical-records")
    assert text.count("MEDICAL RECORD") == 4
    numbers = Counter(int(word) for word in text.split() if word.isdigit())
    for number in range(1, 17):
        assert numbers[number] >= (8 if number <= cap else 4), number


def test_there_is_a_reference_card_for_each_player(built: Built, game: Game) -> None:
    pages = list(built.pages("reference-cards"))
    titles = sum((shown(page, {"A ROUND OF COMBAT", "SHOOT AND FIGHT"}) for page in pages), Counter[str]())
    assert titles == {"A ROUND OF COMBAT": game.players[1], "SHOOT AND FIGHT": game.players[1]}


def test_the_reference_has_the_numbers_of_the_game(built: Built, game: Game) -> None:
    assert len(built.pages("reference")) == 1
    said = letters(built.words("reference"))
    for phrase in (
        f"costs {game.settings['flank_damage'].default} HP",
        f"no more than {game.settings['slots'].default} slots"[3:],
        f"up to {game.settings['weapon_slots'].default} slots of weapons",
        f"gain {game.definitions['medic_drone'].fields['heal']} HP",
    ):
        assert letters(phrase) in said, phrase
    for crew in selected(game, "Crew", {}):
        assert letters(crew.name) in said


def test_the_rulebook_has_its_chapters_with_their_pages(built: Built, game: Game) -> None:
    source = (content("dark-sector") / "rulebook.md").read_text(encoding="utf-8")
    chapters = re.findall(r"^## (.+)$", source, re.MULTILINE)
    assert len(chapters) > 15
    pages = [built.lines("rulebook", page) for page in range(len(built.pages("rulebook")))]
    where_ = {}
    for number, lines in enumerate(pages, start=1):
        assert "{" not in "".join(lines)
        for chapter in chapters:
            if chapter.upper() in lines:
                where_.setdefault(chapter, number)
    assert list(where_) == chapters
    listed = letters("".join(pages[0]))
    for chapter, number in where_.items():
        assert letters(chapter) + str(number) in listed, chapter
    said = letters(built.words("rulebook"))
    for card in ("night_warden", "scatter_pistol", "leech_pistol", "turnkey", "mess_hall"):
        for text in game.definitions[card].text.values():
            shown = re.sub(r"\{(\w+)\}", lambda m, card=card: str(game.definitions[card].fields[m[1]]), text)
            assert letters(shown) in said, (card, shown)


def test_s013_the_examples_of_the_rulebook_are_about_the_cards_as_they_are(game: Game) -> None:
    """What is told of them in words; their numbers are filled in."""
    warden, brawl, turnkey = (
        game.definitions[id_].fields for id_ in ("night_warden", "mess_hall", "turnkey")
    )
    assert warden["hits"] == {"ballistic": 1, "energy": 2, "explosive": 1}
    assert warden["wounds"] == {"ballistic": 1, "energy": 1, "explosive": 3}
    assert (warden["fixed"], warden["per_crew"]) == (["might", "cunning"], 1)
    assert (brawl["fixed"], brawl["rolled"], brawl["per_crew"], brawl["mode"]) == ([], [], 2, "close")
    assert turnkey["worse"] == 1
    assert game.definitions["scatter_pistol"].text["special"] == "Each special symbol is a hit."
    faces = {
        id_: game.definitions[f"die_{id_}"].fields["faces"] for id_ in ("brandt", "quill", "tailor", "ikeda")
    }
    assert "might_2" in faces["brandt"]
    assert "cunning_2" in faces["quill"]
    assert "cunning_1" in faces["tailor"]
    assert "might_1" in faces["ikeda"]


# --- text: large enough to read, and never over other text ------------------------------------------------


def _face(press: Press, job: CardsJob, card: Definition) -> Drawing:
    subject = card_subject(press.subjects, job, card)
    name = Path(job.front).stem
    return compose(press.kit, press.kit.templates[name], subject, press.report, where(card))


def test_text_of_cards_is_large_enough_inside_the_edges_and_never_over_other_text(game: Game) -> None:
    report = Collector()
    press = open_press(game, "a4", report)
    seen = 0
    for job in decks(game).values():
        for card in copies(game, job):
            face = _face(press, job, card)
            boxes = list(texts(face.items))
            seen += len(boxes)
            for run_, (left, top, right, bottom) in boxes:
                assert run_.size >= 7.5, (card.id, run_.text)
                assert min(left, top) >= 3.0, (card.id, run_.text)
                assert max(right - face.width, bottom - face.height) <= -3.0, (card.id, run_.text)
            for (one, a), (other, b) in combinations(boxes, 2):
                over = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
                assert min(over) < 0.05, (card.id, one.text, other.text)
    assert seen > 1000
    assert not report.found
