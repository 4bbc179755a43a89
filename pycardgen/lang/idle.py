"""Effects that can't do anything in a set-up, because its settings say so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pycardgen.lang import ir


def is_idle(effect: ir.Effect, functions: Mapping[str, ir.Func], settings: Mapping[str, Any]) -> bool:
    """Whether an effect's `if` is false whatever happens in play."""
    condition = functions.get(effect.condition or "")
    if condition is None:
        return False
    match condition.body:
        case (ir.Return(value=test),) if test is not None:
            return _truth(test, settings) is False
    return False


def _truth(test: ir.Expr, settings: Mapping[str, Any]) -> bool | None:
    """What a condition comes to as far as settings alone decide it; None if they don't."""
    match test:
        case ir.Lit(value=bool() as value):
            return value
        case ir.Setting(name=name) if isinstance(settings.get(name), bool):
            return bool(settings[name])
        case ir.Not(of=inner):
            found = _truth(inner, settings)
            return None if found is None else not found
        case ir.And(items=items) | ir.Or(items=items):
            short = isinstance(test, ir.Or)
            parts = [_truth(item, settings) for item in items]
            if short in parts:
                return short
            return None if None in parts else not short
    return None
