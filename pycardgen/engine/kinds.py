"""The kinds of decisions of a game, numbered."""

from __future__ import annotations

from pycardgen.engine.api import Kind
from pycardgen.lang import ir
from pycardgen.lang.tables import decision_forms, walk
from pycardgen.model.game import Game
from pycardgen.model.types import BOOL, OFFER, Type


def kinds_of(game: Game, program: ir.Program) -> tuple[Kind, ...]:
    """Every kind with every form in which it is asked, in the order of their numbers."""
    open_declares: dict[str, Type] = {}
    for function in program.functions:
        for node in walk(function.body):
            if isinstance(node, ir.Declare) and not node.secret:
                open_declares.setdefault(node.kind, node.type)
    kinds = []
    for index, (name, form) in enumerate(decision_forms(game, program)):
        option: Type
        if form == "window":
            option, about = OFFER, tuple(game.windows[name.removeprefix("window:")].params.items())
        else:
            declared = game.decisions[name]
            option = declared.result or BOOL
            about = tuple(declared.params.items())
            if name in open_declares and form == "declare":
                about = (*about, ("answers", open_declares[name]))
        kinds.append(Kind(index, name, form, option, about))
    return tuple(kinds)
