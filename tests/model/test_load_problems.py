"""Every mistake gives its code at its line, and nothing else. The lines say so in comments."""

from __future__ import annotations

from pathlib import Path

import pytest
from overlay import expected, lay, load, reported

TYPES = (Path(__file__).parent.parent / "data/base_game/types.yaml").read_text()
GAME = (Path(__file__).parent.parent / "data/base_game/game.yaml").read_text()


HEX3 = "grid: {shape: hex, columns: 3, rows: 3}"


def types(old: str, new: str) -> dict[str, str | None]:
    assert old in TYPES
    return {"types.yaml": TYPES.replace(old, new)}


def game(old: str, new: str) -> dict[str, str | None]:
    assert old in GAME
    return {"game.yaml": GAME.replace(old, new)}


def cards(*lines: str) -> dict[str, str | None]:
    return {"cards/more.yaml": "Lamp:\n" + "\n".join(lines) + "\n"}


def cave(text: str) -> dict[str, str | None]:
    head = "id: other\ntype: Cave\ngate: A01\nway_out: A02\ndefault: {ground: path}\n"
    return {"maps/other.yaml": head + text.replace("HEX3", HEX3) + "\n"}


CASES: dict[str, dict[str, str | None]] = {
    # --- shape of definitions
    "a list where a mapping belongs": {"cards/more.yaml": "- id: torch  # PCG0200\n"},
    "a text where a mapping belongs": {"cards/more.yaml": "torch  # PCG0200\n"},
    "a mapping where a list belongs": {"cards/more.yaml": "Lamp:  # PCG0200\n  id: torch\n"},
    "a text where a definition belongs": cards("  - torch  # PCG0200"),
    "an unknown key": cards("  - id: torch", "    ligt: 2  # PCG0201", "    light: 1"),
    "a misspelt key is not a missing one too": cards("  - id: torch", "    lihgt: 2  # PCG0201"),
    "a missing field": cards("  - id: torch  # PCG0202"),
    "a missing id": cards("  - light: 2  # PCG0202"),
    "a wrong type": cards("  - id: torch", "    light: many  # PCG0200"),
    "a number for a text": cards("  - id: torch", "    name: 12  # PCG0200", "    light: 1"),
    "a word for a truth": cards("  - {id: torch, light: 1, oil: yes}  # PCG0200"),
    "a value out of range": cards("  - id: torch", "    light: 10  # PCG0204"),
    "a negative count": cards("  - {id: torch, light: 1, count: -1}  # PCG0204"),
    "a huge count": cards("  - {id: torch, light: 1, count: 10001}  # PCG0204"),
    "too many copies in all": cards(
        *(f"  - {{id: torch{n}, light: 1, count: 9999}}" for n in range(10)),
        "  - {id: torch, light: 1, count: 10000}  # PCG0309",
    ),
    "a bad id": cards("  - id: Big Torch  # PCG0205", "    light: 1"),
    "all problems of one definition": cards(
        "  - id: torch", "    light: x  # PCG0200", "    colour: red  # PCG0201", "    count: -3  # PCG0204"
    ),
    "a doubled id": cards("  - {id: torch, light: 1}", "  - {id: torch, light: 2}  # PCG0303"),
    "an id that another file has": {"cards/more.yaml": "Lamp:\n  - {id: candle, light: 1}  # nothing\n"}
    | {"cards/zz.yaml": "Lamp:\n  - {id: flare, light: 1}  # PCG0303\n"}
    | {"cards/lamps.yaml": "Lamp:\n  - {id: flare, light: 1}\n"}
    | {"game.yaml": GAME},
    "an unknown type": {"cards/more.yaml": "Lmap:  # PCG0302\n  - {id: torch, light: 1}\n"},
    "a space among the cards": {"cards/more.yaml": "Tile:  # PCG0308\n  - {id: a, ground: mud}\n"},
    "two definitions of the players": {
        "cards/more.yaml": "Player:\n  - {id: everybody}\n  - {id: nobody}  # PCG0310\n"
    },
    "an unknown event": cards("  - id: torch", "    light: 1", "    on:", "      moves: pass  # PCG0227"),
    "an unknown value": cards("  - {id: torch, light: 1, modify: {sped: {add: 1}}}  # PCG0227"),
    "an unknown hook": cards("  - {id: torch, light: 1, replace: {sleep: pass}}  # PCG0227"),
    "an unknown window": cards("  - {id: torch, light: 1, use: {when: [leave], do: pass}}  # PCG0227"),
    "a modifier that does nothing": cards("  - {id: torch, light: 1, modify: {speed: {}}}  # PCG0204"),
    "a use without an effect": cards("  - {id: torch, light: 1, use: {when: [leaving]}}  # PCG0202"),
    "no rules in a listener": cards('  - {id: torch, light: 1, on: {moved: ""}}  # PCG0204'),
    "a definition replaced without a pack": cards("  - {replace: candle, light: 2}  # PCG0304"),
    # --- game.yaml
    "a list for a game": {"game.yaml": "- id: lamps  # PCG0200\n"},
    "a missing title": game("title: Lamps\n", "") | {"types.yaml": TYPES},
    "a version that is a number": game("version: 1.0.0", "version: 1.0  # PCG0200"),
    "players upside down": game("{min: 2, max: 2}", "{min: 3, max: 2}  # PCG0204"),
    "no players at all": game("{min: 2, max: 2}", "{min: 0, max: 2}  # PCG0204"),
    "an unknown key of a game": game("start: setup", "start: setup\nbegin: setup  # PCG0201"),
    "a setting without a default": game("{type: int, default: 20, min: 1, max: 40", "{type: int"),
    "a setting's default out of range": game(
        "default: 20, min: 1, max: 40, text: Rounds before all lamps are out.}",
        "default: 99, min: 1, max: 40}  # PCG0212",
    ),
    "a setting of an unknown type": game("type: bool, default: false,", "type: boool, default: false,"),
    "a setting that is a list": game(
        "{type: bool, default: false, text: The first to arrive waits for the other.}",
        '{type: "list[int]", default: 1}  # PCG0221',
    ),
    "a component of an unknown type": game(
        "{name: Lamps, of: Lamp, count: 9}", "{name: Lamps, of: Lamps, count: 9}  # PCG0211"
    ),
    "a component with an unknown field": game("where: {oil: true}", "where: {oli: true}"),
    "an unknown map by default": game("maps: {default: cave}", "maps: {default: cav}  # PCG0320"),
    "an unknown mission by default": game(
        "missions: {default: first-walk}", "missions: {default: walk}  # PCG0321"
    ),
    # --- types.yaml
    "a list for types": {"types.yaml": "- enums  # PCG0200\n"},
    "a type with a small letter": types("  Walk: {kind", "  walker: {kind: token}  # PCG0205\n  Walk: {kind"),
    "a field with a capital letter": types("light: {type: int,", "Light: {type: int,")
    | {"cards/lamps.yaml": None},
    "a name that begins with an underscore": types(
        "      oil: bool = false", "      oil: bool = false\n      _x: int = 0  # PCG0205"
    ),
    "an unknown kind": types(
        "Walk: {kind: mission", "Thing: {kind: thing}  # PCG0203\n  Walk: {kind: mission"
    ),
    "no kind": types("  Walk: {kind", "  Thing: {fields: {}}  # PCG0202\n  Walk: {kind"),
    "an unknown type of a field": types("oil: bool = false", "oil: boolean = false  # PCG0211"),
    "an unknown type inside another": types(
        '"list[Tile]", default: []}', '"list[Tiel]", default: []}  # PCG0211'
    ),
    "an unreadable type": types('{type: "list[Tile]", default: []}', '{type: "list[Tile"}  # PCG0210'),
    "a union of two types": types("oil: bool = false", "oil: bool | int = false  # PCG0210"),
    "a default that doesn't fit": types("oil: bool = false", "oil: bool = 1  # PCG0212"),
    "a default that is no member": types(
        "      oil: bool = false", "      oil: bool = false\n      on_what: Ground = sand  # PCG0212"
    ),
    "a default out of range": types(
        "min: 0, max: 9, text: How many spaces it lights.}", "min: 0, max: 9, default: 12}  # PCG0212"
    ),
    "two defaults": types("tired: {type: bool, default: false", "tired: {type: bool = true, default: false"),
    "types that extend each other": types(
        "  Walk: {kind",
        "  Aa: {kind: card, extends: Bb}  # PCG0213\n  Bb: {kind: card, extends: Aa}\n  Walk: {kind",
    ),
    "a type that extends itself": types(
        "  Walk: {kind", "  Aa: {kind: card, extends: Aa}  # PCG0213\n  Walk: {kind"
    ),
    "what extends a cycle": types(
        "  Walk: {kind",
        "  Aa: {extends: Bb}\n  Bb: {kind: card, extends: Cc}  # PCG0213\n"
        "  Cc: {kind: card, extends: Bb}\n  Walk: {kind",
    ),
    "an unknown type to extend": types(
        "  Walk: {kind", "  Aa: {kind: card, extends: Lam}  # PCG0211\n  Walk: {kind"
    ),
    "a card that extends a space": types(
        "  Walk: {kind", "  Aa: {kind: card, extends: Tile}  # PCG0214\n  Walk: {kind"
    ),
    "a field declared twice": types(
        "  Walk: {kind", "  Aa: {kind: card, extends: Lamp, fields: {oil: int}}  # PCG0216\n  Walk: {kind"
    ),
    "a state that is a field": types(
        "Tile: {kind: sector, fields: {ground: Ground}}",
        "Tile: {kind: sector, fields: {ground: Ground}, state: {ground: Ground}}  # PCG0216",
    ),
    "a field called as a key of definitions": types(
        "      oil: bool = false", "      oil: bool = false\n      count: int = 0  # PCG0215"
    ),
    "a field called as a word of Python": types(
        "      oil: bool = false", "      oil: bool = false\n      class: int = 0  # PCG0215"
    ),
    "a parameter called as a word of Python": types(
        "{by: Player, to: Tile}", "{from: Player, to: Tile}  # PCG0215"
    ),
    "a parameter called as a constant": types(
        "{by: Player, to: Tile}", "{owner: Player, to: Tile}  # PCG0215"
    ),
    "a parameter called as a function": types("{by: Player, to: Tile}", "{top: Player, to: Tile}  # PCG0215"),
    "a value called as a function": types(
        "  speed: {of: {p: Player}, gives: int}",
        "  speed: {of: {p: Player}, gives: int}\n  draw: {of: {p: Player}, gives: int}  # PCG0215",
    ),
    "a type called as one that is there": types(
        "  Walk: {kind", "  Side: {kind: token}  # PCG0215\n  Walk: {kind"
    ),
    "an enum and a type of one name": types(
        "  Walk: {kind", "  Ground: {kind: token}  # PCG0222\n  Walk: {kind"
    ),
    "a value and a hook of one name": types(
        "  rest: {of: {p: Player, amount: int}}",
        "  rest: {of: {p: Player, amount: int}}\n  speed: {of: {p: Player}}  # PCG0222",
    ),
    "two types of players": types("  Walk: {kind", "  Walk: {kind").copy()
    | types("game:\n", "  Second: {kind: player}  # PCG0217\ngame:\n"),
    "a zone among the fields": types(
        "      oil: bool = false", '      oil: bool = false\n      bag: "Zone[Lamp]"  # PCG0221'
    ),
    "a zone of numbers": types('used: {type: "Zone[Lamp]"}', 'used: {type: "Zone[int]"}  # PCG0221')
    | {"cards/lamps.yaml": None},
    "a zone in a list": types("round: int = 0", 'round: int = 0\n  bags: "list[Zone[Lamp]]"  # PCG0221'),
    "a list as a key": types("round: int = 0", 'round: int = 0\n  seen: "dict[list[int], int]"  # PCG0221'),
    "a default of a zone": types(
        'used: {type: "Zone[Lamp]"}', 'used: {type: "Zone[Lamp]", default: []}  # PCG0218'
    ),
    "an active number": types("round: int = 0", "round: {type: int, default: 0, active: true}  # PCG0218"),
    "a reset without a default": types(
        "tired: {type: bool, default: false, resets: turn}", "tired: {type: bool, resets: turn}  # PCG0218"
    ),
    "a reset at an unknown scope": types("resets: turn}", "resets: trun}  # PCG0219"),
    "a sampler of what all see": types("tile: {type: Tile}", "tile: {type: Tile, sample: tiles}  # PCG0218"),
    "bounds of a truth": types("oil: bool = false", "oil: {type: bool, max: 3, default: true}  # PCG0218"),
    "an unknown zone to recycle": types(
        "start: [Lamp], recycle: used}", "start: [Lamp], recycle: usd}  # PCG0220"
    ),
    "a zone recycled into itself": types("recycle: used}", "recycle: deck}  # PCG0220"),
    "an unknown type to start with": types(
        "start: [Lamp], recycle: used}", "start: [Lmp], recycle: used}  # PCG0211"
    ),
    "copies that don't fit": types(
        "  Walk: {kind: mission",
        "  Coin: {kind: token}\n  Walk: {kind: mission",
    )
    and {
        "types.yaml": TYPES.replace("  Walk: {kind", "  Coin: {kind: token}\n  Walk: {kind").replace(
            "start: [Lamp], recycle: used}", "start: [Lamp, Coin], recycle: used}  # PCG0220"
        )
    },
    "copies that begin twice": types(
        'used: {type: "Zone[Lamp]"}', 'used: {type: "Zone[Lamp]", start: [Lamp]}  # PCG0220'
    ),
    "a player's zone to start with": types("active: true}", "active: true, start: [Lamp]}  # PCG0218"),
    "a word listed twice": types("[path, mud]", "[path, mud, path]  # PCG0206"),
    "a word that is a number": types("[path, mud]", "[path, mud, 3]  # PCG0200"),
    "an enum without words": types("  Ground: [path, mud]", "  Ground: [path, mud]\n  Empty: []  # PCG0204"),
    "a value that gives nothing": types(
        "  speed: {of: {p: Player}, gives: int}",
        "  speed: {of: {p: Player}, gives: int}\n  luck: {of: {p: Player}}  # PCG0202",
    ),
    "a value of nobody": types(
        "  speed: {of: {p: Player}, gives: int}",
        "  speed: {of: {p: Player}, gives: int}\n  luck: {of: {}, gives: int}  # PCG0204",
    ),
    # --- maps
    "a map without a type": {"maps/other.yaml": "id: other  # PCG0202\ngrid: {shape: graph}\n"},
    "a map of an unknown type": {
        "maps/other.yaml": "id: other\ntype: Cav  # PCG0302\ngrid: {shape: graph}\n"
    },
    "a map of a type of cards": {
        "maps/other.yaml": "id: other\ntype: Lamp  # PCG0302\ngrid: {shape: graph}\n"
    },
    "two maps of one id": {
        "maps/other.yaml": "id: cave  # PCG0303\ntype: Cave\ngate: A01\nway_out: A01\ngrid: {shape: graph}\n"
    },
    "an unknown shape": cave("grid: {shape: hexagon}  # PCG0203\nspaces: [A01]"),
    "a grid without rows": cave("grid: {shape: hex, columns: 3}  # PCG0202\nspaces: [A01]"),
    "a diagonal hex": cave(
        "grid: {shape: hex, columns: 3, rows: 3, diagonal: true}  # PCG0315\nspaces: [A01]"
    ),
    "walls of a graph": cave(
        "grid: {shape: graph}\nspaces:\n  a: {at: [1, 1]}\n  b: {at: [2, 2]}\nwalls: [[a, b]]  # PCG0315"
    ),
    "a doubled space": cave("HEX3\nspaces: [A01, B02,\n A01]  # PCG0311"),
    "a doubled space in two lists": cave(
        "HEX3\nby: ground\nspaces:\n  path: [A01, B02]\n  mud: [B02]  # PCG0311"
    ),
    "a doubled coordinate": cave("HEX3\nspaces: [A01]\nspecial:\n  pit: {at: [1, 1]}  # PCG0311"),
    "a space outside the grid": cave(
        "HEX3\nspaces: [A01,\n  D01,  # PCG0312\n  A04,  # PCG0312\n  A00]  # PCG0312"
    ),
    "coordinates outside the grid": cave(
        "grid: {shape: square, columns: 3, rows: 3}\nspecial:\n  pit:\n    at: [0, 7]  # PCG0312"
    ),
    "an id that names no cell": cave("HEX3\nspaces:\n  - A01\n  - pit  # PCG0313"),
    "a bad name of a space": cave("HEX3\nspaces:\n  - A01\n  - 1A  # PCG0205"),
    "a space of a graph without a place": cave("grid: {shape: graph}\nspaces:\n  a: {}  # PCG0313"),
    "a space of an unknown kind": cave("HEX3\nby: ground\nspaces:\n  path: [A01]\n  sand: [A02]  # PCG0203"),
    "a space with an unknown field": cave("HEX3\nspaces: [A01]\nspecial:\n  A02: {grund: mud}  # PCG0201"),
    "a space without a field": {
        "maps/other.yaml": "id: other\ntype: Cave\ngate: A01\nway_out: A01\n"
        f"{HEX3}\nspaces: [A01]  # PCG0202\n"
    },
    "an unknown space at an edge": cave(
        "grid: {shape: graph}\nspaces:\n  a: {at: [1, 1]}\n  b: {at: [2, 2]}\nedges: [[a, c]]  # PCG0316"
    ),
    "a space joined to itself": cave(
        "grid: {shape: graph}\nspaces:\n  a: {at: [1, 1]}\nedges: [[a, a]]  # PCG0314"
    ),
    "a wall between strangers": cave("HEX3\nspaces: [A01, A03]\nwalls: [[A01, A03]]  # PCG0314"),
    "an edge of three": cave(
        "grid: {shape: graph}\nspaces:\n  a: {at: [1, 1]}\n  b: {at: [2, 2]}\nedges: [[a, b, a]]  # PCG0204"
    ),
    # --- missions
    "a mission on an unknown map": {"missions/two.yaml": "id: two\ntype: Walk\nmaps: [cav]  # PCG0320\n"},
    "a mission with an unknown setting": {
        "missions/two.yaml": "id: two\ntype: Walk\nsettings:\n  round: 3  # PCG0322\n"
    },
    "a mission with a bad setting": {
        "missions/two.yaml": "id: two\ntype: Walk\nsettings:\n"
        "  rounds: 300  # PCG0212\n  help: 1  # PCG0212\n"
    },
    "a mission with an unknown field": {"missions/two.yaml": "id: two\ntype: Walk\nbonis: 1  # PCG0201\n"},
    "a mission with rules that aren't there": {
        "missions/two.yaml": "id: two\ntype: Walk\nrules: two.star  # PCG0330\n"
    },
    "a mission with rules elsewhere": {
        "missions/two.yaml": "id: two\ntype: Walk\nrules: a/../../two.star  # PCG0130\n"
    },
    "a mission that sets a few aside": {
        "missions/two.yaml": "id: two\ntype: Walk\naside: {candle: some}  # PCG0205\n"
    },
    # --- messages
    "a text with an unknown argument": {
        "messages.yaml": "messages:\n  walked: {args: {who: Player}, text: '{whom} walks.'}  # PCG0224\n"
    },
    "a text with an empty brace": {"messages.yaml": "messages:\n  walked: {text: 'Walk {}.'}  # PCG0224\n"},
    "a text with half a brace": {
        "messages.yaml": "messages:\n  walked:\n    text: 'Walk {who.'  # PCG0224\n"
    },
    "a message without a text": {"messages.yaml": "messages:\n  walked: {args: {who: Player}}  # PCG0202\n"},
    "a decision without options": {"messages.yaml": "decisions:\n  go: {text: Where}  # PCG0202\n"},
    "a question of an unknown window": {
        "messages.yaml": "decisions:\n  window:leave: {text: Use it}  # PCG0225\n"
    },
    "a question of a window with options": {
        "messages.yaml": "decisions:\n  window:leaving: {option: Tile, text: Use it}  # PCG0225\n"
    },
    "an argument of an unknown type": {
        "messages.yaml": "messages:\n  walked: {args: {who: Playr}, text: '{who}.'}  # PCG0211\n"
    },
    "an argument called as a word of Python": {
        "messages.yaml": "messages:\n  walked: {args: {in: Tile}, text: Walk.}  # PCG0215\n"
    },
}

ELSEWHERE = {
    "a missing title": {("game.yaml", 2, "PCG0202")},
    "a setting without a default": {("game.yaml", 12, "PCG0202")},
    "a setting of an unknown type": {("game.yaml", 13, "PCG0211")},
    "a component with an unknown field": {("game.yaml", 18, "PCG0201")},
    "a field with a capital letter": {("types.yaml", 10, "PCG0205")},
    "two defaults": {("types.yaml", 17, "PCG0212")},
}
"""Where a comment would stand in what is replaced."""


@pytest.mark.parametrize("name", CASES)
def test_a_mistake_is_reported_where_it_is(name: str, folder: Path) -> None:
    files = CASES[name]
    lay(folder, files)
    _, found = load(folder)
    assert reported(found, folder) == (ELSEWHERE.get(name) or expected(files)), found
    assert len(found) == len(reported(found, folder)), found
