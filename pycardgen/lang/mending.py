"""Declarations whose type could not be read: rules may still use them, and nothing more is said of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from pycardgen.lang.world import UNKNOWN
from pycardgen.model.game import FieldDecl, Game, Setting, Signature, StateDecl
from pycardgen.model.types import NeverType, Type

Decl = TypeVar("Decl", FieldDecl, StateDecl, Setting)


def mended(game: Game) -> Game:
    """The game with UNKNOWN, which fits everywhere, in place of types that could not be read; and with a
    default mission, if it names one.
    """
    entities = {
        name: replace(entity, fields=_declared(entity.fields), state=_declared(entity.state))
        for name, entity in game.entities.items()
    }
    names_mission = game.place is not None and "default" in game.place.container.get("missions", {})
    return replace(
        game,
        default_mission=game.default_mission or ("?" if names_mission else None),
        entities=entities,
        state=_declared(game.state),
        memory=_declared(game.memory),
        settings=_declared(game.settings),
        events=_signatures(game.events),
        values=_signatures(game.values),
        hooks=_signatures(game.hooks),
        windows=_signatures(game.windows),
        decisions=_signatures(game.decisions),
        messages=_signatures(game.messages),
    )


def _declared(table: Mapping[str, Decl]) -> dict[str, Decl]:
    return {name: replace(decl, type=_known(decl.type)) for name, decl in table.items()}


def _signatures(table: Mapping[str, Signature]) -> dict[str, Signature]:
    return {
        name: replace(
            found,
            params={param: _known(kind) for param, kind in found.params.items()},
            result=None if found.result is None else _known(found.result),
        )
        for name, found in table.items()
    }


def _known(kind: Type) -> Type:
    return UNKNOWN if isinstance(kind, NeverType) else kind
