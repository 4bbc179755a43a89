"""Elements placed by others, that grow; slots; units of length; pictures that are cropped or shapes."""

from __future__ import annotations

from pathlib import Path

import pytest
from drawing import codes, document, draw, items, make_kit
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pil

from pycardgen.diagnostics import Collector
from pycardgen.layout import kinds
from pycardgen.layout.compose import compose
from pycardgen.layout.display import Drawing, Group, Image, Rect, TextRun, Use, walk
from pycardgen.layout.template import load_templates

TEXT = "A lamp burns for as long as there is oil. "


def rects(elements: str, subject: dict[str, object] | None = None) -> dict[str, tuple[float, ...]]:
    """The box of each rectangle, by its fill."""
    found = [item for item in items(elements, subject) if isinstance(item, Rect)]
    return {str(item.ink.fill): (item.x, item.y, item.w, item.h) for item in found}


# --- placed by others ---


def test_each_side() -> None:
    boxes = rects("""
  - {id: mid, shape: rect, at: [20, 30], size: [20, 10], fill: "#000000"}
  - {shape: rect, below: mid, at: [1, 2], size: [5, 3], fill: "#000001"}
  - {shape: rect, above: mid, at: [1, -2], size: [5, 3], fill: "#000002"}
  - {shape: rect, right_of: mid, at: [2, 1], size: [5, 3], fill: "#000003"}
  - {shape: rect, left_of: mid, at: [-2, 1], size: [5, 3], fill: "#000004"}
  - {shape: rect, around: mid, space: 2, fill: "#000005"}
""")
    assert boxes == {
        "#000000": (20, 30, 20, 10),
        "#000001": (1, 42, 5, 3),
        "#000002": (1, 25, 5, 3),
        "#000003": (42, 1, 5, 3),
        "#000004": (13, 1, 5, 3),
        "#000005": (18, 28, 24, 14),
    }


def test_the_rest_between_two_elements() -> None:
    boxes = rects("""
  - {id: head, shape: rect, size: [60, 10], fill: "#000000"}
  - {id: foot, shape: rect, anchor: bottom, size: [60, 12], fill: "#000001"}
  - {shape: rect, below: head, above: foot, space: 3, inset: [0, 5], fill: "#000002"}
  - {shape: rect, below: head, at: [4, 1], size: [rest, 5], fill: "#000003"}
""")
    assert boxes["#000002"] == (5, 13, 50, 62)
    assert boxes["#000003"] == (4, 11, 56, 5)


def test_several_at_once() -> None:
    boxes = rects("""
  - {id: one, shape: rect, at: [5, 5], size: [10, 10], fill: "#000000"}
  - {id: two, shape: rect, at: [30, 8], size: [10, 20], fill: "#000001"}
  - {shape: rect, below: [one, two], size: [5, 5], fill: "#000002"}
  - {shape: rect, around: [one, two], fill: "#000003"}
""")
    assert boxes["#000002"][:2] == (0, 28)
    assert boxes["#000003"] == (5, 5, 35, 23)


def test_what_is_not_drawn_has_no_extent_and_keeps_no_space() -> None:
    elements = """
  - {id: head, shape: rect, size: [60, 10], fill: "#000000"}
  - {id: art, shape: rect, when: art, below: head, space: 4, at: [0, 1], size: [60, 20], fill: "#000001"}
  - {shape: rect, below: art, space: 2, size: [60, 5], fill: "#000002"}
"""
    assert rects(elements, {"id": "a"})["#000002"][1] == 12
    assert rects(elements, {"id": "a", "art": "x"})["#000002"][1] == 10 + 4 + 1 + 20 + 2


def test_text_pushes_what_follows() -> None:
    elements = """
  - {id: panel, shape: rect, around: text, space: 1, fill: "#000000"}
  - {id: text, text: "{text}", at: [5, 5], size: [50, rest], grow: true}
  - {shape: rect, below: text, size: [60, 2], fill: "#000001"}
"""
    lower = [rects(elements, {"id": "a", "text": TEXT * n})["#000001"][1] for n in (1, 3, 6)]
    assert lower == sorted(set(lower))
    panel = rects(elements, {"id": "a", "text": TEXT * 3})["#000000"]
    drawn = items(elements, {"id": "a", "text": TEXT * 3})
    last = max(run.y for run in drawn if isinstance(run, TextRun))
    assert panel[1] + panel[3] - 1 > last  # the text is in its box
    assert panel[1] + panel[3] - 1 - last < 1.0  # and the box ends with it


def test_a_size_is_the_most_that_growing_text_takes() -> None:
    elements = """
  - {id: text, text: "{text}", size: [50, 20], grow: true}
  - {shape: rect, below: text, size: [60, 2], fill: "#000001"}
"""
    found, problems = draw(elements, {"id": "a", "text": TEXT * 40})
    assert codes(problems) == ["PCG0720"]
    assert [item.y for item in found.items if isinstance(item, Rect)] == [20]
    assert rects(elements, {"id": "a", "text": ""})["#000001"][1] == 0


def test_what_stands_at_the_bottom_grows_upwards() -> None:
    drawn = items(
        '  - {text: "{text}", anchor: bottom, at: [0, -4], size: [50, 40], grow: true}', {"text": TEXT * 3}
    )
    last = max(run.y for run in drawn if isinstance(run, TextRun))
    assert 90 - 4 - last < 1.0


def test_groups_and_repeats_grow_with_what_is_in_them() -> None:
    elements = """
  - id: list
    repeat: parts
    size: [60, 70]
    gap: 1
    grow: true
    elements:
      - {id: t, text: "{item}", size: [50, rest], grow: true}
      - {shape: rect, below: t, size: [4, 2], fill: "#000000"}
  - {shape: rect, below: list, size: [60, 2], fill: "#0000ff"}
  - id: box
    below: list
    size: [60, 30]
    grow: true
    group: [{shape: rect, at: [0, 4], size: [2, 3], fill: "#0000fe"}, {shape: rect, fill: "#0000fd"}]
"""
    subject = {"id": "a", "parts": [TEXT, TEXT * 3, "x"]}
    boxes = rects(elements, subject)
    tops = [item.y for item in items(elements, subject) if isinstance(item, Rect) and item.w == 4]
    assert tops[0] + 2 + 1 < tops[1]
    assert tops[1] - tops[0] > tops[2] - tops[1]  # the second item is higher than the third
    assert boxes["#0000ff"][1] == pytest.approx(tops[2] + 2)
    assert boxes["#0000fd"][3] == 7  # the group is as high as the element that has a height


def test_images_and_tables_grow(tmp_path: Path) -> None:
    Pil.new("RGB", (200, 100)).save(tmp_path / "x.png")
    elements = """
  - {id: art, image: x.png, size: [40, 60], grow: true}
  - {id: rows, table: [[a, b], [c, d]], below: art, size: [60, 40], grow: true}
  - {shape: rect, below: rows, size: [60, 2], fill: "#000001"}
"""
    found, problems = draw(elements, folder=tmp_path)
    assert not problems
    lower = next(item for item in found.items if isinstance(item, Rect)).y
    text = max(item.y for item in walk(found.items) if isinstance(item, TextRun))
    assert 20 < text < lower < text + 3


@given(st.permutations(range(6)))
def test_the_order_of_drawing_has_no_say(order: list[int]) -> None:
    chain = [
        f"  - {{id: e{n}, shape: rect, below: e{n - 1}, size: [5, 3], fill: '#00000{n}'}}"
        for n in range(1, 6)
    ]
    first = "  - {id: e0, shape: rect, size: [5, 3], fill: '#000000'}"
    lines = [first, *chain]
    boxes = rects("\n".join(lines[n] for n in order))
    assert [boxes[f"#00000{n}"][1] for n in range(6)] == [0, 3, 6, 9, 12, 15]


def test_a_long_chain_is_no_deep_recursion() -> None:
    lines = ["  - {id: e0, shape: rect, size: [5, 0.01]}"]
    lines += [f"  - {{id: e{n}, shape: rect, below: e{n - 1}, size: [5, 0.01]}}" for n in range(1, 1500)]
    drawn = items("\n".join(lines))
    assert max(item.y for item in drawn if isinstance(item, Rect)) == pytest.approx(14.99)


@pytest.mark.parametrize(
    ("elements", "code", "says"),
    [
        ("  - {text: x, below: nobody}", "PCG0712", "nobody"),
        ("  - {id: a, text: x, below: a}", "PCG0713", "a -> a"),
        ("  - {id: a, text: x, below: b}\n  - {id: b, text: y, right_of: a}", "PCG0713", "circle"),
        ("  - {id: a, text: x}\n  - {group: [{text: y, below: a}]}", "PCG0712", "'a'"),
        ("  - {icon: star, grow: true}", "PCG0702", "doesn't grow"),
        ("  - {text: x, size: [rest, wide]}", "PCG0702", "rest"),
        ("  - {text: x, size: [-3, 4]}", "PCG0702", "negative"),
        ("  - {text: x, at: [1furlong, 0]}", "PCG0702", "lengths"),
        ("  - {text: x, below: 7}", "PCG0702", "name"),
        ("  - {text: x, space: -1, below: x}", "PCG0702", "length"),
        ("  - {text: x, grow: 3}", "PCG0702", "true or false"),
    ],
)
def test_mistakes(elements: str, code: str, says: str) -> None:
    found, problems = draw(elements)
    assert isinstance(found, Drawing)
    assert code in codes(problems)
    assert any(says in p.message for p in problems if p.code == code)
    assert all(p.span is not None and p.span.file == "layouts/x.yaml" for p in problems if p.code == code)


def test_a_circle_is_told_once() -> None:
    _, problems = draw(
        "  - {id: a, text: x, below: b}\n  - {id: b, text: y, below: c}\n  - {id: c, text: z, below: a}"
    )
    assert codes(problems) == ["PCG0713"]


# --- slots ---

FRAME = """
size: [60, 90]
elements:
  - {shape: rect, size: [60, 10], fill: "#000000"}
  - {slot: middle, at: [5, 20], size: [50, 30], elements: [{text: empty}]}
  - {group: [{slot: deep}], at: [0, 60]}
"""


def slotted(text: str) -> tuple[Drawing, Collector]:
    report = Collector()
    kit = make_kit(report, {"frame": FRAME, "x": text})
    return compose(kit, kit.templates["x"], {"id": "a", "name": "Lamp"}, report), report


def test_slots_are_filled_by_templates_that_extend() -> None:
    found, report = slotted("""
extends: frame
slots:
  middle: [{shape: rect, fill: "#000001"}, {text: "{name}", inset: 2}]
  deep: [{shape: rect, size: [3, 3], fill: "#000002"}]
""")
    assert not report.found
    boxes = {item.ink.fill: (item.x, item.y) for item in walk(found.items) if isinstance(item, Rect)}
    assert boxes["#000001"] == (5, 20)
    assert boxes["#000002"] == (0, 60)
    assert [item.text for item in walk(found.items) if isinstance(item, TextRun)] == ["Lamp"]


def test_an_empty_slot_shows_its_own_elements() -> None:
    found, report = slotted("extends: frame")
    assert not report.found
    assert [item.text for item in walk(found.items) if isinstance(item, TextRun)] == ["empty"]


def test_slots_are_passed_on() -> None:
    report = Collector()
    kit = make_kit(
        report,
        {
            "frame": FRAME,
            "mid": "extends: frame\nslots: {deep: [{slot: inner}]}",
            "x": "extends: mid\nslots: {inner: [{text: hi}]}",
        },
    )
    found = compose(kit, kit.templates["x"], {"id": "a"}, report)
    assert not report.found
    assert "hi" in [item.text for item in walk(found.items) if isinstance(item, TextRun)]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("extends: frame\nslots: {midle: []}", "PCG0711"),
        ("size: poker\nslots: {middle: []}", "PCG0711"),
        ("extends: frame\nslots: {middle: 3}", "PCG0702"),
        ("extends: frame\nslots: [middle]", "PCG0702"),
        ("extends: frame\nslots: {middle: [{txt: a}]}", "PCG0700"),
    ],
)
def test_slots_that_are_wrong(text: str, code: str) -> None:
    _, report = slotted(text)
    assert code in codes(report.found)


# --- units ---


@pytest.mark.parametrize(
    ("value", "mm"),
    [(3, 3.0), ("3mm", 3.0), ("0.25in", 6.35), ("9pt", 3.175), ("1.5cm", 15.0), (" .5 in ", 12.7)],
)
def test_units(value: object, mm: float) -> None:
    assert kinds.in_mm(value) == pytest.approx(mm)


@pytest.mark.parametrize("value", ["3", "3 furlongs", "mm", "", None, True, [3], "1e3mm"])
def test_what_is_no_length(value: object) -> None:
    assert kinds.in_mm(value) is None


def test_units_everywhere() -> None:
    boxes = rects(
        '  - {shape: rect, at: [1in, 2mm], size: [36pt, rest], inset: [0, 0, 5mm, 0], fill: "#000000"}'
    )
    assert boxes["#000000"] == pytest.approx((25.4, 2, 12.7, 83))
    runs = [
        item for item in items("  - {text: x, font_size: 4mm, size: [20, 20]}") if isinstance(item, TextRun)
    ]
    assert runs[0].size == pytest.approx(11.34, abs=0.01)
    report = Collector()
    kit = make_kit(report, {"x": "size: [2.5in, 3.5in]\nbleed: 0.125in\nelements: []"})
    assert not report.found
    assert kit.templates["x"].extent("a4") == pytest.approx((63.5, 88.9))
    assert kit.templates["x"].bleed == pytest.approx(3.175)


# --- pictures ---


@pytest.mark.parametrize(
    ("focus", "left"), [("[0.5, 0.5]", -10.0), ("[0, 0]", 0.0), ("[1, 0]", -20.0), ("[0.4, 0]", -6.0)]
)
def test_what_is_cropped_keeps_its_focus(tmp_path: Path, focus: str, left: float) -> None:
    Pil.new("RGB", (400, 200)).save(tmp_path / "x.png")
    found, problems = draw(f"  - {{image: x.png, focus: {focus}, size: [20, 20]}}", folder=tmp_path)
    assert not problems
    image = next(item for item in walk(found.items) if isinstance(item, Image))
    assert (image.x, image.w, image.h) == pytest.approx((left, 40.0, 20.0))


def test_the_focus_may_be_a_field(tmp_path: Path) -> None:
    Pil.new("RGB", (400, 200)).save(tmp_path / "x.png")
    element = '  - {image: x.png, focus: "{focus}", size: [20, 20]}'
    for value, left in (([0, 0.5], 0.0), (None, -10.0)):
        found, problems = draw(element, {"id": "a", "focus": value}, folder=tmp_path)
        assert not problems
        assert next(item for item in walk(found.items) if isinstance(item, Image)).x == left
    for wrong in ([2, 0], "left", [0.5], 3):
        _, problems = draw(element, {"id": "a", "focus": wrong}, folder=tmp_path)
        assert codes(problems) == ["PCG0702"]


SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 60">
<rect x="0" y="0" width="30" height="60"/><circle cx="15" cy="15" r="5" fill="#ff0000"/></svg>"""


def test_svg_files_are_shapes(tmp_path: Path) -> None:
    (tmp_path / "x.svg").write_text(SVG, encoding="utf-8")
    found, problems = draw(
        '  - {image: x.svg, fit: contain, color: "#123456", size: [60, 60]}', folder=tmp_path
    )
    assert not problems
    use = next(item for item in found.items if isinstance(item, Use))
    assert (use.x, use.y, use.scale) == pytest.approx((15.0, 0.0, 1.0))
    fills = [item.ink.fill for item in use.symbol.items]  # type: ignore[union-attr]
    assert fills == ["#123456", "#ff0000"]
    found, problems = draw("  - {image: x.svg, fit: stretch, size: [60, 60]}", folder=tmp_path)
    assert not problems
    assert any(
        isinstance(item, Group) and item.transform == (2.0, 0.0, 0.0, 1.0, 0.0, 0.0) for item in found.items
    )


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("<svg", "PCG0734"),
        ("<html/>", "PCG0734"),
        (SVG.replace("<rect", "<text").replace('60"/>', '60"/>'), "PCG0734"),
        (SVG.replace("<svg", "<!DOCTYPE x [<!ENTITY a 'b'>]><svg"), "PCG0734"),
        (None, "PCG0730"),
    ],
)
def test_svg_files_that_cannot_be_used(tmp_path: Path, content: str | None, code: str) -> None:
    if content is not None:
        (tmp_path / "x.svg").write_text(content, encoding="utf-8")
    _, problems = draw("  - {image: x.svg, size: [60, 60]}", folder=tmp_path)
    assert codes(problems) == [code]


# --- hints ---


def test_hints_name_a_few_fields() -> None:
    many = {f"field{n:03}": n for n in range(300)}
    _, problems = draw('  - {text: "{zzz}"}', {"id": "a", **many})
    assert codes(problems) == ["PCG0705"]
    assert len(problems[0].hint or "") < 160
    assert "more" in (problems[0].hint or "")
    _, problems = draw('  - {text: "{field0077}"}', {"id": "a", **many})
    assert "did you mean 'field077'" in (problems[0].hint or "")


def test_templates_that_extend_keep_ids_apart() -> None:
    report = Collector()
    base = document("size: poker\nelements:\n  - {id: a, text: x}\n", "layouts/base.yaml")
    top = document("extends: base\nelements:\n  - {text: y, below: a}\n", "layouts/top.yaml")
    assert set(load_templates({"base": base, "top": top}, report)) >= {"base", "top"}
    assert not report.found


@pytest.mark.parametrize("lines", [2, 4, 12])
def test_what_grows_stays_in_its_area(lines: int) -> None:
    """A card is 60 x 90 mm: a text of [50, 60] at 70 mm has 20 mm, though its size says more."""
    text = " ".join([TEXT.strip()] * lines)
    drawing, problems = draw(
        f"  - {{id: t, text: '{text}', at: [5, 70], size: [50, 60], grow: true, font_size: 8, min_size: 8}}\n"
        '  - {shape: rect, around: t, fill: "#000000"}\n'
    )
    (box,) = [item for item in drawing.items if isinstance(item, Rect)]
    assert box.y + box.h <= drawing.height + 1e-6
    assert codes(problems) == (["PCG0720"] if lines == 12 else [])
