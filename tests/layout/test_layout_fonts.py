"""Fonts that games bring: read, told apart, measured, and what is wrong with them."""

from __future__ import annotations

import struct
from contextlib import suppress
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphComponent
from layout.drawing import codes, document, draw, items
from layout.made_fonts import made_font

from pycardgen.diagnostics import Collector, Diagnostic
from pycardgen.layout import fonts
from pycardgen.layout.display import PT, TextRun
from pycardgen.layout.font_files import FontError, examine
from pycardgen.layout.theme import Theme, builtin_theme, load_theme
from pycardgen.layout.theme_fonts import licences

FONTS = "fonts: {title: {files: %s, licence: OFL-1.1}}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts/OFL.txt").write_text("free", encoding="utf-8")
    for name, font in (
        ("plain.ttf", made_font()),
        ("plain.otf", made_font(cff=True)),
        ("bold.ttf", made_font(weight=700)),
        ("slanted.otf", made_font(cff=True, italic=True)),
        ("no.ttf", made_font(embedding=0x2)),
        ("whole.ttf", made_font(embedding=0x100)),
        ("print.ttf", made_font(embedding=0x4)),
        ("signed.ttf", made_font(licence="Free for all.")),
        ("text.ttf", b"this is no font"),
        ("web.woff", b"wOFF and more"),
        ("many.ttc", b"ttcf and more"),
        ("cut.ttf", made_font()[:900]),
    ):
        (tmp_path / "fonts" / name).write_bytes(font)
    return tmp_path


def themed(text: str, folder: Path) -> tuple[Theme, list[Diagnostic]]:
    report = Collector()
    theme = load_theme(document(text, "theme.yaml"), builtin_theme(report), report, folder)
    return theme, report.found


def runs(text: str, theme: str, folder: Path, **more: str) -> list[TextRun]:
    said = "".join(f", {key}: {value}" for key, value in more.items())
    element = f"  - {{text: '{text}', font_size: 10, size: [50, 10]{said}}}"
    return [item for item in items(element, theme=theme, folder=folder) if isinstance(item, TextRun)]


@pytest.mark.parametrize("file", ["plain.ttf", "plain.otf"])
def test_text_is_set_in_a_font_of_the_game(folder: Path, file: str) -> None:
    (run,) = runs("AV fix", FONTS % f"fonts/{file}", folder, font="title")
    face = fonts.face(run.face)
    assert face.css_family == "Boxes"
    assert face.cap_height == 0.7
    em = (700 - 60 + 650) + 250 + (480 + 500)  # kerned, and with a ligature
    assert run.width == pytest.approx(em / 1000 * 10 * PT)
    assert face.width("fi", spaced=True) == pytest.approx(0.55)
    assert "VV" not in face.ligatures  # only those of letters that begin with an f


def test_weights_and_slopes_are_those_of_the_files(folder: Path) -> None:
    theme = FONTS % "[fonts/plain.ttf, fonts/bold.ttf, fonts/slanted.otf]"
    found = runs("A **V** *x* ***y***", theme, folder, font="title")
    names = {run.text.strip(): run.face.partition(":")[0] for run in found}
    assert names == {"A": "Boxes-400", "V": "Boxes-700", "x y": "Boxes-400i"}


def test_files_may_be_said_to_be_bold(folder: Path) -> None:
    theme = FONTS % "{regular: fonts/plain.ttf, bold: fonts/plain.otf}"
    plain, bold = runs("A **V**", theme, folder, font="title")
    assert fonts.face(plain.face).file.read() == (folder / "fonts/plain.ttf").read_bytes()
    assert fonts.face(bold.face).weight == 700


def test_characters_that_it_lacks_come_from_the_fallback(folder: Path) -> None:
    found = runs("AbV", FONTS % "fonts/plain.ttf", folder, font="title", fallback="barlow-condensed")
    assert [run.face.partition(":")[0] for run in found] == [
        "Boxes-400",
        "BarlowCondensed-Regular",
        "Boxes-400",
    ]
    theme = "fonts: {a: {files: fonts/plain.ttf, licence: x}, b: {files: fonts/bold.ttf, licence: x}}\n"
    (other,) = runs("AV", theme + "styles: {body: {font: b, fallback: a}}\n", folder)
    assert other.face.startswith("Boxes-700:")


def test_accents_that_stand_alone_are_put_on_their_letters() -> None:
    name = fonts.face_name("plex-condensed", 400, False)
    assert fonts.segments(name, "Cafe\u0301") == fonts.segments(name, "Caf\u00e9")
    assert [part[1] for part in fonts.segments(name, "Cafe\u0301").parts] == ["Caf\u00e9"]


@pytest.mark.parametrize("word", ["שלום", "سلام", "नमस्ते", "สวัสดี", "ខ្មែរ"])
def test_scripts_that_would_be_printed_wrong_are_not_set(folder: Path, word: str) -> None:
    (folder / "fonts/other.ttf").write_bytes(made_font(chars=f"AVfixyz- {''.join(dict.fromkeys(word))}"))
    element = f"  - {{text: 'A {word}', font: title, fallback: title, font_size: 10, size: [50, 10]}}"
    found, problems = draw(element, theme=FONTS % "fonts/other.ttf", folder=folder)
    assert [item.text.strip() for item in found.items if isinstance(item, TextRun)] == ["A"]
    assert {problem.code for problem in problems} == {"PCG0722"}
    assert len(problems) == len(set(word))


def test_a_font_of_a_built_in_name_takes_its_place(folder: Path) -> None:
    theme = "fonts: {plex-condensed: {files: fonts/plain.ttf, licence: OFL-1.1}}\n"
    faces = {run.face.partition(":")[0] for run in runs("AV b", theme, folder)}
    assert faces == {"Boxes-400", "IBMPlexSansCondensed-Regular"}  # which still has what the other lacks


def test_another_file_is_another_theme(folder: Path) -> None:
    before, problems = themed(FONTS % "fonts/plain.ttf", folder)
    assert not problems
    (folder / "fonts/plain.ttf").write_bytes(made_font(chars="AVfi"))
    after, _ = themed(FONTS % "fonts/plain.ttf", folder)
    assert before.families != after.families
    assert before.digest != after.digest


@pytest.mark.parametrize(
    ("files", "code", "said"),
    [
        ("fonts/gone.ttf", "PCG0730", "no file"),
        ("../other.ttf", "PCG0731", "not a file in the game's folder"),
        ("fonts/text.ttf", "PCG0715", "no TrueType or OpenType font"),
        ("fonts/web.woff", "PCG0715", "WOFF"),
        ("fonts/many.ttc", "PCG0715", "a collection"),
        ("fonts/cut.ttf", "PCG0715", "damaged"),
        ("fonts/no.ttf", "PCG0715", "forbids that it is embedded"),
        ("fonts/whole.ttf", "PCG0715", "forbids that a part of it"),
        ("[fonts/plain.ttf, fonts/plain.otf]", "PCG0718", "have the weight 400"),
        ("{fat: fonts/plain.ttf}", "PCG0702", "regular, bold, italic, bold-italic"),
        ("[]", "PCG0702", "a file, a list of files"),
    ],
)
def test_files_that_can_not_be_used(folder: Path, files: str, code: str, said: str) -> None:
    theme, (problem,) = themed(FONTS % files, folder)
    assert problem.code == code
    assert said in problem.message
    assert theme.families.get("title") in (fonts.FALLBACK, None)


def test_the_size_of_files_is_bounded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pycardgen.layout.theme_fonts.MAX_BYTES", 500)
    assert codes(themed(FONTS % "fonts/plain.ttf", folder)[1]) == ["PCG0733"]


def test_licences(folder: Path) -> None:
    said = "fonts: {title: {files: fonts/%s%s}}\n"
    theme, problems = themed(said % ("plain.ttf", ", licence: fonts/OFL.txt"), folder)
    assert not problems
    assert fonts.family(theme.families["title"]).licence == "fonts/OFL.txt"
    (problem,) = themed(said % ("signed.ttf", ""), folder)[1]
    assert problem.code == "PCG0716"
    assert "Free for all." in problem.hint
    assert codes(themed(said % ("plain.ttf", ", licence: fonts/gone.txt"), folder)[1]) == ["PCG0730"]


def test_fonts_are_listed_with_their_licences(folder: Path) -> None:
    theme, _ = themed(FONTS % "fonts/plain.ttf", folder)
    built_in = [("Barlow Condensed", "OFL-1.1"), ("IBM Plex Sans Condensed", "OFL-1.1")]
    assert licences(theme.families) == [*built_in, ("Boxes", "OFL-1.1")]
    unsaid, _ = themed("fonts: {plex-condensed: {files: fonts/plain.ttf}}\n", folder)
    assert licences(unsaid.families) == [built_in[0], ("Boxes", "licence not stated"), built_in[1]]


def test_printing_alone_may_be_allowed(folder: Path) -> None:
    assert not themed(FONTS % "fonts/print.ttf", folder)[1]


def test_an_unknown_font_is_told(folder: Path) -> None:
    theme = FONTS % "fonts/plain.ttf"
    assert codes(themed(theme + "styles: {body: {font: titel}}\n", folder)[1]) == ["PCG0717"]
    assert codes(themed(theme + "styles: {body: {fallback: [title, b]}}\n", folder)[1]) == ["PCG0717"]
    _, problems = draw("  - {text: A, font: titel, size: [50, 9]}", theme=theme, folder=folder)
    (problem,) = problems
    assert problem.code == "PCG0717"
    assert "did you mean 'title'" in problem.hint.lower()


def test_glyphs_without_end_are_refused() -> None:
    font = TTFont(BytesIO(made_font()), recalcBBoxes=False)
    order = font.getGlyphOrder()[1:8]
    for name, inner in pairwise(order):  # each is made of fifty of the next
        glyph = Glyph()
        glyph.xMin = glyph.yMin = glyph.xMax = glyph.yMax = 0
        glyph.numberOfContours = -1
        glyph.components = []
        for _ in range(50):
            part = GlyphComponent()
            part.glyphName, part.x, part.y, part.flags = inner, 0, 0, 0x0004
            glyph.components.append(part)
        font["glyf"][name] = glyph
    out = BytesIO()
    font.save(out)
    with pytest.raises(FontError, match="made of"):
        examine(out.getvalue())


def test_a_variable_font_is_refused() -> None:
    data = made_font()
    count = struct.unpack_from(">H", data, 4)[0]
    entry = data.index(b"post", 12, 12 + 16 * count)
    variable = data[:entry] + b"fvar" + data[entry + 4 :]
    with pytest.raises(FontError, match="variable font"):
        examine(variable)


@pytest.mark.parametrize("cff", [False, True])
def test_whatever_is_in_a_file_it_is_used_or_refused(cff: bool) -> None:
    data = made_font(cff=cff)
    for at in range(12, len(data), 53):
        broken = bytearray(data)
        broken[at] ^= 0xFF
        with suppress(FontError):
            assert examine(bytes(broken)).name
