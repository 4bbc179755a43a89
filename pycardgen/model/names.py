"""Names: which ones the rules language keeps for itself, and how an id becomes a printed name."""

from __future__ import annotations

from keyword import iskeyword
from typing import Final

BUILTIN_FUNCTIONS: Final = frozenset(
    (
        *(
            "roll",
            "pick",
            "shuffle",
            "shuffled",
            "draw",
            "move",
            "put_under",
            "move_all",
            "top",
            "every",
            "len",
        ),
        *(
            "sum",
            "any",
            "all",
            "abs",
            "min",
            "max",
            "sorted",
            "reversed",
            "range",
            "enumerate",
            "list",
            "known",
        ),
        *("neighbors", "side", "distance", "within", "shortest_path", "after", "choose", "confirm"),
        *(
            "choose_many",
            "declare",
            "window",
            "announce",
            "debug",
            "next_step",
            "cancel",
            "end_scope",
            "emit",
        ),
        *("end_game", "original", "isinstance", "side_of", "controller"),
    )
)
"""What rules call without defining it (`side_of` and `controller` they define, with a fixed meaning)."""

CONSTANTS: Final = frozenset(
    ("self", "owner", "game", "settings", "board", "mission", "everyone", "table", "box", "memory")
)
"""What rules name without defining it."""

BOT_PARAMETERS: Final = frozenset(("me", "options", "offer"))
"""Parameters that every bot function of its sort begins with."""

RESERVED_TYPES: Final = frozenset(("Zone", "Offer", "Side", "Ending", "None", "True", "False"))
"""Types that need no declaration."""

DEFINITION_KEYS: Final = ("id", "name", "count", "text", "art", "on", "modify", "replace", "use")
"""Keys that every definition has, so that no field may be called so."""

SPACE_KEYS: Final = ("type", "at", "label")
MAP_KEYS: Final = (
    *("type", "title", "grid", "starts", "goals", "default", "by", "spaces", "special"),
    *("walls", "edges", "one_way"),
)
MISSION_KEYS: Final = ("type", "maps", "settings", "aside", "setup", "goals", "rules")
"""Further keys of the kinds that have files of their own."""

KIND_KEYS: Final = {
    "sector": (*DEFINITION_KEYS, *SPACE_KEYS),
    "map": (*DEFINITION_KEYS, *MAP_KEYS),
    "mission": (*DEFINITION_KEYS, *MISSION_KEYS),
}


def definition_keys(kind: str) -> tuple[str, ...]:
    """The keys that a definition of a kind has besides its fields."""
    return tuple(KIND_KEYS.get(kind, DEFINITION_KEYS))


def reserved(name: str) -> str:
    """Why a name can't be a parameter, field or state; empty when it can."""
    if iskeyword(name):
        return f"`{name}` is a word of the rules language itself"
    if name in CONSTANTS:
        return f"`{name}` already has a meaning in rules"
    return ""


def printed_name(id_: str) -> str:
    """`creaking_board` as `Creaking Board`, `salt-and-rope` as `Salt and Rope`."""
    first, *words = id_.replace("-", " ").replace("_", " ").split() or [""]
    small = {"a", "an", "and", "at", "in", "of", "on", "or", "the", "to"}
    return " ".join([_raised(first), *(word if word in small else _raised(word) for word in words)])


def _raised(word: str) -> str:
    return word[:1].upper() + word[1:]
