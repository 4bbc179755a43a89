"""Four inks: colours and pictures by a press's profile or without one, and marks on all plates."""

from __future__ import annotations

import hashlib
from io import BytesIO
from pathlib import Path

import pypdf
import pypdfium2
import pytest
from paint.made_profile import made_profile
from PIL import Image as Pil
from PIL import ImageCms

from pycardgen.diagnostics import DiagnosticError
from pycardgen.layout.display import Circle, Drawing, Image, Ink, Item, Line, Picture, Rect
from pycardgen.paint import color
from pycardgen.paint.marks import marks_of
from pycardgen.paint.operators import Shelf
from pycardgen.paint.page import Info, Page
from pycardgen.paint.pdf import paint_pdf
from pycardgen.paint.profiles import read_profile
from pycardgen.paint.sheets import Sheet, plan


@pytest.fixture
def profile(tmp_path: Path) -> str:
    (tmp_path / "press.icc").write_bytes(made_profile())
    return read_profile(tmp_path / "press.icc").digest


def painted(*items: Item, profile: str = "") -> pypdf.PdfReader:
    shelf = Shelf(cmyk=True, profile=profile)
    return pypdf.PdfReader(BytesIO(paint_pdf([Page(Drawing(40, 40, items))], Info("Inks"), shelf)))


def picture(image: Pil.Image, kind: str = "PNG", **options: object) -> Picture:
    out = BytesIO()
    image.save(out, kind, **options)
    data = out.getvalue()
    return Picture(hashlib.sha256(data).hexdigest(), kind, image.width, image.height, data)


def pixels(reader: pypdf.PdfReader) -> bytes:
    (found,) = reader.pages[0]["/Resources"]["/XObject"].values()
    stream = found.get_object()
    assert stream["/ColorSpace"] == "/DeviceCMYK"
    data: bytes = stream.get_data()
    return data


def test_a_profile_is_what_the_file_is_made_for(profile: str) -> None:
    (intent,) = painted(Rect(0, 0, 9, 9, Ink("#ff0000")), profile=profile).trailer["/Root"]["/OutputIntents"]
    entries = intent.get_object()
    assert entries["/S"] == "/GTS_PDFX"
    assert entries["/OutputCondition"] == "A press of tests"
    stream = entries["/DestOutputProfile"].get_object()
    assert stream["/N"] == 4
    assert stream.get_data() == made_profile()
    assert "/OutputIntents" not in painted(Rect(0, 0, 9, 9, Ink("#ff0000"))).trailer["/Root"]


def test_colours_are_as_the_profile_says_but_greys_are_black(profile: str) -> None:
    cyan, magenta, yellow, black = color.inks("#ff0000", profile)
    assert cyan == 0  # which this press doesn't use
    assert magenta > 0.6
    assert yellow > 0.6
    assert 0.3 < black < 0.6
    assert color.inks("#808080", profile) == color.inks("#808080")
    assert color.text_painted("#1c2128", True, profile) == "0 0 0 1 k"
    assert pixels(
        painted(Image(0, 0, 9, 9, picture(Pil.new("RGB", (3, 2), "#ff0000"))), profile=profile)
    ) == (bytes(round(255 * v) for v in (cyan, magenta, yellow, black)) * 6)


def test_without_a_profile_pictures_are_of_the_inks_of_colours() -> None:
    for shade in ("#ff0000", "#804020", "#ffffff", "#000000", "#123456", "#c05a2e"):
        found = pixels(painted(Image(0, 0, 9, 9, picture(Pil.new("RGB", (1, 1), shade)))))
        assert [value / 255 for value in found] == pytest.approx(color.inks(shade), abs=0.01), shade
        assert sum(found) <= 3 * 255


def test_inks_of_a_picture_stay_as_they_are() -> None:
    image = Pil.new("CMYK", (8, 8), (10, 200, 30, 90))
    found = pixels(painted(Image(0, 0, 9, 9, picture(image, "JPEG", quality=100))))
    assert list(found[:4]) == pytest.approx([10, 200, 30, 90], abs=4)


def swapped_profile() -> bytes:
    """A profile whose red is the blue of screens, and the other way round."""
    data = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    data = data.replace("sRGB".encode("utf-16-be"), "swap".encode("utf-16-be")).replace(b"sRGB", b"swap")
    data = data.replace(b"rXYZ", b"?XYZ", 1).replace(b"bXYZ", b"rXYZ", 1)
    return data.replace(b"?XYZ", b"bXYZ", 1)


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_picture_means_the_colours_of_its_own_profile(kind: str) -> None:
    tagged = picture(Pil.new("RGB", (8, 8), "#ff0000"), kind, icc_profile=swapped_profile())
    found = pixels(painted(Image(0, 0, 9, 9, tagged)))
    assert [value / 255 for value in found[:4]] == pytest.approx(color.inks("#0000ff"), abs=0.05)
    plain = paint_pdf([Page(Drawing(9, 9, (Image(0, 0, 9, 9, tagged),)))], Info("Tagged"))
    shown = pypdfium2.PdfDocument(plain)[0].render(scale=1).to_pil().convert("RGB")
    assert shown.getpixel((12, 12)) == pytest.approx((0, 0, 255), abs=12)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"no profile", "no ICC profile"),
        (made_profile()[:-4], "no ICC profile"),
        (made_profile(space=b"RGB "), "colours in RGB"),
        (made_profile(kind=b"mntr"), "isn't of a printing press"),
        (made_profile(tables=False), "no tables"),
        (None, "No such file"),
    ],
)
def test_profiles_that_can_not_be_used(tmp_path: Path, data: bytes | None, why: str) -> None:
    if data is not None:
        (tmp_path / "press.icc").write_bytes(data)
    with pytest.raises(DiagnosticError, match=r"press\.icc") as error:
        read_profile(tmp_path / "press.icc")
    (problem,) = error.value.diagnostics
    assert problem.code == "PCG0729"
    assert why in problem.message


@pytest.mark.parametrize("inks", ["rgb", "cmyk"])
def test_marks_are_on_all_plates_of_a_print_shop(inks: str) -> None:
    sheet = Sheet(color=inks, registration=True)
    found = plan(sheet, (63.0, 88.0))
    assert found is not None
    marks = list(marks_of(found, sheet, True))
    assert sum(isinstance(mark, Circle) for mark in marks) == 4
    assert any(isinstance(mark, Line) for mark in marks)
    data = paint_pdf([Page(Drawing(*found.page, tuple(marks)))], Info("Marks"), Shelf(cmyk=inks == "cmyk"))
    operators = pypdf.PdfReader(BytesIO(data)).pages[0].get_contents()
    assert operators is not None
    assert (b"1 1 1 1 K" in operators.get_data()) == (inks == "cmyk")
