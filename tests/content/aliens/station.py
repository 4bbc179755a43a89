"""Positions on the station for tests: who is what and where, which cards come next."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.content.driver import Play, machine

HUMANS = ["captain", "pilot", "soldier", "medic"]
ALIENS = ["brute_alien", "fast_alien", "blink_alien", "surge_alien"]
DECK = ["noise_here"] * 27 + ["noise_anywhere"] * 27 + ["silence"] * 6


FIRST_GAME = ("items=false", "abilities=false")


CELL = Path(__file__).parent / "cell"


def station(
    sides: str, *sectors: str, settings: Sequence[str] = (), seed: int = 1, cell: bool = False
) -> Play:
    """A game after its set-up with these sides ("HAA": seat 0 is human) in these sectors; seat 0 goes first.

    Without sectors everyone stands where the set-up put it. `cell`: on the map of the pack in cell/.
    """
    map_id, packs = ("cell", (CELL,)) if cell else (None, ())
    chosen = (*FIRST_GAME, *settings)
    play = Play(machine("aliens", len(sides), chosen, map_id=map_id, packs=packs), seed=seed)
    play.step()
    play.told.clear()
    for seat in range(len(sides)):
        for character in play.get("Player.character", seat):
            play.move(character, "crew")
    for seat, side in enumerate(sides):
        nth = sides[:seat].count(side)
        play.move((HUMANS if side == "H" else ALIENS)[nth], "Player.character", seat)
        start = ("L08" if side == "H" else "L06") if not sectors else sectors[seat]
        play.put("Player.sector", start, seat)
    play.put("first", 0)
    play.put("round", 1)
    return play


def next_cards(play: Play, *cards: str) -> None:
    """Put these on the deck, the first to be drawn first: "silence", "cat", "noise_here#2" ..."""
    for card in reversed(cards):
        play.move(card, "deck")


def turn(play: Play, seat: int, to: str | None = None, attack: bool = False, noise: str = "A02") -> list[Any]:
    """A turn of a seat that moves there, and what was announced in it."""
    play.answers = {"move": to, "attack": attack, "noise": noise}
    before = len(play.told)
    play.do("take_turn", seat)
    return [(told.message, told.args) for told in play.told[before:] if len(told.seats) > 1]


def moves(play: Play, seat: int) -> list[str]:
    """Where a seat may move now; its turn is played with the first of them, without an attack."""
    play.answers = {"move": lambda q: q.options[0], "attack": False, "noise": "A02"}
    before = len(play.asked)
    start = play.get("Player.sector", seat)
    play.do("take_turn", seat)
    asked = [q for q in play.asked[before:] if q.kind == "move"]
    if asked:
        return list(asked[0].options)
    now = play.get("Player.sector", seat)
    return [] if now == start else [now]


def status(play: Play, seat: int) -> str:
    """Whether a seat is aboard, turning, escaped or out."""
    return str(play.get("Player.status", seat))


def close(play: Play, *pods: str) -> None:
    """Close pods."""
    play.put("open_pods", [pod for pod in play.get("open_pods") if pod not in pods])
