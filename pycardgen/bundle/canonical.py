"""Canonical JSON text: one way to write a value, and a reader that takes nothing else for granted."""

from __future__ import annotations

import json
import math
from typing import Any

LOW, HIGH = -(2**63), 2**63 - 1


class BadDataError(Exception):
    """What was read isn't what the format says; `path` leads to it, outermost key first."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
        self.path: list[str | int] = []

    @property
    def where(self) -> str:
        """The path for a reader: `functions[3].body[0]`."""
        text = ""
        for part in self.path:
            text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
        return text


def to_bytes(data: Any) -> bytes:
    """Canonical JSON: no spaces, keys in the order given, UTF-8, one line."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8") + b"\n"


def from_bytes(raw: bytes) -> Any:
    """Read JSON strictly: UTF-8, no doubled keys, no NaN, integers of 64 bits. Raises BadDataError."""
    try:
        return json.loads(
            raw.decode("utf-8"),
            object_pairs_hook=_unique,
            parse_int=_bounded,
            parse_float=_finite,
            parse_constant=_constant,
        )
    except RecursionError:
        raise BadDataError("nested too deeply") from None
    except UnicodeDecodeError:
        raise BadDataError("not UTF-8") from None
    except json.JSONDecodeError as error:
        raise BadDataError(f"not JSON: {error.msg} (line {error.lineno}, column {error.colno})") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise BadDataError(f"the key {key!r} stands twice")
            seen.add(key)
    return found


def _bounded(text: str) -> int:
    if len(text) > 20 or not LOW <= int(text) <= HIGH:
        raise BadDataError(f"a number that doesn't fit 64 bits: {text[:24]}")
    return int(text)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise BadDataError(f"a number that is too big: {text[:24]}")
    return number


def _constant(text: str) -> Any:
    raise BadDataError(f"{text} is no number")
