"""A tracker that changes, attacks with targets, equipment that changes rules, missions in YAML, a duel."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conformance.games import begin, machine
from tests.content.driver import Play

HIT, MISS, CRITICAL = (1, 6), (5, 6), (0, 6)
"""An attack roll of 2 (everybody's Accuracy will do), of 6 (nobody's), of 1."""
ONE, TWO, THREE = (0, 6), (2, 6), (4, 6)
"""What a white die shows."""
BLUE_ONE, BLUE_FOUR = (0, 6), (5, 6)

HEROES = ["ada", "boris", "beast"]


def crawl(*fighters: str, mission: str = "standard", players: int = 2, room: str = "gate") -> Play:
    """An encounter of these fighters in one room, in this order on the tracker; nobody holds anything."""
    play = begin("dungeon", players, mission)
    for hero in [h for h in HEROES if h in play.get("party")]:
        if hero not in fighters:
            play.move(hero, "fallen")
        for card in play.get("Hero.worn", hero):
            play.move(card, "wardrobe")
        for card in play.get("Hero.weapons", hero):
            play.move(card, "armory")
    for enemy in play.get("enemies"):
        play.move(enemy, "dead")
    for fighter in fighters:
        if fighter not in HEROES:
            play.move(fighter, "enemies")
        for name, field in (("health", "max_health"), ("armor", "max_armor")):
            play.put(f"Fighter.{name}", printed(play, fighter, field), fighter)
        play.put("Fighter.room", room, fighter)
        play.put("Fighter.acted", False, fighter)
    play.put("tracker", list(fighters))
    for place, fighter in enumerate(fighters):
        play.put("Fighter.initiative", 20 - place, fighter)
    play.answers = {"window:acting": None, "dodge": False, "action": "wait"}
    return play


def printed(play: Play, fighter: str, field: str) -> int:
    definition = play.machine.game.definitions[fighter.partition("#")[0]]
    value = definition.fields.get(field, 0)
    assert isinstance(value, int)
    return value


def arm(play: Play, hero: str, *cards: str) -> None:
    for card in cards:
        weapon = play.machine.game.definitions[card.partition("#")[0]].type == "Weapon"
        play.move(card, "Hero.weapons" if weapon else "Hero.worn", hero)


def run_turn(play: Play) -> list[str]:
    """Who acts in what is left of this combat turn, in order."""
    before = len(play.told)
    play.do("next_fighter", scope="encounter")
    while play.following() in ("hero_turn", "enemy_turn", "next_fighter"):
        play.step()
    return [told.args["who"] for told in play.told[before:] if told.message == "acts"]


def events(play: Play, *wanted: str) -> list[tuple[Any, ...]]:
    """What was told of some kinds, as tuples: its kind, then its arguments."""
    return [(told.message, *told.args.values()) for told in play.told if told.message in wanted]


def by_hero(**answers: Any) -> Any:
    """Answers to `action`, for each seat in the order of its actions."""
    left = {int(seat.removeprefix("seat")): list(given) for seat, given in answers.items()}
    return lambda q: left[q.seat].pop(0) if left.get(q.seat) else "wait"


def health(play: Play, fighter: str) -> int:
    return int(play.get("Fighter.health", fighter))


def boxed(play: Play) -> set[str]:
    found = play.machine.encode(play.state)["zones"]["box"]
    return {play.machine.tables.copies[root][n].id for root, pile in found.items() for n in pile}


# --- the tracker ----------------------------------------------------------------------------------


def test_all_act_once_from_the_highest_initiative_down() -> None:
    play = crawl("boris", "lizard", "ada", "hound")
    play.rolls(MISS, MISS, MISS, MISS, MISS)
    assert run_turn(play) == ["boris", "lizard", "ada", "hound"]
    assert play.following() == "combat_turn"


def test_among_equals_the_order_of_the_tracker_is_kept() -> None:
    for order in (["ada", "boris"], ["boris", "ada"]):
        play = crawl(*order, "lizard", room="hall")
        play.put("Fighter.room", "lift", "lizard")
        for fighter in (*order, "lizard"):
            play.put("Fighter.initiative", 9, fighter)
        assert run_turn(play) == [*order, "lizard"]


@pytest.mark.parametrize(
    ("initiatives", "order"),
    [
        ({"ada": 9, "boris": 7, "lizard": 5}, ["ada", "boris", "captain", "lizard"]),
        ({"ada": 9, "boris": 5, "lizard": 7}, ["ada", "lizard", "captain", "boris"]),
        ({"ada": 5, "boris": 9, "lizard": 4}, ["boris", "ada", "captain", "lizard"]),
        ({"ada": 5, "boris": 9, "lizard": 8}, ["boris", "lizard", "ada", "captain"]),
    ],
)
def test_a_commander_that_appears_acts_in_the_same_turn_where_it_belongs(
    initiatives: dict[str, int], order: list[str]
) -> None:
    """Its initiative is 6; when ada, who finds it, acts after that, it is next."""
    play = crawl("ada", "boris", "lizard", mission="hunt")
    for fighter, initiative in initiatives.items():
        play.put("Fighter.initiative", initiative, fighter)
    play.put("Room.seen", False, "hall")
    play.answers["action"] = by_hero(seat0=["move"])
    play.rolls(MISS, MISS, MISS, MISS)
    assert run_turn(play) == order
    assert events(play, "appears") == [("appears", "captain", "hall")]


def test_whoever_falls_before_its_turn_is_skipped() -> None:
    play = crawl("ada", "hound", "lizard", "boris")
    arm(play, "ada", "pistol")
    play.put("Fighter.health", 1, "hound")
    play.answers |= {"action": by_hero(seat0=["fire"]), "target": "hound"}
    play.rolls(HIT, TWO, MISS, MISS)
    assert run_turn(play) == ["ada", "lizard", "boris"]
    assert play.get("dead")[-1] == "hound"


def test_an_initiative_that_changes_counts_from_then_on() -> None:
    play = crawl("ada", "boris", "lizard", "hound", room="hall")
    for enemy in ("lizard", "hound"):
        play.put("Fighter.room", "lift", enemy)
    play.do("next_fighter", scope="encounter")
    play.put("Fighter.initiative", 1, "boris")
    while play.following() in ("hero_turn", "enemy_turn", "next_fighter"):
        play.step()
    assert [who for _, who in events(play, "acts")] == ["ada", "lizard", "hound", "boris"]


def test_the_next_turn_begins_at_the_top_again() -> None:
    play = crawl("ada", "boris", "lizard", room="hall")
    play.put("Fighter.room", "lift", "lizard")
    assert run_turn(play) == ["ada", "boris", "lizard"]
    play.step()
    assert play.following() == "next_fighter"
    assert run_turn(play) == ["ada", "boris", "lizard"]


# --- what enemies do ------------------------------------------------------------------------------


def enemy_turn(play: Play, enemy: str, *rolls: tuple[int, int]) -> list[tuple[Any, ...]]:
    """An enemy's turn: its attacks and whom they hit or miss."""
    play.told.clear()
    if rolls:
        play.rolls(*rolls)
    play.do("enemy_turn", enemy, scope="encounter")
    return events(play, "uses", "hit", "missed")


def test_an_enemy_works_through_its_attacks_each_with_its_own_target() -> None:
    """Bite: the lowest armor. Spit: the most health."""
    play = crawl("ada", "boris", "lizard")
    play.put("Fighter.health", 5, "boris")
    found = enemy_turn(play, "lizard", HIT, ONE, TWO, HIT, BLUE_FOUR)
    assert found == [
        ("uses", "lizard", "bite"),
        ("hit", "lizard", "boris", 3),
        ("uses", "lizard", "spit"),
        ("hit", "lizard", "ada", 3),
    ]
    assert (health(play, "boris"), health(play, "ada")) == (2, 3)


@pytest.mark.parametrize("order", [("ada", "boris"), ("boris", "ada")])
def test_a_tie_goes_to_the_one_higher_on_the_tracker(order: tuple[str, str]) -> None:
    play = crawl(*order, "lizard")
    play.put("Fighter.armor", 0, "ada")
    assert enemy_turn(play, "lizard", MISS, MISS)[1] == ("missed", "lizard", order[0])


def test_the_lowest_armor_is_preferred_to_the_place_on_the_tracker() -> None:
    play = crawl("ada", "boris", "lizard")
    assert enemy_turn(play, "lizard", MISS, MISS)[1] == ("missed", "lizard", "boris")


def test_moving_into_range_spends_the_action_and_keeps_the_attack() -> None:
    play = crawl("ada", "boris", "lizard")
    play.put("Fighter.room", "hall", "lizard")
    assert enemy_turn(play, "lizard", MISS) == [("uses", "lizard", "bite"), ("missed", "lizard", "boris")]
    assert play.get("Fighter.room", "lizard") == "gate"


def test_far_away_it_only_moves_on_the_shortest_way() -> None:
    play = crawl("ada", "lizard")
    play.put("Fighter.room", "lift", "lizard")
    assert enemy_turn(play, "lizard") == []
    assert play.get("Fighter.room", "lizard") == "hall"


def test_a_ranged_attack_reaches_the_next_room_and_no_farther() -> None:
    play = crawl("ada", "captain")
    play.put("Fighter.room", "hall", "captain")
    assert enemy_turn(play, "captain", MISS)[0] == ("uses", "captain", "spit")
    assert play.get("Fighter.room", "captain") == "gate", "the bite that follows needs the same room"
    play = crawl("ada", "captain")
    play.put("Fighter.room", "lab", "captain")
    assert enemy_turn(play, "captain", MISS) == [("uses", "captain", "spit"), ("missed", "captain", "ada")]
    assert play.get("Fighter.room", "captain") == "hall"


def test_attacks_begin_with_the_first_in_every_turn() -> None:
    play = crawl("ada", "boris", "lizard")
    play.put("Fighter.room", "hall", "lizard")
    used = [[attack for kind, _, attack, *_ in enemy_turn(play, "lizard", MISS, MISS) if kind == "uses"]
            for _ in range(3)]  # fmt: skip
    assert used == [["bite"], ["bite", "spit"], ["bite", "spit"]]


def test_a_list_that_ends_begins_again_within_the_turn() -> None:
    play = crawl("ada", "hound")
    found = enemy_turn(play, "hound", MISS, MISS, MISS)
    assert [attack for kind, _, attack in found if kind == "uses"] == ["claw", "claw", "claw"]


def test_armor_damage_changes_who_is_hit_next() -> None:
    """Claw: the highest armor, one less with every hit; among equals the higher on the tracker."""
    play = crawl("boris", "ada", "hound")
    play.put("Fighter.armor", 2, "ada")
    play.put("Fighter.armor", 1, "boris")
    found = enemy_turn(play, "hound", HIT, THREE, HIT, THREE, HIT, THREE)
    assert [(on, amount) for kind, _, on, *amount in found if kind == "hit"] == [
        ("ada", [1]),
        ("boris", [2]),
        ("ada", [2]),
    ]
    assert (play.get("Fighter.armor", "ada"), play.get("Fighter.armor", "boris")) == (0, 0)


def test_a_miss_damages_no_armor_and_a_hit_heals_nobody() -> None:
    play = crawl("boris", "hound")
    play.put("Fighter.armor", 5, "boris")
    assert (
        enemy_turn(play, "hound", MISS, MISS, MISS)
        == [
            ("uses", "hound", "claw"),
            ("missed", "hound", "boris"),
        ]
        * 3
    )
    assert play.get("Fighter.armor", "boris") == 5
    assert ("hit", "hound", "boris", 0) in enemy_turn(play, "hound", HIT, ONE, MISS, MISS)
    assert (play.get("Fighter.armor", "boris"), health(play, "boris")) == (4, 9)


@pytest.mark.parametrize("extra", [ONE, THREE])
def test_a_critical_hit_adds_a_die_of_the_same_kind(extra: tuple[int, int]) -> None:
    play = crawl("boris", "lizard")
    found = enemy_turn(play, "lizard", CRITICAL, ONE, TWO, extra, MISS)
    assert found[1] == ("hit", "lizard", "boris", 1 + 2 + {ONE: 1, THREE: 3}[extra])


# --- what heroes carry ----------------------------------------------------------------------------


def fire(play: Play, hero: str, target: str, *rolls: tuple[int, int]) -> list[tuple[Any, ...]]:
    """One shot: what it hits or misses."""
    play.told.clear()
    play.answers |= {"action": by_hero(seat0=["fire"], seat1=["fire"]), "target": target}
    play.rolls(*rolls)
    play.do("hero_turn", hero, scope="encounter")
    return events(play, "hit", "missed")


def test_a_manual_opens_a_class_of_weapons() -> None:
    for gear, weapons in (("vest", 0), ("manual", 1)):
        play = crawl("ada", "lizard")
        for weapon in play.get("armory"):
            if weapon.partition("#")[0] != "ray":
                play.move(weapon, "Hero.weapons", "boris")
        play.move(gear, "wardrobe")
        play.do("equip", "ada")
        assert play.get("Hero.worn", "ada") == [gear]
        assert len(play.get("Hero.weapons", "ada")) == weapons


def test_the_manual_serves_whoever_wears_it_and_nobody_else() -> None:
    play = crawl("ada", "boris", "lizard")
    arm(play, "boris", "manual")
    for weapon in play.get("armory"):
        if weapon.partition("#")[0] != "ray":
            play.move(weapon, "Hero.weapons", "boris")
    play.move("vest", "wardrobe")
    play.do("equip", "ada")
    assert play.get("Hero.weapons", "ada") == []


def test_a_harness_holds_two_pistols_and_fires_them_as_one() -> None:
    play = crawl("beast", "captain", mission="hunt")
    for weapon in play.get("armory"):
        if weapon not in ("pistol", "scoped"):
            play.move(weapon, "Hero.weapons", "boris")
    play.move("harness", "wardrobe")
    play.do("equip", "beast")
    assert set(play.get("Hero.weapons", "beast")) == {"pistol", "scoped"}
    play.put("Fighter.health", 99, "captain")
    found = fire(play, "beast", "captain", HIT, THREE, TWO, THREE)
    assert found == [("hit", "beast", "captain", 3 + 2 + 3 - 2)]
    assert fire(play, "beast", "captain", MISS) == [("missed", "beast", "captain")]


def test_a_critical_hit_with_two_pistols_adds_one_die_not_two() -> None:
    play = crawl("beast", "captain", mission="hunt")
    arm(play, "beast", "harness", "pistol", "scoped")
    found = fire(play, "beast", "captain", CRITICAL, ONE, ONE, ONE, THREE)
    assert found == [("hit", "beast", "captain", 1 + 1 + 1 + 3 - 2)]


def test_a_harness_with_one_pistol_fires_as_usual_and_without_a_harness_one_of_two_fires() -> None:
    play = crawl("beast", "boris", "captain", mission="hunt")
    arm(play, "beast", "harness", "scoped")
    assert fire(play, "beast", "captain", HIT, THREE, THREE) == [("hit", "beast", "captain", 4)]
    arm(play, "boris", "pistol", "pistol#2")
    assert fire(play, "boris", "captain", HIT, THREE) == [("hit", "boris", "captain", 1)]


def test_a_hero_who_falls_or_kills_takes_no_more_actions() -> None:
    play = crawl("ada", "lizard", "hound")
    arm(play, "ada", "pistol")
    for enemy in ("lizard", "hound"):
        play.put("Fighter.health", 1, enemy)
        play.put("Fighter.armor", 0, enemy)
    play.answers |= {"action": "fire", "target": lambda q: q.options[0]}
    play.rolls(HIT, ONE, HIT, ONE)
    play.do("hero_turn", "ada", scope="encounter")
    assert [question.kind for question in play.asked].count("action") == 2, "of three actions"
    assert play.get("enemies") == []


# --- once an encounter ----------------------------------------------------------------------------


def test_a_dodge_undoes_the_damage_once_an_encounter() -> None:
    play = crawl("ada", "captain")
    play.answers["dodge"] = True
    enemy_turn(play, "captain", HIT, BLUE_FOUR, HIT, THREE, THREE)
    dodges = [question for question in play.asked if question.kind == "dodge"]
    assert [(question.seat, dict(question.about)) for question in dodges] == [(0, {"amount": 3})]
    assert health(play, "ada") == 6 - (3 + 3 - 1)
    assert play.get("Hero.dodged", "ada") is True


def test_a_dodge_that_is_declined_is_offered_again() -> None:
    play = crawl("ada", "captain")
    play.answers["dodge"] = [False, True]
    enemy_turn(play, "captain", HIT, BLUE_FOUR, HIT, THREE, THREE)
    assert health(play, "ada") == 6 - 3


def test_only_she_can_dodge() -> None:
    play = crawl("boris", "captain")
    play.answers["dodge"] = True
    enemy_turn(play, "captain", HIT, BLUE_FOUR, MISS)
    assert health(play, "boris") == 9 - 4
    assert all(question.kind != "dodge" for question in play.asked)


def test_the_next_turn_brings_no_new_dodge_but_the_next_encounter_does() -> None:
    play = crawl("ada", "lizard")
    play.put("Hero.dodged", True, "ada")
    play.put("Fighter.room", "lift", "lizard")
    run_turn(play)
    assert play.get("Hero.dodged", "ada") is True
    end_by_a_kill(play, "ada", "lizard")
    assert play.get("Hero.dodged", "ada") is False


def end_by_a_kill(play: Play, hero: str, enemy: str) -> list[str]:
    """The last enemy is killed in a turn that begins now; who acted in it."""
    arm(play, hero, "pistol")
    play.put("Fighter.health", 1, enemy)
    play.put("Fighter.armor", 0, enemy)
    play.put("Fighter.room", play.get("Fighter.room", hero), enemy)
    play.answers |= {"action": "fire", "target": enemy}
    play.rolls(HIT, ONE)
    return run_turn(play)


def test_the_last_kill_cancels_what_remains_of_the_encounter() -> None:
    play = crawl("ada", "boris", "lizard")
    assert end_by_a_kill(play, "ada", "lizard") == ["ada"]
    assert play.following() == "explore"
    steps = play.machine.encode(play.state)["steps"]
    assert [rule for _, queue in steps for rule, _, _ in queue] == ["explore"]
    assert all("encounter" not in tags for tags, _ in steps)
    assert [play.get("Fighter.acted", hero) for hero in ("ada", "boris")] == [False, False]


def test_what_waits_outside_the_encounter_is_not_cancelled() -> None:
    play = crawl("ada", "boris", "lizard")
    steps = play.machine.written.steps.index
    boris = play.machine.tables.first["Fighter", "boris"]
    arm(play, "ada", "pistol")
    play.put("Fighter.health", 1, "lizard")
    play.put("Fighter.armor", 0, "lizard")
    play.answers |= {"action": "fire", "target": "lizard"}
    play.rolls(HIT, ONE)
    play.state.steps = [
        ((), [(steps("equip"), (boris,), None)]),
        (("encounter",), [(steps("next_fighter"), (), None)]),
    ]
    play.step()
    play.step()
    frames = play.machine.encode(play.state)["steps"]
    assert [[rule for rule, _, _ in queue] for _, queue in frames if queue] == [["equip"], ["explore"]]


def test_between_encounters_one_goes_no_farther_than_the_first_new_room() -> None:
    """ada has speed 3, boris 2. Rooms: gate - hall - lab and cells - lift."""
    play = crawl("ada", "boris")
    seen = {"gate": True, "hall": False, "lab": False, "cells": False, "lift": False}
    for room, known in seen.items():
        play.put("Room.seen", known, room)
    play.answers["go"] = lambda q: q.options[0]
    play.do("explore")
    assert play.get("Fighter.room", "ada") == "hall"
    offered = [question.options for question in play.asked if question.kind == "go"]
    assert offered == [["hall", "lab", "cells"]], "ada had one way; boris finds the hall known"
    assert play.following() == "explore"
    play.put("Room.seen", True, "cells")
    play.asked.clear()
    play.answers["go"] = lambda q: q.options[-1]
    play.do("explore")
    assert play.asked[0].options == ["gate", "lab", "cells", "lift"]
    assert play.outcome is not None
    assert (play.outcome.reason, play.outcome.winners) == ("escaped", (0, 1))


def test_what_is_found_between_encounters_begins_the_next() -> None:
    play = crawl("ada", "boris", mission="hunt")
    for room in ("hall", "lab"):
        play.put("Room.seen", False, room)
    play.answers["go"] = lambda q: q.options[0]
    play.do("explore")
    assert play.get("enemies") == ["captain"]
    assert play.following() == "begin_encounter"
    play.step()
    assert sorted(play.get("tracker")) == ["ada", "boris", "captain"]
    assert play.get("Fighter.initiative", "captain") == 6
    assert all(
        play.get("Fighter.initiative", hero) in range(low, low + 6)
        for hero, low in (("ada", 4), ("boris", 3))
    )


# --- who decides ----------------------------------------------------------------------------------


def test_one_seat_runs_all_heroes_when_it_is_alone() -> None:
    play = crawl("ada", "boris", "lizard", players=1, room="hall")
    play.put("Fighter.room", "lift", "lizard")
    assert run_turn(play) == ["ada", "boris", "lizard"]
    assert [question.seat for question in play.asked if question.kind == "action"] == [0] * (3 + 2)


def test_two_of_three_heroes_are_run_by_the_first_seat_of_two() -> None:
    play = crawl("ada", "boris", "beast", "lizard", mission="hunt", room="hall")
    play.put("Fighter.room", "lift", "lizard")
    assert run_turn(play) == ["ada", "boris", "beast", "lizard"]
    seats = [question.seat for question in play.asked if question.kind == "action"]
    assert seats == [0] * 3 + [1] * 2 + [0] * 2


def crowned(**answers: Any) -> Play:
    """Boris (seat 1) takes over a lizard for the turn that begins; the other lizard is near."""
    play = crawl("ada", "boris", "lizard", "lizard#2")
    arm(play, "boris", "crown")
    crown: list[str | None] = ["crown", None]
    play.answers |= {
        "window:acting": lambda q: crown.pop(0) if q.seat == 1 and crown else None,
        "mind": "lizard",
        **answers,
    }
    return play


def test_a_seat_controls_an_enemy_for_one_turn() -> None:
    play = crowned(target=["lizard#2", "ada"])
    play.rolls(HIT, THREE, THREE, MISS)
    assert run_turn(play) == ["ada", "boris", "lizard"], "the other lizard has died of the bite"
    targets = [(question.seat, question.options) for question in play.asked if question.kind == "target"]
    assert targets == [(1, ["ada", "boris", "lizard#2"]), (1, ["ada", "boris"])]
    assert events(play, "controlled", "hit", "missed") == [
        ("controlled", "lizard", "boris"),
        ("hit", "lizard", "lizard#2", 3 + 3 - 1),
        ("missed", "lizard", "ada"),
    ]


def test_afterwards_the_enemy_is_its_own_again() -> None:
    play = crowned(target="lizard#2")
    play.rolls(MISS, MISS, MISS, MISS)
    run_turn(play)
    assert play.get("Enemy.controlled", "lizard") is None
    play.asked.clear()
    assert enemy_turn(play, "lizard", MISS, MISS)[1] == ("missed", "lizard", "boris")
    assert play.asked == []


def test_the_crown_is_gone_when_used_and_only_its_wearer_is_offered_it() -> None:
    play = crowned(target="lizard#2")
    play.rolls(MISS, MISS, MISS, MISS)
    run_turn(play)
    offers = [
        (question.seat, question.options) for question in play.asked if question.kind == "window:acting"
    ]
    assert offers == [(0, [None]), (1, [None, "crown"]), (1, [None])]
    assert "crown" in boxed(play)


# --- missions ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mission", "step"), [("standard", 1), ("hunt", 2)])
def test_a_mission_says_how_fast_the_alarm_rises(mission: str, step: int) -> None:
    play = crawl("ada", "lizard", mission=mission)
    play.put("alarm", 0)
    for turn in (1, 2, 3):
        play.do("combat_turn", scope="encounter")
        assert play.get("alarm") == turn * step


@pytest.mark.parametrize(
    ("mission", "aside"),
    [
        ("standard", {"captain", "general", "beast"}),
        ("hunt", {"hound", "ray", "captain", "general"}),
        ("duel", {"lizard", "hound", "captain", "general"}),
    ],
)
def test_what_a_mission_sets_aside_lies_in_the_box_and_nowhere_else(mission: str, aside: set[str]) -> None:
    play = begin("dungeon", 2, mission)
    assert boxed(play) == aside
    copies = play.machine.encode(play.state)["zones"]["box"]
    wanted = sum(play.machine.game.definitions[name].count for name in aside)
    assert sum(len(pile) for pile in copies.values()) == wanted


def test_a_mission_fixes_settings() -> None:
    assert machine("dungeon", "hunt", 2).setup.settings["rounds"] == 12
    assert machine("dungeon", "standard", 2).setup.settings["rounds"] == 20


def test_commanders_come_in_the_order_of_the_mission_whatever_room_is_revealed() -> None:
    for rooms in (["hall", "lab", "lift"], ["cells", "hall", "gate"]):
        play = crawl("ada", "lizard", mission="hunt", players=1)
        for room in ("gate", "hall", "lab", "cells", "lift"):
            play.put("Room.seen", room not in rooms, room)
        play.put("Fighter.room", "lift", "lizard")
        play.put("Fighter.health", 99, "ada")
        for room in rooms:
            start = {"hall": "gate", "lab": "hall", "cells": "hall", "lift": "lab", "gate": "hall"}[room]
            play.put("Fighter.room", start, "ada")
            play.answers |= {"action": by_hero(seat0=["move"]), "go": room}
            play.do("hero_turn", "ada", scope="encounter")
        assert events(play, "appears") == [
            ("appears", "captain", rooms[0]),
            ("appears", "general", rooms[1]),
        ]
        assert play.get("enemies") == ["lizard", "captain", "general"]


def test_a_room_that_was_seen_brings_nobody() -> None:
    play = crawl("ada", "lizard", mission="hunt")
    play.put("Room.seen", True, "hall")
    play.answers |= {"action": by_hero(seat0=["move"])}
    play.do("hero_turn", "ada", scope="encounter")
    assert play.get("Fighter.room", "ada") == "hall"
    assert events(play, "appears") == []


def test_the_standard_mission_has_no_commanders() -> None:
    play = crawl("ada", "lizard")
    play.put("Room.seen", False, "hall")
    play.answers |= {"action": by_hero(seat0=["move"])}
    play.do("hero_turn", "ada", scope="encounter")
    assert play.get("Room.seen", "hall") is True
    assert events(play, "appears") == []


# --- the duel ---------------------------------------------------------------------------------------


def duel(players: int) -> Play:
    play = begin("dungeon", players, "duel")
    for hero in play.get("party"):
        for card in (*play.get("Hero.worn", hero), *play.get("Hero.weapons", hero)):
            play.move(card, "armory" if card in play.get("Hero.weapons", hero) else "wardrobe")
        play.put("Fighter.room", "hall", hero)
    play.put("tracker", play.get("party"))
    play.answers = {"window:acting": None, "dodge": False, "action": "wait"}
    return play


@pytest.mark.parametrize("players", [2, 3])
def test_the_duel_has_a_set_up_of_its_own(players: int) -> None:
    play = duel(players)
    assert play.get("party") == HEROES[:players]
    assert play.get("fallen") == HEROES[players:]
    assert play.get("enemies") == []
    assert [play.get("Hero.player", hero) for hero in HEROES[:players]] == list(range(players))


def test_in_the_duel_everybody_is_everybodys_target() -> None:
    play = duel(3)
    arm(play, "boris", "pistol")
    assert fire(play, "boris", "beast", HIT, TWO) == [("hit", "boris", "beast", 2)]
    assert [question.options for question in play.asked if question.kind == "target"] == [["ada", "beast"]]
    play = crawl("ada", "boris", "lizard", "hound")
    arm(play, "boris", "pistol")
    fire(play, "boris", "hound", MISS)
    assert [q.options for q in play.asked if q.kind == "target"] == [["lizard", "hound"]]


def test_the_duel_ends_with_one_champion() -> None:
    play = duel(3)
    arm(play, "boris", "pistol")
    for hero in ("ada", "beast"):
        play.put("Fighter.health", 1, hero)
        play.put("Fighter.armor", 0, hero)
    fire(play, "boris", "beast", HIT, TWO)
    assert play.get("party") == ["ada", "boris"]
    assert play.machine.outcome(play.state) is None
    fire(play, "boris", "ada", HIT, TWO)
    assert play.outcome is not None
    assert (play.outcome.reason, play.outcome.sides, play.outcome.winners) == (
        "champion",
        ("champion",),
        (1,),
    )


def test_elsewhere_one_fallen_hero_loses_the_game_for_all() -> None:
    play = crawl("ada", "boris", "lizard")
    play.put("Fighter.health", 1, "boris")
    enemy_turn(play, "lizard", HIT, TWO, TWO)
    assert play.outcome is not None
    assert (play.outcome.reason, play.outcome.sides) == ("fallen", ("enemies",))
