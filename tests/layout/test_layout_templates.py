"""Templates: reading them, what they extend and include, and every mistake in them as a diagnostic."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from drawing import codes, document, draw, items, make_kit, texts
from hypothesis import given, settings
from hypothesis import strategies as st

from pycardgen.diagnostics import Collector
from pycardgen.layout import builtin, fields, options
from pycardgen.layout.compose import compose
from pycardgen.layout.display import Bookmark, Circle, Drawing, Group, Ink, Line, Link, Rect, Use, dump
from pycardgen.layout.elements import DRAW
from pycardgen.layout.kit import Kit
from pycardgen.layout.schemas import layout_schema, position_schema, sheet_schema, theme_schema
from pycardgen.layout.template import _Loader, check_template, load_templates
from pycardgen.layout.theme import builtin_theme, load_theme

ROOT = Path(__file__).parents[2]
LAYOUT_SCHEMA = jsonschema.Draft202012Validator(layout_schema())
THEME = builtin_theme(Collector())


def check(text: str, known: set[str] | None = None, **templates: str) -> tuple[list[str], Collector]:
    report = Collector()
    kit = make_kit(report, {"x": text, **templates})
    if "x" in kit.templates:
        check_template(kit.templates["x"], known or set(), kit.theme, kit.templates, report)
    return codes(report.found), report


# --- the table of options, the schemas and the documentation are one ---


def test_every_kind_of_element_is_drawn() -> None:
    assert set(options.ELEMENTS) == set(DRAW)
    for kind, own in options.ELEMENTS.items():
        assert kind in own


def documented() -> dict[str, dict[str, str]]:
    """Each heading of docs/templates.md that has a table of options, with its options and meanings."""
    found: dict[str, dict[str, str]] = {}
    heading, number = "", 0
    for line in (ROOT / "docs/templates.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            heading, number = line.lstrip("# "), 0
        elif line.startswith("| option"):
            number += 1
            found[f"{heading} {number}" if number > 1 else heading] = {}
        elif match := re.fullmatch(r"\| `(\w+)` \| (.*) \|", line):
            found[f"{heading} {number}" if number > 1 else heading][match[1]] = match[2]
    return found


def test_documented_options_are_the_accepted_ones() -> None:
    found = documented()
    expected = {
        "The template": options.TEMPLATE,
        "Elements": options.COMMON,
        "The theme": options.THEME,
        "Variants": options.VARIANT,
        "Styles": options.STYLE,
        "Fonts": options.FONT,
        "Icons": options.ICON,
        "Icons 2": options.ICON_PATH,
        "Looks": options.LOOK,
        "Sheets": options.SHEET,
        "table 2": options.COLUMN,
        **options.ELEMENTS,
    }
    expected["text"] = {k: v for k, v in options.ELEMENTS["text"].items() if k not in options.STYLE}
    expected["art"] = {k: v for k, v in options.ELEMENTS["art"].items() if k not in options.ELEMENTS["image"]}
    assert found.keys() == expected.keys()
    for heading, accepted in expected.items():
        assert found[heading] == {name: option.doc for name, option in accepted.items()}, heading


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("layout", layout_schema),
        ("theme", theme_schema),
        ("sheet", sheet_schema),
        ("position", position_schema),
    ],
)
def test_schema_files_are_those_of_the_options(name: str, made: Any) -> None:
    kept = json.loads((ROOT / f"schemas/{name}.schema.json").read_text(encoding="utf-8"))
    assert kept == made()
    jsonschema.Draft202012Validator.check_schema(kept)


def test_schemas_know_every_option() -> None:
    assert theme_schema()["properties"].keys() == options.THEME.keys()
    assert layout_schema()["properties"].keys() == options.TEMPLATE.keys()
    branches = layout_schema()["$defs"]["element"]["allOf"]
    for branch, (kind, own) in zip(branches, options.ELEMENTS.items(), strict=True):
        assert kind in branch["if"]["required"]
        assert branch["then"]["properties"].keys() == {*own, *options.COMMON}


@pytest.mark.parametrize("name", builtin.names())
def test_built_in_templates_are_valid_and_fine(name: str) -> None:
    report = Collector()
    LAYOUT_SCHEMA.validate(builtin.document(f"{name}.yaml").root)
    templates, theme = load_templates({}, report), builtin_theme(report)
    known = {"text", "art", "board", "sections", "spaces", "subtitle"}
    known |= {"icon", "color", "ink", "label", "game"}
    check_template(templates[name], known, theme, templates, report)
    assert not report.found


def test_built_in_theme_and_sheets_are_valid() -> None:
    for name in ("theme.yaml", *builtin.icon_files()):
        jsonschema.validate(builtin.document(name).root, theme_schema())
    jsonschema.validate(builtin.document("sheets.yaml").root, sheet_schema())
    theme = builtin_theme(Collector())
    for style in theme.styles.values():
        assert style.color in theme.colors


@pytest.mark.parametrize(
    "element",
    [
        "{txt: a}",
        "{text: a, colour: ink}",
        "{text: a, at: 5}",
        "{shape: blob}",
        "{text: a, style: body, max_lines: -1}",
        "{shape: rect, fill: {from: ink}}",
        "{image: a.png, fit: squeeze}",
    ],
)
def test_the_schema_refuses_what_the_loader_refuses(element: str) -> None:
    text = f"size: poker\nelements:\n  - {element}\n"
    assert check(text)[0]
    assert not LAYOUT_SCHEMA.is_valid(document(text).root)


# --- mistakes ---


@pytest.mark.parametrize(
    ("element", "code"),
    [
        ("{txt: a}", "PCG0700"),
        ("plain text", "PCG0700"),
        ("[1, 2]", "PCG0700"),
        ("{text: a, colour: ink}", "PCG0701"),
        ("{text: a, at: [1]}", "PCG0702"),
        ("{text: a, at: [1, two]}", "PCG0702"),
        ("{text: a, size: [1, -5]}", "PCG0702"),
        ("{text: a, rotate: true}", "PCG0702"),
        ("{text: a, opacity: 2}", "PCG0702"),
        ("{text: [a]}", "PCG0702"),
        ("{shape: polygon}", "PCG0702"),
        ("{shape: path}", "PCG0702"),
        ("{repeat: id}", "PCG0702"),
        ("{text: a, when: 'a = 3'}", "PCG0702"),
        ("{text: a, when: []}", "PCG0702"),
        ("{group: 3}", "PCG0702"),
        ("{table: [[a]], columns: 2}", "PCG0702"),
        ("{include: nowhere}", "PCG0703"),
        ("{text: '{nothing}'}", "PCG0705"),
        ("{text: a, when: nothing}", "PCG0705"),
        ("{pips: '{nothing}'}", "PCG0705"),
        ("{repeat: nothing, elements: []}", "PCG0705"),
        ("{group: [{text: '{nothing}'}]}", "PCG0705"),
        ("{table: '{name}', columns: [{text: '{nothing}'}]}", "PCG0705"),
        ("{text: a, style: nothing}", "PCG0706"),
        ("{text: a, color: nothing}", "PCG0707"),
        ("{shape: rect, fill: {from: ink, to: nothing}}", "PCG0707"),
        ("{icon: nothing}", "PCG0708"),
        ("{text: '{name|nothing}'}", "PCG0710"),
    ],
)
def test_each_mistake_has_its_code_and_its_place(element: str, code: str) -> None:
    found, report = check(f"size: poker\nelements:\n  - {element}\n")
    assert found == [code]
    span = report.found[0].span
    assert span is not None
    assert (span.file, span.line) == ("layouts/x.yaml", 3)


def test_a_misspelt_word_comes_with_a_suggestion() -> None:
    for element, word in [
        ("{txt: a}", "text"),
        ("{text: a, colr: ink}", "color"),
        ("{text: a, style: boddy}", "body"),
        ("{text: a, color: acent}", "accent"),
        ("{icon: hart}", "heart"),
        ("{text: '{nmae}'}", "name"),
        ("{text: a, anchor: botom}", "bottom"),
    ]:
        _, report = check(f"size: poker\nelements:\n  - {element}\n")
        assert word in report.found[0].hint + report.found[0].message, element


def test_all_mistakes_are_reported_at_once() -> None:
    text = "size: [0, 5]\nbleed: -1\nfoo: 1\nelements:\n  - {txt: a}\n  - {text: a, at: 5}\n"
    assert check(text)[0] == ["PCG0700", "PCG0701", "PCG0702", "PCG0702", "PCG0702"]


@pytest.mark.parametrize("root", ["[]", "text", "3"])
def test_a_template_is_a_mapping(root: str) -> None:
    assert check(root)[0] == ["PCG0702"]


def test_elements_are_bounded() -> None:
    many = "".join("  - {text: a}\n" for _ in range(2100))
    assert check(f"size: poker\nelements:\n{many}")[0] == ["PCG0700"]


# --- extends and include ---


def test_extends_takes_size_and_elements() -> None:
    base = "size: [50, 70]\nbleed: 2\nelements:\n  - {id: a, text: base a}\n  - {id: b, text: base b}\n"
    own = "extends: base\nelements:\n  - {id: b, text: own b}\n  - {text: more}\n"
    report = Collector()
    kit = make_kit(report, {"x": own, "base": base})
    found = compose(kit, kit.templates["x"], {"id": "s"}, report)
    assert not report.found
    assert (found.width, found.height, found.bleed) == (50.0, 70.0, 2.0)
    shown = [line.split("'")[1] for line in dump(found).splitlines() if "text" in line]
    assert shown == ["base a", "own b", "more"]


def test_elements_can_be_removed() -> None:
    base = "size: [50, 70]\nelements:\n  - {id: a, text: aa}\n  - {id: b, text: bb}\n"
    report = Collector()
    kit = make_kit(report, {"x": "extends: base\nremove: a\nelements: []\n", "base": base})
    assert [e.options["id"] for e in kit.templates["x"].elements] == ["b"]
    assert not report.found
    assert check("extends: base\nremove: [aa]\n", base=base)[0] == ["PCG0702"]


def test_circles_are_told_once() -> None:
    found, report = check("extends: y\nelements: []\n", y="extends: x\nelements: []\n")
    assert found == ["PCG0704"]
    assert "x -> y -> x" in report.found[0].message
    assert check("extends: x\nelements: []\n")[0] == ["PCG0704"]
    assert check(
        "size: poker\nelements: [{include: y}]\n", y="size: poker\nelements: [{group: [{include: x}]}]\n"
    )[0] == ["PCG0704"]


def test_a_circle_of_includes_is_still_drawn_in_bounds() -> None:
    report = Collector()
    kit = make_kit(report, {"x": "size: poker\nelements: [{text: a}, {include: x}]\n"})
    assert codes(report.found) == ["PCG0704"]
    compose(kit, kit.templates["x"], {"id": "s"}, Collector())


def test_an_include_sees_the_subject_and_more() -> None:
    inner = "size: [20, 20]\nelements:\n  - {text: '{name} {extra}'}\n"
    report = Collector()
    outer = "size: poker\nelements:\n  - {include: y, with: {extra: 'of {id}'}, at: [30, 40]}\n"
    kit = make_kit(report, {"x": outer, "y": inner})
    check_template(kit.templates["x"], set(), kit.theme, kit.templates, report)
    found = dump(compose(kit, kit.templates["x"], {"id": "s", "name": "N"}, report))
    assert not report.found
    assert "text 30," in found
    assert "'N of s'" in found


# --- fields and conditions ---


@pytest.mark.parametrize(
    ("test", "expected"),
    [
        ("cost", True),
        ("not cost", False),
        ("zero", False),
        ("none", False),
        ("absent", False),
        ("not absent", True),
        ("empty", False),
        ("yes", True),
        ("cost == 3", True),
        ("cost != 3", False),
        ("cost < 10", True),
        ("cost >= 4", False),
        ("kind in storm, calm", True),
        ("kind == 'calm'", True),
        ("yes == true", True),
        ("deep.er == x", True),
        ("name < 3", False),
    ],
)
def test_conditions(test: str, expected: bool) -> None:
    subject = {"cost": 3, "zero": 0, "none": None, "empty": [], "yes": True, "kind": "calm", "name": "N"}
    subject["deep"] = {"er": "x"}
    shown = texts(f'  - {{text: shown, when: "{test}"}}\n', subject)
    assert shown == (["shown"] if expected else [])


def test_fields_are_written() -> None:
    subject = {
        "name": "n_a-me",
        "n": 3,
        "f": 2.50,
        "list": ["a", 2],
        "in": {"name": "In"},
        "no": None,
        "b": False,
    }
    text = "{name|title}|{n|signed}|{f}|{list}|{in}|{no}|{b}|{in.name|upper}|{list.1}"
    assert fields.expand(text, subject) == "N A Me|+3|2.5|a, 2|In||no|IN|2"


def test_fields_within_fields_end() -> None:
    subject = {"a": "x{b}", "b": "y{a}"}
    assert fields.expand("{a}", subject).startswith("xyxy")


@given(st.text("{}ab|\\.: ", max_size=30))
def test_any_text_can_be_expanded(text: str) -> None:
    missing: list[str] = []
    fields.expand(text, {"a": 1}, missing.append)
    assert all(path.split(".")[0] != "a" or "." in path for path in missing)


def test_escaped_braces_are_no_fields() -> None:
    assert fields.expand(r"\{name}", {"name": "N"}) == r"\{name}"
    assert texts(r"  - {text: '\{name}'}" + "\n") == ["{name}"]


def test_an_unknown_field_is_told_when_drawn() -> None:
    _, problems = draw(
        "  - {text: '{text}', size: [40, 20]}\n", {"id": "s", "name": "S", "text": "Heal {heel}."}
    )
    assert codes(problems) == ["PCG0705"]
    assert "'S'" in problems[0].message


# --- elements ---


def one(elements: str, kind: type, subject: dict[str, Any] | None = None, **more: Any) -> Any:
    found = [item for item in items(elements, subject, **more) if isinstance(item, kind)]
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    ("element", "box"),
    [
        ("{shape: rect, fill: ink}", (0, 0, 60, 90)),
        ("{shape: rect, fill: ink, area: bleed}", (-3, -3, 66, 96)),
        ("{shape: rect, fill: ink, area: safe}", (4, 4, 52, 82)),
        ("{shape: rect, fill: ink, inset: 5}", (5, 5, 50, 80)),
        ("{shape: rect, fill: ink, inset: [1, 2]}", (2, 1, 56, 88)),
        ("{shape: rect, fill: ink, inset: [1, 2, 3, 4]}", (4, 1, 54, 86)),
        ("{shape: rect, fill: ink, at: [10, 20]}", (10, 20, 50, 70)),
        ("{shape: rect, fill: ink, at: [10, 20], size: [5, 6]}", (10, 20, 5, 6)),
        ("{shape: rect, fill: ink, anchor: bottom-right, at: [-3, -4], size: [5, 6]}", (52, 80, 5, 6)),
        ("{shape: rect, fill: ink, anchor: bottom-right, at: [-3, -4]}", (0, 0, 57, 86)),
        ("{shape: rect, fill: ink, anchor: center, size: [20, 10]}", (20, 40, 20, 10)),
        ("{shape: rect, fill: ink, anchor: top, at: [0, 2], size: [20, 10]}", (20, 2, 20, 10)),
        ("{shape: rect, fill: ink, anchor: right, at: [-1, 0], size: [20, 10]}", (39, 40, 20, 10)),
    ],
)
def test_where_an_element_lies(element: str, box: tuple[float, ...]) -> None:
    found = one(f"  - {element}\n", Rect)
    assert (found.x, found.y, found.w, found.h) == pytest.approx(box)


def test_groups_are_areas_and_clip() -> None:
    inner = "{shape: rect, fill: ink, anchor: bottom-right, size: [4, 4]}"
    group = f"  - {{group: [{inner}], at: [10, 10], size: [20, 20]"
    found = one(group + "}\n", Rect)
    assert (found.x, found.y) == (26, 26)
    clipped = one(group + ", clip: true, radius: 2}\n", Group)
    assert clipped.clip == (10, 10, 20, 20, 2)


def test_turned_and_translucent_elements() -> None:
    found = one(
        "  - {shape: rect, fill: ink, at: [10, 10], size: [20, 10], rotate: 90, opacity: 0.5, id: a,"
        " class: b}\n",
        Group,
    )
    assert found.transform == pytest.approx((0, 1, -1, 0, 35, -5))  # about (20, 15)
    assert found.opacity == 0.5
    assert found.classes == ("a", "b")


def test_shapes() -> None:
    assert one("  - {shape: circle, fill: ink, at: [10, 10], size: [8, 6]}\n", Circle) == Circle(
        14, 13, 3, Ink("#1c2128")
    )
    line = one("  - {shape: line, at: [1, 1], points: [[0, 0], [5, 5]], stroke: '#abc'}\n", Line)
    assert (line.x1, line.y2, line.ink.stroke) == (1, 6, "#aabbcc")
    shown = dump(draw("  - {shape: hexagon, fill: ink, at: [0, 0], size: [4, 4]}\n")[0])
    assert "polygon 4,2 3,4 1,4 0,2 1,0 3,0" in shown
    shown = dump(draw("  - {shape: rect, cut: 1, fill: ink, size: [4, 4]}\n")[0])
    assert "polygon 1,0 3,0 4,1 4,3 3,4 1,4 0,3 0,1" in shown
    shown = dump(draw("  - {shape: path, path: 'M0 0 h2 v2 z', fill: ink, at: [1, 1], size: [4, 4]}\n")[0])
    assert "path M 1 1 L 3 1 L 3 3 Z" in shown


def test_a_broken_path_is_told() -> None:
    assert codes(draw("  - {shape: path, path: 'M0 0 L', fill: ink}\n")[1]) == ["PCG0702"]


def test_gradients_span_their_box() -> None:
    down = one(
        "  - {shape: rect, fill: {from: ink, to: white, angle: 90}, at: [10, 10], size: [20, 30]}\n", Rect
    )
    fill = down.ink.fill
    assert (fill.x0, fill.y0, fill.x1, fill.y1) == pytest.approx((20, 10, 20, 40))
    across = one(
        "  - {shape: rect, fill: {from: ink, to: white, angle: 0}, at: [10, 10], size: [20, 30]}\n", Rect
    )
    assert (across.ink.fill.x0, across.ink.fill.x1) == pytest.approx((10, 30))


def test_colours_may_come_from_fields() -> None:
    theme = "colors: {storm-light: '#F00'}\n"
    subject = {"id": "s", "kind": "storm"}
    assert one("  - {shape: rect, fill: '{kind}-light'}\n", Rect, subject, theme=theme).ink.fill == "#ff0000"
    _, problems = draw("  - {shape: rect, fill: '{kind}-light'}\n", {"id": "s", "kind": "calm"}, theme)
    assert codes(problems) == ["PCG0707"]


def test_pips() -> None:
    row = "  - {pips: '{n}', max: 5, pip: square, color: ink, size: [50, 4], gap: 1, align: right}\n"
    found = [item for item in items(row, {"id": "s", "n": 2}) if isinstance(item, Rect)]
    assert len(found) == 5
    assert [item.ink.fill is not None for item in found] == [True, True, False, False, False]
    assert found[0].x == pytest.approx(50 - 5 * 4 - 4 * 1)
    icons = "  - {pips: 3, icon: heart, size: [50, 4]}\n"
    assert len([item for item in items(icons) if isinstance(item, Use) and "heart" in item.symbol.name]) == 3
    assert codes(draw("  - {pips: '{n}'}\n", {"id": "s", "n": "many"})[1]) == ["PCG0702"]
    assert codes(draw("  - {pips: '{n}'}\n", {"id": "s", "n": 100000})[1]) == ["PCG0702"]


def test_repeat() -> None:
    inner = "elements: [{text: '{s.v}{index}'}]"
    rows = f"  - {{repeat: stats, as: s, direction: row, gap: 2, size: [62, 6], {inner}}}\n"
    subject = {"id": "s", "stats": [{"v": "a"}, {"v": "b"}, {"v": "c"}]}
    found = items(rows, subject)
    assert [item.text for item in found] == ["a1", "b2", "c3"]  # type: ignore[union-attr]
    assert [item.x for item in found] == pytest.approx([0, 64 / 3, 128 / 3])  # type: ignore[union-attr]
    grid = "  - {repeat: 4, columns: 2, cell: [10, 5], elements: [{shape: rect, fill: ink}]}\n"
    assert [(r.x, r.y) for r in items(grid) if isinstance(r, Rect)] == [(0, 0), (10, 0), (0, 5), (10, 5)]
    assert items(rows, {"id": "s", "stats": []}) == []
    huge = items("  - {repeat: '{n}', elements: [{shape: rect, fill: ink}]}\n", {"id": "s", "n": 10**9})
    assert len(huge) == 1000


def test_tables() -> None:
    table = "  - {table: [[a, '1'], [b, '{name}']], size: [40, 30], line: none}\n"
    assert texts(table) == ["a", "1", "b", "Sample"]
    rows = (
        "  - {table: '{rows}', size: [40, 30], columns: [{title: Port, text: '{row.name|upper}', width: 15}, "
        "{title: N, text: '{row.n}', align: right}]}\n"
    )
    subject = {"id": "s", "rows": [{"name": "quay", "n": 3}, {"name": "yard", "n": 12}]}
    found = items(rows, subject)
    assert [i.text for i in found if hasattr(i, "text")] == ["PORT", "N", "QUAY", "3", "YARD", "12"]
    numbers = [i for i in found if getattr(i, "text", "") in ("3", "12")]
    assert {round(i.x + i.width, 3) for i in numbers} == {39.0}  # type: ignore[union-attr]
    assert codes(draw(table.replace("[40, 30]", "[40, 2]"))[1]) == ["PCG0720"]


def test_tables_shrink_to_their_box() -> None:
    rows = "[" + ", ".join("[word word, word]" for _ in range(8)) + "]"
    sizes = [
        next(i.size for i in items(f"  - {{table: {rows}, size: [50, {h}]}}\n") if hasattr(i, "text"))
        for h in (80, 35)
    ]
    assert sizes[1] < sizes[0]


def test_numbered_grids() -> None:
    grid = "  - {grid: '{n}', columns: 5, gap: 1, size: [59, 39], every: 5, accent: tint, start: 1}\n"
    found = items(grid, {"id": "s", "n": 40})
    cells = [item for item in found if isinstance(item, Rect)]
    assert len(cells) == 40
    assert cells[0].w == pytest.approx(11)
    assert [i for i, cell in enumerate(cells, 1) if cell.ink.fill] == [5, 10, 15, 20, 25, 30, 35, 40]
    assert [i.text for i in found if hasattr(i, "text")] == [str(n) for n in range(1, 41)]
    down = items("  - {grid: 4, columns: 2, direction: column, size: [20, 20]}\n")
    assert [(c.x, c.y) for c in down if isinstance(c, Rect)] == [(0, 0), (0, 10), (10, 0), (10, 10)]


def test_a_drawing_as_a_field() -> None:
    board = Drawing(100, 50, (Rect(0, 0, 100, 50, Ink("#000000")),))
    found = one("  - {drawing: '{board}', size: [50, 50]}\n", Group, {"id": "s", "board": board})
    assert found.transform == pytest.approx((0.5, 0, 0, 0.5, 0, 12.5))


# --- text on cards ---


def test_overflow_names_card_box_and_excess() -> None:
    _, problems = draw(
        "  - {id: rules, text: '{text}', size: [30, 10]}\n",
        {"id": "s", "name": "Squall", "text": "word " * 99},
    )
    assert codes(problems) == ["PCG0720"]
    message = problems[0].message
    assert "'rules'" in message
    assert "'Squall'" in message
    assert re.search(r"\d+\.\d mm too high", message)
    assert codes(draw("  - {text: Incomprehensibilities, size: [9, 10]}\n")[1]) == ["PCG0721"]


def test_overflow_points_at_the_field() -> None:
    report = Collector()
    kit = make_kit(report, {"x": "size: poker\nelements: [{text: '{text}', size: [30, 10]}]\n"})
    cards = document("a:\n  text: something\n", "cards/a.yaml").place().inside("a")
    subject = {"id": "s", "text": "word " * 99}
    compose(kit, kit.templates["x"], subject, report, lambda name: cards.value(name))
    assert report.found[0].span is not None
    assert (report.found[0].span.file, report.found[0].span.line) == ("cards/a.yaml", 2)


def test_missing_characters_and_icons_are_told() -> None:
    _, problems = draw("  - {text: '{text}'}\n", {"id": "s", "name": "S", "text": "☢ ☢ {icon:nope}"})
    assert codes(problems) == ["PCG0708", "PCG0722"]
    assert "U+2622" in next(p for p in problems if p.code == "PCG0722").message


def test_the_same_problem_is_told_for_each_card() -> None:
    report = Collector()
    kit = make_kit(report, {"x": "size: poker\nelements: [{text: '{text}', size: [30, 10]}]\n"})
    for name in ("one", "two"):
        compose(kit, kit.templates["x"], {"id": name, "name": name, "text": "word " * 99}, report)
    assert [("one" in p.message, "two" in p.message) for p in report.found] == [(True, False), (False, True)]


# --- what is drawn once ---


def test_unchanging_parts_are_one_symbol() -> None:
    text = "size: poker\nelements:\n" + "".join("  - {shape: rect, fill: ink}\n" for _ in range(3))
    text += "  - {text: '{name}'}\n"
    report = Collector()
    kit = make_kit(report, {"x": text})
    first, second = (compose(kit, kit.templates["x"], {"id": n, "name": n}, report) for n in "ab")
    assert isinstance(first.items[0], Use)
    assert isinstance(second.items[0], Use)
    assert first.items[0].symbol is second.items[0].symbol
    assert len(first.items[0].symbol.items) == 3


def test_pages_follow_the_paper() -> None:
    report = Collector()
    kit = make_kit(report, {"x": "size: paper\nelements: [{shape: rect, fill: ink}]\n"})
    sizes = []
    for paper in ("a4", "letter"):
        kit.paper = paper
        found = compose(kit, kit.templates["x"], {"id": "s"}, report)
        sizes.append((found.width, found.items[0].w))  # type: ignore[union-attr]
    assert sizes == [(210, 210), (215.9, 215.9)]


# --- themes ---


def test_a_theme_adds_to_the_built_in_one() -> None:
    theme = "styles:\n  rules: {extends: small, font_size: 8}\n  small: {extends: body, italic: true}\n"
    found = one("  - {text: word, style: rules}\n", object, theme=theme)
    assert found.face == "IBMPlexSansCondensed-Italic"
    assert found.size == 8


@pytest.mark.parametrize(
    ("theme", "code"),
    [
        ("[]", "PCG0702"),
        ("colours: {}", "PCG0701"),
        ("colors: {a: red}", "PCG0702"),
        ("colors: [a]", "PCG0702"),
        ("styles: {a: {font: comic}}", "PCG0717"),
        ("styles: {a: 3}", "PCG0702"),
        ("styles: {a: {extends: nothing}}", "PCG0706"),
        ("styles: {a: {extends: b}, b: {extends: a}}", "PCG0704"),
        ("styles: {a: {color: nothing}}", "PCG0707"),
        ("icons: {a: 'M0 0 Q'}", "PCG0702"),
        ("icons: {a: {}}", "PCG0702"),
        ("icons: {a: [1]}", "PCG0702"),
        ("icons: {a: {paths: [3]}}", "PCG0702"),
    ],
)
def test_mistakes_in_themes(theme: str, code: str) -> None:
    report = Collector()
    load_theme(document(theme, "theme.yaml"), builtin_theme(report), report)
    assert code in codes(report.found)
    assert all(problem.span and problem.span.file == "theme.yaml" for problem in report.found)


def test_a_style_may_extend_its_built_in_namesake() -> None:
    report = Collector()
    base = builtin_theme(report)
    changed = load_theme(
        document("styles: {body: {extends: body, font_size: 7}}", "theme.yaml"), base, report
    )
    assert not report.found
    assert changed.styles["body"].size == 7
    assert changed.styles["body"].family == base.styles["body"].family


# --- any input ---

_plain = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 1000) | st.text("ab{}[]:#. -M", max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text("abc", min_size=1, max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)
_keys = sorted({*options.COMMON, *options.STYLE, *(k for own in options.ELEMENTS.values() for k in own)})


@settings(deadline=None, max_examples=120)
@given(
    st.sampled_from(sorted(options.ELEMENTS)),
    st.dictionaries(st.sampled_from(_keys), _plain, max_size=5),
    _plain,
)
def test_any_element_is_drawn_or_told(kind: str, rest: dict[str, Any], value: Any) -> None:
    """Whatever is written, there is a diagnostic or a drawing, never an exception."""
    element = {kind: value, **rest}
    text = "size: poker\nelements:\n  - " + json.dumps(element)
    report = Collector()
    parsed = document(text)
    template = _Loader({"x": parsed}, report).load("x")
    assert template is not None
    templates, theme = {"x": template}, THEME
    check_template(templates["x"], {"a"}, theme, templates, report)
    compose(Kit(theme, templates), templates["x"], {"id": "s", "a": [1, 2]}, report)
    for problem in report.found:
        assert problem.code.startswith("PCG07")


def test_dump_shows_every_kind_of_item() -> None:
    drawing = Drawing(
        5, 5, (Bookmark("t", 0, 1), Link(0, 0, 1, 1, "#t"), Group((), "id", ("c",), (("k", "v"),)))
    )
    assert dump(drawing).splitlines()[1:] == [
        "  bookmark 0 1 't'",
        "  link 0,0,1,1 '#t'",
        "  group #id .c [k=v]",
    ]
