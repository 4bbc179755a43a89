"""From the typed representation of a game's rules and one set-up to the text of a Python module.

The module is specialised: printed fields, the map, settings and the number of players are constants,
branches that settings decide are gone, effects of what isn't loaded too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pycardgen.lang import ir
from pycardgen.lang.analysis import facts, reached, unshared
from pycardgen.lang.emit_core import Flags, Marks, Module, ident, take_marks
from pycardgen.lang.emit_func import write_function
from pycardgen.lang.emit_loop import placed, write_loop
from pycardgen.lang.emit_state import write_state
from pycardgen.lang.idle import is_idle
from pycardgen.lang.settled import begun, only_values, set_at_first
from pycardgen.lang.tables import Tables, decision_forms, walk

SPARE = 20_000
"""Nodes of rules that may be put in place of calls, besides ten times those that there are: a bound on
hostile rules.
"""


@dataclass(frozen=True, slots=True)
class Written:
    """A module to be: its text, the constants that it names, and where its pieces come from.

    `steps` are the rules that `next_step` can name, by number. `state_places` are the places where a
    player's state is named, `answer_places` where an answer picks an option. `statements` are the places of
    the statements that are counted for coverage. `loaded` are the effects (by index) of what this set-up has
    in play. `notes` say what tables of conditions stand for. `recursive`: some rule can reach itself.
    """

    source: str
    names: Mapping[str, Any]
    marks: Marks
    steps: tuple[str, ...]
    state_places: frozenset[int]
    answer_places: frozenset[int]
    statements: frozenset[int]
    loaded: tuple[int, ...]
    notes: Mapping[str, str]
    recursive: bool


def write(tables: Tables, program: ir.Program, flags: Flags) -> Written:
    """Write the module for one set-up."""
    present = {definition.id for found in tables.copies.values() for definition in found}
    functions = {function.name: function for function in program.functions}
    loaded = tuple(
        i
        for i, effect in enumerate(program.effects)
        if effect.source in present and not is_idle(effect, functions, tables.settings)
    )
    effects: dict[tuple[str, str], list[int]] = {}
    for i in loaded:
        effects.setdefault((program.effects[i].kind, program.effects[i].name), []).append(i)
    forms = {form: i for i, form in enumerate(decision_forms(tables.game, program))}
    module = Module(
        tables,
        program,
        facts(program, [program.effects[i] for i in loaded]),
        flags,
        effects,
        forms,
        functions=functions,
    )
    bodies = {program.effects[i].body: program.effects[i] for i in loaded}
    module.reached, steps = reached(program, module.facts, _roots(module, bodies))
    module.steps = {name: i for i, name in enumerate(dict.fromkeys([tables.start, *steps]))}
    module.calls = Counter(
        node.name
        for name in module.reached
        for node in walk(functions[name].body)
        if isinstance(node, ir.Call)
    )
    module.keyed = unshared(program)
    module.spare = SPARE + 10 * sum(len(walk(function.body)) for function in program.functions)
    module.placed = placed(module)
    module.sure, module.begun, module.only = set_at_first(module), begun(module), only_values(module)
    module.wanted |= dict.fromkeys(_roots(module, bodies))
    module.wanted |= {name: None for name in module.steps if name not in module.placed}
    write_state(module)
    write_loop(module)
    _write_functions(module, bodies)
    clean, marks = take_marks(module.lines)
    return Written(
        "\n".join(clean) + "\n",
        module.names,
        marks,
        tuple(module.steps),
        frozenset(module.state_places),
        frozenset(module.answer_places),
        frozenset(module.statements),
        loaded,
        module.notes,
        bool(module.facts.recursive),
    )


def _roots(module: Module, bodies: Mapping[str, ir.Effect]) -> Iterator[str]:
    """Rules that the engine calls: of them, and what they call, there are functions."""
    yield from (module.tables.start, "side_of", "controller")
    for effect in bodies.values():
        yield from (name for name in (effect.body, effect.condition) if name)
    yield from (name for name in module.tables.game.values if module.answers("modify", name))
    yield from (name for name in module.tables.game.hooks if module.answers("replace", name))
    yield from (function.name for function in module.program.functions if function.role == "bot")


def _write_functions(module: Module, bodies: Mapping[str, ir.Effect]) -> None:
    """The functions that are wanted and those that these call; then what applies modifiers."""
    written: set[str] = set()
    while waiting := [name for name in module.wanted if name not in written]:
        for name in waiting:
            written.add(name)
            if name in module.functions:
                found = bodies.get(name)
                first = ("_s", "_chain") if found is not None and found.kind == "replace" else ("_s",)
                write_function(module, module.functions[name], f"_f_{ident(name)}", first)
    for name, value in module.tables.game.values.items():
        if module.answers("modify", name):
            params = ", ".join(f"a_{ident(param)}" for param in value.params)
            module.lines += [
                "",
                "",
                f"def _v_{ident(name)}(_s, {params}):",
                f"    return _value(_s, _V_{ident(name)}, _f_{ident(name)}(_s, {params}), ({params},))",
            ]
    for name, hook in module.tables.game.hooks.items():
        if module.answers("replace", name):
            params = ", ".join(f"a_{ident(param)}" for param in hook.params)
            module.lines += [
                "",
                "",
                f"def _h_{ident(name)}(_s, {params}):",
                f"    return _hook(_s, _H_{ident(name)}, ({params},))",
            ]
