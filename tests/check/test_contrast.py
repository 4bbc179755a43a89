"""Texts, signs and labels that can hardly be read, and colours that not everybody tells apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from check.overlay import BASE, check, lay, verify
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


# --- on pictures, pages, boards and pieces ---


def job(*lines: str) -> str:
    return GAME + "print:\n" + "".join(f"  - {line}\n" for line in lines)


def picture(folder: Path, top: str, bottom: str) -> None:
    from PIL import Image

    image = Image.new("RGB", (64, 64), bottom)
    image.paste(top, (0, 0, 64, 32))
    (folder / "art").mkdir()
    image.save(folder / "art/lamp.png")


@pytest.mark.parametrize(("top", "told"), [("#20242b", 0), ("#c8c8c8", 1)])
def test_text_on_a_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, top: str, told: int) -> None:
    """The upper half of the picture is dark or light; the white name stands there."""
    monkeypatch.chdir(tmp_path)
    elements = (
        "  - {image: art/lamp.png, fit: stretch, size: [63, 88]}\n"
        "  - {text: '{name}', color: white, font_size: 9, at: [6, 6], size: [50, 9]}\n"
    )
    folder = lay(Path("lamps"), card(elements))
    picture(folder, top, "#eeeeee")
    assert [one.code for one in check_game(folder)] == ["PCG0725"] * told


def test_a_line_of_a_picture_behind_a_text_is_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    elements = (
        "  - {image: art/lamp.png, fit: stretch, size: [63, 88]}\n"
        "  - {shape: rect, fill: '#dddddd', at: [20, 0], size: [2, 88]}\n"
        "  - {text: '{name} and more', color: white, font_size: 9, at: [6, 6], size: [50, 9]}\n"
    )
    folder = lay(Path("lamps"), card(elements))
    picture(folder, "#20242b", "#20242b")
    assert not check_game(folder)


def test_text_on_an_illustration() -> None:
    light = "[white, '#f4f4f4', white, white]"
    elements = (
        f"  - {{art: '{{id}}', scene: sea, palette: {light}, size: [63, 88]}}\n"
        "  - {text: '{name}', color: '#aaaaaa', font_size: 9, at: [6, 6], size: [50, 9]}  #! PCG0725\n"
    )
    verify(card(elements))


def test_text_on_a_wide_stroke() -> None:
    elements = (
        "  - {shape: rect, fill: black}\n"
        "  - {shape: line, points: [[0, 10], [63, 10]], stroke: '#dddddd', stroke_width: 8}\n"
        "  - {text: '{name}', color: white, font_size: 9, at: [6, 7], size: [50, 6]}  #! PCG0725\n"
    )
    verify(card(elements))


def test_pieces_and_their_backs_are_looked_at() -> None:
    files = {
        "game.yaml": job("{tokens: lamps, of: Lamp, front: disc, back: rear, with: {color: '#333333'}}"),
        "layouts/disc.yaml": (
            "size: [28, 28]\nelements:\n  - {shape: rect, fill: '{color}'}\n"
            "  - {text: '{name}', color: black, font_size: 6, at: [4, 10], size: [20, 6]}  #! PCG0725\n"
        ),
        "layouts/rear.yaml": (
            "size: [28, 28]\nelements:\n"
            "  - {icon: star, color: '#dddddd', at: [9, 9], size: [9, 9]}  #! PCG0725\n"
        ),
    }
    verify(files)


def test_dice_whose_signs_are_as_dark_as_they_are() -> None:
    dice = "{dice: dice, of: Lamp, faces: light, color: dark}"
    files = {"game.yaml": job(dice).replace("dark}", "dark}  #! PCG0725")}
    files["cards/lamps.yaml"] = (
        (BASE / "cards/lamps.yaml")
        .read_text(encoding="utf-8")
        .replace("light: 1", "light: 6")
        .replace("light: 2", "light: 6")
    )
    (one,) = verify(files)
    assert "on the faces of" in one.message
    assert not check({**files, "game.yaml": job(dice.replace("color: dark", "color: white"))}, "light")[0]


def test_pages_and_boards_are_looked_at() -> None:
    layout = (
        "size: [100, 100]\nelements:\n  - {text: '{name}', color: '#bbbbbb', size: [90, 9]}  #! PCG0725\n"
    )
    board = layout + "  - {drawing: '{board}', at: [5, 12], size: [90, 80]}\n"
    files = {"layouts/sheet.yaml": layout, "layouts/map.yaml": board.replace("#bbbbbb", "#b0b0b0")}
    lines = ("{pages: sheet, layout: sheet}", "{board: cave, map: cave, layout: map}")
    assert len(verify({"game.yaml": job(*lines), **files})) == 2


def test_documents_are_looked_at() -> None:
    files = {
        "game.yaml": job("{document: rules, from: rules.md}  #! PCG0725"),
        "rules.md": "# Rules\n\nLight the lamps.\n",
        "theme.yaml": "styles: {h2: {color: '#cccccc'}, head: {color: '#111111'}}\n",
    }
    (one,) = verify(files)
    assert "'A chapter' of documents" in one.message


# --- pieces that only their colours tell apart ---

DISCS = "{tokens: discs, front: disc, pieces: [{name: A, color: '#4f9a3f'}, {name: B, color: '#b06a2c'}]}"
DISC = "size: [28, 28]\nelements:\n  - {shape: circle, fill: '{color}', inset: 2}\n"


def test_pieces_that_differ_in_colour_alone() -> None:
    (one,) = verify({"game.yaml": job(f"{DISCS}  #! PCG0726"), "layouts/disc.yaml": DISC})
    assert "'A' and 'B' of `discs` look alike with deuteranopia" in one.message


def test_pieces_that_differ_in_more_or_to_everybody() -> None:
    named = DISC + "  - {text: '{name}', color: black, font_size: 18, at: [9, 9], size: [10, 9]}\n"
    assert not check({"game.yaml": job(DISCS), "layouts/disc.yaml": named}, "named")[0]
    apart = DISCS.replace("#b06a2c", "#10204a")
    assert not check({"game.yaml": job(apart), "layouts/disc.yaml": DISC}, "apart")[0]


def test_another_picture_is_looked_at_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    elements = (
        "  - {image: art/lamp.png, fit: stretch, size: [63, 88]}\n"
        "  - {text: '{name}', color: white, font_size: 9, at: [6, 6], size: [50, 9]}\n"
    )
    folder = lay(Path("lamps"), card(elements))
    picture(folder, "#20242b", "#20242b")
    assert not check_game(folder)
    for file in (folder / "art").iterdir():
        file.unlink()
    (folder / "art").rmdir()
    picture(folder, "#cccccc", "#dddddd")
    assert [one.code for one in check_game(folder)] == ["PCG0725"]


def test_spaces_that_differ_in_colour_alone() -> None:
    theme = (
        "looks:\n  path: {fill: '#4f9a3f', legend: Path}\n  mud: {fill: '#b06a2c', legend: Mud}  #! PCG0726\n"
    )
    fine = card("  - {text: '{name}', size: [50, 9]}\n", theme)
    (one,) = verify(fine)
    assert "`path` and like `mud` look alike with deuteranopia" in one.message
    for change in (", icon: star", ", dash: [1, 1]", ""):
        other = theme.replace("legend: Mud}", f"legend: Mud{change}}}")
        if not change:
            other = theme.replace("#b06a2c", "#10204a")
        files = card("  - {text: '{name}', size: [50, 9]}\n", other.replace("  #! PCG0726", ""))
        assert not check(files, f"told{len(change)}")[0]
