"""What content brings to the rules: its `on`, `modify`, `replace` and `use` as functions and effects."""

from __future__ import annotations

from collections.abc import Iterator

from pycardgen.diagnostics import Diagnostic, Severity, Span
from pycardgen.lang import ir
from pycardgen.lang.parse import parse_body, parse_expression
from pycardgen.lang.source import Problems
from pycardgen.lang.world import World, definitions
from pycardgen.model.game import Behaviour, Definition, Game, Signature
from pycardgen.model.types import BOOL, INT, NONE, EntityType, OptionalType, Type
from pycardgen.records import dataclass, field

FIXED_KINDS = ("map", "mission")
"""Kinds whose behaviours are in force while they are in play, without a zone."""


@dataclass(slots=True)
class Compiled:
    """The functions and effects of all content. `broken`: functions that were not wholly read."""

    functions: list[ir.Func] = field(default_factory=list)
    effects: list[ir.Effect] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)


def declared(game: Game, kind: str, name: str) -> Signature | None:
    """What a behaviour answers: an event, a value, a hook or a window."""
    tables = {"on": game.events, "modify": game.values, "replace": game.hooks, "use": game.windows}
    return tables[kind].get(name) if kind in tables else None


def owner_type(world: World, entity: str) -> tuple[Type, str]:
    """The type of `owner` in the behaviours of an entity type, and why it can't be used, if it can't."""
    found = world.owners_of(entity)
    names = [name for name in found if name is not None]
    if not names:
        return OptionalType(EntityType(world.player)), ""
    common = world.common(names)
    if common is None:
        kinds = " or a ".join(f"`{name}`" for name in names)
        return OptionalType(EntityType(world.player)), f"`owner` may be a {kinds} here"
    kind = EntityType(common)
    return (OptionalType(kind) if None in found else kind), ""


def parameters(world: World, entity: str, signature: Signature) -> tuple[tuple[str, Type], ...]:
    """The parameters of a behaviour's functions."""
    owner, _ = owner_type(world, entity)
    return (("self", EntityType(entity)), ("owner", owner), *signature.params.items())


def result_of(kind: str, signature: Signature) -> Type:
    """What the body of a behaviour gives."""
    return (signature.result or NONE) if kind in ("modify", "replace") else NONE


def compile_behaviours(world: World, problems: Problems) -> Compiled:
    """Read every behaviour of a game's content, in the order of its definitions."""
    compiled = Compiled()
    names: dict[str, int] = {}
    for definition in definitions(world.game):
        if definition.behaviours:
            _warn_idle(world, definition, problems)
        for behaviour in definition.behaviours:
            for name in behaviour.windows if behaviour.kind == "use" else (behaviour.name,):
                _compile(world, problems, compiled, names, definition, behaviour, name)
    return compiled


def _warn_idle(world: World, definition: Definition, problems: Problems) -> None:
    kind = world.kind(definition.type)
    if kind not in FIXED_KINDS and not world.owners_of(definition.type):
        span = definition.behaviours[0].place
        message = f"this is never in force: no zone with `active: true` holds `{definition.type}`"
        hint = "mark a zone of types.yaml with `active: true`"
        problems.add(
            Diagnostic("PCG0859", message, span.whole() if span else None, hint, severity=Severity.WARNING)
        )


def _compile(
    world: World,
    problems: Problems,
    compiled: Compiled,
    names: dict[str, int],
    definition: Definition,
    behaviour: Behaviour,
    name: str,
) -> None:
    signature = declared(world.game, behaviour.kind, name)
    if signature is None:  # reported when the game was loaded
        return
    _check_stage(problems, behaviour, signature)
    unique = _unique(names, f"{behaviour.kind}:{name}:{definition.id}")
    params, result = parameters(world, definition.type, signature), result_of(behaviour.kind, signature)
    at = problems.positions.add(_span(behaviour))
    errors = problems.errors
    body = _body(world, problems, behaviour, result)
    if body is None:
        return
    compiled.functions.append(ir.Func(unique, params, result, body, role="behaviour", at=at))
    condition = None
    if behaviour.condition is not None:
        test = parse_expression(behaviour.condition, world, problems)
        if test is not None:
            condition = unique + ":if"
            whole = (ir.Return(test, at=test.at),)
            compiled.functions.append(ir.Func(condition, params, BOOL, whole, role="behaviour", at=at))
    if problems.errors > errors:
        compiled.broken.update((unique, unique + ":if"))
    compiled.effects.append(
        ir.Effect(
            behaviour.kind,
            name,
            definition.id,
            unique,
            condition,
            behaviour.stage if behaviour.kind == "modify" else None,
            behaviour.label,
            at=at,
        )
    )


def _unique(names: dict[str, int], name: str) -> str:
    names[name] = names.get(name, 0) + 1
    return name if names[name] == 1 else f"{name}#{names[name]}"


def _span(behaviour: Behaviour) -> Span:
    lines = behaviour.body.text.split("\n")
    last = max((n for n, line in enumerate(lines) if line.strip()), default=0)
    return behaviour.body.span(1, 0, last + 1, len(lines[last].rstrip()))


def _check_stage(problems: Problems, behaviour: Behaviour, signature: Signature) -> None:
    if behaviour.kind == "modify" and behaviour.stage not in (None, "set") and signature.result != INT:
        message = f"`{behaviour.stage}` works on numbers, and `{signature.name}` gives `{signature.result}`"
        problems.add(Diagnostic("PCG0862", message, _span(behaviour), "use `set`"))


def _body(world: World, problems: Problems, behaviour: Behaviour, result: Type) -> tuple[ir.Stmt, ...] | None:
    """Statements; for `modify` an expression. A replacement that is one expression gives it."""
    if behaviour.kind == "modify":
        value = parse_expression(behaviour.body, world, problems)
        return (ir.Return(value, at=value.at),) if value is not None else None
    body = parse_body(behaviour.body, world, problems)
    if body is not None and result != NONE and len(body) == 1 and isinstance(body[0], ir.Do):
        return (ir.Return(body[0].value, at=body[0].at),)
    return body


def check_effects(world: World, program: ir.Program) -> Iterator[str]:
    """What is wrong with a bundle's effects: each must have the functions that its entry asks for."""
    functions = {func.name: func for func in program.functions}
    for number, effect in enumerate(program.effects):
        why = _wrong_effect(world, effect, functions, world.ids.get(effect.source, []))
        if why:
            yield f"effect {number} of `{effect.source}`: {why}"


def _wrong_effect(world: World, effect: ir.Effect, functions: dict[str, ir.Func], kinds: list[str]) -> str:
    signature = declared(world.game, effect.kind, effect.name)
    if signature is None:
        return f"there is no {effect.kind} `{effect.name}`"
    if (effect.stage is not None) != (effect.kind == "modify"):
        return "a stage belongs to `modify`"
    if effect.stage not in (None, "set", "add", "cap", "floor"):
        return f"there is no stage `{effect.stage}`"
    if effect.stage not in (None, "set") and signature.result != INT:
        return f"`{effect.stage}` works on numbers"
    wanted = [parameters(world, kind, signature) for kind in kinds]
    for name, result in ((effect.body, result_of(effect.kind, signature)), (effect.condition, BOOL)):
        func = functions.get(name) if name is not None else None
        if name is not None and (func is None or func.role != "behaviour"):
            return f"there is no function `{name}`"
        if func is not None and (func.params not in wanted or func.result != result):
            return f"`{name}` has another signature"
    return ""
