"""Names and types of a whole program. Checking what was checked gives it again: so a bundle is verified."""

from __future__ import annotations

from collections.abc import Iterable, Set

from pycardgen.diagnostics import Related
from pycardgen.lang import asking, builtin_calls, calls, ir, lists, operators, values
from pycardgen.lang.behaviours import owner_type
from pycardgen.lang.builtins import reserved
from pycardgen.lang.context import Level, Sig, Unit, Use
from pycardgen.lang.effects import check_levels, check_modifiers, graph_of, roots_of, warn_unused
from pycardgen.lang.parse_expr import why_no_name
from pycardgen.lang.source import Problems
from pycardgen.lang.special import check_forms, check_special
from pycardgen.lang.statements import function
from pycardgen.lang.world import UNKNOWN, World
from pycardgen.model.types import EntityType


def check_program(
    world: World,
    program: ir.Program,
    problems: Problems,
    broken: Set[str] = frozenset(),
    unread: Iterable[Sig] = (),
    strict: bool = False,
) -> ir.Program:
    """The typed form of a program; problems are reported. `broken`: functions that were not wholly read;
    `unread`: those of files that could not be read at all; `strict`: the program is from a bundle.
    """
    unread = list(unread)
    unit = Unit(world, problems, {}, _HANDLERS, strict, incomplete=bool(unread))
    for sig in unread:
        unit.functions.setdefault(sig.name, sig)
    for func in program.functions:
        _declare(unit, func)
    hooks = {effect.body: effect.name for effect in program.effects if effect.kind == "replace"}
    typed: list[ir.Func] = []
    uses: dict[str, list[Use]] = {}
    for func in program.functions:
        hook = world.game.hooks.get(hooks.get(func.name, ""))
        made, used = function(unit, func, func.name in broken, hook, _barred(world, func))
        typed.append(made)
        uses.setdefault(func.name, []).extend(used)
    entries = check_special(unit)
    _check_bots(unit, program)
    check_forms(unit)
    graph = graph_of(unit, uses, program.effects)
    check_levels(graph, typed, program.effects)
    check_modifiers(graph, program.effects)
    if not unit.incomplete and not broken and not problems.errors and not strict:
        warn_unused(graph, unit.functions.values(), roots_of(unit, program.effects, entries))
    functions = tuple(_with_asks(func, graph.levels.get(func.name) == Level.ASKS) for func in typed)
    return ir.Program(functions, program.effects, program.files, program.positions)


_HANDLERS = {
    kind: handler
    for module in (values, operators, lists, calls, builtin_calls, asking)
    for kind, handler in module.HANDLERS.items()
}


def _with_asks(func: ir.Func, asks: bool) -> ir.Func:
    return ir.Func(func.name, func.params, func.result, func.body, role=func.role, at=func.at, asks=asks)


def _declare(unit: Unit, func: ir.Func) -> None:
    """Enter a function into the table, if it can be called."""
    name = func.name.removeprefix("bot:") if func.role == "bot" else func.name
    if func.role == "behaviour":
        return
    if why_no_name(name):
        if unit.strict:
            unit.problems.error("PCG0805", func.at, why_no_name(name), "")
        return
    if name in reserved() and not (func.role == "bot" and name in unit.world.game.decisions):
        if func.role != "bot":
            hint = "choose another name"
            unit.problems.error("PCG0805", func.at, f"`{name}` is built into the rules language", hint)
    elif name in unit.world.entities or name in unit.world.enums:
        unit.problems.error("PCG0805", func.at, f"`{name}` is a type", "choose another name")
    first = unit.functions.get(func.name)
    if first is not None and first.known:
        span = unit.problems.positions.span(first.at)
        related = (Related(span, "the first one"),) if span else ()
        message = f"there is a function `{name}` already"
        unit.problems.error("PCG0809", func.at, message, "rename or delete one", related)
        return
    unit.functions[func.name] = Sig(func.name, func.params, func.result, func.role, func.at)


def _check_bots(unit: Unit, program: ir.Program) -> None:
    """Report bots' functions that are called as a built-in and answer nothing, unless the decision itself is
    unknown, which has been reported.
    """
    asked = {found.message for found in unit.problems.seen if found.code == "PCG0816"}
    for func in program.functions:
        name = func.name.removeprefix("bot:")
        if func.role != "bot" or name not in reserved() or name in unit.world.game.decisions:
            continue
        if not unit.world.game.failed_files and not any(f'"{name}"' in message for message in asked):
            message = f"`{name}` is built into the rules language, and no kind of decision"
            hint = f"declare the decision `{name}` in messages.yaml, or choose another name"
            unit.problems.error("PCG0805", func.at, message, hint)


def _barred(world: World, func: ir.Func) -> dict[str, str]:
    """`owner`, in a behaviour whose copies may be owned by unrelated types."""
    if func.role != "behaviour" or not func.params or not isinstance(func.params[0][1], EntityType):
        return {}
    kind = func.params[0][1]
    why = owner_type(world, kind.name)[1] if kind != UNKNOWN else ""
    return {"owner": why} if why else {}
