"""`build --booklet` and `--proofs`; texts of one size, measured once."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader

from cli.running import BASE, Result, game, pycardgen
from pycardgen.layout import fit_groups
from pycardgen.paint import incremental

GAME = (BASE / "game.yaml").read_text(encoding="utf-8").partition("components:")[0]
JOBS = """\
print:
  - {cards: lamps, of: Lamp, front: lamp}
  - {document: rules, from: rulebook.md}
"""
LAMP = """\
size: poker
bleed: 3
elements:
  - {text: "{name}", style: title, at: [4, 4], size: [55, 9]}
  - {id: rules, text: "{text} {text} {text} {text}", at: [4, 20], size: [SIZE], fit_group: rules, min_size: 7}
"""
FILES: dict[str, str | bytes] = {
    "game.yaml": GAME + JOBS,
    "rulebook.md": "# Lamps\n\n" + "Walk on. " * 400 + "\n\n[PAGE]\n\n## End\n\n[to it](#end)\n",
    "layouts/lamp.yaml": LAMP.replace("SIZE", "30, 24"),
}

Capsys = pytest.CaptureFixture[str]


def build(capsys: Capsys, *arguments: str) -> Result:
    return pycardgen(capsys, "build", "game", "--only", "pdf", *arguments)


def sizes(page: str = "out/lamps/pdf/lamps.pdf") -> set[float]:
    """The sizes (pt) of the rules' text on the sheet."""
    found: set[float] = set()

    def visit(text: str, cm: list[float], tm: list[float], _font: object, size: float) -> None:
        if "lights" in text or "Before" in text:
            found.add(round(size * abs(tm[0] * cm[0]), 2))

    for sheet in PdfReader(page).pages:
        sheet.extract_text(visitor_text=visit)
    return found


def test_a_booklet_is_a_further_file(capsys: Capsys) -> None:
    game(files=FILES)
    assert build(capsys).code == 0
    assert not Path("out/lamps/pdf/rules-booklet.pdf").exists()
    assert build(capsys, "--booklet", "--paper", "letter").code == 0
    plain, booklet = PdfReader("out/lamps/pdf/rules.pdf"), PdfReader("out/lamps/pdf/rules-booklet.pdf")
    assert len(booklet.pages) % 2 == 0
    assert [float(v) for v in booklet.pages[0].mediabox[2:]] == pytest.approx([792, 612], abs=0.1)
    assert booklet.trailer["/Root"]["/ViewerPreferences"]["/Duplex"] == "/DuplexFlipShortEdge"  # type: ignore[index]
    text = "".join(page.extract_text() for page in booklet.pages)
    assert text.count("Walk") == "".join(page.extract_text() for page in plain.pages).count("Walk")


def test_what_does_not_fit_is_drawn_when_asked_for(capsys: Capsys) -> None:
    game(files={**FILES, "layouts/lamp.yaml": LAMP.replace("SIZE", "30, 6")})
    done = build(capsys)
    assert done.code == 1
    assert "PCG0720" in done.err
    assert "--proofs FOLDER" in " ".join(done.err.split())
    assert not Path("proofs").exists()
    assert not Path("out").exists()
    done = build(capsys, "--proofs", "proofs")
    assert done.code == 1
    files = sorted(path.name for path in Path("proofs/lamps").iterdir())
    assert "lamp-lantern.png" in files
    assert "proofs/lamps/lamp-lantern.png" in "".join(done.err.split())
    with Image.open("proofs/lamps/lamp-lantern.png") as picture:
        colors = picture.convert("RGB").getcolors(1 << 20) or []
        assert (224, 0, 0) in {color for _, color in colors}  # the box
        assert picture.width == pytest.approx(69 / 25.4 * 200, abs=1.5)
        assert picture.height == pytest.approx(94 / 25.4 * 200, abs=1.5)
    assert not Path("out").exists()


def test_nothing_is_drawn_of_what_fits(capsys: Capsys) -> None:
    game(files=FILES)
    assert build(capsys, "--proofs", "proofs").code == 0
    assert not Path("proofs").exists()


def test_proofs_where_there_is_a_file(capsys: Capsys) -> None:
    game(files={**FILES, "layouts/lamp.yaml": LAMP.replace("SIZE", "30, 6")})
    Path("proofs").write_text("x", encoding="utf-8")
    done = build(capsys, "--proofs", "proofs")
    assert done.code in (1, 2)
    assert "Traceback" not in done.err


def test_texts_of_a_group_have_one_size_and_are_measured_once(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured: list[str] = []

    def counted(kit: object, template: object, subject: dict[str, str]) -> dict[str, float]:
        measured.append(subject["id"])
        return fit_groups.natural_sizes(kit, template, subject)  # type: ignore[arg-type]

    monkeypatch.setattr(incremental, "natural_sizes", counted)
    game(files=FILES)
    assert build(capsys).code == 0
    assert len(sizes()) == 1
    first = sizes()
    assert sorted(measured) == ["candle", "flare", "lantern"]
    assert build(capsys).code == 0
    assert len(measured) == 3
    cards = Path("game/cards/lamps.yaml")
    longer = cards.read_text(encoding="utf-8").replace(
        "It lights {light} space.", "It lights {light} space, " + "and more " * 4
    )
    cards.write_text(longer, encoding="utf-8")
    assert build(capsys).code == 0
    assert measured[3:] == ["candle"]
    assert len(sizes()) == 1
    assert max(sizes()) < max(first)
