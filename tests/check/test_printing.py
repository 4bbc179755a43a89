"""Print jobs, templates and pictures."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PIL import Image

from check.overlay import BASE, lay, verify
from pycardgen.check import check_game
from pycardgen.diagnostics import Diagnostic

GAME = (BASE / "game.yaml").read_text(encoding="utf-8")
JOB = "  - {cards: lamps, of: Lamp, front: card, back: card-back, size: poker}\n"


def jobs(text: str) -> dict[str, str]:
    return {"game.yaml": GAME + "print:\n" + text}


@pytest.mark.parametrize(
    ("job", "code"),
    [
        ("{of: Lamp, front: card}", "PCG0450"),
        ("{cards: a, of: Lamp, front: card, rear: card-back}", "PCG0451"),
        ("{cards: a, of: Lamp}", "PCG0452"),
        ("{board: a, map: cave}", "PCG0452"),
        ("{cards: Oil Lamps, of: Lamp, front: card}", "PCG0453"),
        ("{cards: ../a, of: Lamp, front: card}", "PCG0453"),
        ("{pages: a, layout: map-page, each: player}", "PCG0453"),
        ("{document: a, from: rulebook.md, columns: 9}", "PCG0453"),
        ("{document: a, from: rulebook.md, pages: 0}", "PCG0453"),
        ("{document: a, from: rulebook.md, pages: 201}", "PCG0453"),
        ("{document: a, from: rulebook.md, pages: 2.5}", "PCG0453"),
        ("{document: a, from: rulebook.md, pages: '4'}", "PCG0453"),
        ("{document: a, from: rulebook.md, pages: -1}", "PCG0453"),
        ("{document: a, from: rulebook.md, pages: true}", "PCG0453"),
        ("{document: a, from: rulebook.md, pages: [2, 4]}", "PCG0453"),
        ("{document: a, from: rulebook.md, pages: null}", "PCG0453"),
        ("{document: a, from: rulebook.md, page: 4}", "PCG0451"),
        ("{document: a, pages: 4}", "PCG0452"),
        ("{cards: a, of: Lamp, front: card, where: 3}", "PCG0453"),
        ("{cards: lamps, of: Lamp, front: card}", "PCG0454"),
        ("{cards: a, of: Lampe, front: card}", "PCG0455"),
        ("{board: a, map: cavern, layout: map-page}", "PCG0455"),
        ("{pages: a, map: cavern, layout: map-page}", "PCG0455"),
        ("{cards: a, of: Lamp, where: {light: 8}, front: card}", "PCG0456"),
        ("{cards: a, of: Lamp, where: {oily: true}, front: card}", "PCG0403"),
        ("{cards: a, of: Lamp, front: crad}", "PCG0457"),
        ("{cards: a, of: Lamp, front: layouts/none.yaml}", "PCG0457"),
        ("{document: a, from: rules.md}", "PCG0458"),
        ("{document: a, from: ../game.yaml}", "PCG0130"),
        ("{cards: a, of: Lamp, front: card, size: tarot}", "PCG0459"),
        ("{cards: a, of: Lamp, front: card, size: pokr}", "PCG0459"),
    ],
)
def test_one_mistake_is_one_diagnostic(job: str, code: str) -> None:
    verify(jobs(f"{JOB}  - {job}   #! {code}\n"))


def test_jobs_without_mistakes() -> None:
    rest = """\
  - {cards: oil, of: Lamp, where: {light: [1, 2]}, front: layouts/lamp.yaml, backs: card, back: lamp}
  - {board: cave, map: all, layout: map-page}
  - pages: notes
    layout: record
    each: seat
    with: {name: Notes, subtitle: "{cave.name}", spaces: "{settings.rounds}"}
  - {document: rules, from: rulebook.md, columns: 2}
"""
    files = jobs(JOB + rest) | {
        "layouts/lamp.yaml": 'size: poker\nbleed: 3\nelements: [{text: "{light} {text}"}]\n',
        "rulebook.md": "# Lamps\n",
    }
    assert check_game(lay(Path("game"), files)) == []


def test_a_template_that_prints_a_field_which_its_cards_do_not_have() -> None:
    template = 'size: poker\nelements:\n  - {text: "{lihgt}"}   #! PCG0705\n'
    files = jobs("  - {cards: lamps, of: Lamp, front: layouts/lamp.yaml}\n") | {"layouts/lamp.yaml": template}
    (problem,) = verify(files)
    assert problem.hint == "did you mean 'light'?"


def test_an_icon_in_a_text_that_the_theme_does_not_have() -> None:
    cards = """\
Lamp:
  - {id: candle, count: 6, light: 1, text: "{icon:flame} and {icon:mine}, not \\\\{icon:x\\\\}"}
  - {id: torch, count: 3, light: 2, oil: true, text: "{icon:flaem}"}   #! PCG0708
"""
    theme = "icons: {mine: M0 0 H24 V24 Z}\n"
    (problem,) = verify(jobs(JOB) | {"cards/lamps.yaml": cards, "theme.yaml": theme})
    assert problem.hint == "did you mean 'flame'?"


@pytest.mark.parametrize(
    ("look", "code", "hint"),
    [
        ("mudd: {fill: gold}", "PCG0709", "did you mean 'mud'?"),
        ("mud: {fill: gould}", "PCG0707", "did you mean 'gold'?"),
        ("mud: {icon: dor}", "PCG0708", "did you mean 'door'?"),
        ("mud: {ikon: door}", "PCG0701", "did you mean 'icon'?"),
        ("mud: gold", "PCG0702", "such as `{fill: tint}`"),
    ],
)
def test_how_boards_look(look: str, code: str, hint: str) -> None:
    fine = "tile: {fill: none}\n  goal: {icon: door, stroke: '#123456'}\n  wall: {stroke: ink}"
    board = jobs("  - {board: cave, map: cave, layout: map-page}\n")
    (problem,) = verify(board | {"theme.yaml": f"looks:\n  {fine}\n  {look}   #! {code}\n"})
    assert problem.hint == hint


def test_templates_that_extend_each_other() -> None:
    files = {
        "layouts/one.yaml": "extends: two\n",
        "layouts/two.yaml": "extends: one   #! PCG0704\n",
    }
    verify(files)


def test_a_back_of_a_deck_cannot_show_its_cards() -> None:
    template = 'size: poker\nelements:\n  - {text: "{light}"}   #! PCG0705\n'
    files = jobs("  - {cards: lamps, of: Lamp, front: card, back: layouts/lamp.yaml}\n")
    verify(files | {"layouts/lamp.yaml": template})


def picture(art: str, make: object = None) -> list[Diagnostic]:
    cards = f"Lamp:\n  - {{id: candle, count: 6, light: 1, art: {art}}}\n"
    cards += "  - {id: lantern, count: 3, light: 2, oil: true}\n"
    folder = lay(Path("game"), {"cards/lamps.yaml": cards})
    (folder / "art").mkdir()
    if callable(make):
        make(folder)
    return check_game(folder)


def codes(found: list[Diagnostic]) -> list[str]:
    return [d.code for d in found]


def test_a_picture_that_is_fine() -> None:
    assert picture("art/a.png", lambda folder: Image.new("RGB", (4, 4)).save(folder / "art/a.png")) == []


def test_a_picture_that_is_missing() -> None:
    (problem,) = picture("art/a.png")
    assert (problem.code, problem.span and problem.span.line) == ("PCG0730", 2)


def test_a_picture_that_is_none() -> None:
    assert codes(picture("art/a.png", lambda folder: (folder / "art/a.png").write_text("hello"))) == [
        "PCG0732"
    ]


def test_a_picture_that_is_cut_short() -> None:
    def make(folder: Path) -> None:
        path = folder / "art/a.png"
        Image.effect_noise((64, 64), 50).save(path)
        path.write_bytes(path.read_bytes()[:900])

    assert codes(picture("art/a.png", make)) == ["PCG0732"]


def test_a_picture_with_too_many_pixels() -> None:
    def make(folder: Path) -> None:
        Image.new("1", (10_000, 7_000)).save(folder / "art/a.png")

    assert codes(picture("art/a.png", make)) == ["PCG0733"]


def test_a_picture_of_too_many_bytes() -> None:
    def make(folder: Path) -> None:
        with open(folder / "art/a.png", "wb") as file:
            file.truncate(40 * 1024 * 1024)

    assert codes(picture("art/a.png", make)) == ["PCG0733"]


def test_a_picture_outside_the_folder() -> None:
    Image.new("RGB", (4, 4)).save("secret.png")
    assert codes(picture("../secret.png")) == ["PCG0731"]


def test_a_picture_that_is_a_link_to_the_outside() -> None:
    Image.new("RGB", (4, 4)).save("secret.png")
    found = picture(
        "art/a.png", lambda folder: os.symlink(Path("secret.png").absolute(), folder / "art/a.png")
    )
    assert set(codes(found)) == {"PCG0130", "PCG0731"}


@pytest.mark.parametrize(
    "line",
    [
        "widths: 12",
        "widths: [12, 20]",
        "widths: null",
        "widths: {Lihgt: 12}",
        "widths: {light: 12}",
        "widths: {Light: 2}",
        "widths: {Light: 501}",
        "widths: {Light: wide}",
        "widths: {Light: true}",
        "widths: {Light: [1, 2]}",
        "width: {Light: 12}",
        "wide: true",
    ],
)
def test_widths_of_columns_that_are_wrong(line: str) -> None:
    table = "```table\nof: Lamp\ncolumns: {Lamp: name, Light: light}\n%s\n```\n"
    game = jobs("  - {document: a, from: rulebook.md}\n")
    (found,) = check_game(lay(Path("game"), game | {"rulebook.md": table % line}))
    assert found.code == "PCG0460"
    assert found.span is not None
    assert (found.span.file, found.span.line) == ("game/rulebook.md", 4)
    right = check_game(lay(Path("right"), game | {"rulebook.md": table % "widths: {Light: 12}"}))
    assert right == []
