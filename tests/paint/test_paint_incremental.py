"""Cards kept between builds: nothing is fitted twice, and nothing stale is printed."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from decks import DEMO, demo_kit, demo_subjects
from PIL import Image as Pil

from pycardgen.diagnostics import Collector
from pycardgen.layout import compose as composing
from pycardgen.layout.compose import compose
from pycardgen.layout.kit import Kit
from pycardgen.layout.template import load_templates
from pycardgen.layout.theme import builtin_theme
from pycardgen.paint import incremental
from pycardgen.paint.incremental import composed, open_store, save
from pycardgen.paint.page import Info, Page
from pycardgen.paint.pdf import paint_pdf
from pycardgen.source.cache import Cache
from pycardgen.source.reader import parse_yaml


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "game"
    shutil.copytree(DEMO, folder)
    return folder


def build(
    game: Path, cache: Path, subjects: list[dict[str, Any]] | None = None
) -> tuple[bytes, int, Collector]:
    """The PDF of the deck, how many cards were composed for it, and what was reported."""
    cache.mkdir(exist_ok=True)
    report, count = Collector(), [0]
    kit = demo_kit(report, game)
    store = open_store(Cache(cache), str(game), "deck")

    def counted(*arguments: Any) -> Any:
        count[0] += 1
        return compose(*arguments)

    patch = pytest.MonkeyPatch()
    patch.setattr(incremental, "compose", counted)
    pages = [
        Page(composed(store, kit, kit.templates["traveller"], s, report)) for s in subjects or demo_subjects()
    ]
    patch.undo()
    data = paint_pdf(pages, Info("Demo"), store.shelf)
    save(store)
    return data, count[0], report


def plain(game: Path, subjects: list[dict[str, Any]] | None = None) -> bytes:
    report = Collector()
    kit, store = demo_kit(report, game), open_store(Cache(None))
    pages = [
        Page(composed(store, kit, kit.templates["traveller"], s, report)) for s in subjects or demo_subjects()
    ]
    return paint_pdf(pages, Info("Demo"), store.shelf)


def test_a_second_build_composes_nothing_and_gives_the_same_bytes(game: Path, tmp_path: Path) -> None:
    first, count, _ = build(game, tmp_path / "cache")
    assert count == 3
    second, count, _ = build(game, tmp_path / "cache")
    assert count == 0
    assert first == second == plain(game)


def test_only_a_changed_card_is_composed(game: Path, tmp_path: Path) -> None:
    build(game, tmp_path / "cache")
    subjects = demo_subjects()
    subjects[1]["name"] = "The New Lighthouse → Ĕ"
    data, count, _ = build(game, tmp_path / "cache", subjects)
    assert count == 1
    assert data == plain(game, subjects)
    assert build(game, tmp_path / "cache", subjects)[1] == 0


def test_cards_may_change_places(game: Path, tmp_path: Path) -> None:
    build(game, tmp_path / "cache")
    turned = demo_subjects()[::-1]
    data, count, _ = build(game, tmp_path / "cache", turned)
    assert count == 0
    assert data == plain(game, turned)


@pytest.mark.parametrize("name", ["theme.yaml", "layouts/traveller.yaml"])
def test_a_changed_theme_or_template_is_seen(game: Path, tmp_path: Path, name: str) -> None:
    build(game, tmp_path / "cache")
    path = game / name
    path.write_text(
        path.read_text().replace('lamp: "#e0a63a"', 'lamp: "#ff0000"').replace("[14.5, 4.2]", "[15, 4.2]")
    )
    data, count, _ = build(game, tmp_path / "cache")
    assert count == 3
    assert data == plain(game)


def test_a_changed_picture_or_icon_is_seen(game: Path, tmp_path: Path) -> None:
    layout = game / "layouts/traveller.yaml"
    layout.write_text(
        layout.read_text() + "  - {image: art/a.png, size: [5, 5]}\n  - {icon: own, size: [5, 5]}\n"
    )
    theme = game / "theme.yaml"
    theme.write_text(theme.read_text() + "  own: art/own.svg\n")
    (game / "art").mkdir()
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
    for number, color in ((0, "#ff0000"), (0, "#00ff00"), (1, "#00ff00")):
        Pil.new("RGB", (9, 9), color).save(game / "art/a.png")
        (game / "art/own.svg").write_text(svg.replace("h9", f"h{9 - number}"))
        data, count, report = build(game, tmp_path / "cache")
        assert not report.found
        assert count == 3
        assert data == plain(game)
        assert build(game, tmp_path / "cache")[1] == 0
    (game / "art/a.png").unlink()
    _, count, report = build(game, tmp_path / "cache")
    assert count == 3
    assert {problem.code for problem in report.found} == {"PCG0730"}


def test_a_card_with_a_problem_is_told_each_time(game: Path, tmp_path: Path) -> None:
    subjects = demo_subjects()
    subjects[0]["text"] = "word " * 300
    for _ in range(2):
        _, _, report = build(game, tmp_path / "cache", subjects)
        assert [problem.code for problem in report.found] == ["PCG0720"]


def test_a_damaged_cache_is_no_cache(game: Path, tmp_path: Path) -> None:
    first, _, _ = build(game, tmp_path / "cache")
    for path in (tmp_path / "cache").rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes()[:-5])
    second, count, _ = build(game, tmp_path / "cache")
    assert count == 3
    assert first == second


def test_subjects_that_are_not_plain_are_composed(game: Path, tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir()
    report = Collector()
    kit = demo_kit(report, game)
    store = open_store(Cache(tmp_path / "cache"), "x")
    subject = {**demo_subjects()[0], "odd": object()}
    assert composed(store, kit, kit.templates["traveller"], subject, report, composing.nowhere).width == 63
    assert not store.used


def test_a_card_is_composed_again_when_its_svg_picture_changed(tmp_path: Path) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0 H{} V10 Z"/></svg>'
    (tmp_path / "a.svg").write_text(svg.format(10), encoding="utf-8")
    (tmp_path / "cache").mkdir()

    def once() -> tuple[bytes, int]:
        report = Collector()
        layout = parse_yaml(
            'size: poker\nelements: [{image: "{art}", size: [20, 20]}]', "layouts/x.yaml", report
        )
        assert layout is not None
        kit = Kit(builtin_theme(report), load_templates({"x": layout}, report), tmp_path)
        store = open_store(Cache(tmp_path / "cache"), "svg")
        pages = [Page(composed(store, kit, kit.templates["x"], {"id": "a", "art": "a.svg"}, report))]
        data = paint_pdf(pages, Info("x"), store.shelf)
        reused = len(store.used) - (store.kept != store.used)
        save(store)
        assert not report.found
        return data, reused

    first, reused = once()
    assert reused == 0
    same, reused = once()
    assert (same, reused) == (first, 1)
    (tmp_path / "a.svg").write_text(svg.format(5), encoding="utf-8")
    changed, reused = once()
    assert changed != first
    assert reused == 0
