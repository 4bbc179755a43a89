"""What the box holds and what the map says: rules A-001 to A-006, A-023, A-024, tables T1 and T3."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Collection

import pytest

from pycardgen.model.game import Game, MapDecl
from pycardgen.model.types import BOOL
from tests.content.driver import content, load

COPIES = {
    "noise_here": 27,
    "noise_anywhere": 27,
    "silence": 6,
    "adrenaline": 3,
    "sedatives": 3,
    "attack": 2,
    "spotlight": 2,
    "cat": 2,
    "teleport": 1,
    "defence": 1,
    "clone": 1,
    "sensor": 1,
    "mutation": 1,
}


@pytest.fixture(scope="module")
def game() -> Game:
    return load("aliens")


@pytest.fixture(scope="module")
def galilei(game: Game) -> MapDecl:
    return game.maps["galilei"]


def of_type(game: Game, *types: str) -> dict[str, int]:
    return {d.id: d.count for d in game.definitions.values() if d.type in types}


def test_a001_two_to_eight_players_and_sixteen_unique_characters(game: Game) -> None:
    characters = [d for d in game.definitions.values() if d.type == "Character"]
    assert game.players == (2, 8)
    assert Counter(d.fields["side"] for d in characters) == {"humans": 8, "aliens": 8}
    assert {d.count for d in characters} == {1}
    assert len({d.fields["person"] for d in characters}) == 16


def test_a002_and_table_t1_the_dangerous_deck(game: Game) -> None:
    deck = of_type(game, "DangerousCard", "Item")
    assert deck == COPIES
    assert sum(deck.values()) == 77
    assert sum(of_type(game, "Item").values()) == 17


def test_a003_four_green_pods_and_a_red_one(game: Game) -> None:
    pods = [d for d in game.definitions.values() if d.type == "PodCard"]
    assert {d.fields["colour"]: d.count for d in pods} == {"green": 4, "red": 1}


def test_a004_five_kinds_of_sectors(galilei: MapDecl) -> None:
    kinds = Counter(s.definition.fields["kind"] for s in galilei.spaces)
    assert kinds == {"silent": 79, "dangerous": 191, "human": 1, "alien": 1, "pod": 4}


def test_a005_forty_rounds_at_most(game: Game) -> None:
    rounds = game.settings["rounds"]
    assert (rounds.default, rounds.high) == (40, 40)


def test_a006_only_silent_and_dangerous_sectors_show_coordinates(galilei: MapDecl) -> None:
    for space in galilei.spaces:
        has_coordinates = space.definition.fields["kind"] in ("silent", "dangerous")
        assert (space.label == space.definition.id) == has_coordinates
        assert (space.definition.name == space.definition.id) == has_coordinates
    numbers = {
        s.definition.fields["number"]: s.definition.id
        for s in galilei.spaces
        if s.definition.fields["kind"] == "pod"
    }
    assert numbers == {1: "B02", 2: "V02", 3: "V13", 4: "B13"}


def test_a140_and_a141_items_and_abilities_can_each_be_left_out(game: Game) -> None:
    assert game.default_map == "galilei"
    for name in ("items", "abilities"):
        assert game.settings[name].type == BOOL
        assert game.settings[name].default is True


def test_table_t3_galilei_is_the_research_zone_for_four_to_eight(galilei: MapDecl) -> None:
    fields = galilei.definition.fields
    assert "Research" in fields["subtitle"]
    assert (fields["players_low"], fields["players_high"]) == (4, 8)


# --- the grid ---------------------------------------------------------------------------------------


def neighbors(board: MapDecl, sector: str) -> list[str]:
    ids = [s.definition.id for s in board.spaces]
    return [ids[n] for n in board.edges[ids.index(sector)]]


def steps(board: MapDecl, start: str, goal: str, blocked: Collection[str]) -> int:
    """The length of the shortest way that enters nothing blocked."""
    far = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in neighbors(board, here):
            if there not in far and (there not in blocked or there == goal):
                far[there] = far[here] + 1
                queue.append(there)
    return far[goal]


def test_a023_neighbours_of_d09(galilei: MapDecl) -> None:
    assert set(neighbors(galilei, "D09")) == {"D08", "C09", "C10", "D10", "E10", "E09"}


def test_a023_even_columns_sit_half_a_cell_lower(galilei: MapDecl) -> None:
    for space in galilei.spaces:
        even = "ABCDEFGHIJKLMNOPQRSTUVW".index(space.definition.id[0]) % 2 == 1
        row = int(space.definition.id[1:])
        beside = {n for n in neighbors(galilei, space.definition.id) if n[0] != space.definition.id[0]}
        assert {int(n[1:]) for n in beside} <= ({row, row + 1} if even else {row - 1, row})


def test_a024_what_is_printed_nowhere_does_not_exist(galilei: MapDecl) -> None:
    ids = {s.definition.id for s in galilei.spaces}
    assert len(ids) == 276
    assert not ids & {"A01", "A07", "A08", "D01", "D04", "L07", "W01"}


def test_vector_distances_from_the_starts_to_the_pods(galilei: MapDecl) -> None:
    pods = ["B02", "V02", "V13", "B13"]
    blocked = {"L06", "L08", *pods}
    assert [steps(galilei, "L08", pod, blocked) for pod in pods] == [12, 12, 11, 11]
    assert [steps(galilei, "L06", pod, blocked) for pod in pods] == [10, 11, 14, 13]


def test_vector_pod_3_is_two_steps_from_t13(galilei: MapDecl) -> None:
    assert steps(galilei, "T13", "V13", {"L06", "L08"}) == 2
    assert set(neighbors(galilei, "T13")) & set(neighbors(galilei, "V13")) >= {"U13"}


def test_vector_j09_and_i08_are_dangerous_and_not_adjacent(galilei: MapDecl) -> None:
    kind = {s.definition.id: s.definition.fields["kind"] for s in galilei.spaces}
    assert kind["J09"] == kind["I08"] == "dangerous"
    assert "I08" not in neighbors(galilei, "J09")
    assert kind["D08"] == "dangerous"
    assert kind["D10"] == "silent"


# --- what is printed -----------------------------------------------------------------------------------


def test_every_card_and_character_has_its_texts(game: Game) -> None:
    for d in game.definitions.values():
        if d.type in ("DangerousCard", "Item", "PodCard"):
            assert set(d.text) == {"rules", "flavour"}, d.id
        elif d.type == "Character":
            assert set(d.text) == {"ability", "bio"}, d.id


def test_the_initials_of_items_differ(game: Game) -> None:
    items = [d for d in game.definitions.values() if d.type == "Item"]
    assert len({d.fields["initial"] for d in items}) == len(items) == 10


# --- the rulebook ---------------------------------------------------------------------------------------


def test_the_rulebook_takes_its_numbers_from_the_data(game: Game) -> None:
    text = (content("aliens") / "rulebook.md").read_text(encoding="utf-8")
    for words in re.findall(r"\{([a-z_A-Z.]+)\}", text):
        root, _, name = words.partition(".")
        if root == "settings":
            assert name in game.settings
        elif root == "count":
            assert sum(d.count for d in game.definitions.values() if d.type == name) > 0
        elif root == "players":
            assert name in ("low", "high")
        elif not name:  # a column of the table of zones
            assert all(root in board.definition.fields for board in game.maps.values())
        else:
            found = game.maps[root].definition if root in game.maps else game.definitions[root]
            assert name in found.fields or name == "name"


def test_the_rulebook_shows_every_coordinate_as_the_map_has_it(game: Game, galilei: MapDecl) -> None:
    text = (content("aliens") / "rulebook.md").read_text(encoding="utf-8")
    ids = {s.definition.id for s in galilei.spaces}
    named = set(re.findall(r"\b[A-W][01][0-9]\b", text))
    assert named
    assert named <= ids
    around = re.search(r"around D09 are ([^.]*)\.", text.replace("\n", " "))
    assert around is not None
    assert set(re.findall(r"[A-W]\d\d", around[1])) == set(neighbors(galilei, "D09"))
