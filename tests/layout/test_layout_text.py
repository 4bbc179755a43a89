"""The text engine: breaking, fitting, placing."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pycardgen.layout import fonts
from pycardgen.layout.display import PT, Symbol, TextRun, Use
from pycardgen.layout.markup import Paragraph, Span, escape, inline, parse, plain
from pycardgen.layout.text import Block, Style, set_text
from pycardgen.layout.text_fit import STEP, break_lines
from pycardgen.layout.text_measure import prepare

ICON = Symbol("icon-dot", (0.0, 0.0, 24.0, 24.0), ())
WIDE = Symbol("icon-wide", (0.0, 0.0, 48.0, 24.0), ())
STYLE = Style(size=10.0, min_size=6.0, leading=1.3, min_leading=1.1)


def icons(name: str, _color: str) -> Symbol | None:
    return {"dot": ICON, "wide": WIDE}.get(name)


def lay(text: str, w: float = 40.0, h: float = 20.0, **style: object) -> Block:
    return set_text(text, replace(STYLE, **style), (0.0, 0.0, w, h), icons)  # type: ignore[arg-type]


def runs(block: Block) -> list[TextRun]:
    return [item for item in block.items if isinstance(item, TextRun)]


def lines(block: Block) -> list[str]:
    """The text of each line, its runs joined by spaces."""
    found: dict[float, list[str]] = {}
    for run in runs(block):
        found.setdefault(round(run.y, 4), []).append(run.text)
    return [" ".join(parts) for parts in found.values()]


# --- breaking ---


def test_lines_are_as_full_as_they_can_be() -> None:
    block = lay("one two three four five six", w=22.0)
    assert lines(block) == ["one two three", "four five six"]
    assert all(run.x + run.width <= 22.0 + 1e-6 for run in runs(block))


def test_no_break_spaces_hold() -> None:
    assert lines(lay("one two three four\u00a0five six", w=22.0)) == ["one two three", "four\u00a0five six"]
    assert lines(lay("one two three\u00a0four five", w=22.0))[0] == "one two"


def test_lines_may_end_after_hyphens_and_dashes() -> None:
    assert lines(lay("aaaa half-forgotten", w=22.0))[0] == "aaaa half-"
    assert lines(lay("aaaa bbbbb—cccccc", w=26.0))[0] == "aaaa bbbbb—"


def test_a_number_is_not_torn_from_its_minus() -> None:
    assert all("-2" in line or "-" not in line for line in lines(lay("aaaaaa bbb c -2 d", w=15.0)))


def test_soft_hyphens_show_only_where_a_line_ends() -> None:
    whole = lay("Har\u00adbour", w=40.0)
    assert lines(whole) == ["Harbour"]
    broken = lay("a Har\u00adbour\u00admaster", w=11.0)
    assert "".join(lines(broken)).replace("- ", "-").startswith("a Har-")
    assert lines(broken)[-1].endswith("master")
    assert all(not line.endswith("-") or len(line) > 1 for line in lines(broken))


def test_a_hyphen_that_shows_has_its_room() -> None:
    for tenth in range(80, 220):
        w = tenth / 10
        block = lay("a Har\u00adbour\u00admas\u00adter", w=w, size=8.0, min_size=8.0)
        assert not block.fit.excess_w, w
        assert all(run.x + run.width <= w + 1e-3 for run in runs(block)), w


def test_single_line_ends_and_paragraphs() -> None:
    block = lay("first\nsecond\n\nthird", w=40.0, gap=0.5)
    assert lines(block) == ["first", "second", "third"]
    first, second, third = (run.y for run in runs(block))
    em = block.fit.size * PT
    assert second - first == pytest.approx(block.fit.leading * em)
    assert third - second == pytest.approx((block.fit.leading + 0.5) * em)


@given(st.lists(st.text("abcdefg", min_size=1, max_size=9), min_size=1, max_size=30), st.floats(8.0, 60.0))
def test_breaking_loses_and_doubles_no_word(words: list[str], limit: float) -> None:
    prepared = prepare([Paragraph((Span(" ".join(words)),))], STYLE, icons)
    measured = prepared.paras[0].words
    found = break_lines(measured, limit)
    assert [w.text for start, end, _ in found for w in measured[start:end]] == words
    for start, end, width in found:
        assert width == pytest.approx(
            sum(w.width + w.glue for w in measured[start:end]) - measured[start].glue
        )
        assert width <= limit + 1e-5 or end - start == 1


@given(st.text("abc de fghi", min_size=1, max_size=200), st.floats(15.0, 60.0), st.floats(5.0, 40.0))
def test_what_fits_stays_in_its_box(text: str, w: float, h: float) -> None:
    block = lay(text, w, h)
    fit = block.fit
    assert STYLE.min_size <= fit.size <= STYLE.size
    assert STYLE.min_leading - 1e-9 <= fit.leading <= STYLE.leading
    if fit.excess_w == fit.excess_h == 0.0:
        for run in runs(block):
            assert run.x >= -1e-6
            assert run.x + run.width <= w + 1e-3
            assert run.y <= h + 1e-3
            assert run.y >= 0.0


@given(st.integers(1, 60), st.floats(15.0, 40.0))
def test_the_largest_size_that_fits_is_taken(count: int, h: float) -> None:
    text = " ".join(["word"] * count)
    block = lay(text, 30.0, h)
    if block.fit.size < STYLE.size and not block.fit.excess_h:
        larger = lay(text, 30.0, h, size=block.fit.size + STEP, min_size=block.fit.size + STEP)
        assert larger.fit.excess_h > 0.0 or larger.fit.excess_w > 0.0


# --- fitting ---


def test_leading_is_tightened_before_text_is_shrunk() -> None:
    text = "one two three four five six seven eight"
    roomy = lay(text, 22.0, 40.0)
    assert (roomy.fit.size, roomy.fit.leading) == (10.0, 1.3)
    tight = lay(text, 22.0, roomy.fit.height - 0.5)
    assert tight.fit.size == 10.0
    assert 1.1 <= tight.fit.leading < 1.3
    small = lay(text, 22.0, roomy.fit.height - 4.0)
    assert small.fit.size < 10.0


def test_too_much_text_says_by_how_much() -> None:
    block = lay("word " * 200, 30.0, 10.0)
    assert block.fit.size == 6.0
    assert block.fit.excess_h == pytest.approx(block.fit.height - 10.0)
    assert block.fit.excess_h > 10.0


def test_a_word_that_is_too_wide_says_by_how_much() -> None:
    block = lay("Incomprehensibilities", 12.0, 30.0)
    assert block.fit.size == 6.0
    widest = max(run.width for run in runs(block))
    assert block.fit.excess_w == pytest.approx(widest - 12.0, abs=1e-3)


def test_titles_keep_to_their_lines() -> None:
    block = lay("A rather long title of a card", 30.0, 20.0, max_lines=1)
    assert len(lines(block)) == 1
    assert block.fit.size < 10.0
    assert lay("A rather long title of a card, much too long", 30.0, 20.0, max_lines=1).fit.excess_h > 0.0


def test_alignment() -> None:
    for align, left in (("left", 0.0), ("center", 0.5), ("right", 1.0)):
        run = runs(lay("word", 40.0, 20.0, align=align))[0]
        assert run.x == pytest.approx((40.0 - run.width) * left)


def test_justified_lines_reach_both_edges_but_the_last() -> None:
    block = lay("one two three four five six seven", 24.0, align="justify")
    by_line: dict[float, list[TextRun]] = {}
    for run in runs(block):
        by_line.setdefault(run.y, []).append(run)
    *full, last = by_line.values()
    assert full
    for line in full:
        assert line[0].x == pytest.approx(0.0)
        assert line[-1].x + line[-1].width == pytest.approx(24.0)
    assert last[-1].x + last[-1].width < 24.0


def test_vertical_alignment() -> None:
    em = 10.0 * PT
    assert runs(lay("Hi", h=20.0))[0].y == pytest.approx(0.698 * em)
    assert runs(lay("Hi", h=20.0, valign="bottom"))[0].y == pytest.approx(20.0 - 0.2 * em)
    middle = runs(lay("Hi", h=20.0, valign="middle"))[0].y
    assert middle - 0.698 * em / 2 == pytest.approx(10.0)  # the middle of the capitals


def test_tracking_counts_in_the_width() -> None:
    loose, close = runs(lay("word", tracking=0.1))[0], runs(lay("word"))[0]
    assert loose.spacing == pytest.approx(1.0)
    assert loose.width == pytest.approx(close.width + 4 * 0.1 * 10.0 * PT)


def test_caps() -> None:
    assert lines(lay("Straße", caps=True)) == ["STRASSE"]


# --- markup ---


def test_markup() -> None:
    assert inline("a **b** *c* ***d***") == (
        Span("a "),
        Span("b", bold=True),
        Span(" "),
        Span("c", italic=True),
        Span(" "),
        Span("d", bold=True, italic=True),
    )
    assert inline("2 * 3 * 4") == (Span("2 * 3 * 4"),)
    assert inline("**never closed") == (Span("**never closed"),)
    assert inline(r"\*not\* this") == (Span("*not* this"),)
    assert inline("x{icon:dot}y") == (Span("x"), Span("", icon="dot"), Span("y"))


def test_list_items_are_indented_under_their_text() -> None:
    block = lay("- one two three four five\n- six", 22.0, 30.0)
    bullets = [run for run in runs(block) if run.text == "•"]
    others = [run for run in runs(block) if run.text != "•"]
    assert len(bullets) == 2
    assert {round(run.x, 4) for run in bullets} == {0.0}
    assert len({round(run.x, 4) for run in others}) == 1
    assert others[0].x > bullets[0].width


def test_numbered_items_keep_their_numbers() -> None:
    assert [p.marker for p in parse("1. one\n2) two\n10. ten")] == ["1.", "2)", "10."]


@given(st.text("ab*{}\\ -1.", max_size=30))
def test_escaped_text_is_left_alone(text: str) -> None:
    stripped = " ".join(text.split())
    assert "".join(s.text for s in inline(escape(stripped))) == stripped


def test_plain_text_of_markup() -> None:
    assert plain("**a** {icon:dot}\n\n- b") == "a dot b"


# --- icons on the line: alone, first, last, wrapped, centred ---


@pytest.mark.parametrize("text", ["{icon:dot}", "{icon:dot} word", "word {icon:dot}", "word{icon:dot}word"])
def test_icons_take_their_width(text: str) -> None:
    block = lay(text, align="center")
    uses = [item for item in block.items if isinstance(item, Use)]
    assert len(uses) == 1
    em = 10.0 * PT
    size = STYLE.icon_scale * em
    assert uses[0].scale * 24.0 == pytest.approx(size)
    spans = [(run.x, run.x + run.width) for run in runs(block)] + [(uses[0].x, uses[0].x + size)]
    left, right = min(a for a, _ in spans), max(b for _, b in spans)
    assert left + right == pytest.approx(40.0, abs=1e-6)
    ordered = sorted(spans)
    assert all(a[1] <= b[0] + 1e-6 for a, b in pairwise(ordered))


def test_icons_are_wrapped_with_the_words() -> None:
    block = lay("word word {icon:wide} word", 22.0, 30.0)
    use = next(item for item in block.items if isinstance(item, Use))
    em = block.fit.size * PT
    assert use.x + 2 * STYLE.icon_scale * em <= 22.0 + 1e-6


def test_an_unknown_icon_is_named() -> None:
    assert lay("a {icon:nope} b").unknown_icons == ("nope",)


# --- fonts ---


@pytest.mark.parametrize("family", ["barlow-condensed", "plex-condensed"])
def test_latin_extended_is_covered(family: str) -> None:
    text = "".join(chr(c) for c in range(0x20, 0x180) if c not in range(0x7F, 0xA0)) + "–—‘’“”„…→←↑↓×€"
    found = fonts.segments(fonts.face_name(family, 400, False), text)
    assert found.missing == ""
    assert sum(len(part[1]) for part in found.parts) == len(text)


def test_missing_characters_are_told_and_left_out() -> None:
    block = lay("a☢b漢c")
    assert block.missing == "☢漢"
    assert lines(block) == ["abc"]


def test_a_character_that_a_face_lacks_comes_from_the_fallback() -> None:
    faces = {run.face for run in runs(lay("go → there", family="barlow-condensed", weight=600))}
    assert faces == {"BarlowCondensed-SemiBold", "IBMPlexSansCondensed-SemiBold"}


def test_widths_are_those_of_the_font_file() -> None:
    from io import BytesIO

    from fontTools.ttLib import TTFont

    face = fonts.face("BarlowCondensed-Bold")
    with TTFont(BytesIO(face.file.read())) as font:
        glyphs, cmap = font["hmtx"].metrics, font.getBestCmap()
        advances = [glyphs[cmap[ord(c)]][0] for c in "Wave 10"]
        expected = sum(advances) / font["head"].unitsPerEm
    assert face.width("Wave 10") == pytest.approx(expected - 0.06)  # W and a are kerned, and so are a and v
    assert face.width("W a v e  1 0") == pytest.approx(expected + 5 * face.width(" "))


def test_ligatures_are_measured_unless_letters_are_spaced() -> None:
    face = fonts.face("BarlowCondensed-Regular")
    assert len(face.shaped("office fjord final")) == len("office fjord final") - 3
    apart = sum(face.advances[ord(c)] for c in "fi")
    assert face.width("fi", spaced=True) == pytest.approx(apart + face.kerning["fi"])
    assert face.width("fi") == pytest.approx(face.advances[ord(face.ligatures["fi"])])


def test_a_word_that_could_be_broken_is_as_wide_as_one_that_could_not() -> None:
    for word in ("Ty\u00adrol", "Ta\u00adVa\u00adTo", "of\u00adfi\u00adcer", "AV\u00adAT/AV-Ta"):
        (whole,) = runs(lay(word, w=50, family="plex-condensed"))
        face = fonts.face(whole.face)
        assert whole.width == pytest.approx(face.width(whole.text) * whole.size * PT), word
    narrow = runs(lay("Ta\u00adVaTo", w=4.4, family="plex-condensed"))
    assert [run.text for run in narrow] == ["Ta-", "VaTo"]
    for run in narrow:
        assert run.width == pytest.approx(fonts.face(run.face).width(run.text) * run.size * PT)


def test_every_face_can_be_read() -> None:
    for name in fonts.all_faces():
        assert fonts.face(name).advances[ord("n")] > 0.2
