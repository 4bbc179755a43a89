"""S-001, S-010 to S-012: what the cards are, and that they fit what lies in the box and on a card."""

from __future__ import annotations

from collections import Counter

import pytest

from pycardgen.model.game import Definition
from tests.content.driver import load

GAME = load("dark-sector")
ALL = list(GAME.definitions.values())


def of(*types: str) -> list[Definition]:
    return [d for d in ALL if d.type in types]


def has_combat(card: Definition) -> bool:
    return bool(card.fields["fixed"] or card.fields["rolled"] or card.fields["per_crew"])


ENCOUNTERS = of("Chapter", "Boss", "Start")
ENEMIES = [card for card in ENCOUNTERS if has_combat(card)]
GUNS = of("RangedWeapon")


def test_s001_counts() -> None:
    items = of("Gear", "CloseWeapon", "RangedWeapon")
    assert Counter(d.fields["act"] for d in of("Chapter")) == {1: 16, 2: 16, 3: 16}
    assert (len(of("Boss")), len(of("Start"))) == (5, 3)
    assert sum(not d.fields["starting"] for d in items) == 28
    assert sum(d.fields["starting"] for d in items) == 8
    assert (len(of("Crew")), len(of("Cybernetic")), len(of("Tactic", "Drone")), len(of("Epilogue"))) == (
        6,
        6,
        2,
        2,
    )


@pytest.mark.parametrize("card", ENEMIES, ids=lambda card: card.id)
def test_s012_an_enemy_has_a_whole_hit_chart_and_dice_that_exist(card: Definition) -> None:
    ammo = {d.id for d in of("AmmoDie")}
    assert set(card.fields["hits"]) == set(card.fields["wounds"]) == ammo
    assert all(hits > 0 for hits in card.fields["hits"].values())
    dice = len(card.fields["fixed"]) + len(card.fields["rolled"]) + 4 * card.fields["per_crew"]
    assert 1 <= dice + card.fields["dice"] <= 10
    assert card.fields["close"] > 0, "close combat is always possible"


@pytest.mark.parametrize("card", GUNS, ids=lambda card: card.id)
def test_s011_a_ranged_weapon_can_fire_at_each_of_its_rates_and_its_special_symbol_does_something(
    card: Definition,
) -> None:
    there = {d.id: d.count for d in of("AmmoDie")}
    rates = {d.id: d.fields["dice"] for d in of("Rate")}
    capacity = card.fields["capacity"]
    assert card.fields["rates"]
    for ammo, most in capacity.items():
        assert 1 <= most <= there[ammo]
    for rate in card.fields["rates"]:
        assert all(count <= capacity.get(ammo, 0) for ammo, count in rates[rate].items())
    assert "special" in {behaviour.name for behaviour in card.behaviours}
    assert card.text["special"]


def test_every_fire_rate_is_on_some_weapon() -> None:
    assert {rate for gun in GUNS for rate in gun.fields["rates"]} == {d.id for d in of("Rate")}


@pytest.mark.parametrize("card", ENCOUNTERS, ids=lambda card: card.id)
def test_texts_of_large_cards_fit(card: Definition) -> None:
    assert 40 <= len(card.text["story"]) <= 260
    assert 10 <= len(card.text["task"]) <= 460
    assert len(card.text.get("special", "")) <= 200


@pytest.mark.parametrize("card", ENCOUNTERS, ids=lambda card: card.id)
def test_a_special_is_told_if_there_is_one(card: Definition) -> None:
    lasting = [b for b in card.behaviours if b.name != "resolve"]
    assert bool(lasting) == ("special" in card.text)


def test_no_two_chapters_play_alike() -> None:
    seen: Counter[tuple[object, ...]] = Counter()
    for card in of("Chapter"):
        texts = tuple(
            sorted((b.name, b.body.text, b.condition.text if b.condition else "") for b in card.behaviours)
        )
        row = (tuple(card.fields["fixed"]), tuple(card.fields["rolled"]), card.fields["mode"])
        seen[(texts, row if has_combat(card) else ())] += 1
    assert max(seen.values()) == 1
