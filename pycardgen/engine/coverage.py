"""What of a game was ever used: its cards, the effects of its content, the lines of its rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pycardgen.engine.api import Setup, State
from pycardgen.engine.machine import Machine
from pycardgen.engine.stats import Reached, Tally, reached
from pycardgen.lang import ir
from pycardgen.lang.tables import Tables, lay_out, walk
from pycardgen.model.game import Game

EVERY = 16
"""Steps between two looks at where cards are."""


def note_cards(tally: Tally, machine: Machine, state: State) -> None:
    """Note the cards that lie somewhere else than where they began."""
    tables = machine.tables
    held = machine.encode(state)["zones"]
    for number, copies in _by_number(tables, held):
        root = tables.zones[number].root
        begins, definitions = tables.begins[root], tables.copies[root]
        tally.cards.update(definitions[copy].id for copy in copies if begins[copy] != number)


def _by_number(tables: Tables, held: Mapping[str, Any]) -> Iterator[tuple[int, list[int]]]:
    """The zones of an encoded state, each with its number."""
    for (owner, name), number in tables.zone_base.items():
        if owner is None:
            yield number, held["box"][name]
        elif owner == "":
            yield number, held[f"game.{name}"]
        else:
            yield from enumerate(held[f"{owner}.{name}"], number)


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


def _cards_in_play(tables: Tables) -> list[str]:
    """The definitions of kind card that a zone may hold, by id."""
    found = {
        definition.id: None
        for root, definitions in tables.copies.items()
        for number, definition in enumerate(definitions)
        if tables.game.entities[definition.type].kind == "card" and tables.zoned[root][number]
    }
    return list(found)


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
