"""The state of a game as Python text: a class with one attribute a state, its copy, and the end of a scope.

An attribute `c_TYPE_NAME` is a list with one item a copy of the root type, `g_NAME` a state of the game,
`w_ROOT` says in which zone each copy is, `zones` holds a list of copies a zone, `z_TYPE_NAME` the same lists
by owner.
"""

from __future__ import annotations

from pycardgen.lang.emit_core import Module, ident, scalar
from pycardgen.lang.tables import Column, initial
from pycardgen.model.game import StateDecl
from pycardgen.model.types import DictType, ListType, Type, ZoneType

FLOW = (
    "rng",
    "other",
    "done",
    "left",
    "spent",
    "over",
    "steps",
    "tags",
    "queue",
    "fuel",
    "depth",
    "ask",
    "dice",
    "tell",
    "memory",
)
"""Random numbers (of the stream that serves, of the other), steps done, decisions left, fuel burnt by steps
that burn much, how it ended, the frames of steps, the tags and the queue of the step that runs (afterwards
its queue is None if its frame is one of `steps`), and what is only set while a step runs. Tags are only right
between steps, and while one runs that queues or drops steps.
"""


def columns(module: Module) -> list[Column]:
    """The states of entities."""
    return list(module.tables.columns)


def game_states(module: Module) -> list[StateDecl]:
    """The states of the game that are no zones."""
    return [decl for decl in module.tables.game.state.values() if not isinstance(decl.type, ZoneType)]


def slot(column: Column) -> str:
    """The attribute of an entity's state."""
    return f"c_{ident(column.entity)}_{ident(column.decl.name)}"


def wheres(module: Module) -> list[str]:
    """The attributes that say where copies are."""
    return [f"w_{ident(root)}" for root, zoned in module.tables.zoned.items() if any(zoned)]


def write_state(module: Module) -> None:
    """Add the class, its copy and the ends of scopes to the module."""
    names = [f"g_{ident(decl.name)}" for decl in game_states(module)]
    names += [slot(column) for column in columns(module)] + wheres(module)
    names += [name for name, _, _ in piles(module)] + keys(module)
    module.lines += [
        "",
        "",
        "class _State:",
        '    """A game in play."""',
        "",
        "    __slots__ = (",
        *(f"        {name!a}," for name in (*FLOW, "zones", *names)),
        "    )",
    ]
    _write_memory(module)
    _write_link(module)
    _write_clone(module)
    for scope in module.tables.game.scopes:
        _write_end(module, scope)


def _write_memory(module: Module) -> None:
    names = [f"m_{ident(name)}" for name in module.tables.game.memory]
    slots = "".join(f"{name!a}, " for name in ("rng", "spent", *names))
    module.lines += [
        "",
        "",
        "class _Memory:",
        '    """What a bot remembers."""',
        "",
        f"    __slots__ = ({slots})",
    ]


def piles(module: Module) -> list[tuple[str, int, tuple[int, int]]]:
    """The attributes that hold the zones of one name, by owner: the first zone and the owners' numbers."""
    return [
        (f"z_{ident(owner)}_{ident(name)}", base, module.tables.spans[owner])
        for (owner, name), base in module.tables.zone_base.items()
        if owner
    ]


def keys(module: Module) -> list[str]:
    """The attributes that hold what depends on a list of the game's, None when it has changed."""
    return [f"k_{ident(name)}" for name in sorted(module.keyed)]


def _write_link(module: Module) -> None:
    lines = ["", "", "def _link(s):", *(f"    s.{name} = None" for name in keys(module))]
    for name, base, (low, high) in piles(module):
        before = f"[None] * {low} + " if low else ""
        lines.append(f"    s.{name} = {before}s.zones[{base}:{base + high - low}]")
    module.lines += lines if len(lines) > 3 else [*lines, "    pass"]


def _write_clone(module: Module) -> None:
    lines = ["", "", "def _clone(s):", "    n = _State()"]
    lines += [
        f"    n.{name} = s.{name}"
        for name in ("rng", "other", "done", "left", "spent", "over", "tags", "fuel", "depth")
    ]
    lines += [f"    n.{name} = s.{name}" for name in keys(module)]
    lines.append("    n.queue = None if s.queue is None else s.queue[:]")
    lines.append("    n.steps = steps = []")
    lines.append("    for tags, queue in s.steps: steps.append((tags, [*queue]))")
    lines.append("    n.zones = zones = [*map(_list_copy, s.zones)]")
    for decl in game_states(module):
        name = f"g_{ident(decl.name)}"
        lines.append(f"    n.{name} = {_copy(f's.{name}', decl.type)}")
    for column in columns(module):
        name = slot(column)
        if scalar(column.decl.type):
            lines.append(f"    n.{name} = [*s.{name}]")  # quicker than [:]
        else:
            each = _copy("x", column.decl.type)
            copies = {"[*x]": "[*map(_list_copy, s.{})]", "x.copy()": "[*map(_dict_copy, s.{})]"}
            lines.append(f"    n.{name} = " + copies.get(each, f"[{each} for x in s.{{}}]").format(name))
    lines += [f"    n.{name} = [*s.{name}]" for name in wheres(module)]
    for name, base, (low, high) in piles(module):
        before = f"[None] * {low} + " if low else ""
        lines.append(f"    n.{name} = {before}zones[{base}:{base + high - low}]")
    module.lines += [*lines, "    return n"]


def _copy(text: str, kind: Type) -> str:
    """A copy of a value of a type."""
    if scalar(kind):
        return text
    if isinstance(kind, ListType) and scalar(kind.item):
        return f"[*{text}]"
    if isinstance(kind, DictType) and scalar(kind.value):
        return f"{text}.copy()"
    return f"_fresh({text})"


def _write_end(module: Module, scope: str) -> None:
    """`end_scope`: states that reset then go back to their defaults."""
    lines = [f"def _reset_{ident(scope)}(_s):"]
    for decl in game_states(module):
        if decl.resets == scope:
            lines.append(f"    _s.g_{ident(decl.name)} = {_default(module, decl)}")
            if decl.name in module.keyed:
                lines.append(f"    _s.k_{ident(decl.name)} = None")
    for column in columns(module):
        if column.decl.resets == scope:
            low, high, default = column.low, column.high, _default(module, column.decl)
            if scalar(column.decl.type):
                filled = f"[{default}] * {high - low}"
            else:
                filled = f"[{default} for _ in range({high - low})]"
            lines.append(f"    _s.{slot(column)}[{low}:{high}] = {filled}")
    module.lines += ["", "", *lines, *(["    pass"] if len(lines) == 1 else [])]


def _default(module: Module, decl: StateDecl) -> str:
    """What a state holds at first, as text."""
    found = initial(module.tables, decl)
    if isinstance(found, tuple | dict):
        name = module.fresh("D")
        module.names[name] = found
        return f"_fresh({name})"
    if found is None and not _may_be_none(decl.type):
        return "_UNSET"
    return ascii(found)


def _may_be_none(kind: Type) -> bool:
    from pycardgen.model.types import OptionalType

    return isinstance(kind, OptionalType)
