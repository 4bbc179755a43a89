"""Positions in the base for tests: tiles where they are wanted, who stands where, what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.content.driver import Play, machine

DRILL = Path(__file__).parent / "drill"
CREW = ["pris", "rachel", "bo", "adeyemi", "castellan", "yun"]
"""Who the seats are, if nothing else is asked for: an officer, a sub-officer, cargo crew, and again."""


def first(question: Any) -> Any:
    """The first option, of `choose_many` as few as may be."""
    return question.options[0]


def dealt(players: int, seed: int = 1, settings: Sequence[str] = ()) -> Play:
    """A game after its set-up."""
    play = Play(machine("hadleys-hope", players, tuple(settings), packs=(DRILL,)), seed=seed)
    play.answers = {
        "crew": lambda q: next(c for c in CREW if c in q.options),
        "loader_start": first,
        "shelter": False,
        "pay_life": 0,
        "window:attacked": None,
    }
    play.step()
    return play


class Colony:
    """Only what a test lays is explored; the dock is A1, everybody is there, no threat is about."""

    def __init__(self, players: int = 2, settings: Sequence[str] = (), seed: int = 1) -> None:
        self.play = play = dealt(players, seed, settings)
        play.do("drill_dark", play.get("dock"))
        self.lay("A1", "dock")
        play.put("dock", "A1")
        play.put("loader", self.hall("A3") if players > 1 else None)
        play.put("first", 0)
        play.put("round", 1)
        play.put("active", None)
        for seat in range(players):
            play.put("Player.crew", CREW[seat], seat)
            play.put("Player.life", 6, seat)
            for copy in play.get("Player.indicator", seat):
                play.move(copy, "indicators")
            for copy in play.get("Player.status", seat):
                play.move(copy, "statuses")
            play.put("Player.threat", None, seat)
            play.put("Player.strength", 1, seat)
            play.put("Player.captive", False, seat)
            play.put("Player.being", "human", seat)
            self.stand(seat, "A1")
        for settler in play.get("standing"):
            for copy in play.get("Settler.status", settler):
                play.move(copy, "statuses")
            play.move(settler, "colonists")
        self.event("drill")
        play.told.clear()
        play.asked.clear()

    # --- the base

    def lay(self, place: str, tile: str, turn: int = 0) -> None:
        """A tile face up; hatch 1 is on side `turn` of its place (0 is up, then clockwise)."""
        self.play.do("drill_lay", place, tile, turn)

    def hall(self, place: str, nth: int = 0) -> str:
        return str(self.play.get("Place.halls", place)[nth])

    def where(self, name: str, owner: Any = None) -> str | None:
        """The hall that a state names, as `A3` or, for its second hall, `A3/1`."""
        found = self.play.get(name, owner)
        return None if found is None else self.shown(found)

    def shown(self, hall: str) -> str:
        place = self.play.get("Hall.place", hall)
        nth = self.play.get("Place.halls", place).index(hall)
        return f"{place}/{nth}" if nth else str(place)

    def ways(self, place: str, nth: int = 0) -> list[str]:
        """The halls behind the hatches of a hall, lowest hatch first."""
        return [self.shown(h) for h in self.play.get("Hall.ways", self.hall(place, nth))]

    def close(self, place: str, hatch: int, locked: bool = False) -> None:
        self.play.do("drill_close", place, hatch, locked)

    def event(self, card: str) -> None:
        for other in self.play.get("event"):
            self.play.move(other, "past")
        self.play.move(card, "event")

    # --- who is where

    def stand(self, seat: int, place: str, nth: int = 0) -> None:
        self.play.put("Player.hall", self.hall(place, nth), seat)

    def threat(self, seat: int, place: str, indicator: str, strength: int = 1, nth: int = 0) -> None:
        """The disc of a seat, and what is under it."""
        self.play.put("Player.threat", self.hall(place, nth), seat)
        self.play.put("Player.strength", strength, seat)
        for copy in self.play.get("Player.indicator", seat):
            self.play.move(copy, "indicators")
        self.play.move(indicator, "Player.indicator", seat)

    def settler(
        self, settler: str, place: str | None = None, seat: int | None = None, status: str = "healthy"
    ) -> None:
        """A settler that stands somewhere or goes with a seat."""
        if seat is None:
            self.play.move(settler, "standing")
            self.play.put("Settler.hall", self.hall(str(place)), settler)
        else:
            self.play.move(settler, "Player.settlers", seat)
        self.play.move(self.some_status(status), "Settler.status", settler)

    def mark(self, seat: int, status: str) -> None:
        self.play.move(self.some_status(status), "Player.status", seat)

    def some_status(self, status: str) -> str:
        return next(str(c) for c in self.play.get("statuses") if str(c).split("#")[0] == status)

    def next_status(self, *statuses: str) -> None:
        """What is drawn next, the first first."""
        for status in reversed(statuses):
            self.play.move(self.some_status(status), "statuses")

    def give(self, seat: int, thing: str, level: int = 0) -> None:
        """An object, learnt to a level."""
        self.play.do("drill_give", seat, thing)
        self.play.put("Object.level", level, thing)

    # --- playing

    def turn(self, seat: int, *acts: str, pa: int | None = None, **answers: Any) -> None:
        """The action phase of a seat: these acts, then done."""
        self.play.answers = {"window:attacked": None, **self.play.answers, **answers, "act": [*acts, "done"]}
        self.play.put("active", seat)
        self.play.put("Player.pa", 5 if pa is None else pa, seat)
        self.play.do("human_acts", seat)
        while self.play.outcome is None and self.play.following() == "human_acts":
            self.play.step()

    def acts(self, seat: int, pa: int = 5) -> list[str]:
        """What a seat can do now."""
        before = len(self.play.asked)
        self.turn(seat, pa=pa)
        asked = [q for q in self.play.asked[before:] if q.kind == "act"]
        return list(asked[0].options) if asked else []

    def threat_phase(self, seat: int) -> str | None:
        """Where the threat of a seat is after its phase."""
        self.play.do("threat_phase", seat)
        return self.where("Player.threat", seat)

    def told(self, message: str) -> list[dict[str, Any]]:
        return [dict(t.args) for t in self.play.told if t.message == message]
