"""From rules text to the untyped representation: expressions. Calls are told apart in parse_calls.py."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from itertools import pairwise
from keyword import iskeyword
from typing import Any, Literal

from pycardgen.lang import ir
from pycardgen.lang.limits import MAX_INT
from pycardgen.lang.source import Columns, Problems
from pycardgen.lang.world import UNKNOWN, World
from pycardgen.records import dataclass
from pycardgen.source import Code

Operator = Literal["+", "-", "*", "//", "%"]

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def bad() -> ir.Expr:
    """Stands for an expression that could not be read: nothing is said of it again."""
    return ir.Local("?", type=UNKNOWN)


def why_no_name(name: str) -> str:
    """Why a word can't name anything in rules; empty when it can."""
    if name.startswith("_"):
        return "names don't begin with an underscore"
    if not _NAME.fullmatch(name):
        return "names are made of the letters a to z, digits and underscores"
    return f"`{name}` is a word of the language itself" if iskeyword(name) else ""


@dataclass(slots=True)
class Reader:
    """Reads the expressions of one text."""

    code: Code
    world: World
    problems: Problems
    columns: Columns
    in_string: int = 0
    """The place of the f-string that is being read (Python places its parts badly), else 0."""

    def at(self, node: Any) -> int:
        """The place of a node of Python's tree."""
        if self.in_string:
            return self.in_string
        return self.columns.at(node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)

    def name_at(self, node: ast.FunctionDef, name: str) -> int:
        """The place of a function's name."""
        line = self.columns.lines[node.lineno - 1] if node.lineno <= len(self.columns.lines) else ""
        found = re.compile(rf"def\s+({re.escape(name)})\b").search(line)
        if found is None:
            return self.columns.at(node.lineno, node.col_offset, node.lineno, node.col_offset + 3)
        start, end = (len(line[:column].encode()) for column in found.span(1))
        return self.columns.at(node.lineno, start, node.lineno, end)

    def error(self, code: str, node: ast.AST, message: str, hint: str) -> None:
        """Report a problem with a node."""
        self.problems.error(code, self.at(node), message, hint)

    def check_name(self, name: str, at: int) -> bool:
        """Report a name that can't be one."""
        why = why_no_name(name)
        if why:
            self.problems.error("PCG0805", at, why, "choose another name")
        return not why

    def operator(self, op: ast.operator, node: ast.AST) -> Operator | None:
        """The operator of arithmetic, after an error None."""
        found = _OPERATORS.get(type(op))
        if found is None:
            name, hint = _NO_OPERATOR.get(type(op), ("this operator", ""))
            self.error("PCG0804", node, f"{name} isn't part of the rules language", hint)
        return found

    def targets(self, node: ast.expr) -> tuple[str, ...]:
        """The names that a loop gives a value; empty after an error."""
        parts = node.elts if isinstance(node, ast.Tuple) else [node]
        names = [part.id for part in parts if isinstance(part, ast.Name)]
        if len(names) != len(parts) or len(parts) > 2:
            hint = "two names stand over `enumerate(xs)` and `d.items()`"
            self.error("PCG0804", node, "a loop gives a value to one name, or to two", hint)
            return ()
        if not all(self.check_name(part.id, self.at(part)) for part in parts if isinstance(part, ast.Name)):
            return ()
        if len(set(names)) < len(names):
            self.error("PCG0805", node, f"both are called `{names[0]}`", "rename one")
            return ()
        return tuple(names)

    def expr(self, node: ast.expr) -> ir.Expr:
        """Read an expression; after an error, what was wrong is `bad()`."""
        handler = _EXPRESSIONS.get(type(node))
        if handler is not None:
            return handler(self, node)
        name, hint = _UNSUPPORTED.get(type(node), ("this", ""))
        self.error("PCG0804", node, f"{name} isn't part of the rules language", hint)
        return bad()


_OPERATORS: dict[type[ast.operator], Operator] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
}
_NO_OPERATOR: dict[type[ast.operator], tuple[str, str]] = {
    ast.Div: ("`/`", "use `//`, which rounds down"),
    ast.Pow: ("`**`", "multiply"),
    ast.MatMult: ("`@`", "use `*`"),
    ast.BitAnd: ("`&`", "use `and` between conditions"),
    ast.BitOr: ("`|`", "use `or` between conditions"),
    ast.BitXor: ("`^`", "use `!=` between conditions"),
    ast.LShift: ("`<<`", "multiply"),
    ast.RShift: ("`>>`", "use `//`"),
}
_UNSUPPORTED: dict[type[ast.expr], tuple[str, str]] = {
    ast.NamedExpr: ("`:=`", "assign in a statement of its own"),
    ast.Starred: ("`*`", "hand over each value by itself"),
    ast.Set: ("a set", "use a list or the keys of a dict"),
    ast.SetComp: ("a set", "use a list or the keys of a dict"),
    ast.Tuple: ("a tuple", "use a list, or two names"),
    ast.Slice: ("a slice", "use a comprehension over `range(...)`"),
    ast.GeneratorExp: (
        "a generator here",
        "put it into [ ]; alone it stands in any, all, sum, min, max, sorted",
    ),
    ast.JoinedStr: (
        "building text",
        "announce a message with arguments; f-strings stand only in `debug(...)`",
    ),
    ast.Yield: ("`yield`", "return a list"),
    ast.YieldFrom: ("`yield`", "return a list"),
    ast.Await: ("`await`", "delete it"),
}
_COMPARE: dict[type[ast.cmpop], ir.CompareOp] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.In: "in",
    ast.NotIn: "not in",
}


def _constant(reader: Reader, node: ast.Constant) -> ir.Expr:
    value = node.value
    if isinstance(value, bool | str | None):
        return ir.Lit(value, at=reader.at(node))
    if isinstance(value, int):
        if value <= MAX_INT:
            return ir.Lit(value, at=reader.at(node))
        reader.error("PCG0808", node, "this number doesn't fit in 64 bits", f"the largest is {MAX_INT}")
        return bad()
    name = {float: "a decimal number", complex: "a complex number", bytes: "a byte string"}.get(
        type(value), "`...`"
    )
    hint = "count in halves, tenths or thousandths: all numbers are whole" if isinstance(value, float) else ""
    reader.error("PCG0804", node, f"{name} isn't part of the rules language", hint)
    return bad()


def _name(reader: Reader, node: ast.Name) -> ir.Expr:
    at = reader.at(node)
    return ir.Local(node.id, at=at) if reader.check_name(node.id, at) else bad()


def _attribute(reader: Reader, node: ast.Attribute) -> ir.Expr:
    at = reader.at(node)
    if why_no_name(node.attr):
        problem = why_no_name(node.attr)
        reader.problems.tail(
            "PCG0805", at, len(node.attr), problem, "only what types.yaml declares can be read"
        )
        return bad()
    if isinstance(node.value, ast.Name):
        if node.value.id == "game":
            return ir.GameState(node.attr, at=at)
        if node.value.id == "settings":
            return ir.Setting(node.attr, at=at)
        if node.value.id == "memory":
            return ir.Memory(node.attr, at=at)
    return ir.Field(reader.expr(node.value), "", node.attr, at=at)


def _subscript(reader: Reader, node: ast.Subscript) -> ir.Expr:
    return ir.Index(reader.expr(node.value), reader.expr(node.slice), at=reader.at(node))


def _binary(reader: Reader, node: ast.BinOp) -> ir.Expr:
    op = reader.operator(node.op, node)
    left, right = reader.expr(node.left), reader.expr(node.right)
    return ir.Binary(op, left, right, at=reader.at(node)) if op is not None else bad()


def _unary(reader: Reader, node: ast.UnaryOp) -> ir.Expr:
    of = reader.expr(node.operand)
    if isinstance(node.op, ast.Not):
        return ir.Not(of, at=reader.at(node))
    if isinstance(node.op, ast.USub):
        if isinstance(of, ir.Lit) and type(of.value) is int and of.value > 0:
            return ir.Lit(-of.value, at=reader.at(node))
        return ir.Negative(of, at=reader.at(node))
    name = "`~`" if isinstance(node.op, ast.Invert) else "`+` before a number"
    reader.error("PCG0804", node, f"{name} isn't part of the rules language", "")
    return bad()


def _compare(reader: Reader, node: ast.Compare) -> ir.Expr:
    if any(isinstance(op, ast.Is | ast.IsNot) for op in node.ops):
        return _is(reader, node)
    ops = tuple(_COMPARE[type(op)] for op in node.ops)
    operands = [reader.expr(part) for part in (node.left, *node.comparators)]
    for op, (left, right) in zip(ops, pairwise(operands), strict=True):
        if op in ("==", "!=") and any(
            isinstance(side, ir.Lit) and side.value is None for side in (left, right)
        ):
            word = "is" if op == "==" else "is not"
            reader.error("PCG0804", node, f"None is tested with `{word}`", f"write `{word} None`")
            return bad()
    return ir.Compare(operands[0], ops, tuple(operands[1:]), at=reader.at(node))


def _is(reader: Reader, node: ast.Compare) -> ir.Expr:
    right = node.comparators[0]
    of = reader.expr(node.left)
    if len(node.ops) == 1 and isinstance(right, ast.Constant) and right.value is None:
        return ir.IsNone(of, isinstance(node.ops[0], ast.IsNot), at=reader.at(node))
    reader.error("PCG0804", node, "`is` only tests for None", "compare with `==` or `!=`")
    return bad()


def _bool(reader: Reader, node: ast.BoolOp) -> ir.Expr:
    items = tuple(reader.expr(value) for value in node.values)
    made = ir.And if isinstance(node.op, ast.And) else ir.Or
    return made(items, at=reader.at(node))


def _conditional(reader: Reader, node: ast.IfExp) -> ir.Expr:
    test, then, other = reader.expr(node.test), reader.expr(node.body), reader.expr(node.orelse)
    return ir.Cond(test, then, other, at=reader.at(node))


def _list(reader: Reader, node: ast.List) -> ir.Expr:
    return ir.ListLit(tuple(reader.expr(item) for item in node.elts), at=reader.at(node))


def _dict(reader: Reader, node: ast.Dict) -> ir.Expr:
    keys: list[ir.Expr] = []
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            reader.error("PCG0804", value, "`**` isn't part of the rules language", "assign each item")
        keys.append(reader.expr(key) if key is not None else bad())
    return ir.DictLit(tuple(keys), tuple(reader.expr(value) for value in node.values), at=reader.at(node))


def _clauses(reader: Reader, generators: list[ast.comprehension]) -> tuple[ir.Clause, ...] | None:
    found: list[ir.Clause] = []
    for one in generators:
        over = reader.expr(one.iter)
        targets = reader.targets(one.target)
        if not targets:
            return None
        found.append(ir.Clause(targets, over, tuple(reader.expr(test) for test in one.ifs)))
    return tuple(found)


def _list_comprehension(reader: Reader, node: ast.ListComp) -> ir.Expr:
    return comprehension(reader, node)


def comprehension(reader: Reader, node: ast.ListComp | ast.GeneratorExp) -> ir.Expr:
    """A list comprehension, or a generator where one may stand."""
    clauses = _clauses(reader, node.generators)
    item = reader.expr(node.elt)
    return ir.ListComp(item, clauses, at=reader.at(node)) if clauses is not None else bad()


def _dict_comprehension(reader: Reader, node: ast.DictComp) -> ir.Expr:
    clauses = _clauses(reader, node.generators)
    key, value = reader.expr(node.key), reader.expr(node.value)
    return ir.DictComp(key, value, clauses, at=reader.at(node)) if clauses is not None else bad()


def _lambda(reader: Reader, node: ast.Lambda) -> ir.Expr:
    args = node.args
    if args.posonlyargs or args.kwonlyargs or args.vararg or args.kwarg or args.defaults or args.kw_defaults:
        reader.error("PCG0804", node, "a lambda has plain parameters only", "write `lambda x: ...`")
        return bad()
    names = tuple(arg.arg for arg in args.args)
    if not all(reader.check_name(arg.arg, reader.at(arg)) for arg in args.args):
        return bad()
    if len(set(names)) < len(names):
        reader.error("PCG0805", node, "two parameters have one name", "rename one")
        return bad()
    return ir.Lambda(names, reader.expr(node.body), at=reader.at(node))


def _call(reader: Reader, node: ast.Call) -> ir.Expr:
    from pycardgen.lang.parse_calls import call  # which reads expressions in turn

    return call(reader, node)


_EXPRESSIONS: dict[type[ast.expr], Callable[[Reader, Any], ir.Expr]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.Compare: _compare,
    ast.BoolOp: _bool,
    ast.IfExp: _conditional,
    ast.List: _list,
    ast.Dict: _dict,
    ast.ListComp: _list_comprehension,
    ast.DictComp: _dict_comprehension,
    ast.Lambda: _lambda,
    ast.Call: _call,
}
