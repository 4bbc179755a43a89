"""The table of built-ins: the docs and the model have the same, and calls get their checked form."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lang.games import function, program_of
from pycardgen.lang import ir
from pycardgen.lang.builtins import CONSTANTS, FORMS, NAMESPACES, by_written, specs
from pycardgen.model import names

DOCS = (Path(__file__).parents[2] / "docs" / "language.md").read_text(encoding="utf-8")
SECTION = DOCS.split("## Built-in functions")[1].split("\n## ")[0]
FUNCTIONS = {name for name in by_written() if name[0] != "."} | set(FORMS)
METHODS = {name[1:] for name in by_written() if name[0] == "."}


def documented() -> set[str]:
    """Every word that a code span of the section calls, or that stands in one of its bare lists of names."""
    found: set[str] = set()
    for span in re.findall(r"`([^`]+)`", SECTION):
        found |= set(re.findall(r"(?<![\w.])([a-z_]+)\(", span))
        found |= set(re.findall(r"\.([a-z_]+)\(", span))
        if re.fullmatch(r"[a-z_() ,]+", span) and " " in span and "," not in span:
            found |= {word.split("(")[0] for word in span.split()}
    return found


def test_docs_have_what_there_is() -> None:
    everything = FUNCTIONS | METHODS
    assert everything - {"isinstance"} <= documented()
    assert "isinstance" in DOCS


def test_docs_have_nothing_else() -> None:
    handed_in = {"controller", "f", "g", "options", "valid"}
    known = FUNCTIONS | METHODS | handed_in
    called = set(re.findall(r"(?<![\w.])([a-z_]+)\(", " ".join(re.findall(r"`([^`]+)`", SECTION))))
    assert called <= known


def test_names_agree_with_the_model() -> None:
    assert FUNCTIONS | {"side_of", "controller"} == names.BUILTIN_FUNCTIONS
    assert {*CONSTANTS, *NAMESPACES, "self", "owner"} == names.CONSTANTS


def test_rows_are_well_formed() -> None:
    for name, spec in specs().items():
        assert name == spec.name
        named = [param.named for param in spec.params]
        assert named == sorted(named)
        assert not any(param.optional and param.named for param in spec.params)


def shape(node: object) -> str:
    """A tree in short: names, arguments, and the type of the whole."""
    if isinstance(node, ir.Builtin):
        named = [f"{name}={shape(value)}" for name, value in node.named]
        return f"{node.name}({', '.join([*map(shape, node.args), *named])})"
    if isinstance(node, ir.Call):
        return f"{node.name}!({', '.join(map(shape, node.args))})"
    if isinstance(node, ir.Lit):
        return repr(node.value)
    if isinstance(node, ir.Local | ir.Const | ir.FuncRef):
        return node.name
    if isinstance(node, ir.State | ir.Field):
        return f"{shape(node.of)}.{node.name}"
    if isinstance(node, ir.GameState):
        return f"game.{node.name}"
    if isinstance(node, ir.Entity):
        return f"{node.entity}[{node.id}]"
    return type(node).__name__


MORE = """
def ripe(t: Tree) -> bool:
    return t.ripe

def next_to(t: Tree) -> list[Tree]:
    return neighbors(t)

"""


@pytest.mark.parametrize(
    ("text", "form", "kind"),
    [
        ("len(p.notes)", "list.len(p.notes)", "int"),
        ("len(game.known)", "dict.len(game.known)", "int"),
        ("len(p.basket)", "zone.len(p.basket)", "int"),
        ("list(p.notes)", "list.copy(p.notes)", "list[int]"),
        ("list(p.basket)", "zone.list(p.basket)", "list[Fruit]"),
        ("list(q.score for q in everyone)", "list.copy(ListComp)", "list[int]"),
        ("roll(6)", "roll(6)", "int"),
        ("roll(die)", "roll_die(die)", "Weather"),
        ("range(3)", "range(0, 3)", "list[int]"),
        ("range(1, 3)", "range(1, 3)", "list[int]"),
        ("min(1, 2)", "int.min(1, 2)", "int"),
        ("max([1, 2])", "list.max(ListLit)", "int"),
        ("min(p.notes, default=None)", "list.min(p.notes, default=None)", "int | None"),
        ("max(p.basket, key=lambda f: f.weight)", "list.max(zone.list(p.basket), key=Lambda)", "Fruit"),
        ("sorted(p.notes, reverse=True)", "sorted(p.notes, reverse=True)", "list[int]"),
        ("sorted(z, key=lambda f: [f.weight, f.worms])", "sorted(zone.list(z), key=Lambda)", "list[Apple]"),
        ("p.notes.pop()", "list.pop(p.notes, -1)", "int"),
        ("p.notes.pop(0)", "list.pop(p.notes, 0)", "int"),
        ("game.known.get(p)", "dict.get(game.known, p, None)", "Tree | None"),
        ("game.known.get(p, p.tree)", "dict.get(game.known, p, p.tree)", "Tree"),
        ("game.known.pop(p)", "dict.pop(game.known, p)", "Tree"),
        ("game.known.keys()", "dict.keys(game.known)", "list[Player]"),
        ("game.known.values()", "dict.values(game.known)", "list[Tree]"),
        ("within(p.tree, 2)", "within(p.tree, 2)", "list[Tree]"),
        ("within(p.tree, 2, ripe)", "within(p.tree, 2, passable=ripe)", "list[Tree]"),
        (
            "within(p.tree, n=2, passable=ripe, neighbors=next_to)",
            "within(p.tree, 2, neighbors=next_to, passable=ripe)",
            "list[Tree]",
        ),
        (
            "shortest_path(p, p, neighbors=lambda q: after(q))",
            "shortest_path(p, p, neighbors=Lambda)",
            "list[Player]",
        ),
        ("draw(game.pile, to=p.basket)", "zone.draw(game.pile, p.basket)", "Fruit | None"),
        ("draw(z, p.basket)", "zone.draw(z, p.basket)", "Apple | None"),
        ("top(z)", "zone.top(z)", "Apple | None"),
        ("every(Apple)", "every('Apple')", "list[Apple]"),
        ("side(p.tree, 0)", "side(p.tree, 0)", "Tree | None"),
        ("distance(p.tree, board.gate)", "distance(p.tree, board.gate)", "int"),
        ("after(p)", "after(p)", "list[Player]"),
        ("pick(p.basket)", "pick(zone.list(p.basket))", "Fruit"),
        ("known(p.pal)", "known(p.pal)", "Player"),
        ('Apple["red"]', "Apple[red]", "Apple"),
        ("reach(p)", "reach!(p)", "int"),
        ("z[0]", "Index", "Apple"),
        ('[f, Apple["red"]]', "ListLit", "list[Fruit]"),
        ("p.pal if p.tired else p", "Cond", "Player | None"),
        ("[1] + p.notes", "Binary", "list[int]"),
        ("f.id", "f.id", "id[Fruit]"),
        ("p.seat", "p.seat", "int"),
        ("mission.quota", "mission.quota", "int"),
    ],
)
def test_checked_forms(text: str, form: str, kind: str) -> None:
    rules = f"{MORE}def case(p: Player, f: Fruit, z: Zone[Apple], die: WeatherDie):\n    x = {text}\n"
    (assign,) = function(program_of(rules), "case").body
    assert isinstance(assign, ir.Assign)
    assert (shape(assign.value), str(assign.value.type)) == (form, kind)
