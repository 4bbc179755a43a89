"""What of a game was ever used: its cards, the effects of its content, the lines of its rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pycardgen.engine.api import Outcome, Setup, State
from pycardgen.engine.machine import Machine
from pycardgen.engine.stats import CardFigures, Reached, Share, Tally, reached, wilson
from pycardgen.lang import ir
from pycardgen.lang.tables import Tables, lay_out, walk
from pycardgen.model.game import Definition, Game

EVERY = 16
"""Steps between two looks at where cards are."""


def note_cards(tally: Tally, machine: Machine, state: State) -> None:
    """Note the cards that lie somewhere else than where they began."""
    tables = machine.tables
    held = machine.encode(state)["zones"]
    for number, _, copies in _by_number(tables, held):
        root = tables.zones[number].root
        begins, definitions = tables.begins[root], tables.copies[root]
        tally.cards.update(definitions[copy].id for copy in copies if begins[copy] != number)


def note_ends(tally: Tally, machine: Machine, state: State, outcome: Outcome) -> None:
    """Note where cards lie at the end of a game, and who has won it."""
    tables = machine.tables
    found: set[tuple[str, str]] = set()
    for number, zone, copies in _by_number(tables, machine.encode(state)["zones"]):
        root = tables.zones[number].root
        begins, definitions = tables.begins[root], tables.copies[root]
        for copy in copies:
            found.add((definitions[copy].id, zone))
            if begins[copy] != number:
                found.add((definitions[copy].id, ""))
    tally.lay.update(found)
    tally.lay_wins.update((card, zone, side) for card, zone in found for side in outcome.sides)


def _by_number(tables: Tables, held: Mapping[str, Any]) -> Iterator[tuple[int, str, list[int]]]:
    """The zones of an encoded state, each with its number and what it's called."""
    for (owner, name), number in tables.zone_base.items():
        if owner is None:
            yield number, "box", held["box"][name]
        elif owner == "":
            yield number, name, held[f"game.{name}"]
        else:
            for at, copies in enumerate(held[f"{owner}.{name}"], number):
                yield at, f"{owner}.{name}", copies


def note_hits(tally: Tally, machine: Machine) -> None:
    """Note the places of the rules that ran since the machine was made."""
    tally.lines.update(at for at, count in enumerate(machine.hits) if count)


def coverage(game: Game, program: ir.Program, setup: Setup, tally: Tally) -> dict[str, Reached]:
    """Of what is in play with this set-up: how much was reached, and what wasn't."""
    tables = lay_out(game, setup.players, setup.map, setup.mission, setup.settings)
    effects = list(_effects_in_play(tables, program))
    names = [(number, _effect_name(program.effects[number])) for number in effects]
    return {
        "cards": reached(tally.cards, [(name, name) for name in _cards_in_play(tables)]),
        "effects": reached(_ran(program, tally.lines), names),
        "lines": _lines(program, effects, tally.lines),
    }


def cards_of(game: Game, setup: Setup, tally: Tally) -> dict[str, CardFigures]:
    """For whatever lies in zones, by id: games in which it was in play, and who won those."""
    cards = _in_zones(lay_out(game, setup.players, setup.map, setup.mission, setup.settings))
    zones: dict[str, list[str]] = {card: [] for card in cards}
    for card, zone in sorted(tally.lay):
        if zone and card in zones:
            zones[card].append(zone)
    return {
        card: CardFigures(
            _share(game, tally, card, ""), {zone: _share(game, tally, card, zone) for zone in zones[card]}
        )
        for card in cards
    }


def _share(game: Game, tally: Tally, card: str, zone: str) -> Share:
    games = tally.lay[card, zone]
    return Share(games, {side: wilson(tally.lay_wins[card, zone, side], games) for side in game.sides})


def _cards_in_play(tables: Tables) -> list[str]:
    """The definitions of kind card that a zone may hold, by id."""
    found = _in_zones(tables)
    return [
        name for name, definition in found.items() if tables.game.entities[definition.type].kind == "card"
    ]


def _in_zones(tables: Tables) -> dict[str, Definition]:
    """The definitions that a zone may hold, by id."""
    return {
        definition.id: definition
        for root, definitions in tables.copies.items()
        for number, definition in enumerate(definitions)
        if tables.zoned[root][number]
    }


def _effects_in_play(tables: Tables, program: ir.Program) -> Iterator[int]:
    """The effects, by number, of definitions that have a copy."""
    there = {definition.id for definitions in tables.copies.values() for definition in definitions}
    return (number for number, effect in enumerate(program.effects) if effect.source in there)


def _effect_name(effect: ir.Effect) -> str:
    return f"{effect.source}: {effect.kind} {effect.name}" + (f" {effect.stage}" if effect.stage else "")


def _ran(program: ir.Program, hits: set[int]) -> Iterator[int]:
    """The effects whose body began to run."""
    first = {function.name: function.body[0].at for function in program.functions if function.body}
    return (number for number, effect in enumerate(program.effects) if first.get(effect.body) in hits)


def _lines(program: ir.Program, effects: Iterable[int], hits: set[int]) -> Reached:
    """The lines on which a statement of the rules begins, bots' excepted."""
    used = {name for n in effects for name in (program.effects[n].body, program.effects[n].condition)}
    statements = {
        node.at
        for function in program.functions
        if function.role == "rule" or function.name in used
        for node in walk(function.body)
        if isinstance(node, _STATEMENTS)
    }
    lines = sorted({_line(program, at) for at in statements if at})
    names = [(line, f"{program.files[line[0]]}:{line[1]}") for line in lines]
    return reached({_line(program, at) for at in hits & statements}, names)


_STATEMENTS = (
    ir.Assign,
    ir.Augment,
    ir.Do,
    ir.If,
    ir.For,
    ir.While,
    ir.Return,
    ir.Break,
    ir.Continue,
)


def _line(program: ir.Program, at: int) -> tuple[int, int]:
    file, line, *_ = program.positions[at]
    return file, line
