"""Cards whose copies look different: each is drawn with its number."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path

import pypdfium2
import pytest
from component_pages import GAME, open_game

from pycardgen.check import check_game
from pycardgen.diagnostics import Collector
from pycardgen.layout.copies import shows_copy
from pycardgen.model.load import load_game
from pycardgen.paint.exports.gather import batch_of
from pycardgen.paint.jobs import print_job
from pycardgen.paint.press import Press

HEAD = "size: poker\nbleed: 3\nelements:\n"
SHOWN = [
    '{text: "No {copy}", size: [40, 8]}',
    "{include: inner}",
    "{repeat: copy, elements: [{shape: rect}], size: [40, 8]}",
    "{pips: copy, size: [40, 8]}",
    '{pips: "{copy}", size: [40, 8]}',
    "{when: copy in 2, shape: rect}",
    '{group: [{text: "{copy}"}], size: [40, 8]}',
    '{art: "{id}", seed: "{copy}", size: [40, 8]}',
    '{text: x, size: [40, 8], color: "{copy}"}',
    '{table: [[x]], columns: [{text: "{copy}"}], size: [40, 8]}',
]
PLAIN = ['{text: "{name}", size: [40, 8]}', "{text: copy, size: [40, 8]}", "{include: plain}"]


def laid(folder: Path, element: str, back: str = "card-back", more: str = "") -> Path:
    target = folder / "game"
    shutil.copytree(GAME, target)
    text = (target / "game.yaml").read_text()
    job = f"print:\n  - {{cards: orders, of: Order, front: face, back: {back}{more}}}\n"
    (target / "game.yaml").write_text(text[: text.index("print:")] + job)
    for name, shown in (("face", element), ("inner", '{text: "{copy}"}'), ("plain", "{text: x}")):
        (target / f"layouts/{name}.yaml").write_text(f"{HEAD}  - {shown}\n")
    return target


def opened(folder: Path) -> tuple[Press, Counter[str], str]:
    """A press for the game, how many copies of each card there are, and the text of its sheets."""
    press, jobs, report = open_game("a4", folder)
    (made,) = print_job(press, jobs["orders"], {"pdf"})
    assert not report.found
    document = pypdfium2.PdfDocument(made.data)
    text = " ".join(page.get_textpage().get_text_bounded() for page in document)
    counts = Counter({d.id: d.count for d in press.game.definitions.values() if d.type == "Order"})
    return press, counts, " ".join(text.split())


@pytest.mark.parametrize("element", SHOWN)
def test_templates_that_show_the_copy(tmp_path: Path, element: str) -> None:
    press, _, _ = open_game("a4", laid(tmp_path, element))
    assert shows_copy(press.kit, [None, press.kit.templates["face"]])


@pytest.mark.parametrize("element", PLAIN)
def test_templates_that_dont(tmp_path: Path, element: str) -> None:
    press, _, _ = open_game("a4", laid(tmp_path, element))
    assert not shows_copy(press.kit, [press.kit.templates["face"]])


def test_each_copy_has_its_number(tmp_path: Path) -> None:
    folder = laid(tmp_path, SHOWN[0])
    assert [d for d in check_game(folder) if d.code.startswith("PCG07")] == []
    press, counts, text = opened(folder)
    assert max(counts.values()) > 1
    shown = Counter(int(n) for n in re.findall(r"No (\d+)", text))
    assert shown == Counter(n for count in counts.values() for n in range(1, count + 1))
    looks = press.looks_of_cards["orders"]
    assert len(set(looks.values())) == max(counts.values())
    assert set(counts) <= set(looks), "the first copy goes by the card's id"
    assert len(looks) == sum(counts.values())


def test_backs_may_show_it(tmp_path: Path) -> None:
    _, counts, text = opened(laid(tmp_path, "{text: x}", "inner", ", backs: card"))
    assert len(re.findall(r"\b1\b", text)) >= len(counts)
    assert str(max(counts.values())) in text.split()


def test_a_field_of_that_name_is_the_cards_own(tmp_path: Path) -> None:
    folder = laid(tmp_path, '{text: "No {copy}", size: [40, 8]}')
    types = (folder / "types.yaml").read_text()
    assert "fields: {pay: int}" in types
    (folder / "types.yaml").write_text(
        types.replace("fields: {pay: int}", "fields: {pay: int, copy: int = 77}")
    )
    _, counts, text = opened(folder)
    assert Counter(re.findall(r"No (\d+)", text)) == {"77": sum(counts.values())}


def test_exports_have_every_copy(tmp_path: Path) -> None:
    press, jobs, report = open_game("a4", laid(tmp_path, SHOWN[0]))
    batch = batch_of(press, jobs["orders"])
    assert batch is not None
    assert not report.found
    assert {piece.count for piece in batch.pieces} == {1}
    assert len({piece.id for piece in batch.pieces}) == len(batch.pieces) == 36


def test_without_it_copies_are_one_drawing(tmp_path: Path) -> None:
    press, jobs, _ = open_game("a4", laid(tmp_path, PLAIN[0]))
    batch = batch_of(press, jobs["orders"])
    game = load_game(GAME, Collector())
    assert batch is not None
    assert game is not None
    assert len(batch.pieces) == sum(1 for d in game.definitions.values() if d.type == "Order")
