"""A slow, obvious interpreter of the representation: a machine like the generated one, made to be believed.

Written from docs/language.md, lang/ir.py and engine/encoding.md alone. It walks the tree, looks through all
zones whenever it wants to know something, and copies everything that could be shared.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from pycardgen.engine.api import Ask, Kind, Offer, Outcome, RulesError, Setup, Tell
from pycardgen.engine.kinds import kinds_of
from pycardgen.engine.rng import BOTS, mix
from pycardgen.lang import ir
from pycardgen.lang.idle import is_idle
from pycardgen.lang.tables import lay_out, value_at_play, walk
from pycardgen.model.game import Game, Signature
from pycardgen.model.types import DictType, EntityType, ListType, OptionalType, Type, ZoneType
from tests.oracle import library
from tests.oracle.library import BOX, fits, stop
from tests.oracle.world import (
    LARGEST,
    Stopped,
    World,
    bounded,
    cancel,
    default,
    encode,
    may_be_none,
    new_world,
    next_frame,
    plain,
    reset,
    seen,
    where_is,
)

DEEPEST = 200
BREAK, CONTINUE = "break", "continue"


@dataclass
class Env:
    """Where an expression is evaluated: its locals; in a replacement also the hook as it was before."""

    names: dict[str, Any]
    original: Callable[[list[Any]], Any] | None = None

    def inside(self, **names: Any) -> Env:
        """The same with more names, for a lambda or comprehension."""
        return Env({**self.names, **names}, self.original)


@dataclass
class Active:
    """An effect in force: of which copy, and who owns the zone it is in."""

    effect: int
    root: str
    copy: int
    owner: int | None
    owner_type: str | None


@dataclass
class Memory:
    """What a bot remembers, and its random numbers."""

    values: dict[str, Any]
    rng: int


@dataclass
class Returned:
    """What a `return` hands to its caller."""

    value: Any


class OracleMachine:
    """A game made ready to run with one set-up."""

    def __init__(self, game: Game, program: ir.Program, setup: Setup) -> None:
        self.game, self.program, self.setup = game, program, setup
        self.tables = lay_out(game, setup.players, setup.map, setup.mission, setup.settings)
        self.kinds: Sequence[Kind] = kinds_of(game, program)
        self.functions = {function.name: function for function in program.functions}
        self.recursive = _recursive(game, program)
        self.far: dict[tuple[str, int], dict[int, int]] = {}

    def new(self, seed: int) -> World:
        return new_world(self.tables, seed)

    def step(self, state: World, ask: Ask, tell: Tell | None = None) -> bool:
        if state.over is not None:
            return False
        if state.steps >= self.game.limits.steps:
            _limit(state)
            return False
        found = next_frame(state)
        if found is None:
            raise RulesError("PCG0912", "no step is left", 0)
        state.steps += 1
        rule, args = found
        sys.setrecursionlimit(max(sys.getrecursionlimit(), 20_000))
        try:
            run = Run(self, state, ask, tell)
            run.call(rule, args, 0)
        except Stopped:
            return False
        if run.fuel > self.game.limits.light:
            state.spent += run.fuel
            if state.spent > self.game.limits.game_fuel:
                raise RulesError("PCG0905", "out of fuel for the game", self.functions[rule].at)
        return True

    def run(self, state: World, ask: Ask, tell: Tell | None = None) -> Outcome:
        while self.step(state, ask, tell):
            pass
        found = self.outcome(state)
        assert found is not None
        return found

    def outcome(self, state: World) -> Outcome | None:
        if state.over is None:
            return None
        reason, sides, winners = state.over
        return Outcome(reason, tuple(sides), tuple(winners), state.steps, state.decisions)

    def clone(self, state: World) -> World:
        return deepcopy(state)

    def encode(self, state: World) -> dict[str, Any]:
        return encode(state, self.tables)

    def view(self, state: World, seat: int) -> World:
        owns: dict[tuple[str, int], bool] = {}
        run = Run(self, deepcopy(state), _nobody, None)
        for root, copies in self.tables.copies.items():
            for number in range(len(copies)):
                owns[root, number] = run.is_seats(root, number, seat)
        return seen(state, self.tables, owns)

    def side_of(self, state: World, seat: int) -> str | None:
        if "side_of" not in self.functions:
            return None
        found: str = Run(self, deepcopy(state), _nobody, None).call("side_of", [seat], 0)
        return found

    def bot(self, name: str) -> Callable[..., Any] | None:
        """A function of bots.star, run on a seat's view."""
        if f"bot:{name}" not in self.functions:
            return None

        def ask(view: World, memory: Memory, *args: Any) -> Any:
            view.memory, view.bots_rng = memory.values, memory.rng
            run = Run(self, view, _nobody, None)
            run.bots = True
            found = run.function(f"bot:{name}", list(args), 0)
            memory.rng = view.bots_rng
            return found

        return ask

    def new_memory(self, seed: int, seat: int) -> Memory:
        values = {name: default(self.tables, decl) for name, decl in self.game.memory.items()}
        return Memory(values, mix(seed, BOTS + seat))

    def show(self, value: Any, kind: Type) -> str:
        if value is None:
            return "-"
        match kind:
            case OptionalType(item):
                return self.show(value, item)
            case EntityType(name):
                root = self.tables.root_of[name]
                if root == self.tables.player_type and value == self.tables.players:
                    return "table"
                return str(self.tables.copies[root][value].name)
            case ListType(item):
                return ", ".join(self.show(part, item) for part in value)
            case DictType(key, item):
                return ", ".join(f"{self.show(k, key)}: {self.show(v, item)}" for k, v in value.items())
        return str(value)


def _nobody(state: Any, seat: int, kind: Kind, options: Any, about: Any, low: int, high: int) -> int:
    raise AssertionError("nobody may be asked here")


def _limit(state: World) -> None:
    state.over = ("limit", [], [])
    state.frames = []


def _recursive(game: Game, program: ir.Program) -> frozenset[str]:
    """The functions that can reach themselves through calls, modifiers, replacements, listeners or uses."""
    answers: dict[str, set[str]] = {}
    for effect in program.effects:
        found = answers.setdefault(f"{_ANSWERS[effect.kind]} {effect.name}", set())
        found.update(name for name in (effect.condition, effect.body) if name is not None)
    calls: dict[str, set[str]] = {}
    for function in program.functions:
        into = calls[function.name] = set()
        for node in walk(function.body):
            if isinstance(node, ir.Call | ir.FuncRef):
                into |= {node.name} | answers.get(f"call {node.name}", set())
            elif isinstance(node, ir.Emit):
                into |= answers.get(f"emit {node.name}", set())
            elif isinstance(node, ir.Window):
                into |= answers.get(f"window {node.name}", set()) | {"controller"}
            elif isinstance(node, ir.Original):
                for together in answers.values():
                    into |= together if function.name in together else set()
    return frozenset(name for name in calls if _reaches(calls, name, name))


_ANSWERS = {"on": "emit", "modify": "call", "replace": "call", "use": "window"}


def _reaches(calls: Mapping[str, set[str]], start: str, goal: str) -> bool:
    done: set[str] = set()
    todo = [start]
    while todo:
        for name in calls.get(todo.pop(), ()):
            if name == goal:
                return True
            if name not in done:
                done.add(name)
                todo.append(name)
    return False


class Run:
    """One step, or one question of a rule, being carried out."""

    def __init__(self, machine: OracleMachine, world: World, ask: Ask, tell: Tell | None) -> None:
        self.machine, self.world, self.ask, self.tell = machine, world, ask, tell
        self.tables, self.game = machine.tables, machine.game
        self.depth = 0
        self.fuel = 0
        self.bots = False

    def random(self, n: int) -> int:
        """A number from 0 to n - 1."""
        return self.world.next(n, self.bots)

    # --- functions

    def call(self, name: str, args: list[Any], at: int) -> Any:
        """Call a rule, a value with its modifiers, or a hook with its replacements."""
        if name in self.game.values:
            return self.value(name, args, at)
        if name in self.game.hooks:
            return self.hook(name, args, at)
        return self.function(name, args, at)

    def function(self, name: str, args: list[Any], at: int, original: Any = None) -> Any:
        """Call exactly this function."""
        function = self.machine.functions[name]
        deeper = name in self.machine.recursive
        if deeper:
            self.burn(at)
        self.depth += deeper
        if self.depth > DEEPEST:
            raise RulesError("PCG0906", "too deep", at)
        names = {param: arg for (param, _), arg in zip(function.params, args, strict=True)}
        result = self.block(function.body, Env(names, original))
        self.depth -= deeper
        return result.value if isinstance(result, Returned) else None

    def burn(self, at: int) -> None:
        """Rules that never end do so here. (The generated code burns more for the same.)"""
        self.fuel += 1
        if self.fuel > self.game.limits.fuel:
            raise RulesError("PCG0905", "out of fuel", at)

    # --- what is in force

    def in_force(self, kind: str, name: str) -> list[Active]:
        """The effects in force that answer something, in order."""
        found = []
        for root, copy in self.tables.always():
            player = root == self.tables.player_type
            owner = (copy, root) if player else (None, None)
            found += self._effects_of(kind, name, root, copy, *owner)
        for number in self.tables.order:
            zone = self.tables.zones[number]
            if zone.active:
                for copy in self.world.zones[number]:
                    if copy is not None:
                        owner_type = zone.owner_type or None
                        found += self._effects_of(kind, name, zone.root, copy, zone.owner, owner_type)
        return found

    def _effects_of(
        self, kind: str, name: str, root: str, copy: int, owner: int | None, owner_type: str | None
    ) -> list[Active]:
        source = self.tables.copies[root][copy].id
        return [
            Active(number, root, copy, owner, owner_type)
            for number, effect in enumerate(self.machine.program.effects)
            if (effect.kind, effect.name, effect.source) == (kind, name, source)
        ]

    def about_subject(self, found: list[Active], signature: Signature, subject: Any) -> list[Active]:
        """Those that concern a subject: its own, or those of nobody of its kind."""
        name = self.tables.subject(signature.params)
        if name is None:
            return found
        low, high = self.tables.spans[name]
        root = self.tables.root_of[name]
        kept = []
        for active in found:
            owner_root = self.tables.root_of[active.owner_type] if active.owner_type else None
            if owner_root == root and active.owner is not None and low <= active.owner < high:
                good = active.owner == subject
            elif active.root == root and low <= active.copy < high:
                good = active.copy == subject
            else:
                good = True
            if good:
                kept.append(active)
        return kept

    def still(self, active: Active) -> Active | None:
        """The same effect as it is now: None when its copy is no longer in force."""
        if not self.tables.zoned[active.root][active.copy]:
            return active
        zone = where_is(self.world, self.tables, active.root, active.copy)
        if zone is None or not zone.active:
            return None
        return Active(active.effect, active.root, active.copy, zone.owner, zone.owner_type or None)

    def holds(self, active: Active, args: list[Any], at: int) -> bool:
        """Whether an effect's `if` holds."""
        condition = self.machine.program.effects[active.effect].condition
        return condition is None or self.function(condition, [active.copy, active.owner, *args], at)

    def carry_out(self, active: Active, args: list[Any], at: int, original: Any = None) -> Any:
        """Run an effect's body."""
        body = self.machine.program.effects[active.effect].body
        return self.function(body, [active.copy, active.owner, *args], at, original)

    def value(self, name: str, args: list[Any], at: int) -> Any:
        """A declared value: its base, then the modifiers in force."""
        result = self.function(name, args, at)
        stages: dict[str, list[Any]] = {"set": [], "add": [], "cap": [], "floor": []}
        found = self.in_force("modify", name)
        for active in self.about_subject(found, self.game.values[name], args[0] if args else None):
            if self.holds(active, args, at):
                stage = self.machine.program.effects[active.effect].stage
                assert stage is not None
                stages[stage].append(self.carry_out(active, args, at))
        if stages["set"]:
            result = stages["set"][-1]
        if stages["add"]:
            result = result + sum(stages["add"])
            if not -(2**63) <= result < 2**63:
                raise RulesError("PCG0902", "a number that doesn't fit 64 bits", at)
        for cap in stages["cap"]:
            result = min(result, cap)
        for floor in stages["floor"]:
            result = max(result, floor)
        return result

    def hook(self, name: str, args: list[Any], at: int) -> Any:
        """A declared hook: the replacements in force around its base, the last outermost."""
        found = self.in_force("replace", name)
        taken = self.about_subject(found, self.game.hooks[name], args[0] if args else None)

        def run(count: int, args: list[Any]) -> Any:
            if count == 0:
                return self.function(name, args, at)
            active = self.still(taken[count - 1])
            if active is None or not self.holds(active, args, at):
                return run(count - 1, args)
            return self.carry_out(active, args, at, lambda inner: run(count - 1, inner))

        return run(len(taken), args)

    def emit(self, name: str, args: list[Any], at: int) -> None:
        """An event: what listens when it starts, if it still does when its turn comes."""
        for taken in self.in_force("on", name):
            active = self.still(taken)
            if active is not None and self.holds(active, args, at):
                self.carry_out(active, args, at)

    # --- seats

    def is_seats(self, kind: str, number: int, seat: int) -> bool:
        """Whether an entity is a seat's: its player, or one that it controls."""
        if self.tables.root_of[kind] == self.tables.player_type:
            return number == seat
        controller = self.machine.functions.get("controller")
        if controller is None:
            return False
        declared = controller.params[0][1]
        assert isinstance(declared, EntityType)
        low, high = self.tables.spans[declared.name]
        if self.tables.root_of[declared.name] != self.tables.root_of[kind] or not low <= number < high:
            return False
        try:
            found: int = self.call("controller", [number], 0)
        except RulesError:
            return False
        return found == seat

    def question(
        self, seat: int, kind: Kind, options: list[Any], about: list[Any], low: int = 1, high: int = 1
    ) -> Any:
        """Ask a seat; the answer is one that may be given."""
        if len(options) > 1 or kind.form == "many":
            if self.world.decisions >= self.game.limits.decisions:
                _limit(self.world)
                raise Stopped
            self.world.decisions += 1
        answer: Any = self.ask(self.world, seat, kind, plain(options), tuple(plain(about)), low, high)
        if kind.form == "many":
            good = isinstance(answer, list) and sorted(set(answer)) == answer and low <= len(answer) <= high
            good = good and all(0 <= one < len(options) for one in answer)
        else:
            good = isinstance(answer, int) and 0 <= answer < len(options)
        if not good:
            raise RulesError("PCG0918", f"not an answer: {answer!r}", 0)
        return answer

    def kind(self, name: str, form: str) -> Kind:
        """The kind of decision of a name and form."""
        return next(kind for kind in self.machine.kinds if (kind.name, kind.form) == (name, form))

    # --- statements

    def block(self, body: Sequence[ir.Stmt], env: Env) -> Any:
        """Run statements: None when they run through, else how they were left."""
        for statement in body:
            left = getattr(self, f"do_{type(statement).__name__}")(statement, env)
            if left is not None:
                return left
        return None

    def do_Assign(self, node: ir.Assign, env: Env) -> None:  # noqa: N802
        value = self.eval(node.value, env)
        self.place(node.target, env)[1](value)

    def do_Augment(self, node: ir.Augment, env: Env) -> None:  # noqa: N802
        read, write = self.place(node.target, env)
        old = read()
        write(self.arithmetic(node, node.op, old, self.eval(node.value, env)))

    def do_Do(self, node: ir.Do, env: Env) -> None:  # noqa: N802
        self.eval(node.value, env)

    def do_If(self, node: ir.If, env: Env) -> Any:  # noqa: N802
        return self.block(node.then if self.eval(node.test, env) else node.other, env)

    def do_For(self, node: ir.For, env: Env) -> Any:  # noqa: N802
        for item in self.items(node.over, env):
            bind(env, node.targets, item)
            left = self.block(node.body, env)
            if left == BREAK:
                break
            if isinstance(left, Returned):
                return left
        return None

    def do_While(self, node: ir.While, env: Env) -> Any:  # noqa: N802
        while self.eval(node.test, env):
            self.burn(node.at)
            left = self.block(node.body, env)
            if left == BREAK:
                break
            if isinstance(left, Returned):
                return left
        return None

    def do_Return(self, node: ir.Return, env: Env) -> Returned:  # noqa: N802
        return Returned(None if node.value is None else self.eval(node.value, env))

    def do_Break(self, node: ir.Break, env: Env) -> str:  # noqa: N802
        return BREAK

    def do_Continue(self, node: ir.Continue, env: Env) -> str:  # noqa: N802
        return CONTINUE

    def place(self, target: ir.Expr, env: Env) -> tuple[Callable[[], Any], Callable[[Any], None]]:
        """How to read and to write what an assignment names."""
        if isinstance(target, ir.Local):
            return lambda: env.names[target.name], lambda value: env.names.update({target.name: value})
        holder: Any
        key: Any
        if isinstance(target, ir.GameState):
            holder, key = self.world.game, target.name
        elif isinstance(target, ir.Memory):
            holder, key = self.world.memory, target.name
        elif isinstance(target, ir.State):
            holder, key = self.slot(target, self.eval(target.of, env))
        else:
            assert isinstance(target, ir.Index)
            holder, key = self.eval(target.of, env), self.eval(target.index, env)
            is_list = isinstance(holder, list)

            def read() -> Any:
                return self.item(target, holder, key)

            def write_item(value: Any) -> None:
                if is_list:
                    self.item(target, holder, key)
                elif key not in holder and len(holder) >= LARGEST:
                    raise stop("PCG0907", "a dict with too many items", target)
                holder[key] = plain(value)

            return read, write_item

        def read_state() -> Any:
            return self.set_value(target, holder[key])

        def write(value: Any) -> None:
            holder[key] = plain(value)

        return read_state, write

    def slot(self, node: ir.State, number: int) -> tuple[list[Any], int]:
        """Where a state of an entity is kept."""
        if self.tables.root_of[node.entity] == self.tables.player_type and number == self.tables.players:
            raise stop("PCG0917", "the table has no state", node)
        entity = self.tables.declares(node.entity, node.name)
        low, _ = self.tables.spans[entity]
        return self.world.entities[entity, node.name], number - low

    def set_value(self, node: ir.Expr, value: Any) -> Any:
        """A state's value, which must have been set."""
        if value is None and not may_be_none(node.type):
            raise stop("PCG0908", "read before it was set", node)
        return value

    def items(self, over: ir.Expr, env: Env) -> list[Any]:
        """What a loop goes through, as it is when the loop starts."""
        value = self.eval(over, env)
        if isinstance(over.type, ZoneType):
            return list(self.world.zones[value])
        return list(value)

    # --- expressions

    def eval(self, node: ir.Expr, env: Env) -> Any:
        """The value of an expression."""
        return getattr(self, f"eval_{type(node).__name__}")(node, env)

    def all(self, nodes: Sequence[ir.Expr], env: Env) -> list[Any]:
        """The values of several, from left to right."""
        return [self.eval(node, env) for node in nodes]

    def named(self, pairs: Sequence[tuple[str, ir.Expr]], env: Env) -> list[Any]:
        """The values of arguments by name, in the order in which they stand."""
        return [self.eval(node, env) for _, node in pairs]

    def eval_Lit(self, node: ir.Lit, env: Env) -> Any:  # noqa: N802
        return node.value

    def eval_Entity(self, node: ir.Entity, env: Env) -> int:  # noqa: N802
        found = self.tables.first.get((self.tables.root_of[node.entity], node.id))
        if found is None:
            raise stop("PCG0911", f"{node.id} isn't in play", node)
        return found

    def eval_Local(self, node: ir.Local, env: Env) -> Any:  # noqa: N802
        return env.names[node.name]

    def eval_Const(self, node: ir.Const, env: Env) -> Any:  # noqa: N802
        match node.name:
            case "everyone":
                return list(range(self.tables.players))
            case "table":
                return self.tables.players
            case "box":
                return BOX
            case "board":
                board = self.tables.maps[0].definition
                return self.tables.first[self.tables.root_of[board.type], board.id]
        mission = self.tables.mission
        if mission is None:
            raise stop("PCG0911", "no mission is in play", node)
        return self.tables.first[self.tables.root_of[mission.definition.type], mission.id]

    def eval_Setting(self, node: ir.Setting, env: Env) -> Any:  # noqa: N802
        kind = self.game.settings[node.name].type
        return plain(value_at_play(self.tables, self.tables.settings[node.name], kind))

    def eval_GameState(self, node: ir.GameState, env: Env) -> Any:  # noqa: N802
        if isinstance(node.type, ZoneType):
            return self.tables.zone_base["", node.name]
        return self.set_value(node, self.world.game[node.name])

    def eval_Memory(self, node: ir.Memory, env: Env) -> Any:  # noqa: N802
        return self.set_value(node, self.world.memory[node.name])

    def eval_Field(self, node: ir.Field, env: Env) -> Any:  # noqa: N802
        of = self.eval(node.of, env)
        if isinstance(of, Offer):
            return of.id if node.name == "id" else of.label
        if node.name == "seat":
            return of
        definition = self.tables.copies[self.tables.root_of[node.entity]][of]
        if node.name in ("id", "name"):
            return definition.id if node.name == "id" else definition.name
        kind = self.game.entities[definition.type].fields[node.name].type
        found = plain(value_at_play(self.tables, definition.fields[node.name], kind))
        if found is None and not isinstance(kind, OptionalType):
            raise stop("PCG0911", f"{node.name} isn't in play", node)
        return found

    def eval_State(self, node: ir.State, env: Env) -> Any:  # noqa: N802
        of = self.eval(node.of, env)
        if isinstance(node.type, ZoneType):
            self.no_table(node, of)
            entity = self.tables.declares(node.entity, node.name)
            return self.tables.zone_base[entity, node.name] + of - self.tables.spans[entity][0]
        holder, key = self.slot(node, of)
        return self.set_value(node, holder[key])

    def no_table(self, node: ir.State, number: int) -> None:
        """The table has no zones."""
        if self.tables.root_of[node.entity] == self.tables.player_type and number == self.tables.players:
            raise stop("PCG0917", "the table has no state", node)

    def eval_Index(self, node: ir.Index, env: Env) -> Any:  # noqa: N802
        of, index = self.eval(node.of, env), self.eval(node.index, env)
        return self.item(node, self.world.zones[of] if isinstance(node.of.type, ZoneType) else of, index)

    def item(self, node: ir.Index, holder: Any, key: Any) -> Any:
        """An item of a list or dict."""
        if isinstance(holder, dict):
            if key not in holder:
                raise stop("PCG0901", "no such key", node)
        elif not -len(holder) <= key < len(holder):
            raise stop("PCG0900", "no such item", node)
        return holder[key]

    def eval_Binary(self, node: ir.Binary, env: Env) -> Any:  # noqa: N802
        return self.arithmetic(node, node.op, self.eval(node.left, env), self.eval(node.right, env))

    def arithmetic(self, node: ir.Binary | ir.Augment, op: str, left: Any, right: Any) -> Any:
        """`+ - * // %` on ints, `+` on lists."""
        if isinstance(left, list):
            return bounded(plain(left) + plain(right), node.at)
        if op in ("//", "%") and right == 0:
            raise RulesError("PCG0903", "division by zero", node.at)
        match op:
            case "+":
                return fits(left + right, node)
            case "-":
                return fits(left - right, node)
            case "*":
                return fits(left * right, node)
            case "//":
                return fits(left // right, node)
        return fits(left % right, node)

    def eval_Negative(self, node: ir.Negative, env: Env) -> int:  # noqa: N802
        return fits(-self.eval(node.of, env), node)

    def eval_Compare(self, node: ir.Compare, env: Env) -> bool:  # noqa: N802
        left = self.eval(node.first, env)
        for op, operand in zip(node.ops, node.rest, strict=True):
            right = self.eval(operand, env)
            if isinstance(operand.type, ZoneType) and op in ("in", "not in"):
                right = self.world.zones[right]
            if not compare(op, left, right):
                return False
            left = right
        return True

    def eval_IsNone(self, node: ir.IsNone, env: Env) -> bool:  # noqa: N802
        return (self.eval(node.of, env) is None) != node.negated

    def eval_IsType(self, node: ir.IsType, env: Env) -> bool:  # noqa: N802
        of = self.eval(node.of, env)
        low, high = self.tables.spans[node.entity]
        return of is not None and low <= of < high

    def eval_And(self, node: ir.And, env: Env) -> bool:  # noqa: N802
        return all(self.eval(item, env) for item in node.items)

    def eval_Or(self, node: ir.Or, env: Env) -> bool:  # noqa: N802
        return any(self.eval(item, env) for item in node.items)

    def eval_Not(self, node: ir.Not, env: Env) -> bool:  # noqa: N802
        return not self.eval(node.of, env)

    def eval_Cond(self, node: ir.Cond, env: Env) -> Any:  # noqa: N802
        return self.eval(node.then if self.eval(node.test, env) else node.other, env)

    def eval_ListLit(self, node: ir.ListLit, env: Env) -> list[Any]:  # noqa: N802
        return bounded([plain(item) for item in self.all(node.items, env)], node.at)

    def eval_DictLit(self, node: ir.DictLit, env: Env) -> dict[Any, Any]:  # noqa: N802
        found = {}
        for key, value in zip(node.keys, node.values, strict=True):
            of = self.eval(key, env)
            found[of] = plain(self.eval(value, env))
        return bounded(found, node.at)

    def eval_ListComp(self, node: ir.ListComp, env: Env) -> list[Any]:  # noqa: N802
        return bounded(
            [plain(self.eval(node.item, inner)) for inner in self.clauses(node.clauses, env)], node.at
        )

    def eval_DictComp(self, node: ir.DictComp, env: Env) -> dict[Any, Any]:  # noqa: N802
        found = {}
        for inner in self.clauses(node.clauses, env):
            key = self.eval(node.key, inner)
            found[key] = plain(self.eval(node.value, inner))
        return bounded(found, node.at)

    def clauses(self, clauses: Sequence[ir.Clause], env: Env) -> Any:
        """The environments in which a comprehension's item is evaluated, one after the other."""
        if not clauses:
            yield env
            return
        first, *rest = clauses
        for item in self.items(first.over, env):
            inner = env.inside()
            bind(inner, first.targets, item)
            if all(self.eval(test, inner) for test in first.tests):
                yield from self.clauses(rest, inner)

    def eval_Lambda(self, node: ir.Lambda, env: Env) -> Callable[..., Any]:  # noqa: N802
        return lambda *args: self.eval(node.body, env.inside(**dict(zip(node.params, args, strict=True))))

    def eval_FuncRef(self, node: ir.FuncRef, env: Env) -> Callable[..., Any]:  # noqa: N802
        return lambda *args: self.call(node.name, list(args), node.at)

    def eval_Call(self, node: ir.Call, env: Env) -> Any:  # noqa: N802
        return self.call(node.name, self.all(node.args, env), node.at)

    def eval_Builtin(self, node: ir.Builtin, env: Env) -> Any:  # noqa: N802
        if node.name == "debug":
            return None
        if node.name in ("any", "all") and isinstance(node.args[0], ir.ListComp):
            over = node.args[0]
            found = (self.eval(over.item, inner) for inner in self.clauses(over.clauses, env))
            return any(found) if node.name == "any" else all(found)
        args = self.all(node.args, env)
        named = {name: self.eval(value, env) for name, value in node.named}
        return library.call(self, node, args, named)

    # --- asking, telling, flow

    def eval_Choose(self, node: ir.Choose, env: Env) -> Any:  # noqa: N802
        seat = self.eval(node.seat, env)
        options = [False, True] if node.options is None else self.eval(node.options, env)
        default = None if node.default is None else self.eval(node.default, env)
        about = self.named(node.about, env)
        if not options:
            if node.default is None:
                raise stop("PCG0910", "no option", node)
            return default
        if len(options) == 1:
            return options[0]
        kind = self.kind(node.kind, "confirm" if node.options is None else "choose")
        return options[self.question(seat, kind, options, about)]

    def eval_ChooseMany(self, node: ir.ChooseMany, env: Env) -> Any:  # noqa: N802
        seat = self.eval(node.seat, env)
        options, low, high = self.all((node.options, node.low, node.high), env)
        about = self.named(node.about, env)
        low = min(max(low, 0), len(options))
        high = max(min(max(high, 0), len(options)), low)
        if high == 0:
            return []
        if low == len(options):
            return plain(options)
        chosen = self.question(seat, self.kind(node.kind, "many"), options, about, low, high)
        return [plain(options[number]) for number in chosen]

    def eval_Declare(self, node: ir.Declare, env: Env) -> Any:  # noqa: N802
        seats = self.eval(node.seats, env)
        options_of = self.eval(node.options, env)
        valid = (lambda answers: True) if node.valid is None else self.eval(node.valid, env)
        options = [plain(options_of(seat)) for seat in seats]
        kind = self.kind(node.kind, "declare")
        answers: dict[Any, Any] = {}
        for number, seat in enumerate(seats):
            rest = list(zip(seats[number + 1 :], options[number + 1 :], strict=True))
            good = [one for one in options[number] if completes({**answers, seat: one}, rest, valid)]
            if not good:
                raise stop("PCG0909", "no valid declaration", node)
            answer = 0
            if len(good) > 1:
                item = node.seats.type.item if isinstance(node.seats.type, ListType) else node.seats.type
                asked = seat
                if isinstance(item, EntityType) and self.tables.root_of[item.name] != self.tables.player_type:
                    asked = self.call("controller", [seat], node.at)
                so_far = {} if node.secret else answers
                about = [so_far if name == "answers" else seat for name, _ in kind.about]
                answer = self.question(asked, kind, good, about)
            answers[seat] = plain(good[answer])
        return answers

    def eval_Window(self, node: ir.Window, env: Env) -> None:  # noqa: N802
        seats = self.eval(node.seats, env)
        args = self.named(node.args, env)
        loaded = {definition.id for copies in self.tables.copies.values() for definition in copies}
        effects = self.machine.program.effects
        functions, settings = self.machine.functions, self.tables.settings
        if not any(
            (e.kind, e.name) == ("use", node.name)
            and e.source in loaded
            and not is_idle(e, functions, settings)
            for e in effects
        ):
            return
        kind = self.kind(f"window:{node.name}", "window")
        for seat in seats:
            while True:
                offers = [
                    active
                    for active in self.in_force("use", node.name)
                    if self.offered(active, seat) and self.holds(active, args, node.at)
                ]
                options = [None, *(self.offer(active) for active in offers)]
                answer = self.question(seat, kind, options, args)
                if answer == 0:
                    break
                self.carry_out(offers[answer - 1], args, node.at)

    def offered(self, active: Active, seat: int) -> bool:
        """Whether a use is in force for a seat."""
        if active.owner is None or active.owner_type is None:
            return True
        return self.is_seats(active.owner_type, active.owner, seat)

    def offer(self, active: Active) -> Offer:
        """A use as a seat is offered it."""
        effect = self.machine.program.effects[active.effect]
        return Offer(active.effect, active.copy, effect.source, effect.label)

    def eval_Emit(self, node: ir.Emit, env: Env) -> None:  # noqa: N802
        self.emit(node.name, self.named(node.args, env), node.at)

    def eval_Announce(self, node: ir.Announce, env: Env) -> None:  # noqa: N802
        to = self.eval(node.to, env)
        args = self.named(node.args, env)
        seats = to if isinstance(to, list) else [to]
        if self.tables.players in seats:
            seats = list(range(self.tables.players))
        if self.tell is not None:
            self.tell(tuple(seats), node.name, tuple(plain(args)))

    def eval_NextStep(self, node: ir.NextStep, env: Env) -> None:  # noqa: N802
        args = plain(self.all(node.args, env))
        self.world.frames[-1].queue.append((node.name, args, node.scope))

    def eval_Cancel(self, node: ir.Cancel, env: Env) -> None:  # noqa: N802
        cancel(self.world, node.scope)

    def eval_EndScope(self, node: ir.EndScope, env: Env) -> None:  # noqa: N802
        reset(self.world, self.tables, node.scope)

    def eval_EndGame(self, node: ir.EndGame, env: Env) -> None:  # noqa: N802
        sides, winners = self.all((node.sides, node.winners), env)
        self.world.over = (node.reason, sides, winners)
        self.world.frames = []
        raise Stopped

    def eval_Original(self, node: ir.Original, env: Env) -> Any:  # noqa: N802
        assert env.original is not None
        return env.original(self.all(node.args, env))


def completes(
    answers: dict[Any, Any], rest: list[tuple[Any, list[Any]]], valid: Callable[[Any], bool]
) -> bool:
    """Whether answers can be completed to a whole that is valid."""
    if not rest:
        return valid(plain(answers))
    (seat, options), *others = rest
    return any(completes({**answers, seat: option}, others, valid) for option in options)


def bind(env: Env, targets: Sequence[str], item: Any) -> None:
    """Give a loop's names the next item."""
    if len(targets) == 1:
        env.names[targets[0]] = item
    else:
        env.names.update(zip(targets, item, strict=True))


def compare(op: str, left: Any, right: Any) -> bool:
    """One link of a comparison."""
    match op:
        case "==":
            return bool(left == right)
        case "!=":
            return bool(left != right)
        case "<":
            return bool(left < right)
        case "<=":
            return bool(left <= right)
        case ">":
            return bool(left > right)
        case ">=":
            return bool(left >= right)
        case "in":
            return bool(left in right)
    return bool(left not in right)
