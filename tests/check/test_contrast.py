"""Texts, signs and labels that can hardly be read, and colours that not everybody tells apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from check.overlay import BASE, lay, verify
from pycardgen.check import check_game

GAME = (BASE / "game.yaml").read_text(encoding="utf-8")
JOB = "print:\n  - {cards: lamps, of: Lamp, front: layouts/lamp.yaml}\n"


def card(elements: str, theme: str = "") -> dict[str, str]:
    files = {"game.yaml": GAME + JOB, "layouts/lamp.yaml": f"size: poker\nelements:\n{elements}"}
    return files | ({"theme.yaml": theme} if theme else {})


def test_a_faint_text_is_told_once_with_the_nearest_colour() -> None:
    (one,) = verify(
        card(
            "  - {shape: rect, fill: dark}\n"
            "  - {text: '{name}', style: body, color: accent, size: [50, 9]}  #! PCG0725\n"
        )
    )
    assert "accent (#1f4e79) on dark (#141c26)" in one.message
    assert "2.0 to 1, below 4.5 to 1" in one.message
    assert "'#76859b' (4.6 to 1)" in one.hint


def test_each_colour_that_a_field_gives_is_looked_at() -> None:
    elements = (
        "  - {shape: rect, fill: '{oil}-ground'}\n"
        "  - {text: '{name}', color: white, font_size: 9, size: [50, 9]}  #! PCG0725\n"
    )
    theme = "colors: {yes-ground: '#dddddd', no-ground: '#222222'}\n"
    (one,) = verify(card(elements, theme))
    assert "yes-ground" in one.message


def test_a_text_that_leaves_its_box_is_not_judged_by_what_it_runs_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    white = "  - {shape: rect, size: [63, 12], fill: dark}\n  - {text: '%s', color: white, size: [63, 12]}\n"
    assert not check_game(lay(Path("fits"), card(white % "{name}")))
    assert not check_game(lay(Path("runs-over"), card(white % "{name} and more " * 30)))


def test_what_a_deck_gives_its_cards_colours_them() -> None:
    files = card(
        "  - {shape: rect, fill: '{ground}'}\n  - {text: '{name}', color: white, size: [50, 9]}  #! PCG0725\n"
    )
    files["game.yaml"] = files["game.yaml"].replace(
        "lamp.yaml}", "lamp.yaml, with: {ground: '#dd{light}{light}dd'}}"
    )
    grounds = {one.message.split(" has a contrast")[0][-7:] for one in verify(files)}
    assert {"#dd11dd", "#dd22dd"} <= grounds


def test_icons_and_included_templates() -> None:
    files = card("  - {include: badge, at: [5, 5]}\n")
    files["layouts/badge.yaml"] = (
        "size: [20, 20]\nelements:\n"
        "  - {shape: rect, fill: '#eeeeee'}\n"
        "  - {icon: star, color: gold, size: [6, 6]}  #! PCG0725\n"
    )
    (one,) = verify(files)
    assert "the icon 'star'" in one.message


def test_what_can_be_read_is_fine_and_a_comment_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    fine = "  - {shape: rect, fill: dark}\n  - {text: '{name}', color: white, size: [50, 9]}\n"
    assert not check_game(lay(Path("fine"), card(fine)))
    kept = "  - {text: '{name}', color: faint, size: [50, 9]}  # pycardgen: ignore PCG0725\n"
    assert not check_game(lay(Path("kept"), card(kept)))


def test_labels_and_icons_of_boards() -> None:
    theme = (
        "looks:\n"
        "  wall: {fill: '#888888', color: '#999999'}  #! PCG0725\n"
        "  way: {fill: '#888888', color: black, icon: star, icon_color: '#999999'}  #! PCG0725\n"
    )
    verify(card("  - {text: '{name}', size: [50, 9]}\n", theme))


def test_colours_that_must_be_told_apart() -> None:
    theme = (
        "colors: {open: '#4f9a3f', shut: '#b06a2c', far: '#10204a'}\n"
        "distinct:\n"
        "  - [open, shut, far]  #! PCG0726\n"
    )
    (one,) = verify(card("  - {text: '{name}', size: [50, 9]}\n", theme))
    assert "with deuteranopia" in one.message
    assert "below 10" in one.message


def test_colours_that_are_the_same_for_everybody() -> None:
    theme = "colors: {a: '#4f9a3f', b: '#529c42'}\ndistinct: [[a, b]]  #! PCG0726\n"
    (one,) = verify(card("  - {text: '{name}', size: [50, 9]}\n", theme))
    assert "'a' and 'b' look alike" in one.message
