"""What comes from files: path data, SVG icons, pictures."""

from __future__ import annotations

import math
import struct
import zlib
from io import BytesIO
from pathlib import Path

import pytest
from drawing import codes, draw, items
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pil

from pycardgen.diagnostics import Collector
from pycardgen.layout import paths
from pycardgen.layout.display import Gradient, Group, Image, Use, path_text
from pycardgen.layout.display import Path as PathItem
from pycardgen.layout.pictures import load_picture
from pycardgen.layout.svgicon import read_svg
from pycardgen.layout.svgshape import SvgError

# --- path data ---


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("M1 2 L3 4", "M 1 2 L 3 4"),
        ("m1 2 l3 4 h-1 v1 z", "M 1 2 L 4 6 L 3 6 L 3 7 Z"),
        ("M1,2,3,4 5,6", "M 1 2 L 3 4 L 5 6"),
        ("m1 2 3 4", "M 1 2 L 4 6"),
        ("M0 0C1 1 2 2 3 3S5 5 6 6", "M 0 0 C 1 1 2 2 3 3 C 4 4 5 5 6 6"),
        ("M0 0 Q3 0 3 3", "M 0 0 C 2 0 3 1 3 3"),
        ("M0 0 Q3 0 3 3 T6 6", "M 0 0 C 2 0 3 1 3 3 C 3 5 4 6 6 6"),
        ("M.5.5-1-1e0", "M 0.5 0.5 L -1 -1"),
        ("M0 0H5 6V1", "M 0 0 L 5 0 L 6 0 L 6 1"),
        ("M0 0 h1 Z l1 1", "M 0 0 L 1 0 Z L 1 1"),
        ("M0 0 A0 5 0 0 1 3 3", "M 0 0 L 3 3"),
        ("", ""),
    ],
)
def test_path_data(data: str, expected: str) -> None:
    assert path_text(paths.parse(data)) == expected


@pytest.mark.parametrize(
    "data", ["L1 1", "M1", "M1 1 L2", "M1 1 C1 2 3", "M0 0 x", "5 5", "M0 0 Z 3", "M0 0 A1 1 0 2 0 1 1"]
)
def test_broken_path_data(data: str) -> None:
    with pytest.raises(paths.PathError):
        paths.parse(data)


def test_arcs_are_round() -> None:
    commands = paths.parse("M10 0 A10 10 0 0 1 0 10 A10 10 0 0 1 -10 0")
    ends = [(float(c[-2]), float(c[-1])) for c in commands]
    assert ends[-1] == pytest.approx((-10, 0))
    for c, start in zip(commands[1:], ends, strict=False):
        x1, y1, x2, y2, x, y = (float(v) for v in c[1:])
        # The middle of each cubic lies on the circle too.
        middle = ((start[0] + 3 * x1 + 3 * x2 + x) / 8, (start[1] + 3 * y1 + 3 * y2 + y) / 8)
        assert math.hypot(*middle) == pytest.approx(10, abs=0.01)


@given(st.text("MmLlCcQqAaZzHhVv0123456789 .,-e", max_size=40))
def test_any_path_data_is_read_or_refused(data: str) -> None:
    try:
        commands = paths.parse(data)
    except paths.PathError:
        return
    assert all(str(c[0]) in "MLCZ" for c in commands)
    assert paths.parse(path_text(commands)) is not None


# --- SVG icons ---


def svg(inner: str, head: str = 'viewBox="0 0 24 24"') -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {head}>{inner}</svg>'.encode()


def test_shapes_of_an_icon() -> None:
    box, shapes = read_svg(
        svg(
            '<title>x</title><g transform="translate(2 3) scale(2)" fill="#F00">'
            '<rect x="1" y="1" width="2" height="3"/>'
            '<g style="fill:none;stroke:currentColor;stroke-width:1.5"><path d="M0 0h1"/></g></g>'
            '<circle cx="5" cy="5" r="2"/><polygon points="0,0 1,0 1,1"/><line x1="0" y1="0" x2="3" y2="0"/>'
        )
    )
    assert box == (0, 0, 24, 24)
    assert path_text(shapes[0].commands) == "M 4 5 L 8 5 L 8 11 L 4 11 Z"
    assert [s.fill for s in shapes] == ["#ff0000", "none", "current", "current", "current"]
    assert (shapes[1].stroke, shapes[1].width) == ("current", 3.0)
    assert len(shapes) == 5


FADING = (
    '<linearGradient id="g"><stop offset="0" stop-color="red"/><stop offset="1" stop-opacity="0"/>'
    "</linearGradient>"
    '<path d="M0 0h1v1z" fill="url(#g)"/>'
)

BOMB = '<g id="a0"><path d="M0 0h1"/></g>' + "".join(
    f'<g id="a{n}">' + f'<use href="#a{n - 1}"/>' * 10 + "</g>" for n in range(1, 9)
)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<svg",
        b"<html/>",
        b"\x89PNG",
        svg("<text>a</text>"),
        svg('<image href="x"/>'),
        svg('<path d="M0"/>'),
        svg('<path d="M0 0h1" fill="url(#g)"/>'),
        svg('<g transform="perspective(3)"><path d="M0 0h1"/></g>'),
        svg('<path d="M0 0h1" stroke="url(#g)"/><linearGradient id="g"/>'),
        svg('<path d="M0 0h1v1z" fill="url(#g)"/><linearGradient id="g"/>'),
        svg('<path d="M0 0h1v1z" fill="url(#g)"/><pattern id="g"/>'),
        svg(FADING),
        svg('<path d="M0 0h1" fill="#12"/>'),
        svg('<path d="M0 0h1" fill="rgb(1,2)"/>'),
        svg('<path d="M0 0h1" filter="url(#f)"/>'),
        svg('<g style="mask:url(#m)"><path d="M0 0h1"/></g>'),
        svg("<style>g > path {fill: red}</style>"),
        svg("<script>x()</script>"),
        svg('<use href="other.svg#a"/>'),
        svg('<use href="https://example.org/a.svg#a"/>'),
        svg('<use href="#gone"/>'),
        svg('<g id="a"><use href="#a"/></g>'),
        svg(BOMB),
        svg("<foreignObject/>"),
        svg("", head='width="0" height="5"'),
        b"<!DOCTYPE svg [<!ENTITY a 'aaaa'>]>" + svg("&a;"),
        svg("<g>" * 50 + "</g>" * 50),
        svg(" " * 300_000),
    ],
)
def test_what_can_not_be_an_icon(data: bytes) -> None:
    with pytest.raises(SvgError):
        read_svg(data)


@pytest.mark.parametrize(
    ("paint", "fill"),
    [
        ('fill="tomato"', "#ff6347"),
        ('fill="#0aF"', "#00aaff"),
        ('fill="rgb(10, 20 30)"', "#0a141e"),
        ('fill="rgb(0%,50%,100%)"', "#0080ff"),
        ('style="fill: hsl(120, 100%, 25%)"', "#008000"),
        ('class="one two"', "#123456"),
        ('id="three" class="one"', "#654321"),
        ('class="one" style="fill:#ffffff"', "#ffffff"),
        ('color="#00ff00" fill="currentColor"', "#00ff00"),
        ("", "current"),
    ],
)
def test_colours_of_shapes(paint: str, fill: str) -> None:
    sheet = "<style>/* {} */ .one, rect.four {fill:#123456} #three{ fill : #654321 }</style>"
    _, (shape,) = read_svg(svg(f'{sheet}<path d="M0 0h1v1z" {paint}/>'))
    assert shape.fill == fill


def test_what_is_seen_through_and_what_is_not_shown() -> None:
    _, shapes = read_svg(
        svg(
            '<g opacity="0.5"><path d="M0 0h1v1z" fill-opacity="0.5" stroke="red"/></g>'
            '<path d="M0 0h1" display="none"/><g visibility="hidden"><path d="M0 0h1"/></g>'
            '<path d="M0 0h1" fill="rgba(255,0,0,0.25)"/><path d="M0 0h1" fill="none"/>'
        )
    )
    assert [shape.opacity for shape in shapes] == [0.25, 0.5, 0.25]
    assert [(shape.fill, shape.stroke) for shape in shapes[:2]] == [("current", "none"), ("none", "#ff0000")]


def test_strokes_are_as_they_are_said_to_be() -> None:
    _, (shape, plain) = read_svg(
        svg(
            '<g transform="scale(2)" stroke="red" fill="none"><path d="M0 0h9" stroke-dasharray="1,2 3"'
            ' stroke-linecap="round"/><path d="M0 0h9"/></g>'
        )
    )
    assert (shape.dash, shape.rounded, shape.width) == ((2, 4, 6, 2, 4, 6), True, 2)
    assert (plain.dash, plain.rounded) == ((), False)


def test_parts_that_are_used_again() -> None:
    _, shapes = read_svg(
        svg(
            '<defs><path id="p" d="M0 0h2v2z"/><symbol id="s" viewBox="0 0 10 10">'
            '<rect width="10" height="10"/></symbol></defs><use href="#p" x="3" y="4" fill="red"/>'
            '<use xlink:href="#s" x="5" width="20" height="40" xmlns:xlink="http://www.w3.org/1999/xlink"/>'
            '<svg x="1" y="2" width="10" height="10" viewBox="0 0 5 5"><rect width="5" height="5"/></svg>'
            '<rect width="100%" height="50%"/><g transform="skewX(45)"><path d="M0 1h1"/></g>'
        )
    )
    assert shapes[0].fill == "#ff0000"
    assert [paths.bounds(shape.commands) for shape in shapes] == [
        (3, 4, 2, 2),
        (5, 10, 20, 20),
        (1, 2, 10, 10),
        (0, 0, 24, 12),
        (pytest.approx(1), 1, 1, 0),
    ]


def test_gradients_lie_over_shapes_or_over_the_drawing() -> None:
    stops = '<stop offset="0" stop-color="#ff0000"/><stop offset="100%" style="stop-color:blue"/>'
    _, (over, own, round_) = read_svg(
        svg(
            f'<linearGradient id="a" x2="0" y2="1">{stops}</linearGradient>'
            '<linearGradient id="b" href="#a" gradientUnits="userSpaceOnUse" x1="4" x2="50%" y2="0"'
            ' gradientTransform="translate(1 0)"/>'
            f'<radialGradient id="c">{stops}</radialGradient>'
            '<g fill="url(#a)"><path d="M2 4h10v20h-10z"/></g><path d="M0 0h1v1z" fill="url(#b)"/>'
            '<path d="M2 4h10v20h-10z" fill="url(#c)" transform="scale(2)"/>'
        )
    )
    ends = ((0.0, "#ff0000"), (1.0, "#0000ff"))
    assert over.fill == Gradient("linear", 0, 0, 0, 1, ends)
    assert over.transform == (10, 0, 0, 20, 2, 4)
    assert paths.bounds(over.commands) == pytest.approx((0, 0, 1, 1))
    assert own.fill == Gradient("linear", 4, 0, 12, 0, ends)
    assert own.transform == (1, 0, 0, 1, 1, 0)
    assert round_.fill == Gradient("radial", 0.5, 0.5, 0.5, 0, ends)
    assert round_.transform == (20, 0, 0, 40, 4, 8)


def test_colors_of_a_gradient_may_stand_in_a_style_sheet() -> None:
    _, (shape,) = read_svg(
        svg(
            "<style>.a{stop-color:#ff0000} stop.b{stop-color:blue;stop-opacity:1}</style>"
            '<linearGradient id="g"><stop class="a" offset="0"/><stop class="b" offset="1"/></linearGradient>'
            '<path d="M0 0h1v1z" fill="url(#g)"/>'
        )
    )
    assert shape.fill == Gradient("linear", 0, 0, 1, 0, ((0.0, "#ff0000"), (1.0, "#0000ff")))


def test_a_document_type_without_declarations_is_no_harm() -> None:
    head = (
        b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    )
    assert len(read_svg(head + svg('<path d="M0 0h1"/><x:view xmlns:x="tool"/>'))[1]) == 1


@given(st.text("<>/=\"' agpathd#useMm019.hrf", max_size=60))
def test_whatever_stands_in_a_file_it_is_read_or_refused(inner: str) -> None:
    try:
        box, _ = read_svg(svg(f'<g id="a">{inner}</g>'))
    except SvgError:
        return
    assert box == (0, 0, 24, 24)


def test_icons_from_files(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art/wave.svg").write_bytes(svg('<path d="M0 0h24v24z"/>', 'viewBox="0 0 48 24"'))
    theme = "icons: {wave: art/wave.svg, gone: art/gone.svg, bad: {file: art/bad.svg}}"
    found = items(
        "  - {icon: wave, color: '#123456', at: [0, 0], size: [20, 20]}\n", theme=theme, folder=tmp_path
    )
    use = next(item for item in found if isinstance(item, Use))
    assert (use.x, use.y, use.scale) == pytest.approx((0, 5, 20 / 48))
    assert next(i for i in found if isinstance(i, PathItem)).ink.fill == "#123456"
    (tmp_path / "art/bad.svg").write_text("<svg>")
    for name, code in (("gone", "PCG0730"), ("bad", "PCG0734")):
        _, problems = draw(f"  - {{icon: {name}}}\n  - {{icon: {name}}}\n", theme=theme, folder=tmp_path)
        assert codes(problems) == [code]
        assert problems[0].span is not None
        assert problems[0].span.file == "theme.yaml"


# --- pictures ---


@pytest.fixture
def art(tmp_path: Path) -> Path:
    Pil.new("RGB", (40, 20), "#336699").save(tmp_path / "wide.png")
    Pil.new("RGB", (20, 40), "#336699").save(tmp_path / "tall.jpg")
    (tmp_path / "text.png").write_text("no picture")
    (tmp_path / "cut.png").write_bytes((tmp_path / "wide.png").read_bytes()[:60])
    whole = BytesIO()
    Pil.effect_noise((400, 300), 90).save(whole, "JPEG")
    (tmp_path / "cut.jpg").write_bytes(whole.getvalue()[:-2000])
    Pil.new("RGB", (5, 5)).save(tmp_path / "other.gif")
    (tmp_path / "empty.png").write_bytes(b"")
    return tmp_path


@pytest.mark.parametrize("kind", ["png", "jpg"])
@pytest.mark.parametrize(
    ("orientation", "turned"), [(1, None), (3, "ROTATE_180"), (6, "ROTATE_90"), (5, "TRANSPOSE")]
)
def test_pictures_are_as_the_camera_was_held(
    tmp_path: Path, kind: str, orientation: int, turned: str | None
) -> None:
    """The upper left corner is red, however the file has it."""
    image = Pil.new("RGB", (40, 20), "#336699")
    image.paste("#ff0000", (0, 0, 8, 8))
    exif = Pil.Exif()
    exif[0x0112] = orientation
    kept = image.transpose(getattr(Pil.Transpose, turned)) if turned else image
    kept.save(tmp_path / f"photo.{kind}", exif=exif)
    report = Collector()
    for _ in range(2):  # once read, once remembered
        found = load_picture(tmp_path, f"photo.{kind}", None, report)
        assert found is not None
        assert (found.width, found.height) == (40, 20)
        with Pil.open(BytesIO(found.data)) as shown:
            assert shown.size == (40, 20)
            assert shown.getexif().get(0x0112, 1) == 1
            assert shown.convert("RGB").getpixel((3, 3)) == pytest.approx((255, 0, 0), abs=25)
            assert shown.convert("RGB").getpixel((36, 16)) == pytest.approx((0x33, 0x66, 0x99), abs=25)
    assert not report.found


def test_pictures_fit_their_box(art: Path) -> None:
    def shown(options: str) -> tuple[Image, Group | None]:
        found = items(f"  - {{image: wide.png, at: [0, 0], size: [20, 20]{options}}}\n", folder=art)
        group = next((i for i in found if isinstance(i, Group)), None)
        return next(i for i in found if isinstance(i, Image)), group

    cover, group = shown("")
    assert (cover.x, cover.y, cover.w, cover.h) == pytest.approx((-10, 0, 40, 20))
    assert group is not None
    assert group.clip == (0, 0, 20, 20, 0)
    contain, group = shown(", fit: contain")
    assert (contain.x, contain.y, contain.w, contain.h) == pytest.approx((0, 5, 20, 10))
    assert group is None
    stretch, _ = shown(", fit: stretch")
    assert (stretch.w, stretch.h) == (20, 20)
    assert (cover.picture.kind, cover.picture.width) == ("PNG", 40)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("gone.png", "PCG0730"),
        ("gone/wide.png", "PCG0730"),
        ("../wide.png", "PCG0731"),
        ("/etc/passwd", "PCG0731"),
        ("C:/wide.png", "PCG0731"),
        ("a\\..\\..\\b.png", "PCG0731"),
        ("text.png", "PCG0732"),
        ("cut.png", "PCG0732"),
        ("cut.jpg", "PCG0732"),
        ("empty.png", "PCG0732"),
        ("other.gif", "PCG0732"),
    ],
)
def test_pictures_that_can_not_be_used(art: Path, name: str, code: str) -> None:
    _, problems = draw("  - {image: '{art}'}\n", {"id": "s", "art": name}, folder=art)
    assert codes(problems) == [code]
    assert str(art) not in problems[0].message


def test_a_link_out_of_the_folder_is_no_way_out(art: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside") / "secret.png"
    Pil.new("RGB", (4, 4)).save(outside)
    (art / "link.png").symlink_to(outside)
    report = Collector()
    assert load_picture(art, "link.png", None, report) is None
    assert codes(report.found) == ["PCG0731"]


def test_a_picture_is_decoded_once_to_see_that_it_is_whole(
    art: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYCARDGEN_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("PYCARDGEN_NO_CACHE", raising=False)
    report = Collector()
    first = load_picture(art, "wide.png", None, report)
    examined: list[object] = []
    monkeypatch.setattr("pycardgen.layout.pictures._examined", lambda *given: examined.append(given))
    assert load_picture(art, "wide.png", None, report) == first
    assert not examined
    load_picture(art, "tall.jpg", None, report)
    assert examined


def test_pictures_are_bounded(art: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pycardgen.layout.pictures.MAX_PIXELS", 500)
    report = Collector()
    assert load_picture(art, "wide.png", None, report) is None
    monkeypatch.setattr("pycardgen.layout.pictures.MAX_BYTES", 50)
    assert load_picture(art, "tall.jpg", None, report) is None
    assert codes(report.found) == ["PCG0733", "PCG0733"]


def test_a_bomb_is_refused_before_it_is_unpacked(art: Path) -> None:
    out = BytesIO()
    Pil.new("1", (8, 8)).save(out, "PNG")
    data = bytearray(out.getvalue())
    data[16:24] = struct.pack(">II", 30_000, 30_000)  # what the header says; there is no such data
    data[29:33] = struct.pack(">I", zlib.crc32(data[12:29]))
    (art / "bomb.png").write_bytes(data)
    report = Collector()
    assert load_picture(art, "bomb.png", None, report) is None
    assert codes(report.found) == ["PCG0733"]
