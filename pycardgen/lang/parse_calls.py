"""From rules text to the untyped representation: calls of rules, of built-ins, and of special forms."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from pycardgen.lang import ir
from pycardgen.lang.builtins import by_written
from pycardgen.lang.parse_expr import Reader, bad, comprehension, why_no_name
from pycardgen.records import dataclass

OVER_GENERATORS = frozenset({"any", "all", "sum", "min", "max", "sorted", "list"})
"""Built-ins whose first argument may be a bare generator."""


def call(reader: Reader, node: ast.Call) -> ir.Expr:
    """Read a call."""
    starred = next((arg for arg in node.args if isinstance(arg, ast.Starred)), None)
    double = next((word for word in node.keywords if word.arg is None), None)
    if starred is not None or double is not None:
        what = starred if starred is not None else node
        reader.error(
            "PCG0804", what, "arguments can't be unpacked with `*`", "hand over each value by itself"
        )
        return bad()
    if isinstance(node.func, ast.Attribute):
        return _method(reader, node, node.func)
    if not isinstance(node.func, ast.Name):
        reader.error(
            "PCG0804", node.func, "only rules and built-ins can be called", "call a function by its name"
        )
        return bad()
    name = node.func.id
    if why_no_name(name):
        reader.check_name(name, reader.at(node.func))
        return bad()
    form = _FORMS.get(name)
    if form is not None:
        return form(reader, node)
    if name in by_written():
        return _builtin(reader, node, name)
    args = tuple(reader.expr(arg) for arg in node.args)
    for word in node.keywords:
        reader.error("PCG0818", word, f"`{name}` takes its arguments in order", f"delete `{word.arg}=`")
    return ir.Call(name, args, at=reader.at(node)) if not node.keywords else bad()


def _method(reader: Reader, node: ast.Call, func: ast.Attribute) -> ir.Expr:
    at = reader.at(node)
    owner = reader.expr(func.value)
    if why_no_name(func.attr):
        message, hint = why_no_name(func.attr), "only the methods of lists and dicts can be called"
        reader.problems.tail("PCG0805", reader.at(func), len(func.attr), message, hint)
        return bad()
    reader.problems.positions.details[at, "name"] = reader.at(func)
    args = (owner, *(reader.expr(arg) for arg in node.args))
    return ir.Builtin("." + func.attr, args, _named(reader, node, at), at=at)


def _builtin(reader: Reader, node: ast.Call, name: str) -> ir.Expr:
    at = reader.at(node)
    if name == "every" and len(node.args) == 1 and not node.keywords:
        kind = node.args[0]
        if isinstance(kind, ast.Name):
            return ir.Builtin(name, (ir.Lit(kind.id, at=reader.at(kind)),), at=at)
        reader.error("PCG0820", kind, "`every` takes the name of a type", "write `every(Player)`")
        return bad()
    if name == "debug" and len(node.args) == 1 and not node.keywords:
        return ir.Builtin(name, (_format(reader, node.args[0]),), at=at)
    args = [_argument(reader, name, arg) for arg in node.args]
    return ir.Builtin(name, tuple(args), _named(reader, node, at), at=at)


def _argument(reader: Reader, name: str, node: ast.expr) -> ir.Expr:
    if isinstance(node, ast.GeneratorExp) and name in OVER_GENERATORS:
        return comprehension(reader, node)
    return reader.expr(node)


def _named(
    reader: Reader, node: ast.Call, at: int, known: Sequence[str] = ()
) -> tuple[tuple[str, ir.Expr], ...]:
    """Arguments by name other than the known ones, with the place of each name kept for diagnostics."""
    found: list[tuple[str, ir.Expr]] = []
    for word in node.keywords:
        name = word.arg or ""
        if name not in known:
            start = reader.columns.at(
                word.lineno, word.col_offset, word.lineno, word.col_offset + len(name.encode())
            )
            reader.problems.positions.details[at, name] = start
            found.append((name, reader.expr(word.value)))
    return tuple(found)


def _format(reader: Reader, node: ast.expr) -> ir.Expr:
    """The text of `debug`: a string, or an f-string of values without conversions."""
    at = reader.at(node)
    parts: list[ir.Expr] = []
    outer, reader.in_string = reader.in_string, at
    for part in node.values if isinstance(node, ast.JoinedStr) else [node]:
        if isinstance(part, ast.FormattedValue):
            if part.conversion != -1 or part.format_spec is not None:
                reader.error("PCG0804", part, "values in `debug` have no conversion or format", "write `{x}`")
            parts.append(reader.expr(part.value))
        else:
            parts.append(reader.expr(part))
    reader.in_string = outer
    return ir.Format(tuple(parts), at=at)


# --- what asks, tells or steers -------------------------------------------------------------------


@dataclass(slots=True)
class _Arguments:
    """The arguments of a call, by parameter. `extra`: those by any other name."""

    reader: Reader
    node: ast.Call
    at: int
    given: dict[str, ast.expr]
    extra: tuple[tuple[str, ir.Expr], ...]

    def expr(self, name: str) -> ir.Expr:
        return self.reader.expr(self.given[name])

    def maybe(self, name: str) -> ir.Expr | None:
        return self.expr(name) if name in self.given else None

    def word(self, name: str) -> str | None:
        """A name that must be written out, as a string; its place is kept. None after an error."""
        node = self.given[name]
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            self.reader.problems.positions.details[self.at, "name"] = self.reader.at(node)
            return node.value
        self.reader.error("PCG0820", node, f"the {name} is written out, in quotes", 'such as "move"')
        return None


def _bind(
    reader: Reader,
    node: ast.Call,
    name: str,
    needed: Sequence[str],
    optional: Sequence[str] = (),
    extra: bool = False,
) -> _Arguments | None:
    """Match arguments with parameters: needed ones in order or by name, optional ones by name."""
    at = reader.at(node)
    given = dict(zip(needed, node.args, strict=False))
    takes = (
        f"`{name}({', '.join((*needed, *(f'{word}=' for word in optional)))}{', name=...' if extra else ''})`"
    )
    if len(node.args) > len(needed):
        reader.error("PCG0818", node.args[len(needed)], f"`{name}` takes no further argument here", takes)
        return None
    by_name: list[str] = []
    for word in node.keywords:
        key = word.arg or ""
        if key in (*needed, *optional) and key not in given:
            given[key] = word.value
            by_name.append(key)
        elif not extra:
            twice = f"`{key}` is given twice" if key in given else f"`{name}` has no argument `{key}`"
            reader.error("PCG0818", word, twice, takes)
            return None
    missing = [word for word in needed if word not in given]
    if missing:
        reader.error("PCG0818", node, f"`{name}` lacks its argument `{missing[0]}`", takes)
        return None
    return _Arguments(reader, node, at, given, _named(reader, node, at, by_name) if extra else ())


def _choose(reader: Reader, node: ast.Call) -> ir.Expr:
    got = _bind(reader, node, "choose", ("seat", "kind", "options"), ("default",), extra=True)
    kind = got.word("kind") if got else None
    if got is None or kind is None:
        return bad()
    return ir.Choose(got.expr("seat"), kind, got.expr("options"), got.maybe("default"), got.extra, at=got.at)


def _confirm(reader: Reader, node: ast.Call) -> ir.Expr:
    got = _bind(reader, node, "confirm", ("seat", "kind"), extra=True)
    kind = got.word("kind") if got else None
    if got is None or kind is None:
        return bad()
    return ir.Choose(got.expr("seat"), kind, None, None, got.extra, at=got.at)


def _choose_many(reader: Reader, node: ast.Call) -> ir.Expr:
    got = _bind(reader, node, "choose_many", ("seat", "kind", "options", "low", "high"), extra=True)
    kind = got.word("kind") if got else None
    if got is None or kind is None:
        return bad()
    seat, options, low, high = (got.expr(name) for name in ("seat", "options", "low", "high"))
    return ir.ChooseMany(seat, kind, options, low, high, got.extra, at=got.at)


def _declare(reader: Reader, node: ast.Call) -> ir.Expr:
    got = _bind(reader, node, "declare", ("kind", "seats", "options"), ("valid", "secret"))
    kind = got.word("kind") if got else None
    if got is None or kind is None:
        return bad()
    secret = got.given.get("secret")
    if secret is not None and not (isinstance(secret, ast.Constant) and isinstance(secret.value, bool)):
        reader.error("PCG0820", secret, "`secret` is written out: True or False", "")
        return bad()
    hidden = isinstance(secret, ast.Constant) and bool(secret.value)
    return ir.Declare(kind, got.expr("seats"), got.expr("options"), got.maybe("valid"), hidden, at=got.at)


def _window(reader: Reader, node: ast.Call) -> ir.Expr:
    got = _bind(reader, node, "window", ("name", "seats"), extra=True)
    name = got.word("name") if got else None
    return ir.Window(name, got.expr("seats"), got.extra, at=got.at) if got and name is not None else bad()


def _announce(reader: Reader, node: ast.Call) -> ir.Expr:
    got = _bind(reader, node, "announce", ("to", "message"), extra=True)
    name = got.word("message") if got else None
    return ir.Announce(got.expr("to"), name, got.extra, at=got.at) if got and name is not None else bad()


def _emit(reader: Reader, node: ast.Call) -> ir.Expr:
    got = _bind(reader, node, "emit", ("event",), extra=True)
    name = got.word("event") if got else None
    return ir.Emit(name, got.extra, at=got.at) if got and name is not None else bad()


def _next_step(reader: Reader, node: ast.Call) -> ir.Expr:
    at = reader.at(node)
    if not node.args or not isinstance(node.args[0], ast.Name):
        reader.error("PCG0861", node, "`next_step` takes the name of a rule", "`next_step(take_turn, p)`")
        return bad()
    scope: str | None = None
    for word in node.keywords:
        if word.arg != "scope":
            hint = "after the rule come its arguments, in order, and `scope=`"
            reader.error("PCG0818", word, f"`next_step` has no argument `{word.arg}`", hint)
            return bad()
        if not isinstance(word.value, ast.Constant) or not isinstance(word.value.value, str):
            reader.error("PCG0820", word.value, "the scope is written out, in quotes", "")
            return bad()
        scope = word.value.value
        reader.problems.positions.details[at, "scope"] = reader.at(word.value)
    reader.problems.positions.details[at, "name"] = reader.at(node.args[0])
    return ir.NextStep(node.args[0].id, tuple(reader.expr(arg) for arg in node.args[1:]), scope, at=at)


def _cancel(reader: Reader, node: ast.Call) -> ir.Expr:
    got = _bind(reader, node, "cancel", ("scope",))
    scope = got.word("scope") if got else None
    return ir.Cancel(scope, at=got.at) if got and scope is not None else bad()


def _end_scope(reader: Reader, node: ast.Call) -> ir.Expr:
    got = _bind(reader, node, "end_scope", ("scope",))
    scope = got.word("scope") if got else None
    return ir.EndScope(scope, at=got.at) if got and scope is not None else bad()


def _end_game(reader: Reader, node: ast.Call) -> ir.Expr:
    got = _bind(reader, node, "end_game", ("reason",), ("sides", "winners"))
    reason = got.word("reason") if got else None
    if got is None or reason is None:
        return bad()
    empty = ir.ListLit((), at=got.at)
    return ir.EndGame(reason, got.maybe("sides") or empty, got.maybe("winners") or empty, at=got.at)


def _original(reader: Reader, node: ast.Call) -> ir.Expr:
    for word in node.keywords:
        reader.error("PCG0818", word, "`original` takes its arguments in order", f"delete `{word.arg}=`")
    return ir.Original(tuple(reader.expr(arg) for arg in node.args), at=reader.at(node))


def _isinstance(reader: Reader, node: ast.Call) -> ir.Expr:
    if len(node.args) != 2 or node.keywords or not isinstance(node.args[1], ast.Name):
        reader.error(
            "PCG0818", node, "`isinstance` takes a value and the name of a type", "`isinstance(x, Player)`"
        )
        return bad()
    at = reader.at(node)
    reader.problems.positions.details[at, "name"] = reader.at(node.args[1])
    return ir.IsType(reader.expr(node.args[0]), node.args[1].id, at=at)


_FORMS: dict[str, Callable[[Reader, ast.Call], ir.Expr]] = {
    "choose": _choose,
    "confirm": _confirm,
    "choose_many": _choose_many,
    "declare": _declare,
    "window": _window,
    "announce": _announce,
    "emit": _emit,
    "next_step": _next_step,
    "cancel": _cancel,
    "end_scope": _end_scope,
    "end_game": _end_game,
    "original": _original,
    "isinstance": _isinstance,
}
