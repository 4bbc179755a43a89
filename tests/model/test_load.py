"""What is loaded: the base game, packs, and as much as possible of games with problems."""

from __future__ import annotations

from pathlib import Path

import pytest
from overlay import BASE, lay, load, reported, sound

from pycardgen.diagnostics import Diagnostic
from pycardgen.model.game import MISSING, Behaviour
from pycardgen.model.types import BOOL, INT, OFFER, EntityType, EnumType, ListType, OptionalType, ZoneType


def test_the_base_game_is_loaded_whole(folder: Path) -> None:
    game = sound(lay(folder, {}))
    assert (game.id, game.title, game.version, game.players) == ("lamps", "Lamps", "1.0.0", (2, 2))
    assert game.enums["Side"].members == ("walkers",)
    assert game.enums["Ending"].members == ("arrived", "dark")
    assert game.enums["Ground"].members == ("path", "mud")
    assert game.settings["rounds"].default == 20
    assert (game.settings["rounds"].low, game.settings["rounds"].high) == (1, 40)
    assert (game.default_map, game.default_mission) == ("cave", "first-walk")
    assert [(c.name, c.of, c.count, c.where) for c in game.components] == [
        ("Lamps", "Lamp", 9, {}),
        ("Lamps with oil", "Lamp", 3, {"oil": True}),
    ]
    assert [Path(file.file).name for file in (*game.rules, *game.bots)] == ["main.star", "bots.star"]


def test_types_are_resolved(folder: Path) -> None:
    game = sound(lay(folder, {}))
    lamp, player = game.entities["Lamp"], game.entities["Player"]
    assert (lamp.kind, lamp.fields["light"].type, lamp.fields["oil"].type) == ("card", INT, BOOL)
    assert lamp.fields["light"].default is MISSING
    assert (lamp.fields["light"].low, lamp.fields["light"].high) == (0, 9)
    assert lamp.fields["oil"].default is False
    hand = player.state["hand"]
    assert (hand.type, hand.seen_by, hand.active) == (ZoneType(EntityType("Lamp")), "owner", True)
    assert player.state["tile"].default is MISSING
    assert player.state["tired"].resets == "turn"
    deck = game.state["deck"]
    assert (deck.seen_by, deck.start, deck.recycle) == ("nobody", ("Lamp",), "used")
    assert game.memory["visited"].type == ListType(EntityType("Tile"))
    assert game.events["moved"].params == {"by": EntityType("Player"), "to": EntityType("Tile")}
    assert game.values["speed"].result == INT
    assert game.hooks["rest"].result is None
    assert game.decisions["go"].result == EntityType("Tile")
    assert game.decisions["window:leaving"].result == OFFER
    assert game.decisions["window:leaving"].params == {"by": EntityType("Player")}
    assert game.messages["walked"].text == "{who} walks to {tile}."


def test_definitions_have_all_fields_and_behaviours(folder: Path) -> None:
    game = sound(lay(folder, {}))
    candle, lantern, flare = (game.definitions[id_] for id_ in ("candle", "lantern", "flare"))
    assert candle.fields == {"light": 1, "oil": False}
    assert candle.text == {"text": "It lights {light} space."}
    assert (candle.count, flare.count) == (5, 1)
    found = [(b.kind, b.name, b.stage, b.body.text) for b in lantern.behaviours]
    assert found == [
        ("on", "moved", None, "owner.score += 1"),
        ("modify", "speed", "add", "1"),
        ("modify", "speed", "cap", "3"),
    ]
    assert lantern.behaviours[0].condition is not None
    assert lantern.behaviours[0].condition.text == "by == owner"
    use = flare.behaviours[0]
    assert (use.kind, use.windows, use.label) == ("use", ("leaving",), "Burn it")
    assert use.body.text == "rest(by, 1)\nmove(self, game.used)\n"
    span = use.body.span(2, 0, 2, 4)
    assert source(span.file, span.line)[span.column - 1 : span.end_column - 1] == "move"


def source(file: str, line: int) -> str:
    return Path(file).read_text(encoding="utf-8").split("\n")[line - 1]


def test_names_places_and_texts_that_are_left_out(folder: Path) -> None:
    text = """
Lamp:
  - id: big_old-lamp
    light: 1.0
    text: {rules: "Shine.\\n", story: Once.}
"""
    game = sound(lay(folder, {"cards/more.yaml": text}))
    lamp = game.definitions["big_old-lamp"]
    assert lamp.name == "Big Old Lamp"
    assert lamp.text == {"rules": "Shine.", "story": "Once."}
    assert type(lamp.fields["light"]) is int
    assert lamp.place is not None
    assert source(lamp.place.value("id").file, lamp.place.value("id").line) == "  - id: big_old-lamp"


def test_defaults_of_every_form(folder: Path) -> None:
    fields = """
      a: int = -3
      b: str = 12
      c: Ground = mud
      d: "Ground | None = None"
      e: {type: "list[int]", default: [1, 2]}
      f: "list[Ground] = [path, mud]"
      g: "dict[int, bool] = {3: true}"
      h: 'str = "a = b"'
      i: Lamp | None = null
      j: {type: "dict[bool, int]", default: {true: 1}}
"""
    types = (
        (BASE / "types.yaml")
        .read_text()
        .replace("      oil: bool = false\n", "      oil: bool = false" + fields)
    )
    game = sound(lay(folder, {"types.yaml": types}))
    found = game.definitions["candle"].fields
    assert list(found.values())[2:] == [
        *(-3, "12", "mud", None, [1, 2], ["path", "mud"], {3: True}, "a = b", None, {True: 1})
    ]


def test_state_starts_empty_where_it_can(folder: Path) -> None:
    more = '  xs: "list[int]"\n  ys: "dict[int, int]"\n  z: "Tile | None"\n  t: Tile\n  n: int\n'
    types = (BASE / "types.yaml").read_text().replace("memory:", more + "memory:")
    game = sound(lay(folder, {"types.yaml": types}))
    found = [game.state[name].default for name in ("xs", "ys", "z", "t", "n")]
    assert found == [[], {}, None, MISSING, MISSING]
    assert game.state["z"].type == OptionalType(EntityType("Tile"))


def test_a_type_inherits_and_its_copies_begin_with_those_it_extends(folder: Path) -> None:
    types = (
        (BASE / "types.yaml")
        .read_text()
        .replace(
            "  Player:\n",
            "  Torch: {kind: token, extends: Lamp, fields: {smoke: Ground = path}}\n  Player:\n",
        )
    )
    game = sound(lay(folder, {"types.yaml": types, "torch.yaml": "Torch: [{id: torch, light: 3}]\n"}))
    torch = game.entities["Torch"]
    assert (torch.kind, torch.extends, list(torch.fields)) == ("token", "Lamp", ["light", "oil", "smoke"])
    assert game.definitions["torch"].fields == {"light": 3, "oil": False, "smoke": "path"}
    assert game.state["deck"].start == ("Lamp", "Torch")
    assert torch.fields["smoke"].type == EnumType("Ground")


def test_several_uses_and_stages(folder: Path) -> None:
    text = """
Lamp:
  - id: torch
    light: 1
    use:
      - {when: [leaving], do: pass}
      - {when: [leaving], if: true, do: pass, label: Again}
    modify: {speed: {set: 3, floor: "len(everyone)", if: false}}
    replace: {rest: "original(p, 0)"}
"""
    game = sound(lay(folder, {"cards/more.yaml": text}))
    found = [
        (b.kind, b.stage, b.body.text, b.condition and b.condition.text) for b in behaviours(game.definitions)
    ]
    assert found == [
        ("modify", "set", "3", "False"),
        ("modify", "floor", "len(everyone)", "False"),
        ("replace", None, "original(p, 0)", None),
        ("use", None, "pass", None),
        ("use", None, "pass", "True"),
    ]


def behaviours(definitions: object) -> tuple[Behaviour, ...]:
    return definitions["torch"].behaviours  # type: ignore[index]


def test_types_and_messages_may_be_split(folder: Path) -> None:
    files = {
        "types/a.yaml": "types:\n  Coin: {kind: token, fields: {face: Face}}\ngame:\n  purse: 'Zone[Coin]'\n",
        "types/b.yaml": "enums:\n  Face: [head, tail]\n",
        "messages/a.yaml": "messages:\n  rich: {args: {coin: Coin}, text: 'You have {coin}.'}\n",
    }
    game = sound(lay(folder, files))
    assert game.entities["Coin"].fields["face"].type == EnumType("Face")
    assert list(game.state) == ["round", "deck", "used", "purse"]
    assert list(game.messages)[-1] == "rich"


# --- missions --------------------------------------------------------------------------------------


def test_a_mission(folder: Path) -> None:
    text = """
id: second
type: Walk
maps: [cave]
settings: {rounds: 3, help: true}
aside: {candle: all, lantern: 2}
setup: setup_second
rules: missions/second.star
on: {moved: pass}
"""
    files = {"missions/second.yaml": text, "missions/second.star": "def setup_second():\n    setup()\n"}
    game = sound(lay(folder, files))
    mission = game.missions["second"]
    assert mission.maps == ("cave",)
    assert mission.settings == {"rounds": 3, "help": True}
    assert mission.aside == {"candle": -1, "lantern": 2}
    assert mission.setup == "setup_second"
    assert mission.definition.fields == {"bonus": 0}
    assert mission.definition.behaviours[0].name == "moved"
    assert [Path(file.file).name for file in game.rules] == ["main.star", "second.star"]


# --- games that are broken -------------------------------------------------------------------------


def test_no_game(tmp_path: Path) -> None:
    game, found = load(tmp_path)
    assert game is None
    assert [d.code for d in found] == ["PCG0300"]


def test_no_types(folder: Path) -> None:
    game, found = load(lay(folder, {"types.yaml": None}))
    assert game is None
    assert [d.code for d in found] == ["PCG0301"]


def test_an_empty_game(folder: Path) -> None:
    game, found = load(lay(folder, {"game.yaml": "# nothing\n"}))
    assert game is None
    assert [d.code for d in found] == ["PCG0200"]


@pytest.mark.parametrize("file", ["game.yaml", "types.yaml"])
def test_what_cannot_be_parsed_hides_what_depends_on_it(folder: Path, file: str) -> None:
    game, found = load(lay(folder, {file: "a: [1\n", "cards/more.yaml": "Lamp: {\n"}))
    assert game is None
    assert {name for name, _, _ in reported(found, folder)} == {file, "cards/more.yaml"}


def test_a_file_that_cannot_be_parsed_is_named(folder: Path) -> None:
    game, found = load(lay(folder, {"cards/lamps.yaml": "Lamp: [\n"}))
    assert game is not None
    assert [Path(name).name for name in game.failed_files] == ["lamps.yaml"]
    assert len(found) == 1


def test_a_map_that_cannot_be_parsed_is_not_unknown(folder: Path) -> None:
    _, found = load(lay(folder, {"maps/cave.yaml": "id: cave\ngrid: {\n"}))
    assert {name for name, _, _ in reported(found, folder)} == {"maps/cave.yaml"}


def test_a_broken_enum_is_one_problem(folder: Path) -> None:
    types = (BASE / "types.yaml").read_text().replace("Ground: [path, mud]", "Ground: path")
    game, found = load(lay(folder, {"types.yaml": types}))
    assert [d.code for d in found] == ["PCG0200"]
    assert game is not None
    assert "Ground" in game.broken


def test_a_broken_event_is_one_problem(folder: Path) -> None:
    types = (BASE / "types.yaml").read_text().replace("moved: {by: Player, to: Tile}", "moved: Player")
    _, found = load(lay(folder, {"types.yaml": types}))
    assert [d.code for d in found] == ["PCG0200"]


def test_a_bad_value_is_replaced_and_the_rest_is_there(folder: Path) -> None:
    text = "Lamp:\n  - {id: torch, light: bright, oil: true}\n"
    game, found = load(lay(folder, {"cards/more.yaml": text}))
    assert [d.code for d in found] == ["PCG0200"]
    assert game is not None
    assert game.definitions["torch"].fields == {"light": 0, "oil": True}


def test_related_places_and_suggestions(folder: Path) -> None:
    text = "Lamp:\n  - {id: candle, ligt: 1}\n"
    _, found = load(lay(folder, {"cards/more.yaml": text}))
    hints = {d.code: d.hint for d in found}
    assert hints["PCG0201"] == "did you mean 'light'?"
    twice = next(d for d in found if d.code == "PCG0303")
    assert twice.related[0].span.file != (twice.span and twice.span.file)


def test_loading_twice_says_the_same(folder: Path) -> None:
    text = "Lamp:\n  - {id: candle, ligt: 1}\nLampp: []\n"
    lay(folder, {"cards/more.yaml": text, "maps/x.yaml": "id: x\n"})
    first, second = load(folder)[1], load(folder)[1]
    assert first == second
    assert len(set(first)) == len(first)


# --- packs -----------------------------------------------------------------------------------------

PACK = """
id: more-lamps
title: More Lamps
version: 1.0.0
extends: lamps
settings:
  rounds: 30
  wind: {type: bool, default: true}
components:
  - {name: Lamps, of: Lamp, count: 3}
"""


def pack(folder: Path, name: str = "pack", files: dict[str, str] | None = None) -> Path:
    return lay(folder.parent / name, {"game.yaml": PACK, **(files or {})}, base=None)


def codes(found: list[Diagnostic]) -> list[str]:
    return [d.code for d in found]


def test_a_pack_adds_and_replaces(folder: Path) -> None:
    files = {
        "cards.yaml": "Lamp:\n  - {id: torch, light: 3}\n  - {replace: candle, light: 2, count: 6}\n",
        "types.yaml": "types:\n  Coin: {kind: token}\nenums:\n  Metal: [tin]\n",
        "messages.yaml": "messages:\n  windy: {text: The wind blows.}\n",
        "rules/wind.star": "def blow():\n    pass\n",
        "maps/cave.yaml": (BASE / "maps/cave.yaml")
        .read_text()
        .replace("id: cave", "replace: cave\ntitle: New"),
    }
    game = sound(lay(folder, {}), [pack(folder, files=files)])
    assert game.packs == ("more-lamps",)
    assert set(game.definitions) == {"candle", "lantern", "flare", "torch"}
    assert (game.definitions["candle"].count, game.definitions["candle"].fields["light"]) == (6, 2)
    assert game.settings["rounds"].default == 30
    assert game.settings["wind"].default is True
    assert [(c.name, c.count) for c in game.components] == [("Lamps", 12), ("Lamps with oil", 3)]
    assert "Coin" in game.entities
    assert "Metal" in game.enums
    assert "windy" in game.messages
    assert game.maps["cave"].title == "New"
    assert len(game.rules) == 2
    assert len(game.folders) == 2


def test_a_pack_by_itself_finds_its_base(folder: Path) -> None:
    lay(folder, {})
    game = sound(pack(folder))
    assert (game.id, game.packs) == ("lamps", ("more-lamps",))


def test_a_pack_of_an_unknown_game(folder: Path) -> None:
    lay(folder, {})
    game, found = load(pack(folder, files={"game.yaml": PACK.replace("extends: lamps", "extends: lamp")}))
    assert game is None
    assert [(d.code, d.hint) for d in found] == [("PCG0306", "did you mean 'lamps'?")]


def test_a_pack_of_another_game(folder: Path) -> None:
    other = pack(folder, files={"game.yaml": PACK.replace("extends: lamps", "extends: candles")})
    assert codes(load(lay(folder, {}), [other])[1]) == ["PCG0306"]


def test_a_game_is_no_pack(folder: Path) -> None:
    lay(folder, {})
    other = lay(
        folder.parent / "other", {"game.yaml": (BASE / "game.yaml").read_text(), "types.yaml": ""}, None
    )
    assert set(codes(load(folder, [other])[1])) >= {"PCG0307"}


def test_a_pack_that_is_loaded_twice(folder: Path) -> None:
    first, second = pack(folder), pack(folder, "again")
    found = codes(load(lay(folder, {}), [first, second])[1])
    assert found[0] == "PCG0307"


def test_a_pack_may_not_define_an_id_again(folder: Path) -> None:
    game, found = load(lay(folder, {}), [pack(folder, files={"c.yaml": "Lamp: [{id: candle, light: 2}]\n"})])
    assert [(d.code, d.hint) for d in found] == [
        ("PCG0303", "rename it, or write `replace: candle` instead of the id")
    ]
    assert game is not None
    assert game.definitions["candle"].fields["light"] == 1


def test_a_pack_that_replaces_nothing(folder: Path) -> None:
    _, found = load(
        lay(folder, {}), [pack(folder, files={"c.yaml": "Lamp: [{replace: candel, light: 2}]\n"})]
    )
    assert [(d.code, d.hint) for d in found] == [("PCG0304", "did you mean 'candle'?")]


def test_two_packs_that_change_the_same(folder: Path) -> None:
    files = {"c.yaml": "Lamp: [{replace: candle, light: 2}]\n"}
    first = pack(folder, "one", files)
    second = pack(
        folder, "two", {**files, "game.yaml": PACK.replace("more-lamps", "yet-more").replace("wind:", "w:")}
    )
    found = codes(load(lay(folder, {}), [first, second])[1])
    assert found == ["PCG0305", "PCG0305"]


def test_a_pack_with_a_setting_that_is_none(folder: Path) -> None:
    game = PACK.replace("rounds: 30", "round: 30")
    assert codes(load(lay(folder, {}), [pack(folder, files={"game.yaml": game})])[1]) == ["PCG0322"]


@pytest.mark.parametrize("section", ["events", "values", "windows", "enums"])
def test_a_section_that_is_no_mapping_is_one_problem(folder: Path, section: str) -> None:
    types = (BASE / "types.yaml").read_text().split("\n")
    start = types.index(f"{section}:")
    types[start : start + 2] = [f"{section}: 3"]
    _, found = load(lay(folder, {"types.yaml": "\n".join(types)}))
    assert [(d.code, d.span and d.span.line) for d in found] == [("PCG0200", start + 1)]


def test_sections_may_be_empty(folder: Path) -> None:
    types = (BASE / "types.yaml").read_text() + "  # nothing more\n"
    types = types.replace("  leaving: {by: Player}", "").replace(
        "{kind: mission, fields: {bonus: int = 0}}", "\n    kind: mission\n    fields:"
    )
    messages = "decisions:\nmessages:\n  walked:\n    args:\n    text: Walk.\n"
    files = {
        "types.yaml": types,
        "messages.yaml": messages,
        "cards/lamps.yaml": "Lamp:\n",
        "missions/first_walk.yaml": None,
    }
    game = (BASE / "game.yaml").read_text().replace("missions: {default: first-walk}\n", "")
    assert sound(lay(folder, {**files, "game.yaml": game})).windows == {}
