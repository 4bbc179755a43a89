"""Fonts of games in PDF, SVG and PNG: embedded as subsets, kerned, with ligatures, and read back as text."""

from __future__ import annotations

import re
from base64 import b64decode
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdf
import pypdfium2
import pytest
from fontTools.cffLib import CFFFontSet
from fontTools.ttLib import TTFont
from layout.drawing import draw
from layout.made_fonts import made_font

from pycardgen.layout.display import Drawing
from pycardgen.paint.page import Info, Page
from pycardgen.paint.pdf import paint_pdf
from pycardgen.paint.svg import paint_svg

TEXT = "  - {text: 'AV fix-ix fi', font: title, color: black, font_size: 20, min_size: 20, size: [60, 20]}\n"
THEME = "fonts: {title: {files: title.font, licence: OFL-1.1}}\n"
EM = 20 / 72 * 25.4

LEFT = {"A": 0.05, "V": 0.69, "fi": 1.59, "x": 2.07, "-": 2.57, "i": 2.87}
"""Where the boxes of letters begin, in em: A is kerned to V, and before a space nothing is."""


@pytest.fixture(params=["TrueType", "CFF"])
def drawn(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Drawing]:
    (tmp_path / "title.font").write_bytes(made_font(cff=request.param == "CFF"))
    drawing, problems = draw(TEXT, theme=THEME, folder=tmp_path)
    assert not problems
    return request.param, drawing


def pdf(drawing: Drawing) -> bytes:
    return paint_pdf([Page(drawing)], Info("Fonts"))


def font_of(data: bytes) -> Any:
    fonts = pypdf.PdfReader(BytesIO(data)).pages[0]["/Resources"]["/Font"]
    (font,) = (one.get_object() for one in fonts.values())
    return font


def test_a_font_is_embedded_as_a_subset(drawn: tuple[str, Drawing]) -> None:
    kind, drawing = drawn
    font = font_of(pdf(drawing))
    inner = font["/DescendantFonts"][0].get_object()
    assert re.fullmatch(r"/[A-Z]{6}\+Boxes-400", inner["/BaseFont"])
    assert inner["/Subtype"] == {"TrueType": "/CIDFontType2", "CFF": "/CIDFontType0"}[kind]
    descriptor = inner["/FontDescriptor"].get_object()
    if kind == "TrueType":
        program = TTFont(BytesIO(descriptor["/FontFile2"].get_object().get_data()))
        assert program["maxp"].numGlyphs == 11
    else:
        stream = descriptor["/FontFile3"].get_object()
        assert stream["/Subtype"] == "/CIDFontType0C"
        cff = CFFFontSet()
        cff.decompile(BytesIO(stream.get_data()), None)
        assert len(cff.topDictIndex[0].CharStrings) == 11


def test_text_is_read_back_with_ligatures_as_letters(drawn: tuple[str, Drawing]) -> None:
    data = pdf(drawn[1])
    assert pypdf.PdfReader(BytesIO(data)).pages[0].extract_text() == "AV fix-ix fi"
    page = pypdfium2.PdfDocument(data)[0].get_textpage()
    assert page.get_text_range().replace("\x02", "-") == "AV fix-ix fi"


@pytest.mark.parametrize("outlines", [False, True])
def test_letters_stand_where_they_were_measured(drawn: tuple[str, Drawing], outlines: bool) -> None:
    """In PDF and in outlines: ink begins and ends where the widths of the font and its kerning say."""
    drawing = drawn[1]
    if outlines:
        (path,) = re.findall(r'class="text" d="([^"]*)"', paint_svg(drawing, outlines=True))
        starts = [float(x) for x in re.findall(r"M (\S+) ", path)]
        for letter, left in LEFT.items():
            assert any(x == pytest.approx(left * EM, abs=0.01) for x in starts), letter
        return
    scale = 20
    image = pypdfium2.PdfDocument(pdf(drawing))[0].render(scale=scale * 25.4 / 72).to_pil().convert("L")
    row = round((3 + 0.35 * EM) * scale)
    dark = [image.getpixel((x, row)) < 128 for x in range(image.width)]
    starts = [(x / scale - 3) for x in range(1, image.width) if dark[x] and not dark[x - 1]]
    for letter, left in LEFT.items():
        assert any(x == pytest.approx(left * EM, abs=0.08) for x in starts), (letter, left * EM, starts)


def test_svg_brings_the_font_with_its_kerning(drawn: tuple[str, Drawing]) -> None:
    text = paint_svg(drawn[1])
    assert "font-family=\"'Boxes'\"" in text
    (data,) = re.findall(r"base64,([^)]*)\)", text)
    font = TTFont(BytesIO(b64decode(data)))
    assert {"A", "V", "f", "i"} <= set(font.getGlyphOrder())
    assert [one.FeatureTag for one in font["GPOS"].table.FeatureList.FeatureRecord] == ["kern"]


def test_the_same_font_gives_the_same_bytes(drawn: tuple[str, Drawing]) -> None:
    assert pdf(drawn[1]) == pdf(drawn[1])
