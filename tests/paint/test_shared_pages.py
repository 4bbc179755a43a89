"""Components of several print jobs on the same paper: none is lost, none overlap, backs lie behind fronts."""

from __future__ import annotations

import shutil
from io import BytesIO
from pathlib import Path

import pypdf
import pypdfium2
import pytest
from component_pages import GAME, open_game

from pycardgen.diagnostics import Collector, Severity
from pycardgen.layout.display import Bookmark, Group, TextRun, walk
from pycardgen.model.load import load_game
from pycardgen.paint.guide import Record
from pycardgen.paint.jobs import KINDS, Output, function_of, planned, print_guide, print_job
from pycardgen.paint.page import Page
from pycardgen.paint.press import Press, open_press
from pycardgen.paint.sharing import AnyJob

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}

JOBS = """print:
  - {tokens: marks, shape: rect, size: [30, 12], corner: 2, sheet: S, pieces: [{name: Start, count: 3}]}
  - {tokens: buoys, of: Buoy, front: layouts/buoy.yaml, back: layouts/buoy-back.yaml, size: 28, sheet: S}
  - {tokens: little, of: Buoy, front: layouts/buoy.yaml, back: layouts/buoy-back.yaml, size: 14, sheet: S}
  - {tiles: reefs, of: Reef, front: layouts/reef.yaml, back: layouts/reef-back.yaml, backs: deck, sheet: S}
  - {document: leaflet, from: leaflet.md}
  - {standees: boats, of: Boat, front: layouts/boat.yaml, rear: mirrored, sheet: S}
  - {dice: dice, of: [WindDie, FlagDie], icons: {calm: sun, gust: bolt}, sheet: S}
  - {stickers: die-stickers, of: WindDie, sheet: S}
"""
SIZES = {(30.0, 12.0): 3, (28.0, 28.0): 24, (14.0, 14.0): 24, (60.0, 69.28): 9}


def shared(
    folder: Path, paper: str = "a4", sheet: str = "shared", jobs: str = JOBS, sheets: str = ""
) -> tuple[Press, dict[str, AnyJob], Collector]:
    """The game with those print jobs: what is printed, and what is reported."""
    target = folder / "game"
    shutil.copytree(GAME, target, dirs_exist_ok=True)
    text = (target / "game.yaml").read_text()
    own = jobs.replace("sheet: S", f"sheet: {sheet}")
    (target / "game.yaml").write_text(text[: text.index("print:")] + own)
    (target / "leaflet.md").write_text("# Leaflet\n\nHow to sail.\n")
    if sheets:
        (target / "sheets.yaml").write_text(sheets)
    press, found, report = open_game(paper, target)
    printed = {job.job.name: job for job in planned(press, list(found.values()))}
    return press, printed, report


def drawn(press: Press, job: AnyJob) -> list[Page]:
    kind = KINDS[type(job)]
    return list(function_of(kind, kind.pages)(press, job))


def boxes(page: Page) -> list[tuple[float, float, float, float, bool]]:
    """The boxes of the pieces of a page as x, y, w, h, and whether each stands on its head."""
    found = []
    for item in page.drawing.items:
        if not (isinstance(item, Group) and item.transform and isinstance(item.items[0], Group)):
            continue
        inner, (a, _, _, _, x, y) = item.items[0], item.transform
        if not (inner.clip or inner.outline):
            continue
        w, h = _size(inner)
        found.append((x - w if a < 0 else x, y - h if a < 0 else y, w, h, a < 0))
    return found


def _size(inner: Group) -> tuple[float, float]:
    """The size of a piece, its bleed taken off, told from what it is cut to."""
    if inner.clip:
        x, y, w, h, _ = inner.clip
        return round(w + 2 * x, 3), round(h + 2 * y, 3)
    return 60.0, 69.28


def texts(page: Page) -> str:
    return " | ".join(item.text for item in walk(page.drawing.items) if isinstance(item, TextRun))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("sheet", ["long", "short"])
def test_all_pieces_are_there_apart_and_backs_behind_fronts(tmp_path: Path, paper: str, sheet: str) -> None:
    sheets = "sheets:\n  long: {extends: shared}\n  short: {extends: shared, flip: short}\n"
    press, printed, _ = shared(tmp_path, paper, sheet, sheets=sheets)
    pages = drawn(press, printed[f"{sheet}-tokens"])
    assert len(pages) % 2 == 0
    counted: dict[tuple[float, float], int] = {}
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        assert back.label == f"{front.label} back"
        width, height = front.drawing.width, front.drawing.height
        assert sorted((width, height)) == pytest.approx(sorted(PAPERS[paper]), abs=0.05)
        sideways = (height >= width) == (sheet == "long")
        fronts = boxes(front)
        seen = []
        for x, y, w, h, over in boxes(back):
            assert over != sideways
            seen.append((width - x - w, y, w, h) if sideways else (x, height - y - h, w, h))
        two_sided = [box[:4] for box in fronts if box[2:4] != (30.0, 12.0)]
        assert [tuple(round(v, 3) for v in box) for box in seen] == [
            tuple(round(v, 3) for v in box) for box in two_sided
        ]
        for number, (x, y, w, h, _) in enumerate(fronts):
            counted[w, h] = counted.get((w, h), 0) + 1
            assert min(x, y, width - x - w, height - y - h) >= 5.0
            for ox, oy, ow, oh, _ in fronts[:number]:
                apart = max(x - ox - ow, ox - x - w, y - oy - oh, oy - y - h)
                assert apart >= 2.0 - 1e-6, "two pieces overlap, or their bleeds"
    assert counted == SIZES


def test_paper_is_saved(tmp_path: Path) -> None:
    press, printed, problems = shared(tmp_path)
    assert not problems.found
    assert list(printed) == ["shared-tokens", "leaflet", "shared-models", "shared-stickers"]
    single, alone, _ = shared(tmp_path / "alone", sheet="default")
    names = ("marks", "buoys", "little", "reefs")
    assert len(drawn(press, printed["shared-tokens"])) < sum(len(drawn(single, alone[n])) for n in names)
    assert len(drawn(press, printed["shared-models"])) < sum(
        len(drawn(single, alone[n])) for n in ("boats", "dice")
    )


def test_a_page_says_what_is_on_it_and_the_outline_leads_there(tmp_path: Path) -> None:
    press, printed, _ = shared(tmp_path)
    pages = drawn(press, printed["shared-tokens"])
    marks = [item.title for page in pages for item in page.drawing.items if isinstance(item, Bookmark)]
    assert sorted(marks) == ["Buoys", "Little", "Marks", "Reefs"]
    for page in pages:
        has = {box[2:4] for box in boxes(page)}
        for title, size in (("Reefs", (60.0, 69.28)), ("Buoys", (28.0, 28.0)), ("Little", (14.0, 14.0))):
            assert (size in has) == (title in texts(page)), page.label
    pdf = next(out.data for out in print_job(press, printed["shared-models"], {"pdf"}))
    outline = [str(entry.title) for entry in pypdf.PdfReader(BytesIO(pdf)).outline]  # type: ignore[union-attr]
    assert sorted(outline) == ["Boats", "Dice"]
    said = pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_bounded()
    assert "Boats" in said
    assert "glue the grey tabs" in "".join(
        page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(pdf)
    )


def test_printers_stay_in_step_when_the_first_page_has_no_backs(tmp_path: Path) -> None:
    """Large pieces without backs fill the first page; those with backs come after."""
    jobs = """print:
  - {tokens: plates, shape: rect, size: [90, 120], sheet: S, pieces: [{name: Plate, count: 4}]}
  - {tokens: buoys, of: Buoy, front: layouts/buoy.yaml, back: layouts/buoy-back.yaml, size: 28, sheet: S}
"""
    press, printed, _ = shared(tmp_path, jobs=jobs)
    pages = drawn(press, printed["shared"])
    assert [page.label for page in pages] == ["Shared 1", "Shared 1 back", "Shared 2", "Shared 2 back"]
    assert not boxes(pages[1])
    assert len(boxes(pages[3])) == 24
    pdf = next(out.data for out in print_job(press, printed["shared"], {"pdf"}))
    assert b"/DuplexFlipLongEdge" in pdf


def test_folded_ones_share_with_folded_ones(tmp_path: Path) -> None:
    jobs = """print:
  - {tokens: signs, size: 30, sides: fold, back: token, sheet: S, pieces: [{name: Fog, count: 3}]}
  - {tokens: lamps, size: 20, sides: fold, back: token, sheet: S, pieces: [{name: Lamp, count: 2}]}
  - {tokens: buoys, of: Buoy, front: layouts/buoy.yaml, back: layouts/buoy-back.yaml, size: 28, sheet: S}
"""
    press, printed, _ = shared(tmp_path, jobs=jobs)
    assert list(printed) == ["shared-folded", "shared-tokens"]
    (page,) = drawn(press, printed["shared-folded"])
    found = boxes(page)
    middle = page.drawing.height / 2
    assert len(found) == 10
    for (_, y, _, h, over), (_, by, _, _, turned) in zip(found[:5], found[5:], strict=True):
        assert (over, turned) == (False, True)
        assert y + h < middle
        assert by - middle == pytest.approx(middle - y - h)


def test_boards_that_fit_share_and_larger_ones_dont(tmp_path: Path) -> None:
    jobs = """print:
  - {mats: boat-mats, layout: layouts/mat.yaml, of: Boat, sheet: S}
  - {mats: more-mats, layout: layouts/mat.yaml, of: Boat, sheet: S}
  - {mats: sea, layout: layouts/sea.yaml, sheet: S}
"""
    press, printed, _ = shared(tmp_path, jobs=jobs)
    assert list(printed) == ["shared", "sea"]
    assert sum(len(boxes(page)) for page in drawn(press, printed["shared"])) == 6


def test_cards_keep_the_name_of_their_sheet(tmp_path: Path) -> None:
    jobs = """print:
  - {cards: orders, of: Order, front: layouts/order.yaml, back: card-back, sheet: S}
  - {tokens: buoys, of: Buoy, front: layouts/buoy.yaml, size: 28, sheet: S}
"""
    _, printed, problems = shared(tmp_path, jobs=jobs)
    assert list(printed) == ["shared", "shared-tokens"]
    assert not problems.found


@pytest.mark.parametrize("name", ["shared", "leaflet"])
def test_two_files_of_one_name(tmp_path: Path, name: str) -> None:
    jobs = f"""print:
  - {{tokens: buoys, of: Buoy, front: layouts/buoy.yaml, size: 28, sheet: {name}}}
  - {{tokens: more, of: Buoy, front: layouts/buoy.yaml, size: 20, sheet: {name}}}
  - {{document: {name}, from: leaflet.md}}
"""
    _, printed, problems = shared(
        tmp_path, jobs=jobs, sheets="sheets:\n  leaflet: {extends: default, share: true}\n"
    )
    assert list(printed) == [name]
    assert [problem.code for problem in problems.found] == ["PCG0783"]


def test_a_piece_that_is_too_large_is_named(tmp_path: Path) -> None:
    jobs = """print:
  - {tokens: buoys, of: Buoy, front: layouts/buoy.yaml, size: 28, sheet: S}
  - {tokens: plates, shape: rect, size: [400, 300], sheet: S, pieces: [{name: Plate}]}
"""
    press, printed, problems = shared(tmp_path, jobs=jobs)
    assert drawn(press, printed["shared"]) == []
    (problem,) = problems.found
    assert problem.code == "PCG0745"
    assert "`plates` is 400 x 300 mm" in problem.message


def test_what_a_job_is_called_is_its_own(tmp_path: Path) -> None:
    jobs = JOBS.replace("{tokens: little,", "{tokens: little, title: Small ones, note: Only for three.,")
    press, printed, _ = shared(
        tmp_path, jobs=jobs.replace("from: leaflet.md", "from: leaflet.md, note: Read it.")
    )
    pages = drawn(press, printed["shared-tokens"])
    assert "Small ones" in texts(pages[-2])
    record = Record()
    for job in printed.values():
        list(print_job(press, job, {"pdf"}, record))
    (guide,) = print_guide(press, record, {"pdf"}, [])
    text = " ".join(
        " ".join(page.get_textpage().get_text_bounded().split()) for page in pypdfium2.PdfDocument(guide.data)
    )
    assert "Small ones 24" in text
    assert "Small ones: Only for three." in text
    assert "Read it." in text
    assert "Leaflet: Read it." not in text


def guide_of(press: Press, printed: dict[str, AnyJob]) -> str:
    """The text of the print guide, a line for each of its lines."""
    record = Record()
    for job in printed.values():
        list(print_job(press, job, {"pdf"}, record))
    (guide,) = print_guide(press, record, {"pdf"}, [])
    document = pypdfium2.PdfDocument(guide.data)
    return "\n".join(page.get_textpage().get_text_bounded().replace("\r", "") for page in document)


def test_a_sheet_may_have_a_title(tmp_path: Path) -> None:
    sheets = "sheets:\n  bits: {extends: shared, title: Bits and pieces}\n"
    press, printed, problems = shared(tmp_path, sheet="bits", sheets=sheets)
    assert not problems.found
    assert [job.job.called for job in printed.values()] == [
        "Bits and pieces: Tokens",
        "Leaflet",
        "Bits and pieces: Models",
        "Bits and pieces: Stickers",
    ]
    assert "Bits and pieces: Tokens" in guide_of(press, printed)


@pytest.mark.parametrize(
    "title", ["''", "' '", "7", "true", "[Bits]", "{en: Bits}", "'" + "x" * 61 + "'", "null"]
)
def test_titles_of_sheets_that_are_wrong(tmp_path: Path, title: str) -> None:
    folder = tmp_path / "game"
    shutil.copytree(GAME, folder)
    (folder / "sheets.yaml").write_text(f"sheets:\n  bits: {{extends: shared, title: {title}}}\n")
    report = Collector()
    game = load_game(folder, report)
    assert game is not None
    open_press(game, "a4", report)
    assert [problem.code for problem in report.found] == ["PCG0702"]


def test_stickers_are_instead_of_nets(tmp_path: Path) -> None:
    text = guide_of(*shared(tmp_path)[:2])
    assert "1 sheet, instead of dice to fold" in text
    assert "Instead of the dice to fold, for blank dice." in text
    alone = JOBS.replace("dice: dice, of: [WindDie, FlagDie]", "dice: dice, of: FlagDie").replace(
        'labels: {storm: "!"}, ', ""
    )
    text = guide_of(
        *shared(tmp_path / "alone", jobs=alone.replace("icons: {calm: sun, gust: bolt}, ", ""))[:2]
    )
    assert "instead of" not in text.lower()


def test_a_note_that_is_the_same_is_said_once(tmp_path: Path) -> None:
    jobs = JOBS.replace("{standees: boats,", "{standees: boats, note: Mind the wind.,").replace(
        "{dice: dice,", "{dice: dice, note: Mind the wind.,"
    )
    text = guide_of(*shared(tmp_path, jobs=jobs)[:2])
    assert text.count("Mind the wind.") == 1
    assert "Dice: Mind" not in text


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("lying", [False, True])
def test_boards_as_large_as_the_paper_have_their_backs_behind_them(
    tmp_path: Path, flip: str, lying: bool
) -> None:
    jobs = """print:
  - {mats: chart, layout: layouts/chart.yaml, back: layouts/chart.yaml, sheet: mine}
"""
    shutil.copytree(GAME, tmp_path / "game")
    size = "paper-landscape" if lying else "paper"
    chart = f'size: {size}\nelements:\n  - {{shape: rect, at: [10, 20], size: [30, 5], fill: "#123456"}}\n'
    (tmp_path / "game/layouts/chart.yaml").write_text(chart)
    press, printed, problems = shared(
        tmp_path, jobs=jobs, sheets=f"sheets:\n  mine: {{extends: default, flip: {flip}}}\n"
    )
    assert not problems.found
    front, back = drawn(press, printed["chart"])
    assert back.label == f"{front.label} back"
    turned = any(isinstance(i, Group) and i.transform and i.transform[0] < 0 for i in back.drawing.items)
    assert turned == ((flip == "long") == lying)
    text = guide_of(press, printed)
    assert "2 pages on 1 sheet of A4, on both sides" in text
    assert "Nothing is cut." in text


def test_the_guide_says_what_is_on_shared_paper(tmp_path: Path) -> None:
    press, printed, _ = shared(tmp_path)
    record, made = Record(), list[Output]()
    for job in printed.values():
        made += print_job(press, job, {"pdf"}, record)
    (guide,) = print_guide(press, record, {"pdf"}, [])
    text = " ".join(
        " ".join(page.get_textpage().get_text_bounded().split()) for page in pypdfium2.PdfDocument(guide.data)
    )
    assert "60 pieces: Marks 3, Buoys 24, Little 24, Reefs 9" in text
    assert "Boats 3" in text
    assert all(out.path in text for out in made)


# --- texts of one size ---

LONG = "A name that is so long that it has to be set small"


def heights(pdf: bytes, word: str) -> set[float]:
    """How high (pt) a font is where a word stands in a file, upright or on its side."""
    found = set()
    document = pypdfium2.PdfDocument(pdf)
    for page in document:
        text = page.get_textpage()
        search = text.search(word, match_case=True)
        while (hit := search.get_next()) is not None:
            left, bottom, right, top = text.get_charbox(hit[0], loose=True)
            found.add(round(max(top - bottom, right - left), 1))
    return found


LAYOUTS = {
    "plain": ["Brief"],
    "tight": [LONG],
    "sides": ["Brief, when: index != 3", f"{LONG}, when: index == 3"],
}


@pytest.mark.parametrize(
    "job",
    [
        "{tokens: t, front: plain, back: tight, size: 30, pieces: [{name: One}]}",
        "{tokens: t, front: plain, back: tight, backs: deck, size: 30, pieces: [{name: One}]}",
        "{standees: t, front: plain, rear: tight, size: 30, pieces: [{name: One}]}",
        "{mats: t, layout: plain, back: tight, pieces: [{name: One}]}",
        "{dice: t, face: sides, size: 20, pieces: [{name: One, faces: 6}]}",
        "{stickers: t, face: sides, size: 20, pieces: [{name: One, faces: 6}]}",
        "{cards: t, of: Order, front: plain, back: tight}",
        "{cards: t, of: Order, front: plain, back: tight, backs: card}",
    ],
)
def test_all_faces_of_a_job_have_texts_of_one_size(tmp_path: Path, job: str) -> None:
    shutil.copytree(GAME, tmp_path / "game")
    for name, elements in LAYOUTS.items():
        head = "size: [30, 30]\nbleed: 3\nelements:\n"
        looks = "font_size: 12, min_size: 3, fit_group: all, size: [28, 8]"
        text = "".join(f"  - {{text: {element}, {looks}}}\n" for element in elements)
        (tmp_path / f"game/layouts/{name}.yaml").write_text(head + text)
    press, printed, problems = shared(tmp_path, jobs=f"print:\n  - {job}\n")
    (made,) = print_job(press, printed["t"], {"pdf"})
    assert not problems.found
    short, long = heights(made.data, "Brief"), heights(made.data, "A name")
    assert len(short) == 1
    assert short == long
    assert max(short) < 12


# --- text that can't be read ---


@pytest.mark.parametrize(
    ("job", "small"),
    [
        ("{tokens: t, size: 25, pieces: [{name: One}, {name: Two}]}", False),
        ("{tokens: t, size: 9, pieces: [{name: One}, {name: Two}]}", True),
        ("{tokens: t, size: 9, pieces: [{name: One, icon: flag}]}", False),
        ("{tokens: t, front: brief, size: 30, pieces: [{name: One}]}", False),
        ("{tokens: t, front: brief, size: 15, pieces: [{name: One}]}", True),
        ("{tokens: t, front: blank, back: brief, backs: deck, size: 15, pieces: [{name: One}]}", True),
        ("{standees: t, front: brief, size: 15, pieces: [{name: One}]}", True),
        ("{dice: t, face: brief, size: 15, pieces: [{name: One, faces: 6}]}", True),
        ("{dice: t, face: brief, size: 28, pieces: [{name: One, faces: 6}]}", False),
        ("{stickers: t, face: brief, pieces: [{name: One, faces: 6}]}", True),
        ("{pads: t, layout: page, up: 2}", False),
        ("{pads: t, layout: page, up: 9}", True),
        ("{cards: t, of: Order, front: tiny}", True),
        ("{cards: t, of: Order, front: rows}", True),
    ],
)
def test_text_that_few_can_read_is_told_once(tmp_path: Path, job: str, small: bool) -> None:
    shutil.copytree(GAME, tmp_path / "game")
    head = "size: [30, 30]\nbleed: 3\nelements:\n"
    for name, text in {
        "brief": f"{head}  - {{text: Brief, font_size: 8, min_size: 8, size: [28, 8]}}\n",
        "blank": f"{head}  - {{shape: rect, fill: tint}}\n",
        "tiny": f"{head}  - {{text: Brief, font_size: 4, min_size: 4, size: [28, 8]}}\n",
        "rows": f"{head}  - {{table: [[{LONG * 9}]], style: small, size: [28, 20]}}\n",
        "page": "size: paper\nelements:\n  - {text: Brief, font_size: 9, min_size: 9, size: [90, 8]}\n",
    }.items():
        (tmp_path / f"game/layouts/{name}.yaml").write_text(text)
    (tmp_path / "game/theme.yaml").write_text("styles: {small: {extends: cell, font_size: 8, min_size: 3}}\n")
    press, printed, problems = shared(tmp_path, jobs=f"print:\n  - {job}\n")
    assert list(print_job(press, printed["t"], {"pdf"}))
    assert [problem.code for problem in problems.found] == ["PCG0737"] * small
    assert all(problem.severity is Severity.WARNING for problem in problems.found)


def test_a_piece_that_is_made_smaller_is_looked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYCARDGEN_CACHE_DIR", str(tmp_path / "cache"))
    told = []
    for size in (25, 9, 9, 25):
        jobs = f"print:\n  - {{tokens: t, size: {size}, pieces: [{{name: One}}]}}\n"
        press, printed, problems = shared(tmp_path, jobs=jobs)
        assert list(print_job(press, printed["t"], {"pdf"}))
        told.append([problem.code for problem in problems.found])
    assert told == [[], ["PCG0737"], ["PCG0737"], []]
