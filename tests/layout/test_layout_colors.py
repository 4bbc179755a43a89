"""Colours as people see them, and what texts stand on."""

from __future__ import annotations

from typing import Any

import pytest
from drawing import draw, make_kit
from hypothesis import given
from hypothesis import strategies as st

from pycardgen.diagnostics import Collector
from pycardgen.layout import builtin
from pycardgen.layout.colors import (
    SIGHTS,
    contrast,
    darkened,
    difference,
    dull,
    luminance,
    passing,
    scaled,
    seen,
)
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
    TextRun,
    Use,
    walk,
)
from pycardgen.layout.grounds import Faint, faint
from pycardgen.layout.theme import builtin_theme

colors = st.integers(0, 0xFFFFFF).map(lambda value: f"#{value:06x}")


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == 21.0
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert contrast("#ff0000", "#ffffff") == pytest.approx(4.0, abs=0.005)
    assert contrast("#0000ff", "#000000") == pytest.approx(2.44, abs=0.005)


@given(colors, colors)
def test_contrast_has_no_order(first: str, second: str) -> None:
    assert contrast(first, second) == contrast(second, first)
    assert 1.0 <= contrast(first, second) <= 21.0
    assert difference(first, second) == pytest.approx(difference(second, first))
    assert difference(first, first) == 0


@given(colors, colors, st.sampled_from([3.0, 4.5]))
def test_the_nearest_passing_colour_passes(color: str, ground: str, wanted: float) -> None:
    assert contrast(passing(color, ground, wanted), ground) >= wanted


@given(colors)
def test_dark_enough_for_white_paper(color: str) -> None:
    dark = darkened(color, 7.0)
    assert contrast(dark, "#ffffff") >= 7.0
    assert luminance(dark) <= luminance(color) + 1e-9


def test_red_and_green_of_one_lightness_are_alike_to_some() -> None:
    red, green, blue = "#b06a2c", "#4f9a3f", "#2f62b5"
    assert difference(red, green) > 15
    assert difference(red, green, "deuteranopia") < 5
    assert difference(red, blue, "deuteranopia") > 15
    assert difference("#008080", "#3070b0", "tritanopia") < difference("#008080", "#3070b0")


@pytest.mark.parametrize("sight", sorted(SIGHTS))
def test_grey_is_grey_to_everybody(sight: str) -> None:
    for grey in ("#000000", "#808080", "#ffffff"):
        r, g, b = seen(grey, sight)
        assert r == pytest.approx(g, abs=0.01)
        assert g == pytest.approx(b, abs=0.01)


def test_scaled_and_dull() -> None:
    assert scaled("#336699", -1.0) == "#000000"
    assert scaled("#336699", 1.0) == "#ffffff"
    assert scaled("#336699", 0.0) == "#336699"
    assert dull("#888a8c")
    assert not dull("#c04030")


# --- what texts stand on --------------------------------------------------------------------------


def found(elements: str, **more: Any) -> list[Faint]:
    drawn, problems = draw(elements, **more)
    assert not problems
    return faint(drawn)


TEXT = "  - {text: Words, color: '#777777', font_size: %s, at: [5, 5], size: [50, 12], weight: %s}"


def test_text_on_paper() -> None:
    (one,) = found(TEXT % (9, "regular"))
    assert (one.text, one.color, one.ground, one.wanted) == ("Words", "#777777", "#ffffff", 4.5)
    assert one.ratio == pytest.approx(4.48, abs=0.005)
    assert not found(TEXT % (14, "bold")), "large text needs 3 to 1"
    assert found(TEXT % (14, "regular"))
    assert not found(TEXT % (18, "regular"))


GROUNDS = [
    "{shape: rect, fill: '#888888'}",
    "{shape: circle, size: [60, 60], fill: '#888888'}",
    "{shape: polygon, points: [[0, 0], [60, 0], [60, 40], [0, 40]], fill: '#888888'}",
    "{shape: path, path: 'M0 0 C20 0 40 0 60 0 V40 H0 Z', fill: '#888888'}",
    "{shape: rect, fill: {from: '#888888', to: '#888888'}}",
    "{group: [{shape: rect, fill: '#888888'}], clip: true}",
    "{shape: rect, fill: '#888888', rotate: 180}",
]


@pytest.mark.parametrize("ground", GROUNDS)
def test_the_ground_is_what_was_painted_last(ground: str) -> None:
    under = "  - {shape: rect, fill: black}\n"
    text = "\n  - {text: Words, color: '#999999', font_size: 9, at: [20, 15], size: [30, 6]}"
    assert [one.ground for one in found(f"{under}  - {ground}{text}")] == ["#888888"]
    assert not found(f"  - {ground}\n{under}{text}"), "on black it can be read"


def test_what_lies_elsewhere_or_is_cut_off_is_no_ground() -> None:
    text = "\n  - {text: Words, color: black, font_size: 9, at: [5, 5], size: [30, 6]}"
    assert not found(f"  - {{shape: rect, fill: '#222222', at: [5, 30], size: [50, 20]}}{text}")
    cut = "{group: [{shape: rect, fill: '#222222', size: [50, 50]}], clip: true, at: [5, 30], size: [50, 20]}"
    assert not found(f"  - {cut}{text}")
    hole = "{shape: path, path: 'M0 0 H60 V90 H0 Z M2 2 H50 V20 H2 Z', even_odd: true, fill: '#222222'}"
    assert not found(f"  - {hole}{text}")


def test_gradients_and_veils_are_mixed() -> None:
    gradient = Gradient("linear", 0, 0, 0, 100, ((0.0, "#000000"), (1.0, "#ffffff")))
    drawn, _ = draw("  - {text: Words, color: '#808080', font_size: 9, at: [0, 47], size: [50, 6]}")
    grounds: list[Item] = [Rect(0, 0, 60, 100, Ink(gradient))]
    (one,) = faint(Drawing(60, 90, (*grounds, *drawn.items)))
    assert abs(int(one.ground[1:3], 16) - 128) < 6
    veil = Group((Rect(0, 0, 60, 100, Ink("#000000")),), opacity=0.5)
    (one,) = faint(Drawing(60, 90, (veil, *drawn.items)))
    assert one.ground == "#808080"


def test_illustrations_are_grounds_but_for_single_lines() -> None:
    text = "\n  - {text: Words, color: '#6a6a6a', font_size: 9, at: [5, 5], size: [30, 6]}"
    art = "  - {art: x, scene: sea, palette: ['%s', '%s', '%s', '%s'], size: [50, 50]}"
    (one,) = found((art % ("#707070", "#7a7a7a", "#808080", "#888888")) + text)
    assert one.wanted == 4.5
    assert not found((art % ("#ffffff", "#fafafa", "#ffffff", "#f4f4f4")) + text)
    panel = "\n  - {shape: rect, fill: '#888888', at: [4, 4], size: [40, 10]}"
    assert found(f"  - {{art: x, size: [50, 50]}}{panel}{text}")
    lines = "".join(
        f"\n  - {{shape: rect, fill: '#777777', at: [{x}, 0], size: [0.4, 20]}}" for x in range(5, 30, 4)
    )
    assert not found((art % ("#ffffff", "#fafafa", "#ffffff", "#f4f4f4")) + lines + text)


def test_small_icons_are_signs_and_large_ones_pictures() -> None:
    assert [one.icon for one in found("  - {icon: star, color: '#bbbbbb', size: [6, 6]}")] == ["star"]
    assert not found("  - {icon: star, color: '#bbbbbb', size: [30, 30]}")
    assert not found("  - {icon: star, color: '#777777', size: [6, 6]}"), "signs need 3 to 1"


def test_shapes_of_every_kind_cover_what_they_fill() -> None:
    ring: tuple[Command, ...] = (
        ("M", 0.0, 0.0),
        ("C", 30.0, -10.0, 50.0, 10.0, 60.0, 40.0),
        ("L", 0.0, 60.0),
        ("Z",),
    )
    drawn, _ = draw("  - {text: Words, color: '#888888', font_size: 9, at: [10, 15], size: [30, 6]}")
    for shape in (
        Circle(20, 18, 30, Ink("#808080")),
        Polygon(((-10, -10), (90, 0), (0, 120)), Ink("#808080")),
        Path(ring, Ink("#808080")),
    ):
        assert [one.ground for one in faint(Drawing(60, 90, (shape, *drawn.items)))] == ["#808080"]


SAMPLE = {
    "id": "s",
    "name": "Sample",
    "type": "Lamp",
    "text": "Some words {icon:star} of text.",
    "art": "",
    "subtitle": "For two",
    "title": "Sample",
    "game": "A game",
    "sections": [{"title": "First", "text": "Words.", "icon": "star"}],
    "spaces": 12,
    "icon": "star",
    "color": "#1f4e79",
    "ink": "#ffffff",
    "label": "3",
    "cards": "Lamps",
    "count": 9,
}


@pytest.mark.parametrize("name", [name for name in builtin.names() if name != "die-face"])
def test_what_built_in_templates_print_can_be_read(name: str) -> None:
    """The face of a die has its ground from the die."""
    kit = make_kit(Collector(), {})
    drawn = compose(kit, kit.templates[name], SAMPLE, lambda _: None)
    assert [item for item in walk(drawn.items) if isinstance(item, TextRun | Use)] or name == "map-page"
    assert not faint(drawn)


def test_good_and_bad_are_told_apart() -> None:
    colors = builtin_theme(Collector()).colors
    for sight in ("", *SIGHTS):
        assert difference(colors["good"], colors["bad"], sight) >= 10
