"""Variants of themes, and printing with little ink."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from drawing import codes, document, make_kit

from pycardgen.diagnostics import Collector
from pycardgen.layout.art.lines import as_lines
from pycardgen.layout.colors import contrast, luminance
from pycardgen.layout.compose import compose
from pycardgen.layout.display import (
    Circle,
    Command,
    Drawing,
    Gradient,
    Group,
    Ink,
    Item,
    Path,
    Polygon,
    Rect,
    Symbol,
    TextRun,
    Use,
    walk,
)
from pycardgen.layout.low_ink import WHITE, low_ink
from pycardgen.layout.theme import builtin_theme, load_theme, varied


def drawn(elements: str, theme: str = "", variant: str = "low-ink") -> Drawing:
    report = Collector()
    text = f"size: [60, 90]\nbleed: 3\nelements:\n{elements}"
    kit = make_kit(report, {"x": text}, theme)
    kit = replace(kit, theme=varied(kit.theme, variant))
    found = compose(kit, kit.templates["x"], {"id": "s", "name": "Sample"}, report)
    assert not report.found
    return found


def shapes(made: Drawing) -> list[Any]:
    return [item for item in walk(made.items) if isinstance(item, Rect | Circle | Polygon | Path)]


def test_every_theme_has_low_ink_and_games_add_to_it() -> None:
    base = builtin_theme(Collector())
    assert base.fills
    assert base.art == "full"
    low = varied(base, "low-ink")
    assert not low.fills
    assert low.art == "lines"
    assert low.digest != base.digest
    assert varied(base, "") is base
    report = Collector()
    text = "variants: {low-ink: {art: none, colors: {ink: '#333333'}}, night: {colors: {paper: '#000000'}}}"
    own = load_theme(document(text, "theme.yaml"), base, report)
    assert not report.found
    low = varied(own, "low-ink")
    assert not low.fills, "what the game doesn't say stays"
    assert low.art == "none"
    assert low.colors["ink"] == "#333333"
    night = varied(own, "night")
    assert night.fills
    assert night.colors["paper"] == "#000000"
    assert night.colors["ink"] == own.colors["ink"]
    with pytest.raises(KeyError):
        varied(own, "day")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("variants: [low-ink]", "PCG0702"),
        ("variants: {low-ink: white}", "PCG0702"),
        ("variants: {low-ink: {colours: {}}}", "PCG0701"),
        ("variants: {low-ink: {art: some}}", "PCG0702"),
        ("variants: {low-ink: {fills: 1}}", "PCG0702"),
        ("variants: {low-ink: {colors: {ink: dark}}}", "PCG0702"),
        ("distinct: [[good]]", "PCG0702"),
        ("distinct: good", "PCG0702"),
        ("distinct: [[good, badd]]", "PCG0707"),
    ],
)
def test_mistakes_are_told(text: str, code: str) -> None:
    report = Collector()
    load_theme(document(text, "theme.yaml"), builtin_theme(report), report)
    assert codes(report.found) == [code]
    assert report.found[0].span


def test_grounds_become_white_with_an_outline() -> None:
    (ground,) = shapes(drawn("  - {shape: rect, size: [40, 40], fill: '#102030'}"))
    assert ground.ink.fill == WHITE
    assert ground.ink.stroke == "#102030"
    (gradient,) = shapes(drawn("  - {shape: rect, size: [40, 40], fill: {from: '#ffffff', to: '#102030'}}"))
    assert gradient.ink.fill == WHITE


def test_small_marks_and_pale_tints_stay() -> None:
    (mark,) = shapes(drawn("  - {shape: circle, size: [4, 4], fill: '#a02020'}"))
    assert mark.ink.fill == "#a02020"
    (tint,) = shapes(drawn("  - {shape: rect, size: [20, 8], fill: '#e4e8ee'}"))
    assert tint.ink.fill == "#e4e8ee"
    (large,) = shapes(drawn("  - {shape: rect, size: [50, 50], fill: '#e4e8ee'}"))
    assert large.ink.fill == WHITE


def test_a_mark_that_carries_text_is_emptied() -> None:
    badge = "  - {shape: circle, at: [5, 5], size: [5, 5], fill: '#a02020'}\n"
    text = "  - {text: '7', style: number, color: white, font_size: 9, at: [5, 5], size: [5, 5]}"
    made = drawn(badge + text)
    (circle,) = shapes(made)
    assert circle.ink.fill == WHITE
    (run,) = (item for item in walk(made.items) if isinstance(item, TextRun))
    assert contrast(run.color, WHITE) >= 7
    beside = drawn(badge + text.replace("at: [5, 5]", "at: [20, 5]"))
    assert shapes(beside)[0].ink.fill == "#a02020"


def test_colours_keep_their_hue() -> None:
    made = drawn("  - {text: Danger, color: '#e07060', size: [40, 8]}")
    (run,) = (item for item in walk(made.items) if isinstance(item, TextRun))
    red, green, blue = (int(run.color[i : i + 2], 16) for i in (1, 3, 5))
    assert red > 1.5 * green
    assert red > 1.5 * blue


def test_icons_can_be_seen_and_illustrations_are_lines() -> None:
    made = drawn("  - {icon: star, color: white, size: [5, 5]}\n  - {art: x, scene: hazard, size: [40, 30]}")
    icon, art = (item for item in walk(made.items) if isinstance(item, Use))
    (part,) = icon.symbol.items
    assert isinstance(part, Path)
    assert isinstance(part.ink.fill, str)
    assert contrast(part.ink.fill, WHITE) >= 4.5
    for item in walk(art.symbol.items):
        if isinstance(item, Rect | Circle | Polygon | Path):
            assert item.ink.fill in (None, WHITE)
    none = drawn("  - {art: x, size: [40, 30]}", "variants: {low-ink: {art: none}}")
    assert not none.items


def test_nothing_dark_and_large_is_left() -> None:
    elements = """
  - {shape: rect, area: bleed, fill: dark}
  - {shape: polygon, points: [[0, 0], [40, 0], [20, 30]], fill: accent}
  - {shape: path, path: 'M0 0 H30 V30 H0 Z', at: [20, 40], fill: second}
  - {group: [{shape: rect, fill: black}], clip: true, at: [5, 5], size: [20, 20], rotate: 30}
  - {shape: rect, size: [30, 30], fill: black, opacity: 0.5}
  - {icon: skull, color: black, size: [30, 30]}"""
    for item in shapes(drawn(elements)):
        assert item.ink.fill is None or luminance(item.ink.fill) > 0.9
    assert not any(isinstance(i, Group) and i.opacity < 1 for i in walk(drawn(elements).items))


def test_what_is_moved_and_scaled_is_measured_where_it_stands() -> None:
    """A shape of 2 by 2 that is drawn at 10 times its size is a ground, not a mark."""
    ground = Rect(0, 0, 2, 2, Ink("#102030"))
    (large,) = low_ink([Group((ground,), transform=(10.0, 0.0, 0.0, 10.0, 0.0, 0.0))])
    assert isinstance(large, Group)
    assert isinstance(large.items[0], Rect)
    assert large.items[0].ink.fill == WHITE
    (small,) = low_ink([Group((ground,))])
    assert isinstance(small, Group)
    assert isinstance(small.items[0], Rect)
    assert small.items[0].ink.fill == "#102030"


def test_full_colour_is_left_alone() -> None:
    (ground,) = shapes(drawn("  - {shape: rect, size: [40, 40], fill: {from: black, to: white}}", variant=""))
    assert isinstance(ground.ink.fill, Gradient)


def test_lines_of_an_icon_are_as_wide_as_all_others() -> None:
    outline: tuple[Command, ...] = (("M", 0.0, 0.0), ("L", 24.0, 0.0), ("L", 24.0, 24.0), ("Z",))
    symbol = Symbol("icon-x", (0.0, 0.0, 24.0, 24.0), (Path(outline, Ink("#000000")),))
    made: tuple[Item, ...] = as_lines([Use(symbol, scale=0.5)], (20.0, 20.0), "#777777")
    (use,) = made
    assert isinstance(use, Use)
    (part,) = use.symbol.items
    assert isinstance(part, Path)
    assert part.ink.width * use.scale == pytest.approx(0.12)


def test_a_wide_pale_stroke_is_a_ground_and_a_narrow_one_an_outline() -> None:
    path = "  - {shape: path, at: [0, 0], size: [60, 20], path: M0 10 C10 0 20 0 60 10, stroke: '#ffffee'"
    wide, narrow = (shapes(drawn(f"{path}, stroke_width: {width}}}"))[0].ink.stroke for width in (8, 1))
    assert wide == WHITE
    assert luminance(narrow) < 0.5
