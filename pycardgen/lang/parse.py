"""From rules text to the untyped representation: functions and statements. Expressions are in parse_expr.py.

What comes out says only what the text says. Names are `Local`, attributes `Field` of entity "", methods
`Builtin(".append", ...)`; the checker replaces them by what they are. What could not be read is `BAD`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable
from typing import Any

from pycardgen.diagnostics import Diagnostic
from pycardgen.lang import elsewhere, ir
from pycardgen.lang.annotations import read_type
from pycardgen.lang.limits import excess, too_deep
from pycardgen.lang.parse_expr import Reader, bad
from pycardgen.lang.source import Columns, Problems
from pycardgen.lang.world import UNKNOWN, World
from pycardgen.model.types import NONE, Type
from pycardgen.records import dataclass, field
from pycardgen.source import Code


@dataclass(slots=True)
class Parsed:
    """A file of functions. `broken`: those that were not wholly read; `complete`: it could be parsed."""

    functions: list[ir.Func] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)
    complete: bool = True


def parse_file(code: Code, world: World, problems: Problems) -> Parsed:
    """Read a file of functions. What is wrong is reported; the rest is still read."""
    tree = _tree(code, problems)
    if tree is None:
        names = re.findall(r"^def[ \t]+([A-Za-z]\w*)", code.text, re.MULTILINE | re.ASCII)
        return Parsed(broken=set(names), complete=False)
    reader = Reader(code, world, problems, Columns(code, problems.positions))
    parsed, strays = Parsed(), 0
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            before = problems.errors
            parsed.functions.append(_function(reader, node))
            if problems.errors > before:
                parsed.broken.add(node.name)
        elif not _docstring(node):
            strays += 1
            if strays > MOST_STRAYS:
                break
            name, hint = _UNSUPPORTED.get(type(node).__name__, ("", _TOP_HINT))
            what = (
                f"{name} isn't part of the rules language"
                if name
                else "only `def` stands at the top of a rules file"
            )
            reader.error("PCG0804", node, what, hint)
    return parsed


def parse_body(code: Code, world: World, problems: Problems) -> tuple[ir.Stmt, ...] | None:
    """Read statements; None when they can't be parsed."""
    tree = _tree(code, problems)
    if tree is None:
        return None
    reader = Reader(code, world, problems, Columns(code, problems.positions))
    return _block(reader, tree.body)


def parse_expression(code: Code, world: World, problems: Problems) -> ir.Expr | None:
    """Read one expression; None when it can't be parsed. It may stretch over lines without brackets."""
    if not _within_bounds(code, problems):
        return None
    tree = _parsed(code, "(" + code.text + "\n)", problems, indent=1)
    if not isinstance(tree, ast.Module):
        return None
    statement = tree.body[0] if len(tree.body) == 1 else None
    found = statement.value if isinstance(statement, ast.Expr) else None
    closed_early = found is not None and (found.lineno, found.col_offset) == (1, 0)
    if found is None or (closed_early and not isinstance(found, ast.Tuple | ast.GeneratorExp)):
        _not_an_expression(code, problems)
        return None
    if isinstance(found, ast.Tuple) and not found.elts:
        _not_an_expression(code, problems)
        return None
    columns = Columns(code, problems.positions, indent=1)
    return Reader(code, world, problems, columns).expr(found)


def _not_an_expression(code: Code, problems: Problems) -> None:
    span = code.span(1, 0, 1, len(code.text.split("\n")[0]))
    problems.add(Diagnostic("PCG0802", "one expression is expected here", span, "such as `owner.wounds > 2`"))


MOST_STRAYS = 20
"""After so many statements outside of functions the text is taken for something else than rules."""

_TOP_HINT = "tables go into YAML, state into types.yaml"


def _tree(code: Code, problems: Problems) -> ast.Module | None:
    if not _within_bounds(code, problems):
        return None
    tree = _parsed(code, code.text, problems)
    return tree if isinstance(tree, ast.Module) else None


def _within_bounds(code: Code, problems: Problems) -> bool:
    over = excess(code.text)
    if over is None:
        return True
    span = code.span(over.line, over.column, over.line, over.column + 1)
    problems.add(Diagnostic(over.code, over.message, span, over.hint))
    return False


def _parsed(code: Code, source: str, problems: Problems, indent: int = 0) -> ast.AST | None:
    """Python's tree, no deeper than MAX_DEPTH. Warnings about the text are the caller's to silence."""
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        problems.add(_syntax(code, error, indent))
        return None
    except (RecursionError, MemoryError, ValueError):
        span = code.span(1, 0, 1, len(code.text.split("\n")[0]))
        problems.add(Diagnostic("PCG0801", "this is nested too deeply", span, "name parts of it first"))
        return None
    deep = too_deep(tree)
    if deep is not None:
        at = Columns(code, problems.positions, indent).at(*_marks(deep))
        problems.error(
            "PCG0801", at, "this is nested too deeply", "name parts of it first, or use a function"
        )
        return None
    return tree


def _marks(node: ast.AST) -> tuple[int, int, int, int]:
    marks = [getattr(node, name, None) for name in ("lineno", "col_offset", "end_lineno", "end_col_offset")]
    if None in marks:
        return (1, 0, 1, 1)
    return (marks[0] or 1, marks[1] or 0, marks[2] or 1, marks[3] or 1)


def _syntax(code: Code, error: SyntaxError, indent: int) -> Diagnostic:
    lines = code.text.split("\n")
    line = min(max(error.lineno or 1, 1), len(lines))
    shift = 1 + (indent if line == 1 else 0)
    column = min(max((error.offset or 1) - shift, 0), len(lines[line - 1]))
    same = error.end_lineno == error.lineno and (error.end_offset or 0) - shift > column
    end = min((error.end_offset or 0) - shift, len(lines[line - 1])) if same else column + 1
    message = (error.msg or "invalid syntax").split("(<unknown>")[0].strip()
    hint = "indent the body of a block by four spaces"
    if not isinstance(error, IndentationError):
        hint = elsewhere.sign(lines[line - 1], column)
    span = code.span(line, column, line, max(end, column))
    return Diagnostic("PCG0802", f"this can't be read: {message}", span, hint)


# --- functions ----------------------------------------------------------------------------------------------


def _function(reader: Reader, node: ast.FunctionDef) -> ir.Func:
    at = reader.name_at(node, node.name)
    reader.check_name(node.name, at)
    for variable in getattr(node, "type_params", ()):  # from Python 3.12 on
        reader.error("PCG0804", variable, "rules have no type parameters", "write the types that there are")
    for decorator in node.decorator_list:
        reader.error("PCG0804", decorator, "decorators aren't part of the rules language", "delete it")
    params = tuple(_parameters(reader, node.args))
    result: Type = read_type(node.returns, reader.world, reader.error) if node.returns is not None else NONE
    return ir.Func(node.name, params, result, _block(reader, _without_docstring(node.body)), at=at)


def _parameters(reader: Reader, args: ast.arguments) -> Iterable[tuple[str, Type]]:
    odd = [*args.posonlyargs, *args.kwonlyargs, *filter(None, (args.vararg, args.kwarg))]
    for arg in odd:
        hint = "give every parameter a name and a type, in order"
        reader.error("PCG0804", arg, "only plain parameters are part of the rules language", hint)
    for default in (*args.defaults, *filter(None, args.kw_defaults)):
        hint = "write a second function, or hand the value in each call"
        reader.error("PCG0804", default, "parameters have no defaults in the rules language", hint)
    seen: set[str] = set()
    for arg in args.args:
        at = reader.at(arg)
        reader.check_name(arg.arg, at)
        if arg.arg in seen:
            reader.error("PCG0805", arg, f"two parameters are called `{arg.arg}`", "rename one")
        seen.add(arg.arg)
        if arg.annotation is None:
            reader.error(
                "PCG0806", arg, f"the parameter `{arg.arg}` has no type", f"write `{arg.arg}: int`, say"
            )
            yield arg.arg, UNKNOWN
        else:
            yield arg.arg, read_type(arg.annotation, reader.world, reader.error)


def _docstring(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    return body[1:] if body and _docstring(body[0]) else body


# --- statements ---------------------------------------------------------------------------------------------


def _block(reader: Reader, body: list[ast.stmt]) -> tuple[ir.Stmt, ...]:
    found: list[ir.Stmt] = []
    for node in body:
        found.extend(_statement(reader, node))
    return tuple(found)


_UNSUPPORTED: dict[str, tuple[str, str]] = {
    "Import": ("`import`", "everything there is can be used by its name"),
    "ImportFrom": ("`import`", "everything there is can be used by its name"),
    "ClassDef": ("`class`", "types are declared in types.yaml"),
    "FunctionDef": ("a `def` inside a function", "write it at the top of the file"),
    "AsyncFunctionDef": ("`async`", "write a plain `def`"),
    "AsyncFor": ("`async`", "write a plain `for`"),
    "AsyncWith": ("`async`", "delete it"),
    "Try": ("`try`", "test first: `if x in d`, `if x is not None`, `if len(xs) > 0`"),
    "TryStar": ("`try`", "test first: `if x in d`, `if x is not None`, `if len(xs) > 0`"),
    "Raise": ("`raise`", "end the game with `end_game`, or return"),
    "With": ("`with`", "delete it"),
    "Global": ("`global`", "state is declared in types.yaml and written as `game.x`"),
    "Nonlocal": ("`nonlocal`", "state is declared in types.yaml and written as `game.x`"),
    "Delete": ("`del`", "use `d.pop(k)` or `xs.pop(i)`"),
    "Assert": ("`assert`", "test with `if`"),
    "Match": ("`match`", "use `if` and `elif`"),
    "TypeAlias": ("`type`", "types are declared in types.yaml"),
}


def _statement(reader: Reader, node: ast.stmt) -> list[ir.Stmt]:
    handler = _STATEMENTS.get(type(node))
    if handler is not None:
        return handler(reader, node)
    name, hint = _UNSUPPORTED.get(type(node).__name__, ("this", ""))
    reader.error("PCG0804", node, f"{name} isn't part of the rules language", hint)
    return []


def _expression_statement(reader: Reader, node: ast.Expr) -> list[ir.Stmt]:
    return [ir.Do(reader.expr(node.value), at=reader.at(node))]


def _pass(_: Reader, __: ast.Pass) -> list[ir.Stmt]:
    return []


def _assign(reader: Reader, node: ast.Assign) -> list[ir.Stmt]:
    if len(node.targets) > 1:
        reader.error("PCG0804", node, "one assignment sets one thing", "write two assignments")
        return []
    target = _target(reader, node.targets[0])
    return [ir.Assign(target, reader.expr(node.value), at=reader.at(node))]


def _annotated(reader: Reader, node: ast.AnnAssign) -> list[ir.Stmt]:
    kind = read_type(node.annotation, reader.world, reader.error)
    if not isinstance(node.target, ast.Name):
        reader.error(
            "PCG0804", node.target, "only a local takes a type here", "its type stands in types.yaml"
        )
        return []
    target = reader.expr(node.target)
    if isinstance(target, ir.Local):
        target = ir.Local(target.name, at=target.at, type=kind)
    if node.value is None:
        reader.error("PCG0804", node, "a local needs a value", f"write `{node.target.id}: {kind} = ...`")
        return [ir.Assign(target, bad(), at=reader.at(node))]
    return [ir.Assign(target, reader.expr(node.value), at=reader.at(node))]


def _augmented(reader: Reader, node: ast.AugAssign) -> list[ir.Stmt]:
    op = reader.operator(node.op, node)
    target, value = _target(reader, node.target), reader.expr(node.value)
    return [ir.Augment(target, op, value, at=reader.at(node))] if op is not None else []


def _target(reader: Reader, node: ast.expr) -> ir.Expr:
    if isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
        return reader.expr(node)
    what = "several names" if isinstance(node, ast.Tuple | ast.List) else "this"
    reader.error("PCG0804", node, f"{what} can't be assigned to at once", "assign to one name, state or item")
    return bad()


def _if(reader: Reader, node: ast.If) -> list[ir.Stmt]:
    test = reader.expr(node.test)
    return [ir.If(test, _block(reader, node.body), _block(reader, node.orelse), at=reader.at(node.test))]


def _for(reader: Reader, node: ast.For) -> list[ir.Stmt]:
    targets, over = reader.targets(node.target), reader.expr(node.iter)
    body = _block(reader, node.body)
    _no_else(reader, node.orelse)
    return [ir.For(targets, over, body, at=reader.at(node.iter))] if targets else []


def _while(reader: Reader, node: ast.While) -> list[ir.Stmt]:
    test, body = reader.expr(node.test), _block(reader, node.body)
    _no_else(reader, node.orelse)
    return [ir.While(test, body, at=reader.at(node.test))]


def _no_else(reader: Reader, body: list[ast.stmt]) -> None:
    if body:
        hint = "set a local before `break` and test it after the loop"
        reader.error("PCG0804", body[0], "`else` after a loop isn't part of the rules language", hint)
        _block(reader, body)


def _return(reader: Reader, node: ast.Return) -> list[ir.Stmt]:
    value = reader.expr(node.value) if node.value is not None else None
    return [ir.Return(value, at=reader.at(node))]


def _break(reader: Reader, node: ast.Break) -> list[ir.Stmt]:
    return [ir.Break(at=reader.at(node))]


def _continue(reader: Reader, node: ast.Continue) -> list[ir.Stmt]:
    return [ir.Continue(at=reader.at(node))]


_STATEMENTS: dict[type[ast.stmt], Callable[[Reader, Any], list[ir.Stmt]]] = {
    ast.Expr: _expression_statement,
    ast.Pass: _pass,
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.If: _if,
    ast.For: _for,
    ast.While: _while,
    ast.Return: _return,
    ast.Break: _break,
    ast.Continue: _continue,
}
