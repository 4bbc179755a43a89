"""The parts of a PDF file: pictures taken over as they stand, font subsets, gradients, inks, the outline."""

from __future__ import annotations

import hashlib
from io import BytesIO
from typing import Any

import pypdf
import pypdfium2
import pytest
from fontTools.ttLib import TTFont
from PIL import Image as Pil

from pycardgen.layout import fonts
from pycardgen.layout.display import (
    Bookmark,
    Drawing,
    Gradient,
    Group,
    Image,
    Ink,
    Item,
    Link,
    Picture,
    Rect,
    TextRun,
)
from pycardgen.paint import color, pdf_fonts
from pycardgen.paint.operators import Shelf
from pycardgen.paint.page import Info, Page
from pycardgen.paint.pdf import paint_pdf

PLEX = "IBMPlexSansCondensed-Regular"


def painted(*items: Item, cmyk: bool = False, info: Info | None = None) -> bytes:
    return paint_pdf([Page(Drawing(40, 40, items))], info or Info("Parts"), Shelf(cmyk=cmyk))


def rendered(data: bytes) -> Pil.Image:
    """The first page at 10 pixels a millimetre."""
    return pypdfium2.PdfDocument(data)[0].render(scale=10 * 25.4 / 72).to_pil().convert("RGB")


def objects(data: bytes, **wanted: str) -> list[Any]:
    """All objects of a file with these entries."""
    reader = pypdf.PdfReader(BytesIO(data))
    found = [reader.get_object(number) for number in range(1, len(reader.xref[0]) + 1)]
    return [
        one
        for one in found
        if isinstance(one, dict) and all(one.get(f"/{name}") == value for name, value in wanted.items())
    ]


# --- pictures ---


def picture(mode: str, kind: str = "PNG", **options: Any) -> Picture:
    """A picture of 30 x 20: its upper half is red (or dark), its lower half blue (or light)."""
    image = Pil.new("RGB", (30, 20), "#ff0000")
    image.paste("#0000ff", (0, 10, 30, 20))
    if mode == "I;16":
        image = Pil.frombytes("I;16", (30, 20), b"".join(bytes([0, v]) for v in image.convert("L").tobytes()))
    elif mode == "RGBA":
        image.putalpha(Pil.linear_gradient("L").resize((30, 20)).point(lambda v: 255 if v > 60 else 0))
    else:
        image = image.quantize(8) if mode == "P" else image.convert(mode)
    out = BytesIO()
    image.save(out, kind, **options)
    return Picture(hashlib.sha256(out.getvalue()).hexdigest(), kind, 30, 20, out.getvalue())


@pytest.mark.parametrize(
    ("mode", "kind", "options", "kept"),
    [
        ("RGB", "PNG", {}, True),
        ("L", "PNG", {}, True),
        ("1", "PNG", {}, True),
        ("P", "PNG", {}, True),
        ("P", "PNG", {"transparency": 7}, False),
        ("RGBA", "PNG", {}, False),
        ("I;16", "PNG", {}, True),
        ("RGB", "JPEG", {}, True),
        ("L", "JPEG", {}, True),
        ("CMYK", "JPEG", {}, False),
    ],
    ids=lambda value: str(value),
)
def test_pictures_look_as_their_files_do(mode: str, kind: str, options: dict[str, Any], kept: bool) -> None:
    shown = picture(mode, kind, **options)
    data = painted(Image(5, 5, 30, 20, shown))
    image = rendered(data)
    looks = picture("L").data if mode == "I;16" else shown.data  # whose light Pillow cuts off
    with Pil.open(BytesIO(looks)) as file:
        clear = file.convert("RGBA")
        page = Pil.new("RGBA", file.size, "white")
        page.alpha_composite(clear)
        for x, y in ((2, 1), (15, 6), (2, 15), (28, 18)):
            wanted = page.convert("RGB").getpixel((x, y))
            found = image.getpixel((50 + x * 10 + 5, 50 + y * 10 + 5))
            assert found == pytest.approx(wanted, abs=6), (x, y)
    assert image.getpixel((40, 40)) == (255, 255, 255)
    start = shown.data.index(b"IDAT") + 4 if kind == "PNG" else 0
    length = int.from_bytes(shown.data[start - 8 : start - 4], "big") if start else len(shown.data)
    assert (shown.data[start : start + length] in data) == kept  # not packed a second time


def test_grey_of_16_bits_as_black_ink() -> None:
    image = rendered(painted(Image(5, 5, 30, 20, picture("I;16")), cmyk=True))
    assert image.getpixel((100, 80)) == pytest.approx((76, 76, 76), abs=8)
    assert image.getpixel((100, 200)) == pytest.approx((29, 29, 29), abs=8)


def test_transparency_is_a_mask() -> None:
    assert len(objects(painted(Image(0, 0, 30, 20, picture("RGBA"))), Subtype="/Image")) == 2
    opaque = BytesIO()
    Pil.new("RGBA", (30, 20), "#ff0000").save(opaque, "PNG")
    whole = Picture("ab" * 32, "PNG", 30, 20, opaque.getvalue())
    assert len(objects(painted(Image(0, 0, 30, 20, whole)), Subtype="/Image")) == 1


# --- fonts ---


def run(text: str, face: str = PLEX, color: str = "#000000") -> TextRun:
    return TextRun(5, 20, face, 12, color, text, 0.0, 20.0)


def test_a_subset_holds_what_is_used_and_what_it_is_made_of() -> None:
    face = fonts.face("BarlowCondensed-Bold")
    glyphs = pdf_fonts.facts(face.name).glyphs
    whole = TTFont(BytesIO(face.file.read()))
    accented = glyphs[ord("Ä")]
    part = TTFont(BytesIO(pdf_fonts.subset_font(face.file.read(), [accented, glyphs[ord("x")]])))
    order = whole.getGlyphOrder()
    parts = {"A", "uni0308", "uni0307"}  # the accent is made of dots itself
    kept = {name for name in part.getGlyphOrder() if part["glyf"][name].numberOfContours}
    names = dict(zip(part.getGlyphOrder(), order, strict=True))
    assert {names[name] for name in kept} == {order[0], order[accented], order[glyphs[ord("x")]], *parts}
    assert part["hmtx"].metrics[part.getGlyphOrder()[accented]] == whole["hmtx"].metrics[order[accented]]


def test_text_with_other_characters_has_the_font_of_plain_text_and_more() -> None:
    plain, accented = (objects(painted(run(text)), Subtype="/Type0")[0] for text in ("lamp", "lämp →"))
    assert plain["/BaseFont"] != accented["/BaseFont"]
    again = objects(painted(run("other words, 123")), Subtype="/Type0")[0]
    assert again["/BaseFont"] == plain["/BaseFont"]  # ASCII changes nothing, so the file's other objects stay


def test_a_space_that_does_not_break_reads_as_one() -> None:
    reader = pypdf.PdfReader(BytesIO(painted(run("a b"))))
    assert reader.pages[0].extract_text() == "a b"


# --- gradients ---


@pytest.mark.parametrize("cmyk", [False, True])
@pytest.mark.parametrize(
    ("stops", "wanted"),
    [
        (((0.0, "#ff0000"), (1.0, "#0000ff")), {2: "#f2000c", 20: "#7f007f", 38: "#0c00f2"}),
        (
            ((0.0, "#ff0000"), (0.5, "#ffffff"), (1.0, "#0000ff")),
            {1: "#ff0d0d", 20: "#ffffff", 39: "#0d0dff"},
        ),
        (((0.25, "#ff0000"), (0.75, "#0000ff")), {3: "#ff0000", 20: "#7f007f", 37: "#0000ff"}),
        (((0.5, "#00ff00"),), {3: "#00ff00", 37: "#00ff00"}),
    ],
)
def test_linear_gradients(stops: Any, wanted: dict[int, str], cmyk: bool) -> None:
    fill = Gradient("linear", 0, 0, 40, 0, stops)
    image = rendered(painted(Rect(0, 0, 40, 40, Ink(fill)), cmyk=cmyk))
    for x, name in wanted.items():
        found = image.getpixel((x * 10, 200))
        if cmyk:  # inks mix otherwise; the ends agree in kind
            assert found != (255, 255, 255) or name == "#ffffff"
        else:
            assert found == pytest.approx([int(name[i : i + 2], 16) for i in (1, 3, 5)], abs=6), x


def test_radial_gradients() -> None:
    fill = Gradient("radial", 20, 20, 10, 0, ((0.0, "#ff0000"), (1.0, "#0000ff")))
    image = rendered(painted(Rect(0, 0, 40, 40, Ink(fill))))
    assert image.getpixel((200, 200)) == pytest.approx((255, 0, 0), abs=6)
    assert image.getpixel((350, 200)) == pytest.approx((0, 0, 255), abs=6)


# --- colours of print shops ---


def test_colours_as_inks() -> None:
    assert color.inks("#ffffff") == (0, 0, 0, 0)
    assert color.inks("#000000") == (0, 0, 0, 1)
    assert color.inks("#ff0000") == (0, 1, 1, 0)
    assert color.inks("#808080")[:3] == (0, 0, 0)
    assert color.text_painted("#1c2128", True) == "0 0 0 1 k"
    assert color.text_painted("#1c2128", False).endswith(" rg")
    assert color.painted("#1c2128", True, stroke=True).endswith(" K")


def test_nothing_but_four_inks() -> None:
    items = (
        Rect(0, 0, 10, 10, Ink("#123456", "#654321")),
        Rect(0, 0, 10, 10, Ink(Gradient("linear", 0, 0, 9, 9, ((0.0, "#ff0000"), (1.0, "#00ff00"))))),
        run("dark", color="#1c2128"),
        Image(0, 0, 5, 5, picture("RGB")),
        Image(9, 0, 5, 5, picture("RGBA")),
        Group((Rect(0, 0, 10, 10, Ink("#ff0000")),), opacity=0.5),
    )
    data = painted(*items, cmyk=True)
    operators = pypdf.PdfReader(BytesIO(data)).pages[0].get_contents()
    assert operators is not None
    words = operators.get_data().decode().split()
    assert not {"rg", "RG", "g", "G"} & set(words)
    assert "0 0 0 1 k" in operators.get_data().decode()
    assert b"DeviceRGB" not in data
    assert b"rg" in painted(*items) or b"DeviceRGB" in painted(*items)


# --- ways through a document ---


def test_an_outline_of_several_levels() -> None:
    marks = [Bookmark(title, level, 0) for title, level in (("A", 0), ("B", 1), ("C", 2), ("D", 1), ("Ë", 0))]
    reader = pypdf.PdfReader(BytesIO(painted(*marks)))
    a, below, last = reader.outline
    assert (a.title, last.title) == ("A", "Ë")
    assert [x if isinstance(x, list) else x.title for x in below][0::2] == ["B", "D"]
    assert below[1][0].title == "C"


def test_links_lead_to_later_pages_and_to_none() -> None:
    pages = [Page(Drawing(40, 40, (Link(0, 0, 5, 5, "#Far"), Link(0, 9, 5, 5, "#Nowhere"))))]
    pages.append(Page(Drawing(40, 40, (Bookmark("Far", 0, 10),))))
    reader = pypdf.PdfReader(BytesIO(paint_pdf(pages, Info("Links"))))
    first, second = (found.get_object() for found in reader.pages[0]["/Annots"])
    assert first["/Dest"][0] == reader.pages[1].indirect_reference
    assert "/Dest" not in second


def test_a_file_says_how_it_is_printed() -> None:
    root = pypdf.PdfReader(BytesIO(painted(info=Info("Grüße (1)", duplex="short")))).root_object
    assert root["/ViewerPreferences"]["/PrintScaling"] == "/None"
    assert root["/ViewerPreferences"]["/Duplex"] == "/DuplexFlipShortEdge"
    metadata = pypdf.PdfReader(BytesIO(painted(info=Info("Grüße (1)", subject="a(b)\\"))))
    assert metadata.metadata is not None
    assert (metadata.metadata.title, metadata.metadata.subject) == ("Grüße (1)", "a(b)\\")
