"""Values that need lines of their own: questions, moves of copies, and rules whose body is put in place of a
call.
"""

from __future__ import annotations

from pycardgen.lang import ir
from pycardgen.lang.analysis import body_changes
from pycardgen.lang.emit_builtin import where_of, zone_number
from pycardgen.lang.emit_call import arguments, callee, opened
from pycardgen.lang.emit_core import HIGH, Scope, Sink, X, mark, scalar
from pycardgen.lang.emit_expr import emit, local, stored, there, value
from pycardgen.lang.emit_flow import as_tuple, kind_name
from pycardgen.lang.emit_known import meet, tell
from pycardgen.lang.emit_test import tested
from pycardgen.lang.emit_value import contents
from pycardgen.lang.inline import inlinable
from pycardgen.lang.splice import spliceable
from pycardgen.lang.tables import walk
from pycardgen.model.types import NoneType

FEW = 16
"""Things that a list is made of in a loop in place."""
DEEPEST = 8
"""Loops around a place into which a body may be put."""
NEXT = "({} * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF"
"""The random number that follows another (engine/encoding.md)."""


def deliver(node: ir.Expr, sink: Sink, scope: Scope) -> None:
    """Lines that work out a value and put it where it goes."""
    if isinstance(node, ir.Cond) and (lines_needed(node.then, scope) or lines_needed(node.other, scope)):
        _branch(node, sink, scope)
    elif isinstance(node, ir.Choose):
        _ask(node, sink, scope)
    elif isinstance(node, ir.Call) and _fits_in(node, sink, scope):
        _splice(node, sink, scope)
    elif sink.kind == "local" and scope.looped and _collect(node, sink, scope):
        pass
    elif (drawn := _drawn(node)) is not None and sink.kind != "return":
        _draw(drawn, sink, drawn is not node, scope)
    elif isinstance(node, ir.Builtin) and node.name == "zone.move" and _is_simple_zone(node.args[1]):
        _move(node, scope)
    else:
        finish(emit(node, scope), node, sink, scope)


def lines_needed(node: ir.Expr, scope: Scope) -> bool:
    """Whether a value is better worked out by lines than by an expression."""
    if isinstance(node, ir.Cond):
        return lines_needed(node.then, scope) or lines_needed(node.other, scope)
    if isinstance(node, ir.Call):
        return _fits_in(node, Sink("local"), scope)
    return isinstance(node, ir.Choose) or _drawn(node) is not None


def finish(x: X, node: ir.Expr, sink: Sink, scope: Scope) -> None:
    """Put a value where it goes."""
    if sink.kind == "drop":
        if not x.safe:
            scope.line(x.text)
        return
    if sink.kind == "local" and x.unset and x.missing:
        scope.line(f"{sink.name} = {x.text}")
        scope.line(mark(f"if {sink.name} is _UNSET: _have({sink.name})", node.at))
        return
    if not (x.fixed and sink.keep):
        x = there(x, node, scope)
    scope.line(f"return {x.text}" if sink.kind == "return" else f"{sink.name} = {x.text}")


def _branch(node: ir.Cond, sink: Sink, scope: Scope) -> None:
    test = tested(node.test, scope)
    if test.const is not None:
        deliver(node.then if test.const[0] else node.other, sink, scope)
        return
    values, among, ends, held_before = scope.values, scope.among, [], scope.held
    for word, arm in ((f"if {test.text}:", node.then), ("else:", node.other)):
        scope.line(word)
        scope.values, scope.among, scope.held = dict(values), dict(among), held_before
        tell(node.test, arm is node.then, scope)
        with scope.block():
            before = len(scope.lines)
            deliver(arm, sink, scope)
            if len(scope.lines) == before:
                scope.line("pass")
        ends.append(scope.among)
    scope.among, scope.laid = meet(*ends), None
    facts = scope.module.facts
    changed = body_changes(node.then, facts) or body_changes(node.other, facts)
    scope.values, scope.held = ({}, {}) if changed else (values, held_before)


def _collect(node: ir.Expr, sink: Sink, scope: Scope) -> bool:
    """A list of some of few things, as a loop: no function has to be called. Whether it was written."""
    from pycardgen.lang.emit_stmt import iterable, targets

    names: dict[str, X] = {}
    if isinstance(node, ir.Call):
        found = opened(node, scope)
        if found is None:
            return False
        node, names = found
    if not isinstance(node, ir.ListComp) or len(node.clauses) > 1:
        return False
    clause = node.clauses[0]
    if len(clause.targets) > 1 or not clause.tests or not scalar(node.item.type):
        return False
    with scope.binding(names):
        over = iterable(clause.over, scope, node)
        looks = (ir.State, ir.Call)  # else it may well be a constant
        if over.size is None or over.size > FEW or not any(isinstance(x, looks) for x in walk(clause.tests)):
            return False
        scope.inlined += 1
        into = scope.temporary("xs")
        scope.line(f"{into} = []")
        found_here = targets(clause.targets, clause.over, over, scope)
        scope.line(f"for {next(iter(found_here.values())).text} in {over.text}:")
        scope.loops += 1
        with scope.block(), scope.perhaps(), scope.binding(found_here, 2):
            tests = [tested(test, scope) for test in clause.tests]
            text = f"{into}.append({stored(node.item, scope).text})"
            scope.line(f"if {' and '.join(x.a for x in tests)}: {mark(text, node.at)}")
        scope.loops -= 1
        scope.inlined -= 1
    scope.line(f"{sink.name} = {into}")
    scope.sizes[sink.name] = over.size
    return True


def held(x: X, scope: Scope, prefix: str = "x") -> str:
    """A value that is used more than once: in a local, unless it is a name or constant already."""
    if x.const is not None or x.text.isidentifier():
        return x.text
    name = scope.temporary(prefix)
    scope.line(f"{name} = {x.text}")
    return name


# --- questions -------------------------------------------------------------------------------------


def _ask(node: ir.Choose, sink: Sink, scope: Scope) -> None:
    """A question, asked if there is a choice."""
    seat = held(value(node.seat, scope), scope)
    size: int | None
    if node.options is None:
        options, size = "_NO_YES", 2
        kind = kind_name(node.kind, "confirm", scope)
    else:
        x = emit(node.options, scope)
        options, size = held(x, scope, "o"), x.size if x.atom and x.text[:1] == "(" else None
        kind = kind_name(node.kind, "choose", scope)
    rest = [] if node.default is None else [value(node.default, scope)]
    rest += [value(arg, scope) for _, arg in node.about]
    texts = [x.text if x.safe else held(x, scope) for x in rest]
    default = texts.pop(0) if node.default is not None else None
    about = as_tuple([X(text) for text in texts])
    if size is not None and size > 1:
        _question(node, sink, scope, (seat, kind, options, about), str(size))
        return
    count = scope.temporary("n")
    scope.line(f"if ({count} := len({options})) > 1:")
    with scope.block():
        _question(node, sink, scope, (seat, kind, options, about), count)
    scope.line("else:")
    with scope.block():
        if default is None:
            other = mark(f"_no_option({kind})", node.at)
        else:
            other = default
        text = f"{options}[0] if {options} else {other}"
        scope.line(_put(sink, text))


def _put(sink: Sink, text: str) -> str:
    if sink.kind == "drop":
        return text
    return f"return {text}" if sink.kind == "return" else f"{sink.name} = {text}"


def _question(
    node: ir.Choose, sink: Sink, scope: Scope, parts: tuple[str, str, str, str], count: str
) -> None:
    """Ask, or draw an answer in place where bots answer at random (`Ask.streams`): as RandomBots does."""
    seat, kind, options, about = parts
    left = "_left" if scope.looped else "_s.left"
    scope.line(f"if not {left}: _limit(_s)")
    scope.line(f"{left} -= 1")
    scope.uses["dice"] = 2
    text = f"{scope.of_state('ask')}(_s, {seat}, {kind}, {options}, {about}, 1, 1)"
    scope.module.answer_places.add(node.at)
    dice, stream = scope.of_state("dice"), scope.temporary("r")
    scope.line(f"if {dice} is None:")
    scope.line("    " + _put(sink, mark(f"{options}[{text}]", node.at)))
    scope.line("else:")
    with scope.block():
        scope.line(f"{dice}[{seat}] = {stream} = {NEXT.format(f'{dice}[{seat}]')}")
        if options == "_NO_YES":
            scope.line(_put(sink, f"{stream} > {HIGH}"))
        else:
            scope.line(_put(sink, f"{options}[({stream} >> 33) * {count} >> 31]"))


# --- moving copies ---------------------------------------------------------------------------------


def _drawn(node: ir.Expr) -> ir.Builtin | None:
    """The draw that an expression is, or that it wants to be something."""
    if isinstance(node, ir.Builtin) and node.name == "known":
        node = node.args[0]
    if isinstance(node, ir.Builtin) and node.name == "zone.draw" and all(map(_is_simple_zone, node.args)):
        return node
    return None


def _is_simple_zone(node: ir.Expr) -> bool:
    """Whether a zone can be named twice."""
    if isinstance(node, ir.State):
        return isinstance(node.of, ir.Local | ir.Const)
    return isinstance(node, ir.GameState | ir.Const | ir.Local)


def _pile(zone: ir.Expr, number: str, scope: Scope) -> str:
    """The list of copies in a zone."""
    return contents(zone, scope) if isinstance(zone, ir.State) else f"{scope.of_state('zones')}[{number}]"


def _draw(node: ir.Builtin, sink: Sink, sure: bool, scope: Scope) -> None:
    """The top of a zone goes to another; only an empty zone needs a closer look."""
    source, to = node.args
    number = zone_number(to, scope, source)
    pile = scope.temporary("p")
    name = sink.name if sink.kind == "local" else scope.temporary("c")
    slow = emit(node, scope).text
    scope.line(f"{pile} = {_pile(source, emit(source, scope).text, scope)}")
    scope.line(f"if {pile}:")
    with scope.block():
        scope.line(f"{name} = {pile}.pop()")
        scope.line(mark(f"{_pile(to, number, scope)}.append({name})", node.at))
        scope.line(f"{where_of(source, scope)}[{name}] = {number}")
    scope.line("else:")
    with scope.block():
        scope.line(f"{name} = " + mark(f"_known({slow})" if sure else slow, node.at))
    if sure and sink.kind == "local":
        scope.laid = name, (number, _pile(to, number, scope))


def _move(node: ir.Builtin, scope: Scope) -> None:
    """A copy goes to a zone; mostly it lies on top."""
    what, to = node.args
    copy = held(value(what, scope), scope)
    number = zone_number(to, scope, what)
    where = where_of(what, scope)
    if copy in scope.lying:
        scope.line(f"{scope.lying[copy][1]}.pop()")
        _put_on_top(node, copy, number, where, scope)
        return
    pile = scope.temporary("p")
    scope.line(mark(f"{pile} = {scope.of_state('zones')}[{where}[{copy}]]", node.at))
    scope.line(f"if {pile}[-1] == {copy}: {pile}.pop()")
    scope.line("else: " + mark(f"_take(_s, {pile}, {copy})", node.at))
    _put_on_top(node, copy, number, where, scope)


def _put_on_top(node: ir.Builtin, copy: str, number: str, where: str, scope: Scope) -> None:
    pile = _pile(node.args[1], number, scope)
    scope.line(mark(f"{pile}.append({copy})", node.at))
    scope.line(f"{where}[{copy}] = {number}")
    if copy.isidentifier():
        scope.laid = copy, (number, pile)


# --- rules in place --------------------------------------------------------------------------------


def _fits_in(node: ir.Call, sink: Sink, scope: Scope) -> bool:
    """Whether the lines of a rule can stand in place of its call."""
    found = spliceable(node.name, scope.module)
    if (
        found is None
        or (found[2] and not scope.looped)
        or scope.loops > DEEPEST
        or scope.module.spare < 0
        or inlinable(node.name, scope.module) is not None
    ):
        return False
    nothing = isinstance(scope.module.functions[node.name].result, NoneType)
    return found[1] <= scope.budget and not (nothing and sink.kind == "return")


def _splice(node: ir.Call, sink: Sink, scope: Scope) -> None:
    """The lines of a rule in place of its call, under names of their own."""
    from pycardgen.lang.emit_stmt import body, keeps_of, locals_of

    module = scope.module
    found = spliceable(node.name, module)
    assert found is not None
    function = module.functions[node.name]
    scope.budget -= found[1]
    module.spare -= found[1]
    scope.opened.add(id(node))
    args = arguments(node, scope, True)
    scope.inlined += 1
    names = _parameters(function, found[0], args, scope)
    for name, kind in locals_of(function):
        names.setdefault(name, local(name, scope, kind))
    before = scope.keeps, scope.sink, scope.function
    scope.keeps, scope.sink, scope.function = keeps_of(function), sink, function
    before_body = len(scope.lines)
    with scope.binding(names):
        body(found[0], scope)
    if scope.lines[before_body:] == ["    " * scope.indent + "pass"]:
        del scope.lines[before_body:]
    scope.keeps, scope.sink, scope.function = before
    scope.inlined -= 1


def _parameters(function: ir.Func, body: tuple[ir.Stmt, ...], args: list[X], scope: Scope) -> dict[str, X]:
    """What stands for a rule's parameters: names and constants as they are, others in a local first."""
    assigned = {
        node.target.name
        for node in walk(body)
        if isinstance(node, ir.Assign | ir.Augment) and isinstance(node.target, ir.Local)
    }
    assigned |= {name for node in walk(body) if isinstance(node, ir.For) for name in node.targets}
    names = {}
    for x, (name, kind) in zip(args, function.params, strict=True):
        if name not in assigned and (x.const is not None or x.text.isidentifier()):
            names[name] = x
        else:
            names[name] = local(name, scope, kind)
            scope.line(f"{names[name].text} = {x.text}")
    return names


__all__ = ["callee", "deliver", "finish", "held", "lines_needed"]
