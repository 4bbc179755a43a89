"""Positions of the game with the drill's plain cards: a crew, what it carries, what it faces."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pycardgen.engine.machine import Machine
from tests.content.driver import Play, Question, machine

DRILL = (Path(__file__).parent / "drill",)
CREW = ["abbot", "tailor", "brandt", "quill"]
PARTS = ["stim_gland", "targeting_eye", "second_cortex", "mirage_skin"]

HIT, COVERED = (0, 6), (3, 6)
"""Faces of the hit die."""
B_HIT, B_SPECIAL, B_JAM = (0, 6), (4, 6), (5, 6)
E_HIT, E_SPECIAL, X_HIT, X_BLANK = (0, 6), (3, 6), (0, 6), (4, 6)
"""Faces of ammo dice."""
ABBOT = {"might": (0, 6), "might_2": (2, 6), "cunning": (3, 6), "cunning_2": (4, 6), "wisdom": (5, 6)}
TAILOR = {"cunning": (0, 6), "cunning_2": (2, 6), "might": (3, 6), "might_2": (4, 6), "wisdom": (5, 6)}
"""Faces of the crew dice of the first two."""

WINDOWS = ["moment", "tested", "attacked", "fired", "harmed"]


def drilled(players: int, settings: tuple[str, ...] = ()) -> Machine:
    return machine("dark-sector", players, settings, packs=DRILL)


def begin(players: int = 2, settings: tuple[str, ...] = (), seed: int = 1) -> Play:
    """A game after its set-up: Abbot, Tailor and so on, one each (alone, two)."""
    play = Play(drilled(players, settings), seed=seed)
    seats = max(players, 2)
    play.answers = {
        "crewmember": CREW[:seats],
        "cybernetic": PARTS[:seats],
        **{f"window:{name}": None for name in WINDOWS},
    }
    play.step()
    play.told.clear()
    play.asked.clear()
    return play


def facing(
    encounter: str = "target", row: Sequence[str] = (), players: int = 2, settings: tuple[str, ...] = ()
) -> Play:
    """In combat with an encounter, these chapter dice in its row."""
    play = begin(players, settings)
    play.move(encounter, "facing")
    play.put("row", list(row))
    play.put("in_combat", True)
    play.put("leader", "abbot")
    return play


def give(play: Play, crew: str, item: str, **loaded: int) -> None:
    """Put an item into an inventory, with these ammo dice on it."""
    play.move(item, "Crew.items", crew)
    play.put("Item.loaded", loaded, item)


def round_of(play: Play, *actions: str, encounter: str = "target", **answers: Any) -> None:
    """One round of combat in which the crew declares these actions."""
    plan = dict(zip(play.get("crew"), actions, strict=True))

    def declared(question: Question) -> str:
        return next(plan[crew] for crew in plan if crew not in question.about["answers"])

    play.answers.update({"action": declared, **answers})
    play.do("combat_round", encounter)


def kinds(play: Play) -> list[str]:
    """The kinds of decisions asked for, windows aside."""
    return [question.kind for question in play.asked if not question.kind.startswith("window:")]


def asked(play: Play, kind: str) -> list[Question]:
    return [question for question in play.asked if question.kind == kind]


def lost(play: Play) -> list[tuple[str, int]]:
    """Who lost health, and how much, in order."""
    return [(told.args["crew"], told.args["amount"]) for told in play.told if told.message == "lost"]


def loaded(play: Play, weapon: str) -> dict[str, int]:
    found: dict[str, int] = play.get("Item.loaded", weapon)
    return found


def hurt(play: Play, crew: str) -> None:
    """A crewmember is about to lose 3."""
    _meet(play, "pain_target", crew)


def heal(play: Play, crew: str) -> None:
    """A crewmember gains up to 2."""
    _meet(play, "balm_target", crew)


def _meet(play: Play, card: str, leader: str) -> None:
    for other in play.get("facing"):
        play.move(other, "overcome")
    play.move(card, "facing")
    play.do("face", card, leader)
