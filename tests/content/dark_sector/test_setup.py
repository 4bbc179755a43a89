"""S-020 to S-025 and S-141: the mission deck, the crew, what lies ready."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.content.dark_sector.mission import CREW, PARTS, begin, drilled
from tests.content.driver import Play, load


def kind_of(card: str) -> str:
    found = load("dark-sector").definitions.get(card)
    return "Chapter" if found is None else found.type


@pytest.mark.parametrize("seed", range(8))
def test_s020_the_deck_is_a_start_four_chapters_of_each_act_and_a_boss(seed: int) -> None:
    play = begin(3, seed=seed)
    acts = {d.id: d.fields.get("act") for d in play.machine.game.definitions.values()}
    deck = list(reversed(play.get("deck")))
    assert len(deck) == len(set(deck))
    assert kind_of(deck[0]) == "Start"
    assert kind_of(deck[-1]) == "Boss"
    middle = [acts[card] for card in deck[1:-1]]
    assert middle == sorted(middle)
    there = Counter(act for act in acts.values() if act is not None)
    assert Counter(middle) == {act: min(4, count) for act, count in there.items()}


def test_s020_the_deck_is_face_down_and_another_one_next_time() -> None:
    play = begin()
    deck = next(zone for zone in play.machine.tables.zones if (zone.owner_type, zone.name) == ("", "deck"))
    assert set(play.machine.view(play.state, 0).zones[deck.number]) == {None}
    assert len({tuple(begin(seed=seed).get("deck")) for seed in range(6)}) > 3


def test_s021_s022_starting_weapons_lie_apart_and_the_rest_is_ready() -> None:
    play = begin()
    starting = {d.id for d in play.machine.game.definitions.values() if d.fields.get("starting")}
    assert set(play.get("arms")) == starting
    assert not starting & set(play.get("items"))
    assert play.get("discard") == []
    assert set(play.get("tactics")) == {"flank", "medic_drone"}
    assert all(play.get("Tactic.ready", card) for card in play.get("tactics"))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_s023_s024_each_player_picks_one_of_the_crew_and_a_cybernetic(players: int) -> None:
    play = begin(players)
    assert play.get("crew") == CREW[:players]
    for seat, crew in enumerate(CREW[:players]):
        assert play.get("Crew.seat", crew) == seat
        assert play.get("Crew.cyber", crew) == [PARTS[seat]]
        assert (play.get("Crew.hp", crew), play.get("Crew.record", crew)) == (12, [12])
    assert len(play.get("bench")) == 6 - players


def test_s023_nobody_picks_what_another_has() -> None:
    play = Play(drilled(3))
    play.answers = {"crewmember": CREW[:3], "cybernetic": PARTS[:3]}
    play.step()
    offered = [question.options for question in play.asked if question.kind == "crewmember"]
    assert [len(options) for options in offered] == [6, 5, 4]
    assert "abbot" not in offered[1]


def test_s025_alone_a_player_runs_exactly_two() -> None:
    play = begin(1)
    assert play.get("crew") == CREW[:2]
    assert [play.get("Crew.seat", crew) for crew in CREW[:2]] == [0, 0]


def test_s142_health_at_the_start_is_a_setting() -> None:
    play = begin(2, ("hp=9",))
    assert play.get("Crew.hp", "tailor") == 9


def test_s142_chapters_of_an_act_are_a_setting() -> None:
    assert len(begin(2, ("act_chapters=2",)).get("deck")) == 8


def test_s001_s003_s005_dice() -> None:
    game = load("dark-sector")
    dice = [d for d in game.definitions.values() if game.entities[d.type].kind == "die"]
    assert sum(d.count for d in dice) == 35
    faces = {d.id: d for d in game.definitions.values() if d.type == "Face"}
    mixtures = set()
    for die in (d for d in dice if d.type == "CrewDie"):
        shown = die.fields["faces"]
        assert len(shown) == 6
        assert {faces[face].fields["trait"] for face in shown} == {"might", "cunning", "wisdom"}
        assert any(faces[face].fields["marks"] == 2 for face in shown)
        mixtures.add(tuple(sorted(Counter(shown).items())))
    assert len(mixtures) == 6, "no two dice are alike"
    assert all((f.fields["marks"] == 2) == f.fields["shield"] for f in faces.values())
    chapter = next(d for d in dice if d.type == "ChapterDie")
    assert Counter(chapter.fields["faces"]) == {"might": 2, "cunning": 2, "wisdom": 2}
