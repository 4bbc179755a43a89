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
from pycardgen.layout.display import Group, Image, Use, path_text
from pycardgen.layout.display import Path as PathItem
from pycardgen.layout.pictures import load_picture
from pycardgen.layout.svgicon import SvgError, read_svg

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
        svg('<g transform="skewX(3)"><path d="M0 0h1"/></g>'),
        svg("", head='width="0" height="5"'),
        b"<!DOCTYPE svg [<!ENTITY a 'aaaa'>]>" + svg("&a;"),
        svg("<g>" * 50 + "</g>" * 50),
        svg(" " * 300_000),
    ],
)
def test_what_can_not_be_an_icon(data: bytes) -> None:
    with pytest.raises(SvgError):
        read_svg(data)


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
