"""`build --theme`: the same files, printed in a variant of the theme."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from cli.running import BASE, game, pycardgen

GAME = (BASE / "game.yaml").read_text(encoding="utf-8").partition("components:")[0]
CARD = """\
size: poker
bleed: 3
elements:
  - {shape: rect, area: bleed, fill: dark}
  - {art: "{id}", image: "{art}", scene: hazard, icon: flame, at: [4, 4], size: [55, 40]}
  - {text: "{name}", style: title, color: white, at: [4, 50], size: [55, 10]}
"""
FILES: dict[str, str | bytes] = {
    "game.yaml": f"{GAME}print:\n  - {{cards: lamps, of: Lamp, front: layouts/lamp.yaml}}\n",
    "layouts/lamp.yaml": CARD,
    "theme.yaml": "variants: {night: {colors: {dark: '#ff0000'}}}\n",
}

Capsys = pytest.CaptureFixture[str]


def ink(path: Path) -> float:
    """How dark the first page is: 0 is white, 1 black."""
    document = pypdfium2.PdfDocument(path)
    try:
        pixels = document[0].render(scale=1).to_pil().convert("L").tobytes()
    finally:
        document.close()
    return 1 - sum(pixels) / len(pixels) / 255


def test_low_ink_takes_a_tenth_of_the_ink(capsys: Capsys) -> None:
    game(files=FILES)
    for out, theme in (("full", ()), ("low", ("--theme", "low-ink")), ("full2", ())):
        result = pycardgen(capsys, "build", "game", "--only", "pdf", "--out", out, *theme)
        assert result.code == 0, result.err
    full, low, again = (next(Path(out).glob("*/pdf/lamps.pdf")) for out in ("full", "low", "full2"))
    assert ink(low) < ink(full) / 8
    assert again.read_bytes() == full.read_bytes(), "cards of one theme aren't taken for those of another"


def test_a_variant_of_the_game(capsys: Capsys) -> None:
    game(files=FILES)
    assert pycardgen(capsys, "build", "game", "--only", "pdf", "--theme", "night").code == 0
    document = pypdfium2.PdfDocument(next(Path("out").glob("*/pdf/lamps.pdf")))
    try:
        colors = document[0].render(scale=1).to_pil().convert("RGB").getcolors(1_000_000)
    finally:
        document.close()
    assert (255, 0, 0) in {color for _, color in colors or ()}


def test_an_unknown_variant_is_told_and_nothing_is_written(capsys: Capsys) -> None:
    game(files=FILES)
    result = pycardgen(capsys, "build", "game", "--only", "pdf", "--theme", "low_ink")
    assert result.code == 1
    assert "PCG0724" in result.err
    assert "did you mean 'low-ink'?" in result.err
    assert not list(Path("out").glob("**/*.pdf"))
