"""Illustrations: the same text gives the same picture; bounded, cut to their box, in the theme's colours."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from drawing import codes, draw, items
from PIL import Image as Pillow

from pycardgen.layout.art import MAX_ITEMS, SCENES, paint
from pycardgen.layout.art.brush import Palette
from pycardgen.layout.art.lines import WIDTH, as_lines
from pycardgen.layout.colors import mix
from pycardgen.layout.display import (
    Circle,
    Command,
    Drawing,
    Gradient,
    Group,
    Image,
    Ink,
    Item,
    Polygon,
    Rect,
    Symbol,
    Use,
    dump,
    walk,
)
from pycardgen.layout.display import (
    Path as Outline,
)

PALETTE = Palette("#101418", "#446688", "#f0f4f8", "#e0a030")
SIZES = ((60.0, 42.0), (40.0, 160.0), (160.0, 40.0), (8.0, 8.0))


def subject(color: str) -> Symbol:
    square: tuple[Command, ...] = (("M", 2.0, 2.0), ("L", 22.0, 2.0), ("L", 22.0, 22.0), ("Z",))
    return Symbol("icon-x", (0.0, 0.0, 24.0, 24.0), (Outline(square, Ink(color)),))


def text_of(made: tuple[Item, ...]) -> str:
    return dump(Drawing(60, 42, made))


@pytest.mark.parametrize("scene", sorted(SCENES))
def test_a_scene_is_bounded_and_repeats_itself(scene: str) -> None:
    for size in SIZES:
        made = paint(scene, "one", size, PALETTE, subject)
        shapes = list(walk(made))
        assert 4 <= len(shapes) <= MAX_ITEMS
        assert sum(len(s.commands) for s in shapes if isinstance(s, Outline)) <= 4_000
        assert text_of(made) == text_of(paint(scene, "one", size, PALETTE, subject))
    first = text_of(paint(scene, "one", SIZES[0], PALETTE, lambda _: None))
    assert first != text_of(paint(scene, "two", SIZES[0], PALETTE, lambda _: None))


@pytest.mark.parametrize("scene", sorted(SCENES))
def test_a_scene_covers_its_box_and_uses_only_mixed_colours(scene: str) -> None:
    made = paint(scene, "one", (60.0, 42.0), PALETTE, lambda _: None)
    ground = made[0]
    assert isinstance(ground, Rect)
    assert (ground.w, ground.h) == (60.0, 42.0)
    for item in walk(made):
        if isinstance(item, Rect | Circle | Polygon | Outline):
            fill = item.ink.fill
            colors = [c for _, c in fill.stops] if isinstance(fill, Gradient) else [fill] if fill else []
            assert all(re.fullmatch("#[0-9a-f]{6}", c) for c in colors)


@pytest.mark.parametrize("scene", sorted(SCENES))
def test_the_subject_is_shown_in_every_scene(scene: str) -> None:
    made = paint(scene, "one", (60.0, 42.0), PALETTE, subject)
    assert any(isinstance(item, Use) for item in walk(made))


def test_a_seed_of_long_ago_still_gives_the_same_picture() -> None:
    """Chance must not depend on the machine or on the version of Python."""
    from pycardgen.layout.art.brush import chance

    source = chance("a\0b")
    assert [round(source.random(), 6) for _ in range(3)] == [0.548599, 0.929906, 0.987766]


def test_colours_between_two() -> None:
    assert mix("#000000", "#ffffff", 0.5) == "#808080"
    assert PALETTE.shade(0) == PALETTE.deep
    assert PALETTE.shade(0.5) == PALETTE.base
    assert PALETTE.shade(1) == PALETTE.light
    assert PALETTE.shade(7) == PALETTE.light


ART = "  - {art: '{id}', scene: %s, at: [3, 3], size: [50, 30], radius: 2}"


def test_the_element_shows_a_scene_cut_to_its_box() -> None:
    drawn, problems = draw(ART % "corridor")
    assert not problems
    (use,) = drawn.items
    assert isinstance(use, Use)
    assert (use.x, use.y) == (3.0, 3.0)
    assert use.symbol.name == "art-corridor"
    (group,) = use.symbol.items
    assert isinstance(group, Group)
    assert group.clip == (0.0, 0.0, 50.0, 30.0, 2.0)


def test_another_card_another_seed_or_another_icon_give_another_picture() -> None:
    base = dump(draw(ART % "hexfield")[0])
    assert base == dump(draw(ART % "hexfield")[0])
    assert base != dump(draw(ART % "hexfield", {"id": "other"})[0])
    assert base != dump(draw(ART % "hexfield, seed: 2")[0])
    assert base != dump(draw(ART % "hexfield, icon: star")[0])


def test_the_same_picture_is_made_once() -> None:
    twice = f"{ART % 'storm'}\n{(ART % 'storm').replace('at: [3, 3]', 'at: [3, 50]')}"
    uses = [item for item in items(twice) if isinstance(item, Use) and item.symbol.name == "art-storm"]
    assert len(uses) == 2
    assert uses[0].symbol is uses[1].symbol


def test_the_colours_are_the_themes_or_the_elements() -> None:
    theme = "colors: {art-dark: '#000000', art-base: '#000000', art-light: '#000000', art-glow: '#ff0000'}"
    assert "#ff0000" in dump(draw(ART % "hazard", theme=theme)[0])
    palette = "hazard, palette: [black, black, black, '#00ff00']"
    drawn = dump(draw(ART % palette, theme=theme)[0])
    assert "#00ff00" in drawn
    assert "#ff0000" not in drawn


def test_scene_icon_and_colours_may_be_fields() -> None:
    element = ART % "'{scene}', icon: '{symbol}', palette: ['{c}-dark', '{c}', '{c}-light', gold]"
    drawn, problems = draw(element, {"id": "s", "scene": "banner", "symbol": "skull", "c": "accent"})
    assert not problems
    assert "icon-skull" in dump(drawn)
    assert "#12304d" in dump(drawn)


def test_a_picture_that_is_named_is_shown_instead(tmp_path: Path) -> None:
    Pillow.new("RGB", (8, 8), "#ff0000").save(tmp_path / "red.png")
    element = "  - {art: '{id}', image: '{art}', at: [3, 3], size: [50, 30]}"
    shown = items(element, {"id": "s", "art": "red.png"}, folder=tmp_path)
    assert any(isinstance(item, Image) for item in shown)
    made = items(element, {"id": "s", "art": ""}, folder=tmp_path)
    assert not any(isinstance(item, Image) for item in made)
    assert any(isinstance(item, Use) for item in made)


@pytest.mark.parametrize(
    ("element", "code"),
    [
        ("{art: x, scene: corridoor, size: [20, 20]}", "PCG0723"),
        ("{art: x, scene: '{kind}', size: [20, 20]}", "PCG0723"),
        ("{art: x, icon: sknull, size: [20, 20]}", "PCG0708"),
        ("{art: x, palette: [dark, acent, gold, gold], size: [20, 20]}", "PCG0707"),
        ("{art: x, palette: [dark, accent], size: [20, 20]}", "PCG0702"),
        ("{art: x, palette: dark, size: [20, 20]}", "PCG0702"),
        ("{art: [x], size: [20, 20]}", "PCG0702"),
        ("{art: '{nope}', size: [20, 20]}", "PCG0705"),
        ("{art: x, subject: star, size: [20, 20]}", "PCG0701"),
        ("{art: x, image: ../x.png, size: [20, 20]}", "PCG0731"),
    ],
)
def test_mistakes_are_told(element: str, code: str, tmp_path: Path) -> None:
    found = draw(f"  - {element}", {"id": "s", "name": "S", "kind": "lake"}, folder=tmp_path)[1]
    assert code in codes(found)
    assert all(problem.span for problem in found)


@pytest.mark.parametrize("size", ["[0, 20]", "[0.01, 0.01]", "[2000, 1]", "[1, 2000]"])
@pytest.mark.parametrize("scene", sorted(SCENES))
def test_odd_sizes_are_harmless(scene: str, size: str) -> None:
    drawn, problems = draw(f"  - {{art: x, scene: {scene}, icon: star, size: {size}}}")
    assert not problems
    assert len(list(walk(drawn.items))) <= MAX_ITEMS + 8


# --- in lines -------------------------------------------------------------------------------------


@pytest.mark.parametrize("scene", sorted(SCENES))
def test_lines_need_little_ink(scene: str) -> None:
    size = (60.0, 42.0)
    drawn = as_lines(paint(scene, "one", size, PALETTE, subject), size, "#808080")
    for item in walk(drawn):
        if isinstance(item, Rect | Circle | Polygon | Outline):
            assert item.ink.fill in (None, "#ffffff")
            assert item.ink.stroke == "#808080"
        assert not (isinstance(item, Group) and item.opacity != 1.0)
    uses = [item for item in walk(drawn) if isinstance(item, Use)]
    for use in uses:
        (part,) = use.symbol.items
        assert isinstance(part, Outline)
        assert part.ink.width * use.scale == pytest.approx(WIDTH)
