"""Maps of tiles: what `facts: {tiles: ...}` finds, and what `pycardgen map` tells of it."""

from __future__ import annotations

import json
import random
from pathlib import Path

import jsonschema
import networkx as nx
import pytest

from check.overlay import BASE, check, lay
from check.test_maps import graph
from pycardgen.check.tiles import alike, join, matching, wrong_ways
from pycardgen.cli import run
from pycardgen.diagnostics import Collector
from pycardgen.model.game import MapDecl
from pycardgen.model.load import load_game

ROOT = Path(__file__).parents[2]
CAVE = (BASE / "maps/cave.yaml").read_text(encoding="utf-8")
TYPES = (BASE / "types.yaml").read_text(encoding="utf-8")
FLOOR = '  Floor: {kind: token, fields: {paths: "list[list[int]]", size: int = 0}}\n'
STAR = "  - {id: star, name: Star, count: 9, paths: [[1, 2, 3, 4, 5, 6]]}\n"
FORK = "  - {id: fork, name: Fork, count: 3, paths: [[1, 3, 5]]}\n"


def files(floors: str, fact: str) -> dict[str, str]:
    """The base game with tiles and a fact about them."""
    return {
        "types.yaml": TYPES.replace("  Player:\n", f"{FLOOR}  Player:\n", 1),
        "tiles/floors.yaml": f"Floor:\n{floors}",
        "maps/cave.yaml": f"{CAVE}facts:\n  tiles:\n{fact}",
    }


OTHER = ("PCG0401", "PCG0352")
"""Nobody plays with these tiles, or counts them in the box."""


def told(laid: dict[str, str]) -> list[str]:
    """What is found besides, where it is expected."""
    found, placed, wanted = check(laid)
    assert {place for place in placed if place[2] not in OTHER} == wanted, found
    return [d.message for d in found if d.code not in OTHER]


def fact(joined: str = "{all: {}}", of: str = "Floor", ways: str = "paths") -> str:
    return f"    of: {of}\n    ways: {ways}\n    joined: {joined}\n"


def test_what_can_be_joined_is_silent() -> None:
    assert told(files(STAR + FORK, fact("{all: {}, paths: {ground: [path]}}"))) == []


@pytest.mark.parametrize(
    ("floors", "written", "message"),
    [
        (
            STAR + FORK,
            fact("{all: {}, swamp: {ground: mud}}  #! PCG0756"),
            "on map `cave` the layout `swamp` can't be joined: its spaces are in 2 parts",
        ),
        (
            FORK,
            fact("{all: {}}  #! PCG0756"),
            "on map `cave` the layout `all` can't be joined: it has 10 spaces, and there are 3 tiles",
        ),
        (
            "  - {id: duct, name: Duct, count: 12, paths: [[1, 4]]}\n",
            fact("{all: {}}  #! PCG0756"),
            "on map `cave` the layout `all` can't be joined: "
            "tiles were laid 20 times, and never joined however they were turned",
        ),
        (
            STAR + "  - {id: odd, name: Odd, paths: [[1, 7]]}  #! PCG0757\n",
            fact(),
            "the tile `odd` has no side 7: there are 1 to 6",
        ),
        (
            STAR + "  - {id: odd, name: Odd, paths: [[1, 3], [3, 4]]}  #! PCG0757\n",
            fact(),
            "the tile `odd` has two ways to side 3",
        ),
        (
            STAR + "  - {id: odd, name: Odd, paths: []}  #! PCG0757\n",
            fact(),
            "the tile `odd` has no way to any side, so that nothing gets there",
        ),
        (STAR, fact(of="Flor  #! PCG0564"), "there is no type `Flor`"),
        (
            STAR,
            fact(ways="size  #! PCG0564"),
            "`Floor` has no field `size` that lists the sides which each way joins",
        ),
        (
            STAR,
            fact("{ice: {ground: ice}}  #! PCG0564"),
            "no space of map `cave` is in the layout `ice`",
        ),
    ],
)
def test_what_is_wrong(floors: str, written: str, message: str) -> None:
    assert told(files(floors, written)) == [message]


def test_a_graph_has_no_sides() -> None:
    written = "edges: [[gate, hall], [hall, out], [hall, pit]]\nfacts:\n  tiles:\n"
    laid = {**files(STAR, ""), **graph(written + fact().replace("Floor", "Floor  #! PCG0565"))}
    assert told(laid) == ["spaces have no sides on map `cave`"]


def test_tiles_that_are_alike_when_turned() -> None:
    ways = {"a": ((1, 4), (2, 3)), "b": ((3, 6), (4, 5)), "c": ((1, 4), (5, 6)), "d": ((1, 3),)}
    assert alike(ways, 6) == [("a", "b", "c")]
    assert wrong_ways(((1, 4),), 4) == ""
    assert wrong_ways(((1, 5),), 4) != ""


def test_the_map_tells_of_layouts(capsys: pytest.CaptureFixture[str]) -> None:
    lay(Path("game"), files(STAR + FORK, fact("{all: {}, swamp: {ground: mud}}")))
    assert run(("map", "game")) == 0
    out = capsys.readouterr().out
    assert "all: 10 spaces, joined by turning tiles in 20 of 20 layings, with 2 of 2 tiles\n" in out
    assert "swamp: 2 spaces, in 2 parts\n" in out
    assert run(("map", "game", "--format", "json")) == 0
    report = json.loads(capsys.readouterr().out)
    schema = json.loads((ROOT / "schemas/map-facts.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(report, schema)
    laid = [(one["name"], one["parts"], one["joined"]) for one in report["map"]["tiles"]]
    assert laid == [("all", 1, 20), ("swamp", 2, 0)]


def loaded(path: Path) -> MapDecl:
    game = load_game(path, Collector())
    assert game is not None
    return game.maps["cave"]


@pytest.mark.parametrize("seed", range(8))
def test_turns_that_are_found_do_join(seed: int) -> None:
    """Followed here by sides that face each other, from any space to all others."""
    map_ = loaded(lay(Path("game"), files(STAR + FORK, fact())))
    chance = random.Random(seed)
    kinds = [((1, 2, 3, 4, 5, 6),), ((1, 3, 5),), ((1, 2, 4), (3, 6)), ((2, 3, 5, 6),)]
    laid = {at: chance.choice(kinds) for at in range(len(map_.spaces))}
    turns = join(map_, laid, chance)
    assert turns is not None
    assert turns.keys() == laid.keys()
    joined: nx.Graph[int] = nx.Graph()
    joined.add_nodes_from(laid)
    for at, ways in laid.items():
        mine = {(side - 1 + turns[at]) % 6 for side in max(ways, key=len)}
        for side in mine:
            to = map_.sides[at][side]
            if to >= 0 and (side + 3 - turns[to]) % 6 + 1 in max(laid[to], key=len):
                joined.add_edge(at, to)
    assert nx.is_connected(joined)


def test_where_names_values_or_lists_of_them() -> None:
    map_ = loaded(lay(Path("game"), files(STAR + FORK, fact())))
    assert len(matching(map_, {})) == 10
    assert len(matching(map_, {"ground": "mud"})) == 2
    assert len(matching(map_, {"ground": ["mud", "path"]})) == 10
    assert matching(map_, {"ground": "ice"}) == []
