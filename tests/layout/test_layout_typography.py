"""Quotation marks, hyphens, small capitals, colours, indents, first lines, widows, one size for a group."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from drawing import codes, draw, items, make_kit
from hypothesis import given, settings
from hypothesis import strategies as st

from pycardgen.diagnostics import Collector
from pycardgen.layout.compose import compose
from pycardgen.layout.display import PT, Symbol, TextRun
from pycardgen.layout.fit_groups import has_groups, natural_sizes, tightest
from pycardgen.layout.markup import inline, looked, parse
from pycardgen.layout.text import Block, Style, set_text
from pycardgen.layout.text_fit import ZONE, lines_of
from pycardgen.layout.text_measure import SMALL_CAPS, prepare
from pycardgen.layout.typography import hyphenated, quotes_of, smart, spaced_quotes

STYLE = Style(size=9.0, min_size=9.0, language="en")
COLORS = {"bad": "#aa0000", "good": "#00aa00"}
PROSE = (
    "Lamplighters understand illumination, navigation and meteorology; harbourmasters everywhere appreciate "
    "their considerable responsibilities, particularly at night."
)


def no_icons(_name: str, _color: str) -> Symbol | None:
    return None


def lay(text: str, w: float = 30.0, h: float = 60.0, **style: object) -> Block:
    return set_text(text, replace(STYLE, **style), (0.0, 0.0, w, h), no_icons, COLORS)  # type: ignore[arg-type]


def runs(block: Block) -> list[TextRun]:
    return [item for item in block.items if isinstance(item, TextRun)]


def lines(block: Block) -> list[str]:
    """The text of each line, as it reads."""
    found: dict[float, list[TextRun]] = {}
    for run in runs(block):
        found.setdefault(round(run.y, 4), []).append(run)
    return ["".join(_joined(line)) for line in found.values()]


def _joined(line: list[TextRun]) -> list[str]:
    """Runs with a space where there is one between them."""
    out = [line[0].text]
    for before, run in pairwise(line):
        gap = run.x - before.x - before.width
        out.append((" " if gap > 0.3 else "") + run.text)
    return out


# --- quotation marks ---


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"Go," he said. "It\'s late."', "“Go,” he said. “It’s late.”"),
        ('**"Bold"** ("round") —"dash"', "**“Bold”** (“round”) —“dash”"),
        ("the '90s, 'so' they say, dogs' bones", "the ’90s, ‘so’ they say, dogs’ bones"),
        ("she said \"he said 'no'\"", "she said “he said ‘no’”"),
        ('a 5" lamp, 3" high', 'a 5" lamp, 3" high'),
        (r"\"straight\" \'too\'", "\"straight\" 'too'"),
        ('{icon:x}"q" and "{icon:x}"', "{icon:x}“q” and “{icon:x}”"),
        ('"', "”"),
        ("", ""),
    ],
)
def test_quotation_marks(text: str, expected: str) -> None:
    assert smart(text, "en") == expected


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("de", "„a ‚b‘ c“"),
        ("de-CH", "«a ‹b› c»"),
        ("fr", "«\u202fa ‹b› c\u202f»"),
        ("pl", "„a ‚b’ c”"),
        ("xx", "“a ‘b’ c”"),
        ("en-GB", "“a ‘b’ c”"),
    ],
)
def test_quotation_marks_by_language(language: str, expected: str) -> None:
    assert smart("\"a 'b' c\"", language) == expected
    assert "".join(spaced_quotes(language)).replace("\u202f", "") == quotes_of(language)


@given(st.text("ab '\"*\\(){}[]5-", max_size=30))
def test_nothing_but_marks_changes(text: str) -> None:
    kept = [c for c in text if c not in "\"'\\"]
    marks = "“”‘’\"'\\"
    assert [c for c in smart(text, "en") if c not in marks] == kept


def test_quotes_of_a_style() -> None:
    assert lines(lay('"a"')) == ["“a”"]
    assert lines(lay('"a"', language="de")) == ["„a“"]
    assert lines(lay('"a"', quotes="plain")) == ['"a"']


# --- hyphens ---


def test_words_are_hyphenated_by_their_language() -> None:
    assert hyphenated("responsibilities", "en").replace("\u00ad", "-") == "re-spon-si-bil-i-ties"
    assert hyphenated("Lampenzünder", "de").replace("\u00ad", "-") == "Lam-pen-zün-der"
    assert hyphenated("lamp oil", "en") == "lamp oil"
    assert hyphenated("already\u00adcut", "en") == "already\u00adcut"
    assert hyphenated("word", "qq") == "word"


def test_only_justified_text_is_hyphenated_unless_it_says_so() -> None:
    assert not any(line.endswith("-") for line in lines(lay(PROSE)))
    assert any(line.endswith("-") for line in lines(lay(PROSE, align="justify")))
    assert any(line.endswith("-") for line in lines(lay(PROSE, hyphenate=True)))
    assert not any(line.endswith("-") for line in lines(lay(PROSE, align="justify", hyphenate=False)))
    assert not any(line.endswith("-") for line in lines(lay(f"[{PROSE}](no-break)", hyphenate=True, w=30)))


def test_hyphens_lose_no_letter() -> None:
    for tenth in range(150, 450, 7):
        text = "".join(lines(lay(PROSE, w=tenth / 10, align="justify", widows=True))).replace(" ", "")
        assert text.replace("-", "") == PROSE.replace(" ", "")


@settings(deadline=None)  # the first one loads fonts
@given(
    st.lists(st.sampled_from(PROSE.split()), min_size=1, max_size=30),
    st.floats(18.0, 60.0),
    st.sampled_from(["left", "justify", "center"]),
    st.booleans(),
    st.floats(0, 2),
    st.sampled_from(["", "small-caps", "bold bad"]),
)
def test_no_line_is_wider_than_the_box_and_no_text_is_lost(
    words: list[str], w: float, align: str, hyphens: bool, indent: float, first: str
) -> None:
    text = " ".join(words[: len(words) // 2]) + "\n" + " ".join(words[len(words) // 2 :])
    block = lay(text, w, 400.0, align=align, hyphenate=hyphens, indent=indent, first_line=first, min_size=4.0)
    assert not block.fit.excess_w
    for run in runs(block):
        assert run.x >= -1e-6
        assert run.x + run.width <= w + 1e-3
    shown = "".join(lines(block)).replace(" ", "").replace("-", "").casefold()
    assert shown == "".join(words).casefold()


def test_a_line_is_hyphenated_only_where_it_would_be_short() -> None:
    prepared = prepare(parse(PROSE), replace(STYLE, hyphenate=True), no_icons)
    para = prepared.paras[0]
    for limit in range(9, 25):
        for start, end, width in lines_of(para, float(limit)):
            if para.words[end - 1].tail and end < len(para.words):
                whole = max((i for i in range(start + 1, end) if para.words[i].glue), default=None)
                if whole is not None:
                    kept = sum(w.width + w.glue for w in para.words[start:whole]) - para.words[start].glue
                    assert kept < ZONE * limit
            assert width <= limit + 1e-5


# --- looks ---


def test_looks() -> None:
    assert looked("bold small-caps bad").small
    assert looked("bold small-caps bad").color == "bad"
    spans = inline("a [b **c**](bad) [d e-f](no-break) [1] [2](3)")
    assert [(s.text, s.color, s.bold) for s in spans][:3] == [
        ("a ", "", False),
        ("b ", "bad", False),
        ("c", "bad", True),
    ]
    assert spans[4].text == "d\u00a0e\u2011f"
    assert spans[5].text == " [1] [2](3)"


def test_colours() -> None:
    block = lay("one [two](bad) three", w=60)
    assert [(run.text, run.color) for run in runs(block)] == [
        ("one", "#000000"),
        ("two", "#aa0000"),
        ("three", "#000000"),
    ]
    assert lines(block) == ["one two three"]
    assert lay("[x](bda)").unknown_colors == ("bda",)


def test_an_unknown_colour_is_told() -> None:
    _, problems = draw('  - {text: "[x](bda)", size: [50, 10]}')
    assert codes(problems) == ["PCG0707"]
    assert "'bad'" in (problems[0].hint or "")


def test_small_capitals() -> None:
    block = lay("A [Bright Lamp](small-caps)", w=60)
    small = [run for run in runs(block) if run.size < 9.0]
    assert [run.text for run in small] == ["RIGHT", "AMP"]
    assert all(run.size == pytest.approx(9.0 * SMALL_CAPS) for run in small)
    assert lines(block) == ["A BRIGHT LAMP"]
    whole = lay("Bright Lamp", w=60, small_caps=True)
    assert [run.text for run in runs(whole)] == ["B", "RIGHT", "L", "AMP"]
    for before, run in pairwise(runs(whole)):
        assert run.x >= before.x + before.width - 1e-6


def test_what_must_not_break_does_not() -> None:
    text = "aaaa [three words here](no-break) bbbb"
    for tenth in range(220, 400, 10):
        assert any("three\u00a0words\u00a0here" in line for line in lines(lay(text, w=tenth / 10)))


# --- paragraphs ---


def test_further_paragraphs_are_indented() -> None:
    block = lay("one\ntwo\n- item", indent=1.5)
    one, two, *_, item = runs(block)
    assert one.x == 0.0
    assert two.x == pytest.approx(1.5 * 9.0 * PT)
    assert item.x < two.x + 1.0


def test_the_first_line_looks_different() -> None:
    block = lay(PROSE, first_line="small-caps bad")
    by_line = {run.y for run in runs(block)}
    first = min(by_line)
    assert all(run.color == "#aa0000" for run in runs(block) if run.y == first)
    assert all(run.color == "#000000" for run in runs(block) if run.y != first)


def test_no_paragraph_ends_with_one_word() -> None:
    seen = 0
    for tenth in range(200, 600, 3):
        allowed = lines(lay(PROSE, w=tenth / 10, widows=True))
        mended = lines(lay(PROSE, w=tenth / 10))
        assert len(allowed) == len(mended)
        assert " ".join(mended) == " ".join(allowed)
        if len(allowed[-1].split()) == 1 and len(allowed[-2].split()) > 2:
            seen += 1
            assert len(mended[-1].split()) >= 2 or len(mended[-2].split()) < 4
    assert seen >= 1


SENTENCES = (
    "You may look at the top card of the deck, and put it back on top or below all others before it is free.",
    "Whoever holds the lamp goes first, then all others in turn, until the lamp has been put out by a gale.",
    "A keeper who is alone at the end of a round draws one card more, and shows it to nobody else if at all.",
)


@pytest.mark.parametrize("text", SENTENCES)
@pytest.mark.parametrize("align", ["left", "center"])
def test_short_last_lines_get_words_and_the_others_stay_long(text: str, align: str) -> None:
    seen = 0
    for tenth in range(300, 900, 7):
        width = tenth / 10
        plain = runs(lay(text, w=width, align=align, widows=True))
        even = runs(lay(text, w=width, align=align))
        assert len(plain) == len(even)
        assert " ".join(run.text for run in even) == " ".join(run.text for run in plain)
        if len(plain) < 2 or (plain[-1].width >= 0.25 * width and " " in plain[-1].text):
            assert plain == even
            continue
        assert even[-1].width >= plain[-1].width
        if even != plain:
            seen += 1
            assert " " in even[-1].text
            assert min(run.width for run in even[:-1]) >= 0.55 * width - 1e-6
            assert even[-1].width > plain[-1].width
    assert seen >= 5


# --- a group of one size ---

GROUPED = """
size: [60, 40]
elements:
  - {text: "{name}", style: title, fit_group: names, at: [2, 2], size: [56, 8]}
  - {text: "{text}", fit_group: rules, min_size: 6.5, at: [2, 12], size: [56, 20]}
  - {shape: rect, size: [1, 1], fill: "#000000"}
"""
CARDS = [
    {"id": "a", "name": "Lamp", "text": "Short."},
    {"id": "b", "name": "A lamp with a name that is very long indeed", "text": PROSE * 2},
    {"id": "c", "name": "Wick", "text": PROSE},
]


def test_all_texts_of_a_group_get_the_size_of_the_tightest() -> None:
    report = Collector()
    kit = make_kit(report, {"x": GROUPED, "plain": "size: poker\nelements: [{text: x}]"})
    template = kit.templates["x"]
    assert has_groups(kit, template)
    assert not has_groups(kit, kit.templates["plain"])
    alone = [natural_sizes(kit, template, card) for card in CARDS]
    assert len({sizes["rules"] for sizes in alone}) > 1
    kit.group_sizes = tightest(alone)
    for card in CARDS:
        found = compose(kit, template, card, report)
        sizes = {run.size for run in found.items if isinstance(run, TextRun) and run.y > 12}
        assert sizes == {min(s["rules"] for s in alone)}
        titles = {run.size for run in found.items if isinstance(run, TextRun) and run.y < 12}
        assert titles == {min(s["names"] for s in alone)}
    assert not report.found


def test_a_group_is_never_below_the_floor() -> None:
    report = Collector()
    kit = make_kit(report, {"x": GROUPED})
    kit.group_sizes = {"rules": 2.0, "names": 2.0}
    found = compose(kit, kit.templates["x"], CARDS[0], report)
    assert sorted({run.size for run in found.items if isinstance(run, TextRun)}) == [6.5, 9.0]


def test_a_style_of_the_theme_may_have_a_group() -> None:
    report = Collector()
    theme = "styles: {rules: {extends: body, fit_group: deck}}"
    text = "size: poker\nelements: [{include: inner}]"
    inner = 'size: poker\nelements: [{text: "{text}", style: rules, size: [40, 10]}]'
    kit = make_kit(report, {"x": text, "inner": inner}, theme)
    assert has_groups(kit, kit.templates["x"])
    assert set(natural_sizes(kit, kit.templates["x"], CARDS[1])) == {"deck"}


TABLED = """
size: [60, 40]
elements:
  - {table: "{rows}", columns: [{title: A}, {title: B}], style: rows, size: [60, 18]}
  - {text: "{name}", style: rows, at: [0, 30], size: [60, 8]}
"""
ROWS = [
    {"id": "a", "name": "Lamp", "rows": [["x", "y"]]},
    {"id": "b", "name": "Wick", "rows": [[PROSE, PROSE]]},
]


def test_cells_of_tables_join_a_group() -> None:
    report = Collector()
    kit = make_kit(report, {"x": TABLED}, "styles: {rows: {extends: cell, min_size: 4, fit_group: rows}}")
    template = kit.templates["x"]
    assert has_groups(kit, template)
    alone = [natural_sizes(kit, template, card) for card in ROWS]
    assert alone[1]["rows"] < alone[0]["rows"] == 8.5
    kit.group_sizes = tightest(alone)
    for card in ROWS:
        found = compose(kit, template, card, report)
        runs_ = [run for run in found.items if isinstance(run, TextRun)]
        heads = {run.size for run in runs_ if run.text in ("A", "B")}
        assert {run.size for run in runs_ if run.text not in ("A", "B")} == {alone[1]["rows"]}
        assert [*heads] == [pytest.approx(alone[1]["rows"])], "titles are as much smaller as the cells"
    assert not report.found


# --- options ---


@pytest.mark.parametrize(
    "option",
    [
        "language: klingon",
        "language: 7",
        "language: qq",
        "quotes: round",
        "fallback: [7]",
        "hyphenate: often",
        "fit_group: a b",
        "indent: 9",
        "first_line: [bold]",
        "widows: 1",
        "small_caps: 2",
    ],
)
def test_options_that_are_wrong(option: str) -> None:
    _, problems = draw(f"  - {{text: x, size: [20, 10], {option}}}")
    assert codes(problems) == ["PCG0702"]


def test_languages_and_fallbacks_are_read() -> None:
    style = "language: pt-BR, font: barlow-condensed, fallback: [plex-condensed]"
    text = f'  - {{text: "\\"x\\" → y", {style}, size: [40, 9]}}'
    faces = {item.face for item in items(text) if isinstance(item, TextRun)}
    assert faces == {"BarlowCondensed-Regular", "IBMPlexSansCondensed-Regular"}


def test_a_page_has_groups_of_its_own() -> None:
    report = Collector()
    text = """
size: [60, 60]
elements:
  - repeat: parts
    cell: [44, 16]
    elements: [{text: "{item}", fit_group: parts, size: [44, 14]}]
"""
    kit = make_kit(report, {"x": text})
    found = compose(kit, kit.templates["x"], {"id": "a", "parts": ["Short.", PROSE, "x"]}, report)
    assert not report.found
    assert len({run.size for run in found.items if isinstance(run, TextRun)}) == 1
    assert kit.group_sizes == {}
    alone = compose(kit, kit.templates["x"], {"id": "a", "parts": ["Short."]}, report)
    larger = {run.size for run in alone.items if isinstance(run, TextRun)}
    assert max(larger) > max(run.size for run in found.items if isinstance(run, TextRun))
