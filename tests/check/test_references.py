"""Ids name definitions of the right type, wherever they stand."""

from __future__ import annotations

from check.overlay import BASE, check, verify

TYPES = (BASE / "types.yaml").read_text(encoding="utf-8")


def types(fields: str) -> str:
    """The base game's types, its card with more fields."""
    return TYPES.replace("      oil: bool = false\n", f"      oil: bool = false\n{fields}")


def test_the_base_game_is_without_problems() -> None:
    found, _, _ = check({})
    assert found == []


def test_ids_in_fields_lists_dicts_and_options() -> None:
    fields = """\
      twin: {type: "Lamp | None", default: null}
      near: {type: "list[Tile]", default: []}
      prices: {type: "dict[Lamp, int]", default: {}}
      kinds: {type: "list[id[Lamp]]", default: []}
      pairs: {type: "list[list[Lamp]]", default: []}
"""
    cards = """\
Lamp:
  - {id: flare, count: 6, light: 4}
  - id: lantern
    count: 3
    light: 2
    oil: true
    twin: candel   #! PCG0350
    near:
      - A01
      - A99        #! PCG0350
    prices:
      flare: 2
      lantren: 3   #! PCG0350
    kinds: [flare, cave]   #! PCG0351
    pairs:
      - [flare, lantern]
      - [flare, torch]     #! PCG0350
"""
    found = verify({"types.yaml": types(fields), "cards/lamps.yaml": cards})
    texts = {d.message for d in found}
    assert "`cave` is of type Cave, but a Lamp is asked for" in texts
    assert "there is no Lamp with the id `lantren`" in texts


def test_an_unknown_id_comes_with_a_suggestion_and_its_exact_place() -> None:
    cards = "Lamp:\n  - {id: flare, count: 6, light: 4}\n"
    cards += "  - {id: lantern, count: 3, light: 2, oil: true, twin: flair}\n"
    types_ = types('      twin: {type: "Lamp | None", default: null}\n')
    found, _, _ = check({"types.yaml": types_, "cards/lamps.yaml": cards})
    (problem,) = found
    assert problem.hint == "did you mean 'flare'?"
    assert problem.span is not None
    line = cards.split("\n")[problem.span.line - 1]
    assert line[problem.span.column - 1 : problem.span.end_column - 1] == "flair"


def test_an_id_of_another_type_says_where_it_is_defined() -> None:
    maps = (
        (BASE / "maps/cave.yaml")
        .read_text(encoding="utf-8")
        .replace("way_out: D03", "way_out: lantern  #! PCG0351")
    )
    (problem,) = verify({"maps/cave.yaml": maps})
    assert problem.related[0].span.file == "game/cards/lamps.yaml"


def test_a_type_that_extends_fits_and_one_that_is_extended_does_not() -> None:
    text = types('      twin: {type: "Torch | None", default: null}\n').replace(
        "  Player:\n", "  Torch: {kind: card, extends: Lamp, fields: {smoke: int = 0}}\n  Player:\n", 1
    )
    text = text.replace("start: [Lamp]", "start: [Lamp, Torch]")
    cards = """\
Lamp:
  - {id: flare, count: 5, light: 4, twin: stick}
  - {id: lantern, count: 3, light: 2, oil: true, twin: flare}   #! PCG0351
Torch:
  - {id: stick, light: 1, twin: stick}
"""
    verify({"types.yaml": text, "cards/lamps.yaml": cards})


def test_defaults_are_judged_where_they_are_declared_and_once() -> None:
    text = types("      twin: {type: Lamp, default: candel}   #! PCG0350\n")
    verify({"types.yaml": text})


def test_nothing_is_unknown_that_may_stand_in_a_file_that_could_not_be_read() -> None:
    found, _, _ = check({"cards/lamps.yaml": "Lamp:\n  - {id: candle, light: 1\n"})
    assert {d.code[:5] for d in found} == {"PCG01"}


def test_what_is_declared_and_never_used() -> None:
    game = (BASE / "game.yaml").read_text(encoding="utf-8")
    messages = (BASE / "messages.yaml").read_text(encoding="utf-8")
    text = TYPES.replace("enums:\n", "enums:\n  Weather: [fair, foul]   #! PCG0353\n")
    text = text.replace("events:\n", "events:\n  stumbled: {by: Player}   #! PCG0357\n")
    text = text.replace("windows:\n", "windows:\n  resting: {by: Player}   #! PCG0360\n")
    text = text.replace("hooks:\n", "hooks:\n  stumble: {of: {p: Player}}   #! PCG0359\n")
    text = text.replace("values:\n", "values:\n  stamina: {of: {p: Player}, gives: int}   #! PCG0358\n")
    text = text.replace(
        "  Player:\n", "  Rope: {kind: card, fields: {length: int}}   #! PCG0352\n  Player:\n", 1
    )
    game = game.replace("settings:\n", "settings:\n  fog: {type: bool, default: false}   #! PCG0356\n")
    game = game.replace("components:\n", "components:\n  - {name: Ropes, of: Rope, count: 0}\n")
    messages = messages.replace(
        "decisions:\n", 'decisions:\n  sing: {option: bool, text: "Sing?"}   #! PCG0355\n'
    )
    messages = messages.replace("messages:\n", 'messages:\n  lost: {text: "Lost!"}   #! PCG0354\n')
    rules = "def stamina(p: Player) -> int:\n    return 1\n\ndef stumble(p: Player):\n    p.tired = True\n"
    files = {"types.yaml": text, "game.yaml": game, "messages.yaml": messages, "rules/more.star": rules}
    found, placed, wanted = check(files)
    unused = {one for one in placed if "PCG0352" <= one[2] <= "PCG0360"}
    assert unused == wanted
    assert {d.severity.value for d in found if d.code in {code for _, _, code in wanted}} == {"warning"}
