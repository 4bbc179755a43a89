"""What the compiler wrote is accepted as it is; what differs from it is not."""

from __future__ import annotations

import random
from dataclasses import fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from lang.games import base, compiled, load, program_of, with_text
from pycardgen.lang import ir
from pycardgen.lang.compile import compile_rules
from pycardgen.lang.source import NOWHERE
from pycardgen.lang.verify import verify
from pycardgen.model.game import Game
from pycardgen.model.load import load_game
from pycardgen.model.types import INT, NONE, STR, EntityType, EnumType, ListType, OptionalType

ROOT = Path(__file__).parents[1]
GAMES = [
    "lang/game",
    "data/base_game",
    "conformance/crew",
    "conformance/halls",
    "conformance/hidden",
    "conformance/dungeon",
]


@cache
def game_and_program(name: str) -> tuple[Game, ir.Program]:
    game = load(ROOT / name)
    program, problems = compiled(game)
    assert program is not None, problems
    return game, program


@pytest.mark.parametrize("name", GAMES)
def test_checking_is_idempotent(name: str) -> None:
    game, program = game_and_program(name)
    assert verify(program, game) == []


def test_packs() -> None:
    problems: list[Any] = []
    game = load_game(ROOT / "conformance/crew", problems.append, [ROOT / "conformance/crew-pack"])
    assert game is not None
    program = compile_rules(game, problems.append)
    assert program is not None, problems
    assert verify(program, game) == []


def with_body(
    *body: ir.Stmt, params: tuple[tuple[str, Any], ...] = (("p", EntityType("Player")),)
) -> ir.Program:
    """The small game's program with one more rule."""
    program = program_of("")
    return replace(program, functions=(*program.functions, ir.Func("extra", params, NONE, body)))


P = ir.Local("p", type=EntityType("Player"))
SCORE = ir.State(P, "Player", "score", type=INT)


def test_a_right_addition_is_accepted() -> None:
    assert verify(with_body(ir.Assign(SCORE, ir.Lit(3, type=INT))), base()) == []


@pytest.mark.parametrize(
    "body",
    [
        ir.Assign(SCORE, ir.Lit(3, type=STR)),
        ir.Assign(SCORE, ir.Lit(3, type=INT), at=10**6),
        ir.Assign(SCORE, ir.Lit(3, type=INT, at=-1)),
        ir.Assign(ir.Local("u", type=EntityType("?")), ir.Lit(3, type=INT)),
        ir.Assign(SCORE, ir.Lit("x", type=INT)),
        ir.Assign(SCORE, ir.Lit(2**63, type=INT)),
        ir.Assign(SCORE, ir.Local("?", type=INT)),
        ir.Assign(SCORE, ir.Local("__import__", type=INT)),
        ir.Assign(ir.Local("__class__", type=INT), ir.Lit(1, type=INT)),
        ir.Assign(ir.Local("a; import os", type=INT), ir.Lit(1, type=INT)),
        ir.Assign(ir.Local("class", type=INT), ir.Lit(1, type=INT)),
        ir.Assign(ir.Local("table", type=INT), ir.Lit(1, type=INT)),
        ir.Assign(ir.Local("a"), ir.Lit(1, type=INT)),
        ir.Assign(ir.Local("a", type=EntityType("Nobody")), ir.Lit(1, type=INT)),
        ir.Assign(ir.Field(P, "Player", "__class__", type=INT), ir.Lit(1, type=INT)),
        ir.Assign(ir.State(P, "Tree", "score", type=INT), ir.Lit(1, type=INT)),
        ir.Assign(ir.Field(P, "Player", "score", type=INT), ir.Lit(1, type=INT)),
        ir.Assign(ir.Setting("days", type=INT), ir.Lit(1, type=INT)),
        ir.Augment(SCORE, "**", ir.Lit(1, type=INT)),  # type: ignore[arg-type]
        ir.Assign(SCORE, ir.Binary("/", SCORE, SCORE, type=INT)),  # type: ignore[arg-type]
        ir.Do(ir.Call("open", (ir.Lit("x", type=STR),), type=NONE)),
        ir.Do(ir.Call("bot:possible_trees", (P, P), type=ListType(EntityType("Tree")))),
        ir.Do(ir.Builtin("list.nothing", (ir.Lit(1, type=INT),), type=NONE)),
        ir.Do(ir.Builtin("len", (ir.State(P, "Player", "notes", type=ListType(INT)),), type=INT)),
        ir.Do(ir.Builtin("every", (ir.Lit("os", type=STR),), type=ListType(EntityType("os")))),
        ir.Do(ir.Builtin("debug", (ir.Lit("x", type=STR),), type=NONE)),
        ir.Do(ir.Emit("nothing", type=NONE)),
        ir.Do(ir.Announce(P, "went", (), type=NONE)),
        ir.Do(ir.NextStep("turn", (), type=NONE)),
        ir.Do(ir.Original((), type=NONE)),
        ir.Break(),
        ir.Return(ir.Lit(1, type=INT)),
        ir.For((), ir.Const("everyone", type=ListType(EntityType("Player"))), ()),
        ir.For(("a", "b", "c"), ir.Const("everyone", type=ListType(EntityType("Player"))), ()),
        ir.If(ir.Compare(SCORE, (), (), type=INT), ()),
        ir.If(ir.Compare(SCORE, ("is",), (SCORE,), type=INT), ()),  # type: ignore[arg-type]
        ir.Assign(SCORE, ir.Lambda((), ir.Lit(1, type=INT), type=INT)),
        ir.Assign(SCORE, ir.FuncRef("reach", type=INT)),
        ir.Assign(ir.Memory("guess", type=INT), ir.Lit(1, type=INT)),
        ir.Do(ir.Lit(1, type=INT)),
        ir.Assign(ir.Local("d", type=INT), ir.Entity("Tree", "nowhere", type=EntityType("Tree"))),
        ir.Assign(ir.Local("w", type=EnumType("Weather")), ir.Lit("fog", type=EnumType("Weather"))),
        ir.Assign(ir.Local("o", type=OptionalType(OptionalType(INT))), ir.Lit(None, type=NONE)),
    ],
)
def test_wrong_additions_are_refused(body: ir.Stmt) -> None:
    assert verify(with_body(body), base()) != []


@pytest.mark.parametrize("name", ["__import__", "a b", "open(1)", "choose", "bot:", "class", "on:x:y"])
def test_wrong_names_are_refused(name: str) -> None:
    program = program_of("")
    extra = ir.Func(name, (), NONE, ())
    assert verify(replace(program, functions=(*program.functions, extra)), base()) != []


@pytest.mark.parametrize("name", ["self; x", "board", "_p"])
def test_wrong_parameters_are_refused(name: str) -> None:
    assert verify(with_body(params=((name, INT),)), base()) != []


@pytest.mark.parametrize(
    "change",
    [
        {"name": "reached"},
        {"source": "nobody"},
        {"body": "turn"},
        {"body": "nothing"},
        {"condition": "turn"},
        {"stage": None},
        {"stage": "worst"},
        {"kind": "use"},
    ],
)
def test_wrong_effects_are_refused(change: dict[str, Any]) -> None:
    game, program = game_and_program("data/base_game")
    (number,) = [n for n, effect in enumerate(program.effects) if effect.stage == "add"]
    effects = list(program.effects)
    effects[number] = replace(effects[number], **change)
    assert verify(replace(program, effects=tuple(effects)), game) != []


@pytest.mark.parametrize(
    "table", [(), ((1, 1, 1, 1, 1),), (NOWHERE, (9, 1, 1, 1, 1)), (NOWHERE, (0, -1, 1, 1, 1))]
)
def test_odd_positions_are_refused(table: Any) -> None:
    assert verify(replace(program_of(""), positions=table), base()) != []


def test_deep_trees_are_refused() -> None:
    deep: ir.Expr = ir.Lit(True)
    for _ in range(50_000):
        deep = ir.Not(deep)
    assert verify(with_body(ir.If(deep, ())), base()) == ["the program is nested too deeply"]


# --- random damage ------------------------------------------------------------------------------------------


def places(node: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to every value of a tree."""
    found = [path]
    if is_dataclass(node):
        for field in fields(node):
            found += places(getattr(node, field.name), (*path, field.name))
    elif isinstance(node, tuple):
        for n, item in enumerate(node):
            found += places(item, (*path, n))
    return found


def value_at(node: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        node = getattr(node, step) if isinstance(step, str) else node[step]
    return node


def sort_of(root: Any, path: tuple[Any, ...]) -> Any:
    """What may stand in place of a value without breaking the form of the tree."""
    value = value_at(root, path)
    if isinstance(value, ir.Expr):
        return "expression"
    if isinstance(value, ir.Stmt):
        return "statement"
    names = [n for n, step in enumerate(path) if isinstance(step, str)]
    if not names:
        return type(value)
    return type(value_at(root, path[: names[-1]])), path[names[-1] :][:1], len(path) - names[-1], type(value)


def put(node: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    step, *rest = path
    if isinstance(step, str):
        return replace(node, **{step: put(getattr(node, step), tuple(rest), value)})
    return (*node[:step], put(node[step], tuple(rest), value), *node[step + 1 :])


def test_damage_is_noticed_and_never_raises() -> None:
    """A part is replaced by another of its sort from elsewhere: accepted only where it is right there too."""
    game, program = game_and_program("lang/game")
    functions = program.functions
    everything = [path for path in places(functions) if path]
    by_sort: dict[Any, list[Any]] = {}
    for path in everything:
        by_sort.setdefault(sort_of(functions, path), []).append(value_at(functions, path))
    chance = random.Random(7)
    refused = 0
    for _ in range(300):
        path = chance.choice(everything)
        new = chance.choice(by_sort[sort_of(functions, path)])
        damaged = replace(program, functions=put(functions, path, new))
        problems = verify(damaged, game)
        refused += bool(problems)
        if not problems:
            again = verify(damaged, game)
            assert again == []
        if damaged == program:
            assert problems == []
    assert refused > 100


def test_bots_are_verified_as_bots() -> None:
    program = program_of("", "def go(me: Player, options: list[Tree]) -> Tree:\n    return options[0]\n")
    as_rules = tuple(replace(func, role="rule") if func.role == "bot" else func for func in program.functions)
    assert verify(program, base()) == []
    assert verify(replace(program, functions=as_rules), base()) != []


def test_the_game_matters() -> None:
    program = program_of("def one(p: Player):\n    p.score = settings.days\n")
    other = replace(base(), settings={})
    assert any("PCG0813" in problem for problem in verify(program, other))
    assert verify(program, with_text()) == []
