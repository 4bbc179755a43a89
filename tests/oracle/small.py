"""A small game built by hand, for tests that need a model but no files."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pycardgen.lang import ir
from pycardgen.model.game import (
    Component,
    Definition,
    EntityDecl,
    EnumDecl,
    FieldDecl,
    Game,
    Grid,
    Limits,
    MapDecl,
    MissionDecl,
    Setting,
    Signature,
    Space,
    StateDecl,
)
from pycardgen.model.types import (
    BOOL,
    INT,
    NONE,
    DictType,
    EntityType,
    EnumType,
    ListType,
    OptionalType,
    ZoneType,
)

CARD, ROOM, PLAYER = EntityType("Card"), EntityType("Room"), EntityType("Player")
COLOR = EnumType("Color")


def small_game(**changes: Any) -> Game:
    """Cards in a deck, two hands, a map of three rooms in a row, one mission."""
    game = Game(
        id="small",
        title="Small Ünit",
        version="1.0.0",
        language="en",
        players=(2, 3),
        sides=("reds", "blues"),
        endings=("won", "over"),
        scopes=("turn",),
        start="setup",
        enums={
            "Color": EnumDecl("Color", ("red", "blue")),
            "Side": EnumDecl("Side", ("reds", "blues")),
            "Ending": EnumDecl("Ending", ("won", "over")),
        },
        entities={
            "Card": entity(
                "Card",
                "card",
                fields={"value": FieldDecl("value", INT), "color": FieldDecl("color", COLOR, "red")},
                state={"marked": StateDecl("marked", BOOL, False, resets="turn")},
            ),
            "Big": EntityDecl(
                "Big",
                "card",
                "Card",
                {
                    "value": FieldDecl("value", INT),
                    "color": FieldDecl("color", COLOR, "red"),
                    "needs": FieldDecl("needs", ListType(CARD), []),
                },
                {"marked": StateDecl("marked", BOOL, False, resets="turn")},
            ),
            "Room": entity("Room", "sector", fields={"prices": FieldDecl("prices", DictType(INT, INT), {})}),
            "Plan": entity("Plan", "map", fields={"gate": FieldDecl("gate", ROOM)}),
            "Mission": entity("Mission", "mission", fields={"bonus": FieldDecl("bonus", INT, 0)}),
            "Player": entity(
                "Player",
                "player",
                state={
                    "points": StateDecl("points", INT, 0),
                    "room": StateDecl("room", OptionalType(ROOM), seen_by="owner", sample="rooms"),
                    "hand": StateDecl("hand", ZoneType(CARD), seen_by="owner", active=True),
                },
            ),
        },
        state={
            "round": StateDecl("round", INT, 0),
            "log": StateDecl("log", ListType(INT)),
            "count": StateDecl("count", DictType(PLAYER, INT), {}),
            "deck": StateDecl("deck", ZoneType(CARD), seen_by="nobody", start=("Card",), recycle="used"),
            "used": StateDecl("used", ZoneType(CARD)),
        },
        memory={"seen": StateDecl("seen", ListType(CARD))},
        settings={
            "rounds": Setting("rounds", INT, 3, "How long.", 1, 9),
            "mode": Setting("mode", COLOR, "red"),
        },
        events={"scored": Signature("scored", {"by": PLAYER})},
        values={"worth": Signature("worth", {"card": CARD}, INT)},
        hooks={"gain": Signature("gain", {"p": PLAYER, "n": INT})},
        windows={"turn": Signature("turn", {"who": PLAYER})},
        decisions={"play": Signature("play", {"cost": INT}, CARD, "Which card, {player}?")},
        messages={"played": Signature("played", {"who": PLAYER, "card": CARD}, None, "{who} plays {card}.")},
        definitions={
            "one": Definition(
                "one", "Card", "One", 3, {"value": 1, "color": "red"}, text={"rules": "Worth {value}."}
            ),
            "two": Definition("two", "Card", "Two", 2, {"value": 2, "color": "blue"}),
            "ten": Definition("ten", "Big", "Ten", 1, {"value": 10, "color": "red", "needs": ["one", "two"]}),
        },
        maps={"row": small_map()},
        missions={
            "first": MissionDecl(
                Definition("first", "Mission", "First", 1, {"bonus": 2}),
                maps=("row",),
                settings={"rounds": 2},
                aside={"ten": -1},
                setup=None,
            )
        },
        default_map="row",
        default_mission=None,
        components=(Component("Cards", "Card", 6, {"color": "red"}),),
        limits=Limits(steps=1000, decisions=1000, fuel=100_000),
    )
    return replace(game, **changes)


def entity(
    name: str,
    kind: str,
    fields: dict[str, FieldDecl] | None = None,
    state: dict[str, StateDecl] | None = None,
) -> EntityDecl:
    """An entity type that extends nothing."""
    return EntityDecl(name, kind, None, fields or {}, state or {})


def small_map() -> MapDecl:
    """Three rooms in a row, A1 to C1; from B1 to C1 one way."""
    spaces = tuple(
        Space(Definition(f"{c}1", "Room", f"{c}1", 1, {"prices": {1: n}}), n + 1, 1, f"{c}1")
        for n, c in enumerate("ABC")
    )
    return MapDecl(
        Definition("row", "Plan", "The Row", 1, {"gate": "A1"}),
        Grid("square", 3, 1),
        spaces,
        edges=((1,), (0, 2), ()),
        sides=((-1, 1, -1, -1), (-1, 2, -1, 0), (-1, -1, -1, -1)),
        starts=("A1",),
    )


def program(*functions: ir.Func, effects: tuple[ir.Effect, ...] = ()) -> ir.Program:
    """A program of some functions."""
    return ir.Program(functions, effects, ("rules/main.star",), ((0, 0, 0, 0, 0), (0, 1, 1, 1, 5)))


def func(name: str, *body: ir.Stmt, **rest: Any) -> ir.Func:
    """A rule."""
    return ir.Func(name, rest.pop("params", ()), rest.pop("result", NONE), body, **rest)


def number(value: int) -> ir.Lit:
    """An integer literal."""
    return ir.Lit(value, type=INT, at=1)
