"""How much a game may hold: content is untrusted, so everything that grows with it has a bound."""

from __future__ import annotations

from pycardgen.records import dataclass

MEBIBYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on what is read.

    `file_bytes` is the size of one text file, `art_bytes` that of one other file, `game_bytes` that of all
    files of a game together; `depth` counts nested mappings and sequences; `nodes` counts the values of one
    YAML file; `problems` is how many problems of one YAML file are reported before the rest of it is left
    unread.
    """

    file_bytes: int = 4 * MEBIBYTE
    art_bytes: int = 32 * MEBIBYTE
    game_bytes: int = 256 * MEBIBYTE
    files: int = 2_000
    depth: int = 32
    nodes: int = 400_000
    problems: int = 50


DEFAULT = Limits()
