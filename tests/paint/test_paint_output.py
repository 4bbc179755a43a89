"""What painters write, read back: PDF by a parser, SVG by another, PNG as pictures."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pypdf
import pypdfium2
import pytest
from decks import demo_cards, simple
from PIL import Image as Pil
from PIL import ImageChops

from pycardgen.diagnostics import Collector, DiagnosticError
from pycardgen.layout.board import BoardSpace, BoardSpec, Look, draw_board
from pycardgen.layout.display import (
    Bookmark,
    Circle,
    Drawing,
    Gradient,
    Group,
    Image,
    Ink,
    Item,
    Line,
    Link,
    Picture,
    Polygon,
    Rect,
    Symbol,
    TextRun,
    Use,
    dump,
)
from pycardgen.layout.display import (
    Path as PathItem,
)
from pycardgen.layout.kit import Kit
from pycardgen.layout.text import Style, set_text
from pycardgen.layout.theme import builtin_theme
from pycardgen.paint.files import write
from pycardgen.paint.page import Info, Page
from pycardgen.paint.pdf import paint_pdf
from pycardgen.paint.png import paint_png, pdf_to_png
from pycardgen.paint.svg import paint_svg

INFO = Info("Demo", "Cards", "de", "", ("lamps",))
SVG = "{http://www.w3.org/2000/svg}"
BLACK = Ink("#000000")


def run(text: str, x: float = 5.0, y: float = 10.0, face: str = "IBMPlexSansCondensed-Regular") -> TextRun:
    return TextRun(x, y, face, 9.0, "#000000", text, 0.0, 20.0)


def pdf(*items: Item, bleed: float = 0.0) -> pypdf.PdfReader:
    return pypdf.PdfReader(BytesIO(paint_pdf([Page(Drawing(60, 40, items, bleed))], INFO)))


def picture(color: str = "#ff0000", kind: str = "PNG") -> Picture:
    out = BytesIO()
    Pil.new("RGB", (8, 4), color).save(out, kind)
    return Picture(f"{color}{kind}".encode().hex().ljust(64, "0"), kind, 8, 4, out.getvalue())


def render(*items: Item) -> Pil.Image:
    """A drawing of 60 x 40 mm at 10 pixels a millimetre."""
    data = paint_pdf([Page(Drawing(60, 40, items))], INFO)
    return pypdfium2.PdfDocument(data)[0].render(scale=10 * 25.4 / 72).to_pil().convert("RGB")


# --- PDF ---


def test_all_fonts_are_embedded_subsets_and_used() -> None:
    fronts, back = demo_cards()
    reader = pypdf.PdfReader(BytesIO(paint_pdf([Page(d) for d in (*fronts, back)], INFO)))
    fonts = [font.get_object() for font in reader.pages[0]["/Resources"]["/Font"].values()]
    names = {font["/BaseFont"].split("+")[1] for font in fonts}
    assert names == {
        "BarlowCondensed-SemiBold",
        "BarlowCondensed-Medium",
        "BarlowCondensed-Bold",
        "IBMPlexSansCond-Regular",
        "IBMPlexSansCond-Bold",
        "IBMPlexSansCond-Italic",
    } | {name for name in names if name.startswith("IBMPlexSansCond")}
    for font in fonts:
        assert re.match(r"/[A-Z]{6}\+", font["/BaseFont"])
        assert "/FontFile2" in font["/DescendantFonts"][0]["/FontDescriptor"]
        assert "/ToUnicode" in font


def test_text_can_be_read_back() -> None:
    text = (
        pdf(run("Grüße: (Ärger) \\ → Šárka’s €5"), run("plain (ascii) \\ text", y=20)).pages[0].extract_text()
    )
    assert "Grüße: (Ärger) \\ → Šárka’s €5" in text
    assert "plain (ascii) \\ text" in text


def test_many_different_characters_are_in_one_font() -> None:
    from pycardgen.layout import fonts

    codes = sorted(
        c for c in fonts.face("IBMPlexSansCondensed-Regular").advances if c > 0xA0 and c not in (0xAD,)
    )[:400]
    texts = ["".join(map(chr, codes[i : i + 50])) for i in range(0, len(codes), 50)]
    reader = pdf(*(run(text, y=3.0 + 4 * n) for n, text in enumerate(texts)))
    found = reader.pages[0].extract_text()
    assert sum(text in found for text in texts) >= len(texts) - 1  # combining marks may be moved
    assert len(reader.pages[0]["/Resources"]["/Font"]) == 1


def test_boxes() -> None:
    page = pdf(run("x"), bleed=3.0).pages[0]
    mm = 72 / 25.4
    assert [float(v) for v in page.mediabox] == pytest.approx([0, 0, 66 * mm, 46 * mm], abs=0.01)
    assert [float(v) for v in page.trimbox] == pytest.approx([3 * mm, 3 * mm, 63 * mm, 43 * mm], abs=0.01)
    assert [float(v) for v in page.bleedbox] == pytest.approx([0, 0, 66 * mm, 46 * mm], abs=0.01)


def test_pages_may_differ_in_size() -> None:
    pages = [Page(Drawing(60, 40, ())), Page(Drawing(30, 90, (), 2.0)), Page(Drawing(60, 40, ()))]
    reader = pypdf.PdfReader(BytesIO(paint_pdf(pages, INFO)))
    sizes = [
        (round(float(p.mediabox.width) * 25.4 / 72), round(float(p.mediabox.height) * 25.4 / 72))
        for p in reader.pages
    ]
    assert sizes == [(60, 40), (34, 94), (60, 40)]


def test_what_a_document_says_of_itself() -> None:
    reader = pdf(run("x"))
    assert reader.metadata is not None
    assert (reader.metadata.title, reader.metadata.subject) == ("Demo", "Cards")
    assert reader.metadata["/Keywords"] == "lamps"
    assert str(reader.metadata["/Creator"]).startswith("pycardgen ")
    assert reader.root_object["/Lang"] == "de"


def test_outline_and_links() -> None:
    items = (
        Bookmark("One", 0, 5),
        Bookmark("Deep", 3, 8),
        Link(1, 1, 5, 5, "#One"),
        Link(1, 9, 5, 5, "https://example.org"),
    )
    reader = pdf(run("x"), *items)
    outline = reader.outline
    assert outline[0].title == "One"
    assert outline[1][0].title == "Deep"
    kinds = [a.get_object() for a in reader.pages[0]["/Annots"]]
    assert kinds[1]["/A"]["/URI"] == "https://example.org"
    assert len(kinds) == 2


def test_symbols_and_pictures_are_stored_once() -> None:
    symbol = Symbol("icons/a.svg (odd name)", (0, 0, 10, 10), (Circle(5, 5, 5, BLACK),))
    same = Symbol("again", (0, 0, 10, 10), (Circle(5, 5, 5, BLACK),))
    red = picture()
    items = (
        [Use(symbol, n, 0) for n in range(20)]
        + [Use(same, 3, 3)]
        + [Image(n, 0, 5, 5, red) for n in range(9)]
    )
    reader = pdf(*items)
    objects = reader.pages[0]["/Resources"]["/XObject"]
    assert len(objects) == 2
    assert all(re.fullmatch(r"/[sp][0-9a-f]+", name) for name in objects)
    images = [n for n in range(1, len(reader.xref[0]) + 1) if _is_image(reader, n)]
    assert len(images) == 1


def _is_image(reader: pypdf.PdfReader, number: int) -> bool:
    found = reader.get_object(number)
    return isinstance(found, dict) and found.get("/Subtype") == "/Image"


def test_nothing_to_print() -> None:
    with pytest.raises(ValueError, match="page"):
        paint_pdf([], INFO)


def test_the_same_bytes_again() -> None:
    """Also in another process, where hashes of strings differ."""
    fronts, back = demo_cards()
    pages = [Page(d) for d in (*fronts, back)]
    assert paint_pdf(pages, INFO) == paint_pdf(pages, INFO)
    assert paint_svg(fronts[0]) == paint_svg(fronts[0])
    code = (
        "import sys; sys.path.insert(0, 'tests/paint'); from decks import *;"
        "from pycardgen.paint.pdf import *;"
        "from pycardgen.paint.svg import paint_svg; from hashlib import sha256; f, b = demo_cards();"
        "d = paint_pdf([Page(x) for x in (*f, b)], Info('Demo')) + paint_svg(f[0]).encode();"
        "print(sha256(d).hexdigest())"
    )
    digests = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, env=environment, check=True, text=True
        )
        digests.add(done.stdout)
    assert len(digests) == 1


# --- what it looks like ---


def test_shapes_are_where_the_list_says() -> None:
    image = render(
        Rect(5, 5, 10, 8, Ink("#ff0000")),
        Circle(30, 10, 4, Ink("#00ff00")),
        Polygon(((40, 5), (50, 5), (50, 15)), Ink("#0000ff")),
        Line(5, 30, 25, 30, Ink(None, "#ff00ff", 2.0)),
        PathItem((("M", 40, 25), ("L", 50, 25), ("C", 50, 35, 40, 35, 40, 25), ("Z",)), Ink("#00ffff")),
    )
    for (x, y), color in {
        (6, 6): (255, 0, 0),
        (14, 12): (255, 0, 0),
        (16, 6): (255, 255, 255),
        (30, 7): (0, 255, 0),
        (27, 7): (255, 255, 255),
        (48, 6): (0, 0, 255),
        (42, 12): (255, 255, 255),
        (15, 30): (255, 0, 255),
        (15, 32): (255, 255, 255),
        (44, 27): (0, 255, 255),
    }.items():
        assert image.getpixel((x * 10, y * 10)) == color, (x, y)


def test_groups_clip_turn_and_fade() -> None:
    square = Rect(0, 0, 10, 10, BLACK)
    image = render(
        Group((square,), transform=(1, 0, 0, 1, 5, 5), clip=(0, 0, 5, 10, 0)),
        Group((square,), transform=(0, 1, -1, 0, 40, 5)),
        Group((square,), transform=(1, 0, 0, 1, 45, 5), opacity=0.5),
        Rect(45, 25, 10, 10, BLACK),
    )
    assert image.getpixel((70, 100)) == (0, 0, 0)
    assert image.getpixel((120, 100)) == (255, 255, 255)
    assert image.getpixel((350, 100)) == (0, 0, 0)
    assert all(abs(v - 127) <= 2 for v in image.getpixel((500, 100)))  # type: ignore[union-attr]
    assert image.getpixel((500, 300)) == (0, 0, 0)  # opacity ends with its group


def test_opacity_even_within_symbols() -> None:
    symbol = Symbol("o", (0, 0, 10, 10), (Group((Rect(0, 0, 10, 10, BLACK),), opacity=0.25),))
    image = render(Use(symbol, 5, 5), Use(symbol, 30, 5))
    for x in (100, 350):
        assert all(abs(v - 191) <= 2 for v in image.getpixel((x, 100)))  # type: ignore[union-attr]


def test_gradients_even_within_symbols() -> None:
    fill = Gradient("linear", 0, 0, 20, 0, ((0.0, "#000000"), (1.0, "#ffffff")))
    symbol = Symbol("g", (0, 0, 20, 10), (Rect(0, 0, 20, 10, Ink(fill)),))
    image = render(Use(symbol, 5, 5), Use(symbol, 5, 20))
    for y in (100, 250):
        left, right = image.getpixel((60, y)), image.getpixel((240, y))
        assert left[0] < 30  # type: ignore[index]
        assert right[0] > 220  # type: ignore[index]


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_pictures_stand_upright(kind: str) -> None:
    out = BytesIO()
    halves = Pil.new("RGB", (10, 10), "#ff0000")
    halves.paste("#0000ff", (0, 5, 10, 10))
    halves.save(out, kind)
    image = render(Image(10, 10, 20, 20, Picture("a" * 64, kind, 10, 10, out.getvalue())))
    assert image.getpixel((200, 120))[0] > 200  # type: ignore[index]
    assert image.getpixel((200, 280))[2] > 200  # type: ignore[index]
    assert image.getpixel((90, 120)) == (255, 255, 255)


def test_text_is_painted_as_wide_as_it_was_measured() -> None:
    from pycardgen.layout.text import Style, set_text

    for text in ("Wave and lantern 12", "Šárka → Grüße", "AVATAR"):
        for tracking in (0.0, 0.08):
            style = Style(size=14, min_size=14, tracking=tracking, family="barlow-condensed")
            block = set_text(text, style, (5, 5, 50, 20), lambda n, c: None)
            image = render(*block.items)
            box = ImageChops.invert(image.convert("L")).getbbox()
            assert box is not None
            runs = [item for item in block.items if isinstance(item, TextRun)]
            assert box[0] / 10 == pytest.approx(runs[0].x, abs=0.6)
            right = runs[-1].x + runs[-1].width - tracking * 14 * 25.4 / 72
            assert box[2] / 10 == pytest.approx(right, abs=0.6)


def test_the_demonstration_cards_are_as_kept() -> None:
    """Run with PYCARDGEN_UPDATE=1 to keep what has changed, and look at the difference."""
    fronts, back = demo_cards()
    kept = Path(__file__).parent / "demo"
    text = "".join(dump(drawing) for drawing in (*fronts, back))
    golden = kept / "cards.txt"
    if os.environ.get("PYCARDGEN_UPDATE"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


# --- SVG ---


def svg_of(drawing: Drawing, **more: object) -> ElementTree.Element:
    return ElementTree.fromstring(paint_svg(drawing, **more).encode())  # type: ignore[arg-type]


def test_svg_sizes_are_millimetres() -> None:
    root = svg_of(demo_cards()[0][0])
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("69mm", "94mm", "-3 -3 69 94")


def test_svg_boards_have_ids_classes_layers_and_titles() -> None:
    report = Collector()
    kit = Kit(builtin_theme(report), {})
    spaces = [
        BoardSpace("L06", 1, 1, "L06", ("sector", "deep"), title="Deep water", data=(("kind", "deep"),))
    ]
    board = draw_board(
        BoardSpec("Bay & <Reef>", "hex-flat", spaces, {"deep": Look(legend="Deep")}, prefix="sector"),
        kit,
        100,
        80,
        report,
    )
    root = svg_of(board, title="Bay & <Reef>")
    assert root.findtext(f"{SVG}title") == "Bay & <Reef>"
    found = next(e for e in root.iter(f"{SVG}g") if e.get("id") == "sector-L06")
    assert found.get("class") == "sector deep"
    assert found.get("data-kind") == "deep"
    assert found.findtext(f"{SVG}title") == "Deep water"
    inkscape = "{http://www.inkscape.org/namespaces/inkscape}"
    layers = [
        e.get(f"{inkscape}label") for e in root.iter(f"{SVG}g") if e.get(f"{inkscape}groupmode") == "layer"
    ]
    assert layers == ["Spaces", "Title and legend"]
    assert [e.text for e in root.iter(f"{SVG}text")] == ["L06", "BAY & <REEF>", "Deep"]


def test_svg_fonts_are_brought_along() -> None:
    root = svg_of(Drawing(60, 40, (run("Grüße"), run("x", face="BarlowCondensed-BoldItalic"))))
    style = "".join(e.text or "" for e in root.iter(f"{SVG}style"))
    assert style.count("@font-face") == 2
    assert "font-family:'Barlow Condensed';font-weight:700;font-style:italic" in style
    from base64 import b64decode

    from fontTools.ttLib import TTFont

    data = b64decode(re.findall(r"base64,([^)]+)\)", style)[1])
    with TTFont(BytesIO(data)) as font:
        assert set(font.getBestCmap()) == {*range(0x20, 0x7F), ord("ü"), ord("ß")}
    texts = list(root.iter(f"{SVG}text"))
    assert texts[0].text == "Grüße"
    assert texts[1].get("font-style") == "italic"
    assert float(texts[0].get("font-size") or 0) == pytest.approx(9 * 25.4 / 72, abs=0.001)


def test_svg_text_as_outlines_needs_no_font() -> None:
    root = svg_of(Drawing(60, 40, (run("Aé"),)), outlines=True)
    assert not list(root.iter(f"{SVG}text"))
    assert not list(root.iter(f"{SVG}style"))
    data = next(root.iter(f"{SVG}path")).get("d") or ""
    xs = [float(v) for v in re.findall(r"-?[\d.]+", data)[::2]]
    assert 5.0 <= min(xs) < max(xs) < 9.0


def test_svg_symbols_gradients_clips_and_pictures() -> None:
    symbol = Symbol("dot", (0, 0, 4, 4), (Circle(2, 2, 2, BLACK),))
    fill = Gradient("radial", 5, 5, 5, 0, ((0.0, "#000000"), (1.0, "#ffffff")))
    drawing = Drawing(
        60,
        40,
        (
            Use(symbol, 1, 1),
            Use(symbol, 9, 1, 2.0),
            Group((Rect(0, 0, 10, 10, Ink(fill), 1.0),), clip=(0, 0, 5, 5, 1), opacity=0.5),
            Image(0, 0, 5, 5, picture()),
            Link(0, 0, 5, 5, "https://example.org"),
            Bookmark("x", 0, 0),
        ),
    )
    root = svg_of(drawing)
    uses = list(root.iter(f"{SVG}use"))
    assert len(uses) == 2
    href = uses[0].get("{http://www.w3.org/1999/xlink}href") or ""
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert href.removeprefix("#") in ids
    assert len(ids) == len(set(ids))
    group = next(e for e in root.iter(f"{SVG}g") if e.get("clip-path"))
    assert [e.get("fill-opacity") for e in group] == ["0.5"], "some programs don't take it from groups"
    assert next(root.iter(f"{SVG}radialGradient")).get("r") == "5"
    image = next(root.iter(f"{SVG}image"))
    assert (image.get("{http://www.w3.org/1999/xlink}href") or "").startswith("data:image/png;base64,")
    assert next(root.iter(f"{SVG}a")).get("{http://www.w3.org/1999/xlink}href") == "https://example.org"


def test_what_is_translucent_in_svg() -> None:
    """Pictures, texts, strokes and symbols too, each by itself; the innermost group says how much."""
    symbol = Symbol("dot", (0, 0, 4, 4), (Circle(2, 2, 2, BLACK),))
    inner = Group((Rect(0, 0, 1, 1, Ink(stroke="#000000")),), opacity=0.25)
    text = run("a")
    veil = Group((Image(0, 0, 5, 5, picture()), text, Use(symbol), inner), opacity=0.5)
    root = svg_of(Drawing(20, 20, (veil, Use(symbol), Use(symbol, 5, 5))))
    assert next(root.iter(f"{SVG}image")).get("opacity") == "0.5"
    assert next(root.iter(f"{SVG}text")).get("fill-opacity") == "0.5"
    assert next(root.iter(f"{SVG}rect")).get("stroke-opacity") == "0.25"
    assert [e.get("fill-opacity") for e in root.iter(f"{SVG}circle")] == [None, "0.5"]
    assert len(list(root.iter(f"{SVG}use"))) == 2


def test_pdf_and_svg_say_the_same() -> None:
    """Every run of the display list is in both, at the same place."""
    fronts, _ = demo_cards()
    texts = [line.strip() for line in dump(fronts[2]).splitlines() if line.strip().startswith("text ")]
    root = svg_of(fronts[2])
    shown = [(e.get("x"), e.get("y"), e.text) for e in root.iter(f"{SVG}text")]
    assert len(shown) == len(texts)
    extracted = pypdf.PdfReader(BytesIO(paint_pdf([Page(fronts[2])], INFO))).pages[0].extract_text()
    squeezed = re.sub(r"\s", "", extracted)
    for _, _, text in shown:
        assert re.sub(r"\s", "", text or "") in squeezed


# --- PNG ---


def test_png_pages() -> None:
    page = Page(simple(1))
    data = paint_png(page, 100)
    with Pil.open(BytesIO(data)) as image:
        assert image.size == pytest.approx((69 / 25.4 * 100, 94 / 25.4 * 100), abs=1.5)
    assert data == paint_png(page, 100)
    pages = list(pdf_to_png(paint_pdf([page, Page(simple(2, True))], INFO), 50))
    assert len(pages) == 2
    assert pages[0] != pages[1]
    with pytest.raises(ValueError, match="pixels"):
        paint_png(replace(page, drawing=Drawing(2000, 2000, ())), 1200)


# --- files ---


def test_files_are_written_whole(tmp_path: Path) -> None:
    target = tmp_path / "a/b.pdf"
    assert write(target, b"one")
    before = target.stat().st_mtime_ns
    assert not write(target, b"one")
    assert target.stat().st_mtime_ns == before
    assert write(target, "zwei ü")
    assert target.read_text(encoding="utf-8") == "zwei ü"
    assert [p.name for p in target.parent.iterdir()] == ["b.pdf"]


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "b.pdf"
    target.write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pycardgen.paint.files.os.replace", full)
    with pytest.raises(DiagnosticError) as caught:
        write(target, b"new")
    assert caught.value.diagnostics[0].code == "PCG0760"
    assert "No space left on device" in caught.value.diagnostics[0].message
    assert target.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["b.pdf"]


def test_an_interrupt_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pycardgen.paint.files.os.replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write(tmp_path / "b.pdf", b"new")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("")
    with pytest.raises(DiagnosticError) as caught:
        write(tmp_path / "a/b.pdf", b"new")
    assert caught.value.diagnostics[0].code == "PCG0760"


@pytest.mark.parametrize(
    ("align", "anchor", "x"), [("left", None, 10.0), ("center", "middle", 30.0), ("right", "end", 50.0)]
)
def test_svg_holds_lines_where_they_are_aligned(align: str, anchor: str | None, x: float) -> None:
    """So that a viewer without the font only shows another one."""
    block = set_text(
        "One line", replace(Style(), align=align), (10.0, 10.0, 40.0, 8.0), lambda name, color: None
    )
    root = ElementTree.fromstring(paint_svg(Drawing(60.0, 30.0, block.items)))
    (text,) = root.iter("{http://www.w3.org/2000/svg}text")
    assert text.get("text-anchor") == anchor
    assert float(str(text.get("x"))) == pytest.approx(x, abs=0.01)
