"""The set-up: rules A-010 to A-018, table T2."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.content.aliens.station import station
from tests.content.driver import Play, content, load, machine

T2 = {2: (1, 1), 3: (1, 2), 4: (2, 2), 5: (2, 3), 6: (3, 3), 7: (3, 4), 8: (4, 4)}


def dealt(players: int, seed: int = 1, settings: tuple[str, ...] = ()) -> Play:
    play = Play(machine("aliens", players, settings), seed=seed)
    play.step()
    return play


def sides(play: Play) -> list[str]:
    characters = load("aliens").definitions
    return [
        str(characters[play.get("Player.character", seat)[0]].fields["side"])
        for seat in range(play.machine.setup.players)
    ]


@pytest.mark.parametrize("players", T2)
def test_table_t2_and_a013_the_odd_one_is_an_alien(players: int) -> None:
    found = sides(dealt(players))
    assert (found.count("humans"), found.count("aliens")) == T2[players]


def test_table_t2_stands_in_the_rulebook() -> None:
    text = (content("aliens") / "rulebook.md").read_text(encoding="utf-8")
    rows = {
        row[0]: [int(n) for n in row[1:]]
        for row in (
            re.findall(r"[a-z]+|\d+", line)
            for line in text.splitlines()
            if line.startswith(("| players", "| humans", "| aliens"))
        )
    }
    assert dict(zip(rows["players"], zip(rows["humans"], rows["aliens"], strict=True), strict=True)) == T2


def test_a143_the_odd_one_may_be_human() -> None:
    found = sides(dealt(5, settings=("odd_extra=humans",)))
    assert (found.count("humans"), found.count("aliens")) == (3, 2)


def test_a143_cards_may_stay_in_the_box() -> None:
    few = ("noise_here_cards=20", "noise_anywhere_cards=21", "silence_cards=0", "green_pods=2", "red_pods=0")
    play = dealt(4, settings=few)
    deck = Counter(card.split("#")[0] for card in play.get("deck"))
    assert (deck["noise_here"], deck["noise_anywhere"], deck["silence"]) == (20, 21, 0)
    assert sum(deck.values()) == 20 + 21 + 17
    assert len(play.get("pods")) == 2
    assert "pod_damaged" not in play.get("pods")


def test_a010_everyone_plays_on_the_same_zone() -> None:
    assert dealt(4).machine.setup.map == "galilei"


def test_a011_and_a015_decks_are_shuffled_face_down() -> None:
    first, second = dealt(4, seed=1), dealt(4, seed=2)
    assert sorted(first.get("deck")) == sorted(second.get("deck"))
    assert len(first.get("deck")) == 77
    assert first.get("deck") != second.get("deck")
    assert {tuple(dealt(4, seed).get("pods")).index("pod_damaged") for seed in range(30)} == {0, 1, 2, 3, 4}
    view = first.view(0)
    assert set(view["zones"]["game.deck"]) == {None}
    assert set(view["zones"]["game.pods"]) == {None}


def test_a012_the_rest_of_the_characters_stays_unseen() -> None:
    play = dealt(6)
    held = [c for seat in range(6) for c in play.get("Player.character", seat)]
    assert len(set(held)) == 6
    assert sorted(held + play.get("crew")) == sorted(
        d.id for d in load("aliens").definitions.values() if d.type == "Character"
    )
    for seat in range(6):
        assert play.view(seat)["zones"]["game.crew"] == [None] * 10


def test_a014_one_character_each_known_to_its_owner_alone() -> None:
    play = dealt(4)
    for seat in range(4):
        [character] = play.get("Player.character", seat)
        assert [args["character"] for name, args in play.heard(seat) if name == "dealt"] == [character]
        seen = play.view(seat)["zones"]["Player.character"]
        assert [faces == [None] for faces in seen] == [other != seat for other in range(4)]


def test_a014_roles_are_mixed_over_the_seats() -> None:
    assert {tuple(sides(dealt(2, seed))) for seed in range(20)} == {
        ("humans", "aliens"),
        ("aliens", "humans"),
    }


def test_a016_a_random_player_begins_and_turns_go_on_in_order() -> None:
    assert {dealt(4, seed).get("first") for seed in range(40)} == {0, 1, 2, 3}
    play = station("HHAA")
    play.put("first", 2)
    play.answers = {"move": lambda q: q.options[0], "attack": False, "noise": "A02"}
    play.state.steps = [((), [(play.machine.written.steps.index("play_round"), (), None)])]
    play.asked.clear()
    while play.get("round") < 4:
        play.step()
    assert [q.seat for q in play.asked if q.kind == "move"] == [2, 3, 0, 1] * 2


def test_a017_humans_and_aliens_start_in_their_sectors() -> None:
    play = dealt(7)
    for seat, side in enumerate(sides(play)):
        assert play.get("Player.sector", seat) == ("L08" if side == "humans" else "L06")


def test_a018_nobody_sees_side_or_position_of_another() -> None:
    play = dealt(6)
    for seat in range(6):
        seen = play.view(seat)
        others = [s for s in range(6) if s != seat]
        assert all(seen["entities"]["Player"]["sector"][s] is None for s in others)
        assert all(seen["zones"]["Player.character"][s] == [None] for s in others)
        assert seen["entities"]["Player"]["sector"][seat] is not None
