"""`build` of some cards, of decks that share sheets, for print shops and printers that aren't exact."""

from __future__ import annotations

import subprocess
from collections import Counter
from io import BytesIO
from pathlib import Path

import pytest
from layout.made_fonts import made_font
from paint.made_profile import made_profile
from pypdf import PdfReader

from cli.running import BASE, Result, game, pycardgen, snapshot

GAME = (BASE / "game.yaml").read_text(encoding="utf-8").partition("components:")[0]
JOBS = """\
print:
  - {cards: lamps, of: Lamp, front: card, back: card-back}
  - {cards: oil, of: Lamp, where: {oil: true}, front: card, back: card-back}
  - {cards: large, of: Lamp, where: {oil: true}, front: large, back: large-back}
  - {cards: plain, of: Lamp, where: {oil: true}, front: card, sheet: home}
  - {document: rules, from: rulebook.md}
"""
LARGE = "extends: {name}\nsize: tarot\n"
FILES: dict[str, str | bytes] = {
    "game.yaml": GAME + JOBS,
    "rulebook.md": "# Lamps\n\nWalk.\n",
    "layouts/large.yaml": LARGE.format(name="card"),
    "layouts/large-back.yaml": LARGE.format(name="card-back"),
    "sheets.yaml": "sheets:\n  home: {extends: default, share: true}\n",
}
NAMES = {"candle": "CANDLE", "lantern": "LANTERN", "flare": "FLARE"}

Capsys = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _game() -> None:
    game(files=FILES)


def build(capsys: Capsys, *arguments: str) -> Result:
    return pycardgen(capsys, "build", "game", *arguments)


def reader(name: str, folder: str = "reprint") -> PdfReader:
    return PdfReader(f"out/lamps/{folder}/{name}.pdf")


def cards(name: str, folder: str = "reprint") -> Counter[str]:
    """How often each card is on the pages of a file."""
    words = [word for page in reader(name, folder).pages for word in page.extract_text().split()]
    return Counter(word.lower() for word in words if word.upper() in NAMES.values() and word.lower() in NAMES)


def errors(result: Result) -> list[str]:
    return [line[6:13] for line in result.err.splitlines() if line.startswith("error[")]


# --- which cards ---


def test_some_cards_with_all_their_copies(capsys: Capsys) -> None:
    assert build(capsys, "--cards", "candle,flare").code == 0
    assert snapshot(Path("out")).keys() == {"lamps/reprint/default.pdf"}
    assert cards("default") == {"candle": 5, "flare": 1}


def test_some_cards_so_often(capsys: Capsys) -> None:
    assert build(capsys, "--cards", "flare", "--count", "3").code == 0
    assert cards("default") == {"flare": 3}


def test_decks_are_together_as_far_as_sheet_and_size_agree(capsys: Capsys) -> None:
    assert build(capsys, "--cards", "lantern", "--count", "1").code == 0
    files = snapshot(Path("out")).keys()
    assert files == {f"lamps/reprint/{n}.pdf" for n in ("default-63x88", "default-70x120", "home")}
    assert cards("default-63x88") == {"lantern": 2}  # of two decks
    assert [entry.title for entry in reader("default-63x88").outline] == ["Lamps", "Oil"]  # type: ignore[union-attr]
    assert len(reader("default-63x88").pages) == 2
    assert len(reader("home").pages) == 1  # its deck has no backs


def test_lost_cards(capsys: Capsys) -> None:
    Path("lost.txt").write_text("# lost on a walk\nflare\n\ncandle  # one\ncandle\n")
    assert build(capsys, "--missing", "lost.txt").code == 0
    assert cards("default") == {"flare": 1, "candle": 2}


def test_a_proof_with_one_of_each(capsys: Capsys) -> None:
    assert build(capsys, "--count", "1").code == 0
    assert cards("default-63x88") == {"candle": 1, "lantern": 2, "flare": 1}


def test_all_else_stays(capsys: Capsys) -> None:
    assert build(capsys).code == 0
    before = snapshot(Path("out"))
    assert build(capsys, "--cards", "lantern").code == 0
    assert build(capsys, "--cards", "flare").code == 0
    after = snapshot(Path("out"))
    assert {name: after[name] for name in before} == before
    assert after.keys() - before.keys() == {"lamps/reprint/default.pdf"}  # the last ones alone
    assert build(capsys).code == 0
    assert snapshot(Path("out")) == after


def test_pictures_of_some_cards(capsys: Capsys) -> None:
    assert build(capsys, "--cards", "flare", "--only", "png").code == 0
    assert snapshot(Path("out")).keys() == {f"lamps/reprint/default-0{n}.png" for n in (1, 2)}


# --- what changed ---


def digest(capsys: Capsys) -> str:
    assert build(capsys).code == 0
    (record,) = Path("out/lamps/prints").iterdir()
    return record.stem


def change(old: str, new: str, name: str = "cards/lamps.yaml") -> None:
    path = Path("game") / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_since_an_earlier_build(capsys: Capsys) -> None:
    first = digest(capsys)
    assert "No card looks different" in build(capsys, "--since", first[:8]).out
    change("You walk faster", "You run")
    change("rest(by, 1)", "rest(by, 2)")  # a rule: the card looks as before
    assert build(capsys, "--since", first[:8]).code == 0
    assert cards("default-63x88") == {"lantern": 6}
    assert cards("home") == {"lantern": 3}
    assert build(capsys).code == 0
    assert len(list(Path("out/lamps/prints").iterdir())) == 2
    assert build(capsys, "--since", first).code == 0
    assert cards("home") == {"lantern": 3}


def test_a_new_back_makes_all_cards_new(capsys: Capsys) -> None:
    first = digest(capsys)
    Path("game/layouts/own-back.yaml").write_text(
        "extends: card-back\nelements:\n  - {shape: circle, size: [9, 9], fill: white}\n"
    )
    change("front: card, back: card-back}", "front: card, back: own-back}", "game.yaml")
    assert build(capsys, "--since", first).code == 0
    assert cards("default-63x88") == {"candle": 5, "lantern": 6, "flare": 1}


def git(*arguments: str) -> None:
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    subprocess.run(["git", *who, *arguments], cwd="game", check=True, capture_output=True)


def test_since_a_tag(capsys: Capsys) -> None:
    git("init", "-q")
    git("add", "-A")
    git("commit", "-qm", "first")
    git("tag", "v1")
    assert "No card looks different from v1" in build(capsys, "--since", "v1").out
    change("Before you leave", "Before you go")
    assert build(capsys, "--since", "v1").code == 0
    assert cards("default-63x88") == {"flare": 1}
    Path("game/cards/new.yaml").write_text("Lamp:\n  - {id: torch, light: 3, text: New.}\n")
    assert build(capsys, "--since", "HEAD", "--count", "2").code == 0
    assert "Torch" in reader("default-63x88").pages[0].extract_text()
    git("add", "-A")
    git("commit", "-qm", "second")
    assert "No card looks different" in build(capsys, "--since", "HEAD").out
    assert build(capsys, "--since", "v1", "--cmyk").code == 0
    assert cards("default-63x88") == {"flare": 1}  # and the torch: not the inks make a card new


def test_only_the_newest_records_are_kept(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pycardgen.paint.since.KEPT", 3)
    kept = []
    for number in range(5):
        change("You walk" if number == 0 else "m" * number + " walk", "m" * (number + 1) + " walk")
        assert build(capsys, "--only", "bundle,pdf").code == 0
        kept = [path.stem for path in Path("out/lamps/prints").iterdir()]
        assert len(kept) == min(number + 1, 3)


# --- mistakes: each is told, and nothing is written ---


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--cards", "candel"), "PCG0779", "did you mean 'candle'"),
        (("--cards", "candle,cave"), "PCG0779", "cave"),
        (("--missing", "nowhere.txt"), "PCG0780", "nowhere.txt"),
        (("--missing", "game"), "PCG0780", "game"),
        (("--missing", "bad.txt"), "PCG0779", "bad.txt:2:3"),
        (("--missing", "empty.txt"), "PCG0780", "empty"),
        (("--missing", "bytes"), "PCG0780", "UTF-8"),
        (("--since", "v1"), "PCG0781", "no git repository"),
        (("--since", "--help-me"), "PCG0781", "no revision"),
        (("--since", "0123456789"), "PCG0781", "no git repository"),
        (("--offset-x", "19"), "PCG0778", "leave the paper"),
        (("--scale", "110"), "PCG0778", "110 %"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_mistakes(capsys: Capsys, arguments: tuple[str, ...], code: str, said: str) -> None:
    Path("bad.txt").write_text("flare\n  lantren # twice\n")
    Path("empty.txt").write_text("# nothing\n\n")
    Path("bytes").write_bytes(b"\xff\xfe\x00")
    done = build(capsys, *arguments)
    assert done.code == 1
    assert set(errors(done)) == {code}
    assert said in done.err
    assert not Path("out").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ("--cards", " , "),
        ("--cards", "flare", "--since", "v1"),
        ("--cards", "flare", "--missing", "x"),
        ("--count", "0"),
        ("--count", "501"),
        ("--cards", "flare", "--only", "svg"),
        ("--offset-x", "21"),
        ("--offset-y", "nan"),
        ("--scale", "89"),
        ("--scale", "inf"),
    ],
    ids=" ".join,
)
def test_wrong_usage(capsys: Capsys, arguments: tuple[str, ...]) -> None:
    assert build(capsys, *arguments).code == 2
    assert not Path("out").exists()


@pytest.mark.parametrize(
    ("sheet", "code"),
    [
        ("grid: 5x5", "PCG0777"),
        ("grid: five", "PCG0702"),
        ("bleed: -1", "PCG0702"),
        ("bleed: 6", "PCG0702"),
        ("back_offset: [40, 0]", "PCG0778"),
        ("marks: dotted", "PCG0702"),
        ("margin: 90", "PCG0741"),
        ("extends: hoem", "PCG0740"),
        ("backs: folded", "PCG0702"),
        ("papers: a4", "PCG0701"),
    ],
)
def test_mistakes_in_sheets(capsys: Capsys, sheet: str, code: str) -> None:
    Path("game/sheets.yaml").write_text(f"sheets:\n  home: {{{sheet}}}\n")
    change("front: card, sheet: home", "front: card, back: card-back, sheet: home", "game.yaml")
    done = build(capsys)
    assert done.code == 1
    assert set(errors(done)) == {code}
    assert not Path("out").exists()


def test_far_too_many_cards(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pycardgen.paint.decks.MAX_COPIES", 1000)
    done = build(capsys, "--count", "400")
    assert set(errors(done)) == {"PCG0782"}
    assert "1200 cards" in done.err or "1600 cards" in done.err
    assert not Path("out").exists()


def test_a_shared_sheet_of_the_name_of_a_job(capsys: Capsys) -> None:
    Path("game/sheets.yaml").write_text("sheets:\n  home: {share: true}\n  rules: {share: true}\n")
    change("sheet: home", "sheet: rules", "game.yaml")
    done = build(capsys)
    assert errors(done) == ["PCG0783"]
    assert not Path("out").exists()


# --- shared sheets, inks, and what the files say ---


def test_decks_that_share_a_sheet_are_one_file(capsys: Capsys) -> None:
    change(
        "of: Lamp, front: card, back: card-back}",
        "of: Lamp, front: card, back: card-back, sheet: home}",
        "game.yaml",
    )
    assert build(capsys, "--only", "pdf").code == 0
    assert {path.stem for path in Path("out/lamps/pdf").iterdir()} >= {"home", "oil", "large", "rules"}
    assert not Path("out/lamps/pdf/lamps.pdf").exists()
    assert cards("home", "pdf") == {"candle": 5, "lantern": 6, "flare": 1}
    pages = reader("home", "pdf").pages
    assert len(pages) == 4  # twelve cards, eight a page, each with a back page
    backs = pages[3].extract_text().split()
    assert backs.count("Lamps") + backs.count("LAMPS") >= 1


@pytest.mark.parametrize(
    ("sheet", "sides"), [("a3", {842, 1191}), ("compact", {612, 792}), ("mine", {842, 1191})]
)
def test_a_sheet_may_be_for_a_paper(capsys: Capsys, sheet: str, sides: set[int]) -> None:
    Path("game/sheets.yaml").write_text(
        "sheets:\n  home: {share: true}\n  mine: {extends: a3, marks: lines}\n"
    )
    change("of: Lamp, front: card, back: card-back}", f"of: Lamp, front: card, sheet: {sheet}}}", "game.yaml")
    assert build(capsys, "--only", "pdf", "--paper", "letter").code == 0
    box = reader("lamps", "pdf").pages[0].mediabox
    assert {round(float(box.width)), round(float(box.height))} == sides


def boxes_and_fonts(data: bytes) -> None:
    document = PdfReader(BytesIO(data))
    assert document.root_object["/Lang"] == "en"
    assert document.root_object["/ViewerPreferences"]["/PrintScaling"] == "/None"
    assert document.metadata is not None
    assert str(document.metadata.title).startswith("Lamps: ")
    for page in document.pages:
        assert "/TrimBox" in page
        assert "/BleedBox" in page
        assert list(page.trimbox) == list(page.mediabox)


def test_every_file_says_what_it_is(capsys: Capsys) -> None:
    assert build(capsys, "--only", "pdf").code == 0
    for name, data in snapshot(Path("out/lamps/pdf")).items():
        boxes_and_fonts(data)
        duplex = PdfReader(BytesIO(data)).root_object["/ViewerPreferences"].get("/Duplex")
        assert duplex == ("/DuplexFlipLongEdge" if name in ("lamps.pdf", "oil.pdf", "large.pdf") else None), (
            name
        )
    footer = reader("lamps", "pdf").pages[0].extract_text()
    assert "Lamps 1.0.0 · Lamps · page 1 of 2" in footer
    assert "print at 100 %" in footer


def test_four_inks(capsys: Capsys) -> None:
    assert build(capsys, "--only", "pdf", "--cmyk").code == 0
    for data in snapshot(Path("out/lamps/pdf")).values():
        document = PdfReader(BytesIO(data))
        for number in range(1, len(document.xref[0]) + 1):
            found = document.get_object(number)
            if hasattr(found, "get_data") and found.get("/Subtype") != "/Image" and "/Length1" not in found:
                words = found.get_data().split()
                assert not {b"rg", b"RG"} & set(words)
        assert b"DeviceRGB" not in data
    plain = PdfReader("out/lamps/pdf/lamps.pdf").pages[0].extract_text()
    assert build(capsys, "--only", "pdf").code == 0
    assert PdfReader("out/lamps/pdf/lamps.pdf").pages[0].extract_text() == plain
    assert b"/DeviceRGB" in Path("out/lamps/pdf/lamps.pdf").read_bytes()  # the gradient of the back


def test_a_font_of_the_game(capsys: Capsys) -> None:
    """It is in the files, also when all cards come from the last build; another file is another font."""
    theme = "fonts: {plex-condensed: {files: fonts/own.otf, licence: CC0-1.0}}\n"
    Path("game/theme.yaml").write_text(theme, encoding="utf-8")
    Path("game/fonts").mkdir()
    found = []
    one, other = (made_font(chars="AVCcDdEeFfilnorstx-", cff=cff) for cff in (True, False))
    for font in (one, one, other):
        Path("game/fonts/own.otf").write_bytes(font)
        assert build(capsys, "--only", "pdf").code == 0
        found.append(Path("out/lamps/pdf/lamps.pdf").read_bytes())
    assert found[0] == found[1]
    assert b"+Boxes-400-Identity-H" in found[0]
    assert b"+Boxes-400-Identity-H" not in found[2]
    assert b"+Boxes-400" in found[2]
    assert "Boxes (CC0-1.0)" in reader("print-guide", "pdf").pages[-1].extract_text().replace("\n", " ")


def test_inks_of_a_press(capsys: Capsys) -> None:
    Path("press.icc").write_bytes(made_profile())
    assert build(capsys, "--only", "pdf", "--icc", "press.icc", "--booklet").code == 0
    for name, data in snapshot(Path("out/lamps/pdf")).items():
        document = PdfReader(BytesIO(data))
        (intent,) = document.root_object["/OutputIntents"]
        assert intent.get_object()["/OutputCondition"] == "A press of tests", name
        assert b"DeviceRGB" not in data
    assert build(capsys, "--only", "pdf", "--cmyk").code == 0
    assert "/OutputIntents" not in PdfReader("out/lamps/pdf/lamps.pdf").root_object
    Path("press.icc").write_bytes(made_profile(space=b"GRAY"))
    result = build(capsys, "--only", "pdf", "--icc", "press.icc")
    assert result.code == 1
    assert errors(result) == ["PCG0729"]


@pytest.mark.parametrize("backs", ["interleaved", "separate"])
def test_cards_as_pages_of_their_own(capsys: Capsys, backs: str) -> None:
    Path("game/sheets.yaml").write_text(f"sheets:\n  home: {{extends: single, backs: {backs}, bleed: 2}}\n")
    change(
        "of: Lamp, front: card, back: card-back}",
        "of: Lamp, front: card, back: card-back, sheet: home}",
        "game.yaml",
    )
    assert build(capsys, "--only", "pdf").code == 0
    document = reader("lamps", "pdf")
    assert len(document.pages) == 18
    for page in document.pages:
        sizes = [[float(v) * 25.4 / 72 for v in box] for box in (page.mediabox, page.trimbox, page.bleedbox)]
        assert sizes[0] == pytest.approx([0, 0, 67, 92], abs=0.01)
        assert sizes[1] == pytest.approx([2, 2, 65, 90], abs=0.01)
        assert sizes[2] == pytest.approx(sizes[0], abs=0.01)
    fronts = [n for n, page in enumerate(document.pages) if "Candle" in page.extract_text()]
    assert fronts == ([0, 2, 4, 6, 8] if backs == "interleaved" else [0, 1, 2, 3, 4])
    assert "/Duplex" not in document.root_object["/ViewerPreferences"]
    Path("game/sheets.yaml").write_text("sheets:\n  home: {extends: single, bleed: 5}\n")
    assert set(errors(build(capsys))) == {"PCG0743"}


def test_a_sheet_of_its_own_inks(capsys: Capsys) -> None:
    Path("game/sheets.yaml").write_text("sheets:\n  home: {color: cmyk}\n")
    change(
        "of: Lamp, front: card, back: card-back}",
        "of: Lamp, front: card, back: card-back, sheet: home}",
        "game.yaml",
    )
    assert build(capsys, "--only", "pdf").code == 0
    assert b"/DeviceCMYK" in Path("out/lamps/pdf/lamps.pdf").read_bytes()
    assert b"/DeviceRGB" in Path("out/lamps/pdf/oil.pdf").read_bytes()


def test_an_offset_moves_backs_and_a_scale_everything(capsys: Capsys) -> None:
    assert build(capsys, "--only", "pdf").code == 0
    plain = [page.get_contents().get_data() for page in reader("lamps", "pdf").pages[:2]]  # type: ignore[union-attr]
    assert build(capsys, "--only", "pdf", "--offset-x", "0.5").code == 0
    moved = [page.get_contents().get_data() for page in reader("lamps", "pdf").pages[:2]]  # type: ignore[union-attr]
    assert plain[0] == moved[0]
    assert plain[1] != moved[1]
    assert build(capsys, "--only", "pdf", "--scale", "102").code == 0
    scaled = [page.get_contents().get_data() for page in reader("lamps", "pdf").pages[:2]]  # type: ignore[union-attr]
    assert scaled[0].startswith(b"2.891339 0 0 -2.891339")


def test_the_printer_may_be_in_the_environment(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    assert build(capsys, "--only", "pdf", "--offset-x", "0.5").code == 0
    with_option = snapshot(Path("out"))
    monkeypatch.setenv("PYCARDGEN_BUILD_OFFSET_X", "0.5")
    assert build(capsys, "--only", "pdf").code == 0
    assert snapshot(Path("out")) == with_option


def test_the_calibration_sheet(capsys: Capsys) -> None:
    done = pycardgen(capsys, "calibrate", "--paper", "letter", "--flip", "short")
    assert done.code == 0
    document = PdfReader("out/calibration-letter.pdf")
    assert [round(float(page.mediabox.width)) for page in document.pages] == [612, 612, 792, 792]
    assert document.root_object["/ViewerPreferences"]["/Duplex"] == "/DuplexFlipShortEdge"
    assert "--offset-x" in document.pages[0].extract_text()
    assert pycardgen(capsys, "calibrate", "--out", "a/b.pdf", "--offset-x", "1", "--scale", "99").code == 0
    assert Path("a/b.pdf").is_file()
    assert pycardgen(capsys, "calibrate", "--paper", "a9").code == 2
