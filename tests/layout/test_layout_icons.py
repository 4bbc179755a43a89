"""The built-in icons: many, all readable, all of one size; those that aren't used are never read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from drawing import codes, draw, items

from pycardgen.diagnostics import Collector
from pycardgen.layout import paths, theme
from pycardgen.layout.display import Command, Use
from pycardgen.layout.theme import Icon, builtin_theme

ROOT = Path(__file__).parents[2]
ICONS = builtin_theme(Collector()).icons


def extent(icon: Icon) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what an icon paints, strokes included."""
    xs, ys = list[float](), list[float]()
    for shape in icon.shapes:
        room = shape.width / 2 if shape.stroke != "none" else 0.0
        for x, y in sampled(shape.commands):
            xs += [x - room, x + room]
            ys += [y - room, y + room]
    return min(xs), min(ys), max(xs), max(ys)


def sampled(commands: tuple[Command, ...]) -> list[tuple[float, float]]:
    found = list[tuple[float, float]]()
    for command in commands:
        n = [float(v) for v in command[1:]]
        if command[0] == "C":
            x, y = found[-1]
            for step in range(1, 9):
                t, u = step / 8, 1 - step / 8
                weights = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
                px = sum(w * v for w, v in zip(weights, (x, n[0], n[2], n[4]), strict=True))
                py = sum(w * v for w, v in zip(weights, (y, n[1], n[3], n[5]), strict=True))
                found.append((px, py))
        elif n:
            found.append((n[0], n[1]))
    return found


def test_there_are_enough() -> None:
    assert len(ICONS) >= 250
    dice = {f"die-{n}" for n in range(1, 7)} | {f"d{n}" for n in (4, 6, 8, 10, 12, 20)}
    arrows = {
        f"arrow-{a}"
        for a in ("up", "down", "left", "right", "up-left", "up-right", "down-left", "down-right")
    }
    assert dice | arrows <= ICONS.keys()


@pytest.mark.parametrize("name", sorted(ICONS))
def test_icons_fill_their_box_and_stay_inside(name: str) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name)
    icon = ICONS[name]
    assert icon.box == (0.0, 0.0, 24.0, 24.0)
    left, top, right, bottom = extent(icon)
    assert left >= 0
    assert top >= 0
    assert right <= 24
    assert bottom <= 24
    assert max(right - left, bottom - top) >= (16 if name != "dot" else 8)
    assert all(shape.fill in ("current", "none") for shape in icon.shapes), "the colour is the game's choice"


def test_all_are_documented_once() -> None:
    text = (ROOT / "docs/templates.md").read_text(encoding="utf-8")
    section = text[text.index("Built in are these") : text.index("### Looks")]
    assert sorted(re.findall(r"`([a-z0-9-]+)`", section)) == sorted(ICONS)


def test_icons_are_drawn_in_text_and_as_elements() -> None:
    found = items("  - {icon: crosshair, size: [10, 10]}\n  - {text: 'a {icon:biohazard} b', size: [40, 9]}")
    assert {"icon-crosshair", "icon-biohazard"} <= {i.symbol.name for i in found if isinstance(i, Use)}


def test_a_game_takes_the_place_of_a_built_in_icon() -> None:
    drawn, problems = draw("  - {icon: crown, size: [10, 10]}", theme="icons: {crown: M0 0 H9 V9 Z}")
    assert not problems
    (use,) = drawn.items
    assert isinstance(use, Use)
    assert len(use.symbol.items) == 1
    assert codes(draw("  - {icon: crown, size: [9, 9]}", theme="icons: {crown: M0 0 Q}")[1]) == ["PCG0702"]


def test_kept_icons_are_the_ones_of_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYCARDGEN_CACHE_DIR", str(tmp_path))
    fresh = theme._builtin_icons(Collector())
    kept = theme._builtin_icons(Collector())
    assert list(tmp_path.glob("icons/*"))
    assert kept.digest == fresh.digest
    assert kept.icons == fresh.icons


def test_icons_are_read_only_when_they_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    theme._shape.cache_clear()
    read = list[str]()
    parse = paths.parse

    def counted(data: str) -> tuple[Command, ...]:
        read.append(data)
        return parse(data)

    monkeypatch.setattr(paths, "parse", counted)
    items("  - {icon: heart, size: [10, 10]}")
    assert len(read) == 1
