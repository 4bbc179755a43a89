"""The full game for tests: characters and cards in hands, and turns in which windows are answered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.content.aliens.station import CELL
from tests.content.driver import Play, machine

WINDOWS = ("turn_start", "moved", "drawn", "turn_end", "attacked")


def crew(*members: tuple[str, str], settings: Sequence[str] = (), cell: bool = False, seed: int = 1) -> Play:
    """A game after its set-up: each seat has this character, and stands in this sector."""
    map_id, packs = ("cell", (CELL,)) if cell else (None, ())
    play = Play(machine("aliens", len(members), tuple(settings), map_id=map_id, packs=packs), seed=seed)
    play.step()
    play.told.clear()
    for seat in range(len(members)):
        for character in play.get("Player.character", seat):
            play.move(character, "crew")
    for seat, (character, sector) in enumerate(members):
        play.move(character, "Player.character", seat)
        play.put("Player.sector", sector, seat)
    play.put("first", 0)
    play.put("round", 2)
    return play


def give(play: Play, seat: int, *cards: str) -> Play:
    """Cards that a seat keeps."""
    for card in cards:
        play.move(card, "Player.kept", seat)
    return play


def take_turn(play: Play, seat: int, to: Any = None, **answers: Any) -> list[tuple[str, Any]]:
    """A turn of a seat, and what was announced in it. Windows are passed unless the answers say what is used:
    `moved="cat"`, or a list. Noise is named in A02, then A03, unless they say otherwise.
    """
    used = {w: _once(answers.pop(w)) for w in WINDOWS if w in answers}
    play.answers = {
        "move": to,
        "attack": False,
        "noise": lambda q: "A02" if "A02" in q.options else "A03",
        **answers,
        **{f"window:{w}": _pass for w in WINDOWS},
        **{f"window:{w}": answer for w, answer in used.items()},
    }
    before = len(play.told)
    play.do("take_turn", seat)
    return [(told.message, told.args) for told in play.told[before:] if len(told.seats) > 1]


def _pass(question: Any) -> None:
    return None


def _once(wanted: Any) -> Any:
    """Use these, one after the other, as soon as they are offered, then pass."""
    if callable(wanted):
        return wanted
    left = [wanted] if isinstance(wanted, str) else list(wanted)

    def answer(question: Any) -> Any:
        return left.pop(0) if left and left[0] in question.options else None

    return answer


def offered(play: Play, seat: int, window: str) -> set[str]:
    """What a window has offered a seat so far."""
    return {
        option
        for q in play.asked
        if (q.seat, q.kind) == (seat, f"window:{window}")
        for option in q.options
        if option is not None
    }


def asked_windows(play: Play) -> list[tuple[int, str]]:
    """Which windows were opened to whom, in order."""
    return [(q.seat, q.kind.removeprefix("window:")) for q in play.asked if q.kind.startswith("window:")]


def names(heard: Sequence[tuple[str, Any]]) -> list[str]:
    return [name for name, _ in heard]


def said(heard: Sequence[tuple[str, Any]], message: str) -> list[Any]:
    """The arguments of each announcement of a message."""
    return [args for name, args in heard if name == message]
