"""`position.yaml`: what it may say, what is reported, and what is drawn where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from pycardgen.check import check_game
from pycardgen.diagnostics import Collector
from pycardgen.layout.display import Circle, Drawing, Group, TextRun, walk
from pycardgen.layout.game_kit import load_kit, position_document
from pycardgen.layout.position import LAYER, Position, read_position
from pycardgen.layout.position_sheet import Table, position_sheet
from pycardgen.model.game import Game
from pycardgen.model.load import load_game

ROOT = Path(__file__).parents[2]
BASE = ROOT / "tests/data/base_game"
PAWN = "size: [20, 20]\nelements: [{text: '{seat}', style: number, size: [20, 20]}]\n"
CELL = "size: [40, 34.64]\nelements: [{text: '{ground}', style: number, size: [40, 34]}]\n"
LAMP = "size: [10, 10]\nelements: [{text: '{name}', style: number, size: [10, 10], min_size: 1}]\n"


def folder(tmp_path: Path, position: str) -> Path:
    """The base game with a position, and templates for it."""
    import shutil

    path = tmp_path / "game"
    shutil.copytree(BASE, path)
    (path / "layouts").mkdir()
    for name, text in (("pawn", PAWN), ("cell", CELL), ("lamp", LAMP)):
        (path / f"layouts/{name}.yaml").write_text(text, encoding="utf-8")
    (path / "position.yaml").write_text(position, encoding="utf-8")
    return path


@dataclass
class Scene:
    """What is in play in these tests: by type, each copy as a mapping."""

    copies: Mapping[str, list[dict[str, Any]]]
    whole: dict[str, Any] = field(default_factory=lambda: {"game": {"round": 3}, "settings": {}})


def space(id_: str) -> dict[str, Any]:
    return {"id": id_, "name": id_, "type": "Tile", "ground": "path"}


SCENE = Scene(
    {
        "Tile": [space("A01"), space("B02"), {**space("D03"), "ground": "mud"}],
        "Player": [
            {
                "id": "p1",
                "name": "One",
                "type": "Player",
                "seat": 1,
                "tile": space("B02"),
                "score": 2,
                "hand": [],
            },
            {
                "id": "p2",
                "name": "Two",
                "type": "Player",
                "seat": 2,
                "tile": space("B02"),
                "score": 0,
                "hand": [],
            },
            {"id": "p3", "name": "Three", "type": "Player", "seat": 3, "tile": None, "score": 0, "hand": []},
        ],
    }
)


def read(path: Path) -> tuple[Game, Position | None]:
    problems = Collector()
    game = load_game(path, problems)
    assert game is not None
    document = position_document(game, problems)
    found = read_position(document, game, problems) if document is not None else None
    assert problems.found == []
    return game, found


def drawn(path: Path, scene: Scene = SCENE) -> Drawing:
    """The sheet of a game's position."""
    game, position = read(path)
    problems = Collector()
    kit = load_kit(game, "a4", problems)
    table = Table(lambda of: scene.copies.get(of, []), scene.whole)
    sheet = position_sheet(game, game.maps["cave"], kit, {}, position, table, "now", problems)
    assert problems.found == []
    return sheet


def pieces(sheet: Drawing) -> list[tuple[str, tuple[float, float], float]]:
    """What lies on the map: its text, its middle, how it is turned (the first entry of the matrix)."""
    layer = next(item for item in sheet.items if isinstance(item, Group) and item.layer == "Pieces")
    found = []
    for item in layer.items:
        assert isinstance(item, Group)
        assert item.transform is not None
        words = "".join(run.text for run in walk(item.items) if isinstance(run, TextRun))
        inner = item.items[0]
        assert isinstance(inner, Group)
        turned = inner.transform[0] if inner.transform else 1.0
        scale, x, y = item.transform[0], item.transform[4], item.transform[5]
        w, h = (40, 34.64) if words in ("path", "mud") else (20, 20)
        found.append((words, (x + w / 2 * scale, y + h / 2 * scale), turned))
    return found


def test_what_lies_in_a_space_lies_side_by_side_and_what_covers_it_in_the_middle(tmp_path: Path) -> None:
    path = folder(
        tmp_path,
        "space: 40\nboard: false\nwhen: ground\nlayers:\n"
        "  - {of: Tile, layout: cell, shape: space, when: ground == path}\n"
        "  - {of: Player, at: tile, layout: pawn, shape: round}\n",
    )
    found = pieces(drawn(path))
    assert [words for words, _, _ in found] == ["path", "path", "1", "2"]
    (_, cell, _), (_, one, _), (_, two, _) = found[1:]
    assert one[0] < cell[0] < two[0]
    assert one[1] == pytest.approx(two[1]) == pytest.approx(cell[1])
    assert (one[0] + two[0]) / 2 == pytest.approx(cell[0])


@pytest.mark.parametrize(
    ("turn", "side", "way"),
    [(0, 1, (0, -1)), (0, 4, (0, 1)), (1, 1, (0.866, -0.5)), (2, 6, (0.866, -0.5)), (5, 6, (-0.866, 0.5))],
)
def test_a_side_turns_with_what_it_is_a_side_of(
    turn: int, side: int, way: tuple[float, float], tmp_path: Path
) -> None:
    path = folder(
        tmp_path,
        "board: false\nlayers:\n  - {of: Tile, layout: cell, when: ground == mud}\n"
        "  - {of: Player, at: tile, layout: pawn, turn: game.round, side: score, out: 1}\n",
    )
    player = {**SCENE.copies["Player"][0], "tile": space("D03"), "score": side}
    scene = Scene({**SCENE.copies, "Player": [player]}, {"game": {"round": turn}, "settings": {}})
    (_, middle, _), (_, at, _) = pieces(drawn(path, scene))
    dx, dy = at[0] - middle[0], at[1] - middle[1]
    length = (dx * dx + dy * dy) ** 0.5
    assert length > 5
    assert (dx / length, dy / length) == pytest.approx(way, abs=0.01)


@pytest.mark.parametrize(("turn", "cosine"), [(0, 1.0), (1, 0.5), (3, -1.0)])
def test_a_cover_is_turned_by_sides(turn: int, cosine: float, tmp_path: Path) -> None:
    path = folder(tmp_path, "layers: [{of: Tile, layout: cell, turn: game.round}]\n")
    scene = Scene(SCENE.copies, {"game": {"round": turn}, "settings": {}})
    assert [turned for _, _, turned in pieces(drawn(path, scene))] == [pytest.approx(cosine)] * 3


def test_only_spaces_that_are_wanted_are_there_and_notes_are_filled_in(tmp_path: Path) -> None:
    path = folder(
        tmp_path,
        "when: ground == path\nlayers:\n  - {of: Tile, layout: cell}\n"
        "notes:\n  - {text: 'Round {game.round}'}\n  - {of: Player, text: '{seat}: {name}', when: score}\n",
    )
    sheet = drawn(path)
    assert [words for words, _, _ in pieces(sheet)] == ["path", "path"]
    ids = {item.id for item in walk(sheet.items) if isinstance(item, Group)}
    assert "tile-A01" in ids
    assert "tile-D03" not in ids
    words = "".join(item.text for item in walk(sheet.items) if isinstance(item, TextRun))
    assert "Round 3" in words
    assert "1: One" in words
    assert "2: Two" not in words


def test_without_a_position_players_are_numbered_marks(tmp_path: Path) -> None:
    path = folder(tmp_path, "layers: []\n")
    (path / "position.yaml").unlink()
    sheet = drawn(path)
    layer = next(item for item in sheet.items if isinstance(item, Group) and item.layer == "Pieces")
    assert [run.text for run in walk(layer.items) if isinstance(run, TextRun)] == ["1", "2"]
    assert len([item for item in walk(layer.items) if isinstance(item, Circle)]) == 2


BAD = {
    "layers: [{of: Plaier, at: tile, layout: pawn}]": ("PCG0455", "did you mean 'Player'?"),
    "layers: [{of: Player, at: tiel, layout: pawn}]": ("PCG0755", "did you mean 'tile'?"),
    "layers: [{of: Player, at: score, layout: pawn}]": ("PCG0755", "doesn't hold a space"),
    "layers: [{of: Player, layout: pawn}]": ("PCG0755", "`Player` is no type of spaces"),
    "layers: [{layout: pawn}]": ("PCG0755", "the game is no space"),
    "layers: [{of: Tile, layout: pown}]": ("PCG0457", "did you mean 'pawn'?"),
    "layers: [{of: Tile}]": ("PCG0702", "a layer has no 'layout'"),
    "layers: [{of: Tile, layout: cell, turn: ground}]": ("PCG0755", "doesn't hold a number"),
    "layers: [{of: Tile, layout: cell, when: grund == mud}]": ("PCG0755", "did you mean 'ground'?"),
    "layers: [{of: Tile, layout: cell, shape: star}]": ("PCG0702", "there is no shape `star`"),
    "layers: [{of: Tile, layout: pawn}]": ("PCG0705", "seat"),
    "layers: [{of: Tile, layout: cell, colour: red}]": ("PCG0701", "colour"),
    "layers: 7": ("PCG0702", "must be a list"),
    "layers: [7]": ("PCG0702", "must be a mapping"),
    "[]": ("PCG0702", "it must be a mapping with 'layers'"),
    "space: 40": ("PCG0702", "a position has no 'layers'"),
    "when: wet\nlayers: []": ("PCG0755", "there is no `wet`"),
    "layers: []\nnotes: [{text: '{game.rond}'}]": ("PCG0755", "did you mean 'round'?"),
    "layers: [{of: Player, at: tile.ground, layout: pawn}]": ("PCG0755", "doesn't hold a space"),
    "layers: [{of: Player, show: score, at: tile, layout: pawn}]": ("PCG0755", "anything that has a face"),
}


@pytest.mark.parametrize("text", BAD)
def test_mistakes(text: str, tmp_path: Path) -> None:
    path = folder(tmp_path, text + "\n")
    found = check_game(path)
    code, says = BAD[text]
    told = [f for f in found if f.span is None or not f.span.file.endswith(("lamps.yaml", "types.yaml"))]
    assert [f.code for f in told] == [code], told
    assert says in f"{told[0].message} {told[0].hint}"
    assert told[0].span is not None


def test_the_guide_lists_every_option_of_a_layer() -> None:
    guide = (ROOT / "docs/maps.md").read_text(encoding="utf-8")
    for name, option in LAYER.items():
        assert f"| `{name}` | {option.doc} |" in guide


def test_a_template_that_cannot_be_read_is_no_second_mistake(tmp_path: Path) -> None:
    path = folder(tmp_path, "layers: [{of: Tile, layout: cell}]\n")
    (path / "layouts/cell.yaml").write_text("size: [40, 34\n", encoding="utf-8")
    assert {f.code for f in check_game(path)} == {"PCG0110"}
